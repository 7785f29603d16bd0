//! Tests of the solver through its public interface.

mod backends;
mod choices;
mod floats;
mod limits;
mod links;
mod log;
mod random;
