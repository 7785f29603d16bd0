//! Checkpoints: what waits and the result of all else, several times in a second, for a session
//! that resumes the exploration ([`crate::journal`]).

use super::Driver;
use super::audience::Audience;
use super::parking::{Parked, Parking};
use crate::coverage::Recorder;
use crate::frontier::Tally;
use crate::journal::{Checkpoint, Saved, Segment, Waiting, is_of_session};
use crate::outcome::{Reason, Reasons, Stats};
use crate::state::{Decision, State, Trail};
use crate::{Explorer, StateId};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use rustc_hash::FxHashSet;
use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

sheaf_tuning::constants! {
    /// Writing checkpoints takes at most one of so many parts of the time, unless the time between
    /// two would be longer than [`MOST`].
    PARTS: u32 = 50, 1 => 800, "one in so many parts";
    /// The longest time between two checkpoints for the sake of [`PARTS`].
    MOST: Duration = 900, 90 => 9000, "ms";
    /// The number of waiting states up to which resumed paths are executed again, in every second
    /// turn, so that the searcher has a choice.
    CHOICE: usize = 1 << 10, 1 => 1 << 14, "states";
}

/// The checkpoints of this process.
pub(super) struct Checkpoints {
    folder: PathBuf,
    segment: Segment,
    due: Instant,
    /// The last one that the journal does not have yet.
    new: Option<Saved>,
    /// The number of waiting states in the last one that are not parked.
    waiting: usize,
    /// Parked states of which the file knows.
    parked: FxHashSet<StateId>,
    /// Whether something was left out because this session ends.
    is_spoiled: bool,
    /// What the journal has as executed.
    told: Recorder,
    left: Left,
}

/// What is recorded for later sessions, and what earlier ones have left.
#[derive(Default)]
pub(crate) struct Sessions {
    /// What is recorded, unless that has failed.
    checkpoints: Option<Checkpoints>,
    failed: Option<io::Error>,
    /// The statistics of earlier sessions.
    pub(super) past: Option<Box<Stats>>,
    /// Whether parked paths are those of an earlier session, and whether the last turn was one of
    /// them.
    pub(super) takes_back: bool,
    took_back: bool,
}

/// Paths that were left out because of limits that another session may raise: they wait for it.
#[derive(Default)]
struct Left {
    paths: Vec<(StateId, Trail<Decision>)>,
    /// The number of those that are recorded.
    recorded: usize,
    reasons: Reasons,
}

