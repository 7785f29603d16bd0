//! The decisions that lead to a finding, as text: `a.c:12: x > 3 taken`, one a line, repetitions folded.

use crate::condition::condition;
use crate::source::Sources;
use crate::value::signed;
use sheaf_engine::outcome::Turn;
use sheaf_ir::{Const, Loc, Module, Terminator};
use std::fmt::Write;

/// Parts shown of a trace at its start and at its end; the JSON has them all.
const SHOWN_ENDS: usize = 12;
/// The longest repetition that is looked for, in decisions.
const LONGEST_PERIOD: usize = 24;

/// The trace, indented, repetitions folded; the middle of a long one is left out.
pub fn lines(module: &Module, sources: &mut Sources, trace: &[Turn]) -> String {
    let trace = gather(module, trace);
    let parts = fold(&trace);
    let hidden = SHOWN_ENDS..parts.len().saturating_sub(SHOWN_ENDS);
    let mut text = String::new();
    // Writing to a string cannot fail.
    for (position, (part, times)) in parts.iter().enumerate() {
        if hidden.contains(&position) {
            if position == hidden.start {
                let _ = writeln!(text, "    ... {} more ...", hidden.len());
            }
            continue;
        }
        match part {
            [step] if *times == 1 => {
                let _ = writeln!(text, "    {}", step.line(module, sources));
            }
            [step] => {
                let _ = writeln!(text, "    {}, {times} times", step.line(module, sources));
            }
            _ => {
                let indent = if *times == 1 { "" } else { "  " };
                if *times > 1 {
                    let _ = writeln!(text, "    {times} times");
                }
                for step in *part {
                    let _ = writeln!(text, "    {indent}{}", step.line(module, sources));
                }
            }
        }
    }
    text
}

/// Decisions at one place in a row: those on the parts of a condition within a macro such as `assert`, which no column tells apart.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    last: Turn,
    count: usize,
}

impl Step {
    fn line(&self, module: &Module, sources: &mut Sources) -> String {
        let line = line(module, sources, &self.last);
        match self.count {
            1 => line,
            count => format!("{line}, as the last of {count} decisions"),
        }
    }
}

fn gather(module: &Module, trace: &[Turn]) -> Vec<Step> {
    let together = |a: &Turn, b: &Turn| {
        let places = [a, b].map(|turn| place(module, turn));
        (a.func, places[0]) == (b.func, places[1]) && places[0].is_some() && a.block < b.block
    };
    let rows = trace.chunk_by(together);
    let step = |row: &[Turn]| {
        row.last().map(|last| Step {
            last: *last,
            count: row.len(),
        })
    };
    rows.filter_map(step).collect()
}

/// The place of a decision, what it tests, and how that came out.
pub fn line(module: &Module, sources: &mut Sources, turn: &Turn) -> String {
    match place(module, turn) {
        Some(Loc { file, line, .. }) => {
            let what = describe(module, sources, turn);
            format!("{}:{line}: {what}", module.files[file])
        }
        None => decision(module, turn),
    }
}

/// What a decision tests, as far as the source says, and how that came out: `x > 3 taken`.
pub fn describe(module: &Module, sources: &mut Sources, turn: &Turn) -> String {
    let tested = place(module, turn)
        .and_then(|loc| condition(sources, &module.files[loc.file], loc.line, loc.column));
    match tested {
        Some(tested) => format!("{tested} {}", decision(module, turn)),
        None => decision(module, turn),
    }
}

/// The place of a decision.
pub fn place(module: &Module, turn: &Turn) -> Option<Loc> {
    let loc = module.funcs[turn.func].blocks[turn.block].loc;
    loc.map(|loc| module.locs[loc])
}

/// How a decision came out: `taken`, `not taken`, `is 3`, `is none of the cases`.
pub fn decision(module: &Module, turn: &Turn) -> String {
    match &module.funcs[turn.func].blocks[turn.block].terminator {
        Terminator::Switch(switch) => {
            let cases = switch.cases.get(turn.target as usize);
            match cases.map(|case| &module.funcs[turn.func].consts[*case]) {
                Some(Const::Bits { width, value }) => format!("is {}", signed(*value, *width)),
                Some(Const::Int(value)) => format!("is {value}"),
                _ => "is none of the cases".to_string(),
            }
        }
        _ if turn.target == 0 => "taken".to_string(),
        _ => "not taken".to_string(),
    }
}

/// Cuts a row into parts, each with the number of times it comes in turn.
fn fold<T: PartialEq>(row: &[T]) -> Vec<(&[T], usize)> {
    let mut parts = Vec::new();
    let mut at = 0;
    while at < row.len() {
        let rest = &row[at..];
        let times = |period: usize| {
            let part = &rest[..period];
            rest.chunks_exact(period)
                .take_while(|chunk| *chunk == part)
                .count()
        };
        let periods = 1..=LONGEST_PERIOD.min(rest.len() / 2);
        // The repetition that saves most; of those that save as much, the shortest.
        let best = periods
            .map(|period| (period, times(period)))
            .rev()
            .max_by_key(|(period, times)| period * (times - 1));
        let (period, times) = best
            .filter(|(period, times)| period * (times - 1) > 1)
            .unwrap_or((1, 1));
        parts.push((&rest[..period], times));
        at += period * times;
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::coverage::tests::branching_module;
    use sheaf_ir::{BlockId, FuncId};

    fn shown(targets: &[u32]) -> String {
        let trace: Vec<Turn> = targets
            .iter()
            .map(|target| Turn {
                func: FuncId(0),
                block: BlockId(0),
                target: *target,
            })
            .collect();
        lines(&branching_module(), &mut Sources::default(), &trace)
    }

    #[test]
    fn repetitions_are_folded() {
        assert_eq!(shown(&[0, 1]), "    a.c:2: taken\n    a.c:2: not taken\n");
        assert_eq!(shown(&[0, 0, 0]), "    a.c:2: taken, 3 times\n");
        assert_eq!(
            shown(&[0, 1, 0, 1]),
            "    2 times\n      a.c:2: taken\n      a.c:2: not taken\n"
        );
        assert_eq!(shown(&[]), "");
    }

    #[test]
    fn long_traces_lose_their_middle() {
        let row: Vec<u32> = (0..100).collect();
        let text = shown(&row);
        assert_eq!(text.lines().count(), 2 * SHOWN_ENDS + 1, "{text}");
        assert!(text.contains("    ... 76 more ...\n"), "{text}");
    }
}
