//! Accesses to known places: words in bytes, and cells.

use super::Code;
use super::decoded::Place;
use crate::memory::{Content, Heap, Life, Size};
use crate::state::Frame;
use crate::value::{ObjectId, Value, sign_extend};

/// Reads a machine word of 8, 16, 32 or 64 bits from concrete bytes.
#[inline(always)]
pub(super) fn load(heap: &Heap, pointer: &Value, width: u32) -> Option<u64> {
    let Value::Ptr { object, offset } = pointer else {
        return None;
    };
    if *object == ObjectId::NONE {
        return None;
    }
    let object = heap.get(*object);
    let bytes = (width / 8) as usize;
    let (Content::Bytes(content), Life::Alive) = (&object.content, &object.life) else {
        return None;
    };
    let size = object
        .size
        .known()
        .filter(|_| object.unexplored.is_empty())?;
    if *offset > size || size - offset < bytes as u64 {
        return None;
    }
    let slice = content.concrete_range(*offset as usize, bytes)?;
    Some(little_endian(slice))
}

#[inline(always)]
fn little_endian(slice: &[u8]) -> u64 {
    match *slice {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        _ => slice
            .iter()
            .rev()
            .fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
    }
}

/// Writes a machine word over concrete bytes.
#[inline(always)]
pub(super) fn store(
    code: &Code,
    frame: &Frame,
    heap: &mut Heap,
    pointer: Place,
    value: Place,
) -> bool {
    let Value::Ptr { object, offset } = *code.peek(frame, pointer) else {
        return false;
    };
    let Value::Bits {
        width: width @ (8 | 16 | 32 | 64),
        bits,
    } = *code.peek(frame, value)
    else {
        return false;
    };
    if object == ObjectId::NONE {
        return false;
    }
    let object = heap.get_mut(object);
    let bytes = (width / 8) as usize;
    let explored = object.unexplored.is_empty();
    if object.life != Life::Alive || object.storage.is_read_only() || !explored {
        return false;
    }
    match object.size {
        Size::Known(size) if offset <= size && size - offset >= bytes as u64 => {}
        _ => return false,
    }
    match &mut object.content {
        Content::Bytes(content) => content.write_concrete_fast(offset as usize, bytes, bits),
        _ => false,
    }
}

/// The cell at a known index of a known array; not if it has no value.
#[inline(always)]
pub(super) fn load_cell<'h>(heap: &'h Heap, row: &Value, index: &Value) -> Option<&'h Value> {
    let (object, at) = cell(row, index)?;
    let Content::Cells(cells) = &heap.get(object).content else {
        return None;
    };
    cells.get(at)
}

/// Writes the cell at a known index of a known array.
#[inline(always)]
pub(super) fn store_cell(heap: &mut Heap, row: &Value, index: &Value, value: &Value) -> bool {
    let Some((object, at)) = cell(row, index) else {
        return false;
    };
    match &mut heap.get_mut(object).content {
        Content::Cells(cells) if at < cells.len() => {
            cells[at] = value.clone();
            true
        }
        _ => false,
    }
}

/// The object that a pointer points into, and a position in it.
#[inline(always)]
fn cell(row: &Value, index: &Value) -> Option<(ObjectId, usize)> {
    let (Value::Ptr { object, offset }, Value::Bits { width, bits }) = (row, index) else {
        return None;
    };
    let at = (*offset as i64).checked_add(sign_extend(*width, *bits))?;
    (*object != ObjectId::NONE).then_some((*object, usize::try_from(at).ok()?))
}
