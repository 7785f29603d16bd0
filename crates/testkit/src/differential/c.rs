//! Random C programs: concrete runs compared with the same programs compiled for the host, and the
//! comparisons that apply to every program.

use super::campaign::Report;
use super::certificates::{self, Subject};
use super::exploration::{explore, plain};
use super::microc::Compared;
use super::native::{self, Build};
use super::paths::{self, Sample};
use super::{Disagreement, Effort, configurations, save, shrink_lines};
use crate::configurations::{Configuration, Explorer};
use crate::generate_c::{self, Mode, PREAMBLE};
use rand::SeedableRng;
use rand::rngs::SmallRng;
use sheaf_engine::{End, InputValue, Inputs, Options, Program, concrete};
use sheaf_llvm::{LoadOptions, load};
use sheaf_models::c as models;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Time limit for shrinking a program.
const SHRINKING: Duration = Duration::from_secs(30);

/// Programs that are compiled together, because starting the compiler takes longer than compiling
/// one program.
pub const BATCH: u64 = 24;

/// A program of a batch.
#[derive(Clone)]
struct Member {
    /// The name of its entry function.
    entry: String,
    /// Its source.
    text: String,
    mode: Mode,
}

/// A concrete run for the host to repeat.
struct Case {
    member: usize,
    sample: Sample,
    /// The line of the failure that ended it.
    line: Option<u32>,
}

/// Compares the programs with the seeds from this one on. Every third has inputs.
pub fn compare(seed: u64, all: &[Configuration], effort: &Effort) -> Report {
    let members: Vec<Member> = (0..BATCH)
        .map(|number| {
            let mode = if number % 3 == 0 {
                Mode::Closed
            } else {
                Mode::Open
            };
            let entry = format!("p{number}");
            let text = generate_c::program(&entry, mode, seed.wrapping_add(number));
            Member { entry, text, mode }
        })
        .collect();
    let mut report = Report::default();
    let mut found: Vec<(usize, Disagreement)> = Vec::new();
    if let Err(message) = batch(seed, &members, all, effort, &mut report, &mut found) {
        let message = format!("C programs from {seed}: {message}");
        report.disagreements.push(message);
    }
    for (number, member) in members.iter().enumerate() {
        let own = found.iter().filter(|(member, _)| *member == number);
        let own: Vec<Disagreement> = own.map(|(_, found)| found.clone()).collect();
        if let Some(first) = own.first() {
            let seed = seed.wrapping_add(number as u64);
            let name = format!("{seed}.c");
            // Lines in messages refer to the batch.
            let text = format!("{PREAMBLE}{}", smallest(member, first, all, effort, seed));
            let place = match save::save(&name, &text, &own) {
                Ok(path) => path.display().to_string(),
                Err(error) => format!("not saved: {error}"),
            };
            report.disagreements.push(format!(
                "C program {} of the batch {seed} ({place}): {}: {}",
                member.entry, first.question, first.detail
            ));
        }
    }
    report
}

/// The source of the smallest program with the same disagreement.
fn smallest(
    member: &Member,
    first: &Disagreement,
    all: &[Configuration],
    effort: &Effort,
    seed: u64,
) -> String {
    // `NAME: what` refers to one configuration; the others, and the runs on the host, are left out.
    let concerned = |configuration: &&Configuration| {
        let rest = first.question.strip_prefix(configuration.name);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(':'))
    };
    let concerned: Vec<Configuration> = all.iter().filter(concerned).copied().collect();
    shrink_lines::shrink(&member.text, SHRINKING, |text| {
        let smaller = Member {
            text: text.to_string(),
            ..member.clone()
        };
        let found = if concerned.is_empty() {
            let mut found = Vec::new();
            let compared = batch(
                seed,
                &[smaller],
                &[],
                effort,
                &mut Report::default(),
                &mut found,
            );
            compared.map(|()| found.into_iter().map(|(_, found)| found).collect())
        } else {
            alone(&smaller, &concerned, effort, seed)
        };
        found.is_ok_and(|found: Vec<Disagreement>| {
            let same = |other: &Disagreement| {
                other.question == first.question && beginning(other) == beginning(first)
            };
            found.iter().any(same)
        })
    })
}

