//! The explorers that plans ask for.

use crate::options::{Explore, Options, Plan};
use crate::portfolio::{Auto, BoundedSummaries};
use crate::program::Program;
use crate::subsume::Subsumption;
use crate::summaries::Summaries;
use crate::techniques::TECHNIQUES;
use crate::worklist::Explored;
use crate::{Explorer, Worklist};

/// The explorer that the options ask for, without states.
pub fn explorer<'p>(program: &'p Program, options: &'p Options) -> Box<dyn Explorer + 'p> {
    match &options.plan {
        Plan::Turns { .. } => Box::new(Auto::new(program, options)),
        Plan::Single(single) => match single.explorer {
            Explore::Multise(_) => Box::new(BoundedSummaries::new(program, options)),
            _ => turn_taker(program, options),
        },
    }
}

/// One that may take turns with others.
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
