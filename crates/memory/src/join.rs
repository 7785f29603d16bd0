//! Joins of two heaps, for merging.
//!
//! An object of the result stands for the object with the same id in each source if both could be
//! the same allocation (same address, size and kind), and otherwise for one of them alone, which
//! then exists under a condition only. The identification of objects affects names only, never the
//! meaning: the two sources are different paths, so their pointers are never compared with each
//! other, and pointers to the same object of a source stay pointers to the same object of the
//! result.

use super::heap::{Content, Heap, Object};
use super::{Bytes, Life, Scalars, Size, Table};
use crate::value::{ObjectId, Union, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::Element;
use sheaf_term::{Pool, Term, cancel};
use std::rc::Rc;

/// The new ids of a heap's objects in another heap; others keep theirs.
#[derive(Default)]
pub struct Renaming(FxHashMap<ObjectId, ObjectId>);

impl Renaming {
    fn number(&self, id: ObjectId) -> ObjectId {
        self.0.get(&id).copied().unwrap_or(id)
    }

    fn object(&self, object: &Object) -> Object {
        Object {
            content: self.content(&object.content),
            ..object.clone()
        }
    }

    /// The new ids of objects.
    pub fn objects(&self, ids: &[ObjectId]) -> Vec<ObjectId> {
        ids.iter().map(|id| self.number(*id)).collect()
    }

    /// A value with the new ids.
    pub fn value(&self, value: &Value) -> Value {
        if self.0.is_empty() {
            return value.clone();
        }
        match value {
            Value::Ptr { object, offset } => Value::Ptr {
                object: self.number(*object),
                offset: *offset,
            },
            Value::SymPtr { object, offset } => Value::SymPtr {
                object: self.number(*object),
                offset: *offset,
            },
            Value::Tuple(members) => {
                Value::Tuple(Rc::new(members.iter().map(|it| self.value(it)).collect()))
            }
            Value::Union(union) => {
                let members = union.members.iter();
                let members = members.map(|(guard, it)| (*guard, self.value(it)));
                Value::Union(Rc::new(Union {
                    members: members.collect(),
                }))
            }
            scalar => scalar.clone(),
        }
    }

    /// Whether a value points to an object with a new id.
    pub fn changes(&self, value: &Value) -> bool {
        if self.0.is_empty() {
            return false;
        }
        match value {
            Value::Ptr { object, .. } | Value::SymPtr { object, .. } => self.0.contains_key(object),
            Value::Tuple(members) => members.iter().any(|it| self.changes(it)),
            Value::Union(union) => union.members.iter().any(|(_, it)| self.changes(it)),
            _ => false,
        }
    }

    /// Whether an object has a pointer to an object with a new id.
    fn changes_object(&self, object: &Object) -> bool {
        !self.0.is_empty()
            && match &object.content {
                Content::Bytes(bytes) => bytes.values().any(|it| self.changes(it)),
                Content::Cells(cells) => cells.iter().any(|it| self.changes(it)),
                Content::Record(fields) => fields.iter().any(|(_, it)| self.changes(it)),
                Content::Table(table) => table.values().any(|it| self.changes(it)),
                Content::External => false,
            }
    }

    fn content(&self, content: &Content) -> Content {
        match content {
            Content::Bytes(bytes) => Content::Bytes(bytes.map_values(|value| self.value(value))),
            Content::Cells(cells) => {
                Content::Cells(cells.iter().map(|value| self.value(value)).collect())
            }
            Content::Record(fields) => {
                let fields = fields.iter();
                Content::Record(
                    fields
                        .map(|(name, value)| (*name, self.value(value)))
                        .collect(),
                )
            }
            Content::Table(table) => Content::Table(table.map(|value| self.value(value))),
            Content::External => Content::External,
        }
    }
}

impl Heap {
    /// The heap that is `then` where the condition holds and `otherwise` where it does not, and the
    /// new ids of the objects of `otherwise`. Objects with the ids in `apart` stay two.
    pub fn ite(
        pool: &mut Pool,
        condition: Term,
        then: &Heap,
        otherwise: &Heap,
        apart: &FxHashSet<ObjectId>,
    ) -> (Heap, Renaming) {
        let mut joined = then.clone();
        let (renaming, origins) = joined.make_room(otherwise, apart);
        let layout = joined.layout.clone();
        for (number, origin) in origins.iter().enumerate().skip(1) {
            cancel::steps(1);
            let ours = then.objects.get(number);
            let theirs = origin.map(|origin| &otherwise.objects[origin]);
            let object = match (ours, theirs) {
                // An object that neither side has written may point to one that they have written
                // so differently that it became two.
                (Some(a), Some(b)) if Rc::ptr_eq(a, b) && !renaming.changes_object(b) => continue,
                (Some(a), Some(b)) => {
                    let mut scalars = Scalars {
                        object: Some(ObjectId(number as u32)),
                        ..Scalars::new(pool, &layout)
                    };
                    join_objects(&mut scalars, condition, a, &renaming.object(b))
                }
                (Some(a), None) => Object {
                    life: Life::ite(pool, condition, &a.life, &Life::Absent),
                    ..(**a).clone()
                },
                (None, Some(b)) => Object {
                    life: Life::ite(pool, condition, &Life::Absent, &b.life),
                    ..renaming.object(b)
                },
                (None, None) => continue,
            };
            joined.objects.set(number, Rc::new(object));
        }
        (joined, renaming)
    }

    /// Appends the objects of another heap that cannot share an id with ours. Returns for each id
    /// the id of that object in the other heap.
    fn make_room(
        &mut self,
        other: &Heap,
        apart: &FxHashSet<ObjectId>,
    ) -> (Renaming, Vec<Option<usize>>) {
        let mut renaming = Renaming::default();
        let ours = self.objects.clone();
        let mut origins = vec![None; ours.len()];
        let id = |number: usize| ObjectId(number as u32);
        for (number, object) in other.objects.iter().enumerate() {
            let (base, zeros) = (
                other.layout.base(id(number)),
                other.layout.zeros(id(number)),
            );
            // Compare only with our own objects: an object that was just appended is another one of
            // theirs.
            let shared = ours.get(number).is_some_and(|ours| {
                let same_place =
                    (base, zeros) == (self.layout.base(id(number)), self.layout.zeros(id(number)));
                Rc::ptr_eq(ours, object) || same_place && can_be_one(ours, object)
            });
            let shared = shared && !apart.contains(&id(number));
            if shared {
                origins[number] = Some(number);
                continue;
            }
            let new = self.objects.len();
            if new != number {
                renaming.0.insert(id(number), id(new));
            }
            self.layout.push(base, zeros);
            self.objects.push_back(object.clone());
            origins.push(Some(number));
        }
        self.layout.join(&other.layout);
        (renaming, origins)
    }
}

/// Whether two objects at the same address can be identified.
fn can_be_one(a: &Object, b: &Object) -> bool {
    if a.storage != b.storage {
        return false;
    }
    let (a_dead, b_dead) = (!a.life.may_be_alive(), !b.life.may_be_alive());
    if a_dead && b_dead {
        return true;
    }
    a.size.room() == b.size.room()
        && a.unexplored == b.unexplored
        && match (&a.content, &b.content) {
            (Content::Bytes(_), Content::Bytes(_)) | (Content::Cells(_), Content::Cells(_)) => true,
            (Content::Record(a), Content::Record(b)) => a
                .iter()
                .map(|(name, _)| name)
                .eq(b.iter().map(|(name, _)| name)),
            (Content::Table(x), Content::Table(y)) => a.loc == b.loc && x.can_join(y),
            (Content::External, _) => a_dead,
            (_, Content::External) => b_dead,
            _ => false,
        }
}

fn join_objects(scalars: &mut Scalars, condition: Term, a: &Object, b: &Object) -> Object {
    let content = match (&a.content, &b.content) {
        (Content::Bytes(a), Content::Bytes(b)) => {
            Content::Bytes(Bytes::ite(scalars, condition, a, b))
        }
        (Content::Cells(a), Content::Cells(b)) => {
            let cells = a.iter().zip(b);
            Content::Cells(
                cells
                    .map(|(a, b)| Value::ite(scalars.pool, condition, a, b))
                    .collect(),
            )
        }
        (Content::Record(a), Content::Record(b)) => {
            let fields = a.iter().zip(b);
            Content::Record(
                fields
                    .map(|((name, a), (_, b))| (*name, Value::ite(scalars.pool, condition, a, b)))
                    .collect(),
            )
        }
        (Content::Table(a), Content::Table(b)) => {
            Content::Table(Table::ite(scalars.pool, condition, a, b))
        }
        // An object that is dead on one side has the content of the other.
        (Content::External, content) | (content, _) => content.clone(),
    };
    Object {
        size: Size::ite(scalars.pool, condition, a.size, b.size),
        storage: a.storage,
        begun: a.begun.max(b.begun),
        ended: a.ended.min(b.ended),
        element: match a.element == b.element {
            true => a.element,
            false => Element::BYTE,
        },
        loc: a.loc,
        life: Life::ite(scalars.pool, condition, &a.life, &b.life),
        content,
        unexplored: a.unexplored.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Storage;
    use sheaf_term::{Sort, SymbolKind};

    fn with_object(heap: &Heap, bytes: usize) -> (Heap, ObjectId) {
        let object = Object {
            size: Size::Known(bytes as u64),
            storage: Storage::Heap,
            element: Element::BYTE,
            loc: None,
            life: Life::Alive,
            begun: 0,
            ended: u32::MAX,
            content: Content::Bytes(Bytes::zeroed(bytes)),
            unexplored: Vec::new(),
        };
        let mut heap = heap.clone();
        let id = heap.add(object, 16);
        (heap, id)
    }

    #[test]
    fn objects_of_one_side_at_one_address_stay_two() {
        let mut pool = Pool::new();
        let [outer, inner] =
            ["outer", "inner"].map(|name| pool.symbol(name, Sort::Bool, SymbolKind::Input));
        let (common, none) = (Heap::default(), FxHashSet::default());
        let ((small, a), (large, b)) = (with_object(&common, 16), with_object(&common, 24));
        let (mut both, renaming) = Heap::ite(&mut pool, inner, &small, &large, &none);
        let b = renaming.number(b);
        assert_ne!(a, b);
        for id in [a, b] {
            both.kill(&mut pool, Term::TRUE, id, &Life::Freed(None));
        }
        let (third, c) = with_object(&common, 40);
        let (_, renaming) = Heap::ite(&mut pool, outer, &third, &both, &none);
        let numbers = [c, renaming.number(a), renaming.number(b)];
        assert!(numbers[0] != numbers[1] && numbers[0] != numbers[2] && numbers[1] != numbers[2]);
    }
}
