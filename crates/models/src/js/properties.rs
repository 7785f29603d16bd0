//! Properties: values with attributes, and accessors.
//!
//! A property with all attributes is stored as its value, so that the usual access is that of a
//! table. Others are stored as tuples: attributes and value, or attributes, getter and setter. A
//! tuple of four members is an element of an `arguments` object that stands for a parameter:
//! attributes and box. The tuple of a name alone is a built-in that is not modelled; an enumerable
//! one has its name in a tuple of its own.

use super::convert::unmodelled_operation;
use super::{UNDEFINED, settled, slot, slot_key, text};
use sheaf_execution::{Machine, Stop, Value};
use sheaf_ir::Unit;
use std::rc::Rc;

/// Attributes.
pub const WRITABLE: u8 = 1;
pub const ENUMERABLE: u8 = 2;
pub const CONFIGURABLE: u8 = 4;
/// The attributes that an assignment creates a property with.
pub const ALL: u8 = 7;
/// The attributes of most members of built-in objects.
pub const HIDDEN: u8 = WRITABLE | CONFIGURABLE;

/// Flags of an object in [`slot::LIMITS`]: no property can be added, and the length is read-only.
pub const NOT_EXTENSIBLE: u8 = 1;
pub const FIXED_LENGTH: u8 = 2;

pub enum Property {
    Absent,
    /// Attributes and value.
    Data(u8, Value),
    /// Attributes, getter and setter.
    Accessor(u8, Value, Value),
    /// An element of an `arguments` object: attributes and the box of a parameter.
    Parameter(u8, Value),
    /// Attributes and the name of a built-in that is not modelled.
    Missing(u8, String),
}

/// A property as it is stored, where that is no union. The attributes may differ between merged
/// paths.
enum Stored<'v> {
    Absent,
    Value(&'v Value),
    Data(&'v Value, &'v Value),
    Accessor(&'v Value, &'v Value, &'v Value),
    Parameter(&'v Value, &'v Value),
    Missing(&'v Value),
}

impl Stored<'_> {
    fn of(value: &Value) -> Stored<'_> {
        let members = match value {
            Value::Unit(Unit::Empty) => return Stored::Absent,
            Value::Tuple(members) => members,
            value => return Stored::Value(value),
        };
        match &members[..] {
            [name] => Stored::Missing(name),
            [attributes, value] => Stored::Data(attributes, value),
            [attributes, getter, setter] => Stored::Accessor(attributes, getter, setter),
            [attributes, place, ..] => Stored::Parameter(attributes, place),
            [] => Stored::Absent,
        }
    }
}

/// What a property that is stored as a value of its own is. Values of one kind may stay a union.
pub fn kind_of(stored: &Value) -> Option<Value> {
    let is_own = is_special(stored) || *stored == Value::EMPTY;
    is_own.then(|| stored.clone())
}

impl Property {
    /// Reads a stored value. The path is split where merged paths differ in more than the value.
    ///
    /// # Errors
    /// The stop.
    pub fn of(machine: &mut Machine, value: &Value) -> Result<Property, Stop> {
        let value = machine.of_one_kind(value, kind_of)?;
        let attributes = |machine: &mut Machine, attributes: &Value| {
            settled::integer(machine, attributes).map(|attributes| attributes as u8)
        };
        Ok(match Stored::of(&value) {
            Stored::Absent => Property::Absent,
            Stored::Value(value) => Property::Data(ALL, value.clone()),
            Stored::Data(flags, value) => {
                Property::Data(attributes(machine, flags)?, value.clone())
            }
            Stored::Accessor(flags, getter, setter) => {
                let (getter, setter) = (
                    settled::single(machine, getter)?,
                    settled::single(machine, setter)?,
                );
                Property::Accessor(attributes(machine, flags)?, getter, setter)
            }
            Stored::Parameter(flags, place) => {
                Property::Parameter(attributes(machine, flags)?, place.clone())
            }
            Stored::Missing(name) => {
                let attributes = match name {
                    Value::Tuple(_) => ALL,
                    _ => HIDDEN,
                };
                Property::Missing(attributes, missing_name(machine, name)?)
            }
        })
    }

