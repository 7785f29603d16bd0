//! The options that select and configure the explorer, shared by all commands that explore, and the
//! valid combinations.

use super::values::{INDEXED, Meanings, OUTSIDE, POLICIES, SEARCHERS, values};
use crate::error::{UserError, describe_io, status};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::value_parser;
use sheaf_engine::options::{
    Explore, Guide, IndexKind, Indexing, Library, MergePolicy, Merging, Outside, Paths, Plan,
    Search, Single, ValueSummaries,
};
use sheaf_engine::{Options, TECHNIQUES};
use sheaf_models::c::{OPERATORS, OPTION_PARSERS, TEXT_FUNCTIONS};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The maximum number of processes.
pub(super) const MAX_WORKERS: u16 = 256;

/// The work of plain exploration before other techniques get turns: about 50 ms.
const PLAIN_ALONE: u64 = 1 << 19;

/// What is known of library functions.
const LIBRARY: Library = Library {
    operators: OPERATORS,
    text_functions: TEXT_FUNCTIONS,
    option_parsers: OPTION_PARSERS,
};

/// The names of explorers that other options configure.
const WORKLIST: &str = "worklist";
const MULTISE: &str = "multise";
const CDSE: &str = "cdse";

/// In place of an assignment: all constants.
const HELP: &str = "help";

/// No policy.
const NONE: &str = "none";

/// How many techniques explore a program.
const AUTO: &str = "auto";
const PLAIN: &str = "plain";

