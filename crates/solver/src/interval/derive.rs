//! Backward transfer: the bounds that a single constraint implies for its subterms.
//!
//! `extract(7, 0, x) + 5 <u 10` bounds the sum, the extraction and, if `x` is known to be small,
//! `x`. The result depends only on the constraint, so it is computed once per constraint and holds
//! on every path that has it.

use sheaf_term::{Op, Pool, Term};
use smallvec::{SmallVec, smallvec};

use super::range::{MAX_WIDTH, Range, ones, to_signed, to_unsigned};
use super::transfer;

sheaf_tuning::constants! {
    /// The maximum number of bounds from one constraint; a longer conjunction keeps its first ones.
    MAX_BOUNDS: usize = 64, 1 => 1024, "bounds";
}

/// `left < right` or `left <= right`, unsigned or signed, between two terms that are not constants.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The constraint that implies it.
    pub cause: Term,
    /// The smaller term.
    pub left: Term,
    /// The greater term.
    pub right: Term,
    /// Whether the terms are read signed.
    pub signed: bool,
    /// Whether they differ.
    pub strict: bool,
}

/// The implications of one constraint.
#[derive(Clone, Debug, Default)]
pub struct Derived {
    /// Terms and ranges of their values; booleans are one bit wide.
    pub bounds: Vec<(Term, Range)>,
    /// Comparisons of two terms.
    pub relations: SmallVec<[Relation; 1]>,
}

/// The width of a term that can have a range: 1 for a boolean, `None` for other sorts and for wide
/// bit-vectors.
pub fn range_width(pool: &Pool, term: Term) -> Option<u32> {
    match pool.sort(term) {
        sheaf_term::Sort::Bool => Some(1),
        sheaf_term::Sort::Bits(width) if width <= MAX_WIDTH => Some(width),
        _ => None,
    }
}

/// The range of a term without any constraint.
pub fn structural(pool: &Pool, term: Term, width: u32) -> Range {
    if let Some(value) = pool.as_bool(term) {
        return Range::truth(value);
    }
    if let Some(value) = pool.as_bits(term) {
        return Range::constant(width, value);
    }
    let full = Range::full(width);
    if pool.width(term) == 0 {
        return full;
    }
    let ((ulo, uhi), (slo, shi)) = (pool.range(term), pool.signed_range(term));
    Range { ulo, uhi, slo, shi }
        .meet(width, &full)
        .unwrap_or(full)
}

/// All implications of `constraint` being true.
pub fn derive(pool: &Pool, constraint: Term) -> Derived {
    let mut derived = Derived::default();
    let mut work = vec![(constraint, Range::truth(true))];
    while let Some((term, range)) = work.pop() {
        let Some(width) = range_width(pool, term) else {
            continue;
        };
        let structural = structural(pool, term, width);
        // An impossible bound is kept as it is: it makes the constraint false wherever it is used.
        let known = range.meet(width, &structural).unwrap_or(range);
        if structural.within(&range) {
            continue;
        }
        derived.bounds.push((term, known));
        if derived.bounds.len() >= MAX_BOUNDS.get() {
            break;
        }
        match pool.width(term) {
            0 => truth(pool, constraint, term, known, &mut derived, &mut work),
            width => bits(pool, term, width, known, &mut work),
        }
    }
    derived
}

/// Bounds still to be pushed down.
type Work = Vec<(Term, Range)>;

/// A known boolean.
fn truth(
    pool: &Pool,
    cause: Term,
    term: Term,
    range: Range,
    derived: &mut Derived,
    work: &mut Work,
) {
    let Some(value) = range.as_truth() else {
        return;
    };
    let args: SmallVec<[Term; 3]> = SmallVec::from_slice(pool.args(term));
    match pool.op(term) {
        Op::Not => work.push((args[0], Range::truth(!value))),
        Op::And if value => work.extend([(args[0], range), (args[1], range)]),
        Op::Or if !value => work.extend([(args[0], range), (args[1], range)]),
        Op::Eq => equality(pool, args[0], args[1], value, work),
        Op::Ult | Op::Slt => {
            let signed = pool.op(term) == Op::Slt;
            let (left, right) = if value {
                (args[0], args[1])
            } else {
                (args[1], args[0])
            };
            let relation = Relation {
                cause,
                left,
                right,
                signed,
                strict: value,
            };
            comparison(pool, relation, derived, work);
        }
        Op::FEq | Op::FLt | Op::FLe => {
            let width = pool.width(args[0]);
            if width <= MAX_WIDTH {
                let known = [args[0], args[1]].map(|arg| structural(pool, arg, width));
                let implied = transfer::compared(pool, term, known, value);
                work.extend(
                    args.iter()
                        .zip(implied)
                        .filter_map(|(arg, range)| Some((*arg, range?))),
                );
            }
        }
        _ => {}
    }
}

/// `a = b` or its negation.
fn equality(pool: &Pool, a: Term, b: Term, equal: bool, work: &mut Work) {
    let Some(width) = range_width(pool, a) else {
        return;
    };
    for (term, other) in [(a, b), (b, a)] {
        let known = structural(pool, other, width);
        if equal {
            work.push((term, known));
        } else if let Some(value) = known.as_constant() {
            work.extend(
                without(width, structural(pool, term, width), value).map(|range| (term, range)),
            );
        }
    }
}

