//! The source of functions (ECMA-262, 20.2.3.5).

use super::{Initial, UNDEFINED, effect, properties, slot, slot_key, text};
use sheaf_engine::{Effect, Machine, Stop, Value};
use std::rc::Rc;

/// Where the library keeps the sources: a table by the number of a function.
const SOURCES: &str = "sources";

/// Notes the sources of functions: the text of a script, and for each function its number, and the
/// first unit of its source and the one behind it.
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
    for part in args[1..].chunks_exact(3) {
        let place = vec![args[0].clone(), part[1].clone(), part[2].clone()];
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
            let is_bound = machine.own_member(function, &slot_key(slot::TARGET))? != Value::EMPTY;
            let name = match is_bound {
                true => Value::EMPTY,
                false => machine.own_member(function, &text("name"))?,
            };
            let name = match properties::plain(machine, &name)? {
                Value::Str(name) => name.to_string(),
                _ => String::new(),
            };
            Ok(text(&format!("function {name}() {{ [native code] }}")))
        }
    });
    effect(result)
}

fn source(machine: &mut Machine, function: &Value) -> Result<Option<Value>, Stop> {
    let Value::Func(number) = machine.own_member(function, &slot_key(slot::CALL))? else {
        return Ok(None);
    };
    let table = machine.own_member(&Initial::Library.value(), &text(SOURCES))?;
    if table == Value::EMPTY {
        return Ok(None);
    }
    let place = machine.own_member(&table, &Value::bits(32, u128::from(number.0)))?;
    let Value::Tuple(place) = place else {
        return Ok(None);
    };
    let units = match &place[..] {
        [Value::Str(script), start, end] => {
            let at = |value: &Value| value.as_u64().map(|at| at as usize);
            let range = at(start).zip(at(end));
            range.and_then(|(start, end)| script.units().get(start..end).map(<[u16]>::to_vec))
        }
        _ => None,
    };
    Ok(units.map(|units| Value::Str(Rc::new(units.into()))))
}
