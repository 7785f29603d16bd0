//! Output to the standard streams, and intrinsics of the formatter in `runtime/format.c`.

use super::Row;
use super::arguments::{
    advance, advance_by, argument, effect, int_value, is_concrete, load_byte, number, truth, word,
};
use super::behaviour::{DEPENDS, LOOKS, PURE};
use super::strings::if_known;
use sheaf_execution::machine::Event;
use sheaf_execution::outcome::ReasonKind;
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_term::Term;

pub const TABLE: &[Row] = &[
    ("__sheaf_print", print, PURE),
    ("__sheaf_write", write, DEPENDS),
    ("__sheaf_write_symbolic", write_symbolic, DEPENDS),
    ("__sheaf_write_held", write_held, DEPENDS),
    ("__sheaf_string_length", string_length, LOOKS),
    ("__sheaf_is_symbolic", is_symbolic, DEPENDS),
];

const UNDEFINED: &str = "output depends on uninitialized memory";

fn stream(args: &[Value]) -> Result<u8, Effect> {
    number(args, 0).map(|stream| stream as u8)
}

/// In place of a stream: what is written is held until `__sheaf_write_held`; as in
/// `runtime/sheaf.h`.
const HELD: u8 = 3;

fn emit(machine: &mut Machine, stream: u8, bytes: &[u8]) {
    match machine.output.as_deref_mut() {
        Some(output) if stream == HELD => output.hold(bytes),
        Some(output) => output.write(stream, bytes),
        None => {}
    }
}

/// `int __sheaf_print(function, count, arguments..., shown...)`: a call of a function that prints,
/// with so many arguments, which the program cannot observe: it does not use the result. The
/// lowering has checked that it can fail only where what is shown is uninitialized.
fn print(machine: &mut Machine, args: &[Value]) -> Effect {
    let unused = Effect::Return(Some(Value::bits(32, 0)));
    let [function, count, args @ ..] = args else {
        return unused;
    };
    let count = count.as_u64().unwrap_or(0) as usize;
    let (args, shown) = args.split_at(count.min(args.len()));
    for value in shown {
        machine.require_defined(value, UNDEFINED);
    }
    match machine.settings.prints {
        true => Effect::Call(function.clone(), args.to_vec()),
        false => unused,
    }
}

/// `void __sheaf_write(int stream, const void *data, size_t bytes)`.
fn write(machine: &mut Machine, args: &[Value]) -> Effect {
    let data = argument(args, 1).clone();
    let written = stream(args).and_then(|stream| {
        let bytes = match argument(args, 2).as_u64() {
            Some(bytes) => read_shown(machine, &data, bytes)?,
            None => check_range(machine, &data, argument(args, 2)).map(|()| vec![b'?'])?,
        };
        emit(machine, stream, &bytes);
        Ok(Effect::Return(None))
    });
    effect(written)
}

/// The bytes as displayed: symbolic ones as `?`.
fn read_shown(machine: &mut Machine, data: &Value, bytes: u64) -> Result<Vec<u8>, Effect> {
    let mut shown = Vec::new();
    for at in 0..bytes {
        let place = advance(machine, data, at);
        let events = machine.events.len();
        let byte = load_byte(machine, &place)?;
        machine.require_defined(&byte, UNDEFINED);
        shown.push(byte.as_u64().map_or(b'?', |byte| byte as u8));
        let always_fails = |event: &Event| match event {
            Event::Obligation { fails, .. } => *fails == Term::TRUE,
            _ => false,
        };
        if machine.events[events..].iter().any(always_fails) {
            break;
        }
    }
    Ok(shown)
}

/// Longest output of symbolic length, in bytes.
const MAX_SYMBOLIC_BYTES: u64 = 1 << 16;

/// Bytes of an object from which on the bounds of the number of bytes are asked for: each byte that
/// may be written is a condition.
const FEW_BYTES: u64 = 64;

