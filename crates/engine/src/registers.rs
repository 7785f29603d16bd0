//! The values of a frame's locals.
//!
//! Most functions have few, and a copied frame is about to be written, so the first ones are copied
//! with it. The others are kept in chunks that frames share until one of them writes, so that a
//! fork in a function with thousands of locals copies references to chunks instead of values.

use crate::value::{ObjectId, Value};
use std::ops::{Index, IndexMut};
use std::rc::Rc;

/// Values of a chunk, and those before the first chunk; the last chunk may hold fewer.
const CHUNK: usize = 64;

/// A value for each local of a function, by its number.
#[derive(Clone)]
pub struct Registers {
    first: Vec<Value>,
    others: Vec<Rc<[Value]>>,
}

impl Registers {
    /// Uninitialized values for so many locals.
    pub fn new(locals: usize) -> Self {
        let mut first = Vec::new();
        first.resize_with(locals.min(CHUNK), || Value::Uninitialized);
        let left = locals - first.len();
        let mut others = Vec::new();
        if left >= CHUNK {
            others.resize(left / CHUNK, Rc::from(first.as_slice()));
        }
        if left > 0 {
            others.push(Rc::from(&first[..left % CHUNK]));
        }
        Registers { first, others }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        let others = self.others.iter().map(|chunk| chunk.len());
        self.first.len() + others.sum::<usize>()
    }

    /// Whether the function has no locals.
    pub fn is_empty(&self) -> bool {
        self.first.is_empty()
    }

    /// The values in the order of their locals.
    pub fn iter(&self) -> impl Iterator<Item = &Value> {
        let others = self.others.iter().flat_map(|chunk| chunk.iter());
        self.first.iter().chain(others)
    }

    /// Sets a local to a machine word. The parts of a value are written one by one: a value that
    /// is moved as a whole, right after its parts were written, has to wait for these.
    #[inline(never)]
    pub fn set_bits(&mut self, local: usize, width: u32, bits: u64) {
        match &mut self[local] {
            Value::Bits {
                width: old_width,
                bits: old,
            } => (*old_width, *old) = (width, bits),
            held => *held = Value::Bits { width, bits },
        }
    }

    /// Sets a local to a truth value.
    #[inline(never)]
    pub fn set_bool(&mut self, local: usize, value: bool) {
        match &mut self[local] {
            Value::Bool(held) => *held = value,
            held => *held = Value::Bool(value),
        }
    }

    /// Sets a local to a pointer.
    #[inline(never)]
    pub fn set_pointer(&mut self, local: usize, object: ObjectId, offset: u64) {
        match &mut self[local] {
            Value::Ptr {
                object: old_object,
                offset: old,
            } => (*old_object, *old) = (object, offset),
            held => *held = Value::Ptr { object, offset },
        }
    }

    /// The value of a local, if the function has it.
    pub fn get(&self, local: usize) -> Option<&Value> {
        match local.checked_sub(CHUNK) {
            None => self.first.get(local),
            Some(behind) => self.others.get(behind / CHUNK)?.get(behind % CHUNK),
        }
    }
}

impl Index<usize> for Registers {
    type Output = Value;

    #[inline(always)]
    fn index(&self, local: usize) -> &Value {
        match local.checked_sub(CHUNK) {
            None => &self.first[local],
            Some(behind) => &self.others[behind / CHUNK][behind % CHUNK],
        }
    }
}

impl IndexMut<usize> for Registers {
    #[inline(always)]
    fn index_mut(&mut self, local: usize) -> &mut Value {
        match local.checked_sub(CHUNK) {
            None => &mut self.first[local],
            Some(behind) => &mut Rc::make_mut(&mut self.others[behind / CHUNK])[behind % CHUNK],
        }
    }
}

impl PartialEq for Registers {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Rc<[Value]>, &Rc<[Value]>)| Rc::ptr_eq(a, b) || a == b;
        self.first == other.first
            && self.others.len() == other.others.len()
            && self.others.iter().zip(&other.others).all(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_local_has_a_value_of_its_own() {
        for locals in [0, 1, 63, 64, 65, 128, 200] {
            let mut registers = Registers::new(locals);
            assert_eq!(
                (registers.len(), registers.is_empty()),
                (locals, locals == 0)
            );
            for local in 0..locals {
                registers[local] = Value::bits(16, local as u128);
            }
            let all = (0..locals).map(|local| Value::bits(16, local as u128));
            assert!(registers.iter().cloned().eq(all));
            assert_eq!(registers.get(locals), None);
        }
    }

    #[test]
    fn a_copy_keeps_its_values() {
        let mut registers = Registers::new(100);
        registers[99] = Value::Bool(true);
        let copy = registers.clone();
        assert!(copy == registers);
        registers[99] = Value::Bool(false);
        assert_eq!(copy[99], Value::Bool(true));
        assert!(copy != registers);
    }
}
