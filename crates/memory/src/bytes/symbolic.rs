//! Reads and writes of byte objects at symbolic offsets.
//!
//! The structure of the offset bounds it: its range, and low bits known to be zero, give a sequence
//! of candidate positions. A read becomes a decision tree over the bits of the position; a write
//! replaces each candidate under the condition that it is the position. If a write has too many
//! candidates, the object becomes an array term.
//!
//! Where not all bytes at an offset are inside of the object, what is read there is arbitrary, and
//! nothing is written: ranges of symbolic length have parts that are not reached, and pointers to
//! one of several objects have offsets that mean nothing in the others.

use super::{Bytes, array};
use crate::Scalars;
use crate::value::Value;
use sheaf_term::{Pool, Term};

sheaf_tuning::constants! {
    /// A write with more candidates than this turns the object into an array term.
    MAX_WRITE_CANDIDATES: u64 = 256, 1 => 4096, "offsets";
    /// A read with more candidates than this converts an object with uninitialized bytes to an
    /// array term.
    MAX_UNWRITTEN_CANDIDATES: u64 = 4096, 1 => 1 << 16, "offsets";
}

/// An offset behind every object, and so are those of the bytes that follow.
const OUTSIDE: u64 = 1 << 63;

/// The possible positions of a symbolic offset: `first + k * stride` for `k < count`.
struct Candidates {
    first: u64,
    stride: u64,
    count: u64,
}

impl Candidates {
    /// The positions with some bytes inside of an object of this size; `None` if there are none.
    fn new(pool: &Pool, offset: Term, size: u64, bytes: u64) -> Option<Candidates> {
        let (low, high) = pool.range(offset);
        let last = size.checked_sub(bytes)?;
        let stride = 1u64 << pool.trailing_zeros(offset).min(12);
        let first = u64::try_from(low).ok()?.checked_next_multiple_of(stride)?;
        let last = last.min(u64::try_from(high).unwrap_or(u64::MAX));
        let count = last.checked_sub(first)? / stride + 1;
        Some(Candidates {
            first,
            stride,
            count,
        })
    }

    /// The positions, ascending.
    fn positions(&self) -> impl Iterator<Item = usize> {
        let (first, stride) = (self.first, self.stride);
        (0..self.count).map(move |k| (first + k * stride) as usize)
    }

    /// The end of the last candidate's bytes.
    fn end(&self, bytes: usize) -> usize {
        let last = self.first + (self.count - 1) * self.stride;
        (last as usize).saturating_add(bytes)
    }

    /// The index of the candidate at `offset`, as a term.
    fn number(&self, pool: &mut Pool, offset: Term) -> Term {
        let first = pool.bits(64, u128::from(self.first));
        let from_first = pool.sub(offset, first);
        let shift = pool.bits(64, u128::from(self.stride.trailing_zeros()));
        pool.lshr(from_first, shift)
    }
}

impl Bytes {
    fn candidates(&self, pool: &Pool, offset: Term, bytes: usize) -> Option<Candidates> {
        Candidates::new(pool, offset, self.len as u64, bytes as u64)
    }

    /// Approximate number of terms that a read at a symbolic offset creates: one for each candidate
    /// or, if an array is created, one for each kept byte.
    pub fn effort_of_read(&self, pool: &Pool, offset: Term, bytes: usize) -> u64 {
        if self.array.is_some() {
            return bytes as u64;
        }
        let candidates = self.candidates(pool, offset, bytes);
        candidates.map_or(0, |it| it.count.min(self.kept() as u64))
    }

    /// Approximate number of terms that a write at a symbolic offset creates.
    pub fn effort_of_write(&self, pool: &Pool, offset: Term, bytes: usize) -> u64 {
        match self.effort_of_read(pool, offset, bytes) {
            many if many > MAX_WRITE_CANDIDATES.get() => self.kept() as u64,
            few => few,
        }
    }

    /// Whether a read at a symbolic offset may touch bytes that are uninitialized, or not kept yet.
    pub fn has_uninitialized_at(&self, pool: &Pool, offset: Term, bytes: usize) -> bool {
        let Some(candidates) = self.candidates(pool, offset, bytes) else {
            return false;
        };
        let uninitialized = |at: usize| self.has_uninitialized(at, bytes);
        self.array.is_none()
            && (candidates.end(bytes) > self.kept() || candidates.positions().any(uninitialized))
    }

    /// Replaces uninitialized bytes that a read at a symbolic offset may touch by indeterminate
    /// terms.
    pub fn ensure_written_at(&mut self, scalars: &mut Scalars, offset: Term, bytes: usize) {
        let Some(candidates) = self.candidates(scalars.pool, offset, bytes) else {
            return;
        };
        if candidates.count > MAX_UNWRITTEN_CANDIDATES.get() {
            self.make_array(scalars);
            return;
        }
        for position in candidates.positions() {
            self.ensure_written(scalars, position, bytes);
        }
    }

