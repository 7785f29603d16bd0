//! Checks of instructions: types of operands and results.

use super::function::Verifier;
use super::types;
use crate::dynamic::{DynamicOp, Slot};
use crate::module::{Inst, NameId};
use crate::op::{
    Alloc, BinaryClass, BinaryOp, Call, Callee, CastOp, CompareOp, Flags, Op, Operand, UnaryOp,
    is_input_type,
};
use crate::types::Type;
use std::collections::HashSet;

/// The type that an operation yields, if any, or what is wrong with it.
type Outcome = Result<Option<Type>, String>;

impl Verifier<'_> {
    pub(super) fn instruction(&mut self, inst: &Inst) {
        let result = inst
            .result
            .and_then(|local| self.func.locals.get(local))
            .map(|info| info.ty.clone());
        let yields = match &inst.op {
            Op::Call(call) => return self.call(call, result),
            op => self.yields(op, result.as_ref()),
        };
        match (yields, result) {
            (Err(message), _) => self.report(message),
            (Ok(None), Some(_)) => self.report("it yields nothing but has a result"),
            (Ok(Some(ty)), None) => self.report(format!("it yields {ty} but has no result")),
            (Ok(Some(ty)), Some(found)) if ty != found => {
                self.report(format!("its result has type {found} instead of {ty}"));
            }
            _ => {}
        }
    }

    fn get(&self, operand: Operand) -> Result<Type, String> {
        self.lookup(operand)
            .cloned()
            .ok_or_else(|| format!("{operand:?} does not exist"))
    }

    /// Fails unless the operand has this type.
    fn need(&self, operand: Operand, ty: &Type, what: &str) -> Result<(), String> {
        match self.get(operand)? {
            found if found == *ty => Ok(()),
            found => Err(format!("{what} has type {found} instead of {ty}")),
        }
    }

    fn need_ptr(&self, operand: Operand) -> Result<(), String> {
        self.need(operand, &Type::Ptr, "the address")
    }

    fn need_size(&self, operand: Operand) -> Result<(), String> {
        let width = u32::try_from(self.module.pointer_bytes * 8).unwrap_or(0);
        self.need(operand, &Type::Bits(width), "the size in bytes")
    }

    fn need_index(&self, operand: Operand) -> Result<(), String> {
        match self.get(operand)? {
            Type::Bits(_) | Type::Int => Ok(()),
            found => Err(format!("the index has type {found} instead of an integer")),
        }
    }

    fn need_name(&self, name: NameId) -> Result<(), String> {
        self.module
            .names
            .get(name)
            .map(|_| ())
            .ok_or_else(|| "its name does not exist".to_string())
    }

    /// The common type of two operands.
    fn same(&self, a: Operand, b: Operand) -> Result<Type, String> {
        match (self.get(a)?, self.get(b)?) {
            (a, b) if a == b => Ok(a),
            (a, b) => Err(format!("its operands have types {a} and {b}")),
        }
    }

    /// What any operation but a call yields; `result` is the type of the local that it defines.
    fn yields(&self, op: &Op, result: Option<&Type>) -> Outcome {
        match op {
            Op::Unary(op, a) => unary(*op, self.get(*a)?).map(Some),
            Op::Binary(op, flags, a, b) => binary(*op, *flags, self.same(*a, *b)?).map(Some),
            Op::Compare(op, a, b) => compare(*op, self.same(*a, *b)?).map(|()| Some(Type::Bool)),
            Op::Cast(op, a) => {
                let to = result.ok_or("a cast has no result")?;
                cast(*op, &self.get(*a)?, to).map(|()| Some(to.clone()))
            }
            Op::Select(condition, a, b) => {
                self.need(*condition, &Type::Bool, "the condition")?;
                self.same(*a, *b).map(Some)
            }
            Op::Tuple(members) => {
                let types: Result<Box<[Type]>, String> =
                    members.iter().map(|member| self.get(*member)).collect();
                types.map(|types| Some(Type::Tuple(types)))
            }
            Op::Extract(tuple, index) => self.member(*tuple, *index).map(Some),
            Op::Insert(tuple, index, value) => {
                self.need(*value, &self.member(*tuple, *index)?, "the member")?;
                self.get(*tuple).map(Some)
            }
            Op::Alloc(_) | Op::Free(_) | Op::PtrAdd { .. } | Op::Load(_) => self.memory(op, result),
            Op::Store { .. } | Op::Copy { .. } | Op::Set { .. } => self.memory(op, result),
            Op::NewCells(_) | Op::LoadCell(..) | Op::StoreCell { .. } => self.cells(op, result),
            Op::NewRecord(_) | Op::LoadField(..) | Op::StoreField { .. } => self.record(op, result),
            Op::Input(name) => {
                self.need_name(*name)?;
                let ty = result.ok_or("an input has no result")?;
                match is_input_type(ty) {
                    true => Ok(Some(ty.clone())),
                    false => Err(format!("an input cannot have type {ty}")),
                }
            }
            Op::Assume(condition) => self
                .need(*condition, &Type::Bool, "the condition")
                .map(|()| None),
            Op::Check {
                condition, message, ..
            } => {
                self.need_name(*message)?;
                self.need(*condition, &Type::Bool, "the condition")
                    .map(|()| None)
            }
            Op::Dynamic(op, operands) => self.dynamic(*op, operands),
            Op::Call(_) => Ok(None),
        }
    }

    fn member(&self, tuple: Operand, index: u32) -> Result<Type, String> {
        match self.get(tuple)? {
            Type::Tuple(members) => match members.get(index as usize) {
                Some(member) => Ok(member.clone()),
                None => Err(format!(
                    "a tuple of {} members has no member {index}",
                    members.len()
                )),
            },
            found => Err(format!("its operand has type {found} instead of a tuple")),
        }
    }

    fn memory(&self, op: &Op, result: Option<&Type>) -> Outcome {
        match op {
            Op::Alloc(alloc) => {
                let Alloc {
                    bytes,
                    align,
                    element,
                    ..
                } = **alloc;
                types::check_align(align)?;
                types::check_element(element)?;
                self.need_size(bytes)?;
                Ok(Some(Type::Ptr))
            }
            Op::Free(ptr) => self.need_ptr(*ptr).map(|()| None),
            Op::PtrAdd { base, index, .. } => {
                self.need_ptr(*base)?;
                match self.get(*index)? {
                    Type::Bits(_) => Ok(Some(Type::Ptr)),
                    found => Err(format!(
                        "the index has type {found} instead of a machine integer"
                    )),
                }
            }
            Op::Load(ptr) => {
                self.need_ptr(*ptr)?;
                let ty = result.ok_or("a load has no result")?;
                self.storable(ty).map(|()| Some(ty.clone()))
            }
            Op::Store { ptr, value } => {
                self.need_ptr(*ptr)?;
                self.storable(&self.get(*value)?).map(|()| None)
            }
            Op::Copy {
                to, from, bytes, ..
            } => {
                self.need_ptr(*to)?;
                self.need_ptr(*from)?;
                self.need_size(*bytes).map(|()| None)
            }
            Op::Set { to, byte, bytes } => {
                self.need_ptr(*to)?;
                self.need(*byte, &Type::Bits(8), "the byte")?;
                self.need_size(*bytes).map(|()| None)
            }
            _ => Ok(None),
        }
    }

    fn storable(&self, ty: &Type) -> Result<(), String> {
        match ty.store_bytes(self.module.pointer_bytes) {
            Some(_) => Ok(()),
            None => Err(format!("a value of type {ty} has no bytes in memory")),
        }
    }

    fn cells(&self, op: &Op, result: Option<&Type>) -> Outcome {
        match op {
            Op::NewCells(values) => {
                values
                    .iter()
                    .try_for_each(|value| self.get(*value).map(|_| ()))?;
                Ok(Some(Type::Ptr))
            }
            Op::LoadCell(row, index) => {
                self.need_ptr(*row)?;
                self.need_index(*index)?;
                Ok(Some(result.ok_or("a load has no result")?.clone()))
            }
            Op::StoreCell { row, index, value } => {
                self.need_ptr(*row)?;
                self.need_index(*index)?;
                self.get(*value).map(|_| None)
            }
            _ => Ok(None),
        }
    }

    fn record(&self, op: &Op, result: Option<&Type>) -> Outcome {
        match op {
            Op::NewRecord(fields) => {
                let mut seen = HashSet::new();
                for (name, value) in fields {
                    self.need_name(*name)?;
                    self.get(*value)?;
                    if !seen.insert(*name) {
                        return Err("a record has a field twice".to_string());
                    }
                }
                Ok(Some(Type::Ptr))
            }
            Op::LoadField(record, name) => {
                self.need_name(*name)?;
                self.need(*record, &Type::Ptr, "the record")?;
                Ok(Some(result.ok_or("a load has no result")?.clone()))
            }
            Op::StoreField {
                record,
                field,
                value,
            } => {
                self.need_name(*field)?;
                self.need(*record, &Type::Ptr, "the record")?;
                self.get(*value).map(|_| None)
            }
            _ => Ok(None),
        }
    }

    fn dynamic(&self, op: DynamicOp, operands: &[Operand]) -> Outcome {
        let slots = op.operands();
        if operands.len() != slots.len() {
            let (word, count) = (op.word(), slots.len());
            return Err(format!(
                "`{word}` takes {count} operands, not {}",
                operands.len()
            ));
        }
        for (operand, slot) in operands.iter().zip(slots) {
            match slot {
                Slot::Of(ty) => self.need(*operand, ty, "an operand")?,
                Slot::Value => drop(self.get(*operand)?),
            }
        }
        Ok(op.result().cloned())
    }

    fn call(&mut self, call: &Call, result: Option<Type>) {
        let outcome = self.callee(call, result);
        self.accept(outcome);
    }

    fn callee(&self, call: &Call, result: Option<Type>) -> Result<(), String> {
        let args: Result<Vec<Type>, String> = call.args.iter().map(|arg| self.get(*arg)).collect();
        let args = args?;
        if call.catches {
            let caught = Type::Tuple(Box::new([Type::Bool, Type::Any]));
            if result.as_ref().is_some_and(|found| *found != caught) {
                return Err(format!("a call that catches has a result of type {caught}"));
            }
        }
        let result = result.filter(|_| !call.catches);
        let id = match call.callee {
            Callee::Value(value) => return self.need(value, &Type::Ptr, "the function"),
            Callee::Intrinsic(name) => return self.need_name(name),
            Callee::Func(id) => id,
        };
        let callee = self
            .module
            .funcs
            .get(id)
            .ok_or("the called function does not exist")?;
        let params = callee.params.len();
        if args.len() < params || (args.len() > params && !callee.variadic) {
            return Err(format!(
                "`@{}` takes {params} arguments, not {}",
                callee.name,
                args.len()
            ));
        }
        for (param, arg) in callee.params.iter().zip(&args) {
            match callee.locals.get(*param) {
                Some(info) if info.ty != *arg => {
                    return Err(format!("an argument has type {arg} instead of {}", info.ty));
                }
                _ => {}
            }
        }
        match (&callee.result, result) {
            (_, None) => Ok(()),
            (Some(ty), Some(found)) if *ty == found => Ok(()),
            (Some(ty), Some(found)) => Err(format!("its result has type {found} instead of {ty}")),
            (None, Some(_)) => Err(format!("`@{}` has no result", callee.name)),
        }
    }
}

