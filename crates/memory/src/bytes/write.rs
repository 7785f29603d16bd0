//! Writes at known offsets.

use super::kept::EAGER_BYTES;
use super::overlay::Entry;
use super::{Bytes, array};
use crate::Scalars;
use crate::value::Value;
use std::ops::Range;

impl Bytes {
    /// Overwrites bytes in place if only concrete bytes are there.
    #[inline]
    pub fn write_concrete_fast(&mut self, offset: usize, bytes: usize, value: u64) -> bool {
        if !self.overlay.is_empty() || !self.uninitialized.is_empty() || self.array.is_some() {
            return false;
        }
        let Some(target) = self.data.get_mut(offset..offset + bytes) else {
            return false;
        };
        target.copy_from_slice(&value.to_le_bytes()[..bytes]);
        true
    }

    /// Writes a value of this many bytes: `Bits` of `8 * bytes`, or a pointer, a function or a
    /// union of them.
    pub fn write(&mut self, scalars: &mut Scalars, offset: usize, bytes: usize, value: Value) {
        debug_assert!(offset + bytes <= self.len, "a write outside of its object");
        if let Some(number) = value.as_u128() {
            return self.write_slice(scalars, offset, &number.to_le_bytes()[..bytes]);
        }
        self.settle(scalars, offset + bytes);
        if let Some(array) = self.array {
            let term = scalars.term(&value, bytes);
            let written = array::store(scalars.pool, array, offset, term, bytes);
            self.array = Some(written);
            return;
        }
        self.clear(scalars, offset..offset + bytes);
        let bytes = bytes as u32;
        self.overlay.insert(offset, Entry { bytes, value });
    }

    /// Writes concrete bytes.
    pub fn write_slice(&mut self, scalars: &mut Scalars, offset: usize, slice: &[u8]) {
        let end = offset + slice.len();
        self.settle(scalars, end);
        if let Some(mut array) = self.array {
            for (at, byte) in (offset..end).zip(slice) {
                let byte = scalars.pool.bits(8, u128::from(*byte));
                array = array::store(scalars.pool, array, at, byte, 1);
            }
            self.array = Some(array);
            return;
        }
        self.clear(scalars, offset..end);
        self.data[offset..end].copy_from_slice(slice);
    }

    /// Writes one concrete byte to a whole range.
    pub fn fill(&mut self, scalars: &mut Scalars, offset: usize, bytes: usize, byte: u8) {
        let tail = bytes > EAGER_BYTES.get() && offset + bytes == self.len;
        if tail && self.fill_tail(scalars, offset, byte) {
            return;
        }
        self.write_slice(scalars, offset, &vec![byte; bytes]);
    }

    /// Sets all bytes from an offset on to this one. Returns whether it could: an array term
    /// cannot.
    pub fn fill_tail(&mut self, scalars: &mut Scalars, offset: usize, byte: u8) -> bool {
        self.settle(scalars, offset);
        if self.array.is_some() {
            return false;
        }
        self.cut(scalars, offset, Some(byte));
        true
    }

    /// Clears a range: entries in it are removed, those that cross its ends are split into bytes,
    /// and all bytes count as initialized.
    pub(super) fn clear(&mut self, scalars: &mut Scalars, range: Range<usize>) {
        if range.is_empty() {
            return;
        }
        if !self.overlay.is_empty() {
            for edge in [range.start, range.end] {
                if let Some((start, _)) = self.overlay.reaching_over(edge) {
                    self.split(scalars, start);
                }
            }
            self.overlay.remove_starting_in(range.clone());
        }
        self.uninitialized.remove(range);
    }

    /// Replaces an entry by one entry (or concrete byte) for each of its bytes.
    fn split(&mut self, scalars: &mut Scalars, start: usize) {
        let Some(entry) = self.overlay.remove(start) else {
            return;
        };
        for position in 0..entry.bytes as usize {
            let value = entry.part(scalars, position, 1);
            match value.as_u64() {
                Some(byte) => self.data[start + position] = byte as u8,
                None => self
                    .overlay
                    .insert(start + position, Entry { bytes: 1, value }),
            }
        }
    }
}
