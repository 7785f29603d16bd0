//! The cache link: sets of constraints that were decided before.
//!
//! Sound because satisfiability is monotone: a set that contains an unsatisfiable core is
//! unsatisfiable, and the model of a set is a model of each subset. A path is known to be
//! satisfiable, so a core that fits a query contains one of its goals, and only the entries of the
//! goals are searched. Entries live for one or two generations: when the young generation is full
//! it becomes the old one, and the previous old one is dropped. It costs a table lookup for a goal
//! that is in no entry; else a comparison of sets for each entry of a goal.

use std::rc::Rc;

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_term::{CachedModel, Model, Term};

use crate::link::{Link, Outcome};
use crate::question::Question;
use crate::solver::Shared;

sheaf_tuning::constants! {
    /// Terms in the answered sets of one generation.
    CAPACITY: usize = 1 << 18, 1 => 1 << 20, "terms";
    /// Maximum number of unsatisfiable cores for one term.
    CORES: usize = 64, 1 => 1024, "cores";
    /// Maximum number of satisfiable sets for one term.
    MODELS: usize = 8, 1 => 128, "sets";
    /// Number of members under which a satisfiable set is stored: the newest ones, since these
    /// recur as goals.
    NEWEST: usize = 64, 1 => 1024, "members";
}

/// A satisfiable set, in ascending order, and its model.
type Satisfied = (Rc<[Term]>, Rc<Model>);

/// A cached result for a query.
#[derive(Clone, Debug, PartialEq)]
enum Hit {
    /// A model of the query, which may assign more symbols.
    Sat(Rc<Model>),
    /// An unsatisfiable subset of the query.
    Unsat(Rc<[Term]>),
}

#[derive(Default)]
struct Generation {
    exact: FxHashMap<Rc<[Term]>, Rc<Model>>,
    /// The members of these sets.
    members: FxHashSet<Term>,
    /// Cores by each of their members.
    cores: FxHashMap<Term, Vec<Rc<[Term]>>>,
    /// Satisfiable sets by each of their members.
    models: FxHashMap<Term, Vec<Satisfied>>,
    size: usize,
}

/// Decided sets, with a bounded size.
pub struct Cache {
    young: Generation,
    old: Generation,
    capacity: usize,
}

impl Default for Cache {
    fn default() -> Cache {
        Cache::with_capacity(CAPACITY.get())
    }
}

impl Link for Cache {
    fn decide(&mut self, question: &mut Question, _: &mut Shared) -> Outcome {
        match self.find(question.goals(), || question.set()) {
            Some(Hit::Unsat(core)) => Outcome::Unsat(core.to_vec()),
            Some(Hit::Sat(values)) => Outcome::Model(question.complete(&values)),
            None => Outcome::Open,
        }
    }

    fn learn_model(
        &mut self,
        question: &Question,
        _: &Rc<CachedModel>,
        values: Option<&Rc<Model>>,
    ) {
        if let Some(values) = values {
            self.insert_sat(question.set(), values.clone());
        }
    }

    fn learn_core(&mut self, core: &[Term]) {
        self.insert_core(core);
    }
}

/// Appends to a list that keeps only its latest entries.
fn keep<T>(list: &mut Vec<T>, entry: T, most: usize) {
    if list.len() >= most {
        list.remove(0);
    }
    list.push(entry);
}

/// Whether every element of the ascending `part` is in the ascending `whole`.
fn is_subset(part: &[Term], whole: &[Term]) -> bool {
    if part.len() > whole.len() {
        return false;
    }
    if part.len() * 8 < whole.len() {
        return part.iter().all(|term| whole.binary_search(term).is_ok());
    }
    let mut rest = whole.iter();
    part.iter().all(|term| rest.any(|other| other == term))
}

impl Generation {
    fn find<'s>(&self, goals: &[Term], set: impl Fn() -> &'s [Term]) -> Option<Hit> {
        let occurs = |goal: &Term| self.members.contains(goal) || self.cores.contains_key(goal);
        if !goals.iter().any(occurs) {
            // The set, which may be large, need not be made.
            return None;
        }
        let set = set();
        debug_assert!(set.is_sorted_by(|a, b| a < b));
        if let Some(model) = self.exact.get(set) {
            return Some(Hit::Sat(model.clone()));
        }
        for goal in goals {
            let cores = self.cores.get(goal).into_iter().flatten().rev();
            if let Some(core) = cores.into_iter().find(|core| is_subset(core, set)) {
                return Some(Hit::Unsat(core.clone()));
            }
        }
        // A superset of the query is stored under each goal; checking the first suffices.
        let supersets = self.models.get(goals.first()?).into_iter().flatten().rev();
        supersets
            .into_iter()
            .find(|(other, _)| is_subset(set, other))
            .map(|(_, model)| Hit::Sat(model.clone()))
    }
}

