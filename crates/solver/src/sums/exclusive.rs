//! Bounds of sums of conditions that exclude each other.
//!
//! A program that counts, for each pair of elements, whether the first is less and whether it is
//! greater, adds two conditions for each pair, of which at most one holds. The comparisons of the
//! same two terms, or of one term with constants, are put into groups of which at most one holds; a
//! group contributes at most its greatest factor to the sum.

use rustc_hash::FxHashMap;
use sheaf_term::{Op, Pool, Reading, Relation, Term};

/// What comparisons are about: two terms, or one that is compared with constants.
type Subject = (Term, Option<Term>);

/// The values for which a comparison holds. For two terms these are the signs of the first minus
/// the second; for one term they are its own.
#[derive(Clone, Copy)]
struct Values {
    /// How the terms are read as numbers; `None` for an equality, where it does not matter.
    reading: Option<Reading>,
    least: i128,
    most: i128,
    /// The constant of an equality with one.
    equals: Option<Term>,
}

/// Conditions of which at most one holds.
struct Group {
    members: Vec<Values>,
    /// The factor with the greatest absolute value.
    factor: i128,
}

/// The least and the greatest value of a sum of conditions with factors. `None` is a condition
/// about which nothing is known.
pub fn bounds(pool: &Pool, parts: impl Iterator<Item = (Option<Term>, i128)>) -> (i128, i128) {
    let (mut least, mut greatest) = (0, 0);
    let mut groups: FxHashMap<(Subject, bool), Vec<Group>> = FxHashMap::default();
    for (condition, factor) in parts.filter(|part| part.1 != 0) {
        match condition.and_then(|condition| values(pool, condition)) {
            Some((subject, values)) => {
                let groups = groups.entry((subject, factor < 0)).or_default();
                add(pool, groups, values, factor);
            }
            None => {
                least += factor.min(0);
                greatest += factor.max(0);
            }
        }
    }
    for group in groups.values().flatten() {
        least += group.factor.min(0);
        greatest += group.factor.max(0);
    }
    (least, greatest)
}

/// Adds a condition to the first group in which all others exclude it. The factors of all groups
/// have the same sign.
fn add(pool: &Pool, groups: &mut Vec<Group>, values: Values, factor: i128) {
    let fits = |group: &&mut Group| group.members.iter().all(|it| exclude(pool, it, &values));
    match groups.iter_mut().find(fits) {
        Some(group) => {
            group.members.push(values);
            if factor.abs() > group.factor.abs() {
                group.factor = factor;
            }
        }
        None => groups.push(Group {
            members: vec![values],
            factor,
        }),
    }
}

/// Whether two conditions on the same subject never hold together.
fn exclude(pool: &Pool, a: &Values, b: &Values) -> bool {
    let reading = match (a.reading, b.reading) {
        (Some(one), Some(other)) if one != other => return false,
        (one, other) => one.or(other),
    };
    let Some(reading) = reading else {
        return a.equals != b.equals;
    };
    let [a, b] = [a, b].map(|it| it.read(pool, reading));
    a.zip(b).is_some_and(|((a, b), (c, d))| b < c || d < a)
}

impl Values {
    /// The least and the greatest value in a reading.
    fn read(&self, pool: &Pool, reading: Reading) -> Option<(i128, i128)> {
        match self.equals {
            Some(constant) => {
                let value = reading.number(&pool.as_constant(constant)?)?;
                Some((value, value))
            }
            None => Some((self.least, self.most)),
        }
    }
}

/// The subject of a condition, and for which of its values it holds; `None` if it is not a
/// comparison, or if these are not an interval.
fn values(pool: &Pool, condition: Term) -> Option<(Subject, Values)> {
    let (test, holds) = match pool.op(condition) {
        Op::Not => (pool.args(condition)[0], false),
        _ => (condition, true),
    };
    let comparison = pool.any_comparison(test)?;
    let [a, b] = comparison.terms;
    let constant = |term| pool.is_const(term);
    match comparison.relation {
        Relation::Equal(_) => {
            let (subject, equals) = match (constant(a), constant(b)) {
                (true, _) => ((b, None), Some(a)),
                (_, true) => ((a, None), Some(b)),
                _ => ((a.min(b), Some(a.max(b))), None),
            };
            let values = Values {
                reading: None,
                least: 0,
                most: 0,
                equals,
            };
            holds.then_some((subject, values))
        }
        Relation::Less(reading) => {
            let number = |term| reading.number(&pool.as_constant(term)?);
            let (subject, less, least, most) = match (constant(a), constant(b)) {
                // Below, from the least to `b - 1`.
                (_, true) => ((a, None), true, i128::MIN, number(b)?.checked_sub(1)?),
                // Above, from `a + 1` to the greatest.
                (true, _) => ((b, None), false, number(a)?.checked_add(1)?, i128::MAX),
                _ if a < b => ((a, Some(b)), true, -1, -1),
                _ => ((b, Some(a)), false, 1, 1),
            };
            let (least, most) = match (holds, less) {
                (true, _) => (least, most),
                (false, true) => (most + 1, i128::MAX),
                (false, false) => (i128::MIN, least - 1),
            };
            let values = Values {
                reading: Some(reading),
                least,
                most,
                equals: None,
            };
            Some((subject, values))
        }
    }
}
