//! `sheaf resume`: goes on with an exploration that was killed, or that reached a limit.

use crate::args::{CheckArgs, CheckCommand, Command, ResumeArgs};
use crate::check;
use crate::error::{UserError, describe_io};
use crate::reporter::{Setup, unwritable};
use crate::{parse, print};
use serde::{Deserialize, Serialize};
use sheaf_engine::{Journal, Unusable};
use sheaf_ir::Fingerprint;
use sheaf_report::folder::RunFolder;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// What a journal says about its exploration.
#[derive(Serialize, Deserialize)]
struct About {
    /// The words of the command line.
    words: Vec<OsString>,
    /// The directory in which it was given.
    directory: OsString,
    /// The program that was explored.
    program: Fingerprint,
    /// What counted as a failure: a property may be in a file, which may change.
    failures: String,
    /// The size of a fuzz target's data, if it was that of the longest seed.
    #[serde(default)]
    size: Option<u64>,
}

/// The result of an exploration that has ended.
#[derive(Serialize, Deserialize)]
struct Ended {
    status: u8,
    /// The verdict, for the user.
    text: String,
}

/// The journal of a new exploration, in the folder of its run.
///
/// # Errors
/// When it cannot be written.
pub fn journal(folder: &Path, setup: &Setup, words: &[OsString]) -> Result<Journal, UserError> {
    let directory = std::env::current_dir();
    let directory = directory.map_err(|error| UserError::new(".", describe_io(&error)))?;
    let about = About {
        words: words.to_vec(),
        directory: directory.into_os_string(),
        program: Fingerprint::of(setup.program.module()),
        failures: failures(setup),
        size: setup
            .request
            .size
            .filter(|_| setup.request.usual_size.is_some()),
    };
    let about = serde_json::to_vec(&about);
    let about = about.map_err(|error| UserError::new(folder.display(), error))?;
    Journal::create(folder, about).map_err(|error| unusable(folder, error))
}

/// What counts as a failure, to be compared.
fn failures(setup: &Setup) -> String {
    format!("{:?}", setup.failures)
}

/// Records the result of an exploration in its journal.
pub fn conclude(journal: &mut Journal, status: u8, text: String) {
    // Numbers and text are always representable.
    if let Ok(result) = serde_json::to_vec(&Ended { status, text }) {
        journal.conclude(result);
    }
}

/// Goes on with an exploration, and gives the exit status of `sheaf check`.
///
/// # Errors
/// When there is nothing to go on with: no journal, or one of another version, of another program,
/// damaged, or used by another process; or when a file cannot be written.
pub fn resume(args: &ResumeArgs) -> Result<u8, UserError> {
    let folder = run_folder(&args.folder);
    let journal = Journal::open(&folder).map_err(|error| unusable(&args.folder, error))?;
    if let Some(result) = journal.ended() {
        return tell_ended(args, &folder, result);
    }
    let about: About = understand(&args.folder, journal.about())?;
    let (folder, check) = prepare(args, folder, &about)?;
    let mut setup = Setup::new(&check)?;
    if !setup.is_loaded {
        let message = "is over before the program is compiled";
        return Err(UserError::new("--time", message));
    }
    let now = Fingerprint::of(setup.program.module());
    if let Some(change) = about.program.change(&now) {
        let message = format!("the program has changed since then: {change}; check it again");
        return Err(UserError::new(args.folder.display(), message));
    }
    if about.failures != failures(&setup) {
        let message = "what counts as a failure has changed since then; check the program again";
        return Err(UserError::new(args.folder.display(), message));
    }
    // Limits are about what is new.
    let known = journal.findings().len() as u64;
    let failures = &mut setup.options.budget.failures;
    *failures = failures.map(|limit| limit.saturating_add(known));
    if setup.talks && !journal.has_paths() {
        eprintln!("sheaf: note: {}", anew(known));
    }
    let run = RunFolder::reopen(&folder).map_err(|error| unwritable(&folder, &error))?;
    let known = journal.findings().to_vec();
    check::explore(&check, setup, Some(run), &known, Some(journal))
}

/// What is said if no paths were recorded.
fn anew(known: u64) -> String {
    let failures = match known {
        0 => "",
        1 => "; the failure that was found is kept",
        _ => "; the failures that were found are kept",
    };
    format!("no paths are recorded to go on with, so the exploration begins anew{failures}")
}

/// The folder of a run: itself, or the last one below an output folder.
pub fn run_folder(folder: &Path) -> PathBuf {
    let latest = folder.join("latest");
    match latest.is_dir() {
        true => latest.canonicalize().map_or(latest, |path| {
            // The name that the run has, rather than that of the link.
            folder.join(path.file_name().unwrap_or_default())
        }),
        false => folder.to_path_buf(),
    }
}

/// Changes to the directory of the first command. Returns the folder as seen from there, and the
/// command with other limits.
fn prepare(
    args: &ResumeArgs,
    folder: PathBuf,
    about: &About,
) -> Result<(PathBuf, CheckArgs), UserError> {
    let at =
        |path: &Path, error: std::io::Error| UserError::new(path.display(), describe_io(&error));
    let here = std::env::current_dir().map_err(|error| at(Path::new("."), error))?;
    let directory = PathBuf::from(&about.directory);
    std::env::set_current_dir(&directory).map_err(|error| at(&directory, error))?;
    let cli = parse(about.words.iter().cloned());
    let Ok(Command::Check(CheckCommand { mut check, .. })) = cli.map(|cli| cli.command) else {
        let message = "the command line in its journal is not understood";
        return Err(UserError::new(args.folder.display(), message));
    };
    let moved = |path: PathBuf| match here == directory {
        true => path,
        false => here.join(path),
    };
    args.apply(&mut check, args.sarif.clone().map(moved));
    check.program.size = check.program.size.or(about.size);
    Ok((moved(folder), check))
}

/// Repeats the result of an exploration that has ended.
fn tell_ended(args: &ResumeArgs, folder: &Path, result: &[u8]) -> Result<u8, UserError> {
    let ended: Ended = understand(&args.folder, result)?;
    if args.json {
        let path = folder.join("run.json");
        let text = std::fs::read_to_string(&path);
        let text = text.map_err(|error| UserError::new(path.display(), describe_io(&error)))?;
        let json: serde_json::Value = understand(&path, text.as_bytes())?;
        print(&format!("{json}\n"));
    } else {
        if !args.quiet {
            eprintln!("sheaf: note: this exploration has ended; its result was");
        }
        print(&ended.text);
    }
    Ok(ended.status)
}

fn understand<'t, T: Deserialize<'t>>(place: &Path, text: &'t [u8]) -> Result<T, UserError> {
    serde_json::from_slice(text).map_err(|error| UserError::new(place.display(), error))
}

fn unusable(folder: &Path, error: Unusable) -> UserError {
    match &error {
        Unusable::Io(path, error) => UserError::new(path.display(), describe_io(error)),
        Unusable::Missing => UserError::new(
            folder.display(),
            format!("{error}; `sheaf check --out` writes one"),
        ),
        _ => UserError::new(folder.display(), error),
    }
}