/// A range without one value, if that is a bound.
fn without(width: u32, range: Range, value: u128) -> Option<Range> {
    let mut rest = range;
    let signed = to_signed(width, value);
    if rest.ulo == value && value < ones(width) {
        rest.ulo += 1;
    } else if rest.uhi == value && value > 0 {
        rest.uhi -= 1;
    }
    if rest.slo == signed && signed < rest.shi {
        rest.slo += 1;
    } else if rest.shi == signed && signed > rest.slo {
        rest.shi -= 1;
    }
    (rest != range).then(|| rest.tightened(width)).flatten()
}

/// An order between two terms: bounds if one side's structure bounds the other, a relation if
/// neither is constant.
fn comparison(pool: &Pool, relation: Relation, derived: &mut Derived, work: &mut Work) {
    let Some(width) = range_width(pool, relation.left) else {
        return;
    };
    let left = structural(pool, relation.left, width);
    let right = structural(pool, relation.right, width);
    let (below, above) = ordered(width, &relation, &left, &right);
    work.extend(below.map(|range| (relation.left, range)));
    work.extend(above.map(|range| (relation.right, range)));
    if !pool.is_const(relation.left) && !pool.is_const(relation.right) {
        derived.relations.push(relation);
    }
}

/// The bounds that a relation implies for its left and its right term if these lie in the given
/// ranges. `None` if there are none.
pub fn ordered(
    width: u32,
    relation: &Relation,
    left: &Range,
    right: &Range,
) -> (Option<Range>, Option<Range>) {
    let full = Range::full(width);
    let step = relation.strict as i128;
    if relation.signed {
        let hi = right.shi.saturating_sub(step);
        let lo = left.slo.saturating_add(step);
        (
            Range::signed(width, full.slo, hi),
            Range::signed(width, lo, full.shi),
        )
    } else {
        let hi = right.uhi.saturating_sub(step as u128);
        let lo = left.ulo.saturating_add(step as u128);
        (
            Range::unsigned(width, 0, hi),
            Range::unsigned(width, lo, full.uhi),
        )
    }
}

/// A bit-vector in a range: the implications for its arguments.
fn bits(pool: &Pool, term: Term, width: u32, range: Range, work: &mut Work) {
    let args: SmallVec<[Term; 3]> = SmallVec::from_slice(pool.args(term));
    match pool.op(term) {
        Op::Zext => {
            let narrow = pool.width(args[0]);
            work.extend(
                Range::unsigned(narrow, range.ulo, range.uhi.min(ones(narrow)))
                    .map(|r| (args[0], r)),
            );
        }
        Op::Sext => {
            let full = Range::full(pool.width(args[0]));
            let (lo, hi) = (range.slo.max(full.slo), range.shi.min(full.shi));
            work.extend(Range::signed(pool.width(args[0]), lo, hi).map(|r| (args[0], r)));
        }
        Op::Concat => concat(pool, args[0], args[1], range, work),
        Op::Extract => extract(pool, term, args[0], range, work),
        Op::Ite => choice(pool, &args, width, range, work),
        _ => arithmetic(pool, term, &args, width, range, work),
    }
}

/// `high` concatenated with `low` is in a range.
fn concat(pool: &Pool, high: Term, low: Term, range: Range, work: &mut Work) {
    let (high_width, low_width) = (pool.width(high), pool.width(low));
    let (from, to) = (range.ulo >> low_width, range.uhi >> low_width);
    let unsigned = Range::unsigned(high_width, from, to);
    let signed = Range::signed(high_width, range.slo >> low_width, range.shi >> low_width);
    if let (Some(unsigned), Some(signed)) = (unsigned, signed) {
        work.extend(unsigned.meet(high_width, &signed).map(|r| (high, r)));
    }
    let known = structural(pool, high, high_width).as_constant();
    if from == to {
        let mask = ones(low_width);
        work.extend(
            Range::unsigned(low_width, range.ulo & mask, range.uhi & mask).map(|r| (low, r)),
        );
    } else if let Some(top) = known {
        let base = top << low_width;
        let lo = range.ulo.max(base) - base;
        let hi = range.uhi.min(base | ones(low_width)).saturating_sub(base);
        work.extend(Range::unsigned(low_width, lo, hi).map(|r| (low, r)));
    }
}

