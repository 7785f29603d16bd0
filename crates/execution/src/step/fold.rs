//! Conditions on addresses that several branches decide together.
//!
//! `p >= pool && p < pool + n` is two branches. Where `p` points into another object, each of them
//! depends on the layout of objects, but where they lead together does not: no object overlaps
//! another one. So what matters is the condition of all of them:
//!
//! - A branch may lead to a block that only computes, and ends with a branch that leaves to the same
//!   block as the first one. Both are decided by their conjunction.
//! - A block that only computes may end with a jump to where the branch leads otherwise, with
//!   another argument: the value of `&&` and `||`. That is the same as a choice between both
//!   arguments.
//!
//! A block only computes if its instructions have no effect and report nothing, whatever the layout
//! is. Only the branch before leads to it.

use crate::machine::Machine;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{Block, BlockId, Func, Op, Operand, Target, Terminator};
use sheaf_term::{Sort, Term};

sheaf_tuning::constants! {
    /// Maximum number of instructions of a block that only computes.
    MAX_INSTRUCTIONS: usize = 16, 1 => 256, "instructions";
    /// Maximum number of branches that decide together.
    MAX_BRANCHES: usize = 8, 1 => 128, "branches";
}

impl Machine<'_> {
    /// The condition of the branch at the end of the current block for a decision, with our choice
    /// of addresses. What may depend on the choice is an event.
    pub(super) fn settle_branch(&mut self, own: Term, targets: [&Target; 2]) -> Term {
        if !self.depends_on_layout(own) {
            return self.settle(own);
        }
        let negated = self.pool.not(own);
        for (leaves, stays, condition) in [
            (targets[1], targets[0], own),
            (targets[0], targets[1], negated),
        ] {
            let block = self.state.top().block;
            let before = self.stays_until(block, leaves);
            let so_far = self.pool.and(before, condition);
            let whole = match self.stays_from(stays, leaves, so_far, MAX_BRANCHES.get()) {
                None if before == Term::TRUE => continue,
                whole => whole.unwrap_or(so_far),
            };
            let settled = self.pool.with_chosen(own);
            self.note_choice(whole);
            return settled;
        }
        self.settle(own)
    }

    /// The arguments of the jump at the end of the current block, where another argument is passed
    /// if a branch before depends on the layout: as choices between both.
    pub(super) fn joined_arguments(&mut self, target: &Target) -> Option<Vec<Value>> {
        let (program, frame) = (self.program, self.state.top());
        let is_hidden = |arg: &Operand| match super::peek(program, frame, *arg) {
            Value::Term(term) => self.pool.has_chosen(*term),
            _ => false,
        };
        if !target.args.iter().any(is_hidden) {
            return None;
        }
        let block = frame.block;
        let (_, side, others) = branch_before(&program.module().funcs[frame.func], block)?;
        let other = &others[1 - side];
        let stays = self.stays_until(block, other);
        if other.block != target.block || stays == Term::TRUE {
            return None;
        }
        let mut joined = Vec::with_capacity(target.args.len());
        for (arg, other) in target.args.iter().zip(&other.args) {
            let (value, other) = (self.read(*arg), self.read(*other));
            joined.push(match value == other {
                true => value,
                false => self.joined(stays, &value, &other)?,
            });
        }
        Some(joined)
    }

    /// A truth value that is one of two.
    fn joined(&mut self, condition: Term, then: &Value, otherwise: &Value) -> Option<Value> {
        let [then, otherwise] = [then, otherwise].map(|value| match value {
            Value::Bool(_) | Value::Term(_) => value.to_term(self.pool),
            _ => None,
        });
        let (then, otherwise) = (then?, otherwise?);
        let is_bool =
            |term| self.pool.sort(term) == Sort::Bool && !self.pool.has_indeterminate(term);
        if !is_bool(then) || !is_bool(otherwise) {
            return None;
        }
        let joined = self.pool.ite(condition, then, otherwise);
        Some(Value::from_term(self.pool, joined))
    }

    /// Whether a condition depends on addresses, and not on inputs as well. What depends on
    /// uninitialized memory is checked where it is executed.
    fn depends_on_layout(&self, condition: Term) -> bool {
        self.pool.has_chosen(condition)
            && !self.is_on_inputs(condition)
            && !self.pool.has_indeterminate(condition)
    }

    /// The condition under which a branch takes one of its sides, if that depends on the layout.
    fn taken(&mut self, condition: Operand, side: usize) -> Option<Term> {
        let Value::Term(term) = self.read(condition) else {
            return None;
        };
        let depends = self.pool.sort(term) == Sort::Bool && self.depends_on_layout(term);
        depends.then(|| match side {
            0 => term,
            _ => self.pool.not(term),
        })
    }

    /// The conditions of the branches before a block of the current call that lead to it, or else
    /// leave to the same place.
    fn stays_until(&mut self, mut block: BlockId, leaves: &Target) -> Term {
        let program = self.program;
        let func = &program.module().funcs[self.state.top().func];
        let mut all = Term::TRUE;
        for _ in 0..MAX_BRANCHES.get() {
            if !computes(&func.blocks[block]) {
                break;
            }
            let Some((condition, side, targets)) = branch_before(func, block) else {
                break;
            };
            let is_same = self.leads_alike(&targets[1 - side], leaves);
            let Some(taken) = self.taken(condition, side).filter(|_| is_same) else {
                break;
            };
            all = self.pool.and(taken, all);
            let Some(before) = predecessor(func, block) else {
                break;
            };
            block = before;
        }
        all
    }

    /// What decides whether the path leaves to this place, if that is not known before the end of a
    /// block that only computes and is entered under a condition.
    fn stays_from(
        &mut self,
        into: &Target,
        leaves: &Target,
        entered: Term,
        branches: usize,
    ) -> Option<Term> {
        let program = self.program;
        let func = &program.module().funcs[self.state.top().func];
        let block = &func.blocks[into.block];
        predecessor(func, into.block)?;
        if branches == 0 || !computes(block) {
            return None;
        }
        let whole = self.purely(|machine| {
            let frame = machine.state.top_mut();
            if !super::enter(program, frame, into) {
                return None;
            }
            for inst in &block.insts {
                let value = machine.evaluate(inst).ok()?;
                if let Some(result) = inst.result {
                    machine.state.top_mut().regs[result.index()] = value;
                }
            }
            machine.stays_behind(block, leaves, entered, branches)
        })?;
        // For another layout, the block was executed.
        let func = self.state.top().func;
        self.coverage.reach(func, into.block, block.insts.len() + 1);
        Some(whole)
    }

    /// As [`Machine::stays_from`], at the end of the block.
    fn stays_behind(
        &mut self,
        block: &Block,
        leaves: &Target,
        entered: Term,
        branches: usize,
    ) -> Option<Term> {
        match &block.terminator {
            Terminator::Branch(condition, targets) => {
                let side = (0..2).find(|side| self.leads_alike(&targets[1 - side], leaves))?;
                let taken = self.taken(*condition, side)?;
                let so_far = self.pool.and(entered, taken);
                let further = self.stays_from(&targets[side], leaves, so_far, branches - 1);
                Some(further.unwrap_or(so_far))
            }
            Terminator::Jump(target) if target.block == leaves.block => {
                let args = target.args.iter().zip(&leaves.args);
                let args = args.map(|(here, there)| (self.read(*here), self.read(*there)));
                let mut different = args.filter(|(here, there)| here != there);
                let (here, there) = different.next()?;
                if different.next().is_some() {
                    return None;
                }
                let joined = self.joined(entered, &here, &there)?.to_term(self.pool)?;
                let there = there.to_term(self.pool)?;
                Some(self.pool.ne(joined, there))
            }
            _ => None,
        }
    }

    /// Whether two targets are one block, with the same arguments.
    fn leads_alike(&mut self, a: &Target, b: &Target) -> bool {
        let is_same = |(a, b): (&Operand, &Operand)| a == b || self.read(*a) == self.read(*b);
        a.block == b.block && a.args.iter().zip(&b.args).all(is_same)
    }

    /// Computes something on a copy of the state; `None` also if there is anything to report.
    fn purely<T>(&mut self, compute: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let (saved, events) = (self.state.clone(), self.events.len());
        let result = compute(self);
        *self.state = saved;
        let is_silent = self.events.len() == events;
        self.events.truncate(events);
        result.filter(|_| is_silent)
    }
}

