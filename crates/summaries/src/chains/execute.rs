//! Instructions along a chain, executed by the stepper.
//!
//! In the state of a chain, machine integers are symbols that stand for [`Number`]s. The result of
//! an instruction, a term over them, is read as a number, which gets a symbol again. What is not
//! expressed is skipped: its result is unknown (★ in the paper; [`Value::Uninitialized`], or a
//! fresh number), and what it may write to is forgotten. This over-approximates the program.
//!
//! In programs of dynamic languages, where chains are a guide only, operators are executed for the
//! case that their result is an integer, and calls that are skipped are assumed to write to nothing
//! that matters.

use super::Analysis;
use super::numbers::{Number, Reading, within};
use super::walk::Walk;
use crate::alone::{Alone, Demand, Otherwise, demand};
use crate::loops::arithmetic::small;
use crate::machine::{Action, Flow};
use crate::memory::Content;
use crate::segment::name_of;
use crate::state::State;
use crate::step::peek;
use crate::value::{ObjectId, Value};
use num_bigint::BigInt;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    BinaryOp, Call, Callee, CastOp, FailureKind, Func, Inst, Local, Op, Operand, Reach, Terminator,
    Type,
};
use sheaf_term::{Op as TermOp, Sort, Term};

sheaf_tuning::constants! {
    /// The maximum number of instructions of an operator of a dynamic language.
    MAX_OPERATION: u32 = 64, 1 => 1024, "instructions";
}

