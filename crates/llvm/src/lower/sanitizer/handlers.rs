//! The handlers of UndefinedBehaviorSanitizer.

use sheaf_ir::FailureKind;

/// What a check detects.
#[derive(Clone, Copy)]
pub(super) enum Check {
    /// A single kind of failure.
    One(FailureKind, &'static str),
    /// Overflow of signed arithmetic, or of unsigned arithmetic, which is defined.
    Overflow(&'static str),
    /// Distance or value of a shift.
    Shift,
    /// An index into an array.
    Bounds,
    /// A float that the integer type cannot represent.
    FloatCast,
    /// A divisor of zero, or a quotient that does not fit.
    Division,
    /// An address that is null or misaligned.
    Address,
}

/// The handlers: name, number of the corresponding trap (clang's `SanitizerHandler`), meaning.
pub(super) const HANDLERS: &[(&str, u64, Check)] = {
    use Check::{Address, Division, One, Overflow};
    use FailureKind::*;
    &[
        (
            "add_overflow",
            0,
            Overflow("the sum does not fit its signed type"),
        ),
        ("builtin_unreachable", 1, UNREACHABLE),
        ("divrem_overflow", 3, Division),
        ("float_cast_overflow", 5, Check::FloatCast),
        (
            "function_type_mismatch",
            6,
            One(TypeError, "call of a function of another type"),
        ),
        (
            "implicit_conversion",
            7,
            One(
                ImplicitConversion,
                "an implicit conversion changes the value",
            ),
        ),
        (
            "invalid_builtin",
            8,
            One(InvalidBuiltin, "zero has no first or last bit that is set"),
        ),
        (
            "load_invalid_value",
            10,
            One(Sanitizer, "an invalid value for its type"),
        ),
        (
            "missing_return",
            11,
            One(
                UnreachableCall,
                "the end of a function that returns a value",
            ),
        ),
        (
            "mul_overflow",
            12,
            Overflow("the product does not fit its signed type"),
        ),
        (
            "negate_overflow",
            13,
            Overflow("the difference does not fit its signed type"),
        ),
        ("nullability_arg", 14, NULL_ARGUMENT),
        ("nullability_return", 15, NULL_RESULT),
        ("nonnull_arg", 16, NULL_ARGUMENT),
        ("nonnull_return", 17, NULL_RESULT),
        ("out_of_bounds", 18, Check::Bounds),
        (
            "pointer_overflow",
            19,
            One(
                PointerOverflow,
                "the computed address is null or outside the address space",
            ),
        ),
        ("shift_out_of_bounds", 20, Check::Shift),
        (
            "sub_overflow",
            21,
            Overflow("the difference does not fit its signed type"),
        ),
        ("type_mismatch", 22, Address),
        ("alignment_assumption", 23, MISALIGNED),
        (
            "vla_bound_not_positive",
            24,
            One(VlaBound, "the length of an array is zero or negative"),
        ),
    ]
};

const UNREACHABLE: Check = Check::One(
    FailureKind::UnreachableCall,
    "code marked as unreachable is reached",
);
const NULL_ARGUMENT: Check = Check::One(
    FailureKind::NullDereference,
    "null for a parameter that must not be null",
);
const NULL_RESULT: Check = Check::One(
    FailureKind::NullDereference,
    "null for a result that must not be null",
);
const MISALIGNED: Check = Check::One(FailureKind::Alignment, "a misaligned address");

/// Overflow of unsigned arithmetic.
pub(super) const UNSIGNED: Meaning = (FailureKind::UnsignedOverflow, "unsigned overflow");

/// A kind of failure with a message.
pub(super) type Meaning = (FailureKind, &'static str);

impl Check {
    /// The failures that it detects: one, or two, of which the second covers the rest of the
    /// condition.
    pub(super) fn meanings(self) -> [Meaning; 2] {
        let one = |kind, message| [(kind, message); 2];
        match self {
            Check::One(kind, message) => one(kind, message),
            Check::Overflow(message) => one(FailureKind::SignedOverflow, message),
            Check::Bounds => one(FailureKind::ArrayBounds, "an index outside of its array"),
            Check::FloatCast => one(
                FailureKind::FloatConversion,
                "the integer type cannot represent the number",
            ),
            Check::Shift => [
                (
                    FailureKind::Shift,
                    "shift by the width of the value or more",
                ),
                (
                    FailureKind::ShiftOverflow,
                    "the shifted value is negative or does not fit its signed type",
                ),
            ],
            Check::Division => [
                (FailureKind::DivisionByZero, "division by zero"),
                (
                    FailureKind::DivisionOverflow,
                    "the quotient does not fit its type",
                ),
            ],
            Check::Address => [
                (FailureKind::NullDereference, "null is used as an object"),
                (FailureKind::Alignment, "a misaligned address"),
            ],
        }
    }

    /// The kind of failure if the condition does not tell more.
    pub(super) fn kind(self) -> FailureKind {
        self.meanings()[0].0
    }
}
