//! Operations on strings.

use crate::machine::{Machine, Stop};
use crate::outcome::ReasonKind;
use crate::value::{Text, Value};
use sheaf_ir::{DynamicOp, FailureKind, Operand};
use sheaf_term::Term;
use std::rc::Rc;

/// The maximum length of a string in units.
const MAX_UNITS: usize = 1 << 28;

impl Machine<'_> {
    pub(super) fn string_op(&mut self, op: DynamicOp, operands: &[Operand]) -> Result<Value, Stop> {
        match (op, operands) {
            (DynamicOp::StrLength, [string]) => {
                let string = self.read(*string);
                self.lift(&string, &mut |machine, string| {
                    let units = machine.units(string).map_or(0, |text| text.units().len());
                    Ok(Value::bits(32, units as u128))
                })
            }
            (DynamicOp::StrUnit, [string, at]) => {
                let (string, at) = (self.read(*string), self.read(*at));
                self.lift2(&string, &at, &mut |machine, string, at| {
                    Ok(match machine.units(string) {
                        Some(text) => machine.unit_at(&text, at),
                        None => Value::Uninitialized,
                    })
                })
            }
            (DynamicOp::StrOf, [unit]) => self.string_of_unit(*unit),
            (DynamicOp::StrConcat, [a, b]) => {
                let (a, b) = (self.read(*a), self.read(*b));
                self.lift2(&a, &b, &mut |machine, a, b| machine.concat(a, b))
            }
            (DynamicOp::StrSlice, [string, from, to]) => self.slice(*string, *from, *to),
            (DynamicOp::StrLess, [a, b]) => {
                let (a, b) = (self.read(*a), self.read(*b));
                self.lift2(&a, &b, &mut |machine, a, b| {
                    let less =
                        matches!((machine.units(a), machine.units(b)), (Some(a), Some(b)) if a < b);
                    Ok(Value::Bool(less))
                })
            }
            _ => Err(Stop::Unmodelled(
                ReasonKind::UnmodelledOperation,
                op.word().to_string(),
            )),
        }
    }

    /// The string of a value. The verifier excludes everything but strings and uninitialized
    /// values.
    fn units(&mut self, value: &Value) -> Option<Rc<Text>> {
        match value {
            Value::Str(text) => Some(text.clone()),
            value => {
                self.require_defined(value, "use of an uninitialized string");
                None
            }
        }
    }

    /// The unit at a position that is not a union.
    fn unit_at(&mut self, text: &Text, at: &Value) -> Value {
        let units = text.units();
        let message = format!("access outside of a string of {} units", units.len());
        if let Some(at) = at.as_u64() {
            return match units.get(at as usize) {
                Some(unit) => Value::bits(16, u128::from(*unit)),
                None => {
                    self.obligation(FailureKind::OutOfBounds, Term::TRUE, &message);
                    Value::Uninitialized
                }
            };
        }
        self.require_defined(at, "a position depends on uninitialized memory");
        let index = self.address_term(at);
        let mut outside = Term::TRUE;
        let mut found = Value::bits(16, 0);
        for (at, unit) in units.iter().enumerate() {
            let wanted = self.pool.bits(32, at as u128);
            let meant = self.pool.eq(index, wanted);
            if meant != Term::FALSE {
                let not = self.pool.not(meant);
                outside = self.pool.and(outside, not);
                let unit = Value::bits(16, u128::from(*unit));
                found = Value::choice(self.pool, meant, &unit, &found);
            }
        }
        self.obligation(FailureKind::OutOfBounds, outside, &message);
        found
    }

    fn string_of_unit(&mut self, operand: Operand) -> Result<Value, Stop> {
        let unit = self.read(operand);
        self.lift(&unit, &mut |_, unit| match unit.as_u64() {
            Some(unit) => Ok(text(vec![unit as u16])),
            None => Err(Stop::Concretize(operand)),
        })
    }

    fn concat(&mut self, a: &Value, b: &Value) -> Result<Value, Stop> {
        let (Some(a), Some(b)) = (self.units(a), self.units(b)) else {
            return Ok(Value::Uninitialized);
        };
        if a.units().len() + b.units().len() > MAX_UNITS {
            let detail = format!("a string of more than {MAX_UNITS} units");
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        }
        Ok(text([a.units(), b.units()].concat()))
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
                let Some(string) = machine.units(string) else {
                    return Ok(Value::Uninitialized);
                };
                let units = string.units();
                let end = (end as usize).min(units.len());
                let start = (start as usize).min(end);
                Ok(text(units[start..end].to_vec()))
            })
        })
    }
}

fn text(units: Vec<u16>) -> Value {
    Value::Str(Rc::new(Text::from(units)))
}
