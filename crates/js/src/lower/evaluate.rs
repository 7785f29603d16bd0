//! Evaluated texts: direct calls of `eval`, the value of a text, global variables.

use super::Result;
use super::function::FunctionLowerer;
use crate::evaluate::Direct;
use oxc_ast::ast::{CallExpression, Directive, Expression, IdentifierReference, Statement};
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{Const, Operand, Type};

impl FunctionLowerer<'_, '_> {
    /// A call of `eval` under its name, which is an ordinary call if the program has replaced it.
    pub fn direct_eval(
        &mut self,
        it: &CallExpression,
        ident: &IdentifierReference,
    ) -> Result<Operand> {
        let (callee, this) = self.identifier_and_object(ident)?;
        let direct = self.context.evaluated.calls.get(&it.span.start).cloned();
        let body = match direct {
            Some(Direct::Body) => it.arguments.split_last(),
            _ => None,
        };
        let arguments = body.map_or(&it.arguments[..], |(_, arguments)| arguments);
        let list = self.argument_list(arguments)?;
        let list = self.array_of(list);
        self.at(it.span);
        let refused = self.context.evaluated.refused.get(&it.span.start).cloned();
        let (function, what) = match (refused.or(direct), body) {
            (Some(Direct::Body), Some((body, _))) => {
                let body = body.as_expression().map(Expression::without_parentheses);
                let Some(Expression::ArrowFunctionExpression(body)) = body else {
                    return Ok(self.unsupported(it.span, "this text of `eval`"));
                };
                ("evaluateBody", self.arrow_or_text(body, "eval", true)?)
            }
            (Some(Direct::SyntaxError(message)), _) => ("evaluateWrong", self.text(&message)),
            (Some(Direct::Unsupported(what)), _) => ("evaluateUnknown", self.text(what)),
            _ => ("evaluateUnknown", self.text("eval")),
        };
        self.at(it.span);
        self.library_call(function, vec![callee, this, list, what])
    }

    /// Begins with the value of a text: that of its last directive.
    pub fn start_completion(&mut self, directives: &[Directive]) {
        let value = match directives.last() {
            Some(directive) => self.text(&directive.expression.value),
            None => self.undefined(),
        };
        let completion = self.ssa.temporary(Type::Any);
        self.ssa.set(completion, value);
        self.completion = Some(completion);
    }

    /// Begins a statement whose value counts even if nothing in it has one (ECMA-262, 14).
    pub fn reset_completion(&mut self) {
        if let Some(completion) = self.completion {
            let undefined = self.undefined();
            self.ssa.set(completion, undefined);
        }
    }

    /// Creates a global variable.
    pub fn declare_global(&mut self, symbol: SymbolId, deletable: bool) -> Result<()> {
        let name = self.text(self.context.scoping.symbol_name(symbol));
        let deletable = self.boolean(deletable);
        self.library_call("declareGlobal", vec![name, deletable])
            .map(drop)
    }

    pub fn write_global(&mut self, symbol: SymbolId, value: Operand) -> Result<()> {
        let name = self.text(self.context.scoping.symbol_name(symbol));
        let function = match self.strict {
            true => "js.assign_global",
            false => "js.set_global",
        };
        self.throwing(function, vec![name, value]).map(drop)
    }

    /// Sets the variable of a declared function.
    pub fn define_function(&mut self, symbol: SymbolId, value: Operand) -> Result<()> {
        let variable = self.context.evaluated.variable(symbol);
        let Some(deletable) = self.context.evaluated.globals.get(&variable) else {
            return self.write(symbol, value);
        };
        let deletable = self.boolean(*deletable);
        let name = self.text(self.context.scoping.symbol_name(variable));
        self.library_call("defineGlobal", vec![name, value, deletable])
            .map(drop)
    }

    fn boolean(&mut self, value: bool) -> Operand {
        let value = self.ssa.builder.constant(Const::Bool(value));
        self.any(value)
    }
}

/// Whether the value of a statement is `undefined` if nothing in it has one.
pub fn replaces_completion(statement: &Statement) -> bool {
    matches!(
        statement,
        Statement::DoWhileStatement(_)
            | Statement::ForInStatement(_)
            | Statement::ForOfStatement(_)
            | Statement::ForStatement(_)
            | Statement::IfStatement(_)
            | Statement::SwitchStatement(_)
            | Statement::TryStatement(_)
            | Statement::WhileStatement(_)
            | Statement::WithStatement(_)
    )
}
