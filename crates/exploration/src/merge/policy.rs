//! Whether two states that could merge should: by the number of later queries about what they
//! differ in.
//!
//! Where a value is the same in both states, or symbolic in both, merging asks nothing that would
//! not be asked anyway. Where it is concrete in one of them, the joined value is symbolic, and
//! conditions on it that were decided by looking become queries (Kuznetsov et al. 2012, section 3;
//! thesis 4.3.1 and 5.4.3.2).

use super::differences::{Differences, differences};
use super::execution_point::ExecutionPoints;
use super::state_part::StatePart;
use crate::options::{MergePolicy, Merging};
use crate::program::Program;
use crate::state::State;
use crate::value::ObjectId;
use rustc_hash::FxHashMap;
use sheaf_ir::ProgramPoint;
use sheaf_ir::analysis::query_cost::{Estimate, MemoryClass, QueryCosts};
use sheaf_ir::{GlobalId, Local};
use sheaf_term::cancel;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// What it would cost to merge two states.
#[derive(Default, Debug)]
pub struct Weight {
    /// Estimated later queries about the values that differ.
    pub queries: f64,
    /// The variables and objects that differ and have a name.
    pub names: BTreeSet<String>,
    /// What costs more than the limit by itself.
    pub apart: Vec<StatePart>,
}

/// Frames that a local is followed into: its own, and callers that get it as a result.
const FRAMES: usize = 4;
type Stack = SmallVec<[ProgramPoint; FRAMES]>;

/// Decides whether states merge.
pub struct Policy<'p> {
    program: &'p Program,
    costs: Option<QueryCosts<'p>>,
    limit: f64,
    /// What was asked before, most often many times: each state is weighed against each that waits
    /// at its point.
    locals: FxHashMap<(Stack, Local), f64>,
    objects: FxHashMap<(ProgramPoint, MemoryClass), f64>,
}

impl<'p> Policy<'p> {
    /// The policy that the options ask for; value summaries and `aggressive` merge whatever they
    /// meet.
    pub fn new(program: &'p Program, merging: &Merging) -> Self {
        let estimate = match merging.policy {
            MergePolicy::Aggressive => None,
            MergePolicy::Lattice => Some(Estimate::Lattice),
            MergePolicy::Recursive | MergePolicy::Dynamic => Some(Estimate::Recursive {
                kappa: merging.kappa,
            }),
        };
        Policy {
            program,
            costs: estimate.map(|estimate| {
                let costs = QueryCosts::new(program.module(), program.behaviours(), estimate);
                costs.counting(cancel::steps)
            }),
            limit: f64::from(merging.limit_cost),
            locals: FxHashMap::default(),
            objects: FxHashMap::default(),
        }
    }

    /// Whether a weight is within the limit.
    pub fn allows(&self, weight: &Weight) -> bool {
        self.costs.is_none() || weight.queries <= self.limit
    }

    /// Weighs what differs between two states at one point.
    pub fn weigh(&mut self, points: &mut ExecutionPoints, a: &State, b: &State) -> Weight {
        let differences = differences(self.program, points, a, b);
        let mut weight = Weight::default();
        self.weigh_locals(a, &differences, &mut weight);
        self.weigh_objects(a, b, &differences, &mut weight);
        weight
    }

    fn weigh_locals(&mut self, state: &State, differences: &Differences, weight: &mut Weight) {
        for (depth, local) in &differences.locals {
            let frame = &state.frames[*depth];
            let info = &self.program.module().funcs[frame.func].locals[*local];
            weight
                .names
                .extend(info.name.as_deref().map(str::to_string));
            if let Some(costs) = &mut self.costs {
                let frames = state.frames[..=*depth].iter().rev().take(FRAMES);
                let stack: Stack = frames.map(|frame| frame.point()).collect();
                let known = self.locals.entry((stack.clone(), *local));
                let queries = *known.or_insert_with(|| costs.local_on_stack(stack, *local));
                weight.queries += queries;
                if queries > self.limit {
                    weight.apart.push(StatePart::Local(*depth, *local));
                }
            }
        }
    }

    fn weigh_objects(
        &mut self,
        state: &State,
        other: &State,
        differences: &Differences,
        weight: &mut Weight,
    ) {
        for id in &differences.objects {
            weight
                .names
                .extend(self.program.global_name(*id).map(str::to_string));
            let class = self.class(state, *id);
            let Some(costs) = &mut self.costs else {
                continue;
            };
            let mut queries = 0.0;
            for frame in &state.frames {
                let mut here = || costs.memory(frame.func, frame.block, frame.inst, class);
                let known = self.objects.entry((frame.point(), class));
                queries += *known.or_insert_with(&mut here);
            }
            weight.queries += queries;
            if queries > self.limit {
                let part = state.heap.get(*id).known_difference(other.heap.get(*id));
                weight
                    .apart
                    .extend(part.map(|part| StatePart::Part(*id, part)));
            }
        }
    }

    /// The class of memory that an object belongs to.
    fn class(&self, state: &State, id: ObjectId) -> MemoryClass {
        let global = GlobalId(id.0 - 1);
        if self.program.module().globals.get(global).is_some() {
            return MemoryClass::Global(global);
        }
        match state.heap.get(id).loc {
            Some(loc) => MemoryClass::AllocatedAt(loc),
            None => MemoryClass::Any,
        }
    }
}
