//! The canonical terms of functions.

use super::graph::Edge;
use crate::node::Term;

/// Stands for no term.
const UNKNOWN: Term = Term(u32::MAX);

/// The term of each function that has one so far, by the number of the edge: most have one.
pub(super) struct Terms(Vec<Term>);

impl Terms {
    /// The terms of the constants.
    pub(super) fn new() -> Terms {
        let mut terms = Terms(Vec::new());
        terms.insert(Edge::TRUE, Term::TRUE);
        terms.insert(Edge::FALSE, Term::FALSE);
        terms
    }

    #[inline]
    pub(super) fn get(&self, edge: Edge) -> Option<Term> {
        let term = self.0.get(edge.index()).copied();
        term.filter(|term| *term != UNKNOWN)
    }

    pub(super) fn insert(&mut self, edge: Edge, term: Term) {
        if self.0.len() <= edge.index() {
            self.0.resize(edge.index() + 1, UNKNOWN);
        }
        self.0[edge.index()] = term;
    }

    /// Inserts a term unless there is one.
    pub(super) fn suggest(&mut self, edge: Edge, term: Term) {
        if self.get(edge).is_none() {
            self.insert(edge, term);
        }
    }

    /// Approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.0.capacity() * size_of::<Term>()
    }
}
