//! Types of values.

pub use sheaf_float::FloatKind;

/// Maximum nesting of tuples in types and constants; the verifier and the parser reject more.
pub const MAX_NESTING: u32 = 64;

/// The type of a local, a parameter or a constant.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// A boolean; comparisons yield it and branches take it.
    Bool,
    /// A machine integer of 1 to 128 bits, signed or unsigned depending on the operation.
    Bits(u32),
    /// An integer of any size.
    Int,
    /// A floating-point number.
    Float(FloatKind),
    /// A pointer: to bytes, to cells, to a function, or null.
    Ptr,
    /// A fixed sequence of values, for multiple results and vectors.
    Tuple(Box<[Type]>),
    /// A sequence of 16-bit units; see [`crate::dynamic`].
    Str,
    /// A value with a dynamic type; operations check it (`type-error`).
    Any,
}

impl Type {
    /// Size of a value of this type in byte memory, without array padding. `None` for types without
    /// bytes (`Int`, `Str`, `Any`), and for tuples, which are stored member by member.
    pub fn store_bytes(&self, pointer_bytes: u64) -> Option<u64> {
        match self {
            Type::Bool => Some(1),
            Type::Bits(width) => Some(u64::from(width.div_ceil(8))),
            Type::Float(kind) => Some(u64::from(kind.width() / 8)),
            Type::Ptr => Some(pointer_bytes),
            Type::Int | Type::Any | Type::Str | Type::Tuple(_) => None,
        }
    }
}
