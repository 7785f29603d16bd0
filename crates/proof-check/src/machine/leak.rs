//! Leaks: objects of the heap that no pointer in a global leads to when the program ends.

use super::Machine;
use crate::memory::{Memory, Region, whole_pointer};
use crate::state::{State, Stop};
use crate::term::Term;
use crate::value::{Base, ObjectId};
use std::collections::BTreeMap;

/// How often an object is visited under a further condition. What is only reached by more visits
/// counts as lost.
const MOST_VISITS: u32 = 16;

impl Machine<'_> {
    /// Claims that no object of the heap is lost at the end of the program or, if the objects before
    /// an iteration of a loop are given, that none of this iteration is left at its end.
    pub(crate) fn show_no_leak(
        &mut self,
        state: &mut State,
        before: Option<&Memory>,
    ) -> Result<(), Stop> {
        if !self.scope.counts("leak") {
            return Ok(());
        }
        let reached = match before.is_none() && !self.scope.must_free {
            true => self.reached(&state.memory),
            false => BTreeMap::new(),
        };
        let is_new = |id| before.is_none_or(|it| it.object(id).is_err());
        let owned = state.memory.objects();
        let owned = owned.filter(|(id, it)| it.region == Region::Heap && is_new(*id));
        let owned: Vec<(ObjectId, Term)> = owned.map(|(id, it)| (id, it.alive)).collect();
        for (id, alive) in owned {
            let found = reached.get(&id).map_or(Term::FALSE, |(when, _)| *when);
            let lost = self.pool.not(found);
            let fails = self.pool.and(alive, lost);
            self.oblige(state, "leak", fails)?;
        }
        Ok(())
    }

    /// When pointers lead from globals to each object.
    fn reached(&mut self, memory: &Memory) -> BTreeMap<ObjectId, (Term, u32)> {
        let mut reached = BTreeMap::new();
        let globals = 0..self.program.globals.len() as ObjectId;
        let mut waiting: Vec<(ObjectId, Term)> = globals.map(|id| (id, Term::TRUE)).collect();
        while let Some((id, when)) = waiting.pop() {
            let Ok(object) = memory.object(id) else {
                continue;
            };
            let when = self.pool.and(when, object.alive);
            let starts =
                (0..object.bytes.len()).filter_map(|at| whole_pointer(&object.bytes[at..]));
            for place in starts.flat_map(|places| places.iter()) {
                let Base::Object(target) = place.base else {
                    continue;
                };
                let here = self.pool.and(when, place.guard);
                let (known, visits) = reached.entry(target).or_insert((Term::FALSE, 0));
                let either = self.pool.or(*known, here);
                if either != *known && *visits < MOST_VISITS {
                    (*known, *visits) = (either, *visits + 1);
                    waiting.push((target, here));
                }
            }
        }
        reached
    }
}
