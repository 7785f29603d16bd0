//! The condition in the source text at the location of a branch.
//!
//! Clang places a branch at the keyword of a loop, at the body of a `do` or at its end, at the
//! start of the condition of an `if` or of `?:`, at the operator of a conjunction or disjunction
//! (for its left operand), or, for code of a macro, at the start of the macro's use. So several
//! branches may have the same location, and one may test only a part of the condition; the roles of
//! the successor blocks tell which, see [`crate::trace`]. The other front ends do the same, but for
//! `do`, whose condition they name, and `if` of microc, which stands at the keyword.

use crate::source::Sources;

/// Lines that a condition may span before its location.
const BEFORE: u32 = 6;
/// Lines that it may span after its location, including the body of a `do`.
const BEHIND: u32 = 60;
/// The maximum number of characters shown of a condition.
const WIDTH: usize = 60;

/// The construct that a condition belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `if`.
    If,
    /// `while` and `for`.
    Loop,
    /// `do`, whose condition comes last.
    Do,
    /// `?:`.
    Choice,
    /// The left operand of `&&`.
    And,
    /// The left operand of `||`.
    Or,
    /// The left operand of `??`, which is compared with `null`.
    Nothing,
    /// `assert`, whose condition is hidden in a macro.
    Assert,
    /// `switch`: a number instead of a condition.
    Switch,
    /// Unknown: within a macro, or another construct.
    Other,
}

/// The condition that a branch at a location may test.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// The construct that it belongs to.
    pub kind: Kind,
    /// The condition, in one line.
    pub text: String,
}

/// The condition that a branch at this location may test; `None` if the source text does not show
/// it.
pub fn condition(sources: &mut Sources, file: &str, line: u32, column: u32) -> Option<Condition> {
    let (text, at) = around(sources, file, line, column)?;
    let (before, after) = text.split_at(at);
    let (kind, text) = found(before, after);
    let text = match kind {
        Kind::Nothing => in_one_line(&format!("{text} == null")),
        _ => in_one_line(text),
    };
    (!text.is_empty()).then_some(Condition { kind, text })
}

fn found<'a>(before: &'a str, after: &'a str) -> (Kind, &'a str) {
    let operators = [("&&", Kind::And), ("||", Kind::Or), ("??", Kind::Nothing)];
    let operator = operators.iter().find(|(it, _)| after.starts_with(it));
    if let Some((_, kind)) = operator {
        return (*kind, last_operand(before));
    }
    let inside = after.split_once('(').map_or("", |(_, inside)| inside);
    match first_word(after) {
        "while" => return (Kind::Loop, first_part(inside, &[])),
        "for" => {
            let start = first_part(inside, &[';']);
            let test = inside[start.len()..].strip_prefix(';');
            return (Kind::Loop, test.map_or(start, |it| first_part(it, &[';'])));
        }
        "if" => return (Kind::If, first_part(inside, &[])),
        "case" => return (Kind::If, first_part(after, &[':'])),
        "switch" => return (Kind::Switch, first_part(inside, &[])),
        _ => {}
    }
    if let Some(rest) = after.strip_prefix('}') {
        return (Kind::Do, end_of_do(rest).unwrap_or_default());
    }
    let before = before.trim_end();
    if last_word(before) == "do" {
        return (Kind::Do, behind_body(after).unwrap_or_default());
    }
    let opened = before.strip_suffix('(').map_or("", str::trim_end);
    match last_word(opened) {
        "if" => return (Kind::If, first_part(after, &[])),
        "while" => return (Kind::Do, first_part(after, &[])),
        _ => {}
    }
    let part = first_part(after, &[';', '?', '{', '}', ',']);
    let kind = match first_word(after) {
        "assert" => Kind::Assert,
        _ if !after[part.len()..].starts_with('?') => Kind::Other,
        _ if is_tested(before, after) => Kind::Other,
        _ => Kind::Choice,
    };
    (kind, part)
}

/// Whether a `?:` at this location is a condition itself, or an operand of one. Then branches at
/// its start may also test its value.
fn is_tested(before: &str, after: &str) -> bool {
    let outside = before.trim_end_matches(|c: char| matches!(c, '(' | '!') || c.is_whitespace());
    let behind = &after[first_part(after, &[';', '{', '}', ',']).len()..];
    let behind = behind.trim_start_matches(|c: char| c == ')' || c.is_whitespace());
    behind.starts_with('?')
        || outside.ends_with("&&")
        || outside.ends_with("||")
        || matches!(last_word(outside), "if" | "while")
}

