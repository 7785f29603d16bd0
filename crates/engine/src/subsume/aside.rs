//! Branches that a path did not take. They are executed symbolically up to the next join points. If
//! labels are known there, a label need not exclude these branches.

use super::execute::{after, execute};
use super::tree::is_at_join_point;
use crate::Driver;
use crate::alone::{Demand, Otherwise, demand};
use crate::coverage::Recorder;
use crate::joins::Joins;
use crate::machine::{Choice, Event, Flow};
use crate::outcome::End;
use crate::segment::Cell;
use crate::state::State;
use sheaf_ir::FailureKind;
use sheaf_term::Term;

sheaf_tuning::constants! {
    /// Instructions that are executed on all branches beside one stretch.
    MAX_INSTRUCTIONS: u32 = 256, 1 => 4096, "instructions";
    /// Forks on one such branch.
    MAX_DECISIONS: u32 = 4, 1 => 64, "forks";
}

/// A branch that a path did not take.
pub struct Aside {
    pub guard: Term,
    /// Its execution.
    pub piece: Piece,
    /// Memory that it accesses.
    pub accessed: Vec<Cell>,
}

/// A part of such a branch up to a fork or its end.
pub struct Piece {
    /// The conditions that it depends on, in order of execution.
    pub course: Vec<Step>,
    /// How it ends.
    pub ends: Ends,
}

/// A condition that a piece depends on.
#[derive(Clone, Copy)]
pub enum Step {
    /// This must hold.
    Need(Term),
    /// The program assumes this.
    Assume(Term),
    /// Where this holds, the program ends itself, and that is no failure.
    End(Term),
}

/// How a piece ends.
pub enum Ends {
    /// The program exits.
    Over,
    /// An assumption is false.
    Dropped,
    /// At a join point, in this generalized state.
    At(Box<State>),
    /// At a fork into these pieces, each with its guard.
    Forks(Vec<(Term, Piece)>),
    /// With a failure, or it is unknown how.
    Unknown,
}

impl Aside {
    /// Whether it may be harmless, at least on one of its paths.
    pub fn is_of_use(&self) -> bool {
        self.piece.is_of_use()
    }
}

impl Piece {
    fn is_of_use(&self) -> bool {
        match &self.ends {
            Ends::Over | Ends::Dropped | Ends::At(_) => true,
            Ends::Forks(pieces) => pieces.iter().any(|(_, piece)| piece.is_of_use()),
            Ends::Unknown => false,
        }
    }
}

/// Executes the branches that a stretch did not take.
pub struct Asides<'s> {
    joins: &'s Joins,
    /// Required by the machine. Its coverage is not read.
    pub recorder: &'s mut Recorder,
    instructions_left: u32,
}

impl<'s> Asides<'s> {
    /// For one stretch.
    pub fn new(joins: &'s Joins, recorder: &'s mut Recorder) -> Self {
        Asides {
            joins,
            recorder,
            instructions_left: MAX_INSTRUCTIONS.get(),
        }
    }

    /// Executes the branch of a choice from a generalized state.
    pub fn follow(&mut self, driver: &mut Driver, state: &State, choice: &Choice) -> Aside {
        let mut accessed = Vec::new();
        let state = after(driver, self.recorder, state, &choice.action);
        let piece = self.piece(driver, state, MAX_DECISIONS.get(), &mut accessed);
        Aside {
            guard: choice.guard,
            piece,
            accessed,
        }
    }

    fn piece(
        &mut self,
        driver: &mut Driver,
        mut state: State,
        decisions: u32,
        accessed: &mut Vec<Cell>,
    ) -> Piece {
        let mut course = Vec::new();
        let ends = loop {
            if is_at_join_point(driver.program, self.joins, &state) {
                break Ends::At(Box::new(state));
            }
            if self.instructions_left == 0 {
                break Ends::Unknown;
            }
            self.instructions_left -= 1;
            let (flow, events) = execute(driver, self.recorder, &mut state, accessed);
            if let Some(ends) = handle(driver, events, &mut course) {
                break ends;
            }
            match flow {
                Flow::Next => {}
                Flow::End(End::Dropped) => break Ends::Dropped,
                // Whether memory leaks depends on all pointers in the state.
                Flow::End(End::Exit(_)) if !driver.settings.counts(FailureKind::Leak) => {
                    break Ends::Over;
                }
                Flow::Choose(choices) => match self.choose(driver, &state, &choices) {
                    Some(next) => state = next,
                    None => break self.fork(driver, &state, choices, decisions, accessed),
                },
                Flow::End(_) | Flow::Concretize(..) | Flow::Bound(_) => break Ends::Unknown,
            }
        };
        Piece { course, ends }
    }

    /// The state after the only possible choice, if only one is possible.
    fn choose(&mut self, driver: &mut Driver, state: &State, choices: &[Choice]) -> Option<State> {
        let only = choices.iter().find(|choice| choice.guard == Term::TRUE)?;
        Some(after(driver, self.recorder, state, &only.action))
    }

    fn fork(
        &mut self,
        driver: &mut Driver,
        state: &State,
        choices: Vec<Choice>,
        decisions: u32,
        accessed: &mut Vec<Cell>,
    ) -> Ends {
        let mut pieces = Vec::new();
        for choice in choices {
            if decisions == 0 || driver.pool.has_indeterminate(choice.guard) {
                return Ends::Unknown;
            }
            if choice.guard != Term::FALSE {
                let state = after(driver, self.recorder, state, &choice.action);
                let piece = self.piece(driver, state, decisions - 1, accessed);
                pieces.push((choice.guard, piece));
            }
        }
        Ends::Forks(pieces)
    }
}

/// Adds the conditions of events to `course`. Returns how the piece ends, if it ends here.
fn handle(driver: &mut Driver, events: Vec<Event>, course: &mut Vec<Step>) -> Option<Ends> {
    for event in events {
        let (fails, otherwise) = match demand(&mut driver.pool, &driver.settings, &event) {
            Demand::Nothing => continue,
            Demand::Unknown => return Some(Ends::Unknown),
            Demand::Unless(fails, otherwise) => (fails, otherwise),
        };
        let holds = driver.pool.not(fails);
        let step = match otherwise {
            Otherwise::Exits if fails == Term::TRUE => return Some(Ends::Over),
            Otherwise::Exits => Step::End(fails),
            Otherwise::Fails | Otherwise::Stops if fails == Term::TRUE => {
                return Some(Ends::Unknown);
            }
            Otherwise::Fails | Otherwise::Stops => Step::Need(holds),
            Otherwise::Dropped => Step::Assume(holds),
        };
        course.push(step);
    }
    None
}
