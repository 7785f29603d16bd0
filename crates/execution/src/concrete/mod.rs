//! Concrete execution: a single path, determined by given inputs. Used to run programs and to
//! replay findings.
//!
//! It uses the same stepper as exploration. Only uninitialized memory stays symbolic; where its
//! value matters, the run uses the given values, or zero.

mod follow;
mod minimize;
mod start;
mod tested;
mod unread;
mod values;

pub use follow::decisions;
pub use minimize::minimize;
pub use start::{Ran, Start};

use crate::coverage::Recorder;
use crate::endless::{self, Head, Rounds};
use crate::events;
use crate::evidence::{Evidence, INNER, Notes, OUTER};
use crate::inputs::CaseSupply;
use crate::joins::Joins;
use crate::lines::Lines;
use crate::machine::{
    Action, Choice, Event, Flow, Machine, Output, Pause, Settings, Supply, Transcript,
};
use crate::options::Options;
use crate::outcome::{Coverage, End, Failure, Indeterminate, Inputs, Reason, ReasonKind, Turn};
use crate::program::Program;
use crate::state::{Bounds, State};
use crate::step::calls_of;
use crate::value::{Text, Value};
use follow::Follow;
use sheaf_ir::{Element, FailureKind, LocId, Type};
use sheaf_term::cancel::{self, Cancelled};
use sheaf_term::{CachedModel, Pool, Sort, Symbol, Term};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::Instant;
use unread::Unread;
use values::Values;

sheaf_tuning::constants! {
    /// Instructions between two checks of the clock.
    FUEL: u64 = 1 << 20, 1 => 1 << 22, "instructions";
    /// Instructions for each object between two sums of the memory in use.
    SUM_INTERVAL: u64 = 64, 1 => 1024, "instructions per object";
}

/// The result of a concrete run.
#[derive(Debug)]
pub struct Run {
    /// How it ended.
    pub end: End,
    /// What it wrote, in order.
    pub output: Vec<Output>,
    /// Its decisions in the user's functions, in order; consecutive equal decisions appear once.
    pub trace: Vec<Turn>,
    /// A hash of all its decisions: equal for runs along the same path, different for others with
    /// high probability.
    pub path: u64,
    /// IR instructions executed.
    pub instructions: u64,
    /// What was executed.
    pub coverage: Coverage,
    /// What is known of its failure, if it was run to show one.
    pub evidence: Option<Evidence>,
}

/// Runs a program on the inputs of a test case.
pub fn replay(program: &Program, inputs: &Inputs, options: &Options) -> Run {
    run(
        program,
        &mut CaseSupply::new(inputs),
        &inputs.indeterminate,
        options,
    )
}

/// Replays a failure, as [`run_expecting`] does.
pub fn confirm(program: &Program, failure: &Failure, inputs: &Inputs, options: &Options) -> Run {
    let supply = &mut CaseSupply::new(inputs);
    run_expecting(
        program,
        supply,
        &inputs.indeterminate,
        options,
        Some((failure.kind, failure.loc)),
    )
}

/// Runs a program on supplied inputs. `indeterminate` has values of uninitialized memory, in the
/// order of the reads. Of the options, the limits of time, memory and instructions, the kinds of
/// failure and the interrupt are used.
pub fn run(
    program: &Program,
    supply: &mut dyn Supply,
    indeterminate: &[Indeterminate],
    options: &Options,
) -> Run {
    let wanted = Wanted {
        trace: Some(Vec::new()),
        ..Wanted::default()
    };
    execute(program, supply, indeterminate, options, wanted)
}

/// Runs a program as [`run`] does, for its output: its decisions and coverage are left out. This is
/// the last that a process does: the memory of the program's objects is left to the system.
pub fn run_only(program: &Program, supply: &mut dyn Supply, options: &Options) -> Run {
    execute(program, supply, &[], options, Wanted::default())
}

/// Runs a program as [`run_only`] does, and tells each line of the user's functions that it begins.
pub fn run_telling(
    program: &Program,
    supply: &mut dyn Supply,
    options: &Options,
    tell: &mut dyn FnMut(&Pool, &State),
) -> Run {
    let lines = Some((Lines::new(program.module()), tell));
    let wanted = Wanted {
        lines,
        ..Wanted::default()
    };
    execute(program, supply, &[], options, wanted)
}

