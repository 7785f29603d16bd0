//! The JSON object that `sheaf check --json` prints; `docs/schema/check.schema.json` describes it.
//!
//! The order of the structs' fields is the order in the output.

mod stats;

use crate::assumptions::assumptions;
use crate::baseline::{self, Baseline};
use crate::case::OUT_OF_INPUTS;
use crate::certified::Certified;
use crate::coverage::{self, Summary};
use crate::evidence;
use crate::grouping;
use crate::index::{self, IndexDetails};
use crate::inputs::{InputReport, input_report};
use crate::learning::{self, LearnedReport};
use crate::merging::{self, PointReport, Wanted};
use crate::missed::{self, MissedReport};
use crate::note::Note;
use crate::profile::{self, CostReport};
use crate::properties::{self, CheckReport, Checked, CheckedReport};
use crate::reasons::{self, Hinter};
use crate::shape;
use crate::source::Sources;
use crate::steps::Step;
use crate::subsumption::{self, LabelsReport};
use crate::suite::SuiteReport;
use crate::summaries::{self, LoopReport};
use crate::suppressions::Suppressed;
use crate::trace::{self, Told};
use crate::walk::Walk;
use serde::Serialize;
use sheaf_engine::evidence::{Access, Act, Call, Evidence, Stack, Target, What};
use sheaf_engine::outcome::{End, Finding, Inputs, Outcome, Verdict};
use sheaf_ir::Module;
use stats::{StatsReport, milliseconds};

/// Version of the format; it changes when a reader of the old version could misread the new one.
pub const SCHEMA: u32 = 1;

/// The outcome of a check.
#[derive(Serialize, Debug)]
pub struct Report {
    schema: u32,
    file: String,
    verdict: &'static str,
    reasons: Vec<ReasonReport>,
    vacuous: bool,
    bounds: Vec<String>,
    assumptions: Vec<String>,
    findings: Vec<FindingReport>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    unused_suppressions: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    checked: Option<CheckedReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    properties: Option<Vec<CheckReport>>,
    coverage: Summary,
    stats: StatsReport,
    #[serde(skip_serializing_if = "Option::is_none")]
    missed: Option<MissedReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    explain: Option<ExplainReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    certificate: Option<Certified>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    profile: Vec<CostReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    suite: Option<SuiteReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<TargetReport>,
}

/// Whether the target of `sheaf reach` was reached, with the inputs and the path.
#[derive(Serialize, Debug)]
struct TargetReport {
    /// `None` if unknown.
    reached: Option<bool>,
    /// `None` if chains were not looked at.
    chains: Option<ChainReport>,
    inputs: Vec<InputReport>,
    path: Vec<TraceReport>,
}

/// What the chains that lead to the target show.
#[derive(Serialize, Debug)]
struct ChainReport {
    roots: u64,
    unsolvable: u64,
    obstacle: Option<String>,
}

/// The tables that the user asked for.
#[derive(Serialize, Default, Debug)]
struct ExplainReport {
    #[serde(skip_serializing_if = "Option::is_none")]
    merge: Option<Vec<PointReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    labels: Option<Vec<LabelsReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    learned: Option<LearnedReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    loops: Option<Vec<LoopReport>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<Note>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<StepsReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<IndexDetails>,
}

/// The steps of an exploration, and the number of lines that were too many.
#[derive(Serialize, Debug)]
struct StepsReport {
    steps: Vec<Step>,
    left_out: u64,
}

#[derive(Serialize, Debug)]
struct ReasonReport {
    kind: &'static str,
    detail: String,
    paths: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'static str>,
}

/// A finding.
#[derive(Serialize, Debug)]
pub struct FindingReport {
    kind: &'static str,
    function: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    message: String,
    inputs: Vec<InputReport>,
    shown_inputs: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    original_inputs: Option<Vec<InputReport>>,
    trace: Vec<TraceReport>,
    #[serde(skip_serializing_if = "Option::is_none")]
    decisive: Option<Vec<TraceReport>>,
    stack: Vec<CallReport>,
    cause: usize,
    fingerprint: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    known: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    suppressed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    access: Option<AccessReport>,
    replayed: bool,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    walk: Option<Walk>,
}

