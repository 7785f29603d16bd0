//! Reads a file in a separate process first.
//!
//! LLVM's reader checks much, but on corrupted bitcode it can still crash or end the process. If a
//! child process survives, this one will, too: reading depends on nothing but the bytes.

use std::io;
use std::sync::Mutex;

/// Seconds after which a trial counts as failed.
const LIMIT_SECONDS: u32 = 120;

/// One trial at a time: fork handlers of other libraries may not support concurrent forks; those of
/// Z3's timers never end.
static ONE: Mutex<()> = Mutex::new(());

/// Runs `read` in a child process; returns whether it finished, with any result.
///
/// # Errors
/// When no process can be made.
pub(crate) fn survives(read: impl FnOnce()) -> io::Result<bool> {
    // Nothing is guarded that a panic could leave inconsistent.
    let _one = ONE.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    // SAFETY: the child runs `read`, which takes no locks of this program, and ends without running
    // its exit handlers. The alarm ends it should it hang.
    unsafe {
        match libc::fork() {
            -1 => Err(io::Error::last_os_error()),
            0 => {
                libc::alarm(LIMIT_SECONDS);
                silence();
                read();
                libc::_exit(0)
            }
            child => {
                let mut status = 0;
                while libc::waitpid(child, &raw mut status, 0) == -1 {
                    let error = io::Error::last_os_error();
                    if error.kind() != io::ErrorKind::Interrupted {
                        return Err(error);
                    }
                }
                Ok(libc::WIFEXITED(status) && libc::WEXITSTATUS(status) == 0)
            }
        }
    }
}

/// Discards messages and core dumps of a process that may crash.
///
/// # Safety
/// Only for a child process that does not share its standard error stream.
unsafe fn silence() {
    // SAFETY: plain system calls on constants and a local.
    unsafe {
        let nowhere = libc::open(c"/dev/null".as_ptr(), libc::O_WRONLY);
        if nowhere >= 0 {
            libc::dup2(nowhere, libc::STDERR_FILENO);
        }
        let none = libc::rlimit {
            rlim_cur: 0,
            rlim_max: 0,
        };
        libc::setrlimit(libc::RLIMIT_CORE, &raw const none);
    }
}
