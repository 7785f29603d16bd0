//! What was checked: each place of the program's own functions at which something may fail, with
//! what is known of it. As lines below the verdict, as the table of `--explain properties`, and as
//! part of the JSON object.
//!
//! A check is proved if the exploration is complete: then a failure there would be a finding. Paths
//! end where they fail, so what is behind a failure is proved for the paths that do not fail. A
//! place that was not executed is unreachable, unless a technique may have left out states because
//! nothing fails behind them.

use crate::coverage;
use crate::text::count;
use serde::Serialize;
use sheaf_engine::outcome::{Coverage, Finding, Outcome, Verdict};
use sheaf_ir::analysis::checks::{ACCESS, Checks, INDIRECT_CALL, Kinds, failures_at_end};
use sheaf_ir::index::Idx;
use sheaf_ir::{
    Behaviours, BlockId, Call, Callee, Continues, FailureKind, Func, FuncId, LocId, Module, Op,
    Operand, Type,
};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

/// Failures that may happen anywhere.
const WHOLE: [FailureKind; 3] = [
    FailureKind::StackOverflow,
    FailureKind::Leak,
    FailureKind::Hang,
];

/// The prefix of functions that only compilers and models call.
const INTERNAL: &str = "__sheaf_";

/// A program and what is known of it.
pub struct Checked<'a> {
    /// The program.
    pub module: &'a Module,
    /// What intrinsics may do.
    pub behaviours: &'a Behaviours,
    /// The kinds of failure that count.
    pub counted: &'a [FailureKind],
    /// What an exploration found.
    pub outcome: &'a Outcome,
}

/// The maximum number of kinds in the line below the verdict.
const KINDS: usize = 6;

/// What is known of a check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Status {
    /// It fails: the number of the finding.
    Failed(usize),
    /// It fails on no path, and there is one on which it was checked.
    Proved,
    /// It fails on no path; whether one leads there is not known.
    ProvedUnreached,
    /// No path leads there.
    Unreachable,
    /// The exploration is incomplete.
    Unknown,
}

impl Status {
    fn name(self) -> &'static str {
        match self {
            Status::Failed(_) => "failed",
            Status::Proved => "proved",
            Status::ProvedUnreached => "proved-unreached",
            Status::Unreachable => "unreachable",
            Status::Unknown => "unknown",
        }
    }

    fn text(self) -> String {
        match self {
            Status::Failed(number) => format!("failed ({number})"),
            Status::ProvedUnreached => "proved, not executed".to_string(),
            other => other.name().to_string(),
        }
    }
}

/// A check: one or several instructions that may fail in the same way at the same place.
struct Check {
    kind: FailureKind,
    func: Option<FuncId>,
    loc: Option<LocId>,
    /// The library function that is called.
    callee: Option<String>,
    is_reached: bool,
    status: Status,
}

/// A check in JSON.
#[derive(Serialize, Debug)]
pub(crate) struct CheckReport {
    kind: &'static str,
    function: Option<String>,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    callee: Option<String>,
    status: &'static str,
    executed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    finding: Option<usize>,
}

/// The checks in numbers.
#[derive(Serialize, Debug)]
pub(crate) struct CheckedReport {
    complete: bool,
    places: usize,
    failed: usize,
    proved: usize,
    unreachable: usize,
    unknown: usize,
    kinds: BTreeMap<&'static str, usize>,
}

/// Whether nothing was left out, apart from what is behind failures.
pub fn is_complete(outcome: &Outcome) -> bool {
    outcome.reasons.is_empty() && outcome.stats.paths.set_aside == 0
}

/// Whether states may have been dropped because nothing fails behind them.
pub(crate) fn may_skip(outcome: &Outcome) -> bool {
    let stats = &outcome.stats;
    let learning = &stats.learning;
    stats.paths.subsumed > 0
        || stats.paths.summarized > 0
        || stats.summaries.endless > 0
        || learning.clauses > 0
        || learning.abstract_states > 0
        || stats.chains.as_ref().is_some_and(|chains| chains.proved)
}

