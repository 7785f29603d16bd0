//! Executes single steps of states that are not on a path of the exploration.

use crate::Driver;
use crate::alone::{Alone, MAX_TERMS};
use crate::coverage::Recorder;
use crate::machine::{Action, Event, Flow};
use crate::segment::Cell;
use crate::state::State;

fn alone<'d>(driver: &'d mut Driver, recorder: &'d mut Recorder) -> Alone<'d> {
    Alone {
        program: driver.program,
        pool: &mut driver.pool,
        settings: &driver.settings,
        recorder,
    }
}

/// Executes an instruction and appends the memory that it accesses to `accessed`.
pub fn execute(
    driver: &mut Driver,
    recorder: &mut Recorder,
    state: &mut State,
    accessed: &mut Vec<Cell>,
) -> (Flow, Vec<Event>) {
    alone(driver, recorder).step(state, accessed, MAX_TERMS)
}

/// A state after an action.
pub fn after(
    driver: &mut Driver,
    recorder: &mut Recorder,
    state: &State,
    action: &Action,
) -> State {
    let mut state = state.clone();
    alone(driver, recorder).apply(&mut state, action);
    state
}
