//! Holds back states whose turns are expensive.
//!
//! Searchers count turns. Most take microseconds, but one that computes with large terms, such as
//! a hash of the input, takes milliseconds or seconds, and a few such states would take all of the
//! time. So together they get at most a part of the work as long as other states wait.

use crate::explore::StateId;
use rustc_hash::FxHashSet;

/// The work of an expensive turn, in steps of `Driver::whole_work`: about 1 ms.
const EXPENSIVE: u64 = 10_000;

/// Expensive states get one in so many parts of the work.
const PARTS: u64 = 4;

/// How often another state is asked for.
const TRIES: usize = 16;

/// The waiting states whose last turn, or that of the state that they come from, was expensive.
#[derive(Default)]
pub struct Expensive {
    states: FxHashSet<StateId>,
    /// The state that had the last turn, and its children.
    family: Vec<StateId>,
    /// The work of their turns, and of all turns.
    spent: u64,
    all: u64,
}

impl Expensive {
    /// A state that may have a turn, among those that `next` yields.
    pub fn next(&mut self, mut next: impl FnMut() -> Option<StateId>) -> Option<StateId> {
        let mut id = next()?;
        if self.spent * PARTS > self.all {
            let mut tries = 1;
            while tries < TRIES && self.states.contains(&id) {
                id = next()?;
                tries += 1;
            }
        }
        self.family.clear();
        self.family.push(id);
        Some(id)
    }

    /// The state that has its turn has forked.
    pub fn fork(&mut self, children: &[StateId]) {
        self.family.extend(children);
    }

    /// A state has ended.
    pub fn end(&mut self, id: StateId) {
        self.states.remove(&id);
        self.family.retain(|member| *member != id);
    }

    /// The turn took this much work.
    pub fn turn(&mut self, work: u64) {
        self.all += work;
        if work < EXPENSIVE {
            if !self.states.is_empty() {
                self.family.iter().for_each(|id| {
                    self.states.remove(id);
                });
            }
            return;
        }
        self.spent += work;
        self.states.extend(self.family.iter().copied());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expensive_states_get_a_part_of_the_work() {
        let mut expensive = Expensive::default();
        let mut asked = 0;
        // State 0 is expensive, state 1 is not; they are drawn in turns.
        for _ in 0..10_000 {
            let id = expensive.next(|| {
                asked += 1;
                Some(asked % 2)
            });
            expensive.turn(if id == Some(0) { EXPENSIVE } else { 100 });
        }
        assert!(expensive.spent * PARTS <= expensive.all + PARTS * EXPENSIVE);
    }

    #[test]
    fn expensive_states_go_on_where_no_other_waits() {
        let mut expensive = Expensive::default();
        for _ in 0..3 {
            assert_eq!(expensive.next(|| Some(5)), Some(5));
            expensive.turn(EXPENSIVE);
        }
    }

    #[test]
    fn children_are_held_back_until_a_turn_is_cheap() {
        let mut expensive = Expensive::default();
        expensive.next(|| Some(1));
        expensive.fork(&[2]);
        expensive.turn(EXPENSIVE);
        let mut others = [2, 3].into_iter();
        assert_eq!(expensive.next(|| others.next()), Some(3));
        assert_eq!(expensive.next(|| Some(2)), Some(2));
        expensive.turn(1);
        let mut others = [2, 3].into_iter();
        assert_eq!(expensive.next(|| others.next()), Some(2));
    }
}
