//! Stretches of paths: how one ended, and what retracing finds out about it.

use super::aside::Aside;
use super::general::General;
use crate::segment::Cell;
use crate::state::State;
use sheaf_term::{Pool, Term, TermMap};

/// How a stretch of a path ended.
pub enum Ended<'s> {
    /// The path has come to another state, and goes on there.
    Joined(&'s State),
    /// It has forked into these, in the order of their alternatives.
    Forked(Vec<&'s State>),
    /// It is over; this is its last state.
    Over(&'s State),
}

/// What the course of a stretch depends on.
pub enum Course {
    /// This must hold.
    Need(Term),
    /// The program assumes this.
    Assume(Term),
    /// Where this holds, the program ends itself, and that is no failure.
    End(Term),
    /// The path goes on where this guard holds. Of the other successors it is known how they go on.
    Choice(Term, Vec<Aside>),
}

/// A successor of a stretch.
pub enum Successor {
    /// The path takes it, under this guard; the general state there. In the order of
    /// [`Ended::Forked`].
    Taken(Term, Box<State>),
    /// The path cannot take it.
    Excluded(Aside),
}

/// A stretch of a path, in general.
pub struct Stretch {
    /// What its course depends on, in this order.
    pub course: Vec<Course>,
    /// Its successors; none if the path is over.
    pub successors: Vec<Successor>,
    /// What it has accessed.
    pub accessed: Vec<Cell>,
    /// Whether an assumption ended the path.
    pub is_dropped: bool,
}

/// The terms of a general state as terms of the path.
pub struct Actual<'s> {
    state: &'s State,
    done: TermMap,
}

impl<'s> Actual<'s> {
    /// Of the state that was made general.
    pub fn new(state: &'s State) -> Self {
        Actual {
            state,
            done: TermMap::default(),
        }
    }

    /// What a term is on the path; `None` where a symbol stands for nothing there.
    pub fn term(&mut self, pool: &mut Pool, general: &General, term: Term) -> Option<Term> {
        for symbol in pool.symbols(term).iter() {
            let from = pool.symbol_term(*symbol);
            if self.done.contains_key(&from) {
                continue;
            }
            if let Some(slot) = general.slot_of(pool, *symbol) {
                let to = slot.scalar(pool, self.state)?;
                if pool.sort(to) != pool.sort(from) {
                    return None;
                }
                self.done.insert(from, to);
            }
        }
        Some(pool.replace(term, &mut self.done))
    }
}
