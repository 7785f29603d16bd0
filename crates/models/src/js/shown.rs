//! How messages of errors show values, as node does. They look at objects without running code.
//! Where merged paths show different values, the path is split. What is symbolic is shown as
//! [`UNKNOWN`]; a message that holds it cannot be read.

use super::convert::{self, text_of};
use super::function_text::function_text;
use super::objects::{self, is_object, is_symbol};
use super::properties::{self, Property};
use super::{Initial, Pointer, UNDEFINED, calls, settled, slot, text};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{Kind, Unit};
use sheaf_term::Sort;

/// What stands for a symbolic value: a noncharacter.
const UNKNOWN: &str = "\u{FFFF}";

/// The property of a message.
pub fn message(message: &str) -> Property {
    match message.contains(UNKNOWN) {
        true => {
            let name = "a message that shows a symbolic value".to_string();
            Property::Missing(properties::HIDDEN, name)
        }
        false => Property::Data(properties::HIDDEN, text(message)),
    }
}

/// A value: primitive ones as strings, functions as their source, others as `#<Class>` or `[object
/// Kind]`.
///
/// # Errors
/// If the path must be split.
pub fn shown(machine: &mut Machine, value: &Value) -> Result<String, Stop> {
    let value = &settled::single(machine, value)?;
    if let Some(shown) = shown_key(machine, value)? {
        return Ok(shown);
    }
    let kind = match class(machine, value)?.as_str() {
        _ if objects::is_array(machine, value)? => "Array".to_string(),
        "" => "Object".to_string(),
        class => class.to_string(),
    };
    Ok(format!("[object {kind}]"))
}

/// A value as a key of what has no properties: nothing for an object whose conversion to a string
/// is one of its own.
///
/// # Errors
/// If the path must be split.
pub fn shown_key(machine: &mut Machine, value: &Value) -> Result<Option<String>, Stop> {
    let value = &settled::single(machine, value)?;
    if let Some(Value::Str(text)) = text_of(value) {
        return Ok(Some(text.to_string()));
    }
    if let Value::Term(term) = value
        && machine.pool.sort(*term) == Sort::Bool
    {
        return Ok(Some(machine.decide(*term)?.to_string()));
    }
    if is_symbol(value) {
        return symbol(machine, value).map(Some);
    }
    if !is_object(value) {
        return Ok(Some(UNKNOWN.to_string()));
    }
    if settled::has_slot(machine, value, slot::CALL)? {
        return match function_text(machine, std::slice::from_ref(value)) {
            Effect::Return(Some(Value::Str(source))) => Ok(Some(shortened(source.units()))),
            Effect::Stop(stop) => Err(stop),
            _ => Ok(Some(UNKNOWN.to_string())),
        };
    }
    let of = |machine: &mut Machine, object: &Value| data(machine, object, "toString");
    let to_string = of(machine, value)?;
    if class(machine, value)? == "Error" || to_string == of(machine, &Initial::Error.value())? {
        return error(machine, value).map(Some);
    }
    if to_string == of(machine, &Initial::Object.value())? {
        return Ok(Some(format!("#<{}>", class_name(machine, value)?)));
    }
    Ok(None)
}

/// The word for a built-in kind of object.
fn class(machine: &mut Machine, object: &Value) -> Result<String, Stop> {
    Ok(match settled::slot(machine, object, slot::CLASS)? {
        Some(Value::Str(class)) => class.to_string(),
        _ => String::new(),
    })
}

/// The source of a function, whose middle is left out if it is long.
fn shortened(source: &[u16]) -> String {
    match source {
        source if source.len() > 128 => {
            let (start, end) = (&source[..111], &source[source.len() - 2..]);
            let [start, end] = [start, end].map(String::from_utf16_lossy);
            format!("{start}...<omitted>...{end}")
        }
        source => String::from_utf16_lossy(source),
    }
}

