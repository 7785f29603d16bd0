//! The independence link: only the constraints that share symbols with the goal, directly or
//! through other constraints, matter.
//!
//! Sound because the path is known to be satisfiable: a model of the rest of the path and a model
//! of the relevant part with the goal assign disjoint symbols, so together they are a model of
//! everything; and a contradiction in a part is one of the whole. The components are maintained as
//! the path grows and shrinks, in a union-find forest without path compression, whose last union
//! can be undone; the constraints of a component form a ring, because exchanging two successors
//! joins two rings and splits them again. The relevant constraints are listed when a later link
//! asks for them.

use std::cell::RefCell;
use std::rc::Rc;

use sheaf_term::{Pool, Symbol, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

const NONE: u32 = u32::MAX;

/// A symbol as a node of the forest.
#[derive(Copy, Clone)]
struct Node {
    parent: u32,
    /// Number of symbols below this node, including itself; valid for roots.
    size: u32,
    /// A constraint of the component; valid for roots.
    ring: u32,
}

/// How to undo a change.
enum Undo {
    /// `child` was put below a root whose ring was `ring`.
    Union { child: u32, ring: u32 },
    /// A constraint was put into the ring of a root.
    Insert { root: u32, constraint: u32 },
}

/// The link.
#[derive(Default)]
pub struct Independence {
    components: Rc<RefCell<Components>>,
}

/// The constraints of the path that are connected with some symbols.
pub struct Connected {
    components: Rc<RefCell<Components>>,
    symbols: Vec<Symbol>,
}

impl Connected {
    /// Their positions on the path, in ascending order.
    pub fn positions(&self) -> Vec<u32> {
        self.components.borrow_mut().connected(self.symbols.iter())
    }
}

impl Link for Independence {
    fn push(&mut self, pool: &Pool, constraint: Term) {
        self.components.borrow_mut().push(&pool.symbols(constraint));
    }

    fn pop(&mut self) {
        self.components.borrow_mut().pop();
    }

    /// Keeps the relevant constraints. Without a model of the path these are all.
    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        if question.hint.is_some() {
            let goals = question.goals().iter();
            let sets: Vec<_> = goals.map(|&goal| question.pool.symbols(goal)).collect();
            question.keep_path(Connected {
                components: self.components.clone(),
                symbols: sets.iter().flat_map(|set| set.iter().copied()).collect(),
            });
        }
        Outcome::Open
    }
}

/// The components of a stack of constraints.
#[derive(Default)]
struct Components {
    nodes: Vec<Node>,
    /// The next constraint in the ring of each constraint.
    next: Vec<u32>,
    undo: Vec<Undo>,
    marks: Vec<usize>,
}

impl Components {
    fn node(&mut self, symbol: Symbol) -> u32 {
        let index = symbol.index() as u32;
        while self.nodes.len() <= index as usize {
            self.nodes.push(Node {
                parent: self.nodes.len() as u32,
                size: 1,
                ring: NONE,
            });
        }
        index
    }

    fn root(&self, mut node: u32) -> u32 {
        while self.nodes[node as usize].parent != node {
            node = self.nodes[node as usize].parent;
        }
        node
    }

    /// Adds a constraint with these symbols.
    fn push(&mut self, symbols: &[Symbol]) {
        self.marks.push(self.undo.len());
        let constraint = self.next.len() as u32;
        self.next.push(constraint);
        let Some((first, rest)) = symbols.split_first() else {
            return;
        };
        let first = self.node(*first);
        let mut root = self.root(first);
        for &symbol in rest {
            let node = self.node(symbol);
            let other = self.root(node);
            root = self.union(root, other);
        }
        let ring = self.nodes[root as usize].ring;
        if ring == NONE {
            self.nodes[root as usize].ring = constraint;
        } else {
            self.next.swap(ring as usize, constraint as usize);
        }
        self.undo.push(Undo::Insert { root, constraint });
    }

