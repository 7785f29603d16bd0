//! The address space: where objects and functions lie.

use crate::value::{ObjectId, Value};
use imbl::Vector;
use sheaf_ir::FuncId;
use sheaf_term::{Pool, Sort, SymbolKind, Term};

/// Addresses below this belong to no object; an access there counts as one through null.
pub const FIRST_ADDRESS: u64 = 0x1000;
/// Functions lie between this address and [`FIRST_OBJECT_ADDRESS`], 16 bytes apart.
const FIRST_FUNCTION_ADDRESS: u64 = 0x10_0000;
/// The first object lies here.
const FIRST_OBJECT_ADDRESS: u64 = 0x1000_0000;
/// No object reaches beyond this address.
const LAST_ADDRESS: u64 = 1 << 63;
/// Unused bytes between two objects, so that a pointer past the end of one is never the address of the next.
const GAP: u64 = 16;

/// Where the objects of a heap lie.
#[derive(Clone)]
pub struct Layout {
    /// Address of each object. The first stands for [`ObjectId::NONE`].
    pub(super) bases: Vector<u64>,
    pub(super) next_address: u64,
    /// Whether the addresses ascend. They do on one path; once paths have merged, objects that no path has together may overlap.
    pub(super) ascending: bool,
}

impl Default for Layout {
    /// No objects.
    fn default() -> Self {
        Layout {
            bases: Vector::unit(0),
            next_address: FIRST_OBJECT_ADDRESS,
            ascending: true,
        }
    }
}

impl Layout {
    /// Gives an object of this many bytes the next free address that is a multiple of `align` (a power of two).
    pub(super) fn add(&mut self, bytes: u64, align: u32) {
        let base = self.next_address.next_multiple_of(u64::from(align.max(16)));
        self.next_address = base.saturating_add(bytes).saturating_add(GAP);
        self.bases.push_back(base);
    }

    /// Whether there are addresses left for an object of this many bytes, at this alignment.
    pub(super) fn has_room(&self, bytes: u64, align: u32) -> bool {
        let taken = self.next_address.checked_add(u64::from(align));
        taken
            .and_then(|taken| taken.checked_add(bytes))
            .is_some_and(|end| end < LAST_ADDRESS)
    }

    /// The address of an object's first byte (or cell); 0 for [`ObjectId::NONE`].
    #[inline]
    pub fn base(&self, id: ObjectId) -> u64 {
        self.bases[id.0 as usize]
    }

    /// The address of a pointer or function as a 64-bit term; that of a union as a choice.
    pub fn address(&self, pool: &mut Pool, value: &Value) -> Term {
        match value {
            Value::Ptr { object, offset } => {
                pool.bits(64, u128::from(self.base(*object).wrapping_add(*offset)))
            }
            Value::SymPtr { object, offset } if *object == ObjectId::NONE => *offset,
            Value::SymPtr { object, offset } => {
                let base = pool.bits(64, u128::from(self.base(*object)));
                pool.add(base, *offset)
            }
            Value::Func(func) => pool.bits(64, u128::from(function_address(*func))),
            Value::Union(union) => {
                let mut members = union.members.iter().rev();
                let mut address = match members.next() {
                    Some((_, last)) => self.address(pool, last),
                    None => pool.bits(64, 0),
                };
                for (guard, member) in members {
                    let other = self.address(pool, member);
                    address = pool.ite(*guard, other, address);
                }
                address
            }
            scalar => match scalar.to_term(pool) {
                Some(term) => term,
                None => pool.symbol("uninitialized", Sort::Bits(64), SymbolKind::Indeterminate),
            },
        }
    }
}

/// The address of a function.
fn function_address(func: FuncId) -> u64 {
    FIRST_FUNCTION_ADDRESS + 16 * u64::from(func.0)
}

/// The function at an address, if the program has `count` functions.
pub fn function_at(address: u64, count: usize) -> Option<FuncId> {
    let offset = address.checked_sub(FIRST_FUNCTION_ADDRESS)?;
    let id = u32::try_from(offset / 16).ok()?;
    (offset % 16 == 0 && (id as usize) < count).then_some(FuncId(id))
}
