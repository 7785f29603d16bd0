//! Integers of more than 128 bits, which clang uses for `_BitInt` and to access long bit-fields:
//! tuples of 64-bit limbs, the lowest first. Bits of the last limb above the width are zero.

use super::function::FunctionLowering;
use super::instructions::opcode_name;
use super::{Lower, unsupported};
use crate::ll::{Ty, TyKind, Value};
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};
use sheaf_ir::{BinaryOp, CompareOp, Const, FailureKind, Op, Operand, Type};

/// Bits of a limb.
const LIMB: u32 = 64;

/// Operations of the library on limbs, by their number there (`__sheaf_wide`).
#[derive(Clone, Copy)]
enum WideOperation {
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
}

/// Integers wider than this are not supported.
const MAX_WIDTH: u32 = 4096;

/// Whether a type is an integer that is represented in limbs.
pub(super) fn is_wide(ty: Ty) -> bool {
    ty.kind() == TyKind::LLVMIntegerTypeKind && ty.width() > 128
}

/// The type of a wide integer.
pub(super) fn wide_type(width: u32) -> Option<Type> {
    let limbs = vec![Type::Bits(LIMB); width.div_ceil(LIMB) as usize];
    (width <= MAX_WIDTH).then(|| Type::Tuple(limbs.into()))
}

/// The constant with these limbs.
pub(super) fn wide_constant(limbs: &[u64]) -> Const {
    let limb = |value: &u64| Const::Bits {
        width: LIMB,
        value: (*value).into(),
    };
    Const::Tuple(limbs.iter().map(limb).collect())
}

impl FunctionLowering<'_, '_> {
    /// A wide integer from its limbs; bits above the width are truncated.
    fn wide(&mut self, mut limbs: Vec<Operand>, width: u32) -> Operand {
        limbs.truncate(width.div_ceil(LIMB) as usize);
        let used = width % LIMB;
        if used != 0
            && let Some(last) = limbs.pop()
        {
            let mask = self.bits(LIMB, (1 << used) - 1);
            limbs.push(self.binary(BinaryOp::And, last, mask));
        }
        self.tuple(limbs)
    }

    /// Limbs of a wide integer with the last one sign-extended.
    fn signed_limbs(&mut self, a: Operand, width: u32) -> Vec<Operand> {
        let mut limbs = self.members(a);
        let used = width % LIMB;
        if used != 0
            && let Some(last) = limbs.pop()
        {
            let last = self.resize(last, used, false);
            limbs.push(self.resize(last, LIMB, true));
        }
        limbs
    }

    /// All ones if the limb is negative, else zero.
    fn sign_of(&mut self, limb: Operand) -> Operand {
        let distance = self.bits(LIMB, u128::from(LIMB) - 1);
        self.binary(BinaryOp::AShr, limb, distance)
    }

    pub(super) fn wide_arithmetic(&mut self, opcode: LLVMOpcode, value: Value) -> Lower<Operand> {
        let width = value.operand(0).ty().width();
        let a = self.operand(value.operand(0))?;
        let b = self.operand(value.operand(1))?;
        let op = match opcode {
            LLVMOpcode::LLVMAnd => BinaryOp::And,
            LLVMOpcode::LLVMOr => BinaryOp::Or,
            LLVMOpcode::LLVMXor => BinaryOp::Xor,
            LLVMOpcode::LLVMAdd | LLVMOpcode::LLVMSub => {
                return Ok(self.wide_sum(a, b, width, opcode == LLVMOpcode::LLVMSub));
            }
            LLVMOpcode::LLVMMul => return Ok(self.wide_product(a, b, width)),
            LLVMOpcode::LLVMShl | LLVMOpcode::LLVMLShr | LLVMOpcode::LLVMAShr => {
                return Ok(self.wide_shift(opcode, a, b, width));
            }
            LLVMOpcode::LLVMUDiv => {
                return Ok(self.wide_quotient(WideOperation::UDiv, a, b, width));
            }
            LLVMOpcode::LLVMSDiv => {
                return Ok(self.wide_quotient(WideOperation::SDiv, a, b, width));
            }
            LLVMOpcode::LLVMURem => {
                return Ok(self.wide_quotient(WideOperation::URem, a, b, width));
            }
            LLVMOpcode::LLVMSRem => {
                return Ok(self.wide_quotient(WideOperation::SRem, a, b, width));
            }
            _ => {
                let name = opcode_name(opcode);
                return unsupported(format!("{name} of {}", value.ty().text()));
            }
        };
        let pairs = self.members(a).into_iter().zip(self.members(b));
        let limbs = pairs.map(|(a, b)| self.binary(op, a, b)).collect();
        Ok(self.tuple(limbs))
    }

