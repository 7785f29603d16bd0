//! Test support: programs with expectations in comments, run under every configuration; the
//! differential harness with its random programs; and a JSON Schema validator.

pub mod case;
pub mod choice;
pub mod configurations;
pub mod differential;
pub mod directive;
pub mod explorers;
pub mod generate_c;
pub mod generate_js;
mod kept;
pub mod parallel;
pub mod schema;
pub mod trees;
