//! The text form of modules: printed by [`print`](print()), read by [`parse`](parse()).
//!
//! ```text
//! module ptr 8
//! file 0 "a.c"
//! entry @main
//! bound "arrays of up to 4 elements"
//! global @table: bytes 16 align 8 element 8 const = data x"00000000000000000100000000000000" { 0: @main }
//!
//! func @main(%x: bits32, %p: ptr) -> bits32 !0:1:5 {
//! block0:
//!   %sum: bits32 = add.nsw %x, bits32 1 !0:2:7
//!   %3: bool = slt %sum, bits32 10
//!   br %3, block1(%sum), block2
//! block1(%4: bits32) then:
//!   check %3, assertion, "x is small"
//!   ret %4
//! block2:
//!   ret bits32 -1
//! }
//! ```
//!
//! - White space is free; comments run from `//` to the end of the line.
//! - Definitions state their type. Locals are `%name`, `%7`, or `%name.7` where a name alone is not
//!   distinct; numbers only tell locals apart. Names with other characters than letters, digits,
//!   `_`, `.` and `$` stand in quotes.
//! - Constants are `true`, `bits8 -1`, `int 7`, `f64 0x3ff0000000000000` (the bit pattern), `null`,
//!   `@name`, `@name + 8`, `uninitialized ptr` and `(bits8 1, null)`.
//! - A word behind the label of a block says what it is to the condition of the source that leads
//!   to it: `then` and `otherwise` of a statement, `body` and `exit` of a loop, `first` and
//!   `second` of `?:`, `and` and `or` for right operands, `value` behind such an expression.
//! - `!file:line:column` is the place of an instruction, a terminator or a function.
//! - A function without a body is a declaration; `func library` marks one that is not the user's;
//!   `...` takes further arguments.
//!
//! The text holds no arena positions: locals are numbered by their definitions, constants, names
//! and places by their first use, each once. A module so numbered is in *normal form*;
//! [`normalize`](normalize()) brings any module into it, [`parse`](parse()) yields it, and of such
//! a module `parse(&print(&module)) == module`.

mod lex;
mod normalize;
mod parse;
mod print;
mod round_trip;
mod words;

pub use lex::ParseError;
pub use normalize::normalize;
pub use parse::parse;
pub use print::{print, print_func};
pub use round_trip::check_round_trip;
