//! Executes single steps of states that are not on a path of the exploration.

use crate::Driver;
use crate::coverage::Recorder;
use crate::machine::{Action, Event, Flow, Machine};
use crate::outcome::{Reason, ReasonKind};
use crate::segment::Cell;
use crate::state::State;

/// Maximum number of terms that an access at a symbolic offset may create.
const MAX_TERMS: u64 = 1 << 12;

/// Executes an instruction and appends the memory that it accesses to `accessed`.
pub fn execute(
    driver: &mut Driver,
    recorder: &mut Recorder,
    state: &mut State,
    accessed: &mut Vec<Cell>,
) -> (Flow, Vec<Event>) {
    let loc = state.loc(driver.program);
    let limit = move |wanted: u64| {
        (wanted > MAX_TERMS).then(|| Reason {
            kind: ReasonKind::UnmodelledOperation,
            detail: "memory at a symbolic offset".to_string(),
            loc,
        })
    };
    let (program, settings) = (driver.program, &driver.settings);
    let mut machine = Machine::new(program, &mut driver.pool, state, settings, recorder);
    machine.limit = Some(&limit);
    machine.accessed = Some(std::mem::take(accessed));
    let flow = machine.step();
    let events = std::mem::take(&mut machine.events);
    *accessed = machine.accessed.take().unwrap_or_default();
    (flow, events)
}

/// A state after an action.
pub fn after(
    driver: &mut Driver,
    recorder: &mut Recorder,
    state: &State,
    action: &Action,
) -> State {
    let mut state = state.clone();
    let (program, settings) = (driver.program, &driver.settings);
    Machine::new(program, &mut driver.pool, &mut state, settings, recorder).apply(action);
    state
}
