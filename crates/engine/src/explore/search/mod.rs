//! Searchers: which state goes on next.
//!
//! A searcher knows states by their number. It is told of every start, fork and end, and picks one
//! of those that wait.

mod coverage;
mod order;
mod tree;
mod weights;

use super::StateId;
use crate::options::{Options, Search};
use crate::state::State;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sheaf_ir::Module;

pub use coverage::Distances;

/// Decides which state goes on.
pub trait Searcher {
    /// A state waits that no other one made.
    fn start(&mut self, id: StateId);
    /// `parent` has forked; it goes on, and so do these.
    fn fork(&mut self, parent: StateId, children: &[StateId]);
    /// A state is no more.
    fn end(&mut self, id: StateId);
    /// A state was run and now stands at another place.
    fn moved(&mut self, _id: StateId, _state: &State, _distances: &Distances) {}
    /// Distances to code that was not executed are other ones than before.
    fn measure(&mut self, _distances: &Distances) {}
    /// The next state, one of those that wait; `None` if none does.
    fn next(&mut self) -> Option<StateId>;
    /// Whether [`Searcher::moved`] and [`Searcher::measure`] are of use.
    fn wants_places(&self) -> bool {
        false
    }
}

/// The searcher that a program is explored with.
pub fn wanted(options: &Options, module: &Module) -> Box<dyn Searcher> {
    let searcher = new(options.search, options.seed, module);
    // Labels appear where all that a state leads to is finished, which is soonest depth first.
    match options.subsume && options.search == Options::default().search {
        true => Box::new(order::MostlyNewest::new(searcher)),
        false => searcher,
    }
}

/// The searcher of a name, on a program.
fn new(search: Search, seed: u64, module: &Module) -> Box<dyn Searcher> {
    let rng = SmallRng::seed_from_u64(seed);
    match search {
        Search::Dfs => Box::new(order::Newest::default()),
        Search::Bfs => Box::new(order::Oldest::default()),
        Search::Random => Box::new(order::Random::new(rng)),
        Search::Tree => Box::new(tree::Tree::new(rng)),
        Search::Coverage => Box::new(coverage::Weighted::new(rng, module)),
        Search::Klee => Box::new(tree::Interleaved::new(
            tree::Tree::new(rng.clone()),
            coverage::Weighted::new(rng, module),
        )),
    }
}
