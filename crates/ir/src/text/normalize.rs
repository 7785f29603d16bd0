//! The normal form of modules: arenas in the order of the textual form.

use crate::index::{Idx, IndexVec};
use crate::module::{Const, ConstId, Func, LocId, Local, Module, NameId};
use crate::op::{Callee, Op, Operand, Target, Terminator};
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// The module with locals in the order of their definitions, and constants, names and locations in
/// the order of their first use, without duplicates or unused entries. Source declarations of
/// inputs are dropped. Indices out of range stay out of range.
pub fn normalize(module: &Module) -> Module {
    let mut result = module.clone();
    result.inputs.clear();
    let mut names = Renumber::new(&module.names);
    let mut locs = Renumber::new(&module.locs);
    for func in result.funcs.iter_mut() {
        normalize_locals(func);
        normalize_consts(func);
        each_loc(func, |loc| locs.apply(loc));
        func.blocks
            .iter_mut()
            .flat_map(|block| &mut block.insts)
            .for_each(|inst| {
                each_name(&mut inst.op, |name| names.apply(name));
            });
    }
    result.names = names.done();
    result.locs = locs.done();
    result
}

/// Copies the used entries of an arena in the order of their first use, merging equal ones.
struct Renumber<'a, I, T> {
    old: &'a IndexVec<I, T>,
    new: IndexVec<I, T>,
    ids: HashMap<&'a T, I>,
}

impl<'a, I: Idx, T: Clone + Eq + Hash> Renumber<'a, I, T> {
    fn new(old: &'a IndexVec<I, T>) -> Self {
        Renumber {
            old,
            new: IndexVec::new(),
            ids: HashMap::new(),
        }
    }

    fn apply(&mut self, id: &mut I) {
        if let Some(item) = self.old.get(*id) {
            *id = *self
                .ids
                .entry(item)
                .or_insert_with(|| self.new.push(item.clone()));
        } else {
            *id = I::new(u32::MAX as usize);
        }
    }

    fn done(self) -> IndexVec<I, T> {
        self.new
    }
}

/// Locals by definition; those that are used but never defined come last, in the order of their
/// use.
fn normalize_locals(func: &mut Func) {
    let mut ids: HashMap<Local, Local> = HashMap::new();
    let mut locals = IndexVec::new();
    let old = std::mem::take(&mut func.locals);
    let mut see = |local: Local| {
        let Some(info) = old.get(local) else { return };
        ids.entry(local)
            .or_insert_with(|| locals.push(info.clone()));
    };
    func.definitions().for_each(&mut see);
    each_operand(func, |operand| {
        if let Operand::Local(local) = operand {
            see(*local);
        }
    });
    let apply = |local: &mut Local| *local = ids.get(local).copied().unwrap_or(Local(u32::MAX));
    each_operand(func, |operand| {
        if let Operand::Local(local) = operand {
            apply(local);
        }
    });
    func.params.iter_mut().for_each(apply);
    for block in func.blocks.iter_mut() {
        block.params.iter_mut().for_each(apply);
        block
            .insts
            .iter_mut()
            .filter_map(|inst| inst.result.as_mut())
            .for_each(apply);
    }
    func.locals = locals;
}

fn normalize_consts(func: &mut Func) {
    let old = std::mem::take(&mut func.consts);
    let mut consts = Renumber::new(&old);
    for block in func.blocks.iter_mut() {
        let mut visit = |operand: &mut Operand| {
            if let Operand::Const(id) = operand {
                consts.apply(id);
            }
        };
        block
            .insts
            .iter_mut()
            .for_each(|inst| inst.op.operands_mut(&mut visit));
        if let Some(subject) = block.terminator.subject_mut() {
            visit(subject);
        }
        // In the order of the text, in which each case is followed by its target.
        let mut visited = HashSet::new();
        if let Terminator::Switch(switch) = &mut block.terminator {
            for case in &mut switch.cases {
                consts.apply(&mut case.value);
                let number = case.target as usize;
                if visited.insert(number)
                    && let Some(target) = switch.targets.get_mut(number)
                {
                    apply_to_args(target, &mut consts);
                }
            }
        }
        for (number, target) in block.terminator.targets_mut().iter_mut().enumerate() {
            if !visited.contains(&number) {
                apply_to_args(target, &mut consts);
            }
        }
    }
    func.consts = consts.done();
}

