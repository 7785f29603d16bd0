//! The decider of explorations: the solver answers, and the driver records the consequences.

use super::{Driver, Note};
use crate::Moment;
use crate::decide::{
    Core, Feasible, chosen_symbols, depends_on_choice, depends_on_indeterminate,
    depends_on_indeterminate_elsewhere, feasible, feasible_elsewhere,
};
use crate::endless::{calls, user_location};
use crate::events::{Decider, Happening, Hidden};
use crate::inputs;
use crate::machine::Settings;
use crate::outcome::{End, Failure, Inputs, Reason, ReasonKind};
use crate::path::constrain;
use crate::program::Program;
use crate::state::State;
use crate::step::describe_choice;
use sheaf_ir::{FailureKind, LocId};
use sheaf_solver::Solver;
use sheaf_term::{CachedModel, Pool, Sort, Symbol, SymbolKind, Term};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Duration;

sheaf_tuning::constants! {
    /// The maximum number of locations reported for dependencies on choices of the platform.
    MAX_CHOICE_PLACES: usize = 16, 1 => 256, "locations";
}

/// Where iterations were skipped, inputs of so many bits are tried first: those that are executed
/// may be as many as an input says.
const SMALL_INPUTS: [u32; 2] = [6, 12];

/// The fractions of the total time that replays may take that execute skipped iterations: all
/// together, each at most, and each in any case.
const SKIPPED_REPLAY_PARTS: [u32; 3] = [2, 3, 20];

