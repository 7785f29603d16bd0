//! The lines of the run of each finding, with variables, for output folders and pages. They come
//! from another run on the inputs of the finding, of the program with its variables in memory.

use super::Setup;
use crate::load::{Request, load};
use crate::options::concrete as options_of;
use sheaf_engine::concrete::{Run, run_telling};
use sheaf_engine::state::State;
use sheaf_engine::{CaseSupply, End, Finding, Options, Outcome, Pool, Program};
use sheaf_report::walk::{Walk, Walker};
use std::time::{Duration, Instant};

/// The maximum number of findings with lines.
const MOST_FINDINGS: usize = 20;

/// The maximum number of lines, the last ones of a run.
const MOST_LINES: u64 = 400;

/// Time limit of all runs together, compilation included.
const TIME: Duration = Duration::from_secs(5);

/// The lines of the run of each finding, in their order. There are none where the time is over, or
/// where the run does not fail as the finding does or is too deep in calls.
pub(super) fn walks(setup: &Setup, outcome: &Outcome) -> Vec<Option<Walk>> {
    if outcome.findings.is_empty() || !setup.is_loaded {
        return Vec::new();
    }
    let until = Instant::now() + TIME;
    let mut request = Request {
        keeps_variables: true,
        kept: None,
        until: Some(until),
        ..setup.request.clone()
    };
    let Ok(program) = load(&mut request, &mut Vec::new()) else {
        return Vec::new();
    };
    let findings = outcome.findings.iter().take(MOST_FINDINGS);
    findings
        .map(|finding| walk(setup, &program, finding, until))
        .collect()
}

/// The last lines of the run of a finding: one run counts them, another one records them.
fn walk(setup: &Setup, program: &Program, finding: &Finding, until: Instant) -> Option<Walk> {
    let mut options = options_of(&setup.failures, None);
    options.uninitialized_inputs |= !finding.inputs.uninitialized.is_empty();
    options.interrupt = setup.options.interrupt.clone();
    let mut lines = 0;
    run(program, finding, &mut options, until, &mut |_, _| {
        lines += 1
    });
    let mut walker = Walker::new(program, u64::saturating_sub(lines, MOST_LINES));
    let mut is_late = false;
    let run = run(program, finding, &mut options, until, &mut |pool, state| {
        is_late |= Instant::now() > until;
        if !is_late {
            walker.line(pool, state);
        }
    });
    match !is_late && fails_alike(setup, program, finding, &run) {
        true => walker.walk(),
        false => None,
    }
}

fn run(
    program: &Program,
    finding: &Finding,
    options: &mut Options,
    until: Instant,
    tell: &mut dyn FnMut(&Pool, &State),
) -> Run {
    options.budget.time = until.saturating_duration_since(Instant::now());
    let mut supply = CaseSupply::new(&finding.inputs);
    run_telling(program, &mut supply, options, tell)
}

/// Whether a run ends with the failure of a finding.
fn fails_alike(setup: &Setup, program: &Program, finding: &Finding, run: &Run) -> bool {
    let End::Failed(failure) = &run.end else {
        return false;
    };
    let expected = &finding.failure;
    let explored = setup.program.module();
    failure.kind == expected.kind
        && program.module().describe(failure.loc) == explored.describe(expected.loc)
}
