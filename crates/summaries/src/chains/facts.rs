//! Facts about the counters of a loop that hold when it is left.
//!
//! For each condition of a loop, the paper adds that it held one execution earlier (`a = 1`), which
//! may exclude feasible executions. Here each fact holds for all executions: the conditions of a
//! chain held before its first and before its last execution, for some values of the counters at
//! that time.

use super::Analysis;
use super::loop_node::{Chain, Fact, LoopNode, Origin};
use super::merge::all_executions;
use super::symbols::Kind;
use super::walk::{Step, conditions};
use crate::loops::arithmetic::{self, normal_condition};
use crate::loops::linear::linear;
use crate::path::push_conjuncts;
use num_bigint::BigInt;
use num_traits::One;
use sheaf_term::{Op, Sort, Symbol, Term, TermMap};
use std::collections::{BTreeMap, BTreeSet};

/// A moment in the execution of a loop, relative to one chain.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Moment {
    /// Before the first execution of the chain.
    First,
    /// Before the last execution of the chain.
    Last,
}

/// The counters of the other chains: the copy at a moment, and the counter after the loop.
type Others = Vec<(Term, Term)>;

impl Analysis<'_, '_> {
    /// The facts of a loop.
    pub fn facts(&mut self, node: &LoopNode, depth: usize, outer: &[Term]) -> Vec<Fact> {
        let mut facts = Vec::new();
        let mut add_part = |term: Term, shown: Term, origin: Origin| {
            if term != Term::TRUE {
                facts.push(Fact {
                    term,
                    shown,
                    origin,
                });
            }
        };
        let mut add = |term: Term, origin: Origin| add_part(term, term, origin);
        for variable in &node.variables {
            let Some(term) = variable.function.term else {
                continue;
            };
            if let Some(fits) = self.range_fact(variable, term) {
                add(fits, Origin::Range);
            }
            for fact in self.extra_facts(&variable.function.extras) {
                add(fact, Origin::Range);
            }
        }
        let zero = self.pool.int(BigInt::ZERO);
        let (mut entry, mut iteration) = (Vec::new(), Vec::new());
        let mut moments = Vec::new();
        let mut none = Term::TRUE;
        for chain in &node.chains {
            let never = self.pool.eq(chain.counter, zero);
            let some = self.pool.not(never);
            none = self.pool.and(none, never);
            let mut first = Term::TRUE;
            for (_, all) in &chain.inner {
                let not_inside = self.pool.eq(*all, zero);
                add(self.pool.or(some, not_inside), Origin::Range);
            }
            for moment in [Moment::First, Moment::Last] {
                let (holds, shown, others) = self.at(node, chain, moment, depth);
                let (origin, list) = match moment {
                    Moment::First => {
                        first = holds;
                        (Origin::First(chain.number), &mut entry)
                    }
                    Moment::Last => (Origin::Last(chain.number), &mut iteration),
                };
                moments.push((self.pool.or(never, holds), shown, origin));
                let mut all = vec![some];
                for (copy, end) in others {
                    let end = match moment {
                        Moment::First => zero,
                        Moment::Last => end,
                    };
                    all.push(self.pool.eq(copy, end));
                }
                list.push(self.pool.and_all(all));
            }
            for sum in self.sums(chain, outer, first) {
                add(sum, Origin::Sum(chain.number));
            }
        }
        if node.chains.len() > 1 {
            for (list, origin) in [(entry, Origin::Entry), (iteration, Origin::Iteration)] {
                let any = self.pool.or_all(list);
                add(self.pool.or(none, any), origin);
            }
        }
        for (term, shown, origin) in moments {
            add_part(term, shown, origin);
        }
        facts
    }

