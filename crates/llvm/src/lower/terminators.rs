//! Terminators.

use super::function::FunctionLowering;
use super::instructions::opcode_name;
use super::sanitizer::{Passage, behind_check};
use super::wide::is_wide;
use super::{Lower, Unsupported, unsupported};
use crate::ll::{BasicBlock, Value};
use llvm_sys::LLVMOpcode;
use sheaf_ir::{BinaryOp, CastOp, Const, ConstId, Operand, Switch, Target, Terminator, Type};

impl FunctionLowering<'_, '_> {
    /// Lowers the terminator of an LLVM block, unless the next block is merged into this one.
    pub(super) fn terminator(&mut self, inst: Value) {
        match self.sanitizer_branch(inst) {
            Ok(Passage::Jump(target)) => return self.terminate(Terminator::Jump(target)),
            Ok(Passage::Joined) => return,
            Ok(Passage::Own) => {}
            Err(Unsupported(what)) => {
                self.call_unmodelled(&format!("LLVM instruction `{what}`"));
                let joined = behind_check(inst.parent()).is_some_and(|it| self.is_joined(it));
                if !joined {
                    self.terminate(Terminator::Unreachable);
                }
                return;
            }
        }
        let terminator = self
            .try_terminator(inst)
            .unwrap_or_else(|Unsupported(what)| {
                self.call_unmodelled(&format!("LLVM instruction `{what}`"));
                Terminator::Unreachable
            });
        self.terminate(terminator);
    }

    fn try_terminator(&mut self, inst: Value) -> Lower<Terminator> {
        let from = inst.parent();
        match inst.opcode() {
            LLVMOpcode::LLVMRet => match inst.operand_count() {
                0 => Ok(Terminator::Return(None)),
                _ => Ok(Terminator::Return(Some(self.operand(inst.operand(0))?))),
            },
            LLVMOpcode::LLVMBr => match inst.successors()[..] {
                [to] => Ok(Terminator::Jump(self.target(from, to)?)),
                [yes, no] => {
                    let condition = self.operand(inst.operand(0))?;
                    let targets = [self.target(from, yes)?, self.target(from, no)?];
                    Ok(Terminator::Branch(condition, Box::new(targets)))
                }
                _ => unsupported("br"),
            },
            LLVMOpcode::LLVMSwitch => self.switch(inst),
            LLVMOpcode::LLVMIndirectBr => self.indirect_branch(inst),
            LLVMOpcode::LLVMInvoke => {
                // Nothing is thrown in C, so the call returns.
                if let Some(result) = self.call_instruction(inst)? {
                    self.values.insert(inst, result);
                }
                match inst.successors().first() {
                    Some(to) => Ok(Terminator::Jump(self.target(from, *to)?)),
                    None => unsupported("invoke"),
                }
            }
            LLVMOpcode::LLVMUnreachable => Ok(Terminator::Unreachable),
            other => unsupported(opcode_name(other)),
        }
    }

    fn switch(&mut self, inst: Value) -> Lower<Terminator> {
        let from = inst.parent();
        if is_wide(inst.operand(0).ty()) {
            return unsupported("switch on a wide integer");
        }
        let mut value = self.operand(inst.operand(0))?;
        let is_bool = self.type_of(value) == Type::Bool;
        if is_bool {
            value = self.resize(value, 8, false);
        }
        // Operands: the value, the default, then pairs of case and block.
        let default = inst.operand(1).as_block();
        let mut cases = Vec::new();
        for index in (2..inst.operand_count()).step_by(2) {
            let mut case = self.operand(inst.operand(index))?;
            if is_bool {
                let set = matches!(self.constant_of(case), Some(Const::Bool(true)));
                case = self.bits(8, set.into());
            }
            let Operand::Const(case) = case else {
                return unsupported("switch");
            };
            let target = self.target(from, inst.operand(index + 1).as_block())?;
            cases.push((case, target));
        }
        let default = self.target(from, default)?;
        let unsigned = inst.operand(0).is_unsigned(from.function());
        Ok(switch_on(value, cases, default, unsigned))
    }

    /// Blocks are identified by their numbers, see [`super::Lowering::labels`]. An address of no
    /// block is undefined behaviour.
    fn indirect_branch(&mut self, inst: Value) -> Lower<Terminator> {
        let from = inst.parent();
        let address = self.operand(inst.operand(0))?;
        let labels = self.cx.labels(from.function());
        let (global, numbers) = (labels.global, labels.numbers.clone());
        let width = self.cx.pointer_bits();
        let start = self.builder.constant(Const::Global(global, 0));
        let address = self.cast(CastOp::PtrToBits, address, Type::Bits(width));
        let start = self.cast(CastOp::PtrToBits, start, Type::Bits(width));
        let number = self.binary(BinaryOp::Sub, address, start);
        let mut blocks: Vec<(u64, BasicBlock)> = inst
            .successors()
            .into_iter()
            .filter_map(|block| Some((*numbers.get(&block)?, block)))
            .collect();
        blocks.sort_by_key(|(number, _)| *number);
        blocks.dedup_by_key(|(number, _)| *number);
        let mut cases = Vec::new();
        for (number, block) in blocks {
            let Operand::Const(case) = self.bits(width, number.into()) else {
                return unsupported("indirectbr");
            };
            cases.push((case, self.target(from, block)?));
        }
        let nowhere = Target {
            block: self.builder.block(),
            args: Box::new([]),
        };
        Ok(switch_on(number, cases, nowhere, true))
    }
}

fn switch_on(
    value: Operand,
    cases: Vec<(ConstId, Target)>,
    default: Target,
    unsigned: bool,
) -> Terminator {
    Terminator::Switch(Box::new(Switch::new(value, cases, default, unsigned)))
}
