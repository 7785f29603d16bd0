//! Small programs in textual IR, explored by every searcher.

use sheaf_engine::options::{MergePolicy, Merging, Paths};
use sheaf_engine::{
    End, Finding, Observer, Options, Outcome, Pool, Program, Search, TestCase, Verdict,
    WantedTests, check,
};
use sheaf_engine::{Fate, Moment, Node, Tree};
use sheaf_ir::FailureKind;

/// Records the reports of an exploration.
#[derive(Default)]
struct Recorder {
    tests: Vec<TestCase>,
    findings: usize,
}

impl Observer for Recorder {
    fn wanted_tests(&self) -> WantedTests {
        WantedTests::Ends
    }

    fn test(&mut self, test: &TestCase) {
        self.tests.push(test.clone());
    }
    fn finding(&mut self, finding: &Finding) {
        assert!(finding.replayed);
        self.findings += 1;
    }
}

/// Receives the tests of a suite.
#[derive(Default)]
struct Suite(Vec<TestCase>);

impl Observer for Suite {
    fn wanted_tests(&self) -> WantedTests {
        WantedTests::Suite
    }

    fn test(&mut self, test: &TestCase) {
        self.0.push(test.clone());
    }
}

fn program(text: &str) -> Program {
    let module = sheaf_ir::text::parse(text).unwrap_or_else(|error| panic!("{error:?}"));
    sheaf_ir::verify::verify(&module).unwrap_or_else(|errors| panic!("{errors:?}"));
    Program::new(module, &[]).unwrap_or_else(|error| panic!("{error}"))
}

fn explore(text: &str, options: &Options) -> (Outcome, Recorder) {
    let program = program(text);
    let mut recorder = Recorder::default();
    let outcome = check(&program, options, &mut recorder).unwrap_or_else(|error| panic!("{error}"));
    (outcome, recorder)
}

/// Explores with every searcher and expects these findings (none: safe) and this number of
/// completed paths.
fn expect(text: &str, kinds: &[FailureKind], paths: u64) {
    for (name, search) in Search::ALL {
        let options = Options {
            plan: (*search).into(),
            validate_solver: true,
            check_invariants: true,
            ..Options::default()
        };
        let (outcome, recorder) = explore(text, &options);
        let mut found: Vec<FailureKind> =
            outcome.findings.iter().map(|it| it.failure.kind).collect();
        found.sort();
        assert_eq!(found, kinds, "{name}: {outcome:?}");
        let verdict = if kinds.is_empty() {
            Verdict::Safe
        } else {
            Verdict::Bug
        };
        assert_eq!(outcome.verdict, verdict, "{name}: {:?}", outcome.reasons);
        assert_eq!(outcome.stats.paths.completed, paths, "{name}");
        assert_eq!(recorder.findings, kinds.len());
        assert_eq!(recorder.tests.len() as u64, paths, "{name}");
    }
}

#[test]
fn a_branch_on_an_input_has_two_paths() {
    expect(
        r#"
module ptr 8
entry @main
func @main() -> bits32 {
block0:
  %x: bits32 = input "x"
  %small: bool = ult %x, bits32 10
  br %small, block1, block2
block1:
  ret bits32 1
block2:
  ret bits32 2
}
"#,
        &[],
        2,
    );
}

#[test]
fn a_division_fails_for_one_input() {
    expect(
        r#"
module ptr 8
entry @main
func @main() -> bits32 {
block0:
  %x: bits32 = input "x"
  %d: bits32 = sub %x, bits32 7
  %q: bits32 = udiv bits32 100, %d
  ret %q
}
"#,
        &[FailureKind::DivisionByZero],
        2,
    );
}

#[test]
fn memory_holds_symbolic_values_at_symbolic_offsets() {
    expect(
        r#"
module ptr 8
entry @main
global @table: bytes 8 align 8 element 1 const = data x"0001040910192431" { }
func @main() -> bits32 {
block0:
  %i: bits8 = input "i"
  %inside: bool = ult %i, bits8 8
  assume %inside
  %wide: bits64 = zext %i
  %p: ptr = ptr_add @table, %wide * 1
  %square: bits8 = load %p
  %again: bits8 = mul %i, %i
  %same: bool = eq %square, %again
  check %same, assertion, "the table holds squares"
  ret bits32 0
}
"#,
        &[],
        1,
    );
}

