//! Regular expressions (ECMA-262, 22.2). The library (`regexp.js`) has their objects, this their
//! patterns: [`program`] compiles one, [`matcher`] finds a match and its groups, [`language`] says
//! of a string with unknown units whether it has one.

mod language;
mod matcher;
mod program;
mod set;

use super::{UNDEFINED, effect, objects, settled, text};
use matcher::{Matcher, Subject};
use program::{Program, Refused};
use sheaf_execution::{Effect, Machine, Value};
use sheaf_ir::Unit;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// A pattern and its flags.
type Key = (String, String);

thread_local! {
    /// The programs of patterns that were used.
    static PROGRAMS: RefCell<HashMap<Key, Rc<Program>>> = RefCell::default();
}

/// More patterns are forgotten.
const MAX_PROGRAMS: usize = 1 << 12;

/// The program of a pattern and flags, the first two arguments.
fn program_of(args: &[Value]) -> Result<Rc<Program>, Effect> {
    let key = (pattern(args, 0)?, pattern(args, 1)?);
    let known = PROGRAMS.with_borrow(|programs| programs.get(&key).cloned());
    if let Some(program) = known {
        return Ok(program);
    }
    let program = Rc::new(compiled(&key.0, &key.1)?);
    PROGRAMS.with_borrow_mut(|programs| {
        if programs.len() >= MAX_PROGRAMS {
            programs.clear();
        }
        programs.insert(key, program.clone());
    });
    Ok(program)
}

fn compiled(source: &str, flags: &str) -> Result<Program, Effect> {
    program::compile(source, flags).map_err(|refused| match refused {
        Refused::Syntax(message) => Effect::Return(Some(text(&message))),
        Refused::Unmodelled(what) => Effect::Unmodelled(what),
    })
}

/// A pattern or flags as text. Unpaired surrogates are written as escapes.
fn pattern(args: &[Value], position: usize) -> Result<String, Effect> {
    let units = match &args[position] {
        Value::Str(units) => units,
        Value::Union(_) => return Err(Effect::NeedConcrete(position)),
        _ => {
            let what = "a regular expression from a symbolic string".to_string();
            return Err(Effect::Unmodelled(what));
        }
    };
    let characters = char::decode_utf16(units.units().iter().copied());
    Ok(characters.fold(String::new(), |mut text, character| {
        match character {
            Ok(character) => text.push(character),
            Err(error) => text += &format!("\\u{:04X}", error.unpaired_surrogate()),
        }
        text
    }))
}

/// Compiles a pattern with flags; returns the message of an error, if there is one.
pub fn check(_: &mut Machine, args: &[Value]) -> Effect {
    match program_of(args) {
        Ok(_) => Effect::Return(Some(UNDEFINED)),
        Err(effect) => effect,
    }
}

/// The names of groups, each followed by its number: an array.
pub fn names(machine: &mut Machine, args: &[Value]) -> Effect {
    let program = match program_of(args) {
        Ok(program) => program,
        Err(effect) => return effect,
    };
    let names = program.names.iter();
    let values = names.flat_map(|(name, group)| [text(name), position(*group)]);
    effect(objects::new_array(machine, &values.collect::<Vec<_>>()))
}

fn position(at: usize) -> Value {
    Value::bits(32, at as u128)
}

/// A match in a string from a position on, or only there: pattern, flags, string, position and
/// whether only there. An array of the starts and ends of groups, -1 for those without; null if
/// there is no match.
pub fn find(machine: &mut Machine, args: &[Value]) -> Effect {
    let program = match program_of(args) {
        Ok(program) => program,
        Err(effect) => return effect,
    };
    let Some(start) = args[3].as_u64() else {
        return Effect::NeedConcrete(3);
    };
    let only_there = match settled::truth(machine, &args[4]) {
        Ok(only_there) => only_there,
        Err(stop) => return stop.into(),
    };
    let found = match &args[2] {
        Value::Str(units) => {
            let subject = Subject::Known(units);
            search(Matcher::new(machine, &program, subject), start, only_there)
        }
        Value::SymStr(_) => match machine.sym_text(&args[2]) {
            Some(units) if units.known_length(machine.pool).is_some() => {
                let subject = Subject::Symbolic(&units);
                search(Matcher::new(machine, &program, subject), start, only_there)
            }
            _ => return Effect::NeedConcrete(2),
        },
        _ => return Effect::NeedConcrete(2),
    };
    let values = match found {
        Ok(Some(values)) => values,
        Ok(None) => return Effect::Return(Some(Value::Unit(Unit::Null))),
        Err(stop) => return stop.into(),
    };
    effect(objects::new_array(machine, &values))
}

fn search(
    mut matcher: Matcher,
    start: u64,
    only_there: bool,
) -> Result<Option<Vec<Value>>, sheaf_execution::Stop> {
    let length = matcher.length();
    let start = start as usize;
    let last = if only_there {
        start.min(length)
    } else {
        length
    };
    let mut at = start;
    while at <= last {
        if matcher.matches_at(at)? {
            let slots = &matcher.slots[..2 * matcher.program.groups];
            let ends = slots.chunks_exact(2).flat_map(|ends| match ends {
                [Some(first), Some(last)] => [position(*first), position(*last)],
                _ => [
                    Value::bits(32, u32::MAX.into()),
                    Value::bits(32, u32::MAX.into()),
                ],
            });
            return Ok(Some(ends.collect()));
        }
        // With the flag `u`, a match begins between two units of a pair only if told to.
        at = match only_there {
            true => break,
            false => matcher.position_after(at)?,
        };
    }
    Ok(None)
}

/// Whether a string has a match, as one condition: pattern, flags and string. Undefined if the
/// string is known, or the pattern does not allow it.
pub fn test(machine: &mut Machine, args: &[Value]) -> Effect {
    let program = match program_of(args) {
        Ok(program) => program,
        Err(effect) => return effect,
    };
    let is_open = |value: &Value| matches!(value, Value::SymStr(_));
    let members = args[2].members();
    if !language::is_regular(&program) || !members.into_iter().any(|(_, it)| is_open(it)) {
        return Effect::Return(Some(UNDEFINED));
    }
    effect(machine.lift(&args[2], &mut |machine, string| {
        let Some(string) = machine.sym_text(string) else {
            return Ok(UNDEFINED);
        };
        machine.afford(language::cost(&program, &string))?;
        let found = language::has_match(machine.pool, &program, &string);
        Ok(Value::from_term(machine.pool, found))
    }))
}
