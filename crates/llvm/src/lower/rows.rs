//! Rows of numbers whose length is an input: what a pointer to a number points to, and the flexible array at the end of a structure.
//!
//! The number of elements is an input of its own, `elements of *p`, within bounds that the user sets. The object is exactly so large, so that
//! every access behind its last element is out of bounds, and no length is tried by itself.

use super::function::FunctionLowering;
use crate::ll::{Member, Shape};
use sheaf_ir::{BinaryOp, CompareOp, Op, Operand, Type};
use std::fmt;

/// How many elements a row has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elements {
    /// The most.
    pub most: u64,
    /// Whether it always has that many.
    pub exactly: bool,
}

/// As on the command line: `4` is up to four, `=4` four.
impl fmt::Display for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.exactly { "=" } else { "" };
        write!(f, "{sign}{}", self.most)
    }
}

/// A row that is an object, or the end of one.
pub(super) struct Row {
    /// What the input that is its content is called.
    pub(super) name: String,
    /// Bytes of the object in front of it.
    pub(super) start: u64,
    /// Bytes of an element.
    pub(super) element_bytes: u64,
    least: u64,
    most: u64,
}

impl Row {
    /// The row that a pointer leads to, if it is to numbers, to bytes of which only their number is known, or to a structure with a flexible
    /// array of numbers. `size` is what is known of the size of what it points to, 0 for nothing.
    pub(super) fn behind(
        pointer: &str,
        shape: &Shape,
        size: u64,
        elements: Elements,
    ) -> Option<Row> {
        let (name, start, element_bytes) = match shape {
            Shape::Integer(bytes @ 1..) | Shape::Float(bytes @ 1..) => {
                (format!("*{pointer}"), 0, *bytes)
            }
            Shape::Structure(members) if size > 0 => {
                let (member, element_bytes) = flexible(members)?;
                let name = format!("{pointer}->{}", member.name);
                (name, member.offset, element_bytes)
            }
            // Of `void` and of types that are only declared, bytes.
            _ if size == 0 => (format!("*{pointer}"), 0, 1),
            _ => return None,
        };
        // An object is not smaller than its structure, and a pointer that is not null points to something.
        let padding = size.saturating_sub(start).div_ceil(element_bytes);
        let least = if start == 0 { 1 } else { padding };
        let most = elements.most.max(least);
        Some(Row {
            name,
            start,
            element_bytes,
            least: if elements.exactly { most } else { least },
            most,
        })
    }

    /// The most bytes that the object has.
    pub(super) fn most_bytes(&self) -> u64 {
        let row = self.most.saturating_mul(self.element_bytes);
        row.saturating_add(self.start)
    }
}

/// The flexible array of numbers that a structure ends with, if it does, and the bytes of its elements.
fn flexible(members: &[Member]) -> Option<(&Member, u64)> {
    let member = members.last()?;
    let Shape::Array(element, 0) = member.ty?.shape() else {
        return None;
    };
    match element.shape() {
        Shape::Integer(bytes @ 1..) | Shape::Float(bytes @ 1..) => Some((member, bytes)),
        _ => None,
    }
}

impl FunctionLowering<'_, '_> {
    /// The number of bytes of a row: by an input, unless there is no choice.
    pub(super) fn row_bytes(&mut self, row: &Row) -> Operand {
        let width = self.cx.pointer_bits();
        let mut number = |value| self.bits(width, u128::from(value));
        if row.least == row.most {
            return number(row.most * row.element_bytes);
        }
        let [least, most, element_bytes] =
            [row.least, row.most, row.element_bytes].map(&mut number);
        let count = self.scalar_input(&format!("elements of {}", row.name), Type::Bits(width));
        for bounds in [(least, count), (count, most)] {
            let holds = self.compare(CompareOp::Ule, bounds.0, bounds.1);
            self.builder.push_void(Op::Assume(holds));
        }
        self.binary(BinaryOp::Mul, count, element_bytes)
    }

    /// The number of bytes of an object that ends with a row of so many bytes.
    pub(super) fn bytes_with_row(&mut self, row: &Row, row_bytes: Operand) -> Operand {
        if row.start == 0 {
            return row_bytes;
        }
        let start = self.bits(self.cx.pointer_bits(), u128::from(row.start));
        self.binary(BinaryOp::Add, start, row_bytes)
    }
}
