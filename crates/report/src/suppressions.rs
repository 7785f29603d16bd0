//! Findings that the user has looked at and does not want to count: by a comment in the source, or
//! by a rule of a file.
//!
//! A comment `sheaf-ignore(KIND,...): why` is about its line; on a line of its own, it is about the
//! next one. Without kinds it is about all. A rule is a line of a file: a kind, a pattern of the
//! file's name, and a pattern of the function's, where `*` stands for anything.

use crate::source::Sources;
use glob::Pattern;
use sheaf_engine::outcome::Finding;
use sheaf_ir::{FailureKind, Module};
use std::collections::BTreeSet;

/// What a comment starts with.
const WORD: &str = "sheaf-ignore";

/// What stands for all kinds, files or functions.
const ANY: &str = "*";

/// Why a finding does not count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suppressed {
    /// Where that is said: a line of the source or of a file of rules.
    pub place: String,
    /// What is said there.
    pub why: String,
    /// Whether it is a comment in the source.
    pub in_source: bool,
}

impl Suppressed {
    /// `a.c:3: it wraps on purpose`.
    pub fn text(&self) -> String {
        match self.why.is_empty() {
            true => self.place.clone(),
            false => format!("{}: {}", self.place, self.why),
        }
    }
}

/// A line of a file of rules.
#[derive(Clone, Debug)]
struct Rule {
    line: usize,
    text: String,
    /// `None` for all.
    kind: Option<FailureKind>,
    file: Pattern,
    function: Pattern,
}

/// The rules of a file.
#[derive(Clone, Default, Debug)]
pub struct Rules {
    name: String,
    rules: Vec<Rule>,
}

impl Rules {
    /// Reads the rules of the file with this name.
    ///
    /// # Errors
    /// What is wrong with the first line that is no rule, and its place.
    pub fn parse(name: &str, text: &str) -> Result<Rules, (String, String)> {
        let mut rules = Vec::new();
        for (line, text) in (1..).zip(text.lines()) {
            let text = text.split('#').next().unwrap_or_default().trim();
            if !text.is_empty() {
                let rule = Rule::parse(line, text);
                rules.push(rule.map_err(|error| (format!("{name}:{line}"), error))?);
            }
        }
        Ok(Rules {
            name: name.to_string(),
            rules,
        })
    }

    /// The first rule that is about a finding, by its position.
    fn of(&self, module: &Module, finding: &Finding) -> Option<usize> {
        let failure = &finding.failure;
        let file = failure.loc.map(|loc| module.locs[loc].file);
        let file = file.map_or("", |file| &module.files[file]);
        let matches = |rule: &Rule| {
            rule.kind.is_none_or(|kind| kind == failure.kind)
                && rule.file.matches(file)
                && rule.function.matches(&failure.function)
        };
        self.rules.iter().position(matches)
    }
}

impl Rule {
    fn parse(line: usize, text: &str) -> Result<Rule, String> {
        let mut words = text.split_whitespace();
        let kind = match words.next() {
            None | Some(ANY) => None,
            Some(name) => {
                Some(FailureKind::from_name(name).ok_or(format!("unknown kind `{name}`"))?)
            }
        };
        let mut pattern = || {
            let word = words.next().unwrap_or(ANY);
            Pattern::new(word).map_err(|error| format!("`{word}`: {}", error.msg))
        };
        let (file, function) = (pattern()?, pattern()?);
        if let Some(more) = words.next() {
            let form = "a rule is KIND [FILE [FUNCTION]]";
            return Err(format!("`{more}` is too much; {form}"));
        }
        Ok(Rule {
            line,
            text: text.to_string(),
            kind,
            file,
            function,
        })
    }
}

/// Decides which findings count, and knows which rules were of use.
#[derive(Default, Debug)]
pub struct Suppressions {
    rules: Rules,
    used: BTreeSet<usize>,
}

impl Suppressions {
    /// With the rules of a file.
    pub fn new(rules: Rules) -> Self {
        let used = BTreeSet::new();
        Suppressions { rules, used }
    }

