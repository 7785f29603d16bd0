//! Seeds (`--seed-input`): files with inputs near which an exploration begins.
//!
//! A seed is a test case of Sheaf's or KLEE's format, or any other file, whose bytes are laid over
//! the inputs of the program ([`crate::flat`]). Each is run concretely here; the engine reports the
//! failures and explores from the rest. Seeds that take the path of another one are not needed.

use crate::error::{UserError, describe_io};
use crate::flat::FlatSupply;
use crate::load::{Request, extension};
use crate::supply::{NamedSupply, Watched};
use sheaf_engine::concrete::{self, Run};
use sheaf_engine::options::Seed;
use sheaf_engine::outcome::{Input, Inputs};
use sheaf_engine::{End, Options, PrefixSupply, Program};
use sheaf_llvm::target;
use sheaf_report::case;
use std::collections::{BTreeSet, HashSet};
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// Bytes that are read of a file. No input of a program is longer.
const MAX_BYTES: u64 = 1 << 24;

/// Bytes that are inputs because a seed has them, at most: the longer the data may be, the longer
/// each path takes.
const LONGEST: u64 = 1 << 16;

/// Instruction limit of the run of a seed.
const MAX_INSTRUCTIONS: u64 = 100_000_000;

/// The fraction of the whole time that runs of seeds may take.
const TIME_PART: u32 = 4;

/// The maximum number of seeds that are explored from, each with a path of its own.
const MAX_SEEDS: usize = 1024;

/// Symbolic links and folders on the way to a file, at most.
const MAX_DEPTH: u32 = 16;

/// Reads all seeds and runs them. What is wrong with files in folders is appended to `warnings`.
///
/// # Errors
/// As [`run_all`].
pub fn load(
    paths: &[PathBuf],
    request: &Request,
    program: &Program,
    options: &Options,
    warnings: &mut Vec<String>,
) -> Result<Vec<Seed>, UserError> {
    let mut seeds = Vec::new();
    let mut known = HashSet::new();
    run_all(
        paths,
        (request, program),
        (options, TIME_PART),
        warnings,
        |_, run, inputs| {
            let failure = match run.end {
                End::Failed(failure) => Some(failure),
                _ => None,
            };
            // One of those that take the same path is enough.
            if known.insert(run.path) || failure.is_some() {
                seeds.push(Seed {
                    inputs,
                    failure,
                    instructions: run.instructions,
                });
            }
            seeds.len() < MAX_SEEDS
        },
    )?;
    Ok(seeds)
}

/// Reads all seeds and runs them, the shortest first, for this part of the time. `each` gets what
/// comes of one, and says whether to go on. What is wrong with files in folders is appended to
/// `warnings`.
///
/// # Errors
/// When a path does not exist, or a file that was named itself is malformed or for another program.
pub fn run_all(
    paths: &[PathBuf],
    (request, program): (&Request, &Program),
    (options, part): (&Options, u32),
    warnings: &mut Vec<String>,
    mut each: impl FnMut(&Path, Run, Inputs) -> bool,
) -> Result<(), UserError> {
    let mut files = Vec::new();
    for path in paths {
        let metadata = fs::metadata(path);
        let metadata = metadata.map_err(|error| unreadable(path, &error))?;
        if metadata.is_dir() {
            let found = files_in(path);
            if found.is_empty() {
                let message = "the folder has no seeds";
                warnings.push(format!("sheaf: warning: {}: {message}", path.display()));
            }
            files.extend(found.into_iter().map(|file| (file, false)));
        } else {
            files.push((path.clone(), true));
        }
    }
    let mut sources = Vec::new();
    for (path, is_named) in files {
        match read(&path) {
            Ok(source) => sources.push((path, is_named, source)),
            Err(error) if is_named => return Err(error),
            Err(error) => warnings.push(format!("sheaf: warning: {error}; it is left out")),
        }
    }
    // Short inputs have short paths.
    sources.sort_by_key(|(_, _, source)| source.bytes());
    let mut runner = Runner::new(request, program, options, part);
    let mut goes_on = true;
    for (number, (path, is_named, source)) in sources.iter().enumerate() {
        if !goes_on || runner.is_over() {
            let left = sources.len() - number;
            let message = format!("{left} of {} seeds were not run", sources.len());
            warnings.push(format!("sheaf: note: --seed-input: {message}"));
            break;
        }
        match runner.run(path, source) {
            Ok((run, inputs)) => goes_on = each(path, run, inputs),
            Err(error) if *is_named => return Err(error),
            Err(error) => warnings.push(format!("sheaf: warning: {error}; it is left out")),
        }
    }
    if runner.cut > 0 {
        let message = format!("{} of {} seeds are longer", runner.cut, sources.len());
        let rest = "than the program's inputs; only their beginning is used";
        warnings.push(format!("sheaf: note: --seed-input: {message} {rest}"));
    }
    Ok(())
}

