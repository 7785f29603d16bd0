//! Guarded unions: values under conditions as one value.
//!
//! A choice that a term can express becomes a term: between scalars of one sort, and between
//! pointers into one object. With value summaries, whose guards are decision diagrams
//! ([`Pool::has_diagrams`]), different values stay separate, each under the condition of its paths.
//! Concrete values stay concrete, and symbolic values are simplified as on their own paths, where
//! sums cancel that no solver would see through behind an if-then-else (Sen, Necula, Gong, Choi:
//! MultiSE, ESEC/FSE 2015, section 4). Symbolic Booleans become one guard. Beyond
//! [`sheaf_term::Summaries::cap`] members, the symbolic ones become one term, and if that is not
//! enough, the concrete ones, too.

use super::{ObjectId, SymText, Union, Value};
use rustc_hash::FxHashMap;
use sheaf_term::{Pool, Sort, Term};
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Maximum number of pairs of members that an operation computes with, as a multiple of the
    /// maximum number of members. Beyond it, the operation computes with terms.
    PAIRS_PER_MEMBER: usize = 4, 1 => 64, "times the members";
}

/// The values that stay separate members of a union.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Apart {
    /// Values that no term can express.
    Inexpressible,
    /// Those, and concrete values.
    Concrete,
    /// Those, and symbolic values except Booleans.
    Symbolic,
}

impl Apart {
    fn of(pool: &Pool) -> Apart {
        if pool.has_diagrams() {
            Apart::Symbolic
        } else {
            Apart::Inexpressible
        }
    }
}

sheaf_tuning::constants! {
    /// The maximum number of values that are compared with each other, instead of being hashed.
    SCANNED: usize = 16, 1 => 256, "values";
}

type Members = Vec<(Term, Value)>;

/// A guard, and the members of two values that occur together under it.
pub type Pair<'v> = (Term, &'v Value, &'v Value);

impl Value {
    /// `then` if the condition holds, else `otherwise`.
    pub fn ite(pool: &mut Pool, condition: Term, then: &Value, otherwise: &Value) -> Value {
        let apart = Apart::of(pool);
        select(pool, apart, condition, then, otherwise)
    }

    /// As [`Value::ite`], but a term wherever a term can express the value, even with value
    /// summaries. For conditions on a symbolic index, which do not distinguish paths.
    pub fn choice(pool: &mut Pool, condition: Term, then: &Value, otherwise: &Value) -> Value {
        select(pool, Apart::Inexpressible, condition, then, otherwise)
    }

    /// The union of guarded values. Members with a false guard are dropped, and equal or mergeable
    /// ones are joined. The guards must be disjoint. Without members, the value is never read, and
    /// is `Uninitialized`.
    pub fn union(pool: &mut Pool, members: Vec<(Term, Value)>) -> Value {
        let apart = Apart::of(pool);
        join(pool, apart, members)
    }

    /// As [`Value::union`], for values that are no unions and have two guards each, which must both
    /// hold.
    pub fn union_of_pairs(pool: &mut Pool, parts: Vec<([Term; 2], Value)>) -> Value {
        let apart = Apart::of(pool);
        join_parts(pool, apart, parts)
    }

    /// As [`Value::union`], but a term wherever a term can express the value.
    pub fn union_of_choices(pool: &mut Pool, members: Vec<(Term, Value)>) -> Value {
        join(pool, Apart::Inexpressible, members)
    }

    /// The members of a union, or the value itself under `true`.
    pub fn members(&self) -> impl Iterator<Item = (Term, &Value)> {
        let (union, single) = match self {
            Value::Union(union) => (union.members.as_slice(), None),
            value => (&[][..], Some((Term::TRUE, value))),
        };
        union
            .iter()
            .map(|(guard, value)| (*guard, value))
            .chain(single)
    }

