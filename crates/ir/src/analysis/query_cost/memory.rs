//! Points-to analysis: classes of memory objects, and the classes that a pointer may point to.
//!
//! An object belongs to the class of its global or of the instruction that allocates it. At most
//! [`REST`] of these have a class of their own; all others share one. The analysis covers the whole
//! program at once and is flow-, context- and field-insensitive (Andersen, "Program Analysis and
//! Specialization for the C Programming Language", 1994): with sets of classes in one word, a few
//! passes over the program are cheap.
//!
//! Constant globals cannot differ between states: their class only matters for the pointers in
//! them.

use super::MemoryClass;
use crate::analysis::call_graph::CallGraph;
use crate::index::Idx;
use crate::module::{Const, Func, FuncId, GlobalId, Init, Inst, LocId, Local, Module};
use crate::op::{Call, Callee, Op, Operand, Terminator};
use crate::types::Type;
use std::collections::HashMap;

/// A set of classes, one bit each.
pub type Classes = u64;

/// The shared class of all other objects.
const REST: u32 = 61;
/// The class of constant globals.
const CONSTANT: u32 = 62;
/// A pseudo-class that every load depends on, and nothing writes.
pub const ANY: u32 = 63;

/// The classes of a module and what points to them.
#[derive(Clone, Debug)]
pub struct Memory {
    globals: Vec<u32>,
    /// All classes that have objects and are not constant.
    every: Classes,
    /// The class of the objects that an instruction allocates, by its result.
    sites: HashMap<(FuncId, Local), u32>,
    /// Classes of objects that are allocated at a source location.
    places: HashMap<LocId, Classes>,
    /// What each local of each function may point to.
    locals: Vec<Vec<Classes>>,
    results: Vec<Classes>,
    /// What the pointers in objects of each class may point to.
    contents: [Classes; 64],
}

/// Numbers for classes, until there are none left.
struct Numbers(u32);

impl Numbers {
    fn next(&mut self) -> u32 {
        let number = self.0;
        self.0 = (self.0 + 1).min(REST);
        number
    }
}

impl Memory {
    pub fn new(module: &Module, calls: &CallGraph) -> Self {
        let mut numbers = Numbers(0);
        let mut memory = Memory {
            globals: Vec::new(),
            every: 0,
            sites: HashMap::new(),
            places: HashMap::new(),
            locals: module
                .funcs
                .iter()
                .map(|func| vec![0; func.locals.len()])
                .collect(),
            results: vec![0; module.funcs.len()],
            contents: [0; 64],
        };
        memory.number(module, &mut numbers);
        let classes = memory.globals.iter().chain(memory.sites.values());
        memory.every = classes.fold(0, |all, class| all | 1 << class) & !(1 << CONSTANT);
        memory.note_library(module, calls);
        memory.initial_contents(module);
        while module.funcs.enumerate().fold(false, |changed, (id, func)| {
            memory.pass(module, calls, id, func) | changed
        }) {}
        memory
    }

    /// Gives classes to globals and allocations: the user's own first.
    fn number(&mut self, module: &Module, numbers: &mut Numbers) {
        let mut class = |constant: bool| if constant { CONSTANT } else { numbers.next() };
        self.globals = module
            .globals
            .iter()
            .map(|global| class(global.constant))
            .collect();
        for user in [true, false] {
            let funcs = module
                .funcs
                .enumerate()
                .filter(|(_, func)| func.user == user);
            for (id, func) in funcs {
                for inst in func.blocks.iter().flat_map(|block| &block.insts) {
                    let Some(result) = inst.result.filter(|_| allocates(func, inst)) else {
                        continue;
                    };
                    let number = class(false);
                    self.sites.insert((id, result), number);
                    if let Some(loc) = inst.loc {
                        *self.places.entry(loc).or_default() |= 1 << number;
                    }
                }
            }
        }
    }

