//! Allocation, pointer arithmetic, loads and stores of byte memory.

use super::resolve::{Access, Offset, Place};
use crate::decide::push_conjuncts;
use crate::machine::{Machine, Stop};
use crate::memory::{Bytes, Content, Life, Object, Scalars, Size, Storage};
use crate::outcome::{End, ReasonKind};
use crate::state::{InputContent, InputRecord};
use crate::value::{ObjectId, Value};
use sheaf_ir::{Alloc, Element, FailureKind, Inst, Operand, Region, Type};
use sheaf_term::{Op, Pool, Sort, Term};

/// The largest object on the heap, in bytes: the part of the address space that is a program's own on x86-64. `malloc` refuses more.
const MAX_HEAP_OBJECT: u64 = 1 << 47;

/// The largest object on the stack, in bytes: the usual limit of the whole stack.
const MAX_STACK_OBJECT: u64 = 8 << 20;

impl Machine<'_> {
    pub(super) fn alloc(&mut self, alloc: &Alloc) -> Result<Value, Stop> {
        let size = self.read(alloc.bytes);
        let size = self.allocation_size(&size);
        let mut size = size.ok_or(Stop::Concretize(alloc.bytes))?;
        if alloc.region == Region::Stack {
            size = self.within_stack(size)?;
        }
        self.allocate(alloc.region, size, alloc.align, alloc.zeroed, alloc.element)
    }

    /// The size of a local object, for which the stack must not be too small.
    fn within_stack(&mut self, size: Size) -> Result<Size, Stop> {
        let fits = self.at_most(size, MAX_STACK_OBJECT);
        let overflows = self.pool.guard_not(fits);
        let message = format!("a local object of more than {MAX_STACK_OBJECT} bytes");
        self.obligation(FailureKind::StackOverflow, overflows, &message);
        if fits == Term::FALSE {
            return Err(Stop::Failed);
        }
        Ok(size.within(MAX_STACK_OBJECT))
    }

    /// The size that a value of 64 bits asks an allocation for. `None` if the value must be concrete first, which it must in concrete execution.
    pub fn allocation_size(&mut self, bytes: &Value) -> Option<Size> {
        self.require_defined(
            bytes,
            "the size of an allocation depends on uninitialized memory",
        );
        self.size_of(bytes)
    }

    /// A number of bytes, a term with the bounds that the path puts on it if it is symbolic. `None` if it must be concrete first.
    pub(super) fn size_of(&mut self, bytes: &Value) -> Option<Size> {
        if let Some(bytes) = bytes.as_u64() {
            return Some(Size::Known(bytes));
        }
        if self.supply.is_some() {
            return None;
        }
        let term = bytes.fold(self.pool)?;
        let (least, most) = sheaf_solver::bounds(self.pool, &self.state.constraints, term);
        let most = u64::try_from(most).ok()?;
        Some(if least == u128::from(most) {
            Size::Known(most)
        } else {
            Size::Symbolic {
                bytes: term,
                room: most,
            }
        })
    }

    /// A pointer to a new byte object. On the heap it is null for a size that no machine has, and may be null where that is asked for.
    ///
    /// # Errors
    /// When no addresses are left for the object, or inputs are concrete and there is none that says whether the allocation succeeds.
    pub fn allocate(
        &mut self,
        region: Region,
        size: Size,
        align: u32,
        zeroed: bool,
        element: Element,
    ) -> Result<Value, Stop> {
        let (storage, fits, exists) = match region {
            Region::Stack => (Storage::Stack, Term::TRUE, Term::TRUE),
            Region::Heap => {
                let succeeds = self.allocation_succeeds()?;
                let fits = self.at_most(size, MAX_HEAP_OBJECT);
                (Storage::Heap, fits, self.pool.guard_and(fits, succeeds))
            }
        };
        if fits == Term::FALSE {
            return Ok(Value::NULL);
        }
        let content = |size: usize| {
            if zeroed {
                Bytes::zeroed(size)
            } else {
                Bytes::unwritten(size)
            }
        };
        let size = size.within(MAX_HEAP_OBJECT);
        let object = Object {
            size,
            storage,
            element,
            loc: self.loc(),
            life: Life::ite(self.pool, exists, &Life::Alive, &Life::Absent),
            content: Content::Bytes(content(size.room() as usize)),
        };
        let pointer = self.new_object_at(object, align)?;
        Ok(Value::ite(self.pool, exists, &pointer, &Value::NULL))
    }

    /// Whether an allocation on the heap that is possible succeeds: an input, where that is asked for.
    fn allocation_succeeds(&mut self) -> Result<Term, Stop> {
        if !self.settings.malloc_may_fail {
            return Ok(Term::TRUE);
        }
        let succeeds = self.scalar_input("allocation succeeds", &Type::Bool)?;
        Ok(succeeds.to_term(self.pool).unwrap_or(Term::TRUE))
    }

    /// When a size is at most this.
    fn at_most(&mut self, size: Size, limit: u64) -> Term {
        if size.room() <= limit {
            return Term::TRUE;
        }
        let (size, limit) = (size.term(self.pool), self.pool.bits(64, u128::from(limit)));
        self.pool.ule(size, limit)
    }

    /// A pointer to the start of a new byte object.
    fn new_object_at(&mut self, object: Object, align: u32) -> Result<Value, Stop> {
        let room = object.size.room();
        if !self.state.heap.has_room(room, align) {
            let detail = format!("no addresses are left for an object of {room} bytes");
            let reason = self.reason(ReasonKind::MemoryLimit, detail);
            return Err(Stop::End(End::Limit(reason)));
        }
        if let Content::Bytes(bytes) = &object.content {
            self.work += bytes.kept() as u64 / super::copy::BYTES_AN_INSTRUCTION;
        }
        let on_stack = object.storage == Storage::Stack;
        let object = self.state.heap.add(object, align);
        if on_stack {
            self.state.top_mut().stack_objects.push(object);
        }
        Ok(Value::Ptr { object, offset: 0 })
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
            let distance = machine.decided(distance);
            Ok(machine.advance(base, distance))
        })
    }

    /// A term with the choices made that the current guard decides: what merged paths have as a choice of pointers and a choice of offsets
    /// is one known place for each pointer.
    fn decided(&mut self, mut term: Term) -> Term {
        if self.guard == Term::TRUE || self.pool.op(term) != Op::Ite {
            return term;
        }
        let mut known = Vec::new();
        push_conjuncts(self.pool, &mut known, self.guard);
        while self.pool.op(term) == Op::Ite {
            let [condition, then, otherwise] = self.pool.args(term)[..] else {
                break;
            };
            let mut needed = Vec::new();
            push_conjuncts(self.pool, &mut needed, condition);
            let negated = self.pool.not(condition);
            if needed.iter().all(|part| known.contains(part)) {
                term = then;
            } else if known.contains(&negated) {
                term = otherwise;
            } else {
                break;
            }
        }
        term
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

    /// The bytes of an object, if it is one of bytes, for writing; with what makes scalars of values.
    pub(super) fn bytes_mut(
        &mut self,
        object: ObjectId,
    ) -> Result<(&mut Bytes, Scalars<'_>), Stop> {
        let (object, layout) = self.state.heap.get_mut_and_layout(object);
        let Content::Bytes(bytes) = &mut object.content else {
            return Err(not_bytes());
        };
        let pool = &mut *self.pool;
        Ok((bytes, Scalars { pool, layout }))
    }

    /// What a place holds: `Bits` of `8 * bytes`, or a pointer.
    pub(super) fn read_place(&mut self, place: &Place, bytes: usize) -> Result<Value, Stop> {
        if bytes == 0 {
            return Ok(Value::Undef);
        }
        self.afford_place(place, |pool, content, offset| {
            content.effort_of_read(pool, offset, bytes)
        })?;
        self.ensure_written(place, bytes)?;
        let heap = &self.state.heap;
        let content = bytes_of(heap.get(place.object))?;
        let (pool, layout) = (&mut *self.pool, heap.layout());
        let mut scalars = Scalars { pool, layout };
        let value = match place.offset {
            Offset::At(offset) => Some(content.read(&mut scalars, offset as usize, bytes)),
            Offset::Term(offset) => content.read_at(&mut scalars, offset, bytes),
        };
        Ok(value.unwrap_or(Value::Undef))
    }

    /// Ends the path if an access at a symbolic offset is beyond the limits, by the number of terms that it makes.
    fn afford_place(
        &self,
        place: &Place,
        effort: impl Fn(&Pool, &Bytes, Term) -> u64,
    ) -> Result<(), Stop> {
        match (place.offset, &self.state.heap.get(place.object).content) {
            (Offset::Term(offset), Content::Bytes(content)) => {
                self.afford(effort(self.pool, content, offset).max(1))
            }
            _ => Ok(()),
        }
    }

    /// Gives uninitialised bytes that are about to be read indeterminate terms, so that they keep their value.
    fn ensure_written(&mut self, place: &Place, bytes: usize) -> Result<(), Stop> {
        let content = bytes_of(self.state.heap.get(place.object))?;
        let needed = match place.offset {
            Offset::At(offset) => content.has_unwritten(offset as usize, bytes),
            Offset::Term(offset) => content.has_unwritten_at(self.pool, offset, bytes),
        };
        if !needed {
            return Ok(());
        }
        let (content, mut scalars) = self.bytes_mut(place.object)?;
        match place.offset {
            Offset::At(offset) => content.ensure_written(&mut scalars, offset as usize, bytes),
            Offset::Term(offset) => content.ensure_written_at(&mut scalars, offset, bytes),
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

    /// Whether a place is meant wherever its object exists, so that what it held before is not kept.
    fn covers(&mut self, place: &Place) -> bool {
        if place.guard == Term::TRUE {
            return true;
        }
        let exists = self.state.heap.get(place.object).life.exists(self.pool);
        exists == place.guard
    }

    /// Writes a value as memory holds it; under a guard, the old value stays where it is false.
    pub(super) fn write_place(
        &mut self,
        place: &Place,
        bytes: usize,
        value: &Value,
    ) -> Result<(), Stop> {
        let value = if self.covers(place) {
            value.clone()
        } else {
            let old = self.read_place(place, bytes)?;
            Value::ite(self.pool, place.guard, value, &old)
        };
        self.afford_place(place, |pool, content, offset| {
            content.effort_of_write(pool, offset, bytes)
        })?;
        let (content, mut scalars) = self.bytes_mut(place.object)?;
        match place.offset {
            Offset::At(offset) => content.write(&mut scalars, offset as usize, bytes, value),
            Offset::Term(offset) => {
                content.write_at(&mut scalars, offset, bytes, &value);
            }
        }
        Ok(())
    }
}

/// The bytes of an object, if it is one of bytes.
pub(super) fn bytes_of(object: &Object) -> Result<&Bytes, Stop> {
    match &object.content {
        Content::Bytes(bytes) => Ok(bytes),
        _ => Err(not_bytes()),
    }
}

/// A byte access to an object that holds none.
fn not_bytes() -> Stop {
    Stop::Unmodelled(
        ReasonKind::UnmodelledOperation,
        "byte access to an object of cells".to_string(),
    )
}
