//! Simplification of typical terms of compiled programs: bytes, bit-fields, promotions,
//! comparisons, bounds.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_term::{Constant, Model, Op, Pool, Sort, SymbolKind, Term, eval, eval_bool};

fn symbol(pool: &mut Pool, name: &str, width: u32) -> Term {
    pool.symbol(name, Sort::Bits(width), SymbolKind::Input)
}

/// The bytes of a term, lowest first.
fn bytes(pool: &mut Pool, term: Term) -> Vec<Term> {
    (0..pool.width(term) / 8)
        .map(|byte| pool.extract(term, 8 * byte + 7, 8 * byte))
        .collect()
}

#[test]
fn a_word_stored_byte_by_byte_is_loaded_whole() {
    let mut pool = Pool::new();
    let (x, y) = (symbol(&mut pool, "x", 32), symbol(&mut pool, "y", 32));
    let (a, b) = (symbol(&mut pool, "a", 8), symbol(&mut pool, "b", 8));
    let (wide_a, wide_b) = (pool.zext(a, 32), pool.sext(b, 32));
    let words = [
        x,
        pool.mul(x, y),
        pool.add(wide_a, wide_b),
        pool.complement(x),
    ];
    for word in words {
        let parts = bytes(&mut pool, word);
        let loaded = parts
            .iter()
            .copied()
            .reduce(|low, high| pool.concat(high, low))
            .unwrap();
        assert_eq!(loaded, word, "{}", sheaf_term::display(&pool, loaded));
    }
}

#[test]
fn bytes_joined_by_shifts_are_a_concatenation() {
    let mut pool = Pool::new();
    let parts: Vec<Term> = (0..4)
        .map(|i| symbol(&mut pool, &format!("b{i}"), 8))
        .collect();
    let expected = parts
        .iter()
        .copied()
        .reduce(|low, high| pool.concat(high, low))
        .unwrap();
    for join in [Pool::bit_or, Pool::bit_xor, Pool::add] {
        let mut word = pool.bits(32, 0);
        for (position, &byte) in parts.iter().enumerate() {
            let wide = pool.zext(byte, 32);
            let distance = pool.bits(32, 8 * position as u128);
            let shifted = pool.shl(wide, distance);
            word = join(&mut pool, word, shifted);
        }
        assert_eq!(word, expected);
    }
    for (position, &byte) in parts.iter().enumerate() {
        let distance = pool.bits(32, 8 * position as u128);
        let shifted = pool.lshr(expected, distance);
        let mask = pool.bits(32, 0xff);
        let masked = pool.bit_and(shifted, mask);
        assert_eq!(masked, pool.zext(byte, 32));
    }
}

#[test]
fn a_bit_field_written_over_indeterminate_memory_keeps_no_part_of_it() {
    let mut pool = Pool::new();
    let memory = pool.symbol("memory", Sort::Bits(32), SymbolKind::Indeterminate(None));
    let (low, high) = (symbol(&mut pool, "low", 32), symbol(&mut pool, "high", 32));
    // struct { unsigned low : 12; unsigned high : 20; }, both members assigned.
    let (keep_high, low_mask) = (pool.bits(32, 0xffff_f000), pool.bits(32, 0xfff));
    let cleared = pool.bit_and(memory, keep_high);
    let field = pool.bit_and(low, low_mask);
    let once = pool.bit_or(cleared, field);
    assert!(pool.has_indeterminate(once));
    let read = pool.bit_and(once, low_mask);
    assert!(!pool.has_indeterminate(read));
    let cleared = pool.bit_and(once, low_mask);
    let twelve = pool.bits(32, 12);
    let field = pool.shl(high, twelve);
    let twice = pool.bit_or(cleared, field);
    assert!(
        !pool.has_indeterminate(twice),
        "{}",
        sheaf_term::display(&pool, twice)
    );
}

#[test]
fn promoted_characters_compare_as_characters() {
    let mut pool = Pool::new();
    let (a, b) = (symbol(&mut pool, "a", 8), symbol(&mut pool, "b", 8));
    let (wide_a, wide_b) = (pool.sext(a, 32), pool.sext(b, 32));
    let less = pool.slt(wide_a, wide_b);
    assert_eq!(less, pool.slt(a, b));
    let digit = pool.bits(32, 48);
    let equal = pool.eq(wide_a, digit);
    let small_digit = pool.bits(8, 48);
    assert_eq!(equal, pool.eq(a, small_digit));
    // isdigit: (unsigned)c - '0' < 10 keeps its sum, and (c - '0') + '0' is the character.
    let offset = pool.sub(wide_a, digit);
    assert_eq!(pool.add(offset, digit), wide_a);
    let thousand = pool.bits(32, 1000);
    assert_eq!(pool.eq(wide_a, thousand), Term::FALSE);
    assert_eq!(pool.slt(wide_a, thousand), Term::TRUE);
}

