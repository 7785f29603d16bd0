//! Abstract states: a call stack of program points, and facts about a few variables.
//!
//! A fact about a variable is a constant, or a condition on it alone, as branches leave them, or as
//! it is guessed of a variable that had too many constants. An abstract state stands for all states
//! in which its facts hold. Transitions between abstract
//! states are computed by the stepper, once for each program point: a straight piece of code, up to
//! the next edge or call, is executed in an unconstrained state ([`crate::segment`]), and facts are
//! substituted into the resulting conditions and values.
//!
//! # Why transitions are sound
//! Whatever a state does up to the next edge or call, some transition from each abstract state that
//! stands for it does as well, or the transition is *opaque*: something on it is not expressed, and
//! a search must not pass it. Opaque are
//!
//! - pieces that read a pointer in a register or in mutable memory, create objects, access memory
//!   at an unknown offset, or reach a limit. The segment reports this.
//! - pieces that read a number that may be uninitialized or depend on addresses, because its symbol
//!   would stand for any number ([`super::defined`]). If a piece executes library functions, their
//!   reads are not examined, so every symbol of memory must belong to a global that is known to
//!   hold defined numbers.
//!
//! Some objects are assumed to be constant, so that pieces read their initial values: those that no
//! code that was executed abstractly writes to. A state must hold them unchanged.
//!
//! The guard of an opaque transition omits obligations and assumptions, because what is not
//! expressed may happen before them.
//!
//! Each register of a function has one symbol, so a function can be on the stack only once. A state
//! with a recursive call is not expressed, nor is one in which a call may return to another place
//! than the instruction after it (a jump to an earlier call, a function called by the library).
//! Facts about a call's registers change only in that call, and end with it. Facts about memory end
//! where any overlapping memory is written. Only transitions that are not opaque are followed, and
//! those list everything that they write to. The width of addresses, the layout, and which failures
//! count are those of the exploration, because segments have its settings.

mod known;
mod transition;

pub use known::Known;
pub use transition::Transition;

use super::facts::Facts;
use crate::Driver;
use crate::coverage::Recorder;
use crate::machine::Settings;
use crate::memory::{Heap, memory_word};
use crate::path::ProgramPoint;
use crate::program::{Program, global_object};
use crate::segment::{Cell, Limits, Segments, Slot};
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::index::Idx;
use sheaf_ir::{Callee, FuncId, Local, Op, Operand};
use sheaf_term::{Pool, Sort, Term, TermMap};
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Maximum number of conditions that are kept on one variable.
    MAX_CONDITIONS: usize = 12, 1 => 192, "conditions";
}

/// A register or a part of memory that holds a scalar.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Variable {
    /// A local of a function.
    Register(FuncId, Local),
    /// A part of a global.
    Memory(Cell),
}

/// A fact about a variable.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fact {
    /// It holds this constant.
    Is(Term),
    /// This condition on its symbol holds.
    Holds(Term),
}

/// A set of states: those with this stack in which these facts hold.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct AbstractState {
    /// The program points of the calls, outermost first. All but the last are at a call.
    pub stack: Vec<ProgramPoint>,
    /// Facts about variables, in ascending order.
    pub facts: Vec<(Variable, Fact)>,
}

/// Computes the transitions of a program.
pub struct Transitions<'p> {
    program: &'p Program,
    settings: Settings,
    segments: Segments<'p>,
    /// Objects that are assumed to hold their initial values: no code that was executed so far
    /// writes to them.
    constant: FxHashSet<ObjectId>,
    /// Whether such an object turned out to be written to, so that transitions must be computed
    /// again.
    violated: bool,
    /// Program points from which some transition assumes something, or drops the path.
    pub assuming: FxHashSet<ProgramPoint>,
    at: FxHashMap<ProgramPoint, Rc<[Transition]>>,
    /// The memory of the initial state.
    first: Option<Heap>,
    symbols: FxHashMap<Variable, Term>,
    /// Conditions that are guesses: if they hold before a value changes, they may hold afterwards.
    bounds: FxHashSet<Term>,
    contradictions: FxHashMap<Vec<Term>, bool>,
    /// Number of solver queries.
    pub questions: u64,
}

impl<'p> Transitions<'p> {
    /// Computes nothing yet.
    pub fn new(program: &'p Program, settings: Settings, facts: &Facts) -> Self {
        let limits = Limits {
            instructions: 1_000,
            paths: 16,
            calls: 8,
            terms: 1 << 8,
        };
        let module = program.module();
        let unwritten = facts.cells.unwritten_by_user(module);
        let constant: FxHashSet<ObjectId> = unwritten.into_iter().map(global_object).collect();
        let mut segments = Segments::new(program, settings.clone(), limits);
        segments.keep(constant.iter().copied());
        Transitions {
            program,
            settings,
            segments,
            constant,
            violated: false,
            assuming: FxHashSet::default(),
            at: FxHashMap::default(),
            first: None,
            symbols: FxHashMap::default(),
            bounds: FxHashSet::default(),
            contradictions: FxHashMap::default(),
            questions: 0,
        }
    }

