//! Small programs in the text form of the IR, explored by every searcher.

use sheaf_engine::{
    Finding, Observer, Options, Outcome, Program, Search, TestCase, Verdict, check,
};
use sheaf_ir::FailureKind;

/// Keeps what an exploration reports.
#[derive(Default)]
struct Recorder {
    tests: Vec<TestCase>,
    findings: usize,
}

impl Observer for Recorder {
    fn test(&mut self, test: &TestCase) {
        self.tests.push(test.clone());
    }
    fn finding(&mut self, finding: &Finding) {
        assert!(finding.replayed);
        self.findings += 1;
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
            search: *search,
            validate_solver: true,
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
fn reading_unwritten_memory_matters_only_where_it_decides() {
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
            search: *search,
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