/// The size of the longest of these seeds, within [`LONGEST`], for programs whose data has any
/// size.
pub fn longest(paths: &[PathBuf]) -> Option<u64> {
    let files = paths.iter().flat_map(|path| match path.is_dir() {
        true => files_in(path),
        false => vec![path.clone()],
    });
    let bytes = files.filter_map(|path| Some(read(&path).ok()?.bytes() as u64));
    bytes.max().map(|bytes| bytes.clamp(target::SIZE, LONGEST))
}

fn unreadable(path: &Path, error: &io::Error) -> UserError {
    UserError::new(path.display(), describe_io(error))
}

/// What a file says about inputs.
enum Source {
    Bytes(Vec<u8>),
    Case(Inputs),
    /// A test case whose inputs are found by name.
    Named(Inputs),
}

impl Source {
    fn bytes(&self) -> usize {
        match self {
            Source::Bytes(bytes) => bytes.len(),
            Source::Case(inputs) | Source::Named(inputs) => {
                let bytes = |input: &Input| sheaf_report::ktest::to_bytes(&input.value).len();
                inputs.inputs.iter().map(bytes).sum()
            }
        }
    }
}

/// Whether a file is a test case, by its name and its beginning: seeds for parsers of JSON are
/// JSON, too.
fn is_case(path: &Path, content: &[u8]) -> bool {
    let has = |word: &[u8]| content.windows(word.len()).any(|window| window == word);
    match extension(path) {
        "ktest" => true,
        "json" => has(b"\"schema\"") && has(b"\"program\"") && has(b"\"inputs\""),
        _ => content.starts_with(b"KTEST\0"),
    }
}

fn read(path: &Path) -> Result<Source, UserError> {
    let mut content = Vec::new();
    // Not even opened: a pipe would wait for its other end.
    if !fs::metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Err(UserError::new(path.display(), "is not a regular file"));
    }
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    file.take(MAX_BYTES)
        .read_to_end(&mut content)
        .map_err(|error| unreadable(path, &error))?;
    if !is_case(path, &content) {
        return Ok(Source::Bytes(content));
    }
    if content.len() as u64 == MAX_BYTES {
        let message = format!("is larger than {} MiB", MAX_BYTES >> 20);
        return Err(UserError::new(path.display(), message));
    }
    let case = case::read(path).map_err(|error| UserError::new(path.display(), error))?;
    Ok(match case.by_name {
        true => Source::Named(case.inputs),
        false => Source::Case(case.inputs),
    })
}

