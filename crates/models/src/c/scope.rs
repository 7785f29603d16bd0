//! Lifetimes of local objects, from the marks of `sheaf_llvm`.

use super::Row;
use super::arguments::argument;
use super::behaviour::CHANGES;
use sheaf_execution::{Effect, Machine, Value};
use sheaf_llvm::{SCOPE_BEGIN, SCOPE_DECLARED, SCOPE_END, SCOPE_RESUME, SCOPE_SHARED};

pub const TABLE: &[Row] = &[
    (SCOPE_BEGIN, begin, CHANGES),
    (SCOPE_END, end, CHANGES),
    (SCOPE_RESUME, resume, CHANGES),
    (SCOPE_DECLARED, declared, CHANGES),
    (SCOPE_SHARED, shared, CHANGES),
];

fn begin(machine: &mut Machine, args: &[Value]) -> Effect {
    let begun = machine.begin_life(argument(args, 0));
    begun.map_or_else(Effect::Stop, |()| Effect::Return(None))
}

fn resume(machine: &mut Machine, args: &[Value]) -> Effect {
    let resumed = machine.resume_life(argument(args, 0));
    resumed.map_or_else(Effect::Stop, |()| Effect::Return(None))
}

fn end(machine: &mut Machine, args: &[Value]) -> Effect {
    machine.end_life(argument(args, 0));
    Effect::Return(None)
}

fn declared(machine: &mut Machine, args: &[Value]) -> Effect {
    machine.declare(argument(args, 0));
    Effect::Return(None)
}

fn shared(machine: &mut Machine, args: &[Value]) -> Effect {
    machine.share_memory(argument(args, 0));
    Effect::Return(None)
}
