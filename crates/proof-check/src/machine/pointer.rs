//! Pointers: arithmetic and comparison.

use super::Machine;
use crate::memory::address;
use crate::program::Operand;
use crate::state::{State, Stop};
use crate::term::{Pool, Term};
use crate::value::{Base, Place, Value};

/// The bounds of offsets whose order is that of addresses, where no object is near the end of the
/// address space.
const FAR: u128 = 1 << 40;

/// Bits of an address within a page.
const PAGE_BITS: u32 = 12;

/// The addresses between which all objects are.
const LOWEST: u128 = 1 << 46;
const HIGHEST: u128 = 1 << 47;

impl Machine<'_> {
    /// `base + index * scale + displacement`.
    pub(super) fn pointer_add(
        &mut self,
        state: &mut State,
        [base, index]: [&Operand; 2],
        [scale, displacement]: [i64; 2],
    ) -> Result<Value, Stop> {
        let places = self.value(state, base)?.places()?;
        let index = self.bits(state, index)?;
        if self.pool.width(index) > 64 {
            return Err(Stop::missing("an index of more than 64 bits"));
        }
        let index = self.pool.sext(index, 64);
        let wide = self.pool.sext(index, 128);
        let factor = self.pool.bits(128, i128::from(scale) as u128);
        let product = self.pool.mul(wide, factor);
        let distance = self.pool.extract(product, 0, 64);
        if scale.unsigned_abs() > 1 {
            let back = self.pool.sext(distance, 128);
            let fits = self.pool.eq(product, back);
            let fails = self.pool.not(fits);
            self.oblige(state, "out-of-bounds", fails)?;
        }
        let displacement = self.pool.bits(64, displacement as u128);
        let distance = self.pool.add(distance, displacement);
        Ok(self.advance(&places, distance))
    }

    /// Restricts a path to addresses that its objects may have: multiples of their alignment, in
    /// the part of the address space where programs are.
    pub(super) fn know_addresses(
        &mut self,
        state: &mut State,
        places: &[Place],
    ) -> Result<(), Stop> {
        for place in places {
            let Base::Object(id) = place.base else {
                continue;
            };
            let object = state.memory.object(id)?;
            let (align, size) = (object.align, object.room());
            let base = self.pool.address(id);
            // Only so much of the alignment that some address has it.
            let low = match align {
                0 => 0,
                _ => align.trailing_zeros().min(PAGE_BITS),
            };
            if low > 0 {
                let low = self.pool.extract(base, 0, low);
                let zero = self.pool.bits(self.pool.width(low), 0);
                let aligned = self.pool.eq(low, zero);
                self.assume(state, aligned)?;
            }
            let first = self.pool.bits(64, LOWEST);
            let last = self.pool.bits(64, HIGHEST - u128::from(size));
            for (a, b) in [(first, base), (base, last)] {
                let holds = self.pool.ule(a, b);
                self.assume(state, holds)?;
            }
        }
        Ok(())
    }

    /// A pointer moved by a distance in bytes.
    pub(super) fn advance(&mut self, places: &[Place], distance: Term) -> Value {
        let moved = places.iter().map(|place| Place {
            offset: self.pool.add(place.offset, distance),
            ..*place
        });
        Value::Ptr(moved.collect())
    }

    /// A comparison of pointers, each possibility with each.
    pub(super) fn compare_pointers(
        &mut self,
        state: &State,
        word: &str,
        a: &Value,
        b: &Value,
    ) -> Result<Term, Stop> {
        let (left, right) = (a.places()?, b.places()?);
        let mut holds = Term::FALSE;
        for x in left.iter() {
            for y in right.iter() {
                let both = self.pool.and(x.guard, y.guard);
                if both == Term::FALSE || state.conditions.contains(self.pool.not(both)) {
                    continue;
                }
                let here = self.compare_places(state, word, *x, *y)?;
                let here = self.pool.and(both, here);
                holds = self.pool.or(holds, here);
            }
        }
        Ok(holds)
    }

    fn compare_places(
        &mut self,
        state: &State,
        word: &str,
        x: Place,
        y: Place,
    ) -> Result<Term, Stop> {
        match word {
            "eq" => self.equal_places(state, x, y),
            "ne" => {
                let equal = self.equal_places(state, x, y)?;
                Ok(self.pool.not(equal))
            }
            "ult" | "ule" => {
                if x.base != y.base {
                    return Err(Stop::missing("the order of different objects"));
                }
                let (a, b) = (x.offset, y.offset);
                let near = [a, b].map(|it| self.is_near(it));
                let near = self.pool.and(near[0], near[1]);
                let order = if word == "ult" { Pool::slt } else { Pool::sle };
                let within = order(&mut self.pool, a, b);
                if x.base != Base::Nothing && near == Term::TRUE {
                    return Ok(within);
                }
                let (a, b) = (self.address_of(x)?, self.address_of(y)?);
                let order = if word == "ult" { Pool::ult } else { Pool::ule };
                let of_addresses = order(&mut self.pool, a, b);
                Ok(match x.base {
                    Base::Nothing => of_addresses,
                    _ => self.pool.choose(near, within, of_addresses),
                })
            }
            _ => Err(Stop::missing(format!("`{word}` of pointers"))),
        }
    }

    /// When the order of an offset is that of addresses.
    fn is_near(&mut self, offset: Term) -> Term {
        let (far, twice) = (self.pool.bits(64, FAR), self.pool.bits(64, 2 * FAR));
        let distance = self.pool.add(offset, far);
        self.pool.ult(distance, twice)
    }

    /// When two pointers have the same address. Addresses of objects that live at the same time
    /// differ within these objects; nothing is known of those of their ends, or of freed objects.
    fn equal_places(&mut self, state: &State, x: Place, y: Place) -> Result<Term, Stop> {
        if x.base == y.base {
            return Ok(self.pool.eq(x.offset, y.offset));
        }
        let differ = match (x.base, y.base) {
            (Base::Nothing, _) => self.is_elsewhere(state, x.offset, y)?,
            (_, Base::Nothing) => self.is_elsewhere(state, y.offset, x)?,
            _ => {
                let (x, y) = (self.is_apart(state, x)?, self.is_apart(state, y)?);
                self.pool.and(x, y)
            }
        };
        if differ == Term::TRUE {
            return Ok(Term::FALSE);
        }
        let (a, b) = (self.address_of(x)?, self.address_of(y)?);
        let (may, equal) = (self.pool.not(differ), self.pool.eq(a, b));
        Ok(self.pool.and(may, equal))
    }

    fn address_of(&mut self, place: Place) -> Result<Term, Stop> {
        let guard = Term::TRUE;
        address(&mut self.pool, &[Place { guard, ..place }])
    }

    /// When a number is surely not the address that a pointer has: it is outside of the part of the
    /// address space where programs are, and the pointer within an object or at its end.
    fn is_elsewhere(&mut self, state: &State, number: Term, place: Place) -> Result<Term, Stop> {
        let inside = self.is_inside(state, place, true)?;
        let (first, last) = (self.pool.bits(64, LOWEST), self.pool.bits(64, HIGHEST));
        let (below, above) = (self.pool.ult(number, first), self.pool.ult(last, number));
        let outside = self.pool.or(below, above);
        Ok(self.pool.and(inside, outside))
    }

    /// When a pointer has an address that none to another object has that lives.
    fn is_apart(&mut self, state: &State, place: Place) -> Result<Term, Stop> {
        let alive = match place.base {
            Base::Object(object) => {
                let object = state.memory.object(object)?;
                let is_shared = object.unnamed || object.external;
                if is_shared { Term::FALSE } else { object.alive }
            }
            _ => Term::TRUE,
        };
        let inside = self.is_inside(state, place, false)?;
        Ok(self.pool.and(alive, inside))
    }

    /// When a pointer points to a byte of its object, or also to its end; false if that is not
    /// known.
    fn is_inside(&mut self, state: &State, place: Place, or_end: bool) -> Result<Term, Stop> {
        let (object, zero) = (place.base, self.pool.bits(64, 0));
        let object = match object {
            Base::Object(object) => state.memory.object(object)?,
            Base::Func(_) => return Ok(self.pool.eq(place.offset, zero)),
            Base::Nothing => return Ok(Term::FALSE),
        };
        let size = object.size;
        Ok(match (object.external, or_end) {
            (true, _) => Term::FALSE,
            (_, true) => self.pool.ule(place.offset, size),
            (_, false) => self.pool.ult(place.offset, size),
        })
    }
}
