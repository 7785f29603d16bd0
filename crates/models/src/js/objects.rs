//! Objects, arrays and their members.

use super::convert::{text_of, unmodelled_operation};
use super::errors::{new_error, throw_type_error};
use super::properties::{self, FIXED_LENGTH, Property, WRITABLE};
use super::shown::{shown, shown_key};
use super::writes::{decide_lengths, set_own};
use super::{
    Initial, Pointer, UNDEFINED, calls, effect, is_text, lints, settled, slot, slot_key, strings,
    symbolic_keys, text, views,
};
use sheaf_execution::step::limit_prototypes;
use sheaf_execution::value::{ObjectId, SymText};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{Kind, Unit};
use sheaf_term::{Sort, Term};

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
    let decided = machine.lift(array, &mut |machine, array| {
        let length = machine.own_member(array, &slot_key(slot::LENGTH))?;
        decide_lengths(machine, &length, 1)?;
        Ok(UNDEFINED)
    });
    if let Err(stop) = decided {
        return stop.into();
    }
    let result = machine.lift(array, &mut |machine, array| {
        let length = machine.own_member(array, &slot_key(slot::LENGTH))?;
        machine.lift(&length, &mut |machine, length| {
            set_own(machine, array, length, element)?;
            Ok(UNDEFINED)
        })
    });
    effect(result)
}

/// Throws if a value is undefined or null, which cannot be destructured: the value, its source, and
/// the first key that is taken; undefined where they are not known. The source of a part of a larger
/// pattern is empty.
pub fn require_object(machine: &mut Machine, args: &[Value]) -> Effect {
    let is_nothing = |value: &Value| matches!(value, Value::Unit(_));
    match &args[0] {
        Value::Unit(unit) => {
            let shown = match unit {
                Unit::Null => "null",
                _ => "undefined",
            };
            let source = match (&args[1], unit) {
                (Value::Str(source), _) => source.to_string(),
                (_, Unit::Null) => "object null".to_string(),
                _ => shown.to_string(),
            };
            let message = match &args[2] {
                Value::Str(key) if source.is_empty() => {
                    format!("Cannot read properties of {shown} (reading '{key}')")
                }
                Value::Str(key) => {
                    format!("Cannot destructure property '{key}' of '{source}' as it is {shown}.")
                }
                _ if source.is_empty() => {
                    format!("Cannot destructure '{shown}' as it is {shown}.")
                }
                _ => format!("Cannot destructure '{source}' as it is {shown}."),
            };
            throw_type_error(machine, &message)
        }
        value if value.members().any(|(_, it)| is_nothing(it)) => Effect::NeedConcrete(0),
        _ => Effect::Return(Some(UNDEFINED)),
    }
}

/// A string that is not known as a key: the integer that it spells, a name that has a meaning of
/// its own, or another string.
fn symbolic_key(machine: &mut Machine, key: &Value) -> Value {
    let Some(text) = machine.sym_text(key) else {
        return UNDEFINED;
    };
    let pool = &mut *machine.pool;
    let (is_integer, integer) = strings::canonical_integer(pool, &text);
    let mut rest = pool.not(is_integer);
    let mut members = vec![(is_integer, Value::from_term(pool, integer))];
    for name in ["length", "prototype"] {
        let name = super::text(name);
        let Some(units) = SymText::of_value(pool, &name) else {
            continue;
        };
        let meant = text.equal(pool, &units);
        let other = pool.not(meant);
        rest = pool.and(rest, other);
        members.push((meant, name));
    }
    members.push((rest, (*text).clone().into_value(pool)));
    Value::union(pool, members)
}

