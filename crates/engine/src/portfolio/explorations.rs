//! Explorations of one program that take turns: each explores all inputs in its own way.
//!
//! They share the driver: terms, the solver and its caches, findings, coverage and limits. The
//! reasons against `safe` are kept apart ([`Account`]). So the end of one exploration proves what
//! it would prove alone. Failures that another one came across are as good as any: failures are
//! replayed, and each is reported once.

use crate::driver::Account;
use crate::outcome::{Reason, Stats};
use crate::program::Program;
use crate::state::State;
use crate::{Driver, Explorer, StateId, Waiting};
use sheaf_term::{Pool, SuspendedDiagrams};
use std::time::{Duration, Instant};

/// Who gave a state up, in the tree of executions.
const BY: &str = "portfolio";

/// One exploration.
struct Exploration<E> {
    /// `None` if it has not begun, or was given up.
    explorer: Option<E>,
    /// What the driver has of it during its turns.
    account: Account,
    /// The diagrams of its guards, while others have their turns.
    diagrams: SuspendedDiagrams,
    effort: Effort,
}

impl<E> Default for Exploration<E> {
    fn default() -> Self {
        Exploration {
            explorer: None,
            account: Account::default(),
            diagrams: SuspendedDiagrams::default(),
            effort: Effort::default(),
        }
    }
}

/// What an exploration has taken so far, and what came of it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Effort {
    /// See [`Driver::work`].
    pub work: u64,
    /// See [`Driver::whole_work`].
    pub whole_work: u64,
    /// Wall-clock time.
    pub time: Duration,
    /// States and iterations that need not be executed: subsumed, merged or skipped.
    pub spared: u64,
}

/// What came of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// There may be more to do.
    More,
    /// There was nothing left to do.
    Last,
    /// It took too long, or there is no explorer: the exploration comes to nothing.
    Failed,
}

/// Explorations that take turns, by their numbers.
pub struct Explorations<E> {
    all: Vec<Exploration<E>>,
    /// The one that has its turn, or had the last.
    current: usize,
}

impl<E: Explorer> Explorations<E> {
    /// As many, none of which has begun but the first.
    pub fn new(count: usize, first: E) -> Self {
        let mut all: Vec<_> = (0..count).map(|_| Exploration::default()).collect();
        all[0].explorer = Some(first);
        Explorations { all, current: 0 }
    }

    /// Whether an exploration has begun and was not given up.
    pub fn has(&self, number: usize) -> bool {
        self.all[number].explorer.is_some()
    }

    /// The number of explorations that have begun and were not given up.
    pub fn count(&self) -> usize {
        self.explorers().count()
    }

    /// What an exploration has taken.
    pub fn effort(&self, number: usize) -> Effort {
        self.all[number].effort
    }

    /// Another process counts what an exploration has taken so far.
    pub fn forget_effort(&mut self, number: usize) {
        self.all[number].effort = Effort::default();
    }

    /// Reasons of explorations that have not their turn, and that stay if these are given up.
    pub fn outlasting(&self) -> impl Iterator<Item = Reason> {
        let reasons = self.all.iter().flat_map(|it| it.account.reasons.iter());
        reasons.filter(|it| it.outlasts()).cloned()
    }

    /// The one that has its turn, or had the last.
    pub fn current(&self) -> usize {
        self.current
    }

    /// An explorer.
    pub fn get(&mut self, number: usize) -> Option<&mut E> {
        self.all[number].explorer.as_mut()
    }

    /// An explorer, to look at.
    pub fn peek(&self, number: usize) -> Option<&E> {
        self.all[number].explorer.as_ref()
    }

    fn explorers(&self) -> impl Iterator<Item = &E> {
        self.all.iter().filter_map(|it| it.explorer.as_ref())
    }

    /// Begins an exploration, if there is an explorer for it. `diagrams` are for its guards, if it
    /// keeps guards as diagrams.
    pub fn begin(
        &mut self,
        driver: &mut Driver,
        number: usize,
        diagrams: SuspendedDiagrams,
        explorer: impl FnOnce(&mut Driver) -> Option<E>,
    ) {
        self.all[number].diagrams = diagrams;
        self.measured(driver, number, |driver, slot| *slot = explorer(driver));
    }

    /// Hands the driver what belongs to one exploration instead of another.
    pub fn switch(&mut self, driver: &mut Driver, to: usize) {
        if self.current == to {
            return;
        }
        let from = &mut self.all[self.current];
        std::mem::swap(&mut driver.account, &mut from.account);
        from.diagrams = driver.pool.suspend_diagrams();
        let to_begin = &mut self.all[to];
        std::mem::swap(&mut driver.account, &mut to_begin.account);
        driver
            .pool
            .resume_diagrams(std::mem::take(&mut to_begin.diagrams));
        self.current = to;
    }

