//! The machine: one path's state with what executing an instruction needs, and where it reports
//! what it met.
//!
//! The machine never decides. What must not happen becomes an [`Event`], what may go on in several
//! ways a list of [`Choice`]s.

use crate::concrete::is_harmless;
use crate::coverage::{Mark, Recorder};
use crate::memory::Width;
use crate::merge::Joins;
use crate::options::{LeakRule, Options};
use crate::outcome::{End, Reason, ReasonKind};
use crate::program::Program;
use crate::segment::{Cell, Slot};
use crate::state::{Bounds, State};
use crate::value::{ObjectId, Union, Value};
use sheaf_ir::{BlockId, Element, FailureKind, FuncId, LocId, Local, Operand, Type};
use sheaf_term::{Pool, Term};
use std::borrow::Cow;
use std::rc::Rc;

/// A condition that an instruction puts on the path, in the order in which they arise.
#[derive(Clone, Debug)]
pub enum Event {
    /// If `fails` can be true, the program has a failure here. The path goes on only where it is
    /// false.
    Obligation {
        /// What it is if it fails.
        kind: FailureKind,
        /// When it fails.
        fails: Term,
        /// Text for the user.
        message: Rc<str>,
        /// Where.
        loc: Option<LocId>,
        /// The function.
        func: FuncId,
    },
    /// The path must not depend on the indeterminate part of this term; otherwise it is an
    /// `uninitialized` failure.
    Defined {
        /// The term; it has indeterminate symbols.
        term: Term,
        /// When it matters.
        guard: Term,
        /// Text for the user.
        message: Rc<str>,
        /// Where.
        loc: Option<LocId>,
        /// The function.
        func: FuncId,
    },
    /// The path goes on only where this is true.
    Assume {
        /// The assumption.
        condition: Term,
        /// Where.
        loc: Option<LocId>,
    },
    /// Where this is true, the path goes beyond the shapes that inputs are made in, or the
    /// addresses that are left. It goes on only where it is false.
    Beyond {
        /// When.
        met: Term,
        /// Beyond what.
        reason: Reason,
    },
    /// What we chose for the platform was put into this term. If another choice gives it another
    /// value, the exploration is not complete.
    Settled {
        /// The term, which has symbols for what is chosen.
        term: Term,
        /// When it matters.
        guard: Term,
        /// The reason, if the value depends on the choice.
        reason: Reason,
    },
    /// Something is left out here, and the path goes on without: the exploration is not complete.
    LeftOut(Reason),
}

/// One way in which a path can go on.
#[derive(Clone, Debug)]
pub struct Choice {
    /// When. The guards of a list of choices are disjoint and cover the path.
    pub guard: Term,
    /// How.
    pub action: Action,
}

/// How a path goes on after a decision.
#[derive(Clone, Debug)]
pub enum Action {
    /// By the target of this number of the current terminator.
    Edge(usize),
    /// By executing the current instruction again with one of its operands known.
    Bind(Local, Value),
    /// By executing the current instruction again, now that the bounds of a term are known.
    Bound(Bounds),
    /// By putting in what many rounds of a loop leave. The stepper never asks for that.
    Skip(Rc<Skipped>),
}

/// Rounds of a loop that are not executed one by one.
#[derive(Clone, Default, Debug)]
pub struct Skipped {
    /// What they leave.
    pub updates: Vec<(Slot, Value)>,
    /// What is executed in them.
    pub marks: Vec<Mark>,
}

/// What comes after the instructions that were executed.
#[derive(Clone, Debug)]
pub enum Flow {
    /// More instructions: the fuel ran out, or events must be looked at first.
    Next,
    /// One of these.
    Choose(Vec<Choice>),
    /// The current instruction cannot be executed before the value of this local, a scalar term, is
    /// concrete.
    Concretize(Local, Term),
    /// The current instruction cannot be executed before it is known between which numbers this
    /// term, a bit-vector of at most 64 bits, lies on the path.
    Bound(Term),
    /// Nothing.
    End(End),
}