/// The first words of a disagreement's detail. They describe how a run ended, which shrinking must
/// preserve: a program without a `return`, for example, fails differently.
fn beginning(disagreement: &Disagreement) -> Vec<&str> {
    disagreement.detail.split_whitespace().take(4).collect()
}

/// The disagreements of a single program that do not need the host.
fn alone(
    member: &Member,
    all: &[Configuration],
    effort: &Effort,
    seed: u64,
) -> Result<Vec<Disagreement>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let source = write_alone(folder.path(), member, PREAMBLE.lines().count())?;
    let program = start(&source, &member.entry)?;
    let (_, _, found) = one(&program, member.mode, all, effort, seed)?;
    Ok(found)
}

fn batch(
    seed: u64,
    members: &[Member],
    all: &[Configuration],
    effort: &Effort,
    report: &mut Report,
    found: &mut Vec<(usize, Disagreement)>,
) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let source = folder.path().join("programs.c");
    let mut text = PREAMBLE.to_string();
    members
        .iter()
        .for_each(|member| text.push_str(&member.text));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let entries: Vec<String> = members.iter().map(|member| member.entry.clone()).collect();
    let checked = native::compile(folder.path(), &source, &entries, Build::Checked)?;
    let optimized = native::compile(folder.path(), &source, &entries, Build::Optimized)?;

    let (mut cases, mut subjects) = (Vec::new(), HashMap::new());
    let mut first_line = PREAMBLE.lines().count();
    for (number, member) in members.iter().enumerate() {
        let own = write_alone(folder.path(), member, first_line)?;
        first_line += member.text.lines().count();
        let own_seed = seed.wrapping_add(number as u64);
        let program = match start(&own, &member.entry) {
            Ok(program) => program,
            Err(message) => {
                found.push((number, Disagreement::new("load", message)));
                continue;
            }
        };
        let (compared, samples, disagreements) = one(&program, member.mode, all, effort, own_seed)?;
        report.count(&compared);
        found.extend(disagreements.into_iter().map(|it| (number, it)));
        match Subject::new(program.module(), &options(effort)) {
            Ok(subject) => drop(subjects.insert(number, subject)),
            Err(disagreement) => found.push((number, disagreement)),
        }
        cases.extend(samples.into_iter().map(|sample| Case {
            member: number,
            line: line(&program, &sample),
            sample,
        }));
    }
    let inputs: Vec<(usize, Vec<u8>)> = cases
        .iter()
        .map(|case| (case.member, bytes(&case.sample.inputs)))
        .collect();
    let runs = checked.run(&inputs)?;
    let fast = optimized.run(&inputs)?;
    for ((case, (_, bytes)), (run, fast)) in cases.iter().zip(&inputs).zip(runs.iter().zip(&fast)) {
        let add = |question: &str, run: &native::Run| {
            let detail = format!(
                "{:?} (line {:?}) printing {:?}, natively {run:?}; inputs: {:?}",
                case.sample.run.end,
                case.line,
                output(&case.sample),
                case.sample.inputs
            );
            (case.member, Disagreement::new(question, detail))
        };
        if !agrees(case, run) {
            found.push(add("checked native run", run));
        } else if matches!(run.end, native::End::Exit(_)) && !agrees(case, fast) {
            found.push(add("optimised native run", fast));
        }
        let subject = subjects.get(&case.member);
        if let Some(repeated) = subject.and_then(|it| it.repeat(bytes, run)) {
            report.repeated += 1;
            found.extend(repeated.err().map(|it| (case.member, it)));
        }
    }
    Ok(())
}

fn options(effort: &Effort) -> Options {
    let mut options = plain(effort);
    options.prints = true;
    options.budget.instructions = Some(effort.instructions * 20);
    options
}

/// Writes a program of the batch to its own file, with the line numbers of the batch. Loading all
/// of them from one file of bitcode would fork the process while other threads run solvers.
fn write_alone(folder: &Path, member: &Member, first_line: usize) -> Result<PathBuf, String> {
    let path = folder.join(format!("{}.c", member.entry));
    let line = first_line + 1;
    let text = format!("{PREAMBLE}#line {line}\n{}", member.text);
    std::fs::write(&path, text).map_err(|error| error.to_string())?;
    Ok(path)
}

