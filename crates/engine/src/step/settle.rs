//! Where a path depends on what the platform chooses: on addresses, on the process id.
//!
//! A program may do what it likes with the bits of an address, and a verdict must hold for all
//! addresses that a process can have. Three ways to see to that were weighed:
//!
//! - Concrete addresses with a mark on every number that was computed from one. The mark would have
//!   to go through every operation on values and bytes, and nothing would tell `p % 16`, which is
//!   known, from `p % 64`, which is not.
//! - Addresses as symbols all the way, in path conditions too. Then a hash table forks into all of
//!   its buckets, and what is found needs an address to be replayed with.
//! - Symbols up to where something is decided, which is what is done. A number from an address is a
//!   term whose unknown bits are a symbol that knows the value which we chose
//!   ([`sheaf_term::Pool::address`]). What holds of all addresses, rewriting finds out: differences
//!   in one object, alignment, that they are not null. Where the rest decides something (a branch,
//!   a check, an offset, a size), the chosen value is put in, and the explorer asks whether another
//!   choice would give another result. If so, that is a reason, and the path goes on with our
//!   choice alone.
//!
//! Conditions on inputs are another matter: which address an input is does not depend on where
//! objects lie. `input == &x` can be true and false for each choice, of different inputs. Such a
//! condition stays as it is, and path conditions may have such symbols. The explorer asks whether
//! there are inputs for the addresses that we chose; where there are none, it asks again for any
//! addresses, and if there are some then, that is the reason (`decide.rs`).
//!
//! Pointers are no numbers: those into one object are compared by their offsets, and those to
//! different objects that were alive together are unequal (`compare.rs`). Concrete runs have
//! nothing hidden and make no terms. Where addresses lie is not symbolic, so an access through a
//! number finds its object by the symbol in it.

use crate::machine::{Event, Machine};
use crate::memory::{Heap, Storage, Width};
use crate::outcome::ReasonKind;
use crate::program::Program;
use crate::value::{ObjectId, Value};
use sheaf_term::{Op, Pool, Sort, Symbol, SymbolKind, Term};

/// Objects that a reason names.
const MAX_NAMES: usize = 2;

impl Machine<'_> {
    /// A term that is about to decide something, with what we chose for the platform. That it may
    /// depend on that is an event. Conditions on inputs keep what is hidden.
    pub(crate) fn settle(&mut self, term: Term) -> Term {
        if !self.pool.has_chosen(term) || self.is_on_inputs(term) {
            return term;
        }
        let settled = self.pool.with_chosen(term);
        self.note_choice(term);
        settled
    }

    /// Whether a term is a condition that some inputs satisfy and others do not, perhaps, wherever
    /// objects lie.
    fn is_on_inputs(&self, term: Term) -> bool {
        let is_input = |symbol: &Symbol| self.pool.symbol_info(*symbol).kind == SymbolKind::Input;
        self.pool.sort(term) == Sort::Bool && self.pool.symbols(term).iter().any(is_input)
    }

    /// States that it matters which value a term has.
    fn note_choice(&mut self, term: Term) {
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
    pub(crate) fn settle_value(&mut self, value: &Value) -> Value {
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

    /// The objects whose addresses are in a term, by where they lie, and how far the term is from
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

    /// How far a term is from the address of an object. The low bits that are zero in an address
    /// may hold something else.
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

    /// From one address to another, where numbers that are as wide as pointers are cut.
    fn address_distance(&mut self, from: Term, to: Term) -> Term {
        if self.width() == Width::Bits64 {
            return self.pool.sub(to, from);
        }
        let [from, to] = [from, to].map(|address| self.pool.extract(address, 31, 0));
        let distance = self.pool.sub(to, from);
        self.pool.sext(distance, 64)
    }

    /// The pointer with an address that was computed from hidden ones, if that is at an offset from
    /// one of them.
    pub(super) fn hidden_pointer(&mut self, address: Term) -> Option<Value> {
        let distances = self.distances(address);
        let mut known = distances.into_iter();
        let (base, offset) = known.find(|(_, offset)| !self.pool.has_chosen(*offset))?;
        Some(self.pointer_into(base, offset))
    }

    /// The pointer with an address, with what we chose for the platform. It matters which object it
    /// leads to, and how far into it, not where that lies.
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

    /// The pointer at an offset from a known address, whatever the offset is.
    fn pointer_into(&mut self, base: u64, offset: Term) -> Value {
        let start = self.pointer_at(base);
        let moved = self.lift(&start, &mut |machine, start| {
            Ok(machine.advance(start, offset))
        });
        moved.unwrap_or(Value::Uninitialized)
    }

    /// An object in words.
    pub(super) fn describe_object(&self, id: ObjectId) -> String {
        describe_object(self.program, &self.state.heap, id)
    }
}

/// What terms depend on, in words.
pub(crate) fn describe_choice(
    pool: &Pool,
    program: &Program,
    heap: &Heap,
    symbols: &[Symbol],
) -> String {
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

/// What lies at an address, in words.
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

/// An object in words.
fn describe_object(program: &Program, heap: &Heap, id: ObjectId) -> String {
    match (program.global_name(id), heap.get(id).storage) {
        (Some(name), _) => format!("`{name}`"),
        (None, Storage::Heap) => "a heap object".to_string(),
        (None, _) => "a local object".to_string(),
    }
}
