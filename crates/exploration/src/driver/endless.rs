//! Endless paths: they end where that is certain; otherwise the path that took most of the
//! instructions is reported at the end.

use super::Driver;
use crate::concrete;
use crate::endless::{self, Head, Rounds};
use crate::events::Decider;
use crate::inputs;
use crate::joins::Joins;
use crate::machine::Pause;
use crate::options::Options;
use crate::outcome::{End, Failure, Inputs, Reason, ReasonKind};
use crate::state::State;
use crate::{Explorer, StateId, Waiting};
use rustc_hash::FxHashMap;
use sheaf_ir::{FailureKind, FuncId, LocId, Module};
use sheaf_term::{CachedModel, Constant, Pool, Symbol, SymbolKind, Term};
use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::{Duration, Instant};

sheaf_tuning::constants! {
    /// A path that executed at least this fraction of all instructions without a fork may be
    /// endless.
    SUSPECTED_PART: u64 = 2, 1 => 32, "one in so many parts";
    /// Number of waiting paths that are run on inputs when a limit ends the search.
    TRIALS: usize = 64, 1 => 1024, "paths";
    /// Instructions of such a run, enough to see a loop repeat itself.
    TRIAL_INSTRUCTIONS: u64 = 1 << 19, 1 => 1 << 21, "instructions";
    /// Time of such a run.
    TRIAL_TIME: Duration = 50, 5 => 500, "ms";
    /// Time of all such runs.
    TRIALS_TIME: Duration = 150, 15 => 1500, "ms";
    /// Most inputs that are given for a path that was not explored to its end. With millions of
    /// them, evaluating and printing takes longer than the exploration.
    MAX_INPUTS: usize = 10_000, 1 => 160_000, "inputs";
    /// Inputs of a path that are tried as zero.
    MAX_ZEROS: usize = 8, 1 => 128, "inputs";
}

/// The paths that have run long without a fork.
#[derive(Default)]
pub(crate) struct Watched {
    /// Loop heads.
    heads: OnceCell<Joins>,
    /// The iterations of each.
    rounds: FxHashMap<StateId, Rounds>,
}

impl Watched {
    /// Where a path pauses: also at loop heads in all calls, if it is watched now.
    pub fn pause<'p>(
        &'p self,
        module: &Module,
        state: &State,
        pause: Option<Pause<'p>>,
    ) -> Option<Pause<'p>> {
        if endless::watched(state.instructions - state.alone_since).is_none() {
            return pause;
        }
        let joins = match pause {
            Some(pause) => pause.joins,
            None => self.heads.get_or_init(|| Joins::loop_heads(module)),
        };
        let depth = usize::MAX;
        Some(Pause { joins, depth })
    }

    /// A paused path is at the head of a loop: the head to which it will return for ever, if that is
    /// certain.
    fn never_leaves(&mut self, module: &Module, state: &State) -> Option<Head> {
        let time = endless::watched(state.instructions - state.alone_since)?;
        let rounds = self.rounds.entry(state.id);
        let rounds = rounds.or_insert_with(|| Rounds::new(time));
        if rounds.time() != time {
            *rounds = Rounds::new(time);
        }
        let heads = self.heads.get_or_init(|| Joins::loop_heads(module));
        rounds.enter_block(module, state, heads)
    }

    /// A state has ended, or is no state of this process any more.
    pub fn forget(&mut self, id: StateId) {
        self.rounds.remove(&id);
    }
}

/// Instructions until the next watch of a path.
pub(super) fn until_watched(state: &State) -> u64 {
    endless::until_watched(state.instructions - state.alone_since)
}

/// Models of a path with zeros: its own, and variants in which a nonzero input is zero.
fn with_zeros(pool: &Pool, state: &State) -> Vec<Rc<CachedModel>> {
    let conditions = || {
        let entries = state.constraints.newest_first();
        entries.map(|entry| entry.condition)
    };
    let symbols: BTreeSet<Symbol> = conditions()
        .flat_map(|condition| pool.symbols(condition).iter().copied().collect::<Vec<_>>())
        .filter(|symbol| pool.symbol_info(*symbol).kind == SymbolKind::Input)
        .collect();
    let (mut has_zero, mut models) = (false, Vec::new());
    for symbol in symbols.into_iter().take(MAX_ZEROS.get()) {
        let zero = Constant::default_of(pool.symbol_info(symbol).sort);
        let mut model = state.model.model().clone();
        if model.get(symbol).is_none_or(|value| value == zero) {
            has_zero = true;
            continue;
        }
        model.set(symbol, zero);
        let model = CachedModel::new(model);
        if conditions().all(|condition| model.eval_bool(pool, condition)) {
            models.push(Rc::new(model));
        }
    }
    models.extend(has_zero.then(|| state.model.clone()));
    models
}