/// A value as a key: a 32-bit integer if it is spelled like one, else a string. `None` if a member
/// of it must be known first.
fn key_of(machine: &mut Machine, key: &Value) -> Option<Value> {
    if let Value::SymStr(_) = key {
        return Some(symbolic_key(machine, key));
    }
    let mut open = false;
    let result = key.map(machine.pool, &mut |pool, key| match key {
        Value::Str(text) => match canonical_integer(text.units()) {
            Some(integer) => Value::bits(32, u128::from(integer as u32)),
            None => key.clone(),
        },
        Value::Bits { width: 32, .. } => key.clone(),
        Value::Term(term) if pool.sort(*term) == Sort::Bits(32) => key.clone(),
        symbol if is_symbol(symbol) => key.clone(),
        other => match text_of(other) {
            Some(Value::Str(text)) => match canonical_integer(text.units()) {
                Some(integer) => Value::bits(32, u128::from(integer as u32)),
                None => Value::Str(text),
            },
            Some(text) => text,
            None => {
                open = true;
                other.clone()
            }
        },
    });
    (!open).then_some(result)
}

/// Whether units may be the decimal form of a number: they begin with a digit or a sign, and end
/// with a digit.
#[inline]
pub fn may_be_number(units: &[u16]) -> bool {
    let is_digit = |unit: &u16| (48..58).contains(unit);
    let is_start = |unit: &u16| is_digit(unit) || *unit == u16::from(b'-');
    units.last().is_some_and(is_digit) && units.first().is_some_and(is_start)
}

/// The integer whose decimal form are these units.
pub fn canonical_integer(units: &[u16]) -> Option<i32> {
    if units.len() > 11 || !may_be_number(units) {
        return None;
    }
    let text = String::from_utf16(units).ok()?;
    let integer: i32 = text.parse().ok()?;
    (integer.to_string() == text).then_some(integer)
}

/// An operation that accesses a property.
#[derive(Clone, Copy)]
pub struct Access {
    /// For the exception if the object is undefined or null.
    verb: &'static str,
    /// The function of the library that does the same once the key, an object, is converted.
    converted: &'static str,
    /// Whether the key may be a symbolic string.
    takes_symbolic: bool,
}

pub const fn access(verb: &'static str, converted: &'static str) -> Access {
    Access {
        verb,
        converted,
        takes_symbolic: true,
    }
}

impl Access {
    /// The same for keys that are no symbolic strings.
    pub const fn of_known_key(self) -> Access {
        Access {
            takes_symbolic: false,
            ..self
        }
    }
}

/// An access to an object's own property.
pub const OWN: Access = access("read", "hasOwn").of_known_key();

/// Prepares an access: checks that the object is one, and that the key is known.
pub fn prepare(
    machine: &mut Machine,
    args: &[Value],
    access: Access,
) -> Result<(Value, Value), Effect> {
    let (object, key) = (&args[0], &args[1]);
    let is_nothing = |value: &Value| matches!(value, Value::Unit(_) | Value::Uninitialized);
    let is_open = |value: &Value| {
        value
            .members()
            .any(|(_, it)| matches!(it, Value::SymStr(_)))
    };
    if matches!(key, Value::Union(_)) && is_open(key) {
        return Err(Effect::NeedConcrete(1));
    }
    if access.converted != "get" && is_open(object) || !access.takes_symbolic && is_open(key) {
        let what = "a property of a symbolic string, or one with such a key".to_string();
        return Err(Effect::Unmodelled(what));
    }
    if matches!(object, Value::Union(_)) && !object.members().all(|(_, member)| is_object(member)) {
        return Err(Effect::NeedConcrete(0));
    }
    if is_nothing(object) {
        return Err(of_nothing(machine, access.verb, object, key)?);
    }
    let Some(key) = key_of(machine, key) else {
        return Err(match &args[1] {
            Value::Union(_) => Effect::NeedConcrete(1),
            key if is_object(key) => calls::library(machine, access.converted, args),
            _ => Effect::Unmodelled("a key of this kind".to_string()),
        });
    };
    Ok((object.clone(), key))
}