    /// The pairs of members of two values whose guards do not exclude each other.
    pub fn pairs<'v>(pool: &mut Pool, left: &'v Value, right: &'v Value) -> Vec<Pair<'v>> {
        let others: Vec<(Term, &Value)> = right.members().collect();
        let mut pairs = Vec::with_capacity(others.len());
        for (position, (guard, left)) in left.members().enumerate() {
            // Values that were joined at the same point have their members in the same order.
            let likely = position % others.len().max(1);
            for (other, right) in others[likely..].iter().chain(&others[..likely]) {
                let both = pool.guard_and(guard, *other);
                if both != Term::FALSE {
                    pairs.push((both, left, *right));
                }
                if both == guard {
                    // The other guards are disjoint from this one.
                    break;
                }
            }
        }
        pairs
    }

    /// Two values with fewer members, if an operation would compute with too many pairs. Their
    /// symbolic members become one term; if they are one already, all scalars do.
    pub fn thinned(pool: &mut Pool, left: &Value, right: &Value) -> Option<(Value, Value)> {
        let cap = pool.summaries.cap;
        if !pool.has_diagrams() || left.members().count() * right.members().count() <= cap {
            return None;
        }
        let pairs = Value::pairs(pool, left, right);
        let is_symbolic = |(_, left, right): &&Pair| left.is_symbolic() || right.is_symbolic();
        let (all, symbolic) = (pairs.len(), pairs.iter().filter(is_symbolic).count());
        if symbolic > cap {
            let thin = (left.with_one_term(pool), right.with_one_term(pool));
            if is_thinner(&thin, left, right) {
                pool.summaries.overflowed += 1;
                return Some(thin);
            }
        }
        if all > PAIRS_PER_MEMBER.get() * cap
            && (left.holds_only_scalars() || right.holds_only_scalars())
        {
            let thin = (left.folded(pool), right.folded(pool));
            if is_thinner(&thin, left, right) {
                pool.summaries.overflowed += 1;
                return Some(thin);
            }
        }
        None
    }

    /// The value with those symbolic members joined that have one sort, or point into one object.
    fn with_one_term(&self, pool: &mut Pool) -> Value {
        let members = self
            .members()
            .map(|(guard, value)| (guard, value.clone()))
            .collect();
        join(pool, Apart::Concrete, members)
    }

    /// Applies `body` to each member.
    pub fn map(&self, pool: &mut Pool, body: &mut dyn FnMut(&mut Pool, &Value) -> Value) -> Value {
        let Value::Union(union) = self else {
            return body(pool, self);
        };
        let results = union
            .members
            .iter()
            .map(|(guard, member)| (*guard, body(pool, member)))
            .collect();
        Value::union(pool, results)
    }

    /// Applies `body` to each pair of members of two values that can occur together.
    pub fn map2(
        pool: &mut Pool,
        left: &Value,
        right: &Value,
        body: &mut dyn FnMut(&mut Pool, &Value, &Value) -> Value,
    ) -> Value {
        if let Some((left, right)) = Value::thinned(pool, left, right) {
            return Value::map2(pool, &left, &right, body);
        }
        let results = Value::pairs(pool, left, right)
            .into_iter()
            .map(|(guard, left, right)| (guard, body(pool, left, right)))
            .collect();
        Value::union(pool, results)
    }

    /// The value as one symbolic scalar, if it is a union of scalars of one sort.
    pub fn folded(&self, pool: &mut Pool) -> Value {
        match self {
            Value::Union(_) => match self.fold(pool) {
                Some(term) => Value::from_term(pool, term),
                None => self.clone(),
            },
            value => value.clone(),
        }
    }

    /// Whether it is a scalar, or a union of only scalars.
    pub fn holds_only_scalars(&self) -> bool {
        self.members().all(|(_, member)| member.is_scalar())
    }

