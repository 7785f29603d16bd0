//! All programs of `tests/cases` under all configurations.

use sheaf_testkit::{case, configurations};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

#[test]
fn every_program_meets_its_expectation_under_every_configuration() {
    let programs = case::programs(&case::folder());
    assert!(
        !programs.is_empty(),
        "there are no programs in {}",
        case::folder().display()
    );
    let next = AtomicUsize::new(0);
    let found = Mutex::new(Vec::new());
    let workers = std::thread::available_parallelism().map_or(1, |count| count.get());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(path) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let wrong = case::disagreements(path, configurations::ALL);
                    found.lock().expect("no worker panics").extend(wrong);
                }
            });
        }
    });
    let found = found.into_inner().expect("no worker panicked");
    assert!(
        found.is_empty(),
        "{} disagreements:\n{}",
        found.len(),
        found.join("\n")
    );
}
