//! Follows mutated inputs that have covered something first: the states on their paths come first.
//!
//! A mutation gets somewhere by chance. The solver knows the other sides of all branches on its
//! path, so the exploration goes there: the waiting state whose path condition the inputs satisfy
//! is executed, always on their side, until it has covered as much as they have. The other sides
//! wait as usual.
//!
//! Nothing is dropped or added: this changes the order of states only. Inputs are not followed if
//! no waiting state is on their path: it was explored, or is set aside.

use super::states::States;
use crate::inputs::{assign_all, first_term};
use crate::outcome::Inputs;
use crate::path::{Origin, PathCondition};
use crate::state::{InputRecord, State, Trail};
use crate::{Driver, StateId};
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_solver::Entry;
use sheaf_term::{CachedModel, Pool, Term, cancel};
use std::collections::VecDeque;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// The most inputs that wait to be followed.
    MAX_WAITING: usize = 64, 1 => 1024, "inputs";
    /// States that have read different inputs, of which a model is made when one is looked for.
    MAX_MODELS: usize = 64, 1 => 1024, "states";
}

/// States whose conditions are looked at in about the time of a step.
const STATES_PER_STEP: usize = 4;

sheaf_tuning::constants! {
    /// Turns of followed states get one in so many parts of the work of turns.
    PARTS: u64 = 4, 1 => 64, "one in so many parts";
}

/// The inputs that are followed.
#[derive(Default)]
pub struct Follow {
    waiting: VecDeque<Followed>,
    current: Option<Followed>,
    /// Whether the state that has its turn is followed.
    is_turn: bool,
    /// The work of turns of followed states, and of all turns.
    work: u64,
    whole_work: u64,
}

/// Inputs whose path is executed.
struct Followed {
    inputs: Inputs,
    /// The places that they have covered first, and the state has not yet.
    left: u64,
    model: CachedModel,
    /// The number of inputs of the path that are in the model.
    records: usize,
    /// The state on their path.
    state: StateId,
    /// The number of its conditions that were looked at.
    conditions: usize,
}

impl Followed {
    /// Gives the symbols of the inputs that a path has read their values. What the inputs do not
    /// have is zero.
    fn read(&mut self, pool: &mut Pool, records: &Trail<InputRecord>) {
        let mut model = self.model.model().clone();
        let path = records.path(|condition| self.model.eval_bool(pool, condition));
        self.records = records.len();
        assign_all(pool, &mut model, &path, &self.inputs.inputs);
        self.model = CachedModel::new(model);
    }

    /// Whether the inputs satisfy the conditions that are new in a state.
    fn satisfy(&mut self, pool: &mut Pool, state: &State) -> bool {
        if state.inputs.len() != self.records {
            self.read(pool, &state.inputs);
        }
        let new = state.constraints.len().saturating_sub(self.conditions);
        let mut entries = state.constraints.newest_first().take(new);
        entries.all(|entry| self.model.eval_bool(pool, entry.condition))
    }

    /// Whether the inputs satisfy a path condition. Those of related states share most of their
    /// entries: `known` says, for each that was looked at, whether the path up to it is satisfied.
    fn satisfy_all(
        &self,
        pool: &Pool,
        path: &PathCondition,
        known: &mut FxHashMap<*const Entry<Origin>, bool>,
    ) -> bool {
        let mut holds = true;
        let mut new = Vec::new();
        for entry in path.newest_first() {
            if let Some(known) = known.get(&Rc::as_ptr(entry)) {
                holds = *known;
                break;
            }
            new.push(entry);
        }
        for entry in new.into_iter().rev() {
            holds = holds && self.model.eval_bool(pool, entry.condition);
            known.insert(Rc::as_ptr(entry), holds);
        }
        holds
    }

    /// Finds the waiting state on their path. Returns whether there is one.
    fn find(&mut self, pool: &mut Pool, states: &States) -> bool {
        let ids = states.sorted_ids();
        cancel::steps((ids.len() / STATES_PER_STEP) as u32);
        let mut read: FxHashSet<Term> = FxHashSet::default();
        let mut known = FxHashMap::default();
        for id in ids.into_iter().rev() {
            let Some((constraints, inputs)) = states.condition(id).filter(|_| !states.checks(id))
            else {
                continue;
            };
            let newest = inputs.newest_first().find_map(first_term);
            if newest.is_some_and(|term| read.insert(term)) {
                if read.len() > MAX_MODELS.get() {
                    return false;
                }
                self.read(pool, inputs);
                known.clear();
            }
            if self.satisfy_all(pool, constraints, &mut known) {
                self.state = id;
                self.conditions = constraints.len();
                self.read(pool, inputs);
                return true;
            }
        }
        false
    }
}

impl Follow {
    /// Adds inputs that have covered so many places first.
    pub fn add(&mut self, inputs: Inputs, found: u64) {
        if self.waiting.len() < MAX_WAITING.get() {
            self.waiting.push_back(Followed {
                inputs,
                left: found,
                model: CachedModel::default(),
                records: 0,
                state: 0,
                conditions: 0,
            });
        }
    }

    /// The followed state, if it has the next turn.
    pub fn next(&mut self, driver: &mut Driver, states: &States) -> Option<StateId> {
        if self.work * PARTS.get() > self.whole_work {
            return None;
        }
        let is_over = |it: &Followed| it.left == 0 || !states.has(it.state);
        if self.current.as_ref().is_some_and(is_over) {
            self.current = None;
        }
        if self.current.is_none() {
            let mut followed = self.waiting.pop_front()?;
            if !followed.find(&mut driver.pool, states) {
                return None;
            }
            driver.stats.completions.followed += 1;
            self.current = Some(followed);
        }
        self.is_turn = true;
        self.current.as_ref().map(|it| it.state)
    }

    /// A turn took this much work, and covered so many places first.
    pub fn turn(&mut self, work: u64, found: u64) {
        self.whole_work += work;
        if std::mem::take(&mut self.is_turn) {
            self.work += work;
            if let Some(current) = &mut self.current {
                current.left = current.left.saturating_sub(found);
            }
        }
    }

    /// A state has had a turn; it and its children wait.
    pub fn moved<'s>(
        &mut self,
        driver: &mut Driver,
        mut states: impl Iterator<Item = &'s State> + Clone,
    ) {
        let first = states.clone().next().map(|state| state.id);
        let Some(current) = self.current.as_mut().filter(|it| Some(it.state) == first) else {
            return;
        };
        match states.find(|state| current.satisfy(&mut driver.pool, state)) {
            Some(state) => {
                current.state = state.id;
                current.conditions = state.constraints.len();
            }
            None => self.current = None,
        }
    }
}
