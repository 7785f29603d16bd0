//! Loop analysis: the paths through a loop body as transformations of the loop's variables, the
//! order in which they can follow each other, and the effect of repeated iterations.
//!
//! 1. A path from the header of a loop back to it is a segment ([`crate::segment`]); its guard and
//!    its updates are an [`Effect`], terms over the values of the variables before the iteration.
//!    Inner loops are analysed first and are effects themselves (`rounds`).
//! 2. The [`Automaton`] of the loop says which path may follow which: sequential, periodic or
//!    irregular.
//! 3. For a path that may follow itself, and for one traversal of a periodic cycle, `recurrence`
//!    computes the values of the variables as functions of the number of iterations, and
//!    [`Acceleration`] the condition for that many iterations in a row, without quantifiers.
//!
//! The analysis does not decide how a program is explored, and need not be complete: an unknown
//! path is left to ordinary execution. The results hold for all values of the variables, including
//! overflow. If the solver does not answer a query in time, the result is weaker, not wrong. Tests
//! compare the results with single iterations on 8-bit numbers.
//!
//! The method is that of loop summaries (Xie et al., "Proteus: computing disjunctive loop summary
//! via path dependency analysis", FSE 2016; microc thesis, 4.4 and 5.4.4). It differs in that
//! iterations are combined up to the header where they end, not up to the exit. A failing check or
//! an exit after that is executed as usual.

mod acceleration;
pub mod arithmetic;
mod automaton;
pub mod constants;
mod describe;
mod effect;
pub mod guess;
pub mod linear;
mod oracle;
mod recurrence;
mod rounds;
pub mod webs;

use crate::coverage::Recorder;
use crate::machine::Settings;
use crate::path::ProgramPoint;
use crate::program::Program;
use crate::segment::{Entry, Limits, Segments, Start};
use acceleration::accelerate;
pub use acceleration::{Acceleration, Stop, with_counter};
pub use automaton::{Automaton, Interleaving, Turn};
pub use describe::{AccelerationDescription, Description, PathDescription, describe};
pub use effect::{Condition, Effect, Obstacle};
pub use oracle::Oracle;
pub use recurrence::{Form, Solution};
pub use rounds::Exit;
use sheaf_ir::FuncId;
use sheaf_ir::analysis::{LoopForest, LoopId};
use sheaf_term::Pool;
use std::time::Duration;

/// Limits of segments: instructions of a path through a body, number of paths, calls, and terms.
/// Accesses at an index that changes between iterations are not expressed, because their terms do
/// not help with repeated iterations.
const LIMITS: Limits = Limits {
    instructions: 2_000,
    paths: 24,
    calls: 8,
    terms: 0,
};

sheaf_tuning::constants! {
    /// Time limit of one solver query. No verdict depends on the answer.
    pub PATIENCE: Duration = 100, 10 => 1000, "ms";
    /// The longest permutation cycle. A path that permutes variables is accelerated by this many
    /// iterations at once, at most.
    MAX_ROTATION: usize = 6, 1 => 96, "variables";
}

/// Analyses the loops of a program.
pub struct Loops<'p> {
    segments: Segments<'p>,
    /// Whether the analysis of a loop stops at the first unknown path.
    is_brief: bool,
}

/// The results for a loop.
pub struct Knowledge {
    /// Where each iteration begins.
    pub header: ProgramPoint,
    /// The paths that return to the header.
    pub paths: Vec<Effect>,
    /// The paths that leave the loop.
    pub exits: Vec<Exit>,
    /// Which path may follow which.
    pub automaton: Automaton,
    /// Repeated iterations: of cycles of several paths, then of single paths.
    pub accelerations: Vec<(Turn, Acceleration)>,
    /// All iterations of a path as one effect, if their number is a term, and single iterations of
    /// paths that do not follow themselves.
    jumps: Vec<Effect>,
    /// The reason why the effect of a path that returns, or of its repetition, is unknown.
    pub obstacle: Option<Obstacle>,
    /// Whether a path returns with variables of other kinds, for which the loop is another one.
    pub changes_kinds: bool,
}

/// The four types of loops (microc thesis, table 4.2): by the order of paths, and by whether all
/// conditions change predictably.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Ordered, predictable.
    One,
    /// Irregular, predictable.
    Two,
    /// Ordered, unpredictable.
    Three,
    /// Irregular, unpredictable.
    Four,
}

impl Class {
    /// As the thesis numbers the types of loops.
    pub fn number(self) -> u64 {
        self as u64 + 1
    }
}

impl Knowledge {
    /// The reason why the loop is left to ordinary execution, if it is.
    pub fn irregular(&self) -> Option<String> {
        match (&self.obstacle, &self.automaton.interleaving) {
            (Some(obstacle), _) => Some(obstacle.clone()),
            (None, Interleaving::Irregular(why)) => Some(why.clone()),
            (None, _) => None,
        }
    }

