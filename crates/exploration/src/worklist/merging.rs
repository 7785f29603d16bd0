//! Merging in the worklist: states at the same point are merged, and scheduling makes them reach
//! the same points.
//!
//! A state runs until it enters a block with several predecessors, or returns from a call. If
//! another state waits at that point, and the policy agrees, they merge. The state with the least
//! execution point runs first ([`crate::merge`]), so that every state that can still reach a point
//! does so before the states there continue; with dynamic merging the searcher chooses, unless a
//! state will soon reach another. A loop that never ends would keep all states behind it waiting
//! forever; therefore the searcher also chooses regularly.

use super::Worklist;
use super::bucket::{Bucket, Signature};
use super::lookback::{History, Lookback};
use super::sample::Sample;
use super::states::States;
use super::summarized;
use crate::joins::Joins;
use crate::machine::Pause;
use crate::merge::{self, ExecutionPoint, ExecutionPoints, Policy, SeparatingParts, Sharing};
use crate::options::{MergePolicy, Options};
use crate::outcome::{MergePoint, MergeStats, Refusal};
use crate::program::Program;
use crate::search::Searcher;
use crate::state::State;
use crate::{Driver, Moment, StateId};
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{FuncId, LocId, Module};
use sheaf_term::cancel;
use std::collections::{BTreeMap, BTreeSet};

sheaf_tuning::constants! {
    /// The minimum number of turns between two choices of the searcher; if there are more states,
    /// it is their number. If the searcher chose more often, leading states would outrun the states
    /// that they could merge with.
    FAIR_TURN: u64 = 16, 1 => 256, "turns";
}

/// Checking whether two states may merge takes about as long as creating this many terms.
const STEPS_PER_MERGE: u32 = 32;

/// The point of a state before its turn.
pub struct Origin {
    point: ExecutionPoint,
    /// With dynamic merging, that point and earlier ones, newest first.
    history: History,
}

/// The position of a waiting state: its point and group.
struct Filed {
    point: ExecutionPoint,
    turn: u64,
    signature: Signature,
}

/// The points of states, and statistics of merges.
pub struct MergeScheduler<'p> {
    /// `None` if states are sampled instead.
    policy: Option<Policy<'p>>,
    pub sample: Option<Sample>,
    joins: Joins,
    points: ExecutionPoints,
    /// The values that alone exceed the cost limit.
    parts: SeparatingParts,
    /// The waiting states, by point.
    waiting: BTreeMap<ExecutionPoint, Bucket>,
    filed: FxHashMap<StateId, Filed>,
    /// The number of arrivals so far.
    arrivals: u64,
    /// With dynamic merging, the prediction of merges.
    lookback: Option<Lookback>,
    turns: u64,
    sharing: Sharing,
    merge_points: BTreeMap<(FuncId, Option<LocId>), MergePoint>,
}

impl<'p> MergeScheduler<'p> {
    /// The scheduler, if the options require it.
    pub fn wanted(options: &Options, program: &'p Program) -> Option<Self> {
        let merging = options.plan.merging()?;
        let looks_back = merging.policy == MergePolicy::Dynamic;
        let policy = Policy::new(program, &merging);
        Some(MergeScheduler::new(program, Some(policy), looks_back))
    }

    /// What states need of which one goes on for all that meet.
    pub fn sampling(program: &'p Program, seed: u64) -> Self {
        MergeScheduler {
            sample: Some(Sample::new(seed)),
            ..MergeScheduler::new(program, None, false)
        }
    }

    /// See [`Worklist::weight`].
    pub fn weight_of_turn(&self) -> f64 {
        self.sample.as_ref().map_or(1.0, Sample::weight_of_turn)
    }

    fn new(program: &'p Program, policy: Option<Policy<'p>>, is_dynamic: bool) -> Self {
        MergeScheduler {
            policy,
            sample: None,
            joins: Joins::new(program.module()),
            points: ExecutionPoints::default(),
            parts: SeparatingParts::default(),
            waiting: BTreeMap::new(),
            filed: FxHashMap::default(),
            arrivals: 0,
            lookback: is_dynamic.then(Lookback::default),
            turns: 0,
            sharing: Sharing::default(),
            merge_points: BTreeMap::new(),
        }
    }

