//! The heap: all objects and their lifetimes.

use super::bytes::Bytes;
use super::chunks::{Chunks, own};
use super::layout::{Layout, Region, Width};
use super::life::Life;
use super::size::Size;
use super::table::Table;
use crate::value::{ObjectId, Value};
use sheaf_ir::{Element, LocId, NameId, Unit};
use sheaf_term::{Pool, Term};
use smallvec::SmallVec;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// The maximum length of a prototype chain for [`Heap::known_member`].
    MAX_KNOWN_PROTOTYPES: usize = 64, 1 => 1024, "prototypes";
}

/// The origin of an object; decides when it dies and who may free it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Storage {
    /// A global of the program.
    Global,
    /// A read-only global.
    Constant,
    /// A read-only global that may share its bytes with others: a string literal.
    Literal,
    /// An allocation that dies with its function's frame.
    Stack,
    /// An allocation that lives until it is freed.
    Heap,
    /// An allocation that only the library ends: a mapping of pages, or what it lends.
    Mapped,
}

impl Storage {
    /// The part of the address space in which such objects lie.
    pub(super) fn region(self) -> Region {
        match self {
            Storage::Global | Storage::Constant | Storage::Literal => Region::Globals,
            Storage::Heap | Storage::Mapped => Region::Heap,
            Storage::Stack => Region::Stack,
        }
    }

    /// Whether such objects must not be written.
    #[inline]
    pub fn is_read_only(self) -> bool {
        matches!(self, Storage::Constant | Storage::Literal)
    }
}

/// The content of an object.
#[derive(Clone, PartialEq, Debug)]
pub enum Content {
    /// Bytes.
    Bytes(Bytes),
    /// An array of cells.
    Cells(Vec<Value>),
    /// Fields by name.
    Record(Vec<(NameId, Value)>),
    /// Members by key.
    Table(Table),
    /// Unknown: the object is defined outside of the program.
    External,
}

/// Bytes of an object beyond the explored inputs: a path that touches them is not explored further.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unexplored {
    /// Offset of the first byte.
    pub start: u64,
    /// Offset of the end.
    pub end: u64,
    /// A description for the user.
    pub what: Rc<str>,
}

/// An object. Its address and size never change.
#[derive(Clone, PartialEq, Debug)]
pub struct Object {
    /// Size in bytes, or in cells or fields; 1 for a table, which grows.
    pub size: Size,
    /// Origin.
    pub storage: Storage,
    /// Element type, if known.
    pub element: Element,
    /// Location of its allocation.
    pub loc: Option<LocId>,
    /// Its lifetime.
    pub life: Life,
    /// Objects whose lives ended when no more than this number existed may overlap it: those that
    /// had ended when the life of a local began. 0 if only earlier ids may.
    pub begun: u32,
    /// Objects with this id and later ones may overlap it: those that did not exist when its life
    /// ended, and the other locals of its function if it is one of a block; `u32::MAX` before.
    pub ended: u32,
    /// What loads and stores see.
    pub content: Content,
    /// Its unexplored parts.
    pub unexplored: Vec<Unexplored>,
}

impl Object {
    fn differs_in_known(&self, other: &Object) -> bool {
        if self.size.differs_in_known(other.size) || self.life != other.life {
            return true;
        }
        let values = |a: &Value, b: &Value| a.differs_in_known(b);
        match (&self.content, &other.content) {
            (Content::Bytes(a), Content::Bytes(b)) => a.differs_in_known(b),
            (Content::Cells(a), Content::Cells(b)) => a.iter().zip(b).any(|(a, b)| values(a, b)),
            (Content::Record(a), Content::Record(b)) => {
                let mut pairs = a.iter().zip(b);
                pairs.any(|((name, a), (other, b))| name != other || values(a, b))
            }
            (Content::Table(a), Content::Table(b)) => a.differs_in_known(b),
            (Content::External, Content::External) => false,
            _ => true,
        }
    }
}

impl Object {
    /// The known content of a part (a byte, cell or field, by position): the start of the value,
    /// and the value.
    pub fn known_at(&self, part: usize) -> Option<(usize, Value)> {
        let value = match &self.content {
            Content::Bytes(bytes) if part < bytes.len() => return bytes.known_at(part),
            Content::Cells(cells) => cells.get(part),
            Content::Record(fields) => fields.get(part).map(|(_, value)| value),
            Content::Bytes(_) | Content::Table(_) | Content::External => None,
        };
        value
            .filter(|value| !value.is_symbolic())
            .map(|value| (part, value.clone()))
    }

