//! Several instructions as one: an operator of a dynamic language whose operands are known.
//!
//! Such an operator ends its block with a switch on the kinds of its operands, which an intrinsic
//! tells. A case converts the operands, computes a word or a truth value, and jumps to where the
//! cases meet, which may be a branch on the result. All this happens here at once, with the same
//! coverage and number of instructions as one after the other, and the same registers, except for
//! those that nothing else reads.

use super::Code;
use super::decoded::Place;
use super::instruction::compare;
use super::numbers::{double, number, word_of};
use crate::coverage::Recorder;
use crate::intrinsic::Quick;
use crate::program::Program;
use crate::state::Frame;
use crate::step::word;
use crate::value::Value;
use sheaf_ir::index::{Idx, IndexVec};
use sheaf_ir::{
    BinaryOp, Block, BlockId, Call, Callee, CastOp, CompareOp, Const, Func, Inst, Local, Op,
    Operand, Switch, Target, Terminator, UnaryOp,
};

/// How often the locals of a function are read.
pub(super) type Uses = IndexVec<Local, u32>;

/// The maximum number of cases that are looked at.
const MAX_CASES: usize = 4;

/// The end of a block: an operator.
pub(super) struct Fused {
    /// The number of instructions of the block.
    length: usize,
    /// Tells the kinds of the operands.
    way: fn(&[&Value]) -> Option<u64>,
    operands: [Place; 2],
    cases: [Option<Case>; MAX_CASES],
}

/// What happens for operands of some kinds.
struct Case {
    block: BlockId,
    /// The number of its instructions.
    length: usize,
    work: Work,
    /// Whether a double that is an integer becomes one.
    is_number: bool,
    /// Where the cases meet.
    end: BlockId,
    /// The parameter that receives the result, if it is read there.
    param: Option<Local>,
    /// The number of instructions there.
    end_length: usize,
    branch: Option<Branch>,
    /// The number of instructions from the switch to there, or to the targets of the branch.
    executed: u64,
}

/// What a case computes.
enum Work {
    Constant(Place),
    Compare(CompareOp, [Source; 2]),
    Binary(BinaryOp, [Source; 2]),
}

/// An operand of what is computed.
#[derive(Clone, Copy)]
struct Source {
    place: Place,
    conversion: Option<Conversion>,
}

#[derive(Clone, Copy, PartialEq)]
enum Conversion {
    Word(u32),
    Double,
}

/// A branch on the result, or on its negation.
struct Branch {
    is_negated: bool,
    targets: [BlockId; 2],
}

