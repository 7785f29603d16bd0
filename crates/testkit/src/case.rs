//! Runs a test program and compares the results with its directives.

use crate::choice::Chosen;
use crate::configurations::{Configuration, Explorer};
use crate::directive::{self, Directives};
use crate::explorers;
use crate::kept;
use crate::trees::{self, Grower};
use sheaf::args::{CheckArgs, Cli, Command};
use sheaf::certificate;
use sheaf::load::{Request, load};
use sheaf::supply::TextSupply;
use sheaf_engine::Tree;
use sheaf_engine::chains::{Form, Target, time_for_target};
use sheaf_engine::options::Seed;
use sheaf_engine::outcome::Reason;
use sheaf_engine::{Budget, End, Options, Outcome, Program, ReasonKind, Verdict, concrete};
use sheaf_ir::FailureKind;
use sheaf_models::c::TEXT_FUNCTIONS;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The folder of the repository's test programs.
pub fn folder() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases");
    folder.canonicalize().unwrap_or(folder)
}

/// The test programs below a folder, sorted by name.
pub fn programs(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            match path.extension().and_then(|extension| extension.to_str()) {
                _ if path.is_dir() => folders.push(path),
                Some("c" | "uc" | "ir" | "js") => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}

/// The programs for which there must be a certificate without gaps, by their paths in the folder.
const CERTIFIED: &str = include_str!("../../../tests/cases/certified.txt");

/// Options for explorations that reach a limit: a short time suffices.
const BEYOND: &[&str] = &["--time", "5s"];

/// What the explorations of one program show.
#[derive(Default)]
pub struct Explored {
    /// Descriptions of all disagreements with its directives.
    pub disagreements: Vec<String>,
    /// The time that each configuration took, and the rest as [`REST`].
    pub times: Vec<(&'static str, Duration)>,
}

/// The name of what no configuration takes: loading, and a concrete run.
pub const REST: &str = "loading, running";

/// The name of what certificates take.
pub const CERTIFICATES: &str = "certificates";

/// Explores one program under configurations, and makes a certificate if it `certifies`.
pub fn explore_all(path: &Path, chosen: &[Chosen], certifies: bool) -> Explored {
    let mut explored = Explored::default();
    let start = Instant::now();
    match prepare(path) {
        Ok(case) => {
            if case.directives.verdict.is_some() {
                for chosen in chosen {
                    let start = Instant::now();
                    let name = chosen.configuration.name;
                    let wrong = case.under(chosen).into_iter();
                    let place = format!("{} ({name})", path.display());
                    let wrong = wrong.map(|message| format!("{place}: {message}"));
                    explored.disagreements.extend(wrong);
                    explored.times.push((name, start.elapsed()));
                }
            }
            let is_limited = chosen.iter().any(|it| it.is_limited);
            let started = Instant::now();
            let certified = certifies.then(|| case.certified(is_limited)).flatten();
            explored.times.push((CERTIFICATES, started.elapsed()));
            let wrong = case.excluded().into_iter().chain(certified);
            let wrong = wrong.chain(case.run());
            let place = path.display();
            let wrong = wrong.map(|message| format!("{place}: {message}"));
            explored.disagreements.extend(wrong);
        }
        Err(message) => {
            let message = format!("{}: {message}", path.display());
            explored.disagreements.push(message);
        }
    }
    let taken: Duration = explored.times.iter().map(|(_, time)| *time).sum();
    explored.times.push((REST, start.elapsed() - taken));
    explored
}

/// A program that is ready to be explored.
struct Case<'p> {
    path: &'p Path,
    directives: Directives,
    program: Program,
    seeds: Arc<[Seed]>,
}

fn prepare(path: &Path) -> Result<Case<'_>, String> {
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let directives = directive::parse(&text)?;
    let args = check_args(path, &directives, &[])?;
    let options = sheaf::exploration(&args).map_err(|error| error.to_string())?;
    let mut request = Request::from(&args.program).looking_for(&args.failures, &options);
    request.kept = request
        .is_c()
        .then(|| kept::file(&text, &request))
        .flatten();
    let program = load(&mut request, &mut Vec::new()).map_err(|error| error.to_string())?;
    let seeds = seeds(path, &args, &request, &program)?;
    Ok(Case {
        path,
        directives,
        program,
        seeds,
    })
}

