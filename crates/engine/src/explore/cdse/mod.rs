//! Conflict-driven symbolic execution: `--explore cdse` (do Val, UBC 2014, chapter 3).
//!
//! A SAT solver holds the control-flow graph as a formula ([`graph`]), whose models are ways to
//! something that may fail. Paths are executed; from each, clauses are learned that say which edges
//! do not go together ([`learn`], [`slice`]). A state whose path has no model any more is dropped:
//! nothing that it could come to is new. When no state is left, no path to a failure is.
//!
//! # Why it is sound
//! Every path of the program is a model of the formula without clauses, as far as paths have come; a
//! node that none has come to may lead anywhere. A clause excludes only what no input does, or what
//! fails where a failure is known already. So a state is dropped only if each of its paths is
//! excluded, or stays in nodes that were executed before and in which nothing new fails. In
//! particular each node and each edge that some input takes is executed once: what is covered is
//! what plain exploration covers. (Loops that [`words`] close are the exception; where coverage is
//! wanted, none is closed.) What cannot be followed (values that the engine had to try, jumps
//! to earlier calls, loops with several entries, programs with tables or exceptions) is explored without learning; the formula has a
//! model there as long as something may fail.
//!
//! # What is different from the thesis
//! - The thesis puts a guard on each assignment and each condition and asks the solver under these
//!   assumptions. Here conditions keep their origins, and the edges that values depend on are found
//!   by walking back along the path: queries stay small, and answers that need no solver teach as
//!   well.
//! - Everything that may fail is a target, not only assertions.
//! - The thesis keeps one path, follows the solver's model and executes again what it shares with
//!   the path before. Here states of a fork wait, as everywhere in this engine, and are asked about
//!   when it is their turn: nothing is executed twice. Nothing is unrolled before a path comes
//!   there, either.
mod cells;
mod defined;
mod facts;
mod formula;
mod graph;
mod learn;
mod path;
mod points;
mod slice;
mod words;

use super::driver::{Fork, Note, Step};
use super::{Driver, Explorer, Moment, StateId, Waiting};
use crate::machine::Settings;
use crate::options::Options;
use crate::outcome::{LearningStats, Stats};
use crate::program::Program;
use crate::segment::Edge;
use crate::state::{State, Taken};
use facts::Facts;
use graph::{Context, ContextId, Graph, NodeId};
use learn::Learner;
use path::{Astray, Entered, Left, Visit, Walker, Way};
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::LoopId;
use std::collections::VecDeque;
use std::rc::Rc;
use words::Words;

/// Rounds of loops that a state is through before others have their turn.
const ROUNDS_PER_TURN: u32 = 64;
/// Ends of a path that are tried in search of a word.
const MAX_WORD_TRIALS: usize = 4;

/// A state that waits.
struct Pending {
    state: State,
    /// Its way through the graph; without, it is explored like any other.
    way: Option<Way>,
}

/// Explores paths to what may fail, and learns from each why it does not.
pub struct Cdse<'p> {
    facts: Facts<'p>,
    graph: Graph,
    entry: NodeId,
    walker: Walker,
    learner: Learner,
    words: Words<'p>,
    /// Loops of which nothing comes any more, with the first round that need not be looked at.
    closed: FxHashMap<(ContextId, LoopId), u32>,
    /// For each loop, what was known when it was last looked at: words and clauses.
    looked_at: FxHashMap<(ContextId, LoopId), (usize, usize)>,
    /// States that wait; the last goes on first.
    waiting: VecDeque<Pending>,
}

