//! Keeps the limits of an exploration.

use crate::options::Options;
use crate::outcome::{Reason, ReasonKind, Stats};
use sheaf_solver::{calls_left_running, resident_bytes};
use sheaf_term::cancel;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Time between two looks at the process's memory.
const MEMORY_INTERVAL: Duration = Duration::from_millis(20);

/// About what a term takes where an instruction makes very many, as measured with large tables at
/// symbolic indices: time, and bytes.
const TERM: (Duration, u64) = (Duration::from_nanos(1500), 250);

/// The part of the memory that one instruction may exceed it by.
const SPARE_PART: u64 = 16;

/// The part of the memory that a turn may exceed it by before it is cancelled.
const CANCEL_PART: u64 = 2;

/// Time that a turn may go on for when the time is over, before it is cancelled: most come to an
/// end of their own.
const CANCEL_TIME: Duration = Duration::from_millis(100);

/// The least time that a failure is replayed for, even if the exploration has none left.
const LEAST_REPLAY: Duration = Duration::from_millis(500);

/// Time that a call of the solver which was left behind has for giving back its memory.
const LEFT_CALL: Duration = Duration::from_millis(300);

/// Watches the limits.
pub struct Watch<'a> {
    options: &'a Options,
    start: Instant,
    /// When the time runs out; `None` if it never does.
    end: Option<Instant>,
    memory_checked: Cell<Instant>,
    memory_bytes: Cell<u64>,
    /// Whether the last look, made on the way, found too much and nobody has acted on it.
    noticed: Cell<bool>,
}

