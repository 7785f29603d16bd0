//! math.h. Arguments may be symbolic if IEEE 754 defines the function exactly.
//!
//! Exactly defined functions are computed exactly, in every format. The others (`sin`, `pow`, ...)
//! are computed by the host's library (`host_math.c`), so that they agree with a native run to the
//! last bit. On symbolic arguments they have tables (`--index`), or are not modelled. The
//! functions that set `errno` are in `runtime/math.c` and `runtime/libm.c`.

use super::Row;
use super::arguments::{advance, argument, effect, float, float_value, int, text};
use super::behaviour::{CONVERTS, PURE};
use sheaf_execution::float::{self as ieee, Integral};
use sheaf_execution::index::Tabulated;
use sheaf_execution::memory::Width;
use sheaf_execution::{Effect, FloatFunction, Machine, OnPatterns, OnTerms, ReasonKind, Value};
use sheaf_ir::FloatKind::{self, F32, F64, F80};
use sheaf_ir::Type;
use std::ffi::{CString, c_char, c_int, c_uint};

/// Table rows for the three formats of a function: `double`, `float`, `long double`.
macro_rules! formats {
    ($($group:ident, $behaviour:expr;
        $($name:literal, $float:literal, $long:literal => $compute:expr;)*)*) => {
        pub const TABLE: &[Row] = &[
            $($(
                ($name, |machine, args| $group(machine, args, F64, $name, $compute), $behaviour),
                ($float, |machine, args| $group(machine, args, F32, $float, $compute), $behaviour),
                ($long, |machine, args| $group(machine, args, F80, $long, $compute), $behaviour),
            )*)*
        ];
    };
}

formats! {
    exact, PURE;
    "fabs", "fabsf", "fabsl" => (|kind, [a]| ieee::abs(kind, a), |p, kind, [a]| p.fabs(kind, a));
    "__sheaf_sqrt", "__sheaf_sqrtf", "__sheaf_sqrtl" => (|kind, [a]| ieee::sqrt(kind, a), |p, kind, [a]| p.fsqrt(kind, a));
    "fmin", "fminf", "fminl" => (|kind, [a, b]| ieee::min(kind, a, b), |p, kind, [a, b]| p.fmin(kind, a, b));
    "fmax", "fmaxf", "fmaxl" => (|kind, [a, b]| ieee::max(kind, a, b), |p, kind, [a, b]| p.fmax(kind, a, b));
    "copysign", "copysignf", "copysignl" =>
        (|kind, [a, b]| ieee::copysign(kind, a, b), |p, kind, [a, b]| p.copysign(kind, a, b));
    "fma", "fmaf", "fmal" => (|kind, [a, b, c]| ieee::fma(kind, a, b, c), |p, kind, [a, b, c]| p.ffma(kind, a, b, c));
    "__sheaf_fmod", "__sheaf_fmodf", "__sheaf_fmodl" =>
        (|kind, [a, b]| ieee::fmod(kind, a, b), |p, kind, [a, b]| p.frem(kind, a, b));
    "__sheaf_remainder", "__sheaf_remainderf", "__sheaf_remainderl" =>
        (|kind, [a, b]| ieee::remainder(kind, a, b), |p, kind, [a, b]| p.fremainder(kind, a, b));
    "__sheaf_fdim", "__sheaf_fdimf", "__sheaf_fdiml" => (fdim, |p, kind, [a, b]| {
        let (difference, not_above) = (p.fsub(kind, a, b), p.fle(kind, a, b));
        let zero = p.bits(kind.width(), 0);
        p.ite(not_above, zero, difference)
    });
    integral, PURE;
    "floor", "floorf", "floorl" => Integral::Floor;
    "ceil", "ceilf", "ceill" => Integral::Ceil;
    "trunc", "truncf", "truncl" => Integral::Trunc;
    "round", "roundf", "roundl" => Integral::NearestAway;
    "roundeven", "roundevenf", "roundevenl" => Integral::NearestEven;
    "rint", "rintf", "rintl" => Integral::NearestEven;
    "nearbyint", "nearbyintf", "nearbyintl" => Integral::NearestEven;
    to_long, PURE;
    "lround", "lroundf", "lroundl" => Integral::NearestAway;
    "lrint", "lrintf", "lrintl" => Integral::NearestEven;
    "llround", "llroundf", "llroundl" => Integral::NearestAway;
    "llrint", "llrintf", "llrintl" => Integral::NearestEven;
    scale, PURE;
    "__sheaf_ldexp", "__sheaf_ldexpf", "__sheaf_ldexpl" => ();
    sign, PURE;
    "__signbit", "__signbitf", "__signbitl" => ();
    host, CONVERTS;
    "__sheaf_host_double", "__sheaf_host_float", "__sheaf_host_long_double" => ();
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
        &FloatFunction::new(name, concrete, term),
    )
}

/// The difference, 0 if it is negative.
fn fdim(kind: FloatKind, [a, b]: [u128; 2]) -> u128 {
    match ieee::le(kind, a, b) {
        true => 0,
        false => ieee::sub(kind, a, b),
    }
}

