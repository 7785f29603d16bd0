//! Source types in debug information: LLVM's pointers do not have a pointee type.

use super::debug::{metadata_kind, metadata_operands};
use super::{Value, ValueKind, text};
use llvm_sys::LLVMOpcode;
use llvm_sys::core::LLVMValueAsMetadata;
use llvm_sys::debuginfo::{
    LLVMDITypeGetFlags, LLVMDITypeGetName, LLVMDITypeGetOffsetInBits, LLVMDITypeGetSizeInBits,
    LLVMGetDINodeTag, LLVMMetadataKind as Kind,
};
use sheaf_ir::{Declared, DeclaredMember, FloatKind, Form, Name};

/// Maximum number of qualifiers and typedefs around a type.
const MAX_WRAPPERS: usize = 64;

/// Maximum number of operands that are searched for the signedness of a computed value.
const MAX_OPERANDS: usize = 16;

/// Positions of operands, see `DebugInfoMetadata.h` of LLVM.
mod operand {
    pub(super) const SUBPROGRAM_TYPE: usize = 4;
    pub(super) const SUBROUTINE_TYPES: usize = 3;
    pub(super) const BASE: usize = 3;
    pub(super) const ELEMENTS: usize = 4;
    pub(super) const COUNT: usize = 0;
    pub(super) const VARIABLE_TYPE: usize = 3;
}

/// Tags of DWARF 5, section 7.5.3.
mod tag {
    pub(super) const ARRAY: u16 = 0x01;
    pub(super) const ENUMERATION: u16 = 0x04;
    pub(super) const POINTER: u16 = 0x0f;
    pub(super) const STRUCTURE: u16 = 0x13;
    pub(super) const TYPEDEF: u16 = 0x16;
    pub(super) const UNION: u16 = 0x17;
    pub(super) const CONST: u16 = 0x26;
    pub(super) const VOLATILE: u16 = 0x35;
    pub(super) const RESTRICT: u16 = 0x37;
    pub(super) const ATOMIC: u16 = 0x47;
}

/// LLVM's flag of members that are bit-fields.
const BIT_FIELD: i32 = 1 << 19;

/// A type of the source.
#[derive(Clone, Copy)]
pub(crate) struct SourceType(Value);

/// The structure of a type, without typedefs and qualifiers.
pub(crate) enum Shape {
    /// An integer of this many bytes.
    Integer(u64),
    Float(FloatKind),
    /// `_Bool`, named `bool` by C23: a byte that is 0 or 1.
    Boolean,
    /// A pointer to this; `None` for `void`.
    Pointer(Option<SourceType>),
    /// A structure with these members.
    Structure(Vec<Member>),
    /// An array of this many elements of one type; 0 elements for flexible array members.
    Array(SourceType, u64),
    Function,
    /// Something else, such as a union.
    Other,
}

/// A member of a structure.
pub(crate) struct Member {
    /// Its name; empty for an anonymous one.
    pub(crate) name: String,
    /// Offset in bytes; for a bit-field, that of its first bit.
    pub(crate) offset: u64,
    /// Number of bytes that it overlaps.
    pub(crate) bytes: u64,
    /// Its type; `None` for a bit-field.
    pub(crate) ty: Option<SourceType>,
    /// Its offset and size in bits.
    pub(crate) bits: (u64, u64),
    /// Its type, including that of a bit-field.
    pub(crate) written: Option<SourceType>,
}

impl Value {
    /// For a source function: the types of its parameters, as far as debug information has them.
    pub(crate) fn parameter_types(self) -> Vec<Option<SourceType>> {
        let found = || {
            let ty = node(self.subprogram()?, operand::SUBPROGRAM_TYPE)?;
            let is_function = matches!(metadata_kind(ty), Kind::LLVMDISubroutineTypeMetadataKind);
            let types = node(ty, operand::SUBROUTINE_TYPES).filter(|_| is_function)?;
            Some(metadata_operands(types))
        };
        let types = found().unwrap_or_default().into_iter().skip(1);
        types.map(|ty| ty.map(SourceType)).collect()
    }
}

