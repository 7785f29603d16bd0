//! Functions that suspend. `sheaf_js` splits each in two; the second one takes the frame of a call.

use super::calls;
use super::objects;
use super::{Initial, Pointer, UNDEFINED, effect, settled, slot, slot_key, text};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_js::abi::{frame, shape};

/// What stands for a call that has suspended: the function, the frame, and the function that goes
/// on. That is the object of a generator; an async function starts and yields its promise.
pub fn coroutine(machine: &mut Machine, args: &[Value]) -> Effect {
    if matches!(args[0], Value::Union(_)) {
        return Effect::NeedConcrete(0);
    }
    match new_coroutine(machine, args) {
        Ok((object, false)) => Effect::Return(Some(object)),
        Ok((object, true)) => calls::library(machine, "startAsync", &[object]),
        Err(stop) => stop.into(),
    }
}

/// Whether it is that of an async function, too.
fn new_coroutine(machine: &mut Machine, args: &[Value]) -> Result<(Value, bool), Stop> {
    let callee = &args[0];
    let shape = match objects::is_object(callee) {
        true => calls::shape_of(machine, callee)?,
        // A module.
        false => 0,
    };
    let (generator, is_async) = (shape & shape::GENERATOR != 0, shape & shape::ASYNC != 0);
    let prototype = match generator {
        true => {
            let stored = machine.own_member(callee, &text("prototype"))?;
            let own = super::properties::plain(machine, &stored)?;
            let usual = calls::library_member(machine, &text(instances(is_async)))?;
            own.map(machine.pool, &mut |_, own| match objects::is_object(own) {
                true => own.clone(),
                false => usual.clone(),
            })
        }
        false => Initial::Object.value(),
    };
    let object = objects::new_object(machine, &prototype)?;
    machine.set_member(&object, &slot_key(slot::FRAME), &args[1])?;
    machine.set_member(&object, &slot_key(slot::CALL_AGAIN), &args[2])?;
    Ok((object, is_async && !generator))
}

/// What the library calls the prototype of generators.
fn instances(is_async: bool) -> &'static str {
    match is_async {
        true => "asyncGeneratorPrototype",
        false => "generatorPrototype",
    }
}

/// Gives a closure what its shape asks for: the prototype of such functions, and a prototype for
/// generators.
pub fn make_suspending(machine: &mut Machine, closure: &Value, shape: u64) -> Result<(), Stop> {
    let (generator, is_async) = (shape & shape::GENERATOR != 0, shape & shape::ASYNC != 0);
    let functions = match (generator, is_async) {
        (false, false) => return Ok(()),
        (true, false) => "generatorFunctionPrototype",
        (false, true) => "asyncFunctionPrototype",
        (true, true) => "asyncGeneratorFunctionPrototype",
    };
    let parent = calls::library_member(machine, &text(functions))?;
    machine.set_member(closure, &objects::PROTOTYPE, &parent)?;
    if generator {
        let parent = calls::library_member(machine, &text(instances(is_async)))?;
        let prototype = objects::new_object(machine, &parent)?;
        let (key, writable) = (text("prototype"), super::properties::WRITABLE);
        super::properties::put(machine, closure, &key, writable, &prototype)?;
    }
    Ok(())
}

/// Goes on with a call: its object, how (0 with a value, 1 with an exception, 2 by returning), and
/// the value.
pub fn resume(machine: &mut Machine, args: &[Value]) -> Effect {
    if matches!(args[0], Value::Union(_)) {
        return Effect::NeedConcrete(0);
    }
    let Some(mode) = args[1].as_u64() else {
        return Effect::NeedConcrete(1);
    };
    let frame = settled::slot(machine, &args[0], slot::FRAME);
    let again = settled::slot(machine, &args[0], slot::CALL_AGAIN);
    match (frame, again) {
        (Ok(Some(frame)), Ok(Some(again @ Value::Func(_)))) => {
            let mode = Value::bits(8, mode.into());
            Effect::Call(again, vec![frame, mode, args[2].clone()])
        }
        (Err(stop), _) | (_, Err(stop)) => stop.into(),
        _ => Effect::Unmodelled("going on with one of several calls".to_string()),
    }
}

/// Where a call goes on: 0 if it runs or has ended, 1 at its beginning; undefined for an object
/// that stands for no call.
pub fn state(machine: &mut Machine, args: &[Value]) -> Effect {
    frame_cell(machine, &args[0], frame::STATE)
}

/// Whether an async generator has suspended to yield: 1, or to wait for a promise: 0.
pub fn yields(machine: &mut Machine, args: &[Value]) -> Effect {
    frame_cell(machine, &args[0], frame::YIELDS)
}

fn frame_cell(machine: &mut Machine, object: &Value, cell: u32) -> Effect {
    effect(machine.lift(object, &mut |machine, object| {
        if !objects::is_object(object) {
            return Ok(UNDEFINED);
        }
        let frame = machine.own_member(object, &slot_key(slot::FRAME))?;
        machine.lift(&frame, &mut |machine, frame| {
            if !matches!(frame, Value::Ptr { .. }) {
                return Ok(UNDEFINED);
            }
            Ok(machine.load_cell_at(frame, &Value::bits(32, cell.into())))
        })
    }))
}

/// `{value, done}`
pub fn iterator_result(machine: &mut Machine, args: &[Value]) -> Effect {
    let result = objects::new_object(machine, &Initial::Object.value());
    effect(result.and_then(|result| {
        machine.set_member(&result, &text("value"), &args[0])?;
        machine.set_member(&result, &text("done"), &args[1])?;
        Ok(result)
    }))
}
