//! The coordinator: hands out paths, collects results, and notices workers that die.

use super::member::{Member, Task, Work};
use super::message::{Order, Report};
use super::worker;
use crate::frontier::{Part, Paths, Tally};
use crate::journal::{Checkpoint, Parts, Saved};
use crate::outcome::{Reason, ReasonKind, Reasons, Stats, WorkerStats};
use crate::state::{Decision, Trail};
use crate::{Driver, Explorer};
use rustc_hash::{FxHashSet, FxHasher};
use sheaf_solver::process::{self, Death, Side};
use sheaf_solver::resident_bytes;
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::io;
use std::time::{Duration, Instant};

sheaf_tuning::constants! {
    /// The longest wait for messages: then limits are checked.
    PATIENCE: Duration = 20, 2 => 200, "ms";
    /// Time between two checkpoints of all workers.
    RECORDING_INTERVAL: Duration = 100, 10 => 1000, "ms";
}
/// How long workers may take to report after they were told to end.
const GRACE: Duration = Duration::from_secs(2);
sheaf_tuning::constants! {
    /// The maximum number of paths that a worker is asked for, and that one is given, at a time.
    MOST_PATHS: usize = 64, 1 => 1024, "paths";
    /// How often the same path is begun. If the worker dies each time, the path is left out.
    MOST_ATTEMPTS: u32 = 2, 1 => 32, "paths";
}
/// The least memory that a worker must have for itself.
const LEAST_MEMORY: u64 = 16 << 20;

/// Why the exploration ends.
enum Ending {
    /// All paths were explored.
    Complete,
    /// A technique has explored everything by itself.
    Decided(Box<Tally>),
    /// A limit was reached, or a worker has reached one.
    Limit(Option<Reason>),
}

/// An exploration by several processes.
pub(crate) struct Coordinator<'c, 'a> {
    driver: &'c mut Driver<'a>,
    /// As it was before the first fork.
    explorer: &'c mut dyn Explorer,
    memory_bytes: u64,
    members: Vec<Member>,
    /// Workers that have died, or that others replaced.
    gone: Vec<(WorkerStats, Option<Tally>)>,
    /// The number of states that waited before the first fork.
    states: usize,
    /// What is recorded of them, if the exploration can be resumed, and how many were not parked.
    fork: Option<(Saved, usize)>,
    /// Whether the journal does not have the last checkpoint of a worker, and when it was told the
    /// one before.
    is_unrecorded: bool,
    recorded: Instant,
    queue: VecDeque<Task>,
    /// Reasons that come of workers that died.
    reasons: Reasons,
    /// Paths that were left out because of them.
    set_aside: u64,
    /// Digests of the tests that were told: paths that are explored again give the same.
    tests: FxHashSet<u64>,
    /// The result of a technique that has explored everything.
    decided: Option<Box<Tally>>,
    is_last_try: bool,
}

impl<'c, 'a> Coordinator<'c, 'a> {
    /// Divides an exploration among processes, until it ends. Returns whether that was possible;
    /// otherwise it goes on in this process.
    pub fn explore(driver: &'c mut Driver<'a>, explorer: &'c mut dyn Explorer) -> bool {
        let Some(memory_bytes) = share_of_memory(driver) else {
            return false;
        };
        let workers = driver.options.workers;
        let mut coordinator = Coordinator {
            driver,
            explorer,
            memory_bytes,
            members: Vec::new(),
            gone: Vec::new(),
            states: 0,
            fork: None,
            is_unrecorded: false,
            recorded: Instant::now(),
            queue: VecDeque::new(),
            reasons: Reasons::default(),
            set_aside: 0,
            tests: FxHashSet::default(),
            decided: None,
            is_last_try: false,
        };
        let mut has_others = false;
        if let Some(shares) = coordinator.explorer.shares() {
            shares.prepare(coordinator.driver);
            has_others = shares.has_others();
        }
        let running = coordinator.explorer.waiting_count();
        coordinator.states = running + coordinator.driver.account.parked.len();
        coordinator.fork = coordinator.driver.save_anew(coordinator.explorer);
        let of = workers - usize::from(has_others);
        let task = |number| Task {
            work: Work::Part(Part { number, of }),
            attempts: 0,
        };
        let parts = (0..of).map(|number| coordinator.start(Some(task(number)), false));
        let parts: io::Result<()> = parts.collect();
        let is_started = parts.is_ok() && (!has_others || coordinator.start(None, true).is_ok());
        if !is_started {
            coordinator.kill_all();
            return false;
        }
        let ending = coordinator.run();
        coordinator.finish(ending);
        true
    }

