//! The known relations between at most 64 numbers: the closure of comparisons between two of them.

use std::hash::BuildHasher;
use std::ops::Range;

use hashbrown::HashTable;
use rustc_hash::{FxBuildHasher, FxHashMap};

use super::numbering::Atom;
use crate::pool::Pool;
use crate::unknown::Unknown;

/// For one unknown, sets of unknowns as bits: those that are greater or equal, those that are
/// greater, and those assumed to differ from it or from an unknown equal to it.
type Row = [u64; 3];

/// The relations after sequences of assumed comparisons. They are cached, because operations on
/// guards make the same assumptions repeatedly.
#[derive(Default)]
pub(super) struct Relations {
    unknowns: Vec<Unknown>,
    /// The rows of all states, one row for each unknown.
    states: Vec<Row>,
    /// The successor of a state by the outcome of a comparison.
    moves: FxHashMap<(State, u32, bool), State>,
    /// Knowledge about sets of unknowns.
    views: FxHashMap<(State, u64), Knowledge>,
    /// The contents of all knowledge, concatenated, and the end of each.
    contents: Vec<u64>,
    ends: Vec<usize>,
    numbers: HashTable<Knowledge>,
    /// The rows of the current state.
    rows: Vec<Row>,
}

/// A set of assumed comparisons.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(super) struct State(u32);

impl State {
    /// No assumptions.
    pub(super) const START: State = State(0);
}

/// The number of a set of relations between some unknowns.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(super) struct Knowledge(u32);

impl Knowledge {
    fn range(self, ends: &[usize]) -> Range<usize> {
        let number = self.0 as usize;
        let start = number.checked_sub(1).map_or(0, |before| ends[before]);
        start..ends[number]
    }
}

sheaf_tuning::constants! {
    /// Maximum number of rows that are kept between operations.
    MAX_KEPT_ROWS: usize = 1 << 20, 1 => 1 << 22, "rows";
    /// Maximum number of rows in total.
    MAX_ROWS: usize = 1 << 22, 1 => 1 << 24, "rows";
}

const AT_MOST: usize = 0;
const LESS: usize = 1;
const DIFFERENT: usize = 2;

impl Relations {
    /// Prepares for comparisons of these unknowns.
    pub(super) fn start(&mut self, pool: &Pool, unknowns: &[Unknown]) {
        if self.unknowns != unknowns || self.states.len() > MAX_KEPT_ROWS.get() {
            self.unknowns = unknowns.to_vec();
            self.states = of_ranges(pool, unknowns);
            self.moves.clear();
            self.views.clear();
        }
    }

    fn row(&self, state: State, x: usize) -> Row {
        self.states[state.0 as usize * self.unknowns.len() + x]
    }

    /// Copies the rows of a state to `rows`.
    fn take(&mut self, state: State) {
        let start = state.0 as usize * self.unknowns.len();
        self.rows.clear();
        self.rows
            .extend_from_slice(&self.states[start..start + self.unknowns.len()]);
    }

    fn is(&self, relation: usize, x: usize, y: usize) -> bool {
        self.rows[x][relation] >> y & 1 == 1
    }

    /// The outcome of a comparison, if it is known in some reading. All its pairs have the same
    /// outcome.
    pub(super) fn decide(&self, state: State, atom: &Atom) -> Option<bool> {
        atom.pairs.iter().find_map(|&(x, y)| {
            let (of_x, of_y) = (self.row(state, x), self.row(state, y));
            let (less, greater) = (of_x[LESS] >> y & 1 == 1, of_y[LESS] >> x & 1 == 1);
            let (at_most, at_least) = (of_x[AT_MOST] >> y & 1 == 1, of_y[AT_MOST] >> x & 1 == 1);
            match atom.equal {
                true if at_most && at_least => Some(true),
                true if less || greater || of_x[DIFFERENT] >> y & 1 == 1 => Some(false),
                false if less => Some(true),
                false if at_least => Some(false),
                _ => None,
            }
        })
    }

    /// The unknowns that are known to be equal to one.
    fn same(&self, x: usize) -> u64 {
        let same = members(self.rows[x][AT_MOST]).filter(|y| self.is(AT_MOST, *y, x));
        same.fold(0, |set, it| set | 1 << it)
    }

    /// Propagates differences to equal unknowns.
    fn spread_differences(&mut self) {
        if self.rows.iter().all(|row| row[DIFFERENT] == 0) {
            return;
        }
        let (mut same, mut spread) = ([0; 64], [0; 64]);
        for (x, same) in same[..self.rows.len()].iter_mut().enumerate() {
            *same = self.same(x);
        }
        for (spread, class) in spread.iter_mut().zip(&same[..self.rows.len()]) {
            let of_class = members(*class).fold(0, |all, it| all | self.rows[it][DIFFERENT]);
            *spread = members(of_class).fold(0, |all, it| all | same[it]);
        }
        for (row, different) in self.rows.iter_mut().zip(spread) {
            row[DIFFERENT] = different;
        }
    }

