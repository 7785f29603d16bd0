//! Assignments.

use super::Result;
use super::control::Exit;
use super::function::FunctionLowerer;
use oxc_ast::ast::{
    AssignmentExpression, AssignmentTarget, Expression, IdentifierReference,
    SimpleAssignmentTarget, UpdateExpression,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator};
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{Operand, Type};

/// The target of an assignment.
enum Place {
    Variable(SymbolId, String),
    Global(String),
    Property(Operand, Operand),
}

impl FunctionLowerer<'_, '_> {
    pub fn assignment(&mut self, it: &AssignmentExpression) -> Result<Operand> {
        let place = self.target(&it.left)?;
        let value = match it.operator {
            AssignmentOperator::Assign => match &place {
                Place::Variable(_, name) | Place::Global(name) => {
                    let name = name.clone();
                    self.named(&it.right, &name)?
                }
                Place::Property(..) => self.expression(&it.right)?,
            },
            operator => {
                let Some(binary) = operator.to_binary_operator() else {
                    return self.context.unsupported(it.span, "a logical assignment");
                };
                let old = self.load(&place, it.span)?;
                let right = self.expression(&it.right)?;
                self.at(it.span);
                self.binary_values(binary, old, right, it.span)?
            }
        };
        self.at(it.span);
        self.store(&place, value)?;
        Ok(value)
    }

    /// Assigns a value to a target.
    pub fn assign(&mut self, target: &AssignmentTarget, value: Operand) -> Result<()> {
        let place = self.target(target)?;
        self.at(target.span());
        self.store(&place, value)
    }

    fn target(&mut self, target: &AssignmentTarget) -> Result<Place> {
        Ok(match target {
            AssignmentTarget::AssignmentTargetIdentifier(ident) => self.variable(ident)?,
            AssignmentTarget::StaticMemberExpression(member) => {
                let object = self.expression(&member.object)?;
                Place::Property(object, self.text(&member.property.name))
            }
            AssignmentTarget::ComputedMemberExpression(member) => {
                let object = self.expression(&member.object)?;
                Place::Property(object, self.expression(&member.expression)?)
            }
            other => return self.context.unsupported(other.span(), "destructuring"),
        })
    }

    pub fn update(&mut self, it: &UpdateExpression) -> Result<Operand> {
        let place = match &it.argument {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(ident) => self.variable(ident)?,
            SimpleAssignmentTarget::StaticMemberExpression(member) => {
                let object = self.expression(&member.object)?;
                Place::Property(object, self.text(&member.property.name))
            }
            SimpleAssignmentTarget::ComputedMemberExpression(member) => {
                let object = self.expression(&member.object)?;
                Place::Property(object, self.expression(&member.expression)?)
            }
            other => return self.context.unsupported(other.span(), "this target"),
        };
        let value = self.load(&place, it.span)?;
        self.at(it.span);
        let old = self.throwing("js.to_number", vec![value])?;
        let one = self.numeric(1.0);
        let operator = match it.operator {
            oxc_syntax::operator::UpdateOperator::Increment => BinaryOperator::Addition,
            oxc_syntax::operator::UpdateOperator::Decrement => BinaryOperator::Subtraction,
        };
        let new = self.binary_values(operator, old, one, it.span)?;
        self.store(&place, new)?;
        Ok(if it.prefix { new } else { old })
    }

    fn variable(&mut self, ident: &IdentifierReference) -> Result<Place> {
        let name = ident.name.to_string();
        Ok(match self.symbol_of(ident) {
            Some(symbol) => Place::Variable(symbol, name),
            None if matches!(&*name, "sheaf" | "J$" | "arguments" | "eval" | "undefined") => {
                return self
                    .context
                    .unsupported(ident.span, &format!("assigning to `{name}`"));
            }
            None => Place::Global(name),
        })
    }

    fn load(&mut self, place: &Place, span: Span) -> Result<Operand> {
        self.at(span);
        match place {
            Place::Variable(symbol, name) => {
                let value = self.read(*symbol);
                self.require_value(*symbol, value, name);
                Ok(value)
            }
            Place::Global(name) => {
                let name = self.text(name);
                self.throwing("js.get_global", vec![name])
            }
            Place::Property(object, key) => self.throwing("js.get", vec![*object, *key]),
        }
    }

    fn store(&mut self, place: &Place, value: Operand) -> Result<()> {
        match place {
            Place::Variable(symbol, name) => {
                let old = self.read(*symbol);
                self.require_value(*symbol, old, name);
                let flags = self.context.scoping.symbol_flags(*symbol);
                if flags.is_const_variable() {
                    let message = self.text("Assignment to constant variable.");
                    let error = self.pure("js.type_error", vec![message], Type::Any);
                    self.leave(Exit::Throw, Some(error));
                } else if !flags.contains(oxc_syntax::symbol::SymbolFlags::FunctionExpression) {
                    self.write(*symbol, value);
                } else if self.strict {
                    let message = self.text("Assignment to constant variable.");
                    let error = self.pure("js.type_error", vec![message], Type::Any);
                    self.leave(Exit::Throw, Some(error));
                }
                Ok(())
            }
            Place::Global(name) => {
                let name = self.text(name);
                let function = if self.strict {
                    "js.assign_global"
                } else {
                    "js.set_global"
                };
                self.throwing(function, vec![name, value]).map(drop)
            }
            Place::Property(object, key) => self
                .throwing("js.set", vec![*object, *key, value])
                .map(drop),
        }
    }

    pub fn delete(&mut self, argument: &Expression, span: Span) -> Result<Operand> {
        let (object, key) = match argument.without_parentheses() {
            Expression::StaticMemberExpression(member) if !member.optional => {
                let object = self.expression(&member.object)?;
                (object, self.text(&member.property.name))
            }
            Expression::ComputedMemberExpression(member) if !member.optional => {
                let object = self.expression(&member.object)?;
                (object, self.expression(&member.expression)?)
            }
            _ => {
                return self
                    .context
                    .unsupported(span, "deleting something other than a property");
            }
        };
        self.at(span);
        self.throwing("js.delete", vec![object, key])
    }
}
