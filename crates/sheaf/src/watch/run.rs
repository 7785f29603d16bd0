//! A run of `sheaf check` as a process with its own process group, which ends with this one.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// The variable that tells a process that it is a run, and does not watch itself.
pub const VARIABLE: &str = "SHEAF_WATCHED";

/// A process that is killed when this is dropped.
pub struct Run(Child);

impl Run {
    /// Starts a run with the same command line.
    ///
    /// # Errors
    /// When no process can be started.
    pub fn start(words: &[OsString]) -> io::Result<Run> {
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(words.iter().skip(1))
            .env(VARIABLE, "1")
            .stdin(Stdio::null())
            .process_group(0);
        let end_with_parent = || {
            // SAFETY: a system call without memory. If it fails, only the death of this process by
            // SIGKILL goes unnoticed.
            unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) };
            Ok(())
        };
        // SAFETY: the closure only makes a system call.
        let command = unsafe { command.pre_exec(end_with_parent) };
        command.spawn().map(Run)
    }

    /// Whether it has ended.
    pub fn has_ended(&mut self) -> bool {
        // A process that cannot be waited for has been.
        !matches!(self.0.try_wait(), Ok(None))
    }

    /// Asks it to end with what it has found.
    pub fn interrupt(&self) {
        self.signal(libc::SIGINT);
    }

    fn signal(&self, number: i32) {
        // SAFETY: the process has not been waited for, so its id is still that of its group.
        unsafe { libc::kill(-self.0.id().cast_signed(), number) };
    }
}

impl Drop for Run {
    fn drop(&mut self) {
        if !self.has_ended() {
            self.signal(libc::SIGKILL);
            // It is gone either way.
            let _ = self.0.wait();
        }
    }
}
