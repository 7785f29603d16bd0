//! Objects that pointers lead to. A loop that allocates leaves behind objects that no pointer leads
//! to any more.

use crate::memory::{Content, Heap};
use crate::state::State;
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashSet;

/// The objects that a state can use.
pub enum Reachable {
    /// All of them, as far as is known.
    All,
    /// These.
    Only(FxHashSet<ObjectId>),
}

impl Reachable {
    /// The objects that pointers in calls lead to, if all objects that may change have cells or
    /// fields. Addresses in bytes are not followed.
    pub fn from(state: &State) -> Reachable {
        let mut objects = state.heap.objects();
        if !objects.all(|(id, _)| is_followed(&state.heap, id)) {
            return Reachable::All;
        }
        let (mut reached, mut pending) = (FxHashSet::default(), Vec::new());
        for frame in &state.frames {
            let values = frame.regs.iter().chain(frame.varargs.iter());
            pending.extend(values.flat_map(Value::objects));
            pending.extend(&frame.stack_objects);
        }
        while let Some(id) = pending.pop() {
            if !reached.insert(id) {
                continue;
            }
            match state.heap.find(id).map(|object| &object.content) {
                Some(Content::Cells(cells)) => {
                    pending.extend(cells.iter().flat_map(Value::objects))
                }
                Some(Content::Record(fields)) => {
                    pending.extend(fields.iter().flat_map(|(_, value)| value.objects()));
                }
                _ => {}
            }
        }
        Reachable::Only(reached)
    }

    /// Whether an object is one of them.
    pub fn contains(&self, object: ObjectId) -> bool {
        match self {
            Reachable::All => true,
            Reachable::Only(reached) => reached.contains(&object),
        }
    }
}

/// Whether an object has no bytes.
fn is_followed(heap: &Heap, id: ObjectId) -> bool {
    matches!(heap.get(id).content, Content::Cells(_) | Content::Record(_))
}
