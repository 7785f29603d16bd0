//! The techniques against path explosion, and the choice among them.
//!
//! [`check`] explores a [`Program`] on symbolic inputs. What executes is [`sheaf_execution`], what
//! knows of pieces of programs [`sheaf_summaries`], what explores [`sheaf_exploration`]; what they
//! have is found here, too.

mod cdse;
mod check;
mod deepening;
mod made;
mod navigation;
mod portfolio;
mod subsume;
mod summaries;
mod techniques;

pub use check::check;
pub use made::worklist;
pub use portfolio::Auto;
pub use sheaf_execution::*;
pub use sheaf_exploration::*;
pub use sheaf_summaries::*;
pub use techniques::{TECHNIQUES, Technique};
