//! Witnesses of the International Competition on Software Verification, in version 2.0 of the YAML
//! format (Ayaziová et al., "Software Verification Witnesses 2.0", SPIN 2024).
//!
//! A violation witness is a list of *waypoints*. Here, one for each value that a call returns as an
//! input (`function_return`, at the closing parenthesis of the call), in order, and the *target*:
//! the first character of the statement or full expression that fails. Other tools compile the
//! program with these values and expect the failure. A correctness witness is a set of invariants;
//! it is empty: `safe` was found without one that C can express.

mod places;
mod read;

pub use read::{WitnessError, returned};

use crate::digest::sha256;
use crate::source::Sources;
use crate::value;
use places::{closing_parenthesis, start_of_statement};
use sheaf_engine::Finding;
use sheaf_engine::evidence::Call;
use sheaf_engine::outcome::{Input, InputValue};
use sheaf_ir::{FloatKind, Form, LocId, Module};
use std::fmt::Write;
use std::path::PathBuf;
use std::time::SystemTime;

/// What a witness says of the task.
#[derive(Clone, Debug)]
pub struct Task {
    /// The C files of the program.
    pub files: Vec<PathBuf>,
    /// The property, as in a `.prp` file.
    pub specification: String,
    /// Whether pointers have 32 bits.
    pub is_32_bit: bool,
    /// When the witness is written.
    pub created: SystemTime,
}

/// A place in a file, as the format has it: columns count from 1.
struct Location {
    file: String,
    line: u32,
    column: u32,
    function: String,
}

/// A witness that the program violates the property, and the number of inputs that have no form in
/// it: objects, floats that are not finite, and those that are read within a macro.
///
/// # Errors
/// When a file of the program cannot be read.
pub fn violation(
    module: &Module,
    sources: &mut Sources,
    finding: &Finding,
    task: &Task,
) -> std::io::Result<(String, usize)> {
    let mut text = head("violation_sequence", task)?;
    text.push_str("  content:\n");
    let mut told = 0;
    let calls = finding.evidence.inputs.iter();
    for (input, call) in finding.inputs.inputs.iter().zip(calls) {
        let call = call.as_ref();
        if let Some(at) = call.and_then(|call| location_of_return(module, sources, call))
            && let Some(value) = constant(module, input)
        {
            text.push_str("  - segment:\n    - waypoint:\n");
            text.push_str("        type: function_return\n        action: follow\n");
            text.push_str("        constraint:\n");
            let _ = writeln!(
                text,
                "          value: {}",
                quoted(&format!("\\result == {value}"))
            );
            text.push_str("          format: c_expression\n");
            write_location(&mut text, &at);
            told += 1;
        }
    }
    if let Some(target) = location_of_failure(module, sources, finding) {
        text.push_str("  - segment:\n    - waypoint:\n");
        text.push_str("        type: target\n        action: follow\n");
        write_location(&mut text, &target);
    }
    Ok((text, finding.inputs.inputs.len() - told))
}

/// A witness that the program has the property.
///
/// # Errors
/// When a file of the program cannot be read.
pub fn correctness(task: &Task) -> std::io::Result<String> {
    Ok(head("invariant_set", task)? + "  content: []\n")
}

/// The metadata of an entry.
fn head(entry: &str, task: &Task) -> std::io::Result<String> {
    let mut files = Vec::new();
    for path in &task.files {
        files.push((path.display().to_string(), sha256(std::fs::read(path)?)));
    }
    let created = humantime::format_rfc3339_seconds(task.created).to_string();
    let mut text = format!("- entry_type: {entry}\n  metadata:\n    format_version: \"2.0\"\n");
    let identity = format!("{entry} {files:?} {} {created}", task.specification);
    // Writing to a string cannot fail.
    let _ = writeln!(
        text,
        "    uuid: {}",
        quoted(&uuid(&sha256(identity.into_bytes())))
    );
    let _ = writeln!(text, "    creation_time: {}", quoted(&created));
    let version = quoted(env!("CARGO_PKG_VERSION"));
    let _ = writeln!(
        text,
        "    producer:\n      name: \"Sheaf\"\n      version: {version}"
    );
    text.push_str("    task:\n      input_files:\n");
    for (file, _) in &files {
        let _ = writeln!(text, "      - {}", quoted(file));
    }
    text.push_str("      input_file_hashes:\n");
    for (file, hash) in &files {
        let _ = writeln!(text, "        {}: {}", quoted(file), quoted(hash));
    }
    let _ = writeln!(text, "      specification: {}", quoted(&task.specification));
    let model = if task.is_32_bit { "ILP32" } else { "LP64" };
    let _ = writeln!(text, "      data_model: {model}\n      language: C");
    Ok(text)
}