impl Value {
    /// For a pointer value of a function: its pointee type, if it is a variable's address or value.
    pub(crate) fn pointee_type(self, function: Value) -> Option<SourceType> {
        if self.points_to_first() {
            return self.operand(0).pointee_type(function);
        }
        if self.kind() == ValueKind::LLVMGlobalVariableValueKind {
            return node(self.global_variable()?, operand::VARIABLE_TYPE).map(SourceType);
        }
        let blocks = function.blocks();
        let mut calls = blocks.iter().flat_map(|block| block.instructions());
        calls.find_map(|call| {
            let (declares, variable) = call.described_variable(self)?;
            let ty = SourceType(node(variable, operand::VARIABLE_TYPE)?);
            match ty.shape() {
                _ if declares => Some(ty),
                Shape::Pointer(pointee) => pointee,
                _ => None,
            }
        })
    }

    /// Whether an integer of a function is unsigned in the source, as far as variables show: it is
    /// the value of one, read from one or computed from such.
    pub(crate) fn is_unsigned(self, function: Value) -> bool {
        let mut pending = vec![self];
        for _ in 0..MAX_OPERANDS {
            let Some(value) = pending.pop() else { break };
            if value.kind() != ValueKind::LLVMInstructionValueKind {
                if value
                    .held_type(function)
                    .is_some_and(SourceType::is_unsigned)
                {
                    return true;
                }
                continue;
            }
            use LLVMOpcode::*;
            let ty = match value.opcode() {
                LLVMAdd | LLVMSub | LLVMMul | LLVMAnd | LLVMOr | LLVMXor => {
                    pending.extend(value.operands());
                    value.held_type(function)
                }
                LLVMUDiv | LLVMURem | LLVMLShr => return true,
                LLVMLoad => value.operand(0).pointee_type(function),
                _ => value.held_type(function),
            };
            if ty.is_some_and(SourceType::is_unsigned) {
                return true;
            }
        }
        false
    }

    /// The type of a variable with this value.
    fn held_type(self, function: Value) -> Option<SourceType> {
        let blocks = function.blocks();
        let mut calls = blocks.iter().flat_map(|block| block.instructions());
        calls.find_map(|call| {
            let (declares, variable) = call.described_variable(self)?;
            let ty = node(variable, operand::VARIABLE_TYPE).filter(|_| !declares)?;
            Some(SourceType(ty))
        })
    }

    /// Whether this is the address of an array, decayed to its first element.
    fn points_to_first(self) -> bool {
        let is_zero = |index: &Value| index.is_constant() && index.is_null();
        self.kind() == ValueKind::LLVMInstructionValueKind
            && self.opcode() == LLVMOpcode::LLVMGetElementPtr
            && self.operands()[1..].iter().all(is_zero)
    }
}

/// An operand of metadata that is a node.
fn node(of: Value, position: usize) -> Option<Value> {
    metadata_operands(of).get(position).copied().flatten()
}

/// Number of elements of a dimension of an array.
fn bound(range: Value) -> Option<u64> {
    let is_range = matches!(metadata_kind(range), Kind::LLVMDISubrangeMetadataKind);
    let bound = node(range, operand::COUNT).filter(|_| is_range)?;
    u64::try_from(bound.is_constant().then(|| bound.integer())??).ok()
}

impl Member {
    fn declared(&self) -> Option<DeclaredMember> {
        let (offset_bits, bits) = self.bits;
        Some(DeclaredMember {
            name: self.name.as_str().into(),
            offset_bits,
            bits,
            ty: self.written?.declared(),
        })
    }
}

impl SourceType {
    /// Whether it is the structure behind `FILE`.
    pub(crate) fn is_stream(self) -> bool {
        let bare = self.bare();
        bare.tag() == Some(tag::STRUCTURE) && bare.name() == "_IO_FILE"
    }

    /// For a function type: the result type, `None` for `void`, and the parameter types, `None` for
    /// variable arguments.
    pub(crate) fn signature(self) -> (Option<SourceType>, Vec<Option<SourceType>>) {
        let types = node(self.bare().0, operand::SUBROUTINE_TYPES).map(metadata_operands);
        let mut types = types.unwrap_or_default().into_iter();
        let result = types.next().flatten().map(SourceType);
        (result, types.map(|ty| ty.map(SourceType)).collect())
    }