/// Loads a program.
fn start(source: &Path, entry: &str) -> Result<Program, String> {
    let names = models::names();
    let options = LoadOptions {
        entry: Some(entry.to_string()),
        flags: vec!["-w".to_string()],
        intrinsics: &names,
        runtime: models::RUNTIME,
        ..LoadOptions::default()
    };
    let module = load(&[source.to_path_buf()], &options);
    let module = module.map_err(|error| format!("{error:?}"))?;
    Program::new(module, models::INTRINSICS)
}

/// Loads the random program with a seed.
///
/// # Errors
/// If it cannot be compiled.
pub fn program(mode: Mode, seed: u64) -> Result<Program, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let entry = "p".to_string();
    let text = generate_c::program(&entry, mode, seed);
    let member = Member { entry, text, mode };
    let source = write_alone(folder.path(), &member, PREAMBLE.lines().count())?;
    start(&source, &member.entry)
}

/// All comparisons that do not need the host, and the runs for the host to repeat.
fn one(
    program: &Program,
    mode: Mode,
    all: &[Configuration],
    effort: &Effort,
    seed: u64,
) -> Result<(Compared, Vec<Sample>, Vec<Disagreement>), String> {
    let options = options(effort);
    if mode == Mode::Closed {
        let run = concrete::replay(program, &Inputs::default(), &options);
        let inputs = Inputs::default();
        let samples = vec![Sample { inputs, run }];
        let certified = certificates::certified(program, &options, effort, false, &samples);
        let compared = Compared {
            complete: true,
            runs: 1,
            certified: certified.clone().unwrap_or(false),
            ..Compared::default()
        };
        return Ok((compared, samples, certified.err().into_iter().collect()));
    }
    let reference = explore(Explorer::Options, program, &plain(effort))?;
    let mut rng = SmallRng::seed_from_u64(seed);
    let (samples, mut found) = paths::compare(program, &reference, &options, effort, &mut rng);
    let (merged, disagreements) =
        configurations::disagreements(program, &reference, &samples, all, effort);
    found.extend(disagreements);
    let fails = !reference.outcome.findings.is_empty();
    let certified = certificates::certified(program, &options, effort, fails, &samples);
    let compared = Compared {
        complete: reference.is_complete(),
        tests: reference.tests.len() as u64,
        runs: samples.len() as u64,
        merged,
        certified: certified.clone().unwrap_or(false),
    };
    found.extend(certified.err());
    Ok((compared, samples, found))
}

/// All bytes of the inputs, in order.
fn bytes(inputs: &Inputs) -> Vec<u8> {
    let mut all = Vec::new();
    for input in &inputs.inputs {
        if let InputValue::Bytes { bytes, .. } = &input.value {
            all.extend_from_slice(bytes);
        }
    }
    all
}

fn output(sample: &Sample) -> String {
    let output = sample.run.output.iter();
    let bytes: Vec<u8> = output.flat_map(|part| part.bytes.clone()).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The line of the failure that ended a run.
fn line(program: &Program, sample: &Sample) -> Option<u32> {
    match &sample.run.end {
        End::Failed(failure) => failure.loc.map(|loc| program.module().locs[loc].line),
        _ => None,
    }
}

/// Whether the host reproduced a run. Runs that a limit ended are not compared.
fn agrees(case: &Case, run: &native::Run) -> bool {
    match (&case.sample.run.end, &run.end) {
        (End::Limit(_) | End::Unmodelled(_), _) => true,
        (End::Exit(Some(status)), native::End::Exit(exit)) => {
            status & 255 == *exit && output(&case.sample) == run.output
        }
        (End::Failed(failure), native::End::Failed(kind, line)) => {
            failure.kind.for_sanitizers() == *kind && (line.is_none() || *line == case.line)
        }
        (End::Dropped, native::End::Dropped) | (End::OutOfInputs(_), native::End::OutOfInputs) => {
            true
        }
        _ => false,
    }
}
