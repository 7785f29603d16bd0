//! Whether each concrete state that a later state stands for is one of those that an earlier state
//! stands for.
//!
//! The inputs of the earlier path may have any values that satisfy its condition. So what is to be
//! found are terms over the inputs of the later path for them, with which the condition of the
//! later path implies the condition of the earlier one and that all scalars are equal. A solver
//! decides that; how the terms are found matters for completeness only. Scalars give most of them,
//! where they are inputs plus something known. For the others there are several attempts.

use super::alike::{Difference, Differences};
use crate::Driver;
use crate::loops::arithmetic::{add, small, sub};
use crate::state::State;
use rustc_hash::FxHashSet;
use sheaf_term::{Op, Pool, Sort, Symbol, SymbolKind, Term, TermMap, cancel};

sheaf_tuning::constants! {
    /// The maximum number of conditions of each path.
    MAX_CONDITIONS: usize = 400, 1 => 6400, "conditions";
    /// The maximum nesting of a term that is taken apart.
    MAX_DEPTH: u32 = 32, 1 => 512, "levels";
}

/// How terms for inputs that no scalar determines are found.
#[derive(Clone, Copy)]
enum Attempt {
    /// From conditions of the later path of the same form.
    Alike,
    /// They are what they are on the later path.
    Same,
    /// They are as close as possible to what conditions compare them with.
    Close,
}

/// Whether a later state is an instance of an earlier one, given what they may differ in.
pub fn is_instance(
    driver: &mut Driver,
    earlier: &State,
    later: &State,
    found: &Differences,
) -> bool {
    if !found.contents.is_empty() {
        return false;
    }
    let differences = &found.values;
    let (ours, theirs) = (earlier.constraints.terms(), later.constraints.terms());
    if ours.len().max(theirs.len()) > MAX_CONDITIONS.get() {
        return false;
    }
    // The answer must hold for all choices of the platform, and the solver is asked about ours.
    let values = differences.iter().flat_map(|it| [it.earlier, it.later]);
    let mut terms = ours.iter().chain(&theirs).copied().chain(values);
    if terms.any(|term| driver.pool.has_chosen(term)) {
        return false;
    }
    let mut known = Binding::default();
    known.determine(&mut driver.pool, differences);
    let ours = known.dependent(&driver.pool, ours, differences);
    let all_theirs: FxHashSet<Term> = theirs.iter().copied().collect();
    let mut tried = Vec::new();
    for attempt in [Attempt::Alike, Attempt::Same, Attempt::Close] {
        let mut binding = known.clone();
        match attempt {
            Attempt::Alike => binding.take_alike(&mut driver.pool, &ours, &theirs),
            Attempt::Same => {}
            Attempt::Close => binding.take_close(&mut driver.pool, &ours),
        }
        let goal = binding.goal(&mut driver.pool, (&ours, &all_theirs), differences);
        if tried.contains(&goal) || !later.model.eval_bool(&driver.pool, goal) {
            continue;
        }
        if driver.is_implied(later, goal) {
            return true;
        }
        tried.push(goal);
    }
    false
}

/// Terms over the inputs of the later path for inputs of the earlier one.
#[derive(Clone, Default)]
struct Binding(TermMap);

impl Binding {
    /// Whether a term has an input without a term.
    fn is_open(&self, pool: &Pool, term: Term) -> bool {
        let symbols = pool.symbols(term);
        symbols.iter().any(|it| self.is_open_symbol(pool, *it))
    }

    fn is_open_symbol(&self, pool: &Pool, symbol: Symbol) -> bool {
        pool.symbol_info(symbol).kind == SymbolKind::Input
            && !self.0.contains_key(&pool.symbol_term(symbol))
    }

    /// Takes terms from scalars: those that are inputs, then those that are sums.
    fn determine(&mut self, pool: &mut Pool, differences: &[Difference]) {
        for scalar in differences {
            if pool.as_symbol(scalar.earlier).is_some() {
                self.fit(pool, scalar.earlier, scalar.later, 0);
            }
        }
        for scalar in differences {
            self.fit(pool, scalar.earlier, scalar.later, 0);
        }
    }

