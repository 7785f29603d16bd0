//! What the built-in functions that are written in JavaScript need from the machine. They call it
//! as `runtime.NAME(...)`.

use super::builtins;
use super::calls;
use super::convert::{NO_NUMBER, normal, of_object, to_integral, unmodelled_operation};
use super::errors::throw_type_error;
use super::objects::{self, PROTOTYPE};
use super::properties::{self, CONFIGURABLE, HIDDEN, Property};
use super::{
    Initial, Pointer, UNDEFINED, effect, is_text, settled, slot, slot_key, strings, text, views,
    writes,
};
use sheaf_execution::float::Integral;
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{FailureKind, FloatKind, Kind, Unit};
use sheaf_term::{Sort, Term};

/// Initial objects by the names that the library gives them.
const NAMES: &[(&str, Initial)] = &[
    ("global", Initial::Global),
    ("Object.prototype", Initial::Object),
    ("Function.prototype", Initial::Function),
    ("Array.prototype", Initial::Array),
    ("String.prototype", Initial::String),
    ("Number.prototype", Initial::Number),
    ("Boolean.prototype", Initial::Boolean),
    ("Math", Initial::Math),
    ("library", Initial::Library),
    ("Symbol.prototype", Initial::Symbol),
    ("BigInt.prototype", Initial::BigInt),
    ("Error.prototype", Initial::Error),
    ("TypeError.prototype", Initial::TypeError),
    ("RangeError.prototype", Initial::RangeError),
    ("ReferenceError.prototype", Initial::ReferenceError),
];

/// An initial object by its name.
pub fn initial(_: &mut Machine, args: &[Value]) -> Effect {
    let found = NAMES.iter().find(|(name, _)| args[0] == text(name));
    match found {
        Some((_, object)) => Effect::Return(Some(object.value())),
        None => Effect::Unmodelled("this initial object".to_string()),
    }
}

/// A global built-in by its name, whatever the program assigns to that.
pub fn built_in(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(calls::library_member(machine, &args[0]).and_then(|known| {
        if known != UNDEFINED {
            return Ok(known);
        }
        let stored = machine.own_member(&Initial::Global.value(), &args[0])?;
        properties::plain(machine, &stored)
    }))
}

/// A function of the library that only lowered code calls, by its name.
pub fn library(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(calls::library_member(machine, &args[0]))
}

/// Makes functions members of an object, under their names. A number after a function is its
/// `length`.
pub fn install(machine: &mut Machine, args: &[Value]) -> Effect {
    let mut last = None;
    let result = args[1..].iter().try_for_each(|item| {
        if let (Value::Bits { .. }, Some(function)) = (item, last) {
            return properties::put(machine, function, &text("length"), CONFIGURABLE, item);
        }
        last = Some(item);
        let stored = machine.own_member(item, &text("name"))?;
        let name = properties::plain(machine, &stored)?;
        calls::make_method(machine, item)?;
        properties::put(machine, &args[0], &name, HIDDEN, item)
    });
    effect(result.map(|()| UNDEFINED))
}

/// Sets the `length` of a function.
pub fn length_of_function(machine: &mut Machine, args: &[Value]) -> Effect {
    let put = properties::put(machine, &args[0], &text("length"), CONFIGURABLE, &args[1]);
    effect(put.map(|()| UNDEFINED))
}

/// Makes a function the global constructor of objects with a prototype. The library keeps it under
/// its name, whatever the program assigns to that.
pub fn constructor(machine: &mut Machine, args: &[Value]) -> Effect {
    let (prototype, function) = (&args[0], &args[1]);
    let result = machine
        .own_member(function, &text("name"))
        .and_then(|stored| properties::plain(machine, &stored))
        .and_then(|name| {
            properties::put(machine, function, &text("prototype"), 0, prototype)?;
            properties::put(machine, prototype, &text("constructor"), HIDDEN, function)?;
            for place in [Initial::Global, Initial::Library] {
                properties::put(machine, &place.value(), &name, HIDDEN, function)?;
            }
            Ok(UNDEFINED)
        });
    effect(result)
}

/// Read-only members of an object: pairs of a name and a value.
pub fn constants(machine: &mut Machine, args: &[Value]) -> Effect {
    let mut pairs = args[1..].chunks_exact(2);
    let result =
        pairs.try_for_each(|pair| properties::put(machine, &args[0], &pair[0], 0, &pair[1]));
    effect(result.map(|()| UNDEFINED))
}

