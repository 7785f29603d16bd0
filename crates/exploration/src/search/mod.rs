//! Searchers: which state to execute next.
//!
//! A searcher identifies states by id. It is notified of every start, fork and end, and picks a
//! waiting state.

mod batches;
mod coverage;
mod guided;
mod hits;
mod order;
mod tree;
mod walks;
mod weights;

use super::StateId;
use crate::chains::Guide;
use crate::options::{Options, Search};
use crate::state::State;
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sheaf_ir::Module;

pub use coverage::Distances;

/// Chooses the next state.
pub trait Searcher {
    /// A state without a parent waits.
    fn start(&mut self, id: StateId);
    /// `parent` has forked; it and its children wait.
    fn fork(&mut self, parent: StateId, children: &[StateId]);
    /// A state has ended.
    fn end(&mut self, id: StateId);
    /// A state was run and is at another program point.
    fn moved(&mut self, _id: StateId, _state: &State, _distances: &Distances) {}
    /// The distances to uncovered code have changed.
    fn measure(&mut self, _distances: &Distances) {}
    /// The next state; `None` if no state waits.
    fn next(&mut self) -> Option<StateId>;
    /// Leads states to a target; without a guide, to none.
    fn lead(&mut self, _guide: Option<Guide>) {}
    /// Whether a state follows the guide.
    fn is_led(&self) -> bool {
        false
    }
    /// Whether it uses distances: without, they are empty, and [`Searcher::measure`] is not called.
    fn wants_distances(&self) -> bool {
        false
    }
}

/// The searcher for an exploration.
pub fn wanted(options: &Options, module: &Module) -> Box<dyn Searcher> {
    let (plan, paths) = (&options.plan, options.plan.paths());
    let searcher = new(paths.search, options.seed, module);
    match () {
        _ if paths.search == Search::Chains => {
            let rng = SmallRng::seed_from_u64(options.seed);
            Box::new(guided::Guided::new(in_batches(searcher, options), rng))
        }
        _ if paths.search != Search::default() => searcher,
        // A label is complete when everything below its state is finished, which is earliest in
        // depth-first order.
        _ if paths.subsumes => Box::new(order::MostlyNewest::new(searcher)),
        // The choice of the searcher is what keeps states that merge at the same pace.
        _ if plan.merging().is_some() => searcher,
        _ => in_batches(searcher, options),
    }
}

/// The default order: a searcher in batches, and walks to the ends of paths.
fn in_batches(searcher: Box<dyn Searcher>, options: &Options) -> Box<dyn Searcher> {
    let rng = SmallRng::seed_from_u64(options.seed);
    let batches = batches::Batches::new(searcher, rng.clone());
    Box::new(walks::Walks::new(Box::new(batches), rng))
}

/// The searcher of this kind.
fn new(search: Search, seed: u64, module: &Module) -> Box<dyn Searcher> {
    let rng = SmallRng::seed_from_u64(seed);
    match search {
        Search::Dfs => Box::new(order::Newest::default()),
        Search::Bfs => Box::new(order::Oldest::default()),
        Search::Random => Box::new(order::Random::new(rng)),
        Search::Tree => Box::new(tree::Tree::new(rng)),
        Search::Coverage => Box::new(coverage::Weighted::new(rng, module)),
        Search::Hits => Box::new(hits::Hits::new(module, new(Search::Klee, seed, module))),
        // Beneath its guide.
        Search::Chains | Search::Klee => Box::new(tree::Interleaved::new(
            tree::Tree::new(rng.clone()),
            coverage::Weighted::new(rng, module),
        )),
    }
}
