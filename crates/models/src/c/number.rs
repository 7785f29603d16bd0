//! Conversion of floats to and from text, for the C models; concrete numbers only.

use super::Row;
use super::arguments::{advance, argument, effect, float_value, int, load_byte, number};
use super::behaviour::CONVERTS;
use sheaf_execution::float::{Format, Notation, scan, to_text};
use sheaf_execution::{Effect, Machine, Value};
use sheaf_ir::{FloatKind, Type};

pub const TABLE: &[Row] = &[
    (
        "__sheaf_format_double",
        |machine, args| effect(format(machine, args, FloatKind::F64)),
        CONVERTS,
    ),
    (
        "__sheaf_format_long_double",
        |machine, args| effect(format(machine, args, FloatKind::F80)),
        CONVERTS,
    ),
    (
        "__sheaf_parse_float",
        |machine, args| effect(parse(machine, args, FloatKind::F32)),
        CONVERTS,
    ),
    (
        "__sheaf_parse_double",
        |machine, args| effect(parse(machine, args, FloatKind::F64)),
        CONVERTS,
    ),
    (
        "__sheaf_parse_long_double",
        |machine, args| effect(parse(machine, args, FloatKind::F80)),
        CONVERTS,
    ),
];

/// Maximum number of digits after the point, and maximum length of a number's text.
const MAX_BYTES: u64 = 1 << 16;

/// `size_t __sheaf_format_double(char *buffer, size_t size, double value, int conversion, int
/// precision, int alternative)`.
fn format(machine: &mut Machine, args: &[Value], kind: FloatKind) -> Result<Effect, Effect> {
    let buffer = argument(args, 0).clone();
    let size = number(args, 1)?;
    machine.require_defined(argument(args, 2), "output depends on uninitialized memory");
    let Some(bits) = argument(args, 2).as_u128() else {
        return Err(Effect::NeedConcrete(2));
    };
    let conversion = number(args, 3)? as u8;
    let notation = match conversion.to_ascii_lowercase() {
        b'f' => Notation::Fixed,
        b'e' => Notation::Exponent,
        b'g' => Notation::General,
        _ => Notation::Hex,
    };
    let precision = int(args, 4)?;
    if i64::from(precision) > MAX_BYTES as i64 {
        return Err(Effect::Unmodelled(format!(
            "a precision of {precision} digits"
        )));
    }
    let format = Format {
        notation,
        precision: usize::try_from(precision).ok(),
        alternate: int(args, 5)? != 0,
        uppercase: conversion.is_ascii_uppercase(),
    };
    let text = to_text(kind, bits, &format).to_string();
    let written = text.len().min(usize::try_from(size).unwrap_or(usize::MAX));
    if written > 0 {
        machine.store_bytes(&buffer, &text.as_bytes()[..written])?;
    }
    Ok(Effect::Return(Some(Value::bits(64, text.len() as u128))))
}

/// `double __sheaf_parse_double(const char *text, size_t bytes, int *out_of_range)`.
fn parse(machine: &mut Machine, args: &[Value], kind: FloatKind) -> Result<Effect, Effect> {
    let start = argument(args, 0).clone();
    let bytes = number(args, 1)?;
    if bytes > MAX_BYTES {
        return Err(Effect::Unmodelled(format!(
            "a number of {bytes} characters"
        )));
    }
    let mut text = Vec::new();
    for at in 0..bytes {
        let place = advance(machine, &start, at);
        match load_byte(machine, &place)?.as_u64() {
            Some(byte) => text.push(byte as u8),
            None => return Err(Effect::Unmodelled("a float from symbolic text".to_string())),
        }
    }
    let scanned = scan(kind, &text);
    let flag = Value::bits(32, scanned.out_of_range.into());
    let place = argument(args, 2).clone();
    machine
        .store(&place, &Type::Bits(32), &flag)
        .map_err(Effect::Stop)?;
    Ok(float_value(kind, scanned.bits))
}
