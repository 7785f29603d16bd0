//! Options that a program declares by calls of functions such as `getopt_long`, as they are written
//! in an argument.

use super::seeds::{as_text, texts};
use crate::options::{Indexing, OptionParser};
use sheaf_ir::{Callee, Const, Func, Init, Inst, LocId, Module, Op, Operand};

/// The options of the program's own calls, with the places of the calls: those with a name first.
pub(super) fn options(module: &Module, indexing: &Indexing) -> Vec<(Vec<u8>, Option<LocId>)> {
    let mut found = Vec::new();
    for func in module.funcs.iter().filter(|func| func.user) {
        for inst in func.blocks.iter().flat_map(|block| &block.insts) {
            if let Some((parser, args)) = parsed(module, indexing, inst) {
                let declared = named(module, func, parser, args)
                    .into_iter()
                    .chain(letters(module, func, parser, args));
                found.extend(declared.map(|option| (option, inst.loc)));
            }
        }
    }
    found
}

/// The library's function that an instruction calls to find options, and its arguments.
fn parsed<'m>(
    module: &Module,
    indexing: &Indexing,
    inst: &'m Inst,
) -> Option<(&'static OptionParser, &'m [Operand])> {
    let Op::Call(call) = &inst.op else {
        return None;
    };
    let Callee::Func(callee) = call.callee else {
        return None;
    };
    let callee = &module.funcs[callee];
    let mut parsers = indexing.library.option_parsers.iter();
    let parser = parsers.find(|parser| !callee.user && *parser.name == *callee.name)?;
    Some((parser, &call.args))
}

/// The options in the table that a call passes, with the dashes that may be before a name.
fn named(module: &Module, func: &Func, parser: &OptionParser, args: &[Operand]) -> Vec<Vec<u8>> {
    let table = parser.table.and_then(|position| args.get(position));
    let Some(Operand::Const(id)) = table else {
        return Vec::new();
    };
    let Const::Global(table, _) = func.consts[*id] else {
        return Vec::new();
    };
    let Init::Data { relocs, .. } = &module.globals[table].init else {
        return Vec::new();
    };
    let names = relocs.iter().flat_map(|reloc| match reloc.value {
        Const::Global(global, _) => texts(module, global),
        _ => Vec::new(),
    });
    names
        .flat_map(|name| {
            let dashed = |dashes: &&str| [dashes.as_bytes(), name].concat();
            parser.dashes.iter().map(dashed)
        })
        .collect()
}

/// The options of one letter.
fn letters(module: &Module, func: &Func, parser: &OptionParser, args: &[Operand]) -> Vec<Vec<u8>> {
    let letters = args.get(parser.letters).copied();
    let letters = letters.and_then(|operand| as_text(module, func, operand));
    let letters = letters.unwrap_or_default().iter();
    letters
        .filter(|letter| letter.is_ascii_alphanumeric())
        .map(|letter| vec![b'-', *letter])
        .collect()
}
