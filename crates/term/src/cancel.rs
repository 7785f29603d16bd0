//! Cancellation: work that exceeds a limit unwinds to the caller that set the limit.
//!
//! Operations on terms are called from everywhere, nested in each other, and any of them may take
//! long. Each counts its steps with [`steps`], and unwinds if the limit is exceeded, so that
//! callers in between need no errors to pass on (rust-analyzer cancels its queries in the same
//! way). The caller that catches the unwinding must drop or rebuild all other data that the work
//! was changing; the terms of a pool stay valid.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Steps between two checks of the limit.
const STEPS_PER_CHECK: u32 = 1024;

thread_local! {
    static STEPS_LEFT: Cell<u32> = const { Cell::new(STEPS_PER_CHECK) };
    /// Steps counted up to the last look at the limit.
    static COUNTED: Cell<u64> = const { Cell::new(0) };
    static LIMIT: RefCell<Option<Limit>> = const { RefCell::new(None) };
}

/// Returns whether the work of this thread has to end now.
pub type Limit = Rc<dyn Fn() -> bool>;

/// The work exceeded its limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cancelled;

/// Runs `work` within a limit, which replaces the enclosing one.
///
/// # Errors
/// When the limit was exceeded.
pub fn within<T>(limit: Limit, work: impl FnOnce() -> T) -> Result<T, Cancelled> {
    let outer = LIMIT.replace(Some(limit));
    let result = catch_unwind(AssertUnwindSafe(work));
    LIMIT.set(outer);
    result.or_else(|payload: Box<dyn Any + Send>| match payload.downcast() {
        Ok(cancelled) => Err(*cancelled),
        Err(panic) => resume_unwind(panic),
    })
}

/// Cancels the work of the enclosing [`within`], for a caller of an inner one whose limit was not
/// the reason.
pub fn propagate(_: Cancelled) -> ! {
    resume_unwind(Box::new(Cancelled))
}

/// Counts steps, each of about the cost of creating a term. Unwinds to the innermost [`within`] if
/// its limit is exceeded.
#[inline]
pub fn steps(count: u32) {
    match STEPS_LEFT.get().checked_sub(count) {
        Some(left) => STEPS_LEFT.set(left),
        None => check(count),
    }
}

/// The steps that this thread has counted so far. A measure of work that is the same in each run.
pub fn counted() -> u64 {
    let since = STEPS_PER_CHECK - STEPS_LEFT.get();
    COUNTED.get().wrapping_add(u64::from(since))
}

/// Does work that [`counted`] leaves out.
pub fn uncounted<T>(work: impl FnOnce() -> T) -> T {
    let before = counted();
    let result = work();
    COUNTED.set(COUNTED.get().wrapping_sub(counted().wrapping_sub(before)));
    result
}

#[cold]
fn check(count: u32) {
    let since = STEPS_PER_CHECK - STEPS_LEFT.get();
    COUNTED.set(
        COUNTED
            .get()
            .wrapping_add(u64::from(since) + u64::from(count)),
    );
    STEPS_LEFT.set(STEPS_PER_CHECK);
    let exceeded = LIMIT.with_borrow(|limit| limit.as_ref().is_some_and(|limit| limit()));
    // Code that runs while unwinding must not be cancelled.
    if exceeded && !std::thread::panicking() {
        resume_unwind(Box::new(Cancelled));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pool, Sort, SymbolKind};

    #[test]
    fn work_without_end_is_cancelled_and_the_pool_is_of_use() {
        let mut pool = Pool::new();
        let x = pool.symbol("x", Sort::Bits(32), SymbolKind::Input);
        let looks = Rc::new(Cell::new(0));
        let counted = looks.clone();
        let limit: Limit = Rc::new(move || {
            counted.set(counted.get() + 1);
            counted.get() == 3
        });
        let endless = || {
            let mut sum = x;
            loop {
                sum = pool.mul(sum, x);
            }
        };
        let cancelled: Result<(), Cancelled> = within(limit, endless);
        assert_eq!((cancelled, looks.get()), (Err(Cancelled), 3));
        let (a, b) = (pool.mul(x, x), pool.mul(x, x));
        assert_eq!(a, b);
    }

    #[test]
    fn steps_are_counted_but_for_those_that_are_not() {
        let before = counted();
        steps(3);
        uncounted(|| (0..5000).for_each(|_| steps(1)));
        (0..2000).for_each(|_| steps(2));
        steps(STEPS_PER_CHECK + 1);
        assert_eq!(
            counted() - before,
            3 + 4000 + u64::from(STEPS_PER_CHECK) + 1
        );
    }

    #[test]
    fn the_inner_limit_counts() {
        let never: Limit = Rc::new(|| false);
        let at_once: Limit = Rc::new(|| true);
        let inner = within(at_once, || within(never, || steps(STEPS_PER_CHECK + 1)));
        assert_eq!(inner, Ok(Ok(())));
        // Without a limit nothing is cancelled.
        steps(STEPS_PER_CHECK + 1);
    }

    #[test]
    #[should_panic(expected = "a fault")]
    fn a_panic_is_no_cancellation() {
        let _ = within(Rc::new(|| false), || panic!("a fault"));
    }
}
