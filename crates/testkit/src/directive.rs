//! The directives of a test program, in comments that start a line:
//!
//! ```text
//! // expect: safe
//! // expect: bug out-of-bounds @12        each finding on a line of its own; the set must be exact
//! // expect: incomplete unmodelled-call   the kinds of reasons; the set must be exact
//! // options: --enable leak               as on the command line
//! // paths: 6                             completed paths when nothing was found
//! // beyond: aggressive                   configurations that reach a limit: they end
//!                                         `incomplete`, and report only expected findings
//! // proved: subsume-dfs                  configurations that report none of the reasons
//! // dropped: bug out-of-bounds @12       the findings where strings outside of the index are
//!                                         dropped, each on a line of its own, or `nothing`
//! // retried: uninitialized memory     why a failure need not happen again with the inputs of a
//!                                         path, if it does with those of another
//! // run: exit 3                          the exit status of `sheaf run`
//! // input: 1,2                           the inputs of `sheaf run`
//! // output: hello                        a line of its standard output; all of them in order
//! ```

use crate::configurations;
use sheaf_engine::outcome::Verdict;
use sheaf_ir::FailureKind;

/// A kind of failure and its line.
pub type Finding = (FailureKind, u32);

/// The directives of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Directives {
    /// The verdict; `None` if the program is only run.
    pub verdict: Option<Verdict>,
    /// The findings: kind and line, sorted.
    pub findings: Vec<Finding>,
    /// The kinds of reasons, sorted.
    pub reasons: Vec<String>,
    /// Options of the command line.
    pub options: Vec<String>,
    /// Completed paths.
    pub paths: Option<u64>,
    /// Names of configurations that reach a limit.
    pub beyond: Vec<String>,
    /// Names of configurations that are complete although reasons are expected.
    pub proved: Vec<String>,
    /// The findings where strings outside of the index are dropped, which is then the only reason;
    /// `None` if some of those expected.
    pub dropped: Option<Vec<Finding>>,
    /// Why a failure need not happen again with the first inputs that are found.
    pub retried: Option<String>,
    /// Exit status of a concrete run.
    pub exit: Option<i64>,
    /// Inputs of a concrete run.
    pub input: Option<String>,
    /// Standard output of a concrete run.
    pub output: Option<String>,
}

/// Parses the directives of a program. `Err` names the first that is malformed, or reports that
/// there are none.
pub fn parse(text: &str) -> Result<Directives, String> {
    let mut all = Directives {
        verdict: None,
        findings: Vec::new(),
        reasons: Vec::new(),
        options: Vec::new(),
        paths: None,
        beyond: Vec::new(),
        proved: Vec::new(),
        dropped: None,
        retried: None,
        exit: None,
        input: None,
        output: None,
    };
    for (position, line) in text.lines().enumerate() {
        let Some(comment) = line.trim_start().strip_prefix("//") else {
            continue;
        };
        let Some((key, value)) = comment.trim_start().split_once(':') else {
            continue;
        };
        add(&mut all, key, value).map_err(|message| format!("line {}: {message}", position + 1))?;
    }
    all.findings.sort_unstable();
    all.dropped
        .iter_mut()
        .for_each(|dropped| dropped.sort_unstable());
    all.reasons.sort_unstable();
    if all.verdict.is_none() && all.exit.is_none() {
        return Err("there is neither an `expect:` nor a `run:` directive".to_string());
    }
    Ok(all)
}

fn add(all: &mut Directives, key: &str, value: &str) -> Result<(), String> {
    let words: Vec<&str> = value.split_whitespace().collect();
    match key {
        "expect" => expect(all, &words),
        "options" => {
            all.options.extend(words.iter().map(ToString::to_string));
            Ok(())
        }
        "paths" => {
            all.paths = Some(number(value)?);
            Ok(())
        }
        "beyond" => names(&mut all.beyond, &words),
        "proved" => names(&mut all.proved, &words),
        "dropped" => {
            let findings = all.dropped.get_or_insert_default();
            match words[..] {
                ["nothing"] => {}
                ["bug", kind, line] => findings.push(finding(kind, line)?),
                _ => return Err("expected `dropped: bug KIND @LINE` or `dropped: nothing`".into()),
            }
            Ok(())
        }
        "retried" => {
            let why = value.trim();
            all.retried = Some(why.to_string()).filter(|why| !why.is_empty());
            all.retried
                .as_ref()
                .map(drop)
                .ok_or("expected a cause".into())
        }
        "run" => {
            let status = value
                .trim()
                .strip_prefix("exit ")
                .ok_or("expected `run: exit STATUS`")?;
            all.exit = Some(number(status)?);
            Ok(())
        }
        "input" => {
            all.input = Some(value.trim().to_string());
            Ok(())
        }
        "output" => {
            let output = all.output.get_or_insert_default();
            output.push_str(value.strip_prefix(' ').unwrap_or(value));
            output.push('\n');
            Ok(())
        }
        _ => Ok(()),
    }
}

