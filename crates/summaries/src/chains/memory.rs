//! Memory along a chain: stored values at known addresses, and names for loaded values.
//!
//! Accesses to one object do not affect others: an access outside of its object ends the path.

use super::values::Value;
use sheaf_ir::GlobalId;
use sheaf_term::Term;
use std::collections::{BTreeMap, BTreeSet};

/// An object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// A global.
    Global(GlobalId),
    /// An allocation, numbered in the order of the analysis.
    Allocated(usize),
}

/// A pointer into a known object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointer {
    /// The object.
    pub base: Base,
    /// The offset in bytes, a term over unbounded integers.
    pub offset: Term,
}

/// A version of an object's contents. Equal versions mean equal contents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Version {
    /// Its number.
    pub number: usize,
    /// The nesting depth of the loop in whose iteration it was created.
    pub depth: usize,
}

/// The objects that code writes to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Written {
    /// These.
    Known(BTreeSet<Base>),
    /// Possibly any object.
    Any,
}

/// The content of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The version of objects without an entry in `changed`.
    version: Version,
    changed: BTreeMap<Base, Version>,
    /// Stored values: the pointer, the width in bits, the value.
    stored: Vec<(Pointer, u32, Value)>,
    /// The objects that were written to since the start of the chain.
    pub written: Written,
}

impl Memory {
    /// Memory with unknown contents.
    pub fn new(version: Version) -> Memory {
        Memory {
            version,
            changed: BTreeMap::new(),
            stored: Vec::new(),
            written: Written::default(),
        }
    }

    /// The version of an object's content.
    pub fn version(&self, base: Base) -> Version {
        self.changed.get(&base).copied().unwrap_or(self.version)
    }

    /// The value that was stored at a pointer with this width, if it is known.
    pub fn stored(&self, at: Pointer, width: u32) -> Option<&Value> {
        let mut all = self.stored.iter();
        all.find_map(|(pointer, bits, value)| (*pointer == at && *bits == width).then_some(value))
    }

    /// Stores a value.
    pub fn store(&mut self, at: Pointer, width: u32, value: Value, version: Version) {
        self.forget(Some(at.base), version);
        self.stored.push((at, width, value));
    }

    /// Forgets the contents of one object, or of all.
    pub fn forget(&mut self, base: Option<Base>, version: Version) {
        match base {
            Some(base) => {
                self.stored.retain(|(pointer, _, _)| pointer.base != base);
                self.changed.insert(base, version);
                if let Written::Known(known) = &mut self.written {
                    known.insert(base);
                }
            }
            None => {
                let written = Written::Any;
                *self = Memory {
                    written,
                    ..Memory::new(version)
                };
            }
        }
    }

    /// Forgets the contents of written objects.
    pub fn forget_written(&mut self, written: &Written, version: Version) {
        match written {
            Written::Known(bases) => bases
                .iter()
                .for_each(|base| self.forget(Some(*base), version)),
            Written::Any => self.forget(None, version),
        }
    }
}

impl Default for Written {
    fn default() -> Self {
        Written::Known(BTreeSet::new())
    }
}

impl Written {
    /// Adds the objects that other code writes to.
    pub fn join(&mut self, other: &Written) {
        match (&mut *self, other) {
            (Written::Known(ours), Written::Known(theirs)) => ours.extend(theirs),
            _ => *self = Written::Any,
        }
    }
}
