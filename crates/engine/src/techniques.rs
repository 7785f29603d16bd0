//! The table of techniques: what each is called, what selects and configures it, what it cannot be
//! combined with, and how it takes part in turns. The command line, the documentation, the
//! configurations of the tests and [`crate::Auto`] come from it.
//!
//! A technique is a row here and, in a folder of its own, an [`crate::Explorer`] or the
//! [`Hooks`](crate::worklist::Hooks) of a worklist, which `made.rs` puts together.

use crate::Explorer;
use crate::cdse::Cdse;
use crate::deepening::Deepening;
use crate::made::worklist;
use crate::navigation::Navigation;
use crate::options::{Explore, Merging, Options, Paths, Plan, Search, Single, ValueSummaries};
use crate::program::Program;
use std::time::Duration;

/// A technique that explores the whole program.
pub struct Technique {
    /// Its name in JSON and in `--explain strategy`.
    pub name: &'static str,
    /// The option that selects it alone.
    pub option: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// Its page in `docs`.
    pub page: &'static str,
    /// Options that have an effect with it, and with no other.
    pub options: &'static [&'static str],
    /// Options that cannot be combined with it, and why.
    pub excludes: &'static [(&'static str, &'static str)],
    /// Why it cannot explore programs in which values have kinds that are known at run time only,
    /// if it cannot.
    pub not_dynamic: Option<&'static str>,
    /// Whether it is about functions of the C library only.
    pub of_library: bool,
    /// What `--explain` tells of it.
    pub explains: &'static [&'static str],
    /// Its part of the statistics in JSON.
    pub statistics: &'static str,
    /// Whether a plan has it.
    pub is_in: fn(&Single) -> bool,
    /// What a plan that has it, and no option of its own, says.
    pub plan: fn() -> Single,
    /// Its explorer, if that is no worklist.
    pub(crate) explorer: Option<Make>,
    /// How it takes turns.
    pub(crate) turns: Turns,
}

/// Makes an explorer without states.
pub(crate) type Make = for<'p> fn(&'p Program, &Options) -> Box<dyn Explorer + 'p>;

/// How a technique takes turns with others.
pub(crate) struct Turns {
    /// When it may begin.
    pub begins: Begins,
    /// Its part of the work, while little was done and afterwards.
    pub shares: (u64, u64),
    /// How long a query may take at most.
    pub query_time: Duration,
}

/// When a technique may have its first turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Begins {
    /// Before all others.
    First,
    /// With the first turns of others.
    Soon,
    /// As `Soon`, if there is a single place to reach.
    SoonToTarget,
    /// Before plain exploration, if there is a single place to reach.
    FirstToTarget,
    /// Once plain exploration has left out calls of functions that it may compute. What it explores
    /// is indexed.
    AfterUnmodelledCalls,
    /// Never.
    Never,
}

/// The position of plain exploration, which turns begin with.
pub(crate) const PLAIN: usize = 0;

/// No limit of its own for a query.
const ANY: Duration = Duration::MAX;

