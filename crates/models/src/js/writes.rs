//! Writing, defining and deleting properties (ECMA-262, 10.1 and 10.4.2).

use super::convert::unmodelled_operation;
use super::errors::throw_type_error;
use super::objects::{
    access, is_array, is_object, is_symbol, object_member, prepare, prototype_of_primitive,
};
use super::properties::{self, CONFIGURABLE, Property, WRITABLE};
use super::shown::shown;
use super::{
    UNDEFINED, calls, effect, is_text, settled, slot, slot_key, strings, symbolic_keys, text, views,
};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::Kind;
use sheaf_term::{Sort, Term};
use std::cmp::Ordering;

/// `object[key] = value` in strict code.
pub fn set(machine: &mut Machine, args: &[Value]) -> Effect {
    store(machine, args, true)
}

/// `object[key] = value` in sloppy code, which ignores that a property cannot be set.
pub fn put(machine: &mut Machine, args: &[Value]) -> Effect {
    store(machine, args, false)
}

pub fn store(machine: &mut Machine, args: &[Value], strict: bool) -> Effect {
    let converted = if strict { "set" } else { "put" };
    let (object, key) = match prepare(machine, args, access("set", converted)) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    if let Value::SymStr(_) = &args[1] {
        return symbolic_keys::store(machine, args, strict);
    }
    match views::elements(machine, &object, &key) {
        Ok(Some(view)) => return views::write(machine, &view, &key, args),
        Ok(None) => {}
        Err(effect) => return effect,
    }
    let value = &args[2];
    if is_text(&key, "length") && value.as_u64().is_none() && is_symbolic_number(machine, value) {
        for (_, object) in object.members() {
            match is_array(machine, object) {
                Ok(false) => {}
                Ok(true) => return Effect::NeedConcrete(2),
                Err(stop) => return stop.into(),
            }
        }
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
    effect(set_each(machine, &object, &key, value).map(|_| value.clone()))
}

/// The greatest index that is an integer of 32 bits.
const GREATEST_INDEX: u64 = i32::MAX as u64;

/// What ends a path that sets an element there or behind.
pub const LARGE_INDEX: &str = "an index of an array beyond 2^31";

/// Whether setting a property only changes the table: neither attributes nor accessors matter.
fn is_simple(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    value: &Value,
) -> Result<bool, Stop> {
    let special = |stored: &Value| stored.members().any(|(_, it)| properties::is_special(it));
    if is_text(key, "length") && is_array(machine, object)? {
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
    if is_text(key, "prototype") && calls::is_constructor(machine, object)? {
        return Ok(false);
    }
    if is_large_index(key) && is_array(machine, object)? {
        return unmodelled_operation(LARGE_INDEX);
    }
    let inherited = object_member(machine, object, key)?;
    Ok(!special(&inherited) && properties::limits(machine, object)? == 0)
}

/// Whether elements with attributes are behind a new length of an array.
fn cuts_special(machine: &mut Machine, array: &Value, length: &Value) -> Result<bool, Stop> {
    let (Some(length), Some(count)) = (length.as_u64(), machine.positions(array)?.as_u64()) else {
        return Ok(false);
    };
    for position in 0..count {
        let key = machine.key_at(array, position as usize)?;
        for (_, key) in key.members() {
            if cut(machine, key, length) == Term::FALSE {
                continue;
            }
            let stored = machine.own_member(array, key)?;
            if stored.members().any(|(_, it)| properties::is_special(it)) {
                return Ok(true);
            }
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

/// Whether a key is an index of an array behind its elements.
fn is_behind_end(machine: &mut Machine, object: &Value, key: &Value) -> Result<bool, Stop> {
    if !is_array(machine, object)? {
        return Ok(false);
    }
    let length = machine.own_member(object, &slot_key(slot::LENGTH))?;
    match (key, length.as_u64()) {
        (Value::Bits { width: 32, bits }, Some(length)) => Ok((length..1 << 31).contains(bits)),
        (Value::Bits { .. } | Value::Term(_), _) => {
            unmodelled_operation("an unknown index of an array whose length is fixed")
        }
        _ => Ok(false),
    }
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
        if is_text(key, "length") && is_array(machine, object)? {
            let mode = Value::Bool(strict);
            let args = [object.clone(), value.clone(), mode];
            return Ok(calls::library(machine, "setLength", &args));
        }
        if is_text(key, "prototype") {
            calls::make_prototype(machine, object)?;
        }
        let own = machine.own_member(object, key)?;
        if let (Value::Term(_), Value::Union(_)) = (key, &own) {
            return store_among_parameters(machine, object, key, value, &own);
        }
        match Property::of(machine, &own)? {
            Property::Data(attributes, _) if attributes & WRITABLE != 0 => {
                properties::put(machine, object, key, attributes, value)?;
                return Ok(Effect::Return(Some(value.clone())));
            }
            Property::Parameter(attributes, place) if attributes & WRITABLE != 0 => {
                properties::set_parameter(machine, &place, value)?;
                return Ok(Effect::Return(Some(value.clone())));
            }
            Property::Missing(attributes, _) => {
                properties::put(machine, object, key, attributes, value)?;
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
        found = object_member(machine, &start, key)?;
        let writable = match Property::of(machine, &found)? {
            Property::Accessor(..) => false,
            Property::Absent | Property::Missing(..) => true,
            property => property.attributes() & WRITABLE != 0,
        };
        if writable && is_object(object) {
            let limits = properties::limits(machine, object)?;
            let has_fixed_length = limits & properties::FIXED_LENGTH != 0;
            let barred = limits & properties::NOT_EXTENSIBLE != 0
                || has_fixed_length && is_behind_end(machine, object, key)?;
            if !barred {
                set_own(machine, object, key, value)?;
                return Ok(Effect::Return(Some(value.clone())));
            }
            let message = match limits & properties::NOT_EXTENSIBLE {
                0 => format!(
                    "Cannot assign to read only property 'length' of {}",
                    holder(machine, object)?
                ),
                _ => format!(
                    "Cannot add property {}, object is not extensible",
                    shown(machine, key)?
                ),
            };
            return Ok(rejected(machine, value, strict, &message));
        }
    }
    if let Property::Accessor(_, _, setter) = Property::of(machine, &found)? {
        if !matches!(setter, Value::Unit(_)) {
            let name = text("the setter");
            let list = [value.clone()];
            return Ok(calls::invoke(machine, &name, &setter, object, &list));
        }
        let (key, object) = (shown(machine, key)?, shown(machine, object)?);
        let message = format!("Cannot set property {key} of {object} which has only a getter");
        return Ok(rejected(machine, value, strict, &message));
    }
    let is_own = is_object(object) || is_fixed(machine, object, key)?;
    let (key, holder) = (shown(machine, key)?, holder(machine, object)?);
    let message = match is_own {
        true => format!("Cannot assign to read only property '{key}' of {holder}"),
        false => format!("Cannot create property '{key}' on {holder}"),
    };
    Ok(rejected(machine, value, strict, &message))
}

/// Sets an element of an `arguments` object at a symbolic index, where some elements, of all that
/// may be meant, stand for parameters.
fn store_among_parameters(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    value: &Value,
    own: &Value,
) -> Result<Effect, Stop> {
    let found = object_member(machine, object, key)?;
    let mut free = properties::limits(machine, object)? == 0;
    for (_, stored) in found.members() {
        free &= match Property::of(machine, stored)? {
            Property::Absent | Property::Data(properties::ALL, _) => true,
            Property::Parameter(attributes, _) => attributes & WRITABLE != 0,
            _ => false,
        };
    }
    if !free {
        return unmodelled_operation("an element at a symbolic index with other attributes");
    }
    machine.lift(own, &mut |machine, stored| {
        match Property::of(machine, stored)? {
            Property::Parameter(_, place) => properties::set_parameter(machine, &place, value)?,
            _ => set_own(machine, object, key, value)?,
        }
        Ok(UNDEFINED)
    })?;
    Ok(Effect::Return(Some(value.clone())))
}

/// What an assignment could not change, with its type.
fn holder(machine: &mut Machine, value: &Value) -> Result<String, Stop> {
    let shown = shown(machine, value)?;
    let kind = match machine.kind_of(value) {
        Kind::Str => "string",
        Kind::Bool => "boolean",
        Kind::Int => "bigint",
        _ if is_symbol(value) => "symbol",
        _ if !is_object(value) => "number",
        _ => match settled::has_slot(machine, value, slot::CALL)? {
            false => "object",
            true => "function",
        },
    };
    Ok(format!("{kind} '{shown}'"))
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

/// Sets a member of an object, and updates the length of an array, for each of several objects and
/// keys.
pub fn set_each(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    value: &Value,
) -> Result<Value, Stop> {
    machine.lift2(object, key, &mut |machine, object, key| {
        machine.repeatable(|machine| set_own(machine, object, key, value))?;
        Ok(UNDEFINED)
    })
}

/// Sets a member of an object for a key that is not a union, and updates the length of an array.
pub fn set_own(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    value: &Value,
) -> Result<(), Stop> {
    debug_assert!(!matches!(key, Value::Union(_)), "one of several keys");
    let length = machine.own_member(object, &slot_key(slot::LENGTH))?;
    if let Some(length) = settled::present(machine, &length)? {
        if is_text(key, "length") {
            return set_length(machine, object, value);
        }
        if !matches!(key, Value::Str(_) | Value::SymStr(_)) {
            let length =
                machine.lift(&length, &mut |machine, length| longer(machine, length, key))?;
            machine.set_member(object, &slot_key(slot::LENGTH), &length)?;
        }
    }
    machine.set_member(object, key, value)
}

/// Makes all decisions that setting so many elements at the end of an array takes, because nothing
/// can be decided once the first one is there.
pub fn decide_lengths(machine: &mut Machine, length: &Value, count: usize) -> Result<(), Stop> {
    for (_, length) in length.members() {
        let mut length = length.clone();
        for _ in 0..count {
            length = longer(machine, &length, &length)?;
        }
    }
    Ok(())
}

/// The length of an array after setting the element at an index.
fn longer(machine: &mut Machine, length: &Value, index: &Value) -> Result<Value, Stop> {
    if let (Some(length), Some(index)) = (length.as_u64(), index.as_u64()) {
        // Behind the greatest, the length would not be an integer of the same type.
        return match index.cmp(&GREATEST_INDEX) {
            Ordering::Less => Ok(Value::bits(32, u128::from(length.max(index + 1)))),
            Ordering::Equal => unmodelled_operation(LARGE_INDEX),
            Ordering::Greater => Ok(Value::bits(32, u128::from(length))),
        };
    }
    // Most indices lie within; then the length stays known.
    if let (Some(length), Value::Term(at)) = (length.as_u64(), index)
        && machine.bounds_of(*at)?.most < length
    {
        return Ok(Value::bits(32, length.into()));
    }
    let pool = &mut *machine.pool;
    let (Some(before), Some(at)) = (length.to_term(pool), index.to_term(pool)) else {
        return Ok(length.clone());
    };
    let greatest = pool.bits(32, GREATEST_INDEX.into());
    let is_greatest = pool.eq(at, greatest);
    if machine.decide(is_greatest)? {
        return unmodelled_operation(LARGE_INDEX);
    }
    let pool = &mut *machine.pool;
    let one = pool.bits(32, 1);
    let zero = pool.bits(32, 0);
    let behind = pool.add(at, one);
    let (is_index, is_new) = (pool.sle(zero, at), pool.sle(before, at));
    let grows = pool.and(is_index, is_new);
    let behind = Value::from_term(pool, behind);
    Ok(Value::choice(pool, grows, &behind, length))
}

/// The condition that a key is an index behind a new length of an array. Integers that are negative
/// are keys, but no indices.
fn cut(machine: &mut Machine, key: &Value, length: u64) -> Term {
    let is_index = match key {
        Value::Bits { width: 32, .. } => true,
        Value::Term(term) => machine.pool.sort(*term) == Sort::Bits(32),
        _ => false,
    };
    let pool = &mut *machine.pool;
    match key.to_term(pool) {
        Some(at) if is_index => {
            let [least, most] = [length, GREATEST_INDEX].map(|it| pool.bits(32, it.into()));
            let (is_behind, is_index) = (pool.ule(least, at), pool.ule(at, most));
            pool.guard_and(is_behind, is_index)
        }
        _ => Term::FALSE,
    }
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
        for (guard, key) in key.members() {
            let is_cut = cut(machine, key, *bits);
            let is_cut = machine.pool.guard_and(guard, is_cut);
            let set = machine.under(is_cut, |machine| {
                machine.set_member(array, key, &Value::EMPTY)
            });
            set.transpose()?;
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
    effect(set_each(machine, &object, &key, &args[2]))
}

/// A field of a class: the object, which a constructor may have returned, the key and the value.
pub fn define_field(machine: &mut Machine, args: &[Value]) -> Effect {
    let access = access("set", "defineField").of_known_key();
    let (object, key) = match prepare(machine, args, access) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    match views::elements(machine, &object, &key) {
        Ok(Some(_)) => return calls::library(machine, "defineField", args),
        Ok(None) => {}
        Err(effect) => return effect,
    }
    let simple = machine.lift2(&object, &key, &mut |machine, object, key| {
        let is_length = is_text(key, "length") && is_array(machine, object)?;
        let simple = !is_length && is_simple(machine, object, key, &args[2])?;
        Ok(Value::Bool(simple))
    });
    match (simple, &object, &key) {
        (Ok(Value::Bool(true)), ..) => effect(set_each(machine, &object, &key, &args[2])),
        (Ok(_), Value::Union(_), _) => Effect::NeedConcrete(0),
        (Ok(_), _, Value::Union(_)) => Effect::NeedConcrete(1),
        (Ok(_), ..) => calls::library(machine, "defineField", args),
        (Err(stop), ..) => stop.into(),
    }
}

/// `delete object[key]` in strict code.
pub fn delete(machine: &mut Machine, args: &[Value]) -> Effect {
    remove(machine, args, true)
}

/// `delete object[key]` in sloppy code.
pub fn delete_if_possible(machine: &mut Machine, args: &[Value]) -> Effect {
    remove(machine, args, false)
}

pub fn remove(machine: &mut Machine, args: &[Value], strict: bool) -> Effect {
    let converted = if strict { "remove" } else { "removeIfPossible" };
    let (object, key) = match prepare(machine, args, access("delete", converted)) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    if let Value::SymStr(_) = &args[1] {
        return symbolic_keys::remove(machine, args, strict);
    }
    match views::elements(machine, &object, &key) {
        Ok(Some(view)) => return remove_element(machine, &view, &key, strict),
        Ok(None) => {}
        Err(effect) => return effect,
    }
    let fixed = machine.lift2(&object, &key, &mut |machine, object, key| {
        Ok(Value::Bool(is_fixed(machine, object, key)?))
    });
    match fixed {
        Ok(Value::Bool(false)) => {}
        Ok(Value::Bool(true)) => return not_deleted(machine, &object, &key, strict),
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

fn not_deleted(machine: &mut Machine, object: &Value, key: &Value, strict: bool) -> Effect {
    let message = shown(machine, key).and_then(|key| {
        let object = shown(machine, object)?;
        Ok(format!("Cannot delete property '{key}' of {object}"))
    });
    match message {
        Ok(message) => rejected(machine, &Value::Bool(false), strict, &message),
        Err(stop) => stop.into(),
    }
}

/// Elements of a buffer cannot be deleted; others do not exist.
fn remove_element(machine: &mut Machine, view: &Value, key: &Value, strict: bool) -> Effect {
    let fixed =
        views::has(machine, view, key).and_then(|fixed| match fixed.to_term(machine.pool) {
            Some(fixed) => machine.decide(fixed),
            None => unmodelled_operation("deleting an element of one of several buffers"),
        });
    match fixed {
        Ok(true) => not_deleted(machine, view, key, strict),
        Ok(false) => Effect::Return(Some(Value::Bool(true))),
        Err(stop) => stop.into(),
    }
}

/// Whether an object has a property that cannot be deleted.
fn is_fixed(machine: &mut Machine, object: &Value, key: &Value) -> Result<bool, Stop> {
    if let Value::Str(units) = object {
        return strings::has_own(machine, units, key);
    }
    if !is_object(object) {
        return Ok(false);
    }
    if is_text(key, "length") && is_array(machine, object)? {
        return Ok(true);
    }
    if is_text(key, "prototype") {
        calls::make_prototype(machine, object)?;
    }
    let own = machine.own_member(object, key)?;
    if !own.members().any(|(_, it)| properties::is_special(it)) {
        return Ok(false);
    }
    Ok(match Property::of(machine, &own)? {
        Property::Absent => false,
        property => property.attributes() & CONFIGURABLE == 0,
    })
}
