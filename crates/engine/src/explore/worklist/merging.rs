//! Merging in the worklist: states that stand at one point become one, and a schedule makes them
//! meet.
//!
//! A state runs until it comes to a block that several others lead to, or returns from a call. If
//! another state waits at that point, and the policy agrees, they merge. The state that is first in
//! the order of points goes first, so that whoever can still reach a point does so before it is
//! left; with dynamic merging the searcher picks, unless a state will soon meet another. A loop
//! that never ends would keep all behind it waiting forever; therefore now and then the searcher
//! picks in any case.

use super::Worklist;
use super::bucket::{Bucket, Signature};
use super::lookback::{History, Lookback};
use super::states::States;
use crate::explore::search::Searcher;
use crate::explore::{Driver, Moment, StateId};
use crate::machine::Pause;
use crate::merge::{
    self, ExecutionPoint, ExecutionPoints, Joins, Policy, SeparatingParts, Sharing, Weight,
};
use crate::options::{Explore, MergePolicy, Options};
use crate::outcome::{MergePoint, MergeStats, Refusal};
use crate::program::Program;
use crate::state::State;
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{FuncId, LocId};
use sheaf_term::cancel;
use std::collections::{BTreeMap, BTreeSet};

/// After so many turns at least, and as many as there are states, the searcher picks the state that
/// goes on, whatever its point. If it did so more often, a searcher that likes those that are ahead
/// would send them off faster than many others catch up.
const FAIR_TURN: u64 = 16;

/// Looking whether two states may merge takes about as long as making this many terms.
const STEPS_PER_MERGE: u32 = 32;

/// Where a state stood before it had its turn.
pub struct Origin {
    point: ExecutionPoint,
    /// With dynamic merging, that point and those before it, newest first.
    history: History,
}

/// Where a state waits, and how it is filed there.
struct Filed {
    point: ExecutionPoint,
    turn: u64,
    signature: Signature,
}

/// Where states stand and how they merged.
pub struct MergeScheduler<'p> {
    policy: Policy<'p>,
    joins: Joins,
    points: ExecutionPoints,
    /// What keeps states apart by itself.
    parts: SeparatingParts,
    /// The waiting states, by point.
    waiting: BTreeMap<ExecutionPoint, Bucket>,
    filed: FxHashMap<StateId, Filed>,
    /// How many have come to wait.
    arrivals: u64,
    /// With dynamic merging, who will soon meet another.
    lookback: Option<Lookback>,
    turns: u64,
    sharing: Sharing,
    merge_points: BTreeMap<(FuncId, Option<LocId>), MergePoint>,
}

