//! Members of objects, and chains of them with `?.`.

use super::function::FunctionLowerer;
use super::ssa::Variable;
use super::{Result, ScriptKind};
use oxc_ast::ast::{ChainElement, Expression, MemberExpression, StaticMemberExpression};
use oxc_span::{GetSpan, Span};
use sheaf_ir::{Operand, Type};

impl FunctionLowerer<'_, '_> {
    /// The location of an expression that accesses a member. In a chain over several lines, it is
    /// that of the member, as in node.
    pub fn at_member(&mut self, span: Span, member: Span) {
        let line = |offset| self.context.location(offset).line;
        match line(span.start) == line(member.start) {
            true => self.at(span),
            false => self.at(member),
        }
    }

    /// The value of an expression, and the object that it is a member of; undefined if it is none.
    pub fn member(&mut self, expression: &Expression) -> Result<(Operand, Operand)> {
        if let Some(member) = expression.as_member_expression() {
            return self.member_of(member);
        }
        match expression {
            Expression::ParenthesizedExpression(it) => self.member(&it.expression),
            // `(a?.b)()` passes `a` as `this`.
            Expression::ChainExpression(it) => {
                let this = self.ssa.temporary(Type::Any);
                let undefined = self.undefined();
                self.ssa.set(this, undefined);
                let value = self.chain_with(&it.expression, Some(this))?;
                Ok((value, self.ssa.get(this)))
            }
            Expression::Identifier(it) => self.identifier_and_object(it),
            other => Ok((self.expression(other)?, self.undefined())),
        }
    }

    /// The value of a member expression, and the object that it is a member of.
    fn member_of(&mut self, member: &MemberExpression) -> Result<(Operand, Operand)> {
        let span = member.span();
        match member {
            MemberExpression::StaticMemberExpression(it) => {
                if matches!(it.object, Expression::Super(_)) {
                    let key = self.text(&it.property.name);
                    self.at(span);
                    return Ok((self.super_member(key)?, self.this()?));
                }
                if let Some(main) = self.main_module(it)? {
                    return Ok((main, self.undefined()));
                }
                let object = self.expression(&it.object)?;
                self.stop_if_nothing(it.optional, object);
                let key = self.text(&it.property.name);
                self.at_member(span, it.property.span);
                Ok((self.throwing("js.get", vec![object, key])?, object))
            }
            MemberExpression::ComputedMemberExpression(it) => {
                if matches!(it.object, Expression::Super(_)) {
                    let this = self.this()?;
                    let key = self.expression(&it.expression)?;
                    self.at(span);
                    return Ok((self.super_member(key)?, this));
                }
                let object = self.expression(&it.object)?;
                self.stop_if_nothing(it.optional, object);
                let key = self.expression(&it.expression)?;
                self.at(span);
                Ok((self.throwing("js.get", vec![object, key])?, object))
            }
            MemberExpression::PrivateFieldExpression(it) => {
                let object = self.expression(&it.object)?;
                self.stop_if_nothing(it.optional, object);
                let (key, name) = (self.private(&it.field)?, self.text(&it.field.name));
                self.at(span);
                let value = self.throwing("js.private_get", vec![object, key, name])?;
                Ok((value, object))
            }
        }
    }

    /// `require.main` in a CommonJS module.
    fn main_module(&mut self, member: &StaticMemberExpression) -> Result<Option<Operand>> {
        match &member.object {
            Expression::Identifier(it)
                if it.name == "require"
                    && member.property.name == "main"
                    && self.symbol_of(it).is_none()
                    && matches!(self.context.kind, ScriptKind::Module(_)) =>
            {
                self.library_call("mainModule", Vec::new()).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// A chain of members and calls, which ends where a `?.` finds nothing.
    pub fn chain(&mut self, element: &ChainElement) -> Result<Operand> {
        self.chain_with(element, None)
    }

    /// The same, with the object that its last member is one of in a variable.
    fn chain_with(&mut self, element: &ChainElement, this: Option<Variable>) -> Result<Operand> {
        let (end, result) = (self.ssa.block(), self.ssa.temporary(Type::Any));
        let outer = self.chain.replace((end, result));
        let value = match (element, element.as_member_expression()) {
            (_, Some(member)) => {
                let (value, object) = self.member_of(member)?;
                if let Some(this) = this {
                    self.ssa.set(this, object);
                }
                value
            }
            (ChainElement::CallExpression(it), _) => self.call(it)?,
            (other, None) => self.unsupported(other.span(), "a type"),
        };
        self.chain = outer;
        self.ssa.set(result, value);
        self.ssa.jump(end);
        self.ssa.enter(end);
        Ok(self.ssa.get(result))
    }

    /// Ends the chain if a value in front of `?.` is undefined or null.
    pub fn stop_if_nothing(&mut self, optional: bool, value: Operand) {
        let Some((end, result)) = self.chain.filter(|_| optional) else {
            return;
        };
        let nothing = self.pure("js.is_nothing", vec![value], Type::Bool);
        let (stop, next) = (self.ssa.block(), self.ssa.block());
        self.ssa.branch(nothing, stop, next);
        self.ssa.enter(stop);
        let undefined = self.undefined();
        self.ssa.set(result, undefined);
        self.ssa.jump(end);
        self.ssa.enter(next);
    }
}
