//! Objects, arrays and their members.

use super::convert::{text_of, unmodelled_operation};
use super::errors::{self, throw_type_error};
use super::properties::{self, CONFIGURABLE, HIDDEN, Property, WRITABLE};
use super::{Initial, UNDEFINED, calls, effect, slot, slot_key, strings, text};
use sheaf_engine::value::{ObjectId, SymText};
use sheaf_engine::{Effect, Machine, Stop, Value};
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

/// An operation that accesses a property.
#[derive(Clone, Copy)]
pub struct Access {
    /// For the exception if the object is undefined or null.
    verb: &'static str,
    /// The function of the library that does the same once the key, an object, is converted.
    converted: &'static str,
}

const fn access(verb: &'static str, converted: &'static str) -> Access {
    Access { verb, converted }
}

pub const HAS_OWN: Access = access("read", "hasOwn");

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
    if access.converted != "get" && (is_open(object) || is_open(key)) {
        let what = "a property of a symbolic string, or one with such a key".to_string();
        return Err(Effect::Unmodelled(what));
    }
    if matches!(object, Value::Union(_)) && !object.members().all(|(_, member)| is_object(member)) {
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
        let (plural, gerund) = match access.verb {
            "read" => ("Cannot read properties of", "reading"),
            _ => ("Cannot set properties of", "setting"),
        };
        let message = format!("{plural} {name} ({gerund} {key})");
        return Err(throw_type_error(machine, &message));
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

/// The offset of pointers that are symbols: to a table that holds the description.
const SYMBOL: u64 = 1;

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
        _ if is_symbol(value) => Initial::Symbol.value(),
        _ => Initial::Number.value(),
    }
}

