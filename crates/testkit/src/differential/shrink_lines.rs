//! Shrinks a random C or JavaScript program while a predicate holds: deletes statements, blocks and
//! definitions, replaces a block by its body, and an expression in parentheses by a part of it or a
//! number.
//!
//! It works on lines: the generators write one statement per line, and a block from a line that
//! ends with `{` to one that starts with `}`. The predicate is false for programs that do not
//! compile.

use std::time::{Duration, Instant};

/// The maximum number of adjacent statements deleted at once.
const LARGEST_STEP: usize = 16;

/// The smallest program found within the time that satisfies `holds`, as the given one does.
pub fn shrink(text: &str, time: Duration, mut holds: impl FnMut(&str) -> bool) -> String {
    let start = Instant::now();
    let mut best: Vec<String> = text.lines().map(str::to_string).collect();
    loop {
        let before = best.clone();
        let mut step = Step::Delete(LARGEST_STEP);
        loop {
            let mut position = 0;
            while start.elapsed() < time && position < best.len() {
                let smaller = candidates(&best, step, position);
                match smaller.into_iter().find(|it| holds(&joined(it))) {
                    Some(smaller) => best = smaller,
                    None => position += 1,
                }
            }
            match step.next() {
                Some(next) => step = next,
                None => break,
            }
        }
        if best == before || start.elapsed() >= time {
            return joined(&best);
        }
    }
}

/// A kind of simplification at one line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Delete the statement that starts there, and up to this many in all.
    Delete(usize),
    /// Replace a block by its body, or drop one branch of a conditional.
    Unwrap,
    /// Simplify an expression in parentheses.
    Simplify,
}

impl Step {
    /// The next smaller step.
    fn next(self) -> Option<Step> {
        match self {
            Step::Delete(1) => Some(Step::Unwrap),
            Step::Delete(count) => Some(Step::Delete(count / 2)),
            Step::Unwrap => Some(Step::Simplify),
            Step::Simplify => None,
        }
    }
}

fn joined(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line, "\n"]).collect()
}

/// The smaller programs that result from a step at a line.
fn candidates(lines: &[String], step: Step, position: usize) -> Vec<Vec<String>> {
    match step {
        Step::Delete(count) => {
            let mut end = position;
            for _ in 0..count {
                end = end_of_statement(lines, end);
            }
            let shorter = without(lines, position..end);
            (end > position).then_some(shorter).into_iter().collect()
        }
        Step::Unwrap => unwrapped(lines, position),
        Step::Simplify => simpler(&lines[position])
            .into_iter()
            .map(|line| {
                let mut lines = lines.to_vec();
                lines[position] = line;
                lines
            })
            .collect(),
    }
}

fn without(lines: &[String], range: std::ops::Range<usize>) -> Vec<String> {
    [&lines[..range.start], &lines[range.end..]].concat()
}

fn opens(line: &str) -> bool {
    line.ends_with('{')
}

fn closes(line: &str) -> bool {
    line.starts_with('}')
}

/// The line after the statement that starts at this one; the line itself if none starts there.
fn end_of_statement(lines: &[String], start: usize) -> usize {
    match lines.get(start) {
        None => start,
        Some(line) if closes(line) => start,
        Some(line) if !opens(line) => start + 1,
        Some(_) => brackets(lines, start).last().map_or(start, |last| last + 1),
    }
}

/// The lines that open, divide and close the block that a line opens; empty if it is never closed.
fn brackets(lines: &[String], start: usize) -> Vec<usize> {
    let mut found = vec![start];
    let mut depth = 1;
    for (position, line) in lines.iter().enumerate().skip(start + 1) {
        depth -= u32::from(closes(line));
        if depth == 0 {
            found.push(position);
            if !opens(line) {
                return found;
            }
        }
        depth += u32::from(opens(line));
    }
    Vec::new()
}

/// The program without the braces of the block that a line opens, and without each of its branches.
fn unwrapped(lines: &[String], position: usize) -> Vec<Vec<String>> {
    if !opens(&lines[position]) || closes(&lines[position]) {
        return Vec::new();
    }
    let brackets = brackets(lines, position);
    if brackets.is_empty() {
        return Vec::new();
    }
    let bare = lines
        .iter()
        .enumerate()
        .filter(|(position, _)| !brackets.contains(position))
        .map(|(_, line)| line.clone());
    let mut found = vec![bare.collect()];
    if let [first, middle, last] = brackets[..] {
        found.push(without(lines, middle..last));
        found.push(without(lines, first + 1..middle + 1));
    }
    found
}

/// The line with one pair of parentheses simplified: to a number, or to the content of a directly
/// nested pair.
fn simpler(line: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (start, end) in pairs(line) {
        let content = &line[start + 1..end];
        let mut parts: Vec<&str> = pairs(content)
            .into_iter()
            .map(|(start, end)| &content[start + 1..end])
            .collect();
        parts.extend(["0", "1"]);
        for part in parts.into_iter().filter(|part| part.len() < content.len()) {
            found.push(format!("{}{part}{}", &line[..=start], &line[end..]));
        }
    }
    found
}

/// Positions of all pairs of parentheses, outer before inner.
fn pairs(text: &str) -> Vec<(usize, usize)> {
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (position, byte) in text.bytes().enumerate() {
        match byte {
            b'(' => open.push(position),
            b')' => found.extend(open.pop().map(|start| (start, position))),
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TIME: Duration = Duration::from_secs(20);

    #[test]
    fn only_what_matters_is_left() {
        let text = "static int f(int x) {\nreturn x;\n}\nint p(void) {\nint a = 1;\nif (a) {\na++;\n} else {\n\
                    while (a < (2 + (f(3)))) {\nfree(q);\n}\na = 5;\n}\nreturn 0;\n}\n";
        let balanced = |text: &str| text.matches('{').count() == text.matches('}').count();
        let small = shrink(text, TIME, |text| {
            text.contains("free(q);") && balanced(text)
        });
        assert_eq!(small, "free(q);\n");
        let small = shrink(text, TIME, |text| {
            text.contains("while (") && balanced(text)
        });
        assert_eq!(small, "while (3) {\n}\n");
        let small = shrink(text, TIME, |text| text.contains("else") && balanced(text));
        assert_eq!(small, "if (a) {\n} else {\n}\n");
    }

    #[test]
    fn what_cannot_be_smaller_stays() {
        for text in ["", "}\n", "if (a) {\n", "((\n)))\n"] {
            assert_eq!(shrink(text, TIME, |other| other == text), text);
        }
    }
}