/// A step of a path from block to block, or a mark at an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceStep {
    /// A jump, or a branch that concrete values decide.
    Edge {
        /// The block it leaves.
        block: BlockId,
        /// The number of the target.
        target: u32,
    },
    /// Into a function of the program, by the instruction of this number.
    Call {
        /// The function.
        func: FuncId,
        /// The calling instruction.
        inst: u32,
    },
    /// Back to the caller, or the end of the program.
    Return,
    /// The instruction of this number in the current block has events. What it does itself follows.
    Met {
        /// The instruction; as many as there are means the terminator.
        inst: u32,
    },
    /// To a place that is none of these.
    Elsewhere,
}

/// Why an instruction was not executed.
#[derive(Clone, Debug)]
pub enum Stop {
    /// It is one that the engine cannot execute.
    Unmodelled(ReasonKind, String),
    /// This operand must be concrete first.
    Concretize(Operand),
    /// The bounds of this term, a bit-vector, must be known first.
    Bounds(Term),
    /// This operand, a union, must be one of its members first.
    Split(Operand),
    /// An obligation that certainly fails was added.
    Failed,
    /// The path ends.
    End(End),
}

/// Where concrete inputs come from.
pub trait Supply {
    /// The next input, a scalar of this type; `None` if there is none, or it does not fit.
    fn scalar(&mut self, name: &str, ty: &Type) -> Option<Value>;
    /// The next input, the content of an object of this many bytes, shown as a row of these
    /// elements.
    fn object(&mut self, name: &str, bytes: usize, element: Element) -> Option<Vec<u8>>;
    /// What the next object holds before it is written. Bytes that are missing are zero.
    fn uninitialized(&mut self) -> Vec<u8>;
}

/// What the machine must know of the options.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Whether each kind of failure counts, by the position in [`FailureKind::ALL`].
    enabled: Vec<bool>,
    /// What counts as a leak.
    pub leaks: LeakRule,
    /// Whether an allocation on the heap may also give null.
    pub malloc_may_fail: bool,
    /// Whether locals and heap memory that were never written are inputs.
    pub uninitialized_inputs: bool,
    /// Calls on one stack.
    pub stack_frames: usize,
    /// The most bytes that are copied or filled at once.
    pub max_range_bytes: u64,
}

impl Settings {
    /// What the options say.
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
            stack_frames: options.budget.stack_frames,
            max_range_bytes: options.budget.memory_bytes.min(1 << 31),
        }
    }

    /// Whether a kind counts.
    #[inline]
    pub fn counts(&self, kind: FailureKind) -> bool {
        self.enabled[kind as usize]
    }
}

/// What a program wrote, for those who want to see it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// 1 for standard output, 2 for standard error.
    pub stream: u8,
    /// The bytes.
    pub bytes: Vec<u8>,
}

/// Where the machine pauses: after blocks that several others lead to were entered, and after
/// returns.
#[derive(Clone, Copy)]
pub struct Pause<'a> {
    /// The blocks.
    pub joins: &'a Joins,
    /// Only in calls up to this depth (1 is the outermost): deeper ones meet nobody.
    pub depth: usize,
}

