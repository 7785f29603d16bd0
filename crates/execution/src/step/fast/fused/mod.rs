//! Several instructions as one: an operator of a dynamic language whose operands are known.
//!
//! Such an operator ends its block with a switch on the kinds of its operands, which an intrinsic
//! tells. A case converts the operands, computes a word or a truth value, and jumps to where the
//! cases meet, which may be a branch on the result. All this happens here at once, with the same
//! coverage and number of instructions as one after the other, and the same registers, except for
//! those that nothing else reads.

mod find;

use super::Code;
use super::decoded::Place;
use super::instruction::compare;
use super::numbers::{double, number, word_of};
use crate::coverage::Recorder;
use crate::memory::Heap;
use crate::state::Frame;
use crate::step::word;
use crate::value::Value;
use sheaf_ir::index::{Idx, IndexVec};
use sheaf_ir::{BinaryOp, BlockId, CompareOp, FuncId, Local};

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
    Compare(CompareOp, Sources),
    Binary(BinaryOp, Sources),
}

/// What is computed with.
#[derive(Clone, Copy)]
enum Sources {
    /// The operands of the operator, which are 32-bit integers.
    Integers,
    /// The doubles that they are.
    Doubles,
    Others([Source; 2]),
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

impl Fused {
    /// Executes the operator at the end of a block, if its operands are known: returns the number
    /// of instructions and the block after it. Else changes nothing.
    #[inline(always)]
    pub(super) fn execute(
        &self,
        code: &Code,
        (frame, heap): (&mut Frame, &Heap),
        block: BlockId,
        coverage: &mut Recorder,
    ) -> Option<(u64, BlockId)> {
        let operands = self.operands.map(|operand| code.peek(frame, operand));
        let way = (self.way)(&operands)?;
        let case = self.cases.get(way as usize)?.as_ref()?;
        let outcome = case.compute(code, (frame, heap), operands)?;
        if let Some(param) = case.param {
            match outcome {
                Outcome::Word(width, bits) => frame.regs.put_bits(param.index(), width, bits),
                Outcome::Truth(truth) => frame.regs.put_bool(param.index(), truth),
            }
        }
        let (mut taken, mut target) = (0, case.end);
        if let Some(branch) = &case.branch {
            let is_true = matches!(outcome, Outcome::Truth(true));
            taken = usize::from(is_true == branch.is_negated);
            target = branch.targets[taken];
        }
        let mark = (way as usize) << 1 | taken;
        let number = code.first_block + block.index();
        if !coverage.is_settled(number, mark) {
            self.mark((frame.func, block), case, (way as usize, taken), coverage);
            coverage.settle(number, mark);
        }
        Some((case.executed, target))
    }

    /// Marks what a case executes.
    #[cold]
    fn mark(
        &self,
        (func, block): (FuncId, BlockId),
        case: &Case,
        (way, taken): (usize, usize),
        coverage: &mut Recorder,
    ) {
        let mut passed = |block: BlockId, length: usize, target: usize| {
            coverage.reach(func, block, length + 1);
            coverage.take(func, block, target);
        };
        passed(block, self.length, way);
        passed(case.block, case.length, 0);
        if case.branch.is_some() {
            passed(case.end, case.end_length, taken);
        }
    }
}

impl Case {
    #[inline(always)]
    fn compute(
        &self,
        code: &Code,
        (frame, heap): (&Frame, &Heap),
        operands: [&Value; 2],
    ) -> Option<Outcome> {
        match &self.work {
            Work::Binary(op, Sources::Integers) => {
                let [a, b] = integers(operands)?;
                Some(Outcome::Word(32, word::binary(*op, false, 32, a, b)?))
            }
            Work::Binary(op, Sources::Doubles) => {
                let [a, b] = doubles(operands)?;
                self.of_word(64, word::double(*op, a, b)?)
            }
            Work::Binary(op, Sources::Others(sources)) => {
                let (width, [a, b]) = words(code, frame, sources)?;
                let double = match width {
                    64 => word::double(*op, a, b),
                    _ => None,
                };
                let bits = double.or_else(|| word::binary(*op, false, width, a, b))?;
                self.of_word(width, bits)
            }
            Work::Compare(op, Sources::Integers) => {
                let [a, b] = integers(operands)?;
                Some(Outcome::Truth(word::compare(*op, 32, a, b)?))
            }
            Work::Compare(op, Sources::Doubles) => {
                let [a, b] = doubles(operands)?;
                Some(Outcome::Truth(word::compare_doubles(*op, 64, a, b)?))
            }
            Work::Compare(op, Sources::Others(sources)) => {
                Some(Outcome::Truth(truth(code, (frame, heap), *op, sources)?))
            }
            Work::Constant(place) => match code.peek(frame, *place) {
                Value::Bool(value) => Some(Outcome::Truth(*value)),
                Value::Bits { width, bits } => Some(Outcome::Word(*width, *bits)),
                _ => None,
            },
        }
    }

    /// A result that is a word. Where it is NaN, more is to be done.
    #[inline(always)]
    fn of_word(&self, width: u32, bits: u64) -> Option<Outcome> {
        let (width, bits) = match self.is_number {
            true => number(width, bits)?,
            false => (width, bits),
        };
        Some(Outcome::Word(width, bits))
    }
}

/// The words that 32-bit integers are.
#[inline(always)]
fn integers(operands: [&Value; 2]) -> Option<[u64; 2]> {
    let [a, b] = operands;
    Some([word_of(a, 32)?, word_of(b, 32)?])
}

/// The patterns of numbers as doubles.
#[inline(always)]
fn doubles(operands: [&Value; 2]) -> Option<[u64; 2]> {
    let [a, b] = operands;
    Some([double(a)?, double(b)?])
}

/// The result of a comparison of any operands.
#[inline(always)]
fn truth(
    code: &Code,
    (frame, heap): (&Frame, &Heap),
    op: CompareOp,
    sources: &[Source; 2],
) -> Option<bool> {
    if sources.iter().all(|it| it.conversion.is_none()) {
        let [a, b] = sources.map(|it| code.peek(frame, it.place));
        return compare(heap, op, a, b);
    }
    let (width, [a, b]) = words(code, frame, sources)?;
    word::compare(op, width, a, b).or_else(|| word::compare_doubles(op, width, a, b))
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
