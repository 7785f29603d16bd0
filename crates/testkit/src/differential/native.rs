//! Batches of C programs, compiled for the host and run on given inputs.

use sheaf_ir::FailureKind;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The driver that runs the entries of a batch, see the file.
const DRIVER: &str = include_str!("driver.c");

/// Checks for undefined behaviour. Left shifts of negative values count as defined, as compilers
/// define them.
const SANITIZE: [&str; 3] = [
    "-fsanitize=undefined,float-cast-overflow,address",
    "-fno-sanitize=shift-base",
    "-fno-sanitize-recover=all",
];

/// How a run ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// With this exit status.
    Exit(i64),
    /// With a failure reported in this line.
    Failed(FailureKind, Option<u32>),
    /// An assumption did not hold.
    Dropped,
    /// The program read more inputs than there were.
    OutOfInputs,
    /// In any other way.
    Other(String),
}

/// A run: what it printed, and how it ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    /// Standard output and standard error.
    pub output: String,
    /// How the process ended.
    pub end: End,
}

/// A compiled batch.
pub struct Batch {
    program: PathBuf,
}

/// The compiler and its settings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Build {
    /// clang 19 without optimisation, with checks for undefined behaviour.
    Checked,
    /// gcc with optimisation.
    Optimized,
}

/// Compiles a source file with these entries.
///
/// # Errors
/// If a file cannot be written or does not compile.
pub fn compile(
    folder: &Path,
    source: &Path,
    entries: &[String],
    build: Build,
) -> Result<Batch, String> {
    let describe = |error: io::Error| error.to_string();
    let driver = folder.join("driver.c");
    std::fs::write(&driver, DRIVER).map_err(describe)?;
    let mut table = String::new();
    for entry in entries {
        table.push_str(&format!("int {entry}(void);\n"));
    }
    let list = entries.join(", ");
    table.push_str(&format!(
        "int (*const sheaf_entries[])(void) = {{{list}}};\n"
    ));
    let entries = folder.join("entries.c");
    std::fs::write(&entries, table).map_err(describe)?;
    let program = folder.join(format!("{build:?}"));
    let mut command = match build {
        Build::Checked => {
            let mut command = Command::new("clang-19");
            command
                .args(["-O0", "-gline-tables-only", "-fno-crash-diagnostics"])
                .args(SANITIZE);
            command
        }
        Build::Optimized => {
            let mut command = Command::new("gcc");
            command.arg("-O2");
            command
        }
    };
    command
        .arg("-w")
        .args([source, &driver, &entries])
        .args(["-lm", "-o"])
        .arg(&program);
    let output = command.output().map_err(describe)?;
    if output.status.success() {
        Ok(Batch { program })
    } else {
        Err(String::from_utf8_lossy(&output.stderr).into_owned())
    }
}

impl Batch {
    /// Runs entries, by index, on the bytes of their inputs.
    ///
    /// # Errors
    /// If the batch cannot be run or its output is malformed.
    pub fn run(&self, cases: &[(usize, Vec<u8>)]) -> Result<Vec<Run>, String> {
        let mut lines = String::new();
        for (entry, bytes) in cases {
            let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
            lines.push_str(&format!("{entry} {hex}\n"));
        }
        let mut child = Command::new(&self.program)
            .env("ASAN_OPTIONS", "detect_leaks=0:symbolize=0")
            .env("UBSAN_OPTIONS", "print_summary=0")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| error.to_string())?;
        let input = child.stdin.take();
        let writer = std::thread::spawn(move || {
            // If the batch ends early, its output shows it.
            input.map(|mut input| input.write_all(lines.as_bytes()))
        });
        let output = child
            .wait_with_output()
            .map_err(|error| error.to_string())?;
        let _ = writer.join();
        let text = String::from_utf8_lossy(&output.stdout);
        let runs = parse(&text);
        if runs.len() == cases.len() {
            Ok(runs)
        } else {
            Err(format!("{} runs of {}: {text}", runs.len(), cases.len()))
        }
    }
}

