//! The effect of a path: its final state compared with its initial one.

use super::run::{Path, Work};
use super::{Cell, Ends, Member, PathSummary, Segments, Shape, Slot, Start};
use crate::memory::{Content, Object, Scalars};
use crate::path::ProgramPoint;
use crate::state::State;
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashSet;
use sheaf_ir::Local;
use sheaf_ir::index::Idx;
use sheaf_term::{Pool, Symbol, SymbolKind, Term, cancel};
use std::collections::BTreeSet;

/// The message for content that differs in more than values at known offsets.
const UNKNOWN_OFFSETS: &str = "memory at a symbolic offset";

impl Segments<'_> {
    /// The summary of a path.
    pub(super) fn finish(
        &self,
        pool: &mut Pool,
        work: &Work<'_>,
        mut path: Path,
        ends: Ends,
    ) -> PathSummary {
        let start = work.start;
        let mut updates = Vec::new();
        if !matches!(ends, Ends::Fails | Ends::Dropped) {
            updates = self.registers(pool, work, &mut path, &ends);
            for what in memory(pool, start, &path.state, &mut updates) {
                path.leave_out_because(self.program, what);
            }
        }
        let ends = match ends {
            Ends::Returns(Some(value)) => {
                Ends::Returns(Some(self.expressed(pool, &mut path, &value)))
            }
            other => other,
        };
        let mut parts = Parts::default();
        updates.iter().for_each(|(_, value)| parts.add(value));
        if let Ends::Returns(Some(value)) = &ends {
            parts.add(value);
        }
        let conditions = path.assumptions.iter().map(|it| it.condition);
        let conditions = conditions.chain(path.obligations.iter().map(|it| it.fails));
        parts.terms.extend(conditions);
        parts.terms.extend(path.state.constraints.terms());
        if parts.tell_of_new(pool, start, &path.state) {
            path.leave_out_because(self.program, "the address of an object that is made there");
        }
        let mut symbols = Vec::new();
        let mut seen = FxHashSet::default();
        let mut indeterminate = false;
        for term in parts.terms {
            for symbol in pool.symbols(term).iter() {
                if !seen.insert(*symbol) {
                    continue;
                }
                indeterminate |= pool.symbol_info(*symbol).kind.is_indeterminate();
                if let Some(slot) = start.slot_of(pool, *symbol) {
                    symbols.push((pool.symbol_term(*symbol), slot));
                }
            }
        }
        if indeterminate {
            path.leave_out_because(self.program, "uninitialized memory");
        }
        if matches!(ends, Ends::Returns(Some(Value::Uninitialized))) {
            path.leave_out_because(self.program, "uninitialized memory");
        }
        let kept = start.kept_by(&path.accessed).unwrap_or_else(|| {
            path.leave_out_because(self.program, "a large object in parts");
            Vec::new()
        });
        let asked = path.state.inputs.len() - start.state.inputs.len();
        let mut inputs: Vec<_> = path.state.inputs.newest_first().take(asked).collect();
        inputs.reverse();
        PathSummary {
            inputs: inputs.into_iter().cloned().collect(),
            objects: start.objects_of(&path.accessed, &kept),
            kept,
            members: distinct(path.members),
            stack: path.stack,
            guard: path.state.constraints,
            edges: path.edges,
            marks: path.marks,
            updates,
            symbols,
            obligations: path.obligations,
            assumptions: path.assumptions,
            ends,
            inexact: path.inexact,
        }
    }

    /// The registers that are live at the end of a path, if that is in the function where it
    /// started.
    fn registers(
        &self,
        pool: &mut Pool,
        work: &Work<'_>,
        path: &mut Path,
        ends: &Ends,
    ) -> Vec<(Slot, Value)> {
        let there = matches!(ends, Ends::At(_) | Ends::Calls(_) | Ends::Stops(_));
        if !there || path.state.frames.len() != work.depth {
            return Vec::new();
        }
        let ProgramPoint { func, block, inst } = path.state.point();
        let body = &self.program.module().funcs[func];
        let live = work
            .structure
            .liveness
            .live_before(body, block, inst as usize);
        // Unknown registers were not read and are unchanged.
        let regs = path.state.top().regs.clone();
        let is_known = |local: &Local| {
            work.start.from_state || !matches!(regs[local.index()], Value::Uninitialized)
        };
        let known: Vec<Local> = live.into_iter().filter(is_known).collect();
        let registers = known.into_iter().map(|local| {
            let value = regs[local.index()].clone();
            let value = self.expressed(pool, path, &value);
            (Slot::local(local), value)
        });
        registers.collect()
    }

    /// A value as a term if possible; records if it has parts that no term can choose between.
    fn expressed(&self, pool: &mut Pool, path: &mut Path, value: &Value) -> Value {
        let value = value.folded(pool);
        if has_union(&value) {
            path.leave_out_because(self.program, "a choice between pointers");
        }
        value
    }
}

