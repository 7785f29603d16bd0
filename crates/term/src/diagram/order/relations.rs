//! What is known of the order of at most 64 numbers: all that follows from comparisons of two of
//! them.

use crate::pool::Pool;
use crate::unknown::Unknown;

/// Sets of unknowns by unknown, one after the other: those that are not less, those that are
/// greater, and those that are not equal because it was said so of them or of equal ones.
pub(super) struct Relations {
    rows: Vec<[u64; 3]>,
    /// The rows before each assumption.
    before: Vec<[u64; 3]>,
}

const AT_MOST: usize = 0;
const LESS: usize = 1;
const DIFFERENT: usize = 2;

impl Relations {
    /// What the ranges of the terms alone say.
    pub(super) fn new(pool: &Pool, unknowns: &[Unknown]) -> Relations {
        let ranges: Vec<_> = unknowns.iter().map(|unknown| unknown.range(pool)).collect();
        let mut rows = vec![[0; 3]; unknowns.len()];
        for (x, row) in rows.iter_mut().enumerate() {
            for (y, range) in ranges.iter().enumerate() {
                let comparable = unknowns[x].reading == unknowns[y].reading;
                let Some(((_, most), (least, _))) = ranges[x].zip(*range).filter(|_| comparable)
                else {
                    continue;
                };
                row[AT_MOST] |= u64::from(most <= least) << y;
                row[LESS] |= u64::from(most < least) << y;
            }
            row[AT_MOST] |= 1 << x;
        }
        Relations {
            rows,
            before: Vec::new(),
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
        let same: Vec<u64> = (0..self.rows.len()).map(|x| self.same(x)).collect();
        let all =
            |set: u64, of: &dyn Fn(usize) -> u64| members(set).fold(0, |all, it| all | of(it));
        let spread = same.iter().map(|class| {
            let different = all(*class, &|it| self.rows[it][DIFFERENT]);
            all(different, &|it| same[it])
        });
        let spread: Vec<u64> = spread.collect();
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

    /// Whether nothing is assumed.
    pub(super) fn are_of_ranges(&self) -> bool {
        self.before.is_empty()
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
    pub(super) fn among(&self, mut set: u64) -> Box<[u64]> {
        for (x, [_, less, different]) in self.rows.iter().enumerate() {
            let open = members(different & !less).filter(|y| !self.is(LESS, *y, x));
            set |= open.fold(0, |set, y| set | 1 << y);
        }
        let rows = members(set).flat_map(|x| self.rows[x].map(|row| row & set));
        std::iter::once(set).chain(rows).collect()
    }
}

/// The numbers in a set.
fn members(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let first = (set != 0).then(|| set.trailing_zeros() as usize);
        set &= set.wrapping_sub(1);
        first
    })
}