impl<'a> Watch<'a> {
    /// A watch that starts now.
    pub fn new(options: &'a Options) -> Self {
        let now = Instant::now();
        Watch {
            options,
            start: now,
            end: options.budget.end(now),
            memory_checked: Cell::new(now),
            memory_bytes: Cell::new(0),
            noticed: Cell::new(false),
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// When the last query ends: just when the time is over.
    pub fn last_query(&self) -> Option<Instant> {
        self.end?.checked_add(Duration::from_millis(1))
    }

    /// Time that is left.
    fn left(&self) -> Duration {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        self.end.map_or(Duration::MAX / 2, left)
    }

    /// Whether a turn of a state is to be cancelled: it runs on where the exploration has to end,
    /// or takes much more memory than there is.
    pub fn cancellation(&self) -> cancel::Limit {
        let budget = &self.options.budget;
        let end = self.end.and_then(|end| end.checked_add(CANCEL_TIME));
        let most = budget
            .memory_bytes
            .saturating_add(budget.memory_bytes / CANCEL_PART);
        let interrupt = self.options.interrupt.clone();
        let checked = Cell::new(Instant::now());
        Rc::new(move || {
            let now = Instant::now();
            if interrupt.load(Ordering::Relaxed) || end.is_some_and(|end| now >= end) {
                return true;
            }
            if now.saturating_duration_since(checked.get()) < MEMORY_INTERVAL {
                return false;
            }
            checked.set(now);
            resident_bytes().is_some_and(|bytes| bytes > most)
        })
    }

    /// Why the exploration has to end now, if it has to.
    pub fn over(&self, stats: &Stats) -> Option<Reason> {
        let budget = &self.options.budget;
        let reason = |kind, detail| {
            Some(Reason {
                kind,
                detail,
                loc: None,
            })
        };
        if self.options.interrupt.load(Ordering::Relaxed) {
            return reason(ReasonKind::Interrupted, "stopped by the user".to_string());
        }
        if self.left().is_zero() {
            return Some(self.out_of_time());
        }
        if budget.failures.is_some_and(|limit| stats.failures >= limit) {
            let failures = if stats.failures == 1 {
                "failure"
            } else {
                "failures"
            };
            return reason(
                ReasonKind::FailureLimit,
                format!("{} {failures}", stats.failures),
            );
        }
        let executed = stats.instructions;
        if budget.instructions.is_some_and(|limit| executed >= limit) {
            return reason(
                ReasonKind::InstructionLimit,
                format!("{executed} instructions"),
            );
        }
        None
    }

    /// The limit that is reached, or would be by making so many terms. For whoever asks often:
    /// memory is looked at only now and then. Terms may exceed it by a part, because other states
    /// can be parked for them.
    pub fn limit(&self, stats: &Stats, terms: u64) -> Option<Reason> {
        let budget = &self.options.budget;
        if let Some(over) = self.over(stats) {
            return Some(over);
        }
        let (time, bytes) = TERM;
        let needed = time.saturating_mul(u32::try_from(terms).unwrap_or(u32::MAX));
        if needed > self.left() {
            return Some(beyond(self.out_of_time()));
        }
        let needed = terms.saturating_mul(bytes);
        let spare = budget.memory_bytes / SPARE_PART;
        if needed > spare || self.memory_checked.get().elapsed() >= MEMORY_INTERVAL {
            self.look_at_memory();
            self.noticed.set(self.is_over_memory());
        }
        if terms == 0 {
            return self.noticed.get().then(|| self.want_of_memory());
        }
        let most = budget.memory_bytes.saturating_add(spare);
        let exceeds = || self.memory_bytes.get().saturating_add(needed) > most;
        if exceeds() {
            self.give_back();
        }
        exceeds().then(|| beyond(self.want_of_memory()))
    }

    /// Returns what was freed to the system, so that it does not count as taken.
    pub fn give_back(&self) {
        give_back_memory();
        self.look_at_memory();
    }

    /// Whether the process takes more memory than it may; looks only now and then.
    pub fn out_of_memory(&self) -> bool {
        if !self.noticed.replace(false) && self.memory_checked.get().elapsed() < MEMORY_INTERVAL {
            return false;
        }
        self.look_at_memory();
        if self.is_over_memory() {
            self.give_back();
        }
        self.is_over_memory()
    }

    /// Whether states have to be parked before the current one goes on.
    pub fn is_short_of_memory(&self) -> bool {
        let short = self.out_of_memory();
        self.noticed.set(short);
        short
    }

    /// Why the exploration has to end for lack of memory: a call of the solver that was left behind
    /// takes it, so that giving up states does not help.
    pub fn starved(&self) -> Option<Reason> {
        if calls_left_running() == 0 || !self.out_of_memory() {
            return None;
        }
        let start = Instant::now();
        while calls_left_running() > 0 && start.elapsed() < LEFT_CALL {
            std::thread::sleep(Duration::from_millis(10));
        }
        self.give_back();
        let reason = self.want_of_memory();
        let detail = format!("{}, which a query takes that does not end", reason.detail);
        self.is_over_memory().then_some(Reason { detail, ..reason })
    }

    /// Time that replaying a failure may take now.
    pub fn replay_time(&self) -> Duration {
        self.left().max(LEAST_REPLAY)
    }

    /// The reason that there is no more memory.
    pub fn want_of_memory(&self) -> Reason {
        Reason {
            kind: ReasonKind::MemoryLimit,
            detail: format!("{} bytes", self.options.budget.memory_bytes),
            loc: None,
        }
    }

    fn out_of_time(&self) -> Reason {
        Reason {
            kind: ReasonKind::TimeLimit,
            detail: format!("{} s", self.options.budget.time.as_secs_f64()),
            loc: None,
        }
    }

    fn is_over_memory(&self) -> bool {
        self.memory_bytes.get() > self.options.budget.memory_bytes
    }

    /// Looks at the process's memory now.
    pub fn look_at_memory(&self) {
        self.memory_checked.set(Instant::now());
        self.memory_bytes.set(resident_bytes().unwrap_or(0));
    }

    /// The most memory that the process took, in bytes.
    pub fn peak_bytes(&self) -> u64 {
        peak_resident_bytes().unwrap_or(self.memory_bytes.get())
    }
}

/// The reason that a limit would be exceeded by what comes next.
fn beyond(reason: Reason) -> Reason {
    let detail = format!(
        "{}; an instruction would take more than is left",
        reason.detail
    );
    Reason { detail, ..reason }
}

/// Asks the allocator to return what was freed to the system; otherwise it would still count as
/// taken.
fn give_back_memory() {
    #[cfg(target_env = "gnu")]
    // SAFETY: malloc_trim may be called at any time from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// The largest resident memory that this process had.
fn peak_resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}
