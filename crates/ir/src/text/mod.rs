//! The textual form of modules: printed by [`print`](print()), parsed by [`parse`](parse()).
//!
//! ```text
//! module ptr 8 file 0 "a.c" entry @main bound "arrays of up to 4 elements" global @table: bytes 16
//! align 8 element 8 const = data x"00000000000000000100000000000000" { 0: @main }
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
//! - Definitions state their type. Locals are `%name`, `%7`, or `%name.7` if the name alone is
//!   ambiguous; the numbers only distinguish locals. Names with characters other than letters,
//!   digits, `_`, `.` and `$` are quoted.
//! - Constants are `true`, `bits8 -1`, `int 7`, `f64 0x3ff0000000000000` (the bit pattern), `null`,
//!   `@name`, `@name + 8`, `uninitialized ptr` and `(bits8 1, null)`.
//! - A word after the label of a block is its role for the source condition that leads to it:
//!   `then` and `otherwise` of a statement, `body` and `exit` of a loop, `first` and `second` of
//!   `?:`, `and` and `or` for right operands, `value` after such an expression.
//! - `!file:line:column` is the location of an instruction, a terminator or a function.
//! - A function without a body is a declaration; `func library` marks one that is not the user's;
//!   `...` stands for variable arguments.
//!
//! The text contains no arena positions: locals are numbered by their definitions, constants, names
//! and locations by their first use, without duplicates. A module with this numbering is in *normal
//! form*; [`normalize`](normalize()) converts any module to it, [`parse`](parse()) returns it, and
//! for such a module `parse(&print(&module)) == module`.

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
