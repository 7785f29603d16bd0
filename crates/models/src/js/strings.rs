//! What strings need from the machine. Where the units or the length of a string are not known, the
//! result is a term, so that one path stands for all strings.

use super::convert::{normal, to_integral};
use super::{UNDEFINED, calls, case, effect, lints, slot, slot_key};
use sheaf_execution::value::{SymText, Text};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::Kind;
use sheaf_term::{Pool, Sort, Term};
use std::rc::Rc;

/// Whether a value is a string, or may be one, whose length must be known first. Value summaries
/// keep the lengths together.
pub fn needs_length(machine: &mut Machine, value: &Value) -> bool {
    !machine.pool.has_diagrams() && has_open_length(machine, value)
}

/// Whether a member of a value is a string whose length the path does not say.
fn has_open_length(machine: &mut Machine, value: &Value) -> bool {
    let mut members = value.members();
    members.any(|(_, member)| match member {
        Value::SymStr(_) => {
            let text = machine.sym_text(member);
            text.is_some_and(|text| text.known_length(machine.pool).is_none())
        }
        _ => false,
    })
}

/// A value; the path is split by its length if it is a string.
pub fn with_length(machine: &mut Machine, args: &[Value]) -> Effect {
    if needs_length(machine, &args[0]) {
        return Effect::NeedConcrete(0);
    }
    effect(machine.lift(&args[0], &mut |machine, value| match value {
        Value::SymStr(_) => Ok(narrowed(machine, value)),
        value => Ok(value.clone()),
    }))
}

/// A string with the length that its path says.
fn narrowed(machine: &mut Machine, value: &Value) -> Value {
    match machine.sym_text(value) {
        Some(text) => (*text).clone().into_value(machine.pool),
        None => UNDEFINED,
    }
}

/// The unit at a position of a string, as a condition that there is one, and the unit.
fn unit_at(machine: &mut Machine, text: &Value, index: &Value) -> Result<(Term, Value), Stop> {
    let index = match index {
        Value::Unit(_) => Value::bits(32, 0),
        index => to_integral(machine, index)?,
    };
    Ok(match index {
        // An integral number beyond 32 bits.
        Value::Bits { width: 64, .. } => (Term::FALSE, UNDEFINED),
        index => machine.string_unit(text, &index),
    })
}

/// Runs a body for the unit of `this` at an index, the arguments 2 and 3 of the call. The library
/// converts what is not a string and a number.
fn for_unit(
    machine: &mut Machine,
    this: &Value,
    args: &[Value],
    function: &str,
    body: fn(&mut Machine, Term, &Value) -> Value,
) -> Effect {
    let index = args.first().unwrap_or(&UNDEFINED);
    let is_text = |value: &Value| matches!(value, Value::Str(_) | Value::SymStr(_));
    let is_text = this.members().all(|(_, member)| is_text(member));
    let is_number = index
        .members()
        .all(|(_, member)| is_scalar(machine, member));
    if !is_text || !is_number {
        return match (this, index) {
            (Value::Union(_), _) if !is_text => Effect::NeedConcrete(2),
            (_, Value::Union(_)) if !is_number => Effect::NeedConcrete(3),
            _ => calls::library(machine, function, &[this.clone(), index.clone()]),
        };
    }
    if needs_length(machine, this) {
        return Effect::NeedConcrete(2);
    }
    effect(machine.lift2(this, index, &mut |machine, this, index| {
        let (within, unit) = unit_at(machine, this, index)?;
        Ok(body(machine, within, &unit))
    }))
}

/// Whether a value becomes a number without a call and without an error.
fn is_scalar(machine: &Machine, value: &Value) -> bool {
    let kind = machine.kind_of(value);
    matches!(
        kind,
        Kind::Undefined | Kind::Null | Kind::Bool | Kind::Integer | Kind::Float
    )
}

pub fn char_code_at(machine: &mut Machine, this: &Value, args: &[Value]) -> Effect {
    for_unit(
        machine,
        this,
        args,
        "charCodeAt",
        |machine, within, unit| {
            let nan = Value::bits(64, u128::from(f64::NAN.to_bits()));
            match unit.to_term(machine.pool) {
                Some(unit) => {
                    let code = machine.pool.zext(unit, 32);
                    let code = Value::from_term(machine.pool, code);
                    Value::ite(machine.pool, within, &code, &nan)
                }
                None => nan,
            }
        },
    )
}

