//! Pieces of programs on their own: the effect of a segment, of a loop, and of the chains that lead
//! to a target, each executed by the stepper of [`sheaf_execution`] or derived from what it gives.

pub mod chains;
pub mod loops;
pub mod segment;

use sheaf_execution::*;
