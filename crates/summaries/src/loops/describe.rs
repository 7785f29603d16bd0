//! Results of the loop analysis as text.

use super::acceleration::Acceleration;
use super::automaton::{self, Interleaving, Turn};
use super::effect::Effect;
use super::{Knowledge, Loops, Oracle, PATIENCE, Stop};
use crate::concrete::solver_options;
use crate::machine::Settings;
use crate::options::Options;
use crate::path::ProgramPoint;
use crate::program::Program;
use crate::segment::{Entry, Slot, name_of, readable};
use crate::value::Value;
use sheaf_ir::FuncId;
use sheaf_solver::Solver;
use sheaf_term::{Pool, Term, display};

/// The results for a loop, as text.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its type, 1 to 4.
    pub class: u64,
    /// The order of its paths: `sequential`, `periodic` or `irregular`.
    pub interleaving: &'static str,
    /// The reason why it is left to ordinary execution, if it is.
    pub reason: Option<String>,
    /// The paths that return to the header.
    pub paths: Vec<PathDescription>,
    /// The conditions under which a path leaves the loop.
    pub exits: Vec<String>,
    /// Repeated iterations.
    pub accelerations: Vec<AccelerationDescription>,
}

/// A path that returns to the header.
#[derive(Clone, Debug)]
pub struct PathDescription {
    /// Its name, such as `p1`.
    pub name: String,
    /// The source lines of its branches, in order.
    pub lines: Vec<u32>,
    /// Under which the path is taken.
    pub condition: String,
    /// Its updates, such as `i = i + 1`.
    pub updates: Vec<String>,
    /// The paths that may follow.
    pub followed_by: Vec<String>,
}

/// Repeated iterations along a path.
#[derive(Clone, Debug)]
pub struct AccelerationDescription {
    /// The paths of a period, such as `p1 p2*3`.
    pub turn: String,
    /// The values of the variables after `k` of them.
    pub updates: Vec<String>,
    /// The conditions before the first iteration under which this holds.
    pub region: String,
    /// Their ends: the condition, and the number of iterations, if that is a term.
    pub stops: Vec<(String, Option<String>)>,
}

/// The results for the loops of a function, in any calling context, in order.
///
/// # Errors
/// If the solver cannot be set up.
pub fn describe(
    program: &Program,
    options: &Options,
    func: FuncId,
) -> Result<Vec<Description>, String> {
    let mut pool = Pool::new();
    let mut solver = Solver::new(solver_options(options))?;
    solver.set_timeout(PATIENCE.get());
    let mut loops = Loops::new(program, Settings::new(options));
    let forest = loops.forest(func).clone();
    let mut descriptions = Vec::new();
    for natural in forest.loops().iter() {
        let point = ProgramPoint {
            func,
            block: natural.header,
            inst: 0,
        };
        let mut oracle = Oracle::new(&mut solver);
        let known = loops.know(&mut pool, &mut oracle, Entry::Point(point));
        descriptions.extend(known.map(|known| known.describe(program, &mut pool)));
    }
    Ok(descriptions)
}

impl Knowledge {
    /// The results as text.
    pub fn describe(&self, program: &Program, pool: &mut Pool) -> Description {
        let interleaving = match &self.automaton.interleaving {
            Interleaving::Sequential => "sequential",
            Interleaving::Periodic => "periodic",
            Interleaving::Irregular(_) => "irregular",
        };
        let mut words = Words {
            program,
            pool,
            knowledge: self,
        };
        let count = self.paths.len();
        Description {
            class: self.class().number(),
            interleaving,
            reason: self.irregular().map(|reason| words.readable(&reason)),
            paths: (0..count).map(|path| words.path(path)).collect(),
            exits: self
                .exits
                .iter()
                .map(|exit| words.all(&exit.effect.conditions()))
                .collect(),
            accelerations: self
                .accelerations
                .iter()
                .map(|(turn, acceleration)| words.acceleration(turn, acceleration))
                .collect(),
        }
    }
}

