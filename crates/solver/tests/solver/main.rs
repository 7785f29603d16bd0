//! Tests of the solver through its public face.

mod backends;
mod limits;
mod links;
mod log;
mod random;