fn names(all: &mut Vec<String>, words: &[&str]) -> Result<(), String> {
    for name in words {
        if !configurations::ALL.iter().any(|known| known.name == *name) {
            return Err(format!("`{name}` is not a configuration"));
        }
        all.push(name.to_string());
    }
    Ok(())
}

fn expect(all: &mut Directives, words: &[&str]) -> Result<(), String> {
    let verdict = match words {
        ["safe"] => Verdict::Safe,
        ["bug", kind, line] => {
            all.findings.push(finding(kind, line)?);
            Verdict::Bug
        }
        ["incomplete", kinds @ ..] if !kinds.is_empty() => {
            all.reasons.extend(kinds.iter().map(ToString::to_string));
            Verdict::Incomplete
        }
        _ => return Err("expected `safe`, `bug KIND @LINE` or `incomplete REASON...`".to_string()),
    };
    // A program with a finding is a `bug` even if some of its paths are not explored.
    all.verdict = match (all.verdict, verdict) {
        (None, verdict) => Some(verdict),
        (Some(Verdict::Safe), _) | (Some(_), Verdict::Safe) => {
            return Err("`safe` excludes other expectations".to_string());
        }
        (Some(Verdict::Bug), _) | (_, Verdict::Bug) => Some(Verdict::Bug),
        (Some(Verdict::Incomplete), Verdict::Incomplete) => Some(Verdict::Incomplete),
    };
    Ok(())
}

fn finding(kind: &str, line: &str) -> Result<Finding, String> {
    let kind = FailureKind::from_name(kind).ok_or(format!("`{kind}` is not a kind of failure"))?;
    let line = line
        .strip_prefix('@')
        .ok_or("expected `@LINE` after the kind")?;
    Ok((kind, number(line)?))
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.trim()
        .parse()
        .map_err(|_| format!("`{}` is not a number", text.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_directives() {
        let text = "// expect: bug shift @3\n  // expect: bug abort @12\n// expect: incomplete unmodelled-call\n// options: --enable leak\n\
                    // paths: 6\nint main() // expect: nothing\n// run: exit 3\n// output: a\n//
                    // output:  b\n// input: 1,-2\n// beyond: aggressive\n// dropped: bug shift @3\n// retried: a cause\n// Note: text\n";
        let all = parse(text).unwrap();
        assert_eq!(all.verdict, Some(Verdict::Bug));
        assert_eq!(
            all.findings,
            [(FailureKind::Abort, 12), (FailureKind::Shift, 3)]
        );
        assert_eq!(all.reasons, ["unmodelled-call"]);
        assert_eq!(all.options, ["--enable", "leak"]);
        assert_eq!((all.paths, all.exit), (Some(6), Some(3)));
        assert_eq!(all.dropped, Some(vec![(FailureKind::Shift, 3)]));
        assert_eq!(all.beyond, ["aggressive"]);
        assert_eq!(all.retried.as_deref(), Some("a cause"));
        assert_eq!(all.output.as_deref(), Some("a\n b\n"));
        assert_eq!(all.input.as_deref(), Some("1,-2"));
    }

    #[test]
    fn malformed_directives_are_refused() {
        for text in [
            "",
            "// expect: fine",
            "// expect: bug x @1",
            "// expect: bug shift 1",
            "// expect: safe\n// expect: bug shift @1",
            "// expect: safe\n// paths: many",
            "// run: 3",
            "// expect: incomplete",
            "// expect: safe\n// beyond: nothing",
            "// expect: safe\n// dropped: incomplete",
            "// expect: safe\n// retried:",
        ] {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