impl Driver<'_> {
    /// Checks a paused path; returns whether it never ends and was ended.
    pub(super) fn goes_on_for_ever(&mut self, state: &State) -> bool {
        let Some(head) = self.endless.never_leaves(self.program.module(), state) else {
            return false;
        };
        self.end_endless(state, head.place(self.program, state), false);
        true
    }

    /// Ends an endless path: as a failure if it counts, else with a reason, unless the user
    /// disabled it or it counts as explored.
    pub(super) fn end_endless(
        &mut self,
        state: &State,
        place: (Option<LocId>, FuncId),
        is_explored: bool,
    ) {
        let (loc, func) = place;
        let (kind, detail) = (ReasonKind::Hang, endless::MESSAGE.to_string());
        if !self.settings.counts(FailureKind::Hang) {
            let reason = Reason { kind, detail, loc };
            let (end, is_explored) = (
                End::Limit(reason.clone()),
                is_explored || self.options.endless_is_explored,
            );
            self.tell_end(state, &end, is_explored);
            let inputs = inputs::from_model(&self.pool, state, &state.model);
            if is_explored {
                self.complete(state);
            } else {
                self.account.reasons.add(reason, 1);
            }
            self.missed.note_endless((loc, func), true, inputs);
            return;
        }
        let end = End::Failed(Failure {
            kind: FailureKind::Hang,
            loc,
            function: self.program.module().funcs[func].name.to_string(),
            message: detail,
        });
        match self.is_known(FailureKind::Hang, loc) {
            true => self.tell_end(state, &end, false),
            false => self.finish(state, end),
        }
    }

    /// Runs the longest waiting paths on inputs: concrete values may repeat where symbolic ones do
    /// not. Inputs with zeros come first, because subtractions and divisions by them repeat.
    fn try_waiting(&mut self, explorer: &dyn Explorer) {
        let mut longest: Vec<Waiting> = explorer.waiting(self.program).collect();
        longest.sort_unstable_by_key(|state| Reverse((state.instructions, state.id)));
        longest.truncate(TRIALS.get());
        let look_at = |state: Waiting| explorer.look_at(self.program, state.id);
        let longest = longest.into_iter().filter_map(look_at);
        let longest: Vec<State> = longest.filter(has_few_inputs).collect();
        let start = Instant::now();
        let mut trials = Vec::new();
        // Long path conditions take long to evaluate.
        for state in longest
            .iter()
            .take_while(|_| start.elapsed() < TRIALS_TIME.get() / 2)
        {
            let zeros = with_zeros(&self.pool, state);
            trials.extend(zeros.into_iter().map(|model| (state, model)));
        }
        trials.extend(longest.iter().map(|state| (state, state.model.clone())));
        let mut options = self.options.clone();
        (options.budget.time, options.budget.since) = (TRIAL_TIME.get(), None);
        options.budget.instructions = Some(TRIAL_INSTRUCTIONS.get());
        options.failures.push(FailureKind::Hang);
        for (state, model) in trials {
            if start.elapsed() >= TRIALS_TIME.get() {
                break;
            }
            self.try_inputs(state, &model, &options);
        }
    }

    /// Runs a path on inputs and records whether it never ends.
    fn try_inputs(&mut self, state: &State, model: &CachedModel, options: &Options) {
        let inputs = inputs::from_model(&self.pool, state, model);
        if let End::Failed(failure) = concrete::replay(self.program, &inputs, options).end
            && failure.kind == FailureKind::Hang
            && let Some(func) = self.program.module().func_named(&failure.function)
        {
            let place = (failure.loc, func);
            let is_news = self.missed.note_endless(place, true, inputs);
            if is_news && self.settings.counts(FailureKind::Hang) {
                self.report(state, model, Some(Term::TRUE), failure);
            }
        }
    }

    /// Records where unexplored states wait, and the loop of a state that took most of the time.
    pub(super) fn note_missed(&mut self, explorer: &dyn Explorer) {
        for state in explorer.waiting(self.program) {
            self.missed.note_location(state.location, 1);
        }
        self.try_waiting(explorer);
        let alone = |state: &Waiting| state.instructions - state.alone_since;
        let slowest = explorer
            .waiting(self.program)
            .max_by_key(|state| (alone(state), state.id));
        let Some(slowest) = slowest else {
            return;
        };
        let outermost = self
            .endless
            .rounds
            .get(&slowest.id)
            .and_then(Rounds::outermost);
        if let Some(head) = outermost
            && alone(&slowest) >= self.stats.instructions / SUSPECTED_PART.get()
            && let Some(state) = explorer.look_at(self.program, slowest.id)
        {
            let inputs = match has_few_inputs(&state) {
                true => inputs::from_model(&self.pool, &state, &state.model),
                false => Inputs::default(),
            };
            let place = head.place(self.program, &state);
            self.missed.note_endless(place, false, inputs);
        }
    }
}

/// Whether a path has so few inputs that they can be given.
fn has_few_inputs(state: &State) -> bool {
    state.inputs.len() <= MAX_INPUTS.get()
}