    /// What library functions allocate was allocated at the user's calls.
    fn note_library(&mut self, module: &Module, calls: &CallGraph) {
        let mut allocated = vec![0; module.funcs.len()];
        for ((func, _), class) in &self.sites {
            allocated[func.index()] |= 1 << class;
        }
        for group in calls.components() {
            let callees = group
                .iter()
                .flat_map(|func| calls.callees(*func))
                .chain(group);
            let all = callees.fold(0, |all, func| all | allocated[func.index()]);
            group.iter().for_each(|func| allocated[func.index()] = all);
        }
        for func in module.funcs.iter().filter(|func| func.user) {
            for inst in func.blocks.iter().flat_map(|block| &block.insts) {
                if let (Op::Call(call), Some(loc)) = (&inst.op, inst.loc)
                    && let Callee::Func(callee) = call.callee
                    && !module.funcs[callee].user
                {
                    *self.places.entry(loc).or_default() |= allocated[callee.index()];
                }
            }
        }
    }

    fn initial_contents(&mut self, module: &Module) {
        for (id, global) in module.globals.enumerate() {
            if let Init::Data { relocs, .. } = &global.init {
                let targets = relocs.iter().map(|reloc| self.constant(&reloc.value));
                let targets = targets.fold(0, |all, one| all | one);
                self.contents[self.globals[id.index()] as usize] |= targets;
            }
        }
    }

    /// The class of some objects; empty if they cannot differ.
    pub fn class(&self, class: MemoryClass) -> Classes {
        match class {
            MemoryClass::Global(GlobalId(id)) => match self.globals.get(id as usize) {
                Some(&CONSTANT) => 0,
                Some(number) => 1 << number,
                None => 1 << ANY,
            },
            MemoryClass::AllocatedAt(loc) => self.places.get(&loc).copied().unwrap_or(1 << ANY),
            MemoryClass::Any => 1 << ANY,
        }
    }

    /// The class of the objects that an instruction allocates.
    pub fn allocated(&self, func: FuncId, inst: &Inst) -> Classes {
        let site = inst
            .result
            .and_then(|result| self.sites.get(&(func, result)));
        site.map_or(0, |number| 1 << number)
    }

    /// The classes that an access through a pointer may touch: all of them if nothing is known.
    pub fn behind(&self, module: &Module, func: FuncId, pointer: Operand) -> Classes {
        match self.points_to(module, func, pointer) {
            0 => self.every,
            classes => classes,
        }
    }

    /// Classes whose content an instruction of a function depends on, [`ANY`] among them if there
    /// are some.
    pub fn reads(&self, module: &Module, func: FuncId) -> Classes {
        let mut reads = 0;
        let insts = module.funcs[func]
            .blocks
            .iter()
            .flat_map(|block| &block.insts);
        for inst in insts {
            match &inst.op {
                Op::Load(from)
                | Op::LoadCell(from, _)
                | Op::LoadField(from, _)
                | Op::Copy { from, .. } => reads |= self.behind(module, func, *from) | 1 << ANY,
                Op::Call(call) if matches!(call.callee, Callee::Intrinsic(_)) => {
                    let pointed = |arg: &Operand| self.points_to(module, func, *arg);
                    reads |= call.args.iter().fold(0, |all, arg| all | pointed(arg)) | 1 << ANY;
                }
                _ => {}
            }
        }
        reads & !(1 << CONSTANT)
    }

    /// The classes that a pointer may point to, as far as known.
    pub fn points_to(&self, module: &Module, func: FuncId, operand: Operand) -> Classes {
        match operand {
            Operand::Local(local) => self.locals[func.index()][local.index()],
            Operand::Const(id) => self.constant(&module.funcs[func].consts[id]),
        }
    }

    fn constant(&self, constant: &Const) -> Classes {
        match constant {
            Const::Global(id, _) => 1 << self.globals[id.index()],
            Const::Tuple(members) => members
                .iter()
                .fold(0, |all, member| all | self.constant(member)),
            _ => 0,
        }
    }

    /// What pointers in objects of these classes point to.
    fn contents(&self, classes: Classes) -> Classes {
        each(classes).fold(0, |all, class| all | self.contents[class as usize])
    }

    fn fill(&mut self, classes: Classes, targets: Classes) -> bool {
        each(classes).fold(false, |changed, class| {
            grow(&mut self.contents[class as usize], targets) | changed
        })
    }

