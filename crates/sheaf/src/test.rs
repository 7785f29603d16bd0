//! `sheaf test`: explores, and selects a small test suite from the paths.

use crate::args::CheckArgs;
use crate::error::{UserError, status};
use crate::load::js_call;
use crate::native::world::prepare;
use crate::property::Specification;
use crate::reporter::{Reporter, Setup, output};
use sheaf_engine::Moment;
use sheaf_engine::concrete::{self, Run};
use sheaf_engine::coverage::Recorder;
use sheaf_engine::{
    End, Finding, Inputs, Observer, Options, Outcome, Pool, PrefixSupply, Stats, TestCase,
    WantedTests,
};
use sheaf_ir::FailureKind;
use sheaf_llvm::split_entry;
use sheaf_report::c_tests::{Entry, Undefined};
use sheaf_report::folder::RunFolder;
use sheaf_report::node_tests::{self, Program};
use sheaf_report::suite::{self, Builder, Suite};
use sheaf_report::{c_tests, lcov, test_comp};
use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// The default output folder.
const FOLDER: &str = "sheaf-out";

/// Time limit of a test in the user's own test run.
const SECONDS: u32 = 10;

/// Instruction limit of a test; longer tests count as endless.
const MAX_INSTRUCTIONS: u64 = 100_000_000;

/// Total time for replaying unfinished paths after the exploration.
const PREFIX_TIME: Duration = Duration::from_millis(300);

/// The minimum time for replaying a path, even if the exploration has none left.
const LEAST_RUN: Duration = Duration::from_millis(200);

/// Instruction limit of a run with zeros for further inputs: a multiple of the instructions of the
/// path, and a constant.
const FURTHER_INSTRUCTIONS: (u64, u64) = (4, 100_000);

/// The least number of queries that an exploration has time for: no suite is worth waiting for one.
const QUERIES_IN_TIME: u32 = 30;

/// Writes a test suite and gives the exit status: whether a failure was found.
///
/// # Errors
/// When the program cannot be loaded or a file cannot be written.
pub fn test(args: &CheckArgs) -> Result<u8, UserError> {
    let out = args.out.clone().unwrap_or_else(|| PathBuf::from(FOLDER));
    let args = &CheckArgs {
        out: Some(out),
        ..args.clone()
    };
    if args.explore.asks_for_workers() {
        let message = "a suite is selected from the paths of one process";
        return Err(UserError::new("-j", message));
    }
    let mut setup = Setup::new(args)?;
    setup.options.minimize = false;
    setup.options.all_code = true;
    let budget = &mut setup.options.budget;
    budget.solver_time = budget.solver_time.min(budget.time / QUERIES_IN_TIME);
    budget.impatient = true;
    let mut tester = Tester {
        reporter: Reporter::new(&setup, args, output(args.out.as_deref())?),
        setup: &setup,
        suite: Builder::new(setup.program.module()),
        prefix_time: PREFIX_TIME,
    };
    let outcome = setup.explore(&mut tester)?;
    let Tester {
        mut reporter,
        suite,
        ..
    } = tester;
    report(args, &setup, &mut reporter, &suite.finish(), &outcome);
    reporter.written()?;
    Ok(
        match outcome.findings.iter().any(|it| reporter.counts(it)) {
            false => status::DONE,
            true => status::BUG,
        },
    )
}

fn report(
    args: &CheckArgs,
    setup: &Setup,
    reporter: &mut Reporter,
    suite: &Suite,
    outcome: &Outcome,
) {
    let module = setup.program.module();
    let place = reporter.folder().map(|path| path.display().to_string());
    let place = place.unwrap_or_default();
    let report = reporter
        .report(outcome)
        .with_suite(suite::report(module, suite, &place));
    for test in suite.tests.iter().filter(|test| !test.reveals) {
        reporter.add_to_corpus(&test.name, &test.case, false);
    }
    reporter.write(|folder| {
        // The findings were written when they were found.
        for test in suite.tests.iter().filter(|test| !test.reveals) {
            folder.write_case(&test.name, &test.case)?;
        }
        if setup.request.is_c() {
            write_c(folder, setup, suite)?;
        }
        if setup.request.is_js() {
            write_node(folder, setup, suite)?;
        }
        folder.write("coverage.info", lcov::tracefile(module, &suite.coverage))
    });
    let text = match setup.talks {
        true => format!("{}  written to {place}\n\n", suite::summary(module, suite)),
        false => String::new(),
    };
    reporter.conclude(args, report, &text, outcome);
}

/// Writes the suite for `node --test`.
fn write_node(folder: &RunFolder, setup: &Setup, suite: &Suite) -> io::Result<()> {
    let Some(first) = suite.tests.first() else {
        return Ok(());
    };
    let call = js_call(&setup.request).map_err(|error| io::Error::other(error.to_string()))?;
    let program = Program::of(&first.case.program, call);
    let limit = Duration::from_secs(SECONDS.into());
    folder.write("tests.cjs", node_tests::RUNNER)?;
    folder.write(
        "tests.json",
        node_tests::json(&program, &suite.tests, limit),
    )
}

