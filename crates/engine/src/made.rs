//! The worklist that a single plan asks for.

use crate::Worklist;
use crate::options::Options;
use crate::program::Program;
use crate::subsume::Subsumption;
use crate::summaries::Summaries;
use crate::worklist::Explored;

/// An empty worklist with the techniques that the options ask for.
pub fn worklist<'p>(program: &'p Program, options: &Options) -> Worklist<'p> {
    let plan = &options.plan;
    let mut worklist = Worklist::new(program, options);
    if plan.paths().subsumes {
        worklist = worklist.with(program, Subsumption::new(program, options));
    }
    if let Some(summaries) = Summaries::wanted(program, options) {
        worklist = worklist.with(program, summaries);
    }
    match plan.is_plain() {
        true => worklist.with(program, Explored::default()),
        false => worklist,
    }
}