impl Case<'_> {
    /// The disagreements of a configuration.
    fn under(&self, chosen: &Chosen) -> Vec<String> {
        let program = &self.program;
        let directives = &match chosen.is_limited {
            // States that merge otherwise are other paths.
            true => Directives {
                paths: None,
                ..self.directives.clone()
            },
            false => self.directives.clone(),
        };
        let configuration = &chosen.configuration;
        let named = |names: &[String]| names.iter().any(|it| it == configuration.name);
        let (proved, beyond) = (named(&directives.proved), named(&directives.beyond));
        let (outcome, tree) = match self.explore(chosen, beyond || chosen.is_limited) {
            Ok(explored) => explored,
            Err(error) => return vec![error],
        };
        // Merged paths that have read different inputs are lost when they are parked.
        let explorer = configuration.explorer;
        let lost = explorer == Explorer::Parking && outcome.reasons.iter().any(is_lost);
        // Of techniques that take turns, one that proves it may come first.
        let in_turns = matches!(explorer, Explorer::Auto | Explorer::ResumedAuto);
        let may_prove = in_turns && !directives.proved.is_empty();
        let proved = proved || may_prove && outcome.reasons.is_empty();
        // Strings outside of the index may be dropped.
        let is_expected = directives.reasons.iter().any(|kind| kind == OUTSIDE.name());
        let dropped = outcome.reasons.iter().any(is_dropped_string) && !is_expected;
        let mut wrong = match where_dropped(directives, configuration) {
            _ if chosen.is_limited && directives.reasons.iter().any(|it| depends_on_limit(it)) => {
                compare_limited(directives, program, &outcome)
            }
            _ if chosen.is_limited && !outcome.reasons.is_empty() => {
                compare_unfinished(directives, program, &outcome)
            }
            // A limit may keep strings from being looked up, and so from being dropped.
            Some(_) if chosen.is_limited => compare(directives, program, &outcome),
            Some(directives) => compare(&directives, program, &outcome),
            None if beyond || lost || dropped => compare_unfinished(directives, program, &outcome),
            None if proved => compare(&decided(directives), program, &outcome),
            None => compare(directives, program, &outcome),
        };
        wrong.extend(contradictions(directives, &outcome, chosen.is_limited));
        // A session that is resumed has no tree of those before.
        if !explorer.is_resumed() {
            wrong.extend(trees::wrong(&tree, &outcome));
        }
        wrong
    }

    /// The disagreement if chains show that an expected failure cannot happen.
    fn excluded(&self) -> Option<String> {
        let goal = FailureKind::Assertion;
        let mut findings = self.directives.findings.iter();
        if !findings.any(|(kind, _)| *kind == goal) {
            return None;
        }
        let args = check_args(self.path, &self.directives, &[]).ok()?;
        let options = sheaf::exploration(&args).ok()?;
        let (target, time) = (Target::Failure(goal), time_for_target(&options));
        let form = Form::new(&self.program, &options, target, time).ok()?;
        let message = "chains exclude a failure that happens";
        form.is_unreachable().then(|| message.to_string())
    }

    /// The disagreement if a certificate shows that an expected failure cannot happen, or does not
    /// show that a program is safe that is in the list of those that are certified; limits may
    /// leave a certificate incomplete.
    fn certified(&self, is_limited: bool) -> Option<String> {
        let is_dynamic = self.program.module().is_dynamic();
        let expects = self.directives.verdict.filter(|_| !is_dynamic)?;
        let name = self.path.strip_prefix(folder()).ok()?;
        let is_listed = !is_limited && CERTIFIED.lines().any(|line| Path::new(line) == name);
        let time = match (is_listed, expects) {
            (true, _) => Duration::from_secs(60),
            (false, Verdict::Bug) => Duration::from_secs(2),
            _ => return None,
        };
        let args = check_args(self.path, &self.directives, &[]).ok()?;
        let options = sheaf::exploration(&args).ok()?;
        let folder = tempfile::tempdir().ok()?;
        let module = self.program.module();
        let found = certificate::search(folder.path(), module, &options, Vec::new(), time);
        match (found, expects) {
            (Err(error), _) => Some(error.to_string()),
            (Ok(found), Verdict::Bug) if found.is_complete() => {
                Some("a certificate excludes a failure that happens".to_string())
            }
            (Ok(found), Verdict::Safe) if !found.is_complete() => Some(found.lines()),
            _ => None,
        }
    }

    fn explore(&self, chosen: &Chosen, beyond: bool) -> Result<(Outcome, Tree), String> {
        let mut options = chosen.configuration.options.to_vec();
        if beyond {
            options.extend(BEYOND);
        }
        let args = check_args(self.path, &self.directives, &options)?;
        let mut options = sheaf::exploration(&args).map_err(|error| error.to_string())?;
        options.seeds = self.seeds.clone();
        options.check_invariants = true;
        options.validate = chosen.validate;
        // Several programs are explored in parallel, and the memory limit applies to the process.
        let (budget, usual) = (&mut options.budget, Budget::default());
        if budget.memory_bytes == usual.memory_bytes {
            budget.memory_bytes *= 4;
        }
        // Other programs may use the machine.
        if budget.time == usual.time {
            budget.time *= 10;
        }
        if budget.solver_time == usual.solver_time {
            budget.solver_time *= 10;
        }
        let mut grower = Grower::default();
        let explorer = chosen.configuration.explorer;
        let outcome = explorers::explore(explorer, &self.program, &options, &mut grower)?;
        Ok((outcome, grower.0))
    }

    /// The disagreements of concrete runs, with and without the fast path.
    fn run(&self) -> Vec<String> {
        let directives = &self.directives;
        if directives.exit.is_none() && directives.output.is_none() {
            return Vec::new();
        }
        [true, false]
            .into_iter()
            .flat_map(|fast| self.run_once(fast))
            .collect()
    }

    fn run_once(&self, fast: bool) -> Vec<String> {
        let directives = &self.directives;
        let inputs = directives
            .input
            .iter()
            .flat_map(|text| text.split(','))
            .map(str::to_string);
        let options = Options {
            prints: true,
            fast,
            ..Options::default()
        };
        let mut supply = TextSupply::new(inputs);
        let run = concrete::run(&self.program, &mut supply, &[], &options);
        let path = if fast { "" } else { " without the fast path" };
        let mut wrong = Vec::new();
        if let Some(status) = directives.exit
            && run.end != End::Exit(Some(status))
        {
            wrong.push(format!("expected exit {status}{path}, got {:?}", run.end));
        }
        if let Some(expected) = &directives.output {
            let parts = run.output.iter().filter(|part| part.stream == 1);
            let bytes: Vec<u8> = parts.flat_map(|part| part.bytes.iter().copied()).collect();
            let output = String::from_utf8_lossy(&bytes);
            if output != expected.as_str() {
                wrong.push(format!(
                    "expected output {expected:?}{path}, got {output:?}"
                ));
            }
        }
        wrong
    }
}

