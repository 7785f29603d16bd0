//! Strings with symbolic content: a sequence of 16-bit terms, of which a symbolic number counts.
//!
//! There is no theory of strings: every operation becomes bit-vector terms, one for each unit. An
//! operation whose result would need a unit at a position that depends on a symbolic length is not
//! here; the stepper lists the lengths first (`step/strings.rs`).

use super::{Text, Value};
use sheaf_term::{Pool, Term};
use std::rc::Rc;

/// A string whose units or length are symbolic. On each path where it is read, the length is at
/// most the number of units; units beyond it mean nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SymText {
    /// Terms of 16 bits.
    units: Box<[Term]>,
    /// A term of 32 bits.
    length: Term,
}

impl SymText {
    /// The first units of a sequence, as many as a length says.
    pub fn new(pool: &Pool, mut units: Vec<Term>, length: Term) -> SymText {
        let most = pool.range(length).1;
        units.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        SymText {
            units: units.into(),
            length,
        }
    }

    /// All of these units.
    pub fn of_units(pool: &mut Pool, units: Vec<Term>) -> SymText {
        let length = length_term(pool, units.len());
        SymText::new(pool, units, length)
    }

    /// A known string.
    pub fn of_text(pool: &mut Pool, text: &Text) -> SymText {
        let units = text.units().iter();
        let units = units.map(|unit| pool.bits(16, u128::from(*unit))).collect();
        SymText::of_units(pool, units)
    }

    /// The content of a string.
    pub fn of_value(pool: &mut Pool, value: &Value) -> Option<Rc<SymText>> {
        match value {
            Value::Str(text) => Some(Rc::new(SymText::of_text(pool, text))),
            Value::SymStr(text) => Some(text.clone()),
            _ => None,
        }
    }

    /// A union of strings.
    pub fn of_members(pool: &mut Pool, value: &Value) -> Option<SymText> {
        let mut joined: Option<SymText> = None;
        for (guard, member) in value.members() {
            let member = SymText::of_value(pool, member)?;
            joined = Some(match joined {
                None => (*member).clone(),
                Some(others) => SymText::ite(pool, guard, &member, &others),
            });
        }
        joined
    }

    /// As a value: one without terms if everything is known.
    pub fn into_value(self, pool: &Pool) -> Value {
        let known = |unit: &Term| pool.as_bits(*unit).map(|unit| unit as u16);
        let units = self.units.iter().map(known).collect::<Option<Vec<u16>>>();
        match (self.known_length(pool), units) {
            (Some(_), Some(units)) => Value::Str(Rc::new(Text::from(units))),
            _ => Value::SymStr(Rc::new(self)),
        }
    }

    /// The units, also those that may be beyond the length.
    pub fn units(&self) -> &[Term] {
        &self.units
    }

    /// The length, 32 bits.
    pub fn length(&self) -> Term {
        self.length
    }

    /// The length, if it is no term.
    pub fn known_length(&self, pool: &Pool) -> Option<usize> {
        pool.as_bits(self.length).map(|length| length as usize)
    }

    /// The string where its length is this.
    pub fn with_length(&self, pool: &mut Pool, length: usize) -> SymText {
        let units = self.units[..length.min(self.units.len())].to_vec();
        SymText::of_units(pool, units)
    }

    /// The condition that a position is within the string.
    fn has(&self, pool: &mut Pool, at: usize) -> Term {
        let at = length_term(pool, at);
        pool.ult(at, self.length)
    }

    /// The condition that two strings are equal.
    pub fn equal(&self, pool: &mut Pool, other: &SymText) -> Term {
        let mut all = pool.eq(self.length, other.length);
        for (at, (a, b)) in self.units.iter().zip(other.units.iter()).enumerate() {
            if all == Term::FALSE {
                break;
            }
            let same = pool.eq(*a, *b);
            let counts = self.has(pool, at);
            let same = pool.implies(counts, same);
            all = pool.and(all, same);
        }
        all
    }

    /// The condition that a string is less than another, unit by unit.
    pub fn less(&self, pool: &mut Pool, other: &SymText) -> Term {
        let common = self.units.len().min(other.units.len());
        let mut less = other.has(pool, common);
        for at in (0..common).rev() {
            let (a, b) = (self.units[at], other.units[at]);
            let (mine, others) = (self.has(pool, at), other.has(pool, at));
            let here = match less {
                Term::FALSE => pool.ult(a, b),
                Term::TRUE => pool.ule(a, b),
                _ => {
                    let (same, below) = (pool.eq(a, b), pool.ult(a, b));
                    pool.ite(same, less, below)
                }
            };
            let ended = pool.not(mine);
            let here = pool.or(ended, here);
            less = pool.and(others, here);
        }
        less
    }

