//! Values: what registers, cells and byte objects hold.
//!
//! A value is concrete wherever possible: constants are stored inline and not in the term pool. A
//! choice that no term can express (between pointers to different objects, or functions) is a
//! guarded union. With value summaries, so are choices between scalars and between pointers.

use crate::Width;
use num_bigint::BigInt;
use sheaf_ir::{FuncId, Type, Unit};
use sheaf_term::{Pool, Sort, Term};
use std::rc::Rc;

mod sym_text;
mod text;
mod union;

pub use sym_text::SymText;
pub use text::Text;

/// An object of a heap. Along a path, identifiers are not reused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// No object: the pointer is an integer address.
    pub const NONE: ObjectId = ObjectId(0);
}

/// A value.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// Uninitialized (cells and `Any` only; typed values read as fresh indeterminate terms
    /// instead).
    Uninitialized,
    /// A Boolean.
    Bool(bool),
    /// Machine integer or float pattern of up to 64 bits; higher bits are zero.
    Bits {
        /// Width in bits, 1 to 64.
        width: u32,
        /// The value, unsigned.
        bits: u64,
    },
    /// Machine integer or float pattern of 65 to 128 bits.
    Wide(Rc<(u32, u128)>),
    /// An integer.
    Int(i64),
    /// An integer that does not fit 64 bits.
    BigInt(Rc<BigInt>),
    /// A symbolic scalar: `Bool`, `Bits` (float patterns too) or `Int`; never a constant.
    Term(Term),
    /// A pointer. With [`ObjectId::NONE`] the offset is the address, and null is address 0.
    Ptr {
        /// What it points into.
        object: ObjectId,
        /// Bytes (or cells) from its start, modulo 2^64.
        offset: u64,
    },
    /// A pointer with a symbolic offset, a 64-bit term that is no constant.
    SymPtr {
        /// What it points into.
        object: ObjectId,
        /// Bytes (or cells) from its start.
        offset: Term,
    },
    /// A function.
    Func(FuncId),
    /// A unique value of its kind.
    Unit(Unit),
    /// A known string.
    Str(Rc<Text>),
    /// A string that is not known.
    SymStr(Rc<SymText>),
    /// A tuple of values.
    Tuple(Rc<Vec<Value>>),
    /// One of several values.
    Union(Rc<Union>),
}

/// Values under conditions. Guards are pairwise disjoint and together cover the condition under
/// which the union is read. There are at least two members, which are distinct and no unions.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Union {
    /// Guard and value.
    pub members: Vec<(Term, Value)>,
}

impl Value {
    /// The absence of a value.
    pub const EMPTY: Value = Value::Unit(Unit::Empty);

    /// The null pointer.
    pub const NULL: Value = Value::Ptr {
        object: ObjectId::NONE,
        offset: 0,
    };

