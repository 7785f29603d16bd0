//! `sheaf merge`: the part of a corpus that covers as much as all of it.

use crate::args::MergeArgs;
use crate::error::{UserError, describe_io, status};
use crate::interrupt;
use crate::load::{Request, load};
use crate::options::concrete;
use crate::print;
use crate::seeds;
use sheaf_engine::{End, Failure};
use sheaf_report::suite::Builder;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Copies the files of a smallest set, as far as a greedy choice finds it, and gives the exit
/// status.
///
/// # Errors
/// When the program cannot be loaded, or a file cannot be read or written.
pub fn merge(args: &MergeArgs) -> Result<u8, UserError> {
    let mut options = concrete(&args.failures, None);
    options.budget.time = args.time;
    options.budget.since = Some(Instant::now());
    let usual_size = match args.program.size {
        None => seeds::longest(&args.seed_input),
        Some(_) => None,
    };
    let mut request = Request::with_usual_size(&args.program, usual_size)
        .looking_for(&args.failures, &options)
        .within(&options.budget);
    let mut warnings = Vec::new();
    let program = load(&mut request, &mut warnings)?;
    interrupt::watch(options.interrupt.clone());
    let mut suite: Builder<PathBuf> = Builder::new(program.module());
    let mut failures = HashSet::new();
    let (mut count, mut bytes) = (0, 0);
    seeds::run_all(
        &args.seed_input,
        (&request, &program),
        (&options, 1),
        &mut warnings,
        |path, run, _| {
            let reveals = match &run.end {
                End::Failed(Failure { kind, loc, .. }) => failures.insert((*kind, *loc)),
                _ => false,
            };
            suite.offer(path.to_path_buf(), reveals, &run.coverage);
            count += 1;
            bytes += size_of(path);
            true
        },
    )?;
    for warning in &warnings {
        eprintln!("{}", warning.trim_end());
    }
    let suite = suite.finish();
    fs::create_dir_all(&args.out)
        .map_err(|error| UserError::new(args.out.display(), describe_io(&error)))?;
    for test in &suite.tests {
        copy(&test.case, &args.out)?;
    }
    let kept: u64 = suite.tests.iter().map(|test| size_of(&test.case)).sum();
    print(&format!(
        "{} of {count} files, {kept} of {bytes} bytes, cover the same; written to {}\n",
        suite.tests.len(),
        args.out.display()
    ));
    Ok(match failures.is_empty() {
        true => status::DONE,
        false => status::BUG,
    })
}

fn size_of(path: &Path) -> u64 {
    fs::metadata(path).map_or(0, |metadata| metadata.len())
}

/// Copies a file into a folder under its name. Where the folder has another file of this name, a
/// number is added.
fn copy(path: &Path, folder: &Path) -> Result<(), UserError> {
    let failed =
        |path: &Path, error: std::io::Error| UserError::new(path.display(), describe_io(&error));
    let content = fs::read(path).map_err(|error| failed(path, error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let names = (2..).map(|number| format!("{name}-{number}"));
    let places = std::iter::once(name.to_string()).chain(names);
    for place in places.map(|name| folder.join(name)) {
        match fs::read(&place) {
            Ok(there) if there == content => return Ok(()),
            Ok(_) => {}
            Err(_) => return fs::write(&place, content).map_err(|error| failed(&place, error)),
        }
    }
    Ok(())
}