    /// The state after the outcome of a comparison, which must not be known before.
    pub(super) fn assume(&mut self, state: State, var: u32, atom: &Atom, holds: bool) -> State {
        if let Some(&next) = self.moves.get(&(state, var, holds)) {
            return next;
        }
        self.take(state);
        for &(x, y) in &atom.pairs {
            match (atom.equal, holds) {
                (false, true) => self.add(x, y, true),
                (false, false) => self.add(y, x, false),
                (true, true) => {
                    self.add(x, y, false);
                    self.add(y, x, false);
                }
                (true, false) => {
                    self.rows[x][DIFFERENT] |= 1 << y;
                    self.rows[y][DIFFERENT] |= 1 << x;
                }
            }
        }
        self.spread_differences();
        while let Some((x, y)) = self.next_strict() {
            self.add(x, y, true);
        }
        let next = State((self.states.len() / self.unknowns.len()) as u32);
        self.states.extend_from_slice(&self.rows);
        self.moves.insert((state, var, holds), next);
        next
    }

    /// Adds `x <= y`, or `x < y` if `strict`, and what follows.
    fn add(&mut self, x: usize, y: usize, strict: bool) {
        let [at_most, less, _] = self.rows[y];
        for row in &mut self.rows {
            if row[AT_MOST] >> x & 1 == 1 {
                let strictly = strict || row[LESS] >> x & 1 == 1;
                row[AT_MOST] |= at_most;
                row[LESS] |= if strictly { at_most } else { less };
            }
        }
    }

    /// Two unknowns that are different, the first at most the second, and not yet known to be less.
    fn next_strict(&self) -> Option<(usize, usize)> {
        let rows = self.rows.iter().enumerate();
        let mut open = rows.map(|(x, row)| (x, row[AT_MOST] & row[DIFFERENT] & !row[LESS]));
        open.find(|(_, open)| *open != 0)
            .map(|(x, open)| (x, open.trailing_zeros() as usize))
    }

    /// The relations that matter for comparisons of a set of unknowns. Unknowns that are only known
    /// to differ from another one are included: if it turns out later that one is at most the
    /// other, it is less, and so are the unknowns below it.
    pub(super) fn among(&mut self, state: State, about: u64) -> Knowledge {
        if let Some(&known) = self.views.get(&(state, about)) {
            return known;
        }
        self.take(state);
        let mut set = about;
        for (x, [_, less, different]) in self.rows.iter().enumerate() {
            let open = members(different & !less).filter(|y| !self.is(LESS, *y, x));
            set |= open.fold(0, |set, y| set | 1 << y);
        }
        let rows = members(set).flat_map(|x| self.rows[x].map(|row| row & set));
        let content: Vec<u64> = std::iter::once(set).chain(rows).collect();
        let known = self.number(&content);
        self.views.insert((state, about), known);
        known
    }

    /// The number of a set of relations.
    fn number(&mut self, content: &[u64]) -> Knowledge {
        let (contents, ends) = (&mut self.contents, &mut self.ends);
        let hash = FxBuildHasher.hash_one(content);
        let same = |it: &Knowledge| &contents[it.range(ends)] == content;
        if let Some(number) = self.numbers.find(hash, same) {
            return *number;
        }
        let new = Knowledge(ends.len() as u32);
        contents.extend_from_slice(content);
        ends.push(contents.len());
        self.numbers.insert_unique(hash, new, |it| {
            FxBuildHasher.hash_one(&contents[it.range(ends)])
        });
        new
    }

    /// Approximate memory in bytes.
    pub(super) fn memory(&self) -> usize {
        self.states.capacity() * size_of::<Row>()
            + self.moves.capacity() * size_of::<((State, u32, bool), State)>()
            + self.views.capacity() * size_of::<((State, u64), Knowledge)>()
            + self.contents.capacity() * size_of::<u64>()
            + self.ends.capacity() * size_of::<usize>()
            + self.numbers.allocation_size()
    }

    /// Whether there are too many states to continue.
    pub(super) fn is_full(&self) -> bool {
        self.states.len() > MAX_ROWS.get()
    }
}

/// The relations that follow from the ranges of the unknowns.
fn of_ranges(pool: &Pool, unknowns: &[Unknown]) -> Vec<Row> {
    let ranges: Vec<_> = unknowns.iter().map(|unknown| unknown.range(pool)).collect();
    let mut rows = vec![[0; 3]; unknowns.len()];
    for (x, row) in rows.iter_mut().enumerate() {
        for (y, range) in ranges.iter().enumerate() {
            let comparable = unknowns[x].reading == unknowns[y].reading;
            let Some(((_, most), (least, _))) = ranges[x].zip(*range).filter(|_| comparable) else {
                continue;
            };
            row[AT_MOST] |= u64::from(most <= least) << y;
            row[LESS] |= u64::from(most < least) << y;
        }
        row[AT_MOST] |= 1 << x;
    }
    rows
}

fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}
