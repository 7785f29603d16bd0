//! Pointer arithmetic.

use crate::machine::{Machine, Stop};
use crate::path::push_conjuncts;
use crate::value::{ObjectId, Value};
use sheaf_ir::{FailureKind, Operand};
use sheaf_term::{Op, Term};

impl Machine<'_> {
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

    /// Resolves the choices in a term that the current guard decides: after merging, a choice of
    /// pointers with a choice of offsets is a single location for each pointer.
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

    /// `index * scale + displacement` in bytes, for an index that is not a union.
    fn distance(&mut self, index: &Value, scale: i64, displacement: i64) -> Term {
        let index = self.address_term(index);
        let index = self.settle(index);
        let index = self.pool.sext(index, 64);
        self.require_product(index, scale);
        let scale = self.pool.bits(64, u128::from(scale as u64));
        let displacement = self.pool.bits(64, u128::from(displacement as u64));
        let distance = self.pool.mul(index, scale);
        self.pool.add(distance, displacement)
    }

    /// Requires that `index * scale` fits 64 bits: a product that wraps would be the offset of
    /// another element. A sum that wraps is outside of every object.
    fn require_product(&mut self, index: Term, scale: i64) {
        if scale.unsigned_abs() <= 1 || self.is_small(index, scale) {
            return;
        }
        let (least, most) = match scale {
            1.. => (i64::MIN / scale, i64::MAX / scale),
            _ => (i64::MAX / scale, i64::MIN / scale),
        };
        let [least, most] = [least, most].map(|bound| self.pool.bits(64, u128::from(bound as u64)));
        let below = self.pool.slt(index, least);
        let above = self.pool.slt(most, index);
        let fails = self.pool.or(below, above);
        self.obligation(
            FailureKind::OutOfBounds,
            fails,
            "the offset of an element overflows",
        );
    }

    /// Whether the structure of an index shows that its product with a scale does not overflow.
    fn is_small(&self, index: Term, scale: i64) -> bool {
        let most = u128::from(i64::MAX as u64 / scale.unsigned_abs());
        let extended = match self.pool.op(index) {
            Op::Sext => self.pool.width(self.pool.args(index)[0]),
            _ => 64,
        };
        1u128 << (extended - 1) <= most || self.pool.range(index).1 <= most
    }

    /// A pointer that is not a union, advanced by a distance in bytes: a 64-bit term.
    pub fn advance(&mut self, base: &Value, distance: Term) -> Value {
        let (object, offset) = match base {
            Value::Ptr { object, offset } => (*object, self.pool.bits(64, u128::from(*offset))),
            Value::SymPtr { object, offset } => (*object, *offset),
            other if self.pool.as_bits(distance) == Some(0) => return other.clone(),
            other => (ObjectId::NONE, self.known_address(other)),
        };
        let mut offset = self.pool.add(offset, distance);
        if object == ObjectId::NONE {
            offset = self.width().cut_term(self.pool, offset);
        }
        Value::pointer(self.pool, object, offset)
    }
}
