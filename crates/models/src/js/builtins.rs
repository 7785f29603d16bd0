//! The modelled built-in objects and functions, and the names of all others.

use super::objects::{self, PROTOTYPE};
use super::properties::{self, ALL, CONFIGURABLE, HIDDEN, Property};
use super::writes::{decide_lengths, set_own};
use super::{
    Initial, Pointer, UNDEFINED, calls, output, quick, quick_objects, settled, slot, slot_key,
    strings, text,
};
use sheaf_execution::{Effect, Machine, QuickValue, Stop, Value};
use sheaf_ir::{Kind, Unit};

/// A built-in function with `this` and its arguments.
type Run = fn(&mut Machine, &Value, &[Value]) -> Effect;

/// The functions: their object, their name, and their `length`. Without a name, the object itself
/// is the function.
const FUNCTIONS: &[(Initial, &str, Run, u32)] = &[
    (Initial::Function, "", nothing, 0),
    (Initial::Console, "log", output::log, 0),
    (Initial::Console, "error", output::error, 0),
    (Initial::Array, "push", push, 1),
    (Initial::Array, "pop", pop, 0),
    (Initial::String, "charCodeAt", strings::char_code_at, 1),
    (Initial::String, "charAt", strings::char_at, 1),
];

/// Names that are not modelled, by their object, with its name and their attributes.
const OTHERS: &[(Initial, &str, u8, &str)] = &[
    (
        Initial::Global,
        "",
        ALL,
        "global clearImmediate setImmediate clearInterval clearTimeout setInterval setTimeout \
         queueMicrotask structuredClone atob btoa performance fetch crypto",
    ),
    (
        Initial::Global,
        "",
        HIDDEN,
        "AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean \
         Buffer DataView Date EvalError FinalizationRegistry Float32Array Float64Array Function \
         Int16Array Int32Array Int8Array Intl JSON Map Number Object Promise Proxy Reflect RegExp \
         Set SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder URIError URL \
         URLSearchParams Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef \
         WeakSet WebAssembly AbortController AbortSignal Blob BroadcastChannel \
         ByteLengthQueuingStrategy CompressionStream CountQueuingStrategy Crypto CryptoKey \
         CustomEvent DOMException DecompressionStream Event EventTarget File FormData Headers \
         MessageChannel MessageEvent MessagePort Performance PerformanceEntry PerformanceMark \
         PerformanceMeasure PerformanceObserver PerformanceObserverEntryList \
         PerformanceResourceTiming ReadableByteStreamController ReadableStream \
         ReadableStreamBYOBReader ReadableStreamBYOBRequest ReadableStreamDefaultController \
         ReadableStreamDefaultReader Request Response SubtleCrypto TextDecoderStream \
         TextEncoderStream TransformStream TransformStreamDefaultController WritableStream \
         WritableStreamDefaultController WritableStreamDefaultWriter decodeURI decodeURIComponent \
         encodeURI encodeURIComponent escape isFinite isNaN parseFloat parseInt process unescape",
    ),
    (
        Initial::Object,
        "Object.prototype",
        HIDDEN,
        "__defineGetter__ __defineSetter__ __lookupGetter__ __lookupSetter__ __proto__ constructor \
         hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString toString valueOf",
    ),
    (
        Initial::Function,
        "Function.prototype",
        HIDDEN,
        "apply bind call constructor toString",
    ),
    (
        Initial::Array,
        "Array.prototype",
        HIDDEN,
        "at concat constructor copyWithin entries every fill filter find findIndex findLast \
         findLastIndex flat flatMap forEach includes indexOf join keys lastIndexOf map reduce \
         reduceRight reverse shift slice some sort splice toLocaleString toReversed toSorted \
         toSpliced toString unshift values with",
    ),
    (
        Initial::String,
        "String.prototype",
        HIDDEN,
        "anchor at big blink bold codePointAt concat constructor endsWith fixed fontcolor fontsize \
         includes indexOf isWellFormed italics lastIndexOf link localeCompare match matchAll \
         normalize padEnd padStart repeat replace replaceAll search slice small split startsWith \
         strike sub substr substring sup toLocaleLowerCase toLocaleUpperCase toLowerCase toString \
         toUpperCase toWellFormed trim trimEnd trimLeft trimRight trimStart valueOf",
    ),
    (
        Initial::Number,
        "Number.prototype",
        HIDDEN,
        "constructor toExponential toFixed toLocaleString toPrecision toString valueOf",
    ),
    (
        Initial::Boolean,
        "Boolean.prototype",
        HIDDEN,
        "constructor toString valueOf",
    ),
    (Initial::Error, "Error.prototype", HIDDEN, "toString"),
    (
        Initial::Console,
        "console",
        ALL,
        "log warn dir time timeEnd timeLog trace assert clear count countReset group groupEnd \
         table debug info dirxml error groupCollapsed Console profile profileEnd timeStamp context \
         createTask",
    ),
    (
        Initial::Math,
        "Math",
        HIDDEN,
        "E LN10 LN2 LOG10E LOG2E PI SQRT1_2 SQRT2 abs acos acosh asin asinh atan atan2 atanh cbrt \
         ceil clz32 cos cosh exp expm1 floor fround hypot imul log log10 log1p log2 max min pow \
         random round sign sin sinh sqrt tan tanh trunc",
    ),
];

