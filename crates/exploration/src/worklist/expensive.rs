//! Holds back states whose turns are expensive.
//!
//! Searchers count turns. Most take microseconds, but one that computes with large terms, such as
//! a hash of the input, takes milliseconds or seconds, and a few such states would take all of the
//! time. So together they get at most a part of the work as long as other states wait and find
//! more. Where most turns take long, as in computations with floats, the states that got furthest
//! take longest, and only they find something new.

use super::rate::Rate;
use crate::StateId;
use rustc_hash::FxHashSet;

sheaf_tuning::constants! {
    /// The work of an expensive turn, in steps of `Driver::whole_work`: about 1 ms.
    EXPENSIVE: u64 = 10_000, 1 => 160_000, "steps";
    /// Expensive states get one in so many parts of the work.
    PARTS: u64 = 4, 1 => 64, "one in so many parts";
    /// How often another state is asked for.
    TRIES: usize = 16, 1 => 256, "times";
}

/// The waiting states whose last turn, or that of the state that they come from, was expensive.
#[derive(Default)]
pub struct Expensive {
    states: FxHashSet<StateId>,
    /// The state that had the last turn, and its children.
    family: Vec<StateId>,
    /// Whether the state that had the last turn was expensive before.
    is_held: bool,
    /// The turns of expensive states, and of the others.
    held: Rate,
    others: Rate,
}

impl Expensive {
    /// A state that may have a turn, among those that `next` yields.
    pub fn next(&mut self, mut next: impl FnMut() -> Option<StateId>) -> Option<StateId> {
        let mut id = next()?;
        if self.is_over() {
            let mut tries = 1;
            while tries < TRIES.get() && self.states.contains(&id) {
                id = next()?;
                tries += 1;
            }
        }
        self.begin(id);
        Some(id)
    }

    /// A state has the next turn.
    pub fn begin(&mut self, id: StateId) {
        self.family.clear();
        self.family.push(id);
        self.is_held = self.states.contains(&id);
    }

    /// Whether expensive states got their part of the work.
    fn is_over(&self) -> bool {
        let (held, others) = (&self.held, &self.others);
        held.work * PARTS.get() > held.work + others.work && others.finds_more(held)
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

    /// The turn took this much work and covered so many places first.
    pub fn turn(&mut self, work: u64, found: u64) {
        let is_expensive = work >= EXPENSIVE.get();
        let turns = match is_expensive || self.is_held {
            true => &mut self.held,
            false => &mut self.others,
        };
        turns.add(work, found);
        Rate::age([&mut self.held, &mut self.others]);
        if is_expensive {
            self.states.extend(self.family.iter().copied());
        } else if !self.states.is_empty() {
            self.family.iter().for_each(|id| {
                self.states.remove(id);
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts of the work that state 0, which is expensive, and state 1 have if they are drawn
    /// in turns, and a turn covers this many places first.
    fn shares(found: [u64; 2]) -> [u64; 2] {
        let mut expensive = Expensive::default();
        let mut asked = 0;
        let mut work = [0; 2];
        for _ in 0..1_000 {
            let id = expensive.next(|| {
                asked += 1;
                Some(asked % 2)
            });
            let state = id.unwrap_or_default();
            let turn = [EXPENSIVE.get(), 100][state];
            work[state] += turn;
            expensive.turn(turn, found[state]);
        }
        work
    }

    #[test]
    fn expensive_states_get_a_part_of_the_work() {
        let [held, other] = shares([0, 1]);
        assert!(held * PARTS.get() <= held + other + PARTS.get() * EXPENSIVE.get());
        let [held, other] = shares([50, 1]);
        assert!(held * PARTS.get() <= held + other + PARTS.get() * EXPENSIVE.get());
    }

    #[test]
    fn expensive_states_are_not_held_back_where_others_find_no_more() {
        assert_eq!(shares([0, 0]), [500 * EXPENSIVE.get(), 500 * 100]);
        assert_eq!(shares([200, 1]), [500 * EXPENSIVE.get(), 500 * 100]);
    }

    #[test]
    fn expensive_states_go_on_where_no_other_waits() {
        let mut expensive = Expensive::default();
        for _ in 0..3 {
            assert_eq!(expensive.next(|| Some(5)), Some(5));
            expensive.turn(EXPENSIVE.get(), 0);
        }
    }

    #[test]
    fn children_are_held_back_until_a_turn_is_cheap() {
        let mut expensive = Expensive::default();
        expensive.next(|| Some(0));
        expensive.turn(1, 1);
        expensive.next(|| Some(1));
        expensive.fork(&[2]);
        expensive.turn(EXPENSIVE.get(), 0);
        let mut others = [2, 3].into_iter();
        assert_eq!(expensive.next(|| others.next()), Some(3));
        assert_eq!(expensive.next(|| Some(2)), Some(2));
        expensive.turn(1, 0);
        let mut others = [2, 3].into_iter();
        assert_eq!(expensive.next(|| others.next()), Some(2));
    }
}
