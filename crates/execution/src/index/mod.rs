//! Indexed operators: an operator without a term is computed on a finite set of values, the
//! *garden*, and what lies outside stays general (after Indexify, see `docs/indexify.md`).
//!
//! Numbers:
//!
//! - The garden holds constants of the program and values grown from them (`seeds.rs`, `grow.rs`).
//!   It is a function of the program and the options, complete before the exploration begins: a
//!   path that is executed again meets the same tables.
//! - Where an operator meets a symbolic argument, its *table* has an entry for each member that the
//!   argument may be, computed by the function that concrete runs use (`table.rs`). The index is
//!   which of these equalities holds, so it is tied to the bits of the inputs, and findings replay.
//! - The result is a choice between the entries. The path ends where the argument is no member:
//!   with the reason that it would have without the index, or with `outside-index`.
//!
//! Functions on strings, and functions of the program itself (`calls/mod.rs`), can be executed, so
//! that the residual is an ordinary call, and no reason.
//!
//! Soundness: each entry is what a concrete run computes, under the condition that the argument has
//! this value, and the rest is a reason unless the solver shows that it is empty. So an index only
//! moves inputs from a reason to explored paths, and no garden can make a verdict wrong.

mod calls;
mod grow;
pub mod seeds;
mod stats;
mod table;

pub use calls::{ENTRY_STACK, Tabulated as TabulatedCall, refused};
pub use grow::kinds;
pub use table::Tabulated;

use crate::float;
use crate::options::{IndexKind, Indexing, Outside};
use crate::outcome::{IndexRow, Reason, ReasonKind};
use crate::program::Program;
use calls::Calls;
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::{FloatKind, LocId};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::hash::Hash;

/// The garden of an exploration, and what was asked of its tables.
#[derive(Debug)]
pub struct Index {
    outside: Outside,
    /// The members of each format that is indexed.
    numbers: Vec<(FloatKind, Garden<u128>)>,
    /// The members that are integers.
    integers: Garden<i128>,
    /// The members that are strings, and the tables of functions that can be executed.
    calls: Option<Calls>,
    /// What tables were asked, by place and operator. A record only: no answer depends on it.
    uses: RefCell<BTreeMap<(Option<LocId>, String), Use>>,
    /// Whether the rows of tables are recorded, too.
    tells_rows: bool,
    /// The number of paths that ended because a value was outside.
    outside_paths: Cell<u64>,
}

/// Values of one kind, in the order in which they were found.
#[derive(Debug)]
struct Garden<T> {
    members: Vec<T>,
    /// For each member, where it comes from.
    origins: Vec<String>,
    positions: FxHashMap<T, usize>,
}

impl<T> Default for Garden<T> {
    fn default() -> Self {
        Garden {
            members: Vec::new(),
            origins: Vec::new(),
            positions: FxHashMap::default(),
        }
    }
}

impl<T: Clone + Eq + Hash> Garden<T> {
    fn add(&mut self, member: T, size: usize, origin: impl FnOnce() -> String) {
        if self.members.len() < size && !self.positions.contains_key(&member) {
            self.positions.insert(member.clone(), self.members.len());
            self.members.push(member);
            self.origins.push(origin());
        }
    }
}

sheaf_tuning::constants! {
    /// The rows of an operator at one place that are told.
    MAX_ROWS: usize = 1 << 12, 1 => 1 << 16, "rows";
}

/// How often an operator at one place was asked, and the entries of its largest table.
#[derive(Default, Debug)]
struct Use {
    asked: u64,
    entries: u64,
    outside: u64,
    rows: Vec<IndexRow>,
    /// The rows that are there.
    known: FxHashSet<IndexRow>,
}