/// A function of the user's on the stack.
#[derive(Serialize, Debug)]
struct CallReport {
    function: String,
    file: Option<String>,
    line: Option<u32>,
    column: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    library: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<u64>,
}

/// The access that fails.
#[derive(Serialize, Debug)]
struct AccessReport {
    act: &'static str,
    shown: String,
    bytes: Option<u64>,
    address: Option<u64>,
    argument: Option<u32>,
    object: Option<ObjectReport>,
}

/// The object of an access.
#[derive(Serialize, Debug)]
struct ObjectReport {
    kind: &'static str,
    name: Option<String>,
    function: Option<String>,
    size: Option<u64>,
    offset: Option<i64>,
    allocated: Vec<CallReport>,
    freed: Vec<CallReport>,
}

#[derive(Clone, Serialize, Debug)]
struct TraceReport {
    function: String,
    file: String,
    line: u32,
    column: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    condition: Option<String>,
    decision: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    values: Vec<ValueReport>,
}

/// A variable and its value.
#[derive(Clone, Serialize, Debug)]
struct ValueReport {
    name: String,
    value: String,
}

/// The report of an outcome; `file` is the program as the user named it.
pub fn report(file: &str, module: &Module, sources: &mut Sources, outcome: &Outcome) -> Report {
    let mut findings: Vec<FindingReport> = outcome
        .findings
        .iter()
        .map(|finding| finding_report(module, sources, finding))
        .collect();
    for (number, cause) in (1..).zip(grouping::causes(&outcome.findings)) {
        for position in cause {
            findings[position].cause = number;
        }
    }
    let hinter = Hinter::new(module, outcome);
    Report {
        schema: SCHEMA,
        file: file.to_string(),
        verdict: outcome.verdict.name(),
        reasons: outcome
            .reasons
            .counted()
            .map(|(reason, paths)| ReasonReport {
                kind: reason.kind.name(),
                detail: reasons::detail(module, reason),
                paths,
                help: hinter.of(reason),
            })
            .collect(),
        vacuous: outcome.vacuous,
        bounds: module.bounds.iter().map(ToString::to_string).collect(),
        assumptions: assumptions(module, outcome),
        findings,
        unused_suppressions: Vec::new(),
        checked: None,
        properties: None,
        coverage: coverage::summary(module, &outcome.coverage),
        stats: stats::report(&outcome.stats),
        missed: (outcome.verdict == Verdict::Incomplete).then(|| missed::report(module, outcome)),
        explain: None,
        certificate: None,
        profile: profile::report(module, &outcome.stats),
        suite: None,
        target: None,
    }
}

impl Report {
    /// The report with the findings that a baseline has as known ones.
    pub fn with_baseline(mut self, baseline: &Baseline) -> Report {
        for finding in &mut self.findings {
            finding.known = baseline.has(&finding.fingerprint);
        }
        self
    }

    /// The report with findings that are suppressed, in their order, and rules that were of no use.
    pub fn with_suppressions(
        mut self,
        suppressed: &[Option<Suppressed>],
        unused: Vec<String>,
    ) -> Report {
        for (finding, suppressed) in self.findings.iter_mut().zip(suppressed) {
            finding.suppressed = suppressed.as_ref().map(Suppressed::text);
        }
        self.unused_suppressions = unused;
        self
    }

    /// The report with the lines of the run of each finding, in their order.
    pub fn with_walks(mut self, walks: Vec<Option<Walk>>) -> Report {
        for (finding, walk) in self.findings.iter_mut().zip(walks) {
            finding.walk = walk;
        }
        self
    }

    /// The report with what the certificate shows.
    pub fn with_certificate(mut self, certified: Certified) -> Report {
        self.certificate = Some(certified);
        self
    }

    /// The report with what was checked, in numbers.
    pub fn with_checked(mut self, checked: &Checked<'_>) -> Report {
        self.checked = Some(properties::summary(checked));
        self
    }

    /// The report with all checks.
    pub fn explain_properties(mut self, checked: &Checked<'_>) -> Report {
        self.properties = Some(properties::report(checked));
        self
    }

