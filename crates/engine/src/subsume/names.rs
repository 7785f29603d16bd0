//! Names of locals in labels. A source variable becomes several locals. If a label mentions more
//! than one of them, each is named with the line where it gets its value.

use crate::state::State;
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{FuncId, LocId, Local, Module};

/// Separates the name of a variable from the line where a local of that name gets its value.
const LINE: char = '@';

/// The names of a function's locals: the names of the variables, with the line of the definition,
/// and with a number if that is still ambiguous.
pub fn of_locals(module: &Module, func: FuncId) -> Vec<String> {
    let body = &module.funcs[func];
    let mut lines: FxHashMap<Local, u32> = FxHashMap::default();
    for block in body.blocks.iter() {
        let line = |loc: Option<LocId>| loc.map(|loc| module.locs[loc].line);
        let first = block.insts.iter().find_map(|inst| line(inst.loc));
        if let Some(line) = first.or(line(block.loc)) {
            lines.extend(block.params.iter().map(|param| (*param, line)));
        }
        for inst in &block.insts {
            if let (Some(result), Some(line)) = (inst.result, line(inst.loc)) {
                lines.insert(result, line);
            }
        }
    }
    let mut names: Vec<String> = Vec::with_capacity(body.locals.len());
    for info in body.locals.iter() {
        let number = Local::new(names.len());
        let name = match (&info.name, lines.get(&number)) {
            (Some(name), Some(line)) => format!("{name}{LINE}{line}"),
            (Some(name), None) => name.to_string(),
            (None, _) => format!("%{}", number.index()),
        };
        names.push(name);
    }
    let mut counts: FxHashMap<String, u32> = FxHashMap::default();
    for name in &names {
        *counts.entry(name.clone()).or_default() += 1;
    }
    for (number, name) in names.iter_mut().enumerate() {
        if counts[name] > 1 {
            name.push_str(&format!("%{number}"));
        }
    }
    names
}

/// The prefix for locals of a call that is not the innermost one: the function and, if it is on the
/// stack several times, the number of the call.
pub fn prefix(module: &Module, state: &State, depth: usize) -> String {
    if depth + 1 == state.frames.len() {
        return String::new();
    }
    let func = state.frames[depth].func;
    let name = &module.funcs[func].name;
    let is_same = |frame: &&std::rc::Rc<crate::state::Frame>| frame.func == func;
    match state.frames.iter().filter(is_same).count() {
        1 => format!("{name}::"),
        _ => {
            let number = state.frames[..=depth].iter().filter(is_same).count();
            format!("{name}[{number}]::")
        }
    }
}

/// Removes the lines from those names that are unambiguous without them.
pub fn without_lines(text: &str, names: &[String]) -> String {
    let base = |name: &str| name.split(LINE).next().unwrap_or(name).to_string();
    let mut text = text.to_string();
    for name in names {
        let short = base(name);
        if names.iter().filter(|it| base(it) == short).count() == 1 {
            text = replace_word(&text, name, &short);
        }
    }
    text
}

/// Replaces a name where it is not part of a longer one.
fn replace_word(text: &str, name: &str, by: &str) -> String {
    let is_part = |c: char| c.is_alphanumeric() || "_%:]@".contains(c);
    let (mut result, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(at) = rest.find(name).filter(|_| !name.is_empty()) {
        let (before, after) = (&rest[..at], &rest[at + name.len()..]);
        let is_whole = !before.ends_with(is_part) && !after.starts_with(is_part);
        result.push_str(before);
        result.push_str(if is_whole { by } else { name });
        rest = after;
    }
    result + rest
}

#[cfg(test)]
mod tests {
    use super::without_lines;

    #[test]
    fn lines_stay_where_they_tell_names_apart() {
        let names = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        let text = "new@12 == new@1 and in@1 < n@1";
        let all = names(&["new@12", "new@1", "in@1", "n@1"]);
        assert_eq!(without_lines(text, &all), "new@12 == new@1 and in < n");
        let text = "n@1 == main::n@3";
        let all = names(&["n@1", "main::n@3"]);
        assert_eq!(without_lines(text, &all), "n == main::n");
    }
}
