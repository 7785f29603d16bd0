//! The options of `sheaf task` and `sheaf conclude`.

use super::CheckArgs;
use crate::units;
use clap::{Args, ValueEnum};
use std::path::PathBuf;
use std::time::Duration;

/// `sheaf task`.
#[derive(Args, Clone, Debug)]
pub struct TaskArgs {
    /// Explore from the waiting paths in FILE [default: from the start of the program]
    #[arg(long, value_name = "FILE")]
    pub paths: Option<PathBuf>,
    /// Write the answer to FILE: what was found, and the paths that are left
    #[arg(long, value_name = "FILE")]
    pub answer: PathBuf,
    /// Read the compiled program from FILE; if it is not there, compile and write it
    #[arg(long, value_name = "FILE")]
    pub compiled: Option<PathBuf>,
    /// How long to explore; what waits then is left
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = units::duration)]
    pub budget: Duration,
    /// What to explore. Options about output have no effect.
    #[command(flatten)]
    pub check: CheckArgs,
}

/// `sheaf conclude`.
#[derive(Args, Clone, Debug)]
pub struct ConcludeArgs {
    /// The folder of the answers: files that end in `.json`
    #[arg(long, value_name = "DIR")]
    pub answers: PathBuf,
    /// How long the exploration took
    #[arg(long, value_name = "TIME", value_parser = units::duration)]
    pub elapsed: Option<Duration>,
    /// Why paths were not explored, if some were not
    #[arg(long, value_name = "WHY", value_enum, value_delimiter = ',')]
    pub because: Vec<Because>,
    /// What was explored, and what to write.
    #[command(flatten)]
    pub check: CheckArgs,
}

/// Why paths were not explored.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Because {
    /// The time was over
    TimeLimit,
    /// The user stopped the exploration
    Interrupted,
    /// Each of two workers that explored a path died
    WorkerDied,
}
