//! Locations that hold values.

use crate::value::ObjectId;
use sheaf_ir::Local;

/// A part of an object: bytes, cells or fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell {
    /// The object.
    pub object: ObjectId,
    /// The position of the first one.
    pub offset: u64,
    /// Their number.
    pub parts: u64,
}

/// A location that holds a value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Slot {
    /// A local of the function of the piece.
    Register(Local),
    /// A part of memory.
    Memory(Cell),
}
