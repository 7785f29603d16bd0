//! Observers do not affect exploration: random programs are explored in the same way whether or not
//! a suite is generated.

use sheaf_engine::outcome::Stats;
use sheaf_engine::{Moment, Node, Tree};
use sheaf_engine::{Observer, Outcome, Pool, Program, TestCase, WantedTests, check};
use sheaf_models::microc::INTRINSICS;
use sheaf_testkit::configurations::{ALL, Configuration};
use sheaf_testkit::differential::campaign::microc_program;
use sheaf_testkit::differential::exploration::configured;
use sheaf_testkit::differential::{Effort, c};
use sheaf_testkit::generate_c::Mode;

/// Programs of each kind.
const PROGRAMS: u64 = 24;
/// A bound on the nodes of the explorations.
const NODES: usize = 100_000;

/// The configurations; where states merge, a suite requests additional tests.
const NAMES: [&str; 4] = ["plain", "aggressive", "dynamic-dfs", "multise"];

struct Listener {
    wanted: WantedTests,
    tests: usize,
    tree: Tree,
}

impl Observer for Listener {
    fn wanted_tests(&self) -> WantedTests {
        self.wanted
    }

    fn test(&mut self, _test: &TestCase) {
        self.tests += 1;
    }

    fn wants_moments(&self) -> bool {
        true
    }

    fn moment(&mut self, pool: &Pool, moment: &Moment) {
        self.tree.note(pool, moment);
    }
}

fn explore(
    program: &Program,
    configuration: &Configuration,
    wanted: WantedTests,
) -> (Outcome, Listener) {
    let effort = Effort {
        milliseconds: 20_000,
        ..Effort::SMALL
    };
    let options = configured(configuration, &effort).expect("known options");
    let mut listener = Listener {
        wanted,
        tests: 0,
        tree: Tree::new(NODES),
    };
    let outcome = check(program, &options, &mut listener).expect("the exploration starts");
    (outcome, listener)
}

/// The results of an exploration, without those that depend on time and without the queries for
/// tests.
fn done(outcome: Outcome, tree: Tree) -> (Vec<Node>, Stats, String) {
    let mut stats = outcome.stats;
    (stats.queries_asked, stats.queries_sent) = (0, 0);
    (stats.seconds, stats.solver_seconds, stats.peak_memory_bytes) = (0.0, 0.0, 0);
    // The exploration and the suite share the pool, and with it the diagrams.
    stats.merging.guard_nodes = 0;
    let findings = outcome.findings.iter().map(|it| (&it.failure, &it.inputs));
    let rest = format!(
        "{:?} {:?} {:?}",
        outcome.verdict,
        outcome.reasons,
        findings.collect::<Vec<_>>()
    );
    (tree.nodes, stats, rest)
}

/// Compares explorations of these programs. Returns the number of merged states and of queries made
/// for tests alone.
fn compare(load: impl Fn(u64) -> Option<Program>) -> (u64, u64) {
    let (mut merged, mut queries) = (0, 0);
    let named = |name: &str| ALL.iter().find(|it| it.name == name);
    let configurations = NAMES.map(|name| named(name).expect("a configuration"));
    for (seed, program) in (0..PROGRAMS).filter_map(|seed| Some((seed, load(seed)?))) {
        for configuration in &configurations {
            let (alone, listener) = explore(&program, configuration, WantedTests::None);
            assert_eq!(listener.tests, 0);
            let (with, suite) = explore(&program, configuration, WantedTests::Suite);
            merged += alone.stats.paths.merged;
            queries += with.stats.queries_asked - alone.stats.queries_asked;
            let what = format!("seed {seed}, {}", configuration.name);
            let (nodes, stats, rest) = done(alone, listener.tree);
            let (suite_nodes, suite_stats, suite_rest) = done(with, suite.tree);
            assert_eq!(rest, suite_rest, "{what}");
            assert_eq!(stats, suite_stats, "{what}");
            assert!(nodes == suite_nodes, "{what}: the trees differ");
        }
    }
    (merged, queries)
}

#[test]
fn microc_is_explored_in_the_same_way_for_a_suite() {
    let (merged, queries) = compare(|seed| {
        let module = sheaf_microc::load_program("random.uc", &microc_program(seed)).ok()?;
        Program::new(module, INTRINSICS).ok()
    });
    assert!(merged > 40 && queries > 40, "{merged} {queries}");
}

#[test]
fn c_is_explored_in_the_same_way_for_a_suite() {
    let (merged, queries) = compare(|seed| c::program(Mode::Open, seed).ok());
    assert!(merged > 40 && queries > 40, "{merged} {queries}");
}
