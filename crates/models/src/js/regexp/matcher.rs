//! The backtracking matcher of ECMA-262, 22.2.2: it finds the first path through a program.
//!
//! It is the same for known and symbolic strings. Where it depends on a unit that is not known, the
//! path is split ([`Machine::decide`]), and the matcher runs again.

use super::super::strings::within;
use super::program::{Inst, Program};
use super::set::{Case, CharSet};
use sheaf_execution::outcome::ReasonKind;
use sheaf_execution::value::{SymText, Text};
use sheaf_execution::{Machine, Stop};
use sheaf_term::Term;

/// A character.
#[derive(Clone, Copy)]
enum Char {
    Known(u32),
    Symbolic(Term),
}

/// The text that is searched; its length is known.
pub enum Subject<'t> {
    /// A known string.
    Known(&'t Text),
    /// A string whose units are terms.
    Symbolic(&'t SymText),
}

/// What is undone, or tried, if a path fails.
enum Undo {
    /// A slot had this content.
    Slot(usize, Option<usize>),
    /// The path can continue at this instruction and position.
    Retry(usize, usize),
}

/// A run of a program.
pub struct Matcher<'m, 'a> {
    pub machine: &'m mut Machine<'a>,
    pub program: &'m Program,
    pub subject: Subject<'m>,
    /// Positions: start and end of each group, and others.
    pub slots: Vec<Option<usize>>,
    undo: Vec<Undo>,
    steps: u64,
}

/// How often limits are checked, and how many points of return are remembered.
const STEPS: u64 = 1 << 12;
const MAX_UNDO: usize = 1 << 24;

impl<'m, 'a> Matcher<'m, 'a> {
    pub fn new(machine: &'m mut Machine<'a>, program: &'m Program, subject: Subject<'m>) -> Self {
        Matcher {
            machine,
            program,
            subject,
            slots: Vec::new(),
            undo: Vec::new(),
            steps: 0,
        }
    }

    /// The number of units of the text.
    pub fn length(&self) -> usize {
        match &self.subject {
            Subject::Known(text) => text.units().len(),
            Subject::Symbolic(text) => text.units().len(),
        }
    }

    /// Whether there is a match at a position; the slots tell it.
    pub fn matches_at(&mut self, at: usize) -> Result<bool, Stop> {
        self.slots.clear();
        self.slots.resize(self.program.slots, None);
        self.undo.clear();
        self.run(0, at)
    }

    /// Runs the program from an instruction and a position up to a match. Its points of return stay
    /// if there is one.
    fn run(&mut self, mut pc: usize, mut at: usize) -> Result<bool, Stop> {
        let base = self.undo.len();
        let program = self.program;
        loop {
            self.count()?;
            let next = match &program.insts[pc] {
                Inst::Accept => return Ok(true),
                Inst::Read { set, back } => self.read(&program.sets[*set], at, *back)?,
                Inst::Start { of_line } => {
                    let holds = at == 0 || *of_line && self.is_line_end(at - 1)?;
                    holds.then_some(at)
                }
                Inst::End { of_line } => {
                    let holds = at == self.length() || *of_line && self.is_line_end(at)?;
                    holds.then_some(at)
                }
                Inst::Boundary { word, negative } => {
                    let word = &program.sets[*word];
                    let before = at > 0 && self.is_in(word, at - 1)?;
                    let after = at < self.length() && self.is_in(word, at)?;
                    ((before != after) != *negative).then_some(at)
                }
                Inst::Save(slot) => {
                    self.set(*slot, Some(at));
                    Some(at)
                }
                Inst::Reset { from, to } => {
                    (*from..*to).for_each(|slot| self.set(slot, None));
                    Some(at)
                }
                Inst::Moved(slot) => (self.slots[*slot] != Some(at)).then_some(at),
                Inst::Split(first, second) => {
                    self.undo.push(Undo::Retry(*second, at));
                    pc = *first;
                    continue;
                }
                Inst::Jump(target) => {
                    pc = *target;
                    continue;
                }
                Inst::Same { groups, case, back } => self.same(groups, *case, at, *back)?,
                Inst::Look { negative, next } => {
                    if self.look(pc + 1, at, *negative)? {
                        pc = *next;
                        continue;
                    }
                    None
                }
            };
            (pc, at) = match next {
                Some(at) => (pc + 1, at),
                None => match self.go_back(base) {
                    Some(retry) => retry,
                    None => return Ok(false),
                },
            };
        }
    }

    fn count(&mut self) -> Result<(), Stop> {
        self.steps += 1;
        if self.steps.is_multiple_of(STEPS) {
            self.machine.afford(0)?;
        }
        if self.undo.len() > MAX_UNDO {
            let what = "a regular expression that returns to this many points".to_string();
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, what));
        }
        Ok(())
    }

    fn set(&mut self, slot: usize, value: Option<usize>) {
        if self.slots[slot] != value {
            self.undo.push(Undo::Slot(slot, self.slots[slot]));
            self.slots[slot] = value;
        }
    }

    /// The last point of return after the first of the run.
    fn go_back(&mut self, base: usize) -> Option<(usize, usize)> {
        while self.undo.len() > base {
            match self.undo.pop()? {
                Undo::Slot(slot, before) => self.slots[slot] = before,
                Undo::Retry(pc, at) => return Some((pc, at)),
            }
        }
        None
    }

    /// Whether what stands around a position is as demanded. A match is never left for another one,
    /// but what it has written is undone with the path.
    fn look(&mut self, body: usize, at: usize, negative: bool) -> Result<bool, Stop> {
        let base = self.undo.len();
        let found = self.run(body, at)?;
        if found && !negative {
            let written = self.undo.split_off(base);
            let slots = written
                .into_iter()
                .filter(|it| matches!(it, Undo::Slot(..)));
            self.undo.extend(slots);
            return Ok(true);
        }
        while self.go_back(base).is_some() {}
        Ok(found != negative)
    }

    /// The position after a character of a set.
    fn read(&mut self, set: &CharSet, at: usize, back: bool) -> Result<Option<usize>, Stop> {
        let Some((character, next)) = self.character(at, back)? else {
            return Ok(None);
        };
        Ok(self.contains(set, character)?.then_some(next))
    }

    fn contains(&mut self, set: &CharSet, character: Char) -> Result<bool, Stop> {
        match character {
            Char::Known(code) => Ok(set.contains(code)),
            Char::Symbolic(term) => {
                let condition = set.condition(self.machine.pool, term);
                self.machine.decide(condition)
            }
        }
    }

    /// Whether the character that starts at a position is in a set.
    fn is_in(&mut self, set: &CharSet, at: usize) -> Result<bool, Stop> {
        let unit = self.unit(at);
        self.contains(set, unit)
    }

    fn is_line_end(&mut self, at: usize) -> Result<bool, Stop> {
        self.is_in(&CharSet::line_ends(), at)
    }

    fn unit(&self, at: usize) -> Char {
        match &self.subject {
            Subject::Known(text) => Char::Known(text.units()[at].into()),
            Subject::Symbolic(text) => {
                let unit = text.units()[at];
                match self.machine.pool.as_bits(unit) {
                    Some(unit) => Char::Known(unit as u32),
                    None => Char::Symbolic(unit),
                }
            }
        }
    }

    /// The position behind the character at a position; at the end, one more.
    pub fn position_after(&mut self, at: usize) -> Result<usize, Stop> {
        let character = self.character(at, false)?;
        Ok(character.map_or(at + 1, |(_, next)| next))
    }

    /// The character at a position, or before it, and the position behind it.
    fn character(&mut self, at: usize, back: bool) -> Result<Option<(Char, usize)>, Stop> {
        let end = if back { 0 } else { self.length() };
        if at == end {
            return Ok(None);
        }
        let step = |at: usize| if back { at - 1 } else { at + 1 };
        let next = step(at);
        let unit = self.unit(at.min(next));
        if !self.program.unicode || next == end {
            return Ok(Some((unit, next)));
        }
        let other = self.unit(next.min(step(next)));
        let (lead, trail) = if back { (other, unit) } else { (unit, other) };
        Ok(Some(match self.pair(lead, trail)? {
            Some(code) => (code, step(next)),
            None => (unit, next),
        }))
    }

    /// The code point of two units, if they are a surrogate pair.
    fn pair(&mut self, lead: Char, trail: Char) -> Result<Option<Char>, Stop> {
        if let (Char::Known(lead), Char::Known(trail)) = (lead, trail) {
            let is_pair = (0xD800..0xDC00).contains(&lead) && (0xDC00..0xE000).contains(&trail);
            let code = || 0x10000 + ((lead - 0xD800) << 10) + (trail - 0xDC00);
            return Ok(is_pair.then(|| Char::Known(code())));
        }
        let pool = &mut *self.machine.pool;
        let [lead, trail] = [lead, trail].map(|unit| match unit {
            Char::Known(unit) => pool.bits(32, unit.into()),
            Char::Symbolic(unit) => pool.zext(unit, 32),
        });
        let first = within(pool, lead, 0xD800, 0xDBFF);
        let second = within(pool, trail, 0xDC00, 0xDFFF);
        let both = pool.and(first, second);
        if !self.machine.decide(both)? {
            return Ok(None);
        }
        let pool = &mut *self.machine.pool;
        let [thousand, base] = [0x400, 0x10000u32.wrapping_sub((0xD800 << 10) + 0xDC00)]
            .map(|number| pool.bits(32, number.into()));
        let high = pool.mul(lead, thousand);
        let sum = pool.add(high, trail);
        let code = pool.add(sum, base);
        Ok(Some(match pool.as_bits(code) {
            Some(code) => Char::Known(code as u32),
            None => Char::Symbolic(code),
        }))
    }

    /// The position behind what a group has matched.
    fn same(
        &mut self,
        groups: &[usize],
        case: Case,
        mut at: usize,
        back: bool,
    ) -> Result<Option<usize>, Stop> {
        let slots = &self.slots;
        let mut spans = groups
            .iter()
            .map(|group| (slots[2 * group], slots[2 * group + 1]));
        let Some((first, last)) = spans.find_map(|(first, last)| first.zip(last)) else {
            return Ok(Some(at));
        };
        let mut place = if back { last } else { first };
        while place != if back { first } else { last } {
            let (Some((wanted, next_place)), Some((found, next))) =
                (self.character(place, back)?, self.character(at, back)?)
            else {
                return Ok(None);
            };
            if !self.are_equal(wanted, found, case)? {
                return Ok(None);
            }
            (place, at) = (next_place, next);
        }
        Ok(Some(at))
    }

    fn are_equal(&mut self, a: Char, b: Char, case: Case) -> Result<bool, Stop> {
        match (a, b) {
            (Char::Known(a), Char::Known(b)) => Ok(case.equal(a, b)),
            (Char::Known(known), Char::Symbolic(term))
            | (Char::Symbolic(term), Char::Known(known)) => {
                let set = CharSet::of(known).without_case(case);
                self.contains(&set, Char::Symbolic(term))
            }
            (Char::Symbolic(a), Char::Symbolic(b)) if a == b => Ok(true),
            (Char::Symbolic(_), Char::Symbolic(_)) if case != Case::Matters => {
                let what = "a back reference without case to a symbolic string".to_string();
                Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, what))
            }
            (Char::Symbolic(a), Char::Symbolic(b)) => {
                let pool = &mut *self.machine.pool;
                let width = pool.width(a).max(pool.width(b));
                let [a, b] = [a, b].map(|it| match pool.width(it) < width {
                    true => pool.zext(it, width),
                    false => it,
                });
                let same = pool.eq(a, b);
                self.machine.decide(same)
            }
        }
    }
}
