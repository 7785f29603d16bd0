//! What the built-in functions that are written in JavaScript need from the machine. They call it
//! as `runtime.NAME(...)`.

use super::builtins::{self, STATIC};
use super::convert::{normal, not_primitive, to_integral, unmodelled_operation};
use super::objects::{self, PROTOTYPE};
use super::{Initial, UNDEFINED, effect, slot, slot_key, text};
use sheaf_engine::float::Integral;
use sheaf_engine::value::Text;
use sheaf_engine::{Effect, Machine, Stop, Value};
use sheaf_ir::{FloatKind, Kind, Unit};
use std::rc::Rc;

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
];

/// An initial object by its name.
pub fn initial(_: &mut Machine, args: &[Value]) -> Effect {
    let found = NAMES.iter().find(|(name, _)| args[0] == text(name));
    match found {
        Some((_, object)) => Effect::Return(Some(object.value())),
        None => Effect::Unmodelled("this initial object".to_string()),
    }
}

/// A global built-in by its name.
pub fn built_in(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.own_member(&Initial::Global.value(), &args[0]))
}

/// A function of the library that only lowered code calls, by its name.
pub fn library(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.own_member(&Initial::Library.value(), &args[0]))
}

/// Makes functions members of an object, under their names.
pub fn install(machine: &mut Machine, args: &[Value]) -> Effect {
    let result = args[1..].iter().try_for_each(|function| {
        let name = machine.own_member(function, &text("name"))?;
        machine.set_member(&args[0], &name, function)
    });
    effect(result.map(|()| UNDEFINED))
}

/// Makes a function the global constructor of objects with a prototype.
pub fn constructor(machine: &mut Machine, args: &[Value]) -> Effect {
    let (prototype, function) = (&args[0], &args[1]);
    let result = machine
        .own_member(function, &text("name"))
        .and_then(|name| {
            machine.set_member(function, &text("prototype"), prototype)?;
            machine.set_member(prototype, &text("constructor"), function)?;
            machine.set_member(&Initial::Global.value(), &name, function)?;
            let of = STATIC.iter().find(|(of, _)| name == text(of));
            for missing in of.map_or("", |(_, names)| names).split_whitespace() {
                let path = of.map_or("", |(of, _)| of);
                builtins::set_missing(machine, function, path, missing)?;
            }
            Ok(UNDEFINED)
        });
    effect(result)
}

/// Members of an object: pairs of a name and a value.
pub fn constants(machine: &mut Machine, args: &[Value]) -> Effect {
    let mut pairs = args[1..].chunks_exact(2);
    let result = pairs.try_for_each(|pair| machine.set_member(&args[0], &pair[0], &pair[1]));
    effect(result.map(|()| UNDEFINED))
}

/// The library is complete: what is added to its objects from now on is the program's.
pub fn ready(machine: &mut Machine, _: &[Value]) -> Effect {
    let result = NAMES.iter().try_for_each(|(_, object)| {
        let object = object.value();
        let key = slot_key(slot::MEMBERS);
        machine.set_member(&object, &key, &Value::bits(32, 0))?;
        let count = machine.positions(&object)?;
        machine.set_member(&object, &key, &count)
    });
    effect(result.map(|()| UNDEFINED))
}

/// Ends the path; the argument says why.
pub fn unmodelled(_: &mut Machine, args: &[Value]) -> Effect {
    match &args[0] {
        Value::Str(what) => Effect::Unmodelled(what.to_string()),
        _ => Effect::Unmodelled("this operation".to_string()),
    }
}

/// Whether a value is an array.
pub fn is_array(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, value| {
        if machine.kind_of(value) != Kind::Pointer {
            return Ok(Value::Bool(false));
        }
        let length = machine.own_member(value, &slot_key(slot::LENGTH))?;
        Ok(length.map(machine.pool, &mut |_, it| Value::Bool(*it != Value::EMPTY)))
    }))
}

/// Whether a value is an object or a function.
pub fn is_object(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, value| {
        Ok(Value::Bool(machine.kind_of(value) == Kind::Pointer))
    }))
}

/// A value as an integral number (ECMA-262, 7.1.5).
pub fn to_integer(machine: &mut Machine, args: &[Value]) -> Effect {
    match not_primitive(machine, args) {
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
        if machine.kind_of(number) == Kind::Integer {
            return Ok(number.clone());
        }
        let rounded = machine.round_float(FloatKind::F64, number, how)?;
        Ok(normal(&rounded))
    }))
}