/// A string in double quotes: those of JSON are also those of YAML.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A UUID of version 8, whose bits are ours to choose, from the digits of a hash.
fn uuid(hash: &str) -> String {
    let part = |range: std::ops::Range<usize>| &hash[range];
    let [a, b, c, d, e] = [
        part(0..8),
        part(8..12),
        part(13..16),
        part(17..20),
        part(20..32),
    ];
    format!("{a}-{b}-8{c}-8{d}-{e}")
}

fn write_location(text: &mut String, at: &Location) {
    let _ = writeln!(
        text,
        "        location:\n          file_name: {}",
        quoted(&at.file)
    );
    let _ = writeln!(
        text,
        "          line: {}\n          column: {}",
        at.line, at.column
    );
    let _ = writeln!(text, "          function: {}", quoted(&at.function));
}

/// The closing parenthesis of the call that returns an input. `None` within a macro.
fn location_of_return(module: &Module, sources: &mut Sources, call: &Call) -> Option<Location> {
    let mut at = location(module, call.loc?, &module.funcs[call.func].name);
    (at.line, at.column) = closing_parenthesis(sources, &at.file, at.line, at.column)?;
    Some(at)
}

/// The first character of the statement or full expression that fails.
fn location_of_failure(
    module: &Module,
    sources: &mut Sources,
    finding: &Finding,
) -> Option<Location> {
    let innermost = finding.evidence.stack.inner.first();
    let of_call = innermost.and_then(|call| Some((call.loc?, &*module.funcs[call.func].name)));
    let failure = &finding.failure;
    let (loc, function) = of_call.or(failure.loc.map(|loc| (loc, &*failure.function)))?;
    let mut at = location(module, loc, function);
    (at.line, at.column) = start_of_statement(sources, &at.file, at.line, at.column)?;
    Some(at)
}

fn location(module: &Module, loc: LocId, function: &str) -> Location {
    let loc = &module.locs[loc];
    Location {
        file: module.files[loc.file].to_string(),
        line: loc.line,
        column: loc.column,
        function: function.to_string(),
    }
}

/// A value as a constant of C with the type that the call returns. `None` for one without, such as
/// an object, or a float that is not finite.
fn constant(module: &Module, input: &Input) -> Option<String> {
    let is_signed = |name: &str| {
        let form = module.declared(name).map(|declared| &declared.form);
        !matches!(form, Some(Form::Unsigned | Form::Boolean | Form::Pointer))
    };
    match &input.value {
        InputValue::Bool(truth) => Some(u8::from(*truth).to_string()),
        InputValue::Bits { width, value } if *width <= 64 && is_signed(&input.name) => {
            Some(match value::signed(*value, *width) {
                // Its magnitude is no constant of the type.
                least if least == i64::MIN.into() => format!("({} - 1)", i64::MIN + 1),
                signed => signed.to_string(),
            })
        }
        InputValue::Bits { width, value } if *width <= 64 => {
            Some(match *value > i64::MAX as u128 {
                true => format!("{value}U"),
                false => value.to_string(),
            })
        }
        float @ InputValue::Float(kind, _) => {
            let text = value::encode(float);
            let suffix = match kind {
                FloatKind::F32 => "f",
                FloatKind::F80 => "L",
                _ => "",
            };
            let is_finite = text.parse::<f64>().is_ok_and(f64::is_finite);
            is_finite.then(|| format!("{text}{suffix}"))
        }
        _ => None,
    }
}
