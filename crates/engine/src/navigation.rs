//! Loop navigation: exploration of paths that take loops as often as a place needs that no path has
//! reached yet (Obdrzalek, Trtik: "Efficient loop navigation for symbolic execution", ATVA 2011).
//!
//! With a target, as for `sheaf reach`, its chains are looked at once ([`crate::chains`]). If no
//! root chain has a solution, the target is unreachable, and nothing is executed. Otherwise their
//! solutions guide the search. Where they say nothing, states merge, so that one query decides for
//! many paths; in turns with others, that is left to these.
//!
//! Without a target, blocks that were not executed yet are targets, one after the other: those that
//! a branch of executed code leads to. Each is tried once, for as long as states follow its plans,
//! and their analysis gets a part of the work. Otherwise the order is the default one.

use crate::chains::{Form, Target, time_for_target};
use crate::made::worklist;
use crate::options::{Explore, MergePolicy, Merging, Options, Paths, Plan, Single};
use crate::outcome::{ChainStats, Stats};
use crate::program::Program;
use crate::state::State;
use crate::{Driver, Explorer, StateId, Waiting, Worklist};
use rustc_hash::FxHashSet;
use sheaf_ir::{BlockId, FuncId};
use sheaf_term::Pool;
use std::time::Duration;

/// By which states are dropped, for observers.
const NAME: &str = "chains";

sheaf_tuning::constants! {
    /// The maximum time of the analysis of a block that was not executed yet.
    MAX_TIME_OF_BLOCK: Duration = 200, 20 => 2000, "ms";
    /// The part of the work that the analysis of blocks may take.
    ANALYSIS_PART: u64 = 4, 1 => 64, "one in so many parts";
    /// The work for which a plan to a block is followed, if its analysis has not taken more; and
    /// before the first one.
    PURSUIT: u64 = 1 << 20, 1 => 1 << 24, "steps";
}

/// A worklist that is led to the target or, without one, to one block after the other.
pub struct Navigation<'p> {
    program: &'p Program,
    options: Options,
    worklist: Worklist<'p>,
    /// What leads to the target, if there is one.
    chains: Option<Chains>,
    pursuit: Pursuit,
}

/// What the chains to the target show.
struct Chains {
    stats: ChainStats,
    /// Whether they guide the search.
    guide: bool,
}

/// The search for code that was not executed yet.
#[derive(Default)]
struct Pursuit {
    /// Blocks that were targets.
    tried: FxHashSet<(FuncId, BlockId)>,
    /// The current one, and the work at which it is given up.
    current: Option<((FuncId, BlockId), u64)>,
    /// The work of all analyses.
    analysis: u64,
    /// The work up to which no block is looked for, because there was none.
    rests_until: u64,
}

impl<'p> Navigation<'p> {
    /// Without states. Analyses the target, if there is one.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let mut navigation = Navigation {
            program,
            options: options.clone(),
            worklist: worklist(program, options),
            chains: None,
            pursuit: Pursuit::default(),
        };
        if let Some(goal) = options.goal {
            navigation.analyse(Target::Failure(goal));
        }
        navigation
    }

    fn analyse(&mut self, target: Target) {
        let time = time_for_target(&self.options);
        let Ok(form) = Form::new(self.program, &self.options, target, time) else {
            return;
        };
        let (stats, has_loops) = (form.stats(), form.has_loops());
        let guide = form.into_guide();
        self.chains = Some(Chains {
            stats,
            guide: guide.is_some(),
        });
        match guide {
            Some(_) => self.worklist.lead(guide),
            // Nothing says which way around a loop to take: all at once.
            None if has_loops => self.worklist = worklist(self.program, &self.merging()),
            None => {}
        }
    }

    fn is_proved(&self) -> bool {
        self.chains.as_ref().is_some_and(|it| it.stats.proved)
    }

    fn is_guided(&self) -> bool {
        self.chains.as_ref().is_some_and(|it| it.guide)
    }

    /// The same options, for states that merge.
    fn merging(&self) -> Options {
        let paths = Paths {
            merging: Some(Merging::new(MergePolicy::Dynamic)),
            ..Paths::default()
        };
        let single = Single {
            explorer: Explore::Worklist(paths),
            ..self.options.plan.single().clone()
        };
        Options {
            plan: Plan::Single(single),
            ..self.options.clone()
        }
    }

    /// Turns to another block, if the current one is executed or given up.
    fn pursue(&mut self, driver: &mut Driver) {
        let work = driver.whole_work();
        if let Some(((func, block), end)) = self.pursuit.current {
            let goes_on = work < end && self.worklist.is_led();
            if goes_on && !driver.has_executed(func, block) {
                return;
            }
            self.pursuit.current = None;
            self.worklist.lead(None);
        }
        let is_due = work >= self.pursuit.rests_until.max(PURSUIT.get());
        if !is_due || self.pursuit.analysis > work / ANALYSIS_PART.get() {
            return;
        }
        let Some((func, block)) = self.unexecuted(driver) else {
            self.pursuit.rests_until = work + PURSUIT.get();
            return;
        };
        self.pursuit.tried.insert((func, block));
        let (target, time) = (Target::Block(func, block), MAX_TIME_OF_BLOCK.get());
        let form = Form::new(self.program, &self.options, target, time).ok();
        if let Some(guide) = form.and_then(Form::into_guide) {
            self.worklist.lead(Some(guide));
        }
        let now = driver.whole_work();
        self.pursuit.analysis += now - work;
        self.pursuit.current = Some(((func, block), now + PURSUIT.get().max(now - work)));
    }

    /// A block of the user's code that was not executed, and to which a branch leads from one that
    /// was.
    fn unexecuted(&self, driver: &Driver) -> Option<(FuncId, BlockId)> {
        let funcs = self.program.module().funcs.enumerate();
        let blocks = funcs.filter(|(_, func)| func.user).flat_map(|(id, func)| {
            func.blocks
                .enumerate()
                .map(move |(block, it)| (id, block, it))
        });
        let executed = blocks.filter(|(func, block, _)| driver.has_executed(*func, *block));
        let behind = executed.flat_map(|(func, _, block)| {
            let targets = block.terminator.targets();
            targets
                .iter()
                .map(move |target| (func, target.block))
                .collect::<Vec<_>>()
        });
        let mut open = behind
            .filter(|at| !driver.has_executed(at.0, at.1) && !self.pursuit.tried.contains(at));
        open.next()
    }
}

impl Explorer for Navigation<'_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        match self.is_proved() {
            true => driver.drop_state(&state, NAME),
            false => self.worklist.add(driver, state),
        }
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        if self.options.goal.is_none() {
            self.pursue(driver);
        }
        self.worklist.turn(driver)
    }

    fn waiting_count(&self) -> usize {
        self.worklist.waiting_count()
    }

    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        self.worklist.waiting(program)
    }

    fn look_at(&self, program: &Program, id: StateId) -> Option<State> {
        self.worklist.look_at(program, id)
    }

    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        self.worklist.give_up(driver, count);
    }

    fn abandon_turn(&mut self) {
        self.worklist.abandon_turn();
    }

    fn explored(&self) -> f64 {
        self.worklist.explored()
    }

    fn is_idle(&self) -> bool {
        self.options.goal.is_some() && !self.is_proved() && !self.is_guided()
    }

    fn report(&mut self, pool: &Pool, stats: &mut Stats) {
        stats.chains = self.chains.as_ref().map(|it| it.stats.clone());
        self.worklist.report(pool, stats);
    }
}
