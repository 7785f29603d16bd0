//! The kinds of failure that a program can be found to have.

use serde::{Deserialize, Serialize};

macro_rules! kinds {
    ($($(#[doc = $meaning:literal])+ $variant:ident = $name:literal,)*) => {
        /// The kind of a failure; the names are part of the command line and of the JSON output.
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize,
        )]
        pub enum FailureKind { $($(#[doc = $meaning])+ $variant,)* }

        impl FailureKind {
            /// Whether correct programs may have it, so that it counts only on request.
            pub fn is_optional(self) -> bool {
                use FailureKind::*;
                matches!(self, Leak | Hang | ShiftOverflow | Alignment | UnsignedOverflow | ImplicitConversion | UndefinedProperty | Nan | Target)
            }

            /// The kind under which native sanitizers report it: they do not distinguish an index
            /// outside of an array object from one outside of an array within an object.
            pub fn for_sanitizers(self) -> FailureKind {
                match self {
                    FailureKind::ArrayBounds => FailureKind::OutOfBounds,
                    kind => kind,
                }
            }

            /// Whether a program continues after a failure of this kind if the kind does not
            /// count; after others its path ends.
            pub fn is_harmless(self) -> bool {
                use FailureKind::*;
                matches!(self, SignedOverflow | FloatConversion | Shift | ShiftOverflow | ArrayBounds | VlaBound | PointerOverflow | InvalidBuiltin | Alignment | UnsignedOverflow | ImplicitConversion | UndefinedProperty | Nan | Sanitizer | Uninitialized | Leak)
            }

            /// Whether a failure of this kind ends the program by itself, so that nothing is left
            /// unexplored if the kind does not count.
            pub fn ends_program(self) -> bool {
                matches!(self, FailureKind::Assertion | FailureKind::Abort)
            }

            /// All kinds, in the order of the documentation.
            pub const ALL: &'static [FailureKind] = &[$(FailureKind::$variant,)*];

            /// The name used in options and output.
            pub fn name(self) -> &'static str {
                match self { $(FailureKind::$variant => $name,)* }
            }

            /// Its meaning, as a sentence.
            pub fn meaning(self) -> &'static str {
                match self { $(FailureKind::$variant => concat!($($meaning),+).trim_ascii(),)* }
            }

            /// The kind with this name.
            pub fn from_name(name: &str) -> Option<FailureKind> {
                match name { $($name => Some(FailureKind::$variant),)* _ => None }
            }
        }
    };
}

kinds! {
    /// A condition that the program asserts is false.
    Assertion = "assertion",
    /// The program aborts itself.
    Abort = "abort",
    /// A point that must never be reached is reached (`reach_error`, `__builtin_unreachable`).
    UnreachableCall = "unreachable-call",
    /// Integer division or remainder by zero.
    DivisionByZero = "division-by-zero",
    /// The quotient of a signed division does not fit (`INT_MIN / -1`).
    DivisionOverflow = "division-overflow",
    /// A signed addition, subtraction or multiplication does not fit.
    SignedOverflow = "signed-overflow",
    /// A floating-point number is converted to an integer type that cannot hold its integer part.
    FloatConversion = "float-conversion",
    /// A shift by the width of the value or more.
    Shift = "shift",
    /// A signed left shift moves out bits that count, or the value is negative.
    ShiftOverflow = "shift-overflow",
    /// An access through null, or through an integer near zero that is not an object's address.
    NullDereference = "null-dereference",
    /// An access outside its object.
    OutOfBounds = "out-of-bounds",
    /// An index outside its array, where the array is a part of a larger object.
    ArrayBounds = "array-bounds",
    /// A variable-length array whose length is zero or negative.
    VlaBound = "vla-bound",
    /// Pointer arithmetic whose result is outside the address space.
    PointerOverflow = "pointer-overflow",
    /// A builtin function is called with an argument that it is not defined for
    /// (`__builtin_clz(0)`), or one of a harness or of `fenv.h`.
    InvalidBuiltin = "invalid-builtin",
    /// An access at an address that is not a multiple of the alignment of its type.
    Alignment = "alignment",
    /// An unsigned addition, subtraction or multiplication wraps around, which C defines.
    UnsignedOverflow = "unsigned-overflow",
    /// An implicit conversion of an integer changes its value; in JavaScript, an operator converts
    /// an operand to another type.
    ImplicitConversion = "implicit-conversion",
    /// A property that does not exist is read (JavaScript).
    UndefinedProperty = "undefined-property",
    /// The result of an operator is NaN, although no operand is (JavaScript).
    Nan = "nan",
    /// An access to memory that was freed, or whose function has returned or block was left.
    UseAfterFree = "use-after-free",
    /// Freeing memory that is already freed.
    DoubleFree = "double-free",
    /// Freeing a pointer that is not the start of a heap object.
    InvalidFree = "invalid-free",
    /// A branch, an address or an output depends on uninitialized memory.
    Uninitialized = "uninitialized",
    /// Heap memory that is unreachable or never freed at exit.
    Leak = "leak",
    /// A loop never ends: it returns to an earlier state.
    Hang = "hang",
    /// The call stack outgrew its limit.
    StackOverflow = "stack-overflow",
    /// An operation met a value of the wrong type, or a call passed the wrong number of arguments.
    TypeError = "type-error",
    /// A sanitizer check without a failure kind of its own failed.
    Sanitizer = "sanitizer",
    /// An exception left the program.
    UncaughtException = "uncaught-exception",
    /// The target of `sheaf reach` is reached.
    Target = "target",
}
