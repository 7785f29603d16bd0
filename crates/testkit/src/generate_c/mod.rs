//! Random C programs: integers of all widths, arrays, structs with bit-fields and padding, pointers
//! into them, heap objects and linked lists that are created and freed under conditions, bounded
//! loops, calls, early returns, function pointers and tables of functions, jumps into loops and to
//! computed labels, `setjmp`; in some programs also strings and floats, with functions of string.h,
//! stdlib.h and math.h.
//!
//! A program is a function without parameters that prints a checksum and exits with a small number.
//! It terminates on every input, and its expressions have no side effects, so that C's unspecified
//! order of evaluation does not matter.

mod control;
mod expr;
mod floats;
mod objects;
mod program;
mod scope;
mod stmt;
mod texts;
mod types;

use rand::SeedableRng;
use rand::rngs::SmallRng;

/// The kind of program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// No inputs, and no undefined behaviour.
    Closed,
    /// Inputs, and operations that are undefined on some of them.
    Open,
}

/// The preamble of every generated file.
pub const PREAMBLE: &str = include_str!("preamble.h");

/// A random program: definitions whose names start with `name`, the last of which is `int
/// name(void)`. The result depends on the arguments only.
pub fn program(name: &str, mode: Mode, seed: u64) -> String {
    let rng = SmallRng::seed_from_u64(seed);
    program::Generator::new(name, mode, rng).program()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_program() {
        assert_eq!(program("p", Mode::Open, 5), program("p", Mode::Open, 5));
        assert_ne!(program("p", Mode::Open, 5), program("p", Mode::Open, 6));
    }

    #[test]
    fn programs_use_what_c_has() {
        let closed: String = (0..100)
            .map(|seed| program("p", Mode::Closed, seed))
            .collect();
        let open: String = (0..100)
            .map(|seed| program("p", Mode::Open, seed))
            .collect();
        for word in [
            "struct",
            " : ",
            "union",
            "int8_t",
            "uint64_t",
            "switch",
            "while",
            "do {",
            "for (",
            "break;",
            "continue;",
            "memcpy(",
            "->",
            "_table[",
            ">>=",
            "?",
            "goto",
            "goto *",
            "switch (n",
            "setjmp(here)",
            "longjmp(",
            "raise(",
            "][1]",
            "_Bool",
            "strtok(",
            "malloc(",
            "free(",
            "realloc(",
            "sizeof *row",
            "insert(&",
            "reversed(",
            "_act",
            ") return ",
            "exit(7)",
            "strcmp(",
            "find(",
            "strtol(",
            "char t",
            "pow(",
            "fmod(",
            "double d",
            "float d",
        ] {
            assert!(closed.contains(word), "{word} in closed programs");
            assert!(open.contains(word), "{word} in open programs");
        }
        assert!(closed.contains("qsort("));
        for word in [
            "klee_make_symbolic(&late",
            "klee_assume(",
            "spell(",
            "assert(",
            "abort()",
        ] {
            assert!(open.contains(word), "{word} in open programs");
            assert!(!closed.contains(word), "{word} in closed programs");
        }
    }
}
