//! Retracing: a stretch of a path is executed again with symbols in place of all scalars, to find
//! out on what its course depended.
//!
//! The general state follows the path: where the path had no choice, or took the only feasible one,
//! the condition of that choice becomes part of what the label must say; what must not fail becomes
//! the condition that it does not. Addresses and sizes that were concrete on the path are put in,
//! under the condition that they are these.

use super::aside::{Aside, Asides};
use super::general::{General, Slot};
use super::tree::key;
use crate::concrete::{ends_program, is_harmless};
use crate::coverage::Recorder;
use crate::explore::Driver;
use crate::machine::{Action, Event, Flow, Machine};
use crate::merge::Joins;
use crate::outcome::{End, Reason, ReasonKind};
use crate::segment::Cell;
use crate::state::{Bounds, Decision, State, Taken};
use crate::value::Value;
use sheaf_ir::{Callee, FailureKind, Local, Op, Operand};
use sheaf_term::{Pool, Term, TermMap};

/// Terms that an access at a symbolic offset may make.
const MAX_TERMS: u64 = 1 << 12;

/// Instructions of a stretch that is retraced.
const MAX_INSTRUCTIONS: u64 = 1 << 16;

/// Other ways of a decision that are looked at.
const MAX_ASIDES: usize = 4;

/// How a stretch of a path ended.
pub enum Ended<'s> {
    /// The path has come to another state, and goes on there.
    Joined(&'s State),
    /// It has forked into these, in the order of their alternatives.
    Forked(Vec<&'s State>),
    /// It is over; this is its last state.
    Over(&'s State),
}

/// What the course of a stretch depends on.
pub enum Course {
    /// This must hold.
    Need(Term),
    /// The program assumes this.
    Assume(Term),
    /// Where this holds, the program ends itself, and that is no failure.
    End(Term),
    /// The path goes on where this guard holds. Of the other ways it is known how they go on.
    Choice(Term, Vec<Aside>),
}

/// A way in which a stretch goes on.
pub enum Way {
    /// The path takes it, under this guard; the general state there. In the order of
    /// [`Ended::Forked`].
    Taken(Term, Box<State>),
    /// The path cannot take it.
    Excluded(Aside),
}

/// A stretch of a path, in general.
pub struct Stretch {
    /// What its course depends on, in this order.
    pub course: Vec<Course>,
    /// How it goes on; none if the path is over.
    pub ways: Vec<Way>,
    /// What it has accessed.
    pub accessed: Vec<Cell>,
    /// Whether an assumption ended the path.
    pub is_dropped: bool,
}

/// The terms of a general state as terms of the path.
pub struct Actual<'s> {
    state: &'s State,
    done: TermMap,
}

impl<'s> Actual<'s> {
    /// Of the state that was made general.
    pub fn new(state: &'s State) -> Self {
        Actual {
            state,
            done: TermMap::default(),
        }
    }

    /// What a term is on the path; `None` where a symbol stands for nothing there.
    pub fn term(&mut self, pool: &mut Pool, general: &General, term: Term) -> Option<Term> {
        for symbol in pool.symbols(term).iter() {
            let from = pool.symbol_term(*symbol);
            if self.done.contains_key(&from) {
                continue;
            }
            if let Some(slot) = general.slot_of(pool, *symbol) {
                let to = slot.scalar(pool, self.state)?;
                if pool.sort(to) != pool.sort(from) {
                    return None;
                }
                self.done.insert(from, to);
            }
        }
        Some(pool.replace(term, &mut self.done))
    }
}

/// Retraces the stretch that began where a state was made general; `None` where that is not
/// possible, so that nothing can be said about it.
pub fn retrace(
    driver: &mut Driver,
    joins: &Joins,
    recorder: &mut Recorder,
    general: &General,
    began: &State,
    ended: &Ended,
) -> Option<Stretch> {
    let last = match ended {
        Ended::Joined(state) | Ended::Over(state) => *state,
        Ended::Forked(children) => children.first()?,
    };
    let instructions = last.instructions.checked_sub(began.instructions)?;
    if instructions > MAX_INSTRUCTIONS {
        return None;
    }
    let forked = usize::from(matches!(ended, Ended::Forked(_)));
    let count = last
        .decisions
        .len()
        .checked_sub(began.decisions.len() + forked)?;
    let newest = last.decisions.newest_first().skip(forked).take(count);
    let mut decisions: Vec<Decision> = newest.copied().collect();
    if decisions.len() != count {
        return None;
    }
    decisions.reverse();
    let mut run = Run {
        general,
        actual: Actual::new(began),
        state: general.state.clone(),
        ended,
        instructions,
        decisions: decisions.into_iter(),
        asides: Asides::new(joins, recorder),
        stretch: Stretch {
            course: Vec::new(),
            ways: Vec::new(),
            accessed: Vec::new(),
            is_dropped: false,
        },
    };
    run.go(driver)?;
    Some(run.stretch)
}

/// Whether a stretch is over.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Goes {
    On,
    Over,
}

