//! The growth of a garden: numbers that the program's own operators make of its members, and those
//! of which they make members.
//!
//! An operator is applied at each place where the program uses it with at most one variable
//! operand, so that what is grown meets something; products of all pairs of members would be many
//! and meet little. A round applies all operators to the members that the last one has found.

use super::Garden;
use super::seeds::{as_double, pattern};
use crate::options::{IndexKind, Indexing, Operator};
use sheaf_ir::{BinaryOp, Call, Callee, Const, Func, Inst, LocId, Module, Op, Operand, UnaryOp};

type Related = fn(f64, f64) -> Vec<f64>;

/// An operator at a place of the program, with its constant operand.
struct Site {
    name: String,
    loc: Option<LocId>,
    related: Related,
    constant: f64,
}

/// Lets a garden grow until nothing new is found, or a limit is reached.
pub(super) fn grow(garden: &mut Garden<u128>, module: &Module, indexing: &Indexing) {
    let sites = sites(module, indexing);
    let mut from = 0;
    for _ in 0..indexing.rounds {
        let until = garden.members.len();
        for position in from..until {
            let member = f64::from_bits(garden.members[position] as u64);
            for site in &sites {
                for number in (site.related)(member, site.constant) {
                    let place = || format!("`{}` at {}", site.name, module.describe(site.loc));
                    garden.add(pattern(number), indexing.size, place);
                }
            }
        }
        if garden.members.len() == until {
            return;
        }
        from = until;
    }
}

/// The operators that the program's own functions apply, without duplicates.
fn sites(module: &Module, indexing: &Indexing) -> Vec<Site> {
    let mut sites: Vec<Site> = Vec::new();
    for func in module.funcs.iter().filter(|func| func.user) {
        for inst in func.blocks.iter().flat_map(|block| &block.insts) {
            let Some(site) = site(module, indexing, func, inst) else {
                continue;
            };
            let is_known = |other: &Site| {
                other.name == site.name && other.constant.to_bits() == site.constant.to_bits()
            };
            if !sites.iter().any(is_known) {
                sites.push(site);
            }
        }
    }
    sites
}

/// The operator that a call applies, with the name and the kind of the function.
fn called<'m>(
    module: &'m Module,
    indexing: &Indexing,
    call: &Call,
) -> Option<(&'m str, &'static Operator, IndexKind)> {
    let name: &str = match call.callee {
        Callee::Func(func) => &module.funcs[func].name,
        Callee::Intrinsic(name) => &module.names[name],
        Callee::Value(_) => return None,
    };
    let find = |stem: &str| indexing.library.operators.iter().find(|it| it.name == stem);
    let of = |suffix: char, kind| Some((find(name.strip_suffix(suffix)?)?, kind));
    let (operator, kind) = find(name)
        .map(|it| (it, IndexKind::Doubles))
        .or_else(|| of('f', IndexKind::Floats))
        .or_else(|| of('l', IndexKind::LongDoubles))?;
    Some((name, operator, kind))
}

/// The kinds of the operators that the program's own functions call.
pub fn kinds(module: &Module, indexing: &Indexing) -> Vec<IndexKind> {
    let funcs = module.funcs.iter().filter(|func| func.user);
    let blocks = funcs.flat_map(|func| func.blocks.iter());
    let kinds = blocks
        .flat_map(|block| &block.insts)
        .filter_map(|inst| match &inst.op {
            Op::Call(call) => called(module, indexing, call).map(|(.., kind)| kind),
            _ => None,
        });
    let mut found = Vec::new();
    for kind in kinds {
        if !found.contains(&kind) {
            found.push(kind);
        }
    }
    found
}

fn site(module: &Module, indexing: &Indexing, func: &Func, inst: &Inst) -> Option<Site> {
    let (name, related, operands): (&str, Related, Vec<Operand>) = match &inst.op {
        Op::Binary(op, _, a, b) => {
            let (name, related) = arithmetic(*op, a == b)?;
            (name, related, vec![*a, *b])
        }
        Op::Unary(UnaryOp::FNeg, a) => ("negation", |x, _| vec![-x], vec![*a]),
        Op::Call(call) => {
            let (name, operator, _) = called(module, indexing, call)?;
            (name, operator.related, call.args.to_vec())
        }
        _ => return None,
    };
    let constants = operands.iter().filter_map(|operand| match operand {
        Operand::Const(id) => as_double(&func.consts[*id]),
        Operand::Local(_) => None,
    });
    let constants: Vec<f64> = constants.collect();
    let is_float = |operand: &Operand| match operand {
        Operand::Const(id) => matches!(func.consts[*id], Const::Float(..)),
        Operand::Local(_) => true,
    };
    let variables = operands.iter().filter(|operand| is_float(operand)).count() - constants.len();
    let is_square = operands.len() == 2 && operands[0] == operands[1];
    (variables == 1 || is_square).then(|| Site {
        name: name.to_string(),
        loc: inst.loc,
        related,
        constant: constants.first().copied().unwrap_or(0.0),
    })
}

/// The name of an arithmetic operation, and what it relates numbers with.
fn arithmetic(op: BinaryOp, is_square: bool) -> Option<(&'static str, Related)> {
    Some(match op {
        BinaryOp::FAdd | BinaryOp::FSub => ("sum", |x, c| vec![x + c, x - c, c - x]),
        BinaryOp::FMul if is_square => ("square", |x, _| vec![x * x, x.sqrt()]),
        BinaryOp::FMul | BinaryOp::FDiv => ("product", |x, c| vec![x * c, x / c, c / x]),
        BinaryOp::FRem => ("remainder", |x, c| vec![x % c, x + c]),
        _ => return None,
    })
}
