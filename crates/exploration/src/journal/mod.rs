//! The journal of an exploration: what another process needs to go on with it after this one has
//! died, at whatever moment.
//!
//! - Failures are recorded when they are found.
//! - At a *checkpoint*, several times in a second, each process writes the paths that wait in it,
//!   as decisions, to a file of its own ([`segment`]), with the result of all others: statistics
//!   and reasons against safety. The journal then gets a record that names these states of files.
//!   This is the only moment at which a checkpoint begins to count.
//!
//! So each record stands for the whole program: the paths that it names, and the result of all
//! others. Whoever goes on from it explores again what was done since, and loses nothing.
//!
//! **Limits.** What is left out because this session ends (its time is over, the user interrupts
//! it) must not be left out by the next one. So nothing is recorded once it has happened.
//!
//! **Workers.** Each writes its own file and tells the coordinator its length with the number of
//! the last order that it follows. The coordinator records the paths that it handed out since, and
//! those that wait for a worker. A path that moves is recorded once: a worker first gives it away
//! and then writes a checkpoint without it, and nothing is recorded in between. Until a worker has
//! written its first checkpoint, or when it has died, its part of the states at the fork is
//! recorded, as a part of a checkpoint that was written just before.
//!
//! Rejected: a complete snapshot at each checkpoint, which for hundreds of thousands of waiting
//! paths takes most of the time, or is rarely made; a log of all forks, which is much larger than
//! what still waits; a shared file for all workers, which needs locks.

mod frames;
mod segment;
#[cfg(test)]
mod tests;

pub use segment::{Saved, Segment};

use crate::coverage::Mark;
use crate::frontier::{Part, Paths, Tally};
use crate::outcome::{Finding, Reason, ReasonKind};
use crate::state::{Decision, Trail};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fmt;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The file of the journal in its folder, and the beginning of the names of all others.
const FILE: &str = "journal";
const SEGMENT: &str = "journal-";
/// The first line, up to the version of Sheaf.
const MAGIC: &str = "sheaf journal 1, version ";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The size from which on the file may be replaced by a shorter one, and how much larger than at
/// first it is then.
const LONG: u64 = 4 << 20;
const GROWTH: u64 = 3;
/// How long the processes of an exploration that was killed may take to end.
const PATIENCE: Duration = Duration::from_secs(1);

/// A record of the journal.
#[derive(Serialize, Deserialize)]
enum Record {
    /// What is explored, and how often it was resumed. The first record.
    About(Vec<u8>, u32),
    /// A failure that was found and replayed.
    Finding(Box<Finding>),
    /// What was executed for the first time.
    Covered(Vec<Mark>),
    Checkpoint(Box<Checkpoint>),
    /// The exploration has ended, with this result.
    Ended(Vec<u8>),
}

/// What waits, and the result of all else.
#[derive(Clone, Default, Serialize, Deserialize)]
pub(super) struct Checkpoint {
    /// The files of processes.
    pub files: Vec<Saved>,
    /// Parts of the states at the fork, if there was one. It is kept, because a worker may die.
    pub parts: Option<Parts>,
    /// Paths that belong to no process.
    pub paths: Paths,
    /// The result of earlier sessions, and of processes that have died.
    pub tally: Tally,
}

/// Parts of what waited at the fork of workers.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Parts {
    /// All that waited, and the result of the process until then, which belongs to part 0.
    pub fork: Saved,
    /// The number of states; the paths after them are those that were parked.
    pub states: usize,
    /// The parts, often none.
    pub parts: Vec<Part>,
}

/// What waits to be explored, as decisions, and the result of all else.
pub(super) struct Waiting {
    pub paths: Vec<Trail<Decision>>,
    pub tally: Tally,
}

/// What an earlier session has recorded.
#[derive(Default)]
struct Past {
    findings: Vec<Finding>,
    marks: Vec<Mark>,
    waiting: Option<Waiting>,
    ended: Option<Vec<u8>>,
    /// How often the exploration was resumed before.
    resumed: u32,
}

