//! The machine: the state of one path and what is needed to execute instructions on it.
//!
//! The machine makes no decisions. A possible failure becomes an [`Event`], alternatives become a
//! list of [`Choice`]s.

use crate::coverage::{Mark, Recorder};
use crate::evidence::Notes;
use crate::index::Index;
use crate::joins::Joins;
use crate::memory::Width;
use crate::options::{LeakRule, Options};
use crate::outcome::{End, Reason, ReasonKind};
use crate::program::Program;
use crate::slot::{Cell, Member, Slot};
use crate::state::{Bounds, Frame, State};
use crate::value::{ObjectId, Text, Value};
use sheaf_ir::{BlockId, Element, FailureKind, FuncId, LocId, Local, Operand, Type};
use sheaf_term::{Pool, Term, cancel};
use std::rc::Rc;

/// A part of an expensive instruction takes about as long as creating this many terms.
const STEPS_PER_PART: u32 = 8;

/// A condition of an instruction on the path, in the order of execution.
#[derive(Clone, Debug)]
pub enum Event {
    /// If `fails` can be true, the program has a failure here. The path continues only where it is
    /// false.
    Obligation {
        /// The kind of failure.
        kind: FailureKind,
        /// The condition of the failure.
        fails: Term,
        /// The message for the user.
        message: Rc<str>,
        /// The location.
        loc: Option<LocId>,
        /// The function.
        func: FuncId,
    },
    /// The path must not depend on the indeterminate part of this term; otherwise it is an
    /// `uninitialized` failure.
    Defined {
        /// The term; it has indeterminate symbols.
        term: Term,
        /// The condition under which it matters.
        guard: Term,
        /// The message for the user.
        message: Rc<str>,
        /// The location.
        loc: Option<LocId>,
        /// The function.
        func: FuncId,
    },
    /// The path continues only where this is true.
    Assume {
        /// The assumption.
        condition: Term,
        /// The location.
        loc: Option<LocId>,
    },
    /// Where this is true, the path leaves the explored shapes of inputs, or the available
    /// addresses. It continues only where it is false.
    Beyond {
        /// The condition.
        met: Term,
        /// What it leaves.
        reason: Reason,
    },
    /// The platform's values that we chose were substituted in this term. If another choice changes
    /// its value, the exploration is incomplete.
    Settled {
        /// The term, with symbols for the platform's choices.
        term: Term,
        /// The condition under which it matters.
        guard: Term,
        /// The reason, if the value depends on the choice.
        reason: Reason,
    },
    /// Something is left out here, and the path continues without it: the exploration is
    /// incomplete.
    LeftOut(Reason),
}

/// One alternative of a path.
#[derive(Clone, Debug)]
pub struct Choice {
    /// Its condition. The guards of a list of choices are disjoint and cover the path.
    pub guard: Term,
    /// What is done where it is chosen.
    pub action: Action,
}

/// How a path continues after a decision.
#[derive(Clone, Debug)]
pub enum Action {
    /// With this target of the current terminator.
    Edge(usize),
    /// By executing the current instruction again with one of its operands bound to a value.
    Bind(Local, Value),
    /// By executing the current instruction again, now that the bounds of a term are known; those
    /// of a condition are 0 or 1. At a call that the index may answer, the term is true, and the
    /// bounds say whether it has an entry.
    Bound(Bounds),
    /// By applying the effect of skipped loop iterations. The stepper never requests this.
    Skip(Rc<Skipped>),
}

/// Loop iterations that are skipped.
#[derive(Clone, Default, Debug)]
pub struct Skipped {
    /// Their effect.
    pub updates: Vec<(Slot, Value)>,
    /// The instructions executed in them, for coverage.
    pub marks: Vec<Mark>,
}

/// What follows the executed instructions.
#[derive(Clone, Debug)]
pub enum Flow {
    /// More instructions: the fuel ran out, or events must be processed first.
    Next,
    /// One of these alternatives.
    Choose(Vec<Choice>),
    /// The current instruction needs the value of this local, a scalar term, to be concrete.
    Concretize(Local, Term),
    /// The current instruction needs the bounds of this term, a bit-vector of at most 64 bits, on
    /// the path.
    Bound(Term),
    /// Nothing: the path ends.
    End(End),
}

