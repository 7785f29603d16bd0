//! Floats in programs that may change the rounding mode (`fesetround`): operations that round
//! become calls that check it (`runtime/fenv.c`), because the representation's operations always
//! round to nearest.

use super::Lowering;
use super::function::FunctionLowering;
use sheaf_ir::{BinaryOp, Callee, CastOp, FloatKind, Op, Operand, Type};

/// Functions that change the rounding.
const CHANGING: &[&str] = &["fesetround", "fesetenv", "feupdateenv"];

/// Prefixes of intrinsics whose results are rounded.
const ROUNDING: &[&str] = &[
    "__sheaf_fdim",
    "__sheaf_format_",
    "__sheaf_host_",
    "__sheaf_ldexp",
    "__sheaf_parse_",
    "__sheaf_sqrt",
    "fma",
];

/// Intrinsics that round to an integer by the mode; the library has them by this prefix.
const BY_MODE: &[&str] = &["rint", "nearbyint", "lrint", "llrint"];
const BY_MODE_PREFIX: &str = "__sheaf_rounded_";

/// Intrinsics with the same prefixes that are exact.
const EXACT: &[&str] = &["fmax", "fmaxf", "fmaxl"];

impl Lowering<'_> {
    /// Whether the program may change the rounding mode.
    pub(super) fn may_change_rounding(&self) -> bool {
        let mut functions = self.modules.iter().flat_map(|module| module.functions());
        functions.any(|it| it.is_declaration() && CHANGING.contains(&it.name().as_str()))
    }
}

impl FunctionLowering<'_, '_> {
    /// An operation with dynamic rounding, if it rounds.
    pub(super) fn rounded_arithmetic(
        &mut self,
        op: BinaryOp,
        a: Operand,
        b: Operand,
    ) -> Option<Operand> {
        let operation = match op {
            BinaryOp::FAdd => 0,
            BinaryOp::FSub => 1,
            BinaryOp::FMul => 2,
            BinaryOp::FDiv => 3,
            _ => return None,
        };
        let ty = self.type_of(a);
        let name = match ty {
            Type::Float(FloatKind::F32) => "__sheaf_rounded_float",
            Type::Float(FloatKind::F64) => "__sheaf_rounded_double",
            Type::Float(FloatKind::F80) => "__sheaf_rounded_long_double",
            _ => {
                self.needs_nearest("arithmetic of this format");
                return None;
            }
        };
        let operation = self.bits(32, operation);
        self.call_library(name, vec![operation, a, b], Some(ty))
    }

    /// A conversion with dynamic rounding, if it rounds: through the 80-bit format, which
    /// represents all operands exactly.
    pub(super) fn rounded_conversion(
        &mut self,
        op: CastOp,
        a: Operand,
        ty: &Type,
    ) -> Option<Operand> {
        use FloatKind::{F32, F64, F80};
        let name = match ty {
            Type::Float(F32) => "__sheaf_narrowed_float",
            Type::Float(F64) => "__sheaf_narrowed_double",
            _ => return None,
        };
        let is_exact = match (op, self.type_of(a), ty) {
            (CastOp::FToF, Type::Float(F32), _) => true,
            (CastOp::FToF, Type::Float(F64), Type::Float(F32)) => false,
            (CastOp::FToF, Type::Float(F80), _) => false,
            (CastOp::SToF | CastOp::UToF, Type::Bits(width), _) if width <= 64 => false,
            (CastOp::FToF | CastOp::SToF | CastOp::UToF, ..) => {
                self.needs_nearest("a conversion from this format");
                true
            }
            _ => true,
        };
        if is_exact {
            return None;
        }
        let wide = match self.type_of(a) {
            Type::Float(F80) => a,
            _ => self.builder.push(Op::Cast(op, a), Type::Float(F80)),
        };
        self.call_library(name, vec![wide], Some(ty.clone()))
    }

    /// The library function that does the same as an intrinsic, by the rounding mode.
    pub(super) fn by_mode(&self, callee: &Callee) -> Option<String> {
        let Callee::Intrinsic(name) = callee else {
            return None;
        };
        let name = &*self.cx.module.names[*name];
        let of_format = |it: &&str| matches!(name.strip_prefix(*it), Some("" | "f" | "l"));
        let is_by_mode = BY_MODE.iter().any(of_format);
        is_by_mode.then(|| format!("{BY_MODE_PREFIX}{name}"))
    }

    /// Checks before a call that the rounding mode is to nearest, if the callee rounds.
    pub(super) fn call_needs_nearest(&mut self, callee: &Callee) {
        if let Callee::Intrinsic(name) = callee {
            let name = self.cx.module.names[*name].to_string();
            let rounds = ROUNDING.iter().any(|start| name.starts_with(start));
            if rounds && !EXACT.contains(&name.as_str()) {
                self.needs_nearest(name.trim_start_matches("__sheaf_"));
            }
        }
    }

    /// Checks that the rounding mode is to nearest for the next operation.
    pub(super) fn needs_nearest(&mut self, what: &str) {
        let text = format!("{what} with a rounding mode other than to nearest");
        let text = self.cx.input_name(&text);
        let text = self.builder.constant(text);
        self.call_library("__sheaf_needs_nearest", vec![text], None);
    }
}
