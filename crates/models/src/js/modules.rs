//! Modules: their functions, and what they share.

use super::objects::{self, PROTOTYPE};
use super::properties::{ENUMERABLE, Property};
use super::{Initial, Pointer, UNDEFINED, effect, settled, slot, slot_key};
use sheaf_execution::{Effect, Machine, Value};

/// The closure of a module: its function, and the boxes of the variables that it shares with other
/// modules.
pub fn body(machine: &mut Machine, args: &[Value]) -> Effect {
    let closure = objects::new_object(machine, &Initial::Function.value());
    effect(closure.and_then(|closure| {
        machine.set_member(&closure, &slot_key(slot::CALL), &args[0])?;
        machine.set_member(&closure, &slot_key(slot::BOXES), &args[1])?;
        Ok(closure)
    }))
}

/// Sets a variable that is imported from a CommonJS module: the closure of the module, the index of
/// the box, and the value.
pub fn fill(machine: &mut Machine, args: &[Value]) -> Effect {
    if matches!(args[1], Value::Union(_)) {
        return Effect::NeedConcrete(1);
    }
    let boxes = machine.own_member(&args[0], &slot_key(slot::BOXES));
    effect(boxes.map(|boxes| {
        let place = machine.load_cell_at(&boxes, &args[1]);
        machine.store_cell_at(&place, &Value::bits(32, 0), &args[2]);
        UNDEFINED
    }))
}

/// Copies a member, also where it is not modelled: the target, the key and the attributes there, the
/// source, and the key there.
pub fn copy_member(machine: &mut Machine, args: &[Value]) -> Effect {
    let copied = machine.own_member(&args[3], &args[4]).and_then(|stored| {
        let attributes = settled::integer(machine, &args[2])? as u8;
        let member = match Property::of(machine, &stored)? {
            Property::Data(_, value) => Property::Data(attributes, value),
            member => member,
        };
        machine.set_member(&args[0], &args[1], &member.stored())
    });
    effect(copied.map(|()| UNDEFINED))
}

/// The namespace of a module: pairs of a name and the box of a variable.
pub fn namespace(machine: &mut Machine, args: &[Value]) -> Effect {
    let object = machine.new_table();
    let result = machine.set_member(&object, &PROTOTYPE, &Value::Unit(sheaf_ir::Unit::Null));
    let result = result.and_then(|()| {
        args.chunks_exact(2).try_for_each(|pair| {
            let member = Property::Parameter(ENUMERABLE, pair[1].clone());
            machine.set_member(&object, &pair[0], &member.stored())
        })
    });
    effect(result.map(|()| object))
}
