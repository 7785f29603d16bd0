//! Paths as a tree of decisions: paths share their beginnings, and each decision is written once.

use crate::state::{Decision, Trail};
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
