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
use crate::memory::Size;
use crate::state::Frame;
use sheaf_ir::{Const, FailureKind, Func, Op, Operand, Region};
use sheaf_term::Term;
use std::rc::Rc;

/// The usual limit of the stack in bytes.
const MAX_STACK: u64 = 8 << 20;

/// The bytes of live local objects.
struct InUse {
    /// Those of known size that are certainly alive.
    known: u64,
    /// The others.
    others: Vec<Term>,
    /// At most all together.
    most: u64,
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
            && self.stack_room().saturating_add(size.room()) > MAX_STACK
        {
            let used = self.stack_in_use();
            self.note_stack_room(used.most);
            limit = MAX_STACK.saturating_sub(used.known);
            let others = used.others.into_iter().reduce(|a, b| self.pool.add(a, b));
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

    /// At most the bytes of all local objects.
    pub(super) fn stack_room(&self) -> u64 {
        let frames = self.state.frames.iter().rev();
        let mut with_objects = frames.filter(|frame| !frame.stack_objects.is_empty());
        with_objects.next().map_or(0, |frame| frame.stack_room)
    }

    /// Local objects turned out to have at most so many bytes.
    fn note_stack_room(&mut self, most: u64) {
        let frames = self.state.frames.iter_mut().rev();
        let mut with_objects = frames.filter(|frame| !frame.stack_objects.is_empty());
        if let Some(frame) = with_objects.next() {
            Rc::make_mut(frame).stack_room = most;
        }
    }

    fn stack_in_use(&mut self) -> InUse {
        let mut used = InUse {
            known: 0,
            others: Vec::new(),
            most: 0,
        };
        for frame in &self.state.frames {
            let func = &self.program.module().funcs[frame.func];
            if !func.user {
                continue;
            }
            let lasting = lasting_objects(func);
            for (number, object) in frame.stack_objects.iter().enumerate() {
                let object = self.state.heap.get(*object);
                let alive = match number < lasting {
                    true => Term::TRUE,
                    false => object.life.alive(self.pool),
                };
                if alive == Term::FALSE {
                    continue;
                }
                used.most = used.most.saturating_add(object.size.room());
                match (alive, object.size.known()) {
                    (Term::TRUE, Some(bytes)) => used.known = used.known.saturating_add(bytes),
                    _ => {
                        let (size, none) = (object.size.term(self.pool), self.pool.bits(64, 0));
                        used.others.push(self.pool.ite(alive, size, none));
                    }
                }
            }
        }
        used
    }
}

/// The number of objects that a function creates when it is entered, which are the first ones.
fn lasting_objects(func: &Func) -> usize {
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