/// The arguments of `sheaf check` for a program under a configuration.
pub fn check_args(
    path: &Path,
    directives: &Directives,
    options: &[&str],
) -> Result<CheckArgs, String> {
    let mut words = vec![
        "sheaf".to_string(),
        "check".to_string(),
        path.display().to_string(),
    ];
    words.extend(options.iter().map(ToString::to_string));
    // Last, because they may end in compiler flags.
    words.extend(directives.options.iter().cloned());
    match <Cli as clap::Parser>::try_parse_from(words)
        .map_err(|error| error.to_string())?
        .command
    {
        Command::Check(args) => Ok(args.check),
        other => Err(format!("the options select another command: {other:?}")),
    }
}

/// The seeds of a program, which are named relative to its folder.
fn seeds(
    path: &Path,
    args: &CheckArgs,
    request: &Request,
    program: &Program,
) -> Result<Arc<[Seed]>, String> {
    let folder = path.parent().unwrap_or(path);
    let paths = args.explore.seed_input.iter();
    let paths: Vec<PathBuf> = paths.map(|seed| folder.join(seed)).collect();
    let options = sheaf::exploration(args).map_err(|error| error.to_string())?;
    let seeds = sheaf::seeds::load(&paths, request, program, &options, &mut Vec::new());
    seeds.map(Arc::from).map_err(|error| error.to_string())
}

