//! The address space: the addresses of objects and functions.
//!
//! They are those of an x86-64 Linux process, so that truncating an address to 32 bits loses the
//! same bits. No address is reused, and objects never touch. If pointers have 32 bits, addresses
//! are still 64-bit numbers whose upper half is zero, and computed addresses are truncated.

use super::Vector;
use super::heap::Storage;
use crate::value::{ObjectId, Value};
use sheaf_ir::FuncId;
use sheaf_term::{Pool, Sort, Term};
use std::ops::Range;

/// Addresses below this belong to no object; an access there counts as a null dereference.
pub const FIRST_ADDRESS: u64 = 0x1000;
/// The distance of the addresses of functions is 2 to this power.
const FUNCTION_BITS: u32 = 4;
/// Gap between two objects in bytes, so that a pointer past the end of one is never the address of
/// the next.
const GAP: u64 = 16;

/// Pointer width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Width {
    /// 4 bytes.
    Bits32,
    /// 8 bytes.
    Bits64,
}

impl Width {
    /// The pointer width for a size in bytes, if supported.
    pub fn of_bytes(bytes: u64) -> Option<Width> {
        match bytes {
            4 => Some(Width::Bits32),
            8 => Some(Width::Bits64),
            _ => None,
        }
    }

    /// Size of a pointer in bytes.
    pub fn bytes(self) -> u64 {
        match self {
            Width::Bits32 => 4,
            Width::Bits64 => 8,
        }
    }

    /// Size of a pointer in bits.
    pub fn bits(self) -> u32 {
        8 * self.bytes() as u32
    }

    fn first_function(self) -> u64 {
        match self {
            Width::Bits32 => 0x5655_6000,
            Width::Bits64 => 0x5555_5555_5000,
        }
    }

    /// Maximum size of a heap object in bytes: on x86-64 the user part of the address space, on x86
    /// half of it. `malloc` rejects larger sizes.
    pub fn max_heap_object(self) -> u64 {
        match self {
            Width::Bits32 => (1 << 31) - 1,
            Width::Bits64 => 1 << 47,
        }
    }

    /// Truncates a computed address to the pointer width.
    pub fn cut(self, address: u64) -> u64 {
        match self {
            Width::Bits32 => address & u64::from(u32::MAX),
            Width::Bits64 => address,
        }
    }

    /// As [`Width::cut`], for a term of 64 bits.
    pub fn cut_term(self, pool: &mut Pool, address: Term) -> Term {
        if self == Width::Bits64 || pool.range(address).1 <= u128::from(u32::MAX) {
            return address;
        }
        let low = pool.extract(address, 31, 0);
        pool.zext(low, 64)
    }

    /// The end of the user part of the address space.
    pub fn end(self) -> u64 {
        match self {
            Width::Bits32 => 0xffff_e000,
            Width::Bits64 => 1 << 47,
        }
    }

    /// Whether something may be mapped at an address: above the pages that are never mapped, and
    /// within the user part.
    pub fn is_possible_address(self, address: u64) -> bool {
        (FIRST_ADDRESS..self.end()).contains(&address)
    }
}

/// A region of the address space.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Region {
    Globals,
    Heap,
    Stack,
    /// Addresses that no process has, for objects that fit nowhere else. Objects of symbolic size
    /// may be as large as the address space of a process.
    Beyond,
}

impl Region {
    const ALL: [Region; 4] = [Region::Globals, Region::Heap, Region::Stack, Region::Beyond];

    fn addresses(self, width: Width) -> Range<u64> {
        match (width, self) {
            (Width::Bits64, Region::Globals) => 0x5555_6000_0000..0x5600_1000_0000,
            (Width::Bits64, Region::Heap) => 0x5600_1000_0000..0x7ff0_1000_0000,
            (Width::Bits64, Region::Stack) => 0x7ff0_1000_0000..0x7fff_ffff_f000,
            (Width::Bits64, Region::Beyond) => 1 << 47..1 << 63,
            (Width::Bits32, Region::Globals) => 0x5700_0000..0x6000_0000,
            (Width::Bits32, Region::Heap) => 0x6000_0000..0xf000_0000,
            (Width::Bits32, Region::Stack) => 0xf000_0000..0xffff_d000,
            (Width::Bits32, Region::Beyond) => 0xffff_d000..0xffff_e000,
        }
    }
}

