//! Closures, calls, `new` and `instanceof`.

use super::errors::{new_error, throw_type_error};
use super::objects::{self, PROTOTYPE};
use super::properties::{self, CONFIGURABLE, HIDDEN, Property, WRITABLE};
use super::{
    Initial, Pointer, UNDEFINED, builtins, coroutines, effect, settled, shown, slot, slot_key, text,
};
use sheaf_execution::step::limit_prototypes;
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{FuncId, Unit};
use sheaf_js::abi::shape;

/// The boxes of the running function.
pub fn boxes(machine: &mut Machine, args: &[Value]) -> Effect {
    match args[0] {
        Value::Unit(_) => Effect::Return(Some(Value::NULL)),
        _ => effect(machine.own_member(&args[0], &slot_key(slot::BOXES))),
    }
}

/// `this` of an arrow function.
pub fn this_of(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(machine.own_member(&args[0], &slot_key(slot::THIS)))
}

/// `this` of a function in sloppy mode: the global object if it is undefined or null, and an object
/// for a primitive value.
pub fn sloppy_this(machine: &mut Machine, args: &[Value]) -> Effect {
    let this = &args[0];
    let is_primitive =
        |value: &Value| !matches!(value, Value::Unit(_)) && !objects::is_object(value);
    if this.members().any(|(_, member)| is_primitive(member)) {
        return match this {
            Value::Union(_) => Effect::NeedConcrete(0),
            this => library(machine, "toObject", std::slice::from_ref(this)),
        };
    }
    Effect::Return(Some(this.map(machine.pool, &mut |_, this| match this {
        Value::Unit(_) => Initial::Global.value(),
        this => this.clone(),
    })))
}

/// A closure: function, boxes, name, number of parameters, shape and, for an arrow function,
/// `this`.
pub fn closure(machine: &mut Machine, args: &[Value]) -> Effect {
    let result = objects::new_object(machine, &Initial::Function.value()).and_then(|closure| {
        let members = [
            (slot::CALL, args.first()),
            (slot::BOXES, args.get(1)),
            (slot::SHAPE, args.get(4)),
            (slot::THIS, args.get(5)),
        ];
        for (slot, value) in members {
            if let Some(value) = value {
                machine.set_member(&closure, &slot_key(slot), value)?;
            }
        }
        properties::put(machine, &closure, &text("length"), CONFIGURABLE, &args[3])?;
        if args[2] != UNDEFINED {
            properties::put(machine, &closure, &text("name"), CONFIGURABLE, &args[2])?;
        }
        coroutines::make_suspending(machine, &closure, args[4].as_u64().unwrap_or(0))?;
        Ok(closure)
    });
    effect(result)
}

/// Runs the jobs and timers that wait when the program is done.
pub fn run_jobs(machine: &mut Machine, _: &[Value]) -> Effect {
    library(machine, "runJobs", &[])
}

/// The shape of a closure.
pub fn shape_of(machine: &mut Machine, closure: &Value) -> Result<u64, Stop> {
    match settled::slot(machine, closure, slot::SHAPE)? {
        Some(shape) => settled::integer(machine, &shape),
        None => Ok(shape::NO_REST),
    }
}

/// Whether an object is a closure that can be called with `new`; a bound function is one if what it
/// calls is one.
pub fn is_constructor(machine: &mut Machine, object: &Value) -> Result<bool, Stop> {
    if let Some(target) = settled::slot(machine, object, slot::TARGET)? {
        return constructs(machine, &target);
    }
    if !settled::has_slot(machine, object, slot::BOXES)? {
        return Ok(false);
    }
    Ok(shape_of(machine, object)? & shape::METHOD == 0)
}

/// Makes a function one that is not a constructor.
pub fn make_method(machine: &mut Machine, function: &Value) -> Result<(), Stop> {
    let shape = shape_of(machine, function)? | shape::METHOD;
    let shape = Value::bits(32, u128::from(shape));
    machine.set_member(function, &slot_key(slot::SHAPE), &shape)
}