    fn wide_sum(&mut self, a: Operand, b: Operand, width: u32, subtract: bool) -> Operand {
        let (op, overflows) = if subtract {
            (BinaryOp::Sub, CompareOp::USubOverflows)
        } else {
            (BinaryOp::Add, CompareOp::UAddOverflows)
        };
        let mut carry = self.bool(false);
        let mut limbs = Vec::new();
        let pairs: Vec<_> = self.members(a).into_iter().zip(self.members(b)).collect();
        for (a, b) in pairs {
            let first = self.binary(op, a, b);
            let first_carry = self.compare(overflows, a, b);
            let carried = self.resize(carry, LIMB, false);
            limbs.push(self.binary(op, first, carried));
            let second_carry = self.compare(overflows, first, carried);
            carry = self.binary(BinaryOp::Or, first_carry, second_carry);
        }
        self.wide(limbs, width)
    }

    /// Schoolbook multiplication: no step exceeds two limbs.
    fn wide_product(&mut self, a: Operand, b: Operand, width: u32) -> Operand {
        let (a, b) = (self.members(a), self.members(b));
        let zero = self.bits(LIMB, 0);
        let limb = self.bits(2 * LIMB, LIMB.into());
        let mut product = vec![zero; a.len()];
        for (low, a) in a.into_iter().enumerate() {
            let a = self.resize(a, 2 * LIMB, false);
            let mut carry = self.bits(2 * LIMB, 0);
            for (place, b) in product[low..].iter_mut().zip(&b) {
                let b = self.resize(*b, 2 * LIMB, false);
                let sum = self.binary(BinaryOp::Mul, a, b);
                let before = self.resize(*place, 2 * LIMB, false);
                let sum = self.binary(BinaryOp::Add, sum, before);
                let sum = self.binary(BinaryOp::Add, sum, carry);
                *place = self.resize(sum, LIMB, false);
                carry = self.binary(BinaryOp::LShr, sum, limb);
            }
        }
        self.wide(product, width)
    }

    /// A quotient or remainder, with the checks of narrower ones.
    fn wide_quotient(
        &mut self,
        operation: WideOperation,
        a: Operand,
        b: Operand,
        width: u32,
    ) -> Operand {
        let zero = self
            .builder
            .constant(wide_constant(&vec![0; width.div_ceil(LIMB) as usize]));
        let is_zero = self.wide_equal(b, zero);
        let divides = self.not(is_zero);
        self.check(divides, FailureKind::DivisionByZero, "division by zero");
        let signed = matches!(operation, WideOperation::SDiv | WideOperation::SRem);
        if !signed {
            let (a, b) = (self.members(a), self.members(b));
            return self.wide_call(operation, a, b, width);
        }
        let (a, b) = (self.signed_limbs(a, width), self.signed_limbs(b, width));
        let fits = self.quotient_fits(&a, &b, width);
        let message = "the quotient does not fit its type";
        self.check(fits, FailureKind::DivisionOverflow, message);
        self.wide_call(operation, a, b, width)
    }

    /// Whether the dividend is not the least number or the divisor not -1; limbs are sign-extended.
    fn quotient_fits(&mut self, a: &[Operand], b: &[Operand], width: u32) -> Operand {
        let last = a.len() - 1;
        let least = u128::from(u64::MAX << ((width - 1) % LIMB));
        let mut fits = self.bool(false);
        for (index, (a, b)) in a.iter().zip(b).enumerate() {
            let least = self.bits(LIMB, if index == last { least } else { 0 });
            let minus_one = self.bits(LIMB, u64::MAX.into());
            for (limb, other) in [(*a, least), (*b, minus_one)] {
                let differs = self.compare(CompareOp::Ne, limb, other);
                fits = self.binary(BinaryOp::Or, fits, differs);
            }
        }
        fits
    }

    /// An operation on limbs that the library has.
    fn wide_call(
        &mut self,
        operation: WideOperation,
        a: Vec<Operand>,
        b: Vec<Operand>,
        width: u32,
    ) -> Operand {
        let ty = Type::Tuple(vec![Type::Bits(LIMB); a.len()].into());
        let mut args = vec![self.bits(32, operation as u128)];
        args.extend(a.into_iter().chain(b));
        match self.call_library("__sheaf_wide", args, Some(ty)) {
            Some(result) => {
                let limbs = self.members(result);
                self.wide(limbs, width)
            }
            None => self.tuple(Vec::new()),
        }
    }

