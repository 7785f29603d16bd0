//! A run of a piece, compared with the segment of the piece.

use super::{Compared, Ran};
use sheaf_engine::memory::{Bytes, Content, Object, Scalars};
use sheaf_engine::path::PathCondition;
use sheaf_engine::segment::{Cell, Ends, PathSummary, Segment, Slot};
use sheaf_engine::state::{InputContent, InputRecord, State};
use sheaf_engine::{InputValue, Inputs, Value};
use sheaf_ir::index::Idx;
use sheaf_term::{Pool, Sort, Term, TermMap};

/// A run of a piece.
pub struct Experiment<'a> {
    /// The state before it.
    pub before: &'a State,
    /// The state after it.
    pub after: &'a State,
    /// What came of it.
    pub ran: Ran,
    /// The inputs that it read.
    pub inputs: &'a Inputs,
    /// Whether the segment was computed from the state, so that it knows the targets of pointers.
    pub from_state: bool,
}

/// Whether a condition holds for the values of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Holds {
    Yes,
    No,
    /// It depends on values that the run does not have.
    Depends,
}

impl Experiment<'_> {
    /// Checks that the run agrees with the segment.
    pub fn check(
        &self,
        pool: &mut Pool,
        segment: &Segment,
        compared: &mut Compared,
    ) -> Result<(), String> {
        let (mut holding, mut vague, mut failing) = (0, false, false);
        for (number, path) in segment.paths.iter().enumerate() {
            let map = path.bind(pool, self.before);
            let Some(mut map) = map else {
                // A pointer does not have the value that it has when the program starts.
                if !self.from_state && !path.is_exact() {
                    vague = true;
                    continue;
                }
                return Err(format!("path {number} does not apply"));
            };
            bind_inputs(pool, &path.inputs, self.inputs, &mut map);
            let guard = holds_all(pool, &path.guard, &map);
            for obligation in &path.obligations {
                if holds_all(pool, &obligation.guard, &map) == Holds::Yes
                    && holds(pool, obligation.fails, &map) == Holds::Yes
                {
                    let agrees = self.ran == Ran::Fails(obligation.kind);
                    failing |= agrees;
                    if !agrees && path.is_exact() {
                        let (kind, ran) = (obligation.kind.name(), &self.ran);
                        return Err(format!("path {number} fails ({kind}), the run {ran:?}"));
                    }
                }
            }
            if !path.is_exact() {
                // A path that depends on what cannot be expressed predicts nothing.
                vague |= guard != Holds::No;
                continue;
            }
            match guard {
                Holds::No => continue,
                Holds::Depends if !self.from_state => {
                    vague = true;
                    continue;
                }
                Holds::Depends => return Err(format!("path {number} is not decided")),
                Holds::Yes => holding += 1,
            }
            if !self.from_state && takes_pointers(pool, path, &map) {
                continue;
            }
            self.check_path(pool, path, &map)
                .map_err(|detail| format!("path {number}: {detail}"))?;
            compared.predicted += 1;
            let writes = path.updates.iter();
            let writes = writes.filter(|(slot, _)| matches!(slot, Slot::Memory(_)));
            compared.writes += writes.count() as u64;
        }
        compared.failures += u64::from(failing);
        match &self.ran {
            _ if holding > 1 => Err("several paths hold".to_string()),
            Ran::Ends(Ends::Dropped) | Ran::Leaves | Ran::Unclear => Ok(()),
            Ran::Ends(_) if holding == 0 && !vague => Err(format!("no path for {:?}", self.ran)),
            Ran::Fails(kind) if !failing && !vague => {
                Err(format!("no obligation for {}", kind.name()))
            }
            _ => Ok(()),
        }
    }

    /// Checks that the run agrees with a way whose condition holds.
    fn check_path(&self, pool: &mut Pool, path: &PathSummary, map: &TermMap) -> Result<(), String> {
        match (&path.ends, &self.ran) {
            (Ends::Fails, Ran::Fails(_)) | (Ends::Dropped, Ran::Ends(Ends::Dropped)) => {
                return Ok(());
            }
            (Ends::At(point), Ran::Ends(Ends::At(reached))) if point == reached => {}
            (Ends::Calls(point), Ran::Ends(Ends::Calls(reached))) if point == reached => {}
            (Ends::Exits(said), Ran::Ends(Ends::Exits(status)))
                if said.is_none() || said == status => {}
            (Ends::Returns(said), Ran::Ends(Ends::Returns(result))) => {
                let said = said.as_ref().map(|it| value(pool, it, map));
                if said != *result {
                    return Err(format!("it returns {said:?}, the run {result:?}"));
                }
            }
            (ends, ran) => return Err(format!("it ends {ends:?}, the run {ran:?}")),
        }
        let mut memory = self.before.heap.clone();
        for (slot, new) in &path.updates {
            let new = value(pool, new, map);
            match slot {
                Slot::Register { local, .. } => {
                    let is = &self.after.top().regs[local.index()];
                    if *is != new {
                        return Err(format!("{local:?} is {new:?}, after the run {is:?}"));
                    }
                }
                Slot::Memory(cell) => {
                    let (object, layout) = memory.get_mut_and_layout(cell.object);
                    write(&mut Scalars::new(pool, layout), object, *cell, new)?;
                }
            }
        }
        let objects = memory.objects().zip(self.after.heap.objects());
        for ((id, said), (_, is)) in objects {
            if !std::ptr::eq(said, is) {
                same_object(said, is).map_err(|at| format!("object {} at {at}", id.0))?;
            }
        }
        Ok(())
    }
}

