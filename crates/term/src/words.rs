//! The machine words of a model: a list in chunks.
//!
//! A model that differs in one symbol copies one chunk and the references to the others. Inputs of
//! kilobytes have thousands of symbols, each answer of the solver is a model, and waiting states
//! and caches keep them.

use crate::cancel;
use crate::constant::Constant;
use crate::model::{ENTRIES_PER_STEP, overlay};
use crate::node::Symbol;
use std::sync::Arc;

/// Symbols with the same number divided by this are in one chunk.
const CHUNK: usize = 64;

/// The value of a symbol in a machine word.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Word {
    pub symbol: Symbol,
    /// In bits; 0 for a truth value.
    width: u32,
    value: u64,
}

/// Words in ascending order of symbols.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Words {
    /// None is empty.
    chunks: Arc<[Chunk]>,
}

type Chunk = Arc<[Word]>;

impl Word {
    /// The value of a symbol, if it fits.
    pub fn new(symbol: Symbol, value: &Constant) -> Option<Word> {
        let (width, value) = match value {
            Constant::Bool(value) => (0, u64::from(*value)),
            Constant::Bits(bits) if bits.width() <= 64 => (bits.width(), value.as_bits()? as u64),
            _ => return None,
        };
        Some(Word {
            symbol,
            width,
            value,
        })
    }

    /// The value.
    pub fn constant(self) -> Constant {
        match self.width {
            0 => Constant::Bool(self.value == 1),
            width => Constant::bits(width, self.value.into()),
        }
    }

    /// Zero of the same sort: the value of a symbol that is not mentioned.
    fn zero(&self) -> Word {
        Word { value: 0, ..*self }
    }
}

/// The number of the chunk in which a symbol is.
fn number(symbol: Symbol) -> usize {
    symbol.index() / CHUNK
}

/// The number of a chunk.
fn number_of(chunk: &Chunk) -> usize {
    chunk.first().map_or(0, |word| number(word.symbol))
}

/// The position in a list in ascending order. Those of one path are often numbered without gaps,
/// and then it is known.
fn position<T>(list: &[T], wanted: usize, number: impl Fn(&T) -> usize) -> Result<usize, usize> {
    let guess = wanted.checked_sub(list.first().map_or(0, &number));
    if let Some(guess) = guess
        && list.get(guess).is_some_and(|it| number(it) == wanted)
    {
        return Ok(guess);
    }
    list.binary_search_by_key(&wanted, number)
}

/// A list with another item at a position.
fn inserted<T: Clone>(list: &[T], at: usize, item: T) -> Arc<[T]> {
    let (before, behind) = list.split_at(at);
    let items = before.iter().cloned().chain([item]);
    items.chain(behind.iter().cloned()).collect()
}

impl Words {
    /// The word of a symbol.
    pub fn get(&self, symbol: Symbol) -> Option<Word> {
        let chunk = &self.chunks[position(&self.chunks, number(symbol), number_of).ok()?];
        let at = position(chunk, symbol.index(), |word| word.symbol.index());
        at.ok().map(|at| chunk[at])
    }

    /// Adds or replaces the word of a symbol.
    pub fn set(&mut self, word: Word) {
        let at = match position(&self.chunks, number(word.symbol), number_of) {
            Ok(at) => at,
            Err(at) => return self.chunks = inserted(&self.chunks, at, Arc::new([word])),
        };
        let chunk = &mut Arc::make_mut(&mut self.chunks)[at];
        match position(chunk, word.symbol.index(), |word| word.symbol.index()) {
            Ok(at) => Arc::make_mut(chunk)[at] = word,
            Err(at) => *chunk = inserted(chunk, at, word),
        }
    }

    /// Removes the word of a symbol.
    pub fn remove(&mut self, symbol: Symbol) {
        if self.get(symbol).is_none() {
            return;
        }
        let kept = |chunk: &Chunk| -> Chunk {
            let kept = chunk.iter().filter(|word| word.symbol != symbol);
            kept.copied().collect()
        };
        let chunks = self
            .chunks
            .iter()
            .map(|chunk| match number_of(chunk) == number(symbol) {
                true => kept(chunk),
                false => chunk.clone(),
            });
        self.chunks = chunks.filter(|chunk| !chunk.is_empty()).collect();
    }

    /// All, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Word> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// The chunks of both, in pairs of the same number.
    fn pairs<'a>(
        &'a self,
        other: &'a Words,
    ) -> impl Iterator<Item = (Option<&'a Chunk>, Option<&'a Chunk>)> {
        let (mut ours, mut theirs) = (self.chunks.iter(), other.chunks.iter());
        std::iter::from_fn(move || {
            let next = |chunks: &std::slice::Iter<Chunk>| chunks.as_slice().first().map(number_of);
            let (our, their) = (next(&ours), next(&theirs));
            let least = our.into_iter().chain(their).min()?;
            let our = if our == Some(least) {
                ours.next()
            } else {
                None
            };
            let their = if their == Some(least) {
                theirs.next()
            } else {
                None
            };
            Some((our, their))
        })
    }

    /// The words that make these of others, in order, if those replace theirs. Of symbols that only
    /// the others mention, they are zero.
    pub fn changes_from(&self, base: &Words) -> Vec<Word> {
        let mut changes = Vec::new();
        if Arc::ptr_eq(&self.chunks, &base.chunks) {
            return changes;
        }
        for (after, before) in self.pairs(base) {
            if let (Some(after), Some(before)) = (after, before)
                && Arc::ptr_eq(after, before)
            {
                continue;
            }
            let mut before = before.into_iter().flat_map(|it| it.iter()).peekable();
            for word in after.into_iter().flat_map(|it| it.iter()) {
                while let Some(gone) = before.next_if(|it| it.symbol < word.symbol) {
                    changes.push(gone.zero());
                }
                if before.next_if(|it| it.symbol == word.symbol) != Some(word) {
                    changes.push(*word);
                }
            }
            changes.extend(before.map(Word::zero));
        }
        changes
    }

    /// The union of both, with `above` taking precedence.
    pub fn with(&self, above: &Words) -> Words {
        let pairs = self.pairs(above);
        let chunks = pairs.filter_map(|pair| match pair {
            (Some(below), Some(above)) if !Arc::ptr_eq(below, above) => {
                Some(overlay(below, above, |word| word.symbol).into())
            }
            (below, above) => above.or(below).cloned(),
        });
        let chunks: Arc<[Chunk]> = chunks.collect();
        cancel::steps((chunks.len() / ENTRIES_PER_STEP) as u32);
        Words { chunks }
    }
}
