//! Control-flow graphs of the checker's programs: successors, joins of branches, loops.

use sheaf_proof_check::cut::Loop;
use sheaf_proof_check::program::{Func, Terminator};
use std::collections::BTreeSet;

/// The blocks where a block's path may go on.
pub fn successors(terminator: &Terminator) -> Vec<usize> {
    match terminator {
        Terminator::Jump(target) => vec![target.block],
        Terminator::Branch(_, targets) => targets.iter().map(|it| it.block).collect(),
        Terminator::Switch(_, cases, default) => {
            let cases = cases.iter().map(|(_, target)| target.block);
            cases.chain([default.block]).collect()
        }
        Terminator::Return(_) | Terminator::Unreachable | Terminator::Other(_) => Vec::new(),
    }
}

/// The edges of a function.
pub struct Graph {
    next: Vec<Vec<usize>>,
}

impl Graph {
    /// The graph of a function.
    pub fn new(func: &Func) -> Graph {
        let blocks = func.blocks.iter();
        Graph {
            next: blocks.map(|block| successors(&block.terminator)).collect(),
        }
    }

    fn reversed(&self) -> Graph {
        let mut next = vec![Vec::new(); self.next.len()];
        for (block, targets) in self.next.iter().enumerate() {
            targets.iter().for_each(|target| next[*target].push(block));
        }
        Graph { next }
    }

    /// The blocks that are reachable from these, without passing one.
    fn reachable(&self, from: Vec<usize>, but: Option<usize>) -> Vec<bool> {
        let mut seen = vec![false; self.next.len()];
        let mut waiting: Vec<usize> = from.into_iter().filter(|it| Some(*it) != but).collect();
        while let Some(block) = waiting.pop() {
            if !std::mem::replace(&mut seen[block], true) {
                let next = self.next[block].iter().copied();
                waiting.extend(next.filter(|it| Some(*it) != but));
            }
        }
        seen
    }

    /// The first block that all ways from a block to these ends reach, if there is one.
    pub fn join(&self, block: usize, ends: &[usize]) -> Option<usize> {
        let reaches = self.reversed().reachable(ends.to_vec(), None);
        let behind = self.reachable(self.next[block].clone(), None);
        let candidates =
            (0..self.next.len()).filter(|it| *it != block && behind[*it] && reaches[*it]);
        // All ways lead through a block if the ends cannot be reached without it.
        let is_passed = |it: &usize| {
            let without = self.reachable(self.next[block].clone(), Some(*it));
            ends.iter().all(|end| !without[*end])
        };
        let passed: Vec<usize> = candidates.filter(is_passed).collect();
        let is_first = |it: &&usize| {
            let before = self.reachable(self.next[block].clone(), Some(**it));
            passed.iter().all(|other| other == *it || !before[*other])
        };
        passed.iter().find(is_first).copied()
    }

    /// The loop that is entered at a block, if it is one's head: the blocks from which it is reached
    /// again without leaving those that it dominates.
    pub fn loop_at(&self, func: usize, head: usize) -> Option<Loop> {
        let around = self.reachable(vec![0], Some(head));
        let is_dominated = |block: usize| !around[block];
        let reversed = self.reversed();
        let mut body = BTreeSet::from([head]);
        let sources = reversed.next[head].iter().copied();
        let mut waiting: Vec<usize> = sources.filter(|it| is_dominated(*it)).collect();
        if waiting.is_empty() {
            return None;
        }
        while let Some(block) = waiting.pop() {
            if body.insert(block) {
                waiting.extend(reversed.next[block].iter().filter(|it| is_dominated(**it)));
            }
        }
        Some(Loop { func, head, body })
    }
}
