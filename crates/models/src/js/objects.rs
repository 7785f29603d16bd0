//! Objects, arrays and their members.

use super::convert::text_of;
use super::errors::{self, throw_type_error};
use super::{Initial, UNDEFINED, builtins, calls, effect, slot, slot_key, text};
use sheaf_engine::outcome::ReasonKind;
use sheaf_engine::{Effect, Machine, Stop, Value};
use sheaf_ir::{Kind, Unit};
use sheaf_term::Sort;

/// The key of the prototype.
pub const PROTOTYPE: Value = Value::Unit(Unit::Null);

/// A value that was read: absent is undefined.
pub fn or_undefined(machine: &mut Machine, value: &Value) -> Value {
    value.map(machine.pool, &mut |_, value| match value {
        Value::Unit(Unit::Empty) => UNDEFINED,
        value => value.clone(),
    })
}

/// A new object with a prototype.
pub fn new_object(machine: &mut Machine, prototype: &Value) -> Result<Value, Stop> {
    let object = machine.new_table();
    machine.set_member(&object, &PROTOTYPE, prototype)?;
    Ok(object)
}

/// `{}`
pub fn object(machine: &mut Machine, _: &[Value]) -> Effect {
    effect(new_object(machine, &Initial::Object.value()))
}

/// An array of elements; `Empty` is a hole.
pub fn new_array(machine: &mut Machine, elements: &[Value]) -> Result<Value, Stop> {
    let array = new_object(machine, &Initial::Array.value())?;
    let length = Value::bits(32, elements.len() as u128);
    machine.set_member(&array, &slot_key(slot::LENGTH), &length)?;
    for (at, element) in elements.iter().enumerate() {
        machine.set_member(&array, &Value::bits(32, at as u128), element)?;
    }
    Ok(array)
}

/// `[a, b]`
pub fn array(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(new_array(machine, args))
}

/// Adds an element, which may be a hole, to the end of an array.
pub fn append(machine: &mut Machine, args: &[Value]) -> Effect {
    let (array, element) = (&args[0], &args[1]);
    let result = machine.lift(array, &mut |machine, array| {
        let key = slot_key(slot::LENGTH);
        let length = machine.own_member(array, &key)?;
        machine.lift(&length, &mut |machine, length| {
            machine.set_member(array, length, element)?;
            let more = Value::bits(32, u128::from(length.as_u64().unwrap_or(0) + 1));
            machine.set_member(array, &key, &more)?;
            Ok(UNDEFINED)
        })
    });
    effect(result)
}

/// Throws if a value is undefined or null, which cannot be destructured.
pub fn require_object(machine: &mut Machine, args: &[Value]) -> Effect {
    let is_nothing = |value: &Value| matches!(value, Value::Unit(_));
    match &args[0] {
        value if is_nothing(value) => {
            throw_type_error(machine, "Cannot destructure undefined or null")
        }
        value if value.members().any(|(_, it)| is_nothing(it)) => Effect::NeedConcrete(0),
        _ => Effect::Return(Some(UNDEFINED)),
    }
}

/// A value as a key: a 32-bit integer if it is spelled like one, else a string. `None` if a member
/// of it must be known first.
fn key_of(machine: &mut Machine, key: &Value) -> Option<Value> {
    let mut open = false;
    let result = key.map(machine.pool, &mut |pool, key| match key {
        Value::Str(text) => match canonical_integer(text.units()) {
            Some(integer) => Value::bits(32, u128::from(integer as u32)),
            None => key.clone(),
        },
        Value::Bits { width: 32, .. } => key.clone(),
        Value::Term(term) if pool.sort(*term) == Sort::Bits(32) => key.clone(),
        other => match text_of(other) {
            Some(text) => text,
            None => {
                open = true;
                other.clone()
            }
        },
    });
    (!open).then_some(result)
}

/// The integer whose decimal form are these units.
pub fn canonical_integer(units: &[u16]) -> Option<i32> {
    if units.len() > 11 || !units.last().is_some_and(|unit| (48..58).contains(unit)) {
        return None;
    }
    let text = String::from_utf16(units).ok()?;
    let integer: i32 = text.parse().ok()?;
    (integer.to_string() == text).then_some(integer)
}

