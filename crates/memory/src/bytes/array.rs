//! Byte objects as array terms from 64-bit offsets to bytes.

use super::Bytes;
use super::kept::EAGER_BYTES;
use crate::Scalars;
use sheaf_term::{Pool, Sort, Term};

/// Width of an offset in bits.
const OFFSET_BITS: u32 = 64;

impl Bytes {
    /// Converts the content into one array term, for writes at symbolic offsets with too many
    /// candidates.
    pub(super) fn make_array(&mut self, scalars: &mut Scalars) -> Term {
        if let Some(array) = self.array {
            return array;
        }
        if self.origin.is_some() && self.data.len() <= EAGER_BYTES.get() {
            self.ensure_written(scalars, 0, self.data.len());
        }
        let uninitialized = !self.uninitialized.is_empty();
        let base = match self.rest {
            rest if self.data.len() < self.len => rest,
            _ => (!uninitialized).then_some(0),
        };
        if base.is_some() && uninitialized {
            self.ensure_written(scalars, 0, self.data.len());
        }
        let mut array = uniform(scalars.pool, base);
        for at in 0..self.data.len() {
            let is_base = base == Some(self.data[at]) && self.overlay.over(at).is_none();
            if is_base || self.is_uninitialized(at) {
                continue;
            }
            let byte = self.read_byte(scalars, at);
            array = store(scalars.pool, array, at, byte, 1);
        }
        self.become_array(array);
        array
    }

    /// The content as an array term, if all bytes are initialized and belong to scalars.
    pub fn to_array(&self, scalars: &mut Scalars) -> Option<Term> {
        if self.origin.is_some() {
            return None;
        }
        let array = match self.array {
            Some(array) => array,
            None => {
                let is_written = self.rest.is_some() || self.data.len() == self.len;
                if !is_written || !self.uninitialized.is_empty() {
                    return None;
                }
                let mut values = self.overlay.values();
                if values.any(|value| value.fold(scalars.pool).is_none()) {
                    return None;
                }
                self.clone().make_array(scalars)
            }
        };
        (!scalars.pool.has_indeterminate(array)).then_some(array)
    }

    /// Replaces the content by an array term.
    pub fn become_array(&mut self, array: Term) {
        *self = Bytes {
            array: Some(array),
            len: self.len,
            rest: self.rest,
            ..Bytes::concrete(Vec::new())
        };
    }
}

/// An array in which all bytes are this one, or indeterminate.
fn uniform(pool: &mut Pool, byte: Option<u8>) -> Term {
    match byte {
        Some(byte) => {
            let byte = pool.bits(8, u128::from(byte));
            pool.const_array(OFFSET_BITS, byte)
        }
        None => {
            let sort = Sort::Array {
                index: OFFSET_BITS,
                element: 8,
            };
            pool.uninitialized(sort, None)
        }
    }
}

/// The array after writing the little-endian bytes of a value at a concrete offset.
pub fn store(pool: &mut Pool, array: Term, at: usize, value: Term, bytes: usize) -> Term {
    let index = pool.bits(OFFSET_BITS, at as u128);
    store_at(pool, array, index, value, bytes)
}

/// The little-endian value of the bytes at a concrete offset.
pub fn select(pool: &mut Pool, array: Term, at: usize, bytes: usize) -> Term {
    let index = pool.bits(OFFSET_BITS, at as u128);
    select_at(pool, array, index, bytes)
}

/// The little-endian value of the bytes at an offset.
pub fn select_at(pool: &mut Pool, array: Term, offset: Term, bytes: usize) -> Term {
    let mut value = pool.select(array, offset);
    for position in 1..bytes {
        let index = plus(pool, offset, position);
        let byte = pool.select(array, index);
        value = pool.concat(byte, value);
    }
    value
}

/// The array after writing the little-endian bytes of a value at an offset.
pub fn store_at(pool: &mut Pool, mut array: Term, offset: Term, value: Term, bytes: usize) -> Term {
    for position in 0..bytes {
        let byte = pool.extract(value, position as u32 * 8 + 7, position as u32 * 8);
        let index = plus(pool, offset, position);
        array = pool.store(array, index, byte);
    }
    array
}

fn plus(pool: &mut Pool, offset: Term, bytes: usize) -> Term {
    let bytes = pool.bits(OFFSET_BITS, bytes as u128);
    pool.add(offset, bytes)
}
