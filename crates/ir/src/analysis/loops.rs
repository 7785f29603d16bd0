//! Natural loops and their nesting, and the parts of a graph that loop without being natural loops.
//!
//! A back edge leads to a block that dominates its source; that block is the header of a natural
//! loop, whose body is the header and all blocks that reach a back edge to it without passing
//! through it. Loops with one header are one loop. Cycles that remain when all back edges are
//! removed have several entries; their blocks form the irreducible parts.

use crate::analysis::cfg::Cfg;
use crate::analysis::dominators::Dominators;
use crate::analysis::graph::Digraph;
use crate::define_index;
use crate::index::{Idx, IndexVec};
use crate::module::BlockId;

define_index!(/// A natural loop of a function; outer loops come before inner ones.
    LoopId);

/// A natural loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The block by which it is entered.
    pub header: BlockId,
    /// Its blocks, the header and those of inner loops included, ascending.
    pub body: Vec<BlockId>,
    /// Sources of its back edges, ascending.
    pub latches: Vec<BlockId>,
    /// Edges from a block inside to a block outside, ascending by source.
    pub exits: Vec<(BlockId, BlockId)>,
    /// The smallest loop around it.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

impl Loop {
    /// Whether a block belongs to it or to a loop within it.
    pub fn contains(&self, block: BlockId) -> bool {
        self.body.binary_search(&block).is_ok()
    }
}

/// The loops of a function's reachable blocks.
#[derive(Clone, Debug)]
pub struct LoopForest {
    loops: IndexVec<LoopId, Loop>,
    innermost: Vec<Option<LoopId>>,
    irreducible: Vec<Vec<BlockId>>,
}

impl LoopForest {
    /// Finds them.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Self {
        let mut loops = IndexVec::new();
        let mut innermost = vec![None; cfg.len()];
        // An outer header dominates an inner one and so precedes it: parents are known before their
        // children.
        for &header in cfg.reverse_postorder() {
            let back = |from: &&BlockId| dominators.dominates(header, **from);
            let latches: Vec<BlockId> = cfg
                .predecessors(header)
                .iter()
                .filter(back)
                .copied()
                .collect();
            if latches.is_empty() {
                continue;
            }
            let body = body(cfg, header, &latches);
            let inside = |block: BlockId| body.binary_search(&block).is_ok();
            let leaving = |from: &BlockId| {
                let from = *from;
                cfg.successors(from)
                    .iter()
                    .filter(|to| !inside(**to))
                    .map(move |to| (from, *to))
                    .collect::<Vec<_>>()
            };
            let exits = body.iter().flat_map(leaving).collect();
            let parent: Option<LoopId> = innermost[header.index()];
            let depth = parent.map_or(1, |parent: LoopId| {
                let outer: &Loop = &loops[parent];
                outer.depth + 1
            });
            let members = body.clone();
            let id = loops.push(Loop {
                header,
                body,
                latches,
                exits,
                parent,
                depth,
            });
            members
                .iter()
                .for_each(|block| innermost[block.index()] = Some(id));
        }
        LoopForest {
            loops,
            innermost,
            irreducible: irreducible(cfg, dominators),
        }
    }

    /// The natural loops; an outer loop comes before those within it.
    pub fn loops(&self) -> &IndexVec<LoopId, Loop> {
        &self.loops
    }

    /// The smallest loop that a block belongs to.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.index()]
    }

    /// The loop with this header.
    pub fn with_header(&self, block: BlockId) -> Option<LoopId> {
        self.innermost(block)
            .filter(|id| self.loops[*id].header == block)
    }

    /// How many loops are around a block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.loops[id].depth)
    }

    /// Sets of blocks that form a cycle with several entries; empty for what structured programs
    /// compile to.
    pub fn irreducible(&self) -> &[Vec<BlockId>] {
        &self.irreducible
    }
}

/// The header and the reachable blocks that reach a latch without passing through it.
fn body(cfg: &Cfg, header: BlockId, latches: &[BlockId]) -> Vec<BlockId> {
    let mut inside = vec![false; cfg.len()];
    inside[header.index()] = true;
    let mut body = vec![header];
    let mut pending = latches.to_vec();
    while let Some(block) = pending.pop() {
        if cfg.is_reachable(block) && !std::mem::replace(&mut inside[block.index()], true) {
            body.push(block);
            pending.extend(cfg.predecessors(block));
        }
    }
    body.sort_unstable();
    body
}

