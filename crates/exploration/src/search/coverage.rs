//! Selects a control point by its distance to uncovered code, and then a state at that point.
//!
//! Weights by distance to uncovered code are KLEE's (`md2u`; Cadar et al., OSDI 2008, section 3.4).
//! As weights of states they fail on whole programs: thousands of states gather near code that no
//! input reaches, and take all turns. So the weight belongs to a point, regardless of the number of
//! its states, and decreases with each turn of the point, until a path that arrives there has just
//! executed something new. Li, Su, Wang, Li, "Steering Symbolic Execution to Less Traveled Paths"
//! (OOPSLA 2013) apply the same idea to sequences of branches.

use super::weights::Weights;
use super::{Searcher, StateId};
use crate::state::State;
use rand::Rng;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, FuncId, Module};
use smallvec::SmallVec;

pub use sheaf_ir::analysis::Distances;

/// Weight of a point from which no uncovered code is known to be reachable.
const FAR_WEIGHT: f64 = 1e-6;

/// The number of calls of the user's functions that distinguish points. A parser does most of its
/// work in helpers that all of its rules call, so the innermost call says little; with all calls,
/// each level of a recursion would be a point.
const CALLS: usize = 3;

/// A control point: the position in the innermost function of the user, and in its callers.
type ControlPoint = SmallVec<[(FuncId, BlockId, usize); CALLS]>;

/// The states at one point.
#[derive(Default)]
struct Group {
    waiting: Vec<StateId>,
    /// The weight without the number of turns.
    near: f64,
    /// The number of turns since something new was executed.
    turns: u32,
    /// The stack of the state that arrived last, innermost first.
    stack: Box<[(FuncId, BlockId, usize)]>,
}

impl Group {
    /// Updates its weight by the distance to uncovered code.
    fn measure(&mut self, distances: &Distances) {
        let distance = distances.from_stack(self.stack.iter().copied());
        self.near = distance.map_or(0.0, |distance| 1.0 / (1.0 + f64::from(distance)));
    }
}

/// Picks a group with a probability proportional to its weight, and one of its states: half of the
/// time the newest, which is the furthest in a loop that forks in every iteration, otherwise a
/// random one.
pub struct Weighted {
    rng: SmallRng,
    /// For each function, whether it is the user's.
    user: Vec<bool>,
    groups: Vec<Group>,
    numbers: FxHashMap<ControlPoint, usize>,
    weights: Weights,
    /// For each state its group, and its position in the group.
    positions: FxHashMap<StateId, (u32, u32)>,
}

impl Weighted {
    /// With no states, on a program.
    pub fn new(rng: SmallRng, module: &Module) -> Self {
        let mut searcher = Weighted {
            rng,
            user: module.funcs.iter().map(|func| func.user).collect(),
            groups: Vec::new(),
            numbers: FxHashMap::default(),
            weights: Weights::default(),
            positions: FxHashMap::default(),
        };
        let start = searcher.group(ControlPoint::new());
        searcher.groups[start].near = 1.0;
        searcher
    }

    /// The index of the group at a point.
    fn group(&mut self, point: ControlPoint) -> usize {
        let groups = &mut self.groups;
        *self.numbers.entry(point).or_insert_with(|| {
            groups.push(Group::default());
            groups.len() - 1
        })
    }

    /// The control point of a state.
    fn point(&self, state: &State) -> ControlPoint {
        let frames = state.frames.iter().rev();
        let own = frames.filter(|frame| self.user[frame.func.index()]);
        own.take(CALLS)
            .map(|frame| (frame.func, frame.block, frame.inst))
            .collect()
    }

    fn weigh(&mut self, group: usize) {
        let Group {
            waiting,
            near,
            turns,
            ..
        } = &self.groups[group];
        let weight = match waiting.is_empty() {
            true => 0.0,
            false => near.max(FAR_WEIGHT) / (1.0 + f64::from(*turns)),
        };
        self.weights.set(group, weight);
    }

    fn add(&mut self, id: StateId, group: usize) {
        let waiting = &mut self.groups[group].waiting;
        self.positions
            .insert(id, (group as u32, waiting.len() as u32));
        waiting.push(id);
        self.weigh(group);
    }

