//! Instructions and terminators.

use crate::dynamic::DynamicOp;
use crate::element::Element;
use crate::failure::FailureKind;
use crate::module::{BlockId, ConstId, FuncId, Local, NameId};
use crate::types::Type;
use std::collections::HashMap;

/// An operand: a local of its function or a constant of its function's pool.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// A value computed earlier.
    Local(Local),
    /// An entry of [`crate::Func::consts`].
    Const(ConstId),
}

/// Operations with one operand; the result has the operand's type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnaryOp {
    /// Negation of a `Bool`, complement of `Bits`.
    Not,
    /// Arithmetic negation of `Bits` or `Int`.
    Neg,
    /// Sign change of a float.
    FNeg,
    /// Absolute value of a float.
    FAbs,
    /// Square root of a float, rounded to nearest even.
    FSqrt,
    /// Fixes an indeterminate value (LLVM's `freeze`): an arbitrary, but from now on the same,
    /// value.
    Freeze,
    /// Number of leading zero bits; the width for zero.
    CountLeadingZeros,
    /// Number of trailing zero bits; the width for zero.
    CountTrailingZeros,
    /// Number of one bits.
    PopCount,
    /// Bytes in reverse order; the width is a multiple of 16.
    ByteSwap,
    /// Bits in reverse order.
    BitReverse,
}

/// Operations with two operands of one type, which is also the result's type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BinaryOp {
    /// Sum of `Bits` (wrapping) or `Int`.
    Add,
    /// Difference of `Bits` (wrapping) or `Int`.
    Sub,
    /// Product of `Bits` (wrapping) or `Int`.
    Mul,
    /// Unsigned quotient of `Bits`.
    UDiv,
    /// Signed quotient, truncated towards zero, of `Bits` or `Int`.
    SDiv,
    /// Unsigned remainder of `Bits`.
    URem,
    /// Signed remainder, with the sign of the dividend, of `Bits` or `Int`.
    SRem,
    /// Left shift of `Bits`; a distance of the width or more is a `shift` failure.
    Shl,
    /// Logical right shift; as `Shl`.
    LShr,
    /// Arithmetic right shift; as `Shl`.
    AShr,
    /// Conjunction of `Bool`s or bits.
    And,
    /// Disjunction of `Bool`s or bits.
    Or,
    /// Exclusive or of `Bool`s or bits.
    Xor,
    /// The smaller, signed.
    SMin,
    /// The larger, signed.
    SMax,
    /// The smaller, unsigned.
    UMin,
    /// The larger, unsigned.
    UMax,
    /// Signed sum that stops at the bounds of the type.
    SAddSat,
    /// Unsigned sum that stops at the bounds of the type.
    UAddSat,
    /// Signed difference that stops at the bounds of the type.
    SSubSat,
    /// Unsigned difference that stops at the bounds of the type.
    USubSat,
    /// Float sum.
    FAdd,
    /// Float difference.
    FSub,
    /// Float product.
    FMul,
    /// Float quotient.
    FDiv,
    /// Float remainder as C's `fmod`.
    FRem,
    /// The magnitude of the first with the sign of the second float.
    FCopySign,
    /// The smaller float; a number where one operand is not (C's `fmin`).
    FMin,
    /// The larger float; a number where one operand is not (C's `fmax`).
    FMax,
}

/// What binary operations have in common: the types of their operands, and how they may fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BinaryClass {
    /// Of `Bits` or `Int`; may overflow if it is signed.
    Arithmetic,
    /// Of `Bits`, or of `Int` if it is signed; fails for a zero divisor.
    Division {
        /// Whether the least number divided by -1 fails, too.
        is_signed: bool,
    },
    /// Of `Bits`; fails for a distance that is not less than the width.
    Shift,
    /// Of `Bool`s or `Bits`.
    Logic,
    /// Of `Bits`: one of the operands.
    Choice,
    /// Of `Bits`: stops at the bounds of the type.
    Saturating,
    /// Of floats.
    Float,
}

