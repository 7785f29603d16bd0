//! Uninitialized bytes: their set, and the indeterminate terms that they become when they are read.

use super::Bytes;
use super::fresh::Origin;
use super::kept::EAGER_BYTES;
use crate::Scalars;
use crate::value::Value;
use fixedbitset::FixedBitSet;
use sheaf_term::{MemoryPlace, Pool, Sort, SymbolInfo, Term};
use std::ops::Range;

/// The maximum number of bytes of one indeterminate term.
const MAX_TERM_BYTES: usize = 16;

/// In long ranges, an indeterminate term stands for the bytes of one aligned word. So do inputs.
pub(super) const WORD_BYTES: usize = 8;

/// Prefix of the names of inputs for uninitialized memory.
pub(super) const INPUT: &str = "uninitialized:";

sheaf_tuning::constants! {
    /// The maximum number of uninitialized bytes that get indeterminate terms when they are copied.
    /// Longer copies end the path, unless a program must not depend on their values.
    MAX_COPIED_BYTES: usize = 1 << 20, 1 => 1 << 22, "bytes";
}

/// A set of offsets.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Uninitialized {
    /// As wide as was needed so far.
    offsets: FixedBitSet,
    count: usize,
}

impl Uninitialized {
    /// Whether no offset is in the set.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Whether an offset is in the set.
    pub fn contains(&self, at: usize) -> bool {
        self.offsets.contains(at)
    }

    /// Adds a range of offsets.
    pub fn insert(&mut self, range: Range<usize>) {
        self.offsets.grow(range.end);
        self.count += range.len() - self.offsets.count_ones(range.clone());
        self.offsets.insert_range(range);
    }

    /// Removes a range of offsets.
    pub fn remove(&mut self, range: Range<usize>) {
        let end = range.end.min(self.offsets.len());
        if self.is_empty() || range.start >= end {
            return;
        }
        self.count -= self.offsets.count_ones(range.start..end);
        self.offsets.remove_range(range.start..end);
        if self.is_empty() {
            self.offsets = FixedBitSet::default();
        }
    }
}

impl Bytes {
    /// Whether the bytes after the kept ones are uninitialized.
    pub fn has_uninitialized_rest(&self) -> bool {
        self.array.is_none() && self.rest.is_none()
    }

    pub(super) fn is_uninitialized(&self, at: usize) -> bool {
        if at >= self.data.len() {
            return self.has_uninitialized_rest();
        }
        self.uninitialized.contains(at)
    }

    /// Whether a byte of a range is uninitialized, or not kept yet; reading it requires
    /// [`Bytes::ensure_written`] first.
    #[inline]
    pub fn has_uninitialized(&self, offset: usize, bytes: usize) -> bool {
        if offset + bytes > self.data.len() {
            return self.array.is_none();
        }
        !self.uninitialized.is_empty()
            && (offset..offset + bytes).any(|at| self.uninitialized.contains(at))
    }

    /// Replaces uninitialized bytes of a range by indeterminate terms, which stay the same from now
    /// on.
    pub fn ensure_written(&mut self, scalars: &mut Scalars, offset: usize, bytes: usize) {
        let end = offset + bytes;
        self.settle(scalars, end);
        if bytes <= MAX_TERM_BYTES && (offset..end).all(|at| self.is_uninitialized(at)) {
            return self.write_indeterminate(scalars, offset, bytes);
        }
        let mut at = offset;
        while let Some(first) = (at..end).find(|at| self.is_uninitialized(*at)) {
            let word_end = end.min((first / WORD_BYTES + 1) * WORD_BYTES);
            let written = (first..word_end).find(|at| !self.is_uninitialized(*at));
            at = written.unwrap_or(word_end);
            self.write_indeterminate(scalars, first, at - first);
        }
    }

    /// Whether a byte of a range to be copied requires [`Bytes::ensure_written`] first, so that the
    /// copy has the same value; `None` if it does, but there are too many.
    pub fn needs_value_for_copy(&self, offset: usize, bytes: usize) -> Option<bool> {
        let kept = self.kept().saturating_sub(offset).min(bytes);
        let needs = kept < bytes && self.has_uninitialized_rest()
            || kept > 0 && self.has_uninitialized(offset, kept);
        (!needs || bytes <= MAX_COPIED_BYTES.get()).then_some(needs)
    }

