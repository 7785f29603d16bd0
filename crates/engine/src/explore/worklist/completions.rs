//! Which paths are completed concretely, and when.
//!
//! A completion ([`Driver::complete_path`]) pays where turns do not find much: they are spent on
//! queries, or on loops that fork. So completions get a small part of the work, half of it while
//! they find more than turns with the same work, and very little while they find nothing.

use super::rate::Rate;
use crate::explore::Driver;
use crate::options::{Explore, MergePolicy, Options};
use crate::state::State;

/// Completions get one in so many parts of the work.
const PARTS: u64 = 16;

/// The same where they have found nothing of late.
const IDLE_PARTS: u64 = 64;

/// When completions have a part of the work, and what they have found.
pub struct Completions {
    /// The work after which they begin: small programs need none.
    after: u64,
    /// The work that was done, also by other explorations, when this one began.
    began: Option<u64>,
    /// Those of this turn.
    last: Rate,
    /// Recent ones, without those of this turn.
    runs: Rate,
    turns: Rate,
}

impl Completions {
    /// Those of an exploration in which the order of states is free and not chosen by the user.
    pub fn wanted(options: &Options) -> Option<Self> {
        let is_free = options.explore == Explore::Worklist
            && options.merging.policy == MergePolicy::None
            && options.search == Options::default().search
            && !options.subsume
            && !options.summarize_loops;
        is_free.then(|| Completions {
            after: options.completions_after,
            began: None,
            last: Rate::default(),
            runs: Rate::default(),
            turns: Rate::default(),
        })
    }

    /// A turn took this much work, completions included, and covered so many places first. Returns
    /// the work without completions.
    pub fn turn(&mut self, work: u64, found: u64) -> u64 {
        let last = std::mem::take(&mut self.last);
        let work = work.saturating_sub(last.work);
        self.turns.add(work, found);
        self.runs.add(last.work, last.found);
        self.turns.age(&mut self.runs);
        work
    }

    /// Completes the paths of states that have had a turn, as far as there is work for it.
    pub fn complete<'s>(&mut self, driver: &mut Driver, states: impl Iterator<Item = &'s State>) {
        let work = driver.whole_work();
        if work.saturating_sub(*self.began.get_or_insert(work)) < self.after {
            return;
        }
        for state in states {
            if self.is_due() {
                let work = driver.whole_work();
                let found = driver.complete_path(state);
                self.last
                    .add(driver.whole_work().saturating_sub(work), found);
            }
        }
    }

    /// Whether there is work for a completion.
    fn is_due(&self) -> bool {
        let (runs, turns) = (&self.runs, &self.turns);
        let taken = runs.work + self.last.work;
        let parts = match runs.found + self.last.found {
            0 => IDLE_PARTS,
            _ if runs.finds_more(turns) => 1,
            _ => PARTS,
        };
        taken * parts <= turns.work
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part of the work that completions have if each of them takes 10 steps and covers so many
    /// places first, and each turn takes 10 steps and covers two.
    fn share(found: u64) -> f64 {
        let mut completions = Completions::wanted(&Options::default()).unwrap();
        for _ in 0..10_000 {
            let mut work = 10;
            if completions.is_due() {
                completions.last.add(10, found);
                work += 10;
            }
            assert_eq!(completions.turn(work, 2), 10);
        }
        let [runs, turns] = [&completions.runs, &completions.turns].map(|it| it.work as f64);
        runs / turns
    }

    #[test]
    fn completions_have_the_part_of_the_work_that_they_are_worth() {
        assert!((0.9..=1.1).contains(&share(3)), "{}", share(3));
        let usual = 1.0 / PARTS as f64;
        assert!((0.9..=1.1).contains(&(share(1) / usual)), "{}", share(1));
        let idle = 1.0 / IDLE_PARTS as f64;
        assert!((0.9..=1.1).contains(&(share(0) / idle)), "{}", share(0));
    }

    #[test]
    fn searchers_that_the_user_has_chosen_have_none() {
        let dfs = Options {
            search: crate::options::Search::Dfs,
            ..Options::default()
        };
        assert!(Completions::wanted(&dfs).is_none());
    }
}