/// All techniques.
pub static TECHNIQUES: [Technique; 9] = [
    Technique {
        name: "plain",
        option: "--strategy plain",
        summary: "paths that fork, one by one",
        page: "strategy.md",
        options: &[],
        excludes: &[],
        not_dynamic: None,
        of_library: false,
        explains: &[],
        statistics: "paths",
        is_in: |single| {
            let is_plain =
                |it: Paths| it.merging.is_none() && !it.subsumes && it.search != Search::Chains;
            matches!(single.explorer, Explore::Worklist(it) if is_plain(it))
                && !single.summarizes_loops
                && single.indexing.is_none()
        },
        plan: Single::default,
        explorer: None,
        turns: Turns {
            begins: Begins::First,
            shares: (24, 32),
            query_time: ANY,
        },
    },
    Technique {
        name: "multise",
        option: "--explore multise",
        summary: "value summaries: all paths at a program point are one state",
        page: "merging.md",
        options: &["--summary-size", "--keep-summaries", "--summary-trial"],
        excludes: &[
            ("--merge", "it always merges; policies are for paths"),
            ("--search", "it chooses the next state itself"),
            ("-j", "it has one state, which is not divided"),
            (
                "--subsume",
                "labels are derived from paths that end one by one; it has one state for all \
                 paths at a program point",
            ),
        ],
        not_dynamic: None,
        of_library: false,
        explains: &["merge", "summaries"],
        statistics: "merging",
        is_in: |single| matches!(single.explorer, Explore::Multise(_)),
        plan: || Explore::Multise(ValueSummaries::default()).into(),
        explorer: None,
        turns: Turns {
            begins: Begins::Soon,
            shares: (24, 12),
            query_time: ANY,
        },
    },
    Technique {
        name: "subsume",
        option: "--subsume",
        summary: "labels: states are dropped from which nothing can fail",
        page: "subsumption.md",
        options: &[],
        excludes: &[],
        not_dynamic: Some("labels are conditions on values of known types"),
        of_library: false,
        explains: &["subsume"],
        statistics: "subsumption",
        is_in: |single| matches!(single.explorer, Explore::Worklist(paths) if paths.subsumes),
        plan: || {
            let paths = Paths {
                subsumes: true,
                ..Paths::default()
            };
            Explore::Worklist(paths).into()
        },
        explorer: None,
        turns: Turns {
            begins: Begins::Soon,
            shares: (6, 6),
            query_time: ANY,
        },
    },
    Technique {
        name: "summarize-loops",
        option: "--summarize-loops",
        summary: "loop summaries: iterations whose effect is known are skipped",
        page: "loops.md",
        options: &[],
        excludes: &[],
        not_dynamic: None,
        of_library: false,
        explains: &["loops"],
        statistics: "summaries",
        is_in: |single| single.summarizes_loops,
        plan: || Single {
            summarizes_loops: true,
            ..Single::default()
        },
        explorer: None,
        turns: Turns {
            begins: Begins::Soon,
            shares: (6, 6),
            query_time: ANY,
        },
    },
    Technique {
        name: "cdse",
        option: "--explore cdse",
        summary: "clauses: paths are excluded by what others have taught",
        page: "learning.md",
        options: &["--guide"],
        excludes: &[
            (
                "--merge",
                "it learns from single paths; policies are for paths that may merge",
            ),
            ("--search", "it chooses the next path itself"),
            (
                "--subsume",
                "it drops states because of clauses; labels are for the worklist",
            ),
            (
                "--index strings",
                "it follows the calls of functions on strings",
            ),
        ],
        not_dynamic: Some("clauses are learned from operations on values of known types"),
        of_library: false,
        explains: &["cdse"],
        statistics: "learning",
        is_in: |single| matches!(single.explorer, Explore::Cdse(_)),
        plan: || Explore::Cdse(Default::default()).into(),
        explorer: Some(cdse),
        turns: Turns {
            begins: Begins::Soon,
            shares: (6, 6),
            query_time: ANY,
        },
    },
    Technique {
        name: "merge",
        option: "--merge",
        summary: "merging: states at the same program point become one",
        page: "merging.md",
        options: &["--limit-cost", "--kappa"],
        excludes: &[],
        not_dynamic: None,
        of_library: false,
        explains: &["merge", "summaries"],
        statistics: "merging",
        is_in: |single| matches!(single.explorer, Explore::Worklist(it) if it.merging.is_some()),
        // All states that meet, so that a query decides about all paths to a target.
        plan: || {
            let paths = Paths {
                merging: Some(Merging::default()),
                ..Paths::default()
            };
            Explore::Worklist(paths).into()
        },
        explorer: None,
        turns: Turns {
            begins: Begins::SoonToTarget,
            shares: (24, 12),
            // One query about all paths may be too hard for a solver, and while it is asked no
            // other technique has a turn.
            query_time: Duration::from_millis(500),
        },
    },
    Technique {
        name: "index",
        option: "--index",
        summary: "tables of functions, on values of interest",
        page: "indexify.md",
        options: &[
            "--index-outside",
            "--index-seed",
            "--index-seeds",
            "--index-only-seeds",
            "--index-functions",
            "--index-rounds",
            "--index-size",
        ],
        excludes: &[("-j", "its tables belong to one process")],
        not_dynamic: Some("only functions of the C library have tables"),
        of_library: true,
        explains: &["index"],
        statistics: "index",
        is_in: |single| single.indexing.is_some(),
        plan: Single::default,
        explorer: None,
        turns: Turns {
            begins: Begins::AfterUnmodelledCalls,
            shares: (6, 6),
            query_time: ANY,
        },
    },
    Technique {
        name: "chains",
        option: "--search chains",
        summary: "navigation: loops are taken as often as an unreached place needs",
        page: "loops.md",
        options: &[],
        excludes: &[
            ("--merge", "its plans are for single paths"),
            ("-j", "its plans belong to one process"),
            ("--subsume", "labels need the order of their searcher"),
        ],
        not_dynamic: None,
        of_library: false,
        explains: &[],
        statistics: "paths",
        is_in: |single| matches!(single.explorer, Explore::Worklist(it) if it.search == Search::Chains),
        plan: || {
            let paths = Paths {
                search: Search::Chains,
                ..Paths::default()
            };
            Explore::Worklist(paths).into()
        },
        explorer: Some(navigation),
        turns: Turns {
            begins: Begins::FirstToTarget,
            shares: (48, 64),
            query_time: ANY,
        },
    },
    Technique {
        name: "deepening",
        option: "--explore deepening",
        summary: "iterative deepening: paths with few decisions before longer ones",
        page: "strategy.md",
        options: &[],
        excludes: &[
            ("--merge", "it explores single paths"),
            ("--search", "it chooses the next path itself"),
            ("-j", "it explores one path after the other"),
            ("--subsume", "labels are for the worklist"),
            ("--summarize-loops", "it executes each decision"),
        ],
        not_dynamic: None,
        of_library: false,
        explains: &[],
        statistics: "paths",
        is_in: |single| matches!(single.explorer, Explore::Deepening),
        plan: || Explore::Deepening.into(),
        explorer: Some(deepening),
        turns: Turns {
            begins: Begins::Never,
            shares: (1, 1),
            query_time: ANY,
        },
    },
];

/// The explorer of a single plan, without states. It may take turns with others.
pub(crate) fn turn_taker<'p>(program: &'p Program, options: &Options) -> Box<dyn Explorer + 'p> {
    let single = options.plan.single();
    let mut selected = TECHNIQUES.iter().filter(|it| (it.is_in)(single));
    match selected.find_map(|it| it.explorer) {
        Some(make) => make(program, options),
        None => Box::new(worklist(program, options)),
    }
}

fn cdse<'p>(program: &'p Program, options: &Options) -> Box<dyn Explorer + 'p> {
    Box::new(Cdse::new(program, options))
}

fn navigation<'p>(program: &'p Program, options: &Options) -> Box<dyn Explorer + 'p> {
    Box::new(Navigation::new(program, options))
}

fn deepening<'p>(_program: &'p Program, _options: &Options) -> Box<dyn Explorer + 'p> {
    Box::new(Deepening::default())
}

impl Technique {
    /// Those that a plan has; all may have turns.
    pub fn of(plan: &Plan) -> impl Iterator<Item = &'static Technique> {
        let all = plan.has_turns();
        let single = plan.single();
        TECHNIQUES
            .iter()
            .filter(move |it| all || (it.is_in)(single))
    }
}
