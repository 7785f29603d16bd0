//! What a label requires besides its conditions: the values of non-scalar slots, the existing
//! objects, and where new objects are allocated.

use super::general::scalars_in;
use super::label::{Label, room};
use crate::Driver;
use crate::segment::{Cell, Shape, Slot, Start};
use crate::state::State;
use rustc_hash::FxHashSet;
use sheaf_term::{Pool, Term};

/// Adds the requirements on pointers and objects to a label.
pub fn require_places(
    driver: &mut Driver,
    label: &mut Label,
    began: &State,
    general: &Start,
    accessed: &[Cell],
    behind: &[Label],
) -> Option<()> {
    label.kept = general.kept_by(accessed)?;
    label.shapes = general.objects_of(accessed, &label.kept);
    let (before, count) = (general.state(), general.state().heap.len());
    // Every access to an object goes through a pointer to it.
    for (_, value) in general.kept() {
        for object in value.objects() {
            label.shapes.extend(Shape::of(&before.heap, object));
        }
    }
    let registers = general.registers().into_iter();
    let sort = |symbol| driver.pool.symbol_info(symbol).sort;
    label.scalars = registers
        .map(|(symbol, slot)| (slot, Some(sort(symbol))))
        .collect();
    // A slot that is no scalar here, but must be one at a successor, is written on the way.
    let behind_them = behind.iter().flat_map(|label| &label.scalars);
    let cells = behind_them.filter_map(|(slot, _)| match slot {
        Slot::Memory(cell) => Some(*cell),
        Slot::Register { .. } => None,
    });
    let cells: Vec<_> = accessed.iter().copied().chain(cells).collect();
    label
        .scalars
        .extend(scalars_in(&mut driver.pool, began, &cells)?);
    let mut needs_room = false;
    for behind in behind {
        label.may_be_vacuous |= behind.may_be_vacuous;
        needs_room |= behind.room.is_some() || behind.is_fixed_from(count);
        for (slot, value) in &behind.kept {
            let held = matches!(slot, Slot::Memory(_)).then(|| slot.held(before, value));
            if held.flatten().is_some_and(|held| *held == *value) {
                label.kept.push((*slot, value.clone()));
            }
        }
        let here = |shape: &Shape| Shape::of(&before.heap, shape.object);
        label.shapes.extend(behind.shapes.iter().filter_map(here));
    }
    // Objects that the conditions mention must exist.
    for condition in &label.conditions {
        for symbol in driver.pool.symbols(*condition).iter() {
            if let Some(Slot::Memory(cell)) = general.slot_of(&mut driver.pool, *symbol) {
                label.shapes.extend(Shape::of(&before.heap, cell.object));
            }
        }
    }
    label.shapes.sort_by_key(|shape| shape.object);
    label.shapes.dedup_by_key(|shape| shape.object);
    let mut seen = FxHashSet::default();
    label.kept.retain(|(slot, _)| seen.insert(*slot));
    label.room = needs_room.then(|| room(before));
    Some(())
}

/// The symbols in conditions, with their slots; `None` if a symbol has no slot.
pub fn symbols(pool: &mut Pool, general: &Start, conditions: &[Term]) -> Option<Vec<(Term, Slot)>> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    for condition in conditions {
        for symbol in pool.symbols(*condition).iter() {
            if seen.insert(*symbol) {
                let slot = general.slot_of(pool, *symbol)?;
                found.push((pool.symbol_term(*symbol), slot));
            }
        }
    }
    Some(found)
}