/// The members without repetitions.
fn distinct(mut members: Vec<Member>) -> Vec<Member> {
    let mut seen = FxHashSet::default();
    members.retain(|it| seen.insert((it.table, it.key.clone())));
    members
}

fn has_union(value: &Value) -> bool {
    match value {
        Value::Union(_) => true,
        Value::Tuple(members) => members.iter().any(has_union),
        _ => false,
    }
}

/// Adds the changes of memory; returns what could not be expressed.
fn memory(
    pool: &mut Pool,
    start: &Start,
    end: &State,
    updates: &mut Vec<(Slot, Value)>,
) -> Vec<&'static str> {
    let mut missing = Vec::new();
    let pairs = start.state.heap.objects().zip(end.heap.objects());
    for ((id, before), (_, now)) in pairs {
        if std::ptr::eq(before, now) {
            continue;
        }
        if before.life != now.life {
            missing.push("a deallocation");
        } else {
            changes(pool, end, (id, before, now), updates, &mut missing);
        }
    }
    let known = start.state.heap.len();
    let mut made = end.heap.objects().skip(known - 1);
    if made.any(|(_, object)| object.life.may_be_alive()) {
        missing.push("an allocation");
    }
    if updates
        .iter()
        .any(|(slot, value)| matches!(slot, Slot::Memory(_)) && has_union(value))
    {
        missing.push("a choice between pointers");
    }
    missing
}

/// Adds the changes of an object.
fn changes(
    pool: &mut Pool,
    end: &State,
    (id, before, now): (ObjectId, &Object, &Object),
    updates: &mut Vec<(Slot, Value)>,
    missing: &mut Vec<&'static str>,
) {
    let mut update = |offset: usize, parts: usize, value: Value| {
        let cell = Cell {
            object: id,
            offset: offset as u64,
            parts: parts as u64,
        };
        updates.push((Slot::Memory(cell), value));
    };
    match (&before.content, &now.content) {
        (Content::Bytes(before), Content::Bytes(now)) => {
            let layout = end.heap.layout();
            let found = now.changes_since(&mut Scalars::new(pool, layout), before);
            let Some(found) = found else {
                return missing.push(UNKNOWN_OFFSETS);
            };
            for (range, value) in found {
                match value {
                    Some(value) => update(range.start, range.len(), value.folded(pool)),
                    None => missing.push("uninitialized memory"),
                }
            }
        }
        (Content::Cells(before), Content::Cells(now)) if before.len() == now.len() => {
            for (at, (before, now)) in before.iter().zip(now).enumerate() {
                if before != now {
                    update(at, 1, now.folded(pool));
                }
            }
        }
        (Content::Record(before), Content::Record(now)) if before.len() == now.len() => {
            for (at, ((_, before), (_, now))) in before.iter().zip(now).enumerate() {
                if before != now {
                    update(at, 1, now.folded(pool));
                }
            }
        }
        _ => missing.push("an object that changes its kind"),
    }
}

