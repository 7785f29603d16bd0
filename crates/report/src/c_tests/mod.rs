//! A suite as a C file: compiled with the program, it runs all tests, each in a process of its own. It supplies the functions by which harnesses
//! ask for inputs (KLEE's, SV-COMP's and CBMC's) and gives them what the test recorded.
//!
//! A test is fine if the program ends by itself, with the recorded exit status if there is one. A test that reveals a failure is thus not
//! fine until the failure is mended. What happens before `main` decides which test runs, so that the program needs no change.

use crate::display;
use crate::suite::Test;
use sheaf_engine::outcome::{Input, InputValue, Inputs};
use sheaf_ir::{Module, Type};
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

/// The function that a program starts at instead of `main`: its name, and names and C types of its parameters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    name: String,
    params: Vec<(String, &'static str)>,
}

impl Entry {
    /// The function of a module that is started at.
    ///
    /// # Errors
    /// When there is none, or a parameter has a type that cannot be written in C here.
    pub fn of(module: &Module, name: &str) -> Result<Entry, String> {
        let func = module.func_named(name).map(|id| &module.funcs[id]);
        let func = func.ok_or_else(|| format!("there is no function `{name}`"))?;
        let param = |(position, param): (usize, &sheaf_ir::Local)| {
            let info = &func.locals[*param];
            let name = match &info.name {
                Some(name) => name.to_string(),
                None => format!("argument{}", position + 1),
            };
            let ty = c_type(&info.ty);
            let ty = ty.ok_or_else(|| format!("parameter `{name}` cannot be passed from C"))?;
            Ok((name, ty))
        };
        Ok(Entry {
            name: name.to_string(),
            params: func
                .params
                .iter()
                .enumerate()
                .map(param)
                .collect::<Result<_, String>>()?,
        })
    }
}

fn c_type(ty: &Type) -> Option<&'static str> {
    Some(match ty {
        Type::Bool | Type::Bits(1) => "_Bool",
        Type::Bits(8) => "unsigned char",
        Type::Bits(16) => "unsigned short",
        Type::Bits(32) => "unsigned",
        Type::Bits(64) => "unsigned long",
        Type::Bits(128) => "unsigned __int128",
        Type::Float(kind) => match kind.width() {
            32 => "float",
            64 => "double",
            80 => "long double",
            _ => return None,
        },
        _ => return None,
    })
}

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
        start(&mut text, entry);
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
         #include <unistd.h>\n\nenum {{ SECONDS = {seconds}, MISMATCH = {MISMATCH}, DROPPED = {DROPPED} }};\n\n\
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

/// Calls the entry with its arguments as inputs. A program without `main` gets one that does nothing.
fn start(text: &mut String, entry: &Entry) {
    let types: Vec<&str> = entry.params.iter().map(|(_, ty)| *ty).collect();
    let types = if types.is_empty() {
        "void".to_string()
    } else {
        types.join(", ")
    };
    let _ = writeln!(text, "\nextern void {}({types});\n", entry.name);
    let _ = writeln!(
        text,
        "__attribute__((constructor)) static void start(void) {{"
    );
    for (number, (name, ty)) in entry.params.iter().enumerate() {
        let _ = writeln!(
            text,
            "  {ty} a{number};\n  take({}, &a{number}, sizeof a{number});",
            string(name)
        );
    }
    let args: Vec<String> = (0..entry.params.len())
        .map(|number| format!("a{number}"))
        .collect();
    let _ = writeln!(
        text,
        "  {}({});\n  exit(0);\n}}\n\nWEAK int main(void) {{ return 0; }}",
        entry.name,
        args.join(", ")
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