/// The result of reading a stored value that was found for `args`, an object and a key: absent is
/// undefined, a getter is called, and an unmodelled built-in ends the path.
fn found(machine: &mut Machine, stored: Value, args: &[Value]) -> Effect {
    let special = |it: &Value| matches!(it, Value::Tuple(_) | Value::Unit(Unit::Empty));
    if !stored.members().any(|(_, it)| special(it)) {
        return Effect::Return(Some(stored));
    }
    if let Value::Tuple(members) = &stored
        && let [_, getter, _] = &members[..]
    {
        return match getter {
            Value::Unit(_) => Effect::Return(Some(UNDEFINED)),
            getter => calls::invoke(machine, &text("the getter"), getter, &args[0], &[]),
        };
    }
    if let Some(Value::SymStr(_)) = args.get(1) {
        let stored = only_values(machine, &stored);
        return effect(properties::plain(machine, &stored));
    }
    let is_accessor = |it: &Value| matches!(it, Value::Tuple(members) if members.len() == 3);
    if stored.members().any(|(_, it)| is_accessor(it)) {
        let open = args
            .iter()
            .position(|it| matches!(it, Value::Union(_) | Value::Term(_)));
        if let Some(position) = open {
            return Effect::NeedConcrete(position);
        }
    }
    effect(properties::plain(machine, &stored))
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

/// `object[key]`
pub fn get(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match prepare(machine, args, access("read", "get")) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    let result = match &object {
        object if object.members().all(|(_, it)| is_object(it)) => machine
            .lift(&key, &mut |machine, key| {
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
    let result = machine.lift(&key, &mut |machine, key| {
        object_member(machine, &start, key)
    });
    match result {
        Ok(value) => found(machine, value, &args[..2]),
        Err(stop) => stop.into(),
    }
}

/// A computed key: objects are converted.
pub fn to_key(machine: &mut Machine, args: &[Value]) -> Effect {
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
    if *key == text("length") {
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
        Kind::Integer => Effect::Return(Some(strings::element(machine, string, key))),
        Kind::Pointer => match machine.find_member(&Initial::String.value(), key) {
            Ok(value) => found(machine, value, &[string.clone(), key.clone()]),
            Err(stop) => stop.into(),
        },
        _ => Effect::NeedConcrete(1),
    }
}

/// `object[key] = value` in strict code.
pub fn set(machine: &mut Machine, args: &[Value]) -> Effect {
    store(machine, args, true)
}

/// `object[key] = value` in sloppy code, which ignores that a property cannot be set.
pub fn put(machine: &mut Machine, args: &[Value]) -> Effect {
    store(machine, args, false)
}

fn store(machine: &mut Machine, args: &[Value], strict: bool) -> Effect {
    let (object, key) = match prepare(machine, args, access("set", "set")) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    let value = &args[2];
    if key == text("length") && value.as_u64().is_none() && is_symbolic_number(machine, value) {
        return Effect::NeedConcrete(2);
    }
    let simple = machine.lift2(&object, &key, &mut |machine, object, key| {
        Ok(
            match is_object(object) && is_simple(machine, object, key, value)? {
                true => UNDEFINED,
                false => Value::EMPTY,
            },
        )
    });
    match simple {
        Ok(simple) if simple == UNDEFINED => {}
        Ok(_) => {
            return match (&object, &key) {
                (Value::Union(_), _) => Effect::NeedConcrete(0),
                (_, Value::Union(_)) => Effect::NeedConcrete(1),
                (object, key) => match store_slowly(machine, object, key, value, strict) {
                    Ok(effect) => effect,
                    Err(stop) => stop.into(),
                },
            };
        }
        Err(stop) => return stop.into(),
    }
    effect(machine.lift2(&object, &key, &mut |machine, object, key| {
        set_own(machine, object, key, value)?;
        Ok(value.clone())
    }))
}

/// Whether setting a property only changes the table: neither attributes nor accessors matter.
fn is_simple(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    value: &Value,
) -> Result<bool, Stop> {
    let special = |stored: &Value| stored.members().any(|(_, it)| properties::is_special(it));
    if *key == text("length") && is_array(machine, object)? {
        let valid = matches!(value, Value::Bits { width: 32, bits } if *bits < 1 << 31);
        let free = valid && properties::limits(machine, object)? == 0;
        return Ok(free && !cuts_special(machine, object, value)?);
    }
    let own = machine.own_member(object, key)?;
    if special(&own) {
        return Ok(false);
    }
    if own.members().all(|(_, it)| *it != Value::EMPTY) {
        return Ok(true);
    }
    if *key == text("prototype") && calls::is_constructor(machine, object)? {
        return Ok(false);
    }
    if is_large_index(key) && is_array(machine, object)? {
        return unmodelled_operation("an index of an array beyond 2^31");
    }
    let inherited = machine.find_member(object, key)?;
    Ok(!special(&inherited) && properties::limits(machine, object)? == 0)
}

/// Whether elements with attributes are behind a new length of an array.
fn cuts_special(machine: &mut Machine, array: &Value, length: &Value) -> Result<bool, Stop> {
    let (Some(length), Some(count)) = (length.as_u64(), machine.positions(array)?.as_u64()) else {
        return Ok(false);
    };
    for at in length..count {
        let stored = machine.own_member(array, &Value::bits(32, at.into()))?;
        if stored.members().any(|(_, it)| properties::is_special(it)) {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a key is an array index that is kept as a string, because it is beyond 2^31.
fn is_large_index(key: &Value) -> bool {
    let Value::Str(key) = key else { return false };
    let digits = |unit: &u16| (48..58).contains(unit);
    key.units().len() == 10
        && key.units().iter().all(digits)
        && key.to_string().parse::<u32>().is_ok_and(|it| it < u32::MAX)
}

pub fn is_array(machine: &mut Machine, object: &Value) -> Result<bool, Stop> {
    Ok(machine.own_member(object, &slot_key(slot::LENGTH))? != Value::EMPTY)
}

/// Sets a property of one object for one key: attributes and setters are respected.
fn store_slowly(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    value: &Value,
    strict: bool,
) -> Result<Effect, Stop> {
    let mut found = UNDEFINED;
    if is_object(object) {
        if *key == text("length") && is_array(machine, object)? {
            let mode = Value::Bool(strict);
            let args = [object.clone(), value.clone(), mode];
            return Ok(calls::library(machine, "setLength", &args));
        }
        if *key == text("prototype") {
            calls::make_prototype(machine, object)?;
        }
        let own = machine.own_member(object, key)?;
        match Property::of(&own)? {
            Property::Data(attributes, _) if attributes & WRITABLE != 0 => {
                properties::put(machine, object, key, attributes, value)?;
                return Ok(Effect::Return(Some(value.clone())));
            }
            Property::Parameter(attributes, place) if attributes & WRITABLE != 0 => {
                machine.store_cell_at(&place, &Value::bits(32, 0), value);
                return Ok(Effect::Return(Some(value.clone())));
            }
            Property::Missing(_) => {
                properties::put(machine, object, key, HIDDEN, value)?;
                return Ok(Effect::Return(Some(value.clone())));
            }
            Property::Absent => {}
            _ => found = own,
        }
    }
    if found == UNDEFINED {
        let start = match is_object(object) {
            true => object.clone(),
            false => prototype_of_primitive(machine, object),
        };
        found = machine.find_member(&start, key)?;
        let writable = match Property::of(&found)? {
            Property::Accessor(..) => false,
            Property::Absent | Property::Missing(_) => true,
            property => property.attributes() & WRITABLE != 0,
        };
        if writable && is_object(object) {
            let limits = properties::limits(machine, object)?;
            let fixed_length = limits & properties::FIXED_LENGTH != 0;
            let barred = limits & properties::NOT_EXTENSIBLE != 0
                || fixed_length && !matches!(key, Value::Str(_)) && is_array(machine, object)?;
            if !barred {
                set_own(machine, object, key, value)?;
                return Ok(Effect::Return(Some(value.clone())));
            }
            let message = format!(
                "Cannot add property {}, object is not extensible",
                shown(key)
            );
            return Ok(rejected(machine, value, strict, &message));
        }
    }
    if let Property::Accessor(_, _, setter) = Property::of(&found)? {
        if !matches!(setter, Value::Unit(_)) {
            let name = text("the setter");
            let list = [value.clone()];
            return Ok(calls::invoke(machine, &name, &setter, object, &list));
        }
        let message = format!("Cannot set property {} which has only a getter", shown(key));
        return Ok(rejected(machine, value, strict, &message));
    }
    let message = match is_object(object) {
        true => format!(
            "Cannot assign to read only property '{}' of object",
            shown(key)
        ),
        false => format!(
            "Cannot create property '{}' on a primitive value",
            shown(key)
        ),
    };
    Ok(rejected(machine, value, strict, &message))
}

/// A key for the user.
fn shown(key: &Value) -> String {
    match text_of(key) {
        Some(Value::Str(text)) => text.to_string(),
        _ => "a symbol".to_string(),
    }
}

/// What failing to set or delete does.
fn rejected(machine: &mut Machine, result: &Value, strict: bool, message: &str) -> Effect {
    match strict {
        true => throw_type_error(machine, message),
        false => Effect::Return(Some(result.clone())),
    }
}

/// Whether a value is a number that is not known.
fn is_symbolic_number(machine: &Machine, value: &Value) -> bool {
    let is_number = |it: &Value| matches!(machine.kind_of(it), Kind::Integer | Kind::Float);
    matches!(value, Value::Term(_) | Value::Union(_))
        && value.members().all(|(_, it)| is_number(it))
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

/// `array.length = n` for a valid length that is writable. Elements that cannot be deleted are
/// kept: the library has checked for them.
pub fn set_length(machine: &mut Machine, array: &Value, value: &Value) -> Result<(), Stop> {
    let Value::Bits { width: 32, bits } = value else {
        return unmodelled_operation("a new length of an array that is not a known integer");
    };
    let Some(positions) = machine.positions(array)?.as_u64() else {
        return unmodelled_operation("a new length of an array that differs between merged paths");
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

/// A member of an object literal: the object and the key, which may have been converted, and the
/// value.
pub fn define(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match prepare(machine, args, access("set", "define")) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    effect(set_own(machine, &object, &key, &args[2]).map(|()| UNDEFINED))
}

/// `delete object[key]` in strict code.
pub fn delete(machine: &mut Machine, args: &[Value]) -> Effect {
    remove(machine, args, true)
}

/// `delete object[key]` in sloppy code.
pub fn delete_if_possible(machine: &mut Machine, args: &[Value]) -> Effect {
    remove(machine, args, false)
}

fn remove(machine: &mut Machine, args: &[Value], strict: bool) -> Effect {
    let (object, key) = match prepare(machine, args, access("read", "remove")) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    let fixed = machine.lift2(&object, &key, &mut |machine, object, key| {
        Ok(Value::Bool(is_fixed(machine, object, key)?))
    });
    match fixed {
        Ok(Value::Bool(false)) => {}
        Ok(Value::Bool(true)) => {
            let message = format!("Cannot delete property '{}'", shown(&key));
            return rejected(machine, &Value::Bool(false), strict, &message);
        }
        Ok(_) => return Effect::NeedConcrete(usize::from(!matches!(object, Value::Union(_)))),
        Err(stop) => return stop.into(),
    }
    if !object.members().all(|(_, it)| is_object(it)) {
        return Effect::Return(Some(Value::Bool(true)));
    }
    match machine.set_member(&object, &key, &Value::EMPTY) {
        Ok(()) => Effect::Return(Some(Value::Bool(true))),
        Err(stop) => stop.into(),
    }
}

/// Whether an object has a property that cannot be deleted.
fn is_fixed(machine: &mut Machine, object: &Value, key: &Value) -> Result<bool, Stop> {
    if let Value::Str(units) = object {
        let index = key.as_u64().unwrap_or(u64::MAX) as usize;
        return Ok(*key == text("length") || index < units.units().len());
    }
    if !is_object(object) {
        return Ok(false);
    }
    if *key == text("length") && is_array(machine, object)? {
        return Ok(true);
    }
    if *key == text("prototype") {
        calls::make_prototype(machine, object)?;
    }
    let own = machine.own_member(object, key)?;
    if !own.members().any(|(_, it)| properties::is_special(it)) {
        return Ok(false);
    }
    Ok(Property::of(&own)?.attributes() & CONFIGURABLE == 0)
}

/// `key in object`
pub fn is_in(machine: &mut Machine, args: &[Value]) -> Effect {
    let swapped = [args[1].clone(), args[0].clone()];
    let object = &args[1];
    if !object.members().all(|(_, it)| is_object(it)) {
        return match object {
            Value::Union(_) => Effect::NeedConcrete(1),
            _ => throw_type_error(
                machine,
                "Cannot use 'in' operator on a value that is no object",
            ),
        };
    }
    let (object, key) = match prepare(machine, &swapped, access("read", "isIn")) {
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
    match machine.find_member(&Initial::Global.value(), &args[0]) {
        Ok(value) => found(machine, value, &[Initial::Global.value(), args[0].clone()]),
        Err(stop) => stop.into(),
    }
}

/// A global variable.
pub fn get_global(machine: &mut Machine, args: &[Value]) -> Effect {
    let value = match machine.find_member(&Initial::Global.value(), &args[0]) {
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
    found(machine, value, &[Initial::Global.value(), args[0].clone()])
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

/// Sets a global variable in sloppy code, creating it if necessary.
pub fn set_global(machine: &mut Machine, args: &[Value]) -> Effect {
    let args = [Initial::Global.value(), args[0].clone(), args[1].clone()];
    store(machine, &args, false)
}

/// Sets a global variable in strict code: it must exist.
pub fn assign_global(machine: &mut Machine, args: &[Value]) -> Effect {
    match machine.find_member(&Initial::Global.value(), &args[0]) {
        Ok(Value::Unit(Unit::Empty)) => not_defined(machine, &args[0]),
        Ok(_) => {
            let args = [Initial::Global.value(), args[0].clone(), args[1].clone()];
            store(machine, &args, true)
        }
        Err(stop) => stop.into(),
    }
}

/// `delete name` for a global variable.
pub fn delete_global(machine: &mut Machine, args: &[Value]) -> Effect {
    remove(machine, &[Initial::Global.value(), args[0].clone()], false)
}
