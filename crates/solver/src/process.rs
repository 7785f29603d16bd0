//! Copies of this process that work for it, and the socket between each of them and its parent.

use crate::apart;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::mem::MaybeUninit;
use std::os::fd::AsRawFd;
use std::os::unix::net::UnixStream;
use std::time::Duration;

/// Added to the badness of a child when the system runs out of memory: its work is not lost, that
/// of its parent would be.
const OOM_SCORE: &str = "500";

/// Bytes that are received at a time.
const BUFFER: usize = 1 << 16;

/// The two sides of a fork.
pub enum Side {
    /// The parent, with the new process.
    Parent(Process),
    /// The new process, with the socket to its parent.
    Child(Link),
}

/// A child process.
pub struct Process {
    id: libc::pid_t,
    /// The socket to it.
    pub link: Link,
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Death {
    /// By itself, with this status.
    Exit(i32),
    /// By this signal.
    Signal(i32),
}

/// Forks this process. The child has a copy of this thread only, ends with its parent, and leaves
/// Ctrl-C to it.
///
/// # Errors
/// When the system has no room for another process.
pub fn fork() -> io::Result<Side> {
    let (ours, theirs) = UnixStream::pair()?;
    // SAFETY: other threads wait for work or for signals and hold no locks (the solver's is idle
    // between queries), and the allocator of the C library can be used after a fork.
    match unsafe { libc::fork() } {
        -1 => Err(io::Error::last_os_error()),
        0 => {
            drop(ours);
            settle_in();
            apart::forget_peak();
            Ok(Side::Child(Link::new(theirs)))
        }
        id => Ok(Side::Parent(Process {
            id,
            link: Link::new(ours),
        })),
    }
}

/// Sets up a new process.
fn settle_in() {
    // SAFETY: these calls have no preconditions; the default actions need no handlers.
    unsafe {
        libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
        libc::signal(libc::SIGINT, libc::SIG_IGN);
        libc::signal(libc::SIGTERM, libc::SIG_DFL);
        libc::signal(libc::SIGHUP, libc::SIG_DFL);
    }
    // Only a preference.
    let _ = fs::write("/proc/self/oom_score_adj", OOM_SCORE);
}

/// Ends this process at once: neither buffers nor destructors of the parent's data are run.
pub fn exit(status: i32) -> ! {
    // SAFETY: the call has no preconditions.
    unsafe { libc::_exit(status) }
}

/// Processor time of this process in seconds.
pub fn processor_seconds() -> f64 {
    let mut usage = MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the structure is writable, and all zeros is a value of it.
    let usage = unsafe {
        libc::getrusage(libc::RUSAGE_SELF, usage.as_mut_ptr());
        usage.assume_init()
    };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 * 1e-6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

impl Process {
    /// Its number.
    pub(crate) fn id(&self) -> libc::pid_t {
        self.id
    }

    /// Kills the process, unless it has ended.
    pub fn kill(&self) {
        // SAFETY: the process was not waited for, so the id is still its own.
        unsafe { libc::kill(self.id, libc::SIGKILL) };
    }

    /// Waits for the end of the process.
    pub fn wait(self) -> Death {
        let mut status = 0;
        // SAFETY: the process is our child, and is waited for once.
        let waited = unsafe { libc::waitpid(self.id, &raw mut status, 0) };
        match waited == self.id && libc::WIFSIGNALED(status) {
            true => Death::Signal(libc::WTERMSIG(status)),
            false => Death::Exit(libc::WEXITSTATUS(status)),
        }
    }
}

/// One end of a socket that transports lines of JSON.
pub struct Link {
    stream: UnixStream,
    /// The start of a line that has not arrived completely.
    begun: Vec<u8>,
}

impl Link {
    fn new(stream: UnixStream) -> Link {
        Link {
            stream,
            begun: Vec::new(),
        }
    }

    /// Sends a message. Returns whether that was possible: the other end may have gone.
    pub fn send(&self, message: &impl Serialize) -> bool {
        let Ok(mut line) = serde_json::to_vec(message) else {
            return false;
        };
        line.push(b'\n');
        Unsignalled(&self.stream).write_all(&line).is_ok()
    }

    /// Appends the messages that have arrived. Returns whether the other end still exists.
    pub fn receive<M: DeserializeOwned>(&mut self, messages: &mut Vec<M>) -> bool {
        let mut buffer = vec![0; BUFFER];
        loop {
            // SAFETY: the buffer is writable for its length.
            let read = unsafe {
                let start = buffer.as_mut_ptr().cast();
                libc::recv(self.stream.as_raw_fd(), start, BUFFER, libc::MSG_DONTWAIT)
            };
            let Ok(count @ 1..) = usize::try_from(read) else {
                let is_open = read < 0 && waits(&io::Error::last_os_error());
                return is_open;
            };
            self.begun.extend_from_slice(&buffer[..count]);
            let Some(end) = self.begun.iter().rposition(|byte| *byte == b'\n') else {
                continue;
            };
            let rest = self.begun.split_off(end + 1);
            let lines = std::mem::replace(&mut self.begun, rest);
            for line in lines.split(|byte| *byte == b'\n') {
                if line.is_empty() {
                    continue;
                }
                match serde_json::from_slice(line) {
                    Ok(message) => messages.push(message),
                    Err(_) => return false,
                }
            }
        }
    }

    /// The messages as they arrive, until the other end has gone.
    ///
    /// # Errors
    /// When there are too many open files.
    pub fn messages<M: DeserializeOwned>(&self) -> io::Result<impl Iterator<Item = M> + use<M>> {
        let lines = BufReader::new(self.stream.try_clone()?).lines();
        let parse = |line: io::Result<String>| serde_json::from_str(&line.ok()?).ok();
        Ok(lines.map_while(parse))
    }
}

/// Whether a socket is open, but has nothing to read.
fn waits(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::WouldBlock | io::ErrorKind::Interrupted
    )
}

/// Writes to a socket. Without another end that is an error, not a signal.
struct Unsignalled<'a>(&'a UnixStream);

