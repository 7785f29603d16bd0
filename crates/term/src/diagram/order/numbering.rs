//! Numbers the comparisons in guards, and the terms that they compare.

use rustc_hash::FxHashMap;

use super::super::graph::{Edge, Graph};
use super::super::variables::Variables;
use crate::cancel;
use crate::comparison::{Comparison, Relation, in_readings};
use crate::node::Term;
use crate::pool::Pool;
use crate::unknown::{Unknown, Unknowns};

/// A comparison between unknowns, for each reading of the numbers in which it has a meaning.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Atom {
    pub(super) equal: bool,
    pub(super) pairs: Vec<(usize, usize)>,
    /// The unknowns in the pairs, as a bit set.
    about: u64,
}

/// The variables of a graph that are comparisons which can follow from others. It is updated with
/// new variables and nodes.
#[derive(Default)]
pub(super) struct Numbering {
    /// The number of variables that were examined.
    seen: usize,
    /// The comparisons among them.
    comparisons: Vec<(u32, Comparison)>,
    /// In how many of them each term is.
    uses: FxHashMap<Term, u32>,
    /// The comparisons that are numbered.
    atoms: FxHashMap<u32, Atom>,
    unknowns: Unknowns,
    /// The unknowns that the function of each node compares, as bit sets.
    about: Vec<u64>,
}

impl Numbering {
    /// The unknowns that are compared.
    pub(super) fn unknowns(&self) -> &[Unknown] {
        self.unknowns.all()
    }

    /// The comparison of a variable, if it can follow from others.
    #[inline]
    pub(super) fn atom(&self, var: u32) -> Option<&Atom> {
        self.atoms.get(&var)
    }

    /// The unknowns that functions compare, as a bit set.
    #[inline]
    pub(super) fn about(&self, functions: [Edge; 3]) -> u64 {
        let [f, g, h] = functions.map(|edge| self.about[edge.node()]);
        f | g | h
    }

    /// Adds the variables and nodes that were created since the last call. Returns whether existing
    /// nodes compare other unknowns than before.
    pub(super) fn update(&mut self, pool: &Pool, graph: &Graph, variables: &Variables) -> bool {
        let old = self.seen;
        self.seen = variables.len();
        let new = (old..self.seen).map(Variables::at);
        let new = new.filter(|var| !variables.is_defined(*var));
        let found = new.filter_map(|var| Some((var, pool.comparison(variables.term(var))?)));
        let before = self.comparisons.len();
        self.comparisons.extend(found);
        let changed = self.relates(pool, before) && self.renumber(pool, old);
        if changed {
            self.about.clear();
        }
        self.extend_about(graph);
        changed
    }

    /// Counts the terms of the comparisons from `first` on. Returns whether any of them may be
    /// related to others. One that is not changes nothing for the others.
    fn relates(&mut self, pool: &Pool, first: usize) -> bool {
        let new = &self.comparisons[first..];
        for term in new.iter().flat_map(|(_, it)| it.terms) {
            *self.uses.entry(term).or_default() += 1;
        }
        let alone = |term: &Term| pool.as_symbol(*term).is_some() && self.uses[term] == 1;
        new.iter().any(|(_, it)| !it.terms.iter().any(alone))
    }

    /// Numbers the comparisons that are related to each other, or only the newest if there are too
    /// many. Returns whether any variable before `new` has changed.
    fn renumber(&mut self, pool: &Pool, new: usize) -> bool {
        cancel::steps(self.comparisons.len() as u32);
        let mut related = related(pool, &self.comparisons, self.uses.clone());
        let (mut atoms, mut unknowns, all) = numbered(&related);
        if !all {
            related.reverse();
            (atoms, unknowns, _) = numbered(&related);
        }
        let old = |var: &u32| Variables::position(*var) < new;
        let same = self.atoms.len() == atoms.keys().filter(|var| old(var)).count()
            && self
                .atoms
                .iter()
                .all(|(var, it)| atoms.get(var) == Some(it))
            && unknowns.all().starts_with(self.unknowns.all());
        (self.atoms, self.unknowns) = (atoms, unknowns);
        !same
    }

    /// Computes the unknowns of new nodes. Children come before parents.
    pub(super) fn extend_about(&mut self, graph: &Graph) {
        for number in self.about.len()..graph.len() {
            let node = graph.node(Edge::to(number));
            let of = |edge: Edge| self.about.get(edge.node()).copied().unwrap_or(0);
            let own = self.atoms.get(&node.var).map_or(0, |atom| atom.about);
            self.about.push(own | of(node.high) | of(node.low));
        }
    }
}

/// The comparisons that can follow from others, or others from them. A comparison with an input
/// that no other comparison mentions is removed, because it holds for some value of that input
/// (unless the other side is the minimum or maximum). This is repeated for the remaining ones.
/// `uses` says in how many of the comparisons each term is.
fn related(
    pool: &Pool,
    comparisons: &[(u32, Comparison)],
    mut uses: FxHashMap<Term, u32>,
) -> Vec<(u32, Comparison)> {
    let mut related = comparisons.to_vec();
    loop {
        let before = related.len();
        related.retain(|(_, it)| {
            let shared = |term: &Term| !pool.is_const(*term) && uses[term] > 1;
            let alone = |term: &Term| pool.as_symbol(*term).is_some() && uses[term] == 1;
            let keep = it.terms.iter().any(shared) && !it.terms.iter().any(alone);
            if !keep {
                for term in it.terms {
                    uses.entry(term).and_modify(|uses| *uses -= 1);
                }
            }
            keep
        });
        if related.len() == before {
            return related;
        }
    }
}

/// Numbers comparisons in order, as long as there are numbers for unknowns. Also returns whether
/// all have one.
fn numbered(comparisons: &[(u32, Comparison)]) -> (FxHashMap<u32, Atom>, Unknowns, bool) {
    let mut unknowns = Unknowns::default();
    let mut atoms: FxHashMap<u32, Atom> = FxHashMap::default();
    let mut all = true;
    for (var, comparison, reading) in in_readings(comparisons) {
        let [a, b] = comparison
            .terms
            .map(|term| unknowns.number(reading, Some(term)));
        let Some((a, b)) = a.zip(b) else {
            all = false;
            continue;
        };
        let atom = atoms.entry(var).or_insert_with(|| Atom {
            equal: matches!(comparison.relation, Relation::Equal(_)),
            pairs: Vec::new(),
            about: 0,
        });
        atom.pairs.push((a, b));
        atom.about |= 1 << a | 1 << b;
    }
    (atoms, unknowns, all)
}
