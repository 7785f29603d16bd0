//! Takes notes for the evidence of a failure, in the replay of one: see [`crate::evidence`].

use super::peek;
use crate::evidence::{
    Access, Act, Attempt, Call, Evidence, INNER, OUTER, Origin, Stack, Target, What,
};
use crate::machine::Machine;
use crate::memory::{Content, Storage};
use crate::program::Program;
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use sheaf_ir::index::Idx;
use sheaf_ir::{Callee, FuncId, Inst, Op, Operand, Region};
use sheaf_term::Term;

impl Machine<'_> {
    /// Notes the evidence for the obligation that is added next.
    #[cold]
    pub fn note_failure(&mut self, attempt: Option<Attempt>, term: Term) {
        let attempt = attempt.or_else(|| self.use_of(term));
        let access = attempt.map(|attempt| self.access(attempt));
        let stack = stack(self.program, self.state, (INNER, OUTER));
        let position = self.events.len();
        if let Some(notes) = self.notes.as_deref_mut() {
            let evidence = Evidence {
                stack,
                access,
                inputs: Vec::new(),
            };
            notes.failures.push((position, evidence));
        }
    }

    /// Notes the creation of an object by the current instruction.
    pub(super) fn note_allocation(&mut self, object: ObjectId, storage: Storage) {
        if self.notes.is_none() {
            return;
        }
        let calls = match storage {
            Storage::Heap | Storage::Mapped => stack(self.program, self.state, (INNER, 0)),
            _ => Stack::default(),
        };
        let frame = self.state.top();
        let result = instruction(self.program, frame).and_then(|inst| inst.result);
        let variable = Some((frame.func, result));
        if let Some(notes) = self.notes.as_deref_mut() {
            let origin = Origin {
                variable,
                allocated: notes.share(calls),
                ..Origin::default()
            };
            notes.origins.insert(object, origin);
        }
    }

    /// Notes that the current instruction frees an object.
    pub(super) fn note_free(&mut self, object: ObjectId) {
        if self.notes.is_none() {
            return;
        }
        let calls = stack(self.program, self.state, (INNER, 0));
        if let Some(notes) = self.notes.as_deref_mut() {
            let freed = notes.share(calls);
            notes.origins.entry(object).or_default().freed = freed;
        }
    }

    /// Notes that the content of an object is an input.
    pub(super) fn note_input(&mut self, object: ObjectId, name: &str) {
        if let Some(notes) = self.notes.as_deref_mut() {
            notes.origins.entry(object).or_default().input = Some(name.into());
        }
    }

    /// Notes where the symbols of uninitialized memory come from that the instruction has made
    /// since.
    pub(super) fn note_read(&mut self, before: usize, object: ObjectId, at: Option<(u64, u64)>) {
        let Some(notes) = self.notes.as_deref_mut() else {
            return;
        };
        let attempt = Attempt {
            act: Act::Use,
            bytes: at.map(|(_, bytes)| bytes),
            object,
            offset: at.map(|(offset, _)| offset),
        };
        for symbol in &self.pool.made_uninitialized()[before..] {
            notes.reads.insert(*symbol, attempt);
        }
    }

    /// The read of uninitialized memory that a term depends on, if it was noted.
    fn use_of(&self, term: Term) -> Option<Attempt> {
        if !self.pool.has_indeterminate(term) {
            return None;
        }
        let reads = &self.notes.as_deref()?.reads;
        let symbols = self.pool.symbols(term);
        symbols.iter().find_map(|symbol| reads.get(symbol)).copied()
    }

    fn access(&self, attempt: Attempt) -> Access {
        let Attempt {
            act,
            bytes,
            object,
            offset,
        } = attempt;
        let argument = match act {
            Act::Use | Act::Lose => None,
            Act::Read | Act::Write | Act::Free => self.argument(object, offset),
        };
        let is_none = object == ObjectId::NONE;
        Access {
            act,
            bytes,
            target: (!is_none).then(|| self.target(object, offset)),
            address: offset.filter(|_| is_none),
            argument,
        }
    }

    fn target(&self, id: ObjectId, offset: Option<u64>) -> Target {
        let module = self.program.module();
        let object = self.state.heap.get(id);
        let notes = self.notes.as_deref();
        let origin = notes.and_then(|notes| notes.origins.get(&id));
        let origin = origin.cloned().unwrap_or_default();
        let is_row = matches!(object.content, Content::Cells(_) | Content::Record(_));
        let described = Target {
            what: What::Heap,
            size: object.size.known(),
            offset: offset.map(|offset| offset as i64),
            allocated: (*origin.allocated).clone(),
            freed: (*origin.freed).clone(),
        };
        let what = match (self.program.global_name(id), object.storage) {
            (_, Storage::Literal) => What::Literal,
            (Some(name), _) => What::Global(name.into()),
            (None, Storage::Heap | Storage::Mapped) => What::Heap,
            (None, _) if is_row => What::Row,
            (None, _) => {
                let of = origin.variable.map(|(func, _)| func);
                let of = of.filter(|func| module.funcs[*func].user);
                if let (None, Some(input)) = (of, &origin.input) {
                    return Target {
                        what: What::Input(input.clone()),
                        ..described
                    };
                }
                let name = origin.variable.and_then(|(func, local)| {
                    let locals = &module.funcs[func].locals;
                    locals[local?].name.as_deref().map(Box::from)
                });
                What::Local(name.filter(|_| of.is_some()), of)
            }
        };
        Target { what, ..described }
    }

    /// The argument of the library's function that points to an object, or is this address; of
    /// several, the nearest one before the offset.
    fn argument(&self, object: ObjectId, offset: Option<u64>) -> Option<u32> {
        let module = self.program.module();
        let is_library = |frame: &&std::rc::Rc<Frame>| !module.funcs[frame.func].user;
        let frames = self.state.frames.iter().rev();
        let args: Vec<&Value> = match frames.take_while(is_library).last() {
            Some(frame) => {
                let params = module.funcs[frame.func].params.iter();
                let params = params.map(|param| &frame.regs[param.index()]);
                params.chain(frame.varargs.iter()).collect()
            }
            None => {
                let frame = self.state.top();
                let inst = instruction(self.program, frame)?;
                let operands = pointers_of(inst).into_iter();
                operands
                    .map(|operand| peek(self.program, frame, operand))
                    .collect()
            }
        };
        let distance = |value: &Value| match *value {
            Value::Ptr {
                object: of,
                offset: start,
            } if of == object => match object == ObjectId::NONE {
                true => (offset == Some(start)).then_some(0),
                false => Some(offset?.wrapping_sub(start)),
            },
            _ => None,
        };
        let near = (1..).zip(args);
        let near = near.filter_map(|(number, value)| Some((distance(value)?, number)));
        let mut near: Vec<(u64, u32)> = near.collect();
        near.sort_unstable();
        match near[..] {
            [(_, number)] => Some(number),
            [(first, number), (second, _), ..] if first != second => Some(number),
            _ => None,
        }
    }
}