/// Why a journal cannot be used.
#[derive(Debug)]
pub enum Unusable {
    /// There is none in this folder.
    Missing,
    /// Another process uses it.
    Busy,
    /// Another version of Sheaf has written it.
    Version(String),
    /// It is not as it was written.
    Damaged(String),
    /// A file cannot be read or written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for Unusable {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Unusable::Missing => write!(out, "there is no journal of an exploration"),
            Unusable::Busy => write!(out, "another process explores it"),
            Unusable::Version(version) => write!(
                out,
                "its journal is of version {version} of Sheaf, and this is {VERSION}: check the program again"
            ),
            Unusable::Damaged(what) => write!(out, "its journal is damaged: {what}"),
            Unusable::Io(path, error) => write!(out, "{}: {error}", path.display()),
        }
    }
}

/// A journal, in a folder that no other process uses at the same time.
pub struct Journal {
    folder: PathBuf,
    /// Locked until it is replaced, or all processes of the exploration have ended.
    file: Option<File>,
    /// Its size, and the size at which it is replaced.
    bytes: u64,
    enough: u64,
    about: Vec<u8>,
    /// What earlier sessions have recorded, and the failures and the coverage of this one.
    past: Past,
    is_resumed: bool,
    /// Whether the file is that of this session.
    is_begun: bool,
    /// The files that the last checkpoint names.
    named: BTreeSet<u32>,
    /// Whether nothing is left to do.
    is_over: bool,
    error: Option<io::Error>,
}

