//! Resolves symbolic addresses to objects and functions.

use crate::machine::{Machine, Stop};
use crate::memory::Object;
use crate::outcome::ReasonKind;
use crate::path::lasting;
use crate::value::{ObjectId, Value};
use sheaf_ir::FuncId;
use sheaf_ir::index::Idx;
use sheaf_solver::Constraints;
use sheaf_term::{Op, Term, TermMap};

sheaf_tuning::constants! {
    /// The maximum number of objects or functions that a symbolic address is resolved to.
    pub(super) MAX_ADDRESS_CANDIDATES: usize = 64, 1 => 1024, "objects";
    /// The maximum number of subterms of an address that are searched for a choice.
    MAX_ADDRESS_PARTS: usize = 256, 1 => 4096, "terms";
    /// The maximum number of objects for which address conditions are created.
    MAX_OBJECTS_ASKED: usize = 4096, 1 => 1 << 16, "objects";
}

/// The candidates of a symbolic address.
pub struct Found {
    /// Pointers into the objects, with disjoint conditions that the address is in each.
    pub objects: Vec<(Term, Value)>,
    /// The condition that it is in none.
    pub nowhere: Term,
}

impl Found {
    /// Fails if there are too many objects to fork for each of them.
    pub(super) fn few(&self) -> Result<(), Stop> {
        match self.objects.len() > MAX_ADDRESS_CANDIDATES.get() {
            true => Err(too_many(self.objects.len())),
            false => Ok(()),
        }
    }
}

fn too_many(objects: usize) -> Stop {
    let detail = format!("an access at a computed address that may lie in {objects} objects");
    Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail)
}