struct Run<'s> {
    general: &'s General,
    actual: Actual<'s>,
    state: State,
    ended: &'s Ended<'s>,
    /// Instructions of the stretch.
    instructions: u64,
    /// Its decisions.
    decisions: std::vec::IntoIter<Decision>,
    asides: Asides<'s>,
    stretch: Stretch,
}

impl Run<'_> {
    fn go(&mut self, driver: &mut Driver) -> Option<()> {
        if self.instructions == 0 {
            return None;
        }
        while self.step(driver)? == Goes::On {
            if self.state.instructions >= self.instructions {
                return self.arrive();
            }
        }
        Some(())
    }

    /// The stretch has ended without a fork: at the start of the next, if there is one.
    fn arrive(&mut self) -> Option<()> {
        let Ended::Joined(next) = self.ended else {
            return None;
        };
        if self.state.instructions != self.instructions || key(&self.state) != key(next) {
            return None;
        }
        let way = Way::Taken(Term::TRUE, Box::new(self.state.clone()));
        self.stretch.ways.push(way);
        Some(())
    }

    fn step(&mut self, driver: &mut Driver) -> Option<Goes> {
        self.put_in_addresses(driver)?;
        let recorder = &mut *self.asides.recorder;
        let (flow, events) = execute(
            driver,
            recorder,
            &mut self.state,
            &mut self.stretch.accessed,
        );
        let is_last = self.state.instructions >= self.instructions;
        let is_over = is_last && matches!(self.ended, Ended::Over(_));
        for event in events {
            if self.meet(driver, event, is_over && matches!(flow, Flow::Next))? == Goes::Over {
                return Some(Goes::Over);
            }
        }
        match flow {
            Flow::Next => Some(Goes::On),
            Flow::End(End::Exit(_)) if is_over => {
                // That depends on all pointers that there are.
                let leaks = driver.settings.counts(FailureKind::Leak);
                (!leaks).then_some(Goes::Over)
            }
            Flow::End(End::Dropped) if is_over => {
                self.stretch.is_dropped = true;
                Some(Goes::Over)
            }
            Flow::End(_) => None,
            Flow::Choose(choices) => self.choose(driver, choices, is_last),
            Flow::Concretize(local, term) => self.concretize(driver, local, term, is_last),
            Flow::Bound(term) => self.bound(driver, term),
        }
    }

    fn need(&mut self, condition: Term) {
        if condition != Term::TRUE {
            self.stretch.course.push(Course::Need(condition));
        }
    }

    /// Puts the addresses and sizes that are concrete on the path in place of terms that the next
    /// instruction would have to resolve.
    fn put_in_addresses(&mut self, driver: &mut Driver) -> Option<()> {
        let frame = self.state.top();
        let block = &driver.program.module().funcs[frame.func].blocks[frame.block];
        let Some(inst) = block.insts.get(frame.inst) else {
            return Some(());
        };
        for operand in resolved(&inst.op) {
            if let Operand::Local(local) = operand {
                self.put_in(&mut driver.pool, local)?;
            }
        }
        Some(())
    }

    fn put_in(&mut self, pool: &mut Pool, local: Local) -> Option<()> {
        use sheaf_ir::index::Idx;
        let (term, object) = match &self.state.top().regs[local.index()] {
            Value::Term(term) => (*term, None),
            Value::SymPtr { object, offset } => (*offset, Some(*object)),
            _ => return Some(()),
        };
        let actual = self.actual.term(pool, self.general, term)?;
        if pool.as_constant(actual).is_none() {
            return Some(());
        }
        let same = pool.eq(term, actual);
        self.need(same);
        let value = match object {
            Some(object) => Value::pointer(pool, object, actual),
            None => Value::from_term(pool, actual),
        };
        self.state.top_mut().regs[local.index()] = value;
        Some(())
    }

    /// Takes in an event. `may_end` says that the path ended at this instruction without saying so.
    fn meet(&mut self, driver: &mut Driver, event: Event, may_end: bool) -> Option<Goes> {
        let pool = &mut driver.pool;
        match event {
            Event::Obligation { kind, fails, .. } => {
                if is_harmless(kind) && !driver.settings.counts(kind) {
                    return Some(Goes::On);
                }
                if pool.has_indeterminate(fails) {
                    return None;
                }
                if ends_program(kind) && !driver.settings.counts(kind) {
                    if may_end && self.is_certain_at_end(driver, fails)? {
                        self.need(fails);
                        return Some(Goes::Over);
                    }
                    self.stretch.course.push(Course::End(fails));
                } else if fails == Term::TRUE {
                    return None;
                } else {
                    let holds = pool.not(fails);
                    self.need(holds);
                }
            }
            Event::Beyond { met, .. } => {
                if met == Term::TRUE || pool.has_indeterminate(met) {
                    return None;
                }
                let within = pool.not(met);
                self.need(within);
            }
            Event::Assume { condition, .. } => {
                if pool.has_indeterminate(condition) {
                    return None;
                }
                let fails = pool.not(condition);
                if may_end && self.is_certain_at_end(driver, fails)? {
                    self.need(fails);
                    self.stretch.is_dropped = true;
                    return Some(Goes::Over);
                }
                self.stretch.course.push(Course::Assume(condition));
            }
            Event::Defined { .. } | Event::Settled { .. } | Event::LeftOut(_) => return None,
        }
        Some(Goes::On)
    }

    /// Whether the end of the path implies a condition.
    fn is_certain_at_end(&mut self, driver: &mut Driver, condition: Term) -> Option<bool> {
        let Ended::Over(last) = self.ended else {
            return Some(false);
        };
        let actual = self
            .actual
            .term(&mut driver.pool, self.general, condition)?;
        Some(driver.is_implied(last, actual))
    }

    /// Goes on as the path did, or ends where it forked.
    fn choose(
        &mut self,
        driver: &mut Driver,
        mut choices: Vec<crate::machine::Choice>,
        is_last: bool,
    ) -> Option<Goes> {
        let mut forced = None;
        for (number, choice) in choices.iter().enumerate() {
            if driver.pool.has_indeterminate(choice.guard) {
                return None;
            }
            let pool = &mut driver.pool;
            if self.actual.term(pool, self.general, choice.guard)? == Term::TRUE {
                forced = Some(number);
            }
        }
        if forced.is_none()
            && is_last
            && let Ended::Forked(children) = self.ended
        {
            let mut taken = Vec::new();
            for child in children {
                match child.decisions.newest_first().next()?.taken {
                    Taken::Alternative(number) => taken.push(number as usize),
                    _ => return None,
                }
            }
            let mut found = 0;
            for (number, choice) in choices.into_iter().enumerate() {
                let way = if taken.contains(&number) {
                    found += 1;
                    Way::Taken(choice.guard, Box::new(self.after(driver, &choice.action)))
                } else {
                    Way::Excluded(self.asides.follow(driver, &self.state, &choice))
                };
                self.stretch.ways.push(way);
            }
            return (found == taken.len() && taken.is_sorted()).then_some(Goes::Over);
        }
        let number = match forced {
            Some(number) => number,
            None => match self.decided()? {
                Taken::Alternative(number) => number as usize,
                _ => return None,
            },
        };
        if number >= choices.len() {
            return None;
        }
        let choice = choices.swap_remove(number);
        let is_free = forced.is_none() && choices.len() <= MAX_ASIDES;
        let asides = choices
            .iter()
            .filter(|it| is_free && it.guard != Term::FALSE);
        let asides = asides.map(|it| self.asides.follow(driver, &self.state, it));
        let asides: Vec<Aside> = asides.collect();
        match asides.iter().any(Aside::is_of_use) {
            true => self
                .stretch
                .course
                .push(Course::Choice(choice.guard, asides)),
            false => self.need(choice.guard),
        }
        self.state = self.after(driver, &choice.action);
        Some(Goes::On)
    }

    /// The next decision of the path, which must have been made here.
    fn decided(&mut self) -> Option<Taken> {
        let decision = self.decisions.next()?;
        (decision.point == self.state.point()).then_some(decision.taken)
    }

    fn after(&mut self, driver: &mut Driver, action: &Action) -> State {
        after(driver, self.asides.recorder, &self.state, action)
    }

    fn concretize(
        &mut self,
        driver: &mut Driver,
        local: Local,
        term: Term,
        is_last: bool,
    ) -> Option<Goes> {
        let pool = &mut driver.pool;
        if pool.has_indeterminate(term) || !matches!(pool.sort(term), sheaf_term::Sort::Bits(_)) {
            return None;
        }
        if is_last && let Ended::Forked(children) = self.ended {
            return self.fork_by_value(driver, local, term, children);
        }
        let width = pool.width(term);
        match self.decided()? {
            Taken::Value(value) => {
                let constant = pool.bits(width, value.into());
                let same = pool.eq(term, constant);
                self.need(same);
                let value = Value::from_term(pool, constant);
                self.state = self.after(driver, &Action::Bind(local, value));
            }
            Taken::OtherThan(value) => {
                let constant = pool.bits(width, value.into());
                let other = pool.ne(term, constant);
                self.need(other);
            }
            Taken::Alternative(_) | Taken::Between(..) | Taken::Skip(_) => return None,
        }
        Some(Goes::On)
    }

    /// The ways of a path that took one value, and another one that took the rest.
    fn fork_by_value(
        &mut self,
        driver: &mut Driver,
        local: Local,
        term: Term,
        children: &[&State],
    ) -> Option<Goes> {
        let width = driver.pool.width(term);
        let mut covered = Vec::new();
        for child in children {
            let (guard, action) = match child.decisions.newest_first().next()?.taken {
                Taken::Value(value) => {
                    let constant = driver.pool.bits(width, value.into());
                    let guard = driver.pool.eq(term, constant);
                    let value = Value::from_term(&driver.pool, constant);
                    (guard, Some(Action::Bind(local, value)))
                }
                Taken::OtherThan(value) => {
                    let constant = driver.pool.bits(width, value.into());
                    (driver.pool.ne(term, constant), None)
                }
                Taken::Alternative(_) | Taken::Between(..) | Taken::Skip(_) => return None,
            };
            let state = match action {
                Some(action) => self.after(driver, &action),
                None => self.state.clone(),
            };
            covered.push(guard);
            self.stretch.ways.push(Way::Taken(guard, Box::new(state)));
        }
        (driver.pool.or_all(covered) == Term::TRUE).then_some(Goes::Over)
    }

    fn bound(&mut self, driver: &mut Driver, term: Term) -> Option<Goes> {
        let Taken::Between(least, most) = self.decided()? else {
            return None;
        };
        let pool = &mut driver.pool;
        if pool.has_indeterminate(term) {
            return None;
        }
        let width = pool.width(term);
        let (low, high) = (
            pool.bits(width, least.into()),
            pool.bits(width, most.into()),
        );
        let (above, below) = (pool.ule(low, term), pool.ule(term, high));
        self.need(above);
        self.need(below);
        let bounds = Bounds { term, least, most };
        self.state = self.after(driver, &Action::Bound(bounds));
        Some(Goes::On)
    }
}