/// Attributes or limits that the library gives, which may depend on an input.
fn attributes(machine: &mut Machine, value: &Value) -> Result<u8, Stop> {
    Ok(settled::integer(machine, value)? as u8)
}

/// Creates or replaces a property: object, key, attributes and value.
pub fn put_property(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match objects::prepare(machine, args, objects::OWN) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    effect(machine.lift2(&object, &key, &mut |machine, object, key| {
        machine.repeatable(|machine| put_data(machine, object, key, &args[2], &args[3]))?;
        Ok(UNDEFINED)
    }))
}

fn put_data(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    flags: &Value,
    value: &Value,
) -> Result<(), Stop> {
    let attributes = attributes(machine, flags)?;
    if let (Value::Ptr { .. }, Value::Bits { .. }) = (object, key) {
        let own = machine.own_member(object, key)?;
        // An element of an `arguments` object stands for a parameter until it is read-only.
        if let Property::Parameter(_, place) = Property::of(machine, &own)? {
            properties::set_parameter(machine, &place, value)?;
            let property = match attributes & properties::WRITABLE {
                0 => Property::Data(attributes, value.clone()),
                _ => Property::Parameter(attributes, place),
            };
            return machine.set_member(object, key, &property.stored());
        }
    }
    writes::set_own(machine, object, key, value)?;
    match attributes {
        properties::ALL => Ok(()),
        attributes => properties::put(machine, object, key, attributes, value),
    }
}

/// Creates or replaces a property: object, key, attributes, getter and setter.
pub fn put_accessor(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match objects::prepare(machine, args, objects::OWN) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    let result = attributes(machine, &args[2]).and_then(|attributes| {
        let accessor = Property::Accessor(attributes, args[3].clone(), args[4].clone());
        writes::set_each(machine, &object, &key, &UNDEFINED)?;
        machine.set_member(&object, &key, &accessor.stored())
    });
    effect(result.map(|()| UNDEFINED))
}

/// A getter or setter of a literal or class: object, key, attributes, function, and whether it is a
/// setter. It joins the other one.
pub fn add_accessor(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match objects::prepare(machine, args, objects::OWN) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    let result = machine
        .own_member(&object, &key)
        .and_then(|own| Property::of(machine, &own));
    let (getter, setter) = match result {
        Ok(Property::Accessor(_, getter, setter)) => (getter, setter),
        Ok(_) => (UNDEFINED, UNDEFINED),
        Err(stop) => return stop.into(),
    };
    let (getter, setter) = match args[4] {
        Value::Bool(true) => (getter, args[3].clone()),
        _ => (args[3].clone(), setter),
    };
    put_accessor(machine, &[object, key, args[2].clone(), getter, setter])
}

/// An object's own property: undefined, or an array of attributes and value, or of attributes,
/// getter and setter.
pub fn own_property(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match objects::prepare(machine, args, objects::OWN) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    for (position, value) in [&object, &key].into_iter().enumerate() {
        if matches!(value, Value::Union(_)) {
            return Effect::NeedConcrete(position);
        }
    }
    match views::elements(machine, &object, &key) {
        Ok(Some(view)) => return effect(element_property(machine, &view, &key)),
        Ok(None) => {}
        Err(effect) => return effect,
    }
    let result = property_of(machine, &object, &key).and_then(|property| {
        let flags = Value::bits(32, property.attributes().into());
        let members = match property {
            Property::Absent => return Ok(UNDEFINED),
            Property::Data(_, value) => vec![flags, value],
            Property::Parameter(_, place) => {
                vec![flags, properties::parameter(machine, &place)?]
            }
            Property::Accessor(_, getter, setter) => vec![flags, getter, setter],
            Property::Missing(_, name) => {
                let kind = sheaf_execution::outcome::ReasonKind::UnmodelledCall;
                return Err(Stop::Unmodelled(kind, name));
            }
        };
        objects::new_array(machine, &members)
    });
    effect(result)
}

/// What [`own_property`] returns for an element of a buffer.
fn element_property(machine: &mut Machine, view: &Value, key: &Value) -> Result<Value, Stop> {
    match views::read(machine, view, key)? {
        UNDEFINED => Ok(UNDEFINED),
        value => objects::new_array(machine, &[Value::bits(32, properties::ALL.into()), value]),
    }
}

