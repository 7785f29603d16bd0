//! Memory: objects of bytes. A byte is a part of a value that was written, so that what is read
//! back whole is the same value. A byte that was never written becomes an undefined symbol when it
//! is read.

use crate::program::Type;
use crate::state::Stop;
use crate::term::{Node, Operator, Pool, Term};
use crate::value::{Base, ObjectId, Place, Value};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Bytes of a pointer.
pub const POINTER_BYTES: u64 = 8;

/// Largest object in bytes.
pub const MAX_OBJECT: u64 = 1 << 24;

/// Where an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Region {
    /// It exists from the start.
    Global,
    /// It exists from the start and must not be written.
    Constant,
    /// It dies with a call.
    Stack,
    /// It lives until it is freed.
    Heap,
}

/// What a byte of an object holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Byte {
    /// Never written.
    Fresh,
    /// These bits of a term, by the number of the byte.
    Bits(Term, u32),
    /// A byte of a pointer.
    Ptr(Rc<[Place]>, u32),
}

/// Bytes that are allocated and end together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    /// Where it is.
    pub region: Region,
    /// What its address is a multiple of.
    pub align: u64,
    /// Whether it may have the address of another object.
    pub unnamed: bool,
    /// Whether its content is unknown.
    pub external: bool,
    /// When it can be accessed: not after its end.
    pub alive: Term,
    /// Its size in bytes, 64 bits: at most the number of `bytes`.
    pub size: Term,
    /// From the lowest address on.
    pub bytes: Rc<Vec<Byte>>,
}

impl Object {
    /// The largest size that it may have.
    pub fn room(&self) -> u64 {
        self.bytes.len() as u64
    }
}

/// All objects of a path.
#[derive(Clone, Default, Debug)]
pub struct Memory {
    objects: Rc<BTreeMap<ObjectId, Object>>,
}

impl Memory {
    /// An object.
    ///
    /// # Errors
    /// When there is none of this number: the pointer to it was never made on this path.
    pub fn object(&self, id: ObjectId) -> Result<&Object, Stop> {
        let found = self.objects.get(&id);
        found.ok_or_else(|| Stop::missing("an object of another path"))
    }

    /// An object, to change it.
    ///
    /// # Errors
    /// As for [`Memory::object`].
    pub fn object_mut(&mut self, id: ObjectId) -> Result<&mut Object, Stop> {
        let found = Rc::make_mut(&mut self.objects).get_mut(&id);
        found.ok_or_else(|| Stop::missing("an object of another path"))
    }

    /// Adds an object.
    pub fn insert(&mut self, id: ObjectId, object: Object) {
        Rc::make_mut(&mut self.objects).insert(id, object);
    }

    /// All objects in the order of their numbers.
    pub fn objects(&self) -> impl Iterator<Item = (ObjectId, &Object)> {
        self.objects.iter().map(|(id, object)| (*id, object))
    }

    /// The number that bytes of an object are, if it is a constant.
    pub fn known(&self, pool: &Pool, id: ObjectId, at: u64, bytes: u32) -> Option<u128> {
        let object = self.object(id).ok()?;
        let range = object
            .bytes
            .get(at as usize..at as usize + bytes as usize)?;
        let byte = |byte: &Byte| match byte {
            Byte::Bits(term, part) => Some(pool.constant(*term)? >> (8 * part) & 255),
            _ => None,
        };
        let mut all = range.iter().rev();
        all.try_fold(0, |high, it| Some(high << 8 | byte(it)?))
    }

    /// Reads a value at an offset within an object.
    ///
    /// # Errors
    /// When a rule is missing.
    pub fn load(
        &mut self,
        pool: &mut Pool,
        id: ObjectId,
        offset: u64,
        ty: &Type,
    ) -> Result<Value, Stop> {
        let width = match ty {
            Type::Ptr => 64,
            Type::Bits(width) | Type::Float(width) => *width,
            _ => return Err(Stop::missing("a value of this type in memory")),
        };
        let count = width.div_ceil(8) as usize;
        let range = offset as usize..offset as usize + count;
        if self.object(id)?.bytes[range.clone()].contains(&Byte::Fresh) {
            let object = self.object_mut(id)?;
            for byte in &mut Rc::make_mut(&mut object.bytes)[range.clone()] {
                if *byte == Byte::Fresh {
                    *byte = Byte::Bits(pool.symbol(8, true), 0);
                }
            }
        }
        let bytes = &self.object(id)?.bytes[range];
        if *ty == Type::Ptr
            && let Some(places) = whole_pointer(bytes)
        {
            return Ok(Value::Ptr(places.clone()));
        }
        let mut word = None;
        for byte in bytes {
            let (term, part) = match byte {
                Byte::Bits(term, part) => (*term, *part),
                Byte::Ptr(places, part) => (address(pool, places)?, *part),
                Byte::Fresh => return Err(Stop::missing("a byte without a value")),
            };
            let bits = pool.extract(term, 8 * part, 8);
            word = Some(match word {
                None => bits,
                Some(low) => pool.concat(bits, low),
            });
        }
        let word = word.ok_or_else(|| Stop::missing("a value without bytes"))?;
        let term = pool.extract(word, 0, width);
        Ok(match ty {
            Type::Ptr => pointer_to(pool, term),
            _ => Value::Bits(term),
        })
    }

