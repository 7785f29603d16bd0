//! Targets to be reached. They become checks that always fail, so that a search for failures finds
//! the paths to them.

use crate::FailureKind;
use crate::module::{Block, BlockId, Const, Func, FuncId, Inst, LocId, Module, NameId};
use crate::op::{Op, Operand};
use std::fmt;
use std::str::FromStr;

/// Number of neighbouring lines with code that an error suggests.
const LINES_SHOWN: usize = 4;

/// A target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Goal {
    /// Any instruction of a line.
    Line {
        /// The file, or the end of its path.
        file: String,
        /// The line, from 1.
        line: u32,
    },
    /// The start of a function.
    Function(String),
    /// A label of a C program.
    Label(String),
}

/// The prefix of a label; without a number behind it, it is no file.
const LABEL: &str = "label";

/// The message of the check that stands for a label.
pub fn label_message(label: &str) -> String {
    format!("the label `{label}` is reached")
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Goal, String> {
        match text.rsplit_once(':') {
            Some((file, line)) if !file.is_empty() => match line.parse() {
                Ok(line) if line > 0 => Ok(Goal::Line {
                    file: file.to_string(),
                    line,
                }),
                _ if file == LABEL && !line.is_empty() => Ok(Goal::Label(line.to_string())),
                _ => Err(format!("`{line}` is not the number of a line")),
            },
            None if !text.is_empty() => Ok(Goal::Function(text.to_string())),
            _ => Err("neither FILE:LINE, label:NAME nor the name of a function".to_string()),
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Goal::Line { file, line } => write!(out, "{file}:{line}"),
            Goal::Function(name) => write!(out, "{name}"),
            Goal::Label(name) => write!(out, "{LABEL}:{name}"),
        }
    }
}

impl Goal {
    /// The label, if it is one.
    pub fn label(&self) -> Option<&str> {
        match self {
            Goal::Label(name) => Some(name),
            _ => None,
        }
    }

    /// Inserts a check that fails ([`FailureKind::Target`]) before the target. The front end has
    /// made a label a check that fails, with [`label_message`]; that becomes the target.
    ///
    /// # Errors
    /// When there is no such line or function; the message is one line.
    pub fn mark(&self, module: &mut Module) -> Result<(), String> {
        let message = module.names.push(format!("{self} is reached").into());
        match self {
            Goal::Line { file, line } => mark_line(module, file, *line, message),
            Goal::Function(name) => mark_function(module, name, message),
            Goal::Label(name) => mark_label(module, name),
        }
    }
}

fn mark_label(module: &mut Module, name: &str) -> Result<(), String> {
    let wanted = label_message(name);
    let names = &module.names;
    let mut found = false;
    let blocks = module
        .funcs
        .iter_mut()
        .flat_map(|func| func.blocks.iter_mut());
    for inst in blocks.flat_map(|block| &mut block.insts) {
        if let Op::Check { kind, message, .. } = &mut inst.op
            && *names[*message] == *wanted
        {
            *kind = FailureKind::Target;
            found = true;
        }
    }
    match found {
        true => Ok(()),
        false => Err(format!(
            "nothing that the entry may call has a label `{name}`"
        )),
    }
}

fn mark_function(module: &mut Module, name: &str, message: NameId) -> Result<(), String> {
    let named = |id: &FuncId| &*module.funcs[*id].name == name;
    let Some(id) = module.funcs.ids().find(named) else {
        return Err(format!(
            "the entry calls no function `{name}`, however it may go on"
        ));
    };
    let func = &mut module.funcs[id];
    if func.blocks.is_empty() {
        return Err(format!("the function `{name}` has no body"));
    }
    let loc = func.loc;
    insert(func, BlockId(0), 0, message, loc);
    Ok(())
}

fn mark_line(module: &mut Module, file: &str, line: u32, message: NameId) -> Result<(), String> {
    let Module {
        funcs, locs, files, ..
    } = module;
    let in_file = |id: &LocId| {
        let name: &str = &files[locs[*id].file];
        let rest = name.strip_suffix(file);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    let mut lines = Vec::new();
    let mut found = false;
    for func in funcs.iter_mut().filter(|func| func.user) {
        for number in func.blocks.ids() {
            let block = &func.blocks[number];
            lines.extend(places(block).filter(in_file).map(|id| locs[id].line));
            let is_there = |id: &LocId| in_file(id) && locs[*id].line == line;
            let Some(position) = position(block, is_there) else {
                continue;
            };
            let loc = block.insts.get(position).map_or(block.loc, |inst| inst.loc);
            insert(func, number, position, message, loc);
            found = true;
        }
    }
    match found {
        true => Ok(()),
        false => Err(no_code(file, line, lines)),
    }
}

/// The source locations of a block's instructions and its terminator.
fn places(block: &Block) -> impl Iterator<Item = LocId> {
    let all = block.insts.iter().map(|inst| inst.loc).chain([block.loc]);
    all.flatten()
}

/// The first instruction with a matching location; the number of instructions denotes the
/// terminator.
fn position(block: &Block, is_right: impl Fn(&LocId) -> bool) -> Option<usize> {
    let mut all = block.insts.iter().map(|inst| inst.loc).chain([block.loc]);
    all.position(|loc| loc.as_ref().is_some_and(&is_right))
}

fn insert(func: &mut Func, block: BlockId, position: usize, message: NameId, loc: Option<LocId>) {
    let never = Operand::Const(func.consts.push(Const::Bool(false)));
    let op = Op::Check {
        condition: never,
        kind: FailureKind::Target,
        message,
    };
    let check = Inst {
        result: None,
        op,
        loc,
    };
    func.blocks[block].insts.insert(position, check);
}

/// The error for a line without code, with the nearest lines that have some.
fn no_code(file: &str, line: u32, mut lines: Vec<u32>) -> String {
    if lines.is_empty() {
        return format!("nothing that the entry may call is in a file `{file}`");
    }
    lines.retain(|line| *line > 0);
    lines.sort_by_key(|other| (other.abs_diff(line), *other));
    lines.dedup();
    lines.truncate(LINES_SHOWN);
    lines.sort_unstable();
    let lines: Vec<String> = lines.iter().map(u32::to_string).collect();
    format!(
        "line {line} of `{file}` has no code of its own that the entry may call (what only sets a local \
         may have none); the nearest lines that do: {}",
        lines.join(", ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_is_a_line_or_a_function() {
        let line = |file: &str, line| Goal::Line {
            file: file.to_string(),
            line,
        };
        assert_eq!("a.c:12".parse(), Ok(line("a.c", 12)));
        assert_eq!("b/a.c:1".parse(), Ok(line("b/a.c", 1)));
        assert_eq!("f".parse(), Ok(Goal::Function("f".to_string())));
        assert_eq!("label:f".parse(), Ok(Goal::Label("f".to_string())));
        assert_eq!("label:7".parse(), Ok(line("label", 7)));
        for wrong in ["", ":3", "a.c:", "a.c:0", "a.c:x", "a.c:-1"] {
            assert!(wrong.parse::<Goal>().is_err(), "{wrong}");
        }
    }
}
