//! What a replay found out about a failure, as text: the access that fails, its object, and the
//! calls that lead to it, allocated the object and freed it.

use crate::display;
use crate::source::Sources;
use sheaf_engine::evidence::{Access, Act, Call, Evidence, Stack, Target, What};
use sheaf_engine::outcome::Failure;
use sheaf_ir::{FailureKind, Module};
use std::fmt::Write;

/// So many equal calls in a row are one line and their number.
const FOLDED_CALLS: usize = 4;

/// Functions of the library that compilers use for structures.
const OF_COMPILERS: [&str; 3] = ["memcpy", "memmove", "memset"];

/// The lines of a finding, indented.
pub fn text(
    module: &Module,
    sources: &mut Sources,
    failure: &Failure,
    evidence: &Evidence,
) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let access = evidence.access.as_ref();
    if let Some(access) = access.filter(|access| access.act != Act::Lose) {
        let _ = writeln!(text, "  {}", access_text(module, sources, evidence, access));
    }
    let stack = &evidence.stack;
    let mut called = |call: &Call| match failure.kind {
        // The kind says it.
        FailureKind::Assertion | FailureKind::Abort | FailureKind::UncaughtException => None,
        _ => library(module, sources, call).map(str::to_string),
    };
    let says_more = match &stack.inner[..] {
        [only] => called(only).is_some(),
        all => !all.is_empty(),
    };
    if says_more && failure.kind != FailureKind::Leak {
        if access.is_none() {
            text.push_str("  calls\n");
        }
        text.push_str(&frames(module, stack, called));
    }
    for (word, stack) in history(evidence) {
        let _ = writeln!(text, "  {word}");
        let called = |call: &Call| call.library.as_deref().map(str::to_string);
        text.push_str(&frames(module, stack, called));
    }
    text
}

/// What happened to the object before: the word for it, and the calls.
pub fn history(evidence: &Evidence) -> impl Iterator<Item = (&'static str, &Stack)> {
    let target = evidence.access.as_ref();
    let target = target.and_then(|access| access.target.as_ref());
    let stacks = target.map(|it| [("allocated by", &it.allocated), ("freed by", &it.freed)]);
    let stacks = stacks.into_iter().flatten();
    stacks.filter(|(_, stack)| !stack.is_empty())
}

/// The function of the library that a call is in. Compilers copy and fill structures by such
/// functions, which the program does not call.
pub fn library<'a>(module: &Module, sources: &mut Sources, call: &'a Call) -> Option<&'a str> {
    let name = call.library.as_deref()?;
    if !OF_COMPILERS.contains(&name) {
        return Some(name);
    }
    let loc = call.loc.map(|loc| module.locs[loc])?;
    let line = sources.line(&module.files[loc.file], loc.line);
    let Some(rest) = line.and_then(|line| line.get(loc.column.checked_sub(1)? as usize..)) else {
        return Some(name);
    };
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let after = rest.trim_start_matches(is_word);
    let is_call = after.len() < rest.len() && after.trim_start().starts_with('(');
    is_call.then_some(name)
}

/// A line of a stack: a call with its number, or the number of calls that are left out.
enum Line<'a> {
    Call(usize, &'a Call),
    LeftOut(usize),
}

/// The calls of a stack, one per line.
fn frames(
    module: &Module,
    stack: &Stack,
    mut library: impl FnMut(&Call) -> Option<String>,
) -> String {
    let mut text = String::new();
    for line in stack_lines(stack) {
        // Writing to a string cannot fail.
        let _ = match line {
            Line::LeftOut(_) if stack.outer.is_empty() && stack.left_out > 0 => {
                writeln!(text, "    ...")
            }
            Line::LeftOut(calls) => writeln!(text, "    ... {calls} more calls ..."),
            Line::Call(number, call) => {
                let name = display::function(&module.funcs[call.func].name);
                let place = module.describe(call.loc);
                let within = library(call).map_or(String::new(), |it| format!(", in {it}"));
                writeln!(text, "    #{number} {name} {place}{within}")
            }
        };
    }
    text
}

