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
//! what plain exploration covers. What cannot be followed (values that the engine had to try, jumps
//! to earlier calls, loops with several entries) is explored without learning; the formula has a
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

use super::driver::{Fork, Note, Step};
use super::{Driver, Explorer, Moment};
use crate::machine::Settings;
use crate::options::Options;
use crate::outcome::{LearningStats, Stats};
use crate::program::Program;
use crate::state::{State, Taken};
use facts::Facts;
use graph::{Graph, NodeId};
use learn::Learner;
use path::{Astray, Left, Walker, Way};

/// A state that waits.
struct Waiting {
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
    /// States that wait; the last goes on first.
    waiting: Vec<Waiting>,
}

impl<'p> Cdse<'p> {
    /// An explorer without states.
    pub fn new(program: &'p Program, options: &Options) -> Self {
        let facts = Facts::new(program, &Settings::new(options));
        let (graph, entry) = Graph::new(&facts);
        Cdse {
            facts,
            graph,
            entry,
            walker: Walker::default(),
            learner: Learner::default(),
            waiting: Vec::new(),
        }
    }

    /// Whether no path from where a state stands comes to anything new.
    fn is_excluded(&mut self, way: &Way) -> bool {
        let node = self.graph.node(way.last.node);
        let lit = node.lit;
        if self.graph.formula.is_excluded(lit) {
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
    fn advance(&mut self, driver: &mut Driver, waiting: Waiting) {
        let Waiting { mut state, mut way } = waiting;
        let start = state.instructions;
        loop {
            let before = (state.constraints.len(), state.decisions.len());
            let step = driver.step(&mut state, None);
            let children = match step {
                Step::Ended => {
                    if let Some(mut way) = way {
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
                self.waiting.push(Waiting { state: child, way });
            }
            if forked || driver.is_turn_over(state.instructions - start) {
                self.waiting.push(Waiting { state, way });
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
        self.learn(&left);
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
            self.learn(&left);
            self.stands_there(state, &way)?;
            return Ok(vec![way]);
        };
        self.learn(&left);
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
                self.learn(&left);
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

    fn learn(&mut self, left: &[Left]) {
        for left in left {
            self.learner.learn(&self.facts, &mut self.graph, left);
        }
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
        let is_known = !self.facts.func_facts(entry).is_irreducible();
        let way = (is_first && is_known)
            .then(|| self.walker.start(&self.facts, &mut self.graph, self.entry));
        self.waiting.push(Waiting { state, way });
    }

    fn turn(&mut self, driver: &mut Driver) -> bool {
        let Some(waiting) = self.waiting.pop() else {
            return false;
        };
        match &waiting.way {
            Some(way) if self.is_excluded(way) => self.prune(driver, &waiting.state),
            _ => self.advance(driver, waiting),
        }
        true
    }

    fn waiting(&self) -> Box<dyn Iterator<Item = &State> + '_> {
        Box::new(self.waiting.iter().map(|waiting| &waiting.state))
    }

    /// The oldest go first.
    fn give_up(&mut self, count: usize) -> Vec<State> {
        let count = count.min(self.waiting.len());
        let given_up = self.waiting.drain(..count);
        given_up.map(|waiting| waiting.state).collect()
    }

    fn abandon_turn(&mut self) {}

    fn report(&mut self, stats: &mut Stats) {
        stats.learning = LearningStats {
            clauses: self.learner.len() as u64,
            edges: self.learner.edges(),
            nodes: self.graph.len() as u64,
            questions: self.graph.formula.questions,
        };
    }
}
