//! A guard as a plain graph of choices, for enumerating the ways in which it can be true.

use rustc_hash::FxHashMap;

use super::Diagrams;
use super::graph::{Edge, Full};
use crate::cancel;
use crate::node::Term;
use crate::pool::Pool;

/// A decision diagram without sharing between a function and its negation.
pub struct Choices {
    nodes: Vec<Choice>,
    root: usize,
}

/// A node: the successors for both values of a condition.
#[derive(Copy, Clone, Debug)]
pub struct Choice {
    /// On which the choice depends.
    pub condition: Term,
    /// The successor if it holds.
    pub then: usize,
    /// The successor if it does not hold.
    pub otherwise: usize,
}

impl Choices {
    /// The node at which the guard is false.
    pub const FALSE: usize = 0;
    /// The node at which the guard is true.
    pub const TRUE: usize = 1;

    /// The position of the first node.
    pub fn root(&self) -> usize {
        self.root
    }

    /// A node other than the two leaves. No condition occurs twice on a path to a leaf, and `TRUE`
    /// is reachable from each node.
    pub fn node(&self, node: usize) -> Choice {
        self.nodes[node]
    }

    /// All nodes but the leaves.
    pub fn iter(&self) -> impl Iterator<Item = &Choice> {
        self.nodes[2..].iter()
    }

    /// The number of nodes, leaves included.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are only leaves.
    pub fn is_empty(&self) -> bool {
        self.nodes.len() == 2
    }
}

impl Pool {
    /// The conjunction of guards as a graph; `None` without diagrams, or if it is too large.
    pub fn guard_choices(&mut self, guards: &[Term]) -> Option<Choices> {
        let mut diagrams = self.diagrams.take()?;
        let choices = diagrams.with_room(self, |diagrams, pool| {
            let mut all = Edge::TRUE;
            for &guard in guards {
                let guard = diagrams.function(pool, guard)?;
                all = diagrams.graph.and(all, guard)?;
            }
            Ok::<Choices, Full>(diagrams.choices(all))
        });
        self.diagrams = Some(diagrams);
        choices.ok()
    }
}

impl Diagrams {
    fn choices(&self, root: Edge) -> Choices {
        let leaf = Choice {
            condition: Term::TRUE,
            then: Choices::FALSE,
            otherwise: Choices::FALSE,
        };
        let mut numbers: FxHashMap<Edge, usize> = FxHashMap::default();
        numbers.extend([(Edge::FALSE, Choices::FALSE), (Edge::TRUE, Choices::TRUE)]);
        let mut nodes = vec![leaf, leaf];
        let mut edges = vec![Edge::FALSE, Edge::TRUE];
        let mut number = |edge: Edge, edges: &mut Vec<Edge>| {
            *numbers.entry(edge).or_insert_with(|| {
                edges.push(edge);
                edges.len() - 1
            })
        };
        let root = number(root, &mut edges);
        while nodes.len() < edges.len() {
            cancel::steps(1);
            let edge = edges[nodes.len()];
            let var = self.graph.node(edge).var;
            let (high, low) = self.graph.cofactors(edge, var);
            nodes.push(Choice {
                condition: self.variables.term(var),
                then: number(high, &mut edges),
                otherwise: number(low, &mut edges),
            });
        }
        Choices { nodes, root }
    }
}
