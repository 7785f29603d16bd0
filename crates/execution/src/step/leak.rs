//! Leak detection: heap objects that are not reachable from a global variable when the program
//! ends.
//!
//! Locals do not count, even if `exit` ends the program within calls: nothing reads them any more,
//! unless [`LeakRule`] says otherwise. After merging, objects are reached under conditions.

use crate::evidence::{Act, Attempt};
use crate::machine::{Event, Machine};
use crate::memory::{Bytes, Content, Life, Scalars, Storage};
use crate::options::LeakRule;
use crate::outcome::ReasonKind;
use crate::value::{ObjectId, Value};
use rustc_hash::FxHashMap;
use sheaf_ir::FailureKind;
use sheaf_term::Term;

sheaf_tuning::constants! {
    /// How often an object is visited under a further condition before it is not known under which
    /// others it is reachable.
    MAX_VISITS: u32 = 64, 1 => 1024, "visits";
    /// The maximum number of objects that a symbolic number is resolved to as an address.
    MAX_ADDRESS_CANDIDATES: usize = 64, 1 => 1024, "objects";
}

/// The condition under which an object is reachable.
struct Reached {
    when: Term,
    visits: u32,
}

impl Machine<'_> {
    /// Requires that no heap object is lost.
    pub(super) fn check_leaks(&mut self) {
        if !self.settings.counts(FailureKind::Leak) {
            return;
        }
        let objects = self.state.heap.objects();
        let alive = objects.filter(|(_, object)| object.life.may_be_alive());
        let (mut roots, mut owned) = (Vec::new(), Vec::new());
        for (id, object) in alive {
            match object.storage {
                Storage::Heap => owned.push((id, object.size, object.loc, object.life.clone())),
                Storage::Global | Storage::Constant | Storage::Literal => roots.push(id),
                Storage::Stack | Storage::Mapped => {}
            }
        }
        if owned.is_empty() {
            return;
        }
        if self.settings.leaks == LeakRule::Unfreed {
            roots.clear();
        }
        let locals_count = self.settings.leaks == LeakRule::Untracked && self.is_within_calls();
        let (reached, is_known) = self.reached(roots);
        let unseen = match (locals_count, is_known) {
            (true, _) => Some("whether a local leads to it when the program ends in a call"),
            (false, false) => Some("whether a pointer in an array at symbolic offsets leads to it"),
            (false, true) => None,
        };
        for (id, size, loc, life) in owned {
            let when = reached.get(&id).map_or(Term::FALSE, |reached| reached.when);
            let lost = self.pool.guard_not(when);
            let alive = life.alive(self.pool);
            let fails = self.pool.guard_and(lost, alive);
            if fails == Term::FALSE {
                continue;
            }
            let message = match size.known() {
                Some(1) => "1 byte is never freed".to_string(),
                Some(size) => format!("{size} bytes are never freed"),
                None => "an object of symbolic size is never freed".to_string(),
            };
            if let Some(unseen) = unseen {
                let detail = format!("{unseen}: {message}");
                let reason = self.reason(ReasonKind::UnmodelledOperation, detail);
                self.events.push(Event::LeftOut(reason));
                continue;
            }
            if self.notes.is_some() {
                let attempt = Attempt {
                    act: Act::Lose,
                    bytes: None,
                    object: id,
                    offset: None,
                };
                self.note_failure(Some(attempt), Term::TRUE);
            }
            self.events.push(Event::Obligation {
                kind: FailureKind::Leak,
                fails,
                message: message.into(),
                loc,
                func: loc
                    .and_then(|loc| self.program.function_of(loc))
                    .unwrap_or(self.func),
            });
        }
    }

    /// Whether functions of the program are active.
    fn is_within_calls(&self) -> bool {
        let funcs = &self.program.module().funcs;
        self.state.frames.iter().any(|frame| funcs[frame.func].user)
    }

    /// The heap objects that are reachable from these, and whether there are no others.
    fn reached(&mut self, roots: Vec<ObjectId>) -> (FxHashMap<ObjectId, Reached>, bool) {
        let mut is_known = true;
        let mut reached: FxHashMap<ObjectId, Reached> = FxHashMap::default();
        let mut pending: Vec<_> = roots.into_iter().map(|id| (id, Term::TRUE)).collect();
        while let Some((id, outer)) = pending.pop() {
            // On some merged paths, the object may be freed.
            let life = self.state.heap.get(id).life.clone();
            let alive = life.alive(self.pool);
            let outer = self.pool.guard_and(outer, alive);
            if outer == Term::FALSE {
                continue;
            }
            if let Content::Bytes(bytes) = &self.state.heap.get(id).content {
                is_known &= !bytes.has_addresses_in_array(self.pool);
            }
            for (guard, target) in self.references(id) {
                let when = self.pool.guard_and(outer, guard);
                let entry = reached.entry(target).or_insert(Reached {
                    when: Term::FALSE,
                    visits: 0,
                });
                let joined = self.pool.guard_or(entry.when, when);
                if joined != entry.when && entry.visits < MAX_VISITS.get() {
                    entry.when = joined;
                    entry.visits += 1;
                    pending.push((target, when));
                } else {
                    is_known &= joined == entry.when;
                }
            }
        }
        (reached, is_known)
    }

    /// The heap objects that an object has pointers to or into, with conditions. Numbers that are
    /// addresses count, as for LeakSanitizer.
    fn references(&mut self, id: ObjectId) -> Vec<(Term, ObjectId)> {
        let content = self.state.heap.share(id);
        let mut found = Vec::new();
        match &content.content {
            Content::Bytes(bytes) => {
                for value in bytes.values().filter(|value| !value.is_scalar()) {
                    self.note_references(value, &mut found);
                }
                self.note_words(bytes, &mut found);
            }
            Content::Cells(cells) => {
                for value in cells {
                    self.note_references(value, &mut found);
                }
            }
            Content::Record(fields) => {
                for (_, value) in fields {
                    self.note_references(value, &mut found);
                }
            }
            Content::Table(table) => {
                for value in table.values() {
                    self.note_references(value, &mut found);
                }
            }
            Content::External => {}
        }
        found
    }

    fn note_references(&mut self, value: &Value, found: &mut Vec<(Term, ObjectId)>) {
        for (guard, member) in value.members() {
            match member {
                Value::SymPtr {
                    object: ObjectId::NONE,
                    offset: address,
                }
                | Value::Term(address) => self.note_symbolic_address(guard, *address, found),
                Value::Ptr {
                    object: ObjectId::NONE,
                    offset: address,
                }
                | Value::Bits { bits: address, .. } => self.note_address(guard, *address, found),
                Value::Ptr { object, .. } | Value::SymPtr { object, .. }
                    if self.is_owned(*object) =>
                {
                    found.push((guard, *object));
                }
                _ => {}
            }
        }
    }

    /// The references from the aligned words of an object that are not whole pointers.
    fn note_words(&mut self, bytes: &Bytes, found: &mut Vec<(Term, ObjectId)>) {
        let word_bytes = self.width().bytes() as usize;
        for at in (0..bytes.kept() / word_bytes * word_bytes).step_by(word_bytes) {
            if bytes.has_uninitialized(at, word_bytes) {
                continue;
            }
            let (pool, layout) = (&mut *self.pool, self.state.heap.layout());
            let mut scalars = Scalars::new(pool, layout);
            let word = bytes.read(&mut scalars, at, word_bytes);
            // Memory that was never written is no address, unless it is one on some merged paths.
            let term = word.to_term(self.pool);
            if term.is_some_and(|it| self.pool.has_indeterminate(it) && !self.pool.has_chosen(it)) {
                continue;
            }
            if word.as_u64() != Some(0) && word.holds_only_scalars() {
                self.note_references(&word, found);
            }
        }
    }

    fn note_address(&self, guard: Term, address: u64, found: &mut Vec<(Term, ObjectId)>) {
        let objects = self.state.heap.at_address(address).into_iter();
        found.extend(
            objects
                .filter(|id| self.is_owned(*id))
                .map(|id| (guard, id)),
        );
    }

    fn note_symbolic_address(
        &mut self,
        guard: Term,
        address: Term,
        found: &mut Vec<(Term, ObjectId)>,
    ) {
        if ![64, self.width().bits()].contains(&self.pool.width(address)) {
            return;
        }
        let address = self.pool.with_chosen(address);
        let address = self.pool.zext(address, 64);
        let (low, high) = self.pool.range(address);
        let heap = &self.state.heap;
        let objects = heap.objects().filter(|(id, _)| self.is_owned(*id));
        let objects = objects.map(|(id, object)| (id, heap.layout().base(id), object.size.room()));
        let possible = objects
            .filter(|(_, base, room)| u128::from(*base) <= high && u128::from(base + room) >= low);
        let possible: Vec<_> = possible.take(MAX_ADDRESS_CANDIDATES.get()).collect();
        for (id, base, room) in possible {
            let (base, room) = (u128::from(base), u128::from(room));
            let (base, room) = (self.pool.bits(64, base), self.pool.bits(64, room));
            let offset = self.pool.sub(address, base);
            let inside = self.pool.ule(offset, room);
            found.push((self.pool.guard_and(guard, inside), id));
        }
    }

    fn is_owned(&self, id: ObjectId) -> bool {
        let object = self.state.heap.get(id);
        matches!(object.storage, Storage::Heap | Storage::Mapped) && object.life != Life::Absent
    }
}
