//! Execution: states and paths; the stepper, which executes instructions on concrete values and
//! terms; the meaning of its events for a path; concrete runs.
//!
//! Nothing here chooses between paths: the stepper returns choices and obligations as data.
//! [`concrete::run`] takes those of given inputs, an exploration takes all.

pub mod alone;
pub mod concrete;
pub mod coverage;
pub mod decide;
pub mod endless;
pub mod events;
pub mod evidence;
pub mod index;
pub mod inputs;
pub mod intrinsic;
pub mod joins;
pub mod lines;
pub mod machine;
pub mod options;
pub mod outcome;
pub mod path;
pub mod program;
pub mod shown;
pub mod slot;
pub mod snapshot;
pub mod state;
pub mod step;

pub use inputs::{CaseSupply, PrefixSupply, as_scalar};
pub use intrinsic::{
    Called, Effect, Entered, First, Intrinsic, Known, MAX_FIRST, Quick, QuickCall, QuickTruth,
    QuickValue,
};
pub use machine::{Machine, Output, Stop, Transcript};
pub use options::{Budget, Options, Search};
pub use outcome::*;
pub use program::Program;
pub use sheaf_float as float;
pub use sheaf_memory::{self as memory, registers, value};
pub use sheaf_term::Pool;
pub use step::{FloatFunction, OnPatterns, OnTerms};
pub use value::Value;