pub fn char_at(machine: &mut Machine, this: &Value, args: &[Value]) -> Effect {
    for_unit(machine, this, args, "charAt", |machine, within, unit| {
        let unit = match within {
            Term::FALSE => return super::text(""),
            Term::TRUE => return machine.string_of_unit(unit),
            _ => unit.to_term(machine.pool),
        };
        let pool = &mut *machine.pool;
        let [one, zero] = [1, 0].map(|length| pool.bits(32, length));
        let length = pool.ite(within, one, zero);
        SymText::new(pool, unit.into_iter().collect(), length).into_value(pool)
    })
}

/// `string[index]` for a known or symbolic integer.
pub fn element(machine: &mut Machine, string: &Value, index: &Value) -> Value {
    let (within, unit) = machine.string_unit(string, index);
    lints::outside(machine, within, index);
    if within == Term::FALSE {
        return UNDEFINED;
    }
    let unit = machine.string_of_unit(&unit);
    Value::ite(machine.pool, within, &unit, &UNDEFINED)
}

/// Whether a string has a property of its own with a key that is no union.
pub fn has_own(machine: &mut Machine, string: &Text, key: &Value) -> Result<bool, Stop> {
    let length = string.units().len() as u128;
    match key {
        Value::Term(index) if machine.pool.sort(*index) == Sort::Bits(32) => {
            let length = machine.pool.bits(32, length);
            let within = machine.pool.ult(*index, length);
            machine.decide(within)
        }
        key => {
            let index = key.as_u64().map_or(u128::MAX, u128::from);
            Ok(super::is_text(key, "length") || index < length)
        }
    }
}

/// The units of a string from a position up to another, both within it.
pub fn part(machine: &mut Machine, args: &[Value]) -> Effect {
    for position in [1, 2] {
        if args[position].as_u64().is_none() {
            return Effect::NeedConcrete(position);
        }
    }
    let at = |position: usize| args[position].as_u64().unwrap_or(0) as u32 as usize;
    let (first, last) = (at(1), at(2));
    effect(machine.lift(&args[0], &mut |machine, whole| {
        Ok(machine.string_slice(whole, first, last))
    }))
}

/// The string of a unit, given as an integer of 32 bits of which the low 16 count.
pub fn character(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, unit| {
        let unit = match unit.as_u64() {
            Some(unit) => Value::bits(16, u128::from(unit)),
            None => match unit.to_term(machine.pool) {
                Some(unit) => {
                    let low = machine.pool.extract(unit, 15, 0);
                    Value::from_term(machine.pool, low)
                }
                None => UNDEFINED,
            },
        };
        Ok(machine.string_of_unit(&unit))
    }))
}

/// The string of an array of code points, undefined unless all are known and valid.
pub fn characters(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(known_characters(machine, &args[0]))
}

fn known_characters(machine: &mut Machine, codes: &Value) -> Result<Value, Stop> {
    let length = machine.own_member(codes, &slot_key(slot::LENGTH))?;
    let Some(length) = length.as_u64() else {
        return Ok(UNDEFINED);
    };
    let mut units = Vec::new();
    for at in 0..length {
        let code = machine.own_member(codes, &Value::bits(32, u128::from(at)))?;
        match code {
            Value::Bits { width: 32, bits } if bits < 0x10000 => units.push(bits as u16),
            Value::Bits { width: 32, bits } if bits <= 0x10FFFF => {
                let above = bits - 0x10000;
                units.push(0xD800 + (above >> 10) as u16);
                units.push(0xDC00 + (above & 0x3FF) as u16);
            }
            _ => return Ok(UNDEFINED),
        }
    }
    Ok(Value::Str(Rc::new(units.into())))
}