    /// Starts a worker, with a part of the work or without any.
    fn start(&mut self, task: Option<Task>, tries_others: bool) -> io::Result<()> {
        let part = match &task {
            Some(Task {
                work: Work::Part(part),
                ..
            }) => Some(*part),
            _ => None,
        };
        let process = match process::fork()? {
            Side::Parent(process) => process,
            Side::Child(link) => {
                // Their sockets belong to the parent.
                self.members.clear();
                let memory_bytes = self.memory_bytes;
                let part = (part, tries_others);
                worker::live(self.driver, self.explorer, link, part, memory_bytes)
            }
        };
        self.members
            .push(Member::new(process, task, part, tries_others));
        Ok(())
    }

    /// Coordinates the workers until there is nothing left to do.
    fn run(&mut self) -> Ending {
        loop {
            if let Some(reason) = self.driver.watch.over(&self.driver.stats) {
                return Ending::Limit(Some(reason));
            }
            self.listen();
            if self.recorded.elapsed() >= RECORDING_INTERVAL.get() {
                self.record();
            }
            if let Some(tally) = self.decided.take() {
                return Ending::Decided(tally);
            }
            // A worker ends by itself only at a limit.
            if self.members.iter().any(|member| member.last.is_some()) {
                return Ending::Limit(self.driver.watch.over(&self.driver.stats));
            }
            if self.members.is_empty() {
                return Ending::Limit(None);
            }
            if self.is_complete() && !self.tries_last() {
                return Ending::Complete;
            }
            self.hand_out();
            self.ask_for_paths();
            let stats = self.stats();
            self.driver.tell_progress(stats);
        }
    }

    /// Waits for messages, and handles those that have arrived.
    fn listen(&mut self) {
        let links = self.members.iter().map(|member| &member.process.link);
        process::wait_for(links, PATIENCE.get());
        let mut gone = Vec::new();
        for position in 0..self.members.len() {
            let mut reports = Vec::new();
            if !self.members[position].process.link.receive(&mut reports) {
                gone.push(position);
            }
            for report in reports {
                self.note(position, report);
            }
        }
        for position in gone.into_iter().rev() {
            // One that has told everything is waited for at the end.
            if self.members[position].last.is_none() {
                let member = self.members.remove(position);
                self.bury(member);
            }
        }
    }

    fn note(&mut self, position: usize, report: Report) {
        let member = &mut self.members[position];
        match report {
            Report::Finding(finding) => {
                let place = (finding.failure.kind, finding.failure.loc);
                if self.driver.adopt_finding(*finding) {
                    self.tell_others(position, &Order::Known(place.0, place.1));
                }
            }
            Report::Test(test) => {
                let mut hasher = FxHasher::default();
                format!("{test:?}").hash(&mut hasher);
                if self.tests.insert(hasher.finish()) {
                    self.driver.audience.observer.test(&test);
                }
            }
            Report::Progress { stats, marks } => {
                member.stats = *stats;
                member.is_poor = false;
                let news = self.driver.recorder.add_all(marks);
                if !news.is_empty() {
                    self.tell_others(position, &Order::Covered(news));
                }
            }
            Report::Idle {
                number,
                tries,
                tally,
            } => {
                member.tries = tries;
                if number == member.number {
                    member.is_idle = true;
                    member.tasks.clear();
                    member.stats = tally.stats.clone();
                    member.done = Some(*tally);
                }
            }
            Report::Learned(lessons) => self.tell_others(position, &Order::Learned(lessons)),
            Report::Hungry => member.is_hungry = true,
            Report::Given(paths) => {
                member.is_asked = false;
                // What it has not reported as done is explored again, these paths among it.
                let Ok(paths) = paths.trails() else {
                    return member.process.kill();
                };
                member.is_poor = paths.is_empty();
                member.has_given = !paths.is_empty();
                let task = |path| Task {
                    work: Work::Path(path),
                    attempts: 0,
                };
                self.queue.extend(paths.into_iter().map(task));
            }
            Report::Saved { number, saved } => {
                member.saved = Some(saved);
                member.has_given = false;
                member.part = None;
                member.unsaved.retain(|(order, _)| *order > number);
                self.is_unrecorded = true;
            }
            Report::Unsaved(error) => self.driver.audience.fail_journal(io::Error::other(error)),
            Report::Decided(tally) => self.decided = Some(tally),
            Report::GaveUp => member.tries = false,
            Report::Final(tally) => member.last = Some(*tally),
        }
    }

