//! Assignments of values to symbols.

use crate::constant::Constant;
use crate::node::Symbol;

/// Values of symbols. A symbol that is not mentioned has the value [`Constant::default_of`] its
/// sort.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Model {
    /// In ascending order of symbols.
    entries: Vec<(Symbol, Constant)>,
}

impl Model {
    /// The model that mentions no symbol.
    pub fn new() -> Model {
        Model::default()
    }

    /// The value of a symbol, if it is mentioned.
    pub fn get(&self, symbol: Symbol) -> Option<&Constant> {
        // Symbols of one path are often numbered without gaps, and then the position is known.
        let first = self.entries.first()?.0;
        let guess = symbol.index().checked_sub(first.index())?;
        if let Some((found, value)) = self.entries.get(guess)
            && *found == symbol
        {
            return Some(value);
        }
        let position = self
            .entries
            .binary_search_by_key(&symbol, |entry| entry.0)
            .ok()?;
        Some(&self.entries[position].1)
    }

    /// Gives a symbol a value, which must be of the symbol's sort; a value of another sort is read
    /// as the default.
    pub fn set(&mut self, symbol: Symbol, value: Constant) {
        match self.entries.last() {
            Some((last, _)) if *last >= symbol => {
                match self.entries.binary_search_by_key(&symbol, |entry| entry.0) {
                    Ok(position) => self.entries[position].1 = value,
                    Err(position) => self.entries.insert(position, (symbol, value)),
                }
            }
            _ => self.entries.push((symbol, value)),
        }
    }

    /// The mentioned symbols and their values, in ascending order of symbols.
    pub fn iter(&self) -> impl Iterator<Item = (Symbol, &Constant)> {
        self.entries.iter().map(|(symbol, value)| (*symbol, value))
    }

    /// The number of symbols mentioned.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True if no symbol is mentioned.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The model that has the values of `other` where it mentions a symbol, and those of `self`
    /// elsewhere.
    pub fn with(&self, other: &Model) -> Model {
        let mut entries = Vec::with_capacity(self.len() + other.len());
        let mut mine = self.entries.iter().peekable();
        for entry in &other.entries {
            while let Some(kept) = mine.next_if(|kept| kept.0 < entry.0) {
                entries.push(kept.clone());
            }
            mine.next_if(|kept| kept.0 == entry.0);
            entries.push(entry.clone());
        }
        entries.extend(mine.cloned());
        Model { entries }
    }
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
        assert_eq!(base.get(Symbol(2)), Some(&Constant::bits(8, 21)));
        assert_eq!(base.get(Symbol(3)), None);
        assert_eq!(base.get(Symbol(1)), None);
        let both = base.with(&model(&[(1, 1), (4, 41), (9, 9)]));
        assert_eq!(both, model(&[(1, 1), (2, 21), (4, 41), (7, 70), (9, 9)]));
        assert_eq!(Model::new().with(&base), base);
        assert_eq!(base.with(&Model::new()), base);
    }
}