impl<'p> Cdse<'p> {
    /// An explorer without states.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let settings = Settings::new(options);
        let facts = Facts::new(program, &settings);
        let (graph, entry) = Graph::new(&facts);
        Cdse {
            facts,
            graph,
            entry,
            walker: Walker::default(),
            learner: Learner::default(),
            words: Words::new(program, settings),
            closed: FxHashMap::default(),
            looked_at: FxHashMap::default(),
            waiting: VecDeque::new(),
        }
    }

    /// Whether no path from where a state stands comes to anything new.
    fn is_excluded(&mut self, way: &Way) -> bool {
        let node = self.graph.node(way.last.node);
        let lit = node.lit;
        let context = node.key.context;
        if self.graph.formula.is_excluded(lit) || self.is_in_closed_loop(context) {
            return true;
        }
        let mut assumptions = vec![lit];
        let mut at = Some(&way.last);
        while let Some(visit) = at {
            if let Some(edge) = visit.entered.edge()
                && self.learner.is_mentioned(edge)
            {
                assumptions.push(self.graph.edge(edge).lit);
            }
            at = visit.before.as_ref();
        }
        !self.graph.formula.has_model_with(&assumptions)
    }

    /// Drops a state of which nothing new can come.
    fn prune(&mut self, driver: &mut Driver, state: &State) {
        driver.stats.paths.subsumed += 1;
        driver.tell(&Moment::Pruned { state, by: "cdse" });
    }

    /// Lets a state go on until it forks, ends, or has run long enough.
    fn advance(&mut self, driver: &mut Driver, waiting: Pending) {
        let rounds = self.rounds(&waiting);
        let Pending { mut state, mut way } = waiting;
        let start = state.instructions;
        loop {
            let before = (state.constraints.len(), state.decisions.len());
            let step = driver.step(&mut state, None);
            let children = match step {
                Step::Ended => {
                    if let Some(mut way) = way {
                        // Where it went astray, nothing is learned.
                        let _ = self.note_end(driver, &state, &mut way, before.0);
                    }
                    return;
                }
                Step::Forked(Fork { children, .. }) => children,
                Step::Alone | Step::Paused => Vec::new(),
            };
            let forked = !children.is_empty();
            let ways = way.take().map(|way| {
                let ways = self.note_step(driver, &state, &children, way, before);
                ways.unwrap_or_default()
            });
            let mut ways = ways.unwrap_or_default().into_iter();
            way = ways.next();
            for child in children {
                let way = ways.next();
                self.waiting.push_back(Pending { state: child, way });
            }
            if forked || driver.is_turn_over(state.instructions - start) {
                let waiting = Pending { state, way };
                match self.is_in_new_round(rounds, &waiting) {
                    true => self.waiting.push_front(waiting),
                    false => self.waiting.push_back(waiting),
                }
                return;
            }
        }
    }

    /// Follows a state that has ended, and learns.
    fn note_end(
        &mut self,
        driver: &mut Driver,
        state: &State,
        way: &mut Way,
        conditions: usize,
    ) -> Result<(), Astray> {
        let (mut left, met) = self.follow(driver, state, way, (conditions, None))?;
        let (facts, graph) = (&self.facts, &mut self.graph);
        match met.filter(|met| *met < left.len()) {
            // It ended there, whatever the instruction would have done next.
            Some(met) => {
                let ended = left.swap_remove(met);
                left.truncate(met);
                self.learner
                    .learn_end(facts, graph, &ended.visit, &ended.notes);
            }
            None => self.learner.learn_end(facts, graph, &way.last, &way.notes),
        }
        self.learn(driver, &left);
        Ok(())
    }

    /// Follows a state and those that it made, and learns: their ways, the state's first.
    fn note_step(
        &mut self,
        driver: &mut Driver,
        state: &State,
        children: &[State],
        mut way: Way,
        before: (usize, usize),
    ) -> Result<Vec<Way>, Astray> {
        let is_decided = state.decisions.len() > before.1;
        let decided = state.decisions.newest_first().next();
        let decided_at = decided
            .filter(|_| is_decided)
            .map(|decision| decision.point.inst);
        let (mut left, _) = self.follow(driver, state, &mut way, (before.0, decided_at))?;
        let Some(decision) = decided.filter(|_| is_decided) else {
            self.pass_to(state, &mut way, state.constraints.len(), &mut left)?;
            self.learn(driver, &left);
            self.stands_there(state, &way)?;
            return Ok(vec![way]);
        };
        self.learn(driver, &left);
        if matches!(decision.taken, Taken::Between(..)) {
            way.last.is_bounded.set(true);
            self.stands_there(state, &way)?;
            return Ok(vec![way]);
        }
        let source = way;
        let mut ways = Vec::with_capacity(children.len() + 1);
        for state in std::iter::once(state).chain(children) {
            let target = self.decided_target(state).ok_or(Astray)?;
            let (mut way, mut left) = (source.clone(), Vec::new());
            let conditions = state.constraints.len();
            let (facts, graph) = (&self.facts, &mut self.graph);
            self.walker
                .take(facts, graph, &mut way, target, conditions, &mut left)?;
            // The solver has decided, not values alone.
            left.iter_mut().for_each(|left| left.decided = None);
            if ways.is_empty() {
                self.learn(driver, &left);
            }
            self.stands_there(state, &way)?;
            ways.push(way);
        }
        Ok(ways)
    }

    /// Follows the last step of a state, up to its decision if it made one: the nodes that it has
    /// left, and the position among them of the one that it had events in. `before` is the length of
    /// its path condition, and at which instruction it has decided.
    fn follow(
        &mut self,
        driver: &mut Driver,
        state: &State,
        way: &mut Way,
        (conditions, decided_at): (usize, Option<u32>),
    ) -> Result<(Vec<Left>, Option<usize>), Astray> {
        let steps = driver.trace.take().unwrap_or_default();
        let notes = std::mem::take(driver.notes.get_or_insert_default());
        let around = (conditions, state.constraints.len());
        let followed = self
            .walker
            .follow(&self.facts, &mut self.graph, way, &steps, around);
        driver.trace = Some(steps);
        let (mut left, met) = followed?;
        if met != Some(left.len()) {
            let conditions = met.map_or(around.0, |_| around.1);
            match decided_at {
                None => self.pass_to(state, way, conditions, &mut left)?,
                Some(inst) => {
                    let (facts, graph) = (&self.facts, &mut self.graph);
                    self.walker
                        .pass_to(facts, graph, way, inst, conditions, &mut left)?;
                }
            }
        }
        for note in notes {
            let is_decision = matches!(note, Note::Infeasible { .. });
            let met = met.filter(|_| !is_decision);
            match met.and_then(|met| left.get_mut(met)) {
                Some(left) => left.notes.push(note),
                None => way.notes.push(note),
            }
        }
        Ok((left, met))
    }

    /// Goes on to the section that a state stands in.
    fn pass_to(
        &mut self,
        state: &State,
        way: &mut Way,
        conditions: usize,
        left: &mut Vec<Left>,
    ) -> Result<(), Astray> {
        let Some(frame) = state.frames.last() else {
            return Ok(());
        };
        let (facts, graph, inst) = (&self.facts, &mut self.graph, frame.inst as u32);
        self.walker
            .pass_to(facts, graph, way, inst, conditions, left)
    }

    fn learn(&mut self, driver: &mut Driver, left: &[Left]) {
        for left in left {
            self.learner.learn(&self.facts, &mut self.graph, left);
            let targets = self.graph.node(left.visit.node).edges.as_ref();
            let targets = targets.map_or(0, Vec::len) as u32;
            for target in 0..targets {
                let by_values = left.decided.is_some_and(|taken| taken != target);
                let by_solver = left.notes.iter().any(|note| {
                    matches!(note, Note::Infeasible { target: it, .. } if *it as u32 == target)
                });
                if by_values || by_solver {
                    self.learn_word(driver, &left.visit, target);
                }
            }
        }
    }

    /// Looks for the shortest end of a path, from a place where others join it, which already
    /// excludes a target of the last node.
    fn learn_word(&mut self, driver: &mut Driver, last: &Rc<Visit>, target: u32) {
        let (facts, graph) = (&self.facts, &self.graph);
        let node = graph.node(last.node);
        let head = node.edges.as_ref().and_then(|it| it.get(target as usize));
        let Some(head) = head.copied() else {
            return;
        };
        // What never happens here may happen in another round.
        let context = graph.context_of(node.key.context);
        if self.learner.is_closed(head) && !matches!(context, Context::Round { .. }) {
            return;
        }
        let (func, activation) = (node.func, last.activation);
        let mut word = vec![Edge {
            block: node.key.block,
            target,
        }];
        let mut reason = Vec::new();
        let mut tried = 0;
        let mut at = Some(last);
        while let Some(visit) = at {
            at = visit.before.as_ref();
            if visit.activation != activation {
                continue;
            }
            let (Entered::Target(edge, target), Some(before)) = (visit.entered, at) else {
                match visit.entered {
                    Entered::Call(_) | Entered::Start => return,
                    _ => continue,
                }
            };
            if word.len() > words::MAX_WORD || tried >= MAX_WORD_TRIALS {
                return;
            }
            let block = graph.node(visit.node).key.block;
            if facts.func_facts(func).is_join(block) {
                tried += 1;
                let edges: Vec<Edge> = word.iter().rev().copied().collect();
                if self.words.is_word(driver, func, &edges) {
                    reason.reverse();
                    self.learner.add(&mut self.graph, head, reason);
                    return;
                }
            }
            if graph.edge(edge).is_one_of_several {
                reason.push(edge);
            }
            let from = graph.node(before.node).key.block;
            word.push(Edge {
                block: from,
                target,
            });
        }
    }

    /// The rounds of loops that a state is in, all together, and the conditions of its path.
    fn rounds(&self, waiting: &Pending) -> (u32, usize) {
        let mut sum = 0;
        if let Some(way) = &waiting.way {
            for (_, _, round) in self.loops_around(self.graph.node(way.last.node).key.context) {
                sum += round;
            }
        }
        (sum, waiting.state.constraints.len())
    }

    /// Whether a state has been through many more rounds of loops. Others come first, so that no loop
    /// without an end keeps them from their turn. Not after each round: to learn what keeps paths
    /// from failing, some path must come to its end.
    fn is_in_new_round(&self, before: (u32, usize), waiting: &Pending) -> bool {
        let now = self.rounds(waiting);
        now.0 / ROUNDS_PER_TURN > before.0 / ROUNDS_PER_TURN && now.1 > before.1
    }

    /// The loops around a context, with the rounds: innermost first, those of callers, too.
    fn loops_around(&self, context: ContextId) -> Vec<(ContextId, LoopId, u32)> {
        let mut loops = Vec::new();
        let mut at = context;
        loop {
            at = match self.graph.context_of(at) {
                Context::Start => return loops,
                Context::Call { outer, .. } => outer,
                Context::Round {
                    outer,
                    natural,
                    round,
                } => {
                    loops.push((outer, natural, round));
                    outer
                }
            };
        }
    }

    fn is_in_closed_loop(&self, context: ContextId) -> bool {
        !self.closed.is_empty()
            && self
                .loops_around(context)
                .iter()
                .any(|(outer, natural, round)| {
                    let from = self.closed.get(&(*outer, *natural));
                    from.is_some_and(|from| round >= from)
                })
    }

    /// Closes loops around a state of which words say that no further round comes to anything. A path
    /// that takes rounds without deciding anything may go on for ever, which must be noticed; and
    /// where all is to be covered, rounds may execute something new.
    fn close_loops(&mut self, driver: &Driver, way: &Way) {
        if driver.wants_coverage() || driver.stats.paths.completed == 0 {
            return;
        }
        for (outer, natural, round) in self.loops_around(self.graph.node(way.last.node).key.context)
        {
            let func = self.graph.func_of(outer);
            let known = (self.words.of(func).len(), self.learner.len());
            if round == 0
                || self.closed.contains_key(&(outer, natural))
                || self.looked_at.insert((outer, natural), known) == Some(known)
                || !self.has_decided_round(way, outer, natural, round)
            {
                continue;
            }
            let is_over = match self.words.returns_from(&self.facts, func, natural, round) {
                None => false,
                Some(false) => true,
                Some(true) => self.graph.is_over_behind(&self.facts, outer),
            };
            if is_over {
                self.closed.insert((outer, natural), round);
                self.graph.close(outer, natural, round);
            }
        }
    }

    /// Whether a path decided something in the round of a loop before this one.
    fn has_decided_round(&self, way: &Way, outer: ContextId, natural: LoopId, round: u32) -> bool {
        let head = |round| self.graph.head(outer, natural, round);
        let (Some(first), Some(second)) = (head(round - 1), head(round)) else {
            return false;
        };
        let mut conditions = None;
        let mut at = Some(&way.last);
        while let Some(visit) = at {
            if visit.node == second {
                conditions = Some(visit.conditions);
            }
            if visit.node == first {
                return conditions.is_some_and(|later| later > visit.conditions);
            }
            at = visit.before.as_ref();
        }
        false
    }

    /// The target of a terminator that a state has just decided for.
    fn decided_target(&self, state: &State) -> Option<u32> {
        let decision = state.decisions.newest_first().next()?;
        let point = decision.point;
        let block = &self.facts.func(point.func).blocks[point.block];
        match decision.taken {
            Taken::Alternative(number) if point.inst as usize == block.insts.len() => Some(number),
            _ => None,
        }
    }

    /// Checks that a way ends where its state stands.
    fn stands_there(&self, state: &State, way: &Way) -> Result<(), Astray> {
        let node = self.graph.node(way.last.node);
        let frame = state.frames.last().ok_or(Astray)?;
        let fits = (frame.func, frame.block) == (node.func, node.key.block)
            && way.depth() == state.frames.len()
            && !frame.resumable;
        fits.then_some(()).ok_or(Astray)
    }
}

