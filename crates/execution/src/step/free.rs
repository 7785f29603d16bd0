//! Deallocation: `free`, and its obligations.

use crate::evidence::{Act, Attempt};
use crate::machine::{Machine, Stop};
use crate::memory::{Life, Storage};
use crate::value::{ObjectId, Value};
use sheaf_ir::{FailureKind, Operand};
use sheaf_term::Term;

impl Machine<'_> {
    pub(super) fn free(&mut self, pointer: Operand) -> Result<(), Stop> {
        let value = self.read(pointer);
        self.free_pointer(&value)
    }

    /// Frees the object that a pointer points to.
    ///
    /// # Errors
    /// If that may be one of too many objects.
    pub fn free_pointer(&mut self, pointer: &Value) -> Result<(), Stop> {
        for (guard, member) in pointer.members() {
            let freed = self.under(guard, |machine| machine.free_member(member));
            freed.unwrap_or(Ok(()))?;
        }
        Ok(())
    }

    /// Frees the object of a pointer that is not a union.
    fn free_member(&mut self, pointer: &Value) -> Result<(), Stop> {
        self.require_defined(
            pointer,
            "the pointer that is freed depends on uninitialized memory",
        );
        if *pointer == Value::NULL {
            return Ok(());
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
                | Value::Func(_) => self.free_of_no_object(Term::TRUE),
                found => self.free_pointer(&found)?,
            },
            Value::Ptr { object, offset } if *offset != 0 && *object != ObjectId::NONE => {
                self.free_inside(Term::TRUE, freeing(*object, *offset))
            }
            Value::Ptr { object, .. } => self.free_object(*object),
            Value::SymPtr { object, offset } if *object != ObjectId::NONE => {
                let zero = self.pool.bits(64, 0);
                let inside = self.pool.ne(*offset, zero);
                let attempt = Attempt {
                    offset: None,
                    ..freeing(*object, 0)
                };
                self.free_inside(inside, attempt);
                self.free_object(*object);
            }
            Value::SymPtr {
                object: ObjectId::NONE,
                offset: address,
            } if !self.is_uninitialized_pointer(pointer) => self.free_address(*address)?,
            _ => self.free_of_no_object(Term::TRUE),
        }
        Ok(())
    }

    /// Frees the object at a symbolic address.
    fn free_address(&mut self, address: Term) -> Result<(), Stop> {
        let found = self.objects_at(address, 0, |object| {
            object.storage == Storage::Heap || object.life.may_be_alive()
        })?;
        let zero = self.pool.bits(64, 0);
        let not_null = self.pool.ne(address, zero);
        let wild = self.pool.and(found.nowhere, not_null);
        self.free_of_no_object(wild);
        found.few()?;
        for (inside, pointer) in found.objects {
            let freed = self.under(inside, |machine| machine.free_member(&pointer));
            freed.unwrap_or(Ok(()))?;
        }
        Ok(())
    }

    fn free_object(&mut self, object: ObjectId) {
        let target = self.state.heap.get(object);
        if target.storage != Storage::Heap {
            let message = "free of an object that is not on the heap";
            let attempt = Some(freeing(object, 0));
            return self.require(FailureKind::InvalidFree, Term::TRUE, message, attempt);
        }
        for (guard, life) in target.life.clone().phases() {
            if let Life::Freed(at) = life {
                let place = self.program.module().describe(*at);
                let message = format!("the object was already freed at {place}");
                let attempt = Some(freeing(object, 0));
                self.require(FailureKind::DoubleFree, guard, &message, attempt);
            }
        }
        self.end_object(object);
    }

    fn end_object(&mut self, object: ObjectId) {
        let freed = Life::Freed(self.loc());
        let guard = self.guard;
        self.note_free(object);
        self.state.heap.kill(self.pool, guard, object, &freed);
    }

    /// Ends the objects of [`Machine::map`] that start at a pointer, which the library kept.
    pub fn unmap(&mut self, pointer: &Value) {
        for (guard, member) in pointer.members() {
            if let Value::Ptr { object, offset: 0 } = *member
                && object != ObjectId::NONE
            {
                self.under(guard, |machine| machine.end_object(object));
            }
        }
    }

    fn free_inside(&mut self, fails: Term, attempt: Attempt) {
        let message = "free of a pointer into an object, not to its start";
        self.require(FailureKind::InvalidFree, fails, message, Some(attempt));
    }

    fn free_of_no_object(&mut self, fails: Term) {
        let message = "free of a pointer that points to no object";
        self.obligation(FailureKind::InvalidFree, fails, message);
    }
}

/// The attempt to free an object at an offset.
fn freeing(object: ObjectId, offset: u64) -> Attempt {
    Attempt {
        act: Act::Free,
        bytes: None,
        object,
        offset: Some(offset),
    }
}
