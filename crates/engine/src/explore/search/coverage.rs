//! Selects a control point by its distance to uncovered code, and then a state at that point.
//!
//! Weights by distance to uncovered code are KLEE's (`md2u`; Cadar et al., OSDI 2008, section 3.4).
//! As weights of states they fail on whole programs: thousands of states gather near code that no
//! input reaches, and take all turns. So the weight belongs to a point, regardless of the number of
//! its states, and decreases with each turn of the point, until a path that arrives there has just
//! executed something new. Li, Su, Wang, Li, "Steering Symbolic Execution to Less Traveled Paths"
//! (OOPSLA 2013) apply the same idea to sequences of branches.
//!
//! The weight decreases also with the turns of other points that the same uncovered block is
//! nearest to. All paths of some tools go through a function that quotes names in messages; it has
//! hundreds of points near blocks that no input reaches, and by their number alone they would take
//! most turns.

use super::weights::Weights;
use super::{Searcher, StateId};
use crate::state::State;
use rand::Rng;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, FuncId, Module};
use smallvec::SmallVec;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

use sheaf_ir::analysis::UncoveredBlock;

pub use sheaf_ir::analysis::Distances;

/// Weight of a point from which no uncovered code is known to be reachable.
const FAR_WEIGHT: f64 = 1e-6;

/// The number of calls of the user's functions that distinguish points. A parser does most of its
/// work in helpers that all of its rules call, so the innermost call says little; with all calls,
/// each level of a recursion would be a point.
const CALLS: usize = 3;

/// A control point: the position in the innermost function of the user, and in its callers.
type ControlPoint = SmallVec<[(FuncId, BlockId, usize); CALLS]>;

/// Where a waiting state is.
#[derive(Clone, Copy)]
struct Place {
    group: u32,
    /// Its position among the waiting states of the group.
    position: u32,
    /// The number of forks on its path.
    forks: u32,
}

/// The states at one point.
#[derive(Default)]
struct Group {
    waiting: Vec<StateId>,
    /// The same and some that have left, with their numbers of forks, the fewest first.
    by_forks: BinaryHeap<Reverse<(u32, StateId)>>,
    /// The weight without the numbers of turns.
    near: f64,
    /// The nearest uncovered block.
    goal: Option<UncoveredBlock>,
    /// The number of turns since something new was executed.
    turns: u32,
    /// The stack of the state that arrived last, innermost first.
    stack: Box<[(FuncId, BlockId, usize)]>,
}

impl Group {
    /// Updates its weight by the distance to uncovered code.
    fn measure(&mut self, distances: &Distances) {
        let nearest = distances.from_stack(self.stack.iter().copied());
        self.near = nearest.map_or(0.0, |(distance, _)| 1.0 / (1.0 + f64::from(distance)));
        self.goal = nearest.map(|(_, goal)| goal);
    }
}

/// Picks a group with a probability proportional to its weight, and one of its states: half of the
/// time the newest, which is the furthest in a loop that forks in every iteration, a quarter of the
/// time one with the fewest forks, which has gone through such loops in the shortest time, otherwise
/// a random one.
pub struct Weighted {
    rng: SmallRng,
    /// For each function, whether it is the user's.
    user: Vec<bool>,
    groups: Vec<Group>,
    numbers: FxHashMap<ControlPoint, usize>,
    weights: Weights,
    /// The turns of states near each uncovered block.
    attracted: FxHashMap<UncoveredBlock, u32>,
    places: FxHashMap<StateId, Place>,
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
            attracted: FxHashMap::default(),
            places: FxHashMap::default(),
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
            goal,
            turns,
            ..
        } = &self.groups[group];
        let attracted = goal.and_then(|goal| self.attracted.get(&goal));
        let others = attracted.map_or(0, |all| all.saturating_sub(*turns));
        let weight = match waiting.is_empty() {
            true => 0.0,
            false => near.max(FAR_WEIGHT) / (1.0 + f64::from(*turns)) / (1.0 + f64::from(others)),
        };
        self.weights.set(group, weight);
    }

    fn add(&mut self, id: StateId, group: usize, forks: u32) {
        let Group {
            waiting, by_forks, ..
        } = &mut self.groups[group];
        let place = Place {
            group: group as u32,
            position: waiting.len() as u32,
            forks,
        };
        self.places.insert(id, place);
        waiting.push(id);
        by_forks.push(Reverse((forks, id)));
        self.weigh(group);
    }

    /// Removes a state, if it is waiting.
    fn remove(&mut self, id: StateId) -> Option<Place> {
        let place = self.places.remove(&id)?;
        let waiting = &mut self.groups[place.group as usize].waiting;
        waiting.swap_remove(place.position as usize);
        if let Some(moved) = waiting.get(place.position as usize) {
            let moved = self
                .places
                .get_mut(moved)
                .expect("waiting states have places");
            moved.position = place.position;
        }
        self.weigh(place.group as usize);
        Some(place)
    }

    /// The state of a group with the fewest forks.
    fn least_forked(&mut self, number: usize) -> Option<StateId> {
        let by_forks = &mut self.groups[number].by_forks;
        while let Some(Reverse((forks, id))) = by_forks.peek() {
            let place = self.places.get(id);
            if place.is_some_and(|place| place.group as usize == number && place.forks == *forks) {
                return Some(*id);
            }
            by_forks.pop();
        }
        None
    }
}

impl Searcher for Weighted {
    fn start(&mut self, id: StateId) {
        let start = self.group(ControlPoint::new());
        self.add(id, start, 0);
    }

    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        let Some(Place { group, forks, .. }) = self.remove(parent) else {
            return;
        };
        for id in [&parent].into_iter().chain(children) {
            self.add(*id, group as usize, forks + 1);
        }
    }

    fn end(&mut self, id: StateId) {
        self.remove(id);
    }

    fn moved(&mut self, id: StateId, state: &State, distances: &Distances) {
        let Some(Place { forks, .. }) = self.remove(id) else {
            return;
        };
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
        self.add(id, number, forks);
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
        let waiting = &self.groups[number].waiting;
        let id = match self.rng.random_range(0..4) {
            0 | 1 => waiting.last().copied(),
            2 => waiting.choose(&mut self.rng).copied(),
            _ => self.least_forked(number),
        };
        let group = &mut self.groups[number];
        group.turns = group.turns.saturating_add(1);
        if let Some(goal) = group.goal {
            let attracted = self.attracted.entry(goal).or_default();
            *attracted = attracted.saturating_add(1);
        }
        self.weigh(number);
        id
    }

    fn wants_places(&self) -> bool {
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
                searcher.add(next, group, 0);
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
    fn many_points_near_one_goal_do_not_take_all_turns() {
        let mut searcher = searcher(&[(1, 0.5); 100]);
        for (number, group) in searcher.groups.iter_mut().enumerate() {
            group.goal = Some(u32::from(number == 100));
        }
        let other = (0..10_000).filter(|_| searcher.next() == Some(99)).count();
        assert!(other > 500, "{other}");
    }

    #[test]
    fn one_with_few_forks_is_picked_often() {
        let mut searcher = searcher(&[(1, 1.0)]);
        for child in 1..1000 {
            searcher.fork(child - 1, &[child]);
        }
        // Each child has forked but the last; the first state has done so once.
        let first = (0..1000).filter(|_| searcher.next() == Some(0)).count();
        assert!((200..400).contains(&first), "{first}");
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