    /// The value as one term, if it is a scalar or a union of scalars of one sort.
    pub fn fold(&self, pool: &mut Pool) -> Option<Term> {
        let Value::Union(union) = self else {
            return self.to_term(pool);
        };
        if !self.holds_only_scalars() {
            return None;
        }
        let mut members = union.members.iter().rev();
        let (last_guard, last) = members.next()?;
        let mut folded = last.to_term(pool)?;
        let sort = pool.sort(folded);
        if sort == Sort::Bool {
            folded = pool.guard_and(*last_guard, folded);
        }
        for (guard, member) in members {
            let term = member.to_term(pool)?;
            if pool.sort(term) != sort {
                return None;
            }
            folded = match sort {
                Sort::Bool => {
                    let here = pool.guard_and(*guard, term);
                    pool.guard_or(folded, here)
                }
                _ => pool.ite(*guard, term, folded),
            };
        }
        Some(folded)
    }
}

fn select(
    pool: &mut Pool,
    apart: Apart,
    condition: Term,
    then: &Value,
    otherwise: &Value,
) -> Value {
    if condition == Term::TRUE || then == otherwise {
        return then.clone();
    }
    if condition == Term::FALSE {
        return otherwise.clone();
    }
    if let Some(merged) = merge(pool, apart, condition, then, otherwise) {
        return merged;
    }
    if apart != Apart::Symbolic {
        let negated = pool.guard_not(condition);
        let members = vec![(condition, then.clone()), (negated, otherwise.clone())];
        return join(pool, apart, members);
    }
    // Most members occur in both values, often under the same guard.
    let mut members: Members = Vec::new();
    for (guard, value) in then.members() {
        let other = otherwise.members().find(|(_, other)| *other == value);
        let other = other.map_or(Term::FALSE, |(guard, _)| guard);
        members.push((pool.guard_ite(condition, guard, other), value.clone()));
    }
    for (guard, value) in otherwise.members() {
        if then.members().all(|(_, other)| other != value) {
            members.push((pool.guard_ite(condition, Term::FALSE, guard), value.clone()));
        }
    }
    join(pool, apart, members)
}

fn join(pool: &mut Pool, apart: Apart, members: Members) -> Value {
    let mut parts = Vec::with_capacity(members.len());
    for (outer, value) in members {
        match value {
            Value::Union(union) => {
                let members = union.members.iter();
                parts.extend(members.map(|(inner, value)| ([outer, *inner], value.clone())));
            }
            value => parts.push(([outer, Term::TRUE], value)),
        }
    }
    join_parts(pool, apart, parts)
}

/// The union of values that are no unions and have two guards each, which must both hold.
fn join_parts(pool: &mut Pool, apart: Apart, parts: Vec<([Term; 2], Value)>) -> Value {
    let groups = grouped(parts);
    let is_text = |value: &Value| matches!(value, Value::SymStr(_));
    let has_texts = groups.iter().any(|(_, value)| is_text(value));
    let mut joined: Members = Vec::with_capacity(groups.len());
    for (guards, value) in groups {
        let guard = pool.guard_any_both(&guards);
        match &value {
            // It is merged with none, and differs from what others are merged to.
            Value::Unit(_) | Value::Func(_) if guard != Term::FALSE => joined.push((guard, value)),
            Value::Str(_) if guard != Term::FALSE && !has_texts => joined.push((guard, value)),
            _ => join_member(pool, apart, &mut joined, guard, value),
        }
    }
    if apart == Apart::Symbolic && joined.len() > pool.summaries.cap {
        pool.summaries.overflowed += 1;
        rejoin(pool, Apart::Concrete, &mut joined);
        if joined.len() > pool.summaries.cap {
            rejoin(pool, Apart::Inexpressible, &mut joined);
        }
    }
    match joined.len() {
        0 => Value::Uninitialized,
        1 => joined
            .pop()
            .map_or(Value::Uninitialized, |(_, value)| value),
        members => {
            debug_assert!(
                joined.iter().all(|(guard, value)| {
                    *guard != Term::FALSE && !matches!(value, Value::Union(_))
                }),
                "a member of a union is possible and no union"
            );
            pool.summaries.note(members);
            Value::Union(Rc::new(Union { members: joined }))
        }
    }
}

