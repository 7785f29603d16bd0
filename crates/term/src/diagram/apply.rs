//! Operations on diagrams. They use an explicit stack, because a diagram may be as deep as the
//! number of conditions on a path.

use super::graph::{Edge, Full, Graph};
use crate::cancel;

sheaf_tuning::constants! {
    /// The number of nodes from which on a task takes a step more: with the cached results, so many
    /// are larger than the caches of a processor.
    CACHED_NODES: usize = 1 << 20, 1 => 1 << 22, "nodes";
}

/// A pending task. Results are on a second stack.
enum Task {
    /// Push `f ? g : h`.
    Choose(Edge, Edge, Edge),
    /// Push `f` restricted to where `care` holds.
    Restrict(Edge, Edge),
    /// Pop the negation of the disjunction of two cofactors of `care`, and push `f` restricted to
    /// the disjunction.
    RestrictToEither(Edge),
    /// Pop the results for low and high, and push the choice between them by the variable.
    Join(u32, Key, bool),
    /// Record the result on top.
    Record(Key, bool),
}

/// The key of a cached result.
#[derive(Copy, Clone)]
enum Key {
    Choice(Edge, Edge, Edge),
    Restriction(Edge, Edge),
}

/// A normalized choice, or its result.
pub(super) enum Normal {
    Known(Edge),
    /// The key, and whether the result is to be negated.
    Key((Edge, Edge, Edge), bool),
}

impl Graph {
    /// The function `f ? g : h`.
    pub(super) fn ite(&mut self, f: Edge, g: Edge, h: Edge) -> Result<Edge, Full> {
        self.run(Task::Choose(f, g, h))
    }

    pub(super) fn and(&mut self, f: Edge, g: Edge) -> Result<Edge, Full> {
        self.ite(f, g, Edge::FALSE)
    }

    pub(super) fn or(&mut self, f: Edge, g: Edge) -> Result<Edge, Full> {
        self.ite(f, Edge::TRUE, g)
    }

    /// A function, usually smaller, that equals `f` where `care` is true: sibling substitution
    /// (Coudert and Madre, "A Unified Framework for the Formal Verification of Sequential
    /// Circuits", ICCAD 1990). It is true exactly if `care` implies `f`, and false exactly if they
    /// exclude each other. `care` must not be false.
    pub(super) fn restrict(&mut self, f: Edge, care: Edge) -> Result<Edge, Full> {
        debug_assert!(care != Edge::FALSE, "a function is restricted to nothing");
        self.run(Task::Restrict(f, care))
    }

    fn run(&mut self, task: Task) -> Result<Edge, Full> {
        self.trim();
        let steps_per_task = 1 + (self.len() / CACHED_NODES.get()) as u32;
        let mut tasks = vec![task];
        let mut results = Vec::new();
        while let Some(task) = tasks.pop() {
            cancel::steps(steps_per_task);
            match task {
                Task::Choose(f, g, h) => self.choose(f, g, h, &mut tasks, &mut results)?,
                Task::Restrict(f, care) => self.restrict_step(f, care, &mut tasks, &mut results)?,
                Task::RestrictToEither(f) => {
                    let neither = pop(&mut results);
                    tasks.push(Task::Restrict(f, !neither));
                }
                Task::Join(var, key, negated) => {
                    let (high, low) = (pop(&mut results), pop(&mut results));
                    let joined = self.make(var, high, low)?;
                    results.push(self.record(key, joined).negated_if(negated));
                }
                Task::Record(key, negated) => {
                    let result = pop(&mut results);
                    results.push(self.record(key, result).negated_if(negated));
                }
            }
        }
        Ok(pop(&mut results))
    }

    fn record(&mut self, key: Key, result: Edge) -> Edge {
        match key {
            Key::Choice(f, g, h) => self.choices.insert((f, g, h), result),
            Key::Restriction(f, care) => self.restrictions.insert((f, care), result),
        };
        result
    }

    fn choose(
        &mut self,
        f: Edge,
        g: Edge,
        h: Edge,
        tasks: &mut Vec<Task>,
        results: &mut Vec<Edge>,
    ) -> Result<(), Full> {
        let ((f, g, h), negated) = match normal(f, g, h) {
            Normal::Known(edge) => {
                results.push(edge);
                return Ok(());
            }
            Normal::Key(key, negated) => (key, negated),
        };
        if let Some(known) = self.choices.get(&(f, g, h)) {
            results.push(known.negated_if(negated));
            return Ok(());
        }
        self.check_effort()?;
        let var = [f, g, h].map(|edge| self.node(edge).var);
        let var = var[0].max(var[1]).max(var[2]);
        let [f_parts, g_parts, h_parts] = [f, g, h].map(|edge| self.cofactors(edge, var));
        tasks.push(Task::Join(var, Key::Choice(f, g, h), negated));
        tasks.push(Task::Choose(f_parts.0, g_parts.0, h_parts.0));
        tasks.push(Task::Choose(f_parts.1, g_parts.1, h_parts.1));
        Ok(())
    }