/// Creates the `prototype` object of a function when it is first accessed: on merged paths, where
/// it was not.
pub fn make_prototype(machine: &mut Machine, function: &Value) -> Result<(), Stop> {
    let key = text("prototype");
    let known = machine.own_member(function, &key)?;
    let mut members = known.members();
    let Some((absent, _)) = members.find(|(_, it)| **it == Value::EMPTY) else {
        return Ok(());
    };
    let make = |machine: &mut Machine| {
        let is_bound = settled::has_slot(machine, function, slot::TARGET)?;
        if is_bound || !is_constructor(machine, function)? {
            return Ok(());
        }
        let prototype = objects::new_object(machine, &Initial::Object.value())?;
        properties::put(machine, &prototype, &text("constructor"), HIDDEN, function)?;
        properties::put(machine, function, &key, WRITABLE, &prototype)
    };
    let made = machine.under(absent, |machine| machine.repeatable(make));
    made.unwrap_or(Ok(()))
}

/// What the library has under a name; undefined before it is complete.
pub fn library_member(machine: &mut Machine, name: &Value) -> Result<Value, Stop> {
    let stored = machine.own_member(&Initial::Library.value(), name)?;
    properties::plain(machine, &stored)
}

/// A call of a function of the library by its name.
pub fn library(machine: &mut Machine, function: &str, args: &[Value]) -> Effect {
    match library_member(machine, &text(function)) {
        Ok(callee) => invoke(machine, &text(function), &callee, &UNDEFINED, args),
        Err(stop) => stop.into(),
    }
}

fn name(args: &[Value]) -> String {
    match &args[0] {
        Value::Str(name) => name.to_string(),
        _ => "the value".to_string(),
    }
}

/// A call of a function by code that is not one of the program's.
pub fn invoke(
    machine: &mut Machine,
    name: &Value,
    callee: &Value,
    this: &Value,
    list: &[Value],
) -> Effect {
    let callee = match settled::single(machine, callee) {
        Ok(callee) => callee,
        Err(stop) => return stop.into(),
    };
    let args = [name.clone(), callee, this.clone()];
    run_own(machine, args, &UNDEFINED, list.to_vec(), 0)
}

/// As [`run`], where the arguments from this position on are none of the instruction's. Those that
/// a built-in needs to be one value are split here.
fn run_own(
    machine: &mut Machine,
    mut args: [Value; 3],
    target: &Value,
    mut list: Vec<Value>,
    first: usize,
) -> Effect {
    loop {
        let position = match run(machine, &args, target, &list) {
            Effect::NeedConcrete(position) if position >= first => position,
            effect => return effect,
        };
        let value = args.iter_mut().chain(&mut list).nth(position);
        let single = value.as_ref().map(|it| settled::single(machine, it));
        match (value, single) {
            (_, Some(Err(stop))) => return stop.into(),
            (Some(value), Some(Ok(single))) if *value != single && !machine.has_changed => {
                *value = single;
            }
            _ => return Effect::Unmodelled("a built-in with a symbolic operand".to_string()),
        }
    }
}

/// A call; the arguments are a text for the user, the callee, `this` and the arguments.
pub fn call(machine: &mut Machine, args: &[Value]) -> Effect {
    run(machine, args, &UNDEFINED, &args[3..])
}

/// A call of a constructor; the arguments are a text for the user, the callee, the object that was
/// created, `new.target` and the arguments.
pub fn construct(machine: &mut Machine, args: &[Value]) -> Effect {
    match run(machine, args, &args[3], &args[4..]) {
        Effect::NeedConcrete(position @ 3..) => Effect::NeedConcrete(position + 1),
        effect => effect,
    }
}

/// A call with the elements of an array; the arguments are a text for the user, the callee, `this`,
/// the array and its length.
pub fn apply(machine: &mut Machine, args: &[Value]) -> Effect {
    match elements(machine, args, 3) {
        Ok(list) => run_own(machine, first_three(args), &UNDEFINED, list, 3),
        Err(effect) => effect,
    }
}

/// A call of a constructor with the elements of an array; the arguments are those of [`construct`],
/// then the array and its length.
pub fn construct_apply(machine: &mut Machine, args: &[Value]) -> Effect {
    match elements(machine, args, 4) {
        Ok(list) => run_own(machine, first_three(args), &args[3], list, 3),
        Err(effect) => effect,
    }
}

/// The text for the user, the callee and `this`.
fn first_three(args: &[Value]) -> [Value; 3] {
    [args[0].clone(), args[1].clone(), args[2].clone()]
}

