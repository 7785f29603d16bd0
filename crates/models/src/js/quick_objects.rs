//! Accesses to known properties of ordinary objects, without terms: what `objects`, `writes` and
//! `globals` do where neither accessors nor attributes matter. Where a property is missing or
//! something else is to be done, they return `None` and change nothing.

use super::objects::{PROTOTYPE, is_object, is_symbol, may_be_number};
use super::{Initial, Pointer, UNDEFINED, slot, slot_key, text};
use sheaf_execution::memory::Table;
use sheaf_execution::value::{ObjectId, Text};
use sheaf_execution::{Known, Value};
use sheaf_ir::Unit;

/// What is behind a stored value, if that is a value: not an accessor, a built-in that is not
/// modelled, or absent on some paths.
#[inline]
fn value_of(stored: &Value) -> Option<&Value> {
    let value = match stored {
        Value::Tuple(members) => match &members[..] {
            [Value::Bits { .. }, value] => value,
            _ => return None,
        },
        value => value,
    };
    let is_open = matches!(
        value,
        Value::Union(_) | Value::Tuple(_) | Value::Uninitialized | Value::Unit(Unit::Empty)
    );
    (!is_open).then_some(value)
}

/// What a key means.
enum Meaning {
    /// An index of an array.
    Index,
    /// A property without a special meaning.
    Name,
    Length,
}

/// What a key means, if it is known; `None` for `prototype` and what may be spelled like a number.
#[inline]
fn meaning(key: &Value) -> Option<Meaning> {
    match key {
        // The length behind an index must be an integer of the same type.
        Value::Bits { width: 32, bits } if *bits < i32::MAX as u64 => Some(Meaning::Index),
        Value::Str(name) => match name.units() {
            units if may_be_number(units) => None,
            units if units.len() == 6 && is(units, b"length") => Some(Meaning::Length),
            units if units.len() == 9 && is(units, b"prototype") => None,
            _ => Some(Meaning::Name),
        },
        _ => None,
    }
}

fn is(units: &[u16], name: &[u8]) -> bool {
    units
        .iter()
        .copied()
        .eq(name.iter().map(|it| u16::from(*it)))
}

/// The length of an array. Most have it behind their prototype.
#[inline]
fn length_of(array: &Table) -> Option<Option<&Value>> {
    array.known_at(1, &slot_key(slot::LENGTH))
}

/// `object[key]`
pub fn get(known: Known, args: &[&Value]) -> Option<Value> {
    let (object, key) = (args[0], args[1]);
    let meaning = meaning(key)?;
    if let Value::Str(text) = object {
        return of_text(&known, text, key, &meaning);
    }
    if !is_object(object) {
        return None;
    }
    let stored = match meaning {
        Meaning::Name => known.heap.known_member(object, key)??,
        // Elements of typed arrays are not members.
        Meaning::Index => known.heap.table(object)?.known(key)??,
        Meaning::Length => {
            let length = length_of(known.heap.table(object)?)?;
            length.filter(|it| matches!(it, Value::Bits { .. }))?
        }
    };
    value_of(stored).cloned()
}

fn of_text(known: &Known, text: &Text, key: &Value, meaning: &Meaning) -> Option<Value> {
    match (meaning, key) {
        (Meaning::Index, Value::Bits { bits, .. }) => {
            let unit = text.units().get(*bits as usize)?;
            Some(Value::Str(Text::of_unit(*unit)))
        }
        (Meaning::Length, _) => Some(Value::bits(32, text.units().len() as u128)),
        _ => {
            let stored = known.heap.known_member(&Initial::String.value(), key)??;
            value_of(stored).cloned()
        }
    }
}

/// A global variable.
pub fn get_global(known: Known, args: &[&Value]) -> Option<Value> {
    let stored = known
        .heap
        .known_member(&Initial::Global.value(), args[0])??;
    value_of(stored).cloned()
}

/// A member of the library.
pub fn library(known: Known, args: &[&Value]) -> Option<Value> {
    let stored = known
        .heap
        .table(&Initial::Library.value())?
        .known(args[0])??;
    value_of(stored).cloned()
}

/// Whether a value can be stored as it is.
fn is_plain(value: &Value) -> bool {
    !matches!(
        value,
        Value::Union(_) | Value::Tuple(_) | Value::Uninitialized | Value::Unit(Unit::Empty)
    )
}

