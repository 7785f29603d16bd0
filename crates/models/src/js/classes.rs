//! Private names, `super`, and names of functions whose key is computed. The key of a private name
//! is a 16-bit number, or a pointer with the offset [`objects::PRIVATE_NAME`].

use super::convert::text_of;
use super::errors::throw_type_error;
use super::objects::{self, is_object};
use super::properties::{self, ALL, CONFIGURABLE, Property, WRITABLE};
use super::shown::shown;
use super::{UNDEFINED, calls, effect, settled, slot, slot_key, text};
use sheaf_execution::{Effect, Machine, Stop, Value};

/// A new key of properties with a private name, of a class that may be evaluated more than once.
pub fn private_name(machine: &mut Machine, _: &[Value]) -> Effect {
    match machine.new_table() {
        Value::Ptr { object, .. } => Effect::Return(Some(Value::Ptr {
            object,
            offset: objects::PRIVATE_NAME,
        })),
        _ => Effect::Unmodelled("this private name".to_string()),
    }
}

/// A private name for the user.
fn name(name: &Value) -> String {
    match name {
        Value::Str(name) => name.to_string(),
        _ => String::new(),
    }
}

/// The private property of an object, a key and a name for the user.
fn private(machine: &mut Machine, args: &[Value]) -> Result<Property, Effect> {
    for position in [0, 1] {
        if matches!(args[position], Value::Union(_)) {
            return Err(Effect::NeedConcrete(position));
        }
    }
    let own = match is_object(&args[0]) {
        true => machine.own_member(&args[0], &args[1]),
        false => Ok(Value::EMPTY),
    };
    match own.and_then(|own| Property::of(machine, &own)) {
        Ok(Property::Absent) => {
            let name = args.get(2).map(name).unwrap_or_default();
            let message = match args.len() {
                3 => format!("Cannot read private member #{name} from an object"),
                _ => format!("Cannot write private member #{name} to an object"),
            };
            let message = format!("{message} whose class did not declare it");
            Err(throw_type_error(machine, &message))
        }
        Ok(property) => Ok(property),
        Err(stop) => Err(stop.into()),
    }
}

/// `object.#name`
pub fn private_get(machine: &mut Machine, args: &[Value]) -> Effect {
    match private(machine, args) {
        Ok(Property::Accessor(_, getter, _)) if is_object(&getter) => {
            calls::invoke(machine, &args[2], &getter, &args[0], &[])
        }
        Ok(Property::Data(_, value)) => Effect::Return(Some(value)),
        Ok(_) => {
            let message = format!("'#{}' was defined without a getter", name(&args[2]));
            throw_type_error(machine, &message)
        }
        Err(effect) => effect,
    }
}

/// `object.#name = value`
pub fn private_set(machine: &mut Machine, args: &[Value]) -> Effect {
    match private(machine, args) {
        Ok(Property::Accessor(_, _, setter)) if is_object(&setter) => {
            let list = [args[3].clone()];
            calls::invoke(machine, &args[2], &setter, &args[0], &list)
        }
        Ok(Property::Data(attributes, _)) if attributes & WRITABLE != 0 => effect(
            machine
                .set_member(&args[0], &args[1], &args[3])
                .map(|()| UNDEFINED),
        ),
        Ok(property) => {
            let name = name(&args[2]);
            let message = match property {
                Property::Data(..) => format!("Private method '#{name}' is not writable"),
                _ => format!("'#{name}' was defined without a setter"),
            };
            throw_type_error(machine, &message)
        }
        Err(effect) => effect,
    }
}

/// `#name in object`
pub fn private_in(machine: &mut Machine, args: &[Value]) -> Effect {
    if args[0].members().any(|(_, it)| !is_object(it)) {
        return match args[0] {
            Value::Union(_) => Effect::NeedConcrete(0),
            _ => match shown(machine, &args[0]) {
                Ok(value) => {
                    let name = name(&args[2]);
                    let message =
                        format!("Cannot use 'in' operator to search for '#{name}' in {value}");
                    throw_type_error(machine, &message)
                }
                Err(stop) => stop.into(),
            },
        };
    }
    if matches!(args[1], Value::Union(_)) {
        return Effect::NeedConcrete(1);
    }
    effect(machine.own_member(&args[0], &args[1]).map(|own| {
        own.map(machine.pool, &mut |_, own| {
            Value::Bool(*own != Value::EMPTY)
        })
    }))
}

