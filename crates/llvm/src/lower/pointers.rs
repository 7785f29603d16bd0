//! Pointers as inputs of an entry: null, or a new object whose content is an input.
//!
//! Pointee types come from debug information. A pointer to a number points to an array, whose
//! length is an input; so is the length of a flexible array member. Other objects are single.
//! Pointers within objects are created in the same way, down to a depth. No two pointers alias.
//! Nothing forks here: a pointer is a choice between null and its object, an object has a symbolic
//! size, and a path forks when the program tests it.
//!
//! Beyond a bound, objects exist but are not explored: a pointer at the maximum depth, or to a very
//! large object, is null or points to an object that ends the path with a reason when it is
//! accessed; a function pointer is null or unmodelled. So a program that does not look beyond a
//! bound is explored completely. Bounds that no access reveals are recorded in the module
//! (`bound`).
//!
//! Names state where an input belongs: `p is null`, `elements of *p`, `*p`, `p->x`, `p->next is
//! null`, `p->next->x`, and at the maximum depth `p->next->next leads on`. The C file of a suite is
//! generated from the start function, instruction by instruction.

use super::Lowering;
use super::function::FunctionLowering;
use super::rows::{Elements, Row, number};
use crate::ll::{Member, Shape, SourceType};
use sheaf_ir::{Alloc, Callee, Element, FloatKind, Op, Operand, Region, Type};

/// Bounds of pointers that are inputs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pointers {
    /// Number of elements of an array that a pointer points to.
    pub elements: Elements,
    /// Maximum number of pointers to an object: 1 for those of the entry only.
    pub depth: u32,
}

impl Default for Pointers {
    fn default() -> Self {
        Pointers {
            elements: Elements {
                most: 4,
                exactly: false,
            },
            depth: 3,
        }
    }
}

/// Number of elements of an array of structures or pointers that become inputs; the others are not
/// explored.
const MAX_ELEMENTS: u64 = 64;

/// Maximum size of an object that a pointer points to: a structure and the longest array.
const MAX_BYTES: u64 = 2 << 20;

/// The size of what stands for a stream: more than that of the library's models.
const STREAM_BYTES: u64 = 1 << 12;

/// Alignment of heap objects.
const ALIGN: u32 = 16;

impl Lowering<'_> {
    /// Records a bound of the inputs, without duplicates.
    pub(super) fn bound(&mut self, bound: String) {
        if !self.module.bounds.iter().any(|known| **known == *bound) {
            self.module.bounds.push(bound.into());
        }
    }
}

