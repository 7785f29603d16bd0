//! Operators and built-ins of JavaScript that the representation has no operation for.
//!
//! Objects are tables. Keys are strings or, if spelled like one, 32-bit integers. Internal members
//! have 8-bit keys ([`slot`]). An unmodelled built-in is a member whose value is a tuple of its
//! name; accessing it ends the path.

mod arithmetic;
mod bigints;
mod builtins;
mod calls;
mod case;
mod classes;
mod convert;
mod coroutines;
mod equality;
mod errors;
mod function_text;
mod globals;
mod inputs;
mod library;
mod lints;
mod math;
mod modules;
mod normal_forms;
mod number_text;
mod objects;
mod operators;
mod output;
mod properties;
mod quick;
mod quick_calls;
mod quick_objects;
mod regexp;
mod settled;
mod shown;
mod strings;
mod symbolic_keys;
mod views;
mod writes;

use sheaf_execution::value::{ObjectId, Text};
use sheaf_execution::{Effect, Intrinsic, Machine, Quick, QuickCall, Stop, Value};
use sheaf_ir::{Behaviour, Unit};
use sheaf_js::abi::Initial;
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
    /// What a closure does besides running its function.
    pub const SHAPE: u8 = 5;
    /// The word that `Object.prototype.toString` shows for a built-in kind of object.
    pub const CLASS: u8 = 6;
    /// The value of an object made from a primitive value; the description of a symbol.
    pub const PRIMITIVE: u8 = 7;
    /// What cannot be changed about an object.
    pub const LIMITS: u8 = 8;
    /// The function that a bound function calls.
    pub const TARGET: u8 = 9;
    /// The arguments that a bound function adds: an array.
    pub const ADDED: u8 = 10;
    /// The object on whose prototype `super` looks members up.
    pub const HOME: u8 = 11;
    /// The function that initializes the fields of a class.
    pub const FIELDS: u8 = 12;
    /// What the library keeps in an object.
    pub const DATA: u8 = 13;
    /// The frame of a call that has suspended.
    pub const FRAME: u8 = 14;
    /// The function that goes on with such a call.
    pub const CALL_AGAIN: u8 = 15;
    /// Where an error was created, or a promise rejected: location and function.
    pub const PLACE: u8 = 16;
    /// Of what an object is a view, or the bytes of a buffer.
    pub const VIEW: u8 = 17;
}

const UNDEFINED: Value = Value::Unit(Unit::Undefined);

/// A pointer to an object.
trait Pointer {
    fn value(self) -> Value;
}

impl Pointer for Initial {
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

/// Whether a value is a known string with this content.
fn is_text(value: &Value, text: &str) -> bool {
    matches!(value, Value::Str(it) if it.units().iter().copied().eq(text.encode_utf16()))
}

/// What an intrinsic returns: a value, or the reason why it stopped.
fn effect(result: Result<Value, Stop>) -> Effect {
    match result {
        Ok(value) => Effect::Return(Some(value)),
        Err(stop) => stop.into(),
    }
}

#[inline]
fn slot_key(slot: u8) -> Value {
    Value::bits(8, u128::from(slot))
}

const fn intrinsic(name: &'static str, run: fn(&mut Machine<'_>, &[Value]) -> Effect) -> Intrinsic {
    Intrinsic {
        name,
        run,
        behaviour: Behaviour::UNKNOWN,
        quick: None,
        quick_call: None,
    }
}

