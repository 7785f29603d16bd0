//! The guess link: changes few values of the hint so that the goal holds.
//!
//! A constraint that is false under a model says which value some subterm should have instead;
//! following the term down to a symbol gives a value of that symbol ([`repairs`]). A change may
//! violate other constraints, which are repaired in turn, in a bounded search.
//!
//! Floating-point operations are inverted by their inverses, whose rounding may miss; so the
//! neighbours are proposed too.
//!
//! Sound because a model is only used if every constraint holds under it: those that mention a
//! changed symbol are evaluated, and the hint satisfies the others. An index by symbol is kept
//! as the path grows.

use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::Zero;
use sheaf_float::{self as float, FloatKind};
use sheaf_term::{CachedModel, Constant, Op, Pool, Sort, Symbol, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

sheaf_tuning::constants! {
    /// Maximum number of models tried for one query.
    TRIES: u32 = 24, 1 => 384, "models";
    /// Maximum number of consecutive changes.
    CHANGES: usize = 3, 1 => 48, "changes";
    /// Maximum number of changes that one constraint proposes.
    PROPOSALS: usize = 8, 1 => 128, "changes";
    /// Maximum depth of a term.
    DEPTH: u32 = 40, 1 => 640, "levels";
    /// Maximum number of terms visited for one constraint; a term with sharing has many more paths
    /// to its symbols than subterms.
    STEPS: u32 = 2000, 1 => 32_000, "terms";
}

/// The link.
#[derive(Default)]
pub struct Guess {
    /// For each symbol, the positions of the constraints of the path that mention it.
    mentions: Vec<Vec<u32>>,
    /// The symbols of each constraint of the path.
    path: Vec<Rc<[Symbol]>>,
}

impl Link for Guess {
    fn push(&mut self, pool: &Pool, constraint: Term) {
        let symbols = pool.symbols(constraint);
        let position = self.path.len() as u32;
        for symbol in symbols.iter() {
            if self.mentions.len() <= symbol.index() {
                self.mentions.resize_with(symbol.index() + 1, Vec::new);
            }
            self.mentions[symbol.index()].push(position);
        }
        self.path.push(symbols);
    }

    fn pop(&mut self) {
        for symbol in self.path.pop().iter().flat_map(|symbols| symbols.iter()) {
            self.mentions[symbol.index()].pop();
        }
    }

    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        match question.hint.and_then(|hint| self.guess(question, hint)) {
            Some(model) => Outcome::Model(model),
            None => Outcome::Open,
        }
    }
}

impl Guess {
    /// A model of the question that differs little from the hint, if one is found.
    fn guess(&self, question: &Question, hint: &Rc<CachedModel>) -> Option<Rc<CachedModel>> {
        let mut search = Search {
            pool: question.pool,
            goals: question.goals(),
            path: question.whole_path,
            mentions: &self.mentions,
            changed: Vec::new(),
            tries: TRIES.get(),
        };
        match search.violated(hint) {
            None => Some(hint.clone()),
            Some(violated) => search.improve(hint, violated),
        }
    }
}

struct Search<'a> {
    pool: &'a Pool,
    goals: &'a [Term],
    path: &'a [(Term, u64)],
    mentions: &'a [Vec<u32>],
    /// The symbols whose values are not the hint's.
    changed: Vec<Symbol>,
    tries: u32,
}

impl Search<'_> {
    /// The first constraint that a model violates; goals are most often decisive, so they come
    /// first. The hint satisfies the path, so constraints of the path in which nothing changed are
    /// not evaluated.
    fn violated(&self, model: &CachedModel) -> Option<Term> {
        let violated = |term: &Term| !model.eval_bool(self.pool, *term);
        if let Some(goal) = self.goals.iter().copied().find(violated) {
            return Some(goal);
        }
        let mentions = |symbol: &Symbol| self.mentions.get(symbol.index()).into_iter().flatten();
        let mut positions: Vec<u32> = self.changed.iter().flat_map(mentions).copied().collect();
        if self.changed.len() > 1 {
            positions.sort_unstable();
            positions.dedup();
        }
        let newest_first = positions.iter().rev();
        let mut constraints = newest_first.map(|position| self.path[*position as usize].0);
        constraints.find(violated)
    }

    /// Repairs a constraint that a model violates. Symbols that were changed before keep their
    /// values.
    fn improve(&mut self, model: &CachedModel, violated: Term) -> Option<Rc<CachedModel>> {
        for (symbol, value) in repairs(self.pool, model, violated) {
            if self.changed.contains(&symbol) {
                continue;
            }
            self.tries = self.tries.checked_sub(1)?;
            let mut other = model.model().clone();
            other.set(symbol, value);
            let other = CachedModel::new(other);
            self.changed.push(symbol);
            let found = match self.violated(&other) {
                None => Some(Rc::new(other)),
                Some(next) if self.changed.len() < CHANGES.get() => self.improve(&other, next),
                Some(_) => None,
            };
            self.changed.pop();
            if found.is_some() {
                return found;
            }
        }
        None
    }
}

