//! Compares the execution tree of an exploration with its outcome.

use sheaf_engine::{Fate, Moment, Tree};
use sheaf_engine::{Observer, Outcome, Pool};

/// A bound on the nodes of the explorations of tests.
const NODES: usize = 1_000_000;

/// Builds the tree of an exploration.
pub struct Grower(pub Tree);

impl Default for Grower {
    fn default() -> Self {
        Grower(Tree::new(NODES))
    }
}

impl Observer for Grower {
    fn wants_moments(&self) -> bool {
        true
    }

    fn moment(&mut self, pool: &Pool, moment: &Moment) {
        self.0.note(pool, moment);
    }
}

/// Describes violations of a tree's invariants: it agrees with the statistics, each node is
/// reachable from the root, and every node has an end or children.
pub fn wrong(tree: &Tree, outcome: &Outcome) -> Vec<String> {
    if tree.left_out > 0 {
        return Vec::new();
    }
    let mut wrong = Vec::new();
    let paths = &outcome.stats.paths;
    let mut expect = |what: &str, expected: u64, actual: usize| {
        if expected != actual as u64 {
            wrong.push(format!("tree: expected {what} {expected}, got {actual}"));
        }
    };
    let count = |is: &dyn Fn(&Fate) -> bool| tree.nodes.iter().filter(|it| is(&it.fate)).count();
    let completed = count(&|fate| matches!(fate, Fate::Ended { completed, .. } if *completed));
    expect("completed paths", paths.completed, completed);
    let merged = tree.nodes.iter().filter(|node| node.parents.len() == 2);
    expect("merges", paths.merged, merged.count());
    // A technique that is given up may hold a state of which it has not told yet.
    if outcome.reasons.is_empty() && outcome.stats.shares.is_empty() {
        let left = count(&|fate| matches!(fate, Fate::Waiting | Fate::Parked));
        expect("nodes without an end", 0, left);
    }
    let mut has_children = vec![false; tree.nodes.len()];
    for (id, node) in tree.nodes.iter().enumerate() {
        node.parents
            .iter()
            .for_each(|parent| has_children[*parent] = true);
        if node.parents.is_empty() != (id == 0) || node.parents.iter().any(|it| *it >= id) {
            wrong.push(format!("tree: node {id} is not reached from the root"));
        }
    }
    for (id, node) in tree.nodes.iter().enumerate() {
        let goes_on = matches!(node.fate, Fate::Forked | Fate::Merged(_));
        if goes_on && !has_children[id] {
            wrong.push(format!("tree: nothing follows node {id}, which goes on"));
        }
    }
    wrong
}