    fn tell_others(&self, position: usize, order: &Order) {
        let others = self.members.iter().enumerate();
        for (_, other) in others.filter(|(other, _)| *other != position) {
            other.process.link.send(order);
        }
    }

    /// A worker has died: what it had not done is begun again, by another one. Paths that were
    /// given away since its last report are explored twice then.
    fn bury(&mut self, member: Member) {
        let mut stats = member.stats();
        stats.died = true;
        let death = member.process.wait();
        self.gone.push((stats, member.done));
        for task in member.tasks {
            match task.halves(self.states) {
                Some(halves) => halves
                    .into_iter()
                    .for_each(|half| self.queue.push_front(half)),
                None if task.attempts + 1 >= MOST_ATTEMPTS.get() => self.leave_out(death),
                None => self.queue.push_front(Task {
                    attempts: task.attempts + 1,
                    ..task
                }),
            }
        }
        let is_part = |task: &Task| matches!(task.work, Work::Part(_));
        let part = self.queue.iter().position(is_part);
        let part = part.and_then(|position| self.queue.remove(position));
        let had_part = part.is_some();
        if self.start(part, false).is_err() && had_part {
            self.leave_out(death);
        }
    }

    /// Replaces a worker that has nothing to do by a new one, for a part of the first states: only
    /// a copy of this process has them.
    fn replace(&mut self, position: usize, task: Task) {
        let member = self.members.remove(position);
        let stats = member.stats();
        member.process.kill();
        let death = member.process.wait();
        self.gone.push((stats, member.done));
        if self.start(Some(task), false).is_err() {
            self.leave_out(death);
        }
    }

    /// Leaves work out of which workers die.
    fn leave_out(&mut self, death: Death) {
        let how = match death {
            Death::Signal(signal) => format!("signal {signal}"),
            Death::Exit(status) => format!("status {status}"),
        };
        self.set_aside += 1;
        let reason = Reason {
            kind: ReasonKind::WorkerDied,
            detail: format!("a process that explored some of the paths ended by {how}, twice"),
            loc: None,
        };
        self.reasons.add(reason, 1);
    }

    /// Whether all paths were explored.
    fn is_complete(&self) -> bool {
        self.queue.is_empty() && self.members.iter().all(|member| member.is_idle)
    }

    /// Whether a technique may still prove what the shared exploration has not.
    fn tries_last(&mut self) -> bool {
        if self.driver.stats.failures > 0 {
            return false;
        }
        if self.is_last_try {
            return self.members.iter().any(|member| member.tries);
        }
        let (reasons, _) = self.against_safety();
        let left_out: Vec<ReasonKind> = reasons.iter().map(|it| it.kind).collect();
        // The index may compute what plain exploration has no model for.
        let is_curable = left_out.contains(&ReasonKind::UnmodelledCall)
            || left_out.iter().all(|kind| kind.may_depend_on_technique());
        if left_out.is_empty() || !is_curable {
            return false;
        }
        self.is_last_try = true;
        for member in self.members.iter_mut().filter(|member| member.has_others) {
            member.tries = true;
            let order = Order::LastTry(left_out.clone());
            member.process.link.send(&order);
        }
        true
    }

    /// What there is against safety in all that was done, as of the reports of idle workers.
    fn against_safety(&self) -> (Reasons, u64) {
        let mut reasons = self.reasons.clone();
        let mut set_aside = self.set_aside;
        let living = self.members.iter().map(|member| &member.done);
        let gone = self.gone.iter().map(|(_, done)| done);
        for tally in living.chain(gone).flatten() {
            reasons.extend(tally.reasons.clone());
            set_aside += tally.stats.paths.set_aside;
        }
        (reasons, set_aside)
    }