/// Runs a program as [`run`] does, to show a failure of this kind at this location. A dependency on
/// uninitialized memory counts only if it is that failure; otherwise the run uses the values that
/// the path assumed. The run has evidence of its failure.
pub fn run_expecting(
    program: &Program,
    supply: &mut dyn Supply,
    indeterminate: &[Indeterminate],
    options: &Options,
    expected: Option<(FailureKind, Option<LocId>)>,
) -> Run {
    let wanted = Wanted {
        expected,
        notes: true,
        trace: Some(Vec::new()),
        lines: None,
    };
    execute(program, supply, indeterminate, options, wanted)
}

/// What a run is for.
#[derive(Default)]
struct Wanted<'t> {
    /// The failure that it is to show, if it is for one.
    expected: Option<(FailureKind, Option<LocId>)>,
    /// Whether it has evidence of its failure.
    notes: bool,
    /// The decisions, if they are wanted; then it is not the last that a process does.
    trace: Option<Vec<Turn>>,
    /// Who is told of lines.
    lines: Option<Told<'t>>,
}

/// The lines of a run, and who is told when one begins.
type Told<'t> = (Lines, &'t mut dyn FnMut(&Pool, &State));

fn execute(
    program: &Program,
    supply: &mut dyn Supply,
    indeterminate: &[Indeterminate],
    options: &Options,
    wanted: Wanted<'_>,
) -> Run {
    let settings = Settings::new(options);
    let mut recorder = Recorder::new(program.module());
    recorder.trace = wanted.trace;
    let mut output = Transcript::default();
    let mut pool = Pool::new();
    let state = State::new(program, &mut pool);
    let mut runner = Runner::new(program, options, &settings, indeterminate, (pool, state));
    runner.values.expected = wanted.expected;
    runner.notes = wanted.notes.then(Notes::default);
    if let Some((lines, tell)) = wanted.lines {
        runner.lines = Some((lines, tell));
    }
    let end = runner.run_in_time(&mut recorder, supply, Some(&mut output));
    if let (Some(evidence), Some(notes)) = (&mut runner.evidence, &mut runner.notes) {
        evidence.inputs = std::mem::take(&mut notes.inputs);
    }
    let is_last = recorder.trace.is_none();
    let trace = known_turns(program, recorder.trace.as_deref().unwrap_or_default());
    let coverage = match is_last {
        true => Coverage::default(),
        false => recorder.coverage(program.module()),
    };
    // What a program that ends by itself has not flushed is lost.
    if !matches!(end, End::Exit(_)) {
        output.release(Some(1));
    }
    let run = Run {
        end,
        output: output.parts,
        trace,
        path: recorder.path,
        instructions: runner.state.instructions,
        coverage,
        evidence: runner.evidence.take(),
    };
    if is_last {
        std::mem::forget((runner.state, recorder));
    }
    run
}

struct Runner<'a> {
    program: &'a Program,
    options: &'a Options,
    values: Values<'a>,
    state: State,
    /// Values of uninitialized memory that were not read yet.
    indeterminate: Unread,
    /// Indeterminate symbols with a value in the model.
    known: usize,
    /// The deadline.
    end: Option<Instant>,
    /// The number of instructions after which the memory in use is asked for.
    next_sum: u64,
    /// The value of [`cancel::counted`] after which the run is cancelled. Such a run also ends by
    /// an interrupt, after which replays go on.
    last_step: Option<u64>,
    /// Loop heads, once the run is watched.
    heads: Option<Joins>,
    rounds: Option<Rounds>,
    /// What is remembered for the evidence of a failure, if that is wanted.
    notes: Option<Notes>,
    evidence: Option<Evidence>,
    /// The path that is followed, if the inputs are symbols.
    follow: Option<Follow<'a>>,
    lines: Option<Told<'a>>,
}

/// The limit after which a single instruction is cancelled.
fn cancellation(options: &Options, last_step: Option<u64>) -> cancel::Limit {
    let end = options.budget.end(Instant::now());
    let interrupt = options.interrupt.clone();
    let is_over = move |last| cancel::counted() > last || interrupt.load(Ordering::Relaxed);
    Rc::new(move || last_step.is_some_and(&is_over) || end.is_some_and(|end| Instant::now() >= end))
}

