//! Which explorer explores a program.

use crate::chains::{Form, Guide};
use crate::made::{turn_taker, worklist};
use crate::options::{Explore, MergePolicy, Merging, Options, Paths, Plan};
use crate::outcome::Outcome;
use crate::portfolio::{Auto, BoundedSummaries};
use crate::program::Program;
use crate::{Driver, Explorer, Observer, explore};
use sheaf_ir::FailureKind;
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
    match options.goal.filter(|_| options.navigates) {
        Some(goal) => navigate(program, options, observer, goal),
        None => run(program, options, observer, || explorer(program, options)),
    }
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

/// Looks at chains that lead to a goal first, see [`crate::chains`], and explores where they say.
fn navigate(
    program: &Program,
    options: &Options,
    observer: &mut dyn Observer,
    goal: FailureKind,
) -> Result<Outcome, String> {
    let form = Form::new(program, options, goal)?;
    let chains = form.stats();
    if form.is_unreachable() {
        let driver = Driver::new(program, options, observer)?;
        return Ok(driver.proved(&mut *explorer(program, options), chains));
    }
    let has_loops = form.has_loops();
    let guide = form.into_guide().filter(|_| options.plan.is_plain());
    let merging = Options {
        plan: merging().into(),
        ..options.clone()
    };
    // Nothing says which way around a loop to take: all at once.
    let options = match guide.is_none() && has_loops && is_single_and_plain(options) {
        true => &merging,
        false => options,
    };
    let make = || match guide {
        Some(guide) => guided(program, options, guide),
        None => explorer(program, options),
    };
    let mut outcome = run(program, options, observer, make)?;
    outcome.stats.chains = Some(chains);
    Ok(outcome)
}

fn is_single_and_plain(options: &Options) -> bool {
    options.plan.is_plain() && !options.plan.has_turns()
}

fn merging() -> Paths {
    Paths {
        merging: Some(Merging::new(MergePolicy::Dynamic)),
        ..Paths::default()
    }
}

/// Plain exploration with a guide to a target, alone or with turns of others.
fn guided<'p>(program: &'p Program, options: &'p Options, guide: Guide) -> Box<dyn Explorer + 'p> {
    let guided = Box::new(worklist(program, options).guided(options, guide));
    match options.plan.has_turns() {
        true => Box::new(Auto::with_plain(program, options, guided)),
        false => guided,
    }
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
