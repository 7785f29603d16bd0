//! The kind of operation of an operator: 0 for machine integers with an integer result, 1 for
//! doubles, 2 for strings, 4 if an operand is an object, a symbol or a BigInt, which the library
//! looks at.

use super::{effect, lints};
use sheaf_execution::{Effect, Machine, Value};
use sheaf_ir::{FailureKind, Kind};
use sheaf_term::Term;

const INTEGERS: u128 = 0;
/// Numbers, where their kind does not matter.
pub const NUMBERS: u128 = 0;
const DOUBLES: u128 = 1;
const STRINGS: u128 = 2;
const MINUS_ZERO: u128 = 2;
const NOT_A_NUMBER: u128 = 3;
pub const OBJECTS: u128 = 4;

/// Whether an operand is an object, a symbol or a BigInt.
fn is_converted(value: &Value) -> bool {
    matches!(value, Value::Ptr { .. } | Value::Int(_) | Value::BigInt(_))
}

fn way(number: u128) -> Value {
    Value::bits(8, number)
}

/// The kind of operation of an operator on two integers.
type OfIntegers = fn(&mut Machine, Term, Term) -> Value;

/// Integers if the result is one.
fn integers_if(machine: &mut Machine, fits: Term) -> Value {
    Value::ite(machine.pool, fits, &way(INTEGERS), &way(DOUBLES))
}

/// The kinds of operation for the members of two values.
fn ways(
    machine: &mut Machine,
    args: &[Value],
    strings: Strings,
    of_integers: OfIntegers,
) -> Effect {
    let [left, right] = args else {
        return Effect::Unmodelled("an operator of two operands".to_string());
    };
    effect(machine.lift2(left, right, &mut |machine, left, right| {
        report_conversion(machine, left, right, strings);
        match is_converted(left) || is_converted(right) {
            true => Ok(way(OBJECTS)),
            false => Ok(one_way(machine, left, right, strings, of_integers)),
        }
    }))
}

/// Whether an operator accepts strings.
#[derive(Clone, Copy)]
enum Strings {
    No,
    IfOneIs,
    IfBothAre,
}

/// Notes that an operand is converted, unless it is a number that becomes part of a text.
fn report_conversion(machine: &mut Machine, left: &Value, right: &Value, strings: Strings) {
    if !machine.lints(FailureKind::ImplicitConversion) {
        return;
    }
    let kinds = [machine.kind_of(left), machine.kind_of(right)];
    let makes_text = match strings {
        Strings::No => false,
        Strings::IfOneIs => kinds.contains(&Kind::Str),
        Strings::IfBothAre => kinds == [Kind::Str; 2],
    };
    let fits = |kind: &Kind| match kind {
        Kind::Integer | Kind::Float | Kind::Int => true,
        Kind::Str => makes_text,
        _ => false,
    };
    if let Some(kind) = kinds.iter().find(|kind| !fits(kind)) {
        lints::converted(machine, *kind);
    }
}

fn one_way(
    machine: &mut Machine,
    left: &Value,
    right: &Value,
    strings: Strings,
    of_integers: OfIntegers,
) -> Value {
    let kinds = [machine.kind_of(left), machine.kind_of(right)];
    let count = kinds.iter().filter(|kind| **kind == Kind::Str).count();
    let is_text = match strings {
        Strings::No => false,
        Strings::IfOneIs => count > 0,
        Strings::IfBothAre => count == 2,
    };
    if is_text {
        return way(STRINGS);
    }
    if kinds != [Kind::Integer; 2] {
        return way(DOUBLES);
    }
    match (left.to_term(machine.pool), right.to_term(machine.pool)) {
        (Some(a), Some(b)) => of_integers(machine, a, b),
        _ => way(DOUBLES),
    }
}

/// Whether the exact result of an operation, at 64 bits, is an integer of 32 bits.
fn exactly(
    machine: &mut Machine,
    a: Term,
    b: Term,
    operation: fn(&mut sheaf_term::Pool, Term, Term) -> Term,
) -> Term {
    let pool = &mut *machine.pool;
    let (a, b) = (pool.sext(a, 64), pool.sext(b, 64));
    let exact = operation(pool, a, b);
    let (least, most) = (i32::MIN as i64 as u64, i32::MAX as u64);
    let (least, most) = (pool.bits(64, least.into()), pool.bits(64, most.into()));
    let (above, below) = (pool.sle(least, exact), pool.sle(exact, most));
    pool.and(above, below)
}

