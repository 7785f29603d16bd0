//! What rows of the table may do. By its row, an analysis knows a function without executing it.

use sheaf_ir::FailureKind::*;
use sheaf_ir::{Behaviour, Gives, Reach};

/// A function of the values of its arguments and of inputs.
pub const PURE: Behaviour = Behaviour::PURE;

/// Also of what its arguments point to.
pub const LOOKS: Behaviour = PURE.reading(Reach::Arguments);

/// Such a function that gives a pointer to what an argument points to.
pub const LOOKS_UP: Behaviour = LOOKS.giving(Gives::Argument);

/// Such a function that writes its results to what other arguments point to.
pub const CONVERTS: Behaviour = LOOKS.writing(Reach::Arguments);

/// The size of what an argument points to.
pub const MEASURES: Behaviour = LOOKS.failing(&[OutOfBounds]);

/// A function of what the path did before.
pub const DEPENDS: Behaviour = PURE.reading(Reach::Anything);

/// Such a function that returns an argument.
pub const PASSES: Behaviour = DEPENDS.giving(Gives::Argument);

/// Such a function that changes what its arguments point to, or the lifetimes of that.
pub const CHANGES: Behaviour = DEPENDS.writing(Reach::Arguments);

/// A function of how values are represented, or of the conditions of the path.
pub const INSPECTS: Behaviour = DEPENDS.inspecting();

/// A function that makes an object.
pub const ALLOCATES: Behaviour = DEPENDS.giving(Gives::New);

/// A function that ends the lifetime of a heap object, or may do so.
pub const FREES: Behaviour = CHANGES.failing(&[DoubleFree, InvalidFree]);

/// A function that assumes its argument.
pub const ASSUMES: Behaviour = PURE.requiring();

/// A function that asserts its argument.
pub const ASSERTS: Behaviour = PURE.failing(&[Assertion]).requiring();

/// The checks of models in C, of the kinds that these name.
pub const CHECKS: Behaviour =
    PURE.failing(&[DivisionByZero, InvalidBuiltin, NullDereference, OutOfBounds]);

/// A function that may abort the program.
pub const MAY_ABORT: Behaviour = PURE.failing(&[Abort]);

/// A function that ends the program.
pub const ENDS: Behaviour = PURE.ending();

/// A function that aborts the program.
pub const ABORTS: Behaviour = MAY_ABORT.ending();

/// A function that reports a failed assertion.
pub const REPORTS: Behaviour = PURE.failing(&[Assertion]).ending();

/// A function that must not be called.
pub const UNREACHABLE: Behaviour = PURE.failing(&[UnreachableCall]).ending();

/// A function that goes on elsewhere, or is where others go on.
pub const JUMPS: Behaviour = UNKNOWN.failing(&[]);

/// A function of which nothing is known.
pub const UNKNOWN: Behaviour = Behaviour::UNKNOWN;