/// A step of a path between blocks, or a mark at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceStep {
    /// A jump, or a branch that concrete values decide.
    Edge {
        /// The block it leaves.
        block: BlockId,
        /// The index of the target.
        target: u32,
    },
    /// A call of a function of the program by this instruction.
    Call {
        /// The function.
        func: FuncId,
        /// The calling instruction.
        inst: u32,
    },
    /// A return to the caller, or the end of the program.
    Return,
    /// The instruction of this index in the current block has events. Its own effect follows.
    Met {
        /// The index; the number of instructions denotes the terminator.
        inst: u32,
    },
    /// A move to another place.
    Elsewhere,
}

/// Why an instruction was not executed.
#[derive(Clone, Debug)]
pub enum Stop {
    /// The engine cannot execute it.
    Unmodelled(ReasonKind, String),
    /// This operand must be concrete.
    Concretize(Operand),
    /// The bounds of this term, a bit-vector, must be known.
    Bounds(Term),
    /// It must be known whether this condition holds.
    Decide(Term),
    /// This operand, a union, must be a single member.
    Split(Operand),
    /// An obligation that certainly fails was added.
    Failed,
    /// The path ends.
    End(End),
}

/// The source of concrete inputs.
pub trait Supply {
    /// The next input, a scalar of this type; `None` if there is none, or it does not fit.
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value>;
    /// The next input, a string of at most this many units.
    fn string(&mut self, name: &str, max_units: usize) -> Option<Text>;
    /// The next input, the content of an object of this many bytes, displayed as an array of these
    /// elements.
    fn object(&mut self, name: &str, bytes: usize, element: Element) -> Option<Vec<u8>>;
    /// The next input, if it is the recorded answer to this question: see
    /// [`Machine::recorded_answer`].
    fn recorded(&mut self, _question: &str, _ty: &Type) -> Option<Value> {
        None
    }
    /// The initial content of the next object. Missing bytes are zero.
    fn uninitialized(&mut self) -> Vec<u8>;
}

/// The options of the machine.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether each kind of failure counts, by the position in [`FailureKind::ALL`].
    enabled: Vec<bool>,
    /// The rule for leaks.
    pub leaks: LeakRule,
    /// Whether a heap allocation may also return null.
    pub malloc_may_fail: bool,
    /// Whether uninitialized locals and heap memory are inputs.
    pub uninitialized_inputs: bool,
    /// Whether a program runs for its own sake, see [`Options::standalone`].
    pub standalone: bool,
    /// Whether what the program cannot observe is printed, see [`Options::prints`].
    pub prints: bool,
    /// Whether concrete instructions take the fast path, see [`Options::fast`].
    pub fast: bool,
    /// Whether each case of a switch is an alternative, also where several lead to one target. With
    /// known values a path is executed faster, and there are more inputs for a suite; paths to
    /// explore completely are fewer without.
    pub case_by_case: bool,
    /// The maximum number of frames on the stack.
    pub stack_frames: usize,
    /// The maximum number of bytes that are copied or filled at once.
    pub max_range_bytes: u64,
    /// The index, if there is one.
    pub index: Option<Rc<Index>>,
}

impl Settings {
    /// The settings for these options, without an index.
    pub fn new(options: &Options) -> Self {
        let enabled = FailureKind::ALL
            .iter()
            .map(|kind| options.failures.contains(kind))
            .collect();
        Settings {
            enabled,
            leaks: options.leaks,
            malloc_may_fail: options.malloc_may_fail,
            uninitialized_inputs: options.uninitialized_inputs,
            case_by_case: options.all_code && options.plan.is_by_paths(),
            standalone: options.standalone,
            prints: options.prints,
            fast: options.fast,
            stack_frames: options.budget.stack_frames,
            max_range_bytes: options.budget.memory_bytes.min(1 << 31),
            index: None,
        }
    }