    /// Gives waiting paths to hungry workers. Work that a worker died of is handed out alone, so
    /// that it is known if it is the cause.
    fn hand_out(&mut self) {
        let is_free = |it: &Member| it.is_idle && it.is_hungry && !it.tries;
        if let Some(Task {
            work: Work::Part(_),
            ..
        }) = self.queue.front()
            && let Some(position) = self.members.iter().position(is_free)
            && let Some(task) = self.queue.pop_front()
        {
            return self.replace(position, task);
        }
        let hungry: Vec<usize> = (0..self.members.len())
            .filter(|position| self.members[*position].is_hungry)
            .collect();
        for (before, position) in hungry.iter().enumerate() {
            let share = self.queue.len().div_ceil(hungry.len() - before);
            let mut tasks = Vec::new();
            while let Some(task) = self.queue.front()
                && tasks.len() < share.min(MOST_PATHS.get())
                && matches!(task.work, Work::Path(_))
                && (task.attempts == 0 || tasks.is_empty())
            {
                let is_suspect = task.attempts > 0;
                tasks.extend(self.queue.pop_front());
                if is_suspect {
                    break;
                }
            }
            if tasks.is_empty() {
                return;
            }
            let paths = tasks.iter().filter_map(|task| match &task.work {
                Work::Path(path) => Some(path.clone()),
                Work::Part(_) => None,
            });
            let member = &mut self.members[*position];
            member.number += 1;
            let paths: Vec<_> = paths.collect();
            if self.fork.is_some() {
                let numbered = paths.iter().map(|path| (member.number, path.clone()));
                member.unsaved.extend(numbered);
            }
            let order = Order::Explore {
                number: member.number,
                paths: as_tree(&paths),
            };
            member.process.link.send(&order);
            member.received += tasks.len() as u64;
            member.tasks.extend(tasks);
            (member.is_idle, member.is_hungry) = (false, false);
        }
    }

    /// Asks the worker with most waiting states to give some away, if another one is hungry.
    fn ask_for_paths(&mut self) {
        let is_wanted = self.queue.is_empty() && self.members.iter().any(|it| it.is_hungry);
        if !is_wanted || self.members.iter().any(|it| it.is_asked) {
            return;
        }
        let rich = |it: &&mut Member| !it.is_idle && !it.is_hungry && !it.is_poor;
        let busiest = self.members.iter_mut().filter(rich);
        if let Some(busiest) = busiest.max_by_key(|it| it.stats.waiting) {
            busiest.is_asked = busiest.process.link.send(&Order::Give(MOST_PATHS.get()));
        }
    }

    /// The statistics of all workers so far.
    fn stats(&self) -> Stats {
        let mut all = Stats::default();
        for (_, done) in &self.gone {
            done.iter().for_each(|done| all.add(&done.stats));
        }
        for member in &self.members {
            let stats = match &member.last {
                Some(last) => &last.stats,
                None => &member.stats,
            };
            all.add(stats);
            all.workers.push(member.stats());
        }
        all.workers
            .extend(self.gone.iter().map(|(stats, _)| stats.clone()));
        all
    }

    /// Adds the last checkpoints of all workers to the journal, with the paths that are on their
    /// way, if there is a new one. Not while a checkpoint has paths that were given away since:
    /// another worker may have explored them already.
    fn record(&mut self) {
        let is_twice = self.members.iter().any(|it| it.has_given);
        let is_due = self.is_unrecorded && !is_twice && !self.driver.sessions.is_spoiled();
        let Some((fork, states)) = self.fork.filter(|_| is_due) else {
            return;
        };
        self.is_unrecorded = false;
        self.recorded = Instant::now();
        let mut tally = self.driver.sessions.tally(self.driver.watch.elapsed());
        for (_, done) in &self.gone {
            done.iter().for_each(|done| tally.add(done.clone()));
        }
        tally.reasons.extend(self.reasons.clone());
        tally.stats.paths.set_aside += self.set_aside;
        let mut parts: Vec<Part> = self.members.iter().filter_map(|it| it.part).collect();
        let unsaved = self.members.iter().flat_map(|it| &it.unsaved);
        let mut paths: Vec<_> = unsaved.map(|(_, path)| path.clone()).collect();
        for task in &self.queue {
            match &task.work {
                Work::Part(part) => parts.push(*part),
                Work::Path(path) => paths.push(path.clone()),
            }
        }
        let parts = Parts {
            fork,
            states,
            parts,
        };
        self.driver.record(Checkpoint {
            files: self.members.iter().filter_map(|it| it.saved).collect(),
            parts: Some(parts),
            paths: as_tree(&paths),
            tally,
        });
    }

