//! Conflict-driven symbolic execution: `--explore cdse` (do Val, UBC 2014, chapter 3).
//!
//! A SAT solver holds the control-flow graph as a formula ([`graph`]). A model of it is a path to
//! something that may fail. Each executed path teaches clauses about edges that exclude each other
//! ([`learn`], [`slice`](mod@slice)). A state whose path has no model any more is dropped, because
//! none of its paths leads to anything new. When no state is left, no path to a failure is left.
//!
//! # Why it is sound
//!
//! Without clauses, every path of the program is a model of the formula, as far as the graph is
//! expanded; a node that no path has come to may lead anywhere. A clause excludes only what no
//! input does, or what fails where a failure is known already. So a state is dropped only if each
//! of its paths is excluded, or stays in executed nodes in which nothing new fails. In particular
//! each node and each edge that some input takes is executed once, so coverage is that of plain
//! exploration. (Loops that [`reach`] and [`words`] close are the exception; neither is used if
//! coverage is wanted.) What the graph does not express (values that the engine had to concretize,
//! jumps to earlier calls, loops with several entries, programs with tables or exceptions) is
//! explored without learning; there the formula has a model as long as something may fail.
//!
//! # Differences from the thesis
//! - The thesis puts a guard on each assignment and each condition and asks the solver under these
//!   assumptions. Here conditions keep their origins, and a backward walk along the path finds the
//!   edges that values depend on. Queries stay small, and answers without a solver query teach,
//!   too.
//! - Everything that may fail is a target, not only assertions.
//! - A formula over the executed rounds of a loop says nothing about later rounds. So abstract
//!   states are searched first, which do not distinguish rounds ([`reach`]). The formula is used
//!   for what the search cannot decide, and where coverage is wanted. What the search finds guides
//!   the next paths, as the solver guides the executor in the thesis.
//! - The thesis keeps one path, follows the solver's model and executes the common prefix with the
//!   previous path again. Here the states of a fork wait, as everywhere in this engine, and are
//!   checked when it is their turn, so that nothing is executed twice. Nothing is unrolled before a
//!   path comes there, either.
mod abstraction;
mod cells;
mod defined;
mod divided;
mod explain;
mod facts;
mod formula;
mod graph;
mod guide;
mod learn;
mod lessons;
mod path;
mod plan;
mod reach;
mod rounds;
mod silent;
mod slice;
mod stray;
mod trimmed;
mod validate;
mod words;
mod writes;

use super::driver::{Fork, Note, Step};
use super::summaries::Summaries;
use super::{Driver, Explorer, Moment, Shares, StateId, Waiting};
use crate::machine::{Settings, TraceStep};
use crate::options::{Guide, Options};
use crate::outcome::{Because, LearningStats, Stats};
use crate::path::ProgramPoint;
use crate::program::Program;
use crate::state::{Decision, State, Taken};
use crate::worklist::Hooks;
use facts::Facts;
use graph::{ContextId, EdgeId, Graph, NodeId};
use learn::Learner;
use path::{Astray, Left, Path, Visit, Walker};
use reach::{Answer, Reach};
use rustc_hash::FxHashMap;
use sheaf_ir::FailureKind;
use sheaf_ir::analysis::LoopId;
use std::collections::VecDeque;
use words::Words;

/// A state that waits.
struct Pending {
    state: State,
    /// Its path through the graph. Without one, the state is explored without learning.
    path: Option<Path>,
}

impl Pending {
    fn has_plan(&self) -> bool {
        self.path.as_ref().is_some_and(|path| path.plan.is_some())
    }
}

/// A step of a state.
struct Stepped<'s> {
    /// What the stepper has recorded.
    steps: &'s [TraceStep],
    /// The lengths of the path condition before and after the step.
    conditions: (usize, usize),
    /// The instruction of the decision after the step, if there is one.
    decided_at: Option<u32>,
    /// The next instruction of the innermost function.
    inst: Option<u32>,
}

