//! A small test suite: a subset of all tests with the same coverage, and all tests that reveal a
//! failure.
//!
//! Lines and branch targets are goals. A test that covers no new goal when it is offered is not
//! kept. At the end the kept tests are ordered greedily by the coverage that they add (Chvátal, "A
//! Greedy Heuristic for the Set-Covering Problem", Mathematics of Operations Research, 1979), and
//! those that became superfluous are dropped. The suite covers everything that the offered tests
//! cover.

mod json;
mod text;

pub use json::{SuiteReport, report};
pub use text::summary;

use crate::case::Case;
use crate::coverage::by_file;
use sheaf_engine::outcome::Coverage;
use sheaf_ir::{FileId, Module};
use std::collections::{BTreeMap, BTreeSet};

/// A coverage goal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Goal {
    /// A target of a branch.
    Branch {
        /// The file that has the branch.
        file: FileId,
        /// The line of the branch.
        line: u32,
        /// The number of the branch in its file.
        branch: u32,
        /// The index of the target.
        target: u32,
    },
    /// A source line.
    Line {
        /// The file that has it.
        file: FileId,
        /// Its number, from 1.
        line: u32,
    },
}

impl Goal {
    fn is_branch(&self) -> bool {
        matches!(self, Goal::Branch { .. })
    }
}

/// A test of a suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Test<T = Case> {
    /// `finding-N` or `test-N`.
    pub name: String,
    /// The test case, or what else the test is.
    pub case: T,
    /// Whether it reveals a failure.
    pub reveals: bool,
    /// The goals that it covers and no earlier test does.
    pub adds: Vec<Goal>,
}

/// A test suite.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suite<T = Case> {
    /// The tests: those that reveal failures in the order of discovery, then the others by
    /// decreasing added coverage.
    pub tests: Vec<Test<T>>,
    /// The coverage of all tests.
    pub coverage: Coverage,
    /// The number of offered tests.
    pub offered: u64,
}

/// Collects the tests of a suite.
pub struct Builder<'a, T = Case> {
    module: &'a Module,
    kept: Vec<Candidate<T>>,
    covered: BTreeSet<Goal>,
    offered: u64,
}

struct Candidate<T> {
    case: T,
    reveals: bool,
    coverage: Coverage,
    goals: BTreeSet<Goal>,
}

impl<'a, T> Builder<'a, T> {
    /// A suite without tests.
    pub fn new(module: &'a Module) -> Self {
        Builder {
            module,
            kept: Vec::new(),
            covered: BTreeSet::new(),
            offered: 0,
        }
    }

    /// Offers a test with the coverage of its replay. A test that `reveals` a failure is always
    /// kept; it is not counted as offered, because it is offered as a test as well.
    pub fn offer(&mut self, case: T, reveals: bool, coverage: &Coverage) {
        self.offered += u64::from(!reveals);
        let goals = goals(self.module, coverage);
        if !reveals && goals.is_subset(&self.covered) {
            return;
        }
        self.covered.extend(&goals);
        self.kept.push(Candidate {
            case,
            reveals,
            coverage: coverage.clone(),
            goals,
        });
    }

    /// The suite.
    pub fn finish(self) -> Suite<T> {
        let chosen = without_superfluous(choose(self.kept));
        let mut covered = BTreeSet::new();
        let mut coverage = Coverage::default();
        let (mut findings, mut others) = (0, 0);
        let mut tests = Vec::with_capacity(chosen.len());
        for candidate in chosen {
            coverage.join(&candidate.coverage);
            let name = match candidate.reveals {
                true => numbered("finding", &mut findings),
                false => numbered("test", &mut others),
            };
            tests.push(Test {
                name,
                case: candidate.case,
                reveals: candidate.reveals,
                adds: candidate.goals.difference(&covered).copied().collect(),
            });
            covered.extend(candidate.goals);
        }
        Suite {
            tests,
            coverage,
            offered: self.offered,
        }
    }
}

fn numbered(word: &str, count: &mut u32) -> String {
    *count += 1;
    format!("{word}-{count}")
}

/// The goals that a run covers.
fn goals(module: &Module, coverage: &Coverage) -> BTreeSet<Goal> {
    let mut goals = BTreeSet::new();
    for (file, covered) in by_file(module, coverage) {
        for branch in &covered.branches {
            let taken = (0..).zip(&branch.taken).filter(|(_, taken)| **taken);
            goals.extend(taken.map(|(target, _)| Goal::Branch {
                file,
                line: branch.line,
                branch: branch.number,
                target,
            }));
        }
        let lines = covered.lines.iter().filter(|(_, executed)| **executed);
        goals.extend(lines.map(|(line, _)| Goal::Line { file, line: *line }));
    }
    goals
}

