//! The values of a frame's locals.
//!
//! Most functions have few, and a copied frame is about to be written, so the first ones are copied
//! with it. The others are kept in chunks that frames share until one of them writes, so that a
//! fork in a function with thousands of locals copies references to chunks instead of values.
//!
//! A call executes a part of its function only. Locals that lie behind all those that were set take
//! no time: their values are not stored.

use crate::value::{ObjectId, Value, mask};
use std::ops::{Index, IndexMut};
use std::rc::Rc;

/// The values before the first chunk.
const FIRST: usize = 128;

/// The first values are stored so many at a time.
const GROWTH: usize = 4;

/// The values of a chunk.
const CHUNK: usize = 64;

/// A value for each local of a function, by its number.
#[derive(Clone, Default, Debug)]
pub struct Registers {
    locals: usize,
    /// The first values, as far as one was set.
    first: Vec<Value>,
    /// The chunks behind them, as far as a value was set.
    others: Vec<Rc<[Value]>>,
}

impl Registers {
    /// Uninitialized values for so many locals.
    pub fn new(locals: usize) -> Self {
        Registers {
            locals,
            first: Vec::with_capacity(locals.min(FIRST)),
            others: Vec::new(),
        }
    }

    /// Becomes uninitialized values for so many locals.
    pub fn reset(&mut self, locals: usize) {
        self.locals = locals;
        self.others.clear();
        if self.first.len() > locals {
            self.first.truncate(locals);
        }
        for value in &mut self.first {
            overwrite(value, Value::Uninitialized);
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.locals
    }

    /// Whether the function has no locals.
    pub fn is_empty(&self) -> bool {
        self.locals == 0
    }

    /// The values in the order of their locals, up to the last that was set.
    pub fn iter(&self) -> impl Iterator<Item = &Value> {
        let first = self.first.iter();
        let gap = match self.others.is_empty() {
            true => 0,
            false => FIRST - self.first.len(),
        };
        let others = self.others.iter().flat_map(|chunk| chunk.iter());
        let gap = std::iter::repeat_n(&Value::Uninitialized, gap);
        first.chain(gap).chain(others)
    }

    /// Sets a local to a value.
    #[inline(always)]
    pub fn set(&mut self, local: usize, value: Value) {
        match value {
            Value::Bits { width, bits } => self.set_bits(local, width, bits),
            Value::Bool(value) => self.set_bool(local, value),
            Value::Ptr { object, offset } => self.set_pointer(local, object, offset),
            value => self[local] = value,
        }
    }

    /// Sets a local to a machine word. The parts of a value are written one by one: a value that
    /// is moved as a whole, right after its parts were written, has to wait for these.
    #[inline(never)]
    pub fn set_bits(&mut self, local: usize, width: u32, bits: u64) {
        self.put_bits(local, width, bits);
    }

    /// The same in place, for where several locals are set.
    #[inline(always)]
    pub fn put_bits(&mut self, local: usize, width: u32, bits: u64) {
        debug_assert!((1..=64).contains(&width) && bits & !mask(width) == 0);
        match &mut self[local] {
            Value::Bits {
                width: old_width,
                bits: old,
            } => (*old_width, *old) = (width, bits),
            held => overwrite(held, Value::Bits { width, bits }),
        }
    }

    /// Sets a local to a truth value.
    #[inline(never)]
    pub fn set_bool(&mut self, local: usize, value: bool) {
        self.put_bool(local, value);
    }

    /// The same in place, for where several locals are set.
    #[inline(always)]
    pub fn put_bool(&mut self, local: usize, value: bool) {
        match &mut self[local] {
            Value::Bool(held) => *held = value,
            held => overwrite(held, Value::Bool(value)),
        }
    }

    /// Sets a local to a pointer.
    #[inline(never)]
    pub fn set_pointer(&mut self, local: usize, object: ObjectId, offset: u64) {
        self.put_pointer(local, object, offset);
    }

    /// The same in place, for where several locals are set.
    #[inline(always)]
    pub fn put_pointer(&mut self, local: usize, object: ObjectId, offset: u64) {
        match &mut self[local] {
            Value::Ptr {
                object: old_object,
                offset: old,
            } => (*old_object, *old) = (object, offset),
            held => overwrite(held, Value::Ptr { object, offset }),
        }
    }

    /// Sets a local to a copy of a value, in place.
    #[inline(always)]
    pub fn put_copy(&mut self, local: usize, value: &Value) {
        match *value {
            Value::Bits { width, bits } => self.put_bits(local, width, bits),
            Value::Bool(value) => self.put_bool(local, value),
            Value::Ptr { object, offset } => self.put_pointer(local, object, offset),
            ref value => overwrite(&mut self[local], value.clone()),
        }
    }

    /// The value of a local, if the function has it.
    pub fn get(&self, local: usize) -> Option<&Value> {
        (local < self.locals).then(|| &self[local])
    }

    /// The value of a local that is not among the first ones that are stored.
    #[inline(never)]
    fn behind(&self, local: usize) -> &Value {
        let chunk = local.checked_sub(FIRST).map(|at| (at / CHUNK, at % CHUNK));
        let stored = chunk.and_then(|(chunk, at)| self.others.get(chunk)?.get(at));
        stored.unwrap_or(&Value::Uninitialized)
    }

    /// The same for writing: stores all values up to it.
    #[inline(never)]
    fn behind_mut(&mut self, local: usize) -> &mut Value {
        debug_assert!(local < self.locals);
        let Some(at) = local.checked_sub(FIRST) else {
            let stored = (local + 1).next_multiple_of(GROWTH).min(self.locals);
            self.first.resize_with(stored, || Value::Uninitialized);
            return &mut self.first[local];
        };
        let (chunk, at) = (at / CHUNK, at % CHUNK);
        if chunk >= self.others.len() {
            let empty: Rc<[Value]> = vec![Value::Uninitialized; CHUNK].into();
            self.others.resize(chunk + 1, empty);
        }
        &mut Rc::make_mut(&mut self.others[chunk])[at]
    }
}

/// Drops a value. Most refer to no shared data, and there is nothing to do for them.
#[inline(always)]
fn release(value: Value) {
    match value.is_inline() {
        true => std::mem::forget(value),
        false => drop(value),
    }
}

#[inline(always)]
fn overwrite(held: &mut Value, value: Value) {
    release(std::mem::replace(held, value));
}

impl Index<usize> for Registers {
    type Output = Value;