impl Index {
    /// The index of a program; `None` if nothing is to be indexed. If `tells_rows`, the rows of
    /// tables are recorded.
    pub fn new(program: &Program, indexing: &Indexing, tells_rows: bool) -> Option<Index> {
        if indexing.kinds.is_empty() {
            return None;
        }
        let module = program.module();
        let formats: Vec<FloatKind> = indexing
            .kinds
            .iter()
            .copied()
            .filter_map(format_of)
            .collect();
        let mut garden = Garden::default();
        if !formats.is_empty() {
            seeds::plant(&mut garden, module, indexing);
            if !indexing.only_seeds {
                grow::grow(&mut garden, module, indexing);
            }
        }
        let numbers = formats
            .into_iter()
            .map(|kind| (kind, in_format(&garden, kind)));
        let has_kind = |kind| indexing.kinds.contains(&kind);
        let mut integers = Garden::default();
        if has_kind(IndexKind::Integers) {
            seeds::plant_integers(&mut integers, module, indexing);
        }
        let has_calls = has_kind(IndexKind::Strings) || !indexing.functions.is_empty();
        Some(Index {
            outside: indexing.outside,
            numbers: numbers.collect(),
            integers,
            calls: has_calls.then(|| Calls::new(module, indexing)),
            uses: RefCell::default(),
            tells_rows,
            outside_paths: Cell::new(0),
        })
    }

    /// The members of a format; none if it is not indexed.
    pub fn members(&self, kind: FloatKind) -> &[u128] {
        self.garden(kind).map_or(&[], |garden| &garden.members)
    }

    /// The members that are integers.
    pub fn integers(&self) -> &[i128] {
        &self.integers.members
    }

    /// The position of a member.
    pub fn position(&self, kind: FloatKind, bits: u128) -> Option<usize> {
        self.garden(kind)?.positions.get(&bits).copied()
    }

    fn garden(&self, kind: FloatKind) -> Option<&Garden<u128>> {
        let row = self.numbers.iter().find(|(other, _)| *other == kind);
        row.map(|(_, garden)| garden)
    }

    /// What becomes of values outside of the garden.
    pub fn outside(&self) -> Outside {
        self.outside
    }

    /// Records that an operator was asked, and how many entries its table has.
    pub fn note(&self, loc: Option<LocId>, operator: &str, entries: usize) {
        self.note_use(loc, operator, |place| {
            place.asked += 1;
            place.entries = place.entries.max(entries as u64);
        });
    }

    /// Records that the arguments of an operator may be outside.
    pub fn note_left(&self, loc: Option<LocId>, operator: &str) {
        self.note_use(loc, operator, |place| place.outside += 1);
    }

    /// Records rows of the table of an operator.
    pub fn note_rows(&self, loc: Option<LocId>, operator: &str, rows: &[IndexRow]) {
        // What has no table is not recorded.
        if rows.is_empty() {
            return;
        }
        self.note_use(loc, operator, |place| {
            for row in rows {
                if place.rows.len() < MAX_ROWS.get() && place.known.insert(row.clone()) {
                    place.rows.push(row.clone());
                }
            }
        });
    }

    fn note_use(&self, loc: Option<LocId>, operator: &str, note: impl FnOnce(&mut Use)) {
        let mut uses = self.uses.borrow_mut();
        note(uses.entry((loc, operator.to_string())).or_default());
    }

    /// Records that a path, or a part of it, ended because a value was outside.
    pub fn note_outside(&self) {
        self.outside_paths.set(self.outside_paths.get() + 1);
    }

    /// Whether a path that ends for this reason may have done so at a table.
    pub fn may_give(&self, reason: &Reason) -> bool {
        let uses = self.uses.borrow();
        reason.kind != ReasonKind::ShapeLimit && uses.keys().any(|(loc, _)| *loc == reason.loc)
    }
}

fn format_of(kind: IndexKind) -> Option<FloatKind> {
    match kind {
        IndexKind::Floats => Some(FloatKind::F32),
        IndexKind::Doubles => Some(FloatKind::F64),
        IndexKind::LongDoubles => Some(FloatKind::F80),
        IndexKind::Integers | IndexKind::Strings => None,
    }
}

/// The members of a garden of doubles, rounded to a format.
fn in_format(garden: &Garden<u128>, kind: FloatKind) -> Garden<u128> {
    let mut rounded = Garden::default();
    for (member, origin) in garden.members.iter().zip(&garden.origins) {
        let member = float::to_float(FloatKind::F64, kind, *member);
        rounded.add(member, usize::MAX, || origin.clone());
    }
    rounded
}
