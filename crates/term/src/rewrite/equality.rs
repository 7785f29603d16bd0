//! Rules for equality at any sort.

use num_bigint::Sign;
use num_integer::Integer;
use num_traits::Zero;

use super::compare::narrow;
use super::float::equal_integer_patterns;
use super::{Call, Rule, leaves, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;
use crate::sort::PackedSort;

pub(super) static EQ: &[Rule] = rules![
    eq_same,
    eq_bool_const,
    eq_bool_opposite,
    eq_bool_not,
    eq_disjoint,
    eq_wide_const,
    eq_low_zeros,
    eq_bit_zero,
    eq_sign_bit,
    eq_narrow_unsigned,
    eq_narrow_signed,
    eq_choice,
    eq_choice_branch,
    eq_choice_opposite,
    eq_choice_same,
    eq_unary,
    eq_sum_const,
    eq_difference_const,
    eq_sum_part,
    eq_difference_part,
    eq_sums,
    eq_xor_const,
    eq_xor_part,
    eq_product_const,
    eq_concat_const,
    eq_concat_shared,
    eq_int_sum_const,
    eq_int_product_const,
    eq_int_of_bits,
    equal_integer_patterns,
];

/// `x == x => true`
fn eq_same(_: &mut Pool, call: Call) -> Option<Term> {
    (call.a == call.b).then_some(Term::TRUE)
}

/// `x == true => x`, `x == false => !x`
fn eq_bool_const(p: &mut Pool, call: Call) -> Option<Term> {
    p.as_bool(call.b)
        .map(|value| if value { call.a } else { p.not(call.a) })
}

/// `x == !x => false`
fn eq_bool_opposite(p: &mut Pool, call: Call) -> Option<Term> {
    p.opposite(call.a, call.b).then_some(Term::FALSE)
}

/// `!x == y => !(x == y)`
fn eq_bool_not(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = call
        .orders()
        .into_iter()
        .find_map(|(not, y)| Some((p.unary(not, Op::Not)?, y)))?;
    Some(p.ne(x, y))
}

/// `x == y => false` where no value can be that of both
fn eq_disjoint(p: &mut Pool, call: Call) -> Option<Term> {
    let sort = p.node(call.a).sort;
    if !sort.is_small() || sort == PackedSort::BOOL {
        return None;
    }
    let (x, y) = (p.intervals[call.a.index()], p.intervals[call.b.index()]);
    x.disjoint(y, sort.width()).then_some(Term::FALSE)
}

/// `zext(x) == k => false`, `sext(x) == k => false` where `k` is not such an extension
fn eq_wide_const(p: &mut Pool, call: Call) -> Option<Term> {
    if !p.is_const(call.b) {
        return None;
    }
    let too_wide = match p.op(call.a) {
        Op::Zext => p.unsigned_bits(call.b) > p.unsigned_bits(call.a),
        Op::Sext => p.signed_bits(call.b) > p.signed_bits(call.a),
        _ => false,
    };
    too_wide.then_some(Term::FALSE)
}

/// `x == k => false` where `k` has a bit that is zero in `x`
fn eq_low_zeros(p: &mut Pool, call: Call) -> Option<Term> {
    let possible = p.width(call.a) == 0 || !p.is_const(call.b);
    (!possible && p.trailing_zeros(call.b) < p.trailing_zeros(call.a)).then_some(Term::FALSE)
}

/// `x == 0 => !(x == 1)` for one bit
fn eq_bit_zero(p: &mut Pool, call: Call) -> Option<Term> {
    if p.width(call.a) != 1 || !p.is_zero(call.b) {
        return None;
    }
    let one = p.bits(1, 1);
    Some(p.ne(call.a, one))
}

/// `x[w-1:w-1] == 1 => x <s 0`
fn eq_sign_bit(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, high, low) = p.extraction(call.a)?;
    let width = p.width(x);
    if low != high || high != width - 1 || !p.is_one(call.b) {
        return None;
    }
    let zero = p.zero(width);
    Some(p.slt(x, zero))
}

/// `zext(x) == zext(y) => x == y`, extended to the wider of the two; and so for a constant
fn eq_narrow_unsigned(p: &mut Pool, call: Call) -> Option<Term> {
    narrow(
        p,
        Op::Eq,
        call,
        p.unsigned_bits(call.a).max(p.unsigned_bits(call.b)),
    )
}

/// `sext(x) == sext(y) => x == y`, extended to the wider of the two; and so for a constant
fn eq_narrow_signed(p: &mut Pool, call: Call) -> Option<Term> {
    narrow(
        p,
        Op::Eq,
        call,
        p.signed_bits(call.a).max(p.signed_bits(call.b)),
    )
}

