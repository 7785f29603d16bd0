//! What lines cost: instructions, forks, queries and time, as the user asks for by
//! [`crate::Options::profile`]. Costs of the library count for the line that calls it. An
//! instruction at a time is executed, so that an exploration takes longer, and does the same.

use super::{Driver, Step};
use crate::endless::{calls, user_location};
use crate::machine::{Flow, Machine, Pause};
use crate::outcome::{Cost, LineCost};
use crate::program::Program;
use crate::state::State;
use rustc_hash::FxHashMap;
use sheaf_ir::{FuncId, LocId};
use std::time::Instant;

/// The costs so far.
#[derive(Default)]
pub(super) struct Profile {
    lines: FxHashMap<(FuncId, Option<LocId>), Cost>,
    /// Where the last step ended, and the time of its instructions.
    last: Option<(FuncId, Option<LocId>)>,
    seconds: f64,
}

impl Profile {
    /// As [`Machine::run`].
    pub fn run(&mut self, program: &Program, machine: &mut Machine, fuel: u64) -> Flow {
        self.seconds = 0.0;
        machine.run_each(fuel, |machine| {
            let place = user_location(program, calls(&machine.state.frames));
            let place = place.map(|(loc, func)| (func, loc));
            self.last = place;
            let (before, start) = (machine.state.instructions, Instant::now());
            let flow = machine.step();
            let seconds = start.elapsed().as_secs_f64();
            self.seconds += seconds;
            if let Some(place) = place {
                let cost = self.lines.entry(place).or_default();
                cost.instructions += machine.state.instructions - before;
                cost.seconds += seconds;
            }
            flow
        })
    }

    /// The costs of all lines.
    pub fn lines(self) -> Vec<LineCost> {
        let lines = self.lines.into_iter();
        let mut lines: Vec<LineCost> = lines
            .map(|((func, loc), cost)| LineCost { func, loc, cost })
            .collect();
        lines.sort_by_key(|line| (line.func, line.loc));
        lines
    }
}

impl Driver<'_> {
    /// As [`Driver::step`], and notes what it costs.
    pub(super) fn step_noted(&mut self, state: &mut State, pause: Option<Pause>) -> Step {
        let solver = self.solver.stats();
        let (asked, seconds) = (solver.asked, solver.seconds);
        let (forks, start) = (self.stats.forks, Instant::now());
        let step = self.step_once(state, pause);
        let solver = self.solver.stats();
        if let Some(profile) = &mut self.profile
            && let Some(place) = profile.last
        {
            let cost = profile.lines.entry(place).or_default();
            cost.queries += solver.asked - asked;
            cost.solver_seconds += solver.seconds - seconds;
            cost.forks += self.stats.forks - forks;
            // The decision behind the last instruction.
            cost.seconds += (start.elapsed().as_secs_f64() - profile.seconds).max(0.0);
        }
        step
    }
}