/// The objects in a region.
#[derive(Clone)]
struct Row {
    objects: Vector<ObjectId>,
    /// The next free address.
    next: u64,
    /// Whether the addresses ascend. They do on one path; after merging, objects that exist on
    /// different paths may overlap.
    ascending: bool,
}

/// The address of an object.
#[derive(Clone, Copy)]
struct Base {
    address: u64,
    /// The number of low address bits that are zero on every platform.
    zeros: u32,
}

/// The addresses of the objects of a heap.
#[derive(Clone)]
pub struct Layout {
    width: Width,
    /// Address of each object. The first stands for [`ObjectId::NONE`].
    bases: Vector<Base>,
    /// The objects of each region.
    rows: [Row; 4],
}

impl Default for Layout {
    /// No objects, and 64-bit pointers.
    fn default() -> Self {
        Layout::new(Width::Bits64)
    }
}

impl Layout {
    /// No objects.
    pub fn new(width: Width) -> Self {
        Layout {
            width,
            bases: Vector::unit(Base {
                address: 0,
                zeros: 0,
            }),
            rows: Region::ALL.map(|region| Row {
                objects: Vector::new(),
                next: region.addresses(width).start,
                ascending: true,
            }),
        }
    }

    /// The pointer width.
    pub fn width(&self) -> Width {
        self.width
    }

    /// The next free address of each region.
    pub fn next_addresses(&self) -> [u64; 4] {
        self.rows.each_ref().map(|row| row.next)
    }

    fn region_at(&self, address: u64) -> Region {
        let holds = |region: &Region| region.addresses(self.width).contains(&address);
        Region::ALL
            .into_iter()
            .find(holds)
            .unwrap_or(Region::Beyond)
    }

    /// Assigns the next free address that is a multiple of `align` (a power of two) to an object of
    /// this size.
    pub(super) fn add(&mut self, storage: Storage, bytes: u64, align: u32) {
        debug_assert!(align == 0 || align.is_power_of_two());
        let preferred = self.free(storage.region(), bytes, align);
        let base = preferred.or_else(|| self.free(Region::Beyond, bytes, align));
        let base = base.unwrap_or(Region::Beyond.addresses(self.width).end);
        self.push(base, align.max(1).trailing_zeros());
        let region = self.region_at(base);
        self.rows[region as usize].next = base.saturating_add(bytes).saturating_add(GAP);
    }

    /// Appends an object at an address whose lowest `zeros` bits are zero on every platform.
    pub(super) fn push(&mut self, address: u64, zeros: u32) {
        let id = ObjectId(self.bases.len() as u32);
        let region = self.region_at(address);
        let row = &mut self.rows[region as usize];
        let last = row.objects.last();
        row.ascending &= last.is_none_or(|last| self.bases[last.0 as usize].address < address);
        row.objects.push_back(id);
        self.bases.push_back(Base { address, zeros });
    }

    /// The next free address of each region.
    pub(super) fn next(&self) -> [u64; 4] {
        self.rows.each_ref().map(|row| row.next)
    }

    /// Sets the next free address of each region.
    pub(super) fn set_next(&mut self, next: [u64; 4]) {
        for (row, next) in self.rows.iter_mut().zip(next) {
            row.next = next;
        }
    }

    /// Whether there are addresses left for an object of this size and alignment.
    pub(super) fn has_room(&self, storage: Storage, bytes: u64, align: u32) -> bool {
        let regions = [storage.region(), Region::Beyond];
        let mut regions = regions.into_iter();
        regions.any(|region| self.free(region, bytes, align).is_some())
    }

    /// The size in bytes of the largest object for which addresses are left, at this alignment.
    pub fn room_left(&self, storage: Storage, align: u32) -> u64 {
        let regions = [storage.region(), Region::Beyond];
        let left = regions.into_iter().filter_map(|region| {
            let base = self.free(region, 0, align)?;
            Some(region.addresses(self.width).end - base - 1)
        });
        left.max().unwrap_or(0)
    }

