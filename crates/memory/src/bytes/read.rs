//! Reads at known offsets.

use super::{Bytes, array};
use crate::Scalars;
use crate::value::Value;
use sheaf_term::{Pool, Term};
use std::ops::Range;

/// The maximum number of concrete bytes that are read as one value.
const MAX_CONCRETE_BYTES: usize = 16;

impl Bytes {
    /// The bytes, if all in the range are concrete and initialized. The range lies inside.
    #[inline]
    pub fn concrete_range(&self, offset: usize, bytes: usize) -> Option<&[u8]> {
        if self.overlay.is_empty() && self.uninitialized.is_empty() && self.array.is_none() {
            return self.data.get(offset..offset + bytes);
        }
        self.concrete_range_slow(offset..offset + bytes)
    }

    fn concrete_range_slow(&self, range: Range<usize>) -> Option<&[u8]> {
        let slice = self.data.get(range.clone())?;
        let plain = self.overlay.over_some(range.clone()).next().is_none()
            && !range.into_iter().any(|at| self.is_uninitialized(at));
        plain.then_some(slice)
    }

    /// The value of initialized bytes: the whole value stored there, else `Bits` of `8 * bytes`.
    pub fn read(&self, scalars: &mut Scalars, offset: usize, bytes: usize) -> Value {
        debug_assert!(offset + bytes <= self.len, "a read outside of its object");
        if let Some(slice) = self.concrete_range(offset, bytes) {
            return Value::bits(8 * bytes as u32, from_little_endian(slice));
        }
        if let Some(array) = self.array {
            let term = array::select(scalars.pool, array, offset, bytes);
            return Value::from_term(scalars.pool, term);
        }
        if let Some(entry) = self.overlay.starting_at(offset)
            && entry.bytes as usize == bytes
        {
            return entry.value.clone();
        }
        let range = offset..offset + bytes;
        if scalars.pool.has_diagrams() && self.has_union(range.clone()) {
            return self.read_pieces(scalars, range);
        }
        let mut term = self.read_byte(scalars, offset);
        for at in offset + 1..range.end {
            let byte = self.read_byte(scalars, at);
            term = scalars.pool.concat(byte, term);
        }
        Value::from_term(scalars.pool, term)
    }

    fn has_union(&self, range: Range<usize>) -> bool {
        let mut entries = self.overlay.over_some(range);
        entries.any(|(_, entry)| matches!(entry.value, Value::Union(_)))
    }

    /// The value of bytes that contain unions: assembled from the members of the parts, so that
    /// concrete ones stay concrete.
    fn read_pieces(&self, scalars: &mut Scalars, range: Range<usize>) -> Value {
        let (mut value, mut at) = self.read_piece(scalars, range.clone());
        while at < range.end {
            let (high, next) = self.read_piece(scalars, at..range.end);
            value = Value::map2(scalars.pool, &high, &value, &mut concat);
            at = next;
        }
        value
    }

    /// The leading bytes of a range that lie in one entry, or in none, and their end.
    fn read_piece(&self, scalars: &mut Scalars, range: Range<usize>) -> (Value, usize) {
        let at = range.start;
        if let Some((start, entry)) = self.overlay.over(at) {
            let next = range.end.min(start + entry.bytes as usize);
            return (entry.part(scalars, at - start, next - at), next);
        }
        let next = self.overlay.starting_in(range.clone()).next();
        let next = next.map_or(range.end, |(start, _)| start);
        let next = next.min(at + MAX_CONCRETE_BYTES);
        let bits = (at..next)
            .rev()
            .fold(0, |bits, at| bits << 8 | u128::from(self.plain(at)));
        (Value::bits(8 * (next - at) as u32, bits), next)
    }

    /// An initialized byte outside of whole values.
    pub(super) fn plain(&self, at: usize) -> u8 {
        self.data.get(at).copied().or(self.rest).unwrap_or(0)
    }

    /// An initialized byte as a term; the content must not be an array term.
    pub(super) fn read_byte(&self, scalars: &mut Scalars, at: usize) -> Term {
        debug_assert!(self.array.is_none());
        match self.overlay.over(at) {
            Some((start, entry)) => entry.term(scalars, at - start, 1),
            None => scalars.pool.bits(8, u128::from(self.plain(at))),
        }
    }
}

/// Concatenates two scalars.
fn concat(pool: &mut Pool, high: &Value, low: &Value) -> Value {
    match (high.to_term(pool), low.to_term(pool)) {
        (Some(high), Some(low)) => {
            let both = pool.concat(high, low);
            Value::from_term(pool, both)
        }
        _ => Value::Uninitialized,
    }
}

/// A little-endian number of at most 16 bytes.
#[inline]
fn from_little_endian(slice: &[u8]) -> u128 {
    if slice.len() <= 8 {
        let mut bytes = [0; 8];
        bytes[..slice.len()].copy_from_slice(slice);
        return u128::from(u64::from_le_bytes(bytes));
    }
    let mut bytes = [0; 16];
    bytes[..slice.len()].copy_from_slice(slice);
    u128::from_le_bytes(bytes)
}
