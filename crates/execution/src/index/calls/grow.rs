//! The growth of a garden of strings, by the functions that the program calls with one variable
//! string, as in [`crate::index::grow`].

use super::seeds::as_text;
use super::{Text, add, function, shown};
use crate::index::Garden;
use crate::options::{Indexing, Known, TextFunction};
use sheaf_ir::{Callee, Const, Func, Inst, LocId, Module, Op, Operand};

/// A call, with what is known of its arguments.
struct Site<'m> {
    function: &'static TextFunction,
    loc: Option<LocId>,
    constants: Vec<Known<'m>>,
}

/// Lets a garden grow until nothing new is found, or a limit is reached.
pub(super) fn grow(garden: &mut Garden<Text>, module: &Module, indexing: &Indexing) {
    let sites = sites(module, indexing);
    let mut from = 0;
    for _ in 0..indexing.rounds {
        let until = garden.members.len();
        for position in from..until {
            let member = garden.members[position].clone();
            for site in &sites {
                for text in (site.function.related)(&member, &site.constants) {
                    let origin = || {
                        let place = module.describe(site.loc);
                        format!("`{}` of {} at {place}", site.function.name, shown(&member))
                    };
                    add(garden, &text, indexing.size, origin);
                }
            }
        }
        if garden.members.len() == until {
            return;
        }
        from = until;
    }
}

/// The calls of the program's own functions, without duplicates.
fn sites<'m>(module: &'m Module, indexing: &Indexing) -> Vec<Site<'m>> {
    let mut sites: Vec<Site> = Vec::new();
    for func in module.funcs.iter().filter(|func| func.user) {
        for inst in func.blocks.iter().flat_map(|block| &block.insts) {
            let Some(site) = site(module, indexing, func, inst) else {
                continue;
            };
            let is_known = |other: &Site| {
                other.function.name == site.function.name && other.constants == site.constants
            };
            if !sites.iter().any(is_known) {
                sites.push(site);
            }
        }
    }
    sites
}

fn site<'m>(
    module: &'m Module,
    indexing: &Indexing,
    func: &'m Func,
    inst: &Inst,
) -> Option<Site<'m>> {
    let Op::Call(call) = &inst.op else {
        return None;
    };
    let Callee::Func(callee) = call.callee else {
        return None;
    };
    let function = function(module, indexing, callee)?;
    let known = |operand: &Operand| match *operand {
        Operand::Const(id) => match &func.consts[id] {
            Const::Bits { width, value } => {
                let shift = 64 - (*width).min(64);
                Known::Number(((*value as i64) << shift) >> shift)
            }
            _ => as_text(module, func, *operand).map_or(Known::Variable, Known::Text),
        },
        Operand::Local(_) => Known::Variable,
    };
    Some(Site {
        function,
        loc: inst.loc,
        constants: call.args.iter().map(known).collect(),
    })
}
