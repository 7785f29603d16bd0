//! Random C programs through the differential harness: concrete runs and test cases against the
//! same programs compiled for the host, paths against runs, configurations against plain
//! exploration, certificates against failing runs, the checker of certificates against the host.
//! `make fuzz` runs more of them.

use sheaf_engine::Program;
use sheaf_testkit::configurations::ALL;
use sheaf_testkit::differential::c::{self, BATCH};
use sheaf_testkit::differential::campaign::{Extent, c_programs};
use sheaf_testkit::differential::exploration::plain;
use sheaf_testkit::differential::{Effort, certificates};
use sheaf_testkit::generate_c::Mode;

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
    assert!(report.repeated > report.runs / 10, "{report:?}");
}

/// The harness detects a certificate of a program that fails.
#[test]
fn wrong_certificates_are_found_out() {
    let options = plain(&Effort::SMALL);
    let found = |program: &Program, fails| {
        certificates::certified(program, &options, &Effort::SMALL, fails, &[])
    };
    let mut programs = (0..100).map(|seed| c::program(Mode::Closed, seed).unwrap());
    let certified = programs.find(|program| found(program, false) == Ok(true));
    let wrong = found(&certified.expect("some are certified"), true).unwrap_err();
    assert_eq!(wrong.question, "certificate");
}
