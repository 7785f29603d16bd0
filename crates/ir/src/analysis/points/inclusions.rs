//! Inclusions between sets of abstract objects, and their smallest solution.
//!
//! A node is a variable that holds a set. An edge copies a set to another node; what is read and
//! written through a pointer becomes edges from and to the contents of the objects that it points
//! to, as these are found. The sets grow in waves (Pereira and Berlin, CGO 2009): nodes on a cycle
//! hold the same set and become one, then sets follow the edges, each node after those that lead
//! to it, then new objects give new edges. All work is counted by a function of the caller, which may
//! end it by a panic.

use crate::analysis::graph::Digraph;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

/// Number of an abstract object.
pub type ObjectSite = u32;

/// Number of a variable. The first are the contents of the objects.
pub type Node = u32;

/// Members of sets that take about as long as creating a term.
const MEMBERS_PER_STEP: usize = 2048;

/// A set of objects that a pointer may point to.
#[derive(Clone, Default, Debug)]
pub struct Objects {
    /// The known objects.
    pub known: FixedBitSet,
    /// Whether it may point to other objects.
    pub others: bool,
}

impl Objects {
    /// The set of a single object.
    pub fn only(site: ObjectSite) -> Objects {
        let mut objects = Objects::default();
        objects.known.grow_and_insert(site as usize);
        objects
    }

    /// The set of all objects.
    pub fn any() -> Objects {
        Objects {
            known: FixedBitSet::default(),
            others: true,
        }
    }

    /// Whether an object may be meant.
    pub fn may_be(&self, site: ObjectSite) -> bool {
        self.others || self.known.contains(site as usize)
    }

    /// Adds the objects of another set. Returns whether any is new.
    pub fn join(&mut self, other: &Objects) -> bool {
        let is_new = !other.known.is_subset(&self.known);
        if is_new {
            self.known.union_with(&other.known);
        }
        let is_more = other.others && !self.others;
        self.others |= other.others;
        is_new || is_more
    }
}

/// A variable.
#[derive(Default)]
struct Variable {
    objects: Objects,
    /// What is read through it as a pointer, and what is written through it.
    read: Option<Node>,
    written: Option<Node>,
    /// Whether unknown code gets it: all that can be reached from it may hold anything.
    escapes: bool,
    /// The objects whose contents have their edges.
    done: FixedBitSet,
    /// Whether the set has changed since its edges, or the accesses through it, were followed.
    has_news: bool,
    has_new_objects: bool,
}

/// Variables and the inclusions between them.
pub struct Inclusions {
    variables: Vec<Variable>,
    /// For each node, one that it is the same as; itself for the one that has the data.
    same: Vec<Node>,
    edges: Vec<(Node, Node)>,
    distinct: FxHashSet<(Node, Node)>,
    objects: u32,
    /// Counts steps.
    steps: fn(u32),
}

impl Inclusions {
    /// The contents of so many objects.
    pub fn new(objects: u32, steps: fn(u32)) -> Self {
        let mut all = Inclusions {
            variables: Vec::new(),
            same: Vec::new(),
            edges: Vec::new(),
            distinct: FxHashSet::default(),
            objects,
            steps,
        };
        // The last of these is what is written through pointers to other objects.
        let last = (0..=objects).map(|_| all.add()).last();
        (0..objects).for_each(|object| all.copy(last.unwrap_or_default(), object));
        all
    }

    /// A new variable.
    pub fn add(&mut self) -> Node {
        let node = self.same.len() as Node;
        self.same.push(node);
        self.variables.push(Variable::default());
        node
    }

    /// The set of a variable.
    pub fn of(&self, node: Node) -> &Objects {
        &self.variables[self.first(node) as usize].objects
    }

    /// The node that stands for a variable.
    pub fn first(&self, mut node: Node) -> Node {
        while self.same[node as usize] != node {
            node = self.same[node as usize];
        }
        node
    }

    fn variable(&mut self, node: Node) -> &mut Variable {
        // Halves the path (union-find).
        let mut node = node as usize;
        while self.same[node] as usize != node {
            self.same[node] = self.same[self.same[node] as usize];
            node = self.same[node] as usize;
        }
        &mut self.variables[node]
    }

