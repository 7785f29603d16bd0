//! Results of random values in random ranges lie in the range of the result.

use super::*;
use crate::interval::range::{signed_max, signed_min, to_signed, to_unsigned};
use rand::{Rng, SeedableRng, rngs::SmallRng};
use sheaf_float::{FloatKind, Integral};
use sheaf_term::{Pool, Sort, SymbolKind, Term};

/// A random non-empty range of a width and a random value in it.
fn sample(random: &mut SmallRng, width: u32) -> (Range, u128) {
    let value = random.random::<u128>() & ones(width) >> random.random_range(0..width);
    let value = if random.random() {
        value
    } else {
        to_unsigned(width, -(value as i128))
    };
    let signed = to_signed(width, value);
    let mut range = Range::full(width);
    let slack = |random: &mut SmallRng| random.random::<u128>() >> random.random_range(1..128);
    range.ulo = value.saturating_sub(slack(random));
    range.uhi = value.saturating_add(slack(random)).min(ones(width));
    range.slo = signed
        .saturating_sub(slack(random) as i128)
        .max(signed_min(width));
    range.shi = signed
        .saturating_add(slack(random) as i128)
        .min(signed_max(width));
    (range.tightened(width).expect("holds the value"), value)
}

fn holds(width: u32, range: &Range, value: u128) -> bool {
    let signed = to_signed(width, value);
    range.ulo <= value && value <= range.uhi && range.slo <= signed && signed <= range.shi
}

/// The operations on values that fit a width of at most 64, by their SMT-LIB meaning.
fn apply(operation: usize, width: u32, x: u128, y: u128) -> u128 {
    let (s, t) = (to_signed(width, x), to_signed(width, y));
    let result = match operation {
        0 => x + y,
        1 => x.wrapping_sub(y),
        2 => x.wrapping_mul(y),
        3 => x.checked_div(y).unwrap_or(ones(width)),
        4 => x.checked_rem(y).unwrap_or(x),
        5 => s.checked_div(t).unwrap_or(if s < 0 { 1 } else { -1 }) as u128,
        6 => s.checked_rem(t).unwrap_or(s) as u128,
        7 => {
            if y < width as u128 {
                x << y
            } else {
                0
            }
        }
        8 => {
            if y < width as u128 {
                x >> y
            } else {
                0
            }
        }
        9 => (s >> y.min(width as u128 - 1)) as u128,
        10 => x & y,
        11 => x | y,
        12 => x ^ y,
        13 => x.wrapping_neg(),
        _ => !x,
    };
    result & ones(width)
}

#[test]
fn binary_operations_are_sound() {
    let operations: [fn(u32, &Range, &Range) -> Range; 15] = [
        add,
        sub,
        mul,
        udiv,
        urem,
        sdiv,
        srem,
        shl,
        lshr,
        ashr,
        bit_and,
        bit_or,
        bit_xor,
        |width, a, _| neg(width, a),
        |width, a, _| complement(width, a),
    ];
    let mut random = SmallRng::seed_from_u64(1);
    for round in 0..400_000 {
        let width = [1, 2, 3, 4, 8, 16, 32, 64][random.random_range(0..8)];
        let ((a, x), (mut b, mut y)) = (sample(&mut random, width), sample(&mut random, width));
        if random.random_bool(0.3) {
            // Small second operands make shifts and divisions interesting.
            y = random.random_range(0..=width as u128) & ones(width);
            b = Range::constant(width, y);
        }
        let operation = round % operations.len();
        let result = operations[operation](width, &a, &b);
        let value = apply(operation, width, x, y);
        assert!(
            holds(width, &result, value),
            "{operation} {width} {a:?} {x} {b:?} {y} {result:?} {value}"
        );
    }
}

#[test]
fn widest_products_are_sound() {
    let mut random = SmallRng::seed_from_u64(2);
    for _ in 0..20_000 {
        let ((a, x), (b, y)) = (sample(&mut random, 64), sample(&mut random, 64));
        let wide = mul(128, &sext(128, &a), &sext(128, &b));
        let value = to_signed(64, x) * to_signed(64, y);
        assert!(wide.slo <= value && value <= wide.shi);
        let wide = mul(128, &zext(128, &a), &zext(128, &b));
        assert!(wide.ulo <= x * y && x * y <= wide.uhi);
        let ((a, x), (b, y)) = (sample(&mut random, 128), sample(&mut random, 128));
        assert!(holds(128, &add(128, &a, &b), x.wrapping_add(y)));
        assert!(holds(128, &sub(128, &a, &b), x.wrapping_sub(y)));
        assert!(holds(128, &mul(128, &a, &b), x.wrapping_mul(y)));
    }
}

#[test]
fn structure_is_sound() {
    let mut random = SmallRng::seed_from_u64(3);
    for _ in 0..100_000 {
        let width = [2, 3, 8, 16, 32, 64][random.random_range(0..6)];
        let ((a, x), (b, y)) = (sample(&mut random, width), sample(&mut random, width));
        assert!(holds(
            2 * width,
            &concat(2 * width, width, &a, &b),
            x << width | y
        ));
        assert!(holds(width + 9, &zext(width + 9, &a), x));
        assert!(holds(
            width + 9,
            &sext(width + 9, &a),
            to_unsigned(width + 9, to_signed(width, x))
        ));
        let high = random.random_range(0..width);
        let low = random.random_range(0..=high);
        let part = x >> low & ones(high - low + 1);
        assert!(
            holds(high - low + 1, &extract(high, low, &a), part),
            "{high} {low} {a:?} {x}"
        );
        let equal = equal(width, &a, &b);
        assert!(equal.is_none_or(|answer| answer == (x == y)));
        assert!(ult(&a, &b).is_none_or(|answer| answer == (x < y)));
        assert!(
            slt(&a, &b).is_none_or(|answer| answer == (to_signed(width, x) < to_signed(width, y)))
        );
    }
}

