//! Terms of the stepper as numbers, and numbers as symbols for the stepper.

use super::numbers::{Number, Reading, modulo};
use super::symbols::Symbols;
use crate::loops::arithmetic::{self, normal_condition};
use num_bigint::BigInt;
use num_traits::{One, Signed as _};
use sheaf_term::{Op, Pool, Sort, SymbolKind, Term};

sheaf_tuning::constants! {
    /// The maximum number of subterms that are read.
    MAX_PARTS: u32 = 100, 1 => 1600, "terms";
}

impl Symbols {
    /// The term that the stepper computes with for a number: a constant, a symbol that stands for
    /// it, or itself if it is unbounded. Equal numbers have equal terms.
    pub fn machine(&mut self, pool: &mut Pool, number: Number) -> Term {
        let Some(width) = number.width else {
            return number.term;
        };
        let (sort, constant) = (Sort::Bits(width), arithmetic::value(pool, number.term));
        if let Some(term) = constant.and_then(|it| arithmetic::number(pool, sort, &it)) {
            return term;
        }
        if let Some(known) = self.machine.get(&number) {
            return *known;
        }
        let term = pool.symbol("number", sort, SymbolKind::Input);
        self.machine.insert(number, term);
        self.numbers.insert(term, number);
        term
    }

    /// The number that a term over such symbols is, if that is expressed.
    pub fn number(&self, pool: &mut Pool, term: Term) -> Option<Number> {
        self.read(pool, term, &mut { MAX_PARTS.get() })
    }

    /// A condition over such symbols as one over numbers, if that is expressed.
    pub fn condition(&self, pool: &mut Pool, term: Term) -> Option<Term> {
        self.holds(pool, term, &mut { MAX_PARTS.get() })
    }

    fn read(&self, pool: &mut Pool, term: Term, left: &mut u32) -> Option<Number> {
        *left = left.checked_sub(1)?;
        let width = match pool.sort(term) {
            Sort::Int => return self.unbounded(pool, term),
            Sort::Bits(width) => width,
            _ => return None,
        };
        if let Some(value) = arithmetic::value(pool, term) {
            return Some(Number::constant(pool, &value, Some(width)));
        }
        if let Some(number) = self.numbers.get(&term) {
            return Some(*number);
        }
        let (op, args) = (pool.op(term), pool.args(term).to_vec());
        let of = |pool: &mut Pool, term, reading| Number::of(pool, term, reading, Some(width));
        if let (Op::Ite, [condition, a, b]) = (op, &args[..]) {
            let condition = self.holds(pool, *condition, left)?;
            let (a, b) = (self.read(pool, *a, left)?, self.read(pool, *b, left)?);
            let reading = Reading::exact([a.reading, b.reading] == [Reading::Unsigned; 2]);
            let (a, b) = (a.read(pool, reading), b.read(pool, reading));
            let term = pool.ite(condition, a, b);
            return Some(of(pool, term, reading));
        }
        let a = self.read(pool, *args.first()?, left)?;
        let Some(b) = args.get(1) else {
            return Some(match op {
                // The complement is the negation less one.
                Op::Neg | Op::Complement => {
                    let from = -i32::from(op == Op::Complement);
                    let from = Number::constant(pool, &from.into(), a.width);
                    from.sum(pool, Op::Sub, a, false)
                }
                // The wider type contains it in both readings.
                Op::Zext | Op::Sext => {
                    let term = match op {
                        Op::Zext => a.unsigned(pool),
                        _ => a.signed(pool),
                    };
                    of(pool, term, Reading::Signed)
                }
                Op::Extract => {
                    let (high, low) = pool.extract_bounds(term);
                    let (term, reading) = match low {
                        0 => (a.term, Reading::Modular),
                        _ => {
                            let places = pool.int(BigInt::one() << low);
                            let above = a.unsigned(pool);
                            let is_all = a.width == Some(high + 1);
                            let readings = [Reading::Modular, Reading::Unsigned];
                            (pool.int_div(above, places), readings[usize::from(is_all)])
                        }
                    };
                    match high == low {
                        true => {
                            let bit = modulo(pool, term, 1);
                            of(pool, bit, Reading::Unsigned)
                        }
                        false => of(pool, term, reading),
                    }
                }
                _ => return None,
            });
        };
        let b = self.read(pool, *b, left)?;
        Some(match op {
            Op::Add | Op::Sub | Op::Mul => a.sum(pool, op, b, false),
            Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => {
                arithmetic::value(pool, b.term).filter(|it| it.is_positive())?;
                let reading = Reading::exact(matches!(op, Op::Udiv | Op::Urem));
                let term = a.read(pool, reading);
                let term = match op {
                    Op::Udiv | Op::Sdiv => pool.int_div(term, b.term),
                    _ => pool.int_rem(term, b.term),
                };
                of(pool, term, reading)
            }
            Op::Concat => {
                let places = pool.int(BigInt::one() << b.width?);
                let (high, low) = (arithmetic::mul(pool, a.term, places), b.unsigned(pool));
                let term = arithmetic::add(pool, high, low);
                of(pool, term, a.reading)
            }
            _ => return None,
        })
    }

