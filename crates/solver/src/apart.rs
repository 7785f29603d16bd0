//! Library calls in processes of their own, for those that may neither return nor stop in time.
//!
//! A process is a copy of this one, made for one call: it has all data of the call, and nothing has
//! to be sent but the result. Making it takes some milliseconds for each gigabyte that this process
//! has. A call that exceeds a limit ends with its process, and all of its memory is free again.

use std::io;
use std::iter;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::process::{self, Process, Side};
use crate::worker::{Bounds, Call, Watch, resident_bytes, resident_bytes_of};

/// Most memory that this process and one of a call had together.
static PEAK: AtomicU64 = AtomicU64::new(0);

/// The most memory, in bytes, that this process and one that it made for a query had together.
pub fn peak_bytes() -> u64 {
    PEAK.load(Ordering::Relaxed)
}

/// What a copy of this process had together with others begins anew.
pub(crate) fn forget_peak() {
    PEAK.store(0, Ordering::Relaxed);
}

/// Makes a call in a process of its own, within limits. Other threads should be idle and hold no
/// locks, which nobody would release in the copy.
///
/// # Errors
/// When the system has no room for another process.
pub fn call<R: Serialize + DeserializeOwned>(
    bounds: &Bounds,
    time: Duration,
    job: impl FnOnce() -> R,
) -> io::Result<Call<R>> {
    let shared = resident_bytes().unwrap_or(0);
    match process::fork()? {
        Side::Child(link) => {
            let result = catch_unwind(AssertUnwindSafe(job));
            let is_sent = result.is_ok_and(|result| link.send(&result));
            process::exit(i32::from(!is_sent));
        }
        Side::Parent(process) => Ok(wait(process, Watch::new(bounds, time), shared)),
    }
}

/// Waits for the result of a process, which had so many bytes in common with this one at first, and
/// ends it.
fn wait<R: DeserializeOwned>(mut process: Process, mut watch: Watch, shared: u64) -> Call<R> {
    let name = process.id().to_string();
    let mut results = Vec::new();
    let mut is_open = true;
    while is_open && results.is_empty() && watch.limit.is_none() {
        process::wait_for(iter::once(&process.link), watch.wait());
        is_open = process.link.receive(&mut results);
        if results.is_empty() {
            let own = resident_bytes_of(&name).unwrap_or(0).saturating_sub(shared);
            let all = own + resident_bytes().unwrap_or(0);
            PEAK.fetch_max(all, Ordering::Relaxed);
            watch.note_elsewhere(own);
            watch.exceeded();
        }
    }
    process.kill();
    process.wait();
    Call {
        limit: watch.limit.filter(|_| results.is_empty()),
        result: results.pop(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::Limit;
    use std::time::Instant;

    const ANY_TIME: Duration = Duration::from_secs(600);

    fn bounds(memory_bytes: u64) -> Bounds {
        Bounds {
            interrupt: Default::default(),
            memory_bytes,
        }
    }

    #[test]
    fn a_call_that_never_ends_is_ended() {
        let time = Duration::from_millis(50);
        let start = Instant::now();
        let call = call(&bounds(u64::MAX), time, || -> u32 {
            loop {
                std::hint::black_box(());
            }
        });
        let call = call.unwrap();
        assert_eq!((call.result, call.limit), (None, Some(Limit::Time(time))));
        assert!(start.elapsed() < Duration::from_secs(20));
    }

    #[test]
    fn a_call_has_the_data_of_this_process_and_gives_its_result_back() {
        let data: Vec<u32> = (0..1000).collect();
        let call = call(&bounds(u64::MAX), ANY_TIME, || data.iter().sum::<u32>() + 1);
        let call = call.unwrap();
        assert_eq!((call.result, call.limit), (Some(499_501), None));
    }

    #[test]
    fn memory_of_a_call_counts_and_is_given_back() {
        let before = resident_bytes().unwrap();
        let most = before + (64 << 20);
        let call = call(&bounds(most), ANY_TIME, || {
            let mut kept = Vec::new();
            loop {
                kept.push(vec![1u8; 1 << 20]);
                std::hint::black_box(&kept);
            }
        });
        let call: Call<u32> = call.unwrap();
        assert_eq!((call.result, call.limit), (None, Some(Limit::Memory)));
        assert!(peak_bytes() > most);
    }

    #[test]
    fn a_call_that_panics_has_no_result() {
        let call = call(&bounds(u64::MAX), ANY_TIME, || -> u32 { panic!("a fault") });
        let call = call.unwrap();
        assert_eq!((call.result, call.limit), (None, None));
    }
}
