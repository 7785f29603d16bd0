//! The first members of a garden, in this order: values of `--index-seed`, float constants of the
//! program's own functions, numbers in the data and the texts that these use, and usual numbers.

use super::{Garden, calls};
use crate::float::{self, scan};
use crate::options::Indexing;
use sheaf_ir::FloatKind::{self, F32, F64, F80};
use sheaf_ir::{Const, Element, Func, GlobalId, Init, LocId, Module, Op, Operand, Terminator};
use std::collections::BTreeSet;
use std::rc::Rc;

/// Numbers at which functions are special: zeros, roots, limits.
const USUAL: [f64; 10] = [
    0.0,
    1.0,
    -1.0,
    2.0,
    0.5,
    10.0,
    -0.0,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
];

/// Adds the seeds of a program.
pub(super) fn plant(garden: &mut Garden<u128>, module: &Module, indexing: &Indexing) {
    let size = indexing.size;
    for seed in &indexing.seeds {
        garden.add(pattern(*seed), size, || "--index-seed".to_string());
    }
    if indexing.only_seeds {
        return;
    }
    let mut globals = BTreeSet::new();
    for func in module.funcs.iter().filter(|func| func.user) {
        constants(func, &mut |constant, loc| match constant {
            Const::Global(global, _) => reach(module, *global, &mut globals),
            constant => {
                if let Some(number) = as_double(constant) {
                    let origin = || format!("constant at {}", module.describe(loc));
                    garden.add(pattern(number), size, origin);
                }
            }
        });
    }
    for global in globals {
        let global = &module.globals[global];
        if let Init::Data { bytes, .. } = &global.init {
            for number in numbers(bytes, global.element) {
                garden.add(number, size, || format!("data of `{}`", global.name));
            }
        }
    }
    for number in USUAL {
        garden.add(pattern(number), size, || "usual number".to_string());
    }
}

/// Integers at which functions are special.
const USUAL_INTEGERS: [i128; 5] = [0, 1, -1, 2, 10];

/// Adds integers: those of `--index-seed`, those that the program's own functions compare,
/// with their neighbours, other integer constants, and usual ones.
pub(super) fn plant_integers(garden: &mut Garden<i128>, module: &Module, indexing: &Indexing) {
    let size = indexing.size;
    // Not by way of doubles, which have 53 bits.
    for seed in indexing
        .texts
        .iter()
        .filter_map(|text| text.trim().parse().ok())
    {
        garden.add(seed, size, || "--index-seed".to_string());
    }
    if indexing.only_seeds {
        return;
    }
    let own = || module.funcs.iter().filter(|func| func.user);
    for func in own() {
        compared(func, &mut |number, loc| {
            for near in [number, number - 1, number + 1] {
                let origin = || format!("compared at {}", module.describe(loc));
                garden.add(near, size, origin);
            }
        });
    }
    for number in USUAL_INTEGERS {
        garden.add(number, size, || "usual number".to_string());
    }
    for func in own() {
        constants(func, &mut |constant, loc| {
            if let Some(number) = as_integer(constant) {
                let origin = || format!("constant at {}", module.describe(loc));
                garden.add(number, size, origin);
            }
        });
    }
}

/// Calls `visit` with each integer that a function compares a value with, and where.
fn compared(func: &Func, visit: &mut dyn FnMut(i128, Option<LocId>)) {
    let number = |operand: &Operand| match operand {
        Operand::Const(id) => as_integer(&func.consts[*id]),
        Operand::Local(_) => None,
    };
    for block in func.blocks.iter() {
        for inst in &block.insts {
            if let Op::Compare(_, a, b) = &inst.op {
                [a, b]
                    .into_iter()
                    .filter_map(number)
                    .for_each(|it| visit(it, inst.loc));
            }
        }
        if let Terminator::Switch(switch) = &block.terminator {
            for case in &switch.cases {
                let number = as_integer(&func.consts[case.value]);
                number.into_iter().for_each(|it| visit(it, block.loc));
            }
        }
    }
}

/// The value of an integer of a machine, as signed.
fn as_integer(constant: &Const) -> Option<i128> {
    match constant {
        Const::Bits { width, value } if *width > 1 && *width <= 64 => {
            let unused = 128 - *width;
            Some(((*value << unused) as i128) >> unused)
        }
        _ => None,
    }
}

