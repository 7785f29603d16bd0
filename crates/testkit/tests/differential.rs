//! Random microc programs through the differential harness: paths against runs, configurations against plain exploration, runs against
//! an interpreter of trees. `make fuzz` goes on longer.

use sheaf_testkit::configurations::ALL;
use sheaf_testkit::differential::Effort;
use sheaf_testkit::differential::campaign::{Extent, microc_programs};

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
}
