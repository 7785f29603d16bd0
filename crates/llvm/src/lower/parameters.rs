//! The arguments of an entry other than `main`: one input for each source parameter, with its type.
//!
//! Calling conventions split source parameters: a structure is passed in one or two registers or as
//! a copy in memory, a large result is returned through a pointer. Debug information has the source
//! types; both lists are traversed together, instead of computing the split from the rules of the
//! calling convention. If they do not match, each LLVM parameter is a separate input.

use super::function::FunctionLowering;
use super::{Lower, Lowering, Unsupported};
use crate::ll::{Shape, SourceType, Ty, Value};
use sheaf_ir::{Alloc, Const, Element, FuncId, Global, GlobalId, Init, Op, Operand, Region, Type};

/// Size of a register of x86-64 in bytes: parts of structures in registers start at its multiples.
const REGISTER: u64 = 8;

/// Maximum size of a structure in registers, in bytes, unless a single register holds it.
const TWO_REGISTERS: u64 = 2 * REGISTER;

/// An alignment that suffices for every C type.
const ALIGN: u32 = 16;

/// A parameter of the entry.
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// The form of a parameter.
pub(super) enum Kind {
    /// A number, with its source type if known.
    Scalar(Type, Option<SourceType>),
    /// A pointer, with its source pointee type; `None` for `void`.
    Pointer(Option<SourceType>),
    /// A structure or union of this alignment, passed in memory and copied by the callee.
    Copied(SourceType, u32),
    /// A structure in registers: the offset and type of each part.
    Parts(SourceType, Vec<(u64, Ty)>),
    /// Memory for a result of this type.
    Result(Ty),
}

/// An LLVM parameter.
struct Slot {
    ty: Type,
    source: Ty,
    /// Alignment of an object that is passed as a copy.
    copied: Option<u32>,
}

impl Lowering<'_> {
    /// The parameters of an entry; none for `main`. The error is one line.
    pub(super) fn entry_parameters(
        &self,
        wanted: &str,
        entry: FuncId,
        definition: Value,
    ) -> Result<Option<Vec<Parameter>>, String> {
        if wanted == "main" {
            return Ok(None);
        }
        let parameters = self
            .as_written(entry, definition)
            .unwrap_or_else(|| self.one_by_one(entry));
        for Parameter { name, kind } in &parameters {
            if let Kind::Scalar(ty, _) = kind
                && !sheaf_ir::op::is_input_type(ty)
            {
                let entry = &self.module.funcs[entry].name;
                return Err(format!(
                    "parameter `{name}` of `{entry}` is neither a number nor a pointer to a known type, and cannot be made an input; write a function that builds the argument and calls `{entry}`",
                ));
            }
        }
        Ok(Some(parameters))
    }

    /// The source parameters, if debug information has them and they are passed in a supported way.
    fn as_written(&self, entry: FuncId, definition: Value) -> Option<Vec<Parameter>> {
        let slots = self.slots(entry, definition);
        let mut rest = &slots[..];
        let mut parameters = Vec::new();
        if let Some(ty) = definition.param_result(0) {
            rest = rest.get(1..)?;
            parameters.push(Parameter {
                name: "result".to_string(),
                kind: Kind::Result(ty),
            });
        }
        let names = definition.parameter_names();
        for (position, ty) in definition.parameter_types().into_iter().enumerate() {
            let Some(ty) = ty else {
                // The arguments of a function without a prototype are unknown.
                break;
            };
            let (kind, taken) = self.kind(ty, rest)?;
            rest = &rest[taken..];
            let name = names.get(&position).cloned();
            let name = name.unwrap_or_else(|| format!("argument{}", position + 1));
            parameters.push(Parameter { name, kind });
        }
        rest.is_empty().then_some(parameters)
    }

    fn slots(&self, entry: FuncId, definition: Value) -> Vec<Slot> {
        let func = &self.module.funcs[entry];
        let sources = definition.params();
        let all = (0..).zip(func.params.iter().zip(sources));
        all.map(|(position, (param, source))| Slot {
            ty: func.locals[*param].ty.clone(),
            source: source.ty(),
            copied: definition.param_by_value(position).map(|ty| {
                let align = definition.param_align(position).unwrap_or(0) as u32;
                align.max(self.layout.align(ty))
            }),
        })
        .collect()
    }

    /// The form of a parameter of a source type, and the number of slots that it uses.
    fn kind(&self, ty: SourceType, slots: &[Slot]) -> Option<(Kind, usize)> {
        if let Some(align) = slots.first().and_then(|slot| slot.copied) {
            return Some((Kind::Copied(ty, align), 1));
        }
        let single = |ty: &Type| slots.first().is_some_and(|slot| slot.ty == *ty);
        let in_parts = match ty.shape() {
            Shape::Pointer(pointee) if single(&Type::Ptr) => {
                return Some((Kind::Pointer(pointee), 1));
            }
            Shape::Integer(bytes @ TWO_REGISTERS) => !single(&Type::Bits(8 * bytes as u32)),
            Shape::Structure(_) | Shape::Array(..) | Shape::Other => true,
            _ => false,
        };
        if in_parts {
            let parts = self.parts(ty.size(), slots)?;
            let taken = parts.len();
            return Some((Kind::Parts(ty, parts), taken));
        }
        Some((Kind::Scalar(slots.first()?.ty.clone(), Some(ty)), 1))
    }

    /// The parts of an object of this size in the next slots. An object of size zero is not passed
    /// at all.
    fn parts(&self, size: u64, slots: &[Slot]) -> Option<Vec<(u64, Ty)>> {
        let mut parts = Vec::new();
        let mut offset = 0;
        while offset < size {
            let part = slots.get(parts.len())?.source;
            let bytes = self.layout.bits(part).div_ceil(8);
            let fits = bytes == size || (size <= TWO_REGISTERS && offset + bytes <= size);
            if !fits {
                return None;
            }
            parts.push((offset, part));
            offset = match self.layout.pointer_bytes() {
                // On x86, small members are adjacent on the stack.
                4 => offset + bytes,
                _ if bytes <= REGISTER => offset + REGISTER,
                _ => size,
            };
        }
        Some(parts)
    }

    /// A global for a result, which the caller ignores.
    fn result_room(&mut self, ty: Ty) -> GlobalId {
        let name = self.unique_name("sheaf.start.result");
        self.module.globals.push(Global {
            name: name.into(),
            bytes: self.layout.size(ty),
            align: ALIGN,
            constant: false,
            unnamed_addr: false,
            element: Element::BYTE,
            init: Init::Zero,
        })
    }

    /// Each LLVM parameter as a number.
    fn one_by_one(&self, entry: FuncId) -> Vec<Parameter> {
        let func = &self.module.funcs[entry];
        let all = func.params.iter().enumerate();
        all.map(|(position, param)| {
            let info = &func.locals[*param];
            let name = info.name.as_deref().map(ToString::to_string);
            Parameter {
                name: name.unwrap_or_else(|| format!("argument{}", position + 1)),
                kind: Kind::Scalar(info.ty.clone(), None),
            }
        })
        .collect()
    }
}