#[test]
fn reading_uninitialized_memory_matters_only_where_it_decides() {
    let text = |decides: &str| {
        format!(
            r#"
module ptr 8
entry @main
func @main() -> bits32 {{
block0:
  %p: ptr = alloc stack bits64 4 align 4 element 4
  %v: bits32 = load %p
  %masked: bits32 = and %v, bits32 {decides}
  %c: bool = eq %masked, bits32 0
  br %c, block1, block2
block1:
  ret bits32 1
block2:
  ret bits32 2
}}
"#
        )
    };
    expect(&text("0"), &[], 1);
    let (outcome, _) = explore(&text("4"), &Options::default());
    assert_eq!(outcome.verdict, Verdict::Bug);
    assert_eq!(outcome.findings[0].failure.kind, FailureKind::Uninitialized);
}

#[test]
fn a_pointer_chosen_by_an_input_means_both_objects() {
    expect(
        r#"
module ptr 8
entry @main
func @main() -> bits32 {
block0:
  %a: ptr = alloc stack bits64 4 align 4 element 4
  %b: ptr = alloc stack bits64 4 align 4 element 4
  store %a, bits32 1
  store %b, bits32 2
  %which: bool = input "which"
  %p: ptr = select %which, %a, %b
  store %p, bits32 7
  %x: bits32 = load %a
  %y: bits32 = load %b
  %sum: bits32 = add %x, %y
  %nine: bool = eq %sum, bits32 9
  %eight: bool = eq %sum, bits32 8
  %ok: bool = or %nine, %eight
  check %ok, assertion, "one was written"
  ret bits32 0
}
"#,
        &[],
        1,
    );
}

#[test]
fn a_limit_makes_the_verdict_incomplete() {
    let text = r#"
module ptr 8
entry @main
func @main() -> bits32 {
block0:
  jump loop(bits32 0)
loop(%i: bits32):
  %more: bool = input "more"
  br %more, next, done
next:
  %j: bits32 = add %i, bits32 1
  jump loop(%j)
done:
  ret %i
}
"#;
    for (name, search) in Search::ALL {
        let mut options = Options {
            plan: (*search).into(),
            ..Options::default()
        };
        options.budget.instructions = Some(1000);
        let (outcome, _) = explore(text, &options);
        assert_eq!(outcome.verdict, Verdict::Incomplete, "{name}");
        assert!(outcome.stats.paths.set_aside > 0, "{name}");
    }
}

#[test]
fn integers_are_unbounded() {
    expect(
        r#"
module ptr 8
entry @main
func @main() -> int {
block0:
  %x: int = input "x"
  %big: bool = slt int 100000000000000000000000, %x
  br %big, block1, block2
block1:
  %rest: int = srem %x, int 2
  %odd: bool = eq %rest, int 1
  check %odd, assertion, "odd"
  ret int 0
block2:
  ret int 1
}
"#,
        &[FailureKind::Assertion],
        3,
    );
}

#[test]
fn tuples_compare_by_their_members() {
    expect(
        r#"
module ptr 8
entry @main
func @main() -> bits32 {
block0:
  %x: bits8 = input "x"
  %a: (bits8, bool) = tuple [%x, true]
  %b: (bits8, bool) = tuple [bits8 7, true]
  %same: bool = eq %a, %b
  %seven: bool = eq %x, bits8 7
  %agree: bool = eq %same, %seven
  check %agree, assertion, "equal where x is"
  %other: (bits8, bool) = tuple [%x, false]
  %differ: bool = ne %a, %other
  check %differ, assertion, "different"
  ret bits32 0
}
"#,
        &[],
        1,
    );
}

/// Builds a tree with a maximum number of nodes.
struct Grower(Tree);

impl Observer for Grower {
    fn wants_moments(&self) -> bool {
        true
    }
    fn moment(&mut self, pool: &Pool, moment: &Moment) {
        self.0.note(pool, moment);
    }
}

fn tree(text: &str, most: usize, policy: Option<MergePolicy>) -> Tree {
    let paths = Paths {
        search: Search::Dfs,
        merging: policy.map(Merging::new),
        ..Paths::default()
    };
    let options = Options {
        plan: paths.into(),
        ..Options::default()
    };
    let mut grower = Grower(Tree::new(most));
    check(&program(text), &options, &mut grower).unwrap_or_else(|error| panic!("{error}"));
    grower.0
}

/// Two branches, of which the second has one feasible target on one side, and a division that can
/// fail.
const BRANCHES: &str = r#"
module ptr 8
entry @main
func @main() -> bits32 {
block0:
  %x: bits32 = input "x"
  %small: bool = ult %x, bits32 10
  br %small, block1, block2
block1:
  %tiny: bool = ult %x, bits32 20
  br %tiny, block3, block2
block2:
  ret bits32 2
block3:
  %q: bits32 = udiv bits32 100, %x
  ret bits32 3
}
"#;