    /// The conditions of a chain at a moment, over copies of the counters: all of them, and those
    /// of branches. Also returns the copies.
    fn at(
        &mut self,
        node: &LoopNode,
        chain: &Chain,
        moment: Moment,
        depth: usize,
    ) -> (Term, Term, Others) {
        let mut map = TermMap::default();
        let mut holds = Vec::new();
        let mut others = Others::new();
        let zero = self.pool.int(BigInt::ZERO);
        let one = self.pool.int(1.into());
        for it in &node.chains {
            let is_this = it.number == chain.number;
            for (end, inside) in [(it.counter, None)].into_iter().chain(
                it.inner
                    .iter()
                    .map(|(inside, all)| (*all, Some(inside.term))),
            ) {
                let now = match (is_this, moment) {
                    (true, Moment::First) => zero,
                    (true, Moment::Last) => match inside {
                        None => arithmetic::sub(self.pool, end, one),
                        Some(inside) => {
                            let gained = self.counter_copy(inside, depth, &mut map);
                            let before = arithmetic::sub(self.pool, end, gained);
                            holds.push(self.pool.int_le(zero, before));
                            before
                        }
                    },
                    (false, _) => {
                        let copy = self.counter_copy(end, depth, &mut map);
                        holds.push(self.pool.int_le(zero, copy));
                        holds.push(self.pool.int_le(copy, end));
                        others.push((copy, end));
                        copy
                    }
                };
                map.insert(end, now);
            }
        }
        let mut before = TermMap::default();
        for variable in &node.variables {
            let (Some(symbol), Some(term)) = (variable.symbol, variable.function.term) else {
                continue;
            };
            let extras = self.copy_extras(&variable.function.extras, depth, &mut map);
            holds.extend(self.extra_facts(&extras));
            let term = self.pool.substitute(term, &map);
            let term = arithmetic::normal(self.pool, term);
            holds.extend(self.range_fact(variable, term));
            let number = variable.number(term);
            before.insert(symbol, number.read(self.pool, variable.reading));
        }
        for (inside, _) in &chain.inner {
            if let Some(copy) = map.get(&inside.term) {
                before.insert(inside.term, *copy);
            }
        }
        let branches: Vec<Term> = chain.steps.iter().filter_map(branch).collect();
        let branches: BTreeSet<Term> = self.conjuncts(&branches).into_iter().collect();
        let mut shown = Term::TRUE;
        for term in self.essential(&conditions(&chain.steps), depth) {
            let instance = self.instance(term, depth, &mut before);
            holds.push(instance);
            if branches.contains(&term) {
                shown = self.pool.and(shown, instance);
            }
        }
        let ranges = self.symbols.ranges(self.pool, &holds);
        let holds = self.pool.and_all(holds.into_iter().chain(ranges));
        (holds, shown, others)
    }

    fn counter_copy(&mut self, counter: Term, depth: usize, map: &mut TermMap) -> Term {
        let copy = match self.pool.as_symbol(counter) {
            Some(symbol) => self.symbols.copy(self.pool, symbol, depth),
            None => counter,
        };
        map.insert(counter, copy);
        copy
    }

    /// A condition of an iteration over the values before the iteration. Other symbols that may
    /// differ between iterations are replaced by copies.
    fn instance(&mut self, term: Term, depth: usize, before: &mut TermMap) -> Term {
        for symbol in self.symbols.local(self.pool, term, depth + 1) {
            let old = self.pool.symbol_term(symbol);
            before
                .entry(old)
                .or_insert_with(|| self.symbols.copy(self.pool, symbol, depth));
        }
        let term = self.pool.substitute(term, before);
        normal_condition(self.pool, term)
    }

    /// The conjuncts of conditions, without those on a value that occurs in no other one.
    fn essential(&mut self, conditions: &[Term], depth: usize) -> Vec<Term> {
        let conditions = self.conjuncts(conditions);
        let mut uses: BTreeMap<Symbol, u32> = BTreeMap::new();
        for term in &conditions {
            for symbol in self.symbols.local(self.pool, *term, depth + 1) {
                *uses.entry(symbol).or_default() += 1;
            }
        }
        let changed: BTreeSet<Symbol> = self.before_iterations.clone();
        let is_lonely = |symbol: &Symbol| {
            uses[symbol] == 1
                && !changed.contains(symbol)
                && self.symbols.info(*symbol).kind == Kind::Value
        };
        let essential = conditions.into_iter().filter(|term| {
            let local = self.symbols.local(self.pool, *term, depth + 1);
            !local.iter().any(is_lonely)
        });
        essential.collect()
    }

    fn conjuncts(&self, conditions: &[Term]) -> Vec<Term> {
        let mut parts = Vec::new();
        for condition in conditions {
            push_conjuncts(self.pool, &mut parts, *condition);
        }
        parts
    }