impl<'p> Analysis<'p, '_> {
    /// Executes an instruction of a walk. Returns whether the walk continues.
    pub fn execute(&mut self, walk: &mut Walk, inst: &Inst, depth: usize) -> bool {
        let line = self.line_of(inst);
        if self.graph.is_dynamic
            && let Some(goes_on) = self.operate(walk, inst, depth)
        {
            return goes_on;
        }
        let (at, objects) = (walk.state.top().inst, walk.state.heap.len());
        let exact = self.exact(walk, &inst.op);
        let is_expressed = self.is_expressed(walk, inst);
        let fails = is_expressed.then(|| self.step(&mut walk.state).1);
        let fails = match fails.flatten() {
            Some(fails) if fails.contains(&Term::TRUE) => {
                return self.assume(walk, Term::FALSE, line, false);
            }
            Some(fails) if walk.state.top().inst == at + 1 => fails,
            _ => {
                walk.state.top_mut().inst = at;
                return self.skip(walk, inst, depth);
            }
        };
        for id in objects..walk.state.heap.len() {
            let version = self.symbols.new_version(depth);
            walk.memory.add(ObjectId(id as u32), version);
        }
        if let Some(to) = target(&inst.op)
            && let Some((object, _)) = self.place(walk, to)
        {
            let version = self.symbols.new_version(depth);
            walk.memory.write(object, version);
        }
        let mut holds = Vec::new();
        if let Some(Number { term, width, .. }) = exact {
            holds.extend(width.map(|it| within(self.pool, term, it, Reading::Signed)));
        } else if matches!(inst.op, Op::Assume(_) | Op::Check { .. }) {
            for fails in fails {
                let holds_here = self.pool.not(fails);
                holds.extend(self.symbols.condition(self.pool, holds_here));
            }
        }
        if let Some(local) = inst.result {
            if let Some(exact) = exact {
                let term = self.symbols.machine(self.pool, exact);
                walk.state.top_mut().regs[local.index()] = Value::from_term(self.pool, term);
            }
            let name = match inst.op {
                Op::Input(name) => &self.graph.program.module().names[name],
                _ => "value",
            };
            self.express(walk, local, name, depth);
            if let (Op::Alloc(_), Some((object, _))) =
                (&inst.op, self.place(walk, Operand::Local(local)))
            {
                let name = name_of(self.func(&walk.state), local);
                walk.memory.names.insert(object, name.into());
            }
        }
        let mut holds = holds.into_iter();
        holds.all(|term| self.assume(walk, term, line, false))
    }

    /// Executes a call of an intrinsic of a dynamic language, and what it calls in turn, if the
    /// stepper gets back without a choice other than the first case of a switch: that is the one
    /// for integers whose result is one. Returns whether the walk continues.
    fn operate(&mut self, walk: &mut Walk, inst: &Inst, depth: usize) -> Option<bool> {
        let Op::Call(call) = &inst.op else {
            return None;
        };
        let is_intrinsic = matches!(call.callee, Callee::Intrinsic(_));
        if !is_intrinsic || !self.are_known(walk, &inst.op) || self.looks_up_unknown(walk, call) {
            return None;
        }
        let mut state = walk.state.clone();
        let (calls, at) = (state.frames.len(), state.top().inst);
        let mut has_chosen = false;
        for _ in 0..MAX_OPERATION.get() {
            match self.step(&mut state) {
                (Flow::Next, Some(_)) => {}
                (Flow::Choose(choices), Some(_)) => {
                    let mut choices = choices.iter();
                    let first = choices.find(|it| matches!(it.action, Action::Edge(0)))?;
                    self.alone().apply(&mut state, &first.action);
                    has_chosen = true;
                }
                _ => return None,
            }
            if state.frames.len() <= calls {
                break;
            }
        }
        if state.frames.len() != calls || state.top().inst != at + 1 {
            return None;
        }
        walk.state = state;
        let mut fits = Term::TRUE;
        if let Some(local) = inst.result {
            if has_chosen
                && let Some(number) = self.number(walk, Operand::Local(local))
                && let Number {
                    term,
                    width: Some(width),
                    ..
                } = number
            {
                let exact = Number {
                    reading: Reading::Signed,
                    ..number
                };
                fits = within(self.pool, term, width, Reading::Signed);
                let term = self.symbols.machine(self.pool, exact);
                walk.state.top_mut().regs[local.index()] = Value::from_term(self.pool, term);
            }
            self.express(walk, local, "value", depth);
        }
        Some(self.assume(walk, fits, self.line_of(inst), false))
    }

    /// Whether a call is about a member of an unknown table whose key is unknown, too.
    fn looks_up_unknown(&self, walk: &Walk, call: &Call) -> bool {
        let mut values = call.args.iter().map(|arg| self.value(walk, *arg));
        let mut others = values.clone();
        let is_unknown = |value: &Value| match value {
            Value::Ptr { object, .. } => walk.memory.is_unknown_table(*object),
            _ => false,
        };
        values.any(is_unknown) && others.any(Value::is_symbolic)
    }

    /// Executes an instruction of a state in the stepper. Also returns conditions that end its
    /// path, unless these are not known.
    pub fn step(&mut self, state: &mut State) -> (Flow, Option<Vec<Term>>) {
        // Tables are executed only where nothing is proved: they are no memory of a chain.
        let mut cells = Vec::new();
        let accessed = (!self.graph.is_dynamic).then_some(&mut cells);
        let (flow, events) = self.alone().step(state, accessed, None, 0);
        let mut fails = matches!(flow, Flow::Next | Flow::Choose(_)).then(Vec::new);
        for event in &events {
            match demand(self.pool, self.settings, event) {
                Demand::Nothing => {}
                Demand::Unless(_, Otherwise::Stops) | Demand::Unknown => fails = None,
                Demand::Unless(term, _) => fails.iter_mut().for_each(|it| it.push(term)),
            }
        }
        (flow, fails)
    }

    fn alone(&mut self) -> Alone<'_> {
        Alone {
            program: self.graph.program,
            pool: self.pool,
            settings: self.settings,
            recorder: &mut self.recorder,
        }
    }

    /// Whether the stepper may execute an instruction. It must not depend on unknown values, nor on
    /// addresses, which differ between iterations of a loop that allocates.
    fn is_expressed(&mut self, walk: &Walk, inst: &Inst) -> bool {
        self.are_known(walk, &inst.op)
            && match &inst.op {
                Op::Free(_) | Op::Call(_) => false,
                Op::Dynamic(..) => self.graph.is_dynamic,
                Op::NewRecord(_) | Op::LoadField(..) | Op::StoreField { .. } => false,
                Op::Cast(CastOp::PtrToBits | CastOp::BitsToPtr, _) => false,
                Op::Compare(_, a, b) => [a, b].iter().all(|it| {
                    let value = self.value(walk, **it);
                    value.is_scalar() || matches!(value, Value::Unit(_) | Value::Str(_))
                }),
                Op::Load(at) => self.holds_scalar(walk, *at, inst.result),
                Op::LoadCell(row, index) => self
                    .cell(walk, *row, *index)
                    .is_some_and(|it| *it != Value::Uninitialized),
                Op::StoreCell { row, index, .. } => self.cell(walk, *row, *index).is_some(),
                _ => true,
            }
    }

    /// Whether no operand is unknown.
    fn are_known(&self, walk: &Walk, op: &Op) -> bool {
        let mut known = true;
        op.operands(|operand| {
            let is_unknown = *self.value(walk, operand) == Value::Uninitialized;
            known &= !(is_unknown && matches!(operand, Operand::Local(_)));
        });
        known
    }

    /// The content of the cell at a known index.
    fn cell<'w>(&self, walk: &'w Walk, row: Operand, index: Operand) -> Option<&'w Value>
    where
        'p: 'w,
    {
        let (row, index) = (self.value(walk, row), self.value(walk, index));
        let &Value::Ptr { object, offset: 0 } = row else {
            return None;
        };
        let index = match index {
            Value::Int(index) => usize::try_from(*index).ok()?,
            index => usize::try_from(index.as_u64()?).ok()?,
        };
        match &walk.state.heap.find(object)?.content {
            Content::Cells(cells) => cells.get(index),
            _ => None,
        }
    }

    /// Whether there is a scalar at a known place, and it is read as one.
    fn holds_scalar(&mut self, walk: &Walk, at: Operand, result: Option<Local>) -> bool {
        let &Value::Ptr { object, offset } = self.value(walk, at) else {
            return false;
        };
        let content = walk.state.heap.find(object).map(|it| &it.content);
        let (Some(Content::Bytes(bytes)), Some(result)) = (content, result) else {
            return false;
        };
        let ty = &self.func(&walk.state).locals[result].ty;
        let size = ty.store_bytes(walk.state.heap.layout().width().bytes());
        let end = offset
            .saturating_add(size.unwrap_or(0))
            .min(bytes.len() as u64);
        *ty != Type::Ptr && (offset..end).all(|at| bytes.is_scalar(self.pool, at as usize))
    }

    /// The exact result of an operation that must not overflow.
    fn exact(&mut self, walk: &Walk, op: &Op) -> Option<Number> {
        let Op::Binary(op, flags, a, b) = op else {
            return None;
        };
        let op = match op {
            BinaryOp::Add => TermOp::Add,
            BinaryOp::Sub => TermOp::Sub,
            BinaryOp::Mul => TermOp::Mul,
            _ => return None,
        };
        let is_checked = self.settings.counts(FailureKind::SignedOverflow);
        if !(flags.no_signed_wrap && is_checked) {
            return None;
        }
        let (a, b) = (self.number(walk, *a)?, self.number(walk, *b)?);
        Some(a.sum(self.pool, op, b, true))
    }

    /// Skips an instruction. Returns whether the walk continues.
    pub fn skip(&mut self, walk: &mut Walk, inst: &Inst, depth: usize) -> bool {
        let mut condition = None;
        match &inst.op {
            Op::Store { ptr, value } => {
                let (number, place) = (self.number(walk, *value), self.place(walk, *ptr));
                self.forget(walk, Some(*ptr), depth);
                if let (Some(number), Some((object, offset))) = (number, place) {
                    let key = (walk.memory.version(object), object, offset, number.width);
                    self.symbols.loaded.insert(key, number);
                }
            }
            Op::Dynamic(..) => self.forget(walk, None, depth),
            Op::Call(call) => condition = self.skip_call(walk, call, depth),
            op if target(op).is_some() => self.forget(walk, target(op), depth),
            _ => {}
        }
        let loaded = match inst.op {
            Op::Load(at) => self.loaded(walk, at, inst.result, depth),
            _ => None,
        };
        let partial = match inst.op {
            Op::Binary(BinaryOp::And, _, a, b) => self.conjunction(walk, a, b, depth),
            _ => None,
        };
        if let Some(local) = inst.result {
            let value = loaded.map(|number| self.symbols.machine(self.pool, number));
            let value = value.or(partial).map_or(Value::Uninitialized, Value::Term);
            walk.state.top_mut().regs[local.index()] = value;
            self.express(walk, local, "value", depth);
        }
        walk.state.top_mut().inst += 1;
        condition.is_none_or(|it| self.assume(walk, it, self.line_of(inst), false))
    }

    /// The conjunction of two operands of which one is known, and the other one may be anything.
    fn conjunction(&mut self, walk: &Walk, a: Operand, b: Operand, depth: usize) -> Option<Term> {
        let operands = [a, b].map(|it| self.value(walk, it).to_term(self.pool));
        let mut known = operands.into_iter().flatten();
        let condition = known.find(|it| self.pool.sort(*it) == Sort::Bool)?;
        let condition = self.symbols.condition(self.pool, condition)?;
        let other = self.fresh(&Type::Int, "value", depth)?;
        let zero = self.pool.int(BigInt::ZERO);
        let other = self.pool.ne(other.term, zero);
        Some(self.pool.and(condition, other))
    }

    /// Forgets what a call that is not inlined may write to. Returns a condition that it requires.
    fn skip_call(&mut self, walk: &mut Walk, call: &Call, depth: usize) -> Option<Term> {
        let Callee::Intrinsic(name) = call.callee else {
            self.forget(walk, None, depth);
            return None;
        };
        let known = self.graph.program.behaviours().of(name);
        match known.writes {
            Reach::Nothing => {}
            Reach::Arguments => {
                for arg in &call.args {
                    if !self.value(walk, *arg).is_scalar() {
                        self.forget(walk, Some(*arg), depth);
                    }
                }
            }
            // Of tables, the first operand matters: the one whose member is written.
            Reach::Anything if self.graph.is_dynamic => {
                self.forget(walk, call.args.first().copied(), depth);
            }
            Reach::Anything => self.forget(walk, None, depth),
        }
        let fails = known.fails.unwrap_or_default();
        let is_required = known.requires && fails.iter().all(|kind| self.settings.counts(*kind));
        let condition = call.args.first().filter(|_| is_required)?;
        self.truth(walk, *condition)
    }

    /// Forgets the content of the object that a pointer points to; of all without a known one.
    fn forget(&mut self, walk: &mut Walk, pointer: Option<Operand>, depth: usize) {
        let place = pointer.and_then(|pointer| self.place(walk, pointer));
        if place.is_none() && self.graph.is_dynamic {
            return;
        }
        let version = self.symbols.new_version(depth);
        let object = place.map(|(object, _)| object);
        walk.memory.forget(&mut walk.state.heap, object, version);
    }

    /// The number at a place that the stepper cannot read. It has a name for each version of its
    /// object.
    fn loaded(
        &mut self,
        walk: &Walk,
        at: Operand,
        result: Option<Local>,
        depth: usize,
    ) -> Option<Number> {
        let ty = &self.func(&walk.state).locals[result?].ty;
        let &Type::Bits(width) = ty else { return None };
        let (object, offset) = self.place(walk, at)?;
        let version = walk.memory.version(object);
        let key = (version, object, offset, Some(width));
        if let Some(known) = self.symbols.loaded.get(&key) {
            return Some(*known);
        }
        let global = self.graph.program.global_name(object);
        let name = global.or(walk.memory.names.get(&object).map(|name| &**name));
        let at = self.symbols.number(self.pool, offset);
        let at = at.map_or(depth, |at| self.symbols.depth_of(self.pool, at.term));
        let depth = version.depth.max(at);
        let number = self.fresh(ty, name.unwrap_or("value"), depth)?;
        self.symbols.loaded.insert(key, number);
        Some(number)
    }

    /// The object that an operand points to, and the offset as a term of 64 bits.
    fn place(&mut self, walk: &Walk, pointer: Operand) -> Option<(ObjectId, Term)> {
        match *self.value(walk, pointer) {
            Value::Ptr { object, offset } if object != ObjectId::NONE => {
                Some((object, self.pool.bits(64, offset.into())))
            }
            Value::SymPtr { object, offset } if object != ObjectId::NONE => Some((object, offset)),
            _ => None,
        }
    }

    /// The value of an operand.
    fn value<'w>(&self, walk: &'w Walk, operand: Operand) -> &'w Value
    where
        'p: 'w,
    {
        peek(self.graph.program, walk.state.top(), operand)
    }

    /// The value of an operand, if it is an integer.
    pub fn number(&mut self, walk: &Walk, operand: Operand) -> Option<Number> {
        let term = self.value(walk, operand).to_term(self.pool)?;
        self.symbols.number(self.pool, term)
    }

    /// An operand as a condition, if it has a known value.
    pub fn truth(&mut self, walk: &Walk, operand: Operand) -> Option<Term> {
        let term = self.value(walk, operand).to_term(self.pool)?;
        let condition = match self.pool.sort(term) {
            Sort::Bool => term,
            _ => {
                let zero = small(self.pool, term, 0);
                self.pool.ne(term, zero)
            }
        };
        self.symbols.condition(self.pool, condition)
    }

    /// A number that is not known, if the type is that of integers.
    fn fresh(&mut self, ty: &Type, name: &str, depth: usize) -> Option<Number> {
        let width = match ty {
            Type::Bits(width) => Some(*width),
            Type::Int => None,
            _ => return None,
        };
        let kind = (width, Reading::Signed);
        Some(self.symbols.unknown(self.pool, name, kind, depth))
    }

    /// Replaces the value of a local by symbols of what it is. What is not expressed is unknown.
    pub fn express(&mut self, walk: &mut Walk, local: Local, name: &str, depth: usize) {
        let value = walk.state.top().regs[local.index()].clone();
        let value = self.expressed(&value).or_else(|| {
            let ty = &self.func(&walk.state).locals[local].ty;
            let number = self.fresh(ty, name, depth)?;
            Some(Value::Term(self.symbols.machine(self.pool, number)))
        });
        walk.state.top_mut().regs[local.index()] = value.unwrap_or(Value::Uninitialized);
    }

    fn expressed(&mut self, value: &Value) -> Option<Value> {
        match value {
            Value::Ptr { object, .. } if *object != ObjectId::NONE => Some(value.clone()),
            Value::SymPtr { object, offset } if *object != ObjectId::NONE => {
                let offset = self.symbols.number(self.pool, *offset)?;
                let offset = self.symbols.machine(self.pool, offset);
                Some(Value::pointer(self.pool, *object, offset))
            }
            Value::Tuple(members) => {
                let members = members.iter().map(|it| self.expressed(it));
                let members = members.map(|it| it.unwrap_or(Value::Uninitialized));
                Some(Value::Tuple(members.collect::<Vec<_>>().into()))
            }
            Value::Term(term) => {
                let term = match self.pool.sort(*term) {
                    Sort::Bool => self.symbols.condition(self.pool, *term)?,
                    _ => {
                        let number = self.symbols.number(self.pool, *term)?;
                        self.symbols.machine(self.pool, number)
                    }
                };
                Some(Value::from_term(self.pool, term))
            }
            Value::Unit(_) | Value::Str(_) | Value::Func(_) => Some(value.clone()),
            value if value.is_scalar() => Some(value.clone()),
            _ => None,
        }
    }

    /// The conditions for the targets of the terminator, as far as they are known.
    pub fn guards(&mut self, walk: &Walk, terminator: &Terminator) -> Vec<Option<Term>> {
        let unknown = vec![None; terminator.targets().len()];
        let subject = terminator.subject().filter(|_| unknown.len() > 1);
        if subject.is_none_or(|it| *self.value(walk, it) == Value::Uninitialized) {
            return unknown;
        }
        self.recorder.trace = Some(Vec::new());
        let (flow, fails) = self.step(&mut walk.state.clone());
        let taken = self.recorder.trace.take().unwrap_or_default();
        let mut guards = vec![Term::FALSE; unknown.len()];
        match (flow, fails, taken.last()) {
            (Flow::Choose(choices), Some(_), _) => {
                for choice in choices {
                    let Action::Edge(target) = choice.action else {
                        return unknown;
                    };
                    guards[target] = self.pool.or(guards[target], choice.guard);
                }
            }
            (Flow::Next, Some(_), Some(taken)) => {
                guards[taken.target as usize] = Term::TRUE;
            }
            _ => return unknown,
        }
        let conditions = guards.into_iter();
        conditions
            .map(|guard| self.symbols.condition(self.pool, guard))
            .collect()
    }

    /// Takes a target of the terminator.
    pub fn take(&mut self, walk: &mut Walk, number: u32, depth: usize) {
        let action = Action::Edge(number as usize);
        self.alone().apply(&mut walk.state, &action);
        let (func, block) = (walk.state.top().func, walk.state.top().block);
        let liveness = self.liveness_of(func);
        let params = &self.graph.program.module().funcs[func].blocks[block].params;
        let live = |local: &Local| liveness.live_in(block).contains(local);
        let registers = &mut walk.state.top_mut().regs;
        for at in 0..registers.len() {
            let local = Local::new(at);
            if registers[at] != Value::Uninitialized && !live(&local) && !params.contains(&local) {
                registers[at] = Value::Uninitialized;
            }
        }
        for param in params {
            self.express(walk, *param, "value", depth);
        }
    }

    /// The function of a state.
    pub fn func(&self, state: &State) -> &'p Func {
        &self.graph.program.module().funcs[state.top().func]
    }

    /// The source line of an instruction.
    fn line_of(&self, inst: &Inst) -> Option<u32> {
        let module = self.graph.program.module();
        inst.loc.map(|loc| module.locs[loc].line)
    }
}

/// The pointer to what an instruction that is no call writes to.
fn target(op: &Op) -> Option<Operand> {
    match op {
        Op::Store { ptr: to, .. }
        | Op::Copy { to, .. }
        | Op::Set { to, .. }
        | Op::StoreCell { row: to, .. }
        | Op::StoreField { record: to, .. } => Some(*to),
        _ => None,
    }
}
