//! Locals of which nothing but themselves and each other is computed, as `b` is in a loop that only
//! divides it again and again.

use rustc_hash::{FxHashMap, FxHashSet};
use sheaf_ir::{BinaryOp, Const, Func, Inst, Local, Op, Operand, Type};

/// The locals of a function whose values decide nothing: no branch, no check, no memory, no call
/// and no result depends on them.
pub struct Idle {
    needed: FxHashSet<Local>,
}

/// What the use of an operand requires.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    /// Something is decided by its value.
    Decides,
    /// The result is computed from it, and nothing else.
    Computes,
}

impl Idle {
    /// Finds them.
    pub fn new(func: &Func) -> Self {
        let mut needed = FxHashSet::default();
        // The locals that are needed if one is.
        let mut from: FxHashMap<Local, Vec<Local>> = FxHashMap::default();
        let mut need = |operand: Operand, result: Option<Local>, by: Use| {
            let Operand::Local(local) = operand else {
                return;
            };
            match (by, result) {
                (Use::Computes, Some(result)) => from.entry(result).or_default().push(local),
                _ => drop(needed.insert(local)),
            }
        };
        for block in func.blocks.iter() {
            for inst in &block.insts {
                let uses = uses(func, inst);
                let mut position = 0;
                inst.op.operands(|operand| {
                    let by = uses.map_or(Use::Decides, |uses| uses[position.min(1)]);
                    need(operand, inst.result, by);
                    position += 1;
                });
            }
            if let Some(subject) = block.terminator.subject() {
                need(subject, None, Use::Decides);
            }
            for target in block.terminator.targets() {
                let params = &func.blocks[target.block].params;
                for (param, arg) in params.iter().zip(&target.args) {
                    need(*arg, Some(*param), Use::Computes);
                }
            }
        }
        let mut pending: Vec<Local> = needed.iter().copied().collect();
        while let Some(result) = pending.pop() {
            let operands = from.remove(&result).unwrap_or_default();
            pending.extend(operands.into_iter().filter(|local| needed.insert(*local)));
        }
        Idle { needed }
    }

    /// Whether a local decides nothing.
    pub fn contains(&self, local: Local) -> bool {
        !self.needed.contains(&local)
    }
}

/// How an operation of two numbers uses these; `None` for other operations, which may do anything.
fn uses(func: &Func, inst: &Inst) -> Option<[Use; 2]> {
    let Op::Binary(op, flags, a, b) = &inst.op else {
        return None;
    };
    let ty = func.type_of(*a);
    if flags.no_signed_wrap || !matches!(ty, Type::Int | Type::Bits(_)) {
        return None;
    }
    match op {
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => Some([Use::Computes; 2]),
        BinaryOp::And | BinaryOp::Or | BinaryOp::Xor => Some([Use::Computes; 2]),
        BinaryOp::UDiv | BinaryOp::URem => Some([Use::Computes, Use::Decides]),
        // The least machine integer must not be divided by -1.
        BinaryOp::SDiv | BinaryOp::SRem if ty == Type::Int || is_other_than_minus_one(func, *b) => {
            Some([Use::Computes, Use::Decides])
        }
        _ => None,
    }
}

/// Whether a divisor is a constant of bits that are not all set.
fn is_other_than_minus_one(func: &Func, divisor: Operand) -> bool {
    let Operand::Const(id) = divisor else {
        return false;
    };
    matches!(func.consts[id], Const::Bits { width, value } if value.count_ones() != width)
}
