//! An exploration with everything that it reports.

use super::Effort;
use crate::configurations::{Configuration, Explorer};
use crate::explorers;
use sheaf::args::{Cli, Command};
use sheaf_engine::outcome::Coverage;
use sheaf_engine::{
    End, Failure, Inputs, Observer, Options, Outcome, PrefixSupply, Program, Search, TestCase,
    WantedTests, concrete,
};
use sheaf_ir::analysis::Feasible;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, FailureKind, FuncId, LocId};
use std::collections::BTreeSet;
use std::time::Duration;

/// A kind of failure and its location.
pub type Place = (FailureKind, Option<LocId>);

/// A target of a block's terminator.
pub type Branch = (FuncId, BlockId, usize);

/// The branches of user functions that were taken.
pub fn branches(program: &Program, coverage: &Coverage) -> BTreeSet<Branch> {
    let mut branches = BTreeSet::new();
    for (id, func) in program.module().funcs.enumerate().filter(|(_, it)| it.user) {
        let feasible = Feasible::new(func);
        for block in (0..func.blocks.len()).map(BlockId::new) {
            let taken = &coverage.taken[id.index()][block.index()];
            let targets = feasible.branches(func, block);
            let targets = targets.into_iter().filter(|target| taken[*target]);
            branches.extend(targets.map(|target| (id, block, target)));
        }
    }
    branches
}

/// The results of an exploration.
#[derive(Debug)]
pub struct Exploration {
    /// The verdict with findings and reasons.
    pub outcome: Outcome,
    /// The test cases.
    pub tests: Vec<TestCase>,
    /// Inputs of path prefixes that cover code which no test case covers.
    pub prefixes: Vec<Inputs>,
}

#[derive(Default)]
struct Tests {
    ended: Vec<TestCase>,
    prefixes: Vec<Inputs>,
}

impl Observer for Tests {
    fn test(&mut self, test: &TestCase) {
        self.ended.push(test.clone());
    }

    fn wanted_tests(&self) -> WantedTests {
        WantedTests::Suite
    }

    fn prefix(&mut self, inputs: Inputs) -> bool {
        self.prefixes.push(inputs);
        true
    }
}

/// The options of the reference: depth first, without techniques.
pub fn plain(effort: &Effort) -> Options {
    let options = Options {
        plan: Search::Dfs.into(),
        ..Options::default()
    };
    limited(options, effort)
}

/// The options of a configuration.
///
/// # Errors
/// If the command line does not accept them.
pub fn configured(configuration: &Configuration, effort: &Effort) -> Result<Options, String> {
    let words = ["sheaf", "check", "program"].iter();
    let words = words.chain(configuration.options);
    let cli = <Cli as clap::Parser>::try_parse_from(words).map_err(|error| error.to_string())?;
    match cli.command {
        Command::Check(args) => {
            let options = sheaf::exploration(&args.check).map_err(|error| error.to_string())?;
            Ok(limited(options, effort))
        }
        other => Err(format!("the options select another command: {other:?}")),
    }
}

fn limited(mut options: Options, effort: &Effort) -> Options {
    options.check_invariants = true;
    options.validate = true;
    let budget = &mut options.budget;
    budget.time = Duration::from_millis(effort.milliseconds);
    budget.solver_time = Duration::from_millis(effort.milliseconds.div_ceil(4));
    budget.instructions = Some(effort.instructions);
    budget.depth = Some(effort.depth);
    budget.forks = Some(effort.forks);
    // Small, so that unbounded recursion ends soon.
    budget.stack_frames = 200;
    options
}

/// Explores a program.
///
/// # Errors
/// If the solver cannot be created.
pub fn explore(
    explorer: Explorer,
    program: &Program,
    options: &Options,
) -> Result<Exploration, String> {
    let mut tests = Tests::default();
    let outcome = explorers::explore(explorer, program, options, &mut tests)?;
    Ok(Exploration {
        outcome,
        tests: tests.ended,
        prefixes: tests.prefixes,
    })
}

/// The kind and location of a failure.
pub fn place(failure: &Failure) -> Place {
    (failure.kind, failure.loc)
}

impl Exploration {
    /// Whether the exploration is complete.
    pub fn is_complete(&self) -> bool {
        self.outcome.reasons.is_empty() && self.outcome.stats.paths.set_aside == 0
    }

    /// The kinds and locations of the findings.
    pub fn failures(&self) -> BTreeSet<Place> {
        let findings = self.outcome.findings.iter();
        findings.map(|finding| place(&finding.failure)).collect()
    }

    /// The branches of user functions that the tests that add coverage take; prefixes are included
    /// as far as they are executed.
    pub fn tested(&self, program: &Program, options: &Options) -> BTreeSet<Branch> {
        let mut all = Coverage::default();
        for test in self.tests.iter().filter(|test| test.adds) {
            all.join(&concrete::replay(program, &test.inputs, options).coverage);
        }
        for prefix in &self.prefixes {
            let mut supply = PrefixSupply::new(prefix.clone());
            let run = concrete::run(program, &mut supply, &prefix.indeterminate, options);
            if matches!(run.end, End::Exit(_) | End::Failed(_)) {
                all.join(&run.coverage);
            }
        }
        branches(program, &all)
    }

    /// Test cases of paths that end without failure.
    pub fn exits(&self) -> impl Iterator<Item = &TestCase> {
        let tests = self.tests.iter();
        tests.filter(|test| matches!(test.end, End::Exit(_)))
    }
}
