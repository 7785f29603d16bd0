//! Throwing, catching and `finally`.
//!
//! A call that may throw catches the exception if a `try` of its function encloses it, and branches
//! on whether one was thrown. A `finally` block is lowered once: before each jump to it, one
//! variable is set to the exit to take after it, and another to the value returned or thrown.

use super::Result;
use super::control::{Exit, Scope};
use super::coroutine::Suspends;
use super::function::{FunctionLowerer, Role};
use super::patterns::Origin;
use super::ssa::Variable;
use oxc_ast::ast::{BindingPattern, BlockStatement, CatchClause, TryStatement};
use oxc_semantic::SymbolId;
use sheaf_ir::{
    BlockId, Call, Callee, CastOp, CompareOp, Const, Op, Operand, Terminator, Type, Unit,
};

/// A `finally` that encloses what is being lowered, or a loop that closes its iterator.
pub struct Finally {
    pub block: BlockId,
    /// The scope of the loop, whose `continue` does not leave it.
    keeps: Option<usize>,
    /// The index in `exits` of the exit to take.
    way: Variable,
    /// The value returned or thrown on that exit.
    value: Variable,
    /// The exits, by index.
    exits: Vec<Exit>,
}

/// The message for a result of the constructor of a derived class.
const WRONG_RESULT: &str = "Derived constructors may only return object or undefined";
/// The message for `this` before `super()`.
pub const NO_SUPER: &str = "Must call super constructor in derived class before accessing 'this' \
                            or returning from derived constructor";

impl FunctionLowerer<'_, '_> {
    /// A call of an intrinsic that may throw.
    pub fn throwing(&mut self, name: &str, args: Vec<Operand>) -> Result<Operand> {
        self.throwing_or(name, args, Type::Any)
    }

    /// A call of an intrinsic that may throw, or else has a result of a type.
    pub fn throwing_or(&mut self, name: &str, args: Vec<Operand>, ty: Type) -> Result<Operand> {
        let callee = Callee::Intrinsic(self.context.name(name));
        let is_caught = |scope: &Scope| matches!(scope, Scope::Catch { .. } | Scope::Finally(_));
        let catches = self.scopes.iter().any(is_caught);
        let call = Op::Call(Box::new(Call {
            callee,
            args: args.into(),
            catches,
        }));
        if !catches {
            return Ok(self.ssa.push(call, ty));
        }
        let caught = Type::Tuple(Box::new([Type::Bool, Type::Any]));
        let result = self.ssa.push(call, caught);
        let threw = self.ssa.push(Op::Extract(result, 0), Type::Bool);
        let value = self.ssa.push(Op::Extract(result, 1), Type::Any);
        let (thrown, normal) = (self.ssa.block(), self.ssa.block());
        self.ssa.branch_within(threw, thrown, normal);
        self.ssa.enter(thrown);
        self.leave(Exit::Throw, Some(value));
        self.ssa.enter(normal);
        Ok(match ty {
            Type::Any => value,
            ty => self.ssa.push(Op::Cast(CastOp::FromAny, value), ty),
        })
    }

    /// Leaves the current statement through an exit.
    pub fn leave(&mut self, exit: Exit, value: Option<Operand>) {
        let inside = match exit {
            Exit::Break(scope) | Exit::Continue(scope) => scope + 1,
            Exit::Return | Exit::Throw => 0,
        };
        let stops = |scope: &Scope| match scope {
            Scope::Finally(finally) => match exit {
                Exit::Continue(scope) => finally.keeps != Some(scope),
                _ => true,
            },
            Scope::Catch { .. } => exit == Exit::Throw,
            _ => false,
        };
        let found = self
            .scopes
            .iter()
            .rposition(stops)
            .filter(|at| *at >= inside);
        match found.map(|at| &mut self.scopes[at]) {
            Some(Scope::Finally(finally)) => {
                let known = finally.exits.iter().position(|it| *it == exit);
                let number = known.unwrap_or(finally.exits.len());
                if known.is_none() {
                    finally.exits.push(exit);
                }
                let (block, way, holder) = (finally.block, finally.way, finally.value);
                let number = self.ssa.builder.bits(32, number as u128 + 1);
                self.ssa.set(way, number);
                let value = value.unwrap_or_else(|| self.undefined());
                self.ssa.set(holder, value);
                self.ssa.jump(block);
            }
            Some(Scope::Catch { block, thrown }) => {
                let (block, thrown) = (*block, *thrown);
                let value = value.unwrap_or_else(|| self.undefined());
                self.ssa.set(thrown, value);
                self.ssa.jump(block);
            }
            _ => self.leave_directly(exit, value),
        }
    }