    /// A part at which [`Object::known_at`] differs between two objects, if there is one.
    pub fn known_difference(&self, other: &Object) -> Option<usize> {
        match (&self.content, &other.content) {
            (Content::Bytes(a), Content::Bytes(b)) if a.len() == b.len() => a.known_difference(b),
            (Content::Cells(a), Content::Cells(b)) => {
                a.iter().zip(b).position(|(a, b)| a.differs_in_known(b))
            }
            (Content::Record(a), Content::Record(b)) => {
                let mut pairs = a.iter().zip(b);
                pairs.position(|((_, a), (_, b))| a.differs_in_known(b))
            }
            _ => None,
        }
    }
}

/// All objects of a state. Cloning is cheap and shares everything.
#[derive(Clone)]
pub struct Heap {
    /// Objects by id; the first stands for [`ObjectId::NONE`].
    pub(super) objects: Chunks<Rc<Object>>,
    pub(super) layout: Layout,
}

impl Default for Heap {
    /// No objects, and 64-bit pointers.
    fn default() -> Self {
        Heap::new(Width::Bits64)
    }
}

impl Heap {
    /// No objects.
    pub fn new(width: Width) -> Self {
        let none = Object {
            size: Size::Known(0),
            storage: Storage::Constant,
            element: Element::BYTE,
            loc: None,
            life: Life::Returned,
            begun: 0,
            ended: u32::MAX,
            content: Content::External,
            unexplored: Vec::new(),
        };
        Heap {
            objects: Chunks::unit(Rc::new(none)),
            layout: Layout::new(width),
        }
    }

    /// Whether both have the same objects with the same content. Addresses never change. The newest
    /// objects are compared first, because those of running functions change most.
    pub fn is_same(&self, other: &Heap) -> bool {
        let mut pairs = self.objects.pairs(&other.objects).rev();
        self.objects.len() == other.objects.len()
            && pairs.all(|(_, a, b)| Rc::ptr_eq(a, b) || a == b)
    }

    /// Whether it has all objects of another heap, with the same content.
    pub fn extends(&self, other: &Heap) -> bool {
        let mut pairs = self.objects.pairs(&other.objects);
        self.objects.len() >= other.objects.len()
            && pairs.all(|(_, a, b)| Rc::ptr_eq(a, b) || a == b)
    }

    /// Adds a table.
    pub fn add_table(&mut self, table: Table, loc: Option<LocId>) -> Value {
        self.add_value(1, Content::Table(table), loc)
    }

    /// Adds an array of cells.
    pub fn add_cells(&mut self, cells: Vec<Value>, loc: Option<LocId>) -> Value {
        self.add_value(cells.len(), Content::Cells(cells), loc)
    }

    /// Adds an object that is no bytes, with a number of parts.
    pub fn add_value(&mut self, size: usize, content: Content, loc: Option<LocId>) -> Value {
        let object = Object {
            size: Size::Known(size as u64),
            storage: Storage::Global,
            element: Element::BYTE,
            loc,
            life: Life::Alive,
            begun: 0,
            ended: u32::MAX,
            content,
            unexplored: Vec::new(),
        };
        Value::Ptr {
            object: self.add(object, 16),
            offset: 0,
        }
    }

    /// Adds an object at the next free address, a multiple of `align` (a power of two).
    pub fn add(&mut self, object: Object, align: u32) -> ObjectId {
        self.layout.add(object.storage, object.size.room(), align);
        let id = ObjectId(self.objects.len() as u32);
        self.objects.push_back(Rc::new(object));
        id
    }

    /// The addresses of objects.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// A snapshot of the object.
    pub fn share(&self, id: ObjectId) -> Rc<Object> {
        self.objects[id.0 as usize].clone()
    }

    /// An object for writing, and the addresses of all objects.
    pub fn get_mut_and_layout(&mut self, id: ObjectId) -> (&mut Object, &Layout) {
        (
            Rc::make_mut(self.objects.get_mut(id.0 as usize)),
            &self.layout,
        )
    }