/// The checks of kinds that count, in the order of the program, and then findings at places that are
/// none of them, which are failures of the program as a whole.
fn checks(checked: &Checked<'_>) -> Vec<Check> {
    let Checked {
        module,
        behaviours,
        counted,
        outcome,
    } = *checked;
    let mut all: Vec<Check> = Vec::new();
    let mut known: HashMap<(FailureKind, Option<LocId>), usize> = HashMap::new();
    let mut add = |check: Check| match known.get(&(check.kind, check.loc)) {
        Some(position) => all[*position].is_reached |= check.is_reached,
        None => {
            known.insert((check.kind, check.loc), all.len());
            all.push(check);
        }
    };
    for (id, func) in module.funcs.enumerate() {
        if func.user && !func.is_declaration() {
            of_function(
                (module, behaviours),
                (id, func),
                &outcome.coverage,
                &mut add,
            );
        }
    }
    let of_whole = WHOLE.iter().filter(|kind| {
        let mut findings = outcome.findings.iter();
        !findings.any(|it| it.failure.kind == **kind)
    });
    of_whole.for_each(|kind| {
        add(Check {
            kind: *kind,
            func: None,
            loc: None,
            callee: None,
            is_reached: true,
            status: Status::Unknown,
        });
    });
    all.retain(|check| counted.contains(&check.kind));
    let is_complete = is_complete(outcome);
    let may_skip = may_skip(outcome);
    for check in &mut all {
        check.status = match (is_complete, check.is_reached) {
            (false, _) => Status::Unknown,
            (true, true) => Status::Proved,
            (true, false) if may_skip => Status::ProvedUnreached,
            (true, false) => Status::Unreachable,
        };
    }
    for (number, Finding { failure, .. }) in (1..).zip(&outcome.findings) {
        let same = |it: &&mut Check| (it.kind, it.loc) == (failure.kind, failure.loc);
        let status = Status::Failed(number);
        match all.iter_mut().find(same) {
            Some(check) => check.status = status,
            None => all.push(Check {
                kind: failure.kind,
                func: module
                    .funcs
                    .ids()
                    .find(|id| *module.funcs[*id].name == *failure.function),
                loc: failure.loc,
                callee: None,
                is_reached: true,
                status,
            }),
        }
    }
    all
}

fn of_function(
    (module, behaviours): (&Module, &Behaviours),
    (id, func): (FuncId, &Func),
    coverage: &Coverage,
    add: &mut impl FnMut(Check),
) {
    let checks = Checks::new(module, behaviours, func);
    let of_func = coverage.executed.get(id.index());
    let is_executed = |block: BlockId, at: usize| {
        let insts = of_func.and_then(|blocks| blocks.get(block.index()));
        insts.and_then(|insts| insts.get(at)).is_some_and(|it| *it)
    };
    let mut before = vec![Vec::new(); func.blocks.len()];
    for (block, body) in func.blocks.enumerate() {
        for target in body.terminator.targets() {
            before[target.block.index()].push(block);
        }
    }
    for (block, body) in func.blocks.enumerate() {
        // A point that must not be reached is checked where a branch may lead to it.
        let is_decided = || {
            let mut before = before[block.index()].iter();
            before.any(|it| is_executed(*it, func.blocks[*it].insts.len()))
        };
        let mut note = |kind, loc, callee: Option<&str>, is_point: bool, at| {
            add(Check {
                kind,
                func: Some(id),
                loc,
                callee: callee.map(str::to_string),
                is_reached: is_executed(block, at) || is_point && is_decided(),
                status: Status::Unknown,
            });
        };
        for (at, inst) in body.insts.iter().enumerate() {
            if let Op::Call(call) = &inst.op {
                let (callee, kinds, is_point) = of_call(module, behaviours, func, call);
                for kind in kinds {
                    let callee = callee.filter(|_| !is_point);
                    note(kind, inst.loc, callee, is_point, at);
                }
                continue;
            }
            for kind in checks.of_instruction(inst) {
                note(kind, inst.loc, None, false, at);
            }
        }
        let last = body.insts.last().map(|inst| &inst.op);
        let ends = matches!(last, Some(Op::Call(_) | Op::Check { .. }));
        for kind in failures_at_end(body) {
            let is_point = kind == FailureKind::UnreachableCall;
            // What follows something that does not return is no check.
            if is_point && ends {
                continue;
            }
            note(kind, body.loc, None, is_point, body.insts.len());
        }
    }
}

/// The library function that a call enters, the failures of the call, and whether the call itself
/// is the failure. What models check of pointers counts for functions that users know.
fn of_call<'a>(
    module: &'a Module,
    behaviours: &Behaviours,
    func: &Func,
    call: &Call,
) -> (Option<&'a str>, Kinds, bool) {
    let name: &str = match call.callee {
        Callee::Func(callee) if module.funcs[callee].user => return (None, Kinds::new(), false),
        Callee::Func(callee) => &module.funcs[callee].name,
        Callee::Intrinsic(name) => &module.names[name],
        Callee::Value(_) => return (None, Kinds::from_slice(&INDIRECT_CALL), false),
    };
    let behaviour = behaviours.named(name);
    let mut kinds = Kinds::from_slice(behaviour.and_then(|it| it.fails).unwrap_or_default());
    let ends = behaviour.is_some_and(|it| it.continues == Continues::Nowhere);
    let is_point = ends && !kinds.is_empty();
    let is_pointer = |operand: &Operand| func.type_of(*operand) == Type::Ptr;
    let accesses = behaviour.is_none_or(|it| it.accesses());
    if accesses && !name.starts_with(INTERNAL) && call.args.iter().any(is_pointer) {
        kinds.extend(ACCESS);
    }
    (Some(name), kinds, is_point)
}

