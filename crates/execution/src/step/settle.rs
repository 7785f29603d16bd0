//! Dependencies of a path on choices of the platform: on addresses, on the process id.
//!
//! A program may use the bits of an address in any way, and a verdict must hold for all addresses
//! that a process can have. Three designs were considered:
//!
//! - Concrete addresses with a taint on every number computed from one. The taint would have to go
//!   through every operation on values and bytes, and could not distinguish `p % 16`, which is
//!   known, from `p % 64`, which is not.
//! - Addresses as symbols everywhere, including path conditions. Then a hash table forks into all
//!   of its buckets, and findings need an address for their replay.
//! - Symbols up to a decision, which is implemented. A number computed from an address is a term
//!   whose unknown bits are a symbol that knows our chosen value ([`sheaf_term::Pool::address`]).
//!   Rewriting derives what holds for all addresses: differences within an object, alignment, that
//!   they are not null. If a decision (a branch, a check, an offset, a size) depends on the rest,
//!   the chosen value is substituted, and the explorer checks whether another choice would change
//!   the result. If so, that is a reason, and the path continues with our choice only. What several
//!   branches decide together is looked at as a whole (`fold.rs`).
//!
//! Conditions on inputs are different: whether an input equals an address does not depend on the
//! layout. `input == &x` can be true and false for each layout, for different inputs. Such a
//! condition stays unchanged, and path conditions may have such symbols. The explorer checks
//! whether there are inputs for the addresses that we chose; if not, it checks again for any
//! addresses, and if there are inputs then, that is the reason (`decide.rs`).
//!
//! Pointers are not numbers: pointers into the same object are compared by their offsets, and
//! pointers to different objects that were alive at the same time are unequal (`compare.rs`).
//! Concrete runs hide nothing and create no terms. The layout itself is not symbolic, so an access
//! through a number finds its object by the symbol in it.

use crate::machine::{Event, Machine};
use crate::memory::{Heap, Storage, Width};
use crate::outcome::ReasonKind;
use crate::program::Program;
use crate::value::{ObjectId, Value};
use sheaf_term::{Op, Pool, Sort, Symbol, SymbolKind, Term};

/// The maximum number of objects that a reason names.
const MAX_NAMES: usize = 2;