/// Checks that a symbolic number of bytes may be read and is initialized.
fn check_range(machine: &mut Machine, data: &Value, bytes: &Value) -> Result<(), Effect> {
    machine.require_defined(bytes, UNDEFINED);
    let count = word(machine, bytes);
    let (zero, minus_one) = (
        machine.pool.bits(64, 0),
        machine.pool.bits(64, u128::from(u64::MAX)),
    );
    let some = machine.pool.ne(count, zero);
    let bound = machine.under(some, |machine| machine.bytes_behind(data));
    let bound = bound.transpose().map_err(Effect::Stop)?.unwrap_or(0);
    let (least, most) = match bound > FEW_BYTES {
        true => machine.bounds_of(count).map(|it| (it.least, it.most)),
        false => Ok((0, bound)),
    }
    .map_err(Effect::Stop)?;
    // No object reaches as far as a number that is negative as a distance.
    let distance = machine.pool.add(count, minus_one);
    let farthest = machine.pool.bits(64, i64::MAX as u128);
    let is_farther = machine.pool.ult(farthest, count);
    let beyond = advance(machine, data, i64::MAX as u64);
    let last = advance_by(machine, data, distance);
    for (when, place) in [(is_farther, &beyond), (some, &last)] {
        if let Some(Err(stop)) = machine.under(when, |machine| load_byte(machine, place)) {
            return Err(Effect::Stop(stop));
        }
    }
    let most = most.min(bound);
    if most > MAX_SYMBOLIC_BYTES {
        return Err(Effect::Unmodelled(
            "output of a symbolic number of bytes from a large object".to_string(),
        ));
    }
    for at in 0..most {
        let position = machine.pool.bits(64, u128::from(at));
        let written = match at < least {
            true => Term::TRUE,
            false => machine.pool.ult(position, count),
        };
        let place = advance(machine, data, at);
        let read = machine.under(written, |machine| {
            let byte = load_byte(machine, &place)?;
            machine.require_defined(&byte, UNDEFINED);
            Ok(())
        });
        if let Some(Err(stop)) = read {
            return Err(Effect::Stop(stop));
        }
    }
    Ok(())
}

/// `void __sheaf_write_symbolic(int stream, unsigned long value)`.
fn write_symbolic(machine: &mut Machine, args: &[Value]) -> Effect {
    machine.require_defined(argument(args, 1), UNDEFINED);
    effect(stream(args).map(|stream| {
        emit(machine, stream, b"?");
        Effect::Return(None)
    }))
}

/// `void __sheaf_write_held(int stream)`.
fn write_held(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(stream(args).map(|stream| {
        if let Some(output) = machine.output.as_deref_mut() {
            output.release((stream != 0).then_some(stream));
        }
        Effect::Return(None)
    }))
}

/// `size_t __sheaf_string_length(const char *text, size_t limit)`.
fn string_length(machine: &mut Machine, args: &[Value]) -> Effect {
    let limit = match number(args, 1) {
        Ok(limit) => limit,
        Err(effect) => return effect,
    };
    let length = machine.lift(argument(args, 0), &mut |machine, text| {
        length_of(machine, text, limit)
    });
    length.map_or_else(Effect::Stop, |length| Effect::Return(Some(length)))
}

/// Position of the first zero byte: each byte is read under the condition that no earlier one is
/// zero, unless the path knows whether one is.
fn length_of(machine: &mut Machine, text: &Value, limit: u64) -> Result<Value, Stop> {
    // Of a text without bytes, none is read: it may be anywhere.
    let bound = match limit {
        0 => 0,
        _ => machine.bytes_behind(text)?,
    };
    let mut ends = Vec::new();
    let mut running = Term::TRUE;
    let mut at = 0;
    while at < limit && at <= bound && running != Term::FALSE {
        if at >= MAX_SYMBOLIC_BYTES && running != Term::TRUE {
            let detail = "a text of symbolic length in a large object".to_string();
            return Err(Stop::Unmodelled(ReasonKind::UnmodelledOperation, detail));
        }
        let place = advance(machine, text, at);
        let goes_on = machine.under(running, |machine| {
            let byte = load_byte(machine, &place)?;
            machine.require_defined(&byte, UNDEFINED);
            Ok(truth(machine, &byte))
        });
        let Some(goes_on) = goes_on else { break };
        let goes_on = if_known(machine, goes_on?);
        ends.push((machine.pool.guard_not(goes_on), at));
        running = machine.pool.guard_and(running, goes_on);
        at += 1;
    }
    let mut length = Value::bits(64, u128::from(at));
    for (is_end, position) in ends.into_iter().rev() {
        let position = Value::bits(64, u128::from(position));
        length = Value::ite(machine.pool, is_end, &position, &length);
    }
    Ok(length)
}

/// `int __sheaf_is_symbolic(unsigned long value)`.
fn is_symbolic(_: &mut Machine, args: &[Value]) -> Effect {
    int_value(i32::from(!is_concrete(argument(args, 0))))
}
