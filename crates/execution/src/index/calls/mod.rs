//! Indexed calls: the functions of string.h on members of a garden of strings, and functions of the
//! program itself on strings and numbers (`--index-functions`).
//!
//! - The garden holds string constants of the program and what grows from them (`seeds.rs`,
//!   `grow.rs`).
//! - Where the program calls a pure function with a symbolic string, the *table* has an entry for
//!   each member that fits (`table.rs`): the condition that the bytes are the member, up to and
//!   including the null character, and the result. So an index is a condition on bytes of inputs,
//!   not a value of its own: both worlds mix, strings may be changed between two calls, and
//!   findings replay. Members end with their null character, so that no two of them hold at once.
//! - An entry is the result of a run of the library's own model on the member (`entries.rs`). It
//!   has none if the run has an effect, fails, or depends on anything but its arguments.
//! - Entries with the same result share one guard, and the result is a choice between few values:
//!   `strcmp(s, "--help") == 0` has two sides, whatever the number of members.
//! - Where the bytes are no member, the path ends (`--index-outside drop`), or the general value
//!   stands behind the table: if the model has few paths, they are merged into one value, exact for
//!   all strings, which makes the table superfluous (`general.rs`). Else the path forks at the
//!   call: with an entry, and without, where the call is executed as usual.
//! - A function of the program itself has a table in the same way; its symbolic numbers are members
//!   of the gardens of numbers (`own.rs`). An entry shows by its run that the function has no effect,
//!   needs little of the stack, and reads its arguments only. That it does not depend on where they
//!   lie is seen in its code.

mod call;
mod content;
mod entries;
mod general;
mod grow;
mod options;
mod own;
mod seeds;
mod table;
mod values;

pub use call::Tabulated;
pub use entries::ENTRY_STACK;
pub use own::refused;
pub(super) use seeds::plant;

use super::Garden;
use crate::options::{IndexKind, Indexing, TextFunction, TextParameter};
use entries::Entries;
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{FloatKind, FuncId, Module};
use std::cell::RefCell;
use std::rc::Rc;
use table::Tables;
use values::Values;

/// A string without its null character.
pub(super) type Text = Rc<[u8]>;

/// The longest member, in bytes.
const MAX_LENGTH: usize = 255;

/// A function with a table.
#[derive(Debug)]
struct Function {
    name: Box<str>,
    parameters: Vec<Parameter>,
    /// See [`TextFunction::has_few_paths`].
    has_few_paths: bool,
}

/// What a function reads of an argument.
#[derive(Clone, Copy, Debug)]
enum Parameter {
    /// What the library says; numbers are concrete.
    OfLibrary(TextParameter),
    /// A number, a float of this kind or an integer.
    Number(Option<FloatKind>),
}

/// The index of the calls of a program.
#[derive(Debug)]
pub(super) struct Calls {
    /// The members that are strings.
    pub(super) garden: Garden<Text>,
    functions: FxHashMap<FuncId, Function>,
    entries: RefCell<Entries>,
    tables: RefCell<Tables>,
    values: RefCell<Values>,
}

impl Calls {
    pub(super) fn new(module: &Module, indexing: &Indexing) -> Calls {
        let mut garden = Garden::default();
        if indexing.kinds.contains(&IndexKind::Strings) {
            plant(&mut garden, module, indexing);
            if !indexing.only_seeds {
                grow::grow(&mut garden, module, indexing);
            }
        }
        let named = |id| {
            let function = of_library(module, indexing, id);
            let function = function.or_else(|| own::of_program(module, indexing, id))?;
            Some((id, function))
        };
        Calls {
            garden,
            functions: (0..module.funcs.len())
                .map(FuncId::new)
                .filter_map(named)
                .collect(),
            entries: RefCell::default(),
            tables: RefCell::default(),
            values: RefCell::default(),
        }
    }
}

/// What the library says about a function of its own.
fn function(module: &Module, indexing: &Indexing, id: FuncId) -> Option<&'static TextFunction> {
    let func = &module.funcs[id];
    let mut functions = indexing.library.text_functions.iter();
    let function = functions.find(|function| *function.name == *func.name)?;
    (!func.user && !func.is_declaration()).then_some(function)
}

/// A function of the library with a table.
fn of_library(module: &Module, indexing: &Indexing, id: FuncId) -> Option<Function> {
    let has_strings = indexing.kinds.contains(&IndexKind::Strings);
    let function = function(module, indexing, id).filter(|_| has_strings)?;
    let parameters = function.parameters.iter().copied();
    (!function.parameters.is_empty()).then(|| Function {
        name: function.name.into(),
        parameters: parameters.map(Parameter::OfLibrary).collect(),
        has_few_paths: function.has_few_paths,
    })
}

/// Adds a member, unless it is too long, or ends within.
fn add(garden: &mut Garden<Text>, text: &[u8], size: usize, origin: impl FnOnce() -> String) {
    if text.len() <= MAX_LENGTH && !text.contains(&0) {
        garden.add(text.into(), size, origin);
    }
}

/// A string for people.
pub(super) fn shown(text: &[u8]) -> String {
    format!("\"{}\"", text.escape_ascii())
}
