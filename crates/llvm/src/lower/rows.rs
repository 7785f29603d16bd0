//! Rows of numbers whose length is an input: what a pointer to a number points to, and the flexible
//! array at the end of a structure.
//!
//! The number of elements is an input of its own, `elements of *p`, within bounds that the user
//! sets. The object is exactly so large, so that every access behind its last element is out of
//! bounds, and no length is tried by itself.

use super::function::FunctionLowering;
use crate::ll::{Member, Shape, SourceType};
use sheaf_ir::{BinaryOp, CompareOp, Element, Op, Operand, Type};
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
    /// What it is a row of.
    pub(super) element: Element,
    /// What it is a row of in the source: the same, or rows of it (`int m[][3]`).
    pub(super) source: Option<SourceType>,
    /// Bytes from one of these to the next.
    step: u64,
    least: u64,
    most: u64,
}

impl Row {
    /// The row that a pointer leads to, if it is to numbers, to rows of such, to bytes of which
    /// only their number is known, or to a structure with a flexible array of numbers. `pointee` is
    /// what is known of what it points to.
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
            // Of `void` and of types that are only declared, bytes.
            _ if size == 0 => (whole(), 0, Element::BYTE, None),
            Shape::Array(numbers, _) => (whole(), 0, number(&numbers.shape())?, pointee),
            _ => (whole(), 0, number(&shape)?, pointee),
        };
        let step = source.map_or(1, SourceType::size);
        // An object is not smaller than its structure, and a pointer that is not null points to
        // something.
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

    /// The most bytes that the object has.
    pub(super) fn most_bytes(&self) -> u64 {
        self.most
            .saturating_mul(self.step)
            .saturating_add(self.start)
    }

    /// What its length is limited to.
    pub(super) fn bound(&self) -> String {
        match self.most {
            most if self.least < most => format!("arrays of up to {most} elements"),
            1 => "rows of 1 element".to_string(),
            most => format!("rows of {most} elements"),
        }
    }
}

/// The number that a type is, if it is one that objects are rows of.
pub(super) fn number(shape: &Shape) -> Option<Element> {
    Some(match shape {
        Shape::Integer(bytes @ (1 | 2 | 4 | 8 | 16)) => Element::Integer(*bytes as u32),
        Shape::Float(kind) => Element::Float(*kind),
        _ => return None,
    })
}

/// The flexible array of numbers that a structure ends with, if it does, and what its elements are.
fn flexible(members: &[Member]) -> Option<(&Member, SourceType)> {
    let member = members.last()?;
    let Shape::Array(element, 0) = member.ty?.shape() else {
        return None;
    };
    Some((member, element))
}

impl FunctionLowering<'_, '_> {
    /// The number of bytes of the row that a pointer points to: by an input, unless there is no
    /// choice or a parameter says it.
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

    /// The number of bytes of an object that ends with a row of so many bytes.
    pub(super) fn bytes_with_row(&mut self, row: &Row, row_bytes: Operand) -> Operand {
        if row.start == 0 {
            return row_bytes;
        }
        let start = self.bits(self.cx.pointer_bits(), u128::from(row.start));
        self.binary(BinaryOp::Add, start, row_bytes)
    }
}
