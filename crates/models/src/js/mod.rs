//! Operators and built-ins of JavaScript that the representation has no operation for.
//!
//! Objects are tables. Keys are strings or, if spelled like one, 32-bit integers. Internal members
//! have 8-bit keys ([`slot`]). An unmodelled built-in is a member whose value is a tuple of its
//! name; accessing it ends the path.

mod arithmetic;
mod builtins;
mod calls;
mod convert;
mod equality;
mod errors;
mod library;
mod number_text;
mod objects;
mod output;

use sheaf_engine::value::{ObjectId, Text};
use sheaf_engine::{Effect, Intrinsic, Machine, Stop, Value};
use sheaf_ir::Unit;
use std::rc::Rc;

/// Keys of internal members.
mod slot {
    /// The function that runs when an object is called, or the number of a built-in.
    pub const CALL: u8 = 1;
    /// The boxes of a closure.
    pub const BOXES: u8 = 2;
    /// `this` of an arrow function.
    pub const THIS: u8 = 3;
    /// The length of an array.
    pub const LENGTH: u8 = 4;
    /// The number of parameters before the rest parameter of a closure that has one.
    pub const REST: u8 = 5;
    /// The number of members of a built-in prototype after the start.
    pub const MEMBERS: u8 = 6;
    /// Present in the prototype that a function has from the start.
    pub const PROTOTYPE: u8 = 7;
    /// Present in the prototype of errors.
    pub const ERROR: u8 = 8;
}

/// Initial objects, as `sheaf_js` creates them.
#[derive(Clone, Copy)]
enum Initial {
    Global = 1,
    Object,
    Function,
    Array,
    String,
    Number,
    Boolean,
    Error,
    TypeError,
    ReferenceError,
    RangeError,
    Console,
    Math,
    Module,
    Library,
}

const UNDEFINED: Value = Value::Unit(Unit::Undefined);

impl Initial {
    fn value(self) -> Value {
        Value::Ptr {
            object: ObjectId(self as u32),
            offset: 0,
        }
    }
}

fn text(text: &str) -> Value {
    Value::Str(Rc::new(Text::from(text)))
}

/// What an intrinsic returns: a value, or the reason why it stopped.
fn effect(result: Result<Value, Stop>) -> Effect {
    match result {
        Ok(value) => Effect::Return(Some(value)),
        Err(stop) => stop.into(),
    }
}

fn slot_key(slot: u8) -> Value {
    Value::bits(8, u128::from(slot))
}

const fn intrinsic(name: &'static str, run: fn(&mut Machine<'_>, &[Value]) -> Effect) -> Intrinsic {
    Intrinsic {
        name,
        run,
        is_local: false,
    }
}

/// The intrinsics of JavaScript programs, for [`sheaf_engine::Program::new`].
pub const INTRINSICS: &[Intrinsic] = &[
    intrinsic("js.initialise", builtins::initialise),
    intrinsic("js.boxes", calls::boxes),
    intrinsic("js.this_of", calls::this_of),
    intrinsic("js.sloppy_this", calls::sloppy_this),
    intrinsic("js.closure", calls::closure),
    intrinsic("js.call", calls::call),
    intrinsic("js.apply", calls::apply),
    intrinsic("js.create", calls::create),
    intrinsic("js.created", calls::created),
    intrinsic("js.instanceof", calls::instance_of),
    intrinsic("js.initial", library::initial),
    intrinsic("js.built_in", library::built_in),
    intrinsic("js.library", library::library),
    intrinsic("js.install", library::install),
    intrinsic("js.constructor", library::constructor),
    intrinsic("js.constants", library::constants),
    intrinsic("js.ready", library::ready),
    intrinsic("js.unmodelled", library::unmodelled),
    intrinsic("js.is_array", library::is_array),
    intrinsic("js.is_object", library::is_object),
    intrinsic("js.to_integer", library::to_integer),
    intrinsic("js.rounded", library::rounded),
    intrinsic("js.part", library::part),
    intrinsic("js.character", library::character),
    intrinsic("js.has_own", library::has_own),
    intrinsic("js.remains", library::remains),
    intrinsic("js.prototype_of", library::prototype_of),
    intrinsic("js.object_with", library::object_with),
    intrinsic("js.own_keys", library::own_keys),
    intrinsic("js.array", objects::array),
    intrinsic("js.append", objects::append),
    intrinsic("js.require_object", objects::require_object),
    intrinsic("js.object", objects::object),
    intrinsic("js.define", objects::define),
    intrinsic("js.get", objects::get),
    intrinsic("js.set", objects::set),
    intrinsic("js.delete", objects::delete),
    intrinsic("js.in", objects::is_in),
    intrinsic("js.get_global", objects::get_global),
    intrinsic("js.find_global", objects::find_global),
    intrinsic("js.set_global", objects::set_global),
    intrinsic("js.assign_global", objects::assign_global),
    intrinsic("js.reference_error", errors::reference_error),
    intrinsic("js.type_error", errors::type_error),
    intrinsic("js.truth", convert::truth),
    intrinsic("js.typeof", convert::type_of),
    intrinsic("js.is_nothing", convert::is_nothing),
    intrinsic("js.integer", convert::integer),
    intrinsic("js.double", convert::double),
    intrinsic("js.number", convert::number),
    intrinsic("js.string", convert::string),
    intrinsic("js.to_string", convert::string),
    intrinsic("js.to_number", convert::to_number),
    intrinsic("js.wrapped", convert::wrapped),
    intrinsic("js.way_of_add", arithmetic::add),
    intrinsic("js.way_of_sub", arithmetic::sub),
    intrinsic("js.way_of_mul", arithmetic::mul),
    intrinsic("js.way_of_div", arithmetic::div),
    intrinsic("js.way_of_rem", arithmetic::rem),
    intrinsic("js.way_of_neg", arithmetic::neg),
    intrinsic("js.way_of_less", arithmetic::less),
    intrinsic("js.way_of_same", equality::strict),
    intrinsic("js.way_of_equal", equality::loose),
];