unsafe extern "C" {
    /// See `host_math.c`.
    fn sheaf_host_math(
        name: *const c_char,
        format: c_uint,
        x: *const u128,
        y: *const u128,
        result: *mut u128,
        integer: *mut c_int,
        error: *mut c_int,
    ) -> c_int;
}

/// The result of a function of the host's library.
#[derive(Default)]
struct HostResult {
    bits: u128,
    /// The new value of `errno`, or 0.
    error: c_int,
    /// A further integer result, or 0.
    integer: c_int,
}

impl HostResult {
    /// The result, the new `errno` and the integer, of 32 bits each.
    fn words(&self) -> [u128; 3] {
        let [error, integer] = [self.error, self.integer].map(|number| u128::from(number as u32));
        [self.bits, error, integer]
    }
}

/// Whether the library for x86 gives the same result as the one for x86-64, to the last bit. Most
/// of its functions use the x87, which rounds differently.
fn is_same_on_x86(name: &str, kind: FloatKind) -> bool {
    match (kind, name) {
        (_, "remquo") => true,
        (F32, "sin" | "cos" | "exp" | "exp2" | "exp10" | "log" | "log2" | "pow" | "hypot") => true,
        (F80, "acosh" | "atanh" | "cbrt") => false,
        (kind, _) => kind == F80,
    }
}

/// Calls a function of the host's library by the name of its `double` version; `None` if the host
/// does not have it for the format.
fn on_host(name: &str, kind: FloatKind, x: u128, y: u128) -> Option<HostResult> {
    let format = [F32, F64, F80].iter().position(|format| *format == kind)?;
    let name = CString::new(name).ok()?;
    let mut result = HostResult::default();
    // SAFETY: the name is terminated, and each place is as large as the largest format.
    let found = unsafe {
        sheaf_host_math(
            name.as_ptr(),
            format as c_uint,
            &x,
            &y,
            &mut result.bits,
            &mut result.integer,
            &mut result.error,
        )
    };
    (found != 0).then_some(result)
}

/// `double __sheaf_host_double(const char *function, double x, double y, struct effects *effects)`.
fn host(machine: &mut Machine, args: &[Value], kind: FloatKind, _: &'static str, (): ()) -> Effect {
    effect(call_host(machine, args, kind))
}

fn call_host(machine: &mut Machine, args: &[Value], kind: FloatKind) -> Result<Effect, Effect> {
    let name = text(machine, argument(args, 0));
    let x = float(machine, args, 1)?;
    let y = float(machine, args, 2)?;
    if machine.width() == Width::Bits32 && !is_same_on_x86(&name, kind) {
        return Err(Effect::Unmodelled(format!("{name} of this format on x86")));
    }
    let results = match (x.as_u128(), y.as_u128()) {
        (Some(x), Some(y)) => {
            let Some(result) = on_host(&name, kind, x, y) else {
                return Err(Effect::Unmodelled(format!("{name} of this format")));
            };
            let widths = [kind.width(), 32, 32].into_iter();
            let values = widths.zip(result.words());
            values
                .map(|(width, word)| Value::bits(width, word))
                .collect()
        }
        _ => tabulate_host(machine, &name, kind, [x, y])?,
    };
    for (offset, number) in [(0, &results[1]), (4, &results[2])] {
        let place = advance(machine, argument(args, 3), offset);
        let stored = machine.store(&place, &Type::Bits(32), number);
        stored.map_err(Effect::Stop)?;
    }
    Ok(Effect::Return(Some(results[0].clone())))
}

/// The words of [`HostResult`] for symbolic arguments, if there is a table.
fn tabulate_host(
    machine: &mut Machine,
    name: &str,
    kind: FloatKind,
    args: [&Value; 2],
) -> Result<Vec<Value>, Effect> {
    let detail = format!("{name} of a symbolic float");
    let operator = Tabulated {
        name,
        otherwise: (ReasonKind::UnmodelledCall, detail.clone()),
        widths: &[kind.width(), 32, 32],
        compute: &|args| Some(on_host(name, kind, args[0], args[1])?.words().to_vec()),
    };
    let results = machine.tabulate(&operator, &args.map(|arg| (kind, arg)))?;
    results.ok_or(Effect::Unmodelled(detail))
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

/// Rounds a number to a `long` or `long long`; if it does not fit, C leaves the result unspecified.
fn to_long(
    machine: &mut Machine,
    args: &[Value],
    kind: FloatKind,
    name: &'static str,
    how: Integral,
) -> Effect {
    let bits = match name.starts_with("ll") {
        true => 64,
        false => machine.width().bits(),
    };
    let number = machine.round_float(kind, argument(args, 0), how);
    match number.and_then(|number| machine.integer_part(kind, &number, bits)) {
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
        let name = name.trim_start_matches("__sheaf_");
        return Effect::Unmodelled(format!("{name} of a symbolic float by {exponent}"));
    }
    let product = FloatFunction::new(
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
