//! Single steps of states that are on no path of the exploration: hypotheses of a technique, and
//! pieces of a program. What an event requires of such a state is defined here; what follows if it
//! does not hold is up to the technique.

use crate::coverage::Recorder;
use crate::machine::{Action, Event, Flow, Machine, Settings};
use crate::outcome::{Reason, ReasonKind};
use crate::program::Program;
use crate::slot::{Cell, Member};
use crate::state::State;
use sheaf_term::{Pool, Term};

sheaf_tuning::constants! {
    /// Maximum number of terms that an access at a symbolic offset may create.
    pub MAX_TERMS: u64 = 1 << 12, 1 => 1 << 16, "terms";
}

/// Executes steps of states.
pub struct Alone<'a> {
    /// What is executed.
    pub program: &'a Program,
    /// The terms.
    pub pool: &'a mut Pool,
    /// The options.
    pub settings: &'a Settings,
    /// Records what is executed.
    pub recorder: &'a mut Recorder,
}

impl Alone<'_> {
    /// Executes an instruction, and appends the memory that it accesses to `accessed`, if that is
    /// asked for, and what it reads in tables to `members`. An access at a symbolic offset that
    /// needs more than `terms` terms ends the path. So does one to a table, which is no memory, if
    /// accesses are asked for without members.
    pub fn step(
        &mut self,
        state: &mut State,
        mut accessed: Option<&mut Vec<Cell>>,
        mut members: Option<&mut Vec<Member>>,
        terms: u64,
    ) -> (Flow, Vec<Event>) {
        let loc = state.loc(self.program);
        let limit = move |wanted: u64| {
            (wanted > terms).then(|| Reason {
                kind: ReasonKind::UnmodelledOperation,
                detail: "memory at a symbolic offset".to_string(),
                loc,
            })
        };
        let mut machine =
            Machine::new(self.program, self.pool, state, self.settings, self.recorder);
        machine.limit = Some(&limit);
        machine.accessed = accessed.as_deref_mut().map(std::mem::take);
        machine.members = members.as_deref_mut().map(std::mem::take);
        let flow = machine.step();
        let events = std::mem::take(&mut machine.events);
        if let Some(accessed) = accessed {
            *accessed = machine.accessed.take().unwrap_or_default();
        }
        if let Some(members) = members {
            *members = machine.members.take().unwrap_or_default();
        }
        (flow, events)
    }

    /// Performs the action of a choice.
    pub fn apply(&mut self, state: &mut State, action: &Action) {
        let (program, settings) = (self.program, self.settings);
        Machine::new(program, self.pool, state, settings, self.recorder).apply(action);
    }
}

/// What an event requires for its path to continue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Demand {
    /// Nothing.
    Nothing,
    /// That this condition is false.
    Unless(Term, Otherwise),
    /// It is not known whether the path continues: that depends on uninitialized memory, or on
    /// choices of the platform, or something is left out.
    Unknown,
}

/// How a path ends where a condition is true.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Otherwise {
    /// It fails.
    Fails,
    /// The program ends itself, which is no failure.
    Exits,
    /// An assumption is false.
    Dropped,
    /// What follows is not explored.
    Stops,
}

/// What an event requires.
pub fn demand(pool: &mut Pool, settings: &Settings, event: &Event) -> Demand {
    let (fails, otherwise) = match event {
        Event::Obligation { kind, .. } if kind.is_harmless() && !settings.counts(*kind) => {
            return Demand::Nothing;
        }
        Event::Obligation { kind, fails, .. } => {
            let ends = kind.ends_program() && !settings.counts(*kind);
            let otherwise = match ends {
                true => Otherwise::Exits,
                false => Otherwise::Fails,
            };
            (*fails, otherwise)
        }
        Event::Beyond { met, .. } => (*met, Otherwise::Stops),
        Event::Assume { condition, .. } => (pool.not(*condition), Otherwise::Dropped),
        Event::Defined { .. } | Event::Settled { .. } | Event::LeftOut(_) => {
            return Demand::Unknown;
        }
    };
    match pool.has_indeterminate(fails) {
        true => Demand::Unknown,
        false => Demand::Unless(fails, otherwise),
    }
}
