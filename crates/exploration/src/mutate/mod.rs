//! Mutations of inputs: small random changes, and words of the program.
//!
//! The changes are those of fuzzers (Zalewski, "american fuzzy lop"; Aschermann et al., "REDQUEEN",
//! NDSS 2019): other units, insertions, deletions, parts of other inputs, and words of a
//! dictionary. The dictionary has the strings and numbers of the program's own functions, and the
//! options that they declare. An input whose changes violate assumptions, such as a number with few
//! valid values, is changed rarely.

mod change;
mod words;

use crate::options::Indexing;
use crate::outcome::{Input, InputValue, Inputs};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rustc_hash::FxHashMap;
use sheaf_ir::Module;
use words::Words;

sheaf_tuning::constants! {
    /// The most changes between inputs and mutated ones.
    MAX_CHANGES: u32 = 5, 1 => 80, "changes";
    /// Mutations take the last inputs from others in one of so many cases.
    CROSSED: u32 = 8, 1 => 128, "one in so many";
    /// How often another input to change is looked for.
    TRIES: u32 = 16, 1 => 256, "times";
    /// Changes of an input after which older ones count half.
    RECENT: u32 = 256, 1 => 4096, "changes";
}

/// Makes inputs of other inputs.
pub struct Mutator {
    rng: SmallRng,
    words: Words,
    /// For each input by its name, how its changes went.
    records: FxHashMap<String, Record>,
    /// The names of the inputs that were changed last.
    changed: Vec<String>,
}

/// How changes of an input went.
#[derive(Clone, Copy, Default)]
struct Record {
    tried: u32,
    /// Those after which an assumption did not hold.
    dropped: u32,
}

impl Mutator {
    /// For a program. The same seed and the same calls give the same inputs.
    pub fn new(module: &Module, indexing: &Indexing, seed: u64) -> Self {
        Mutator {
            rng: SmallRng::seed_from_u64(seed),
            words: words::words(module, indexing),
            records: FxHashMap::default(),
            changed: Vec::new(),
        }
    }

    /// A random number below a limit, which is not 0.
    pub fn below(&mut self, limit: usize) -> usize {
        self.rng.random_range(0..limit)
    }

    /// Inputs near these, of which there is at least one, with parts of others.
    pub fn mutate(&mut self, inputs: &Inputs, other: &Inputs) -> Inputs {
        let mut inputs = inputs.clone();
        if self.rng.random_ratio(1, CROSSED.get()) {
            self.cross(&mut inputs.inputs, &other.inputs);
        }
        self.changed.clear();
        for _ in 0..MAX_CHANGES.get() {
            let at = self.choose(&inputs.inputs);
            let input = &mut inputs.inputs[at];
            self.changed.push(input.name.clone());
            let other = other.inputs.iter().find(|it| it.name == input.name);
            self.change(&mut input.value, other.map(|it| &it.value));
            if self.rng.random() {
                break;
            }
        }
        inputs
    }

    /// Whether the mutation that was made last violates an assumption.
    pub fn learn(&mut self, dropped: bool) {
        for name in self.changed.drain(..) {
            let record = self.records.entry(name).or_default();
            record.tried += 1;
            record.dropped += u32::from(dropped);
            if record.tried > RECENT.get() {
                record.tried /= 2;
                record.dropped /= 2;
            }
        }
    }

    /// Replaces the inputs from a position on by the last ones of another run.
    fn cross(&mut self, inputs: &mut Vec<Input>, others: &[Input]) {
        let at = self.below(inputs.len());
        let name = &inputs[at].name;
        if let Some(from) = others.iter().position(|it| it.name == *name) {
            inputs.truncate(at);
            inputs.extend_from_slice(&others[from..]);
        }
    }

    /// The position of an input to change: rarely one whose changes have violated assumptions.
    fn choose(&mut self, inputs: &[Input]) -> usize {
        for _ in 1..TRIES.get() {
            let at = self.below(inputs.len());
            let record = self.records.get(&inputs[at].name).copied();
            let Record { tried, dropped } = record.unwrap_or_default();
            if self.rng.random_range(0..=tried) >= dropped {
                return at;
            }
        }
        self.below(inputs.len())
    }

    fn change(&mut self, value: &mut InputValue, other: Option<&InputValue>) {
        let Mutator { rng, words, .. } = self;
        match value {
            InputValue::Bool(value) => *value = !*value,
            InputValue::Bits { width, value } => {
                *value = change::number(*value, *width, words, rng);
            }
            InputValue::Int(value) => {
                let small = i128::try_from(&*value).unwrap_or(0);
                *value = (change::number(small as u128, 64, words, rng) as i64).into();
            }
            InputValue::Float(kind, bits) => *bits = change::float(*kind, *bits, words, rng),
            InputValue::Text(text) => {
                let other = match other {
                    Some(InputValue::Text(other)) => other.units(),
                    _ => &[],
                };
                let mut units = text.units().to_vec();
                change::sequence(&mut units, other, words, rng);
                *text = units.into();
            }
            InputValue::Bytes { bytes, element } => {
                let other: &[u8] = match other {
                    Some(InputValue::Bytes { bytes, .. }) => bytes,
                    _ => &[],
                };
                change::bytes(bytes, *element, other, words, rng);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_ir::text::parse;
    use std::collections::BTreeSet;

    fn mutator() -> Mutator {
        let module = parse("module ptr 8 func @main() { a: ret }").unwrap();
        Mutator::new(&module, &Indexing::default(), 1)
    }

    fn inputs(values: &[(&str, InputValue)]) -> Inputs {
        let inputs = values.iter().map(|(name, value)| Input {
            name: name.to_string(),
            value: value.clone(),
        });
        Inputs {
            inputs: inputs.collect(),
            ..Inputs::default()
        }
    }

    fn bits(width: u32, value: u128) -> InputValue {
        InputValue::Bits { width, value }
    }

    #[test]
    fn numbers_keep_their_width_and_take_many_values() {
        let mut mutator = mutator();
        let from = inputs(&[("x", bits(3, 5))]);
        let values = (0..1000).map(|_| match mutator.mutate(&from, &from).inputs[0].value {
            InputValue::Bits { width: 3, value } => value,
            ref other => panic!("{other:?}"),
        });
        let values: BTreeSet<u128> = values.collect();
        assert_eq!(values, (0..8).collect());
    }

    #[test]
    fn objects_keep_their_size() {
        let mut mutator = mutator();
        let bytes = |bytes: &[u8]| InputValue::Bytes {
            bytes: bytes.to_vec(),
            element: sheaf_ir::Element::BYTE,
        };
        let from = inputs(&[("s", bytes(b"abc\0\0"))]);
        let other = inputs(&[("s", bytes(b"other"))]);
        for _ in 0..1000 {
            match &mutator.mutate(&from, &other).inputs[0].value {
                InputValue::Bytes { bytes, .. } => assert_eq!(bytes.len(), 5),
                other => panic!("{other:?}"),
            }
        }
    }

    #[test]
    fn inputs_that_may_not_change_are_rarely_changed() {
        let mut mutator = mutator();
        let from = inputs(&[("fixed", bits(32, 7)), ("free", bits(32, 7))]);
        let is_fixed = |made: &Inputs| made.inputs[0] == from.inputs[0];
        for _ in 0..2000 {
            let made = mutator.mutate(&from, &from);
            mutator.learn(!is_fixed(&made));
        }
        let made = (0..1000).filter(|_| is_fixed(&mutator.mutate(&from, &from)));
        let made = made.count();
        assert!(made > 900, "{made}");
    }
}