    /// Gives an exploration a turn of at most so much work, if a number is given. Returns its work.
    pub fn turn(&mut self, driver: &mut Driver, number: usize, most: Option<u64>) -> (u64, Turn) {
        self.measured(driver, number, |driver, explorer| {
            let Some(explorer) = explorer.as_mut() else {
                return Turn::Failed;
            };
            let had_turn = match most {
                Some(most) => driver.limited(most, |driver| explorer.turn(driver)),
                None => Some(explorer.turn(driver)),
            };
            match had_turn {
                Some(had_turn) if had_turn || driver.resume_parked(explorer) => Turn::More,
                Some(_) => Turn::Last,
                None => Turn::Failed,
            }
        })
    }

    /// Does something for an exploration. Returns its work as well.
    fn measured<T>(
        &mut self,
        driver: &mut Driver,
        number: usize,
        part: impl FnOnce(&mut Driver, &mut Option<E>) -> T,
    ) -> (u64, T) {
        self.switch(driver, number);
        let exploration = &mut self.all[number];
        let before = (driver.work(), driver.whole_work());
        let (start, spared_before) = (Instant::now(), spared(&driver.stats));
        let result = part(driver, &mut exploration.explorer);
        let work = driver.work() - before.0;
        let effort = &mut exploration.effort;
        effort.work += work;
        effort.whole_work += driver.whole_work() - before.1;
        effort.time += start.elapsed();
        effort.spared += spared(&driver.stats) - spared_before;
        (work, result)
    }

    /// Gives up an exploration that has not its turn. Of the reasons, those are dropped that do not
    /// keep the rest from looking again.
    pub fn end(&mut self, driver: &mut Driver, number: usize) {
        let exploration = &mut self.all[number];
        let account = std::mem::take(&mut exploration.account);
        exploration.diagrams = SuspendedDiagrams::default();
        if let Some(explorer) = exploration.explorer.take() {
            driver.drop_explorer(explorer, BY);
        }
        let reasons = account.reasons.iter().filter(|it| it.outlasts());
        driver.account.keep_reasons(reasons.cloned());
    }

    /// Goes on with one exploration alone. Without it all others stay: they must not be dropped for
    /// one that was given up, whose reasons are gone.
    pub fn go_on_with(&mut self, driver: &mut Driver, number: usize) {
        if !self.has(number) {
            return;
        }
        self.switch(driver, number);
        let others = (0..self.all.len()).filter(|other| *other != number);
        others.for_each(|other| self.end(driver, other));
    }

    /// Adds a state to the current exploration.
    pub fn add(&mut self, driver: &mut Driver, state: State) {
        if let Some(explorer) = &mut self.all[self.current].explorer {
            explorer.add(driver, state);
        }
    }

    /// See [`Explorer::waiting_count`].
    pub fn waiting_count(&self) -> usize {
        self.explorers().map(Explorer::waiting_count).sum()
    }

    /// See [`Explorer::waiting`].
    pub fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        Box::new(self.explorers().flat_map(|it| it.waiting(program)))
    }

    /// See [`Explorer::look_at`].
    pub fn look_at(&self, program: &Program, id: StateId) -> Option<State> {
        self.explorers().find_map(|it| it.look_at(program, id))
    }

    /// See [`Explorer::abandon_turn`].
    pub fn abandon_turn(&mut self) {
        if let Some(explorer) = &mut self.all[self.current].explorer {
            explorer.abandon_turn();
        }
    }

    /// See [`Explorer::give_up`]. There is too little memory for more than one exploration. What of
    /// it is parked comes back to it.
    pub fn give_up(&mut self, driver: &mut Driver, count: usize, number: usize) {
        let others = self.count() > 1;
        self.go_on_with(driver, number);
        if let Some(explorer) = self.get(number).filter(|_| !others) {
            explorer.give_up(driver, count);
        }
    }

    /// See [`Explorer::conclude`]. Of the reasons, those are told that keep all from a verdict, and
    /// those of one exploration.
    pub fn conclude(&mut self, driver: &mut Driver, number: usize) {
        if self.has(number) {
            self.switch(driver, number);
        }
        for exploration in &mut self.all {
            let mut account = std::mem::take(&mut exploration.account);
            account.reasons.retain(Reason::outlasts);
            driver.account.absorb(account);
        }
    }

    /// See [`Explorer::report`].
    pub fn report(&mut self, pool: &Pool, stats: &mut Stats) {
        for explorer in self.all.iter_mut().filter_map(|it| it.explorer.as_mut()) {
            explorer.report(pool, stats);
        }
    }
}

