//! Loops that are cut at their heads. At the first visit the state forgets what the loop changes and
//! keeps facts, which have been shown. A path that comes back to the head ends there, after the facts
//! were shown again and nothing else has changed. So the state at the head stands for all visits.

use crate::machine::Machine;
use crate::memory::{Byte, Memory};
use crate::program::{Local, Type};
use crate::state::{Frame, State, Stop};
use crate::term::{MAX_WIDTH, Operator, Pool, Term, arity};
use crate::value::{ObjectId, Place, Value};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where a loop is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Loop {
    /// The function that has it, by number.
    pub func: usize,
    /// The block where it is entered.
    pub head: usize,
    /// All its blocks. A path that reaches another one has left the loop.
    pub body: BTreeSet<usize>,
}

/// What a state forgets.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Forgotten {
    /// A value of the function: its bits, or the offset of a pointer.
    Local(Local),
    /// Bytes of an object, which become one number, if these are initialized in each iteration.
    Word(ObjectId, u64, u32),
    /// Bytes of an object, which may be uninitialized.
    Bytes(ObjectId, u64, u32),
}

/// An expression over a state.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Expression {
    /// A value of the function: its bits, or the offset of a pointer.
    Local(Local),
    /// So many bytes at an offset of an object.
    Memory(ObjectId, u64, u32),
    /// A constant of a width.
    Constant(u32, u128),
    /// An operator: one of those in [`OPERATORS`], by its position.
    Apply(u32, Vec<Expression>),
}

/// The operators of expressions.
pub const OPERATORS: &[Operator] = &[
    Operator::Not,
    Operator::And,
    Operator::Or,
    Operator::Add,
    Operator::Sub,
    Operator::Mul,
    Operator::Eq,
    Operator::Ult,
    Operator::Slt,
];

/// How a loop is cut.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Plan {
    /// What the state forgets.
    pub forgotten: Vec<Forgotten>,
    /// What holds at each visit.
    pub facts: Vec<Expression>,
}

/// A loop that a path is in, with its state at the head.
#[derive(Clone, Debug)]
pub struct Cut {
    /// A number that no other cut has.
    pub number: u64,
    /// The call that executes it.
    pub frame: u64,
    /// Which loop.
    pub of: Loop,
    plan: Plan,
    memory: Memory,
    frames: Vec<Rc<Frame>>,
    stack_bytes: u64,
}

