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

use super::alike::differences;
use super::instance::is_instance;
use crate::Driver;
use crate::machine::Settings;
use crate::options::{Explore, MergePolicy, Options};
use crate::program::Program;
use crate::state::State;
use crate::subsume::general::Live;
use rustc_hash::FxHashMap;
use sheaf_ir::{BlockId, FailureKind, FuncId};
use std::rc::Rc;

/// The name of this technique.
pub const NAME: &str = "summaries";

/// The maximum number of states that are remembered at a head.
const MAX_SEEN: usize = 48;

/// Consecutive visits of a head without effect after which it is looked at more and more seldom.
const MAX_VAIN: u32 = 24;

/// The position of each call.
type Key = Rc<[(FuncId, BlockId, usize)]>;

/// The states that were at loop heads.
pub struct Seen<'p> {
    live: Live<'p>,
    heads: FxHashMap<Key, Head>,
    /// The number of objects that each path begins with; `None` if nothing is dropped.
    initial: Option<usize>,
}

#[derive(Default)]
struct Head {
    states: Vec<State>,
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
        let is_used = options.explore == Explore::Worklist
            && options.merging.policy == MergePolicy::None
            && !counts(FailureKind::Hang)
            && !counts(FailureKind::Leak);
        Seen {
            live: Live::new(program),
            heads: FxHashMap::default(),
            initial: is_used.then(|| program.module().globals.len() + 1),
        }
    }

    /// Whether any state may be dropped.
    pub fn is_used(&self) -> bool {
        self.initial.is_some()
    }

    /// Whether a state at a loop head adds nothing. Otherwise it is remembered.
    pub fn adds_nothing(&mut self, driver: &mut Driver, state: &State) -> bool {
        let Some(initial) = self.initial else {
            return false;
        };
        let calls = state.frames.iter();
        let key: Key = calls.map(|it| (it.func, it.block, it.inst)).collect();
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
            let Some(found) = differences(pool, &mut self.live, initial, earlier, state) else {
                continue;
            };
            if is_instance(driver, earlier, state, &found) {
                head.vain = 0;
                return true;
            }
        }
        head.vain += 1;
        if head.vain >= MAX_VAIN {
            head.left_out = head.vain;
            head.vain *= 2;
        }
        if head.states.len() < MAX_SEEN {
            head.states.push(state.clone());
        }
        false
    }
}

/// The number of instructions that a path has finished.
fn finished(state: &State) -> u64 {
    state.instructions - state.interrupted
}
