//! The path dependency automaton: which path through a loop may follow which.
//!
//! Its nodes are the paths that return to the header. There is an edge from a path to each path
//! that may follow it in the next iteration. If the edges between different paths form no cycle,
//! each path is taken for some iterations and then never again (**sequential**). If they form
//! simple cycles, and each path on a cycle is taken for a constant number of iterations (its
//! period), a traversal of the cycle is treated as one path (**periodic**). Otherwise the loop is
//! **irregular**.
//!
//! (Xie et al., "Proteus: computing disjunctive loop summary via path dependency analysis", FSE
//! 2016; microc thesis, 4.4.2 and 5.4.4.1.)

use super::effect::Effect;
use super::oracle::Oracle;
use sheaf_term::Pool;

sheaf_tuning::constants! {
    /// The maximum period of a path on a cycle.
    MAX_PERIOD: usize = 16, 1 => 256, "iterations";
    /// The maximum number of paths of an automaton.
    pub MAX_NODES: usize = 10, 1 => 160, "paths";
}

/// The order of the paths of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interleaving {
    /// Each path is taken for some iterations and then never again.
    Sequential,
    /// Paths alternate with constant periods.
    Periodic,
    /// There is no known order, for this reason.
    Irregular(String),
}

/// The paths of a cycle, each with its period.
pub type Turn = Vec<(usize, usize)>;

/// The automaton of a loop.
#[derive(Clone)]
pub struct Automaton {
    /// For each path, the paths that may follow.
    pub follows: Vec<Vec<bool>>,
    /// Their order.
    pub interleaving: Interleaving,
    /// The cycles, with their periods.
    pub turns: Vec<Turn>,
}

impl Automaton {
    /// Computes which paths may follow which.
    pub fn new(pool: &mut Pool, oracle: &mut Oracle, paths: &[Effect]) -> Automaton {
        let mut automaton = Automaton {
            follows: Vec::new(),
            interleaving: Interleaving::Sequential,
            turns: Vec::new(),
        };
        if paths.len() > MAX_NODES.get() {
            automaton.give_up(format!("more than {} paths", MAX_NODES.get()));
            return automaton;
        }
        for path in paths {
            let row = paths
                .iter()
                .map(|next| may_follow(pool, oracle, path, next));
            automaton.follows.push(row.collect());
        }
        for cycle in automaton.components() {
            let turn = automaton
                .cycle(&cycle)
                .and_then(|cycle| automaton.periods(pool, oracle, paths, &cycle));
            match turn {
                Ok(turn) => {
                    if automaton.interleaving == Interleaving::Sequential {
                        automaton.interleaving = Interleaving::Periodic;
                    }
                    automaton.turns.push(turn);
                }
                Err(why) => automaton.give_up(why),
            }
        }
        automaton
    }

    /// The automaton of a loop with unknown paths.
    pub fn of_unknown(paths: usize) -> Automaton {
        let interleaving = match paths {
            0 | 1 => Interleaving::Sequential,
            _ => Interleaving::Irregular("unknown paths".to_string()),
        };
        Automaton {
            follows: Vec::new(),
            interleaving,
            turns: Vec::new(),
        }
    }

    fn give_up(&mut self, why: String) {
        self.interleaving = Interleaving::Irregular(why);
    }

    /// Strongly connected components of at least two paths.
    fn components(&self) -> Vec<Vec<usize>> {
        let count = self.follows.len();
        let mut reaches = self.follows.clone();
        for via in 0..count {
            for from in 0..count {
                for to in 0..count {
                    reaches[from][to] |= reaches[from][via] && reaches[via][to];
                }
            }
        }
        let mut components: Vec<Vec<usize>> = Vec::new();
        for (path, reached) in reaches.iter().enumerate() {
            if components.iter().flatten().any(|known| *known == path) {
                continue;
            }
            let mutual = (0..count).filter(|it| reached[*it] && reaches[*it][path]);
            components.push(mutual.collect());
        }
        components.retain(|component| component.len() > 1);
        components
    }

    /// The paths of a component in order, if it is a simple cycle.
    fn cycle(&self, component: &[usize]) -> Result<Vec<usize>, String> {
        let names: Vec<String> = component.iter().map(|path| name(*path)).collect();
        let irregular = || format!("{} follow each other in no fixed order", names.join(", "));
        let mut order = vec![component[0]];
        loop {
            let last = order[order.len() - 1];
            let next = component.iter().copied();
            let mut next = next.filter(|path| *path != last && self.follows[last][*path]);
            match (next.next(), next.next()) {
                (Some(path), None) if path == order[0] && order.len() == component.len() => {
                    return Ok(order);
                }
                (Some(path), None) if !order.contains(&path) => order.push(path),
                _ => return Err(irregular()),
            }
        }
    }

    /// The period of each path of a cycle.
    fn periods(
        &self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        paths: &[Effect],
        cycle: &[usize],
    ) -> Result<Turn, String> {
        let mut turn = Turn::new();
        for (at, &path) in cycle.iter().enumerate() {
            let before = cycle[(at + cycle.len() - 1) % cycle.len()];
            let next = cycle[(at + 1) % cycle.len()];
            let period = match self.follows[path][path] {
                false => Some(1),
                true => period(pool, oracle, [&paths[before], &paths[path], &paths[next]]),
            };
            let period = period.ok_or_else(|| format!("{} has no constant period", name(path)))?;
            turn.push((path, period));
        }
        Ok(turn)
    }
}

/// The name of a path.
pub fn name(path: usize) -> String {
    format!("p{}", path + 1)
}

fn may_follow(pool: &mut Pool, oracle: &mut Oracle, path: &Effect, next: &Effect) -> bool {
    match path.then(pool, next) {
        Ok(Some(both)) => !oracle.excludes(pool, &both.conditions()),
        Ok(None) => false,
        Err(_) => true,
    }
}

/// The number of iterations of a path between two others, if it is constant.
fn period(pool: &mut Pool, oracle: &mut Oracle, paths: [&Effect; 3]) -> Option<usize> {
    let [before, path, next] = paths;
    let mut so_far = before.clone();
    let mut found = None;
    for rounds in 1..=MAX_PERIOD.get() {
        so_far = match so_far.then(pool, path) {
            Ok(Some(both)) if !oracle.excludes(pool, &both.conditions()) => both,
            Ok(_) => return found,
            Err(_) => return None,
        };
        if may_follow(pool, oracle, &so_far, next) && found.replace(rounds).is_some() {
            return None;
        }
    }
    None
}
