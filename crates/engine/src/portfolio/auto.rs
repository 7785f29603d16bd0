//! The default: plain exploration first, then all techniques in turns.
//!
//! No technique is best for all programs, and a program does not show which one is best for it.
//! Most programs are small, so plain exploration begins alone. If it takes more than some 50 ms,
//! the other techniques get turns as well: each explores the whole program in its own way, and the
//! first that has explored everything gives the verdict. Plain exploration keeps the largest part
//! of the work. Where its end is in sight, by the part of the tree of executions that it has
//! explored, or where it has a single path, the others get little. A technique whose turns have
//! spared nothing (no state merged or subsumed, no iteration skipped) keeps only a small part. A
//! turn of another technique that takes too long is cancelled; its technique begins anew when there
//! was much more work, so that longer turns are worth trying.
//!
//! If plain exploration ends with a reason that another technique may not have, such as a query
//! that was too hard, the others go on for a while. Where it leaves out calls of functions without a
//! term, the index gets turns: it explores the program with tables of what these compute.
//!
//! Work is counted, not timed, so that each run of a program takes the same decisions.

use super::divided::Division;
use super::explorations::{Effort, Explorations, Turn};
use super::progress::Progress;
use crate::Shares;
use crate::driver::MAX_GUARD_NODES;
use crate::index::{self, Index};
use crate::options::{Indexing, Options, Plan};
use crate::outcome::{ReasonKind, Share, Stats};
use crate::program::Program;
use crate::state::State;
use crate::techniques::{Begins, PLAIN, TECHNIQUES, Technique, Turns, turn_taker};
use crate::{Driver, Explorer, StateId, Waiting};
use sheaf_term::{Pool, SuspendedDiagrams};
use std::cell::OnceCell;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// The least work of a technique between two others, unless others begin at once.
    SLICE: u64 = 1 << 16, 1 => 1 << 20, "steps";
    /// The work up to which plain exploration gets no more than value summaries: few programs show
    /// so early which of the two is better.
    EQUAL: u64 = 1 << 23, 1 => 1 << 25, "steps";
    /// The part of its share that plain exploration gets up to then if its end is far.
    FAR_PART: u64 = 4, 1 => 24, "one in so many parts";
    /// The part of all work that a slice is at least.
    SLICE_PART: u64 = 64, 1 => 1024, "one in so many parts";
    /// The work that a turn may take in any case before it is cancelled. It may take as much as its
    /// technique has taken before.
    LONGEST_TURN: u64 = 1 << 18, 1 => 1 << 20, "steps";
    /// The part of all work that a turn may take in any case.
    TURN_PART: u64 = 8, 1 => 128, "one in so many parts";
    /// A technique of which a turn was cancelled begins anew when all have done so many times the
    /// work. Its turns may take so many times longer then.
    RETRY: u64 = 8, 1 => 128, "times the work";
    /// The work of a technique after which it must have spared something to keep its share.
    PROBE: u64 = 1 << 17, 1 => 1 << 19, "steps";
    /// The part of the whole work of plain exploration that the others may take after its end, if
    /// it has a reason that they may not have.
    AFTER_END: u64 = 4, 1 => 64, "one in so many parts";
    /// The least work that is taken as that of plain exploration for this.
    AFTER_END_LEAST: u64 = 1 << 20, 1 => 1 << 22, "steps";
}
/// The part of the work that plain exploration will have taken at its end, by the estimate, that
/// the others may take.
const OTHERS_PART: f64 = 0.25;
/// What they may take in any case: estimates of small explorations are often too low.
const OTHERS_LEAST: f64 = (1 << 21) as f64;

/// The end of plain exploration is far if it will have taken so many times its work until now.
const FAR: f64 = 32.0;

/// How far the end of plain exploration is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ahead {
    /// The others have had their part of the work, or there is a single path.
    Near,
    Far,
    Unknown,
}

/// How often turns of a technique were cancelled, and the work of all from which on it may begin
/// anew.
#[derive(Clone, Copy, Default)]
struct Retry {
    count: u32,
    at: u64,
}