    /// The settings for an exploration of a program, with the index that the options ask for.
    pub fn with_index(program: &Program, options: &Options) -> Self {
        let index = options.plan.single().indexing.as_ref();
        let index = index.and_then(|it| Index::new(program, it, options.tells_details));
        Settings {
            index: index.map(Rc::new),
            ..Settings::new(options)
        }
    }

    /// The same settings without an index.
    pub fn without_index(&self) -> Self {
        Settings {
            index: None,
            ..self.clone()
        }
    }

    /// Whether a kind counts.
    #[inline]
    pub fn counts(&self, kind: FailureKind) -> bool {
        self.enabled[kind as usize]
    }
}

/// Output of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// 1 for standard output, 2 for standard error.
    pub stream: u8,
    /// As they were written, in order.
    pub bytes: Vec<u8>,
}

/// What a program has written.
#[derive(Default)]
pub struct Transcript {
    /// What has become output.
    pub parts: Vec<Output>,
    /// What is in a buffer of the program's library.
    held: Vec<u8>,
}

impl Transcript {
    /// Appends output.
    pub fn write(&mut self, stream: u8, bytes: &[u8]) {
        match self.parts.last_mut() {
            Some(last) if last.stream == stream => last.bytes.extend_from_slice(bytes),
            _ if bytes.is_empty() => {}
            _ => self.parts.push(Output {
                stream,
                bytes: bytes.to_vec(),
            }),
        }
    }

    /// Appends to what is held.
    pub fn hold(&mut self, bytes: &[u8]) {
        self.held.extend_from_slice(bytes);
    }

    /// Makes what is held the output of a stream; drops it without one.
    pub fn release(&mut self, stream: Option<u8>) {
        let held = std::mem::take(&mut self.held);
        if let Some(stream) = stream {
            self.write(stream, &held);
        }
    }
}

/// Where the machine pauses: after entering blocks with several predecessors, and after returns.
#[derive(Clone, Copy)]
pub struct Pause<'a> {
    /// The blocks.
    pub joins: &'a Joins,
    /// Only in calls up to this depth (1 is the outermost).
    pub depth: usize,
}

/// The state of one path and what is needed to execute it.
pub struct Machine<'a> {
    /// What is executed.
    pub program: &'a Program,
    /// The terms.
    pub pool: &'a mut Pool,
    /// The path.
    pub state: &'a mut State,
    /// The options.
    pub settings: &'a Settings,
    /// Events since they were last processed.
    pub events: Vec<Event>,
    /// Coverage.
    pub coverage: &'a mut Recorder,
    /// Concrete inputs; `None` if inputs are symbolic.
    pub supply: Option<&'a mut dyn Supply>,
    /// Receives output, if present.
    pub output: Option<&'a mut Transcript>,
    /// Where to pause so that paths can merge, if anywhere.
    pub pause: Option<Pause<'a>>,
    /// Returns the limit that is reached, or would be by creating this many terms, if limits apply.
    pub limit: Option<&'a dyn Fn(u64) -> Option<Reason>>,
    /// Memory accesses, if recorded. Then an address outside of all known objects is not resolved:
    /// the access is not modelled.
    pub accessed: Option<Vec<Cell>>,
    /// Where members of tables that are read are recorded. If only `accessed` is, tables must not
    /// be accessed at all.
    pub members: Option<Vec<Member>>,
    /// What a replay remembers for the evidence of its failure.
    pub notes: Option<&'a mut Notes>,
    /// The path through the program, if recorded.
    pub trace: Option<Vec<TraceStep>>,
    /// Whether a pause point was just reached.
    pub paused: bool,
    /// Cost of expensive instructions, in ordinary instructions.
    pub work: u64,
    /// The condition under which the current part of an instruction executes.
    pub guard: Term,
    /// Whether the current intrinsic has changed a table, other than new ones, so that it cannot be
    /// executed again.
    pub has_changed: bool,
    /// The number of objects when it began.
    pub(crate) objects_before: usize,
    /// Location of the current instruction.
    pub loc: Option<LocId>,
    /// Function of the current instruction.
    pub func: FuncId,
    /// Frames of calls that have returned, for the next ones. They belong to no state.
    pub spare: Vec<Rc<Frame>>,
}

