//! Selects the nodes of a tree that are drawn. The others are counted in summaries: many leaves of
//! one kind below one node, the middle of long chains, and deep subtrees. Leaves of a kind that is
//! rare in the whole tree, such as a failure, are always drawn.

use super::{Kind, NodeReport, TreeReport};
use std::collections::BTreeMap;

/// The maximum number of leaves of one kind drawn below one node; further ones are counted.
const MOST_LEAVES: usize = 3;
/// The length of the longest chain that is drawn completely. In a chain each node forks and only
/// one child continues; of a longer chain only the first and the last node are drawn.
const LONGEST_CHAIN: usize = 8;
/// The maximum number of nodes drawn, unless the user sets a depth.
const MOST_NODES: usize = 150;

/// What is drawn for a node: the node itself, or a summary.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Drawn {
    /// The node with this number.
    Node(usize),
    /// The summary with this number.
    Summary(usize),
}

/// Represents nodes that are not drawn.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Summary {
    /// The number of leaves by fate.
    pub ends: BTreeMap<Kind, u64>,
    /// The number of inner nodes.
    pub inner: u64,
}

/// The drawn part of a tree.
pub struct Fold {
    /// The representation of each node.
    pub drawn: Vec<Drawn>,
    /// What stands for subtrees that are folded.
    pub summaries: Vec<Summary>,
    /// Whether each node is a leaf; below leaves there are at most infeasible edges.
    ends: Vec<bool>,
    /// Whether each node is a leaf of a rare kind.
    rare: Vec<bool>,
    /// The number of forks and merges down to each node, with summaries counted as one.
    depths: Vec<usize>,
}

impl Fold {
    /// Folds a tree; `depth` limits the depth that is drawn.
    pub fn new(tree: &TreeReport, depth: Option<usize>) -> Fold {
        let mut children = vec![Vec::new(); tree.nodes.len()];
        for node in &tree.nodes {
            for parent in &node.parents {
                children[*parent].push(node.id);
            }
        }
        let is_end = |node: &NodeReport| {
            let goes_on = matches!(node.fate, Kind::Forked | Kind::Merged);
            !goes_on || children[node.id].is_empty()
        };
        let ends: Vec<bool> = tree.nodes.iter().map(is_end).collect();
        let mut fold = Fold {
            drawn: (0..tree.nodes.len()).map(Drawn::Node).collect(),
            summaries: Vec::new(),
            rare: rare(tree, &ends),
            ends,
            depths: Vec::new(),
        };
        fold.chains(tree, &children);
        fold.leaves(tree, &children);
        fold.depths = fold.measure(tree);
        let depth = depth.unwrap_or_else(|| fold.fitting());
        fold.deep(tree, depth);
        fold.count(tree);
        fold
    }

    /// The only child that continues, if no paths merged there.
    fn next(&self, tree: &TreeReport, children: &[Vec<usize>], id: usize) -> Option<usize> {
        let mut inner = children[id].iter().filter(|child| !self.ends[**child]);
        let (first, second) = (inner.next().copied(), inner.next());
        first.filter(|it| second.is_none() && tree.nodes[*it].parents.len() == 1)
    }

    /// Folds the middle of long chains into summaries.
    fn chains(&mut self, tree: &TreeReport, children: &[Vec<usize>]) {
        let mut seen = vec![false; tree.nodes.len()];
        for start in 0..tree.nodes.len() {
            if std::mem::replace(&mut seen[start], true) {
                continue;
            }
            let chain: Vec<usize> =
                std::iter::successors(Some(start), |id| self.next(tree, children, *id)).collect();
            chain.iter().for_each(|id| seen[*id] = true);
            if chain.len() <= LONGEST_CHAIN {
                continue;
            }
            let summary = self.summary();
            for id in &chain[1..chain.len() - 1] {
                self.drawn[*id] = summary;
                let is_folded = |id: &&usize| self.ends[**id] && !self.rare[**id];
                for end in children[*id].iter().filter(is_folded) {
                    self.drawn[*end] = summary;
                    for leaf in children[*end].iter().filter(|id| !self.rare[**id]) {
                        self.drawn[*leaf] = summary;
                    }
                }
            }
        }
    }

