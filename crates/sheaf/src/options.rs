//! Converts command-line options to those of the engine.

use crate::args::{CheckArgs, Explain, FailureArgs, UninitializedAs};
use crate::error::UserError;
use crate::property::Specification;
use sheaf_engine::{Budget, Options};
use sheaf_ir::FailureKind;
use sheaf_report::case::Settings;

/// The options of an exploration.
///
/// # Errors
/// When options are given that cannot be combined.
pub fn exploration(args: &CheckArgs) -> Result<Options, UserError> {
    let limits = &args.limits;
    let mut options = concrete(&args.failures, None);
    let goal = args.failures.property.as_ref();
    let goal = goal.and_then(Specification::stop_after);
    args.explore.apply(&mut options, args.steps.is_some())?;
    options.budget = Budget {
        time: limits.time,
        memory_bytes: limits.memory,
        instructions: limits.max_instructions,
        depth: limits.max_depth,
        forks: limits.max_forks,
        failures: limits.stop_after.or(goal),
        solver_time: limits.solver_time,
        ..Budget::default()
    };
    options.minimize = !args.no_minimize;
    options.solver_log = args.solver_log.clone();
    options.allow_vacuous = args.allow_vacuous;
    options.validate_solver = args.validate_solver;
    options.validate = args.validate;
    options.solver_links = args.solver_links;
    options.whole_states = args.whole_states;
    options.fast = !args.slow;
    let asks = |what| args.explains(what) || args.explains(Explain::Source);
    let details = [Explain::Subsume, Explain::Cdse, Explain::Index];
    let explains = details.into_iter().any(asks);
    options.tells_details = args.keeps_all() || explains || args.index_rows.is_some();
    // What takes time during the exploration is for those who ask for it.
    let has_page = args.report.is_some();
    options.tells_summaries = has_page || asks(Explain::Summaries);
    options.time_solver_links = has_page || args.explains(Explain::Solver);
    Ok(options)
}

/// The options of a concrete run, with the settings of a test case if there is one.
pub fn concrete(args: &FailureArgs, settings: Option<&Settings>) -> Options {
    let mut options = Options::default();
    if let Some(property) = &args.property {
        options.failures = property.failures();
        options.leaks = property.leaks();
        options.uninitialized_inputs = property.is_of_verification();
    }
    if args.label().is_some() {
        options.failures.push(FailureKind::UnreachableCall);
    }
    if args.goal.is_some() {
        options.failures.push(FailureKind::Target);
    }
    if let Some(settings) = settings {
        options.failures = settings.failures.clone();
        options.malloc_may_fail = settings.malloc_may_fail;
        options.uninitialized_inputs = settings.uninitialized_inputs;
    }
    options.failures = args.apply(&options.failures);
    let hang = FailureKind::Hang.name();
    // A property that is not about termination holds on a path without an end.
    let is_of_property = args.property.is_some() && !options.failures.contains(&FailureKind::Hang);
    options.endless_is_explored = is_of_property || args.disable.iter().any(|kind| kind == hang);
    if let Some(what) = args.uninitialized_as {
        options.uninitialized_inputs = what == UninitializedAs::Input;
    }
    if options.uninitialized_inputs {
        let kind = FailureKind::Uninitialized;
        options.failures.retain(|counted| *counted != kind);
    }
    options.malloc_may_fail |= args.malloc_may_fail;
    options
}
