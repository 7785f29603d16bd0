//! Explorers of the tests: each must agree with the worklist on every program.

mod deepening;
mod forgetful;
mod parking;
mod resumed;

use crate::configurations;
use deepening::Deepening;
use forgetful::Forgetful;
use parking::Parking;
use sheaf_engine::state::State;
use sheaf_engine::{Auto, Driver, Fork, Step};
use sheaf_engine::{Observer, Options, Outcome, Program, check, check_with};

/// The seed of explorers that are random.
const SEED: u64 = 9;

/// Explores a program with the explorer of a configuration.
///
/// # Errors
/// If the solver cannot be created.
pub fn explore(
    explorer: configurations::Explorer,
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, String> {
    use configurations::Explorer as Chosen;
    match explorer {
        Chosen::Options => check(program, options, observer),
        Chosen::Auto => check_with(&mut Auto::new(program, options), program, options, observer),
        Chosen::Resumed => resumed::explore(options, SEED, observer, |options, observer| {
            check(program, options, observer)
        }),
        Chosen::ResumedAuto => resumed::explore(options, SEED, observer, |options, observer| {
            check_with(&mut Auto::new(program, options), program, options, observer)
        }),
        Chosen::Deepening => check_with(&mut Deepening::default(), program, options, observer),
        Chosen::Forgetful => check_with(&mut Forgetful::new(SEED), program, options, observer),
        Chosen::Parking => {
            let mut parking = Parking::new(program, options, SEED);
            check_with(&mut parking, program, options, observer)
        }
    }
}

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
