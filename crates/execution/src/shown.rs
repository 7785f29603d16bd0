//! Values as text, for people.

use crate::float::shortest;
use crate::program::Program;
use crate::value::{ObjectId, Value};
use num_bigint::{BigInt, BigUint};
use sheaf_ir::{FloatKind, Type, Unit};
use sheaf_term::{Pool, Term, display_numbered};

/// How the bits of a value are read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The format, if all bits together are a float.
    pub float: Option<FloatKind>,
    /// Whether they are an unsigned integer otherwise.
    pub is_unsigned: bool,
}

impl Reading {
    /// The reading of a type's values. A number of JavaScript has 64 bits, if it is no 32-bit
    /// integer.
    pub fn of(ty: &Type, is_unsigned: bool) -> Self {
        let float = match ty {
            Type::Float(kind) => Some(*kind),
            Type::Any => Some(FloatKind::F64),
            _ => None,
        };
        Reading { float, is_unsigned }
    }

    /// A number of this width.
    pub fn number(self, width: u32, bits: u128) -> String {
        match self.float.filter(|kind| kind.width() == width) {
            Some(kind) => shortest(kind, bits),
            None if self.is_unsigned => BigUint::from(bits).to_string(),
            None => {
                let is_negative = bits >> (width - 1) & 1 == 1;
                let wrap = BigInt::from(u8::from(is_negative)) << width;
                (BigInt::from(bits) - wrap).to_string()
            }
        }
    }

    /// A value; `None` if it is symbolic, or no scalar.
    pub fn value(self, value: &Value) -> Option<String> {
        Some(match value {
            Value::Bool(value) => value.to_string(),
            Value::Bits { width, bits } => self.number(*width, u128::from(*bits)),
            Value::Wide(wide) => self.number(wide.0, wide.1),
            Value::Int(value) => value.to_string(),
            Value::BigInt(value) => value.to_string(),
            Value::Unit(Unit::Undefined) => "undefined".to_string(),
            Value::Unit(Unit::Null) => "null".to_string(),
            Value::Ptr { .. } if *value == Value::NULL => "NULL".to_string(),
            Value::Str(text) => quoted(text.units()),
            _ => return None,
        })
    }
}

/// Writes values that may be symbolic, and point to objects.
pub struct Writer<'a> {
    /// Names functions and types.
    pub program: &'a Program,
    /// The terms.
    pub pool: &'a Pool,
    /// The name of an object.
    pub name: &'a dyn Fn(ObjectId) -> String,
}

impl Writer<'_> {
    /// As text, for people.
    pub fn value(&self, value: &Value, reading: Reading) -> String {
        if let Some(text) = reading.value(value) {
            return text;
        }
        match value {
            Value::Term(term) => self.term(*term),
            Value::Ptr { object, offset: 0 } => (self.name)(*object),
            Value::Ptr { object, offset } => format!("{} + {offset}", (self.name)(*object)),
            Value::SymPtr { object, offset } => {
                format!("{} + {}", (self.name)(*object), self.term(*offset))
            }
            Value::Func(func) => self.program.module().funcs[*func].name.to_string(),
            Value::SymStr(text) => format!("a string of {} units", self.term(text.length())),
            Value::Union(union) => {
                let members = union.members.iter();
                let member = |(guard, it): &(Term, Value)| {
                    format!("{} if {}", self.value(it, reading), self.term(*guard))
                };
                members.map(member).collect::<Vec<_>>().join(", ")
            }
            Value::Tuple(members) => {
                let members = members.iter().map(|it| self.value(it, reading));
                format!("({})", members.collect::<Vec<_>>().join(", "))
            }
            _ => UNKNOWN.to_string(),
        }
    }

    /// As text, with the names of inputs.
    pub fn term(&self, term: Term) -> String {
        display_numbered(self.pool, term).to_string()
    }
}

/// What has no value yet.
pub const UNKNOWN: &str = "?";

/// A string of 16-bit units.
pub fn quoted(units: &[u16]) -> String {
    format!("{:?}", String::from_utf16_lossy(units))
}
