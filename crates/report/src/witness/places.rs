//! Places in C source that debug information does not have: where a call ends, and where a statement
//! begins.
//!
//! The text is read without the preprocessor, so a place within a macro is not found.

use crate::source::Sources;

/// The lines of a call, and of a statement before the place of a failure in it, that are read.
const LINES: u32 = 64;

/// The line and column of the closing parenthesis of the call that begins at a place; `None` if no
/// call begins there.
pub(super) fn closing_parenthesis(
    sources: &mut Sources,
    file: &str,
    line: u32,
    column: u32,
) -> Option<(u32, u32)> {
    let mut depth = 0;
    let mut is_name = true;
    for at in line..line.saturating_add(LINES) {
        let text = code(sources.line(file, at)?);
        let first = if at == line {
            column.checked_sub(1)? as usize
        } else {
            0
        };
        for (position, byte) in text.bytes().enumerate().skip(first) {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return Some((at, position as u32 + 1)),
                b')' => depth -= 1,
                _ if depth > 0 || byte.is_ascii_whitespace() => {}
                _ if is_name && (byte.is_ascii_alphanumeric() || byte == b'_') => {}
                _ => return None,
            }
            is_name &= depth == 0;
        }
    }
    None
}

/// The line and column of the first character of the statement, or of the controlling expression,
/// that has this place.
pub(super) fn start_of_statement(
    sources: &mut Sources,
    file: &str,
    line: u32,
    column: u32,
) -> Option<(u32, u32)> {
    // What is before the place, with the position of each character.
    let mut before: Vec<(u8, (u32, u32))> = Vec::new();
    for at in line.saturating_sub(LINES).max(1)..=line {
        let text = code(sources.line(file, at)?);
        let count = if at == line {
            column as usize
        } else {
            text.len()
        };
        let bytes = text.bytes().take(count).enumerate();
        before.extend(bytes.map(|(position, byte)| (byte, (at, position as u32 + 1))));
        before.push((b'\n', (at, 0)));
    }
    let bytes: Vec<u8> = before.iter().map(|(byte, _)| *byte).collect();
    let mut start = beginning(&bytes);
    loop {
        start += bytes[start..]
            .iter()
            .take_while(|it| it.is_ascii_whitespace())
            .count();
        match skipped(&bytes[start..]) {
            0 => break,
            count => start += count,
        }
    }
    before.get(start).map(|(_, place)| *place)
}

/// The position behind the last thing that ends a statement, or opens a controlling expression.
fn beginning(bytes: &[u8]) -> usize {
    let mut closed = 0;
    for (at, byte) in bytes.iter().enumerate().rev() {
        match byte {
            b')' | b']' => closed += 1,
            b'(' | b'[' if closed > 0 => closed -= 1,
            b'(' if is_controlling(&bytes[..at]) => return at + 1,
            b';' | b'{' | b'}' if closed == 0 => return at + 1,
            _ => {}
        }
    }
    0
}

/// Whether a parenthesis behind this text is that of a statement such as `if`.
fn is_controlling(before: &[u8]) -> bool {
    let word = before.trim_ascii_end();
    let start = word
        .iter()
        .rposition(|it| !is_word(*it))
        .map_or(0, |it| it + 1);
    matches!(&word[start..], b"if" | b"while" | b"switch" | b"for")
}

/// The length of a word in front of a statement, of a label, or of a condition with its parentheses
/// that is complete.
fn skipped(text: &[u8]) -> usize {
    let length = text.iter().take_while(|it| is_word(**it)).count();
    let (word, rest) = text.split_at(length);
    match word {
        b"else" | b"do" => length,
        b"if" | b"while" | b"switch" | b"for" => condition(rest).map_or(0, |it| length + it),
        b"case" | b"default" => match text.iter().position(|it| *it == b':') {
            Some(colon) => colon + 1,
            None => 0,
        },
        b"" => 0,
        _ => {
            let blanks = rest
                .iter()
                .take_while(|it| it.is_ascii_whitespace())
                .count();
            match rest[blanks..] {
                [b':', next, ..] if next != b':' => length + blanks + 1,
                _ => 0,
            }
        }
    }
}

/// The length of a condition in parentheses, with the blanks before it.
fn condition(text: &[u8]) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in text.iter().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at + 1),
            b')' => depth -= 1,
            _ if depth == 0 && !byte.is_ascii_whitespace() => return None,
            _ => {}
        }
    }
    None
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A line with blanks in place of strings, characters and comments to its end.
fn code(line: &str) -> String {
    let mut quote = None;
    let mut escaped = false;
    let mut bytes = line.as_bytes().to_vec();
    for at in 0..bytes.len() {
        let byte = bytes[at];
        match quote {
            None if byte == b'/' && bytes.get(at + 1) == Some(&b'/') => {
                bytes[at..].fill(b' ');
                break;
            }
            None => quote = matches!(byte, b'"' | b'\'').then_some(byte),
            Some(_) if escaped => escaped = false,
            Some(_) if byte == b'\\' => escaped = true,
            Some(open) if byte == open => quote = None,
            Some(_) => {}
        }
        if quote.is_some() || byte == b'"' || byte == b'\'' || !byte.is_ascii() {
            bytes[at] = b' ';
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn sources(text: &str) -> (tempfile::NamedTempFile, Sources) {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        (file, Sources::default())
    }

    #[test]
    fn calls_end() {
        let text = "int x = input ( \")\", f(')') )\n;\nint y = other(\n  1\n);\nint z = M;\n";
        let (file, mut sources) = sources(text);
        let name = file.path().display().to_string();
        let mut end = |line, column| closing_parenthesis(&mut sources, &name, line, column);
        assert_eq!(end(1, 9), Some((1, 29)));
        assert_eq!(end(3, 9), Some((5, 1)));
        assert_eq!(end(6, 9), None);
    }

    #[test]
    fn statements_begin() {
        let text = "int f(void) {\n  if (a) b = c / d;\n  else if (e[1] + g(2) / h)\n    x: \
                    return y(i /\n j);\n  for (;;) case 1: k++;\n}\n";
        let (file, mut sources) = sources(text);
        let name = file.path().display().to_string();
        let mut start = |line, column| start_of_statement(&mut sources, &name, line, column);
        assert_eq!(start(2, 16), Some((2, 10)));
        assert_eq!(start(3, 24), Some((3, 12)));
        assert_eq!(start(5, 2), Some((4, 8)));
        assert_eq!(start(6, 22), Some((6, 20)));
    }
}
