//! The harness functions that need the engine. `runtime/harness.h` lists all of them;
//! `runtime/harness.c` has those in plain C, and the lowering generates those that return an input.

use super::Row;
use super::arguments::{
    advance, argument, effect, int_value, is_concrete, load_byte, name, number, text, truth,
};
use super::behaviour::{
    ABORTS, ASSERTS, ASSUMES, CHANGES, DEPENDS, ENDS, INSPECTS, PASSES, PURE, REPORTS, UNREACHABLE,
};
use sheaf_execution::{Effect, Machine, Value};
use sheaf_ir::{Element, FailureKind, Type};
use sheaf_term::Symbol;
use std::collections::BTreeSet;

pub const TABLE: &[Row] = &[
    ("klee_make_symbolic", make_symbolic, CHANGES),
    ("__sheaf_make_row", make_row, CHANGES),
    ("__sheaf_unexplored", unexplored, CHANGES),
    ("__sheaf_restrictions", restrictions, INSPECTS),
    ("klee_is_symbolic", is_symbolic, INSPECTS),
    ("klee_warning", warning, DEPENDS),
    ("klee_warning_once", warning, DEPENDS),
    ("klee_get_valuef", some_value, PASSES),
    ("klee_get_valued", some_value, PASSES),
    ("klee_get_valuel", some_value, PASSES),
    ("klee_get_valuell", some_value, PASSES),
    ("klee_get_value_i32", some_value, PASSES),
    ("klee_get_value_i64", some_value, PASSES),
    ("__VERIFIER_nondet_memory", nondet_memory, CHANGES),
    ("klee_int", klee_int, PURE),
    ("klee_range", range, PURE),
    ("klee_assume", assume, ASSUMES),
    ("klee_abort", super::process::abort, ABORTS),
    ("klee_report_error", report_error, REPORTS),
    ("klee_silent_exit", silent_exit, ENDS),
    ("klee_is_replay", |_, _| int_value(0), PURE),
    ("klee_prefer_cex", nothing, PURE),
    ("klee_posix_prefer_cex", nothing, PURE),
    ("klee_print_expr", nothing, PURE),
    ("klee_print_range", nothing, PURE),
    ("klee_stack_trace", nothing, PURE),
    ("klee_open_merge", nothing, PURE),
    ("klee_close_merge", nothing, PURE),
    ("klee_set_forking", nothing, PURE),
    ("assert", assert, ASSERTS),
    ("__VERIFIER_atomic_begin", nothing, PURE),
    ("__VERIFIER_atomic_end", nothing, PURE),
    ("__VERIFIER_assume", assume, ASSUMES),
    ("__VERIFIER_assert", assert, ASSERTS),
    ("__VERIFIER_error", reach_error, UNREACHABLE),
    ("reach_error", reach_error, UNREACHABLE),
    ("__ESBMC_assume", assume, ASSUMES),
    ("__ESBMC_assert", check, ASSERTS),
    ("__ESBMC_atomic_begin", nothing, PURE),
    ("__ESBMC_atomic_end", nothing, PURE),
    ("__CPROVER_assume", assume, ASSUMES),
    ("__CPROVER_assert", check, ASSERTS),
    ("__CPROVER_cover", nothing, PURE),
    ("__CPROVER_atomic_begin", nothing, PURE),
    ("__CPROVER_atomic_end", nothing, PURE),
    ("__CPROVER_input", nothing, PURE),
    ("__CPROVER_output", nothing, PURE),
    ("__CPROVER_precondition", check, ASSERTS),
    ("__CPROVER_postcondition", check, ASSERTS),
];

/// `void klee_make_symbolic(void *address, size_t bytes, const char *name)`.
pub(super) fn make_symbolic(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(make_input(machine, args, None))
}

/// `void __sheaf_make_row(void *address, size_t bytes, const char *name, const char *element)`:
/// `element` is the element type in the format of [`Element`].
fn make_row(machine: &mut Machine, args: &[Value]) -> Effect {
    let element = text(machine, argument(args, 3)).parse().ok();
    effect(make_input(machine, args, element))
}

/// `void __sheaf_unexplored(void *from, size_t bytes, const char *what)`: bytes beyond the explored
/// inputs.
fn unexplored(machine: &mut Machine, args: &[Value]) -> Effect {
    let what = text(machine, argument(args, 2));
    let Some(bytes) = argument(args, 1).as_u64() else {
        return Effect::NeedConcrete(1);
    };
    machine.leave_unexplored(argument(args, 0), bytes, &what);
    Effect::Return(None)
}

/// `unsigned __sheaf_restrictions(const void *object, size_t bytes)`: twice the number of
/// conditions of the path on the inputs in an object, and one more if other inputs occur in them.
/// Zero in a run on guessed inputs: no path has shown what holds for other values.
fn restrictions(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(number(args, 1).and_then(|bytes| {
        let own = symbols_of_object(machine, argument(args, 0), bytes)?;
        let mut found = 0;
        for condition in machine.state.constraints.terms() {
            let symbols = machine.pool.symbols(condition);
            if symbols.iter().any(|symbol| own.contains(symbol)) {
                let has_others = symbols.iter().any(|symbol| !own.contains(symbol));
                found = (found + 2) | u128::from(has_others);
            }
        }
        let (ty, found) = (Type::Bits(32), Value::bits(32, found));
        let answer = machine.recorded_answer("conditions on quantified", &ty, found);
        Ok(Effect::Return(Some(answer)))
    }))
}