impl FunctionLowering<'_, '_> {
    /// Arguments for these parameters.
    pub(super) fn entry_arguments(&mut self, parameters: &[Parameter]) -> Vec<Operand> {
        let lengths = self.length_inputs(parameters);
        let mut arguments = Vec::new();
        for parameter in parameters {
            match lengths.get(&parameter.name) {
                Some(length) => arguments.push(*length),
                None => self.argument(parameter, &mut arguments),
            }
        }
        let func = self.builder.func();
        let insts = func.blocks.iter().flat_map(|block| &block.insts);
        let is_object = |op: &Op| matches!(op, Op::Alloc(alloc) if alloc.region == Region::Heap);
        if insts.filter(|inst| is_object(&inst.op)).count() > 1 {
            self.cx.bound("pointers that do not alias".to_string());
        }
        arguments
    }

    fn argument(&mut self, Parameter { name, kind }: &Parameter, arguments: &mut Vec<Operand>) {
        let depth = self.cx.options.pointers.depth;
        match kind {
            Kind::Scalar(ty, source) => {
                let declared = source.map(SourceType::declared);
                self.cx.module.declare_input(name, declared);
                arguments.push(self.scalar_input(name, ty.clone()));
            }
            Kind::Pointer(pointee) => {
                arguments.push(self.pointer_input(name, *pointee, depth));
            }
            Kind::Copied(ty, align) => arguments.push(self.value_input(name, *ty, *align)),
            Kind::Parts(ty, parts) => {
                let object = self.value_input(name, *ty, ALIGN);
                for (offset, part) in parts {
                    let place = self.displace(object, *offset as i64);
                    let loaded = self.load(place, *part);
                    arguments.push(self.or_unmodelled(loaded));
                }
            }
            Kind::Result(ty) => {
                let room = self.cx.result_room(*ty);
                arguments.push(self.builder.constant(Const::Global(room, 0)));
            }
        }
    }

    /// An object with the content of a structure or union, all of it inputs. Pointers in it have
    /// the same bounds as those of the entry itself.
    fn value_input(&mut self, name: &str, ty: SourceType, align: u32) -> Operand {
        let bytes = self.bits(self.cx.pointer_bits(), ty.size().into());
        let alloc = Alloc {
            region: Region::Stack,
            bytes,
            align,
            zeroed: true,
            element: Element::BYTE,
        };
        let object = self.builder.push(Op::Alloc(Box::new(alloc)), Type::Ptr);
        self.cx.module.declare_input(name, Some(ty.declared()));
        let depth = self.cx.options.pointers.depth;
        self.content_input(name, object, ty, depth + 1);
        object
    }

    fn or_unmodelled(&mut self, part: Lower<Operand>) -> Operand {
        part.unwrap_or_else(|Unsupported(what)| {
            self.call_unmodelled(&what);
            self.null()
        })
    }
}
