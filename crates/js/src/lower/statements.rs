//! Statements.

use super::Result;
use super::control::{Exit, IF};
use super::coroutine::Suspends;
use super::evaluate::replaces_completion;
use super::function::FunctionLowerer;
use super::patterns::Origin;
use oxc_ast::ast::{
    BindingPattern, BlockStatement, Expression, Function, Statement, VariableDeclaration,
    VariableDeclarator,
};
use oxc_span::GetSpan;

impl FunctionLowerer<'_, '_> {
    pub fn statements(&mut self, statements: &[Statement]) -> Result<()> {
        statements.iter().try_for_each(|it| self.statement(it))
    }

    pub fn statement(&mut self, statement: &Statement) -> Result<()> {
        self.at(statement.span());
        if replaces_completion(statement) {
            self.reset_completion();
        }
        match statement {
            Statement::BlockStatement(block) => self.block_statement(block),
            Statement::BreakStatement(it) => self.break_statement(it.label.as_ref(), it.span),
            Statement::ContinueStatement(it) => self.continue_statement(it.label.as_ref(), it.span),
            Statement::DebuggerStatement(_) | Statement::EmptyStatement(_) => Ok(()),
            Statement::DoWhileStatement(it) => self.do_while(it),
            Statement::ExpressionStatement(it) => {
                let value = self.expression(&it.expression)?;
                if let Some(completion) = self.completion {
                    self.ssa.set(completion, value);
                }
                Ok(())
            }
            Statement::ForStatement(it) => self.for_statement(it),
            Statement::IfStatement(it) => {
                let (then, otherwise) = (self.ssa.block(), self.ssa.block());
                let end = self.ssa.block();
                self.condition(&it.test, it.test.span(), IF, [then, otherwise])?;
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
                    Some(argument) => {
                        let value = self.expression(argument)?;
                        Some(match self.suspends() {
                            Some(Suspends::AsyncGenerator) => self.awaited(value, it.span),
                            _ => value,
                        })
                    }
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
            Statement::FunctionDeclaration(it) => self.copy_function(it),
            Statement::ForInStatement(it) => self.for_in(it),
            Statement::ForOfStatement(it) => self.for_of(it),
            Statement::WithStatement(it) => self.with_statement(it),
            Statement::ClassDeclaration(it) => {
                self.class(it, "")?;
                self.declared
                    .extend(it.id.iter().filter_map(|id| id.symbol_id.get()));
                Ok(())
            }
            // Linked when the program is loaded.
            Statement::ImportDeclaration(_)
            | Statement::ExportAllDeclaration(_)
            | Statement::ExportFromDeclaration(_)
            | Statement::ExportNamedDeclaration(_) => Ok(()),
            Statement::ExportDeclaration(it) => self.declaration(&it.declaration),
            Statement::ExportDefaultDeclaration(it) => self.export_default(it),
            other => {
                self.unsupported(other.span(), "this statement");
                Ok(())
            }
        }
    }

    pub fn block_statement(&mut self, block: &BlockStatement) -> Result<()> {
        if let Some(scope) = block.scope_id.get() {
            self.declare(scope)?;
        }
        self.hoist(&block.body)?;
        self.statements(&block.body)
    }

    /// Copies a function that is declared in a block of sloppy code to the variable of the
    /// enclosing function (ECMA-262, B.3.2).
    fn copy_function(&mut self, function: &Function) -> Result<()> {
        let variable = function.scope_id.get();
        let variable = variable.and_then(|it| self.context.variables.copies.get(&it));
        let inner = function.id.as_ref().and_then(|it| it.symbol_id.get());
        if let (Some(variable), Some(inner)) = (variable, inner) {
            let value = self.read(inner);
            self.write(*variable, value)?;
        }
        Ok(())
    }

    pub fn variables(&mut self, declaration: &VariableDeclaration) -> Result<()> {
        if !(declaration.kind.is_var() || declaration.kind.is_lexical()) {
            self.unsupported(declaration.span, "`using`");
            return Ok(());
        }
        for declarator in &declaration.declarations {
            if self.variable_in_with(declarator)? {
                continue;
            }
            let name = match &declarator.id {
                BindingPattern::BindingIdentifier(ident) => ident.name.as_str(),
                _ => "",
            };
            let value = match &declarator.init {
                Some(init) => self.named(init, name)?,
                None if declaration.kind.is_var() => continue,
                None => self.undefined(),
            };
            let origin = match &declarator.init {
                Some(init) => self.origin_of_declaration(init),
                None => Origin::Value,
            };
            self.bind(&declarator.id, value, &origin)?;
            self.note_declared(&declarator.id);
        }
        Ok(())
    }

    /// Initializes a variable that the object of a `with` statement may have, if it is one.
    fn variable_in_with(&mut self, declarator: &VariableDeclarator) -> Result<bool> {
        let Some(init) = &declarator.init else {
            return Ok(false);
        };
        match &declarator.id {
            BindingPattern::BindingIdentifier(ident) => {
                let symbol = ident.symbol_id.get().expect("a symbol");
                let Some(object) = self.with_object_of_variable(symbol)? else {
                    return Ok(false);
                };
                let value = self.named(init, &ident.name)?;
                self.set_in(object, &ident.name, value, |this| this.write(symbol, value))?;
                Ok(true)
            }
            pattern => {
                let idents = pattern.get_binding_identifiers().into_iter();
                let mut symbols = idents.filter_map(|ident| ident.symbol_id.get());
                let in_with = symbols.any(|symbol| self.may_be_in_with(symbol));
                if in_with {
                    self.unsupported(declarator.span, "a pattern of `var` in `with`");
                }
                Ok(in_with)
            }
        }
    }

    /// Notes that the variables of a pattern have values in the rest of their scope.
    pub fn note_declared(&mut self, pattern: &BindingPattern) {
        let idents = pattern.get_binding_identifiers().into_iter();
        let symbols = idents.filter_map(|ident| ident.symbol_id.get());
        self.declared.extend(symbols);
    }

    /// The value of an expression; an anonymous function gets the given name.
    pub fn named(&mut self, expression: &Expression, name: &str) -> Result<sheaf_ir::Operand> {
        match expression {
            Expression::FunctionExpression(it) if it.id.is_none() => self.function(it, name),
            Expression::ArrowFunctionExpression(it) => self.arrow(it, name),
            Expression::ClassExpression(it) if it.id.is_none() => self.class(it, name),
            Expression::ParenthesizedExpression(it) => self.named(&it.expression, name),
            _ => self.expression(expression),
        }
    }
}
