//! Memory along a chain. What is known of it is in the heap of the state; the rest is uninitialized
//! there. Values that are loaded from the rest have names, by versions of objects.
//!
//! Accesses to one object do not affect others: an access outside of its object ends the path.

use crate::memory::{Bytes, Content, Heap};
use crate::value::{ObjectId, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A version of an object's contents. Equal versions mean equal contents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    pub number: usize,
    /// The nesting depth of the loop in whose iteration it was created.
    pub depth: usize,
}

/// The objects that code writes to; `None` if these may be any.
pub type Written = Option<BTreeSet<ObjectId>>;

/// Adds the objects that other code writes to.
pub fn join(written: &mut Written, other: &Written) {
    match (&mut *written, other) {
        (Some(ours), Some(theirs)) => ours.extend(theirs),
        _ => *written = None,
    }
}

/// Versions of objects.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The version of objects without an entry in `changed`.
    version: Version,
    changed: BTreeMap<ObjectId, Version>,
    /// Whether the others may have known contents.
    is_known: bool,
    /// The objects that were written to since the start of the chain.
    pub written: Written,
    /// The names of objects besides globals.
    pub names: BTreeMap<ObjectId, Rc<str>>,
    /// Tables whose members with unknown keys are unknown.
    tables: BTreeSet<ObjectId>,
}

impl Memory {
    /// Memory of this version.
    pub fn new(version: Version) -> Memory {
        Memory {
            version,
            changed: BTreeMap::new(),
            is_known: true,
            written: Some(BTreeSet::new()),
            names: BTreeMap::new(),
            tables: BTreeSet::new(),
        }
    }

    /// Whether the members of a table with unknown keys are unknown.
    pub fn is_unknown_table(&self, object: ObjectId) -> bool {
        self.tables.contains(&object)
    }

    /// The version of an object's content.
    pub fn version(&self, object: ObjectId) -> Version {
        self.changed.get(&object).copied().unwrap_or(self.version)
    }

    /// An object is new.
    pub fn add(&mut self, object: ObjectId, version: Version) {
        self.changed.insert(object, version);
    }

    /// An object is written to.
    pub fn write(&mut self, object: ObjectId, version: Version) {
        self.changed.insert(object, version);
        self.written.iter_mut().for_each(|it| {
            it.insert(object);
        });
    }

    /// Forgets the contents of one object, or of all.
    pub fn forget(&mut self, heap: &mut Heap, object: Option<ObjectId>, version: Version) {
        match object {
            Some(object) => {
                self.write(object, version);
                let found = heap.find(object);
                if found.is_some_and(|it| matches!(it.content, Content::Table(_))) {
                    self.tables.insert(object);
                }
                hide(heap, object);
            }
            None => {
                let all = (1..heap.len() as u32).map(ObjectId);
                let known = all.filter(|id| self.is_known || self.changed.contains_key(id));
                known.for_each(|object| hide(heap, object));
                *self = Memory {
                    is_known: false,
                    written: None,
                    names: std::mem::take(&mut self.names),
                    ..Memory::new(version)
                };
            }
        }
    }

    /// Forgets the contents of written objects.
    pub fn forget_written(&mut self, heap: &mut Heap, written: &Written, version: Version) {
        match written {
            Some(objects) => objects
                .iter()
                .for_each(|object| self.forget(heap, Some(*object), version)),
            None => self.forget(heap, None, version),
        }
    }
}

/// Makes the content of an object unknown: for the stepper it is uninitialized.
fn hide(heap: &mut Heap, id: ObjectId) {
    let found = heap.find(id);
    if found.is_none_or(|object| object.storage.is_read_only()) {
        return;
    }
    match &mut heap.get_mut(id).content {
        Content::Bytes(bytes) => *bytes = Bytes::uninitialized(bytes.len()),
        Content::Cells(cells) => cells.fill(Value::Uninitialized),
        _ => {}
    }
}