/// The units of a string from a position up to another, both within it.
pub fn part(machine: &mut Machine, args: &[Value]) -> Effect {
    for position in [1, 2] {
        if args[position].as_u64().is_none() {
            return Effect::NeedConcrete(position);
        }
    }
    let at = |position: usize| args[position].as_u64().unwrap_or(0) as u32 as usize;
    let (first, last) = (at(1), at(2));
    effect(machine.lift(&args[0], &mut |_, whole| {
        let Value::Str(whole) = whole else {
            return unmodelled_operation("a part of this value");
        };
        let last = last.min(whole.units().len());
        let units = whole.units().get(first..last).unwrap_or_default();
        Ok(Value::Str(Rc::new(Text::from(units))))
    }))
}

/// The string of a unit.
pub fn character(_: &mut Machine, args: &[Value]) -> Effect {
    match args[0].as_u64() {
        Some(unit) => Effect::Return(Some(Value::Str(Rc::new(Text::from(vec![unit as u16]))))),
        None => Effect::NeedConcrete(0),
    }
}

/// Whether an object has a member of its own.
pub fn has_own(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match objects::prepare(machine, args, "read") {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    if !object
        .members()
        .all(|(_, it)| machine.kind_of(it) == Kind::Pointer)
    {
        return Effect::Unmodelled("a property of a primitive value".to_string());
    }
    effect(machine.lift(&object, &mut |machine, object| {
        let own = match key == text("length") {
            true => machine.own_member(object, &slot_key(slot::LENGTH))?,
            false => Value::EMPTY,
        };
        let own = match own == Value::EMPTY {
            true => machine.own_member(object, &key)?,
            false => own,
        };
        Ok(own.map(machine.pool, &mut |_, it| Value::Bool(*it != Value::EMPTY)))
    }))
}

/// Whether a key that `for in` has found is still there.
pub fn remains(machine: &mut Machine, args: &[Value]) -> Effect {
    if machine.kind_of(&args[0]) != Kind::Pointer {
        return Effect::Return(Some(Value::Bool(true)));
    }
    objects::is_in(machine, &[args[1].clone(), args[0].clone()])
}

/// The prototype of an object, or null.
pub fn prototype_of(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, object| {
        Ok(match machine.kind_of(object) {
            Kind::Pointer => match machine.own_member(object, &PROTOTYPE)? {
                Value::Unit(Unit::Empty) => Value::Unit(Unit::Null),
                prototype => prototype,
            },
            Kind::Str => Initial::String.value(),
            Kind::Bool => Initial::Boolean.value(),
            _ => Initial::Number.value(),
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
    let keys = match machine.kind_of(&args[0]) {
        Kind::Pointer => keys_of(machine, &args[0]),
        Kind::Str => unmodelled_operation("the keys of a string"),
        _ => Ok(Vec::new()),
    };
    effect(keys.and_then(|keys| objects::new_array(machine, &keys)))
}

/// See [`own_keys`]. Attributes are not stored: the members that are not enumerable are those of
/// built-in objects, `name`, `length` and `prototype` of functions, and `constructor` of the
/// prototypes that functions have from the start. Where the program may have changed that, the path
/// ends.
fn keys_of(machine: &mut Machine, object: &Value) -> Result<Vec<Value>, Stop> {
    let size = machine.positions(object)?;
    let before = machine.own_member(object, &slot_key(slot::MEMBERS))?;
    if before != Value::EMPTY {
        return match before == size {
            true => Ok(Vec::new()),
            false => unmodelled_operation("the keys of a built-in object that was changed"),
        };
    }
    for (slot, what) in [(slot::CALL, "a function"), (slot::ERROR, "an error")] {
        if machine.find_member(object, &slot_key(slot))? != Value::EMPTY {
            return unmodelled_operation(&format!("the keys of {what}"));
        }
    }
    let Some(size) = size.as_u64() else {
        return unmodelled_operation(DIFFERENT);
    };
    let hidden = match machine.own_member(object, &slot_key(slot::PROTOTYPE))? {
        Value::Unit(Unit::Empty) => None,
        _ => Some(text("constructor")),
    };
    let (mut indices, mut names) = (Vec::new(), Vec::new());
    for position in 0..size {
        let key = machine.key_at(object, position as usize)?;
        match &key {
            Value::Bits { width: 32, bits } => match i32::try_from(*bits) {
                Ok(index) => indices.push(index),
                Err(_) => return unmodelled_operation("the order of a negative key"),
            },
            Value::Str(_) if hidden.as_ref() == Some(&key) => {}
            Value::Str(name) => match name.to_string().parse::<u32>() {
                Ok(_) => return unmodelled_operation("the order of a large index"),
                Err(_) => names.push(key),
            },
            Value::Unit(_) | Value::Bits { .. } => {}
            _ => return unmodelled_operation(DIFFERENT),
        }
    }
    indices.sort_unstable();
    let indices = indices.into_iter().map(|index| text(&index.to_string()));
    Ok(indices.chain(names).collect())
}

const DIFFERENT: &str = "the keys of an object that differs between merged paths";
