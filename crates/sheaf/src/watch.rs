//! `sheaf check --watch`: a run of `sheaf check` for each change of the program's files. Runs are
//! processes of their own, so that one that is out of date can be ended at once.

mod files;
mod run;

use crate::args::CheckArgs;
use crate::error::{UserError, status};
use crate::load::check_readable;
use crate::print;
use files::{Files, Snapshot};
use notify_debouncer_mini::notify::{RecommendedWatcher, RecursiveMode};
use notify_debouncer_mini::{Debouncer, new_debouncer};
use run::Run;
use std::collections::BTreeSet;
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// How long files must rest before they are looked at: editors save in several steps.
const REST: Duration = Duration::from_millis(100);

/// How often a run is asked whether it has ended.
const POLL: Duration = Duration::from_millis(20);

/// What may happen.
enum Event {
    /// Something changed in a folder with files of the program.
    Touched,
    /// Ctrl-C.
    Interrupted,
}

/// Whether this process is a run of another one that watches.
pub fn is_run() -> bool {
    std::env::var_os(run::VARIABLE).is_some()
}

/// Checks a program again and again, by the same command line, until Ctrl-C.
///
/// # Errors
/// When a file of the command line cannot be read, or the system watches no files.
pub fn watch(args: &CheckArgs, words: &[OsString]) -> Result<u8, UserError> {
    let named = args.program.files.iter().chain(&args.program.build);
    named.map(PathBuf::as_path).try_for_each(check_readable)?;
    let (send, events) = channel();
    let interrupts = send.clone();
    ctrlc::set_handler(move || drop(interrupts.send(Event::Interrupted)))
        .map_err(|error| UserError::new("--watch", error))?;
    Watch {
        args,
        words,
        folders: Folders::new(send)?,
        runs: 0,
    }
    .follow(&events)
}

struct Watch<'a> {
    args: &'a CheckArgs,
    words: &'a [OsString],
    folders: Folders,
    /// The number of runs so far.
    runs: u64,
}

impl Watch<'_> {
    /// Starts a run for each change.
    fn follow(mut self, events: &Receiver<Event>) -> Result<u8, UserError> {
        let mut files = Files::of(self.args, &Files::default());
        let mut seen = files.snapshot();
        self.folders.watch(&files)?;
        let mut run = Some(self.start("the first")?);
        let mut is_asked = false;
        loop {
            if run.as_mut().is_some_and(Run::has_ended) {
                run = None;
                if is_asked {
                    return Ok(status::DONE);
                }
                print(&waits(&files));
            }
            let event = match &run {
                Some(_) => events.recv_timeout(POLL),
                None => events.recv().map_err(RecvTimeoutError::from),
            };
            match event {
                Ok(Event::Touched) if !is_asked => {
                    let now = files.snapshot();
                    let Some(changed) = Snapshot::difference(&seen, &now) else {
                        continue;
                    };
                    drop(run.take());
                    files = Files::of(self.args, &files);
                    seen = files.snapshot();
                    self.folders.watch(&files)?;
                    run = Some(self.start(&changed)?);
                }
                Ok(Event::Interrupted) => match &run {
                    Some(run) if !is_asked => {
                        is_asked = true;
                        run.interrupt();
                    }
                    _ => return Ok(status::DONE),
                },
                Ok(Event::Touched) | Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(status::DONE),
            }
        }
    }

    fn start(&mut self, why: &str) -> Result<Run, UserError> {
        self.runs += 1;
        let gap = if self.runs == 1 { "" } else { "\n" };
        print(&format!("{gap}==== run {}: {why} ====\n", self.runs));
        Run::start(self.words).map_err(|error| UserError::new("--watch", error))
    }
}

fn waits(files: &Files) -> String {
    let count = files.len();
    let files = if count == 1 { "file" } else { "files" };
    format!("==== waiting for changes of {count} {files}; Ctrl-C ends ====\n")
}

/// The folders that are watched: those of all files, because editors replace files by new ones.
struct Folders {
    debouncer: Debouncer<RecommendedWatcher>,
    watched: BTreeSet<PathBuf>,
}

impl Folders {
    fn new(send: Sender<Event>) -> Result<Folders, UserError> {
        // The receiver is gone at the end only.
        let tell = move |_| drop(send.send(Event::Touched));
        let debouncer = new_debouncer(REST, tell).map_err(|error| unwatched(&error))?;
        Ok(Folders {
            debouncer,
            watched: BTreeSet::new(),
        })
    }

    /// Also watches the folders of these files.
    fn watch(&mut self, files: &Files) -> Result<(), UserError> {
        for folder in files.folders() {
            if folder.is_dir() && !self.watched.contains(&folder) {
                let watcher = self.debouncer.watcher();
                let watched = watcher.watch(&folder, RecursiveMode::NonRecursive);
                watched.map_err(|error| unwatched(&error))?;
                self.watched.insert(folder);
            }
        }
        Ok(())
    }
}

fn unwatched(error: &notify_debouncer_mini::notify::Error) -> UserError {
    UserError::new("--watch", format!("files cannot be watched: {error}"))
}
