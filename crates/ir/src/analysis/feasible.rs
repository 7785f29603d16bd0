//! The code that constants leave: branches that only constants decide have one feasible target.
//!
//! Compilers without optimization keep such branches, for conditions of macros and for checks of
//! constants. No input takes their other targets, so that these are neither goals nor counted as
//! code that was missed.
//!
//! Only constants that reach a terminator directly or as arguments of jumps are considered: a
//! sparse conditional constant propagation (Wegman, Zadeck, TOPLAS 1991) without the operations.

use crate::analysis::cfg::Cfg;
use crate::index::Idx;
use crate::module::{Block, BlockId, Const, ConstId, Func, Local};
use crate::op::{Operand, Terminator};
use crate::role::Role;

/// The feasible blocks of a function and the feasible targets of their terminators.
#[derive(Clone, Debug)]
pub struct Feasible {
    /// For each block and each target of its terminator.
    targets: Vec<Vec<bool>>,
    blocks: Vec<bool>,
}

/// What is known of a parameter of a block, once a jump to the block is feasible.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    /// This constant on all feasible jumps.
    Const(ConstId),
    /// It may differ.
    Varies,
}

impl Feasible {
    /// The feasible code of a function; nothing of a declaration.
    pub fn new(func: &Func) -> Self {
        let none = |block: &Block| vec![false; block.terminator.targets().len()];
        let mut feasible = Feasible {
            targets: func.blocks.iter().map(none).collect(),
            blocks: vec![false; func.blocks.len()],
        };
        if func.is_declaration() {
            return feasible;
        }
        feasible.blocks[0] = true;
        let cfg = Cfg::new(func);
        let mut params = vec![None; func.locals.len()];
        // A parameter may decide in any block that its own block dominates, so each round looks at
        // all of them. In this order, only loops need a further round.
        let mut changed = true;
        while changed {
            changed = false;
            for block in cfg.reverse_postorder() {
                if feasible.blocks[block.index()] {
                    changed |= feasible.leave(func, *block, &mut params);
                }
            }
        }
        feasible
    }

    /// Takes the targets of a feasible block that constants allow; whether that changes something.
    fn leave(&mut self, func: &Func, block: BlockId, params: &mut [Option<Known>]) -> bool {
        let terminator = &func.blocks[block].terminator;
        let decided = decided(func, terminator, params);
        let mut changed = false;
        for (number, target) in terminator.targets().iter().enumerate() {
            if decided.is_some_and(|only| only != number) {
                continue;
            }
            self.targets[block.index()][number] = true;
            changed |= !std::mem::replace(&mut self.blocks[target.block.index()], true);
            let block_params = &func.blocks[target.block].params;
            for (param, arg) in block_params.iter().zip(&target.args) {
                changed |= join(func, params, *param, *arg);
            }
        }
        changed
    }

    /// Whether constants let a block be executed.
    pub fn block(&self, block: BlockId) -> bool {
        self.blocks[block.index()]
    }

    /// Whether constants keep a feasible block from taking a target of its terminator.
    pub fn excludes(&self, block: BlockId, number: usize) -> bool {
        self.block(block) && !self.target(block, number)
    }

    /// The targets of a block's terminator between which the source chooses: those that constants
    /// allow, if there are at least two and they are not the cases of an operation.
    pub fn branches(&self, func: &Func, block: BlockId) -> Vec<usize> {
        let targets = func.blocks[block].terminator.targets();
        let is_case = |number: &usize| {
            let target = targets[*number].block;
            func.blocks[target].role == Some(Role::Case)
        };
        let allowed = (0..targets.len()).filter(|it| self.target(block, *it));
        let allowed: Vec<usize> = allowed.collect();
        match allowed.len() > 1 && !allowed.iter().any(is_case) {
            true => allowed,
            false => Vec::new(),
        }
    }

    /// Whether constants let a target of a block's terminator be taken.
    pub fn target(&self, block: BlockId, number: usize) -> bool {
        self.targets[block.index()][number]
    }
}

/// The constant of an operand, if it has only one.
fn known(operand: Operand, params: &[Option<Known>]) -> Known {
    match operand {
        Operand::Const(id) => Known::Const(id),
        Operand::Local(local) => params[local.index()].unwrap_or(Known::Varies),
    }
}

/// Adds an argument to what is known of a parameter; whether that changes something.
fn join(func: &Func, params: &mut [Option<Known>], param: Local, arg: Operand) -> bool {
    let new = known(arg, params);
    let known = &mut params[param.index()];
    let Some(old) = *known else {
        *known = Some(new);
        return true;
    };
    let same = match (old, new) {
        (Known::Varies, _) => true,
        (Known::Const(old), Known::Const(new)) => func.consts[old] == func.consts[new],
        (Known::Const(_), Known::Varies) => false,
    };
    if !same {
        *known = Some(Known::Varies);
    }
    !same
}

/// The only target of a terminator that a constant decides.
fn decided(func: &Func, terminator: &Terminator, params: &[Option<Known>]) -> Option<usize> {
    let constant = |operand: Operand| match known(operand, params) {
        Known::Const(id) => Some(&func.consts[id]),
        Known::Varies => None,
    };
    match terminator {
        Terminator::Branch(condition, _) => match constant(*condition)? {
            Const::Bool(true) => Some(0),
            Const::Bool(false) => Some(1),
            _ => None,
        },
        Terminator::Switch(switch) => {
            let value = constant(switch.value)?;
            if !matches!(value, Const::Bits { .. } | Const::Int(_)) {
                return None;
            }
            Some(switch.target(|case| func.consts[case] == *value))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    /// The feasible blocks of the only function.
    fn feasible(text: &str) -> Vec<bool> {
        let module = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        Feasible::new(&module.funcs[crate::FuncId(0)]).blocks
    }

    #[test]
    fn constants_decide() {
        let text = "module ptr 8 func @f(%c: bool) {
            b0: br true, b1, b2
            b1: jump b3(true)
            b2: jump b3(%c)
            b3(%p: bool): br %p, b4, b5
            b4: ret
            b5: ret }";
        assert_eq!(feasible(text), [true, true, false, true, true, false]);
    }

    #[test]
    fn a_second_jump_may_bring_another_constant() {
        // The loop comes back with another constant than it is entered with.
        let text = "module ptr 8 func @f() {
            b0: jump b1(bits8 8)
            b1(%p: bits8): jump b2
            b2: switch %p [bits8 8: b4] else b3
            b3: ret
            b4: jump b1(bits8 9) }";
        assert_eq!(feasible(text), [true; 5]);
        let text = text.replace("bits8 9", "bits8 8");
        assert_eq!(feasible(&text), [true, true, true, false, true]);
    }
}
