//! Dominators and post-dominators.
//!
//! Block `a` dominates `b` if every path from block 0 to `b` contains `a`. Block `a` post-dominates
//! `b` if every path from `b` to the given exits contains `a`; paths that never reach one of them
//! (endless loops, aborts that do not count as exits) are ignored, so that the immediate
//! post-dominator of a branch is the join point of the paths that continue.

use crate::analysis::cfg::Cfg;
use crate::analysis::graph::Digraph;
use crate::index::Idx;
use crate::module::BlockId;

const NONE: u32 = u32::MAX;

/// The dominator tree of the part of a graph that a root reaches.
#[derive(Clone, Debug)]
struct Tree {
    /// The parent of each node; `NONE` for the root and for unreachable nodes.
    parent: Vec<u32>,
    /// The times at which a tree walk enters and leaves a node; `NONE` for unreachable nodes.
    /// Subtrees are nested intervals.
    enter: Vec<u32>,
    leave: Vec<u32>,
}

impl Tree {
    /// The semi-NCA algorithm of Georgiadis, "Linear-Time Algorithms for Dominators and Related
    /// Problems" (2005), section 2.3: the immediate dominator of a node is its nearest ancestor in
    /// the depth-first tree that is not below its semidominator. Unlike iteration to a fixed point,
    /// it takes little time for a node with many predecessors.
    fn new(graph: &Digraph, root: u32) -> Self {
        let search = DepthFirst::new(graph, root);
        let semi = semidominators(graph, &search);
        let mut above = search.above;
        for position in 1..above.len() {
            let mut candidate = above[position];
            while candidate > semi[position] {
                candidate = above[candidate as usize];
            }
            above[position] = candidate;
        }
        let mut parent = vec![NONE; graph.len()];
        for position in 1..above.len() {
            parent[search.order[position] as usize] = search.order[above[position] as usize];
        }
        Self::number(parent, &search.order)
    }

    /// Adds the intervals: sizes of subtrees from the leaves up, then starts from the root down.
    fn number(parent: Vec<u32>, order: &[u32]) -> Self {
        let mut size = vec![1u32; parent.len()];
        for &node in order.iter().skip(1).rev() {
            size[parent[node as usize] as usize] += size[node as usize];
        }
        let mut enter = vec![NONE; parent.len()];
        let mut leave = vec![NONE; parent.len()];
        let mut free = vec![0u32; parent.len()];
        for (position, &node) in order.iter().enumerate() {
            let node = node as usize;
            enter[node] = 0;
            if position > 0 {
                let above = parent[node] as usize;
                enter[node] = free[above];
                free[above] += size[node];
            }
            free[node] = enter[node] + 1;
            leave[node] = enter[node] + size[node];
        }
        Tree {
            parent,
            enter,
            leave,
        }
    }

    fn reaches(&self, node: u32) -> bool {
        self.enter[node as usize] != NONE
    }

    fn dominates(&self, above: u32, below: u32) -> bool {
        let (above, below) = (above as usize, below as usize);
        self.enter[above] != NONE
            && self.enter[below] != NONE
            && (self.enter[above]..self.leave[above]).contains(&self.enter[below])
    }
}

/// A depth-first search: the nodes that it reaches are numbered in the order in which it enters
/// them (preorder).
struct DepthFirst {
    /// The node with each number.
    order: Vec<u32>,
    /// The number of each node; `NONE` for nodes out of reach.
    number: Vec<u32>,
    /// The number of the tree parent, by number; the root's is 0.
    above: Vec<u32>,
}

impl DepthFirst {
    fn new(graph: &Digraph, root: u32) -> Self {
        let mut search = DepthFirst {
            order: Vec::new(),
            number: vec![NONE; graph.len()],
            above: Vec::new(),
        };
        if graph.is_empty() {
            return search;
        }
        search.enter(root, 0);
        // The nodes on the way from the root, each with its successors that are left.
        let mut open = vec![(0, graph.successors(root).iter())];
        while let Some((number, successors)) = open.last_mut() {
            let above = *number;
            match successors.next() {
                Some(&node) if search.number[node as usize] == NONE => {
                    let number = search.enter(node, above);
                    open.push((number, graph.successors(node).iter()));
                }
                Some(_) => {}
                None => drop(open.pop()),
            }
        }
        search
    }

