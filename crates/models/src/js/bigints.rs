//! BigInts, which are integers of the representation: arithmetic and conversions of known ones
//! (ECMA-262, 6.1.6.2). Symbolic ones end the path.

use super::arithmetic::{NUMBERS, OBJECTS};
use super::convert::normal;
use super::errors::{new_error, throw_type_error};
use super::{Initial, UNDEFINED, effect, text};
use num_bigint::{BigInt, Sign};
use sheaf_execution::{Effect, Machine, Value};
use sheaf_ir::Kind;
use std::cmp::Ordering;

/// The most bits of a result. Engines allow 2^30.
const MAX_BITS: u64 = 1 << 20;

/// The effect that makes BigInts known which merging has made symbolic.
pub fn made_known(machine: &Machine, args: &[Value]) -> Option<Effect> {
    let unknown =
        |value: &Value| machine.kind_of(value) == Kind::Int && value.as_bigint().is_none();
    let position = args
        .iter()
        .position(|arg| arg.members().any(|(_, it)| unknown(it)));
    position.map(Effect::NeedConcrete)
}

/// The effect that makes the operands of an operator known. A union is none of a BigInt even if all
/// its members are, and would be taken for a value of another type.
fn operands_known(machine: &Machine, args: &[Value]) -> Option<Effect> {
    let union = args.iter().position(|arg| matches!(arg, Value::Union(_)));
    union
        .map(Effect::NeedConcrete)
        .or_else(|| made_known(machine, args))
}

fn throw_range_error(machine: &mut Machine, message: &str) -> Effect {
    Effect::Throw(new_error(machine, Initial::RangeError, message))
}

/// An operator on two BigInts: its text and the operands.
pub fn big(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Some(effect) = operands_known(machine, args) {
        return effect;
    }
    let (Some(x), Some(y)) = (args[1].as_bigint(), args[2].as_bigint()) else {
        let message = "Cannot mix BigInt and other types, use explicit conversions";
        return throw_type_error(machine, message);
    };
    let Value::Str(operator) = &args[0] else {
        return Effect::Unmodelled("this operator".to_string());
    };
    let result = match operator.to_string().as_str() {
        "/" | "%" if y == BigInt::ZERO => return throw_range_error(machine, "Division by zero"),
        "**" if y.sign() == Sign::Minus => {
            return throw_range_error(machine, "Exponent must be non-negative");
        }
        ">>>" => {
            let message = "BigInts have no unsigned right shift, use >> instead";
            return throw_type_error(machine, message);
        }
        "+" => Some(x + y),
        "-" => Some(x - y),
        "*" => (x.bits() + y.bits() <= MAX_BITS).then(|| x * y),
        "/" => Some(x / y),
        "%" => Some(x % y),
        "**" => power(&x, &y),
        "&" => Some(x & y),
        "|" => Some(x | y),
        "^" => Some(x ^ y),
        "<<" => shifted(&x, &y),
        _ => shifted(&x, &-y),
    };
    match result {
        Some(result) if result.bits() <= MAX_BITS => Effect::Return(Some(Value::int(result))),
        _ => Effect::Unmodelled(format!("a BigInt of more than {MAX_BITS} bits")),
    }
}

fn power(x: &BigInt, y: &BigInt) -> Option<BigInt> {
    if x.magnitude().bits() <= 1 {
        let odd = y.bit(0);
        return Some(match x.sign() {
            Sign::NoSign if *y != BigInt::ZERO => BigInt::ZERO,
            Sign::Minus if odd => x.clone(),
            _ => BigInt::from(1),
        });
    }
    let exponent = u32::try_from(y).ok()?;
    (x.bits().saturating_mul(exponent.into()) <= MAX_BITS).then(|| x.pow(exponent))
}

/// Shifted to the left, or to the right if the distance is negative.
fn shifted(x: &BigInt, distance: &BigInt) -> Option<BigInt> {
    let size = u64::try_from(distance.magnitude()).unwrap_or(u64::MAX);
    match distance.sign() {
        Sign::Minus => Some(x >> size.min(MAX_BITS + 1)),
        _ if *x == BigInt::ZERO => Some(BigInt::ZERO),
        _ => (size <= MAX_BITS).then(|| x << size),
    }
}

/// Whether operands of a bit operation are numbers, or the library is to look at them.
pub fn way_of_bits(machine: &mut Machine, args: &[Value]) -> Effect {
    let converted = |value: &Value| matches!(machine.kind_of(value), Kind::Int | Kind::Pointer);
    let way = if args.iter().any(converted) {
        OBJECTS
    } else {
        NUMBERS
    };
    Effect::Return(Some(Value::bits(8, way)))
}

/// What `++` adds to a numeric value.
pub fn one_like(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, value| {
        Ok(match machine.kind_of(value) {
            Kind::Int => Value::Int(1),
            _ => Value::bits(32, 1),
        })
    }))
}

/// A double that is an integer exactly, as an integer.
fn exact(number: f64) -> Option<BigInt> {
    number
        .is_finite()
        .then(|| format!("{number:.0}").parse().ok())?
}

fn known(value: &Value) -> Option<f64> {
    match value {
        Value::Bits { width: 64, bits } => Some(f64::from_bits(*bits)),
        Value::Bits { bits, .. } => Some(f64::from(*bits as u32 as i32)),
        _ => None,
    }
}

