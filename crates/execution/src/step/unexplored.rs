//! Parts of objects beyond the explored inputs.

use super::resolve::Offset;
use crate::machine::{Event, Machine};
use crate::memory::{Size, Unexplored};
use crate::outcome::ReasonKind;
use crate::value::{ObjectId, Value};
use sheaf_term::Term;

impl Machine<'_> {
    /// Marks this many bytes at a pointer as not explored; `what` describes them for the user.
    pub fn leave_unexplored(&mut self, pointer: &Value, bytes: u64, what: &str) {
        for (_, member) in pointer.members() {
            if let Value::Ptr { object, offset } = *member
                && object != ObjectId::NONE
            {
                let part = Unexplored {
                    start: offset,
                    end: offset.saturating_add(bytes),
                    what: what.into(),
                };
                self.state.heap.get_mut(object).unexplored.push(part);
            }
        }
    }

    /// Ends the path where an access within an object touches an unexplored part.
    pub(super) fn stop_at_unexplored(&mut self, object: ObjectId, offset: Offset, bytes: Size) {
        if self.state.heap.get(object).unexplored.is_empty() {
            return;
        }
        for part in self.state.heap.get(object).unexplored.clone() {
            let met = self.overlaps(&part, offset, bytes);
            let met = self.pool.guard_and(self.guard, met);
            if met != Term::FALSE {
                let reason = self.reason(ReasonKind::ShapeLimit, part.what.to_string());
                self.events.push(Event::Beyond { met, reason });
            }
        }
    }

    /// The condition that a range in an object overlaps a part of it.
    fn overlaps(&mut self, part: &Unexplored, offset: Offset, bytes: Size) -> Term {
        if let (Offset::At(offset), Size::Known(bytes)) = (offset, bytes) {
            let before_end = offset < part.end;
            return self.pool.bool(before_end && offset + bytes > part.start);
        }
        let pool = &mut *self.pool;
        let [start, end] = [part.start, part.end].map(|at| pool.bits(64, u128::from(at)));
        let offset = match offset {
            Offset::At(offset) => pool.bits(64, u128::from(offset)),
            Offset::Term(offset) => offset,
        };
        let bytes = bytes.term(pool);
        let behind = pool.add(offset, bytes);
        let (before_end, after_start) = (pool.ult(offset, end), pool.ult(start, behind));
        pool.and(before_end, after_start)
    }
}
