//! The answer to a query, as it is sent by the process that decided it.

use std::rc::Rc;

use num_bigint::BigUint;
use num_traits::Num;
use serde::{Deserialize, Serialize};
use sheaf_term::{ArrayValue, BitVector, Constant, Model, Pool, Sort, Term};

use super::instance::{Handle, Outcome};
use super::{Incremental, symbols};
use crate::backend::Verdict;

/// See the module documentation.
#[derive(Serialize, Deserialize)]
pub struct Answer {
    result: Result<Found, String>,
    /// How often the library has polled.
    pub polls: u32,
}

/// What was found.
#[derive(Serialize, Deserialize)]
enum Found {
    /// The values of the symbols in the constraints, in their order, as far as there are any.
    Values(Vec<Option<Value>>),
    /// The positions of the constraints of a core.
    Core(Vec<usize>),
    Nothing,
}

/// The value of a symbol. Bit-vectors are hexadecimal.
#[derive(Serialize, Deserialize)]
enum Value {
    Truth(bool),
    Bits(String),
    /// The element that an array holds everywhere, but for these indices.
    Array(String, Vec<(String, String)>),
}

impl Value {
    fn new(constant: &Constant) -> Option<Value> {
        let digits = |bits: &BitVector| bits.to_big().to_str_radix(16);
        Some(match constant {
            Constant::Bool(truth) => Value::Truth(*truth),
            Constant::Bits(bits) => Value::Bits(digits(bits)),
            Constant::Array(array) => {
                let entries = array.entries();
                let entries = entries.map(|(at, held)| (at.to_str_radix(16), digits(held)));
                Value::Array(digits(array.default()), entries.collect())
            }
            Constant::Int(_) | Constant::Str(_) => return None,
        })
    }

    fn constant(&self, sort: Sort) -> Option<Constant> {
        let bits = |width, digits: &str| {
            let number = BigUint::from_str_radix(digits, 16).ok()?;
            Some(BitVector::from_big(width, &number))
        };
        match (self, sort) {
            (Value::Truth(truth), Sort::Bool) => Some(Constant::Bool(*truth)),
            (Value::Bits(digits), Sort::Bits(width)) => bits(width, digits).map(Constant::Bits),
            (Value::Array(default, entries), Sort::Array { index, element }) => {
                let mut array = ArrayValue::new(index, bits(element, default)?);
                for (at, held) in entries {
                    array.set(&bits(index, at)?, bits(element, held)?);
                }
                Some(Constant::Array(Rc::new(array)))
            }
            _ => None,
        }
    }
}

impl Incremental {
    /// Decides a translated query, in a process of its own.
    pub fn answer(&self, pool: &Pool, constraints: &[Term], assumptions: &[Handle]) -> Answer {
        let outcome = self.instance.check(assumptions);
        let result = outcome.and_then(|outcome| {
            Ok(match outcome {
                Outcome::Sat => {
                    let model = self.model(pool, constraints)?;
                    let value = |symbol| model.get(symbol).and_then(|it| Value::new(&it));
                    let symbols = symbols(pool, constraints).into_iter();
                    Found::Values(symbols.map(value).collect())
                }
                Outcome::Unsat => {
                    let core = self.core(constraints, assumptions)?;
                    let all = constraints.iter().enumerate();
                    let needed = all.filter(|(_, term)| core.contains(term));
                    Found::Core(needed.map(|(position, _)| position).collect())
                }
                Outcome::Unknown => Found::Nothing,
            })
        });
        Answer {
            result,
            polls: self.instance.polls(),
        }
    }
}

impl Answer {
    /// What it says about the constraints that were asked about.
    ///
    /// # Errors
    /// When there is no answer.
    pub fn verdict(self, pool: &Pool, constraints: &[Term]) -> Result<Verdict, String> {
        match self.result? {
            Found::Values(values) => {
                let mut model = Model::new();
                for (symbol, value) in symbols(pool, constraints).into_iter().zip(values) {
                    let Some(value) = value else { continue };
                    let info = pool.symbol_info(symbol);
                    let value = value
                        .constant(info.sort)
                        .ok_or_else(|| format!("the value of {} cannot be read", info.name))?;
                    model.set(symbol, value);
                }
                Ok(Verdict::Sat(model))
            }
            Found::Core(positions) => {
                let core = positions.iter().map(|position| constraints.get(*position));
                let core: Option<Vec<Term>> = core.map(Option::<&Term>::copied).collect();
                core.filter(|core| !core.is_empty())
                    .map(Verdict::Unsat)
                    .ok_or("a core that is not part of the query".to_string())
            }
            Found::Nothing => Err("no answer".to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_the_same_when_they_arrive() {
        let bits = |width, value| BitVector::new(width, value);
        let mut array = ArrayValue::new(8, bits(32, 7));
        array.set(&bits(8, 255), bits(32, u128::from(u32::MAX)));
        let wide = BitVector::from_big(300, &(BigUint::from(5u32) << 290));
        let index_and_element = Sort::Array {
            index: 8,
            element: 32,
        };
        for (constant, sort) in [
            (Constant::Bool(true), Sort::Bool),
            (Constant::Bits(bits(1, 0)), Sort::Bits(1)),
            (Constant::Bits(wide), Sort::Bits(300)),
            (Constant::Array(Rc::new(array)), index_and_element),
        ] {
            let sent = serde_json::to_string(&Value::new(&constant).unwrap()).unwrap();
            let arrived: Value = serde_json::from_str(&sent).unwrap();
            assert_eq!(arrived.constant(sort), Some(constant));
            assert_eq!(arrived.constant(Sort::Int), None);
        }
    }
}
