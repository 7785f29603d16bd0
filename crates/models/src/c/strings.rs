//! Intrinsics for strings of symbolic length.

use super::Row;
use super::arguments::{advance, argument, int_value, load_byte, truth};
use super::behaviour::DEPENDS;
use sheaf_execution::memory::{Content, Size};
use sheaf_execution::path::knows;
use sheaf_execution::value::ObjectId;
use sheaf_execution::{Effect, Machine, Value};
use sheaf_term::Term;

pub const TABLE: &[Row] = &[("__sheaf_overflows", overflows, DEPENDS)];

/// The largest room for which the question is asked, in bytes.
const MAX_ROOM: u64 = 1 << 12;

/// `int __sheaf_overflows(const void *to, const char *from)`: whether the string needs more bytes
/// than the object behind `to` has, where that depends on symbolic bytes; else 0, and where the
/// string may end beyond its own object.
///
/// A path that copies byte by byte forks at each length, and a search for long strings is slow. The
/// answer makes it one fork, and after that the path knows each byte before the last one.
fn overflows(machine: &mut Machine, args: &[Value]) -> Effect {
    let room = bytes_behind(machine, argument(args, 0));
    let own = bytes_behind(machine, argument(args, 1));
    let (Some(room), Some(own)) = (room, own) else {
        return int_value(0);
    };
    if room == 0 || room > MAX_ROOM || own <= room {
        return int_value(0);
    }
    let from = argument(args, 1).clone();
    let mut all = Term::TRUE;
    for at in 0..room {
        let place = advance(machine, &from, at);
        let byte = match load_byte(machine, &place) {
            Ok(byte) => byte,
            Err(stop) => return Effect::Stop(stop),
        };
        if is_indeterminate(machine, &byte) {
            return int_value(0);
        }
        let goes_on = truth(machine, &byte);
        let goes_on = if_known(machine, goes_on);
        all = machine.pool.guard_and(all, goes_on);
        if all == Term::FALSE {
            return int_value(0);
        }
    }
    let (one, zero) = (machine.pool.bits(32, 1), machine.pool.bits(32, 0));
    let answer = machine.pool.ite(all, one, zero);
    Effect::Return(Some(Value::from_term(machine.pool, answer)))
}

/// The number of bytes from a pointer to the end of its object, if both are known.
fn bytes_behind(machine: &Machine, pointer: &Value) -> Option<u64> {
    let Value::Ptr { object, offset } = *pointer else {
        return None;
    };
    if object == ObjectId::NONE {
        return None;
    }
    let found = machine.state.heap.get(object);
    match (&found.size, &found.content) {
        (Size::Known(size), Content::Bytes(_)) => size.checked_sub(offset),
        _ => None,
    }
}

fn is_indeterminate(machine: &Machine, byte: &Value) -> bool {
    let is_unknown = |member: &Value| match member {
        Value::Bits { .. } => false,
        Value::Term(term) => machine.pool.has_indeterminate(*term),
        _ => true,
    };
    byte.members().any(|(_, member)| is_unknown(member))
}

/// A condition as a constant, if it or its negation is one of the path's.
pub(super) fn if_known(machine: &mut Machine, condition: Term) -> Term {
    let negation = machine.pool.not(condition);
    let path = &machine.state.constraints;
    match condition {
        _ if knows(path, condition) => Term::TRUE,
        _ if knows(path, negation) => Term::FALSE,
        _ => condition,
    }
}
