//! Which inputs are run to an end concretely, and when.
//!
//! A completion of a path ([`Driver::complete_path`]) or of mutated inputs
//! ([`Driver::complete_mutation`]) pays where turns do not find much: they are spent on queries, or
//! on loops that fork. So each kind gets a small part of the work, as much as turns while it finds
//! more than they do with the same work, and very little after many that have found nothing.

use super::follow::Follow;
use super::rate::Rate;
use crate::Driver;
use crate::options::{Options, Search};
use crate::state::State;

/// Completions of paths get one in so many parts of the work of turns; less when they are idle.
const PATHS: Parts = Parts {
    usual: 16,
    idle: 64,
};

/// The same for mutations.
const MUTATIONS: Parts = Parts { usual: 2, idle: 16 };

sheaf_tuning::constants! {
    /// For each so many completions that have found nothing, they get one part less.
    IN_VAIN: u64 = 64, 1 => 1024, "completions";
}

/// Steps of work in a second, about.
const STEPS_PER_SECOND: f64 = 1e7;

sheaf_tuning::constants! {
    /// The most mutations after a turn: between turns, the limits are looked at.
    MAX_MUTATIONS: usize = 64, 1 => 1024, "mutations";
}

/// When completions have a part of the work, and what they have found.
pub struct Completions {
    /// The work after which they begin: small programs need none.
    after: u64,
    /// The work that was done, also by other explorations, when this one began.
    began: Option<u64>,
    /// Work that could have been done while queries were not answered.
    waited: u64,
    paths: Part,
    mutations: Part,
    turns: Rate,
    /// The paths of mutations that have found something.
    pub follow: Follow,
}

/// One in so many parts of the work: usually, and after many completions in vain.
#[derive(Clone, Copy)]
struct Parts {
    usual: u64,
    idle: u64,
}

/// Completions of one kind.
struct Part {
    parts: Parts,
    /// Those of this turn.
    last: Rate,
    /// Recent ones, without those of this turn.
    recent: Rate,
    /// How many there were since one has found something.
    in_vain: u64,
}

impl Part {
    fn new(parts: Parts) -> Self {
        Part {
            parts,
            last: Rate::default(),
            recent: Rate::default(),
            in_vain: 0,
        }
    }

    /// Whether there is work for one, given recent turns.
    fn is_due(&self, turns: &Rate) -> bool {
        let taken = self.recent.work + self.last.work;
        let Parts { usual, idle } = self.parts;
        let parts = match self.in_vain / IN_VAIN.get() {
            few if few < usual && self.recent.finds_more(turns) => 1,
            in_vain => in_vain.clamp(usual, idle),
        };
        taken * parts <= turns.work
    }

    /// Does one.
    fn run<T>(&mut self, driver: &mut Driver, run: impl FnOnce(&mut Driver) -> (u64, T)) -> T {
        let work = driver.whole_work();
        let (found, result) = run(driver);
        let work = driver.whole_work().saturating_sub(work);
        self.add(work, found);
        result
    }

    fn add(&mut self, work: u64, found: u64) {
        self.last.add(work, found);
        self.in_vain = match found {
            0 => self.in_vain.saturating_add(1),
            _ => 0,
        };
    }

    /// The turn is over. Returns the work that they took.
    fn end_turn(&mut self) -> u64 {
        let last = std::mem::take(&mut self.last);
        self.recent.add(last.work, last.found);
        last.work
    }
}

impl Completions {
    /// Those of an exploration in which the order of states is free and not chosen by the user.
    pub fn wanted(options: &Options) -> Option<Self> {
        let plan = &options.plan;
        let is_chosen = plan.paths().search != Search::default();
        let is_free = plan.is_by_paths() && !is_chosen && !plan.single().summarizes_loops;
        is_free.then(|| Completions {
            after: options.completions_after,
            began: None,
            waited: 0,
            paths: Part::new(PATHS),
            mutations: Part::new(MUTATIONS),
            turns: Rate::default(),
            follow: Follow::default(),
        })
    }

    /// The unanswered queries, and the seconds of all, before and after a turn. The work of a turn
    /// does not depend on how long queries take, so that it is the same in each run; but where the
    /// solver gives up, there is time for mutations.
    pub fn waited(&mut self, before: (u64, f64), after: (u64, f64)) {
        if after.0 > before.0 {
            let work = ((after.1 - before.1) * STEPS_PER_SECOND) as u64;
            self.turns.work += work;
            self.waited += work;
        }
    }

    /// A turn took this much work, completions included, and covered so many places first. Returns
    /// the work without completions.
    pub fn turn(&mut self, work: u64, found: u64) -> u64 {
        let work = work.saturating_sub(self.paths.end_turn() + self.mutations.end_turn());
        self.turns.add(work, found);
        let (paths, mutations) = (&mut self.paths.recent, &mut self.mutations.recent);
        Rate::age([&mut self.turns, paths, mutations]);
        self.follow.turn(work, found);
        work
    }

    /// Completes the paths of states that have had a turn, and mutations, as far as there is work
    /// for it.
    pub fn complete<'s>(&mut self, driver: &mut Driver, states: impl Iterator<Item = &'s State>) {
        let work = driver.whole_work();
        let since = work.saturating_sub(*self.began.get_or_insert(work));
        let is_early = since + self.waited < self.after;
        for state in states {
            if state.last_new_coverage == state.instructions {
                driver.completions.mutations.keep_of(&driver.pool, state);
            }
            if !is_early && self.paths.is_due(&self.turns) {
                let run = |driver: &mut Driver| (driver.complete_path(state), ());
                self.paths.run(driver, run);
            }
        }
        if !is_early {
            self.mutate(driver);
        }
    }

    fn mutate(&mut self, driver: &mut Driver) {
        for _ in 0..MAX_MUTATIONS.get() {
            if !self.mutations.is_due(&self.turns) || driver.watch.over(&driver.stats).is_some() {
                break;
            }
            let run = |driver: &mut Driver| {
                let found = driver.complete_mutation();
                (found.unwrap_or(0), found.is_some())
            };
            if !self.mutations.run(driver, run) {
                break;
            }
        }
        for (inputs, found) in std::mem::take(&mut driver.completions.mutations.news) {
            self.follow.add(inputs, found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The part of the work that completions have if each of them takes 10 steps and covers so many
    /// places first, and each turn takes 10 steps and covers two.
    fn share(found: u64) -> f64 {
        let mut part = Part::new(PATHS);
        let mut turns = Rate::default();
        for _ in 0..1_000_000 {
            if part.is_due(&turns) {
                part.add(10, found);
            }
            part.end_turn();
            turns.add(10, 2);
            Rate::age([&mut turns, &mut part.recent]);
        }
        part.recent.work as f64 / turns.work as f64
    }

    #[test]
    fn completions_have_the_part_of_the_work_that_they_are_worth() {
        assert!((0.9..=1.1).contains(&share(3)), "{}", share(3));
        let usual = 1.0 / PATHS.usual as f64;
        assert!((0.9..=1.1).contains(&(share(1) / usual)), "{}", share(1));
        let idle = 1.0 / PATHS.idle as f64;
        assert!((0.9..=1.1).contains(&(share(0) / idle)), "{}", share(0));
    }

    #[test]
    fn searchers_that_the_user_has_chosen_have_none() {
        let dfs = Options {
            plan: Search::Dfs.into(),
            ..Options::default()
        };
        assert!(Completions::wanted(&dfs).is_none());
    }
}
