//! `sheaf task` and `sheaf conclude`: parts of an exploration, and their common result. What hands
//! them out is another program; see `docs/cluster.md`.

use crate::args::{Because, CheckArgs, ConcludeArgs, TaskArgs};
use crate::check;
use crate::error::{UserError, describe_io, status};
use crate::reporter::{Reporter, Setup, output, unwritable};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sheaf_engine::Paths;
use sheaf_engine::options::Library;
use sheaf_engine::tasks::{self, Answer, Conclusion, Run, Sealed, Task, obstacle};
use sheaf_engine::worklist;
use sheaf_engine::{Budget, Finding, Observer, Options, Reason, ReasonKind};
use sheaf_ir::Fingerprint;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How long a program may take to load for a conclusion.
const LOADING: Duration = Duration::from_secs(600);

/// What tasks of one exploration have in common. It is in all of their files.
#[derive(Clone, Serialize, Deserialize)]
struct About {
    /// The version of Sheaf.
    version: String,
    program: Fingerprint,
    /// A digest of the options.
    options: u64,
}

/// The file of a task.
#[derive(Serialize, Deserialize)]
struct TaskFile {
    about: About,
    task: Task,
}

/// The file of an answer.
#[derive(Serialize)]
struct AnswerFile {
    about: About,
    answer: Answer,
}

/// What counts of it in the end.
#[derive(Deserialize)]
struct Answered {
    about: About,
    answer: SealedAnswer,
    /// Where it was explored, if whoever handed it out says so.
    run: Option<Run>,
}

#[derive(Deserialize)]
struct SealedAnswer {
    result: Sealed,
}

impl About {
    fn new(setup: &Setup) -> About {
        let options = &setup.options;
        // Limits, and what is told of an exploration, may differ from task to task, and what is not
        // used has no digest.
        let common = Options {
            tells_details: false,
            tells_summaries: false,
            time_solver_links: false,
            budget: Budget {
                stack_frames: options.budget.stack_frames,
                concretizations: options.budget.concretizations,
                ..Budget::default()
            },
            library: Library::default(),
            ..options.clone()
        };
        let mut hasher = DefaultHasher::new();
        format!("{common:?} {:?}", setup.failures).hash(&mut hasher);
        About {
            version: env!("CARGO_PKG_VERSION").to_string(),
            program: Fingerprint::of(setup.program.module()),
            options: hasher.finish(),
        }
    }

    /// What is different, for the user.
    fn difference(&self, now: &About) -> Option<String> {
        if self.version != now.version {
            let (theirs, ours) = (&self.version, &now.version);
            return Some(format!(
                "it is of version {theirs} of Sheaf, and this is {ours}"
            ));
        }
        if let Some(change) = self.program.change(&now.program) {
            return Some(format!("it is of another program: {change}"));
        }
        (self.options != now.options).then(|| "it is of other options".to_string())
    }

    /// Checks that a file belongs to the same exploration.
    fn check(&self, file: &Path, found: &About) -> Result<(), UserError> {
        match found.difference(self) {
            Some(difference) => Err(UserError::new(file.display(), difference)),
            None => Ok(()),
        }
    }
}

/// Explores from the paths of a task, and writes the answer.
///
/// # Errors
/// When the program cannot be loaded, the task is not one of this program, version and options, or
/// the answer cannot be written.
pub fn explore(args: &TaskArgs) -> Result<u8, UserError> {
    let check = CheckArgs {
        out: None,
        sarif: None,
        witness: None,
        certificate: None,
        report: None,
        tree: None,
        profile: None,
        keep_paths: false,
        quiet: true,
        ..args.check.clone()
    };
    let setup = prepare(&check, args.compiled.as_deref())?;
    let about = About::new(&setup);
    let task = match &args.paths {
        Some(path) => {
            let file: TaskFile = read(path)?;
            about.check(path, &file.about)?;
            file.task
        }
        None => Task {
            paths: Paths::whole_program(),
            news: Vec::new(),
        },
    };
    let answer = tasks::explore(&setup.program, &setup.options, worklist, &task, args.budget);
    let answer = answer.map_err(|message| match &args.paths {
        Some(path) => UserError::new(path.display(), message),
        None => UserError::new("task", message),
    })?;
    write(&args.answer, &AnswerFile { about, answer })
        .map_err(|error| unwritable(&args.answer, &error))?;
    Ok(status::DONE)
}

