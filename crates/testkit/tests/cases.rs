//! All programs of `tests/cases` under all configurations. With `CASES=part`, only those whose path
//! contains the part.

use sheaf_testkit::{case, configurations, parallel};

#[test]
fn every_program_meets_its_expectation_under_every_configuration() {
    let mut programs = case::programs(&case::folder());
    if let Ok(part) = std::env::var("CASES") {
        programs.retain(|path| path.to_string_lossy().contains(&part));
    }
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
