//! Paths as a tree of decisions: paths share their beginnings, and each decision is written once.

use crate::state::{Decision, Trail};
use rustc_hash::FxHashMap;
use std::io;

/// A decision after those of another node: how far before this one the other is, and the decision.
/// Nodes are numbered from 1 on; 0 is the start of the program.
pub type Node = (u32, Decision);

/// Numbers the decisions of paths.
pub struct Numbering {
    /// Links of trails with a number above it were numbered here.
    first: u32,
    last: u32,
}

impl Numbering {
    /// A new tree. Links of trails with numbers up to `known` are in other trees.
    pub fn above(known: u32) -> Numbering {
        Numbering {
            first: known,
            last: known,
        }
    }

    /// The highest number of a link.
    pub fn last(&self) -> u32 {
        self.last
    }

    /// The node of a path. Appends what is new of it.
    ///
    /// # Errors
    /// When paths have merged, or there are too many decisions.
    pub fn node(&mut self, path: &Trail<Decision>, nodes: &mut Vec<Node>) -> io::Result<u32> {
        let (first, last) = (self.first, &mut self.last);
        let head = path.number(first, |before, decision| {
            *last = last.checked_add(1).ok_or_else(too_many)?;
            let before = before.max(first);
            nodes.push((*last - before, *decision));
            Ok::<u32, io::Error>(*last)
        })?;
        let head = head.ok_or_else(|| io::Error::other("paths that have merged"))?;
        Ok(head.saturating_sub(first))
    }
}

fn too_many() -> io::Error {
    io::Error::other("more decisions than can be numbered")
}

/// The paths to the nodes of a tree.
pub struct Tree(Vec<Trail<Decision>>);

impl Tree {
    /// The start of the program.
    pub fn new() -> Tree {
        Tree(vec![Trail::default()])
    }

    /// Adds a node. `None` if the one is missing that it follows.
    pub fn grow(&mut self, (back, decision): Node) -> Option<()> {
        let parent = self.0.len().checked_sub(back as usize)?;
        let mut trail = self.0.get(parent)?.clone();
        trail.push(decision);
        self.0.push(trail);
        Some(())
    }

    /// The path to a node, if there is one of this number.
    pub fn path(&self, node: u32) -> Option<&Trail<Decision>> {
        self.0.get(node as usize)
    }
}

/// A tree made of paths that may come from several processes: equal decisions after equal ones are
/// one node.
#[derive(Default)]
pub struct Trie {
    /// Nodes, from 1 on.
    nodes: Vec<Node>,
    /// The number of decisions up to each node, that of the start included.
    depths: Vec<u32>,
    /// The node of a decision after those of another node.
    children: FxHashMap<(u32, Decision), u32>,
    /// The node of the newest link of a trail, by its address.
    known: FxHashMap<usize, u32>,
}

impl Trie {
    /// The tree of these paths, and the node of each; `None` if one has merged.
    pub fn of(paths: &[Trail<Decision>]) -> Option<(Trie, Vec<u32>)> {
        let mut trie = Trie {
            depths: vec![0],
            ..Trie::default()
        };
        let ends: Option<Vec<u32>> = paths.iter().map(|path| trie.add(path)).collect();
        trie.known.clear();
        Some((trie, ends?))
    }

    fn add(&mut self, path: &Trail<Decision>) -> Option<u32> {
        if path.has_merged() {
            return None;
        }
        let mut new = Vec::new();
        let mut at = path;
        let mut node = loop {
            let Some((decision, before)) = at.last() else {
                break 0;
            };
            if let Some(node) = self.known.get(&at.address()) {
                break *node;
            }
            new.push((at.address(), *decision));
            at = before;
        };
        for (address, decision) in new.into_iter().rev() {
            node = self.child(node, decision);
            self.known.insert(address, node);
        }
        Some(node)
    }

    fn child(&mut self, parent: u32, decision: Decision) -> u32 {
        let new = self.depths.len() as u32;
        let child = *self.children.entry((parent, decision)).or_insert(new);
        if child == new {
            self.nodes.push((new - parent, decision));
            self.depths.push(self.depths[parent as usize] + 1);
        }
        child
    }

    /// The nodes.
    pub fn into_nodes(self) -> Vec<Node> {
        self.nodes
    }

    /// Positions of paths, which end at these nodes, in the order in which a depth-first traversal
    /// meets their ends; each with the number of decisions that the path has in common with the one
    /// before it.
    fn depth_first(&self, ends: &[u32]) -> Vec<(usize, u32)> {
        // Lists of children and of ends, linked by position; 0 is none.
        let mut first_child = vec![0; self.depths.len()];
        let mut sibling = vec![0; self.depths.len()];
        for (position, (back, _)) in self.nodes.iter().enumerate().rev() {
            let node = position + 1;
            let parent = node - *back as usize;
            sibling[node] = std::mem::replace(&mut first_child[parent], node);
        }
        let mut first_end = vec![0; self.depths.len()];
        let mut next_end = vec![0; ends.len() + 1];
        for (position, node) in ends.iter().enumerate().rev() {
            next_end[position + 1] =
                std::mem::replace(&mut first_end[*node as usize], position + 1);
        }
        let mut order = Vec::with_capacity(ends.len());
        let mut common = 0;
        let mut pending = vec![0];
        while let Some(node) = pending.pop() {
            let depth = self.depths[node];
            common = common.min(depth.saturating_sub(1));
            let mut end = first_end[node];
            while end != 0 {
                order.push((end - 1, common));
                common = depth;
                end = next_end[end];
            }
            pending.extend((sibling[node] != 0).then_some(sibling[node]));
            pending.extend((first_child[node] != 0).then_some(first_child[node]));
        }
        order
    }
}

/// Paths that have not merged, neighbors in the tree of executions next to each other: each with
/// the number of decisions that it has in common with the one before it.
pub fn depth_first(paths: Vec<Trail<Decision>>) -> Vec<(Trail<Decision>, u32)> {
    let Some((trie, ends)) = Trie::of(&paths) else {
        return paths.into_iter().map(|path| (path, 0)).collect();
    };
    let order = trie.depth_first(&ends).into_iter();
    order
        .map(|(position, common)| (paths[position].clone(), common))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontier::tests::{decisions, trail};

    #[test]
    fn neighbors_follow_each_other() {
        let whole = trail(&[1, 2, 3]);
        let paths = vec![
            trail(&[4, 5]),
            whole.clone(),
            trail(&[4]),
            trail(&[1, 6]),
            whole,
            trail(&[]),
            trail(&[1, 2, 7]),
        ];
        let order = depth_first(paths);
        let order: Vec<_> = order
            .iter()
            .map(|(path, common)| (decisions(path), *common))
            .collect();
        let expected: [(&[u32], u32); 7] = [
            (&[], 0),
            (&[4], 0),
            (&[4, 5], 1),
            (&[1, 2, 3], 0),
            (&[1, 2, 3], 3),
            (&[1, 2, 7], 2),
            (&[1, 6], 1),
        ];
        let expected = expected.map(|(path, common)| (decisions(&trail(path)), common));
        assert_eq!(order, expected);
    }
}