/// The reason of paths that left an index.
const OUTSIDE: ReasonKind = ReasonKind::OutsideIndex;

/// What a program states where a technique proves that there are no reasons.
fn decided(directives: &Directives) -> Directives {
    let verdict = match directives.findings.is_empty() {
        true => Verdict::Safe,
        false => Verdict::Bug,
    };
    Directives {
        verdict: Some(verdict),
        reasons: Vec::new(),
        ..directives.clone()
    }
}

/// What a program states about a configuration that drops strings outside of the index.
fn where_dropped(directives: &Directives, configuration: &Configuration) -> Option<Directives> {
    let findings = directives
        .dropped
        .clone()
        .filter(|_| configuration.drops_outside())?;
    let verdict = match findings.is_empty() {
        true => Verdict::Incomplete,
        false => Verdict::Bug,
    };
    Some(Directives {
        verdict: Some(verdict),
        findings,
        reasons: vec![OUTSIDE.name().to_string()],
        paths: None,
        ..directives.clone()
    })
}

/// Errors of Sheaf's own that are reported as reasons, or would be if other inputs did not confirm
/// the failure, unless a directive explains them. A limit may keep other inputs from being tried.
fn contradictions(directives: &Directives, outcome: &Outcome, is_limited: bool) -> Vec<String> {
    let is_explained = directives.retried.is_some();
    let retried = outcome.retried.iter().filter(|_| !is_explained);
    let unexpected = outcome.reasons.iter().chain(retried).filter(|reason| {
        let name = reason.kind.name();
        let is_error = match reason.kind {
            ReasonKind::NotReplayed => !(is_limited && is_explained),
            kind => kind == ReasonKind::Refuted,
        };
        is_error && !directives.reasons.iter().any(|kind| kind == name)
    });
    unexpected
        .map(|reason| format!("{}: {}", reason.kind.name(), reason.detail))
        .collect()
}

/// Whether strings were outside of the index, and dropped.
fn is_dropped_string(reason: &Reason) -> bool {
    reason.kind == OUTSIDE && is_text_function(&reason.detail)
}

fn is_text_function(name: &str) -> bool {
    TEXT_FUNCTIONS.iter().any(|function| function.name == name)
}

fn is_lost(reason: &Reason) -> bool {
    reason.kind == ReasonKind::MemoryLimit
}

/// An exploration that is known to reach a limit must report it, and may report expected findings
/// only.
fn compare_unfinished(
    directives: &Directives,
    program: &Program,
    outcome: &Outcome,
) -> Vec<String> {
    let mut wrong = Vec::new();
    if outcome.reasons.is_empty() {
        wrong.push("it is declared to reach a limit, but finishes".to_string());
    }
    let unexpected = findings(program, outcome);
    let mut unexpected = unexpected.iter();
    if let Some(finding) = unexpected.find(|finding| !directives.findings.contains(finding)) {
        wrong.push(format!("unexpected finding {finding:?}"));
    }
    wrong
}

/// Whether a constant decides how often there is a reason of this kind. Then more may fail where
/// less is left out.
fn depends_on_limit(kind: &str) -> bool {
    let limits = [ReasonKind::Concretization, ReasonKind::UnmodelledOperation];
    limits.iter().any(|it| it.name() == kind)
}

