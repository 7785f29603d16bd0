//! States at loop heads that add nothing: each concrete state that they stand for was there before,
//! as one of those that an earlier state stands for. They are dropped.
//!
//! This is how loops end whose iterations read inputs, allocate, or take paths in any order: what
//! such an iteration does is often what an earlier one could have done with other inputs. The
//! method is state matching (Anand, Pasareanu, Visser, "Symbolic execution with abstract
//! subsumption checking", SPIN 2006), without abstraction.
//!
//! # Why it is sound
//! Consider a concrete run from a dropped state to a failure. The same run exists from an earlier
//! state that had executed fewer instructions. That state was explored: its continuation executes
//! the first instruction of the run, or the state was itself dropped because of one with even fewer
//! instructions. So by induction on the length of the run and on the number of instructions of the
//! state, the failure is found, with the same check, or a reason was recorded where the exploration
//! of a state was cut short. The same holds for coverage. No state is added, so findings are those
//! of executed paths.
//!
//! Two things are not properties of what a concrete state does next: leaks, which depend on all of
//! memory, and endless paths. If one of them counts as a failure, nothing is dropped. Nor is it
//! where states merge or where clauses are learned from paths, because these need each path.

use super::alike::{Constants, Like, differences};
use super::instance::is_instance;
use super::proof::Proofs;
use crate::Driver;
use crate::machine::Settings;
use crate::options::{Explore, Options};
use crate::program::Program;
use crate::state::State;
use crate::subsume::general::Live;
use crate::subsume::tree::{Key, key};
use rustc_hash::FxHashMap;
use sheaf_ir::FailureKind;
use std::time::Duration;

/// The name of this technique.
pub const NAME: &str = "summaries";

sheaf_tuning::constants! {
    /// The maximum number of states that are remembered at a head.
    MAX_SEEN: usize = 48, 1 => 768, "states";
    /// Consecutive visits without effect after which a head is looked at more and more seldom.
    MAX_VAIN: u32 = 24, 1 => 384, "visits";
    /// The work on visits without effect, in steps of [`Driver::whole_work`]: about 0.2 s.
    WORK: u64 = 1 << 21, 1 => 1 << 23, "steps";
    /// The part of all work that visits without effect may take in addition.
    PART_OF_WORK: u64 = 16, 1 => 256, "one in so many parts";
    /// Time limit of a query: where conditions are hard, executing the loop is often faster.
    PATIENCE: Duration = 50, 5 => 500, "ms";
    /// How often evidence is looked for that assumptions do not exclude all, after 1, 4, 16 and 64
    /// states.
    MAX_EVIDENCE: u32 = 4, 1 => 12, "times";
    /// The work on evidence the first time, in steps. It is four times as much each time.
    WORK_ON_EVIDENCE: u64 = 1 << 15, 1 => 1 << 19, "steps";
    /// The number of states at a head from which a proof is tried.
    MIN_SEEN: usize = 3, 1 => 48, "states";
    /// Attempts at a proof at one head that may fail.
    MAX_FAILED: u32 = 5, 1 => 12, "attempts";
}

/// The states that were at loop heads.
pub struct Seen<'p> {
    live: Live<'p>,
    /// What is known to be harmless.
    proofs: Proofs<'p>,
    heads: FxHashMap<Key, Head>,
    /// States that add nothing, and how often evidence was looked for that they are not excluded.
    unproved: u64,
    evidence_tries: u32,
    /// The work on visits without effect since those with one, in steps of [`Driver::whole_work`].
    spent: u64,
    /// The number of objects that each path begins with; `None` if nothing is dropped.
    initial: Option<usize>,
}

#[derive(Default)]
struct Head {
    states: Vec<State>,
    /// Visits until the next attempt at a proof.
    until_proof: u32,
    /// Attempts that have failed.
    failed: u32,
    /// Consecutive visits without effect.
    vain: u32,
    /// Visits that are left out.
    left_out: u32,
}