    /// A variable includes these objects.
    pub fn include(&mut self, node: Node, objects: &Objects) {
        let variable = self.variable(node);
        if variable.objects.join(objects) {
            variable.has_news = true;
            variable.has_new_objects = true;
        }
    }

    /// A variable includes another one.
    pub fn copy(&mut self, from: Node, to: Node) {
        let edge = (self.first(from), self.first(to));
        if edge.0 != edge.1 && self.distinct.insert(edge) {
            self.edges.push(edge);
            self.flow(edge.0, edge.1);
        }
    }

    /// What is read through a pointer. Nothing else must be included in it.
    pub fn read(&mut self, pointer: Node) -> Node {
        if let Some(node) = self.variable(pointer).read {
            return node;
        }
        let node = self.add();
        self.variable(pointer).read = Some(node);
        node
    }

    /// A variable that is written through a pointer.
    pub fn written(&mut self, pointer: Node) -> Node {
        if let Some(node) = self.variable(pointer).written {
            return node;
        }
        let node = self.add();
        self.variable(pointer).written = Some(node);
        node
    }

    /// Unknown code gets a pointer: it may write anything to all known objects that can be reached
    /// from it.
    pub fn escape(&mut self, pointer: Node) {
        let variable = self.variable(pointer);
        if !variable.escapes {
            variable.escapes = true;
            variable.done.clear();
            variable.has_new_objects = true;
        }
    }

    /// Two variables hold the same set.
    pub fn unite(&mut self, a: Node, b: Node) {
        let mut pending = vec![(a, b)];
        while let Some((a, b)) = pending.pop() {
            let (a, b) = (self.first(a), self.first(b));
            if a == b {
                continue;
            }
            (self.steps)(1);
            let (a, b) = (a.min(b), a.max(b));
            self.same[b as usize] = a;
            let gone = std::mem::take(&mut self.variables[b as usize]);
            let variable = &mut self.variables[a as usize];
            variable.objects.join(&gone.objects);
            for (kept, gone) in [
                (&mut variable.read, gone.read),
                (&mut variable.written, gone.written),
            ] {
                match (*kept, gone) {
                    (Some(kept), Some(gone)) => pending.push((kept, gone)),
                    _ => *kept = kept.or(gone),
                }
            }
            variable.escapes |= gone.escapes;
            variable.done.clear();
            variable.has_news = true;
            variable.has_new_objects = true;
        }
    }

    /// Computes the smallest sets that satisfy all inclusions.
    pub fn solve(&mut self) {
        loop {
            let (graph, order) = self.without_cycles();
            let mut changed = false;
            for from in order {
                (self.steps)(1);
                if std::mem::take(&mut self.variables[from as usize].has_news) {
                    for to in graph.successors(from) {
                        changed |= self.flow(from, *to);
                    }
                }
            }
            for node in 0..self.same.len() as Node {
                if self.same[node as usize] == node {
                    changed |= self.follow(node);
                }
            }
            if !changed {
                break;
            }
        }
        self.edges = Vec::new();
        self.distinct = FxHashSet::default();
        for node in 0..self.same.len() {
            self.same[node] = self.first(node as Node);
        }
    }

    /// Unites the variables on cycles. Returns the edges between the others, and an order in which
    /// each variable comes after those that lead to it.
    fn without_cycles(&mut self) -> (Digraph, Vec<Node>) {
        loop {
            let graph = self.graph();
            let components = graph.components();
            let cycles = components.iter().filter(|members| members.len() > 1);
            let mut has_cycles = false;
            for pair in cycles.flat_map(|members| members.windows(2)) {
                has_cycles = true;
                self.unite(pair[0], pair[1]);
            }
            // What is read or written through united pointers may be on new cycles.
            if !has_cycles {
                let order = components.into_iter().rev().flatten();
                return (graph, order.collect());
            }
        }
    }

    /// The edges between variables that are not the same.
    fn graph(&mut self) -> Digraph {
        let edges = std::mem::take(&mut self.edges);
        (self.steps)((edges.len() / 8) as u32);
        self.distinct.clear();
        for (from, to) in edges {
            let edge = (self.first(from), self.first(to));
            if edge.0 != edge.1 && self.distinct.insert(edge) {
                self.edges.push(edge);
            }
        }
        Digraph::new(self.same.len(), &self.edges)
    }