/// `object[key] = value`
pub fn set(known: Known, args: &[&Value]) -> Option<Value> {
    match meaning(args[1])? {
        Meaning::Length => set_length(known, args[0], args[2]),
        meaning => set_member(known, args, &meaning),
    }
}

/// The same for a property other than a length.
fn set_member(known: Known, args: &[&Value], meaning: &Meaning) -> Option<Value> {
    let (object, key, value) = (args[0], args[1], args[2]);
    if !is_object(object) || !is_plain(value) {
        return None;
    }
    let table = known.heap.table_mut(object)?;
    if table.replace_known(key, value, is_plain) {
        return Some(value.clone());
    }
    add_member(known, args, meaning)
}

/// The same for a property that the object does not have.
fn add_member(known: Known, args: &[&Value], meaning: &Meaning) -> Option<Value> {
    let (object, key, value) = (args[0], args[1], args[2]);
    let table = known.heap.table(object)?;
    let inherited = known.heap.known_member(object, key)?;
    let has = |slot: u8| Some(table.known(&slot_key(slot))?.is_some());
    let is_limited = has(slot::LIMITS)? || has(slot::VIEW)?;
    let is_there = table.known(key)?.is_some();
    if is_there || is_limited || inherited.is_some_and(|it| !is_plain(it)) {
        return None;
    }
    let mut length = None;
    if let Meaning::Index = meaning {
        // It may inherit from a typed array, if there is one.
        let library = known.heap.table(&Initial::Library.value())?;
        if library.known(&slot_key(slot::VIEW))?.is_some() {
            return None;
        }
        length = Some(length_with(table, key)?);
    }
    let table = known.heap.table_mut(object)?;
    if !table.set_known(key, value) {
        return None;
    }
    if let Some(length) = length {
        table.set_known(&slot_key(slot::LENGTH), &length);
    }
    Some(value.clone())
}

/// `array.length = value`, where that removes no element.
fn set_length(known: Known, array: &Value, value: &Value) -> Option<Value> {
    let table = known.heap.table(array).filter(|_| is_object(array))?;
    let is_bound = table.known(&slot_key(slot::LIMITS))?.is_some()
        || table.known(&slot_key(slot::VIEW))?.is_some();
    let length = length_of(table)??.as_u64()?;
    match value {
        Value::Bits { width: 32, bits } if (length..1 << 31).contains(bits) && !is_bound => {}
        _ => return None,
    }
    let table = known.heap.table_mut(array)?;
    let is_set = table.set_known(&slot_key(slot::LENGTH), value);
    is_set.then(|| value.clone())
}

/// The length of an array after an element is added; `None` for other objects, which may be typed
/// arrays.
fn length_with(table: &Table, index: &Value) -> Option<Value> {
    let length = length_of(table)??.as_u64()?;
    let behind = index.as_u64()? + 1;
    Some(Value::bits(32, u128::from(length.max(behind))))
}

/// A member of an object literal.
pub fn define(known: Known, args: &[&Value]) -> Option<Value> {
    let (object, key, value) = (args[0], args[1], args[2]);
    let Meaning::Name = meaning(key)? else {
        return None;
    };
    if !is_object(object) || !is_plain(value) {
        return None;
    }
    let table = known.heap.table_mut(object)?;
    table.set_known(key, value).then_some(UNDEFINED)
}

/// A field of a class, or an element of a result. Where setting a property runs no code, it defines
/// the property.
pub fn define_field(known: Known, args: &[&Value]) -> Option<Value> {
    let meaning = meaning(args[1]).filter(|meaning| !matches!(meaning, Meaning::Length))?;
    set_member(known, args, &meaning).map(|_| UNDEFINED)
}

/// `{}`
pub fn object(known: Known, _: &[&Value]) -> Option<Value> {
    Some(new_object(known, Initial::Object))
}

/// A new object with an initial prototype.
pub fn new_object(known: Known, prototype: Initial) -> Value {
    let mut table = Table::default();
    table.set_known(&PROTOTYPE, &prototype.value());
    known.heap.add_table(table, known.loc)
}