impl Journal {
    /// A new journal in a folder. `about` says what is explored.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn create(folder: &Path, about: Vec<u8>) -> Result<Journal, Unusable> {
        let mut journal = Journal::new(folder, about);
        let begun = journal.begin(None);
        begun.map_err(|error| Unusable::Io(journal.path(), error))?;
        Ok(journal)
    }

    /// The journal in a folder, to go on with. Nothing is changed so far.
    ///
    /// # Errors
    /// When there is none, when it is of another version or damaged, or when another process uses
    /// it.
    pub fn open(folder: &Path) -> Result<Journal, Unusable> {
        let path = folder.join(FILE);
        let file = open_alone(&path)?;
        let bytes = fs::read(&path).map_err(|error| Unusable::Io(path, error))?;
        let records = frames::read(after_magic(&bytes)?)?;
        let mut records = records.into_iter();
        let Some(Record::About(about, resumed)) = records.next() else {
            return Err(Unusable::Damaged("its beginning is missing".to_string()));
        };
        let mut past = Past {
            resumed,
            ..Past::default()
        };
        let mut checkpoint = None;
        for record in records {
            match record {
                Record::About(..) => return Err(Unusable::Damaged("it begins twice".to_string())),
                Record::Finding(finding) => past.findings.push(*finding),
                Record::Covered(marks) => past.marks.extend(marks),
                Record::Checkpoint(last) => checkpoint = Some(*last),
                Record::Ended(result) => past.ended = Some(result),
            }
        }
        if past.ended.is_none() {
            past.waiting = checkpoint.map(|it| it.load(folder)).transpose()?;
        }
        let journal = Journal {
            file: Some(file),
            past,
            is_resumed: true,
            ..Journal::new(folder, about)
        };
        // Workers that were killed may have written files after the end.
        if journal.ended().is_some() {
            journal.remove_others();
        }
        Ok(journal)
    }

    fn new(folder: &Path, about: Vec<u8>) -> Journal {
        Journal {
            folder: folder.to_path_buf(),
            file: None,
            bytes: 0,
            enough: 0,
            about,
            past: Past::default(),
            is_resumed: false,
            is_begun: false,
            named: BTreeSet::new(),
            is_over: false,
            error: None,
        }
    }

    /// What is explored.
    pub fn about(&self) -> &[u8] {
        &self.about
    }

    /// The result, if the exploration had ended.
    pub fn ended(&self) -> Option<&[u8]> {
        self.past.ended.as_deref()
    }

    /// The failures that were found so far.
    pub fn findings(&self) -> &[Finding] {
        &self.past.findings
    }

    /// Whether it has paths to go on with; otherwise the exploration begins anew.
    pub fn has_paths(&self) -> bool {
        self.past.waiting.is_some()
    }

    /// Why nothing more is recorded, if that is so: with the file, for the user.
    pub fn error(&self) -> Option<(PathBuf, &io::Error)> {
        Some((self.path(), self.error.as_ref()?))
    }

    /// Records a failure.
    pub fn finding(&mut self, finding: &Finding) {
        self.append(&Record::Finding(Box::new(finding.clone())));
        self.past.findings.push(finding.clone());
    }

    /// Concludes a session: with its result if the exploration has ended, and can be resumed
    /// otherwise.
    pub fn conclude(&mut self, result: Vec<u8>) {
        if self.is_over {
            self.append(&Record::Ended(result));
            self.named.clear();
        }
        if self.error.is_none() {
            self.remove_others();
        }
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Whether an earlier session belongs to it.
    pub fn is_resumed(&self) -> bool {
        self.is_resumed
    }

    /// What was executed in earlier sessions.
    pub(super) fn marks(&self) -> &[Mark] {
        &self.past.marks
    }

    /// What waits, once.
    pub(super) fn take_waiting(&mut self) -> Option<Waiting> {
        self.past.waiting.take()
    }

    /// The number of times that the exploration was resumed.
    pub(super) fn resumed(&self) -> u32 {
        self.past.resumed + u32::from(self.is_resumed)
    }

    /// Nothing is left to do.
    pub(super) fn end(&mut self) {
        self.is_over = true;
    }

    /// Nothing more can be recorded.
    pub(super) fn fail(&mut self, error: io::Error) {
        self.error.get_or_insert(error);
    }

    /// Begins a session that resumes the exploration, with its first checkpoint, or from the start
    /// of the program. Until then, the journal of the last session counts.
    pub(super) fn restart(&mut self, checkpoint: Option<Checkpoint>) {
        if self.error.is_some() {
            return;
        }
        match self.begin(checkpoint) {
            Ok(()) => self.remove_others(),
            Err(error) => self.fail(error),
        }
    }

    /// Records a checkpoint, and what was executed for the first time. Not if something was left
    /// out that a later session should explore.
    pub(super) fn checkpoint(&mut self, checkpoint: Checkpoint, marks: Vec<Mark>) {
        if checkpoint.tally.reasons.iter().any(is_of_session) {
            return;
        }
        let before = std::mem::replace(&mut self.named, checkpoint.files().collect());
        self.past.marks.extend_from_slice(&marks);
        if self.bytes < self.enough {
            if !marks.is_empty() {
                self.append(&Record::Covered(marks));
            }
            self.append(&Record::Checkpoint(Box::new(checkpoint)));
        } else if self.error.is_none()
            && let Err(error) = self.begin(Some(checkpoint))
        {
            self.fail(error);
        }
        if self.error.is_none() {
            before
                .difference(&self.named)
                .for_each(|file| self.remove(*file));
        }
    }

    fn path(&self) -> PathBuf {
        self.folder.join(FILE)
    }

    /// Writes a new file, in place of the old one if there is one.
    fn begin(&mut self, checkpoint: Option<Checkpoint>) -> io::Result<()> {
        self.named = checkpoint.iter().flat_map(Checkpoint::files).collect();
        let mut bytes = format!("{MAGIC}{VERSION}\n").into_bytes();
        let about = Record::About(self.about.clone(), self.resumed());
        frames::append(&mut bytes, &about)?;
        for finding in &self.past.findings {
            frames::append(&mut bytes, &Record::Finding(Box::new(finding.clone())))?;
        }
        frames::append(&mut bytes, &Record::Covered(self.past.marks.clone()))?;
        if let Some(checkpoint) = checkpoint {
            frames::append(&mut bytes, &Record::Checkpoint(Box::new(checkpoint)))?;
        }
        let partial = self.folder.join(format!("{FILE}.partial"));
        let mut file = File::create(&partial)?;
        // Where files cannot be locked, users must see to it that one process resumes at a time.
        let _ = file.try_lock();
        let written = file.write_all(&bytes);
        let written = written.and_then(|()| fs::rename(&partial, self.path()));
        if written.is_err() {
            // The first error is the one to report.
            let _ = fs::remove_file(&partial);
        }
        written?;
        self.file = Some(file);
        self.is_begun = true;
        self.bytes = bytes.len() as u64;
        self.enough = LONG.max(self.bytes.saturating_mul(GROWTH));
        Ok(())
    }

    fn append(&mut self, record: &Record) {
        let is_ready = self.is_begun && self.error.is_none();
        let Some(file) = self.file.as_mut().filter(|_| is_ready) else {
            return;
        };
        let mut bytes = Vec::new();
        let written = frames::append(&mut bytes, record).and_then(|()| file.write_all(&bytes));
        self.bytes += bytes.len() as u64;
        if let Err(error) = written {
            self.fail(error);
        }
    }

    /// Removes files that no checkpoint names.
    fn remove_others(&self) {
        let entries = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        for entry in entries {
            let name = entry.file_name();
            let number = name
                .to_str()
                .and_then(|name| name.strip_prefix(SEGMENT)?.parse().ok());
            if let Some(number) = number.filter(|number| !self.named.contains(number)) {
                self.remove(number);
            }
        }
    }

    /// Removes a file. If that fails, it is only in the way.
    fn remove(&self, number: u32) {
        let _ = fs::remove_file(segment::path(&self.folder, number));
    }
}

