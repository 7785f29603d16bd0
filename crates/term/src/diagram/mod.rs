//! Guards: truth values that are kept canonical by a decision diagram, so that equal guards are one
//! term and an impossible one is [`Term::FALSE`]. Merging states combines many guards, and without
//! a canonical form each combination would be a larger term.
//!
//! Rejected: `oxidd`. Each manager of it starts two threads, an operation recurses once for each
//! variable, and its cache forgets results, which takes exponential time on deep diagrams: the
//! conjunction of two parities of 10,000 variables, 30,000 nodes, did not end in minutes.

mod apply;
mod byte;
mod choices;
mod convert;
mod graph;
mod order;
mod ranks;
#[cfg(test)]
mod tests;
mod variables;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::node::Term;
use crate::pool::Pool;
pub(crate) use byte::only_byte;
pub use choices::{Choice, Choices};
use graph::{Edge, Full, Graph};
use order::Orders;
use ranks::Ranks;
use variables::Variables;

/// Results of operations on guards that are remembered by their terms.
const MOST_REMEMBERED: usize = 1 << 18;

/// Nodes up to which nothing is forgotten.
const FIRST_NODES: usize = 1 << 16;
/// The latest results whose diagrams are kept when others are forgotten.
const MOST_RECENT: usize = 1024;

/// The guards of a pool as functions. Guards themselves are terms, so that all of this can be made
/// anew.
pub(crate) struct Diagrams {
    graph: Graph,
    max_nodes: usize,
    variables: Variables,
    functions: FxHashMap<Term, Edge>,
    /// The canonical term of each function that was asked for.
    terms: FxHashMap<Edge, Term>,
    /// Results by operation and terms: what is asked again costs a look-up.
    known: FxHashMap<(Operation, Term, Term), Term>,
    recent: VecDeque<Term>,
    orders: Orders,
    ranks: Ranks,
}

/// The diagrams of a pool while they are not in use.
#[derive(Default)]
pub struct SuspendedDiagrams(Option<Box<Diagrams>>);

impl SuspendedDiagrams {
    /// None so far, to be used as by [`Pool::use_diagrams`].
    pub fn new(max_nodes: usize) -> Self {
        SuspendedDiagrams(Some(Box::new(Diagrams::new(max_nodes))))
    }
}

/// An operation on two guards.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
enum Operation {
    And,
    Or,
    Under,
}

impl Diagrams {
    fn new(max_nodes: usize) -> Diagrams {
        let max_nodes = max_nodes.min(1 << 31);
        Diagrams::over(Variables::default(), max_nodes.min(FIRST_NODES), max_nodes)
    }

    fn over(variables: Variables, nodes: usize, max_nodes: usize) -> Diagrams {
        let constants = [(Term::TRUE, Edge::TRUE), (Term::FALSE, Edge::FALSE)];
        let swap = |(term, edge)| (edge, term);
        Diagrams {
            graph: Graph::new(nodes),
            max_nodes,
            variables,
            functions: constants.into_iter().collect(),
            terms: constants.map(swap).into_iter().collect(),
            known: FxHashMap::default(),
            recent: VecDeque::new(),
            orders: Orders::default(),
            ranks: Ranks::default(),
        }
    }

    /// The result of an operation, for which room is made as long as there is some.
    fn with_room<T>(
        &mut self,
        pool: &mut Pool,
        mut operation: impl FnMut(&mut Diagrams, &mut Pool) -> Result<T, Full>,
    ) -> Result<T, Full> {
        let mut result = operation(self, pool);
        let mut forget = true;
        while result.is_err() {
            if self.ranks.outdated {
                self.renew(pool);
            } else {
                self.make_room(pool, forget)?;
                forget = false;
            }
            result = operation(self, pool);
        }
        result
    }