    fn enter(&mut self, node: u32, above: u32) -> u32 {
        let number = self.order.len() as u32;
        self.number[node as usize] = number;
        self.order.push(node);
        self.above.push(above);
        number
    }
}

/// The semidominator of each node, by number: the least number from which a path leads to the node
/// through nodes with greater numbers than its own.
fn semidominators(graph: &Digraph, search: &DepthFirst) -> Vec<u32> {
    let mut forest = Forest {
        above: search.above.clone(),
        least: (0..search.order.len() as u32).collect(),
    };
    let mut semi = forest.least.clone();
    for position in (1..semi.len()).rev() {
        let predecessors = graph.predecessors(search.order[position]).iter();
        let numbers = predecessors.map(|node| search.number[*node as usize]);
        let reached = numbers.filter(|number| *number != NONE);
        let first = position as u32 + 1;
        let least = reached.map(|number| forest.least(number, first)).min();
        semi[position] = least.unwrap_or(search.above[position]);
        forest.least[position] = semi[position];
    }
    semi
}

/// The part of the depth-first tree whose semidominators are known, with compressed paths.
struct Forest {
    /// An ancestor of each node.
    above: Vec<u32>,
    /// The least semidominator between the node, included, and that ancestor, excluded; the node
    /// itself where its semidominator is not known yet.
    least: Vec<u32>,
}

impl Forest {
    /// The least semidominator of a node and its ancestors with numbers from `first` on, whose
    /// semidominators are known; the node itself if it is before `first`.
    fn least(&mut self, node: u32, first: u32) -> u32 {
        if node < first {
            return node;
        }
        let mut path = Vec::new();
        let mut top = node;
        while self.above[top as usize] >= first {
            path.push(top);
            top = self.above[top as usize];
        }
        let mut least = self.least[top as usize];
        while let Some(node) = path.pop() {
            least = least.min(self.least[node as usize]);
            self.least[node as usize] = least;
            self.above[node as usize] = self.above[top as usize];
        }
        least
    }
}

/// The dominators of a function's reachable blocks.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree,
}

impl Dominators {
    /// Computes them.
    pub fn new(cfg: &Cfg) -> Self {
        Dominators {
            tree: Tree::new(cfg.graph(), 0),
        }
    }

    /// The nearest other block that dominates a block; `None` for block 0 and unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        Some(self.tree.parent[block.index()])
            .filter(|parent| *parent != NONE)
            .map(BlockId)
    }

    /// Whether `above` dominates `below`; every reachable block dominates itself, unreachable ones
    /// have no part in it.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        self.tree.dominates(above.0, below.0)
    }
}

/// The post-dominators of the blocks that reach one of the given exits.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Tree,
}

impl PostDominators {
    /// Computes them towards `exits`: [`Cfg::returns`] for the join points of runs that return,
    /// [`Cfg::exits`] to count aborts as separate ends. Edges out of an exit, if any, still count.
    pub fn new(cfg: &Cfg, exits: &[BlockId]) -> Self {
        let end = cfg.len() as u32;
        let mut edges: Vec<(u32, u32)> = exits.iter().map(|exit| (end, exit.0)).collect();
        for from in 0..end {
            edges.extend(cfg.graph().successors(from).iter().map(|to| (*to, from)));
        }
        PostDominators {
            tree: Tree::new(&Digraph::new(cfg.len() + 1, &edges), end),
        }
    }