impl Checkpoint {
    /// The files that it needs.
    fn files(&self) -> impl Iterator<Item = u32> {
        let fork = self.parts.iter().map(|parts| parts.fork);
        self.files
            .iter()
            .copied()
            .chain(fork)
            .map(|saved| saved.file)
    }

    /// What waits, from the files.
    fn load(self, folder: &Path) -> Result<Waiting, Unusable> {
        let mut waiting = Waiting {
            paths: Vec::new(),
            tally: self.tally,
        };
        for file in self.files {
            let (paths, tally) = segment::load(folder, file)?;
            waiting.paths.extend(paths);
            waiting.tally.add(tally);
        }
        if let Some(parts) = self.parts.filter(|it| !it.parts.is_empty()) {
            let (paths, tally) = segment::load(folder, parts.fork)?;
            let (states, parked) = paths
                .split_at_checked(parts.states)
                .ok_or_else(|| Unusable::Damaged("states of the fork are missing".to_string()))?;
            for (position, path) in states.iter().enumerate().chain(parked.iter().enumerate()) {
                if parts.parts.iter().any(|part| part.has(position)) {
                    waiting.paths.push(path.clone());
                }
            }
            if parts.parts.iter().any(|part| part.number == 0) {
                waiting.tally.add(tally);
            }
        }
        let paths = self.paths.trails().map_err(Unusable::Damaged)?;
        waiting.paths.extend(paths);
        Ok(waiting)
    }
}

/// Whether something was left out only because a session has ended.
pub(super) fn is_of_session(reason: &Reason) -> bool {
    matches!(
        reason.kind,
        ReasonKind::TimeLimit
            | ReasonKind::Interrupted
            | ReasonKind::InstructionLimit
            | ReasonKind::FailureLimit
    )
}

/// The bytes after the first line.
fn after_magic(bytes: &[u8]) -> Result<&[u8], Unusable> {
    let end = bytes.iter().position(|byte| *byte == b'\n');
    let line = end.and_then(|end| std::str::from_utf8(&bytes[..end]).ok());
    let version = line.and_then(|line| line.strip_prefix(MAGIC));
    match (version, end) {
        (Some(VERSION), Some(end)) => Ok(&bytes[end + 1..]),
        (Some(version), _) => Err(Unusable::Version(version.to_string())),
        (None, _) => Err(Unusable::Damaged("it does not begin like one".to_string())),
    }
}

/// Opens the file of a journal and locks it.
fn open_alone(path: &Path) -> Result<File, Unusable> {
    let unusable = |error: io::Error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::NotADirectory => Unusable::Missing,
        _ => Unusable::Io(path.to_path_buf(), error),
    };
    let end = Instant::now() + PATIENCE;
    loop {
        let file = OpenOptions::new().read(true).append(true).open(path);
        let file = file.map_err(unusable)?;
        match file.try_lock() {
            Ok(()) if is_at(&file, path).map_err(unusable)? => return Ok(file),
            // It was replaced in between.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) if Instant::now() < end => {
                std::thread::sleep(Duration::from_millis(10));
            }
            Err(TryLockError::WouldBlock) => return Err(Unusable::Busy),
            Err(TryLockError::Error(error)) => return Err(unusable(error)),
        }
    }
}

/// Whether a file is still the one of this name.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let (ours, theirs) = (file.metadata()?, fs::metadata(path)?);
    Ok((ours.dev(), ours.ino()) == (theirs.dev(), theirs.ino()))
}
