//! Values along a chain, and the effect of instructions on them.
//!
//! A value that is not expressed is unknown (★ in the paper). This over-approximates the program.

use super::memory::{Base, Memory, Pointer, Version};
use super::numbers::{Number, Reading, within};
use super::symbols::{Kind, Symbols};
use crate::loops::arithmetic;
use crate::machine::Settings;
use num_bigint::BigInt;
use sheaf_ir::index::Idx;
use sheaf_ir::{
    Behaviours, BinaryOp, Callee, CastOp, CompareOp, Const, FailureKind, Func, Inst, Local, Module,
    Op, Operand, Reach, Type, UnaryOp,
};
use sheaf_term::{Pool, Term};
use std::collections::BTreeMap;

/// A value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// An integer.
    Number(Number),
    /// A boolean.
    Truth(Term),
    /// A pointer into a known object.
    Pointer(Pointer),
    /// Anything else.
    Unknown,
}

/// The values of one call.
pub type Registers = BTreeMap<Local, Value>;

/// Executes instructions of one function.
pub struct Evaluator<'e> {
    pub module: &'e Module,
    pub behaviours: &'e Behaviours,
    pub settings: &'e Settings,
    pub pool: &'e mut Pool,
    pub symbols: &'e mut Symbols,
    pub func: &'e Func,
    /// The nesting depth of the innermost loop around.
    pub depth: usize,
    pub registers: &'e mut Registers,
    pub memory: &'e mut Memory,
    /// Conditions under which the path continues.
    pub conditions: Vec<Term>,
}

