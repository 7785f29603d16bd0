//! Places of a program by name, for JSON and for text.

use crate::display;
use serde::{Deserialize, Serialize};
use sheaf_ir::{FuncId, LocId, Module};

/// The file, the line and the column of a location, if there is one.
pub(crate) fn file_line_column(
    module: &Module,
    loc: Option<LocId>,
) -> (Option<String>, Option<u32>, Option<u32>) {
    let loc = loc.map(|loc| module.locs[loc]);
    let file = loc.map(|loc| module.files[loc.file].to_string());
    (file, loc.map(|loc| loc.line), loc.map(|loc| loc.column))
}

/// A place in a function.
#[derive(Serialize, Deserialize, Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Place {
    /// The name of the function, as the module has it.
    pub function: String,
    /// The file, if the place has one.
    pub file: Option<String>,
    /// The line, likewise.
    pub line: Option<u32>,
    /// The column, likewise.
    pub column: Option<u32>,
}

impl Place {
    /// The place of a location, or of none, in a function.
    pub fn new(module: &Module, func: FuncId, loc: Option<LocId>) -> Place {
        Place::named(module, &module.funcs[func].name, loc)
    }

    /// The same in a function of this name.
    pub fn named(module: &Module, function: &str, loc: Option<LocId>) -> Place {
        let (file, line, column) = file_line_column(module, loc);
        Place {
            function: function.to_string(),
            file,
            line,
            column,
        }
    }

    /// `a.c:3:5 in f`.
    pub fn text(&self) -> String {
        let function = &self.function;
        match (&self.file, self.line, self.column) {
            (Some(file), Some(line), None | Some(0)) => format!("{file}:{line} in {function}"),
            (Some(file), Some(line), Some(column)) => {
                format!("{file}:{line}:{column} in {function}")
            }
            _ => format!("? in {function}"),
        }
    }

    /// What sorts places as they follow each other in the source.
    pub fn order(&self) -> (&Option<String>, Option<u32>, Option<u32>, &str) {
        (&self.file, self.line, self.column, &self.function)
    }
}

/// A line of a function.
#[derive(Clone, PartialEq, Eq, Serialize, Debug)]
pub(crate) struct SourceLine {
    function: String,
    file: Option<String>,
    line: Option<u32>,
}

impl SourceLine {
    pub fn new(module: &Module, func: FuncId, loc: Option<LocId>) -> SourceLine {
        let Place {
            function,
            file,
            line,
            ..
        } = Place::new(module, func, loc);
        SourceLine {
            function,
            file,
            line,
        }
    }

    /// `a.c:3 in f`.
    pub fn text(&self) -> String {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => {
                format!("{file}:{line} in {}", display::function(&self.function))
            }
            _ => self.function.clone(),
        }
    }
}
