//! Functions as the fast path executes them. What an instruction does is found when its function is
//! entered first, and not each time: operands have places, intrinsics their functions, and casts
//! their widths.

use super::jumps::End;
use crate::intrinsic::{Quick, QuickCall, QuickTruth, QuickValue};
use crate::program::Program;
use crate::state::Frame;
use crate::value::Value;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    BinaryOp, BlockId, Call, Callee, CastOp, CompareOp, Func, FuncId, Inst, LocId, Local, Op,
    Operand, Type, UnaryOp,
};
use smallvec::SmallVec;

/// The blocks of a function.
pub struct Decoded(Box<[Block]>);

pub(super) struct Block {
    pub steps: Box<[Step]>,
    pub end: End,
}

/// An instruction.
pub(super) struct Step {
    pub action: Action,
    pub result: Option<Local>,
}

/// What an instruction does.
pub(super) enum Action {
    Word(u32, fn(&[&Value]) -> Option<u64>, Args),
    Truth(QuickTruth, Args),
    Value(QuickValue, Args, Option<LocId>),
    /// An intrinsic whose exceptions are caught.
    Catch(Quick, Args, Option<LocId>),
    Call(Box<Entry>),
    /// An operation on words, and whether it must not overflow.
    Binary(BinaryOp, bool, [Place; 2]),
    Compare(CompareOp, [Place; 2]),
    ToAny(Place),
    /// The word of this width that a value of any type is.
    ToWord(u32, Place),
    /// The truth value that a value of any type is.
    ToTruth(Place),
    /// An extension or truncation to a width.
    Resize(CastOp, u32, Place),
    LoadCell([Place; 2]),
    StoreCell([Place; 3]),
    NewCells(Box<[Place]>, Option<LocId>),
    /// Reads a word of this width.
    Load(u32, Place),
    Store([Place; 2]),
    /// Base and index, scale and displacement.
    PtrAdd([Place; 2], Box<(i64, i64)>),
    Select([Place; 3]),
    Not(Place),
    Extract(Place, usize),
    Check(Place),
    /// Left to the slow path.
    Slow,
}

/// A call that enters a function, or may do so.
pub(super) struct Entry {
    pub callee: Entered,
    pub args: Args,
    pub catches: bool,
    pub loc: Option<LocId>,
}

/// What is called.
pub(super) enum Entered {
    Func(FuncId),
    Intrinsic(QuickCall),
}

/// Where the value of an operand is: the number of a local, or the complement of that of a
/// constant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Place(i32);

impl From<Operand> for Place {
    fn from(operand: Operand) -> Place {
        Place(match operand {
            Operand::Local(local) => local.index() as i32,
            Operand::Const(id) => !(id.index() as i32),
        })
    }
}

impl Place {
    /// The value there, without side effects.
    #[inline(always)]
    pub fn value<'v>(self, consts: &'v [Value], frame: &'v Frame) -> &'v Value {
        match self.0 >= 0 {
            true => &frame.regs[self.0 as usize],
            false => &consts[!self.0 as usize],
        }
    }
}

/// The arguments of a call. Their number is known where few are passed on.
pub(super) enum Args {
    One([Place; 1]),
    Two([Place; 2]),
    Three([Place; 3]),
    Four([Place; 4]),
    Five(Box<[Place; 5]>),
    Six(Box<[Place; 6]>),
    More(Box<[Place]>),
}

impl Args {
    fn new(operands: &[Operand]) -> Args {
        let at = |at: usize| Place::from(operands[at]);
        match operands.len() {
            1 => Args::One([at(0)]),
            2 => Args::Two([at(0), at(1)]),
            3 => Args::Three([at(0), at(1), at(2)]),
            4 => Args::Four([at(0), at(1), at(2), at(3)]),
            5 => Args::Five(Box::new([at(0), at(1), at(2), at(3), at(4)])),
            6 => Args::Six(Box::new([at(0), at(1), at(2), at(3), at(4), at(5)])),
            _ => Args::More(places(operands)),
        }
    }

    /// Calls a function with the values of the arguments.
    #[inline(always)]
    pub fn pass<R>(&self, consts: &[Value], frame: &Frame, run: impl FnOnce(&[&Value]) -> R) -> R {
        let value = |place: Place| place.value(consts, frame);
        match self {
            Args::One([a]) => run(&[value(*a)]),
            Args::Two([a, b]) => run(&[value(*a), value(*b)]),
            Args::Three([a, b, c]) => run(&[value(*a), value(*b), value(*c)]),
            Args::Four([a, b, c, d]) => run(&[value(*a), value(*b), value(*c), value(*d)]),
            Args::Five(places) => {
                let [a, b, c, d, e] = **places;
                run(&[value(a), value(b), value(c), value(d), value(e)])
            }
            Args::Six(places) => {
                let [a, b, c, d, e, f] = **places;
                run(&[value(a), value(b), value(c), value(d), value(e), value(f)])
            }
            Args::More(places) => {
                let values = places.iter().map(|place| value(*place));
                run(&values.collect::<SmallVec<[&Value; 8]>>())
            }
        }
    }
}

