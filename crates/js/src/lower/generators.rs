//! `yield`, `await`, and what a function that suspends does at its beginning and end.

use super::Result;
use super::control::Exit;
use super::coroutine::{Coroutine, Suspends};
use super::function::FunctionLowerer;
use crate::abi::frame::{MODE, SENT, YIELDS};
use oxc_ast::ast::YieldExpression;
use oxc_span::Span;
use sheaf_ir::{CastOp, CompareOp, Const, Op, Operand, Target, Terminator, Type};

/// How a function goes on: with a value (0), by an exception (1), or by returning (2).
const GO_ON: u128 = 0;
const RETURN: u128 = 2;

impl FunctionLowerer<'_, '_> {
    /// Why the function suspends, if it does.
    pub fn suspends(&self) -> Option<Suspends> {
        self.coroutine.as_ref().map(|it| it.suspends)
    }

    /// Makes the function one that suspends.
    pub fn start_coroutine(&mut self, suspends: Suspends) {
        let frame = self.ssa.builder.local(Type::Ptr, None);
        self.coroutine = Some(Coroutine {
            suspends,
            frame,
            suspensions: Vec::new(),
        });
    }

    /// The first suspension of a function that suspends for this reason.
    pub fn begin(&mut self, suspends: Suspends) {
        if self.suspends() == Some(suspends) {
            let undefined = self.undefined();
            self.suspend(undefined);
        }
    }

    /// Hands out a value and suspends. Yields how the function goes on, a `Bits(8)`, and the value
    /// sent to it.
    pub fn suspend(&mut self, value: Operand) -> (Operand, Operand) {
        let to = self.ssa.block();
        self.ssa.builder.block_param(to, Type::Any, None);
        let value = self.any(value);
        if !self.ssa.ended() {
            let from = self.ssa.builder.current();
            self.ssa.terminate(Terminator::Jump(Target {
                block: to,
                args: Box::new([value]),
            }));
            let coroutine = self.coroutine.as_mut().expect("it suspends");
            coroutine.suspensions.push((from, to));
        }
        self.ssa.enter(to);
        (
            self.frame_cell(MODE, Type::Bits(8)),
            self.frame_cell(SENT, Type::Any),
        )
    }

    fn frame_cell(&mut self, cell: u32, ty: Type) -> Operand {
        let frame = Operand::Local(self.coroutine.as_ref().expect("it suspends").frame);
        let index = self.ssa.builder.bits(32, u128::from(cell));
        self.ssa.push(Op::LoadCell(frame, index), ty)
    }

    /// Tells an async generator why it suspends: to `await`, or to yield.
    fn announce(&mut self, yields: bool) {
        if self.suspends() == Some(Suspends::AsyncGenerator) {
            let row = Operand::Local(self.coroutine.as_ref().expect("it suspends").frame);
            let index = self.ssa.builder.bits(32, u128::from(YIELDS));
            let value = self.ssa.builder.bits(32, u128::from(yields));
            self.ssa.push_void(Op::StoreCell { row, index, value });
        }
    }

    /// The value that a promise is fulfilled with; one that is rejected throws.
    pub fn awaited(&mut self, value: Operand, span: Span) -> Operand {
        if matches!(self.suspends(), None | Some(Suspends::Generator)) {
            return self.unsupported(span, "`await` here");
        }
        self.announce(false);
        let (mode, sent) = self.suspend(value);
        let (thrown, normal) = (self.ssa.block(), self.ssa.block());
        self.ssa.switch(mode, &[normal, thrown]);
        self.ssa.enter(thrown);
        self.leave(Exit::Throw, Some(sent));
        self.ssa.enter(normal);
        sent
    }

    /// Yields a value or, in a generator, the object that describes it, and goes on as the caller
    /// wants.
    fn hand_out(&mut self, value: Operand, span: Span) -> Operand {
        self.announce(true);
        let (mode, sent) = self.suspend(value);
        let (normal, thrown) = (self.ssa.block(), self.ssa.block());
        let returned = self.ssa.block();
        self.ssa.switch(mode, &[normal, thrown, returned]);
        self.ssa.enter(thrown);
        self.leave(Exit::Throw, Some(sent));
        self.ssa.enter(returned);
        let result = match self.suspends() {
            Some(Suspends::AsyncGenerator) => self.awaited(sent, span),
            _ => sent,
        };
        self.leave(Exit::Return, Some(result));
        self.ssa.enter(normal);
        sent
    }