    fn note_symbol(&mut self, func: FuncId, symbol: Term, slot: Slot) {
        let variable = match slot {
            Slot::Register { local, .. } => Variable::Register(func, local),
            Slot::Memory(cell) => Variable::Memory(cell),
        };
        self.symbols.insert(variable, symbol);
    }

    fn symbol(&mut self, pool: &mut Pool, variable: Variable) -> Option<Term> {
        if let Some(symbol) = self.symbols.get(&variable) {
            return Some(*symbol);
        }
        let (symbol, slot, func) = match variable {
            Variable::Register(func, local) => {
                let symbol = self.segments.register_symbol(pool, func, local)?;
                (symbol, Slot::local(local), func)
            }
            Variable::Memory(cell) => {
                let symbol =
                    memory_word(pool, cell.object, cell.offset as usize, cell.parts as usize);
                (symbol, Slot::Memory(cell), FuncId::new(0))
            }
        };
        self.note_symbol(func, symbol, slot);
        Some(symbol)
    }

    /// What was executed.
    pub fn recorder(&self) -> &Recorder {
        self.segments.recorder()
    }

    /// The facts of a state about tracked variables; `None` if the state cannot be expressed.
    pub fn abstraction(
        &mut self,
        pool: &mut Pool,
        state: &State,
        tracked: &FxHashSet<Variable>,
    ) -> Option<AbstractState> {
        let first = self.first.get_or_insert_with(|| state.heap.clone());
        if !has_constants(&self.constant, first, state) {
            return None;
        }
        let mut stack: Vec<ProgramPoint> = Vec::with_capacity(state.frames.len());
        let mut frames = FxHashMap::default();
        for (position, frame) in state.frames.iter().enumerate() {
            // A call that waits for a callee is at the instruction after it.
            let inner = state.frames.get(position + 1);
            let inst = frame.inst.checked_sub(usize::from(inner.is_some()))?;
            if let Some(inner) = inner
                && !self.calls(frame, inst, inner.func)
            {
                return None;
            }
            stack.push(ProgramPoint {
                func: frame.func,
                block: frame.block,
                inst: inst as u32,
            });
            if frames.insert(frame.func, frame).is_some() || frame.resumable {
                return None;
            }
        }
        let mut facts = Vec::new();
        let mut decided = None;
        for variable in tracked {
            let value = match variable {
                Variable::Register(func, local) => frames
                    .get(func)
                    .and_then(|frame| frame.regs[local.index()].fold(pool)),
                Variable::Memory(cell) => Slot::Memory(*cell).scalar(pool, state),
            };
            let (Some(value), Some(symbol)) = (value, self.symbol(pool, *variable)) else {
                continue;
            };
            if pool.sort(value) != pool.sort(symbol) {
                continue;
            }
            let value = match pool.is_const(value) || pool.as_symbol(value).is_some() {
                true => value,
                false => {
                    let decided = decided.get_or_insert_with(|| decided_by(pool, state));
                    pool.substitute(value, decided)
                }
            };
            if pool.is_const(value) {
                facts.push((*variable, Fact::Is(value)));
            } else if pool.as_symbol(value).is_some() {
                let conditions = state.constraints.newest_first();
                let conditions = conditions.map(|entry| entry.condition);
                let renamed = renamed(pool, conditions, value, symbol);
                facts.extend(renamed.into_iter().map(|it| (*variable, Fact::Holds(it))));
            }
        }
        facts.sort_unstable();
        Some(AbstractState { stack, facts })
    }

    /// Whether an instruction calls a function directly. Only then does control certainly return to
    /// the next instruction.
    fn calls(&self, frame: &Frame, inst: usize, func: FuncId) -> bool {
        let block = &self.program.module().funcs[frame.func].blocks[frame.block];
        matches!(block.insts.get(inst).map(|inst| &inst.op),
            Some(Op::Call(call)) if call.callee == Callee::Func(func))
    }

