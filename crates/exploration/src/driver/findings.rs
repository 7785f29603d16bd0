//! Collects failures: one for each location and kind, with replayed inputs.

use crate::concrete::{self, Run};
use crate::options::Options;
use crate::outcome::{End, Failure, Finding, Inputs, Reason, ReasonKind};
use crate::program::Program;
use sheaf_ir::{FailureKind, LocId};
use sheaf_term::cancel;
use std::collections::{HashMap, HashSet};
use std::time::Duration;

sheaf_tuning::constants! {
    /// A failure that did not happen again may do so with the inputs of another path: so many
    /// times.
    ATTEMPTS: u32 = 16, 1 => 256, "times";
}

/// The kind of a failure, and where it happens.
pub(super) type Place = (FailureKind, Option<LocId>);

/// The failures found so far.
#[derive(Default)]
pub struct Findings {
    /// Confirmed by concrete execution.
    pub confirmed: Vec<Finding>,
    seen: HashSet<Place>,
    /// The one that is being replayed, if it was not seen before.
    pending: Option<Place>,
    /// How often failures did not happen again.
    refuted: HashMap<Place, u32>,
    /// The time of replays that executed skipped iterations.
    pub skipped: Duration,
    /// Failures whose replay was cut off there, and after what time.
    pub cut_off: Vec<(Failure, Inputs, Duration)>,
}

impl Findings {
    /// A replay was cancelled: its failure is not known.
    pub fn recover(&mut self) {
        if let Some(place) = self.pending.take() {
            self.seen.remove(&place);
        }
    }

    /// Whether a failure of this kind at this location is known.
    pub fn has(&self, kind: FailureKind, loc: Option<LocId>) -> bool {
        self.seen.contains(&(kind, loc))
    }

    /// Whether no failure is known.
    pub fn is_empty(&self) -> bool {
        self.seen.is_empty() && self.refuted.is_empty()
    }

    /// Records a failure that was found elsewhere, or does not count; returns whether it was not
    /// known.
    pub fn know(&mut self, kind: FailureKind, loc: Option<LocId>) -> bool {
        self.seen.insert((kind, loc))
    }

    /// Whether a failure of this kind at this location has happened again.
    pub fn is_replayed(&self, failure: &Failure) -> bool {
        let mut confirmed = self.confirmed.iter().map(|it| &it.failure);
        confirmed.any(|it| (it.kind, it.loc) == (failure.kind, failure.loc))
    }

    /// Whether a reason says that a failure did not happen again that did with other inputs.
    pub fn is_confirmed(&self, reason: &Reason) -> bool {
        let is_of = |failure: &Failure| {
            let detail = reason.detail.strip_prefix(failure.kind.name());
            failure.loc == reason.loc && detail.is_some_and(|rest| rest.starts_with(": "))
        };
        let mut confirmed = self.confirmed.iter();
        reason.kind == ReasonKind::NotReplayed && confirmed.any(|it| is_of(&it.failure))
    }

    /// Replays a failure, found this long after the start, and adds it. It is known then.
    ///
    /// # Errors
    /// How the replay ended, if it did not fail in the same way. The failure must be refuted or
    /// forgotten then.
    pub fn confirm(
        &mut self,
        program: &Program,
        options: &Options,
        failure: &Failure,
        inputs: Inputs,
        after: Duration,
    ) -> Result<(), End> {
        let place = (failure.kind, failure.loc);
        self.pending = self.seen.insert(place).then_some(place);
        let mut run = concrete::confirm(program, failure, &inputs, options);
        let mut inputs = inputs;
        // A replay that has reached a limit is not repeated.
        if !is_at(&run.end, place)
            && !matches!(run.end, End::Limit(_))
            && let Some(ordered) = inputs.in_order()
        {
            let again = concrete::confirm(program, failure, &ordered, options);
            if is_at(&again.end, place) {
                (run, inputs) = (again, ordered);
            }
        }
        self.pending = None;
        if !is_at(&run.end, place) {
            return Err(run.end);
        }
        let finding = shown(program, options, run, inputs, after);
        self.confirmed.extend(finding);
        Ok(())
    }