/// Executes an instruction of a general state, and notes what it accesses.
pub(super) fn execute(
    driver: &mut Driver,
    recorder: &mut Recorder,
    state: &mut State,
    accessed: &mut Vec<Cell>,
) -> (Flow, Vec<Event>) {
    let loc = state.loc(driver.program);
    let limit = move |wanted: u64| {
        (wanted > MAX_TERMS).then(|| Reason {
            kind: ReasonKind::UnmodelledOperation,
            detail: "memory at a symbolic offset".to_string(),
            loc,
        })
    };
    let (program, settings) = (driver.program, &driver.settings);
    let mut machine = Machine::new(program, &mut driver.pool, state, settings, recorder);
    machine.limit = Some(&limit);
    machine.accessed = Some(std::mem::take(accessed));
    let flow = machine.step();
    let events = std::mem::take(&mut machine.events);
    *accessed = machine.accessed.take().unwrap_or_default();
    (flow, events)
}

/// A state after an action.
pub(super) fn after(
    driver: &mut Driver,
    recorder: &mut Recorder,
    state: &State,
    action: &Action,
) -> State {
    let mut state = state.clone();
    let (program, settings) = (driver.program, &driver.settings);
    Machine::new(program, &mut driver.pool, &mut state, settings, recorder).apply(action);
    state
}