#[test]
fn truth_values_survive_their_trip_through_integers() {
    let mut pool = Pool::new();
    let (x, y) = (symbol(&mut pool, "x", 32), symbol(&mut pool, "y", 32));
    let less = pool.slt(x, y);
    let (one, zero) = (pool.bits(1, 1), pool.bits(1, 0));
    let bit = pool.ite(less, one, zero);
    let int = pool.zext(bit, 32);
    let nothing = pool.bits(32, 0);
    assert_eq!(pool.ne(int, nothing), less);
    let not = pool.not(less);
    assert_eq!(pool.eq(int, nothing), not);
    let all = pool.sext(bit, 32);
    assert_eq!(pool.slt(all, nothing), less);
    let and = pool.bit_and(bit, one);
    assert_eq!(pool.eq(and, one), less);
}

#[test]
fn equal_conditions_are_equal_terms() {
    let mut pool = Pool::new();
    let (x, y) = (symbol(&mut pool, "x", 32), symbol(&mut pool, "y", 32));
    let [five, four, zero, minus_one] = [5, 4, 0, u128::MAX].map(|value| pool.bits(32, value));
    // x <= 4, x < 5, !(4 < x), !(5 <= x)
    let conditions = [
        pool.ule(x, four),
        pool.ult(x, five),
        pool.ult(four, x),
        pool.ule(five, x),
    ];
    assert_eq!(conditions[0], conditions[1]);
    assert_eq!(conditions[2], conditions[3]);
    assert_eq!(pool.not(conditions[0]), conditions[2]);
    // x < 0, !(-1 < x), the sign bit
    let negative = pool.slt(x, zero);
    let not_negative = pool.slt(minus_one, x);
    assert_eq!(pool.not(negative), not_negative);
    let sign = pool.extract(x, 31, 31);
    let one = pool.bits(1, 1);
    assert_eq!(pool.eq(sign, one), negative);
    let thirty_one = pool.bits(32, 31);
    let shifted = pool.lshr(x, thirty_one);
    assert_eq!(pool.ne(shifted, zero), negative);
    // x - y == 0, x == y, x ^ y == 0
    let (difference, xor) = (pool.sub(x, y), pool.bit_xor(x, y));
    let equal = pool.eq(x, y);
    assert_eq!(pool.eq(difference, zero), equal);
    assert_eq!(pool.eq(xor, zero), equal);
    assert_eq!(pool.and(equal, negative), pool.and(negative, equal));
}

#[test]
fn structure_alone_bounds_an_index() {
    let mut pool = Pool::new();
    let x = symbol(&mut pool, "x", 32);
    let (ten, seven, four) = (pool.bits(32, 10), pool.bits(32, 7), pool.bits(64, 4));
    let remainder = pool.urem(x, ten);
    assert_eq!(pool.range(remainder), (0, 9));
    assert_eq!(pool.ult(remainder, ten), Term::TRUE);
    let masked = pool.bit_and(x, seven);
    let wide = pool.zext(masked, 64);
    let offset = pool.mul(wide, four);
    assert_eq!(pool.range(offset), (0, 28));
    assert_eq!(pool.trailing_zeros(offset), 2);
    let byte = symbol(&mut pool, "c", 8);
    let signed = pool.sext(byte, 32);
    assert_eq!(pool.signed_range(signed), (-128, 127));
    let shifted = pool.add(signed, ten);
    assert_eq!(pool.signed_range(shifted), (-118, 137));
    let limit = pool.bits(32, 138);
    assert_eq!(pool.slt(shifted, limit), Term::TRUE);
    assert_eq!(pool.eq(shifted, limit), Term::FALSE);
}