/// A value with its type in front of it, as for a value that is not in the source.
///
/// # Errors
/// If the path must be split.
pub fn described(machine: &mut Machine, value: &Value) -> Result<String, Stop> {
    let value = &settled::single(machine, value)?;
    let kind = match value {
        Value::Unit(Unit::Null) => "object",
        Value::Unit(_) => return Ok("undefined".to_string()),
        Value::Str(text) => return Ok(format!("string \"{text}\"")),
        Value::SymStr(_) => return Ok(format!("string \"{UNKNOWN}\"")),
        value if is_symbol(value) => "symbol",
        value if is_object(value) => {
            let is_function = settled::has_slot(machine, value, slot::CALL)?;
            return Ok(if is_function { "function" } else { "object" }.to_string());
        }
        value => match machine.kind_of(value) {
            Kind::Bool => "boolean",
            Kind::Int => return Ok("bigint".to_string()),
            _ => "number",
        },
    };
    Ok(format!("{kind} {}", shown(machine, value)?))
}

fn symbol(machine: &mut Machine, value: &Value) -> Result<String, Stop> {
    Ok(match settled::slot(machine, value, slot::PRIMITIVE)? {
        Some(Value::Str(description)) => format!("Symbol({description})"),
        Some(Value::SymStr(_)) => format!("Symbol({UNKNOWN})"),
        _ => "Symbol()".to_string(),
    })
}

/// The name of the constructor of an object.
fn class_name(machine: &mut Machine, object: &Value) -> Result<String, Stop> {
    let name = match data(machine, object, "constructor")? {
        Some(constructor) => function_name(machine, &constructor)?,
        None => String::new(),
    };
    Ok(match name.is_empty() {
        true => "Object".to_string(),
        false => name,
    })
}

/// The name of a function, or nothing.
///
/// # Errors
/// If the path must be split.
pub fn function_name(machine: &mut Machine, function: &Value) -> Result<String, Stop> {
    Ok(match data(machine, function, "name")? {
        Some(Value::Str(name)) => name.to_string(),
        Some(Value::SymStr(_)) => UNKNOWN.to_string(),
        _ => String::new(),
    })
}

fn error(machine: &mut Machine, error: &Value) -> Result<String, Stop> {
    let mut part = |key: &str| match data(machine, error, key)? {
        Some(value) => shown(machine, &value),
        None => Ok(String::new()),
    };
    let (name, message) = (part("name")?, part("message")?);
    Ok(match (name.is_empty(), message.is_empty()) {
        (true, _) => message,
        (_, true) => name,
        _ => format!("{name}: {message}"),
    })
}

/// A property of an object that is no accessor.
fn data(machine: &mut Machine, object: &Value, key: &str) -> Result<Option<Value>, Stop> {
    if !is_object(object) {
        return Ok(None);
    }
    let found = machine.find_member(object, &text(key))?;
    Ok(match Property::of(machine, &found)? {
        Property::Data(_, value) => Some(settled::single(machine, &value)?),
        Property::Missing(..) => Some(text(UNKNOWN)),
        _ => None,
    })
}

/// [`shown`], for the library.
pub fn shown_text(machine: &mut Machine, args: &[Value]) -> Effect {
    match shown(machine, args.first().unwrap_or(&UNDEFINED)) {
        Ok(shown) if shown == UNKNOWN => convert::string(machine, args),
        shown => text_or_unknown(shown),
    }
}

/// [`described`], for the library.
pub fn described_text(machine: &mut Machine, args: &[Value]) -> Effect {
    match described(machine, args.first().unwrap_or(&UNDEFINED)) {
        Ok(shown) if shown.contains(UNKNOWN) => calls::library(machine, "described", args),
        shown => text_or_unknown(shown),
    }
}

fn text_or_unknown(shown: Result<String, Stop>) -> Effect {
    match shown {
        Ok(shown) if shown.contains(UNKNOWN) => {
            Effect::Unmodelled("a text that shows a symbolic value".to_string())
        }
        Ok(shown) => Effect::Return(Some(text(&shown))),
        Err(stop) => stop.into(),
    }
}
