//! `sheaf replay`: replays test cases and compares the results with their expectations.

use crate::args::environment::EnvironmentArgs;
use crate::args::shapes::ShapeArgs;
use crate::args::{FailureArgs, ReplayArgs, UninitializedAs};
use crate::error::{UserError, status};
use crate::load::{Request, load};
use crate::native;
use crate::options::concrete;
use crate::print;
use crate::run::{complaint, write_output};
use crate::supply::{NamedSupply, Watched};
use crate::witness;
use sheaf_engine::concrete::{self, Run};
use sheaf_engine::{CaseSupply, End, Finding, Options, Program};
use sheaf_ir::{FailureKind, LocId};
use sheaf_llvm::{Elements, Pointers};
use sheaf_report::case::{self, Case, Expected, OUT_OF_INPUTS};
use sheaf_report::source::Sources;
use sheaf_report::text::{self, Style};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Replays all cases and returns the exit status: that of a check with the same findings.
///
/// # Errors
/// When a case or its program cannot be loaded, or they do not belong together.
pub fn replay(args: &ReplayArgs) -> Result<u8, UserError> {
    let mut cases = Vec::new();
    for path in &args.cases {
        let (case, request) = match witness::is_witness(path) {
            true => witnessed(args, path)?,
            false => {
                let case = case::read(path);
                let case = case.map_err(|error| UserError::new(path.display(), error))?;
                let request = request(args, path, &case)?;
                (case, request)
            }
        };
        cases.push((path.clone(), case, request));
    }
    match args.native {
        true => native::replay(args, &cases),
        false => interpret(args, cases),
    }
}

/// The test case of a witness, which records neither options nor what the program is.
fn witnessed(args: &ReplayArgs, path: &Path) -> Result<(Case, Request), UserError> {
    let none = Case::default();
    let request = request(args, path, &none)?;
    let options = options_of(&failures(args, path, &none)?, &none);
    let case = witness::read(path, request.clone(), &options)?;
    Ok((case, request))
}

/// Replays cases in the engine.
fn interpret(args: &ReplayArgs, cases: Vec<(PathBuf, Case, Request)>) -> Result<u8, UserError> {
    let mut loaded: Option<(Request, Program)> = None;
    let (mut failed, mut unfinished) = (false, false);
    for (path, case, mut request) in cases {
        if loaded.as_ref().is_none_or(|(other, _)| *other != request) {
            request.enter_directory()?;
            let program = load(&mut request, &mut Vec::new())?;
            loaded = Some((request, program));
        }
        let Some((_, program)) = &loaded else {
            continue;
        };
        let run = execute(args, &path, &case, program)?;
        failed |= matches!(run.end, End::Failed(_));
        unfinished |= matches!(
            run.end,
            End::Unmodelled(_) | End::Limit(_) | End::Exit(None)
        );
        if args.output {
            write_output(&run.output);
        }
        print(&describe(&path, &case, program, &run));
        if args.explain
            && let Some(finding) = finding(args, &path, &case, program, &run)?
        {
            let (sources, style) = (&mut Sources::default(), Style { colour: false });
            let module = program.module();
            print(&text::finding(module, sources, style, &finding, true));
        }
    }
    Ok(match (failed, unfinished) {
        (true, _) => status::BUG,
        (false, true) => status::INCOMPLETE,
        (false, false) => status::DONE,
    })
}

/// The program of a case: the one of `--program`, else the one that the case names.
fn request(args: &ReplayArgs, path: &Path, case: &Case) -> Result<Request, UserError> {
    let own = |given: &[String], recorded: &[String]| {
        if given.is_empty() {
            recorded.to_vec()
        } else {
            given.to_vec()
        }
    };
    let (files, build) = match args.program.as_slice() {
        [] => (
            case.program.files.iter().map(PathBuf::from).collect(),
            case.program.build.as_ref().map(PathBuf::from),
        ),
        given => (given.to_vec(), None),
    };
    if files.is_empty() && build.is_none() {
        return Err(UserError::new(
            path.display(),
            "names no program; give one with --program",
        ));
    }
    let directory = match args.program.is_empty() {
        true => case.program.find(path).map(Some).map_err(|missing| {
            let message =
                format!("its program `{missing}` does not exist; give another with --program");
            UserError::new(path.display(), message)
        })?,
        // Names of another program are relative to the current directory.
        false => std::env::current_dir().ok(),
    };
    let environment = EnvironmentArgs::from_words(&case.program.environment);
    let environment = environment.map_err(|error| UserError::new(path.display(), error))?;
    let shapes = match case.program.pointers {
        Some(_) => ShapeArgs::from_words(&case.program.shapes)
            .map_err(|error| UserError::new(path.display(), error))?,
        None => args.shapes.clone(),
    };
    let failures = failures(args, path, case)?;
    let options = options_of(&failures, case);
    let request = Request {
        environment,
        build,
        files,
        directory,
        entry: args.entry.clone().or_else(|| case.program.entry.clone()),
        types: case.program.types.clone(),
        string_size: case.program.string_size.unwrap_or(sheaf_js::STRING_SIZE),
        pointers: pointers(args, case),
        shapes,
        size: None,
        usual_size: None,
        size_above: None,
        flags: own(&args.flags.0, &case.program.flags),
        failures: Vec::new(),
        error_calls: false,
        error_label: None,
        goal: None,
        unroll: None,
        keeps_variables: false,
        kept: None,
        until: None,
    };
    Ok(request.looking_for(&failures, &options))
}

