//! Guards: Boolean conditions in a canonical form, given by a decision diagram. Equal guards are
//! one term, and a contradictory guard is [`Term::FALSE`]. Merging states combines many guards;
//! without a canonical form, each combination would be a larger term.
//!
//! Rejected: `oxidd`. Each of its managers starts two threads, operations recurse once for each
//! variable, and its cache loses results, which takes exponential time on deep diagrams: the
//! conjunction of two parities of 10,000 variables, 30,000 nodes, did not finish within minutes.

mod apply;
mod choices;
mod convert;
mod few_bits;
mod graph;
mod order;
mod ranks;
mod terms;
#[cfg(test)]
mod tests;
mod variables;

use std::collections::VecDeque;

use rustc_hash::FxHashMap;

use crate::node::Term;
use crate::pool::Pool;
pub use choices::{Choice, Choices};
pub(crate) use few_bits::FewBits;
use graph::{Edge, Full, Graph};
use order::Orders;
use ranks::Ranks;
use terms::Terms;
use variables::Variables;

const MOST_REMEMBERED: usize = 1 << 18;

/// Number of nodes below which no diagrams are discarded.
const FIRST_NODES: usize = 1 << 16;
/// Number of the latest results whose diagrams are kept when others are discarded.
const MOST_RECENT: usize = 1024;

/// The guards of a pool as functions. Guards themselves are terms, so the diagrams can be rebuilt.
pub(crate) struct Diagrams {
    graph: Graph,
    max_nodes: usize,
    variables: Variables,
    functions: FxHashMap<Term, Edge>,
    terms: Terms,
    /// Cached results by operation and operands.
    known: FxHashMap<(Operation, Term, Term), Term>,
    recent: VecDeque<Term>,
    orders: Orders,
    ranks: Ranks,
}

/// The diagrams of a pool while they are not in use.
#[derive(Default)]
pub struct SuspendedDiagrams(Option<Box<Diagrams>>);

