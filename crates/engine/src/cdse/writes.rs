//! What each block and each function may write to, calls included.
//!
//! Blocks list the groups of functions that they call, so that what a call through a value may
//! write to is stored once, not for each such call.

use super::cells::CellId;
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::CallGraph;
use sheaf_ir::index::Idx;
use sheaf_ir::{Behaviours, BlockId, Call, Callee, Continues, FuncId, Inst, Module, Op};
use sheaf_term::cancel;

/// Instructions that are looked at in about the time of creating a term.
pub const INSTRUCTIONS_PER_STEP: u32 = 4;

/// The memory that something may write to.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// The cells, and the objects that are known.
    pub known: FixedBitSet,
    /// Whether it may write to any object.
    pub any_object: bool,
}

impl Written {
    /// Adds a cell or an object.
    pub fn insert(&mut self, cell: CellId) {
        self.known.grow_and_insert(cell as usize);
    }

    /// Adds all that is in another set.
    pub fn join(&mut self, other: &Written) {
        self.known.union_with(&other.known);
        self.any_object |= other.any_object;
    }

    /// Whether a cell or known object is in the set.
    pub fn contains(&self, cell: CellId) -> bool {
        self.known.contains(cell as usize)
    }
}

/// The functions that a call may enter: a number in [`Writes::groups`].
type GroupId = u32;

/// What distinguishes calls that may enter different functions.
#[derive(PartialEq, Eq, Hash)]
enum Target {
    /// A function.
    Func(FuncId),
    /// A value, called with this number of arguments.
    Value(usize),
    /// An intrinsic. One that may go on elsewhere may call functions whose addresses are known.
    Intrinsic(Continues),
}

impl Target {
    fn of(behaviours: &Behaviours, call: &Call) -> Self {
        match call.callee {
            Callee::Func(func) => Target::Func(func),
            Callee::Value(_) => Target::Value(call.args.len()),
            Callee::Intrinsic(name) => Target::Intrinsic(behaviours.of(name).continues),
        }
    }
}

/// The functions that a call may enter.
struct Group {
    funcs: Vec<FuncId>,
    written: Written,
}

/// What a piece of code may write to.
#[derive(Default)]
struct Code {
    /// Without calls.
    own: Written,
    calls: Vec<GroupId>,
}

/// What the blocks and functions of a module may write to.
#[derive(Default)]
pub struct Writes {
    behaviours: Behaviours,
    groups: Vec<Group>,
    numbers: FxHashMap<Target, GroupId>,
    blocks: Vec<Vec<Code>>,
    funcs: Vec<Written>,
}

impl Writes {
    /// Computes them for a module, given what each instruction writes to, not counting functions
    /// that it calls.
    pub fn new(
        module: &Module,
        graph: &CallGraph,
        behaviours: &Behaviours,
        own: impl Fn(FuncId, &Inst) -> Written,
    ) -> Self {
        let mut writes = Writes {
            behaviours: behaviours.clone(),
            ..Writes::default()
        };
        for (id, func) in module.funcs.enumerate() {
            let mut blocks = Vec::new();
            for block in func.blocks.iter() {
                let mut code = Code::default();
                cancel::steps(1 + block.insts.len() as u32 / INSTRUCTIONS_PER_STEP);
                for inst in &block.insts {
                    code.own.join(&own(id, inst));
                    if let Op::Call(call) = &inst.op {
                        code.calls.push(writes.group(module, graph, call));
                    }
                }
                code.calls.sort_unstable();
                code.calls.dedup();
                blocks.push(code);
            }
            writes.blocks.push(blocks);
        }
        writes.close(graph);
        writes
    }

    /// The group of functions that a call may enter.
    fn group(&mut self, module: &Module, graph: &CallGraph, call: &Call) -> GroupId {
        let groups = &mut self.groups;
        let target = Target::of(&self.behaviours, call);
        let is_intrinsic = matches!(target, Target::Intrinsic(_));
        let is_known = is_intrinsic && target != Target::Intrinsic(Continues::Elsewhere);
        *self.numbers.entry(target).or_insert_with(|| {
            let funcs: Vec<FuncId> = match is_intrinsic {
                true if is_known => Vec::new(),
                true => graph.address_taken().to_vec(),
                false => graph.targets(call).collect(),
            };
            // An intrinsic that calls a function of the program enters no declaration.
            let enters_unknown = || funcs.iter().any(|it| module.funcs[*it].is_declaration());
            let written = Written {
                any_object: !is_intrinsic && enters_unknown(),
                ..Written::default()
            };
            groups.push(Group { funcs, written });
            groups.len() as GroupId - 1
        })
    }

    /// Computes what functions write to from what their blocks do, to a fixpoint.
    fn close(&mut self, graph: &CallGraph) {
        let summary = |blocks: &Vec<Code>| {
            let mut all = Code::default();
            for block in blocks {
                all.own.join(&block.own);
                all.calls.extend(&block.calls);
            }
            all.calls.sort_unstable();
            all.calls.dedup();
            all
        };
        let code: Vec<Code> = self.blocks.iter().map(summary).collect();
        self.funcs = code.iter().map(|it| it.own.clone()).collect();
        let mut changed = true;
        while changed {
            changed = false;
            for group in &mut self.groups {
                for func in &group.funcs {
                    group.written.join(&self.funcs[func.index()]);
                }
            }
            for func in graph.components().iter().flatten() {
                cancel::steps(1 + code[func.index()].calls.len() as u32);
                let mut all = self.funcs[func.index()].clone();
                for group in &code[func.index()].calls {
                    let group = &mut self.groups[*group as usize];
                    // Callees come first, so one that is called by its name is finished.
                    if let [callee] = group.funcs[..] {
                        group.written.join(&self.funcs[callee.index()]);
                    }
                    all.join(&group.written);
                }
                changed |= all != self.funcs[func.index()];
                self.funcs[func.index()] = all;
            }
        }
    }

    /// What the functions that a call may enter may write to; `None` for a call that is not part of
    /// the module.
    pub fn of_call(&self, call: &Call) -> Option<&Written> {
        let target = Target::of(&self.behaviours, call);
        let group = self.numbers.get(&target)?;
        Some(&self.groups[*group as usize].written)
    }

    /// What a block may write to, as sets that together are all of it.
    pub fn of_block(&self, func: FuncId, block: BlockId) -> impl Iterator<Item = &Written> {
        let code = &self.blocks[func.index()][block.index()];
        let calls = code.calls.iter();
        let called = calls.map(|group| &self.groups[*group as usize].written);
        std::iter::once(&code.own).chain(called)
    }
}
