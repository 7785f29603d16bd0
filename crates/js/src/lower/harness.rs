//! Calls of the harness: `sheaf.integer(name, low, high)`, `sheaf.boolean(name)`,
//! `sheaf.assume(c)`, `sheaf.assert(c, message)`, and Jalangi's `J$.readInput(example)`; in the
//! library, the calls of intrinsics.

use super::Result;
use super::function::FunctionLowerer;
use oxc_ast::ast::{Argument, CallExpression, Expression};
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use sheaf_ir::{CastOp, FailureKind, Op, Operand, Type};

impl FunctionLowerer<'_, '_> {
    /// A call of a harness function, if it is one.
    pub fn harness_call(&mut self, it: &CallExpression) -> Result<Option<Operand>> {
        let Expression::StaticMemberExpression(member) = &it.callee else {
            return Ok(None);
        };
        if self.context.is_library
            && matches!(
                &*member.property.name,
                "push" | "pop" | "charAt" | "charCodeAt"
            )
        {
            // What a program does to these functions does not change the library.
            let (name, unused) = (self.text(&member.property.name), self.undefined());
            let mut args = vec![name, unused, self.expression(&member.object)?];
            args.extend(self.arguments(&it.arguments)?);
            self.at(it.span);
            return self.throwing("js.built_in_call", args).map(Some);
        }
        let Expression::Identifier(object) = &member.object else {
            return Ok(None);
        };
        if self.symbol_of(object).is_some() {
            return Ok(None);
        }
        if self.context.is_library && object.name == "runtime" {
            let args = self.arguments(&it.arguments)?;
            let name = format!("js.{}", member.property.name);
            self.at(it.span);
            return self.throwing(&name, args).map(Some);
        }
        if !matches!(&*object.name, "sheaf" | "J$") {
            return Ok(None);
        }
        let result = match (&*object.name, &*member.property.name) {
            ("sheaf", "integer") => self.integer_input(it)?,
            ("sheaf", "boolean") => {
                let name = self.input_name(it)?;
                let name = self.context.name(&name);
                let value = self.ssa.push(Op::Input(name), Type::Bool);
                self.any(value)
            }
            ("sheaf", "assume") => {
                let condition = self.first_truth(it)?;
                self.ssa.push_void(Op::Assume(condition));
                self.undefined()
            }
            ("sheaf", "assert") => self.assertion(it)?,
            ("J$", "readInput") => self.example_input(it)?,
            (object, property) => {
                let what = format!("`{object}.{property}`");
                return self.context.unsupported(it.span, &what);
            }
        };
        Ok(Some(result))
    }

    fn first_truth(&mut self, it: &CallExpression) -> Result<Operand> {
        let values = self.arguments(&it.arguments)?;
        self.at(it.span);
        match values.first() {
            Some(value) => Ok(self.truth(*value)),
            None => self.context.error(it.span, "a condition is missing"),
        }
    }

    fn assertion(&mut self, it: &CallExpression) -> Result<Operand> {
        let condition = self.first_truth(it)?;
        let message = match (it.arguments.get(1), &it.arguments[0]) {
            (Some(Argument::StringLiteral(message)), _) => message.value.to_string(),
            (_, condition) => self.source_text(oxc_span::GetSpan::span(condition)),
        };
        let message = self.context.name(&message);
        self.ssa.push_void(Op::Check {
            condition,
            kind: FailureKind::Assertion,
            message,
        });
        Ok(self.undefined())
    }

    fn input_name(&self, it: &CallExpression) -> Result<String> {
        match it.arguments.first() {
            Some(Argument::StringLiteral(name)) => Ok(name.value.to_string()),
            _ => self
                .context
                .error(it.span, "the name of an input must be a string literal"),
        }
    }

    fn integer_input(&mut self, it: &CallExpression) -> Result<Operand> {
        let name = self.input_name(it)?;
        let values = self.arguments(&it.arguments)?;
        let name = self.context.name(&name);
        self.at(it.span);
        let value = self.ssa.push(Op::Input(name), Type::Bits(32));
        let value = self.any(value);
        let bounds = [
            (1, BinaryOperator::GreaterEqualThan),
            (2, BinaryOperator::LessEqualThan),
        ];
        for (at, operator) in bounds {
            if let Some(bound) = values.get(at) {
                let holds = self.binary_values(operator, value, *bound, it.span)?;
                let holds = self.ssa.push(Op::Cast(CastOp::FromAny, holds), Type::Bool);
                self.ssa.push_void(Op::Assume(holds));
            }
        }
        Ok(value)
    }

    /// An input with the type of an example.
    fn example_input(&mut self, it: &CallExpression) -> Result<Operand> {
        let name = self.context.name("input");
        let example = it.arguments.first().and_then(Argument::as_expression);
        let example = match example {
            Some(Expression::UnaryExpression(it))
                if it.operator == UnaryOperator::UnaryNegation =>
            {
                Some(&it.argument)
            }
            other => other,
        };
        let ty = match example {
            Some(Expression::NumericLiteral(it)) if it.value.fract() == 0.0 => Type::Bits(32),
            Some(Expression::BooleanLiteral(_)) => Type::Bool,
            _ => {
                let what = "an example other than an integer or boolean literal";
                return self.context.unsupported(it.span, what);
            }
        };
        self.at(it.span);
        let value = self.ssa.push(Op::Input(name), ty);
        Ok(self.any(value))
    }
}