/// Adds a stored property under a private key; `what` is for the user.
fn add(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    stored: &Value,
    what: Option<&Value>,
) -> Effect {
    let own = machine.own_member(object, key);
    match own.and_then(|own| settled::present(machine, &own)) {
        Ok(None) => effect(machine.set_member(object, key, stored).map(|()| UNDEFINED)),
        Ok(Some(_)) => {
            let what = what.map(name).unwrap_or_default();
            let message = format!("Cannot initialize {what} twice on the same object");
            throw_type_error(machine, &message)
        }
        Err(stop) => stop.into(),
    }
}

/// A private field of a new object: object, key, value and a name for the user.
pub fn private_add(machine: &mut Machine, args: &[Value]) -> Effect {
    let stored = Property::Data(ALL, args[2].clone()).stored();
    add(machine, &args[0], &args[1], &stored, args.get(3))
}

/// Copies a private method or accessor to a new object: object, key, prototype, the key there, and
/// what it is for the user.
pub fn private_copy(machine: &mut Machine, args: &[Value]) -> Effect {
    match machine.own_member(&args[2], &args[3]) {
        Ok(stored) => add(machine, &args[0], &args[1], &stored, args.get(4)),
        Err(stop) => stop.into(),
    }
}

/// A private method: object, key, unused attributes and the function.
pub fn private_method(machine: &mut Machine, args: &[Value]) -> Effect {
    let stored = Property::Data(0, args[3].clone()).stored();
    add(machine, &args[0], &args[1], &stored, None)
}

/// A private getter or setter: object, key, unused attributes, function, whether it is a setter.
pub fn private_accessor(machine: &mut Machine, args: &[Value]) -> Effect {
    let result = machine
        .own_member(&args[0], &args[1])
        .and_then(|own| Property::of(machine, &own))
        .and_then(|before| {
            let (getter, setter) = match before {
                Property::Accessor(_, getter, setter) => (getter, setter),
                _ => (UNDEFINED, UNDEFINED),
            };
            let accessor = match args[4] {
                Value::Bool(true) => Property::Accessor(0, getter, args[3].clone()),
                _ => Property::Accessor(0, args[3].clone(), setter),
            };
            machine.set_member(&args[0], &args[1], &accessor.stored())
        });
    effect(result.map(|()| UNDEFINED))
}

/// Gives an arrow function what `super` needs in the function around it; a script has none.
pub fn share_home(machine: &mut Machine, args: &[Value]) -> Effect {
    if args[1] == UNDEFINED {
        return Effect::Return(Some(UNDEFINED));
    }
    let key = slot_key(slot::HOME);
    let result = machine.own_member(&args[1], &key).and_then(|home| {
        machine.set_member(&args[0], &key, &home)?;
        Ok(UNDEFINED)
    });
    effect(result)
}

/// Names a function after a key, with a prefix, unless it has a name of its own.
pub fn name_function(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(named(machine, args).map(|()| UNDEFINED))
}

fn named(machine: &mut Machine, args: &[Value]) -> Result<(), Stop> {
    let (function, key, prefix) = (&args[0], &args[1], &args[2]);
    let stored = machine.own_member(function, &text("name"))?;
    if properties::plain(machine, &stored)? != *prefix {
        return Ok(());
    }
    let Value::Str(prefix) = prefix else {
        return Ok(());
    };
    let name = machine.lift(key, &mut |machine, key| {
        let shown = match objects::is_symbol(key) {
            true => match settled::slot(machine, key, slot::PRIMITIVE)? {
                Some(Value::Str(description)) => format!("[{description}]"),
                Some(Value::SymStr(_)) => {
                    let what = "the name of a function with a symbolic symbol";
                    return super::convert::unmodelled_operation(what);
                }
                _ => String::new(),
            },
            false => match text_of(key) {
                Some(Value::Str(name)) => name.to_string(),
                _ => {
                    let what = "the name of a function with this key";
                    return super::convert::unmodelled_operation(what);
                }
            },
        };
        Ok(text(&format!("{prefix}{shown}")))
    })?;
    properties::put(machine, function, &text("name"), CONFIGURABLE, &name)
}
