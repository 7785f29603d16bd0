//! Function bodies.

use super::labels::Labels;
use super::role::role;
use super::sanitizer::{behind_check, is_only_for_checks, successors};
use super::types::lower_type;
use super::{Lower, Lowering, Unsupported, unsupported};
use crate::ll::{BasicBlock, Value, ValueKind};
use llvm_sys::LLVMOpcode;
use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::build::FuncBuilder;
use sheaf_ir::{
    Alloc, BlockId, Element, FuncId, Local, Op, Operand, Region, Target, Terminator, Type,
};

/// A function under construction.
pub(super) struct FunctionLowering<'l, 'a> {
    pub(super) cx: &'l mut Lowering<'a>,
    pub(super) builder: FuncBuilder,
    /// Operands of LLVM values lowered so far.
    pub(super) values: FxHashMap<Value, Operand>,
    /// Members of tuples that were built here.
    pub(super) members: FxHashMap<Operand, Vec<Operand>>,
    blocks: FxHashMap<BasicBlock, BlockId>,
    /// For each block and each of its predecessors, the values of the phis that became parameters.
    phis: FxHashMap<BasicBlock, FxHashMap<BasicBlock, Vec<Value>>>,
    /// Blocks that are merged into their predecessor, which precedes them in reverse postorder.
    joined: FxHashSet<BasicBlock>,
    labels: Labels,
}

impl Lowering<'_> {
    /// Lowers the body of a defined function.
    pub(super) fn function_body(&mut self, id: FuncId, definition: Value) {
        let loc = self.function_place(definition);
        let user = self.modules.contains(&definition.module());
        let declared = &self.module.funcs[id];
        let mut builder = FuncBuilder::new(&declared.name, declared.result.clone());
        for param in &declared.params {
            builder.param(declared.locals[*param].ty.clone(), None);
        }
        let func = builder.func_mut();
        func.variadic = declared.variadic;
        func.user = user;
        func.loc = loc;
        let mut lowering = FunctionLowering::new(self, builder);
        lowering.body(definition);
        let func = lowering.builder.finish();
        self.module.funcs[id] = func;
    }
}

impl<'l, 'a> FunctionLowering<'l, 'a> {
    pub(super) fn new(cx: &'l mut Lowering<'a>, builder: FuncBuilder) -> Self {
        FunctionLowering {
            cx,
            builder,
            values: FxHashMap::default(),
            members: FxHashMap::default(),
            blocks: FxHashMap::default(),
            phis: FxHashMap::default(),
            joined: FxHashSet::default(),
            labels: Labels::default(),
        }
    }

    /// Lowers blocks in reverse postorder, in which dominators come first, so that definitions
    /// precede uses.
    fn body(&mut self, definition: Value) {
        let order = reverse_postorder(definition);
        let reachable: FxHashSet<BasicBlock> = order.iter().copied().collect();
        self.joined = joined(&order);
        self.labels = Labels::new(&order);
        for block in definition.blocks() {
            if reachable.contains(&block) && !self.joined.contains(&block) {
                self.declare_block(block);
            }
        }
        for (position, block) in order.into_iter().enumerate() {
            if let Some(id) = self.blocks.get(&block) {
                self.builder.switch_to(*id);
            }
            if position == 0 {
                self.params(definition);
            }
            self.block(block);
        }
    }

    fn declare_block(&mut self, block: BasicBlock) {
        let id = self.builder.block();
        self.builder.set_role(id, role(&block.name()));
        self.blocks.insert(block, id);
        let phis = block
            .instructions()
            .take_while(|inst| inst.opcode() == LLVMOpcode::LLVMPHI);
        let mut values: FxHashMap<BasicBlock, Vec<Value>> = FxHashMap::default();
        let mut lowered = 0;
        for phi in phis {
            if let Ok(ty) = lower_type(phi.ty()) {
                let local = self.builder.block_param(id, ty, None);
                self.values.insert(phi, Operand::Local(local));
                for (value, from) in phi.incoming() {
                    let values = values.entry(from).or_default();
                    // A block with several edges to this one is listed once for each.
                    if values.len() == lowered {
                        values.push(value);
                    }
                }
                lowered += 1;
            }
        }
        self.phis.insert(block, values);
    }

    /// Parameters, including copies of those that the caller passes by value in memory.
    fn params(&mut self, definition: Value) {
        self.builder.loc = self.builder.func().loc;
        let locals: Vec<Local> = self.builder.func().params.clone();
        for (index, (param, local)) in (0..).zip(definition.params().into_iter().zip(locals)) {
            let mut operand = Operand::Local(local);
            if let Some(ty) = definition.param_by_value(index) {
                let align = definition.param_align(index).unwrap_or(0) as u32;
                let align = align.max(self.cx.layout.align(ty));
                let bytes = self.cx.layout.size(ty);
                operand = self.copy_object(operand, bytes, align);
            }
            self.values.insert(param, operand);
        }
    }