    /// Conditions on the counters of one execution of a chain, summed over all executions. `first`
    /// held before the first one.
    fn sums(&mut self, chain: &Chain, outer: &[Term], first: Term) -> Vec<Term> {
        let mut all = self.conjuncts(&conditions(&chain.steps));
        let each = all.clone();
        // What it says of values that no iteration changes holds in all executions.
        all.push(first);
        let mut sums = Vec::new();
        for term in &each {
            let Some((margin, is_equal)) = self.margin(*term) else {
                continue;
            };
            let Some(sum) = self.summed(chain, margin) else {
                continue;
            };
            let zero = self.pool.int(BigInt::ZERO);
            let at_most = self.pool.int_le(margin, zero);
            let is_equal = is_equal || self.is_implied(outer, &all, at_most);
            let sum = match is_equal {
                true => self.pool.eq(sum, zero),
                false => self.pool.int_le(zero, sum),
            };
            sums.push(normal_condition(self.pool, sum));
        }
        sums
    }

    /// The least and the greatest value of a symbol that single conditions say, if both are
    /// constants.
    pub fn bounds_of(&mut self, symbol: Term, conditions: &[Term]) -> Option<(BigInt, BigInt)> {
        let only = BTreeSet::from([self.pool.as_symbol(symbol)?]);
        let (mut least, mut most): (Option<BigInt>, Option<BigInt>) = (None, None);
        for condition in self.conjuncts(conditions) {
            let Some((margin, is_equal)) = self.margin(condition) else {
                continue;
            };
            let Some(form) = linear(self.pool, &only, margin) else {
                continue;
            };
            let [(_, factor)] = form.parts[..] else {
                continue;
            };
            let numbers = [form.base, factor].map(|it| arithmetic::value(self.pool, it));
            let [Some(base), Some(factor)] = numbers else {
                continue;
            };
            // The bound is exact for factors of 1 and -1.
            let bound = -base * &factor;
            if is_equal && factor.magnitude().is_one() || factor.is_one() {
                least = Some(least.map_or(bound.clone(), |it| it.max(bound.clone())));
            }
            if is_equal && factor.magnitude().is_one() || factor == BigInt::from(-1) {
                most = Some(most.map_or(bound.clone(), |it| it.min(bound)));
            }
        }
        let (least, most) = (least?, most?);
        (least <= most).then_some((least, most))
    }

    /// An integer comparison as a number that must be non-negative, or zero if the flag is set.
    fn margin(&mut self, term: Term) -> Option<(Term, bool)> {
        let (inner, is_negated) = match self.pool.op(term) {
            Op::Not => (self.pool.args(term)[0], true),
            _ => (term, false),
        };
        let args = self.pool.args(inner).to_vec();
        match (self.pool.op(inner), is_negated) {
            (Op::IntLt, true) => Some((arithmetic::sub(self.pool, args[0], args[1]), false)),
            (Op::IntLt, false) => {
                let difference = arithmetic::sub(self.pool, args[1], args[0]);
                let one = self.pool.int(1.into());
                Some((arithmetic::sub(self.pool, difference, one), false))
            }
            (Op::Eq, false) if self.pool.sort(args[0]) == Sort::Int => {
                Some((arithmetic::sub(self.pool, args[0], args[1]), true))
            }
            _ => None,
        }
    }

    /// The sum of a number over all executions, if it is linear in the counters of one execution.
    fn summed(&mut self, chain: &Chain, number: Term) -> Option<Term> {
        let inside = chain.inner.iter();
        let inside: BTreeSet<Symbol> = inside
            .filter_map(|(counter, _)| self.pool.as_symbol(counter.term))
            .collect();
        let form = linear(self.pool, &inside, number)?;
        // Everything but the counters of one execution must be the same in all executions.
        let depth_of_chain = self.symbols.depth_of(self.pool, chain.counter);
        if form.parts.is_empty() || self.symbols.depth_of(self.pool, form.base) > depth_of_chain {
            return None;
        }
        let mut sum = arithmetic::mul(self.pool, form.base, chain.counter);
        for (counter, factor) in form.parts {
            if !self.pool.is_const(factor) {
                return None;
            }
            let all = all_executions(chain, counter);
            let part = arithmetic::mul(self.pool, factor, all);
            sum = arithmetic::add(self.pool, sum, part);
        }
        Some(sum)
    }
}

/// The condition of a step, if that is a branch.
fn branch(step: &Step) -> Option<Term> {
    match step {
        Step::Assume {
            term,
            is_branch: true,
            ..
        } => Some(*term),
        _ => None,
    }
}