impl<'a> Machine<'a> {
    /// A machine for a path with symbolic inputs and discarded output.
    pub fn new(
        program: &'a Program,
        pool: &'a mut Pool,
        state: &'a mut State,
        settings: &'a Settings,
        coverage: &'a mut Recorder,
    ) -> Self {
        let func = program.entry();
        Machine {
            program,
            pool,
            state,
            settings,
            events: Vec::new(),
            coverage,
            supply: None,
            output: None,
            pause: None,
            limit: None,
            accessed: None,
            members: None,
            notes: None,
            trace: None,
            paused: false,
            work: 0,
            guard: Term::TRUE,
            has_changed: false,
            objects_before: 0,
            loc: None,
            func,
            spare: Vec::new(),
        }
    }

    /// The location of the current instruction; in a library model, that of the program's call.
    pub fn loc(&self) -> Option<LocId> {
        self.blame().0
    }

    /// Whether an optional kind counts at the current instruction: it does in code of the program,
    /// not in library models. A function without a place is an operation of its caller.
    pub fn lints(&self, kind: FailureKind) -> bool {
        let funcs = &self.program.module().funcs;
        let running = self.state.frames.iter().rev().map(|it| &funcs[it.func]);
        let mut placed = running.filter(|func| func.loc.is_some());
        self.settings.counts(kind) && placed.next().is_some_and(|func| func.user)
    }

    /// Restricts the path to where this is true.
    pub fn assume(&mut self, condition: Term) {
        let outside = self.pool.guard_not(self.guard);
        let condition = self.pool.guard_or(outside, condition);
        let condition = self.settle(condition);
        if condition != Term::TRUE {
            let loc = self.loc();
            self.events.push(Event::Assume { condition, loc });
        }
    }

    /// Whether the program runs for its own sake, see [`Options::standalone`].
    pub fn is_standalone(&self) -> bool {
        self.settings.standalone
    }

    /// Whether a call would be one too many on the stack.
    pub fn is_stack_full(&self) -> bool {
        self.state.frames.len() >= self.settings.stack_frames
    }

    /// Records that something is not modelled although the path continues.
    pub fn leave_out(&mut self, detail: String) {
        let reason = self.reason(ReasonKind::UnmodelledCall, detail);
        self.events.push(Event::LeftOut(reason));
    }

    /// Ends the path where a condition is true, as an operation that is not modelled.
    pub fn stop_where(&mut self, met: Term, detail: String) {
        let met = self.pool.guard_and(self.guard, met);
        if met != Term::FALSE {
            let reason = self.reason(ReasonKind::UnmodelledOperation, detail);
            self.events.push(Event::Beyond { met, reason });
        }
    }

    /// Writes to the program's output.
    pub fn write_output(&mut self, stream: u8, bytes: &[u8]) {
        if let Some(output) = self.output.as_deref_mut() {
            output.write(stream, bytes);
        }
    }

    /// Runs `body` for each member of a value under its guard, and joins the results.
    pub fn lift(
        &mut self,
        value: &Value,
        body: &mut dyn FnMut(&mut Self, &Value) -> Result<Value, Stop>,
    ) -> Result<Value, Stop> {
        let Value::Union(union) = value else {
            return body(self, value);
        };
        let mut results = Vec::with_capacity(union.members.len());
        for (guard, member) in &union.members {
            if let Some(result) = self.under(*guard, |machine| body(machine, member)) {
                results.push((*guard, result?));
            }
        }
        Ok(Value::union(self.pool, results))
    }

    /// The condition under which the current part of an operation executes.
    pub fn guard(&self) -> Term {
        self.guard
    }

