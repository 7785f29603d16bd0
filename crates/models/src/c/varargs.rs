//! Variable arguments.
//!
//! On x86-64, clang lowers `va_arg` itself: it reads the structure of `va_list`, which has the area
//! of saved registers, how many of them are left, and the area of the arguments in memory. Which
//! arguments are in registers cannot be left open: of those in memory, `va_arg` skips bytes up to
//! the alignment of their type. `va_start` makes one object of both areas. Saved registers are at
//! the end of their area, so that none is left beyond the arguments: who reads more of them reads
//! beyond the object.
//!
//! On x86, `va_list` is a pointer to the arguments, all of which are in memory.

use super::Row;
use super::arguments::{advance, argument};
use super::behaviour::JUMPS;
use sheaf_execution::memory::{Size, Width};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{Element, FloatKind, Op, Region, Type};
use sheaf_term::Sort;

pub const TABLE: &[Row] = &[("va_start", va_start, JUMPS)];

/// The numbers of registers, general and floating-point ones.
const REGISTERS: [u64; 2] = [6, 8];
/// Size of a saved register of each kind.
const SAVED_BYTES: [u64; 2] = [8, 16];
/// Where the area of saved registers of each kind ends.
const SAVED_END: [u64; 2] = [48, 176];

fn va_start(machine: &mut Machine, args: &[Value]) -> Effect {
    start(machine, args).map_or_else(Effect::Stop, |()| Effect::Return(None))
}

/// Writes a `va_list`, given its address, and the numbers of registers that parameters take.
fn start(machine: &mut Machine, args: &[Value]) -> Result<(), Stop> {
    let list = argument(args, 0);
    let arguments = machine.state.top().varargs.clone();
    let mut left = [0, 1].map(|kind| {
        let taken = args.get(1 + kind).and_then(Value::as_u64);
        taken.map_or(0, |taken| REGISTERS[kind].saturating_sub(taken))
    });
    let types = match machine.width() {
        Width::Bits32 => None,
        Width::Bits64 => types(machine, arguments.len()),
    };
    let (mut in_registers, mut in_memory) = ([const { Vec::new() }; 2], Vec::new());
    let mut align = 16;
    for (number, value) in arguments.iter().enumerate() {
        let slot = slot(machine, value);
        align = align.max(slot.align);
        let ty = types.as_ref().map(|types| &types[number]);
        match ty.and_then(register_of) {
            Some(kind) if left[kind] > 0 => {
                left[kind] -= 1;
                in_registers[kind].push(slot);
            }
            _ => in_memory.push(slot),
        }
    }
    let has_registers = in_registers.iter().any(|slots| !slots.is_empty());
    let memory = match has_registers {
        true => SAVED_END[1].next_multiple_of(align),
        false => 0,
    };
    let mut places = Vec::with_capacity(arguments.len());
    let mut offsets = SAVED_END;
    for (kind, slots) in in_registers.into_iter().enumerate() {
        let first = SAVED_END[kind] - SAVED_BYTES[kind] * slots.len() as u64;
        offsets[kind] = first;
        places.extend((first..).step_by(SAVED_BYTES[kind] as usize).zip(slots));
    }
    let mut size = memory;
    for slot in in_memory {
        let at = size.next_multiple_of(slot.align);
        size = at + slot.bytes.next_multiple_of(machine.width().bytes());
        places.push((at, slot));
    }
    let area = machine.allocate(
        Region::Stack,
        Size::Known(size),
        align as u32,
        false,
        Element::BYTE,
    )?;
    for (offset, slot) in places {
        let place = advance(machine, &area, offset);
        match slot.content {
            Content::Scalar(ty, value) => machine.store(&place, &ty, &value)?,
            Content::Aggregate(from) => machine.copy(&place, &from, slot.bytes, false)?,
        }
    }
    if machine.width() == Width::Bits32 {
        return machine.store(list, &Type::Ptr, &area);
    }
    let fields = [
        (0, Type::Bits(32), Value::bits(32, offsets[0].into())),
        (4, Type::Bits(32), Value::bits(32, offsets[1].into())),
        (8, Type::Ptr, advance(machine, &area, memory)),
        (16, Type::Ptr, area),
    ];
    for (offset, ty, value) in fields {
        let place = advance(machine, list, offset);
        machine.store(&place, &ty, &value)?;
    }
    Ok(())
}

/// The types of the last arguments of the call of this function; `None` if it was not called by a
/// call with so many.
fn types(machine: &Machine, count: usize) -> Option<Vec<Type>> {
    let [.., caller, callee] = &machine.state.frames[..] else {
        return None;
    };
    let funcs = &machine.program.module().funcs;
    let (func, params) = (&funcs[caller.func], funcs[callee.func].params.len());
    let block = &func.blocks[caller.block];
    let inst = block.insts.get(caller.inst.checked_sub(1)?)?;
    match &inst.op {
        Op::Call(call) if call.args.len() == params + count => {
            let args = call.args[params..].iter();
            Some(args.map(|arg| func.type_of(*arg)).collect())
        }
        _ => None,
    }
}

/// The kind of register in which an argument of a type is passed, if there is one left.
fn register_of(ty: &Type) -> Option<usize> {
    match ty {
        Type::Float(FloatKind::F80) | Type::Tuple(_) => None,
        Type::Bits(width) if *width > 64 => None,
        Type::Float(_) => Some(1),
        _ => Some(0),
    }
}

/// An argument in memory.
struct Slot {
    bytes: u64,
    align: u64,
    content: Content,
}

enum Content {
    Scalar(Type, Value),
    /// At this address.
    Aggregate(Value),
}

/// The slot of an argument. An aggregate is a tuple of the address of a copy, its size and its
/// alignment in bytes.
fn slot(machine: &Machine, value: &Value) -> Slot {
    if let Value::Tuple(members) = value
        && let [from, bytes, align] = &members[..]
        && let (Some(bytes), Some(align)) = (bytes.as_u64(), align.as_u64())
    {
        return Slot {
            bytes,
            align: align.max(machine.width().bytes()),
            content: Content::Aggregate(from.clone()),
        };
    }
    let ty = stored_type(machine, value);
    let word = machine.width().bytes();
    let bytes = ty.store_bytes(word).unwrap_or(word).next_multiple_of(word);
    // On x86, values of several words have the alignment of one.
    let align = match machine.width() {
        Width::Bits32 => word,
        Width::Bits64 => bytes,
    };
    Slot {
        bytes,
        align,
        content: Content::Scalar(ty, value.clone()),
    }
}

/// The type in which an argument is stored, with the width of its value.
fn stored_type(machine: &Machine, value: &Value) -> Type {
    match value {
        Value::Bits { width, .. } => Type::Bits(*width),
        Value::Wide(wide) => Type::Bits(wide.0),
        Value::Bool(_) => Type::Bool,
        Value::Term(term) => match machine.pool.sort(*term) {
            Sort::Bits(width) => Type::Bits(width),
            _ => Type::Bool,
        },
        Value::Union(union) => match union.members.first() {
            Some((_, member)) => stored_type(machine, member),
            None => Type::Ptr,
        },
        _ => Type::Ptr,
    }
}