impl Write for Unsignalled<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // SAFETY: the bytes are readable for their length.
        let sent = unsafe {
            let start = bytes.as_ptr().cast();
            libc::send(self.0.as_raw_fd(), start, bytes.len(), libc::MSG_NOSIGNAL)
        };
        usize::try_from(sent).map_err(|_| io::Error::last_os_error())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Waits until something can be read from one of these sockets, for at most so long.
pub fn wait_for<'l>(links: impl Iterator<Item = &'l Link>, time: Duration) {
    let poll = |link: &Link| libc::pollfd {
        fd: link.stream.as_raw_fd(),
        events: libc::POLLIN,
        revents: 0,
    };
    let mut polled: Vec<libc::pollfd> = links.map(poll).collect();
    let count = polled.len() as libc::nfds_t;
    let time = i32::try_from(time.as_millis()).unwrap_or(i32::MAX);
    // SAFETY: the array is valid for its length. An interrupted call is as good as one that ended.
    unsafe { libc::poll(polled.as_mut_ptr(), count, time) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_arrive_whole_and_in_order() {
        let (one, other) = UnixStream::pair().unwrap();
        let (one, mut other) = (Link::new(one), Link::new(other));
        let mut messages: Vec<Vec<u32>> = Vec::new();
        assert!(other.receive(&mut messages) && messages.is_empty());
        let long: Vec<u32> = (0..20_000).collect();
        assert!(one.send(&vec![1, 2]) && one.send(&long) && one.send(&Vec::<u32>::new()));
        while messages.len() < 3 {
            assert!(other.receive(&mut messages));
        }
        assert_eq!(messages, [vec![1, 2], long, Vec::new()]);
        drop(one);
        assert!(!other.receive(&mut messages) && !other.send(&1));
    }
}