    /// Its type. Unknown paths count as irregular if there are several paths.
    pub fn class(&self) -> Class {
        let is_irregular = matches!(self.automaton.interleaving, Interleaving::Irregular(_));
        match (is_irregular, &self.obstacle) {
            (false, None) => Class::One,
            (true, None) => Class::Two,
            (false, Some(_)) => Class::Three,
            (true, Some(_)) => Class::Four,
        }
    }
}

impl<'p> Loops<'p> {
    /// An analysis of a program's loops with these settings.
    pub fn new(program: &'p Program, settings: Settings) -> Self {
        let segments = Segments::new(program, settings, LIMITS);
        let is_brief = false;
        Loops { segments, is_brief }
    }

    /// What was executed.
    pub fn recorder(&self) -> &Recorder {
        self.segments.recorder()
    }

    /// The same analysis, for clients that need all paths of a loop or none.
    pub fn brief(self) -> Self {
        let is_brief = true;
        Loops { is_brief, ..self }
    }

    /// The loops of a function.
    pub fn forest(&mut self, func: FuncId) -> &LoopForest {
        self.segments.loops(func)
    }

    /// Analyses the loop whose header is the entry; `None` if there is no such loop.
    pub fn know(
        &mut self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        from: Entry<'_>,
    ) -> Option<Knowledge> {
        let start = self.segments.start(pool, from);
        let ProgramPoint { func, block, inst } = start.point();
        let id = self.segments.loops(func).with_header(block);
        let id = id.filter(|_| inst == 0)?;
        Some(self.know_from(pool, oracle, start, id, 0))
    }

    fn know_from(
        &mut self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        start: Start,
        id: LoopId,
        depth: usize,
    ) -> Knowledge {
        let header = start.point();
        let body = self.body(pool, oracle, start, id, depth);
        let mut knowledge = Knowledge {
            header,
            automaton: Automaton::of_unknown(body.rounds.len() + body.unknown),
            paths: body.rounds,
            exits: body.exits,
            accelerations: Vec::new(),
            jumps: Vec::new(),
            obstacle: body.obstacle,
            changes_kinds: body.changes_kinds,
        };
        if knowledge.obstacle.is_none() {
            knowledge.automaton = Automaton::new(pool, oracle, &knowledge.paths);
        }
        if knowledge.irregular().is_none() {
            knowledge.obstacle = knowledge.accelerate(pool, oracle).err();
        }
        knowledge
    }
}

impl Knowledge {
    /// Computes the effect of repeated iterations.
    fn accelerate(&mut self, pool: &mut Pool, oracle: &mut Oracle) -> Result<(), Obstacle> {
        for turn in self.automaton.turns.clone() {
            let whole = self.compose(pool, &turn)?;
            if let Some(whole) = whole {
                self.add(pool, oracle, turn, &whole)?;
            }
        }
        for path in 0..self.paths.len() {
            if self.automaton.follows[path][path] {
                self.accelerate_path(pool, oracle, path)?;
            } else {
                self.jumps.push(self.paths[path].clone());
            }
        }
        Ok(())
    }

    /// Accelerates repeated iterations along one path. If variables are permuted, as many
    /// iterations are taken at once as restore them.
    fn accelerate_path(
        &mut self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        path: usize,
    ) -> Result<(), Obstacle> {
        let mut obstacle = None;
        for rounds in 1..=MAX_ROTATION.get() {
            let turn = vec![(path, rounds)];
            let Some(whole) = self.compose(pool, &turn)? else {
                break;
            };
            match self.add(pool, oracle, turn, &whole) {
                Ok(()) if rounds == 1 => return Ok(()),
                Ok(()) => {
                    self.jumps.push(self.paths[path].clone());
                    return Ok(());
                }
                Err(why) => obstacle = obstacle.or(Some(why)),
            }
        }
        Err(obstacle.unwrap_or_else(|| "a path that is never taken twice".to_string()))
    }

    /// One period as a single effect, unless it is infeasible.
    fn compose(&self, pool: &mut Pool, turn: &Turn) -> Result<Option<Effect>, Obstacle> {
        let rounds = turn
            .iter()
            .flat_map(|(path, count)| std::iter::repeat_n(*path, *count));
        let mut whole: Option<Effect> = None;
        for path in rounds {
            whole = match whole {
                None => Some(self.paths[path].clone()),
                Some(before) => match before.then(pool, &self.paths[path])? {
                    Some(both) => Some(both),
                    None => return Ok(None),
                },
            };
        }
        Ok(whole)
    }

    fn add(
        &mut self,
        pool: &mut Pool,
        oracle: &mut Oracle,
        turn: Turn,
        whole: &Effect,
    ) -> Result<(), Obstacle> {
        for mut acceleration in accelerate(pool, oracle, whole)? {
            for (_, other) in self.accelerations.iter().filter(|(it, _)| *it != turn) {
                acceleration.leave_to(pool, oracle, other);
            }
            for stop in &acceleration.stops {
                self.jumps.extend(acceleration.jump(pool, stop));
            }
            self.accelerations.push((turn.clone(), acceleration));
        }
        Ok(())
    }
}