    /// One pass over a function; returns whether anything changed.
    fn pass(&mut self, module: &Module, calls: &CallGraph, id: FuncId, func: &Func) -> bool {
        let mut changed = false;
        for block in func.blocks.iter() {
            for inst in &block.insts {
                changed |= self.inst(module, calls, id, inst);
            }
            if let Terminator::Return(Some(value)) = block.terminator {
                let value = self.points_to(module, id, value);
                changed |= grow(&mut self.results[id.index()], value);
            }
            for target in block.terminator.targets() {
                let params = &func.blocks[target.block].params;
                for (param, arg) in params.iter().zip(&target.args) {
                    let arg = self.points_to(module, id, *arg);
                    changed |= grow(&mut self.locals[id.index()][param.index()], arg);
                }
            }
        }
        changed
    }

    fn inst(&mut self, module: &Module, calls: &CallGraph, id: FuncId, inst: &Inst) -> bool {
        let at = |memory: &Self, operand: &Operand| memory.points_to(module, id, *operand);
        let all = |memory: &Self, operands: &mut dyn Iterator<Item = &Operand>| {
            operands.fold(0, |all, operand| all | at(memory, operand))
        };
        let (result, changed) = match &inst.op {
            Op::Load(from) | Op::LoadCell(from, _) | Op::LoadField(from, _) => {
                (self.contents(at(self, from)), false)
            }
            Op::Store { ptr: to, value }
            | Op::StoreCell { row: to, value, .. }
            | Op::StoreField {
                record: to, value, ..
            } => (0, self.fill(at(self, to), at(self, value))),
            Op::Copy { to, from, .. } => {
                (0, self.fill(at(self, to), self.contents(at(self, from))))
            }
            Op::NewCells(values) => {
                let site = self.allocated(id, inst);
                (site, self.fill(site, all(self, &mut values.iter())))
            }
            Op::NewRecord(fields) => {
                let site = self.allocated(id, inst);
                let values = &mut fields.iter().map(|(_, value)| value);
                (site, self.fill(site, all(self, values)))
            }
            Op::Alloc(_) => (self.allocated(id, inst), false),
            Op::Call(call) => self.call(module, calls, id, inst, call),
            Op::PtrAdd { base, .. } => (at(self, base), false),
            Op::Compare(..) => (0, false),
            op => {
                let mut union = 0;
                op.operands(|operand| union |= at(self, &operand));
                (union, false)
            }
        };
        match inst.result {
            Some(local) => grow(&mut self.locals[id.index()][local.index()], result) | changed,
            None => changed,
        }
    }

    /// The result of a call; also returns whether it changed anything else.
    fn call(
        &mut self,
        module: &Module,
        calls: &CallGraph,
        id: FuncId,
        inst: &Inst,
        call: &Call,
    ) -> (Classes, bool) {
        let args: Vec<Classes> = call
            .args
            .iter()
            .map(|arg| self.points_to(module, id, *arg))
            .collect();
        if matches!(call.callee, Callee::Intrinsic(_)) {
            let site = self.allocated(id, inst);
            return (args.iter().fold(site, |all, arg| all | arg), false);
        }
        let (mut result, mut changed) = (0, false);
        for callee in calls.targets(call) {
            let params = &module.funcs[callee].params;
            for (param, arg) in params.iter().zip(&args) {
                changed |= grow(&mut self.locals[callee.index()][param.index()], *arg);
            }
            for further in args.iter().skip(params.len()) {
                changed |= self.fill(1 << REST, *further);
            }
            result |= self.results[callee.index()];
        }
        (result, changed)
    }
}

/// Whether an instruction makes an object and gives a pointer to it.
fn allocates(func: &Func, inst: &Inst) -> bool {
    match &inst.op {
        Op::Alloc(_) | Op::NewCells(_) | Op::NewRecord(_) => true,
        Op::Call(call) => {
            let gives = inst.result.map(|local| &func.locals[local].ty);
            matches!(call.callee, Callee::Intrinsic(_)) && gives == Some(&Type::Ptr)
        }
        _ => false,
    }
}

fn grow(set: &mut Classes, more: Classes) -> bool {
    let new = more & !*set != 0;
    *set |= more;
    new
}

/// The members of a set, ascending.
pub fn each(mut classes: Classes) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let class = (classes != 0).then(|| classes.trailing_zeros());
        classes &= classes.wrapping_sub(1);
        class
    })
}
