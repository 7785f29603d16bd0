//! Operators.
//!
//! An operator is a call of an intrinsic, which returns the result if the operands are known and of
//! the usual kinds. For all others, it calls the function that is its first argument: one for each
//! operator, which the first use of it adds to the program. In that function, an arithmetic
//! operator has up to three cases, and an intrinsic selects the one for its operands: machine
//! integers whose result is one, doubles, and strings. The operation itself is one of the
//! representation, so that integers and doubles behave as in every other language.

use super::Result;
use super::expressions::LATE_IN_WITH;
use super::function::FunctionLowerer;
use super::ssa::{Ssa, Variable};
use crate::ScriptKind;
use oxc_ast::ast::{
    BinaryExpression, Expression, IdentifierReference, LogicalExpression, UnaryExpression,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{BinaryOperator, LogicalOperator, UnaryOperator};
use sheaf_ir::{
    BinaryOp, BlockId, CastOp, CompareOp, Const, DynamicOp, Flags, FloatKind, FuncId, Op, Operand,
    Role, Terminator, Type, UnaryOp, Unit,
};

const INTEGER: Type = Type::Bits(32);
const DOUBLE: Type = Type::Float(FloatKind::F64);
const WAY: Type = Type::Bits(8);

/// The type of the result of an operator.
fn type_of(operator: &str) -> Type {
    match operator {
        "same" | "eq" | "lt" | "le" | "gt" | "ge" => Type::Bool,
        _ => Type::Any,
    }
}

impl FunctionLowerer<'_, '_> {
    pub fn binary(&mut self, it: &BinaryExpression) -> Result<Operand> {
        let left = self.expression(&it.left)?;
        let right = self.expression(&it.right)?;
        self.at(it.span);
        self.binary_values(it.operator, left, right, it.span)
    }

    pub fn binary_values(
        &mut self,
        operator: BinaryOperator,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Result<Operand> {
        use BinaryOperator::*;
        self.at(span);
        let name = match operator {
            Addition => "add",
            Subtraction => "sub",
            Multiplication => "mul",
            Division => "div",
            Remainder => "rem",
            BitwiseAnd => "and",
            BitwiseOR => "or",
            BitwiseXOR => "xor",
            ShiftLeft => "shl",
            ShiftRight => "shr",
            ShiftRightZeroFill => "ushr",
            StrictEquality | StrictInequality => "same",
            Equality | Inequality => "eq",
            LessThan => "lt",
            LessEqualThan => "le",
            GreaterThan => "gt",
            GreaterEqualThan => "ge",
            Exponential => {
                // What is converted is reported there, as for other operators; no result is needed.
                self.way("js.way_of_div", vec![left, right])?;
                let power = self.library_call("pow", vec![left, right])?;
                return Ok(self.result(power, vec![left, right]));
            }
            In => return self.throwing("js.in", vec![left, right]),
            Instanceof => return self.throwing("js.instanceof", vec![left, right]),
        };
        let mut result = self.operator(name, &[left, right])?;
        if matches!(operator, StrictInequality | Inequality) {
            result = self.negated(result);
        }
        Ok(self.any(result))
    }

    /// The result of an operator by its name in the library.
    fn operator(&mut self, name: &'static str, operands: &[Operand]) -> Result<Operand> {
        let func = match self.context.operators.get(name) {
            Some(func) => *func,
            None => self.add_operator(name, operands.len())?,
        };
        let func = self.ssa.builder.constant(Const::Func(func));
        let args = std::iter::once(func).chain(operands.iter().copied());
        let (args, name, ty) = (args.collect(), format!("js.{name}"), type_of(name));
        match name == "js.same" {
            true => Ok(self.pure(&name, args, ty)),
            false => self.throwing_or(&name, args, ty),
        }
    }

    /// Adds the function of an operator to the program. It catches nothing.
    fn add_operator(&mut self, name: &'static str, count: usize) -> Result<FuncId> {
        let id = self.context.reserve();
        self.context.operators.insert(name, id);
        let outer = std::mem::replace(&mut self.ssa, Ssa::new(name));
        let scopes = std::mem::take(&mut self.scopes);
        let operands: Vec<Operand> = (0..count)
            .map(|_| Operand::Local(self.ssa.builder.param(Type::Any, None)))
            .collect();
        let result = self.compute(name, &operands)?;
        self.ssa.terminate(Terminator::Return(Some(result)));
        self.scopes = scopes;
        let mut func = std::mem::replace(&mut self.ssa, outer).finish();
        (func.user, func.result) = (false, Some(type_of(name)));
        self.context.finish(id, func);
        Ok(id)
    }

    /// The result of an operator on any operands.
    fn compute(&mut self, name: &'static str, operands: &[Operand]) -> Result<Operand> {
        match *operands {
            [value] if name == "neg" => self.negation(value),
            [_] => self.bitwise(name, operands),
            [left, right] => match name {
                "add" | "sub" | "mul" | "div" | "rem" => self.arithmetic(name, left, right),
                "same" => {
                    let way = self.pure("js.way_of_same", vec![left, right], WAY);
                    self.equal(way, left, right, None)
                }
                "eq" => {
                    let way = self.way("js.way_of_equal", vec![left, right])?;
                    self.equal(way, left, right, Some("eq"))
                }
                "lt" | "le" | "gt" | "ge" => self.less(name, left, right),
                _ => self.bitwise(name, operands),
            },
            _ => unreachable!("operators have one or two operands"),
        }
    }

    pub fn negated(&mut self, truth: Operand) -> Operand {
        self.ssa.push(Op::Unary(UnaryOp::Not, truth), Type::Bool)
    }

    /// The case for two values, a `Bits(8)`. Objects are rejected there.
    fn way(&mut self, name: &str, args: Vec<Operand>) -> Result<Operand> {
        self.throwing_or(name, args, WAY)
    }

    fn integer(&mut self, value: Operand) -> Operand {
        self.pure("js.integer", vec![value], INTEGER)
    }

    fn double(&mut self, value: Operand) -> Operand {
        self.pure("js.double", vec![value], DOUBLE)
    }

    fn string(&mut self, value: Operand) -> Operand {
        self.pure("js.string", vec![value], Type::Str)
    }

    /// The result of an operator on these operands, a double or a value: an integer if it is known
    /// to be one.
    pub fn result(&mut self, result: Operand, operands: Vec<Operand>) -> Operand {
        let args = std::iter::once(result).chain(operands).collect();
        self.pure("js.number", args, Type::Any)
    }

    /// Selects one of several values, each computed in its own block. Another way means that an
    /// operand is an object: a function of the library computes the result then.
    pub fn one_of(
        &mut self,
        way: Operand,
        ty: Type,
        ways: &mut [&mut dyn FnMut(&mut Self) -> Operand],
        objects: Option<(&str, &[Operand])>,
    ) -> Result<Operand> {
        let result: Variable = self.ssa.temporary(ty.clone());
        let count = ways.len() + usize::from(objects.is_some());
        let blocks: Vec<_> = (0..count).map(|_| self.ssa.block()).collect();
        let end = self.ssa.block();
        self.ssa.switch(way, &blocks);
        for (block, compute) in blocks.iter().zip(ways) {
            self.ssa.enter(*block);
            let value = compute(self);
            self.ssa.set(result, value);
            self.ssa.jump(end);
        }
        if let Some((function, operands)) = objects {
            self.ssa.enter(blocks[count - 1]);
            let value = self.library_call(function, operands.to_vec())?;
            let value = match ty {
                Type::Any => self.result(value, operands.to_vec()),
                ty => self.ssa.push(Op::Cast(CastOp::FromAny, value), ty),
            };
            self.ssa.set(result, value);
            self.ssa.jump(end);
        }
        self.ssa.enter(end);
        Ok(self.ssa.get(result))
    }

    fn arithmetic(&mut self, name: &'static str, left: Operand, right: Operand) -> Result<Operand> {
        let (integers, doubles) = match name {
            "add" => (BinaryOp::Add, BinaryOp::FAdd),
            "sub" => (BinaryOp::Sub, BinaryOp::FSub),
            "mul" => (BinaryOp::Mul, BinaryOp::FMul),
            "div" => (BinaryOp::SDiv, BinaryOp::FDiv),
            _ => (BinaryOp::SRem, BinaryOp::FRem),
        };
        let way = self.way(&format!("js.way_of_{name}"), vec![left, right])?;
        let operands = [left, right];
        let objects: Option<(&str, &[Operand])> = Some((name, &operands));
        let flags = Flags::default();
        let mut of_integers = |this: &mut Self| {
            let (a, b) = (this.integer(left), this.integer(right));
            let result = this.ssa.push(Op::Binary(integers, flags, a, b), INTEGER);
            this.any(result)
        };
        let mut of_doubles = |this: &mut Self| {
            let (a, b) = (this.double(left), this.double(right));
            let result = this.ssa.push(Op::Binary(doubles, flags, a, b), DOUBLE);
            this.result(result, vec![left, right])
        };
        let mut of_strings = |this: &mut Self| {
            let (a, b) = (this.string(left), this.string(right));
            let concat = Op::Dynamic(DynamicOp::StrConcat, Box::new([a, b]));
            let result = this.ssa.push(concat, Type::Str);
            this.any(result)
        };
        let ways: &mut [&mut dyn FnMut(&mut Self) -> Operand] = match name {
            "add" => &mut [&mut of_integers, &mut of_doubles, &mut of_strings],
            "rem" => {
                let mut minus_zero = |this: &mut Self| this.numeric(-0.0);
                let mut not_a_number = |this: &mut Self| {
                    let result = this.numeric(f64::NAN);
                    this.result(result, vec![left, right])
                };
                let ways: &mut [&mut dyn FnMut(&mut Self) -> Operand] = &mut [
                    &mut of_integers,
                    &mut of_doubles,
                    &mut minus_zero,
                    &mut not_a_number,
                ];
                return self.one_of(way, Type::Any, ways, objects);
            }
            _ => &mut [&mut of_integers, &mut of_doubles],
        };
        self.one_of(way, Type::Any, ways, objects)
    }

    /// A bit operation; where an operand may be a BigInt or an object, the library computes it.
    fn bitwise(&mut self, name: &'static str, operands: &[Operand]) -> Result<Operand> {
        if !self.context.has_big {
            return self.bitwise_of_numbers(name, operands);
        }
        let way = self.way("js.way_of_bits", operands.to_vec())?;
        let result = self.ssa.temporary(Type::Any);
        let [numbers, others, end] = [(); 3].map(|()| self.ssa.block());
        self.ssa.switch(way, &[numbers, others]);
        self.ssa.enter(numbers);
        let value = self.bitwise_of_numbers(name, operands)?;
        self.ssa.set(result, value);
        self.ssa.jump(end);
        self.ssa.enter(others);
        let value = self.library_call(name, operands.to_vec())?;
        self.ssa.set(result, value);
        self.ssa.jump(end);
        self.ssa.enter(end);
        Ok(self.ssa.get(result))
    }

    fn bitwise_of_numbers(&mut self, name: &str, operands: &[Operand]) -> Result<Operand> {
        let flags = Flags::default();
        let mut words = Vec::with_capacity(operands.len());
        for operand in operands {
            words.push(self.throwing_or("js.wrapped", vec![*operand], INTEGER)?);
        }
        let [a, b] = words[..] else {
            let negated = self.ssa.push(Op::Unary(UnaryOp::Not, words[0]), INTEGER);
            return Ok(self.any(negated));
        };
        let (op, shifts) = match name {
            "and" => (BinaryOp::And, false),
            "or" => (BinaryOp::Or, false),
            "xor" => (BinaryOp::Xor, false),
            "shl" => (BinaryOp::Shl, true),
            "shr" => (BinaryOp::AShr, true),
            _ => (BinaryOp::LShr, true),
        };
        let b = match shifts {
            true => {
                let mask = self.ssa.builder.bits(32, 31);
                self.ssa
                    .push(Op::Binary(BinaryOp::And, flags, b, mask), INTEGER)
            }
            false => b,
        };
        let result = self.ssa.push(Op::Binary(op, flags, a, b), INTEGER);
        if name != "ushr" {
            return Ok(self.any(result));
        }
        let zero = self.ssa.builder.bits(32, 0);
        let large = self
            .ssa
            .push(Op::Compare(CompareOp::Slt, result, zero), Type::Bool);
        let way = self.ssa.push(Op::Cast(CastOp::ZExt, large), WAY);
        let mut small = |this: &mut Self| this.any(result);
        let mut large = |this: &mut Self| {
            let double = this.ssa.push(Op::Cast(CastOp::UToF, result), DOUBLE);
            this.any(double)
        };
        self.one_of(way, Type::Any, &mut [&mut small, &mut large], None)
    }

    /// A comparison by its name in the library: `a > b` is `b < a`, but converts `a` first.
    fn less(&mut self, name: &str, left: Operand, right: Operand) -> Result<Operand> {
        let operands = [left, right];
        let (left, right) = match name {
            "gt" | "ge" => (right, left),
            _ => (left, right),
        };
        let (integers, doubles) = match name {
            "le" | "ge" => (CompareOp::Sle, CompareOp::FLe),
            _ => (CompareOp::Slt, CompareOp::FLt),
        };
        let way = self.way("js.way_of_less", vec![left, right])?;
        let mut of_integers = |this: &mut Self| {
            let (a, b) = (this.integer(left), this.integer(right));
            this.ssa.push(Op::Compare(integers, a, b), Type::Bool)
        };
        let mut of_doubles = |this: &mut Self| {
            let (a, b) = (this.double(left), this.double(right));
            this.ssa.push(Op::Compare(doubles, a, b), Type::Bool)
        };
        let mut of_strings = |this: &mut Self| {
            let (a, b) = (this.string(left), this.string(right));
            // `a <= b` is `!(b < a)`.
            let (x, y) = if integers == CompareOp::Sle {
                (b, a)
            } else {
                (a, b)
            };
            let less = Op::Dynamic(DynamicOp::StrLess, Box::new([x, y]));
            let less = this.ssa.push(less, Type::Bool);
            if integers == CompareOp::Sle {
                this.negated(less)
            } else {
                less
            }
        };
        self.one_of(
            way,
            Type::Bool,
            &mut [&mut of_integers, &mut of_doubles, &mut of_strings],
            Some((name, &operands)),
        )
    }

    /// `===`
    pub fn strictly_equal(&mut self, left: Operand, right: Operand) -> Result<Operand> {
        self.operator("same", &[left, right])
    }

    /// Equality as values or as doubles, or a constant result, or by a function of the library.
    fn equal(
        &mut self,
        way: Operand,
        left: Operand,
        right: Operand,
        objects: Option<&str>,
    ) -> Result<Operand> {
        let operands = [left, right];
        let mut of_values = |this: &mut Self| {
            this.ssa
                .push(Op::Compare(CompareOp::Eq, left, right), Type::Bool)
        };
        let mut of_doubles = |this: &mut Self| {
            let (a, b) = (this.double(left), this.double(right));
            this.ssa.push(Op::Compare(CompareOp::FEq, a, b), Type::Bool)
        };
        let mut equal = |this: &mut Self| this.ssa.builder.constant(Const::Bool(true));
        let mut different = |this: &mut Self| this.ssa.builder.constant(Const::Bool(false));
        self.one_of(
            way,
            Type::Bool,
            &mut [&mut of_values, &mut of_doubles, &mut equal, &mut different],
            objects.map(|function| (function, &operands[..])),
        )
    }

    pub fn logical(&mut self, it: &LogicalExpression) -> Result<Operand> {
        let left = self.expression(&it.left)?;
        let result = self.ssa.temporary(Type::Any);
        let (other, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.set(result, left);
        self.at(self.between(it.left.span(), it.right.span(), it.operator.as_str()));
        self.short_circuit(it.operator, left, [other, end]);
        self.ssa.enter(other);
        let right = self.expression(&it.right)?;
        self.ssa.set(result, right);
        self.ssa.jump(end);
        self.ssa.enter(end);
        Ok(self.ssa.get(result))
    }

    /// Where an operator stands between its operands.
    pub fn between(&self, left: Span, right: Span, operator: &str) -> Span {
        let source = self.context.source;
        let between = source.get(left.end as usize..right.start as usize);
        let at = between.and_then(|between| between.find(operator));
        let start = left.end + at.unwrap_or(0) as u32;
        Span::new(start, right.end)
    }

    /// Branches on the left operand of a logical operator, to its right operand or the end.
    pub fn short_circuit(
        &mut self,
        operator: LogicalOperator,
        left: Operand,
        [other, end]: [BlockId; 2],
    ) {
        let role = match operator {
            LogicalOperator::And => Role::And,
            LogicalOperator::Or | LogicalOperator::Coalesce => Role::Or,
        };
        self.ssa.set_roles([other, end], [role, Role::Value]);
        let test = match operator {
            LogicalOperator::And | LogicalOperator::Or => self.truth(left),
            LogicalOperator::Coalesce => self.pure("js.is_nothing", vec![left], Type::Bool),
        };
        match operator {
            LogicalOperator::Or => self.ssa.branch(test, end, other),
            LogicalOperator::And | LogicalOperator::Coalesce => self.ssa.branch(test, other, end),
        }
    }

    pub fn unary(&mut self, it: &UnaryExpression) -> Result<Operand> {
        match (it.operator, it.argument.without_parentheses()) {
            (UnaryOperator::Typeof, Expression::Identifier(ident))
                if !self.context.withs.is_empty() || self.late_variable(ident).is_some() =>
            {
                let value = match self.with_object(ident)? {
                    Some(_) if self.late_variable(ident).is_some() => {
                        self.unsupported(it.span, LATE_IN_WITH)
                    }
                    Some(object) => {
                        let outside = |this: &mut Self| this.variable_or_nothing(ident);
                        self.value_in(object, &ident.name, outside)?
                    }
                    None => match self.late_variable(ident) {
                        Some(symbol) => {
                            self.late_value(symbol, |this| this.variable_or_nothing(ident))?
                        }
                        None => self.variable_or_nothing(ident)?,
                    },
                };
                return Ok(self.pure("js.typeof", vec![value], Type::Any));
            }
            (UnaryOperator::Typeof, Expression::Identifier(ident))
                if self.symbol_of(ident).is_none() && !self.is_known(&ident.name) =>
            {
                let name = self.text(&ident.name);
                let value = self.throwing("js.find_global", vec![name])?;
                return Ok(self.pure("js.typeof", vec![value], Type::Any));
            }
            (UnaryOperator::Typeof, Expression::Identifier(ident))
                if self.symbol_of(ident).is_none() && ident.name == "require" =>
            {
                let kind = match self.context.kind {
                    ScriptKind::EsModule(_) | ScriptKind::Evaluated => "undefined",
                    _ => "function",
                };
                return Ok(self.text(kind));
            }
            (UnaryOperator::Delete, _) => return self.delete(&it.argument, it.span),
            _ => {}
        }
        let value = self.expression(&it.argument)?;
        self.at(it.span);
        Ok(match it.operator {
            UnaryOperator::UnaryPlus => {
                let number = self.throwing("js.to_number", vec![value])?;
                self.result(number, vec![value])
            }
            UnaryOperator::UnaryNegation => self.operator("neg", &[value])?,
            UnaryOperator::LogicalNot => {
                let truth = self.truth(value);
                let negated = self.negated(truth);
                self.any(negated)
            }
            UnaryOperator::BitwiseNot => self.operator("not", &[value])?,
            UnaryOperator::Typeof => self.pure("js.typeof", vec![value], Type::Any),
            UnaryOperator::Void => self.undefined(),
            UnaryOperator::Delete => unreachable!("handled above"),
        })
    }

    /// Whether a name that no variable has is no property of the global object: `arguments` is one
    /// in a script outside of functions, and so are the names of CommonJS outside of its modules.
    fn is_known(&self, name: &str) -> bool {
        let is_module = matches!(self.context.kind, ScriptKind::Module(_));
        match name {
            "arguments" => is_module || self.has_arguments(),
            "module" | "exports" | "__filename" | "__dirname" => is_module,
            name => matches!(name, "undefined" | "NaN" | "Infinity" | "require"),
        }
    }

    /// The value of a name, undefined if there is no such variable.
    fn variable_or_nothing(&mut self, ident: &IdentifierReference) -> Result<Operand> {
        if self.symbol_of(ident).is_some() || self.is_known(&ident.name) {
            return self.variable_or_global(ident);
        }
        let name = self.text(&ident.name);
        self.throwing("js.find_global", vec![name])
    }

    fn negation(&mut self, value: Operand) -> Result<Operand> {
        let way = self.way("js.way_of_neg", vec![value])?;
        let mut of_integer = |this: &mut Self| {
            let integer = this.integer(value);
            let negated = this.ssa.push(Op::Unary(UnaryOp::Neg, integer), INTEGER);
            this.any(negated)
        };
        let mut of_double = |this: &mut Self| {
            let double = this.double(value);
            let negated = this.ssa.push(Op::Unary(UnaryOp::FNeg, double), DOUBLE);
            this.result(negated, vec![value])
        };
        let objects: &[Operand] = &[value];
        self.one_of(
            way,
            Type::Any,
            &mut [&mut of_integer, &mut of_double],
            Some(("neg", objects)),
        )
    }

    /// Whether a value is `Empty`: that of an uninitialized variable.
    pub fn is_empty(&mut self, value: Operand) -> Operand {
        let empty = self.ssa.builder.constant(Const::Unit(Unit::Empty));
        self.ssa
            .push(Op::Compare(CompareOp::Eq, value, empty), Type::Bool)
    }
}