impl BinaryOp {
    /// What the operation has in common with others.
    pub fn class(self) -> BinaryClass {
        use BinaryOp::*;
        match self {
            Add | Sub | Mul => BinaryClass::Arithmetic,
            UDiv | URem => BinaryClass::Division { is_signed: false },
            SDiv | SRem => BinaryClass::Division { is_signed: true },
            Shl | LShr | AShr => BinaryClass::Shift,
            And | Or | Xor => BinaryClass::Logic,
            SMin | SMax | UMin | UMax => BinaryClass::Choice,
            SAddSat | UAddSat | SSubSat | USubSat => BinaryClass::Saturating,
            FAdd | FSub | FMul | FDiv | FRem | FCopySign | FMin | FMax => BinaryClass::Float,
        }
    }
}

/// Comparisons; the result is `Bool`. Greater-than forms are written with the operands swapped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CompareOp {
    /// Equality of any two values of one type.
    Eq,
    /// Inequality.
    Ne,
    /// Unsigned less-than of `Bits`, address order of `Ptr`.
    Ult,
    /// Unsigned less-or-equal.
    Ule,
    /// Signed less-than of `Bits`, less-than of `Int`.
    Slt,
    /// Signed less-or-equal.
    Sle,
    /// Float equal; false if either is not a number.
    FEq,
    /// Float less-than; false if either is not a number.
    FLt,
    /// Float less-or-equal; false if either is not a number.
    FLe,
    /// Whether either float is not a number.
    FUnordered,
    /// Whether a signed addition of `Bits` overflows.
    SAddOverflows,
    /// Whether an unsigned addition overflows.
    UAddOverflows,
    /// Whether a signed subtraction overflows.
    SSubOverflows,
    /// Whether an unsigned subtraction overflows.
    USubOverflows,
    /// Whether a signed multiplication overflows.
    SMulOverflows,
    /// Whether an unsigned multiplication overflows.
    UMulOverflows,
}

/// Conversions; the result's type is the target type.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastOp {
    /// Zero extension of `Bits` or `Bool` to wider `Bits`.
    ZExt,
    /// Sign extension of `Bits` or `Bool` to wider `Bits`.
    SExt,
    /// Truncation of `Bits` to narrower `Bits`, or to `Bool` (the lowest bit).
    Trunc,
    /// The same bit pattern as a type of the same width (`Bits` and `Float`).
    Bitcast,
    /// Address of a pointer as `Bits` of any width, cut or zero-extended.
    PtrToBits,
    /// The pointer with an address, given as `Bits` of any width, cut or zero-extended.
    BitsToPtr,
    /// Float to signed `Bits`, towards zero.
    FToS,
    /// Float to unsigned `Bits`, towards zero.
    FToU,
    /// Signed `Bits` to float, to nearest even.
    SToF,
    /// Unsigned `Bits` to float, to nearest even.
    UToF,
    /// Float to another format, to nearest even.
    FToF,
    /// `Any` to the target type; a value of another type is a `type-error`, none at all is
    /// `uninitialized`. To `Any` it only checks that there is a value.
    FromAny,
    /// Any value as `Any`.
    ToAny,
}

/// Flags of an arithmetic instruction, checked at run time.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Flags {
    /// The signed result fits; otherwise `signed-overflow`. On `Add`, `Sub` and `Mul` of `Bits`
    /// only.
    pub no_signed_wrap: bool,
}

/// The region of an allocation; decides when it dies and who may free it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Region {
    /// Dies when the function returns.
    Stack,
    /// Lives until it is freed.
    Heap,
}

/// Allocation of a byte object.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Alloc {
    /// Where the object lives: stack, heap or globals.
    pub region: Region,
    /// Size in bytes, `Bits` of the pointer's width, unsigned.
    pub bytes: Operand,
    /// Alignment of the address in bytes, a power of two.
    pub align: u32,
    /// Whether the bytes start as zero rather than uninitialized.
    pub zeroed: bool,
    /// The element type of the object, if known.
    pub element: Element,
}

