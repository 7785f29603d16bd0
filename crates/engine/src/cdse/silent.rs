//! Cycles of abstract states that read no input. Paths along them may run forever.
//!
//! A path that comes back to the same state goes around a cycle of abstract states. Among the loops
//! whose rounds end on the cycle, one is outermost. If that loop has a counter, the path never
//! comes back to the same state, and the cycle is ignored.

use super::plan::Move;
use sheaf_ir::analysis::graph::Digraph;
use std::collections::VecDeque;

/// A step between abstract states that reads no input.
#[derive(Clone, Copy)]
pub struct SilentStep {
    /// The source state.
    pub from: usize,
    /// The successor.
    pub to: usize,
    /// The move of the path.
    pub step: Option<Move>,
    /// The loop of which a round ends with this step, if there is one.
    pub round: Option<EndOfRound>,
}

/// The end of a round of a loop.
#[derive(Clone, Copy)]
pub struct EndOfRound {
    /// Nesting depth of the loop: calls, and loops around it in its function.
    pub depth: (usize, u32),
    /// Whether the loop has a counter.
    pub counts: bool,
}

/// Finds a cycle on which paths may run forever: a state on it, and the moves around it from there.
pub fn silent_cycle(states: usize, steps: Vec<SilentStep>) -> Option<(usize, Vec<Move>)> {
    let mut pending = vec![steps];
    while let Some(steps) = pending.pop() {
        let edges: Vec<(u32, u32)> = steps
            .iter()
            .map(|step| (step.from as u32, step.to as u32))
            .collect();
        let mut component = vec![0; states];
        let components = Digraph::new(states, &edges).components();
        for (number, members) in components.iter().enumerate() {
            members
                .iter()
                .for_each(|member| component[*member as usize] = number);
        }
        let mut within: Vec<Vec<SilentStep>> = vec![Vec::new(); components.len()];
        for step in steps {
            if component[step.from] == component[step.to] {
                within[component[step.from]].push(step);
            }
        }
        for steps in within.into_iter().filter(|steps| !steps.is_empty()) {
            let rounds = steps.iter().filter_map(|step| step.round);
            let outermost = rounds.map(|round| round.depth).min();
            let is_outermost = |step: &SilentStep| {
                let depth = step.round.map(|round| round.depth);
                depth.is_some() && depth == outermost
            };
            let ends = steps.iter().filter(|step| is_outermost(step));
            let counts = |step: &SilentStep| step.round.is_some_and(|round| round.counts);
            let bad = match outermost {
                None => steps.first(),
                Some(_) => ends.into_iter().find(|step| !counts(step)),
            };
            if let Some(bad) = bad {
                let mut moves: Vec<Move> = bad.step.into_iter().collect();
                moves.extend(moves_between(states, &steps, bad.to, bad.from));
                return Some((bad.from, moves));
            }
            pending.push(steps.into_iter().filter(|it| !is_outermost(it)).collect());
        }
    }
    None
}

/// The moves of a shortest path from one state to another.
fn moves_between(states: usize, steps: &[SilentStep], from: usize, to: usize) -> Vec<Move> {
    let mut next: Vec<Vec<&SilentStep>> = vec![Vec::new(); states];
    steps.iter().for_each(|step| next[step.from].push(step));
    let mut come_by: Vec<Option<&SilentStep>> = vec![None; states];
    let mut pending = VecDeque::from([from]);
    while let Some(at) = pending.pop_front().filter(|at| *at != to) {
        for step in &next[at] {
            if step.to != from && come_by[step.to].is_none() {
                come_by[step.to] = Some(step);
                pending.push_back(step.to);
            }
        }
    }
    let mut moves = Vec::new();
    let mut at = to;
    while let Some(step) = come_by[at].filter(|_| at != from) {
        moves.extend(step.step);
        at = step.from;
    }
    moves.reverse();
    moves
}