/// The number of techniques.
const COUNT: usize = TECHNIQUES.len();

/// All techniques in turns.
pub struct Auto<'p> {
    program: &'p Program,
    options: &'p Options,
    /// The work of plain exploration before others get turns.
    plain_alone: u64,
    /// By the position of the technique in the table.
    pub(super) explorations: Explorations<Box<dyn Explorer + 'p>>,
    /// The start of the program, until plain exploration has ended.
    first: Option<State>,
    /// Techniques that have explored everything that they can.
    pub(super) ended: [bool; COUNT],
    /// For techniques of which a turn was cancelled, when they begin anew.
    retries: [Retry; COUNT],
    /// What is indexed in turns of the index, once plain exploration has left calls out; `None`
    /// within if there is nothing to index.
    index: OnceCell<Option<Rc<Index>>>,
    /// How far plain exploration is.
    progress: Progress,
    /// The technique that has the current slice, and the work at which the slice ends.
    pub(super) slice: (usize, u64),
    /// The work at which nothing more is tried, once plain exploration has ended.
    pub(super) limit: Option<u64>,
    /// The technique that gave the verdict.
    pub(super) decided: Option<usize>,
    /// If the program is explored by several processes.
    pub(super) division: Option<Division>,
}

impl<'p> Auto<'p> {
    /// Without states.
    pub fn new(program: &'p Program, options: &'p Options) -> Self {
        let plain_alone = match options.plan {
            Plan::Turns { plain_alone } => plain_alone,
            Plan::Single(_) => u64::MAX,
        };
        let plain = explorer_of(program, options, PLAIN);
        let ended = each(|number| !is_for(&TECHNIQUES[number], program, options));
        let first = |number: &usize| TECHNIQUES[*number].turns.begins == Begins::FirstToTarget;
        let first = (0..COUNT).find(|it| first(it) && !ended[*it]);
        Auto {
            program,
            options,
            plain_alone,
            explorations: Explorations::new(COUNT, plain),
            first: None,
            ended,
            retries: Default::default(),
            index: OnceCell::new(),
            progress: Progress::default(),
            slice: (first.unwrap_or(PLAIN), plain_alone),
            limit: None,
            decided: None,
            division: None,
        }
    }

    /// Techniques that begin later do so at this state.
    pub(super) fn begin_at(&mut self, first: State) {
        self.first = Some(first);
    }

    fn work(&self, technique: usize) -> u64 {
        self.explorations.effort(technique).whole_work
    }

    /// The part of the tree that plain exploration has explored.
    fn explored(&self) -> f64 {
        let plain = self.explorations.peek(PLAIN);
        plain.map_or(0.0, |plain| plain.explored())
    }

    /// How far the end of plain exploration is, as far as it can be estimated.
    fn ahead_of_plain(&self) -> Ahead {
        let plain = self.explorations.peek(PLAIN);
        let is_single = plain.is_some_and(|it| it.waiting_count() == 1) && self.explored() == 0.0;
        if is_single {
            return Ahead::Near;
        }
        let work = self.work(PLAIN);
        let others = (self.all_work() - work) as f64;
        match self.progress.total_work(work, self.explored()) {
            Some(total) if others > OTHERS_LEAST.max(total * OTHERS_PART) => Ahead::Near,
            Some(total) if total > work as f64 * FAR => Ahead::Far,
            _ => Ahead::Unknown,
        }
    }

    fn all_work(&self) -> u64 {
        (0..COUNT).map(|it| self.work(it)).sum()
    }

    /// Whether a technique may have the next turn.
    fn is_open(&self, technique: usize) -> bool {
        let is_due = || self.all_work() >= self.retries[technique].at;
        self.is_possible(technique) && (self.explorations.has(technique) || is_due())
    }

