//! Whole values stored over concrete bytes.

use crate::Scalars;
use crate::value::Value;
use sheaf_term::Term;
use std::collections::BTreeMap;
use std::ops::Range;

/// A whole value; pointers and functions have the size of a pointer.
#[derive(Clone, PartialEq, Debug)]
pub struct Entry {
    pub bytes: u32,
    pub value: Value,
}

impl Entry {
    /// Some of its bytes as a term.
    pub fn term(&self, scalars: &mut Scalars, from: usize, bytes: usize) -> Term {
        scalars.part(&self.value, self.bytes as usize, from, bytes)
    }

    /// Some of its bytes; for unions, those of each member.
    pub fn part(&self, scalars: &mut Scalars, from: usize, bytes: usize) -> Value {
        if !scalars.pool.has_diagrams() {
            let part = self.term(scalars, from, bytes);
            return Value::from_term(scalars.pool, part);
        }
        let layout = scalars.layout;
        self.value.map(scalars.pool, &mut |pool, value| {
            let mut scalars = Scalars::new(pool, layout);
            let part = scalars.part(value, self.bytes as usize, from, bytes);
            Value::from_term(pool, part)
        })
    }
}

/// Entries by the offset of their first byte; they do not overlap, and lie where bytes are kept
/// individually.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Overlay(BTreeMap<u32, Entry>);

/// An entry and its start.
type Placed<'a> = (usize, &'a Entry);

/// An offset as a key. No kept byte has the maximum offset, so larger offsets may be clamped to it.
fn key(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

fn placed<'a>((start, entry): (&u32, &'a Entry)) -> Placed<'a> {
    (*start as usize, entry)
}

impl Overlay {
    /// Whether there is no entry.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Adds an entry in an empty range.
    pub fn insert(&mut self, start: usize, entry: Entry) {
        debug_assert!(
            self.over_some(start..start + entry.bytes as usize)
                .next()
                .is_none(),
            "whole values overlap"
        );
        self.0.insert(key(start), entry);
    }

    /// Removes the entry that starts at an offset.
    pub fn remove(&mut self, start: usize) -> Option<Entry> {
        self.0.remove(&key(start))
    }

    /// Removes the entries that start in a range.
    pub fn remove_starting_in(&mut self, range: Range<usize>) {
        self.0
            .extract_if(key(range.start)..key(range.end), |_, _| true)
            .for_each(drop);
    }

    /// The entry that starts at an offset.
    pub fn starting_at(&self, start: usize) -> Option<&Entry> {
        self.0.get(&key(start))
    }

    /// The entries that start in a range, ascending.
    pub fn starting_in(&self, range: Range<usize>) -> impl Iterator<Item = Placed<'_>> {
        self.0.range(key(range.start)..key(range.end)).map(placed)
    }

    /// The entry that starts before an offset and reaches beyond it.
    pub fn reaching_over(&self, offset: usize) -> Option<Placed<'_>> {
        let before = self.0.range(..key(offset)).next_back().map(placed);
        before.filter(|(start, entry)| start + entry.bytes as usize > offset)
    }

    /// The entry that contains a byte.
    pub fn over(&self, at: usize) -> Option<Placed<'_>> {
        let starting = self.starting_at(at).map(|entry| (at, entry));
        starting.or_else(|| self.reaching_over(at))
    }

    /// The entries that overlap a range, ascending.
    pub fn over_some(&self, range: Range<usize>) -> impl Iterator<Item = Placed<'_>> {
        let first = self.reaching_over(range.start);
        first.into_iter().chain(self.starting_in(range))
    }

    pub fn values(&self) -> impl Iterator<Item = &Value> {
        self.0.values().map(|entry| &entry.value)
    }

    /// The values, mutable; replacements must have the same size.
    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut Value> {
        self.0.values_mut().map(|entry| &mut entry.value)
    }
}
