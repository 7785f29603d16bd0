//! Iterative deepening: explores all paths with few decisions before longer ones, depth first (Korf,
//! "Depth-first iterative-deepening", Artificial Intelligence 27, 1985). States at the limit wait
//! and go on when it is raised; nothing is explored twice.

use crate::program::Program;
use crate::state::State;
use crate::{Driver, Explorer, StateId, Waiting};

sheaf_tuning::constants! {
    /// The increment of the limit of decisions.
    STEP: usize = 4, 1 => 64, "decisions";
}

/// Explores depth first up to a number of decisions, then increases it.
#[derive(Default)]
pub struct Deepening {
    limit: usize,
    waiting: Vec<State>,
    deeper: Vec<State>,
}

impl Deepening {
    fn all(&self) -> impl Iterator<Item = &State> {
        self.waiting.iter().chain(&self.deeper)
    }
}

impl Explorer for Deepening {
    fn add(&mut self, _driver: &mut Driver, state: State) {
        self.waiting.push(state);
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        let Some(state) = self.waiting.pop() else {
            self.limit += STEP.get();
            self.waiting.append(&mut self.deeper);
            return !self.waiting.is_empty();
        };
        if state.decisions.len() > self.limit {
            self.deeper.push(state);
            return true;
        }
        let (state, children) = driver.advance(state);
        self.waiting.extend(children);
        self.waiting.extend(state);
        true
    }

    fn waiting_count(&self) -> usize {
        self.waiting.len() + self.deeper.len()
    }

    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        Box::new(self.all().map(|state| Waiting::of(state, program)))
    }

    fn look_at(&self, _program: &Program, id: StateId) -> Option<State> {
        self.all().find(|state| state.id == id).cloned()
    }

    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        let deeper = count.min(self.deeper.len());
        let left = (count - deeper).min(self.waiting.len());
        let given_up = self
            .deeper
            .drain(..deeper)
            .chain(self.waiting.drain(..left));
        given_up.for_each(|state| driver.park(state));
    }

    fn abandon_turn(&mut self) {}
}
