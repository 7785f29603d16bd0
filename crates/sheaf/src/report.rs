//! `sheaf report`: a page about a run, from its folder.

use crate::args::ReportArgs;
use crate::error::{UserError, describe_io, status};
use crate::print;
use crate::reporter::unwritable;
use crate::resume::run_folder;
use sheaf_report::page::{NAME, Page, PageError};
use std::path::Path;
use std::process::{Command, Stdio};

/// Writes the page of the last run below a folder, and gives the exit status.
///
/// # Errors
/// When a file of the folder is missing or malformed, when the page cannot be written, or when it
/// is to be opened and xdg-open cannot be started.
pub fn report(args: &ReportArgs) -> Result<u8, UserError> {
    let folder = run_folder(&args.folder);
    if !folder.is_dir() {
        let message = "no such folder; `sheaf check --out` and `sheaf test` write one";
        return Err(UserError::new(folder.display(), message));
    }
    let page = Page::read(&folder).map_err(|error| unreadable(&error))?;
    let path = args.output.clone();
    let path = path.unwrap_or_else(|| args.folder.join(NAME));
    std::fs::write(&path, page.html()).map_err(|error| unwritable(&path, &error))?;
    print(&format!("{}\n", path.display()));
    if args.open {
        open(&path)?;
    }
    Ok(status::DONE)
}

fn unreadable(error: &PageError) -> UserError {
    match error {
        PageError::Io(path, error) => UserError::new(path.display(), describe_io(error)),
        PageError::Malformed(path, message) => UserError::new(path.display(), message),
    }
}

/// Opens a file as the desktop does. Nothing waits for the browser.
fn open(path: &Path) -> Result<(), UserError> {
    let mut command = Command::new("xdg-open");
    command.arg(path).stdin(Stdio::null());
    command.stdout(Stdio::null()).stderr(Stdio::null());
    let started = command.spawn();
    let failed = |error| {
        let why = format!("xdg-open cannot be started: {}", describe_io(&error));
        UserError::new("--open", why)
    };
    started.map(drop).map_err(failed)
}