fn parse(text: &str) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut output = String::new();
    for line in text.lines() {
        match line.strip_prefix("@ ") {
            Some(end) => {
                // The driver prints a newline before its own line.
                output.pop();
                let end = end_of(&output, end);
                let output = std::mem::take(&mut output);
                runs.push(Run { output, end });
            }
            None => {
                output.push_str(line);
                output.push('\n');
            }
        }
    }
    runs
}

/// Classifies the end of a run by its messages and exit status.
fn end_of(output: &str, end: &str) -> End {
    if let Some((before, message)) = output.split_once(": runtime error: ") {
        let line = before.rsplit(':').nth(1).and_then(|line| line.parse().ok());
        return match undefined(message.lines().next().unwrap_or_default()) {
            Some(kind) => End::Failed(kind, line),
            None => End::Other(message.to_string()),
        };
    }
    if let Some((_, message)) = output.split_once("ERROR: AddressSanitizer: ") {
        return match misused(message) {
            Some(kind) => End::Failed(kind, None),
            None => End::Other(message.lines().next().unwrap_or_default().to_string()),
        };
    }
    if let Some((before, _)) = output.split_once(": Assertion `") {
        // FILE:LINE: FUNCTION
        let line = before.rsplit(':').nth(1).and_then(|line| line.parse().ok());
        return End::Failed(FailureKind::Assertion, line);
    }
    match end.split_once(' ') {
        Some(("exit", "98")) => End::Dropped,
        Some(("exit", "99")) => End::OutOfInputs,
        Some(("exit", status)) => match status.parse() {
            Ok(status) => End::Exit(status),
            Err(_) => End::Other(end.to_string()),
        },
        Some(("signal", "6")) => End::Failed(FailureKind::Abort, None),
        _ => End::Other(end.to_string()),
    }
}

/// The kind of failure of a message of AddressSanitizer.
fn misused(message: &str) -> Option<FailureKind> {
    let word = message.split_whitespace().next()?;
    match word {
        "heap-use-after-free" => Some(FailureKind::UseAfterFree),
        _ if message.starts_with("attempting double-free") => Some(FailureKind::DoubleFree),
        _ if word.ends_with("-overflow") || word.ends_with("-underflow") => {
            Some(FailureKind::OutOfBounds)
        }
        _ => None,
    }
}

/// The kind of failure of a message of UndefinedBehaviorSanitizer.
fn undefined(message: &str) -> Option<FailureKind> {
    if message.contains("division by zero") {
        Some(FailureKind::DivisionByZero)
    } else if message.starts_with("division of") {
        Some(FailureKind::DivisionOverflow)
    } else if message.starts_with("signed integer overflow") || message.starts_with("negation of") {
        Some(FailureKind::SignedOverflow)
    } else if message.contains("outside the range of representable values") {
        Some(FailureKind::FloatConversion)
    } else if message.starts_with("shift exponent") {
        Some(FailureKind::Shift)
    } else if message.contains("out of bounds") {
        Some(FailureKind::OutOfBounds)
    } else if message.contains("null pointer") {
        Some(FailureKind::NullDereference)
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_told_apart() {
        let text = "abc\n\n@ exit 3\n\n@ exit 98\np.c:7:3: runtime error: division by zero\n\n@ exit 1\n\n@ signal 6\n\
                    p: a/p.c:12: int p3(void): Assertion `x' failed.\n\n@ signal 6\n\
                    ==7==ERROR: AddressSanitizer: heap-use-after-free on address 0x1\n\n@ exit 1\n\
                    ==7==ERROR: AddressSanitizer: SEGV on unknown address\n\n@ exit 1\n";
        let runs = parse(text);
        let ends: Vec<End> = runs.iter().map(|run| run.end.clone()).collect();
        assert_eq!(
            ends,
            [
                End::Exit(3),
                End::Dropped,
                End::Failed(FailureKind::DivisionByZero, Some(7)),
                End::Failed(FailureKind::Abort, None),
                End::Failed(FailureKind::Assertion, Some(12)),
                End::Failed(FailureKind::UseAfterFree, None),
                End::Other("SEGV on unknown address".to_string()),
            ]
        );
        assert_eq!(runs[0].output, "abc\n");
        assert_eq!(runs[1].output, "");
    }
}
