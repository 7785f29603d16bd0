//! What lowered programs and the models of their built-ins (`sheaf_models`) agree on, besides the names
//! of intrinsics.

/// Objects that exist when the program starts, or the prototypes with the methods of such values. They
/// are created in this order, so that these are their numbers in the heap.
#[allow(missing_docs)] // They have the names that programs know.
#[derive(Clone, Copy)]
pub enum Initial {
    Global = 1,
    Object,
    Function,
    Array,
    String,
    Number,
    Boolean,
    Error,
    TypeError,
    ReferenceError,
    RangeError,
    Console,
    Math,
    Module,
    /// The functions of the library that lowered programs and models call.
    Library,
    Symbol,
    /// The last one.
    BigInt,
}

/// What a closure does besides running its function; the number of parameters before the rest
/// parameter is in the low 16 bits.
pub mod shape {
    /// The number of parameters before the rest parameter if there is none.
    pub const NO_REST: u64 = 0xFFFF;
    /// It receives `new.target` after `this`.
    pub const TARGET: u64 = 1 << 16;
    /// It receives all its arguments as an array, after `this` and `new.target`.
    pub const ARGUMENTS: u64 = 1 << 17;
    /// It is not a constructor.
    pub const METHOD: u64 = 1 << 18;
    /// It is a class: it cannot be called.
    pub const CLASS: u64 = 1 << 19;
    /// Its base class creates the object.
    pub const DERIVED: u64 = 1 << 20;
    /// Its `arguments` object is that of strict code.
    pub const STRICT: u64 = 1 << 21;
    /// It is a generator.
    pub const GENERATOR: u64 = 1 << 22;
    /// It is async.
    pub const ASYNC: u64 = 1 << 23;
}

/// Cells of the frame of a call that has suspended.
pub mod frame {
    /// Where to go on, from 1 on, or 0 while the function runs and after its end (a `Bits(32)`).
    pub const STATE: u32 = 0;
    /// How it goes on: with a value (0), by an exception (1), or by returning (2) (a `Bits(8)`).
    pub const MODE: u32 = 1;
    /// The value sent to it.
    pub const SENT: u32 = 2;
    /// Whether it has suspended to yield (a `Bits(32)`).
    pub const YIELDS: u32 = 3;
    /// The first cell for what is needed after a suspension.
    pub const FIRST_SAVED: u32 = 4;
}

/// The intrinsic that makes an object of a function that suspends.
pub const COROUTINE: &str = "js.coroutine";

/// The name of the function that is the code of a file; others begin with it and `#`.
pub const SCRIPT: &str = "script";
