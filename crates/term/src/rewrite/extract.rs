//! Rules for extraction of bits.

use super::{Call, Rule, leaves, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

pub(super) static EXTRACT: &[Rule] = rules![
    extract_extract,
    extract_concat_part,
    extract_concat_across,
    extract_zext,
    extract_sext,
    extract_low_zeros,
    extract_multiple,
    extract_choice_of_constants,
    extract_choice,
    extract_complement,
    extract_bitwise,
    extract_low_arith,
    extract_high_sum,
];

/// The highest and the lowest bit taken.
fn bounds(call: Call) -> (u32, u32) {
    ((call.payload >> 32) as u32, call.payload as u32)
}

/// `x[i:j][h:l] => x[j+h:j+l]`
fn extract_extract(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    let (x, _, offset) = p.extraction(call.a)?;
    Some(p.extract(x, offset + high, offset + low))
}

/// `(x ++ y)[h:l] => x[..]` or `y[..]` where one part has all the bits
fn extract_concat_part(p: &mut Pool, call: Call) -> Option<Term> {
    let (mut high, mut low) = bounds(call);
    let mut at = call.a;
    // Long concatenations nest to the right: walk instead of descending.
    while let Some((x, y)) = p.binary(at, Op::Concat) {
        let border = p.width(y);
        if high < border {
            at = y;
        } else if low >= border {
            at = x;
            high -= border;
            low -= border;
        } else {
            break;
        }
    }
    if at == call.a {
        None
    } else {
        Some(p.extract(at, high, low))
    }
}

/// `(x ++ y)[h:l] => x[..] ++ y[..]` across the border
fn extract_concat_across(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    let (x, y) = p.binary(call.a, Op::Concat)?;
    let border = p.width(y);
    let upper = p.extract(x, high - border, 0);
    let lower = p.extract(y, border - 1, low);
    Some(p.concat(upper, lower))
}

/// `zext(x)[h:l] => x[h:l]`, `0`, or `zext(x[..])` across the border
fn extract_zext(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    let x = p.unary(call.a, Op::Zext)?;
    let border = p.width(x);
    if low >= border {
        return Some(p.zero(high - low + 1));
    }
    let kept = p.extract(x, high.min(border - 1), low);
    Some(p.zext(kept, high - low + 1))
}

/// `sext(x)[h:l] => x[h:l]`, or `sext(x[..])` beyond the border
fn extract_sext(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    let x = p.unary(call.a, Op::Sext)?;
    let sign = p.width(x) - 1;
    let kept = p.extract(x, high.min(sign), low.min(sign));
    Some(p.sext(kept, high - low + 1))
}

/// `x[h:l] => 0` where these bits of `x` are known to be zero
fn extract_low_zeros(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    if high < p.trailing_zeros(call.a) {
        Some(p.zero(high - low + 1))
    } else {
        None
    }
}

/// `(x * 2^k)[h:l] => x[h-k:l-k]`, or `x[h-k:0] ++ 0` across the lowest bit of `x`
fn extract_multiple(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    let (x, factor) = p.with_const(call.a, Op::Mul)?;
    let exponent = p.power_of_two(factor)?;
    if low >= exponent {
        return Some(p.extract(x, high - exponent, low - exponent));
    }
    // `extract_low_zeros` has handled bits below `exponent` only.
    let kept = p.extract(x, high - exponent, 0);
    let zero = p.zero(exponent - low);
    Some(p.concat(kept, zero))
}

/// `(c ? k1 : k2)[h:l] => c ? k1[h:l] : k2[h:l]`
fn extract_choice_of_constants(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Extract, call)
}

/// `(c ? x : y)[h:l] => c ? x[h:l] : y[h:l]` if one branch is constant, or both can be split
fn extract_choice(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    let (condition, x, y) = p.choice(call.a)?;
    let simpler = p.is_const(x) || p.is_const(y) || p.splits(x) && p.splits(y);
    if !simpler {
        return None;
    }
    let then = p.extract(x, high, low);
    let other = p.extract(y, high, low);
    Some(p.ite(condition, then, other))
}

/// `(~x)[h:l] => ~(x[h:l])`
fn extract_complement(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    let x = p.unary(call.a, Op::Complement)?;
    let part = p.extract(x, high, low);
    Some(p.complement(part))
}

/// `op(x, y)[h:l] => op(x[h:l], y[h:l])` for `&` and `|` with a constant `y`, and for any bitwise
/// `op` if both can be split, or one can and the other is a choice between constants
fn extract_bitwise(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    let node = *p.node(call.a);
    let [x, y, _] = node.args;
    let bitwise = matches!(node.op, Op::BitAnd | Op::BitOr | Op::BitXor);
    let masked = node.op != Op::BitXor && p.is_const(y);
    let apart = |x, y| p.splits(x) && (p.splits(y) || p.has_leaves(y));
    if !bitwise || !(masked || apart(x, y) || apart(y, x)) {
        return None;
    }
    let x = p.extract(x, high, low);
    let y = p.extract(y, high, low);
    Some(p.make(node.op, [x, y, Term(0)], 0))
}

/// `(x + y)[h:0] => x[h:0] + y[h:0]` if both can be split, and so for `-` and `*`
fn extract_low_arith(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    let node = *p.node(call.a);
    let [x, y, _] = node.args;
    let arithmetic = matches!(node.op, Op::Add | Op::Sub | Op::Mul);
    if low > 0 || !arithmetic || !p.splits(x) || !p.splits(y) {
        return None;
    }
    let x = p.extract(x, high, 0);
    let y = p.extract(y, high, 0);
    Some(p.make(node.op, [x, y, Term(0)], 0))
}

/// `(x + k)[h:l] => x[h:l] + k[h:l]` if `x` can be split and its bits below `l` are zero, so that
/// there is no carry
fn extract_high_sum(p: &mut Pool, call: Call) -> Option<Term> {
    let (high, low) = bounds(call);
    let (x, k) = p.with_const(call.a, Op::Add)?;
    if low == 0 || p.trailing_zeros(x) < low || !p.splits(x) {
        return None;
    }
    let (x, k) = (p.extract(x, high, low), p.extract(k, high, low));
    Some(p.add(x, k))
}
