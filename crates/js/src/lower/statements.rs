//! Statements.

use super::Result;
use super::control::Exit;
use super::function::FunctionLowerer;
use oxc_ast::ast::{
    BindingPattern, BlockStatement, Declaration, Expression, Statement, VariableDeclaration,
};
use oxc_span::GetSpan;

impl FunctionLowerer<'_, '_> {
    pub fn statements(&mut self, statements: &[Statement]) -> Result<()> {
        statements.iter().try_for_each(|it| self.statement(it))
    }

    pub fn statement(&mut self, statement: &Statement) -> Result<()> {
        self.at(statement.span());
        match statement {
            Statement::BlockStatement(block) => self.block_statement(block),
            Statement::BreakStatement(it) => self.break_statement(it.label.as_ref(), it.span),
            Statement::ContinueStatement(it) => self.continue_statement(it.label.as_ref(), it.span),
            Statement::DebuggerStatement(_) | Statement::EmptyStatement(_) => Ok(()),
            Statement::DoWhileStatement(it) => self.do_while(it),
            Statement::ExpressionStatement(it) => self.expression(&it.expression).map(drop),
            Statement::ForStatement(it) => self.for_statement(it),
            Statement::IfStatement(it) => {
                let (then, otherwise) = (self.ssa.block(), self.ssa.block());
                let end = self.ssa.block();
                self.condition(&it.test, then, otherwise)?;
                self.ssa.enter(then);
                self.statement(&it.consequent)?;
                self.ssa.jump(end);
                self.ssa.enter(otherwise);
                if let Some(alternate) = &it.alternate {
                    self.statement(alternate)?;
                }
                self.ssa.jump(end);
                self.ssa.enter(end);
                Ok(())
            }
            Statement::LabeledStatement(it) => self.labelled(it),
            Statement::ReturnStatement(it) => {
                let value = match &it.argument {
                    Some(argument) => Some(self.expression(argument)?),
                    None => None,
                };
                self.leave(Exit::Return, value);
                Ok(())
            }
            Statement::SwitchStatement(it) => self.switch_statement(it),
            Statement::ThrowStatement(it) => {
                let value = self.expression(&it.argument)?;
                self.at(it.span);
                self.leave(Exit::Throw, Some(value));
                Ok(())
            }
            Statement::TryStatement(it) => self.try_statement(it),
            Statement::WhileStatement(it) => self.while_statement(it),
            Statement::VariableDeclaration(it) => self.variables(it),
            // Created when its block was entered.
            Statement::FunctionDeclaration(_) => Ok(()),
            Statement::ForInStatement(it) => self.for_in(it),
            Statement::ForOfStatement(it) => self.for_of(it),
            Statement::WithStatement(it) => self.context.unsupported(it.span, "`with`"),
            Statement::ClassDeclaration(it) => self.class(it, "").map(drop),
            other => self.context.unsupported(other.span(), "this statement"),
        }
    }

    pub fn block_statement(&mut self, block: &BlockStatement) -> Result<()> {
        if let Some(scope) = block.scope_id.get() {
            self.declare(scope)?;
        }
        let is_function = |it: &Statement| {
            matches!(
                it.as_declaration(),
                Some(Declaration::FunctionDeclaration(_))
            )
        };
        if let Some(statement) = block.body.iter().find(|it| is_function(it))
            && !self.strict
        {
            let what = "a function declared in a block of sloppy-mode code";
            return self.context.unsupported(statement.span(), what);
        }
        self.hoist(&block.body)?;
        self.statements(&block.body)
    }

    pub fn variables(&mut self, declaration: &VariableDeclaration) -> Result<()> {
        if !(declaration.kind.is_var() || declaration.kind.is_lexical()) {
            return self.context.unsupported(declaration.span, "`using`");
        }
        for declarator in &declaration.declarations {
            let name = match &declarator.id {
                BindingPattern::BindingIdentifier(ident) => ident.name.as_str(),
                _ => "",
            };
            let value = match &declarator.init {
                Some(init) => self.named(init, name)?,
                None if declaration.kind.is_var() => continue,
                None => self.undefined(),
            };
            self.bind(&declarator.id, value)?;
        }
        Ok(())
    }

    /// The value of an expression; an anonymous function gets the given name.
    pub fn named(&mut self, expression: &Expression, name: &str) -> Result<sheaf_ir::Operand> {
        match expression {
            Expression::FunctionExpression(it) if it.id.is_none() => self.function(it, name),
            Expression::ArrowFunctionExpression(it) => self.arrow(it, name),
            Expression::ClassExpression(it) if it.id.is_none() => self.class(it, name),
            _ => self.expression(expression),
        }
    }
}
