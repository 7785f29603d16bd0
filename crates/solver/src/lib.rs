//! Decides whether boolean terms can be true together: `Query` to `Sat(model)`, `Unsat(core)` or
//! `Unknown(why)`.
//!
//! A [`Solver`] is a chain of links ([`Links`]), each a module whose head says what it decides, why
//! its answers are right and what it costs. In the order in which a query meets them:
//!
//! 1. `simplify`: constants, repetitions, contradictions in terms;
//! 2. `hint`: the model of the path that comes with the query may satisfy the goal, too;
//! 3. `domain`: what the path says about single symbols;
//! 4. `interval`: bounds that the path puts on terms;
//! 5. `independence`: drops constraints that share no symbols with the goal;
//! 6. `cache`: supersets of known cores, subsets of sets with a known model;
//! 7. `reuse`: recent models;
//! 8. `guess`: the hint with few values changed;
//! 9. `sums`: normal forms of values that are sums of bits;
//! 10. `propagate`: values of terms, from constraint to constraint;
//! 11. `choices`, for guards that are decision diagrams: goes through the ways to make them true,
//!     with the order of numbers decided here;
//! 12. `enumerate`, for constraints on few symbols of few values: tries all of these;
//! 13. `backend`: `bitwuzla` for bit-vectors, arrays and floats, `z3_backend` for what has
//!     integers.
//!
//! The table is in `chain`, the trait in `link`. A model that gives values to the symbols of a
//! query alone, as a backend's does, is always evaluated before it is believed. `validate` gets a
//! second opinion on every answer, on demand.
//!
//! Backends are libraries that look at their limits where they like. Their calls run on a thread of
//! their own (`worker`), which is left behind with what it works on when it neither answers nor
//! stops; the query is then `Unknown`, and the next one starts afresh.
//!
//! Nothing here knows of programs or paths beyond "a list of constraints that is known to be
//! satisfiable".

mod backend;
mod bitwuzla;
mod cache;
mod chain;
mod choices;
mod domain;
mod enumerate;
mod guess;
mod hint;
mod independence;
mod interval;
mod link;
mod log;
mod path_condition;
mod propagate;
mod query;
mod question;
mod reuse;
mod send;
mod simplify;
mod solver;
mod sums;
mod validate;
mod worker;
mod z3_backend;

#[cfg(test)]
#[path = "../tests/solver/random.rs"]
#[allow(dead_code, missing_docs)]
mod random;

pub use chain::Links;
pub use interval::bounds;
pub use link::LinkStats;
pub use path_condition::{Comparison, Constraints, Entry, PathCondition};
pub use query::{Answer, Options, Query, Stats};
pub use solver::Solver;
pub use validate::second_opinion;
pub use worker::{calls_left_running, resident_bytes};