/// Runs a body for two strings and a position, of which none is a union. The second string, the one
/// that is searched for, has a known length.
fn for_search(
    machine: &mut Machine,
    args: &[Value],
    known: fn(&[u16], &[u16], i32) -> Value,
    body: fn(&mut Pool, &SymText, &[Term], Term) -> Value,
) -> Effect {
    if has_open_length(machine, &args[1]) {
        return Effect::NeedConcrete(1);
    }
    effect(
        machine.lift2(&args[0], &args[1], &mut |machine, text, wanted| {
            machine.lift(&args[2], &mut |machine, from| {
                if let (Value::Str(text), Value::Str(wanted), Some(from)) =
                    (text, wanted, from.as_u64())
                {
                    return Ok(known(text.units(), wanted.units(), from as u32 as i32));
                }
                let strings = (machine.sym_text(text), machine.sym_text(wanted));
                let (Some(text), Some(wanted)) = strings else {
                    return Ok(UNDEFINED);
                };
                let Some(from) = from.to_term(machine.pool) else {
                    return Ok(UNDEFINED);
                };
                Ok(body(machine.pool, &text, wanted.units(), from))
            })
        }),
    )
}

fn integer(value: i32) -> Value {
    Value::bits(32, u128::from(value as u32))
}

fn occurs(text: &[u16], wanted: &[u16], at: i32) -> bool {
    usize::try_from(at).is_ok_and(|at| {
        let rest = text.get(at..);
        rest.is_some_and(|rest| rest.starts_with(wanted))
    })
}

/// The first position of a string in another from a position on, which is not negative; -1 if there
/// is none.
pub fn index_of(machine: &mut Machine, args: &[Value]) -> Effect {
    let known = |text: &[u16], wanted: &[u16], from: i32| {
        let last = text.len() as i32 - wanted.len() as i32;
        let found = (from..=last).find(|at| occurs(text, wanted, *at));
        integer(found.unwrap_or(-1))
    };
    for_search(machine, args, known, |pool, text, wanted, from| {
        position(pool, text, wanted, true, |pool, at| pool.sle(from, at))
    })
}

/// The last position of a string in another up to a position; -1 if there is none.
pub fn last_index_of(machine: &mut Machine, args: &[Value]) -> Effect {
    let known = |text: &[u16], wanted: &[u16], from: i32| {
        let last = (text.len() as i32 - wanted.len() as i32).min(from);
        let found = (0..=last).rev().find(|at| occurs(text, wanted, *at));
        integer(found.unwrap_or(-1))
    };
    for_search(machine, args, known, |pool, text, wanted, from| {
        position(pool, text, wanted, false, |pool, at| pool.sle(at, from))
    })
}

/// The first or the last position that is allowed.
fn position(
    pool: &mut Pool,
    text: &SymText,
    wanted: &[Term],
    is_first: bool,
    allowed: impl Fn(&mut Pool, Term) -> Term,
) -> Value {
    let mut occurrences = text.occurrences(pool, wanted);
    if is_first {
        occurrences.reverse();
    }
    let mut found = pool.bits(32, u128::from(u32::MAX));
    for (at, occurs) in occurrences {
        let at = pool.bits(32, at as u128);
        let counts = allowed(pool, at);
        let here = pool.and(occurs, counts);
        found = pool.ite(here, at, found);
    }
    Value::from_term(pool, found)
}

/// Whether a string occurs in another at a position.
pub fn starts_at(machine: &mut Machine, args: &[Value]) -> Effect {
    let known = |text: &[u16], wanted: &[u16], at: i32| Value::Bool(occurs(text, wanted, at));
    for_search(machine, args, known, |pool, text, wanted, from| {
        let mut any = Term::FALSE;
        for (at, occurs) in text.occurrences(pool, wanted) {
            let at = pool.bits(32, at as u128);
            let meant = pool.eq(from, at);
            let here = pool.and(occurs, meant);
            any = pool.or(any, here);
        }
        Value::from_term(pool, any)
    })
}

/// Ranges of white space and line ends (ECMA-262, 12.2 and 12.3).
pub const SPACES: [(u16, u16); 10] = [
    (0x09, 0x0d),
    (0x20, 0x20),
    (0xa0, 0xa0),
    (0x1680, 0x1680),
    (0x2000, 0x200a),
    (0x2028, 0x2029),
    (0x202f, 0x202f),
    (0x205f, 0x205f),
    (0x3000, 0x3000),
    (0xfeff, 0xfeff),
];

