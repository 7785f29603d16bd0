//! Transitions: what a straight piece of code does, as far as terms express it.

use super::Transitions;
use crate::concrete::ends_program;
use crate::explore::Driver;
use crate::explore::cdse::facts::Facts;
use crate::path::{Cause, ProgramPoint};
use crate::segment::{self, Cell, Edge, Ends, Entry, PathSummary, Piece, Slot};
use sheaf_ir::{Callee, FailureKind, LocId, Local, Op, Operand};
use sheaf_term::{Op as TermOp, Pool, Term};
use std::rc::Rc;

/// Parts that a transition is split into.
const MAX_PARTS: usize = 8;

/// Something that must not happen in a straight piece of code.
#[derive(Clone)]
pub struct Obligation {
    /// What it is if it fails.
    pub kind: FailureKind,
    /// Where.
    pub loc: Option<LocId>,
    /// The conditions for getting there.
    pub(super) guard: Vec<Term>,
    /// When it fails.
    pub(super) fails: Term,
}

/// A path through a straight piece of code.
#[derive(Clone)]
pub struct Transition {
    /// When it is taken, in terms of the symbols of variables.
    pub(super) guard: Vec<Term>,
    /// What must not happen on it.
    pub obligations: Vec<Obligation>,
    /// The registers that are live at its end.
    pub(super) registers: Vec<(Local, Term)>,
    /// The parts of memory that it writes to; without a value, anything may be there.
    pub(super) writes: Vec<(Cell, Option<Term>)>,
    /// Where it ends.
    pub ends: Ends,
    /// The edge that it takes, if it ends with one.
    pub edge: Option<Edge>,
    /// Whether something on it cannot be expressed, so that it may fail in unknown ways.
    pub is_opaque: bool,
    /// Whether it asks for an input.
    pub asks: bool,
}

impl Transition {
    /// A transition of which nothing is known.
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
                Slot::Register(local) => {
                    transition
                        .registers
                        .extend(value.map(|value| (local, value)));
                }
                Slot::Memory(cell) => transition.writes.push((cell, value)),
            }
        }
        transition
    }

    /// Adds it, in several parts where a register has one of two values: a choice between constants
    /// is mostly what a branch was made.
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

    /// Whether it is taken in any case, and nothing fails on it.
    pub fn is_certain(&self) -> bool {
        self.guard.is_empty() && self.obligations.is_empty() && !self.is_opaque
    }

    /// What certainly fails on it, if it is the only way on.
    pub fn certain_failure(&self) -> Option<&Obligation> {
        let last = self.obligations.last()?;
        let is_certain = self.obligations.len() == 1 && self.guard.is_empty() && !self.is_opaque;
        (is_certain && last.fails == Term::TRUE).then_some(last)
    }
}

impl Transitions<'_> {
    /// The ways in which a path goes on from a program point, up to the next edge or call.
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

    /// Whether a path may end on a way because of what is assumed, or by a failure that does not
    /// count.
    fn may_end(&self, path: &PathSummary) -> bool {
        let mut obligations = path.obligations.iter();
        !path.assumptions.is_empty()
            || path.ends == Ends::Dropped
            || obligations.any(|it| !self.settings.counts(it.kind))
    }

    /// Takes obligations away from a way that are no more than assumptions: with their failure, a
    /// program ends as it is meant to, where that is not looked for.
    fn forget_ends(&self, path: &mut PathSummary) {
        let settings = &self.settings;
        let matters = |it: &segment::Obligation| settings.counts(it.kind) || !ends_program(it.kind);
        let last = path.obligations.last();
        if path.ends == Ends::Fails && last.is_some_and(|last| !matters(last)) {
            path.ends = Ends::Dropped;
        }
        path.obligations.retain(matters);
    }

    /// Forgets all transitions if an object was taken to be constant that is not; whether so.
    pub fn starts_anew(&mut self) -> bool {
        if std::mem::take(&mut self.violated) {
            self.at.clear();
            self.segments.keep(self.constant.iter().copied());
            return true;
        }
        false
    }

    /// Whether something holds at all times what it holds first.
    fn is_constant(&self, slot: &Slot) -> bool {
        matches!(slot, Slot::Memory(cell) if self.constant.contains(&cell.object))
    }
}

/// When a way is taken. What is not expressed may be met before an obligation or an assumption, on
/// a path for which these do not hold: so of an opaque way they are no part of it.
fn guard(path: &PathSummary, is_opaque: bool) -> Vec<Term> {
    let entries = path.guard.newest_first();
    let is_part =
        |cause: Cause| !is_opaque || !matches!(cause, Cause::Obligation | Cause::Assumption);
    let entries = entries.filter(|entry| is_part(entry.origin.cause));
    let mut guard: Vec<Term> = entries.map(|entry| entry.condition).collect();
    guard.reverse();
    guard
}

/// Whether what a slot holds certainly is a number that was written, as far as it is memory:
/// [`reads_uncertain`] looks at registers.
fn holds_number(facts: &Facts, slot: &Slot) -> bool {
    match slot {
        Slot::Register(_) => true,
        Slot::Memory(cell) => facts.holds_numbers(cell.object),
    }
}

/// Whether a straight piece of code uses values that may never have been written, or depend on
/// addresses: there the symbols of variables do not show what may happen.
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
