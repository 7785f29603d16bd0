//! Which explorer explores a program.

use crate::cdse::Cdse;
use crate::chains::Form;
use crate::first::First;
use crate::made::worklist;
use crate::options::{Explore, MergePolicy, Options, Strategy};
use crate::outcome::Outcome;
use crate::portfolio::{Auto, BoundedSummaries};
use crate::program::Program;
use crate::{Driver, Explorer, Observer, check_with, explore};
use sheaf_term::cancel::{self, Cancelled};

/// Explores a program on all inputs, as far as the options allow.
///
/// # Errors
/// When the solver cannot be set up, for example because its log cannot be written.
pub fn check(
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
) -> Result<Outcome, String> {
    if options.explore == Explore::Cdse {
        let before = match First::explore(program, options, observer)? {
            First::Done(outcome) => return Ok(outcome),
            First::Stopped(stats) => stats,
        };
        let driver = Driver::new(program, options, observer)?;
        let preparation = || Cdse::new(program, options);
        let mut outcome = match cancel::within(driver.cancellation(), preparation) {
            Ok(mut cdse) => explore(driver, &mut cdse)?,
            // Plain exploration goes on, if the limit was not that of time.
            Err(Cancelled) => explore(driver, &mut worklist(program, options))?,
        };
        outcome.stats.add_effort(&before);
        return Ok(outcome);
    }
    let mut explorer: Box<dyn Explorer + '_> = match options.explore {
        _ if tries_all(options, observer) => Box::new(Auto::new(program, options)),
        Explore::Multise => Box::new(BoundedSummaries::new(program, options)),
        _ => Box::new(worklist(program, options)),
    };
    let mut chains = None;
    if let Some(goal) = options.goal.filter(|_| options.navigates) {
        let form = Form::new(program, options, goal)?;
        chains = Some(form.stats());
        if form.is_unreachable() {
            let driver = Driver::new(program, options, observer)?;
            return Ok(driver.proved(&mut *explorer, form.stats()));
        }
        if options.is_plain() {
            let has_loops = form.has_loops();
            match form.into_guide() {
                Some(guide) => {
                    let guided = Box::new(worklist(program, options).guided(options, guide));
                    explorer = match takes_turns(options, observer) {
                        true => Box::new(Auto::with_plain(program, options, guided)),
                        false => guided,
                    };
                }
                // Nothing says which way around a loop to take: all at once.
                None if has_loops => {
                    let mut merging = options.clone();
                    merging.merging.policy = MergePolicy::Dynamic;
                    explorer = Box::new(worklist(program, &merging));
                }
                None => {}
            }
        }
    }
    let mut outcome = check_with(&mut *explorer, program, options, observer)?;
    outcome.stats.chains = chains;
    if options.ends_process {
        std::mem::forget(explorer);
    }
    Ok(outcome)
}

/// Whether all techniques explore the program in turns from the start.
fn tries_all(options: &Options, observer: &dyn Observer) -> bool {
    takes_turns(options, observer) && !options.navigates
}

/// Whether several techniques may explore the program in turns.
fn takes_turns(options: &Options, observer: &dyn Observer) -> bool {
    options.strategy == Strategy::Auto
        && !options.has_technique()
        && !options.all_code
        && !options.budget.limits_work()
        && !observer.is_watching()
}
