//! The fixed link: symbols that the path gives one value decide the goals that are about no others.
//!
//! A constraint `symbol = constant` leaves the symbol that value in every model of the path, so a
//! goal whose symbols are all fixed is as it is under the hint, which is a model of the path.
//! Constraints on parts of a symbol, such as its bytes, fix it together. Programs that compare what
//! they read with characters and numbers, and then go on to compute with it, make such paths. It
//! costs a look into a table for each symbol of the goal.

use rustc_hash::FxHashMap;
use sheaf_term::{Op, Pool, Symbol, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

/// The symbols that constraints of the current path fix.
#[derive(Default)]
pub struct Fixed {
    /// The parts of each symbol that have one value: the whole symbol, or parts that do not
    /// overlap.
    parts: FxHashMap<Symbol, Vec<Part>>,
    /// For each constraint of the path, the symbol of which it fixes another part.
    adds: Vec<Option<Symbol>>,
}

/// Bits of a symbol that a constraint gives one value.
struct Part {
    constraint: Term,
    low: u32,
    high: u32,
    /// Whether these are all bits of the symbol.
    whole: bool,
}

impl Link for Fixed {
    fn push(&mut self, pool: &Pool, constraint: Term) {
        let added = equated(pool, constraint).and_then(|(symbol, part)| {
            let known = self.parts.entry(symbol).or_default();
            let overlaps = known.iter().any(|it| it.overlaps(&part));
            (part.whole || !overlaps).then(|| {
                known.push(part);
                symbol
            })
        });
        self.adds.push(added);
    }

    fn pop(&mut self) {
        if let Some(known) = self
            .adds
            .pop()
            .flatten()
            .and_then(|it| self.parts.get_mut(&it))
        {
            known.pop();
        }
    }

    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        let Some(hint) = question.hint else {
            return Outcome::Open;
        };
        let mut open = Vec::with_capacity(question.goals().len());
        for &goal in question.goals() {
            match self.causes(question.pool, goal) {
                None => open.push(goal),
                Some(_) if hint.eval_bool(question.pool, goal) => {}
                Some(mut core) => {
                    core.push(goal);
                    return Outcome::Unsat(core);
                }
            }
        }
        question.keep_goals(open);
        Outcome::Open
    }
}

impl Fixed {
    /// The constraints that together fix all symbols of a term, if all are fixed.
    fn causes(&self, pool: &Pool, term: Term) -> Option<Vec<Term>> {
        let mut causes = Vec::new();
        for symbol in pool.symbols(term).iter() {
            // Truth values have no width, so that no parts would be all of one.
            let known = self.parts.get(symbol).filter(|known| !known.is_empty())?;
            match known.iter().find(|it| it.whole) {
                Some(part) => causes.push(part.constraint),
                None => {
                    let width: u32 = known.iter().map(|it| it.high - it.low + 1).sum();
                    // Truth values and integers have no parts.
                    if known.is_empty() || width < pool.width(pool.symbol_term(*symbol)) {
                        return None;
                    }
                    causes.extend(known.iter().map(|it| it.constraint));
                }
            }
        }
        Some(causes)
    }
}

impl Part {
    /// Whether two parts of one symbol share bits.
    fn overlaps(&self, other: &Part) -> bool {
        self.low <= other.high && other.low <= self.high
    }
}

/// The symbol of which a constraint equates a part with a constant, and that part.
fn equated(pool: &Pool, constraint: Term) -> Option<(Symbol, Part)> {
    let (op, args) = (pool.op(constraint), pool.args(constraint));
    let term = match op {
        Op::Symbol => constraint,
        Op::Not => args[0],
        Op::Eq if pool.is_const(args[1]) => args[0],
        Op::Eq if pool.is_const(args[0]) => args[1],
        _ => return None,
    };
    let whole = pool.op(term) != Op::Extract;
    let (symbol, high, low) = if whole {
        (term, pool.width(term).saturating_sub(1), 0)
    } else {
        let (high, low) = pool.extract_bounds(term);
        (pool.args(term)[0], high, low)
    };
    let part = Part {
        constraint,
        low,
        high,
        whole,
    };
    Some((pool.as_symbol(symbol)?, part))
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_term::{Sort, SymbolKind};

    #[test]
    fn what_left_the_path_fixes_nothing() {
        let mut pool = Pool::new();
        for sort in [Sort::Bool, Sort::Bits(8)] {
            let symbol = pool.symbol("s", sort, SymbolKind::Input);
            let constraint = match sort {
                Sort::Bool => symbol,
                _ => {
                    let zero = pool.bits(8, 0);
                    pool.eq(symbol, zero)
                }
            };
            let mut fixed = Fixed::default();
            assert!(fixed.causes(&pool, symbol).is_none());
            fixed.push(&pool, constraint);
            assert_eq!(fixed.causes(&pool, symbol), Some(vec![constraint]));
            fixed.pop();
            assert!(fixed.causes(&pool, symbol).is_none());
        }
    }
}
