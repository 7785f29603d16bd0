//! `sheaf replay --native`: compiles the program of a test case with sanitizers, or starts node for
//! JavaScript, runs it on the inputs, and compares the result with the expectation. The program
//! runs on the real system, in a folder that contains only the files of the case, with a time
//! limit.

mod build;
mod message;
mod node;
mod sources;
mod stubs;
pub mod world;

use crate::args::ReplayArgs;
use crate::error::{UserError, status};
use crate::load::Request;
use crate::print;
use build::Build;
pub use build::{compiler, symbolizer};
use message::{End, Seen};
use sheaf_engine::End as EngineEnd;
use sheaf_ir::FailureKind;
use sheaf_report::case::{Case, Expected, OUT_OF_INPUTS};
use sheaf_report::suite::Test;
use std::path::PathBuf;

/// A finished native run of a case.
struct Ended {
    /// How it ended, and whether that is as recorded.
    text: String,
    fails: bool,
    endless: bool,
}

/// Replays all cases natively and returns the exit status: 1 if one fails, else 3 if one does not
/// end.
///
/// # Errors
/// When a program does not compile, or cannot run natively.
pub fn replay(args: &ReplayArgs, cases: &[(PathBuf, Case, Request)]) -> Result<u8, UserError> {
    let mut ends: Vec<Option<Ended>> = cases.iter().map(|_| None).collect();
    for group in groups(cases) {
        let (_, _, request) = &cases[group[0]];
        request.enter_directory()?;
        let ended = match request.is_js() {
            true => node::run(args, cases, &group),
            false => run_compiled(args, cases, &group),
        }?;
        for (index, ended) in group.into_iter().zip(ended) {
            ends[index] = Some(ended);
        }
    }
    let (mut failed, mut endless) = (false, false);
    for ((path, ..), ended) in cases.iter().zip(ends.into_iter().flatten()) {
        failed |= ended.fails;
        endless |= ended.endless;
        print(&format!("{}: {}\n", path.display(), ended.text));
    }
    Ok(match (failed, endless) {
        (true, _) => status::BUG,
        (false, true) => status::INCOMPLETE,
        (false, false) => status::DONE,
    })
}

/// Compiles the program of a group of cases, and runs it for each of them.
fn run_compiled(
    args: &ReplayArgs,
    cases: &[(PathBuf, Case, Request)],
    group: &[usize],
) -> Result<Vec<Ended>, UserError> {
    let (path, case, request) = &cases[group[0]];
    let mut tests = Vec::new();
    let prepared: Vec<Result<usize, String>> = group
        .iter()
        .map(|&index| {
            tests.push(world::prepare(request, test(index, &cases[index].1))?);
            Ok(tests.len() - 1)
        })
        .collect();
    let build = Build::new(request, case, &tests, args.time)
        .map_err(|message| UserError::new(path.display(), message))?;
    let run = |(&index, prepared): (&usize, Result<usize, String>)| {
        let (path, case, _) = &cases[index];
        let test = match prepared {
            Ok(position) => &tests[position],
            Err(reason) => {
                return Ok(Ended {
                    text: format!("not run natively: {reason}"),
                    fails: false,
                    endless: false,
                });
            }
        };
        let ran = build.run(test);
        let ran = ran.map_err(|error| UserError::new(path.display(), error))?;
        if args.output {
            print(&ran.output);
        }
        let expected = case.expected.as_ref().and_then(Expected::failure);
        let seen = message::seen(&ran, expected);
        Ok(Ended {
            text: describe(case.expected.as_ref(), &seen),
            fails: matches!(seen.end, End::Failed(_) | End::Signal(_)),
            endless: seen.end == End::Endless,
        })
    };
    group.iter().zip(prepared).map(run).collect()
}

