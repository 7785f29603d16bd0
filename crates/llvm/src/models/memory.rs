//! Allocation: `malloc`, `calloc`, `free`, and what `realloc` asks.

use super::Run;
use super::arguments::{advance, argument, effect, number};
use sheaf_engine::memory::{Life, Storage};
use sheaf_engine::value::ObjectId;
use sheaf_engine::{Effect, Machine, Stop, Value};
use sheaf_ir::{FailureKind, Region, Type};
use sheaf_term::Term;

pub const TABLE: &[(&str, Run)] = &[
    ("malloc", malloc),
    ("calloc", calloc),
    ("free", free),
    ("cfree", free),
    ("__sheaf_aligned_alloc", aligned_alloc),
    ("__sheaf_heap_size", heap_size),
    ("klee_get_obj_size", object_size),
    ("klee_check_memory_access", check_access),
];

/// What the C library aligns every allocation to, in bytes.
const ALIGN: u32 = 16;

fn allocate(machine: &mut Machine, bytes: u64, align: u32, zeroed: bool) -> Effect {
    match machine.allocate(Region::Heap, bytes, align, zeroed, 1) {
        Ok(pointer) => Effect::Return(Some(pointer)),
        Err(stop) => Effect::Stop(stop),
    }
}

/// The size of an allocation, which must not depend on uninitialised memory.
fn size(machine: &mut Machine, args: &[Value], position: usize) -> Result<u64, Effect> {
    machine.require_defined(
        argument(args, position),
        "the size of an allocation depends on uninitialized memory",
    );
    number(args, position)
}

fn malloc(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(size(machine, args, 0).map(|bytes| allocate(machine, bytes, ALIGN, false)))
}

fn calloc(machine: &mut Machine, args: &[Value]) -> Effect {
    let count = match size(machine, args, 0) {
        Ok(count) => count,
        Err(effect) => return effect,
    };
    effect(
        size(machine, args, 1).map(|size| match count.checked_mul(size) {
            Some(bytes) => allocate(machine, bytes, ALIGN, true),
            None => Effect::Return(Some(Value::NULL)),
        }),
    )
}

fn aligned_alloc(machine: &mut Machine, args: &[Value]) -> Effect {
    let align = match number(args, 0).map(u32::try_from) {
        Ok(Ok(align)) if align.is_power_of_two() => align,
        Ok(_) => return Effect::Return(Some(Value::NULL)),
        Err(effect) => return effect,
    };
    effect(size(machine, args, 1).map(|bytes| allocate(machine, bytes, align.max(ALIGN), false)))
}

fn free(machine: &mut Machine, args: &[Value]) -> Effect {
    machine.free_pointer(argument(args, 0));
    Effect::Return(None)
}

/// The object that a pointer points into, and its offset as a term.
fn target(machine: &mut Machine, pointer: &Value) -> Option<(ObjectId, Term)> {
    let found = match pointer {
        Value::Ptr {
            object: ObjectId::NONE,
            offset,
        } => machine.pointer_at(*offset),
        other => other.clone(),
    };
    match found {
        Value::Ptr { object, offset } if object != ObjectId::NONE => {
            Some((object, machine.pool.bits(64, u128::from(offset))))
        }
        Value::SymPtr { object, offset } if object != ObjectId::NONE => Some((object, offset)),
        _ => None,
    }
}

/// `__sheaf_heap_size`: also where `realloc` finds that what it is given cannot be freed.
fn heap_size(machine: &mut Machine, args: &[Value]) -> Effect {
    let pointer = argument(args, 0).clone();
    match machine.lift(&pointer, &mut heap_size_of) {
        Ok(size) => Effect::Return(Some(size)),
        Err(stop) => Effect::Stop(stop),
    }
}

fn heap_size_of(machine: &mut Machine, pointer: &Value) -> Result<Value, Stop> {
    machine.require_defined(
        pointer,
        "the pointer that is reallocated depends on uninitialized memory",
    );
    let failed = Value::bits(64, 0);
    let Some((object, offset)) = target(machine, pointer) else {
        machine.obligation(
            FailureKind::InvalidFree,
            Term::TRUE,
            "reallocation of what is no pointer to an object",
        );
        return Ok(failed);
    };
    let found = machine.state.heap.get(object);
    let (size, life, storage) = (found.size, found.life.clone(), found.storage);
    let zero = machine.pool.bits(64, 0);
    let inside = machine.pool.ne(offset, zero);
    let message = "reallocation of a pointer into an object, not to its start";
    machine.obligation(FailureKind::InvalidFree, inside, message);
    if storage != Storage::Heap {
        machine.obligation(
            FailureKind::InvalidFree,
            Term::TRUE,
            "reallocation of an object that is not on the heap",
        );
        return Ok(failed);
    }
    for (guard, life) in life.phases() {
        if let Life::Freed(at) = life {
            let place = machine.program.module().describe(*at);
            let message = format!("the object was freed already at {place}");
            machine.obligation(FailureKind::DoubleFree, guard, &message);
        }
    }
    let size = if life.may_be_alive() { size } else { 0 };
    Ok(Value::bits(64, u128::from(size)))
}

fn object_size(machine: &mut Machine, args: &[Value]) -> Effect {
    let pointer = argument(args, 0).clone();
    let size = machine.lift(&pointer, &mut |machine, member| {
        let Some((object, _)) = target(machine, member) else {
            machine.obligation(
                FailureKind::OutOfBounds,
                Term::TRUE,
                "the size of what is no object",
            );
            return Ok(Value::bits(64, 0));
        };
        Ok(Value::bits(
            64,
            u128::from(machine.state.heap.get(object).size),
        ))
    });
    size.map_or_else(Effect::Stop, |size| Effect::Return(Some(size)))
}

/// `klee_check_memory_access`: the first and the last byte stand for the range, which lies in one object.
fn check_access(machine: &mut Machine, args: &[Value]) -> Effect {
    let pointer = argument(args, 0).clone();
    let bytes = match number(args, 1) {
        Ok(0) => return Effect::Return(None),
        Ok(bytes) => bytes,
        Err(effect) => return effect,
    };
    let last = advance(machine, &pointer, bytes - 1);
    for place in [&pointer, &last] {
        if let Err(stop) = machine.load(place, &Type::Bits(8)) {
            return Effect::Stop(stop);
        }
    }
    Effect::Return(None)
}