impl Cache {
    /// A cache with at most this many terms in the sets of one generation, except for the last set.
    fn with_capacity(capacity: usize) -> Cache {
        Cache {
            young: Generation::default(),
            old: Generation::default(),
            capacity,
        }
    }

    /// The result for a set of constraints, given in ascending order, with the goals among them.
    fn find<'s>(&mut self, goals: &[Term], set: impl Fn() -> &'s [Term]) -> Option<Hit> {
        if let Some(hit) = self.young.find(goals, &set) {
            return Some(hit);
        }
        let hit = self.old.find(goals, &set)?;
        match &hit {
            Hit::Sat(model) => self.insert_sat(set(), model.clone()),
            Hit::Unsat(core) => self.insert_core(core),
        }
        Some(hit)
    }

    /// Stores a model of a set, given in ascending order.
    fn insert_sat(&mut self, set: &[Term], model: Rc<Model>) {
        debug_assert!(set.is_sorted_by(|a, b| a < b));
        self.make_room(set.len());
        let set: Rc<[Term]> = Rc::from(set);
        self.young.exact.insert(set.clone(), model.clone());
        self.young.members.extend(set.iter());
        for &member in set.iter().rev().take(NEWEST.get()) {
            keep(
                self.young.models.entry(member).or_default(),
                (set.clone(), model.clone()),
                MODELS.get(),
            );
        }
    }

    /// Stores an unsatisfiable set.
    fn insert_core(&mut self, core: &[Term]) {
        self.make_room(core.len());
        let mut core = core.to_vec();
        core.sort_unstable();
        let core: Rc<[Term]> = Rc::from(core);
        for &member in core.iter() {
            keep(
                self.young.cores.entry(member).or_default(),
                core.clone(),
                CORES.get(),
            );
        }
    }

    fn make_room(&mut self, terms: usize) {
        if self.young.size >= self.capacity {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.size += terms;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_term::{Pool, Sort, SymbolKind};

    fn terms(count: usize) -> Vec<Term> {
        let mut pool = Pool::new();
        (0..count)
            .map(|i| pool.symbol(&format!("c{i}"), Sort::Bool, SymbolKind::Input))
            .collect()
    }

    fn find(cache: &mut Cache, set: &[Term], goals: &[Term]) -> Option<Hit> {
        cache.find(goals, || set)
    }

    #[test]
    fn supersets_of_cores_and_subsets_of_models() {
        let c = terms(6);
        let mut cache = Cache::default();
        cache.insert_core(&[c[3], c[1]]);
        assert_eq!(
            find(&mut cache, &[c[0], c[1], c[2], c[3]], &[c[3]]),
            Some(Hit::Unsat(Rc::from([c[1], c[3]])))
        );
        assert_eq!(find(&mut cache, &[c[0], c[2], c[3]], &[c[3]]), None);
        let model = Rc::new(Model::new());
        cache.insert_sat(&[c[0], c[2], c[4], c[5]], model.clone());
        assert_eq!(
            find(&mut cache, &[c[2], c[5]], &[c[5]]),
            Some(Hit::Sat(model.clone()))
        );
        assert_eq!(
            find(&mut cache, &[c[0], c[2], c[4], c[5]], &[c[5]]),
            Some(Hit::Sat(model))
        );
        assert_eq!(find(&mut cache, &[c[2], c[3]], &[c[3]]), None);
    }

    #[test]
    fn the_number_of_entries_is_bounded() {
        let c = terms(20_000);
        let mut cache = Cache::with_capacity(8192);
        for pair in c.windows(2) {
            cache.insert_core(pair);
            // Used entries survive.
            assert!(find(&mut cache, &[c[0], c[1]], &[c[1]]).is_some());
        }
        assert!(cache.young.size <= 8194 && cache.old.size <= 8194);
        assert!(find(&mut cache, &[c[5000], c[5001]], &[c[5001]]).is_none());
        assert!(find(&mut cache, &[c[19_000], c[19_001]], &[c[19_001]]).is_some());
    }

    #[test]
    fn subsets_by_both_ways() {
        let c = terms(64);
        for step in [1, 2, 3, 30] {
            let part: Vec<Term> = c.iter().copied().step_by(step).collect();
            assert!(is_subset(&part, &c));
            assert!(!is_subset(&c[..2], &part) || step == 1);
            assert!(!is_subset(&part, &c[1..]));
        }
        assert!(is_subset(&[], &c));
    }
}
