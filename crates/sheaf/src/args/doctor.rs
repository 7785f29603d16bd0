//! The options of `sheaf doctor`.

use clap::Args;

/// `sheaf doctor`.
#[derive(Args, Clone, Debug)]
pub struct DoctorArgs {
    /// Print one JSON object and nothing else
    #[arg(long)]
    pub json: bool,
}
