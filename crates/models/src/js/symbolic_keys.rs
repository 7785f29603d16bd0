//! Properties whose key is a symbolic string. Most of what such a key may mean is a guarded union,
//! which tables find. Only properties that run code, or that cannot simply be changed, need a fork
//! for each: by whether the key is their name.

use super::convert::unmodelled_operation;
use super::objects::{PROTOTYPE, is_array, is_object};
use super::properties::{self, Property, WRITABLE};
use super::writes::{self, set_own};
use super::{calls, effect, strings, text, views};
use sheaf_execution::value::SymText;
use sheaf_execution::{Effect, Machine, Stop, Value};

/// Whether the property with a name needs a fork. It is given as stored, and may be inherited.
type NeedsFork = fn(property: &Property, is_own: bool) -> bool;

/// Reading runs a getter, or meets a built-in that is not modelled.
fn on_read(property: &Property, _: bool) -> bool {
    matches!(property, Property::Accessor(..) | Property::Missing(..))
}

/// Writing respects attributes, and runs a setter.
fn on_write(property: &Property, is_own: bool) -> bool {
    let accessor = matches!(property, Property::Accessor(..));
    accessor || is_own || property.attributes() & WRITABLE == 0
}

/// Deleting respects attributes.
fn on_delete(_: &Property, is_own: bool) -> bool {
    is_own
}

/// The names of the properties of an object, and of what it inherits from, that need a fork.
fn names(machine: &mut Machine, object: &Value, needs: NeedsFork) -> Result<Vec<Value>, Stop> {
    let mut found = Vec::new();
    if calls::is_constructor(machine, object)? {
        found.push(text("prototype"));
    }
    let mut open = vec![(object.clone(), true)];
    let mut at = 0;
    while let Some((holder, is_own)) = open.get(at).cloned() {
        at += 1;
        if is_array(machine, &holder)? && !found.contains(&text("length")) {
            found.push(text("length"));
        }
        let Some(count) = machine.positions(&holder)?.as_u64() else {
            return unmodelled_operation("the keys of an object that differs between merged paths");
        };
        for position in 0..count {
            let key = machine.key_at(&holder, position as usize)?;
            for (_, key) in key.members() {
                if !matches!(key, Value::Str(_)) || found.contains(key) {
                    continue;
                }
                let stored = machine.own_member(&holder, key)?;
                for (_, stored) in stored.members() {
                    if properties::is_special(stored)
                        && needs(&Property::of(machine, stored)?, is_own)
                        && !found.contains(key)
                    {
                        found.push(key.clone());
                    }
                }
            }
        }
        for (_, parent) in machine.own_member(&holder, &PROTOTYPE)?.members() {
            let next = (parent.clone(), false);
            if is_object(parent) && !open.contains(&next) {
                open.push(next);
            }
        }
    }
    Ok(found)
}

/// The first of several names that a symbolic string is; the path must be split by each.
fn spelled(machine: &mut Machine, key: &Value, names: &[Value]) -> Result<Option<Value>, Stop> {
    let Some(key) = machine.sym_text(key) else {
        return Ok(None);
    };
    for name in names {
        let Some(units) = SymText::of_value(machine.pool, name) else {
            continue;
        };
        let same = key.equal(machine.pool, &units);
        if machine.decide(same)? {
            return Ok(Some(name.clone()));
        }
    }
    Ok(None)
}

/// The integer that a symbolic string spells, if it does.
fn index(machine: &mut Machine, key: &Value) -> Result<Option<Value>, Stop> {
    let Some(key) = machine.sym_text(key) else {
        return Ok(None);
    };
    let (is_integer, integer) = strings::canonical_integer(machine.pool, &key);
    Ok(match machine.decide(is_integer)? {
        true => Some(Value::from_term(machine.pool, integer)),
        false => None,
    })
}

/// The key in place of a symbolic string, argument 1, for reading a property of an object; `None`
/// if it may stay.
///
/// # Errors
/// The effect that ends the operation.
pub fn for_read(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
) -> Result<Option<Value>, Effect> {
    if matches!(object, Value::Union(_)) {
        return Err(Effect::NeedConcrete(0));
    }
    let names = names(machine, object, on_read)?;
    Ok(spelled(machine, key, &names)?)
}

/// `object[key] = value` for a symbolic string as key.
pub fn store(machine: &mut Machine, args: &[Value], strict: bool) -> Effect {
    match known(machine, args, on_write) {
        Ok(Some(key)) => {
            let args = [args[0].clone(), key, args[2].clone()];
            return writes::store(machine, &args, strict);
        }
        Ok(None) => {}
        Err(effect) => return effect,
    }
    if let Err(stop) = refuse_large_index(machine, &args[0], &args[1]) {
        return stop.into();
    }
    let stored = properties::limits(machine, &args[0]).and_then(|limits| match limits {
        0 => set_own(machine, &args[0], &args[1], &args[2]),
        _ => unmodelled_operation("adding a property with a symbolic name to a fixed object"),
    });
    effect(stored.map(|()| args[2].clone()))
}

/// Ends the path if a symbolic string is an index of an array that is kept as a string, because it
/// is beyond 2^31.
fn refuse_large_index(machine: &mut Machine, object: &Value, key: &Value) -> Result<(), Stop> {
    if !is_array(machine, object)? {
        return Ok(());
    }
    if let Some(key) = machine.sym_text(key) {
        let is_large = strings::large_index(machine.pool, &key);
        if machine.decide(is_large)? {
            return unmodelled_operation(writes::LARGE_INDEX);
        }
    }
    Ok(())
}

/// `delete object[key]` for a symbolic string as key.
pub fn remove(machine: &mut Machine, args: &[Value], strict: bool) -> Effect {
    match known(machine, args, on_delete) {
        Ok(Some(key)) => return writes::remove(machine, &[args[0].clone(), key], strict),
        Ok(None) => {}
        Err(effect) => return effect,
    }
    let removed = machine.set_member(&args[0], &args[1], &Value::EMPTY);
    effect(removed.map(|()| Value::Bool(true)))
}

/// The key in place of a symbolic string for a change of a property: an index, or a name that
/// needs a fork.
fn known(machine: &mut Machine, args: &[Value], needs: NeedsFork) -> Result<Option<Value>, Effect> {
    if matches!(args[0], Value::Union(_)) {
        return Err(Effect::NeedConcrete(0));
    }
    if !is_object(&args[0]) {
        let what = "changing a property of a primitive value by a symbolic string";
        return Err(Effect::Unmodelled(what.to_string()));
    }
    // Some strings that are no integers mean elements, too.
    views::elements(machine, &args[0], &args[1])?;
    if let Some(index) = index(machine, &args[1])? {
        return Ok(Some(index));
    }
    let names = names(machine, &args[0], needs)?;
    Ok(spelled(machine, &args[1], &names)?)
}
