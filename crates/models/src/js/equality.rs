//! The kind of a comparison: 0 as values, 1 as doubles, 2 always equal, 3 never equal, 4 if one
//! operand is an object, which the library converts.

use super::objects::{is_object, is_symbol};
use super::{convert, effect, lints};
use sheaf_execution::{Effect, Machine, Value};
use sheaf_ir::{FailureKind, Kind};

const VALUES: u128 = 0;
const DOUBLES: u128 = 1;
const EQUAL: u128 = 2;
const DIFFERENT: u128 = 3;
const CONVERTED: u128 = 4;

fn compare(
    machine: &mut Machine,
    args: &[Value],
    way: fn(&Machine, &Value, &Value) -> u128,
) -> Effect {
    let [left, right] = args else {
        return Effect::Unmodelled("an operator of two operands".to_string());
    };
    effect(machine.lift2(left, right, &mut |machine, left, right| {
        Ok(Value::bits(8, way(machine, left, right)))
    }))
}

fn strict_way(left: Kind, right: Kind) -> u128 {
    match (left, right) {
        (Kind::Float, Kind::Float | Kind::Integer) | (Kind::Integer, Kind::Float) => DOUBLES,
        (left, right) if left == right => VALUES,
        _ => DIFFERENT,
    }
}

/// `===`
pub fn strict(machine: &mut Machine, args: &[Value]) -> Effect {
    compare(machine, args, |machine, left, right| {
        strict_way(machine.kind_of(left), machine.kind_of(right))
    })
}

/// If one of two operands may be an object, and the other may be of a type to which `==` converts
/// objects: the effect that enumerates them.
pub fn enumerated(machine: &Machine, args: &[Value]) -> Option<Effect> {
    let any = |value: &Value, is_meant: fn(Kind) -> bool| {
        let mut members = value.members();
        members.any(|(_, it)| is_meant(machine.kind_of(it)))
    };
    let is_mixed = |a, b| any(a, |kind| kind == Kind::Pointer) && any(b, is_converted);
    let is_mixed = is_mixed(&args[0], &args[1]) || is_mixed(&args[1], &args[0]);
    is_mixed
        .then(|| convert::enumerated(machine, args))
        .flatten()
}

/// `==`
pub fn loose(machine: &mut Machine, args: &[Value]) -> Effect {
    if let ([left, right], true) = (args, machine.lints(FailureKind::ImplicitConversion)) {
        let reported = machine.lift2(left, right, &mut |machine, left, right| {
            report_conversion(machine, left, right);
            Ok(Value::Bool(true))
        });
        if let Err(stop) = reported {
            return stop.into();
        }
    }
    compare(machine, args, |machine, left, right| {
        // An object of a symbol is equal to it.
        let is_of_symbol = |a: &Value, b: &Value| is_symbol(a) && is_object(b) && *b != Value::NULL;
        if is_of_symbol(left, right) || is_of_symbol(right, left) {
            return CONVERTED;
        }
        let (left, right) = (machine.kind_of(left), machine.kind_of(right));
        let nothing = |kind| matches!(kind, Kind::Undefined | Kind::Null);
        let number = |kind| matches!(kind, Kind::Bool | Kind::Integer | Kind::Float | Kind::Str);
        match (left, right) {
            (Kind::Pointer, kind) | (kind, Kind::Pointer) if is_converted(kind) => CONVERTED,
            _ if nothing(left) && nothing(right) => EQUAL,
            (Kind::Int, kind) | (kind, Kind::Int) if number(kind) => CONVERTED,
            _ if left == right || !number(left) || !number(right) => strict_way(left, right),
            _ => DOUBLES,
        }
    })
}

/// Notes that one of two values is converted to the type of the other.
fn report_conversion(machine: &mut Machine, left: &Value, right: &Value) {
    let kinds = [machine.kind_of(left), machine.kind_of(right)];
    let number = |kind: &Kind| matches!(kind, Kind::Integer | Kind::Float | Kind::Int);
    let nothing = |kind: &Kind| matches!(kind, Kind::Undefined | Kind::Null | Kind::Empty);
    let same = kinds[0] == kinds[1] || kinds.iter().all(number);
    if !same && !kinds.iter().any(nothing) {
        let kind = kinds.iter().find(|kind| !number(kind));
        lints::converted(machine, *kind.unwrap_or(&kinds[0]));
    }
}

/// Whether an object is converted when it is compared with a value of a kind.
fn is_converted(kind: Kind) -> bool {
    !matches!(
        kind,
        Kind::Pointer | Kind::Undefined | Kind::Null | Kind::Empty
    )
}
