//! Lives of local objects, between the marks of [`crate::scopes`].

use super::Run;
use super::arguments::argument;
use crate::scopes::{BEGIN, END};
use sheaf_engine::{Effect, Machine, Value};

pub const TABLE: &[(&str, Run)] = &[(BEGIN, begin), (END, end)];

fn begin(machine: &mut Machine, args: &[Value]) -> Effect {
    let begun = machine.begin_life(argument(args, 0));
    begun.map_or_else(Effect::Stop, |()| Effect::Return(None))
}

fn end(machine: &mut Machine, args: &[Value]) -> Effect {
    machine.end_life(argument(args, 0));
    Effect::Return(None)
}
