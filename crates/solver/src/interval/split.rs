//! The split link: proves that conditions on floats have no model, by cases.
//!
//! The ranges of the interval link lose that two operands depend on one input: of `x - x`, they
//! only know that it is between the difference of the bounds of `x`. The smaller the range of an
//! input is, the less is lost. So this link halves the range of one input after the other, until in
//! each part a constraint is false, or gives up (branch and prune, as in E. Goubault, S. Putot,
//! "Static analysis of numerical algorithms", SAS 2006, and M. Fränzle et al., "Efficient solving
//! of large non-linear arithmetic constraint systems", JSAT 2007).
//!
//! Sound because the parts cover the range that the constraints leave for the input. The core is
//! what excludes each part, and what bounds the inputs.

use rustc_hash::FxHashSet;
use sheaf_term::{Pool, Sort, Term, cancel};

use super::bounds::PathBounds;
use super::evaluate::{Memo, causes};
use super::range::Range;
use super::transfer::Magnitudes;
use crate::gates::{FEWEST, circuit};
use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

sheaf_tuning::constants! {
    /// How often a range is halved at most.
    DEPTH: u32 = 24, 1 => 384, "times";
    /// The maximum number of symbols.
    MOST_SYMBOLS: usize = 6, 1 => 96, "symbols";
    /// The maximum number of constraints.
    MOST_CONSTRAINTS: usize = 256, 1 => 4096, "constraints";
    /// The maximum number of terms in the constraints.
    MOST_TERMS: usize = 1500, 1 => 24_000, "terms";
    /// Ranges that are evaluated for each gate of a backend's circuit, at about 0.1 µs.
    RANGES_PER_GATE: u64 = 1, 1 => 16, "ranges";
    /// The maximum number of ranges that are evaluated for a query.
    MOST_RANGES: u64 = 1 << 20, 1 => 1 << 22, "ranges";
}

/// The link.
#[derive(Default)]
pub struct Split;

impl Link for Split {
    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        match refute(question.pool, question.set()) {
            Some(core) => Outcome::Unsat(core),
            None => Outcome::Open,
        }
    }
}

/// A core of constraints, if they are found to be unsatisfiable.
fn refute(pool: &Pool, constraints: &[Term]) -> Option<Vec<Term>> {
    let floats = constraints.iter().any(|term| pool.has_float(*term));
    if !floats || constraints.len() > MOST_CONSTRAINTS.get() {
        return None;
    }
    let symbols = symbols(pool, constraints)?;
    let circuit = circuit(pool, constraints, MOST_TERMS.get())?;
    if circuit.gates < FEWEST.get() {
        return None;
    }
    let mut cases = Cases {
        pool,
        constraints,
        symbols,
        bounds: PathBounds::default(),
        memo: Memo::default(),
        core: FxHashSet::default(),
        terms: circuit.terms,
        left: MOST_RANGES.get().min(circuit.gates * RANGES_PER_GATE.get()) / circuit.terms as u64,
    };
    for &constraint in constraints {
        cases.bounds.push(pool, constraint);
    }
    if cases.bounds.contradictory() {
        return Some(constraints.to_vec());
    }
    let refuted = cases.refute(DEPTH.get());
    let mut core: Vec<Term> = cases.core.into_iter().collect();
    core.sort_unstable();
    refuted.then_some(core)
}

/// The symbols of constraints; `None` if there are many, or one is no bit-vector of at most 128
/// bits.
fn symbols(pool: &Pool, constraints: &[Term]) -> Option<Vec<Term>> {
    let mut symbols = Vec::new();
    for &constraint in constraints {
        symbols.extend(pool.symbols(constraint).iter());
        symbols.sort_unstable();
        symbols.dedup();
        if symbols.len() > MOST_SYMBOLS.get() {
            return None;
        }
    }
    let symbols: Vec<Term> = symbols.into_iter().map(|it| pool.symbol_term(it)).collect();
    let has_range = |term: &Term| matches!(pool.sort(*term), Sort::Bits(width) if width <= 128);
    symbols.iter().all(has_range).then_some(symbols)
}

