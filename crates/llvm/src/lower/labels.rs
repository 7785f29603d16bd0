//! Source locations of case labels.
//!
//! Clang makes a block for each of two labels in a row, such as those of `case 0 ... 3: case 7:`.
//! The first block only jumps to the second, at the location of whatever precedes the label: often
//! a `break` that nothing reaches. What such a block executes is the statement behind the labels.

use super::sanitizer::successors;
use crate::ll::{BasicBlock, Value};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashMap;

/// The labels of the `switch` statements in a function.
#[derive(Default)]
pub(super) struct Labels {
    /// For each target of a case, the blocks with its `switch` statements.
    switches: FxHashMap<BasicBlock, Vec<BasicBlock>>,
}

impl Labels {
    pub(super) fn new(blocks: &[BasicBlock]) -> Labels {
        let mut labels = Labels::default();
        for block in blocks {
            let terminator = block.terminator();
            if terminator.opcode() != LLVMOpcode::LLVMSwitch {
                continue;
            }
            // Operands: the value, the default, then pairs of case and block.
            for index in (3..terminator.operand_count()).step_by(2) {
                let target = terminator.operand(index).as_block();
                let switches = labels.switches.entry(target).or_default();
                if switches.last() != Some(block) {
                    switches.push(*block);
                }
            }
        }
        labels
    }

    /// The block whose statement is executed next where a block is nothing but a label, else the
    /// block itself.
    pub(super) fn statement(&self, mut block: BasicBlock) -> BasicBlock {
        // Labels that only jump to each other have no statement.
        for _ in 0..self.switches.len() {
            match self.next_label(block) {
                Some(next) => block = next,
                None => break,
            }
        }
        block
    }

    /// The next label, if a block is nothing but a label before it.
    fn next_label(&self, block: BasicBlock) -> Option<BasicBlock> {
        let own = self.switches.get(&block)?;
        let is_jump = |inst: Value| inst.opcode() == LLVMOpcode::LLVMBr;
        if !block.instructions().next().is_some_and(is_jump) {
            return None;
        }
        let [next] = successors(block)[..] else {
            return None;
        };
        let others = self.switches.get(&next)?;
        own.iter().any(|it| others.contains(it)).then_some(next)
    }
}
