//! Loops, switches, labels and jumps out of them.

use super::Result;
use super::exceptions::Finally;
use super::function::FunctionLowerer;
use super::patterns::Origin;
use super::ssa::Variable;
use oxc_ast::ast::{
    DoWhileStatement, Expression, ForInStatement, ForOfStatement, ForStatement, ForStatementInit,
    ForStatementLeft, LabelIdentifier, LabeledStatement, Statement, SwitchStatement,
    WhileStatement,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::BinaryOperator;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{BlockId, Operand, Role, Type};

/// What the targets of the branch of an `if` or a `case` are.
pub const IF: [Role; 2] = [Role::Then, Role::Else];
/// What those of a loop are.
const LOOP: [Role; 2] = [Role::Body, Role::Exit];
/// What those of `?:` are.
pub const CHOICE: [Role; 2] = [Role::First, Role::Second];

/// What encloses a statement.
pub enum Scope {
    /// A loop with its labels.
    Loop {
        labels: Vec<String>,
        /// The targets of `break` and `continue`.
        end: BlockId,
        next: BlockId,
    },
    /// A `switch` or another labelled statement.
    Labelled {
        labels: Vec<String>,
        end: BlockId,
        /// Whether an unlabelled `break` leaves it.
        plain: bool,
    },
    /// A `try` with a `catch`: its block, and the variable that holds the exception.
    Catch { block: BlockId, thrown: Variable },
    /// A `try` with a `finally`.
    Finally(Finally),
}

/// A jump out of a statement; numbers are indices of scopes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    Break(usize),
    Continue(usize),
    Return,
    Throw,
}

/// What a loop goes through.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Through {
    /// The keys of an object.
    Keys(Operand),
    /// An array, or the values of an iterator.
    Values,
    /// The values that the promises of an iterator are fulfilled with.
    Promises,
}

/// A `for in` or `for of` whose list or iterator was computed.
struct Each<'s, 'a> {
    left: &'s ForStatementLeft<'a>,
    list: Operand,
    through: Through,
    scope: Option<ScopeId>,
    body: &'s Statement<'a>,
    span: Span,
}

impl FunctionLowerer<'_, '_> {
    pub fn break_statement(&mut self, label: Option<&LabelIdentifier>, span: Span) -> Result<()> {
        let is_meant = |scope: &Scope| match (scope, label) {
            (Scope::Loop { .. } | Scope::Labelled { plain: true, .. }, None) => true,
            (Scope::Loop { labels, .. } | Scope::Labelled { labels, .. }, Some(label)) => {
                labels.iter().any(|it| *it == *label.name)
            }
            _ => false,
        };
        match self.scopes.iter().rposition(is_meant) {
            Some(scope) => self.leave(Exit::Break(scope), None),
            None => return self.context.error(span, "nothing to break out of"),
        }
        Ok(())
    }

    pub fn continue_statement(
        &mut self,
        label: Option<&LabelIdentifier>,
        span: Span,
    ) -> Result<()> {
        let is_meant = |scope: &Scope| match (scope, label) {
            (Scope::Loop { .. }, None) => true,
            (Scope::Loop { labels, .. }, Some(label)) => labels.iter().any(|it| *it == *label.name),
            _ => false,
        };
        match self.scopes.iter().rposition(is_meant) {
            Some(scope) => self.leave(Exit::Continue(scope), None),
            None => return self.context.error(span, "no loop to continue"),
        }
        Ok(())
    }

    pub fn labelled(&mut self, statement: &LabeledStatement) -> Result<()> {
        self.labels.push(statement.label.name.to_string());
        match &statement.body {
            Statement::DoWhileStatement(_)
            | Statement::WhileStatement(_)
            | Statement::ForStatement(_)
            | Statement::ForInStatement(_)
            | Statement::ForOfStatement(_)
            | Statement::LabeledStatement(_) => self.statement(&statement.body),
            body => {
                let end = self.ssa.block();
                let labels = std::mem::take(&mut self.labels);
                let plain = false;
                self.scopes.push(Scope::Labelled { labels, end, plain });
                self.statement(body)?;
                self.scopes.pop();
                self.ssa.jump(end);
                self.ssa.enter(end);
                Ok(())
            }
        }
    }

    fn push_loop(&mut self, end: BlockId, next: BlockId) {
        let labels = std::mem::take(&mut self.labels);
        self.scopes.push(Scope::Loop { labels, end, next });
    }