/// The text around a location, without comments and preprocessor lines, and the offset of the
/// location in it.
fn around(sources: &mut Sources, file: &str, line: u32, column: u32) -> Option<(String, usize)> {
    let mut text = String::new();
    let mut at = None;
    for number in line.saturating_sub(BEFORE).max(1)..line.saturating_add(BEHIND) {
        let Some(content) = sources.line(file, number) else {
            break;
        };
        if number == line {
            let offset = (column as usize).checked_sub(1)?;
            content.is_char_boundary(offset).then_some(())?;
            at = Some(text.len() + offset);
        }
        text.push_str(content);
        text.push('\n');
    }
    Some((without_comments(&text), at?))
}

/// The text with spaces for comments and for lines of the preprocessor.
fn without_comments(text: &str) -> String {
    #[derive(PartialEq)]
    enum In {
        Code,
        Line,
        /// Started at this offset.
        Block(usize),
        Quote(u8),
    }
    let mut bytes = text.as_bytes().to_vec();
    let (mut inside, mut starts_line, mut escaped) = (In::Code, true, false);
    for at in 0..bytes.len() {
        let (byte, next) = (bytes[at], bytes.get(at + 1).copied());
        let before = at.checked_sub(1).map(|at| text.as_bytes()[at]);
        let blank = match inside {
            _ if byte == b'\n' => {
                if before != Some(b'\\') && !matches!(inside, In::Block(_)) {
                    inside = In::Code;
                }
                starts_line = true;
                escaped = false;
                continue;
            }
            In::Code if byte == b'/' && next == Some(b'/') => {
                inside = In::Line;
                true
            }
            In::Code if byte == b'/' && next == Some(b'*') => {
                inside = In::Block(at);
                true
            }
            In::Code if starts_line && byte == b'#' => {
                inside = In::Line;
                true
            }
            In::Code if byte == b'*' && next == Some(b'/') => {
                // The text began within a comment.
                bytes[..at].iter_mut().for_each(|byte| *byte = b' ');
                bytes[at + 1] = b' ';
                true
            }
            In::Code => {
                if matches!(byte, b'"' | b'\'') {
                    inside = In::Quote(byte);
                }
                false
            }
            In::Line => true,
            In::Block(start) => {
                if byte == b'/' && before == Some(b'*') && at > start + 2 {
                    inside = In::Code;
                }
                true
            }
            In::Quote(quote) => {
                if escaped {
                    escaped = false;
                } else if byte == b'\\' {
                    escaped = true;
                } else if byte == quote {
                    inside = In::Code;
                }
                false
            }
        };
        starts_line &= byte.is_ascii_whitespace();
        if blank {
            bytes[at] = b' ';
        }
    }
    String::from_utf8(bytes).unwrap_or_default()
}

fn in_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let words = words.join(" ");
    match words.char_indices().nth(WIDTH) {
        Some((end, _)) => format!("{}...", &words[..end]),
        None => words,
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn first_word(text: &str) -> &str {
    text.split(|c| !is_word(c)).next().unwrap_or_default()
}

fn last_word(text: &str) -> &str {
    text.rsplit(|c| !is_word(c)).next().unwrap_or_default()
}

/// The condition of a `do`, for text that starts at the body. A body that is not a block is assumed
/// to be a single plain statement.
fn behind_body(text: &str) -> Option<&str> {
    let body = match text.strip_prefix('{') {
        Some(rest) => first_part(rest, &['}']).len() + 2,
        None => first_part(text, &[';', '{']).len() + 1,
    };
    end_of_do(text.get(body..)?)
}

/// The condition in `while (condition)`.
fn end_of_do(text: &str) -> Option<&str> {
    let condition = text.trim_start().strip_prefix("while")?.trim_start();
    Some(first_part(condition.strip_prefix('(')?, &[]))
}

/// The text up to one of the ends, or up to an unmatched closing bracket; nested brackets and
/// literals are skipped.
fn first_part<'a>(text: &'a str, ends: &[char]) -> &'a str {
    let (mut depth, mut quote, mut escaped) = (0, None, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' | '\'' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            _ if depth == 0 && ends.contains(&c) => return &text[..at],
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ')' | ']' | '}' => return &text[..at],
            _ => {}
        }
    }
    text
}

/// The operand that ends at the end of the text.
fn last_operand(text: &str) -> &str {
    let operand = &text[operand_start(text.as_bytes())..];
    let trimmed = operand.trim_start();
    match trimmed.strip_prefix("return") {
        Some(rest) if !rest.starts_with(is_word) => rest,
        _ => trimmed,
    }
}

