//! Readable names for locals and for the symbols of segments.

use crate::program::Program;
use crate::value::ObjectId;
use sheaf_ir::index::Idx;
use sheaf_ir::{Func, Local};

/// Prefixes of the names of symbols for words of memory and for cells.
const PREFIXES: [&str; 2] = ["memory:", "cell:"];

/// A condition with names of globals instead of object ids. What is at the start of one has its
/// name alone.
pub fn readable(program: &Program, text: &str) -> String {
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
            Some(name) => {
                result.push_str(name);
                rest = without_offset(rest);
            }
            None => result.push_str(&format!("object {object}")),
        }
    }
}

/// What follows an object, without an offset that is zero.
fn without_offset(rest: &str) -> &str {
    let behind = rest.strip_prefix("+0");
    let behind = behind.filter(|it| !it.starts_with(|c: char| c.is_ascii_digit()));
    behind.unwrap_or(rest)
}

/// The name of a local.
pub fn name_of(func: &Func, local: Local) -> String {
    match &func.locals[local].name {
        Some(name) => name.to_string(),
        None => format!("%{}", local.index()),
    }
}