impl<'p> Seen<'p> {
    /// No states.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let settings = Settings::new(options);
        let counts = |kind| settings.counts(kind);
        let explorer = options.plan.single().explorer;
        let is_used = matches!(explorer, Explore::Worklist(it) if it.merging.is_none())
            && !program.behaviours().inspect()
            && !counts(FailureKind::Hang)
            && !counts(FailureKind::Leak);
        Seen {
            live: Live::new(program),
            proofs: Proofs::new(program),
            heads: FxHashMap::default(),
            unproved: 0,
            evidence_tries: 0,
            spent: 0,
            initial: is_used.then(|| program.module().globals.len() + 1),
        }
    }

    /// Whether any state may be dropped.
    pub fn is_used(&self) -> bool {
        self.initial.is_some()
    }

    /// Whether a state at a loop head adds nothing. Otherwise it is remembered.
    pub fn adds_nothing(&mut self, driver: &mut Driver, state: &State) -> bool {
        self.visit(driver, |it, driver| it.compare(driver, state))
    }

    /// Whether a state at a loop head, which was remembered, is shown to be harmless.
    pub fn is_harmless(&mut self, driver: &mut Driver, state: &State) -> bool {
        self.visit(driver, |it, driver| it.prove(driver, state))
    }

    /// Does something that may show that a state need not continue, if there was not too much
    /// work without effect.
    fn visit(
        &mut self,
        driver: &mut Driver,
        visit: impl FnOnce(&mut Self, &mut Driver) -> bool,
    ) -> bool {
        let before = driver.whole_work();
        if self.initial.is_none() || self.spent > allowance(before) {
            return false;
        }
        let has_effect = driver.with_query_time(PATIENCE.get(), |driver| visit(self, driver));
        self.spent += driver.whole_work() - before;
        if has_effect {
            self.spent /= 2;
        }
        has_effect
    }

    fn compare(&mut self, driver: &mut Driver, state: &State) -> bool {
        let Some(initial) = self.initial else {
            return false;
        };
        let key = key(state);
        if self
            .proofs
            .is_harmless(driver, &mut self.live, initial, &key, state)
        {
            return true;
        }
        let head = self.heads.entry(key).or_default();
        if head.left_out > 0 {
            head.left_out -= 1;
            return false;
        }
        for earlier in &head.states {
            if finished(earlier) >= finished(state)
                || earlier.decisions.len() > state.decisions.len()
            {
                continue;
            }
            let pool = &mut driver.pool;
            // The failure of a read ends the path, so it must be possible on both.
            let like = Like {
                initial,
                constants: Constants::Same,
                contents: false,
            };
            let Some(found) = differences(pool, &mut self.live, like, earlier, state) else {
                continue;
            };
            if is_instance(driver, earlier, state, &found) {
                head.vain = 0;
                let earlier = earlier.clone();
                self.note_evidence(driver, initial, earlier, state);
                return true;
            }
        }
        head.vain += 1;
        if head.vain >= MAX_VAIN.get() {
            head.left_out = head.vain;
            head.vain *= 2;
        }
        if head.states.len() < MAX_SEEN.get() {
            head.states.push(state.clone());
        }
        false
    }

    fn prove(&mut self, driver: &mut Driver, state: &State) -> bool {
        let Some(initial) = self.initial else {
            return false;
        };
        let key = key(state);
        let Some(head) = self.heads.get_mut(&key) else {
            return false;
        };
        let is_hopeless = head.states.len() < MIN_SEEN.get() || head.failed >= MAX_FAILED.get();
        // What is shown to be harmless is not executed.
        if is_hopeless || driver.options.all_code {
            return false;
        }
        if head.until_proof > 0 {
            head.until_proof -= 1;
            return false;
        }
        let is_earlier = |it: &&State| finished(it) < finished(state);
        let earlier: Vec<State> = head
            .states
            .iter()
            .rev()
            .filter(is_earlier)
            .cloned()
            .collect();
        let (live, work) = (&mut self.live, driver.whole_work());
        let until = work + allowance(work).saturating_sub(self.spent);
        if self
            .proofs
            .prove(driver, live, initial, (&earlier, state), until)
        {
            return true;
        }
        head.failed += 1;
        head.until_proof = 1 << (2 * head.failed);
        false
    }

    /// Looks for evidence that assumptions do not exclude a state, which adds nothing to an earlier
    /// one, while no path has reached an end.
    fn note_evidence(
        &mut self,
        driver: &mut Driver,
        initial: usize,
        earlier: State,
        state: &State,
    ) {
        self.unproved += 1;
        let is_time = self.unproved == 1 << (2 * self.evidence_tries);
        if driver.stats.paths.completed > 0 || self.evidence_tries >= MAX_EVIDENCE.get() || !is_time
        {
            return;
        }
        let until = driver.whole_work() + (WORK_ON_EVIDENCE.get() << (2 * self.evidence_tries));
        let states = (&[earlier][..], state);
        let live = &mut self.live;
        self.evidence_tries += 1;
        if self
            .proofs
            .never_assumes(driver, live, initial, states, until)
        {
            driver.ends.is_unassuming = true;
            self.evidence_tries = MAX_EVIDENCE.get();
        }
    }
}

/// What visits without effect may cost when so much work was done.
fn allowance(work: u64) -> u64 {
    WORK.get() + work / PART_OF_WORK.get()
}

/// The number of instructions that a path has finished.
pub fn finished(state: &State) -> u64 {
    state.instructions - state.interrupted
}
