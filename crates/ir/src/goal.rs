//! Targets to be reached. They become checks that always fail, so that a search for failures finds
//! the paths to them.

use crate::FailureKind;
use crate::element::Element;
use crate::module::{
    Block, BlockId, Const, Func, FuncId, Global, GlobalId, Init, Inst, LocId, Local, LocalInfo,
    Module,
};
use crate::op::{CompareOp, Op, Operand};
use crate::types::Type;
use std::fmt;
use std::str::FromStr;

/// Number of neighbouring lines with code that an error suggests.
const LINES_SHOWN: usize = 4;

/// A target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// What is to be reached.
    pub place: Place,
    /// What a path must have reached before, if anything.
    pub from: Option<Place>,
}

/// A place in a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Place {
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

/// What stands between the place of a goal and the one before it.
const FROM: &str = " from ";

/// The message of the check that stands for a label.
pub fn label_message(label: &str) -> String {
    format!("the label `{label}` is reached")
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Place, String> {
        match text.rsplit_once(':') {
            Some((file, line)) if !file.is_empty() => match line.parse() {
                Ok(line) if line > 0 => Ok(Place::Line {
                    file: file.to_string(),
                    line,
                }),
                _ if file == LABEL && !line.is_empty() => Ok(Place::Label(line.to_string())),
                _ => Err(format!("`{line}` is not the number of a line")),
            },
            None if !text.is_empty() => Ok(Place::Function(text.to_string())),
            _ => Err("neither FILE:LINE, label:NAME nor the name of a function".to_string()),
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Place::Line { file, line } => write!(out, "{file}:{line}"),
            Place::Function(name) => write!(out, "{name}"),
            Place::Label(name) => write!(out, "{LABEL}:{name}"),
        }
    }
}

impl FromStr for Goal {
    type Err = String;

    fn from_str(text: &str) -> Result<Goal, String> {
        let (place, from) = match text.split_once(FROM) {
            Some((place, from)) => (place, Some(from.parse()?)),
            None => (text, None),
        };
        let place = place.parse()?;
        Ok(Goal { place, from })
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match &self.from {
            Some(from) => write!(out, "{}{FROM}{from}", self.place),
            None => write!(out, "{}", self.place),
        }
    }
}

/// A position in a block, before the instruction with this number.
type Position = (FuncId, BlockId, usize);

impl Goal {
    /// The label, if it is one.
    pub fn label(&self) -> Option<&str> {
        match &self.place {
            Place::Label(name) => Some(name),
            _ => None,
        }
    }

    /// Inserts a check that fails ([`FailureKind::Target`]) before the target. The front end has
    /// made a label a check that fails, with [`label_message`]; that becomes the target. If a path
    /// must have reached another place before, that place sets a variable, which the check reads.
    ///
    /// # Errors
    /// When there is no such place; the message is one line.
    pub fn mark(&self, module: &mut Module) -> Result<(), String> {
        let mut noted =
            |from| note(module, from).map_err(|message| format!("from {from}: {message}"));
        let was_there = self.from.as_ref().map(&mut noted).transpose()?;
        if let Place::Label(name) = &self.place {
            return mark_label(module, name, was_there);
        }
        let message = module.names.push(format!("{self} is reached").into());
        let which = match was_there {
            // The line may go on after a call that has reached the place before it.
            Some(_) => Which::All,
            None => Which::First,
        };
        let all = positions(module, &self.place, which)?;
        // The last one of a block first: what is inserted moves those behind it.
        for (func, block, at) in all.into_iter().rev() {
            let check = Op::Check {
                condition: constant(&mut module.funcs[func], Const::Bool(false)),
                kind: FailureKind::Target,
                message,
            };
            insert(&mut module.funcs[func], (block, at), None, check);
            restrict(module, (func, block, at), was_there);
        }
        Ok(())
    }
}