    /// Folds leaves of one kind below one node into summaries if there are many.
    fn leaves(&mut self, tree: &TreeReport, children: &[Vec<usize>]) {
        for (parent, children_of) in children.iter().enumerate() {
            if self.drawn[parent] != Drawn::Node(parent) {
                continue;
            }
            let mut kinds: BTreeMap<Kind, Vec<usize>> = BTreeMap::new();
            for child in children_of {
                let is_leaf = children[*child].is_empty();
                if is_leaf && self.drawn[*child] == Drawn::Node(*child) {
                    kinds
                        .entry(tree.nodes[*child].fate)
                        .or_default()
                        .push(*child);
                }
            }
            for leaves in kinds.values().filter(|leaves| leaves.len() > MOST_LEAVES) {
                let summary = self.summary();
                leaves.iter().for_each(|id| self.drawn[*id] = summary);
            }
        }
    }

    /// The depth of each node.
    fn measure(&self, tree: &TreeReport) -> Vec<usize> {
        let mut of_summary: Vec<Option<usize>> = vec![None; self.summaries.len()];
        let mut depths: Vec<usize> = Vec::with_capacity(tree.nodes.len());
        for node in &tree.nodes {
            let above = node.parents.iter().map(|parent| depths[*parent] + 1);
            let depth = above.min().unwrap_or(0);
            depths.push(match self.drawn[node.id] {
                Drawn::Node(_) => depth,
                Drawn::Summary(summary) => *of_summary[summary].get_or_insert(depth),
            });
        }
        depths
    }

    /// The greatest depth whose number of drawn nodes is within the limit.
    fn fitting(&self) -> usize {
        let mut drawn: Vec<(usize, Drawn)> = self
            .depths
            .iter()
            .copied()
            .zip(self.drawn.iter().copied())
            .collect();
        drawn.sort_unstable();
        drawn.dedup();
        match drawn.get(MOST_NODES) {
            Some((depth, _)) => depth.saturating_sub(1).max(1),
            None => usize::MAX,
        }
    }

    /// Folds deeper nodes into summaries, one for each node that they lie below.
    fn deep(&mut self, tree: &TreeReport, depth: usize) {
        let mut below: BTreeMap<usize, Drawn> = BTreeMap::new();
        for node in &tree.nodes {
            let parent = node.parents.first().copied();
            let Some(parent) = parent.filter(|_| self.depths[node.id] > depth) else {
                continue;
            };
            if self.rare[node.id] {
                continue;
            }
            let summary = match self.drawn[parent] {
                Drawn::Summary(summary) => Drawn::Summary(summary),
                Drawn::Node(parent) => {
                    let known = below.get(&parent).copied();
                    let summary = known.unwrap_or_else(|| self.summary());
                    below.insert(parent, summary);
                    summary
                }
            };
            self.drawn[node.id] = summary;
        }
    }

    fn summary(&mut self) -> Drawn {
        self.summaries.push(Summary::default());
        Drawn::Summary(self.summaries.len() - 1)
    }

    /// Counts the nodes of the summaries.
    fn count(&mut self, tree: &TreeReport) {
        for node in &tree.nodes {
            let Drawn::Summary(summary) = self.drawn[node.id] else {
                continue;
            };
            let summary = &mut self.summaries[summary];
            match self.ends[node.id] {
                true => *summary.ends.entry(node.fate).or_default() += 1,
                false => summary.inner += 1,
            }
        }
    }
}

/// Whether each node is a leaf of a rare kind.
fn rare(tree: &TreeReport, ends: &[bool]) -> Vec<bool> {
    let mut counts: BTreeMap<Kind, usize> = BTreeMap::new();
    for node in tree.nodes.iter().filter(|node| ends[node.id]) {
        *counts.entry(node.fate).or_default() += 1;
    }
    let is_rare = |count: &usize| *count <= MOST_LEAVES;
    let nodes = tree.nodes.iter();
    let rare = nodes.map(|node| ends[node.id] && counts.get(&node.fate).is_some_and(is_rare));
    rare.collect()
}
