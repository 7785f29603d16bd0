//! Random C programs through the differential harness: concrete runs and test cases against the
//! same programs compiled for the host, paths against runs, configurations against plain
//! exploration, certificates against failing runs, the checker of certificates against the host.
//! `make fuzz` runs more of them.

use sheaf_testkit::configurations::ALL;
use sheaf_testkit::differential::Effort;
use sheaf_testkit::differential::c::BATCH;
use sheaf_testkit::differential::campaign::{Extent, c_programs};

#[test]
fn random_c_programs_agree() {
    let extent = Extent {
        first: 0,
        count: 2 * BATCH,
        until: None,
    };
    let report = c_programs(&extent, ALL, &Effort::SMALL);
    assert!(
        report.disagreements.is_empty(),
        "{}",
        report.disagreements.join("\n\n")
    );
    assert_eq!(report.programs, extent.count);
    assert!(report.tests > extent.count, "{report:?}");
    assert!(report.merged > 10 * extent.count, "{report:?}");
    assert!(report.certified > extent.count / 10, "{report:?}");
}
