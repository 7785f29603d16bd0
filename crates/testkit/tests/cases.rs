//! All programs of `tests/cases` under all configurations.

use sheaf_testkit::{case, configurations, parallel};

#[test]
fn every_program_meets_its_expectation_under_every_configuration() {
    let programs = case::programs(&case::folder());
    assert!(
        !programs.is_empty(),
        "there are no programs in {}",
        case::folder().display()
    );
    let mut found = parallel::collect(&programs, |path| {
        case::disagreements(path, configurations::ALL)
    });
    found.sort();
    assert!(
        found.is_empty(),
        "{} disagreements:\n{}",
        found.len(),
        found.join("\n")
    );
}
