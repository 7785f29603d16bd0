//! Guards without what follows from the order of numbers.
//!
//! As variables of a diagram, `x < y`, `y < z` and `x < z` are independent of each other, and a
//! guard tells apart combinations that no numbers have: their number grows with the square of the
//! exponent, and programs that sort drown in them. So on each way through a diagram, a comparison
//! that follows from those above it, with its outcome, is left out (as in Møller, Lichtenberg,
//! Andersen and Hulgaard, "Difference Decision Diagrams", CSL 1999, path reduction). The guard
//! stays equal as a condition on the inputs. One that is always true becomes true, and one that is
//! never true false, as far as it is a matter of order.

mod relations;

use rustc_hash::FxHashMap;

use super::Diagrams;
use super::graph::{Edge, Full};
use crate::cancel;
use crate::comparison::{Comparison, Relation, in_readings};
use crate::node::Term;
use crate::pool::Pool;
use crate::unknown::Unknowns;
use relations::Relations;

/// Nodes looked at for one guard, as a multiple of its nodes, and in any case: beyond, it stays as
/// it is.
const MOST_VISITS_A_NODE: usize = 64;
const MOST_VISITS: usize = 20_000;

/// A comparison between unknowns, in each reading of the numbers in which it says something.
#[derive(Clone)]
struct Atom {
    equal: bool,
    pairs: Vec<(usize, usize)>,
}

/// What remains to be done; results stand on a second stack.
enum Task {
    /// Push the reduced function.
    Reduce(Edge),
    /// From here on a comparison has this outcome.
    Assume(u32, bool),
    /// Back to before the last assumption.
    Undo,
    /// Pop the results for low and high, and push the choice between them.
    Join(u32, Key),
    /// Record the result on top.
    Record(Key),
}

/// A function and what is known of the unknowns that it compares; nothing if that is only what
/// their ranges say.
type Key = (Edge, Box<[u64]>);

struct Reduction<'a> {
    diagrams: &'a mut Diagrams,
    atoms: FxHashMap<u32, Atom>,
    /// The unknowns that the comparisons in each node's function are about.
    about: FxHashMap<usize, u64>,
    relations: Relations,
    known: FxHashMap<Key, Edge>,
    tasks: Vec<Task>,
    results: Vec<Edge>,
    visits: usize,
}

impl Diagrams {
    /// The function without comparisons that follow from others; itself if there are none, or if
    /// that takes too long.
    pub(super) fn without_implied(&mut self, pool: &Pool, function: Edge) -> Result<Edge, Full> {
        if let Some(&known) = self.reduced.get(&function) {
            return Ok(known);
        }
        let mut reduced = function;
        if let Some(mut reduction) = Reduction::of(self, pool, function) {
            reduced = reduction.run(function)?.unwrap_or(function);
        }
        self.note_reduced(function, reduced);
        Ok(reduced)
    }

    fn note_reduced(&mut self, function: Edge, reduced: Edge) {
        for (from, to) in [(function, reduced), (reduced, reduced)] {
            self.reduced.insert(from, to);
            self.reduced.insert(!from, !to);
        }
    }
}