    /// A failure of a path did not happen again: the replay ended in another way. It is not a
    /// finding, but a reason against safety, which is returned. It is not known, so that it is
    /// replayed with the inputs of other paths; a few times, if the replay was not cut off.
    pub fn refute(&mut self, failure: &Failure, other: &End) -> Reason {
        let place = (failure.kind, failure.loc);
        let attempts = self.refuted.entry(place).or_default();
        *attempts += 1;
        if *attempts < ATTEMPTS.get() && !matches!(other, End::Limit(_)) {
            self.seen.remove(&place);
        }
        let (kind, message) = (failure.kind.name(), &failure.message);
        Reason {
            kind: ReasonKind::NotReplayed,
            detail: format!("{kind}: {message}; concrete execution: {}", end(other)),
            loc: failure.loc,
        }
    }

    /// A failure that is on no path of the exploration did not happen again: states will meet it,
    /// if it is one.
    pub fn forget(&mut self, failure: &Failure) {
        self.seen.remove(&(failure.kind, failure.loc));
    }
}

/// Whether a run failed at a place.
fn is_at(end: &End, place: Place) -> bool {
    matches!(end, End::Failed(failure) if (failure.kind, failure.loc) == place)
}

/// The finding of a failure that has happened again, with smaller inputs if that is wanted. The
/// work is not that of the exploration.
fn shown(
    program: &Program,
    options: &Options,
    run: Run,
    inputs: Inputs,
    after: Duration,
) -> Option<Finding> {
    // The message is that of the replay, in which sizes are numbers.
    let End::Failed(failure) = run.end else {
        return None;
    };
    let evidence = run.evidence.unwrap_or_default();
    let mut finding = Finding {
        failure,
        inputs,
        trace: run.trace,
        decisive: None,
        evidence,
        original: None,
        replayed: true,
        after,
    };
    cancel::uncounted(|| {
        if options.minimize {
            minimize(program, options, run.instructions, &mut finding);
        }
        let (failure, inputs) = (&finding.failure, &finding.inputs);
        finding.decisive = concrete::decisions(program, failure, inputs, options);
    });
    Some(finding)
}

/// Replaces the inputs of a finding by smaller ones, if some are found.
fn minimize(program: &Program, options: &Options, instructions: u64, finding: &mut Finding) {
    let Finding {
        failure, evidence, ..
    } = &*finding;
    let place = (failure.kind, failure.loc);
    let of = (evidence, instructions);
    let Some(inputs) = concrete::minimize(program, failure, of, &finding.inputs, options) else {
        return;
    };
    let run = concrete::confirm(program, failure, &inputs, options);
    if is_at(&run.end, place)
        && let End::Failed(failure) = run.end
    {
        finding.failure = failure;
        finding.trace = run.trace;
        finding.evidence = run.evidence.unwrap_or_default();
        finding.original = Some(std::mem::replace(&mut finding.inputs, inputs));
    }
}

fn end(end: &End) -> String {
    match end {
        End::Exit(_) => "ends without failure".to_string(),
        End::Failed(failure) => format!("{} instead: {}", failure.kind.name(), failure.message),
        End::Dropped => "an assumption does not hold".to_string(),
        End::Unmodelled(reason) | End::Limit(reason) => {
            format!("{}: {}", reason.kind.name(), reason.detail)
        }
        End::OutOfInputs(name) => format!("input `{name}` is missing"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_whose_replay_was_cancelled_is_found_again() {
        let place = (FailureKind::Assertion, None);
        let known = (FailureKind::Abort, None);
        let mut findings = Findings {
            seen: HashSet::from([place, known]),
            pending: Some(place),
            ..Findings::default()
        };
        findings.recover();
        assert!(!findings.has(place.0, place.1) && findings.has(known.0, known.1));
        findings.recover();
        assert!(findings.has(known.0, known.1));
    }
}