    /// Writes a value at an offset within an object.
    ///
    /// # Errors
    /// When a rule is missing.
    pub fn store(
        &mut self,
        pool: &mut Pool,
        id: ObjectId,
        offset: u64,
        value: &Value,
    ) -> Result<(), Stop> {
        let count = stored_bytes(pool, value)?;
        let whole = match value {
            Value::Bits(term) => Some(pool.zext(*term, 8 * count as u32)),
            _ => None,
        };
        let byte = |part| match (whole, value) {
            (Some(term), _) => Byte::Bits(term, part),
            (None, Value::Ptr(places)) => Byte::Ptr(places.clone(), part),
            _ => Byte::Fresh,
        };
        let object = self.object_mut(id)?;
        let range = offset as usize..(offset + count) as usize;
        let bytes = &mut Rc::make_mut(&mut object.bytes)[range];
        for (part, place) in bytes.iter_mut().enumerate() {
            *place = byte(part as u32);
        }
        Ok(())
    }
}

/// The pointer that bytes begin with, if they are all of one.
pub fn whole_pointer(bytes: &[Byte]) -> Option<&Rc<[Place]>> {
    let Byte::Ptr(places, 0) = bytes.first()? else {
        return None;
    };
    let is_part = |(at, byte): (usize, &Byte)| match byte {
        Byte::Ptr(found, part) => found == places && *part == at as u32,
        _ => false,
    };
    let mut parts = bytes.get(..POINTER_BYTES as usize)?.iter().enumerate();
    parts.all(is_part).then_some(places)
}

/// The address of a pointer as a number.
///
/// # Errors
/// When it is one of a function.
pub fn address(pool: &mut Pool, places: &[Place]) -> Result<Term, Stop> {
    let mut all = None;
    for place in places {
        let number = match place.base {
            Base::Nothing => place.offset,
            Base::Object(object) => {
                let base = pool.address(object);
                pool.add(base, place.offset)
            }
            Base::Func(_) => return Err(Stop::missing("the address of a function as a number")),
        };
        all = Some(match all {
            None => number,
            Some(other) => pool.choose(place.guard, number, other),
        });
    }
    all.ok_or_else(|| Stop::missing("a pointer without possibilities"))
}

/// The pointer with an address: to an object where the address is that of one plus a distance.
pub fn pointer_to(pool: &mut Pool, address: Term) -> Value {
    let (base, offset) = match pool.node(address) {
        Node::Apply(Operator::Add, [base, offset, _]) => (base, offset),
        Node::Apply(Operator::Sub, [base, distance, _]) => (base, pool.neg(distance)),
        _ => (address, pool.bits(64, 0)),
    };
    match (pool.node(base), pool.node(offset)) {
        (Node::Address(object), _) => Value::pointer(Base::Object(object), offset),
        (_, Node::Address(object)) => Value::pointer(Base::Object(object), base),
        _ => Value::pointer(Base::Nothing, address),
    }
}

/// Bytes that a value takes in memory.
///
/// # Errors
/// When it cannot be stored.
pub fn stored_bytes(pool: &Pool, value: &Value) -> Result<u64, Stop> {
    match value {
        Value::Bits(term) => Ok(u64::from(pool.width(*term).div_ceil(8))),
        Value::Ptr(_) => Ok(POINTER_BYTES),
        Value::Tuple(_) => Err(Stop::missing("a sequence in memory")),
    }
}

/// Bytes that a value of a type takes in memory.
///
/// # Errors
/// When it cannot be stored.
pub fn type_bytes(ty: &Type) -> Result<u64, Stop> {
    match ty {
        Type::Bits(width) | Type::Float(width) => Ok(u64::from(width.div_ceil(8))),
        Type::Ptr => Ok(POINTER_BYTES),
        _ => Err(Stop::missing("a value of this type in memory")),
    }
}

/// A choice of bytes. Parts of words stay parts of words.
///
/// # Errors
/// When one of two different ones is a part of a pointer.
pub fn choose_byte(pool: &mut Pool, first: Term, one: &Byte, other: &Byte) -> Result<Byte, Stop> {
    match (one, other) {
        _ if one == other => return Ok(one.clone()),
        (Byte::Bits(a, x), Byte::Bits(b, y)) if x == y && pool.width(*a) == pool.width(*b) => {
            return Ok(Byte::Bits(pool.choose(first, *a, *b), *x));
        }
        _ => {}
    }
    let mut bits = |byte: &Byte| match byte {
        Byte::Bits(term, part) => Ok(pool.extract(*term, 8 * part, 8)),
        Byte::Fresh => Ok(pool.symbol(8, true)),
        Byte::Ptr(..) => Err(Stop::missing("a choice of parts of pointers")),
    };
    let (a, b) = (bits(one)?, bits(other)?);
    Ok(Byte::Bits(pool.choose(first, a, b), 0))
}