/// Creates the initial objects.
pub fn initialise(machine: &mut Machine, _: &[Value]) -> Effect {
    match fill(machine) {
        Ok(()) => Effect::Return(None),
        Err(stop) => stop.into(),
    }
}

fn fill(machine: &mut Machine) -> Result<(), Stop> {
    use Initial::*;
    let object = Object.value();
    machine.set_member(&object, &PROTOTYPE, &Value::Unit(Unit::Null))?;
    for initial in [
        Global, Function, Array, String, Number, Boolean, Error, Console, Math, Module, Symbol,
        BigInt,
    ] {
        machine.set_member(&initial.value(), &PROTOTYPE, &object)?;
    }
    for (initial, name) in [
        (Error, "Error"),
        (TypeError, "TypeError"),
        (ReferenceError, "ReferenceError"),
        (RangeError, "RangeError"),
    ] {
        let prototype = initial.value();
        if name != "Error" {
            machine.set_member(&prototype, &PROTOTYPE, &Error.value())?;
        }
        properties::put(machine, &prototype, &text("name"), HIDDEN, &text(name))?;
        properties::put(machine, &prototype, &text("message"), HIDDEN, &text(""))?;
    }
    machine.set_member(&Array.value(), &slot_key(slot::LENGTH), &Value::bits(32, 0))?;
    for (initial, path, attributes, names) in OTHERS {
        for name in names.split_whitespace() {
            set_missing(machine, &initial.value(), path, name, *attributes)?;
        }
    }
    for (name, value, attributes) in [
        ("Math", Math, HIDDEN),
        ("console", Console, HIDDEN),
        ("globalThis", Global, HIDDEN),
        ("global", Global, ALL),
    ] {
        let value = value.value();
        properties::put(machine, &Global.value(), &text(name), attributes, &value)?;
    }
    for (number, (holder, name, _, length)) in FUNCTIONS.iter().enumerate() {
        let number = Value::bits(16, number as u128);
        if name.is_empty() {
            machine.set_member(&holder.value(), &slot_key(slot::CALL), &number)?;
            continue;
        }
        let function = machine.new_table();
        machine.set_member(&function, &PROTOTYPE, &Function.value())?;
        machine.set_member(&function, &slot_key(slot::CALL), &number)?;
        let length = Value::bits(32, (*length).into());
        properties::put(machine, &function, &text("length"), CONFIGURABLE, &length)?;
        properties::put(machine, &function, &text("name"), CONFIGURABLE, &text(name))?;
        let attributes = match holder {
            Console => ALL,
            _ => HIDDEN,
        };
        properties::put(machine, &holder.value(), &text(name), attributes, &function)?;
    }
    Ok(())
}