    /// An unbounded integer. Quotients by variables are not expressed.
    fn unbounded(&self, pool: &mut Pool, term: Term) -> Option<Number> {
        let is_division = matches!(pool.op(term), Op::IntDiv | Op::IntRem);
        if !self.knows(pool, term) || is_division && !pool.is_const(pool.args(term)[1]) {
            return None;
        }
        Some(Number {
            term: arithmetic::normal(pool, term),
            reading: Reading::Signed,
            width: None,
        })
    }

    fn holds(&self, pool: &mut Pool, term: Term, left: &mut u32) -> Option<Term> {
        if self.knows(pool, term) {
            return Some(normal_condition(pool, term));
        }
        *left = left.checked_sub(1)?;
        let (op, args) = (pool.op(term), pool.args(term).to_vec());
        match (op, &args[..]) {
            (Op::Not, [a]) => {
                let a = self.holds(pool, *a, left)?;
                Some(pool.not(a))
            }
            (Op::Ult | Op::Slt | Op::Eq, [a, b]) if pool.sort(*a) != Sort::Bool => {
                let (a, b) = (self.read(pool, *a, left)?, self.read(pool, *b, left)?);
                let is_equality = op == Op::Eq;
                let reading = Reading::exact(match is_equality {
                    true => [a.reading, b.reading].contains(&Reading::Unsigned),
                    false => op == Op::Ult,
                });
                let (a, b) = (a.read(pool, reading), b.read(pool, reading));
                let condition = match is_equality {
                    true => pool.eq(a, b),
                    false => pool.int_lt(a, b),
                };
                Some(normal_condition(pool, condition))
            }
            (Op::And | Op::Or | Op::Eq | Op::Ite, args) => {
                let args: Option<Vec<Term>> =
                    args.iter().map(|it| self.holds(pool, *it, left)).collect();
                Some(match (op, &args?[..]) {
                    (Op::And, [a, b]) => pool.and(*a, *b),
                    (Op::Or, [a, b]) => pool.or(*a, *b),
                    (Op::Eq, [a, b]) => pool.eq(*a, *b),
                    (_, [condition, a, b]) => pool.ite(*condition, *a, *b),
                    _ => return None,
                })
            }
            _ => None,
        }
    }

    /// Whether all symbols of a term are those of numbers, so that it needs no translation.
    fn knows(&self, pool: &Pool, term: Term) -> bool {
        let symbols = pool.symbols(term);
        symbols.iter().all(|symbol| self.is_known(*symbol))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_term::{BitVector, Constant, Model, eval};

    /// For many values of two numbers of 8 bits, and of their product, which is known modulo 256.
    #[test]
    fn numbers_are_the_values_of_terms() {
        let (pool, mut symbols) = (&mut Pool::new(), Symbols::default());
        let readings = [Reading::Signed, Reading::Unsigned];
        let [x, y] = readings.map(|reading| symbols.unknown(pool, "x", (Some(8), reading), 0));
        let product = x.sum(pool, Op::Mul, y, false);
        let machine = [x, y, product].map(|number| symbols.machine(pool, number));
        let mut equal = Vec::new();
        for (at, a) in machine.into_iter().enumerate() {
            let b = machine[(at + 1) % 3];
            let [two, three, six] = [2, 3, 6].map(|value| pool.bits(8, value));
            let compared = [
                pool.ult(a, b),
                pool.slt(a, b),
                pool.eq(a, b),
                pool.slt(a, three),
            ];
            let mut words = compared.map(|it| pool.ite(it, a, b)).to_vec();
            words.extend([
                pool.add(a, b),
                pool.sub(a, b),
                pool.mul(a, b),
                pool.mul(a, six),
            ]);
            words.extend([pool.neg(a), pool.complement(a), pool.bit_and(a, six)]);
            words.extend([pool.udiv(a, three), pool.urem(a, three), pool.urem(a, two)]);
            words.extend([pool.sdiv(a, three), pool.srem(a, three), pool.concat(a, b)]);
            words.extend([pool.shl(a, three), pool.lshr(a, three), pool.ashr(a, three)]);
            words.extend([pool.zext(a, 12), pool.sext(a, 12), pool.extract(a, 4, 0)]);
            words.extend([
                pool.extract(a, 5, 2),
                pool.extract(a, 6, 6),
                pool.concat(six, a),
            ]);
            for word in words {
                let number = symbols.number(pool, word).unwrap();
                equal.push([pool.bits_to_int(word), number.unsigned(pool)]);
                equal.push([pool.signed_bits_to_int(word), number.signed(pool)]);
            }
            let condition = |it| [it, symbols.condition(pool, it).unwrap()];
            equal.extend(compared.map(condition));
        }
        let numbers = (-128..128).step_by(5);
        for (a, b) in numbers.flat_map(|a| (0..256).step_by(17).map(move |b| (a, b))) {
            let mut model = Model::new();
            let mut set = |term, value| model.set(pool.as_symbol(term).unwrap(), value);
            let bits = |value: i32| Constant::Bits(BitVector::new(8, value as u8 as u128));
            let values = machine.into_iter().zip([a, b, a * b]);
            values.for_each(|(term, value)| set(term, bits(value)));
            set(x.term, Constant::Int(a.into()));
            set(y.term, Constant::Int(b.into()));
            for [term, number] in &equal {
                assert_eq!(eval(pool, &model, *term), eval(pool, &model, *number));
            }
        }
    }
}