impl FunctionLowering<'_, '_> {
    /// An input that is a pointer to a type, `None` for `void`; `depth` is the remaining depth.
    pub(super) fn pointer_input(
        &mut self,
        name: &str,
        pointee: Option<SourceType>,
        depth: u32,
    ) -> Operand {
        let shape = pointee.map_or(Shape::Other, SourceType::shape);
        if let (Shape::Function, Some(ty)) = (&shape, pointee) {
            return self.callback_input(name, ty);
        }
        if pointee.is_some_and(SourceType::is_stream) {
            let what = format!("`*{name}`, a stream: call the function from a harness with one");
            return self.unexplored_pointer(name, STREAM_BYTES, &what);
        }
        let size = pointee.map_or(0, SourceType::size);
        let row = Row::behind(name, pointee, self.cx.elements(name));
        let count = match row {
            Some(_) => 1,
            None => self.cx.objects(name, MAX_ELEMENTS),
        };
        let size_of_all = size.saturating_mul(count);
        let most_bytes = row.as_ref().map_or(size_of_all, Row::most_bytes);
        if most_bytes > MAX_BYTES {
            let what = format!("`*{name}`, an object of more than {} MiB", MAX_BYTES >> 20);
            return self.unexplored_pointer(name, size, &what);
        }
        if depth == 0 {
            let limit = self.cx.options.pointers.depth;
            self.cx.bound(match shape {
                Shape::Structure(_) => {
                    format!("linked structures of up to {limit} nodes in a chain")
                }
                _ => format!("pointers up to {limit} deep"),
            });
            let what = format!("`*{name}`, beyond --pointer-depth {limit}");
            return self.unexplored_pointer(name, size_of_all, &what);
        }
        let is_null = self.scalar_input(&format!("{name} is null"), Type::Bool);
        if let Some(row) = &row {
            self.cx.bound(row.bound());
        }
        let row = row.map(|row| (self.row_bytes(name, &row), row));
        let bytes = match &row {
            Some((row_bytes, row)) => self.bytes_with_row(row, *row_bytes),
            None => self.bits(self.cx.pointer_bits(), u128::from(size_of_all)),
        };
        let element = row.as_ref().map_or(Element::BYTE, |(_, row)| row.element);
        let object = self.input_object(bytes, element);
        match (&shape, pointee) {
            (_, Some(ty)) if count > 1 => {
                for index in 0..count {
                    let place = self.displace(object, (index * size) as i64);
                    self.content_input(&format!("{name}[{index}]"), place, ty, depth);
                }
            }
            (Shape::Structure(members), _) if size > 0 => {
                self.structure_input(&format!("{name}->"), object, members, size, depth);
            }
            (_, Some(ty)) if row.is_none() => {
                self.content_input(&format!("*{name}"), object, ty, depth);
            }
            _ => {}
        }
        if let Some((row_bytes, row)) = row {
            self.cx
                .module
                .declare_input(&row.name, row.source.map(SourceType::declared));
            let place = self.displace(object, row.start as i64);
            self.make_input("klee_make_symbolic", place, row_bytes, &[&row.name]);
        }
        self.null_or(name, is_null, object)
    }

    /// A pointer that is null or points to an unexplored object.
    fn unexplored_pointer(&mut self, name: &str, size: u64, what: &str) -> Operand {
        let leads_on = self.scalar_input(&format!("{name} leads on"), Type::Bool);
        let bytes = self.bits(self.cx.pointer_bits(), u128::from(size.clamp(1, MAX_BYTES)));
        let object = self.input_object(bytes, Element::BYTE);
        self.make_input("__sheaf_unexplored", object, bytes, &[what]);
        let null = self.null();
        self.select(leads_on, object, null)
    }

    /// A new heap object, so that the entry may free it. The allocation is assumed to succeed.
    fn input_object(&mut self, bytes: Operand, element: Element) -> Operand {
        let alloc = Alloc {
            region: Region::Heap,
            bytes,
            align: ALIGN,
            zeroed: true,
            element,
        };
        let object = self.builder.push(Op::Alloc(Box::new(alloc)), Type::Ptr);
        if let Some(assume) = self.cx.library_function("klee_assume") {
            self.call(assume, vec![object], None);
        }
        object
    }

    /// Makes a structure of this size an input: its members, and the padding, which a program can
    /// observe, too.
    fn structure_input(
        &mut self,
        prefix: &str,
        at: Operand,
        members: &[Member],
        size: u64,
        depth: u32,
    ) {
        let mut end = 0;
        for member in members {
            self.padding_input(prefix, at, end, member.offset);
            let name = match member.name.as_str() {
                "" => format!("{prefix}at{}", member.offset),
                name => format!("{prefix}{name}"),
            };
            let member_end = member.offset + member.bytes;
            match member.ty {
                Some(ty) => {
                    let place = self.displace(at, member.offset as i64);
                    self.content_input(&name, place, ty, depth);
                }
                // Bit-fields may share bytes; each byte is made an input once.
                None => {
                    let start = member.offset.max(end);
                    let place = self.displace(at, start as i64);
                    let name = format!("{prefix}bits at {start}");
                    self.row_input(&name, place, member_end.saturating_sub(start), None);
                }
            }
            end = end.max(member_end);
        }
        // Bytes after a flexible array member belong to it.
        if members.last().is_none_or(|last| last.bytes > 0) {
            self.padding_input(prefix, at, end, size);
        }
    }

    /// Makes the bytes of a structure between two offsets an input.
    fn padding_input(&mut self, prefix: &str, at: Operand, from: u64, to: u64) {
        if from < to {
            let place = self.displace(at, from as i64);
            self.row_input(
                &format!("{prefix}padding at {from}"),
                place,
                to - from,
                None,
            );
        }
    }

