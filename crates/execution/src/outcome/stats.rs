//! Statistics of an exploration.

use super::Turn;
use super::index::IndexStats;
use serde::{Deserialize, Serialize};
use sheaf_ir::{FuncId, LocId};
pub use sheaf_solver::LinkStats;
use std::borrow::Cow;

/// Statistics of conflict-driven exploration.
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct LearningStats {
    /// Clauses.
    pub clauses: u64,
    /// Total number of edges of the control-flow graph in them.
    pub edges: u64,
    /// Number of edges in the largest one.
    pub largest: u64,
    /// Nodes of the control-flow graph, with calls inlined and loops unrolled.
    pub nodes: u64,
    /// Queries to the SAT solver whether a state leads to a target.
    pub questions: u64,
    /// Branches that paths have executed.
    pub branches: u64,
    /// Those that took an edge of the graph which a path had taken before.
    pub branches_again: u64,
    /// Abstract states that searches went through.
    pub abstract_states: u64,
    /// How often a search started to track more variables.
    pub refinements: u64,
    /// Clauses that another process has learned.
    pub adopted: u64,
    /// The clauses, if [`crate::Options::tells_details`] says so.
    pub learned: Vec<LearnedClause>,
    /// What searches track, and since when; likewise.
    pub tracked: Vec<Refinement>,
}

/// A clause: on no path with all of these branches, something else happens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LearnedClause {
    /// What does not happen.
    pub excluded: PathStep,
    /// The branches.
    pub after: Vec<PathStep>,
}

/// Something that may happen on a path.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PathStep {
    /// The function.
    pub func: FuncId,
    /// The source location.
    pub loc: Option<LocId>,
    /// What happens there.
    pub kind: StepKind,
    /// The iteration of the innermost loop around it, counted from 1.
    pub iteration: Option<u64>,
    /// Calls in functions of the user that lead there, outermost first.
    pub calls: Vec<LocId>,
}

/// What happens in a step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum StepKind {
    /// Something fails that has not failed before.
    Failure,
    /// A target of a branch is taken.
    Branch(Turn),
    /// A function is called.
    Call(FuncId),
    /// The function returns.
    Return,
    /// Execution goes on, where several branches lead to or none.
    Next,
}

/// Why a technique drops a state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Because {
    /// The conditions of a label hold.
    Label(Vec<String>),
    /// Clauses exclude all that is new after these branches.
    Clauses(Vec<PathStep>),
    /// A search through abstract states has found nothing new ahead.
    Search,
}

/// A search through abstract states started to track variables.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Refinement {
    /// The function and the location of what is searched for; `None` for paths without an end.
    pub target: Option<(FuncId, Option<LocId>)>,
    /// The function and the location where a path could not follow the search.
    pub at: (FuncId, Option<LocId>),
    /// Names of the variables.
    pub variables: Vec<String>,
}

/// Numbers of paths by fate.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct PathStats {
    /// Reached an end or a failure.
    pub completed: u64,
    /// Dropped because they are infeasible.
    pub infeasible: u64,
    /// Dropped because an earlier proof covers them.
    pub subsumed: u64,
    /// Merged into another one.
    pub merged: u64,
    /// Continued after skipped loop iterations.
    pub summarized: u64,
    /// Not explored because a limit was reached.
    pub set_aside: u64,
}

/// Why two states at one point did not merge.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Refusal {
    /// Later queries about the values that differ would cost too much.
    Cost,
    /// Their call stacks have different numbers of variable arguments, or one was parked and has
    /// not read all of its inputs again.
    Shape,
    /// A value that no guarded union can hold differs.
    Value,
}

impl Refusal {
    /// The name in the JSON output.
    pub fn name(self) -> &'static str {
        match self {
            Refusal::Cost => "cost",
            Refusal::Shape => "shape",
            Refusal::Value => "value",
        }
    }
}

