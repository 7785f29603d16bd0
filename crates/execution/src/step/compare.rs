//! Comparisons of scalars, pointers and functions.

use super::word;
use crate::machine::{Machine, Stop};
use crate::memory::Size;
use crate::value::{ObjectId, Value};
use sheaf_ir::{CompareOp, Operand};
use sheaf_term::{Sort, Term};

impl Machine<'_> {
    pub(super) fn compare(&mut self, op: CompareOp, a: Operand, b: Operand) -> Result<Value, Stop> {
        if matches!(
            op,
            CompareOp::FEq | CompareOp::FLt | CompareOp::FLe | CompareOp::FUnordered
        ) {
            return self.float_compare(op, a, b);
        }
        let (left, right) = (self.read(a), self.read(b));
        if self.pool.has_diagrams() && left.holds_only_scalars() && right.holds_only_scalars() {
            return Ok(self.compare_unions(op, &left, &right));
        }
        self.lift2(&left, &right, &mut |machine, left, right| {
            Ok(machine.compare_members(op, left, right))
        })
    }

    /// Compares unions of scalars: a condition for each pair of members that can occur together, so
    /// that guards contain the compared values.
    fn compare_unions(&mut self, op: CompareOp, left: &Value, right: &Value) -> Value {
        if let Some(compared) = self.compare_numbers(op, left, right) {
            return compared;
        }
        if let Some((left, right)) = Value::thinned(self.pool, left, right) {
            return self.compare_unions(op, &left, &right);
        }
        let mut results = Vec::new();
        for (guard, left, right) in Value::pairs(self.pool, left, right) {
            let compared = self.under(guard, |machine| machine.compare_members(op, left, right));
            results.extend(compared.map(|result| (guard, result)));
        }
        Value::union(self.pool, results)
    }

    /// Compares unions of numbers only: which pairs occur together need not be known, because
    /// comparing them has no effect.
    fn compare_numbers(&mut self, op: CompareOp, left: &Value, right: &Value) -> Option<Value> {
        let pairs = left.members().count() * right.members().count();
        if pairs == 1 || pairs > self.pool.summaries.cap {
            return None;
        }
        let mut parts = Vec::with_capacity(pairs);
        for (guard, left) in left.members() {
            for (other, right) in right.members() {
                let (Value::Bits { width, bits: a }, Value::Bits { bits: b, .. }) = (left, right)
                else {
                    return None;
                };
                let value = word::compare(op, *width, *a, *b)?;
                parts.push(([guard, other], Value::Bool(value)));
            }
        }
        Some(Value::union_of_pairs(self.pool, parts))
    }

    /// Compares two non-unions.
    fn compare_members(&mut self, op: CompareOp, left: &Value, right: &Value) -> Value {
        if let (Value::Bits { width, bits: a }, Value::Bits { bits: b, .. }) = (left, right)
            && let Some(value) = word::compare(op, *width, *a, *b)
        {
            return Value::Bool(value);
        }
        if let (Some(x), Some(y)) = (left.to_term(self.pool), right.to_term(self.pool)) {
            return match self.compare_terms(op, x, y) {
                Some(term) => Value::from_term(self.pool, term),
                None => self.of_different_kinds(op),
            };
        }
        match (left, right) {
            (Value::Uninitialized, _) | (_, Value::Uninitialized) => {
                self.require_defined(
                    &Value::Uninitialized,
                    "a comparison depends on uninitialized memory",
                );
                Value::Bool(false)
            }
            (Value::SymStr(_), Value::SymStr(_) | Value::Str(_))
            | (Value::Str(_), Value::SymStr(_)) => self.compare_texts(op, left, right),
            (Value::Unit(_) | Value::Str(_) | Value::SymStr(_), _)
            | (_, Value::Unit(_) | Value::Str(_) | Value::SymStr(_)) => match op {
                CompareOp::Eq => Value::Bool(left == right),
                CompareOp::Ne => Value::Bool(left != right),
                _ => self.incomparable(),
            },
            (Value::Tuple(a), Value::Tuple(b)) => self.compare_tuples(op, a, b),
            (Value::Tuple(_), _) | (_, Value::Tuple(_)) => self.incomparable(),
            // A number is neither a pointer nor a function.
            _ if left.is_scalar() != right.is_scalar() => self.of_different_kinds(op),
            _ => self.compare_pointers(op, left, right),
        }
    }

    /// Compares strings of which one is not known.
    fn compare_texts(&mut self, op: CompareOp, left: &Value, right: &Value) -> Value {
        let (Some(a), Some(b)) = (self.sym_text(left), self.sym_text(right)) else {
            return self.incomparable();
        };
        let equal = a.equal(self.pool, &b);
        match op {
            CompareOp::Eq => Value::from_term(self.pool, equal),
            CompareOp::Ne => {
                let differ = self.pool.not(equal);
                Value::from_term(self.pool, differ)
            }
            _ => self.incomparable(),
        }
    }

    /// Tuples are equal where all members are.
    fn compare_tuples(&mut self, op: CompareOp, left: &[Value], right: &[Value]) -> Value {
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) || left.len() != right.len() {
            return self.incomparable();
        }
        let mut equal = Value::Bool(true);
        for (left, right) in left.iter().zip(right) {
            let same = self.lift2(left, right, &mut |machine, left, right| {
                Ok(machine.compare_members(CompareOp::Eq, left, right))
            });
            let same = same.unwrap_or(Value::Bool(false));
            equal = Value::map2(self.pool, &equal, &same, &mut |pool, equal, same| {
                let both = (equal.to_term(pool), same.to_term(pool));
                let both = pool.and(both.0.unwrap_or(Term::FALSE), both.1.unwrap_or(Term::FALSE));
                Value::from_term(pool, both)
            });
        }
        if op == CompareOp::Eq {
            return equal;
        }
        equal.map(self.pool, &mut |pool, equal| {
            let equal = equal.to_term(pool).unwrap_or(Term::FALSE);
            let differ = pool.not(equal);
            Value::from_term(pool, differ)
        })
    }

    /// Compares values of type `Any` of different kinds.
    fn of_different_kinds(&mut self, op: CompareOp) -> Value {
        match op {
            CompareOp::Eq => Value::Bool(false),
            CompareOp::Ne => Value::Bool(true),
            _ => self.incomparable(),
        }
    }

    fn incomparable(&mut self) -> Value {
        self.obligation(
            sheaf_ir::FailureKind::TypeError,
            Term::TRUE,
            "these values cannot be compared",
        );
        Value::Bool(false)
    }

    /// Pointers into the same object are compared by their offsets, so that one below its object is
    /// less. Different objects have different addresses while they are alive; everything else is
    /// decided by addresses.
    fn compare_pointers(&mut self, op: CompareOp, left: &Value, right: &Value) -> Value {
        let equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
        let (x, y) = match (offset_in_object(left), offset_in_object(right)) {
            (Some(a), Some(b)) if a == b && equality => {
                (self.offset_of(left), self.offset_of(right))
            }
            (Some(a), Some(b)) if a == b => (self.known_address(left), self.known_address(right)),
            _ if equality && self.are_apart(left, right) => {
                return Value::Bool(op == CompareOp::Ne);
            }
            _ if self.is_address_of_nothing(left) || self.is_address_of_nothing(right) => {
                (self.known_address(left), self.known_address(right))
            }
            _ => (self.address_term(left), self.address_term(right)),
        };
        match self.compare_terms(op, x, y) {
            Some(term) => Value::from_term(self.pool, term),
            None => self.incomparable(),
        }
    }

    /// Whether pointers to two objects or functions are unequal for all layouts. One past the end
    /// of an object may be the start of another.
    fn are_apart(&self, left: &Value, right: &Value) -> bool {
        let heap = &self.state.heap;
        match (left, right) {
            (Value::Func(a), Value::Func(b)) => return a != b,
            (
                &Value::Ptr { object, offset },
                &Value::Ptr {
                    object: other,
                    offset: at,
                },
            ) if heap.differ((object, offset), (other, at)) => return true,
            _ => {}
        }
        let objects = (offset_in_object(left), offset_in_object(right));
        let inside = self.is_inside(left) && self.is_inside(right);
        inside && matches!(objects, (Some(a), Some(b)) if heap.are_apart(a, b))
    }

    /// Whether a pointer certainly points to a byte of its object.
    fn is_inside(&self, pointer: &Value) -> bool {
        let (object, last) = match *pointer {
            Value::Ptr { object, offset } => (object, u128::from(offset)),
            Value::SymPtr { object, offset } => (object, self.pool.range(offset).1),
            _ => return false,
        };
        let minimum = match self.state.heap.get(object).size {
            Size::Known(size) => size.into(),
            Size::Symbolic { bytes, .. } => self.pool.range(bytes).0,
        };
        last < minimum
    }

    /// The address of a pointer or function as a term, with the chosen layout.
    pub(super) fn known_address(&mut self, value: &Value) -> Term {
        let address = self.address_term(value);
        self.pool.with_chosen(address)
    }

    /// Whether a pointer is null or another address at which no process has anything.
    fn is_address_of_nothing(&self, value: &Value) -> bool {
        match value {
            Value::Ptr { object, offset } if *object == ObjectId::NONE => {
                !self.width().is_possible_address(*offset)
            }
            _ => false,
        }
    }

    fn offset_of(&mut self, pointer: &Value) -> Term {
        match pointer {
            Value::Ptr { offset, .. } => self.pool.bits(64, u128::from(*offset)),
            Value::SymPtr { offset, .. } => *offset,
            _ => self.address_term(pointer),
        }
    }

    /// The address of a pointer or function as a term, with symbols if addresses are hidden.
    pub(super) fn address_term(&mut self, value: &Value) -> Term {
        self.state.heap.layout().address(self.pool, value)
    }

    fn compare_terms(&mut self, op: CompareOp, x: Term, y: Term) -> Option<Term> {
        let sort = self.pool.sort(x);
        if sort != self.pool.sort(y) {
            return None;
        }
        match (op, sort) {
            (CompareOp::Eq, _) => Some(self.pool.eq(x, y)),
            (CompareOp::Ne, _) => Some(self.pool.ne(x, y)),
            (CompareOp::Slt, Sort::Int) => Some(self.pool.int_lt(x, y)),
            (CompareOp::Sle, Sort::Int) => Some(self.pool.int_le(x, y)),
            (_, Sort::Bits(width)) => Some(match op {
                CompareOp::Ult => self.pool.ult(x, y),
                CompareOp::Ule => self.pool.ule(x, y),
                CompareOp::Slt => self.pool.slt(x, y),
                CompareOp::Sle => self.pool.sle(x, y),
                _ => self.overflows(op, x, y, width),
            }),
            (CompareOp::Ult, Sort::Bool) => {
                let not = self.pool.not(x);
                Some(self.pool.and(not, y))
            }
            (CompareOp::Ule, Sort::Bool) => Some(self.pool.implies(x, y)),
            (CompareOp::Slt, Sort::Bool) => {
                let not = self.pool.not(y);
                Some(self.pool.and(x, not))
            }
            (CompareOp::Sle, Sort::Bool) => Some(self.pool.implies(y, x)),
            _ => None,
        }
    }
}

/// The object of a pointer, if it has one.
fn offset_in_object(value: &Value) -> Option<ObjectId> {
    match value {
        Value::Ptr { object, .. } | Value::SymPtr { object, .. } if *object != ObjectId::NONE => {
            Some(*object)
        }
        _ => None,
    }
}
