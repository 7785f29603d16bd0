//! Assignments of values to symbols.

use crate::constant::Constant;
use crate::node::Symbol;

/// Values of symbols. A symbol that is not mentioned has the value that the platform was chosen to
/// give it or, if it stands for something else, [`Constant::default_of`] its sort.
///
/// Every state that waits holds a model, so that it is small: truth values and words take 16 bytes.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Model {
    /// Truth values and bit-vectors of at most 64 bits, in ascending order of symbols.
    words: Vec<Word>,
    /// All others, in ascending order of symbols.
    others: Vec<(Symbol, Constant)>,
}

/// The value of a symbol in a machine word.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Word {
    symbol: Symbol,
    /// In bits; 0 for a truth value.
    width: u32,
    value: u64,
}

impl Word {
    /// The value of a symbol, if it fits.
    fn new(symbol: Symbol, value: &Constant) -> Option<Word> {
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

    fn constant(self) -> Constant {
        match self.width {
            0 => Constant::Bool(self.value == 1),
            width => Constant::bits(width, self.value.into()),
        }
    }
}

impl Model {
    /// The model that mentions no symbol.
    pub fn new() -> Model {
        Model::default()
    }

    /// The value of a symbol, if it is mentioned.
    pub fn get(&self, symbol: Symbol) -> Option<Constant> {
        if let Some(position) = self.word(symbol) {
            return Some(self.words[position].constant());
        }
        let position = self
            .others
            .binary_search_by_key(&symbol, |entry| entry.0)
            .ok()?;
        Some(self.others[position].1.clone())
    }

    /// The position of a symbol among the words.
    fn word(&self, symbol: Symbol) -> Option<usize> {
        // Symbols of one path are often numbered without gaps, and then the position is known.
        let first = self.words.first()?.symbol;
        let guess = symbol.index().checked_sub(first.index())?;
        if self
            .words
            .get(guess)
            .is_some_and(|word| word.symbol == symbol)
        {
            return Some(guess);
        }
        self.words
            .binary_search_by_key(&symbol, |word| word.symbol)
            .ok()
    }

    /// Gives a symbol a value, which must be of the symbol's sort; a value of another sort is read
    /// as the default.
    pub fn set(&mut self, symbol: Symbol, value: Constant) {
        match Word::new(symbol, &value) {
            Some(word) => {
                put(&mut self.words, word, |word| word.symbol);
                self.others.retain(|entry| entry.0 != symbol);
            }
            None => {
                put(&mut self.others, (symbol, value), |entry| entry.0);
                self.words.retain(|word| word.symbol != symbol);
            }
        }
    }

    /// The mentioned symbols and their values.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, Constant)> {
        let words = self.words.iter().map(|word| (word.symbol, word.constant()));
        words.chain(self.others.iter().cloned())
    }

    /// The number of symbols mentioned.
    pub fn len(&self) -> usize {
        self.words.len() + self.others.len()
    }

    /// True if no symbol is mentioned.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The model that has the values of `other` where it mentions a symbol, and those of `self`
    /// elsewhere. A symbol has values of one sort in both.
    pub fn with(&self, other: &Model) -> Model {
        Model {
            words: overlay(&self.words, &other.words, |word| word.symbol),
            others: overlay(&self.others, &other.others, |entry| entry.0),
        }
    }
}

/// Puts an entry where it belongs, in place of one of the same symbol.
fn put<T>(entries: &mut Vec<T>, entry: T, symbol: impl Fn(&T) -> Symbol) {
    match entries.last() {
        Some(last) if symbol(last) >= symbol(&entry) => {
            match entries.binary_search_by_key(&symbol(&entry), &symbol) {
                Ok(position) => entries[position] = entry,
                Err(position) => entries.insert(position, entry),
            }
        }
        _ => entries.push(entry),
    }
}

/// The entries of both, those of `above` where both have one of a symbol.
fn overlay<T: Clone>(below: &[T], above: &[T], symbol: impl Fn(&T) -> Symbol) -> Vec<T> {
    let mut entries = Vec::with_capacity(below.len().max(above.len()));
    let mut mine = below.iter().peekable();
    for entry in above {
        while let Some(kept) = mine.next_if(|kept| symbol(kept) < symbol(entry)) {
            entries.push(kept.clone());
        }
        mine.next_if(|kept| symbol(kept) == symbol(entry));
        entries.push(entry.clone());
    }
    entries.extend(mine.cloned());
    entries
}

impl FromIterator<(Symbol, Constant)> for Model {
    /// Later values of a symbol replace earlier ones.
    fn from_iter<I: IntoIterator<Item = (Symbol, Constant)>>(entries: I) -> Model {
        let mut model = Model::new();
        for (symbol, value) in entries {
            model.set(symbol, value);
        }
        model
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(entries: &[(u32, u128)]) -> Model {
        entries
            .iter()
            .map(|&(symbol, value)| (Symbol(symbol), Constant::bits(8, value)))
            .collect()
    }

    #[test]
    fn set_get_and_override() {
        let base = model(&[(7, 70), (2, 20), (4, 40), (2, 21)]);
        assert_eq!(base.len(), 3);
        assert_eq!(base.get(Symbol(2)), Some(Constant::bits(8, 21)));
        assert_eq!(base.get(Symbol(3)), None);
        assert_eq!(base.get(Symbol(1)), None);
        let both = base.with(&model(&[(1, 1), (4, 41), (9, 9)]));
        assert_eq!(both, model(&[(1, 1), (2, 21), (4, 41), (7, 70), (9, 9)]));
        assert_eq!(Model::new().with(&base), base);
        assert_eq!(base.with(&Model::new()), base);
    }
}
