//! Reduction of guards by the order of numbers, for comparisons that are variables. Most
//! comparisons of inputs are not (`ranks`).
//!
//! As variables of a diagram, `x < y`, `y < 3` and `x < 3` are independent, so that guards
//! distinguish impossible combinations. So on each path through a diagram, a comparison whose
//! outcome follows from the comparisons above it is left out (path reduction in Møller,
//! Lichtenberg, Andersen and Hulgaard, "Difference Decision Diagrams", CSL 1999). The guard stays
//! equivalent as a condition on the inputs. If it is always true or always false by the order of
//! numbers alone, it becomes constant.
//!
//! Guards are combined and reduced in one pass: paths that contradict the order are not followed,
//! and no nodes are created for them. The result for a function depends only on the known relations
//! between the numbers that it compares, so results are shared by all later operations.

mod numbering;
mod relations;

use rustc_hash::FxHashMap;

use super::Diagrams;
use super::apply::{Normal, normal};
use super::graph::{Edge, Full, Graph};
use crate::cancel;
use crate::pool::Pool;
use numbering::Numbering;
use relations::{Knowledge, Relations, State};

sheaf_tuning::constants! {
    /// Maximum number of choices in one operation. Beyond it, the order is ignored.
    MAX_VISITS: usize = 200_000, 1 => 800_000, "choices";
}
/// The cost of one choice in terms created.
const STEPS_PER_VISIT: u32 = 4;
sheaf_tuning::constants! {
    /// Maximum number of cached results.
    MAX_RESULTS: usize = 1 << 20, 1 => 1 << 22, "results";
}

/// A choice between functions, and the known relations between the numbers that they compare.
type Key = ((Edge, Edge, Edge), Knowledge);

/// A pending task. Results are on a second stack.
enum Task {
    /// Push `f ? g : h` under the comparisons of a state.
    Choose([Edge; 3], State),
    /// Pop the results for low and high, and push the choice between them, or its negation.
    Join(u32, Key, bool),
    /// Record the result on top, and negate it if the flag is set.
    Record(Key, bool),
}

/// Cached reductions of the guards of one graph.
#[derive(Default)]
pub(super) struct Orders {
    numbering: Numbering,
    relations: Relations,
    results: FxHashMap<Key, Edge>,
}

impl Orders {
    /// Approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.results.capacity() * size_of::<(Key, Edge)>() + self.relations.memory()
    }

    fn note_reduced(&mut self, graph: &Graph, function: Edge) {
        self.numbering.extend_about(graph);
        let about = self.numbering.about([function; 3]);
        let knowledge = self.relations.among(State::START, about);
        for edge in [function, !function] {
            let key = (Edge::TRUE, edge, Edge::FALSE);
            self.results.insert((key, knowledge), edge);
        }
    }
}

struct Reduction<'a> {
    graph: &'a mut Graph,
    orders: &'a mut Orders,
    tasks: Vec<Task>,
    results: Vec<Edge>,
    visits: usize,
}

impl Diagrams {
    /// The function `f ? g : h`, reduced by the order of numbers unless that takes too long.
    pub(super) fn ite(&mut self, pool: &Pool, f: Edge, g: Edge, h: Edge) -> Result<Edge, Full> {
        let reduced = match self.reduction(pool, [f, g, h]) {
            Some(reduction) => reduction.run(false)?,
            None => None,
        };
        let Some(reduced) = reduced else {
            return self.graph.ite(f, g, h);
        };
        self.orders.note_reduced(&self.graph, reduced);
        Ok(reduced)
    }

    /// Whether two functions exclude each other, also by the order of numbers.
    pub(super) fn excludes(&mut self, pool: &Pool, f: Edge, g: Edge) -> Result<bool, Full> {
        let found = match self.reduction(pool, [f, g, Edge::FALSE]) {
            Some(reduction) => reduction.run(true)?,
            None => None,
        };
        match found {
            Some(found) => Ok(found == Edge::FALSE),
            None => Ok(self.graph.and(f, g)? == Edge::FALSE),
        }
    }

