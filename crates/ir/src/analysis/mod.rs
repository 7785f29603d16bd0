//! Static analyses for explorers: control flow, dominance, loops, calls, liveness, distances, what
//! constants decide, what pointers lead to, which operations may fail, costs of merging.

pub mod call_graph;
pub mod cfg;
pub mod checks;
pub mod distances;
pub mod dominators;
pub mod feasible;
pub mod graph;
pub mod liveness;
pub mod loops;
pub mod points;
pub mod query_cost;

pub use call_graph::CallGraph;
pub use cfg::Cfg;
pub use distances::Distances;
pub use dominators::{Dominators, PostDominators};
pub use feasible::Feasible;
pub use liveness::Liveness;
pub use loops::{Loop, LoopForest, LoopId};
pub use points::{ObjectSite, Objects, Points, Sites};
pub use query_cost::{Estimate, MemoryClass, QueryCosts};
