//! Assignments of values to symbols.

use crate::cancel;
use crate::constant::Constant;
use crate::node::Symbol;
use crate::words::{Word, Words};

/// Entries that are copied in the time that it takes to create a term.
pub(crate) const ENTRIES_PER_STEP: usize = 8;

/// Values of symbols. A symbol that is not assigned has the value that we chose for the platform
/// or, if it stands for something else, [`Constant::default_of`] its sort.
///
/// Every waiting state holds a model, so models are compact: booleans and words take 16 bytes, and
/// models share what is equal in them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Model {
    /// Truth values and bit-vectors of at most 64 bits.
    words: Words,
    /// All others, in ascending order of symbols.
    others: Vec<(Symbol, Constant)>,
}

/// The difference of two models: see [`Model::changes_from`].
#[derive(Debug)]
pub struct ModelChanges(Box<[Word]>);

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
        if let Some(word) = self.words.get(symbol) {
            return Some(word.constant());
        }
        let position = self
            .others
            .binary_search_by_key(&symbol, |entry| entry.0)
            .ok()?;
        Some(self.others[position].1.clone())
    }

    /// Gives a symbol a value, which must be of the symbol's sort; a value of another sort is read
    /// as the default.
    pub fn set(&mut self, symbol: Symbol, value: Constant) {
        match Word::new(symbol, &value) {
            Some(word) => {
                self.words.set(word);
                self.others.retain(|entry| entry.0 != symbol);
            }
            None => {
                put(&mut self.others, (symbol, value), |entry| entry.0);
                self.words.remove(symbol);
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
        self.words.is_empty() && self.others.is_empty()
    }

    /// The changes from which [`Model::changed`] reconstructs this model from another one; `None`
    /// if they differ in values that are not machine words.
    pub fn changes_from(&self, base: &Model) -> Option<ModelChanges> {
        let same = self.others == base.others;
        same.then(|| ModelChanges(self.words.changes_from(&base.words).into()))
    }

    /// A model with the same values as the one for which [`Model::changes_from`] computed the
    /// changes.
    pub fn changed(&self, changes: &ModelChanges) -> Model {
        let mut model = self.clone();
        changes.0.iter().for_each(|word| model.words.set(*word));
        model
    }

    /// The model that has the values of `other` where it mentions a symbol, and those of `self`
    /// elsewhere. A symbol has values of one sort in both.
    pub fn with(&self, other: &Model) -> Model {
        if other.is_empty() {
            return self.clone();
        }
        Model {
            words: self.words.with(&other.words),
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
pub(crate) fn overlay<T: Clone>(below: &[T], above: &[T], symbol: impl Fn(&T) -> Symbol) -> Vec<T> {
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
    fn long_models_share_what_is_equal() {
        let long = model(&(0..1000).map(|it| (3 * it, 1)).collect::<Vec<_>>());
        assert_eq!(long.len(), 1000);
        let other = long.with(&model(&[(1000, 7), (1500, 8), (9000, 9)]));
        let values: Vec<u128> = other.iter().map(|(_, it)| it.as_bits().unwrap()).collect();
        assert_eq!(
            (values.len(), values[334], values[501], values[1001]),
            (1002, 7, 8, 9)
        );
        let order = |it: &Model| it.iter().map(|(symbol, _)| symbol).is_sorted();
        assert!(order(&long) && order(&other));
        let (there, back) = (other.changes_from(&long), long.changes_from(&other));
        assert_eq!(there.map(|it| it.bytes()), Some(48));
        assert_eq!(long.changed(&other.changes_from(&long).unwrap()), other);
        let changed = other.changed(&back.unwrap());
        assert_eq!(changed.get(Symbol(1500)), Some(Constant::bits(8, 1)));
        assert_eq!(changed.get(Symbol(9000)), Some(Constant::bits(8, 0)));
        let mut without = other.clone();
        without.set(Symbol(9000), Constant::bits(65, 1));
        assert_eq!(without.len(), 1002);
        assert_eq!(other.get(Symbol(9000)), Some(Constant::bits(8, 9)));
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