    /// Makes room for an operation: allows more nodes, and forgets all but the recent guards if
    /// those are few. Fails if neither is possible.
    fn make_room(&mut self, pool: &mut Pool, forget: bool) -> Result<(), Full> {
        let nodes = self.graph.most_nodes;
        let kept = if forget { self.recent_only(pool) } else { None };
        let progress = kept.is_some() || nodes < self.max_nodes;
        if let Some(kept) = kept {
            *self = kept;
        }
        self.graph.most_nodes = self.max_nodes.min(2 * nodes);
        if progress { Ok(()) } else { Err(Full) }
    }

    /// New diagrams of the recent guards alone, if they take up a quarter of the nodes at most.
    /// Guards are terms: the diagram of one that was forgotten is made again when it is needed, and
    /// gives the same term.
    fn recent_only(&self, pool: &mut Pool) -> Option<Diagrams> {
        let nodes = self.graph.most_nodes / 4;
        let mut new = Diagrams::over(self.variables.clone(), nodes, self.max_nodes);
        new.ranks = self.ranks.clone();
        for &guard in &self.recent {
            let function = new.function(pool, guard).ok()?;
            new.terms.entry(function).or_insert(guard);
        }
        new.recent = self.recent.clone();
        Some(new)
    }

    /// Makes all diagrams anew, because comparisons have become other functions.
    fn renew(&mut self, pool: &mut Pool) {
        let variables = std::mem::take(&mut self.variables);
        let mut new = Diagrams::over(variables, self.graph.most_nodes, self.max_nodes);
        new.ranks = std::mem::take(&mut self.ranks);
        new.ranks.outdated = false;
        new.recent = std::mem::take(&mut self.recent);
        for guard in new.recent.clone() {
            let Ok(function) = new.function(pool, guard) else {
                break;
            };
            new.terms.entry(function).or_insert(guard);
        }
        *self = new;
    }

    /// Bytes in use, roughly.
    pub(crate) fn memory(&self) -> usize {
        let tables = self.functions.capacity() * size_of::<(Term, Edge)>()
            + self.terms.capacity() * size_of::<(Edge, Term)>()
            + self.known.capacity() * size_of::<((Operation, Term, Term), Term)>();
        self.graph.memory() + self.orders.memory() + self.ranks.memory() + tables
    }

    fn canonical(&mut self, pool: &mut Pool, a: Term) -> Result<Term, Full> {
        let function = self.function(pool, a)?;
        Ok(self.guard(pool, function))
    }

    fn negation(&mut self, pool: &mut Pool, a: Term) -> Result<Term, Full> {
        let function = self.function(pool, a)?;
        Ok(self.guard(pool, !function))
    }

    fn apply(
        &mut self,
        pool: &mut Pool,
        operation: Operation,
        a: Term,
        b: Term,
    ) -> Result<Term, Full> {
        let key = (operation, a, b);
        if let Some(&known) = self.known.get(&key) {
            return Ok(known);
        }
        let (f, g) = (self.function(pool, a)?, self.function(pool, b)?);
        let result = match operation {
            // Conjunctions are where conditions come together that say something about each other;
            // what is made of them next is one, too.
            Operation::And => self.ite(pool, f, g, Edge::FALSE)?,
            Operation::Or => self.graph.or(f, g)?,
            Operation::Under => self.under(f, g)?,
        };
        let term = match operation {
            // A function of codes, but not always of what the codes stand for.
            Operation::Under if !self.ranks.is_empty() => self.term(pool, result),
            _ => self.note(pool, result),
        };
        if self.known.len() >= MOST_REMEMBERED {
            self.known.clear();
        }
        self.known.insert(key, term);
        Ok(term)
    }

    /// The term of a function, whose function is known then.
    fn guard(&mut self, pool: &mut Pool, function: Edge) -> Term {
        let term = self.term(pool, function);
        self.functions.entry(term).or_insert(function);
        term
    }

    /// The term of a result, which is kept when others are forgotten.
    fn note(&mut self, pool: &mut Pool, result: Edge) -> Term {
        let term = self.guard(pool, result);
        if self.recent.len() >= MOST_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(term);
        term
    }

