//! Operations of dynamic languages: kinds of values, tables, and strings.
//!
//! A language whose values have a kind only when they run is lowered to values of type `Any` and to
//! these few operations. They are lifted over unions like all others: which kind a value has, or
//! whether a member is there, may differ between paths that have merged, and none of them forks.
//!
//! **Kinds.** `kind` yields the number of a [`Kind`]. A front end branches on it and converts with
//! `from_any`. A pattern of 64 bits is a float: values of type `Bits(64)` do not belong in `Any`.
//!
//! **Units.** [`Unit::Undefined`] and [`Unit::Null`] are ordinary values. [`Unit::Empty`] says that
//! there is nothing: it is what reading an absent member of a table yields, and writing it removes
//! the member. A member that only some of the merged paths have is a union with `Empty`.
//!
//! **Tables** map keys to values in the order in which keys came in, and stand for objects, arrays,
//! functions with their environment, maps and sets. A key is any value that is no tuple; keys are
//! equal if they are the same value, so a language whose numbers have several forms must choose one
//! for each key. Integers of 32 bits that follow each other from 0 on are kept as a row. Tables
//! grow. Attributes, accessors and lengths are the front end's: a tuple as a value, a key that no
//! program can name (`Bits(8)`), are at hand for them. One key has a meaning: the value under
//! [`Unit::Null`] is the prototype, where `table_find` goes on if the table itself has no such key.
//!
//! **Strings** are sequences of 16-bit units; nothing requires that surrogates are paired.
//!
//! **Exceptions.** [`crate::Terminator::Throw`] leaves functions up to the nearest call that is
//! marked `catch`. Such a call yields a tuple: whether something was thrown, and the result or what
//! was thrown. So control flow stays explicit, blocks need no edges for what each of their calls
//! may throw, and a call that returns on one path and throws on another can merge at its end. A
//! throw that no call catches is an `uncaught-exception` where it stands.

use crate::module::Module;
use crate::op::{Op, Terminator};
use crate::types::Type;

/// Values that are one of a kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Unit {
    /// Nothing is here: an absent member of a table, a variable that has no value yet.
    Empty,
    /// A value that says that there is none.
    Undefined,
    /// Another such value.
    Null,
}

impl Unit {
    /// All of them.
    pub const ALL: [Unit; 3] = [Unit::Empty, Unit::Undefined, Unit::Null];

    /// The word of the text form.
    pub fn word(self) -> &'static str {
        match self {
            Unit::Empty => "empty",
            Unit::Undefined => "undefined",
            Unit::Null => "null",
        }
    }

    /// What a word of the text form stands for.
    pub fn from_word(word: &str) -> Option<Unit> {
        Unit::ALL.into_iter().find(|unit| unit.word() == word)
    }
}

/// What `kind` tells apart. The numbers are part of the text form.
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
    /// A function.
    Function = 9,
    /// A tuple.
    Tuple = 10,
}

impl Module {
    /// Whether it has operations of this module or exceptions, which not every analysis follows.
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
        /// An operation of dynamic languages; see the head of the module.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum DynamicOp { $($(#[doc = $meaning])+ $variant,)* }

        impl DynamicOp {
            /// All of them.
            pub const ALL: &'static [DynamicOp] = &[$(DynamicOp::$variant,)*];

            /// The word of the text form.
            pub fn word(self) -> &'static str {
                match self { $(DynamicOp::$variant => $word,)* }
            }

            /// What a word of the text form stands for.
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
    /// How many positions the table has; members that some paths do not have count.
    TableSize = "table_size" (POINTER) -> Some(&Type::Bits(32)),
    /// The key at a position, `Empty` where there is no member: integers of the row first, then the
    /// other keys in the order in which they came in.
    TableKey = "table_key" (POINTER, INDEX) -> Some(&Type::Any),
    /// The number of units of a string.
    StrLength = "str_length" (STRING) -> Some(&Type::Bits(32)),
    /// The unit at a position; outside of the string is an `out-of-bounds` failure.
    StrUnit = "str_unit" (STRING, INDEX) -> Some(&Type::Bits(16)),
    /// The string of one unit.
    StrOf = "str_of" (Slot::Of(&Type::Bits(16))) -> Some(&Type::Str),
    /// One string behind the other.
    StrConcat = "str_concat" (STRING, STRING) -> Some(&Type::Str),
    /// The units from a position up to another, which is not included. Positions behind the end
    /// mean the end; if the first is not below the second, the empty string. Unsigned.
    StrSlice = "str_slice" (STRING, INDEX, INDEX) -> Some(&Type::Str),
    /// Whether a string comes before another, unit by unit.
    StrLess = "str_less" (STRING, STRING) -> Some(&Type::Bool),
}
