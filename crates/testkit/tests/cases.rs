//! The programs of `tests/cases`, each as a separate test: `cargo test -p sheaf-testkit --test cases
//! -- part` runs those whose path contains `part`. The environment variable
//! [`choice::VARIABLE`] says under which configurations; see [`choice`]. What took longest is
//! listed at the end.

use libtest_mimic::{Arguments, Failed, Trial};
use sheaf_testkit::case;
use sheaf_testkit::choice::{self, Choice};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The number of the slowest programs and configurations that are listed.
const SLOWEST: usize = 10;

/// Times by program and by configuration.
#[derive(Default)]
struct Times {
    programs: BTreeMap<String, Duration>,
    configurations: BTreeMap<&'static str, Duration>,
}

fn main() {
    let arguments = Arguments::from_args();
    let choice = match Choice::of_environment() {
        Ok(choice) => Arc::new(choice),
        Err(message) => {
            eprintln!("{message}");
            std::process::exit(2);
        }
    };
    let folder = case::folder();
    let programs = case::programs(&folder);
    assert!(
        !programs.is_empty(),
        "there are no programs in {}",
        folder.display()
    );
    let times: Arc<Mutex<Times>> = Arc::default();
    let trial = |path: PathBuf| {
        let name = path.strip_prefix(&folder).unwrap_or(&path);
        let name = name.display().to_string();
        let leaves_out = choice.leaves_out(&name);
        let (times, choice, label) = (times.clone(), choice.clone(), name.clone());
        let test = move || run(&path, &label, &choice, &times);
        Trial::test(name, test).with_ignored_flag(leaves_out)
    };
    let trials = programs.into_iter().map(trial).collect();
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list
        && let Ok(times) = times.lock()
    {
        list("program", &times.programs);
        list("configuration", &times.configurations);
    }
    // A solver that does not stop may still run on its thread.
    sheaf::exit::at_once(if conclusion.has_failed() { 101 } else { 0 });
}

fn run(path: &Path, name: &str, choice: &Choice, times: &Mutex<Times>) -> Result<(), Failed> {
    let chosen = choice.of(name);
    let explored = case::explore_all(path, &chosen, choice.certifies(name));
    let mut times = times.lock().map_err(|error| error.to_string())?;
    for (configuration, time) in explored.times {
        *times.programs.entry(name.to_string()).or_default() += time;
        *times.configurations.entry(configuration).or_default() += time;
    }
    if explored.disagreements.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = chosen.iter().map(|it| it.configuration.name).collect();
    let again = format!(
        "under {}; again: {}={} cargo test --release -p sheaf-testkit --config scripts/checked.toml --test cases -- --exact {name}",
        names.join(", "),
        choice::VARIABLE,
        choice.value(),
    );
    let found = explored.disagreements.into_iter().chain([again]);
    Err(Failed::from(found.collect::<Vec<_>>().join("\n")))
}

/// Prints the largest of these times, and their sum.
fn list<N: AsRef<str>>(what: &str, times: &BTreeMap<N, Duration>) {
    let mut all: Vec<(Duration, &str)> = times
        .iter()
        .map(|(name, it)| (*it, name.as_ref()))
        .collect();
    all.sort_unstable_by(|a, b| b.cmp(a));
    let total: Duration = times.values().sum();
    println!(
        "slowest by {what}, of {:.1} s on all threads:",
        total.as_secs_f64()
    );
    for (time, name) in all.iter().take(SLOWEST) {
        println!("{:8.2} s  {name}", time.as_secs_f64());
    }
}