/// The exception of an access to a property of undefined or null.
fn of_nothing(
    machine: &mut Machine,
    verb: &str,
    object: &Value,
    key: &Value,
) -> Result<Effect, Stop> {
    let name = match object {
        Value::Unit(Unit::Null) => "null",
        _ => "undefined",
    };
    let gerund = match verb {
        "delete" => {
            let message = "Cannot convert undefined or null to object";
            return Ok(throw_type_error(machine, message));
        }
        "read" => "reading",
        _ => "setting",
    };
    let message = match shown_key(machine, key)? {
        Some(key) => format!("Cannot {verb} properties of {name} ({gerund} '{key}')"),
        None => format!("Cannot {verb} properties of {name}"),
    };
    Ok(throw_type_error(machine, &message))
}

/// The offset of pointers that are symbols: to a table that holds the description.
const SYMBOL: u64 = 1;

/// The offset of the pointer that is the key of a private name.
pub const PRIVATE_NAME: u64 = 2;

/// Whether a value is a symbol.
pub fn is_symbol(value: &Value) -> bool {
    matches!(value, Value::Ptr { object, offset: SYMBOL } if *object != ObjectId::NONE)
}

/// Whether a value is an object or a function.
pub fn is_object(value: &Value) -> bool {
    matches!(value, Value::Ptr { offset: 0, .. })
}

/// A new symbol with a description, a string or undefined.
pub fn symbol(machine: &mut Machine, args: &[Value]) -> Effect {
    let table = machine.new_table();
    let Value::Ptr { object, .. } = table else {
        return Effect::Unmodelled("this symbol".to_string());
    };
    let symbol = Value::Ptr {
        object,
        offset: SYMBOL,
    };
    let set = machine.set_member(&symbol, &slot_key(slot::PRIMITIVE), &args[0]);
    effect(set.map(|()| symbol))
}

/// The description of a symbol.
pub fn description(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.own_member(&args[0], &slot_key(slot::PRIMITIVE)))
}

/// What a primitive value inherits from.
pub fn prototype_of_primitive(machine: &mut Machine, value: &Value) -> Value {
    match machine.kind_of(value) {
        Kind::Str => Initial::String.value(),
        Kind::Bool => Initial::Boolean.value(),
        Kind::Int => Initial::BigInt.value(),
        _ if is_symbol(value) => Initial::Symbol.value(),
        _ => Initial::Number.value(),
    }
}

/// The result of reading a stored value that was found for `args`, an object and a key: absent is
/// undefined, a getter is called, and an unmodelled built-in ends the path.
pub fn found(machine: &mut Machine, stored: Value, args: &[Value]) -> Effect {
    match of_found(machine, stored, args) {
        Ok(effect) => effect,
        Err(stop) => stop.into(),
    }
}

fn of_found(machine: &mut Machine, stored: Value, args: &[Value]) -> Result<Effect, Stop> {
    let is_accessor = |it: &Value| matches!(it, Value::Tuple(parts) if parts.len() == 3);
    let is_open_key = matches!(args.get(1), Some(Value::SymStr(_)));
    let stored = match is_open_key {
        true => stored,
        false => machine.of_one_kind(&stored, is_accessor)?,
    };
    // A third argument says that the program expects that it may be missing.
    if args.len() == 2 {
        lints::absent(machine, &stored, args.get(1));
    }
    let special = |it: &Value| matches!(it, Value::Tuple(_) | Value::Unit(Unit::Empty));
    if !stored.members().any(|(_, it)| special(it)) {
        return Ok(Effect::Return(Some(stored)));
    }
    if let Value::Tuple(parts) = &stored
        && let [_, getter, _] = &parts[..]
    {
        return Ok(match settled::single(machine, getter)? {
            Value::Unit(_) => Effect::Return(Some(UNDEFINED)),
            getter => calls::invoke(machine, &text("the getter"), &getter, &args[0], &[]),
        });
    }
    if is_open_key {
        let stored = only_values(machine, &stored);
        let value = properties::plain(machine, &stored)?;
        return Ok(Effect::Return(Some(value)));
    }
    let value = properties::plain(machine, &stored)?;
    Ok(match settled::present(machine, &value)? {
        Some(value) => Effect::Return(Some(value)),
        // A member of the namespace of a module.
        None => {
            let message = "Cannot access an export before initialization";
            Effect::Throw(new_error(machine, Initial::ReferenceError, message))
        }
    })
}