/// Marks a member, with its attributes, as one that is not modelled.
pub fn set_missing(
    machine: &mut Machine,
    object: &Value,
    path: &str,
    name: &str,
    attributes: u8,
) -> Result<(), Stop> {
    let dot = if path.is_empty() { "" } else { "." };
    let missing = Property::Missing(attributes, format!("{path}{dot}{name}"));
    machine.set_member(object, &text(name), &missing.stored())
}

/// Runs a built-in by its number.
pub fn run(machine: &mut Machine, number: usize, this: &Value, args: &[Value]) -> Effect {
    match FUNCTIONS.get(number) {
        Some((_, _, run, _)) => run(machine, this, args),
        None => Effect::Unmodelled("this built-in".to_string()),
    }
}

/// The shorter way of a built-in function, which takes `this` and the arguments.
pub fn quick_of(number: usize) -> Option<QuickValue> {
    match FUNCTIONS.get(number)?.1 {
        "push" => Some(quick_objects::push),
        "charCodeAt" => Some(quick::char_code_at),
        _ => None,
    }
}

/// A call of a built-in function by the library, whatever the program has done to it: the name, an
/// unused argument, `this` and the arguments.
pub fn built_in_call(machine: &mut Machine, args: &[Value]) -> Effect {
    let found = FUNCTIONS.iter().find(|(_, name, ..)| args[0] == text(name));
    match found {
        Some((_, _, run, _)) => run(machine, &args[2], &args[3..]),
        None => Effect::Unmodelled("this built-in".to_string()),
    }
}

/// The length of an array; `None` if `this` is not an array.
fn length_of(machine: &mut Machine, this: &Value) -> Result<Option<Value>, Stop> {
    if machine.kind_of(this) != Kind::Pointer {
        return Ok(None);
    }
    let length = machine.own_member(this, &slot_key(slot::LENGTH))?;
    settled::present(machine, &length)
}

/// Whether all of several objects are arrays whose members have all attributes, as far as it
/// matters for `push` and `pop`.
fn are_plain_arrays(machine: &mut Machine, this: &Value) -> Result<bool, Stop> {
    let plain = machine.lift(this, &mut |machine, this| {
        if !objects::is_object(this) || !objects::is_array(machine, this)? {
            return Ok(Value::Bool(false));
        }
        let plain = properties::limits(machine, this)? == 0;
        Ok(Value::Bool(plain))
    })?;
    Ok(plain == Value::Bool(true))
}

/// Runs `body` for plain arrays, and a function of the library for other values.
fn of_plain_arrays(
    machine: &mut Machine,
    this: &Value,
    args: &[Value],
    function: &str,
    body: fn(&mut Machine, &Value, &[Value]) -> Effect,
) -> Effect {
    match are_plain_arrays(machine, this) {
        Ok(true) => body(machine, this, args),
        Ok(false) => by_library(machine, this, args, function),
        Err(stop) => stop.into(),
    }
}

/// Calls the library's function of this name instead, for one object at a time.
fn by_library(machine: &mut Machine, this: &Value, args: &[Value], function: &str) -> Effect {
    if matches!(this, Value::Union(_)) {
        return Effect::NeedConcrete(2);
    }
    let all: Vec<Value> = std::iter::once(this).chain(args).cloned().collect();
    calls::library(machine, function, &all)
}

fn nothing(_: &mut Machine, _: &Value, _: &[Value]) -> Effect {
    Effect::Return(Some(UNDEFINED))
}

fn push(machine: &mut Machine, this: &Value, args: &[Value]) -> Effect {
    match inherits_elements(machine, this, args.len()) {
        Ok(false) => of_plain_arrays(machine, this, args, "push", push_plainly),
        Ok(true) => by_library(machine, this, args, "push"),
        Err(stop) => stop.into(),
    }
}