/// `(c ? k1 : k2) == k3 => c`, `!c`, `false` or `true`
fn eq_choice(p: &mut Pool, call: Call) -> Option<Term> {
    leaves::lift(p, Op::Eq, call)
}

/// `(c ? k1 : x) == k2 => c ? k1 == k2 : x == k2`
fn eq_choice_branch(p: &mut Pool, call: Call) -> Option<Term> {
    let (condition, x, y) = p.choice(call.a).filter(|_| p.is_const(call.b))?;
    if !p.is_const(x) && !p.is_const(y) {
        return None;
    }
    let then = p.eq(x, call.b);
    let other = p.eq(y, call.b);
    Some(p.ite(condition, then, other))
}

/// `(c ? x : y) == k => c && x == k` where `y == k` is `c`, and so for the other branch: the result
/// of comparing texts is the difference of two bytes where they differ
fn eq_choice_opposite(p: &mut Pool, call: Call) -> Option<Term> {
    let (condition, x, y) = p.choice(call.a).filter(|_| p.is_const(call.b))?;
    if p.node(condition).op != Op::Eq {
        return None;
    }
    let other = p.eq(y, call.b);
    if other == condition {
        let then = p.eq(x, call.b);
        return Some(p.and(condition, then));
    }
    let then = p.eq(x, call.b);
    if !p.opposite(then, condition) {
        return None;
    }
    Some(p.and(then, other))
}

/// `(c ? x : y) == x => c || y == x`, `(c ? x : y) == y => !c || x == y`
fn eq_choice_same(p: &mut Pool, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(choice, z)| {
        let (condition, x, y) = p
            .choice(choice)
            .filter(|inner| inner.1 == z || inner.2 == z)?;
        let equal = p.eq(x, y);
        if x == z {
            return Some(p.or(condition, equal));
        }
        let not = p.not(condition);
        Some(p.or(not, equal))
    })
}

/// `~x == k => x == ~k`, `~x == ~y => x == y`, and so for `-x`
fn eq_unary(p: &mut Pool, call: Call) -> Option<Term> {
    let node = *p.node(call.a);
    if !matches!(node.op, Op::Complement | Op::Neg) {
        return None;
    }
    let other = match p.unary(call.b, node.op) {
        Some(y) => y,
        None if p.is_const(call.b) => p.make(node.op, [call.b, Term(0), Term(0)], 0),
        None => return None,
    };
    Some(p.eq(node.args[0], other))
}

/// `x + k1 == k2 => x == k2 - k1`
fn eq_sum_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p
        .with_const(call.a, Op::Add)
        .filter(|_| p.is_const(call.b))?;
    let difference = p.sub(call.b, k);
    Some(p.eq(x, difference))
}

/// `x - y == 0 => x == y`, `k1 - x == k2 => x == k1 - k2`
fn eq_difference_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = p.binary(call.a, Op::Sub)?;
    if p.is_zero(call.b) {
        return Some(p.eq(x, y));
    }
    if !p.is_const(x) || !p.is_const(call.b) {
        return None;
    }
    let difference = p.sub(x, call.b);
    Some(p.eq(y, difference))
}

/// `x + y == x => y == 0`
fn eq_sum_part(p: &mut Pool, call: Call) -> Option<Term> {
    let rest = other_part(p, Op::Add, call)?;
    let zero = p.zero(p.width(call.a));
    Some(p.eq(rest, zero))
}

/// The argument `y` of `op(x, y)` on one side of the equality where `x` is the other side.
fn other_part(p: &Pool, op: Op, call: Call) -> Option<Term> {
    call.orders().into_iter().find_map(|(whole, x)| {
        let (l, r) = p.binary(whole, op)?;
        if l == x {
            Some(r)
        } else {
            (r == x).then_some(l)
        }
    })
}

/// `x - y == x => y == 0`
fn eq_difference_part(p: &mut Pool, call: Call) -> Option<Term> {
    let subtracted = |(whole, x)| {
        p.binary(whole, Op::Sub)
            .filter(|pair| pair.0 == x)
            .map(|pair| pair.1)
    };
    let rest = call.orders().into_iter().find_map(subtracted)?;
    let zero = p.zero(p.width(call.a));
    Some(p.eq(rest, zero))
}

