//! Conversion between terms and diagrams.

use rustc_hash::FxHashSet;

use super::graph::{Edge, Full};
use super::{Diagrams, FewBits};
use crate::cancel;
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::PackedSort;

impl Diagrams {
    /// The function of a Boolean term. A subterm that is no connective becomes a variable, or a
    /// function of variables if it is a condition on few bits or a comparison of ranked inputs.
    pub(super) fn function(&mut self, pool: &mut Pool, term: Term) -> Result<Edge, Full> {
        let known = |term: &Term| self.functions.contains_key(term);
        let arguments = |term: Term| match is_connective(pool, term) && !self.ranks.is_bit(term) {
            true => pool.args(term),
            false => &[],
        };
        let parts = unknown_parts(term, known, arguments);
        for part in parts {
            let function = self.combine(pool, part)?;
            self.functions.insert(part, function);
        }
        Ok(self.functions[&term])
    }

    /// The function of a term, from the functions of its arguments.
    fn combine(&mut self, pool: &mut Pool, term: Term) -> Result<Edge, Full> {
        if let Some(function) = self.ranks.bit(&mut self.graph, term)? {
            return Ok(function);
        }
        if !is_connective(pool, term) {
            if let Some(bits) = FewBits::of(pool, term) {
                return self.condition_on_bits(pool, term, &bits);
            }
            if let Some(comparison) = pool.comparison(term)
                && let Some(function) = self.by_rank(pool, term, comparison)?
            {
                return Ok(function);
            }
            let var = self.variables.of(term);
            return self.graph.make(var, Edge::TRUE, Edge::FALSE);
        }
        let of = |position: usize| self.functions[&pool.args(term)[position]];
        match pool.op(term) {
            Op::Not => Ok(!of(0)),
            Op::And => self.graph.and(of(0), of(1)),
            Op::Or => self.graph.or(of(0), of(1)),
            Op::Eq => self.graph.ite(of(0), of(1), !of(1)),
            _ => self.graph.ite(of(0), of(1), of(2)),
        }
    }

    /// The canonical term of a function: nested choices by its variables.
    pub(super) fn term(&mut self, pool: &mut Pool, edge: Edge) -> Term {
        if let Some(known) = self.terms.get(edge) {
            return known;
        }
        let mut waiting = vec![edge];
        while let Some(&part) = waiting.last() {
            if self.terms.get(part).is_some() {
                // Several functions have this part.
                waiting.pop();
                continue;
            }
            let parts = self.parts(part);
            let unknown = parts.into_iter().filter(|it| self.terms.get(*it).is_none());
            let before = waiting.len();
            waiting.extend(unknown);
            if waiting.len() == before {
                waiting.pop();
                let term = self.term_of_parts(pool, part, parts);
                self.terms.insert(part, term);
            }
        }
        self.terms.get(edge).expect("the term was just made")
    }

    /// The term of a function whose parts have terms.
    fn term_of_parts(&self, pool: &mut Pool, function: Edge, parts: [Edge; 2]) -> Term {
        let known = |edge| self.terms.get(edge).expect("parts come first");
        let [high, low] = parts;
        if parts == [!function; 2] {
            return pool.not(known(high));
        }
        let condition = self.variables.term(self.graph.node(function).var);
        if high.is_const() || low.is_const() || high == !low {
            return pool.ite(condition, known(high), known(low));
        }
        // The diagram is reduced, so that rules would rarely find anything.
        pool.bool_choice(condition, known(high), known(low))
    }

    /// The functions from which the term of a function is built: its two cofactors, or twice its
    /// negation if that gives the shorter term. Conjunctions and disjunctions of conditions keep
    /// their form.
    fn parts(&self, edge: Edge) -> [Edge; 2] {
        let (high, low) = self.graph.cofactors(edge, self.graph.node(edge).var);
        if edge.is_negated() && !high.is_const() && !low.is_const() {
            [!edge; 2]
        } else {
            [high, low]
        }
    }
}

/// Those of `whole`, its arguments, their arguments and so on that are not known, with arguments
/// before what contains them: their numbers are smaller.
fn unknown_parts<'p>(
    whole: Term,
    known: impl Fn(&Term) -> bool,
    arguments: impl Fn(Term) -> &'p [Term],
) -> Vec<Term> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut stack = vec![whole];
    while let Some(top) = stack.pop() {
        cancel::steps(1);
        if !known(&top) && seen.insert(top) {
            found.push(top);
            stack.extend(arguments(top));
        }
    }
    found.sort_unstable();
    found
}

/// Whether a term is a Boolean operator on Boolean operands.
fn is_connective(pool: &Pool, term: Term) -> bool {
    let node = pool.node(term);
    match node.op {
        Op::Not | Op::And | Op::Or => true,
        Op::Eq => pool.node(node.args[0]).sort == PackedSort::BOOL,
        Op::Ite => node.sort == PackedSort::BOOL,
        _ => false,
    }
}