impl Machine<'_> {
    /// Ends the loops that a path has left at the start of a block.
    pub(crate) fn leave_loops(&mut self, state: &mut State) -> Result<(), Stop> {
        let (frame, block) = (state.frame()?.number, state.frame()?.block);
        while let Some(cut) = state.loops.last() {
            let is_open = state.frames.iter().any(|it| it.number == cut.frame);
            if is_open && (cut.frame != frame || cut.of.body.contains(&block)) {
                return Ok(());
            }
            state.loops.pop();
        }
        Ok(())
    }

    /// Visits the head of a loop: cuts it if the guide says so, or ends an iteration.
    pub(crate) fn visit(&mut self, state: &mut State, of: &Loop) -> Result<(), Stop> {
        let frame = state.frame()?.number;
        let is_same = |cut: &&Rc<Cut>| cut.frame == frame && cut.of.head == of.head;
        if let Some(cut) = state.loops.iter().find(is_same).cloned() {
            return self.close(state, &cut);
        }
        let plan = self.guide.cut(&self.pool, state, of).map_err(Stop::Wrong)?;
        let Some(plan) = plan else {
            return Ok(());
        };
        self.show_facts(state, of, &plan)?;
        self.forget(state, of, &plan)?;
        for fact in &plan.facts {
            let holds = self.evaluate(state, fact)?;
            self.assume(state, holds)?;
        }
        let cut = Cut {
            number: self.next_call(),
            frame,
            of: of.clone(),
            plan,
            memory: state.memory.clone(),
            frames: state.frames.clone(),
            stack_bytes: state.stack_bytes,
        };
        state.loops.push(Rc::new(cut));
        Ok(())
    }

    fn show_facts(&mut self, state: &mut State, of: &Loop, plan: &Plan) -> Result<(), Stop> {
        for fact in &plan.facts {
            let holds = self.evaluate(state, fact)?;
            if self.pool.width(holds) != 1 {
                return Err(Stop::Wrong("a fact is no condition".to_string()));
            }
            let fails = self.pool.not(holds);
            self.show_fact(state, of, fact, fails)?;
        }
        Ok(())
    }

    fn forget(&mut self, state: &mut State, of: &Loop, plan: &Plan) -> Result<(), Stop> {
        let blocks = &self.program.funcs[of.func].blocks;
        for block in &of.body {
            let Some(found) = blocks.get(*block) else {
                return Err(Stop::Wrong("a loop has an unknown block".to_string()));
            };
            let params = found.params.iter().filter(|_| *block != of.head);
            let results = found.insts.iter().filter_map(|inst| inst.result.as_ref());
            for (local, _) in params.chain(results) {
                state.frame_mut()?.values[*local as usize] = None;
            }
        }
        for forgotten in &plan.forgotten {
            match forgotten {
                Forgotten::Local(local) => self.forget_local(state, *local)?,
                Forgotten::Word(object, at, bytes) => {
                    in_object(&state.memory, *object, *at, *bytes)?;
                    let range = *at as usize..*at as usize + *bytes as usize;
                    let found = &mut state.memory.object_mut(*object)?.bytes;
                    // What may be uninitialized at the first visit stays so.
                    let is_defined = |byte: &Byte| match byte {
                        Byte::Bits(term, _) => !self.pool.is_undefined(*term),
                        Byte::Ptr(..) => true,
                        Byte::Fresh => false,
                    };
                    if found[range.clone()].iter().all(is_defined) {
                        let symbol = Value::Bits(self.pool.symbol(8 * bytes, false));
                        state.memory.store(&mut self.pool, *object, *at, &symbol)?;
                    } else {
                        Rc::make_mut(found)[range].fill(Byte::Fresh);
                    }
                }
                Forgotten::Bytes(object, at, bytes) => {
                    in_object(&state.memory, *object, *at, *bytes)?;
                    let object = state.memory.object_mut(*object)?;
                    let range = *at as usize..*at as usize + *bytes as usize;
                    Rc::make_mut(&mut object.bytes)[range].fill(Byte::Fresh);
                }
            }
        }
        Ok(())
    }

    /// Forgets a value of the function. If it may be uninitialized at the first visit, it may be so
    /// at each.
    fn forget_local(&mut self, state: &mut State, local: Local) -> Result<(), Stop> {
        let value = state.frame()?.values.get(local as usize).cloned().flatten();
        let mut like = |term: Term| {
            let undefined = self.pool.is_undefined(term);
            self.pool.symbol(self.pool.width(term), undefined)
        };
        let value = match value {
            Some(Value::Bits(term)) => Value::Bits(like(term)),
            Some(Value::Ptr(places)) => match places[..] {
                [Place { base, offset, .. }] => Value::pointer(base, like(offset)),
                _ => return Err(Stop::missing("a choice of pointers in a loop")),
            },
            _ => return Err(Stop::missing("a value that a loop changes")),
        };
        state.frame_mut()?.values[local as usize] = Some(value);
        Ok(())
    }

    /// Ends an iteration: the facts hold, and nothing has changed that is not forgotten.
    fn close(&mut self, state: &mut State, cut: &Cut) -> Result<(), Stop> {
        let mut changed = Vec::new();
        let mut others = state.frames.iter().zip(&cut.frames).rev().skip(1);
        if state.stack_bytes != cut.stack_bytes
            || state.frames.len() != cut.frames.len()
            || others.any(|(a, b)| !Rc::ptr_eq(a, b) && a.values != b.values)
        {
            return Err(Stop::missing(
                "a loop that changes its callers or the stack",
            ));
        }
        let (now, before) = (state.frame()?, cut.frames.last().ok_or(Stop::End)?);
        for (local, (new, old)) in now.values.iter().zip(&before.values).enumerate() {
            let forgotten = Forgotten::Local(local as Local);
            let is_forgotten = cut.plan.forgotten.contains(&forgotten);
            let is_kept = match (old, new) {
                (None, _) => true,
                (Some(old), Some(new)) if is_forgotten => self.is_kind_kept(old, new),
                (old, new) => old == new,
            };
            if !is_kept {
                changed.push(forgotten);
            }
        }
        for (id, old) in cut.memory.objects() {
            let new = state.memory.object(id)?;
            if old == new {
                continue;
            }
            if old.alive != new.alive || old.size != new.size || old.room() != new.room() {
                return Err(Stop::missing("a loop that ends an object"));
            }
            changed.extend(self.changed_words(id, &old.bytes, &new.bytes, &cut.plan));
        }
        if !changed.is_empty() {
            self.guide.changed(&cut.of, &changed);
            return Err(Stop::missing(
                "a loop that changes what its invariant keeps",
            ));
        }
        self.show_no_leak(state, Some(&cut.memory))?;
        self.show_facts(state, &cut.of, &cut.plan)?;
        Err(Stop::End)
    }

    /// Whether a forgotten value is still of its kind, and initialized if it was.
    fn is_kind_kept(&self, old: &Value, new: &Value) -> bool {
        match (old, new) {
            (Value::Bits(old), Value::Bits(new)) => {
                self.pool.width(*old) == self.pool.width(*new) && self.is_as_defined(*old, *new)
            }
            (Value::Ptr(old), Value::Ptr(new)) => match (&old[..], &new[..]) {
                ([old], [new]) => {
                    old.base == new.base
                        && new.guard == Term::TRUE
                        && self.is_as_defined(old.offset, new.offset)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Whether a value is initialized where that counts and the one before was.
    fn is_as_defined(&self, old: Term, new: Term) -> bool {
        let counts = self.scope.counts("uninitialized");
        !counts || self.pool.is_undefined(old) || !self.pool.is_undefined(new)
    }

    /// The words of an object that have changed and are not forgotten.
    fn changed_words(
        &mut self,
        id: ObjectId,
        old: &[Byte],
        new: &[Byte],
        plan: &Plan,
    ) -> Vec<Forgotten> {
        let mut may_change = vec![false; old.len()];
        for forgotten in &plan.forgotten {
            let (Forgotten::Word(object, at, bytes) | Forgotten::Bytes(object, at, bytes)) =
                forgotten
            else {
                continue;
            };
            if *object == id {
                may_change[*at as usize..*at as usize + *bytes as usize].fill(true);
            }
        }
        let mut changed = Vec::new();
        let mut at = 0;
        while at < old.len() {
            let word = match new[at] {
                Byte::Bits(term, 0) => self.pool.width(term).div_ceil(8).max(1),
                _ => 1,
            };
            let is_kept = match (&old[at], &new[at]) {
                (a, b) if a == b => true,
                (_, Byte::Ptr(..)) => false,
                // What is uninitialized at the head may have any value there.
                (Byte::Fresh, _) => true,
                (Byte::Bits(a, _), Byte::Bits(b, _)) if may_change[at] => {
                    self.is_as_defined(*a, *b)
                }
                (Byte::Bits(a, i), Byte::Bits(b, j)) => {
                    let a = self.pool.extract(*a, 8 * i, 8);
                    a == self.pool.extract(*b, 8 * j, 8)
                }
                _ => false,
            };
            match is_kept {
                true => at += 1,
                false if may_change[at] => {
                    changed.push(Forgotten::Bytes(id, at as u64, 1));
                    at += 1;
                }
                false => {
                    let fits = at + word as usize <= old.len();
                    let bytes = if fits { word } else { 1 };
                    changed.push(Forgotten::Word(id, at as u64, bytes));
                    at += bytes as usize;
                }
            }
        }
        changed
    }

    /// The value of an expression.
    pub(crate) fn evaluate(
        &mut self,
        state: &mut State,
        expression: &Expression,
    ) -> Result<Term, Stop> {
        let wrong = |what: &str| Stop::Wrong(format!("a fact has {what}"));
        match expression {
            Expression::Local(local) => {
                match state
                    .frame()?
                    .values
                    .get(*local as usize)
                    .cloned()
                    .flatten()
                {
                    Some(Value::Bits(term)) => Ok(term),
                    Some(Value::Ptr(places)) if places.len() == 1 => Ok(places[0].offset),
                    _ => Err(wrong("an unknown value")),
                }
            }
            Expression::Memory(object, at, bytes) => {
                in_object(&state.memory, *object, *at, *bytes)?;
                let ty = Type::Bits(8 * bytes);
                state.memory.load(&mut self.pool, *object, *at, &ty)?.bits()
            }
            Expression::Constant(width @ 1..=MAX_WIDTH, value) => {
                Ok(self.pool.bits(*width, *value))
            }
            Expression::Constant(..) => Err(wrong("a constant without such a width")),
            Expression::Apply(operator, operands) => {
                let operator = OPERATORS.get(*operator as usize);
                let operator = *operator.ok_or_else(|| wrong("an unknown operator"))?;
                if operands.len() != arity(operator) {
                    return Err(wrong("another number of operands"));
                }
                let mut terms = Vec::with_capacity(2);
                for operand in operands {
                    terms.push(self.evaluate(state, operand)?);
                }
                let (a, b) = (terms[0], terms[terms.len() - 1]);
                if self.pool.width(a) != self.pool.width(b) {
                    return Err(wrong("operands of different widths"));
                }
                Ok(apply(&mut self.pool, operator, a, b))
            }
        }
    }
}

fn apply(pool: &mut Pool, operator: Operator, a: Term, b: Term) -> Term {
    match operator {
        Operator::Not => pool.not(a),
        Operator::And => pool.and(a, b),
        Operator::Or => pool.or(a, b),
        Operator::Add => pool.add(a, b),
        Operator::Sub => pool.sub(a, b),
        Operator::Mul => pool.mul(a, b),
        Operator::Eq => pool.eq(a, b),
        Operator::Ult => pool.ult(a, b),
        _ => pool.slt(a, b),
    }
}

/// Checks that a range is within an object.
fn in_object(memory: &Memory, id: ObjectId, at: u64, bytes: u32) -> Result<(), Stop> {
    let room = memory.object(id).map_or(0, |it| it.room());
    let end = at.checked_add(u64::from(bytes));
    match end.is_some_and(|end| end <= room) && (1..=MAX_WIDTH / 8).contains(&bytes) {
        true => Ok(()),
        false => Err(Stop::Wrong("a range is outside of its object".to_string())),
    }
}