impl<'a> Runner<'a> {
    /// At the start of a program, which is this state.
    fn new(
        program: &'a Program,
        options: &'a Options,
        settings: &'a Settings,
        indeterminate: &[Indeterminate],
        (pool, state): (Pool, State),
    ) -> Self {
        Runner {
            program,
            options,
            values: Values {
                program,
                options,
                settings,
                pool,
                solver: None,
                expected: None,
                ended: None,
            },
            state,
            indeterminate: Unread::new(indeterminate),
            known: 0,
            end: options.budget.end(Instant::now()),
            next_sum: 0,
            last_step: None,
            heads: None,
            rounds: None,
            notes: None,
            evidence: None,
            follow: None,
            lines: None,
        }
    }

    /// Runs to the end, or until the time is over.
    fn run_in_time(
        &mut self,
        recorder: &mut Recorder,
        supply: &mut dyn Supply,
        output: Option<&mut Transcript>,
    ) -> End {
        let limit = cancellation(self.options, self.last_step);
        match cancel::within(limit, || self.run(recorder, supply, output)) {
            Ok(end) => end,
            Err(Cancelled) => self.out_of_time(),
        }
    }

    fn run(
        &mut self,
        recorder: &mut Recorder,
        supply: &mut dyn Supply,
        mut output: Option<&mut Transcript>,
    ) -> End {
        let supply = &mut Counted { supply, asked: 0 };
        let (mut asked, mut next_look) = (0, FUEL.get());
        loop {
            let fuel = self.fuel();
            self.watch();
            let mut machine = Machine::new(
                self.program,
                &mut self.values.pool,
                &mut self.state,
                self.values.settings,
                recorder,
            );
            if self.follow.is_none() {
                machine.supply = Some(&mut *supply);
            }
            machine.output = output.as_deref_mut();
            machine.notes = self.notes.as_mut();
            let pauses = self.rounds.is_some() || self.follow.is_some();
            let heads = self.heads.as_ref().filter(|_| pauses);
            machine.pause = heads.map(|joins| Pause {
                joins,
                depth: usize::MAX,
            });
            let flow = match &mut self.lines {
                None => machine.run(fuel),
                Some((lines, tell)) => machine.run_each(fuel, |machine| {
                    if lines.begins(machine.program, machine.state) {
                        tell(machine.pool, machine.state);
                    }
                    machine.step()
                }),
            };
            let events = std::mem::take(&mut machine.events);
            let paused = machine.paused;
            self.extend_model();
            if let Some(end) = self.handle(events) {
                return end;
            }
            if std::mem::replace(&mut asked, supply.asked) != supply.asked
                && let Some(rounds) = &mut self.rounds
            {
                rounds.forget();
            }
            if paused {
                self.follow_return();
            }
            if paused && let Some(end) = self.goes_on_for_ever() {
                return end;
            }
            let action = match flow {
                Flow::Next => None,
                Flow::End(end) => return end,
                Flow::Bound(term) => {
                    self.follow_value();
                    Some(Action::Bound(self.bounds(term)))
                }
                Flow::Choose(choices) => {
                    let model = &self.state.model;
                    match choices
                        .into_iter()
                        .find(|choice| model.eval_bool(&self.values.pool, choice.guard))
                    {
                        Some(choice) => {
                            self.follow_choice(&choice);
                            Some(choice.action)
                        }
                        None => return End::Dropped,
                    }
                }
                Flow::Concretize(local, term) => {
                    self.follow_value();
                    let value = self.state.model.eval(&self.values.pool, term);
                    self.values.pool.constant(&value).map(|constant| {
                        Action::Bind(
                            local,
                            crate::value::Value::from_term(&self.values.pool, constant),
                        )
                    })
                }
            };
            if let Some(action) = action {
                Machine::new(
                    self.program,
                    &mut self.values.pool,
                    &mut self.state,
                    self.values.settings,
                    recorder,
                )
                .apply(&action);
            }
            // At pauses only occasionally: the memory in use is the sum over all objects.
            if (!paused || self.state.instructions >= next_look)
                && let Some(end) = self.limit()
            {
                return end;
            }
            if self.state.instructions >= next_look {
                next_look = self.state.instructions + FUEL.get();
            }
        }
    }