fn property_of(machine: &mut Machine, object: &Value, key: &Value) -> Result<Property, Stop> {
    if is_text(key, "length") && objects::is_array(machine, object)? {
        let length = machine.own_member(object, &slot_key(slot::LENGTH))?;
        let fixed = properties::limits(machine, object)? & properties::FIXED_LENGTH != 0;
        return Ok(Property::Data(
            if fixed { 0 } else { properties::WRITABLE },
            length,
        ));
    }
    if is_text(key, "prototype") {
        calls::make_prototype(machine, object)?;
    }
    let own = machine.own_member(object, key)?;
    Property::of(machine, &own)
}

/// What cannot be changed about an object.
pub fn limits(machine: &mut Machine, args: &[Value]) -> Effect {
    let limits = machine.lift(&args[0], &mut |machine, object| {
        let limits = properties::limits(machine, object)?;
        Ok(Value::bits(32, limits.into()))
    });
    effect(limits)
}

/// Adds limits to an object.
pub fn limit(machine: &mut Machine, args: &[Value]) -> Effect {
    let result = attributes(machine, &args[1]).and_then(|more| {
        machine.lift(&args[0], &mut |machine, object| {
            properties::add_limits(machine, object, more)?;
            Ok(UNDEFINED)
        })
    });
    effect(result)
}

/// Sets the prototype of an object, without checks.
///
/// Of merged objects, the one that the path has: the others may be on the chain of the prototype.
pub fn set_prototype(machine: &mut Machine, args: &[Value]) -> Effect {
    let object = settled::single(machine, &args[0]);
    let set = object.and_then(|object| machine.set_member(&object, &PROTOTYPE, &args[1]));
    effect(set.map(|()| UNDEFINED))
}

/// Sets the length of an array, a valid integer.
pub fn set_length(machine: &mut Machine, args: &[Value]) -> Effect {
    if matches!(args[1], Value::Term(_) | Value::Union(_)) {
        return Effect::NeedConcrete(1);
    }
    effect(writes::set_length(machine, &args[0], &args[1]).map(|()| UNDEFINED))
}

/// Names of the slots that the library uses.
const SLOTS: &[(&str, u8)] = &[
    ("class", slot::CLASS),
    ("primitive", slot::PRIMITIVE),
    ("target", slot::TARGET),
    ("added", slot::ADDED),
    ("home", slot::HOME),
    ("fields", slot::FIELDS),
    ("data", slot::DATA),
];

fn slot_named(name: &Value) -> Value {
    let found = SLOTS.iter().find(|(known, _)| *name == text(known));
    slot_key(found.map_or(slot::DATA, |(_, slot)| *slot))
}

/// A value that the library keeps in an object, undefined if there is none: object and name.
pub fn slot_of(machine: &mut Machine, args: &[Value]) -> Effect {
    let key = slot_named(&args[1]);
    effect(machine.lift(&args[0], &mut |machine, object| {
        if !objects::is_object(object) {
            return Ok(UNDEFINED);
        }
        let value = machine.own_member(object, &key)?;
        Ok(objects::or_undefined(machine, &value))
    }))
}

/// Keeps a value in an object: object, name and value.
pub fn set_slot(machine: &mut Machine, args: &[Value]) -> Effect {
    let key = slot_named(&args[1]);
    effect(
        machine
            .set_member(&args[0], &key, &args[2])
            .map(|()| UNDEFINED),
    )
}

/// Makes a closure a bound function: the closure, what it calls, and the arguments that it adds.
pub fn bind(machine: &mut Machine, args: &[Value]) -> Effect {
    let target = machine.set_member(&args[0], &slot_key(slot::TARGET), &args[1]);
    let result =
        target.and_then(|()| machine.set_member(&args[0], &slot_key(slot::ADDED), &args[2]));
    effect(result.map(|()| UNDEFINED))
}