/// An extraction from `whole` is in a range: the top bits bound it, and low bits do if the others
/// are known to be zero.
fn extract(pool: &Pool, term: Term, whole: Term, range: Range, work: &mut Work) {
    let Some(width) = range_width(pool, whole) else {
        return;
    };
    let (high, low) = pool.extract_bounds(term);
    if high + 1 == width {
        let unsigned = Range::unsigned(width, range.ulo << low, range.uhi << low | low_ones(low));
        let signed = Range::signed(
            width,
            range.slo << low,
            range.shi << low | low_ones(low) as i128,
        );
        if let (Some(unsigned), Some(signed)) = (unsigned, signed) {
            work.extend(unsigned.meet(width, &signed).map(|r| (whole, r)));
        }
        return;
    }
    if high + 2 == width {
        let most = range.uhi << low | low_ones(low);
        let magnitudes = transfer::Magnitudes::both(range.ulo << low, most);
        work.extend(magnitudes.range(width).map(|r| (whole, r)));
    }
    if low == 0 {
        let known = structural(pool, whole, width);
        if known.uhi <= ones(high + 1) {
            work.extend(Range::unsigned(width, range.ulo, range.uhi).map(|r| (whole, r)));
        } else if Range::full(high + 1).slo <= known.slo && known.shi <= Range::full(high + 1).shi {
            work.extend(Range::signed(width, range.slo, range.shi).map(|r| (whole, r)));
        }
    }
}

/// The `count` lowest bits.
fn low_ones(count: u32) -> u128 {
    if count == 0 { 0 } else { ones(count) }
}

/// `args[1]` or `args[2]` is in a range: a branch that cannot be is not taken.
fn choice(pool: &Pool, args: &[Term], width: u32, range: Range, work: &mut Work) {
    let possible = |branch: Term| !structural(pool, branch, width).disjoint(width, &range);
    match (possible(args[1]), possible(args[2])) {
        (true, false) => work.extend([(args[0], Range::truth(true)), (args[1], range)]),
        (false, true) => work.extend([(args[0], Range::truth(false)), (args[2], range)]),
        _ => {}
    }
}

/// The result of an operation is in a range: the implications for an argument if the other is a
/// constant.
fn arithmetic(pool: &Pool, term: Term, args: &[Term], width: u32, range: Range, work: &mut Work) {
    let constant = |position: usize| args.get(position).and_then(|&arg| pool.as_bits(arg));
    let fixed = |value: u128| Range::constant(width, value);
    match (pool.op(term), constant(0), constant(1)) {
        (Op::Add, _, Some(value)) => {
            work.push((args[0], transfer::sub(width, &range, &fixed(value))))
        }
        (Op::Add, Some(value), _) => {
            work.push((args[1], transfer::sub(width, &range, &fixed(value))))
        }
        (Op::Sub, _, Some(value)) => {
            work.push((args[0], transfer::add(width, &range, &fixed(value))))
        }
        (Op::Sub, Some(value), _) => {
            work.push((args[1], transfer::sub(width, &fixed(value), &range)))
        }
        (Op::Neg, ..) => work.push((args[0], transfer::neg(width, &range))),
        (Op::Complement, ..) => work.push((args[0], transfer::complement(width, &range))),
        (Op::Mul, _, Some(value)) => work.extend(factor(pool, args[0], width, range, value)),
        (Op::Mul, Some(value), _) => work.extend(factor(pool, args[1], width, range, value)),
        (Op::Lshr, _, Some(amount)) if amount < width as u128 => {
            let hi = (range.uhi.min(ones(width) >> amount) << amount) | low_ones(amount as u32);
            work.extend(
                Range::unsigned(width, (range.ulo << amount) & ones(width), hi)
                    .map(|r| (args[0], r)),
            );
        }
        (Op::Udiv, _, Some(divisor)) if divisor > 0 => {
            let lo = range.ulo.saturating_mul(divisor);
            let hi = range
                .uhi
                .saturating_mul(divisor)
                .saturating_add(divisor - 1)
                .min(ones(width));
            work.extend(Range::unsigned(width, lo, hi).map(|r| (args[0], r)));
        }
        (Op::BitAnd, ..) => {
            let bound = Range::unsigned(width, range.ulo, ones(width));
            work.extend(bound.into_iter().flat_map(|r| [(args[0], r), (args[1], r)]));
        }
        (Op::BitOr, ..) => {
            let bound = Range::unsigned(width, 0, range.uhi);
            work.extend(bound.into_iter().flat_map(|r| [(args[0], r), (args[1], r)]));
        }
        _ => {}
    }
}

/// `term * value` is in a range, and is known not to wrap: bounds of the term.
fn factor(
    pool: &Pool,
    term: Term,
    width: u32,
    range: Range,
    value: u128,
) -> SmallVec<[(Term, Range); 2]> {
    let known = structural(pool, term, width);
    let mut result = smallvec![];
    if value > 0
        && known
            .uhi
            .checked_mul(value)
            .is_some_and(|most| most <= ones(width))
    {
        result.extend(
            Range::unsigned(width, range.ulo.div_ceil(value), range.uhi / value).map(|r| (term, r)),
        );
    }
    let factor = to_signed(width, value);
    let fits = |bound: i128| {
        bound
            .checked_mul(factor)
            .is_some_and(|product| to_signed(width, to_unsigned(width, product)) == product)
    };
    if factor > 0 && fits(known.slo) && fits(known.shi) {
        let lo = range.slo.div_euclid(factor) + (range.slo.rem_euclid(factor) != 0) as i128;
        result.extend(Range::signed(width, lo, range.shi.div_euclid(factor)).map(|r| (term, r)));
    }
    result
}
