//! Expressions.

use super::func_id;
use super::function::{FunctionLowerer, Slot};
use crate::ast::{BinaryOp, Expr, ExprKind};
use crate::check::Symbol;
use crate::error::SourceLocation;
use num_bigint::BigInt;
use sheaf_ir::{
    Call, Callee, CastOp, CompareOp, Const, FailureKind, Flags, Op, Operand, Type, UnaryOp,
};

impl FunctionLowerer<'_, '_> {
    /// An expression's value, of any type. It is always initialized: uninitialized values do not
    /// propagate.
    pub(super) fn value(&mut self, expr: &Expr) -> Operand {
        let value = self.unchecked(expr);
        if !self.is_loaded(expr) {
            return value;
        }
        self.at(expr.place);
        self.builder
            .push(Op::Cast(CastOp::FromAny, value), Type::Any)
    }

    /// Whether an expression reads memory, which may be uninitialized.
    fn is_loaded(&self, expr: &Expr) -> bool {
        match &expr.kind {
            ExprKind::Deref { .. } => true,
            ExprKind::Name { name } => match self.resolve(name) {
                Some(Symbol::Variable(variable)) => {
                    matches!(self.slots[variable], Slot::Memory(_))
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// An expression's value, which may be uninitialized if [`Self::is_loaded`] holds.
    fn unchecked(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            ExprKind::Number { value } => self.number(value.clone()),
            ExprKind::Name { name } => self.name(name, expr.place),
            ExprKind::Input => self.input("input", expr.place),
            ExprKind::Null => self.builder.constant(Const::Null),
            ExprKind::Ref { name } => self.address(name),
            ExprKind::Alloc { operand } => {
                let value = self.value(operand);
                self.at(expr.place);
                self.builder
                    .push(Op::NewRecord(Box::new([(self.content, value)])), Type::Ptr)
            }
            ExprKind::Deref { operand } => {
                let record = self.reference(operand);
                self.at(expr.place);
                self.builder
                    .push(Op::LoadField(record, self.content), Type::Any)
            }
            ExprKind::Field { record, field } => {
                let record = self.reference(record);
                let field = self.context.name(field);
                self.at(expr.place);
                self.builder.push(Op::LoadField(record, field), Type::Any)
            }
            ExprKind::Index { array, index } => {
                let row = self.reference(array);
                let index = self.int(index);
                self.at(expr.place);
                self.builder.push(Op::LoadCell(row, index), Type::Any)
            }
            ExprKind::Array { elements } => {
                let values = elements.iter().map(|element| self.value(element)).collect();
                self.at(expr.place);
                self.builder.push(Op::NewCells(values), Type::Ptr)
            }
            ExprKind::Record { fields } => {
                let fields = fields.iter().map(|field| {
                    let value = self.value(&field.value);
                    (self.context.name(&field.name.name), value)
                });
                let fields = fields.collect();
                self.at(expr.place);
                self.builder.push(Op::NewRecord(fields), Type::Ptr)
            }
            ExprKind::Call { callee, args } => self.call(callee, args, expr.place),
            ExprKind::Binary { op, left, right } => match arithmetic(*op) {
                Some(op) => {
                    let (left, right) = (self.int(left), self.int(right));
                    self.at(expr.place);
                    self.builder
                        .push(Op::Binary(op, Flags::default(), left, right), Type::Int)
                }
                None => self.truth(expr),
            },
            ExprKind::Not { .. } => self.truth(expr),
        }
    }

    /// An expression's value as a number.
    pub(super) fn int(&mut self, expr: &Expr) -> Operand {
        self.typed(expr, &Type::Int)
    }

    /// An expression's value as a pointer to an array, a record or a value.
    pub(super) fn reference(&mut self, expr: &Expr) -> Operand {
        self.typed(expr, &Type::Ptr)
    }

    /// An expression's value converted to a type other than `Any`. If a variable passes the check,
    /// its type is known from then on.
    fn typed(&mut self, expr: &Expr, ty: &Type) -> Operand {
        let value = self.unchecked(expr);
        self.at(expr.place);
        let typed = self.coerce(value, ty);
        if let ExprKind::Name { name } = &expr.kind
            && let Some(Symbol::Variable(variable)) = self.resolve(name)
            && self.slots[variable] == Slot::Set(value)
        {
            self.slots[variable] = Slot::Set(typed);
        }
        typed
    }

    /// The value in another type: unchanged if it has it already, else checked at run time.
    pub(super) fn coerce(&mut self, value: Operand, ty: &Type) -> Operand {
        let from = self.builder.func().type_of(value);
        if from == *ty {
            return value;
        }
        let value = match from {
            Type::Any => value,
            _ => self.builder.push(Op::Cast(CastOp::ToAny, value), Type::Any),
        };
        match ty {
            Type::Any => value,
            _ => self
                .builder
                .push(Op::Cast(CastOp::FromAny, value), ty.clone()),
        }
    }

    /// An expression as a condition: a `Bool` that is false for 0. Both operands of `&&` and `||`
    /// are evaluated.
    pub(super) fn condition(&mut self, expr: &Expr) -> Operand {
        match &expr.kind {
            ExprKind::Not { operand } => {
                let operand = self.condition(operand);
                self.at(expr.place);
                self.builder
                    .push(Op::Unary(UnaryOp::Not, operand), Type::Bool)
            }
            ExprKind::Binary {
                op: op @ (BinaryOp::And | BinaryOp::Or),
                left,
                right,
            } => {
                let (left, right) = (self.condition(left), self.condition(right));
                self.at(expr.place);
                let op = match op {
                    BinaryOp::And => sheaf_ir::BinaryOp::And,
                    _ => sheaf_ir::BinaryOp::Or,
                };
                self.builder
                    .push(Op::Binary(op, Flags::default(), left, right), Type::Bool)
            }
            ExprKind::Binary { op, left, right } if arithmetic(*op).is_none() => {
                self.compare(*op, left, right, expr.place)
            }
            ExprKind::Number { value } => {
                self.builder.constant(Const::Bool(*value != BigInt::ZERO))
            }
            _ => {
                let value = self.int(expr);
                let zero = self.number(BigInt::ZERO);
                self.at(expr.place);
                self.builder
                    .push(Op::Compare(CompareOp::Ne, value, zero), Type::Bool)
            }
        }
    }

    /// A condition as a number, 1 or 0.
    fn truth(&mut self, expr: &Expr) -> Operand {
        let condition = self.condition(expr);
        let (one, zero) = (self.number(1.into()), self.number(BigInt::ZERO));
        self.at(expr.place);
        self.builder
            .push(Op::Select(condition, one, zero), Type::Int)
    }

    fn compare(
        &mut self,
        op: BinaryOp,
        left: &Expr,
        right: &Expr,
        place: SourceLocation,
    ) -> Operand {
        let (op, swapped, ordered) = match op {
            BinaryOp::Lt => (CompareOp::Slt, false, true),
            BinaryOp::Le => (CompareOp::Sle, false, true),
            BinaryOp::Gt => (CompareOp::Slt, true, true),
            BinaryOp::Ge => (CompareOp::Sle, true, true),
            BinaryOp::Ne => (CompareOp::Ne, false, false),
            _ => (CompareOp::Eq, false, false),
        };
        let (left, right) = if ordered {
            (self.int(left), self.int(right))
        } else {
            self.same_type(left, right)
        };
        self.at(place);
        let (left, right) = if swapped {
            (right, left)
        } else {
            (left, right)
        };
        self.builder.push(Op::Compare(op, left, right), Type::Bool)
    }

    /// Two values in one type. Values of different types can be compared, and are never equal.
    fn same_type(&mut self, left: &Expr, right: &Expr) -> (Operand, Operand) {
        let (left, right) = (self.value(left), self.value(right));
        let types = [left, right].map(|value| self.builder.func().type_of(value));
        let ty = if types[0] == types[1] {
            types[0].clone()
        } else {
            Type::Any
        };
        (self.coerce(left, &ty), self.coerce(right, &ty))
    }

    pub(super) fn input(&mut self, name: &str, place: SourceLocation) -> Operand {
        let name = self.context.name(name);
        self.at(place);
        self.builder.push(Op::Input(name), Type::Int)
    }

    pub(super) fn number(&mut self, value: BigInt) -> Operand {
        self.builder.constant(Const::Int(value))
    }

    fn resolve(&self, name: &str) -> Option<Symbol> {
        self.context.symbols.resolve(self.position, name)
    }

    /// The value of a variable, or a function. Reading a variable without a value fails as
    /// `uninitialized`.
    fn name(&mut self, name: &str, place: SourceLocation) -> Operand {
        self.at(place);
        match self.resolve(name) {
            Some(Symbol::Variable(variable)) => match self.slots[variable] {
                Slot::Memory(record) => self
                    .builder
                    .push(Op::LoadField(record, self.content), Type::Any),
                Slot::Set(value) => value,
                Slot::Maybe(value, is_set) => self.checked(variable, name, value, is_set),
                Slot::Unset => {
                    let kind = self.context.kinds.variables[self.position][variable];
                    let value = self.placeholder(&super::register_type(kind));
                    let never = self.builder.constant(Const::Bool(false));
                    self.checked(variable, name, value, never)
                }
            },
            Some(Symbol::Function(function)) => {
                self.builder.constant(Const::Func(func_id(function)))
            }
            // The checks reject unknown names.
            None => self.placeholder(&Type::Any),
        }
    }

    /// Checks that a variable has a value; later reads need no second check.
    fn checked(&mut self, variable: usize, name: &str, value: Operand, is_set: Operand) -> Operand {
        let message = format!("the variable '{name}' is read before it is assigned");
        let message = self.context.name(&message);
        let kind = FailureKind::Uninitialized;
        self.builder.push_void(Op::Check {
            condition: is_set,
            kind,
            message,
        });
        // Where that is no failure that counts, the program ends all the same.
        self.builder.push_void(Op::Assume(is_set));
        self.slots[variable] = Slot::Set(value);
        value
    }

    fn address(&mut self, name: &str) -> Operand {
        match self.resolve(name).map(|symbol| match symbol {
            Symbol::Variable(variable) => self.slots[variable],
            Symbol::Function(_) => Slot::Unset,
        }) {
            Some(Slot::Memory(record)) => record,
            // The checks ensure that every operand of `&` is a variable in memory.
            _ => self.placeholder(&Type::Ptr),
        }
    }

    fn call(&mut self, callee: &Expr, args: &[Expr], place: SourceLocation) -> Operand {
        let direct = match &callee.kind {
            ExprKind::Name { name } => self.resolve(name),
            _ => None,
        };
        let (callee, types, result) = match direct {
            Some(Symbol::Function(function)) => {
                let kinds = &self.context.kinds;
                let params = kinds.variables[function].iter().take(args.len());
                let types = params.map(|kind| super::register_type(*kind)).collect();
                let result = super::register_type(kinds.results[function]);
                (Callee::Func(func_id(function)), types, result)
            }
            _ => {
                let callee = self.reference(callee);
                (
                    Callee::Value(callee),
                    vec![Type::Any; args.len()],
                    Type::Any,
                )
            }
        };
        let args: Vec<Operand> = args.iter().map(|arg| self.value(arg)).collect();
        self.at(place);
        let args = args
            .into_iter()
            .zip(&types)
            .map(|(arg, ty)| self.coerce(arg, ty))
            .collect();
        self.builder.push(
            Op::Call(Box::new(Call {
                callee,
                args,
                catches: false,
            })),
            result,
        )
    }
}

/// The integer operation of an arithmetic operator. Division truncates towards zero, as in C.
fn arithmetic(op: BinaryOp) -> Option<sheaf_ir::BinaryOp> {
    match op {
        BinaryOp::Add => Some(sheaf_ir::BinaryOp::Add),
        BinaryOp::Sub => Some(sheaf_ir::BinaryOp::Sub),
        BinaryOp::Mul => Some(sheaf_ir::BinaryOp::Mul),
        BinaryOp::Div => Some(sheaf_ir::BinaryOp::SDiv),
        _ => None,
    }
}