    /// Whether it is an unsigned integer.
    pub(crate) fn is_unsigned(self) -> bool {
        let bare = self.bare();
        bare.tag() == Some(tag::ENUMERATION) || bare.name().contains("unsigned")
    }

    /// The structure.
    pub(crate) fn shape(self) -> Shape {
        let bare = self.bare();
        match metadata_kind(bare.0) {
            Kind::LLVMDISubroutineTypeMetadataKind => return Shape::Function,
            Kind::LLVMDIBasicTypeMetadataKind => {
                return match (bare.name().as_str(), bare.size()) {
                    ("_Bool" | "bool", _) => Shape::Boolean,
                    ("_Float16" | "__fp16", 2) => Shape::Float(FloatKind::F16),
                    ("_Float128" | "__float128", 16) => Shape::Float(FloatKind::F128),
                    ("float", 4) => Shape::Float(FloatKind::F32),
                    ("double" | "long double", 8) => Shape::Float(FloatKind::F64),
                    ("long double", 12 | 16) => Shape::Float(FloatKind::F80),
                    // In another format, or complex.
                    (name, _) if name.contains("double") || name.contains("complex") => {
                        Shape::Other
                    }
                    (_, bytes) => Shape::Integer(bytes),
                };
            }
            _ => {}
        }
        match bare.tag() {
            Some(tag::POINTER) => Shape::Pointer(bare.base()),
            Some(tag::ENUMERATION) => Shape::Integer(bare.size()),
            Some(tag::STRUCTURE) => Shape::Structure(bare.members()),
            Some(tag::ARRAY) => match (bare.base(), bare.count()) {
                (Some(element), _) if bare.size() == 0 => Shape::Array(element, 0),
                (Some(element), Some(count)) => Shape::Array(element, count),
                _ => Shape::Other,
            },
            _ => Shape::Other,
        }
    }

    /// The declaration for displaying values of the type.
    pub(crate) fn declared(self) -> Declared {
        let shape = self.shape();
        if let Shape::Array(element, _) = shape {
            return self.declared_rows(element, &self.bare().dimensions());
        }
        let form = match shape {
            Shape::Integer(_) if self.bare().tag() == Some(tag::ENUMERATION) => {
                Form::Enumeration(self.bare().enumerators())
            }
            Shape::Integer(_) if self.bare().name().starts_with("unsigned") => Form::Unsigned,
            Shape::Integer(_) => Form::Signed,
            Shape::Float(kind) => Form::Float(kind),
            Shape::Boolean => Form::Boolean,
            Shape::Pointer(_) | Shape::Function => Form::Pointer,
            Shape::Structure(members) => {
                Form::Structure(members.iter().filter_map(Member::declared).collect())
            }
            Shape::Array(..) | Shape::Other => Form::Other,
        };
        Declared {
            name: self.written().into(),
            bytes: self.size(),
            form,
        }
    }

    fn declared_rows(self, element: SourceType, dimensions: &[u64]) -> Declared {
        let element_name = element.written();
        let mut row = element.declared();
        let mut suffix = String::new();
        for count in dimensions.iter().rev() {
            suffix.insert_str(0, &format!("[{count}]"));
            row = Declared {
                name: format!("{element_name}{suffix}").into(),
                bytes: row.bytes.saturating_mul(*count),
                form: Form::Array(Box::new(row)),
            };
        }
        row
    }

    /// The type as written in the program, without qualifiers.
    fn written(self) -> String {
        let tagged = |word: &str, name: String| match name.as_str() {
            "" => word.to_string(),
            name => format!("{word} {name}"),
        };
        let base = || self.base().map_or("void".to_string(), SourceType::written);
        match self.tag() {
            Some(tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC) => base(),
            Some(tag::POINTER) => match base() {
                name if name.ends_with('*') => format!("{name}*"),
                name => format!("{name} *"),
            },
            Some(tag::STRUCTURE) => tagged("struct", self.name()),
            Some(tag::UNION) => tagged("union", self.name()),
            Some(tag::ENUMERATION) => tagged("enum", self.name()),
            Some(tag::ARRAY) => {
                let counts = self.dimensions().into_iter();
                counts.fold(base(), |name, count| format!("{name}[{count}]"))
            }
            Some(_) => self.name(),
            None => "function".to_string(),
        }
    }