/// A merge point.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct MergePoint {
    /// The function.
    pub func: FuncId,
    /// The source location.
    pub loc: Option<LocId>,
    /// The number of merges.
    pub merged: u64,
    /// How often an arriving state stayed apart from waiting ones, by reason: once for each reason,
    /// regardless of the number of waiting states.
    pub refused: Vec<(Refusal, u64)>,
    /// The largest estimate of later queries about values that differed; 0 without estimates.
    #[serde(serialize_with = "finite::serialize")]
    pub cost: f64,
    /// Names of variables that differed, as far as known, without duplicates.
    pub differing: Vec<String>,
    /// The largest summaries of variables, if [`crate::Options::tells_summaries`].
    pub summaries: Vec<ValueSummary>,
}

/// The values of a variable where states merged, each with its condition.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ValueSummary {
    /// Its name.
    pub variable: String,
    /// Conditions and values.
    pub rows: Vec<(String, String)>,
}

impl MergePoint {
    /// Records that an arriving state stayed apart from waiting ones.
    pub fn refuse(&mut self, refusal: Refusal) {
        match self.refused.iter_mut().find(|(it, _)| *it == refusal) {
            Some((_, count)) => *count += 1,
            None => self.refused.push((refusal, 1)),
        }
    }

    /// Records the values of variables after a merge; of each variable, the most are kept.
    pub fn note_summaries(&mut self, summaries: Vec<ValueSummary>) {
        for new in summaries {
            let mut known = self.summaries.iter_mut();
            match known.find(|it| it.variable == new.variable) {
                Some(known) if known.rows.len() >= new.rows.len() => {}
                Some(known) => *known = new,
                None => self.summaries.push(new),
            }
        }
    }

    /// Records the estimate of later queries for two states that merge, and the names that differ.
    pub fn note(&mut self, queries: f64, names: impl IntoIterator<Item = String>) {
        self.cost = self.cost.max(queries);
        for name in names {
            if let Err(at) = self.differing.binary_search(&name) {
                self.differing.insert(at, name);
            }
        }
    }
}

/// Statistics of merging.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct MergeStats {
    /// Program paths that the completed ones stand for: the multiplicity of Kuznetsov et al. (PLDI
    /// 2012). Merged states stand for the sum, and each side of a fork stands for as many as the
    /// forked state.
    #[serde(serialize_with = "finite::serialize")]
    pub represented: f64,
    /// Whether that is only an upper bound, because a merged state forked.
    pub bound: bool,
    /// How often a state stayed apart from others at its point, by reason; see
    /// [`MergePoint::refused`].
    pub refused: Vec<(Refusal, u64)>,
    /// Merge points.
    pub points: Vec<MergePoint>,
    /// Number of joined values.
    pub summaries: u64,
    /// Total number of members of these values.
    pub members: u64,
    /// Maximum number of members.
    pub largest_summary: u64,
    /// Summaries that became an if-then-else term because they had too many members.
    pub overflowed: u64,
    /// Paths per member of a joined value: the geometric mean.
    #[serde(serialize_with = "finite::serialize")]
    pub sharing: f64,
    /// Number of nodes of decision diagrams for guards.
    pub guard_nodes: u64,
    /// Samples of plain exploration that were begun; their paths count like others.
    pub samples: u64,
    /// Whether value summaries were given up for plain exploration, which was cheaper.
    pub given_up: bool,
}

/// Statistics of path subsumption. Dropped states are counted in [`PathStats::subsumed`].
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SubsumptionStats {
    /// Number of labels created.
    pub made: u64,
    /// Number of labels at the end.
    pub labels: u64,
    /// States that were dropped at a loop head because of a candidate label.
    pub supposed: u64,
    /// States that were dropped although assumptions may not end all paths from them, as far as
    /// that was found out.
    pub not_vacuous: u64,
    /// Candidates that were dropped, because no invariant label was found for the loop.
    pub dropped: u64,
    /// The labels, if [`crate::Options::tells_details`] says so.
    pub places: Vec<LabelledPlace>,
}

/// Statistics of chains: see [`crate::chains`].
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct ChainStats {
    /// Root chains.
    pub roots: u64,
    /// Those whose constraint system has no solution.
    pub unsolvable: u64,
    /// The reason why not all paths follow a root chain, if so.
    pub obstacle: Option<String>,
    /// Whether they prove that the target is unreachable.
    pub proved: bool,
}