impl Driver<'_> {
    /// Begins with what an earlier session has left, if there is one, or with the initial state.
    pub fn begin(&mut self, explorer: &mut dyn Explorer, first: State) {
        let is_recordable = self.is_recordable(explorer);
        let mut told = Recorder::new(self.program.module());
        let mut waiting = None;
        if let Some(journal) = self.audience.observer.journal() {
            journal.marks().iter().for_each(|mark| told.mark(*mark));
            for finding in journal.findings() {
                self.findings
                    .know(finding.failure.kind, finding.failure.loc);
                self.findings.confirmed.push(finding.clone());
                self.stats.failures += 1;
            }
            self.stats.resumed = journal.resumed();
            waiting = journal.take_waiting().filter(|_| is_recordable);
            if is_recordable {
                self.sessions.checkpoints = match Segment::create(journal.folder(), 0) {
                    Ok(segment) => Some(Checkpoints {
                        folder: journal.folder().to_path_buf(),
                        segment,
                        due: Instant::now() + self.options.checkpoints_after / 2,
                        new: None,
                        waiting: 0,
                        parked: FxHashSet::default(),
                        is_spoiled: false,
                        told,
                        left: Left::default(),
                    }),
                    Err(error) => {
                        journal.fail(error);
                        None
                    }
                };
            }
        }
        match waiting {
            Some(waiting) => self.resume_exploration(explorer, first, waiting),
            None => {
                self.report_seeds();
                explorer.add(self, first);
            }
        }
        self.restart_journal(explorer);
    }

    /// Whether the waiting states can be recorded as decisions. Not where an observer looks at
    /// states, where tables belong to the process, and where iterations of loops are skipped.
    fn is_recordable(&self, explorer: &mut dyn Explorer) -> bool {
        let plan = self.options.plan.single();
        !self.audience.wants_moments()
            && !self.audience.wants_suite()
            && plan.indexing.is_none()
            && !plan.summarizes_loops
            && explorer.shares().is_some_and(|it| it.is_recordable())
    }

    /// Goes on with paths of an earlier session.
    fn resume_exploration(&mut self, explorer: &mut dyn Explorer, first: State, waiting: Waiting) {
        let Waiting { paths, tally } = waiting;
        if let Some(journal) = self.audience.observer.journal() {
            journal
                .marks()
                .iter()
                .for_each(|mark| self.recorder.mark(*mark));
        }
        self.audience.marks_told = self.recorder.marks;
        self.account.set_aside = tally.stats.paths.set_aside;
        self.account.reasons = tally.reasons.clone();
        let mut past = tally.stats.clone();
        past.paths.set_aside = 0;
        past.shares.clear();
        self.sessions.past = Some(Box::new(past));
        self.adopt(tally);
        // The searcher gets a sample of them first; of the others, neighbors follow each other.
        let mut random = SmallRng::seed_from_u64(self.options.seed);
        let sample =
            rand::seq::index::sample(&mut random, paths.len(), CHOICE.get().min(paths.len()));
        let sample: FxHashSet<usize> = sample.into_iter().collect();
        let (sample, rest): (Vec<_>, Vec<_>) = paths
            .into_iter()
            .enumerate()
            .partition(|(at, _)| sample.contains(at));
        for paths in [rest, sample] {
            self.park_paths(paths.into_iter().map(|(_, path)| path).collect());
        }
        self.sessions.takes_back = true;
        if let Some(shares) = explorer.shares() {
            shares.resume(self, first);
        }
    }

    /// Makes a journal that was resumed the one of this session.
    fn restart_journal(&mut self, explorer: &mut dyn Explorer) {
        let journal = self.audience.observer.journal();
        if !journal.is_some_and(|journal| journal.is_resumed()) {
            return;
        }
        self.save(explorer);
        let elapsed = self.watch.elapsed();
        let checkpoint = self.sessions.checkpoint(&mut self.audience, elapsed);
        if let Some(journal) = self.audience.observer.journal() {
            journal.restart(checkpoint);
        }
    }

    /// Writes a checkpoint, unless something was left out for this session only.
    pub(crate) fn save(&mut self, explorer: &mut dyn Explorer) {
        if let Some(mut checkpoints) = self.sessions.checkpoints.take() {
            let saved = checkpoints.save(self, explorer);
            self.sessions.keep(checkpoints, saved);
        }
    }

    /// Begins a new file, and writes a checkpoint. Returns it, with the number of its paths that are
    /// not parked, which are the first ones; `None` if that was not possible.
    pub(crate) fn save_anew(&mut self, explorer: &mut dyn Explorer) -> Option<(Saved, usize)> {
        self.sessions.renew();
        self.save(explorer);
        let saved = self.sessions.saved_or_failed(&mut self.audience)?;
        Some((saved, self.sessions.checkpoints.as_ref()?.waiting))
    }

    /// Adds the last checkpoint of this process to the journal, if it is new.
    pub fn commit(&mut self) {
        let elapsed = self.watch.elapsed();
        if let Some(checkpoint) = self.sessions.checkpoint(&mut self.audience, elapsed) {
            self.record(checkpoint);
        }
    }

    /// Adds a checkpoint to the journal.
    pub(crate) fn record(&mut self, checkpoint: Checkpoint) {
        let marks = match &mut self.sessions.checkpoints {
            Some(checkpoints) => checkpoints
                .told
                .learn(self.completions.executed(&self.recorder)),
            None => Vec::new(),
        };
        if let Some(journal) = self.audience.observer.journal() {
            journal.checkpoint(checkpoint, marks);
        }
    }

    /// The exploration has ended. It can be resumed if something was left out for this session.
    pub fn end_journal(&mut self) {
        if !self.sessions.is_spoiled()
            && self.sessions.left_count() == 0
            && !self.account.reasons.iter().any(is_of_session)
            && let Some(journal) = self.audience.observer.journal()
        {
            journal.end();
        }
    }
}

impl Sessions {
    /// Whether a parked path of an earlier session is executed again now, rather than one of so
    /// many waiting states; so many paths are parked.
    pub fn takes_back(&mut self, waiting: usize, parked: usize) -> bool {
        let is_wanted = self.takes_back && waiting < CHOICE.get() && parked > 0;
        self.took_back = is_wanted && !self.took_back;
        self.took_back
    }

    /// The statistics of all sessions, given those of this one.
    pub fn in_total(&self, mut stats: Stats) -> Stats {
        if let Some(past) = &self.past {
            stats.add_session(past);
        }
        stats
    }

    /// The result of earlier sessions, with the time of this one.
    pub fn tally(&self, elapsed: Duration) -> Tally {
        let mut stats = self.past.as_deref().cloned().unwrap_or_default();
        stats.seconds += elapsed.as_secs_f64();
        Tally {
            stats,
            ..Tally::default()
        }
    }

    /// From now on, this session leaves out what another one must explore.
    pub fn spoil(&mut self) {
        if let Some(checkpoints) = &mut self.checkpoints {
            checkpoints.is_spoiled = true;
        }
    }