impl Evaluator<'_> {
    /// The value of an operand.
    pub fn value(&mut self, operand: Operand) -> Value {
        match operand {
            Operand::Local(local) => self
                .registers
                .get(&local)
                .copied()
                .unwrap_or(Value::Unknown),
            Operand::Const(id) => match &self.func.consts[id] {
                Const::Bool(value) => Value::Truth(self.pool.bool(*value)),
                Const::Bits { width, value } => {
                    let value = BigInt::from(*value);
                    Value::Number(Number::constant(self.pool, &value, Some(*width)))
                }
                Const::Int(value) => Value::Number(Number::constant(self.pool, value, None)),
                Const::Global(global, offset) => Value::Pointer(Pointer {
                    base: Base::Global(*global),
                    offset: self.pool.int((*offset).into()),
                }),
                _ => Value::Unknown,
            },
        }
    }

    /// The operand as a condition, if it has a known value.
    pub fn truth(&mut self, operand: Operand) -> Option<Term> {
        match self.value(operand) {
            Value::Truth(term) => Some(term),
            Value::Number(number) => {
                let zero = Number::constant(self.pool, &BigInt::ZERO, number.width);
                number.compare(self.pool, CompareOp::Ne, zero)
            }
            _ => None,
        }
    }

    fn version(&mut self) -> Version {
        self.symbols.new_version(self.depth)
    }

    /// Executes an instruction.
    pub fn execute(&mut self, inst: &Inst) {
        let ty = inst.result.map(|local| &self.func.locals[local].ty);
        let value = match &inst.op {
            Op::Unary(op, a) => self.unary(*op, *a),
            Op::Binary(op, flags, a, b) => self.binary(*op, flags.no_signed_wrap, [*a, *b]),
            Op::Compare(op, a, b) => self.compare(*op, [*a, *b]),
            Op::Cast(op, a) => self.cast(*op, *a, ty),
            Op::Select(condition, a, b) => self.select(*condition, [*a, *b]),
            Op::Alloc(_) => {
                let offset = self.pool.int(BigInt::ZERO);
                let base = Base::Allocated(self.version().number);
                if let Some(local) = inst.result {
                    self.symbols.objects.insert(base, name(self.func, local));
                }
                Value::Pointer(Pointer { base, offset })
            }
            Op::PtrAdd {
                base,
                index,
                scale,
                displacement,
            } => self.pointer(*base, *index, *scale, *displacement),
            Op::Load(at) => self.load(*at, ty),
            Op::Input(name) => {
                let name = self.module.names[*name].to_string();
                self.fresh(&name, ty, self.depth)
            }
            Op::Assume(condition) => {
                let condition = self.truth(*condition);
                self.conditions.extend(condition);
                Value::Unknown
            }
            Op::Check {
                condition, kind, ..
            } => {
                if self.settings.counts(*kind) || !kind.is_harmless() {
                    let condition = self.truth(*condition);
                    self.conditions.extend(condition);
                }
                Value::Unknown
            }
            Op::Store { ptr, value } => {
                self.store(*ptr, *value);
                Value::Unknown
            }
            Op::Copy { to, .. } | Op::Set { to, .. } => {
                self.forget(*to);
                Value::Unknown
            }
            Op::StoreCell { .. } | Op::StoreField { .. } | Op::Dynamic(..) => {
                self.forget_all();
                Value::Unknown
            }
            Op::Call(call) => {
                self.call(call.callee, &call.args);
                self.result(ty)
            }
            Op::Free(_)
            | Op::NewCells(_)
            | Op::LoadCell(..)
            | Op::NewRecord(_)
            | Op::LoadField(..) => self.result(ty),
            Op::Tuple(_) | Op::Extract(..) | Op::Insert(..) => Value::Unknown,
        };
        if let Some(local) = inst.result {
            self.registers.insert(local, value);
        }
    }

    /// An otherwise unknown value of a type, as a symbol if the type is an integer.
    fn result(&mut self, ty: Option<&Type>) -> Value {
        self.fresh("value", ty, self.depth)
    }

    fn fresh(&mut self, name: &str, ty: Option<&Type>, depth: usize) -> Value {
        let width = match ty {
            Some(Type::Bits(width)) => Some(*width),
            Some(Type::Int) => None,
            _ => return Value::Unknown,
        };
        let reading = Reading::Signed;
        let range = width.map(|width| (width, reading));
        let term = self
            .symbols
            .fresh(self.pool, name, Kind::Value, depth, range);
        Value::Number(Number {
            term,
            reading,
            width,
        })
    }

    fn number(&mut self, operand: Operand) -> Option<Number> {
        match self.value(operand) {
            Value::Number(number) => Some(number),
            _ => None,
        }
    }

    fn unary(&mut self, op: UnaryOp, a: Operand) -> Value {
        match (op, self.value(a)) {
            (UnaryOp::Not, Value::Truth(term)) => Value::Truth(self.pool.not(term)),
            (UnaryOp::Not, Value::Number(number)) => {
                // The complement is the negation less one.
                let all = Number::constant(self.pool, &(-1).into(), number.width);
                let result = all.binary(self.pool, BinaryOp::Sub, number, false);
                result.map_or(Value::Unknown, Value::Number)
            }
            (UnaryOp::Neg, Value::Number(number)) => {
                let zero = Number::constant(self.pool, &BigInt::ZERO, number.width);
                let result = zero.binary(self.pool, BinaryOp::Sub, number, false);
                result.map_or(Value::Unknown, Value::Number)
            }
            (UnaryOp::Freeze, value) => value,
            _ => Value::Unknown,
        }
    }

    fn binary(&mut self, op: BinaryOp, no_wrap: bool, operands: [Operand; 2]) -> Value {
        match operands.map(|it| self.value(it)) {
            [Value::Truth(a), Value::Truth(b)] => match op {
                BinaryOp::And => Value::Truth(self.pool.and(a, b)),
                BinaryOp::Or => Value::Truth(self.pool.or(a, b)),
                BinaryOp::Xor => {
                    let same = self.pool.eq(a, b);
                    Value::Truth(self.pool.not(same))
                }
                _ => Value::Unknown,
            },
            [Value::Number(a), Value::Number(b)] => {
                let may_overflow = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
                let counts = self.settings.counts(FailureKind::SignedOverflow);
                let is_exact = no_wrap && may_overflow && counts;
                let Some(result) = a.binary(self.pool, op, b, is_exact) else {
                    return Value::Unknown;
                };
                if let (true, Some(width)) = (is_exact, result.width) {
                    let fits = within(self.pool, result.term, width, Reading::Signed);
                    self.conditions.push(fits);
                }
                Value::Number(result)
            }
            _ => Value::Unknown,
        }
    }

    fn compare(&mut self, op: CompareOp, operands: [Operand; 2]) -> Value {
        let truth = match operands.map(|it| self.value(it)) {
            [Value::Number(a), Value::Number(b)] => a.compare(self.pool, op, b),
            [Value::Truth(a), Value::Truth(b)] => match op {
                CompareOp::Eq => Some(self.pool.eq(a, b)),
                CompareOp::Ne => {
                    let same = self.pool.eq(a, b);
                    Some(self.pool.not(same))
                }
                _ => None,
            },
            _ => None,
        };
        truth.map_or(Value::Unknown, Value::Truth)
    }

    fn cast(&mut self, op: CastOp, a: Operand, ty: Option<&Type>) -> Value {
        match (self.value(a), ty) {
            (Value::Number(number), Some(Type::Bits(width))) => {
                let result = number.cast(self.pool, op, *width);
                result.map_or(Value::Unknown, Value::Number)
            }
            (Value::Number(number), Some(Type::Bool)) if op == CastOp::Trunc => {
                let one = Number::constant(self.pool, &1.into(), number.width);
                let lowest = number.binary(self.pool, BinaryOp::And, one, false);
                let is_odd = lowest.and_then(|it| it.compare(self.pool, CompareOp::Eq, one));
                is_odd.map_or(Value::Unknown, Value::Truth)
            }
            (Value::Truth(truth), Some(Type::Bits(width))) => {
                let one = if op == CastOp::SExt { -1 } else { 1 };
                let one = self.pool.int(one.into());
                let zero = self.pool.int(BigInt::ZERO);
                let term = self.pool.ite(truth, one, zero);
                match (op, *width) {
                    (CastOp::SExt | CastOp::ZExt, 2..) => Value::Number(Number {
                        term,
                        reading: Reading::Signed,
                        width: Some(*width),
                    }),
                    _ => Value::Unknown,
                }
            }
            _ => Value::Unknown,
        }
    }

    fn select(&mut self, condition: Operand, operands: [Operand; 2]) -> Value {
        let [a, b] = operands.map(|it| self.value(it));
        let Value::Truth(condition) = self.value(condition) else {
            return if a == b { a } else { Value::Unknown };
        };
        match (a, b) {
            (Value::Number(a), Value::Number(b)) => {
                let reading = match (a.reading, b.reading) {
                    (Reading::Unsigned, Reading::Unsigned) => Reading::Unsigned,
                    _ => Reading::Signed,
                };
                let width = a.width;
                let (a, b) = (a.read(self.pool, reading), b.read(self.pool, reading));
                let term = self.pool.ite(condition, a, b);
                Value::Number(Number {
                    term,
                    reading,
                    width,
                })
            }
            (Value::Truth(a), Value::Truth(b)) => Value::Truth(self.pool.ite(condition, a, b)),
            _ => Value::Unknown,
        }
    }

    fn pointer(&mut self, base: Operand, index: Operand, scale: i64, displacement: i64) -> Value {
        let Value::Pointer(pointer) = self.value(base) else {
            return Value::Unknown;
        };
        let index = match self.number(index) {
            Some(index) => index.signed(self.pool),
            // Any offset in the object.
            None => self
                .symbols
                .fresh(self.pool, "index", Kind::Value, self.depth, None),
        };
        let (scale, displacement) = (
            self.pool.int(scale.into()),
            self.pool.int(displacement.into()),
        );
        let distance = arithmetic::mul(self.pool, index, scale);
        let offset = arithmetic::add(self.pool, pointer.offset, distance);
        let offset = arithmetic::add(self.pool, offset, displacement);
        Value::Pointer(Pointer { offset, ..pointer })
    }

    fn load(&mut self, at: Operand, ty: Option<&Type>) -> Value {
        let Some(Type::Bits(width)) = ty else {
            return Value::Unknown;
        };
        let Value::Pointer(at) = self.value(at) else {
            return self.result(ty);
        };
        if let Some(value) = self.memory.stored(at, *width) {
            return *value;
        }
        let version = self.memory.version(at.base);
        let key = (version, at.base, at.offset, *width);
        if let Some(known) = self.symbols.loaded.get(&key) {
            return Value::Number(*known);
        }
        let depth = version
            .depth
            .max(self.symbols.depth_of(self.pool, at.offset));
        let depth = match at.base {
            Base::Allocated(number) => depth.max(self.symbols.version_depth(number)),
            Base::Global(_) => depth,
        };
        let name = match at.base {
            Base::Global(global) => self.module.globals[global].name.to_string(),
            Base::Allocated(_) => self
                .symbols
                .objects
                .get(&at.base)
                .cloned()
                .unwrap_or_default(),
        };
        let value = self.fresh(&name, ty, depth);
        if let Value::Number(number) = value {
            self.symbols.loaded.insert(key, number);
        }
        value
    }

    fn store(&mut self, at: Operand, value: Operand) {
        let width = self.width(value);
        let (at, value) = (self.value(at), self.value(value));
        let version = self.version();
        match (at, width) {
            (Value::Pointer(at), Some(width)) => self.memory.store(at, width, value, version),
            (Value::Pointer(at), None) => self.memory.forget(Some(at.base), version),
            _ => self.memory.forget(None, version),
        }
    }

    /// The width of an operand that is a machine integer.
    fn width(&self, operand: Operand) -> Option<u32> {
        match operand {
            Operand::Local(local) => match &self.func.locals[local].ty {
                Type::Bits(width) => Some(*width),
                _ => None,
            },
            Operand::Const(id) => match &self.func.consts[id] {
                Const::Bits { width, .. } => Some(*width),
                _ => None,
            },
        }
    }

    /// Forgets the contents of the object that a pointer points to.
    fn forget(&mut self, at: Operand) {
        let version = self.version();
        let base = match self.value(at) {
            Value::Pointer(pointer) => Some(pointer.base),
            _ => None,
        };
        self.memory.forget(base, version);
    }

    fn forget_all(&mut self) {
        let version = self.version();
        self.memory.forget(None, version);
    }

    /// Executes a call that is not inlined.
    fn call(&mut self, callee: Callee, args: &[Operand]) {
        let Callee::Intrinsic(name) = callee else {
            return self.forget_all();
        };
        let known = self.behaviours.of(name);
        match known.writes {
            Reach::Nothing => {}
            Reach::Arguments => {
                for arg in args {
                    if !matches!(self.value(*arg), Value::Number(_) | Value::Truth(_)) {
                        self.forget(*arg);
                    }
                }
            }
            Reach::Anything => return self.forget_all(),
        }
        let fails = known.fails.unwrap_or_default();
        if known.requires && fails.iter().all(|kind| self.settings.counts(*kind)) {
            let condition = args.first().and_then(|arg| self.truth(*arg));
            self.conditions.extend(condition);
        }
    }

    /// The values of a block's parameters when it is entered with these arguments.
    pub fn bind(&mut self, params: &[Local], args: &[Operand]) -> Vec<(Local, Value)> {
        let values: Vec<Value> = args.iter().map(|arg| self.value(*arg)).collect();
        params.iter().copied().zip(values).collect()
    }
}

/// The name of a local.
pub fn name(func: &Func, local: Local) -> String {
    match &func.locals[local].name {
        Some(name) => name.to_string(),
        None => format!("%{}", local.index()),
    }
}
