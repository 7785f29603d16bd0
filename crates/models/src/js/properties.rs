//! Properties: values with attributes, and accessors.
//!
//! A property with all attributes is stored as its value, so that the usual access is that of a
//! table. Others are stored as tuples: attributes and value, or attributes, getter and setter. A
//! tuple of four members is an element of an `arguments` object that stands for a parameter:
//! attributes and box. The tuple of a name alone is a built-in that is not modelled.

use super::convert::unmodelled_operation;
use super::{UNDEFINED, slot, slot_key, text};
use sheaf_engine::{Machine, Stop, Value};
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

/// A property as it is stored.
pub enum Property {
    Absent,
    /// Attributes and value.
    Data(u8, Value),
    /// Attributes, getter and setter.
    Accessor(u8, Value, Value),
    /// An element of an `arguments` object: attributes and the box of a parameter.
    Parameter(u8, Value),
    /// The name of a built-in that is not modelled.
    Missing(String),
}

impl Property {
    /// Reads a stored value that is not a union.
    ///
    /// # Errors
    /// If attributes differ between merged paths.
    pub fn of(value: &Value) -> Result<Property, Stop> {
        let members = match value {
            Value::Unit(Unit::Empty) => return Ok(Property::Absent),
            Value::Tuple(members) => members,
            Value::Union(union) if union.members.iter().any(|(_, it)| is_special(it)) => {
                return unmodelled_operation(DIFFERENT);
            }
            value => return Ok(Property::Data(ALL, value.clone())),
        };
        if let [Value::Str(name)] = &members[..] {
            return Ok(Property::Missing(name.to_string()));
        }
        let Some(attributes) = members[0].as_u64() else {
            return unmodelled_operation(DIFFERENT);
        };
        let attributes = attributes as u8;
        Ok(match &members[1..] {
            [value] => Property::Data(attributes, value.clone()),
            [getter, setter] => Property::Accessor(attributes, getter.clone(), setter.clone()),
            _ => Property::Parameter(attributes, members[1].clone()),
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
            Property::Missing(name) => vec![text(name)],
        };
        Value::Tuple(Rc::new(members))
    }

    /// The attributes. Built-ins that are not modelled have those of most built-ins.
    pub fn attributes(&self) -> u8 {
        match self {
            Property::Absent => 0,
            Property::Data(attributes, _)
            | Property::Accessor(attributes, ..)
            | Property::Parameter(attributes, _) => *attributes,
            Property::Missing(_) => HIDDEN,
        }
    }
}

const DIFFERENT: &str = "a property whose attributes differ between merged paths";

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
    match machine.own_member(object, &slot_key(slot::LIMITS))? {
        Value::Unit(_) => Ok(0),
        limits => match limits.as_u64() {
            Some(limits) => Ok(limits as u8),
            None => unmodelled_operation("an object that only some merged paths have frozen"),
        },
    }
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
    machine.lift(stored, &mut |machine, stored| match Property::of(stored)? {
        Property::Absent => Ok(UNDEFINED),
        Property::Data(_, value) => Ok(value),
        Property::Parameter(_, place) => parameter(machine, &place),
        Property::Accessor(..) => unmodelled_operation("an accessor of only some merged paths"),
        Property::Missing(name) => {
            let kind = sheaf_engine::outcome::ReasonKind::UnmodelledCall;
            Err(Stop::Unmodelled(kind, name))
        }
    })
}
