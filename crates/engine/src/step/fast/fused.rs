//! Several instructions as one: an operator of a dynamic language whose operands are known.
//!
//! Such an operator ends its block with a switch on the kinds of its operands, which an intrinsic
//! tells. A case converts the operands, computes a word or a truth value, and jumps to where the
//! cases meet, which may be a branch on the result. All this happens here at once, with the same
//! registers, coverage and number of instructions as one after the other.

use super::Code;
use super::instruction::compare;
use super::numbers::{double, number, word_of};
use crate::coverage::Recorder;
use crate::intrinsic::Quick;
use crate::program::Program;
use crate::state::Frame;
use crate::step::word;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    BinaryOp, BlockId, Call, Callee, CastOp, CompareOp, Func, FuncId, Inst, Local, Op, Operand,
    Switch, Target, Terminator, UnaryOp,
};

/// The maximum number of cases that are looked at.
const MAX_CASES: usize = 4;

/// The end of a block: an operator.
pub struct Fused {
    /// Tells the kinds of the operands.
    way: fn(&[&Value]) -> Option<u64>,
    operands: [Operand; 2],
    /// Width and local of what it tells.
    selector: (u32, Local),
    cases: [Option<Case>; MAX_CASES],
}

/// What happens for operands of some kinds.
struct Case {
    block: BlockId,
    work: Work,
    /// Receives the result as a value of any type.
    value: Option<Local>,
    /// Whether a double that is an integer becomes one.
    is_number: bool,
    /// Where the cases meet, and the parameter that receives the result.
    end: (BlockId, Local),
    branch: Option<Branch>,
    /// The number of instructions from the switch to there, or to the targets of the branch.
    executed: u64,
}

/// What a case computes.
enum Work {
    Constant(Operand),
    Compare(CompareOp, [Source; 2], Local),
    Binary(BinaryOp, [Source; 2], Local),
}

/// An operand of what is computed.
#[derive(Clone, Copy)]
struct Source {
    operand: Operand,
    /// What converts it, and the local that receives this.
    conversion: Option<(Conversion, Local)>,
}

#[derive(Clone, Copy, PartialEq)]
enum Conversion {
    Word(u32),
    Double,
}

/// A branch on the result, or on its negation.
struct Branch {
    negation: Option<Local>,
    targets: [BlockId; 2],
}

/// The result of a case.
#[derive(Clone, Copy)]
enum Outcome {
    Word(u32, u64),
    Truth(bool),
}

fn of_block(
    program: &Program,
    func: &Func,
    consts: &[Value],
    insts: &[Inst],
    terminator: &Terminator,
) -> Option<Fused> {
    let Terminator::Switch(switch) = terminator else {
        return None;
    };
    let inst = insts.last()?;
    let (quick, call) = quick_of(program, inst)?;
    let (Quick::Word(width, way), &[a, b]) = (quick, &call.args[..]) else {
        return None;
    };
    let selector = inst.result?;
    if switch.value != Operand::Local(selector) || !counts(switch, consts, width) {
        return None;
    }
    let targets = switch.targets.iter().take(switch.cases.len());
    let mut cases = [const { None }; MAX_CASES];
    for (case, target) in cases.iter_mut().zip(targets) {
        *case = case_of(program, func, target);
    }
    cases.iter().any(Option::is_some).then_some(Fused {
        way,
        operands: [a, b],
        selector: (width, selector),
        cases,
    })
}

