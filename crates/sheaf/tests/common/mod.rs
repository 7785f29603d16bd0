//! What tests of the command line share.

// Each test program uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Time for what happens at once on an idle machine.
pub const SOON: Duration = Duration::from_secs(120);

/// Waits until something holds; returns whether it does, [soon](SOON).
pub fn soon(holds: impl Fn() -> bool) -> bool {
    let end = Instant::now() + SOON;
    while !holds() {
        if Instant::now() > end {
            return false;
        }
        sleep(Duration::from_millis(2));
    }
    true
}

/// Tests something with this limit of time in seconds, and with more and more if it is not enough:
/// other programs may use the machine.
#[track_caller]
pub fn patiently<R>(least: u64, test: impl Fn(u64) -> Option<R>) -> R {
    let limits = [1, 4, 16, 64].map(|factor| factor * least);
    let result = limits.into_iter().find_map(test);
    result.expect("the largest limit is enough")
}

/// The processor time that a process and its children have used, in seconds; 0 if it has ended.
pub fn processor_seconds(process: u32) -> f64 {
    let entries = fs::read_dir("/proc").unwrap();
    let numbers = entries.filter_map(|it| it.ok()?.file_name().to_str()?.parse::<u32>().ok());
    let of_family = numbers.filter_map(|number| {
        let (parent, seconds) = parent_and_seconds(number)?;
        (number == process || parent == process).then_some(seconds)
    });
    of_family.sum()
}

/// The parent of a process, and the processor time that it has used.
fn parent_and_seconds(process: u32) -> Option<(u32, f64)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name may contain spaces; the parent, user and system time are fields 2, 12 and 13 behind
    // it.
    let fields: Vec<&str> = stat.rsplit(") ").next()?.split(' ').collect();
    let ticks = fields.get(11)?.parse::<f64>().ok()? + fields.get(12)?.parse::<f64>().ok()?;
    // SAFETY: this reads a constant of the system.
    let rate = unsafe { libc::sysconf(libc::_SC_CLK_TCK) } as f64;
    Some((fields.get(1)?.parse().ok()?, ticks / rate))
}

/// Waits until a process has used so much processor time.
#[track_caller]
pub fn wait_for_work(process: &Child, seconds: f64) {
    let id = process.id();
    assert!(soon(|| processor_seconds(id) >= seconds), "it does nothing");
}

/// Whether a file of an output folder is a test case in JSON.
pub fn is_case(name: &str) -> bool {
    let starts = ["finding-", "path-", "test-"];
    name.ends_with(".json") && starts.iter().any(|start| name.starts_with(start))
}

/// A folder with programs in it, and `sheaf` started there.
pub struct Folder(TempDir);

impl Folder {
    pub fn with(files: &[(&str, &str)]) -> Folder {
        let folder = tempfile::tempdir().unwrap();
        files
            .iter()
            .for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
        Folder(folder)
    }

    pub fn folder(&self) -> &Path {
        self.0.path()
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn sheaf(&self, line: &str) -> Answer {
        self.sheaf_in(".", line)
    }

    /// As [`Self::sheaf`]; it is killed when it has used so many seconds of processor time.
    pub fn sheaf_within(&self, seconds: u32, line: &str) -> Answer {
        let limited = format!("ulimit -t {seconds}; exec \"$0\" {line}");
        let mut command = Command::new("sh");
        command
            .args(["-c", &limited, env!("CARGO_BIN_EXE_sheaf")])
            .current_dir(self.folder())
            .stdin(Stdio::null());
        Answer::of(command.output().unwrap())
    }

    pub fn sheaf_in(&self, folder: &str, line: &str) -> Answer {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sheaf"));
        command
            .args(line.split_whitespace())
            .current_dir(self.path(folder))
            .stdin(Stdio::null());
        Answer::of(command.output().unwrap())
    }
}

/// What a run of `sheaf` said.
pub struct Answer {
    /// The exit status.
    pub status: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Answer {
    pub fn of(output: Output) -> Answer {
        Answer {
            status: output.status.code(),
            out: String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// This status.
    #[track_caller]
    pub fn exits(&self, status: i32) {
        assert_eq!(self.status, Some(status), "{}{}", self.out, self.err);
    }

    /// This on standard output.
    #[track_caller]
    pub fn says(&self, part: &str) {
        assert!(
            self.out.contains(part),
            "`{part}` is not in: {}{}",
            self.out,
            self.err
        );
    }

    /// Status 2 and one line on standard error that has these parts; nothing on standard output.
    #[track_caller]
    pub fn refused(&self, parts: &[&str]) {
        self.exits(2);
        assert_eq!(self.out, "");
        assert!(self.err.starts_with("sheaf: error: "), "{}", self.err);
        let first = self.err.lines().next().unwrap();
        parts
            .iter()
            .for_each(|part| assert!(first.contains(part), "`{part}` is not in: {first}"));
        assert!(!self.err.contains("panicked"), "{}", self.err);
    }

    /// As [`Answer::refused`], and the line is all.
    #[track_caller]
    pub fn refused_in_one_line(&self, parts: &[&str]) {
        self.refused(parts);
        assert_eq!(self.err.lines().count(), 1, "{}", self.err);
    }
}
