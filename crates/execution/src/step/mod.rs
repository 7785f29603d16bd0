//! The stepper: executes instructions of one path until a decision is needed.
//!
//! [`Machine::run`] is the loop. Concrete instructions on machine words and plain bytes take the
//! fast path in [`fast`]; all others go through [`Machine::execute`], which handles symbolic
//! operands, unions and failures. Both use the operations of [`word`] on words, and symbolic
//! operations fold constants to the same results.

mod address;
mod aggregate;
mod allocate;
mod arith;
mod calls;
mod cast;
mod cells;
mod compare;
mod copy;
mod dynamic;
mod evidence;
mod fast;
mod floats;
mod fold;
mod free;
mod inputs;
mod leak;
mod lift;
mod memory;
mod obligations;
mod overflow;
mod pointer;
mod range;
mod resolve;
mod scope;
mod settle;
mod skip;
mod stack;
mod strings;
mod tables;
#[cfg(test)]
mod tests;
mod unexplored;
mod uninitialized;
mod unwind;
mod variable;
pub mod word;

pub use fast::Decoded;
pub use fast::Known;
pub use settle::describe_choice;

use crate::machine::{Action, Choice, Event, Flow, Machine, Stop, TraceStep};
use crate::outcome::{End, ReasonKind};
use crate::program::Program;
use crate::state::{Bounds, Frame};
use crate::value::Value;
pub use evidence::stack as calls_of;
pub use floats::{FloatFunction, OnPatterns, OnTerms};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, ConstId, FailureKind, Inst, Op, Operand, Switch, Target, Terminator};
use sheaf_term::{Pool, Sort, Term, cancel};
use smallvec::SmallVec;
pub(crate) use stack::lasting_objects;
pub use stack::{MAX_STACK, StackUse};
pub use tables::limit_prototypes;

/// Instructions outside of the fast path between two checks of the limits: some take long.
const STEPS_PER_CHECK: u64 = 16;

/// An instruction outside of the fast path takes about as long as creating this many terms, besides
/// those that it creates.
const STEPS_PER_INSTRUCTION: u32 = 2;