/// A number to the power of another (ECMA-262, 6.1.6.1.3).
pub fn pow(machine: &mut Machine, args: &[Value]) -> Effect {
    let mut numbers = [0.0; 2];
    for (position, number) in numbers.iter_mut().enumerate() {
        *number = match &args[position] {
            Value::Bits { width: 64, bits } => f64::from_bits(*bits),
            Value::Bits { bits, .. } => f64::from(*bits as u32 as i32),
            Value::Term(term) if machine.pool.sort(*term) == Sort::Bits(64) => {
                return Effect::Unmodelled("a power of a symbolic fraction".to_string());
            }
            _ => return Effect::NeedConcrete(position),
        };
    }
    let [base, exponent] = numbers;
    let undecided = base.abs() == 1.0 && exponent.is_infinite();
    let power = match exponent.is_nan() || undecided {
        true => f64::NAN,
        false => base.powf(exponent),
    };
    let power = Value::bits(64, u128::from(power.to_bits()));
    Effect::Return(Some(normal(&power)))
}

/// A key of a collection as that of a table: integers and doubles of the same number are one, and
/// null, which is the key of the prototype, is a number that no program has.
fn entry_key(machine: &mut Machine, key: &Value) -> Option<Value> {
    let mut open = false;
    let key = key.map(machine.pool, &mut |pool, key| match key {
        Value::Unit(Unit::Null) => Value::bits(16, 0),
        Value::Bits { width: 64, bits } if f64::from_bits(*bits) == 0.0 => Value::bits(32, 0),
        Value::Term(term) if pool.sort(*term) == Sort::Bits(64) => {
            open = true;
            key.clone()
        }
        key => normal(key),
    });
    (!open).then_some(key)
}

/// The value of an entry of a collection, undefined if there is none: table and key.
pub fn entry(machine: &mut Machine, args: &[Value]) -> Effect {
    let Some(key) = entry_key(machine, &args[1]) else {
        return Effect::Unmodelled("a symbolic fraction as a key of a collection".to_string());
    };
    let found = machine.own_member(&args[0], &key);
    effect(found.map(|value| objects::or_undefined(machine, &value)))
}

/// Sets or removes an entry of a collection: table, key and value.
pub fn set_entry(machine: &mut Machine, args: &[Value]) -> Effect {
    let Some(key) = entry_key(machine, &args[1]) else {
        return Effect::Unmodelled("a symbolic fraction as a key of a collection".to_string());
    };
    effect(
        machine
            .set_member(&args[0], &key, &args[2])
            .map(|()| UNDEFINED),
    )
}

/// Whether a value can be called with `new`.
pub fn is_constructor(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, value| {
        Ok(Value::Bool(calls::constructs(machine, value)?))
    }))
}

/// The time for the program: 2026-01-01, in milliseconds since 1970.
const NOW: f64 = 1_767_225_600_000.0;

/// The present time. It is the same in all runs, so that runs at other times are left out.
pub fn now(machine: &mut Machine, _: &[Value]) -> Effect {
    machine.leave_out("Date.now: the clock stands still".to_string());
    Effect::Return(Some(Value::bits(64, NOW.to_bits().into())))
}

/// Ends the path; the argument says why.
pub fn unmodelled(_: &mut Machine, args: &[Value]) -> Effect {
    match &args[0] {
        Value::Str(what) => Effect::Unmodelled(what.to_string()),
        _ => Effect::Unmodelled("this operation".to_string()),
    }
}

/// Marks members of an object as not modelled: the object, its name, and the names of the members
/// with spaces between them; a fourth argument that is true says that they are enumerable.
pub fn missing(machine: &mut Machine, args: &[Value]) -> Effect {
    let [object, Value::Str(path), Value::Str(names), ..] = args else {
        return Effect::Unmodelled("members of this object".to_string());
    };
    let (path, names) = (path.to_string(), names.to_string());
    let attributes = match args.get(3) {
        Some(Value::Bool(true)) => properties::ALL,
        _ => HIDDEN,
    };
    let mut names = names.split_whitespace();
    let result =
        names.try_for_each(|name| builtins::set_missing(machine, object, &path, name, attributes));
    effect(result.map(|()| UNDEFINED))
}

/// A failed assertion; the argument is its message.
pub fn fail(machine: &mut Machine, args: &[Value]) -> Effect {
    let message = match &args[0] {
        Value::Str(message) => message.to_string(),
        _ => String::new(),
    };
    machine.obligation(FailureKind::Assertion, Term::TRUE, &message);
    Stop::Failed.into()
}

/// Whether an exception would be caught.
pub fn is_caught(machine: &mut Machine, _: &[Value]) -> Effect {
    Effect::Return(Some(Value::Bool(machine.is_caught())))
}

