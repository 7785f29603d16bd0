//! `console.log` and `console.error`.

use super::UNDEFINED;
use super::calls;
use super::convert::text_of;
use super::objects;
use sheaf_execution::{Effect, Machine, Value};

/// Standard output and standard error.
const OUTPUT: u8 = 1;
const ERRORS: u8 = 2;

/// The text of a primitive value, as node prints it.
fn shown(value: &Value) -> Option<String> {
    match value {
        Value::Bits { width: 64, bits } if *bits == (-0f64).to_bits() => Some("-0".to_string()),
        Value::Int(number) => Some(format!("{number}n")),
        Value::BigInt(number) => Some(format!("{number}n")),
        value => match text_of(value) {
            Some(Value::Str(text)) => Some(text.to_string()),
            _ => None,
        },
    }
}

/// Whether a text may have directives for the values behind it.
fn is_format(value: &Value) -> bool {
    matches!(value, Value::Str(text) if text.to_string().contains('%'))
}

/// Prints values like node; the library shows objects, and replaces directives. If the output is
/// discarded, values may be anything, unless directives may call functions of objects.
fn log_to(machine: &mut Machine, stream: u8, args: &[Value]) -> Effect {
    let may_call = || {
        let objects = |it: &Value| it.members().any(|(_, it)| objects::is_object(it));
        let is_known = |it: &Value| !it.members().all(|(_, it)| is_format(it));
        args.len() > 1 && !is_known(&args[0]) && args[1..].iter().any(objects)
    };
    if machine.output.is_none() && !may_call() {
        return Effect::Return(Some(UNDEFINED));
    }
    let texts: Option<Vec<String>> = args.iter().map(shown).collect();
    match texts.filter(|_| args.len() < 2 || !is_format(&args[0])) {
        Some(texts) => write(machine, stream, &texts.join(" ")),
        None => match objects::new_array(machine, args) {
            Ok(values) => {
                let stream = Value::bits(32, stream.into());
                calls::library(machine, "printValues", &[stream, values])
            }
            Err(stop) => stop.into(),
        },
    }
}

fn write(machine: &mut Machine, stream: u8, line: &str) -> Effect {
    machine.write_output(stream, line.as_bytes());
    machine.write_output(stream, b"\n");
    Effect::Return(Some(UNDEFINED))
}

pub fn log(machine: &mut Machine, _: &Value, args: &[Value]) -> Effect {
    log_to(machine, OUTPUT, args)
}

pub fn error(machine: &mut Machine, _: &Value, args: &[Value]) -> Effect {
    log_to(machine, ERRORS, args)
}

/// Prints a line of text: the stream and the text.
pub fn print(machine: &mut Machine, args: &[Value]) -> Effect {
    let stream = if args[0] == Value::bits(32, ERRORS.into()) {
        ERRORS
    } else {
        OUTPUT
    };
    match &args[1] {
        _ if machine.output.is_none() => Effect::Return(Some(UNDEFINED)),
        Value::Str(line) => write(machine, stream, &line.to_string()),
        _ => Effect::Unmodelled("console.log of a symbolic text".to_string()),
    }
}