/// The report of all checks.
pub(crate) fn report(checked: &Checked<'_>) -> Vec<CheckReport> {
    let module = checked.module;
    let checks = checks(checked).into_iter();
    let report = |check: Check| {
        let place = check.loc.map(|loc| module.locs[loc]);
        CheckReport {
            kind: check.kind.name(),
            function: check.func.map(|func| module.funcs[func].name.to_string()),
            file: place.map(|loc| module.files[loc.file].to_string()),
            line: place.map(|loc| loc.line),
            column: place.map(|loc| loc.column),
            callee: check.callee,
            status: check.status.name(),
            executed: check.is_reached,
            finding: match check.status {
                Status::Failed(number) => Some(number),
                _ => None,
            },
        }
    };
    checks.map(report).collect()
}

/// The checks in numbers.
pub(crate) fn summary(checked: &Checked<'_>) -> CheckedReport {
    let checks = checks(checked);
    let number = |is: fn(Status) -> bool| checks.iter().filter(|it| is(it.status)).count();
    let mut kinds = BTreeMap::new();
    for check in &checks {
        *kinds.entry(check.kind.name()).or_default() += 1;
    }
    CheckedReport {
        complete: is_complete(checked.outcome),
        places: checks.len(),
        failed: number(|it| matches!(it, Status::Failed(_))),
        proved: number(|it| matches!(it, Status::Proved | Status::ProvedUnreached)),
        unreachable: number(|it| it == Status::Unreachable),
        unknown: number(|it| it == Status::Unknown),
        kinds,
    }
}

/// What was checked, below a verdict: for which inputs, which kinds at how many places, and how much
/// of the program was reached; or what holds beside failures.
pub fn lines(checked: &Checked<'_>, inputs: &[String]) -> String {
    let Checked {
        module, outcome, ..
    } = *checked;
    if !is_complete(outcome) || outcome.vacuous {
        return String::new();
    }
    let report = summary(checked);
    if outcome.verdict == Verdict::Bug {
        let others = report.proved + report.unreachable;
        return match others {
            0 => String::new(),
            1 => "  the other check holds on all paths that do not fail\n".to_string(),
            others => format!(
                "  the other {others} checks hold on all paths that do not fail (`--explain \
                 properties`)\n"
            ),
        };
    }
    let mut kinds: Vec<(&str, usize)> = report.kinds.into_iter().collect();
    kinds.sort_by_key(|(_, places)| std::cmp::Reverse(*places));
    let more: usize = kinds.iter().skip(KINDS).map(|(_, places)| places).sum();
    let mut shown: Vec<String> = kinds
        .iter()
        .take(KINDS)
        .map(|(kind, places)| format!("{places} {kind}"))
        .collect();
    if more > 0 {
        shown.push(format!("{more} other"));
    }
    let covered = coverage::summary(module, &outcome.coverage).lines;
    let mut text = format!("  checked: {}", count(report.places as u64, "place"));
    // Writing to a string cannot fail.
    if !shown.is_empty() {
        let _ = write!(text, " ({})", shown.join(", "));
    }
    let unreached = match report.unreachable {
        0 => String::new(),
        number => format!("; {number} are unreachable"),
    };
    let _ = writeln!(
        text,
        "{unreached}; {} of {} executed",
        covered.covered,
        count(covered.total, "line")
    );
    if !inputs.is_empty() {
        let _ = writeln!(text, "  for all inputs of {}", inputs.join(" "));
    }
    text
}

/// All checks as text.
pub fn table(checked: &Checked<'_>) -> String {
    let module = checked.module;
    let checks = checks(checked);
    if checks.is_empty() {
        return "nothing is checked\n".to_string();
    }
    let row = |check: &Check| {
        let function = check.func.map_or("", |func| &module.funcs[func].name);
        let callee = check
            .callee
            .as_ref()
            .map_or(String::new(), |it| format!(", in {it}"));
        let place = match check.loc {
            Some(loc) => module.describe(Some(loc)),
            None => "the program".to_string(),
        };
        let executed = match (check.status, check.is_reached) {
            (Status::Unknown, false) => ", not executed",
            _ => "",
        };
        let status = check.status.text() + executed;
        [
            status,
            check.kind.name().to_string(),
            place,
            format!("{function}{callee}"),
        ]
    };
    let rows: Vec<[String; 4]> = checks.iter().map(row).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let widths = [width(0), width(1), width(2)];
    let mut text = "checks\n".to_string();
    for [status, kind, place, function] in rows {
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "  {status:a$}  {kind:b$}  {place:c$}  {function}",
            a = widths[0],
            b = widths[1],
            c = widths[2]
        );
    }
    text
}
