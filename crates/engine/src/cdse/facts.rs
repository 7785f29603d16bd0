//! Static analysis of a program before exploration: control flow, what may fail, and what values
//! are computed from.

use super::cells::{CellId, Cells};
use super::defined::Defined;
use super::trimmed::trimmed;
use crate::loops::webs::webs;
use crate::machine::Settings;
use crate::program::Program;
use crate::step::MAX_STACK;
use crate::value::ObjectId;
use rustc_hash::FxHashMap;
use sheaf_ir::analysis::checks::{self, Limit};
use sheaf_ir::analysis::{CallGraph, Cfg, Dominators, Loop, LoopForest, LoopId};
use sheaf_ir::index::Idx;
use sheaf_ir::{
    BinaryOp, BlockId, Callee, CastOp, Const, FailureKind, Func, FuncId, Inst, Local, Op, Operand,
    Region, Terminator, UnaryOp,
};
use sheaf_term::BigInt;
use std::cell::RefCell;

/// What the result or the failure of an instruction is computed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// No other value.
    Nothing,
    Operands,
    /// The value of this cell.
    Cell(CellId),
    /// The operands, and the objects that they point to.
    Memory,
    /// Possibly everything that the path did before.
    Everything,
}

/// Straight-line instructions that end with a call, an assumption, an intrinsic, or the terminator
/// of the block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Section {
    /// Its first instruction.
    pub start: u32,
    /// The last instruction, which belongs to the section. The number of instructions in the block
    /// stands for the terminator.
    pub end: u32,
    /// Whether something in it may fail, or may make the verdict other than safe.
    pub may_fail: bool,
}

/// Analyses of a function.
pub struct FuncFacts {
    /// The sections of each block, in order.
    pub sections: Vec<Vec<Section>>,
    pub loops: LoopForest,
    dominators: Dominators,
    cfg: Cfg,
    /// For each block, the number of edges that enter it and are no back edges.
    entering: Vec<u32>,
    /// For each block, the number of back edges to it.
    repeating: Vec<u32>,
    /// The block that defines each local. Parameters of the function are defined in block 0.
    defined_in: Vec<BlockId>,
    /// Number of blocks that return.
    pub returns: usize,
    /// For each local, the first local of its web.
    webs: Vec<Local>,
    /// For each loop, whether it has a counter.
    counts: Vec<bool>,
}

/// Analyses of a program.
pub struct Facts<'p> {
    pub program: &'p Program,
    /// The functions.
    pub funcs: Vec<FuncFacts>,
    /// Globals that are accessed directly, and the code that writes to memory.
    pub cells: Cells,
    defined: Defined,
    counts_leaks: bool,
    /// Whether the calls on the stack do not say how much of it is in use, and that matters.
    varies_in_stack: bool,
    /// Whether the objects of calls may be too large for the stack together, and that matters: then
    /// whether a function can be entered depends on its callers.
    pub may_fill_stack: bool,
    /// Failures after which a path goes on as if nothing had happened.
    ignored: Vec<FailureKind>,
    /// Cached answers of [`Facts::differs_at`].
    joins: RefCell<FxHashMap<(FuncId, BlockId, CellId), bool>>,
}

