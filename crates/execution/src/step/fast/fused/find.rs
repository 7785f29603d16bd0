//! Finds operators in decoded functions.

use super::{Branch, Case, Conversion, Fused, MAX_CASES, Source, Sources, Uses, Work};
use crate::intrinsic::Quick;
use crate::program::{Program, constant};
use crate::step::fast::decoded::Place;
use crate::step::fast::numbers::double;
use crate::value::Value;
use sheaf_ir::{
    Block, BlockId, Call, Callee, CastOp, Const, Func, Inst, Local, Op, Operand, Switch, Target,
    Terminator, UnaryOp,
};

impl Fused {
    /// The operator at the end of a block, if there is one.
    pub fn of_block(program: &Program, func: &Func, uses: &Uses, block: &Block) -> Option<Fused> {
        let Terminator::Switch(switch) = &block.terminator else {
            return None;
        };
        let inst = block.insts.last()?;
        let (quick, call) = quick_of(program, inst)?;
        let (Quick::Word(width, way), &[a, b]) = (quick, &call.args[..]) else {
            return None;
        };
        let selector = inst.result.filter(|selector| uses[*selector] == 1)?;
        if switch.value != Operand::Local(selector) || !counts(func, switch, width) {
            return None;
        }
        let targets = switch.targets.iter().take(switch.cases.len());
        let mut cases = [const { None }; MAX_CASES];
        for (case, target) in cases.iter_mut().zip(targets) {
            *case = case_of((program, func, uses), [a, b], target);
        }
        cases.iter().any(Option::is_some).then_some(Fused {
            length: block.insts.len(),
            way,
            operands: [a, b].map(Place::from),
            cases,
        })
    }
}

/// Whether the cases of a switch are the numbers from 0 on, each with the target of this number.
fn counts(func: &Func, switch: &Switch, width: u32) -> bool {
    (0..).zip(&switch.cases).all(|(number, case)| {
        let value = u128::from(number);
        case.target == number && func.consts[case.value] == Const::Bits { width, value }
    })
}

/// The call of an intrinsic that catches nothing.
fn quick_of<'f>(program: &Program, inst: &'f Inst) -> Option<(Quick, &'f Call)> {
    match &inst.op {
        Op::Call(call) if !call.catches => match call.callee {
            Callee::Intrinsic(name) => Some((program.quick(name)?, call)),
            _ => None,
        },
        _ => None,
    }
}

fn case_of(
    (program, func, uses): (&Program, &Func, &Uses),
    operands: [Operand; 2],
    target: &Target,
) -> Option<Case> {
    let block = &func.blocks[target.block];
    let Terminator::Jump(end) = &block.terminator else {
        return None;
    };
    let (&[result], &[param]) = (&end.args[..], &func.blocks[end.block].params[..]) else {
        return None;
    };
    let is_private = |local: Local| uses[local] == 1;
    let results = block.insts.iter().filter_map(|inst| inst.result);
    if !block.params.is_empty() || !results.into_iter().all(is_private) {
        return None;
    }
    let (conversions, insts) = Conversions::at_start(program, func, operands, &block.insts);
    let (work, rest) = match insts {
        [] if conversions.list.is_empty() => (Work::Constant(Place::from(result)), insts),
        [inst, rest @ ..] => match inst.op {
            Op::Compare(op, a, b) => (Work::Compare(op, conversions.sources(a, b)?), rest),
            Op::Binary(op, flags, a, b) if !flags.no_signed_wrap => {
                (Work::Binary(op, conversions.sources(a, b)?), rest)
            }
            _ => return None,
        },
        [] => return None,
    };
    let computed = match work {
        Work::Constant(_) => result,
        _ => Operand::Local(insts.first()?.result?),
    };
    let (value, is_number) = match rest {
        [] => (computed, false),
        [inst] => {
            let is_number = becomes_number(program, inst, computed)?;
            if is_number && matches!(work, Work::Compare(..)) {
                return None;
            }
            (Operand::Local(inst.result?), is_number)
        }
        _ => return None,
    };
    if result != value {
        return None;
    }
    let (branch, behind) = match branch_of(func, uses, end.block, param) {
        Some((branch, count)) => (Some(branch), count),
        None => (None, 0),
    };
    let is_read = uses[param] > u32::from(branch.is_some());
    Some(Case {
        block: target.block,
        length: block.insts.len(),
        work,
        is_number,
        end: end.block,
        param: is_read.then_some(param),
        end_length: func.blocks[end.block].insts.len(),
        branch,
        // The intrinsic, the switch, the case and its jump.
        executed: (2 + block.insts.len() + 1 + behind) as u64,
    })
}

/// The conversions at the start of a case.
struct Conversions<'f> {
    func: &'f Func,
    /// The operands of the operator.
    operands: [Operand; 2],
    /// Result, operand and conversion.
    list: Vec<(Local, Operand, Conversion)>,
}

