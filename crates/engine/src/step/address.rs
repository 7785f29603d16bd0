//! From a symbolic address to the objects and functions that lie there.

use crate::machine::{Machine, Stop};
use crate::memory::{Object, function_address};
use crate::outcome::ReasonKind;
use crate::value::{ObjectId, Value};
use sheaf_ir::FuncId;
use sheaf_ir::index::Idx;
use sheaf_term::{Op, Term};

/// Objects or functions that a symbolic address is tried with.
pub(super) const MAX_ADDRESS_CANDIDATES: usize = 64;

/// What a symbolic address may be a place in.
pub(super) struct Found {
    /// Pointers into the objects, and when the address is a place in each. The conditions are disjoint.
    pub objects: Vec<(Term, Value)>,
    /// When it is a place in none.
    pub nowhere: Term,
}

impl Machine<'_> {
    /// The objects of a kind in which a symbolic address may be one with this many bytes behind it.
    pub(super) fn objects_at(
        &mut self,
        address: Term,
        bytes: u64,
        is_candidate: impl Fn(&Object) -> bool,
    ) -> Result<Found, Stop> {
        let (low, high) = self.pool.range(address);
        let heap = &self.state.heap;
        let candidates: Vec<(ObjectId, u64, u64)> = heap
            .objects()
            .filter(|(_, object)| is_candidate(object))
            .filter_map(|(id, object)| {
                let last = object.size.room().checked_sub(bytes)?;
                Some((id, heap.layout().base(id), last))
            })
            .filter(|(_, base, last)| u128::from(base + last) >= low && u128::from(*base) <= high)
            .collect();
        if candidates.len() > MAX_ADDRESS_CANDIDATES {
            let detail = format!(
                "an access at a computed address that may lie in {} objects",
                candidates.len()
            );
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        }
        let mut found = Found {
            objects: Vec::with_capacity(candidates.len()),
            nowhere: Term::TRUE,
        };
        for (object, base, last) in candidates {
            let base = self.pool.bits(64, u128::from(base));
            let offset = self.pool.sub(address, base);
            let limit = self.pool.bits(64, u128::from(last));
            let inside = self.pool.ule(offset, limit);
            let exists = self.state.heap.get(object).life.clone().exists(self.pool);
            let inside = self.pool.guard_and(inside, exists);
            let outside = self.pool.not(inside);
            found.nowhere = self.pool.and(found.nowhere, outside);
            let pointer = Value::pointer(self.pool, object, offset);
            found.objects.push((inside, pointer));
        }
        Ok(found)
    }

    /// The functions that a symbolic address may be, and when it is each.
    pub(super) fn functions_at(&mut self, address: Term) -> Result<Vec<(Term, Value)>, Stop> {
        let (low, high) = self.pool.range(address);
        let count = self.program.module().funcs.len();
        let funcs = (0..count).map(FuncId::new);
        let in_range = |func: &FuncId| {
            let at = u128::from(function_address(*func));
            low <= at && at <= high
        };
        let candidates: Vec<FuncId> = funcs.filter(in_range).collect();
        if candidates.len() > MAX_ADDRESS_CANDIDATES {
            let detail = format!(
                "a call of a computed address that may be one of {} functions",
                candidates.len()
            );
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        }
        let mut found = Vec::with_capacity(candidates.len());
        for func in candidates {
            let at = self.pool.bits(64, u128::from(function_address(func)));
            let same = self.pool.eq(address, at);
            if same != Term::FALSE {
                found.push((same, Value::Func(func)));
            }
        }
        Ok(found)
    }

    /// The pointer with an address that is a choice of few known ones: what merged paths have as a choice of numbers is a choice of objects
    /// and functions.
    pub(super) fn chosen_pointer(&mut self, address: Term) -> Option<Value> {
        let mut choices = MAX_ADDRESS_CANDIDATES;
        (self.pool.op(address) == Op::Ite)
            .then(|| self.pointer_by_choices(address, &mut choices))
            .flatten()
    }

    fn pointer_by_choices(&mut self, address: Term, choices: &mut usize) -> Option<Value> {
        if let Some(known) = self.pool.as_bits(address) {
            return Some(self.pointer_at(known as u64));
        }
        let [condition, then, otherwise] = self.pool.args(address)[..] else {
            return None;
        };
        if self.pool.op(address) != Op::Ite || *choices == 0 {
            return None;
        }
        *choices -= 1;
        let then = self.pointer_by_choices(then, choices)?;
        let otherwise = self.pointer_by_choices(otherwise, choices)?;
        Some(Value::choice(self.pool, condition, &then, &otherwise))
    }
}
