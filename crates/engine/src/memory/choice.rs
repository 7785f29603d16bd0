//! Byte contents joined from two.

use super::bytes::{AddressOf, Bytes};
use crate::value::{ObjectId, Value};
use sheaf_term::{Pool, Term};
use std::ops::Range;

/// The largest piece that is joined as one value, in bytes.
const MAX_PIECE: usize = 16;

impl Bytes {
    /// The content that is `then` where the condition holds and `otherwise` where it does not; both have one size.
    pub fn ite(
        pool: &mut Pool,
        address_of: AddressOf,
        condition: Term,
        then: &Bytes,
        otherwise: &Bytes,
    ) -> Bytes {
        let (mut a, mut b) = (then.clone(), otherwise.clone());
        keep_alike(&mut a, &mut b);
        let rests_differ = a.kept() < a.len() && !a.same_rest(&b);
        if rests_differ || a.array().is_some() || b.array().is_some() {
            let (x, y) = (
                a.make_array(pool, address_of),
                b.make_array(pool, address_of),
            );
            a.set_array(pool.ite(condition, x, y));
            return a;
        }
        let mut joined = a.clone();
        for piece in differences(&a, &b) {
            let (offset, bytes) = (piece.start, piece.len());
            a.ensure_written(pool, address_of, offset, bytes);
            b.ensure_written(pool, address_of, offset, bytes);
            let x = a.read(pool, address_of, offset, bytes);
            let y = b.read(pool, address_of, offset, bytes);
            let (x, y) = (as_like(&x, &y), as_like(&y, &x));
            let value = Value::ite(pool, condition, &x, &y);
            joined.write(pool, address_of, offset, bytes, value);
        }
        joined
    }
}

impl Bytes {
    /// Whether some byte is known in one of two contents of one size and not the same in the other.
    pub fn differs_in_known(&self, other: &Bytes) -> bool {
        match (self.array(), other.array()) {
            (None, None) if self.kept() == other.kept() => {
                let rests_differ = self.kept() < self.len() && !self.same_rest(other);
                rests_differ
                    || differences(self, other)
                        .iter()
                        .any(|piece| !(self.is_unknown(piece) && other.is_unknown(piece)))
            }
            (None, None) => {
                let (mut a, mut b) = (self.clone(), other.clone());
                keep_alike(&mut a, &mut b);
                a.differs_in_known(&b)
            }
            (a, b) => a.is_some() != b.is_some(),
        }
    }

    /// An offset at which [`Bytes::known_at`] tells two contents of one size apart, if there is one.
    pub fn known_difference(&self, other: &Bytes) -> Option<usize> {
        if self.array().is_some() || other.array().is_some() {
            return None;
        }
        if self.kept() != other.kept() {
            let (mut a, mut b) = (self.clone(), other.clone());
            keep_alike(&mut a, &mut b);
            return a.known_difference(&b);
        }
        let mut offsets = differences(self, other).into_iter().flatten();
        offsets.find(|at| self.known_at(*at) != other.known_at(*at))
    }
}

/// Makes both keep equally many bytes one by one.
fn keep_alike(a: &mut Bytes, b: &mut Bytes) {
    if a.array().is_none() && b.array().is_none() {
        let kept = a.kept().max(b.kept());
        a.keep(kept);
        b.keep(kept);
    }
}

/// A word of 64 bits as an address, if the other value is a pointer or function: so a null pointer that was written as zeros is one.
fn as_like(value: &Value, other: &Value) -> Value {
    let pointers = other.members().any(|(_, it)| {
        matches!(
            it,
            Value::Ptr { .. } | Value::SymPtr { .. } | Value::Func(_)
        )
    });
    match value {
        Value::Bits { width: 64, bits } if pointers => Value::Ptr {
            object: ObjectId::NONE,
            offset: *bits,
        },
        value => value.clone(),
    }
}

/// The pieces in which two contents that keep equally many bytes may differ there, ascending and apart.
fn differences(a: &Bytes, b: &Bytes) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < a.kept() {
        let entry = a
            .next_entry(at)
            .into_iter()
            .chain(b.next_entry(at))
            .min_by_key(|range| range.start);
        let end = entry.as_ref().map_or(a.kept(), |range| range.start);
        plain_differences(a, b, at..end, &mut pieces);
        let Some(entry) = entry else {
            break;
        };
        let cluster = cluster(a, b, entry);
        at = cluster.end;
        if a.same_entry(b, &cluster) {
            continue;
        }
        if cluster.len() <= MAX_PIECE {
            pieces.push(cluster);
        } else {
            pieces.extend(cluster.map(|at| at..at + 1));
        }
    }
    pieces
}

/// The smallest range around one that no whole value of either side reaches out of.
fn cluster(a: &Bytes, b: &Bytes, mut range: Range<usize>) -> Range<usize> {
    loop {
        let end = [a, b]
            .iter()
            .filter_map(|bytes| bytes.entry_over(range.end))
            .map(|entry| entry.end)
            .max();
        match end {
            Some(end) => range.end = end,
            None => return range,
        }
    }
}

/// The differing bytes of a range without whole values, in aligned words of up to 8 bytes where the range has room.
fn plain_differences(a: &Bytes, b: &Bytes, range: Range<usize>, pieces: &mut Vec<Range<usize>>) {
    let mut at = range.start;
    while let Some(first) = a.first_difference(b, at..range.end) {
        let word = word_around(a, b, first, &range, at);
        at = word.end;
        pieces.push(word);
    }
}

/// The smallest aligned word that holds the differing bytes next to `first`.
fn word_around(
    a: &Bytes,
    b: &Bytes,
    first: usize,
    range: &Range<usize>,
    from: usize,
) -> Range<usize> {
    let mut word = first..first + 1;
    for size in [2, 4, 8] {
        let start = first / size * size;
        let larger = start..start + size;
        if larger.start < from || larger.end > range.end {
            break;
        }
        if a.first_difference(b, word.end..larger.end).is_some() {
            word = larger;
        }
    }
    word
}