/// How to explore. Defaults are those of [`Options::default`].
#[derive(Args, Clone, Default, Debug)]
#[command(next_help_heading = "Exploration")]
pub struct ExploreArgs {
    /// How many techniques explore the program: `auto`, all in turns if plain exploration takes
    /// long; `plain`, the one that the other options select [default: auto, but plain with
    /// `--explore`, `--search`, `--merge`, `--subsume` or `--summarize-loops`, and for `test`]
    #[arg(long, value_name = "S", value_parser = PossibleValuesParser::new([AUTO, PLAIN]))]
    strategy: Option<String>,
    #[arg(long, value_name = "E", value_parser = explorers(),
          help = with_default("How to explore", WORKLIST))]
    explore: Option<String>,
    #[arg(long, value_name = "S", value_parser = explained(Search::ALL, SEARCHERS),
          help = with_default("Which state to execute next", name(Search::ALL, Search::default())))]
    search: Option<String>,
    #[arg(long, value_name = "POLICY", value_parser = policies(),
          help = with_default("When to merge two states at the same program point", NONE))]
    merge: Option<String>,
    #[arg(long, value_name = "N",
          help = with_default("Estimated number of later queries up to which states merge", Merging::default().limit_cost))]
    limit_cost: Option<u32>,
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..),
          help = with_default("Iterations of each loop that the estimate counts", Merging::default().kappa))]
    kappa: Option<u32>,
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..),
          help = with_default("Maximum number of members of a value summary", ValueSummaries::default().size))]
    summary_size: Option<u32>,
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..),
          help = with_default("Test cases of a finished merged state, each of another path", Options::default().tests_per_state))]
    tests_per_state: Option<u32>,
    /// Which path `--explore cdse` executes next: `never`, the one of any model of its formula;
    /// `always`, the most similar one to the last path; `quality:10`, that if the last clause has
    /// at most 10 % of the branches of its path [default: always]
    #[arg(long, value_name = "HOW", value_parser = Guide::parse)]
    guide: Option<Guide>,
    /// Drop states for which a label of their program point shows that nothing can fail
    #[arg(long)]
    subsume: bool,
    /// Skip iterations of loops whose effect is known
    #[arg(long)]
    summarize_loops: bool,
    /// Leave out runs that repeat a loop of the program's own functions more than N times in a row;
    /// the verdict names the bound
    #[arg(long, value_name = "N")]
    unroll: Option<u32>,
    /// Compute functions without a term (`pow`, `sin`, `fmod`, ...), and functions on strings, by
    /// tables on values of interest: those of the program, and what grows from them
    #[arg(long, value_name = "KINDS", value_delimiter = ',', value_parser = explained(IndexKind::ALL, INDEXED))]
    index: Vec<String>,
    #[arg(long, value_name = "HOW", value_parser = explained(Outside::ALL, OUTSIDE), overrides_with = "index_outside",
          help = with_default("What becomes of values outside of the index", name(Outside::ALL, Indexing::default().outside)))]
    index_outside: Option<String>,
    /// A number or a string for the index
    #[arg(long, value_name = "VALUE", allow_hyphen_values = true)]
    index_seed: Vec<String>,
    /// Numbers or strings for the index, one on each line of FILE
    #[arg(long, value_name = "FILE")]
    index_seeds: Option<PathBuf>,
    /// No other members of the index than those seeds
    #[arg(long)]
    index_only_seeds: bool,
    /// Tables for these functions of the program itself, too, on numbers and strings
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    index_functions: Vec<String>,
    #[arg(long, value_name = "N",
          help = with_default("Rounds in which the index grows by the program's operators, if something new is found", Indexing::default().rounds))]
    index_rounds: Option<u32>,
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=65536),
          help = with_default("Maximum number of indexed values", Indexing::default().size))]
    index_size: Option<u32>,
    /// Do not give value summaries up for single paths where those seem to cost less
    #[arg(long)]
    keep_summaries: bool,
    /// Work of value summaries before that of plain exploration is estimated, for tests
    #[arg(long, value_name = "N", hide = true, conflicts_with = "keep_summaries")]
    summary_trial: Option<u64>,
    /// Work of plain exploration before other techniques get turns, for tests
    #[arg(long, value_name = "N", hide = true)]
    plain_alone: Option<u64>,
    /// Inputs to run and to explore from first: a file, or a folder of them, such as the corpus of
    /// a fuzzer; bytes, test cases of Sheaf's, or `.ktest`; may be given several times
    #[arg(long, value_name = "PATH")]
    pub seed_input: Vec<PathBuf>,
    /// Number of processes that explore together if it takes long [default: the cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = value_parser!(u16).range(1..=i64::from(MAX_WORKERS)))]
    workers: Option<u16>,
    /// Milliseconds that one process explores alone, for tests
    #[arg(long, value_name = "MS", hide = true)]
    workers_after: Option<u64>,
    /// Work of an exploration before unfinished paths are completed concretely, for tests
    #[arg(long, value_name = "N", hide = true)]
    completions_after: Option<u64>,
    /// Set a constant of the table in docs/tuning.md; may be given several times. `help` lists them
    #[arg(long, value_name = "NAME=VALUE")]
    param: Vec<String>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
}

impl ExploreArgs {
    /// Sets the plan, the processes and the seed.
    ///
    /// # Errors
    /// When options are given that cannot be combined.
    pub fn apply(&self, options: &mut Options, by_steps: bool) -> Result<(), UserError> {
        self.set_constants()?;
        options.seed = self.seed;
        options.workers = self.workers.map_or(options.workers, usize::from);
        if let Some(after) = self.workers_after {
            options.workers_after = Duration::from_millis(after);
        }
        options.completions_after = self.completions_after.unwrap_or(options.completions_after);
        options.tests_per_state = self.tests_per_state.unwrap_or(options.tests_per_state);
        options.library = LIBRARY;
        options.unroll = self.unroll;
        options.plan = match by_steps {
            true => self.plan_by_steps()?,
            false => self.plan()?,
        };
        Ok(())
    }

    /// Sets constants of the whole process, or lists all of them.
    fn set_constants(&self) -> Result<(), UserError> {
        for assignment in &self.param {
            if assignment == HELP {
                sheaf_tuning::all().iter().for_each(|row| println!("{row}"));
                crate::exit::at_once(status::DONE);
            }
            sheaf_tuning::set(assignment).map_err(|error| UserError::new("--param", error))?;
        }
        Ok(())
    }