/// Statistics of loop summaries. Skips are counted in [`PathStats::summarized`].
#[derive(Clone, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SummaryStats {
    /// Loops that states reached and whose iterations can be skipped.
    pub loops: u64,
    /// Loops that states reached and that are executed as usual.
    pub irregular: u64,
    /// Paths that ended because they stay in a loop forever.
    pub endless: u64,
    /// States at loop heads that were dropped, because they added nothing.
    pub dropped: u64,
    /// The loops.
    pub places: Vec<LoopSummary>,
}

/// A loop that states reached.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LoopSummary {
    /// The function.
    pub func: FuncId,
    /// Its source location.
    pub loc: Option<LocId>,
    /// Its type, see [`crate::loops::Class`].
    pub class: u64,
    /// The reason why its iterations are executed one by one, if they are.
    pub reason: Option<String>,
    /// How often states skipped iterations of it.
    pub skipped: u64,
}

/// A program point with labels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LabelledPlace {
    /// The function.
    pub func: FuncId,
    /// Its source location.
    pub loc: Option<LocId>,
    /// The conditions of each label.
    pub labels: Vec<Vec<String>>,
}

/// Statistics of an exploration.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Stats {
    /// Paths.
    pub paths: PathStats,
    /// IR instructions executed.
    pub instructions: u64,
    /// Forks.
    pub forks: u64,
    /// Confirmed failures.
    pub failures: u64,
    /// Queries to the solver chain.
    pub queries_asked: u64,
    /// Queries that reached a backend.
    pub queries_sent: u64,
    /// Statistics of each link of the solver chain.
    pub solver_links: Vec<LinkStats>,
    /// Statistics of merging.
    pub merging: MergeStats,
    /// Statistics of path subsumption.
    pub subsumption: SubsumptionStats,
    /// Dropped states that a second check found harmless, too, and clauses that one proved again.
    pub validated: u64,
    /// Statistics of loop summaries.
    pub summaries: SummaryStats,
    /// Statistics of the index.
    #[serde(skip)]
    pub index: IndexStats,
    /// What chains show, if they were looked at.
    pub chains: Option<ChainStats>,
    /// Statistics of learning; all 0 without it.
    pub learning: LearningStats,
    /// Seeds.
    pub seeds: SeedStats,
    /// Concrete completions of paths.
    pub completions: CompletionStats,
    /// The techniques that took turns; empty if one was chosen.
    pub shares: Vec<Share>,
    /// The one of them that has its turn, if any.
    pub technique: Cow<'static, str>,
    /// The processes that explored together; empty if one was enough.
    pub workers: Vec<WorkerStats>,
    /// How often the exploration was resumed. All other numbers are about all sessions, but for
    /// `shares` and `workers`.
    pub resumed: u32,
    /// Wall-clock seconds in total.
    pub seconds: f64,
    /// Seconds in the solver chain.
    pub solver_seconds: f64,
    /// Peak resident memory of the process, in bytes; with workers, their sum.
    pub peak_memory_bytes: u64,
    /// Waiting states to be explored.
    pub waiting: u64,
    /// What lines cost, if [`crate::Options::profile`] says so.
    #[serde(skip)]
    pub profile: Vec<LineCost>,
}

impl Stats {
    /// Adds the effort of an exploration that came before, and was given up.
    pub fn add_effort(&mut self, before: &Stats) {
        self.instructions += before.instructions;
        self.forks += before.forks;
        self.queries_asked += before.queries_asked;
        self.queries_sent += before.queries_sent;
        self.seconds += before.seconds;
        self.solver_seconds += before.solver_seconds;
    }

    /// Adds the statistics of earlier sessions of the same exploration.
    pub fn add_session(&mut self, earlier: &Stats) {
        let peak = self.peak_memory_bytes.max(earlier.peak_memory_bytes);
        self.add(earlier);
        self.peak_memory_bytes = peak;
        self.seconds += earlier.seconds;
    }

