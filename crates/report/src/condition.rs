//! The text of a condition at a place, for people: a guess from the source around it, never more than a hint.
//!
//! Compilers put a decision at the keyword of its statement, at the start of the condition of an `if`, at the operator of a conjunction or
//! disjunction (which decides its left operand), or at the start of what a macro such as `assert` expands.

use crate::source::Sources;

/// Lines that a condition may span before or behind its place.
const SPAN: u32 = 6;
/// Characters shown of a condition.
const WIDTH: usize = 60;

/// The condition that a decision at this place tests, in one line; `None` where the source does not say.
pub fn condition(sources: &mut Sources, file: &str, line: u32, column: u32) -> Option<String> {
    let text = sources.line(file, line)?.to_string();
    let at = (column as usize).checked_sub(1)?;
    let (before, after) = text.split_at_checked(at)?;
    let is_operator = after.starts_with("&&") || after.starts_with("||");
    let found = if is_operator {
        let lines = (line.saturating_sub(SPAN)..line)
            .filter_map(|line| sources.line(file, line).map(str::to_string));
        let before = lines.collect::<Vec<_>>().join(" ") + " " + before;
        let operand = last_operand(&before).trim_start();
        operand
            .strip_prefix("return ")
            .unwrap_or(operand)
            .to_string()
    } else {
        let lines =
            (line + 1..line + SPAN).map_while(|line| sources.line(file, line).map(str::to_string));
        let after = after.to_string() + " " + &lines.collect::<Vec<_>>().join(" ");
        tested(&after)?.to_string()
    };
    let words: Vec<&str> = found.split_whitespace().collect();
    let words = words.join(" ");
    match words.char_indices().nth(WIDTH) {
        _ if words.is_empty() => None,
        Some((end, _)) => Some(format!("{}...", &words[..end])),
        None => Some(words),
    }
}

/// What a statement or an expression tests.
fn tested(text: &str) -> Option<&str> {
    let word = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .next()?;
    let inside = || Some(&text[text.find('(')? + 1..]);
    match word {
        "if" | "while" | "switch" => Some(first_part(inside()?, &[])),
        "for" => {
            let header = inside()?;
            let start = first_part(header, &[';']).len() + 1;
            Some(first_part(header.get(start..)?, &[';']))
        }
        "do" | "else" => None,
        _ => Some(first_part(text, &[';', '?', '{', '}', ','])),
    }
}

/// The text up to one of the ends, or up to a bracket that closes what was opened before; brackets and literals within are skipped.
fn first_part<'a>(text: &'a str, ends: &[char]) -> &'a str {
    let (mut depth, mut quote, mut escaped) = (0, None, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            '(' | '[' => depth += 1,
            ')' | ']' if depth > 0 => depth -= 1,
            ')' | ']' => return &text[..at],
            _ if depth == 0 && ends.contains(&c) => return &text[..at],
            _ => {}
        }
    }
    text
}

/// The operand that ends at the end of the text.
fn last_operand(text: &str) -> &str {
    let bytes = text.as_bytes();
    let (mut depth, mut quote) = (0, None);
    for at in (0..bytes.len()).rev() {
        let (c, before) = (bytes[at], at.checked_sub(1).map(|at| bytes[at]));
        let assigns = c == b'='
            && bytes.get(at + 1) != Some(&b'=')
            && !before.is_some_and(|before| b"=!<>".contains(&before));
        let joins = matches!(c, b'&' | b'|') && before == Some(c);
        match c {
            b'"' | b'\'' if before == Some(b'\\') => {}
            b'"' | b'\'' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            b')' | b']' => depth += 1,
            b'(' | b'[' if depth > 0 => depth -= 1,
            b'(' | b'[' => return &text[at + 1..],
            _ if depth > 0 => {}
            _ if assigns || joins || b";{},?:".contains(&c) => return &text[at + 1..],
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The condition at the mark `@` of a source.
    fn at_mark(source: &str) -> Option<String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        let line = source.split('@').next().unwrap().lines().count().max(1);
        let column = source.lines().find_map(|line| line.find('@')).unwrap() + 1;
        std::fs::write(&path, source.replace('@', "")).unwrap();
        let file = path.display().to_string();
        condition(&mut Sources::default(), &file, line as u32, column as u32)
    }

    #[test]
    fn conditions_are_found() {
        for (source, expected) in [
            ("if (@x > 3 && y < 2) return 1;", "x > 3 && y < 2"),
            ("if (x > 3 @&& y < 2) return 1;", "x > 3"),
            ("return a == b @|| f(c, d);", "a == b"),
            ("ok = f(a && b) && c != 'x' @&& d;", "c != 'x'"),
            ("ok = x >= 1 @&& y;", "x >= 1"),
            ("@while (i < f(n)) i++;", "i < f(n)"),
            ("@for (int i = 0; i < n; i++) {", "i < n"),
            ("@switch (*p++) {", "*p++"),
            ("return @x > 0 ? 1 : 2;", "x > 0"),
            ("@assert(x != ')');", "assert(x != ')')"),
            ("if (@a +\n    b) return;", "a + b"),
            ("if (a\n   @&& b) return;", "a"),
        ] {
            assert_eq!(at_mark(source).as_deref(), Some(expected), "{source}");
        }
        assert_eq!(at_mark("@do {} while (x);"), None);
        assert_eq!(at_mark("@"), None);
        let long = format!("if (@{}) return;", "x".repeat(100));
        assert_eq!(at_mark(&long).unwrap().len(), WIDTH + 3);
        assert_eq!(condition(&mut Sources::default(), "nowhere.c", 1, 1), None);
    }
}
