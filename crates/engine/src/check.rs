//! Which explorer explores a program.

use crate::made::worklist;
use crate::options::{Explore, Options, Plan};
use crate::outcome::Outcome;
use crate::portfolio::{Auto, BoundedSummaries};
use crate::program::Program;
use crate::techniques::turn_taker;
use crate::{Driver, Explorer, Observer, explore};
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
    let mut options = options.clone();
    if options.plan.has_turns() && !may_take_turns(&options, observer) {
        options.plan = Plan::default();
    }
    let options = &options;
    run(program, options, observer, || explorer(program, options))
}

/// The explorer that the options ask for, without states.
fn explorer<'p>(program: &'p Program, options: &'p Options) -> Box<dyn Explorer + 'p> {
    match &options.plan {
        Plan::Turns { .. } => Box::new(Auto::new(program, options)),
        Plan::Single(single) => match single.explorer {
            Explore::Multise(_) => Box::new(BoundedSummaries::new(program, options)),
            _ => turn_taker(program, options),
        },
    }
}

/// Whether several techniques may explore the program in turns.
fn may_take_turns(options: &Options, observer: &dyn Observer) -> bool {
    !options.all_code && !options.budget.limits_work() && !observer.is_watching()
}

/// Runs an explorer. If what it prepares takes all the memory, plain exploration goes on.
fn run<'p>(
    program: &'p Program,
    options: &'p Options,
    observer: &mut dyn Observer,
    make: impl FnOnce() -> Box<dyn Explorer + 'p>,
) -> Result<Outcome, String> {
    let driver = Driver::new(program, options, observer)?;
    let made = cancel::within(driver.watch.cancellation(), make);
    let mut explorer = made.unwrap_or_else(|Cancelled| Box::new(worklist(program, options)));
    let outcome = explore(driver, &mut *explorer)?;
    if options.ends_process {
        std::mem::forget(explorer);
    }
    Ok(outcome)
}
