//! math.h on concrete numbers. Functions with a symbolic argument are not modelled.
//!
//! What IEEE 754 defines exactly is computed exactly, in every format. The others are computed in double precision by the host.

use super::Run;
use super::arguments::{effect, float, float_value, int, int_value};
use sheaf_engine::float::{self as ieee, Integral};
use sheaf_engine::{Effect, Value};
use sheaf_ir::FloatKind::{self, F32, F64, F80};

/// Rows for a function's three formats: `double`, `float`, `long double`.
macro_rules! formats {
    ($($group:ident: $($name:literal, $float:literal, $long:literal => $compute:expr;)*)*) => {
        pub const TABLE: &[(&str, Run)] = &[
            $($(
                ($name, |_, args| $group(args, F64, $name, $compute)),
                ($float, |_, args| $group(args, F32, $float, $compute)),
                ($long, |_, args| $group(args, F80, $long, $compute)),
            )*)*
            ("ldexp", |_, args| scale(args, F64)),
            ("ldexpf", |_, args| scale(args, F32)),
            ("scalbn", |_, args| scale(args, F64)),
            ("__signbit", |_, args| sign(args, F64)),
            ("__signbitf", |_, args| sign(args, F32)),
            ("__signbitl", |_, args| sign(args, F80)),
            ("lround", |_, args| to_long(args, F64, Integral::NearestAway)),
            ("lrint", |_, args| to_long(args, F64, Integral::NearestEven)),
            ("lroundf", |_, args| to_long(args, F32, Integral::NearestAway)),
            ("lrintf", |_, args| to_long(args, F32, Integral::NearestEven)),
        ];
    };
}

formats! {
    exact1:
    "fabs", "fabsf", "fabsl" => ieee::abs;
    "sqrt", "sqrtf", "sqrtl" => ieee::sqrt;
    "floor", "floorf", "floorl" => |kind, a| ieee::to_integral(kind, a, Integral::Floor);
    "ceil", "ceilf", "ceill" => |kind, a| ieee::to_integral(kind, a, Integral::Ceil);
    "trunc", "truncf", "truncl" => |kind, a| ieee::to_integral(kind, a, Integral::Trunc);
    "round", "roundf", "roundl" => |kind, a| ieee::to_integral(kind, a, Integral::NearestAway);
    "rint", "rintf", "rintl" => |kind, a| ieee::to_integral(kind, a, Integral::NearestEven);
    "nearbyint", "nearbyintf", "nearbyintl" => |kind, a| ieee::to_integral(kind, a, Integral::NearestEven);
    exact2:
    "fmod", "fmodf", "fmodl" => ieee::fmod;
    "fmin", "fminf", "fminl" => ieee::min;
    "fmax", "fmaxf", "fmaxl" => ieee::max;
    "copysign", "copysignf", "copysignl" => ieee::copysign;
    "fdim", "fdimf", "fdiml" => |kind, a, b| match ieee::le(kind, a, b) {
        true => 0,
        false => ieee::sub(kind, a, b),
    };
    host1:
    "sin", "sinf", "sinl" => f64::sin;
    "cos", "cosf", "cosl" => f64::cos;
    "tan", "tanf", "tanl" => f64::tan;
    "asin", "asinf", "asinl" => f64::asin;
    "acos", "acosf", "acosl" => f64::acos;
    "atan", "atanf", "atanl" => f64::atan;
    "sinh", "sinhf", "sinhl" => f64::sinh;
    "cosh", "coshf", "coshl" => f64::cosh;
    "tanh", "tanhf", "tanhl" => f64::tanh;
    "exp", "expf", "expl" => f64::exp;
    "exp2", "exp2f", "exp2l" => f64::exp2;
    "expm1", "expm1f", "expm1l" => f64::exp_m1;
    "log", "logf", "logl" => f64::ln;
    "log2", "log2f", "log2l" => f64::log2;
    "log10", "log10f", "log10l" => f64::log10;
    "log1p", "log1pf", "log1pl" => f64::ln_1p;
    "cbrt", "cbrtf", "cbrtl" => f64::cbrt;
    host2:
    "pow", "powf", "powl" => f64::powf;
    "atan2", "atan2f", "atan2l" => f64::atan2;
    "hypot", "hypotf", "hypotl" => f64::hypot;
}

fn exact1(
    args: &[Value],
    kind: FloatKind,
    name: &str,
    compute: fn(FloatKind, u128) -> u128,
) -> Effect {
    effect(float(args, 0, name).map(|a| float_value(kind, compute(kind, a))))
}

fn exact2(
    args: &[Value],
    kind: FloatKind,
    name: &str,
    compute: fn(FloatKind, u128, u128) -> u128,
) -> Effect {
    let both = float(args, 0, name).and_then(|a| Ok((a, float(args, 1, name)?)));
    effect(both.map(|(a, b)| float_value(kind, compute(kind, a, b))))
}

fn to_host(kind: FloatKind, bits: u128) -> f64 {
    f64::from_bits(ieee::to_float(kind, F64, bits) as u64)
}

fn from_host(kind: FloatKind, value: f64) -> Effect {
    float_value(kind, ieee::to_float(F64, kind, u128::from(value.to_bits())))
}

fn host1(args: &[Value], kind: FloatKind, name: &str, compute: fn(f64) -> f64) -> Effect {
    effect(float(args, 0, name).map(|a| from_host(kind, compute(to_host(kind, a)))))
}

fn host2(args: &[Value], kind: FloatKind, name: &str, compute: fn(f64, f64) -> f64) -> Effect {
    let both = float(args, 0, name).and_then(|a| Ok((a, float(args, 1, name)?)));
    effect(both.map(|(a, b)| from_host(kind, compute(to_host(kind, a), to_host(kind, b)))))
}

/// `a * 2^n`; multiplied in steps that are exact until the last.
fn scale(args: &[Value], kind: FloatKind) -> Effect {
    let both = float(args, 0, "ldexp").and_then(|a| Ok((a, int(args, 1)?)));
    effect(both.map(|(mut bits, exponent)| {
        let mut rest = exponent.clamp(-5000, 5000);
        while rest != 0 {
            let step = rest.clamp(-60, 60);
            let factor = ieee::from_int(kind, 1 << step.unsigned_abs(), 64, false);
            bits = if step < 0 {
                ieee::div(kind, bits, factor)
            } else {
                ieee::mul(kind, bits, factor)
            };
            rest -= step;
        }
        float_value(kind, bits)
    }))
}

fn sign(args: &[Value], kind: FloatKind) -> Effect {
    effect(float(args, 0, "signbit").map(|a| int_value(i32::from(ieee::is_negative(kind, a)))))
}

fn to_long(args: &[Value], kind: FloatKind, how: Integral) -> Effect {
    let bits = match float(args, 0, "lround") {
        Ok(bits) => bits,
        Err(effect) => return effect,
    };
    match ieee::to_int(kind, ieee::to_integral(kind, bits, how), 64, true) {
        Some(value) => Effect::Return(Some(Value::bits(64, value))),
        None => Effect::Unmodelled("lround of a number that does not fit".to_string()),
    }
}
