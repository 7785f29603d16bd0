//! Pointers: arithmetic and comparison.

use super::Machine;
use crate::program::Operand;
use crate::state::{State, Stop};
use crate::term::{Pool, Term};
use crate::value::{Base, Place, Value};

/// The bounds of offsets whose order is that of addresses, where no object is near the end of the
/// address space.
const FAR: i128 = 1 << 40;

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
                let is_near = |pool: &Pool, place: Place| match place.base {
                    Base::Nothing => true,
                    _ => pool.constant(place.offset).is_some_and(|it| {
                        let offset = crate::term::signed(64, it);
                        (-FAR..FAR).contains(&offset)
                    }),
                };
                if !is_near(&self.pool, x) || !is_near(&self.pool, y) {
                    return Err(Stop::missing("the order of unknown offsets"));
                }
                Ok(match (word, x.base) {
                    ("ult", Base::Nothing) => self.pool.ult(x.offset, y.offset),
                    (_, Base::Nothing) => self.pool.ule(x.offset, y.offset),
                    ("ult", _) => self.pool.slt(x.offset, y.offset),
                    _ => self.pool.sle(x.offset, y.offset),
                })
            }
            _ => Err(Stop::missing(format!("`{word}` of pointers"))),
        }
    }

    fn equal_places(&mut self, state: &State, x: Place, y: Place) -> Result<Term, Stop> {
        if x.base == y.base {
            return Ok(self.pool.eq(x.offset, y.offset));
        }
        let missing = || Stop::missing("whether pointers to different objects are equal");
        match (x.base, y.base) {
            (Base::Nothing, _) | (_, Base::Nothing) => {
                let (number, place) = match x.base {
                    Base::Nothing => (x, y),
                    _ => (y, x),
                };
                let is_null = self.pool.constant(number.offset) == Some(0);
                match is_null && self.is_inside(state, place, true)? {
                    true => Ok(Term::FALSE),
                    false => Err(missing()),
                }
            }
            (Base::Object(a), Base::Object(b)) => {
                let (a, b) = (state.memory.object(a)?, state.memory.object(b)?);
                let are_distinct = a.alive == Term::TRUE && b.alive == Term::TRUE;
                let may_share = a.unnamed || b.unnamed || a.external || b.external;
                let inside = self.is_inside(state, x, false)? && self.is_inside(state, y, false)?;
                match are_distinct && !may_share && inside {
                    true => Ok(Term::FALSE),
                    false => Err(missing()),
                }
            }
            _ => match self.is_inside(state, x, false)? && self.is_inside(state, y, false)? {
                true => Ok(Term::FALSE),
                false => Err(missing()),
            },
        }
    }

    /// Whether a pointer is known to point to its object, or also to its end.
    fn is_inside(&self, state: &State, place: Place, or_end: bool) -> Result<bool, Stop> {
        let object = match place.base {
            Base::Object(object) => object,
            Base::Func(_) => return Ok(self.pool.constant(place.offset) == Some(0)),
            Base::Nothing => return Ok(false),
        };
        let object = state.memory.object(object)?;
        let offset = self.pool.constant(place.offset);
        let size = self.pool.constant(object.size).unwrap_or(0) + u128::from(or_end);
        Ok(!object.external && offset.is_some_and(|it| it < size))
    }
}
