//! How inputs are declared in the source: what people see of their values.

use crate::module::Name;
use crate::types::FloatKind;

/// A type of the source, as far as it matters for showing values. It never changes behaviour.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declared {
    /// As the program writes it: `size_t`, `struct point`.
    pub name: Name,
    /// Size in bytes.
    pub bytes: u64,
    /// What its values are.
    pub form: Form,
}

/// What the values of a type are.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    /// Rows of one type.
    Array(Box<Declared>),
    /// Members.
    Structure(Box<[DeclaredMember]>),
    /// Bytes that are not told apart, such as a union.
    Other,
}

/// A member of a structure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredMember {
    /// Its name; empty for an anonymous one.
    pub name: Name,
    /// Where it begins, in bits.
    pub offset_bits: u64,
    /// Its size in bits: less than that of its type for a bit-field.
    pub bits: u64,
    /// Its type.
    pub ty: Declared,
}
