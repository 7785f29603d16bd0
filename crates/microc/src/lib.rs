//! microc, the teaching language of "Nested loops and path explosion in symbolic execution"
//! (Rozhoň, 2024, chapter 2): parser, checks, and lowering to the program representation; and a
//! generator of random programs (section 6.1).
//!
//! It is the smallest front end and the guide to writing one: [`parser`] builds an [`ast`],
//! [`check`] resolves names, [`types`] and [`flow`] compute what [`lower`] needs to build SSA form.
//! No code behind the representation knows the language.
//!
//! # The language
//!
//! The grammar is listing 2.1, with comments (`// ...` and `/* ... */`) and functions as values.
//! Where the thesis leaves a choice open, these rules hold:
//!
//! - **Numbers** are integers of any size. `/` truncates towards zero, as in C; dividing by zero
//!   fails (`division-by-zero`). There is no unary minus but in number literals.
//! - **Operators** associate to the left. `&&` and `||` share one level, have the lowest
//!   precedence, and always evaluate both operands (the thesis normalises expressions into
//!   assignments, section 5.2.1), so `x != 0 && 1 / x` fails for 0. Comparisons, `!`, `&&` and `||`
//!   yield 1 or 0. The operands of `!` and `alloc` extend as far as possible: `!a == b` means `!(a
//!   == b)`.
//! - **Order**: operands and arguments are evaluated from left to right; an assignment evaluates
//!   its value, then its target.
//! - **Arrays and records are references**: assigning one copies no element (section 5.2.2: their
//!   elements are pointers to places in a storage). `==` and `!=` compare arrays, records,
//!   pointers, functions and null by identity; a number equals none of them. Accessing an element
//!   outside an array fails (`out-of-bounds`). A record expression contains no record expression.
//! - **Pointers** point to a variable (`&x`) or to a new cell (`alloc e`), which is never freed.
//!   Dereferencing null fails (`null-dereference`). Arrays and records are not pointers: `*a` fails
//!   (`type-error`).
//! - **Reading a variable before it is assigned** fails (`uninitialized`).
//! - **Types** are checked at run time, where values are used: `type-error`. So are calls through a
//!   value that is not a function or takes another number of arguments; calls by name are checked
//!   statically.
//! - **`main`** returns the exit status, a number. Its parameters, if any, are inputs.
//! - **Inputs** are named after the variable that they are assigned to (`x = input;`), otherwise
//!   `input`.

pub mod ast;
pub mod check;
pub mod error;
pub mod flow;
pub mod generate;
pub mod lexer;
pub mod lower;
pub mod parser;
pub mod print;
pub mod types;

pub use error::{Error, SourceLocation};

use std::path::Path;

/// The default entry function.
pub const MAIN: &str = "main";

/// Parses, checks and lowers a program. `file` is its name in messages and locations.
///
/// # Errors
/// Reports the first place where the program is not well-formed.
pub fn load_text(file: &str, text: &str) -> Result<sheaf_ir::Module, Error> {
    let program = parser::parse(text).map_err(|error| error.in_file(file))?;
    load_program(file, &program)
}

/// Checks and lowers a syntax tree.
///
/// # Errors
/// Reports the first violation of a rule of [`check`].
pub fn load_program(file: &str, program: &ast::Program) -> Result<sheaf_ir::Module, Error> {
    load_from(file, program, MAIN)
}

/// Reads, parses, checks and lowers the program in a file.
///
/// # Errors
/// If the file cannot be read or is not valid UTF-8, and as for [`load_text`].
pub fn load(path: &Path) -> Result<sheaf_ir::Module, Error> {
    load_entry(path, MAIN)
}

/// As [`load`], with the given entry function, whose parameters are inputs.
///
/// # Errors
/// As for [`load`].
pub fn load_entry(path: &Path, entry: &str) -> Result<sheaf_ir::Module, Error> {
    load_from(&path.display().to_string(), &parse_file(path)?, entry)
}

/// As [`load_entry`], with all variables in memory, so that each has a value at every point.
///
/// # Errors
/// As for [`load`].
pub fn load_keeping(path: &Path, entry: &str) -> Result<sheaf_ir::Module, Error> {
    let (file, program) = (path.display().to_string(), parse_file(path)?);
    let symbols = check::check_from(&program, entry);
    let mut symbols = symbols.map_err(|error| error.in_file(&file))?;
    for scope in &mut symbols.scopes {
        scope.address_taken.fill(true);
        scope.keeps_variables = true;
    }
    Ok(lower::lower(&program, &symbols, &file))
}

fn load_from(file: &str, program: &ast::Program, entry: &str) -> Result<sheaf_ir::Module, Error> {
    let symbols = check::check_from(program, entry).map_err(|error| error.in_file(file))?;
    Ok(lower::lower(program, &symbols, file))
}

/// Reads and parses the program in a file; its names are not checked.
///
/// # Errors
/// If the file cannot be read or is not valid UTF-8, and for syntax errors.
pub fn parse_file(path: &Path) -> Result<ast::Program, Error> {
    let text = read(path)?;
    parser::parse(&text).map_err(|error| error.in_file(&path.display().to_string()))
}

fn read(path: &Path) -> Result<String, Error> {
    let file = path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| {
        Error::new(
            SourceLocation::default(),
            format!("cannot read the file: {error}"),
        )
        .in_file(&file)
    })?;
    String::from_utf8(bytes).map_err(|error| {
        let valid = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        Error::new(place_after(valid), "not a text file: invalid UTF-8").in_file(&file)
    })
}

/// The location after a valid UTF-8 prefix of a file.
fn place_after(text: &[u8]) -> SourceLocation {
    let text = String::from_utf8_lossy(text);
    let last = text.rsplit('\n').next().unwrap_or_default();
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    SourceLocation {
        line: count(text.matches('\n').count() + 1),
        column: count(last.chars().count() + 1),
    }
}
