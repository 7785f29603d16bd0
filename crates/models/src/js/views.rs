//! Buffers of bytes and their views (ECMA-262, 10.4.5 and 25).
//!
//! The bytes of an `ArrayBuffer` are an object of byte memory, as in C: they may be symbolic, and
//! so may be the place of an access. A buffer and each of its views has a tuple in [`slot::VIEW`]: a
//! pointer to the bytes, and its shape. The shape is a string of units (offset, length, kind), since
//! merging keeps different strings apart.

use super::bigints::{made_known, modulo};
use super::convert::{canonical_nan, normal, to_double, unmodelled_operation, wrap_value};
use super::objects::{PROTOTYPE, is_object};
use super::{
    Initial, Pointer, UNDEFINED, calls, effect, lints, number_text, settled, slot, slot_key, text,
};
use sheaf_execution::float::Integral;
use sheaf_execution::value::Text;
use sheaf_execution::{Effect, Machine, Stop, Value};
use sheaf_ir::{FloatKind, Type};
use sheaf_term::Term;
use std::rc::Rc;

/// How the number of an element is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Signed,
    Unsigned,
    /// Rounded and limited to what fits.
    Clamped,
    Float(FloatKind),
    BigSigned,
    BigUnsigned,
    /// No elements: a buffer or a `DataView`, whose length is in bytes.
    Bytes,
}

impl Form {
    /// Whether elements are BigInts.
    fn is_big(self) -> bool {
        matches!(self, Form::BigSigned | Form::BigUnsigned)
    }
}

/// The kinds of buffers and views: name, bits of an element, and form.
const KINDS: &[(&str, u32, Form)] = &[
    ("ArrayBuffer", 8, Form::Bytes),
    ("DataView", 8, Form::Bytes),
    ("Int8Array", 8, Form::Signed),
    ("Uint8Array", 8, Form::Unsigned),
    ("Uint8ClampedArray", 8, Form::Clamped),
    ("Int16Array", 16, Form::Signed),
    ("Uint16Array", 16, Form::Unsigned),
    ("Int32Array", 32, Form::Signed),
    ("Uint32Array", 32, Form::Unsigned),
    ("Float32Array", 32, Form::Float(FloatKind::F32)),
    ("Float64Array", 64, Form::Float(FloatKind::F64)),
    ("BigInt64Array", 64, Form::BigSigned),
    ("BigUint64Array", 64, Form::BigUnsigned),
];

/// What is kept in [`slot::VIEW`].
struct View {
    /// A pointer to the start of the bytes.
    bytes: Value,
    /// The first byte of the view.
    offset: u64,
    /// The number of elements.
    length: u64,
    /// The position in [`KINDS`].
    kind: usize,
}

impl View {
    fn value(&self) -> Value {
        let half = |number: u64, shift: u32| (number >> shift) as u16;
        let units = vec![
            half(self.offset, 16),
            half(self.offset, 0),
            half(self.length, 16),
            half(self.length, 0),
            self.kind as u16,
        ];
        let shape = Value::Str(Rc::new(Text::from(units)));
        Value::Tuple(Rc::new(vec![self.bytes.clone(), shape]))
    }

    /// The view with these bytes and this shape.
    fn of(bytes: &Value, shape: &Value) -> Option<View> {
        let (Value::Ptr { .. }, Value::Str(shape)) = (bytes, shape) else {
            return None;
        };
        let &[offset_high, offset_low, length_high, length_low, kind] = shape.units() else {
            return None;
        };
        let number = |high: u16, low: u16| u64::from(high) << 16 | u64::from(low);
        Some(View {
            bytes: bytes.clone(),
            offset: number(offset_high, offset_low),
            length: number(length_high, length_low),
            kind: kind.into(),
        })
    }

    fn has_elements(&self) -> bool {
        KINDS[self.kind].2 != Form::Bytes
    }
}

