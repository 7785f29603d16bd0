//! Findings and verdicts as text for a terminal or a file.

use crate::assumptions::assumptions;
use crate::display;
use crate::evidence;
use crate::learning;
use crate::merging;
use crate::reasons;
use crate::seeds;
use crate::shape;
use crate::source::Sources;
use crate::strategy;
use crate::subsumption;
use crate::summaries;
use crate::trace;
use crate::workers;
use sheaf_engine::outcome::{Failure, Finding, Indeterminate, Inputs, Outcome, Verdict};
use sheaf_ir::{FailureKind, Module};
use std::fmt::Write;

/// Values of uninitialized memory that are shown with the inputs.
const SHOWN_VALUES: usize = 8;

/// Whether to use terminal colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether text may contain escape sequences.
    pub colour: bool,
}

impl Style {
    fn paint(self, code: &str, text: &str) -> String {
        if self.colour {
            format!("\x1b[{code}m{text}\x1b[0m")
        } else {
            text.to_string()
        }
    }

    fn red(self, text: &str) -> String {
        self.paint("1;31", text)
    }

    fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }

    fn verdict(self, verdict: Verdict, word: &str) -> String {
        let code = match verdict {
            Verdict::Safe => "1;32",
            Verdict::Bug => "1;31",
            Verdict::Incomplete => "1;33",
        };
        self.paint(code, word)
    }
}

/// A finding: failure and location, the source line, the access and the calls, the inputs, the last
/// decisions by inputs; with `whole`, all decisions of the path.
pub fn finding(
    module: &Module,
    sources: &mut Sources,
    style: Style,
    finding: &Finding,
    whole: bool,
) -> String {
    let failure = &finding.failure;
    let message = style.bold(message(failure));
    let mut text = format!(
        "{} {message}",
        style.red(&format!("{}:", failure.kind.name()))
    );
    let place = module.describe(failure.loc);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "\n  at {place} in {}",
        display::function(&failure.function)
    );
    if let Some(loc) = failure.loc.map(|loc| module.locs[loc]) {
        text.push_str(
            &sources
                .excerpt(&module.files[loc.file], loc.line, loc.column)
                .unwrap_or_default(),
        );
    }
    let of = &finding.evidence;
    text.push_str(&evidence::text(module, sources, failure, of));
    let mut inputs = shape::dumped(module, &finding.inputs.shown());
    if failure.kind != FailureKind::Uninitialized {
        inputs.extend(indeterminate(&finding.inputs));
    }
    if inputs.is_empty() {
        text.push_str("  on every run: the program has no inputs\n");
    } else {
        text.push_str("  inputs\n");
        for line in inputs {
            let _ = writeln!(text, "    {line}");
        }
    }
    if whole {
        text.push_str("  path\n");
        text.push_str(&trace::lines(module, sources, &finding.trace));
    } else {
        text.push_str(&trace::last(module, sources, finding));
    }
    if !finding.replayed {
        text.push_str(
            "  not confirmed: concrete execution of these inputs does not fail in this way\n",
        );
    }
    text
}

/// Lines for the values of uninitialized memory that are not zero, at most [`SHOWN_VALUES`].
fn indeterminate(inputs: &Inputs) -> Vec<String> {
    let values = inputs.indeterminate.iter().filter(|it| it.value != 0);
    let place = |it: &Indeterminate| match it.place {
        Some((_, offset)) => format!(", {} bytes at offset {offset}", it.bytes),
        None => format!(", {} bytes", it.bytes),
    };
    let line = |it| format!("uninitialized memory{} = {}", place(it), it.value);
    values.take(SHOWN_VALUES).map(line).collect()
}

/// A line if the exploration was resumed.
fn resumed(times: u32) -> String {
    match times {
        0 => String::new(),
        1 => "  resumed once; the numbers are those of both runs\n".to_string(),
        times => format!("  resumed {times} times; the numbers are those of all runs\n"),
    }
}

/// The message of a failure, to follow its kind.
pub fn message(failure: &Failure) -> &str {
    let repeated = failure.message.strip_prefix(failure.kind.name());
    repeated
        .and_then(|rest| rest.strip_prefix(' '))
        .unwrap_or(&failure.message)
}

