//! The worklist that options ask for.

use crate::Worklist;
use crate::options::{Explore, Options};
use crate::program::Program;
use crate::subsume::Subsumption;
use crate::summaries::Summaries;

/// An empty worklist with the techniques that the options ask for.
pub fn worklist<'p>(program: &'p Program, options: &Options) -> Worklist<'p> {
    let mut worklist = Worklist::new(program, options);
    if options.subsume && options.explore == Explore::Worklist {
        worklist = worklist.pruned(program, Box::new(Subsumption::new(program, options)));
    }
    match Summaries::wanted(program, options) {
        Some(summaries) => worklist.skipping(Box::new(summaries)),
        None => worklist,
    }
}
