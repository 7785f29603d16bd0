//! Executes single steps of states that are not on a path of the exploration.

use crate::Driver;
use crate::alone::{Alone, MAX_TERMS};
use crate::coverage::Recorder;
use crate::decide::Feasible;
use crate::machine::{Action, Choice, Event, Flow};
use crate::path::{Cause, constrain};
use crate::segment::Cell;
use crate::state::{State, Taken};

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
    alone(driver, recorder).step(state, Some(accessed), None, MAX_TERMS.get())
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

/// The states after the choices that are feasible, in order, and whether that is known of each
/// choice.
pub fn successors(
    driver: &mut Driver,
    recorder: &mut Recorder,
    state: &State,
    choices: Vec<Choice>,
) -> (Vec<State>, bool) {
    let alternatives = choices.len();
    let (mut successors, mut is_known) = (Vec::new(), true);
    for (number, choice) in choices.into_iter().enumerate() {
        let model = match driver.ask_feasible(state, choice.guard) {
            Feasible::Yes(model) => model,
            Feasible::No(_) => continue,
            Feasible::Unknown(_) => {
                is_known = false;
                continue;
            }
        };
        let mut next = state.clone();
        next.id = driver.new_id();
        next.decide(Taken::Alternative(number as u32), alternatives);
        constrain(&mut driver.pool, &mut next, choice.guard, Cause::Edge);
        next.model = model;
        successors.push(after(driver, recorder, &next, &choice.action));
    }
    (successors, is_known)
}
