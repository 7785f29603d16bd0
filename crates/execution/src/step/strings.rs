//! Operations on strings.

use crate::machine::{Action, Choice, Flow, Machine, Stop};
use crate::outcome::{End, ReasonKind};
use crate::value::{SymText, Text, Value};
use sheaf_ir::{DynamicOp, FailureKind, Local, Operand};
use sheaf_term::Term;
use std::rc::Rc;

/// The maximum length of a string in units.
const MAX_UNITS: usize = 1 << 28;

sheaf_tuning::constants! {
    /// The maximum length of a string that is not known.
    MAX_SYMBOLIC_UNITS: usize = 1 << 12, 1 => 1 << 16, "units";
    /// The most pairs of members of two unions whose strings are joined one by one.
    MAX_PAIRS: usize = 256, 1 => 4096, "pairs";
}

impl Machine<'_> {
    pub(super) fn string_op(&mut self, op: DynamicOp, operands: &[Operand]) -> Result<Value, Stop> {
        match (op, operands) {
            (DynamicOp::StrLength, [string]) => {
                let string = self.read(*string);
                self.lift(&string, &mut |machine, string| {
                    Ok(machine.string_length(string))
                })
            }
            (DynamicOp::StrUnit, [string, at]) => {
                let (string, at) = (self.read(*string), self.read(*at));
                self.lift2(&string, &at, &mut |machine, string, at| {
                    Ok(machine.checked_unit(string, at))
                })
            }
            (DynamicOp::StrOf, [unit]) => {
                let unit = self.read(*unit);
                self.lift(&unit, &mut |machine, unit| Ok(machine.string_of_unit(unit)))
            }
            (DynamicOp::StrConcat, [first, second]) => {
                let (a, b) = (self.read(*first), self.read(*second));
                match self.joined_texts(&a, &b) {
                    Some((a, b)) => self.concat(&a, &b, *first),
                    None => self.lift2(&a, &b, &mut |machine, a, b| machine.concat(a, b, *first)),
                }
            }
            (DynamicOp::StrSlice, [string, from, to]) => self.slice(*string, *from, *to),
            (DynamicOp::StrLess, [a, b]) => {
                let (a, b) = (self.read(*a), self.read(*b));
                self.lift2(&a, &b, &mut |machine, a, b| Ok(machine.string_less(a, b)))
            }
            _ => Err(Stop::Unmodelled(
                ReasonKind::UnmodelledOperation,
                op.word().to_string(),
            )),
        }
    }

    /// The content of a string, with its length if the path was split by it. `None` for an
    /// uninitialized value: the verifier excludes everything else.
    pub fn sym_text(&mut self, value: &Value) -> Option<Rc<SymText>> {
        let Some(text) = SymText::of_value(self.pool, value) else {
            self.require_defined(value, "use of an uninitialized string");
            return None;
        };
        match self.implied_length(&text) {
            Some(length) => Some(Rc::new(text.with_length(self.pool, length))),
            None => Some(text),
        }
    }

    /// The length of a string by which the path was split. Where it is recorded what a step depends
    /// on, that decision would be missing.
    fn implied_length(&self, text: &SymText) -> Option<usize> {
        match self.accessed {
            None => self.state.lengths.get(text.length()),
            Some(_) => None,
        }
    }

    /// Records the length of a string that replaces one of unknown length.
    pub(super) fn note_length(&mut self, before: &Value, now: &Value) {
        let units = match now {
            Value::Str(text) => Some(text.units().len()),
            Value::SymStr(text) => text.known_length(self.pool),
            _ => None,
        };
        if let (Value::SymStr(before), Some(units)) = (before, units)
            && before.known_length(self.pool).is_none()
        {
            self.state.lengths.insert(before.length(), units);
        }
    }

    fn has_length(&mut self, text: &SymText, length: usize) -> Term {
        let length = self.pool.bits(32, length as u128);
        self.pool.eq(text.length(), length)
    }

    /// The lengths of a string as choices.
    pub(super) fn split_by_length(&mut self, local: Local, text: &SymText) -> Flow {
        if text.known_length(self.pool).is_some() {
            let detail = "an operation on a string whose units are not known".to_string();
            let reason = self.reason(ReasonKind::UnmodelledOperation, detail);
            return Flow::End(End::Unmodelled(reason));
        }
        if self.accessed.is_some() {
            let reason = self.reason(ReasonKind::UnmodelledOperation, "a string".to_string());
            return Flow::End(End::Unmodelled(reason));
        }
        let mut choices = Vec::new();
        for length in 0..=text.units().len() {
            let guard = self.has_length(text, length);
            if guard != Term::FALSE {
                let value = text.with_length(self.pool, length).into_value(self.pool);
                let action = Action::Bind(local, value);
                choices.push(Choice { guard, action });
            }
        }
        Flow::Choose(choices)
    }

    /// The length of a string that is not a union, 32 bits.
    pub fn string_length(&mut self, string: &Value) -> Value {
        match string {
            Value::Str(text) => Value::bits(32, text.units().len() as u128),
            value => match self.sym_text(value) {
                Some(text) => Value::from_term(self.pool, text.length()),
                None => Value::bits(32, 0),
            },
        }
    }

    /// The unit at a position, neither of them a union; a position outside is a failure.
    fn checked_unit(&mut self, string: &Value, at: &Value) -> Value {
        let length = match string {
            Value::Str(text) => text.units().len(),
            value => match self.sym_text(value) {
                Some(text) => text.units().len(),
                None => return Value::Uninitialized,
            },
        };
        self.require_defined(at, "a position depends on uninitialized memory");
        let (within, unit) = self.string_unit(string, at);
        let outside = self.pool.not(within);
        let message = format!("access outside of a string of {length} units");
        self.obligation(FailureKind::OutOfBounds, outside, &message);
        unit
    }

    /// The condition that a position, an unsigned integer of 32 bits, is within a string, and the
    /// unit there; neither of them is a union.
    pub fn string_unit(&mut self, string: &Value, at: &Value) -> (Term, Value) {
        if let (Value::Str(text), Some(at)) = (string, at.as_u64()) {
            return match text.units().get(at as usize) {
                Some(unit) => (Term::TRUE, Value::bits(16, u128::from(*unit))),
                None => (Term::FALSE, Value::Uninitialized),
            };
        }
        let (Some(text), Some(index)) = (self.sym_text(string), at.to_term(self.pool)) else {
            return (Term::FALSE, Value::Uninitialized);
        };
        let pool = &mut *self.pool;
        let within = pool.ult(index, text.length());
        let mut found = None;
        for (at, unit) in text.units().iter().enumerate() {
            let wanted = pool.bits(32, at as u128);
            let meant = pool.eq(index, wanted);
            found = match found {
                _ if meant == Term::FALSE => found,
                Some(before) => Some(pool.ite(meant, *unit, before)),
                None => Some(*unit),
            };
        }
        match found {
            Some(unit) => (within, Value::from_term(pool, unit)),
            None => (Term::FALSE, Value::Uninitialized),
        }
    }

    /// The string of one unit, which is not a union.
    pub fn string_of_unit(&mut self, unit: &Value) -> Value {
        self.require_defined(unit, "use of an uninitialized unit");
        if let Some(unit) = unit.as_u64() {
            return Value::Str(Rc::new(Text::from(vec![unit as u16])));
        }
        match unit.to_term(self.pool) {
            Some(unit) => SymText::of_units(self.pool, vec![unit]).into_value(self.pool),
            None => Value::Uninitialized,
        }
    }

    fn string_less(&mut self, a: &Value, b: &Value) -> Value {
        if let (Value::Str(a), Value::Str(b)) = (a, b) {
            return Value::Bool(a < b);
        }
        match (self.sym_text(a), self.sym_text(b)) {
            (Some(a), Some(b)) => {
                let less = a.less(self.pool, &b);
                Value::from_term(self.pool, less)
            }
            _ => Value::Bool(false),
        }
    }

    /// Two unions of strings as strings with symbolic units, if too many pairs of members would have
    /// to be joined.
    fn joined_texts(&mut self, a: &Value, b: &Value) -> Option<(Value, Value)> {
        if a.members().count() * b.members().count() <= MAX_PAIRS.get() {
            return None;
        }
        let a = SymText::of_members(self.pool, a)?.into_value(self.pool);
        let b = SymText::of_members(self.pool, b)?.into_value(self.pool);
        Some((a, b))
    }

    /// Joins two strings; `first` is the operand that must be split if that is not possible.
    fn concat(&mut self, a: &Value, b: &Value, first: Operand) -> Result<Value, Stop> {
        if let (Value::Str(a), Value::Str(b)) = (a, b) {
            require_room(a.units().len() + b.units().len(), MAX_UNITS)?;
            let units = [a.units(), b.units()].concat();
            return Ok(Value::Str(Rc::new(Text::from(units))));
        }
        let (Some(a), Some(b)) = (self.sym_text(a), self.sym_text(b)) else {
            return Ok(Value::Uninitialized);
        };
        let units = a.units().len() + b.units().len();
        require_room(units, MAX_SYMBOLIC_UNITS.get())?;
        self.afford(units as u64)?;
        match a.concat(self.pool, &b) {
            Some(text) => Ok(text.into_value(self.pool)),
            None => Err(Stop::Split(first)),
        }
    }

    fn slice(&mut self, string: Operand, from: Operand, to: Operand) -> Result<Value, Stop> {
        let (string, start, end) = (self.read(string), self.read(from), self.read(to));
        self.lift2(&start, &end, &mut |machine, start, end| {
            let Some(start) = start.as_u64() else {
                return Err(Stop::Concretize(from));
            };
            let Some(end) = end.as_u64() else {
                return Err(Stop::Concretize(to));
            };
            machine.lift(&string, &mut |machine, string| {
                Ok(machine.string_slice(string, start as usize, end as usize))
            })
        })
    }

    /// The part of a string that is not a union from a position up to another, as far as it goes.
    pub fn string_slice(&mut self, string: &Value, from: usize, to: usize) -> Value {
        if let Value::Str(text) = string {
            let to = to.min(text.units().len());
            let units = &text.units()[from.min(to)..to];
            return Value::Str(Rc::new(Text::from(units)));
        }
        match self.sym_text(string) {
            Some(text) => text.slice(self.pool, from, to).into_value(self.pool),
            None => Value::Uninitialized,
        }
    }
}

fn require_room(units: usize, most: usize) -> Result<(), Stop> {
    if units <= most {
        return Ok(());
    }
    let detail = format!("a string of more than {most} units");
    Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail))
}