impl Decider for Driver<'_> {
    fn context(&mut self) -> (&Program, &mut Pool, &Settings) {
        (self.program, &mut self.pool, &self.settings)
    }

    fn feasible(&mut self, state: &State, condition: Term) -> Feasible {
        let answer = self.in_time(state, |pool, solver| {
            feasible(pool, solver, state, condition)
        });
        self.anywhere(state, condition, answer)
    }

    fn may_fail(&mut self, state: &State, condition: Term) -> Option<Feasible> {
        match self.may_put_off(state) {
            true => self.fails_for_sure(state, condition),
            false => Some(self.feasible(state, condition)),
        }
    }

    fn depends(&mut self, state: &State, on: Hidden, term: Term, guard: Term) -> Feasible {
        let answer = self.in_time(state, |pool, solver| match on {
            Hidden::Indeterminate => depends_on_indeterminate(pool, solver, state, term, guard),
            Hidden::Choice => depends_on_choice(pool, solver, state, term, guard),
        });
        match (on, answer) {
            (Hidden::Indeterminate, Feasible::No(core)) => {
                let (pool, solver) = (&mut self.pool, &mut self.solver);
                let elsewhere =
                    depends_on_indeterminate_elsewhere(pool, solver, state, term, guard);
                self.only_elsewhere(state, term, core, elsewhere)
            }
            (_, answer) => answer,
        }
    }

    fn counts_uninitialized(&self, _loc: Option<LocId>) -> bool {
        self.settings.counts(FailureKind::Uninitialized)
    }

    fn is_known(&self, kind: FailureKind, loc: Option<LocId>) -> bool {
        self.findings.has(kind, loc) && !self.completions.has_failure(kind, loc)
    }

    /// Once enough places are known where the platform's choice matters, none is hidden any more.
    fn is_reason_known(&mut self, reason: &Reason) -> bool {
        let mut count = 0;
        for known in self
            .account
            .reasons
            .iter()
            .filter(|it| it.kind == reason.kind)
        {
            if known.loc == reason.loc {
                return true;
            }
            count += 1;
        }
        let enough = count >= MAX_CHOICE_PLACES.get();
        if enough {
            self.pool.hide_chosen(false);
        }
        enough
    }

    fn excluded(&mut self, state: &State, core: Core) {
        self.account.note_core(state, &core);
    }

    fn happened(&mut self, state: &mut State, what: Happening) {
        match what {
            Happening::Fails {
                failure,
                model,
                ends,
            } => {
                if let Some(condition) = ends {
                    self.complete_where(state, condition);
                    let end = End::Failed(failure.clone());
                    self.tell_part(state, &end, (condition, &model), true);
                }
                let (kind, loc) = (failure.kind, failure.loc);
                self.report(state, &model, ends, failure);
                if !self.findings.has(kind, loc) {
                    self.account.note(Note::Open);
                }
            }
            Happening::FailsAgain(failure) => {
                self.tell_end(state, &End::Failed(failure), false);
            }
            Happening::Aborts { condition, model } => {
                self.complete_where(state, condition);
                self.tell_part(state, &End::ABORTED, (condition, &model), true);
            }
            Happening::LeftOut {
                end,
                condition,
                failure,
                model,
            } => {
                self.account.note(Note::Open);
                let is_news = failure.is_none_or(|it| self.findings.know(it.kind, it.loc));
                match &end {
                    End::Unmodelled(reason) | End::Limit(reason) if is_news => {
                        self.account.reasons.add(reason.clone(), 1);
                    }
                    // The same kind of failure; sizes in the message may differ.
                    End::Limit(Reason { kind, loc, .. }) => {
                        let is_like = |it: &Reason| (it.kind, it.loc) == (*kind, *loc);
                        self.account.reasons.add_to(is_like);
                    }
                    _ => {}
                }
                self.account.set_aside += 1;
                if let Some(index) = &self.settings.index
                    && let End::Limit(reason) = &end
                    && index.may_give(reason)
                {
                    index.note_outside();
                }
                self.tell_part(state, &end, (condition, &model), false);
            }
            Happening::Restricted {
                condition,
                cause,
                model,
            } => {
                constrain(&mut self.pool, state, condition, cause);
                state.model = model;
            }
            Happening::Over(end) => self.tell(&Moment::Ended {
                state,
                end: &end,
                condition: Term::TRUE,
                model: None,
                completed: false,
            }),
            Happening::Dropped(loc) => {
                self.stats.paths.infeasible += 1;
                self.ends.dropped_at.insert(loc);
                self.tell_end(state, &End::Dropped, false);
            }
            Happening::Incomplete(reason) => {
                self.account.note(Note::Open);
                self.account.reasons.insert(reason);
            }
            Happening::Unknown { why, loc, ends } => {
                self.account.note(Note::Open);
                let reason = &self.unknown(why, loc, ends);
                if ends {
                    let part = None;
                    self.tell(&Moment::SetAside {
                        state,
                        part,
                        reason,
                    });
                }
            }
        }
    }
}