impl<'p> Facts<'p> {
    /// Analyzes a program.
    pub fn new(program: &'p Program, settings: &Settings) -> Self {
        let module = program.module();
        let is_ignored = |kind: &FailureKind| kind.is_harmless() && !settings.counts(*kind);
        let kinds = FailureKind::ALL.iter().copied();
        let ignored: Vec<FailureKind> = kinds.filter(is_ignored).collect();
        let executed = trimmed(module, &ignored);
        let behaviours = program.behaviours();
        let cells = Cells::new(&executed, behaviours);
        let inputs = settings.uninitialized_inputs;
        let defined = Defined::new(&executed, behaviours, &cells, inputs);
        let mut facts = Facts {
            program,
            funcs: module.funcs.iter().map(FuncFacts::new).collect(),
            cells,
            defined,
            ignored,
            counts_leaks: settings.counts(FailureKind::Leak),
            varies_in_stack: settings.counts(FailureKind::StackOverflow)
                && varies_in_stack(program),
            may_fill_stack: settings.counts(FailureKind::StackOverflow) && may_fill_stack(program),
            joins: RefCell::default(),
        };
        for (id, func) in module.funcs.enumerate() {
            for (block_id, block) in func.blocks.enumerate() {
                let mut sections = Vec::new();
                let mut start = 0;
                let len = block.insts.len() as u32;
                for end in 0..=len {
                    let inst = block.insts.get(end as usize);
                    if inst.is_some_and(|inst| !ends_section(&inst.op)) {
                        continue;
                    }
                    let fails = |at: u32| facts.failure_of(id, block_id, at) != Source::Nothing;
                    sections.push(Section {
                        start,
                        end,
                        may_fail: (start..=end).any(fails),
                    });
                    start = end + 1;
                }
                facts.funcs[id.index()].sections[block_id.index()] = sections;
            }
        }
        facts
    }

    /// Whether paths may repeat code of the user, by a loop or by recursion.
    pub fn repeats_code(&self) -> bool {
        let calls = self.program.calls();
        let reachable = calls.reachable([self.program.entry()]);
        let repeats = |(id, func): (FuncId, &FuncFacts)| {
            let has_loop = !func.loops.loops().is_empty() || func.is_irreducible();
            let may_repeat = has_loop || calls.is_recursive(id);
            reachable[id.index()] && self.func(id).user && may_repeat
        };
        let funcs = self.funcs.iter().enumerate();
        funcs.map(|(id, func)| (FuncId::new(id), func)).any(repeats)
    }

