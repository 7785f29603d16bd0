//! Intrinsics on floats.

use super::function::FunctionLowering;
use super::fusion::may_fuse;
use super::types::lower_type;
use super::{Lower, unsupported};
use crate::ll::{TyKind, Value};
use llvm_sys::LLVMOpcode;
use sheaf_ir::{BinaryOp, CastOp, CompareOp, Const, FloatKind, Operand, Type, UnaryOp};

/// Intrinsics that are functions of math.h; those for `float` and `long double` end in `f` and `l`.
const LIBRARY: &[&str] = &[
    "acos",
    "asin",
    "atan",
    "atan2",
    "ceil",
    "cos",
    "cosh",
    "exp",
    "exp10",
    "exp2",
    "floor",
    "fma",
    "ldexp",
    "llrint",
    "llround",
    "log",
    "log10",
    "log2",
    "lrint",
    "lround",
    "nearbyint",
    "pow",
    "rint",
    "round",
    "roundeven",
    "sin",
    "sinh",
    "tan",
    "tanh",
    "trunc",
];

/// The classes of `llvm.is.fpclass`, as bits of its mask.
mod class {
    pub const SIGNALLING: u128 = 1 << 0;
    pub const QUIET: u128 = 1 << 1;
    pub const NEGATIVE: [u128; 4] = [1 << 5, 1 << 4, 1 << 3, 1 << 2];
    pub const POSITIVE: [u128; 4] = [1 << 6, 1 << 7, 1 << 8, 1 << 9];
}

impl FunctionLowering<'_, '_> {
    /// Lowers an intrinsic on floats; `None` for others.
    pub(super) fn float_intrinsic(&mut self, inst: Value, name: &str) -> Lower<Option<Operand>> {
        let value = match name {
            "fabs" => self.unary_intrinsic(inst, UnaryOp::FAbs)?,
            "sqrt" => self.unary_intrinsic(inst, UnaryOp::FSqrt)?,
            "copysign" => self.binary_intrinsic(inst, BinaryOp::FCopySign)?,
            "minnum" => self.binary_intrinsic(inst, BinaryOp::FMin)?,
            "maxnum" => self.binary_intrinsic(inst, BinaryOp::FMax)?,
            "fmuladd" => self.multiply_add(inst)?,
            "is.fpclass" => self.classify(inst)?,
            _ if LIBRARY.contains(&name) => self.library_function(inst, name)?,
            _ => return Ok(None),
        };
        Ok(Some(value))
    }

    /// Product and sum, rounded once if the function may use an instruction for that, otherwise
    /// each. clang makes a difference a sum with a negated operand.
    fn multiply_add(&mut self, inst: Value) -> Lower<Operand> {
        let [a, b, c] = [0, 1, 2].map(|index| inst.operand(index));
        let is_extended = inst.ty().kind() == TyKind::LLVMX86_FP80TypeKind;
        if !is_extended && may_fuse(inst.parent().function()) {
            return self.of_library(inst, "fma", &[a, b, c]);
        }
        let negated = |value: Value| {
            let is_negated = value.is_instruction_of(LLVMOpcode::LLVMFNeg);
            is_negated.then(|| value.operand(0))
        };
        let (a, c, subtracts_product, subtracts_other) = match (negated(a), negated(c)) {
            (_, Some(c)) => (a, c, false, true),
            (Some(a), None) => (a, c, true, false),
            (None, None) => (a, c, false, false),
        };
        let operands = [self.operand(a)?, self.operand(b)?, self.operand(c)?];
        self.by_lane(inst.ty(), &operands, |this, lane| {
            let product = this.binary(BinaryOp::FMul, lane[0], lane[1]);
            Ok(match (subtracts_product, subtracts_other) {
                (true, _) => this.binary(BinaryOp::FSub, lane[2], product),
                (_, true) => this.binary(BinaryOp::FSub, product, lane[2]),
                _ => this.binary(BinaryOp::FAdd, product, lane[2]),
            })
        })
    }

    fn library_function(&mut self, inst: Value, name: &str) -> Lower<Operand> {
        self.of_library(inst, name, &inst.arguments())
    }

    /// A function of math.h on these operands of an instruction.
    fn of_library(&mut self, inst: Value, name: &str, arguments: &[Value]) -> Lower<Operand> {
        let mut operands = Vec::new();
        for argument in arguments {
            operands.push(self.operand(*argument)?);
        }
        let result = if inst.ty().is_vector() {
            lower_type(inst.ty().element())?
        } else {
            lower_type(inst.ty())?
        };
        self.by_lane(inst.ty(), &operands, |this, lane| {
            let suffix = match this.type_of(lane[0]) {
                Type::Float(FloatKind::F32) => "f",
                Type::Float(FloatKind::F64) => "",
                Type::Float(FloatKind::F80) => "l",
                _ => return unsupported(format!("llvm.{name}")),
            };
            let name = format!("{name}{suffix}");
            match this.call_library(&name, lane.to_vec(), Some(result.clone())) {
                Some(value) => Ok(value),
                None => unsupported(name),
            }
        })
    }

