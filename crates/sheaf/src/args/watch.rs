//! The options of `sheaf check` that no other command has.

use super::CheckArgs;
use clap::Args;

/// `sheaf check`.
#[derive(Args, Clone, Debug)]
pub struct CheckCommand {
    /// What to check.
    #[command(flatten)]
    pub check: CheckArgs,
    /// Check again whenever a file of the program changes, until Ctrl-C
    #[arg(long, conflicts_with = "json")]
    pub watch: bool,
}