/// The seeds in a folder and the folders in it, sorted. Hidden files are none. A folder with test
/// cases has other files for other purposes, and each case of Sheaf's is there in both formats.
fn files_in(folder: &Path) -> Vec<PathBuf> {
    let latest = folder.join("latest");
    let start = if latest.is_dir() { &latest } else { folder };
    let mut found = Vec::new();
    let mut folders = vec![(start.to_path_buf(), 0)];
    while let Some((folder, depth)) = folders.pop() {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut files = Vec::new();
        for path in entries.map(|entry| entry.path()) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if name.starts_with('.') {
                continue;
            }
            match path.is_dir() {
                true if depth < MAX_DEPTH => folders.push((path, depth + 1)),
                true => {}
                false => files.push(path),
            }
        }
        let of = |kind: &str| -> BTreeSet<PathBuf> {
            let of_kind = files.iter().filter(|path| extension(path) == kind);
            of_kind.map(|path| path.with_extension("")).collect()
        };
        let (ktests, jsons) = (of("ktest"), of("json"));
        if ktests.is_empty() && !folder.join("run.json").exists() {
            found.extend(files);
            continue;
        }
        // A folder of cases has no other seeds, nor have the folders in it.
        folders.retain(|(path, _)| !path.starts_with(&folder));
        let in_json = |name: &PathBuf| jsons.contains(name);
        found.extend(ktests.iter().map(|name| match in_json(name) {
            true => name.with_extension("json"),
            false => name.with_extension("ktest"),
        }));
    }
    found.sort();
    found
}

/// Runs seeds.
struct Runner<'a> {
    request: &'a Request,
    program: &'a Program,
    options: Options,
    /// When no more are run.
    end: Option<Instant>,
    /// The number of seeds that are longer than the inputs.
    cut: usize,
}

impl<'a> Runner<'a> {
    fn new(request: &'a Request, program: &'a Program, options: &Options, part: u32) -> Self {
        let now = Instant::now();
        let end = options.budget.end(now);
        let left = end.map(|end| end.saturating_duration_since(now));
        let mut options = options.clone();
        options.budget.instructions = Some(MAX_INSTRUCTIONS);
        options.budget.since = None;
        Runner {
            request,
            program,
            options,
            end: left.and_then(|left| now.checked_add(left / part)),
            cut: 0,
        }
    }

    fn left(&self) -> Duration {
        let left = |end: Instant| end.saturating_duration_since(Instant::now());
        self.end.map_or(Duration::MAX / 2, left)
    }

    /// Whether no more seeds are to be run.
    fn is_over(&self) -> bool {
        self.left().is_zero() || self.options.interrupt.load(Ordering::Relaxed)
    }

    fn run(&mut self, path: &Path, source: &Source) -> Result<(Run, Inputs), UserError> {
        let mut options = self.options.clone();
        options.budget.time = options.budget.time.min(self.left());
        Ok(match source {
            Source::Bytes(bytes) => {
                let mut supply = FlatSupply::new(self.request, bytes);
                let run = concrete::run(self.program, &mut supply, &[], &options);
                self.cut += usize::from(supply.left() > 0);
                (run, supply.inputs)
            }
            Source::Named(inputs) => {
                let mut supply = NamedSupply::new(inputs.clone());
                let mut watched = Watched::new(&mut supply);
                let run = concrete::run(self.program, &mut watched, &[], &options);
                if let (End::OutOfInputs(_), Some(missing)) = (&run.end, &watched.missing) {
                    let message = format!("is for another program: it reads input {missing}");
                    return Err(UserError::new(path.display(), message));
                }
                (run, supply.inputs)
            }
            Source::Case(inputs) => {
                // What a path has not read is zero; a case of another program has other names.
                let mut supply = PrefixSupply::new(inputs.clone());
                let values = &inputs.indeterminate;
                let mut watched = Watched::new(&mut supply);
                let run = concrete::run(self.program, &mut watched, values, &options);
                if let (End::OutOfInputs(_), Some(missing)) = (&run.end, &watched.missing) {
                    let message = format!("is for another program: it reads input {missing}");
                    return Err(UserError::new(path.display(), message));
                }
                let read = watched.supplied;
                supply.inputs.inputs.truncate(read);
                (run, supply.inputs)
            }
        })
    }
}