/// One path's state and what executing it needs.
pub struct Machine<'a> {
    /// The program.
    pub program: &'a Program,
    /// The terms.
    pub pool: &'a mut Pool,
    /// The path.
    pub state: &'a mut State,
    /// The options.
    pub settings: &'a Settings,
    /// What was met since the explorer last looked.
    pub events: Vec<Event>,
    /// What was executed.
    pub coverage: &'a mut Recorder,
    /// Concrete inputs; without, inputs are symbolic.
    pub supply: Option<&'a mut dyn Supply>,
    /// Where output goes; without, nowhere.
    pub output: Option<&'a mut Vec<Output>>,
    /// Where to pause so that paths can meet; without, nowhere.
    pub pause: Option<Pause<'a>>,
    /// Says which limit is reached, or would be by making this many terms; without, none ever is.
    pub limit: Option<&'a dyn Fn(u64) -> Option<Reason>>,
    /// What was accessed in memory, for those who want to know. Then addresses that are no known
    /// object's are not looked up: the access is not modelled.
    pub(crate) accessed: Option<Vec<Cell>>,
    /// The way through the program, for those who want to know.
    pub trace: Option<Vec<TraceStep>>,
    /// Whether a place to pause at was just reached.
    pub(crate) paused: bool,
    /// Effort of the instructions that take longer than others, counted in ordinary instructions.
    pub(crate) work: u64,
    /// Condition under which the current part of an instruction runs.
    pub(crate) guard: Term,
    /// Place of the current instruction.
    pub(crate) loc: Option<LocId>,
    /// Function of the current instruction.
    pub(crate) func: FuncId,
}