    /// Whether this session has left out what another one must explore.
    pub fn is_spoiled(&self) -> bool {
        self.checkpoints.as_ref().is_some_and(|it| it.is_spoiled)
    }

    /// A path is left out, and counted as set aside, for a reason that another session may not
    /// have.
    pub(super) fn leave(&mut self, id: StateId, path: Trail<Decision>, reason: &Reason) {
        if let Some(checkpoints) = &mut self.checkpoints {
            checkpoints.left.paths.push((id, path));
            checkpoints.left.reasons.insert(reason.clone());
        }
    }

    /// The number of paths that were left out for another session.
    fn left_count(&self) -> usize {
        let checkpoints = self.checkpoints.as_ref();
        checkpoints.map_or(0, |it| it.left.paths.len())
    }

    /// Whether it is time for a checkpoint.
    pub(super) fn is_due(&self) -> bool {
        let checkpoints = self.checkpoints.as_ref();
        checkpoints.is_some_and(|it| Instant::now() >= it.due)
    }

    /// The last checkpoint of this process if it is new, or why there will be none any more.
    pub fn saved(&mut self) -> Result<Option<Saved>, io::Error> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => Ok(self.checkpoints.as_mut().and_then(|it| it.new.take())),
        }
    }

    /// The same; if there will be none any more, the journal is told.
    fn saved_or_failed(&mut self, audience: &mut Audience) -> Option<Saved> {
        match self.saved() {
            Ok(saved) => saved,
            Err(error) => {
                audience.fail_journal(error);
                None
            }
        }
    }

    /// What the journal is told of the last checkpoint of this process, if it is new.
    fn checkpoint(&mut self, audience: &mut Audience, elapsed: Duration) -> Option<Checkpoint> {
        let saved = self.saved_or_failed(audience)?;
        Some(Checkpoint {
            files: vec![saved],
            tally: self.tally(elapsed),
            ..Checkpoint::default()
        })
    }

    /// The next checkpoint goes to a new file: that of a new worker, for example.
    pub(super) fn renew(&mut self) {
        if let Some(mut checkpoints) = self.checkpoints.take() {
            let renewed = checkpoints.renew();
            self.keep(checkpoints, renewed);
        }
    }

    /// Goes on with checkpoints, unless something has failed.
    fn keep(&mut self, checkpoints: Checkpoints, result: io::Result<()>) {
        match result {
            Ok(()) => self.checkpoints = Some(checkpoints),
            Err(error) => self.failed = Some(error),
        }
    }
}

impl Checkpoints {
    /// Begins a new file.
    fn renew(&mut self) -> io::Result<()> {
        self.segment = Segment::create(&self.folder, self.segment.last())?;
        self.due = Instant::now();
        self.new = None;
        self.left.recorded = 0;
        self.parked.clear();
        Ok(())
    }

    /// Tells the file where parked paths wait, as far as it does not know. What comes back from one
    /// has another id, so that a known one has the same path.
    fn record_parked(&mut self, parked: &Parking) -> io::Result<()> {
        let mut gone = std::mem::take(&mut self.parked);
        for (id, parked) in parked.iter() {
            self.parked.insert(id);
            match parked {
                _ if gone.remove(&id) => {}
                Parked::Path(path) => self.segment.set(id, Some(path))?,
                Parked::Paths { .. } => return Err(io::Error::other("paths that have merged")),
            }
        }
        let mut gone = gone.into_iter();
        gone.try_for_each(|id| self.segment.set(id, None))
    }

    fn save(&mut self, driver: &mut Driver, explorer: &mut dyn Explorer) -> io::Result<()> {
        let start = Instant::now();
        let Some(mut tally) = driver.shared_tally(explorer).filter(|_| !self.is_spoiled) else {
            return Ok(());
        };
        if tally.reasons.iter().any(is_of_session) {
            return Ok(());
        }
        tally
            .reasons
            .retain(|reason| !self.left.reasons.contains(reason));
        tally.stats.paths.set_aside -= self.left.paths.len() as u64;
        if self.segment.is_long() {
            self.renew()?;
        }
        let states = match explorer.shares() {
            Some(shares) => shares.record(&mut self.segment)?,
            None => 0,
        };
        self.waiting = states;
        self.record_parked(&driver.account.parked)?;
        for (id, path) in &self.left.paths[self.left.recorded..] {
            self.segment.set(*id, Some(path))?;
        }
        self.left.recorded = self.left.paths.len();
        if self.segment.waiting_count() != states + self.parked.len() + self.left.recorded {
            return Err(io::Error::other("internal error: waiting paths were lost"));
        }
        self.new = Some(self.segment.end(tally)?);
        let least = driver.options.checkpoints_after;
        self.due = Instant::now() + (start.elapsed() * PARTS.get()).min(MOST.get()).max(least);
        Ok(())
    }
}
