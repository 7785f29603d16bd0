//! A worklist whose waiting states are parked at random moments, as if memory ran out: merged
//! states included, which are resumed from their path condition.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_engine::outcome::Stats;
use sheaf_engine::state::State;
use sheaf_engine::{Driver, Explorer, StateId, Waiting, Worklist, worklist};
use sheaf_engine::{Options, Program};
use sheaf_term::Pool;

/// Moments at which states are parked. A merged state is resumed at the start of the program, so
/// without a limit an exploration need not end.
const MOMENTS: u32 = 12;

/// The worklist of the options, and the moments that are left.
pub struct Parking<'p> {
    worklist: Worklist<'p>,
    moments: u32,
    random: SmallRng,
}

impl<'p> Parking<'p> {
    /// An empty worklist, with the seed of its moments.
    pub fn new(program: &'p Program, options: &Options, seed: u64) -> Self {
        Parking {
            worklist: worklist(program, options),
            moments: MOMENTS,
            random: SmallRng::seed_from_u64(seed),
        }
    }
}

impl Explorer for Parking<'_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        self.worklist.add(driver, state);
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        let waiting = self.worklist.waiting_count();
        if waiting > 0 && self.moments > 0 && self.random.random_range(0..4) == 0 {
            self.moments -= 1;
            let count = self.random.random_range(1..=waiting);
            self.worklist.give_up(driver, count);
        }
        self.worklist.turn(driver)
    }

    fn waiting_count(&self) -> usize {
        self.worklist.waiting_count()
    }

    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        self.worklist.waiting(program)
    }

    fn look_at(&self, program: &Program, id: StateId) -> Option<State> {
        self.worklist.look_at(program, id)
    }

    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        self.worklist.give_up(driver, count);
    }

    fn abandon_turn(&mut self) {
        self.worklist.abandon_turn();
    }

    fn report(&mut self, pool: &Pool, stats: &mut Stats) {
        self.worklist.report(pool, stats);
    }
}