/// Whether a block has no effect on memory and calls nothing. It may have checks: those that may
/// fail are events.
fn computes(block: &Block) -> bool {
    let is_pure = |op: &Op| {
        matches!(
            op,
            Op::Unary(..)
                | Op::Binary(..)
                | Op::Compare(..)
                | Op::Cast(..)
                | Op::Select(..)
                | Op::PtrAdd { .. }
                | Op::Load(_)
                | Op::Check { .. }
        )
    };
    block.insts.len() <= MAX_INSTRUCTIONS.get() && block.insts.iter().all(|inst| is_pure(&inst.op))
}

/// The only block that leads to another one, by one edge.
fn predecessor(func: &Func, block: BlockId) -> Option<BlockId> {
    let mut found = func.blocks.enumerate().flat_map(|(id, other)| {
        let targets = other.terminator.targets().iter();
        targets.filter_map(move |target| (target.block == block).then_some(id))
    });
    let only = found.next()?;
    (block.index() != 0 && found.next().is_none()).then_some(only)
}

/// The branch that is the only way to a block: its condition, the side that leads there, and the
/// targets.
fn branch_before(func: &Func, block: BlockId) -> Option<(Operand, usize, &[Target; 2])> {
    let before = predecessor(func, block)?;
    let Terminator::Branch(condition, targets) = &func.blocks[before].terminator else {
        return None;
    };
    let side = usize::from(targets[0].block != block);
    Some((*condition, side, targets))
}