fn operand_start(bytes: &[u8]) -> usize {
    let (mut depth, mut quote) = (0, None);
    for at in (0..bytes.len()).rev() {
        let (c, before) = (bytes[at], &bytes[..at]);
        let compares = before.ends_with(b"<") && !before.ends_with(b"<<")
            || before.ends_with(b">") && !before.ends_with(b">>")
            || before.ends_with(b"=")
            || before.ends_with(b"!");
        let assigns = c == b'=' && bytes.get(at + 1) != Some(&b'=') && !compares;
        let joins = matches!(c, b'&' | b'|') && before.ends_with(&[c]);
        let escapes = before.iter().rev().take_while(|it| **it == b'\\').count();
        match c {
            b'"' | b'\'' if escapes % 2 == 1 => {}
            b'"' | b'\'' if quote.is_none() => quote = Some(c),
            _ if quote == Some(c) => quote = None,
            _ if quote.is_some() => {}
            b')' | b']' | b'}' => depth += 1,
            b'(' | b'[' | b'{' if depth > 0 => depth -= 1,
            b'(' | b'[' | b'{' => return at + 1,
            _ if depth > 0 => {}
            _ if assigns || joins || b";,?:".contains(&c) => return at + 1,
            _ => {}
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::Kind::*;
    use super::*;

    /// The condition at the mark `@` of a source.
    fn at_mark(source: &str) -> Option<(Kind, String)> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.c");
        let line = source.split('@').next().unwrap().split('\n').count();
        let column = source.lines().find_map(|line| line.find('@')).unwrap() + 1;
        std::fs::write(&path, source.replace('@', "")).unwrap();
        let file = path.display().to_string();
        let found = condition(&mut Sources::default(), &file, line as u32, column as u32);
        found.map(|it| (it.kind, it.text))
    }

    #[test]
    fn conditions_are_found() {
        for (source, kind, text) in [
            ("if (@x > 3 && y < 2) return 1;", If, "x > 3 && y < 2"),
            ("if (\n @!x) return 1;", If, "!x"),
            ("if (x > 3 @&& y < 2) return 1;", And, "x > 3"),
            ("return a == b @|| f(c, d);", Or, "a == b"),
            ("returned @|| c;", Or, "returned"),
            ("ok = f(a && b) && c != 'x' @&& d;", And, "c != 'x'"),
            ("ok = c != '\\\\' @&& d;", And, "c != '\\\\'"),
            ("ok = x >= 1 @&& y;", And, "x >= 1"),
            ("ok <<= x @&& y;", And, "x"),
            ("ok = (a ? b : c) @&& d;", And, "(a ? b : c)"),
            ("@while (i < f(n)) i++;", Loop, "i < f(n)"),
            ("@for (int i = 0; i < n; i++) {", Loop, "i < n"),
            ("do @{ f(); } while (!x);", Do, "!x"),
            ("do { f(); @} while (!x);", Do, "!x"),
            ("do\n  @f(x);\nwhile (!x);", Do, "!x"),
            ("do { f(); } while (@!x);", Do, "!x"),
            ("@for (const x of [a, b]) {", Loop, "const x of [a, b]"),
            ("@if (x && y) { f(); }", If, "x && y"),
            ("switch (x) { @case 'a:b': f();", If, "case 'a:b'"),
            ("z = x @?? y;", Nothing, "x == null"),
            ("@switch (*p++) {", Switch, "*p++"),
            ("return @x > 0 ? 1 : 2;", Choice, "x > 0"),
            ("if (@a ? b : c) return;", If, "a ? b : c"),
            ("if ((@a ? b : c)) return;", Other, "a"),
            ("return ((@a ? b : c)) ? 1 : 2;", Other, "a"),
            ("@assert(x != ')');", Assert, "assert(x != ')')"),
            ("@CHECK(x != 3);", Other, "CHECK(x != 3)"),
            ("if (@a +\n    b) return;", If, "a + b"),
            ("if (a\n   @&& b) return;", And, "a"),
            ("if (a /* don't */\n// it's\n   @&& b) return;", And, "a"),
            (
                "it's\n * ours */ if (a\n#if X(\n   @&& b) return;",
                And,
                "a",
            ),
            ("if (@a /*/ b */ + c) return;", If, "a + c"),
        ] {
            assert_eq!(at_mark(source), Some((kind, text.to_string())), "{source}");
        }
        assert_eq!(at_mark("do @{"), None);
        assert_eq!(at_mark("@"), None);
        let long = format!("if (@{}) return;", "x".repeat(100));
        assert_eq!(at_mark(&long).unwrap().1.len(), WIDTH + 3);
        assert_eq!(condition(&mut Sources::default(), "nowhere.c", 1, 1), None);
    }
}
