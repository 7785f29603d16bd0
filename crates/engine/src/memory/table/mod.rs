//! Tables: members by key, in the order in which the keys came in.
//!
//! A member that only some of the paths have that merged here is a union with
//! [`Unit::Empty`](sheaf_ir::Unit::Empty) as a member, and the guard of that says which paths do
//! not have it. At most one position of a table holds a value under each key on each path, but a
//! key may have several positions: where paths took it in at different times, its order differs
//! between them. A key may be a term; then each position is a candidate for many keys.
//!
//! Keys that are the integers from 0 on are kept as a row, where their order is fixed and nothing
//! needs to be searched for.

use crate::value::Value;
use rustc_hash::FxHashMap;
use sheaf_ir::Unit;
use sheaf_term::{Pool, Term};
use smallvec::{SmallVec, smallvec};

mod join;
#[cfg(test)]
mod tests;

/// From this number of entries on, a table has an index.
const INDEXED: usize = 8;

/// A table. An integer of 32 bits below the length of the row is no key of an entry.
#[derive(Clone, Debug)]
pub struct Table {
    /// Members under integers from 0 on.
    row: Vec<Value>,
    /// Other members: key and value.
    entries: Vec<(Value, Value)>,
    /// Whether no key is a term, and none has several entries.
    plain: bool,
    /// Where the entries of a plain table are, if there are many.
    index: Option<FxHashMap<Value, u32>>,
}

/// When a table is written to.
#[derive(Clone, Copy)]
pub struct Guards {
    /// The condition of the write.
    pub here: Term,
    /// That of the path, as far as it is known as a guard: the write is never looked at elsewhere.
    pub path: Term,
}

/// A position in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Position {
    Row(usize),
    Entry(usize),
}

/// The positions where a key may be, and when they are meant.
type Candidates = SmallVec<[(Term, Position); 1]>;

/// The index is made of the rest.
impl PartialEq for Table {
    fn eq(&self, other: &Table) -> bool {
        self.row == other.row && self.entries == other.entries
    }
}

impl Default for Table {
    fn default() -> Table {
        Table {
            row: Vec::new(),
            entries: Vec::new(),
            plain: true,
            index: None,
        }
    }
}

