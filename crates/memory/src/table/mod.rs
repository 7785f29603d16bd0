//! Tables: members by key, in insertion order.
//!
//! A member that exists on some of the merged paths only is a union with
//! [`Unit::Empty`](sheaf_ir::Unit::Empty) as a member, whose guard says on which paths it is
//! absent. On each path, at most one position of a table holds a value for a key, but a key may
//! have several positions: if paths inserted it at different times, its order differs between them.
//! A key may be a term; then each position is a candidate for many keys.
//!
//! Keys that are the integers from 0 on are kept in an array, where their order is fixed and no
//! search is needed.

use crate::value::{SymText, Value};
use rustc_hash::FxHashMap;
use sheaf_ir::Unit;
use sheaf_term::{Pool, Sort, Term};
use smallvec::{SmallVec, smallvec};
use std::rc::Rc;

mod join;
#[cfg(test)]
mod tests;

/// The minimum number of entries of an indexed table.
const INDEXED: usize = 8;

/// A table. A 32-bit integer below the length of the array part is never the key of an entry.
#[derive(Clone, Debug)]
pub struct Table {
    /// Members with the integer keys from 0 on.
    row: Vec<Value>,
    /// Other members: key and value.
    entries: Vec<(Value, Value)>,
    /// Whether no key is a term, and none has several entries.
    plain: bool,
    /// Whether the key of an entry may be an integer.
    integers: bool,
    /// The positions of the entries of a plain table, if there are many.
    index: Option<FxHashMap<Value, u32>>,
}

/// The conditions of a write.
#[derive(Clone, Copy)]
pub struct Guards {
    /// The condition of the write.
    pub here: Term,
    /// The condition of the path, as far as it is known as a guard: the write is never read
    /// elsewhere.
    pub path: Term,
}

/// A position in a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Position {
    Row(usize),
    Entry(usize),
}

/// The possible positions of a key, with their conditions.
type Candidates = SmallVec<[(Term, Position); 1]>;

/// The index is derived from the rest.
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
            integers: false,
            index: None,
        }
    }
}

impl Table {
    /// An empty table with room for so many members besides the array part.
    pub fn with_room(entries: usize) -> Table {
        Table {
            entries: Vec::with_capacity(entries),
            ..Table::default()
        }
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        self.row.len() + self.entries.len()
    }

