//! Rounds of loops: the current round of states, and loops that need no more exploration.

use super::graph::{Context, ContextId};
use super::path::Path;
use super::{Cdse, Pending};
use crate::Driver;
use sheaf_ir::analysis::LoopId;

sheaf_tuning::constants! {
    /// Rounds that a state executes before other states have their turn.
    ROUNDS_PER_TURN: u32 = 64, 1 => 1024, "rounds";
}

impl Cdse<'_> {
    /// The sum of the rounds of all loops around a state, and the length of its path condition.
    pub(super) fn rounds(&self, waiting: &Pending) -> (u32, usize) {
        let mut sum = 0;
        if let Some(path) = &waiting.path {
            for (_, _, round) in self.loops_around(self.graph.node(path.last.node).key.context) {
                sum += round;
            }
        }
        (sum, waiting.state.constraints.len())
    }

    /// Whether a state has gone through many more rounds. Other states come first then, so that an
    /// endless loop does not starve them. This is not done after each round, because learning needs
    /// paths that reach their end.
    pub(super) fn is_in_new_round(&self, before: (u32, usize), waiting: &Pending) -> bool {
        let now = self.rounds(waiting);
        now.0 / ROUNDS_PER_TURN.get() > before.0 / ROUNDS_PER_TURN.get() && now.1 > before.1
    }

    /// The loops around a context with their rounds, innermost first, including those of callers.
    pub(super) fn loops_around(&self, context: ContextId) -> Vec<(ContextId, LoopId, u32)> {
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

    pub(super) fn is_in_closed_loop(&self, context: ContextId) -> bool {
        !self.closed.is_empty()
            && self
                .loops_around(context)
                .iter()
                .any(|(outer, natural, round)| {
                    let from = self.closed.get(&(*outer, *natural));
                    from.is_some_and(|from| round >= from)
                })
    }

    /// Closes loops around a state if words show that later rounds reach nothing new. A loop whose
    /// last round decided nothing stays open, because an endless path must be noticed. If coverage
    /// is wanted, no loop is closed, because later rounds may execute new code.
    pub(super) fn close_loops(&mut self, driver: &Driver, path: &Path) {
        if driver.options.all_code || driver.stats.paths.completed == 0 {
            return;
        }
        for (outer, natural, round) in
            self.loops_around(self.graph.node(path.last.node).key.context)
        {
            let func = self.graph.func_of(outer);
            let known = (self.words.of(func).len(), self.learner.len());
            if round == 0
                || self.closed.contains_key(&(outer, natural))
                || self.looked_at.insert((outer, natural), known) == Some(known)
                || !self.has_decided_round(path, outer, natural, round)
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

    pub(super) fn has_decided_round(
        &self,
        path: &Path,
        outer: ContextId,
        natural: LoopId,
        round: u32,
    ) -> bool {
        let head = |round| self.graph.head(outer, natural, round);
        let (Some(first), Some(second)) = (head(round - 1), head(round)) else {
            return false;
        };
        let mut conditions = None;
        let mut at = Some(&path.last);
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
}
