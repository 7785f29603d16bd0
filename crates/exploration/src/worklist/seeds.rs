//! Explores near seeds first: inputs that are known to be interesting.
//!
//! A state is as far from a seed as the number of its conditions that the seed's inputs violate. On
//! the path of the seed it is 0; the other side of a fork there has 1, and keeps it as long as it
//! takes the sides that the rest of the inputs would take. Of all states the nearest come first, as
//! in limited discrepancy search (Harvey and Ginsberg, IJCAI 1995); of these first those at a
//! branch with a side that nothing has taken, and then the newest. So the path of each seed is
//! executed first, then its neighbors, each to its end, then theirs: the generations of Godefroid,
//! Levin and Molnar, "Automated Whitebox Fuzz Testing" (NDSS 2008, section 3), with states instead
//! of new inputs.
//!
//! The solver is not asked on the way. The model of a state decides, which has the values of the
//! seed. The other sides of each branch are put off ([`Driver::follows`]), and so are checks that are
//! not decided at once: they are asked for when they have a turn. With a query at each branch, or
//! with one hard check on the way, a seed of a kilobyte takes too long.
//!
//! Paths of seeds, their neighbors and the searcher share the work, because a path near a seed may
//! never end, in parts that are long: the solver's view of a path of thousands of conditions is made
//! anew for another path. Nothing is dropped or added: seeds change the order only. A state is
//! compared with all seeds as long as it is on the path of one, and then with a nearest one only.

use crate::inputs::assign_all;
use crate::options::Seed;
use crate::outcome::Inputs;
use crate::state::State;
use crate::{Driver, StateId};
use rustc_hash::FxHashMap;
use sheaf_term::{CachedModel, Pool, Term};
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The parts of the work: paths of seeds, their neighbors, and what the searcher chooses.
const SHARES: [u64; 3] = [3, 3, 1];

sheaf_tuning::constants! {
    /// The work that paths of seeds take first, in steps of [`Driver::whole_work`]: some seconds.
    /// Their neighbors ask the solver, which is not work.
    FIRST: u64 = 1 << 27, 1 => 1 << 29, "steps";
    /// The work after which another part may go on: about 25 ms.
    SLICE: u64 = 1 << 18, 1 => 1 << 20, "steps";
    /// Conditions that are evaluated under the inputs of one seed before its cache is cleared.
    MAX_CACHED: u32 = 1 << 10, 1 => 1 << 14, "conditions";
}

/// The waiting states, by their distance to seeds.
pub struct Seeds {
    seeds: Vec<Followed>,
    positions: FxHashMap<StateId, Position>,
    queue: BTreeSet<Rank>,
    /// The work of each part.
    work: [u64; SHARES.len()],
    /// The part that goes on, and the rest of its slice.
    slice: (Part, u64),
    /// The state that has its turn, if it is near a seed.
    turn: Option<StateId>,
    /// The distance and the seeds of the state that waits beside the one that has moved.
    aside: Option<(u32, Rc<[u32]>)>,
    /// Seeds whose path was executed to its end.
    completed: u64,
}

/// A part of the work, a position in [`SHARES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    Paths,
    Neighbors,
    Others,
}

/// The order of states: by distance, then those at a new side, then the newest.
type Rank = (u32, Reverse<bool>, Reverse<StateId>);

/// A seed as a model of what its path has read so far.
struct Followed {
    inputs: Rc<Inputs>,
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
    /// Whether the next condition that is violated is counted already.
    is_counted: bool,
    /// Whether it was at a new side when it came here.
    is_new: bool,
    /// Whether the model of the state is that of its first seed.
    has_model: bool,
}

impl Position {
    fn rank(&self, id: StateId) -> Rank {
        (self.distance, Reverse(self.is_new), Reverse(id))
    }
}

