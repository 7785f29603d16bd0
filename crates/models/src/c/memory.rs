//! Allocation: intrinsics for `malloc`, `calloc` and `realloc` of the runtime, and `free`.

use super::Row;
use super::arguments::{advance, argument, effect, number};
use super::behaviour::{ALLOCATES, CHANGES, DEPENDS, FREES, LOOKS, LOOKS_UP, MEASURES};
use sheaf_execution::memory::{Life, Size, Storage};
use sheaf_execution::value::ObjectId;
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{Element, FailureKind, Region, Type};
use sheaf_term::Term;

pub const TABLE: &[Row] = &[
    ("__sheaf_malloc", malloc, ALLOCATES),
    ("__sheaf_calloc", calloc, ALLOCATES),
    ("free", free, FREES),
    ("cfree", free, FREES),
    ("__sheaf_aligned_alloc", aligned_alloc, ALLOCATES),
    ("__sheaf_map", map, ALLOCATES),
    ("__sheaf_unmap", unmap, CHANGES),
    ("__sheaf_heap_size", heap_size, FREES),
    ("klee_get_obj_size", object_size, MEASURES),
    ("klee_check_memory_access", check_access, LOOKS),
    ("__sheaf_object_start", object_start, LOOKS_UP),
    ("__sheaf_object_number", object_number, DEPENDS),
    ("__CPROVER_OBJECT_SIZE", size_or_zero, DEPENDS),
    ("__CPROVER_POINTER_OFFSET", pointer_offset, DEPENDS),
    ("__CPROVER_LIVE_OBJECT", is_alive, DEPENDS),
];

/// What the C library aligns every allocation to, in bytes.
const ALIGN: u32 = 16;

fn allocate(machine: &mut Machine, size: Size, align: u32, zeroed: bool) -> Effect {
    match machine.allocate(Region::Heap, size, align, zeroed, Element::BYTE) {
        Ok(pointer) => Effect::Return(Some(pointer)),
        Err(stop) => Effect::Stop(stop),
    }
}

/// The size of an allocation.
fn size(machine: &mut Machine, args: &[Value], position: usize) -> Result<Size, Effect> {
    let size = machine.allocation_size(argument(args, position))?;
    size.ok_or(Effect::NeedConcrete(position))
}

fn malloc(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(size(machine, args, 0).map(|bytes| allocate(machine, bytes, ALIGN, false)))
}

fn calloc(machine: &mut Machine, args: &[Value]) -> Effect {
    let factors = [0, 1].map(|position| size(machine, args, position));
    let [count, size] = match factors {
        [Ok(count), Ok(size)] => [count, size],
        [Err(effect), _] | [_, Err(effect)] => return effect,
    };
    match (
        count.known(),
        size.known(),
        count.room().checked_mul(size.room()),
    ) {
        (Some(_), Some(_), Some(bytes)) => allocate(machine, Size::Known(bytes), ALIGN, true),
        (Some(_), Some(_), None) => Effect::Return(Some(Value::NULL)),
        (_, _, room) => allocate_product(machine, count, size, room),
    }
}

/// An allocation of a symbolic product; its bound is `None` if it may overflow.
fn allocate_product(machine: &mut Machine, count: Size, size: Size, room: Option<u64>) -> Effect {
    let pool = &mut *machine.pool;
    let (count, size) = (count.term(pool), size.term(pool));
    let bytes = pool.mul(count, size);
    if let Some(room) = room {
        return allocate(machine, Size::Symbolic { bytes, room }, ALIGN, true);
    }
    // A product that overflows becomes an impossible size.
    let (count, size) = (pool.zext(count, 128), pool.zext(size, 128));
    let product = pool.mul(count, size);
    let largest = pool.bits(128, u128::from(u64::MAX));
    let overflows = pool.ult(largest, product);
    let refused = pool.bits(64, u128::from(u64::MAX));
    let bytes = pool.ite(overflows, refused, bytes);
    let room = u64::MAX;
    allocate(machine, Size::Symbolic { bytes, room }, ALIGN, true)
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
    match machine.free_pointer(argument(args, 0)) {
        Ok(()) => Effect::Return(None),
        Err(stop) => Effect::Stop(stop),
    }
}

/// `void *__sheaf_map(size_t align, size_t bytes)`.
fn map(machine: &mut Machine, args: &[Value]) -> Effect {
    let align = match number(args, 0) {
        Ok(align) => align as u32,
        Err(effect) => return effect,
    };
    effect(size(machine, args, 1).map(|bytes| {
        let mapped = machine.map(bytes, align);
        mapped.map_or_else(Effect::Stop, |pointer| Effect::Return(Some(pointer)))
    }))
}

fn unmap(machine: &mut Machine, args: &[Value]) -> Effect {
    machine.unmap(argument(args, 0));
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

/// `__sheaf_heap_size`: also checks that the argument of `realloc` can be freed. The new object may
/// have the same address.
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
            "reallocation of a pointer that points to no object",
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
            let message = format!("the object was already freed at {place}");
            machine.obligation(FailureKind::DoubleFree, guard, &message);
        }
    }
    if !life.may_be_alive() {
        return Ok(failed);
    }
    machine.state.heap.may_be_replaced(object);
    let size = size.term(machine.pool);
    Ok(Value::from_term(machine.pool, size))
}