    fn leave_directly(&mut self, exit: Exit, value: Option<Operand>) {
        match exit {
            Exit::Break(scope) => match self.scopes[scope] {
                Scope::Loop { end, .. } | Scope::Labelled { end, .. } => self.ssa.jump(end),
                _ => {}
            },
            Exit::Continue(scope) => {
                if let Scope::Loop { next, .. } = self.scopes[scope] {
                    self.ssa.jump(next);
                }
            }
            Exit::Return => {
                let is_written = value.is_some();
                let mut value = value.unwrap_or_else(|| self.undefined());
                if let (Some(this), Role::Class { .. }) = (self.derived_this, self.role) {
                    if is_written {
                        self.require_result(value);
                    }
                    let this = self.derived_this_value(this);
                    value = self.pure("js.created", vec![this, value], Type::Any);
                    let empty = self.is_empty(value);
                    self.throw_if(empty, "js.reference_error", NO_SUPER);
                }
                if self.suspends() == Some(Suspends::Generator) {
                    value = self.iterator_result(value, true);
                }
                self.ssa.terminate(Terminator::Return(Some(value)));
            }
            Exit::Throw => {
                let value = value.unwrap_or_else(|| self.undefined());
                self.ssa.terminate(Terminator::Throw(value));
            }
        }
    }

    /// Throws unless a value is an object or undefined, as the constructor of a derived class may
    /// return.
    fn require_result(&mut self, value: Operand) {
        let (other, wrong, end) = (self.ssa.block(), self.ssa.block(), self.ssa.block());
        let is_object = self.pure("js.is_object", vec![value], Type::Bool);
        self.ssa.branch_within(is_object, end, other);
        self.ssa.enter(other);
        let undefined = self.undefined();
        let compare = Op::Compare(CompareOp::Eq, value, undefined);
        let is_undefined = self.ssa.push(compare, Type::Bool);
        self.ssa.branch_within(is_undefined, end, wrong);
        self.ssa.enter(wrong);
        let message = self.text(WRONG_RESULT);
        let error = self.pure("js.type_error", vec![message], Type::Any);
        // It is thrown behind the function, whose `catch` clauses have been left.
        self.leave_directly(Exit::Throw, Some(error));
        self.ssa.enter(end);
    }

    pub fn try_statement(&mut self, statement: &TryStatement) -> Result<()> {
        match &statement.finalizer {
            Some(finalizer) => self.with_finally(statement, finalizer),
            None => self.with_catch(statement),
        }
    }

    fn with_catch(&mut self, statement: &TryStatement) -> Result<()> {
        let Some(handler) = &statement.handler else {
            return self.block_statement(&statement.block);
        };
        let (block, end) = (self.ssa.block(), self.ssa.block());
        let thrown = self.ssa.temporary(Type::Any);
        self.scopes.push(Scope::Catch { block, thrown });
        self.block_statement(&statement.block)?;
        self.scopes.pop();
        self.ssa.jump(end);
        self.ssa.enter(block);
        self.handler(handler, thrown)?;
        self.ssa.jump(end);
        self.ssa.enter(end);
        Ok(())
    }