#[test]
fn a_tree_has_each_fork_and_each_end() {
    let tree = tree(BRANCHES, 100, None);
    let exit = |status| Fate::Ended {
        end: End::Exit(Some(status)),
        completed: true,
    };
    let fates = |parent| -> Vec<&Fate> {
        let nodes = tree.nodes.iter();
        let children = nodes.filter(|node| node.parents == [parent]);
        children.map(|node| &node.fate).collect()
    };
    assert_eq!(tree.left_out, 0);
    assert_eq!(tree.nodes[0].fate, Fate::Forked);
    assert_eq!(tree.nodes[0].parents, [0; 0]);
    let mut children = tree.nodes.iter().filter(|node| node.parents == [0]);
    assert!(children.clone().all(|node| node.condition.is_some()));
    assert_eq!(fates(0).len(), 2);
    assert!(fates(0).contains(&&exit(2)) && fates(0).contains(&&exit(3)));
    let small = children.find(|node| node.fate == exit(3)).unwrap();
    let small = tree.nodes.iter().position(|node| node == small).unwrap();
    let [Fate::Infeasible { core }, Fate::Ended { end, completed }] = fates(small)[..] else {
        panic!("{tree:?}");
    };
    // The other target is excluded by the first decision.
    assert_eq!((core.len(), core[0].block.0), (1, 0));
    assert!(matches!(end, End::Failed(failure) if failure.kind == FailureKind::DivisionByZero));
    assert!(completed);
}

#[test]
fn merged_paths_have_two_parents() {
    let text = r#"
module ptr 8
entry @main
func @main() -> bits32 {
block0:
  %x: bits32 = input "x"
  %small: bool = ult %x, bits32 10
  br %small, block1, block2
block1:
  jump block3
block2:
  jump block3
block3:
  ret bits32 2
}
"#;
    let tree = tree(text, 100, Some(MergePolicy::Aggressive));
    let parents: Vec<&[usize]> = tree.nodes.iter().map(|node| &node.parents[..]).collect();
    assert_eq!(parents[..3], [&[][..], &[0], &[0]]);
    assert!(matches!(parents[3..], [[1, 2] | [2, 1]]), "{parents:?}");
    let merged = Fate::Merged(Some(3));
    assert!(tree.nodes[1..3].iter().all(|node| node.fate == merged));
    let is_exit = |node: &Node| {
        matches!(
            node.fate,
            Fate::Ended {
                completed: true,
                ..
            }
        )
    };
    assert!(is_exit(&tree.nodes[3]));
}

#[test]
fn a_tree_keeps_no_more_nodes_than_it_may() {
    let tree = tree(BRANCHES, 2, None);
    assert_eq!((tree.nodes.len(), tree.left_out), (2, 3));
}

#[test]
fn paths_that_do_not_end_are_completed_by_concrete_runs() {
    let text = r#"
module ptr 8
entry @main
func @main() -> bits32 {
block0:
  jump block1(bits32 0, bits32 0)
block1(%i: bits32, %sum: bits32):
  %more: bool = ult %i, bits32 100
  %next: bits32 = add %i, bits32 1
  br %more, block2, block4
block2:
  %x: bits32 = input "x"
  %zero: bool = eq %x, bits32 0
  br %zero, block1(%next, %sum), block3
block3:
  %greater: bits32 = add %sum, bits32 1
  jump block1(%next, %greater)
block4:
  %many: bool = ult bits32 50, %sum
  check %many, assertion, "most are not zero"
  ret %sum
}
"#;
    let mut options = Options {
        completions_after: 0,
        ..Options::default()
    };
    options.budget.depth = Some(4);
    let (outcome, recorder) = explore(text, &options);
    assert_eq!((outcome.verdict, recorder.findings), (Verdict::Bug, 1));
    assert!(outcome.stats.completions.failed > 0);
    assert!(outcome.coverage.executed[0][4][0], "{:?}", outcome.coverage);
    // No path counts as explored.
    assert_eq!(outcome.stats.paths.completed, 0);
    assert!(!outcome.reasons.is_empty());

    // The run is a test, with inputs that the path has not read.
    let mut suite = Suite::default();
    check(&program(text), &options, &mut suite).unwrap();
    let read: Vec<usize> = suite.0.iter().map(|it| it.inputs.inputs.len()).collect();
    assert!(read.contains(&100), "{read:?}");

    options.completions_after = u64::MAX;
    let (outcome, _) = explore(text, &options);
    assert_eq!(outcome.verdict, Verdict::Incomplete);
    assert!(!outcome.coverage.executed[0][4][0]);
}
