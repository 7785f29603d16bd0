//! Where states that differ never merge: what they are filed by, so that a state finds those that
//! it may merge with at once.
//!
//! A value that enters more later queries than the limit allows keeps two states apart by itself,
//! whatever else they hold. Which values these are follows from the point alone, without the rounds
//! of its loops; those that ever made a difference are remembered for it, and each state has one
//! number for what they hold. States with different numbers need not be compared.

use super::execution_point::ControlPoint;
use crate::state::State;
use crate::value::{ObjectId, Value};
use rustc_hash::{FxHashMap, FxHasher};
use sheaf_ir::Local;
use sheaf_ir::index::Idx;
use std::hash::{Hash, Hasher};

/// A part of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StatePart {
    /// A local of the frame at this depth (0 is the outermost).
    Local(usize, Local),
    /// A byte, cell or field of an object, by its position.
    Part(ObjectId, usize),
}

impl StatePart {
    /// What a state holds there; `None` if it is not there, so that it does not differ from any
    /// other state.
    fn hash(self, state: &State, hasher: &mut FxHasher) -> Option<()> {
        match self {
            StatePart::Local(depth, local) => {
                let value = state.frames.get(depth)?.regs.get(local.index())?;
                known(value).hash(hasher);
            }
            StatePart::Part(id, part) => {
                let object = state.heap.find(id)?;
                object.life.may_be_alive().then_some(())?;
                object.known_at(part).hash(hasher);
            }
        }
        Some(())
    }
}

/// A value, unless it is symbolic: two that are do not differ.
fn known(value: &Value) -> Option<&Value> {
    (!value.is_symbolic()).then_some(value)
}

/// One number for what a state holds at some parts; `None` if it lacks one of them and must be
/// compared with all others.
pub fn signature(state: &State, parts: &[StatePart]) -> Option<u64> {
    let mut hasher = FxHasher::default();
    for part in parts {
        part.hash(state, &mut hasher)?;
    }
    Some(hasher.finish())
}

/// The parts that keep states apart, by control point.
#[derive(Default)]
pub struct SeparatingParts(FxHashMap<ControlPoint, Vec<StatePart>>);

impl SeparatingParts {
    /// Those of a control point.
    pub fn at(&self, control_point: &ControlPoint) -> &[StatePart] {
        self.0.get(control_point).map_or(&[], Vec::as_slice)
    }

    /// Adds some. Whether there were new ones among them.
    pub fn add(&mut self, control_point: &ControlPoint, found: &[StatePart]) -> bool {
        if found.is_empty() {
            return false;
        }
        let known = self.0.entry(control_point.clone()).or_default();
        let before = known.len();
        for part in found {
            if !known.contains(part) {
                known.push(*part);
            }
        }
        known.len() > before
    }
}
