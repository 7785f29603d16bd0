//! Allocation of byte memory: sizes, addresses, and failures of allocations.

use crate::machine::{Event, Machine, Stop};
use crate::memory::{Bytes, Content, Life, Object, Size, Storage};
use crate::outcome::{End, ReasonKind};
use crate::state::Bounds;
use crate::value::Value;
use sheaf_ir::{Alloc, Element, Region, Type};
use sheaf_term::Term;

impl Machine<'_> {
    pub(super) fn alloc(&mut self, alloc: &Alloc) -> Result<Value, Stop> {
        let size = self.read(alloc.bytes);
        let size = self.allocation_size(&size)?;
        let mut size = size.ok_or(Stop::Concretize(alloc.bytes))?;
        if alloc.region == Region::Stack {
            size = self.within_stack(size)?;
        }
        self.allocate(alloc.region, size, alloc.align, alloc.zeroed, alloc.element)
    }

    /// The size of an allocation for a 64-bit value. `None` if the value must be made concrete
    /// first, as that of an input in concrete execution.
    ///
    /// # Errors
    /// When its bounds on this path must be known first.
    pub fn allocation_size(&mut self, bytes: &Value) -> Result<Option<Size>, Stop> {
        self.require_defined(
            bytes,
            "the size of an allocation depends on uninitialized memory",
        );
        self.size_of(bytes)
    }

    /// A number of bytes, a 64-bit term with its bounds on the path if it is symbolic. `None` if it
    /// must be made concrete first.
    ///
    /// # Errors
    /// When its bounds on this path must be known first.
    pub(super) fn size_of(&mut self, bytes: &Value) -> Result<Option<Size>, Stop> {
        let bytes = self.settle_value(bytes);
        if let Some(bytes) = bytes.as_u64() {
            return Ok(Some(Size::Known(bytes)));
        }
        let term = bytes.fold(self.pool);
        let Some(term) = term.filter(|term| self.pool.width(*term) <= 64) else {
            return Ok(None);
        };
        // What depends on a size that is uninitialized does so in concrete execution, too.
        if self.supply.is_some() && !self.pool.has_indeterminate(term) {
            return Ok(None);
        }
        let Bounds { least, most, .. } = self.bounds_of(term)?;
        Ok(Some(match least == most {
            true => Size::Known(most),
            false => Size::Symbolic {
                bytes: self.pool.zext(term, 64),
                room: most,
            },
        }))
    }

    /// A pointer to a new byte object. On the heap it is null for an impossible size, and may be
    /// null if that is enabled.
    ///
    /// # Errors
    /// When no addresses are left for the object, or inputs are concrete and none says whether the
    /// allocation succeeds.
    pub fn allocate(
        &mut self,
        region: Region,
        size: Size,
        align: u32,
        zeroed: bool,
        element: Element,
    ) -> Result<Value, Stop> {
        let (storage, succeeds) = match region {
            Region::Stack => (Storage::Stack, Term::TRUE),
            Region::Heap => (Storage::Heap, self.allocation_succeeds()?),
        };
        self.allocate_in(storage, succeeds, size, align, zeroed, element)
    }

    /// A pointer to new bytes that only [`Machine::unmap`] ends; null for an impossible size.
    ///
    /// # Errors
    /// When no addresses are left for the object.
    pub fn map(&mut self, size: Size, align: u32) -> Result<Value, Stop> {
        self.allocate_in(
            Storage::Mapped,
            Term::TRUE,
            size,
            align,
            false,
            Element::BYTE,
        )
    }

    fn allocate_in(
        &mut self,
        storage: Storage,
        succeeds: Term,
        size: Size,
        align: u32,
        zeroed: bool,
        element: Element,
    ) -> Result<Value, Stop> {
        let limit = self.width().max_heap_object();
        let fits = match storage {
            Storage::Stack => Term::TRUE,
            _ => self.at_most(size, limit),
        };
        let exists = self.pool.guard_and(fits, succeeds);
        let size = self.within_room(size.within(limit), storage, exists, align);
        let content = match zeroed {
            true => Bytes::zeroed(size.room() as usize),
            false => self.uninitialized_content(size, element),
        };
        if fits == Term::FALSE {
            return Ok(Value::NULL);
        }
        let object = Object {
            size,
            storage,
            element,
            loc: self.loc(),
            life: Life::ite(self.pool, exists, &Life::Alive, &Life::Absent),
            begun: 0,
            ended: u32::MAX,
            content: Content::Bytes(content),
            unexplored: Vec::new(),
        };
        let pointer = self.new_object_at(object, align)?;
        Ok(Value::ite(self.pool, exists, &pointer, &Value::NULL))
    }

    /// Whether a possible heap allocation succeeds: an input, if that is enabled.
    fn allocation_succeeds(&mut self) -> Result<Term, Stop> {
        if !self.settings.malloc_may_fail {
            return Ok(Term::TRUE);
        }
        let succeeds = self.scalar_input("allocation succeeds", &Type::Bool)?;
        Ok(succeeds.to_term(self.pool).unwrap_or(Term::TRUE))
    }

    /// Limits a symbolic size for which no addresses are left to half of the remaining ones. That
    /// it may be larger is a reason.
    fn within_room(&mut self, size: Size, storage: Storage, exists: Term, align: u32) -> Size {
        let heap = &self.state.heap;
        if size.known().is_some() || heap.has_room(storage, size.room(), align) {
            return size;
        }
        let limit = heap.layout().room_left(storage, align) / 2;
        let fits = self.at_most(size, limit);
        let exceeds = self.pool.guard_not(fits);
        let met = self.pool.guard_and(exists, exceeds);
        let met = self.pool.guard_and(self.guard, met);
        let detail = format!("no addresses are left for an object of more than {limit} bytes");
        let reason = self.reason(ReasonKind::MemoryLimit, detail);
        self.events.push(Event::Beyond { met, reason });
        size.within(limit)
    }

    /// The condition that a size is at most this.
    pub(super) fn at_most(&mut self, size: Size, limit: u64) -> Term {
        if size.room() <= limit {
            return Term::TRUE;
        }
        let (size, limit) = (size.term(self.pool), self.pool.bits(64, u128::from(limit)));
        self.pool.ule(size, limit)
    }

    /// A pointer to a new byte object, all zero, that lives until the program ends.
    ///
    /// # Errors
    /// When no addresses are left for the object.
    pub fn new_bytes(&mut self, bytes: u64) -> Result<Value, Stop> {
        let object = Object {
            size: Size::Known(bytes),
            storage: Storage::Global,
            element: Element::BYTE,
            loc: self.loc(),
            life: Life::Alive,
            begun: 0,
            ended: u32::MAX,
            content: Content::Bytes(Bytes::zeroed(bytes as usize)),
            unexplored: Vec::new(),
        };
        self.new_object_at(object, 8)
    }

    /// A pointer to the start of a new byte object.
    pub(super) fn new_object_at(&mut self, object: Object, align: u32) -> Result<Value, Stop> {
        let room = object.size.room();
        if !self.state.heap.has_room(object.storage, room, align) {
            let detail = format!("no addresses are left for an object of {room} bytes");
            let reason = self.reason(ReasonKind::MemoryLimit, detail);
            return Err(Stop::End(End::Limit(reason)));
        }
        if let Content::Bytes(bytes) = &object.content {
            self.work += bytes.kept() as u64 / super::copy::BYTES_PER_INSTRUCTION;
        }
        let storage = object.storage;
        let object = self.state.heap.add(object, align);
        self.note_allocation(object, storage);
        if storage == Storage::Stack {
            let all = self.state.stack_room().saturating_add(room);
            let frame = self.state.top_mut();
            frame.stack_objects.push(object);
            frame.stack_room = all;
        }
        Ok(Value::Ptr { object, offset: 0 })
    }
}