/// Renumbers the constants among the arguments of a target.
fn apply_to_args(target: &mut Target, consts: &mut Renumber<ConstId, Const>) {
    for operand in &mut target.args {
        if let Operand::Const(id) = operand {
            consts.apply(id);
        }
    }
}

/// Calls `visit` with each operand of a function, those of instructions and terminators, in the
/// order of the text.
fn each_operand(func: &mut Func, mut visit: impl FnMut(&mut Operand)) {
    for block in func.blocks.iter_mut() {
        block
            .insts
            .iter_mut()
            .for_each(|inst| inst.op.operands_mut(&mut visit));
        block
            .terminator
            .subject_mut()
            .into_iter()
            .for_each(&mut visit);
        block
            .terminator
            .targets_mut()
            .iter_mut()
            .for_each(|target| target.args.iter_mut().for_each(&mut visit));
    }
}

fn each_loc(func: &mut Func, mut visit: impl FnMut(&mut LocId)) {
    func.loc.iter_mut().for_each(&mut visit);
    for block in func.blocks.iter_mut() {
        block
            .insts
            .iter_mut()
            .filter_map(|inst| inst.loc.as_mut())
            .for_each(&mut visit);
        block.loc.iter_mut().for_each(&mut visit);
    }
}

fn each_name(op: &mut Op, mut visit: impl FnMut(&mut NameId)) {
    match op {
        Op::NewRecord(fields) => fields.iter_mut().for_each(|(name, _)| visit(name)),
        Op::LoadField(_, name) | Op::StoreField { field: name, .. } => visit(name),
        Op::Input(name) | Op::Check { message: name, .. } => visit(name),
        Op::Call(call) => {
            if let Callee::Intrinsic(name) = &mut call.callee {
                visit(name);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::{FuncBuilder, Names};
    use crate::module::{Const, FileId, Loc};
    use crate::text::{parse, print};
    use crate::types::Type;

    /// A function built out of order, with unused and repeated entries in every arena.
    fn scattered() -> Module {
        let mut module = Module::new(8);
        let mut names = Names::default();
        names.intern(&mut module, "unused");
        let input = names.intern(&mut module, "x");
        module.files.push("a.c".into());
        let place = Loc {
            file: FileId(0),
            line: 3,
            column: 1,
        };
        module.locs.push(Loc { line: 9, ..place });
        let locs = [module.locs.push(place), module.locs.push(place)];

        let mut builder = FuncBuilder::new("f", Some(Type::Bits(8)));
        let entry = builder.block();
        let exit = builder.block();
        let late = builder.block_param(exit, Type::Bits(8), Some("x"));
        let early = builder.local(Type::Bits(8), Some("x"));
        builder.bits(8, 77);
        builder.switch_to(exit);
        builder.terminate(Terminator::Return(Some(Operand::Local(late))));
        builder.switch_to(entry);
        builder.loc = Some(locs[1]);
        builder.push_to(Op::Input(input), Some(early));
        builder.loc = Some(locs[0]);
        let one = builder.constant(Const::Bits { width: 8, value: 1 });
        let sum = Op::Binary(
            crate::BinaryOp::Add,
            crate::Flags::default(),
            Operand::Local(early),
            one,
        );
        let sum = builder.push(sum, Type::Bits(8));
        builder.terminate(Terminator::Jump(crate::Target {
            block: exit,
            args: [sum].into(),
        }));
        module.funcs.push(builder.finish());
        module
    }

    #[test]
    fn text_of_any_module_parses_to_its_normal_form() {
        let module = scattered();
        let normal = normalize(&module);
        assert_ne!(module, normal);
        let text = print(&module);
        assert_eq!(text, print(&normal));
        assert_eq!(parse(&text).expect("parses"), normal);
        assert_eq!(normalize(&normal), normal);
        assert_eq!(
            (
                normal.names.len(),
                normal.locs.len(),
                normal.funcs.as_slice()[0].consts.len()
            ),
            (1, 1, 1)
        );
    }

    #[test]
    fn what_is_out_of_range_stays_so() {
        let mut module = scattered();
        let func = &mut module.funcs[crate::FuncId(0)];
        let block = &mut func.blocks[crate::BlockId(1)];
        block.terminator = Terminator::Return(Some(Operand::Const(crate::ConstId(50))));
        block.loc = Some(LocId(99));
        let normal = normalize(&module);
        assert!(crate::verify::verify(&normal).is_err());
        assert!(parse(&print(&module)).is_err());
    }
}