impl Driver<'_> {
    /// An answer, with what it would be for other choices of the platform.
    pub(super) fn anywhere(
        &mut self,
        state: &State,
        condition: Term,
        answer: Feasible,
    ) -> Feasible {
        match answer {
            Feasible::No(core) => {
                let (pool, solver) = (&mut self.pool, &mut self.solver);
                let elsewhere = feasible_elsewhere(pool, solver, state, condition);
                self.only_elsewhere(state, condition, core, elsewhere)
            }
            answer => answer,
        }
    }

    /// Converts an answer that is "no" for our choice of the platform's values, given the answer
    /// for any choice. If another choice makes it "yes", that is a reason.
    fn only_elsewhere(
        &mut self,
        state: &State,
        term: Term,
        core: Core,
        elsewhere: Option<Feasible>,
    ) -> Feasible {
        // The layout of objects depends on everything that the path did.
        let core = match elsewhere.is_some() && self.account.notes.is_some() {
            true => Core::Path,
            false => core,
        };
        match elsewhere {
            Some(Feasible::Unknown(why)) => return Feasible::Unknown(why),
            Some(Feasible::Yes(_)) => {
                let symbols = chosen_symbols(&self.pool, state, term);
                let detail = describe_choice(&self.pool, self.program, &state.heap, &symbols);
                self.account.reasons.insert(Reason {
                    kind: ReasonKind::AddressDependent,
                    detail,
                    loc: user_location(self.program, calls(&state.frames)).and_then(|(loc, _)| loc),
                });
            }
            Some(Feasible::No(_)) | None => {}
        }
        Feasible::No(core)
    }

    /// The solver did not answer, so the dependent part is left out. The end of the exploration's
    /// time is a separate reason. Returns the reason.
    pub(super) fn unknown(&mut self, why: String, loc: Option<LocId>, ends: bool) -> Reason {
        let over = self.watch.over(&self.stats);
        let reason = over.unwrap_or(Reason {
            kind: ReasonKind::SolverUnknown,
            detail: why,
            loc,
        });
        self.account.leave_out(reason.clone(), ends.into());
        reason
    }

    /// Replays a failure that happens where a condition holds, and reports it.
    pub(super) fn report(
        &mut self,
        state: &State,
        model: &CachedModel,
        ends: Option<Term>,
        failure: Failure,
    ) {
        if self.completions.meet_failure(failure.kind, failure.loc) {
            return;
        }
        let (start, mut time) = (self.watch.elapsed(), self.watch.replay_time());
        if state.has_skipped() {
            // Skipped iterations may be too many to execute.
            let total = self.options.budget.time;
            let [all, most, least] = SKIPPED_REPLAY_PARTS.map(|part| total / part);
            let left = all.saturating_sub(self.findings.skipped);
            time = time.min(left.clamp(least, most));
        }
        let small = match state.has_skipped() {
            true => self.ask(|driver| {
                let mut bounds = SMALL_INPUTS.into_iter();
                let (pool, solver) = (&mut driver.pool, &mut driver.solver);
                bounds.find_map(|bits| with_small_inputs(pool, solver, state, ends, bits))
            }),
            false => None,
        };
        let model = small.as_deref().unwrap_or(model);
        let inputs = inputs::from_model(&self.pool, state, model);
        let is_over = self.replay(failure.clone(), inputs.clone(), time);
        if state.has_skipped() {
            self.findings.skipped += self.watch.elapsed().saturating_sub(start);
        }
        if is_over {
            if state.has_skipped() && !self.findings.is_replayed(&failure) {
                self.findings.cut_off.push((failure, inputs, time));
            }
            return;
        }
        if let Some(model) = with_equal_bytes(&mut self.pool, &mut self.solver, state, model, ends)
        {
            let inputs = inputs::from_model(&self.pool, state, &model);
            self.replay(failure, inputs, time);
        }
    }

    /// The exploration is over: replays that were cut off get the rest of the time.
    pub fn replay_cut_off(&mut self) {
        while self.watch.over(&self.stats).is_none()
            && let Some((failure, inputs, had)) = self.findings.cut_off.pop()
        {
            let left = self.watch.left() / (self.findings.cut_off.len() as u32 + 1);
            if left > had && !self.findings.is_replayed(&failure) {
                let of_other =
                    |it: &Reason| it.kind != ReasonKind::NotReplayed || it.loc != failure.loc;
                self.account.reasons.retain(of_other);
                self.findings.forget(&failure);
                self.replay(failure, inputs, left);
            }
        }
    }

    /// Reports the failures of seeds, and what they cover.
    pub(super) fn report_seeds(&mut self) {
        self.stats.seeds.run = self.options.seeds.len() as u64;
        for seed in self.options.seeds.iter() {
            let Some(failure) = &seed.failure else {
                continue;
            };
            self.stats.seeds.failed += 1;
            if !self.findings.has(failure.kind, failure.loc) {
                let time = self.watch.replay_time();
                self.replay(failure.clone(), seed.inputs.clone(), time);
            }
        }
        self.complete_seeds();
    }

    /// Replays a failure for at most so long, and reports it. Returns whether other inputs need not
    /// be tried: it has happened again, or the run was cut off.
    pub(super) fn replay(&mut self, failure: Failure, inputs: Inputs, time: Duration) -> bool {
        if self.has_all_failures() {
            self.sessions.spoil();
            return true;
        }
        let is_sought = self.is_sought(failure.kind);
        let Err(end) = self.confirm(&failure, inputs, time) else {
            return true;
        };
        let is_cut = matches!(end, End::Limit(_));
        let reason = self.findings.refute(&failure, &end);
        // There is nothing else to report, and a loop may have too many iterations for a replay.
        if is_cut && !is_sought {
            return true;
        }
        self.account.reasons.insert(reason);
        let is_limited = self.options.budget.instructions.is_some();
        if is_cut && (is_limited || self.watch.over(&self.stats).is_some()) {
            self.sessions.spoil();
        }
        is_cut
    }

    /// Replays a failure of a concrete run that is not a path of the exploration. Returns whether
    /// it happened again; else nothing is known of it.
    pub(super) fn replay_of_run(&mut self, failure: &Failure, inputs: Inputs) -> bool {
        if self.has_all_failures() {
            return false;
        }
        let time = self.watch.replay_time();
        let confirmed = self.confirm(failure, inputs, time).is_ok();
        if !confirmed {
            self.findings.forget(failure);
        }
        confirmed
    }

    /// Replays a failure for at most so long. If it happens again, notifies observers, unless its
    /// kind is not sought.
    fn confirm(&mut self, failure: &Failure, inputs: Inputs, time: Duration) -> Result<(), End> {
        let mut options = self.options.clone();
        let budget = &mut options.budget;
        (budget.time, budget.since) = (time, None);
        budget.solver_time = budget.solver_time.min(time);
        let after = self.watch.elapsed();
        self.findings
            .confirm(self.program, &options, failure, inputs, after)?;
        match self.findings.confirmed.last() {
            Some(finding) if self.is_sought(failure.kind) => {
                self.stats.failures += 1;
                self.audience.observer.finding(finding);
            }
            // It remains known.
            _ => drop(self.findings.confirmed.pop()),
        }
        Ok(())
    }

    /// Whether there are as many failures as are wanted.
    pub(super) fn has_all_failures(&self) -> bool {
        let limit = self.options.budget.failures;
        limit.is_some_and(|limit| self.stats.failures >= limit)
    }

    fn is_sought(&self, kind: FailureKind) -> bool {
        self.options.goal.is_none_or(|goal| goal == kind)
    }

    /// Notifies observers that a path has ended.
    pub(super) fn tell_end(&mut self, state: &State, end: &End, completed: bool) {
        self.tell_part(state, end, (Term::TRUE, &state.model), completed);
    }

    /// Notifies observers that the part of a path that satisfies a condition has ended, with a
    /// model of the condition.
    fn tell_part(
        &mut self,
        state: &State,
        end: &End,
        (condition, model): (Term, &CachedModel),
        completed: bool,
    ) {
        self.tell(&Moment::Ended {
            state,
            end,
            condition,
            model: Some(model),
            completed,
        });
    }

    /// Counts the part of a path that ends under a condition.
    fn complete_where(&mut self, state: &State, condition: Term) {
        self.complete(state);
        self.stats.merging.bound |= state.paths > 1.0 && condition != Term::TRUE;
    }

    /// Counts a path that ran to an end or to a failure.
    pub(super) fn complete(&mut self, state: &State) {
        self.ends.has_inputs = self.ends.has_inputs || inputs::has_asked(state);
        self.stats.paths.completed += 1;
        self.stats.merging.represented += state.paths;
    }

    /// Counts the end of a path.
    pub(super) fn finish(&mut self, state: &State, end: End) {
        let completed = matches!(end, End::Exit(_) | End::Failed(_));
        self.tell_end(state, &end, completed);
        match end {
            End::Exit(_) => self.complete(state),
            End::Dropped => self.stats.paths.infeasible += 1,
            End::Unmodelled(reason) | End::Limit(reason) => {
                self.account.note(Note::Open);
                self.account.leave_out(reason, 1);
            }
            End::Failed(failure) => {
                self.complete(state);
                self.account.note(Note::Open);
                let model = state.model.clone();
                self.report(state, &model, Some(Term::TRUE), failure);
            }
            End::OutOfInputs(name) => {
                self.account.note(Note::Open);
                let detail = format!("input `{name}`");
                self.account.reasons.insert(Reason {
                    kind: ReasonKind::UnmodelledOperation,
                    detail,
                    loc: None,
                });
            }
        }
    }
}

