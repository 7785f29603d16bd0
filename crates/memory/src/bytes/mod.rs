//! The content of a byte object: concrete bytes, and an overlay of whole values that are symbolic
//! or pointers.
//!
//! Invariants: whole values do not overlap and lie inside the object; a byte under one counts as
//! initialized; if there is an array term, it holds everything and the other parts are empty.
//!
//! Large objects keep individual bytes only as far as they were accessed, so that size alone costs
//! nothing (`kept.rs`).

mod array;
mod copy;
mod differences;
mod fresh;
mod join;
mod kept;
mod known;
mod overlay;
mod parts;
mod read;
mod symbolic;
#[cfg(test)]
mod tests;
mod uninitialized;
mod write;

use crate::value::Value;
use fresh::Origin;
pub use fresh::{Change, is_memory_name, memory_part, memory_word};
use overlay::Overlay;
pub use parts::Part;
use sheaf_term::{Pool, Term, cancel};
use uninitialized::Uninitialized;
pub use uninitialized::{uninitialized_part, uninitialized_word};

/// What copying so many bytes counts for: a step of [`cancel::steps`].
const BYTES_PER_STEP: usize = 128;

/// Content of a byte object.
#[derive(PartialEq, Debug)]
pub struct Bytes {
    len: usize,
    /// The first bytes, as far as they are kept individually.
    data: Vec<u8>,
    /// The value of all bytes after them; `None` if they are uninitialized.
    rest: Option<u8>,
    /// The uninitialized ones of the kept bytes.
    uninitialized: Uninitialized,
    /// The whole values.
    overlay: Overlay,
    /// The meaning of uninitialized bytes; `None` if they are indeterminate.
    origin: Option<Origin>,
    /// The whole content as an array term from 64-bit offsets to bytes, after a write at a symbolic
    /// offset.
    array: Option<Term>,
}

impl Clone for Bytes {
    /// A copy, which counts as work: paths that write to a large object have one each.
    fn clone(&self) -> Self {
        cancel::steps((self.data.len() / BYTES_PER_STEP) as u32);
        Bytes {
            len: self.len,
            data: self.data.clone(),
            rest: self.rest,
            uninitialized: self.uninitialized.clone(),
            overlay: self.overlay.clone(),
            origin: self.origin,
            array: self.array,
        }
    }
}

impl Bytes {
    /// Bytes that are all zero.
    pub fn zeroed(size: usize) -> Self {
        Self::uniform(size, Some(0))
    }

    /// Uninitialized bytes.
    pub fn uninitialized(size: usize) -> Self {
        Self::uniform(size, None)
    }

    /// Uninitialized bytes that are an input, identified by the number of inputs before it.
    pub fn uninitialized_input(size: usize, origin: usize) -> Self {
        Bytes {
            origin: Some(Origin::Input(origin)),
            ..Self::uninitialized(size)
        }
    }

    /// These bytes.
    pub fn concrete(data: Vec<u8>) -> Self {
        Bytes {
            len: data.len(),
            data,
            rest: None,
            uninitialized: Uninitialized::default(),
            overlay: Overlay::default(),
            origin: None,
            array: None,
        }
    }

    /// Size in bytes.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the size is zero.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Whether the content is an array term.
    pub fn is_array(&self) -> bool {
        self.array.is_some()
    }

    /// Whether the content is an array term in which addresses of objects occur.
    pub fn has_addresses_in_array(&self, pool: &Pool) -> bool {
        self.array.is_some_and(|array| pool.has_chosen(array))
    }

    /// Whether no byte was ever written, and uninitialized bytes are indeterminate.
    pub fn is_unwritten(&self) -> bool {
        let is_bare = self.array.is_none() && self.origin.is_none() && self.rest.is_none();
        is_bare && (0..self.data.len()).all(|at| self.uninitialized.contains(at))
    }

    /// Whether uninitialized bytes are an input.
    pub fn is_input(&self) -> bool {
        self.origin.is_some()
    }

    /// The whole values.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.overlay.values()
    }

    /// The same content with each whole value replaced.
    pub(super) fn map_values(&self, replace: impl Fn(&Value) -> Value) -> Bytes {
        let mut mapped = self.clone();
        for value in mapped.overlay.values_mut() {
            *value = replace(value);
        }
        mapped
    }
}