/// The elements of the array at a position of the arguments, whose length follows it.
fn elements(machine: &mut Machine, args: &[Value], at: usize) -> Result<Vec<Value>, Effect> {
    let (array, length) = (&args[at], &args[at + 1]);
    let length = match length.as_u64() {
        Some(length) if length <= MAX_ARGUMENTS => length,
        Some(_) => {
            return Err(Effect::Unmodelled(
                "a call with very many arguments".to_string(),
            ));
        }
        None => return Err(Effect::NeedConcrete(at + 1)),
    };
    let mut list = Vec::with_capacity(length as usize);
    for at in 0..length {
        let stored = machine.find_member(array, &Value::bits(32, u128::from(at)));
        list.push(stored.and_then(|stored| properties::plain(machine, &stored))?);
    }
    Ok(list)
}

/// Maximum number of arguments of a call.
const MAX_ARGUMENTS: u64 = 1 << 16;

/// A call of `args[1]` with `this` in `args[2]`, and a text for the user in `args[0]`. `target` is
/// `new.target`.
fn run(machine: &mut Machine, args: &[Value], target: &Value, list: &[Value]) -> Effect {
    let callee = &args[1];
    if matches!(callee, Value::Union(_)) {
        return Effect::NeedConcrete(1);
    }
    if *target != UNDEFINED {
        match bound_target(machine, callee) {
            Ok(Some(bound)) => return construct_bound(machine, callee, &bound, target, list),
            Ok(None) => {}
            Err(stop) => return stop.into(),
        }
    }
    let function = match callee {
        Value::Ptr { offset: 0, .. } => match settled::slot(machine, callee, slot::CALL) {
            Ok(function) => function.unwrap_or(Value::EMPTY),
            Err(stop) => return stop.into(),
        },
        _ => Value::EMPTY,
    };
    match function {
        Value::Func(_) if machine.is_stack_full() && machine.is_standalone() => {
            let message = "Maximum call stack size exceeded";
            Effect::Throw(new_error(machine, Initial::RangeError, message))
        }
        Value::Func(func) => match values_of(machine, func, args, target, list) {
            Ok(Some(values)) => Effect::Call(function, values),
            Ok(None) => match shown::function_name(machine, callee) {
                Ok(name) if name.is_empty() => {
                    let message = "Class constructors cannot be invoked without 'new'";
                    throw_type_error(machine, message)
                }
                Ok(name) => {
                    let message =
                        format!("Class constructor {name} cannot be invoked without 'new'");
                    throw_type_error(machine, &message)
                }
                Err(stop) => stop.into(),
            },
            Err(stop) => stop.into(),
        },
        Value::Bits { bits, .. } => builtins::run(machine, bits as usize, &args[2], list),
        Value::Unit(Unit::Empty) => {
            let message = format!("{} is not a function", name(args));
            throw_type_error(machine, &message)
        }
        _ => Effect::Unmodelled("a call of one of several functions".to_string()),
    }
}

/// Whether a call of a function has not ended.
pub fn is_running(machine: &mut Machine, args: &[Value]) -> Effect {
    let function = settled::single(machine, &args[0]);
    let function = function.and_then(|it| settled::slot(machine, &it, slot::CALL));
    effect(function.map(|function| {
        let mut frames = machine.state.frames.iter();
        let is_running =
            matches!(function, Some(Value::Func(func)) if frames.any(|it| it.func == func));
        Value::Bool(is_running)
    }))
}

/// The function that a bound function calls; `None` for another one.
pub fn bound_target(machine: &mut Machine, function: &Value) -> Result<Option<Value>, Stop> {
    match objects::is_object(function) {
        true => settled::slot(machine, function, slot::TARGET),
        false => Ok(None),
    }
}

/// A call of a bound function as a constructor: the bound function, what it calls, `new.target` and
/// the arguments.
fn construct_bound(
    machine: &mut Machine,
    callee: &Value,
    bound: &Value,
    target: &Value,
    list: &[Value],
) -> Effect {
    // That of the bound function becomes that of its target; another one stays.
    let other = match target == callee {
        true => UNDEFINED,
        false => target.clone(),
    };
    let added = machine.own_member(callee, &slot_key(slot::ADDED));
    let rest = objects::new_array(machine, list);
    match (added, rest) {
        (Ok(added), Ok(rest)) => {
            let args = [bound.clone(), added, rest, other];
            library(machine, "constructBound", &args)
        }
        (Err(stop), _) | (_, Err(stop)) => stop.into(),
    }
}