/// Reports the outcome of an exploration, given the answers of its tasks, as `sheaf check` does.
///
/// # Errors
/// When the program cannot be loaded, an answer is not one of this program, version and options, or
/// a file cannot be written.
pub fn conclude(args: &ConcludeArgs) -> Result<u8, UserError> {
    let mut check = args.check.clone();
    // The limit was for the exploration.
    check.limits.time = LOADING;
    let setup = prepare(&check, None)?;
    let about = About::new(&setup);
    let files = answers(&args.answers)?;
    let mut results = Vec::new();
    for path in &files {
        let file: Answered = read(path)?;
        about.check(path, &file.about)?;
        results.push((file.answer.result, file.run));
    }
    let folder = output(args.check.out.as_deref())?;
    let mut reporter = Reporter::new(&setup, &args.check, folder);
    let time_limit = args.check.limits.time;
    let conclusion = Conclusion {
        time: args.elapsed.unwrap_or_default(),
        time_limit,
        because: args
            .because
            .iter()
            .map(|why| reason(*why, time_limit))
            .collect(),
    };
    let outcome = tasks::conclude(
        &setup.program,
        &setup.options,
        &results,
        conclusion,
        &mut Teller(&mut reporter),
    );
    let outcome = outcome.map_err(|(position, message)| {
        let file = position.and_then(|position| files.get(position));
        match file {
            Some(file) => UserError::new(file.display(), message),
            None => UserError::new("solver", message),
        }
    })?;
    check::conclude(&args.check, &setup, reporter, None, &outcome)
}

/// The program and its options, if it can be explored in parts.
fn prepare(args: &CheckArgs, kept: Option<&Path>) -> Result<Setup, UserError> {
    let setup = Setup::alone(args, kept)?;
    let place = setup.request.name();
    let refusal = obstacle(&setup.options)
        .or_else(|| args.tree.is_some().then_some("tasks have no common tree"))
        .or_else(|| args.steps.is_some().then_some("tasks have no common steps"))
        .or_else(|| args.keep_paths.then_some("tasks keep no paths"));
    if let Some(why) = refusal {
        return Err(UserError::new(place, why));
    }
    if !setup.is_loaded {
        return Err(UserError::new(
            "--time",
            "is over before the program is compiled",
        ));
    }
    Ok(setup)
}

/// The files of a folder that end in `.json`, in the order of their names.
fn answers(folder: &Path) -> Result<Vec<PathBuf>, UserError> {
    let unreadable = |error: io::Error| UserError::new(folder.display(), describe_io(&error));
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|ending| ending == "json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn reason(why: Because, time_limit: Duration) -> Reason {
    let seconds = time_limit.as_secs_f64();
    let (kind, detail) = match why {
        Because::TimeLimit => (ReasonKind::TimeLimit, format!("{seconds} s")),
        Because::Interrupted => (ReasonKind::Interrupted, "stopped by the user".to_string()),
        Because::WorkerDied => (
            ReasonKind::WorkerDied,
            "a process that explored some of the paths died, twice".to_string(),
        ),
    };
    Reason {
        kind,
        detail,
        loc: None,
    }
}

fn read<T: DeserializeOwned>(path: &Path) -> Result<T, UserError> {
    let file = File::open(path).map_err(|it| UserError::new(path.display(), describe_io(&it)))?;
    let content = serde_json::from_reader(BufReader::new(file));
    content.map_err(|error| UserError::new(path.display(), error))
}

/// Writes a file, which appears complete or not at all.
fn write(path: &Path, content: &impl Serialize) -> io::Result<()> {
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let mut file = BufWriter::new(File::create(&partial)?);
    let written = serde_json::to_writer(&mut file, content).map_err(io::Error::from);
    let written = written.and_then(|()| file.flush());
    let written = written.and_then(|()| fs::rename(&partial, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&partial);
    }
    written
}

/// Tells the user of failures.
struct Teller<'t, 'a>(&'t mut Reporter<'a>);

impl Observer for Teller<'_, '_> {
    fn finding(&mut self, finding: &Finding) {
        self.0.finding(finding);
    }
}