    fn restrict_step(
        &mut self,
        f: Edge,
        care: Edge,
        tasks: &mut Vec<Task>,
        results: &mut Vec<Edge>,
    ) -> Result<(), Full> {
        if f.is_const() || care.is_const() {
            results.push(f);
            return Ok(());
        }
        let negated = f.is_negated();
        let f = f.negated_if(negated);
        if f == care || f == !care {
            results.push(Edge::TRUE.negated_if(negated != (f != care)));
            return Ok(());
        }
        if let Some(known) = self.restrictions.get(&(f, care)) {
            results.push(known.negated_if(negated));
            return Ok(());
        }
        self.check_effort()?;
        let own = self.node(f).var;
        let var = own.max(self.node(care).var);
        let (high, low) = self.cofactors(f, var);
        let (care_high, care_low) = self.cofactors(care, var);
        let key = Key::Restriction(f, care);
        if care_high == Edge::FALSE || care_low == Edge::FALSE {
            let only_low = care_high == Edge::FALSE;
            let (side, care) = if only_low {
                (low, care_low)
            } else {
                (high, care_high)
            };
            tasks.push(Task::Record(key, negated));
            tasks.push(Task::Restrict(side, care));
        } else if own < var {
            tasks.push(Task::Record(key, negated));
            tasks.push(Task::RestrictToEither(f));
            tasks.push(Task::Choose(!care_high, !care_low, Edge::FALSE));
        } else {
            tasks.push(Task::Join(var, key, negated));
            tasks.push(Task::Restrict(high, care_high));
            tasks.push(Task::Restrict(low, care_low));
        }
        Ok(())
    }

    /// The number of nodes of a function.
    pub(super) fn size(&self, edge: Edge) -> usize {
        self.nodes_of(edge).len()
    }

    /// The nodes of a function in ascending order, in which children come before parents.
    pub(super) fn nodes_of(&self, edge: Edge) -> Vec<usize> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![edge];
        while let Some(edge) = stack.pop() {
            cancel::steps(1);
            if !edge.is_const() && seen.insert(edge.node()) {
                let node = self.node(edge);
                stack.extend([node.high, node.low]);
            }
        }
        let mut nodes: Vec<usize> = seen.into_iter().collect();
        nodes.sort_unstable();
        nodes
    }
}

/// Each task pushes one result, and pops only results of the tasks that it created.
fn pop(results: &mut Vec<Edge>) -> Edge {
    results.pop().expect("a result of a finished task")
}

/// Normalizes `f ? g : h`, so that equal choices have equal keys: as a conjunction if a branch is
/// constant, else with `f` and `g` not negated.
pub(super) fn normal(f: Edge, g: Edge, h: Edge) -> Normal {
    let replaced = |branch: Edge, same: Edge| {
        if branch == f {
            same
        } else if branch == !f {
            !same
        } else {
            branch
        }
    };
    let (g, h) = (replaced(g, Edge::TRUE), replaced(h, Edge::FALSE));
    match (f, g, h) {
        (Edge::TRUE, ..) => Normal::Known(g),
        (Edge::FALSE, ..) => Normal::Known(h),
        _ if g == h => Normal::Known(g),
        (_, Edge::TRUE, Edge::FALSE) => Normal::Known(f),
        (_, Edge::FALSE, Edge::TRUE) => Normal::Known(!f),
        (_, _, Edge::FALSE) => conjunction(f, g, false),
        (_, _, Edge::TRUE) => conjunction(f, !g, true),
        (_, Edge::FALSE, _) => conjunction(!f, h, false),
        (_, Edge::TRUE, _) => conjunction(!f, !h, true),
        _ => {
            let (g, h) = if f.is_negated() { (h, g) } else { (g, h) };
            let (f, negated) = (f.negated_if(f.is_negated()), g.is_negated());
            let (g, h) = (g.negated_if(negated), h.negated_if(negated));
            let swapped = g == !h && g < f;
            let key = if swapped { (g, f, !f) } else { (f, g, h) };
            Normal::Key(key, negated)
        }
    }
}

fn conjunction(f: Edge, g: Edge, negated: bool) -> Normal {
    Normal::Key((f.min(g), f.max(g), Edge::FALSE), negated)
}