/// Whether a value is an array.
pub fn is_array(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, value| {
        if !objects::is_object(value) {
            return Ok(Value::Bool(false));
        }
        let length = machine.own_member(value, &slot_key(slot::LENGTH))?;
        Ok(length.map(machine.pool, &mut |_, it| Value::Bool(*it != Value::EMPTY)))
    }))
}

/// Whether a value is an object or a function.
pub fn is_object(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |_, value| {
        Ok(Value::Bool(objects::is_object(value)))
    }))
}

/// A value as an integral number (ECMA-262, 7.1.5).
pub fn to_integer(machine: &mut Machine, args: &[Value]) -> Effect {
    if machine.kind_of(&args[0]) == Kind::Int {
        return throw_type_error(machine, NO_NUMBER);
    }
    match of_object(machine, args, "toInteger") {
        Some(effect) => effect,
        None => effect(machine.lift(&args[0], &mut to_integral)),
    }
}

/// A number rounded to an integral one; the second argument says how.
pub fn rounded(machine: &mut Machine, args: &[Value]) -> Effect {
    let how = match &args[1] {
        how if *how == text("down") => Integral::Floor,
        how if *how == text("up") => Integral::Ceil,
        _ => Integral::Trunc,
    };
    effect(machine.lift(&args[0], &mut |machine, number| {
        Ok(match machine.kind_of(number) {
            Kind::Float => normal(&machine.round_float(FloatKind::F64, number, how)?),
            // Callers give numbers: a member of another type belongs to other paths.
            _ => number.clone(),
        })
    }))
}

/// Whether an object has a member of its own.
pub fn has_own(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match objects::prepare(machine, args, objects::access("read", "hasOwn")) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    if let Value::Str(units) = &object {
        return effect(machine.lift(&key, &mut |machine, key| {
            Ok(Value::Bool(strings::has_own(machine, units, key)?))
        }));
    }
    if !object.members().all(|(_, it)| objects::is_object(it)) {
        return Effect::Return(Some(Value::Bool(false)));
    }
    match views::elements(machine, &object, &key) {
        Ok(Some(view)) => return effect(views::has(machine, &view, &key)),
        Ok(None) => {}
        Err(effect) => return effect,
    }
    effect(machine.lift2(&object, &key, &mut |machine, object, key| {
        if is_text(key, "length") && objects::is_array(machine, object)? {
            return Ok(Value::Bool(true));
        }
        if is_text(key, "prototype") {
            calls::make_prototype(machine, object)?;
        }
        let own = machine.own_member(object, key)?;
        Ok(own.map(machine.pool, &mut |_, it| Value::Bool(*it != Value::EMPTY)))
    }))
}

/// Whether a key that `for in` has found is still there.
pub fn remains(machine: &mut Machine, args: &[Value]) -> Effect {
    let objects = args[0].members();
    let objects = objects.filter(|(_, it)| objects::is_object(it)).count();
    if objects == 0 {
        return Effect::Return(Some(Value::Bool(true)));
    }
    if objects < args[0].members().count() {
        return Effect::NeedConcrete(0);
    }
    match objects::is_in(machine, &[args[1].clone(), args[0].clone()]) {
        Effect::NeedConcrete(position) => Effect::NeedConcrete(1 - position),
        effect => effect,
    }
}

/// The prototype of an object, or null.
pub fn prototype_of(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, object| {
        if !objects::is_object(object) {
            return Ok(objects::prototype_of_primitive(machine, object));
        }
        Ok(match machine.own_member(object, &PROTOTYPE)? {
            Value::Unit(Unit::Empty) => Value::Unit(Unit::Null),
            prototype => prototype,
        })
    }))
}

/// A new object with a prototype, which may be null.
pub fn object_with(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(objects::new_object(machine, &args[0]))
}

/// The enumerable keys of an object's own members, as an array of strings: indices in ascending
/// order, then the others as they were added.
pub fn own_keys(machine: &mut Machine, args: &[Value]) -> Effect {
    if matches!(args[0], Value::Union(_)) {
        return Effect::NeedConcrete(0);
    }
    let keys = keys_of(machine, &args[0], properties::ENUMERABLE);
    effect(keys.and_then(|(keys, _)| objects::new_array(machine, &keys)))
}

