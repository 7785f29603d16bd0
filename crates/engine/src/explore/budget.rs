//! Keeps the limits of an exploration.

use crate::options::Options;
use crate::outcome::{Reason, ReasonKind, Stats};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Time between two looks at the process's memory.
const MEMORY_INTERVAL: Duration = Duration::from_millis(20);

/// Watches the limits.
pub struct Watch<'a> {
    options: &'a Options,
    start: Instant,
    memory_checked: Instant,
    memory_bytes: u64,
    peak_bytes: u64,
}

impl<'a> Watch<'a> {
    /// A watch that starts now.
    pub fn new(options: &'a Options) -> Self {
        let now = Instant::now();
        Watch {
            options,
            start: now,
            memory_checked: now,
            memory_bytes: 0,
            peak_bytes: 0,
        }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Time that one solver query may take: its own limit, or what is left of the whole.
    pub fn query_time(&self) -> Duration {
        let left = self.options.budget.time.saturating_sub(self.elapsed());
        self.options
            .budget
            .solver_time
            .min(left + Duration::from_millis(1))
    }

    /// Why the exploration has to end now, if it has to.
    pub fn over(&self, stats: &Stats) -> Option<Reason> {
        let budget = &self.options.budget;
        let (kind, detail) = if self.options.interrupt.load(Ordering::Relaxed) {
            (ReasonKind::Interrupted, "stopped by the user".to_string())
        } else if self.elapsed() >= budget.time {
            (
                ReasonKind::TimeLimit,
                format!("{} s", budget.time.as_secs_f64()),
            )
        } else if budget
            .instructions
            .is_some_and(|limit| stats.instructions >= limit)
        {
            (
                ReasonKind::InstructionLimit,
                format!("{} instructions", stats.instructions),
            )
        } else {
            return None;
        };
        Some(Reason {
            kind,
            detail,
            loc: None,
        })
    }

    /// Whether the process takes more memory than it may; looks only now and then.
    pub fn out_of_memory(&mut self) -> bool {
        if self.memory_checked.elapsed() < MEMORY_INTERVAL {
            return false;
        }
        self.look_at_memory();
        if self.memory_bytes > self.options.budget.memory_bytes {
            give_back_memory();
            self.look_at_memory();
        }
        self.memory_bytes > self.options.budget.memory_bytes
    }

    /// Looks at the process's memory now.
    pub fn look_at_memory(&mut self) {
        self.memory_checked = Instant::now();
        self.memory_bytes = resident_bytes().unwrap_or(0);
        self.peak_bytes = self.peak_bytes.max(self.memory_bytes);
    }

    /// The most memory that the process took, in bytes.
    pub fn peak_bytes(&self) -> u64 {
        peak_resident_bytes().unwrap_or(self.peak_bytes)
    }
}

/// Asks the allocator to return what was freed to the system; otherwise it would still count as taken.
fn give_back_memory() {
    #[cfg(target_env = "gnu")]
    // SAFETY: malloc_trim may be called at any time from any thread.
    unsafe {
        libc::malloc_trim(0);
    }
}

/// Resident memory of this process.
fn resident_bytes() -> Option<u64> {
    let statm = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// The largest resident memory that this process had.
fn peak_resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kibibytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kibibytes * 1024)
}
