//! Which objects have different addresses on every platform.
//!
//! Each object has an address of its own here, but not on every platform:
//!
//! - the memory of an object whose life has ended may be used again;
//! - objects without bytes may start where others do, except those from `malloc`;
//! - locals of blocks and temporaries share memory with others that are not alive with them;
//! - compilers and linkers let string literals share bytes: one that ends like another, or like a
//!   constant, may be a part of it.
//!
//! What depends on such addresses is decided by the solver, with a symbol for each address.

use super::heap::{Content, Heap, Object, Storage};
use crate::value::{ObjectId, Value};

sheaf_tuning::constants! {
    /// Literals that are longer than this are taken to agree somewhere.
    MAX_COMPARED: u64 = 512, 1 => 8192, "bytes";
}

impl Heap {
    /// Whether two objects certainly never overlap: they are in different regions of the address
    /// space, or were alive at the same time, and cannot share bytes.
    pub fn are_apart(&self, a: ObjectId, b: ObjectId) -> bool {
        let [x, y] = [a, b].map(|id| self.get(id));
        // Ids are assigned in the order of allocation. If paths have merged, an object's id can
        // only be too large.
        let together = a.0.max(x.begun) < y.ended && b.0.max(y.begun) < x.ended;
        let apart = together || x.storage.region() != y.storage.region();
        apart && !(may_be_one(x, y) && x.may_share(y))
    }

    /// Whether the bytes at these offsets of two objects certainly have different addresses.
    pub fn differ(&self, (a, at): (ObjectId, u64), (b, other): (ObjectId, u64)) -> bool {
        let [x, y] = [a, b].map(|id| self.get(id));
        let are_bytes = x.has_address(at) && y.has_address(other);
        are_bytes
            && match may_be_one(x, y) {
                true => !x.agrees(y, i128::from(at) - i128::from(other)),
                false => self.are_apart(a, b),
            }
    }
}

/// Whether the bytes of two objects may be the same, if they are equal: LLVM also merges a literal
/// with a constant that has a name.
fn may_be_one(x: &Object, y: &Object) -> bool {
    let has_literal = x.storage == Storage::Literal || y.storage == Storage::Literal;
    has_literal && x.storage.is_read_only() && y.storage.is_read_only()
}

impl Object {
    /// Whether no other object starts at its address, even if it has no bytes.
    pub fn is_distinct_if_empty(&self) -> bool {
        let has_bytes = matches!(self.content, Content::Bytes(_) | Content::External);
        matches!(self.storage, Storage::Heap | Storage::Mapped) || !has_bytes
    }

    /// Whether an address certainly belongs to this object: that of one of its bytes, or that of
    /// its start if that is distinct.
    #[inline]
    fn has_address(&self, offset: u64) -> bool {
        self.size.known().is_some_and(|size| offset < size)
            || offset == 0 && self.is_distinct_if_empty()
    }

    /// Whether there is a place at which two literals can overlap.
    fn may_share(&self, other: &Object) -> bool {
        let (Some(size), Some(length)) = (self.size.known(), other.size.known()) else {
            return true;
        };
        size.max(length) > MAX_COMPARED.get()
            || (1 - i128::from(length)..i128::from(size)).any(|shift| self.agrees(other, shift))
    }

    /// Whether two literals have the same bytes where they overlap, if the second one starts at
    /// this offset of the first.
    fn agrees(&self, other: &Object, shift: i128) -> bool {
        let (Some(size), Some(length)) = (self.size.known(), other.size.known()) else {
            return true;
        };
        let overlap = shift.max(0)..i128::from(size).min(shift + i128::from(length));
        overlap.into_iter().all(|at| {
            let [ours, theirs] =
                [(self, at), (other, at - shift)].map(|(object, at)| object.known_at(at as usize));
            // Pointers and symbols, whose starts count, may be equal.
            let is_byte = |value: &Value| matches!(value, Value::Bits { width: 8, .. });
            match (ours, theirs) {
                (Some((_, a)), Some((_, b))) if is_byte(&a) && is_byte(&b) => a == b,
                _ => true,
            }
        })
    }
}
