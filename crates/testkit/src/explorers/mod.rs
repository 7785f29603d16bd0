//! Explorers of the tests: each must agree with the worklist on every program.

mod deepening;
mod forgetful;

pub use deepening::Deepening;
pub use forgetful::Forgetful;

use sheaf_engine::explore::{Driver, Fork, Step};
use sheaf_engine::state::State;

/// Advances a state until it ends, forks or has run long enough; returns the state if it remains,
/// and the new states.
fn advance(driver: &mut Driver, mut state: State) -> (Option<State>, Vec<State>) {
    let start = state.instructions;
    loop {
        match driver.step(&mut state, None) {
            Step::Ended => return (None, Vec::new()),
            Step::Forked(Fork { children, .. }) => return (Some(state), children),
            Step::Alone if !driver.is_turn_over(state.instructions - start) => {}
            Step::Alone | Step::Paused => return (Some(state), Vec::new()),
        }
    }
}
