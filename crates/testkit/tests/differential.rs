//! Random microc programs through the differential harness: paths against runs, configurations
//! against plain exploration, runs against a syntax-tree interpreter. `make fuzz` runs more of
//! them.

use rand::SeedableRng;
use rand::rngs::SmallRng;
use sheaf_engine::{End, Program};
use sheaf_testkit::configurations::{ALL, Explorer};
use sheaf_testkit::differential::campaign::{Extent, microc_programs};
use sheaf_testkit::differential::exploration::{explore, plain};
use sheaf_testkit::differential::{Effort, configurations, paths};

#[test]
fn random_microc_programs_agree() {
    let extent = Extent {
        first: 0,
        count: 120,
        until: None,
    };
    let report = microc_programs(&extent, ALL, &Effort::SMALL);
    assert!(
        report.disagreements.is_empty(),
        "{}",
        report.disagreements.join("\n\n")
    );
    assert_eq!(report.programs, extent.count);
    assert!(report.complete > extent.count / 3, "{report:?}");
    assert!(report.tests > extent.count, "{report:?}");
    assert!(report.merged > 10 * extent.count, "{report:?}");
}

/// The harness detects an exploration that leaves something out or reports something wrong.
#[test]
fn wrong_explorations_are_found_out() {
    let text = "main() { var x; x = input; if (x < 5) { output x; } else { x = 10 / (x - 7); } return 2; }";
    let module = sheaf_microc::load_text("program.uc", text).unwrap();
    let program = Program::new(module, sheaf_models::microc::INTRINSICS).unwrap();
    let effort = Effort {
        runs: 100,
        ..Effort::SMALL
    };
    let options = plain(&effort);
    let questions =
        |change: &dyn Fn(&mut sheaf_testkit::differential::exploration::Exploration)| {
            let mut exploration = explore(Explorer::Options, &program, &options).unwrap();
            assert!(exploration.is_complete());
            change(&mut exploration);
            let mut rng = SmallRng::seed_from_u64(1);
            let (samples, mut found) =
                paths::compare(&program, &exploration, &options, &effort, &mut rng);
            let (_, disagreements) =
                configurations::disagreements(&program, &exploration, &samples, ALL, &effort);
            found.extend(disagreements);
            found.sort_by(|a, b| a.question.cmp(&b.question));
            found.dedup_by(|a, b| a.question == b.question);
            found
                .into_iter()
                .map(|found| found.question)
                .collect::<Vec<_>>()
        };
    assert_eq!(questions(&|_| {}), [""; 0]);
    let path_left_out = questions(&|exploration| {
        exploration
            .tests
            .retain(|test| matches!(test.end, End::Failed(_)));
    });
    assert!(path_left_out.contains(&"random inputs".to_string()));
    assert!(path_left_out.contains(&"multise: what tests execute".to_string()));
    let failure_left_out = questions(&|exploration| exploration.outcome.findings.clear());
    assert!(failure_left_out.contains(&"random inputs".to_string()));
    assert!(failure_left_out.contains(&"bfs: failures".to_string()));
    let other_end = questions(&|exploration| {
        for test in &mut exploration.tests {
            if let End::Exit(status) = &mut test.end {
                *status = Some(3);
            }
        }
    });
    assert_eq!(other_end, ["end of a path", "random inputs"]);
    let repeated = questions(&|exploration| {
        let again = exploration.tests.clone();
        exploration.tests.extend(again);
    });
    assert_eq!(repeated, ["multise-small: tests of paths", "paths differ"]);
}
