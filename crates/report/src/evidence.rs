//! What a replay found out about a failure, as text: the access that fails, its object, and the
//! calls that lead to it, allocated the object and freed it.

use sheaf_engine::evidence::{Access, Act, Call, Evidence, Stack, Target, What};
use sheaf_engine::outcome::Failure;
use sheaf_ir::{FailureKind, Module};
use std::fmt::Write;

/// The same function this many times on the stack is one line and their number.
const FOLDED_CALLS: usize = 4;

/// The lines of a finding, indented.
pub fn text(module: &Module, failure: &Failure, evidence: &Evidence) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let access = evidence.access.as_ref();
    if let Some(access) = access.filter(|access| access.act != Act::Lose) {
        let _ = writeln!(text, "  {}", access_text(module, evidence, access));
    }
    let stack = &evidence.stack;
    let says_more = stack.inner.len() > 1 || called(failure, stack.inner.first()).is_some();
    if says_more && failure.kind != FailureKind::Leak {
        if access.is_none() {
            text.push_str("  calls\n");
        }
        text.push_str(&frames(module, stack, |call| called(failure, Some(call))));
    }
    for (word, stack) in history(evidence) {
        let all = |call: &'_ Call| call.library.as_deref().map(str::to_string);
        let _ = writeln!(text, "  {word}");
        text.push_str(&frames(module, stack, all));
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

/// The function of the library that a call of the failure's stack is in, if that says something:
/// not that of an assertion.
pub fn called(failure: &Failure, call: Option<&Call>) -> Option<String> {
    let says_nothing = matches!(
        failure.kind,
        FailureKind::Assertion | FailureKind::Abort | FailureKind::UncaughtException
    );
    let library = call?.library.as_deref()?;
    (!says_nothing).then(|| library.to_string())
}

/// The calls of a stack, one per line.
fn frames(module: &Module, stack: &Stack, library: impl Fn(&Call) -> Option<String>) -> String {
    let mut text = String::new();
    let mut number = 0;
    let parts = [&stack.inner[..], &stack.outer[..]];
    for (position, part) in parts.into_iter().enumerate() {
        if position == 1 && stack.left_out > 0 {
            match part {
                [] => text.push_str("    ...\n"),
                _ => {
                    let _ = writeln!(text, "    ... {} more calls ...", stack.left_out);
                }
            }
            number += stack.left_out as usize;
        }
        for same in part.chunk_by(|a, b| a == b) {
            let Some(first) = same.first() else {
                continue;
            };
            let shown = if same.len() < FOLDED_CALLS {
                same.len()
            } else {
                1
            };
            let name = &module.funcs[first.func].name;
            let place = module.describe(first.loc);
            let within = library(first).map_or(String::new(), |it| format!(", in {it}"));
            for frame in 0..shown {
                let _ = writeln!(text, "    #{} {name} {place}{within}", number + frame);
            }
            if shown < same.len() {
                let more = same.len() - shown;
                let _ = writeln!(text, "    ... the same {more} more times ...");
            }
            number += same.len();
        }
    }
    text
}

/// The access in one line.
pub fn access_text(module: &Module, evidence: &Evidence, access: &Access) -> String {
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
        return text + &argument(evidence, access);
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
    text + &argument(evidence, access)
}

/// The argument of the library's function, except where it is the only one.
fn argument(evidence: &Evidence, access: &Access) -> String {
    let call = evidence.stack.inner.first();
    let library = call.and_then(|call| call.library.as_deref());
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