/// What was found for a symbolic string as key: the path ends where that is an accessor or a
/// built-in that is not modelled.
fn only_values(machine: &mut Machine, stored: &Value) -> Value {
    let mut members = Vec::new();
    for (guard, member) in stored.members() {
        let what = match member {
            Value::Tuple(parts) if parts.len() == 1 => "a built-in that is not modelled",
            Value::Tuple(parts) if parts.len() == 3 => "an accessor",
            _ => {
                members.push((guard, member.clone()));
                continue;
            }
        };
        machine.stop_where(guard, format!("a symbolic string that may name {what}"));
        members.push((guard, UNDEFINED));
    }
    Value::union(machine.pool, members)
}

/// `object[key]`; a third argument says that the program expects that it may be missing.
pub fn get(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match prepare(machine, args, access("read", "get")) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    match views::elements(machine, &object, &key) {
        Ok(Some(view)) => return effect(views::read(machine, &view, &key)),
        Ok(None) => {}
        Err(effect) => return effect,
    }
    let is_ordinary = object.members().all(|(_, it)| is_object(it));
    if let (true, Value::SymStr(_)) = (is_ordinary, &args[1]) {
        match symbolic_keys::for_read(machine, &object, &args[1]) {
            Ok(Some(key)) => return get(machine, &[object, key]),
            Ok(None) => {}
            Err(effect) => return effect,
        }
    }
    let result = match &object {
        object if is_ordinary => machine.lift(&key, &mut |machine, key| {
            object_member(machine, object, key)
        }),
        Value::Str(_) | Value::SymStr(_) => return string_member(machine, &object, &key),
        primitive => {
            let prototype = prototype_of_primitive(machine, primitive);
            machine.find_member(&prototype, &key)
        }
    };
    match result {
        Ok(value) => found(machine, value, args),
        Err(stop) => stop.into(),
    }
}

/// `super[key]`: `this`, the key, and the object where the search starts.
pub fn get_from(machine: &mut Machine, args: &[Value]) -> Effect {
    let swapped = [args[2].clone(), args[1].clone()];
    let (start, key) = match prepare(machine, &swapped, access("read", "get")) {
        Ok(prepared) => prepared,
        Err(Effect::NeedConcrete(0)) => return Effect::NeedConcrete(2),
        Err(effect) => return effect,
    };
    match views::elements(machine, &start, &key) {
        Ok(Some(view)) => return effect(views::read(machine, &view, &key)),
        Ok(None) => {}
        Err(Effect::NeedConcrete(0)) => return Effect::NeedConcrete(2),
        Err(effect) => return effect,
    }
    let result = machine.lift(&key, &mut |machine, key| {
        object_member(machine, &start, key)
    });
    match result {
        Ok(value) => found(machine, value, &args[..2]),
        Err(stop) => stop.into(),
    }
}

/// A computed key: objects are converted, unless a second argument, whose property is meant, is
/// undefined or null.
pub fn to_key(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Some(object) = args.get(1).filter(|_| is_object(&args[0])) {
        let is_nothing = |value: &Value| matches!(value, Value::Unit(_));
        if is_nothing(object) {
            return match of_nothing(machine, "read", object, &args[0]) {
                Ok(effect) => effect,
                Err(stop) => stop.into(),
            };
        }
        if object.members().any(|(_, it)| is_nothing(it)) {
            return Effect::NeedConcrete(1);
        }
    }
    match &args[0] {
        key if is_object(key) => calls::library(machine, "keyOf", args),
        Value::Union(_) if args[0].members().any(|(_, it)| is_object(it)) => {
            Effect::NeedConcrete(0)
        }
        key => Effect::Return(Some(key.clone())),
    }
}

