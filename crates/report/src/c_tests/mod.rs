//! A suite as a C file. Compiled with the program, it runs all tests, each in its own process. It
//! defines the functions by which harnesses read inputs (KLEE's, SV-COMP's and CBMC's) and returns
//! the values that the test recorded.
//!
//! A test is fine if the program ends by itself, with the recorded exit status if there is one. A
//! test that reveals a failure is thus not fine until the failure is fixed. A constructor that runs
//! before `main` selects the test, so the program needs no change. Arguments, environment, standard
//! input and files of a test are made before the program starts.

mod start;
mod undefined;
mod world;

pub use start::Entry;
pub use undefined::Undefined;

use crate::case::OUT_OF_INPUTS;
use crate::display;
use crate::suite::Test;
use crate::world::World;
use sheaf_engine::outcome::InputValue;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The parts that do not depend on the tests.
const WORLD: &str = include_str!("world.c");
const INPUTS: &str = include_str!("inputs.c");
const HARNESS: &str = include_str!("harness.c");
const RUNNER: &str = include_str!("runner.c");

/// The list of the names that harnesses use.
const NAMES: &str = include_str!("../../../../runtime/harness.h");

/// The header that programs may include for KLEE's calls.
pub const KLEE_HEADER: &str = include_str!("../../../../runtime/include/klee/klee.h");

/// Exit status of a test that does not belong to the program.
pub const MISMATCH: i32 = 99;
/// Exit status of a run in which an assumption does not hold.
pub const DROPPED: i32 = 98;

/// A test as it runs natively.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NativeTest {
    /// The test, without the inputs that became part of the environment.
    pub test: Test,
    /// The environment of the program; `None` for that of the runner.
    pub world: Option<World>,
}

/// The C file. `left_out` has the names of tests that cannot run natively, and the reason;
/// `seconds` is the time limit of a test.
pub fn source(
    tests: &[NativeTest],
    left_out: &[(String, String)],
    entry: Option<&Entry>,
    undefined: &Undefined,
    seconds: u32,
) -> String {
    let mut text = head(tests.first(), seconds);
    for (name, reason) in left_out {
        // Writing to a string cannot fail, here and below.
        let _ = writeln!(text, "/* {name} is left out: {}. */", comment(reason));
    }
    for (number, NativeTest { test, world }) in tests.iter().enumerate() {
        inputs(&mut text, number, test);
        if let Some(world) = world {
            world::constants(&mut text, number, world);
        }
    }
    text.push_str("static const struct test tests[] = {\n");
    for (number, test) in tests.iter().enumerate() {
        row(&mut text, number, test);
    }
    // A table without rows would be no valid C, so that the last one is no test.
    text.push_str("  {0, 0, -1, 0, 0, 0},\n};\n");
    text.push_str(WORLD);
    text.push_str(INPUTS);
    text.push_str(NAMES);
    let functions = functions(&mut text, tests);
    undefined.write(&mut text, &functions);
    text.push_str(HARNESS);
    text.push_str(RUNNER);
    if let Some(entry) = entry {
        text.push_str(&entry.text());
    }
    text
}

fn head(first: Option<&NativeTest>, seconds: u32) -> String {
    let program = match first {
        Some(native) => format!("of {}", native.test.case.program.files.join(" ")),
        None => "of no path".to_string(),
    };
    format!(
        "/* Tests {}, written by Sheaf.\n *\n * cc -I FOLDER PROGRAM.c FOLDER/tests.c -o tests && ./tests    runs all of them, each in its own process.\n \
         * SHEAF_TEST=NAME ./tests    becomes one of them, for a debugger.\n \
         * -fsanitize=address,undefined -fno-sanitize-recover=all    shows failures that do not crash by themselves. */\n\
         #define _GNU_SOURCE\n#include <errno.h>\n#include <fcntl.h>\n#include <ftw.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n\
         #include <sys/stat.h>\n#include <sys/wait.h>\n#include <unistd.h>\n\nenum {{ SECONDS = {seconds}, MISMATCH = {MISMATCH}, DROPPED = {DROPPED} }};\n#define OUT_OF_INPUTS \"{OUT_OF_INPUTS}\"\n\n\
         struct input {{ const char *name; unsigned long bytes; const void *data; }};\n\
         struct file {{ const char *name; unsigned long bytes; const void *data; }};\n\
         struct world {{ const char *const *arguments, *const *variables; struct file input; unsigned long count; const struct file *files; }};\n\
         struct test {{ const char *name, *expected; int status; unsigned long count; const struct input *inputs; const struct world *world; }};\n\n",
        comment(&program)
    )
}

