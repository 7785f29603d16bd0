//! Reasons of an incomplete verdict, for humans: those that differ in numbers only are one line,
//! those that cost most come first, and what helps is named at the end.

use crate::text::count;
use sheaf_engine::outcome::{Outcome, Reason, ReasonKind};
use sheaf_ir::{LocId, Module};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// The maximum number of lines below a verdict.
const ROWS: usize = 12;

/// The maximum number of places that a line names.
const PLACES: usize = 3;

/// Reasons of one kind at one place whose details differ in numbers only. Where the detail names the
/// cause, they are one group wherever they are.
struct Group<'a> {
    kind: ReasonKind,
    /// The detail, cut at its numbers.
    words: Vec<&'a str>,
    /// The smallest and the largest number at each cut.
    numbers: Vec<(&'a str, &'a str)>,
    places: Vec<Option<LocId>>,
    reasons: u64,
    paths: u64,
}

/// The groups, those that cost most first.
fn groups(outcome: &Outcome) -> Vec<Group<'_>> {
    let mut groups: Vec<Group> = Vec::new();
    let mut known: HashMap<(ReasonKind, Option<LocId>, Vec<&str>), usize> = HashMap::new();
    for (reason, paths) in outcome.reasons.counted() {
        let (words, numbers) = shape(&reason.detail);
        let place = reason.loc.filter(|_| !names_cause(reason.kind));
        let key = (reason.kind, place, words.clone());
        let position = *known.entry(key).or_insert_with(|| {
            groups.push(Group {
                kind: reason.kind,
                words,
                numbers: numbers.iter().map(|it| (*it, *it)).collect(),
                places: Vec::new(),
                reasons: 0,
                paths: 0,
            });
            groups.len() - 1
        });
        groups[position].add(reason, &numbers, paths);
    }
    // Without costs, the order is that of the kinds.
    groups.sort_by_key(|group| std::cmp::Reverse(group.paths));
    groups
}

/// Whether the detail of a reason names what causes it, and its place only what it leads to: a
/// function that is not modelled, or a choice of the platform, on which many branches may depend.
fn names_cause(kind: ReasonKind) -> bool {
    matches!(
        kind,
        ReasonKind::UnmodelledCall | ReasonKind::AddressDependent
    )
}

impl<'a> Group<'a> {
    /// A reason on its own.
    fn of(reason: &'a Reason) -> Group<'a> {
        let (words, numbers) = shape(&reason.detail);
        Group {
            kind: reason.kind,
            words,
            numbers: numbers.into_iter().map(|it| (it, it)).collect(),
            places: vec![reason.loc],
            reasons: 1,
            paths: 0,
        }
    }

    fn add(&mut self, reason: &Reason, numbers: &[&'a str], paths: u64) {
        self.reasons += 1;
        self.paths += paths;
        if !self.places.contains(&reason.loc) {
            self.places.push(reason.loc);
        }
        let value = |text: &str| text.parse::<f64>().unwrap_or_default();
        for ((least, most), number) in self.numbers.iter_mut().zip(numbers) {
            if value(number) < value(least) {
                *least = number;
            }
            if value(number) > value(most) {
                *most = number;
            }
        }
    }

    /// The detail, with ranges where numbers differ, and the places.
    fn text(&self, module: &Module) -> String {
        let mut text = String::new();
        let mut numbers = self.numbers.iter();
        for word in &self.words {
            text.push_str(word);
            match numbers.next() {
                Some((least, most)) if least == most => text.push_str(least),
                Some((least, most)) => text.push_str(&format!("{least} to {most}")),
                None => {}
            }
        }
        let places = self.places.iter().flatten();
        let mut places: Vec<String> = places.map(|loc| module.describe(Some(*loc))).collect();
        let more = places.len().saturating_sub(PLACES);
        places.truncate(PLACES);
        if !places.is_empty() {
            text.push_str(&format!(" at {}", places.join(", ")));
        }
        if more > 0 {
            text.push_str(&format!(" and {}", count(more as u64, "more place")));
        }
        text
    }
}

/// A detail, cut at numbers that stand alone: not those of names, types and places.
fn shape(detail: &str) -> (Vec<&str>, Vec<&str>) {
    let (mut words, mut numbers) = (Vec::new(), Vec::new());
    let (mut begun, mut at) = (0, 0);
    while let Some(from) = detail[at..].find(|c: char| c.is_ascii_digit()) {
        let from = at + from;
        let is_of_number = |c: char| c.is_ascii_digit() || c == '.';
        let rest = &detail[from..];
        let len = rest.find(|c| !is_of_number(c)).unwrap_or(rest.len());
        let number = rest[..len].trim_end_matches('.');
        let end = from + number.len();
        let before = detail[..from].chars().next_back();
        let after = detail[end..].chars().next();
        let is_apart = before.is_none_or(|c| c == ' ' || c == '(')
            && after.is_none_or(|c| matches!(c, ' ' | ',' | ';' | '.' | ')'));
        if is_apart && number.parse::<f64>().is_ok() {
            words.push(&detail[begun..from]);
            numbers.push(number);
            begun = end;
        }
        at = from + len;
    }
    words.push(&detail[begun..]);
    (words, numbers)
}

/// A line for each group, with the number of paths that it has ended.
pub fn lines(module: &Module, outcome: &Outcome) -> String {
    let groups = groups(outcome);
    let mut text = String::new();
    for group in groups.iter().take(ROWS) {
        let cost = match group.paths {
            0 => String::new(),
            paths => format!(" ({})", count(paths, "path")),
        };
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {}: {}{cost}",
            group.kind.name(),
            group.text(module)
        );
    }
    if groups.len() > ROWS {
        let more = count((groups.len() - ROWS) as u64, "more reason");
        let _ = writeln!(text, "  and {more}; `--explain reasons` lists all");
    }
    text
}

/// Each reason on its own, those that cost most first.
pub fn table(module: &Module, outcome: &Outcome) -> String {
    let mut all: Vec<(&Reason, u64)> = outcome.reasons.counted().collect();
    if all.is_empty() {
        return "there are no reasons against the verdict\n".to_string();
    }
    all.sort_by_key(|(_, paths)| std::cmp::Reverse(*paths));
    let mut text = "reasons, with the number of paths that ended there\n".to_string();
    for (reason, paths) in all {
        let detail = detail(module, reason);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {paths:>10}  {}: {detail}", reason.kind.name());
    }
    text
}

/// What a reason refers to, with its location if it has one.
pub fn detail(module: &Module, reason: &Reason) -> String {
    match reason.loc {
        Some(loc) => format!("{} at {}", reason.detail, module.describe(Some(loc))),
        None => reason.detail.clone(),
    }
}

/// What helps against the reasons: a line for each kind of which something is known, those that
/// cost most first.
pub fn hints(module: &Module, outcome: &Outcome) -> String {
    let hinter = Hinter::new(module, outcome);
    let mut text = String::new();
    let mut given = HashSet::new();
    for group in groups(outcome) {
        let Some(hint) = hinter.of_group(&group).filter(|hint| given.insert(*hint)) else {
            continue;
        };
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  help for {}: {hint}", group.kind.name());
    }
    text
}

/// Knows what helps against reasons.
pub(crate) struct Hinter<'a> {
    /// Names of functions without a body.
    undefined: HashSet<&'a str>,
    has_index: bool,
}

