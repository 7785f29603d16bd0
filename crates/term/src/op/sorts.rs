//! Sort rules of the operators: from the sorts of the arguments and the payload to the sort of the
//! result.

use super::float::Formats;
use crate::sort::Sort;

/// Constants and symbols carry their sort.
pub(super) fn leaf(_: &[Sort], _: u64) -> Option<Sort> {
    None
}

/// All arguments and the result are truth values.
pub(super) fn bools(args: &[Sort], _: u64) -> Option<Sort> {
    args.iter()
        .all(|&sort| sort == Sort::Bool)
        .then_some(Sort::Bool)
}

/// Two arguments of one sort, a truth value as result.
pub(super) fn relation(args: &[Sort], _: u64) -> Option<Sort> {
    (args[0] == args[1]).then_some(Sort::Bool)
}

/// A condition and two arguments of the result's sort.
pub(super) fn ite(args: &[Sort], _: u64) -> Option<Sort> {
    (args[0] == Sort::Bool && args[1] == args[2]).then_some(args[1])
}

/// Bit-vectors of one width, the result's.
pub(super) fn same_bits(args: &[Sort], _: u64) -> Option<Sort> {
    (matches!(args[0], Sort::Bits(_)) && args.iter().all(|&sort| sort == args[0]))
        .then_some(args[0])
}

/// Two bit-vectors of one width, a truth value as result.
pub(super) fn compare_bits(args: &[Sort], payload: u64) -> Option<Sort> {
    same_bits(args, payload).map(|_| Sort::Bool)
}

/// Two bit-vectors, a bit-vector of their widths' sum.
pub(super) fn concat(args: &[Sort], _: u64) -> Option<Sort> {
    match (args[0], args[1]) {
        (Sort::Bits(high), Sort::Bits(low)) => Some(Sort::Bits(high.checked_add(low)?)),
        _ => None,
    }
}

/// A bit-vector that has the bits `payload >> 32` down to the low half of the payload.
pub(super) fn extract(args: &[Sort], payload: u64) -> Option<Sort> {
    let (high, low) = ((payload >> 32) as u32, payload as u32);
    match args[0] {
        Sort::Bits(width) if low <= high && high < width => Some(Sort::Bits(high - low + 1)),
        _ => None,
    }
}

/// A bit-vector of at most `payload` bits; the result has `payload` bits.
pub(super) fn extend(args: &[Sort], payload: u64) -> Option<Sort> {
    match args[0] {
        Sort::Bits(width) if u64::from(width) <= payload => Some(Sort::Bits(payload as u32)),
        _ => None,
    }
}

/// All arguments and the result are integers.
pub(super) fn integers(args: &[Sort], _: u64) -> Option<Sort> {
    args.iter()
        .all(|&sort| sort == Sort::Int)
        .then_some(Sort::Int)
}

/// Two integers, a truth value as result.
pub(super) fn compare_ints(args: &[Sort], payload: u64) -> Option<Sort> {
    integers(args, payload).map(|_| Sort::Bool)
}

/// A bit-vector, an integer as result.
pub(super) fn bits_to_int(args: &[Sort], _: u64) -> Option<Sort> {
    matches!(args[0], Sort::Bits(_)).then_some(Sort::Int)
}

/// An integer, a bit-vector of `payload` bits as result.
pub(super) fn int_to_bits(args: &[Sort], payload: u64) -> Option<Sort> {
    (args[0] == Sort::Int && payload > 0).then_some(Sort::Bits(payload as u32))
}

/// An element, the array with indices of `payload` bits as result.
pub(super) fn const_array(args: &[Sort], payload: u64) -> Option<Sort> {
    match args[0] {
        Sort::Bits(element) if payload > 0 => Some(Sort::Array {
            index: payload as u32,
            element,
        }),
        _ => None,
    }
}

/// An array and an index, an element as result.
pub(super) fn select(args: &[Sort], _: u64) -> Option<Sort> {
    match args[0] {
        Sort::Array { index, element } if args[1] == Sort::Bits(index) => Some(Sort::Bits(element)),
        _ => None,
    }
}

/// An array, an index and an element, an array as result.
pub(super) fn store(args: &[Sort], payload: u64) -> Option<Sort> {
    (select(&args[..2], payload)? == args[2]).then_some(args[0])
}

/// Floats of one format, the result's.
pub(super) fn floats(args: &[Sort], payload: u64) -> Option<Sort> {
    let float = Sort::Bits(Formats::unpack(payload).kind.width());
    args.iter().all(|&sort| sort == float).then_some(float)
}

/// Floats of one format, a truth value as result.
pub(super) fn compare_floats(args: &[Sort], payload: u64) -> Option<Sort> {
    floats(args, payload).map(|_| Sort::Bool)
}

/// A float, a float of the target format as result.
pub(super) fn float_to_float(args: &[Sort], payload: u64) -> Option<Sort> {
    let target = Formats::unpack(payload).target;
    floats(args, payload).map(|_| Sort::Bits(target.width()))
}

/// An integer of at most 128 bits, a float as result.
pub(super) fn int_to_float(args: &[Sort], payload: u64) -> Option<Sort> {
    matches!(args[0], Sort::Bits(1..=128))
        .then(|| Sort::Bits(Formats::unpack(payload).kind.width()))
}

/// A float, an integer of at most 128 bits as result.
pub(super) fn float_to_int(args: &[Sort], payload: u64) -> Option<Sort> {
    let width = Formats::unpack(payload).width;
    floats(args, payload)?;
    (1..=128).contains(&width).then_some(Sort::Bits(width))
}