    /// A function.
    pub fn func(&self, id: FuncId) -> &'p Func {
        &self.program.module().funcs[id]
    }

    /// The analyses of a function.
    pub fn func_facts(&self, id: FuncId) -> &FuncFacts {
        &self.funcs[id.index()]
    }

    /// What decides whether an instruction or terminator fails, ends the path, or makes the verdict
    /// other than safe; `Nothing` if it never does.
    pub fn failure_of(&self, func: FuncId, block: BlockId, at: u32) -> Source {
        let body = &self.func(func).blocks[block];
        let Some(inst) = body.insts.get(at as usize) else {
            return match &body.terminator {
                Terminator::Branch(subject, _) if !self.is_defined(func, *subject) => {
                    Source::Operands
                }
                Terminator::Switch(switch) if !self.is_defined(func, switch.value) => {
                    Source::Operands
                }
                Terminator::Return(_) if func == self.program.entry() && self.counts_leaks => {
                    Source::Everything
                }
                Terminator::Throw(_) => Source::Everything,
                Terminator::Unreachable => Source::Operands,
                _ => Source::Nothing,
            };
        };
        let (program, body) = (self.program, self.func(func));
        let (module, behaviours) = (program.module(), program.behaviours());
        match &inst.op {
            Op::Input(_) | Op::Unary(UnaryOp::Freeze, _) => return Source::Nothing,
            Op::Select(condition, ..) if self.is_defined(func, *condition) => {
                return Source::Nothing;
            }
            Op::Load(_) | Op::Store { .. } if self.cells.of(func, inst).is_some() => {
                return Source::Nothing;
            }
            Op::Alloc(alloc) if alloc.region == Region::Stack && self.varies_in_stack => {
                return Source::Everything;
            }
            Op::Call(call) if self.counts_leaks => match call.callee {
                Callee::Intrinsic(_) => return Source::Everything,
                Callee::Func(_) | Callee::Value(_) => {}
            },
            _ => {}
        }
        let mut all_defined = true;
        inst.op
            .operands(|operand| all_defined &= self.is_defined(func, operand));
        let fails = checks::failures(behaviours, body, inst);
        let may_fail = fails.into_iter().any(|kind| !self.ignored.contains(&kind));
        match checks::limit(module, behaviours, body, inst) {
            Limit::Everything if all_defined && matches!(inst.op, Op::Compare(..)) => {
                Source::Nothing
            }
            Limit::Everything => Source::Everything,
            Limit::Operands => Source::Operands,
            Limit::Never if accesses(&inst.op) => self.memory(func, inst),
            Limit::Never if may_fail => Source::Operands,
            Limit::Never if all_defined || keeps_undefined(&inst.op) => Source::Nothing,
            Limit::Never => Source::Operands,
        }
    }

    /// The source of a memory access, depending on whether the accessed objects are known.
    fn memory(&self, func: FuncId, inst: &Inst) -> Source {
        match self.cells.accessed(self.program.module(), func, inst) {
            Some(_) => Source::Memory,
            None => Source::Everything,
        }
    }

    /// What the result of an instruction is computed from, unless it calls a function of the
    /// program.
    pub fn result_of(&self, func: FuncId, inst: &Inst) -> Source {
        match &inst.op {
            Op::Input(_) | Op::NewCells(_) | Op::NewRecord(_) => Source::Nothing,
            Op::Load(_) => match self.cells.of(func, inst) {
                Some(cell) => Source::Cell(cell),
                None => self.memory(func, inst),
            },
            Op::LoadCell(..) | Op::LoadField(..) => self.memory(func, inst),
            Op::Dynamic(..) => Source::Everything,
            Op::Compare(_, a, b) if checks::compares_addresses(self.func(func), *a, *b) => {
                Source::Everything
            }
            Op::Cast(CastOp::PtrToBits | CastOp::BitsToPtr, _) => Source::Everything,
            Op::Call(call) => match call.callee {
                Callee::Intrinsic(name) if self.program.behaviours().of(name).is_local() => {
                    Source::Operands
                }
                _ => Source::Everything,
            },
            _ => Source::Operands,
        }
    }

    /// Whether an operand is always an initialized number that does not depend on addresses.
    fn is_defined(&self, func: FuncId, operand: Operand) -> bool {
        self.defined
            .is_defined(self.program.module(), func, operand)
    }

    /// Whether an object is a global that is only accessed by direct loads and stores of its parts,
    /// all of which are certainly initialized numbers.
    pub fn holds_numbers(&self, object: ObjectId) -> bool {
        self.defined.holds_numbers(&self.cells, object)
    }

    /// Whether a scalar operand may be uninitialized, or depend on addresses.
    pub fn is_uncertain(&self, func: FuncId, operand: Operand) -> bool {
        let ty = self.func(func).type_of(operand);
        super::defined::is_number(&ty) && !self.is_defined(func, operand)
    }

    /// Whether the paths to a block from its immediate dominator may write different values to a
    /// cell.
    pub fn differs_at(&self, func: FuncId, block: BlockId, cell: CellId) -> bool {
        let mut joins = self.joins.borrow_mut();
        *joins
            .entry((func, block, cell))
            .or_insert_with(|| self.find_writes(func, block, cell))
    }

    fn find_writes(&self, func: FuncId, block: BlockId, cell: CellId) -> bool {
        let facts = &self.funcs[func.index()];
        let top = facts.dominators.immediate(block);
        let mut seen = vec![false; facts.cfg.len()];
        let mut pending = facts.cfg.predecessors(block).to_vec();
        while let Some(at) = pending.pop() {
            if Some(at) == top || std::mem::replace(&mut seen[at.index()], true) {
                continue;
            }
            if self.cells.written_in(func, at, cell) {
                return true;
            }
            pending.extend(facts.cfg.predecessors(at));
        }
        false
    }

    /// Whether a loop may write to a cell.
    pub fn loop_writes(&self, func: FuncId, natural: LoopId, cell: CellId) -> bool {
        let body = &self.funcs[func.index()].loops.loops()[natural].body;
        body.iter()
            .any(|block| self.cells.written_in(func, *block, cell))
    }
}