    /// Runs `body` under a further guard, unless that is false.
    pub fn under<T>(&mut self, guard: Term, body: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let outer = self.guard;
        let inner = self.pool.guard_and(outer, guard);
        if inner == Term::FALSE {
            return None;
        }
        self.guard = inner;
        let result = body(self);
        self.guard = outer;
        Some(result)
    }

    /// Records a step of the path, if requested.
    #[inline]
    pub fn trace(&mut self, step: TraceStep) {
        if let Some(trace) = &mut self.trace {
            trace.push(step);
        }
    }

    /// The address of a pointer or function as 64 bits; that of a union as a choice. It has symbols
    /// if addresses are hidden.
    pub fn address(&mut self, value: &Value) -> Value {
        let address = self.state.heap.layout().address(self.pool, value);
        Value::from_term(self.pool, address)
    }

    /// The width of pointers.
    #[inline]
    pub fn width(&self) -> Width {
        self.state.heap.layout().width()
    }

    /// Does a part of an intrinsic that changes the same in the same way if it is executed again.
    pub fn repeatable<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.has_changed;
        let result = body(self);
        self.has_changed = before;
        result
    }

    /// Whether a condition holds; a stop if the path must be split by it first. The instruction
    /// must not have changed anything before.
    ///
    /// # Errors
    /// The stop.
    pub fn decide(&self, condition: Term) -> Result<bool, Stop> {
        match condition {
            Term::TRUE => return Ok(true),
            Term::FALSE => return Ok(false),
            _ => {}
        }
        let mut known = self.state.bounds.iter();
        match known.find(|bounds| bounds.term == condition) {
            Some(bounds) => Ok(bounds.most == 1),
            None => Err(Stop::Decide(condition)),
        }
    }

    /// The bounds on the path of a term of at most 64 bits. The instruction must not have changed
    /// anything before.
    ///
    /// # Errors
    /// A stop if they must be found first.
    pub fn bounds_of(&self, term: Term) -> Result<Bounds, Stop> {
        let mut known = self.state.bounds.iter();
        let found = known.find(|bounds| bounds.term == term).copied();
        found.ok_or(Stop::Bounds(term))
    }

    /// The pointer with this address: into the object there, if the address is concrete. If merged
    /// paths have different objects there, a union.
    pub fn pointer_at(&mut self, address: u64) -> Value {
        let found = self.state.heap.at_address(address);
        let count = self.program.module().funcs.len();
        let mut pointer = match self.state.heap.layout().function_at(address, count) {
            Some(func) => Value::Func(func),
            None => Value::Ptr {
                object: ObjectId::NONE,
                offset: address,
            },
        };
        for object in found {
            let inside = Value::Ptr {
                object,
                offset: address - self.state.heap.layout().base(object),
            };
            let exists = self.state.heap.get(object).life.clone().exists(self.pool);
            pointer = Value::ite(self.pool, exists, &inside, &pointer);
        }
        pointer
    }

    /// Ends the path if a limit is reached, or would be by creating this many terms. Called before
    /// each part of an expensive instruction.
    ///
    /// # Errors
    /// The end of the path.
    pub fn afford(&self, terms: u64) -> Result<(), Stop> {
        cancel::steps(STEPS_PER_PART);
        match self.limit.and_then(|limit| limit(terms)) {
            Some(reason) => Err(Stop::End(End::Limit(reason))),
            None => Ok(()),
        }
    }

    /// Records an access: this many parts from an offset on or, if that is unknown, any part of the
    /// object.
    pub fn note_access(&mut self, object: ObjectId, at: Option<(u64, u64)>) {
        if let Some(accessed) = &mut self.accessed {
            let size = self.state.heap.get(object).size.room();
            let (offset, parts) = at.unwrap_or((0, size));
            accessed.push(Cell {
                object,
                offset,
                parts,
            });
        }
    }

    /// A reason of this kind at the current location.
    pub fn reason(&self, kind: ReasonKind, detail: String) -> Reason {
        Reason {
            kind,
            detail,
            loc: self.loc(),
        }
    }
}
