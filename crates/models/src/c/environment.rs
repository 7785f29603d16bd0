//! Intrinsics for the models of the environment (`runtime/environment.c`, `runtime/files.c`):
//! memory of the models, choices, inputs, and reasons for incompleteness.

use super::Row;
use super::arguments::{advance, argument, effect, load_byte, number, text, word};
use super::behaviour::{ALLOCATES, CHANGES, LOOKS, PASSES, PURE, UNKNOWN};
use sheaf_execution::memory::Size;
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{Element, Region, Type};
use sheaf_term::Term;

pub const TABLE: &[Row] = &[
    ("__sheaf_model_alloc", model_alloc, ALLOCATES),
    ("__sheaf_pick", pick, PURE),
    ("__sheaf_concrete", super::harness::some_value, PASSES),
    ("__sheaf_concrete_size", super::harness::some_value, PASSES),
    ("__sheaf_make_input", super::harness::make_symbolic, CHANGES),
    ("__sheaf_same_text", same_text, LOOKS),
    ("__sheaf_incomplete", incomplete, UNKNOWN),
];

/// `void *__sheaf_model_alloc(size_t bytes)`: stack memory that belongs to no frame, so it is never
/// freed.
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
    let same = machine.lift(argument(args, 0), &mut |machine, left| {
        machine.lift(argument(args, 1), &mut |machine, right| {
            same_as(machine, left, right)
        })
    });
    effect(
        same.map(|same| Effect::Return(Some(same)))
            .map_err(Effect::Stop),
    )
}

/// Whether the strings are equal: each byte is read under the condition that all earlier ones are
/// equal and nonzero. An unterminated string is read one byte too far, which the access reports.
fn same_as(machine: &mut Machine, left: &Value, right: &Value) -> Result<Value, Stop> {
    let (mut same, mut going) = (Term::FALSE, Term::TRUE);
    let most = machine.bytes_behind(left)?;
    let most = most.min(machine.bytes_behind(right)?);
    for at in 0..=most {
        let (l, r) = (advance(machine, left, at), advance(machine, right, at));
        let bytes = machine.under(going, |machine| {
            let (l, r) = (load_byte(machine, &l)?, load_byte(machine, &r)?);
            for byte in [&l, &r] {
                machine.require_defined(byte, "a file name depends on uninitialized memory");
            }
            Ok((word(machine, &l), word(machine, &r)))
        });
        let Some(bytes) = bytes else { break };
        let (l, r) = bytes?;
        let zero = machine.pool.bits(64, 0);
        let (agree, end) = (machine.pool.eq(l, r), machine.pool.eq(r, zero));
        let (ends, goes_on) = (machine.pool.and(agree, end), machine.pool.not(end));
        let goes_on = machine.pool.and(agree, goes_on);
        let ends = machine.pool.and(going, ends);
        same = machine.pool.or(same, ends);
        going = machine.pool.and(going, goes_on);
        if going == Term::FALSE {
            break;
        }
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