/// What a function receives: itself, `this`, what its shape says, and as many arguments as it has
/// parameters, the last of which may be an array of the rest. `None` for a call of a class.
fn values_of(
    machine: &mut Machine,
    func: FuncId,
    args: &[Value],
    target: &Value,
    list: &[Value],
) -> Result<Option<Vec<Value>>, Stop> {
    let mut values = vec![args[1].clone(), args[2].clone()];
    let shape = shape_of(machine, &args[1])?;
    if shape & shape::CLASS != 0 && *target == UNDEFINED {
        return Ok(None);
    }
    if shape & shape::TARGET != 0 {
        values.push(target.clone());
    }
    if shape & shape::ARGUMENTS != 0 {
        let strict = shape & shape::STRICT != 0;
        values.push(arguments(machine, list, &args[1], strict)?);
    }
    let rest = shape & shape::NO_REST;
    let fixed = (rest != shape::NO_REST).then_some(rest as usize);
    let count = parameters(machine, func);
    let room = count - values.len();
    let taken = fixed.unwrap_or(room).min(list.len());
    values.extend_from_slice(&list[..taken]);
    match fixed {
        Some(fixed) => {
            values.resize(count - 1, UNDEFINED);
            let rest = list.get(fixed..).unwrap_or_default();
            values.push(objects::new_array(machine, rest)?);
        }
        None => values.resize(count, UNDEFINED),
    }
    Ok(Some(values))
}

/// An `arguments` object.
fn arguments(
    machine: &mut Machine,
    list: &[Value],
    callee: &Value,
    strict: bool,
) -> Result<Value, Stop> {
    let object = objects::new_object(machine, &Initial::Object.value())?;
    machine.set_member(&object, &slot_key(slot::CLASS), &text("Arguments"))?;
    for (at, value) in list.iter().enumerate() {
        machine.set_member(&object, &Value::bits(32, at as u128), value)?;
    }
    let length = Value::bits(32, list.len() as u128);
    properties::put(machine, &object, &text("length"), HIDDEN, &length)?;
    let iterator = library_member(machine, &text("iteratorSymbol"))?;
    let values = library_member(machine, &text("arrayValues"))?;
    properties::put(machine, &object, &iterator, HIDDEN, &values)?;
    if strict {
        let thrower = library_member(machine, &text("thrower"))?;
        let accessor = Property::Accessor(0, thrower.clone(), thrower);
        machine.set_member(&object, &text("callee"), &accessor.stored())?;
    } else {
        properties::put(machine, &object, &text("callee"), HIDDEN, callee)?;
    }
    Ok(object)
}

/// Makes an element of an `arguments` object stand for a parameter: the object, the index and the
/// box of the parameter.
pub fn map_argument(machine: &mut Machine, args: &[Value]) -> Effect {
    let result = machine.own_member(&args[0], &args[1]).and_then(|own| {
        if own != Value::EMPTY {
            let element = Property::Parameter(properties::ALL, args[2].clone());
            machine.set_member(&args[0], &args[1], &element.stored())?;
        }
        Ok(UNDEFINED)
    });
    effect(result)
}

fn parameters(machine: &Machine, func: FuncId) -> usize {
    machine.program.module().funcs[func].params.len()
}

/// The object that `new` creates before the function runs, `Empty` if that is left to the function;
/// the arguments are a text for the user, the function, and `new.target`.
pub fn create(machine: &mut Machine, args: &[Value]) -> Effect {
    for position in [1, 2] {
        if matches!(args[position], Value::Union(_)) {
            return Effect::NeedConcrete(position);
        }
    }
    let callee = &args[1];
    let result = constructs(machine, callee).and_then(|constructs| match constructs {
        true => Ok(Some(create_for(machine, callee, &args[2])?)),
        false => Ok(None),
    });
    match result {
        Ok(Some(object)) => Effect::Return(Some(object)),
        Ok(None) => {
            let message = format!("{} is not a constructor", name(args));
            throw_type_error(machine, &message)
        }
        Err(stop) => stop.into(),
    }
}

/// Whether a value can be called with `new`.
pub fn constructs(machine: &mut Machine, value: &Value) -> Result<bool, Stop> {
    Ok(objects::is_object(value) && is_constructor(machine, value)?)
}

