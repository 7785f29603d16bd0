//! Source locations of case labels.
//!
//! Clang makes a block for each of two labels in a row, such as those of `case 0 ... 3: case 7:`.
//! The first block only jumps to the second, at the location of whatever precedes the label: often
//! a `break` that nothing reaches. What such a block executes is the statement behind the labels.

use super::sanitizer::successors;
use crate::ll::{BasicBlock, Value};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashSet;

/// The labels of the `switch` statements in a function.
#[derive(Default)]
pub(super) struct Labels {
    /// Blocks with a `switch`, each with the targets of its cases.
    cases: FxHashSet<(BasicBlock, BasicBlock)>,
    switches: Vec<BasicBlock>,
}

impl Labels {
    pub(super) fn new(blocks: &[BasicBlock]) -> Labels {
        let mut labels = Labels::default();
        for block in blocks {
            let terminator = block.terminator();
            if terminator.opcode() != LLVMOpcode::LLVMSwitch {
                continue;
            }
            labels.switches.push(*block);
            // Operands: the value, the default, then pairs of case and block.
            let targets = (3..terminator.operand_count()).step_by(2);
            let targets = targets.map(|index| terminator.operand(index).as_block());
            labels.cases.extend(targets.map(|target| (*block, target)));
        }
        labels
    }

    /// The block whose statement is executed next where a block is nothing but a label, else the
    /// block itself.
    pub(super) fn statement(&self, mut block: BasicBlock) -> BasicBlock {
        // A cycle of labels would contain the first block again.
        let first = block;
        while let Some(next) = self.next_label(block)
            && next != first
        {
            block = next;
        }
        block
    }

    /// The next label, if a block is nothing but a label before it.
    fn next_label(&self, block: BasicBlock) -> Option<BasicBlock> {
        let is_jump = |inst: Value| inst.opcode() == LLVMOpcode::LLVMBr;
        if !block.instructions().next().is_some_and(is_jump) {
            return None;
        }
        let [next] = successors(block)[..] else {
            return None;
        };
        let are_labels = |switch: &&BasicBlock| {
            self.cases.contains(&(**switch, block)) && self.cases.contains(&(**switch, next))
        };
        self.switches.iter().find(are_labels).map(|_| next)
    }
}
