//! Labels for people: conditions with the names of variables.

use super::label::Label;
use super::tree::Key;
use crate::outcome::LabelledPlace;
use crate::path::ProgramPoint;
use crate::program::Program;
use crate::value::ObjectId;
use rustc_hash::FxHashMap;
use sheaf_term::{Pool, display};
use std::rc::Rc;

/// How names of words of memory begin, and those of cells.
const PREFIXES: [&str; 2] = ["memory:", "cell:"];

/// The labels of all places in functions of the user, in the order of the program.
pub fn places(
    program: &Program,
    pool: &Pool,
    labels: &FxHashMap<Key, Vec<Rc<Label>>>,
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
        let texts = |label: &Rc<Label>| -> Vec<String> {
            let conditions = label.conditions.iter();
            let text = |condition| readable(program, &display(pool, condition).to_string());
            conditions.copied().map(text).collect()
        };
        let texts = labels[key].iter().map(texts).collect();
        let loc = point.loc(module);
        places.push(LabelledPlace {
            func,
            loc,
            labels: texts,
        });
    }
    places
}

/// A condition with names of globals in place of numbers of objects.
fn readable(program: &Program, text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    loop {
        let found = PREFIXES.iter().filter_map(|prefix| {
            let at = rest.find(prefix)?;
            Some((at, prefix.len()))
        });
        let Some((at, len)) = found.min() else {
            result.push_str(rest);
            return result;
        };
        result.push_str(&rest[..at]);
        rest = &rest[at + len..];
        let digits = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let object: u32 = rest[..digits].parse().unwrap_or(0);
        rest = &rest[digits..];
        let name = program.global_name(ObjectId(object));
        match name {
            Some(name) => result.push_str(name),
            None => result.push_str(&format!("object {object}")),
        }
    }
}