/// The callee.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Callee {
    /// A function of the module.
    Func(FuncId),
    /// A function value.
    Value(Operand),
    /// An operation of the engine's host with this name.
    Intrinsic(NameId),
}

/// A call; its result, if any, is the instruction's result, or is dropped if the instruction has
/// none.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Call {
    /// The function.
    pub callee: Callee,
    /// Arguments; more than parameters only if the callee is variadic.
    pub args: Box<[Operand]>,
    /// Whether it catches exceptions of the callee. Then its result is a tuple of a `Bool` and an
    /// `Any`: false and the callee's result (`undefined` if it has none), or true and the
    /// exception.
    pub catches: bool,
}

/// An instruction's operation.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Op {
    /// See [`UnaryOp`].
    Unary(UnaryOp, Operand),
    /// See [`BinaryOp`].
    Binary(BinaryOp, Flags, Operand, Operand),
    /// See [`CompareOp`].
    Compare(CompareOp, Operand, Operand),
    /// See [`CastOp`].
    Cast(CastOp, Operand),
    /// The second operand if the first, a `Bool`, is true, else the third.
    Select(Operand, Operand, Operand),
    /// A tuple of its members.
    Tuple(Box<[Operand]>),
    /// A member of a tuple.
    Extract(Operand, u32),
    /// A tuple with one member replaced.
    Insert(Operand, u32, Operand),
    /// A pointer to a new byte object.
    Alloc(Box<Alloc>),
    /// Frees a heap object; freeing null does nothing.
    Free(Operand),
    /// `base + index * scale + displacement`, in bytes; `index` is `Bits` of any width and
    /// sign-extended. A product that does not fit 64 bits is an `out-of-bounds` failure.
    PtrAdd {
        /// The pointer.
        base: Operand,
        /// The factor.
        index: Operand,
        /// Bytes per unit of `index`.
        scale: i64,
        /// Bytes added.
        displacement: i64,
    },
    /// Reads a value of the result's type from byte memory, little-endian.
    Load(Operand),
    /// Writes a value to byte memory at `ptr`, little-endian.
    Store {
        /// The address.
        ptr: Operand,
        /// What is written.
        value: Operand,
    },
    /// Copies bytes, including uninitialized ones.
    Copy {
        /// Destination.
        to: Operand,
        /// Source.
        from: Operand,
        /// Number of bytes, `Bits` of the pointer's width, unsigned.
        bytes: Operand,
        /// Whether the ranges may overlap (C's `memmove`); otherwise overlap is an `out-of-bounds`
        /// failure.
        may_overlap: bool,
    },
    /// Fills bytes.
    Set {
        /// Destination.
        to: Operand,
        /// The `Bits(8)` value.
        byte: Operand,
        /// Number of bytes, `Bits` of the pointer's width, unsigned.
        bytes: Operand,
    },
    /// A pointer to a new array of cells, each of which holds one value of any type.
    NewCells(Box<[Operand]>),
    /// Reads the cell at an index (`Int` or `Bits`, signed) counted from the pointer.
    LoadCell(Operand, Operand),
    /// Writes the cell at an index counted from the pointer.
    StoreCell {
        /// The array.
        row: Operand,
        /// Counted in cells.
        index: Operand,
        /// The new value.
        value: Operand,
    },
    /// A pointer to a new record with these fields.
    NewRecord(Box<[(NameId, Operand)]>),
    /// Reads a field; a missing one is a `type-error`.
    LoadField(Operand, NameId),
    /// Writes an existing field; a missing one is a `type-error`.
    StoreField {
        /// Which holds the field.
        record: Operand,
        /// Of the table of names of the module.
        field: NameId,
        /// The new value.
        value: Operand,
    },
    /// See [`Call`].
    Call(Box<Call>),
    /// See [`DynamicOp`].
    Dynamic(DynamicOp, Box<[Operand]>),
    /// A fresh input of the result's type (`Bool`, `Bits`, `Int` or `Float`), reported under this
    /// name.
    Input(NameId),
    /// Drops all paths on which the `Bool` is false.
    Assume(Operand),
    /// Fails with the kind and the message if the `Bool` is false.
    Check {
        /// The condition that must hold.
        condition: Operand,
        /// The kind of failure if it does not.
        kind: FailureKind,
        /// The message for the user.
        message: NameId,
    },
}

