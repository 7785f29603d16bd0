//! The fast path for concrete instructions: no terms, no unions, no events. Intrinsics take part
//! in it by a shorter way ([`Intrinsic::quick`](crate::Intrinsic::quick)).

use super::{enter, peek, word};
use crate::coverage::Recorder;
use crate::machine::{Machine, TraceStep};
use crate::memory::{Content, Heap, Life, Size, Storage};
use crate::program::Program;
use crate::state::Frame;
use crate::value::{ObjectId, Value, mask, sign_extend};
use sheaf_ir::index::Idx;
use sheaf_ir::{Call, Callee, CastOp, CompareOp, Inst, Op, Operand, Terminator, Type};
use smallvec::SmallVec;
use std::rc::Rc;

/// The maximum number of instructions of one call of [`Machine::run_fast`], so that the clock is
/// checked regularly.
const MAX_BURST: u64 = 1 << 14;

impl Machine<'_> {
    /// Executes concrete instructions of the current function until one needs the slow path.
    /// Returns whether it stopped for another reason.
    pub(super) fn run_fast(&mut self) -> bool {
        let program = self.program;
        let state = &mut *self.state;
        let depth = state.frames.len();
        let Some(frame) = state.frames.last_mut() else {
            return false;
        };
        let frame = Rc::make_mut(frame);
        let func = &program.module().funcs[frame.func];
        let pause = self.pause.filter(|pause| depth <= pause.depth);
        let joins = pause.map(|pause| pause.joins.of(frame.func));
        let mut executed = 0;
        let finished = loop {
            let block = &func.blocks[frame.block];
            let start = frame.inst;
            let mut position = start;
            while let Some(inst) = block.insts.get(position)
                && execute(program, func, frame, &mut state.heap, inst)
            {
                position += 1;
            }
            frame.inst = position;
            executed += (position - start) as u64;
            if position < block.insts.len() {
                self.coverage.reach(frame.func, frame.block, position);
                break false;
            }
            let left = frame.block;
            let Some(target) = jump(program, frame, &block.terminator, self.coverage) else {
                self.coverage.reach(frame.func, frame.block, position);
                break false;
            };
            if let Some(trace) = &mut self.trace {
                trace.push(TraceStep::Edge {
                    block: left,
                    target: target as u32,
                });
            }
            executed += 1;
            if joins.is_some_and(|joins| joins[frame.block.index()]) {
                self.paused = true;
                break true;
            }
            if executed >= MAX_BURST {
                break true;
            }
        };
        state.instructions += executed;
        finished
    }
}

/// Takes a terminator if concrete values decide it: returns the index of the target.
#[inline(always)]
fn jump(
    program: &Program,
    frame: &mut Frame,
    terminator: &Terminator,
    coverage: &mut Recorder,
) -> Option<usize> {
    let number = match terminator {
        Terminator::Jump(_) => 0,
        Terminator::Branch(condition, _) => match peek(program, frame, *condition) {
            Value::Bool(value) => usize::from(!value),
            _ => return None,
        },
        Terminator::Switch(switch) => match peek(program, frame, switch.value) {
            value @ Value::Bits { .. } => {
                let consts = program.consts(frame.func);
                let mut cases = switch.cases.iter();
                let found = cases.position(|case| consts[case.index()] == *value);
                found.unwrap_or(switch.cases.len())
            }
            _ => return None,
        },
        _ => return None,
    };
    let (func, block, inst) = (frame.func, frame.block, frame.inst);
    if !enter(program, frame, &terminator.targets()[number]) {
        return None;
    }
    coverage.reach(func, block, inst + 1);
    coverage.take(func, block, number);
    Some(number)
}

