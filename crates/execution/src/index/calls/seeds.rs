//! The first strings of a garden, in this order: values of `--index-seed`; string constants that
//! the program's own functions compare; options that they declare (`options.rs`); their other string
//! constants, and those in tables that they use; usual strings. What is passed to other library
//! functions only, such as formats and messages, is none.

use super::options::options;
use super::{Text, add, function};
use crate::index::Garden;
use crate::index::seeds::{constants, reach};
use crate::options::Indexing;
use sheaf_ir::{
    Call, Callee, Const, Element, Func, GlobalId, Init, Inst, LocId, Module, Op, Operand,
};
use std::collections::BTreeSet;

/// Strings for which functions are special, and numbers as text.
const USUAL: [&str; 5] = ["", "a", "0", "1", "-1"];

pub(in crate::index) fn plant(garden: &mut Garden<Text>, module: &Module, indexing: &Indexing) {
    let size = indexing.size;
    for seed in &indexing.texts {
        add(garden, seed.as_bytes(), size, || "--index-seed".to_string());
    }
    if indexing.only_seeds {
        return;
    }
    for func in module.funcs.iter().filter(|func| func.user) {
        for inst in func.blocks.iter().flat_map(|block| &block.insts) {
            for operand in compared(module, indexing, inst) {
                if let Some(text) = as_text(module, func, operand) {
                    let origin = || format!("constant at {}", module.describe(inst.loc));
                    add(garden, text, size, origin);
                }
            }
        }
    }
    for (option, loc) in options(module, indexing) {
        let origin = || format!("option at {}", module.describe(loc));
        add(garden, &option, size, origin);
    }
    for (global, loc) in used(module) {
        let data = &module.globals[global];
        for text in texts(module, global) {
            let origin = || match loc {
                Some(loc) => format!("constant at {}", module.describe(Some(loc))),
                None => format!("data of `{}`", data.name),
            };
            add(garden, text, size, origin);
        }
    }
    for text in USUAL {
        add(garden, text.as_bytes(), size, || "usual string".to_string());
    }
}

/// The operands of a call of an indexed function.
fn compared(module: &Module, indexing: &Indexing, inst: &Inst) -> Vec<Operand> {
    match &inst.op {
        Op::Call(call) => match call.callee {
            Callee::Func(func) if function(module, indexing, func).is_some() => call.args.to_vec(),
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// The constant string that an operand points to.
pub(super) fn as_text<'m>(
    module: &'m Module,
    func: &'m Func,
    operand: Operand,
) -> Option<&'m [u8]> {
    let Operand::Const(id) = operand else {
        return None;
    };
    let Const::Global(global, offset) = func.consts[id] else {
        return None;
    };
    let global = &module.globals[global];
    match &global.init {
        Init::Data { bytes, .. } if global.constant => {
            let rest = bytes.get(usize::try_from(offset).ok()?..)?;
            let end = rest.iter().position(|byte| *byte == 0)?;
            Some(&rest[..end])
        }
        _ => None,
    }
}

/// The globals whose content the program's own functions use, with the place for one that is used
/// directly. Calls that are only passed to the library are left out.
fn used(module: &Module) -> Vec<(GlobalId, Option<LocId>)> {
    let mut direct = Vec::new();
    let mut reached = BTreeSet::new();
    for func in module.funcs.iter().filter(|func| func.user) {
        let passed = passed_to_library(module, func);
        constants(func, &mut |constant, loc| {
            let Const::Global(global, _) = constant else {
                return;
            };
            let is_plain = matches!(&module.globals[*global].init,
                Init::Data { relocs, .. } if relocs.is_empty());
            match is_plain {
                true if passed.contains(&(*global, loc)) => {}
                true => direct.push((*global, loc)),
                false => reach(module, *global, &mut reached),
            }
        });
    }
    let known: BTreeSet<GlobalId> = direct.iter().map(|(global, _)| *global).collect();
    let data = reached.into_iter().filter(|global| !known.contains(global));
    direct.extend(data.map(|global| (global, None)));
    direct
}

/// The globals that are arguments of library functions, with the places of the calls.
fn passed_to_library(module: &Module, func: &Func) -> BTreeSet<(GlobalId, Option<LocId>)> {
    let is_library = |call: &Call| match call.callee {
        Callee::Func(callee) => !module.funcs[callee].user,
        Callee::Intrinsic(_) => true,
        Callee::Value(_) => false,
    };
    let mut passed = BTreeSet::new();
    for inst in func.blocks.iter().flat_map(|block| &block.insts) {
        if let Op::Call(call) = &inst.op
            && is_library(call)
        {
            for arg in &call.args {
                if let Operand::Const(id) = arg
                    && let Const::Global(global, _) = func.consts[*id]
                {
                    passed.insert((global, inst.loc));
                }
            }
        }
    }
    passed
}

/// The strings in initial content, if it is nothing but text.
pub(super) fn texts(module: &Module, global: GlobalId) -> Vec<&[u8]> {
    let global = &module.globals[global];
    let is_text = |byte: &u8| {
        *byte == 0 || byte.is_ascii_graphic() || byte.is_ascii_whitespace() || *byte >= 0x80
    };
    match (&global.init, global.element) {
        (Init::Data { bytes, relocs }, Element::Integer(1))
            if relocs.is_empty() && bytes.iter().all(is_text) =>
        {
            let texts = bytes.split(|byte| *byte == 0);
            texts.filter(|text| !text.is_empty()).collect()
        }
        _ => Vec::new(),
    }
}
