//! The exchange format for test suites of the International Competition on Software Testing: a
//! folder with `metadata.xml` and a file for each test
//! (<https://gitlab.com/sosy-lab/test-comp/test-format>, version 1.1).
//!
//! An input is a value that a `__VERIFIER_nondet_*` call returns. Each element of an array is one
//! input.

use crate::case::Case;
use crate::digest::sha256;
use crate::value;
use sheaf_engine::outcome::{Input, InputValue};
use std::fmt::Write;
use std::path::Path;
use std::time::SystemTime;

const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n";

/// The goal of the tests in the competition's notation: cover all branches.
pub const BRANCHES: &str = "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )";

/// The content of `metadata.xml`, for the program of a case and the goal of its tests. The order of
/// the elements is part of the format.
///
/// # Errors
/// When the program's file cannot be read.
pub fn metadata(case: &Case, specification: &str, created: SystemTime) -> std::io::Result<String> {
    let file = case.program.files.first().map_or("", String::as_str);
    let content = match case.program.files.first() {
        Some(path) => std::fs::read(Path::new(&case.program.directory).join(path))?,
        None => Vec::new(),
    };
    let hash = sha256(content);
    let created = humantime::format_rfc3339_seconds(created).to_string();
    let producer = concat!("Sheaf ", env!("CARGO_PKG_VERSION"));
    let elements = [
        ("sourcecodelang", "C"),
        ("producer", producer),
        ("specification", specification),
        ("programfile", file),
        ("programhash", &hash),
        (
            "entryfunction",
            case.program.entry.as_deref().unwrap_or("main"),
        ),
        ("architecture", architecture(case)),
        ("creationtime", &created),
    ];
    let mut text = format!("{HEAD}{}<test-metadata>\n", doctype("test-metadata"));
    for (name, content) in elements {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  <{name}>{}</{name}>", escape(content));
    }
    text.push_str("</test-metadata>\n");
    Ok(text)
}

/// The data model in the competition's notation.
fn architecture(case: &Case) -> &'static str {
    let mut flags = case.program.flags.iter().rev();
    match flags.find(|flag| ["-m32", "-m64"].contains(&flag.as_str())) {
        Some(flag) if flag == "-m32" => "32bit",
        _ => "64bit",
    }
}

/// The content of a test's file; `reveals` says whether it reaches a failure.
pub fn testcase(case: &Case, reveals: bool) -> String {
    let attribute = if reveals { " coversError=\"true\"" } else { "" };
    let mut text = format!("{HEAD}{}<testcase{attribute}>\n", doctype("testcase"));
    for input in &case.inputs.inputs {
        for element in value::elements(&input.value) {
            let _ = writeln!(
                text,
                "  <input{}>{}</input>",
                attributes(input, &element),
                escape(&scalar(&element))
            );
        }
    }
    text.push_str("</testcase>\n");
    text
}

fn doctype(root: &str) -> String {
    format!(
        "<!DOCTYPE {root} PUBLIC \"+//IDN sosy-lab.org//DTD test-format {root} 1.1//EN\" \"https://sosy-lab.org/test-format/{root}-1.1.dtd\">\n"
    )
}

/// A scalar as a C constant.
fn scalar(value: &InputValue) -> String {
    match value {
        InputValue::Bool(value) => u8::from(*value).to_string(),
        other => value::encode(other),
    }
}

/// The variable, if the program names one, and the type. Functions that return inputs are not
/// variables.
fn attributes(input: &Input, element: &InputValue) -> String {
    let mut text = String::new();
    if !input.name.contains("nondet_") {
        let _ = write!(text, " variable=\"{}\"", escape(&input.name));
    }
    let ty = match element {
        InputValue::Bool(_) => "_Bool",
        InputValue::Bits { width: 8, .. } => "signed char",
        InputValue::Bits { width: 16, .. } => "short",
        InputValue::Bits { width: 32, .. } => "int",
        InputValue::Bits { width: 64, .. } => "long",
        InputValue::Bits { width: 128, .. } => "__int128",
        InputValue::Float(kind, _) if kind.width() == 32 => "float",
        InputValue::Float(kind, _) if kind.width() == 64 => "double",
        _ => return text,
    };
    text + &format!(" type=\"{ty}\"")
}

/// Text escaped for XML; characters that XML cannot represent become `?`.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' | '\t' => escaped.push(' '),
            '\0'..'\x20' | '\u{fffe}' | '\u{ffff}' => escaped.push('?'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::tests::case;
    use sheaf_ir::Element;
    use std::time::Duration;

    fn input(name: &str, value: InputValue) -> Input {
        Input {
            name: name.into(),
            value,
        }
    }

    #[test]
    fn inputs_are_listed_in_order() {
        let mut case = case();
        let bits = |value| InputValue::Bits { width: 32, value };
        let bytes = InputValue::Bytes {
            bytes: vec![1, 0, 0xff, 0xff],
            element: Element::Integer(2),
        };
        case.inputs.inputs = vec![
            input("__VERIFIER_nondet_int", bits(0xffff_ffff)),
            input("a<b", bytes),
            input("__VERIFIER_nondet_bool", InputValue::Bool(true)),
        ];
        let text = testcase(&case, true);
        let (head, rest) = text.split_at(text.find("<testcase").unwrap());
        assert_eq!(
            head,
            "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n<!DOCTYPE testcase PUBLIC \
             \"+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN\" \"https://sosy-lab.org/test-format/testcase-1.1.dtd\">\n"
        );
        let expected = "<testcase coversError=\"true\">\n  <input type=\"int\">-1</input>\n  \
                        <input variable=\"a&lt;b\" type=\"short\">1</input>\n  <input variable=\"a&lt;b\" type=\"short\">-1</input>\n  \
                        <input type=\"_Bool\">1</input>\n</testcase>\n";
        assert_eq!(rest, expected);
    }

    #[test]
    fn metadata_have_the_elements_in_order() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.c"), "abc").unwrap();
        let mut case = case();
        case.program.files = vec!["a.c".into()];
        case.program.directory = folder.path().display().to_string();
        let created = SystemTime::UNIX_EPOCH + Duration::from_secs(86_400);
        let text = metadata(&case, BRANCHES, created).unwrap();
        for line in [
            "  <programfile>a.c</programfile>",
            "  <programhash>ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad</programhash>",
            "  <entryfunction>main</entryfunction>",
            "  <creationtime>1970-01-02T00:00:00Z</creationtime>",
        ] {
            assert!(
                text.lines().any(|other| other == line),
                "{line} is not in\n{text}"
            );
        }
        case.program.files = vec!["b.c".into()];
        assert!(metadata(&case, BRANCHES, created).is_err());
    }
}