    /// The object with this id, if there is one.
    pub fn find(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.0 as usize).map(|object| &**object)
    }

    /// The object.
    #[inline]
    pub fn get(&self, id: ObjectId) -> &Object {
        &self.objects[id.0 as usize]
    }

    /// The object, for writing; copied first if it is shared.
    #[inline]
    pub fn get_mut(&mut self, id: ObjectId) -> &mut Object {
        own(self.objects.get_mut(id.0 as usize))
    }

    /// The table that a known pointer points to.
    #[inline]
    pub fn table(&self, pointer: &Value) -> Option<&Table> {
        match pointer {
            Value::Ptr { object, .. } if *object != ObjectId::NONE => {
                match &self.get(*object).content {
                    Content::Table(table) => Some(table),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The same, for writing.
    #[inline]
    pub fn table_mut(&mut self, pointer: &Value) -> Option<&mut Table> {
        match pointer {
            Value::Ptr { object, .. } if *object != ObjectId::NONE => {
                match &mut self.get_mut(*object).content {
                    Content::Table(table) => Some(table),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The value of a key in a table or the first of its prototypes that has one, if that is known
    /// without a term.
    pub fn known_member(&self, table: &Value, key: &Value) -> Option<Option<&Value>> {
        let mut table = self.table(table)?;
        for _ in 0..MAX_KNOWN_PROTOTYPES.get() {
            if let Some(found) = table.known(key)? {
                return Some(Some(found));
            }
            match table.known(&Value::Unit(Unit::Null))? {
                Some(parent @ Value::Ptr { .. }) => table = self.table(parent)?,
                Some(Value::Unit(_)) | None => return Some(None),
                Some(_) => return None,
            }
        }
        None
    }

    /// Lets the next object overlap this one, although it is still alive: its replacement may be
    /// allocated before it ends.
    pub fn may_be_replaced(&mut self, id: ObjectId) {
        self.may_be_shared(id, ObjectId(self.objects.len() as u32));
    }

    /// Lets a local overlap what has ended by now: only now its life begins.
    pub fn begin(&mut self, id: ObjectId) {
        let made = self.objects.len() as u32;
        let object = self.get_mut(id);
        object.begun = object.begun.max(made);
    }

    /// Lets this object overlap others from an id on.
    pub fn may_be_shared(&mut self, id: ObjectId, from: ObjectId) {
        let object = self.get_mut(id);
        object.ended = object.ended.min(from.0);
    }

    /// Ends an object's life where the condition holds; drops its content once it cannot be used
    /// any more.
    pub fn kill(&mut self, pool: &mut Pool, condition: Term, id: ObjectId, life: &Life) {
        debug_assert!(!life.may_be_alive());
        self.may_be_replaced(id);
        let object = self.get_mut(id);
        let exists = object.life.exists(pool);
        let condition = pool.guard_and(condition, exists);
        object.life = Life::ite(pool, condition, life, &object.life);
        if !object.life.may_be_alive() {
            object.content = Content::External;
        }
    }

    /// Restarts the life of a byte object where the condition holds. If it was alive nowhere, its
    /// content is uninitialized.
    pub fn revive(&mut self, pool: &mut Pool, condition: Term, id: ObjectId, uninitialized: Bytes) {
        let old = self.get(id);
        let content = match &old.content {
            Content::Bytes(bytes) if condition != Term::TRUE => Content::Bytes(bytes.clone()),
            _ => Content::Bytes(uninitialized),
        };
        let object = Object {
            life: Life::ite(pool, condition, &Life::Alive, &old.life),
            begun: self.objects.len() as u32,
            // Where it does not start again, it has ended.
            ended: match condition {
                Term::TRUE => u32::MAX,
                _ => old.ended,
            },
            content,
            unexplored: Vec::new(),
            ..*old
        };
        self.objects.set(id.0 as usize, Rc::new(object));
    }

    /// The objects with a known part in one heap that differs from the other heap.
    pub fn differing(&self, other: &Heap) -> Vec<ObjectId> {
        let pairs = self.objects.pairs(&other.objects);
        pairs
            .filter(|(_, a, b)| !Rc::ptr_eq(a, b) && a.differs_in_known(b))
            .map(|(number, ..)| ObjectId(number as u32))
            .collect()
    }

    /// The total number of bytes, cells and fields of all objects.
    pub fn held(&self) -> u64 {
        let held = self.objects.iter().map(|object| match &object.content {
            Content::Bytes(bytes) => bytes.kept(),
            Content::Cells(cells) => cells.len(),
            Content::Record(fields) => fields.len(),
            Content::Table(table) => table.positions(),
            Content::External => 0,
        });
        held.map(|held| held as u64).sum()
    }

    /// Whether there are addresses left for an object of this size and alignment.
    pub fn has_room(&self, storage: Storage, bytes: u64, align: u32) -> bool {
        self.layout.has_room(storage, bytes, align)
    }

    /// Number of objects ever allocated.
    pub fn len(&self) -> usize {
        self.objects.len()
    }

    /// Whether no object was ever allocated.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// All objects, in the order of allocation.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects
            .iter()
            .enumerate()
            .skip(1)
            .map(|(id, object)| (ObjectId(id as u32), &**object))
    }

    /// The objects at an address, including one past the end, and including dead ones. Several only
    /// if paths have merged; then no path has two of them.
    pub fn at_address(&self, address: u64) -> SmallVec<[ObjectId; 1]> {
        let near = self.layout.near(address);
        let holds = |id: &ObjectId| {
            let base = self.layout.base(*id);
            address >= base && address - base <= self.get(*id).size.room()
        };
        near.filter(holds).collect()
    }
}
