//! Rules for shifts. A shift by a constant becomes an extraction concatenated with zeros or
//! extended.

use super::{Call, Rule, leaves, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

pub(super) static SHL: &[Rule] = rules![shl_const, shift_zero, shift_out, shl_choice];
pub(super) static LSHR: &[Rule] = rules![lshr_const, shift_zero, shift_out, lshr_choice];
pub(super) static ASHR: &[Rule] =
    rules![ashr_const, shift_zero, ashr_positive, ashr_out, ashr_choice];

/// The distance of a constant shift, at most the width; `None` if the distance is not constant.
fn distance(p: &Pool, call: Call) -> Option<u32> {
    let width = p.width(call.a);
    p.is_const(call.b).then(|| {
        p.as_u32(call.b)
            .map_or(width, |distance| distance.min(width))
    })
}

/// `x << k => x[w-1-k:0] ++ 0`
fn shl_const(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    match distance(p, call)? {
        0 => Some(call.a),
        distance if distance == width => Some(p.zero(width)),
        distance => {
            let kept = p.extract(call.a, width - 1 - distance, 0);
            let zero = p.zero(distance);
            Some(p.concat(kept, zero))
        }
    }
}

/// `0 << x => 0`, and so for the other shifts
fn shift_zero(p: &mut Pool, call: Call) -> Option<Term> {
    p.is_zero(call.a).then_some(call.a)
}

/// `x << y => 0` where all `y` are the width or more, and so for `>>u`
fn shift_out(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    if width <= 128 && p.range(call.b).0 >= width.into() {
        Some(p.zero(width))
    } else {
        None
    }
}

/// `(c ? k1 : k2) << k3 => c ? k1 << k3 : k2 << k3`, and so for the distance
fn shl_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Shl, call)
}

/// `x >>u k => zext(x[w-1:k])`
fn lshr_const(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    match distance(p, call)? {
        distance if distance == width => Some(p.zero(width)),
        distance => {
            let kept = p.extract(call.a, width - 1, distance);
            Some(p.zext(kept, width))
        }
    }
}

/// `(c ? k1 : k2) >>u k3 => c ? k1 >>u k3 : k2 >>u k3`, and so for the distance
fn lshr_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Lshr, call)
}

/// `x >>s k => sext(x[w-1:k])`
fn ashr_const(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    let distance = distance(p, call)?.min(width - 1);
    let kept = p.extract(call.a, width - 1, distance);
    Some(p.sext(kept, width))
}

/// `x >>s y => x >>u y` where `x` cannot be negative
fn ashr_positive(p: &mut Pool, call: Call) -> Option<Term> {
    if p.width(call.a) <= 128 && p.signed_range(call.a).0 >= 0 {
        Some(p.lshr(call.a, call.b))
    } else {
        None
    }
}

/// `x >>s y => sext(x[w-1:w-1])` where all `y` are the width or more
fn ashr_out(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    if width > 128 || p.range(call.b).0 < width.into() {
        return None;
    }
    let sign = p.extract(call.a, width - 1, width - 1);
    Some(p.sext(sign, width))
}

/// `(c ? k1 : k2) >>s k3 => c ? k1 >>s k3 : k2 >>s k3`, and so for the distance
fn ashr_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Ashr, call)
}