/// Executes an instruction if its operands are machine words or pointers with known offsets and it
/// cannot fail.
#[inline(always)]
fn execute(
    program: &Program,
    func: &sheaf_ir::Func,
    frame: &mut Frame,
    heap: &mut Heap,
    inst: &Inst,
) -> bool {
    let value = match &inst.op {
        Op::Binary(op, flags, a, b) => {
            let (Value::Bits { width, bits: a }, Value::Bits { bits: b, .. }) =
                (peek(program, frame, *a), peek(program, frame, *b))
            else {
                return false;
            };
            let result = match width {
                64 => word::double(*op, *a, *b),
                _ => None,
            };
            match result.or_else(|| word::binary(*op, flags.no_signed_wrap, *width, *a, *b)) {
                Some(bits) => Value::Bits {
                    width: *width,
                    bits,
                },
                None => return false,
            }
        }
        Op::Compare(op, a, b) => match (peek(program, frame, *a), peek(program, frame, *b)) {
            (Value::Bits { width, bits: a }, Value::Bits { bits: b, .. }) => {
                match word::compare(*op, *width, *a, *b) {
                    Some(value) => Value::Bool(value),
                    None => return false,
                }
            }
            (a, b @ Value::Unit(_)) if is_known(a) => match op {
                CompareOp::Eq => Value::Bool(a == b),
                CompareOp::Ne => Value::Bool(a != b),
                _ => return false,
            },
            _ => return false,
        },
        Op::Cast(CastOp::ToAny, a) => match peek(program, frame, *a) {
            value if is_known(value) => value.clone(),
            _ => return false,
        },
        Op::Cast(CastOp::FromAny, a) => {
            let value = peek(program, frame, *a);
            match (inst.result.map(|result| &func.locals[result].ty), value) {
                (Some(Type::Bits(to)), Value::Bits { width, .. }) if to == width => value.clone(),
                (Some(Type::Bool), Value::Bool(_)) => value.clone(),
                _ => return false,
            }
        }
        Op::Call(call) => match quick(program, frame, call) {
            Some(value) => value,
            None => return false,
        },
        Op::Cast(op, a) => match (inst.result, peek(program, frame, *a)) {
            (Some(result), Value::Bits { width, bits }) => {
                let Type::Bits(to @ 1..=64) = func.locals[result].ty else {
                    return false;
                };
                let bits = match op {
                    CastOp::ZExt => *bits,
                    CastOp::SExt => sign_extend(*width, *bits) as u64 & mask(to),
                    CastOp::Trunc => *bits & mask(to),
                    _ => return false,
                };
                Value::Bits { width: to, bits }
            }
            _ => return false,
        },
        Op::Select(condition, a, b) => match peek(program, frame, *condition) {
            Value::Bool(true) => defined(peek(program, frame, *a)),
            Value::Bool(false) => defined(peek(program, frame, *b)),
            _ => None,
        }
        .unwrap_or(Value::Uninitialized),
        Op::PtrAdd {
            base,
            index,
            scale,
            displacement,
        } => match (peek(program, frame, *base), peek(program, frame, *index)) {
            (Value::Ptr { object, offset }, Value::Bits { width, bits })
                if *object != ObjectId::NONE =>
            {
                let Some(distance) = sign_extend(*width, *bits).checked_mul(*scale) else {
                    return false;
                };
                let distance = distance.wrapping_add(*displacement);
                Value::Ptr {
                    object: *object,
                    offset: offset.wrapping_add(distance as u64),
                }
            }
            _ => return false,
        },
        Op::Load(pointer) => {
            let Some(result) = inst.result else {
                return false;
            };
            match load(
                heap,
                peek(program, frame, *pointer),
                &func.locals[result].ty,
            ) {
                Some(value) => value,
                None => return false,
            }
        }
        Op::Store { ptr, value } => return store(program, frame, heap, *ptr, *value),
        _ => return false,
    };
    if matches!(value, Value::Uninitialized) {
        return false;
    }
    if let Some(result) = inst.result {
        frame.regs[result.index()] = value;
    }
    true
}

/// The result of an intrinsic that has a shorter way for these arguments.
#[inline(always)]
fn quick(program: &Program, frame: &Frame, call: &Call) -> Option<Value> {
    let Callee::Intrinsic(name) = call.callee else {
        return None;
    };
    let run = program.quick(name).filter(|_| !call.catches)?;
    let args: SmallVec<[&Value; 4]> = call
        .args
        .iter()
        .map(|arg| peek(program, frame, *arg))
        .collect();
    run(&args)
}

/// Whether a value is one value, and no operation on it is an obligation.
#[inline(always)]
fn is_known(value: &Value) -> bool {
    matches!(
        value,
        Value::Bits { .. } | Value::Bool(_) | Value::Str(_) | Value::Ptr { .. } | Value::Unit(_)
    )
}

fn defined(value: &Value) -> Option<Value> {
    (!matches!(value, Value::Uninitialized)).then(|| value.clone())
}

/// Reads a machine word from concrete bytes.
#[inline(always)]
fn load(heap: &Heap, pointer: &Value, ty: &Type) -> Option<Value> {
    let Value::Ptr { object, offset } = pointer else {
        return None;
    };
    let Type::Bits(width @ (8 | 16 | 32 | 64)) = ty else {
        return None;
    };
    if *object == ObjectId::NONE {
        return None;
    }
    let object = heap.get(*object);
    let bytes = (*width / 8) as usize;
    let (Content::Bytes(content), Life::Alive) = (&object.content, &object.life) else {
        return None;
    };
    let size = object
        .size
        .known()
        .filter(|_| object.unexplored.is_empty())?;
    if *offset > size || size - offset < bytes as u64 {
        return None;
    }
    let slice = content.concrete_range(*offset as usize, bytes)?;
    Some(Value::Bits {
        width: *width,
        bits: little_endian(slice),
    })
}

#[inline(always)]
fn little_endian(slice: &[u8]) -> u64 {
    match *slice {
        [a] => u64::from(a),
        [a, b] => u64::from(u16::from_le_bytes([a, b])),
        [a, b, c, d] => u64::from(u32::from_le_bytes([a, b, c, d])),
        _ => slice
            .iter()
            .rev()
            .fold(0, |bits, byte| bits << 8 | u64::from(*byte)),
    }
}

/// Writes a machine word over concrete bytes.
#[inline(always)]
fn store(
    program: &Program,
    frame: &Frame,
    heap: &mut Heap,
    pointer: Operand,
    value: Operand,
) -> bool {
    let Value::Ptr { object, offset } = *peek(program, frame, pointer) else {
        return false;
    };
    let Value::Bits {
        width: width @ (8 | 16 | 32 | 64),
        bits,
    } = *peek(program, frame, value)
    else {
        return false;
    };
    if object == ObjectId::NONE {
        return false;
    }
    let object = heap.get_mut(object);
    let bytes = (width / 8) as usize;
    let explored = object.unexplored.is_empty();
    if object.life != Life::Alive || object.storage == Storage::Constant || !explored {
        return false;
    }
    match object.size {
        Size::Known(size) if offset <= size && size - offset >= bytes as u64 => {}
        _ => return false,
    }
    match &mut object.content {
        Content::Bytes(content) => content.write_concrete_fast(offset as usize, bytes, bits),
        _ => false,
    }
}
