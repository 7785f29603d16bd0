//! Closures and calls whose callee is a known function of the program, without terms: what `calls`
//! does for them.

use super::objects::PROTOTYPE;
use super::properties::{CONFIGURABLE, Property};
use super::quick_objects::is_known_object;
use super::{Initial, Pointer, UNDEFINED, builtins, slot, slot_key, text};
use sheaf_execution::memory::{Heap, Table};
use sheaf_execution::{Called, Entered, First, Known, Value};
use sheaf_ir::FuncId;
use sheaf_js::abi::shape;

/// The boxes of the running function.
pub fn boxes(known: Known, args: &[&Value]) -> Option<Value> {
    match args[0] {
        Value::Unit(_) => Some(Value::NULL),
        callee => own_slot(known.heap, callee, BOXES_AT, slot::BOXES),
    }
}

/// `this` of an arrow function.
pub fn this_of(known: Known, args: &[&Value]) -> Option<Value> {
    own_slot(known.heap, args[0], THIS_AT, slot::THIS)
}

/// Where most closures have their function, their boxes, their shape and `this`: see [`closure`].
const CALL_AT: usize = 1;
const BOXES_AT: usize = 2;
const SHAPE_AT: usize = 3;
const THIS_AT: usize = 4;

/// What an object has in a slot, if that is a single value. Most have it at this position.
fn own_slot(heap: &Heap, object: &Value, at: usize, slot: u8) -> Option<Value> {
    let value = heap.table(object)?.known_at(at, &slot_key(slot))??;
    let is_single = !matches!(value, Value::Union(_) | Value::Uninitialized);
    is_single.then(|| value.clone())
}

/// The greatest number of members of a new closure.
const MAX_PARTS: usize = 7;

/// A closure that neither suspends nor is a class: function, boxes, name, number of parameters,
/// shape and, for an arrow function, `this`.
pub fn closure(known: Known, args: &[&Value]) -> Option<Value> {
    let shape = args[4].as_u64()?;
    if shape & (shape::GENERATOR | shape::ASYNC) != 0 {
        return None;
    }
    let is_open = |value: &Value| matches!(value, Value::Union(_) | Value::Uninitialized);
    if args.iter().any(|value| is_open(value)) || args.get(5) == Some(&&Value::EMPTY) {
        return None;
    }
    thread_local! {
        static NAMES: [Value; 2] = ["length", "name"].map(text);
    }
    let mut table = Table::with_room(MAX_PARTS);
    let mut set = |key: &Value, value: &Value| table.set_known(key, value);
    set(&PROTOTYPE, &Initial::Function.value());
    set(&slot_key(slot::CALL), args[0]);
    set(&slot_key(slot::BOXES), args[1]);
    set(&slot_key(slot::SHAPE), args[4]);
    if let Some(this) = args.get(5) {
        set(&slot_key(slot::THIS), this);
    }
    let hidden = |value: &Value| Property::Data(CONFIGURABLE, value.clone()).stored();
    NAMES.with(|[length, name]| {
        set(length, &hidden(args[3]));
        if *args[2] != UNDEFINED {
            set(name, &hidden(args[2]));
        }
    });
    Some(known.heap.add_table(table, known.loc))
}

/// The result of `new`: the object, unless the function has returned another.
pub fn created(_: Known, args: &[&Value]) -> Option<Value> {
    match args[1] {
        result if is_known_object(result) => Some(result.clone()),
        Value::Unit(_) | Value::Bits { .. } | Value::Bool(_) | Value::Str(_) => {
            let is_single = !matches!(args[0], Value::Union(_) | Value::Uninitialized);
            is_single.then(|| args[0].clone())
        }
        _ => None,
    }
}

/// A call; the arguments are a text for the user, the callee, `this` and the arguments.
pub fn call(known: Known, args: &[&Value]) -> Option<Called> {
    let table = called(known.heap, args[1])?;
    match table.known_at(CALL_AT, &slot_key(slot::CALL))?? {
        Value::Func(func) => entered(table, *func, args, None, 3).map(Called::Entered),
        // A built-in function that the engine executes.
        Value::Bits { bits, .. } => {
            let run = builtins::quick_of(*bits as usize)?;
            run(known, &args[2..]).map(Called::Returned)
        }
        _ => None,
    }
}

/// A call of a constructor; the arguments are a text for the user, the callee, the object that was
/// created, `new.target` and the arguments.
pub fn construct(known: Known, args: &[&Value]) -> Option<Called> {
    let table = called(known.heap, args[1])?;
    let is_bound = table.known(&slot_key(slot::TARGET))?.is_some();
    match table.known_at(CALL_AT, &slot_key(slot::CALL))?? {
        Value::Func(func) if !is_bound => {
            entered(table, *func, args, Some(3), 4).map(Called::Entered)
        }
        _ => None,
    }
}

/// The table of a callee.
fn called<'h>(heap: &'h Heap, callee: &Value) -> Option<&'h Table> {
    heap.table(callee).filter(|_| is_known_object(callee))
}

/// A call of a function with `this` in `args[2]`, `new.target` at a position if it has one, and the
/// arguments from another on. A function that receives its arguments as an array is left out, as is
/// a class that is called.
fn entered(
    callee: &Table,
    func: FuncId,
    args: &[&Value],
    target: Option<u8>,
    rest: usize,
) -> Option<Entered> {
    let shape = match callee.known_at(SHAPE_AT, &slot_key(slot::SHAPE))? {
        Some(shape) => shape.as_u64()?,
        None => shape::NO_REST,
    };
    let takes_list = shape & shape::NO_REST != shape::NO_REST || shape & shape::ARGUMENTS != 0;
    if takes_list
        || shape & shape::CLASS != 0 && target.is_none_or(|at| *args[at as usize] == UNDEFINED)
    {
        return None;
    }
    let takes_target = shape & shape::TARGET != 0;
    let first = [Some(1), Some(2), target];
    Some(Entered {
        func,
        first: First::new(first, 2 + usize::from(takes_target)),
        rest,
    })
}