    /// The report with all merge points, and the value summaries there that are wanted.
    pub fn explain_merge(
        mut self,
        module: &Module,
        outcome: &Outcome,
        wanted: &[Wanted],
    ) -> Report {
        let explain = self.explain.get_or_insert_default();
        explain.merge = Some(merging::points(module, outcome, wanted));
        self
    }

    /// The report with the labels of subsumption.
    pub fn explain_labels(mut self, module: &Module, outcome: &Outcome) -> Report {
        let labels = subsumption::labels(module, outcome);
        self.explain.get_or_insert_default().labels = Some(labels);
        self
    }

    /// The report with learned clauses.
    pub fn explain_learned(
        mut self,
        module: &Module,
        sources: &mut Sources,
        outcome: &Outcome,
    ) -> Report {
        let learned = learning::learned(module, sources, outcome);
        self.explain.get_or_insert_default().learned = Some(learned);
        self
    }

    /// The report with the loops that were summarized, or why they were not.
    pub fn explain_loops(mut self, module: &Module, outcome: &Outcome) -> Report {
        let loops = summaries::reports(module, outcome);
        self.explain.get_or_insert_default().loops = Some(loops);
        self
    }

    /// The report with the notes of a listing.
    pub fn explain_source(mut self, notes: &[Note]) -> Report {
        self.explain.get_or_insert_default().notes = Some(notes.to_vec());
        self
    }

    /// The report with the members and the tables of the index.
    pub fn explain_index(mut self, module: &Module, outcome: &Outcome) -> Report {
        let explain = self.explain.get_or_insert_default();
        explain.index = Some(index::details(module, outcome));
        self
    }

    /// The report with steps, of which some lines may be left out.
    pub fn with_steps(mut self, steps: Vec<Step>, left_out: u64) -> Report {
        let steps = StepsReport { steps, left_out };
        self.explain.get_or_insert_default().steps = Some(steps);
        self
    }

    /// The report with what was missed, whatever the verdict.
    pub fn explain_missed(mut self, module: &Module, outcome: &Outcome) -> Report {
        self.missed = Some(missed::detailed_report(module, outcome));
        self
    }

    /// The report with the result for a target, which replaces the verdict.
    pub fn with_target(mut self, outcome: &Outcome) -> Report {
        let found = self.findings.first();
        self.target = Some(TargetReport {
            reached: match outcome.verdict {
                Verdict::Bug => Some(true),
                Verdict::Safe => Some(false),
                Verdict::Incomplete => None,
            },
            chains: outcome.stats.chains.as_ref().map(|chains| ChainReport {
                roots: chains.roots,
                unsolvable: chains.unsolvable,
                obstacle: chains.obstacle.clone(),
            }),
            inputs: found.map_or(Vec::new(), |it| it.inputs.clone()),
            path: found.map_or(Vec::new(), |it| it.trace.clone()),
        });
        self
    }

    /// The report with a test suite.
    pub fn with_suite(mut self, suite: SuiteReport) -> Report {
        self.suite = Some(suite);
        self
    }
}

/// The text of a report; one line if `compact`, else indented.
pub fn to_string(report: &Report, compact: bool) -> String {
    let text = if compact {
        serde_json::to_string(report)
    } else {
        serde_json::to_string_pretty(report)
    };
    text.expect("a report has string keys and finite numbers only")
}

/// The name of what ended a path.
pub fn end_name(end: &End) -> &'static str {
    match end {
        End::Exit(_) => "exit",
        End::Failed(_) => "failed",
        End::Dropped => "dropped",
        End::Unmodelled(_) => "unmodelled",
        End::Limit(_) => "limit",
        End::OutOfInputs(_) => OUT_OF_INPUTS,
    }
}