    /// Gives inputs in a pattern terms with which it might be equal to a term.
    fn fit(&mut self, pool: &mut Pool, pattern: Term, term: Term, depth: u32) {
        cancel::steps(1);
        if depth > MAX_DEPTH.get()
            || pool.sort(pattern) != pool.sort(term)
            || !self.is_open(pool, pattern)
        {
            return;
        }
        if pool.as_symbol(pattern).is_some() {
            self.0.insert(pattern, term);
            return;
        }
        let (op, args) = (pool.op(pattern), pool.args(pattern).to_vec());
        if let (Op::Add | Op::Sub | Op::IntAdd, [a, b]) = (op, args.as_slice()) {
            match (self.is_open(pool, *a), self.is_open(pool, *b)) {
                (true, false) => {
                    let rest = pool.substitute(*b, &self.0);
                    let part = match op {
                        Op::Sub => add(pool, term, rest),
                        _ => sub(pool, term, rest),
                    };
                    return self.fit(pool, *a, part, depth + 1);
                }
                (false, true) => {
                    let rest = pool.substitute(*a, &self.0);
                    let part = match op {
                        Op::Sub => sub(pool, rest, term),
                        _ => sub(pool, term, rest),
                    };
                    return self.fit(pool, *b, part, depth + 1);
                }
                _ => {}
            }
        }
        if let (Op::Neg, [a]) = (op, args.as_slice()) {
            let part = pool.neg(term);
            return self.fit(pool, *a, part, depth + 1);
        }
        let others = pool.args(term).to_vec();
        if pool.op(term) == op && others.len() == args.len() {
            for (pattern, term) in args.into_iter().zip(others) {
                self.fit(pool, pattern, term, depth + 1);
            }
        }
    }

    /// The conditions without those that are only about inputs without a term on which no scalar
    /// depends: they can be satisfied whatever the others are.
    fn dependent(
        &self,
        pool: &Pool,
        conditions: Vec<Term>,
        differences: &[Difference],
    ) -> Vec<Term> {
        let mut needed: FxHashSet<Symbol> = FxHashSet::default();
        for scalar in differences {
            needed.extend(pool.symbols(scalar.earlier).iter().copied());
        }
        let is_needed = |needed: &FxHashSet<Symbol>, term: Term| {
            let symbols = pool.symbols(term);
            symbols.is_empty()
                || symbols
                    .iter()
                    .any(|it| needed.contains(it) || !self.is_open_symbol(pool, *it))
        };
        loop {
            let before = needed.len();
            for condition in &conditions {
                if is_needed(&needed, *condition) {
                    needed.extend(pool.symbols(*condition).iter().copied());
                }
            }
            if needed.len() == before {
                break;
            }
        }
        let kept = conditions.into_iter();
        kept.filter(|it| is_needed(&needed, *it)).collect()
    }

    /// Takes terms from conditions of the later path, the newest first.
    fn take_alike(&mut self, pool: &mut Pool, ours: &[Term], theirs: &[Term]) {
        for condition in ours.iter().rev() {
            if !self.is_open(pool, *condition) {
                continue;
            }
            for other in theirs.iter().rev() {
                if pool.op(*other) != pool.op(*condition) {
                    continue;
                }
                let mut binding = self.clone();
                binding.fit(pool, *condition, *other, 0);
                if pool.substitute(*condition, &binding.0) == *other {
                    *self = binding;
                    break;
                }
            }
        }
    }

    /// Takes terms that are next to what conditions compare inputs with.
    fn take_close(&mut self, pool: &mut Pool, ours: &[Term]) {
        for condition in ours {
            if !self.is_open(pool, *condition) {
                continue;
            }
            let (inner, holds) = match pool.op(*condition) {
                Op::Not => (pool.args(*condition)[0], false),
                _ => (*condition, true),
            };
            let op = pool.op(inner);
            let &[a, b] = pool.args(inner) else {
                continue;
            };
            let by = match (op, holds) {
                (Op::Eq, true) | (Op::IntLt | Op::Slt | Op::Ult, false) => 0,
                (Op::Eq, false) | (Op::IntLt | Op::Slt | Op::Ult, true) => 1,
                _ => continue,
            };
            if !matches!(pool.sort(a), Sort::Int | Sort::Bits(_)) {
                continue;
            }
            let one = small(pool, a, by);
            match (self.is_open(pool, a), self.is_open(pool, b)) {
                (true, false) => {
                    let other = pool.substitute(b, &self.0);
                    let value = sub(pool, other, one);
                    self.fit(pool, a, value, 0);
                }
                (false, true) => {
                    let other = pool.substitute(a, &self.0);
                    let value = add(pool, other, one);
                    self.fit(pool, b, value, 0);
                }
                _ => {}
            }
        }
    }

    /// The condition that the later state is an instance of the earlier one, without what is
    /// known of the later one.
    fn goal(
        &self,
        pool: &mut Pool,
        (ours, known): (&[Term], &FxHashSet<Term>),
        differences: &[Difference],
    ) -> Term {
        let mut all = Vec::with_capacity(ours.len() + differences.len());
        for scalar in differences {
            let value = pool.substitute(scalar.earlier, &self.0);
            let is_array = matches!(pool.sort(value), Sort::Array { .. });
            all.push(match is_array && value != scalar.later {
                // Too hard for a solver.
                true => Term::FALSE,
                false => pool.eq(value, scalar.later),
            });
        }
        for condition in ours {
            let condition = pool.substitute(*condition, &self.0);
            if !known.contains(&condition) {
                all.push(condition);
            }
        }
        pool.and_all(all)
    }
}