    /// Adds the statistics of another process that explored a part of the same program.
    pub fn add(&mut self, other: &Stats) {
        self.paths.add(&other.paths);
        self.instructions += other.instructions;
        self.forks += other.forks;
        self.queries_asked += other.queries_asked;
        self.queries_sent += other.queries_sent;
        self.solver_seconds += other.solver_seconds;
        self.validated += other.validated;
        self.peak_memory_bytes += other.peak_memory_bytes;
        self.waiting += other.waiting;
        match self.solver_links.is_empty() {
            true => self.solver_links.clone_from(&other.solver_links),
            false => {
                let links = self.solver_links.iter_mut().zip(&other.solver_links);
                links.for_each(|(link, other)| link.add(other));
            }
        }
        self.merging.add(&other.merging);
        self.subsumption.add(&other.subsumption);
        self.summaries.add(&other.summaries);
        self.learning.add(&other.learning);
        self.seeds.add(&other.seeds);
        self.completions.add(&other.completions);
        for share in &other.shares {
            let same = |it: &&mut Share| it.technique == share.technique;
            match self.shares.iter_mut().find(same) {
                Some(known) => known.add(share),
                None => self.shares.push(share.clone()),
            }
        }
        for line in &other.profile {
            let same = |it: &&mut LineCost| (it.func, it.loc) == (line.func, line.loc);
            match self.profile.iter_mut().find(same) {
                Some(known) => known.cost += line.cost,
                None => self.profile.push(*line),
            }
        }
    }
}

impl CompletionStats {
    fn add(&mut self, other: &CompletionStats) {
        self.runs += other.runs;
        self.covered += other.covered;
        self.failed += other.failed;
        self.mutations += other.mutations;
        self.followed += other.followed;
    }
}

impl SeedStats {
    /// Each process may have followed the same seeds before it was forked.
    fn add(&mut self, other: &SeedStats) {
        self.run = self.run.max(other.run);
        self.failed = self.failed.max(other.failed);
        self.covering = self.covering.max(other.covering);
        self.followed = self.followed.max(other.followed);
    }
}

impl PathStats {
    fn add(&mut self, other: &PathStats) {
        self.completed += other.completed;
        self.infeasible += other.infeasible;
        self.subsumed += other.subsumed;
        self.merged += other.merged;
        self.summarized += other.summarized;
        self.set_aside += other.set_aside;
    }
}

impl MergeStats {
    fn add(&mut self, other: &MergeStats) {
        self.represented += other.represented;
        self.bound |= other.bound;
        self.refused.extend_from_slice(&other.refused);
        self.points.extend_from_slice(&other.points);
        self.summaries += other.summaries;
        self.members += other.members;
        self.largest_summary = self.largest_summary.max(other.largest_summary);
        self.overflowed += other.overflowed;
        self.sharing = self.sharing.max(other.sharing);
        self.guard_nodes += other.guard_nodes;
        self.samples += other.samples;
        self.given_up |= other.given_up;
    }
}

impl SubsumptionStats {
    fn add(&mut self, other: &SubsumptionStats) {
        self.made += other.made;
        self.labels += other.labels;
        self.supposed += other.supposed;
        self.not_vacuous += other.not_vacuous;
        self.dropped += other.dropped;
        self.places.extend_from_slice(&other.places);
    }
}

impl SummaryStats {
    fn add(&mut self, other: &SummaryStats) {
        self.loops = self.loops.max(other.loops);
        self.irregular = self.irregular.max(other.irregular);
        self.endless += other.endless;
        self.dropped += other.dropped;
        for place in &other.places {
            let same = |it: &&mut LoopSummary| (it.func, it.loc) == (place.func, place.loc);
            match self.places.iter_mut().find(same) {
                Some(known) => known.skipped += place.skipped,
                None => self.places.push(place.clone()),
            }
        }
    }
}

