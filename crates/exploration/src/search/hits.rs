//! Prefers states that have taken an edge of the control-flow graph more often than others, in the
//! buckets of fuzzers (Zalewski, AFL's technical details, section 2).
//!
//! Once every line is reached, coverage by lines does not tell paths apart. A path that is further
//! in a loop than all others is still new. So is one that came as far in fewer decisions: AFL keeps
//! the smallest input for each edge for the same reason (section 4). A state that is the first to
//! reach a bucket of an edge, or the first with so few decisions, holds a *record*. The states with
//! the fewest decisions since a record of their path come first, every second turn; the other turns
//! belong to another searcher.
//!
//! Counted are the decisions in the user's functions: branches on concrete values follow from them.

use super::{Distances, Searcher, StateId};
use crate::path::ProgramPoint;
use crate::state::{State, Taken};
use rustc_hash::FxHashMap;
use sheaf_ir::Module;
use sheaf_ir::index::Idx;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The number of counters that are copied when one of them changes.
const CHUNK: usize = 32;

sheaf_tuning::constants! {
    /// Decisions since a record after which a state is not preferred any more.
    MAX_SINCE: u32 = 32, 1 => 512, "decisions";
}

/// The number of buckets.
const BUCKETS: usize = 8;

/// The bucket of a count: 1, 2, 3, 4 to 7, 8 to 15, 16 to 31, 32 to 127, 128 and more.
fn bucket(count: u8) -> usize {
    match count {
        0 | 1 => 0,
        2 | 3 => usize::from(count) - 1,
        4..=7 => 3,
        8..=15 => 4,
        16..=31 => 5,
        32..=127 => 6,
        128..=255 => 7,
    }
}

/// The counters of a path, by number of the edge. States share those that have not changed since
/// they forked.
#[derive(Clone, Default)]
struct Counters {
    chunks: Rc<Vec<Rc<[u8; CHUNK]>>>,
    /// The number of decisions that were counted.
    decisions: u32,
    /// The number of decisions at the last record.
    record: u32,
}

impl Counters {
    /// Counts an edge. Returns the count, up to 255.
    fn add(&mut self, edge: usize) -> u8 {
        let chunks = Rc::make_mut(&mut self.chunks);
        let number = edge / CHUNK;
        if chunks.len() <= number {
            chunks.resize_with(number + 1, Rc::default);
        }
        let count = &mut Rc::make_mut(&mut chunks[number])[edge % CHUNK];
        *count = count.saturating_add(1);
        *count
    }

    /// The position of a state in the queue.
    fn key(&self, id: StateId) -> (u32, Reverse<StateId>) {
        (self.decisions - self.record, Reverse(id))
    }
}

/// The searcher.
pub struct Hits {
    /// For each function, whether it is the user's.
    user: Vec<bool>,
    /// The number of each edge.
    edges: FxHashMap<(ProgramPoint, u32), usize>,
    /// For each edge and bucket, the fewest decisions with which a path has reached it.
    records: Vec<[u32; BUCKETS]>,
    states: FxHashMap<StateId, Counters>,
    /// Waiting states by the number of decisions since a record; of equal ones the newest first.
    queue: BTreeSet<(u32, Reverse<StateId>)>,
    other: Box<dyn Searcher>,
    is_others_turn: bool,
}

impl Hits {
    /// No states, and another searcher without states.
    pub fn new(module: &Module, other: Box<dyn Searcher>) -> Self {
        Hits {
            user: module.funcs.iter().map(|func| func.user).collect(),
            edges: FxHashMap::default(),
            records: Vec::new(),
            states: FxHashMap::default(),
            queue: BTreeSet::new(),
            other,
            is_others_turn: false,
        }
    }

    /// Counts an edge of a path with so many decisions. Returns whether that is a record.
    fn count(
        &mut self,
        counters: &mut Counters,
        edge: (ProgramPoint, u32),
        decisions: u32,
    ) -> bool {
        let next = self.records.len();
        let edge = *self.edges.entry(edge).or_insert(next);
        if edge == next {
            self.records.push([u32::MAX; BUCKETS]);
        }
        let count = counters.add(edge);
        let record = &mut self.records[edge][bucket(count)];
        let is_record = decisions < *record;
        *record = decisions.min(*record);
        is_record
    }
}

