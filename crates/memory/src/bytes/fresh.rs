//! Contents whose scalars are symbols, for segments: pieces of a program that are executed with
//! arbitrary scalars in memory. Also computes what such a piece has changed.
//!
//! Symbols are created when bytes are read, like those of uninitialized bytes. Each stands for an
//! aligned word of the object, so that pieces which read different parts of a word use the same
//! symbol.

use super::Bytes;
use super::differences::differences;
use super::uninitialized::{WORD_BYTES, uninitialized_word};
use crate::Scalars;
use crate::value::{ObjectId, Value};
use sheaf_term::{Pool, Sort, Symbol, Term, cancel};
use std::borrow::Cow;
use std::ops::Range;

sheaf_tuning::constants! {
    /// The maximum size of a partly written object whose scalars become symbols one by one.
    MAX_PARTLY_WRITTEN: usize = 1 << 12, 1 => 1 << 16, "bytes";
    /// The maximum number of bytes in a range that are looked at one by one for a value.
    MAX_UNWRITTEN: usize = 1 << 16, 1 => 1 << 20, "bytes";
}

/// Prefix of the names of symbols for words of memory.
const MEMORY: &str = "memory:";

/// The position of symbols that are not inputs.
const NO_INPUT: usize = usize::MAX;

/// The meaning of uninitialized bytes, if they are not indeterminate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// An input, identified by the number of inputs before it.
    Input(usize),
    /// The content of an object at the start of a segment.
    Start {
        object: ObjectId,
        /// The number of bytes of a symbol.
        word: u32,
    },
}

impl Origin {
    /// The number of bytes of a symbol.
    pub fn word_bytes(self) -> usize {
        match self {
            Origin::Input(_) => WORD_BYTES,
            Origin::Start { word, .. } => word as usize,
        }
    }

    /// The symbol of the word at an offset.
    pub fn word(self, pool: &mut Pool, offset: usize) -> Term {
        match self {
            Origin::Input(origin) => {
                let width = 8 * WORD_BYTES as u32;
                uninitialized_word(pool, origin, offset / WORD_BYTES, width)
            }
            Origin::Start { object, word } => memory_word(pool, object, offset, word as usize),
        }
    }
}

/// The symbol for some bytes of an object at the start of a segment.
pub fn memory_word(pool: &mut Pool, object: ObjectId, offset: usize, bytes: usize) -> Term {
    let name = format!("{MEMORY}{}+{offset}", object.0);
    pool.input(&name, Sort::Bits(8 * bytes as u32), NO_INPUT)
}

/// The object, offset and size of a symbol created by [`memory_word`]; `None` for other symbols.
pub fn memory_part(pool: &mut Pool, symbol: Symbol) -> Option<(ObjectId, usize, usize)> {
    let info = pool.symbol_info(symbol);
    let (object, offset) = info.name.strip_prefix(MEMORY)?.split_once('+')?;
    let (object, offset) = (ObjectId(object.parse().ok()?), offset.parse().ok()?);
    let Sort::Bits(width) = info.sort else {
        return None;
    };
    // A program may give an input any name.
    let bytes = width as usize / 8;
    let found = memory_word(pool, object, offset, bytes);
    (found == pool.symbol_term(symbol)).then_some((object, offset, bytes))
}

/// Whether symbols of this name stand for the content of memory.
pub fn is_memory_name(name: &str) -> bool {
    name.starts_with(MEMORY) || name.starts_with(super::uninitialized::INPUT)
}

/// A range of bytes with its new value; `None` if it is uninitialized.
pub type Change = (Range<usize>, Option<Value>);

impl Bytes {
    /// The same content with a symbol of `word` bytes for each scalar. Non-scalars and
    /// uninitialized bytes stay. `None` if this is not possible.
    pub fn with_fresh_scalars(
        &self,
        scalars: &mut Scalars,
        object: ObjectId,
        word: u32,
    ) -> Option<Bytes> {
        if self.array.is_some() {
            return None;
        }
        let origin = Origin::Start { object, word };
        let indeterminate = self.origin.is_none();
        let uninitialized_rest = self.kept() < self.len && self.rest.is_none();
        if !indeterminate || self.uninitialized.is_empty() && !uninitialized_rest {
            let mut fresh = Bytes {
                origin: Some(origin),
                ..Bytes::uninitialized(self.len)
            };
            for (start, entry) in self.overlay.starting_in(0..self.kept()) {
                if entry.value.fold(scalars.pool).is_none() {
                    fresh.write(scalars, start, entry.bytes as usize, entry.value.clone());
                }
            }
            return Some(fresh);
        }
        if (0..self.kept()).all(|at| self.is_uninitialized(at)) {
            return Some(self.clone());
        }
        (self.kept() <= MAX_PARTLY_WRITTEN.get()).then(|| self.with_fresh_parts(scalars, origin))
    }

