//! Lifetimes of local objects that are shorter than their function's.

use crate::machine::{Machine, Stop};
use crate::memory::{Bytes, Content, Life, Object};
use crate::value::Value;
use sheaf_term::Term;

impl Machine<'_> {
    /// Starts the life of the local object at whose start a pointer points, with uninitialized
    /// content.
    ///
    /// # Errors
    /// When no addresses are left.
    pub fn begin_life(&mut self, pointer: &Value) -> Result<(), Stop> {
        // All members are the same variable, of merged paths.
        let of_object = |value: &Value| match *value {
            Value::Ptr { object, .. } => Some(object),
            _ => None,
        };
        let Some(first) = pointer.members().find_map(|(_, it)| of_object(it)) else {
            return Ok(());
        };
        let object = self.state.heap.get(first);
        let (size, element) = (object.size, object.element);
        let content = self.uninitialized_content(size, element);
        for (guard, member) in pointer.members() {
            let begun = self.under(guard, |machine| machine.begin(member, &content));
            begun.transpose()?;
        }
        Ok(())
    }

    /// Restarts the life of the local object that a pointer points to where it has ended.
    ///
    /// # Errors
    /// When no addresses are left.
    pub fn resume_life(&mut self, pointer: &Value) -> Result<(), Stop> {
        for (guard, member) in pointer.members() {
            if let Value::Ptr { object, .. } = *member {
                let left = self.state.heap.get(object).life.left(self.pool);
                let left = self.pool.guard_and(guard, left);
                let begun = self.under(left, |machine| machine.begin_life(member));
                begun.transpose()?;
            }
        }
        Ok(())
    }

    /// Starts the life of an object with this uninitialized content.
    fn begin(&mut self, pointer: &Value, content: &Bytes) -> Result<(), Stop> {
        let Value::Ptr { object, .. } = *pointer else {
            return Ok(());
        };
        let old = self.state.heap.get(object);
        let (was_alive, size) = (old.life.may_be_alive(), old.size);
        let uninitialized = match content.len() as u64 == size.room() {
            true => content.clone(),
            false => Bytes::uninitialized(size.room() as usize),
        };
        let temporary = Object {
            content: Content::Bytes(uninitialized.clone()),
            life: Life::Alive,
            ..old.clone()
        };
        let guard = self.guard;
        self.state
            .heap
            .revive(self.pool, guard, object, uninitialized);
        if guard == Term::TRUE || !was_alive {
            return Ok(());
        }
        // On some of the merged paths it is alive: copies from an uninitialized object are
        // indeterminate.
        let uninitialized = self.new_object_at(temporary, 1)?;
        self.copy(pointer, &uninitialized, size.room(), false)
    }

    /// Ends the life of the local object that a pointer points to.
    pub fn end_life(&mut self, pointer: &Value) {
        for (guard, member) in pointer.members() {
            if let Value::Ptr { object, .. } = *member {
                let guard = self.pool.guard_and(self.guard, guard);
                let (heap, pool) = (&mut self.state.heap, &mut *self.pool);
                heap.kill(pool, guard, object, &Life::Left);
            }
        }
        self.share_memory(pointer);
    }

    /// The memory of the local object that a pointer points to may be that of what has ended.
    pub fn declare(&mut self, pointer: &Value) {
        for (_, member) in pointer.members() {
            if let Value::Ptr { object, .. } = *member {
                self.state.heap.begin(object);
            }
        }
    }

    /// The memory of the local object that a pointer points to may be that of any local of its
    /// function, of which some exist from the start here.
    pub fn share_memory(&mut self, pointer: &Value) {
        let first = self.state.top().stack_objects.iter().min().copied();
        for (_, member) in pointer.members() {
            if let Value::Ptr { object, .. } = *member {
                let from = first.unwrap_or(object);
                self.state.heap.may_be_shared(object, from);
            }
        }
    }
}
