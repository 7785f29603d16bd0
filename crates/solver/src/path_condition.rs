//! Path conditions: persistent conjunctions with shared prefixes.
//!
//! An entry refers to the entry before it, so cloning a path condition is a fork: both sides share
//! the existing entries. Entries have ids that are unique in a process. Two path conditions have
//! the same prefix if they have an entry with the same id, which is found without traversing the
//! prefix.
//!
//! Each addition checks whether the condition is present already. Every eighth entry has a sorted
//! table of as many preceding conditions as the greatest power of two that divides its position,
//! and refers to the entry before those: a lookup visits a logarithmic number of tables, and tables
//! take a few bytes per entry.

use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use sheaf_term::{Op, Pool, Term};

/// A conjunction in the order in which its parts were added, each with an origin, which is opaque
/// here.
pub struct PathCondition<O> {
    last: Option<Rc<Entry<O>>>,
}

/// One condition of a path.
pub struct Entry<O> {
    /// The condition, a boolean.
    pub condition: Term,
    /// Where it comes from.
    pub origin: O,
    /// The number of decisions on the path when it was added.
    pub level: u32,
    /// Whether a choice of the platform occurs in it or in an earlier entry.
    has_chosen: bool,
    id: u64,
    len: u32,
    before: Option<Rc<Entry<O>>>,
    table: Option<Box<Table<O>>>,
}

/// The conditions of an entry and of earlier ones.
struct Table<O> {
    /// In ascending order.
    conditions: Box<[Term]>,
    /// The entry before them.
    before: Option<Rc<Entry<O>>>,
}

/// The distance of entries with tables, a power of two.
const TABLE_DISTANCE: usize = 8;

/// The differences of two path conditions: see [`PathCondition::compare`].
pub struct Comparison<O> {
    /// The common prefix.
    pub common: PathCondition<O>,
    /// The rest of the first, in order.
    pub first: Vec<Rc<Entry<O>>>,
    /// The rest of the second, in order.
    pub second: Vec<Rc<Entry<O>>>,
}

impl<O> Clone for PathCondition<O> {
    fn clone(&self) -> Self {
        PathCondition {
            last: self.last.clone(),
        }
    }
}

impl<O> Default for PathCondition<O> {
    fn default() -> Self {
        PathCondition { last: None }
    }
}

impl<O> PathCondition<O> {
    /// The number of entries.
    pub fn len(&self) -> usize {
        self.last.as_ref().map_or(0, |entry| entry.len as usize)
    }

    /// Whether there are none: the condition is true.
    pub fn is_empty(&self) -> bool {
        self.last.is_none()
    }

    /// Whether a condition is one of the entries.
    pub fn contains(&self, condition: Term) -> bool {
        let mut at = self.last.as_ref();
        while let Some(entry) = at {
            at = match &entry.table {
                Some(table) if table.conditions.binary_search(&condition).is_ok() => return true,
                Some(table) => table.before.as_ref(),
                None if entry.condition == condition => return true,
                None => entry.before.as_ref(),
            };
        }
        false
    }

    /// The entries, newest first.
    pub fn newest_first(&self) -> impl Iterator<Item = &Rc<Entry<O>>> {
        std::iter::successors(self.last.as_ref(), |entry| entry.before.as_ref())
    }

    /// The conditions, oldest first.
    pub fn terms(&self) -> Vec<Term> {
        let mut terms: Vec<Term> = self.newest_first().map(|entry| entry.condition).collect();
        terms.reverse();
        terms
    }

    /// The prefix of `len` entries.
    fn beginning(&self, len: usize) -> Self {
        let mut beginning = self.clone();
        while beginning.len() > len
            && let Some(entry) = beginning.last.take()
        {
            beginning.last = entry.before.clone();
        }
        beginning
    }

