//! Assignments of values to symbols.

use crate::cancel;
use crate::constant::Constant;
use crate::node::Symbol;
use std::sync::Arc;

/// Entries that are copied in the time that it takes to create a term.
const ENTRIES_PER_STEP: usize = 8;

/// Values of symbols. A symbol that is not assigned has the value that we chose for the platform
/// or, if it stands for something else, [`Constant::default_of`] its sort.
///
/// Every waiting state holds a model, so models are compact: booleans and words take 16 bytes, and
/// copies share them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Model {
    /// Truth values and bit-vectors of at most 64 bits, in ascending order of symbols.
    words: Arc<Vec<Word>>,
    /// All others, in ascending order of symbols.
    others: Vec<(Symbol, Constant)>,
}

/// The difference of two models: see [`Model::changes_from`].
#[derive(Debug)]
pub struct ModelChanges(Box<[Word]>);

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

impl ModelChanges {
    /// Their size in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&*self.0)
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
                put(Arc::make_mut(&mut self.words), word, |word| word.symbol);
                self.others.retain(|entry| entry.0 != symbol);
            }
            None => {
                put(&mut self.others, (symbol, value), |entry| entry.0);
                if self.word(symbol).is_some() {
                    Arc::make_mut(&mut self.words).retain(|word| word.symbol != symbol);
                }
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

    /// The changes from which [`Model::changed`] reconstructs this model from another one; `None`
    /// if they differ in values that are not machine words.
    pub fn changes_from(&self, base: &Model) -> Option<ModelChanges> {
        if self.others != base.others {
            return None;
        }
        if Arc::ptr_eq(&self.words, &base.words) {
            return Some(ModelChanges(Box::default()));
        }
        let mut changes = Vec::new();
        let mut before = base.words.iter().peekable();
        // A symbol that is not mentioned has the same value as one that is zero.
        let zero = |word: &Word| Word { value: 0, ..*word };
        for word in self.words.iter() {
            while let Some(gone) = before.next_if(|it| it.symbol < word.symbol) {
                changes.push(zero(gone));
            }
            if before.next_if(|it| it.symbol == word.symbol) != Some(word) {
                changes.push(*word);
            }
        }
        changes.extend(before.map(zero));
        Some(ModelChanges(changes.into()))
    }

    /// A model with the same values as the one for which [`Model::changes_from`] computed the
    /// changes.
    pub fn changed(&self, changes: &ModelChanges) -> Model {
        if changes.0.is_empty() {
            return self.clone();
        }
        Model {
            words: Arc::new(overlay(&self.words, &changes.0, |word| word.symbol)),
            others: self.others.clone(),
        }
    }

    /// The model that has the values of `other` where it mentions a symbol, and those of `self`
    /// elsewhere. A symbol has values of one sort in both.
    pub fn with(&self, other: &Model) -> Model {
        if other.is_empty() {
            return self.clone();
        }
        Model {
            words: Arc::new(overlay(&self.words, &other.words, |word| word.symbol)),
            others: overlay(&self.others, &other.others, |entry| entry.0),
        }
    }
}

/// The length up to which the order of entries is checked after each insertion, in tests.
const CHECKED: usize = 64;

/// Inserts an entry in order, replacing one of the same symbol.
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
    debug_assert!(entries.len() > CHECKED || entries.is_sorted_by(|a, b| symbol(a) < symbol(b)));
}

/// The union of both, with `above` taking precedence.
fn overlay<T: Clone>(below: &[T], above: &[T], symbol: impl Fn(&T) -> Symbol) -> Vec<T> {
    cancel::steps((below.len() / ENTRIES_PER_STEP) as u32);
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

    #[test]
    fn changes_make_one_model_of_another() {
        let models = [
            model(&[]),
            model(&[(2, 20), (4, 40), (7, 70)]),
            model(&[(1, 10), (4, 41), (9, 90)]),
            model(&[(4, 40)]),
        ];
        for (base, other) in models
            .iter()
            .flat_map(|base| models.iter().map(move |it| (base, it)))
        {
            let changed = base.changed(&other.changes_from(base).expect("all are words"));
            let value = |model: &Model, symbol| model.get(symbol).unwrap_or(Constant::bits(8, 0));
            for symbol in (0..10).map(Symbol) {
                assert_eq!(value(&changed, symbol), value(other, symbol));
            }
        }
        let long = Model::from_iter([(Symbol(1), Constant::bits(65, 1))]);
        assert!(long.changes_from(&models[0]).is_none());
    }
}
