//! Operations on guarded unions, member by member: concrete members stay concrete, and failures are
//! guarded by the member's guard.

use crate::machine::{Machine, Stop};
use crate::value::{Union, Value};
use sheaf_ir::{FailureKind, Operand, Type};
use sheaf_term::Term;
use std::rc::Rc;

impl Machine<'_> {
    /// The members of a value that are possible on this path.
    pub fn restrict(&mut self, value: &Value) -> Value {
        let path = self.path_guard();
        let Value::Union(union) = value else {
            return value.clone();
        };
        if path == Term::TRUE {
            return value.clone();
        }
        let mut members = union.members.clone();
        members.retain(|(guard, _)| !self.pool.guards_exclude(*guard, path));
        match members.len() {
            1 => members.remove(0).1,
            kept if kept == 0 || kept == union.members.len() => value.clone(),
            _ => Value::Union(Rc::new(Union { members })),
        }
    }

    /// The condition of the path and of the current part of the instruction, as a guard.
    fn path_guard(&mut self) -> Term {
        self.pool.guard_and(self.state.guard, self.guard)
    }

    /// The members of a value that are possible, where these are of one kind; a stop if the path
    /// must be split first. The instruction must not have changed anything before.
    ///
    /// # Errors
    /// The stop.
    pub fn of_one_kind<K: PartialEq>(
        &mut self,
        value: &Value,
        kind: impl Fn(&Value) -> K,
    ) -> Result<Value, Stop> {
        let mut value = self.restrict(value);
        while let Value::Union(union) = &value {
            let first = kind(&union.members[0].1);
            let members = union.members.iter().cloned();
            let (same, others): (Vec<_>, Vec<_>) = members.partition(|(_, it)| kind(it) == first);
            if others.is_empty() {
                break;
            }
            let mut is_first = Term::FALSE;
            for (guard, _) in &same {
                is_first = self.pool.guard_or(is_first, *guard);
            }
            let kept = if self.decide(is_first)? { same } else { others };
            value = Value::union(self.pool, kept);
        }
        Ok(value)
    }

    /// A union in which uninitialized members are arbitrary values of a type.
    pub(super) fn written(&mut self, value: Value, ty: &Type) -> Value {
        let uninitialized = |value: &Value| matches!(value, Value::Uninitialized);
        if *ty == Type::Any || !value.members().any(|(_, member)| uninitialized(member)) {
            return value;
        }
        let members = value.members().map(|(guard, member)| {
            let member = match member {
                Value::Uninitialized => self.indeterminate(ty),
                member => member.clone(),
            };
            (guard, member)
        });
        let members = members.collect();
        Value::union(self.pool, members)
    }

    /// The value of a scalar operand: a scalar or, with value summaries, a union of scalars.
    pub(super) fn scalars(&mut self, operand: Operand) -> Result<Value, Stop> {
        let value = self.read(operand);
        self.require_scalars(&value, operand)?;
        Ok(value)
    }

    /// Stops at an operand's value unless it is a scalar or a union of scalars.
    pub(super) fn require_scalars(&mut self, value: &Value, operand: Operand) -> Result<(), Stop> {
        match value {
            value if value.holds_only_scalars() => Ok(()),
            Value::Union(_) => Err(Stop::Split(operand)),
            _ => Err(self.type_error("expected a number")),
        }
    }

    /// Runs `body` for each pair of members of two values that can occur together, under their
    /// guard, and joins the results.
    ///
    /// # Errors
    /// The first of `body`.
    pub fn lift2(
        &mut self,
        left: &Value,
        right: &Value,
        body: &mut dyn FnMut(&mut Self, &Value, &Value) -> Result<Value, Stop>,
    ) -> Result<Value, Stop> {
        match (left, right) {
            (Value::Union(_), Value::Union(_)) => {}
            (Value::Union(_), _) => {
                return self.lift(left, &mut |machine, left| body(machine, left, right));
            }
            _ => return self.lift(right, &mut |machine, right| body(machine, left, right)),
        }
        if let Some((left, right)) = Value::thinned(self.pool, left, right) {
            return self.lift2(&left, &right, body);
        }
        let pairs = Value::pairs(self.pool, left, right);
        let mut results = Vec::with_capacity(pairs.len());
        for (guard, left, right) in pairs {
            if let Some(result) = self.under(guard, |machine| body(machine, left, right)) {
                results.push((guard, result?));
            }
        }
        Ok(Value::union(self.pool, results))
    }

    /// A `type-error` of an operation. Under the guard of a union's member it is only an
    /// obligation, and the result is never read.
    pub(super) fn mistyped(&mut self, message: &str) -> Result<Value, Stop> {
        if self.guard == Term::TRUE {
            return Err(self.type_error(message));
        }
        self.obligation(FailureKind::TypeError, Term::TRUE, message);
        Ok(Value::Uninitialized)
    }
}
