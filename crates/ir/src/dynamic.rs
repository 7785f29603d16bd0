//! Operations of dynamic languages: kinds of values, tables, and strings.
//!
//! Languages with dynamic typing are lowered to values of type `Any` and to these few operations.
//! They are lifted over unions like all others: the kind of a value, or the presence of a member,
//! may differ between merged paths, and none of them forks.
//!
//! **Kinds.** `kind` yields the number of a [`Kind`]. A front end branches on it and converts with
//! `from_any`. A pattern of 64 bits is a float: values of type `Bits(64)` do not belong in `Any`.
//!
//! **Units.** [`Unit::Undefined`] and [`Unit::Null`] are ordinary values. [`Unit::Empty`] stands
//! for absence: reading an absent member of a table yields it, and writing it removes the member. A
//! member that exists on some of the merged paths only is a union with `Empty`.
//!
//! **Tables** map keys to values in insertion order, and represent objects, arrays, functions with
//! their environment, maps and sets. A key is any value except a tuple; keys are equal if they are
//! the same value, so a language whose numbers have several representations must choose one for
//! each key. 32-bit integer keys that are consecutive from 0 on are stored as an array. Tables
//! grow. Attributes, accessors and lengths are left to the front end, which can use tuples as
//! values and keys that no program can name (`Bits(8)`). One key has a meaning: the value of
//! [`Unit::Null`] is the prototype, where `table_find` continues if the table itself does not have
//! the key.
//!
//! **Strings** are sequences of 16-bit units; nothing requires that surrogates are paired.
//!
//! **Exceptions.** [`crate::Terminator::Throw`] unwinds to the nearest call that is marked `catch`.
//! Such a call yields a tuple: whether an exception was thrown, and the result or the exception. So
//! control flow stays explicit, blocks need no edges for the exceptions of each call, and a call
//! that returns on one path and throws on another can merge at its end. An exception that no call
//! catches is an `uncaught-exception` failure at the throw.

use crate::module::Module;
use crate::op::{Op, Terminator};
use crate::types::Type;

/// Singleton values.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unit {
    /// Absence: of a table's member, or of a variable's value.
    Empty,
    /// JavaScript's `undefined`.
    Undefined,
    /// JavaScript's `null`.
    Null,
}

impl Unit {
    /// All of them.
    pub const ALL: [Unit; 3] = [Unit::Empty, Unit::Undefined, Unit::Null];

    /// The keyword of the textual representation.
    pub fn word(self) -> &'static str {
        match self {
            Unit::Empty => "empty",
            Unit::Undefined => "undefined",
            Unit::Null => "null",
        }
    }

    /// The unit of a keyword of the textual representation.
    pub fn from_word(word: &str) -> Option<Unit> {
        Unit::ALL.into_iter().find(|unit| unit.word() == word)
    }
}

/// The results of `kind`. The numbers are part of the textual representation.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// [`Unit::Empty`].
    Empty = 0,
    /// [`Unit::Undefined`].
    Undefined = 1,
    /// [`Unit::Null`].
    Null = 2,
    /// A truth value.
    Bool = 3,
    /// A machine integer of other than 64 bits.
    Integer = 4,
    /// A pattern of 64 bits, which is a float.
    Float = 5,
    /// An integer of any size.
    Int = 6,
    /// A string.
    Str = 7,
    /// A pointer, null included.
    Pointer = 8,
    /// A value that can be called.
    Function = 9,
    /// Several values in one.
    Tuple = 10,
}

impl Module {
    /// Whether it uses operations of this module or exceptions, which not every analysis supports.
    pub fn is_dynamic(&self) -> bool {
        let mut blocks = self.funcs.iter().flat_map(|func| func.blocks.iter());
        blocks.any(|block| {
            let mut ops = block.insts.iter().map(|inst| &inst.op);
            matches!(block.terminator, Terminator::Throw(_))
                || ops.any(|op| match op {
                    Op::Dynamic(..) => true,
                    Op::Call(call) => call.catches,
                    _ => false,
                })
        })
    }
}

/// The type of an operand or a result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Slot {
    /// This type.
    Of(&'static Type),
    /// Any type.
    Value,
}

macro_rules! dynamic {
    ($($(#[doc = $meaning:literal])+ $variant:ident = $word:literal ($($operand:expr),*) -> $result:expr,)*) => {
        /// An operation of dynamic languages; see the module documentation.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum DynamicOp { $($(#[doc = $meaning])+ $variant,)* }

        impl DynamicOp {
            /// All of them.
            pub const ALL: &'static [DynamicOp] = &[$(DynamicOp::$variant,)*];

            /// The keyword of the textual representation.
            pub fn word(self) -> &'static str {
                match self { $(DynamicOp::$variant => $word,)* }
            }

            /// The operation of a keyword of the textual representation.
            pub fn from_word(word: &str) -> Option<DynamicOp> {
                match word { $($word => Some(DynamicOp::$variant),)* _ => None }
            }

            /// The types of its operands.
            pub fn operands(self) -> &'static [Slot] {
                match self { $(DynamicOp::$variant => const { &[$($operand),*] },)* }
            }

            /// The type of its result, if it has one.
            pub fn result(self) -> Option<&'static Type> {
                match self { $(DynamicOp::$variant => $result,)* }
            }
        }
    };
}

const POINTER: Slot = Slot::Of(&Type::Ptr);
const STRING: Slot = Slot::Of(&Type::Str);
const INDEX: Slot = Slot::Of(&Type::Bits(32));

dynamic! {
    /// The number of the operand's [`Kind`].
    Kind = "kind" (Slot::Value) -> Some(&Type::Bits(8)),
    /// A pointer to a new table without members.
    TableNew = "table" () -> Some(&Type::Ptr),
    /// The table's own value under a key, or `Empty`.
    TableGet = "table_get" (POINTER, Slot::Value) -> Some(&Type::Any),
    /// The value under a key in the table or the first of its prototypes that has one, or `Empty`.
    TableFind = "table_find" (POINTER, Slot::Value) -> Some(&Type::Any),
    /// Sets the table's own value under a key; `Empty` removes the member.
    TableSet = "table_set" (POINTER, Slot::Value, Slot::Value) -> None,
    /// Number of positions in the table, including members that are absent on some paths.
    TableSize = "table_size" (POINTER) -> Some(&Type::Bits(32)),
    /// The key at a position, `Empty` if there is no member: integers of the array part first, then
    /// the other keys in insertion order.
    TableKey = "table_key" (POINTER, INDEX) -> Some(&Type::Any),
    /// The number of units of a string.
    StrLength = "str_length" (STRING) -> Some(&Type::Bits(32)),
    /// The unit at a position; outside of the string is an `out-of-bounds` failure.
    StrUnit = "str_unit" (STRING, INDEX) -> Some(&Type::Bits(16)),
    /// The string of one unit.
    StrOf = "str_of" (Slot::Of(&Type::Bits(16))) -> Some(&Type::Str),
    /// Concatenates two strings.
    StrConcat = "str_concat" (STRING, STRING) -> Some(&Type::Str),
    /// The units in the half-open range between two positions, which are unsigned and limited to
    /// the length; empty if the first is not below the second.
    StrSlice = "str_slice" (STRING, INDEX, INDEX) -> Some(&Type::Str),
    /// Whether a string is less than another, unit by unit.
    StrLess = "str_less" (STRING, STRING) -> Some(&Type::Bool),
}
