//! Transitions: the effect of a straight piece of code, as far as terms express it.

use super::Transitions;
use crate::Driver;
use crate::cdse::facts::Facts;
use crate::path::{Cause, ProgramPoint};
use crate::segment::{self, Cell, Edge, Ends, Entry, PathSummary, Piece, Slot};
use sheaf_ir::{Callee, FailureKind, LocId, Local, Op, Operand};
use sheaf_term::{Op as TermOp, Pool, Term};
use std::rc::Rc;

const MAX_PARTS: usize = 8;

/// A condition that must not hold in a straight piece of code.
#[derive(Clone)]
pub struct Obligation {
    /// The failure.
    pub kind: FailureKind,
    /// The location of the failure.
    pub loc: Option<LocId>,
    /// The conditions under which it is checked.
    pub(super) guard: Vec<Term>,
    /// The condition under which it fails.
    pub(super) fails: Term,
}

/// A path through a straight piece of code.
#[derive(Clone)]
pub struct Transition {
    /// The conditions under which it is taken, over the symbols of variables.
    pub(super) guard: Vec<Term>,
    /// The checks on it.
    pub obligations: Vec<Obligation>,
    /// Values of the registers that are live at its end.
    pub(super) registers: Vec<(Local, Term)>,
    /// The memory that it writes to. Without a value, the contents are unknown.
    pub(super) writes: Vec<(Cell, Option<Term>)>,
    /// How it ends.
    pub ends: Ends,
    /// The edge that it ends with, if any.
    pub edge: Option<Edge>,
    /// Whether something on it cannot be expressed, so that it may fail in unknown ways.
    pub is_opaque: bool,
    /// Whether it reads an input.
    pub asks: bool,
}

impl Transition {
    /// An opaque transition that does not leave its program point.
    fn unknown(point: ProgramPoint) -> Transition {
        Transition {
            guard: Vec::new(),
            obligations: Vec::new(),
            registers: Vec::new(),
            writes: Vec::new(),
            ends: Ends::Stops(point),
            edge: None,
            is_opaque: true,
            asks: false,
        }
    }

    fn new(pool: &mut Pool, path: PathSummary, is_opaque: bool) -> Transition {
        let is_opaque = is_opaque || !path.inexact.is_empty();
        let mut transition = Transition {
            guard: guard(&path, is_opaque),
            obligations: Vec::new(),
            registers: Vec::new(),
            writes: Vec::new(),
            ends: path.ends,
            edge: path.edges.last().copied(),
            is_opaque,
            asks: !path.inputs.is_empty(),
        };
        for obligation in path.obligations {
            if obligation.fails != Term::FALSE {
                transition.obligations.push(Obligation {
                    kind: obligation.kind,
                    loc: obligation.loc,
                    guard: obligation.guard.terms(),
                    fails: obligation.fails,
                });
            }
        }
        for (slot, value) in path.updates {
            let value = value.fold(pool);
            match slot {
                Slot::Register { local, .. } => {
                    transition
                        .registers
                        .extend(value.map(|value| (local, value)));
                }
                Slot::Memory(cell) => transition.writes.push((cell, value)),
            }
        }
        transition
    }

    /// Appends the transition, split into several parts if a register is a choice between two
    /// values. Such a choice mostly is the result of a branch.
    fn split(self, pool: &mut Pool, parts: &mut Vec<Transition>) {
        let first = parts.len();
        parts.push(self);
        let mut next = first;
        while next < parts.len() {
            let choice = parts[next].registers.iter().position(|(_, value)| {
                pool.op(*value) == TermOp::Ite && parts.len() - first < MAX_PARTS
            });
            let Some(position) = choice else {
                next += 1;
                continue;
            };
            let chosen = parts[next].registers[position].1;
            let [condition, then, otherwise] = *pool.args(chosen) else {
                next += 1;
                continue;
            };
            let mut other = parts[next].clone();
            other.registers[position].1 = otherwise;
            other.guard.push(pool.not(condition));
            parts[next].registers[position].1 = then;
            parts[next].guard.push(condition);
            parts.push(other);
        }
    }

    /// Whether it is always taken, and nothing fails on it.
    pub fn is_certain(&self) -> bool {
        self.guard.is_empty() && self.obligations.is_empty() && !self.is_opaque
    }

    /// The failure that is certain if this is the only transition, if there is one.
    pub fn certain_failure(&self) -> Option<&Obligation> {
        let last = self.obligations.last()?;
        let is_certain = self.obligations.len() == 1 && self.guard.is_empty() && !self.is_opaque;
        (is_certain && last.fails == Term::TRUE).then_some(last)
    }
}