impl Table {
    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.row.len() + self.entries.len()
    }

    /// The value under a key, `Empty` where there is none.
    pub fn get(&self, pool: &mut Pool, key: &Value) -> Value {
        let candidates = self.candidates(pool, key);
        if let [(Term::TRUE, position)] = candidates[..] {
            return self.at(position).clone();
        }
        let mut found = Value::EMPTY;
        for (meant, position) in candidates {
            let value = self.at(position);
            let (present, value) = split_empty(pool, value);
            let here = pool.guard_and(meant, present);
            found = match meant {
                Term::TRUE => Value::ite(pool, here, &value, &found),
                _ => Value::choice(pool, here, &value, &found),
            };
        }
        found
    }

    /// Sets the value under a key where the guard holds; `Empty` removes the member.
    pub fn set(&mut self, pool: &mut Pool, guards: Guards, key: &Value, value: &Value) {
        let guard = guards.here;
        let candidates = self.candidates(pool, key);
        if let ([(Term::TRUE, position)], Term::TRUE) = (&candidates[..], guard)
            && !has_empty(self.at(*position))
            && !has_empty(value)
        {
            *self.at_mut(*position) = value.clone();
            return;
        }
        let (present, value) = split_empty(pool, value);
        let absent = pool.guard_not(present);
        let (writes, removes) = (
            pool.guard_and(guard, present),
            pool.guard_and(guard, absent),
        );
        let mut remaining = writes;
        for (meant, position) in &candidates {
            let old = self.at(*position).clone();
            let (present, _) = split_empty(pool, &old);
            let held = pool.guard_and(*meant, present);
            let (written, removed) = (pool.guard_and(writes, held), pool.guard_and(removes, held));
            let new = Value::ite(pool, written, &value, &old);
            *self.at_mut(*position) = Value::ite(pool, removed, &Value::EMPTY, &new);
            let elsewhere = pool.guard_not(held);
            remaining = pool.guard_and(remaining, elsewhere);
        }
        if !pool.guards_exclude(remaining, guards.path) {
            self.take_in(pool, remaining, key, &value, &candidates);
        }
        if removes != Term::FALSE {
            self.drop_empty();
        }
    }

    /// Adds a member under a key that is not there where the guard holds.
    fn take_in(
        &mut self,
        pool: &mut Pool,
        guard: Term,
        key: &Value,
        value: &Value,
        candidates: &Candidates,
    ) {
        match row_index(key) {
            Some(at) if at < self.row.len() => {
                self.row[at] = Value::ite(pool, guard, value, &self.row[at]);
                return;
            }
            Some(at) if at == self.row.len() => {
                let old = self.absorb(pool).unwrap_or(Value::EMPTY);
                self.row.push(Value::ite(pool, guard, value, &old));
                self.extend_row(pool);
                return;
            }
            _ => {}
        }
        if let Some((last, held)) = self.entries.last_mut()
            && last == key
        {
            // Its place is where a new one would be.
            *held = Value::ite(pool, guard, value, held);
            return;
        }
        let of_entries = |(_, position): &(Term, Position)| matches!(position, Position::Entry(_));
        self.plain &= !key.is_symbolic() && !candidates.iter().any(of_entries);
        let value = Value::ite(pool, guard, value, &Value::EMPTY);
        self.entries.push((key.clone(), value));
        self.index_last();
    }

    /// Moves entries into the row whose keys come next in it.
    fn extend_row(&mut self, pool: &mut Pool) {
        while !self.entries.is_empty()
            && let Some(value) = self.absorb(pool)
        {
            self.row.push(value);
        }
    }

    /// Takes out the entries whose key comes next in the row, as one value.
    fn absorb(&mut self, pool: &mut Pool) -> Option<Value> {
        let next = Value::bits(32, self.row.len() as u128);
        if self.plain {
            let at = self.entry(&next)?;
            let (_, value) = self.entries.remove(at);
            self.make_index();
            return Some(value);
        }
        let mut absorbed: Option<Value> = None;
        loop {
            let at = self.keys().position(|key| *key == next);
            let Some((_, value)) = at.map(|at| self.entries.remove(at)) else {
                return absorbed;
            };
            let (present, value) = split_empty(pool, &value);
            let before = absorbed.unwrap_or(Value::EMPTY);
            absorbed = Some(Value::ite(pool, present, &value, &before));
        }
    }

    /// The key at a position, where a member is.
    pub fn key(&self, pool: &mut Pool, at: usize) -> Value {
        let (key, value) = match at.checked_sub(self.row.len()) {
            None => (Value::bits(32, at as u128), &self.row[at]),
            Some(at) => match self.entries.get(at) {
                Some((key, value)) => (key.clone(), value),
                None => return Value::EMPTY,
            },
        };
        if !has_empty(value) {
            return key;
        }
        let (present, _) = split_empty(pool, value);
        Value::ite(pool, present, &key, &Value::EMPTY)
    }

    fn at(&self, position: Position) -> &Value {
        match position {
            Position::Row(at) => &self.row[at],
            Position::Entry(at) => &self.entries[at].1,
        }
    }

    fn at_mut(&mut self, position: Position) -> &mut Value {
        match position {
            Position::Row(at) => &mut self.row[at],
            Position::Entry(at) => &mut self.entries[at].1,
        }
    }

    /// The positions that a key, which is no union, may mean.
    fn candidates(&self, pool: &mut Pool, key: &Value) -> Candidates {
        if self.plain && !key.is_symbolic() {
            let found = match row_index(key) {
                Some(at) if at < self.row.len() => Some(Position::Row(at)),
                _ => self.entry(key).map(Position::Entry),
            };
            return match found {
                Some(position) => smallvec![(Term::TRUE, position)],
                None => SmallVec::new(),
            };
        }
        let mut found = Candidates::new();
        let row = match row_index(key) {
            Some(at) => at..self.row.len().min(at + 1),
            None if key.is_symbolic() => 0..self.row.len(),
            None => 0..0,
        };
        for at in row {
            let meant = equal(pool, key, &Value::bits(32, at as u128));
            if meant != Term::FALSE {
                found.push((meant, Position::Row(at)));
            }
        }
        for (at, (other, _)) in self.entries.iter().enumerate() {
            let meant = equal(pool, key, other);
            if meant != Term::FALSE {
                found.push((meant, Position::Entry(at)));
            }
        }
        found
    }

    /// The entry of a key in a plain table.
    fn entry(&self, key: &Value) -> Option<usize> {
        match &self.index {
            Some(index) => index.get(key).map(|at| *at as usize),
            None => self.entries.iter().position(|(other, _)| other == key),
        }
    }

    fn index_last(&mut self) {
        let last = self.entries.len() - 1;
        match &mut self.index {
            Some(index) if self.plain => {
                index.insert(self.entries[last].0.clone(), last as u32);
            }
            _ => self.make_index(),
        }
    }

    fn make_index(&mut self) {
        let entries = self.entries.iter().enumerate();
        let entries = entries.map(|(at, (key, _))| (key.clone(), at as u32));
        let needed = self.plain && self.entries.len() >= INDEXED;
        self.index = needed.then(|| entries.collect());
    }

    /// Forgets positions that hold nothing on any path, but for those within the row.
    fn drop_empty(&mut self) {
        while self.row.last() == Some(&Value::EMPTY) {
            self.row.pop();
        }
        let before = self.entries.len();
        self.entries.retain(|(_, value)| *value != Value::EMPTY);
        if self.entries.len() != before {
            self.make_index();
        }
    }

    /// All values, and keys that lead to objects.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        let entries = self.entries.iter().flat_map(|(key, value)| [key, value]);
        self.row.iter().chain(entries)
    }

    /// The table with other keys and values; different keys stay different.
    pub fn map(&self, change: impl Fn(&Value) -> Value) -> Table {
        let entries = self.entries.iter();
        let mut table = Table {
            row: self.row.iter().map(&change).collect(),
            entries: entries
                .map(|(key, value)| (change(key), change(value)))
                .collect(),
            plain: self.plain,
            index: None,
        };
        table.make_index();
        table
    }

    /// Whether something is known on one side and not the same on the other.
    pub fn differs_in_known(&self, other: &Table) -> bool {
        let same_keys = self.row.len() == other.row.len()
            && self.entries.len() == other.entries.len()
            && self.keys().eq(other.keys());
        !same_keys || {
            let pairs = self.values().zip(other.values());
            pairs.into_iter().any(|(a, b)| a.differs_in_known(b))
        }
    }

    fn keys(&self) -> impl Iterator<Item = &Value> {
        self.entries.iter().map(|(key, _)| key)
    }
}

