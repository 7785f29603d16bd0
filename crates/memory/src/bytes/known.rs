//! The known part of a content, which is neither symbolic nor indeterminate, and differences of two
//! contents in it.

use super::Bytes;
use super::differences::differences;
use crate::value::Value;
use std::ops::Range;

impl Bytes {
    /// Whether a byte is known in one of two contents of the same size and different in the other.
    pub fn differs_in_known(&self, other: &Bytes) -> bool {
        if self.array.is_some() || other.array.is_some() {
            return self.array.is_some() != other.array.is_some();
        }
        if self.kept() != other.kept() {
            let (mut a, mut b) = (self.clone(), other.clone());
            Bytes::keep_alike(&mut a, &mut b);
            return a.differs_in_known(&b);
        }
        let known = |piece: &Range<usize>| !(self.is_unknown(piece) && other.is_unknown(piece));
        self.rest_differs(other) || differences(self, other).iter().any(known)
    }

    /// An offset at which [`Bytes::known_at`] differs between two contents of the same size, if
    /// there is one.
    pub fn known_difference(&self, other: &Bytes) -> Option<usize> {
        if self.array.is_some() || other.array.is_some() {
            return None;
        }
        if self.kept() != other.kept() {
            let (mut a, mut b) = (self.clone(), other.clone());
            Bytes::keep_alike(&mut a, &mut b);
            return a.known_difference(&b);
        }
        let mut offsets = differences(self, other).into_iter().flatten();
        offsets.find(|at| self.known_at(*at) != other.known_at(*at))
    }

    /// Whether no byte of a range is known: each is symbolic or uninitialized.
    fn is_unknown(&self, range: &Range<usize>) -> bool {
        let mut at = range.start;
        while at < range.end {
            at = match self.overlay.over(at) {
                Some((start, entry)) if entry.value.is_symbolic() => start + entry.bytes as usize,
                None if self.is_uninitialized(at) => at + 1,
                _ => return false,
            };
        }
        true
    }

    /// The known content at an offset: the start of a whole value and the value, or the byte.
    pub fn known_at(&self, at: usize) -> Option<(usize, Value)> {
        if self.array.is_some() || self.is_uninitialized(at) {
            return None;
        }
        match self.overlay.over(at) {
            Some((_, entry)) if entry.value.is_symbolic() => None,
            Some((start, entry)) => Some((start, entry.value.clone())),
            None => Some((at, Value::bits(8, u128::from(self.plain(at))))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Layout, Scalars};
    use sheaf_term::{Pool, Sort, SymbolKind};

    /// Symbolic or equal values on both sides are not a difference that merging would make unknown.
    #[test]
    fn only_known_bytes_differ() {
        let (pool, layout) = (&mut Pool::new(), &Layout::default());
        let scalars = &mut Scalars::new(pool, layout);
        let symbol = |scalars: &mut Scalars| {
            Value::Term(scalars.pool.symbol("s", Sort::Bits(16), SymbolKind::Input))
        };
        let (x, y) = (symbol(scalars), symbol(scalars));
        let mut with = |offset: usize, value: &Value| {
            let mut bytes = Bytes::concrete((0..8).collect());
            bytes.write(scalars, offset, 2, value.clone());
            bytes
        };
        let known = Value::bits(16, 0x0302);
        assert!(!with(2, &x).differs_in_known(&with(2, &x)));
        assert!(!with(2, &x).differs_in_known(&with(2, &y)));
        assert!(!with(2, &known).differs_in_known(&with(6, &Value::bits(16, 0x0706))));
        assert!(with(2, &x).differs_in_known(&with(2, &known)));
        assert!(
            with(2, &x).differs_in_known(&with(3, &x)),
            "they overlap in one byte only"
        );
        assert!(with(2, &known).differs_in_known(&with(2, &Value::bits(16, 7))));
        let uninitialized = Bytes::uninitialized(8);
        assert!(uninitialized.differs_in_known(&Bytes::zeroed(8)));
        assert!(!uninitialized.differs_in_known(&uninitialized.clone()));
    }

    #[test]
    fn what_is_known_tells_contents_apart() {
        let (pool, layout) = (&mut Pool::new(), &Layout::default());
        let scalars = &mut Scalars::new(pool, layout);
        let x = Value::Term(scalars.pool.symbol("x", Sort::Bits(8), SymbolKind::Input));
        let size = 1 << 33;
        let mut with = |offset: usize, value: &Value| {
            let mut bytes = Bytes::zeroed(size);
            bytes.write(scalars, offset, 1, value.clone());
            bytes
        };
        let untouched = Bytes::zeroed(size);
        let (one, far) = (with(5, &Value::bits(8, 1)), with(200_000, &x));
        assert_eq!(untouched.known_difference(&one), Some(5));
        assert_eq!(far.known_difference(&untouched), Some(200_000));
        assert_eq!(far.known_difference(&far.clone()), None);
        // Behind what was touched, and where nothing is known.
        assert_eq!(
            untouched.known_at(size - 1),
            Some((size - 1, Value::bits(8, 0)))
        );
        assert_eq!(far.known_at(200_000), None);
        assert_eq!(one.known_at(5), Some((5, Value::bits(8, 1))));
        let behind = (1 << 32) + 5;
        assert_eq!(one.known_at(behind), Some((behind, Value::bits(8, 0))));
        assert_eq!(Bytes::uninitialized(size).known_at(7), None);
    }
}
