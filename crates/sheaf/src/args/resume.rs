//! The options of `sheaf resume`: those of `sheaf check` that do not change what is explored.

use super::explore::MAX_WORKERS;
use super::{CheckArgs, Explained, ExplainedParser};
use crate::units;
use clap::{Args, value_parser};
use std::path::PathBuf;
use std::time::Duration;

/// `sheaf resume`. All other options are those of the command that it resumes.
#[derive(Args, Clone, Debug)]
pub struct ResumeArgs {
    /// The output folder of `sheaf check --out`, whose last run is resumed, or the folder of a run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Write all findings as SARIF 2.1.0 to FILE
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
    /// Print the verdict only
    #[arg(long)]
    pub quiet: bool,
    /// Print details of the exploration at its end, as for `check`
    #[arg(
        long,
        value_name = "WHAT",
        value_parser = ExplainedParser,
        value_delimiter = ',',
        conflicts_with = "quiet"
    )]
    pub explain: Vec<Explained>,
    /// Number of processes that explore together if it takes long [default: as before]
    #[arg(short = 'j', long, value_name = "N", value_parser = value_parser!(u16).range(1..=i64::from(MAX_WORKERS)))]
    workers: Option<u16>,
    /// Limits.
    #[command(flatten)]
    limits: FurtherLimits,
}

/// Limits of what is explored now, whatever was explored before.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits, of what is new [default: as before]")]
struct FurtherLimits {
    /// Time: `500ms`, `60s`, `5m`, `1h`
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    time: Option<Duration>,
    /// Memory of the process: `512MiB`, `4GiB`
    #[arg(long, value_name = "SIZE", value_parser = units::bytes)]
    memory: Option<u64>,
    /// Time limit of one solver query
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    solver_time: Option<Duration>,
    /// Stop after this number of further failures
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    stop_after: Option<u64>,
    /// Number of further instructions
    #[arg(long, value_name = "N")]
    max_instructions: Option<u64>,
    /// Number of decisions on one path
    #[arg(long, value_name = "N")]
    max_depth: Option<u64>,
    /// Number of further forks
    #[arg(long, value_name = "N")]
    max_forks: Option<u64>,
}

impl ResumeArgs {
    /// Changes the command that is resumed. Seeds have been followed before.
    pub fn apply(&self, check: &mut CheckArgs, sarif: Option<PathBuf>) {
        check.explore.seed_input.clear();
        check.json |= self.json;
        check.quiet |= self.quiet;
        check.sarif = sarif.or(check.sarif.take());
        if !self.explain.is_empty() {
            check.explain.clone_from(&self.explain);
        }
        if let Some(workers) = self.workers {
            check.explore.use_workers(workers);
        }
        let (old, new) = (&mut check.limits, &self.limits);
        old.time = new.time.unwrap_or(old.time);
        old.memory = new.memory.unwrap_or(old.memory);
        old.solver_time = new.solver_time.unwrap_or(old.solver_time);
        old.stop_after = new.stop_after.or(old.stop_after);
        old.max_instructions = new.max_instructions.or(old.max_instructions);
        old.max_depth = new.max_depth.or(old.max_depth);
        old.max_forks = new.max_forks.or(old.max_forks);
    }
}
