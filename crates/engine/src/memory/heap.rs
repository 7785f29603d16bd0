//! The heap: which objects there are, where they lie in the address space, and whether they are alive.

use super::bytes::Bytes;
use crate::value::{ObjectId, Value};
use imbl::Vector;
use sheaf_ir::{FuncId, LocId, NameId};
use std::rc::Rc;

/// Addresses below this belong to no object; an access there counts as one through null.
pub const FIRST_ADDRESS: u64 = 0x1000;
/// Functions lie between this address and [`FIRST_OBJECT_ADDRESS`], 16 bytes apart.
const FIRST_FUNCTION_ADDRESS: u64 = 0x10_0000;
/// The first object lies here.
const FIRST_OBJECT_ADDRESS: u64 = 0x1000_0000;
/// Unused bytes between two objects, so that a pointer past the end of one is never the address of the next.
const GAP: u64 = 16;

/// What an object was made by; decides when it dies and who may free it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// A global of the program.
    Global,
    /// A global that must not be written.
    Constant,
    /// An allocation that dies with its function's frame.
    Stack,
    /// An allocation that lives until it is freed.
    Heap,
}

/// Whether an object may be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Life {
    /// It may.
    Alive,
    /// It was freed at this place.
    Freed(Option<LocId>),
    /// Its function has returned.
    Returned,
}

/// What an object holds.
#[derive(Clone, Debug)]
pub enum Content {
    /// Bytes.
    Bytes(Bytes),
    /// A row of cells.
    Cells(Vec<Value>),
    /// Fields by name.
    Record(Vec<(NameId, Value)>),
    /// Unknown: the object is defined outside of the program.
    External,
}

/// An object. Its address and size never change.
#[derive(Clone, Debug)]
pub struct Object {
    /// Address of its first byte.
    pub base: u64,
    /// Size in bytes, or in cells or fields.
    pub size: u64,
    /// Origin.
    pub storage: Storage,
    /// Size in bytes of the scalars it is a row of, where known, else 1.
    pub element_bytes: u32,
    /// Place of its allocation.
    pub loc: Option<LocId>,
    /// Whether it may be used.
    pub life: Life,
    /// What it holds.
    pub content: Content,
}

/// All objects of a state. Cloning is cheap and shares everything.
#[derive(Clone)]
pub struct Heap {
    /// Objects by identifier; the first stands for [`ObjectId::NONE`]. Bases ascend.
    objects: Vector<Rc<Object>>,
    next_address: u64,
    /// Sum of the sizes of all objects alive, in bytes.
    live_bytes: u64,
}

impl Default for Heap {
    fn default() -> Self {
        let none = Object {
            base: 0,
            size: 0,
            storage: Storage::Constant,
            element_bytes: 1,
            loc: None,
            life: Life::Returned,
            content: Content::External,
        };
        Heap { objects: Vector::unit(Rc::new(none)), next_address: FIRST_OBJECT_ADDRESS, live_bytes: 0 }
    }
}

impl Heap {
    /// Adds an object at the next free address, a multiple of `align` (a power of two). Its own `base` is ignored.
    pub fn add(&mut self, mut object: Object, align: u32) -> ObjectId {
        let align = u64::from(align.max(16));
        object.base = self.next_address.next_multiple_of(align);
        self.next_address = object.base.saturating_add(object.size).saturating_add(GAP);
        self.live_bytes = self.live_bytes.saturating_add(object.size);
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push_back(Rc::new(object));
        id
    }

    /// The object.
    #[inline]
    pub fn get(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// The object, for writing; copied first if another state shares it.
    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        Rc::make_mut(&mut self.objects[id.0 as usize])
    }

    /// Ends an object's life; its content is dropped.
    pub fn kill(&mut self, id: ObjectId, life: Life) {
        let object = self.get_mut(id);
        object.life = life;
        object.content = Content::External;
        let size = object.size;
        self.live_bytes = self.live_bytes.saturating_sub(size);
    }

    /// Sum of the sizes of all objects alive, in bytes.
    pub fn live_bytes(&self) -> u64 {
        self.live_bytes
    }

    /// Number of objects ever made.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// All objects, in order of address.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects.iter().enumerate().skip(1).map(|(id, object)| (ObjectId(id as u32), &**object))
    }

    /// The object that an address lies in or just behind, dead ones included.
    pub fn at_address(&self, address: u64) -> Option<ObjectId> {
        let (mut low, mut high) = (1, self.objects.len());
        while low < high {
            let middle = low.midpoint(high);
            if self.objects[middle].base <= address {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        let id = ObjectId(u32::try_from(low - 1).ok()?);
        let object = self.get(id);
        (id != ObjectId::NONE && address - object.base <= object.size).then_some(id)
    }
}

/// The address of a function.
pub fn function_address(func: FuncId) -> u64 {
    FIRST_FUNCTION_ADDRESS + 16 * u64::from(func.0)
}

/// The function at an address, if the program has `count` functions.
pub fn function_at(address: u64, count: usize) -> Option<FuncId> {
    let offset = address.checked_sub(FIRST_FUNCTION_ADDRESS)?;
    let id = u32::try_from(offset / 16).ok()?;
    (offset % 16 == 0 && (id as usize) < count).then_some(FuncId(id))
}
