//! Explorers of the tests: each must agree with the worklist on every program.

mod forgetful;
mod parking;
mod resumed;

use crate::configurations;
use forgetful::Forgetful;
use parking::Parking;
use sheaf_engine::Auto;
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
        Chosen::Forgetful => check_with(&mut Forgetful::new(SEED), program, options, observer),
        Chosen::Parking => {
            let mut parking = Parking::new(program, options, SEED);
            check_with(&mut parking, program, options, observer)
        }
    }
}
