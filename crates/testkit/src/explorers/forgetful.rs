//! An explorer that parks states at random: a restored state must equal the parked one.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_engine::Program;
use sheaf_engine::state::State;
use sheaf_engine::{Driver, Explorer, StateId, Waiting};

/// Explores breadth first, and parks states at random moments.
pub struct Forgetful {
    waiting: Vec<State>,
    random: SmallRng,
}

impl Forgetful {
    /// Without states.
    pub fn new(seed: u64) -> Self {
        Forgetful {
            waiting: Vec::new(),
            random: SmallRng::seed_from_u64(seed),
        }
    }

    /// Parks a state that has just made a decision, and restores it.
    fn lose(&mut self, driver: &mut Driver, state: State) {
        let back = driver.come_back(&state);
        let back = back.unwrap_or_else(|error| panic!("a parked state is lost: {error}"));
        let Some(back) = back else {
            return self.waiting.push(state);
        };
        if let Some(difference) = state.difference(&back) {
            panic!("a parked state comes back with {difference}");
        }
        // The driver is not notified of the parking.
        let id = state.id;
        self.waiting.push(State { id, ..back });
    }
}

impl Explorer for Forgetful {
    fn add(&mut self, _driver: &mut Driver, state: State) {
        self.waiting.push(state);
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        if self.waiting.is_empty() {
            return false;
        }
        let state = self.waiting.remove(0);
        let (state, children) = driver.advance(state);
        let forked = !children.is_empty();
        for state in children.into_iter().chain(state) {
            match self.random.random_range(0..6) {
                0 if forked => self.lose(driver, state),
                1 => driver.park(state),
                _ => self.waiting.push(state),
            }
        }
        true
    }

    fn waiting_count(&self) -> usize {
        self.waiting.len()
    }

    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        let waiting = self.waiting.iter();
        Box::new(waiting.map(|state| Waiting::of(state, program)))
    }

    fn look_at(&self, _program: &Program, id: StateId) -> Option<State> {
        self.waiting.iter().find(|state| state.id == id).cloned()
    }

    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        let count = count.min(self.waiting.len());
        let given_up = self.waiting.drain(..count);
        given_up.for_each(|state| driver.park(state));
    }

    fn abandon_turn(&mut self) {}
}