impl LearningStats {
    fn add(&mut self, other: &LearningStats) {
        self.clauses += other.clauses;
        self.edges += other.edges;
        self.largest = self.largest.max(other.largest);
        self.nodes = self.nodes.max(other.nodes);
        self.questions += other.questions;
        self.branches += other.branches;
        self.branches_again += other.branches_again;
        self.abstract_states += other.abstract_states;
        self.refinements += other.refinements;
        self.adopted += other.adopted;
        self.learned.extend_from_slice(&other.learned);
        self.tracked.extend_from_slice(&other.tracked);
    }
}

/// What a line costs.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LineCost {
    /// The function, one of the user's.
    pub func: FuncId,
    /// The source location.
    pub loc: Option<LocId>,
    /// The cost, with that of the library's functions that are called there.
    pub cost: Cost,
}

/// Costs of an exploration.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Cost {
    /// Instructions, on all paths.
    pub instructions: u64,
    /// Forks.
    pub forks: u64,
    /// Queries to the solver chain.
    pub queries: u64,
    /// Seconds in the solver chain.
    pub solver_seconds: f64,
    /// Seconds in total.
    pub seconds: f64,
}

impl std::ops::AddAssign for Cost {
    fn add_assign(&mut self, other: Self) {
        self.instructions += other.instructions;
        self.forks += other.forks;
        self.queries += other.queries;
        self.solver_seconds += other.solver_seconds;
        self.seconds += other.seconds;
    }
}

/// What a worker process has done.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct WorkerStats {
    /// Completed paths.
    pub paths: u64,
    /// States that wait in it.
    pub waiting: u64,
    /// Instructions.
    pub instructions: u64,
    /// Queries to the solver chain.
    pub queries: u64,
    /// Paths that it was given because it had nothing to do.
    pub received: u64,
    /// Processor time in seconds, at its end.
    pub seconds: f64,
    /// Whether it died, so that what it had begun was explored again.
    pub died: bool,
    /// The techniques that took turns in it; empty if one was chosen.
    pub shares: Vec<Share>,
    /// What it does now: a technique, or what it waits for.
    pub does: Cow<'static, str>,
}

impl WorkerStats {
    /// Adds a task, which was given so many paths.
    pub fn add(&mut self, stats: &Stats, given: u64) {
        self.paths += stats.paths.completed;
        self.instructions += stats.instructions;
        self.queries += stats.queries_asked;
        self.received += given;
        self.seconds += stats.seconds;
    }
}

/// Statistics of concrete completions of paths: runs of their inputs before the paths have ended.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct CompletionStats {
    /// Runs.
    pub runs: u64,
    /// Blocks and branch targets of the user's functions that they executed first.
    pub covered: u64,
    /// Runs that failed.
    pub failed: u64,
    /// Runs of mutated inputs.
    pub mutations: u64,
    /// Those whose path was then explored as far as it covers something new.
    pub followed: u64,
}

/// Statistics of seeds.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize)]
pub struct SeedStats {
    /// Seeds that were run.
    pub run: u64,
    /// Those that failed.
    pub failed: u64,
    /// Those that covered something that those before them did not.
    pub covering: u64,
    /// Those whose path was also explored to its end.
    pub followed: u64,
}

/// What a technique has taken of an exploration in which several take turns.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub struct Share {
    /// The option that selects it alone, or its value.
    pub technique: String,
    /// Its work, in steps of about 100 ns.
    pub work: u64,
    /// Wall-clock seconds.
    pub seconds: f64,
    /// States and iterations that it did not need to execute: subsumed, merged or skipped.
    pub spared: u64,
    /// Whether it came to an end.
    pub ended: bool,
    /// Whether it gave the verdict: it has explored everything, and left nothing out.
    pub decided: bool,
}

impl Share {
    fn add(&mut self, other: &Share) {
        self.work += other.work;
        self.seconds += other.seconds;
        self.spared += other.spared;
        self.ended |= other.ended;
        self.decided |= other.decided;
    }
}

/// Numbers that may be infinite, which JSON has not.
mod finite {
    use serde::Serializer;

    pub fn serialize<S: Serializer>(number: &f64, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_f64(number.clamp(f64::MIN, f64::MAX))
    }
}