    /// Whether a float is in one of the classes of a mask, by its bit pattern.
    fn classify(&mut self, inst: Value) -> Lower<Operand> {
        let a = self.operand(inst.operand(0))?;
        let mask = self.operand(inst.operand(1))?;
        let Some(mask) = self.bits_of(mask) else {
            return unsupported("llvm.is.fpclass");
        };
        self.by_lane(inst.operand(0).ty(), &[a], |this, lane| {
            let Type::Float(kind) = this.type_of(lane[0]) else {
                return unsupported("llvm.is.fpclass");
            };
            Ok(match this.as_number(lane[0], kind, mask) {
                Some(test) => test,
                None => this.is_in_classes(lane[0], kind, mask),
            })
        })
    }

    /// Tests a frequent mask by comparing numbers: a result of symbolic arithmetic has no bit
    /// pattern yet.
    fn as_number(&mut self, a: Operand, kind: FloatKind, mask: u128) -> Option<Operand> {
        let nan = class::SIGNALLING | class::QUIET;
        let both = |index: usize| class::NEGATIVE[index] | class::POSITIVE[index];
        let (infinite, finite) = (both(3), both(0) | both(1) | both(2));
        if mask == nan || mask == infinite | finite {
            let is_nan = self.compare(CompareOp::FUnordered, a, a);
            return Some(if mask == nan {
                is_nan
            } else {
                self.not(is_nan)
            });
        }
        if mask != infinite && mask != finite {
            return None;
        }
        let magnitude = self.unary(UnaryOp::FAbs, a);
        let infinity = Const::Float(kind, Bounds::of(kind).infinite);
        let infinity = self.builder.constant(infinity);
        let op = if mask == infinite {
            CompareOp::FEq
        } else {
            CompareOp::FLt
        };
        Some(self.compare(op, magnitude, infinity))
    }

    fn is_in_classes(&mut self, a: Operand, kind: FloatKind, mask: u128) -> Operand {
        let width = kind.width();
        let pattern = self.cast(CastOp::Bitcast, a, Type::Bits(width));
        let zero = self.bits(width, 0);
        let magnitude_mask = self.bits(width, u128::MAX >> (129 - width));
        let magnitude = self.binary(BinaryOp::And, pattern, magnitude_mask);
        let negative = self.compare(CompareOp::Slt, pattern, zero);
        let positive = self.not(negative);
        let bounds = Bounds::of(kind);
        // Ascending: zero, subnormal, normal, infinite, NaN.
        let limits = [1, bounds.normal, bounds.infinite, bounds.infinite + 1];
        let mut result = self.bool(false);
        let mut low = 0;
        for (index, high) in limits.into_iter().enumerate() {
            for (sign, classes) in [(negative, class::NEGATIVE), (positive, class::POSITIVE)] {
                if mask & classes[index] != 0 {
                    let inside = self.is_between(magnitude, low, high);
                    let inside = self.binary(BinaryOp::And, inside, sign);
                    result = self.binary(BinaryOp::Or, result, inside);
                }
            }
            low = high;
        }
        let end = 1 << (width - 1);
        for (wanted, low, high) in [
            (class::SIGNALLING, bounds.infinite + 1, bounds.quiet),
            (class::QUIET, bounds.quiet, end),
        ] {
            if mask & wanted != 0 {
                let inside = self.is_between(magnitude, low, high);
                result = self.binary(BinaryOp::Or, result, inside);
            }
        }
        result
    }

    /// `low <= a < high`, unsigned.
    fn is_between(&mut self, a: Operand, low: u128, high: u128) -> Operand {
        let width = self.width_of(a);
        let low = self.bits(width, low);
        let high = self.bits(width, high);
        let above = self.compare(CompareOp::Ule, low, a);
        let below = self.compare(CompareOp::Ult, a, high);
        self.binary(BinaryOp::And, above, below)
    }
}

/// The least magnitudes of the classes of floats.
struct Bounds {
    normal: u128,
    infinite: u128,
    quiet: u128,
}

impl Bounds {
    fn of(kind: FloatKind) -> Self {
        // The width of the stored fraction; the 80-bit format also stores the leading bit, which is
        // set for normal numbers.
        let (fraction, exponent, leading) = match kind {
            FloatKind::F16 => (10, 5, 0),
            FloatKind::F32 => (23, 8, 0),
            FloatKind::F64 => (52, 11, 0),
            FloatKind::F80 => (64, 15, 1u128 << 63),
            FloatKind::F128 => (112, 15, 0),
        };
        let infinite = ((1u128 << exponent) - 1) << fraction | leading;
        let quiet_bit = if leading == 0 { fraction - 1 } else { 62 };
        Bounds {
            normal: 1 << fraction | leading,
            infinite,
            quiet: infinite | 1 << quiet_bit,
        }
    }
}
