//! Where states that differ never merge: what they are filed by, so that a state finds those that
//! it may merge with at once.
//!
//! A value that enters more later queries than the limit allows keeps two states apart by itself,
//! whatever else they hold. Which values these are follows from the place alone, without the rounds
//! of its loops; those that ever made a difference are remembered for it, and each state has one
//! number for what they hold. States with different numbers need not be compared.

use super::place::Site;
use crate::state::State;
use crate::value::{ObjectId, Value};
use rustc_hash::{FxHashMap, FxHasher};
use sheaf_ir::Local;
use sheaf_ir::index::Idx;
use std::hash::{Hash, Hasher};

/// A part of a state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spot {
    /// A local of the frame at this depth (0 is the outermost).
    Local(usize, Local),
    /// A byte, cell or field of an object, by its position.
    Part(ObjectId, usize),
}

impl Spot {
    /// What a state holds there; `None` if it is not there, so that it does not differ from any
    /// other state.
    fn hash(self, state: &State, hasher: &mut FxHasher) -> Option<()> {
        match self {
            Spot::Local(depth, local) => {
                let value = state.frames.get(depth)?.regs.get(local.index())?;
                known(value).hash(hasher);
            }
            Spot::Part(id, part) => {
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

/// One number for what a state holds at some spots; `None` if it lacks one of them and must be
/// compared with all others.
pub fn signature(state: &State, spots: &[Spot]) -> Option<u64> {
    let mut hasher = FxHasher::default();
    for spot in spots {
        spot.hash(state, &mut hasher)?;
    }
    Some(hasher.finish())
}

/// The spots that keep states apart, by site.
#[derive(Default)]
pub struct Spots(FxHashMap<Site, Vec<Spot>>);

impl Spots {
    /// Those of a site.
    pub fn at(&self, site: &Site) -> &[Spot] {
        self.0.get(site).map_or(&[], Vec::as_slice)
    }

    /// Adds some. Whether there were new ones among them.
    pub fn add(&mut self, site: &Site, found: &[Spot]) -> bool {
        if found.is_empty() {
            return false;
        }
        let known = self.0.entry(site.clone()).or_default();
        let before = known.len();
        for spot in found {
            if !known.contains(spot) {
                known.push(*spot);
            }
        }
        known.len() > before
    }
}
