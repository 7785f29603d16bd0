//! The explorers that single plans ask for.

use crate::options::Options;
use crate::program::Program;
use crate::subsume::Subsumption;
use crate::summaries::Summaries;
use crate::techniques::TECHNIQUES;
use crate::worklist::Explored;
use crate::{Explorer, Worklist};

/// The explorer of a single plan, without states. It may take turns with others.
pub fn turn_taker<'p>(program: &'p Program, options: &Options) -> Box<dyn Explorer + 'p> {
    let single = options.plan.single();
    let mut selected = TECHNIQUES.iter().filter(|it| (it.is_in)(single));
    match selected.find_map(|it| it.explorer) {
        Some(make) => make(program, options),
        None => Box::new(worklist(program, options)),
    }
}

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
