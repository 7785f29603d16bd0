//! Constants that a path substituted for terms, when a stretch is retraced: addresses and sizes,
//! and values that were concretized or bounded.

use super::retrace::{Goes, Run};
use super::stretch::{Ended, Successor};
use crate::Driver;
use crate::machine::Action;
use crate::state::{Bounds, State, Taken};
use crate::value::Value;
use sheaf_ir::{Callee, Local, Op, Operand};
use sheaf_term::{Pool, Term};

impl Run<'_> {
    /// Substitutes the addresses and sizes that are constants on the path for the terms that the
    /// next instruction would have to resolve.
    pub(super) fn put_in_addresses(&mut self, driver: &mut Driver) -> Option<()> {
        let frame = self.state.top();
        let block = &driver.program.module().funcs[frame.func].blocks[frame.block];
        let Some(inst) = block.insts.get(frame.inst) else {
            return Some(());
        };
        for operand in resolved(&inst.op) {
            if let Operand::Local(local) = operand {
                self.put_in(&mut driver.pool, local)?;
            }
        }
        Some(())
    }

    fn put_in(&mut self, pool: &mut Pool, local: Local) -> Option<()> {
        use sheaf_ir::index::Idx;
        let (term, object) = match &self.state.top().regs[local.index()] {
            Value::Term(term) => (*term, None),
            Value::SymPtr { object, offset } => (*offset, Some(*object)),
            _ => return Some(()),
        };
        let actual = self.actual.term(pool, self.general, term)?;
        if pool.as_constant(actual).is_none() {
            return Some(());
        }
        let same = pool.eq(term, actual);
        self.need(same);
        let value = match object {
            Some(object) => Value::pointer(pool, object, actual),
            None => Value::from_term(pool, actual),
        };
        self.state.top_mut().regs[local.index()] = value;
        Some(())
    }

    pub(super) fn concretize(
        &mut self,
        driver: &mut Driver,
        local: Local,
        term: Term,
        is_last: bool,
    ) -> Option<Goes> {
        let pool = &mut driver.pool;
        if pool.has_indeterminate(term) || !matches!(pool.sort(term), sheaf_term::Sort::Bits(_)) {
            return None;
        }
        if is_last && let Ended::Forked(children) = self.ended {
            return self.fork_by_value(driver, local, term, children);
        }
        let width = pool.width(term);
        match self.decided()? {
            Taken::Value(value) => {
                let constant = pool.bits(width, value.into());
                let same = pool.eq(term, constant);
                self.need(same);
                let value = Value::from_term(pool, constant);
                self.state = self.after(driver, &Action::Bind(local, value));
            }
            Taken::OtherThan(value) => {
                let constant = pool.bits(width, value.into());
                let other = pool.ne(term, constant);
                self.need(other);
            }
            Taken::Alternative(_)
            | Taken::Between(..)
            | Taken::Skip(_)
            | Taken::Except(_)
            | Taken::Checks => return None,
        }
        Some(Goes::On)
    }

    /// The successors of a fork between one value and all others.
    fn fork_by_value(
        &mut self,
        driver: &mut Driver,
        local: Local,
        term: Term,
        children: &[&State],
    ) -> Option<Goes> {
        let width = driver.pool.width(term);
        let mut covered = Vec::new();
        for child in children {
            let (guard, action) = match child.decisions.newest_first().next()?.taken {
                Taken::Value(value) => {
                    let constant = driver.pool.bits(width, value.into());
                    let guard = driver.pool.eq(term, constant);
                    let value = Value::from_term(&driver.pool, constant);
                    (guard, Some(Action::Bind(local, value)))
                }
                Taken::OtherThan(value) => {
                    let constant = driver.pool.bits(width, value.into());
                    (driver.pool.ne(term, constant), None)
                }
                Taken::Alternative(_)
                | Taken::Between(..)
                | Taken::Skip(_)
                | Taken::Except(_)
                | Taken::Checks => return None,
            };
            let state = match action {
                Some(action) => self.after(driver, &action),
                None => self.state.clone(),
            };
            covered.push(guard);
            self.stretch
                .successors
                .push(Successor::Taken(guard, Box::new(state)));
        }
        (driver.pool.or_all(covered) == Term::TRUE).then_some(Goes::Over)
    }

    pub(super) fn bound(&mut self, driver: &mut Driver, term: Term) -> Option<Goes> {
        let Taken::Between(least, most) = self.decided()? else {
            return None;
        };
        let pool = &mut driver.pool;
        if pool.has_indeterminate(term) {
            return None;
        }
        let width = pool.width(term);
        let (low, high) = (
            pool.bits(width, least.into()),
            pool.bits(width, most.into()),
        );
        let (above, below) = (pool.ule(low, term), pool.ule(term, high));
        self.need(above);
        self.need(below);
        let bounds = Bounds { term, least, most };
        self.state = self.after(driver, &Action::Bound(bounds));
        Some(Goes::On)
    }
}

/// The operands of an instruction that are addresses or sizes.
fn resolved(op: &Op) -> Vec<Operand> {
    match op {
        Op::Load(pointer) | Op::Free(pointer) => vec![*pointer],
        Op::Store { ptr, .. } => vec![*ptr],
        Op::Copy {
            to, from, bytes, ..
        } => vec![*to, *from, *bytes],
        Op::Set { to, bytes, .. } => vec![*to, *bytes],
        Op::LoadCell(row, index) | Op::StoreCell { row, index, .. } => vec![*row, *index],
        Op::LoadField(record, _) | Op::StoreField { record, .. } => vec![*record],
        Op::Call(call) if matches!(call.callee, Callee::Intrinsic(_)) => call.args.to_vec(),
        Op::Alloc(_) => {
            let mut operands = Vec::new();
            op.operands(&mut |operand| operands.push(operand));
            operands
        }
        _ => Vec::new(),
    }
}