    /// Whether a technique may still come to something, now or later.
    pub(super) fn is_possible(&self, technique: usize) -> bool {
        let can_begin = self.first.is_some();
        let is_dry = self.division.as_ref().is_some_and(|it| it.is_dry);
        let is_over = self.ended[technique] || technique == PLAIN && is_dry;
        !is_over && (self.explorations.has(technique) || can_begin)
    }

    /// Who goes next; `None` if no technique has anything left to do.
    fn next(&mut self) -> Option<usize> {
        let (current, end) = self.slice;
        if self.is_open(current) && self.work(current) < end {
            return Some(current);
        }
        let all_work = self.all_work();
        self.progress.note(self.work(PLAIN), self.explored());
        let shares = self.shares_of_work(all_work);
        let load = |technique: &usize| {
            let share = shares[*technique];
            (self.work(*technique) / share, *technique)
        };
        let all = || 0..COUNT;
        let next = all().filter(|it| self.is_open(*it)).min_by_key(load);
        let is_plain_due = next.is_none_or(|next| load(&PLAIN) < load(&next));
        let next = next.or_else(|| {
            let possible = all().filter(|it| self.is_possible(*it));
            possible.min_by_key(|it| self.retries[*it].at)
        });
        if let Some(division) = &mut self.division {
            division.wants = division.is_dry && is_plain_due;
        }
        let next = next?;
        let least = SLICE.get().min(self.plain_alone).max(1);
        let slice = least.max(all_work / SLICE_PART.get());
        self.slice = (next, self.work(next) + slice);
        Some(next)
    }

    /// The part of the work of this process that each technique gets from now on.
    fn shares_of_work(&self, all_work: u64) -> [u64; COUNT] {
        let plain = match self.division {
            None => self.ahead_of_plain(),
            Some(_) => Ahead::Unknown,
        };
        let mut shares = each(|number| {
            let effort = self.explorations.effort(number);
            share(&TECHNIQUES[number], effort, all_work, plain)
        });
        if let Some(division) = &self.division {
            let others = (PLAIN + 1..COUNT).filter(|it| self.is_open(*it));
            let others = others.map(|it| shares[it]).sum();
            shares[1..]
                .iter_mut()
                .for_each(|it| *it *= division.processes);
            shares[0] = division.plain_share(shares[0], others);
        }
        shares
    }

    /// Makes the index if plain exploration has left out calls, which it may compute.
    pub(super) fn need_index(&mut self, mut left_out: impl Iterator<Item = ReasonKind>) {
        let is_needed = self.index.get().is_none()
            && self.first.is_some()
            && left_out.any(|kind| kind == ReasonKind::UnmodelledCall);
        if !is_needed {
            return;
        }
        let library = Indexing::of(self.options.library);
        let indexing = Indexing {
            kinds: index::kinds(self.program.module(), &library),
            ..library
        };
        let tells_rows = self.options.tells_details;
        let index = Index::new(self.program, &indexing, tells_rows).map(Rc::new);
        for technique in (0..COUNT).filter(|it| is_index(*it)) {
            self.ended[technique] = index.is_none();
        }
        self.index.get_or_init(|| index);
    }

    /// Begins a technique at the start of the program, if it has not begun.
    fn begin(&mut self, driver: &mut Driver, technique: usize) {
        let first = self.first.as_ref();
        let Some(first) = first.filter(|_| !self.explorations.has(technique)) else {
            return;
        };
        let plan = Plan::Single((TECHNIQUES[technique].plan)());
        let diagrams = match plan.has_summaries() {
            true => SuspendedDiagrams::new(MAX_GUARD_NODES.get()),
            false => SuspendedDiagrams::default(),
        };
        let (program, options, most) = (self.program, self.options, self.most(technique));
        let twin = driver.twin(first);
        self.explorations
            .begin(driver, technique, diagrams, |driver| {
                driver.limited(most, |driver| {
                    let mut explorer = explorer_of(program, options, technique);
                    explorer.add(driver, twin);
                    explorer
                })
            });
    }