    /// The common prefix of two path conditions, and the rest of each.
    pub fn compare(&self, other: &Self) -> Comparison<O> {
        let (mut first, mut second) = (Vec::new(), Vec::new());
        let (mut a, mut b) = (self.last.as_ref(), other.last.as_ref());
        let len = |entry: Option<&Rc<Entry<O>>>| entry.map_or(0, |entry| entry.len as usize);
        loop {
            match (a, b) {
                (Some(x), Some(y)) if x.id == y.id => break,
                (None, None) => break,
                _ => {}
            }
            let order = len(a).cmp(&len(b));
            if order.is_ge()
                && let Some(entry) = a
            {
                first.push(entry.clone());
                a = entry.before.as_ref();
            }
            if order.is_le()
                && let Some(entry) = b
            {
                second.push(entry.clone());
                b = entry.before.as_ref();
            }
        }
        first.reverse();
        second.reverse();
        // Different entries may have the same conditions, if paths were re-executed.
        let alike = first.iter().zip(&second);
        let alike = alike
            .take_while(|(x, y)| x.condition == y.condition)
            .count();
        let common = self.beginning(len(a) + alike);
        Comparison {
            common,
            first: first.split_off(alike),
            second: second.split_off(alike),
        }
    }
}

impl<O: Clone> PathCondition<O> {
    /// Adds the conjuncts of a condition that are not present. `level` is the number of decisions
    /// on the path.
    pub fn add(&mut self, pool: &Pool, condition: Term, origin: O, level: u32) {
        self.add_unless(PathCondition::contains, pool, condition, origin, level);
    }

    /// Adds the conjuncts of a condition for which this does not hold.
    pub fn add_unless(
        &mut self,
        is_there: impl Fn(&Self, Term) -> bool,
        pool: &Pool,
        condition: Term,
        origin: O,
        level: u32,
    ) {
        let mut pending = vec![condition];
        while let Some(condition) = pending.pop() {
            if pool.op(condition) == Op::And && !pool.is_atom(condition) {
                pending.extend(pool.args(condition).iter().rev());
            } else if condition != Term::TRUE && !is_there(self, condition) {
                self.append(pool, condition, origin.clone(), level);
            }
        }
    }

    /// Adds a condition unchanged, if it is not present.
    pub fn push(&mut self, pool: &Pool, condition: Term, origin: O, level: u32) {
        if !self.contains(condition) {
            self.append(pool, condition, origin, level);
        }
    }

    fn append(&mut self, pool: &Pool, condition: Term, origin: O, level: u32) {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let len = self.len() + 1;
        let has_chosen = pool.has_chosen(condition) || self.has_chosen(pool);
        let before = self.last.take();
        self.last = Some(Rc::new(Entry {
            condition,
            origin,
            level,
            has_chosen,
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            len: len as u32,
            table: table(condition, before.as_ref(), len),
            before,
        }));
    }
}

/// The table of an entry at a position, from 1, if it has one.
fn table<O>(
    condition: Term,
    before: Option<&Rc<Entry<O>>>,
    position: usize,
) -> Option<Box<Table<O>>> {
    if !position.is_multiple_of(TABLE_DISTANCE) {
        return None;
    }
    let size = 1 << position.trailing_zeros();
    let mut conditions = Vec::with_capacity(size);
    conditions.push(condition);
    let mut at = before;
    while conditions.len() < size
        && let Some(entry) = at
    {
        at = match &entry.table {
            Some(table) => {
                conditions.extend_from_slice(&table.conditions);
                table.before.as_ref()
            }
            None => {
                conditions.push(entry.condition);
                entry.before.as_ref()
            }
        };
    }
    conditions.sort_unstable();
    Some(Box::new(Table {
        conditions: conditions.into(),
        before: at.cloned(),
    }))
}

impl<O> Drop for PathCondition<O> {
    /// Frees a long list without recursion.
    fn drop(&mut self) {
        let mut last = self.last.take();
        while let Some(entry) = last.and_then(Rc::into_inner) {
            let mut entry = entry;
            last = entry.before.take();
        }
    }
}

/// An ordered list of constraints, from which the solver computes the changes since the last query.
pub trait Constraints {
    /// The length of the common prefix with `last`, the constraints of the last query, and all
    /// constraints after it. Each has a unique id, or 0.
    fn since(&self, last: &[(Term, u64)]) -> (usize, Vec<(Term, u64)>);
    /// Whether a choice of the platform occurs in them.
    fn has_chosen(&self, pool: &Pool) -> bool;
}

