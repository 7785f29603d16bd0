//! Lives of local objects that are shorter than their function's.

use crate::machine::{Machine, Stop};
use crate::memory::Life;
use crate::value::Value;
use sheaf_ir::{Element, Region};
use sheaf_term::Term;

impl Machine<'_> {
    /// Begins the life of the local object at whose start a pointer points, and makes its content indeterminate, whatever it was.
    ///
    /// # Errors
    /// When no addresses are left.
    pub fn begin_life(&mut self, pointer: &Value) -> Result<(), Stop> {
        for (guard, member) in pointer.members() {
            let begun = self.under(guard, |machine| machine.begin(member));
            begun.transpose()?;
        }
        Ok(())
    }

    fn begin(&mut self, pointer: &Value) -> Result<(), Stop> {
        let Value::Ptr { object, .. } = *pointer else {
            return Ok(());
        };
        let old = self.state.heap.get(object);
        let (was_alive, size) = (old.life.may_be_alive(), old.size);
        let guard = self.guard;
        self.state.heap.revive(self.pool, guard, object);
        if guard == Term::TRUE || !was_alive {
            return Ok(());
        }
        // Merged paths of which some have it in use: what is copied from an object where nothing was written is indeterminate.
        let unwritten = self.allocate(Region::Stack, size, 1, false, Element::Integer(1))?;
        self.copy(pointer, &unwritten, size.room(), false)
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
    }
}