fn places(operands: &[Operand]) -> Box<[Place]> {
    operands.iter().copied().map(Place::from).collect()
}

impl Decoded {
    /// Decodes a function.
    pub fn new(program: &Program, func: FuncId) -> Decoded {
        let body = &program.module().funcs[func];
        let consts = program.consts(func);
        let blocks = body.blocks.iter().map(|block| {
            let step = |inst: &Inst| Step {
                action: action(program, body, inst),
                result: inst.result,
            };
            Block {
                steps: block.insts.iter().map(step).collect(),
                end: End::new(body, consts, &block.terminator),
            }
        });
        Decoded(blocks.collect())
    }

    #[inline(always)]
    pub(super) fn block(&self, block: BlockId) -> &Block {
        &self.0[block.index()]
    }
}

fn action(program: &Program, func: &Func, inst: &Inst) -> Action {
    let result = inst.result.map(|result| &func.locals[result].ty);
    let both = |a: Operand, b: Operand| [a, b].map(Place::from);
    match &inst.op {
        Op::Call(call) => call_of(program, inst, call),
        Op::Binary(op, flags, a, b) => Action::Binary(*op, flags.no_signed_wrap, both(*a, *b)),
        Op::Compare(op, a, b) => Action::Compare(*op, both(*a, *b)),
        Op::Cast(op, a) => cast(*op, result, Place::from(*a)),
        Op::LoadCell(row, index) => Action::LoadCell(both(*row, *index)),
        Op::StoreCell { row, index, value } => {
            Action::StoreCell([*row, *index, *value].map(Place::from))
        }
        Op::NewCells(values) => Action::NewCells(places(values), inst.loc),
        Op::Load(pointer) => match result {
            Some(Type::Bits(width @ (8 | 16 | 32 | 64))) => {
                Action::Load(*width, Place::from(*pointer))
            }
            _ => Action::Slow,
        },
        Op::Store { ptr, value } => Action::Store(both(*ptr, *value)),
        Op::PtrAdd {
            base,
            index,
            scale,
            displacement,
        } => Action::PtrAdd(both(*base, *index), Box::new((*scale, *displacement))),
        Op::Select(condition, a, b) => Action::Select([*condition, *a, *b].map(Place::from)),
        Op::Unary(UnaryOp::Not, a) => Action::Not(Place::from(*a)),
        Op::Extract(a, position) => Action::Extract(Place::from(*a), *position as usize),
        Op::Check { condition, .. } => Action::Check(Place::from(*condition)),
        _ => Action::Slow,
    }
}

fn cast(op: CastOp, result: Option<&Type>, a: Place) -> Action {
    match (op, result) {
        (CastOp::ToAny, Some(_)) => Action::ToAny(a),
        (CastOp::FromAny, Some(Type::Bits(width))) => Action::ToWord(*width, a),
        (CastOp::FromAny, Some(Type::Bool)) => Action::ToTruth(a),
        (CastOp::ZExt | CastOp::SExt | CastOp::Trunc, Some(Type::Bits(width @ 1..=64))) => {
            Action::Resize(op, *width, a)
        }
        _ => Action::Slow,
    }
}

fn call_of(program: &Program, inst: &Inst, call: &Call) -> Action {
    let (args, loc) = (Args::new(&call.args), inst.loc);
    let callee = match call.callee {
        Callee::Func(func) => Entered::Func(func),
        Callee::Intrinsic(name) => match (program.quick(name), program.quick_call(name)) {
            (Some(quick), _) if call.catches => return Action::Catch(quick, args, loc),
            (Some(quick), _) => return intrinsic(quick, args, loc),
            (None, Some(quick_call)) => Entered::Intrinsic(quick_call),
            (None, None) => return Action::Slow,
        },
        _ => return Action::Slow,
    };
    Action::Call(Box::new(Entry {
        callee,
        args,
        catches: call.catches,
        loc,
    }))
}

fn intrinsic(quick: Quick, args: Args, loc: Option<LocId>) -> Action {
    match quick {
        Quick::Word(width, run) => Action::Word(width, run, args),
        Quick::Truth(run) => Action::Truth(run, args),
        Quick::Value(run) => Action::Value(run, args, loc),
    }
}
