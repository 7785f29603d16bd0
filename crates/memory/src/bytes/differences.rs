//! Differences of two contents that keep the same number of bytes individually.

use super::Bytes;
use super::overlay::Entry;
use std::ops::Range;

/// The largest piece that is joined as one value, in bytes.
const MAX_PIECE: usize = 16;

impl Bytes {
    /// The range of the first whole value that ends after an offset.
    fn next_entry(&self, at: usize) -> Option<Range<usize>> {
        let mut entries = self.overlay.over_some(at..self.kept());
        entries.next().map(range_of)
    }

    /// Whether both have the same whole value in a range, and nothing else.
    fn same_entry(&self, other: &Bytes, range: &Range<usize>) -> bool {
        let [ours, theirs] = [self, other].map(|it| it.overlay.starting_at(range.start));
        ours.is_some_and(|entry| entry.bytes as usize == range.len()) && ours == theirs
    }

    /// The first offset in a range without whole values where two contents differ.
    fn first_difference(&self, other: &Bytes, range: Range<usize>) -> Option<usize> {
        let (a, b) = (&self.data[range.clone()], &other.data[range.clone()]);
        if a == b && self.uninitialized.is_empty() && other.uninitialized.is_empty() {
            return None;
        }
        range.into_iter().find(|at| {
            let (ours, theirs) = (self.is_uninitialized(*at), other.is_uninitialized(*at));
            ours != theirs || !ours && self.data[*at] != other.data[*at]
        })
    }
}

fn range_of((start, entry): (usize, &Entry)) -> Range<usize> {
    start..start + entry.bytes as usize
}

/// The ranges in which two contents that keep the same number of bytes may differ, ascending and
/// disjoint.
pub fn differences(a: &Bytes, b: &Bytes) -> Vec<Range<usize>> {
    debug_assert_eq!(a.kept(), b.kept());
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < a.kept() {
        let entries = [a, b].map(|bytes| bytes.next_entry(at));
        let entry = entries.into_iter().flatten().min_by_key(|it| it.start);
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

/// The smallest enclosing range that no whole value of either side crosses.
fn cluster(a: &Bytes, b: &Bytes, mut range: Range<usize>) -> Range<usize> {
    loop {
        let end = [a, b]
            .iter()
            .filter_map(|bytes| bytes.overlay.reaching_over(range.end))
            .map(|entry| range_of(entry).end)
            .max();
        match end {
            Some(end) => range.end = end,
            None => return range,
        }
    }
}

/// The differing bytes of a range without whole values, in aligned words of up to 8 bytes where
/// they fit.
fn plain_differences(a: &Bytes, b: &Bytes, range: Range<usize>, pieces: &mut Vec<Range<usize>>) {
    let mut at = range.start;
    while let Some(first) = a.first_difference(b, at..range.end) {
        let word = word_around(a, b, first, &range, at);
        at = word.end;
        pieces.push(word);
    }
}

/// The smallest aligned word with the differing bytes after `first`.
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