/// The options of a replay. Uninitialized memory is an input if the case records its content.
fn options_of(failures: &FailureArgs, case: &Case) -> Options {
    let mut failures = failures.clone();
    if !case.inputs.uninitialized.is_empty() {
        failures
            .uninitialized_as
            .get_or_insert(UninitializedAs::Input);
    }
    concrete(&failures, case.settings.as_ref())
}

/// What counts as a failure.
fn failures(args: &ReplayArgs, path: &Path, case: &Case) -> Result<FailureArgs, UserError> {
    let Some(settings) = &case.settings else {
        return Ok(args.failures.clone());
    };
    let recorded = args.failures.or_recorded(settings);
    recorded.map_err(|error| UserError::new(path.display(), error))
}

/// The bounds of pointers that the entry takes.
fn pointers(args: &ReplayArgs, case: &Case) -> Pointers {
    if let Some(recorded) = case.program.pointers {
        return Pointers {
            elements: Elements {
                most: recorded.elements,
                exactly: recorded.exactly,
            },
            depth: recorded.depth,
        };
    }
    let default = Pointers::default();
    Pointers {
        elements: args.pointer_elements.unwrap_or(default.elements),
        depth: args.pointer_depth.unwrap_or(default.depth),
    }
}

fn execute(
    args: &ReplayArgs,
    path: &Path,
    case: &Case,
    program: &Program,
) -> Result<Run, UserError> {
    let expected = case.expected.as_ref();
    let shown = expected.and_then(|expected| failure_in(program, expected));
    let mut options = options_of(&failures(args, path, case)?, case);
    let (mut run, supplied, missing) = run_on_case(program, case, &options, shown);
    if args.output {
        // What the program cannot observe is printed by a run that counts for nothing else.
        options.prints = true;
        run.output = run_on_case(program, case, &options, shown).0.output;
    }
    let all = supplied == case.inputs.inputs.len();
    if all && expected.is_some_and(|expected| expected.end == OUT_OF_INPUTS) {
        return Ok(run);
    }
    if let (End::OutOfInputs(_), Some(missing)) = (&run.end, &missing) {
        let message = match case.inputs.inputs.get(supplied) {
            Some(next) => format!(
                "is for another program: it reads input {missing}, the case continues with `{}` of type `{}`",
                next.name,
                sheaf_report::value::type_name(&next.value)
            ),
            None => format!(
                "is for another program: it reads input {missing}, the case has no more inputs"
            ),
        };
        return Err(UserError::new(path.display(), message));
    }
    if supplied == 0 && !case.inputs.inputs.is_empty() && matches!(run.end, End::Exit(_)) {
        return Err(UserError::new(
            path.display(),
            "is for another program: it reads no input",
        ));
    }
    Ok(run)
}

/// A run on the inputs of a case to show a failure, the number of inputs that it has read, and the
/// first one that was missing.
fn run_on_case(
    program: &Program,
    case: &Case,
    options: &Options,
    shown: Option<(FailureKind, Option<LocId>)>,
) -> (Run, usize, Option<String>) {
    let mut ordered = CaseSupply::new(&case.inputs);
    let mut named = NamedSupply::new(case.inputs.clone());
    let mut watched = match case.by_name {
        true => Watched::new(&mut named),
        false => Watched::new(&mut ordered),
    };
    let values = &case.inputs.indeterminate;
    let run = concrete::run_expecting(program, &mut watched, values, options, shown);
    (run, watched.supplied, watched.missing)
}

/// The failure of a run, with what is known of it.
fn finding(
    args: &ReplayArgs,
    path: &Path,
    case: &Case,
    program: &Program,
    run: &Run,
) -> Result<Option<Finding>, UserError> {
    let End::Failed(failure) = &run.end else {
        return Ok(None);
    };
    let options = options_of(&failures(args, path, case)?, case);
    Ok(Some(Finding {
        failure: failure.clone(),
        inputs: case.inputs.clone(),
        trace: run.trace.clone(),
        decisive: concrete::decisions(program, failure, &case.inputs, &options),
        evidence: run.evidence.clone().unwrap_or_default(),
        original: None,
        replayed: true,
        after: Duration::ZERO,
    }))
}

/// The kind and the location of an expected failure. `None` if a program that was changed has no
/// such location: then every dependency on uninitialized memory counts.
fn failure_in(program: &Program, expected: &Expected) -> Option<(FailureKind, Option<LocId>)> {
    let kind = FailureKind::from_name(expected.kind.as_deref()?)?;
    let module = program.module();
    let is_place = |loc: &LocId| Some(module.describe(Some(*loc))) == expected.place;
    let loc = module.locs.ids().find(is_place);
    (loc.is_some() || kind != FailureKind::Uninitialized).then_some((kind, loc))
}

/// One line about a case: how it ended, and whether that is as recorded.
fn describe(path: &Path, case: &Case, program: &Program, run: &Run) -> String {
    let module = program.module();
    let end = complaint(module, &run.end).unwrap_or_else(|| match run.end {
        End::Exit(Some(value)) => format!("exit {value}"),
        _ => "exit".to_string(),
    });
    let actual = Expected::of(module, &run.end);
    let note = match &case.expected {
        None => String::new(),
        Some(expected) if expected.is_met_by(&actual) => " (as recorded)".to_string(),
        Some(expected) => format!(" (recorded: {expected})"),
    };
    format!("{}: {end}{note}\n", path.display())
}