fn wrong(word: &str, ty: &Type) -> String {
    format!("`{word}` does not work on type {ty}")
}

fn unary(op: UnaryOp, ty: Type) -> Result<Type, String> {
    let good = match op {
        UnaryOp::Freeze => true,
        UnaryOp::Not => matches!(ty, Type::Bool | Type::Bits(_)),
        UnaryOp::Neg => matches!(ty, Type::Bits(_) | Type::Int),
        UnaryOp::FNeg | UnaryOp::FAbs | UnaryOp::FSqrt => matches!(ty, Type::Float(_)),
        UnaryOp::CountLeadingZeros
        | UnaryOp::CountTrailingZeros
        | UnaryOp::PopCount
        | UnaryOp::BitReverse => {
            matches!(ty, Type::Bits(_))
        }
        UnaryOp::ByteSwap => matches!(ty, Type::Bits(width) if width % 16 == 0),
    };
    if good {
        Ok(ty)
    } else {
        Err(wrong(op.word(), &ty))
    }
}

fn binary(op: BinaryOp, flags: Flags, ty: Type) -> Result<Type, String> {
    let good = match op.class() {
        BinaryClass::Arithmetic | BinaryClass::Division { is_signed: true } => {
            matches!(ty, Type::Bits(_) | Type::Int)
        }
        BinaryClass::Division { is_signed: false }
        | BinaryClass::Shift
        | BinaryClass::Choice
        | BinaryClass::Saturating => matches!(ty, Type::Bits(_)),
        BinaryClass::Logic => matches!(ty, Type::Bool | Type::Bits(_)),
        BinaryClass::Float => matches!(ty, Type::Float(_)),
    };
    if !good {
        return Err(wrong(op.word(), &ty));
    }
    let may_wrap = op.class() == BinaryClass::Arithmetic && matches!(ty, Type::Bits(_));
    if flags.no_signed_wrap && !may_wrap {
        return Err(wrong(&format!("{}.nsw", op.word()), &ty));
    }
    Ok(ty)
}