    /// Prepares the reduction of a choice; `None` if no comparison in it can follow from others.
    fn reduction(&mut self, pool: &Pool, [f, g, h]: [Edge; 3]) -> Option<Reduction<'_>> {
        let orders = &mut self.orders;
        let changed = orders.numbering.update(pool, &self.graph, &self.variables);
        if changed || orders.results.len() > MAX_RESULTS.get() {
            orders.results.clear();
            orders.relations = Relations::default();
        }
        if orders.numbering.about([f, g, h]) == 0 {
            return None;
        }
        orders.relations.start(pool, orders.numbering.unknowns());
        Some(Reduction {
            graph: &mut self.graph,
            orders,
            tasks: vec![Task::Choose([f, g, h], State::START)],
            results: Vec::new(),
            visits: MAX_VISITS.get(),
        })
    }
}

impl Reduction<'_> {
    /// The reduced function; `None` if that takes too long. With `any`, which is for conjunctions,
    /// a function that is false only if the reduced function is.
    fn run(mut self, any: bool) -> Result<Option<Edge>, Full> {
        while let Some(task) = self.tasks.pop() {
            cancel::steps(STEPS_PER_VISIT);
            match task {
                Task::Choose(functions, state) => {
                    if self.visits == 0 || self.orders.relations.is_full() {
                        return Ok(None);
                    }
                    self.visits -= 1;
                    self.choose(functions, state)?;
                }
                Task::Join(var, key, negated) => {
                    let (high, low) = (self.pop(), self.pop());
                    let joined = self.graph.make(var, high, low)?;
                    self.record(key, joined, negated);
                }
                Task::Record(key, negated) => {
                    let result = self.pop();
                    self.record(key, result, negated);
                }
            }
            if any && self.results.last().is_some_and(|it| *it != Edge::FALSE) {
                break;
            }
        }
        Ok(Some(self.pop()))
    }

    /// Each task pushes one result, and pops only results of the tasks that it created.
    fn pop(&mut self) -> Edge {
        self.results.pop().expect("a result of a finished task")
    }

    fn record(&mut self, key: Key, result: Edge, negated: bool) {
        self.orders.results.insert(key, result);
        self.results.push(result.negated_if(negated));
    }

    fn choose(&mut self, [f, g, h]: [Edge; 3], state: State) -> Result<(), Full> {
        let ((f, g, h), negated) = match normal(f, g, h) {
            Normal::Known(edge) if edge.is_const() => {
                self.results.push(edge);
                return Ok(());
            }
            Normal::Known(edge) => ((Edge::TRUE, edge, Edge::FALSE), false),
            Normal::Key(key, negated) => (key, negated),
        };
        let orders = &mut *self.orders;
        let about = orders.numbering.about([f, g, h]);
        if about == 0 {
            let result = self.graph.ite(f, g, h)?;
            self.results.push(result.negated_if(negated));
            return Ok(());
        }
        let key = ((f, g, h), orders.relations.among(state, about));
        if let Some(known) = orders.results.get(&key) {
            self.results.push(known.negated_if(negated));
            return Ok(());
        }
        let var = [f, g, h].map(|edge| self.graph.node(edge).var);
        let var = var[0].max(var[1]).max(var[2]);
        let [f, g, h] = [f, g, h].map(|edge| self.graph.cofactors(edge, var));
        let (high, low) = ([f.0, g.0, h.0], [f.1, g.1, h.1]);
        let Orders {
            numbering,
            relations,
            ..
        } = orders;
        let Some(atom) = numbering.atom(var) else {
            self.tasks.extend([
                Task::Join(var, key, negated),
                Task::Choose(high, state),
                Task::Choose(low, state),
            ]);
            return Ok(());
        };
        match relations.decide(state, atom) {
            Some(holds) => {
                let side = if holds { high } else { low };
                self.tasks
                    .extend([Task::Record(key, negated), Task::Choose(side, state)]);
            }
            None => {
                let [holds, fails] =
                    [true, false].map(|holds| relations.assume(state, var, atom, holds));
                self.tasks.extend([
                    Task::Join(var, key, negated),
                    Task::Choose(high, holds),
                    Task::Choose(low, fails),
                ]);
            }
        }
        Ok(())
    }
}
