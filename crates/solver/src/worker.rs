//! A thread for library calls that may not return in time.
//!
//! A library polls its limits rarely. While it rewrites a formula or builds a circuit, minutes and
//! gigabytes can go by. So its calls run on a separate thread: a call that exceeds a limit is asked
//! to stop, and if it does not, it is abandoned and the caller continues. A running call owns its
//! data; an abandoned one drops them when it returns. Handing a query over takes some ten
//! microseconds.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// Stack size of the thread: libraries may recurse as deeply as terms are.
const STACK_BYTES: usize = 256 << 20;

sheaf_tuning::constants! {
    /// Interval between checks of the limits of a call.
    PATIENCE: Duration = 10, 1 => 100, "ms";
    /// Memory that a call may use beyond the process's current memory if the limit is nearly
    /// reached already, as a fraction of the limit.
    MEMORY_PART: u64 = 16, 1 => 256, "one in so many parts";
}

/// Number of abandoned calls that still run.
static LEFT: AtomicUsize = AtomicUsize::new(0);

/// Number of calls in the process that were abandoned because they exceeded a limit, and that still
/// run.
pub fn calls_left_running() -> usize {
    LEFT.load(Ordering::SeqCst)
}

/// Limits of every call, besides its own time limit.
#[derive(Clone, Debug)]
pub struct Bounds {
    /// Set to interrupt all calls.
    pub interrupt: Arc<AtomicBool>,
    /// Resident memory of the process, in bytes.
    pub memory_bytes: u64,
}

/// A limit that a call exceeded.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Limit {
    /// It took longer than this.
    Time(Duration),
    /// The process exceeded its memory limit.
    Memory,
    /// It was interrupted.
    Interrupt,
}

impl Limit {
    /// The same limit of a query that began earlier and had this time.
    pub fn for_query(self, time: Duration) -> Limit {
        match self {
            Limit::Time(_) => Limit::Time(time),
            other => other,
        }
    }
}

impl fmt::Display for Limit {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Time(time) => write!(out, "no answer within {} s", time.as_secs_f64()),
            Limit::Memory => out.write_str("no answer within the memory limit"),
            Limit::Interrupt => out.write_str("interrupted"),
        }
    }
}

/// The outcome of a call.
pub struct Call<R> {
    /// Its result; `None` if it was abandoned, or panicked.
    pub result: Option<R>,
    /// The limit that it exceeded, if any.
    pub limit: Option<Limit>,
}

impl<R> Call<R> {
    /// An outcome without a result.
    fn without(limit: Option<Limit>) -> Call<R> {
        Call {
            result: None,
            limit,
        }
    }
}

/// A thread with private state for its calls.
pub struct Worker<S> {
    start: fn() -> S,
    /// `None` until the first call, and after one was abandoned.
    thread: Option<Thread<S>>,
}

type Job<S> = Box<dyn FnOnce(&mut S) + Send>;

struct Thread<S> {
    jobs: Sender<Job<S>>,
    shared: Arc<Shared>,
    handle: JoinHandle<()>,
}

/// Data shared by the thread and its owner.
#[derive(Default)]
struct Shared {
    /// The thread id of the system.
    id: AtomicI32,
    left: AtomicBool,
}

impl<S: 'static> Worker<S> {
    /// A worker whose state is created by `start`, on its thread, before the first call and after
    /// one was abandoned.
    pub fn new(start: fn() -> S) -> Worker<S> {
        Worker {
            start,
            thread: None,
        }
    }

    /// Makes a call and waits for it, up to its limits and a little more. `stop` asks it to stop,
    /// possibly several times.
    pub fn call<R: Send + 'static>(
        &mut self,
        bounds: &Bounds,
        time: Duration,
        stop: impl Fn(),
        job: impl FnOnce(&mut S) -> R + Send + 'static,
    ) -> Call<R> {
        let (back, answer) = mpsc::channel();
        let job: Job<S> = Box::new(move |state| {
            // The receiver is gone if the call was abandoned; then the result is dropped here.
            let _ = back.send(job(state));
        });
        let sent = self.thread().map(|thread| thread.jobs.send(job));
        if !matches!(sent, Some(Ok(()))) {
            self.thread = None;
            return Call::without(None);
        }
        let mut watch = Watch::new(bounds, time);
        loop {
            match answer.recv_timeout(watch.wait()) {
                Ok(result) => {
                    return Call {
                        result: Some(result),
                        limit: watch.limit,
                    };
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.thread = None;
                    return Call::without(None);
                }
            }
            if watch.exceeded() {
                stop();
            }
            if watch.is_over() {
                self.leave();
                return Call::without(watch.limit);
            }
        }
    }

    /// The thread; `None` if it cannot be created.
    fn thread(&mut self) -> Option<&Thread<S>> {
        if self.thread.is_none() {
            self.thread = Thread::new(self.start);
        }
        self.thread.as_ref()
    }

    /// Ends the thread, which has no call, and waits for that.
    pub fn end(&mut self) {
        if let Some(Thread { jobs, handle, .. }) = self.thread.take() {
            drop(jobs);
            let _ = handle.join();
        }
    }

    /// Abandons the current call.
    fn leave(&mut self) {
        if let Some(thread) = self.thread.take() {
            LEFT.fetch_add(1, Ordering::SeqCst);
            thread.shared.left.store(true, Ordering::SeqCst);
            yield_to_others(thread.shared.id.load(Ordering::SeqCst));
        }
    }
}