const SYMBOLIC: &str = "a symbolic BigInt";

/// An integral number as a BigInt.
pub fn of_number(_: &mut Machine, args: &[Value]) -> Effect {
    match (&args[0], known(&args[0]).and_then(exact)) {
        (_, Some(integer)) => Effect::Return(Some(Value::int(integer))),
        (Value::Union(_), None) => Effect::NeedConcrete(0),
        _ => Effect::Unmodelled(SYMBOLIC.to_string()),
    }
}

/// The BigInt that a string spells, undefined if it spells none.
pub fn of_text(_: &mut Machine, args: &[Value]) -> Effect {
    let spelled = match &args[0] {
        Value::Str(spelled) => spelled.to_string(),
        Value::Union(_) => return Effect::NeedConcrete(0),
        _ => return Effect::Unmodelled(SYMBOLIC.to_string()),
    };
    let is_space = |it: char| it.is_whitespace() && it != '\u{85}' || it == '\u{feff}';
    let spelled = spelled.trim_matches(is_space);
    let (digits, radix) = match spelled.get(..2) {
        Some("0x" | "0X") => (&spelled[2..], 16),
        Some("0o" | "0O") => (&spelled[2..], 8),
        Some("0b" | "0B") => (&spelled[2..], 2),
        _ => (spelled, 10),
    };
    let unsigned = match radix {
        10 => digits.strip_prefix(['+', '-']).unwrap_or(digits),
        _ => digits,
    };
    let valid = !unsigned.is_empty() && unsigned.chars().all(|it| it.is_digit(radix));
    let number = match spelled.is_empty() {
        true => Some(BigInt::ZERO),
        false if valid => BigInt::parse_bytes(digits.as_bytes(), radix),
        false => None,
    };
    Effect::Return(Some(number.map_or(UNDEFINED, Value::int)))
}

/// The number nearest to a BigInt.
pub fn to_number(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Some(effect) = operands_known(machine, args) {
        return effect;
    }
    match args[0].as_bigint() {
        Some(integer) => {
            let number: f64 = integer.to_string().parse().unwrap_or(f64::NAN);
            let number = Value::bits(64, number.to_bits().into());
            Effect::Return(Some(normal(&number)))
        }
        None => Effect::Unmodelled(SYMBOLIC.to_string()),
    }
}

/// The order of two values, BigInts or numbers: negative, 0 or positive, undefined with NaN.
pub fn compare(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Some(effect) = operands_known(machine, args) {
        return effect;
    }
    let order = match (args[0].as_bigint(), args[1].as_bigint()) {
        (Some(x), Some(y)) => Some(x.cmp(&y)),
        (Some(x), None) => match known(&args[1]) {
            Some(y) => compare_with(&x, y),
            None => return Effect::NeedConcrete(1),
        },
        (None, Some(y)) => match known(&args[0]) {
            Some(x) => compare_with(&y, x).map(Ordering::reverse),
            None => return Effect::NeedConcrete(0),
        },
        (None, None) => None,
    };
    Effect::Return(Some(match order {
        Some(order) => Value::bits(32, (order as i32 as u32).into()),
        None => UNDEFINED,
    }))
}

fn compare_with(x: &BigInt, y: f64) -> Option<Ordering> {
    match exact(y.trunc()) {
        Some(whole) => Some(
            x.cmp(&whole)
                .then_with(|| 0f64.total_cmp(&(y.fract() + 0.0))),
        ),
        None if y.is_nan() => None,
        None => Some(if y > 0.0 {
            Ordering::Less
        } else {
            Ordering::Greater
        }),
    }
}

/// A BigInt modulo a power of two: the number of bits, the BigInt, and whether the result is signed.
pub fn wrapped(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Some(effect) = operands_known(machine, args) {
        return effect;
    }
    let (Some(width), Some(integer)) = (known(&args[0]), args[1].as_bigint()) else {
        return Effect::Unmodelled(SYMBOLIC.to_string());
    };
    let signed = args[2] == Value::Bool(true);
    let bits = width as u64;
    // One bit more than it has leaves room for its sign.
    if bits > integer.bits() && (signed || integer.sign() != Sign::Minus) {
        return Effect::Return(Some(args[1].clone()));
    }
    if bits > MAX_BITS {
        return Effect::Unmodelled(format!("a BigInt of more than {MAX_BITS} bits"));
    }
    Effect::Return(Some(Value::int(modulo(&integer, bits, signed))))
}

/// An integer modulo a power of two.
pub fn modulo(integer: &BigInt, bits: u64, signed: bool) -> BigInt {
    let range = BigInt::from(1) << bits;
    let low: BigInt = integer & (&range - 1);
    match signed && bits > 0 && low.bit(bits - 1) {
        true => low - range,
        false => low,
    }
}

/// A BigInt in a radix.
pub fn in_radix(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Some(effect) = operands_known(machine, args) {
        return effect;
    }
    let digits = match (args[0].as_bigint(), args[1].as_u64()) {
        (Some(integer), Some(radix)) => Ok(text(&integer.to_str_radix(radix as u32))),
        _ => super::convert::unmodelled_operation(SYMBOLIC),
    };
    effect(digits)
}