    /// Removes a state, if it is waiting.
    fn remove(&mut self, id: StateId) -> Option<usize> {
        let (group, position) = self.positions.remove(&id)?;
        let (group, position) = (group as usize, position as usize);
        let waiting = &mut self.groups[group].waiting;
        waiting.swap_remove(position);
        if let Some(moved) = waiting.get(position) {
            self.positions
                .insert(*moved, (group as u32, position as u32));
        }
        self.weigh(group);
        Some(group)
    }
}

impl Searcher for Weighted {
    fn start(&mut self, id: StateId) {
        let start = self.group(ControlPoint::new());
        self.add(id, start);
    }

    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        let Some(&(group, _)) = self.positions.get(&parent) else {
            return;
        };
        for child in children {
            self.add(*child, group as usize);
        }
    }

    fn end(&mut self, id: StateId) {
        self.remove(id);
    }

    fn moved(&mut self, id: StateId, state: &State, distances: &Distances) {
        if self.remove(id).is_none() {
            return;
        }
        let stack = state
            .frames
            .iter()
            .rev()
            .map(|frame| (frame.func, frame.block, frame.inst));
        let point = self.point(state);
        let number = self.group(point);
        let group = &mut self.groups[number];
        if !group.stack.iter().copied().eq(stack.clone()) {
            group.stack = stack.collect();
        }
        group.measure(distances);
        if state.last_new_coverage == state.instructions {
            group.turns = 0;
        }
        self.add(id, number);
    }

    fn measure(&mut self, distances: &Distances) {
        for number in 0..self.groups.len() {
            // Where no state waits, the distance is computed when one comes.
            if !self.groups[number].waiting.is_empty() {
                self.groups[number].measure(distances);
                self.weigh(number);
            }
        }
    }

    fn next(&mut self) -> Option<StateId> {
        let drawn = self.rng.random::<f64>() * self.weights.total();
        let found = self.weights.find(drawn);
        // Rounding may lead to an empty neighbouring group.
        let is_right = |group: &Group| !group.waiting.is_empty();
        let number = match self.groups.get(found).is_some_and(is_right) {
            true => found,
            false => self.groups.iter().position(is_right)?,
        };
        let group = &mut self.groups[number];
        let position = match self.rng.random() {
            true => group.waiting.len() - 1,
            false => self.rng.random_range(0..group.waiting.len()),
        };
        group.turns = group.turns.saturating_add(1);
        let id = group.waiting[position];
        self.weigh(number);
        Some(id)
    }

    fn wants_distances(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;
    use sheaf_ir::text::parse;
    use smallvec::smallvec;

    /// A searcher with these numbers of states at groups of these weights; states are numbered from
    /// group to group.
    fn searcher(groups: &[(usize, f64)]) -> Weighted {
        let module = parse("module ptr 8 func @main() { a: ret }").unwrap();
        let mut searcher = Weighted::new(SmallRng::seed_from_u64(1), &module);
        let mut next = 0;
        for (position, (count, near)) in groups.iter().enumerate() {
            let group = searcher.group(smallvec![(FuncId::new(0), BlockId::new(0), position)]);
            searcher.groups[group].near = *near;
            for _ in 0..*count {
                searcher.add(next, group);
                next += 1;
            }
        }
        searcher
    }

    #[test]
    fn a_crowd_near_a_goal_does_not_take_all_turns() {
        let mut searcher = searcher(&[(1000, 0.5), (1, 0.01)]);
        let lonely = (0..1000).filter(|_| searcher.next() == Some(1000)).count();
        assert!(lonely > 5, "{lonely}");
    }

    #[test]
    fn the_newest_at_a_place_is_picked_most_often() {
        let mut searcher = searcher(&[(1000, 1.0)]);
        let newest = (0..1000).filter(|_| searcher.next() == Some(999)).count();
        assert!((400..600).contains(&newest), "{newest}");
    }

    #[test]
    fn states_that_ended_are_not_picked() {
        let mut searcher = searcher(&[(2, 1.0), (2, 0.0)]);
        for end in [1, 0, 3] {
            searcher.end(end);
            searcher.end(end);
        }
        assert_eq!(searcher.next(), Some(2));
        searcher.fork(2, &[7]);
        searcher.end(2);
        assert_eq!(searcher.next(), Some(7));
        searcher.end(7);
        assert_eq!(searcher.next(), None);
    }
}