/// Whether a function of the user creates local objects after its start, as arrays of variable
/// length and by `alloca`.
fn varies_in_stack(program: &Program) -> bool {
    program.module().funcs.enumerate().any(|(id, func)| {
        let insts = func.blocks.iter().flat_map(|block| &block.insts);
        let is_local =
            |inst: &&Inst| matches!(&inst.op, Op::Alloc(alloc) if alloc.region == Region::Stack);
        let lasting = program.lasting_objects(id);
        lasting.is_some_and(|lasting| insts.filter(is_local).count() > lasting)
    })
}

/// Whether the objects of known size that functions of the user create when they are entered may
/// take more room than the stack has, all together: in a call of each, or in recursion.
fn may_fill_stack(program: &Program) -> bool {
    let module = program.module();
    let calls = CallGraph::new(module);
    let mut all = 0u64;
    for (id, func) in module.funcs.enumerate() {
        if program.lasting_objects(id).is_none() {
            continue;
        }
        let insts = func.blocks.iter().flat_map(|block| &block.insts);
        let sizes = insts.filter_map(|inst| match &inst.op {
            Op::Alloc(alloc) if alloc.region == Region::Stack => Some(bytes_of(func, alloc.bytes)),
            _ => None,
        });
        let own = sizes.fold(0, u64::saturating_add);
        if own > 0 && calls.is_recursive(id) {
            return true;
        }
        all = all.saturating_add(own);
    }
    all > MAX_STACK
}

/// A constant number of bytes; that of other objects is looked at elsewhere.
fn bytes_of(func: &Func, bytes: Operand) -> u64 {
    match bytes {
        Operand::Const(it) => match func.consts[it] {
            Const::Bits { value, .. } => u64::try_from(value).unwrap_or(u64::MAX),
            _ => 0,
        },
        Operand::Local(_) => 0,
    }
}

/// Whether an operation accesses objects by a pointer.
fn accesses(op: &Op) -> bool {
    matches!(
        op,
        Op::Load(_)
            | Op::Store { .. }
            | Op::Free(_)
            | Op::Copy { .. }
            | Op::Set { .. }
            | Op::LoadCell(..)
            | Op::StoreCell { .. }
            | Op::LoadField(..)
            | Op::StoreField { .. }
    )
}

/// Whether an operation passes on values that are not initialized, and computes nothing with them.
fn keeps_undefined(op: &Op) -> bool {
    matches!(
        op,
        Op::Cast(CastOp::ToAny, _)
            | Op::NewCells(_)
            | Op::NewRecord(_)
            | Op::Alloc(_)
            | Op::PtrAdd { .. }
            | Op::Call(_)
    )
}

/// Whether a constant can be added very often before the sum wraps around to an earlier value.
fn is_step(constant: &Const) -> bool {
    let small = 1..=256;
    match constant {
        Const::Bits { width, value } if *width >= 32 => {
            let negated = (1u128 << (*width).min(127)).wrapping_sub(*value);
            small.contains(value) || small.contains(&negated)
        }
        Const::Int(value) => *value != BigInt::default(),
        _ => false,
    }
}

/// Whether a loop adds one constant to one of its variables at the end of each round.
fn has_counter(func: &Func, natural: &Loop) -> bool {
    let params = &func.blocks[natural.header].params;
    let step = |position: usize, latch: BlockId| {
        let insts = natural
            .body
            .iter()
            .flat_map(|block| &func.blocks[*block].insts);
        let targets = func.blocks[latch].terminator.targets();
        let mut back = targets.iter().filter(|it| it.block == natural.header);
        let arg = back.next()?.args[position];
        let mut adds = insts.filter(|inst| inst.result.map(Operand::Local) == Some(arg));
        match adds.next()?.op {
            Op::Binary(BinaryOp::Add, _, Operand::Local(before), Operand::Const(id))
                if before == params[position] && back.next().is_none() =>
            {
                Some(&func.consts[id]).filter(|step| is_step(step))
            }
            _ => None,
        }
    };
    (0..params.len()).any(|position| {
        let mut steps = natural.latches.iter().map(|latch| step(position, *latch));
        let first = steps.next().flatten();
        first.is_some() && steps.all(|step| step == first)
    })
}