    /// The value of a key, `Empty` if there is none.
    pub fn get(&self, pool: &mut Pool, key: &Value) -> Value {
        let mut candidates = self.candidates(pool, key);
        if let [(Term::TRUE, position)] = candidates[..] {
            return self.at(position).clone();
        }
        let always = |(_, at): &(Term, Position)| split_empty(pool, self.at(*at)).0 == Term::TRUE;
        let is_there = candidates.iter().all(always) && self.covers(pool, key);
        let is_scalar = |(_, at): &(Term, Position)| self.at(*at).holds_only_scalars();
        if candidates.len() > 1 && !candidates.iter().all(is_scalar) {
            return self.any_of(pool, &candidates, is_there);
        }
        if let Some((meant, _)) = candidates.first_mut()
            && is_there
        {
            // It is meant where no other one is, and none of these can be absent.
            *meant = Term::TRUE;
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

    /// The value at the position that is meant, of which not all are scalars; `Empty` elsewhere, if
    /// it is not known that there is one. Joined at once: each value is compared with few others.
    fn any_of(&self, pool: &mut Pool, candidates: &Candidates, is_there: bool) -> Value {
        let mut members = Vec::with_capacity(candidates.len() + 1);
        let mut elsewhere = Term::TRUE;
        for (meant, position) in candidates {
            let (present, value) = split_empty(pool, self.at(*position));
            let here = pool.guard_and(*meant, present);
            if !is_there {
                let not_here = pool.guard_not(here);
                elsewhere = pool.guard_and(elsewhere, not_here);
            }
            members.push((here, value));
        }
        if !is_there {
            members.push((elsewhere, Value::EMPTY));
        }
        Value::union_of_choices(pool, members)
    }

    /// The value of a key, where there is one, if that is known without a term: the table has no
    /// symbolic key and the key is none.
    #[inline]
    pub fn known(&self, key: &Value) -> Option<Option<&Value>> {
        if !self.plain || key.is_symbolic() {
            return None;
        }
        let found = self.position(key).map(|position| self.at(position));
        Some(found.filter(is_present))
    }

    /// The same for a key that most tables have at this position, besides the array part.
    #[inline]
    pub fn known_at(&self, at: usize, key: &Value) -> Option<Option<&Value>> {
        match (self.entries.get(at), key) {
            (
                Some((Value::Bits { width, bits }, value)),
                Value::Bits {
                    width: wanted,
                    bits: number,
                },
            ) if self.plain && (width, bits) == (wanted, number) => {
                Some(Some(value).filter(is_present))
            }
            _ => self.known(key),
        }
    }

    /// Replaces a value that passes a check, if that is known without a term. Else changes nothing
    /// and returns false.
    #[inline]
    pub fn replace_known(
        &mut self,
        key: &Value,
        value: &Value,
        is_replaced: impl FnOnce(&Value) -> bool,
    ) -> bool {
        if !self.plain || key.is_symbolic() {
            return false;
        }
        let held = match self.position(key) {
            Some(position) => self.at_mut(position),
            None => return false,
        };
        if !is_replaced(held) {
            return false;
        }
        *held = value.clone();
        true
    }

    /// Sets a member to a value that is present on all paths, and so was what it replaces. Changes
    /// nothing and returns false if more is to be done.
    pub fn set_known(&mut self, key: &Value, value: &Value) -> bool {
        let is_open = |value: &Value| matches!(value, Value::Union(_) | Value::Unit(Unit::Empty));
        if !self.plain || key.is_symbolic() || is_open(value) {
            return false;
        }
        if let Some(position) = self.position(key) {
            let held = self.at_mut(position);
            if is_open(held) {
                return false;
            }
            *held = value.clone();
            return true;
        }
        match row_index(key) {
            Some(at) if at == self.row.len() => {
                if self.integers {
                    return false;
                }
                self.row.push(value.clone());
            }
            _ => {
                self.entries.push((key.clone(), value.clone()));
                self.index_last();
            }
        }
        true
    }

    /// Sets the value of a key where the guard holds; `Empty` removes the member.
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

    /// Adds a member for a key that is absent where the guard holds.
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
            // Its position is where a new one would be.
            *held = Value::ite(pool, guard, value, held);
            return;
        }
        let of_entries = |(_, position): &(Term, Position)| matches!(position, Position::Entry(_));
        self.plain &= !key.is_symbolic() && !candidates.iter().any(of_entries);
        let value = Value::ite(pool, guard, value, &Value::EMPTY);
        self.entries.push((key.clone(), value));
        self.index_last();
    }

    /// Moves entries with the next array keys into the array part.
    fn extend_row(&mut self, pool: &mut Pool) {
        while !self.entries.is_empty()
            && let Some(value) = self.absorb(pool)
        {
            self.row.push(value);
        }
    }

    /// Removes the entries with the next array key, as one value.
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

    /// The key at a position where there is a member.
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

    #[inline]
    fn at(&self, position: Position) -> &Value {
        match position {
            Position::Row(at) => &self.row[at],
            Position::Entry(at) => &self.entries[at].1,
        }
    }

    #[inline]
    fn at_mut(&mut self, position: Position) -> &mut Value {
        match position {
            Position::Row(at) => &mut self.row[at],
            Position::Entry(at) => &mut self.entries[at].1,
        }
    }