    /// The value at a symbolic offset, if all bytes are initialized; `None` if no offset is inside.
    pub fn read_at(&self, scalars: &mut Scalars, offset: Term, bytes: usize) -> Option<Value> {
        let candidates = self.candidates(scalars.pool, offset, bytes)?;
        if let Some(array) = self.array {
            let term = array::select_at(scalars.pool, array, offset, bytes);
            return Some(Value::from_term(scalars.pool, term));
        }
        let values: Vec<Value> = candidates
            .positions()
            .map(|position| self.read(scalars, position, bytes))
            .collect();
        let number = candidates.number(scalars.pool, offset);
        let levels = values.len().next_power_of_two().trailing_zeros();
        Some(decision_tree(scalars.pool, number, levels, &values))
    }

    /// Writes a value at a symbolic offset; returns `false` if no offset is inside.
    pub fn write_at(
        &mut self,
        scalars: &mut Scalars,
        offset: Term,
        bytes: usize,
        value: &Value,
    ) -> bool {
        let Some(candidates) = self.candidates(scalars.pool, offset, bytes) else {
            return false;
        };
        if self.array.is_some() || candidates.count > MAX_WRITE_CANDIDATES.get() {
            let array = self.make_array(scalars);
            let term = scalars.term(value, bytes);
            let is_whole = candidates.stride >= bytes as u64
                && (self.len as u64).is_multiple_of(candidates.stride);
            let offset = match is_whole {
                true => offset,
                false => self.confined(scalars.pool, offset, bytes),
            };
            let written = array::store_at(scalars.pool, array, offset, term, bytes);
            self.array = Some(written);
        } else if candidates.stride < bytes as u64 {
            self.write_bytes_at(scalars, offset, bytes, value);
        } else {
            self.write_candidates(scalars, &candidates, offset, bytes, value);
        }
        true
    }

    /// The offset where all bytes there are inside, and elsewhere one at which none is.
    fn confined(&self, pool: &mut Pool, offset: Term, bytes: usize) -> Term {
        let last = (self.len - bytes) as u64;
        if bytes == 1 || pool.range(offset).1 <= last.into() {
            return offset;
        }
        let last = pool.bits(64, last.into());
        let is_inside = pool.ule(offset, last);
        let outside = pool.bits(64, OUTSIDE.into());
        pool.ite(is_inside, offset, outside)
    }

    /// Writes to candidates that do not overlap.
    fn write_candidates(
        &mut self,
        scalars: &mut Scalars,
        candidates: &Candidates,
        offset: Term,
        bytes: usize,
        value: &Value,
    ) {
        let number = candidates.number(scalars.pool, offset);
        for (k, position) in (0u128..).zip(candidates.positions()) {
            let wanted = scalars.pool.bits(64, k);
            let meant = scalars.pool.eq(number, wanted);
            self.ensure_written(scalars, position, bytes);
            let old = self.read(scalars, position, bytes);
            let new = Value::choice(scalars.pool, meant, value, &old);
            self.write(scalars, position, bytes, new);
        }
    }

    /// Writes byte by byte, for candidates that overlap.
    fn write_bytes_at(&mut self, scalars: &mut Scalars, offset: Term, bytes: usize, value: &Value) {
        let term = scalars.term(value, bytes);
        let offset = self.confined(scalars.pool, offset, bytes);
        for position in 0..bytes {
            let pool = &mut *scalars.pool;
            let byte = pool.extract(term, position as u32 * 8 + 7, position as u32 * 8);
            let byte = Value::from_term(pool, byte);
            let distance = pool.bits(64, position as u128);
            let at = pool.add(offset, distance);
            self.write_at(scalars, at, 1, &byte);
        }
    }
}

/// The value with this index, as decisions on the lowest `levels` bits of `number`, highest bit
/// first. An index beyond the end is excluded and takes the last value.
fn decision_tree(pool: &mut Pool, number: Term, levels: u32, values: &[Value]) -> Value {
    let Some(level) = levels.checked_sub(1) else {
        return values[0].clone();
    };
    let half = 1usize << level;
    if values.len() <= half {
        return decision_tree(pool, number, level, values);
    }
    let high = decision_tree(pool, number, level, &values[half..]);
    let low = decision_tree(pool, number, level, &values[..half]);
    let bit = pool.extract(number, level, level);
    let one = pool.bits(1, 1);
    let taken = pool.eq(bit, one);
    Value::choice(pool, taken, &high, &low)
}
