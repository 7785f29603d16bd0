//! Stretches of paths: how a stretch ended, and what retracing finds out about it.

use super::aside::Aside;
use crate::segment::{Cell, Start};
use crate::state::State;
use sheaf_term::{Pool, Term, TermMap};

/// How a stretch of a path ended.
pub enum Ended<'s> {
    /// At the start of the next stretch, in this state.
    Joined(&'s State),
    /// At a fork into these states, in the order of their alternatives.
    Forked(Vec<&'s State>),
    /// With the path, in this last state.
    Over(&'s State),
}

/// A condition that the course of a stretch depends on.
pub enum Course {
    /// This must hold.
    Need(Term),
    /// The program assumes this.
    Assume(Term),
    /// Where this holds, the program ends itself, and that is no failure.
    End(Term),
    /// The path takes the branch with this guard. The other branches were executed as far as
    /// possible.
    Choice(Term, Vec<Aside>),
}

/// A successor of a stretch.
pub enum Successor {
    /// The path takes it under this guard, to this generalized state. In the order of
    /// [`Ended::Forked`].
    Taken(Term, Box<State>),
    /// The path cannot take it.
    Excluded(Aside),
}

/// A stretch of a path, executed on a generalized state.
pub struct Stretch {
    /// The conditions that its course depends on, in order of execution.
    pub course: Vec<Course>,
    /// Its successors; none if the path has ended.
    pub successors: Vec<Successor>,
    /// Memory that it accesses.
    pub accessed: Vec<Cell>,
    /// Whether an assumption ended the path.
    pub is_dropped: bool,
}

/// Maps the terms of a generalized state to the terms of the path.
pub struct Actual<'s> {
    state: &'s State,
    done: TermMap,
}

impl<'s> Actual<'s> {
    /// For the state that was generalized.
    pub fn new(state: &'s State) -> Self {
        Actual {
            state,
            done: TermMap::default(),
        }
    }

    /// The term on the path; `None` if the slot of a symbol holds no such scalar there.
    pub fn term(&mut self, pool: &mut Pool, general: &Start, term: Term) -> Option<Term> {
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