    /// The successor after a transition that ends in the same function.
    pub fn follow(
        &mut self,
        driver: &mut Driver,
        (state, known): (&AbstractState, &Known),
        (transition, to): (&Transition, ProgramPoint),
        tracked: &FxHashSet<Variable>,
    ) -> AbstractState {
        let mut stack = state.stack.clone();
        let Some(from) = stack.pop() else {
            return state.clone();
        };
        stack.push(to);
        let mut facts = outer_facts(state, from.func);
        for (local, value) in &transition.registers {
            self.learn(
                driver,
                known,
                (Variable::Register(from.func, *local), *value),
                tracked,
                &mut facts,
            );
        }
        self.learn_memory(driver, known, transition, tracked, &mut facts);
        finished(stack, facts)
    }

    /// The abstract state at the start of a function, from the state before its call; `None` if the
    /// function is on the stack already, or is not called there.
    pub fn enter(
        &mut self,
        driver: &mut Driver,
        before: &AbstractState,
        callee: FuncId,
        tracked: &FxHashSet<Variable>,
    ) -> Option<AbstractState> {
        let caller = *before.stack.last()?;
        if before.stack.iter().any(|point| point.func == callee) {
            return None;
        }
        let funcs = &self.program.module().funcs;
        let inst = &funcs[caller.func].blocks[caller.block].insts[caller.inst as usize];
        let Op::Call(call) = &inst.op else {
            return None;
        };
        let known = self.known(&mut driver.pool, before);
        let mut facts = before.facts.clone();
        for (param, arg) in funcs[callee].params.iter().zip(&call.args) {
            let pool = &mut driver.pool;
            let value = match arg {
                Operand::Const(id) => constant(pool, &funcs[caller.func].consts[*id]),
                Operand::Local(local) => self.symbol(pool, Variable::Register(caller.func, *local)),
            };
            if let Some(value) = value {
                self.learn(
                    driver,
                    &known,
                    (Variable::Register(callee, *param), value),
                    tracked,
                    &mut facts,
                );
            }
        }
        let mut stack = before.stack.clone();
        stack.push(ProgramPoint {
            func: callee,
            block: sheaf_ir::BlockId::new(0),
            inst: 0,
        });
        Some(finished(stack, facts))
    }

    /// The abstract state after the call that a transition returns from; `None` if the program
    /// ends.
    pub fn leave(
        &mut self,
        driver: &mut Driver,
        (state, known): (&AbstractState, &Known),
        (transition, result): (&Transition, Option<&Value>),
        tracked: &FxHashSet<Variable>,
    ) -> Option<AbstractState> {
        let mut stack = state.stack.clone();
        let from = stack.pop()?;
        let caller = stack.last_mut()?;
        let funcs = &self.program.module().funcs;
        let inst = &funcs[caller.func].blocks[caller.block].insts[caller.inst as usize];
        caller.inst += 1;
        let caller = caller.func;
        let mut facts = outer_facts(state, from.func);
        if let Some(local) = inst.result {
            let variable = Variable::Register(caller, local);
            facts.retain(|(known, _)| *known != variable);
            if let Some(value) = result.and_then(|value| value.fold(&mut driver.pool)) {
                self.learn(driver, known, (variable, value), tracked, &mut facts);
            }
        }
        self.learn_memory(driver, known, transition, tracked, &mut facts);
        Some(finished(stack, facts))
    }

    fn learn_memory(
        &mut self,
        driver: &mut Driver,
        known: &Known,
        transition: &Transition,
        tracked: &FxHashSet<Variable>,
        facts: &mut Vec<(Variable, Fact)>,
    ) {
        for variable in tracked {
            let Variable::Memory(cell) = variable else {
                continue;
            };
            let overlaps = |(written, _): &&(Cell, Option<Term>)| {
                written.object == cell.object
                    && written.offset < cell.offset + cell.parts
                    && cell.offset < written.offset + written.parts
            };
            let value = match transition.writes.iter().rfind(overlaps) {
                None => self.symbol(&mut driver.pool, *variable),
                Some((written, value)) => value.filter(|_| written == cell),
            };
            if let Some(value) = value {
                self.learn(driver, known, (*variable, value), tracked, facts);
            }
        }
    }

    /// Adds the facts about a tracked variable that is assigned a value.
    fn learn(
        &mut self,
        driver: &mut Driver,
        known: &Known,
        (variable, value): (Variable, Term),
        tracked: &FxHashSet<Variable>,
        facts: &mut Vec<(Variable, Fact)>,
    ) {
        if !tracked.contains(&variable) {
            return;
        }
        let pool = &mut driver.pool;
        let Some(symbol) = self.symbol(pool, variable) else {
            return;
        };
        let value = pool.substitute(value, &known.constants);
        if pool.sort(value) != pool.sort(symbol) {
            return;
        }
        if pool.is_const(value) {
            facts.push((variable, Fact::Is(value)));
        } else if known.conditions.contains(&value) {
            facts.push((variable, Fact::Is(Term::TRUE)));
        } else if pool.as_symbol(value).is_some() {
            let renamed = renamed(pool, known.conditions.iter().copied(), value, symbol);
            facts.extend(renamed.into_iter().map(|it| (variable, Fact::Holds(it))));
        } else {
            for bound in self.kept_bounds(driver, known, value, symbol) {
                facts.push((variable, Fact::Holds(bound)));
            }
        }
    }

