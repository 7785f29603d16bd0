//! Calls and returns.
//!
//! The frame of a call that has returned is used again for a later one, unless a state shares it.

use super::super::unwind::returned;
use super::Known;
use super::decoded::{Entered, Entry};
use super::instruction::{is_open, set_to_copy};
use super::jumps::End;
use crate::intrinsic::{self, Called};
use crate::machine::{Machine, TraceStep};
use crate::registers::Registers;
use crate::state::Frame;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Func, FuncId, Local, Unit};
use std::rc::Rc;

const UNDEFINED: Value = Value::Unit(Unit::Undefined);

sheaf_tuning::constants! {
    /// The maximum number of frames that are kept for later calls.
    MAX_SPARE: usize = 64, 1 => 1024, "frames";
}

/// What a call does.
enum Outset {
    Returned(Value),
    Frame(Rc<Frame>),
}

impl Machine<'_> {
    /// Executes a call, if that needs no more than its arguments: returns whether it did.
    #[inline(never)]
    pub(super) fn enter_fast(&mut self, result: Option<Local>, call: &Entry) -> bool {
        let Some(entry) = self.entry(result, call) else {
            return false;
        };
        let caller = self.state.top_mut();
        let position = caller.inst;
        caller.inst += 1;
        self.coverage.reach(caller.func, caller.block, position + 1);
        match entry {
            Outset::Returned(value) => receive(caller, result, call.catches, &value),
            Outset::Frame(frame) => {
                if let Some(trace) = &mut self.trace {
                    trace.push(TraceStep::Call {
                        func: frame.func,
                        inst: position as u32,
                    });
                }
                self.state.frames.push(frame);
            }
        }
        true
    }

    /// What a call does, if all arguments are single values.
    fn entry(&mut self, result: Option<Local>, call: &Entry) -> Option<Outset> {
        let (program, settings, spare) = (self.program, self.settings, &mut self.spare);
        let state = &mut *self.state;
        let (heap, loc) = (&mut state.heap, call.loc);
        let is_full = state.frames.len() >= settings.stack_frames;
        let caller = state.frames.last()?;
        call.args.pass(program.consts(caller.func), caller, |args| {
            if args.iter().any(|value| is_open(value)) {
                return None;
            }
            let (entered, is_adapted) = match call.callee {
                Entered::Intrinsic(quick_call) => match quick_call(Known { heap, loc }, args)? {
                    Called::Returned(value) => return Some(Outset::Returned(value)),
                    Called::Entered(entered) => (entered, true),
                },
                Entered::Func(func) if settings.index.is_none() => (all_arguments(func), false),
                _ => return None,
            };
            let body = &program.module().funcs[entered.func];
            let fits = match is_adapted {
                true => entered.first.len() <= body.params.len(),
                false => args.len() == body.params.len(),
            };
            if is_full || !fits || body.variadic || body.is_declaration() {
                return None;
            }
            let mut frame = spare.pop().unwrap_or_else(|| Rc::new(unused()));
            let made = Rc::make_mut(&mut frame);
            made.func = entered.func;
            made.lasting = program.lasting_objects(entered.func);
            made.result = result;
            made.catches = call.catches;
            // Frames share what they have not: waiting states record only differences.
            if caller.varargs.is_empty() && !Rc::ptr_eq(&made.varargs, &caller.varargs) {
                made.varargs = caller.varargs.clone();
            }
            set_parameters(&mut made.regs, body, &entered, args);
            Some(Outset::Frame(frame))
        })
    }

    /// Returns to the calling frame, if nothing ends with the innermost one. Tells whether it did.
    #[inline(never)]
    pub(super) fn leave_fast(&mut self) -> bool {
        let program = self.program;
        let [.., caller, frame] = &mut self.state.frames[..] else {
            return false;
        };
        let End::Return(place) = program.decoded(frame.func).block(frame.block).end else {
            return false;
        };
        let value = place.value(program.consts(frame.func), frame);
        if is_open(value) || !frame.stack_objects.is_empty() {
            return false;
        }
        receive(Rc::make_mut(caller), frame.result, frame.catches, value);
        self.coverage.reach(frame.func, frame.block, frame.inst + 1);
        if let Some(trace) = &mut self.trace {
            trace.push(TraceStep::Return);
        }
        let frame = self.state.frames.pop();
        self.keep_spare(frame);
        self.pause_after_return();
        true
    }

    /// Keeps a frame for a later call, which resets its registers.
    fn keep_spare(&mut self, frame: Option<Rc<Frame>>) {
        if let Some(mut frame) = frame
            && self.spare.len() < MAX_SPARE.get()
            && frame.varargs.is_empty()
            && let Some(kept) = Rc::get_mut(&mut frame)
        {
            (kept.block, kept.inst, kept.resumable) = (BlockId(0), 0, false);
            self.spare.push(frame);
        }
    }
}

/// A frame without a function.
fn unused() -> Frame {
    Frame {
        func: FuncId(0),
        block: BlockId(0),
        inst: 0,
        regs: Registers::default(),
        result: None,
        stack_objects: Vec::new(),
        lasting: None,
        stack_room: 0,
        varargs: Rc::default(),
        resumable: false,
        catches: false,
    }
}

/// A call of a function whose parameters are the arguments.
fn all_arguments(func: FuncId) -> intrinsic::Entered {
    intrinsic::Entered {
        func,
        first: intrinsic::First::default(),
        rest: 0,
    }
}

/// Sets the parameters of a function in the registers of its frame.
fn set_parameters(
    regs: &mut Registers,
    body: &Func,
    entered: &intrinsic::Entered,
    args: &[&Value],
) {
    regs.reset(body.locals.len());
    for (number, param) in body.params.iter().enumerate() {
        let at = entered.position(number);
        let value = at.and_then(|at| args.get(at).copied());
        regs.put_copy(param.index(), value.unwrap_or(&UNDEFINED));
    }
}

/// Sets the result of a call in the frame of its caller.
fn receive(caller: &mut Frame, result: Option<Local>, catches: bool, value: &Value) {
    let Some(result) = result else {
        return;
    };
    match catches {
        true => caller.regs[result.index()] = returned(Some(value.clone())),
        false => set_to_copy(&mut caller.regs, result.index(), value),
    }
}