    /// A shift by any distance, which is checked.
    fn wide_shift(
        &mut self,
        opcode: LLVMOpcode,
        a: Operand,
        distance: Operand,
        width: u32,
    ) -> Operand {
        let known = self.wide_value(distance).filter(|it| *it < width);
        if let Some(distance) = known {
            return self.shift_by_constant(opcode, a, distance, width);
        }
        let mut limit = vec![0; width.div_ceil(LIMB) as usize];
        limit[0] = u64::from(width);
        let limit = self.builder.constant(wide_constant(&limit));
        let fits = self.wide_less(distance, limit, width, false);
        let message = "shift by the width of the value or more";
        self.check(fits, FailureKind::Shift, message);
        let (operation, limbs) = match opcode {
            LLVMOpcode::LLVMShl => (WideOperation::Shl, self.members(a)),
            LLVMOpcode::LLVMLShr => (WideOperation::LShr, self.members(a)),
            _ => (WideOperation::AShr, self.signed_limbs(a, width)),
        };
        let distance = self.members(distance);
        self.wide_call(operation, limbs, distance, width)
    }

    /// Shifts by a constant distance, as needed for bit-fields.
    fn shift_by_constant(
        &mut self,
        opcode: LLVMOpcode,
        a: Operand,
        distance: u32,
        width: u32,
    ) -> Operand {
        let (whole, part) = ((distance / LIMB) as usize, distance % LIMB);
        let zero = self.bits(LIMB, 0);
        if opcode == LLVMOpcode::LLVMShl {
            let limbs = self.members(a);
            let mut shifted = Vec::new();
            for index in 0..limbs.len() {
                let limb_at = |back: usize| match index.checked_sub(back) {
                    Some(from) => limbs[from],
                    None => zero,
                };
                shifted.push(self.join(limb_at(whole + 1), limb_at(whole), LIMB - part));
            }
            return self.wide(shifted, width);
        }
        let (limbs, fill) = if opcode == LLVMOpcode::LLVMAShr {
            let limbs = self.signed_limbs(a, width);
            let fill = self.sign_of(limbs[limbs.len() - 1]);
            (limbs, fill)
        } else {
            (self.members(a), zero)
        };
        let mut shifted = Vec::new();
        for index in 0..limbs.len() {
            let limb_at = |on: usize| limbs.get(index + on).copied().unwrap_or(fill);
            shifted.push(self.join(limb_at(whole), limb_at(whole + 1), part));
        }
        self.wide(shifted, width)
    }

    /// The limb at `from` bits above the start of `low`, followed by `high`.
    fn join(&mut self, low: Operand, high: Operand, from: u32) -> Operand {
        match from {
            0 => low,
            LIMB => high,
            _ => {
                let down = self.bits(LIMB, from.into());
                let up = self.bits(LIMB, (LIMB - from).into());
                let low = self.binary(BinaryOp::LShr, low, down);
                let high = self.binary(BinaryOp::Shl, high, up);
                self.binary(BinaryOp::Or, low, high)
            }
        }
    }

    /// The value of a wide constant that fits 32 bits.
    fn wide_value(&self, a: Operand) -> Option<u32> {
        let Some(Const::Tuple(limbs)) = self.constant_of(a) else {
            return None;
        };
        let mut values = limbs.iter().map(|limb| match limb {
            Const::Bits { value, .. } => Some(*value),
            _ => None,
        });
        let first = values.next().flatten()?;
        let rest = values.all(|value| value == Some(0));
        u32::try_from(first).ok().filter(|_| rest)
    }

    /// A truncation or extension from or to a wide integer.
    pub(super) fn wide_conversion(&mut self, opcode: LLVMOpcode, value: Value) -> Lower<Operand> {
        let a = self.operand(value.operand(0))?;
        let (from, to) = (value.operand(0).ty(), value.ty());
        let signed = opcode == LLVMOpcode::LLVMSExt;
        match opcode {
            LLVMOpcode::LLVMTrunc if is_wide(to) => {
                let limbs = self.members(a);
                Ok(self.wide(limbs, to.width()))
            }
            LLVMOpcode::LLVMTrunc => {
                let limbs = self.members(a);
                Ok(self.narrow(limbs[0], limbs[1], to.width()))
            }
            LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMSExt => {
                let mut limbs = if !is_wide(from) {
                    self.split(a, signed)
                } else if signed {
                    self.signed_limbs(a, from.width())
                } else {
                    self.members(a)
                };
                let fill = match signed {
                    true => self.sign_of(limbs[limbs.len() - 1]),
                    false => self.bits(LIMB, 0),
                };
                limbs.resize(to.width().div_ceil(LIMB) as usize, fill);
                Ok(self.wide(limbs, to.width()))
            }
            other => unsupported(format!("{} of {}", opcode_name(other), from.text())),
        }
    }

