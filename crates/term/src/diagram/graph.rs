//! Reduced ordered binary decision diagrams with complemented edges (Brace, Rudell and Bryant,
//! "Efficient Implementation of a BDD Package", DAC 1990). Nodes are shared, so equal functions are
//! equal edges.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

sheaf_tuning::constants! {
    /// Cached results that are kept while the graph is not in use.
    MOST_WHILE_UNUSED: usize = 1 << 18, 1 => 1 << 20, "results";
}

/// A Boolean function: a node, and whether it is negated. Within one graph, equal functions are
/// equal edges.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Edge(u32);

impl Edge {
    pub(super) const TRUE: Edge = Edge(0);
    pub(super) const FALSE: Edge = Edge(1);

    pub(super) fn to(node: usize) -> Edge {
        Edge((node as u32) << 1)
    }

    /// A number for the function; those of a function and its negation follow each other.
    #[inline]
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }

    /// The index of the node.
    #[inline]
    pub(super) fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    #[inline]
    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    #[inline]
    pub(super) fn is_const(self) -> bool {
        self.node() == 0
    }

    #[inline]
    pub(super) fn negated_if(self, negated: bool) -> Edge {
        Edge(self.0 ^ u32::from(negated))
    }
}

impl std::ops::Not for Edge {
    type Output = Edge;

    #[inline]
    fn not(self) -> Edge {
        self.negated_if(true)
    }
}

/// A choice by one variable. `high` is never negated, which makes the form unique.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Node {
    /// The variable, from 1; 0 at the only leaf, which is true. It is greater than the variables of
    /// the nodes below.
    pub(super) var: u32,
    pub(super) high: Edge,
    pub(super) low: Edge,
}

impl Node {
    #[inline]
    fn hash(self) -> u64 {
        FxBuildHasher.hash_one(self)
    }
}

/// The graph has no room for another node.
#[derive(Debug)]
pub(super) struct Full;

/// The nodes, and cached results.
pub(super) struct Graph {
    nodes: Vec<Node>,
    unique: HashTable<Edge>,
    pub(super) most_nodes: usize,
    /// Cached results of if-then-else and of restriction. None is discarded while an operation
    /// runs: with a lossy cache, operations take exponential time in the number of variables.
    pub(super) choices: FxHashMap<(Edge, Edge, Edge), Edge>,
    pub(super) restrictions: FxHashMap<(Edge, Edge), Edge>,
}

impl Graph {
    pub(super) fn new(most_nodes: usize) -> Graph {
        let leaf = Node {
            var: 0,
            high: Edge::TRUE,
            low: Edge::TRUE,
        };
        Graph {
            nodes: vec![leaf],
            unique: HashTable::new(),
            most_nodes,
            choices: FxHashMap::default(),
            restrictions: FxHashMap::default(),
        }
    }

    /// The number of nodes, the leaf included.
    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.unique.allocation_size()
            + self.choices.capacity() * size_of::<[Edge; 4]>()
            + self.restrictions.capacity() * size_of::<[Edge; 3]>()
    }

    #[inline]
    pub(super) fn node(&self, edge: Edge) -> Node {
        self.nodes[edge.node()]
    }

    /// The function that is `high` where the variable is true, else `low`. Both must depend on
    /// smaller variables only.
    pub(super) fn make(&mut self, var: u32, high: Edge, low: Edge) -> Result<Edge, Full> {
        if high == low {
            return Ok(high);
        }
        // The order of variables and the sign of `high` make equal functions equal edges.
        debug_assert!(self.node(high).var < var && self.node(low).var < var);
        let negated = high.is_negated();
        let node = Node {
            var,
            high: high.negated_if(negated),
            low: low.negated_if(negated),
        };
        let nodes = &self.nodes;
        let same = |edge: &Edge| nodes[edge.node()] == node;
        if let Some(edge) = self.unique.find(node.hash(), same) {
            return Ok(edge.negated_if(negated));
        }
        if self.nodes.len() >= self.most_nodes {
            return Err(Full);
        }
        let edge = Edge::to(self.nodes.len());
        self.nodes.push(node);
        let nodes = &self.nodes;
        self.unique
            .insert_unique(node.hash(), edge, |edge| nodes[edge.node()].hash());
        Ok(edge.negated_if(negated))
    }

    /// The cofactors of a function for the variable being true and false. The variable must not be
    /// smaller than that of the function's node.
    #[inline]
    pub(super) fn cofactors(&self, edge: Edge, var: u32) -> (Edge, Edge) {
        let node = self.node(edge);
        debug_assert!(
            node.var <= var,
            "the cofactors of a variable below the root"
        );
        if node.var != var {
            return (edge, edge);
        }
        let negated = edge.is_negated();
        (node.high.negated_if(negated), node.low.negated_if(negated))
    }

    /// Discards cached results if there are many.
    pub(super) fn trim(&mut self) {
        if self.computed() > self.most_nodes {
            self.choices.clear();
            self.restrictions.clear();
        }
    }

    /// Releases the cached results if they take much memory: while the graph is not in use, others
    /// need it more.
    pub(super) fn release(&mut self) {
        if self.computed() > MOST_WHILE_UNUSED.get() {
            self.choices = FxHashMap::default();
            self.restrictions = FxHashMap::default();
        }
    }

    /// Fails if an operation computes too many results for the number of nodes.
    pub(super) fn check_effort(&self) -> Result<(), Full> {
        if self.computed() / 2 > self.most_nodes {
            Err(Full)
        } else {
            Ok(())
        }
    }

    fn computed(&self) -> usize {
        self.choices.len() + self.restrictions.len()
    }
}
