//! The bounds on the current path: a map from terms to ranges that grows and shrinks with the path.

use std::rc::Rc;

use rustc_hash::FxHashMap;
use sheaf_term::{Pool, Term};
use smallvec::SmallVec;

use super::derive::{Derived, Relation, derive, range_width};
use super::range::Range;

sheaf_tuning::constants! {
    /// Maximum number of constraints with cached bounds; the cache is cleared when it is full.
    MAX_DERIVED: usize = 1 << 16, 1 => 1 << 20, "constraints";
}

/// The range of a term on the path, and the constraints that imply it.
#[derive(Copy, Clone, Debug)]
pub struct Bound {
    /// Bounds as the constraints gave them: tightening one reading by the other would mix up the
    /// causes.
    raw: Range,
    /// The constraint behind each of `ulo`, `uhi`, `slo` and `shi`; `Term::TRUE` if there is none.
    causes: [Term; 4],
    /// The range, with each reading tightened by the other.
    pub range: Range,
}

impl Bound {
    /// The constraints that imply the range, possibly with duplicates.
    pub fn causes(&self) -> impl Iterator<Item = Term> {
        self.causes.into_iter().filter(|&cause| cause != Term::TRUE)
    }

    /// The intersection with a constraint's range; `None` if it is empty.
    fn narrowed(&self, width: u32, range: &Range, cause: Term) -> Option<Bound> {
        let mut result = *self;
        let raw = &mut result.raw;
        if range.ulo > raw.ulo {
            (raw.ulo, result.causes[0]) = (range.ulo, cause);
        }
        if range.uhi < raw.uhi {
            (raw.uhi, result.causes[1]) = (range.uhi, cause);
        }
        if range.slo > raw.slo {
            (raw.slo, result.causes[2]) = (range.slo, cause);
        }
        if range.shi < raw.shi {
            (raw.shi, result.causes[3]) = (range.shi, cause);
        }
        result.range = result.raw.tightened(width)?;
        Some(result)
    }
}

/// How to undo a change.
enum Undo {
    Bound(Term, Option<Bound>),
    Relation(Term),
}

/// The bounds and relations of a stack of constraints.
#[derive(Default)]
pub struct PathBounds {
    derived: FxHashMap<Term, Rc<Derived>>,
    bounds: FxHashMap<Term, Bound>,
    relations: FxHashMap<Term, SmallVec<[Relation; 2]>>,
    undo: Vec<Undo>,
    marks: Vec<usize>,
    /// The number of constraints below which the bounds contradict each other.
    contradiction: Option<usize>,
}

impl PathBounds {
    /// The bound of a term, if the path has one.
    pub fn get(&self, term: Term) -> Option<&Bound> {
        self.bounds.get(&term)
    }

    /// The comparisons on the path that mention a term.
    pub fn relations(&self, term: Term) -> &[Relation] {
        self.relations.get(&term).map_or(&[], |relations| relations)
    }

    /// Whether the constraints contradict each other, contrary to the caller's promise.
    pub fn contradictory(&self) -> bool {
        self.contradiction.is_some()
    }

    /// The bounds that a constraint implies by itself.
    pub fn derived(&mut self, pool: &Pool, constraint: Term) -> Rc<Derived> {
        if let Some(derived) = self.derived.get(&constraint) {
            return derived.clone();
        }
        if self.derived.len() >= MAX_DERIVED.get() {
            self.derived.clear();
        }
        let derived = Rc::new(derive(pool, constraint));
        self.derived.insert(constraint, derived.clone());
        derived
    }

    /// Adds a constraint. Returns whether it adds new information.
    pub fn push(&mut self, pool: &Pool, constraint: Term) -> bool {
        let derived = self.derived(pool, constraint);
        let before = self.undo.len();
        self.marks.push(before);
        for (term, range) in &derived.bounds {
            self.narrow(pool, *term, range, constraint);
        }
        for relation in &derived.relations {
            for term in [relation.left, relation.right] {
                self.relations.entry(term).or_default().push(*relation);
                self.undo.push(Undo::Relation(term));
            }
        }
        self.undo.len() > before
    }

    /// Restricts a term to a range, without a cause, as [`PathBounds::push`] does for a constraint.
    pub fn assume(&mut self, pool: &Pool, term: Term, range: &Range) {
        self.marks.push(self.undo.len());
        self.narrow(pool, term, range, Term::TRUE);
    }

    fn narrow(&mut self, pool: &Pool, term: Term, range: &Range, cause: Term) {
        let Some(width) = range_width(pool, term) else {
            return;
        };
        let old = self.bounds.get(&term).copied();
        let full = Range::full(width);
        let known = old.unwrap_or(Bound {
            raw: full,
            causes: [Term::TRUE; 4],
            range: full,
        });
        match known.narrowed(width, range, cause) {
            Some(new) if new.raw != known.raw => {
                self.bounds.insert(term, new);
                self.undo.push(Undo::Bound(term, old));
            }
            Some(_) => {}
            None => self.contradiction = self.contradiction.or(Some(self.marks.len())),
        }
    }

    /// Removes the last constraint.
    pub fn pop(&mut self) {
        if self.contradiction == Some(self.marks.len()) {
            self.contradiction = None;
        }
        let mark = self.marks.pop().unwrap_or(0);
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some(Undo::Bound(term, Some(bound))) => {
                    self.bounds.insert(term, bound);
                }
                Some(Undo::Bound(term, None)) => {
                    self.bounds.remove(&term);
                }
                Some(Undo::Relation(term)) => {
                    if let Some(relations) = self.relations.get_mut(&term) {
                        relations.pop();
                    }
                }
                None => {}
            }
        }
    }
}