    /// What explores the program.
    fn plan(&self) -> Result<Plan, UserError> {
        let single = self.single()?;
        self.check(&single)?;
        let plan = Plan::Single(single);
        let selects = self.search.is_some() || self.explore.is_some() || self.merge.is_some();
        let wants_turns = match self.strategy.as_deref() {
            None => !selects && !plan.has_technique(),
            Some(name) => name == AUTO,
        };
        if !wants_turns {
            return Ok(plan);
        }
        if !plan.is_plain() {
            let message = "`auto` gives all techniques turns; one of them, or an order, cannot be \
                           selected as well";
            return Err(UserError::new("--strategy", message));
        }
        let plain_alone = self.plain_alone.unwrap_or(PLAIN_ALONE);
        Ok(Plan::Turns { plain_alone })
    }

    /// What explores the program where a user looks at each step: paths one by one, depth first,
    /// unless something else is selected.
    fn plan_by_steps(&self) -> Result<Plan, UserError> {
        let plan = self.plan()?;
        if !plan.has_turns() {
            return Ok(plan);
        }
        if self.strategy.as_deref() == Some(AUTO) {
            let message = "the steps of one exploration are shown; `auto` has several";
            return Err(UserError::new("--steps", message));
        }
        let depth_first = Paths {
            search: Search::Dfs,
            ..Paths::default()
        };
        Ok(Plan::Single(Single {
            explorer: Explore::Worklist(depth_first),
            ..self.single()?
        }))
    }

    /// What explores the program if there are no turns.
    fn single(&self) -> Result<Single, UserError> {
        let summaries = ValueSummaries::default();
        let explorer = match self.explore.as_deref() {
            Some(MULTISE) => Explore::Multise(ValueSummaries {
                size: self
                    .summary_size
                    .map_or(summaries.size, |size| size as usize),
                trial: match self.keep_summaries {
                    true => None,
                    false => self.summary_trial.or(summaries.trial),
                },
            }),
            Some(CDSE) => Explore::Cdse(self.guide.unwrap_or_default()),
            Some(name) if name != WORKLIST => {
                let option = format!("--explore {name}");
                let mut techniques = TECHNIQUES.iter().filter(|it| it.option == option);
                techniques
                    .next()
                    .map_or_else(Explore::default, |it| (it.plan)().explorer)
            }
            _ => Explore::Worklist(Paths {
                search: value(Search::ALL, self.search.as_deref(), Search::default()),
                merging: self.merging(),
                subsumes: self.subsume,
            }),
        };
        Ok(Single {
            explorer,
            summarizes_loops: self.summarize_loops,
            indexing: self.indexing()?,
        })
    }

    /// When states merge, if they do.
    fn merging(&self) -> Option<Merging> {
        let default = Merging::new(row(MergePolicy::ALL, self.merge.as_deref()?)?);
        Some(Merging {
            limit_cost: self.limit_cost.unwrap_or(default.limit_cost),
            kappa: self.kappa.unwrap_or(default.kappa),
            ..default
        })
    }

    /// The number of processes: by default that of the cores that this one may use.
    pub fn workers(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.workers
            .map_or_else(|| cores().min(MAX_WORKERS.into()), usize::from)
    }

    /// Whether several processes are asked for.
    pub fn asks_for_workers(&self) -> bool {
        self.workers.is_some_and(|workers| workers > 1)
    }

    /// Sets the number of processes.
    pub fn use_workers(&mut self, workers: u16) {
        self.workers = Some(workers);
    }

