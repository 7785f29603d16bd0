//! Writes certificates: walks through a program as the checker of proofs does, and finds the proofs
//! that it needs. The checker, `crates/proof-check`, depends on nothing here.

mod cadical;
mod graph;
mod hints;
mod invariants;
mod joins;
mod models;
mod prover;
mod relations;
mod writer;

use invariants::Invariants;
use joins::Joins;
use prover::{GivenUp, Prover};
use sheaf_proof_check::STACK_BYTES;
use sheaf_proof_check::certificate::{ANSWERS, Header, PROGRAM, digest};
use sheaf_proof_check::scope::Scope;
use sheaf_proof_check::text;
use sheaf_proof_check::walk::{Shown, walk};
use std::io;
use std::path::Path;
use writer::Writer;

/// What is certified.
pub struct Task<'a> {
    /// The program in the textual representation, in normal form.
    pub program: &'a str,
    /// What the answer is about.
    pub scope: Scope,
    /// For people: sources, assumptions.
    pub notes: Vec<String>,
}

/// Limits of the search for proofs.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// Whether the search is to be given up.
    pub stop: &'a (dyn Fn() -> bool + Sync),
    /// Branches that are followed in both ways, before ways are joined instead.
    pub forks: u64,
    /// Instructions that are executed.
    pub steps: u64,
}

/// Why there is no certificate.
#[derive(Debug)]
pub enum Failure {
    /// A file cannot be written.
    Io(io::Error),
    /// The program cannot be walked through, or the limits were reached.
    Walk(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Io(error)
    }
}

/// Removes the certificate from a folder, if there is one, so that nobody takes it for that of the
/// program as it is now.
///
/// # Errors
/// When it cannot be removed.
pub fn remove(dir: &Path) -> io::Result<()> {
    match std::fs::remove_file(dir.join(ANSWERS)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes a certificate into a folder, which is made if it does not exist. Each branch is followed
/// in both ways; if these are too many, a second walk joins the ways where they meet. Where proofs
/// are missing, further walks look for invariants; the certificate is that of the walk that misses
/// least.
///
/// # Errors
/// When a file cannot be written, or there is no certificate within the limits.
pub fn certify(task: Task, dir: &Path, effort: Effort<'_>) -> Result<Shown, Failure> {
    if let Some(kind) = task.scope.without_rules().next() {
        let problem = format!("there are no rules for failures of kind `{kind}`");
        return Err(Failure::Walk(problem));
    }
    std::fs::create_dir_all(dir)?;
    std::fs::write(dir.join(PROGRAM), task.program)?;
    // Terms are nested as deeply as paths are long.
    let result = std::thread::scope(|threads| {
        let searcher = std::thread::Builder::new().stack_size(STACK_BYTES);
        let handle = searcher.spawn_scoped(threads, || search(&task, dir, effort));
        handle.map(std::thread::ScopedJoinHandle::join)
    });
    match result? {
        Ok(Err(failure)) => {
            remove(dir)?;
            Err(failure)
        }
        Ok(shown) => shown,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}

fn search(task: &Task, dir: &Path, effort: Effort<'_>) -> Result<Shown, Failure> {
    let program = text::parse(task.program).map_err(Failure::Walk)?;
    let digest = digest(task.program.as_bytes());
    let mut invariants = Invariants::default();
    let mut joins = false;
    let mut best: Option<(Shown, Vec<u8>)> = None;
    let problem = loop {
        let header = Header {
            program: digest.clone(),
            scope: Scope {
                loops: invariants.loops.clone(),
                ..task.scope.clone()
            },
            notes: task.notes.clone(),
        };
        let writer = Writer::new(Vec::new(), &header)?;
        let where_joined = joins.then(Joins::default);
        let mut prover = Prover::new(&program, writer, where_joined, &mut invariants, effort);
        let shown = walk(&program, &header.scope, &mut prover, effort.steps);
        let given_up = prover.given_up;
        let writer = prover.into_writer();
        match shown {
            _ if invariants.goes_on() => {}
            Ok(shown) => {
                let (gaps, misses_proofs) = (shown.missing.len(), shown.misses_proofs());
                let is_better = |best: &(Shown, _)| gaps < best.0.missing.len();
                if best.as_ref().is_none_or(is_better) {
                    best = Some((shown, writer.finish()?));
                }
                if gaps == 0 || !invariants.try_more(misses_proofs) {
                    break String::new();
                }
            }
            Err(_) if given_up == Some(GivenUp::Forks) => joins = true,
            Err(problem) => break problem,
        }
    };
    let (shown, certificate) = best.ok_or(Failure::Walk(problem))?;
    std::fs::write(dir.join(ANSWERS), certificate)?;
    Ok(shown)
}
