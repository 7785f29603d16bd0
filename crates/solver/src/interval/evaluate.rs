//! Bottom-up evaluation of ranges under the bounds of a path, and the constraints that imply a
//! range.

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_term::{Op, Pool, Sort, Term};
use smallvec::SmallVec;

use super::bounds::PathBounds;
use super::derive::{ordered, range_width, structural};
use super::range::{MAX_WIDTH, Range};
use super::transfer;

sheaf_tuning::constants! {
    /// The maximum number of terms visited for one range; others get their structural range.
    MAX_TERMS: usize = 2000, 1 => 32_000, "terms";
    /// The maximum number of terms visited for the causes of a range.
    MAX_CAUSE_TERMS: usize = 4000, 1 => 64_000, "terms";
}

/// No value is possible: the bounds on the path rule out every value of some term.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Impossible;

/// Ranges computed so far; they hold until the bounds change.
#[derive(Default)]
pub struct Memo {
    ranges: FxHashMap<Term, Range>,
    stack: Vec<Term>,
}

impl Memo {
    /// Clears the cache.
    pub fn clear(&mut self) {
        self.ranges.clear();
    }

    /// The range of a truth value or of a bit-vector of at most 128 bits; for an array, the range
    /// of its elements.
    pub fn range(
        &mut self,
        pool: &Pool,
        bounds: &PathBounds,
        root: Term,
    ) -> Result<Option<Range>, Impossible> {
        let Some(width) = memo_width(pool, root) else {
            return Ok(None);
        };
        let mut budget = MAX_TERMS.get();
        self.stack.clear();
        self.stack.push(root);
        while let Some(&term) = self.stack.last() {
            if self.ranges.contains_key(&term) {
                self.stack.pop();
                continue;
            }
            let waiting = self.stack.len();
            if budget > 0 {
                budget -= 1;
                for &arg in pool.args(term) {
                    if !self.ranges.contains_key(&arg) && memo_width(pool, arg).is_some() {
                        self.stack.push(arg);
                    }
                }
            }
            if self.stack.len() == waiting {
                let range = self.node(pool, bounds, term)?;
                self.ranges.insert(term, range);
                self.stack.pop();
            }
        }
        Ok(Some(
            self.ranges
                .get(&root)
                .copied()
                .unwrap_or(Range::full(width)),
        ))
    }

    /// The range of an argument: computed, or structural if the budget ran out.
    fn known(&self, pool: &Pool, term: Term) -> Range {
        match self.ranges.get(&term) {
            Some(range) => *range,
            None => structural(pool, term, memo_width(pool, term).unwrap_or(MAX_WIDTH)),
        }
    }

    /// The range of a term whose arguments are known.
    fn node(&self, pool: &Pool, bounds: &PathBounds, term: Term) -> Result<Range, Impossible> {
        let Some(width) = memo_width(pool, term) else {
            return Ok(Range::full(MAX_WIDTH));
        };
        let mut range = structural(pool, term, width);
        if range.as_constant().is_none() {
            range = range
                .meet(width, &self.operation(pool, term, width))
                .ok_or(Impossible)?;
        }
        if let Some(bound) = bounds.get(term) {
            range = range.meet(width, &bound.range).ok_or(Impossible)?;
        }
        for relation in bounds.relations(term) {
            // One step only: the other side is bounded by its own bound and structure.
            let other = if relation.left == term {
                relation.right
            } else {
                relation.left
            };
            let mut side = structural(pool, other, width);
            if let Some(bound) = bounds.get(other) {
                side = side.meet(width, &bound.range).ok_or(Impossible)?;
            }
            let full = Range::full(width);
            let (below, above) = if relation.left == term {
                (ordered(width, relation, &full, &side).0, None)
            } else {
                (None, ordered(width, relation, &side, &full).1)
            };
            for implied in below.into_iter().chain(above) {
                range = range.meet(width, &implied).ok_or(Impossible)?;
            }
        }
        Ok(range)
    }