    /// The low bits of two limbs as an integer of at most 128 bits.
    fn narrow(&mut self, low: Operand, high: Operand, width: u32) -> Operand {
        if width == 1 {
            return self.cast(sheaf_ir::CastOp::Trunc, low, Type::Bool);
        }
        if width <= LIMB {
            return self.resize(low, width, false);
        }
        let low = self.resize(low, 2 * LIMB, false);
        let high = self.resize(high, 2 * LIMB, false);
        let distance = self.bits(2 * LIMB, LIMB.into());
        let high = self.binary(BinaryOp::Shl, high, distance);
        let both = self.binary(BinaryOp::Or, low, high);
        self.resize(both, width, false)
    }

    /// An integer of at most 128 bits as two limbs.
    fn split(&mut self, a: Operand, signed: bool) -> Vec<Operand> {
        let both = self.resize(a, 2 * LIMB, signed);
        let distance = self.bits(2 * LIMB, LIMB.into());
        let high = self.binary(BinaryOp::LShr, both, distance);
        vec![
            self.resize(both, LIMB, false),
            self.resize(high, LIMB, false),
        ]
    }

    pub(super) fn wide_compare(
        &mut self,
        predicate: LLVMIntPredicate,
        a: Operand,
        b: Operand,
        width: u32,
    ) -> Operand {
        use LLVMIntPredicate::*;
        let (a, b) = match predicate {
            LLVMIntUGT | LLVMIntULE | LLVMIntSGT | LLVMIntSLE => (b, a),
            _ => (a, b),
        };
        match predicate {
            LLVMIntEQ => self.wide_equal(a, b),
            LLVMIntNE => {
                let equal = self.wide_equal(a, b);
                self.not(equal)
            }
            LLVMIntULT | LLVMIntUGT => self.wide_less(a, b, width, false),
            LLVMIntSLT | LLVMIntSGT => self.wide_less(a, b, width, true),
            LLVMIntUGE | LLVMIntULE => {
                let less = self.wide_less(a, b, width, false);
                self.not(less)
            }
            LLVMIntSGE | LLVMIntSLE => {
                let less = self.wide_less(a, b, width, true);
                self.not(less)
            }
        }
    }

    fn wide_equal(&mut self, a: Operand, b: Operand) -> Operand {
        let mut equal = self.bool(true);
        let pairs: Vec<_> = self.members(a).into_iter().zip(self.members(b)).collect();
        for (a, b) in pairs {
            let limbs_equal = self.compare(CompareOp::Eq, a, b);
            equal = self.binary(BinaryOp::And, equal, limbs_equal);
        }
        equal
    }

    /// Compares from the lowest limb up: less in a limb, or equal there and less below.
    fn wide_less(&mut self, a: Operand, b: Operand, width: u32, signed: bool) -> Operand {
        let (a, b) = if signed {
            (self.signed_limbs(a, width), self.signed_limbs(b, width))
        } else {
            (self.members(a), self.members(b))
        };
        let mut less = self.bool(false);
        let last = a.len() - 1;
        for (index, (a, b)) in a.into_iter().zip(b).enumerate() {
            let op = match signed && index == last {
                true => CompareOp::Slt,
                false => CompareOp::Ult,
            };
            let below = self.compare(op, a, b);
            let equal = self.compare(CompareOp::Eq, a, b);
            let less_below = self.binary(BinaryOp::And, equal, less);
            less = self.binary(BinaryOp::Or, below, less_below);
        }
        less
    }

    /// Offset of a limb in memory, and its width there.
    fn limb_place(width: u32, index: u32) -> (i64, u32) {
        let stored = width.div_ceil(8) * 8;
        let start = index * LIMB;
        (i64::from(start / 8), LIMB.min(stored - start))
    }

    pub(super) fn wide_load(&mut self, ptr: Operand, width: u32) -> Operand {
        let mut limbs = Vec::new();
        for index in 0..width.div_ceil(LIMB) {
            let (offset, part) = Self::limb_place(width, index);
            let at = self.displace(ptr, offset);
            let limb = self.load_scalar(at, Type::Bits(part));
            limbs.push(self.resize(limb, LIMB, false));
        }
        self.wide(limbs, width)
    }

    pub(super) fn wide_store(&mut self, ptr: Operand, value: Operand, width: u32) {
        for (index, limb) in (0..).zip(self.members(value)) {
            let (offset, part) = Self::limb_place(width, index);
            let ptr = self.displace(ptr, offset);
            let value = self.resize(limb, part, false);
            self.builder.push_void(Op::Store { ptr, value });
        }
    }
}