struct Words<'w> {
    program: &'w Program,
    pool: &'w mut Pool,
    knowledge: &'w Knowledge,
}

impl Words<'_> {
    fn readable(&self, text: &str) -> String {
        readable(self.program, text)
    }

    fn term(&self, term: Term) -> String {
        self.readable(&display(self.pool, term).to_string())
    }

    /// A conjunction.
    fn all(&self, conditions: &[Term]) -> String {
        let texts: Vec<String> = conditions.iter().map(|term| self.term(*term)).collect();
        match texts.is_empty() {
            true => "always".to_string(),
            false => texts.join(" && "),
        }
    }

    fn slot(&self, slot: Slot) -> String {
        match slot {
            Slot::Register { local, .. } => {
                let func = &self.program.module().funcs[self.knowledge.header.func];
                name_of(func, local)
            }
            Slot::Memory(cell) => {
                let text = format!("memory:{}+{}", cell.object.0, cell.offset);
                self.readable(&text)
            }
        }
    }

    fn value(&mut self, value: &Value) -> String {
        match value.fold(self.pool) {
            Some(term) => self.term(term),
            None => "a pointer".to_string(),
        }
    }

    fn path(&mut self, path: usize) -> PathDescription {
        let effect = &self.knowledge.paths[path];
        let follows = self.knowledge.automaton.follows.get(path);
        let follows = follows.into_iter().flatten().enumerate();
        let followed_by = follows
            .filter(|(_, may)| **may)
            .map(|(next, _)| automaton::name(next))
            .collect();
        PathDescription {
            name: automaton::name(path),
            lines: self.lines(effect),
            condition: self.all(&effect.conditions()),
            updates: self.updates(effect),
            followed_by,
        }
    }

    fn lines(&self, effect: &Effect) -> Vec<u32> {
        let module = self.program.module();
        let func = &module.funcs[self.knowledge.header.func];
        let mut lines = Vec::new();
        for edge in &effect.edges {
            let block = &func.blocks[edge.block];
            if block.terminator.targets().len() > 1
                && let Some(loc) = block.loc
            {
                lines.push(module.locs[loc].line);
            }
        }
        lines
    }

    fn updates(&mut self, effect: &Effect) -> Vec<String> {
        let mut texts = Vec::new();
        for (slot, value) in &effect.updates {
            let before = effect.symbols.get(slot);
            let is_same = value.fold(self.pool).is_none_or(|it| Some(&it) == before);
            let dies = matches!(slot, Slot::Register { .. }) && before.is_none();
            if !is_same && !dies {
                texts.push(format!("{} = {}", self.slot(*slot), self.value(value)));
            }
        }
        texts
    }

    fn acceleration(
        &mut self,
        turn: &Turn,
        acceleration: &Acceleration,
    ) -> AccelerationDescription {
        let parts = turn.iter().map(|(path, count)| match count {
            1 => automaton::name(*path),
            _ => format!("{}*{count}", automaton::name(*path)),
        });
        let turn = parts.collect::<Vec<_>>().join(" ");
        let mut updates = Vec::new();
        if let Some(sort) = acceleration.counter_sort(self.pool) {
            let counter = self.pool.input("k", sort, usize::MAX);
            let solution = &acceleration.solution;
            for (slot, form) in &solution.forms {
                if let Some(value) = solution.value(self.pool, form, counter, 1)
                    && acceleration.effect.symbols.contains_key(slot)
                {
                    updates.push(format!("{} = {}", self.slot(*slot), self.value(&value)));
                }
            }
        }
        let stops = acceleration.stops.iter();
        let stops = stops.map(|stop| self.stop(stop)).collect();
        AccelerationDescription {
            turn,
            updates,
            region: self.all(&acceleration.region),
            stops,
        }
    }

    fn stop(&mut self, stop: &Stop) -> (String, Option<String>) {
        let fails = self.pool.not(stop.fails);
        let count = (!stop.is_open).then(|| self.term(stop.count));
        (self.term(fails), count)
    }
}