    /// Copies a set along an edge. Returns whether anything changed.
    fn flow(&mut self, from: Node, to: Node) -> bool {
        let (from, to) = (from as usize, to as usize);
        let Ok([from, to]) = self.variables.get_disjoint_mut([from, to]) else {
            return false;
        };
        (self.steps)(1 + (from.objects.known.len() / MEMBERS_PER_STEP) as u32);
        let changed = to.objects.join(&from.objects);
        to.has_news |= changed;
        to.has_new_objects |= changed;
        changed
    }

    /// Adds the edges of accesses through a pointer to objects that are new in its set. Returns
    /// whether anything changed.
    fn follow(&mut self, pointer: Node) -> bool {
        let variable = &mut self.variables[pointer as usize];
        let (read, written, escapes) = (variable.read, variable.written, variable.escapes);
        let has_new = std::mem::take(&mut variable.has_new_objects);
        if !has_new || read.is_none() && written.is_none() && !escapes {
            return false;
        }
        let others = variable.objects.others;
        let known = &variable.objects.known;
        let new: Vec<Node> = known
            .difference(&variable.done)
            .map(|it| it as Node)
            .collect();
        variable.done.union_with(&variable.objects.known);
        let edges = self.edges.len();
        let mut changed = false;
        for object in new {
            (self.steps)(1);
            if let Some(to) = read {
                self.copy(object, to);
            }
            if let Some(from) = written {
                self.copy(from, object);
            }
            if escapes {
                changed |= !self.of(object).others;
                self.include(object, &Objects::any());
                changed |= !self.variable(object).escapes;
                self.escape(object);
            }
        }
        if others {
            if let Some(to) = read {
                changed |= !self.of(to).others;
                self.include(to, &Objects::any());
            }
            if let Some(from) = written {
                self.copy(from, self.objects);
            }
        }
        changed || self.edges.len() > edges
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(all: &Inclusions, node: Node) -> (Vec<usize>, bool) {
        let objects = all.of(node);
        (objects.known.ones().collect(), objects.others)
    }

    /// `p = &0; q = &1; *p = q; r = *p; *r = p; s = *q`, and a cycle of copies.
    #[test]
    fn what_is_written_through_a_pointer_is_read_again() {
        let mut all = Inclusions::new(3, |_| ());
        let [p, q, t, u] = [(); 4].map(|()| all.add());
        all.include(p, &Objects::only(0));
        all.include(q, &Objects::only(1));
        let to_p = all.written(p);
        all.copy(q, to_p);
        let r = all.read(p);
        let to_r = all.written(r);
        all.copy(p, to_r);
        let s = all.read(q);
        all.copy(s, t);
        all.copy(t, u);
        all.copy(u, t);
        all.solve();
        assert_eq!(known(&all, r), (vec![1], false));
        assert_eq!(known(&all, s), (vec![0], false));
        assert_eq!(known(&all, u), (vec![0], false));
        assert_eq!(all.first(t), all.first(u));
        assert_eq!(known(&all, 2), (vec![], false));
    }

    #[test]
    fn a_write_to_other_objects_is_a_write_to_each() {
        let mut all = Inclusions::new(2, |_| ());
        let [p, q] = [(); 2].map(|()| all.add());
        all.include(p, &Objects::any());
        all.include(q, &Objects::only(1));
        let to_p = all.written(p);
        all.copy(q, to_p);
        let r = all.read(p);
        all.solve();
        assert_eq!(known(&all, 0), (vec![1], false));
        assert_eq!(known(&all, 1), (vec![1], false));
        assert_eq!(known(&all, r), (vec![], true));
    }

    /// Object 0 holds a pointer to 1, which is found to hold one to 2 later.
    #[test]
    fn what_escapes_may_hold_anything() {
        let mut all = Inclusions::new(4, |_| ());
        all.include(0, &Objects::only(1));
        let [p, q] = [(); 2].map(|()| all.add());
        all.include(p, &Objects::only(0));
        all.escape(p);
        all.include(q, &Objects::only(1));
        let to_q = all.written(q);
        all.include(to_q, &Objects::only(2));
        all.solve();
        assert_eq!(known(&all, 0), (vec![1], true));
        assert_eq!(known(&all, 1), (vec![2], true));
        assert_eq!(known(&all, 2), (vec![], true));
        assert_eq!(known(&all, 3), (vec![], false));
    }
}
