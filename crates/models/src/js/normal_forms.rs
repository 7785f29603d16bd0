//! Unicode normalization of strings.

use super::strings::within;
use super::{effect, text};
use sheaf_execution::{Effect, Machine, Value};
use sheaf_term::Term;
use std::rc::Rc;
use unicode_normalization::UnicodeNormalization;

/// A normal form.
struct Form {
    name: &'static str,
    convert: fn(&str) -> String,
    /// The first unit that it may change.
    first: u32,
}

const FORMS: [Form; 4] = [
    Form {
        name: "NFC",
        convert: |text| text.nfc().collect(),
        first: 0x300,
    },
    Form {
        name: "NFD",
        convert: |text| text.nfd().collect(),
        first: 0xc0,
    },
    Form {
        name: "NFKC",
        convert: |text| text.nfkc().collect(),
        first: 0xa0,
    },
    Form {
        name: "NFKD",
        convert: |text| text.nfkd().collect(),
        first: 0xa0,
    },
];

/// A string in a form with a known name. Symbolic units that a form may change end the path.
pub fn normalized(machine: &mut Machine, args: &[Value]) -> Effect {
    let Some(form) = FORMS.iter().find(|form| args[1] == text(form.name)) else {
        return Effect::Unmodelled("a normal form without a known name".to_string());
    };
    effect(machine.lift(&args[0], &mut |machine, value| {
        if let Value::Str(text) = value {
            return Ok(Value::Str(Rc::new(
                converted(text.units(), form.convert).into(),
            )));
        }
        if let Some(text) = machine.sym_text(value) {
            let mut changes = Term::FALSE;
            for (at, unit) in text.units().iter().enumerate() {
                let stays = within(machine.pool, *unit, 0, form.first - 1);
                let at = machine.pool.bits(32, at as u128);
                let is_there = machine.pool.ult(at, text.length());
                let changed = machine.pool.not(stays);
                let changed = machine.pool.and(is_there, changed);
                changes = machine.pool.or(changes, changed);
            }
            let what = "String.prototype.normalize of symbolic characters beyond ASCII";
            machine.stop_where(changes, what.to_string());
        }
        Ok(value.clone())
    }))
}

/// A known string in a form. Surrogates without partner stay.
fn converted(units: &[u16], convert: fn(&str) -> String) -> Vec<u16> {
    let mut result = Vec::with_capacity(units.len());
    let mut run = String::new();
    for decoded in char::decode_utf16(units.iter().copied()) {
        match decoded {
            Ok(character) => run.push(character),
            Err(lone) => {
                result.extend(convert(&run).encode_utf16());
                result.push(lone.unpaired_surrogate());
                run.clear();
            }
        }
    }
    result.extend(convert(&run).encode_utf16());
    result
}