fn create_for(machine: &mut Machine, callee: &Value, target: &Value) -> Result<Value, Stop> {
    let is_bound = bound_target(machine, callee)?.is_some();
    if is_bound || shape_of(machine, callee)? & shape::DERIVED != 0 {
        return Ok(Value::EMPTY);
    }
    make_prototype(machine, target)?;
    let stored = machine.find_member(target, &text("prototype"))?;
    let prototype = properties::plain(machine, &stored)?;
    let prototype = prototype.map(machine.pool, &mut |_, prototype| match prototype {
        Value::Ptr { offset: 0, .. } => prototype.clone(),
        _ => Initial::Object.value(),
    });
    objects::new_object(machine, &prototype)
}

/// The result of `new`: the object, unless the function has returned another.
pub fn created(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, result) = (args[0].clone(), &args[1]);
    Effect::Return(Some(result.map(
        machine.pool,
        &mut |_, result| match result {
            Value::Ptr { offset: 0, .. } => result.clone(),
            _ => object.clone(),
        },
    )))
}

/// `value instanceof function`
pub fn instance_of(machine: &mut Machine, args: &[Value]) -> Effect {
    let function = &args[1];
    if matches!(function, Value::Union(_)) {
        return Effect::NeedConcrete(1);
    }
    if !objects::is_object(function) {
        return throw_type_error(machine, "Right-hand side of 'instanceof' is not an object");
    }
    match has_usual_test(machine, function) {
        Ok(true) => is_instance(machine, args),
        Ok(false) => library(machine, "instanceOf", args),
        Err(stop) => stop.into(),
    }
}

/// Whether `instanceof` means the built-in test for a function.
fn has_usual_test(machine: &mut Machine, function: &Value) -> Result<bool, Stop> {
    let symbol = library_member(machine, &text("hasInstanceSymbol"))?;
    let usual = machine.own_member(&Initial::Function.value(), &symbol)?;
    let found = machine.find_member(function, &symbol)?;
    Ok(found == usual || found == Value::EMPTY)
}

/// Whether a value inherits from the prototype of a function.
pub fn is_instance(machine: &mut Machine, args: &[Value]) -> Effect {
    let (value, function) = (&args[0], &args[1]);
    if matches!(function, Value::Union(_)) {
        return Effect::NeedConcrete(1);
    }
    match is_instance_of(machine, value, function) {
        Ok(effect) => effect,
        Err(stop) => stop.into(),
    }
}

fn is_instance_of(machine: &mut Machine, value: &Value, function: &Value) -> Result<Effect, Stop> {
    if !settled::has_slot(machine, function, slot::CALL)? {
        let message = "Right-hand side of 'instanceof' is not callable";
        return Ok(throw_type_error(machine, message));
    }
    if let Some(target) = bound_target(machine, function)? {
        return Ok(instance_of(machine, &[value.clone(), target]));
    }
    let is_object = |it: &Value| objects::is_object(it);
    let value = machine.of_one_kind(value, is_object)?;
    if !value.members().any(|(_, it)| is_object(it)) {
        return Ok(Effect::Return(Some(Value::Bool(false))));
    }
    make_prototype(machine, function)?;
    let stored = machine.find_member(function, &text("prototype"))?;
    let prototype = properties::plain(machine, &stored)?;
    let prototype = machine.of_one_kind(&prototype, is_object)?;
    if !prototype.members().any(|(_, it)| is_object(it)) {
        let shown = shown::shown(machine, &prototype)?;
        let message = format!("Function has non-object prototype '{shown}' in instanceof check");
        return Ok(throw_type_error(machine, &message));
    }
    let result = has_prototype(machine, &value, &prototype, 0)?;
    Ok(Effect::Return(Some(result)))
}

/// Whether an object has another on its prototype chain.
fn has_prototype(
    machine: &mut Machine,
    value: &Value,
    wanted: &Value,
    depth: usize,
) -> Result<Value, Stop> {
    limit_prototypes(depth)?;
    machine.lift(value, &mut |machine, value| {
        if !objects::is_object(value) {
            return Ok(Value::Bool(false));
        }
        let parent = machine.own_member(value, &PROTOTYPE)?;
        machine.lift2(
            &parent,
            wanted,
            &mut |machine, parent, wanted| match parent == wanted {
                true => Ok(Value::Bool(true)),
                false => has_prototype(machine, parent, wanted, depth + 1),
            },
        )
    })
}
