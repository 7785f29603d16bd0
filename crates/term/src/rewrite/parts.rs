//! Bitwise operators on concatenated parts.
//!
//! Bytes that a program combines by shifts and `|`, and fields that it extracts with masks, become
//! concatenations and extractions. In that form overwritten parts disappear, and bytes that are
//! taken from a word and put back give the word.

use super::Call;
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

sheaf_tuning::constants! {
    /// Maximum number of runs of set bits in a mask that is split.
    MOST_RUNS: u32 = 3, 1 => 48, "runs";
}

/// `x & k` and `x | k` if `k` has few runs of set bits: the remaining bits of `x`, concatenated
/// with zeros or ones.
pub(super) fn mask(p: &mut Pool, op: Op, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    let mut result: Option<Term> = None;
    for (set, high, low) in runs(p.as_bits(call.b)?, width)? {
        let part = match (op, set) {
            (Op::BitAnd, false) => p.zero(high - low + 1),
            (Op::BitOr, true) => p.ones(high - low + 1),
            _ => p.extract(call.a, high, low),
        };
        result = Some(match result {
            Some(below) => p.concat(part, below),
            None => part,
        });
    }
    result
}

/// The runs of equal bits of `value` from the lowest on, each as (set, high, low); `None` if there
/// are too many runs of set bits.
fn runs(value: u128, width: u32) -> Option<Vec<(bool, u32, u32)>> {
    let starts = value & !(value << 1);
    if starts.count_ones() > MOST_RUNS.get() {
        return None;
    }
    let mut runs = Vec::with_capacity(2 * MOST_RUNS.get() as usize + 1);
    let mut low = 0;
    while low < width {
        let rest = value >> low;
        let set = rest & 1 == 1;
        let length = if set {
            rest.trailing_ones()
        } else {
            rest.trailing_zeros()
        };
        let high = (low + length).min(width) - 1;
        runs.push((set, high, low));
        low = high + 1;
    }
    Some(runs)
}

/// A bitwise operator on a concatenation or an extension with zeros, as an operator on the parts.
///
/// - `op(h ++ l, i ++ m) => op(h, i) ++ op(l, m)` for parts of equal widths
/// - `op(h ++ l, k) => op(h, k') ++ op(l, k'')` for a constant `k`
/// - `op(zext(x), y) => zext(op(x, y[..]))` if `op` is `&`, or if `y` is an extension with zeros or
///   a constant too
/// - `op(zext(x), h ++ l) => h ++ op(zext(x), l)` if `x` ends inside `l`
/// - `op(zext(x), y) => y[..] ++ x` if the low bits of `y` are zero
/// - `op(h ++ 0, y) => op(h, y[..]) ++ op(0, y[..])` if `op` is `&`, or if `y` can be split
pub(super) fn by_parts(p: &mut Pool, op: Op, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(x, y)| match p.op(x) {
        Op::Zext => extended(p, op, x, y),
        Op::Concat => concatenated(p, op, x, y),
        _ => None,
    })
}

/// `op(x, y)` where `x` is an extension with zeros.
fn extended(p: &mut Pool, op: Op, x: Term, y: Term) -> Option<Term> {
    let inner = p.unary(x, Op::Zext)?;
    let (width, low) = (p.width(x), p.width(inner));
    if op == Op::BitAnd {
        let other = p.extract(y, low - 1, 0);
        let and = p.bit_and(inner, other);
        return Some(p.zext(and, width));
    }
    if p.is_const(y) {
        return Some(split(p, op, x, y, low));
    }
    if let Some(other) = p.unary(y, Op::Zext) {
        let narrow = low.max(p.width(other));
        let (x, y) = (p.zext(inner, narrow), p.zext(other, narrow));
        let result = p.make(op, [x, y, Term(0)], 0);
        return Some(p.zext(result, width));
    }
    if p.trailing_zeros(y) >= low {
        let high = p.extract(y, width - 1, low);
        return Some(p.concat(high, inner));
    }
    let (high, below) = p.binary(y, Op::Concat)?;
    let below_width = p.width(below);
    if low > below_width {
        return None;
    }
    let x = p.zext(inner, below_width);
    let result = p.make(op, [x, below, Term(0)], 0);
    Some(p.concat(high, result))
}

/// `op(x, y)` where `x` is a concatenation.
fn concatenated(p: &mut Pool, op: Op, x: Term, y: Term) -> Option<Term> {
    let (_, low) = p.binary(x, Op::Concat)?;
    let at = p.width(low);
    let same_split = p
        .binary(y, Op::Concat)
        .is_some_and(|(_, other)| p.width(other) == at);
    let zero_low = p.is_zero(low) && (op == Op::BitAnd || p.splits(y));
    (same_split || zero_low || p.is_const(y)).then(|| split(p, op, x, y, at))
}

/// `op` on the bits from `at` on, concatenated with `op` on the bits below.
fn split(p: &mut Pool, op: Op, x: Term, y: Term, at: u32) -> Term {
    let width = p.width(x);
    let (x_high, y_high) = (p.extract(x, width - 1, at), p.extract(y, width - 1, at));
    let high = p.make(op, [x_high, y_high, Term(0)], 0);
    let (x_low, y_low) = (p.extract(x, at - 1, 0), p.extract(y, at - 1, 0));
    let low = p.make(op, [x_low, y_low, Term(0)], 0);
    p.concat(high, low)
}
