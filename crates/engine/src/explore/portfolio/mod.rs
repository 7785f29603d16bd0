//! Several explorations of one program that take turns, with one driver.

mod auto;
mod bounded;
mod divided;
mod explorations;

pub use auto::Auto;
pub use bounded::BoundedSummaries;