/// Applies `body` to a stored view, on merged paths to each of them.
fn each_view(
    machine: &mut Machine,
    stored: &Value,
    body: &mut dyn FnMut(&mut Machine, &View) -> Result<Value, Stop>,
) -> Result<Value, Stop> {
    machine.lift(stored, &mut |machine, stored| {
        let parts = match stored {
            Value::Tuple(parts) => parts,
            _ => return unmodelled_operation("a buffer that only some merged paths have made"),
        };
        machine.lift2(
            &parts[0],
            &parts[1],
            &mut |machine, bytes, shape| match View::of(bytes, shape) {
                Some(view) => body(machine, &view),
                None => unmodelled_operation("this view of a buffer"),
            },
        )
    })
}

/// What an object is a view of, as stored.
fn stored_view(machine: &mut Machine, object: &Value) -> Result<Option<Value>, Stop> {
    let stored = machine.own_member(object, &slot_key(slot::VIEW))?;
    settled::present(machine, &stored)
}

/// Makes an object a buffer of this many bytes, which is known.
pub fn new_buffer(machine: &mut Machine, args: &[Value]) -> Effect {
    let Some(length) = args[1].as_u64() else {
        return Effect::NeedConcrete(1);
    };
    let marker = Initial::Library.value();
    let result = machine.new_bytes(length).and_then(|bytes| {
        let view = View {
            bytes,
            offset: 0,
            length,
            kind: 0,
        };
        machine.set_member(&marker, &slot_key(slot::VIEW), &Value::Bool(true))?;
        machine.set_member(&args[0], &slot_key(slot::VIEW), &view.value())?;
        Ok(UNDEFINED)
    });
    effect(result)
}

/// Makes an object a view of a buffer: object, buffer, offset in bytes, length in elements, and
/// the name of its kind.
pub fn new_view(machine: &mut Machine, args: &[Value]) -> Effect {
    if let Some(position) = (1..4).find(|at| matches!(args[*at], Value::Union(_) | Value::Term(_)))
    {
        return Effect::NeedConcrete(position);
    }
    let kind = KINDS.iter().position(|(name, ..)| args[4] == text(name));
    let (Some(offset), Some(length), Some(kind)) = (args[2].as_u64(), args[3].as_u64(), kind)
    else {
        return Effect::Unmodelled("this view of a buffer".to_string());
    };
    let stored = machine.own_member(&args[1], &slot_key(slot::VIEW));
    let result = stored.and_then(|stored| {
        let view = each_view(machine, &stored, &mut |_, buffer| {
            let view = View {
                bytes: buffer.bytes.clone(),
                offset,
                length,
                kind,
            };
            Ok(view.value())
        })?;
        machine.set_member(&args[0], &slot_key(slot::VIEW), &view)?;
        Ok(UNDEFINED)
    });
    effect(result)
}

/// A part of what an object is a view of, undefined if it is none: its `kind`, its `length` in
/// elements, its `offset` in bytes, or the `size` of an element in bytes.
pub fn view_part(machine: &mut Machine, args: &[Value]) -> Effect {
    let wanted = |name: &str| args[1] == text(name);
    effect(machine.lift(&args[0], &mut |machine, object| {
        if !is_object(object) {
            return Ok(UNDEFINED);
        }
        let Some(stored) = stored_view(machine, object)? else {
            return Ok(UNDEFINED);
        };
        each_view(machine, &stored, &mut |_, view| {
            let (name, width, _) = KINDS[view.kind];
            let number = match () {
                () if wanted("kind") => return Ok(text(name)),
                () if wanted("length") => view.length,
                () if wanted("offset") => view.offset,
                () => u64::from(width / 8),
            };
            Ok(Value::bits(32, number.into()))
        })
    }))
}

/// Whether a key may be that of an element: an integer, or a string that is the text of a number.
pub fn may_be_index(key: &Value) -> bool {
    key.members().any(|(_, key)| match key {
        Value::Str(units) => {
            let units = units.to_string();
            units == "-0" || number_text::to_text(number_text::from_text(&units)) == units
        }
        Value::Bits { width: 32, .. } | Value::Term(_) | Value::SymStr(_) => true,
        _ => false,
    })
}

/// Whether a stored view may have elements.
fn has_elements(stored: &Value) -> bool {
    stored.members().any(|(_, stored)| match stored {
        Value::Tuple(parts) => {
            let mut shapes = parts[1].members();
            shapes
                .any(|(_, shape)| View::of(&Value::NULL, shape).is_some_and(|it| it.has_elements()))
        }
        _ => false,
    })
}