impl Searcher for Hits {
    fn start(&mut self, id: StateId) {
        self.other.start(id);
    }

    fn fork(&mut self, parent: StateId, children: &[StateId]) {
        self.other.fork(parent, children);
        if let Some(counters) = self.states.get(&parent).cloned() {
            let counters = children.iter().map(|child| (*child, counters.clone()));
            self.states.extend(counters);
        }
    }

    fn end(&mut self, id: StateId) {
        self.other.end(id);
        if let Some(counters) = self.states.remove(&id) {
            self.queue.remove(&counters.key(id));
        }
    }

    fn moved(&mut self, id: StateId, state: &State, distances: &Distances) {
        self.other.moved(id, state, distances);
        let mut counters = self.states.remove(&id).unwrap_or_default();
        self.queue.remove(&counters.key(id));
        let decisions = state.decisions.len() as u32;
        let new = decisions.saturating_sub(counters.decisions);
        counters.decisions = decisions;
        counters.record = counters.record.min(decisions);
        for decision in state.decisions.newest_first().take(new as usize) {
            if let Taken::Alternative(number) = decision.taken
                && self.user[decision.point.func.index()]
                && self.count(&mut counters, (decision.point, number), decisions)
            {
                counters.record = decisions;
            }
        }
        if decisions - counters.record <= MAX_SINCE.get() {
            self.queue.insert(counters.key(id));
        }
        self.states.insert(id, counters);
    }

    fn measure(&mut self, distances: &Distances) {
        self.other.measure(distances);
    }

    fn next(&mut self) -> Option<StateId> {
        self.is_others_turn = !self.is_others_turn;
        match self.queue.first() {
            Some((_, Reverse(id))) if !self.is_others_turn => Some(*id),
            _ => self.other.next(),
        }
    }

    fn wants_distances(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_ir::text::parse;
    use sheaf_ir::{BlockId, FuncId};

    #[test]
    fn buckets_are_those_of_fuzzers() {
        let is_first = |count: &u8| *count == 1 || bucket(*count) != bucket(count - 1);
        let firsts: Vec<u8> = (1..=255).filter(is_first).collect();
        assert_eq!(firsts, [1, 2, 3, 4, 8, 16, 32, 128]);
        assert_eq!((bucket(1), bucket(255)), (0, BUCKETS - 1));
    }

    #[test]
    fn counters_are_shared_until_they_change() {
        let mut parent = Counters::default();
        for edge in [0, CHUNK, 3 * CHUNK] {
            parent.add(edge);
        }
        let mut child = parent.clone();
        assert!(Rc::ptr_eq(&parent.chunks, &child.chunks));
        assert_eq!((child.add(CHUNK), parent.add(0)), (2, 2));
        assert!(Rc::ptr_eq(&parent.chunks[3], &child.chunks[3]));
        assert_eq!((parent.add(CHUNK), child.add(0)), (2, 2));
    }

    #[test]
    fn counters_do_not_overflow() {
        let mut counters = Counters::default();
        let last = (0..1000).map(|_| counters.add(7)).last();
        assert_eq!(last, Some(255));
    }

    #[test]
    fn a_record_is_a_new_bucket_or_one_with_fewer_decisions() {
        let module = parse("module ptr 8 func @main() { a: ret }").unwrap();
        let mut hits = Hits::new(&module, Box::new(super::super::order::Newest::default()));
        let point = ProgramPoint {
            func: FuncId::new(0),
            block: BlockId::new(0),
            inst: 0,
        };
        let mut records = |decisions: &[u32]| -> Vec<bool> {
            let mut counters = Counters::default();
            let decisions = decisions.iter();
            let count = |it: &u32| hits.count(&mut counters, (point, 1), *it);
            decisions.map(count).collect()
        };
        let first = records(&[1, 2, 5, 6, 7, 8]);
        assert_eq!(first, [true, true, true, true, false, false]);
        let second = records(&[1, 3, 4, 6, 7, 8, 9, 10]);
        let third_only = [false, false, true, false, false, false, false, true];
        assert_eq!(second, third_only);
    }
}