/// Whether an instruction ends a section.
fn ends_section(op: &Op) -> bool {
    matches!(op, Op::Call(_) | Op::Assume(_))
}

impl FuncFacts {
    fn new(func: &Func) -> Self {
        let cfg = Cfg::new(func);
        let dominators = Dominators::new(&cfg);
        let loops = LoopForest::new(&cfg, &dominators);
        let blocks = func.blocks.len();
        let (mut entering, mut repeating) = (vec![0; blocks], vec![0; blocks]);
        let mut defined_in = vec![BlockId::new(0); func.locals.len()];
        for (from, block) in func.blocks.enumerate() {
            for target in block.terminator.targets() {
                let count = match dominators.dominates(target.block, from) {
                    true => &mut repeating,
                    false => &mut entering,
                };
                count[target.block.index()] += 1;
            }
            let results = block.insts.iter().filter_map(|inst| inst.result);
            for local in block.params.iter().copied().chain(results) {
                defined_in[local.index()] = from;
            }
        }
        let returns = func
            .blocks
            .iter()
            .filter(|block| matches!(block.terminator, Terminator::Return(_)))
            .count();
        let counts = loops.loops().iter().map(|it| has_counter(func, it));
        FuncFacts {
            counts: counts.collect(),
            sections: vec![Vec::new(); blocks],
            loops,
            dominators,
            cfg,
            entering,
            repeating,
            defined_in,
            returns,
            webs: webs(func),
        }
    }

    /// Whether a loop has a counter, so that its state differs in each round until that wraps
    /// around.
    pub fn counts(&self, natural: LoopId) -> bool {
        self.counts[natural.index()]
    }

    /// The locals in the web of a local, itself included.
    pub fn web(&self, local: Local) -> impl Iterator<Item = Local> + '_ {
        let first = self.webs[local.index()];
        let all = self.webs.iter().enumerate();
        all.filter(move |(_, it)| **it == first)
            .map(|(number, _)| Local::new(number))
    }

    /// Whether some cycle is no natural loop, so that rounds cannot be counted.
    pub fn is_irreducible(&self) -> bool {
        !self.loops.irreducible().is_empty()
    }

    /// Whether an edge is a back edge.
    pub fn is_back_edge(&self, from: BlockId, to: BlockId) -> bool {
        self.dominators.dominates(to, from)
    }

    /// Whether a block has several incoming edges.
    pub fn is_join(&self, block: BlockId) -> bool {
        self.entering[block.index()] + self.repeating[block.index()] > 1
    }

    /// Whether an edge leaves a loop.
    pub fn leaves_loop(&self, from: BlockId, to: BlockId) -> bool {
        self.left_loops(from, to).next().is_some()
    }

    /// The loops that an edge leaves, innermost first.
    pub fn left_loops(&self, from: BlockId, to: BlockId) -> impl Iterator<Item = LoopId> + '_ {
        let innermost = self.loops.innermost(from);
        let all = std::iter::successors(innermost, |id| self.loops.loops()[*id].parent);
        all.take_while(move |id| !self.loops.loops()[*id].contains(to))
    }

    /// Whether control may come to the same round of an edge's target by other edges, too.
    pub fn is_one_of_several(&self, from: BlockId, to: BlockId) -> bool {
        let count = match self.is_back_edge(from, to) {
            true => self.repeating[to.index()],
            false => self.entering[to.index()],
        };
        count > 1 || self.leaves_loop(from, to)
    }

    /// The block in which a local is defined.
    pub fn defined_in(&self, local: Local) -> BlockId {
        self.defined_in[local.index()]
    }

    /// The number of the section of a block that contains an instruction.
    pub fn section_of(&self, block: BlockId, inst: u32) -> usize {
        self.sections[block.index()].partition_point(|section| section.end < inst)
    }
}