    /// What is indexed, if anything.
    fn indexing(&self) -> Result<Option<Indexing>, UserError> {
        let default = Indexing::of(LIBRARY);
        let is_wanted = |name: &str| self.index.iter().any(|kind| kind == name);
        let kinds = IndexKind::ALL.iter().filter(|(name, _)| is_wanted(name));
        let mut given = Vec::new();
        for seed in &self.index_seed {
            given.push(("--index-seed".to_string(), seed.clone()));
        }
        if let Some(path) = &self.index_seeds {
            given.extend(lines(path)?);
        }
        if is_wanted("integers") && self.index_functions.is_empty() {
            let message = "`integers` are for the functions of `--index-functions`";
            return Err(UserError::new("--index", message));
        }
        if self.index_only_seeds && given.is_empty() {
            let message = "there are no seeds: `--index-seed`, `--index-seeds`";
            return Err(UserError::new("--index-only-seeds", message));
        }
        let has_floats = self
            .index
            .iter()
            .any(|it| it != "integers" && it != "strings");
        let has_texts = is_wanted("strings");
        let mut seeds = Vec::new();
        for (place, seed) in &given {
            match seed.trim().parse() {
                Ok(number) if has_floats => seeds.push(number),
                Ok(_) if has_texts || seed.trim().parse::<i128>().is_ok() => {}
                Ok(_) => {
                    let message = format!("`{}` is not an integer", seed.trim());
                    return Err(UserError::new(place, message));
                }
                Err(_) if has_texts => {}
                Err(_) => {
                    let message = format!("`{}` is not a number", seed.trim());
                    return Err(UserError::new(place, message));
                }
            }
        }
        let indexing = Indexing {
            kinds: kinds.map(|(_, kind)| *kind).collect(),
            outside: value(Outside::ALL, self.index_outside.as_deref(), default.outside),
            seeds,
            texts: given.into_iter().map(|(_, seed)| seed).collect(),
            rounds: self.index_rounds.unwrap_or(default.rounds),
            size: self.index_size.map_or(default.size, |size| size as usize),
            functions: self.index_functions.clone(),
            only_seeds: self.index_only_seeds,
            ..default
        };
        Ok(Some(indexing).filter(|it| !it.kinds.is_empty()))
    }

