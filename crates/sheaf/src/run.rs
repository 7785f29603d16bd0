//! `sheaf run`: executes a program on given inputs, with its output and exit status.

use crate::args::RunArgs;
use crate::error::{UserError, describe_io, status};
use crate::interrupt;
use crate::load::{Request, load};
use crate::options::concrete;
use crate::supply::TextSupply;
use sheaf_engine::concrete::{self, Run};
use sheaf_engine::{End, Options, Output, Program};
use sheaf_ir::Module;
use sheaf_report::text;
use std::io::{IsTerminal, Read, Write};
use std::mem::ManuallyDrop;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// Time limit of a run; the user interrupts programs that take longer.
const RUN_TIME: Duration = Duration::from_secs(1 << 32);

/// Runs a program and returns its exit status, or one of Sheaf's if it does not end by itself.
///
/// # Errors
/// When the program or its inputs cannot be loaded, or do not fit each other.
pub fn run(args: &RunArgs) -> Result<u8, UserError> {
    let microc = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "uc");
    if args.ascii && !args.program.files.iter().all(microc) {
        return Err(UserError::new(
            "--ascii",
            "only microc programs (.uc) output numbers",
        ));
    }
    let mut options = concrete(&args.failures, None);
    options.standalone = true;
    options.prints = true;
    let mut request = Request::from(&args.program).looking_for(&args.failures, &options);
    // The run is the last that the process does: the memory is left to the system.
    let program = ManuallyDrop::new(load(&mut request, &mut Vec::new())?);
    options.budget.time = RUN_TIME;
    interrupt::watch(options.interrupt.clone());
    let start = Instant::now();
    let (run, left) = match (&args.input, &args.input_file) {
        (Some(values), _) => execute(&program, values.clone(), &options)?,
        (None, Some(path)) => {
            let text = std::fs::read_to_string(path);
            let text = text.map_err(|error| UserError::new(path.display(), describe_io(&error)))?;
            execute(&program, lines(&text), &options)?
        }
        (None, None) => match execute(&program, Vec::new(), &options)? {
            (
                Run {
                    end: End::OutOfInputs(_),
                    ..
                },
                _,
            ) => execute(&program, standard_input()?, &options)?,
            ran => ran,
        },
    };
    write_output(&characters(args, run.output));
    if args.time {
        eprintln!("{:.6} s", start.elapsed().as_secs_f64());
    }
    if let Some(message) = complaint(program.module(), &run.end) {
        eprintln!("sheaf: {message}");
    }
    // A run that was stopped might have read more.
    if left > 0 && matches!(run.end, End::Exit(_)) {
        surplus(args, left)?;
    }
    Ok(exit_status(&run.end))
}

/// Reports unused values: an error on the command line, a note for a file, which may serve several
/// programs.
fn surplus(args: &RunArgs, left: usize) -> Result<(), UserError> {
    let last = match left {
        1 => "the last value".to_string(),
        _ => format!("the last {left} values"),
    };
    let message = format!("the program did not read {last}");
    match (&args.input, &args.input_file) {
        (Some(_), _) => return Err(UserError::new("--input", message)),
        (None, Some(path)) => eprintln!("sheaf: {}: {message}", path.display()),
        (None, None) => eprintln!("sheaf: standard input: {message}"),
    }
    Ok(())
}

/// The output, with each number of a microc program as a character if requested.
fn characters(args: &RunArgs, output: Vec<Output>) -> Vec<Output> {
    if !args.ascii {
        return output;
    }
    let convert = |part: Output| Output {
        bytes: String::from_utf8_lossy(&part.bytes)
            .lines()
            .map(|number| number.parse().ok().and_then(char::from_u32))
            .map(|character| character.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect::<String>()
            .into_bytes(),
        ..part
    };
    output.into_iter().map(convert).collect()
}

/// The exit status of `sheaf run` for this end: the program's own, its low eight bits as the system
/// passes them on.
pub fn exit_status(end: &End) -> u8 {
    match end {
        End::Exit(Some(value)) => *value as u8,
        End::Exit(None) | End::Unmodelled(_) | End::Limit(_) => status::INCOMPLETE,
        End::Failed(_) => status::BUG,
        End::Dropped => status::DONE,
        End::OutOfInputs(_) => status::BAD_INPUT,
    }
}

/// Runs a program on these values, and returns the number of unused ones.
fn execute(
    program: &Program,
    values: Vec<String>,
    options: &Options,
) -> Result<(Run, usize), UserError> {
    let mut supply = TextSupply::new(values);
    let run = concrete::run_only(program, &mut supply, options);
    match supply.mismatch {
        Some(mismatch) => Err(UserError::new("--input", mismatch)),
        None => Ok((run, supply.left())),
    }
}

fn standard_input() -> Result<Vec<String>, UserError> {
    let mut text = String::new();
    if std::io::stdin().is_terminal() {
        eprintln!(
            "sheaf: enter the inputs of the program, one per line, up to the end of the file"
        );
    }
    let read = std::io::stdin().lock().read_to_string(&mut text);
    read.map_err(|error| UserError::new("standard input", describe_io(&error)))?;
    Ok(lines(&text))
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(str::to_string).collect()
}

/// Writes the program's output, in its order.
pub fn write_output(output: &[Output]) {
    for part in output {
        // As for the program itself, errors are ignored.
        let _ = match part.stream {
            2 => std::io::stderr().lock().write_all(&part.bytes),
            _ => std::io::stdout()
                .lock()
                .write_all(&part.bytes)
                .and_then(|()| std::io::stdout().flush()),
        };
    }
}

/// The message for a run that did not simply exit.
pub fn complaint(module: &Module, end: &End) -> Option<String> {
    let at = |loc| module.describe(loc);
    match end {
        End::Exit(_) => None,
        End::Failed(failure) => Some(format!(
            "{}: {} at {} in {}",
            failure.kind.name(),
            text::message(failure),
            at(failure.loc),
            failure.function
        )),
        End::Dropped => Some("stopped: an assumption of the program does not hold".to_string()),
        End::Unmodelled(reason) | End::Limit(reason) => Some(format!(
            "stopped: {}: {} at {}",
            reason.kind.name(),
            reason.detail,
            at(reason.loc)
        )),
        End::OutOfInputs(name) => Some(format!("stopped: there is no value for input `{name}`")),
    }
}