/// The lines of a stack. Of many equal calls in a row, the first one is shown.
fn stack_lines(stack: &Stack) -> Vec<Line<'_>> {
    let inner = stack.inner.iter().map(Some);
    let gap = (stack.left_out > 0).then_some(None);
    let outer = stack.outer.iter().map(Some);
    let all: Vec<Option<&Call>> = inner.chain(gap).chain(outer).collect();
    let mut lines: Vec<Line> = Vec::new();
    let mut number = 0;
    for (position, call) in all.iter().enumerate() {
        let same = all[..position].iter().rev().flatten();
        let same = same.take_while(|before| Some(**before) == *call).count();
        let row = all[position..].iter().flatten();
        let row = row.take_while(|after| Some(**after) == *call).count();
        let hidden = match call {
            None => stack.left_out as usize,
            Some(_) => usize::from(same > 0 && same + row >= FOLDED_CALLS),
        };
        match (hidden, call, lines.last_mut()) {
            (0, Some(call), _) => lines.push(Line::Call(number, call)),
            (hidden, _, Some(Line::LeftOut(calls))) => *calls += hidden,
            (hidden, ..) => lines.push(Line::LeftOut(hidden)),
        }
        number += hidden.max(1);
    }
    lines
}

/// The access in one line.
pub fn access_text(
    module: &Module,
    sources: &mut Sources,
    evidence: &Evidence,
    access: &Access,
) -> String {
    let argument = argument(module, sources, evidence, access);
    let verb = match access.act {
        Act::Read => "READ",
        Act::Write => "WRITE",
        Act::Free => "FREE",
        Act::Use => "USE",
        Act::Lose => "LOSS",
    };
    let mut text = verb.to_string();
    let size = access.bytes.map(|bytes| count(bytes, "byte"));
    if let Some(size) = size {
        let _ = write!(text, " of {size}");
    }
    let Some(target) = &access.target else {
        if let Some(address) = access.address {
            let _ = write!(text, " at address {address:#x}");
        }
        return text + &argument;
    };
    let unit = match target.what {
        What::Row => "index",
        _ => "offset",
    };
    let is_whole = matches!(access.act, Act::Free) && target.offset == Some(0);
    match target.offset {
        Some(offset) if !is_whole => {
            let _ = write!(text, " at {unit} {offset} of ");
        }
        None if access.act == Act::Use => text.push_str(" within "),
        None if access.bytes.is_some() => text.push_str(" at an unknown offset of "),
        _ => text.push_str(" of "),
    }
    text.push_str(&target_text(module, target));
    if access.act == Act::Use {
        text.push_str(", never written");
    }
    text + &argument
}

/// The argument of the library's function, except where it is the only one.
fn argument(
    module: &Module,
    sources: &mut Sources,
    evidence: &Evidence,
    access: &Access,
) -> String {
    let call = evidence.stack.inner.first();
    let library = call.and_then(|call| library(module, sources, call));
    match (access.argument, library) {
        (Some(number), Some(library)) if access.act != Act::Free => {
            format!(", argument {number} of {library}")
        }
        _ => String::new(),
    }
}

/// An object: `a heap object of 8 bytes`.
pub fn target_text(module: &Module, target: &Target) -> String {
    let unit = match target.what {
        What::Row => "element",
        _ => "byte",
    };
    let size = target.size.map(|size| count(size, unit));
    let size = size.map_or(String::new(), |size| format!(" of {size}"));
    match &target.what {
        What::Input(name) => format!("input `{name}`{size}"),
        What::Heap => format!("a heap object{size}"),
        What::Literal => format!("a string literal{size}"),
        What::Row => format!("an array{size}"),
        What::Global(name) => format!("global `{name}`{size}"),
        What::Local(name, func) => {
            let name = name.as_ref().map_or(String::new(), |it| format!(" `{it}`"));
            let of = func.map(|func| format!(" in {}", module.funcs[func].name));
            format!("local variable{name}{size}{}", of.unwrap_or_default())
        }
    }
}

fn count(number: u64, noun: &str) -> String {
    crate::text::count(number, noun)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_ir::{FuncId, LocId};

    fn call(func: u32) -> Call {
        Call {
            func: FuncId(func),
            loc: Some(LocId(0)),
            library: None,
        }
    }

    fn shown(stack: &Stack) -> Vec<String> {
        let line = |line: Line| match line {
            Line::Call(number, call) => format!("#{number} {}", call.func.0),
            Line::LeftOut(calls) => format!("{calls} more"),
        };
        stack_lines(stack).into_iter().map(line).collect()
    }

    #[test]
    fn recursion_is_folded() {
        let row = |times| vec![call(1); times];
        let mut stack = Stack {
            inner: [row(3), vec![call(0)]].concat(),
            ..Stack::default()
        };
        assert_eq!(shown(&stack), ["#0 1", "#1 1", "#2 1", "#3 0"]);
        stack.inner = [row(5), vec![call(0)]].concat();
        assert_eq!(shown(&stack), ["#0 1", "4 more", "#5 0"]);
        let long = Stack {
            inner: row(5),
            left_out: 10,
            outer: [row(4), vec![call(0)]].concat(),
        };
        assert_eq!(shown(&long), ["#0 1", "18 more", "#19 0"]);
    }
}
