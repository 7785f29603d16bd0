//! Strings of 16-bit units as string literals of JSON and JavaScript. Everything but printable
//! ASCII is escaped, so that surrogates without partner survive.

use std::fmt::Write;

/// The units as a literal, with its quotes.
pub fn encode(units: &[u16]) -> String {
    let mut text = String::from("\"");
    for unit in units {
        match u8::try_from(*unit) {
            Ok(b'"') => text.push_str("\\\""),
            Ok(b'\\') => text.push_str("\\\\"),
            Ok(b'\n') => text.push_str("\\n"),
            Ok(b'\t') => text.push_str("\\t"),
            Ok(b'\r') => text.push_str("\\r"),
            Ok(byte @ b' '..=b'~') => text.push(char::from(byte)),
            _ => {
                // Writing to a string cannot fail.
                let _ = write!(text, "\\u{unit:04x}");
            }
        }
    }
    text.push('"');
    text
}

/// The units of a literal; `None` if it is malformed.
pub fn decode(literal: &str) -> Option<Vec<u16>> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut units = Vec::new();
    let mut rest = inner.chars();
    while let Some(c) = rest.next() {
        let unescaped = match c {
            '"' => return None,
            '\\' => match rest.next()? {
                'n' => '\n',
                't' => '\t',
                'r' => '\r',
                'b' => '\u{8}',
                'f' => '\u{c}',
                quoted @ ('"' | '\\' | '/') => quoted,
                'u' => {
                    let digits: String = rest.by_ref().take(4).collect();
                    let is_hex =
                        digits.len() == 4 && digits.bytes().all(|it| it.is_ascii_hexdigit());
                    units.push(is_hex.then(|| u16::from_str_radix(&digits, 16).ok())??);
                    continue;
                }
                _ => return None,
            },
            c => c,
        };
        units.extend_from_slice(unescaped.encode_utf16(&mut [0; 2]));
    }
    Some(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_survive_and_show_what_is_printable() {
        let cases: [(&[u16], &str); 5] = [
            (&[], "\"\""),
            (&[0x61, 0x22, 0x5c], r#""a\"\\""#),
            (&[9, 10, 13, 0, 0x7f], r#""\t\n\r\u0000\u007f""#),
            (&[0xdf, 0xd83d, 0xde00], r#""\u00df\ud83d\ude00""#),
            (&[0xdc00, 0xd800], r#""\udc00\ud800""#),
        ];
        for (units, literal) in cases {
            assert_eq!(encode(units), literal);
            assert_eq!(decode(literal).as_deref(), Some(units));
        }
        assert_eq!(decode("\"é😀\""), Some(vec![0xe9, 0xd83d, 0xde00]));
        for malformed in [
            "",
            "\"",
            "a",
            r#""a"b""#,
            r#""\x""#,
            r#""\u12""#,
            r#""\u+123""#,
            "\"\\\"",
        ] {
            assert_eq!(decode(malformed), None, "{malformed}");
        }
    }
}
