//! Tests of the solver through its public interface.

mod backends;
mod choices;
mod descend;
mod floats;
mod limits;
mod links;
mod log;
mod platform;
mod random;