    /// The objects that it points to.
    pub fn objects(&self) -> Vec<ObjectId> {
        match self {
            Value::Ptr { object, .. } | Value::SymPtr { object, .. } => vec![*object],
            Value::Tuple(members) => members.iter().flat_map(Value::objects).collect(),
            Value::Union(union) => {
                let members = union.members.iter();
                members.flat_map(|(_, it)| it.objects()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// A machine integer, truncated to its width in bits (1 to 128).
    #[inline(always)]
    pub fn bits(width: u32, value: u128) -> Value {
        if width <= 64 {
            Value::Bits {
                width,
                bits: value as u64 & mask(width),
            }
        } else {
            let value = if width == 128 {
                value
            } else {
                value & ((1 << width) - 1)
            };
            Value::Wide(Rc::new((width, value)))
        }
    }

    /// An integer.
    pub fn int(value: BigInt) -> Value {
        match i64::try_from(&value) {
            Ok(small) => Value::Int(small),
            Err(_) => Value::BigInt(Rc::new(value)),
        }
    }

    /// The value of a scalar term, concrete if the term is a constant of at most 128 bits.
    pub fn from_term(pool: &Pool, term: Term) -> Value {
        match pool.sort(term) {
            Sort::Bool => pool.as_bool(term).map(Value::Bool),
            Sort::Bits(width) => pool.as_bits(term).map(|value| Value::bits(width, value)),
            Sort::Int => pool.as_int(term).cloned().map(Value::int),
            _ => None,
        }
        .unwrap_or(Value::Term(term))
    }

    /// The value as a term, if it is a scalar.
    pub fn to_term(&self, pool: &mut Pool) -> Option<Term> {
        match self {
            Value::Bool(value) => Some(pool.bool(*value)),
            Value::Bits { width, bits } => Some(pool.bits(*width, u128::from(*bits))),
            Value::Wide(wide) => Some(pool.bits(wide.0, wide.1)),
            Value::Int(value) => Some(pool.int(BigInt::from(*value))),
            Value::BigInt(value) => Some(pool.int((**value).clone())),
            Value::Term(term) => Some(*term),
            _ => None,
        }
    }

    /// The concrete unsigned value of `Bits` (or of a `Bool`, 0 or 1).
    pub fn as_u128(&self) -> Option<u128> {
        match self {
            Value::Bits { bits, .. } => Some(u128::from(*bits)),
            Value::Wide(wide) => Some(wide.1),
            Value::Bool(value) => Some(u128::from(*value)),
            _ => None,
        }
    }

    /// The concrete unsigned value of `Bits` of at most 64 bits.
    pub fn as_u64(&self) -> Option<u64> {
        match self {
            Value::Bits { bits, .. } => Some(*bits),
            _ => None,
        }
    }

    /// The concrete value of an integer.
    pub fn as_bigint(&self) -> Option<BigInt> {
        match self {
            Value::Int(value) => Some(BigInt::from(*value)),
            Value::BigInt(value) => Some((**value).clone()),
            _ => None,
        }
    }

    /// Whether it holds no reference to shared data.
    #[inline(always)]
    pub fn is_inline(&self) -> bool {
        match self {
            Value::Uninitialized
            | Value::Bool(_)
            | Value::Bits { .. }
            | Value::Int(_)
            | Value::Term(_)
            | Value::Ptr { .. }
            | Value::SymPtr { .. }
            | Value::Func(_)
            | Value::Unit(_) => true,
            Value::Wide(_)
            | Value::BigInt(_)
            | Value::Str(_)
            | Value::SymStr(_)
            | Value::Tuple(_)
            | Value::Union(_) => false,
        }
    }

    /// Whether it is a scalar, which a term can express.
    pub fn is_scalar(&self) -> bool {
        !matches!(
            self,
            Value::Uninitialized
                | Value::Ptr { .. }
                | Value::SymPtr { .. }
                | Value::Func(_)
                | Value::Unit(_)
                | Value::Str(_)
                | Value::SymStr(_)
                | Value::Tuple(_)
                | Value::Union(_)
        )
    }

    /// Whether it is a single symbolic value: a term, a pointer to an unknown offset in a known
    /// object, or a string that is not known.
    #[inline(always)]
    pub fn is_symbolic(&self) -> bool {
        matches!(
            self,
            Value::Term(_) | Value::SymPtr { .. } | Value::SymStr(_)
        )
    }

    /// Whether two values differ, and at least one of them is not symbolic.
    pub fn differs_in_known(&self, other: &Value) -> bool {
        self != other && !(self.is_symbolic() && other.is_symbolic())
    }

    /// A pointer whose offset is a term.
    pub fn pointer(pool: &Pool, object: ObjectId, offset: Term) -> Value {
        match pool.as_bits(offset) {
            Some(offset) => Value::Ptr {
                object,
                offset: offset as u64,
            },
            None => Value::SymPtr { object, offset },
        }
    }
}

/// A fresh indeterminate value of a type.
pub fn indeterminate(pool: &mut Pool, width: Width, ty: &Type) -> Value {
    let sort = match ty {
        Type::Bool => Sort::Bool,
        Type::Bits(width) => Sort::Bits(*width),
        Type::Float(kind) => Sort::Bits(kind.width()),
        Type::Int => Sort::Int,
        Type::Ptr => Sort::Bits(width.bits()),
        Type::Tuple(members) => {
            let members = members.iter();
            let members = members.map(|member| indeterminate(pool, width, member));
            return Value::Tuple(Rc::new(members.collect()));
        }
        Type::Any | Type::Str => return Value::Uninitialized,
    };
    let term = pool.uninitialized(sort, None);
    match ty {
        Type::Ptr => Value::SymPtr {
            object: ObjectId::NONE,
            offset: pool.zext(term, 64),
        },
        _ => Value::Term(term),
    }
}

/// The lowest `width` bits (at most 64) set.
#[inline]
pub fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// The value of a `width`-bit pattern (at most 64 bits) as a signed number.
#[inline]
pub fn sign_extend(width: u32, bits: u64) -> i64 {
    let shift = 64 - width;
    ((bits << shift) as i64) >> shift
}
