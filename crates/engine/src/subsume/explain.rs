//! Labels for users: conditions with the names of variables.

use super::label::Label;
use super::labels::Proved;
use super::names::without_lines;
use super::tree::Key;
use crate::outcome::LabelledPlace;
use crate::path::ProgramPoint;
use crate::program::Program;
use crate::segment::readable;
use rustc_hash::FxHashMap;
use sheaf_term::{Pool, display};

/// The labels at all program points in functions of the user, in program order.
pub fn places(
    program: &Program,
    pool: &Pool,
    labels: &FxHashMap<Key, Proved>,
) -> Vec<LabelledPlace> {
    let module = program.module();
    let mut keys: Vec<&Key> = labels.keys().collect();
    keys.sort();
    let mut places: Vec<LabelledPlace> = Vec::new();
    for key in keys {
        let Some((func, block, inst)) = key.last().copied() else {
            continue;
        };
        if !module.funcs[func].user {
            continue;
        }
        let inst = inst as u32;
        let point = ProgramPoint { func, block, inst };
        let texts = labels[key].labels().iter();
        let texts = texts.map(|label| conditions(program, pool, label));
        let texts = texts.collect();
        let loc = point.loc(module);
        places.push(LabelledPlace {
            func,
            loc,
            labels: texts,
        });
    }
    places
}

/// The conditions of a label.
pub fn conditions(program: &Program, pool: &Pool, label: &Label) -> Vec<String> {
    let symbols = label.symbols.iter();
    let symbols = symbols.filter_map(|(symbol, _)| pool.as_symbol(*symbol));
    let names = symbols.map(|symbol| pool.symbol_info(symbol).name.to_string());
    let names: Vec<String> = names.collect();
    let text = |condition| {
        let text = without_lines(&display(pool, condition).to_string(), &names);
        readable(program, &text)
    };
    label.conditions.iter().copied().map(text).collect()
}
