//! `setjmp` and `longjmp`: jumps back to a frame that is still on the stack.
//!
//! `setjmp` creates a small object that dies with its frame, stores the position of the call in it,
//! and stores its address in the buffer. `longjmp` searches the frame that owns this object; if
//! there is none, that function has returned, and the jump is undefined. Non-`volatile` variables
//! that changed since `setjmp` have indeterminate values by the C standard; here they keep the new
//! values or the old ones.
//!
//! In programs that handle signals, `setjmp` also stores which signals are blocked, and `longjmp`
//! is in `runtime/signal.c`, which restores them.

use super::Row;
use super::arguments::{advance, argument};
use super::behaviour::JUMPS;
use sheaf_execution::memory::Size;
use sheaf_execution::outcome::ReasonKind;
use sheaf_execution::value::ObjectId;
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::index::Idx;
use sheaf_ir::{BlockId, Element, FailureKind, Region, Type};
use sheaf_term::Term;

pub const TABLE: &[Row] = &[
    ("setjmp", setjmp, JUMPS),
    ("_setjmp", plain_setjmp, JUMPS),
    ("sigsetjmp", sigsetjmp, JUMPS),
    ("__sigsetjmp", sigsetjmp, JUMPS),
    ("longjmp", longjmp, JUMPS),
    ("_longjmp", longjmp, JUMPS),
    ("siglongjmp", longjmp, JUMPS),
    ("__longjmp_chk", longjmp, JUMPS),
    ("__sheaf_longjmp", longjmp, JUMPS),
];

/// Size of the object of a call in bytes: its block and its instruction.
const MARK_BYTES: u64 = 16;

/// The signals that are blocked, in `runtime/signal.c`.
const BLOCKED: &str = "sheaf_blocked";

/// Where `jmp_buf` says whether it has the blocked signals, and where they are, in bytes.
const IS_SAVED: u64 = 64;
const SAVED: u64 = 72;

/// `int setjmp(jmp_buf buffer)`. The macro of this name calls `_setjmp`; the function saves the
/// blocked signals, as in BSD.
fn setjmp(machine: &mut Machine, args: &[Value]) -> Effect {
    set(machine, argument(args, 0), &Value::bits(32, 1))
}

/// `int _setjmp(jmp_buf buffer)`.
fn plain_setjmp(machine: &mut Machine, args: &[Value]) -> Effect {
    set(machine, argument(args, 0), &Value::bits(32, 0))
}

/// `int sigsetjmp(sigjmp_buf buffer, int saves)`.
fn sigsetjmp(machine: &mut Machine, args: &[Value]) -> Effect {
    set(machine, argument(args, 0), argument(args, 1))
}

fn set(machine: &mut Machine, buffer: &Value, saves: &Value) -> Effect {
    mark(machine, buffer)
        .and_then(|()| save_blocked(machine, buffer, saves))
        .map_or_else(Effect::Stop, |()| Effect::Return(Some(Value::bits(32, 0))))
}

fn save_blocked(machine: &mut Machine, buffer: &Value, saves: &Value) -> Result<(), Stop> {
    let Some(blocked) = machine.program.global_named(BLOCKED) else {
        return Ok(());
    };
    let blocked = machine.load(&blocked, &Type::Bits(64))?;
    for (offset, ty, value) in [(IS_SAVED, 32, saves), (SAVED, 64, &blocked)] {
        let place = advance(machine, buffer, offset);
        machine.store(&place, &Type::Bits(ty), value)?;
    }
    Ok(())
}

fn mark(machine: &mut Machine, buffer: &Value) -> Result<(), Stop> {
    let frame = machine.state.top();
    let (block, inst) = (frame.block.index(), frame.inst);
    let mark = machine.allocate(
        Region::Stack,
        Size::Known(MARK_BYTES),
        8,
        false,
        Element::Integer(8),
    )?;
    for (offset, number) in [(0, block), (8, inst)] {
        let place = advance(machine, &mark, offset);
        machine.store(&place, &Type::Bits(64), &Value::bits(64, number as u128))?;
    }
    machine.state.top_mut().resumable = true;
    machine.store(buffer, &Type::Ptr, &mark)
}

/// `void longjmp(jmp_buf buffer, int value)`.
fn longjmp(machine: &mut Machine, args: &[Value]) -> Effect {
    let value = match argument(args, 1).as_u64() {
        Some(0) => Value::bits(32, 1),
        Some(value) => Value::bits(32, u128::from(value)),
        None => return Effect::NeedConcrete(1),
    };
    jump(machine, argument(args, 0), value).map_or_else(Effect::Stop, |()| Effect::Return(None))
}

fn jump(machine: &mut Machine, buffer: &Value, value: Value) -> Result<(), Stop> {
    let mark = machine.load(buffer, &Type::Ptr)?;
    machine.require_defined(&mark, "a jump depends on uninitialized memory");
    let object = match mark {
        Value::Ptr { object, .. } => object,
        Value::Union(_) | Value::SymPtr { .. } => return Err(several()),
        _ => return gone(machine),
    };
    let frames = &machine.state.frames;
    let owner = frames
        .iter()
        .rposition(|frame| object != ObjectId::NONE && frame.stack_objects.contains(&object));
    let Some(owner) = owner else {
        return gone(machine);
    };
    let mut numbers = [0; 2];
    for (number, offset) in numbers.iter_mut().zip([0, 8]) {
        let place = advance(machine, &mark, offset);
        let read = machine.load(&place, &Type::Bits(64))?;
        *number = read.as_u64().ok_or_else(several)? as usize;
    }
    machine.resume(owner, BlockId::new(numbers[0]), numbers[1], value);
    Ok(())
}

/// After merging, a buffer may refer to several calls.
fn several() -> Stop {
    let detail = "longjmp to one of several calls of setjmp".to_string();
    Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail)
}

fn gone(machine: &mut Machine) -> Result<(), Stop> {
    let message = "longjmp to a call of setjmp whose function has returned";
    machine.obligation(FailureKind::UseAfterFree, Term::TRUE, message);
    Err(Stop::Failed)
}