impl Machine<'_> {
    /// The objects of a kind that may contain this many bytes at a symbolic address.
    ///
    /// # Errors
    /// When there are thousands.
    pub fn objects_at(
        &mut self,
        address: Term,
        bytes: u64,
        is_candidate: impl Fn(&Object) -> bool,
    ) -> Result<Found, Stop> {
        let (low, high) = self.pool.range(address);
        let heap = &self.state.heap;
        let mut candidates: Vec<(ObjectId, u64, u64)> = heap
            .objects()
            .filter(|(_, object)| is_candidate(object))
            .filter_map(|(id, object)| {
                let last = object.size.room().checked_sub(bytes)?;
                Some((id, heap.layout().base(id), last))
            })
            .filter(|(_, base, last)| u128::from(base + last) >= low && u128::from(*base) <= high)
            .collect();
        // What the path says about an address determines its object. An object that is left out
        // here belongs to `nowhere`, so that the explorer enumerates other addresses.
        let path = &self.state.constraints;
        let depends_on_addresses = path.has_chosen(self.pool)
            && lasting(path).any(|condition| self.pool.has_chosen(condition));
        if candidates.len() > MAX_ADDRESS_CANDIDATES.get() || depends_on_addresses {
            let mut constraints: Vec<Term> = lasting(path).collect();
            constraints.reverse();
            for condition in &mut constraints {
                *condition = self.pool.with_chosen(*condition);
            }
            let (low, high) = sheaf_solver::bounds(self.pool, &constraints, address);
            candidates.retain(|(_, base, last)| {
                u128::from(base + last) >= low && u128::from(*base) <= high
            });
        }
        if candidates.len() > MAX_OBJECTS_ASKED.get() {
            return Err(too_many(candidates.len()));
        }
        let mut found = Found {
            objects: Vec::with_capacity(candidates.len()),
            nowhere: Term::TRUE,
        };
        for (object, base, last) in candidates {
            let base = match depends_on_addresses {
                true => self.address_term(&Value::Ptr { object, offset: 0 }),
                false => self.pool.bits(64, u128::from(base)),
            };
            let offset = self.pool.sub(address, base);
            let limit = self.pool.bits(64, u128::from(last));
            let inside = self.pool.ule(offset, limit);
            let exists = self.state.heap.get(object).life.clone().exists(self.pool);
            let inside = self.pool.guard_and(inside, exists);
            let outside = self.pool.not(inside);
            found.nowhere = self.pool.and(found.nowhere, outside);
            let pointer = match last {
                0 => Value::Ptr { object, offset: 0 },
                _ => Value::pointer(self.pool, object, offset),
            };
            found.objects.push((inside, pointer));
        }
        Ok(found)
    }

    /// The functions at a symbolic address, with conditions.
    pub(super) fn functions_at(&mut self, address: Term) -> Result<Vec<(Term, Value)>, Stop> {
        let (low, high) = self.pool.range(address);
        let count = self.program.module().funcs.len();
        let funcs = (0..count).map(FuncId::new);
        let layout = self.state.heap.layout();
        let in_range = |func: &FuncId| {
            let at = u128::from(layout.function_address(*func));
            low <= at && at <= high
        };
        let candidates: Vec<FuncId> = funcs.filter(in_range).collect();
        if candidates.len() > MAX_ADDRESS_CANDIDATES.get() {
            let detail = format!(
                "a call of a computed address that may be one of {} functions",
                candidates.len()
            );
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        }
        let mut found = Vec::with_capacity(candidates.len());
        for func in candidates {
            let at = self.state.heap.layout().function_address(func);
            let at = self.pool.bits(64, u128::from(at));
            let same = self.pool.eq(address, at);
            if same != Term::FALSE {
                found.push((same, Value::Func(func)));
            }
        }
        Ok(found)
    }

    /// The pointer with an address that is a choice of few known ones, or computed from hidden
    /// ones: a choice of numbers on merged paths is a choice of objects and functions.
    pub(super) fn chosen_pointer(&mut self, address: Term) -> Option<Value> {
        let mut choices = MAX_ADDRESS_CANDIDATES.get();
        if self.pool.has_chosen(address) {
            let found = self.pointer_by_choices(address, true, &mut choices);
            return found.or_else(|| Some(self.settled_pointer(address)));
        }
        let is_choice = self.pool.op(address) == Op::Ite;
        is_choice.then(|| self.pointer_by_choices(address, false, &mut choices))?
    }

    /// The pointer with an address that is a choice. Besides hidden addresses any other may be one
    /// of the choices.
    fn pointer_by_choices(
        &mut self,
        address: Term,
        beside_hidden: bool,
        choices: &mut usize,
    ) -> Option<Value> {
        if let Some(known) = self.pool.as_bits(address) {
            return Some(self.pointer_at(known as u64));
        }
        let is_hidden = self.pool.has_chosen(address);
        if is_hidden && let Some(pointer) = self.hidden_pointer(address) {
            return Some(pointer);
        }
        let Some(condition) = self.condition_in(address) else {
            return match is_hidden {
                true => Some(self.settled_pointer(address)),
                false if beside_hidden => Some(Value::pointer(self.pool, ObjectId::NONE, address)),
                false => None,
            };
        };
        *choices = choices.checked_sub(1)?;
        let [then, otherwise] = [true, false].map(|value| {
            let value = self.pool.bool(value);
            let map = TermMap::from_iter([(condition, value)]);
            self.pool.substitute(address, &map)
        });
        let condition = self.settle(condition);
        let negated = self.pool.guard_not(condition);
        let [then, otherwise] = [(condition, then), (negated, otherwise)].map(|(guard, side)| {
            self.under(guard, |machine| {
                machine.pointer_by_choices(side, beside_hidden, choices)
            })
        });
        match (then, otherwise) {
            (Some(then), Some(otherwise)) => {
                Some(Value::choice(self.pool, condition, &then?, &otherwise?))
            }
            (then, otherwise) => then.or(otherwise)?,
        }
    }

    /// The condition of an address that is a choice or, if there are hidden addresses in it,
    /// contains a choice, preferably between these.
    fn condition_in(&self, address: Term) -> Option<Term> {
        let condition = |part: Term| match self.pool.op(part) {
            Op::Ite => self.pool.args(part).first().copied(),
            _ => None,
        };
        if !self.pool.has_chosen(address) {
            return condition(address);
        }
        let (mut pending, mut other) = (vec![address], None);
        for _ in 0..MAX_ADDRESS_PARTS.get() {
            let Some(part) = pending.pop() else { break };
            match condition(part) {
                Some(condition) if self.pool.has_chosen(part) => return Some(condition),
                Some(condition) => other = other.or(Some(condition)),
                None => pending.extend(self.pool.args(part)),
            }
        }
        other
    }
}
