//! Several explorations of one program that take turns, with one driver.

mod auto;
mod bounded;
mod divided;
mod explorations;
mod progress;

pub use auto::Auto;
pub use bounded::BoundedSummaries;