/// Whether an object, or one that it inherits from, has elements in a buffer.
fn inherits_elements(machine: &mut Machine, object: &Value) -> Result<bool, Stop> {
    let mut object = object.clone();
    while object.members().any(|(_, it)| is_object(it)) {
        for (_, member) in object.members().filter(|(_, it)| is_object(it)) {
            let stored = machine.own_member(member, &slot_key(slot::VIEW))?;
            if has_elements(&stored) {
                return Ok(true);
            }
        }
        let objects: Vec<_> = object.members().filter(|(_, it)| is_object(it)).collect();
        let objects = objects.into_iter().map(|(guard, it)| (guard, it.clone()));
        let objects = Value::union(machine.pool, objects.collect());
        object = machine.own_member(&objects, &PROTOTYPE)?;
    }
    Ok(false)
}

/// Whether the program has made a view.
pub fn are_used(machine: &mut Machine) -> bool {
    let marker = machine.own_member(&Initial::Library.value(), &slot_key(slot::VIEW));
    !matches!(marker, Ok(Value::EMPTY))
}

/// The view whose element a key of an object means, as stored; `None` if the key means an ordinary
/// property. Object and key may have to be known first: they are arguments 0 and 1.
///
/// # Errors
/// The effect that ends the operation.
pub fn elements(
    machine: &mut Machine,
    object: &Value,
    key: &Value,
) -> Result<Option<Value>, Effect> {
    if !may_be_index(key) || !object.members().any(|(_, it)| is_object(it)) {
        return Ok(None);
    }
    if !are_used(machine) || !inherits_elements(machine, object)? {
        return Ok(None);
    }
    match (object, key) {
        (Value::Union(_), _) => return Err(Effect::NeedConcrete(0)),
        (_, key) if key.members().any(|(_, it)| matches!(it, Value::SymStr(_))) => {
            let what = "a symbolic string as a key of a typed array";
            return Err(Effect::Unmodelled(what.to_string()));
        }
        (_, Value::Union(_)) => return Err(Effect::NeedConcrete(1)),
        _ => {}
    }
    match stored_view(machine, object)? {
        Some(stored) => Ok(Some(stored)),
        None => {
            let what = "an object that inherits the elements of a buffer";
            Err(Effect::Unmodelled(what.to_string()))
        }
    }
}

/// Whether a view has an element with this key.
fn contains(machine: &mut Machine, view: &View, key: &Value) -> Term {
    let key = match key {
        Value::Bits { width: 32, .. } | Value::Term(_) => key.to_term(machine.pool),
        _ => None,
    };
    let Some(index) = key else {
        return Term::FALSE;
    };
    let length = machine.pool.bits(32, view.length.into());
    machine.pool.ult(index, length)
}

/// Whether stored views have an element with this key.
pub fn has(machine: &mut Machine, stored: &Value, key: &Value) -> Result<Value, Stop> {
    each_view(machine, stored, &mut |machine, view| {
        let inside = contains(machine, view, key);
        Ok(Value::from_term(machine.pool, inside))
    })
}

/// Whether an object has an element with a key, undefined if the key means an ordinary property.
pub fn has_element(machine: &mut Machine, args: &[Value]) -> Effect {
    let (object, key) = match super::objects::prepare(machine, args, super::objects::OWN) {
        Ok(prepared) => prepared,
        Err(effect) => return effect,
    };
    match elements(machine, &object, &key) {
        Ok(Some(stored)) => effect(has(machine, &stored, &key)),
        Ok(None) => Effect::Return(Some(UNDEFINED)),
        Err(effect) => effect,
    }
}

/// The number of elements of an object, 0 if it has none in a buffer.
pub fn count(machine: &mut Machine, object: &Value) -> Result<u64, Stop> {
    let Some(stored) = stored_view(machine, object)? else {
        return Ok(0);
    };
    let count = each_view(machine, &stored, &mut |_, view| {
        let count = if view.has_elements() { view.length } else { 0 };
        Ok(Value::bits(32, count.into()))
    })?;
    match count.as_u64() {
        Some(count) => Ok(count),
        None => unmodelled_operation("the elements of one of several buffers"),
    }
}

