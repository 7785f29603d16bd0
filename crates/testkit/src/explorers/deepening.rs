//! Iterative deepening: all paths of few decisions before those of more.

use super::advance;
use sheaf_engine::explore::{Driver, Explorer};
use sheaf_engine::state::State;

/// Decisions that the limit grows by.
const STEP: usize = 4;

/// Goes depth first up to a number of decisions, then up to more.
#[derive(Default)]
pub struct Deepening {
    limit: usize,
    waiting: Vec<State>,
    deeper: Vec<State>,
}

impl Explorer for Deepening {
    fn add(&mut self, _driver: &mut Driver, state: State) {
        self.waiting.push(state);
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        let Some(state) = self.waiting.pop() else {
            self.limit += STEP;
            self.waiting.append(&mut self.deeper);
            return !self.waiting.is_empty();
        };
        if state.decisions.len() > self.limit {
            self.deeper.push(state);
            return true;
        }
        let (state, children) = advance(driver, state);
        self.waiting.extend(children);
        self.waiting.extend(state);
        true
    }

    fn waiting(&self) -> Box<dyn Iterator<Item = &State> + '_> {
        Box::new(self.waiting.iter().chain(&self.deeper))
    }

    fn give_up(&mut self, count: usize) -> Vec<State> {
        let deeper = count.min(self.deeper.len());
        let mut states: Vec<State> = self.deeper.drain(..deeper).collect();
        let left = (count - deeper).min(self.waiting.len());
        states.extend(self.waiting.drain(..left));
        states
    }

    fn abandon_turn(&mut self) {}
}
