//! Evaluation of operators at any sort and width.

use std::cmp::Ordering;
use std::rc::Rc;

use num_bigint::{BigInt, Sign};
use num_traits::Zero;

use crate::constant::{ArrayValue, Constant};
use crate::vector::BitVector;

pub(super) use super::float::large::*;

/// Leaves have no arguments to evaluate.
pub(super) fn none(_: &[Constant], _: u64) -> Option<Constant> {
    None
}

pub(super) fn not(args: &[Constant], _: u64) -> Option<Constant> {
    Some(Constant::Bool(!args[0].as_bool()?))
}

pub(super) fn and(args: &[Constant], _: u64) -> Option<Constant> {
    Some(Constant::Bool(args[0].as_bool()? & args[1].as_bool()?))
}

pub(super) fn or(args: &[Constant], _: u64) -> Option<Constant> {
    Some(Constant::Bool(args[0].as_bool()? | args[1].as_bool()?))
}

pub(super) fn eq(args: &[Constant], _: u64) -> Option<Constant> {
    Some(Constant::Bool(args[0] == args[1]))
}

pub(super) fn ite(args: &[Constant], _: u64) -> Option<Constant> {
    Some(if args[0].as_bool()? {
        args[1].clone()
    } else {
        args[2].clone()
    })
}

/// Operators on bit-vectors that are one method of [`BitVector`].
macro_rules! vectors {
    ($($name:ident($($arg:literal)+) = $method:ident;)*) => {$(
        pub(super) fn $name(args: &[Constant], _: u64) -> Option<Constant> {
            Some(Constant::Bits(BitVector::$method($(args[$arg].as_vector()?),+)))
        }
    )*};
}

vectors! {
    complement(0) = complement;
    neg(0) = neg;
    add(0 1) = add;
    sub(0 1) = sub;
    mul(0 1) = mul;
    udiv(0 1) = udiv;
    urem(0 1) = urem;
    sdiv(0 1) = sdiv;
    srem(0 1) = srem;
    shl(0 1) = shl;
    lshr(0 1) = lshr;
    ashr(0 1) = ashr;
    bit_and(0 1) = and;
    bit_or(0 1) = or;
    bit_xor(0 1) = xor;
    concat(0 1) = concat;
}

pub(super) fn ult(args: &[Constant], _: u64) -> Option<Constant> {
    let order = args[0].as_vector()?.compare_unsigned(args[1].as_vector()?);
    Some(Constant::Bool(order == Ordering::Less))
}

pub(super) fn slt(args: &[Constant], _: u64) -> Option<Constant> {
    let order = args[0].as_vector()?.compare_signed(args[1].as_vector()?);
    Some(Constant::Bool(order == Ordering::Less))
}

pub(super) fn extract(args: &[Constant], payload: u64) -> Option<Constant> {
    Some(Constant::Bits(
        args[0]
            .as_vector()?
            .extract((payload >> 32) as u32, payload as u32),
    ))
}

pub(super) fn zext(args: &[Constant], payload: u64) -> Option<Constant> {
    Some(Constant::Bits(args[0].as_vector()?.zext(payload as u32)))
}

pub(super) fn sext(args: &[Constant], payload: u64) -> Option<Constant> {
    Some(Constant::Bits(args[0].as_vector()?.sext(payload as u32)))
}

pub(super) fn int_add(args: &[Constant], _: u64) -> Option<Constant> {
    Some(Constant::Int(args[0].as_int()? + args[1].as_int()?))
}

pub(super) fn int_mul(args: &[Constant], _: u64) -> Option<Constant> {
    Some(Constant::Int(args[0].as_int()? * args[1].as_int()?))
}

pub(super) fn int_div(args: &[Constant], _: u64) -> Option<Constant> {
    let (dividend, divisor) = (args[0].as_int()?, args[1].as_int()?);
    Some(Constant::Int(if divisor.is_zero() {
        BigInt::zero()
    } else {
        dividend / divisor
    }))
}

pub(super) fn int_rem(args: &[Constant], _: u64) -> Option<Constant> {
    let (dividend, divisor) = (args[0].as_int()?, args[1].as_int()?);
    Some(Constant::Int(if divisor.is_zero() {
        dividend.clone()
    } else {
        dividend % divisor
    }))
}

pub(super) fn int_lt(args: &[Constant], _: u64) -> Option<Constant> {
    Some(Constant::Bool(args[0].as_int()? < args[1].as_int()?))
}

pub(super) fn bits_to_int(args: &[Constant], _: u64) -> Option<Constant> {
    Some(Constant::Int(BigInt::from_biguint(
        Sign::Plus,
        args[0].as_vector()?.to_big(),
    )))
}

pub(super) fn int_to_bits(args: &[Constant], payload: u64) -> Option<Constant> {
    Some(Constant::Bits(BitVector::from_int(
        payload as u32,
        args[0].as_int()?,
    )))
}

pub(super) fn const_array(args: &[Constant], payload: u64) -> Option<Constant> {
    let element = args[0].as_vector()?.clone();
    Some(Constant::Array(Rc::new(ArrayValue::new(
        payload as u32,
        element,
    ))))
}

pub(super) fn select(args: &[Constant], _: u64) -> Option<Constant> {
    Some(Constant::Bits(
        args[0].as_array()?.get(args[1].as_vector()?).clone(),
    ))
}

pub(super) fn store(args: &[Constant], _: u64) -> Option<Constant> {
    let mut array = args[0].as_array()?.clone();
    array.set(args[1].as_vector()?, args[2].as_vector()?.clone());
    Some(Constant::Array(Rc::new(array)))
}