/// The inputs of a test as constants.
fn inputs(text: &mut String, number: usize, test: &Test) {
    let inputs = &test.case.inputs.inputs;
    if inputs.is_empty() {
        return;
    }
    let _ = writeln!(text, "static const struct input inputs_{number}[] = {{");
    for input in inputs {
        let bytes = bytes(&input.value);
        let shown = comment(&display::stored(input));
        let _ = writeln!(
            text,
            "  {{{}, {}, {}}}, /* {shown} */",
            string(input.name.as_bytes()),
            bytes.len(),
            string(&bytes)
        );
    }
    text.push_str("};\n");
}

fn row(text: &mut String, number: usize, NativeTest { test, world }: &NativeTest) {
    let expected = test.case.expected.as_ref();
    let described = expected.map_or_else(|| "nothing".to_string(), ToString::to_string);
    // What a parent process sees of it.
    let status = expected
        .and_then(|expected| expected.status)
        .map_or(-1, |status| status & 0xff);
    let count = test.case.inputs.inputs.len();
    let inputs = match count {
        0 => "0".to_string(),
        _ => format!("inputs_{number}"),
    };
    let world = match world {
        None => "0".to_string(),
        Some(_) => format!("&world_{number}"),
    };
    let _ = writeln!(
        text,
        "  {{{}, {}, {status}, {count}, {inputs}, {world}}},",
        string(test.name.as_bytes()),
        string(described.as_bytes())
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
        // Two bytes for each unit.
        InputValue::Text(text) => text
            .units()
            .iter()
            .flat_map(|it| it.to_le_bytes())
            .collect(),
    }
}

/// Prefixes of the names of functions that return an input.
const RETURNS_INPUT: [&str; 3] = ["__VERIFIER_nondet_", "nondet_", "__CPROVER_uninterpreted_"];

/// Functions that the program leaves undefined and that are not in the list: each returns the
/// inputs of its name. Returns their names.
fn functions<'a>(text: &mut String, tests: &'a [NativeTest]) -> Vec<&'a str> {
    let inputs = tests.iter().flat_map(|test| &test.test.case.inputs.inputs);
    let functions: BTreeMap<&str, (&str, &str)> = inputs
        .filter_map(|input| {
            let name = function(&input.name).filter(|name| !is_listed(name))?;
            Some((name, (input.name.as_str(), returned(&input.value)?)))
        })
        .collect();
    for (name, (input, ty)) in &functions {
        let _ = writeln!(text, "INPUT({ty}, {}, {name})", string(input.as_bytes()));
    }
    functions.into_keys().collect()
}

/// The function that returns an input of this name, if one does.
fn function(input: &str) -> Option<&str> {
    let named = || RETURNS_INPUT.iter().any(|prefix| input.starts_with(prefix));
    let function = sheaf_ir::undefined::called(input).or_else(|| named().then_some(input))?;
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    function.chars().all(is_word).then_some(function)
}

/// Whether the list has a function that returns an input.
fn is_listed(name: &str) -> bool {
    let row = |line: &str| Some(line.strip_prefix("NONDET(")?.strip_suffix(')')?.to_string());
    let mut rows = NAMES.lines().filter_map(row);
    rows.any(|row| {
        let suffix = row.rsplit(", ").next().unwrap_or_default().to_string();
        RETURNS_INPUT[..2]
            .iter()
            .any(|prefix| name.strip_prefix(prefix) == Some(&suffix))
    })
}

/// A C type that is returned like the value of an input; `None` for a structure.
fn returned(value: &InputValue) -> Option<&'static str> {
    Some(match value {
        InputValue::Bool(_) => "_Bool",
        InputValue::Bits { width: 8, .. } => "unsigned char",
        InputValue::Bits { width: 16, .. } => "unsigned short",
        InputValue::Bits { width: 32, .. } => "unsigned",
        InputValue::Bits { width: 64, .. } => "unsigned long",
        InputValue::Bits { width: 128, .. } => "unsigned __int128",
        InputValue::Float(kind, _) => match kind.width() {
            32 => "float",
            64 => "double",
            80 => "long double",
            _ => return None,
        },
        _ => return None,
    })
}

/// A C string literal.
fn string(bytes: &[u8]) -> String {
    let mut literal = String::from("\"");
    for &byte in bytes {
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
