//! What a technique does at the moments of a worklist's states.

use crate::driver::{Driver, Step};
use crate::machine::Pause;
use crate::outcome::Stats;
use crate::state::{State, StateId};
use sheaf_term::Pool;
use std::iter;

/// What becomes of a state at which a technique has looked.
pub enum Arrival {
    /// It continues as usual.
    Continues,
    /// It need not continue, because others show that nothing can fail on its paths; or the
    /// technique holds it until that is known.
    Dropped,
    /// It has moved over instructions whose effect is known.
    Skipped(Step),
}

/// A technique that drops states, skips instructions, or only listens.
pub trait Hooks {
    /// Whether what it learns depends on how the paths of all states go on. Then states are kept
    /// whole.
    fn follows_paths(&self) -> bool {
        false
    }
    /// Where states pause, so that it can look at them.
    fn pause(&self) -> Option<Pause<'_>> {
        None
    }
    /// A path begins.
    fn begin(&mut self, _state: &State) {}
    /// A turn of a state begins.
    fn begin_turn(&mut self) {}
    /// A state has paused, or has a turn.
    fn arrive(&mut self, _driver: &mut Driver, _state: &mut State) -> Arrival {
        Arrival::Continues
    }
    /// A technique has moved a state. If it has forked, that is not told again.
    fn skipped(&mut self, _driver: &mut Driver, _state: &State, _step: &Step) {}
    /// A state has forked.
    fn fork(&mut self, _state: &State, _children: &[State]) {}
    /// A path has ended.
    fn end(&mut self, _driver: &mut Driver, _state: &State) {}
    /// A state is not explored to its end.
    fn lose(&mut self, _driver: &mut Driver, _id: StateId) {}
    /// The states that it holds must continue.
    fn let_go(&mut self) {}
    /// States that it held and that must continue.
    fn released(&mut self) -> Vec<State> {
        Vec::new()
    }
    /// The states that it holds, and those that it has released since.
    fn held(&self) -> Box<dyn Iterator<Item = &State> + '_> {
        Box::new(iter::empty())
    }
    /// Their number.
    fn held_count(&self) -> usize {
        0
    }
    /// The part of the tree of executions that is explored, from 0 to 1, if it knows that.
    fn explored(&self) -> Option<f64> {
        None
    }
    /// No state is left.
    fn conclude(&mut self, _driver: &mut Driver) {}
    /// Adds its statistics.
    fn report(&self, _pool: &Pool, _stats: &mut Stats) {}
}
