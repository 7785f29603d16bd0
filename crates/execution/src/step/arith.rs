//! Unary and binary operations, selection.

use super::overflow::saturating;
use super::word;
use crate::machine::{Machine, Stop};
use crate::outcome::ReasonKind;
use crate::value::Value;
use sheaf_ir::{BinaryClass, BinaryOp, CompareOp, FailureKind, Flags, Operand, UnaryOp};
use sheaf_term::{Constant, Pool, Sort, Term};

sheaf_tuning::constants! {
    /// Maximum number of bits of two unbounded integers that are multiplied or divided.
    MAX_INT_BITS: u64 = 1 << 20, 1 << 12 => 1 << 21, "bits";
}

impl Machine<'_> {
    pub(super) fn unary(&mut self, op: UnaryOp, operand: Operand) -> Result<Value, Stop> {
        if matches!(op, UnaryOp::FNeg | UnaryOp::FAbs | UnaryOp::FSqrt) {
            return self.float_unary(op, operand);
        }
        if op == UnaryOp::Freeze {
            if self.is_uninitialized_input(operand) {
                let ty = self.program.module().funcs[self.func].type_of(operand);
                return Ok(self.uninitialized_value(&ty));
            }
            // From then on, the value that was read is fixed.
            return Ok(self.read(operand));
        }
        let value = self.scalars(operand)?;
        self.lift(&value, &mut |machine, value| {
            machine.unary_member(op, value)
        })
    }

    /// A unary operation on a non-union.
    fn unary_member(&mut self, op: UnaryOp, value: &Value) -> Result<Value, Stop> {
        let Some(term) = value.to_term(self.pool) else {
            return self.mistyped("expected a number");
        };
        let pool = &mut *self.pool;
        let result = match (op, pool.sort(term)) {
            (UnaryOp::Not, Sort::Bool) => pool.not(term),
            (UnaryOp::Not, Sort::Bits(_)) => pool.complement(term),
            (UnaryOp::Neg, Sort::Bits(_)) => pool.neg(term),
            (UnaryOp::Neg, Sort::Int) => pool.int_neg(term),
            (_, Sort::Bits(width)) => match op {
                UnaryOp::CountLeadingZeros => self.count_zeros(term, width, true),
                UnaryOp::CountTrailingZeros => self.count_zeros(term, width, false),
                UnaryOp::PopCount => self.pop_count(term, width),
                UnaryOp::ByteSwap => self.reverse(term, width, 8),
                _ => self.reverse(term, width, 1),
            },
            _ => return self.mistyped("the operation does not apply to this kind of value"),
        };
        Ok(Value::from_term(self.pool, result))
    }

    /// Number of leading or trailing zero bits, as a choice between the positions of the first one
    /// bit.
    fn count_zeros(&mut self, term: Term, width: u32, leading: bool) -> Term {
        let mut count = self.pool.bits(width, u128::from(width));
        let one = self.pool.bits(1, 1);
        for distance in (0..width).rev() {
            let position = if leading {
                width - 1 - distance
            } else {
                distance
            };
            let bit = self.pool.extract(term, position, position);
            let set = self.pool.eq(bit, one);
            let here = self.pool.bits(width, u128::from(distance));
            count = self.pool.ite(set, here, count);
        }
        count
    }

    fn pop_count(&mut self, term: Term, width: u32) -> Term {
        let mut count = self.pool.bits(width, 0);
        for position in 0..width {
            let bit = self.pool.extract(term, position, position);
            let bit = self.pool.zext(bit, width);
            count = self.pool.add(count, bit);
        }
        count
    }

    /// Reverses the groups of `group` bits.
    fn reverse(&mut self, term: Term, width: u32, group: u32) -> Term {
        let mut result = self.pool.extract(term, group - 1, 0);
        for low in (group..width).step_by(group as usize) {
            let next = self.pool.extract(term, low + group - 1, low);
            result = self.pool.concat(result, next);
        }
        result
    }

    pub(super) fn binary(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        a: Operand,
        b: Operand,
    ) -> Result<Value, Stop> {
        if op.class() == BinaryClass::Float {
            return self.float_binary(op, a, b);
        }
        let (left, right) = (self.scalars(a)?, self.scalars(b)?);
        self.lift2(&left, &right, &mut |machine, left, right| {
            machine.binary_member(op, flags, left, right)
        })
    }

    /// A binary operation on non-unions.
    fn binary_member(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        left: &Value,
        right: &Value,
    ) -> Result<Value, Stop> {
        if let (Value::Bits { width, bits: a }, Value::Bits { bits: b, .. }) = (left, right)
            && let Some(bits) = word::binary(op, flags.no_signed_wrap, *width, *a, *b)
        {
            return Ok(Value::Bits {
                width: *width,
                bits,
            });
        }
        let (Some(x), Some(y)) = (left.to_term(self.pool), right.to_term(self.pool)) else {
            return self.mistyped("expected a number");
        };
        let result = match (self.pool.sort(x), self.pool.sort(y)) {
            (Sort::Bits(width), Sort::Bits(other)) if width == other => {
                self.check_bits(op, flags, x, y, width);
                on_words(self.pool, op, x, y)
            }
            (Sort::Int, Sort::Int) => self.int_binary(op, x, y)?,
            (Sort::Bool, Sort::Bool) => match op {
                BinaryOp::And => Some(self.pool.and(x, y)),
                BinaryOp::Or => Some(self.pool.or(x, y)),
                BinaryOp::Xor => Some(self.pool.xor(x, y)),
                _ => None,
            },
            _ => None,
        };
        match result {
            Some(term) => Ok(Value::from_term(self.pool, term)),
            None => self.mistyped("the operation does not apply to these values"),
        }
    }

    /// The obligations of an operation on machine integers.
    fn check_bits(&mut self, op: BinaryOp, flags: Flags, x: Term, y: Term, width: u32) {
        match op {
            BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem => {
                let zero = self.pool.bits(width, 0);
                let fails = self.pool.eq(y, zero);
                self.obligation(FailureKind::DivisionByZero, fails, "division by zero");
                if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
                    let min = self.pool.bits(width, 1 << (width - 1));
                    let minus_one = self.pool.bits(width, u128::MAX);
                    let (a, b) = (self.pool.eq(x, min), self.pool.eq(y, minus_one));
                    let fails = self.pool.and(a, b);
                    self.obligation(
                        FailureKind::DivisionOverflow,
                        fails,
                        "the quotient does not fit its type",
                    );
                }
            }
            BinaryOp::Shl | BinaryOp::LShr | BinaryOp::AShr => {
                let limit = self.pool.bits(width, u128::from(width));
                let fails = self.pool.ule(limit, y);
                self.obligation(
                    FailureKind::Shift,
                    fails,
                    "shift by the width of the value or more",
                );
            }
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul
                if flags.no_signed_wrap && self.settings.counts(FailureKind::SignedOverflow) =>
            {
                let (compare, message) = match op {
                    BinaryOp::Add => (
                        CompareOp::SAddOverflows,
                        "the sum does not fit its signed type",
                    ),
                    BinaryOp::Sub => (
                        CompareOp::SSubOverflows,
                        "the difference does not fit its signed type",
                    ),
                    _ => (
                        CompareOp::SMulOverflows,
                        "the product does not fit its signed type",
                    ),
                };
                let fails = self.overflows(compare, x, y, width);
                self.obligation(FailureKind::SignedOverflow, fails, message);
            }
            _ => {}
        }
    }

    /// An operation on unbounded integers; `None` if there is none. Division truncates towards
    /// zero.
    ///
    /// # Errors
    /// When constants are so large that the operation would take long.
    fn int_binary(&mut self, op: BinaryOp, x: Term, y: Term) -> Result<Option<Term>, Stop> {
        if matches!(op, BinaryOp::Mul | BinaryOp::SDiv | BinaryOp::SRem) {
            let bits = [x, y].map(|it| match self.pool.as_constant(it) {
                Some(Constant::Int(value)) => value.bits(),
                _ => 0,
            });
            if bits[0] + bits[1] > MAX_INT_BITS.get() {
                let detail = "an operation on so large integers".to_string();
                return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
            }
        }
        if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            let zero = self.pool.int(0.into());
            let fails = self.pool.eq(y, zero);
            self.obligation(FailureKind::DivisionByZero, fails, "division by zero");
        }
        let pool = &mut *self.pool;
        Ok(Some(match op {
            BinaryOp::Add => pool.int_add(x, y),
            BinaryOp::Sub => pool.int_sub(x, y),
            BinaryOp::Mul => pool.int_mul(x, y),
            BinaryOp::SDiv => pool.int_div(x, y),
            BinaryOp::SRem => pool.int_rem(x, y),
            _ => return Ok(None),
        }))
    }

    pub(super) fn select(
        &mut self,
        condition: Operand,
        a: Operand,
        b: Operand,
    ) -> Result<Value, Stop> {
        let condition = self.scalar(condition)?;
        let (a, b) = (self.read(a), self.read(b));
        if self.pool.sort(condition) != Sort::Bool {
            return Err(self.type_error("expected a boolean"));
        }
        let condition = if self.pool.has_diagrams() || !(a.is_scalar() && b.is_scalar()) {
            self.settle(condition)
        } else {
            condition
        };
        Ok(Value::ite(self.pool, condition, &a, &b))
    }
}