    /// A string followed by another; `None` if that would depend on the length of the first in too
    /// many ways.
    pub fn concat(&self, pool: &mut Pool, other: &SymText) -> Option<SymText> {
        let length = pool.add(self.length, other.length);
        if self.known_length(pool).is_some() {
            let units = [&self.units[..], &other.units[..]].concat();
            return Some(SymText::new(pool, units, length));
        }
        if self.units.len() * other.units.len() > MAX_SHIFTS.get() {
            return None;
        }
        let mut units = Vec::with_capacity(self.units.len() + other.units.len());
        for at in 0..self.units.len() + other.units.len() {
            // Behind the end of the first, the position in the second one depends on that end.
            let mut unit = None;
            for (from, there) in other.units.iter().enumerate() {
                let Some(end) = at.checked_sub(from).filter(|end| *end <= self.units.len()) else {
                    continue;
                };
                let end = length_term(pool, end);
                let ends = pool.eq(self.length, end);
                unit = Some(unit.map_or(*there, |unit| pool.ite(ends, *there, unit)));
            }
            let here = self.units.get(at).copied();
            let unit = match (here, unit) {
                (Some(here), Some(behind)) => {
                    let counts = self.has(pool, at);
                    Some(pool.ite(counts, here, behind))
                }
                (here, behind) => here.or(behind),
            };
            units.extend(unit);
        }
        Some(SymText::new(pool, units, length))
    }

    /// The units from a position up to another, `from <= to`, as far as there are such.
    pub fn slice(&self, pool: &mut Pool, from: usize, to: usize) -> SymText {
        let to = to.min(self.units.len());
        let from = from.min(to);
        let mut ends = [from, to].map(|end| length_term(pool, end));
        for end in &mut ends {
            let beyond = pool.ult(self.length, *end);
            *end = pool.ite(beyond, self.length, *end);
        }
        let length = pool.sub(ends[1], ends[0]);
        SymText::new(pool, self.units[from..to].to_vec(), length)
    }

    /// One of two strings.
    pub fn ite(pool: &mut Pool, condition: Term, then: &SymText, otherwise: &SymText) -> SymText {
        let length = pool.ite(condition, then.length, otherwise.length);
        let count = then.units.len().max(otherwise.units.len());
        let mut units = Vec::with_capacity(count);
        for at in 0..count {
            units.push(match (then.units.get(at), otherwise.units.get(at)) {
                (Some(then), Some(otherwise)) => pool.ite(condition, *then, *otherwise),
                (Some(unit), None) | (None, Some(unit)) => *unit,
                (None, None) => unreachable!("one of them has this many units"),
            });
        }
        SymText::new(pool, units, length)
    }

    /// The condition that another string, of known length, occurs at a position.
    fn occurs_at(&self, pool: &mut Pool, at: usize, wanted: &[Term]) -> Term {
        let Some(units) = self.units.get(at..at + wanted.len()) else {
            return Term::FALSE;
        };
        let mut all = match (at + wanted.len()).checked_sub(1) {
            Some(last) => self.has(pool, last),
            None => Term::TRUE,
        };
        for (unit, wanted) in units.iter().zip(wanted) {
            let same = pool.eq(*unit, *wanted);
            all = pool.and(all, same);
        }
        all
    }

    /// The positions at which a string of known length may occur, with the conditions.
    pub fn occurrences(&self, pool: &mut Pool, wanted: &[Term]) -> Vec<(usize, Term)> {
        let last = (self.units.len() + 1).saturating_sub(wanted.len());
        let mut found = Vec::new();
        for at in 0..last {
            // An empty string also occurs at the end.
            let occurs = match (wanted, at) {
                ([], 0) => Term::TRUE,
                ([], at) => self.has(pool, at - 1),
                _ => self.occurs_at(pool, at, wanted),
            };
            if occurs != Term::FALSE {
                found.push((at, occurs));
            }
        }
        found
    }
}

sheaf_tuning::constants! {
    /// The largest product of two numbers of units at which [`SymText::concat`] tries all lengths
    /// of the first string.
    MAX_SHIFTS: usize = 256, 1 => 4096, "pairs of lengths";
}

fn length_term(pool: &mut Pool, length: usize) -> Term {
    pool.bits(32, length as u128)
}