    /// Whether an exception may be caught in this function, where variables are seen then.
    pub fn is_guarded(&self) -> bool {
        let catches = |scope: &Scope| matches!(scope, Scope::Catch { .. } | Scope::Finally(..));
        self.scopes.iter().any(catches)
    }

    fn handler(&mut self, handler: &CatchClause, thrown: Variable) -> Result<()> {
        let value = self.ssa.get(thrown);
        if let Some(scope) = handler.scope_id.get() {
            self.declare(scope)?;
        }
        if let Some(param) = &handler.param {
            match &param.pattern {
                BindingPattern::BindingIdentifier(ident) => {
                    self.create(ident.symbol_id.get().expect("a symbol"), value)?;
                }
                pattern => {
                    let bound = pattern.get_binding_identifiers();
                    let bound = bound.iter().filter_map(|it| it.symbol_id.get());
                    let bound: Vec<SymbolId> = bound.collect();
                    for symbol in &bound {
                        let empty = self.ssa.builder.constant(Const::Unit(Unit::Empty));
                        self.create(*symbol, empty)?;
                    }
                    // Until all are bound, defaults may use them too early.
                    self.context.open_parameters.extend(&bound);
                    self.bind(pattern, value, &Origin::statement(".catch"))?;
                    for symbol in &bound {
                        self.context.open_parameters.remove(symbol);
                    }
                }
            }
        }
        self.block_statement(&handler.body)
    }

    fn with_finally(&mut self, statement: &TryStatement, last: &BlockStatement) -> Result<()> {
        let finally = self.new_finally(None);
        let (block, way, holder) = (finally.block, finally.way, finally.value);
        self.scopes.push(Scope::Finally(finally));
        self.with_catch(statement)?;
        let Some(Scope::Finally(finally)) = self.scopes.pop() else {
            unreachable!("scopes nest");
        };
        let zero = self.ssa.builder.bits(32, 0);
        self.ssa.set(way, zero);
        let undefined = self.undefined();
        self.ssa.set(holder, undefined);
        self.ssa.jump(block);
        self.ssa.enter(block);
        // Its own value counts only if it does not end normally.
        let before = self.completion.map(|it| self.ssa.get(it));
        let kept = before.map(|value| {
            let kept = self.ssa.temporary(Type::Any);
            self.ssa.set(kept, value);
            kept
        });
        self.reset_completion();
        self.block_statement(last)?;
        if let (Some(kept), Some(completion), false) = (kept, self.completion, self.ssa.ended()) {
            let value = self.ssa.get(kept);
            self.ssa.set(completion, value);
        }
        let end = self.ssa.block();
        self.take_exits(finally, Some(end), |_, _| Ok(()))?;
        self.ssa.enter(end);
        Ok(())
    }

    pub fn new_finally(&mut self, keeps: Option<usize>) -> Finally {
        Finally {
            block: self.ssa.block(),
            keeps,
            way: self.ssa.temporary(Type::Bits(32)),
            value: self.ssa.temporary(Type::Any),
            exits: Vec::new(),
        }
    }

    /// Takes the exit that the variables of a `finally` name, after what is to be done before; or
    /// goes to `end`.
    pub fn take_exits(
        &mut self,
        finally: Finally,
        end: Option<BlockId>,
        mut before: impl FnMut(&mut Self, Exit) -> Result<()>,
    ) -> Result<()> {
        let (way, value) = (self.ssa.get(finally.way), self.ssa.get(finally.value));
        let end = end.unwrap_or_else(|| self.ssa.block());
        let mut blocks = vec![end];
        blocks.extend(finally.exits.iter().map(|_| self.ssa.block()));
        match blocks.len() {
            1 => self.ssa.jump(end),
            _ => self.ssa.switch(way, &blocks),
        }
        for (exit, block) in finally.exits.into_iter().zip(&blocks[1..]) {
            self.ssa.enter(*block);
            before(self, exit)?;
            self.leave(exit, Some(value));
        }
        Ok(())
    }
}