fn compare(op: CompareOp, ty: Type) -> Result<(), String> {
    use CompareOp::*;
    let good = match op {
        Eq | Ne => true,
        Ult | Ule => matches!(ty, Type::Bits(_) | Type::Ptr),
        Slt | Sle => matches!(ty, Type::Bits(_) | Type::Int),
        FEq | FLt | FLe | FUnordered => matches!(ty, Type::Float(_)),
        SAddOverflows | UAddOverflows | SSubOverflows | USubOverflows | SMulOverflows
        | UMulOverflows => {
            matches!(ty, Type::Bits(_))
        }
    };
    if good {
        Ok(())
    } else {
        Err(wrong(op.word(), &ty))
    }
}

fn cast(op: CastOp, from: &Type, to: &Type) -> Result<(), String> {
    let good = match (op, from, to) {
        (CastOp::ZExt | CastOp::SExt, Type::Bits(from), Type::Bits(to)) => from < to,
        (CastOp::ZExt | CastOp::SExt, Type::Bool, Type::Bits(_)) => true,
        (CastOp::Trunc, Type::Bits(from), Type::Bits(to)) => from > to,
        (CastOp::Trunc, Type::Bits(_), Type::Bool) => true,
        (CastOp::Bitcast, from, to) => {
            pattern_width(from).is_some() && pattern_width(from) == pattern_width(to)
        }
        (CastOp::PtrToBits, Type::Ptr, Type::Bits(_)) => true,
        (CastOp::BitsToPtr, Type::Bits(_), Type::Ptr) => true,
        (CastOp::FToS | CastOp::FToU, Type::Float(_), Type::Bits(_)) => true,
        (CastOp::SToF | CastOp::UToF, Type::Bits(_), Type::Float(_)) => true,
        (CastOp::FToF, Type::Float(_), Type::Float(_)) => true,
        (CastOp::FromAny, Type::Any, _) => true,
        (CastOp::ToAny, _, Type::Any) => *from != Type::Any,
        _ => false,
    };
    if good {
        Ok(())
    } else {
        Err(format!("`{}` does not turn {from} into {to}", op.word()))
    }
}

/// The width of a value that is a bit pattern.
fn pattern_width(ty: &Type) -> Option<u32> {
    match ty {
        Type::Bits(width) => Some(*width),
        Type::Float(kind) => Some(kind.width()),
        _ => None,
    }
}
