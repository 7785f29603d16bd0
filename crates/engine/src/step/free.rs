//! The end of allocations: `free`, and what must not be given to it.

use crate::machine::{Machine, Stop};
use crate::memory::{Life, Storage};
use crate::value::{ObjectId, Value};
use sheaf_ir::{FailureKind, Operand};
use sheaf_term::Term;

impl Machine<'_> {
    pub(super) fn free(&mut self, pointer: Operand) -> Result<(), Stop> {
        let value = self.read(pointer);
        self.free_pointer(&value);
        Ok(())
    }

    /// Frees what a pointer points to.
    pub fn free_pointer(&mut self, pointer: &Value) {
        for (guard, member) in pointer.members() {
            self.under(guard, |machine| machine.free_member(member));
        }
    }

    /// Frees what a pointer that is no union points to.
    fn free_member(&mut self, pointer: &Value) {
        self.require_defined(
            pointer,
            "the pointer that is freed depends on uninitialized memory",
        );
        if *pointer == Value::NULL {
            return;
        }
        match pointer {
            Value::Ptr {
                object: ObjectId::NONE,
                offset,
            } => match self.pointer_at(*offset) {
                Value::Ptr {
                    object: ObjectId::NONE,
                    ..
                }
                | Value::Func(_) => self.free_of_no_object(),
                found => self.free_pointer(&found),
            },
            Value::Ptr { object, offset } if *offset != 0 && *object != ObjectId::NONE => {
                self.free_inside(Term::TRUE)
            }
            Value::Ptr { object, .. } => self.free_object(*object),
            Value::SymPtr { object, offset } if *object != ObjectId::NONE => {
                let zero = self.pool.bits(64, 0);
                let inside = self.pool.ne(*offset, zero);
                self.free_inside(inside);
                self.free_object(*object);
            }
            _ => self.free_of_no_object(),
        }
    }

    fn free_object(&mut self, object: ObjectId) {
        let target = self.state.heap.get(object);
        if target.storage != Storage::Heap {
            let message = "free of an object that is not on the heap";
            return self.obligation(FailureKind::InvalidFree, Term::TRUE, message);
        }
        for (guard, life) in target.life.clone().phases() {
            if let Life::Freed(at) = life {
                let place = self.program.module().describe(*at);
                let message = format!("the object was freed already at {place}");
                self.obligation(FailureKind::DoubleFree, guard, &message);
            }
        }
        let freed = Life::Freed(self.loc());
        let guard = self.guard;
        self.state.heap.kill(self.pool, guard, object, &freed);
    }

    fn free_inside(&mut self, fails: Term) {
        let message = "free of a pointer into an object, not to its start";
        self.obligation(FailureKind::InvalidFree, fails, message);
    }

    fn free_of_no_object(&mut self) {
        let message = "free of what is no pointer to an object";
        self.obligation(FailureKind::InvalidFree, Term::TRUE, message);
    }
}