impl Transitions<'_> {
    /// The transitions from a program point, up to the next edge or call.
    pub fn at(
        &mut self,
        driver: &mut Driver,
        facts: &Facts,
        point: ProgramPoint,
    ) -> Rc<[Transition]> {
        if let Some(known) = self.at.get(&point) {
            return known.clone();
        }
        let pool = &mut driver.pool;
        let segment = self
            .segments
            .execute(pool, Entry::Point(point), &Piece::Straight);
        let paths = match segment {
            Ok(segment) => segment.paths,
            Err(_) => {
                self.assuming.insert(point);
                return Rc::from([Transition::unknown(point)]);
            }
        };
        for (slot, _) in paths.iter().flat_map(|path| &path.updates) {
            if let Slot::Memory(cell) = slot {
                self.violated |= self.constant.remove(&cell.object);
            }
        }
        for path in &paths {
            for (symbol, slot) in &path.symbols {
                self.note_symbol(point.func, *symbol, *slot);
            }
        }
        let is_uncertain = reads_uncertain(facts, point);
        let mut transitions = Vec::new();
        for mut path in paths {
            if self.may_end(&path) {
                self.assuming.insert(point);
            }
            self.forget_ends(&mut path);
            let depends = path.kept.iter().any(|(slot, _)| !self.is_constant(slot));
            let reads = path
                .symbols
                .iter()
                .any(|(_, slot)| !holds_number(facts, slot));
            let transition = Transition::new(pool, path, is_uncertain || depends || reads);
            transition.split(pool, &mut transitions);
        }
        let transitions: Rc<[Transition]> = transitions.into();
        self.at.insert(point, transitions.clone());
        transitions
    }

    /// Whether an assumption, or a failure that does not count, may end a path.
    fn may_end(&self, path: &PathSummary) -> bool {
        let mut obligations = path.obligations.iter();
        !path.assumptions.is_empty()
            || path.ends == Ends::Dropped
            || obligations.any(|it| !self.settings.counts(it.kind))
    }

    /// Removes obligations that act as assumptions: their failure ends the program in the intended
    /// way, and does not count.
    fn forget_ends(&self, path: &mut PathSummary) {
        let settings = &self.settings;
        let matters =
            |it: &segment::Obligation| settings.counts(it.kind) || !it.kind.ends_program();
        let last = path.obligations.last();
        if path.ends == Ends::Fails && last.is_some_and(|last| !matters(last)) {
            path.ends = Ends::Dropped;
        }
        path.obligations.retain(matters);
    }

    /// Discards all transitions if an object that was assumed to be constant is written to. Returns
    /// whether it did.
    pub fn starts_anew(&mut self) -> bool {
        if std::mem::take(&mut self.violated) {
            self.at.clear();
            self.segments.keep(self.constant.iter().copied());
            return true;
        }
        false
    }

    /// Whether a slot is memory that is assumed to hold its initial value.
    fn is_constant(&self, slot: &Slot) -> bool {
        matches!(slot, Slot::Memory(cell) if self.constant.contains(&cell.object))
    }
}

/// The conditions under which a path is taken. On an opaque path, something that is not expressed
/// may happen before an obligation or an assumption that does not hold, so these are left out.
fn guard(path: &PathSummary, is_opaque: bool) -> Vec<Term> {
    let entries = path.guard.newest_first();
    let is_part =
        |cause: Cause| !is_opaque || !matches!(cause, Cause::Obligation | Cause::Assumption);
    let entries = entries.filter(|entry| is_part(entry.origin.cause));
    let mut guard: Vec<Term> = entries.map(|entry| entry.condition).collect();
    guard.reverse();
    guard
}

/// Whether memory certainly holds defined numbers. Registers are examined by [`reads_uncertain`].
fn holds_number(facts: &Facts, slot: &Slot) -> bool {
    match slot {
        Slot::Register { .. } => true,
        Slot::Memory(cell) => facts.holds_numbers(cell.object),
    }
}

/// Whether a straight piece of code uses values that may be uninitialized or depend on addresses.
/// Symbols of variables do not express these.
fn reads_uncertain(facts: &Facts, point: ProgramPoint) -> bool {
    let func = facts.func(point.func);
    let block = &func.blocks[point.block];
    let mut is_uncertain = false;
    let mut read = |operand: Operand| is_uncertain |= facts.is_uncertain(point.func, operand);
    for inst in &block.insts[point.inst as usize..] {
        match &inst.op {
            Op::Call(call) if is_call_of_user(facts, call) => return is_uncertain,
            Op::Store { .. } => {}
            op => op.operands(&mut read),
        }
    }
    if let Some(subject) = block.terminator.subject()
        && !matches!(block.terminator, sheaf_ir::Terminator::Return(_))
    {
        read(subject);
    }
    is_uncertain
}

fn is_call_of_user(facts: &Facts, call: &sheaf_ir::Call) -> bool {
    matches!(call.callee, Callee::Func(callee)
        if facts.func(callee).user && !facts.func(callee).is_declaration())
}
