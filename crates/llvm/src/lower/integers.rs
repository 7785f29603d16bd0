//! Intrinsics on integers.

use super::Lower;
use super::function::FunctionLowering;
use crate::ll::Value;
use sheaf_ir::{BinaryOp, CastOp, CompareOp, Const, Flags, Operand, Type, UnaryOp};

impl FunctionLowering<'_, '_> {
    /// Lowers an intrinsic on integers; `None` for others.
    pub(super) fn integer_intrinsic(&mut self, inst: Value, name: &str) -> Lower<Option<Operand>> {
        let value = match name {
            "ctpop" => self.unary_intrinsic(inst, UnaryOp::PopCount)?,
            "bswap" => self.unary_intrinsic(inst, UnaryOp::ByteSwap)?,
            "bitreverse" => self.unary_intrinsic(inst, UnaryOp::BitReverse)?,
            "ctlz" => self.count_zeros(inst, UnaryOp::CountLeadingZeros)?,
            "cttz" => self.count_zeros(inst, UnaryOp::CountTrailingZeros)?,
            "smax" => self.binary_intrinsic(inst, BinaryOp::SMax)?,
            "smin" => self.binary_intrinsic(inst, BinaryOp::SMin)?,
            "umax" => self.binary_intrinsic(inst, BinaryOp::UMax)?,
            "umin" => self.binary_intrinsic(inst, BinaryOp::UMin)?,
            "sadd.sat" => self.binary_intrinsic(inst, BinaryOp::SAddSat)?,
            "uadd.sat" => self.binary_intrinsic(inst, BinaryOp::UAddSat)?,
            "ssub.sat" => self.binary_intrinsic(inst, BinaryOp::SSubSat)?,
            "usub.sat" => self.binary_intrinsic(inst, BinaryOp::USubSat)?,
            "sadd.with.overflow" => {
                self.overflow_intrinsic(inst, BinaryOp::Add, CompareOp::SAddOverflows)?
            }
            "uadd.with.overflow" => {
                self.overflow_intrinsic(inst, BinaryOp::Add, CompareOp::UAddOverflows)?
            }
            "ssub.with.overflow" => {
                self.overflow_intrinsic(inst, BinaryOp::Sub, CompareOp::SSubOverflows)?
            }
            "usub.with.overflow" => {
                self.overflow_intrinsic(inst, BinaryOp::Sub, CompareOp::USubOverflows)?
            }
            "smul.with.overflow" => {
                self.overflow_intrinsic(inst, BinaryOp::Mul, CompareOp::SMulOverflows)?
            }
            "umul.with.overflow" => {
                self.overflow_intrinsic(inst, BinaryOp::Mul, CompareOp::UMulOverflows)?
            }
            "abs" => self.absolute(inst)?,
            "fshl" => self.funnel_shift(inst, true)?,
            "fshr" => self.funnel_shift(inst, false)?,
            "scmp" => self.three_way(inst, CompareOp::Slt)?,
            "ucmp" => self.three_way(inst, CompareOp::Ult)?,
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// Operands of which booleans are integers of one bit.
    pub(super) fn in_bits<const N: usize>(&mut self, operands: [Operand; N]) -> [Operand; N] {
        operands.map(|operand| match self.type_of(operand) {
            Type::Bool => self.resize(operand, 1, false),
            _ => operand,
        })
    }

    /// The result of an operation on [`Self::in_bits`], of the type of this operand.
    pub(super) fn as_lane(&mut self, result: Operand, operand: Operand) -> Operand {
        match self.type_of(operand) {
            Type::Bool => self.cast(CastOp::Trunc, result, Type::Bool),
            _ => result,
        }
    }

    fn is_true(&mut self, value: Value) -> Lower<bool> {
        let operand = self.operand(value)?;
        Ok(matches!(self.constant_of(operand), Some(Const::Bool(true))))
    }

    /// Where the result for zero is undefined (C's `__builtin_clz`), it is arbitrary.
    fn count_zeros(&mut self, inst: Value, op: UnaryOp) -> Lower<Operand> {
        let a = self.operand(inst.operand(0))?;
        let zero_is_undefined = self.is_true(inst.operand(1))?;
        self.by_lane(inst.ty(), &[a], |this, lane| {
            let [a] = this.in_bits([lane[0]]);
            let count = this.unary(op, a);
            let count = this.as_lane(count, lane[0]);
            if !zero_is_undefined {
                return Ok(count);
            }
            let zero = this.bits(this.width_of(a), 0);
            let is_zero = this.compare(CompareOp::Eq, a, zero);
            let undefined = this.undefined(this.type_of(lane[0]));
            Ok(this.select(is_zero, undefined, count))
        })
    }

    /// C's `abs` of the least value overflows; the negation reports that, and for all other values
    /// it does not overflow.
    fn absolute(&mut self, inst: Value) -> Lower<Operand> {
        let a = self.operand(inst.operand(0))?;
        let flags = Flags {
            no_signed_wrap: self.is_true(inst.operand(1))?,
        };
        self.by_lane(inst.ty(), &[a], |this, lane| {
            let [a] = this.in_bits([lane[0]]);
            let zero = this.bits(this.width_of(a), 0);
            let negative = this.compare(CompareOp::Slt, a, zero);
            let negated = this.binary_with(BinaryOp::Sub, flags, zero, a);
            let result = this.select(negative, negated, a);
            Ok(this.as_lane(result, lane[0]))
        })
    }

    fn funnel_shift(&mut self, inst: Value, left: bool) -> Lower<Operand> {
        let [high, low] = self.two(inst)?;
        let distance = self.operand(inst.operand(2))?;
        self.by_lane(inst.ty(), &[high, low, distance], |this, lane| {
            Ok(this.scalar_funnel_shift(lane[0], lane[1], lane[2], left))
        })
    }

    /// One half of the shifted double-width value `high:low`. The distance is taken modulo the
    /// width, and a shift by the full width is avoided: the other operand is shifted by one and
    /// then by the rest.
    fn scalar_funnel_shift(
        &mut self,
        high: Operand,
        low: Operand,
        distance: Operand,
        left: bool,
    ) -> Operand {
        let width = self.width_of(high);
        if width == 1 {
            return if left { high } else { low };
        }
        let modulus = self.bits(width, width.into());
        let last = self.bits(width, u128::from(width) - 1);
        let one = self.bits(width, 1);
        let distance = match self.bits_of(distance) {
            Some(known) => self.bits(width, known % u128::from(width)),
            None if width.is_power_of_two() => self.binary(BinaryOp::And, distance, last),
            None => self.binary(BinaryOp::URem, distance, modulus),
        };
        let rest = match self.bits_of(distance) {
            Some(0) => return if left { high } else { low },
            Some(known) => self.bits(width, u128::from(width) - 1 - known),
            None => self.binary(BinaryOp::Sub, last, distance),
        };
        let (high_by, low_by) = if left {
            (distance, rest)
        } else {
            (rest, distance)
        };
        let (mut high, mut low) = (high, low);
        if left {
            low = self.binary(BinaryOp::LShr, low, one);
        } else {
            high = self.binary(BinaryOp::Shl, high, one);
        }
        high = self.binary(BinaryOp::Shl, high, high_by);
        low = self.binary(BinaryOp::LShr, low, low_by);
        self.binary(BinaryOp::Or, high, low)
    }

    /// -1, 0 or 1 for less, equal or greater.
    fn three_way(&mut self, inst: Value, less: CompareOp) -> Lower<Operand> {
        let operands = self.two(inst)?;
        let ty = if inst.ty().is_vector() {
            inst.ty().element()
        } else {
            inst.ty()
        };
        let Type::Bits(width) = super::types::lower_type(ty)? else {
            return super::unsupported(inst.text());
        };
        self.by_lane(inst.operand(0).ty(), &operands, |this, lane| {
            let below = this.scalar_compare(less, lane[0], lane[1]);
            let above = this.scalar_compare(less, lane[1], lane[0]);
            let (minus, zero, plus) = (
                this.bits(width, u128::MAX),
                this.bits(width, 0),
                this.bits(width, 1),
            );
            let not_below = this.select(above, plus, zero);
            Ok(this.select(below, minus, not_below))
        })
    }
}