impl Followed {
    fn new(seed: &Seed) -> Followed {
        Followed {
            inputs: Rc::new(seed.inputs.clone()),
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
        let values = &self.inputs.inputs[self.assigned..];
        self.assigned += assign_all(pool, &mut model, &records, values);
        self.records = state.inputs.len();
        self.model = CachedModel::new(model);
    }

    /// The number of these conditions of a state that the seed violates.
    fn violations(&mut self, pool: &mut Pool, state: &State, conditions: &[Term]) -> u32 {
        self.read(pool, state);
        self.cached += conditions.len() as u32;
        if self.cached > MAX_CACHED.get() {
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
            work: [0; SHARES.len()],
            slice: (Part::Paths, 0),
            turn: None,
            aside: None,
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
            is_counted: false,
            is_new: false,
            has_model: false,
        };
        self.queue.insert(position.rank(state.id));
        self.positions.insert(state.id, position);
    }

    /// A state has forked; it and its children wait.
    pub fn fork(&mut self, parent: StateId, children: &[StateId]) {
        let Some(position) = self.positions.get(&parent).cloned() else {
            return;
        };
        for child in children {
            let position = Position {
                is_new: false,
                ..position.clone()
            };
            self.queue.insert(position.rank(*child));
            self.positions.insert(*child, position);
        }
    }

    /// A new state waits to make checks that another one has put off. A failure is a side that
    /// nothing has taken.
    pub fn put_off(&mut self, running: StateId, checks: StateId) {
        let Some(position) = self.positions.get(&running) else {
            return;
        };
        let position = Position {
            distance: position.distance + 1,
            is_new: true,
            ..position.clone()
        };
        self.queue.insert(position.rank(checks));
        self.positions.insert(checks, position);
    }

    /// A path was executed to its end.
    pub fn complete(&mut self, id: StateId) {
        let position = self.positions.get(&id);
        if let Some(position) = position.filter(|it| it.distance == 0) {
            self.completed += position.seeds.len() as u64;
        }
    }

    /// A state does not wait any more.
    pub fn end(&mut self, id: StateId) {
        if let Some(position) = self.positions.remove(&id) {
            self.queue.remove(&position.rank(id));
        }
    }

    /// Changes the position of a state.
    fn change(&mut self, id: StateId, change: impl FnOnce(&mut Position)) {
        let Some(position) = self.positions.get_mut(&id) else {
            return;
        };
        let before = position.rank(id);
        change(position);
        let after = position.rank(id);
        if after != before && self.queue.remove(&before) {
            self.queue.insert(after);
        }
    }

    /// A state may have further conditions.
    pub fn moved(&mut self, driver: &mut Driver, state: &State) {
        if state.only_checks() {
            return;
        }
        match state.excepted() {
            Some(_) => self.waits_aside(driver, state),
            None => self.compare(driver, state),
        }
    }

    /// A state waits for the alternatives that another one has not taken, which has moved before.
    fn waits_aside(&mut self, driver: &Driver, state: &State) {
        let is_new = driver
            .completions
            .is_at_new_side(driver.program, &driver.recorder, state);
        let aside = self.aside.take();
        self.change(state.id, |position| {
            position.is_new = is_new;
            match aside {
                Some((distance, seeds)) => {
                    (position.distance, position.seeds) = (distance, seeds);
                    position.has_model = false;
                }
                None => {
                    position.distance += 1;
                    position.seeds = position.seeds.iter().copied().take(1).collect();
                    position.is_counted = true;
                }
            }
        });
    }

    /// Compares the new conditions of a state with seeds.
    fn compare(&mut self, driver: &mut Driver, state: &State) {
        self.aside = None;
        let Some(position) = self.positions.get(&state.id).cloned() else {
            return;
        };
        let new = state.constraints.len().saturating_sub(position.conditions);
        if new == 0 {
            return;
        }
        let entries = state.constraints.newest_first().take(new);
        let conditions: Vec<Term> = entries.map(|entry| entry.condition).collect();
        let pool = &mut driver.pool;
        let seeds = &mut self.seeds;
        let mut violations =
            |seed: &u32| seeds[*seed as usize].violations(pool, state, &conditions);
        let violated: Vec<u32> = position.seeds.iter().map(&mut violations).collect();
        let least = violated.iter().copied().min().unwrap_or(0);
        let all = || position.seeds.iter().copied().zip(violated.iter().copied());
        let nearest = all().filter(|(_, violated)| *violated == least);
        let nearest = nearest.map(|(seed, _)| seed);
        // Seeds on the path so far that take another side.
        let left: Rc<[u32]> = match least {
            0 => all()
                .filter(|(_, violated)| *violated > 0)
                .map(|(seed, _)| seed)
                .collect(),
            _ => position.seeds.clone(),
        };
        self.aside = (!left.is_empty()).then_some((position.distance, left));
        let counted = u32::from(position.is_counted && least > 0);
        self.change(state.id, |it| {
            it.conditions = state.constraints.len();
            it.distance += least - counted;
            it.is_counted &= counted == 0;
            it.seeds = match it.distance {
                0 => nearest.collect(),
                _ => nearest.take(1).collect(),
            };
            it.has_model &= it.distance == 0 && it.seeds.first() == position.seeds.first();
        });
    }

    /// The next state; `None` if it is the searcher's turn.
    pub fn next(&mut self) -> Option<StateId> {
        let first = self.queue.first().copied();
        let (part, left) = self.slice;
        let has = |part: Part| match part {
            Part::Paths => first.is_some_and(|(distance, ..)| distance == 0),
            Part::Neighbors => self
                .queue
                .last()
                .is_some_and(|(distance, ..)| *distance > 0),
            Part::Others => true,
        };
        if left == 0 || !has(part) {
            let load = |part: &Part| {
                let work = self.work[*part as usize];
                match part {
                    Part::Paths => work.saturating_sub(FIRST.get()) / SHARES[0],
                    part => work / SHARES[*part as usize],
                }
            };
            let parts = [Part::Paths, Part::Neighbors, Part::Others].into_iter();
            let next = parts.filter(|it| has(*it)).min_by_key(load);
            self.slice = (next.unwrap_or(Part::Others), SLICE.get());
        }
        let next = match self.slice.0 {
            Part::Paths => first,
            Part::Neighbors => self
                .queue
                .range((1, Reverse(true), Reverse(StateId::MAX))..)
                .next()
                .copied(),
            Part::Others => None,
        };
        self.turn = next.map(|(.., Reverse(id))| id);
        self.turn
    }

    /// A state has the next turn that was chosen neither here nor by the searcher.
    pub fn pass(&mut self) {
        self.turn = None;
    }

    /// The state of the turn is to be executed. Returns the inputs that it follows, if it was
    /// chosen here. One on the path of a seed gets the model of the seed.
    pub fn prepare(&mut self, driver: &mut Driver, state: &mut State) -> Option<Rc<Inputs>> {
        let id = self.turn.filter(|id| *id == state.id)?;
        let position = self.positions.get_mut(&id)?;
        let inputs = self.seeds[*position.seeds.first()? as usize].inputs.clone();
        if position.distance == 0 && !position.has_model {
            position.has_model = true;
            let mut model = state.model.model().clone();
            let records = state.inputs.path(|_| true);
            assign_all(&mut driver.pool, &mut model, &records, &inputs.inputs);
            let model = CachedModel::new(model);
            let pool = &driver.pool;
            let mut entries = state.constraints.newest_first();
            match entries.all(|entry| model.eval_bool(pool, entry.condition)) {
                true => state.model = Rc::new(model),
                // What it depends on is not an input.
                false => self.change(id, |it| it.distance = 1),
            }
        }
        Some(inputs)
    }

    /// The turn of the state that was chosen last took this much work.
    pub fn turn(&mut self, work: u64) {
        let part = match self.turn.take() {
            Some(_) => self.slice.0,
            None => Part::Others,
        };
        self.work[part as usize] += work;
        self.slice.1 = self.slice.1.saturating_sub(work.max(1));
    }

    /// The number of seeds whose path was executed to its end.
    pub fn completed(&self) -> u64 {
        self.completed
    }
}
