//! Resolves pointers to locations, with an obligation for each kind of invalid access.

use super::address::MAX_ADDRESS_CANDIDATES;
use super::peek;
use crate::evidence::{Act, Attempt};
use crate::machine::{Machine, Stop};
use crate::memory::{Content, FIRST_ADDRESS, Life, Size};
use crate::outcome::ReasonKind;
use crate::value::{ObjectId, Union, Value};
use sheaf_ir::{FailureKind, Inst, Op as IrOp, Operand};
use sheaf_term::{Op, Pool, Term};
use smallvec::SmallVec;
use std::rc::Rc;

const UNINITIALIZED_ADDRESS: &str = "an address depends on uninitialized memory";

/// The kind of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    /// Reads.
    Read,
    /// Writes.
    Write,
}

impl Access {
    /// The attempt to access so many bytes of an object, or at an address if there is none.
    fn at(self, bytes: Size, object: ObjectId, offset: Offset) -> Attempt {
        Attempt {
            act: match self {
                Access::Read => Act::Read,
                Access::Write => Act::Write,
            },
            bytes: bytes.known(),
            object,
            offset: match offset {
                Offset::At(offset) => Some(offset),
                Offset::Term(_) => None,
            },
        }
    }
}

/// An offset in an object, within its bounds wherever the path continues.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offset {
    /// Known.
    At(u64),
    /// A 64-bit term.
    Term(Term),
}

/// A possible location of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryLocation {
    /// Its condition.
    pub guard: Term,
    /// The object, which is alive.
    pub object: ObjectId,
    pub offset: Offset,
}

/// Usually one.
pub type MemoryLocations = SmallVec<[MemoryLocation; 1]>;