impl Constraints for [Term] {
    fn since(&self, last: &[(Term, u64)]) -> (usize, Vec<(Term, u64)>) {
        let pairs = self.iter().zip(last);
        let common = pairs.take_while(|(new, (old, _))| *new == old).count();
        let rest = self[common..].iter().map(|term| (*term, 0)).collect();
        (common, rest)
    }

    fn has_chosen(&self, pool: &Pool) -> bool {
        self.iter().any(|term| pool.has_chosen(*term))
    }
}

impl<const N: usize> Constraints for [Term; N] {
    fn since(&self, last: &[(Term, u64)]) -> (usize, Vec<(Term, u64)>) {
        self.as_slice().since(last)
    }

    fn has_chosen(&self, pool: &Pool) -> bool {
        self.as_slice().has_chosen(pool)
    }
}

impl Constraints for Vec<Term> {
    fn since(&self, last: &[(Term, u64)]) -> (usize, Vec<(Term, u64)>) {
        self.as_slice().since(last)
    }

    fn has_chosen(&self, pool: &Pool) -> bool {
        self.as_slice().has_chosen(pool)
    }
}

impl<O> Constraints for PathCondition<O> {
    fn since(&self, last: &[(Term, u64)]) -> (usize, Vec<(Term, u64)>) {
        let mut rest = Vec::new();
        let mut common = 0;
        for entry in self.newest_first() {
            if last
                .get(entry.len as usize - 1)
                .is_some_and(|(_, id)| *id == entry.id)
            {
                common = entry.len as usize;
                break;
            }
            rest.push((entry.condition, entry.id));
        }
        rest.reverse();
        let pairs = rest.iter().zip(&last[common..]);
        let alike = pairs.take_while(|((new, _), (old, _))| new == old).count();
        (common + alike, rest.split_off(alike))
    }

    fn has_chosen(&self, _pool: &Pool) -> bool {
        self.last.as_ref().is_some_and(|entry| entry.has_chosen)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};
    use sheaf_term::{Sort, SymbolKind};

    /// For path conditions that fork and grow randomly, comparing each pair gives the same as
    /// comparing all of their terms.
    #[test]
    fn random_forks_are_compared_by_what_they_share() {
        let mut pool = Pool::new();
        let symbols: Vec<Term> = (0..200)
            .map(|number| pool.symbol(&format!("c{number}"), Sort::Bool, SymbolKind::Input))
            .collect();
        let mut rng = SmallRng::seed_from_u64(7);
        let mut paths = vec![PathCondition::<()>::default()];
        for round in 0..1000 {
            // The longest is often the last.
            let from = if round % 4 == 0 { 0 } else { paths.len() - 1 };
            let mut path = paths[rng.random_range(from..paths.len())].clone();
            let other = paths[rng.random_range(0..paths.len())].clone();
            path.push(&pool, symbols[rng.random_range(0..symbols.len())], (), 0);
            check(&path, &other);
            paths.push(path);
        }
    }

    fn check(path: &PathCondition<()>, other: &PathCondition<()>) {
        let (a, b) = (path.terms(), other.terms());
        assert_eq!(path.len(), a.len());
        assert!(a.iter().all(|term| path.contains(*term)));
        assert!(
            b.iter()
                .all(|term| path.contains(*term) == a.contains(term))
        );
        let common = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
        let Comparison {
            common: shared,
            first,
            second,
        } = path.compare(other);
        assert_eq!(shared.terms(), &a[..common]);
        assert!(!a[common..].iter().any(|term| shared.contains(*term)));
        let terms = |entries: &[Rc<Entry<()>>]| -> Vec<Term> {
            entries.iter().map(|entry| entry.condition).collect()
        };
        assert_eq!(terms(&first), &a[common..]);
        assert_eq!(terms(&second), &b[common..]);
        let (_, last) = other.since(&[]);
        let (kept, new) = path.since(&last);
        assert_eq!(kept, common);
        let new: Vec<Term> = new.iter().map(|(term, _)| *term).collect();
        assert_eq!(new, &a[common..]);
    }
}