/// The numbers that a garden of a program starts with, as bit patterns of doubles.
pub fn doubles(module: &Module, indexing: &Indexing) -> Vec<u64> {
    let mut garden = Garden::default();
    plant(&mut garden, module, indexing);
    garden.members.into_iter().map(|bits| bits as u64).collect()
}

/// The strings that a garden of a program starts with.
pub fn texts(module: &Module, indexing: &Indexing) -> Vec<Rc<[u8]>> {
    let mut garden = Garden::default();
    calls::plant(&mut garden, module, indexing);
    garden.members
}

/// The bit pattern of a double; one for all that are not a number.
pub(super) fn pattern(number: f64) -> u128 {
    match number.is_nan() {
        true => float::default_nan(F64),
        false => u128::from(number.to_bits()),
    }
}

/// The double nearest to a constant, if it is a `float`, a `double` or a `long double`.
pub(super) fn as_double(constant: &Const) -> Option<f64> {
    match constant {
        Const::Float(kind @ (F32 | F64 | F80), bits) => {
            Some(f64::from_bits(float::to_float(*kind, F64, *bits) as u64))
        }
        _ => None,
    }
}

/// Calls `visit` with each constant that a function uses, and where.
pub fn constants(func: &Func, visit: &mut dyn FnMut(&Const, Option<LocId>)) {
    for block in func.blocks.iter() {
        let mut of = |operand: Operand, loc| {
            if let Operand::Const(id) = operand {
                visit(&func.consts[id], loc);
            }
        };
        for inst in &block.insts {
            inst.op.operands(|operand| of(operand, inst.loc));
        }
        block.terminator.operands(|operand| of(operand, block.loc));
    }
}

/// Adds a global, and those that its initial content points to.
pub fn reach(module: &Module, global: GlobalId, reached: &mut BTreeSet<GlobalId>) {
    let mut waiting = vec![global];
    while let Some(global) = waiting.pop() {
        if reached.insert(global)
            && let Init::Data { relocs, .. } = &module.globals[global].init
        {
            waiting.extend(relocs.iter().filter_map(|reloc| match reloc.value {
                Const::Global(global, _) => Some(global),
                _ => None,
            }));
        }
    }
}

/// The numbers in initial content: its elements if they are floats, those written in it if it is a
/// text.
fn numbers(bytes: &[u8], element: Element) -> Vec<u128> {
    match element {
        Element::Float(kind @ (F32 | F64)) => floats(bytes, kind),
        Element::Integer(1) => written(bytes),
        _ => Vec::new(),
    }
}

fn floats(bytes: &[u8], kind: FloatKind) -> Vec<u128> {
    let size = kind.width() as usize / 8;
    let of = |bytes: &[u8]| {
        let mut word = [0; 16];
        word[..size].copy_from_slice(bytes);
        float::to_float(kind, F64, u128::from_le_bytes(word))
    };
    bytes.chunks_exact(size).map(of).collect()
}

/// The decimal numbers in a text of printable characters.
fn written(bytes: &[u8]) -> Vec<u128> {
    let text = bytes.split(|byte| *byte == 0).next().unwrap_or_default();
    let is_text = |byte: &u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    if !text.iter().all(is_text) {
        return Vec::new();
    }
    let is_digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let sign = usize::from(text[at] == b'-');
        let point = usize::from(text.get(at + sign) == Some(&b'.'));
        let scanned = scan(F64, &text[at..]);
        if is_digit(at + sign + point) && scanned.length > 0 {
            found.push(scanned.bits);
            at += scanned.length;
        } else {
            at += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_texts() {
        let found = |text: &str| -> Vec<f64> {
            let numbers = written(text.as_bytes()).into_iter();
            numbers.map(|bits| f64::from_bits(bits as u64)).collect()
        };
        assert_eq!(found("x=-0.25;y=3\n"), [-0.25, 3.0]);
        assert_eq!(found("1e3 .5"), [1000.0, 0.5]);
        assert!(found("%g - inf").is_empty());
    }
}