    /// The possible positions of a key that is not a union.
    fn candidates(&self, pool: &mut Pool, key: &Value) -> Candidates {
        if self.plain && !key.is_symbolic() {
            return match self.position(key) {
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

    /// Whether a symbolic key is always one of the array part.
    fn covers(&self, pool: &Pool, key: &Value) -> bool {
        let Value::Term(key) = key else { return false };
        let (least, most) = pool.signed_range(*key);
        pool.sort(*key) == Sort::Bits(32) && least >= 0 && most < self.row.len() as i128
    }

    /// The position of a key in a plain table.
    #[inline]
    fn position(&self, key: &Value) -> Option<Position> {
        match row_index(key) {
            Some(at) if at < self.row.len() => Some(Position::Row(at)),
            Some(_) if !self.integers => None,
            _ => self.entry(key).map(Position::Entry),
        }
    }

    /// The entry of a key in a plain table.
    #[inline]
    fn entry(&self, key: &Value) -> Option<usize> {
        let text = match key {
            Value::Str(text) => text,
            // The prototype comes first.
            Value::Unit(_) if self.entries.first().is_some_and(|(first, _)| first == key) => {
                return Some(0);
            }
            _ => return self.search(key),
        };
        // Where it was the last time, often it is again.
        let last = text.last_position();
        if let Some((Value::Str(other), _)) = self.entries.get(last)
            && Rc::ptr_eq(other, text)
        {
            return Some(last);
        }
        let found = self.search(key)?;
        text.found_at(found);
        Some(found)
    }

    /// The entry of a key, by the index or by looking at all. Most strings are constants of the
    /// program, and equal ones of these are one.
    #[inline(never)]
    fn search(&self, key: &Value) -> Option<usize> {
        match (key, &self.index) {
            (_, Some(index)) => index.get(key).map(|at| *at as usize),
            (Value::Bits { width, bits }, _) => self.keys().position(|other| {
                matches!(other, Value::Bits { width: w, bits: b } if (w, b) == (width, bits))
            }),
            (Value::Str(text), _) => self.keys().position(|other| match other {
                Value::Str(other) => {
                    Rc::ptr_eq(other, text) || !other.are_other_constants(text) && other == text
                }
                _ => false,
            }),
            (key, _) => self.keys().position(|other| other == key),
        }
    }

    fn index_last(&mut self) {
        let last = self.entries.len() - 1;
        self.integers |= row_index(&self.entries[last].0).is_some();
        match &mut self.index {
            Some(index) if self.plain => {
                index.insert(self.entries[last].0.clone(), last as u32);
            }
            None if self.entries.len() < INDEXED => {}
            _ => self.make_index(),
        }
    }

    fn make_index(&mut self) {
        let integers = self.keys().any(|key| row_index(key).is_some());
        self.integers = integers;
        let entries = self.entries.iter().enumerate();
        let entries = entries.map(|(at, (key, _))| (key.clone(), at as u32));
        let needed = self.plain && self.entries.len() >= INDEXED;
        self.index = needed.then(|| entries.collect());
    }

    /// Removes positions that hold nothing on any path, except for those within the array part.
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

    /// The keys and values, in no useful order where paths have merged.
    pub fn members(&self) -> impl Iterator<Item = (Value, &Value)> {
        let row = self.row.iter().enumerate();
        let row = row.map(|(at, value)| (Value::bits(32, at as u128), value));
        row.chain(self.entries.iter().map(|(key, value)| (key.clone(), value)))
    }

    /// All values, and keys that point to objects.
    pub fn values(&self) -> impl Iterator<Item = &Value> {
        let entries = self.entries.iter().flat_map(|(key, value)| [key, value]);
        self.row.iter().chain(entries)
    }

    /// The table with mapped keys and values; different keys must stay different.
    pub fn map(&self, change: impl Fn(&Value) -> Value) -> Table {
        let entries = self.entries.iter();
        let mut table = Table {
            row: self.row.iter().map(&change).collect(),
            entries: entries
                .map(|(key, value)| (change(key), change(value)))
                .collect(),
            plain: self.plain,
            integers: self.integers,
            index: None,
        };
        table.make_index();
        table
    }

    /// Whether a known part on one side differs from the other.
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

/// Whether a key with this value is there.
#[inline]
fn is_present(value: &&Value) -> bool {
    !matches!(value, Value::Unit(Unit::Empty))
}

/// The index of a key in the array part, if that is long enough.
#[inline]
fn row_index(key: &Value) -> Option<usize> {
    match key {
        Value::Bits { width: 32, bits } if *bits < 1 << 31 => Some(*bits as usize),
        _ => None,
    }
}

/// The condition that two keys are equal.
fn equal(pool: &mut Pool, a: &Value, b: &Value) -> Term {
    if a == b {
        return Term::TRUE;
    }
    if !(a.is_symbolic() || b.is_symbolic()) {
        return Term::FALSE;
    }
    if let (Some(a), Some(b)) = (SymText::of_value(pool, a), SymText::of_value(pool, b)) {
        return a.equal(pool, &b);
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

/// The condition that a value is present, and the present value.
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