    /// The range of an operation's result.
    fn operation(&self, pool: &Pool, term: Term, width: u32) -> Range {
        let args = pool.args(term);
        let arg = |position: usize| self.known(pool, args[position]);
        let binary = |function: fn(u32, &Range, &Range) -> Range| function(width, &arg(0), &arg(1));
        match pool.op(term) {
            Op::Add => binary(transfer::add),
            Op::Sub => binary(transfer::sub),
            Op::Mul => binary(transfer::mul),
            Op::Udiv => binary(transfer::udiv),
            Op::Urem => binary(transfer::urem),
            Op::Sdiv => binary(transfer::sdiv),
            Op::Srem => binary(transfer::srem),
            Op::Shl => binary(transfer::shl),
            Op::Lshr => binary(transfer::lshr),
            Op::Ashr => binary(transfer::ashr),
            Op::BitAnd => binary(transfer::bit_and),
            Op::BitOr => binary(transfer::bit_or),
            Op::BitXor => {
                let flipped = transfer::sign_flipped(width, &arg(0), &arg(1));
                met(width, binary(transfer::bit_xor), flipped)
            }
            Op::Neg => transfer::neg(width, &arg(0)),
            Op::Complement => transfer::complement(width, &arg(0)),
            Op::Zext => transfer::zext(width, &arg(0)),
            Op::Sext => transfer::sext(width, &arg(0)),
            Op::Concat => {
                let range = transfer::concat(width, pool.width(args[1]), &arg(0), &arg(1));
                let signs = signs(pool, args, &arg(0), &arg(1));
                met(width, range, signs.and_then(|signs| signs.range(width)))
            }
            Op::Extract if pool.width(args[0]) <= MAX_WIDTH => {
                let (high, low) = pool.extract_bounds(term);
                let range = transfer::extract(high, low, &arg(0));
                let whole = pool.width(args[0]);
                if high + 2 != whole {
                    return range;
                }
                let magnitudes = transfer::Magnitudes::new(whole, &arg(0)).all();
                let part = |(least, most)| Range::unsigned(width, least >> low, most >> low);
                met(width, range, magnitudes.and_then(part))
            }
            Op::Ite => match arg(0).as_truth() {
                Some(true) => arg(1),
                Some(false) => arg(2),
                None => arg(1).join(&arg(2)),
            },
            Op::ConstArray | Op::Select => arg(0),
            Op::Store => arg(0).join(&arg(2)),
            op if op >= Op::FAdd && pool.width(term) > 0 => {
                let args: SmallVec<[Range; 3]> = (0..args.len()).map(arg).collect();
                transfer::float_operation(pool, term, &args).unwrap_or(Range::full(width))
            }
            _ => match self.truth(pool, term, args) {
                Some(value) => Range::truth(value),
                None => Range::full(width),
            },
        }
    }

    /// The value of a connective or comparison, if the ranges decide it.
    fn truth(&self, pool: &Pool, term: Term, args: &[Term]) -> Option<bool> {
        let arg = |position: usize| self.known(pool, args[position]);
        match pool.op(term) {
            Op::Not => arg(0).as_truth().map(|value| !value),
            Op::And => match (arg(0).as_truth(), arg(1).as_truth()) {
                (Some(false), _) | (_, Some(false)) => Some(false),
                (Some(true), Some(true)) => Some(true),
                _ => None,
            },
            Op::Or => match (arg(0).as_truth(), arg(1).as_truth()) {
                (Some(true), _) | (_, Some(true)) => Some(true),
                (Some(false), Some(false)) => Some(false),
                _ => None,
            },
            Op::Eq => transfer::equal(range_width(pool, args[0])?, &arg(0), &arg(1)),
            Op::Ult if pool.width(args[0]) <= MAX_WIDTH => transfer::ult(&arg(0), &arg(1)),
            Op::Slt if pool.width(args[0]) <= MAX_WIDTH => transfer::slt(&arg(0), &arg(1)),
            Op::FEq | Op::FLt | Op::FLe => transfer::float_comparison(pool, term, [arg(0), arg(1)]),
            _ => None,
        }
    }
}

/// The meet with another range that holds the same value, if one is known.
fn met(width: u32, range: Range, other: Option<Range>) -> Range {
    other
        .and_then(|other| range.meet(width, &other))
        .unwrap_or(range)
}

/// The values of a bit above others, as `copysign` makes them.
fn signs(pool: &Pool, args: &[Term], bit: &Range, rest: &Range) -> Option<transfer::Magnitudes> {
    let rest = (rest.ulo, rest.uhi);
    (pool.width(args[0]) == 1).then_some(transfer::Magnitudes {
        clear: (bit.ulo == 0).then_some(rest),
        set: (bit.uhi == 1).then_some(rest),
    })
}

/// The width of the cached range of a term: that of its elements for an array.
fn memo_width(pool: &Pool, term: Term) -> Option<u32> {
    match pool.sort(term) {
        Sort::Array { element, .. } if element <= MAX_WIDTH => Some(element),
        _ => range_width(pool, term),
    }
}

/// The constraints that may influence the range of any subterm of `roots`; `None` if there are too
/// many subterms.
pub fn causes(pool: &Pool, bounds: &PathBounds, roots: &[Term]) -> Option<Vec<Term>> {
    let mut result: SmallVec<[Term; 8]> = SmallVec::new();
    let mut seen = FxHashSet::default();
    let mut stack = roots.to_vec();
    while let Some(term) = stack.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > MAX_CAUSE_TERMS.get() {
            return None;
        }
        result.extend(
            bounds
                .get(term)
                .into_iter()
                .flat_map(|bound| bound.causes()),
        );
        for relation in bounds.relations(term) {
            let other = if relation.left == term {
                relation.right
            } else {
                relation.left
            };
            result.push(relation.cause);
            result.extend(
                bounds
                    .get(other)
                    .into_iter()
                    .flat_map(|bound| bound.causes()),
            );
        }
        stack.extend_from_slice(pool.args(term));
    }
    result.sort_unstable();
    result.dedup();
    Some(result.into_vec())
}
