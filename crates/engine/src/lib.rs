//! The engine: values, memory and paths; the stepper, which executes instructions; the explorers,
//! which make decisions.
//!
//! [`check`] explores a [`Program`] on symbolic inputs, [`concrete::run`] executes it on given
//! ones, both by the same stepper.

pub mod chains;
pub mod concrete;
pub mod coverage;
mod decide;
mod endless;
mod events;
pub mod evidence;
pub mod explore;
pub mod index;
mod inputs;
pub mod intrinsic;
pub mod loops;
pub mod machine;
pub mod memory;
mod merge;
mod mutate;
pub mod options;
pub mod outcome;
pub mod path;
pub mod program;
pub mod registers;
pub mod segment;
pub mod state;
mod step;
pub mod value;

pub use explore::{Explorer, Observer, WantedTests, check, check_with};
pub use inputs::{CaseSupply, PrefixSupply, as_scalar};
pub use intrinsic::{
    Called, Effect, Entered, First, Intrinsic, Known, MAX_FIRST, Quick, QuickCall, QuickValue,
};
pub use machine::{Machine, Output, Stop, Transcript};
pub use options::{Budget, Options, Search};
pub use outcome::*;
pub use program::Program;
pub use sheaf_float as float;
pub use sheaf_term::Pool;
pub use step::{FloatFunction, OnPatterns, OnTerms};
pub use value::Value;
