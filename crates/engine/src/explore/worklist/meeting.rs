//! Merging in the worklist: states that stand at one place become one, and a schedule makes them meet.
//!
//! A state runs until it comes to a block that several others lead to, or returns from a call. If another state waits at that place, and the
//! policy agrees, they merge. The state that is first in the order of places goes first, so that whoever can still reach a place does so before
//! it is left; with dynamic merging the searcher picks, unless a state will soon meet another. A loop that never ends would keep all behind it
//! waiting for ever; therefore now and then the searcher picks in any case.

use super::Worklist;
use super::lookback::{History, Lookback};
use crate::explore::search::StateId;
use crate::machine::Pause;
use crate::merge::{self, Joins, Place, Places, Policy, Sharing, Weight};
use crate::options::{Explore, MergePolicy, Options};
use crate::outcome::{MergePoint, MergeStats, Refusal};
use crate::program::Program;
use crate::state::State;
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{FuncId, LocId};
use std::collections::BTreeMap;

/// Every so many turns the searcher picks the state that goes on, whatever its place.
const FAIR_TURN: u64 = 16;

/// Where a state stood before it had its turn.
pub struct Origin {
    place: Place,
    /// With dynamic merging, that place and those before it, newest first.
    history: History,
}

/// Where states stand and how they merged.
pub struct Meeting<'p> {
    policy: Policy<'p>,
    joins: Joins,
    places: Places,
    /// The states that wait, by place.
    waiting: BTreeMap<Place, Vec<StateId>>,
    place: FxHashMap<StateId, Place>,
    /// With dynamic merging, who will soon meet another.
    lookback: Option<Lookback>,
    turns: u64,
    sharing: Sharing,
    points: BTreeMap<(FuncId, Option<LocId>), MergePoint>,
}

impl<'p> Meeting<'p> {
    /// What merging needs, if the options ask for it.
    pub fn wanted(options: &Options, program: &'p Program) -> Option<Self> {
        let policy = match options.explore {
            Explore::Multise => MergePolicy::Aggressive,
            Explore::Worklist => options.merging.policy,
        };
        (policy != MergePolicy::None).then(|| Meeting {
            policy: Policy::new(program, policy, &options.merging),
            joins: Joins::new(program.module()),
            places: Places::default(),
            waiting: BTreeMap::new(),
            place: FxHashMap::default(),
            lookback: (policy == MergePolicy::Dynamic).then(Lookback::default),
            turns: 0,
            sharing: Sharing::default(),
            points: BTreeMap::new(),
        })
    }

    /// Where the machine pauses in calls up to a depth.
    pub fn pause(&self, depth: usize) -> Pause<'_> {
        Pause {
            joins: &self.joins,
            depth,
        }
    }

    /// A state no longer waits. Where it did.
    pub fn leave(&mut self, id: StateId) -> Option<Origin> {
        let place = self.place.remove(&id)?;
        let history = self.lookback.as_mut().map(|lookback| lookback.leave(id));
        if let Some(ids) = self.waiting.get_mut(&place) {
            ids.retain(|waiting| *waiting != id);
            if ids.is_empty() {
                self.waiting.remove(&place);
            }
        }
        let history = history.unwrap_or_default();
        Some(Origin { place, history })
    }

    fn wait(&mut self, id: StateId, place: Place, history: History, ahead: Vec<Place>) {
        if let Some(lookback) = &mut self.lookback {
            lookback.wait(id, place.clone(), history, ahead);
        }
        self.waiting.entry(place.clone()).or_default().push(id);
        self.place.insert(id, place);
    }

    /// Adds what merging did to the statistics.
    pub fn report(self, stats: &mut MergeStats) {
        if self.sharing.values > 0 {
            stats.sharing = self.sharing.paths / self.sharing.values as f64;
        }
        stats.points = self.points.into_values().collect();
        let mut refused: BTreeMap<Refusal, u64> = BTreeMap::new();
        for (reason, count) in stats.points.iter().flat_map(|point| &point.refused) {
            *refused.entry(*reason).or_default() += count;
        }
        stats.refused = refused.into_iter().collect();
    }
}

impl MergePoint {
    fn refuse(&mut self, refusal: Refusal) {
        match self.refused.iter_mut().find(|(it, _)| *it == refusal) {
            Some((_, count)) => *count += 1,
            None => self.refused.push((refusal, 1)),
        }
    }

