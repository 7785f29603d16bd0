//! What the models of the environment (`runtime/environment.c`, `runtime/files.c`) ask: memory of their own, choices, inputs, and a
//! way to say that something is left out.

use super::Run;
use super::arguments::{advance, argument, effect, load_byte, number, text, word};
use sheaf_engine::memory::Size;
use sheaf_engine::{Effect, Machine, Stop, Value};
use sheaf_ir::{Element, Region, Type};
use sheaf_term::Term;

pub const TABLE: &[(&str, Run)] = &[
    ("__sheaf_model_alloc", model_alloc),
    ("__sheaf_pick", pick),
    ("__sheaf_concrete", super::harness::some_value),
    ("__sheaf_make_input", super::harness::make_symbolic),
    ("__sheaf_same_text", same_text),
    ("__sheaf_incomplete", incomplete),
];

/// `void *__sheaf_model_alloc(size_t bytes)`: on the stack, but no frame's, so that it stays.
fn model_alloc(machine: &mut Machine, args: &[Value]) -> Effect {
    let bytes = match number(args, 0) {
        Ok(bytes) => bytes,
        Err(effect) => return effect,
    };
    let allocated = machine.allocate(Region::Stack, Size::Known(bytes), 16, false, Element::BYTE);
    if allocated.is_ok() {
        machine.state.top_mut().stack_objects.pop();
    }
    allocated.map_or_else(Effect::Stop, |pointer| Effect::Return(Some(pointer)))
}

/// `int __sheaf_pick(const char *name, int limit)`.
fn pick(machine: &mut Machine, args: &[Value]) -> Effect {
    let limit = match number(args, 1) {
        Ok(limit) => limit,
        Err(effect) => return effect,
    };
    let name = text(machine, argument(args, 0));
    let value = match machine.scalar_input(&name, &Type::Bits(32)) {
        Ok(value) => value,
        Err(stop) => return Effect::Stop(stop),
    };
    if let Some(term) = value.to_term(machine.pool) {
        let limit = machine.pool.bits(32, u128::from(limit));
        let small = machine.pool.ule(term, limit);
        machine.assume(small);
    }
    Effect::Return(Some(value))
}

/// `int __sheaf_same_text(const char *left, const char *right)`.
fn same_text(machine: &mut Machine, args: &[Value]) -> Effect {
    let right = argument(args, 1).clone();
    let same = machine.lift(argument(args, 0), &mut |machine, left| {
        same_as(machine, left, &right)
    });
    effect(
        same.map(|same| Effect::Return(Some(same)))
            .map_err(Effect::Stop),
    )
}

/// Whether the texts agree: each byte is read under the condition that all before agree, and that none of them is the end.
fn same_as(machine: &mut Machine, left: &Value, right: &Value) -> Result<Value, Stop> {
    let mut same = Term::TRUE;
    let mut at = 0;
    while same != Term::FALSE {
        let (l, r) = (advance(machine, left, at), advance(machine, right, at));
        let bytes = machine.under(same, |machine| {
            let l = load_byte(machine, &l)?;
            machine.require_defined(&l, "a file name depends on uninitialized memory");
            Ok((word(machine, &l), load_byte(machine, &r)?))
        });
        let Some(bytes) = bytes else { break };
        let (l, r) = bytes?;
        let end = r.as_u64() == Some(0);
        let r = word(machine, &r);
        let agree = machine.pool.eq(l, r);
        same = machine.pool.and(same, agree);
        if end {
            break;
        }
        at += 1;
    }
    let (one, zero) = (machine.pool.bits(32, 1), machine.pool.bits(32, 0));
    let result = machine.pool.ite(same, one, zero);
    Ok(Value::from_term(machine.pool, result))
}

/// `void __sheaf_incomplete(const char *what, const char *name)`.
fn incomplete(machine: &mut Machine, args: &[Value]) -> Effect {
    let (what, name) = (
        text(machine, argument(args, 0)),
        text(machine, argument(args, 1)),
    );
    let detail = match name.as_str() {
        "" => what,
        name => format!("{what}: `{name}`"),
    };
    machine.leave_out(detail);
    Effect::Return(None)
}