/// Whether arrays inherit properties at the indices of elements that are added.
fn inherits_elements(machine: &mut Machine, this: &Value, count: usize) -> Result<bool, Stop> {
    let found = machine.lift(this, &mut |machine, this| {
        let Some(length) = length_of(machine, this)? else {
            return Ok(Value::Bool(false));
        };
        let parent = machine.own_member(this, &PROTOTYPE)?;
        machine.lift2(&length, &parent, &mut |machine, length, parent| {
            if !objects::is_object(parent) {
                return Ok(Value::Bool(false));
            }
            for added in 0..count as u64 {
                let at = match (length.as_u64(), length.to_term(machine.pool)) {
                    (Some(length), _) => Value::bits(32, u128::from(length + added)),
                    (None, Some(length)) => {
                        let added = machine.pool.bits(32, u128::from(added));
                        let at = machine.pool.add(length, added);
                        Value::from_term(machine.pool, at)
                    }
                    (None, None) => return Ok(Value::Bool(true)),
                };
                if machine.find_member(parent, &at)? != Value::EMPTY {
                    return Ok(Value::Bool(true));
                }
            }
            Ok(Value::Bool(false))
        })
    })?;
    Ok(found != Value::Bool(false))
}

fn pop(machine: &mut Machine, this: &Value, args: &[Value]) -> Effect {
    match ends_with_attributes(machine, this) {
        Ok(false) => of_plain_arrays(machine, this, args, "pop", pop_plainly),
        Ok(true) => by_library(machine, this, args, "pop"),
        Err(stop) => stop.into(),
    }
}

/// Whether the last element of an array has not all attributes, or is an accessor.
fn ends_with_attributes(machine: &mut Machine, this: &Value) -> Result<bool, Stop> {
    let found = machine.lift(this, &mut |machine, this| {
        let Some(length) = length_of(machine, this)? else {
            return Ok(Value::Bool(false));
        };
        machine.lift(&length, &mut |machine, length| {
            let Some(last) = length.as_u64().and_then(|length| length.checked_sub(1)) else {
                return Ok(Value::Bool(false));
            };
            let stored = machine.find_member(this, &Value::bits(32, u128::from(last)))?;
            let is_special = |value: &Value| matches!(value, Value::Tuple(_));
            let found = stored.members().any(|(_, it)| is_special(it));
            Ok(Value::Bool(found))
        })
    })?;
    Ok(found != Value::Bool(false))
}

fn push_plainly(machine: &mut Machine, this: &Value, args: &[Value]) -> Effect {
    let decided = machine.lift(this, &mut |machine, this| {
        if let Some(length) = length_of(machine, this)? {
            decide_lengths(machine, &length, args.len())?;
        }
        Ok(UNDEFINED)
    });
    if let Err(stop) = decided {
        return stop.into();
    }
    let result = machine.lift(this, &mut |machine, this| {
        let mut length = length_of(machine, this)?;
        for value in args {
            let Some(at) = &length else { break };
            machine.lift(at, &mut |machine, at| {
                set_own(machine, this, at, value)?;
                Ok(UNDEFINED)
            })?;
            length = length_of(machine, this)?;
        }
        Ok(length.unwrap_or(Value::EMPTY))
    });
    array_result(result)
}

fn pop_plainly(machine: &mut Machine, this: &Value, _: &[Value]) -> Effect {
    let result = machine.lift(this, &mut |machine, this| {
        let Some(length) = length_of(machine, this)? else {
            return Ok(Value::EMPTY);
        };
        machine.lift(&length, &mut |machine, length| {
            let Some(length) = length.as_u64() else {
                return Ok(Value::EMPTY);
            };
            if length == 0 {
                return Ok(UNDEFINED);
            }
            let last = Value::bits(32, u128::from(length - 1));
            let stored = machine.find_member(this, &last)?;
            let value = properties::plain(machine, &stored)?;
            machine.set_member(this, &last, &Value::EMPTY)?;
            machine.set_member(this, &slot_key(slot::LENGTH), &last)?;
            Ok(value)
        })
    });
    array_result(result)
}

/// `Empty` stands for an object that is not an array, or whose length is unknown.
fn array_result(result: Result<Value, Stop>) -> Effect {
    match result {
        Ok(value) if value.members().any(|(_, it)| *it == Value::EMPTY) => {
            Effect::Unmodelled("an array function on another object".to_string())
        }
        Ok(value) => Effect::Return(Some(value)),
        Err(stop) => stop.into(),
    }
}