/// Tests that reveal failures first; then repeatedly the one that adds most branches, and of these
/// most lines, until none adds anything.
fn choose<T>(mut candidates: Vec<Candidate<T>>) -> Vec<Candidate<T>> {
    let (mut chosen, mut rest): (Vec<_>, Vec<_>) = candidates
        .drain(..)
        .partition(|candidate| candidate.reveals);
    let mut covered: BTreeSet<Goal> = chosen
        .iter()
        .flat_map(|candidate| candidate.goals.iter().copied())
        .collect();
    loop {
        let gains = rest.iter().map(|candidate| gain(candidate, &covered));
        // The first of equal ones: `max_by_key` returns the last.
        let best = gains.enumerate().rev().max_by_key(|(_, gain)| *gain);
        match best {
            Some((index, gain)) if gain > (0, 0) => {
                let candidate = rest.remove(index);
                covered.extend(&candidate.goals);
                chosen.push(candidate);
            }
            _ => return chosen,
        }
    }
}

/// The number of branches and lines that a test adds.
fn gain<T>(candidate: &Candidate<T>, covered: &BTreeSet<Goal>) -> (usize, usize) {
    let added = candidate.goals.difference(covered);
    added.fold((0, 0), |(branches, lines), goal| match goal.is_branch() {
        true => (branches + 1, lines),
        false => (branches, lines + 1),
    })
}

/// Drops tests, the latest first, whose goals are all covered by others.
fn without_superfluous<T>(mut chosen: Vec<Candidate<T>>) -> Vec<Candidate<T>> {
    let mut times: BTreeMap<Goal, u32> = BTreeMap::new();
    for goal in chosen.iter().flat_map(|candidate| &candidate.goals) {
        *times.entry(*goal).or_default() += 1;
    }
    for index in (0..chosen.len()).rev() {
        let candidate = &chosen[index];
        let needed = candidate.goals.iter().any(|goal| times[goal] == 1);
        if !candidate.reveals && !needed {
            for goal in &candidate.goals {
                times.entry(*goal).and_modify(|times| *times -= 1);
            }
            chosen.remove(index);
        }
    }
    chosen
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::case::ProgramRef;
    use crate::coverage::tests::{branching_module, first_target};
    use sheaf_engine::outcome::Inputs;

    pub(crate) fn case() -> Case {
        Case {
            program: ProgramRef::default(),
            settings: None,
            inputs: Inputs::default(),
            by_name: false,
            expected: None,
        }
    }

    fn candidate(reveals: bool, lines: &[u32]) -> Candidate<Case> {
        Candidate {
            case: case(),
            reveals,
            coverage: Coverage::default(),
            goals: lines
                .iter()
                .map(|line| Goal::Line {
                    file: FileId(0),
                    line: *line,
                })
                .collect(),
        }
    }

    fn second_target() -> Coverage {
        Coverage {
            executed: vec![vec![vec![true], vec![false], vec![true]]],
            taken: vec![vec![vec![false, true], vec![], vec![]]],
        }
    }

    #[test]
    fn a_test_stays_only_if_it_adds_something() {
        let module = branching_module();
        let mut builder = Builder::new(&module);
        builder.offer(case(), false, &first_target());
        builder.offer(case(), false, &first_target());
        builder.offer(case(), false, &second_target());
        let suite = builder.finish();
        assert_eq!((suite.tests.len(), suite.offered), (2, 3));
        let file = FileId(0);
        let taken = |target| Goal::Branch {
            file,
            line: 2,
            branch: 0,
            target,
        };
        let line = |line| Goal::Line { file, line };
        assert_eq!(suite.tests[0].adds, [taken(0), line(2), line(3)]);
        assert_eq!(suite.tests[1].adds, [taken(1), line(4)]);
        let summary = crate::coverage::summary(&module, &suite.coverage);
        assert_eq!((summary.lines.covered, summary.branches.covered), (3, 2));
    }

    #[test]
    fn a_test_that_reveals_a_failure_stays_in_any_case() {
        let module = branching_module();
        let mut builder = Builder::new(&module);
        builder.offer(case(), false, &first_target());
        builder.offer(case(), true, &first_target());
        let suite = builder.finish();
        let names: Vec<&str> = suite.tests.iter().map(|test| test.name.as_str()).collect();
        assert_eq!(names, ["finding-1"]);
    }

    #[test]
    fn what_others_cover_together_is_dropped() {
        // The largest is chosen first, and the two that it takes to cover the rest cover it too.
        let all = [
            candidate(false, &[2, 3, 4, 5]),
            candidate(false, &[1, 2, 3]),
            candidate(false, &[4, 5, 6]),
        ];
        let kept = without_superfluous(choose(all.into()));
        assert_eq!(kept.len(), 2);
        let lines = |lines: &[u32]| candidate(false, lines);
        let kept = without_superfluous(vec![lines(&[1, 2]), lines(&[2, 3]), lines(&[1, 3])]);
        assert_eq!(kept.len(), 2);
        let kept = without_superfluous(vec![candidate(true, &[1]), lines(&[1]), lines(&[1, 2])]);
        assert_eq!(kept.len(), 2);
    }
}
