//! Findings and verdicts as text for a terminal or a file.

use crate::display;
use crate::json::reason_detail;
use crate::source::Sources;
use sheaf_engine::outcome::{Finding, Outcome, Verdict};
use sheaf_ir::{LocId, Module};
use std::fmt::Write;

/// Columns that text is wrapped at.
const WIDTH: usize = 100;
/// Decisions shown of a trace at its start and at its end; the JSON has them all.
const TRACE_ENDS: usize = 24;

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

    fn verdict(self, verdict: Verdict) -> String {
        let code = match verdict {
            Verdict::Safe => "1;32",
            Verdict::Bug => "1;31",
            Verdict::Incomplete => "1;33",
        };
        self.paint(code, verdict.name())
    }
}

/// A finding: what and where, the source line, the inputs, the decisions on the way.
pub fn finding(module: &Module, sources: &mut Sources, style: Style, finding: &Finding) -> String {
    let failure = &finding.failure;
    let mut text = format!(
        "{} {}",
        style.red(&format!("{}:", failure.kind.name())),
        style.bold(&failure.message)
    );
    let place = module.describe(failure.loc);
    // Writing to a string cannot fail.
    let _ = writeln!(text, "\n  at {place} in {}", failure.function);
    if let Some(loc) = failure.loc.map(|loc| module.locs[loc]) {
        text.push_str(
            &sources
                .excerpt(&module.files[loc.file], loc.line, loc.column)
                .unwrap_or_default(),
        );
    }
    match finding.inputs.inputs.as_slice() {
        [] => text.push_str("  on every run: it has no inputs\n"),
        inputs => {
            text.push_str("  inputs\n");
            inputs.iter().for_each(|input| {
                let _ = writeln!(text, "    {}", display::input(input));
            });
        }
    }
    if !finding.trace.is_empty() {
        text.push_str("  decided at\n");
        text.push_str(&trace(module, &finding.trace));
    }
    if !finding.replayed {
        text.push_str(
            "  not confirmed: concrete execution of these inputs does not fail in this way\n",
        );
    }
    text
}

/// The lines of decisions, grouped by file and wrapped; the middle of a long one is left out.
fn trace(module: &Module, trace: &[LocId]) -> String {
    let mut words: Vec<String> = Vec::new();
    let mut file = None;
    for (position, loc) in trace.iter().enumerate() {
        if trace.len() > 2 * TRACE_ENDS
            && (TRACE_ENDS..trace.len() - TRACE_ENDS).contains(&position)
        {
            if position == TRACE_ENDS {
                words.push(format!("... {} more ...", trace.len() - 2 * TRACE_ENDS));
            }
            continue;
        }
        let loc = module.locs[*loc];
        let name = if file == Some(loc.file) {
            ""
        } else {
            &*module.files[loc.file]
        };
        file = Some(loc.file);
        words.push(if name.is_empty() {
            loc.line.to_string()
        } else {
            format!("{name}:{}", loc.line)
        });
    }
    wrap(&words)
}

/// The words with commas between them, indented.
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut line = String::from("   ");
    for (position, word) in words.iter().enumerate() {
        if line.len() + word.len() + 2 > WIDTH {
            text.push_str(&line);
            text.push('\n');
            line = String::from("   ");
        }
        let comma = if position + 1 < words.len() { "," } else { "" };
        line.push_str(&format!(" {word}{comma}"));
    }
    text + &line + "\n"
}

/// The verdict in one line, and below it each reason why it is not better.
pub fn verdict(module: &Module, style: Style, outcome: &Outcome) -> String {
    let stats = &outcome.stats;
    let claim = match (outcome.verdict, outcome.findings.len()) {
        (Verdict::Safe, _) => "no input makes the program fail".to_string(),
        (Verdict::Bug, 1) => "1 failure".to_string(),
        (Verdict::Bug, count) => format!("{count} failures"),
        (Verdict::Incomplete, _) => "nothing found, but not everything was explored".to_string(),
    };
    let mut text = format!(
        "{}: {claim} ({}, {}, {}, {:.2} s)\n",
        style.verdict(outcome.verdict),
        count(stats.paths.completed, "path"),
        count(stats.instructions, "instruction"),
        queries(stats.queries_asked, stats.queries_sent),
        stats.seconds,
    );
    for reason in &outcome.reasons {
        let _ = writeln!(
            text,
            "  {}: {}",
            reason.kind.name(),
            reason_detail(module, reason)
        );
    }
    let left = stats.paths.set_aside;
    if left > 0 {
        let _ = writeln!(text, "  {} left unexplored", count(left, "state"));
    }
    text
}

fn queries(asked: u64, sent: u64) -> String {
    let asked = if asked == 1 {
        "1 query".to_string()
    } else {
        format!("{asked} queries")
    };
    format!("{asked} of which {sent} sent to a solver")
}

fn count(number: u64, noun: &str) -> String {
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
        );
        let expected = "assertion: x > 0\n  at a.c:3:1 in main\n  inputs\n    x = -2147483648 (i32)\n  decided at\n    a.c:2\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_verdict_lists_its_reasons() {
        let text = verdict(&branching_module(), PLAIN, &sample_outcome());
        let expected = "bug: 1 failure (0 paths, 0 instructions, 0 queries of which 0 sent to a solver, 0.01 s)\n  \
                        unmodelled-call: `poll` at a.c:4:1\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn long_traces_lose_their_middle() {
        let text = trace(&branching_module(), &[LocId(1); 100]);
        assert!(text.starts_with("    a.c:2, 2, "), "{text}");
        assert!(text.contains("... 52 more ..."), "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH + 1), "{text}");
    }
}