/// Only values that are too many for a limit may all be explored with a higher one. Without reasons
/// there are all expected findings.
fn compare_limited(directives: &Directives, program: &Program, outcome: &Outcome) -> Vec<String> {
    if !outcome.reasons.is_empty() {
        return Vec::new();
    }
    let limit = ReasonKind::Concretization.name();
    let others = directives.reasons.iter().filter(|it| *it != limit);
    let mut wrong: Vec<_> = others.map(|it| format!("`{it}` is no reason")).collect();
    let found = findings(program, outcome);
    let lacking = directives.findings.iter().filter(|it| !found.contains(it));
    wrong.extend(lacking.map(|finding| format!("no finding {finding:?}")));
    wrong
}

/// Kinds and lines of all findings, sorted.
fn findings(program: &Program, outcome: &Outcome) -> Vec<(FailureKind, u32)> {
    let module = program.module();
    let line = |finding: &sheaf_engine::Finding| {
        finding.failure.loc.map_or(0, |loc| module.locs[loc].line)
    };
    let found = outcome.findings.iter();
    let mut found: Vec<_> = found
        .map(|finding| (finding.failure.kind, line(finding)))
        .collect();
    found.sort_unstable();
    found
}

fn compare(directives: &Directives, program: &Program, outcome: &Outcome) -> Vec<String> {
    let mut wrong = Vec::new();
    let mut expect = |what: &str, expected: String, actual: String| {
        if expected != actual {
            wrong.push(format!("expected {what} {expected}, got {actual}"));
        }
    };
    let verdict = directives.verdict.unwrap_or(Verdict::Safe);
    expect(
        "verdict",
        verdict.name().to_string(),
        outcome.verdict.name().to_string(),
    );

    let findings = findings(program, outcome);
    expect(
        "findings",
        format!("{:?}", directives.findings),
        format!("{findings:?}"),
    );

    let mut reasons: Vec<&str> = outcome
        .reasons
        .iter()
        .map(|reason| reason.kind.name())
        .collect();
    reasons.sort_unstable();
    reasons.dedup();
    let details: Vec<&str> = outcome
        .reasons
        .iter()
        .map(|reason| reason.detail.as_str())
        .collect();
    if directives.reasons != reasons {
        wrong.push(format!(
            "expected reasons {:?}, got {reasons:?}: {details:?}",
            directives.reasons
        ));
    }
    let stats = &outcome.stats;
    let mut tables = stats.index.tables.iter();
    let has_text_tables = tables.any(|table| is_text_function(&table.operator));
    // Paths that are subsumed, or that cover several iteration counts, are not counted, and not
    // those of a library function that a table stands for. What ends before the next decision of a
    // resumed path is counted again.
    let has_counts = stats.paths.subsumed == 0
        && stats.resumed == 0
        && stats.paths.summarized == 0
        && stats.merging.samples == 0
        && stats.shares.is_empty()
        && !has_text_tables;
    if let Some(expected) = directives.paths.filter(|_| has_counts) {
        // Merged paths represent others, and never too few of them.
        let subsumed = stats.paths.subsumed > 0;
        let (enough, paths) = match stats.paths.merged {
            _ if subsumed => (
                stats.paths.completed <= expected,
                stats.paths.completed as f64,
            ),
            0 => (
                stats.paths.completed == expected,
                stats.paths.completed as f64,
            ),
            _ => {
                let represented = stats.merging.represented;
                let enough = match stats.merging.bound {
                    true => represented >= expected as f64,
                    false => represented == expected as f64,
                };
                (enough, represented)
            }
        };
        if !enough {
            wrong.push(format!("expected {expected} paths, got {paths}"));
        }
    }
    for finding in outcome.findings.iter().filter(|finding| !finding.replayed) {
        wrong.push(format!("not replayed: {:?}", finding.failure));
    }
    wrong
}
