//! Process exit, and checks of the C models.

use super::Row;
use super::arguments::{argument, number, text, truth};
use super::behaviour::{ABORTS, CHECKS, DEPENDS, ENDS, LOOKS, MAY_ABORT, PURE, REPORTS, UNKNOWN};
use sheaf_execution::{Effect, Machine, Value};
use sheaf_ir::FailureKind;

pub const TABLE: &[Row] = &[
    ("__sheaf_process_id", process_id, DEPENDS),
    ("__sheaf_unmodelled", unmodelled, UNKNOWN),
    ("__sheaf_counts", counts, LOOKS),
    ("abort", abort, ABORTS),
    ("__assert_fail", assert_fail, REPORTS),
    ("__assert", assert_fail, REPORTS),
    ("__sheaf_assert_fail", assert_fail, REPORTS),
    ("__sheaf_raise", default_action, MAY_ABORT),
    ("__sheaf_default_action", default_action, MAY_ABORT),
    ("__sheaf_deliver", deliver, PURE),
    ("__sheaf_exit", exit, ENDS),
    ("__sheaf_check", check, CHECKS),
    ("__sheaf_assumes", assumes, PURE),
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

/// The signals whose default action is an abnormal end, with Linux's numbers.
const ABNORMAL: &[(u64, &str)] = &[
    (3, "SIGQUIT"),
    (4, "SIGILL"),
    (5, "SIGTRAP"),
    (7, "SIGBUS"),
    (8, "SIGFPE"),
    (11, "SIGSEGV"),
    (24, "SIGXCPU"),
    (25, "SIGXFSZ"),
    (31, "SIGSYS"),
];

/// `int __sheaf_default_action(int number)`: performs the default action of a signal.
/// `__sheaf_raise` is the same in programs without handlers.
fn default_action(machine: &mut Machine, args: &[Value]) -> Effect {
    const ABORT: u64 = 6;
    let number = match number(args, 0) {
        Ok(number) => number,
        Err(effect) => return effect,
    };
    match number {
        ABORT => abort(machine, args),
        // SIGCHLD, SIGCONT, SIGURG, SIGWINCH.
        17 | 18 | 23 | 28 => Effect::Return(Some(Value::bits(32, 0))),
        // SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU.
        19..=22 => Effect::Unmodelled("a signal that stops the process".to_string()),
        _ => match ABNORMAL.iter().find(|(known, _)| *known == number) {
            Some((_, name)) => Effect::Fail(FailureKind::Abort, format!("{name} ends the program")),
            None => Effect::Exit(Value::bits(32, u128::from(128 + number))),
        },
    }
}

/// `int __sheaf_deliver(long due, const sigset_t *mask)` in programs without handlers: no handler
/// runs.
fn deliver(_: &mut Machine, _: &[Value]) -> Effect {
    Effect::Return(Some(Value::bits(32, 0)))
}

/// `int __sheaf_counts(const char *kind)`: whether failures of a kind count.
fn counts(machine: &mut Machine, args: &[Value]) -> Effect {
    let name = text(machine, argument(args, 0));
    let counts = FailureKind::from_name(&name).is_some_and(|kind| machine.settings.counts(kind));
    Effect::Return(Some(Value::bits(32, u128::from(counts))))
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

/// `void __sheaf_assumes(const char *what)`: that it was executed is all that counts.
fn assumes(_: &mut Machine, _: &[Value]) -> Effect {
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
