//! How messages of errors show values, as node does. They look at objects without running code.

use super::convert::text_of;
use super::function_text::function_text;
use super::objects::{self, is_object, is_symbol};
use super::properties::Property;
use super::{Initial, UNDEFINED, slot, slot_key, text};
use sheaf_engine::{Effect, Machine, Value};
use sheaf_ir::{Kind, Unit};

/// A value: primitive ones as strings, functions as their source, others as `#<Class>` or `[object
/// Kind]`.
pub fn shown(machine: &mut Machine, value: &Value) -> String {
    if let Some(Value::Str(text)) = text_of(value) {
        return text.to_string();
    }
    if is_symbol(value) {
        return symbol(machine, value);
    }
    if !is_object(value) {
        return "a value".to_string();
    }
    if member(machine, value, slot_key(slot::CALL)).is_some() {
        return match function_text(machine, std::slice::from_ref(value)) {
            Effect::Return(Some(Value::Str(text))) => text.to_string(),
            _ => "a function".to_string(),
        };
    }
    let class = match member(machine, value, slot_key(slot::CLASS)) {
        Some(Value::Str(class)) => class.to_string(),
        _ => String::new(),
    };
    let of = |machine: &mut Machine, object: &Value| data(machine, object, "toString");
    let to_string = of(machine, value);
    if class == "Error" || to_string == of(machine, &Initial::Error.value()) {
        return error(machine, value);
    }
    if to_string == of(machine, &Initial::Object.value()) {
        return format!("#<{}>", class_name(machine, value));
    }
    let kind = match class.as_str() {
        _ if matches!(objects::is_array(machine, value), Ok(true)) => "Array",
        "" => "Object",
        class => class,
    };
    format!("[object {kind}]")
}

/// A value with its type in front of it, as for a value that is not in the source.
pub fn described(machine: &mut Machine, value: &Value) -> String {
    let kind = match value {
        Value::Unit(Unit::Null) => "object",
        Value::Unit(_) => return "undefined".to_string(),
        Value::Str(text) => return format!("string \"{text}\""),
        value if is_symbol(value) => "symbol",
        value if is_object(value) => {
            return match member(machine, value, slot_key(slot::CALL)) {
                Some(_) => "function".to_string(),
                None => "object".to_string(),
            };
        }
        value => match machine.kind_of(value) {
            Kind::Bool => "boolean",
            Kind::Int => return "bigint".to_string(),
            _ => "number",
        },
    };
    format!("{kind} {}", shown(machine, value))
}

fn symbol(machine: &mut Machine, value: &Value) -> String {
    match machine.own_member(value, &slot_key(slot::PRIMITIVE)) {
        Ok(Value::Str(description)) => format!("Symbol({description})"),
        _ => "Symbol()".to_string(),
    }
}

/// The name of the constructor of an object.
fn class_name(machine: &mut Machine, object: &Value) -> String {
    let constructor = data(machine, object, "constructor");
    match constructor.map(|it| function_name(machine, &it)) {
        Some(name) if !name.is_empty() => name,
        _ => "Object".to_string(),
    }
}

/// The name of a function, or nothing.
pub fn function_name(machine: &mut Machine, function: &Value) -> String {
    match data(machine, function, "name") {
        Some(Value::Str(name)) => name.to_string(),
        _ => String::new(),
    }
}

fn error(machine: &mut Machine, error: &Value) -> String {
    let mut part = |key: &str| match data(machine, error, key) {
        Some(value) => shown(machine, &value),
        None => String::new(),
    };
    let (name, message) = (part("name"), part("message"));
    match (name.is_empty(), message.is_empty()) {
        (true, _) => message,
        (_, true) => name,
        _ => format!("{name}: {message}"),
    }
}

/// An object's own internal member.
fn member(machine: &mut Machine, object: &Value, key: Value) -> Option<Value> {
    let found = machine.own_member(object, &key).ok();
    found.filter(|found| *found != Value::EMPTY)
}

/// A property of an object that is no accessor.
fn data(machine: &mut Machine, object: &Value, key: &str) -> Option<Value> {
    if !is_object(object) {
        return None;
    }
    let found = machine.find_member(object, &text(key)).ok()?;
    match Property::of(&found) {
        Ok(Property::Data(_, value)) => Some(value),
        _ => None,
    }
}

/// [`shown`], for the library.
pub fn shown_text(machine: &mut Machine, args: &[Value]) -> Effect {
    let shown = shown(machine, args.first().unwrap_or(&UNDEFINED));
    Effect::Return(Some(text(&shown)))
}

/// [`described`], for the library.
pub fn described_text(machine: &mut Machine, args: &[Value]) -> Effect {
    let described = described(machine, args.first().unwrap_or(&UNDEFINED));
    Effect::Return(Some(text(&described)))
}
