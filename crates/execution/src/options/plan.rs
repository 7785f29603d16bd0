//! What explores a program: one explorer with its options, or turns over all techniques. What
//! cannot be combined cannot be expressed.

use super::Indexing;

/// What explores a program.
#[derive(Clone, Debug)]
pub enum Plan {
    /// Plain exploration first, then all techniques in turns, until one has explored everything.
    /// Where observers look at states or paths, of which there must be one set, where all code is
    /// to be executed, and where the work is limited otherwise than by time and memory, plain
    /// exploration alone.
    Turns {
        /// The work of plain exploration before others get turns, in steps of about 100 ns.
        plain_alone: u64,
    },
    /// One explorer.
    Single(Single),
}

/// One explorer, and what works with all of them.
#[derive(Clone, Default, Debug)]
pub struct Single {
    /// How states are explored.
    pub explorer: Explore,
    /// Whether loop iterations with known effects are skipped.
    pub summarizes_loops: bool,
    /// What is indexed, if anything.
    pub indexing: Option<Indexing>,
}

/// The explorer.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Explore {
    /// A worklist of paths that fork; a searcher chooses the next one.
    Worklist(Paths),
    /// Value summaries: paths at one program point are one state, with guarded values (Sen et al.,
    /// MultiSE).
    Multise(ValueSummaries),
    /// Paths, ordered and pruned by clauses that were learned from other paths (do Val,
    /// Conflict-driven symbolic execution).
    Cdse(Guide),
    /// Paths by iterative deepening.
    Deepening,
}

/// How a worklist explores paths.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Paths {
    /// The searcher.
    pub search: Search,
    /// When states merge, if they do.
    pub merging: Option<Merging>,
    /// Whether states that a label shows to be harmless are dropped.
    pub subsumes: bool,
}

/// How value summaries are bounded.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ValueSummaries {
    /// Maximum number of members of a value summary; larger ones become if-then-else terms if they
    /// are scalars.
    pub size: usize,
    /// Work that value summaries may take before it is estimated what plain exploration would take,
    /// in steps of about 100 ns. With 0 plain exploration begins after one estimate, for tests;
    /// with `None` never.
    pub trial: Option<u64>,
}

/// Plain exploration, of which turns begin.
static PLAIN: Single = Single {
    explorer: Explore::Worklist(Paths {
        search: Search::Klee,
        merging: None,
        subsumes: false,
    }),
    summarizes_loops: false,
    indexing: None,
};

impl Default for Plan {
    fn default() -> Self {
        Plan::Single(Single::default())
    }
}

impl Default for Explore {
    fn default() -> Self {
        Explore::Worklist(Paths::default())
    }
}

impl Default for ValueSummaries {
    fn default() -> Self {
        ValueSummaries {
            size: 1024,
            trial: Some(1 << 19),
        }
    }
}

impl From<Explore> for Single {
    fn from(explorer: Explore) -> Self {
        Single {
            explorer,
            ..Single::default()
        }
    }
}

impl From<Explore> for Plan {
    fn from(explorer: Explore) -> Self {
        Plan::Single(explorer.into())
    }
}

impl From<Paths> for Plan {
    fn from(paths: Paths) -> Self {
        Explore::Worklist(paths).into()
    }
}

impl From<Search> for Plan {
    fn from(search: Search) -> Self {
        let paths = Paths {
            search,
            ..Paths::default()
        };
        paths.into()
    }
}

impl Plan {
    /// The single explorer; that of plain exploration if there are turns, which begin with it.
    pub fn single(&self) -> &Single {
        match self {
            Plan::Turns { .. } => &PLAIN,
            Plan::Single(single) => single,
        }
    }

    /// Whether all techniques get turns.
    pub fn has_turns(&self) -> bool {
        matches!(self, Plan::Turns { .. })
    }

    /// How the worklist explores, if it is selected: by default otherwise.
    pub fn paths(&self) -> Paths {
        match self.single().explorer {
            Explore::Worklist(paths) => paths,
            _ => Paths::default(),
        }
    }

    /// When states merge, if they do. Value summaries always do.
    pub fn merging(&self) -> Option<Merging> {
        match self.single().explorer {
            Explore::Worklist(paths) => paths.merging,
            Explore::Multise(_) => Some(Merging::default()),
            _ => None,
        }
    }

    /// How value summaries are bounded: by default if they are not selected.
    pub fn summaries(&self) -> ValueSummaries {
        match self.single().explorer {
            Explore::Multise(summaries) => summaries,
            _ => ValueSummaries::default(),
        }
    }

    /// Which path conflict-driven exploration executes next: by default if it is not selected.
    pub fn guide(&self) -> Guide {
        match self.single().explorer {
            Explore::Cdse(guide) => guide,
            _ => Guide::default(),
        }
    }

