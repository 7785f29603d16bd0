//! The constants that a function compares its variables with. What keeps a variable between two
//! numbers mostly is a comparison with them.

use super::webs::webs;
use num_bigint::{BigInt, BigUint, Sign};
use num_traits::One;
use rustc_hash::FxHashMap;
use sheaf_ir::index::Idx;
use sheaf_ir::{BinaryOp, CompareOp, Const, Func, Local, Op, Operand};
use std::collections::BTreeSet;

sheaf_tuning::constants! {
    /// Maximum number of constants that bounds of one variable are guessed from.
    MAX_COMPARED: usize = 12, 1 => 192, "constants";
}

/// The numbers that a variable is compared with.
#[derive(Clone, Default)]
pub struct Limits {
    /// In signed comparisons, or as integers.
    pub signed: BTreeSet<BigInt>,
    /// In unsigned comparisons.
    pub unsigned: BTreeSet<BigInt>,
}

/// The numbers that a function compares its variables with.
pub struct Compared {
    /// For each local, the first local of its web.
    webs: Vec<Local>,
    /// By the first local of a web.
    locals: FxHashMap<Local, Limits>,
    /// Of variables in memory.
    loaded: Limits,
}

impl Compared {
    /// Reads the comparisons of a function.
    pub fn new(func: &Func) -> Self {
        let mut compared = Compared {
            webs: webs(func),
            locals: FxHashMap::default(),
            loaded: Limits::default(),
        };
        let mut loads = vec![false; func.locals.len()];
        let insts = func.blocks.iter().flat_map(|block| &block.insts);
        for inst in insts.clone() {
            let is_load = matches!(inst.op, Op::Load(_) | Op::LoadCell(..) | Op::LoadField(..));
            if let Some(local) = inst.result.filter(|_| is_load) {
                loads[local.index()] = true;
            }
        }
        for inst in insts {
            let Some((is_signed, a, b)) = comparison(&inst.op) else {
                continue;
            };
            for pair in [[a, b], [b, a]] {
                if let [Operand::Local(local), Operand::Const(id)] = pair
                    && let Some(number) = number(&func.consts[id], is_signed)
                {
                    compared.add(local, loads[local.index()], is_signed, number);
                }
            }
        }
        compared
    }

    fn add(&mut self, local: Local, is_loaded: bool, is_signed: bool, number: BigInt) {
        let limits = match is_loaded {
            true => &mut self.loaded,
            false => self.locals.entry(self.webs[local.index()]).or_default(),
        };
        let numbers = match is_signed {
            true => &mut limits.signed,
            false => &mut limits.unsigned,
        };
        if numbers.len() < MAX_COMPARED.get() {
            numbers.insert(number);
        }
    }

    /// What a local is compared with.
    pub fn local(&self, local: Local) -> Option<&Limits> {
        self.locals.get(&self.webs[local.index()])
    }

    /// What variables in memory are compared with.
    pub fn loaded(&self) -> &Limits {
        &self.loaded
    }
}

/// Whether a comparison is signed, and its operands.
fn comparison(op: &Op) -> Option<(bool, Operand, Operand)> {
    match op {
        Op::Compare(compare, a, b) => match compare {
            CompareOp::Eq | CompareOp::Ne | CompareOp::Slt | CompareOp::Sle => Some((true, *a, *b)),
            CompareOp::Ult | CompareOp::Ule => Some((false, *a, *b)),
            _ => None,
        },
        Op::Binary(BinaryOp::SMin | BinaryOp::SMax, _, a, b) => Some((true, *a, *b)),
        Op::Binary(BinaryOp::UMin | BinaryOp::UMax, _, a, b) => Some((false, *a, *b)),
        _ => None,
    }
}

/// The number that a constant stands for.
fn number(constant: &Const, is_signed: bool) -> Option<BigInt> {
    match constant {
        Const::Int(value) => Some(value.clone()),
        Const::Bits { width, value } => {
            let number = BigInt::from_biguint(Sign::Plus, BigUint::from(*value));
            let is_negative = is_signed && value >> (width - 1) == 1;
            Some(match is_negative {
                true => number - (BigInt::one() << *width),
                false => number,
            })
        }
        _ => None,
    }
}
