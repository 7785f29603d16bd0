//! Accesses to memory: each possibility of a pointer with its claims, and each offset that a term
//! may have.

use super::{Machine, question};
use crate::memory::{Byte, MAX_OBJECT, Region, choose_byte, stored_bytes, type_bytes};
use crate::program::Type;
use crate::state::{State, Stop};
use crate::term::{Node, Operator, Term};
use crate::value::{Base, ObjectId, Place, Value};
use std::rc::Rc;

/// Levels of a term that are looked at.
const LEVELS: u32 = 8;

/// Most offsets that a term may have.
const MOST_OFFSETS: u64 = 4096;

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Access {
    /// It reads.
    Read,
    /// It writes.
    Write,
}

/// A location that an access reaches.
struct Location {
    guard: Term,
    object: ObjectId,
    offset: Offset,
}

/// Where in the object.
enum Offset {
    At(u64),
    /// At the offset that a term has: one of these.
    Among(Term, Vec<u64>),
}

impl Machine<'_> {
    /// The object that a possibility of a pointer points to, after the claims that so many bytes
    /// may be accessed there. `None` if the possibility does not hold on this path.
    pub(super) fn accessible(
        &mut self,
        state: &mut State,
        place: Place,
        bytes: u64,
        access: Access,
    ) -> Result<Option<ObjectId>, Stop> {
        let guard = place.guard;
        self.require_defined(state, guard)?;
        let object = match place.base {
            Base::Object(object) => object,
            base => {
                let kind = match base {
                    Base::Nothing => "null-dereference",
                    _ => "out-of-bounds",
                };
                self.oblige(state, kind, guard)?;
                return Ok(None);
            }
        };
        self.require_defined(state, place.offset)?;
        let found = state.memory.object(object)?;
        let (alive, region, size, room) = (found.alive, found.region, found.size, found.room());
        if found.external {
            return Err(Stop::missing("an object that is defined elsewhere"));
        }
        let ended = self.pool.not(alive);
        let fails = self.pool.and(guard, ended);
        self.oblige(state, "use-after-free", fails)?;
        let fits = self.fits(place.offset, bytes, size, room);
        let mut fails = self.pool.not(fits);
        if access == Access::Write && region == Region::Constant {
            fails = Term::TRUE;
        }
        let fails = self.pool.and(guard, fails);
        self.oblige(state, "out-of-bounds", fails)?;
        let is_excluded = state.conditions.contains(self.pool.not(guard));
        Ok((!is_excluded && fits != Term::FALSE).then_some(object))
    }

    /// When so many bytes at an offset are within an object of a size.
    fn fits(&mut self, offset: Term, bytes: u64, size: Term, room: u64) -> Term {
        // The size is at most the room, even where it is not known.
        let most = u128::from(room).checked_sub(u128::from(bytes));
        let known = self.pool.constant(offset).unwrap_or(0);
        if most.is_none_or(|most| known > most) {
            return Term::FALSE;
        }
        let bytes = self.pool.bits(64, u128::from(bytes));
        let last = self.pool.sub(size, bytes);
        let is_large = self.pool.ule(bytes, size);
        let is_before = self.pool.ule(offset, last);
        self.pool.and(is_large, is_before)
    }

    fn locations(
        &mut self,
        state: &mut State,
        pointer: &Value,
        bytes: u64,
        access: Access,
    ) -> Result<Vec<Location>, Stop> {
        let mut all = Vec::new();
        for place in pointer.places()?.iter() {
            let Some(object) = self.accessible(state, *place, bytes, access)? else {
                continue;
            };
            let last = state.memory.object(object)?.room() - bytes;
            let offset = match self.pool.constant(place.offset) {
                Some(offset) => Offset::At(offset as u64),
                None => Offset::Among(place.offset, self.offsets(place.offset, last)?),
            };
            let guard = place.guard;
            all.push(Location {
                guard,
                object,
                offset,
            });
        }
        match all.is_empty() {
            true => Err(Stop::Impossible),
            false => Ok(all),
        }
    }

    /// The values up to `last` that a term may have by its form.
    fn offsets(&self, term: Term, last: u64) -> Result<Vec<u64>, Stop> {
        let step = 1 << self.zeros_below(term, LEVELS).min(16);
        match last / step < MOST_OFFSETS {
            true => Ok((0..=last).step_by(step as usize).collect()),
            false => Err(Stop::missing("an access at too many possible offsets")),
        }
    }

    /// Number of lowest bits that are zero by the form of a term, as far as a few levels show.
    fn zeros_below(&self, term: Term, levels: u32) -> u32 {
        let width = self.pool.width(term);
        let (operator, [a, b, c]) = match self.pool.node(term) {
            Node::Const(value) => return value.trailing_zeros().min(width),
            Node::Apply(operator, args) if levels > 0 => (operator, args),
            _ => return 0,
        };
        let of = |term| self.zeros_below(term, levels - 1);
        match operator {
            Operator::Add | Operator::Sub | Operator::Or => of(a).min(of(b)),
            Operator::Mul => (of(a) + of(b)).min(width),
            Operator::Ite => of(b).min(of(c)),
            Operator::Extract(0) => of(a).min(width),
            Operator::Zext | Operator::Sext => of(a),
            Operator::Shl => match self.pool.constant(b) {
                Some(by) => (of(a) + by.min(128) as u32).min(width),
                None => of(a),
            },
            _ => 0,
        }
    }

    /// Reads memory.
    pub(super) fn load(
        &mut self,
        state: &mut State,
        pointer: &Value,
        ty: &Type,
    ) -> Result<Value, Stop> {
        let mut read: Option<Value> = None;
        for location in self.locations(state, pointer, type_bytes(ty)?, Access::Read)? {
            let value = self.load_location(state, &location, ty)?;
            read = Some(match read {
                None => value,
                Some(other) => Value::choose(&mut self.pool, location.guard, &value, &other)?,
            });
        }
        read.ok_or(Stop::Impossible)
    }

    fn load_location(
        &mut self,
        state: &mut State,
        location: &Location,
        ty: &Type,
    ) -> Result<Value, Stop> {
        self.know_stored_addresses(state, location, ty)?;
        let (memory, id) = (&mut state.memory, location.object);
        match &location.offset {
            Offset::At(offset) => memory.load(&mut self.pool, id, *offset, ty),
            Offset::Among(term, offsets) => {
                let mut read: Option<Value> = None;
                for offset in offsets.iter().rev() {
                    let value = memory.load(&mut self.pool, id, *offset, ty)?;
                    read = Some(match read {
                        None => value,
                        Some(other) => {
                            let at = self.pool.bits(64, u128::from(*offset));
                            let here = self.pool.eq(*term, at);
                            Value::choose(&mut self.pool, here, &value, &other)?
                        }
                    });
                }
                read.ok_or(Stop::Impossible)
            }
        }
    }

    /// Where pointers are read as numbers, their addresses are known.
    fn know_stored_addresses(
        &mut self,
        state: &mut State,
        location: &Location,
        ty: &Type,
    ) -> Result<(), Stop> {
        if *ty == Type::Ptr {
            return Ok(());
        }
        let bytes = state.memory.object(location.object)?.bytes.clone();
        let read = match location.offset {
            Offset::At(at) => &bytes[at as usize..at as usize + type_bytes(ty)? as usize],
            Offset::Among(..) => &bytes[..],
        };
        for byte in read {
            if let Byte::Ptr(places, _) = byte {
                self.know_addresses(state, places)?;
            }
        }
        Ok(())
    }

    /// Writes memory.
    pub(super) fn store(
        &mut self,
        state: &mut State,
        pointer: &Value,
        value: &Value,
    ) -> Result<(), Stop> {
        let bytes = stored_bytes(&self.pool, value)?;
        // Whole bytes: where a choice keeps the old value, it keeps all bits.
        let (value, ty) = match value {
            Value::Bits(term) => {
                let width = 8 * bytes as u32;
                (Value::Bits(self.pool.zext(*term, width)), Type::Bits(width))
            }
            other => (other.clone(), Type::Ptr),
        };
        for location in self.locations(state, pointer, bytes, Access::Write)? {
            let id = location.object;
            let (term, offsets) = match location.offset {
                Offset::At(offset) => (None, vec![offset]),
                Offset::Among(term, offsets) => (Some(term), offsets),
            };
            for offset in offsets {
                let here = match term {
                    None => Term::TRUE,
                    Some(term) => {
                        let at = self.pool.bits(64, u128::from(offset));
                        self.pool.eq(term, at)
                    }
                };
                let here = self.pool.and(location.guard, here);
                if here == Term::TRUE {
                    state.memory.store(&mut self.pool, id, offset, &value)?;
                    continue;
                }
                let old = state.memory.load(&mut self.pool, id, offset, &ty)?;
                let value = Value::choose(&mut self.pool, here, &value, &old)?;
                state.memory.store(&mut self.pool, id, offset, &value)?;
            }
        }
        Ok(())
    }

    /// The only location of so many bytes at a pointer.
    pub(super) fn range(
        &mut self,
        state: &mut State,
        pointer: &Value,
        bytes: u64,
        access: Access,
    ) -> Result<(ObjectId, usize), Stop> {
        let locations = self.locations(state, pointer, bytes, access)?;
        match &locations[..] {
            [
                Location {
                    object,
                    offset: Offset::At(offset),
                    ..
                },
            ] => Ok((*object, *offset as usize)),
            _ => Err(Stop::missing("an access to a range that is not known")),
        }
    }

    /// The object and the offset behind a pointer where a number of bytes is accessed, with the
    /// largest number that it has room for.
    fn span(
        &mut self,
        state: &mut State,
        pointer: &Value,
        bytes: Term,
        access: Access,
    ) -> Result<(ObjectId, usize, u64), Stop> {
        if let Some(count) = self.pool.constant(bytes) {
            let count = u64::try_from(count).unwrap_or(u64::MAX);
            let (object, at) = self.range(state, pointer, count, access)?;
            return Ok((object, at, count));
        }
        self.require_defined(state, bytes)?;
        // The first byte and the last one, where there are some; so the object has all between.
        let places = pointer.places()?;
        let zero = self.pool.bits(64, 0);
        let none = self.pool.eq(bytes, zero);
        let some = self.pool.not(none);
        let minus_one = self.pool.bits(64, u128::MAX);
        let last = self.pool.add(bytes, minus_one);
        let [place] = places[..] else {
            return Err(Stop::missing("a range behind one of several pointers"));
        };
        let Base::Object(object) = place.base else {
            self.oblige(state, "null-dereference", some)?;
            return Err(Stop::missing("a range without an object"));
        };
        let room = state.memory.object(object)?.room();
        let at = self.pool.constant(place.offset);
        let behind = at.and_then(|at| room.checked_sub(at as u64));
        let behind = behind.ok_or_else(|| Stop::missing("a range at an unknown offset"))?;
        let limit = self.pool.bits(64, u128::from(behind));
        let too_long = self.pool.ult(limit, bytes);
        self.oblige(state, "out-of-bounds", too_long)?;
        let most = match behind {
            0..=MOST_OFFSETS => behind,
            _ => self.bound(state, bytes)?.min(behind),
        };
        if most > MOST_OFFSETS {
            return Err(Stop::missing("a range of unknown length in a large object"));
        }
        for offset in [place.offset, self.pool.add(place.offset, last)] {
            let end = Place {
                guard: some,
                offset,
                ..place
            };
            self.accessible(state, end, 1, access)?;
        }
        Ok((object, (room - behind) as usize, most))
    }

    /// Copies bytes: destination, source, number of bytes.
    pub(super) fn copy(
        &mut self,
        state: &mut State,
        [to, from]: [&Value; 2],
        bytes: Term,
        may_overlap: bool,
    ) -> Result<(), Stop> {
        if self.pool.constant(bytes) == Some(0) {
            return Ok(());
        }
        let (source, from, readable) = self.span(state, from, bytes, Access::Read)?;
        let (target, to, writable) = self.span(state, to, bytes, Access::Write)?;
        let most = readable.min(writable) as usize;
        let overlaps = source == target && from != to && from.abs_diff(to) < most;
        if overlaps && !may_overlap {
            if self.pool.constant(bytes).is_none() {
                return Err(Stop::missing("whether a copy of unknown length overlaps"));
            }
            self.oblige(state, "out-of-bounds", Term::TRUE)?;
        }
        let copied = state.memory.object(source)?.bytes[from..from + most].to_vec();
        self.write(state, target, to, bytes, &copied)
    }

    /// Fills bytes.
    pub(super) fn fill(
        &mut self,
        state: &mut State,
        pointer: &Value,
        byte: &Byte,
        bytes: Term,
    ) -> Result<(), Stop> {
        if self.pool.constant(bytes) == Some(0) {
            return Ok(());
        }
        let (object, at, most) = self.span(state, pointer, bytes, Access::Write)?;
        self.write(state, object, at, bytes, &vec![byte.clone(); most as usize])
    }

    /// Writes the first of these bytes: as many as a term says.
    fn write(
        &mut self,
        state: &mut State,
        object: ObjectId,
        at: usize,
        count: Term,
        bytes: &[Byte],
    ) -> Result<(), Stop> {
        let target = state.memory.object_mut(object)?;
        let old = &mut Rc::make_mut(&mut target.bytes)[at..at + bytes.len()];
        for (number, (old, new)) in old.iter_mut().zip(bytes).enumerate() {
            let number = self.pool.bits(64, number as u128);
            let written = self.pool.ult(number, count);
            *old = match written {
                Term::TRUE => new.clone(),
                _ => choose_byte(&mut self.pool, written, new, old)?,
            };
        }
        Ok(())
    }

    /// A new object of so many bytes; null where no such object fits the address space.
    pub(super) fn allocate(
        &mut self,
        state: &mut State,
        region: Region,
        size: Term,
        align: u64,
        zeroed: bool,
    ) -> Result<Value, Stop> {
        self.require_defined(state, size)?;
        let room = match self.pool.constant(size) {
            Some(size) => u64::try_from(size).unwrap_or(u64::MAX),
            None => self.bound(state, size)?,
        };
        if room > MAX_OBJECT {
            return Err(Stop::missing("an object of more than 16 MiB"));
        }
        let byte = match zeroed {
            true => Byte::Bits(self.pool.bits(8, 0), 0),
            false => Byte::Fresh,
        };
        let size = self.pool.zext(size, 64);
        self.new_object(state, region, align, size, vec![byte; room as usize])
    }

    /// A number that a term of at most 64 bits does not exceed on this path.
    fn bound(&mut self, state: &mut State, term: Term) -> Result<u64, Stop> {
        let question = question!(self, state, "larger object", term, None);
        let bound = self.guide.bound(&question).map_err(Stop::Wrong)?;
        if bound > MAX_OBJECT {
            return Ok(bound);
        }
        let most = self.pool.bits(self.pool.width(term), u128::from(bound));
        let exceeds = self.pool.ult(most, term);
        self.oblige(state, "larger object", exceeds)?;
        Ok(bound)
    }

    /// Ends an object of the heap; null is nothing to free.
    pub(super) fn free(&mut self, state: &mut State, pointer: &Value) -> Result<(), Stop> {
        for place in pointer.places()?.iter() {
            self.require_defined(state, place.guard)?;
            self.require_defined(state, place.offset)?;
            let zero = self.pool.bits(64, 0);
            let at_start = self.pool.eq(place.offset, zero);
            let elsewhere = self.pool.not(at_start);
            let inside = self.pool.and(place.guard, elsewhere);
            let object = match place.base {
                Base::Object(object) => object,
                Base::Nothing => {
                    self.oblige(state, "invalid-free", inside)?;
                    continue;
                }
                Base::Func(_) => {
                    self.oblige(state, "invalid-free", place.guard)?;
                    continue;
                }
            };
            let found = state.memory.object(object)?;
            let (alive, region) = (found.alive, found.region);
            let wrong = match region {
                Region::Heap => inside,
                _ => place.guard,
            };
            self.oblige(state, "invalid-free", wrong)?;
            let ended = self.pool.not(alive);
            let fails = self.pool.and(place.guard, ended);
            self.oblige(state, "double-free", fails)?;
            let kept = self.pool.not(place.guard);
            let alive = self.pool.and(alive, kept);
            state.memory.object_mut(object)?.alive = alive;
        }
        Ok(())
    }
}
