//! A suite as a C file: compiled with the program, it runs all tests, each in a process of its own. It supplies the functions by which harnesses
//! ask for inputs (KLEE's, SV-COMP's and CBMC's) and gives them what the test recorded.
//!
//! A test is fine if the program ends by itself, with the recorded exit status if there is one. A test that reveals a failure is thus not
//! fine until the failure is mended. What happens before `main` decides which test runs, so that the program needs no change.

mod start;

pub use start::Entry;

use crate::case::OUT_OF_INPUTS;
use crate::display;
use crate::suite::Test;
use sheaf_engine::outcome::{Input, InputValue, Inputs};
use std::fmt::Write;

/// The part that does not depend on the tests.
const RUNNER: &str = include_str!("runner.c");

/// The header that programs may include for KLEE's calls.
pub const KLEE_HEADER: &str = include_str!("../../../../runtime/include/klee/klee.h");

/// The input that decides whether an allocation succeeds.
const ALLOCATION: &str = "allocation succeeds";

/// Exit status of a test that does not belong to the program.
pub const MISMATCH: i32 = 99;
/// Exit status of a run in which an assumption does not hold.
pub const DROPPED: i32 = 98;

/// Whether a native run can follow the inputs: allocations fail only under Sheaf.
pub fn is_native(inputs: &Inputs) -> bool {
    let fails = |input: &Input| input.name == ALLOCATION && input.value == InputValue::Bool(false);
    !inputs.inputs.iter().any(fails)
}

/// The file. `seconds` is the time limit of a test.
pub fn source(tests: &[Test], entry: Option<&Entry>, seconds: u32) -> String {
    let (native, other): (Vec<&Test>, Vec<&Test>) =
        tests.iter().partition(|test| is_native(&test.case.inputs));
    let mut text = head(native.first().copied(), seconds);
    for test in other {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(
            text,
            "/* {} is not here: an allocation fails in it. */",
            test.name
        );
    }
    for (number, test) in native.iter().enumerate() {
        inputs(&mut text, number, test);
    }
    text.push_str("static const struct test tests[] = {\n");
    for (number, test) in native.iter().enumerate() {
        row(&mut text, number, test);
    }
    if native.is_empty() {
        text.push_str("  {\"nothing\", \"exit\", -1, 0, 0},\n");
    }
    text.push_str("};\n");
    text.push_str(RUNNER);
    if let Some(entry) = entry {
        text.push_str(&entry.text());
    }
    text
}

fn head(first: Option<&Test>, seconds: u32) -> String {
    let program = first.map(|test| test.case.program.files.join(" "));
    format!(
        "/* Tests of {}, written by Sheaf.\n *\n * cc -I FOLDER PROGRAM.c FOLDER/tests.c -o tests && ./tests    runs all of them, each in its own process.\n \
         * SHEAF_TEST=NAME ./tests    becomes one of them, for a debugger.\n \
         * -fsanitize=address,undefined -fno-sanitize-recover=all    shows failures that do not crash by themselves. */\n\
         #define _GNU_SOURCE\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <sys/wait.h>\n\
         #include <unistd.h>\n\nenum {{ SECONDS = {seconds}, MISMATCH = {MISMATCH}, DROPPED = {DROPPED} }};\n#define OUT_OF_INPUTS \"{OUT_OF_INPUTS}\"\n\n\
         struct input {{ const char *name; unsigned long bytes; const void *data; }};\n\
         struct test {{ const char *name, *expected; int status; unsigned long count; const struct input *inputs; }};\n\n",
        comment(&program.unwrap_or_default())
    )
}

/// The inputs of a test as constants.
fn inputs(text: &mut String, number: usize, test: &Test) {
    let inputs = recorded(test);
    if inputs.is_empty() {
        return;
    }
    let _ = writeln!(text, "static const struct input inputs_{number}[] = {{");
    for input in inputs {
        let bytes = bytes(&input.value);
        let literal: String = bytes.iter().map(|byte| format!("\\x{byte:02x}")).collect();
        let shown = comment(&display::input(input));
        let _ = writeln!(
            text,
            "  {{{}, {}, \"{literal}\"}}, /* {shown} */",
            string(&input.name),
            bytes.len()
        );
    }
    text.push_str("};\n");
}

fn recorded(test: &Test) -> Vec<&Input> {
    let inputs = test.case.inputs.inputs.iter();
    inputs.filter(|input| input.name != ALLOCATION).collect()
}

fn row(text: &mut String, number: usize, test: &Test) {
    let expected = test.case.expected.as_ref();
    let described = expected.map_or_else(|| "nothing".to_string(), ToString::to_string);
    // What a parent process sees of it.
    let status = expected
        .and_then(|expected| expected.status)
        .map_or(-1, |status| status & 0xff);
    let count = recorded(test).len();
    let inputs = match count {
        0 => "0".to_string(),
        _ => format!("inputs_{number}"),
    };
    let _ = writeln!(
        text,
        "  {{{}, {}, {status}, {count}, {inputs}}},",
        string(&test.name),
        string(&described)
    );
}

/// The bytes of a value in memory.
fn bytes(value: &InputValue) -> Vec<u8> {
    let little_endian = |value: u128, bytes: u32| value.to_le_bytes()[..bytes as usize].to_vec();
    match value {
        InputValue::Bytes { bytes, .. } => bytes.clone(),
        InputValue::Bool(value) => vec![u8::from(*value)],
        InputValue::Bits { width, value } => little_endian(*value, width.div_ceil(8)),
        // A `long double` takes 16 bytes, of which 10 count.
        InputValue::Float(kind, bits) if kind.width() == 80 => little_endian(*bits, 16),
        InputValue::Float(kind, bits) => little_endian(*bits, kind.width() / 8),
        InputValue::Int(value) => value.to_signed_bytes_le(),
    }
}

/// A C string literal.
fn string(text: &str) -> String {
    let mut literal = String::from("\"");
    for byte in text.bytes() {
        match byte {
            b'"' | b'\\' => literal.extend(['\\', byte as char]),
            b' '..=b'~' if byte != b'?' => literal.push(byte as char),
            // Three digits always: what follows cannot become part of it.
            _ => literal.push_str(&format!("\\{byte:03o}")),
        }
    }
    literal + "\""
}

/// Text that cannot end a comment.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace(['\n', '\r', '\\'], " ")
}
