//! Random JavaScript programs.
//!
//! [`strings`] makes small programs whose paths depend on symbolic strings, [`language`] makes
//! programs that use the whole language and depend on few values.

pub mod language;
mod leaves;
pub mod strings;
mod templates;

/// The random program with a seed, of both kinds in turn.
pub fn program(seed: u64) -> String {
    match seed % 2 {
        0 => strings::program(seed),
        _ => language::program(seed),
    }
}
