//! Loads and stores of byte memory.

use super::resolve::{Access, MemoryLocation, Offset};
use crate::machine::{Machine, Stop};
use crate::memory::{Bytes, Content, Object, Scalars};
use crate::outcome::ReasonKind;
use crate::value::{ObjectId, Value};
use sheaf_ir::{Inst, Operand, Type};
use sheaf_term::{Pool, Sort, Term};

impl Machine<'_> {
    pub(super) fn load_op(&mut self, pointer: Operand, inst: &Inst) -> Result<Value, Stop> {
        let ty = self.result_type(inst);
        let value = self.read(pointer);
        let loaded = self.load(&value, &ty);
        loaded.map_err(|stop| one_by_one(stop, pointer, &value))
    }

    /// Reads a value of a type (not a tuple, `Int` or `Any`) from byte memory. Where the access
    /// fails it is an obligation, and the value is arbitrary.
    ///
    /// # Errors
    /// When the access is not modelled.
    pub fn load(&mut self, pointer: &Value, ty: &Type) -> Result<Value, Stop> {
        let bytes = ty.store_bytes(self.width().bytes()).unwrap_or(0);
        let locations = self.resolve(pointer, bytes, Access::Read)?;
        let mut members = Vec::with_capacity(locations.len());
        for location in locations {
            let raw = self.read_location(&location, bytes as usize)?;
            let value = self.typed(&raw, ty);
            members.push((location.guard, value));
        }
        if let [(_, _)] = members[..] {
            return Ok(members
                .pop()
                .map_or(Value::Uninitialized, |(_, value)| value));
        }
        if members.is_empty() {
            return Ok(self.indeterminate(ty));
        }
        Ok(Value::union(self.pool, members))
    }

    /// The bytes of a byte object, for writing, with the conversion to scalars.
    pub(super) fn bytes_mut(&mut self, id: ObjectId) -> Result<(&mut Bytes, Scalars<'_>), Stop> {
        let (object, layout) = self.state.heap.get_mut_and_layout(id);
        let Content::Bytes(bytes) = &mut object.content else {
            return Err(not_bytes());
        };
        let scalars = Scalars {
            object: Some(id),
            ..Scalars::new(self.pool, layout)
        };
        Ok((bytes, scalars))
    }

    /// The content of a location: `Bits` of `8 * bytes`, or a pointer.
    pub(super) fn read_location(
        &mut self,
        location: &MemoryLocation,
        bytes: usize,
    ) -> Result<Value, Stop> {
        if bytes == 0 {
            return Ok(Value::Uninitialized);
        }
        self.afford_location(location, |pool, content, offset| {
            content.effort_of_read(pool, offset, bytes)
        })?;
        self.ensure_written(location, bytes)?;
        let heap = &self.state.heap;
        let content = bytes_of(heap.get(location.object))?;
        let (pool, layout) = (&mut *self.pool, heap.layout());
        let mut scalars = Scalars::new(pool, layout);
        let value = match location.offset {
            Offset::At(offset) => Some(content.read(&mut scalars, offset as usize, bytes)),
            Offset::Term(offset) => content.read_at(&mut scalars, offset, bytes),
        };
        Ok(value.unwrap_or(Value::Uninitialized))
    }

    /// Ends the path if an access at a symbolic offset exceeds the limits, by the number of terms
    /// that it creates.
    fn afford_location(
        &self,
        location: &MemoryLocation,
        effort: impl Fn(&Pool, &Bytes, Term) -> u64,
    ) -> Result<(), Stop> {
        match (
            location.offset,
            &self.state.heap.get(location.object).content,
        ) {
            (Offset::Term(offset), Content::Bytes(content)) => {
                self.afford(effort(self.pool, content, offset).max(1))
            }
            _ => Ok(()),
        }
    }

    /// Gives uninitialized bytes that are about to be read indeterminate terms, so that they keep
    /// their value.
    fn ensure_written(&mut self, location: &MemoryLocation, bytes: usize) -> Result<(), Stop> {
        let content = bytes_of(self.state.heap.get(location.object))?;
        let needed = match location.offset {
            Offset::At(offset) => content.has_uninitialized(offset as usize, bytes),
            Offset::Term(offset) => content.has_uninitialized_at(self.pool, offset, bytes),
        };
        if !needed {
            return Ok(());
        }
        let before = self.pool.made_uninitialized().len();
        let (content, mut scalars) = self.bytes_mut(location.object)?;
        match location.offset {
            Offset::At(offset) => content.ensure_written(&mut scalars, offset as usize, bytes),
            Offset::Term(offset) => content.ensure_written_at(&mut scalars, offset, bytes),
        }
        let at = match location.offset {
            Offset::At(offset) => Some((offset, bytes as u64)),
            Offset::Term(_) => None,
        };
        self.note_read(before, location.object, at);
        Ok(())
    }

    /// Converts a value from memory to a type.
    fn typed(&mut self, raw: &Value, ty: &Type) -> Value {
        let lifted = self.lift(raw, &mut |machine, raw| Ok(machine.typed_member(raw, ty)));
        lifted.unwrap_or(Value::Uninitialized)
    }

    fn typed_member(&mut self, raw: &Value, ty: &Type) -> Value {
        match (raw, ty) {
            (Value::Ptr { .. } | Value::SymPtr { .. } | Value::Func(_), Type::Ptr) => raw.clone(),
            (_, Type::Ptr) => self.pointer_from(raw),
            _ => {
                let term = self.address_term(raw);
                self.cut(term, ty)
            }
        }
    }

    /// The lowest bits of a term as a value of a type.
    fn cut(&mut self, term: Term, ty: &Type) -> Value {
        let width = match ty {
            Type::Bits(width) => *width,
            Type::Float(kind) => kind.width(),
            _ => 1,
        };
        let mut term = self.pool.extract(term, width - 1, 0);
        if *ty == Type::Bool {
            let one = self.pool.bits(1, 1);
            term = self.pool.eq(term, one);
        }
        Value::from_term(self.pool, term)
    }

    pub(super) fn store_op(&mut self, pointer: Operand, value: Operand) -> Result<(), Stop> {
        let ty = self.program.module().funcs[self.func].type_of(value);
        let (to, value) = (self.read(pointer), self.read(value));
        let stored = self.store(&to, &ty, &value);
        stored.map_err(|stop| one_by_one(stop, pointer, &to))
    }

    /// Writes a value of a type (not a tuple, `Int` or `Any`) to byte memory. Where the access
    /// fails it is an obligation.
    ///
    /// # Errors
    /// When the access is not modelled.
    pub fn store(&mut self, pointer: &Value, ty: &Type, value: &Value) -> Result<(), Stop> {
        let bytes = ty.store_bytes(self.width().bytes()).unwrap_or(0) as usize;
        let value = self.stored(value, bytes);
        let locations = self.resolve(pointer, bytes as u64, Access::Write)?;
        for location in locations {
            self.write_location(&location, bytes, &value)?;
        }
        Ok(())
    }

    /// A value in its memory representation: scalars widened to whole bytes.
    fn stored(&mut self, value: &Value, bytes: usize) -> Value {
        if !value.holds_only_scalars() {
            return value.clone();
        }
        let lifted = self.lift(value, &mut |machine, value| {
            Ok(machine.stored_scalar(value, bytes))
        });
        lifted.unwrap_or(Value::Uninitialized)
    }

    /// A scalar of any width as `Bits` of whole bytes.
    fn stored_scalar(&mut self, value: &Value, bytes: usize) -> Value {
        let width = 8 * bytes as u32;
        match value {
            Value::Bits { bits, .. } => Value::bits(width, u128::from(*bits)),
            Value::Bool(value) => Value::bits(width, u128::from(*value)),
            Value::Term(term) => {
                let pool = &mut *self.pool;
                let term = match pool.sort(*term) {
                    Sort::Bool => {
                        let (one, zero) = (pool.bits(width, 1), pool.bits(width, 0));
                        pool.ite(*term, one, zero)
                    }
                    Sort::Bits(narrow) if narrow < width => pool.zext(*term, width),
                    _ => *term,
                };
                Value::from_term(pool, term)
            }
            Value::Wide(wide) => Value::bits(width, wide.1),
            other => other.clone(),
        }
    }

    /// Whether a location is accessed wherever its object exists, so that its old value is not
    /// kept.
    fn covers(&mut self, location: &MemoryLocation) -> bool {
        if location.guard == Term::TRUE {
            return true;
        }
        let exists = self.state.heap.get(location.object).life.exists(self.pool);
        exists == location.guard
    }

    /// Writes a value in its memory representation; where the guard is false, the old value stays.
    pub(super) fn write_location(
        &mut self,
        location: &MemoryLocation,
        bytes: usize,
        value: &Value,
    ) -> Result<(), Stop> {
        let value = if self.covers(location) {
            value.clone()
        } else {
            let old = self.read_location(location, bytes)?;
            Value::ite(self.pool, location.guard, value, &old)
        };
        self.afford_location(location, |pool, content, offset| {
            content.effort_of_write(pool, offset, bytes)
        })?;
        let (content, mut scalars) = self.bytes_mut(location.object)?;
        match location.offset {
            Offset::At(offset) => content.write(&mut scalars, offset as usize, bytes, value),
            Offset::Term(offset) => {
                content.write_at(&mut scalars, offset, bytes, &value);
            }
        }
        Ok(())
    }
}

/// The bytes of a byte object.
pub(super) fn bytes_of(object: &Object) -> Result<&Bytes, Stop> {
    match &object.content {
        Content::Bytes(bytes) => Ok(bytes),
        _ => Err(not_bytes()),
    }
}

/// An access that is not modelled for one of several pointers is executed for each of them
/// separately: after merging, that pointer may be impossible, which is for the solver to decide.
fn one_by_one(stop: Stop, operand: Operand, pointer: &Value) -> Stop {
    match (&stop, operand, pointer) {
        (Stop::Unmodelled(..), Operand::Local(_), Value::Union(_)) => Stop::Split(operand),
        _ => stop,
    }
}

/// A byte access to an object that holds none.
fn not_bytes() -> Stop {
    Stop::Unmodelled(
        ReasonKind::UnmodelledOperation,
        "byte access to an object of cells".to_string(),
    )
}