impl<S: 'static> Thread<S> {
    fn new(start: fn() -> S) -> Option<Thread<S>> {
        let (jobs, queue) = mpsc::channel::<Job<S>>();
        let shared = Arc::new(Shared::default());
        let own = shared.clone();
        let work = move || {
            own.id.store(current_thread(), Ordering::SeqCst);
            let mut state = start();
            for job in queue {
                job(&mut state);
            }
            drop(state);
            if own.left.load(Ordering::SeqCst) {
                LEFT.fetch_sub(1, Ordering::SeqCst);
            }
        };
        let builder = thread::Builder::new().stack_size(STACK_BYTES);
        let handle = builder.spawn(work).ok()?;
        Some(Thread {
            jobs,
            shared,
            handle,
        })
    }
}

/// Watches the limits of one call.
pub struct Watch<'a> {
    bounds: &'a Bounds,
    /// The memory that the call uses outside of this process, in bytes.
    elsewhere: u64,
    time: Duration,
    start: Instant,
    /// Maximum resident memory; `None` before the first check, which most calls do not reach.
    memory: Option<u64>,
    /// The limit that was exceeded.
    pub limit: Option<Limit>,
    /// When the call is abandoned.
    end: Instant,
}

impl Watch<'_> {
    /// Limits that count from now on.
    pub fn new(bounds: &Bounds, time: Duration) -> Watch<'_> {
        let start = Instant::now();
        Watch {
            bounds,
            elsewhere: 0,
            time,
            start,
            memory: None,
            limit: None,
            end: start,
        }
    }

    /// Notes how much memory the call uses outside of this process.
    pub fn note_elsewhere(&mut self, bytes: u64) {
        self.elsewhere = bytes;
    }

    /// Time until the next check.
    pub fn wait(&self) -> Duration {
        match self.limit {
            None => PATIENCE
                .get()
                .min(self.time.saturating_sub(self.start.elapsed())),
            Some(_) => PATIENCE.get(),
        }
    }

    /// Checks whether a limit is exceeded.
    pub fn exceeded(&mut self) -> bool {
        if self.limit.is_none() {
            self.limit = self.look();
            // A call that takes too much memory would continue to allocate.
            let grace = match self.limit {
                Some(Limit::Memory) => Duration::ZERO,
                _ => grace(self.time),
            };
            self.end = Instant::now() + grace;
        }
        self.limit.is_some()
    }

    fn look(&mut self) -> Option<Limit> {
        if self.bounds.interrupt.load(Ordering::Relaxed) {
            return Some(Limit::Interrupt);
        }
        if self.start.elapsed() >= self.time {
            return Some(Limit::Time(self.time));
        }
        let bytes = resident_bytes().unwrap_or(0) + self.elsewhere;
        let limit = self.bounds.memory_bytes;
        let most = *self
            .memory
            .get_or_insert_with(|| limit.max(bytes.saturating_add(limit / MEMORY_PART.get())));
        (bytes > most).then_some(Limit::Memory)
    }

    fn is_over(&self) -> bool {
        self.limit.is_some() && Instant::now() >= self.end
    }
}

/// How long a call may take to stop.
fn grace(time: Duration) -> Duration {
    (time / 10).clamp(Duration::from_millis(100), Duration::from_millis(300))
}

/// Resident memory of this process in bytes, if available.
pub fn resident_bytes() -> Option<u64> {
    resident_bytes_of("self")
}

/// Resident memory of a process in bytes, if available.
pub fn resident_bytes_of(process: &str) -> Option<u64> {
    let statm = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = statm.split_whitespace().nth(1)?.parse().ok()?;
    Some(pages * 4096)
}

/// The thread id of the system; 0 if not available.
fn current_thread() -> i32 {
    #[cfg(target_os = "linux")]
    // SAFETY: the call has no preconditions.
    return unsafe { libc::gettid() };
    #[cfg(not(target_os = "linux"))]
    0
}

/// Lowers the priority of a thread to the minimum.
fn yield_to_others(thread: i32) {
    #[cfg(target_os = "linux")]
    // 0 would be the calling thread.
    if thread != 0 {
        // SAFETY: the call has no preconditions.
        unsafe { libc::setpriority(libc::PRIO_PROCESS, thread.cast_unsigned(), 19) };
    }
    #[cfg(not(target_os = "linux"))]
    let _ = thread;
}
