//! The steps of a path for people: where it begins another line of the user's functions.

use crate::joins::Joins;
use crate::machine::{Flow, Machine};
use crate::program::Program;
use crate::state::{Frame, State, StateId};
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{Call, Callee, FileId, Func, FuncId, Inst, Module, Op, Operand};

/// A line of a function.
type Line = (FuncId, FileId, u32);

/// The lines that paths are at.
pub struct Lines {
    heads: Joins,
    at: FxHashMap<StateId, At>,
    /// The instructions with which functions begin that belong to no line.
    prologues: FxHashMap<FuncId, usize>,
}

/// Where a path is.
#[derive(Default)]
struct At {
    /// The line of each call, outermost first, as far as it is known.
    lines: Vec<Option<Line>>,
    /// The instructions that it has executed. Those that were begun only are executed again.
    executed: u64,
    /// The same when it began the last line.
    begun: u64,
}

impl Lines {
    /// At the start of a program.
    pub fn new(module: &Module) -> Lines {
        Lines {
            heads: Joins::loop_heads(module),
            at: FxHashMap::default(),
            prologues: FxHashMap::default(),
        }
    }

    /// Whether a path begins another line with its next instruction, or another iteration within
    /// the same one. A line goes on when a call returns to it.
    pub fn begins(&mut self, program: &Program, state: &State) -> bool {
        let line = self.line(program, state);
        let at = self.at.entry(state.id).or_default();
        at.lines.truncate(state.frames.len());
        let Some(top) = state.frames.last() else {
            return false;
        };
        let executed = state.instructions - state.interrupted;
        let is_again = std::mem::replace(&mut at.executed, executed) == executed;
        let heads = self.heads.of(program.module(), top.func);
        // Behind the jump with which the line has begun, nothing has happened yet.
        let is_next =
            top.inst == 0 && heads[top.block.index()] && !is_again && executed > at.begun + 1;
        let Some(line) = line else {
            return false;
        };
        at.lines.resize(state.frames.len(), None);
        let was = at.lines.last_mut().and_then(|it| it.replace(line));
        let begins = was != Some(line) || is_next;
        if begins {
            at.begun = executed;
        }
        begins
    }

    /// The line of the next instruction, if it belongs to one of the user's.
    fn line(&mut self, program: &Program, state: &State) -> Option<Line> {
        let module = program.module();
        let top = state.frames.last()?;
        let loc = module.locs[state.loc(program)?];
        let is_own = module.funcs[top.func].user && loc.line > 0;
        (is_own && !self.makes_room(module, top)).then_some((top.func, loc.file, loc.line))
    }

    /// Whether a call makes room for its variables first: a line begins behind that.
    fn makes_room(&mut self, module: &Module, top: &Frame) -> bool {
        let func = &module.funcs[top.func];
        let prologue = self.prologues.entry(top.func);
        let prologue = *prologue.or_insert_with(|| prologue_of(func));
        let is_at_start = top.block.index() == 0 && top.inst < prologue;
        let next = func.blocks[top.block].insts.get(top.inst);
        is_at_start || next.is_some_and(|inst| makes_variable(func, inst))
    }
}

/// The number of instructions with which a function begins that make room for variables, mark
/// their lives, or set them to parameters.
fn prologue_of(func: &Func) -> usize {
    let mut end = 0;
    let entry = func.blocks.iter().next();
    for (position, inst) in entry.iter().flat_map(|block| &block.insts).enumerate() {
        let is_mark =
            |call: &Call| inst.result.is_none() && matches!(call.callee, Callee::Intrinsic(_));
        match &inst.op {
            Op::Store { value, .. } if is_parameter(func, *value) => end = position + 1,
            Op::Call(call) if is_mark(call) => {}
            _ if makes_variable(func, inst) => end = position + 1,
            _ => break,
        }
    }
    end
}

fn is_parameter(func: &Func, value: Operand) -> bool {
    matches!(value, Operand::Local(local) if func.params.contains(&local))
}

/// Whether an instruction only makes room for a variable.
fn makes_variable(func: &Func, inst: &Inst) -> bool {
    let is_named = inst.result.is_some_and(|it| func.locals[it].name.is_some());
    is_named && matches!(inst.op, Op::Alloc(_) | Op::NewCells(_) | Op::NewRecord(_))
}

impl Machine<'_> {
    /// As [`Machine::run`], with `step` for each instruction.
    pub fn run_each(&mut self, fuel: u64, mut step: impl FnMut(&mut Self) -> Flow) -> Flow {
        let start = self.state.instructions;
        loop {
            let flow = step(self);
            let goes_on = matches!(flow, Flow::Next)
                && self.events.is_empty()
                && !self.paused
                && self.state.instructions - start < fuel;
            if !goes_on {
                return flow;
            }
        }
    }
}