/// The operands of an instruction that say where something lies, or how large it is.
fn resolved(op: &Op) -> Vec<Operand> {
    match op {
        Op::Load(pointer) | Op::Free(pointer) => vec![*pointer],
        Op::Store { ptr, .. } => vec![*ptr],
        Op::Copy {
            to, from, bytes, ..
        } => vec![*to, *from, *bytes],
        Op::Set { to, bytes, .. } => vec![*to, *bytes],
        Op::LoadCell(row, index) | Op::StoreCell { row, index, .. } => vec![*row, *index],
        Op::LoadField(record, _) | Op::StoreField { record, .. } => vec![*record],
        Op::Call(call) if matches!(call.callee, Callee::Intrinsic(_)) => call.args.to_vec(),
        Op::Alloc(_) => {
            let mut operands = Vec::new();
            op.operands(&mut |operand| operands.push(operand));
            operands
        }
        _ => Vec::new(),
    }
}

/// Slots of a stretch's start, for parts of memory.
pub fn in_memory(kept: Vec<(crate::segment::Slot, Value)>) -> Vec<(Slot, Value)> {
    let memory = kept.into_iter().filter_map(|(slot, value)| match slot {
        crate::segment::Slot::Memory(cell) => Some((Slot::Memory(cell), value)),
        crate::segment::Slot::Register(_) => None,
    });
    memory.collect()
}
