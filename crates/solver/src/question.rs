//! A query in the chain: what is left to decide.

use std::cell::OnceCell;
use std::rc::Rc;
use std::time::Duration;

use rustc_hash::FxHashSet;
use sheaf_term::{CachedModel, Model, Pool, Symbol, Term};

use crate::independence::Connected;

/// The rest of a query.
pub struct Question<'a> {
    /// The pool of all terms.
    pub pool: &'a mut Pool,
    /// A model of the whole path, if there is one.
    pub hint: Option<&'a Rc<CachedModel>>,
    /// The whole path, with the ids of its constraints.
    pub whole_path: &'a [(Term, u64)],
    /// The remaining time.
    pub left: Duration,
    /// Whether choices of the platform occur in it: their values are to be found as well.
    pub has_chosen: bool,
    goals: Vec<Term>,
    /// Which constraints of the path are relevant; `None` for all.
    relevant: Option<Connected>,
    /// The relevant constraints of the path. This list is computed on demand, because it may be as
    /// long as the path, and cheap links do without.
    path: OnceCell<Vec<Term>>,
    /// The same with the goals, sorted.
    set: OnceCell<Vec<Term>>,
}

impl<'a> Question<'a> {
    /// A query at the start of the chain.
    pub fn new(
        pool: &'a mut Pool,
        whole_path: &'a [(Term, u64)],
        goal: &[Term],
        hint: Option<&'a Rc<CachedModel>>,
        left: Duration,
    ) -> Question<'a> {
        Question {
            pool,
            hint,
            whole_path,
            left,
            has_chosen: false,
            goals: goal.to_vec(),
            relevant: None,
            path: OnceCell::new(),
            set: OnceCell::new(),
        }
    }

    /// Whether answers are cheap to check: assertions about long paths would take the most time.
    pub fn is_short(&self) -> bool {
        self.whole_path.len() < 64
    }

    /// The undecided goals.
    pub fn goals(&self) -> &[Term] {
        &self.goals
    }

    /// The relevant constraints of the path.
    pub fn path(&self) -> &[Term] {
        let term = |position: u32| self.whole_path[position as usize].0;
        self.path.get_or_init(|| match &self.relevant {
            Some(connected) => connected.positions().into_iter().map(term).collect(),
            None => self.whole_path.iter().map(|(term, _)| *term).collect(),
        })
    }

    /// Those of the newest constraints of the path that share a symbol with a goal.
    pub fn newest(&self, count: usize) -> Vec<Term> {
        let goals = self.goals.iter();
        let symbols: Vec<_> = goals.map(|goal| self.pool.symbols(*goal)).collect();
        let shared = |term: &Term| {
            let own = self.pool.symbols(*term);
            let mut of_goals = symbols.iter().flat_map(|set| set.iter());
            of_goals.any(|symbol| own.binary_search(symbol).is_ok())
        };
        let newest = self.whole_path.iter().rev().take(count);
        newest.map(|(term, _)| *term).filter(shared).collect()
    }

    /// Keeps only these goals; the path implies the others.
    pub fn keep_goals(&mut self, goals: Vec<Term>) {
        self.goals = goals;
        self.set = OnceCell::new();
    }

    /// Keeps only these constraints of the path; the others are irrelevant.
    pub fn keep_path(&mut self, relevant: Connected) {
        self.relevant = Some(relevant);
        self.path = OnceCell::new();
        self.set = OnceCell::new();
    }

    /// A model, if nothing is left to decide.
    pub fn settled(&self) -> Option<Rc<CachedModel>> {
        if !self.goals.is_empty() {
            return None;
        }
        let no_path = || self.whole_path.is_empty().then(Rc::default);
        self.hint.cloned().or_else(no_path)
    }

    /// The constraints and the goals without duplicates, in the order of the query.
    pub fn constraints(&self) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let all = self.path().iter().chain(&self.goals).copied();
        all.filter(|&term| term != Term::TRUE && seen.insert(term))
            .collect()
    }

    /// The constraints and the goals in ascending order, without duplicates.
    pub fn set(&self) -> &[Term] {
        self.set.get_or_init(|| {
            let mut set: Vec<Term> = self.path().iter().chain(&self.goals).copied().collect();
            set.sort_unstable();
            set.dedup();
            set.retain(|&term| term != Term::TRUE);
            set
        })
    }

    /// The hint's values, overridden by the found ones for the symbols of this question.
    pub fn complete(&self, found: &Model) -> Rc<CachedModel> {
        let mut symbols: Vec<Symbol> = Vec::new();
        for &term in self.set() {
            symbols.extend_from_slice(&self.pool.symbols(term));
        }
        symbols.sort_unstable();
        symbols.dedup();
        let mut own = Model::new();
        for symbol in symbols {
            let default = || self.pool.usual_value(symbol);
            // A symbol that `found` does not assign has the default there, whatever the hint says.
            own.set(symbol, found.get(symbol).unwrap_or_else(default));
        }
        Rc::new(CachedModel::new(match self.hint {
            Some(hint) => hint.model().with(&own),
            None => own,
        }))
    }
}