/// The place of a key in the row, if that is long enough.
fn row_index(key: &Value) -> Option<usize> {
    match key {
        Value::Bits { width: 32, bits } if *bits < 1 << 31 => Some(*bits as usize),
        _ => None,
    }
}

/// When two keys are the same.
fn equal(pool: &mut Pool, a: &Value, b: &Value) -> Term {
    if a == b {
        return Term::TRUE;
    }
    if !(a.is_symbolic() || b.is_symbolic()) {
        return Term::FALSE;
    }
    match (a.to_term(pool), b.to_term(pool)) {
        (Some(a), Some(b)) if pool.sort(a) == pool.sort(b) => pool.eq(a, b),
        _ => Term::FALSE,
    }
}

/// Whether a value is absent on some path.
pub fn has_empty(value: &Value) -> bool {
    value
        .members()
        .any(|(_, member)| matches!(member, Value::Unit(Unit::Empty)))
}

/// Where a value is present, and what it is there.
pub fn split_empty(pool: &mut Pool, value: &Value) -> (Term, Value) {
    if !has_empty(value) {
        return (Term::TRUE, value.clone());
    }
    let mut absent = Term::FALSE;
    let mut members = Vec::new();
    for (guard, member) in value.members() {
        match member {
            Value::Unit(Unit::Empty) => absent = pool.guard_or(absent, guard),
            member => members.push((guard, member.clone())),
        }
    }
    let present = pool.guard_not(absent);
    match members.is_empty() {
        true => (Term::FALSE, Value::EMPTY),
        false => (present, Value::union(pool, members)),
    }
}