    /// The bounds of a size: its value, unless that is uninitialized.
    fn bounds(&self, term: Term) -> Bounds {
        let pool = &self.values.pool;
        let (least, most) = match pool.has_indeterminate(term) {
            true => sheaf_solver::bounds(pool, &[], term),
            false => {
                let value = self.state.model.eval_bits(pool, term).unwrap_or(0);
                (value, value)
            }
        };
        let [least, most] = [least, most].map(|it| u64::try_from(it).unwrap_or(u64::MAX));
        Bounds { term, least, most }
    }

    /// Instructions to execute before the next check of the limits.
    fn fuel(&self) -> u64 {
        let limit = self.options.budget.instructions.unwrap_or(u64::MAX);
        let left = limit.saturating_sub(self.state.instructions);
        FUEL.get()
            .min(left.max(1))
            .min(endless::until_watched(self.state.instructions))
    }

    /// Starts or stops watching the run for endless loops.
    fn watch(&mut self) {
        let time = endless::watched(self.state.instructions);
        if time.is_none() {
            self.rounds = None;
        } else if self.rounds.as_ref().map(Rounds::time) != time {
            self.rounds = time.map(Rounds::new);
        }
        if self.rounds.is_some() || self.follow.is_some() {
            let module = self.program.module();
            self.heads.get_or_insert_with(|| Joins::loop_heads(module));
        }
    }

    /// The end of a run that has paused at a loop head, if it never ends.
    fn goes_on_for_ever(&mut self) -> Option<End> {
        let (heads, rounds) = (self.heads.as_ref()?, self.rounds.as_mut()?);
        let head: Head = rounds.enter_block(self.program.module(), &self.state, heads)?;
        let (loc, func) = head.place(self.program, &self.state);
        let (kind, detail) = (ReasonKind::Hang, endless::MESSAGE.to_string());
        self.evidence = self.notes.is_some().then(|| Evidence {
            stack: calls_of(self.program, &self.state, (INNER, OUTER)),
            access: None,
            inputs: Vec::new(),
        });
        Some(match self.values.settings.counts(FailureKind::Hang) {
            true => End::Failed(Failure {
                kind: FailureKind::Hang,
                loc,
                function: self.program.module().funcs[func].name.to_string(),
                message: detail,
            }),
            false => End::Limit(Reason { kind, detail, loc }),
        })
    }

    /// Assigns values to new indeterminate symbols.
    fn extend_model(&mut self) {
        let is_behind = |follow: &Follow| follow.is_behind(&self.state);
        let reads = self.follow.as_ref().is_some_and(is_behind);
        if self.state.indeterminate.len() == self.known && !reads {
            return;
        }
        let mut model = self.state.model.model().clone();
        if let Some(follow) = &mut self.follow {
            follow.read(&mut self.values.pool, &mut model, &self.state);
        }
        let symbols: Vec<Symbol> = self
            .state
            .indeterminate
            .path(|_| true)
            .into_iter()
            .copied()
            .collect();
        for symbol in &symbols[self.known..] {
            let info = self.values.pool.symbol_info(*symbol);
            let (value, sort) = (self.indeterminate.next(info), info.sort);
            let term = match sort {
                Sort::Bool => self.values.pool.bool(value != 0),
                Sort::Bits(width) => self.values.pool.bits(width, value),
                _ => continue,
            };
            if let Some(value) = self.values.pool.as_constant(term) {
                model.set(*symbol, value);
            }
        }
        self.known = symbols.len();
        self.state.model = Rc::new(CachedModel::new(model));
    }

    /// Notes a choice on a path that is followed.
    fn follow_choice(&mut self, choice: &Choice) {
        if let Some(follow) = &mut self.follow {
            follow.chosen(self.program, &self.values.pool, &mut self.state, choice);
        }
    }

    /// Notes that a path that is followed depends on a value here.
    fn follow_value(&mut self) {
        if let Some(follow) = &mut self.follow
            && !self.program.module().funcs[self.state.top().func].user
        {
            follow.decided_in_library(self.program, &self.state);
        }
    }