/// A pointer to the element at an index that a view has, for elements of this many bits.
fn place(machine: &mut Machine, view: &View, index: &Value, width: u32) -> Option<Value> {
    let Value::Ptr { object, .. } = view.bytes else {
        return None;
    };
    let pool = &mut *machine.pool;
    let index = index.to_term(pool)?;
    let index = pool.zext(index, 64);
    let (size, start) = (
        pool.bits(64, (width / 8).into()),
        pool.bits(64, view.offset.into()),
    );
    let distance = pool.mul(index, size);
    let offset = pool.add(start, distance);
    Some(Value::pointer(pool, object, offset))
}

/// The element of stored views with a key, undefined if there is none.
pub fn read(machine: &mut Machine, stored: &Value, key: &Value) -> Result<Value, Stop> {
    each_view(machine, stored, &mut |machine, view| {
        let inside = contains(machine, view, key);
        if !machine.decide(inside)? {
            lints::outside(machine, Term::FALSE, key);
            return Ok(UNDEFINED);
        }
        let (_, width, form) = KINDS[view.kind];
        match place(machine, view, key, width) {
            Some(place) => load(machine, &place, width, form, true),
            None => unmodelled_operation("an element of one of several buffers"),
        }
    })
}

/// Reads a number.
fn load(
    machine: &mut Machine,
    place: &Value,
    width: u32,
    form: Form,
    little: bool,
) -> Result<Value, Stop> {
    let raw = machine.load(place, &Type::Bits(width))?;
    machine.lift(&raw, &mut |machine, raw| {
        let Some(raw) = raw.to_term(machine.pool) else {
            return unmodelled_operation("bytes that are no number");
        };
        let raw = match little {
            true => raw,
            false => swapped(machine, raw, width),
        };
        if form.is_big() {
            return big(machine, raw, form);
        }
        Ok(number(machine, raw, width, form))
    })
}

/// A number whose bytes are in the opposite order.
fn swapped(machine: &mut Machine, raw: Term, width: u32) -> Term {
    let pool = &mut *machine.pool;
    let mut result = pool.extract(raw, 7, 0);
    for low in (8..width).step_by(8) {
        let byte = pool.extract(raw, low + 7, low);
        result = pool.concat(result, byte);
    }
    result
}

/// The BigInt that 64 bits stand for.
fn big(machine: &mut Machine, raw: Term, form: Form) -> Result<Value, Stop> {
    match machine.pool.as_bits(raw) {
        Some(bits) if form == Form::BigSigned => Ok(Value::Int(bits as u64 as i64)),
        Some(bits) => Ok(Value::int(bits.into())),
        None => unmodelled_operation("a symbolic BigInt"),
    }
}

/// The number that bits stand for.
fn number(machine: &mut Machine, raw: Term, width: u32, form: Form) -> Value {
    let pool = &mut *machine.pool;
    let result = match form {
        Form::Float(FloatKind::F64) => raw,
        Form::Float(kind) => pool.float_to_float(kind, FloatKind::F64, raw),
        Form::Signed => pool.sext(raw, 32),
        _ if width < 32 => pool.zext(raw, 32),
        _ => {
            let zero = pool.bits(32, 0);
            let large = pool.slt(raw, zero);
            let double = pool.int_to_float(FloatKind::F64, raw, false);
            let (small, double) = (Value::from_term(pool, raw), Value::from_term(pool, double));
            return Value::ite(pool, large, &double, &small);
        }
    };
    normal(&Value::from_term(pool, result))
}

