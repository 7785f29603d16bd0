//! Models of the C library and of the calls of test harnesses.
//!
//! Models in plain C are in `runtime/`, whose bitcode is [`RUNTIME`], one part per header; models
//! that need the engine are [`Intrinsic`]s in the table [`INTRINSICS`]. The program's own
//! definitions take precedence over intrinsics, and these over the runtime, except in programs that
//! handle signals, where `abort` and others are written in C; calls within the
//! library use the library's definitions, except for the allocator's functions, as in dynamic
//! linking.

mod arguments;
mod environment;
mod harness;
mod jump;
mod math;
mod memory;
mod number;
mod operators;
mod output;
mod process;
mod rounding;
mod scope;
mod strings;
mod text_functions;
mod varargs;
mod wide;

pub use operators::OPERATORS;
use sheaf_execution::{Effect, Intrinsic, Machine, Value};
use sheaf_llvm::Part;
pub use text_functions::{OPTION_PARSERS, TEXT_FUNCTIONS};

/// The models that are written in C.
pub const RUNTIME: &[Part] = include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

type Run = fn(&mut Machine<'_>, &[Value]) -> Effect;

/// All intrinsics, by name.
pub const INTRINSICS: &[Intrinsic] = &concat_tables();

/// The names of [`INTRINSICS`], in the same order.
pub fn names() -> Vec<&'static str> {
    INTRINSICS.iter().map(|intrinsic| intrinsic.name).collect()
}

/// Each file's part of the table.
const TABLES: &[&[(&str, Run)]] = &[
    memory::TABLE,
    varargs::TABLE,
    process::TABLE,
    scope::TABLE,
    environment::TABLE,
    jump::TABLE,
    output::TABLE,
    strings::TABLE,
    number::TABLE,
    math::TABLE,
    rounding::TABLE,
    wide::TABLE,
    harness::TABLE,
];

/// As [`TABLES`], for intrinsics that do not access memory: [`Intrinsic::is_local`].
const LOCAL: &[&[(&str, Run)]] = &[process::LOCAL, harness::LOCAL];

const fn count(tables: &[&[(&str, Run)]]) -> usize {
    let (mut count, mut table) = (0, 0);
    while table < tables.len() {
        count += tables[table].len();
        table += 1;
    }
    count
}

const COUNT: usize = count(TABLES) + count(LOCAL);

const fn concat_tables() -> [Intrinsic; COUNT] {
    let mut all = [Intrinsic {
        name: "",
        run: process::abort,
        is_local: false,
        quick: None,
        quick_call: None,
    }; COUNT];
    let at = concat(&mut all, 0, TABLES, false);
    concat(&mut all, at, LOCAL, true);
    all
}

/// Appends tables at a position; returns the position after them.
const fn concat(
    all: &mut [Intrinsic; COUNT],
    mut at: usize,
    tables: &[&[(&'static str, Run)]],
    is_local: bool,
) -> usize {
    let mut table = 0;
    while table < tables.len() {
        let mut entry = 0;
        while entry < tables[table].len() {
            let (name, run) = tables[table][entry];
            all[at] = Intrinsic {
                name,
                run,
                is_local,
                quick: None,
                quick_call: None,
            };
            at += 1;
            entry += 1;
        }
        table += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn names_are_distinct() {
        let distinct: HashSet<_> = names().into_iter().collect();
        assert_eq!(distinct.len(), INTRINSICS.len());
        assert!(distinct.contains("klee_make_symbolic"));
    }

    #[test]
    fn the_runtime_is_bitcode() {
        assert!(
            RUNTIME
                .iter()
                .flat_map(|part| [Some(part.bitcode), part.bitcode_x86])
                .flatten()
                .all(|bitcode| bitcode.starts_with(b"BC\xC0\xDE"))
        );
    }

    #[test]
    fn each_symbol_is_defined_once() {
        let mut all: Vec<_> = RUNTIME.iter().flat_map(|part| part.symbols).collect();
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
        assert!(all.contains(&&"strlen"));
    }
}
