//! `sheaf run`: executes a program on given inputs, with its output and exit status.

use crate::args::RunArgs;
use crate::error::{UserError, describe_io, status};
use crate::interrupt;
use crate::load::{Request, load};
use crate::options::concrete;
use crate::print;
use crate::supply::TextSupply;
use serde_json::json;
use sheaf_engine::concrete::{self, Run};
use sheaf_engine::{End, Options, Output, Program};
use sheaf_ir::Module;
use sheaf_report::display;
use sheaf_report::steps::{Step, Steps};
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
    request.keeps_variables = args.steps.is_some();
    // The run is the last that the process does: the memory is left to the system.
    let program = ManuallyDrop::new(load(&mut request, &mut Vec::new())?);
    options.budget.time = RUN_TIME;
    interrupt::watch(options.interrupt.clone());
    let start = Instant::now();
    let execute = |values| execute(&program, values, &options, args.steps);
    let (run, left, told) = match (&args.input, &args.input_file) {
        (Some(values), _) => execute(values.clone())?,
        (None, Some(path)) => {
            let text = std::fs::read_to_string(path);
            let text = text.map_err(|error| UserError::new(path.display(), describe_io(&error)))?;
            execute(lines(&text))?
        }
        (None, None) => match execute(Vec::new())? {
            (
                Run {
                    end: End::OutOfInputs(_),
                    ..
                },
                ..,
            ) => execute(standard_input()?)?,
            ran => ran,
        },
    };
    let output = characters(args, run.output);
    match told {
        Some(told) if args.json => {
            let end = complaint(program.module(), &run.end);
            print(&told.json(&output, end.as_deref(), exit_status(&run.end)));
            return Ok(exit_status(&run.end));
        }
        Some(told) => print(&told.text),
        None => {}
    }
    write_output(&output);
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
    most_steps: Option<u64>,
) -> Result<(Run, usize, Option<Told>), UserError> {
    let mut supply = TextSupply::new(values);
    let (run, told) = match most_steps {
        None => (concrete::run_only(program, &mut supply, options), None),
        Some(most) => {
            let (run, told) = Told::of(program, &mut supply, options, most);
            (run, Some(told))
        }
    };
    match supply.mismatch {
        Some(mismatch) => Err(UserError::new("--input", mismatch)),
        None => Ok((run, supply.left(), told)),
    }
}

/// The steps of a run.
struct Told {
    steps: Vec<Step>,
    /// The same as text.
    text: String,
    /// The number of steps that were too many.
    left_out: u64,
}

impl Told {
    /// Runs a program; at most so many steps are told.
    fn of(program: &Program, supply: &mut TextSupply, options: &Options, most: u64) -> (Run, Told) {
        let mut steps = Steps::of_run(program, most);
        let (mut told, mut text) = (Vec::new(), String::new());
        let run = concrete::run_telling(program, supply, options, &mut |pool, state| {
            if let Some(step) = steps.line(pool, state) {
                text.push_str(&steps.text(&step));
                told.push(step);
            }
        });
        text.push_str(&steps.left_out_line());
        let left_out = steps.left_out();
        let steps = told;
        let told = Told {
            steps,
            text,
            left_out,
        };
        (run, told)
    }

    /// One JSON object with the steps, what the program printed, and how it ended if it did not
    /// simply exit.
    fn json(&self, output: &[Output], end: Option<&str>, status: u8) -> String {
        let output = output.iter().map(|part| {
            let text = String::from_utf8_lossy(&part.bytes);
            json!({ "stream": part.stream, "text": text })
        });
        let object = json!({
            "schema": 1,
            "steps": self.steps,
            "left_out": self.left_out,
            "output": output.collect::<Vec<_>>(),
            "end": end,
            "status": status,
        });
        format!("{object:#}\n")
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
            display::function(&failure.function)
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
