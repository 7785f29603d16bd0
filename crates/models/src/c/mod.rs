//! Models of the C library and of the calls of test harnesses.
//!
//! What plain C can say is in `runtime/`, whose bitcode is [`RUNTIME`], one part a header; what
//! needs the engine is an [`Intrinsic`] of the table [`INTRINSICS`]. The program's own definitions
//! win over intrinsics, and these over the runtime; calls of the library's own mean the library,
//! the allocator's functions excepted, as where a program is linked dynamically.

mod arguments;
mod environment;
mod harness;
mod jump;
mod math;
mod memory;
mod number;
mod output;
mod process;
mod rounding;
mod scope;
mod varargs;

use sheaf_engine::{Effect, Intrinsic, Machine, Value};
use sheaf_llvm::Part;

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
    number::TABLE,
    math::TABLE,
    rounding::TABLE,
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
    let mut all = [Intrinsic {
        name: "",
        run: process::abort,
    }; COUNT];
    let (mut at, mut table) = (0, 0);
    while table < TABLES.len() {
        let mut entry = 0;
        while entry < TABLES[table].len() {
            let (name, run) = TABLES[table][entry];
            all[at] = Intrinsic { name, run };
            at += 1;
            entry += 1;
        }
        table += 1;
    }
    all
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