    /// The work that a turn of another technique than plain exploration may take.
    fn most(&self, technique: usize) -> u64 {
        let cancelled = self.retries[technique].count;
        let longest = LONGEST_TURN
            .get()
            .saturating_mul(RETRY.get().saturating_pow(cancelled));
        let part = self.all_work() / TURN_PART.get();
        longest.max(part).max(self.work(technique))
    }

    /// A turn of a technique took too long.
    fn cancel(&mut self, driver: &mut Driver, technique: usize) {
        let all_work = self.all_work();
        let retry = &mut self.retries[technique];
        retry.count += 1;
        retry.at = all_work.saturating_mul(RETRY.get());
        self.drop(driver, technique);
    }

    /// Goes on with one technique alone.
    pub(super) fn go_on_with(&mut self, driver: &mut Driver, technique: usize) {
        self.first = None;
        self.explorations.go_on_with(driver, technique);
    }

    /// A technique has nothing left to do. Returns whether another one goes on.
    fn end(&mut self, driver: &mut Driver, technique: usize) -> bool {
        self.ended[technique] = true;
        let is_alone = self.first.is_none() && self.explorations.count() == 1;
        if driver.account.has_explored_all() {
            self.decided = Some(technique);
        }
        let is_sought = driver.stats.failures == 0;
        let depends = ReasonKind::may_depend_on_technique;
        let is_curable = is_sought && driver.account.reason_kinds().all(depends);
        let is_for_index = is_sought && (0..COUNT).any(|it| is_index(it) && self.is_possible(it));
        let goes_on = match technique {
            _ if self.decided.is_some() || is_alone => false,
            PLAIN => is_curable || is_for_index,
            _ => true,
        };
        if technique == PLAIN && goes_on && !is_curable {
            self.end_all_but_index();
        }
        if !goes_on {
            self.go_on_with(driver, technique);
            return false;
        }
        match technique {
            PLAIN => self.limit = Some(self.last_limit()),
            _ => self.drop(driver, technique),
        }
        true
    }

    /// Leaves the rest to the index: the other techniques leave out the same calls.
    pub(super) fn end_all_but_index(&mut self) {
        for other in (0..COUNT).filter(|it| !is_index(*it)) {
            self.ended[other] = true;
        }
    }

    /// The work up to which the others may go on after the end of plain exploration.
    pub(super) fn last_limit(&self) -> u64 {
        self.all_work().max(AFTER_END_LEAST.get()) * AFTER_END.get()
    }

    /// Plain exploration has nothing left to do in this process of several.
    fn run_dry(&mut self) {
        if let Some(division) = &mut self.division {
            division.is_dry = true;
        }
    }

    /// Drops the exploration of a technique.
    fn drop(&mut self, driver: &mut Driver, technique: usize) {
        self.explorations.switch(driver, PLAIN);
        self.explorations.end(driver, technique);
    }
}

/// One value for each technique.
fn each<T>(value: impl FnMut(usize) -> T) -> [T; COUNT] {
    std::array::from_fn(value)
}

/// Whether the turns of a technique are explored with an index.
fn is_index(technique: usize) -> bool {
    TECHNIQUES[technique].turns.begins == Begins::AfterUnmodelledCalls
}

/// Whether a technique is tried from the start.
fn is_for(technique: &Technique, program: &Program, options: &Options) -> bool {
    let is_known = technique.not_dynamic.is_none() || !program.module().is_dynamic();
    match technique.turns.begins {
        Begins::First => true,
        Begins::Soon => is_known,
        Begins::SoonToTarget | Begins::FirstToTarget => is_known && options.navigates,
        Begins::AfterUnmodelledCalls | Begins::Never => false,
    }
}

/// The part of the work that a technique gets from now on, given what it has taken and what all
/// have, and whether plain exploration is expected to end first.
fn share(technique: &Technique, effort: Effort, all_work: u64, plain: Ahead) -> u64 {
    let is_plain_ahead = plain == Ahead::Near;
    let Turns { begins, shares, .. } = technique.turns;
    let is_vain = || is_plain_ahead || effort.whole_work >= PROBE.get() && effort.spared == 0;
    match begins {
        Begins::First if is_plain_ahead => shares.1,
        Begins::First if plain == Ahead::Far && all_work < EQUAL.get() => shares.0 / FAR_PART.get(),
        Begins::Soon | Begins::SoonToTarget if is_vain() => 1,
        _ if all_work < EQUAL.get() => shares.0,
        _ => shares.1,
    }
}