impl<'p> MergeScheduler<'p> {
    /// What merging needs, if the options ask for it.
    pub fn wanted(options: &Options, program: &'p Program) -> Option<Self> {
        let policy = match options.explore {
            Explore::Multise => MergePolicy::Aggressive,
            Explore::Worklist => options.merging.policy,
            Explore::Cdse => MergePolicy::None,
        };
        (policy != MergePolicy::None).then(|| MergeScheduler {
            policy: Policy::new(program, policy, &options.merging),
            joins: Joins::new(program.module()),
            points: ExecutionPoints::default(),
            parts: SeparatingParts::default(),
            waiting: BTreeMap::new(),
            filed: FxHashMap::default(),
            arrivals: 0,
            lookback: (policy == MergePolicy::Dynamic).then(Lookback::default),
            turns: 0,
            sharing: Sharing::default(),
            merge_points: BTreeMap::new(),
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
        let Filed {
            point,
            turn,
            signature,
        } = self.filed.remove(&id)?;
        let history = self.lookback.as_mut().map(|lookback| lookback.leave(id));
        if let Some(bucket) = self.waiting.get_mut(&point) {
            bucket.remove(turn, signature);
            if bucket.is_empty() {
                self.waiting.remove(&point);
            }
        }
        let history = history.unwrap_or_default();
        Some(Origin { point, history })
    }

    fn wait(
        &mut self,
        id: StateId,
        state: &State,
        point: ExecutionPoint,
        history: History,
        ahead: Vec<ExecutionPoint>,
    ) {
        if let Some(lookback) = &mut self.lookback {
            lookback.wait(id, point.clone(), history, ahead);
        }
        let new = || {
            let mut bucket = Bucket::new(point.control_point());
            bucket.parts = self.parts.at(&bucket.control_point).len();
            bucket
        };
        let bucket = self.waiting.entry(point.clone()).or_insert_with(new);
        let parts = &self.parts.at(&bucket.control_point)[..bucket.parts];
        let signature = merge::signature(state, parts);
        let turn = self.arrivals;
        self.arrivals += 1;
        bucket.add(turn, signature, id);
        let filed = Filed {
            point,
            turn,
            signature,
        };
        self.filed.insert(id, filed);
    }

    /// Those at a point that a state may merge with, and whether there are others.
    fn partners(
        &mut self,
        states: &States,
        state: &State,
        point: &ExecutionPoint,
    ) -> (Vec<StateId>, bool) {
        let Some(bucket) = self.waiting.get_mut(point) else {
            return (Vec::new(), false);
        };
        let parts = self.parts.at(&bucket.control_point);
        if bucket.parts < parts.len() {
            let mut sorted = Bucket::new(bucket.control_point.clone());
            sorted.parts = parts.len();
            for (turn, id) in bucket.states() {
                if let (Some(filed), Some(state)) = (self.filed.get_mut(&id), states.get(id)) {
                    filed.signature = merge::signature(state, parts);
                    sorted.add(turn, filed.signature, id);
                }
            }
            *bucket = sorted;
        }
        let partners = bucket.partners(merge::signature(state, parts));
        let others = partners.len() < bucket.len();
        (partners, others)
    }

    /// The state that goes on next.
    pub fn next(&mut self, searcher: &mut dyn Searcher) -> Option<StateId> {
        self.turns += 1;
        if self.turns >= FAIR_TURN.max(self.filed.len() as u64) {
            self.turns = 0;
            return searcher.next();
        }
        if let Some(lookback) = &mut self.lookback {
            return lookback.first().or_else(|| searcher.next());
        }
        let (_, bucket) = self.waiting.first_key_value()?;
        bucket.first()
    }

    /// The depth of calls in which a state that stood at a point has to pause. Before it has
    /// passed the next state in order it meets nobody, so only the call in which they differ, and
    /// those around it, matter.
    pub fn pause_depth(&self, Origin { point, .. }: &Origin) -> usize {
        match self.waiting.first_key_value() {
            None => 0,
            Some((next, _)) if next < point => usize::MAX,
            Some((next, _)) => point.shared_calls(next) + 1,
        }
    }

    /// Whether a state has just entered a block that several others lead to.
    pub fn stands_at_join(&self, state: &State) -> bool {
        state
            .frames
            .last()
            .is_some_and(|frame| frame.inst == 0 && self.joins.of(frame.func)[frame.block.index()])
    }

    /// What is known of the point that a state stands at.
    fn merge_point(&mut self, program: &Program, state: &State) -> &mut MergePoint {
        let (func, loc) = (state.top().func, state.loc(program));
        let new = || MergePoint {
            func,
            loc,
            merged: 0,
            refused: Vec::new(),
            cost: 0.0,
            differing: Vec::new(),
        };
        self.merge_points.entry((func, loc)).or_insert_with(new)
    }

    /// Adds what merging did to the statistics.
    pub fn report(self, stats: &mut MergeStats) {
        if self.sharing.values > 0 {
            stats.sharing = (self.sharing.log_paths / self.sharing.values as f64).exp();
        }
        stats.points = self.merge_points.into_values().collect();
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
    /// Lets a state that has stopped merge with those that wait at its point. `before` is where it
    /// stood when it started.
    pub(super) fn settle(
        &mut self,
        driver: &mut Driver,
        id: StateId,
        may_merge: bool,
        before: Option<&Origin>,
    ) {
        let (Some(merging), Some(state)) = (&mut self.scheduler.merging, self.states.get(id))
        else {
            return;
        };
        let point = merging
            .points
            .of(driver.program, state, before.map(|before| &before.point));
        let refused = !may_merge || self.merge_at(driver, id, &point);
        let (Some(merging), Some(state)) = (&mut self.scheduler.merging, self.states.get(id))
        else {
            return;
        };
        let ahead = match merging.lookback.is_some() && !refused {
            true => merging.points.ahead(driver.program, state, &point),
            false => Vec::new(),
        };
        let history = before.map(|before| before.history.clone());
        merging.wait(id, state, point, history.unwrap_or_default(), ahead);
    }

    /// Lets a state merge with those that wait at its point. Whether some stay apart from it.
    fn merge_at(&mut self, driver: &mut Driver, id: StateId, point: &ExecutionPoint) -> bool {
        let mut refusals = BTreeSet::new();
        loop {
            let (Some(merging), Some(state)) = (&mut self.scheduler.merging, self.states.get(id))
            else {
                return false;
            };
            let (partners, others) = merging.partners(&self.states, state, point);
            if others {
                refusals.insert(Refusal::Cost);
            }
            let mut spots_found = false;
            for other in partners {
                if let Err((refusal, new_spots)) = self.try_merge(driver, id, other) {
                    refusals.insert(refusal);
                    spots_found = new_spots;
                }
                if spots_found {
                    break;
                }
            }
            if !spots_found {
                break;
            }
        }
        if refusals.is_empty() {
            return false;
        }
        if let (Some(merging), Some(state)) = (&mut self.scheduler.merging, self.states.get(id)) {
            let merge_point = merging.merge_point(driver.program, state);
            refusals
                .iter()
                .for_each(|refusal| merge_point.refuse(*refusal));
        }
        true
    }

    /// Makes one state of two at one point, if that is possible and worth it; it keeps the first
    /// number. If not, why, and whether that showed what else keeps states apart there.
    fn try_merge(
        &mut self,
        driver: &mut Driver,
        id: StateId,
        other: StateId,
    ) -> Result<(), (Refusal, bool)> {
        let (Some(merging), Some(a), Some(b)) = (
            &mut self.scheduler.merging,
            self.states.get(id),
            self.states.get(other),
        ) else {
            return Ok(());
        };
        cancel::steps(STEPS_PER_MERGE);
        let mut weight = merging.policy.weigh(&mut merging.points, a, b);
        let apart = std::mem::take(&mut weight.apart);
        let allowed = merging.policy.allows(&weight);
        merging.merge_point(driver.program, a).note(weight);
        if !allowed {
            let control_point = merging
                .filed
                .get(&other)
                .and_then(|filed| merging.waiting.get(&filed.point));
            let found = control_point
                .is_some_and(|bucket| merging.parts.add(&bucket.control_point, &apart));
            return Err((Refusal::Cost, found));
        }
        let joined = merge::join(
            driver.program,
            &mut merging.points,
            &mut driver.pool,
            &mut merging.sharing,
            a,
            b,
        );
        let joined = joined.map_err(|refusal| (refusal, false))?;
        merging.merge_point(driver.program, a).merged += 1;
        driver.stats.paths.merged += 1;
        self.states.remove(other);
        self.scheduler.end(other);
        if let Some(subsumption) = &mut self.subsumption {
            subsumption.lose(driver, id);
            subsumption.lose(driver, other);
            subsumption.begin(&joined);
        }
        let into = &joined;
        driver.tell(&Moment::Merged { into, from: other });
        self.states.insert(joined);
        Ok(())
    }
}
