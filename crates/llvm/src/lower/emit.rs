//! Helpers for appending instructions.

use super::function::FunctionLowering;
use sheaf_ir::{
    BinaryOp, Call, Callee, CastOp, CompareOp, Const, FailureKind, Flags, Op, Operand, Type,
    UnaryOp,
};

impl FunctionLowering<'_, '_> {
    pub(super) fn type_of(&self, operand: Operand) -> Type {
        self.builder.func().type_of(operand)
    }

    /// Width of an operand of `Bits`; 1 for a boolean, 0 for anything else.
    pub(super) fn width_of(&self, operand: Operand) -> u32 {
        match self.type_of(operand) {
            Type::Bits(width) => width,
            Type::Bool => 1,
            _ => 0,
        }
    }

    pub(super) fn bits(&mut self, width: u32, value: u128) -> Operand {
        self.builder.bits(width, value)
    }

    pub(super) fn bool(&mut self, value: bool) -> Operand {
        self.builder.constant(Const::Bool(value))
    }

    pub(super) fn null(&mut self) -> Operand {
        self.builder.constant(Const::Null)
    }

    pub(super) fn undefined(&mut self, ty: Type) -> Operand {
        self.builder.constant(Const::Uninitialized(ty))
    }

    /// An arbitrary value that is the same for all uses.
    pub(super) fn any_value(&mut self, ty: Type) -> Operand {
        let undefined = self.undefined(ty);
        self.unary(UnaryOp::Freeze, undefined)
    }

    /// The constant that an operand is.
    pub(super) fn constant_of(&self, operand: Operand) -> Option<&Const> {
        match operand {
            Operand::Const(id) => self.builder.func().consts.get(id),
            Operand::Local(_) => None,
        }
    }

    /// The pattern of an operand that is a constant of `Bits`.
    pub(super) fn bits_of(&self, operand: Operand) -> Option<u128> {
        match self.constant_of(operand)? {
            Const::Bits { value, .. } => Some(*value),
            _ => None,
        }
    }

    pub(super) fn unary(&mut self, op: UnaryOp, a: Operand) -> Operand {
        if self.cx.rounds && op == UnaryOp::FSqrt {
            self.needs_nearest("sqrt");
        }
        let ty = self.type_of(a);
        self.builder.push(Op::Unary(op, a), ty)
    }

