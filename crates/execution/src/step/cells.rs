//! Arrays of cells, and records.

use super::resolve::Access;
use crate::evidence::{Act, Attempt};
use crate::machine::{Machine, Stop};
use crate::memory::{Content, FIRST_ADDRESS};
use crate::value::{ObjectId, Value};
use num_traits::ToPrimitive;
use sheaf_ir::{FailureKind, NameId, Operand};
use sheaf_term::{Sort, Term};

/// The possible cells of an index, with conditions.
type Candidates = Vec<(Term, usize)>;

impl Machine<'_> {
    pub(super) fn new_cells(&mut self, values: &[Operand]) -> Value {
        let cells: Vec<Value> = values.iter().map(|value| self.read(*value)).collect();
        self.new_object(cells.len(), Content::Cells(cells))
    }

    pub(super) fn new_record(&mut self, fields: &[(NameId, Operand)]) -> Value {
        let fields: Vec<_> = fields
            .iter()
            .map(|(name, value)| (*name, self.read(*value)))
            .collect();
        self.new_object(fields.len(), Content::Record(fields))
    }

    pub(super) fn new_object(&mut self, size: usize, content: Content) -> Value {
        self.state.heap.add_value(size, content, self.loc)
    }

    pub(super) fn load_cell(&mut self, row: Operand, index: Operand) -> Result<Value, Stop> {
        let (row, index_value) = (self.read(row), self.read(index));
        self.require_defined(&index_value, "an index depends on uninitialized memory");
        self.require_scalars(&index_value, index)?;
        self.lift2(&row, &index_value, &mut |machine, row, index| {
            Ok(machine.load_cell_at(row, index))
        })
    }

    /// Loads the cell of an array at an index; both are non-unions.
    pub fn load_cell_at(&mut self, row: &Value, index: &Value) -> Value {
        let Some((object, candidates)) = self.cells_at(row, index, Act::Read) else {
            return Value::Uninitialized;
        };
        let Content::Cells(cells) = &self.state.heap.share(object).content else {
            return Value::Uninitialized;
        };
        if let [(Term::TRUE, cell)] = candidates[..] {
            self.note_access(object, Some((cell as u64, 1)));
            return cells[cell].clone();
        }
        self.note_access(object, None);
        let members = candidates
            .iter()
            .map(|(guard, cell)| (*guard, cells[*cell].clone()))
            .collect();
        Value::union_of_choices(self.pool, members)
    }

    pub(super) fn store_cell(
        &mut self,
        row: Operand,
        index: Operand,
        value: Operand,
    ) -> Result<(), Stop> {
        let (row, index_value, value) = (self.read(row), self.read(index), self.read(value));
        self.require_defined(&index_value, "an index depends on uninitialized memory");
        self.require_scalars(&index_value, index)?;
        self.lift2(&row, &index_value, &mut |machine, row, index| {
            machine.store_cell_at(row, index, &value);
            Ok(Value::Uninitialized)
        })?;
        Ok(())
    }

    /// Stores to the cell of an array at an index; both are non-unions.
    pub fn store_cell_at(&mut self, row: &Value, index: &Value, value: &Value) {
        let Some((object, candidates)) = self.cells_at(row, index, Act::Write) else {
            return;
        };
        for (meant, cell) in candidates {
            if meant != Term::TRUE || self.guard != Term::TRUE {
                // The old value remains where the store does not happen.
                self.note_access(object, Some((cell as u64, 1)));
            }
            let Content::Cells(cells) = &mut self.state.heap.get_mut(object).content else {
                return;
            };
            let new = Value::choice(self.pool, meant, value, &cells[cell]);
            cells[cell] = Value::ite(self.pool, self.guard, &new, &cells[cell]);
        }
    }

    /// The array that a pointer points into, and the possible cells of an index relative to the
    /// pointer.
    fn cells_at(&mut self, row: &Value, index: &Value, act: Act) -> Option<(ObjectId, Candidates)> {
        let index = self.address_term(index);
        let (object, start) = self.cell_object(row)?;
        let Content::Cells(cells) = &self.state.heap.get(object).content else {
            self.obligation(FailureKind::TypeError, Term::TRUE, "expected an array");
            return None;
        };
        let size = cells.len();
        let start = start as i64;
        let message = format!("access outside of an array of {size} cells");
        let mut attempt = Attempt {
            act,
            bytes: None,
            object,
            offset: None,
        };
        if let Some(index) = self.concrete_index(index) {
            attempt.offset = index.map(|index| start.wrapping_add(index) as u64);
            let cell = index
                .and_then(|index| start.checked_add(index))
                .and_then(|at| usize::try_from(at).ok());
            return match cell.filter(|cell| *cell < size) {
                Some(cell) => Some((object, vec![(Term::TRUE, cell)])),
                None => {
                    let kind = FailureKind::OutOfBounds;
                    self.require(kind, Term::TRUE, &message, Some(attempt));
                    None
                }
            };
        }
        let mut candidates = Vec::with_capacity(size);
        let mut outside = Term::TRUE;
        for cell in 0..size {
            let wanted = self.index_term(index, cell as i64 - start);
            let meant = self.pool.eq(index, wanted);
            if meant != Term::FALSE {
                let not = self.pool.not(meant);
                outside = self.pool.and(outside, not);
                candidates.push((meant, cell));
            }
        }
        self.require(FailureKind::OutOfBounds, outside, &message, Some(attempt));
        (!candidates.is_empty()).then_some((object, candidates))
    }

    /// The value of a constant index; `Some(None)` if it does not fit a machine word.
    fn concrete_index(&self, index: Term) -> Option<Option<i64>> {
        match self.pool.sort(index) {
            Sort::Bits(width) if width <= 64 => {
                let bits = self.pool.as_bits(index)?;
                Some(Some(crate::value::sign_extend(width, bits as u64)))
            }
            _ => self.pool.as_int(index).map(ToPrimitive::to_i64),
        }
    }

    fn index_term(&mut self, like: Term, value: i64) -> Term {
        match self.pool.sort(like) {
            Sort::Bits(width) => self.pool.bits(width, value as u128),
            _ => self.pool.int(value.into()),
        }
    }

    /// The object and the position in it for a value that should be a pointer to cells or a record.
    pub(super) fn cell_object(&mut self, value: &Value) -> Option<(ObjectId, u64)> {
        self.require_defined(value, "a pointer depends on uninitialized memory");
        match value {
            Value::Ptr {
                object: ObjectId::NONE,
                offset,
            } if *offset < FIRST_ADDRESS => {
                self.obligation(
                    FailureKind::NullDereference,
                    Term::TRUE,
                    "access through a null pointer",
                );
                None
            }
            Value::Ptr { object, offset } if *object != ObjectId::NONE => Some((*object, *offset)),
            Value::Uninitialized => None,
            _ => {
                let message = "expected a pointer, array or record";
                self.obligation(FailureKind::TypeError, Term::TRUE, message);
                None
            }
        }
    }

    pub(super) fn load_field(&mut self, record: Operand, field: NameId) -> Result<Value, Stop> {
        let record = self.read(record);
        self.lift(&record, &mut |machine, record| {
            let Some((object, position)) = machine.field_at(record, field, Access::Read) else {
                return Ok(Value::Uninitialized);
            };
            machine.note_access(object, Some((position as u64, 1)));
            Ok(match &machine.state.heap.get(object).content {
                Content::Record(fields) => fields[position].1.clone(),
                _ => Value::Uninitialized,
            })
        })
    }

    pub(super) fn store_field(
        &mut self,
        record: Operand,
        field: NameId,
        value: Operand,
    ) -> Result<(), Stop> {
        let (record, value) = (self.read(record), self.read(value));
        self.lift(&record, &mut |machine, record| {
            let Some((object, position)) = machine.field_at(record, field, Access::Write) else {
                return Ok(Value::Uninitialized);
            };
            let guard = machine.guard;
            if guard != Term::TRUE {
                // The old value remains where the store does not happen.
                machine.note_access(object, Some((position as u64, 1)));
            }
            if let Content::Record(fields) = &mut machine.state.heap.get_mut(object).content {
                fields[position].1 = Value::ite(machine.pool, guard, &value, &fields[position].1);
            }
            Ok(Value::Uninitialized)
        })?;
        Ok(())
    }

    /// The record that a value points to, and the position of a field in it.
    fn field_at(
        &mut self,
        record: &Value,
        field: NameId,
        access: Access,
    ) -> Option<(ObjectId, usize)> {
        let (object, _) = self.cell_object(record)?;
        let position = match &self.state.heap.get(object).content {
            Content::Record(fields) => fields.iter().position(|(name, _)| *name == field),
            _ => None,
        };
        if position.is_none() {
            let verb = if access == Access::Read {
                "read"
            } else {
                "written"
            };
            let name = &self.program.module().names[field];
            let message = format!("field `{name}` is {verb}, but the value has none of that name");
            self.obligation(FailureKind::TypeError, Term::TRUE, &message);
        }
        position.map(|position| (object, position))
    }
}
