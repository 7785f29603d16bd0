//! The control-flow graph of a function.

use crate::analysis::graph::Digraph;
use crate::index::Idx;
use crate::module::{BlockId, Func};
use crate::op::Terminator;

/// Edges between the blocks of a function, and an order to visit them in.
#[derive(Clone, Debug)]
pub struct Cfg {
    graph: Digraph,
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    order: Vec<BlockId>,
    reachable: Vec<bool>,
    returns: Vec<BlockId>,
}

impl Cfg {
    /// The graph of a function; empty for a declaration. Targets beyond the last block are left
    /// out.
    pub fn new(func: &Func) -> Self {
        let mut edges = Vec::new();
        let mut returns = Vec::new();
        for (from, block) in func.blocks.enumerate() {
            edges.extend(
                block
                    .terminator
                    .targets()
                    .iter()
                    .map(|to| (from.0, to.block.0)),
            );
            if matches!(block.terminator, Terminator::Return(_)) {
                returns.push(from);
            }
        }
        Self::from_graph(Digraph::new(func.blocks.len(), &edges), returns)
    }

    /// A graph given by its edges; `returns` are the blocks that end the function.
    pub fn from_graph(graph: Digraph, returns: Vec<BlockId>) -> Self {
        let ids = |nodes: &[u32]| nodes.iter().map(|node| BlockId(*node)).collect::<Vec<_>>();
        debug_assert!(returns.is_sorted_by(|a, b| a < b));
        let nodes = 0..graph.len() as u32;
        let order = ids(&graph.reverse_postorder(0));
        let mut reachable = vec![false; graph.len()];
        order
            .iter()
            .for_each(|block| reachable[block.index()] = true);
        Cfg {
            successors: nodes
                .clone()
                .map(|node| ids(graph.successors(node)))
                .collect(),
            predecessors: nodes.map(|node| ids(graph.predecessors(node))).collect(),
            order,
            reachable,
            returns,
            graph,
        }
    }

    /// The number of blocks, unreachable ones included.
    pub fn len(&self) -> usize {
        self.graph.len()
    }

    /// Whether there are no blocks.
    pub fn is_empty(&self) -> bool {
        self.graph.is_empty()
    }

    /// Successors of a block, without duplicates, in the order of its targets.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.index()]
    }

    /// Predecessors of a block, including unreachable ones, without duplicates, ascending.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.index()]
    }

    /// The reachable blocks in reverse postorder, starting with block 0.
    pub fn reverse_postorder(&self) -> &[BlockId] {
        &self.order
    }

    /// Whether a block is reachable from block 0.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.reachable[block.index()]
    }

    /// Blocks that end in a return, ascending.
    pub fn returns(&self) -> &[BlockId] {
        &self.returns
    }

    /// Blocks without successors, ascending: those that return and those that end in `unreachable`.
    pub fn exits(&self) -> Vec<BlockId> {
        let ends = |node: &u32| self.graph.successors(*node).is_empty();
        (0..self.len() as u32).filter(ends).map(BlockId).collect()
    }

    /// The graph over block numbers.
    pub fn graph(&self) -> &Digraph {
        &self.graph
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    #[test]
    fn edges_order_and_ends() {
        let module = parse(
            "module ptr 8\n\
             func @f(%c: bool, %n: bits8) {\n\
             entry: br %c, loop, out\n\
             loop: switch %n [bits8 0: loop, bits8 1: out] else stop\n\
             out: ret\n\
             stop: unreachable\n\
             dead: jump out\n\
             }",
        )
        .expect("parses");
        let cfg = Cfg::new(&module.funcs[crate::FuncId(0)]);
        let [entry, looping, out, stop, dead] = [0, 1, 2, 3, 4].map(BlockId);
        assert_eq!(cfg.successors(entry), [looping, out]);
        assert_eq!(cfg.successors(looping), [looping, out, stop]);
        assert_eq!(cfg.predecessors(out), [entry, looping, dead]);
        assert_eq!(cfg.reverse_postorder(), [entry, looping, stop, out]);
        assert!(!cfg.is_reachable(dead) && cfg.is_reachable(stop));
        assert_eq!(cfg.returns(), [out]);
        assert_eq!(cfg.exits(), [out, stop]);
    }
}