/// The next element of an iteration, at a position of an array or from an iterator; `Empty` at the
/// end.
pub fn step(machine: &mut Machine, args: &[Value]) -> Effect {
    let (list, at) = (&args[0], &args[1]);
    if matches!(list, Value::Union(_)) {
        return Effect::NeedConcrete(0);
    }
    let length = match machine.own_member(list, &slot_key(slot::LENGTH)) {
        Ok(Value::Unit(Unit::Empty)) => return calls::library(machine, "stepIterator", &args[..1]),
        Ok(length) => length,
        Err(stop) => return stop.into(),
    };
    let found = machine.lift2(&length, at, &mut |machine, length, at| {
        let (Some(length), Some(_)) = (length.to_term(machine.pool), at.as_u64()) else {
            return unmodelled_operation("an iteration from a position that is not known");
        };
        let Some(at_term) = at.to_term(machine.pool) else {
            return Ok(Value::EMPTY);
        };
        let within = machine.pool.ult(at_term, length);
        if within == Term::FALSE {
            return Ok(Value::EMPTY);
        }
        let value = machine.find_member(list, at)?;
        let value = or_undefined(machine, &value);
        Ok(Value::ite(machine.pool, within, &value, &Value::EMPTY))
    });
    match found {
        Ok(value) if value.members().any(|(_, it)| properties::is_special(it)) => {
            found_element(machine, value, args)
        }
        found => effect(found),
    }
}

fn found_element(machine: &mut Machine, value: Value, args: &[Value]) -> Effect {
    let ends = value.members().any(|(_, it)| *it == Value::EMPTY);
    match ends {
        true => Effect::NeedConcrete(1),
        false => found(machine, value, args),
    }
}

/// `Empty`, which ends an iteration.
pub fn empty(_: &mut Machine, _: &[Value]) -> Effect {
    Effect::Return(Some(Value::EMPTY))
}

/// Whether a value is `Empty`.
pub fn is_empty(machine: &mut Machine, args: &[Value]) -> Effect {
    Effect::Return(Some(args[0].map(machine.pool, &mut |_, value| {
        Value::Bool(*value == Value::EMPTY)
    })))
}

/// What is stored for a key in an object or its prototypes.
pub fn object_member(machine: &mut Machine, object: &Value, key: &Value) -> Result<Value, Stop> {
    match is_text(key, "length") || is_text(key, "prototype") {
        true => special_member(machine, object, key, 0),
        false => machine.find_member(object, key),
    }
}

/// The same for `length` and `prototype`, which arrays and functions have although their tables do
/// not. An inherited length that is read-only has its attributes.
fn special_member(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    depth: usize,
) -> Result<Value, Stop> {
    limit_prototypes(depth)?;
    machine.lift(object, &mut |machine, object| {
        if !is_object(object) {
            return Ok(Value::EMPTY);
        }
        let own = own_special(machine, object, key, depth > 0)?;
        if own.members().all(|(_, it)| *it != Value::EMPTY) {
            return Ok(own);
        }
        let parent = machine.own_member(object, &PROTOTYPE)?;
        let inherited = special_member(machine, &parent, key, depth + 1)?;
        Ok(own.map(machine.pool, &mut |_, own| match own {
            Value::Unit(Unit::Empty) => inherited.clone(),
            own => own.clone(),
        }))
    })
}

