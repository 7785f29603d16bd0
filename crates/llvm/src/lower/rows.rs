//! Arrays of numbers whose length is an input: the pointees of pointers to numbers, and flexible
//! array members.
//!
//! The number of elements is a separate input, `elements of *p`, within bounds that the user sets.
//! The object has exactly this size, so that every access after its last element is out of bounds,
//! and lengths are not enumerated.

use super::function::FunctionLowering;
use crate::ll::{Member, Shape, SourceType};
use sheaf_ir::{BinaryOp, CompareOp, Element, Op, Operand, Type};
use std::fmt;

/// The length of an array.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Elements {
    /// The maximum.
    pub most: u64,
    /// Whether the length is always the maximum.
    pub exactly: bool,
}

/// The command-line form: `4` is up to four, `=4` exactly four.
impl fmt::Display for Elements {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.exactly { "=" } else { "" };
        write!(f, "{sign}{}", self.most)
    }
}

/// An array that is an object, or the end of one.
pub(super) struct Row {
    /// The name of the input that is its content.
    pub(super) name: String,
    /// Bytes of the object in front of it.
    pub(super) start: u64,
    /// Its element type.
    pub(super) element: Element,
    /// Its element type in the source: the same, or arrays of it (`int m[][3]`).
    pub(super) source: Option<SourceType>,
    /// Distance between elements in bytes.
    step: u64,
    least: u64,
    most: u64,
}

impl Row {
    /// The array that a pointer points to, if its pointee is a number, an array of numbers, bytes
    /// of known size, or a structure with a flexible array of numbers. `pointee` is its source
    /// type, if known.
    pub(super) fn behind(
        pointer: &str,
        pointee: Option<SourceType>,
        elements: Elements,
    ) -> Option<Row> {
        let shape = pointee.map_or(Shape::Other, SourceType::shape);
        let size = pointee.map_or(0, SourceType::size);
        let whole = || format!("*{pointer}");
        let (name, start, element, source) = match &shape {
            Shape::Structure(members) if size > 0 => {
                let (member, source) = flexible(members)?;
                let name = format!("{pointer}->{}", member.name);
                (name, member.offset, number(&source.shape())?, Some(source))
            }
            // Bytes for `void` and for incomplete types.
            _ if size == 0 => (whole(), 0, Element::BYTE, None),
            Shape::Array(numbers, _) => (whole(), 0, number(&numbers.shape())?, pointee),
            _ => (whole(), 0, number(&shape)?, pointee),
        };
        let step = source.map_or(1, SourceType::size);
        // An object is not smaller than its structure, and not empty.
        let padding = size.saturating_sub(start).div_ceil(step);
        let least = if start == 0 { 1 } else { padding };
        let most = elements.most.max(least);
        Some(Row {
            name,
            start,
            element,
            source,
            step,
            least: if elements.exactly { most } else { least },
            most,
        })
    }

    /// The maximum size of the object in bytes.
    pub(super) fn most_bytes(&self) -> u64 {
        self.most
            .saturating_mul(self.step)
            .saturating_add(self.start)
    }

    /// The bound of its length, as text.
    pub(super) fn bound(&self) -> String {
        match self.most {
            most if self.least < most => format!("arrays of up to {most} elements"),
            1 => "arrays of 1 element".to_string(),
            most => format!("arrays of {most} elements"),
        }
    }
}

/// The element type for a number type.
pub(super) fn number(shape: &Shape) -> Option<Element> {
    Some(match shape {
        Shape::Integer(bytes @ (1 | 2 | 4 | 8 | 16)) => Element::Integer(*bytes as u32),
        Shape::Float(kind) => Element::Float(*kind),
        _ => return None,
    })
}

/// The flexible array of numbers at the end of a structure, with the type of its elements.
fn flexible(members: &[Member]) -> Option<(&Member, SourceType)> {
    let member = members.last()?;
    let Shape::Array(element, 0) = member.ty?.shape() else {
        return None;
    };
    Some((member, element))
}

impl FunctionLowering<'_, '_> {
    /// The size in bytes of the array that a pointer points to: from an input, unless it is fixed
    /// or given by a parameter.
    pub(super) fn row_bytes(&mut self, pointer: &str, row: &Row) -> Operand {
        let width = self.cx.pointer_bits();
        if let Some(count) = self.cx.row_length(pointer) {
            let step = self.bits(width, u128::from(row.step));
            return self.binary(BinaryOp::Mul, count, step);
        }
        let mut constant = |value| self.bits(width, u128::from(value));
        if row.least == row.most {
            return constant(row.most * row.step);
        }
        let [least, most, step] = [row.least, row.most, row.step].map(&mut constant);
        let count = self.scalar_input(&format!("elements of {}", row.name), Type::Bits(width));
        for bounds in [(least, count), (count, most)] {
            let holds = self.compare(CompareOp::Ule, bounds.0, bounds.1);
            self.builder.push_void(Op::Assume(holds));
        }
        self.binary(BinaryOp::Mul, count, step)
    }

    /// The size in bytes of an object that ends with an array of this size.
    pub(super) fn bytes_with_row(&mut self, row: &Row, row_bytes: Operand) -> Operand {
        if row.start == 0 {
            return row_bytes;
        }
        let start = self.bits(self.cx.pointer_bits(), u128::from(row.start));
        self.binary(BinaryOp::Add, start, row_bytes)
    }
}