/// The bits that stand for a primitive value that is no string.
fn encoded(machine: &mut Machine, value: &Value, width: u32, form: Form) -> Result<Value, Stop> {
    if form.is_big() {
        let Some(number) = value.as_bigint() else {
            return unmodelled_operation("this BigInt");
        };
        let low = modulo(&number, 64, false);
        let bits = u64::try_from(low).unwrap_or(0);
        return Ok(Value::bits(64, bits.into()));
    }
    if let Form::Float(kind) = form {
        let double = to_double(machine, value)?;
        let pool = &mut *machine.pool;
        let Some(double) = double.to_term(pool) else {
            return unmodelled_operation("this number");
        };
        let double = canonical_nan(pool, double);
        let bits = match kind {
            FloatKind::F64 => double,
            kind => pool.float_to_float(FloatKind::F64, kind, double),
        };
        return Ok(Value::from_term(pool, bits));
    }
    let whole = match form {
        Form::Clamped => clamped(machine, value)?,
        _ => wrap_value(machine, value)?,
    };
    let pool = &mut *machine.pool;
    let Some(whole) = whole.to_term(pool) else {
        return unmodelled_operation("this number");
    };
    let bits = pool.extract(whole, width - 1, 0);
    Ok(Value::from_term(pool, bits))
}

/// A number as the nearest one from 0 to 255 (ECMA-262, 7.1.12).
fn clamped(machine: &mut Machine, value: &Value) -> Result<Value, Stop> {
    let is_integer = machine.kind_of(value) == sheaf_ir::Kind::Integer;
    if is_integer && let Some(number) = value.to_term(machine.pool) {
        let pool = &mut *machine.pool;
        let (zero, most) = (pool.bits(32, 0), pool.bits(32, 255));
        let (low, high) = (pool.slt(number, zero), pool.slt(most, number));
        let limited = pool.ite(high, most, number);
        let limited = pool.ite(low, zero, limited);
        return Ok(Value::from_term(pool, limited));
    }
    let double = to_double(machine, value)?;
    let rounded = machine.round_float(FloatKind::F64, &double, Integral::NearestEven)?;
    let pool = &mut *machine.pool;
    let Some(rounded) = rounded.to_term(pool) else {
        return unmodelled_operation("this number");
    };
    let (zero, most) = (pool.bits(32, 0), pool.bits(32, 255));
    let limit = pool.bits(64, 255f64.to_bits().into());
    let (none, whole) = (
        pool.bits(64, 0),
        pool.float_to_int(FloatKind::F64, rounded, 32, true),
    );
    // False for NaN, which is 0.
    let positive = pool.flt(FloatKind::F64, none, rounded);
    let high = pool.flt(FloatKind::F64, limit, rounded);
    let limited = pool.ite(high, most, whole);
    let limited = pool.ite(positive, limited, zero);
    Ok(Value::from_term(pool, limited))
}

/// Sets the element of stored views with a key, where there is one. `args` are the object, the
/// key and the value.
pub fn write(machine: &mut Machine, stored: &Value, key: &Value, args: &[Value]) -> Effect {
    let value = &args[2];
    let of_bigs = each_view(machine, stored, &mut |_, view| {
        Ok(Value::Bool(KINDS[view.kind].2.is_big()))
    });
    let of_bigs = match of_bigs {
        Ok(Value::Bool(of_bigs)) => of_bigs,
        Ok(_) => return Effect::Unmodelled("an element of one of several buffers".to_string()),
        Err(stop) => return stop.into(),
    };
    let value_only = std::slice::from_ref(value);
    if made_known(machine, value_only).is_some() {
        return Effect::NeedConcrete(2);
    }
    let is_converted = |it: &Value| match of_bigs {
        true => it.as_bigint().is_none(),
        false => is_converted(it),
    };
    if value.members().any(|(_, it)| is_converted(it)) {
        let args = [args[0].clone(), key.clone(), value.clone()];
        return match value {
            Value::Union(_) => Effect::NeedConcrete(2),
            _ => calls::library(machine, "setElement", &args),
        };
    }
    let mut places = Vec::new();
    let found = each_view(machine, stored, &mut |machine, view| {
        let inside = contains(machine, view, key);
        if machine.decide(inside)? {
            let (_, width, form) = KINDS[view.kind];
            match place(machine, view, key, width) {
                Some(place) => places.push((machine.guard(), place, width, form)),
                None => return unmodelled_operation("an element of one of several buffers"),
            }
        }
        Ok(UNDEFINED)
    });
    let stored = found.and_then(|_| {
        places.iter().try_for_each(|(guard, place, width, form)| {
            let stored = machine.under(*guard, |machine| {
                store(machine, place, *width, *form, true, value)
            });
            stored.unwrap_or(Ok(()))
        })
    });
    effect(stored.map(|()| value.clone()))
}