/// The verdict in one line, followed by statistics of merging and each reason against a better
/// verdict.
///
/// So many of the failures are `suppressed`, and so many others are `known`: in the baseline.
pub fn verdict(
    module: &Module,
    style: Style,
    outcome: &Outcome,
    suppressed: usize,
    known: usize,
) -> String {
    let mut claim = match (outcome.verdict, outcome.findings.len()) {
        (_, 0) if outcome.vacuous => "nothing was checked".to_string(),
        (Verdict::Safe, _) => "no input makes the program fail".to_string(),
        (Verdict::Bug, 1) => "1 failure".to_string(),
        (Verdict::Bug, count) => format!("{count} failures"),
        (Verdict::Incomplete, _) => "nothing found, but not everything was explored".to_string(),
    };
    let all = outcome.findings.len();
    for (number, word) in [(suppressed, "suppressed"), (known, "in the baseline")] {
        match number {
            0 => {}
            number if number == all && all > 1 => claim.push_str(&format!(", all {word}")),
            number if number == all => claim.push_str(&format!(", {word}")),
            number => claim.push_str(&format!(", {number} {word}")),
        }
    }
    answer(module, style, outcome, outcome.verdict.name(), &claim)
}

/// As [`verdict`], with another word and claim.
pub fn answer(module: &Module, style: Style, outcome: &Outcome, word: &str, claim: &str) -> String {
    let stats = &outcome.stats;
    let bounds = match outcome.verdict {
        Verdict::Bug => String::new(),
        _ => bounds(module),
    };
    let mut text = format!(
        "{}: {claim}{bounds} ({}, {}, {}, {:.2} s)\n",
        style.verdict(outcome.verdict, word),
        count(stats.paths.completed, "path"),
        count(stats.instructions, "instruction"),
        queries(stats.queries_asked, stats.queries_sent),
        stats.seconds,
    );
    text.push_str(&strategy::line(stats));
    text.push_str(&seeds::line(stats));
    text.push_str(&workers::line(stats));
    text.push_str(&resumed(stats.resumed));
    text.push_str(&merging::line(stats));
    text.push_str(&subsumption::line(stats));
    text.push_str(&summaries::line(stats));
    text.push_str(&learning::line(stats));
    text.push_str(&reasons::lines(module, outcome));
    for assumption in assumptions(module, outcome) {
        let _ = writeln!(text, "  assumes that {assumption}");
    }
    if outcome.vacuous && outcome.verdict == Verdict::Safe {
        text.push_str("  warning: no path reaches an end, because assumptions exclude all\n");
    }
    let left = stats.paths.set_aside;
    if left > 0 {
        let _ = writeln!(text, "  {} left unexplored", count(left, "state"));
    }
    text
}

/// The bounds of inputs, as part of the verdict.
fn bounds(module: &Module) -> String {
    match module.bounds.as_slice() {
        [] => String::new(),
        [only] => format!(", for {only}"),
        [all @ .., last] => format!(", for {} and {last}", all.join(", ")),
    }
}

fn queries(asked: u64, sent: u64) -> String {
    let asked = if asked == 1 {
        "1 query".to_string()
    } else {
        format!("{asked} queries")
    };
    format!("{asked}, {sent} sent to a solver")
}

pub(crate) fn count(number: u64, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use crate::json::tests::{sample_finding, sample_outcome};

    const PLAIN: Style = Style { colour: false };

    #[test]
    fn a_finding() {
        let text = finding(
            &branching_module(),
            &mut Sources::default(),
            PLAIN,
            &sample_finding(),
            false,
        );
        let expected = "assertion: x > 0\n  at a.c:3:1 in main\n  inputs\n    x = -2147483648 (i32)\n  decided at\n    a.c:2: taken\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn the_kind_is_not_repeated() {
        let mut failure = sample_finding().failure;
        failure.message = "assertion `x` fails".into();
        assert_eq!(message(&failure), "`x` fails");
        failure.message = "assertions".into();
        assert_eq!(message(&failure), "assertions");
    }

    #[test]
    fn a_verdict_lists_its_reasons() {
        let text = verdict(&branching_module(), PLAIN, &sample_outcome(), 0, 0);
        let expected = "bug: 1 failure (0 paths, 0 instructions, 0 queries, 0 sent to a solver, 0.01 s)\n  \
                        unmodelled-call: `poll` at a.c:4:1 (2 paths)\n";
        assert_eq!(text, expected);
    }
}