/// An operation on machine integers without saturation, where it is defined; `None` if it is none.
pub(super) fn on_words(pool: &mut Pool, op: BinaryOp, x: Term, y: Term) -> Option<Term> {
    Some(match op {
        BinaryOp::Add => pool.add(x, y),
        BinaryOp::Sub => pool.sub(x, y),
        BinaryOp::Mul => pool.mul(x, y),
        BinaryOp::UDiv => pool.udiv(x, y),
        BinaryOp::SDiv => pool.sdiv(x, y),
        BinaryOp::URem => pool.urem(x, y),
        BinaryOp::SRem => pool.srem(x, y),
        BinaryOp::Shl => pool.shl(x, y),
        BinaryOp::LShr => pool.lshr(x, y),
        BinaryOp::AShr => pool.ashr(x, y),
        BinaryOp::And => pool.bit_and(x, y),
        BinaryOp::Or => pool.bit_or(x, y),
        BinaryOp::Xor => pool.bit_xor(x, y),
        BinaryOp::SMin | BinaryOp::SMax | BinaryOp::UMin | BinaryOp::UMax => {
            let less = match op {
                BinaryOp::SMin | BinaryOp::SMax => pool.slt(x, y),
                _ => pool.ult(x, y),
            };
            match op {
                BinaryOp::SMin | BinaryOp::UMin => pool.ite(less, x, y),
                _ => pool.ite(less, y, x),
            }
        }
        _ if op.class() == BinaryClass::Saturating => {
            let width = pool.width(x);
            saturating(pool, op, x, y, width)
        }
        _ => return None,
    })
}