    /// The pause points of the machine, in calls up to a depth.
    pub fn pause(&self, depth: usize) -> Pause<'_> {
        Pause {
            joins: &self.joins,
            depth,
        }
    }

    /// A state no longer waits. Returns its position.
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

    /// The states at a point that a state may merge with, and whether there are others.
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

    /// The next state.
    pub fn next(&mut self, searcher: &mut dyn Searcher) -> Option<StateId> {
        self.turns += 1;
        if self.sample.is_none() && self.turns >= FAIR_TURN.get().max(self.filed.len() as u64) {
            self.turns = 0;
            return searcher.next();
        }
        if let Some(lookback) = &mut self.lookback {
            return lookback.first().or_else(|| searcher.next());
        }
        let (_, bucket) = self.waiting.first_key_value()?;
        bucket.first()
    }

    /// The depth of calls in which a state from this point has to pause. Before it has passed the
    /// next state in order it cannot merge, so only the call in which they differ, and those around
    /// it, matter.
    pub fn pause_depth(&self, Origin { point, .. }: &Origin) -> usize {
        match self.waiting.first_key_value() {
            None => 0,
            Some((next, _)) if next < point => usize::MAX,
            Some((next, _)) => point.shared_calls(next) + 1,
        }
    }

    /// Whether a state has just entered a block with several predecessors.
    pub fn is_at_join(&self, module: &Module, state: &State) -> bool {
        let Some(frame) = state.frames.last() else {
            return false;
        };
        frame.inst == 0 && self.joins.of(module, frame.func)[frame.block.index()]
    }

    /// The statistics of a state's point.
    fn merge_point(&mut self, program: &Program, state: &State) -> &mut MergePoint {
        let (func, loc) = (state.top().func, state.loc(program));
        let new = || MergePoint {
            func,
            loc,
            merged: 0,
            refused: Vec::new(),
            cost: 0.0,
            differing: Vec::new(),
            summaries: Vec::new(),
        };
        self.merge_points.entry((func, loc)).or_insert_with(new)
    }

    /// Adds the statistics of merging.
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

impl Worklist<'_> {
    /// Merges a state that has stopped with those that wait at its point, if possible. `before` is
    /// its position before the turn.
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
        if merging.sample.is_some() && !self.sample_at(driver, id, &point) {
            return;
        }
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

    /// Chooses between a state and the one that waits at its point. Whether it is this one.
    fn sample_at(&mut self, driver: &mut Driver, id: StateId, point: &ExecutionPoint) -> bool {
        let Some(merging) = &mut self.scheduler.merging else {
            return true;
        };
        let other = merging.waiting.get(point).and_then(Bucket::first);
        let (Some(other), Some(sample)) = (other, &mut merging.sample) else {
            return true;
        };
        let (kept, dropped) = sample.choose(id, other);
        self.scheduler.end(dropped);
        if let Some((state, _)) = self.states.take(dropped) {
            driver.drop_state(&state, Sample::NAME);
        }
        kept == id
    }

    /// Merges a state with those at its point. Returns whether some stay apart from it.
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

    /// Merges two states at one point, if that is possible and worth it; the result keeps the first
    /// id. Otherwise returns the reason, and whether it added a part that keeps states apart there.
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
        let Some(policy) = &mut merging.policy else {
            return Ok(());
        };
        cancel::steps(STEPS_PER_MERGE);
        let mut weight = policy.weigh(&mut merging.points, a, b);
        let apart = std::mem::take(&mut weight.apart);
        let allowed = policy.allows(&weight);
        merging
            .merge_point(driver.program, a)
            .note(weight.queries, weight.names);
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
        let summaries = match driver.options.tells_summaries {
            true => {
                let live = merging.points.live(driver.program, joined.top());
                summarized::summaries(driver.program, &mut driver.pool, &joined, &live)
            }
            false => Vec::new(),
        };
        let point = merging.merge_point(driver.program, a);
        point.merged += 1;
        point.note_summaries(summaries);
        driver.stats.paths.merged += 1;
        self.states.remove(other);
        self.scheduler.end(other);
        for technique in &mut self.techniques {
            technique.lose(driver, id);
            technique.lose(driver, other);
            technique.begin(&joined);
        }
        let into = &joined;
        driver.tell(&Moment::Merged { into, from: other });
        self.states.insert(joined);
        Ok(())
    }
}