    /// Ends all workers and combines their results.
    fn finish(&mut self, ending: Ending) {
        for member in &self.members {
            member.process.link.send(&Order::Stop);
        }
        self.wait_for_last_reports();
        self.record();
        let (mut reasons, mut set_aside) = self.against_safety();
        let mut stats = self.stats();
        let is_limit = matches!(ending, Ending::Limit(_));
        let is_complete = matches!(ending, Ending::Complete);
        match ending {
            Ending::Complete => {}
            Ending::Decided(tally) => {
                reasons.retain(Reason::outlasts);
                reasons = reasons.without_paths();
                reasons.extend(tally.reasons);
                set_aside = tally.stats.paths.set_aside;
            }
            Ending::Limit(reason) => {
                // The last reports of all workers are added below.
                let queued = self.queue.len() as u64;
                reasons = reasons.without_paths();
                reasons.extend(self.reasons.clone());
                reasons.extend(reason.map(|it| (it, queued)));
                set_aside = self.set_aside + queued;
            }
        }
        for member in &mut self.members {
            let has_ended = member.last.is_some();
            let Some(tally) = member.last.take().or(member.done.take()) else {
                set_aside += u64::from(is_limit);
                continue;
            };
            if is_limit {
                set_aside += tally.stats.paths.set_aside + u64::from(!has_ended);
                // The coordinator has its own reason for these.
                let is_own = |reason: &Reason| {
                    !matches!(
                        reason.kind,
                        ReasonKind::Interrupted | ReasonKind::FailureLimit
                    )
                };
                let all = tally.reasons.clone().into_iter();
                reasons.extend(all.filter(|(it, _)| is_own(it)));
            }
            self.driver.adopt(tally);
        }
        for (_, tally) in &mut self.gone {
            if let Some(tally) = tally.take() {
                if is_limit {
                    set_aside += tally.stats.paths.set_aside;
                    reasons.extend(tally.reasons.clone());
                }
                self.driver.adopt(tally);
            }
        }
        stats.paths.set_aside = set_aside;
        if is_complete && let Some(shared) = stats.shares.first_mut() {
            shared.ended = true;
            shared.decided = reasons.is_empty() && set_aside == 0;
        }
        self.driver.conclude_shared(stats, reasons);
        if !is_limit {
            self.driver.end_journal();
        }
        self.kill_all();
    }

    /// Waits for the last reports of all workers, but not for long.
    fn wait_for_last_reports(&mut self) {
        let end = Instant::now() + GRACE;
        let mut is_gone = vec![false; self.members.len()];
        loop {
            let waits = |(member, is_gone): &(&Member, &bool)| member.last.is_none() && !**is_gone;
            let waited: Vec<_> = self.members.iter().zip(&is_gone).filter(waits).collect();
            if waited.is_empty() || Instant::now() >= end {
                return;
            }
            let links = waited.iter().map(|(member, _)| &member.process.link);
            process::wait_for(links, PATIENCE.get());
            for (position, is_gone) in is_gone.iter_mut().enumerate() {
                let mut reports = Vec::new();
                let link = &mut self.members[position].process.link;
                *is_gone |= !link.receive(&mut reports);
                for report in reports {
                    self.note(position, report);
                }
            }
        }
    }

    fn kill_all(&mut self) {
        self.members.iter().for_each(|it| it.process.kill());
        for member in self.members.drain(..) {
            member.process.wait();
        }
    }
}

/// Paths that workers have sent.
fn as_tree(paths: &[Trail<Decision>]) -> Paths {
    Paths::of(paths).expect("paths that a worker has sent have not merged")
}

/// The memory limit of each worker, so that all together keep to that of the exploration: what
/// they share, and a part of the rest. `None` if that is too little.
fn share_of_memory(driver: &Driver) -> Option<u64> {
    let shared = resident_bytes().unwrap_or(0);
    let limit = driver.options.budget.memory_bytes;
    let own = limit.checked_sub(shared)? / driver.options.workers as u64;
    (own >= LEAST_MEMORY).then_some(shared + own)
}
