//! What a technique does to the states of a worklist.

use crate::driver::{Driver, Step};
use crate::machine::Pause;
use crate::outcome::Stats;
use crate::state::{State, StateId};
use sheaf_term::Pool;

/// Drops states, because others show that nothing can fail on their paths. It may hold some of them
/// until that is known.
pub trait Pruning {
    /// Where states pause, so that it can look at them.
    fn pause(&self) -> Pause<'_>;
    /// A path begins.
    fn begin(&mut self, state: &State);
    /// A state has paused. Returns whether it need not continue.
    fn arrive(&mut self, driver: &mut Driver, state: &State) -> bool;
    /// Instructions of a state were skipped, before this step.
    fn restart(&mut self, driver: &mut Driver, state: &State, step: &Step);
    /// A state has forked.
    fn fork(&mut self, state: &State, children: &[State]);
    /// A path has ended.
    fn end(&mut self, driver: &mut Driver, state: &State);
    /// A state is not explored to its end.
    fn lose(&mut self, driver: &mut Driver, id: StateId);
    /// States that it held and that must continue.
    fn released(&mut self) -> Vec<State>;
    /// The states that it holds.
    fn held(&self) -> Box<dyn Iterator<Item = &State> + '_>;
    /// The number of states that it holds.
    fn held_count(&self) -> usize;
    /// No state is left.
    fn conclude(&mut self, driver: &mut Driver);
    /// Adds its statistics.
    fn report(&self, pool: &Pool, stats: &mut Stats);
}

/// Moves states over instructions whose effect is known.
pub trait Skipping {
    /// Where states pause, so that it can move them.
    fn pause(&self) -> Pause<'_>;
    /// A turn of a state begins.
    fn begin_turn(&mut self);
    /// A state has paused. Returns what became of it, if it was moved.
    fn arrive(&mut self, driver: &mut Driver, state: &mut State) -> Option<Step>;
    /// Adds its statistics.
    fn report(&self, stats: &mut Stats);
}