    /// Joins two components, given by their roots; returns the root of the result.
    fn union(&mut self, a: u32, b: u32) -> u32 {
        if a == b {
            return a;
        }
        let smaller = self.nodes[a as usize].size < self.nodes[b as usize].size;
        let (parent, child) = if smaller { (b, a) } else { (a, b) };
        let (kept, joined) = (self.nodes[parent as usize], self.nodes[child as usize]);
        self.undo.push(Undo::Union {
            child,
            ring: kept.ring,
        });
        self.nodes[child as usize].parent = parent;
        self.nodes[parent as usize].size += joined.size;
        if kept.ring == NONE {
            self.nodes[parent as usize].ring = joined.ring;
        } else if joined.ring != NONE {
            self.next.swap(kept.ring as usize, joined.ring as usize);
        }
        parent
    }

    /// Removes the last constraint.
    fn pop(&mut self) {
        let mark = self.marks.pop().unwrap_or(0);
        while self.undo.len() > mark {
            match self.undo.pop() {
                Some(Undo::Insert { root, constraint }) => {
                    let ring = self.nodes[root as usize].ring;
                    if ring == constraint {
                        self.nodes[root as usize].ring = NONE;
                    } else {
                        self.next.swap(ring as usize, constraint as usize);
                    }
                }
                Some(Undo::Union { child, ring }) => {
                    let parent = self.nodes[child as usize].parent;
                    let joined = self.nodes[child as usize];
                    if ring != NONE && joined.ring != NONE {
                        self.next.swap(ring as usize, joined.ring as usize);
                    }
                    self.nodes[parent as usize].ring = ring;
                    self.nodes[parent as usize].size -= joined.size;
                    self.nodes[child as usize].parent = child;
                }
                None => {}
            }
        }
        self.next.pop();
    }

    /// The positions, in ascending order, of the constraints that are connected with any of the
    /// symbols.
    fn connected<'a>(&mut self, symbols: impl Iterator<Item = &'a Symbol>) -> Vec<u32> {
        let mut roots = Vec::new();
        for &symbol in symbols {
            let node = self.node(symbol);
            roots.push(self.root(node));
        }
        roots.sort_unstable();
        roots.dedup();
        let mut result = Vec::new();
        for root in roots {
            let start = self.nodes[root as usize].ring;
            let mut constraint = start;
            while constraint != NONE {
                result.push(constraint);
                constraint = self.next[constraint as usize];
                if constraint == start {
                    break;
                }
            }
        }
        result.sort_unstable();
        result
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng, rngs::SmallRng};
    use sheaf_term::{Pool, Sort, SymbolKind};

    /// The same by repeated search.
    fn reference(stack: &[Vec<Symbol>], goal: &[Symbol]) -> Vec<u32> {
        let mut symbols = goal.to_vec();
        let mut found = vec![false; stack.len()];
        loop {
            let before = symbols.len();
            for (position, constraint) in stack.iter().enumerate() {
                if !found[position] && constraint.iter().any(|symbol| symbols.contains(symbol)) {
                    found[position] = true;
                    symbols.extend(constraint);
                }
            }
            if symbols.len() == before {
                return (0..stack.len() as u32)
                    .filter(|&position| found[position as usize])
                    .collect();
            }
        }
    }

    #[test]
    fn agrees_with_search_as_the_path_grows_and_shrinks() {
        let mut pool = Pool::new();
        let symbols: Vec<Symbol> = (0..24)
            .filter_map(|i| {
                let term = pool.symbol(&format!("s{i}"), Sort::Bits(8), SymbolKind::Input);
                pool.as_symbol(term)
            })
            .collect();
        let mut random = SmallRng::seed_from_u64(5);
        let mut components = Components::default();
        let mut stack: Vec<Vec<Symbol>> = Vec::new();
        for _ in 0..20_000 {
            if stack.len() < 12 && random.random_bool(0.55) || stack.is_empty() {
                let count = random.random_range(0..4);
                let mut chosen: Vec<_> = (0..count)
                    .map(|_| symbols[random.random_range(0..24)])
                    .collect();
                chosen.sort();
                chosen.dedup();
                components.push(&chosen);
                stack.push(chosen);
            } else {
                components.pop();
                stack.pop();
            }
            let goal = [
                symbols[random.random_range(0..24)],
                symbols[random.random_range(0..24)],
            ];
            assert_eq!(components.connected(goal.iter()), reference(&stack, &goal));
        }
    }
}