/// Prepares an access: checks that the object is one, and that the key is known. `verb` is for the
/// exception.
pub fn prepare(
    machine: &mut Machine,
    args: &[Value],
    verb: &str,
) -> Result<(Value, Value), Effect> {
    let (object, key) = (&args[0], &args[1]);
    let is_nothing = |value: &Value| matches!(value, Value::Unit(_) | Value::Uninitialized);
    let is_object = |machine: &Machine, value: &Value| machine.kind_of(value) == Kind::Pointer;
    if matches!(object, Value::Union(_))
        && !object
            .members()
            .all(|(_, member)| is_object(machine, member))
    {
        return Err(Effect::NeedConcrete(0));
    }
    if is_nothing(object) {
        let name = match object {
            Value::Unit(Unit::Null) => "null",
            _ => "undefined",
        };
        let key = match text_of(key) {
            Some(Value::Str(text)) => format!("'{text}'"),
            _ => "a property".to_string(),
        };
        let (plural, gerund) = match verb {
            "read" => ("Cannot read properties of", "reading"),
            _ => ("Cannot set properties of", "setting"),
        };
        let message = format!("{plural} {name} ({gerund} {key})");
        return Err(throw_type_error(machine, &message));
    }
    let Some(key) = key_of(machine, key) else {
        return Err(match &args[1] {
            Value::Union(_) => Effect::NeedConcrete(1),
            _ => Effect::Unmodelled("a key of this kind".to_string()),
        });
    };
    Ok((object.clone(), key))
}

/// The value of a member that was found: `Empty` is undefined, and an unmodelled built-in ends the
/// path.
fn found(machine: &mut Machine, value: Value) -> Effect {
    let mut missing = None;
    let value = value.map(machine.pool, &mut |_, value| match value {
        Value::Unit(Unit::Empty) => UNDEFINED,
        Value::Tuple(members) => {
            if let Some(Value::Str(name)) = members.first() {
                missing = Some(name.to_string());
            }
            UNDEFINED
        }
        value => value.clone(),
    });
    match missing {
        Some(name) => Effect::Unmodelled(name),
        None => Effect::Return(Some(value)),
    }
}

