//! Classes of memory objects, and the classes that a pointer may point to ([`Points`]).
//!
//! An object belongs to the class of its global or of the instruction that allocates it. At most
//! [`REST`] of these have a class of their own; all others share one, so that a set of classes is
//! one word.
//!
//! Constant globals cannot differ between states: their class only matters for the pointers in
//! them.

use super::MemoryClass;
use crate::analysis::call_graph::CallGraph;
use crate::analysis::points::{Points, Sites, allocations};
use crate::behaviour::{Behaviours, Reach};
use crate::index::Idx;
use crate::module::{FuncId, GlobalId, Inst, LocId, Module};
use crate::op::{Call, Callee, Op, Operand};
use rustc_hash::FxHashMap;
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
pub struct Memory<'m> {
    module: &'m Module,
    behaviours: Behaviours,
    points: Points,
    /// All classes that have objects and are not constant.
    every: Classes,
    /// Classes of objects that are allocated at a source location.
    places: HashMap<LocId, Classes>,
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

/// Gives classes to globals and allocations: the user's own first.
fn classes(module: &Module, behaviours: &Behaviours) -> Sites {
    let mut numbers = Numbers(0);
    let globals = module.globals.iter();
    let globals = globals.map(|global| match global.constant {
        true => CONSTANT,
        false => numbers.next(),
    });
    let globals = globals.collect();
    let mut allocated = FxHashMap::default();
    for user in [true, false] {
        for (func, _, result) in allocations(module, behaviours) {
            if module.funcs[func].user == user {
                allocated.insert((func, result), numbers.next());
            }
        }
    }
    Sites {
        globals,
        allocated,
        count: ANY,
    }
}

impl<'m> Memory<'m> {
    pub fn new(module: &'m Module, behaviours: &Behaviours, calls: &CallGraph) -> Self {
        let sites = classes(module, behaviours);
        let classes = sites.globals.iter().chain(sites.allocated.values());
        let every = classes.fold(0, |all, class| all | 1 << class) & !(1 << CONSTANT);
        let mut memory = Memory {
            module,
            behaviours: behaviours.clone(),
            points: Points::new(module, calls, behaviours, sites, |_| ()),
            every,
            places: HashMap::new(),
        };
        memory.note_places(behaviours, calls);
        memory
    }

    /// Notes where objects are allocated. What library functions allocate is allocated at the
    /// user's calls.
    fn note_places(&mut self, behaviours: &Behaviours, calls: &CallGraph) {
        let module = self.module;
        let mut allocated = vec![0; module.funcs.len()];
        for (func, inst, _) in allocations(module, behaviours) {
            let class = self.allocated(func, inst);
            allocated[func.index()] |= class;
            if let Some(loc) = inst.loc {
                *self.places.entry(loc).or_default() |= class;
            }
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

    /// The class of some objects; empty if they cannot differ.
    pub fn class(&self, class: MemoryClass) -> Classes {
        match class {
            MemoryClass::Global(GlobalId(id)) if id as usize >= self.module.globals.len() => {
                1 << ANY
            }
            MemoryClass::Global(id) => match self.points.of_global(id) {
                CONSTANT => 0,
                number => 1 << number,
            },
            MemoryClass::AllocatedAt(loc) => self.places.get(&loc).copied().unwrap_or(1 << ANY),
            MemoryClass::Any => 1 << ANY,
        }
    }

    /// The class of the objects that an instruction allocates.
    pub fn allocated(&self, func: FuncId, inst: &Inst) -> Classes {
        let number = self.points.allocated(func, inst);
        number.map_or(0, |number| 1 << number)
    }

    /// The classes that an access through a pointer may touch: all of them if nothing is known.
    pub fn behind(&self, func: FuncId, pointer: Operand) -> Classes {
        match self.points_to(func, pointer) {
            0 => self.every,
            classes => classes,
        }
    }

    /// Classes whose content an instruction of a function depends on, [`ANY`] among them if there
    /// are some.
    pub fn reads(&self, func: FuncId) -> Classes {
        let mut reads = 0;
        let insts = self.module.funcs[func]
            .blocks
            .iter()
            .flat_map(|block| &block.insts);
        for inst in insts {
            match &inst.op {
                Op::Load(from)
                | Op::LoadCell(from, _)
                | Op::LoadField(from, _)
                | Op::Copy { from, .. } => reads |= self.behind(func, *from) | 1 << ANY,
                Op::Call(call) => {
                    let [read, _] = self.of_intrinsic(func, call);
                    reads |= read;
                }
                _ => {}
            }
        }
        reads & !(1 << CONSTANT)
    }

    /// The classes that a call of an intrinsic reads and writes: of objects that arguments point
    /// to. Nothing for other calls.
    pub fn of_intrinsic(&self, func: FuncId, call: &Call) -> [Classes; 2] {
        let Callee::Intrinsic(name) = call.callee else {
            return [0, 0];
        };
        let behaviour = self.behaviours.of(name);
        let args = call.args.iter();
        let pointed = args.fold(0, |all, arg| all | self.points_to(func, *arg));
        let of = |reach: Reach, more: Classes| match reach {
            Reach::Nothing => 0,
            Reach::Arguments | Reach::Anything => pointed | more,
        };
        [of(behaviour.reads, 1 << ANY), of(behaviour.writes, 0)]
    }

    /// The classes that a pointer may point to, as far as known.
    pub fn points_to(&self, func: FuncId, operand: Operand) -> Classes {
        let objects = self.points.of(self.module, func, operand);
        objects.known.ones().fold(0, |all, class| all | 1 << class)
    }
}

/// The members of a set, ascending.
pub fn each(mut classes: Classes) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let class = (classes != 0).then(|| classes.trailing_zeros());
        classes &= classes.wrapping_sub(1);
        class
    })
}