/// The term of a unit that is given as an integer; `None` for NaN.
fn code(machine: &mut Machine, unit: &Value) -> Option<Term> {
    let is_integer = machine.kind_of(unit) == Kind::Integer;
    is_integer.then(|| unit.to_term(machine.pool)).flatten()
}

/// Whether the unit of an integer is white space.
pub fn is_space(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, unit| {
        let Some(unit) = code(machine, unit) else {
            return Ok(Value::Bool(false));
        };
        let pool = &mut *machine.pool;
        let mut any = Term::FALSE;
        for (first, last) in SPACES {
            let within = within(pool, unit, first.into(), last.into());
            any = pool.or(any, within);
        }
        Ok(Value::from_term(pool, any))
    }))
}

/// The value of a digit or Latin letter, 99 for other units.
pub fn digit_of(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.lift(&args[0], &mut |machine, unit| {
        let Some(unit) = code(machine, unit) else {
            return Ok(integer(99));
        };
        let pool = &mut *machine.pool;
        let mut digit = pool.bits(32, 99);
        for (first, last, zero) in [(48, 57, 48), (97, 122, 87), (65, 90, 55)] {
            let is_one = within(pool, unit, first, last);
            let zero = pool.bits(32, zero);
            let value = pool.sub(unit, zero);
            digit = pool.ite(is_one, value, digit);
        }
        Ok(Value::from_term(pool, digit))
    }))
}

/// The condition that a term of 16 or 32 bits lies between two numbers.
pub fn within(pool: &mut Pool, term: Term, first: u32, last: u32) -> Term {
    let width = pool.width(term);
    let [first, last] = [first, last].map(|it| pool.bits(width, it.into()));
    let (above, below) = (pool.ule(first, term), pool.ule(term, last));
    pool.and(above, below)
}

/// A string in lower case, or in upper case if the second argument is true.
pub fn cased(machine: &mut Machine, args: &[Value]) -> Effect {
    if needs_length(machine, &args[0]) {
        return Effect::NeedConcrete(0);
    }
    let to = match args[1] {
        Value::Bool(true) => case::Case::Upper,
        _ => case::Case::Lower,
    };
    effect(machine.lift(&args[0], &mut |machine, value| match value {
        Value::Str(text) => {
            let units = case::convert(text.units(), to);
            Ok(Value::Str(Rc::new(units.into())))
        }
        value => match machine.sym_text(value) {
            Some(text) => Ok(case::convert_symbolic(machine, &text, to)),
            None => Ok(UNDEFINED),
        },
    }))
}

/// The integer that a string spells in its shortest form: the condition, and the integer.
pub fn canonical_integer(pool: &mut Pool, text: &SymText) -> (Term, Term) {
    let mut any = Term::FALSE;
    let mut value = pool.bits(32, 0);
    for count in 1..=text.units().len().min(MAX_INTEGER_UNITS) {
        let length = pool.bits(32, count as u128);
        let has_length = pool.eq(text.length(), length);
        if has_length == Term::FALSE {
            continue;
        }
        let units = &text.units()[..count];
        for (digits, is_negative) in [(units, false), (&units[1..], true)] {
            let Some((mut spelled, number)) = decimal(pool, digits, is_negative) else {
                continue;
            };
            if is_negative {
                let minus = pool.bits(16, u128::from(b'-'));
                let signed = pool.eq(units[0], minus);
                spelled = pool.and(spelled, signed);
            }
            let here = pool.and(has_length, spelled);
            value = pool.ite(here, number, value);
            any = pool.or(any, here);
        }
    }
    (any, value)
}

