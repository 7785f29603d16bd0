//! Properties of objects besides the scalars and pointers in them.

use crate::memory::{Content, Heap, Life, Size, Storage, Unexplored};
use crate::value::ObjectId;
use sheaf_ir::NameId;

/// The properties of an object that a path may depend on, besides its content.
#[derive(Clone, PartialEq, Debug)]
pub struct Shape {
    /// In the heap of a state.
    pub object: ObjectId,
    /// Its address, and the number of its low bits that are zero on every platform.
    pub base: (u64, u32),
    /// In bytes.
    pub size: Size,
    /// Its origin.
    pub storage: Storage,
    /// Its lifetime.
    pub life: Life,
    /// Which objects may have its address, as [`Object::begun`](crate::memory::Object::begun) and
    /// [`Object::ended`](crate::memory::Object::ended).
    alone: (u32, u32),
    parts: Parts,
    unexplored: Vec<Unexplored>,
}

/// The kind of content of an object.
#[derive(Clone, PartialEq, Debug)]
enum Parts {
    Bytes,
    Cells,
    Fields(Vec<NameId>),
    /// A table. Nothing is said of what is in one.
    Table,
    External,
}

impl Shape {
    /// The shape of an object, if it exists.
    pub fn of(heap: &Heap, id: ObjectId) -> Option<Shape> {
        let object = heap.find(id).filter(|_| id != ObjectId::NONE)?;
        let parts = match &object.content {
            Content::Bytes(_) => Parts::Bytes,
            Content::Cells(_) => Parts::Cells,
            Content::Record(fields) => {
                Parts::Fields(fields.iter().map(|(name, _)| *name).collect())
            }
            Content::Table(_) => Parts::Table,
            Content::External => Parts::External,
        };
        Some(Shape {
            object: id,
            base: base(heap, id),
            size: object.size,
            storage: object.storage,
            life: object.life.clone(),
            alone: (object.begun, object.ended),
            parts,
            unexplored: object.unexplored.clone(),
        })
    }

    /// Whether no program can observe which object this is, except that it is not another one: it
    /// has cells or fields, so that its address is no number, and it never ends.
    pub fn is_anonymous(&self) -> bool {
        matches!(self.parts, Parts::Cells | Parts::Fields(_)) && self.life == Life::Alive
    }

    /// The same shape of another object.
    pub fn moved(&self, heap: &Heap, object: ObjectId) -> Shape {
        let alone = heap.find(object).map(|it| (it.begun, it.ended));
        Shape {
            object,
            base: base(heap, object),
            alone: alone.unwrap_or(self.alone),
            ..self.clone()
        }
    }
}

fn base(heap: &Heap, id: ObjectId) -> (u64, u32) {
    (heap.layout().base(id), heap.layout().zeros(id))
}
