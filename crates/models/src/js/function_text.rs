//! The source of functions (ECMA-262, 20.2.3.5), and what is known of their callers.

use super::{Initial, Pointer, UNDEFINED, effect, properties, settled, slot, text};
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{FuncId, Unit};
use std::rc::Rc;

/// Where the library keeps the sources: a table by the number of a function.
const SOURCES: &str = "sources";

/// Notes the sources of functions: the text of a script, and for each function its number, the
/// first unit of its source and the one behind it, and 1 if it is strict.
pub fn sources(machine: &mut Machine, args: &[Value]) -> Effect {
    effect(note(machine, args).map(|()| UNDEFINED))
}

fn note(machine: &mut Machine, args: &[Value]) -> Result<(), Stop> {
    let (library, key) = (Initial::Library.value(), text(SOURCES));
    let mut table = machine.own_member(&library, &key)?;
    if table == Value::EMPTY {
        table = machine.new_table();
        machine.set_member(&library, &key, &table)?;
    }
    for part in args[1..].chunks_exact(4) {
        let mut place = part.to_vec();
        place[0] = args[0].clone();
        machine.set_member(&table, &part[0], &Value::Tuple(Rc::new(place)))?;
    }
    Ok(())
}

/// The source of a function; for one that is not the program's, what stands for native code.
pub fn function_text(machine: &mut Machine, args: &[Value]) -> Effect {
    let function = &args[0];
    if matches!(function, Value::Union(_)) {
        return Effect::NeedConcrete(0);
    }
    let result = source(machine, function).and_then(|source| match source {
        Some(source) => Ok(source),
        None => {
            let is_bound = settled::has_slot(machine, function, slot::TARGET)?;
            let name = match is_bound {
                true => Value::EMPTY,
                false => machine.own_member(function, &text("name"))?,
            };
            let name = properties::plain(machine, &name)?;
            let name = match settled::single(machine, &name)? {
                Value::Str(name) => name.to_string(),
                _ => String::new(),
            };
            Ok(text(&format!("function {name}() {{ [native code] }}")))
        }
    });
    effect(result)
}

fn source(machine: &mut Machine, function: &Value) -> Result<Option<Value>, Stop> {
    let Some(Value::Func(number)) = settled::slot(machine, function, slot::CALL)? else {
        return Ok(None);
    };
    let Some(place) = place_of(machine, number)? else {
        return Ok(None);
    };
    let units = match &place[..] {
        [Value::Str(script), start, end, _] => {
            let at = |value: &Value| value.as_u64().map(|at| at as usize);
            let range = at(start).zip(at(end));
            range.and_then(|(start, end)| script.units().get(start..end).map(<[u16]>::to_vec))
        }
        _ => None,
    };
    Ok(units.map(|units| Value::Str(Rc::new(units.into()))))
}

/// What [`sources`] has noted of a function.
fn place_of(machine: &mut Machine, func: FuncId) -> Result<Option<Rc<Vec<Value>>>, Stop> {
    let table = machine.own_member(&Initial::Library.value(), &text(SOURCES))?;
    if table == Value::EMPTY {
        return Ok(None);
    }
    let place = machine.own_member(&table, &Value::bits(32, u128::from(func.0)))?;
    Ok(match place {
        Value::Tuple(place) => Some(place),
        _ => None,
    })
}

/// Whether a function of the program is strict; `None` if that is not known.
fn is_strict(machine: &mut Machine, func: FuncId) -> Result<Option<bool>, Stop> {
    let place = place_of(machine, func)?;
    let strict = place.and_then(|place| place.get(3)?.as_u64());
    Ok(strict.map(|strict| strict == 1))
}

/// What a constructor has as `caller` or `arguments`, whose name is the second argument: undefined
/// if it is strict, so that reading either throws; null if it is not running, or if only strict
/// functions have called it; or else false: that is not modelled.
///
/// Which closure is running is not known, only which function: paths merge where they differ in
/// closures that nothing reads.
pub fn restricted(machine: &mut Machine, args: &[Value]) -> Effect {
    if matches!(args[0], Value::Union(_)) {
        return Effect::NeedConcrete(0);
    }
    effect(restricted_value(
        machine,
        &args[0],
        args[1] == text("caller"),
    ))
}

fn restricted_value(
    machine: &mut Machine,
    function: &Value,
    is_caller: bool,
) -> Result<Value, Stop> {
    let Some(Value::Func(func)) = settled::slot(machine, function, slot::CALL)? else {
        return Ok(UNDEFINED);
    };
    let is_own = machine.program.module().funcs[func].user;
    match is_strict(machine, func)? {
        Some(false) => {}
        Some(true) => return Ok(UNDEFINED),
        None if !is_own => return Ok(UNDEFINED),
        None => return Ok(Value::Bool(false)),
    }
    let running: Vec<FuncId> = machine.state.frames.iter().map(|it| it.func).collect();
    let activations = (0..running.len()).filter(|at| running[*at] == func);
    for at in activations {
        let by_strict = is_caller && at > 0 && is_strict(machine, running[at - 1])? == Some(true);
        if !by_strict {
            return Ok(Value::Bool(false));
        }
    }
    Ok(Value::Unit(Unit::Null))
}
