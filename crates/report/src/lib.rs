//! The output of Sheaf: test cases, coverage, JSON, the output folder, and text.
//!
//! Nothing here explores or decides; it turns an [`sheaf_engine::outcome::Outcome`] into files and
//! text, and reads test cases back.

pub mod assumptions;
mod barriers;
pub mod baseline;
pub mod c_tests;
pub mod case;
pub mod certified;
pub mod code;
mod condition;
pub mod coverage;
mod declared;
mod digest;
pub mod display;
mod evidence;
pub mod folder;
mod grouped;
pub mod grouping;
pub mod index;
mod inputs;
pub mod json;
pub mod ktest;
pub mod lcov;
pub mod learning;
pub mod listing;
pub mod literal;
pub mod merging;
pub mod missed;
pub mod node_tests;
pub mod note;
pub mod page;
pub mod place;
mod posix;
pub mod profile;
pub mod properties;
pub mod reasons;
pub mod sarif;
mod seeds;
mod shape;
pub mod solver;
pub mod source;
pub mod steps;
pub mod strategy;
pub mod subsumption;
pub mod suite;
pub mod summaries;
pub mod suppressions;
pub mod test_comp;
pub mod text;
pub mod trace;
pub mod tree;
mod unreached;
pub mod value;
pub mod witness;
mod workers;
pub mod world;