impl Explorer for Cdse<'_> {
    fn add(&mut self, driver: &mut Driver, state: State) {
        driver.keep_notes();
        let is_first = state.decisions.is_empty() && state.instructions == 0;
        let entry = self.facts.program.entry();
        let program = self.facts.program;
        // The graph has no edges for exceptions, and nothing is known of what tables hold.
        let is_known =
            !self.facts.func_facts(entry).is_irreducible() && !program.module().is_dynamic();
        let way = (is_first && is_known)
            .then(|| self.walker.start(&self.facts, &mut self.graph, self.entry));
        self.waiting.push_back(Pending { state, way });
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        let Some(waiting) = self.waiting.pop_back() else {
            return false;
        };
        if let Some(way) = &waiting.way {
            self.close_loops(driver, way);
        }
        match &waiting.way {
            Some(way) if self.is_excluded(way) => self.prune(driver, &waiting.state),
            _ => self.advance(driver, waiting),
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

    /// Those go first that would go on last.
    fn give_up(&mut self, driver: &mut Driver, count: usize) {
        let count = count.min(self.waiting.len());
        for pending in self.waiting.drain(..count) {
            driver.park(pending.state);
        }
    }

    fn abandon_turn(&mut self) {}

    fn report(&mut self, _pool: &sheaf_term::Pool, stats: &mut Stats) {
        stats.learning = LearningStats {
            clauses: self.learner.len() as u64,
            edges: self.learner.edges(),
            nodes: self.graph.len() as u64,
            questions: self.graph.formula.questions,
        };
    }
}
