//! What is known of the order of at most 64 numbers: all that follows from comparisons of two of
//! them. Equal knowledge has equal numbers.

use std::hash::BuildHasher;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use crate::pool::Pool;
use crate::unknown::Unknown;

/// Sets of unknowns by unknown, one after the other: those that are not less, those that are
/// greater, and those that are not equal because it was said so of them or of equal ones.
#[derive(Default)]
pub(super) struct Relations {
    rows: Vec<[u64; 3]>,
    /// The rows before each assumption.
    before: Vec<[u64; 3]>,
    /// The unknowns of which the rows are.
    unknowns: Vec<Unknown>,
    /// What was known of sets of unknowns, all of it one after the other, and where each begins.
    known: Vec<u64>,
    starts: Vec<usize>,
    numbers: HashTable<Knowledge>,
    scratch: Vec<u64>,
}

/// The number of what is known of the order of some unknowns.
#[derive(Copy, Clone, PartialEq, Eq, Hash)]
pub(super) struct Knowledge(u32);

const AT_MOST: usize = 0;
const LESS: usize = 1;
const DIFFERENT: usize = 2;

impl Relations {
    /// Back to what the ranges of these terms alone say.
    pub(super) fn start(&mut self, pool: &Pool, unknowns: &[Unknown]) {
        if let Some(first) = self
            .before
            .get(..self.rows.len())
            .filter(|it| !it.is_empty())
        {
            self.rows.copy_from_slice(first);
        }
        self.before.clear();
        if self.unknowns != unknowns {
            self.unknowns = unknowns.to_vec();
            self.rows = of_ranges(pool, unknowns);
        }
    }

    fn is(&self, relation: usize, x: usize, y: usize) -> bool {
        self.rows[x][relation] >> y & 1 == 1
    }

    /// Whether a comparison holds, or does not, if that is known. Its pairs say the same in
    /// different readings.
    pub(super) fn decide(&self, equal: bool, pairs: &[(usize, usize)]) -> Option<bool> {
        pairs.iter().find_map(|&(x, y)| {
            let (less, greater) = (self.is(LESS, x, y), self.is(LESS, y, x));
            let (at_most, at_least) = (self.is(AT_MOST, x, y), self.is(AT_MOST, y, x));
            match equal {
                true if at_most && at_least => Some(true),
                true if less || greater || self.is(DIFFERENT, x, y) => Some(false),
                false if less => Some(true),
                false if at_least => Some(false),
                _ => None,
            }
        })
    }

    /// Those that are known to be equal to one.
    fn same(&self, x: usize) -> u64 {
        let same = members(self.rows[x][AT_MOST]).filter(|y| self.is(AT_MOST, *y, x));
        same.fold(0, |set, it| set | 1 << it)
    }

    /// Makes what differs from one differ from those that equal it.
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

    /// Adds a comparison's outcome, which was not known.
    pub(super) fn assume(&mut self, equal: bool, pairs: &[(usize, usize)], holds: bool) {
        self.before.extend_from_slice(&self.rows);
        for &(x, y) in pairs {
            match (equal, holds) {
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
    }

    /// Takes the last assumption back.
    pub(super) fn undo(&mut self) {
        let start = self.before.len().saturating_sub(self.rows.len());
        self.rows.copy_from_slice(&self.before[start..]);
        self.before.truncate(start);
    }

    /// `x <= y`, or `x < y`, and all that follows.
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

    /// Two that are not equal, and the first at most the second, of which it is not yet known that
    /// it is less.
    fn next_strict(&self) -> Option<(usize, usize)> {
        let rows = self.rows.iter().enumerate();
        let mut open = rows.map(|(x, row)| (x, row[AT_MOST] & row[DIFFERENT] & !row[LESS]));
        open.find(|(_, open)| *open != 0)
            .map(|(x, open)| (x, open.trailing_zeros() as usize))
    }

    /// All that is known which matters for comparisons of a set of unknowns. Those of which it is
    /// only known that they differ from some other belong to it: it may turn out later that they
    /// are at most that, and so less, and with them what is below them.
    pub(super) fn among(&mut self, mut set: u64) -> Knowledge {
        for (x, [_, less, different]) in self.rows.iter().enumerate() {
            let open = members(different & !less).filter(|y| !self.is(LESS, *y, x));
            set |= open.fold(0, |set, y| set | 1 << y);
        }
        self.scratch.clear();
        self.scratch.push(set);
        let rows = members(set).flat_map(|x| self.rows[x].map(|row| row & set));
        self.scratch.extend(rows);
        self.number()
    }

    /// The number of the knowledge in `scratch`.
    fn number(&mut self) -> Knowledge {
        let Relations {
            known,
            starts,
            numbers,
            scratch,
            ..
        } = self;
        let hash = FxBuildHasher.hash_one(&scratch[..]);
        let content = |it: &Knowledge| &known[starts[it.0 as usize]..starts[it.0 as usize + 1]];
        if let Some(number) = numbers.find(hash, |it| content(it) == scratch) {
            return *number;
        }
        if starts.is_empty() {
            starts.push(0);
        }
        let new = Knowledge(starts.len() as u32 - 1);
        known.extend_from_slice(scratch);
        starts.push(known.len());
        let content = |it: &Knowledge| &known[starts[it.0 as usize]..starts[it.0 as usize + 1]];
        numbers.insert_unique(hash, new, |it| FxBuildHasher.hash_one(content(it)));
        new
    }

    /// Bytes in use, roughly.
    pub(super) fn memory(&self) -> usize {
        self.known.capacity() * size_of::<u64>()
            + self.starts.capacity() * size_of::<usize>()
            + self.numbers.allocation_size()
    }

    /// Forgets the numbers of all knowledge.
    pub(super) fn forget(&mut self) {
        self.known.clear();
        self.starts.clear();
        self.numbers.clear();
    }
}

/// What the ranges of terms alone say of them.
fn of_ranges(pool: &Pool, unknowns: &[Unknown]) -> Vec<[u64; 3]> {
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

/// The numbers in a set.
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}