/// All keys of an object's own members: the strings, or the symbols if the second argument is true.
pub fn all_keys(machine: &mut Machine, args: &[Value]) -> Effect {
    if matches!(args[0], Value::Union(_)) {
        return Effect::NeedConcrete(0);
    }
    let keys = calls::make_prototype(machine, &args[0]).and_then(|()| {
        let (mut names, symbols) = keys_of(machine, &args[0], 0)?;
        if objects::is_object(&args[0]) && calls::is_constructor(machine, &args[0])? {
            move_prototype(&mut names);
        }
        Ok(match args[1] {
            Value::Bool(true) => symbols,
            _ => names,
        })
    });
    effect(keys.and_then(|keys| objects::new_array(machine, &keys)))
}

/// Moves the name `prototype`, whose property is created when it is first accessed, to where it would
/// be otherwise: behind those that all functions begin with.
fn move_prototype(names: &mut Vec<Value>) {
    let Some(at) = names.iter().position(|name| is_text(name, "prototype")) else {
        return;
    };
    let prototype = names.remove(at);
    let is_first = |name: &Value| is_text(name, "length") || is_text(name, "name");
    let first = names.iter().position(is_first);
    let count = first.map_or(0, |first| {
        first
            + names[first..]
                .iter()
                .take_while(|name| is_first(name))
                .count()
    });
    names.insert(count.min(at), prototype);
}

/// The keys of properties with some attributes: strings and symbols.
fn keys_of(
    machine: &mut Machine,
    object: &Value,
    needed: u8,
) -> Result<(Vec<Value>, Vec<Value>), Stop> {
    if let Value::SymStr(_) = object {
        return unmodelled_operation("the keys of a symbolic string");
    }
    if let Value::Str(units) = object {
        let indices = 0..units.units().len();
        return Ok((
            indices.map(|at| text(&at.to_string())).collect(),
            Vec::new(),
        ));
    }
    if !objects::is_object(object) {
        return Ok((Vec::new(), Vec::new()));
    }
    let Some(size) = machine.positions(object)?.as_u64() else {
        return unmodelled_operation(DIFFERENT);
    };
    let (mut indices, mut names, mut symbols) = (Vec::new(), Vec::new(), Vec::new());
    for at in 0..views::count(machine, object)? {
        indices.push(at as i32);
    }
    if needed == 0 && objects::is_array(machine, object)? {
        names.push(text("length"));
    }
    for position in 0..size {
        let key = machine.key_at(object, position as usize)?;
        let Some(key) = settled::present(machine, &key)? else {
            continue;
        };
        if is_internal(&key) {
            continue;
        }
        if let Value::SymStr(name) = &key
            && name.units().len() < INDEX_DIGITS
        {
            names.push(key);
            continue;
        }
        if !matches!(key, Value::Str(_) | Value::Bits { .. } | Value::Ptr { .. }) {
            return unmodelled_operation(DIFFERENT);
        }
        if needed != 0 {
            let own = machine.own_member(object, &key)?;
            if own.members().any(|(_, it)| properties::is_special(it))
                && Property::of(machine, &own)?.attributes() & needed == 0
            {
                continue;
            }
        }
        match &key {
            Value::Bits { bits, .. } => match i32::try_from(*bits) {
                Ok(index) => indices.push(index),
                // Negative integers are no array indices.
                Err(_) => names.push(text(&(*bits as u32 as i32).to_string())),
            },
            Value::Str(name) => match name.to_string().parse::<u32>() {
                Ok(index) if index < u32::MAX && name.to_string() == index.to_string() => {
                    return unmodelled_operation("the order of a large index");
                }
                _ => names.push(key),
            },
            _ => symbols.push(key),
        }
    }
    indices.sort_unstable();
    let indices = indices.into_iter().map(|index| text(&index.to_string()));
    Ok((indices.chain(names).collect(), symbols))
}

/// Whether a key is that of an internal member or of a private name.
fn is_internal(key: &Value) -> bool {
    let is_private = matches!(
        key,
        Value::Ptr {
            offset: objects::PRIVATE_NAME,
            ..
        }
    );
    is_private || matches!(key, Value::Unit(_) | Value::Bits { width: 8 | 16, .. })
}

/// The number of digits of the least index that is kept as a string.
const INDEX_DIGITS: usize = 10;

const DIFFERENT: &str = "the keys of an object that differs between merged paths";
