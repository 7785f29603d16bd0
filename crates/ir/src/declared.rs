//! Source declarations of inputs, for displaying their values.

use crate::module::Name;
use crate::types::FloatKind;

/// A source type, as far as it matters for displaying values. It never affects behaviour.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Declared {
    /// Its spelling in the program: `size_t`, `struct point`.
    pub name: Name,
    /// Size in bytes.
    pub bytes: u64,
    /// The form of its values.
    pub form: Form,
}

/// The form of the values of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Form {
    /// Signed integers.
    Signed,
    /// Unsigned integers.
    Unsigned,
    /// Truth values.
    Boolean,
    /// Floats.
    Float(FloatKind),
    /// Integers, some of which have names.
    Enumeration(Box<[(Name, i128)]>),
    /// Addresses.
    Pointer,
    /// Arrays of one type.
    Array(Box<Declared>),
    /// Members.
    Structure(Box<[DeclaredMember]>),
    /// Uninterpreted bytes, such as a union.
    Other,
}

/// A member of a structure.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DeclaredMember {
    /// Its name; empty for an anonymous one.
    pub name: Name,
    /// Its offset in bits.
    pub offset_bits: u64,
    /// Its size in bits: less than that of its type for a bit-field.
    pub bits: u64,
    /// Its type.
    pub ty: Declared,
}