/// A distinction of cases.
struct Cases<'a> {
    pool: &'a Pool,
    constraints: &'a [Term],
    symbols: Vec<Term>,
    /// The bounds of the constraints and of the present case.
    bounds: PathBounds,
    memo: Memo,
    core: FxHashSet<Term>,
    /// The number of terms that are evaluated in each case.
    terms: usize,
    /// The number of cases that may still be examined.
    left: u64,
}

impl Cases<'_> {
    /// Whether no value in the present case satisfies all constraints; false if that is not found
    /// out with so many further distinctions.
    fn refute(&mut self, depth: u32) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        cancel::steps(self.terms as u32);
        self.memo.clear();
        let pool = self.pool;
        for &constraint in self.constraints {
            let range = self.memo.range(pool, &self.bounds, constraint);
            let holds = range.map(|range| range.and_then(|range| range.as_truth()));
            if matches!(holds, Err(_) | Ok(Some(false))) {
                self.core.insert(constraint);
                return self.because(constraint);
            }
        }
        if depth == 0 {
            return false;
        }
        let Some((symbol, parts)) = self.widest() else {
            return false;
        };
        self.because(symbol)
            && parts.iter().all(|part| {
                self.bounds.assume(pool, symbol, part);
                let refuted = self.refute(depth - 1);
                self.bounds.pop();
                refuted
            })
    }

    /// Adds what bounds the parts of a term to the core; false if it has too many.
    fn because(&mut self, term: Term) -> bool {
        let causes = causes(self.pool, &self.bounds, &[term]);
        let found = causes.is_some();
        self.core.extend(causes.into_iter().flatten());
        found
    }

    /// The symbol with the most values in the present case, and two parts of its range; `None` if
    /// each has only one.
    fn widest(&mut self) -> Option<(Term, [Range; 2])> {
        let mut widest = None;
        for &symbol in &self.symbols {
            let width = self.pool.width(symbol);
            let range = self.memo.range(self.pool, &self.bounds, symbol);
            let range = range.ok().flatten()?;
            let (size, parts) = match Magnitudes::new(width, &range) {
                both @ Magnitudes {
                    clear: Some(_),
                    set: Some(_),
                } => {
                    let part = |of: Magnitudes| of.range(width);
                    let (clear, set) = (
                        Magnitudes { set: None, ..both },
                        Magnitudes {
                            clear: None,
                            ..both
                        },
                    );
                    (u128::MAX, [part(clear)?, part(set)?])
                }
                _ => {
                    let size = range.uhi - range.ulo;
                    if size == 0 {
                        continue;
                    }
                    let middle = range.ulo + size / 2;
                    let part = |low, high| Range::unsigned(width, low, high);
                    (
                        size,
                        [part(range.ulo, middle)?, part(middle + 1, range.uhi)?],
                    )
                }
            };
            if widest.as_ref().is_none_or(|(most, _)| size > *most) {
                widest = Some((size, (symbol, parts)));
            }
        }
        widest.map(|(_, split)| split)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::SmallRng};
    use sheaf_float::FloatKind::{F32, F64};
    use sheaf_term::{Constant, Model, SymbolKind, eval_bool};

    fn double(pool: &mut Pool, value: f64) -> Term {
        pool.bits(64, value.to_bits().into())
    }

    /// That `x` is between two numbers, `x*x - x` is less than a number, and `x + x` is not 1.
    fn parabola(pool: &mut Pool, low: f64, high: f64, most: f64) -> [Term; 4] {
        let x = pool.symbol("x", Sort::Bits(64), SymbolKind::Input);
        let [low, high, most, one] = [low, high, most, 1.0].map(|value| double(pool, value));
        let (square, twice) = (pool.fmul(F64, x, x), pool.fadd(F64, x, x));
        let difference = pool.fsub(F64, square, x);
        let is_half = pool.feq(F64, twice, one);
        [
            pool.fle(F64, low, x),
            pool.fle(F64, x, high),
            pool.flt(F64, difference, most),
            pool.not(is_half),
        ]
    }

    #[test]
    fn smaller_ranges_show_what_depends_on_the_same_input() {
        // The least value of x*x - x is -0.25.
        let mut pool = Pool::new();
        let constraints = parabola(&mut pool, -3.0, 3.0, -0.26);
        let core = refute(&pool, &constraints).expect("there is no model");
        assert!(core.contains(&constraints[2]) && !core.contains(&constraints[3]));
        assert!(core.iter().all(|term| constraints.contains(term)));
        assert_eq!(
            refute(&pool, &core).map(|core| core.len()),
            Some(core.len())
        );
    }

    #[test]
    fn what_has_a_model_is_not_refuted() {
        let mut pool = Pool::new();
        let constraints = parabola(&mut pool, -3.0, 3.0, -0.24);
        assert!(refute(&pool, &constraints).is_none());
        let constraints = parabola(&mut pool, 0.4, 0.4, -0.2);
        assert!(refute(&pool, &constraints).is_none());
        let constraints = parabola(&mut pool, -3.0, 0.0, -0.01);
        assert!(refute(&pool, &constraints).is_some());
    }

    /// A random condition on floats and their bits.
    fn condition(pool: &mut Pool, random: &mut SmallRng, symbols: &[Term]) -> Term {
        let mut terms = symbols.to_vec();
        for _ in 0..random.random_range(1..5) {
            let mut any = || terms[random.random_range(0..terms.len())];
            let (a, b) = (any(), any());
            let number = f32::to_bits(random.random_range(-4.0..4.0)).into();
            let constant = pool.bits(32, number);
            let b = if random.random_bool(0.3) { constant } else { b };
            terms.push(match random.random_range(0..7) {
                0 => pool.fadd(F32, a, b),
                1 => pool.fsub(F32, a, b),
                2 => pool.fmul(F32, a, b),
                3 => pool.fdiv(F32, a, b),
                4 => pool.fneg(F32, a),
                5 => pool.fsqrt(F32, a),
                _ => pool.fabs(F32, a),
            });
        }
        let (a, b) = (
            terms[terms.len() - 1],
            terms[random.random_range(0..terms.len())],
        );
        let bits = pool.bits(15, random.random_range(0..1 << 15));
        let upper = pool.extract(a, 30, 16);
        match random.random_range(0..4) {
            0 => pool.flt(F32, a, b),
            1 => pool.fle(F32, b, a),
            2 => pool.ult(upper, bits),
            _ => pool.ult(bits, upper),
        }
    }

    #[test]
    fn random_conditions_with_a_model_are_not_refuted() {
        let mut random = SmallRng::seed_from_u64(7);
        let mut refuted = 0;
        for round in 0..3000 {
            let mut pool = Pool::new();
            let symbols =
                ["x", "y"].map(|name| pool.symbol(name, Sort::Bits(32), SymbolKind::Input));
            let value = |random: &mut SmallRng| match random.random_range(0..8) {
                0 => random.random::<u32>(),
                1 => 0,
                2 => f32::INFINITY.to_bits(),
                _ => f32::to_bits(random.random_range(-4.0..4.0)),
            };
            let mut model = Model::new();
            for symbol in symbols {
                let symbol = pool.as_symbol(symbol).expect("a symbol");
                model.set(symbol, Constant::bits(32, value(&mut random).into()));
            }
            let has_model = round % 2 == 0;
            let mut constraints = Vec::new();
            for _ in 0..4 {
                let condition = condition(&mut pool, &mut random, &symbols);
                let holds = !has_model || eval_bool(&pool, &model, condition);
                constraints.push(if holds {
                    condition
                } else {
                    pool.not(condition)
                });
            }
            constraints.retain(|term| !pool.is_const(*term));
            let core = refute(&pool, &constraints);
            assert!(!has_model || core.is_none(), "round {round}");
            refuted += u32::from(core.is_some());
        }
        assert!(refuted > 20, "{refuted}");
    }
}