/// A model of a failure in which no input has more than this number of bits, if there is one.
fn with_small_inputs(
    pool: &mut Pool,
    solver: &mut Solver,
    state: &State,
    ends: Option<Term>,
    bits: u32,
) -> Option<Rc<CachedModel>> {
    let mut all = ends.unwrap_or(Term::TRUE);
    let terms = state.constraints.terms().into_iter().chain([all]);
    let symbols: BTreeSet<Symbol> = terms.flat_map(|it| pool.symbols(it).to_vec()).collect();
    for symbol in symbols {
        let input = pool.symbol_term(symbol);
        if pool.symbol_info(symbol).kind != SymbolKind::Input {
            continue;
        }
        let is_small = match pool.sort(input) {
            Sort::Bits(width) if width > bits => {
                let high = pool.extract(input, width - 1, bits);
                let zero = pool.bits(width - bits, 0);
                pool.eq(high, zero)
            }
            Sort::Int => {
                let most = 1i64 << bits;
                let [least, most] = [-most, most].map(|bound| pool.int(bound.into()));
                let (above, below) = (pool.int_le(least, input), pool.int_le(input, most));
                pool.and(above, below)
            }
            _ => continue,
        };
        all = pool.and(all, is_small);
    }
    feasible(pool, solver, state, all).model()
}