impl<'a> Reduction<'a> {
    /// What is needed to reduce a function; `None` if there is nothing to reduce.
    fn of(diagrams: &'a mut Diagrams, pool: &Pool, function: Edge) -> Option<Reduction<'a>> {
        let nodes = diagrams.graph.nodes_of(function);
        let mut vars: Vec<u32> = nodes
            .iter()
            .map(|node| diagrams.graph.node(Edge::to(*node)).var)
            .collect();
        vars.sort_unstable_by(|a, b| b.cmp(a));
        vars.dedup();
        let comparisons: Vec<(u32, Comparison)> = vars
            .iter()
            .filter_map(|var| Some((*var, pool.comparison(diagrams.variables.term(*var))?)))
            .collect();
        let comparisons = related(pool, comparisons);
        if comparisons.is_empty() {
            return None;
        }
        let (atoms, unknowns) = atoms(&comparisons)?;
        let about = about(diagrams, &nodes, &atoms);
        let limit = MOST_VISITS.max(MOST_VISITS_A_NODE * nodes.len());
        Some(Reduction {
            diagrams,
            atoms,
            about,
            relations: Relations::new(pool, unknowns.all()),
            known: FxHashMap::default(),
            tasks: Vec::new(),
            results: Vec::new(),
            visits: limit,
        })
    }

    /// The reduced function; `None` if that takes too long.
    fn run(&mut self, function: Edge) -> Result<Option<Edge>, Full> {
        self.tasks.push(Task::Reduce(function));
        while let Some(task) = self.tasks.pop() {
            cancel::steps(1);
            match task {
                Task::Reduce(edge) => {
                    if self.visits == 0 {
                        return Ok(None);
                    }
                    self.visits -= 1;
                    self.reduce(edge);
                }
                Task::Assume(var, holds) => {
                    let atom = &self.atoms[&var];
                    self.relations.assume(atom.equal, &atom.pairs, holds);
                }
                Task::Undo => self.relations.undo(),
                Task::Join(var, key) => {
                    let (low, high) = (self.results.pop(), self.results.pop());
                    let (low, high) = (low.unwrap_or(Edge::FALSE), high.unwrap_or(Edge::FALSE));
                    let joined = self.diagrams.graph.make(var, high, low)?;
                    self.record(key, joined);
                    self.results.push(joined);
                }
                Task::Record(key) => {
                    if let Some(&result) = self.results.last() {
                        self.record(key, result);
                    }
                }
            }
        }
        Ok(self.results.pop())
    }

    fn record(&mut self, key: Key, result: Edge) {
        if key.1.is_empty() {
            self.diagrams.note_reduced(key.0, result);
        } else {
            self.known.insert(key, result);
        }
    }

    fn reduce(&mut self, edge: Edge) {
        let about = self.about.get(&edge.node()).copied().unwrap_or(0);
        if about == 0 {
            self.results.push(edge);
            return;
        }
        // What no comparison stands above of is as it was found in other guards.
        let start = self.relations.are_of_ranges();
        if let Some(&known) = self.diagrams.reduced.get(&edge).filter(|_| start) {
            self.results.push(known);
            return;
        }
        let key = match start {
            true => (edge, Box::default()),
            false => (edge, self.relations.among(about)),
        };
        if let Some(&known) = self.known.get(&key) {
            self.results.push(known);
            return;
        }
        let var = self.diagrams.graph.node(edge).var;
        let (high, low) = self.diagrams.graph.cofactors(edge, var);
        let Some(atom) = self.atoms.get(&var) else {
            self.tasks
                .extend([Task::Join(var, key), Task::Reduce(low), Task::Reduce(high)]);
            return;
        };
        match self.relations.decide(atom.equal, &atom.pairs) {
            Some(holds) => self.tasks.extend([
                Task::Record(key),
                Task::Reduce(if holds { high } else { low }),
            ]),
            None => self.tasks.extend([
                Task::Join(var, key),
                Task::Undo,
                Task::Reduce(low),
                Task::Assume(var, false),
                Task::Undo,
                Task::Reduce(high),
                Task::Assume(var, true),
            ]),
        }
    }
}

/// Those that compare a term, which is no constant, that others compare too: nothing follows from
/// the rest, and nothing makes them follow.
fn related(pool: &Pool, mut comparisons: Vec<(u32, Comparison)>) -> Vec<(u32, Comparison)> {
    let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
    for term in comparisons.iter().flat_map(|(_, it)| it.terms) {
        *uses.entry(term).or_default() += 1;
    }
    let shared = |term: &Term| !pool.is_const(*term) && uses[term] > 1;
    comparisons.retain(|(_, comparison)| comparison.terms.iter().any(shared));
    comparisons
}

/// Comparisons between numbered unknowns, and the unknowns; `None` if there are too many.
fn atoms(comparisons: &[(u32, Comparison)]) -> Option<(FxHashMap<u32, Atom>, Unknowns)> {
    let mut unknowns = Unknowns::default();
    let mut atoms: FxHashMap<u32, Atom> = FxHashMap::default();
    for (var, comparison, reading) in in_readings(comparisons) {
        let [a, b] = comparison
            .terms
            .map(|term| unknowns.number(reading, Some(term)));
        let atom = atoms.entry(var).or_insert_with(|| Atom {
            equal: matches!(comparison.relation, Relation::Equal(_)),
            pairs: Vec::new(),
        });
        atom.pairs.push((a?, b?));
    }
    Some((atoms, unknowns))
}

/// The unknowns below each of some nodes, which are given from the leaves up.
fn about(
    diagrams: &Diagrams,
    nodes: &[usize],
    atoms: &FxHashMap<u32, Atom>,
) -> FxHashMap<usize, u64> {
    let mut about: FxHashMap<usize, u64> = FxHashMap::default();
    for &number in nodes {
        let node = diagrams.graph.node(Edge::to(number));
        let of = |edge: Edge| about.get(&edge.node()).copied().unwrap_or(0);
        let own = atoms
            .get(&node.var)
            .into_iter()
            .flat_map(|atom| &atom.pairs);
        let own = own.fold(0, |set, (a, b)| set | 1 << a | 1 << b);
        let all = own | of(node.high) | of(node.low);
        about.insert(number, all);
    }
    about
}