/// Sets a new variable at a place, and returns it.
fn note(module: &mut Module, place: &Place) -> Result<GlobalId, String> {
    if matches!(place, Place::Label(_)) {
        return Err("a label is a target only".to_string());
    }
    if module.is_dynamic() {
        return Err("in JavaScript, a target has no place before it".to_string());
    }
    let at = positions(module, place, Which::First)?;
    let was_there = module.globals.push(Global {
        name: "was there".into(),
        bytes: 1,
        align: 1,
        constant: false,
        unnamed_addr: true,
        element: Element::Integer(1),
        init: Init::Zero,
    });
    for (func, block, at) in at {
        let func = &mut module.funcs[func];
        let store = Op::Store {
            ptr: constant(func, Const::Global(was_there, 0)),
            value: constant(func, BYTE_OF_ONE),
        };
        insert(func, (block, at), None, store);
    }
    Ok(was_there)
}

/// The byte that says that a path was there.
const BYTE_OF_ONE: Const = Const::Bits { width: 8, value: 1 };

/// Lets a check fail only where a variable was set.
fn restrict(module: &mut Module, (func, block, at): Position, was_there: Option<GlobalId>) {
    let Some(was_there) = was_there else { return };
    let func = &mut module.funcs[func];
    let ptr = constant(func, Const::Global(was_there, 0));
    let one = constant(func, BYTE_OF_ONE);
    let mut local = |ty: Type| func.locals.push(LocalInfo { ty, name: None });
    let (byte, holds) = (local(Type::Bits(8)), local(Type::Bool));
    if let Op::Check { condition, .. } = &mut func.blocks[block].insts[at].op {
        *condition = Operand::Local(holds);
    }
    let compare = Op::Compare(CompareOp::Ne, Operand::Local(byte), one);
    insert(func, (block, at), Some(holds), compare);
    insert(func, (block, at), Some(byte), Op::Load(ptr));
}

fn mark_label(module: &mut Module, name: &str, was_there: Option<GlobalId>) -> Result<(), String> {
    let wanted = label_message(name);
    let names = &module.names;
    let mut found = Vec::new();
    for (id, func) in module.funcs.ids().zip(module.funcs.iter_mut()) {
        for block in func.blocks.ids() {
            for (at, inst) in func.blocks[block].insts.iter_mut().enumerate() {
                if let Op::Check { kind, message, .. } = &mut inst.op
                    && *names[*message] == *wanted
                {
                    *kind = FailureKind::Target;
                    found.push((id, block, at));
                }
            }
        }
    }
    if found.is_empty() {
        return Err(format!(
            "nothing that the entry may call has a label `{name}`"
        ));
    }
    // The last one of a block first: what is inserted moves those behind it.
    let in_order = found.into_iter().rev();
    in_order.for_each(|at| restrict(module, at, was_there));
    Ok(())
}

/// Which instructions of a line count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    /// The first one in each block.
    First,
    /// All.
    All,
}

/// The positions of a line or a function, ascending within each block.
fn positions(module: &Module, place: &Place, which: Which) -> Result<Vec<Position>, String> {
    match place {
        Place::Line { file, line } => positions_of_line(module, file, *line, which),
        Place::Function(name) => starts_of(module, name),
        Place::Label(_) => Ok(Vec::new()),
    }
}

/// The start of each function with this name.
fn starts_of(module: &Module, name: &str) -> Result<Vec<Position>, String> {
    let funcs = module.funcs.enumerate();
    let mut named: Vec<_> = funcs.filter(|(_, it)| is_named(&it.name, name)).collect();
    if named.iter().any(|(_, it)| it.user) {
        named.retain(|(_, it)| it.user);
    }
    if named.is_empty() {
        return Err(format!(
            "the entry calls no function `{name}`, however it may go on"
        ));
    }
    let bodies = named.into_iter().filter(|(_, it)| !it.blocks.is_empty());
    let starts: Vec<Position> = bodies.map(|(id, _)| (id, BlockId(0), 0)).collect();
    match starts.is_empty() {
        true => Err(format!("the function `{name}` has no body")),
        false => Ok(starts),
    }
}