/// A model of a failure in which all bytes of uninitialized memory are equal, if there is one.
/// A concrete run creates them in another order than the path where an index is symbolic or
/// states were merged. A dependency on uninitialized memory has no condition: it exists for
/// the inputs of its model, whatever the memory holds.
fn with_equal_bytes(
    pool: &mut Pool,
    solver: &mut Solver,
    state: &State,
    model: &CachedModel,
    ends: Option<Term>,
) -> Option<Rc<CachedModel>> {
    let mut all = ends.unwrap_or(Term::TRUE);
    let terms = state.constraints.terms().into_iter().chain([all]);
    let created = state.indeterminate.path(|_| true).into_iter().copied();
    let symbols = terms.flat_map(|it| pool.symbols(it).to_vec());
    let symbols: BTreeSet<Symbol> = symbols.chain(created).collect();
    let is_indeterminate = |it: &Symbol| pool.symbol_info(*it).kind.is_indeterminate();
    let (symbols, inputs): (Vec<_>, Vec<_>) = symbols.into_iter().partition(is_indeterminate);
    if symbols.is_empty() {
        return None;
    }
    if ends.is_none() {
        for input in inputs {
            let input = pool.symbol_term(input);
            let value = model.eval(pool, input);
            if let Some(value) = pool.constant(&value) {
                let equal = pool.eq(input, value);
                all = pool.and(all, equal);
            }
        }
    }
    let kind = SymbolKind::Indeterminate(None);
    let byte = pool.symbol("byte", Sort::Bits(8), kind);
    for symbol in symbols {
        let term = pool.symbol_term(symbol);
        let width = match pool.sort(term) {
            Sort::Bits(width) => width,
            Sort::Bool => 1,
            _ => continue,
        };
        let bytes = (1..width.div_ceil(8)).fold(byte, |bytes, _| pool.concat(bytes, byte));
        let mut equal = pool.extract(bytes, width - 1, 0);
        if pool.sort(term) == Sort::Bool {
            let one = pool.bits(1, 1);
            equal = pool.eq(equal, one);
        }
        let equal = pool.eq(term, equal);
        all = pool.and(all, equal);
    }
    feasible(pool, solver, state, all).model()
}
