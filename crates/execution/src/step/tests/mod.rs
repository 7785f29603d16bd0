//! Functions on guarded unions, compared with the same functions on each member: under every model
//! of the guards both return the same, or fail in the same way.

mod agree;
mod bench;

use crate::coverage::Recorder;
use crate::machine::{Event, Machine, Settings};
use crate::options::Options;
use crate::state::{Frame, State};
use crate::value::{ObjectId, Value};
use agree::{agree, operation, program};
use bench::Bench;
use sheaf_ir::FuncId;
use sheaf_term::{Sort, SymbolKind};
use std::rc::Rc;

#[test]
fn arithmetic() {
    for op in [
        "add", "add.nsw", "sub", "sub.nsw", "mul", "mul.nsw", "udiv", "sdiv", "urem", "srem",
        "shl", "lshr", "ashr", "and", "or", "xor", "smin", "smax", "umin", "umax", "sadd_sat",
        "uadd_sat", "ssub_sat", "usub_sat",
    ] {
        for ty in ["bits8", "bits32", "bits64", "bits128"] {
            operation(&format!("%a: {ty}; %b: {ty}"), ty, &format!("{op} %a, %b"));
        }
    }
    for op in ["add", "sub", "mul", "sdiv", "srem"] {
        operation("%a: int; %b: int", "int", &format!("{op} %a, %b"));
    }
    for op in ["and", "or", "xor"] {
        operation("%a: bool; %b: bool", "bool", &format!("{op} %a, %b"));
    }
    let (_, failed) = operation("%a: bits8; %b: bits8", "bits8", "sdiv %a, %b");
    assert!(failed > 10);
}

#[test]
fn unary_operations_and_conversions() {
    for op in [
        "not",
        "neg",
        "clz",
        "ctz",
        "popcount",
        "bswap",
        "bitreverse",
        "freeze",
    ] {
        operation("%a: bits32", "bits32", &format!("{op} %a"));
    }
    operation("%a: bool", "bool", "not %a");
    operation("%a: int", "int", "neg %a");
    operation("%a: bits8", "bits32", "zext %a");
    operation("%a: bits8", "bits128", "sext %a");
    operation("%a: bool", "bits8", "sext %a");
    operation("%a: bits32", "bits8", "trunc %a");
    operation("%a: bits8", "bool", "trunc %a");
    operation("%a: ptr", "bits64", "ptr_to_bits %a");
    operation("%a: bits64", "ptr", "bits_to_ptr %a");
    operation("%a: bits8", "any", "to_any %a");
    for ty in ["int", "bits8", "bool"] {
        let (_, failed) = operation("%a: any", ty, "from_any %a");
        assert!(failed > 10);
    }
}

#[test]
fn comparisons() {
    for op in [
        "eq",
        "ne",
        "ult",
        "ule",
        "slt",
        "sle",
        "sadd_overflows",
        "uadd_overflows",
        "ssub_overflows",
        "usub_overflows",
        "smul_overflows",
        "umul_overflows",
    ] {
        for ty in ["bits8", "bits64"] {
            operation(
                &format!("%a: {ty}; %b: {ty}"),
                "bool",
                &format!("{op} %a, %b"),
            );
        }
    }
    for op in ["eq", "ne", "ult", "ule"] {
        operation("%a: ptr; %b: ptr", "bool", &format!("{op} %a, %b"));
    }
    for op in ["eq", "ne"] {
        operation("%a: bool; %b: bool", "bool", &format!("{op} %a, %b"));
    }
    for op in ["eq", "slt", "sle"] {
        operation("%a: int; %b: int", "bool", &format!("{op} %a, %b"));
    }
    operation("%a: any; %b: any", "bool", "eq %a, %b");
    let pair = "(bits8, bool)";
    operation(&format!("%a: {pair}; %b: {pair}"), "bool", "ne %a, %b");
}

#[test]
fn choices_and_tuples() {
    operation(
        "%c: bool; %a: bits8; %b: bits8",
        "bits8",
        "select %c, %a, %b",
    );
    operation("%c: bool; %a: ptr; %b: ptr", "ptr", "select %c, %a, %b");
    operation("%a: bits8; %b: ptr", "(bits8, ptr)", "tuple [%a, %b]");
    operation("%a: (bits8, ptr)", "ptr", "extract %a, 1");
    operation(
        "%a: (bits8, ptr); %b: bits8",
        "(bits8, ptr)",
        "insert %a, 0, %b",
    );
}

#[test]
fn control_flow() {
    let branches = "
  br %c, yes(%a), no
yes(%x: bits8):
  %y: bits8 = add %x, bits8 1
  ret %y
no:
  ret bits8 9";
    agree("%c: bool; %a: bits8", "bits8", branches);
    let cases = "
  switch %a [bits8 0: none, bits8 1: one, bits8 5: one] else other(%a)
none:
  ret bits8 10
one:
  ret bits8 11
other(%x: bits8):
  ret %x";
    agree("%a: bits8", "bits8", cases);
    let checks = "
  assume %a
  check %b, assertion, \"b holds\"
  ret bits8 0";
    let (_, failed) = agree("%a: bool; %b: bool", "bits8", checks);
    assert!(failed > 10);
}

