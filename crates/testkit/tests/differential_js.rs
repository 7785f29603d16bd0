//! Random JavaScript programs through the differential harness: paths against runs, configurations
//! against plain exploration, runs against node.

use sheaf_testkit::configurations::ALL;
use sheaf_testkit::differential::campaign::{Extent, javascript_programs};
use sheaf_testkit::differential::javascript::EFFORT;
use sheaf_testkit::differential::node::has_node;

#[test]
fn random_javascript_programs_agree() {
    if !has_node() {
        eprintln!("node is not installed: runs are not compared with it");
    }
    let extent = Extent {
        first: 7,
        count: 12,
        until: None,
    };
    let some: Vec<_> = ALL.iter().step_by(4).copied().collect();
    let report = javascript_programs(&extent, &some, &EFFORT);
    assert!(
        report.disagreements.is_empty(),
        "{}",
        report.disagreements.join("\n\n")
    );
    assert_eq!(report.programs, extent.count);
    // The others have more paths than the effort allows.
    assert!(report.complete > extent.count / 3, "{report:?}");
    assert!(report.tests > extent.count, "{report:?}");
}
