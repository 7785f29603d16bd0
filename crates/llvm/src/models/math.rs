//! math.h. Functions of floats, whose arguments may be symbolic where IEEE 754 defines the function exactly.
//!
//! What it defines exactly is computed exactly, in every format. The others (`sin`, `pow`, ...) are computed in double precision by the
//! host, and are not modelled on symbolic arguments; nor is `fmod`, which solvers have only with another rounding of the quotient.

use super::Run;
use super::arguments::{argument, effect, float, float_value, int};
use sheaf_engine::float::{self as ieee, Integral};
use sheaf_engine::{Effect, FloatFunction, Machine, OnPatterns, OnTerms, Value};
use sheaf_ir::FloatKind::{self, F32, F64, F80};

/// Rows for a function's three formats: `double`, `float`, `long double`.
macro_rules! formats {
    ($($group:ident: $($name:literal, $float:literal, $long:literal => $compute:expr;)*)*) => {
        pub const TABLE: &[(&str, Run)] = &[
            $($(
                ($name, |machine, args| $group(machine, args, F64, $name, $compute)),
                ($float, |machine, args| $group(machine, args, F32, $float, $compute)),
                ($long, |machine, args| $group(machine, args, F80, $long, $compute)),
            )*)*
        ];
    };
}

formats! {
    exact:
    "fabs", "fabsf", "fabsl" => (|kind, [a]| ieee::abs(kind, a), |p, kind, [a]| p.fabs(kind, a));
    "sqrt", "sqrtf", "sqrtl" => (|kind, [a]| ieee::sqrt(kind, a), |p, kind, [a]| p.fsqrt(kind, a));
    "fmin", "fminf", "fminl" => (|kind, [a, b]| ieee::min(kind, a, b), |p, kind, [a, b]| p.fmin(kind, a, b));
    "fmax", "fmaxf", "fmaxl" => (|kind, [a, b]| ieee::max(kind, a, b), |p, kind, [a, b]| p.fmax(kind, a, b));
    "copysign", "copysignf", "copysignl" =>
        (|kind, [a, b]| ieee::copysign(kind, a, b), |p, kind, [a, b]| p.copysign(kind, a, b));
    "fma", "fmaf", "fmal" => (|kind, [a, b, c]| ieee::fma(kind, a, b, c), |p, kind, [a, b, c]| p.ffma(kind, a, b, c));
    "fdim", "fdimf", "fdiml" => (fdim, |p, kind, [a, b]| {
        let (difference, not_above) = (p.fsub(kind, a, b), p.fle(kind, a, b));
        let zero = p.bits(kind.width(), 0);
        p.ite(not_above, zero, difference)
    });
    integral:
    "floor", "floorf", "floorl" => Integral::Floor;
    "ceil", "ceilf", "ceill" => Integral::Ceil;
    "trunc", "truncf", "truncl" => Integral::Trunc;
    "round", "roundf", "roundl" => Integral::NearestAway;
    "roundeven", "roundevenf", "roundevenl" => Integral::NearestEven;
    "rint", "rintf", "rintl" => Integral::NearestEven;
    "nearbyint", "nearbyintf", "nearbyintl" => Integral::NearestEven;
    to_long:
    "lround", "lroundf", "lroundl" => Integral::NearestAway;
    "lrint", "lrintf", "lrintl" => Integral::NearestEven;
    "llround", "llroundf", "llroundl" => Integral::NearestAway;
    "llrint", "llrintf", "llrintl" => Integral::NearestEven;
    scale:
    "ldexp", "ldexpf", "ldexpl" => ();
    "scalbn", "scalbnf", "scalbnl" => ();
    sign:
    "__signbit", "__signbitf", "__signbitl" => ();
    concrete2:
    "fmod", "fmodf", "fmodl" => ieee::fmod;
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

fn apply<const N: usize>(
    machine: &mut Machine,
    args: &[Value],
    kind: FloatKind,
    function: &FloatFunction<N>,
) -> Effect {
    let operands = std::array::from_fn(|position| argument(args, position));
    match machine.apply_float(function, kind, operands) {
        Ok(value) => Effect::Return(Some(value)),
        Err(stop) => stop.into(),
    }
}

fn exact<const N: usize>(
    machine: &mut Machine,
    args: &[Value],
    kind: FloatKind,
    name: &'static str,
    (concrete, term): (OnPatterns<N>, OnTerms<N>),
) -> Effect {
    apply(
        machine,
        args,
        kind,
        &FloatFunction::exact(name, concrete, term),
    )
}

/// The difference, 0 if it is negative.
fn fdim(kind: FloatKind, [a, b]: [u128; 2]) -> u128 {
    match ieee::le(kind, a, b) {
        true => 0,
        false => ieee::sub(kind, a, b),
    }
}

fn to_host(kind: FloatKind, bits: u128) -> f64 {
    f64::from_bits(ieee::to_float(kind, F64, bits) as u64)
}

fn from_host(kind: FloatKind, value: f64) -> Effect {
    float_value(kind, ieee::to_float(F64, kind, u128::from(value.to_bits())))
}

fn concrete2(
    machine: &mut Machine,
    args: &[Value],
    kind: FloatKind,
    name: &'static str,
    compute: fn(FloatKind, u128, u128) -> u128,
) -> Effect {
    match both(machine, args, name) {
        Ok([a, b]) => float_value(kind, compute(kind, a, b)),
        Err(effect) => effect,
    }
}

fn both(machine: &mut Machine, args: &[Value], name: &str) -> Result<[u128; 2], Effect> {
    Ok([
        float(machine, args, 0, name)?,
        float(machine, args, 1, name)?,
    ])
}

fn host1(
    machine: &mut Machine,
    args: &[Value],
    kind: FloatKind,
    name: &'static str,
    compute: fn(f64) -> f64,
) -> Effect {
    effect(float(machine, args, 0, name).map(|a| from_host(kind, compute(to_host(kind, a)))))
}

fn host2(
    machine: &mut Machine,
    args: &[Value],
    kind: FloatKind,
    name: &'static str,
    compute: fn(f64, f64) -> f64,
) -> Effect {
    let both = both(machine, args, name);
    effect(both.map(|[a, b]| from_host(kind, compute(to_host(kind, a), to_host(kind, b)))))
}

/// A number rounded to an integer, in its own format.
fn integral(
    machine: &mut Machine,
    args: &[Value],
    kind: FloatKind,
    _: &'static str,
    how: Integral,
) -> Effect {
    match machine.round_float(kind, argument(args, 0), how) {
        Ok(value) => Effect::Return(Some(value)),
        Err(stop) => stop.into(),
    }
}

/// A number rounded to an integer of 64 bits; where that does not fit, C leaves the result open.
fn to_long(
    machine: &mut Machine,
    args: &[Value],
    kind: FloatKind,
    _: &'static str,
    how: Integral,
) -> Effect {
    let number = machine.round_float(kind, argument(args, 0), how);
    match number.and_then(|number| machine.integer_part(kind, &number, 64)) {
        Ok(value) => Effect::Return(Some(value)),
        Err(stop) => stop.into(),
    }
}

/// `a * 2^n`, rounded once.
fn scale(
    machine: &mut Machine,
    args: &[Value],
    kind: FloatKind,
    name: &'static str,
    (): (),
) -> Effect {
    let exponent = match int(args, 1) {
        Ok(exponent) => exponent,
        Err(effect) => return effect,
    };
    if let Some(bits) = argument(args, 0).as_u128() {
        return float_value(kind, ieee::scale(kind, bits, exponent));
    }
    let power = ieee::scale(kind, ieee::from_int(kind, 1, 8, false), exponent);
    if !ieee::is_normal(kind, power) {
        return Effect::Unmodelled(format!("{name} of a symbolic float by {exponent}"));
    }
    let product = FloatFunction::exact(
        name,
        |kind, [a, b]| ieee::mul(kind, a, b),
        |p, kind, [a, b]| p.fmul(kind, a, b),
    );
    let power = Value::bits(kind.width(), power);
    match machine.apply_float(&product, kind, [argument(args, 0), &power]) {
        Ok(value) => Effect::Return(Some(value)),
        Err(stop) => stop.into(),
    }
}

/// Not zero if the sign is set.
fn sign(machine: &mut Machine, args: &[Value], kind: FloatKind, _: &'static str, (): ()) -> Effect {
    let Some(pattern) = argument(args, 0).to_term(machine.pool) else {
        return Effect::NeedConcrete(0);
    };
    let top = kind.width() - 1;
    let sign = machine.pool.extract(pattern, top, top);
    let sign = machine.pool.zext(sign, 32);
    Effect::Return(Some(Value::from_term(machine.pool, sign)))
}