impl Machine<'_> {
    /// Executes at most about `fuel` instructions and returns what comes next. Events in
    /// `self.events` must be processed first.
    pub fn run(&mut self, fuel: u64) -> Flow {
        let start = self.state.instructions;
        let mut steps: u64 = 0;
        loop {
            let used = self.state.instructions - start + self.work;
            if !(self.settings.fast && self.run_fast(fuel.saturating_sub(used))) {
                let flow = self.step();
                steps += 1;
                let looks = steps.is_multiple_of(STEPS_PER_CHECK);
                if !matches!(flow, Flow::Next)
                    || !self.events.is_empty()
                    || looks && self.afford(0).is_err()
                {
                    return flow;
                }
            }
            if self.paused || self.state.instructions - start + self.work >= fuel {
                return Flow::Next;
            }
        }
    }

    /// Executes one instruction or terminator, including calls and returns, and returns what comes
    /// next. Events in `self.events` must be processed first.
    pub fn step(&mut self) -> Flow {
        match self.run_one() {
            Ok(flow) => flow,
            Err(stop) => self.stopped(stop),
        }
    }

    /// Executes one instruction or terminator.
    fn run_one(&mut self) -> Result<Flow, Stop> {
        let program = self.program;
        let frame = self.state.top();
        let (func, block_id, position) = (frame.func, frame.block, frame.inst);
        let block = &program.module().funcs[func].blocks[block_id];
        self.func = func;
        self.state.instructions += 1;
        cancel::steps(STEPS_PER_INSTRUCTION);
        let outer = (self.pool).begin_uninitialized(self.state.indeterminate.len());
        let steps_before = self.trace.as_ref().map(Vec::len);
        let flow = match block.insts.get(position) {
            Some(inst) => {
                self.loc = inst.loc;
                self.coverage.reach(func, block_id, position + 1);
                self.execute(inst)
            }
            None => {
                self.loc = block.loc;
                self.coverage.reach(func, block_id, position + 1);
                self.terminate(&block.terminator)
            }
        };
        let indeterminate = &mut self.state.indeterminate;
        self.pool
            .end_uninitialized(outer, |symbol| indeterminate.push(symbol));
        if let (Some(trace), Some(before)) = (&mut self.trace, steps_before)
            && !self.events.is_empty()
        {
            let inst = position as u32;
            trace.insert(before, TraceStep::Met { inst });
        }
        if flow.is_ok() && !self.state.bounds.is_empty() {
            self.state.bounds.clear();
        }
        flow
    }

    fn stopped(&mut self, stop: Stop) -> Flow {
        if !matches!(stop, Stop::Unmodelled(..) | Stop::Failed | Stop::End(_)) {
            self.state.interrupted += 1;
        }
        match stop {
            Stop::Unmodelled(kind, detail) => Flow::End(End::Unmodelled(self.reason(kind, detail))),
            Stop::End(end) => Flow::End(end),
            Stop::Concretize(operand) => match (operand, self.read(operand)) {
                (Operand::Local(local), Value::Term(term)) => {
                    let settled = self.settle(term);
                    if settled == term {
                        return Flow::Concretize(local, term);
                    }
                    self.state.top_mut().regs[local.index()] = Value::from_term(self.pool, settled);
                    Flow::Next
                }
                (_, Value::Union(_) | Value::SymStr(_)) => self.split(operand),
                _ => self.must_be_scalar(),
            },
            Stop::Bounds(term) => Flow::Bound(term),
            Stop::Decide(condition) => self.decide_by_path(condition),
            Stop::Split(operand) => self.split(operand),
            Stop::Failed if self.events.iter().any(|event| self.ends_path(event)) => Flow::Next,
            Stop::Failed => {
                let detail = "an instruction on an uninitialized value".to_string();
                Flow::End(End::Unmodelled(
                    self.reason(ReasonKind::UnmodelledOperation, detail),
                ))
            }
        }
    }

    /// A condition that holds, or does not hold, as choices.
    fn decide_by_path(&mut self, condition: Term) -> Flow {
        if self.accessed.is_some() {
            let detail = "a condition within an instruction".to_string();
            let reason = self.reason(ReasonKind::UnmodelledOperation, detail);
            return Flow::End(End::Unmodelled(reason));
        }
        let choice = |guard, holds: bool| {
            let number = u64::from(holds);
            let action = Action::Bound(Bounds {
                term: condition,
                least: number,
                most: number,
            });
            Choice { guard, action }
        };
        let negated = self.pool.not(condition);
        Flow::Choose(vec![choice(condition, true), choice(negated, false)])
    }

    /// Whether no path continues after an event.
    fn ends_path(&self, event: &Event) -> bool {
        match event {
            Event::Obligation { fails, kind, .. } => {
                *fails == Term::TRUE && (self.settings.counts(*kind) || !kind.is_harmless())
            }
            _ => false,
        }
    }

    fn must_be_scalar(&mut self) -> Flow {
        self.obligation(FailureKind::TypeError, Term::TRUE, "expected a number");
        Flow::Next
    }

    /// The members of a union as choices, or the lengths of a string.
    fn split(&mut self, operand: Operand) -> Flow {
        let value = self.read(operand);
        match (operand, &value) {
            (Operand::Local(local), Value::SymStr(text)) => self.split_by_length(local, text),
            (Operand::Local(local), Value::Union(union)) => Flow::Choose(
                union
                    .members
                    .iter()
                    .map(|(guard, value)| Choice {
                        guard: *guard,
                        action: Action::Bind(local, value.clone()),
                    })
                    .collect(),
            ),
            _ => self.must_be_scalar(),
        }
    }

    /// Executes an instruction that is not a call, and advances to the next; a call enters the
    /// callee.
    fn execute(&mut self, inst: &Inst) -> Result<Flow, Stop> {
        if let Op::Call(call) = &inst.op {
            return self.call(inst, call);
        }
        let value = self.evaluate(inst)?;
        let frame = self.state.top_mut();
        frame.inst += 1;
        if let Some(result) = inst.result {
            frame.regs[result.index()] = value;
        }
        Ok(Flow::Next)
    }

    /// The result of an instruction that is not a call, after its effect on memory. `Uninitialized`
    /// if it has none.
    fn evaluate(&mut self, inst: &Inst) -> Result<Value, Stop> {
        match &inst.op {
            Op::Unary(op, a) => self.unary(*op, *a),
            Op::Binary(op, flags, a, b) => self.binary(*op, *flags, *a, *b),
            Op::Compare(op, a, b) => self.compare(*op, *a, *b),
            Op::Cast(op, a) => self.cast(*op, *a, inst),
            Op::Select(c, a, b) => self.select(*c, *a, *b),
            Op::Tuple(members) => Ok(self.tuple(members)),
            Op::Extract(a, position) => self.extract(*a, *position),
            Op::Insert(a, position, value) => self.insert(*a, *position, *value),
            Op::Alloc(alloc) => self.alloc(alloc),
            Op::Free(pointer) => self.free(*pointer).map(|()| Value::Uninitialized),
            Op::PtrAdd {
                base,
                index,
                scale,
                displacement,
            } => self.pointer_add(*base, *index, *scale, *displacement),
            Op::Load(pointer) => self.load_op(*pointer, inst),
            Op::Store { ptr, value } => self.store_op(*ptr, *value).map(|()| Value::Uninitialized),
            Op::Copy {
                to,
                from,
                bytes,
                may_overlap,
            } => self
                .copy_op(*to, *from, *bytes, *may_overlap)
                .map(|()| Value::Uninitialized),
            Op::Set { to, byte, bytes } => self
                .set_op(*to, *byte, *bytes)
                .map(|()| Value::Uninitialized),
            Op::NewCells(values) => Ok(self.new_cells(values)),
            Op::LoadCell(row, index) => self.load_cell(*row, *index),
            Op::StoreCell { row, index, value } => self
                .store_cell(*row, *index, *value)
                .map(|()| Value::Uninitialized),
            Op::NewRecord(fields) => Ok(self.new_record(fields)),
            Op::LoadField(record, field) => self.load_field(*record, *field),
            Op::StoreField {
                record,
                field,
                value,
            } => self
                .store_field(*record, *field, *value)
                .map(|()| Value::Uninitialized),
            Op::Input(name) => self.input(*name, inst),
            Op::Assume(condition) => {
                let condition =
                    self.condition(*condition, "an assumption depends on uninitialized memory")?;
                self.assume(condition);
                Ok(Value::Uninitialized)
            }
            Op::Check {
                condition,
                kind,
                message,
            } => {
                if kind.is_harmless() && !self.settings.counts(*kind) {
                    return Ok(Value::Uninitialized);
                }
                let holds =
                    self.condition(*condition, "a check depends on uninitialized memory")?;
                let mut fails = self.pool.guard_not(holds);
                if *kind == FailureKind::Sanitizer {
                    fails = self.assume_valid(*condition, fails);
                }
                let program = self.program;
                self.obligation(*kind, fails, &program.module().names[*message]);
                Ok(Value::Uninitialized)
            }
            Op::Dynamic(op, operands) => self.dynamic(*op, operands),
            Op::Call(_) => unreachable!("calls are executed by `call`"),
        }
    }

    fn terminate(&mut self, terminator: &Terminator) -> Result<Flow, Stop> {
        match terminator {
            Terminator::Jump(target) => {
                let joined = self.joined_arguments(target);
                self.take(0);
                if let Some(values) = joined {
                    self.set_parameters(target.block, values);
                }
            }
            Terminator::Branch(condition, targets) => {
                let condition =
                    self.unsettled(*condition, "a branch depends on uninitialized memory")?;
                let condition = self.settle_branch(condition, [&targets[0], &targets[1]]);
                match self.pool.as_bool(condition) {
                    Some(value) => self.take(usize::from(!value)),
                    None => {
                        let negated = self.pool.guard_not(condition);
                        return Ok(Flow::Choose(edges([condition, negated])));
                    }
                }
            }
            Terminator::Switch(switch) => {
                let value = self.read(switch.value);
                self.require_defined(&value, "a switch depends on uninitialized memory");
                let value = self.settle_value(&value);
                let program = self.program;
                let consts = program.consts(self.func);
                if value.as_u128().is_some() || value.as_bigint().is_some() {
                    self.take(switch.target(|case| consts[case.index()] == value));
                } else {
                    self.require_scalars(&value, switch.value)?;
                    return Ok(Flow::Choose(self.switch_choices(&value, switch)));
                }
            }
            Terminator::Return(value) => {
                let value = value.map(|operand| self.read(operand));
                return Ok(self.return_from(value));
            }
            Terminator::Throw(value) => {
                let value = self.read(*value);
                return self.throw(value);
            }
            Terminator::Unreachable => {
                self.obligation(
                    FailureKind::UnreachableCall,
                    Term::TRUE,
                    "code marked as unreachable is reached",
                );
            }
        }
        Ok(Flow::Next)
    }

    /// The alternatives at a switch: its targets, each with the condition that the value is one of
    /// the constants that lead there, or its cases one by one; the default is the last.
    fn switch_choices(&mut self, value: &Value, switch: &Switch) -> Vec<Choice> {
        let mut groups: Vec<(usize, Vec<ConstId>)> = match self.settings.case_by_case {
            true => Vec::new(),
            false => (0..switch.default()).map(|it| (it, Vec::new())).collect(),
        };
        for case in &switch.cases {
            let target = case.target as usize;
            match self.settings.case_by_case {
                true => groups.push((target, vec![case.value])),
                false => groups[target].1.push(case.value),
            }
        }
        let mut guards = vec![Term::FALSE; groups.len() + 1];
        for (guard, member) in value.members() {
            let mut none = guard;
            for (number, (_, constants)) in groups.iter().enumerate() {
                let meant = self.is_one_of(member, constants);
                let here = self.pool.guard_and(guard, meant);
                let other = self.pool.guard_not(meant);
                guards[number] = self.pool.guard_or(guards[number], here);
                none = self.pool.guard_and(none, other);
            }
            guards[groups.len()] = self.pool.guard_or(guards[groups.len()], none);
        }
        let targets = groups.iter().map(|(target, _)| *target);
        let targets = targets.chain([switch.default()]);
        let choices = guards.into_iter().zip(targets);
        let choices = choices.map(|(guard, target)| Choice {
            guard,
            action: Action::Edge(target),
        });
        choices.collect()
    }

    /// The condition that a scalar equals one of these constants.
    fn is_one_of(&mut self, value: &Value, constants: &[ConstId]) -> Term {
        let consts = self.program.consts(self.func);
        if let Value::Bits { .. } = value {
            let is_equal = constants.iter().any(|it| consts[it.index()] == *value);
            return self.pool.bool(is_equal);
        }
        let Some(term) = value.to_term(self.pool) else {
            return Term::FALSE;
        };
        let mut words = Vec::new();
        let mut condition = Term::FALSE;
        for constant in constants {
            match &consts[constant.index()] {
                Value::Bits { bits, .. } => words.push(*bits),
                constant => {
                    if let Some(constant) = constant.to_term(self.pool)
                        && self.pool.sort(term) == self.pool.sort(constant)
                    {
                        let equal = self.pool.eq(term, constant);
                        condition = self.pool.guard_or(condition, equal);
                    }
                }
            }
        }
        let within = is_word_of(self.pool, term, words);
        self.pool.guard_or(condition, within)
    }

    /// Applies a decision of the explorer.
    pub fn apply(&mut self, action: &Action) {
        match action {
            Action::Edge(target) => {
                self.func = self.state.top().func;
                self.take(*target);
            }
            Action::Bind(local, value) => {
                let bound = &mut self.state.top_mut().regs[local.index()];
                let before = std::mem::replace(bound, value.clone());
                self.note_length(&before, value);
            }
            Action::Bound(bounds) => self.state.bounds.push(*bounds),
            Action::Skip(skipped) => self.skip(skipped),
        }
    }

    /// Jumps to a target of the current block's terminator.
    fn take(&mut self, number: usize) {
        let frame = self.state.top();
        let (func, block) = (frame.func, frame.block);
        self.coverage.take(func, block, number);
        let target = number as u32;
        self.trace(TraceStep::Edge { block, target });
        let program = self.program;
        let target = &program.module().funcs[func].blocks[block]
            .terminator
            .targets()[number];
        if !enter(program, self.state.top_mut(), target) {
            self.enter_with_fresh(target);
        }
        if let Some(pause) = self.pause
            && self.state.frames.len() <= pause.depth
        {
            self.paused |= pause.joins.of(program.module(), func)[target.block.index()];
        }
    }

    /// Enters a block if some arguments are constants without a value: the parameters get a fresh
    /// value each.
    fn enter_with_fresh(&mut self, target: &Target) {
        let values: SmallVec<[Value; 4]> = target.args.iter().map(|arg| self.read(*arg)).collect();
        self.set_parameters(target.block, values);
        let frame = self.state.top_mut();
        frame.block = target.block;
        frame.inst = 0;
    }

    fn set_parameters(&mut self, block: BlockId, values: impl IntoIterator<Item = Value>) {
        let program = self.program;
        let frame = self.state.top_mut();
        let params = &program.module().funcs[frame.func].blocks[block].params;
        for (param, value) in params.iter().zip(values) {
            frame.regs[param.index()] = value;
        }
    }

    /// The value of an operand; a constant without a value is a fresh indeterminate one.
    pub fn read(&mut self, operand: Operand) -> Value {
        let value = peek(self.program, self.state.top(), operand);
        match value {
            Value::Uninitialized => {
                let ty = self.type_of(operand);
                self.indeterminate(&ty)
            }
            Value::Union(_) if self.pool.has_diagrams() => {
                let (value, ty) = (value.clone(), self.type_of(operand));
                let value = self.restrict(&value);
                self.written(value, &ty)
            }
            value => value.clone(),
        }
    }

    fn type_of(&self, operand: Operand) -> sheaf_ir::Type {
        self.program.module().funcs[self.state.top().func].type_of(operand)
    }

    /// A fresh indeterminate value of a type.
    pub fn indeterminate(&mut self, ty: &sheaf_ir::Type) -> Value {
        crate::value::indeterminate(self.pool, self.width(), ty)
    }

    /// The value of a scalar operand as a term.
    pub fn scalar(&mut self, operand: Operand) -> Result<Term, Stop> {
        let value = self.read(operand);
        self.scalar_value(&value, operand)
    }

    fn scalar_value(&mut self, value: &Value, operand: Operand) -> Result<Term, Stop> {
        match value.fold(self.pool) {
            Some(term) => Ok(term),
            None if matches!(value, Value::Union(_)) => Err(Stop::Split(operand)),
            None => Err(self.type_error("expected a number")),
        }
    }

    /// The value of a `Bool` operand as a term for a decision.
    fn condition(&mut self, operand: Operand, message: &str) -> Result<Term, Stop> {
        let condition = self.unsettled(operand, message)?;
        Ok(self.settle(condition))
    }

    /// As [`Machine::condition`], with symbols for what the platform chooses.
    fn unsettled(&mut self, operand: Operand, message: &str) -> Result<Term, Stop> {
        let value = self.read(operand);
        self.require_defined(&value, message);
        let term = self.scalar_value(&value, operand)?;
        if self.pool.sort(term) != Sort::Bool {
            return Err(self.type_error("expected a boolean"));
        }
        Ok(term)
    }

    /// Fails the instruction with a `type-error`; for use outside of [`Machine::lift`], whose
    /// members fail by an obligation only.
    pub fn type_error(&mut self, message: &str) -> Stop {
        debug_assert_eq!(self.guard, Term::TRUE);
        self.obligation(FailureKind::TypeError, Term::TRUE, message);
        Stop::Failed
    }
}

