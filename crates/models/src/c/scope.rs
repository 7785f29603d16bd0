//! Lifetimes of local objects, from the marks of `sheaf_llvm`.

use super::Run;
use super::arguments::argument;
use sheaf_execution::{Effect, Machine, Value};
use sheaf_llvm::{SCOPE_BEGIN, SCOPE_DECLARED, SCOPE_END, SCOPE_RESUME, SCOPE_SHARED};

pub const TABLE: &[(&str, Run)] = &[
    (SCOPE_BEGIN, begin),
    (SCOPE_END, end),
    (SCOPE_RESUME, resume),
    (SCOPE_DECLARED, declared),
    (SCOPE_SHARED, shared),
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