/// The explorer that takes turns for a technique, without states.
fn explorer_of<'p>(
    program: &'p Program,
    options: &Options,
    technique: usize,
) -> Box<dyn Explorer + 'p> {
    let options = Options {
        plan: Plan::Single((TECHNIQUES[technique].plan)()),
        ..options.clone()
    };
    turn_taker(program, &options)
}

impl Explorer for Auto<'_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        if self.all_work() == 0 && self.first.is_none() && self.division.is_none() {
            self.first = Some(state.clone());
        }
        self.explorations.add(driver, state);
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        let is_late = self.limit.is_some_and(|limit| self.all_work() >= limit);
        let Some(technique) = self.next().filter(|_| !is_late) else {
            self.go_on_with(driver, PLAIN);
            return false;
        };
        if is_index(technique) {
            driver.settings.index = self.index.get().cloned().flatten();
        }
        self.begin(driver, technique);
        if self
            .explorations
            .peek(technique)
            .is_some_and(|it| it.is_idle())
        {
            self.ended[technique] = true;
            self.drop(driver, technique);
            return true;
        }
        let most = Some(self.most(technique)).filter(|_| technique != PLAIN);
        let explorations = &mut self.explorations;
        let query_time = TECHNIQUES[technique].turns.query_time;
        let (_, turn) = driver.with_query_time(query_time, |driver| {
            explorations.turn(driver, technique, most)
        });
        if is_index(technique) {
            driver.settings.index = None;
        }
        if technique == PLAIN {
            self.need_index(driver.account.reason_kinds());
        }
        match turn {
            Turn::More => true,
            Turn::Last if technique == PLAIN && self.division.is_some() => {
                self.run_dry();
                true
            }
            Turn::Last => self.end(driver, technique),
            Turn::Failed => {
                self.cancel(driver, technique);
                true
            }
        }
    }

    fn waiting_count(&self) -> usize {
        self.explorations.waiting_count()
    }

    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        self.explorations.waiting(program)
    }

    fn look_at(&self, program: &Program, id: StateId) -> Option<State> {
        self.explorations.look_at(program, id)
    }

    /// Plain exploration has to do or, if it has ended, another technique, which then goes on to
    /// its end.
    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        self.first = None;
        self.limit = None;
        let open = |it: &usize| !self.ended[*it] && self.explorations.has(*it);
        let kept = (0..COUNT).find(open);
        let kept = kept.unwrap_or(PLAIN);
        self.slice = (kept, 0);
        self.explorations.give_up(driver, count, kept);
    }

    fn abandon_turn(&mut self) {
        self.explorations.abandon_turn();
    }

    fn conclude(&mut self, driver: &mut Driver) {
        self.explorations.conclude(driver, PLAIN);
    }

    fn efforts(&self) -> (Vec<Share>, &'static str) {
        let shares = TECHNIQUES.iter().enumerate().map(|(technique, row)| {
            let effort = self.explorations.effort(technique);
            Share {
                technique: row.name.to_string(),
                work: effort.whole_work,
                seconds: effort.time.as_secs_f64(),
                spared: effort.spared,
                ended: self.ended[technique],
                decided: self.decided == Some(technique),
            }
        });
        let shares = shares.filter(|it| it.work > 0).collect();
        (shares, TECHNIQUES[self.slice.0].name)
    }

    fn report(&mut self, pool: &Pool, stats: &mut Stats) {
        stats.shares = self.efforts().0;
        self.explorations.report(pool, stats);
    }

    fn shares(&mut self) -> Option<&mut dyn Shares> {
        Some(self)
    }
}
