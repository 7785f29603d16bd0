//! All programs of `tests/cases` under all configurations of their language, each as a separate
//! test: `cargo test -p sheaf-testkit --test cases -- part` runs those whose path contains `part`.
//! The ten slowest are listed at the end.

use libtest_mimic::{Arguments, Failed, Trial};
use sheaf_testkit::{case, configurations};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// The number of slowest programs that are listed.
const SLOWEST: usize = 10;

fn main() {
    let arguments = Arguments::from_args();
    let folder = case::folder();
    let programs = case::programs(&folder);
    assert!(
        !programs.is_empty(),
        "there are no programs in {}",
        folder.display()
    );
    let times: Arc<Mutex<Vec<(Duration, String)>>> = Arc::default();
    let trial = |path: std::path::PathBuf| {
        let name = path.strip_prefix(&folder).unwrap_or(&path);
        let name = name.display().to_string();
        let (times, label) = (times.clone(), name.clone());
        Trial::test(name, move || {
            let start = Instant::now();
            let found = case::disagreements(&path, &configurations::for_program(&path));
            let mut times = times.lock().map_err(|error| error.to_string())?;
            times.push((start.elapsed(), label));
            match found.is_empty() {
                true => Ok(()),
                false => Err(Failed::from(found.join("\n"))),
            }
        })
    };
    let trials = programs.into_iter().map(trial).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list
        && let Ok(mut times) = times.lock()
    {
        times.sort_unstable_by(|a, b| b.cmp(a));
        println!("slowest:");
        for (time, name) in times.iter().take(SLOWEST) {
            println!("{:7.2} s  {name}", time.as_secs_f64());
        }
    }
    // A solver that does not stop may still run on its thread.
    sheaf::exit::at_once(if conclusion.has_failed() { 101 } else { 0 });
}
