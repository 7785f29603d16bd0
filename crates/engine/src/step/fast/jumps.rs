//! Jumps with known conditions.

use super::Code;
use super::instruction::copy_operand;
use crate::coverage::Recorder;
use crate::state::Frame;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{ConstId, Local, Operand, Switch, Target, Terminator};
use smallvec::SmallVec;

/// Takes a terminator if concrete values decide it: returns the index of the target.
#[inline(always)]
pub(super) fn jump(
    code: &Code,
    frame: &mut Frame,
    terminator: &Terminator,
    coverage: &mut Recorder,
) -> Option<usize> {
    let (number, target) = if let Terminator::Jump(target) = terminator {
        (0, target)
    } else if let Terminator::Switch(switch) = terminator {
        let number = case(code, frame, switch)?;
        (number, &switch.targets[number])
    } else if let Terminator::Branch(condition, targets) = terminator {
        match code.peek(frame, *condition) {
            Value::Bool(true) => (0, &targets[0]),
            Value::Bool(false) => (1, &targets[1]),
            _ => return None,
        }
    } else {
        return None;
    };
    let (func, block, inst) = (frame.func, frame.block, frame.inst);
    if !enter(code, frame, target) {
        return None;
    }
    coverage.reach(func, block, inst + 1);
    coverage.take(func, block, number);
    Some(number)
}

/// The number of the target of a switch on a known word.
#[inline(always)]
fn case(code: &Code, frame: &Frame, switch: &Switch) -> Option<usize> {
    let Value::Bits { width, bits } = code.peek(frame, switch.value) else {
        return None;
    };
    let is_meant = |case: ConstId| match &code.consts[case.index()] {
        Value::Bits { width: w, bits: b } => (w, b) == (width, bits),
        _ => false,
    };
    // Cases are often the numbers from 0 on.
    let likely = *bits as usize;
    match switch.cases.get(likely) {
        Some(case) if is_meant(case.value) => Some(case.target as usize),
        _ => Some(switch.target(is_meant)),
    }
}

/// Enters a block with a parallel assignment of its parameters. Not if an argument has no value.
#[inline(always)]
fn enter(code: &Code, frame: &mut Frame, target: &Target) -> bool {
    let params = &code.func.blocks[target.block].params;
    if !pass(code, frame, params, &target.args) {
        return false;
    }
    frame.block = target.block;
    frame.inst = 0;
    true
}

/// Assigns arguments to parameters, all at once.
#[inline(always)]
fn pass(code: &Code, frame: &mut Frame, params: &[Local], args: &[Operand]) -> bool {
    let is_defined = |arg: &Operand| !matches!(code.peek(frame, *arg), Value::Uninitialized);
    if !args.iter().all(is_defined) {
        return false;
    }
    if let ([param], [arg]) = (params, args) {
        copy_operand(code, frame, *param, *arg);
    } else if is_sequential(params, args) {
        for (param, arg) in params.iter().zip(args) {
            copy_operand(code, frame, *param, *arg);
        }
    } else {
        let values = args.iter().map(|arg| code.peek(frame, *arg).clone());
        let values: SmallVec<[Value; 8]> = values.collect();
        for (param, value) in params.iter().zip(values) {
            frame.regs[param.index()] = value;
        }
    }
    true
}

/// The maximum number of parameters that are compared with the arguments behind them.
const MAX_COMPARED: usize = 4;

/// Whether parameters may be set one after the other: none is an argument for a later one.
#[inline(always)]
fn is_sequential(params: &[Local], args: &[Operand]) -> bool {
    let is_read = |(at, param): (usize, &Local)| args[at + 1..].contains(&Operand::Local(*param));
    params.len() <= MAX_COMPARED && !params.iter().enumerate().any(is_read)
}