/// Whether the library converts a value to a number.
fn is_converted(value: &Value) -> bool {
    matches!(
        value,
        Value::Ptr { .. } | Value::SymStr(_) | Value::Str(_) | Value::Int(_) | Value::BigInt(_)
    )
}

/// Writes a primitive value that is no string.
fn store(
    machine: &mut Machine,
    place: &Value,
    width: u32,
    form: Form,
    little: bool,
    value: &Value,
) -> Result<(), Stop> {
    let bits = machine.lift(value, &mut |machine, value| {
        let bits = encoded(machine, value, width, form)?;
        match (little, bits.to_term(machine.pool)) {
            (false, Some(bits)) => {
                let bits = swapped(machine, bits, width);
                Ok(Value::from_term(machine.pool, bits))
            }
            _ => Ok(bits),
        }
    })?;
    machine.store(place, &Type::Bits(width), &bits)
}

/// Where `DataView` reads and writes: the arguments are the object, an offset within its bytes, the
/// name of the kind of arrays that has such elements, and whether the lowest byte is the first.
struct Part {
    place: Value,
    width: u32,
    form: Form,
    little: bool,
}

fn part(machine: &mut Machine, args: &[Value]) -> Result<Part, Effect> {
    if matches!(args[1], Value::Union(_)) {
        return Err(Effect::NeedConcrete(1));
    }
    if matches!(args[0], Value::Union(_)) {
        return Err(Effect::NeedConcrete(0));
    }
    let stored = machine.own_member(&args[0], &slot_key(slot::VIEW))?;
    let kind = KINDS.iter().find(|(name, ..)| args[2] == text(name));
    let place = each_view(machine, &stored, &mut |machine, view| match place(
        machine, view, &args[1], 8,
    ) {
        Some(place) => Ok(place),
        None => unmodelled_operation("this part of a buffer"),
    })?;
    match (kind, machine.kind_of(&args[1])) {
        (Some((_, width, form)), sheaf_ir::Kind::Integer) => Ok(Part {
            place,
            width: *width,
            form: *form,
            little: settled::truth(machine, &args[3])?,
        }),
        _ => Err(Effect::Unmodelled("this part of a buffer".to_string())),
    }
}

/// Reads a number: the arguments are those of [`Part`].
pub fn load_number(machine: &mut Machine, args: &[Value]) -> Effect {
    match part(machine, args) {
        Ok(part) => effect(load(
            machine,
            &part.place,
            part.width,
            part.form,
            part.little,
        )),
        Err(effect) => effect,
    }
}

/// Writes a number: the arguments are those of [`Part`], and the number.
pub fn store_number(machine: &mut Machine, args: &[Value]) -> Effect {
    match part(machine, args) {
        Ok(part) => {
            let stored = store(
                machine,
                &part.place,
                part.width,
                part.form,
                part.little,
                &args[4],
            );
            effect(stored.map(|()| UNDEFINED))
        }
        Err(effect) => effect,
    }
}

/// Copies bytes: target, offset in its buffer, source, offset in its buffer, and how many. They lie
/// within both.
pub fn copy_bytes(machine: &mut Machine, args: &[Value]) -> Effect {
    let known = |at: usize| args[at].as_u64();
    let (Some(to), Some(from), Some(count)) = (known(1), known(3), known(4)) else {
        let position = [1, 3, 4].into_iter().find(|at| known(*at).is_none());
        return Effect::NeedConcrete(position.unwrap_or(1));
    };
    let bytes = |machine: &mut Machine, at: usize, offset: u64| {
        let stored = machine.own_member(&args[at], &slot_key(slot::VIEW))?;
        each_view(machine, &stored, &mut |_, view| match view.bytes {
            Value::Ptr { object, .. } => Ok(Value::Ptr { object, offset }),
            _ => unmodelled_operation("a copy between several buffers"),
        })
    };
    let result = bytes(machine, 0, to).and_then(|to| {
        let from = bytes(machine, 2, from)?;
        machine.copy(&to, &from, count, true)?;
        Ok(UNDEFINED)
    });
    effect(result)
}
