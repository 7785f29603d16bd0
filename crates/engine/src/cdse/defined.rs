//! Which values are certainly *defined*: initialized numbers that do not depend on addresses.
//! Branching and computing on them is no failure by itself.

use super::cells::Cells;
use super::writes::INSTRUCTIONS_PER_STEP;
use crate::value::ObjectId;
use sheaf_ir::analysis::CallGraph;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    Behaviours, Callee, CastOp, Const, Func, FuncId, Inst, Module, Op, Operand, Terminator, Type,
    UnaryOp,
};
use sheaf_term::cancel;

/// The greatest fixed point of a flow-insensitive data-flow analysis of the whole program.
pub struct Defined {
    locals: Vec<Vec<bool>>,
    results: Vec<bool>,
    cells: Vec<bool>,
    /// Whether uninitialized memory counts as an input.
    unwritten_is_input: bool,
    behaviours: Behaviours,
}

impl Defined {
    /// Analyzes a module.
    pub fn new(
        module: &Module,
        behaviours: &Behaviours,
        cells: &Cells,
        unwritten_is_input: bool,
    ) -> Self {
        let calls = CallGraph::new(module);
        let may_be = |func: &Func| {
            func.locals
                .iter()
                .map(|local| is_number(&local.ty))
                .collect()
        };
        let number = |id| cells.starts_as_number(module, id);
        let mut defined = Defined {
            locals: module.funcs.iter().map(may_be).collect(),
            results: vec![true; module.funcs.len()],
            cells: (0..cells.len() as u32).map(number).collect(),
            unwritten_is_input,
            behaviours: behaviours.clone(),
        };
        // The callers of these functions are not known.
        let unknown = calls.address_taken().iter().copied().chain(module.entry);
        for func in unknown {
            for param in &module.funcs[func].params {
                defined.locals[func.index()][param.index()] = false;
            }
        }
        while defined.refute(module, cells) {}
        defined
    }

    /// Whether an operand is certainly defined.
    pub fn is_defined(&self, module: &Module, func: FuncId, operand: Operand) -> bool {
        match operand {
            Operand::Local(local) => self.locals[func.index()][local.index()],
            Operand::Const(id) => matches!(
                module.funcs[func].consts[id],
                Const::Bool(_) | Const::Bits { .. } | Const::Int(_) | Const::Float(..)
            ),
        }
    }

    /// Whether an object has cells that are all certainly defined.
    pub fn holds_numbers(&self, cells: &Cells, object: ObjectId) -> bool {
        let mut parts = cells.parts_of(object).peekable();
        parts.peek().is_some() && parts.all(|cell| self.cells[cell as usize])
    }

    /// Marks values as undefined if their definition uses undefined ones. Returns whether any were.
    fn refute(&mut self, module: &Module, cells: &Cells) -> bool {
        let mut changed = false;
        for (id, func) in module.funcs.enumerate() {
            for block in func.blocks.iter() {
                cancel::steps(1 + block.insts.len() as u32 / INSTRUCTIONS_PER_STEP);
                for inst in &block.insts {
                    changed |= self.refute_inst(module, cells, id, inst);
                }
                for target in block.terminator.targets() {
                    let params = &func.blocks[target.block].params;
                    for (param, arg) in params.iter().zip(&target.args) {
                        if !self.is_defined(module, id, *arg) {
                            let known = &mut self.locals[id.index()][param.index()];
                            changed |= std::mem::replace(known, false);
                        }
                    }
                }
                if let Terminator::Return(Some(value)) = block.terminator
                    && !self.is_defined(module, id, value)
                {
                    changed |= std::mem::replace(&mut self.results[id.index()], false);
                }
            }
        }
        changed
    }

    fn refute_inst(&mut self, module: &Module, cells: &Cells, func: FuncId, inst: &Inst) -> bool {
        let mut changed = false;
        if let Op::Store { value, .. } = &inst.op
            && let Some(cell) = cells.of(func, inst)
            && !self.is_defined(module, func, *value)
        {
            changed |= std::mem::replace(&mut self.cells[cell as usize], false);
        }
        if let Op::Call(call) = &inst.op
            && let Callee::Func(callee) = call.callee
        {
            for (param, arg) in module.funcs[callee].params.iter().zip(&call.args) {
                if !self.is_defined(module, func, *arg) {
                    let known = &mut self.locals[callee.index()][param.index()];
                    changed |= std::mem::replace(known, false);
                }
            }
        }
        if let Some(result) = inst.result
            && self.locals[func.index()][result.index()]
            && !self.gives_number(module, cells, func, inst)
        {
            self.locals[func.index()][result.index()] = false;
            changed = true;
        }
        changed
    }

    /// Whether the result of an instruction is defined, given what is known so far.
    fn gives_number(&self, module: &Module, cells: &Cells, func: FuncId, inst: &Inst) -> bool {
        let mut operands = true;
        inst.op
            .operands(|operand| operands &= self.is_defined(module, func, operand));
        match &inst.op {
            Op::Input(_) => true,
            Op::Unary(UnaryOp::Freeze, Operand::Const(_)) if self.unwritten_is_input => true,
            Op::Unary(..) | Op::Binary(..) | Op::Compare(..) | Op::Select(..) => operands,
            Op::Cast(CastOp::PtrToBits | CastOp::BitsToPtr | CastOp::FromAny, _) => false,
            Op::Cast(..) => operands,
            Op::Load(_) => {
                let cell = cells.of(func, inst);
                cell.is_some_and(|cell| self.cells[cell as usize])
            }
            Op::Call(call) => match call.callee {
                Callee::Func(callee) => {
                    !module.funcs[callee].is_declaration() && self.results[callee.index()]
                }
                Callee::Intrinsic(name) => {
                    self.behaviours.of(name).is_local()
                        && call.args.iter().all(|arg| {
                            let is_number = is_number(&module.funcs[func].type_of(*arg));
                            !is_number || self.is_defined(module, func, *arg)
                        })
                }
                Callee::Value(_) => false,
            },
            _ => false,
        }
    }
}

/// Whether values of a type are numbers.
pub fn is_number(ty: &Type) -> bool {
    matches!(ty, Type::Bool | Type::Bits(_) | Type::Int | Type::Float(_))
}
