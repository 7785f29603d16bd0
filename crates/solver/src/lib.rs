//! Decides whether boolean terms can be true together: `Query` to `Sat(model)`, `Unsat(core)` or
//! `Unknown(why)`.
//!
//! A [`Solver`] is a chain of links ([`Links`]), each a module whose head says what it decides, why
//! its answers are right and what it costs. In the order of the chain:
//!
//! 1. `simplify`: constants, duplicates, contradictions in terms;
//! 2. `domain`: constraints on single symbols;
//! 3. `interval`: bounds of terms on the path;
//! 4. `independence`: drops constraints that share no symbols with the goal;
//! 5. `cache`: supersets of known cores, subsets of sets with a known model;
//! 6. `reuse`: recent models;
//! 7. `guess`: the hint with few values changed;
//! 8. `differences`: comparisons of numbers with each other;
//! 9. `sums`: normal forms of values that are sums of bits;
//! 10. `propagate`: values of terms, from constraint to constraint;
//! 11. `enumerate`, for constraints on few symbols with small domains: tries all values;
//! 12. `choices`, for guards that are decision diagrams: enumerates the paths that make them true,
//!     and decides comparisons of numbers itself;
//! 13. `split`, for conditions on floats: proves by cases that there is no model;
//! 14. `descend`, for conditions on floats, products and quotients: searches for a model by
//!     evaluation;
//! 15. `backend`: `bitwuzla` for bit-vectors, arrays and floats, `z3_backend` if there are
//!     integers.
//!
//! The table is in `chain`, the trait in `link`. A partial model, such as that of a backend, which
//! assigns only the symbols of the query, is always evaluated before it is used. `validate` checks
//! every answer with a second solver, on request.
//!
//! Backends are libraries that poll their limits rarely. Their calls run on a separate thread
//! (`worker`), which is abandoned together with its data if it neither answers nor stops; the query
//! is then `Unknown`, and the next one starts a new thread. A query with a circuit so large that
//! building it takes noticeable time is decided by a copy of the process (`apart`), which can be
//! ended at any time.
//!
//! This crate knows nothing about programs or paths beyond "a list of constraints that is known to
//! be satisfiable".

mod apart;
mod backend;
mod bitwuzla;
mod cache;
mod chain;
mod choices;
mod descend;
mod differences;
mod domain;
mod enumerate;
mod gates;
mod guess;
mod independence;
mod interval;
mod link;
mod log;
mod path_condition;
pub mod process;
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

pub use apart::peak_bytes;
pub use chain::Links;
pub use interval::bounds;
pub use link::LinkStats;
pub use path_condition::{Comparison, Constraints, Entry, PathCondition};
pub use query::{Answer, Options, Query, Stats};
pub use solver::Solver;
pub use validate::second_opinion;
pub use worker::{calls_left_running, resident_bytes};
