//! Process exit, and checks of the C models.

use super::Run;
use super::arguments::{argument, text, truth};
use sheaf_engine::{Effect, Machine, Value};
use sheaf_ir::FailureKind;

pub const TABLE: &[(&str, Run)] = &[
    ("__sheaf_process_id", process_id),
    ("__sheaf_unmodelled", unmodelled),
];

/// Functions that do not access memory.
pub const LOCAL: &[(&str, Run)] = &[
    ("abort", abort),
    ("__assert_fail", assert_fail),
    ("__assert", assert_fail),
    ("__sheaf_exit", exit),
    ("__sheaf_check", check),
];

pub fn abort(_: &mut Machine, _: &[Value]) -> Effect {
    Effect::Fail(FailureKind::Abort, "the program aborts".to_string())
}

/// `void __assert_fail(const char *condition, ...)`.
fn assert_fail(machine: &mut Machine, args: &[Value]) -> Effect {
    let condition = text(machine, argument(args, 0));
    Effect::Fail(
        FailureKind::Assertion,
        format!("assertion `{condition}` fails"),
    )
}

fn exit(machine: &mut Machine, args: &[Value]) -> Effect {
    let status = argument(args, 0).clone();
    machine.require_defined(&status, "the exit status depends on uninitialized memory");
    Effect::Exit(status)
}

/// `void __sheaf_check(int holds, const char *kind, const char *message)`.
fn check(machine: &mut Machine, args: &[Value]) -> Effect {
    let name = text(machine, argument(args, 1));
    let Some(kind) = FailureKind::from_name(&name) else {
        return Effect::Unmodelled(format!("a check of the kind `{name}`"));
    };
    let message = text(machine, argument(args, 2));
    machine.require_defined(
        argument(args, 0),
        "an argument depends on uninitialized memory",
    );
    let holds = truth(machine, argument(args, 0));
    let fails = machine.pool.not(holds);
    machine.obligation(kind, fails, &message);
    Effect::Return(None)
}

/// Width of a process id in bits: Linux uses numbers below 2^22.
const PROCESS_ID_BITS: u32 = 22;

/// `int __sheaf_process_id(int known)`.
fn process_id(machine: &mut Machine, args: &[Value]) -> Effect {
    let known = argument(args, 0).as_u64().unwrap_or(0);
    let number = machine
        .pool
        .chosen_number("process id", known, PROCESS_ID_BITS, 32);
    Effect::Return(Some(Value::from_term(machine.pool, number)))
}

fn unmodelled(machine: &mut Machine, args: &[Value]) -> Effect {
    Effect::Unmodelled(text(machine, argument(args, 0)))
}
