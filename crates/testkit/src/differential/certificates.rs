//! The checker of certificates on random programs: no program with a failing input is certified, and
//! what is certified is certified again when it is read. The checker's machine, which shares no code
//! with the engine, also repeats runs on given inputs.

use super::native::{self, End};
use super::paths::Sample;
use super::{Disagreement, Effort};
use sheaf::certificate::{scope, search};
use sheaf_engine::{End as Ended, Options, Program};
use sheaf_ir::{FailureKind, Module, text};
use sheaf_proof_check::certificate::{ANSWERS, Reader};
use sheaf_proof_check::claims::{Proof, Question};
use sheaf_proof_check::cut::{Loop, Plan};
use sheaf_proof_check::guide::{Decision, Guide, Point};
use sheaf_proof_check::scope::Scope;
use sheaf_proof_check::state::State;
use sheaf_proof_check::term::{Pool, Term};
use sheaf_proof_check::walk::{Shown, run, walk};
use std::fs::File;
use std::path::Path;
use std::time::Duration;

/// Instructions of the checker's machine on one path or run.
const STEPS: u64 = 1_000_000;

/// What a note begins with that says that a failure is not excluded.
const FAILS: &str = "no proof that there is no ";

/// A program as the checker sees it.
pub struct Subject {
    program: sheaf_proof_check::program::Program,
    scope: Scope,
}

impl Subject {
    /// The program of a module.
    ///
    /// # Errors
    /// When the checker cannot read it.
    pub fn new(module: &Module, options: &Options) -> Result<Subject, Disagreement> {
        let program = text::print(&text::normalize(module));
        let program = sheaf_proof_check::text::parse(&program);
        Ok(Subject {
            program: program.map_err(|error| Disagreement::new("reader of the checker", error))?,
            scope: scope(options),
        })
    }

    /// Compares a run of the checker's machine with one on the host. `None` where it has no rule.
    ///
    /// # Errors
    /// The disagreement.
    pub fn repeat(&self, inputs: &[u8], host: &native::Run) -> Option<Result<(), Disagreement>> {
        let mut guide = Known::default();
        let shown = run(
            &self.program,
            &self.scope,
            &mut guide,
            inputs.to_vec(),
            STEPS,
        )
        .ok()?;
        let mut notes = shown.missing.keys();
        if !notes.all(|(_, what)| what.starts_with(FAILS)) {
            return None;
        }
        let is_of_host = |(kind, line): &Failure, host: &Failure| {
            kind.for_sanitizers() == host.0 && (host.1.is_none() || host.1 == *line)
        };
        let agrees = match &host.end {
            End::Exit(status) => {
                let own = shown.status.map(|it| (it & 255) as i64);
                guide.failed.is_none() && own == Some(*status)
            }
            End::Failed(kind, line) => {
                let mut failures = guide.failed.iter().chain(&guide.open);
                failures.any(|it| is_of_host(it, &(*kind, *line)))
            }
            End::Dropped => guide.failed.is_none(),
            End::OutOfInputs | End::Other(_) => true,
        };
        let (status, failed) = (shown.status, guide.failed);
        Some(agrees.then_some(()).ok_or_else(|| {
            let detail = format!("exit {status:?}, {failed:?}, natively {host:?}; {inputs:?}");
            Disagreement::new("run of the checker", detail)
        }))
    }
}

/// A kind of failure, and the line.
type Failure = (FailureKind, Option<u32>);

/// Answers for runs on which nothing is to be decided; others end.
#[derive(Default)]
struct Known {
    /// The failure that ended the run.
    failed: Option<Failure>,
    /// Those that depend on addresses or on uninitialized memory.
    open: Vec<Failure>,
}

impl Guide for Known {
    fn decide(&mut self, _: &Question, _: Point) -> Result<Decision, String> {
        Err("a branch that depends on an address or on uninitialized memory".to_string())
    }

    fn cut(&mut self, _: &Pool, _: &State, _: &Loop) -> Result<Option<Plan>, String> {
        Ok(None)
    }

    fn bound(&mut self, _: &Question) -> Result<u64, String> {
        Err("a size that depends on an address or on uninitialized memory".to_string())
    }

    fn refute(&mut self, question: &Question) -> Result<Option<Proof>, String> {
        let kind = FailureKind::from_name(question.kind);
        let kind = kind.ok_or_else(|| format!("no rule for `{}`", question.kind))?;
        let failure = (kind, question.place.map(|(_, line, _)| line));
        match question.goal {
            Term::TRUE => self.failed = Some(failure),
            _ => self.open.push(failure),
        }
        Ok(None)
    }
}

/// Whether a program is certified without gaps.
///
/// # Errors
/// The disagreement if it is and fails, which `fails` or a run says, or if the certificate is
/// refused.
pub fn certified(
    program: &Program,
    options: &Options,
    effort: &Effort,
    fails: bool,
    samples: &[Sample],
) -> Result<bool, Disagreement> {
    let failed = |message: String| Disagreement::new("certificate", message);
    let folder = tempfile::tempdir().map_err(|error| failed(error.to_string()))?;
    let time = Duration::from_millis(effort.milliseconds);
    let found = search(folder.path(), program.module(), options, Vec::new(), time);
    let found = found.map_err(|error| failed(error.to_string()))?;
    if !found.is_complete() {
        return Ok(false);
    }
    let counts = |sample: &&Sample| match &sample.run.end {
        Ended::Failed(failure) => options.failures.contains(&failure.kind),
        _ => false,
    };
    if fails || samples.iter().any(|sample| counts(&sample)) {
        let inputs = samples.iter().find(counts).map(|sample| &sample.inputs);
        return Err(failed(format!(
            "it excludes a failure that happens; inputs: {inputs:?}"
        )));
    }
    match read(folder.path(), program.module()) {
        Ok(shown) if shown.missing.is_empty() => Ok(true),
        Ok(shown) => Err(failed(format!(
            "it has gaps when it is read: {:?}",
            shown.missing
        ))),
        Err(error) => Err(failed(format!("it is refused: {error}"))),
    }
}

/// Reads a certificate.
fn read(folder: &Path, module: &Module) -> Result<Shown, String> {
    let answers = File::open(folder.join(ANSWERS)).map_err(|error| error.to_string())?;
    let mut reader = Reader::new(answers)?;
    let program = sheaf_proof_check::text::parse(&text::print(&text::normalize(module)))?;
    let scope = reader.header.scope.clone();
    let shown = walk(&program, &scope, &mut reader, u64::MAX)?;
    reader.finish()?;
    Ok(shown)
}
