//! The options of `sheaf report`.

use clap::Args;
use std::path::PathBuf;

/// `sheaf report`.
#[derive(Args, Clone, Debug)]
pub struct ReportArgs {
    /// The output folder of `sheaf check --out` or `sheaf test`, whose last run is shown, or the
    /// folder of a run
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// Write the page to FILE [default: DIR/report.html]
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Open the page in a browser, by xdg-open
    #[arg(long)]
    pub open: bool,
}
