//! Directed graphs over dense node numbers, with the traversals that the analyses share.

/// A directed graph without parallel edges; nodes are `0..len()`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Digraph {
    successors: Adjacency,
    predecessors: Adjacency,
}

/// Neighbours of each node: those of `v` are `targets[starts[v]..starts[v + 1]]`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Adjacency {
    starts: Vec<u32>,
    targets: Vec<u32>,
}

impl Adjacency {
    /// Groups edges by their first node, keeping their order.
    fn new(nodes: usize, edges: impl Iterator<Item = (u32, u32)> + Clone) -> Self {
        let mut starts = vec![0u32; nodes + 1];
        for (from, _) in edges.clone() {
            starts[from as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut targets = vec![0u32; starts[nodes] as usize];
        for (from, to) in edges {
            targets[next[from as usize] as usize] = to;
            next[from as usize] += 1;
        }
        Adjacency { starts, targets }
    }

    fn of(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.targets[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}

impl Digraph {
    /// A graph of `nodes` nodes. Repeated edges count once; edges from or to nodes beyond the last
    /// are left out.
    pub fn new(nodes: usize, edges: &[(u32, u32)]) -> Self {
        let inside = |&(from, to): &(u32, u32)| (from as usize) < nodes && (to as usize) < nodes;
        let all = Adjacency::new(nodes, edges.iter().copied().filter(inside));
        // `seen[to]` is the last node that an edge to `to` came from, plus one.
        let mut seen = vec![0u32; nodes];
        let mut distinct = Vec::with_capacity(all.targets.len());
        for from in 0..nodes as u32 {
            for &to in all.of(from) {
                if seen[to as usize] != from + 1 {
                    seen[to as usize] = from + 1;
                    distinct.push((from, to));
                }
            }
        }
        Digraph {
            successors: Adjacency::new(nodes, distinct.iter().copied()),
            predecessors: Adjacency::new(nodes, distinct.iter().map(|&(from, to)| (to, from))),
        }
    }

    /// The number of nodes.
    pub fn len(&self) -> usize {
        self.successors.starts.len() - 1
    }

    /// Whether there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Nodes that an edge from `node` leads to, each once, in the order in which the edges were
    /// given.
    pub fn successors(&self, node: u32) -> &[u32] {
        self.successors.of(node)
    }

    /// Nodes that an edge to `node` comes from, each once, ascending.
    pub fn predecessors(&self, node: u32) -> &[u32] {
        self.predecessors.of(node)
    }

    /// Nodes reachable from `root` in reverse postorder of a depth-first walk: but for retreating
    /// edges, sources come before targets.
    pub fn reverse_postorder(&self, root: u32) -> Vec<u32> {
        let mut order = Vec::new();
        if root as usize >= self.len() {
            return order;
        }
        let mut seen = vec![false; self.len()];
        let mut stack = vec![(root, 0usize)];
        seen[root as usize] = true;
        while let Some((node, next)) = stack.last_mut() {
            if let Some(&to) = self.successors(*node).get(*next) {
                *next += 1;
                if !seen[to as usize] {
                    seen[to as usize] = true;
                    stack.push((to, 0));
                }
            } else {
                order.push(*node);
                stack.pop();
            }
        }
        order.reverse();
        order
    }

    /// Strongly connected components, each before those that lead to it (Tarjan, SIAM J. Comput.
    /// 1972, without recursion).
    pub fn components(&self) -> Vec<Vec<u32>> {
        let mut walk = Tarjan {
            number: vec![0; self.len()],
            low: vec![0; self.len()],
            open: vec![false; self.len()],
            pending: Vec::new(),
            counter: 0,
            components: Vec::new(),
        };
        for root in 0..self.len() as u32 {
            if walk.number[root as usize] == 0 {
                walk.from(self, root);
            }
        }
        walk.components
    }
}

/// State of the search for components. `number` counts from 1 in the order of discovery, 0 is
/// undiscovered.
struct Tarjan {
    number: Vec<u32>,
    low: Vec<u32>,
    open: Vec<bool>,
    pending: Vec<u32>,
    counter: u32,
    components: Vec<Vec<u32>>,
}

impl Tarjan {
    fn discover(&mut self, node: u32) {
        self.counter += 1;
        self.number[node as usize] = self.counter;
        self.low[node as usize] = self.counter;
        self.open[node as usize] = true;
        self.pending.push(node);
    }

    fn from(&mut self, graph: &Digraph, root: u32) {
        self.discover(root);
        let mut stack = vec![(root, 0usize)];
        while let Some((node, next)) = stack.last_mut() {
            let from = *node as usize;
            if let Some(&to) = graph.successors(*node).get(*next) {
                *next += 1;
                if self.number[to as usize] == 0 {
                    self.discover(to);
                    stack.push((to, 0));
                } else if self.open[to as usize] {
                    self.low[from] = self.low[from].min(self.number[to as usize]);
                }
                continue;
            }
            let node = *node;
            stack.pop();
            if let Some((parent, _)) = stack.last() {
                let parent = *parent as usize;
                self.low[parent] = self.low[parent].min(self.low[from]);
            }
            if self.low[from] == self.number[from] {
                self.close(node);
            }
        }
    }

    /// Takes the component whose first node is `node` off the stack.
    fn close(&mut self, node: u32) {
        let mut members = Vec::new();
        while let Some(member) = self.pending.pop() {
            self.open[member as usize] = false;
            members.push(member);
            if member == node {
                break;
            }
        }
        members.sort_unstable();
        self.components.push(members);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Graphs of 1 to 9 nodes with few edges, so that all shapes (unreachable, irreducible,
    /// endless) come up.
    pub(crate) fn graphs() -> impl Strategy<Value = Digraph> {
        (1usize..10).prop_flat_map(|nodes| {
            let node = 0..nodes as u32;
            prop::collection::vec((node.clone(), node), 0..2 * nodes + 2)
                .prop_map(move |edges| Digraph::new(nodes, &edges))
        })
    }

    /// Nodes reachable from `from` (itself included) without passing through `without`.
    pub(crate) fn reachable(graph: &Digraph, from: u32, without: Option<u32>) -> Vec<bool> {
        let mut seen = vec![false; graph.len()];
        let mut pending = vec![from];
        while let Some(node) = pending.pop() {
            if Some(node) != without && !std::mem::replace(&mut seen[node as usize], true) {
                pending.extend(graph.successors(node));
            }
        }
        seen
    }

    #[test]
    fn parallel_and_outside_edges_are_dropped() {
        let graph = Digraph::new(3, &[(0, 2), (0, 1), (0, 2), (2, 0), (1, 7), (7, 1)]);
        assert_eq!(graph.successors(0), [2, 1]);
        assert_eq!(graph.successors(1), [0u32; 0]);
        assert_eq!(graph.predecessors(0), [2]);
        assert_eq!(graph.predecessors(2), [0]);
    }

    #[test]
    fn a_long_chain_needs_no_stack() {
        let edges: Vec<(u32, u32)> = (0..200_000).map(|node| (node, node + 1)).collect();
        let graph = Digraph::new(200_001, &edges);
        assert_eq!(graph.reverse_postorder(0).len(), 200_001);
        assert_eq!(graph.components().len(), 200_001);
    }

    proptest! {
        #[test]
        fn order_puts_sources_first_in_acyclic_graphs(graph in graphs()) {
            let order = graph.reverse_postorder(0);
            let reach = reachable(&graph, 0, None);
            prop_assert_eq!(order.len(), reach.iter().filter(|seen| **seen).count());
            prop_assert_eq!(order[0], 0);
            let place = |node: u32| order.iter().position(|other| *other == node);
            for &from in &order {
                for &to in graph.successors(from) {
                    let back = reachable(&graph, to, None)[from as usize];
                    prop_assert!(back || place(from) < place(to));
                }
            }
        }

        #[test]
        fn components_are_mutual_reachability(graph in graphs()) {
            let components = graph.components();
            let mut home = vec![usize::MAX; graph.len()];
            for (number, members) in components.iter().enumerate() {
                for &member in members {
                    prop_assert_eq!(home[member as usize], usize::MAX);
                    home[member as usize] = number;
                }
            }
            for a in 0..graph.len() as u32 {
                let reach = reachable(&graph, a, None);
                for b in 0..graph.len() as u32 {
                    let mutual = reach[b as usize] && reachable(&graph, b, None)[a as usize];
                    prop_assert_eq!(mutual, home[a as usize] == home[b as usize]);
                    prop_assert!(!reach[b as usize] || home[b as usize] <= home[a as usize]);
                }
            }
        }
    }
}
