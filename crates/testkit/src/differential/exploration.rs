//! An exploration with all that it reports.

use super::Effort;
use crate::configurations::Configuration;
use sheaf::args::{Cli, Command};
use sheaf_engine::outcome::Coverage;
use sheaf_engine::{
    End, Failure, Inputs, Observer, Options, Outcome, PrefixSupply, Program, Search, TestCase,
    WantedTests, concrete,
};
use sheaf_ir::{FailureKind, LocId};
use std::collections::BTreeSet;
use std::time::Duration;

/// A kind of failure and its place.
pub type Place = (FailureKind, Option<LocId>);

/// What an exploration reported.
#[derive(Debug)]
pub struct Exploration {
    /// At its end.
    pub outcome: Outcome,
    /// On the way.
    pub tests: Vec<TestCase>,
    /// Inputs that lead to what was executed and is in none of the tests.
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

/// The options that everything is compared with: depth first, no technique.
pub fn plain(effort: &Effort) -> Options {
    let options = Options {
        search: Search::Dfs,
        ..Options::default()
    };
    limited(options, effort)
}

/// The options of a configuration.
///
/// # Errors
/// When the command line does not know them.
pub fn configured(configuration: &Configuration, effort: &Effort) -> Result<Options, String> {
    let words = ["sheaf", "check", "program"].iter();
    let words = words.chain(configuration.options);
    let cli = <Cli as clap::Parser>::try_parse_from(words).map_err(|error| error.to_string())?;
    match cli.command {
        Command::Check(args) => {
            let options = sheaf::exploration(&args).map_err(|error| error.to_string())?;
            Ok(limited(options, effort))
        }
        other => Err(format!("the options make another command of it: {other:?}")),
    }
}

fn limited(mut options: Options, effort: &Effort) -> Options {
    options.check_invariants = true;
    let budget = &mut options.budget;
    budget.time = Duration::from_millis(effort.milliseconds);
    budget.solver_time = Duration::from_millis(effort.milliseconds.div_ceil(4));
    budget.instructions = Some(effort.instructions);
    budget.depth = Some(effort.depth);
    budget.forks = Some(effort.forks);
    // Small, so that endless recursion ends soon.
    budget.stack_frames = 200;
    options
}

/// Explores a program.
///
/// # Errors
/// When the solver cannot be set up.
pub fn explore(program: &Program, options: &Options) -> Result<Exploration, String> {
    let mut tests = Tests::default();
    let outcome = sheaf_engine::check(program, options, &mut tests)?;
    Ok(Exploration {
        outcome,
        tests: tests.ended,
        prefixes: tests.prefixes,
    })
}

/// The kind and place of a failure.
pub fn place(failure: &Failure) -> Place {
    (failure.kind, failure.loc)
}

impl Exploration {
    /// Whether nothing was left out.
    pub fn is_complete(&self) -> bool {
        self.outcome.reasons.is_empty() && self.outcome.stats.paths.set_aside == 0
    }

    /// The places of the findings.
    pub fn failures(&self) -> BTreeSet<Place> {
        let findings = self.outcome.findings.iter();
        findings.map(|finding| place(&finding.failure)).collect()
    }

    /// What runs of its tests that add something execute in the user's functions, as
    /// [`Coverage::taken`]; runs of prefixes included, as far as they end.
    pub fn tested(&self, program: &Program, options: &Options) -> Vec<Vec<Vec<bool>>> {
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
        let user = program.module().funcs.iter().map(|func| func.user);
        let taken = all.taken.into_iter().zip(user).filter(|(_, user)| *user);
        taken.map(|(taken, _)| taken).collect()
    }

    /// Test cases of paths that end without failure.
    pub fn exits(&self) -> impl Iterator<Item = &TestCase> {
        let tests = self.tests.iter();
        tests.filter(|test| matches!(test.end, End::Exit(_)))
    }
}
