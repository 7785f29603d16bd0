//! What is learned from a path: clauses, words, and why it could not follow its plan.

use super::abstraction::Variable;
use super::graph::Context;
use super::learn::MAX_STEPS;
use super::path::{Entered, Left, Visit};
use super::plan::{Move, Plan, Stray};
use super::slice::{self, Asked, Conditions, Question};
use super::words;
use super::{Cdse, note_executed};
use crate::Driver;
use crate::driver::Note;
use crate::path::ProgramPoint;
use crate::segment::Edge;
use std::rc::Rc;

sheaf_tuning::constants! {
    /// Suffixes of a path that are tried in search of a word.
    MAX_WORD_TRIALS: usize = 4, 1 => 64, "suffixes";
}

impl Cdse<'_> {
    pub(super) fn learn_for(&self, plan: &Plan, left: &Left) -> Option<Stray> {
        let Some(wanted) = plan.next() else {
            return self.learn_failures_for(plan, &left.visit, &left.notes);
        };
        let Move::Edge(edge) = wanted else {
            return None;
        };
        let mut conditions = Conditions::default();
        let excluded = left.notes.iter().find_map(|note| match note {
            Note::Infeasible { target, by } if *target as u32 == edge.target => Some(by),
            _ => None,
        });
        match excluded {
            Some(by) => conditions.add(by),
            None if left.decided.is_some() => {}
            // Another state takes this edge.
            None => return None,
        }
        Some(self.stray(plan, &left.visit, Question::Decision, conditions))
    }

    /// Learns why nothing failed in the last node of a plan, or why the path ended before it.
    pub(super) fn learn_failures_for(
        &self,
        plan: &Plan,
        visit: &Rc<Visit>,
        notes: &[Note],
    ) -> Option<Stray> {
        let conditions = Conditions::excluding_failures(notes)?;
        Some(self.stray(plan, visit, Question::Failures, conditions))
    }

    /// The deviation of a path from a plan, with the variables that decided it.
    pub(super) fn stray(
        &self,
        plan: &Plan,
        last: &Rc<Visit>,
        question: Question,
        conditions: Conditions,
    ) -> Stray {
        let asked = Asked {
            last,
            question,
            conditions,
        };
        let facts = &self.facts;
        let found = slice::variables(facts, &self.graph, asked, MAX_STEPS.get());
        let all = found.into_iter().flat_map(|variable| match variable {
            Variable::Register(func, local) => {
                let web = facts.func_facts(func).web(local);
                web.map(|local| Variable::Register(func, local)).collect()
            }
            Variable::Memory(_) => vec![variable],
        });
        Stray {
            target: plan.target,
            // The deviation is a move, too: a plan may begin where the path has just been.
            patience: plan.patience.saturating_sub(plan.done + 1),
            variables: all.collect(),
            at: self.end_of(last),
            at_end: plan.is_done(),
        }
    }

    fn end_of(&self, visit: &Visit) -> ProgramPoint {
        let node = self.graph.node(visit.node);
        ProgramPoint {
            func: node.func,
            block: node.key.block,
            inst: self.graph.section(&self.facts, visit.node).end,
        }
    }

    pub(super) fn learn(&mut self, driver: &mut Driver, left: &[Left]) -> Option<Stray> {
        let mut stray = None;
        for left in left {
            note_executed(&mut self.graph, &left.visit);
            if let Some(plan) = &left.strayed {
                stray = self.learn_for(plan, left);
            }
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
        stray
    }

    /// Searches for the shortest suffix of a path, starting at a join point, that already excludes
    /// a target of the last node.
    pub(super) fn learn_word(&mut self, driver: &mut Driver, last: &Rc<Visit>, target: u32) {
        let (facts, graph) = (&self.facts, &self.graph);
        let node = graph.node(last.node);
        let head = node.edges.as_ref().and_then(|it| it.get(target as usize));
        let Some(head) = head.copied() else {
            return;
        };
        // What never happens in this round may happen in another one.
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
            if word.len() > words::MAX_WORD.get() || tried >= MAX_WORD_TRIALS.get() {
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
}