/// `x + y == x + z => y == z`, `x + k1 == y + k2 => x + (k1 - k2) == y`
fn eq_sums(p: &mut Pool, call: Call) -> Option<Term> {
    let (a, b) = p.binary(call.a, Op::Add)?;
    let (c, d) = p.binary(call.b, Op::Add)?;
    let pairs = [(a, b, c, d), (a, b, d, c), (b, a, c, d), (b, a, d, c)];
    if let Some((_, y, _, z)) = pairs.into_iter().find(|(x, _, other, _)| x == other) {
        return Some(p.eq(y, z));
    }
    if !p.is_const(b) || !p.is_const(d) {
        return None;
    }
    let difference = p.sub(b, d);
    let sum = p.add(a, difference);
    Some(p.eq(sum, c))
}

/// `x ^ y == 0 => x == y`, `x ^ k1 == k2 => x == k1 ^ k2`
fn eq_xor_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = p.binary(call.a, Op::BitXor)?;
    if p.is_zero(call.b) {
        return Some(p.eq(x, y));
    }
    if !p.is_const(y) || !p.is_const(call.b) {
        return None;
    }
    let constant = p.bit_xor(y, call.b);
    Some(p.eq(x, constant))
}

/// `x ^ y == x => y == 0`
fn eq_xor_part(p: &mut Pool, call: Call) -> Option<Term> {
    let rest = other_part(p, Op::BitXor, call)?;
    let zero = p.zero(p.width(call.a));
    Some(p.eq(rest, zero))
}

/// `x * k1 == k2 => x == k2 * k1^-1` for odd `k1`
fn eq_product_const(p: &mut Pool, call: Call) -> Option<Term> {
    let width = p.width(call.a);
    let (x, k) = p
        .with_const(call.a, Op::Mul)
        .filter(|_| p.is_const(call.b))?;
    let k = p.as_bits(k).filter(|k| k & 1 == 1)?;
    // Newton's iteration doubles the number of correct low bits, of which an odd number has three.
    let inverse = (0..6).fold(k, |inverse, _| {
        inverse.wrapping_mul(2u128.wrapping_sub(k.wrapping_mul(inverse)))
    });
    let inverse = p.bits(width, inverse);
    let quotient = p.mul(call.b, inverse);
    Some(p.eq(x, quotient))
}

/// `x ++ y == k => x == k[..] && y == k[..]`
fn eq_concat_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = p
        .binary(call.a, Op::Concat)
        .filter(|_| p.is_const(call.b))?;
    let (width, border) = (p.width(call.a), p.width(y));
    let high = p.extract(call.b, width - 1, border);
    let high = p.eq(x, high);
    let low = p.extract(call.b, border - 1, 0);
    let low = p.eq(y, low);
    Some(p.and(high, low))
}

/// `x ++ y == x ++ z => y == z`, `x ++ z == y ++ z => x == y`
fn eq_concat_shared(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, y) = p.binary(call.a, Op::Concat)?;
    let (other_x, other_y) = p.binary(call.b, Op::Concat)?;
    if x == other_x {
        return Some(p.eq(y, other_y));
    }
    if y == other_y {
        Some(p.eq(x, other_x))
    } else {
        None
    }
}

/// `x + k1 == k2 => x == k2 - k1` for integers
fn eq_int_sum_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p.with_const(call.a, Op::IntAdd)?;
    let difference = p.as_int(call.b)? - p.as_int(k)?;
    let difference = p.int(difference);
    Some(p.eq(x, difference))
}

/// `x * k1 == k2 => x == k2 / k1` for integers, `false` if the division leaves a remainder
fn eq_int_product_const(p: &mut Pool, call: Call) -> Option<Term> {
    let (x, k) = p
        .with_const(call.a, Op::IntMul)
        .filter(|pair| p.as_int(pair.1).is_some_and(|k| !k.is_zero()))?;
    let (quotient, remainder) = p.as_int(call.b)?.div_rem(p.as_int(k)?);
    if !remainder.is_zero() {
        return Some(Term::FALSE);
    }
    let quotient = p.int(quotient);
    Some(p.eq(x, quotient))
}

/// `int(x) == k => x == k` or `false`, `int(x) == int(y) => x == y`
fn eq_int_of_bits(p: &mut Pool, call: Call) -> Option<Term> {
    let x = p.unary(call.a, Op::BitsToInt)?;
    let width = p.width(x);
    if let Some(y) = p.unary(call.b, Op::BitsToInt) {
        let wide = width.max(p.width(y));
        let (x, y) = (p.zext(x, wide), p.zext(y, wide));
        return Some(p.eq(x, y));
    }
    let k = p.as_int(call.b)?;
    if k.sign() == Sign::Minus || k.bits() > width.into() {
        return Some(Term::FALSE);
    }
    let k = k.magnitude().clone();
    let k = p.bits_big(width, &k);
    Some(p.eq(x, k))
}