    /// Notes a return on a path that is followed.
    fn follow_return(&mut self) {
        let Some(follow) = &mut self.follow else {
            return;
        };
        let mut model = self.state.model.model().clone();
        let (pool, state) = (&mut self.values.pool, &mut self.state);
        if follow.returned(self.program, pool, &mut model, state) {
            self.state.model = Rc::new(CachedModel::new(model));
        }
    }

    /// Processes events; returns the end of the run, if one of them ends it.
    fn handle(&mut self, events: Vec<Event>) -> Option<End> {
        for (position, event) in events.into_iter().enumerate() {
            let goes = events::handle(&mut self.values, &mut self.state, event);
            if goes.is_break() || self.values.ended.is_some() {
                let notes = self.notes.as_mut();
                self.evidence = notes.and_then(|notes| notes.take(position));
                return Some(self.values.ended.take().unwrap_or(End::Dropped));
            }
        }
        if let Some(notes) = &mut self.notes {
            notes.failures.clear();
        }
        None
    }

    fn out_of_time(&self) -> End {
        let time = self.options.budget.time.as_secs_f64();
        self.limit_reached(ReasonKind::TimeLimit, format!("{time} s"))
    }

    fn limit_reached(&self, kind: ReasonKind, detail: String) -> End {
        let loc = self.state.loc(self.program);
        End::Limit(Reason { kind, detail, loc })
    }

    fn limit(&mut self) -> Option<End> {
        let budget = &self.options.budget;
        let reason = |kind, detail: String| Some(self.limit_reached(kind, detail));
        if self.options.interrupt.load(Ordering::Relaxed) {
            return reason(ReasonKind::Interrupted, "stopped by the user".to_string());
        }
        if self.end.is_some_and(|end| Instant::now() >= end) {
            return Some(self.out_of_time());
        }
        if budget
            .instructions
            .is_some_and(|limit| self.state.instructions >= limit)
        {
            return reason(
                ReasonKind::InstructionLimit,
                format!("{} instructions", self.state.instructions),
            );
        }
        if self.is_out_of_memory() {
            let detail = format!("{} bytes", self.options.budget.memory_bytes);
            return Some(self.limit_reached(ReasonKind::MemoryLimit, detail));
        }
        None
    }

    /// Whether the memory limit is reached. The memory in use is the sum over all objects, which
    /// takes long if there are many: then it is asked for less often.
    fn is_out_of_memory(&mut self) -> bool {
        if self.state.instructions < self.next_sum {
            return false;
        }
        let objects = self.state.heap.len() as u64;
        self.next_sum = self.state.instructions + SUM_INTERVAL.get() * objects;
        self.state.heap.held() >= self.options.budget.memory_bytes
    }
}

/// Counts input requests: a run that reads an input is in a new state.
struct Counted<'a> {
    supply: &'a mut dyn Supply,
    asked: u64,
}

impl Supply for Counted<'_> {
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value> {
        self.asked += 1;
        self.supply.scalar(name, ty)
    }

    fn string(&mut self, name: &str, max_units: usize) -> Option<Text> {
        self.asked += 1;
        self.supply.string(name, max_units)
    }

    fn object(&mut self, name: &str, bytes: usize, element: Element) -> Option<Vec<u8>> {
        self.asked += 1;
        self.supply.object(name, bytes, element)
    }

    fn recorded(&mut self, question: &str, ty: &Type) -> Option<Value> {
        self.supply.recorded(question, ty)
    }

    fn uninitialized(&mut self) -> Vec<u8> {
        self.asked += 1;
        self.supply.uninitialized()
    }
}

/// The solver's options.
pub fn solver_options(options: &Options) -> sheaf_solver::Options {
    sheaf_solver::Options {
        timeout: options.budget.solver_time,
        log: options.solver_log.clone(),
        validate: options.validate_solver,
        links: options.solver_links,
        time_links: options.time_solver_links,
        interrupt: options.interrupt.clone(),
        memory_bytes: options.budget.memory_bytes,
        ..Default::default()
    }
}

/// Decisions at a known location in the user's functions.
fn known_turns(program: &Program, turns: &[Turn]) -> Vec<Turn> {
    let module = program.module();
    let known = |turn: &&Turn| {
        let func = &module.funcs[turn.func];
        func.user && func.blocks[turn.block].loc.is_some()
    };
    turns.iter().filter(known).copied().collect()
}