    /// Writes an indeterminate term.
    pub(super) fn write_indeterminate(
        &mut self,
        scalars: &mut Scalars,
        offset: usize,
        bytes: usize,
    ) {
        if let Some(origin) = self.origin {
            return self.write_inputs(scalars, offset, bytes, origin);
        }
        let sort = Sort::Bits(8 * bytes as u32);
        let place = scalars.object.map(|object| MemoryPlace {
            object: object.0,
            offset: offset as u64,
        });
        let term = scalars.pool.uninitialized(sort, place);
        self.write(scalars, offset, bytes, Value::Term(term));
    }
}

impl Bytes {
    /// Gives all uninitialized bytes their symbols, so that none depends on the origin any more.
    /// Those of very large objects become indeterminate.
    pub(super) fn forget_origin(&mut self, scalars: &mut Scalars) {
        if self.origin.is_some() && self.array.is_none() && self.kept() <= EAGER_BYTES.get() {
            self.ensure_written(scalars, 0, self.kept());
        }
        self.origin = None;
    }

    /// Writes the parts of symbols that lie in a range.
    fn write_inputs(&mut self, scalars: &mut Scalars, offset: usize, bytes: usize, origin: Origin) {
        let (mut at, end) = (offset, offset + bytes);
        let unit = origin.word_bytes();
        while at < end {
            let start = at / unit * unit;
            let stop = end.min(start + unit);
            let term = origin.word(scalars.pool, start);
            let [low, high] = [at, stop].map(|at| 8 * (at - start) as u32);
            let part = scalars.pool.extract(term, high - 1, low);
            self.write(scalars, at, stop - at, Value::Term(part));
            at = stop;
        }
    }
}

/// The symbol of a word of an object's initial content, or of a scalar of this width. The same on
/// all paths, like any input.
pub fn uninitialized_word(pool: &mut Pool, origin: usize, word: usize, width: u32) -> Term {
    pool.input(
        &format!("{INPUT}{origin}.{word}"),
        Sort::Bits(width),
        origin,
    )
}

/// The object (by its origin) and the byte offset of a symbol for initial content; `None` for other
/// symbols.
pub fn uninitialized_part(info: &SymbolInfo) -> Option<(usize, usize)> {
    let (origin, word) = info.name.strip_prefix(INPUT)?.split_once('.')?;
    let word: usize = word.parse().ok()?;
    Some((origin.parse().ok()?, word * WORD_BYTES))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;
    use sheaf_term::Pool;

    #[test]
    fn bytes_never_written_may_be_an_input() {
        let (pool, layout) = (&mut Pool::new(), &Layout::default());
        let scalars = &mut Scalars::new(pool, layout);
        let mut bytes = Bytes::uninitialized_input(100, 3);
        bytes.ensure_written(scalars, 6, 4);
        let Value::Term(part) = bytes.read(scalars, 8, 2) else {
            panic!("it is symbolic")
        };
        assert!(!scalars.pool.has_indeterminate(part));
        let parts: Vec<_> = scalars.pool.symbols(part).iter().copied().collect();
        let part = uninitialized_part(scalars.pool.symbol_info(parts[0]));
        assert_eq!((parts.len(), part), (1, Some((3, 8))));
    }

    #[test]
    fn bytes_never_written_stay_the_same_indeterminate_value() {
        let (pool, layout) = (&mut Pool::new(), &Layout::default());
        let scalars = &mut Scalars::new(pool, layout);
        let mut bytes = Bytes::uninitialized(100);
        assert!(bytes.has_uninitialized(40, 4));
        bytes.ensure_written(scalars, 40, 4);
        let first = bytes.read(scalars, 40, 4);
        assert_eq!(first, bytes.read(scalars, 40, 4));
        assert!(matches!(first, Value::Term(term) if scalars.pool.has_indeterminate(term)));
        let mut copy = Bytes::zeroed(100);
        copy.copy_from(scalars, 0, &bytes, 38..48);
        assert!(
            copy.has_uninitialized(0, 2)
                && !copy.has_uninitialized(2, 4)
                && copy.has_uninitialized(6, 4)
        );
        assert_eq!(copy.read(scalars, 2, 4), first);
    }
}