/// The explorer: executes paths to what may fail, and learns why they do not fail.
pub struct Cdse<'p> {
    facts: Facts<'p>,
    graph: Graph,
    entry: NodeId,
    walker: Walker,
    learner: Learner,
    words: Words<'p>,
    reach: Reach<'p>,
    /// Whether abstract states are searched.
    searches: bool,
    /// Whether the statistics list the clauses and refinements.
    lists_learned: bool,
    /// Call stacks from which something new was reachable, with the number of clauses known then.
    not_over: FxHashMap<Vec<ProgramPoint>, usize>,
    /// Loops that need no more exploration, with the first round that is excluded.
    closed: FxHashMap<(ContextId, LoopId), u32>,
    /// The numbers of words and clauses when each loop was last checked.
    looked_at: FxHashMap<(ContextId, LoopId), (usize, usize)>,
    /// Waiting states. The last one is next.
    waiting: VecDeque<Pending>,
    summaries: Option<Summaries<'p>>,
    guide: Guide,
    /// The initial state, if clauses are to be checked at the end.
    first: Option<State>,
    /// The branches after which clauses exclude what the last state that is done with leads to;
    /// `None` if a search has found nothing.
    excluding: Option<Vec<EdgeId>>,
    /// Whether the last turn ended or dropped a path.
    is_path_over: bool,
    /// Whether the next path is chosen by a model of the formula.
    follows_model: bool,
    /// Whether another session can go on with the waiting states.
    is_recordable: bool,
    /// The numbers of decisions of the states that are recorded.
    recorded: FxHashMap<StateId, usize>,
}