    /// Whether two guards are never true together.
    fn exclude(&mut self, pool: &mut Pool, a: Term, b: Term) -> Result<bool, Full> {
        if let Some(&known) = self.known.get(&(Operation::And, a, b)) {
            return Ok(known == Term::FALSE);
        }
        let (f, g) = (self.function(pool, a)?, self.function(pool, b)?);
        self.excludes(pool, f, g)
    }

    /// The disjunction of the conjunctions of pairs of guards.
    fn any_both(&mut self, pool: &mut Pool, pairs: &[[Term; 2]]) -> Result<Term, Full> {
        let mut any = Edge::FALSE;
        for [a, b] in pairs {
            let (f, g) = (self.function(pool, *a)?, self.function(pool, *b)?);
            let both = self.ite(pool, f, g, Edge::FALSE)?;
            any = self.graph.or(any, both)?;
        }
        Ok(self.note(pool, any))
    }

    /// The choice between two guards by a third.
    fn choose(&mut self, pool: &mut Pool, [c, a, b]: [Term; 3]) -> Result<Term, Full> {
        let f = self.function(pool, c)?;
        let (g, h) = (self.function(pool, a)?, self.function(pool, b)?);
        let chosen = self.ite(pool, f, g, h)?;
        Ok(self.note(pool, chosen))
    }

    /// The restriction if it is smaller.
    fn under(&mut self, f: Edge, care: Edge) -> Result<Edge, Full> {
        if care == Edge::FALSE {
            return Ok(Edge::FALSE);
        }
        let restricted = self.graph.restrict(f, care)?;
        let smaller = restricted.is_const() || self.graph.size(restricted) < self.graph.size(f);
        Ok(if smaller { restricted } else { f })
    }
}

impl Pool {
    /// From now on guards are kept as decision diagrams of at most `max_nodes` nodes in all. An
    /// operation for which that is too few ends this: the guards are plain terms again, which is
    /// sound, because only simplification is lost.
    pub fn use_diagrams(&mut self, max_nodes: usize) {
        self.diagrams = Some(Box::new(Diagrams::new(max_nodes)));
    }

    /// Keeps guards as plain terms from now on. What was known of them, for [`Pool::resume_diagrams`].
    pub fn suspend_diagrams(&mut self) -> SuspendedDiagrams {
        SuspendedDiagrams(self.diagrams.take())
    }

    /// Keeps guards as diagrams again, if they were when diagrams were suspended.
    pub fn resume_diagrams(&mut self, suspended: SuspendedDiagrams) {
        self.diagrams = suspended.0;
    }

    /// True while guards are kept as diagrams: they were switched on, and have not become too
    /// large.
    #[inline]
    pub fn has_diagrams(&self) -> bool {
        self.diagrams.is_some()
    }

    /// The nodes that the guards take; 0 without diagrams.
    pub fn guard_nodes(&self) -> u64 {
        self.diagrams
            .as_ref()
            .map_or(0, |diagrams| diagrams.graph.len() as u64)
    }

    /// How often guards became too large for diagrams and were plain terms from then on.
    pub fn guard_overflows(&self) -> u64 {
        self.guard_overflows
    }

    /// Conjunction. With diagrams, equal functions of the conditions in the guards are the same
    /// term; without, plain [`Pool::and`].
    pub fn guard_and(&mut self, a: Term, b: Term) -> Term {
        let plain = |pool: &mut Pool| pool.and(a, b);
        if a == Term::FALSE || b == Term::FALSE {
            return Term::FALSE;
        }
        if a == Term::TRUE || a == b {
            return self.guard(b);
        }
        if b == Term::TRUE {
            return self.guard(a);
        }
        self.with_diagrams(
            |diagrams, pool| diagrams.apply(pool, Operation::And, a.min(b), a.max(b)),
            plain,
        )
    }