    /// The stored form.
    pub fn stored(&self) -> Value {
        let flags = |attributes: &u8| Value::bits(8, u128::from(*attributes));
        let members = match self {
            Property::Absent => return Value::EMPTY,
            Property::Data(ALL, value) => return value.clone(),
            Property::Data(attributes, value) => vec![flags(attributes), value.clone()],
            Property::Accessor(attributes, getter, setter) => {
                vec![flags(attributes), getter.clone(), setter.clone()]
            }
            Property::Parameter(attributes, place) => {
                vec![flags(attributes), place.clone(), UNDEFINED, UNDEFINED]
            }
            Property::Missing(ALL, name) => vec![Value::Tuple(Rc::new(vec![text(name)]))],
            Property::Missing(_, name) => vec![text(name)],
        };
        Value::Tuple(Rc::new(members))
    }

    /// Whether a program may write, list and redefine it: as bits; none if absent.
    pub fn attributes(&self) -> u8 {
        match self {
            Property::Absent => 0,
            Property::Data(attributes, _)
            | Property::Accessor(attributes, ..)
            | Property::Parameter(attributes, _)
            | Property::Missing(attributes, _) => *attributes,
        }
    }
}

fn missing_name(machine: &mut Machine, name: &Value) -> Result<String, Stop> {
    let name = match name {
        Value::Tuple(names) => &names[0],
        name => name,
    };
    Ok(match settled::single(machine, name)? {
        Value::Str(name) => name.to_string(),
        _ => String::new(),
    })
}

/// Whether a stored value, which is not a union, has fewer than all attributes.
pub fn is_special(value: &Value) -> bool {
    matches!(value, Value::Tuple(_))
}

/// Sets a property with attributes.
pub fn put(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
    attributes: u8,
    value: &Value,
) -> Result<(), Stop> {
    let stored = Property::Data(attributes, value.clone()).stored();
    machine.set_member(object, key, &stored)
}

/// The limits of an object.
pub fn limits(machine: &mut Machine, object: &Value) -> Result<u8, Stop> {
    Ok(match settled::slot(machine, object, slot::LIMITS)? {
        Some(limits) => settled::integer(machine, &limits)? as u8,
        None => 0,
    })
}

/// Adds limits to an object.
pub fn add_limits(machine: &mut Machine, object: &Value, more: u8) -> Result<(), Stop> {
    let limits = limits(machine, object)? | more;
    let value = Value::bits(8, u128::from(limits));
    machine.set_member(object, &slot_key(slot::LIMITS), &value)
}

/// The value of a parameter in its place, which may differ between merged paths and keys.
pub fn parameter(machine: &mut Machine, place: &Value) -> Result<Value, Stop> {
    machine.lift(place, &mut |machine, place| {
        Ok(machine.load_cell_at(place, &Value::bits(32, 0)))
    })
}

/// Sets a parameter in its place.
pub fn set_parameter(machine: &mut Machine, place: &Value, value: &Value) -> Result<(), Stop> {
    let stored = machine.lift(place, &mut |machine, place| {
        machine.store_cell_at(place, &Value::bits(32, 0), value);
        Ok(UNDEFINED)
    });
    stored.map(|_| ())
}

/// A stored value as the value of a property without accessor: absent is undefined.
pub fn plain(machine: &mut Machine, stored: &Value) -> Result<Value, Stop> {
    if !stored
        .members()
        .any(|(_, it)| matches!(it, Value::Tuple(_) | Value::Unit(Unit::Empty)))
    {
        return Ok(stored.clone());
    }
    machine.lift(stored, &mut |machine, stored| match Stored::of(stored) {
        Stored::Absent => Ok(UNDEFINED),
        Stored::Value(value) | Stored::Data(_, value) => Ok(value.clone()),
        Stored::Parameter(_, place) => parameter(machine, place),
        Stored::Accessor(..) => unmodelled_operation("an accessor here"),
        Stored::Missing(name) => {
            let kind = sheaf_execution::outcome::ReasonKind::UnmodelledCall;
            Err(Stop::Unmodelled(kind, missing_name(machine, name)?))
        }
    })
}
