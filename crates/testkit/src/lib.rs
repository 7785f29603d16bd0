//! Test support: programs that carry their expectation in comments, run under every configuration; and a check of JSON against a
//! schema.

pub mod case;
pub mod configurations;
pub mod directive;
pub mod parallel;
pub mod schema;