impl SuspendedDiagrams {
    /// Empty diagrams, to be used as by [`Pool::use_diagrams`].
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
        Diagrams {
            graph: Graph::new(nodes),
            max_nodes,
            variables,
            functions: constants.into_iter().collect(),
            terms: Terms::new(),
            known: FxHashMap::default(),
            recent: VecDeque::new(),
            orders: Orders::default(),
            ranks: Ranks::default(),
        }
    }

    /// The result of an operation. It is repeated with more room as long as that is possible.
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

    /// Makes room for an operation: raises the number of nodes, and discards all but the recent
    /// guards if these are few. Fails if neither is possible.
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

    /// New diagrams of only the recent guards, if they take at most a quarter of the nodes. The
    /// diagram of a discarded guard is rebuilt from its term when it is needed, and has the same
    /// term again.
    fn recent_only(&self, pool: &mut Pool) -> Option<Diagrams> {
        let nodes = self.graph.most_nodes / 4;
        let mut new = Diagrams::over(self.variables.clone(), nodes, self.max_nodes);
        new.ranks = self.ranks.clone();
        for &guard in &self.recent {
            let function = new.function(pool, guard).ok()?;
            new.terms.suggest(function, guard);
        }
        new.recent = self.recent.clone();
        Some(new)
    }

    /// Rebuilds all diagrams, because the functions of comparisons have changed.
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
            new.terms.suggest(function, guard);
        }
        *self = new;
    }

    /// Approximate memory in bytes.
    pub(crate) fn memory(&self) -> usize {
        let tables = self.functions.capacity() * size_of::<(Term, Edge)>()
            + self.known.capacity() * size_of::<((Operation, Term, Term), Term)>();
        self.graph.memory()
            + self.terms.memory()
            + self.orders.memory()
            + self.ranks.memory()
            + tables
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
            // Related conditions mostly meet in conjunctions, and further operations include
            // conjunctions, too. So order is only considered here.
            Operation::And => self.ite(pool, f, g, Edge::FALSE)?,
            Operation::Or => self.graph.or(f, g)?,
            Operation::Under => self.under(f, g)?,
        };
        let term = match operation {
            // A function of codes need not be a function of the numbers that have these codes.
            Operation::Under if !self.ranks.is_empty() => self.term(pool, result),
            _ => self.note(pool, result),
        };
        if self.known.len() >= MOST_REMEMBERED {
            self.known.clear();
        }
        self.known.insert(key, term);
        Ok(term)
    }

    /// The term of a function. The function is recorded for the term.
    fn guard(&mut self, pool: &mut Pool, function: Edge) -> Term {
        let term = self.term(pool, function);
        self.functions.entry(term).or_insert(function);
        term
    }

    /// The term of a result, whose diagram is kept when others are discarded.
    fn note(&mut self, pool: &mut Pool, result: Edge) -> Term {
        let term = self.guard(pool, result);
        if self.recent.len() >= MOST_RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(term);
        term
    }

    fn exclude(&mut self, pool: &mut Pool, a: Term, b: Term) -> Result<bool, Full> {
        if let Some(&known) = self.known.get(&(Operation::And, a, b)) {
            return Ok(known == Term::FALSE);
        }
        let (f, g) = (self.function(pool, a)?, self.function(pool, b)?);
        self.excludes(pool, f, g)
    }

    fn any_both(&mut self, pool: &mut Pool, pairs: &[[Term; 2]]) -> Result<Term, Full> {
        let mut any = Edge::FALSE;
        for [a, b] in pairs {
            let (f, g) = (self.function(pool, *a)?, self.function(pool, *b)?);
            let both = self.ite(pool, f, g, Edge::FALSE)?;
            any = self.graph.or(any, both)?;
        }
        Ok(self.note(pool, any))
    }

    fn choose(&mut self, pool: &mut Pool, [c, a, b]: [Term; 3]) -> Result<Term, Full> {
        let f = self.function(pool, c)?;
        let (g, h) = (self.function(pool, a)?, self.function(pool, b)?);
        let chosen = self.ite(pool, f, g, h)?;
        Ok(self.note(pool, chosen))
    }

    /// The restriction of `f` to `care`, if that is smaller than `f`.
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
    /// Represents guards as decision diagrams of at most `max_nodes` nodes in total. If an
    /// operation needs more, guards become plain terms again. This is sound and only loses
    /// simplification.
    pub fn use_diagrams(&mut self, max_nodes: usize) {
        self.diagrams = Some(Box::new(Diagrams::new(max_nodes)));
    }

    /// Represents guards as plain terms. Returns the diagrams, for [`Pool::resume_diagrams`].
    pub fn suspend_diagrams(&mut self) -> SuspendedDiagrams {
        let mut diagrams = self.diagrams.take();
        if let Some(diagrams) = &mut diagrams {
            diagrams.graph.release();
        }
        SuspendedDiagrams(diagrams)
    }

    /// Represents guards as diagrams again, if they were diagrams before the suspension.
    pub fn resume_diagrams(&mut self, suspended: SuspendedDiagrams) {
        self.diagrams = suspended.0;
    }

    /// Whether a condition is an atom of guards though it is an operation on others: its parts may
    /// have larger diagrams than the condition.
    pub fn is_atom(&self, term: Term) -> bool {
        let diagrams = self.diagrams.as_ref();
        diagrams.is_some_and(|diagrams| diagrams.ranks.is_bit(term))
    }

    /// Whether guards are represented as diagrams: this is switched on, and they have not become
    /// too large.
    #[inline]
    pub fn has_diagrams(&self) -> bool {
        self.diagrams.is_some()
    }

    /// The number of nodes of all guards; 0 without diagrams.
    pub fn guard_nodes(&self) -> u64 {
        self.diagrams
            .as_ref()
            .map_or(0, |diagrams| diagrams.graph.len() as u64)
    }

    /// How often guards became too large for diagrams, so that they became plain terms.
    pub fn guard_overflows(&self) -> u64 {
        self.guard_overflows
    }

    /// Conjunction. With diagrams, equal functions of conditions are the same term; without, this
    /// is [`Pool::and`].
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

    /// Disjunction, canonical as [`Pool::guard_and`].
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

    /// `then` if the guard holds, else `otherwise`; canonical as [`Pool::guard_and`].
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

    /// The disjunction of the conjunctions of pairs of guards, canonical as [`Pool::guard_and`].
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

    /// Whether two guards are known to exclude each other. With diagrams: whether their conjunction
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

    /// Negation, canonical as [`Pool::guard_and`].
    pub fn guard_not(&mut self, a: Term) -> Term {
        self.with_diagrams(
            |diagrams, pool| diagrams.negation(pool, a),
            |pool| pool.not(a),
        )
    }

    /// A guard, usually simpler, that equals `guard` where `care` is true, and is arbitrary
    /// elsewhere (generalised cofactor). With diagrams it is true exactly if `care` implies
    /// `guard`, and false exactly if they exclude each other; without, it is `guard`.
    pub fn guard_under(&mut self, guard: Term, care: Term) -> Term {
        self.with_diagrams(
            |diagrams, pool| diagrams.apply(pool, Operation::Under, guard, care),
            |_| guard,
        )
    }

    /// The guard in canonical form; unchanged without diagrams.
    fn guard(&mut self, a: Term) -> Term {
        self.with_diagrams(|diagrams, pool| diagrams.canonical(pool, a), |_| a)
    }

    /// The result on diagrams, if they are in use and have room for it, else on plain terms.
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