/// Writes the formats for other tools: a C file of the tests, and the exchange format of Test-Comp.
fn write_c(folder: &RunFolder, setup: &Setup, suite: &Suite) -> io::Result<()> {
    let entry = setup
        .request
        .entry
        .as_deref()
        .filter(|name| *name != "main");
    let entry = entry.map(|name| Entry::of(setup.program.module(), split_entry(name).1));
    // An entry whose parameters C cannot pass runs under Sheaf only.
    if let Ok(entry) = entry.transpose() {
        let (mut tests, mut left_out) = (Vec::new(), Vec::new());
        for test in &suite.tests {
            match prepare(&setup.request, test.clone()) {
                Ok(prepared) => tests.push(prepared),
                Err(reason) => left_out.push((test.name.clone(), reason)),
            }
        }
        let undefined = Undefined::of(setup.program.module());
        let source = c_tests::source(&tests, &left_out, entry.as_ref(), &undefined, SECONDS);
        folder.write("tests.c", &source)?;
        folder.write("klee/klee.h", c_tests::KLEE_HEADER)?;
    }
    if let Some(first) = suite.tests.first() {
        let goal = setup
            .failures
            .property
            .as_ref()
            .and_then(Specification::coverage);
        let goal = goal.unwrap_or(test_comp::BRANCHES);
        let metadata = test_comp::metadata(&first.case, goal, SystemTime::now())?;
        folder.write("test-comp/metadata.xml", &metadata)?;
    }
    for test in &suite.tests {
        let name = format!("test-comp/{}.xml", test.name);
        folder.write(&name, test_comp::testcase(&test.case, test.reveals))?;
    }
    Ok(())
}

/// The options of a replay that should show this failure. The case has the values that the path
/// read from uninitialized memory, so a dependency on them counts only if it is the failure.
fn for_case(mut options: Options, kind: Option<FailureKind>) -> Options {
    if kind.is_some_and(|kind| kind != FailureKind::Uninitialized) {
        options
            .failures
            .retain(|kind| *kind != FailureKind::Uninitialized);
    }
    options
}

/// Offers each path to the suite when it ends.
struct Tester<'a> {
    reporter: Reporter<'a>,
    setup: &'a Setup,
    suite: Builder<'a>,
    /// The rest of [`PREFIX_TIME`].
    prefix_time: Duration,
}

impl Tester<'_> {
    /// Replays inputs to record their coverage.
    fn run(&self, inputs: &Inputs, end: &End) -> Run {
        let kind = match end {
            End::Failed(failure) => Some(failure.kind),
            _ => None,
        };
        let options = self.options(kind, MAX_INSTRUCTIONS);
        concrete::replay(&self.setup.program, inputs, &options)
    }

    /// The options of a replay. An interrupt ends the exploration, not the suite.
    fn options(&self, kind: Option<FailureKind>, instructions: u64) -> Options {
        let mut options = for_case(self.setup.options.clone(), kind);
        let budget = &mut options.budget;
        budget.instructions = Some(instructions);
        if let Some(end) = budget.end(Instant::now()) {
            budget.time = end.saturating_duration_since(Instant::now()).max(LEAST_RUN);
        }
        budget.since = None;
        options.interrupt = Arc::default();
        options
    }

    /// A run with zeros after the inputs of an unfinished path, if it ends.
    fn completed(&self, inputs: &Inputs, options: &Options) -> Option<(Inputs, Run)> {
        let mut supply = PrefixSupply::new(inputs.clone());
        let program = &self.setup.program;
        let run = concrete::run(program, &mut supply, &inputs.indeterminate, options);
        ends(&run).then_some((supply.inputs, run))
    }

    fn offer(&mut self, inputs: &Inputs, run: &Run) {
        if ends(run) || matches!(run.end, End::OutOfInputs(_)) {
            let case = self.reporter.case(inputs, &run.end);
            self.suite.offer(case, false, &run.coverage);
        }
    }
}

/// Whether a run ended by itself.
fn ends(run: &Run) -> bool {
    matches!(run.end, End::Exit(_) | End::Failed(_) | End::Unmodelled(_))
}

impl Observer for Tester<'_> {
    fn finding(&mut self, finding: &Finding) {
        self.reporter.finding(finding);
        let end = End::Failed(finding.failure.clone());
        let run = self.run(&finding.inputs, &end);
        let case = self.reporter.case(&finding.inputs, &end);
        self.suite.offer(case, true, &run.coverage);
    }

    /// Most paths add nothing, and replaying one takes longer than exploring it.
    fn test(&mut self, test: &TestCase) {
        if !test.adds {
            return;
        }
        let run = self.run(&test.inputs, &test.end);
        self.offer(&test.inputs, &run);
    }

    fn wants_inputs(&self, adds: bool) -> bool {
        adds
    }

    fn wanted_tests(&self) -> WantedTests {
        WantedTests::Suite
    }

    fn prefix(&mut self, inputs: Inputs) -> bool {
        let start = Instant::now();
        let mut options = self.options(None, MAX_INSTRUCTIONS);
        options.budget.time = self.prefix_time;
        let run = concrete::replay(&self.setup.program, &inputs, &options);
        let (times, more) = FURTHER_INSTRUCTIONS;
        options.budget.instructions = Some(run.instructions * times + more);
        options.budget.time = self
            .prefix_time
            .saturating_sub(start.elapsed())
            .max(LEAST_RUN / 2);
        // A program that never ends is tested with inputs that run out.
        match self.completed(&inputs, &options) {
            Some((inputs, run)) => self.offer(&inputs, &run),
            None => self.offer(&inputs, &run),
        }
        self.prefix_time = self.prefix_time.saturating_sub(start.elapsed());
        !self.prefix_time.is_zero()
    }

    fn wants_moments(&self) -> bool {
        self.reporter.wants_moments()
    }

    fn wants_lines(&self) -> bool {
        self.reporter.wants_lines()
    }

    fn moment(&mut self, pool: &Pool, moment: &Moment) {
        self.reporter.moment(pool, moment);
    }

    fn progress(&mut self, stats: &Stats, findings: usize, executed: &Recorder) {
        self.reporter.progress(stats, findings, executed);
    }
}