    /// Why a finding does not count, if it does not.
    pub fn of(
        &mut self,
        module: &Module,
        sources: &mut Sources,
        finding: &Finding,
    ) -> Option<Suppressed> {
        if finding.failure.kind == FailureKind::Target {
            return None;
        }
        let rule = self.rules.of(module, finding);
        self.used.extend(rule);
        let by_rule = rule.map(|position| {
            let rule = &self.rules.rules[position];
            Suppressed {
                place: format!("{}:{}", self.rules.name, rule.line),
                why: rule.text.clone(),
                in_source: false,
            }
        });
        in_source(module, sources, finding).or(by_rule)
    }

    /// The rules that were of no use, with their places.
    pub fn unused(&self) -> Vec<String> {
        let rules = self.rules.rules.iter().enumerate();
        let unused = rules.filter(|(position, _)| !self.used.contains(position));
        let text = |rule: &Rule| format!("{}:{}: {}", self.rules.name, rule.line, rule.text);
        unused.map(|(_, rule)| text(rule)).collect()
    }
}

/// A comment in the source that is about a finding.
fn in_source(module: &Module, sources: &mut Sources, finding: &Finding) -> Option<Suppressed> {
    let place = module.locs[finding.failure.loc?];
    let file = &module.files[place.file];
    for (line, is_before) in [(place.line, false), (place.line.wrapping_sub(1), true)] {
        let Some(text) = sources.line(file, line) else {
            continue;
        };
        let is_alone = ["//", "/*"]
            .iter()
            .any(|it| text.trim_start().starts_with(it));
        // A comment on a line of its own is about the next line.
        if is_alone == is_before
            && let Some((kinds, why)) = comment(text)
            && (kinds.is_empty() || kinds.contains(&finding.failure.kind.name()))
        {
            return Some(Suppressed {
                place: format!("{file}:{line}"),
                why: why.to_string(),
                in_source: true,
            });
        }
    }
    None
}

/// The kinds and the explanation of a comment in a line.
fn comment(text: &str) -> Option<(Vec<&str>, &str)> {
    let (before, rest) = text.split_once(WORD)?;
    if !before.contains("//") && !before.contains("/*") {
        return None;
    }
    let (kinds, rest) = match rest.strip_prefix('(') {
        Some(rest) => rest.split_once(')')?,
        None if rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_') => {
            return None;
        }
        None => ("", rest),
    };
    let kinds = kinds.split(',').map(str::trim).filter(|it| !it.is_empty());
    let why = rest.strip_prefix(':').unwrap_or(rest);
    let why = why.split("*/").next().unwrap_or_default();
    Some((kinds.collect(), why.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use crate::json::tests::sample_finding;

    #[test]
    fn comments_are_read() {
        for (line, expected) in [
            ("x++; // sheaf-ignore", Some((vec![], ""))),
            (
                "x++; // sheaf-ignore: on purpose",
                Some((vec![], "on purpose")),
            ),
            (
                "/* sheaf-ignore(leak, shift): old */ x",
                Some((vec!["leak", "shift"], "old")),
            ),
            ("x = \"sheaf-ignore\";", None),
            ("// sheaf-ignored", None),
            ("// sheaf-ignore(leak", None),
        ] {
            assert_eq!(comment(line), expected, "{line}");
        }
    }

    #[test]
    fn rules_match_kind_file_and_function() {
        let module = branching_module();
        let finding = sample_finding();
        let matches = |rule: &str| {
            let rules = Rules::parse("r", rule).unwrap();
            let mut all = Suppressions::new(rules);
            let found = all.of(&module, &mut Sources::default(), &finding).is_some();
            assert_eq!(found, all.unused().is_empty());
            found
        };
        for rule in [
            "assertion",
            "*",
            "assertion a.c main",
            "* *.c m*n # why",
            "\n\nassertion *",
        ] {
            assert!(matches(rule), "{rule}");
        }
        for rule in ["leak", "assertion b.c", "* a.c other"] {
            assert!(!matches(rule), "{rule}");
        }
    }

    #[test]
    fn what_is_no_rule_is_named_with_its_line() {
        for (rules, place, part) in [
            ("leak\nbug a.c", "r:2", "unknown kind `bug`"),
            ("leak a b c", "r:1", "`c` is too much"),
            ("leak [", "r:1", "`[`"),
        ] {
            let (at, message) = Rules::parse("r", rules).unwrap_err();
            assert!(at == place && message.contains(part), "{at}: {message}");
        }
    }
}