impl<'a> Machine<'a> {
    /// A machine for a path with symbolic inputs and unseen output.
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
            trace: None,
            paused: false,
            work: 0,
            guard: Term::TRUE,
            loc: None,
            func,
        }
    }

    /// The place of the current instruction; in a library model, that of the program's call of it.
    pub fn loc(&self) -> Option<LocId> {
        self.blame().0
    }

    /// States that `fails` must not be true here. Under the guard of a union's member, only there.
    pub fn obligation(&mut self, kind: FailureKind, fails: Term, message: &str) {
        if kind == FailureKind::Sanitizer && self.is_of_uninitialized(fails) {
            let holds = self.pool.not(fails);
            return self.assume(holds);
        }
        let mut fails = self.pool.guard_and(self.guard, fails);
        if self.settings.counts(kind) || !is_harmless(kind) {
            fails = self.settle(fails);
        }
        if fails != Term::FALSE {
            let (loc, func) = self.blame();
            let message = self.message(message);
            self.events.push(Event::Obligation {
                kind,
                fails,
                message,
                loc,
                func,
            });
        }
    }

    /// The place that a failure is reported at: the current one or, within library models, the call
    /// that led into them.
    fn blame(&self) -> (Option<LocId>, FuncId) {
        let module = self.program.module();
        if module.funcs[self.func].user {
            return (self.loc, self.func);
        }
        let caller = self
            .state
            .frames
            .iter()
            .rev()
            .find(|frame| module.funcs[frame.func].user);
        match caller {
            // A frame that waits for a call stands behind the call.
            Some(frame) => {
                let block = &module.funcs[frame.func].blocks[frame.block];
                let call = frame
                    .inst
                    .checked_sub(1)
                    .and_then(|position| block.insts.get(position));
                (call.and_then(|call| call.loc), frame.func)
            }
            None => (self.loc, self.func),
        }
    }

    /// A message with the library function that it is about: the one that the program called,
    /// whatever that called in turn.
    fn message(&self, message: &str) -> Rc<str> {
        let funcs = &self.program.module().funcs;
        if funcs[self.func].user {
            return message.into();
        }
        let frames = self.state.frames.iter().rev();
        let called = frames
            .map(|frame| frame.func)
            .take_while(|func| !funcs[*func].user);
        let called = called.last().unwrap_or(self.func);
        format!("{message}, in `{}`", funcs[called].name).into()
    }

    /// A message with the variable that is not initialised. What users see is the message of a
    /// concrete run, so that no other looks for it.
    fn with_variable<'m>(&self, message: &'m str) -> Cow<'m, str> {
        let variable = self.supply.as_ref();
        match variable.and_then(|_| self.uninitialized_variable()) {
            Some(name) => format!("{message}: `{name}`").into(),
            None => message.into(),
        }
    }

    /// States that what follows must not depend on uninitialized memory through this value.
    pub fn require_defined(&mut self, value: &Value, message: &str) {
        let term = match value {
            Value::Uninitialized => {
                let message = self.with_variable(message);
                return self.obligation(FailureKind::Uninitialized, Term::TRUE, &message);
            }
            Value::Term(term) => *term,
            Value::SymPtr { offset, .. } => *offset,
            Value::Union(union) => match self.indeterminate_choice(union, value) {
                Some(term) => term,
                None => return,
            },
            _ => return,
        };
        if self.pool.has_indeterminate(term) && self.settings.counts(FailureKind::Uninitialized) {
            let (loc, func) = self.blame();
            let message = self.with_variable(message);
            let message = self.message(&message);
            self.events.push(Event::Defined {
                term,
                guard: self.guard,
                message,
                loc,
                func,
            });
        }
    }

    /// A union as a term, if which member it is, or what that is, may depend on uninitialized
    /// memory. Without value summaries, the members are asked one by one.
    fn indeterminate_choice(&mut self, union: &Union, value: &Value) -> Option<Term> {
        let pool = &mut *self.pool;
        let depends = |value: &Value| match value {
            Value::Term(term) | Value::SymPtr { offset: term, .. } => pool.has_indeterminate(*term),
            _ => false,
        };
        let depends = union
            .members
            .iter()
            .any(|(guard, member)| pool.has_indeterminate(*guard) || depends(member));
        if !depends || !(pool.has_diagrams() || value.holds_only_scalars()) {
            return None;
        }
        match value.fold(pool) {
            Some(term) => Some(term),
            None => {
                let address = self.state.heap.layout().address(pool, value);
                Some(pool.with_chosen(address))
            }
        }
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

    /// Notes that something is not modelled although the path goes on.
    pub fn leave_out(&mut self, detail: String) {
        let reason = self.reason(ReasonKind::UnmodelledCall, detail);
        self.events.push(Event::LeftOut(reason));
    }

    /// Writes to the program's output.
    pub fn write_output(&mut self, stream: u8, bytes: &[u8]) {
        if let Some(output) = self.output.as_deref_mut() {
            match output.last_mut() {
                Some(last) if last.stream == stream => last.bytes.extend_from_slice(bytes),
                _ => output.push(Output {
                    stream,
                    bytes: bytes.to_vec(),
                }),
            }
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

    /// Runs `body` under a further guard; not at all if that is false.
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

    /// Notes a step of the path, if anybody wants to know.
    #[inline]
    pub(crate) fn trace(&mut self, step: TraceStep) {
        if let Some(trace) = &mut self.trace {
            trace.push(step);
        }
    }

    /// The address of a pointer or function as 64 bits; that of a union as a choice. It has symbols
    /// where addresses are hidden.
    pub fn address(&mut self, value: &Value) -> Value {
        let address = self.state.heap.layout().address(self.pool, value);
        Value::from_term(self.pool, address)
    }

    /// How wide pointers are.
    #[inline]
    pub fn width(&self) -> Width {
        self.state.heap.layout().width()
    }

    /// The pointer with this address: into the object that lies there, where the address is
    /// concrete. Where paths that merged have different objects there, a union.
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

    /// Ends the path if a limit is reached, or would be by making this many terms. For instructions
    /// that take long, before each part of them.
    ///
    /// # Errors
    /// That end.
    pub fn afford(&self, terms: u64) -> Result<(), Stop> {
        match self.limit.and_then(|limit| limit(terms)) {
            Some(reason) => Err(Stop::End(End::Limit(reason))),
            None => Ok(()),
        }
    }

    /// Notes what is accessed: this many parts from an offset on or, where that is not known, any
    /// of the object.
    pub(crate) fn note_access(&mut self, object: ObjectId, at: Option<(u64, u64)>) {
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

    /// A reason of this kind at the current place.
    pub fn reason(&self, kind: ReasonKind, detail: String) -> Reason {
        Reason {
            kind,
            detail,
            loc: self.loc(),
        }
    }
}