/// `object[key]`
pub fn get(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match prepare(machine, args, "read") {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    let result = match machine.kind_of(&object) {
        Kind::Str => return string_member(machine, &object, &key),
        Kind::Integer | Kind::Float => machine.find_member(&Initial::Number.value(), &key),
        Kind::Bool => machine.find_member(&Initial::Boolean.value(), &key),
        _ => object_member(machine, &object, &key),
    };
    match result {
        Ok(value) => found(machine, value),
        Err(stop) => stop.into(),
    }
}

fn object_member(machine: &mut Machine, object: &Value, key: &Value) -> Result<Value, Stop> {
    if *key == text("prototype") {
        machine.lift(object, &mut |machine, object| {
            calls::make_prototype(machine, object)?;
            Ok(UNDEFINED)
        })?;
    }
    if *key != text("length") {
        return machine.find_member(object, key);
    }
    machine.lift(object, &mut |machine, object| {
        let length = machine.own_member(object, &slot_key(slot::LENGTH))?;
        match length {
            Value::Unit(Unit::Empty) => machine.find_member(object, key),
            length => Ok(length),
        }
    })
}

fn string_member(machine: &mut Machine, string: &Value, key: &Value) -> Effect {
    let Value::Str(units) = string else {
        return Effect::Unmodelled("a member of this value".to_string());
    };
    if *key == text("length") {
        let length = units.units().len();
        return Effect::Return(Some(Value::bits(32, length as u128)));
    }
    match key {
        Value::Bits { width: 32, bits } => {
            let unit = units.units().get(*bits as usize);
            let unit = unit.map_or(UNDEFINED, |unit| {
                Value::Str(std::rc::Rc::new([*unit].as_slice().into()))
            });
            Effect::Return(Some(unit))
        }
        Value::Str(_) => match machine.find_member(&Initial::String.value(), key) {
            Ok(value) => found(machine, value),
            Err(stop) => stop.into(),
        },
        _ => Effect::NeedConcrete(1),
    }
}

/// `object[key] = value`
pub fn set(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match prepare(machine, args, "set") {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    if !matches!(object, Value::Union(_)) && machine.kind_of(&object) != Kind::Pointer {
        return Effect::Unmodelled("setting a property of a primitive value".to_string());
    }
    if key.members().any(|(_, key)| *key == text("__proto__")) {
        return Effect::Unmodelled("__proto__".to_string());
    }
    if replaces_built_in(machine, &object, &key) {
        return Effect::Unmodelled("replacing a built-in function".to_string());
    }
    let value = args[2].clone();
    if key == text("length") && value.as_u64().is_none() && is_symbolic_number(machine, &value) {
        return Effect::NeedConcrete(2);
    }
    effect(machine.lift2(&object, &key, &mut |machine, object, key| {
        set_own(machine, object, key, &value)?;
        Ok(value.clone())
    }))
}

/// Whether a value is a number that is not known.
fn is_symbolic_number(machine: &Machine, value: &Value) -> bool {
    let is_number = |it: &Value| matches!(machine.kind_of(it), Kind::Integer | Kind::Float);
    matches!(value, Value::Term(_) | Value::Union(_))
        && value.members().all(|(_, it)| is_number(it))
}

/// Whether a member of an initial object would be changed: the library relies on them.
fn replaces_built_in(machine: &mut Machine, object: &Value, key: &Value) -> bool {
    let is_initial = |object: &Value| match object {
        Value::Ptr { object, .. } => (2..=Initial::Library as u32).contains(&object.0),
        _ => false,
    };
    object.members().any(|(_, it)| is_initial(it))
        && machine
            .own_member(object, key)
            .map_or(true, |own| own != Value::EMPTY)
}

/// Sets a member of an object for a key that is not a union, and updates the length of an array.
pub fn set_own(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    value: &Value,
) -> Result<(), Stop> {
    let length = machine.own_member(object, &slot_key(slot::LENGTH))?;
    if length != Value::EMPTY {
        if *key == text("length") {
            return set_length(machine, object, value);
        }
        if !matches!(key, Value::Str(_)) {
            let length =
                machine.lift(&length, &mut |machine, length| longer(machine, length, key))?;
            machine.set_member(object, &slot_key(slot::LENGTH), &length)?;
        }
    }
    machine.set_member(object, key, value)
}

/// The length of an array after setting the element at an index.
fn longer(machine: &mut Machine, length: &Value, index: &Value) -> Result<Value, Stop> {
    if let (Some(length), Some(index)) = (length.as_u64(), index.as_u64()) {
        let is_index = index < 1 << 31;
        let length = if is_index {
            length.max(index + 1)
        } else {
            length
        };
        return Ok(Value::bits(32, u128::from(length)));
    }
    // Most indices lie within; then the length stays known.
    if let (Some(length), Value::Term(at)) = (length.as_u64(), index) {
        let bounds = machine
            .state
            .bounds
            .iter()
            .find(|bounds| bounds.term == *at);
        match bounds {
            Some(bounds) if bounds.most < length => return Ok(Value::bits(32, length.into())),
            Some(_) => {}
            None => return Err(Stop::Bounds(*at)),
        }
    }
    let pool = &mut *machine.pool;
    let (Some(before), Some(at)) = (length.to_term(pool), index.to_term(pool)) else {
        return Ok(length.clone());
    };
    let one = pool.bits(32, 1);
    let zero = pool.bits(32, 0);
    let behind = pool.add(at, one);
    let (is_index, is_new) = (pool.sle(zero, at), pool.sle(before, at));
    let grows = pool.and(is_index, is_new);
    let behind = Value::from_term(pool, behind);
    Ok(Value::choice(pool, grows, &behind, length))
}

/// `array.length = n`
fn set_length(machine: &mut Machine, array: &Value, value: &Value) -> Result<(), Stop> {
    let unmodelled = |what: &str| {
        let kind = ReasonKind::UnmodelledOperation;
        Err(Stop::Unmodelled(kind, what.to_string()))
    };
    let Value::Bits { width: 32, bits } = value else {
        return unmodelled("a new length of an array that is not a known integer");
    };
    if *bits >= 1 << 31 {
        return unmodelled("an invalid length of an array");
    }
    let Some(positions) = machine.positions(array)?.as_u64() else {
        return unmodelled("a new length of an array that differs between merged paths");
    };
    for position in (0..positions).rev() {
        let key = machine.key_at(array, position as usize)?;
        for (_, key) in key.members() {
            let is_cut = matches!(key, Value::Bits { width: 32, bits: at } if at >= bits);
            if is_cut {
                machine.set_member(array, key, &Value::EMPTY)?;
            }
        }
    }
    machine.set_member(array, &slot_key(slot::LENGTH), value)
}

/// A member of an object literal.
pub fn define(machine: &mut Machine, args: &[Value]) -> Effect {
    set(machine, args)
}

/// `delete object[key]`
pub fn delete(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match prepare(machine, args, "read") {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    if !object
        .members()
        .all(|(_, it)| machine.kind_of(it) == Kind::Pointer)
    {
        return Effect::Unmodelled("deleting a property of a primitive value".to_string());
    }
    let fixed = ["length", "prototype"].map(text);
    if key.members().any(|(_, key)| fixed.contains(key)) {
        return Effect::Unmodelled("deleting a property that may be fixed".to_string());
    }
    if replaces_built_in(machine, &object, &key) {
        return Effect::Unmodelled("deleting a built-in function".to_string());
    }
    match machine.set_member(&object, &key, &Value::EMPTY) {
        Ok(()) => Effect::Return(Some(Value::Bool(true))),
        Err(stop) => stop.into(),
    }
}

/// `key in object`
pub fn is_in(machine: &mut Machine, args: &[Value]) -> Effect {
    let swapped = [args[1].clone(), args[0].clone()];
    let object = &args[1];
    if !object
        .members()
        .all(|(_, it)| machine.kind_of(it) == Kind::Pointer)
    {
        return match object {
            Value::Union(_) => Effect::NeedConcrete(1),
            _ => throw_type_error(
                machine,
                "Cannot use 'in' operator on a value that is no object",
            ),
        };
    }
    let (object, key) = match prepare(machine, &swapped, "read") {
        Ok(prepared) => prepared,
        Err(Effect::NeedConcrete(position)) => return Effect::NeedConcrete(1 - position),
        Err(effect) => return effect,
    };
    match object_member(machine, &object, &key) {
        Ok(value) => Effect::Return(Some(value.map(machine.pool, &mut |_, value| {
            Value::Bool(*value != Value::EMPTY)
        }))),
        Err(stop) => stop.into(),
    }
}

/// A global variable, `undefined` if it does not exist.
pub fn find_global(machine: &mut Machine, args: &[Value]) -> Effect {
    match machine.own_member(&Initial::Global.value(), &args[0]) {
        Ok(value) => found(machine, value),
        Err(stop) => stop.into(),
    }
}

/// A global variable.
pub fn get_global(machine: &mut Machine, args: &[Value]) -> Effect {
    let value = match machine.own_member(&Initial::Global.value(), &args[0]) {
        Ok(value) => value,
        Err(stop) => return stop.into(),
    };
    let empty = |value: &Value| *value == Value::EMPTY;
    if empty(&value) {
        return not_defined(machine, &args[0]);
    }
    if value.members().any(|(_, member)| empty(member)) {
        let what = "a global variable that some paths do not have".to_string();
        return Effect::Unmodelled(what);
    }
    found(machine, value)
}

fn not_defined(machine: &mut Machine, name: &Value) -> Effect {
    let name = match name {
        Value::Str(name) => name.to_string(),
        _ => String::new(),
    };
    let message = format!("{name} is not defined");
    Effect::Throw(errors::new_error(
        machine,
        Initial::ReferenceError,
        &message,
    ))
}

/// Sets a global variable, creating it if necessary.
pub fn set_global(machine: &mut Machine, args: &[Value]) -> Effect {
    if builtins::is_global(&args[0]) {
        return Effect::Unmodelled("assigning to a built-in".to_string());
    }
    match machine.set_member(&Initial::Global.value(), &args[0], &args[1]) {
        Ok(()) => Effect::Return(Some(args[1].clone())),
        Err(stop) => stop.into(),
    }
}

/// Sets a global variable, which must exist.
pub fn assign_global(machine: &mut Machine, args: &[Value]) -> Effect {
    match machine.own_member(&Initial::Global.value(), &args[0]) {
        Ok(Value::Unit(Unit::Empty)) => not_defined(machine, &args[0]),
        Ok(_) => set_global(machine, args),
        Err(stop) => stop.into(),
    }
}
