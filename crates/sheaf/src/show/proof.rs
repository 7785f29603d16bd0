//! `sheaf show DIR`: a certificate as text. It is read and checked on the way, by the library of
//! `sheaf-check-proof`.

use super::facts::{Names, simplified};
use crate::args::Format;
use crate::error::{UserError, describe_io};
use serde::Serialize;
use sheaf_proof_check::certificate::{ANSWERS, PROGRAM, Reader, digest};
use sheaf_proof_check::claims::{Proof, Question};
use sheaf_proof_check::cut::{Forgotten, Loop, Plan};
use sheaf_proof_check::guide::{Decision, Guide, Point};
use sheaf_proof_check::program::Program;
use sheaf_proof_check::state::State;
use sheaf_proof_check::term::Pool;
use sheaf_proof_check::walk::walk;
use sheaf_proof_check::{STACK_BYTES, TRUSTED, text};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::Path;

/// What a certificate says, by places of the source.
#[derive(Serialize, Default)]
struct Shown {
    /// Whether every claim has a proof.
    complete: bool,
    paths: u64,
    instructions: u64,
    loops: Vec<LoopShown>,
    joins: Vec<JoinShown>,
    claims: Vec<ClaimShown>,
    /// What has no proof: the place, and what is missing.
    missing: Vec<[String; 2]>,
    /// Sources, assumptions, bounds.
    notes: Vec<String>,
    /// The kinds of failure that it is about.
    failures: Vec<String>,
    trusted: &'static str,
}

/// A loop that is cut.
#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct LoopShown {
    place: String,
    function: String,
    /// The values that are forgotten at its head.
    changes: BTreeSet<String>,
    /// What holds there at each visit.
    facts: Vec<String>,
    /// One of these holds there, too.
    one_of: Vec<String>,
}

/// A block where paths become one state.
#[derive(Serialize)]
struct JoinShown {
    place: String,
    function: String,
    paths: u64,
}

/// Claims of one kind at one place.
#[derive(Serialize)]
struct ClaimShown {
    place: String,
    kind: String,
    proofs: Proofs,
}

/// How claims are shown.
#[derive(Serialize, Default)]
struct Proofs {
    /// By refutations of their own.
    refuted: u64,
    /// By those of earlier claims.
    known: u64,
    /// Most conditions of a path that a refutation uses.
    conditions: usize,
    /// Most steps of a refutation.
    steps: usize,
    /// Not at all.
    unproven: u64,
}

/// The certificate in a folder, as text or as JSON.
///
/// # Errors
/// When it cannot be read, or is wrong.
pub fn show(folder: &Path, format: Format) -> Result<String, UserError> {
    if !matches!(format, Format::Text | Format::Json) {
        return Err(UserError::new(
            "--format",
            "a certificate is shown as text and as JSON only",
        ));
    }
    // Terms are nested as deeply as paths are long.
    let result = std::thread::scope(|threads| {
        let reader = std::thread::Builder::new().stack_size(STACK_BYTES);
        let handle = reader.spawn_scoped(threads, || read(folder));
        handle.map(std::thread::ScopedJoinHandle::join)
    });
    let named = |problem: String| UserError::new(folder.display(), problem);
    let shown = match result.map_err(|error| named(describe_io(&error)))? {
        Ok(shown) => shown?,
        Err(panic) => std::panic::resume_unwind(panic),
    };
    match format {
        Format::Json => {
            let text = serde_json::to_string_pretty(&shown);
            text.map(|it| it + "\n")
                .map_err(|error| named(error.to_string()))
        }
        _ => Ok(shown.text()),
    }
}

fn read(folder: &Path) -> Result<Shown, UserError> {
    let named = |name: &str, problem: String| UserError::new(folder.join(name).display(), problem);
    let source = std::fs::read_to_string(folder.join(PROGRAM));
    let source = source.map_err(|error| named(PROGRAM, describe_io(&error)))?;
    let answers = File::open(folder.join(ANSWERS));
    let answers = answers.map_err(|error| named(ANSWERS, describe_io(&error)))?;
    let reader = Reader::new(answers).map_err(|problem| named(ANSWERS, problem))?;
    let header = reader.header.clone();
    if header.program != digest(source.as_bytes()) {
        let problem = format!("it is about another program than {PROGRAM}");
        return Err(named(ANSWERS, problem));
    }
    if let Some(kind) = header.scope.without_rules().next() {
        let problem = format!("there are no rules for failures of kind `{kind}`");
        return Err(named(ANSWERS, problem));
    }
    let program = text::parse(&source).map_err(|problem| named(PROGRAM, problem))?;
    let names = Names::new(&source, &program);
    let mut listener = Listener {
        reader,
        program: &program,
        names: &names,
        loops: BTreeSet::new(),
        joins: BTreeMap::new(),
        claims: BTreeMap::new(),
    };
    let wrong = |problem| named(ANSWERS, problem);
    let found = walk(&program, &header.scope, &mut listener, u64::MAX).map_err(wrong)?;
    let Listener {
        reader,
        loops,
        joins,
        claims,
        ..
    } = listener;
    reader.finish().map_err(wrong)?;
    let join = |((place, function), paths)| JoinShown {
        place,
        function,
        paths,
    };
    let claim = |((place, kind), proofs)| ClaimShown {
        place,
        kind,
        proofs,
    };
    Ok(Shown {
        complete: found.missing.is_empty(),
        paths: found.paths,
        instructions: found.steps,
        loops: loops.into_iter().collect(),
        joins: joins.into_iter().map(join).collect(),
        claims: claims.into_iter().map(claim).collect(),
        missing: found
            .missing
            .into_keys()
            .map(|(place, what)| [place, what])
            .collect(),
        notes: header.notes,
        failures: header.scope.kinds.into_iter().collect(),
        trusted: TRUSTED,
    })
}