    /// Disjunction, as [`Pool::guard_and`].
    pub fn guard_or(&mut self, a: Term, b: Term) -> Term {
        let plain = |pool: &mut Pool| pool.or(a, b);
        if a == Term::TRUE || b == Term::TRUE {
            return Term::TRUE;
        }
        if a == Term::FALSE || a == b {
            return self.guard(b);
        }
        if b == Term::FALSE {
            return self.guard(a);
        }
        self.with_diagrams(
            |diagrams, pool| diagrams.apply(pool, Operation::Or, a.min(b), a.max(b)),
            plain,
        )
    }

    /// `then` where a guard holds, else `otherwise`, as [`Pool::guard_and`].
    pub fn guard_ite(&mut self, guard: Term, then: Term, otherwise: Term) -> Term {
        match guard {
            Term::TRUE => self.guard(then),
            Term::FALSE => self.guard(otherwise),
            _ if then == otherwise => self.guard(then),
            _ if otherwise == Term::FALSE => self.guard_and(guard, then),
            _ => self.with_diagrams(
                |diagrams, pool| diagrams.choose(pool, [guard, then, otherwise]),
                |pool| {
                    let outside = pool.not(guard);
                    let (then, otherwise) = (pool.and(guard, then), pool.and(outside, otherwise));
                    pool.or(then, otherwise)
                },
            ),
        }
    }

    /// Whether any of some pairs of guards hold together, as [`Pool::guard_and`].
    pub fn guard_any_both(&mut self, pairs: &[[Term; 2]]) -> Term {
        if let [[a, b]] = *pairs {
            return self.guard_and(a, b);
        }
        self.with_diagrams(
            |diagrams, pool| diagrams.any_both(pool, pairs),
            |pool| {
                pairs.iter().fold(Term::FALSE, |any, [a, b]| {
                    let both = pool.and(*a, *b);
                    pool.or(any, both)
                })
            },
        )
    }

    /// Whether two guards are known to exclude each other: with diagrams, whether their conjunction
    /// is false.
    pub fn guards_exclude(&mut self, a: Term, b: Term) -> bool {
        if a == Term::FALSE || b == Term::FALSE {
            return true;
        }
        if a == Term::TRUE || b == Term::TRUE {
            return self.guard_and(a, b) == Term::FALSE;
        }
        self.with_diagrams(
            |diagrams, pool| diagrams.exclude(pool, a.min(b), a.max(b)),
            |pool| pool.and(a, b) == Term::FALSE,
        )
    }

    /// Negation, as [`Pool::guard_and`].
    pub fn guard_not(&mut self, a: Term) -> Term {
        self.with_diagrams(
            |diagrams, pool| diagrams.negation(pool, a),
            |pool| pool.not(a),
        )
    }

    /// A guard, usually simpler, that equals `guard` wherever `care` is true, and is anything where
    /// `care` is false (generalised cofactor). With diagrams it is true exactly if `care` implies
    /// `guard`, and false if they exclude each other; without, it is `guard` itself.
    pub fn guard_under(&mut self, guard: Term, care: Term) -> Term {
        self.with_diagrams(
            |diagrams, pool| diagrams.apply(pool, Operation::Under, guard, care),
            |_| guard,
        )
    }

    /// The guard in its canonical form; itself without diagrams.
    fn guard(&mut self, a: Term) -> Term {
        self.with_diagrams(|diagrams, pool| diagrams.canonical(pool, a), |_| a)
    }

    /// The result of diagrams if they are in use and have room for it, else of plain terms.
    fn with_diagrams<T>(
        &mut self,
        operation: impl Fn(&mut Diagrams, &mut Pool) -> Result<T, Full>,
        plain: impl FnOnce(&mut Pool) -> T,
    ) -> T {
        let Some(mut diagrams) = self.diagrams.take() else {
            return plain(self);
        };
        if let Ok(result) = diagrams.with_room(self, operation) {
            self.diagrams = Some(diagrams);
            return result;
        }
        self.guard_overflows += 1;
        plain(self)
    }
}