/// Whether the result or an update of a way is indeterminate for a run, because the run has a
/// non-scalar where the way assumes a scalar.
fn takes_pointers(pool: &mut Pool, path: &PathSummary, map: &TermMap) -> bool {
    let result = match &path.ends {
        Ends::Returns(value) => value.as_ref(),
        _ => None,
    };
    let updates = path.updates.iter().map(|(_, value)| value);
    updates
        .chain(result)
        .any(|new| match value(pool, new, map) {
            Value::Term(term) | Value::SymPtr { offset: term, .. } => pool.has_indeterminate(term),
            _ => false,
        })
}

fn write(scalars: &mut Scalars, object: &mut Object, cell: Cell, new: Value) -> Result<(), String> {
    let at = cell.offset as usize;
    match &mut object.content {
        Content::Bytes(bytes) => write_bytes(scalars, bytes, (at, cell.parts as usize), new),
        Content::Cells(cells) => cells[at] = new,
        Content::Record(fields) => fields[at].1 = new,
        Content::Table(_) | Content::External => {
            return Err("an update of an object without parts".to_string());
        }
    }
    Ok(())
}

/// Writes a value. A term is written byte by byte: of a word whose padding was never written, the
/// other bytes are known, as they are where the run copies the word.
fn write_bytes(scalars: &mut Scalars, bytes: &mut Bytes, (at, parts): (usize, usize), new: Value) {
    let term = match new {
        Value::Term(term) if scalars.pool.sort(term) == Sort::Bits(8 * parts as u32) => term,
        other => return bytes.write(scalars, at, parts, other),
    };
    for part in 0..parts {
        let low = 8 * part as u32;
        let byte = scalars.pool.extract(term, low + 7, low);
        let byte = Value::from_term(scalars.pool, byte);
        bytes.write(scalars, at + part, 1, byte);
    }
}

/// The first offset at which two objects differ.
fn same_object(a: &Object, b: &Object) -> Result<(), usize> {
    let differ = |at: &usize| match (&a.content, &b.content) {
        (Content::Bytes(a), Content::Bytes(b)) => {
            let uninitialized = |bytes: &Bytes| bytes.has_uninitialized(*at, 1);
            uninitialized(a) != uninitialized(b) || a.known_at(*at) != b.known_at(*at)
        }
        (Content::Cells(a), Content::Cells(b)) => a[*at] != b[*at],
        (Content::Record(a), Content::Record(b)) => a[*at] != b[*at],
        (a, b) => a != b,
    };
    let parts = match &a.content {
        Content::Bytes(bytes) => bytes.kept(),
        Content::Cells(cells) => cells.len(),
        Content::Record(fields) => fields.len(),
        Content::Table(_) | Content::External => 1,
    };
    match (0..parts).find(differ) {
        Some(at) => Err(at),
        None if a.life != b.life => Err(parts),
        None => Ok(()),
    }
}

/// A value with the inputs of a run substituted.
fn value(pool: &mut Pool, value: &Value, map: &TermMap) -> Value {
    match value {
        Value::Term(term) => {
            let term = pool.substitute(*term, map);
            Value::from_term(pool, term)
        }
        Value::SymPtr { object, offset } => {
            let offset = pool.substitute(*offset, map);
            Value::pointer(pool, *object, offset)
        }
        Value::Tuple(members) => {
            let members = members.iter().map(|member| self::value(pool, member, map));
            Value::Tuple(members.collect::<Vec<_>>().into())
        }
        other => other.clone(),
    }
}

fn holds(pool: &mut Pool, condition: Term, map: &TermMap) -> Holds {
    let condition = pool.substitute(condition, map);
    match pool.as_bool(condition) {
        Some(true) => Holds::Yes,
        Some(false) => Holds::No,
        None => Holds::Depends,
    }
}

/// Whether all conditions of a path hold. Later ones may depend on inputs that a run has not read
/// if it violates an earlier one.
fn holds_all(pool: &mut Pool, guard: &PathCondition, map: &TermMap) -> Holds {
    let terms = guard.terms().into_iter();
    let mut found = terms.map(|condition| holds(pool, condition, map));
    found
        .find(|holds| *holds != Holds::Yes)
        .unwrap_or(Holds::Yes)
}

/// Binds the inputs to their values in a run.
fn bind_inputs(pool: &mut Pool, asked: &[InputRecord], given: &Inputs, map: &mut TermMap) {
    for (record, given) in asked.iter().zip(&given.inputs) {
        match (&record.content, &given.value) {
            (InputContent::Scalar(_, term), value) => {
                let constant = match value {
                    InputValue::Bool(value) => pool.bool(*value),
                    InputValue::Bits { width, value } => pool.bits(*width, *value),
                    InputValue::Float(kind, bits) => pool.bits(kind.width(), *bits),
                    InputValue::Int(value) => pool.int(value.clone()),
                    InputValue::Bytes { .. } | InputValue::Text(_) => continue,
                };
                map.insert(*term, constant);
            }
            (InputContent::Object { elements, .. }, InputValue::Bytes { bytes, .. }) => {
                let mut at = 0;
                for element in elements.iter() {
                    let Sort::Bits(width) = pool.sort(*element) else {
                        continue;
                    };
                    let end = (at + width as usize / 8).min(bytes.len());
                    let mut word = [0; 16];
                    word[..end - at].copy_from_slice(&bytes[at..end]);
                    let word = pool.bits(width, u128::from_le_bytes(word));
                    map.insert(*element, word);
                    at = end;
                }
            }
            _ => {}
        }
    }
}