    /// The same content with symbols for the scalars of a partly written object.
    fn with_fresh_parts(&self, scalars: &mut Scalars, origin: Origin) -> Bytes {
        let mut fresh = self.clone();
        let mut at = 0;
        while at < self.kept() {
            let start = at / origin.word_bytes() * origin.word_bytes();
            if let Some((first, entry)) = self.overlay.over(at)
                && entry.value.fold(scalars.pool).is_none()
            {
                at = first + entry.bytes as usize;
            } else if self.is_uninitialized(at) {
                at += 1;
            } else {
                let word = origin.word(scalars.pool, start);
                let low = 8 * (at - start) as u32;
                let byte = scalars.pool.extract(word, low + 7, low);
                fresh.write(scalars, at, 1, Value::Term(byte));
                at += 1;
            }
        }
        fresh
    }

    /// The non-symbols of [`Bytes::with_fresh_scalars`] in a range: ranges with a value that is not
    /// a scalar, and bytes without a value. `None` if these may be too many.
    pub fn kept_in(&self, range: Range<usize>) -> Option<Vec<Change>> {
        let mut kept = Vec::new();
        for (start, entry) in self.overlay.over_some(range.clone()) {
            if !matches!(entry.value, Value::Term(_)) {
                let entry_range = start..start + entry.bytes as usize;
                kept.push((entry_range, Some(entry.value.clone())));
            }
        }
        if !matches!(self.origin, Some(Origin::Start { .. })) {
            let end = match self.has_uninitialized_rest() {
                true => range.end,
                false => range.end.min(self.kept()),
            };
            if end.saturating_sub(range.start) > MAX_UNWRITTEN.get() {
                return None;
            }
            let uninitialized = (range.start..end).filter(|at| self.is_uninitialized(*at));
            kept.extend(uninitialized.map(|at| (at..at + 1, None)));
        }
        Some(kept)
    }

    /// The differences to an earlier content of the same object, with the new values. `None` if
    /// they are not at known offsets.
    pub fn changes_since(&self, scalars: &mut Scalars, before: &Bytes) -> Option<Vec<Change>> {
        if self.array.is_some() || before.array.is_some() {
            return (self == before).then(Vec::new);
        }
        let (mut now, mut before) = (self.clone(), before.clone());
        Bytes::keep_alike(&mut now, &mut before);
        if now.rest_differs(&before) {
            return None;
        }
        let mut changes = Vec::new();
        for range in differences(&before, &now) {
            cancel::steps(range.len() as u32);
            if range.clone().any(|at| now.is_uninitialized(at)) {
                let differs =
                    |at: &usize| now.is_uninitialized(*at) != before.is_uninitialized(*at);
                let lost = range.clone().filter(differs);
                changes.extend(lost.map(|at| (at..at + 1, None)));
                let written = range.filter(|at| !now.is_uninitialized(*at));
                let bytes = written.map(|at| (at..at + 1, Some(now.read(scalars, at, 1))));
                changes.extend(bytes);
                continue;
            }
            let value = now.read(scalars, range.start, range.len());
            before.ensure_written(scalars, range.start, range.len());
            if before.read(scalars, range.start, range.len()) != value {
                changes.push((range, Some(value)));
            }
        }
        Some(changes)
    }

    /// The same content with the symbols of inputs in a range of uninitialized bytes.
    pub fn with_inputs(&self, scalars: &mut Scalars, range: Range<usize>) -> Cow<'_, Bytes> {
        if self.origin.is_none() || !self.has_uninitialized(range.start, range.len()) {
            return Cow::Borrowed(self);
        }
        let mut written = self.clone();
        written.ensure_written(scalars, range.start, range.len());
        Cow::Owned(written)
    }

    /// The whole value in a range.
    pub fn value_at(&self, offset: usize, bytes: usize) -> Option<&Value> {
        let entry = self.overlay.starting_at(offset)?;
        (entry.bytes as usize == bytes).then_some(&entry.value)
    }

    /// Whether a byte is initialized and part of a scalar.
    pub fn is_scalar(&self, pool: &mut Pool, at: usize) -> bool {
        match self.overlay.over(at) {
            _ if self.array.is_some() => true,
            Some((_, entry)) => entry.value.fold(pool).is_some(),
            None => !self.is_uninitialized(at),
        }
    }
}