    /// A new local object with the content of another one.
    pub(super) fn copy_object(&mut self, from: Operand, bytes: u64, align: u32) -> Operand {
        let bytes = self.bits(self.cx.pointer_bits(), bytes.into());
        let alloc = Alloc {
            region: Region::Stack,
            bytes,
            align: align.max(1),
            zeroed: false,
            element: Element::BYTE,
        };
        let to = self.builder.push(Op::Alloc(Box::new(alloc)), Type::Ptr);
        self.builder.push_void(Op::Copy {
            to,
            from,
            bytes,
            may_overlap: false,
        });
        to
    }

    fn block(&mut self, block: BasicBlock) {
        let terminator = block.terminator();
        let statement = self.labels.statement(block);
        // Instructions without a location have that of the preceding one, the first ones that of
        // the first.
        let first = statement
            .instructions()
            .find_map(|inst| self.cx.place(inst));
        self.builder.loc = first.or(self.builder.func().loc);
        for inst in block.instructions() {
            if statement == block
                && let Some(place) = self.cx.place(inst)
            {
                self.builder.loc = Some(place);
            }
            if inst == terminator {
                self.terminator(inst);
            } else if inst.opcode() != LLVMOpcode::LLVMPHI && !is_only_for_checks(inst) {
                self.instruction_or_unmodelled(inst);
            }
        }
    }

    fn instruction_or_unmodelled(&mut self, inst: Value) {
        match self.instruction(inst) {
            Ok(Some(operand)) => {
                self.values.insert(inst, operand);
            }
            Ok(None) => {}
            Err(Unsupported(what)) => {
                self.call_unmodelled(&format!("LLVM instruction `{what}`"));
                if let Ok(ty) = lower_type(inst.ty()) {
                    let operand = self.undefined(ty);
                    self.values.insert(inst, operand);
                }
            }
        }
    }

    /// The operand of a value that was lowered before, or of a constant.
    pub(super) fn operand(&mut self, value: Value) -> Lower<Operand> {
        if let Some(operand) = self.values.get(&value) {
            return Ok(*operand);
        }
        if value.is_constant() {
            return self.constant(value);
        }
        if value.kind() == ValueKind::LLVMInstructionValueKind
            && is_only_for_checks(value)
            && let Some(operand) = self.instruction(value)?
        {
            self.values.insert(value, operand);
            return Ok(operand);
        }
        unsupported(value.text())
    }

    /// A jump between two blocks, with the values of the phis.
    pub(super) fn target(&mut self, from: BasicBlock, to: BasicBlock) -> Lower<Target> {
        let Some(block) = self.blocks.get(&to).copied() else {
            return unsupported("br");
        };
        let values = self.phis.get(&to).and_then(|phis| phis.get(&from));
        let values = values.cloned().unwrap_or_default();
        let args: Lower<Vec<Operand>> = values.into_iter().map(|it| self.operand(it)).collect();
        Ok(Target {
            block,
            args: args?.into(),
        })
    }

    /// Whether a block is merged into its predecessor.
    pub(super) fn is_joined(&self, block: BasicBlock) -> bool {
        self.joined.contains(&block)
    }

    pub(super) fn terminate(&mut self, terminator: Terminator) {
        self.builder.terminate(terminator);
    }
}

/// The reachable blocks whose only predecessor is a sanitizer check.
fn joined(blocks: &[BasicBlock]) -> FxHashSet<BasicBlock> {
    let mut predecessors: FxHashMap<BasicBlock, usize> = FxHashMap::default();
    for next in blocks.iter().flat_map(|block| successors(*block)) {
        *predecessors.entry(next).or_default() += 1;
    }
    let starts_with_phi = |block: &BasicBlock| {
        let first = block.instructions().next();
        first.is_some_and(|inst| inst.opcode() == LLVMOpcode::LLVMPHI)
    };
    let behind_checks = blocks.iter().filter_map(|block| behind_check(*block));
    behind_checks
        .filter(|next| predecessors.get(next) == Some(&1) && !starts_with_phi(next))
        .collect()
}

/// The reachable blocks, dominators first.
fn reverse_postorder(definition: Value) -> Vec<BasicBlock> {
    let mut order = Vec::new();
    let Some(entry) = definition.blocks().first().copied() else {
        return order;
    };
    let mut seen = FxHashSet::from_iter([entry]);
    let mut stack = vec![(entry, successors(entry))];
    while let Some((block, waiting)) = stack.last_mut() {
        match waiting.pop() {
            Some(next) => {
                if seen.insert(next) {
                    stack.push((next, successors(next)));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}
