//! Allocation, pointer arithmetic, loads and stores of byte memory.

use super::resolve::{Access, Offset, Place};
use crate::machine::{Machine, Stop, address_of};
use crate::memory::{Bytes, Content, Life, Object, Storage};
use crate::outcome::{End, ReasonKind};
use crate::state::{InputContent, InputRecord};
use crate::value::{ObjectId, Value};
use sheaf_ir::{Alloc, FailureKind, Inst, Operand, Region, Type};
use sheaf_term::{Pool, Sort, Term};

impl Machine<'_> {
    pub(super) fn alloc(&mut self, alloc: &Alloc) -> Result<Value, Stop> {
        let size = self.read(alloc.bytes);
        self.require_defined(
            &size,
            "the size of an allocation depends on uninitialized memory",
        );
        let Some(size) = size.as_u64() else {
            return Err(Stop::Concretize(alloc.bytes));
        };
        self.allocate(
            alloc.region,
            size,
            alloc.align,
            alloc.zeroed,
            alloc.element_bytes,
        )
    }

    /// A pointer to a new byte object; on the heap it may be null where that is asked for, and is null for a size that no machine has.
    ///
    /// # Errors
    /// When the object is larger than the memory budget.
    pub fn allocate(
        &mut self,
        region: Region,
        size: u64,
        align: u32,
        zeroed: bool,
        element_bytes: u32,
    ) -> Result<Value, Stop> {
        if region == Region::Heap && size > i64::MAX as u64 {
            return Ok(Value::NULL);
        }
        if size > self.settings.max_object_bytes {
            let detail = format!("an object of {size} bytes");
            return Err(Stop::End(End::Limit(
                self.reason(ReasonKind::MemoryLimit, detail),
            )));
        }
        self.work += size / super::copy::BYTES_AN_INSTRUCTION;
        let bytes = size as usize;
        let content = Content::Bytes(if zeroed {
            Bytes::zeroed(bytes)
        } else {
            Bytes::unwritten(bytes)
        });
        let storage = if region == Region::Heap {
            Storage::Heap
        } else {
            Storage::Stack
        };
        let (loc, life) = (self.loc(), Life::Alive);
        let object = Object {
            size,
            storage,
            element_bytes,
            loc,
            life,
            content,
        };
        let id = self.state.heap.add(object, align);
        if region == Region::Stack {
            self.state.top_mut().stack_objects.push(id);
        }
        let pointer = Value::Ptr {
            object: id,
            offset: 0,
        };
        if region == Region::Heap && self.settings.malloc_may_fail {
            return self.or_null(pointer);
        }
        Ok(pointer)
    }

    /// The pointer, or null if an input says so.
    fn or_null(&mut self, pointer: Value) -> Result<Value, Stop> {
        let succeeds = self.scalar_input("allocation succeeds", &Type::Bool)?;
        match succeeds.to_term(self.pool) {
            Some(succeeds) => Ok(Value::ite(self.pool, succeeds, &pointer, &Value::NULL)),
            None => Ok(pointer),
        }
    }

    /// The next input of the program, a scalar of this type.
    ///
    /// # Errors
    /// When inputs are concrete and there is no further one that fits.
    pub fn scalar_input(&mut self, name: &str, ty: &Type) -> Result<Value, Stop> {
        if let Some(supply) = self.supply.as_deref_mut() {
            return supply
                .scalar(name, ty)
                .ok_or_else(|| Stop::End(End::OutOfInputs(name.to_string())));
        }
        let sort = match ty {
            Type::Bool => Sort::Bool,
            Type::Int => Sort::Int,
            Type::Float(kind) => Sort::Bits(kind.width()),
            Type::Bits(width) => Sort::Bits(*width),
            _ => Sort::Bits(64),
        };
        let term = self.pool.input(name, sort, self.state.inputs.len());
        let content = InputContent::Scalar(ty.clone(), term);
        self.state.inputs.push(InputRecord {
            name: name.into(),
            content,
        });
        Ok(Value::Term(term))
    }

    pub(super) fn free(&mut self, pointer: Operand) -> Result<(), Stop> {
        let value = self.read(pointer);
        self.free_pointer(&value);
        Ok(())
    }

    /// Frees what a pointer points to.
    pub fn free_pointer(&mut self, pointer: &Value) {
        for (guard, member) in pointer.members() {
            self.under(guard, |machine| machine.free_member(member));
        }
    }

    /// Frees what a pointer that is no union points to.
    fn free_member(&mut self, pointer: &Value) {
        self.require_defined(
            pointer,
            "the pointer that is freed depends on uninitialized memory",
        );
        if *pointer == Value::NULL {
            return;
        }
        match pointer {
            Value::Ptr {
                object: ObjectId::NONE,
                offset,
            } => match self.pointer_at(*offset) {
                Value::Ptr {
                    object: ObjectId::NONE,
                    ..
                }
                | Value::Func(_) => self.free_of_no_object(),
                found => self.free_pointer(&found),
            },
            Value::Ptr { object, offset } if *offset != 0 && *object != ObjectId::NONE => {
                self.free_inside(Term::TRUE)
            }
            Value::Ptr { object, .. } => self.free_object(*object),
            Value::SymPtr { object, offset } if *object != ObjectId::NONE => {
                let zero = self.pool.bits(64, 0);
                let inside = self.pool.ne(*offset, zero);
                self.free_inside(inside);
                self.free_object(*object);
            }
            _ => self.free_of_no_object(),
        }
    }

    fn free_object(&mut self, object: ObjectId) {
        let target = self.state.heap.get(object);
        if target.storage != Storage::Heap {
            let message = "free of an object that is not on the heap";
            return self.obligation(FailureKind::InvalidFree, Term::TRUE, message);
        }
        for (guard, life) in target.life.clone().phases() {
            if let Life::Freed(at) = life {
                let place = self.program.module().describe(*at);
                let message = format!("the object was freed already at {place}");
                self.obligation(FailureKind::DoubleFree, guard, &message);
            }
        }
        let freed = Life::Freed(self.loc());
        let guard = self.guard;
        self.state.heap.kill(self.pool, guard, object, &freed);
    }

    fn free_inside(&mut self, fails: Term) {
        let message = "free of a pointer into an object, not to its start";
        self.obligation(FailureKind::InvalidFree, fails, message);
    }

    fn free_of_no_object(&mut self) {
        let message = "free of what is no pointer to an object";
        self.obligation(FailureKind::InvalidFree, Term::TRUE, message);
    }

    pub(super) fn pointer_add(
        &mut self,
        base: Operand,
        index: Operand,
        scale: i64,
        displacement: i64,
    ) -> Result<Value, Stop> {
        let (base, index) = (self.read(base), self.scalars(index)?);
        self.lift2(&base, &index, &mut |machine, base, index| {
            let distance = machine.distance(index, scale, displacement);
            Ok(machine.advance(base, distance))
        })
    }

    /// `index * scale + displacement` in bytes, for an index that is no union.
    fn distance(&mut self, index: &Value, scale: i64, displacement: i64) -> Term {
        let index = self.address_term(index);
        let index = self.pool.sext(index, 64);
        let scale = self.pool.bits(64, u128::from(scale as u64));
        let displacement = self.pool.bits(64, u128::from(displacement as u64));
        let distance = self.pool.mul(index, scale);
        self.pool.add(distance, displacement)
    }

    /// A pointer moved by a distance in bytes.
    pub(crate) fn advance(&mut self, base: &Value, distance: Term) -> Value {
        let (object, offset) = match base {
            Value::Ptr { object, offset } => (*object, self.pool.bits(64, u128::from(*offset))),
            Value::SymPtr { object, offset } => (*object, *offset),
            other if self.pool.as_bits(distance) == Some(0) => return other.clone(),
            other => (ObjectId::NONE, self.address_term(other)),
        };
        let offset = self.pool.add(offset, distance);
        Value::pointer(self.pool, object, offset)
    }

    pub(super) fn load_op(&mut self, pointer: Operand, inst: &Inst) -> Result<Value, Stop> {
        let ty = self.result_type(inst);
        let pointer = self.read(pointer);
        self.load(&pointer, &ty)
    }

    /// Reads a value of a type (no tuple, `Int` or `Any`) from byte memory. Where the access fails it is an obligation, and the value
    /// arbitrary.
    ///
    /// # Errors
    /// When the access is not modelled.
    pub fn load(&mut self, pointer: &Value, ty: &Type) -> Result<Value, Stop> {
        let bytes = ty.store_bytes(8).unwrap_or(0);
        let places = self.resolve(pointer, bytes, Access::Read)?;
        let mut members = Vec::with_capacity(places.len());
        for place in places {
            let raw = self.read_place(&place, bytes as usize)?;
            let value = self.typed(&raw, ty);
            members.push((place.guard, value));
        }
        if let [(_, _)] = members[..] {
            return Ok(members.pop().map_or(Value::Undef, |(_, value)| value));
        }
        if members.is_empty() {
            return Ok(self.indeterminate(ty));
        }
        Ok(Value::union(self.pool, members))
    }

    /// What a place holds: `Bits` of `8 * bytes`, or a pointer.
    pub(super) fn read_place(&mut self, place: &Place, bytes: usize) -> Result<Value, Stop> {
        if bytes == 0 {
            return Ok(Value::Undef);
        }
        self.ensure_written(place, bytes)?;
        let heap = &self.state.heap;
        let address_of = |pool: &mut Pool, value: &Value| address_of(pool, heap.layout(), value);
        let Content::Bytes(content) = &heap.get(place.object).content else {
            return Err(not_bytes());
        };
        let value = match place.offset {
            Offset::At(offset) => {
                Some(content.read(self.pool, &address_of, offset as usize, bytes))
            }
            Offset::Term(offset) => content.read_at(self.pool, &address_of, offset, bytes),
        };
        Ok(value.unwrap_or(Value::Undef))
    }

    /// Gives uninitialised bytes that are about to be read indeterminate terms, so that they keep their value.
    fn ensure_written(&mut self, place: &Place, bytes: usize) -> Result<(), Stop> {
        let Content::Bytes(content) = &self.state.heap.get(place.object).content else {
            return Err(not_bytes());
        };
        let needed = match place.offset {
            Offset::At(offset) => content.has_unwritten(offset as usize, bytes),
            Offset::Term(offset) => content.has_unwritten_at(self.pool, offset, bytes),
        };
        if !needed {
            return Ok(());
        }
        let (object, layout) = self.state.heap.get_mut_and_layout(place.object);
        let address_of = |pool: &mut Pool, value: &Value| address_of(pool, layout, value);
        if let Content::Bytes(content) = &mut object.content {
            match place.offset {
                Offset::At(offset) => {
                    content.ensure_written(self.pool, &address_of, offset as usize, bytes)
                }
                Offset::Term(offset) => {
                    content.ensure_written_at(self.pool, &address_of, offset, bytes)
                }
            }
        }
        Ok(())
    }

    /// A value read from memory as one of a type.
    fn typed(&mut self, raw: &Value, ty: &Type) -> Value {
        let lifted = self.lift(raw, &mut |machine, raw| Ok(machine.typed_member(raw, ty)));
        lifted.unwrap_or(Value::Undef)
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
        let (pointer, value) = (self.read(pointer), self.read(value));
        self.store(&pointer, &ty, &value)
    }

    /// Writes a value of a type (no tuple, `Int` or `Any`) to byte memory. Where the access fails it is an obligation.
    ///
    /// # Errors
    /// When the access is not modelled.
    pub fn store(&mut self, pointer: &Value, ty: &Type, value: &Value) -> Result<(), Stop> {
        let bytes = ty.store_bytes(8).unwrap_or(0) as usize;
        let value = self.stored(value, bytes);
        let places = self.resolve(pointer, bytes as u64, Access::Write)?;
        for place in places {
            self.write_place(&place, bytes, &value)?;
        }
        Ok(())
    }

    /// A value as memory holds it: scalars widened to whole bytes.
    fn stored(&mut self, value: &Value, bytes: usize) -> Value {
        if !value.holds_only_scalars() {
            return value.clone();
        }
        let lifted = self.lift(value, &mut |machine, value| {
            Ok(machine.stored_scalar(value, bytes))
        });
        lifted.unwrap_or(Value::Undef)
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

    /// Writes a value as memory holds it; under a guard, the old value stays where it is false.
    pub(super) fn write_place(
        &mut self,
        place: &Place,
        bytes: usize,
        value: &Value,
    ) -> Result<(), Stop> {
        let value = if place.guard == Term::TRUE {
            value.clone()
        } else {
            let old = self.read_place(place, bytes)?;
            Value::ite(self.pool, place.guard, value, &old)
        };
        let (object, layout) = self.state.heap.get_mut_and_layout(place.object);
        let address_of = |pool: &mut Pool, value: &Value| address_of(pool, layout, value);
        let Content::Bytes(content) = &mut object.content else {
            return Err(not_bytes());
        };
        match place.offset {
            Offset::At(offset) => {
                content.write(self.pool, &address_of, offset as usize, bytes, value)
            }
            Offset::Term(offset) => {
                content.write_at(self.pool, &address_of, offset, bytes, &value);
            }
        }
        Ok(())
    }
}

/// A byte access to an object that holds none.
pub(super) fn not_bytes() -> Stop {
    Stop::Unmodelled(
        ReasonKind::UnmodelledOperation,
        "byte access to an object of cells".to_string(),
    )
}