    /// The nearest other block that post-dominates a block; `None` where there is no single one or
    /// the block reaches no exit.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        let end = (self.tree.parent.len() - 1) as u32;
        let parent = self.tree.parent[block.index()];
        Some(parent)
            .filter(|parent| *parent != NONE && *parent != end)
            .map(BlockId)
    }

    /// Whether `after` post-dominates `before`; every block that reaches an exit post-dominates
    /// itself.
    pub fn post_dominates(&self, after: BlockId, before: BlockId) -> bool {
        self.tree.dominates(after.0, before.0)
    }

    /// Whether there is a way from a block to an exit.
    pub fn reaches_exit(&self, block: BlockId) -> bool {
        self.tree.reaches(block.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::graph::tests::{graphs, reachable};
    use proptest::prelude::*;

    #[test]
    fn diamond_with_an_abort() {
        // 0 -> 1 | 2; 1 -> 3; 2 -> 3 | 4; 3 returns, 4 aborts.
        let graph = Digraph::new(5, &[(0, 1), (0, 2), (1, 3), (2, 3), (2, 4)]);
        let cfg = Cfg::from_graph(graph, vec![BlockId(3)]);
        let dominators = Dominators::new(&cfg);
        assert_eq!(dominators.immediate(BlockId(3)), Some(BlockId(0)));
        assert_eq!(dominators.immediate(BlockId(0)), None);
        assert!(dominators.dominates(BlockId(2), BlockId(4)));
        let strict = PostDominators::new(&cfg, &cfg.exits());
        assert_eq!(strict.immediate(BlockId(0)), None);
        let returning = PostDominators::new(&cfg, cfg.returns());
        assert_eq!(returning.immediate(BlockId(0)), Some(BlockId(3)));
        assert!(!returning.reaches_exit(BlockId(4)));
    }

    #[test]
    fn a_function_without_blocks_has_no_tree() {
        let cfg = Cfg::from_graph(Digraph::new(0, &[]), Vec::new());
        Dominators::new(&cfg);
        PostDominators::new(&cfg, &[]);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2000))]

        #[test]
        fn dominance_is_by_definition(graph in graphs()) {
            let cfg = Cfg::from_graph(graph.clone(), Vec::new());
            let dominators = Dominators::new(&cfg);
            let nodes = graph.len() as u32;
            let reach = reachable(&graph, 0, None);
            for above in 0..nodes {
                let avoiding = reachable(&graph, 0, Some(above));
                for below in 0..nodes {
                    let expected = reach[above as usize] && reach[below as usize]
                        && !avoiding[below as usize];
                    prop_assert_eq!(dominators.dominates(BlockId(above), BlockId(below)), expected);
                }
            }
            for below in (0..nodes).map(BlockId) {
                let strict: Vec<BlockId> = (0..nodes).map(BlockId)
                    .filter(|above| *above != below && dominators.dominates(*above, below)).collect();
                let nearest = strict.iter().copied()
                    .find(|near| strict.iter().all(|other| dominators.dominates(*other, *near)));
                prop_assert_eq!(dominators.immediate(below), nearest);
            }
        }

        #[test]
        fn post_dominance_is_by_definition(graph in graphs(), picks in any::<u16>()) {
            let nodes = graph.len() as u32;
            let exits: Vec<BlockId> = (0..nodes).filter(|node| picks >> node & 1 == 1).map(BlockId).collect();
            let cfg = Cfg::from_graph(graph.clone(), Vec::new());
            let tree = PostDominators::new(&cfg, &exits);
            let ends = |seen: &[bool]| exits.iter().any(|exit| seen[exit.index()]);
            for before in 0..nodes {
                let leaves = ends(&reachable(&graph, before, None));
                prop_assert_eq!(tree.reaches_exit(BlockId(before)), leaves);
                for after in 0..nodes {
                    let expected = leaves && ends(&reachable(&graph, after, None))
                        && !ends(&reachable(&graph, before, Some(after)));
                    prop_assert_eq!(tree.post_dominates(BlockId(after), BlockId(before)), expected);
                }
            }
        }
    }
}
