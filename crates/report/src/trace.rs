//! The lines that lead to a finding, as text: `a.c:10, 12, (19, 20) x 22, 19`.

use sheaf_ir::{FileId, LocId, Module};
use std::fmt::Write;

/// Columns that text is wrapped at.
const WIDTH: usize = 100;
/// Parts shown of a trace at its start and at its end; the JSON has them all.
const SHOWN_ENDS: usize = 24;
/// The longest repetition that is looked for, in lines.
const LONGEST_PERIOD: usize = 24;

/// A line of a file.
type Line = (FileId, u32);

/// The trace, indented and wrapped, repetitions folded; the middle of a long one is left out.
pub fn lines(module: &Module, trace: &[LocId]) -> String {
    let mut lines: Vec<Line> = trace
        .iter()
        .map(|loc| (module.locs[*loc].file, module.locs[*loc].line))
        .collect();
    lines.dedup();
    let parts = fold(&lines);
    let mut words = Vec::new();
    let mut file = None;
    for (position, (part, times)) in parts.iter().enumerate() {
        if parts.len() > 2 * SHOWN_ENDS
            && (SHOWN_ENDS..parts.len() - SHOWN_ENDS).contains(&position)
        {
            if position == SHOWN_ENDS {
                words.push(format!("... {} more ...", parts.len() - 2 * SHOWN_ENDS));
            }
            continue;
        }
        let names = part
            .iter()
            .map(|line| name(module, &mut file, *line))
            .collect::<Vec<_>>()
            .join(", ");
        words.push(match (part.len(), times) {
            (_, 1) => names,
            (1, _) => format!("{names} x {times}"),
            (_, _) => format!("({names}) x {times}"),
        });
    }
    wrap(&words)
}

/// The line's number, with the file in front where that changes.
fn name(module: &Module, file: &mut Option<FileId>, (of, line): Line) -> String {
    match file.replace(of) {
        Some(before) if before == of => line.to_string(),
        _ => format!("{}:{line}", module.files[of]),
    }
}

/// Cuts a row into parts, each with the number of times it comes in turn.
fn fold(row: &[Line]) -> Vec<(&[Line], usize)> {
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

/// The words with commas between them, indented.
fn wrap(words: &[String]) -> String {
    let mut text = String::new();
    let mut line = String::from("   ");
    for (position, word) in words.iter().enumerate() {
        if line.len() + word.len() + 2 > WIDTH {
            let _ = writeln!(text, "{line}");
            line = String::from("   ");
        }
        let comma = if position + 1 < words.len() { "," } else { "" };
        let _ = write!(line, " {word}{comma}");
    }
    text + &line + "\n"
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_ir::Loc;

    fn shown(numbers: &[u32]) -> String {
        let mut module = Module::new(8);
        let file = module.files.push("a.c".into());
        let trace: Vec<LocId> = numbers
            .iter()
            .map(|line| {
                module.locs.push(Loc {
                    file,
                    line: *line,
                    column: 1,
                })
            })
            .collect();
        lines(&module, &trace).trim().to_string()
    }

    #[test]
    fn repetitions_are_folded() {
        assert_eq!(shown(&[1, 2, 3]), "a.c:1, 2, 3");
        assert_eq!(shown(&[1, 1, 1, 2]), "a.c:1, 2");
        assert_eq!(
            shown(&[1, 2, 3, 2, 3, 2, 3, 2, 4]),
            "a.c:1, (2, 3) x 3, 2, 4"
        );
        assert_eq!(shown(&[1, 2, 1, 2]), "(a.c:1, 2) x 2");
        assert_eq!(shown(&[]), "");
    }

    #[test]
    fn long_traces_lose_their_middle() {
        let numbers: Vec<u32> = (1..=100).collect();
        let text = shown(&numbers);
        assert!(
            text.starts_with("a.c:1, 2, 3,") && text.ends_with(", 99, 100"),
            "{text}"
        );
        assert!(text.contains("... 52 more ..., 77"), "{text}");
        assert!(text.lines().all(|line| line.len() <= WIDTH), "{text}");
    }
}