/// `[a, b]`
pub fn array(known: Known, args: &[&Value]) -> Option<Value> {
    if !args.iter().all(|element| is_plain(element)) {
        return None;
    }
    let mut table = Table::default();
    table.set_known(&PROTOTYPE, &Initial::Array.value());
    let length = Value::bits(32, args.len() as u128);
    table.set_known(&slot_key(slot::LENGTH), &length);
    for (at, element) in args.iter().enumerate() {
        table.set_known(&Value::bits(32, at as u128), element);
    }
    Some(known.heap.add_table(table, known.loc))
}

/// Adds an element to the end of an array.
pub fn append(known: Known, args: &[&Value]) -> Option<Value> {
    let (array, element) = (args[0], args[1]);
    let table = known.heap.table(array)?;
    let index = length_of(table)??.clone();
    let Value::Bits { width: 32, bits } = index else {
        return None;
    };
    if bits >= i32::MAX as u64 || !is_plain(element) || table.known(&index)?.is_some() {
        return None;
    }
    let table = known.heap.table_mut(array)?;
    if !table.set_known(&index, element) {
        return None;
    }
    let length = Value::bits(32, u128::from(bits) + 1);
    table.set_known(&slot_key(slot::LENGTH), &length);
    Some(UNDEFINED)
}

/// `array.push(value)`: the array and the value.
pub fn push(known: Known, args: &[&Value]) -> Option<Value> {
    let [array, value] = args else {
        return None;
    };
    let table = known.heap.table(array).filter(|_| is_object(array))?;
    if table.known(&slot_key(slot::LIMITS))?.is_some() {
        return None;
    }
    let index = length_of(table)??.clone();
    let length = index.as_u64()?;
    // A setter may be inherited.
    let parent = table.known(&PROTOTYPE)??.clone();
    if known.heap.known_member(&parent, &index)?.is_some() {
        return None;
    }
    append(known, &[array, value])?;
    Some(Value::bits(32, u128::from(length) + 1))
}

/// `key in object`
pub fn is_in(known: Known, args: &[&Value]) -> Option<Value> {
    let (key, object) = (args[0], args[1]);
    if !is_known_object(object) {
        return None;
    }
    let found = match meaning(key)? {
        Meaning::Name => known.heap.known_member(object, key)?,
        // Elements of typed arrays are not members, and others may be inherited.
        Meaning::Index => Some(known.heap.table(object)?.known(key)??),
        Meaning::Length => return None,
    };
    match found {
        Some(Value::Union(_)) => None,
        found => Some(Value::Bool(found.is_some())),
    }
}

/// Whether a value is an array.
pub fn is_array(known: Known, args: &[&Value]) -> Option<Value> {
    let value = args[0];
    if !is_known_object(value) {
        return None;
    }
    match length_of(known.heap.table(value)?)? {
        Some(Value::Union(_)) => None,
        length => Some(Value::Bool(length.is_some())),
    }
}

/// `typeof`
pub fn type_of(known: Known, args: &[&Value]) -> Option<Value> {
    thread_local! {
        static WORDS: [Value; 7] =
            ["undefined", "object", "boolean", "number", "string", "symbol", "function"].map(text);
    }
    let word = match args[0] {
        Value::Unit(Unit::Undefined) => 0,
        Value::Unit(Unit::Null) => 1,
        Value::Bool(_) => 2,
        Value::Bits { .. } => 3,
        Value::Str(_) => 4,
        value if is_symbol(value) => 5,
        value if is_known_object(value) => {
            match known.heap.table(value)?.known(&slot_key(slot::CALL))? {
                Some(Value::Union(_)) => return None,
                Some(Value::Unit(_)) | None => 1,
                Some(_) => 6,
            }
        }
        _ => return None,
    };
    Some(WORDS.with(|words| words[word].clone()))
}

/// The next element of an iteration over an array.
pub fn step(known: Known, args: &[&Value]) -> Option<Value> {
    let table = known.heap.table(args[0])?;
    let length = length_of(table)??.as_u64()?;
    let Value::Bits { width: 32, bits } = *args[1] else {
        return None;
    };
    if bits >= length {
        return Some(Value::EMPTY);
    }
    let stored = table.known(args[1])??;
    is_plain(stored).then(|| stored.clone())
}

/// Whether a pointer is one to an object of the heap.
pub fn is_known_object(value: &Value) -> bool {
    is_object(value)
        && !matches!(
            value,
            Value::Ptr {
                object: ObjectId::NONE,
                ..
            }
        )
}