    pub fn while_statement(&mut self, statement: &WhileStatement) -> Result<()> {
        let (head, body, end) = (self.ssa.block(), self.ssa.block(), self.ssa.block());
        self.ssa.jump(head);
        self.ssa.switch_to(head);
        self.condition(&statement.test, statement.span, LOOP, [body, end])?;
        self.ssa.enter(body);
        self.push_loop(end, head);
        self.statement(&statement.body)?;
        self.scopes.pop();
        self.ssa.jump(head);
        self.ssa.seal(head);
        self.ssa.enter(end);
        Ok(())
    }

    pub fn do_while(&mut self, statement: &DoWhileStatement) -> Result<()> {
        let (body, next, end) = (self.ssa.block(), self.ssa.block(), self.ssa.block());
        self.ssa.jump(body);
        self.ssa.switch_to(body);
        self.push_loop(end, next);
        self.statement(&statement.body)?;
        self.scopes.pop();
        self.ssa.jump(next);
        self.ssa.enter(next);
        let place = statement.test.span();
        self.condition(&statement.test, place, LOOP, [body, end])?;
        self.ssa.seal(body);
        self.ssa.enter(end);
        Ok(())
    }

    pub fn for_statement(&mut self, statement: &ForStatement) -> Result<()> {
        // The labels belong to the loop, not to its initializer.
        let labels = std::mem::take(&mut self.labels);
        let scope = statement.scope_id.get();
        let copied = match scope {
            Some(scope) => {
                self.declare(scope)?;
                self.captured_in(scope)
            }
            None => Vec::new(),
        };
        match &statement.init {
            Some(ForStatementInit::VariableDeclaration(declaration)) => {
                self.variables(declaration)?;
            }
            Some(init) => {
                let expression = init.as_expression().expect("the only other kind");
                self.expression(expression)?;
            }
            None => {}
        }
        // Each iteration has its own copies of the variables; closures of the initializer have none
        // of them.
        self.copy_boxes(&copied)?;
        let (head, body) = (self.ssa.block(), self.ssa.block());
        let (next, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.jump(head);
        self.ssa.switch_to(head);
        match &statement.test {
            Some(test) => self.condition(test, statement.span, LOOP, [body, end])?,
            None => self.ssa.jump(body),
        }
        self.ssa.enter(body);
        self.labels = labels;
        self.push_loop(end, next);
        self.statement(&statement.body)?;
        self.scopes.pop();
        self.ssa.jump(next);
        self.ssa.enter(next);
        self.copy_boxes(&copied)?;
        if let Some(update) = &statement.update {
            self.expression(update)?;
        }
        self.ssa.jump(head);
        self.ssa.seal(head);
        self.ssa.enter(end);
        Ok(())
    }

    /// Puts the values of variables into new boxes.
    fn copy_boxes(&mut self, symbols: &[SymbolId]) -> Result<()> {
        for symbol in symbols {
            let value = self.read(*symbol);
            self.create(*symbol, value)?;
        }
        Ok(())
    }

    pub fn for_in(&mut self, statement: &ForInStatement) -> Result<()> {
        let labels = std::mem::take(&mut self.labels);
        // In sloppy code, a `var` may have an initializer (ECMA-262, B.3.5).
        if let ForStatementLeft::VariableDeclaration(it) = &statement.left
            && it.kind.is_var()
        {
            self.variables(it)?;
        }
        let object = self.of_head(&statement.right, statement.scope_id.get())?;
        self.at(statement.span);
        let keys = self.library_call("enumerate", vec![object])?;
        let each = Each {
            left: &statement.left,
            list: keys,
            through: Through::Keys(object),
            scope: statement.scope_id.get(),
            body: &statement.body,
            span: statement.span,
        };
        self.for_each(&each, labels)
    }

    pub fn for_of(&mut self, statement: &ForOfStatement) -> Result<()> {
        let labels = std::mem::take(&mut self.labels);
        let value = self.of_head(&statement.right, statement.scope_id.get())?;
        let origin = self.origin(&statement.right, true);
        let message = self.message_of(&origin);
        self.at(statement.span);
        let (open, through) = match statement.r#await {
            true => ("openAsync", Through::Promises),
            false => ("iteration", Through::Values),
        };
        let list = self.library_call(open, vec![value, message])?;
        let each = Each {
            left: &statement.left,
            list,
            through,
            scope: statement.scope_id.get(),
            body: &statement.body,
            span: statement.span,
        };
        self.for_each(&each, labels)
    }