impl<'p> Cdse<'p> {
    /// Creates an explorer without states.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let settings = Settings::new(options);
        let guide = options.plan.guide();
        let facts = Facts::new(program, &settings);
        let (graph, entry) = Graph::new(&facts);
        let reach = Reach::new(&facts, &settings, options.endless_is_explored);
        // Without loops the formula covers all paths, and clauses express more than abstract
        // states. If endless paths are failures, the search does not find them.
        let may_search = !options.all_code && !settings.counts(FailureKind::Hang);
        let searches = may_search && facts.repeats_code();
        Cdse {
            searches,
            lists_learned: options.tells_details,
            facts,
            graph,
            entry,
            walker: Walker::default(),
            learner: Learner::default(),
            reach,
            not_over: FxHashMap::default(),
            words: Words::new(program, settings),
            closed: FxHashMap::default(),
            looked_at: FxHashMap::default(),
            waiting: VecDeque::new(),
            summaries: Summaries::wanted(program, options),
            guide,
            first: None,
            excluding: None,
            is_path_over: false,
            follows_model: guide == Guide::Never,
            is_recordable: !options.budget.limits_work(),
            recorded: FxHashMap::default(),
        }
    }

    /// Begins an exploration from the initial state.
    fn begin(&mut self, driver: &mut Driver, first: &State) {
        driver.account.keep_notes();
        if !self.follows_paths() {
            return;
        }
        if driver.options.validate {
            self.first = Some(first.clone());
        }
        if self.searches {
            self.reach.find_targets(driver, &self.facts, first);
        }
    }

    /// Whether paths are followed in the graph: it has no edges for exceptions, and the contents of
    /// tables are not known.
    fn follows_paths(&self) -> bool {
        let program = self.facts.program;
        let entry = self.facts.func_facts(program.entry());
        !entry.is_irreducible() && !program.module().is_dynamic()
    }

    /// The path of the initial state.
    fn start(&mut self) -> Path {
        self.walker.start(&self.facts, &mut self.graph, self.entry)
    }

    /// Whether clauses exclude all paths from a state to anything new.
    fn is_excluded(&mut self, path: &Path) -> bool {
        let node = self.graph.node(path.last.node);
        let lit = node.lit;
        let context = node.key.context;
        self.excluding = Some(Vec::new());
        if self.graph.formula.is_excluded(lit) || self.is_in_closed_loop(context) {
            return true;
        }
        let mut assumptions = vec![lit];
        let mut edges = Vec::new();
        let mut at = Some(&path.last);
        while let Some(visit) = at {
            if let Some(edge) = visit.entered.edge()
                && self.learner.is_mentioned(edge)
            {
                assumptions.push(self.graph.edge(edge).lit);
                edges.push(edge);
            }
            at = visit.before.as_ref();
        }
        if self.graph.formula.has_model_with(&assumptions) {
            return false;
        }
        let core = self.graph.formula.core();
        let lits = &assumptions[1..];
        let in_core = edges.iter().zip(lits).rev();
        let in_core = in_core.filter(|(_, lit)| core.contains(lit) || core.contains(&!**lit));
        self.excluding = Some(in_core.map(|(edge, _)| *edge).collect());
        true
    }

    /// Whether nothing new is reachable from a state. If something may be, the state may get a
    /// plan.
    fn is_done_with(&mut self, driver: &mut Driver, waiting: &mut Pending) -> bool {
        let Some(mut path) = waiting.path.take() else {
            return false;
        };
        let is_done_with = self.is_over(driver, &waiting.state, &mut path);
        waiting.path = Some(path);
        is_done_with
    }

    /// Whether nothing new is reachable from a state with this path, which may get a plan.
    fn is_over(&mut self, driver: &mut Driver, state: &State, path: &mut Path) -> bool {
        if !self.reach.is_on() {
            return self.is_excluded(path);
        }
        if path
            .plan
            .as_ref()
            .is_some_and(|plan| self.reach.is_current(plan))
        {
            return false;
        }
        let (graph, not_over) = (&mut self.graph, &mut self.not_over);
        let (facts, clauses) = (&self.facts, self.learner.len());
        let mut is_over = |stack: &[ProgramPoint]| {
            if not_over.get(stack) == Some(&clauses) {
                return false;
            }
            let is_over = graph.is_over_at(facts, stack);
            if !is_over {
                not_over.insert(stack.to_vec(), clauses);
            }
            is_over
        };
        self.excluding = None;
        path.plan = None;
        if let Some(stray) = path.strayed.take() {
            let state = (state, stray);
            path.plan = self.reach.detour(driver, facts, state, &mut is_over);
            if path.plan.is_some() {
                return false;
            }
        }
        let answer = self.reach.ask(driver, facts, state, &mut is_over);
        if matches!(answer, Answer::Nothing { .. }) {
            driver.note_assumptions(self.reach.recorder());
        }
        match answer {
            Answer::Nothing { assumes: true } => driver.stats.paths.completed > 0,
            Answer::Nothing { assumes: false } => {
                driver.ends.is_unassuming = true;
                true
            }
            Answer::Plan(plan) => {
                path.plan = Some(plan);
                self.is_excluded(path)
            }
            Answer::Unknown => self.is_excluded(path),
        }
    }

    fn prune(&mut self, driver: &mut Driver, state: &State) {
        driver.stats.paths.subsumed += 1;
        let because = driver.is_told().then(|| match &self.excluding {
            Some(edges) => Because::Clauses(self.explain_edges(edges)),
            None => Because::Search,
        });
        driver.tell(&Moment::Pruned {
            state,
            by: "cdse",
            because: because.as_ref(),
        });
        if driver.options.validate {
            driver.validate_dropped(state);
        }
    }

    /// Executes a state until it forks, ends, or has run long enough.
    fn advance(&mut self, driver: &mut Driver, waiting: Pending) {
        let rounds = self.rounds(&waiting);
        let had_plan = waiting.has_plan();
        let Pending {
            mut state,
            mut path,
        } = waiting;
        let start = state.instructions;
        if let Some(summaries) = &mut self.summaries {
            summaries.begin_turn();
        }
        loop {
            let before = (state.constraints.len(), state.decisions.len());
            let skipped = match &mut self.summaries {
                Some(summaries) => summaries.at_head(driver, &mut state),
                None => None,
            };
            // The graph has no edge for skipped iterations.
            path = path.filter(|_| skipped.is_none());
            let pause = self.summaries.as_ref().and_then(Hooks::pause);
            let step = skipped.unwrap_or_else(|| driver.step(&mut state, pause));
            let children = match step {
                Step::Ended => {
                    self.is_path_over = true;
                    if let Some(mut path) = path {
                        // Once the path has left the graph, nothing is learned from it.
                        let _ = self.note_end(driver, &state, &mut path, before.0);
                    }
                    return;
                }
                Step::Forked(Fork { children, .. }) => children,
                Step::Alone | Step::Paused => Vec::new(),
            };
            let forked = !children.is_empty();
            let paths = path.take().map(|path| {
                let paths = self.note_step(driver, &state, &children, path, before);
                paths.unwrap_or_default()
            });
            let mut paths = paths.unwrap_or_default().into_iter();
            path = paths.next();
            let mut planned = None;
            for child in children {
                let waiting = Pending {
                    state: child,
                    path: paths.next(),
                };
                match waiting.has_plan() {
                    true => planned = Some(waiting),
                    false => self.waiting.push_back(waiting),
                }
            }
            let strayed = had_plan && path.as_ref().is_none_or(|path| path.plan.is_none());
            if forked || strayed || driver.is_turn_over(state.instructions - start) {
                let waiting = Pending { state, path };
                match !waiting.has_plan() && self.is_in_new_round(rounds, &waiting) {
                    true => self.waiting.push_front(waiting),
                    false => self.waiting.push_back(waiting),
                }
                self.waiting.extend(planned);
                return;
            }
        }
    }

    /// Follows a path to its end in the graph, and learns from it.
    fn note_end(
        &mut self,
        driver: &mut Driver,
        state: &State,
        path: &mut Path,
        conditions: usize,
    ) -> Result<(), Astray> {
        let (mut left, met) = self.follow(driver, state, path, (conditions, None))?;
        let (facts, graph) = (&self.facts, &mut self.graph);
        match met.filter(|met| *met < left.len()) {
            // The path ended in this node, even if the instruction named a successor.
            Some(met) => {
                let ended = left.swap_remove(met);
                left.truncate(met);
                note_executed(graph, &ended.visit);
                self.learner
                    .learn_end(facts, graph, &ended.visit, &ended.notes);
                let plan = ended.strayed.or(path.plan.take());
                let learn = |plan| self.learn_failures_for(&plan, &ended.visit, &ended.notes);
                path.strayed = plan.and_then(learn);
            }
            None => {
                note_executed(graph, &path.last);
                self.learner
                    .learn_end(facts, graph, &path.last, &path.notes);
                if let Some(plan) = path.plan.take() {
                    path.strayed = self.learn_failures_for(&plan, &path.last, &path.notes);
                }
            }
        }
        let stray = self.learn(driver, &left).or(path.strayed.take());
        if let Some(stray) = stray {
            self.reach.learn(stray);
        }
        Ok(())
    }

    /// Follows a state and its children in the graph, and learns. Returns their paths, the state's
    /// first.
    fn note_step(
        &mut self,
        driver: &mut Driver,
        state: &State,
        children: &[State],
        mut path: Path,
        before: (usize, usize),
    ) -> Result<Vec<Path>, Astray> {
        let is_decided = state.decisions.len() > before.1;
        let decided = state.decisions.newest_first().next();
        let decided_at = decided
            .filter(|_| is_decided)
            .map(|decision| decision.point.inst);
        let (mut left, _) = self.follow(driver, state, &mut path, (before.0, decided_at))?;
        if !is_decided {
            let conditions = state.constraints.len();
            self.pass_to(next_inst(state), &mut path, conditions, &mut left)?;
            path.strayed = self.learn(driver, &left);
            self.leads_to(state, &path)?;
            return Ok(vec![path]);
        }
        path.strayed = self.learn(driver, &left);
        let source = path;
        let mut paths = Vec::with_capacity(children.len() + 1);
        for state in std::iter::once(state).chain(children) {
            let decision = state.decisions.newest_first().next().ok_or(Astray)?;
            let (mut path, mut left) = (source.clone(), Vec::new());
            self.take(&mut path, decision, state.constraints.len(), &mut left)?;
            // The solver made the decision, not concrete values.
            left.iter_mut().for_each(|left| left.decided = None);
            match paths.is_empty() {
                true => path.strayed = self.learn(driver, &left).or(path.strayed),
                false => path.strayed = None,
            }
            self.leads_to(state, &path)?;
            paths.push(path);
        }
        Ok(paths)
    }

    /// Follows the last step of a state in the graph, up to its decision if it made one. Returns
    /// the nodes that it has left, and the position among them of the node with events. The pair
    /// holds the length of the path condition before the step, and the instruction of the decision.
    fn follow(
        &mut self,
        driver: &mut Driver,
        state: &State,
        path: &mut Path,
        (conditions, decided_at): (usize, Option<u32>),
    ) -> Result<(Vec<Left>, Option<usize>), Astray> {
        let steps = driver.account.trace.take().unwrap_or_default();
        let notes = std::mem::take(driver.account.notes.get_or_insert_default());
        let stepped = Stepped {
            steps: &steps,
            conditions: (conditions, state.constraints.len()),
            decided_at,
            inst: next_inst(state),
        };
        let walked = self.walk(path, &stepped);
        driver.account.trace = Some(steps);
        let (mut left, met) = walked?;
        for note in notes {
            let is_decision = matches!(note, Note::Infeasible { .. });
            let met = met.filter(|_| !is_decision);
            match met.and_then(|met| left.get_mut(met)) {
                Some(left) => left.notes.push(note),
                None => path.notes.push(note),
            }
        }
        Ok((left, met))
    }

    /// Follows a step in the graph, up to its decision if it made one.
    fn walk(
        &mut self,
        path: &mut Path,
        step: &Stepped,
    ) -> Result<(Vec<Left>, Option<usize>), Astray> {
        let around = step.conditions;
        let (mut left, met) =
            self.walker
                .follow(&self.facts, &mut self.graph, path, step.steps, around)?;
        if met != Some(left.len()) {
            let conditions = met.map_or(around.0, |_| around.1);
            let inst = step.decided_at.or(step.inst);
            self.pass_to(inst, path, conditions, &mut left)?;
        }
        Ok((left, met))
    }

    /// Moves a path to the section of an instruction, if there is one.
    fn pass_to(
        &mut self,
        inst: Option<u32>,
        path: &mut Path,
        conditions: usize,
        left: &mut Vec<Left>,
    ) -> Result<(), Astray> {
        let Some(inst) = inst else {
            return Ok(());
        };
        let (facts, graph) = (&self.facts, &mut self.graph);
        self.walker
            .pass_to(facts, graph, path, inst, conditions, left)
    }

    /// Takes the edge of a decision.
    fn take(
        &mut self,
        path: &mut Path,
        decision: &Decision,
        conditions: usize,
        left: &mut Vec<Left>,
    ) -> Result<(), Astray> {
        if matches!(decision.taken, Taken::Between(..)) {
            path.last.is_bounded.set(true);
            return Ok(());
        }
        let target = self.decided_target(decision).ok_or(Astray)?;
        let (facts, graph) = (&self.facts, &mut self.graph);
        self.walker
            .take(facts, graph, path, target, conditions, left)
    }

    /// The target of a terminator that was decided on.
    fn decided_target(&self, decision: &Decision) -> Option<u32> {
        let point = decision.point;
        let block = &self.facts.func(point.func).blocks[point.block];
        match decision.taken {
            Taken::Alternative(number) if point.inst as usize == block.insts.len() => Some(number),
            _ => None,
        }
    }

    /// Checks that a path ends at the program point of its state.
    fn leads_to(&self, state: &State, path: &Path) -> Result<(), Astray> {
        let node = self.graph.node(path.last.node);
        let frame = state.frames.last().ok_or(Astray)?;
        let fits = (frame.func, frame.block) == (node.func, node.key.block)
            && path.depth() == state.frames.len()
            && !frame.resumable;
        fits.then_some(()).ok_or(Astray)
    }
}