/// A guide that passes on what a certificate says, and keeps it.
struct Listener<'a> {
    reader: Reader<File>,
    program: &'a Program,
    names: &'a Names,
    loops: BTreeSet<LoopShown>,
    joins: BTreeMap<(String, String), u64>,
    claims: BTreeMap<(String, String), Proofs>,
}

impl Listener<'_> {
    fn note(&mut self, question: &Question, proof: Option<&Proof>) {
        let key = (
            self.program.describe(question.place),
            question.kind.to_string(),
        );
        let proofs = self.claims.entry(key).or_default();
        match proof {
            None => proofs.unproven += 1,
            Some(Proof::Known(_)) => proofs.known += 1,
            Some(Proof::New { used, steps }) => {
                proofs.refuted += 1;
                proofs.conditions = proofs.conditions.max(used.len());
                proofs.steps = proofs.steps.max(steps.len());
            }
        }
    }

    /// Where a block starts, with its function.
    fn place(&self, at: Point) -> (String, String) {
        let func = &self.program.funcs[at.func];
        let place = func.blocks.get(at.block).and_then(|block| {
            let first = block.insts.iter().find_map(|inst| inst.place);
            first.or(block.place)
        });
        (self.program.describe(place), func.name.to_string())
    }
}

impl Guide for Listener<'_> {
    fn decide(&mut self, question: &Question, at: Point) -> Result<Decision, String> {
        let decision = self.reader.decide(question, at)?;
        match &decision {
            Decision::Both => {}
            Decision::Join(block) => {
                let block = *block as usize;
                *self
                    .joins
                    .entry(self.place(Point { block, ..at }))
                    .or_default() += 2;
            }
            Decision::Only(_, proof) | Decision::Neither(proof) => {
                self.note(question, Some(proof));
            }
        }
        Ok(decision)
    }

    fn cut(&mut self, pool: &Pool, state: &State, of: &Loop) -> Result<Option<Plan>, String> {
        let plan = self.reader.cut(pool, state, of)?;
        if let Some(plan) = &plan {
            let (place, function) = self.place(Point {
                func: of.func,
                block: of.head,
            });
            let names = self.names.at(state);
            let changes = plan.forgotten.iter().map(|it| match it {
                Forgotten::Local(local) => names.local(*local),
                Forgotten::Word(object, at, bytes) | Forgotten::Bytes(object, at, bytes) => {
                    names.memory(*object, *at, *bytes)
                }
            });
            let (facts, one_of) = simplified(&plan.facts, &names);
            self.loops.insert(LoopShown {
                place,
                function,
                changes: changes.collect(),
                facts,
                one_of,
            });
        }
        Ok(plan)
    }

    fn bound(&mut self, question: &Question) -> Result<u64, String> {
        self.reader.bound(question)
    }

    fn refute(&mut self, question: &Question) -> Result<Option<Proof>, String> {
        let proof = self.reader.refute(question)?;
        self.note(question, proof.as_ref());
        Ok(proof)
    }
}

impl Shown {
    fn text(&self) -> String {
        let mut lines = vec![match self.complete {
            true => "certified: no input makes the program fail".to_string(),
            false => format!("certified except for {} claims", self.missing.len()),
        }];
        let figures = format!("({} paths, {} instructions)", self.paths, self.instructions);
        lines[0] = format!("{} {figures}", lines[0]);
        lines.extend(self.loops.iter().flat_map(LoopShown::lines));
        lines.extend(self.joins.iter().map(|it| {
            format!(
                "join at {} in {}: {} paths become one state",
                it.place, it.function, it.paths
            )
        }));
        lines.extend(self.claims.iter().map(ClaimShown::line));
        let gap = |[place, what]: &[String; 2]| format!("missing at {place}: {what}");
        lines.extend(self.missing.iter().map(gap));
        lines.extend(self.notes.iter().cloned());
        lines.push(format!("failures: {}", self.failures.join(" ")));
        lines.push(self.trusted.to_string());
        // What controls terminals is left out.
        let shown = |line: String| {
            line.chars()
                .filter(|it| !it.is_control())
                .collect::<String>()
        };
        lines.into_iter().map(shown).collect::<Vec<_>>().join("\n") + "\n"
    }
}

impl LoopShown {
    fn lines(&self) -> Vec<String> {
        let changes: Vec<&str> = self.changes.iter().map(String::as_str).collect();
        let (place, function) = (&self.place, &self.function);
        let mut lines = vec![format!(
            "loop at {place} in {function}, changes {}",
            changes.join(", ")
        )];
        lines.extend(
            self.facts
                .iter()
                .map(|fact| format!("  each visit has {fact}")),
        );
        lines.extend(self.one_of.iter().map(|fact| format!("  one of: {fact}")));
        lines
    }
}

impl ClaimShown {
    fn line(&self) -> String {
        let Proofs {
            refuted,
            known,
            conditions,
            steps,
            unproven,
        } = &self.proofs;
        let mut how = Vec::new();
        if *refuted > 0 {
            how.push(format!(
                "{refuted} refuted from at most {conditions} conditions in {steps} steps"
            ));
        }
        if *known > 0 {
            how.push(format!("{known} by earlier claims"));
        }
        if *unproven > 0 {
            how.push(format!("{unproven} without proof"));
        }
        format!("no {} at {}: {}", self.kind, self.place, how.join(", "))
    }
}
