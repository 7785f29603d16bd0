//! `console.log` and `console.error`.

use super::UNDEFINED;
use super::convert::text_of;
use sheaf_engine::{Effect, Machine, Value};

/// Prints primitive values like node. If the output is discarded, values may be anything.
fn print(machine: &mut Machine, stream: u8, args: &[Value]) -> Effect {
    if machine.output.is_none() {
        return Effect::Return(Some(UNDEFINED));
    }
    let mut line = String::new();
    for (at, value) in args.iter().enumerate() {
        if at > 0 {
            line.push(' ');
        }
        let shown = match value {
            Value::Bits { width: 64, bits } if *bits == (-0f64).to_bits() => "-0".to_string(),
            Value::Int(number) => format!("{number}n"),
            Value::BigInt(number) => format!("{number}n"),
            Value::Str(text) if at == 0 && args.len() > 1 && text.to_string().contains('%') => {
                return Effect::Unmodelled("a format of console.log".to_string());
            }
            value => match text_of(value) {
                Some(Value::Str(text)) => text.to_string(),
                _ => return Effect::Unmodelled("console.log of an object".to_string()),
            },
        };
        line.push_str(&shown);
    }
    line.push('\n');
    machine.write_output(stream, line.as_bytes());
    Effect::Return(Some(UNDEFINED))
}

pub fn log(machine: &mut Machine, _: &Value, args: &[Value]) -> Effect {
    print(machine, 1, args)
}

pub fn error(machine: &mut Machine, _: &Value, args: &[Value]) -> Effect {
    print(machine, 2, args)
}
