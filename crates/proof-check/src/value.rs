//! Values of a run: bits, pointers, sequences.

use crate::program::Type;
use crate::state::Stop;
use crate::term::{Pool, Term};
use std::rc::Rc;

/// An object, by a number that no other object of any path has.
pub type ObjectId = u32;

/// What a pointer points into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Base {
    /// No object: the offset is an address.
    Nothing,
    /// One of the memory of a state.
    Object(ObjectId),
    /// A function.
    Func(usize),
}

/// One of the possibilities of a pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// When it is this one. Exactly one of a pointer's possibilities holds.
    pub guard: Term,
    /// What it points into.
    pub base: Base,
    /// The offset in bytes, 64 bits.
    pub offset: Term,
}

/// What a local holds, or what was written to memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Bits: an integer, a boolean, the pattern of a float.
    Bits(Term),
    /// All places where a pointer may point.
    Ptr(Rc<[Place]>),
    /// The members of a sequence.
    Tuple(Rc<[Value]>),
}

impl Value {
    /// The pointer to an offset.
    pub fn pointer(base: Base, offset: Term) -> Value {
        let guard = Term::TRUE;
        Value::Ptr(
            [Place {
                guard,
                base,
                offset,
            }]
            .into(),
        )
    }

    /// The null pointer.
    pub fn null(pool: &mut Pool) -> Value {
        let zero = pool.bits(64, 0);
        Value::pointer(Base::Nothing, zero)
    }

    /// The bits.
    ///
    /// # Errors
    /// When it has none.
    pub fn bits(&self) -> Result<Term, Stop> {
        match self {
            Value::Bits(term) => Ok(*term),
            Value::Ptr(_) => Err(Stop::missing("the address of a pointer as a number")),
            Value::Tuple(_) => Err(Stop::missing("a sequence as a number")),
        }
    }

    /// Whether it is one of a type.
    pub fn has_type(&self, pool: &Pool, ty: &Type) -> bool {
        match (self, ty) {
            (Value::Bits(term), Type::Bits(width) | Type::Float(width)) => {
                pool.width(*term) == *width
            }
            (Value::Ptr(_), Type::Ptr) => true,
            (Value::Tuple(members), Type::Tuple(types)) => {
                let mut both = members.iter().zip(types.iter());
                members.len() == types.len() && both.all(|(it, ty)| it.has_type(pool, ty))
            }
            _ => false,
        }
    }

    /// The possibilities of a pointer.
    ///
    /// # Errors
    /// When it is none.
    pub fn places(&self) -> Result<Rc<[Place]>, Stop> {
        match self {
            Value::Ptr(places) => Ok(places.clone()),
            _ => Err(Stop::missing("a number as a pointer")),
        }
    }

    /// One value if a condition holds, else another.
    ///
    /// # Errors
    /// When they are of different kinds.
    pub fn choose(
        pool: &mut Pool,
        condition: Term,
        then: &Value,
        otherwise: &Value,
    ) -> Result<Value, Stop> {
        if then == otherwise {
            return Ok(then.clone());
        }
        match (condition, then, otherwise) {
            (Term::TRUE, ..) => Ok(then.clone()),
            (Term::FALSE, ..) => Ok(otherwise.clone()),
            (_, Value::Bits(a), Value::Bits(b)) if pool.width(*a) == pool.width(*b) => {
                Ok(Value::Bits(pool.choose(condition, *a, *b)))
            }
            (_, Value::Ptr(a), Value::Ptr(b)) => Ok(choose_pointer(pool, condition, a, b)),
            (_, Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
                let both = a.iter().zip(b.iter());
                let members = both.map(|(a, b)| Value::choose(pool, condition, a, b));
                Ok(Value::Tuple(members.collect::<Result<_, _>>()?))
            }
            _ => Err(Stop::missing("a choice of values of different kinds")),
        }
    }
}

/// A choice of pointers: possibilities with the same base become one.
fn choose_pointer(pool: &mut Pool, condition: Term, then: &[Place], otherwise: &[Place]) -> Value {
    let not = pool.not(condition);
    let mut all: Vec<Place> = Vec::new();
    for (when, places) in [(condition, then), (not, otherwise)] {
        for place in places {
            let guard = pool.and(when, place.guard);
            if guard == Term::FALSE {
                continue;
            }
            match all.iter_mut().find(|it| it.base == place.base) {
                Some(found) => {
                    found.offset = pool.choose(guard, place.offset, found.offset);
                    found.guard = pool.or(found.guard, guard);
                }
                None => all.push(Place { guard, ..*place }),
            }
        }
    }
    if let [only] = &mut all[..] {
        only.guard = Term::TRUE;
    }
    Value::Ptr(all.into())
}