    /// The next free address in a region for an object.
    fn free(&self, region: Region, bytes: u64, align: u32) -> Option<u64> {
        let next = self.rows[region as usize].next;
        let base = next.checked_next_multiple_of(u64::from(align.max(16)))?;
        let end = base.checked_add(bytes)?;
        (end < region.addresses(self.width).end).then_some(base)
    }

    /// Reserves the addresses that another layout has assigned.
    pub(super) fn join(&mut self, other: &Layout) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            row.next = row.next.max(other.next);
            row.ascending &= other.ascending;
        }
    }

    /// The objects that may contain an address or end there: all that start at it or before. At
    /// most one, unless paths have merged.
    pub(super) fn near(&self, address: u64) -> impl Iterator<Item = ObjectId> {
        let row = &self.rows[self.region_at(address) as usize];
        let found = if row.ascending {
            let search = |id: &ObjectId| self.base(*id);
            let found = row.objects.binary_search_by_key(&address, search);
            let after = found.map_or_else(|after| after, |at| at + 1);
            after.saturating_sub(1)..after
        } else {
            0..row.objects.len()
        };
        found.filter_map(move |position| row.objects.get(position).copied())
    }

    /// The address of an object's first byte (or cell); 0 for [`ObjectId::NONE`].
    #[inline]
    pub fn base(&self, id: ObjectId) -> u64 {
        self.bases[id.0 as usize].address
    }

    /// The number of low address bits of an object that are zero on every platform.
    pub fn zeros(&self, id: ObjectId) -> u32 {
        self.bases[id.0 as usize].zeros
    }

    /// The address of an object as a term, with a symbol if addresses are hidden; 0 for
    /// [`ObjectId::NONE`].
    pub fn base_term(&self, pool: &mut Pool, id: ObjectId) -> Term {
        match self.bases[id.0 as usize] {
            _ if id == ObjectId::NONE => pool.bits(64, 0),
            base => pool.address(base.address, base.zeros),
        }
    }

    /// The address of a pointer or function as a 64-bit term; that of a union as a choice. It has
    /// symbols if addresses are hidden.
    pub fn address(&self, pool: &mut Pool, value: &Value) -> Term {
        match value {
            Value::Ptr { object, offset } => {
                let base = self.base_term(pool, *object);
                let offset = pool.bits(64, u128::from(*offset));
                let address = pool.add(base, offset);
                self.width.cut_term(pool, address)
            }
            Value::SymPtr { object, offset } => {
                let base = self.base_term(pool, *object);
                let address = pool.add(base, *offset);
                self.width.cut_term(pool, address)
            }
            Value::Func(func) => pool.address(self.function_address(*func), 0),
            Value::Union(union) => {
                let mut members = union.members.iter().rev();
                let widens = !value.holds_only_scalars();
                let mut address = match members.next() {
                    Some((_, last)) => self.member_address(pool, last, widens),
                    None => pool.bits(64, 0),
                };
                for (guard, member) in members {
                    let other = self.member_address(pool, member, widens);
                    address = pool.ite(*guard, other, address);
                }
                address
            }
            scalar => match scalar.to_term(pool) {
                Some(term) => term,
                None => pool.uninitialized(Sort::Bits(64), None),
            },
        }
    }

    /// The address of a union's member; in unions with pointers, an integer of pointer size is an
    /// address.
    fn member_address(&self, pool: &mut Pool, member: &Value, widens: bool) -> Term {
        let address = self.address(pool, member);
        match pool.sort(address) {
            Sort::Bits(width) if widens && width < 64 => pool.zext(address, 64),
            _ => address,
        }
    }

    /// The address of a function.
    pub fn function_address(&self, func: FuncId) -> u64 {
        self.width.first_function() + (u64::from(func.0) << FUNCTION_BITS)
    }

    /// The function at an address, if the program has `count` functions.
    pub fn function_at(&self, address: u64, count: usize) -> Option<FuncId> {
        let offset = address.checked_sub(self.width.first_function())?;
        let id = u32::try_from(offset >> FUNCTION_BITS).ok()?;
        let is_start = offset.trailing_zeros() >= FUNCTION_BITS;
        (is_start && (id as usize) < count).then_some(FuncId(id))
    }
}