/// A successor block, with the values of its parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// Where control goes.
    pub block: BlockId,
    /// One argument for each of its parameters.
    pub args: Box<[Operand]>,
}

/// The end of a block.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Terminator {
    /// Continues at one block.
    Jump(Target),
    /// Continues at the first target if the `Bool` is true, else at the second.
    Branch(Operand, Box<[Target; 2]>),
    /// Continues at the target of the case that equals the value, else at the last target. Case
    /// values are distinct; `targets` has one more entry.
    Switch(Box<Switch>),
    /// Ends the function with its result.
    Return(Option<Operand>),
    /// Throws this value to the nearest call that catches; `uncaught-exception` if there is none.
    Throw(Operand),
    /// Reaching this is an `unreachable-call` failure.
    Unreachable,
}

/// A multi-way branch.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Switch {
    /// The value that is compared; `Bits` or `Int`.
    pub value: Operand,
    /// The cases, with different constants.
    pub cases: Box<[Case]>,
    /// The targets, all different. The last one is the default, to which no case leads.
    pub targets: Box<[Target]>,
    /// Whether the value is unsigned in the source. Only for displaying cases.
    pub unsigned: bool,
}

/// A case of a switch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Case {
    /// A constant of the type of the switch's value.
    pub value: ConstId,
    /// The number of its target.
    pub target: u32,
}

impl Switch {
    /// A switch on a value. Cases with the same target share it, so that a path is not split where
    /// the program does the same; those with the default's target are dropped.
    pub fn new(
        value: Operand,
        cases: impl IntoIterator<Item = (ConstId, Target)>,
        default: Target,
        unsigned: bool,
    ) -> Self {
        let mut numbers = HashMap::new();
        let (mut grouped, mut targets) = (Vec::new(), Vec::new());
        for (value, target) in cases {
            if target == default {
                continue;
            }
            let number = numbers.entry(target).or_insert_with_key(|target| {
                targets.push(target.clone());
                targets.len() as u32 - 1
            });
            grouped.push(Case {
                value,
                target: *number,
            });
        }
        targets.push(default);
        Switch {
            value,
            cases: grouped.into(),
            targets: targets.into(),
            unsigned,
        }
    }

    /// The number of the default target.
    pub fn default(&self) -> usize {
        self.targets.len() - 1
    }

    /// The number of the target for a value, given which constant it equals.
    #[inline(always)]
    pub fn target(&self, mut equals: impl FnMut(ConstId) -> bool) -> usize {
        let case = self.cases.iter().find(|case| equals(case.value));
        case.map_or(self.default(), |case| case.target as usize)
    }

    /// The constants that lead to a target.
    pub fn constants(&self, target: usize) -> impl Iterator<Item = ConstId> {
        let cases = self.cases.iter();
        let cases = cases.filter(move |case| case.target as usize == target);
        cases.map(|case| case.value)
    }
}

impl Terminator {
    /// The targets in order.
    pub fn targets(&self) -> &[Target] {
        match self {
            Terminator::Jump(target) => std::slice::from_ref(target),
            Terminator::Branch(_, targets) => &targets[..],
            Terminator::Switch(switch) => &switch.targets,
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unreachable => &[],
        }
    }

    /// The targets in order, mutable.
    pub fn targets_mut(&mut self) -> &mut [Target] {
        match self {
            Terminator::Jump(target) => std::slice::from_mut(target),
            Terminator::Branch(_, targets) => &mut targets[..],
            Terminator::Switch(switch) => &mut switch.targets,
            Terminator::Return(_) | Terminator::Throw(_) | Terminator::Unreachable => &mut [],
        }
    }