/// The condition that a string is an index of an array beyond all integers of 32 bits.
pub fn large_index(pool: &mut Pool, text: &SymText) -> Term {
    const DIGITS: usize = 10;
    let Some(digits) = text.units().get(..DIGITS) else {
        return Term::FALSE;
    };
    let length = pool.bits(32, DIGITS as u128);
    let has_length = pool.eq(text.length(), length);
    let (are_digits, number) = number(pool, digits);
    let [least, most] = [1 << 31, u32::MAX - 1].map(|it| pool.bits(64, it.into()));
    let (is_large, is_index) = (pool.ule(least, number), pool.ule(number, most));
    [are_digits, is_large, is_index]
        .into_iter()
        .fold(has_length, |all, condition| pool.and(all, condition))
}

/// Maximum number of units of a 32-bit integer.
const MAX_INTEGER_UNITS: usize = 11;

/// The condition that digits spell the magnitude of a 32-bit integer without zeros in front, and
/// the integer; `None` if they are none or too many.
fn decimal(pool: &mut Pool, digits: &[Term], is_negative: bool) -> Option<(Term, Term)> {
    if digits.is_empty() || digits.len() >= MAX_INTEGER_UNITS {
        return None;
    }
    let (mut holds, magnitude) = number(pool, digits);
    // "0" is the only one that starts with a zero, and there is no "-0".
    if digits.len() > 1 || is_negative {
        let zero = pool.bits(16, 48);
        let other = pool.ne(digits[0], zero);
        holds = pool.and(holds, other);
    }
    let most = i32::MAX as u64 + u64::from(is_negative);
    let most = pool.bits(64, most.into());
    let fits = pool.ule(magnitude, most);
    holds = pool.and(holds, fits);
    let number = pool.extract(magnitude, 31, 0);
    let number = match is_negative {
        true => pool.neg(number),
        false => number,
    };
    Some((holds, number))
}

/// Whether units are digits, and the number of 64 bits that they spell.
fn number(pool: &mut Pool, digits: &[Term]) -> (Term, Term) {
    let mut holds = Term::TRUE;
    let mut magnitude = pool.bits(64, 0);
    let ten = pool.bits(64, 10);
    for unit in digits {
        let is_digit = within(pool, *unit, 48, 57);
        holds = pool.and(holds, is_digit);
        let zero = pool.bits(16, 48);
        let digit = pool.sub(*unit, zero);
        let digit = pool.zext(digit, 64);
        let shifted = pool.mul(magnitude, ten);
        magnitude = pool.add(shifted, digit);
    }
    (holds, magnitude)
}

/// A power of ten; the argument is at most 22, so that it is exact.
pub fn power_of_ten(_: &mut Machine, args: &[Value]) -> Effect {
    let Some(exponent) = args[0].as_u64() else {
        return Effect::NeedConcrete(0);
    };
    let power = 10f64.powi(exponent.min(22) as i32);
    Effect::Return(Some(normal(&Value::bits(64, power.to_bits().into()))))
}

/// The decimal digits of an integer that has this many of them.
pub fn digits(machine: &mut Machine, args: &[Value]) -> Effect {
    let Some(count) = args[1].as_u64() else {
        return Effect::NeedConcrete(1);
    };
    effect(machine.lift(&args[0], &mut |machine, integer| {
        let integer = integer.to_term(machine.pool);
        // Where no path leads, it may be another value.
        let is_integer = |it: &Term| machine.pool.sort(*it) == Sort::Bits(32);
        let Some(integer) = integer.filter(is_integer) else {
            return Ok(UNDEFINED);
        };
        let pool = &mut *machine.pool;
        // Division is cheaper on fewer bits.
        let most = 10u64.saturating_pow(count as u32) - 1;
        let width = (u64::BITS - most.leading_zeros()).clamp(4, 32);
        let ten = pool.bits(width, 10);
        let mut rest = match width {
            32 => integer,
            width => pool.extract(integer, width - 1, 0),
        };
        let mut units = Vec::new();
        for _ in 0..count {
            let digit = pool.urem(rest, ten);
            rest = pool.udiv(rest, ten);
            let digit = match width {
                ..16 => pool.zext(digit, 16),
                16 => digit,
                _ => pool.extract(digit, 15, 0),
            };
            let zero = pool.bits(16, u128::from(b'0'));
            units.push(pool.add(digit, zero));
        }
        units.reverse();
        Ok(SymText::of_units(pool, units).into_value(pool))
    }))
}