/// The result of a case.
#[derive(Clone, Copy)]
enum Outcome {
    Word(u32, u64),
    Truth(bool),
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

fn case_of(program: &Program, func: &Func, uses: &Uses, target: &Target) -> Option<Case> {
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
    let mut insts = &block.insts[..];
    let mut converted = Vec::new();
    while let [inst, rest @ ..] = insts
        && let Some((quick, call)) = quick_of(program, inst)
        && let Some(conversion) = conversion_of(quick)
    {
        converted.push((inst.result?, *call.args.first()?, conversion));
        insts = rest;
    }
    let count = converted.len();
    let source = |at: usize, operand: Operand| {
        let (local, from, conversion) = *converted.get(at)?;
        (operand == Operand::Local(local)).then_some(Source {
            place: Place::from(from),
            conversion: Some(conversion),
        })
    };
    let plain = |operand: Operand| Source {
        place: Place::from(operand),
        conversion: None,
    };
    // All conversions are those of the operands, in their order.
    let sources = |a: Operand, b: Operand| {
        let first = source(0, a);
        let second = source(usize::from(first.is_some()), b);
        let used = [first, second].iter().flatten().count();
        let sources = [first.unwrap_or(plain(a)), second.unwrap_or(plain(b))];
        (used == count).then_some(sources)
    };
    let (work, rest) = match insts {
        [] if count == 0 => (Work::Constant(Place::from(result)), insts),
        [inst, rest @ ..] => match inst.op {
            Op::Compare(op, a, b) => (Work::Compare(op, sources(a, b)?), rest),
            Op::Binary(op, flags, a, b) if !flags.no_signed_wrap => {
                (Work::Binary(op, sources(a, b)?), rest)
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
            *case = case_of(program, func, uses, target);
        }
        cases.iter().any(Option::is_some).then_some(Fused {
            length: block.insts.len(),
            way,
            operands: [a, b].map(Place::from),
            cases,
        })
    }

    /// Executes the operator, if its operands are known: returns the number of instructions. Else
    /// changes nothing.
    #[inline(always)]
    pub(super) fn execute(
        &self,
        code: &Code,
        frame: &mut Frame,
        coverage: &mut Recorder,
    ) -> Option<u64> {
        let [a, b] = self.operands.map(|operand| code.peek(frame, operand));
        let way = (self.way)(&[a, b])?;
        let case = self.cases.get(way as usize)?.as_ref()?;
        let outcome = case.compute(code, frame)?;
        if let Some(param) = case.param {
            match outcome {
                Outcome::Word(width, bits) => frame.regs.put_bits(param.index(), width, bits),
                Outcome::Truth(truth) => frame.regs.put_bool(param.index(), truth),
            }
        }
        let (func, block) = (frame.func, frame.block);
        let mut taken = 0;
        (frame.block, frame.inst) = (case.end, 0);
        if let Some(branch) = &case.branch {
            let is_true = matches!(outcome, Outcome::Truth(true));
            taken = usize::from(is_true == branch.is_negated);
            frame.block = branch.targets[taken];
        }
        let mark = (way as usize) << 1 | taken;
        if !coverage.is_settled(func, block, mark) {
            let mut passed = |block: BlockId, length: usize, target: usize| {
                coverage.reach(func, block, length + 1);
                coverage.take(func, block, target);
            };
            passed(block, self.length, way as usize);
            passed(case.block, case.length, 0);
            if case.branch.is_some() {
                passed(case.end, case.end_length, taken);
            }
            coverage.settle(func, block, mark);
        }
        Some(case.executed)
    }
}

impl Case {
    #[inline(always)]
    fn compute(&self, code: &Code, frame: &Frame) -> Option<Outcome> {
        match &self.work {
            Work::Constant(place) => match code.peek(frame, *place) {
                Value::Bool(value) => Some(Outcome::Truth(*value)),
                Value::Bits { width, bits } => Some(Outcome::Word(*width, *bits)),
                _ => None,
            },
            Work::Compare(op, sources) => {
                if sources.iter().all(|it| it.conversion.is_none()) {
                    let [a, b] = sources.map(|it| code.peek(frame, it.place));
                    return Some(Outcome::Truth(compare(*op, a, b)?));
                }
                let (width, [a, b]) = words(code, frame, sources)?;
                let truth = word::compare(*op, width, a, b)
                    .or_else(|| word::compare_doubles(*op, width, a, b))?;
                Some(Outcome::Truth(truth))
            }
            Work::Binary(op, sources) => {
                let (width, [a, b]) = words(code, frame, sources)?;
                let result = match width {
                    64 => word::double(*op, a, b),
                    _ => None,
                };
                let bits = result.or_else(|| word::binary(*op, false, width, a, b))?;
                // Where it is NaN, more is to be done.
                let (width, bits) = match self.is_number {
                    true => number(width, bits)?,
                    false => (width, bits),
                };
                Some(Outcome::Word(width, bits))
            }
        }
    }
}

/// The converted operands, if both are words of one width.
#[inline(always)]
fn words(code: &Code, frame: &Frame, sources: &[Source; 2]) -> Option<(u32, [u64; 2])> {
    let word = |source: Source| {
        let value = code.peek(frame, source.place);
        match source.conversion {
            Some(Conversion::Word(width)) => Some((width, word_of(value, width)?)),
            Some(Conversion::Double) => Some((64, double(value)?)),
            None => match value {
                Value::Bits { width, bits } => Some((*width, *bits)),
                _ => None,
            },
        }
    };
    let ((width, a), (other, b)) = (word(sources[0])?, word(sources[1])?);
    (width == other).then_some((width, [a, b]))
}