    /// The operand that it branches on, returns or throws.
    pub fn subject(&self) -> Option<Operand> {
        match self {
            Terminator::Branch(operand, _)
            | Terminator::Return(Some(operand))
            | Terminator::Throw(operand) => Some(*operand),
            Terminator::Switch(switch) => Some(switch.value),
            Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => None,
        }
    }

    /// The operand that it branches on, returns or throws, mutable.
    pub fn subject_mut(&mut self) -> Option<&mut Operand> {
        match self {
            Terminator::Branch(operand, _)
            | Terminator::Return(Some(operand))
            | Terminator::Throw(operand) => Some(operand),
            Terminator::Switch(switch) => Some(&mut switch.value),
            Terminator::Jump(_) | Terminator::Return(None) | Terminator::Unreachable => None,
        }
    }

    /// Calls `visit` with each operand: the subject, then the targets' arguments.
    pub fn operands(&self, mut visit: impl FnMut(Operand)) {
        self.subject().into_iter().for_each(&mut visit);
        self.targets()
            .iter()
            .for_each(|target| target.args.iter().copied().for_each(&mut visit));
    }
}

/// The traversal of an instruction's operands; a macro, so that it works for shared and mutable
/// references.
macro_rules! walk_operands {
    ($op:expr, $visit:ident, $as_ref:ident) => {
        match $op {
            Op::Unary(_, a) | Op::Cast(_, a) | Op::Extract(a, _) | Op::Free(a) | Op::Load(a) => {
                $visit(a)
            }
            Op::LoadField(a, _) | Op::Assume(a) | Op::Check { condition: a, .. } => $visit(a),
            Op::Binary(_, _, a, b)
            | Op::Compare(_, a, b)
            | Op::Insert(a, _, b)
            | Op::LoadCell(a, b)
            | Op::PtrAdd {
                base: a, index: b, ..
            }
            | Op::Store { ptr: a, value: b }
            | Op::StoreField {
                record: a,
                value: b,
                ..
            } => {
                $visit(a);
                $visit(b);
            }
            Op::Select(a, b, c)
            | Op::Copy {
                to: a,
                from: b,
                bytes: c,
                ..
            }
            | Op::Set {
                to: a,
                byte: b,
                bytes: c,
            }
            | Op::StoreCell {
                row: a,
                index: b,
                value: c,
            } => {
                $visit(a);
                $visit(b);
                $visit(c);
            }
            Op::Tuple(all) | Op::NewCells(all) | Op::Dynamic(_, all) => {
                all.into_iter().for_each($visit)
            }
            Op::NewRecord(fields) => fields.into_iter().for_each(|(_, value)| $visit(value)),
            Op::Alloc(alloc) => {
                let Alloc { bytes, .. } = alloc.$as_ref();
                $visit(bytes);
            }
            Op::Call(call) => {
                let Call { callee, args, .. } = call.$as_ref();
                if let Callee::Value(callee) = callee {
                    $visit(callee);
                }
                args.into_iter().for_each($visit);
            }
            Op::Input(_) => {}
        }
    };
}

impl Op {
    /// Calls `visit` with each operand, in the order of the text form.
    pub fn operands(&self, mut visit: impl FnMut(Operand)) {
        let mut visit = |operand: &Operand| visit(*operand);
        walk_operands!(self, visit, as_ref)
    }

    /// Calls `visit` with each operand, mutable, in the order of the text form.
    pub fn operands_mut(&mut self, mut visit: impl FnMut(&mut Operand)) {
        walk_operands!(self, visit, as_mut)
    }
}

/// Whether the type can be the result of [`Op::Input`].
pub fn is_input_type(ty: &Type) -> bool {
    matches!(ty, Type::Bool | Type::Bits(_) | Type::Int | Type::Float(_))
}
