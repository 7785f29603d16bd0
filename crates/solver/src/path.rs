//! The path that the last query was about, with what the links know of it, moved along with as
//! little work as possible.

use rustc_hash::FxHashMap;
use sheaf_term::{Pool, Term};

use crate::fixed::Fixed;
use crate::independence::Components;
use crate::interval::Intervals;
use crate::path_condition::Constraints;

/// The constraints of the current path and what the links keep for them.
#[derive(Default)]
pub struct Path {
    /// With their numbers, see [`Constraints::since`].
    constraints: Vec<(Term, u64)>,
    /// How often each constraint stands on the path.
    counts: FxHashMap<Term, u32>,
    /// The components of constraints that share symbols.
    pub components: Components,
    /// The symbols that they give one value.
    pub fixed: Fixed,
    /// The bounds that the constraints put on terms.
    pub intervals: Intervals,
}

impl Path {
    /// Makes `wanted` the current path: takes constraints off down to the common beginning, then
    /// adds the new ones.
    pub fn go_to(
        &mut self,
        pool: &Pool,
        wanted: &(impl Constraints + ?Sized),
        with_intervals: bool,
    ) {
        let (common, new) = wanted.since(&self.constraints);
        while self.constraints.len() > common {
            self.pop(with_intervals);
        }
        for (constraint, id) in new {
            self.constraints.push((constraint, id));
            *self.counts.entry(constraint).or_insert(0) += 1;
            self.components.push(&pool.symbols(constraint));
            self.fixed.push(pool, constraint);
            if with_intervals {
                self.intervals.push(pool, constraint);
            }
        }
    }

    fn pop(&mut self, with_intervals: bool) {
        if let Some((constraint, _)) = self.constraints.pop() {
            if let Some(count) = self.counts.get_mut(&constraint) {
                *count -= 1;
                if *count == 0 {
                    self.counts.remove(&constraint);
                }
            }
            self.components.pop();
            self.fixed.pop();
            if with_intervals {
                self.intervals.pop();
            }
        }
    }

    /// The constraints, in order.
    pub fn constraints(&self) -> Vec<Term> {
        self.constraints.iter().map(|(term, _)| *term).collect()
    }

    /// Whether a term is one of the constraints.
    pub fn holds(&self, term: Term) -> bool {
        self.counts.contains_key(&term)
    }

    /// The constraints connected with any of the goals through shared symbols, in order.
    pub fn relevant(&mut self, pool: &Pool, goals: &[Term]) -> Vec<Term> {
        let sets: Vec<_> = goals.iter().map(|&goal| pool.symbols(goal)).collect();
        let positions = self
            .components
            .connected(sets.iter().flat_map(|set| set.iter()));
        positions
            .into_iter()
            .map(|position| self.constraints[position as usize].0)
            .collect()
    }
}