impl Machine<'_> {
    /// A term for a decision, with our choice of the platform's values. A possible dependency on
    /// the choice is an event. Conditions on inputs keep their symbols.
    pub fn settle(&mut self, term: Term) -> Term {
        if !self.pool.has_chosen(term) || self.is_on_inputs(term) {
            return term;
        }
        let settled = self.pool.with_chosen(term);
        self.note_choice(term);
        settled
    }

    /// Whether a term is a condition that may be satisfied by some inputs and violated by others,
    /// for all layouts.
    pub(super) fn is_on_inputs(&self, term: Term) -> bool {
        let is_input = |symbol: &Symbol| self.pool.symbol_info(*symbol).kind == SymbolKind::Input;
        self.pool.sort(term) == Sort::Bool && self.pool.symbols(term).iter().any(is_input)
    }

    /// Records that the value of a term matters.
    pub(super) fn note_choice(&mut self, term: Term) {
        if !self.pool.has_chosen(term) {
            return;
        }
        let symbols = self.pool.chosen_symbols(term);
        let what = describe_choice(self.pool, self.program, &self.state.heap, &symbols);
        let reason = self.reason(ReasonKind::AddressDependent, what);
        let mut guard = self.guard;
        if !self.is_on_inputs(guard) {
            guard = self.pool.with_chosen(guard);
        }
        self.events.push(Event::Settled {
            term,
            guard,
            reason,
        });
    }

    /// As [`Machine::settle`], for a scalar or a union of scalars.
    pub fn settle_value(&mut self, value: &Value) -> Value {
        let is_settled = |member: &Value| match member {
            Value::Term(term) => !self.pool.has_chosen(*term),
            _ => true,
        };
        if value.members().all(|(_, member)| is_settled(member)) {
            return value.clone();
        }
        let settled = self.lift(value, &mut |machine, member| {
            Ok(match member {
                Value::Term(term) => {
                    let settled = machine.settle(*term);
                    Value::from_term(machine.pool, settled)
                }
                other => other.clone(),
            })
        });
        settled.unwrap_or(Value::Uninitialized)
    }

    /// The objects whose addresses are in a term, by address, and the distance of the term from
    /// each.
    fn distances(&mut self, address: Term) -> Vec<(u64, Term)> {
        let mut distances = Vec::new();
        for symbol in self.pool.chosen_symbols(address) {
            if let SymbolKind::Chosen { value: base, shift } = self.pool.symbol_info(symbol).kind {
                distances.push((base, self.distance_from(base, shift, address)));
            }
        }
        distances
    }

    /// The distance of a term from the address of an object. The low bits that are zero in an
    /// address may be used for tags.
    fn distance_from(&mut self, base: u64, zeros: u32, address: Term) -> Term {
        let start = self.pool.address(base, zeros);
        let distance = self.address_distance(start, address);
        if !self.pool.has_chosen(distance) {
            return distance;
        }
        let (tagged, further) = match (self.pool.op(address), self.pool.args(address)) {
            (Op::Add, [tagged, further]) if self.pool.is_const(*further) => (*tagged, *further),
            _ => (address, self.pool.bits(64, 0)),
        };
        let low = (1u64 << zeros) - 1;
        let [low, high] = [low, !low].map(|mask| self.pool.bits(64, mask.into()));
        if self.pool.bit_and(tagged, high) != start {
            return distance;
        }
        let tag = self.pool.bit_and(tagged, low);
        self.pool.add(tag, further)
    }

    /// The distance between two addresses, truncated to the pointer width.
    fn address_distance(&mut self, from: Term, to: Term) -> Term {
        if self.width() == Width::Bits64 {
            return self.pool.sub(to, from);
        }
        let [from, to] = [from, to].map(|address| self.pool.extract(address, 31, 0));
        let distance = self.pool.sub(to, from);
        self.pool.sext(distance, 64)
    }

    /// The pointer with an address that was computed from hidden ones, if it is at an offset from
    /// one of them.
    pub(super) fn hidden_pointer(&mut self, address: Term) -> Option<Value> {
        let distances = self.distances(address);
        let mut known = distances.into_iter();
        let (base, offset) = known.find(|(_, offset)| !self.pool.has_chosen(*offset))?;
        Some(self.pointer_into(base, offset))
    }

    /// The pointer with an address, with our chosen layout. Its object and offset matter, not the
    /// layout.
    pub(super) fn settled_pointer(&mut self, address: Term) -> Value {
        let settled = self.pool.with_chosen(address);
        let (mut kept, mut nowhere) = (Term::TRUE, Term::TRUE);
        for (base, distance) in self.distances(address) {
            let object = self.state.heap.at_address(base).first().copied();
            let room = object.map_or(0, |id| self.state.heap.get(id).size.room());
            let (known, room) = (
                self.pool.with_chosen(distance),
                self.pool.bits(64, room.into()),
            );
            let inside = self.pool.ule(known, room);
            let same = self.pool.eq(distance, known);
            let same = self.pool.implies(inside, same);
            let outside = self.pool.not(inside);
            kept = self.pool.and(kept, same);
            nowhere = self.pool.and(nowhere, outside);
        }
        let same = self.pool.eq(address, settled);
        let same = self.pool.implies(nowhere, same);
        let kept = self.pool.and(kept, same);
        self.note_choice(kept);
        let settled = Value::from_term(self.pool, settled);
        self.pointer_from(&settled)
    }

    /// The pointer at an arbitrary offset from a known address.
    fn pointer_into(&mut self, base: u64, offset: Term) -> Value {
        let start = self.pointer_at(base);
        let moved = self.lift(&start, &mut |machine, start| {
            Ok(machine.advance(start, offset))
        });
        moved.unwrap_or(Value::Uninitialized)
    }

    /// A description of an object.
    pub(super) fn describe_object(&self, id: ObjectId) -> String {
        describe_object(self.program, &self.state.heap, id)
    }
}

/// A description of the choices that terms depend on.
pub fn describe_choice(pool: &Pool, program: &Program, heap: &Heap, symbols: &[Symbol]) -> String {
    let mut names = Vec::new();
    for symbol in symbols {
        let SymbolKind::Chosen { value: base, .. } = pool.symbol_info(*symbol).kind else {
            continue;
        };
        let name = describe_address(program, heap, base);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    if names.len() > MAX_NAMES {
        names.truncate(MAX_NAMES - 1);
        names.push("others".to_string());
    }
    names.join(" and ")
}

/// A description of an address.
fn describe_address(program: &Program, heap: &Heap, base: u64) -> String {
    let module = program.module();
    if let Some(func) = heap.layout().function_at(base, module.funcs.len()) {
        return format!("the address of `{}`", module.funcs[func].name);
    }
    match heap.at_address(base).first() {
        Some(object) => format!("the address of {}", describe_object(program, heap, *object)),
        None => "the process id".to_string(),
    }
}

/// A description of an object.
fn describe_object(program: &Program, heap: &Heap, id: ObjectId) -> String {
    match (program.global_name(id), heap.get(id).storage) {
        (Some(name), _) => format!("`{name}`"),
        (None, Storage::Heap | Storage::Mapped) => "a heap object".to_string(),
        (None, _) => "a local object".to_string(),
    }
}