impl<'f> Conversions<'f> {
    /// The conversions, and the instructions behind them.
    fn at_start(
        program: &Program,
        func: &'f Func,
        operands: [Operand; 2],
        mut insts: &'f [Inst],
    ) -> (Self, &'f [Inst]) {
        let mut list = Vec::new();
        while let [inst, rest @ ..] = insts
            && let Some((quick, call)) = quick_of(program, inst)
            && let (Some(result), Some(operand)) = (inst.result, call.args.first())
            && let Some(conversion) = conversion_of(quick)
        {
            list.push((result, *operand, conversion));
            insts = rest;
        }
        let conversions = Conversions {
            func,
            operands,
            list,
        };
        (conversions, insts)
    }

    /// What an instruction with these operands computes with, if all conversions are those of its
    /// operands, in their order.
    fn sources(&self, a: Operand, b: Operand) -> Option<Sources> {
        let converted = |at: usize, operand: Operand| {
            let conversion = self.list.get(at).copied();
            conversion.filter(|(local, ..)| operand == Operand::Local(*local))
        };
        let first = converted(0, a);
        let second = converted(usize::from(first.is_some()), b);
        let pairs = [(first, a), (second, b)];
        if pairs.iter().filter(|(it, _)| it.is_some()).count() != self.list.len() {
            return None;
        }
        let sources = pairs.map(|(converted, operand)| match converted {
            Some((_, from, conversion)) => (from, Some(conversion)),
            None => (operand, None),
        });
        let both = |is_meant: fn(&Self, (Operand, Option<Conversion>), Operand) -> bool| {
            let mut pairs = sources.into_iter().zip(self.operands);
            pairs.all(|(source, operand)| is_meant(self, source, operand))
        };
        Some(match sources {
            _ if both(Self::is_integer) => Sources::Integers,
            _ if both(Self::is_double) => Sources::Doubles,
            _ => Sources::Others(sources.map(|(operand, conversion)| Source {
                place: Place::from(operand),
                conversion,
            })),
        })
    }

    /// Whether a source is the 32-bit integer that an operand of the operator is.
    fn is_integer(&self, source: (Operand, Option<Conversion>), operand: Operand) -> bool {
        let is_known = || matches!(self.constant(operand), Some(Value::Bits { width: 32, .. }));
        match source {
            (from, Some(conversion)) => from == operand && conversion == Conversion::Word(32),
            (constant, None) => constant == operand && is_known(),
        }
    }

    /// Whether a source is the double that an operand of the operator is.
    fn is_double(&self, source: (Operand, Option<Conversion>), operand: Operand) -> bool {
        match source {
            (from, Some(conversion)) => from == operand && conversion == Conversion::Double,
            (constant, None) => match (self.constant(constant), self.constant(operand)) {
                (Some(Value::Bits { width: 64, bits }), Some(value)) => {
                    double(&value) == Some(bits)
                }
                _ => false,
            },
        }
    }

    fn constant(&self, operand: Operand) -> Option<Value> {
        match operand {
            Operand::Const(id) => Some(constant(&self.func.consts[id])),
            Operand::Local(_) => None,
        }
    }
}

/// Whether an instruction makes a result a number, or only a value of any type. `None` if it does
/// something else.
fn becomes_number(program: &Program, inst: &Inst, result: Operand) -> Option<bool> {
    match &inst.op {
        Op::Cast(CastOp::ToAny, operand) => (*operand == result).then_some(false),
        _ => {
            let (quick, call) = quick_of(program, inst)?;
            let is_number = matches!(quick, Quick::Number) && call.args.first() == Some(&result);
            is_number.then_some(true)
        }
    }
}

fn conversion_of(quick: Quick) -> Option<Conversion> {
    match quick {
        Quick::Same(&[width]) => Some(Conversion::Word(width)),
        Quick::Double => Some(Conversion::Double),
        _ => None,
    }
}

/// The branch on a parameter of a block that does nothing else, and its number of instructions.
fn branch_of(func: &Func, uses: &Uses, block: BlockId, param: Local) -> Option<(Branch, usize)> {
    let body = &func.blocks[block];
    let Terminator::Branch(condition, targets) = &body.terminator else {
        return None;
    };
    let negation = match &body.insts[..] {
        [] => None,
        [inst] if inst.op == Op::Unary(UnaryOp::Not, Operand::Local(param)) => Some(inst.result?),
        _ => return None,
    };
    if negation.is_some_and(|negation| uses[negation] != 1) {
        return None;
    }
    let is_meant = *condition == Operand::Local(negation.unwrap_or(param));
    let are_empty = targets.iter().all(|target| target.args.is_empty());
    (is_meant && are_empty).then(|| {
        let targets = [targets[0].block, targets[1].block];
        let is_negated = negation.is_some();
        (
            Branch {
                is_negated,
                targets,
            },
            body.insts.len() + 1,
        )
    })
}