fn own_special(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    is_inherited: bool,
) -> Result<Value, Stop> {
    if is_text(key, "prototype") {
        calls::make_prototype(machine, object)?;
        return machine.own_member(object, key);
    }
    let length = machine.own_member(object, &slot_key(slot::LENGTH))?;
    let Some(length) = settled::present(machine, &length)? else {
        return machine.own_member(object, key);
    };
    let fixed = is_inherited && properties::limits(machine, object)? & FIXED_LENGTH != 0;
    Ok(match fixed {
        true => Property::Data(properties::ALL & !WRITABLE, length).stored(),
        false => length,
    })
}

fn string_member(machine: &mut Machine, string: &Value, key: &Value) -> Effect {
    if is_text(key, "length") {
        return Effect::Return(Some(machine.string_length(string)));
    }
    match key {
        Value::Union(_) => return Effect::NeedConcrete(1),
        Value::Str(_) => {
            return match machine.find_member(&Initial::String.value(), key) {
                Ok(value) => found(machine, value, &[string.clone(), key.clone()]),
                Err(stop) => stop.into(),
            };
        }
        _ if strings::needs_length(machine, string) => return Effect::NeedConcrete(0),
        _ => {}
    }
    match machine.kind_of(key) {
        Kind::Integer => match indexed(machine, string, key) {
            Ok(effect) => effect,
            Err(stop) => stop.into(),
        },
        Kind::Pointer => match machine.find_member(&Initial::String.value(), key) {
            Ok(value) => found(machine, value, &[string.clone(), key.clone()]),
            Err(stop) => stop.into(),
        },
        _ => Effect::NeedConcrete(1),
    }
}

/// `string[index]`; beyond the string, what strings inherit.
fn indexed(machine: &mut Machine, string: &Value, index: &Value) -> Result<Effect, Stop> {
    let (within, _) = machine.string_unit(string, index);
    if within != Term::TRUE {
        let inherited = machine.find_member(&Initial::String.value(), index)?;
        if inherited != Value::EMPTY && !machine.decide(within)? {
            let args = [string.clone(), index.clone()];
            return Ok(found(machine, inherited, &args));
        }
    }
    let element = strings::element(machine, string, index);
    Ok(Effect::Return(Some(element)))
}

fn not_searched(machine: &mut Machine, key: &Value, value: &Value) -> Effect {
    let message = shown(machine, key).and_then(|key| {
        let value = shown(machine, value)?;
        Ok(format!(
            "Cannot use 'in' operator to search for '{key}' in {value}"
        ))
    });
    match message {
        Ok(message) => throw_type_error(machine, &message),
        Err(stop) => stop.into(),
    }
}

/// `key in object`
pub fn is_in(machine: &mut Machine, args: &[Value]) -> Effect {
    let swapped = [args[1].clone(), args[0].clone()];
    let object = &args[1];
    if !object.members().all(|(_, it)| is_object(it)) {
        return match object {
            Value::Union(_) => Effect::NeedConcrete(1),
            _ => not_searched(machine, &args[0], object),
        };
    }
    let (object, key) = match prepare(machine, &swapped, access("read", "isIn")) {
        Ok(prepared) => prepared,
        Err(Effect::NeedConcrete(position)) => return Effect::NeedConcrete(1 - position),
        Err(effect) => return effect,
    };
    match views::elements(machine, &object, &key) {
        Ok(Some(view)) => return effect(views::has(machine, &view, &key)),
        Ok(None) => {}
        Err(Effect::NeedConcrete(position)) => return Effect::NeedConcrete(1 - position),
        Err(effect) => return effect,
    }
    let found = machine.lift(&key, &mut |machine, key| {
        object_member(machine, &object, key)
    });
    match found {
        Ok(value) => Effect::Return(Some(value.map(machine.pool, &mut |_, value| {
            Value::Bool(*value != Value::EMPTY)
        }))),
        Err(stop) => stop.into(),
    }
}

pub fn is_array(machine: &mut Machine, object: &Value) -> Result<bool, Stop> {
    settled::has_slot(machine, object, slot::LENGTH)
}
