//! Follows the path of a failure once more, with its inputs as symbols: a decision whose condition
//! has symbols depends on inputs.
//!
//! The same stepper executes the path, and the values of the inputs choose at each fork. What a
//! function of the library returns after it has decided something by inputs depends on them, too,
//! whatever its value: it becomes a symbol, so that `strlen(line) > 3` is a decision by inputs.

use super::Runner;
use super::tested::Tests;
use crate::coverage::Recorder;
use crate::inputs::assign_all;
use crate::machine::{Action, Choice, Settings};
use crate::options::Options;
use crate::outcome::{Decided, End, Failure, Inputs, Turn};
use crate::program::Program;
use crate::state::State;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{Local, Op};
use sheaf_term::{Constant, Model, Pool, Sort, Symbol, SymbolKind, Term, cancel};

sheaf_tuning::constants! {
    /// The work after which the path is not followed further, in steps of [`cancel`].
    MOST_STEPS: u64 = 1 << 22, 1 => 1 << 24, "steps";
    /// The maximum number of decisions that are kept: the last ones.
    MOST_TURNS: usize = 1 << 16, 1 => 1 << 20, "decisions";
    /// The maximum number of decisions of which the values that they test are kept: the last ones.
    MOST_TESTED: usize = 256, 1 => 4096, "decisions";
}

/// What is known of a path that is followed.
pub(super) struct Follow<'a> {
    inputs: &'a Inputs,
    /// The number of its inputs in the model, and of the records that they were for.
    assigned: usize,
    records: usize,
    /// The decisions by inputs in the user's functions.
    turns: Vec<Decided>,
    tests: Tests,
    /// The number of frames below that of the library in which something was decided by inputs.
    library: Option<usize>,
    /// Results of the library that are choices between the pointer and another one: the number of
    /// frames, where they are, the pointers, and the symbols of the choices.
    pointers: Vec<(usize, Local, Value, Symbol)>,
}

/// The decisions by inputs on the path to a failure, if the path can be followed to it.
pub fn decisions(
    program: &Program,
    failure: &Failure,
    inputs: &Inputs,
    options: &Options,
) -> Option<Vec<Decided>> {
    let settings = Settings::new(options);
    let mut recorder = Recorder::new(program.module());
    let mut pool = Pool::new();
    let state = State::new(program, &mut pool);
    let start = (pool, state);
    let mut runner = Runner::new(program, options, &settings, &inputs.indeterminate, start);
    runner.values.expected = Some((failure.kind, failure.loc));
    runner.last_step = Some(cancel::counted().saturating_add(MOST_STEPS.get()));
    runner.follow = Some(Follow {
        inputs,
        assigned: 0,
        records: 0,
        turns: Vec::new(),
        tests: Tests::default(),
        library: None,
        pointers: Vec::new(),
    });
    let mut none = crate::inputs::CaseSupply::new(inputs);
    let end = runner.run_in_time(&mut recorder, &mut none, None);
    let is_same = |again: &Failure| (again.kind, again.loc) == (failure.kind, failure.loc);
    match end {
        End::Failed(again) if is_same(&again) => runner.follow.map(|follow| follow.turns),
        _ => None,
    }
}