    /// Takes note of what it would cost to merge two states here.
    fn note(&mut self, weight: Weight) {
        self.cost = self.cost.max(weight.queries);
        for name in weight.names {
            if let Err(at) = self.differing.binary_search(&name) {
                self.differing.insert(at, name);
            }
        }
    }
}

impl Worklist<'_> {
    /// The state that goes on next.
    pub(super) fn next(&mut self) -> Option<StateId> {
        let Some(meeting) = &mut self.meeting else {
            return self.searcher.next();
        };
        meeting.turns += 1;
        if meeting.turns.is_multiple_of(FAIR_TURN) {
            return self.searcher.next();
        }
        if let Some(lookback) = &mut meeting.lookback {
            return lookback.first().or_else(|| self.searcher.next());
        }
        let (_, ids) = meeting.waiting.first_key_value()?;
        ids.first().copied()
    }

    /// The depth of calls in which a state that stands at a place has to pause. Before it has passed the next state in order it meets
    /// nobody, so only the call in which they differ, and those around it, matter.
    pub(super) fn pause_depth(&self, origin: Option<&Origin>) -> usize {
        let (Some(meeting), Some(Origin { place, .. })) = (&self.meeting, origin) else {
            return 0;
        };
        match meeting.waiting.first_key_value() {
            None => 0,
            Some((next, _)) if next < place => usize::MAX,
            Some((next, _)) => place.shared_calls(next) + 1,
        }
    }

    /// Whether a state has just entered a block that several others lead to.
    pub(super) fn stands_at_join(&self, state: &State) -> bool {
        let Some(meeting) = &self.meeting else {
            return false;
        };
        state.frames.last().is_some_and(|frame| {
            frame.inst == 0 && meeting.joins.of(frame.func)[frame.block.index()]
        })
    }

    pub(super) fn admit_newborn(&mut self, state: State) -> StateId {
        let id = self.admit(state);
        self.newborn.push(id);
        id
    }

    pub(super) fn settle_newborn(&mut self, before: Option<&Origin>) {
        for id in std::mem::take(&mut self.newborn) {
            self.settle(id, before);
        }
    }

    /// Lets a state that has stopped merge with those that wait at its place. `before` is where it stood when it started.
    pub(super) fn settle(&mut self, id: StateId, before: Option<&Origin>) {
        let (Some(meeting), Some(state)) = (&mut self.meeting, self.states.get(&id)) else {
            return;
        };
        let place = meeting
            .places
            .of(self.program, state, before.map(|before| &before.place));
        // States that a value has just split would only be one again.
        let waiting = match self.split {
            true => Vec::new(),
            false => meeting.waiting.get(&place).cloned().unwrap_or_default(),
        };
        let mut refused = self.split;
        for other in waiting {
            refused |= !self.try_merge(id, other);
        }
        let (Some(meeting), Some(state)) = (&mut self.meeting, self.states.get(&id)) else {
            return;
        };
        let ahead = match meeting.lookback.is_some() && !refused {
            true => meeting.places.ahead(self.program, state, &place),
            false => Vec::new(),
        };
        let history = before.map(|before| before.history.clone());
        meeting.wait(id, place, history.unwrap_or_default(), ahead);
    }

    /// Makes one state of two at one place, if that is possible and worth it; it keeps the first number. Whether it did.
    fn try_merge(&mut self, id: StateId, other: StateId) -> bool {
        let (Some(meeting), Some(a), Some(b)) = (
            &mut self.meeting,
            self.states.get(&id),
            self.states.get(&other),
        ) else {
            return false;
        };
        let weight = meeting.policy.weigh(&mut meeting.places, a, b);
        let joined = match meeting.policy.allows(&weight) {
            false => Err(Refusal::Cost),
            true => merge::join(
                self.program,
                &mut meeting.places,
                &mut self.pool,
                &mut meeting.sharing,
                a,
                b,
            ),
        };
        let point = (a.top().func, a.loc(self.program));
        let point = meeting.points.entry(point).or_insert_with(|| MergePoint {
            func: point.0,
            loc: point.1,
            merged: 0,
            refused: Vec::new(),
            cost: 0.0,
            differing: Vec::new(),
        });
        point.note(weight);
        match joined {
            Ok(joined) => {
                point.merged += 1;
                meeting.leave(other);
                self.stats.paths.merged += 1;
                self.states.remove(&other);
                self.searcher.end(other);
                self.states.insert(id, joined);
                true
            }
            Err(refusal) => {
                point.refuse(refusal);
                false
            }
        }
    }
}