/// Whether the cases of a switch are the numbers from 0 on, each with the target of this number.
fn counts(switch: &Switch, consts: &[Value], width: u32) -> bool {
    (0..).zip(&switch.cases).all(|(number, case)| {
        let bits = u64::from(number);
        case.target == number && consts[case.value.index()] == Value::Bits { width, bits }
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

fn case_of(program: &Program, func: &Func, target: &Target) -> Option<Case> {
    let block = &func.blocks[target.block];
    let Terminator::Jump(end) = &block.terminator else {
        return None;
    };
    let (&[result], &[param]) = (&end.args[..], &func.blocks[end.block].params[..]) else {
        return None;
    };
    if !block.params.is_empty() {
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
            operand: from,
            conversion: Some((conversion, local)),
        })
    };
    let plain = |operand| Source {
        operand,
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
        [] if count == 0 => (Work::Constant(result), insts),
        [inst, rest @ ..] => match inst.op {
            Op::Compare(op, a, b) => (Work::Compare(op, sources(a, b)?, inst.result?), rest),
            Op::Binary(op, flags, a, b) if !flags.no_signed_wrap => {
                (Work::Binary(op, sources(a, b)?, inst.result?), rest)
            }
            _ => return None,
        },
        [] => return None,
    };
    let is_truth = matches!(work, Work::Compare(..));
    let computed = match work {
        Work::Constant(operand) => operand,
        Work::Compare(_, _, local) | Work::Binary(_, _, local) => Operand::Local(local),
    };
    let (value, is_number) = match rest {
        [] => (None, false),
        [inst] => match &inst.op {
            Op::Cast(CastOp::ToAny, operand) if *operand == computed => (inst.result, false),
            _ => {
                let (quick, call) = quick_of(program, inst)?;
                let is_number = matches!(quick, Quick::Number)
                    && call.args.first() == Some(&computed)
                    && !is_truth;
                (Some(inst.result.filter(|_| is_number)?), true)
            }
        },
        _ => return None,
    };
    if result != value.map_or(computed, Operand::Local) {
        return None;
    }
    let (branch, behind) = match branch_of(func, end.block, param) {
        Some((branch, count)) => (Some(branch), count),
        None => (None, 0),
    };
    Some(Case {
        block: target.block,
        work,
        value,
        is_number,
        end: (end.block, param),
        branch,
        // The intrinsic, the switch, the case and its jump.
        executed: (2 + block.insts.len() + 1 + behind) as u64,
    })
}

fn conversion_of(quick: Quick) -> Option<Conversion> {
    match quick {
        Quick::Same(&[width]) => Some(Conversion::Word(width)),
        Quick::Double => Some(Conversion::Double),
        _ => None,
    }
}

/// The branch on a parameter of a block that does nothing else, and its number of instructions.
fn branch_of(func: &Func, block: BlockId, param: Local) -> Option<(Branch, usize)> {
    let body = &func.blocks[block];
    let Terminator::Branch(condition, targets) = &body.terminator else {
        return None;
    };
    let negation = match &body.insts[..] {
        [] => None,
        [inst] if inst.op == Op::Unary(UnaryOp::Not, Operand::Local(param)) => Some(inst.result?),
        _ => return None,
    };
    let is_meant = *condition == Operand::Local(negation.unwrap_or(param));
    let are_empty = targets.iter().all(|target| target.args.is_empty());
    (is_meant && are_empty).then(|| {
        let targets = [targets[0].block, targets[1].block];
        (Branch { negation, targets }, body.insts.len() + 1)
    })
}

impl Fused {
    /// For each block of a function, the operator at its end.
    pub fn of_function(program: &Program, func: FuncId) -> Box<[Option<Box<Fused>>]> {
        let body = &program.module().funcs[func];
        let consts = program.consts(func);
        let fused = body.blocks.iter().map(|block| {
            let found = of_block(program, body, consts, &block.insts, &block.terminator);
            found.map(Box::new)
        });
        fused.collect()
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
        let (outcome, words) = case.compute(code, frame)?;
        frame
            .regs
            .put_bits(self.selector.1.index(), self.selector.0, way);
        let truth = case.finish(frame, outcome, words);
        let (func, block) = (frame.func, frame.block);
        let mut taken = 0;
        (frame.block, frame.inst) = (case.end.0, 0);
        if let Some(branch) = &case.branch {
            let truth = truth ^ branch.negation.is_some();
            if let Some(negation) = branch.negation {
                frame.regs.put_bool(negation.index(), truth);
            }
            taken = usize::from(!truth);
            frame.block = branch.targets[taken];
        }
        let mark = (way as usize) << 1 | taken;
        if !coverage.is_settled(func, block, mark) {
            let blocks = &code.func.blocks;
            let mut passed = |block: BlockId, target: usize| {
                coverage.reach(func, block, blocks[block].insts.len() + 1);
                coverage.take(func, block, target);
            };
            passed(block, way as usize);
            passed(case.block, 0);
            if case.branch.is_some() {
                passed(case.end.0, taken);
            }
            coverage.settle(func, block, mark);
        }
        Some(case.executed)
    }
}

impl Case {
    /// The result, and the converted operands.
    #[inline(always)]
    fn compute(&self, code: &Code, frame: &Frame) -> Option<(Outcome, [u64; 2])> {
        match &self.work {
            Work::Constant(operand) => match code.peek(frame, *operand) {
                Value::Bool(value) => Some((Outcome::Truth(*value), [0; 2])),
                Value::Bits { width, bits } => Some((Outcome::Word(*width, *bits), [0; 2])),
                _ => None,
            },
            Work::Compare(op, sources, _) => {
                if sources.iter().all(|it| it.conversion.is_none()) {
                    let [a, b] = sources.map(|it| code.peek(frame, it.operand));
                    return Some((Outcome::Truth(compare(*op, a, b)?), [0; 2]));
                }
                let (width, words) = words(code, frame, sources)?;
                let truth = word::compare(*op, width, words[0], words[1])
                    .or_else(|| word::compare_doubles(*op, width, words[0], words[1]))?;
                Some((Outcome::Truth(truth), words))
            }
            Work::Binary(op, sources, _) => {
                let (width, words) = words(code, frame, sources)?;
                let result = match width {
                    64 => word::double(*op, words[0], words[1]),
                    _ => None,
                };
                let result =
                    result.or_else(|| word::binary(*op, false, width, words[0], words[1]))?;
                // Where it is NaN, more is to be done.
                if self.is_number {
                    number(width, result)?;
                }
                Some((Outcome::Word(width, result), words))
            }
        }
    }

    /// Sets the registers of the case and the parameter behind it. Returns the truth value.
    #[inline(always)]
    fn finish(&self, frame: &mut Frame, outcome: Outcome, words: [u64; 2]) -> bool {
        let regs = &mut frame.regs;
        if let Work::Compare(_, sources, _) | Work::Binary(_, sources, _) = &self.work {
            for (source, word) in sources.iter().zip(words) {
                if let Some((conversion, local)) = source.conversion {
                    regs.put_bits(local.index(), conversion.width(), word);
                }
            }
        }
        let param = self.end.1.index();
        match (outcome, &self.work) {
            (Outcome::Truth(truth), work) => {
                if let Work::Compare(_, _, local) = work {
                    regs.put_bool(local.index(), truth);
                }
                if let Some(value) = self.value {
                    regs.put_bool(value.index(), truth);
                }
                regs.put_bool(param, truth);
                truth
            }
            (Outcome::Word(width, bits), work) => {
                if let Work::Binary(_, _, local) = work {
                    regs.put_bits(local.index(), width, bits);
                }
                let (width, bits) = match self.is_number {
                    true => number(width, bits).unwrap_or((width, bits)),
                    false => (width, bits),
                };
                if let Some(value) = self.value {
                    regs.put_bits(value.index(), width, bits);
                }
                regs.put_bits(param, width, bits);
                false
            }
        }
    }
}

impl Conversion {
    /// The width of what it returns.
    #[inline(always)]
    fn width(self) -> u32 {
        match self {
            Conversion::Word(width) => width,
            Conversion::Double => 64,
        }
    }
}

/// The converted operands, if both are words of one width.
#[inline(always)]
fn words(code: &Code, frame: &Frame, sources: &[Source; 2]) -> Option<(u32, [u64; 2])> {
    let word = |source: Source| {
        let value = code.peek(frame, source.operand);
        match source.conversion {
            Some((Conversion::Word(width), _)) => Some((width, word_of(value, width)?)),
            Some((Conversion::Double, _)) => Some((64, double(value)?)),
            None => match value {
                Value::Bits { width, bits } => Some((*width, *bits)),
                _ => None,
            },
        }
    };
    let ((width, a), (other, b)) = (word(sources[0])?, word(sources[1])?);
    (width == other).then_some((width, [a, b]))
}
