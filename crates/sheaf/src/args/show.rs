//! The options of `sheaf show`.

use super::{Format, ProgramArgs};
use crate::reach::Target;
use clap::{Args, ValueEnum};
use sheaf_engine::options::Merging;
use std::path::PathBuf;

/// `sheaf show`.
#[derive(Args, Clone, Debug)]
pub struct ShowArgs {
    /// What is shown, unless it is an execution tree.
    #[command(flatten)]
    pub program: ProgramArgs,
    /// What to show.
    #[command(flatten)]
    pub view: ViewArgs,
    /// Output format [default: text; for an execution tree, dot; a certificate is shown as text or
    /// JSON]
    #[arg(long, value_enum)]
    pub format: Option<Format>,
    /// Draw an execution tree only N forks deep [default: what fits on a page]
    #[arg(long, value_name = "N", conflicts_with = "ViewArgs")]
    pub depth: Option<usize>,
    /// Also show the library models that the program uses
    #[arg(long)]
    pub library: bool,
    /// Mark in `--cfg` the decisions of the clauses that `check --explore cdse --explain cdse
    /// --json` printed to FILE
    #[arg(long, value_name = "FILE", requires = "cfg")]
    pub clauses: Option<PathBuf>,
    /// Mark only the clauses with these numbers, from 1
    #[arg(
        long,
        value_name = "N,...",
        value_delimiter = ',',
        requires = "clauses"
    )]
    pub clause: Vec<usize>,
    /// Where `--chains` lead, as for `sheaf reach`
    #[arg(long, value_name = "TARGET", requires = "chains")]
    pub target: Option<Target>,
    /// How queries are counted.
    #[command(flatten)]
    pub costs: CostArgs,
}

/// The views of `sheaf show` without estimates.
const OTHER_VIEWS: [&str; 5] = ["ast", "ir", "cfg", "loops", "chains"];

/// How `sheaf show --query-costs` counts.
#[derive(Args, Clone, Debug)]
pub struct CostArgs {
    /// How `--query-costs` treats loops and branches, as in the merge policies
    #[arg(long, value_enum, default_value_t = EstimateName::Recursive, conflicts_with_all = OTHER_VIEWS)]
    pub estimate: EstimateName,
    /// Iterations of each loop that `recursive` counts
    #[arg(long, value_name = "N", default_value_t = Merging::default().kappa, conflicts_with_all = OTHER_VIEWS)]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    pub kappa: u32,
}

/// Estimates of later queries by name.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum EstimateName {
    /// Queries of one path, at most 10
    Lattice,
    /// Queries of all paths that run each loop at most `kappa` times
    Recursive,
}

/// The view of a program; exactly one.
#[derive(Args, Clone, Debug)]
#[group(multiple = false)]
pub struct ViewArgs {
    /// The syntax tree (microc only, JSON only)
    #[arg(long)]
    pub ast: bool,
    /// The program in Sheaf's representation (text only)
    #[arg(long)]
    pub ir: bool,
    /// The control-flow graph of each function
    #[arg(long)]
    pub cfg: bool,
    /// The loops of each function, their nesting and their effects
    #[arg(long)]
    pub loops: bool,
    /// Paths to a target without cycles, the loops on them, and what must hold of the numbers of
    /// their iterations (text and JSON)
    #[arg(long, requires = "target")]
    pub chains: bool,
    /// Estimated number of later queries that depend on each variable, line by line (text and JSON)
    #[arg(long)]
    pub query_costs: bool,
    /// The source, with loops and their effects and with query costs at their lines (text and JSON)
    #[arg(long)]
    pub annotate: bool,
}

impl ViewArgs {
    /// Whether it is one of a program, rather than of an execution tree.
    pub fn is_of_program(&self) -> bool {
        let of_structure = self.ast || self.ir || self.cfg;
        of_structure || self.loops || self.chains || self.query_costs || self.annotate
    }
}