    /// Which options of the table of techniques are given.
    fn given(&self) -> [(&'static str, bool); 20] {
        let merges = self.merge.as_deref().is_some_and(|it| it != NONE);
        [
            ("--merge", merges),
            ("-j", self.asks_for_workers()),
            ("--search", self.search.is_some()),
            ("--subsume", self.subsume),
            ("--summarize-loops", self.summarize_loops),
            (
                "--index strings",
                self.index.iter().any(|kind| kind == "strings"),
            ),
            ("--limit-cost", self.limit_cost.is_some()),
            ("--kappa", self.kappa.is_some()),
            ("--summary-size", self.summary_size.is_some()),
            ("--keep-summaries", self.keep_summaries),
            ("--summary-trial", self.summary_trial.is_some()),
            ("--guide", self.guide.is_some()),
            ("--index-outside", self.index_outside.is_some()),
            ("--index-seed", !self.index_seed.is_empty()),
            ("--index-seeds", self.index_seeds.is_some()),
            ("--index-only-seeds", self.index_only_seeds),
            ("--index-functions", !self.index_functions.is_empty()),
            ("--index-rounds", self.index_rounds.is_some()),
            ("--index-size", self.index_size.is_some()),
            ("--tests-per-state", self.tests_per_state.is_some()),
        ]
    }

    /// Rejects options without an effect, and those that exclude each other.
    fn check(&self, single: &Single) -> Result<(), UserError> {
        let given = self.given();
        let is_given = |name: &str| given.contains(&(name, true));
        for technique in &TECHNIQUES {
            if (technique.is_in)(single) {
                let mut excluded = technique.excludes.iter();
                if let Some((option, why)) = excluded.find(|(option, _)| is_given(option)) {
                    let message = format!("not with `{}`: {why}", technique.option);
                    return Err(UserError::new(option, message));
                }
            } else if let Some(option) = technique.options.iter().find(|it| is_given(it)) {
                let message = format!("it has an effect with `{}` only", technique.option);
                return Err(UserError::new(option, message));
            }
        }
        let plan = Plan::Single(single.clone());
        let policy = plan.paths().merging.map(|merging| merging.policy);
        let refusals = [
            (
                "--limit-cost",
                is_given("--limit-cost") && !policy.is_some_and(MergePolicy::estimates),
                "only `--merge lattice`, `recursive` and `dynamic` estimate costs",
            ),
            (
                "--kappa",
                is_given("--kappa") && !policy.is_some_and(MergePolicy::unrolls),
                "only `--merge recursive` and `dynamic` unroll loops to estimate costs",
            ),
            (
                "--tests-per-state",
                is_given("--tests-per-state") && plan.merging().is_none(),
                "without merging, each state is one path; see `--merge` and `--explore multise`",
            ),
        ];
        match refusals.iter().find(|(_, holds, _)| *holds) {
            Some((option, _, message)) => Err(UserError::new(option, message)),
            None => Ok(()),
        }
    }
}

/// The names of explorers.
fn explorers() -> PossibleValuesParser {
    let worklist = PossibleValue::new(WORKLIST).help(TECHNIQUES[0].summary);
    let others = TECHNIQUES.iter().filter_map(|it| {
        let name = it.option.strip_prefix("--explore ")?;
        Some(PossibleValue::new(name).help(it.summary))
    });
    PossibleValuesParser::new([worklist].into_iter().chain(others))
}

/// The names of merge policies.
fn policies() -> PossibleValuesParser {
    let policies = MergePolicy::ALL.iter().map(|(name, _)| *name);
    values([NONE].into_iter().chain(policies), POLICIES)
}

/// The names of a table, with their meanings.
fn explained<T>(table: &[(&'static str, T)], meanings: Meanings) -> PossibleValuesParser {
    values(table.iter().map(|(name, _)| *name), meanings)
}

fn name<T: PartialEq>(table: &[(&'static str, T)], value: T) -> &'static str {
    let row = table.iter().find(|(_, other)| *other == value);
    row.map_or("", |(name, _)| name)
}

/// The value with this name, which the parser has checked.
fn value<T: Copy>(table: &[(&str, T)], name: Option<&str>, default: T) -> T {
    name.and_then(|name| row(table, name)).unwrap_or(default)
}

fn row<T: Copy>(table: &[(&str, T)], name: &str) -> Option<T> {
    let row = table.iter().find(|(other, _)| *other == name);
    row.map(|(_, value)| *value)
}

/// The lines of a file that are not empty, with their places.
fn lines(path: &Path) -> Result<Vec<(String, String)>, UserError> {
    let unreadable = |error| {
        let message = format!("cannot be read: {}", describe_io(&error));
        UserError::new(path.display(), message)
    };
    let text = std::fs::read_to_string(path).map_err(unreadable)?;
    let lines = text.lines().enumerate();
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    let placed = |(position, line): (usize, &str)| {
        let place = format!("{}:{}", path.display(), position + 1);
        (place, line.to_string())
    };
    Ok(lines.map(placed).collect())
}

fn with_default(help: &str, default: impl std::fmt::Display) -> String {
    format!("{help} [default: {default}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use sheaf_engine::Technique;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: ExploreArgs,
    }

    fn options(line: &str) -> Result<Options, String> {
        let words = std::iter::once("sheaf").chain(line.split_whitespace());
        let line = Line::try_parse_from(words).map_err(|error| error.to_string())?;
        let mut options = Options::default();
        let applied = line.args.apply(&mut options, false);
        applied.map(|()| options).map_err(|error| error.to_string())
    }

    #[test]
    fn options_are_the_engines() {
        assert!(options("").unwrap().plan.has_turns());
        for plain in [
            "--strategy plain",
            "--search klee",
            "--merge none",
            "--explore worklist",
        ] {
            let plan = options(plain).unwrap().plan;
            assert!(plan.is_plain() && !plan.has_turns(), "{plain}");
        }
        let dynamic =
            options("--merge dynamic --search bfs --limit-cost 7 --kappa 3 --seed 5").unwrap();
        let merging = Merging {
            policy: MergePolicy::Dynamic,
            limit_cost: 7,
            kappa: 3,
        };
        assert_eq!(dynamic.plan.merging(), Some(merging));
        assert_eq!(
            (dynamic.plan.paths().search, dynamic.seed),
            (Search::Bfs, 5)
        );
        let multise = options("--explore multise --summary-size 3").unwrap().plan;
        assert!(multise.has_summaries());
        assert_eq!(multise.summaries().size, 3);
        let cdse = options("--explore cdse --guide quality:10").unwrap().plan;
        assert_eq!(cdse.guide(), Guide::Quality(10));
        let indexed = options("--index floats,doubles --index-seed -1.5 --index-rounds 0").unwrap();
        let indexing = indexed.indexing();
        assert_eq!(indexing.kinds, [IndexKind::Floats, IndexKind::Doubles]);
        assert_eq!((&indexing.seeds[..], indexing.rounds), (&[-1.5][..], 0));
        for (name, policy) in MergePolicy::ALL {
            let plan = options(&format!("--merge {name}")).unwrap().plan;
            assert_eq!(plan.merging(), Some(Merging::new(*policy)));
        }
    }

    #[test]
    fn the_options_of_the_table_exist() {
        let given = ExploreArgs::default().given();
        for technique in &TECHNIQUES {
            let excluded = technique.excludes.iter().map(|(option, _)| option);
            for option in technique.options.iter().chain(excluded) {
                assert!(given.contains(&(*option, false)), "{option}");
            }
            let mut line = technique.option.to_string();
            match technique.name {
                "merge" => line += " dynamic",
                "index" => line += " doubles",
                _ => {}
            }
            let plan = options(&line).unwrap().plan;
            let names: Vec<_> = Technique::of(&plan).map(|it| it.name).collect();
            assert_eq!(names, [technique.name], "{line}");
        }
    }

    #[test]
    fn what_has_no_effect_is_refused() {
        for (line, part) in [
            ("--explore multise --merge dynamic", "--merge: "),
            ("--explore multise --search dfs", "--search: "),
            ("--merge aggressive --limit-cost 1", "--limit-cost: "),
            ("--merge lattice --kappa 2", "--kappa: "),
            ("--merge dynamic --summary-size 2", "--summary-size: "),
            ("--merge dynamic --kappa 0", "'--kappa <N>': 0 is not in"),
            ("--explore multise --summary-size 0", "0 is not in"),
            ("--explore paths", "worklist, multise, cdse"),
            (
                "--explore deepening --summarize-loops",
                "--summarize-loops: ",
            ),
            ("--explore cdse --merge dynamic", "--merge: "),
            ("--explore cdse --search dfs", "--search: "),
            ("--explore multise --subsume", "--subsume: "),
            ("--explore cdse --subsume", "--subsume: "),
            ("--guide never", "--guide: "),
            ("--explore cdse --guide quality:101", "quality:PERCENT"),
            ("--merge sometimes", "aggressive"),
            (
                "--index words",
                "floats, doubles, long-doubles, integers, strings",
            ),
            ("--index integers", "`--index-functions`"),
            (
                "--index-functions f",
                "--index-functions: it has an effect with `--index` only",
            ),
            ("--index doubles --index-only-seeds", "there are no seeds"),
            ("--index strings --explore cdse", "--index strings: "),
            (
                "--index-seed 1",
                "--index-seed: it has an effect with `--index` only",
            ),
            ("--index doubles --index-seed one", "--index-seed"),
            ("--index doubles --index-size 0", "0 is not in"),
            ("--index-outside drop", "--index-outside: "),
            ("--index doubles --index-seeds no-such-file", "no-such-file"),
            ("--strategy auto --subsume", "--strategy: "),
            ("--strategy auto --search dfs", "--strategy: "),
            ("--strategy best", "auto, plain"),
        ] {
            let message = options(line).unwrap_err();
            assert!(message.contains(part), "{line}: {message}");
        }
        assert!(options("--explore multise --merge none").is_ok());
        assert!(options("--merge lattice --limit-cost 0").is_ok());
    }
}