    /// The bounds of a variable that a value computed from it does not leave, for the symbol of the
    /// variable that it is assigned to.
    fn kept_bounds(
        &mut self,
        driver: &mut Driver,
        known: &Known,
        value: Term,
        symbol: Term,
    ) -> Vec<Term> {
        let [from] = driver.pool.symbols(value)[..] else {
            return Vec::new();
        };
        let from = driver.pool.symbol_term(from);
        if driver.pool.sort(from) != driver.pool.sort(symbol) {
            return Vec::new();
        }
        let bounds = known.conditions.iter().copied();
        let bounds: Vec<Term> = bounds.filter(|it| self.bounds.contains(it)).collect();
        let mut kept = Vec::new();
        for bound in renamed(&mut driver.pool, bounds.into_iter(), from, symbol) {
            let after = TermMap::from_iter([(symbol, value)]);
            let holds = driver.pool.substitute(bound, &after);
            let fails = driver.pool.not(holds);
            if holds == Term::TRUE || self.contradicts(driver, known, fails) {
                self.bounds.insert(bound);
                kept.push(bound);
            }
        }
        kept
    }

    /// A guess that a variable which was this constant first, and another one later, is never on
    /// the other side of the first.
    pub fn bound(
        &mut self,
        pool: &mut Pool,
        variable: Variable,
        first: Term,
        later: Term,
    ) -> Option<Fact> {
        let symbol = self.symbol(pool, variable)?;
        let is_below = |pool: &mut Pool, a: Term, b: Term| match pool.sort(a) {
            Sort::Int => Some(pool.int_le(a, b)),
            Sort::Bits(_) => Some(pool.sle(a, b)),
            _ => None,
        };
        let bound = match is_below(pool, first, later)? {
            Term::TRUE => is_below(pool, first, symbol)?,
            _ => is_below(pool, symbol, first)?,
        };
        self.bounds.insert(bound);
        Some(Fact::Holds(bound))
    }
}

/// The conditions that the path condition decides, with their values.
fn decided_by(pool: &mut Pool, state: &State) -> TermMap {
    let mut decided = TermMap::default();
    for condition in state.constraints.terms() {
        let negated = pool.not(condition);
        decided.insert(condition, Term::TRUE);
        decided.insert(negated, Term::FALSE);
    }
    decided
}

/// Whether objects that are assumed to be constant have their initial values in a state.
fn has_constants(constant: &FxHashSet<ObjectId>, first: &Heap, state: &State) -> bool {
    let is_same = |id: &ObjectId| match (first.find(*id), state.heap.find(*id)) {
        (Some(first), Some(now)) => std::ptr::eq(first, now),
        _ => false,
    };
    constant.iter().all(is_same)
}

/// The facts of an abstract state about registers of other functions than this one.
fn outer_facts(state: &AbstractState, func: FuncId) -> Vec<(Variable, Fact)> {
    let is_outer = |(variable, _): &&(Variable, Fact)| matches!(variable, Variable::Register(owner, _) if *owner != func);
    state.facts.iter().filter(is_outer).copied().collect()
}

fn finished(stack: Vec<ProgramPoint>, mut facts: Vec<(Variable, Fact)>) -> AbstractState {
    facts.sort_unstable();
    facts.dedup();
    AbstractState { stack, facts }
}

/// Conditions on one symbol alone, renamed to another symbol.
fn renamed(
    pool: &mut Pool,
    conditions: impl Iterator<Item = Term>,
    from: Term,
    to: Term,
) -> Vec<Term> {
    let symbol = pool.as_symbol(from);
    let is_about = |pool: &Pool, condition: Term| {
        let symbols = pool.symbols(condition);
        symbols.len() == 1 && Some(symbols[0]) == symbol
    };
    let map = TermMap::from_iter([(from, to)]);
    let mut found = Vec::new();
    for condition in conditions {
        if found.len() < MAX_CONDITIONS.get() && is_about(pool, condition) {
            found.push(pool.substitute(condition, &map));
        }
    }
    found
}

fn constant(pool: &mut Pool, constant: &sheaf_ir::Const) -> Option<Term> {
    crate::program::constant(constant).fold(pool)
}