    #[inline(always)]
    fn index(&self, local: usize) -> &Value {
        match self.first.get(local) {
            Some(value) => value,
            None => self.behind(local),
        }
    }
}

impl IndexMut<usize> for Registers {
    #[inline(always)]
    fn index_mut(&mut self, local: usize) -> &mut Value {
        if local < self.first.len() {
            return &mut self.first[local];
        }
        self.behind_mut(local)
    }
}

/// Values that are not stored are equal to uninitialized ones.
impl PartialEq for Registers {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Rc<[Value]>, &Rc<[Value]>)| Rc::ptr_eq(a, b) || a == b;
        let common = self.first.len().min(other.first.len());
        let chunks = self.others.len().min(other.others.len());
        let is_empty = |value: &Value| *value == Value::Uninitialized;
        let behind = |registers: &Registers| {
            let mut others = registers.others[chunks..].iter();
            registers.first[common..].iter().all(is_empty)
                && others.all(|chunk| chunk.iter().all(is_empty))
        };
        self.locals == other.locals
            && self.first[..common] == other.first[..common]
            && self.others.iter().zip(&other.others).all(same)
            && behind(self)
            && behind(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_local_has_a_value_of_its_own() {
        for locals in [0, 1, 127, 128, 129, 192, 300] {
            let mut registers = Registers::new(locals);
            assert_eq!(
                (registers.len(), registers.is_empty()),
                (locals, locals == 0)
            );
            for local in 0..locals {
                registers[local] = Value::bits(16, local as u128);
            }
            let all = (0..locals).map(|local| Value::bits(16, local as u128));
            assert!(registers.iter().take(locals).cloned().eq(all));
            assert_eq!(registers.get(locals), None);
        }
    }

    #[test]
    fn locals_that_were_not_set_are_uninitialized() {
        let (mut registers, empty) = (Registers::new(300), Registers::new(300));
        for local in [5, 200] {
            registers[local] = Value::Bool(true);
            assert_ne!(registers, empty);
            assert_ne!(empty, registers);
            assert_eq!(registers.iter().nth(local), Some(&Value::Bool(true)));
            registers[local] = Value::Uninitialized;
            assert_eq!(registers, empty);
            assert_eq!(empty, registers);
        }
        for local in [0, 6, 127, 128, 299] {
            assert_eq!(registers[local], Value::Uninitialized);
        }
        assert!(registers != Registers::new(301));
    }

    #[test]
    fn a_copy_keeps_its_values() {
        let mut registers = Registers::new(200);
        registers[199] = Value::Bool(true);
        let copy = registers.clone();
        assert!(copy == registers);
        registers[199] = Value::Bool(false);
        assert_eq!(copy[199], Value::Bool(true));
        assert!(copy != registers);
    }
}