fn spared(stats: &Stats) -> u64 {
    let paths = &stats.paths;
    paths.subsumed + paths.merged + paths.summarized
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check_with;
    use crate::options::Options;
    use crate::outcome::{Outcome, ReasonKind, Verdict};

    const RETURNS: &str =
        "module ptr 8\nentry @main\nfunc @main() -> bits32 {\nstart:\n  ret bits32 0\n}\n";

    /// An explorer that runs its states to their ends, or loses them to a query without an answer.
    #[derive(Default)]
    struct Toy {
        states: Vec<State>,
        loses: bool,
    }

    impl Explorer for Toy {
        fn add(&mut self, _: &mut Driver, state: State) {
            self.states.push(state);
        }

        fn turn(&mut self, driver: &mut Driver) -> bool {
            let Some(mut state) = self.states.pop() else {
                return false;
            };
            if self.loses {
                let kind = ReasonKind::SolverUnknown;
                let (detail, loc) = ("too hard".to_owned(), None);
                driver
                    .account
                    .keep_reasons([Reason { kind, detail, loc }].into_iter());
            } else {
                driver.step(&mut state, None);
            }
            true
        }

        fn waiting_count(&self) -> usize {
            self.states.len()
        }

        fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
            Box::new(self.states.iter().map(|it| Waiting::of(it, program)))
        }

        fn look_at(&self, _: &Program, id: StateId) -> Option<State> {
            self.states.iter().find(|it| it.id == id).cloned()
        }

        fn give_up(&mut self, driver: &mut Driver, count: usize) {
            let kept = self.states.len() - count;
            for state in self.states.drain(kept..) {
                driver.park(state);
            }
        }

        fn abandon_turn(&mut self) {}
    }

    /// Two explorations: the first loses its state, then a script decides what is done with both.
    struct Scripted<F> {
        both: Explorations<Toy>,
        script: F,
    }

    impl<F: FnMut(&mut Explorations<Toy>, &mut Driver)> Explorer for Scripted<F> {
        fn add(&mut self, driver: &mut Driver, state: State) {
            let twin = driver.twin(&state);
            self.both.add(driver, state);
            let diagrams = SuspendedDiagrams::default();
            self.both.begin(driver, 1, diagrams, |driver| {
                let mut toy = Toy::default();
                toy.add(driver, twin);
                Some(toy)
            });
        }

        fn turn(&mut self, driver: &mut Driver) -> bool {
            assert_eq!(self.both.turn(driver, 0, None).1, Turn::More);
            assert_eq!(self.both.turn(driver, 0, None).1, Turn::Last);
            (self.script)(&mut self.both, driver);
            false
        }

        fn waiting_count(&self) -> usize {
            self.both.waiting_count()
        }

        fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
            self.both.waiting(program)
        }

        fn look_at(&self, program: &Program, id: StateId) -> Option<State> {
            self.both.look_at(program, id)
        }

        fn give_up(&mut self, _: &mut Driver, _: usize) {}

        fn abandon_turn(&mut self) {
            self.both.abandon_turn();
        }

        fn conclude(&mut self, driver: &mut Driver) {
            self.both.conclude(driver, 0);
        }
    }

    fn explore(script: impl FnMut(&mut Explorations<Toy>, &mut Driver)) -> Outcome {
        let module = sheaf_ir::text::parse(RETURNS).unwrap();
        let program = Program::new(module, &[]).unwrap();
        let (states, loses) = (Vec::new(), true);
        let both = Explorations::new(2, Toy { states, loses });
        let mut scripted = Scripted { both, script };
        // Otherwise, a program of which no path has ended is not safe anyway.
        let options = Options {
            allow_vacuous: true,
            ..Options::default()
        };
        check_with(&mut scripted, &program, &options, &mut ()).unwrap()
    }

    fn run_second(both: &mut Explorations<Toy>, driver: &mut Driver) {
        assert_eq!(both.turn(driver, 1, None).1, Turn::More);
        assert_eq!(both.turn(driver, 1, None).1, Turn::Last);
    }

    #[test]
    fn what_one_loses_another_may_explore() {
        let outcome = explore(|both, driver| {
            run_second(both, driver);
            both.go_on_with(driver, 1);
        });
        assert_eq!(outcome.verdict, Verdict::Safe, "{outcome:?}");
    }

    #[test]
    fn what_the_kept_one_has_lost_counts() {
        let outcome = explore(|both, driver| {
            run_second(both, driver);
            both.go_on_with(driver, 0);
        });
        assert_eq!(outcome.verdict, Verdict::Incomplete, "{outcome:?}");
    }

    /// Memory runs out and the second goes on alone, until its time is over.
    #[test]
    fn states_are_not_dropped_for_one_that_was_given_up() {
        let outcome = explore(|both, driver| {
            both.give_up(driver, 1, 1);
            assert!(!both.has(0));
            both.go_on_with(driver, 0);
        });
        assert_eq!(outcome.verdict, Verdict::Incomplete, "{outcome:?}");
    }

    #[test]
    fn one_that_is_alone_parks_its_states() {
        let outcome = explore(|both, driver| {
            both.go_on_with(driver, 1);
            both.give_up(driver, 1, 1);
            assert_eq!(both.waiting_count(), 0);
            // The parked state is resumed.
            assert_eq!(both.turn(driver, 1, None).1, Turn::More);
            run_second(both, driver);
        });
        assert_eq!(outcome.verdict, Verdict::Safe, "{outcome:?}");
    }
}