    /// Names and values of an enumeration. The C interface has no accessor for the values.
    fn enumerators(self) -> Box<[(Name, i128)]> {
        let enumerator = |value: Value| {
            let text = value.text();
            let (_, rest) = text.split_once("name: \"")?;
            let (name, rest) = rest.split_once('"')?;
            let (_, rest) = rest.split_once("value: ")?;
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '-')?;
            Some((name.into(), rest[..end].parse().ok()?))
        };
        self.elements().into_iter().filter_map(enumerator).collect()
    }

    /// The type without typedefs and qualifiers.
    fn bare(self) -> SourceType {
        let wrapped = |ty: &SourceType| {
            let tag = ty.tag()?;
            let wraps = matches!(
                tag,
                tag::TYPEDEF | tag::CONST | tag::VOLATILE | tag::RESTRICT | tag::ATOMIC
            );
            ty.base().filter(|_| wraps)
        };
        let types = std::iter::successors(Some(self), wrapped);
        types.take(MAX_WRAPPERS).last().unwrap_or(self)
    }

    /// Size in bytes; 0 if unknown.
    pub(crate) fn size(self) -> u64 {
        let bare = self.bare();
        match bare.is_type() {
            // SAFETY: the metadata is a type.
            true => unsafe { LLVMDITypeGetSizeInBits(LLVMValueAsMetadata(bare.0.raw())) / 8 },
            false => 0,
        }
    }

    fn is_type(self) -> bool {
        matches!(
            metadata_kind(self.0),
            Kind::LLVMDIBasicTypeMetadataKind
                | Kind::LLVMDIDerivedTypeMetadataKind
                | Kind::LLVMDICompositeTypeMetadataKind
        )
    }

    fn tag(self) -> Option<u16> {
        // SAFETY: the metadata is a type, and so a node with a tag.
        self.is_type()
            .then(|| unsafe { LLVMGetDINodeTag(LLVMValueAsMetadata(self.0.raw())) })
    }

    fn name(self) -> String {
        let mut length = 0;
        match self.is_type() {
            // SAFETY: the metadata is a type; LLVM gives start and length of its own string.
            true => unsafe {
                let raw = LLVMValueAsMetadata(self.0.raw());
                text(LLVMDITypeGetName(raw, &raw mut length), length)
            },
            false => String::new(),
        }
    }

    fn base(self) -> Option<SourceType> {
        self.is_type()
            .then(|| node(self.0, operand::BASE))?
            .map(SourceType)
    }

    fn elements(self) -> Vec<Value> {
        let elements = node(self.0, operand::ELEMENTS);
        let elements = elements.map(metadata_operands).unwrap_or_default();
        elements.into_iter().flatten().collect()
    }

    /// Number of elements of an array, of all its dimensions together.
    fn count(self) -> Option<u64> {
        let mut bounds = self.elements().into_iter().map(bound);
        bounds.try_fold(1u64, |count, bound| count.checked_mul(bound?))
    }

    /// Number of elements of each dimension of an array; 0 if unspecified.
    fn dimensions(self) -> Vec<u64> {
        let bounds = self.elements().into_iter().map(bound);
        bounds.map(|bound| bound.unwrap_or(0)).collect()
    }

    fn members(self) -> Vec<Member> {
        let of_derived =
            |value: &Value| matches!(metadata_kind(*value), Kind::LLVMDIDerivedTypeMetadataKind);
        let elements = self.elements().into_iter().filter(of_derived);
        let member = |value: Value| {
            // SAFETY: the metadata is a derived type.
            let (offset, bits, flags) = unsafe {
                let raw = LLVMValueAsMetadata(value.raw());
                (
                    LLVMDITypeGetOffsetInBits(raw),
                    LLVMDITypeGetSizeInBits(raw),
                    LLVMDITypeGetFlags(raw),
                )
            };
            let ty = SourceType(value);
            Member {
                name: ty.name(),
                offset: offset / 8,
                bytes: (offset % 8 + bits).div_ceil(8),
                ty: ty.base().filter(|_| flags & BIT_FIELD == 0),
                bits: (offset, bits),
                written: ty.base(),
            }
        };
        elements.map(member).collect()
    }
}