impl Follow<'_> {
    /// Gives values to the symbols of inputs that were read since.
    pub fn read(&mut self, pool: &mut Pool, model: &mut Model, state: &State) {
        let new = state.inputs.len().saturating_sub(self.records);
        let mut records: Vec<_> = state.inputs.newest_first().take(new).collect();
        records.reverse();
        let values = &self.inputs.inputs[self.assigned..];
        self.assigned += assign_all(pool, model, &records, values);
        self.records = state.inputs.len();
    }

    /// Whether there are inputs without values.
    pub fn is_behind(&self, state: &State) -> bool {
        state.inputs.len() > self.records
    }

    /// Notes a choice that the inputs have made.
    pub fn chosen(&mut self, program: &Program, pool: &Pool, state: &mut State, choice: &Choice) {
        let symbols = pool.symbols(choice.guard);
        let is_input = |symbol: &Symbol| pool.symbol_info(*symbol).kind == SymbolKind::Input;
        if !symbols.iter().any(is_input) {
            return;
        }
        let top = state.top();
        if !program.module().funcs[top.func].user {
            return self.decided_in_library(program, state);
        }
        if let Action::Edge(target) = choice.action {
            if self.turns.len() == MOST_TURNS.get() {
                self.turns.drain(..MOST_TURNS.get() / 2);
            }
            let old = self.turns.len().checked_sub(MOST_TESTED.get());
            if let Some(old) = old.and_then(|at| self.turns.get_mut(at)) {
                old.values = Vec::new();
            }
            self.turns.push(Decided {
                turn: Turn {
                    func: top.func,
                    block: top.block,
                    target: target as u32,
                },
                values: self.tests.values(program, pool, state),
            });
        }
        // Now that it was decided by it, the pointer may be what it is.
        let depth = state.frames.len();
        let (known, others): (Vec<_>, Vec<_>) = std::mem::take(&mut self.pointers)
            .into_iter()
            .filter(|(frames, ..)| *frames <= depth)
            .partition(|(frames, .., symbol)| *frames == depth && symbols.contains(symbol));
        self.pointers = others;
        for (_, local, value, _) in known {
            state.top_mut().regs[local.index()] = value;
        }
    }

    /// Notes that a function of the library has decided something by inputs.
    pub fn decided_in_library(&mut self, program: &Program, state: &State) {
        let funcs = &program.module().funcs;
        let user = state.frames.iter().rposition(|it| funcs[it.func].user);
        self.library = match (self.library, user) {
            (Some(outer), Some(user)) => Some(outer.min(user)),
            (outer, user) => outer.or(user),
        };
    }

    /// A function has returned. If it was the library's, and has decided something by inputs, its
    /// result becomes a symbol.
    pub fn returned(
        &mut self,
        program: &Program,
        pool: &mut Pool,
        model: &mut Model,
        state: &mut State,
    ) -> bool {
        let depth = state.frames.len();
        if self.library.is_none_or(|user| user + 1 < depth) {
            return false;
        }
        let is_here = self.library.take() == depth.checked_sub(1);
        let frame = match state.frames.last() {
            Some(frame) if is_here => frame,
            _ => return false,
        };
        let block = &program.module().funcs[frame.func].blocks[frame.block];
        let called = frame.inst.checked_sub(1).and_then(|it| block.insts.get(it));
        let Some(local) = called
            .filter(|inst| matches!(&inst.op, Op::Call(call) if !call.catches))
            .and_then(|inst| inst.result)
        else {
            return false;
        };
        let value = frame.regs[local.index()].clone();
        let new = match &value {
            Value::Bits { width, bits } => {
                let value = Constant::bits(*width, u128::from(*bits));
                symbol(pool, model, Sort::Bits(*width), value).1
            }
            Value::Bool(value) => {
                let (_, term) = symbol(pool, model, Sort::Bool, Constant::Bool(*value));
                term
            }
            // A new object is none of several.
            Value::Ptr { object, .. } if object.0 as usize + 1 == state.heap.len() => return false,
            Value::Ptr { .. } => {
                let (symbol, is_this) = symbol(pool, model, Sort::Bool, Constant::Bool(true));
                let other = match value {
                    Value::NULL => Value::Func(program.entry()),
                    _ => Value::NULL,
                };
                let either = Value::ite(pool, is_this, &value, &other);
                self.pointers.push((depth, local, value, symbol));
                state.top_mut().regs[local.index()] = either;
                return true;
            }
            _ => return false,
        };
        state.top_mut().regs[local.index()] = Value::from_term(pool, new);
        true
    }
}

/// A new symbol with this value.
fn symbol(pool: &mut Pool, model: &mut Model, sort: Sort, value: Constant) -> (Symbol, Term) {
    let term = pool.symbol("result", sort, SymbolKind::Input);
    let symbol = Symbol::from_index(pool.symbol_count() - 1);
    model.set(symbol, value);
    (symbol, term)
}