    /// The value behind `in` or `of`, in whose expression the variables of the loop exist already.
    fn of_head(&mut self, right: &Expression, scope: Option<ScopeId>) -> Result<Operand> {
        if let Some(scope) = scope {
            self.declare(scope)?;
        }
        self.expression(right)
    }

    /// Runs a body for each element of an array, which may grow meanwhile, or of an iterator. Keys
    /// of an object are skipped if they were deleted.
    fn for_each(&mut self, each: &Each, labels: Vec<String>) -> Result<()> {
        let position = self.ssa.temporary(Type::Any);
        let zero = self.numeric(0.0);
        self.ssa.set(position, zero);
        let (head, body) = (self.ssa.block(), self.ssa.block());
        let (next, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.jump(head);
        self.ssa.switch_to(head);
        self.at(each.span);
        let at = self.ssa.get(position);
        let value = self.next_of(each, at)?;
        let done = self.is_empty(value);
        self.ssa.set_roles([body, end], LOOP);
        self.ssa.branch(done, end, body);
        self.ssa.enter(body);
        if let Through::Keys(object) = each.through {
            let there = self.throwing("js.remains", vec![object, value])?;
            let there = self.truth(there);
            let run = self.ssa.block();
            self.ssa.branch_within(there, run, next);
            self.ssa.enter(run);
        }
        self.labels = labels;
        self.push_loop(end, next);
        match each.through {
            Through::Keys(_) => self.each_body(each, value)?,
            Through::Values | Through::Promises => self.closing(each, value, next)?,
        }
        self.scopes.pop();
        self.ssa.jump(next);
        self.ssa.enter(next);
        let at = self.ssa.get(position);
        let one = self.numeric(1.0);
        let at = self.binary_values(BinaryOperator::Addition, at, one, each.span)?;
        self.ssa.set(position, at);
        self.ssa.jump(head);
        self.ssa.seal(head);
        self.ssa.enter(end);
        Ok(())
    }

    /// The next value of a loop, `Empty` at the end.
    fn next_of(&mut self, each: &Each, at: Operand) -> Result<Operand> {
        if each.through != Through::Promises {
            return self.throwing("js.step", vec![each.list, at]);
        }
        let promise = self.library_call("nextAsync", vec![each.list])?;
        let result = self.awaited(promise, each.span);
        self.library_call("taken", vec![each.list, result])
    }

    fn each_body(&mut self, each: &Each, value: Operand) -> Result<()> {
        // Each iteration has its own variables.
        if let Some(scope) = each.scope {
            self.declare(scope)?;
        }
        self.bind_left(each.left, value)?;
        self.statement(each.body)
    }

    /// The body of a loop that closes its iterator when it is left early.
    fn closing(&mut self, each: &Each, value: Operand, next: BlockId) -> Result<()> {
        let keeps = Some(self.scopes.len() - 1);
        let finally = self.new_finally(keeps);
        self.scopes.push(Scope::Finally(finally));
        self.each_body(each, value)?;
        let Some(Scope::Finally(finally)) = self.scopes.pop() else {
            unreachable!("scopes nest");
        };
        self.ssa.jump(next);
        self.ssa.enter(finally.block);
        self.take_exits(finally, None, |this, exit| this.close(each, exit))
    }

    /// Closes the iterator of a loop that is left through an exit.
    fn close(&mut self, each: &Each, exit: Exit) -> Result<()> {
        self.at(each.span);
        let (close, done) = (self.ssa.block(), self.ssa.block());
        let is_array = self.pure("js.is_array", vec![each.list], Type::Bool);
        self.ssa.branch_within(is_array, done, close);
        self.ssa.enter(close);
        if exit == Exit::Throw {
            // The exception counts more than one of `return`.
            let (block, thrown) = (self.ssa.block(), self.ssa.temporary(Type::Any));
            self.scopes.push(Scope::Catch { block, thrown });
            self.close_iterator(each, exit)?;
            self.scopes.pop();
            self.ssa.jump(done);
            self.ssa.enter(block);
        } else {
            self.close_iterator(each, exit)?;
        }
        self.ssa.jump(done);
        self.ssa.enter(done);
        Ok(())
    }

    fn close_iterator(&mut self, each: &Each, exit: Exit) -> Result<()> {
        if each.through != Through::Promises {
            let close = match exit {
                Exit::Throw => "closeQuietly",
                _ => "closeIterator",
            };
            return self.library_call(close, vec![each.list]).map(drop);
        }
        let promise = self.library_call("closeAsync", vec![each.list])?;
        let (wait, end) = (self.ssa.block(), self.ssa.block());
        let missing = self.is_empty(promise);
        self.ssa.branch_within(missing, end, wait);
        self.ssa.enter(wait);
        let result = self.awaited(promise, each.span);
        if exit != Exit::Throw {
            self.library_call("resultOf", vec![result])?;
        }
        self.ssa.jump(end);
        self.ssa.enter(end);
        Ok(())
    }

    fn bind_left(&mut self, left: &ForStatementLeft, value: Operand) -> Result<()> {
        match left {
            ForStatementLeft::VariableDeclaration(declaration) => {
                match &declaration.declarations[..] {
                    [declarator] => {
                        self.bind(&declarator.id, value, &Origin::statement(".for"))?;
                        self.note_declared(&declarator.id);
                        Ok(())
                    }
                    _ => {
                        self.unsupported(declaration.span, "this declaration");
                        Ok(())
                    }
                }
            }
            left => match left.as_assignment_target() {
                Some(target) => self.assign(target, value),
                None => {
                    self.unsupported(left.span(), "this target");
                    Ok(())
                }
            },
        }
    }

    /// The captured variables of a scope.
    fn captured_in(&self, scope: ScopeId) -> Vec<SymbolId> {
        let bindings = self.context.scoping.get_bindings(scope).values().copied();
        let captured = bindings.filter(|symbol| self.context.captured.contains(*symbol));
        let mut captured: Vec<SymbolId> = captured.collect();
        captured.sort_unstable();
        captured
    }

    pub fn switch_statement(&mut self, statement: &SwitchStatement) -> Result<()> {
        let value = self.expression(&statement.discriminant)?;
        if let Some(scope) = statement.scope_id.get() {
            self.declare(scope)?;
        }
        for case in &statement.cases {
            self.hoist(&case.consequent)?;
        }
        let bodies: Vec<BlockId> = statement.cases.iter().map(|_| self.ssa.block()).collect();
        let end = self.ssa.block();
        for (case, body) in statement.cases.iter().zip(&bodies) {
            if let Some(test) = &case.test {
                let test = self.expression(test)?;
                let same = self.strictly_equal(value, test)?;
                let other = self.ssa.block();
                self.at(case.span);
                self.ssa.set_roles([*body, other], IF);
                self.ssa.branch(same, *body, other);
                self.ssa.enter(other);
            }
        }
        let default = statement.cases.iter().position(|case| case.test.is_none());
        self.ssa.jump(default.map_or(end, |at| bodies[at]));
        let labels = std::mem::take(&mut self.labels);
        let plain = true;
        self.scopes.push(Scope::Labelled { labels, end, plain });
        let scoping = self.context.scoping;
        let is_own =
            |symbol: &SymbolId| Some(scoping.symbol_scope_id(*symbol)) == statement.scope_id.get();
        for (at, case) in statement.cases.iter().enumerate() {
            self.ssa.enter(bodies[at]);
            for statement in &case.consequent {
                self.statement(statement)?;
            }
            // The next case may be reached without the declarations of this one.
            self.declared.retain(|it| !is_own(it));
            self.ssa.jump(bodies.get(at + 1).copied().unwrap_or(end));
        }
        self.scopes.pop();
        self.ssa.enter(end);
        Ok(())
    }

    /// Branches on the truthiness of an expression, at this place of the source.
    pub fn condition(
        &mut self,
        expression: &Expression,
        place: Span,
        roles: [Role; 2],
        [then, otherwise]: [BlockId; 2],
    ) -> Result<()> {
        let value = self.expression(expression)?;
        let truth = self.truth(value);
        self.at(place);
        self.ssa.set_roles([then, otherwise], roles);
        self.ssa.branch(truth, then, otherwise);
        Ok(())
    }

    /// Whether a value is truthy.
    pub fn truth(&mut self, value: Operand) -> Operand {
        match self.ssa.behind(value, &Type::Bool) {
            Some(truth) => truth,
            None => self.pure("js.truth", vec![value], Type::Bool),
        }
    }
}