/// The next instruction of the innermost function.
fn next_inst(state: &State) -> Option<u32> {
    state.frames.last().map(|frame| frame.inst as u32)
}

/// Records that a path has executed the edge into a node.
fn note_executed(graph: &mut Graph, visit: &Visit) {
    if let Some(edge) = visit.entered.edge() {
        graph.note_executed(edge);
    }
}

impl Explorer for Cdse<'_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        let is_first = state.decisions.is_empty() && state.instructions == 0;
        if is_first {
            self.begin(driver, &state);
        }
        let path = match self.follows_paths() {
            true if is_first => Some(self.start()),
            true => self.retrace(driver, &state),
            false => None,
        };
        self.waiting.push_back(Pending { state, path });
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        if std::mem::take(&mut self.is_path_over) {
            self.follows_model = self.may_choose_freely();
        }
        if self.follows_model {
            self.choose_by_model();
        }
        let Some(mut waiting) = self.waiting.pop_back() else {
            self.validate_clauses(driver);
            return false;
        };
        if let Some(path) = &waiting.path {
            self.close_loops(driver, path);
        }
        match self.is_done_with(driver, &mut waiting) {
            true => {
                self.is_path_over = true;
                self.prune(driver, &waiting.state);
            }
            false => self.advance(driver, waiting),
        }
        true
    }

    fn waiting_count(&self) -> usize {
        self.waiting.len()
    }

    fn waiting<'s>(&'s self, program: &'s Program) -> Box<dyn Iterator<Item = Waiting> + 's> {
        let states = self.waiting.iter();
        Box::new(states.map(|pending| Waiting::of(&pending.state, program)))
    }

    fn look_at(&self, _program: &Program, id: StateId) -> Option<State> {
        let mut states = self.waiting.iter().map(|pending| &pending.state);
        states.find(|state| state.id == id).cloned()
    }

    /// Those that would be explored last are given up first.
    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        let count = count.min(self.waiting.len());
        for pending in self.waiting.drain(..count) {
            driver.park(pending.state);
        }
    }

    fn abandon_turn(&mut self) {}

    fn shares(&mut self) -> Option<&mut dyn Shares> {
        Some(self)
    }

    fn report(&mut self, pool: &sheaf_term::Pool, stats: &mut Stats) {
        let (branches, branches_again) = self.graph.branches;
        let (learned, tracked) = match self.lists_learned {
            true => (self.explain_clauses(), self.explain_refinements()),
            false => (Vec::new(), Vec::new()),
        };
        if let Some(summaries) = &self.summaries {
            summaries.report(pool, stats);
        }
        stats.learning = LearningStats {
            clauses: self.learner.len() as u64,
            edges: self.learner.edges(),
            largest: self.learner.largest(),
            nodes: self.graph.len() as u64,
            questions: self.graph.formula.questions,
            branches,
            branches_again,
            abstract_states: self.reach.work(),
            refinements: self.reach.refinements().len() as u64,
            adopted: self.learner.adopted(),
            learned,
            tracked,
        };
    }
}