/// The report of one finding.
pub fn finding_report(module: &Module, sources: &mut Sources, finding: &Finding) -> FindingReport {
    let place = finding.failure.loc.map(|loc| module.locs[loc]);
    let trace = |told: Told| TraceReport {
        function: module.funcs[told.func].name.to_string(),
        file: module.files[told.loc.file].to_string(),
        line: told.loc.line,
        column: told.loc.column,
        condition: told.tested().map(str::to_string),
        decision: told.decision,
        values: told
            .values
            .into_iter()
            .map(|(name, value)| ValueReport { name, value })
            .collect(),
    };
    let inputs = finding.inputs.shown();
    let inputs = inputs.iter().map(|input| input_report(module, input));
    let told = trace::told(module, sources, &finding.trace);
    let is_known = finding.decisive.is_some();
    let decisive = is_known.then(|| trace::decisive(module, sources, finding, usize::MAX));
    let original = finding.original.as_ref().map(Inputs::shown);
    let evidence = &finding.evidence;
    FindingReport {
        kind: finding.failure.kind.name(),
        function: finding.failure.function.clone(),
        file: place.map(|loc| module.files[loc.file].to_string()),
        line: place.map(|loc| loc.line),
        column: place.map(|loc| loc.column),
        message: finding.failure.message.clone(),
        shown_inputs: shape::dumped(module, &finding.inputs.shown()),
        inputs: inputs.collect(),
        original_inputs: original
            .map(|all| all.iter().map(|it| input_report(module, it)).collect()),
        trace: told.into_iter().map(&trace).collect(),
        decisive: decisive.map(|all| all.into_iter().map(&trace).collect()),
        stack: calls(module, sources, &evidence.stack),
        cause: 1,
        fingerprint: baseline::fingerprint(module, sources, finding),
        known: false,
        suppressed: None,
        access: evidence
            .access
            .as_ref()
            .map(|it| access(module, sources, evidence, it)),
        replayed: finding.replayed,
        seconds: milliseconds(finding.after.as_secs_f64()),
        walk: None,
    }
}

fn calls(module: &Module, sources: &mut Sources, stack: &Stack) -> Vec<CallReport> {
    let mut call = |call: &Call| {
        let place = call.loc.map(|loc| module.locs[loc]);
        CallReport {
            function: module.funcs[call.func].name.to_string(),
            file: place.map(|loc| module.files[loc.file].to_string()),
            line: place.map(|loc| loc.line),
            column: place.map(|loc| loc.column),
            library: evidence::library(module, sources, call).map(str::to_string),
            left_out: None,
        }
    };
    let mut calls: Vec<CallReport> = stack.inner.iter().map(&mut call).collect();
    if let Some(last) = calls.last_mut() {
        last.left_out = (stack.left_out > 0).then_some(stack.left_out);
    }
    calls.extend(stack.outer.iter().map(call));
    calls
}

fn access(module: &Module, sources: &mut Sources, of: &Evidence, access: &Access) -> AccessReport {
    let act = match access.act {
        Act::Read => "read",
        Act::Write => "write",
        Act::Free => "free",
        Act::Use => "use",
        Act::Lose => "lose",
    };
    AccessReport {
        act,
        shown: evidence::access_text(module, sources, of, access),
        bytes: access.bytes,
        address: access.address,
        argument: access.argument,
        object: access.target.as_ref().map(|it| object(module, sources, it)),
    }
}

