//! Variable arguments.
//!
//! On x86-64, clang lowers `va_arg` itself: it reads the structure of `va_list`. `va_start` writes
//! all variable arguments to a new object in the layout of stack arguments, and marks all registers
//! as used in the structure. On x86, `va_list` is a pointer to the arguments.

use super::Row;
use super::arguments::{advance, argument};
use super::behaviour::JUMPS;
use sheaf_execution::memory::{Size, Width};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{Element, Region, Type};
use sheaf_term::Sort;

pub const TABLE: &[Row] = &[("va_start", va_start, JUMPS)];

/// Size of the saved general registers in bytes; an offset of this value means that none is left.
const GENERAL_BYTES: u128 = 48;
/// Bytes of all saved registers.
const ALL_BYTES: u128 = 176;

fn va_start(machine: &mut Machine, args: &[Value]) -> Effect {
    start(machine, argument(args, 0)).map_or_else(Effect::Stop, |()| Effect::Return(None))
}

fn start(machine: &mut Machine, list: &Value) -> Result<(), Stop> {
    let arguments = machine.state.top().varargs.clone();
    let mut slots = Vec::with_capacity(arguments.len());
    let mut size: u64 = 0;
    for value in arguments.iter() {
        let slot = slot(machine, value);
        size = size.next_multiple_of(slot.align);
        let end = size + slot.bytes.next_multiple_of(machine.width().bytes());
        slots.push((size, slot));
        size = end;
    }
    let area = machine.allocate(Region::Stack, Size::Known(size), 16, false, Element::BYTE)?;
    for (offset, slot) in slots {
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
        (0, Type::Bits(32), Value::bits(32, GENERAL_BYTES)),
        (4, Type::Bits(32), Value::bits(32, ALL_BYTES)),
        (8, Type::Ptr, area),
        (16, Type::Ptr, Value::NULL),
    ];
    for (offset, ty, value) in fields {
        let place = advance(machine, list, offset);
        machine.store(&place, &ty, &value)?;
    }
    Ok(())
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