/// The symbols that occur in the bytes of an object.
fn symbols_of_object(
    machine: &mut Machine,
    object: &Value,
    bytes: u64,
) -> Result<BTreeSet<Symbol>, Effect> {
    let mut symbols = BTreeSet::new();
    for at in 0..bytes {
        let place = advance(machine, object, at);
        let byte = load_byte(machine, &place)?;
        let Some(term) = byte.to_term(machine.pool) else {
            let what = "a quantifier over something else than numbers";
            return Err(Effect::Unmodelled(what.to_string()));
        };
        symbols.extend(machine.pool.symbols(term).iter().copied());
    }
    Ok(symbols)
}

fn make_input(
    machine: &mut Machine,
    args: &[Value],
    element: Option<Element>,
) -> Result<Effect, Effect> {
    let bytes = argument(args, 1).clone();
    machine.require_defined(
        &bytes,
        "the size of an input depends on uninitialized memory",
    );
    let pointer = argument(args, 0).clone();
    if matches!(pointer, Value::Union(_)) {
        return Err(Effect::NeedConcrete(0));
    }
    let name = input_name(machine, args, 2)?;
    if !machine.object_input(&pointer, &bytes, &name, element)? {
        return Err(Effect::NeedConcrete(1));
    }
    Ok(Effect::Return(None))
}

/// `void __VERIFIER_nondet_memory(void *address, size_t bytes)`.
fn nondet_memory(machine: &mut Machine, args: &[Value]) -> Effect {
    make_symbolic(machine, args)
}

fn input_name(machine: &Machine, args: &[Value], position: usize) -> Result<String, Effect> {
    let name = name(machine, args, position)?;
    Ok(match name.as_str() {
        "" => "unnamed".to_string(),
        _ => name,
    })
}

fn klee_int(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(input_name(machine, args, 0).and_then(|name| {
        let value = machine.scalar_input(&name, &Type::Bits(32))?;
        Ok(Effect::Return(Some(value)))
    }))
}

/// `int klee_range(int begin, int end, const char *name)`.
fn range(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(input_in_range(machine, args))
}

fn input_in_range(machine: &mut Machine, args: &[Value]) -> Result<Effect, Effect> {
    let bounds = [argument(args, 0), argument(args, 1)].map(|bound| bound.fold(machine.pool));
    let [Some(begin), Some(end)] = bounds else {
        return Err(Effect::Unmodelled("klee_range".to_string()));
    };
    let name = input_name(machine, args, 2)?;
    let value = machine.scalar_input(&name, &Type::Bits(32))?;
    if let Some(term) = value.to_term(machine.pool) {
        let above = machine.pool.sle(begin, term);
        let below = machine.pool.slt(term, end);
        machine.assume(above);
        machine.assume(below);
    }
    Ok(Effect::Return(Some(value)))
}

fn assume(machine: &mut Machine, args: &[Value]) -> Effect {
    let condition = argument(args, 0).clone();
    machine.require_defined(&condition, "an assumption depends on uninitialized memory");
    let holds = truth(machine, &condition);
    machine.assume(holds);
    Effect::Return(None)
}

/// `void __CPROVER_assert(_Bool condition, const char *description)`, after which the program
/// continues if assertions do not count.
fn check(machine: &mut Machine, args: &[Value]) -> Effect {
    match machine.settings.counts(FailureKind::Assertion) {
        true => assert(machine, args),
        false => Effect::Return(None),
    }
}

/// `void __VERIFIER_assert(int condition)`, or with a description as the second argument.
fn assert(machine: &mut Machine, args: &[Value]) -> Effect {
    let condition = argument(args, 0).clone();
    machine.require_defined(&condition, "an assertion depends on uninitialized memory");
    let holds = truth(machine, &condition);
    let fails = machine.pool.not(holds);
    let description = args
        .get(1)
        .map(|value| text(machine, value))
        .unwrap_or_default();
    let message = if description.is_empty() {
        "the assertion fails".to_string()
    } else {
        format!("assertion `{description}` fails")
    };
    machine.obligation(FailureKind::Assertion, fails, &message);
    Effect::Return(None)
}

fn reach_error(_: &mut Machine, _: &[Value]) -> Effect {
    Effect::Fail(
        FailureKind::UnreachableCall,
        "a call that must not be reached".to_string(),
    )
}

/// `void klee_report_error(const char *file, int line, const char *message, const char *suffix)`.
fn report_error(machine: &mut Machine, args: &[Value]) -> Effect {
    let message = text(machine, argument(args, 2));
    Effect::Fail(
        FailureKind::Assertion,
        format!("the program reports an error: {message}"),
    )
}

fn silent_exit(_: &mut Machine, _: &[Value]) -> Effect {
    Effect::Drop
}

/// `unsigned klee_is_symbolic(uintptr_t value)`: a value that is concrete on each merged path
/// counts as concrete. In a concrete run all values are.
fn is_symbolic(machine: &mut Machine, args: &[Value]) -> Effect {
    let symbolic = argument(args, 0).map(machine.pool, &mut |_, member| {
        Value::bits(32, u128::from(!is_concrete(member)))
    });
    let answer = machine.recorded_answer("klee_is_symbolic", &Type::Bits(32), symbolic);
    Effect::Return(Some(answer))
}

fn nothing(_: &mut Machine, _: &[Value]) -> Effect {
    Effect::Return(None)
}

fn warning(machine: &mut Machine, args: &[Value]) -> Effect {
    let message = format!("warning: {}\n", text(machine, argument(args, 0)));
    machine.write_output(2, message.as_bytes());
    Effect::Return(None)
}

/// A possible value of the argument: all of them are enumerated, so nothing is lost.
pub(super) fn some_value(_: &mut Machine, args: &[Value]) -> Effect {
    let value = argument(args, 0);
    if is_concrete(value) {
        Effect::Return(Some(value.clone()))
    } else {
        Effect::NeedConcrete(0)
    }
}