impl<'a> Hinter<'a> {
    pub fn new(module: &'a Module, outcome: &Outcome) -> Hinter<'a> {
        let funcs = module.funcs.iter();
        let undefined = funcs.filter(|func| func.is_declaration() && is_name(&func.name));
        Hinter {
            undefined: undefined.map(|func| &*func.name).collect(),
            has_index: !outcome.stats.index.tables.is_empty(),
        }
    }

    /// What helps against a single reason, if that is known.
    pub fn of(&self, reason: &Reason) -> Option<&'static str> {
        self.of_group(&Group::of(reason))
    }

    fn of_group(&self, group: &Group) -> Option<&'static str> {
        let detail = group.words.concat();
        let is_undefined = group.kind == ReasonKind::UnmodelledCall
            && group.numbers.is_empty()
            && self.undefined.contains(detail.as_str());
        // Other numbers remain outside of an index that is used.
        let is_indexable = !self.has_index && detail.contains(" of a symbolic float");
        hint(group, (is_undefined, is_indexable))
    }
}

/// Whether a text may be the name of a function in C. What cannot be lowered is called by a
/// function that is named after it, with spaces.
fn is_name(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

fn hint(group: &Group, (is_undefined, is_indexable): (bool, bool)) -> Option<&'static str> {
    Some(match group.kind {
        ReasonKind::TimeLimit => "`--time`; `--explain missed` shows where states wait",
        // Others are about single objects.
        ReasonKind::MemoryLimit if group.places == [None] => "`--memory`",
        ReasonKind::MemoryLimit => return None,
        ReasonKind::InstructionLimit => "`--max-instructions`",
        ReasonKind::DepthLimit => "`--max-depth`",
        ReasonKind::ForkLimit => "`--max-forks`",
        ReasonKind::FailureLimit => "`--stop-after`",
        ReasonKind::UnmodelledCall if is_undefined => {
            "define it in a C file given beside the program, or let each call return any value \
             with `--undefined input`"
        }
        ReasonKind::UnmodelledCall if is_indexable => {
            "`--index doubles` (`floats`, `long-doubles`) goes on with numbers of interest"
        }
        ReasonKind::SolverUnknown => "`--solver-time`; in `sheaf test`, also `--time`",
        ReasonKind::Concretization => "assume a smaller range of the value in a harness",
        ReasonKind::Hang => "`--enable hang` reports it as a failure, with its inputs",
        ReasonKind::UncountedFailure => "`--enable KIND` reports it, with its inputs",
        ReasonKind::ShapeLimit if group.words.concat().contains("--pointer-depth") => {
            "a larger `--pointer-depth`"
        }
        ReasonKind::OutsideIndex => "`--index-outside general`, `--index-seed`",
        ReasonKind::Vacuous => "`--allow-vacuous`, if that is intended",
        ReasonKind::Refuted => "this is an error of Sheaf's own: please report it",
        ReasonKind::Interrupted
        | ReasonKind::UnmodelledCall
        | ReasonKind::UnmodelledOperation
        | ReasonKind::AddressDependent
        | ReasonKind::NotReplayed
        | ReasonKind::ShapeLimit
        | ReasonKind::WorkerDied => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use crate::json::tests::sample_outcome;

    fn outcome(reasons: &[(ReasonKind, &str, Option<u32>, u64)]) -> Outcome {
        let mut outcome = sample_outcome();
        let reason = |(kind, detail, loc, paths): &(ReasonKind, &str, Option<u32>, u64)| {
            let reason = Reason {
                kind: *kind,
                detail: detail.to_string(),
                loc: loc.map(LocId),
            };
            (reason, *paths)
        };
        outcome.reasons = reasons.iter().map(reason).collect();
        outcome
    }

    #[test]
    fn numbers_do_not_matter_and_costs_rank() {
        use ReasonKind::{AddressDependent, SolverUnknown, UnmodelledCall, UnmodelledOperation};
        let outcome = outcome(&[
            (SolverUnknown, "Bitwuzla: no answer within 2 s", Some(2), 1),
            (
                SolverUnknown,
                "Bitwuzla: no answer within 0.001953125 s",
                Some(2),
                3,
            ),
            (SolverUnknown, "Bitwuzla: no answer within 10 s", Some(2), 1),
            (SolverUnknown, "Z3: no answer within 2 s", Some(2), 0),
            (UnmodelledOperation, "it may lie in 480 objects", Some(1), 7),
            (UnmodelledOperation, "it may lie in 480 objects", Some(3), 4),
            (UnmodelledCall, "f", Some(1), 4),
            (UnmodelledCall, "f", Some(2), 4),
            (AddressDependent, "the process id", Some(1), 0),
            (AddressDependent, "the process id", Some(2), 0),
            (AddressDependent, "the address of `x`", Some(2), 0),
        ]);
        let text = lines(&branching_module(), &outcome);
        let expected = "  unmodelled-call: f at a.c:2:1, a.c:3:1 (8 paths)\n  \
            unmodelled-operation: it may lie in 480 objects at a.c:2:1 (7 paths)\n  \
            solver-unknown: Bitwuzla: no answer within 0.001953125 to 10 s at a.c:3:1 (5 paths)\n  \
            unmodelled-operation: it may lie in 480 objects at a.c:4:1 (4 paths)\n  \
            solver-unknown: Z3: no answer within 2 s at a.c:3:1\n  \
            address-dependent: the address of `x` at a.c:3:1\n  \
            address-dependent: the process id at a.c:2:1, a.c:3:1\n";
        assert_eq!(text, expected);
        let table = table(&branching_module(), &outcome);
        assert_eq!(table.lines().count(), 12, "{table}");
        let hints = hints(&branching_module(), &outcome);
        assert_eq!(hints.lines().count(), 1, "{hints}");
    }

    #[test]
    fn functions_without_a_formula_have_an_index() {
        let detail = "pow of a symbolic float";
        let outcome = outcome(&[(ReasonKind::UnmodelledCall, detail, Some(1), 1)]);
        let hints = hints(&branching_module(), &outcome);
        assert!(hints.contains("`--index doubles`"), "{hints}");
    }

    #[test]
    fn only_numbers_on_their_own_are_cut() {
        assert_eq!(
            shape("i32 at a.c:5:39 of 0x8, 7bits"),
            (vec!["i32 at a.c:5:39 of 0x8, 7bits"], vec![])
        );
        assert_eq!(
            shape("up to 4 (of 17)."),
            (vec!["up to ", " (of ", ")."], vec!["4", "17"])
        );
        assert_eq!(shape("3"), (vec!["", ""], vec!["3"]));
        assert_eq!(shape("1.2.3 s"), (vec!["1.2.3 s"], vec![]));
    }

    #[test]
    fn few_lines_are_shown() {
        let names: Vec<String> = (0..30).map(|it| format!("f{it}")).collect();
        let all: Vec<_> = names
            .iter()
            .map(|name| (ReasonKind::UnmodelledCall, &**name, None, 0))
            .collect();
        let outcome = outcome(&all);
        let text = lines(&branching_module(), &outcome);
        assert_eq!(text.lines().count(), ROWS + 1);
        assert!(text.ends_with("  and 18 more reasons; `--explain reasons` lists all\n"));
    }
}
