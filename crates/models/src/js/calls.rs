//! Closures, calls, `new` and `instanceof`.

use super::errors::throw_type_error;
use super::objects::{self, PROTOTYPE};
use super::{Initial, UNDEFINED, builtins, effect, slot, slot_key, text};
use sheaf_engine::{Effect, Machine, Stop, Value};
use sheaf_ir::{FuncId, Kind, Unit};

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

/// `this` of a function in sloppy mode: the global object if it is undefined or null. Primitive
/// values would become objects.
pub fn sloppy_this(machine: &mut Machine, args: &[Value]) -> Effect {
    let this = &args[0];
    let is_primitive = |value: &Value| {
        !matches!(
            machine.kind_of(value),
            Kind::Pointer | Kind::Undefined | Kind::Null
        )
    };
    if this.members().any(|(_, member)| is_primitive(member)) {
        return match this {
            Value::Union(_) => Effect::NeedConcrete(0),
            _ => Effect::Unmodelled("a primitive value as `this` in sloppy code".to_string()),
        };
    }
    Effect::Return(Some(this.map(machine.pool, &mut |_, this| match this {
        Value::Unit(_) => Initial::Global.value(),
        this => this.clone(),
    })))
}

/// A closure: function, boxes, name, number of parameters, number of parameters before the rest
/// parameter (-1 without one) and, for an arrow function, `this`.
pub fn closure(machine: &mut Machine, args: &[Value]) -> Effect {
    let result = objects::new_object(machine, &Initial::Function.value()).and_then(|closure| {
        let members = [
            (slot_key(slot::CALL), &args[0]),
            (slot_key(slot::BOXES), &args[1]),
            (text("name"), &args[2]),
            (text("length"), &args[3]),
        ];
        for (key, value) in members {
            machine.set_member(&closure, &key, value)?;
        }
        if args[4].as_u64() != Some(u64::from(u32::MAX)) {
            machine.set_member(&closure, &slot_key(slot::REST), &args[4])?;
        }
        if let Some(this) = args.get(5) {
            machine.set_member(&closure, &slot_key(slot::THIS), this)?;
        }
        Ok(closure)
    });
    effect(result)
}

/// Whether an object can be called with `new`: a closure that is not an arrow function.
fn is_constructor(machine: &mut Machine, object: &Value) -> Result<bool, Stop> {
    let boxes = machine.own_member(object, &slot_key(slot::BOXES))?;
    let this = machine.own_member(object, &slot_key(slot::THIS))?;
    Ok(boxes != Value::EMPTY && this == Value::EMPTY)
}

/// Creates the `prototype` object of a function when it is first accessed.
pub fn make_prototype(machine: &mut Machine, function: &Value) -> Result<(), Stop> {
    let key = text("prototype");
    let known = machine.own_member(function, &key)?;
    if known != Value::EMPTY || !is_constructor(machine, function)? {
        return Ok(());
    }
    let prototype = objects::new_object(machine, &Initial::Object.value())?;
    machine.set_member(&prototype, &text("constructor"), function)?;
    machine.set_member(&prototype, &slot_key(slot::PROTOTYPE), &Value::Bool(true))?;
    machine.set_member(function, &key, &prototype)
}

fn name(args: &[Value]) -> String {
    match &args[0] {
        Value::Str(name) => name.to_string(),
        _ => "the value".to_string(),
    }
}

/// A call; the arguments are a text for the user, the callee, `this` and the arguments.
pub fn call(machine: &mut Machine, args: &[Value]) -> Effect {
    invoke(machine, args, &args[3..])
}

/// A call with the elements of an array; the arguments are a text for the user, the callee, `this`,
/// the array and its length.
pub fn apply(machine: &mut Machine, args: &[Value]) -> Effect {
    let (array, length) = (&args[3], &args[4]);
    let length = match length.as_u64() {
        Some(length) if length <= MAX_ARGUMENTS => length,
        Some(_) => return Effect::Unmodelled("a call with very many arguments".to_string()),
        None => return Effect::NeedConcrete(4),
    };
    let mut list = Vec::with_capacity(length as usize);
    for at in 0..length {
        match machine.find_member(array, &Value::bits(32, u128::from(at))) {
            Ok(value) => list.push(objects::or_undefined(machine, &value)),
            Err(stop) => return stop.into(),
        }
    }
    invoke(machine, args, &list)
}

/// Maximum number of arguments of a call.
const MAX_ARGUMENTS: u64 = 1 << 16;

