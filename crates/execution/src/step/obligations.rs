//! Obligations: what must not happen at the current instruction, where it is reported, and how.

use crate::evidence::Attempt;
use crate::machine::{Event, Machine};
use crate::value::{Union, Value};
use sheaf_ir::analysis::checks;
use sheaf_ir::{Callee, FailureKind, FuncId, LocId, Op};
use sheaf_term::Term;
use std::borrow::Cow;
use std::rc::Rc;

impl Machine<'_> {
    /// Adds an obligation that `fails` is false. Under the guard of a union's member, only there.
    pub fn obligation(&mut self, kind: FailureKind, fails: Term, message: &str) {
        self.require(kind, fails, message, None);
    }

    /// Adds an obligation that `fails` is false, at this access if there is one.
    pub fn require(
        &mut self,
        kind: FailureKind,
        fails: Term,
        message: &str,
        attempt: Option<Attempt>,
    ) {
        let mut fails = self.pool.guard_and(self.guard, fails);
        if self.settings.counts(kind) || !kind.is_harmless() {
            fails = self.settle(fails);
        }
        if fails != Term::FALSE {
            debug_assert!(
                self.is_predicted(kind),
                "no analysis expects {kind:?} at {:?}",
                self.state.point()
            );
            if self.notes.is_some() {
                self.note_failure(attempt, fails);
            }
            let (loc, func) = self.blame();
            let message = match kind {
                // The text says what the program did.
                FailureKind::UncaughtException
                | FailureKind::Assertion
                | FailureKind::Abort
                | FailureKind::ImplicitConversion
                | FailureKind::Nan => message.into(),
                _ => self.message(message),
            };
            self.events.push(Event::Obligation {
                kind,
                fails,
                message,
                loc,
                func,
            });
        }
    }

    /// Whether the analyses of programs expect a failure of this kind at the current instruction.
    /// They do not say where paths are too deep, and where values have the wrong type.
    fn is_predicted(&self, kind: FailureKind) -> bool {
        use FailureKind::{StackOverflow, TypeError, Uninitialized};
        if matches!(kind, StackOverflow | TypeError | Uninitialized) {
            return true;
        }
        let (program, frame) = (self.program, self.state.top());
        let func = &program.module().funcs[frame.func];
        let block = &func.blocks[frame.block];
        let kinds = match block.insts.get(frame.inst) {
            Some(inst) => checks::failures(program.behaviours(), func, inst),
            None => checks::failures_at_end(block),
        };
        kinds.contains(&kind)
    }

    /// The location to report for a failure: the current one or, within library models, that of the
    /// program's call. Behind the program, as in the flush at exit, that of the function that the
    /// start function called last.
    pub fn blame(&self) -> (Option<LocId>, FuncId) {
        let module = self.program.module();
        if module.funcs[self.func].user {
            return (self.loc, self.func);
        }
        let caller = self
            .state
            .frames
            .iter()
            .rev()
            .find(|frame| module.funcs[frame.func].user);
        match caller {
            // A caller's position is the instruction after the call.
            Some(frame) => {
                let block = &module.funcs[frame.func].blocks[frame.block];
                let call = frame
                    .inst
                    .checked_sub(1)
                    .and_then(|position| block.insts.get(position));
                (call.and_then(|call| call.loc), frame.func)
            }
            None => {
                let ended = self.ended_function();
                ended.map_or((self.loc, self.func), |func| (module.funcs[func].loc, func))
            }
        }
    }

    /// The last function of the program that the start function has called.
    fn ended_function(&self) -> Option<FuncId> {
        let funcs = &self.program.module().funcs;
        let start = self.state.frames.first()?;
        // The start function may stand for a place of the program, such as the end of `main`.
        if self.func == start.func && self.loc.is_some() {
            return None;
        }
        let done = funcs[start.func].blocks[start.block]
            .insts
            .get(..start.inst)?;
        done.iter().rev().find_map(|inst| match &inst.op {
            Op::Call(call) => match call.callee {
                Callee::Func(func) if funcs[func].user => Some(func),
                _ => None,
            },
            _ => None,
        })
    }

    /// A message with the name of the library function that the program called.
    fn message(&self, message: &str) -> Rc<str> {
        let funcs = &self.program.module().funcs;
        if funcs[self.func].user {
            return message.into();
        }
        let frames = self.state.frames.iter().rev();
        let called = frames
            .map(|frame| frame.func)
            .take_while(|func| !funcs[*func].user);
        let called = called.last().unwrap_or(self.func);
        // Behind the program, the library is the only one that runs.
        let start = self.state.frames.first();
        if start.is_some_and(|start| start.func == called) {
            return message.into();
        }
        format!("{message}, in `{}`", funcs[called].name).into()
    }

    /// A message with the name of the uninitialized variable. Users see the message of a concrete
    /// run, so the others need no name.
    fn with_variable<'m>(&self, message: &'m str) -> Cow<'m, str> {
        let variable = self.supply.as_ref();
        match variable.and_then(|_| self.uninitialized_variable()) {
            Some(name) => format!("{message}: `{name}`").into(),
            None => message.into(),
        }
    }

    /// Requires that what follows does not depend on uninitialized memory through this value.
    pub fn require_defined(&mut self, value: &Value, message: &str) {
        let term = match value {
            Value::Uninitialized => {
                let message = self.with_variable(message);
                return self.obligation(FailureKind::Uninitialized, Term::TRUE, &message);
            }
            Value::Term(term) => *term,
            Value::SymPtr { offset, .. } => *offset,
            Value::Union(union) => match self.indeterminate_choice(union, value) {
                Some(term) => term,
                None => return,
            },
            _ => return,
        };
        if self.pool.has_indeterminate(term) && self.settings.counts(FailureKind::Uninitialized) {
            let (loc, func) = self.blame();
            let message = self.with_variable(message);
            let message = self.message(&message);
            if self.notes.is_some() {
                self.note_failure(None, term);
            }
            self.events.push(Event::Defined {
                term,
                guard: self.guard,
                message,
                loc,
                func,
            });
        }
    }

    /// A union as a term, if its active member, or that member's value, may depend on uninitialized
    /// memory. Without value summaries, the members are checked one by one.
    fn indeterminate_choice(&mut self, union: &Union, value: &Value) -> Option<Term> {
        let pool = &mut *self.pool;
        let depends = |value: &Value| match value {
            Value::Term(term) | Value::SymPtr { offset: term, .. } => pool.has_indeterminate(*term),
            _ => false,
        };
        let depends = union
            .members
            .iter()
            .any(|(guard, member)| pool.has_indeterminate(*guard) || depends(member));
        if !depends || !(pool.has_diagrams() || value.holds_only_scalars()) {
            return None;
        }
        match value.fold(pool) {
            Some(term) => Some(term),
            None => {
                let address = self.state.heap.layout().address(pool, value);
                Some(pool.with_chosen(address))
            }
        }
    }
}