    /// Makes a location of a type an input.
    pub(super) fn content_input(&mut self, name: &str, at: Operand, ty: SourceType, depth: u32) {
        let shape = ty.shape();
        if !matches!(shape, Shape::Pointer(_) | Shape::Structure(_)) {
            self.cx.module.declare_input(name, Some(ty.declared()));
        }
        let value = match shape {
            Shape::Integer(bytes @ (1 | 2 | 4 | 8 | 16)) => {
                self.scalar_input(name, Type::Bits(8 * bytes as u32))
            }
            Shape::Float(kind) => return self.float_input(name, at, kind, ty.size()),
            Shape::Boolean => {
                let truth = self.scalar_input(name, Type::Bool);
                self.resize(truth, 8, false)
            }
            Shape::Pointer(pointee) => self.pointer_input(name, pointee, depth - 1),
            Shape::Structure(members) => {
                return self.structure_input(&format!("{name}."), at, &members, ty.size(), depth);
            }
            Shape::Array(element, count) => {
                return self.array_input(name, at, element, count, depth);
            }
            _ => return self.row_input(name, at, ty.size(), None),
        };
        self.builder.push_void(Op::Store { ptr: at, value });
    }

    /// Makes a float in memory an input, including the padding of a `long double`.
    fn float_input(&mut self, name: &str, at: Operand, kind: FloatKind, size: u64) {
        let value = self.scalar_input(name, Type::Float(kind));
        self.builder.push_void(Op::Store { ptr: at, value });
        let stored = u64::from(kind.width() / 8);
        let place = self.displace(at, stored as i64);
        self.row_input(
            &format!("{name} padding"),
            place,
            size.saturating_sub(stored),
            None,
        );
    }

    fn array_input(
        &mut self,
        name: &str,
        at: Operand,
        element: SourceType,
        count: u64,
        depth: u32,
    ) {
        let (bytes, shape) = (element.size(), element.shape());
        let number = number(&shape);
        if number.is_some() || matches!(shape, Shape::Other) {
            return self.row_input(name, at, bytes.saturating_mul(count), number);
        }
        for index in 0..count.min(MAX_ELEMENTS) {
            let place = self.displace(at, (index * bytes) as i64);
            self.content_input(&format!("{name}[{index}]"), place, element, depth);
        }
        if count > MAX_ELEMENTS {
            let place = self.displace(at, (MAX_ELEMENTS * bytes) as i64);
            let rest = (count - MAX_ELEMENTS).saturating_mul(bytes);
            let rest = self.bits(self.cx.pointer_bits(), u128::from(rest));
            let what = format!("`{name}` behind its first {MAX_ELEMENTS} elements");
            self.make_input("__sheaf_unexplored", place, rest, &[&what]);
        }
    }

    /// Makes bytes an input, with elements of this type or bytes.
    pub(super) fn row_input(
        &mut self,
        name: &str,
        at: Operand,
        bytes: u64,
        element: Option<Element>,
    ) {
        let element = element.unwrap_or(Element::BYTE).to_string();
        if bytes > 0 {
            let bytes = self.bits(self.cx.pointer_bits(), u128::from(bytes));
            self.make_input("__sheaf_make_row", at, bytes, &[name, &element]);
        }
    }

    /// Calls a model that makes bytes an input, or leaves them unexplored.
    fn make_input(&mut self, model: &str, at: Operand, bytes: Operand, texts: &[&str]) {
        if let Some(model @ Callee::Intrinsic(_)) = self.cx.library_function(model) {
            let mut args = vec![at, bytes];
            for text in texts {
                let text = self.cx.input_name(text);
                args.push(self.builder.constant(text));
            }
            self.call(model, args, None);
        }
    }

    pub(super) fn scalar_input(&mut self, name: &str, ty: Type) -> Operand {
        let name = self.cx.names.intern(&mut self.cx.module, name);
        self.builder.push(Op::Input(name), ty)
    }
}
