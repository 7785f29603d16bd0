//! The size of the stack: the local objects of all calls must fit in it together.
//!
//! What counts is certain in a program compiled by clang without optimisation: the locals of a
//! function take their room as long as the call lasts, also where their block is left; arrays of
//! variable length and what `alloca` returns, as long as they live. Return addresses, saved
//! registers and locals that are values here do not count, and neither do library models.
//!
//! Each call has an upper bound for the bytes of its objects and those of its callers. Only where
//! this exceeds the limit, all objects are looked at.

use crate::machine::{Machine, Stop};
use crate::memory::{Heap, Life, Size};
use crate::state::Frame;
use crate::value::ObjectId;
use sheaf_ir::{Const, FailureKind, Func, Op, Operand, Region};
use sheaf_term::Term;
use std::rc::Rc;

/// The usual limit of the stack in bytes.
pub const MAX_STACK: u64 = 8 << 20;

/// The local objects that take room on the stack.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct StackUse {
    /// The bytes of those of known size that are certainly alive.
    pub known: u64,
    /// The others, with their sizes and lives.
    pub others: Vec<(ObjectId, Size, Life)>,
}

impl StackUse {
    /// That of calls: the objects of each, the first of which last as long as the call does.
    pub fn of<'c>(heap: &Heap, calls: impl Iterator<Item = (&'c [ObjectId], usize)>) -> StackUse {
        let mut used = StackUse::default();
        for (objects, lasting) in calls {
            for (number, id) in objects.iter().enumerate() {
                let object = heap.get(*id);
                let life = match number < lasting {
                    true => object.life.lasting(),
                    false => object.life.clone(),
                };
                match (&life, object.size) {
                    (Life::Alive, Size::Known(bytes)) => {
                        used.known = used.known.saturating_add(bytes);
                    }
                    _ if life.may_be_alive() => used.others.push((*id, object.size, life)),
                    _ => {}
                }
            }
        }
        used
    }

    /// Whether these objects take no more room than others do: a path that fits the stack beside
    /// those fits beside these.
    pub fn is_within(&self, other: &StackUse) -> bool {
        self.known <= other.known && self.others.iter().all(|it| other.others.contains(it))
    }

    /// What is within both.
    pub fn common(&self, other: &StackUse) -> StackUse {
        let others = self.others.iter().filter(|it| other.others.contains(it));
        StackUse {
            known: self.known.min(other.known),
            others: others.cloned().collect(),
        }
    }

    /// At most the bytes of all together.
    fn most(&self) -> u64 {
        let others = self.others.iter().map(|(_, size, _)| size.room());
        others.fold(self.known, u64::saturating_add)
    }
}

impl Machine<'_> {
    /// Checks the size of a new local object against the stack. If that does not count, stacks are
    /// as large as a process can have, and larger objects are impossible.
    pub(super) fn within_stack(&mut self, size: Size) -> Result<Size, Stop> {
        if !self.settings.counts(FailureKind::StackOverflow) {
            let limit = self.width().max_heap_object();
            let fits = self.at_most(size, limit);
            self.assume(fits);
            return Ok(size.within(limit));
        }
        let mut message = format!("a local object of more than {MAX_STACK} bytes");
        let (mut fits, mut limit) = (self.at_most(size, MAX_STACK), MAX_STACK);
        let is_user = |frame: &Frame| self.program.module().funcs[frame.func].user;
        if fits != Term::FALSE
            && is_user(self.state.top())
            && self.state.stack_room().saturating_add(size.room()) > MAX_STACK
        {
            let used = self.stack_in_use();
            self.note_stack_room(used.most());
            limit = MAX_STACK.saturating_sub(used.known);
            let others = used.others.into_iter();
            let others = others.map(|(_, size, life)| {
                let alive = life.alive(self.pool);
                let (size, none) = (size.term(self.pool), self.pool.bits(64, 0));
                self.pool.ite(alive, size, none)
            });
            let others: Vec<Term> = others.collect();
            let others = others.into_iter().reduce(|a, b| self.pool.add(a, b));
            let in_all = match others {
                None => self.at_most(size, limit),
                Some(others) => {
                    let size = size.term(self.pool);
                    let sum = self.pool.add(size, others);
                    let limit = self.pool.bits(64, u128::from(limit));
                    self.pool.ule(sum, limit)
                }
            };
            if in_all != fits {
                message = format!("local objects of more than {MAX_STACK} bytes in all");
            }
            fits = self.pool.and(fits, in_all);
        }
        let overflows = self.pool.guard_not(fits);
        self.obligation(FailureKind::StackOverflow, overflows, &message);
        if fits == Term::FALSE {
            return Err(Stop::Failed);
        }
        Ok(size.within(limit))
    }

    /// Local objects turned out to have at most so many bytes.
    fn note_stack_room(&mut self, most: u64) {
        let frames = self.state.frames.iter_mut().rev();
        let mut with_objects = frames.filter(|frame| !frame.stack_objects.is_empty());
        if let Some(frame) = with_objects.next() {
            Rc::make_mut(frame).stack_room = most;
        }
    }

    fn stack_in_use(&self) -> StackUse {
        let frames = self.state.frames.iter();
        let calls =
            frames.filter_map(|frame| Some((frame.stack_objects.as_slice(), frame.lasting?)));
        StackUse::of(&self.state.heap, calls)
    }
}

/// The number of objects that a function creates when it is entered, which are the first ones.
pub(crate) fn lasting_objects(func: &Func) -> usize {
    let Some(first) = func.blocks.iter().next() else {
        return 0;
    };
    let is_lasting = |op: &Op| match op {
        Op::Alloc(alloc) => {
            let is_constant = |operand| match operand {
                Operand::Const(it) => matches!(func.consts[it], Const::Bits { .. }),
                Operand::Local(_) => false,
            };
            alloc.region == Region::Stack && is_constant(alloc.bytes)
        }
        _ => false,
    };
    first.insts.iter().filter(|it| is_lasting(&it.op)).count()
}