/// The instruction that a frame executes or has called; `None` at a terminator.
fn instruction<'p>(program: &'p Program, frame: &Frame) -> Option<&'p Inst> {
    let block = &program.module().funcs[frame.func].blocks[frame.block];
    block.insts.get(frame.inst)
}

/// The pointers that a call of a library function gets which is an instruction.
fn pointers_of(inst: &Inst) -> Vec<Operand> {
    match &inst.op {
        Op::Copy { to, from, .. } => vec![*to, *from],
        Op::Set { to, .. } => vec![*to],
        Op::Free(pointer) => vec![*pointer],
        Op::Call(call) if matches!(call.callee, Callee::Intrinsic(_)) => call.args.to_vec(),
        _ => Vec::new(),
    }
}

/// The intrinsic that stands for calls of the function that is its first argument.
const PRINT: &str = "__sheaf_print";

/// The function of the library that an instruction of a function stands for.
fn library(program: &Program, func: FuncId, inst: &Inst) -> Option<Box<str>> {
    let name = match &inst.op {
        Op::Copy {
            may_overlap: true, ..
        } => "memmove",
        Op::Copy { .. } => "memcpy",
        Op::Set { .. } => "memset",
        Op::Free(_) => "free",
        Op::Alloc(alloc) if alloc.region == Region::Heap && alloc.zeroed => "calloc",
        Op::Alloc(alloc) if alloc.region == Region::Heap => "malloc",
        Op::Call(call) => match call.callee {
            Callee::Intrinsic(name) if &*program.module().names[name] == PRINT => {
                let Some(Operand::Const(printer)) = call.args.first() else {
                    return None;
                };
                match program.consts(func)[printer.index()] {
                    Value::Func(printer) => &program.module().funcs[printer].name,
                    _ => return None,
                }
            }
            Callee::Intrinsic(name) => &program.module().names[name],
            Callee::Func(_) | Callee::Value(_) => return None,
        },
        _ => return None,
    };
    Some(name.into())
}

/// The user's functions on the stack: at most so many of the innermost and of the outermost. Without
/// the latter, those that are left out are not counted.
pub fn stack(program: &Program, state: &State, (inner, outer): (usize, usize)) -> Stack {
    let funcs = &program.module().funcs;
    let last = state.frames.len().wrapping_sub(1);
    let mut within = None;
    let mut calls = Vec::new();
    let mut left_out = 0;
    for (depth, frame) in state.frames.iter().enumerate().rev() {
        let func = &funcs[frame.func];
        if !func.user {
            within = Some(frame.func);
            continue;
        }
        let called = within.take();
        if calls.len() == inner + outer {
            left_out += 1;
            match outer {
                0 => break,
                _ => calls.remove(inner),
            };
        }
        let block = &func.blocks[frame.block];
        // A caller's position is the instruction after the call.
        let position = match depth == last {
            true => Some(frame.inst),
            false => frame.inst.checked_sub(1),
        };
        let inst = position.and_then(|position| block.insts.get(position));
        let library = match called {
            Some(called) => Some(Box::from(&*funcs[called].name)),
            None => inst
                .filter(|_| depth == last)
                .and_then(|it| library(program, frame.func, it)),
        };
        calls.push(Call {
            func: frame.func,
            loc: inst.map_or(block.loc, |inst| inst.loc),
            library,
        });
    }
    let outer = match left_out {
        0 => Vec::new(),
        _ => calls.split_off(inner),
    };
    Stack {
        inner: calls,
        left_out,
        outer,
    }
}