impl Machine<'_> {
    /// The possible locations of an access of this many bytes at `pointer`. All other cases become
    /// obligations. If no location is left, an obligation always fails.
    pub fn resolve(
        &mut self,
        pointer: &Value,
        bytes: u64,
        access: Access,
    ) -> Result<MemoryLocations, Stop> {
        self.resolve_range(pointer, Size::Known(bytes), access)
    }

    /// As [`Machine::resolve`], for a number of bytes that may be symbolic.
    pub fn resolve_range(
        &mut self,
        pointer: &Value,
        bytes: Size,
        access: Access,
    ) -> Result<MemoryLocations, Stop> {
        let mut locations = MemoryLocations::new();
        if matches!(pointer, Value::Union(_)) {
            self.require_defined(pointer, UNINITIALIZED_ADDRESS);
        }
        let split = self.split_uninitialized(pointer);
        for (guard, member) in split.as_ref().unwrap_or(pointer).members() {
            let resolved = self.under(guard, |machine| {
                if machine.is_uninitialized_pointer(member) {
                    machine.obligation(
                        FailureKind::Uninitialized,
                        Term::TRUE,
                        UNINITIALIZED_ADDRESS,
                    );
                    return Ok(());
                }
                machine.require_defined(member, UNINITIALIZED_ADDRESS);
                machine.resolve_member(member, bytes, access, &mut locations)
            });
            resolved.unwrap_or(Ok(()))?;
        }
        Ok(locations)
    }

    /// An upper bound of the number of bytes between a pointer and the end of its object. A computed
    /// address is resolved, with the obligations of an access to its first byte.
    ///
    /// # Errors
    /// When a computed address cannot be resolved.
    pub fn bytes_behind(&mut self, pointer: &Value) -> Result<u64, Stop> {
        let mut most = 0;
        for (guard, member) in pointer.members() {
            let bytes = match *member {
                Value::Ptr { object, offset } if object != ObjectId::NONE => {
                    self.room_behind(object, Offset::At(offset))
                }
                Value::SymPtr { object, offset } if object != ObjectId::NONE => {
                    self.room_behind(object, Offset::Term(offset))
                }
                Value::Ptr { .. } | Value::SymPtr { .. } => {
                    let found = self.under(guard, |it| it.resolve(member, 1, Access::Read));
                    let found = found.transpose()?.unwrap_or_default();
                    let bytes = found
                        .iter()
                        .map(|it| self.room_behind(it.object, it.offset));
                    bytes.max().unwrap_or(0)
                }
                _ => 0,
            };
            most = most.max(bytes);
        }
        Ok(most)
    }

    fn room_behind(&self, object: ObjectId, offset: Offset) -> u64 {
        let room = self.state.heap.get(object).size.room();
        match offset {
            Offset::At(offset) => room.saturating_sub(offset),
            Offset::Term(_) => room,
        }
    }

    /// Splits a pointer at addresses that are a choice between uninitialized memory and something
    /// else: after merging, the uninitialized ones may be impossible, and no objects are searched
    /// for them.
    fn split_uninitialized(&mut self, pointer: &Value) -> Option<Value> {
        let choice = |pool: &Pool, member: &Value| match member {
            Value::SymPtr {
                object: ObjectId::NONE,
                offset,
            } if pool.op(*offset) == Op::Ite && pool.has_indeterminate(*offset) => Some(*offset),
            _ => None,
        };
        pointer
            .members()
            .find_map(|(_, member)| choice(self.pool, member))?;
        let mut members = Vec::new();
        for (guard, member) in pointer.members() {
            let Some(address) = choice(self.pool, member) else {
                members.push((guard, member.clone()));
                continue;
            };
            let mut pending = vec![(guard, address)];
            while let Some((guard, address)) = pending.pop() {
                if members.len() + pending.len() > MAX_ADDRESS_CANDIDATES.get() {
                    return None;
                }
                if let [condition, then, otherwise] = self.pool.args(address)[..]
                    && self.pool.op(address) == Op::Ite
                    && !self.pool.has_indeterminate(condition)
                {
                    let negated = self.pool.guard_not(condition);
                    for (side, address) in [(condition, then), (negated, otherwise)] {
                        pending.push((self.pool.guard_and(guard, side), address));
                    }
                    continue;
                }
                let pointer = Value::pointer(self.pool, ObjectId::NONE, address);
                members.push((guard, pointer));
            }
        }
        members.retain(|(guard, _)| *guard != Term::FALSE);
        Some(Value::Union(Rc::new(Union { members })))
    }

    /// Whether a pointer is uninitialized memory, or at a known offset from it, and this counts as
    /// a failure: then it is not resolved.
    pub(super) fn is_uninitialized_pointer(&self, pointer: &Value) -> bool {
        let Value::SymPtr {
            object: ObjectId::NONE,
            offset,
        } = *pointer
        else {
            return false;
        };
        let mut address = offset;
        loop {
            address = match (self.pool.op(address), self.pool.args(address)) {
                // 32-bit pointers are truncated and extended.
                (Op::Zext | Op::Extract, [narrow, ..]) => *narrow,
                (Op::Add, [a, b]) => match self.pool.has_indeterminate(*a) {
                    true if self.pool.has_indeterminate(*b) => return false,
                    true => *a,
                    false => *b,
                },
                _ => break,
            };
        }
        self.settings.counts(FailureKind::Uninitialized)
            && self.pool.has_indeterminate(address)
            && self.pool.as_symbol(address).is_some()
    }

    fn resolve_member(
        &mut self,
        pointer: &Value,
        bytes: Size,
        access: Access,
        locations: &mut MemoryLocations,
    ) -> Result<(), Stop> {
        match *pointer {
            Value::Ptr {
                object: ObjectId::NONE,
                offset,
            } if offset < FIRST_ADDRESS => {
                self.require(
                    FailureKind::NullDereference,
                    Term::TRUE,
                    "access through a null pointer",
                    Some(access.at(bytes, ObjectId::NONE, Offset::At(offset))),
                );
            }
            Value::Ptr {
                object: ObjectId::NONE,
                offset,
            } => match self.pointer_at(offset) {
                Value::Ptr {
                    object: ObjectId::NONE,
                    ..
                }
                | Value::Func(_) => {
                    let attempt = access.at(bytes, ObjectId::NONE, Offset::At(offset));
                    self.nowhere(Term::TRUE, attempt);
                }
                pointer => self.resolve_member(&pointer, bytes, access, locations)?,
            },
            Value::SymPtr {
                object: ObjectId::NONE,
                offset,
            } => self.resolve_address(offset, bytes, access, locations)?,
            Value::Ptr { object, offset } => {
                let offset = Offset::At(offset);
                self.resolve_inside(object, offset, bytes, access, locations)?;
            }
            Value::SymPtr { object, offset } => {
                let offset = Offset::Term(offset);
                self.resolve_inside(object, offset, bytes, access, locations)?;
            }
            Value::Func(_) => {
                self.obligation(
                    FailureKind::OutOfBounds,
                    Term::TRUE,
                    "access to the code of a function",
                );
            }
            Value::Uninitialized => {}
            _ => self.obligation(
                FailureKind::TypeError,
                Term::TRUE,
                "access through a value that is not a pointer",
            ),
        }
        Ok(())
    }

    fn resolve_inside(
        &mut self,
        object: ObjectId,
        offset: Offset,
        bytes: Size,
        access: Access,
        locations: &mut MemoryLocations,
    ) -> Result<(), Stop> {
        let attempt = access.at(bytes, object, offset);
        if self.check_object(object, access, attempt)? {
            self.check_bounds(offset, bytes, attempt, locations);
        }
        Ok(())
    }

    fn check_bounds(
        &mut self,
        offset: Offset,
        bytes: Size,
        attempt: Attempt,
        locations: &mut MemoryLocations,
    ) {
        let object = attempt.object;
        let size = self.state.heap.get(object).size;
        let fails = match offset {
            Offset::At(offset) => self.beyond(size, offset, bytes),
            Offset::Term(offset) => {
                let bytes = bytes.term(self.pool);
                size.excludes(self.pool, offset, bytes)
            }
        };
        self.out_of_bounds(fails, attempt);
        if fails != Term::TRUE {
            self.stop_at_unexplored(object, offset, bytes);
            let known = match (offset, bytes) {
                (Offset::At(offset), Size::Known(bytes)) => Some((offset, bytes)),
                _ => None,
            };
            self.note_access(object, known);
            locations.push(MemoryLocation {
                guard: self.guard,
                object,
                offset,
            });
        }
    }

    /// The condition that a range at a known offset does not lie inside an object of this size.
    fn beyond(&mut self, size: Size, offset: u64, bytes: Size) -> Term {
        let room_left = size.room().checked_sub(offset);
        match (size, room_left, bytes) {
            (_, None, _) => Term::TRUE,
            (_, Some(left), Size::Known(bytes)) if bytes > left => Term::TRUE,
            (Size::Known(_), Some(_), Size::Known(_)) => Term::FALSE,
            (_, Some(_), Size::Known(bytes)) => {
                let end = self.pool.bits(64, u128::from(offset + bytes));
                let size = size.term(self.pool);
                self.pool.ult(size, end)
            }
            (_, Some(_), Size::Symbolic { bytes, .. }) => {
                let offset = self.pool.bits(64, u128::from(offset));
                let size = size.term(self.pool);
                let outside = self.pool.ult(size, offset);
                let left = self.pool.sub(size, offset);
                let too_long = self.pool.ult(left, bytes);
                self.pool.or(outside, too_long)
            }
        }
    }

    /// Resolves a symbolic address to the objects in its range.
    fn resolve_address(
        &mut self,
        address: Term,
        bytes: Size,
        access: Access,
        locations: &mut MemoryLocations,
    ) -> Result<(), Stop> {
        if self.accessed.is_some() {
            let detail = "memory at a computed address".to_string();
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        }
        let found = self.objects_at(address, bytes.known().unwrap_or(0), |object| {
            object.life.may_be_alive()
        })?;
        let nowhere = found.nowhere;
        let first = self.pool.bits(64, u128::from(FIRST_ADDRESS));
        let null = self.pool.ult(address, first);
        let not_null = self.pool.not(null);
        let (null, wild) = (
            self.pool.and(nowhere, null),
            self.pool.and(nowhere, not_null),
        );
        let attempt = access.at(bytes, ObjectId::NONE, Offset::Term(address));
        self.require(
            FailureKind::NullDereference,
            null,
            "access through a null pointer",
            Some(attempt),
        );
        self.nowhere(wild, attempt);
        found.few()?;
        for (inside, pointer) in found.objects {
            if let Some(result) = self.under(inside, |machine| {
                machine.resolve_member(&pointer, bytes, access, locations)
            }) {
                result?;
            }
        }
        Ok(())
    }

    /// An access fails under a condition because there is no object.
    fn nowhere(&mut self, fails: Term, attempt: Attempt) {
        let (kind, message) = match fails != Term::FALSE && self.is_from_null() {
            true => (
                FailureKind::NullDereference,
                "access at an offset from a null pointer",
            ),
            false => (
                FailureKind::OutOfBounds,
                "access to an address without an object",
            ),
        };
        self.require(kind, fails, message, Some(attempt));
    }

    /// Whether the current instruction accesses memory at an offset from a null pointer, as in
    /// `row[i]`: the offset is added in the same block, without a call in between, so that the
    /// pointer is still available.
    fn is_from_null(&self) -> bool {
        let program = self.program;
        let frame = self.state.top();
        let block = &program.module().funcs[frame.func].blocks[frame.block];
        let (before, rest) = block.insts.split_at(frame.inst.min(block.insts.len()));
        let mut pointer = match rest.first().map(|inst| &inst.op) {
            Some(IrOp::Load(pointer) | IrOp::Store { ptr: pointer, .. }) => *pointer,
            _ => return false,
        };
        let called = before
            .iter()
            .rposition(|inst| matches!(inst.op, IrOp::Call(_)));
        let since = &before[called.map_or(0, |call| call + 1)..];
        while let Some(base) = added_to(since, pointer) {
            pointer = base;
        }
        let is_null = |value: &Value| match value {
            Value::Ptr { object, offset } if *object == ObjectId::NONE => Some(*offset == 0),
            Value::SymPtr { object, .. } if *object == ObjectId::NONE => Some(false),
            _ => None,
        };
        let value = peek(program, frame, pointer);
        let nulls: Vec<bool> = value.members().filter_map(|(_, it)| is_null(it)).collect();
        !nulls.is_empty() && nulls.into_iter().all(|is_null| is_null)
    }

    /// Whether an object may be accessed at all; otherwise an obligation fails.
    fn check_object(
        &mut self,
        id: ObjectId,
        access: Access,
        attempt: Attempt,
    ) -> Result<bool, Stop> {
        let life = self.state.heap.get(id).life.clone();
        for (guard, life) in life.phases() {
            self.under(guard, |machine| machine.check_life(life, attempt));
        }
        if !life.may_be_alive() {
            return Ok(false);
        }
        let object = self.state.heap.get(id);
        if matches!(object.content, Content::External) {
            let name = self.program.global_name(id).unwrap_or("?");
            let detail = format!("the content of `{name}`, which is defined elsewhere");
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        }
        if access == Access::Write && object.storage.is_read_only() {
            let (kind, message) = (FailureKind::OutOfBounds, "write to a constant");
            self.require(kind, Term::TRUE, message, Some(attempt));
            return Ok(false);
        }
        Ok(true)
    }

    /// An access to an object that is not alive fails.
    fn check_life(&mut self, life: &Life, attempt: Attempt) {
        let message = match life {
            Life::Freed(at) => {
                let location = self.program.module().describe(*at);
                format!("access to memory that was freed at {location}")
            }
            Life::Returned => {
                "access to a local variable of a function that has returned".to_string()
            }
            Life::Left => "access to a local variable of a block that was left".to_string(),
            // On paths without the object, no pointer to it exists.
            Life::Alive | Life::Absent | Life::By(_) => return,
        };
        let kind = FailureKind::UseAfterFree;
        self.require(kind, Term::TRUE, &message, Some(attempt));
    }

    fn out_of_bounds(&mut self, fails: Term, attempt: Attempt) {
        if fails == Term::FALSE {
            return;
        }
        let id = attempt.object;
        let what = self.describe_object(id);
        let object = self.state.heap.get(id);
        let unit = if matches!(object.content, Content::Bytes(_)) {
            "byte"
        } else {
            "cell"
        };
        let message = match object.size.known() {
            Some(1) => format!("access outside of {what} of 1 {unit}"),
            Some(size) => format!("access outside of {what} of {size} {unit}s"),
            None => format!("access outside of {what} of symbolic size"),
        };
        let kind = FailureKind::OutOfBounds;
        self.require(kind, fails, &message, Some(attempt));
    }
}

/// The pointer operand of the instruction that computes this pointer by adding an offset.
fn added_to(insts: &[Inst], pointer: Operand) -> Option<Operand> {
    let Operand::Local(local) = pointer else {
        return None;
    };
    let made = insts.iter().find(|inst| inst.result == Some(local))?;
    match made.op {
        IrOp::PtrAdd { base, .. } => Some(base),
        _ => None,
    }
}