    pub(super) fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        self.binary_with(op, Flags::default(), a, b)
    }

    pub(super) fn binary_with(
        &mut self,
        op: BinaryOp,
        flags: Flags,
        a: Operand,
        b: Operand,
    ) -> Operand {
        if self.cx.rounds
            && let Some(result) = self.rounded_arithmetic(op, a, b)
        {
            return result;
        }
        let ty = self.type_of(a);
        self.builder.push(Op::Binary(op, flags, a, b), ty)
    }

    pub(super) fn compare(&mut self, op: CompareOp, a: Operand, b: Operand) -> Operand {
        self.builder.push(Op::Compare(op, a, b), Type::Bool)
    }

    pub(super) fn cast(&mut self, op: CastOp, a: Operand, ty: Type) -> Operand {
        if self.cx.rounds
            && let Some(result) = self.rounded_conversion(op, a, &ty)
        {
            return result;
        }
        self.builder.push(Op::Cast(op, a), ty)
    }

    pub(super) fn not(&mut self, a: Operand) -> Operand {
        self.unary(UnaryOp::Not, a)
    }

    pub(super) fn select(&mut self, condition: Operand, a: Operand, b: Operand) -> Operand {
        let ty = self.type_of(a);
        self.builder.push(Op::Select(condition, a, b), ty)
    }

    /// Converts an integer or boolean to another width.
    pub(super) fn resize(&mut self, a: Operand, width: u32, signed: bool) -> Operand {
        let from = self.type_of(a);
        if from == Type::Bits(width) {
            return a;
        }
        if let (Some(value), Type::Bits(from)) = (self.bits_of(a), &from)
            && (!signed || width <= *from)
        {
            return self.bits(width, value);
        }
        let op = match from {
            Type::Bits(from) if from > width => CastOp::Trunc,
            _ if signed => CastOp::SExt,
            _ => CastOp::ZExt,
        };
        self.cast(op, a, Type::Bits(width))
    }

    /// A pointer plus a displacement in bytes.
    pub(super) fn displace(&mut self, base: Operand, displacement: i64) -> Operand {
        if displacement == 0 {
            return base;
        }
        if let Some(Const::Global(id, offset)) = self.constant_of(base) {
            let moved = Const::Global(*id, offset.wrapping_add(displacement));
            return self.builder.constant(moved);
        }
        let index = self.bits(self.cx.pointer_bits(), 0);
        let op = Op::PtrAdd {
            base,
            index,
            scale: 1,
            displacement,
        };
        self.builder.push(op, Type::Ptr)
    }

    pub(super) fn load_scalar(&mut self, ptr: Operand, ty: Type) -> Operand {
        self.builder.push(Op::Load(ptr), ty)
    }

    /// A tuple of these members, which are cached.
    pub(super) fn tuple(&mut self, members: Vec<Operand>) -> Operand {
        let types = members.iter().map(|member| self.type_of(*member)).collect();
        let op = Op::Tuple(members.clone().into());
        let tuple = self.builder.push(op, Type::Tuple(types));
        self.members.insert(tuple, members);
        tuple
    }

    /// All members of a tuple.
    pub(super) fn members(&mut self, tuple: Operand) -> Vec<Operand> {
        if let Some(known) = self.members.get(&tuple) {
            return known.clone();
        }
        let Type::Tuple(types) = self.type_of(tuple) else {
            return vec![tuple];
        };
        let members: Vec<Operand> = match self.constant_of(tuple).cloned() {
            Some(Const::Tuple(members)) => members
                .iter()
                .map(|member| self.builder.constant(member.clone()))
                .collect(),
            Some(Const::Uninitialized(_)) => {
                types.iter().map(|ty| self.undefined(ty.clone())).collect()
            }
            // Not cached: the extractions are in this block, which need not dominate the next use.
            _ => {
                return (0..)
                    .zip(&types[..])
                    .map(|(index, ty)| self.builder.push(Op::Extract(tuple, index), ty.clone()))
                    .collect();
            }
        };
        self.members.insert(tuple, members.clone());
        members
    }

    /// One member of a tuple.
    pub(super) fn member(&mut self, tuple: Operand, index: u32) -> Operand {
        if matches!(tuple, Operand::Const(_)) || self.members.contains_key(&tuple) {
            return self.members(tuple)[index as usize];
        }
        let ty = match self.type_of(tuple) {
            Type::Tuple(types) => types[index as usize].clone(),
            ty => ty,
        };
        self.builder.push(Op::Extract(tuple, index), ty)
    }

    /// Adds a check of the condition.
    pub(super) fn check(&mut self, condition: Operand, kind: FailureKind, message: &str) {
        let message = self.cx.names.intern(&mut self.cx.module, message);
        self.builder.push_void(Op::Check {
            condition,
            kind,
            message,
        });
    }

    pub(super) fn call(
        &mut self,
        callee: Callee,
        args: Vec<Operand>,
        result: Option<Type>,
    ) -> Option<Operand> {
        if self.cx.rounds {
            if let Some(name) = self.by_mode(&callee) {
                return self.call_library(&name, args, result);
            }
            self.call_needs_nearest(&callee);
        }
        let call = Op::Call(Box::new(Call {
            callee,
            args: args.into(),
            catches: false,
        }));
        match result {
            Some(ty) => Some(self.builder.push(call, ty)),
            None => {
                self.builder.push_void(call);
                None
            }
        }
    }

    /// Calls a function that is declared under this name only, so that paths which reach the call
    /// are reported as unmodelled by it.
    pub(super) fn call_unmodelled(&mut self, name: &str) {
        let id = self.cx.declare(name, None);
        self.call(Callee::Func(id), Vec::new(), None);
    }
}
