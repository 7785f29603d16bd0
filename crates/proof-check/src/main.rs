//! `sheaf-check-proof DIR`: checks a certificate.

use sheaf_proof_check::certificate::{ANSWERS, Header, PROGRAM, Reader, digest};
use sheaf_proof_check::walk::{Shown, walk};
use sheaf_proof_check::{STACK_BYTES, TRUSTED, text};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

const USAGE: &str = "usage: sheaf-check-proof DIR [--steps N]

Checks the certificate in a folder that `sheaf certify` or `sheaf check --certificate` wrote.
Status 0: certified. 1: a claim is not shown, or some have no proof. 2: wrong usage or bad input.";

/// Instructions that are executed at most, unless `--steps` says otherwise.
const STEPS: u64 = 1_000_000_000;

fn main() -> ExitCode {
    // Terms are nested deeply; no input may overflow the stack.
    let checker = std::thread::Builder::new().stack_size(STACK_BYTES);
    let joined = checker.spawn(run).map(std::thread::JoinHandle::join);
    match joined {
        Ok(Ok(code)) => code,
        _ => ExitCode::from(2),
    }
}

fn run() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (dir, steps) = match &args[..] {
        [dir] if !dir.starts_with('-') => (dir, Ok(STEPS)),
        [dir, option, steps] if option == "--steps" => (dir, steps.parse()),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let Ok(steps) = steps else {
        eprintln!("error: `--steps` takes a number");
        return ExitCode::from(2);
    };
    match check(Path::new(dir), steps) {
        Ok((shown, header)) => report(&shown, &header),
        Err(Refused::Input(problem)) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
        Err(Refused::Claim(problem)) => {
            print(&[format!("not certified: {problem}")]);
            ExitCode::from(1)
        }
    }
}

/// Why a certificate is refused.
enum Refused {
    /// It cannot be read, or is about something else.
    Input(String),
    /// It does not show what it claims.
    Claim(String),
}

fn check(dir: &Path, steps: u64) -> Result<(Shown, Header), Refused> {
    let named = |name: &str, problem: String| {
        Refused::Input(format!("{}: {problem}", dir.join(name).display()))
    };
    let program = std::fs::read(dir.join(PROGRAM));
    let program = program.map_err(|error| named(PROGRAM, error.to_string()))?;
    let answers = File::open(dir.join(ANSWERS));
    let answers = answers.map_err(|error| named(ANSWERS, error.to_string()))?;
    let mut reader = Reader::new(answers).map_err(|problem| named(ANSWERS, problem))?;
    let header = reader.header.clone();
    if header.program != digest(&program) {
        return Err(named(
            ANSWERS,
            format!("it is about another program than {PROGRAM}"),
        ));
    }
    if let Some(kind) = header.scope.without_rules().next() {
        return Err(named(
            ANSWERS,
            format!("there are no rules for failures of kind `{kind}`"),
        ));
    }
    let program = String::from_utf8(program);
    let program = program.map_err(|_| named(PROGRAM, "it is no text".to_string()))?;
    let program = text::parse(&program).map_err(|problem| named(PROGRAM, problem))?;
    let shown = walk(&program, &header.scope, &mut reader, steps).map_err(Refused::Claim)?;
    reader.finish().map_err(Refused::Claim)?;
    Ok((shown, header))
}

fn report(shown: &Shown, header: &Header) -> ExitCode {
    let Shown {
        paths,
        steps,
        checked,
        claims,
        missing,
        ..
    } = shown;
    let figures = format!("{paths} paths, {steps} instructions, {checked} claims, {claims} proofs");
    let (code, answer) = match missing.len() {
        0 => (0, "certified: no input makes the program fail".to_string()),
        count => (1, format!("certified except for {count} claims")),
    };
    let mut lines = vec![format!("{answer} ({figures})")];
    let gap = |((place, what), paths): (&(String, String), &u64)| {
        format!("  {place}: {what} ({paths} paths)")
    };
    lines.extend(missing.iter().map(gap));
    lines.extend(header.notes.iter().cloned());
    let kinds = header.scope.kinds.iter().map(String::as_str);
    lines.push(format!("failures: {}", kinds.collect::<Vec<_>>().join(" ")));
    if header.scope.counts("leak") && header.scope.must_free {
        lines.push("a leak is all memory that is not freed".to_string());
    }
    lines.push(TRUSTED.to_string());
    print(&lines);
    ExitCode::from(code)
}

/// Prints lines, which may have text of the certificate: what controls terminals is left out.
fn print(lines: &[String]) {
    let mut out = std::io::stdout().lock();
    for line in lines {
        let shown: String = line.chars().filter(|it| !it.is_control()).collect();
        // Whoever closes the output does not want to read it.
        let _ = writeln!(out, "{shown}");
    }
}
