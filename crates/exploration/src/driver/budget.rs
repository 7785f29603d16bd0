//! Enforces the limits of an exploration.
//!
//! A single instruction may take long (tables and ranges at symbolic offsets): if its estimate
//! exceeds what is left, that is a reason ([`Watch::limit`]). Any other work that takes too long is
//! cancelled: the states of that turn are set aside, with a reason, and the solver is restarted.

use crate::options::Options;
use crate::outcome::{Reason, ReasonKind, Stats};
use sheaf_solver::process::processor_seconds;
use sheaf_solver::{calls_left_running, resident_bytes};
use sheaf_term::cancel;
use std::cell::Cell;
use std::rc::Rc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

sheaf_tuning::constants! {
    /// Time between two checks of the process's memory.
    MEMORY_INTERVAL: Duration = 20, 2 => 200, "ms";
}

/// The approximate time and bytes of a term in instructions that create very many, as measured with
/// large tables at symbolic indices.
const TERM: (Duration, u64) = (Duration::from_nanos(1500), 250);

sheaf_tuning::constants! {
    /// The fraction of the memory limit by which one instruction may exceed it.
    SPARE_PART: u64 = 16, 1 => 256, "one in so many parts";
    /// The fraction of the memory limit by which a turn may exceed it before it is cancelled.
    CANCEL_PART: u64 = 2, 1 => 32, "one in so many parts";
    /// How long a turn may continue after the time limit before it is cancelled: most end by
    /// themselves.
    CANCEL_TIME: Duration = 100, 10 => 1000, "ms";
    /// The minimum time for replaying a failure, even if the exploration has none left.
    LEAST_REPLAY: Duration = 500, 50 => 5000, "ms";
    /// How long an abandoned solver call may take to release its memory.
    LEFT_CALL: Duration = 300, 30 => 3000, "ms";
    /// An exploration that waits for others (solvers in processes of their own, a busy machine) is
    /// divided after so many times the time that one which does not wait may take.
    WAITING: u32 = 10, 1 => 160, "times";
}

/// Watches the limits.
pub struct Watch<'a> {
    pub(super) options: &'a Options,
    start: Instant,
    /// The processor time of this process at the start, in seconds.
    processor_start: f64,
    /// The deadline; `None` if there is none.
    end: Option<Instant>,
    memory_checked: Cell<Instant>,
    memory_bytes: Cell<u64>,
    /// Whether the last check within an instruction found a limit exceeded that was not handled
    /// yet.
    noticed: Cell<bool>,
}

impl<'a> Watch<'a> {
    /// A watch that starts now.
    pub fn new(options: &'a Options) -> Self {
        let now = Instant::now();
        Watch {
            options,
            start: now,
            processor_start: processor_seconds(),
            end: options.budget.end(now),
            memory_checked: Cell::new(now),
            memory_bytes: Cell::new(0),
            noticed: Cell::new(false),
        }
    }

    /// Whether this process has worked for so long, or has waited for much longer. What else the
    /// machine does hardly matters.
    pub fn has_worked(&self, time: Duration) -> bool {
        let elapsed = self.elapsed();
        let worked = || processor_seconds() - self.processor_start;
        elapsed >= time && (elapsed >= time * WAITING.get() || worked() >= time.as_secs_f64())
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// The deadline of the last query: shortly after the time limit.
    pub fn last_query(&self) -> Option<Instant> {
        self.end?.checked_add(Duration::from_millis(1))
    }

    /// Remaining time.
    pub fn left(&self) -> Duration {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        self.end.map_or(Duration::MAX / 2, left)
    }

    /// The limit after which a state's turn is cancelled: it runs past the end of the exploration,
    /// or exceeds the memory limit by far.
    pub fn cancellation(&self) -> cancel::Limit {
        let budget = &self.options.budget;
        let end = self.end.and_then(|end| end.checked_add(CANCEL_TIME.get()));
        let most = budget
            .memory_bytes
            .saturating_add(budget.memory_bytes / CANCEL_PART.get());
        let interrupt = self.options.interrupt.clone();
        let checked = Cell::new(Instant::now());
        Rc::new(move || {
            let now = Instant::now();
            if interrupt.load(Ordering::Relaxed) || end.is_some_and(|end| now >= end) {
                return true;
            }
            if now.saturating_duration_since(checked.get()) < MEMORY_INTERVAL.get() {
                return false;
            }
            checked.set(now);
            resident_bytes().is_some_and(|bytes| bytes > most)
        })
    }

    /// The reason why the exploration has to end now, if any.
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

    /// The limit that is exceeded, or would be by creating this many terms. For frequent use:
    /// memory is checked only occasionally. Terms may exceed the limit by a fraction, because other
    /// states can be parked.
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
        let spare = budget.memory_bytes / SPARE_PART.get();
        if needed > spare || self.memory_checked.get().elapsed() >= MEMORY_INTERVAL.get() {
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

    /// Returns freed memory to the system, so that it does not count as used.
    pub fn give_back(&self) {
        give_back_memory();
        self.look_at_memory();
    }

    /// Whether the process exceeds its memory limit; checked only occasionally.
    pub fn out_of_memory(&self) -> bool {
        if !self.noticed.replace(false)
            && self.memory_checked.get().elapsed() < MEMORY_INTERVAL.get()
        {
            return false;
        }
        self.look_at_memory();
        if self.is_over_memory() {
            self.give_back();
        }
        self.is_over_memory()
    }

    /// Whether states have to be parked before the current one continues.
    pub fn is_short_of_memory(&self) -> bool {
        let short = self.out_of_memory();
        self.noticed.set(short);
        short
    }

    /// The reason for ending the exploration if an abandoned solver call holds the memory, so that
    /// parking states does not help.
    pub fn starved(&self) -> Option<Reason> {
        if calls_left_running() == 0 || !self.out_of_memory() {
            return None;
        }
        let start = Instant::now();
        while calls_left_running() > 0 && start.elapsed() < LEFT_CALL.get() {
            std::thread::sleep(Duration::from_millis(10));
        }
        self.give_back();
        let reason = self.want_of_memory();
        let detail = format!("{}, used by a query that does not end", reason.detail);
        self.is_over_memory().then_some(Reason { detail, ..reason })
    }

    /// Time that replaying a failure may take now.
    pub fn replay_time(&self) -> Duration {
        self.left().max(LEAST_REPLAY.get())
    }

    /// The reason for a lack of memory.
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

    /// Checks the process's memory now.
    pub fn look_at_memory(&self) {
        self.memory_checked.set(Instant::now());
        self.memory_bytes.set(resident_bytes().unwrap_or(0));
    }

    /// Peak memory of the process, in bytes, with that of queries in processes of their own.
    pub fn peak_bytes(&self) -> u64 {
        let peak = peak_resident_bytes().unwrap_or(self.memory_bytes.get());
        peak.max(sheaf_solver::peak_bytes())
    }
}

/// The reason that the next instruction would exceed a limit.
fn beyond(reason: Reason) -> Reason {
    let detail = format!(
        "{}; an instruction would take more than is left",
        reason.detail
    );
    Reason { detail, ..reason }
}

/// Makes the allocators, that of Rust and that of C libraries, return freed memory to the system;
/// otherwise it would still count as used.
fn give_back_memory() {
    // SAFETY: mi_collect may be called at any time from any thread.
    unsafe {
        libmimalloc_sys::mi_collect(true);
    }
    #[cfg(target_env = "gnu")]
    // SAFETY: malloc_trim may be called at any time from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Peak resident memory of this process.
fn peak_resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}