/// The value of an operand, without side effects.
#[inline]
pub fn peek<'v>(program: &'v Program, frame: &'v Frame, operand: Operand) -> &'v Value {
    match operand {
        Operand::Local(local) => &frame.regs[local.index()],
        Operand::Const(id) => &program.consts(frame.func)[id.index()],
    }
}

/// Enters a block with a parallel assignment of its parameters. Not if an argument is a constant
/// without a value.
#[inline]
fn enter(program: &Program, frame: &mut Frame, target: &Target) -> bool {
    let params = &program.module().funcs[frame.func].blocks[target.block].params;
    debug_assert_eq!(params.len(), target.args.len());
    match (&params[..], &target.args[..]) {
        ([], []) => {}
        ([param], [arg]) => {
            let value = peek(program, frame, *arg).clone();
            if matches!(value, Value::Uninitialized) {
                return false;
            }
            frame.regs[param.index()] = value;
        }
        (params, args) => {
            let values: SmallVec<[Value; 4]> = args
                .iter()
                .map(|arg| peek(program, frame, *arg).clone())
                .collect();
            if values
                .iter()
                .any(|value| matches!(value, Value::Uninitialized))
            {
                return false;
            }
            for (param, value) in params.iter().zip(values) {
                frame.regs[param.index()] = value;
            }
        }
    }
    frame.block = target.block;
    frame.inst = 0;
    true
}

/// The condition that a bit-vector is one of these words: within a range for those that follow each
/// other.
fn is_word_of(pool: &mut Pool, value: Term, mut words: Vec<u64>) -> Term {
    let Sort::Bits(width) = pool.sort(value) else {
        return Term::FALSE;
    };
    words.sort_unstable();
    let mut condition = Term::FALSE;
    for range in words.chunk_by(|before, after| before.checked_add(1) == Some(*after)) {
        let (low, high) = (range[0], range[range.len() - 1]);
        let [low, high] = [low, high].map(|word| pool.bits(width, word.into()));
        let within = match low == high {
            true => pool.eq(value, low),
            false => {
                let (above, below) = (pool.ule(low, value), pool.ule(value, high));
                pool.and(above, below)
            }
        };
        condition = pool.guard_or(condition, within);
    }
    condition
}

/// Guards of a terminator's targets as choices.
fn edges(guards: impl IntoIterator<Item = Term>) -> Vec<Choice> {
    guards
        .into_iter()
        .enumerate()
        .map(|(target, guard)| Choice {
            guard,
            action: Action::Edge(target),
        })
        .collect()
}