impl Start {
    /// The non-symbols that a path with these memory accesses has read. `None` if these may be too
    /// many.
    pub fn kept_by(&self, accessed: &[Cell]) -> Option<Vec<(Slot, Value)>> {
        let mut kept = self.kept.clone();
        let mut known: FxHashSet<Slot> = kept.iter().map(|(slot, _)| *slot).collect();
        let mut add = |slot: Slot, value: Value| {
            cancel::steps(1);
            if known.insert(slot) {
                kept.push((slot, value));
            }
        };
        for cell in accessed {
            let Some(object) = self.state.heap.find(cell.object) else {
                continue;
            };
            let range = cell.offset as usize..(cell.offset + cell.parts) as usize;
            let part = |offset: usize, parts: usize| {
                Slot::Memory(Cell {
                    object: cell.object,
                    offset: offset as u64,
                    parts: parts as u64,
                })
            };
            match &object.content {
                Content::Bytes(bytes) => {
                    for (range, value) in bytes.kept_in(range)? {
                        add(
                            part(range.start, range.len()),
                            value.unwrap_or(Value::Uninitialized),
                        );
                    }
                }
                Content::Cells(cells) => {
                    for at in range {
                        let value = cells.get(at).filter(|it| !matches!(it, Value::Term(_)));
                        value
                            .into_iter()
                            .for_each(|it| add(part(at, 1), it.clone()));
                    }
                }
                Content::Record(fields) => {
                    for at in range {
                        let value = fields.get(at).map(|(_, value)| value);
                        let value = value.filter(|it| !matches!(it, Value::Term(_)));
                        value
                            .into_iter()
                            .for_each(|it| add(part(at, 1), it.clone()));
                    }
                }
                Content::Table(_) | Content::External => {}
            }
        }
        Some(kept)
    }
}

impl Start {
    /// The objects that a path has accessed, or that pointers which it depends on point to.
    pub fn objects_of(&self, accessed: &[Cell], kept: &[(Slot, Value)]) -> Vec<Shape> {
        let mut objects: BTreeSet<ObjectId> = accessed.iter().map(|it| it.object).collect();
        for (_, value) in kept {
            for (_, member) in value.members() {
                if let Value::Ptr { object, .. } | Value::SymPtr { object, .. } = member {
                    objects.insert(*object);
                }
            }
        }
        let heap = &self.state.heap;
        let shapes = objects.into_iter().filter_map(|id| Shape::of(heap, id));
        shapes.collect()
    }
}

/// The terms and the objects in values.
#[derive(Default)]
struct Parts {
    terms: Vec<Term>,
    objects: Vec<ObjectId>,
}

impl Parts {
    fn add(&mut self, value: &Value) {
        self.objects.extend(value.objects());
        match value {
            Value::Term(term) | Value::SymPtr { offset: term, .. } => self.terms.push(*term),
            Value::SymStr(text) => {
                self.terms.push(text.length());
                self.terms.extend(text.units());
            }
            Value::Tuple(members) => members.iter().for_each(|member| self.add(member)),
            Value::Union(union) => {
                for (guard, member) in &union.members {
                    self.terms.push(*guard);
                    self.add(member);
                }
            }
            _ => {}
        }
    }

    /// Whether one of them tells an object that a path has made from others. Another execution of
    /// the path makes another object, at another address, and one that skips it makes none.
    fn tell_of_new(&self, pool: &Pool, start: &Start, end: &State) -> bool {
        let new = start.state.heap.len()..end.heap.len();
        if new.is_empty() {
            return false;
        }
        let layout = end.heap.layout();
        let addresses = new
            .clone()
            .map(|number| layout.base(ObjectId(number as u32)));
        let addresses: FxHashSet<u64> = addresses.collect();
        let is_new = |symbol: Symbol| match pool.symbol_info(symbol).kind {
            SymbolKind::Chosen { value, .. } => addresses.contains(&value),
            _ => false,
        };
        let mut symbols = self.terms.iter().flat_map(|it| pool.chosen_symbols(*it));
        let mut objects = self.objects.iter();
        objects.any(|object| new.contains(&(object.0 as usize))) || symbols.any(is_new)
    }
}