/// The guards of each value.
fn grouped(parts: Vec<([Term; 2], Value)>) -> Vec<(Vec<[Term; 2]>, Value)> {
    let mut groups: Vec<(Vec<[Term; 2]>, Value)> = Vec::with_capacity(parts.len());
    let mut index: FxHashMap<Value, usize> = FxHashMap::default();
    let is_large = parts.len() > SCANNED.get();
    for (guards, value) in parts {
        let known = match is_large {
            true => index.get(&value).copied(),
            false => groups.iter().position(|(_, other)| *other == value),
        };
        match known {
            Some(at) => groups[at].0.push(guards),
            None => {
                if is_large {
                    index.insert(value.clone(), groups.len());
                }
                groups.push((vec![guards], value));
            }
        }
    }
    groups
}

fn rejoin(pool: &mut Pool, apart: Apart, joined: &mut Members) {
    for (guard, value) in std::mem::take(joined) {
        join_member(pool, apart, joined, guard, value);
    }
}

/// Whether two values have fewer members than two others.
fn is_thinner(thin: &(Value, Value), left: &Value, right: &Value) -> bool {
    let count = |left: &Value, right: &Value| left.members().count() + right.members().count();
    count(&thin.0, &thin.1) < count(left, right)
}

/// Adds a guarded value that is no union.
fn join_member(pool: &mut Pool, apart: Apart, joined: &mut Members, guard: Term, value: Value) {
    if guard == Term::FALSE {
        return;
    }
    for position in 0..joined.len() {
        let other = &joined[position].1;
        let equal = *other == value;
        let merged = if equal {
            Some(value.clone())
        } else {
            merge(pool, apart, guard, &value, other)
        };
        if let Some(merged) = merged {
            let guard = pool.guard_or(joined[position].0, guard);
            if !equal && joined.iter().any(|(_, other)| *other == merged) {
                // The merged term may be a constant that is a member already.
                joined.remove(position);
                return join_member(pool, apart, joined, guard, merged);
            }
            joined[position] = (guard, merged);
            return;
        }
    }
    joined.push((guard, value));
}

/// The choice between two values without a union, if their kinds allow it.
fn merge(
    pool: &mut Pool,
    apart: Apart,
    condition: Term,
    then: &Value,
    otherwise: &Value,
) -> Option<Value> {
    match (then, otherwise) {
        (Value::Tuple(a), Value::Tuple(b)) if a.len() == b.len() => {
            let members = a
                .iter()
                .zip(b.iter())
                .map(|(a, b)| select(pool, apart, condition, a, b));
            Some(Value::Tuple(Rc::new(members.collect())))
        }
        (Value::Term(a), Value::Term(b))
            if pool.sort(*a) == Sort::Bool && pool.sort(*b) == Sort::Bool =>
        {
            let chosen = pool.guard_ite(condition, *a, *b);
            Some(Value::from_term(pool, chosen))
        }
        _ if apart == Apart::Symbolic => None,
        _ if apart == Apart::Concrete && !(then.is_symbolic() && otherwise.is_symbolic()) => None,
        (Value::SymStr(a), Value::SymStr(b)) => {
            let chosen = SymText::ite(pool, condition, a, b);
            Some(chosen.into_value(pool))
        }
        _ if then.is_scalar() && otherwise.is_scalar() => {
            let (a, b) = (then.to_term(pool)?, otherwise.to_term(pool)?);
            if pool.sort(a) != pool.sort(b) {
                return None;
            }
            let term = pool.ite(condition, a, b);
            Some(Value::from_term(pool, term))
        }
        _ => {
            let ((object, a), (other, b)) =
                (offset_term(pool, then)?, offset_term(pool, otherwise)?);
            if object != other || object == ObjectId::NONE {
                return None;
            }
            let offset = pool.ite(condition, a, b);
            Some(Value::pointer(pool, object, offset))
        }
    }
}

fn offset_term(pool: &mut Pool, value: &Value) -> Option<(ObjectId, Term)> {
    match value {
        Value::Ptr { object, offset } => Some((*object, pool.bits(64, u128::from(*offset)))),
        Value::SymPtr { object, offset } => Some((*object, *offset)),
        _ => None,
    }
}