/// Whether a function has this name in its source. Front ends append `#` and a number where several
/// functions may have the same name. Getters and setters of JavaScript are called `get name` and
/// `set name`; their property's name is enough.
fn is_named(unique: &str, name: &str) -> bool {
    let accessors = ["get ", "set "].map(|it| unique.strip_prefix(it));
    let mut names = accessors.into_iter().flatten().chain([unique]);
    names.any(|unique| {
        let number = unique.strip_prefix(name);
        let number = number.and_then(|rest| rest.strip_prefix('#'));
        unique == name || number.is_some_and(|it| it.bytes().all(|digit| digit.is_ascii_digit()))
    })
}

fn positions_of_line(
    module: &Module,
    file: &str,
    line: u32,
    which: Which,
) -> Result<Vec<Position>, String> {
    let Module {
        funcs, locs, files, ..
    } = module;
    let in_file = |id: &LocId| {
        let name: &str = &files[locs[*id].file];
        let rest = name.strip_suffix(file);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
    };
    let mut lines = Vec::new();
    let mut found = Vec::new();
    for (id, func) in funcs.enumerate().filter(|(_, func)| func.user) {
        for (number, block) in func.blocks.enumerate() {
            lines.extend(places(block).filter(in_file).map(|id| locs[id].line));
            let is_there = |id: &LocId| in_file(id) && locs[*id].line == line;
            let here = matching(block, is_there).map(|at| (id, number, at));
            match which {
                Which::First => found.extend(here.take(1)),
                Which::All => found.extend(here),
            }
        }
    }
    match found.is_empty() {
        true => Err(no_code(file, line, lines)),
        false => Ok(found),
    }
}

/// The source locations of a block's instructions and its terminator.
fn places(block: &Block) -> impl Iterator<Item = LocId> {
    let all = block.insts.iter().map(|inst| inst.loc).chain([block.loc]);
    all.flatten()
}

/// The instructions with a matching location; the number of instructions denotes the terminator.
fn matching(block: &Block, is_right: impl Fn(&LocId) -> bool) -> impl Iterator<Item = usize> {
    let all = block.insts.iter().map(|inst| inst.loc).chain([block.loc]);
    let all = all.enumerate();
    all.filter_map(move |(at, loc)| loc.filter(&is_right).map(|_| at))
}

fn constant(func: &mut Func, value: Const) -> Operand {
    Operand::Const(func.consts.push(value))
}

/// Inserts an instruction: at the location of a function at its start, otherwise at that of the next
/// one.
fn insert(func: &mut Func, (block, at): (BlockId, usize), result: Option<Local>, op: Op) {
    let next = &func.blocks[block];
    let loc = match (block, at) {
        (BlockId(0), 0) => func.loc,
        _ => next.insts.get(at).map_or(next.loc, |inst| inst.loc),
    };
    func.blocks[block]
        .insts
        .insert(at, Inst { result, op, loc });
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
        let line = |file: &str, line| Place::Line {
            file: file.to_string(),
            line,
        };
        assert_eq!("a.c:12".parse(), Ok(line("a.c", 12)));
        assert_eq!("b/a.c:1".parse(), Ok(line("b/a.c", 1)));
        assert_eq!("f".parse(), Ok(Place::Function("f".to_string())));
        assert_eq!("label:f".parse(), Ok(Place::Label("f".to_string())));
        assert_eq!("label:7".parse(), Ok(line("label", 7)));
        for wrong in ["", ":3", "a.c:", "a.c:0", "a.c:x", "a.c:-1"] {
            assert!(wrong.parse::<Place>().is_err(), "{wrong}");
        }
        let goal: Goal = "f from a.c:3".parse().unwrap();
        assert_eq!(goal.from, Some(line("a.c", 3)));
        assert_eq!(goal.to_string(), "f from a.c:3");
    }
}
