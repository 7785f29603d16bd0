//! What tests of the command line share.

// Each test program uses a part of it.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

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