/// A call of `args[1]` with `this` in `args[2]`, and a text for the user in `args[0]`.
fn invoke(machine: &mut Machine, args: &[Value], list: &[Value]) -> Effect {
    let callee = &args[1];
    let function = match callee {
        Value::Union(_) => return Effect::NeedConcrete(1),
        Value::Ptr { .. } => match machine.own_member(callee, &slot_key(slot::CALL)) {
            Ok(function) => function,
            Err(stop) => return stop.into(),
        },
        _ => Value::EMPTY,
    };
    match function {
        Value::Func(func) => match values_of(machine, func, args, list) {
            Ok(values) => Effect::Call(function, values),
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

/// What a function receives: itself, `this`, and as many arguments as it has parameters, the last
/// of which may be an array of the rest.
fn values_of(
    machine: &mut Machine,
    func: FuncId,
    args: &[Value],
    list: &[Value],
) -> Result<Vec<Value>, Stop> {
    let mut values = vec![args[1].clone(), args[2].clone()];
    let rest = machine.own_member(&args[1], &slot_key(slot::REST))?;
    let count = parameters(machine, func);
    let fixed = rest.as_u64().map(|fixed| fixed as usize);
    values.extend_from_slice(&list[..fixed.unwrap_or(list.len()).min(list.len())]);
    match fixed {
        Some(fixed) => {
            values.resize(count - 1, UNDEFINED);
            let rest = list.get(fixed..).unwrap_or_default();
            values.push(objects::new_array(machine, rest)?);
        }
        None => values.resize(count, UNDEFINED),
    }
    Ok(values)
}

fn parameters(machine: &Machine, func: FuncId) -> usize {
    machine.program.module().funcs[func].params.len()
}

/// The object that `new` creates before the function runs; the arguments are a text for the user,
/// and the function.
pub fn create(machine: &mut Machine, args: &[Value]) -> Effect {
    let callee = &args[1];
    if matches!(callee, Value::Union(_)) {
        return Effect::NeedConcrete(1);
    }
    let result = create_for(machine, callee);
    match result {
        Ok(Some(object)) => Effect::Return(Some(object)),
        Ok(None) => {
            let message = format!("{} is not a constructor", name(args));
            throw_type_error(machine, &message)
        }
        Err(stop) => stop.into(),
    }
}

fn create_for(machine: &mut Machine, callee: &Value) -> Result<Option<Value>, Stop> {
    if machine.kind_of(callee) != Kind::Pointer {
        return Ok(None);
    }
    make_prototype(machine, callee)?;
    if !is_constructor(machine, callee)? && !builtins::is_constructor(machine, callee)? {
        return Ok(None);
    }
    let prototype = machine.find_member(callee, &text("prototype"))?;
    let prototype = prototype.map(machine.pool, &mut |_, prototype| match prototype {
        Value::Ptr { .. } => prototype.clone(),
        _ => Initial::Object.value(),
    });
    objects::new_object(machine, &prototype).map(Some)
}

/// The result of `new`: the object, unless the function has returned another.
pub fn created(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, result) = (args[0].clone(), &args[1]);
    Effect::Return(Some(result.map(
        machine.pool,
        &mut |_, result| match result {
            Value::Ptr { .. } => result.clone(),
            _ => object.clone(),
        },
    )))
}

/// `value instanceof function`
pub fn instance_of(machine: &mut Machine, args: &[Value]) -> Effect {
    let (value, function) = (&args[0], &args[1]);
    if matches!(function, Value::Union(_)) {
        return Effect::NeedConcrete(1);
    }
    if machine.kind_of(function) != Kind::Pointer {
        return throw_type_error(machine, "Right-hand side of 'instanceof' is not an object");
    }
    let callable = machine.own_member(function, &slot_key(slot::CALL));
    match callable {
        Ok(Value::Unit(Unit::Empty)) => {
            return throw_type_error(machine, "Right-hand side of 'instanceof' is not callable");
        }
        Ok(_) => {}
        Err(stop) => return stop.into(),
    }
    let result = make_prototype(machine, function)
        .and_then(|()| machine.find_member(function, &text("prototype")))
        .and_then(|prototype| has_prototype(machine, value, &prototype));
    effect(result)
}

/// Whether an object has another on its prototype chain.
fn has_prototype(machine: &mut Machine, value: &Value, wanted: &Value) -> Result<Value, Stop> {
    machine.lift(value, &mut |machine, value| {
        if machine.kind_of(value) != Kind::Pointer {
            return Ok(Value::Bool(false));
        }
        let parent = machine.own_member(value, &PROTOTYPE)?;
        machine.lift2(
            &parent,
            wanted,
            &mut |machine, parent, wanted| match parent == wanted {
                true => Ok(Value::Bool(true)),
                false => has_prototype(machine, parent, wanted),
            },
        )
    })
}