/// Cycles among reachable blocks without back edges. Every cycle of length one is a back edge.
fn irreducible(cfg: &Cfg, dominators: &Dominators) -> Vec<Vec<BlockId>> {
    let mut edges = Vec::new();
    for &from in cfg.reverse_postorder() {
        let forward = cfg
            .successors(from)
            .iter()
            .filter(|to| !dominators.dominates(**to, from));
        edges.extend(forward.map(|to| (from.0, to.0)));
    }
    let components = Digraph::new(cfg.len(), &edges).components();
    let cyclic = components.into_iter().filter(|members| members.len() > 1);
    let mut parts: Vec<Vec<BlockId>> = cyclic
        .map(|members| members.into_iter().map(BlockId).collect())
        .collect();
    parts.sort_unstable();
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::graph::tests::{graphs, reachable};
    use proptest::prelude::*;

    fn forest(graph: &Digraph) -> LoopForest {
        let cfg = Cfg::from_graph(graph.clone(), Vec::new());
        LoopForest::new(&cfg, &Dominators::new(&cfg))
    }

    #[test]
    fn nested_loops_with_two_latches() {
        // 0 -> 1 (outer header) -> 2 (inner header) -> 3 -> 2; 3 -> 4 -> 1; 2 -> 1; 4 -> 5; 3 -> 6.
        let edges = [
            (0, 1),
            (1, 2),
            (2, 3),
            (3, 2),
            (3, 4),
            (4, 1),
            (2, 1),
            (4, 5),
            (3, 6),
        ];
        let forest = forest(&Digraph::new(7, &edges));
        let blocks = |ids: &[u32]| ids.iter().map(|id| BlockId(*id)).collect::<Vec<_>>();
        let [outer, inner] = forest.loops().as_slice() else {
            panic!("{forest:?}")
        };
        assert_eq!((outer.header, inner.header), (BlockId(1), BlockId(2)));
        assert_eq!(outer.body, blocks(&[1, 2, 3, 4]));
        assert_eq!(inner.body, blocks(&[2, 3]));
        assert_eq!(outer.latches, blocks(&[2, 4]));
        assert_eq!(
            outer.exits,
            [(BlockId(3), BlockId(6)), (BlockId(4), BlockId(5))]
        );
        assert_eq!((outer.parent, inner.parent), (None, Some(LoopId(0))));
        assert_eq!(
            (
                forest.depth(BlockId(3)),
                forest.depth(BlockId(4)),
                forest.depth(BlockId(5))
            ),
            (2, 1, 0)
        );
        assert_eq!(forest.with_header(BlockId(2)), Some(LoopId(1)));
        assert_eq!(forest.with_header(BlockId(3)), None);
        assert!(forest.irreducible().is_empty());
    }

    #[test]
    fn a_cycle_with_two_entries_is_irreducible() {
        let forest = forest(&Digraph::new(4, &[(0, 1), (0, 2), (1, 2), (2, 1), (2, 3)]));
        assert!(forest.loops().is_empty());
        assert_eq!(forest.irreducible(), [[BlockId(1), BlockId(2)]]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn loops_are_by_definition(graph in graphs()) {
            let forest = forest(&graph);
            let nodes = graph.len() as u32;
            let reach = reachable(&graph, 0, None);
            let dominates = |a: u32, b: u32| reach[b as usize] && !reachable(&graph, 0, Some(a))[b as usize];
            let mut headers = 0;
            for header in 0..nodes {
                let latches: Vec<u32> = graph.predecessors(header).iter().copied()
                    .filter(|from| dominates(header, *from)).collect();
                let found = forest.with_header(BlockId(header));
                prop_assert_eq!(found.is_some(), !latches.is_empty());
                let Some(id) = found else { continue };
                headers += 1;
                let reaches = |from: u32| {
                    let seen = reachable(&graph, from, Some(header));
                    reach[from as usize] && latches.iter().any(|latch| seen[*latch as usize])
                };
                let body: Vec<BlockId> = (0..nodes).filter(|node| *node == header || reaches(*node)).map(BlockId).collect();
                prop_assert_eq!(&forest.loops()[id].body, &body);
                for block in 0..nodes {
                    let around = forest.loops().iter().filter(|natural| natural.contains(BlockId(block))).count();
                    prop_assert_eq!(forest.depth(BlockId(block)) as usize, around);
                }
            }
            prop_assert_eq!(forest.loops().len(), headers);
            let in_part = |node: u32| forest.irreducible().iter().any(|part| part.contains(&BlockId(node)));
            let forward: Vec<(u32, u32)> = (0..nodes).filter(|from| reach[*from as usize])
                .flat_map(|from| graph.successors(from).iter().map(move |to| (from, *to)))
                .filter(|(from, to)| !dominates(*to, *from)).collect();
            let forward = Digraph::new(graph.len(), &forward);
            for node in 0..nodes {
                let cyclic = forward.successors(node).iter().any(|to| reachable(&forward, *to, None)[node as usize]);
                prop_assert_eq!(in_part(node), cyclic);
            }
        }
    }
}
