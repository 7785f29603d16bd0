//! Depth-first search through the paths that make a guard true, pruning those whose comparisons are
//! contradictory.
//!
//! Many paths share a node. If everything after a node is contradictory, the facts needed to prove
//! it are kept, and every other path that reaches the node with these facts is pruned, too (as in
//! Jaffar, Santosa and Voicu, "An Interpolation Method for CLP Traversal", CP 2009): the cost
//! depends on the orders of the numbers that matter after the node, not on all orders.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use sheaf_term::{CachedModel, Choices, Pool, Term};

use crate::differences::{Comparisons, Facts, Order};

sheaf_tuning::constants! {
    /// Maximum number of refutations kept at one node.
    MOST_REFUTATIONS: usize = 16, 1 => 256, "refutations";
}

/// Steps between two checks of the clock.
const STEPS_PER_CHECK: u64 = 256;

/// A condition and its value.
pub type Literal = (Term, bool);

/// The result of a search.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// A path whose comparisons can hold together.
    Way,
    /// There is no such path.
    Refuted,
    /// Time ran out.
    Late,
}

/// A node on the current path.
struct Frame {
    node: usize,
    /// The value of the condition on this path.
    holds: bool,
    /// Whether that is the second alternative.
    second: bool,
    /// The order before it.
    mark: usize,
    /// The facts that refute the first alternative.
    facts: Facts,
}

/// A search with its current path.
pub struct Search<'a> {
    choices: &'a Choices,
    comparisons: &'a Comparisons,
    /// The order of the comparisons on the path.
    pub order: Order,
    way: Vec<Frame>,
    /// For each node, lists of facts each of which refutes all paths from there.
    refuted: Vec<Vec<Facts>>,
}

impl<'a> Search<'a> {
    /// A search that has not started.
    pub fn new(pool: &Pool, choices: &'a Choices, comparisons: &'a Comparisons) -> Search<'a> {
        Search {
            choices,
            comparisons,
            order: Order::new(pool, comparisons),
            way: Vec::new(),
            refuted: vec![Vec::new(); choices.len()],
        }
    }

    /// The conditions on the path.
    pub fn literals(&self) -> Vec<Literal> {
        let literal = |frame: &Frame| (self.choices.node(frame.node).condition, frame.holds);
        self.way.iter().map(literal).collect()
    }

    /// Searches for a path, preferring the alternatives of `near`.
    pub fn run(
        &mut self,
        pool: &Pool,
        near: &CachedModel,
        until: Instant,
        interrupt: &AtomicBool,
    ) -> End {
        let (mut node, mut steps) = (self.choices.root(), 0u64);
        while node != Choices::TRUE {
            steps += 1;
            if steps % STEPS_PER_CHECK == 0
                && (interrupt.load(Ordering::Relaxed) || Instant::now() > until)
            {
                return End::Late;
            }
            let next = match self.known(node) {
                Some(facts) => Err(facts),
                None => {
                    let holds = near.eval_bool(pool, self.choices.node(node).condition);
                    self.way.push(Frame {
                        node,
                        holds,
                        second: false,
                        mark: self.order.mark(),
                        facts: Facts::new(),
                    });
                    self.enter()
                }
            };
            match next.or_else(|facts| self.go_back(facts).ok_or(())) {
                Ok(next) => node = next,
                Err(()) => return End::Refuted,
            }
        }
        End::Way
    }

    /// The facts that refute a node on this path, if known.
    fn known(&self, node: usize) -> Option<Facts> {
        if node == Choices::FALSE {
            return Some(Facts::new());
        }
        let holds = |facts: &&Facts| facts.iter().all(|fact| self.order.implies(fact));
        self.refuted[node].iter().find(holds).cloned()
    }

    /// Takes the last alternative: returns the next node, or its refutation.
    fn enter(&mut self) -> Result<usize, Facts> {
        let Some(frame) = self.way.last() else {
            return Err(Facts::new());
        };
        let choice = self.choices.node(frame.node);
        if let Some(meaning) = self.comparisons.meaning(choice.condition, frame.holds) {
            self.order.assume(meaning)?;
        }
        Ok(if frame.holds {
            choice.then
        } else {
            choice.otherwise
        })
    }

    /// Backtracks to the last node with an untried alternative, which is returned; the node where
    /// the path ended is refuted by these facts.
    fn go_back(&mut self, mut facts: Facts) -> Option<usize> {
        while let Some(frame) = self.way.last_mut() {
            facts = self.order.undo(frame.mark, facts);
            frame.facts.extend(facts);
            if frame.second {
                facts = self.order.tidy(std::mem::take(&mut frame.facts));
                let known = &mut self.refuted[frame.node];
                if known.len() < MOST_REFUTATIONS.get() {
                    known.push(facts.clone());
                }
                self.way.pop();
                continue;
            }
            frame.second = true;
            frame.holds = !frame.holds;
            match self.enter() {
                Ok(node) => return Some(node),
                Err(why) => facts = why,
            }
        }
        None
    }
}