/// Cases that can share a build, by their positions.
fn groups(cases: &[(PathBuf, Case, Request)]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, (_, case, request)) in cases.iter().enumerate() {
        let same = |group: &&mut Vec<usize>| {
            let (_, other, other_request) = &cases[group[0]];
            request == other_request && build::sanitizers(case) == build::sanitizers(other)
        };
        match groups.iter_mut().find(same) {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

fn test(index: usize, case: &Case) -> Test {
    Test {
        name: format!("case-{index}"),
        case: case.clone(),
        reveals: false,
        adds: Vec::new(),
    }
}

/// The result of a native run, and whether it is as recorded.
fn describe(expected: Option<&Expected>, seen: &Seen) -> String {
    let Some(expected) = expected else {
        return format!("natively {seen}");
    };
    match agreement(expected, seen) {
        Agreement::Same => format!("natively {seen} (as recorded)"),
        Agreement::OtherPlace => {
            format!("natively {seen} (as recorded, but the place is not: {expected})")
        }
        Agreement::OtherAssertion => {
            let failed = seen.condition.as_deref().unwrap_or_default();
            format!("natively NOT as recorded: {seen}, where `{failed}` fails")
        }
        Agreement::Unseen => format!(
            "natively {seen}, which neither confirms nor refutes {expected}: MemorySanitizer sees \
             branches, addresses and output that depend on uninitialized memory, unless the \
             compiler or a call of the library took part"
        ),
        Agreement::Different => format!("natively NOT as recorded: {seen}, not {expected}"),
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Agreement {
    Same,
    OtherPlace,
    /// Another assertion of the line fails.
    OtherAssertion,
    /// A sanitizer that only approximates reported nothing.
    Unseen,
    Different,
}

fn agreement(expected: &Expected, seen: &Seen) -> Agreement {
    let kind = expected.failure();
    match (&seen.end, expected.end.as_str(), kind) {
        (End::Exit(status), "exit", _) => {
            // What a parent process sees of the status.
            match expected
                .status
                .is_none_or(|recorded| recorded & 0xff == i64::from(*status))
            {
                true => Agreement::Same,
                false => Agreement::Different,
            }
        }
        // The program ends itself by a signal that is no failure.
        (End::Signal(number), "exit", _) if expected.status == Some(128 + i64::from(*number)) => {
            Agreement::Same
        }
        // The end of a program after a failure that does not count.
        (End::Failed(FailureKind::Assertion | FailureKind::Abort), "exit", _)
            if EngineEnd::Exit(expected.status) == EngineEnd::ABORTED =>
        {
            Agreement::Same
        }
        (End::Exit(_), "unmodelled" | "limit" | OUT_OF_INPUTS, _)
        | (End::Dropped, "dropped", _) => Agreement::Same,
        (End::Endless, "limit", _) | (End::Endless, _, Some(FailureKind::Hang)) => Agreement::Same,
        // A program may define `reach_error` itself, usually with an assertion.
        (
            End::Failed(FailureKind::Assertion | FailureKind::Abort),
            _,
            Some(FailureKind::UnreachableCall),
        ) => Agreement::Same,
        (End::Failed(native), _, Some(kind))
            if native.for_sanitizers() == kind.for_sanitizers() =>
        {
            if matches!((&seen.condition, &expected.condition), (Some(a), Some(b)) if a != b) {
                return Agreement::OtherAssertion;
            }
            match (&seen.place, &expected.place) {
                (Some((file, line)), Some(place)) if !is_at(place, file, *line) => {
                    Agreement::OtherPlace
                }
                _ => Agreement::Same,
            }
        }
        (End::Exit(_), _, Some(FailureKind::Uninitialized)) => Agreement::Unseen,
        _ => Agreement::Different,
    }
}

/// Whether a location is in this line of this file, in any directory.
fn is_at(location: &str, file: &str, line: u32) -> bool {
    let base = |path: &str| path.rsplit('/').next().map(str::to_string);
    message::place(location).is_some_and(|(of, at)| at == line && base(&of) == base(file))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expected(kind: &str, place: &str) -> Expected {
        Expected {
            end: "failed".into(),
            status: None,
            kind: Some(kind.into()),
            place: Some(place.into()),
            thrown: None,
            condition: None,
        }
    }

    #[test]
    fn places_are_compared_by_file_and_line() {
        assert!(is_at("dir/a.c:3:7", "/home/me/dir/a.c", 3));
        assert!(!is_at("dir/a.c:3:7", "a.c", 7));
        assert!(!is_at("b.c:3:7", "a.c", 3));
        assert!(!is_at("?", "a.c", 3));
    }

    #[test]
    fn agreement_is_judged() {
        let at = |kind, line| Seen {
            end: End::Failed(kind),
            place: Some(("a.c".into(), line)),
            condition: None,
        };
        let recorded = expected("assertion", "a.c:3:1");
        let judged = |seen: &Seen| agreement(&recorded, seen);
        assert_eq!(judged(&at(FailureKind::Assertion, 3)), Agreement::Same);
        assert_eq!(
            judged(&at(FailureKind::Assertion, 4)),
            Agreement::OtherPlace
        );
        assert_eq!(judged(&at(FailureKind::Shift, 3)), Agreement::Different);
        let exit = Seen {
            end: End::Exit(255),
            place: None,
            condition: None,
        };
        assert_eq!(judged(&exit), Agreement::Different);
        let exits = Expected {
            end: "exit".into(),
            status: Some(-1),
            kind: None,
            place: None,
            thrown: None,
            condition: None,
        };
        assert_eq!(agreement(&exits, &exit), Agreement::Same);
        assert!(describe(Some(&recorded), &exit).contains("NOT as recorded"));
    }
}
