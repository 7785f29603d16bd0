//! Explores near seeds first: inputs that are known to be interesting.
//!
//! A state is as far from a seed as the number of its conditions that the seed's inputs violate. On
//! the path of the seed it is 0; the other side of a fork there has 1, and keeps it as long as it
//! takes the sides that the rest of the inputs would take. Of all states the nearest come first, as
//! in limited discrepancy search (Harvey and Ginsberg, IJCAI 1995), and of these the newest. So
//! the path of each seed is executed first, then its neighbors, each to its end, then theirs: the
//! generations of Godefroid, Levin and Molnar, "Automated Whitebox Fuzz Testing" (NDSS 2008,
//! section 3), with states instead of new inputs.
//!
//! Every fourth turn belongs to the searcher, because a path near a seed may never end. Nothing is
//! dropped or added: seeds change the order only. A state is compared with all seeds as long as it
//! is on the path of one, and then with a nearest one only.

use crate::inputs::assign;
use crate::options::Seed;
use crate::outcome::Inputs;
use crate::state::State;
use crate::{Driver, StateId};
use rustc_hash::FxHashMap;
use sheaf_term::{CachedModel, Pool, Term};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Every n-th turn belongs to the searcher.
const OTHER_TURNS: u32 = 4;

/// Conditions that are evaluated under the inputs of one seed before its cache is cleared.
const MAX_CACHED: u32 = 1 << 10;

/// The waiting states, by their distance to seeds.
pub struct Seeds {
    seeds: Vec<Followed>,
    positions: FxHashMap<StateId, Position>,
    /// The nearest state first, of equally near ones the newest.
    queue: BTreeSet<(u32, Reverse<StateId>)>,
    turns: u32,
    /// Seeds whose path was executed to its end.
    completed: u64,
}

/// A seed as a model of what its path has read so far.
struct Followed {
    inputs: Inputs,
    model: CachedModel,
    /// The number of its inputs in the model, and of the records of paths that they were for.
    assigned: usize,
    records: usize,
    /// The number of conditions evaluated since the cache was cleared.
    cached: u32,
}

/// The position of a state.
#[derive(Clone)]
struct Position {
    /// The seeds on whose path it is; if there are none, one of the nearest.
    seeds: Rc<[u32]>,
    /// The number of its conditions that they violate.
    distance: u32,
    /// The number of its conditions that were looked at.
    conditions: usize,
}

impl Followed {
    fn new(seed: &Seed) -> Followed {
        Followed {
            inputs: seed.inputs.clone(),
            model: CachedModel::default(),
            assigned: 0,
            records: 0,
            cached: 0,
        }
    }

    /// Adds inputs to the model that no path near the seed has read before. One that is another
    /// input than that of the seed is zero.
    fn read(&mut self, pool: &mut Pool, state: &State) {
        let new = state.inputs.len().saturating_sub(self.records);
        if new == 0 {
            return;
        }
        let mut records: Vec<_> = state.inputs.newest_first().take(new).collect();
        records.reverse();
        let mut model = self.model.model().clone();
        for record in records {
            let input = self.inputs.inputs.get(self.assigned);
            let input = input.filter(|input| input.name == *record.name);
            if let Some(input) = input
                && assign(pool, &mut model, record, &input.value)
            {
                self.assigned += 1;
            }
        }
        self.records = state.inputs.len();
        self.model = CachedModel::new(model);
    }

    /// The number of these conditions of a state that the seed violates.
    fn violations(&mut self, pool: &mut Pool, state: &State, conditions: &[Term]) -> u32 {
        self.read(pool, state);
        self.cached += conditions.len() as u32;
        if self.cached > MAX_CACHED {
            self.model.forget();
            self.cached = 0;
        }
        let is_violated = |condition: &&Term| !self.model.eval_bool(pool, **condition);
        conditions.iter().filter(is_violated).count() as u32
    }
}

impl Seeds {
    /// No states; `None` without seeds.
    pub fn new(seeds: &[Seed]) -> Option<Seeds> {
        (!seeds.is_empty()).then(|| Seeds {
            seeds: seeds.iter().map(Followed::new).collect(),
            positions: FxHashMap::default(),
            queue: BTreeSet::new(),
            turns: 0,
            completed: 0,
        })
    }

    /// A state without a parent waits. A resumed one is left to the searcher.
    pub fn start(&mut self, state: &State) {
        if !state.decisions.is_empty() || !state.constraints.is_empty() {
            return;
        }
        let position = Position {
            seeds: (0..self.seeds.len() as u32).collect(),
            distance: 0,
            conditions: 0,
        };
        self.positions.insert(state.id, position);
        self.queue.insert((0, Reverse(state.id)));
    }

    /// A state has forked; it and its children wait.
    pub fn fork(&mut self, parent: StateId, children: &[StateId]) {
        let Some(position) = self.positions.get(&parent).cloned() else {
            return;
        };
        for child in children {
            self.queue.insert((position.distance, Reverse(*child)));
            self.positions.insert(*child, position.clone());
        }
    }

    /// A state has ended.
    pub fn end(&mut self, id: StateId) {
        let Some(position) = self.positions.remove(&id) else {
            return;
        };
        self.queue.remove(&(position.distance, Reverse(id)));
        if position.distance == 0 {
            self.completed += position.seeds.len() as u64;
        }
    }

    /// A state may have further conditions.
    pub fn moved(&mut self, driver: &mut Driver, state: &State) {
        let Some(position) = self.positions.get_mut(&state.id) else {
            return;
        };
        let new = state.constraints.len().saturating_sub(position.conditions);
        if new == 0 {
            return;
        }
        position.conditions = state.constraints.len();
        let entries = state.constraints.newest_first().take(new);
        let conditions: Vec<Term> = entries.map(|entry| entry.condition).collect();
        let pool = &mut driver.pool;
        let seeds = &mut self.seeds;
        let mut violations =
            |seed: &u32| seeds[*seed as usize].violations(pool, state, &conditions);
        let violated: Vec<u32> = position.seeds.iter().map(&mut violations).collect();
        let least = violated.iter().copied().min().unwrap_or(0);
        let nearest = position.seeds.iter().zip(violated);
        let nearest = nearest.filter(|(_, violated)| *violated == least);
        let nearest = nearest.map(|(seed, _)| *seed);
        let before = (position.distance, Reverse(state.id));
        position.distance += least;
        position.seeds = match position.distance {
            0 => nearest.collect(),
            _ => nearest.take(1).collect(),
        };
        let after = (position.distance, Reverse(state.id));
        if after != before && self.queue.remove(&before) {
            self.queue.insert(after);
        }
    }

    /// The next state; `None` if it is the searcher's turn.
    pub fn next(&mut self) -> Option<StateId> {
        self.turns = self.turns.wrapping_add(1);
        match self.turns.is_multiple_of(OTHER_TURNS) {
            true => None,
            false => self.queue.first().map(|(_, Reverse(id))| *id),
        }
    }

    /// The number of seeds whose path was executed to its end.
    pub fn completed(&self) -> u64 {
        self.completed
    }
}