    /// Whether states have guarded values.
    pub fn has_summaries(&self) -> bool {
        matches!(self.single().explorer, Explore::Multise(_))
    }

    /// Whether each path is explored by itself, in any order.
    pub fn is_by_paths(&self) -> bool {
        let paths = |it: Paths| it.merging.is_none() && !it.subsumes;
        matches!(self.single().explorer, Explore::Worklist(it) if paths(it))
    }

    /// Whether paths are executed one by one, in the default order.
    pub fn is_plain(&self) -> bool {
        !self.has_technique() && self.paths() == Paths::default()
    }

    /// Whether a technique is selected: states are not just executed one by one.
    pub fn has_technique(&self) -> bool {
        let single = self.single();
        !self.is_by_paths() || single.summarizes_loops || single.indexing.is_some()
    }
}

/// The order in which the worklist executes states.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Search {
    /// The newest.
    Dfs,
    /// The oldest.
    Bfs,
    /// A random one, with equal probability.
    Random,
    /// The leaf at the end of a random walk from the root of the execution tree.
    Tree,
    /// A program point, weighted by its distance to uncovered code, and a state there.
    Coverage,
    /// `Tree` and `Coverage`, alternating; in batches while nothing new is executed.
    #[default]
    Klee,
    /// The one with the fewest decisions since its path has taken an edge more often than others,
    /// and `Klee`, alternating.
    Hits,
    /// One that takes loops as often as a place needs that no path has reached.
    Chains,
}

impl Search {
    /// All searchers by name.
    pub const ALL: &'static [(&'static str, Search)] = &[
        ("dfs", Search::Dfs),
        ("bfs", Search::Bfs),
        ("random", Search::Random),
        ("tree", Search::Tree),
        ("coverage", Search::Coverage),
        ("klee", Search::Klee),
        ("hits", Search::Hits),
        ("chains", Search::Chains),
    ];
}

/// When two states at the same program point merge.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MergePolicy {
    /// Wherever it is possible.
    Aggressive,
    /// If few later queries depend on the values that differ, estimated by a data-flow analysis.
    Lattice,
    /// If few later queries depend on the values that differ, estimated by unrolling each loop
    /// `kappa` times.
    Recursive,
    /// As `Recursive`, but the searcher chooses the next state, and only states that will soon
    /// reach another are preferred.
    Dynamic,
}

impl MergePolicy {
    /// All policies by name.
    pub const ALL: &'static [(&'static str, MergePolicy)] = &[
        ("aggressive", MergePolicy::Aggressive),
        ("lattice", MergePolicy::Lattice),
        ("recursive", MergePolicy::Recursive),
        ("dynamic", MergePolicy::Dynamic),
    ];

    /// Whether it estimates costs.
    pub fn estimates(self) -> bool {
        self != MergePolicy::Aggressive
    }

    /// Whether it unrolls loops for its estimates.
    pub fn unrolls(self) -> bool {
        matches!(self, MergePolicy::Recursive | MergePolicy::Dynamic)
    }
}

/// How states merge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Merging {
    /// When states merge.
    pub policy: MergePolicy,
    /// Estimated number of later queries about values that differ, up to which two states merge.
    pub limit_cost: u32,
    /// Iterations of each loop that the estimate counts.
    pub kappa: u32,
}

impl Default for Merging {
    fn default() -> Self {
        Merging::new(MergePolicy::Aggressive)
    }
}

impl Merging {
    /// A policy with the usual limits.
    pub fn new(policy: MergePolicy) -> Self {
        Merging {
            policy,
            limit_cost: 2,
            kappa: 10,
        }
    }
}

/// Which path conflict-driven exploration executes after another one (do Val 2014, section 4.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Guide {
    /// The one that a model of the formula has, whatever was executed before.
    Never,
    /// The one that has most in common with the last one.
    #[default]
    Always,
    /// As [`Guide::Always`] if the last clause has at most so many percent of the branches of its
    /// path, else as [`Guide::Never`].
    Quality(u32),
}

impl Guide {
    /// Reads `never`, `always` or `quality:10`.
    ///
    /// # Errors
    /// When it is none of them.
    pub fn parse(text: &str) -> Result<Guide, String> {
        let percent = |text: &str| text.parse().ok().filter(|percent| *percent <= 100);
        match text {
            "never" => Ok(Guide::Never),
            "always" => Ok(Guide::Always),
            _ => text
                .strip_prefix("quality:")
                .and_then(percent)
                .map(Guide::Quality)
                .ok_or_else(|| "expected `never`, `always` or `quality:PERCENT`".to_string()),
        }
    }
}
