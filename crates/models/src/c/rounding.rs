//! Float operations with the program's rounding mode (`runtime/fenv.c`). They may be symbolic if it
//! is to nearest; otherwise the values of their operands are enumerated.

use super::Row;
use super::arguments::{argument, float_value};
use super::behaviour::PURE;
use sheaf_execution::float::{self as ieee, Arithmetic, Rounding};
use sheaf_execution::{Effect, FloatFunction, Machine, Value};
use sheaf_ir::FloatKind::{self, F32, F64, F80};

pub const TABLE: &[Row] = &[
    (
        "__sheaf_round_float",
        |machine, args| arithmetic(machine, args, F32),
        PURE,
    ),
    (
        "__sheaf_round_double",
        |machine, args| arithmetic(machine, args, F64),
        PURE,
    ),
    (
        "__sheaf_round_long_double",
        |machine, args| arithmetic(machine, args, F80),
        PURE,
    ),
    (
        "__sheaf_narrow_float",
        |machine, args| narrowing(machine, args, F32),
        PURE,
    ),
    (
        "__sheaf_narrow_double",
        |machine, args| narrowing(machine, args, F64),
        PURE,
    ),
];

/// The rounding mode of an argument: a constant of `fenv.h`.
fn rounding(args: &[Value], position: usize) -> Result<Rounding, Effect> {
    let mode = argument(args, position).as_u64();
    Ok(match mode.ok_or(Effect::NeedConcrete(position))? {
        0x400 => Rounding::Down,
        0x800 => Rounding::Up,
        0xc00 => Rounding::Zero,
        _ => Rounding::Nearest,
    })
}

/// The pattern of a float, which must be concrete.
fn pattern(machine: &mut Machine, args: &[Value], position: usize) -> Result<u128, Effect> {
    let value = argument(args, position);
    machine.require_defined(value, "a rounded result depends on uninitialized memory");
    value.as_u128().ok_or(Effect::NeedConcrete(position))
}

/// `double __sheaf_round_double(int rounding, int operation, double a, double b)`.
fn arithmetic(machine: &mut Machine, args: &[Value], kind: FloatKind) -> Effect {
    rounded(machine, args, kind).unwrap_or_else(|effect| effect)
}

fn rounded(machine: &mut Machine, args: &[Value], kind: FloatKind) -> Result<Effect, Effect> {
    let rounding = rounding(args, 0)?;
    let operation = argument(args, 1).as_u64();
    let (op, nearest) = match operation.ok_or(Effect::NeedConcrete(1))? {
        0 => (Arithmetic::Add, ADDITION),
        1 => (Arithmetic::Sub, SUBTRACTION),
        2 => (Arithmetic::Mul, MULTIPLICATION),
        _ => (Arithmetic::Div, DIVISION),
    };
    if rounding == Rounding::Nearest {
        let operands = [argument(args, 2), argument(args, 3)];
        let result = machine.apply_float(&nearest, kind, operands);
        return Ok(result.map_or_else(Effect::Stop, |value| Effect::Return(Some(value))));
    }
    let (a, b) = (pattern(machine, args, 2)?, pattern(machine, args, 3)?);
    Ok(float_value(kind, ieee::rounded(rounding, op, kind, a, b)))
}

const ADDITION: FloatFunction<2> = FloatFunction::new(
    "addition",
    |kind, [a, b]| ieee::add(kind, a, b),
    |p, kind, [a, b]| p.fadd(kind, a, b),
);

const SUBTRACTION: FloatFunction<2> = FloatFunction::new(
    "subtraction",
    |kind, [a, b]| ieee::sub(kind, a, b),
    |p, kind, [a, b]| p.fsub(kind, a, b),
);

const MULTIPLICATION: FloatFunction<2> = FloatFunction::new(
    "multiplication",
    |kind, [a, b]| ieee::mul(kind, a, b),
    |p, kind, [a, b]| p.fmul(kind, a, b),
);

const DIVISION: FloatFunction<2> = FloatFunction::new(
    "division",
    |kind, [a, b]| ieee::div(kind, a, b),
    |p, kind, [a, b]| p.fdiv(kind, a, b),
);

/// `double __sheaf_narrow_double(int rounding, long double number)`.
fn narrowing(machine: &mut Machine, args: &[Value], to: FloatKind) -> Effect {
    let narrowed = rounding(args, 0).and_then(|rounding| {
        if rounding != Rounding::Nearest {
            let number = pattern(machine, args, 1)?;
            return Ok(float_value(to, ieee::narrowed(rounding, to, number)));
        }
        let number = argument(args, 1).clone();
        let result = machine.lift(&number, &mut |machine, member| {
            Ok(match member.as_u128() {
                Some(bits) => Value::bits(to.width(), ieee::to_float(F80, to, bits)),
                None => match member.to_term(machine.pool) {
                    Some(term) => {
                        let narrow = machine.pool.float_to_float(F80, to, term);
                        Value::from_term(machine.pool, narrow)
                    }
                    None => Value::Uninitialized,
                },
            })
        });
        Ok(result.map_or_else(Effect::Stop, |value| Effect::Return(Some(value))))
    });
    narrowed.unwrap_or_else(|effect| effect)
}
