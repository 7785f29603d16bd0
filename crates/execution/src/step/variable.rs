//! Finds the variable of an uninitialized value, for messages.

use super::peek;
use crate::machine::Machine;
use crate::value::Value;
use sheaf_ir::{Func, Local, Op, Operand, UnaryOp};

sheaf_tuning::constants! {
    /// The maximum number of values that are traversed.
    MAX_VALUES: usize = 64, 1 => 1024, "values";
}

impl Machine<'_> {
    /// The variable of the current function whose uninitialized value the current instruction or
    /// terminator uses, if its name is known.
    pub fn uninitialized_variable(&self) -> Option<&str> {
        let frame = self.state.top();
        let func = &self.program.module().funcs[frame.func];
        let block = &func.blocks[frame.block];
        let mut waiting = Vec::new();
        match block.insts.get(frame.inst) {
            Some(inst) => inst.op.operands(|operand| waiting.push(operand)),
            None => waiting.extend(block.terminator.subject()),
        }
        let mut seen = Vec::new();
        let mut outer = None;
        while let Some(operand) = waiting.pop() {
            let Operand::Local(local) = operand else {
                continue;
            };
            if seen.contains(&local) || seen.len() == MAX_VALUES.get() || !self.is_unknown(operand)
            {
                continue;
            }
            seen.push(local);
            let name = func.locals[local].name.as_deref();
            match definition(func, local) {
                Some(Op::Load(pointer)) => {
                    if let Some(object) = object_name(func, *pointer) {
                        return Some(object);
                    }
                }
                Some(Op::Unary(UnaryOp::Freeze, _)) | None if name.is_some() => return name,
                Some(op) => op.operands(|operand| waiting.push(operand)),
                None => {}
            }
            outer = outer.or(name);
        }
        outer
    }

    /// Whether an operand depends on uninitialized memory.
    fn is_unknown(&self, operand: Operand) -> bool {
        let value = peek(self.program, self.state.top(), operand);
        value.members().any(|(_, member)| match member {
            Value::Uninitialized => true,
            Value::Term(term) | Value::SymPtr { offset: term, .. } => {
                self.pool.has_indeterminate(*term)
            }
            _ => false,
        })
    }
}

/// The instruction that defines a local; `None` for parameters.
fn definition(func: &Func, local: Local) -> Option<&Op> {
    let insts = func.blocks.iter().flat_map(|block| &block.insts);
    let mut defining = insts.filter(|inst| inst.result == Some(local));
    defining.next().map(|inst| &inst.op)
}

/// The variable that a pointer points into.
fn object_name(func: &Func, mut pointer: Operand) -> Option<&str> {
    for _ in 0..MAX_VALUES.get() {
        let Operand::Local(local) = pointer else {
            return None;
        };
        match definition(func, local)? {
            Op::PtrAdd { base, .. } => pointer = *base,
            Op::Alloc(_) => return func.locals[local].name.as_deref(),
            _ => return None,
        }
    }
    None
}
