//! Fuzz targets without `--size`: once data of a size is explored completely, so is larger data.
//!
//! Each size is an exploration of its own, of data that is larger than what was explored before, so
//! that no path is explored twice. The verdict is about the sizes that were explored completely, or
//! a failure at a larger one. The journal is that of the first size: an exploration that is resumed
//! begins larger data again where the first size ends.

use crate::args::CheckArgs;
use crate::check::{Explored, conclude, explored};
use crate::error::UserError;
use crate::print;
use crate::reporter::{Reporter, Setup};
use sheaf_engine::{Outcome, Verdict};
use sheaf_report::folder::RunFolder;
use std::sync::atomic::Ordering;

/// The largest size: the usual one of libFuzzer.
const MOST: u64 = 4096;

/// The size of which larger data than that of a complete exploration is explored next, if it is to
/// be: not where the user has said a size or what else there is to be done.
pub fn next(args: &CheckArgs, setup: &Setup) -> Option<u64> {
    let budget = &setup.options.budget;
    let is_counted =
        budget.instructions.is_some() || budget.depth.is_some() || budget.forks.is_some();
    let is_free = args.program.size.is_none()
        && args.explore.seed_input.is_empty()
        && args.tree.is_none()
        && !args.keep_paths
        && !is_counted
        && !setup.options.interrupt.load(Ordering::Relaxed);
    let size = setup.request.size.filter(|_| is_free)?;
    (size < MOST).then_some((2 * size).min(MOST))
}

/// That larger data was not begun, as the first size was not explored completely.
pub fn not_begun(setup: &Setup) -> String {
    let size = setup.request.size.unwrap_or(0);
    format!("  data of more than {size} bytes was not explored; `--size` begins with larger data\n")
}

/// Goes on with larger data after a complete exploration without a failure, and gives the exit
/// status.
///
/// # Errors
/// When a file cannot be written.
pub fn grow(
    args: &CheckArgs,
    mut proved: Setup,
    mut folder: Option<RunFolder>,
    first: (Outcome, Option<sheaf_engine::Journal>),
) -> Result<u8, UserError> {
    let (mut outcome, journal) = first;
    let mut tried = None;
    let kept = tempfile::tempdir().ok();
    let kept = kept.as_ref().map(|folder| folder.path().join("compiled"));
    while let Some(size) = next(args, &proved) {
        let Some(larger) = proved.larger(args, size, kept.as_deref())? else {
            break;
        };
        let reporter = Reporter::new(&larger, args, folder.take());
        let Explored {
            reporter,
            outcome: mut result,
            ..
        } = explored(args, &larger, reporter, None)?;
        if result.verdict == Verdict::Incomplete {
            tried = Some((size, result.stats.seconds));
            folder = reporter.into_folder()?;
            break;
        }
        // What is not executed with this data may be with smaller data.
        result.coverage.join(&outcome.coverage);
        result.stats.add_session(&outcome.stats);
        result.has_inputs |= outcome.has_inputs;
        if result.verdict == Verdict::Bug {
            return conclude(args, &larger, reporter, journal, &result);
        }
        folder = reporter.into_folder()?;
        (proved, outcome) = (larger, result);
    }
    let reporter = Reporter::new(&proved, args, folder);
    // What is left of larger data is explored when this is resumed.
    let has_ended = proved.request.size.is_none_or(|size| size >= MOST);
    let journal = journal.filter(|_| has_ended);
    let status = conclude(args, &proved, reporter, journal, &outcome)?;
    if let (Some((size, time)), true) = (tried, proved.talks) {
        let above = proved.request.size.unwrap_or(0) + 1;
        print(&format!(
            "  no failure was found with data of {above} to {size} bytes in {time:.2} s, but not \
             all of it was explored\n"
        ));
    }
    Ok(status)
}