fn object(module: &Module, sources: &mut Sources, target: &Target) -> ObjectReport {
    let (kind, name, func) = match &target.what {
        What::Global(name) => ("global", Some(name.to_string()), None),
        What::Literal => ("literal", None, None),
        What::Local(name, func) => ("local", name.as_deref().map(str::to_string), *func),
        What::Input(name) => ("input", Some(name.to_string()), None),
        What::Heap => ("heap", None, None),
        What::Row => ("array", None, None),
    };
    ObjectReport {
        kind,
        name,
        function: func.map(|func| module.funcs[func].name.to_string()),
        size: target.size,
        offset: target.offset,
        allocated: calls(module, sources, &target.allocated),
        freed: calls(module, sources, &target.freed),
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::baseline::fingerprint;
    use crate::coverage::tests::{branching_module, first_target};
    use sheaf_engine::outcome::Stats;
    use sheaf_engine::outcome::{
        Failure, Input, InputValue, Missed, Reason, ReasonKind, Reasons, Turn,
    };
    use sheaf_ir::{BlockId, Element, FailureKind, FuncId, LocId};
    use std::time::Duration;

    pub(crate) fn sample_finding() -> Finding {
        let value = InputValue::Bytes {
            bytes: vec![0, 0, 0, 0x80],
            element: Element::Integer(4),
        };
        Finding {
            failure: Failure {
                kind: FailureKind::Assertion,
                loc: Some(LocId(2)),
                function: "main".into(),
                message: "x > 0".into(),
            },
            inputs: Inputs {
                inputs: vec![Input {
                    name: "x".into(),
                    value,
                }],
                indeterminate: Vec::new(),
                uninitialized: Vec::new(),
            },
            trace: vec![Turn {
                func: FuncId(0),
                block: BlockId(0),
                target: 0,
            }],
            decisive: None,
            evidence: Evidence::default(),
            original: None,
            replayed: true,
            after: Duration::from_millis(7),
        }
    }

    pub(crate) fn sample_outcome() -> Outcome {
        let poll = Reason {
            kind: ReasonKind::UnmodelledCall,
            detail: "`poll`".into(),
            loc: Some(LocId(3)),
        };
        Outcome {
            verdict: Verdict::Bug,
            vacuous: false,
            has_inputs: true,
            reasons: Reasons::from(vec![(poll, 2)]),
            retried: Vec::new(),
            findings: vec![sample_finding()],
            stats: Stats {
                seconds: 0.0123456,
                ..Stats::default()
            },
            coverage: first_target(),
            missed: Missed::default(),
        }
    }

    #[test]
    fn fields_stand_in_the_agreed_order() {
        let text = to_string(
            &report(
                "a.c",
                &branching_module(),
                &mut Sources::default(),
                &sample_outcome(),
            ),
            true,
        );
        let expected = concat!(
            r#"{"schema":1,"file":"a.c","verdict":"bug","reasons":[{"kind":"unmodelled-call","detail":"`poll` at a.c:4:1","paths":2}],"vacuous":false,"bounds":[],"assumptions":[],"#,
            r#""findings":[{"kind":"assertion","function":"main","file":"a.c","line":3,"column":1,"message":"x > 0","#,
            r#""inputs":[{"name":"x","type":"i32","value":"-2147483648","shown":"-2147483648"}],"shown_inputs":["x = -2147483648 (i32)"],"trace":[{"function":"main","file":"a.c","line":2,"column":1,"decision":"taken"}],"stack":[],"cause":1,"fingerprint":"FINGERPRINT","replayed":true,"seconds":0.007}],"#,
            r#""coverage":{"lines":{"covered":2,"total":3},"branches":{"covered":1,"total":2}},"#,
            r#""stats":{"paths":{"completed":0,"infeasible":0,"subsumed":0,"merged":0,"summarized":0,"set_aside":0},"#,
            r#""instructions":0,"forks":0,"queries":{"asked":0,"sent":0,"links":[]},"#,
            r#""merging":{"represented":0.0,"bound":false,"refused":{},"summaries":{"joined":0,"members":0,"largest":0,"overflowed":0,"sharing":0.0,"given_up":false},"#,
            r#""guard_nodes":0},"subsumption":{"made":0,"labels":0,"supposed":0,"dropped":0,"validated":0},"summaries":{"loops":0,"irregular":0,"endless":0,"dropped":0},"index":{"members":0,"tables":0,"asked":0,"outside":0},"learned_clauses":0,"learning":{"edges":0,"largest":0,"nodes":0,"questions":0,"branches":0,"branches_again":0,"abstract_states":0,"refinements":0,"adopted":0},"seeds":{"run":0,"failed":0,"covering":0,"followed":0},"completions":{"runs":0,"covered":0,"failed":0,"mutations":0,"followed":0},"strategy":[],"workers":[],"resumed":0,"#,
            r#""seconds":{"total":0.012,"solver":0.0},"peak_memory_bytes":0}}"#
        );
        let finding = sample_finding();
        let mark = fingerprint(&branching_module(), &mut Sources::default(), &finding);
        assert_eq!(text, expected.replace("FINGERPRINT", &mark));
    }
}
