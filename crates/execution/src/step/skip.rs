//! Applies the effect of skipped loop iterations.

use crate::machine::{Machine, Skipped};
use crate::memory::{Content, Scalars};
use crate::slot::{Cell, Slot};
use crate::value::Value;
use sheaf_ir::index::Idx;

impl Machine<'_> {
    /// Applies the effect, and marks the executed instructions.
    pub(super) fn skip(&mut self, skipped: &Skipped) {
        for (slot, value) in &skipped.updates {
            match slot {
                Slot::Register { depth, local } => {
                    debug_assert_eq!(*depth, 0);
                    self.state.top_mut().regs[local.index()] = value.clone();
                }
                Slot::Memory(cell) => self.put(*cell, value),
            }
        }
        for mark in &skipped.marks {
            self.coverage.mark(*mark);
        }
    }

    fn put(&mut self, cell: Cell, value: &Value) {
        let at = cell.offset as usize;
        let (object, layout) = self.state.heap.get_mut_and_layout(cell.object);
        match &mut object.content {
            Content::Bytes(bytes) => {
                let pool = &mut *self.pool;
                let scalars = &mut Scalars::new(pool, layout);
                bytes.write(scalars, at, cell.parts as usize, value.clone());
            }
            Content::Cells(cells) => cells[at] = value.clone(),
            Content::Record(fields) => fields[at].1 = value.clone(),
            // Pieces that access a table are given up, so there is no effect on one.
            Content::Table(_) | Content::External => {}
        }
    }
}