#[test]
fn loads_from_an_array_skip_stores_elsewhere() {
    let mut pool = Pool::new();
    let i = symbol(&mut pool, "i", 64);
    let (a, b) = (symbol(&mut pool, "a", 8), symbol(&mut pool, "b", 8));
    let zero = pool.bits(8, 0);
    let empty = pool.const_array(64, zero);
    let one = pool.bits(64, 1);
    let next = pool.add(i, one);
    let first = pool.store(empty, i, a);
    let both = pool.store(first, next, b);
    assert_eq!(pool.select(both, i), a);
    assert_eq!(pool.select(both, next), b);
    let after = pool.add(next, one);
    assert_eq!(pool.select(both, after), zero);
    let fixed = pool.bits(64, 9);
    let unknown = pool.select(both, fixed);
    assert_eq!(pool.op(unknown), Op::Select);
}

#[test]
fn words_wider_than_a_machine_integer_divide_and_compare() {
    let mut pool = Pool::new();
    let x = symbol(&mut pool, "x", 8);
    let wide = pool.zext(x, 200);
    let model = Model::from_iter([(pool.as_symbol(x).unwrap(), Constant::bits(8, 255))]);
    for (divisor, quotient, remainder) in [(300, 0, 255), (256, 0, 255), (255, 1, 0), (16, 15, 15)]
    {
        let divisor = pool.bits(200, divisor);
        let values = [
            pool.udiv(wide, divisor),
            pool.urem(wide, divisor),
            pool.sdiv(wide, divisor),
        ];
        let expected = [quotient, remainder, quotient].map(|value| Constant::bits(200, value));
        assert_eq!(values.map(|value| eval(&pool, &model, value)), expected);
        let less = pool.ult(wide, divisor);
        assert_eq!(eval_bool(&pool, &model, less), quotient == 0);
    }
}

#[test]
fn shared_terms_do_not_take_exponential_time() {
    let mut pool = Pool::new();
    let (x, c) = (
        symbol(&mut pool, "x", 32),
        pool.symbol("c", Sort::Bool, SymbolKind::Input),
    );
    let mut term = x;
    for round in 0..500u32 {
        let rotated_high = pool.extract(term, 15, 0);
        let rotated_low = pool.extract(term, 31, 16);
        let rotated = pool.concat(rotated_high, rotated_low);
        let mixed = pool.bit_and(term, rotated);
        let constant = pool.bits(32, round.wrapping_mul(2_654_435_761).into());
        let other = pool.bit_xor(rotated, constant);
        let either = pool.bit_or(mixed, other);
        term = pool.ite(c, either, mixed);
        term = pool.complement(term);
    }
    let low = pool.extract(term, 7, 0);
    assert_eq!(pool.width(low), 8);
    assert!(pool.len() < 50_000, "{} terms", pool.len());
}

#[test]
fn random_shared_terms_grow_the_pool_in_proportion() {
    for seed in 0..20 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let mut pool = Pool::new();
        let mut live: Vec<Term> = (0..6)
            .map(|i| symbol(&mut pool, &format!("x{i}"), 32))
            .collect();
        let conditions: Vec<Term> = (0..4)
            .map(|_| pool.symbol("c", Sort::Bool, SymbolKind::Input))
            .collect();
        let steps = 3_000;
        for _ in 0..steps {
            let [a, b] = [(); 2].map(|()| live[rng.random_range(0..live.len())]);
            let constant = pool.bits(32, rng.random::<u32>().into());
            let at = rng.random_range(1..32);
            let term = match rng.random_range(0..12) {
                0 => pool.bit_and(a, b),
                1 => pool.bit_or(a, b),
                2 => pool.bit_xor(a, constant),
                3 => pool.add(a, b),
                4 => pool.sub(a, b),
                5 => pool.complement(a),
                6 | 7 => pool.ite(conditions[at as usize % 4], a, b),
                8 | 9 => {
                    let high = pool.extract(a, at - 1, 0);
                    let low = pool.extract(b, 31, at);
                    pool.concat(high, low)
                }
                10 => {
                    let part = pool.extract(a, at, 0);
                    if rng.random() {
                        pool.zext(part, 32)
                    } else {
                        pool.sext(part, 32)
                    }
                }
                _ => {
                    let distance = pool.bits(32, at.into());
                    if rng.random() {
                        pool.shl(a, distance)
                    } else {
                        pool.ashr(b, distance)
                    }
                }
            };
            let condition = pool.slt(term, constant);
            let place = rng.random_range(0..live.len());
            live[place] = pool.ite(condition, term, b);
        }
        assert!(
            pool.len() < 60 * steps,
            "{} terms for {steps} steps",
            pool.len()
        );
    }
}