const fn quickly(
    name: &'static str,
    run: fn(&mut Machine<'_>, &[Value]) -> Effect,
    quick: Quick,
) -> Intrinsic {
    Intrinsic {
        quick: Some(quick),
        ..intrinsic(name, run)
    }
}

const fn calling(
    name: &'static str,
    run: fn(&mut Machine<'_>, &[Value]) -> Effect,
    quick_call: QuickCall,
) -> Intrinsic {
    Intrinsic {
        quick_call: Some(quick_call),
        ..intrinsic(name, run)
    }
}

/// The intrinsics of JavaScript programs, for [`sheaf_execution::Program::new`].
pub const INTRINSICS: &[Intrinsic] = &[
    intrinsic("js.initialise", builtins::initialise),
    quickly("js.boxes", calls::boxes, Quick::Value(quick_calls::boxes)),
    quickly(
        "js.this_of",
        calls::this_of,
        Quick::Value(quick_calls::this_of),
    ),
    intrinsic("js.sloppy_this", calls::sloppy_this),
    quickly(
        "js.closure",
        calls::closure,
        Quick::Value(quick_calls::closure),
    ),
    intrinsic("js.sources", function_text::sources),
    intrinsic("js.function_text", function_text::function_text),
    intrinsic("js.restricted", function_text::restricted),
    calling("js.call", calls::call, quick_calls::call),
    intrinsic("js.apply", calls::apply),
    intrinsic("js.create", calls::create),
    quickly(
        "js.created",
        calls::created,
        Quick::Value(quick_calls::created),
    ),
    intrinsic("js.instanceof", calls::instance_of),
    intrinsic("js.is_instance", calls::is_instance),
    intrinsic("js.initial", library::initial),
    intrinsic("js.built_in", library::built_in),
    quickly(
        "js.library",
        library::library,
        Quick::Value(quick_objects::library),
    ),
    intrinsic("js.install", library::install),
    intrinsic("js.constructor", library::constructor),
    intrinsic("js.constants", library::constants),
    intrinsic("js.length_of_function", library::length_of_function),
    intrinsic("js.symbol", objects::symbol),
    intrinsic("js.description", objects::description),
    intrinsic("js.map_argument", calls::map_argument),
    calling("js.construct", calls::construct, quick_calls::construct),
    intrinsic("js.construct_apply", calls::construct_apply),
    intrinsic("js.is_constructor", library::is_constructor),
    intrinsic("js.own_property", library::own_property),
    intrinsic("js.put_property", library::put_property),
    intrinsic("js.put_accessor", library::put_accessor),
    intrinsic("js.add_accessor", library::add_accessor),
    intrinsic("js.all_keys", library::all_keys),
    intrinsic("js.limits", library::limits),
    intrinsic("js.limit", library::limit),
    intrinsic("js.set_prototype", library::set_prototype),
    intrinsic("js.set_length", library::set_length),
    intrinsic("js.private_name", classes::private_name),
    intrinsic("js.private_get", classes::private_get),
    intrinsic("js.private_set", classes::private_set),
    intrinsic("js.private_in", classes::private_in),
    intrinsic("js.private_add", classes::private_add),
    intrinsic("js.private_copy", classes::private_copy),
    intrinsic("js.private_method", classes::private_method),
    intrinsic("js.private_accessor", classes::private_accessor),
    intrinsic("js.share_home", classes::share_home),
    intrinsic("js.name_function", classes::name_function),
    intrinsic("js.get_from", objects::get_from),
    intrinsic("js.to_key", objects::to_key),
    quickly("js.step", objects::step, Quick::Value(quick_objects::step)),
    intrinsic("js.empty", objects::empty),
    intrinsic("js.is_empty", objects::is_empty),
    quickly(
        "js.define_field",
        writes::define_field,
        Quick::Value(quick_objects::define_field),
    ),
    intrinsic("js.delete_global", globals::delete_global),
    intrinsic("js.module_body", modules::body),
    intrinsic("js.fill", modules::fill),
    intrinsic("js.copy_member", modules::copy_member),
    intrinsic("js.namespace", modules::namespace),
    intrinsic("js.run_jobs", calls::run_jobs),
    intrinsic("js.mark_place", errors::mark_place),
    intrinsic("js.unhandled", errors::unhandled),
    intrinsic("js.coroutine", coroutines::coroutine),
    intrinsic("js.resume", coroutines::resume),
    intrinsic("js.state", coroutines::state),
    intrinsic("js.yields", coroutines::yields),
    intrinsic("js.iterator_result", coroutines::iterator_result),
    intrinsic("js.bind", library::bind),
    intrinsic("js.entry", library::entry),
    intrinsic("js.set_entry", library::set_entry),
    intrinsic("js.pow", library::pow),
    intrinsic("js.math", math::unary),
    intrinsic("js.atan2", math::atan2),
    quickly("js.sqrt", math::sqrt, Quick::Value(quick::sqrt)),
    intrinsic("js.imul", math::imul),
    intrinsic("js.slot", library::slot_of),
    intrinsic("js.set_slot", library::set_slot),
    intrinsic("js.built_in_call", builtins::built_in_call),
    quickly("js.put", writes::put, Quick::Value(quick_objects::set)),
    intrinsic("js.delete_if_possible", writes::delete_if_possible),
    intrinsic("js.now", library::now),
    intrinsic("js.unmodelled", library::unmodelled),
    intrinsic("js.missing", library::missing),
    intrinsic("js.shown", shown::shown_text),
    intrinsic("js.described", shown::described_text),
    intrinsic("js.print", output::print),
    intrinsic("js.fail", library::fail),
    intrinsic("js.is_caught", library::is_caught),
    intrinsic("js.is_running", calls::is_running),
    quickly(
        "js.is_array",
        library::is_array,
        Quick::Value(quick_objects::is_array),
    ),
    quickly(
        "js.is_object",
        library::is_object,
        Quick::Truth(quick::is_object),
    ),
    quickly(
        "js.to_integer",
        library::to_integer,
        Quick::Word(32, quick::to_integer),
    ),
    intrinsic("js.rounded", library::rounded),
    intrinsic("js.part", strings::part),
    intrinsic("js.character", strings::character),
    intrinsic("js.characters", strings::characters),
    intrinsic("js.with_length", strings::with_length),
    intrinsic("js.index_of", strings::index_of),
    intrinsic("js.last_index_of", strings::last_index_of),
    intrinsic("js.starts_at", strings::starts_at),
    intrinsic("js.is_space", strings::is_space),
    intrinsic("js.regexp_check", regexp::check),
    intrinsic("js.regexp_names", regexp::names),
    intrinsic("js.regexp_find", regexp::find),
    intrinsic("js.regexp_test", regexp::test),
    intrinsic("js.big", bigints::big),
    intrinsic("js.big_of_number", bigints::of_number),
    intrinsic("js.big_of_text", bigints::of_text),
    intrinsic("js.big_number", bigints::to_number),
    intrinsic("js.big_compare", bigints::compare),
    intrinsic("js.big_wrapped", bigints::wrapped),
    intrinsic("js.big_text", bigints::in_radix),
    intrinsic("js.one_like", bigints::one_like),
    intrinsic("js.new_buffer", views::new_buffer),
    intrinsic("js.new_view", views::new_view),
    intrinsic("js.view_part", views::view_part),
    intrinsic("js.copy_bytes", views::copy_bytes),
    intrinsic("js.has_element", views::has_element),
    intrinsic("js.load_number", views::load_number),
    intrinsic("js.store_number", views::store_number),
    intrinsic("js.digit_of", strings::digit_of),
    intrinsic("js.cased", strings::cased),
    intrinsic("js.digits", strings::digits),
    intrinsic("js.is_machine_integer", number_text::is_machine_integer),
    intrinsic("js.decimal_text", number_text::decimal_text),
    intrinsic("js.radix_text", number_text::radix_text),
    intrinsic("js.power_of_ten", strings::power_of_ten),
    intrinsic("js.string_input", inputs::string),
    intrinsic("js.scalar_input", inputs::scalar),
    intrinsic("js.input_like", inputs::like),
    intrinsic("js.random", inputs::random),
    intrinsic("js.normalized", normal_forms::normalized),
    intrinsic("js.has_own", library::has_own),
    intrinsic("js.remains", library::remains),
    intrinsic("js.prototype_of", library::prototype_of),
    intrinsic("js.object_with", library::object_with),
    intrinsic("js.own_keys", library::own_keys),
    quickly(
        "js.array",
        objects::array,
        Quick::Value(quick_objects::array),
    ),
    quickly(
        "js.append",
        objects::append,
        Quick::Value(quick_objects::append),
    ),
    intrinsic("js.require_object", objects::require_object),
    quickly(
        "js.object",
        objects::object,
        Quick::Value(quick_objects::object),
    ),
    quickly(
        "js.define",
        writes::define,
        Quick::Value(quick_objects::define),
    ),
    quickly("js.get", objects::get, Quick::Value(quick_objects::get)),
    quickly("js.set", writes::set, Quick::Value(quick_objects::set)),
    intrinsic("js.delete", writes::delete),
    quickly("js.in", objects::is_in, Quick::Value(quick_objects::is_in)),
    quickly(
        "js.get_global",
        globals::get_global,
        Quick::Value(quick_objects::get_global),
    ),
    intrinsic("js.find_global", globals::find_global),
    intrinsic("js.set_global", globals::set_global),
    intrinsic("js.assign_global", globals::assign_global),
    intrinsic("js.reference_error", errors::reference_error),
    intrinsic("js.type_error", errors::type_error),
    quickly("js.truth", convert::truth, Quick::Truth(quick::truth)),
    quickly(
        "js.typeof",
        convert::type_of,
        Quick::Value(quick_objects::type_of),
    ),
    quickly(
        "js.is_nothing",
        convert::is_nothing,
        Quick::Truth(quick::is_nothing),
    ),
    intrinsic("js.integer", convert::integer),
    intrinsic("js.double", convert::double),
    quickly("js.number", convert::number, Quick::Value(quick::number)),
    intrinsic("js.string", convert::string),
    quickly("js.to_string", convert::string, Quick::Value(quick::string)),
    quickly(
        "js.to_number",
        convert::to_number,
        Quick::Value(quick::to_number),
    ),
    intrinsic("js.wrapped", convert::wrapped),
    intrinsic("js.way_of_add", arithmetic::add),
    intrinsic("js.way_of_sub", arithmetic::sub),
    intrinsic("js.way_of_mul", arithmetic::mul),
    intrinsic("js.way_of_div", arithmetic::div),
    intrinsic("js.way_of_rem", arithmetic::rem),
    intrinsic("js.way_of_neg", arithmetic::neg),
    intrinsic("js.way_of_less", arithmetic::less),
    intrinsic("js.way_of_bits", bigints::way_of_bits),
    intrinsic("js.way_of_same", equality::strict),
    intrinsic("js.way_of_equal", equality::loose),
    quickly("js.add", operators::converting, Quick::Value(quick::add)),
    quickly("js.sub", operators::converting, Quick::Value(quick::sub)),
    quickly("js.mul", operators::converting, Quick::Value(quick::mul)),
    quickly("js.div", operators::converting, Quick::Value(quick::div)),
    quickly("js.rem", operators::converting, Quick::Value(quick::rem)),
    quickly("js.neg", operators::converting, Quick::Value(quick::neg)),
    quickly("js.and", operators::converting, Quick::Word(32, quick::and)),
    quickly("js.or", operators::converting, Quick::Word(32, quick::or)),
    quickly("js.xor", operators::converting, Quick::Word(32, quick::xor)),
    quickly("js.shl", operators::converting, Quick::Word(32, quick::shl)),
    quickly("js.shr", operators::converting, Quick::Word(32, quick::shr)),
    quickly("js.ushr", operators::converting, Quick::Value(quick::ushr)),
    quickly("js.not", operators::converting, Quick::Word(32, quick::not)),
    quickly("js.lt", operators::converting, Quick::Truth(quick::lt)),
    quickly("js.le", operators::converting, Quick::Truth(quick::le)),
    quickly("js.gt", operators::converting, Quick::Truth(quick::gt)),
    quickly("js.ge", operators::converting, Quick::Truth(quick::ge)),
    quickly("js.same", operators::same, Quick::Truth(quick::same)),
    quickly("js.eq", operators::eq, Quick::Truth(quick::eq)),
];

#[cfg(test)]
mod tests {
    use super::INTRINSICS;
    use sheaf_ir::{Callee, Op};
    use std::path::Path;

    #[test]
    fn what_lowered_programs_call_exists() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/js");
        let mut calls = 0;
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path().display().to_string();
            if !path.ends_with(".js") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let module = sheaf_js::load_text(&path, &text, 8, false).unwrap();
            let blocks = module.funcs.iter().flat_map(|it| it.blocks.iter());
            for inst in blocks.flat_map(|it| &it.insts) {
                if let Op::Call(call) = &inst.op
                    && let Callee::Intrinsic(name) = call.callee
                {
                    let name = &*module.names[name];
                    assert!(INTRINSICS.iter().any(|it| it.name == name), "{name}");
                    calls += 1;
                }
            }
        }
        assert!(calls > 1000, "{calls}");
    }
}
