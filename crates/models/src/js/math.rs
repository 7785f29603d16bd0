//! Functions of `Math` that need the machine (ECMA-262, 21.3.2). Those that the standard leaves
//! open in the last digits are those of the host.

use super::convert::{normal, to_double};
use super::{effect, text};
use sheaf_execution::{Effect, Machine, Value};
use sheaf_ir::FloatKind;
use sheaf_term::Sort;

type Unary = fn(f64) -> f64;

/// Functions of one number.
const UNARY: &[(&str, Unary)] = &[
    ("acos", f64::acos),
    ("acosh", f64::acosh),
    ("asin", f64::asin),
    ("asinh", f64::asinh),
    ("atan", f64::atan),
    ("atanh", f64::atanh),
    ("cbrt", f64::cbrt),
    ("cos", f64::cos),
    ("cosh", f64::cosh),
    ("exp", f64::exp),
    ("expm1", f64::exp_m1),
    ("fround", |x| f64::from(x as f32)),
    ("log", f64::ln),
    ("log10", f64::log10),
    ("log1p", f64::ln_1p),
    ("log2", f64::log2),
    ("sin", f64::sin),
    ("sinh", f64::sinh),
    ("tan", f64::tan),
    ("tanh", f64::tanh),
];

/// A known number.
fn known(value: &Value) -> Option<f64> {
    match value {
        Value::Bits { width: 64, bits } => Some(f64::from_bits(*bits)),
        Value::Bits { bits, .. } => Some(f64::from(*bits as u32 as i32)),
        _ => None,
    }
}

fn number(number: f64) -> Value {
    normal(&Value::bits(64, number.to_bits().into()))
}

/// What to do about a number that is not known.
fn open(machine: &Machine, args: &[Value], position: usize) -> Effect {
    match &args[position] {
        Value::Term(term) if machine.pool.sort(*term) == Sort::Bits(64) => {
            Effect::Unmodelled("a function of a symbolic fraction".to_string())
        }
        _ => Effect::NeedConcrete(position),
    }
}

/// A function of one number: its name and the number.
pub fn unary(machine: &mut Machine, args: &[Value]) -> Effect {
    let found = UNARY.iter().find(|(name, _)| args[0] == text(name));
    match (found, known(&args[1])) {
        (Some((_, function)), Some(x)) => Effect::Return(Some(number(function(x)))),
        (Some(_), None) => open(machine, args, 1),
        (None, _) => Effect::Unmodelled("this function of Math".to_string()),
    }
}

/// `Math.atan2`
pub fn atan2(machine: &mut Machine, args: &[Value]) -> Effect {
    match (known(&args[0]), known(&args[1])) {
        (Some(y), Some(x)) => Effect::Return(Some(number(y.atan2(x)))),
        (None, _) => open(machine, args, 0),
        (_, None) => open(machine, args, 1),
    }
}

/// `Math.sqrt`
pub fn sqrt(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, value| {
        if let Some(x) = known(value) {
            return Ok(number(x.sqrt()));
        }
        let value = to_double(machine, value)?;
        Ok(match value.to_term(machine.pool) {
            Some(term) => {
                let root = machine.pool.fsqrt(FloatKind::F64, term);
                Value::from_term(machine.pool, root)
            }
            None => value,
        })
    }))
}

/// `Math.imul` of two integers.
pub fn imul(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift2(&args[0], &args[1], &mut |machine, a, b| {
        Ok(match (a.to_term(machine.pool), b.to_term(machine.pool)) {
            (Some(a), Some(b)) => {
                let product = machine.pool.mul(a, b);
                Value::from_term(machine.pool, product)
            }
            _ => a.clone(),
        })
    }))
}