/// Values of single symbols that are likely to make a constraint true, which is false under the
/// model.
fn repairs(pool: &Pool, model: &CachedModel, constraint: Term) -> Vec<(Symbol, Constant)> {
    let mut repairs = Repairs {
        pool,
        model,
        proposals: Vec::new(),
        steps: STEPS.get(),
    };
    repairs.truth(constraint, true, DEPTH.get());
    repairs.proposals
}

struct Repairs<'a> {
    pool: &'a Pool,
    model: &'a CachedModel,
    proposals: Vec<(Symbol, Constant)>,
    steps: u32,
}

impl Repairs<'_> {
    fn int(&self, term: Term) -> Option<BigInt> {
        match self.model.eval(self.pool, term) {
            Constant::Int(value) => Some(value),
            _ => None,
        }
    }

    /// The value of a bit-vector of at most 128 bits.
    fn bits(&self, term: Term) -> Option<u128> {
        self.model.eval_bits(self.pool, term)
    }

    fn holds(&self, term: Term) -> bool {
        self.model.eval_bool(self.pool, term)
    }

    fn propose(&mut self, symbol: Symbol, value: Constant) {
        let proposal = (symbol, value);
        if self.proposals.len() < PROPOSALS.get() && !self.proposals.contains(&proposal) {
            self.proposals.push(proposal);
        }
    }

    /// Counts a step; returns false at the limit.
    fn may_step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }

    /// Proposes values that give a boolean the wanted value, which it does not have.
    fn truth(&mut self, term: Term, wanted: bool, depth: u32) {
        if depth == 0 || self.proposals.len() == PROPOSALS.get() || !self.may_step() {
            return;
        }
        let depth = depth - 1;
        match (self.pool.op(term), self.pool.args(term)) {
            (Op::Symbol, _) => {
                if let Some(symbol) = self.pool.as_symbol(term) {
                    self.propose(symbol, Constant::Bool(wanted));
                }
            }
            (Op::Not, &[a]) => self.truth(a, !wanted, depth),
            (Op::And | Op::Or, &[a, b]) => {
                for part in [a, b] {
                    if self.holds(part) != wanted {
                        self.truth(part, wanted, depth);
                    }
                }
            }
            (Op::Ite, &[condition, a, b]) => {
                let (current, other) = if self.holds(condition) {
                    (a, b)
                } else {
                    (b, a)
                };
                self.truth(current, wanted, depth);
                if self.holds(other) == wanted {
                    self.truth(condition, !self.holds(condition), depth);
                }
            }
            (Op::Eq, &[a, b]) => match self.pool.sort(a) {
                Sort::Bool => {
                    self.truth(a, !self.holds(a), depth);
                    self.truth(b, !self.holds(b), depth);
                }
                Sort::Bits(width) if wanted => self.compare_words(a, b, width, [0, 0], depth),
                Sort::Bits(width) => self.compare_words(a, b, width, [1, 1], depth),
                Sort::Int if wanted => self.compare(a, b, [0, 0], depth),
                Sort::Int => {
                    self.compare(a, b, [1, 1], depth);
                    self.compare(a, b, [-1, -1], depth);
                }
                _ => {}
            },
            (Op::Ult | Op::Slt, &[a, b]) => {
                let width = self.pool.width(a);
                let larger = if wanted { [-1, 1] } else { [0, 0] };
                self.compare_words(a, b, width, larger, depth);
            }
            (Op::FEq | Op::FLt | Op::FLe, &[a, b]) => {
                self.compare_floats(term, a, b, wanted, depth)
            }
            (Op::IntLt, &[a, b]) if wanted => self.compare(a, b, [-1, 1], depth),
            (Op::IntLt, &[a, b]) => self.compare(a, b, [0, 0], depth),
            _ => {}
        }
    }

    /// Gives each of two terms the other's value, increased by this much.
    fn compare(&mut self, a: Term, b: Term, larger: [i32; 2], depth: u32) {
        if let (Some(value_a), Some(value_b)) = (self.int(a), self.int(b)) {
            self.number(a, value_b + larger[0], depth);
            self.number(b, value_a + larger[1], depth);
        }
    }

    /// As [`Repairs::compare`], modulo 2^`width`. Where that wraps around, evaluation refutes the
    /// proposal.
    fn compare_words(&mut self, a: Term, b: Term, width: u32, larger: [i128; 2], depth: u32) {
        if let (Some(value_a), Some(value_b)) = (self.bits(a), self.bits(b)) {
            let wrapped =
                |value: u128, more: i128| value.wrapping_add_signed(more) & low_bits(width);
            self.word(a, wrapped(value_b, larger[0]), depth);
            self.word(b, wrapped(value_a, larger[1]), depth);
        }
    }

    /// Gives each of two floats a value that changes the result of the comparison to the wanted
    /// one.
    fn compare_floats(&mut self, term: Term, a: Term, b: Term, wanted: bool, depth: u32) {
        let (Some(kind), Some(x), Some(y)) =
            (self.pool.float_kind(term), self.bits(a), self.bits(b))
        else {
            return;
        };
        let one = float::from_int(kind, 1, 8, false);
        let (above, below) = (
            |bits| next(kind, bits, true),
            |bits| next(kind, bits, false),
        );
        let (for_a, for_b) = match (self.pool.op(term), wanted) {
            (Op::FEq | Op::FLe, true) | (Op::FLt, false) => ([y, y], [x, x]),
            (Op::FEq, _) => ([above(y), below(y)], [above(x), below(x)]),
            (Op::FLt, _) => (
                [float::sub(kind, y, one), below(y)],
                [float::add(kind, x, one), above(x)],
            ),
            _ => (
                [float::add(kind, y, one), above(y)],
                [float::sub(kind, x, one), below(x)],
            ),
        };
        for (part, values) in [(a, for_a), (b, for_b)] {
            for value in values {
                self.word(part, value, depth);
            }
        }
        if !wanted {
            self.word(a, float::default_nan(kind), depth);
        }
    }

    /// Proposes operands for which a float operation returns a pattern: its inverse in each
    /// operand, with the others unchanged.
    fn operation(&mut self, term: Term, value: u128, depth: u32) {
        let (Some(kind), Some(target)) = (self.pool.float_kind(term), self.pool.float_target(term))
        else {
            return;
        };
        let args = self.pool.args(term);
        let Some(x) = self.bits(args[0]) else {
            return;
        };
        let y = args.get(1).and_then(|&arg| self.bits(arg)).unwrap_or(0);
        let inverses = match self.pool.op(term) {
            Op::FAdd => [float::sub(kind, value, y), float::sub(kind, value, x)],
            Op::FSub => [float::add(kind, value, y), float::sub(kind, x, value)],
            Op::FMul if args[0] == args[1] => {
                let root = float::sqrt(kind, value);
                self.word(args[0], root, depth);
                return self.word(args[0], float::neg(kind, root), depth);
            }
            Op::FMul => [float::div(kind, value, y), float::div(kind, value, x)],
            Op::FDiv => [float::mul(kind, value, y), float::div(kind, x, value)],
            Op::FRem => [value, float::sub(kind, x, value)],
            Op::FSqrt => [float::mul(kind, value, value), 0],
            Op::FRound => [value, 0],
            Op::FToF => [float::to_float(target, kind, value), 0],
            Op::SToF | Op::UToF => {
                let (width, signed) = (self.pool.width(args[0]), self.pool.op(term) == Op::SToF);
                if let Some(integer) = float::to_int(kind, value, width, signed) {
                    self.word(args[0], integer, depth);
                }
                return;
            }
            _ => return,
        };
        for (&arg, inverse) in args.iter().zip(inverses) {
            self.word(arg, inverse, depth);
        }
    }

    /// Proposes values that give a bit-vector of at most 128 bits a value.
    fn word(&mut self, term: Term, value: u128, depth: u32) {
        if depth == 0 || self.bits(term) == Some(value) || self.pool.is_const(term) {
            return;
        }
        let width = self.pool.width(term);
        if width > 128 || !self.may_step() {
            return;
        }
        let depth = depth - 1;
        match (self.pool.op(term), self.pool.args(term)) {
            (Op::Symbol, _) => {
                if let Some(symbol) = self.pool.as_symbol(term) {
                    self.propose(symbol, Constant::bits(width, value));
                }
            }
            (Op::Zext | Op::Sext, &[a]) => {
                self.word(a, value & low_bits(self.pool.width(a)), depth);
            }
            (Op::Concat, &[high, low]) => {
                let cut = self.pool.width(low);
                self.word(high, value >> cut, depth);
                self.word(low, value & low_bits(cut), depth);
            }
            (Op::Extract, &[a]) => {
                let (high, low) = self.pool.extract_bounds(term);
                if let Some(whole) = self.bits(a) {
                    let kept = whole & !(low_bits(high - low + 1) << low);
                    self.word(a, kept | value << low, depth);
                }
            }
            (Op::Add, &[a, b]) => {
                for (part, rest) in [(a, b), (b, a)] {
                    if let Some(rest) = self.bits(rest) {
                        self.word(part, value.wrapping_sub(rest) & low_bits(width), depth);
                    }
                }
            }
            (Op::BitXor, &[a, b]) => {
                for (part, rest) in [(a, b), (b, a)] {
                    if let Some(rest) = self.bits(rest) {
                        self.word(part, value ^ rest, depth);
                    }
                }
            }
            (Op::Neg, &[a]) => self.word(a, value.wrapping_neg() & low_bits(width), depth),
            // A mask that clears the sign, as `fabs` does, leaves the rest as it is.
            (Op::BitAnd, &[a, mask]) if self.bits(mask).is_some_and(|mask| value & !mask == 0) => {
                self.word(a, value, depth);
            }
            (op @ (Op::FToS | Op::FToU), &[a]) => {
                if let Some(kind) = self.pool.float_kind(term) {
                    let number = float::from_int(kind, value, width, op == Op::FToS);
                    self.word(a, number, depth);
                }
            }
            (op, _) if op >= Op::FAdd => self.operation(term, value, depth),
            (Op::Complement, &[a]) => self.word(a, !value & low_bits(width), depth),
            (Op::Ite, &[condition, a, b]) => {
                let holds = self.holds(condition);
                let (current, other) = if holds { (a, b) } else { (b, a) };
                if self.bits(other) == Some(value) {
                    self.truth(condition, !holds, depth);
                }
                self.word(current, value, depth);
            }
            _ => {}
        }
    }

    /// Proposes values that give an integer a value, or one close to it.
    fn number(&mut self, term: Term, value: BigInt, depth: u32) {
        if depth == 0 || self.pool.is_const(term) || !self.may_step() {
            return;
        }
        let depth = depth - 1;
        match (self.pool.op(term), self.pool.args(term)) {
            (Op::Symbol, _) => {
                if let Some(symbol) = self.pool.as_symbol(term) {
                    self.propose(symbol, Constant::Int(value));
                }
            }
            (Op::IntAdd, &[a, b]) => {
                for (part, rest) in [(a, b), (b, a)] {
                    if let Some(rest) = self.int(rest) {
                        self.number(part, &value - rest, depth);
                    }
                }
            }
            (Op::IntMul, &[a, b]) => {
                for (part, factor) in [(a, b), (b, a)] {
                    if let Some(factor) = self.int(factor).filter(|factor| !factor.is_zero()) {
                        self.quotients(part, &value, &factor, depth);
                    }
                }
            }
            (Op::IntDiv, &[a, b]) => {
                if let Some(divisor) = self.int(b) {
                    self.number(a, value * divisor, depth);
                }
            }
            (Op::IntRem, &[a, _]) => self.number(a, value, depth),
            (Op::Ite, &[condition, a, b]) => {
                let holds = self.holds(condition);
                let (current, other) = if holds { (a, b) } else { (b, a) };
                if self.int(other).as_ref() == Some(&value) {
                    self.truth(condition, !holds, depth);
                }
                self.number(current, value, depth);
            }
            _ => {}
        }
    }

    /// Values whose products with a factor are closest to a value.
    fn quotients(&mut self, part: Term, value: &BigInt, factor: &BigInt, depth: u32) {
        let quotient = value / factor;
        if (value % factor).is_zero() {
            return self.number(part, quotient, depth);
        }
        for beside in [-1, 0, 1] {
            self.number(part, &quotient + beside, depth);
        }
    }
}

/// The next number above or below a number.
fn next(kind: FloatKind, bits: u128, above: bool) -> u128 {
    if float::is_nan(kind, bits) {
        return 0;
    }
    if float::is_zero(kind, bits) {
        let sign = if above { 0 } else { float::neg(kind, 0) };
        return float::copysign(kind, 1, sign);
    }
    match float::is_negative(kind, bits) == above {
        true => bits.wrapping_sub(1),
        false => bits.wrapping_add(1),
    }
}

/// The lowest bits set, at most 128.
fn low_bits(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}