#[test]
fn memory() {
    operation("%p: ptr; %i: bits8", "ptr", "ptr_add %p, %i * 3 - 1");
    operation("%p: ptr", "bits8", "load %p");
    operation("%p: ptr", "bits16", "load %p");
    let stored = "
  %old: bits16 = load @left
  store %p, %v
  %new: bits16 = load @left
  %other: bits16 = load %q
  %r: (bits16, bits16, bits16) = tuple [%old, %new, %other]
  ret %r";
    let (_, failed) = agree(
        "%p: ptr; %q: ptr; %v: bits8",
        "(bits16, bits16, bits16)",
        stored,
    );
    assert!(failed > 10);
    let kept = "
  %o: ptr = alloc stack bits64 8 align 8 element 1
  store %o, %p
  %q: ptr = load %o
  store %o, %w
  %x: bits32 = load %o
  %r: (ptr, bits32) = tuple [%q, %x]
  ret %r";
    agree("%p: ptr; %w: bits32", "(ptr, bits32)", kept);
    let copied = "
  %o: ptr = alloc stack bits64 8 align 8 element 1
  set %o, %v, bits64 8
  copy %o, %p, %n
  %x: bits32 = load %o
  ret %x";
    agree("%p: ptr; %v: bits8; %n: bits64", "bits32", copied);
    let sized = "
  %k: bits8 = and %n, bits8 31
  %size: bits64 = zext %k
  %o: ptr = alloc heap %size align 8 element 1
  set %o, %v, %size
  %q: ptr = ptr_add %o, %i * 1 + 3
  store %q, %v
  copy %q, %p, bits64 2
  %r: bits8 = load %o
  ret %r";
    agree("%n: bits8; %p: ptr; %v: bits8; %i: bits8", "bits8", sized);
}

#[test]
fn cells_and_records() {
    let cells = "
  %row: ptr = cells [int 3, %v, int 5]
  store_cell %row, %i, %v
  %x: any = load_cell %row, %j
  %r: any = load_cell %row, int 0
  %both: (any, any) = tuple [%x, %r]
  ret %both";
    let (_, failed) = agree("%v: any; %i: int; %j: int", "(any, any)", cells);
    assert!(failed > 10);
    let records = "
  %a: ptr = record {\"x\": %v, \"y\": int 1}
  %b: ptr = record {\"x\": int 2}
  %p: ptr = select %c, %a, %b
  store_field %p, \"x\", %w
  %x: any = load_field %a, \"x\"
  %y: any = load_field %p, \"x\"
  %both: (any, any) = tuple [%x, %y]
  ret %both";
    agree("%c: bool; %v: any; %w: any", "(any, any)", records);
}

#[test]
fn calls() {
    let called = "
  %f: ptr = select %c, @one, @next
  %r: bits8 = call_value %f(%a)
  ret %r";
    agree("%c: bool; %a: bits8", "bits8", called);
    let intrinsics = "
  %x: bits8 = intrinsic \"twice\"(%a)
  %r: bits8 = intrinsic \"logarithm\"(%x)
  ret %r";
    agree("%a: bits8", "bits8", intrinsics);
}

/// A union of concrete values whose guards depend on uninitialized memory is as indeterminate as a
/// symbolic value.
#[test]
fn a_choice_by_uninitialized_memory_is_found() {
    for (params, body) in [
        ("%c: bool", "  br %c, yes, yes\nyes:\n  ret bits8 1"),
        ("%p: ptr", "  %r: bits8 = load %p\n  ret %r"),
        (
            "%i: int",
            "  %row: ptr = cells [int 1, int 2]\n  %x: any = load_cell %row, %i\n  ret bits8 1",
        ),
    ] {
        let program = program(params, "bits8", body);
        let mut bench = Bench::new(1);
        let uninitialized = bench
            .pool
            .symbol("u", Sort::Bool, SymbolKind::Indeterminate(None));
        let value = |index: u64| match params {
            "%c: bool" => Value::Bool(index == 1),
            "%p: ptr" => Value::Ptr {
                object: ObjectId(1),
                offset: index,
            },
            _ => Value::Int(index as i64),
        };
        let argument = Value::ite(&mut bench.pool, uninitialized, &value(1), &value(0));
        let mut state = State::new(&program, &mut bench.pool);
        let frame = Frame::new(&program, FuncId(1), vec![argument], None);
        state.frames.push(Rc::new(frame));
        let settings = Settings::new(&Options::default());
        let mut recorder = Recorder::new(program.module());
        let mut machine = Machine::new(
            &program,
            &mut bench.pool,
            &mut state,
            &settings,
            &mut recorder,
        );
        machine.run(3);
        let found = |event: &Event| matches!(event, Event::Defined { .. });
        assert!(machine.events.iter().any(found), "{body}");
    }
}
