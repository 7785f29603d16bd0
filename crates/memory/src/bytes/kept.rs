//! The number of an object's bytes that are kept individually: small objects keep all, large ones
//! those before the last accessed byte.

use super::Bytes;
use crate::Scalars;

sheaf_tuning::constants! {
    /// Larger objects keep bytes only as far as they were accessed.
    pub EAGER_BYTES: usize = 1 << 16, 1 => 1 << 20, "bytes";
}

/// The maximum number of unaccessed bytes that an access makes an object keep individually; a more
/// distant access converts it to an array term.
const MAX_JUMP: usize = 1 << 26;

/// The maximum number of bytes that are kept individually.
const MAX_KEPT: usize = 1 << 31;

impl Bytes {
    /// Bytes that are all this one, or uninitialized.
    pub(super) fn uniform(size: usize, byte: Option<u8>) -> Self {
        let mut bytes = Self::untouched(size, byte);
        if size <= EAGER_BYTES.get() {
            bytes.reach(size);
        }
        bytes
    }

    /// Bytes that are all this one, or uninitialized, none of them kept.
    pub(super) fn untouched(size: usize, byte: Option<u8>) -> Self {
        Bytes {
            len: size,
            rest: byte,
            ..Self::concrete(Vec::new())
        }
    }

    /// The number of bytes from the start that are kept individually; those behind are all equal.
    pub fn kept(&self) -> usize {
        self.data.len()
    }

    /// Whether the bytes after the kept ones, which are the same number in both, differ.
    pub(super) fn rest_differs(&self, other: &Bytes) -> bool {
        self.kept() < self.len && self.rest != other.rest
    }

    /// Keeps at least the bytes before `end` individually.
    fn reach(&mut self, end: usize) {
        self.keep(end.next_power_of_two().min(self.len));
    }

    /// Keeps the bytes before `end` individually, and no others if these are no fewer than before.
    pub(super) fn keep(&mut self, end: usize) {
        let first = self.data.len();
        if end <= first {
            return;
        }
        self.data.resize(end, self.rest.unwrap_or(0));
        if self.rest.is_none() {
            self.uninitialized.insert(first..end);
        }
    }

    /// Makes both keep the same number of bytes individually.
    pub(super) fn keep_alike(a: &mut Bytes, b: &mut Bytes) {
        if a.array.is_none() && b.array.is_none() {
            let kept = a.kept().max(b.kept());
            a.keep(kept);
            b.keep(kept);
        }
    }

    /// Keeps the bytes before `end` individually, or converts the content to an array term if that
    /// would be too many more.
    pub(super) fn settle(&mut self, scalars: &mut Scalars, end: usize) {
        let kept = self.data.len();
        if self.array.is_some() || end <= kept {
            return;
        }
        if end - kept > MAX_JUMP || end > MAX_KEPT {
            self.make_array(scalars);
        } else {
            self.reach(end);
        }
    }

    /// Sets all bytes from an offset on to this byte, or to uninitialized. The content must not be
    /// an array term, and must be kept up to the offset.
    pub(super) fn cut(&mut self, scalars: &mut Scalars, offset: usize, byte: Option<u8>) {
        debug_assert!(self.array.is_none() && offset <= self.data.len());
        self.clear(scalars, offset..self.data.len());
        if byte.is_none() {
            self.forget_origin(scalars);
        }
        self.data.truncate(offset);
        self.rest = byte;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Layout;
    use crate::value::Value;
    use sheaf_term::Pool;

    #[test]
    fn large_objects_keep_what_was_touched() {
        let (pool, layout) = (&mut Pool::new(), &Layout::default());
        let scalars = &mut Scalars::new(pool, layout);
        let mut bytes = Bytes::uninitialized(1 << 40);
        bytes.write(scalars, 5, 1, Value::bits(8, 1));
        assert!(
            bytes.kept() < 1 << 10
                && bytes.has_uninitialized(4, 1)
                && !bytes.has_uninitialized(5, 1)
        );
        assert!(bytes.has_uninitialized(1 << 30, 1));
        let mut zeroed = Bytes::zeroed(1 << 40);
        zeroed.copy_from(scalars, 3, &bytes, 0..10);
        assert!(
            zeroed.has_uninitialized(3, 1)
                && !zeroed.has_uninitialized(8, 1)
                && zeroed.has_uninitialized(12, 1)
        );
        assert!(zeroed.differs_in_known(&Bytes::zeroed(1 << 40)));
        bytes.write(scalars, 1 << 39, 1, Value::bits(8, 2));
        for (at, value) in [(5, 1), (1 << 39, 2)] {
            assert_eq!(bytes.read(scalars, at, 1), Value::bits(8, value));
        }
    }
}
