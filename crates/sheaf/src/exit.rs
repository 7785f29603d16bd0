//! Exits the process while a library call may still run on another thread.

/// Exits at once, without running the destructors of libraries, which a call on another thread may
/// still need.
pub fn at_once(status: u8) -> ! {
    // SAFETY: the call has no preconditions.
    unsafe { libc::_exit(i32::from(status)) }
}
