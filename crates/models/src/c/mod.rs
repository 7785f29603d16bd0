//! Models of the C library and of the calls of test harnesses.
//!
//! Models in plain C are in `runtime/`, whose bitcode is [`RUNTIME`], one part per header; models
//! that need the engine are [`Intrinsic`]s in the table [`INTRINSICS`]. The program's own
//! definitions take precedence over intrinsics, and these over the runtime, except in programs that
//! handle signals, where `abort` and others are written in C; calls within the
//! library use the library's definitions, except for the allocator's functions, as in dynamic
//! linking.

mod arguments;
mod behaviour;
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
use sheaf_ir::Behaviour;
use sheaf_llvm::Part;
pub use text_functions::{OPTION_PARSERS, TEXT_FUNCTIONS};

/// The models that are written in C.
pub const RUNTIME: &[Part] = include!(concat!(env!("OUT_DIR"), "/runtime.rs"));

/// A function's name, its implementation, and what it may do.
type Row = (
    &'static str,
    fn(&mut Machine<'_>, &[Value]) -> Effect,
    Behaviour,
);

/// All intrinsics, by name.
pub const INTRINSICS: &[Intrinsic] = &concat_tables();

/// The names of [`INTRINSICS`], in the same order.
pub fn names() -> Vec<&'static str> {
    INTRINSICS.iter().map(|intrinsic| intrinsic.name).collect()
}

/// Each file's part of the table.
const TABLES: &[&[Row]] = &[
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

const COUNT: usize = {
    let (mut count, mut table) = (0, 0);
    while table < TABLES.len() {
        count += TABLES[table].len();
        table += 1;
    }
    count
};

const fn concat_tables() -> [Intrinsic; COUNT] {
    let mut all = [intrinsic(("", process::abort, Behaviour::UNKNOWN)); COUNT];
    let (mut at, mut table) = (0, 0);
    while table < TABLES.len() {
        let mut row = 0;
        while row < TABLES[table].len() {
            all[at] = intrinsic(TABLES[table][row]);
            at += 1;
            row += 1;
        }
        table += 1;
    }
    all
}

const fn intrinsic((name, run, behaviour): Row) -> Intrinsic {
    Intrinsic {
        name,
        run,
        behaviour,
        quick: None,
        quick_call: None,
    }
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