    pub fn yield_expression(&mut self, it: &YieldExpression) -> Result<Operand> {
        let value = match &it.argument {
            Some(argument) => self.expression(argument)?,
            None => self.undefined(),
        };
        self.at(it.span);
        let is_async = match self.suspends() {
            Some(Suspends::Generator) => false,
            Some(Suspends::AsyncGenerator) => true,
            _ => return Ok(self.unsupported(it.span, "`yield` here")),
        };
        if it.delegate {
            return self.delegate(value, is_async, it.span);
        }
        let value = match is_async {
            true => self.awaited(value, it.span),
            false => self.iterator_result(value, false),
        };
        Ok(self.hand_out(value, it.span))
    }

    /// `{value, done}`
    pub fn iterator_result(&mut self, value: Operand, done: bool) -> Operand {
        let done = self.ssa.builder.constant(Const::Bool(done));
        self.pure("js.iterator_result", vec![value, done], Type::Any)
    }

    /// `yield*`: what the caller sends goes to the inner iterator, until that is done.
    fn delegate(&mut self, value: Operand, is_async: bool, span: Span) -> Result<Operand> {
        let opened = if is_async { "openAsync" } else { "open" };
        let record = self.library_call(opened, vec![value])?;
        let (how, sent) = (
            self.ssa.temporary(Type::Bits(8)),
            self.ssa.temporary(Type::Any),
        );
        let first = self.ssa.builder.bits(8, GO_ON);
        self.ssa.set(how, first);
        let undefined = self.undefined();
        self.ssa.set(sent, undefined);
        let (head, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.jump(head);
        self.ssa.switch_to(head);
        self.at(span);
        let mode = self.ssa.get(how);
        let wide = self.ssa.push(Op::Cast(CastOp::ZExt, mode), Type::Bits(32));
        let (wide, received) = (self.any(wide), self.ssa.get(sent));
        let mut result = self.library_call("forward", vec![record, wide, received])?;
        self.leave_without_return(result, received, is_async, span);
        if is_async {
            result = self.awaited(result, span);
        }
        let done = self.library_call("isDone", vec![result])?;
        let done = self.truth(done);
        let (more, over) = (self.ssa.block(), self.ssa.block());
        self.ssa.branch(done, over, more);
        self.ssa.enter(more);
        let mut handed = result;
        if is_async {
            let key = self.text("value");
            handed = self.throwing("js.get", vec![result, key])?;
        }
        self.announce(true);
        let (mode, next) = self.suspend(handed);
        self.ssa.set(how, mode);
        self.ssa.set(sent, next);
        self.ssa.jump(head);
        self.ssa.seal(head);
        self.ssa.enter(over);
        let key = self.text("value");
        let value = self.throwing("js.get", vec![result, key])?;
        let (mode, returns) = (self.ssa.get(how), self.ssa.builder.bits(8, RETURN));
        let is_return = Op::Compare(CompareOp::Eq, mode, returns);
        let is_return = self.ssa.push(is_return, Type::Bool);
        let returned = self.ssa.block();
        self.ssa.branch_within(is_return, returned, end);
        self.ssa.enter(returned);
        self.leave(Exit::Return, Some(value));
        self.ssa.enter(end);
        Ok(value)
    }

    /// Returns what was sent if the inner iterator of a `yield*` has no method `return`.
    fn leave_without_return(&mut self, result: Operand, sent: Operand, is_async: bool, span: Span) {
        let (missing, there) = (self.ssa.block(), self.ssa.block());
        let empty = self.is_empty(result);
        self.ssa.branch_within(empty, missing, there);
        self.ssa.enter(missing);
        let value = match is_async {
            true => self.awaited(sent, span),
            false => sent,
        };
        self.leave(Exit::Return, Some(value));
        self.ssa.enter(there);
    }
}