#[test]
fn overflow_checks_are_precise() {
    // (sext x to 64) + (sext y to 64) of 32-bit values never leaves 33 bits.
    let x = sext(64, &Range::full(32));
    let sum = add(64, &x, &x);
    assert_eq!((sum.slo, sum.shi), (-(1 << 32), (1 << 32) - 2));
    let digit = sub(
        32,
        &Range::unsigned(32, 48, 57).unwrap(),
        &Range::constant(32, 48),
    );
    assert_eq!((digit.ulo, digit.uhi, digit.slo, digit.shi), (0, 9, 0, 9));
}

/// A value that is likely to be special in a format: zeros, infinities, NaNs and what is beside
/// them, with either sign.
fn float_pattern(random: &mut SmallRng, kind: FloatKind) -> u128 {
    let bits = random.random::<u128>() & ones(kind.width());
    let special = match random.random_range(0..6) {
        0 => 0,
        1 => 1,
        2 => sheaf_float::infinity(kind, false),
        3 => sheaf_float::infinity(kind, false) - 1,
        4 => sheaf_float::from_int(kind, bits % 9, 8, false),
        _ => bits,
    };
    special | bits & 1 << (kind.width() - 1)
}

/// A range around a pattern, with patterns of one sign or of both.
fn float_range(random: &mut SmallRng, kind: FloatKind, value: u128) -> Range {
    let width = kind.width();
    let other = float_pattern(random, kind);
    let most = ones(width) >> 1;
    let (a, b) = (value & most, other & most);
    let part = |has: bool| has.then_some((a.min(b), a.max(b)));
    let has_set = value > most || random.random();
    let has_clear = value <= most || random.random();
    let magnitudes = Magnitudes {
        clear: part(has_clear),
        set: part(has_set),
    };
    let range = magnitudes.range(width).expect("it holds the value");
    assert!(holds(width, &range, value), "{value:x} {range:x?}");
    range
}

/// Terms for all operators on two floats, or a float and an integer of the same width.
fn float_terms(pool: &mut Pool, kind: FloatKind, a: Term, b: Term) -> Vec<Term> {
    let target = match kind {
        FloatKind::F16 => FloatKind::F32,
        _ => FloatKind::F16,
    };
    vec![
        pool.fadd(kind, a, b),
        pool.fsub(kind, a, b),
        pool.fmul(kind, a, b),
        pool.fmul(kind, a, a),
        pool.fdiv(kind, a, b),
        pool.frem(kind, a, b),
        pool.fsqrt(kind, a),
        pool.fround(kind, a, Integral::Floor),
        pool.fround(kind, a, Integral::NearestEven),
        pool.float_to_float(kind, target, a),
        pool.float_to_int(kind, a, 8, true),
        pool.float_to_int(kind, a, 8, false),
        pool.float_to_int(kind, a, 64, true),
        pool.int_to_float(kind, a, true),
        pool.int_to_float(kind, a, false),
        pool.feq(kind, a, b),
        pool.flt(kind, a, b),
        pool.fle(kind, a, b),
    ]
}

#[test]
fn operations_on_floats_are_sound() {
    let mut random = SmallRng::seed_from_u64(5);
    for kind in [FloatKind::F16, FloatKind::F32, FloatKind::F64] {
        let mut pool = Pool::new();
        let sort = Sort::Bits(kind.width());
        let [a, b] = ["a", "b"].map(|name| pool.symbol(name, sort, SymbolKind::Input));
        let terms = float_terms(&mut pool, kind, a, b);
        let mut known = vec![0; terms.len()];
        for _ in 0..30_000 {
            let values = [(); 2].map(|()| float_pattern(&mut random, kind));
            let ranges = values.map(|value| float_range(&mut random, kind, value));
            let (width, sign) = (kind.width(), 1 << (kind.width() - 1));
            let sign_range = Range::constant(width, sign);
            let negated = sign_flipped(width, &ranges[0], &sign_range).expect("the sign");
            assert!(holds(width, &negated, values[0] ^ sign));
            for (term, known) in terms.iter().zip(&mut known) {
                let arity = pool.args(*term).len();
                let is_square = pool.args(*term) == [a, a];
                let words = values.map(|value| value as u64);
                let words = if is_square { [words[0]; 2] } else { words };
                let ranges = if is_square { [ranges[0]; 2] } else { ranges };
                let result = pool.apply(*term, &words[..arity]).expect("words");
                let width = pool.width(*term);
                if width == 0 {
                    let decided = float_comparison(&pool, *term, ranges);
                    assert!(decided.is_none_or(|it| u64::from(it) == result));
                    *known += u32::from(decided.is_some());
                    let implied = compared(&pool, *term, ranges, result == 1);
                    for (range, value) in implied.iter().zip(values) {
                        let holds = |range| holds(kind.width(), range, value);
                        assert!(range.as_ref().is_none_or(holds), "{values:x?} {implied:x?}");
                    }
                } else if let Some(range) = float_operation(&pool, *term, &ranges) {
                    let op = pool.op(*term);
                    let holds = holds(width, &range, result.into());
                    assert!(
                        holds,
                        "{op:?} {values:x?} {ranges:x?} {result:x} {range:x?}"
                    );
                    *known += 1;
                }
            }
        }
        assert!(known.iter().all(|known| *known > 500), "{known:?}");
    }
}