fn object_size(machine: &mut Machine, args: &[Value]) -> Effect {
    let pointer = argument(args, 0).clone();
    let size = machine.lift(&pointer, &mut |machine, member| {
        let Some((object, _)) = target(machine, member) else {
            machine.obligation(
                FailureKind::OutOfBounds,
                Term::TRUE,
                "the size of a pointer that points to no object",
            );
            return Ok(Value::bits(64, 0));
        };
        let size = machine.state.heap.get(object).size.term(machine.pool);
        Ok(Value::from_term(machine.pool, size))
    });
    size.map_or_else(Effect::Stop, |size| Effect::Return(Some(size)))
}

/// Answers a query about the object of a pointer, for each possible object; `without` is the answer
/// for an address without an object.
fn about_object(
    machine: &mut Machine,
    args: &[Value],
    without: fn(&mut Machine, Term) -> Term,
    ask: fn(&mut Machine, ObjectId, Term) -> Term,
) -> Effect {
    let pointer = argument(args, 0).clone();
    machine.require_defined(&pointer, "a pointer depends on uninitialized memory");
    let answer = machine.lift(&pointer, &mut |machine, member| {
        let term = match *member {
            Value::SymPtr {
                object: ObjectId::NONE,
                offset: address,
            } => {
                let found = machine.objects_at(address, 0, |_| true)?;
                let mut answer = without(machine, address);
                for (inside, pointer) in found.objects {
                    if let Some((object, offset)) = target(machine, &pointer) {
                        let here = ask(machine, object, offset);
                        answer = machine.pool.ite(inside, here, answer);
                    }
                }
                answer
            }
            _ => match target(machine, member) {
                Some((object, offset)) => ask(machine, object, offset),
                None => {
                    let address = address_of(machine, member);
                    without(machine, address)
                }
            },
        };
        Ok(Value::from_term(machine.pool, term))
    });
    answer.map_or_else(Effect::Stop, |answer| Effect::Return(Some(answer)))
}

/// The address of a pointer without an object.
fn address_of(machine: &mut Machine, pointer: &Value) -> Term {
    match *pointer {
        Value::Ptr { offset, .. } => machine.pool.bits(64, offset.into()),
        _ => machine.pool.bits(64, 0),
    }
}

/// `void *__sheaf_object_start(const void *)`: null without an object.
fn object_start(machine: &mut Machine, args: &[Value]) -> Effect {
    let pointer = argument(args, 0).clone();
    machine.require_defined(&pointer, "a pointer depends on uninitialized memory");
    let is_computed = |member: &Value| {
        let none = ObjectId::NONE;
        matches!(member, Value::SymPtr { object, .. } if *object == none)
    };
    if pointer.members().any(|(_, member)| is_computed(member)) {
        return Effect::Unmodelled("the object at a computed address".to_string());
    }
    let start = machine.lift(&pointer, &mut |machine, member| {
        let found = target(machine, member);
        let start = |(object, _)| Value::Ptr { object, offset: 0 };
        Ok(found.map_or(Value::NULL, start))
    });
    start.map_or_else(Effect::Stop, |start| Effect::Return(Some(start)))
}

/// `size_t __sheaf_object_number(const void *)`: a number for each object; without an object, the
/// address with the highest bit set, and 0 for null.
fn object_number(machine: &mut Machine, args: &[Value]) -> Effect {
    let without = |machine: &mut Machine, address| {
        let zero = machine.pool.bits(64, 0);
        let high = machine.pool.bits(64, 1 << 63);
        let is_null = machine.pool.eq(address, zero);
        let marked = machine.pool.bit_or(address, high);
        machine.pool.ite(is_null, zero, marked)
    };
    // Its start address, which merging preserves.
    about_object(machine, args, without, |machine, object, _| {
        let base = machine.state.heap.layout().base(object);
        machine.pool.bits(64, base.into())
    })
}

fn zero(machine: &mut Machine, _: Term) -> Term {
    machine.pool.bits(64, 0)
}

/// `size_t __CPROVER_OBJECT_SIZE(const void *)`: 0 without an object.
fn size_or_zero(machine: &mut Machine, args: &[Value]) -> Effect {
    about_object(machine, args, zero, |machine, object, _| {
        machine.state.heap.get(object).size.term(machine.pool)
    })
}

/// `ptrdiff_t __CPROVER_POINTER_OFFSET(const void *)`: the address without an object.
fn pointer_offset(machine: &mut Machine, args: &[Value]) -> Effect {
    about_object(machine, args, |_, address| address, |_, _, offset| offset)
}

/// `_Bool __CPROVER_LIVE_OBJECT(const void *)`.
fn is_alive(machine: &mut Machine, args: &[Value]) -> Effect {
    about_object(
        machine,
        args,
        |_, _| Term::FALSE,
        |machine, object, _| {
            let life = machine.state.heap.get(object).life.clone();
            life.alive(machine.pool)
        },
    )
}

/// `klee_check_memory_access`: the first and the last byte represent the range, which lies in one
/// object.
fn check_access(machine: &mut Machine, args: &[Value]) -> Effect {
    let pointer = argument(args, 0).clone();
    let bytes = match number(args, 1) {
        Ok(0) => return Effect::Return(None),
        Ok(bytes) => bytes,
        Err(effect) => return effect,
    };
    // No object reaches as far as a number that is negative as a distance.
    let last = advance(machine, &pointer, (bytes - 1).min(i64::MAX as u64));
    for place in [&pointer, &last] {
        if let Err(stop) = machine.load(place, &Type::Bits(8)) {
            return Effect::Stop(stop);
        }
    }
    Effect::Return(None)
}
