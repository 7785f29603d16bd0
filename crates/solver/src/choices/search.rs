//! Goes through the ways to make a guard true, depth first, and leaves out those that compare
//! numbers in a contradictory way.
//!
//! Many ways meet in one node. Where what follows a node is contradictory, the facts that were
//! needed to show it are kept, and every other way that comes to the node with these facts is left
//! out too (as in Jaffar, Santosa and Voicu, "An Interpolation Method for CLP Traversal", CP 2009):
//! the number of different orders of the numbers does not matter, only of those that make a
//! difference from there on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use sheaf_term::{CachedModel, Choices, Pool, Term};

use super::comparison::Comparisons;
use super::order::{Facts, Order};

/// Refutations kept at one node.
const MOST_REFUTATIONS: usize = 16;

/// Steps between looks at the clock.
const STEPS_PER_CHECK: u64 = 256;

/// A condition and whether it holds.
pub type Literal = (Term, bool);

/// How a search ended.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// At a way whose comparisons can hold together.
    Way,
    /// There is no such way.
    Refuted,
    /// There was no time.
    Late,
}

/// A node on the current way.
struct Frame {
    node: usize,
    /// Whether the condition holds on this way.
    holds: bool,
    /// Whether that is the second choice.
    second: bool,
    /// The order before it.
    mark: usize,
    /// What the refutation of the first choice needs.
    facts: Facts,
}

/// A search, with the way that it is on.
pub struct Search<'a> {
    choices: &'a Choices,
    comparisons: &'a Comparisons,
    /// What the comparisons on the way say.
    pub order: Order,
    way: Vec<Frame>,
    /// Lists of facts for each node, any of which makes all ways from there contradictory.
    refuted: Vec<Vec<Facts>>,
}

impl<'a> Search<'a> {
    /// A search that has not begun.
    pub fn new(pool: &Pool, choices: &'a Choices, comparisons: &'a Comparisons) -> Search<'a> {
        Search {
            choices,
            comparisons,
            order: Order::new(pool, comparisons),
            way: Vec::new(),
            refuted: vec![Vec::new(); choices.len()],
        }
    }

    /// The conditions on the way.
    pub fn literals(&self) -> Vec<Literal> {
        let literal = |frame: &Frame| (self.choices.node(frame.node).condition, frame.holds);
        self.way.iter().map(literal).collect()
    }

    /// Looks for a way, first where `near` goes.
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

    /// The facts that refute a node on this way, if it was seen before.
    fn known(&self, node: usize) -> Option<Facts> {
        if node == Choices::FALSE {
            return Some(Facts::new());
        }
        let holds = |facts: &&Facts| facts.iter().all(|fact| self.order.implies(fact));
        self.refuted[node].iter().find(holds).cloned()
    }

    /// Takes the last choice: the next node, or what refutes it.
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

    /// Back to the last choice that has a second side, whose node it gives; the node where the way
    /// ended is refuted by these facts.
    fn go_back(&mut self, mut facts: Facts) -> Option<usize> {
        while let Some(frame) = self.way.last_mut() {
            facts = self.order.undo(frame.mark, facts);
            frame.facts.extend(facts);
            if frame.second {
                facts = self.order.tidy(std::mem::take(&mut frame.facts));
                let known = &mut self.refuted[frame.node];
                if known.len() < MOST_REFUTATIONS {
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