pub fn add(machine: &mut Machine, args: &[Value]) -> Effect {
    ways(machine, args, Strings::IfOneIs, |machine, a, b| {
        let fits = exactly(machine, a, b, |pool, a, b| pool.add(a, b));
        integers_if(machine, fits)
    })
}

pub fn sub(machine: &mut Machine, args: &[Value]) -> Effect {
    ways(machine, args, Strings::No, |machine, a, b| {
        let fits = exactly(machine, a, b, |pool, a, b| pool.sub(a, b));
        integers_if(machine, fits)
    })
}

/// Zero times a negative number is -0, which is not an integer.
pub fn mul(machine: &mut Machine, args: &[Value]) -> Effect {
    ways(machine, args, Strings::No, |machine, a, b| {
        let exact = exactly(machine, a, b, |pool, a, b| pool.mul(a, b));
        let minus_zero = {
            let (a_zero, b_zero) = (is_zero(machine, a), is_zero(machine, b));
            let (a_low, b_low) = (is_negative(machine, a), is_negative(machine, b));
            let (x, y) = (
                machine.pool.and(a_zero, b_low),
                machine.pool.and(b_zero, a_low),
            );
            machine.pool.or(x, y)
        };
        let other = machine.pool.not(minus_zero);
        let fits = machine.pool.and(exact, other);
        integers_if(machine, fits)
    })
}

/// A quotient without remainder that is not -0. The quotient that overflows is excluded together
/// with all quotients of negative numbers by -1.
pub fn div(machine: &mut Machine, args: &[Value]) -> Effect {
    ways(machine, args, Strings::No, |machine, a, b| {
        let divides = is_remainder_zero(machine, a, b);
        let zero = is_zero(machine, a);
        let pool = &mut *machine.pool;
        let minus_one = pool.bits(32, u32::MAX.into());
        let by_minus_one = pool.eq(b, minus_one);
        let bad = pool.or(zero, by_minus_one);
        let good = pool.not(bad);
        let fits = pool.and(divides, good);
        integers_if(machine, fits)
    })
}

/// The kinds of operation of a remainder: integers have two more, 2 for -0 and 3 for NaN.
pub fn rem(machine: &mut Machine, args: &[Value]) -> Effect {
    ways(machine, args, Strings::No, |machine, a, b| {
        let by_zero = is_zero(machine, b);
        let (low, divides) = (is_negative(machine, a), is_remainder_zero(machine, a, b));
        let pool = &mut *machine.pool;
        let minus_zero = pool.and(low, divides);
        let other = Value::ite(pool, minus_zero, &way(MINUS_ZERO), &way(INTEGERS));
        Value::ite(pool, by_zero, &way(NOT_A_NUMBER), &other)
    })
}

pub fn less(machine: &mut Machine, args: &[Value]) -> Effect {
    ways(machine, args, Strings::IfBothAre, |_, _, _| way(INTEGERS))
}

/// Neither 0, whose negation is -0, nor the least integer.
pub fn neg(machine: &mut Machine, args: &[Value]) -> Effect {
    let Some(value) = args.first() else {
        return Effect::Unmodelled("an operator without operand".to_string());
    };
    let pair = [value.clone(), Value::bits(32, 0)];
    ways(machine, &pair, Strings::No, |machine, a, _| {
        let pool = &mut *machine.pool;
        let rest = pool.bits(32, 0x7fff_ffff);
        let kept = pool.bit_and(a, rest);
        let zero = pool.bits(32, 0);
        let fits = pool.ne(kept, zero);
        integers_if(machine, fits)
    })
}

fn is_zero(machine: &mut Machine, a: Term) -> Term {
    let zero = machine.pool.bits(32, 0);
    machine.pool.eq(a, zero)
}

fn is_negative(machine: &mut Machine, a: Term) -> Term {
    let zero = machine.pool.bits(32, 0);
    machine.pool.slt(a, zero)
}

/// Whether a number that is not zero divides another.
fn is_remainder_zero(machine: &mut Machine, a: Term, b: Term) -> Term {
    let by_zero = is_zero(machine, b);
    let pool = &mut *machine.pool;
    let remainder = pool.srem(a, b);
    let zero = pool.bits(32, 0);
    let divides = pool.eq(remainder, zero);
    let good = pool.not(by_zero);
    pool.and(divides, good)
}
