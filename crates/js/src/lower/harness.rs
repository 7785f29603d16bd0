//! Calls of the harness: inputs (`sheaf.integer(name, low, high)`, `sheaf.string(name, max)` and
//! others), `sheaf.assume(c)`, `sheaf.assert(c, message)`, Jalangi's `J$.readInput(example)` and
//! `J$.addAxiom(c)`, and ExpoSE's `S$.symbol(name, example)`, `S$.pureSymbol(name)`, `S$.assume` and
//! `S$.assert`; in the library, the calls of intrinsics.

use super::Result;
use super::function::FunctionLowerer;
use crate::modules::loads_harness;
use oxc_ast::ast::{Argument, CallExpression, Expression};
use oxc_span::Span;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{CastOp, Const, FailureKind, FloatKind, Op, Operand, Type, Unit};

const DOUBLE: Type = Type::Float(FloatKind::F64);

/// The maximum number of elements of an array input, if strings may be as long.
const MAX_ELEMENTS: u32 = 8;

/// The largest maximum that a program may name.
const LARGEST_BOUND: f64 = 4096.0;

impl FunctionLowerer<'_, '_> {
    /// A call of a harness function, if it is one.
    pub fn harness_call(&mut self, it: &CallExpression) -> Result<Option<Operand>> {
        let member = match &it.callee {
            Expression::StaticMemberExpression(member) => member,
            Expression::Identifier(callee) if self.symbol_of(callee).is_none() => {
                let is_harness = loads_harness(it, self.context.source);
                return Ok(is_harness.then(|| self.undefined()));
            }
            _ => return Ok(None),
        };
        if self.context.is_library && member.property.name == "push" {
            // A list of the library: what a program does to arrays does not change it.
            let mut args = vec![self.expression(&member.object)?];
            args.extend(self.arguments(&it.arguments)?);
            self.at(it.span);
            return Ok(Some(self.pure("js.append", args, Type::Any)));
        }
        if self.context.is_library
            && matches!(&*member.property.name, "pop" | "charAt" | "charCodeAt")
        {
            // What a program does to these functions does not change the library.
            let (name, unused) = (self.text(&member.property.name), self.undefined());
            let mut args = vec![name, unused, self.expression(&member.object)?];
            args.extend(self.arguments(&it.arguments)?);
            self.at(it.span);
            return self.throwing("js.built_in_call", args).map(Some);
        }
        let Expression::Identifier(object) = &member.object else {
            return Ok(None);
        };
        if let Some(symbol) = self.symbol_of(object)
            && !(object.name == "S$" && self.is_expose(symbol))
        {
            return Ok(None);
        }
        if self.context.is_library && object.name == "runtime" {
            let args = self.arguments(&it.arguments)?;
            let name = format!("js.{}", member.property.name);
            self.at(it.span);
            return self.throwing(&name, args).map(Some);
        }
        if !matches!(&*object.name, "sheaf" | "J$" | "S$") {
            return Ok(None);
        }
        let result = match (&*object.name, &*member.property.name) {
            ("sheaf", "integer") => self.integer_input(it)?,
            ("sheaf", "boolean") => {
                let name = self.name_of_input(it)?.0;
                self.at(it.span);
                self.scalar_input(&name, Scalar::Boolean)
            }
            ("sheaf", "number") => {
                let name = self.name_of_input(it)?.0;
                self.at(it.span);
                self.scalar_input(&name, Scalar::Number)
            }
            ("sheaf", "string") => {
                let (name, most) = (self.name_of_input(it)?.0, self.max_units(it, 1)?);
                self.at(it.span);
                self.string_input(&name, most)
            }
            ("sheaf", "value") => {
                let (name, most) = (self.name_of_input(it)?.0, self.max_units(it, 1)?);
                self.at(it.span);
                self.any_input(&name, most, false, it.span)?
            }
            ("sheaf", "choice") => self.choice_input(it)?,
            ("sheaf" | "S$", "assume") => {
                let condition = self.first_truth(it)?;
                self.ssa.push_void(Op::Assume(condition));
                self.undefined()
            }
            ("sheaf" | "S$", "assert") => self.assertion(it)?,
            ("J$", "readInput") => {
                let values = self.arguments(&it.arguments)?;
                let name = InputName::Literal("input".to_string());
                self.example_input(it, &name, 0, &values)?
            }
            ("J$", "addAxiom") => {
                let args = self.arguments(&it.arguments)?;
                self.at(it.span);
                self.library_call("addAxiom", args)?
            }
            ("S$", "pureSymbol") => {
                let name = self.name_of_input(it)?.0;
                self.at(it.span);
                self.any_input(&name, self.context.string_size, true, it.span)?
            }
            ("S$", "symbol") => {
                let (name, values) = self.name_of_input(it)?;
                self.example_input(it, &name, 1, &values)?
            }
            (object, property) => {
                let what = format!("`{object}.{property}`");
                return self
                    .context
                    .error(it.span, format!("{what} is not supported"));
            }
        };
        Ok(Some(result))
    }

    /// Whether a variable is ExpoSE's object: one of the file, `var S$ = require('S$')`.
    fn is_expose(&self, symbol: SymbolId) -> bool {
        let scoping = self.context.scoping;
        let is_of_file = scoping.symbol_scope_id(symbol) == scoping.root_scope_id();
        let loads = ["require('S$')", "require(\"S$\")"];
        is_of_file && loads.iter().any(|text| self.context.source.contains(text))
    }

    fn first_truth(&mut self, it: &CallExpression) -> Result<Operand> {
        let values = self.arguments(&it.arguments)?;
        self.at(it.span);
        match values.first() {
            Some(value) => Ok(self.truth(*value)),
            None => self.context.error(it.span, "a condition is missing"),
        }
    }

    fn assertion(&mut self, it: &CallExpression) -> Result<Operand> {
        let condition = self.first_truth(it)?;
        let message = match (it.arguments.get(1), &it.arguments[0]) {
            (Some(Argument::StringLiteral(message)), _) => message.value.to_string(),
            (_, condition) => self.source_text(oxc_span::GetSpan::span(condition)),
        };
        let message = self.context.name(&message);
        self.ssa.push_void(Op::Check {
            condition,
            kind: FailureKind::Assertion,
            message,
        });
        Ok(self.undefined())
    }

    /// The name of an input, and the values of all arguments of the call.
    fn name_of_input(&mut self, it: &CallExpression) -> Result<(InputName, Vec<Operand>)> {
        let values = self.arguments(&it.arguments)?;
        let name = match (it.arguments.first(), values.first()) {
            (Some(Argument::StringLiteral(name)), _) => InputName::Literal(name.value.to_string()),
            (Some(name), Some(value)) => {
                let text = self.source_text(oxc_span::GetSpan::span(name));
                InputName::Computed(*value, text)
            }
            _ => {
                return self
                    .context
                    .error(it.span, "the name of an input is missing");
            }
        };
        Ok((name, values))
    }

    fn integer_input(&mut self, it: &CallExpression) -> Result<Operand> {
        let (name, values) = self.name_of_input(it)?;
        self.at(it.span);
        let value = self.scalar_input(&name, Scalar::Integer);
        let bounds = [
            (1, BinaryOperator::GreaterEqualThan),
            (2, BinaryOperator::LessEqualThan),
        ];
        for (at, operator) in bounds {
            if let Some(bound) = values.get(at) {
                self.assume_compared(operator, value, *bound, it.span)?;
            }
        }
        Ok(value)
    }

    /// Assumes the result of a comparison.
    fn assume_compared(
        &mut self,
        operator: BinaryOperator,
        left: Operand,
        right: Operand,
        span: Span,
    ) -> Result<()> {
        let holds = self.binary_values(operator, left, right, span)?;
        let holds = self.ssa.push(Op::Cast(CastOp::FromAny, holds), Type::Bool);
        self.ssa.push_void(Op::Assume(holds));
        Ok(())
    }

    fn scalar_input(&mut self, name: &InputName, scalar: Scalar) -> Operand {
        match name {
            InputName::Literal(name) => {
                let name = self.context.name(name);
                let value = self.ssa.push(Op::Input(name), scalar.ty());
                self.any(value)
            }
            InputName::Computed(name, _) => self.computed_input(*name, scalar, Type::Any),
        }
    }

    fn computed_input(&mut self, name: Operand, scalar: Scalar, ty: Type) -> Operand {
        let scalar = self.numeric(f64::from(scalar as u8));
        self.pure("js.scalar_input", vec![name, scalar], ty)
    }

    /// An input of eight bits that selects one of several forms of another one.
    fn selecting_input(&mut self, name: &InputName) -> Operand {
        let ty = Scalar::Byte.ty();
        match name {
            InputName::Literal(name) => {
                let name = self.context.name(name);
                self.ssa.push(Op::Input(name), ty)
            }
            InputName::Computed(name, _) => self.computed_input(*name, Scalar::Byte, ty),
        }
    }

    /// The name of an input that belongs to another one.
    fn extended(&mut self, name: &InputName, ending: &str, span: Span) -> Result<InputName> {
        Ok(match name {
            InputName::Literal(name) => InputName::Literal(format!("{name}{ending}")),
            InputName::Computed(value, text) => {
                let part = self.text(ending);
                let value = self.binary_values(BinaryOperator::Addition, *value, part, span)?;
                InputName::Computed(value, format!("{text} + '{ending}'"))
            }
        })
    }

    /// The maximum number of units of a string, an optional argument.
    fn max_units(&self, it: &CallExpression, position: usize) -> Result<u32> {
        match it.arguments.get(position) {
            None => Ok(self.context.string_size),
            Some(Argument::NumericLiteral(most))
                if most.value.fract() == 0.0 && (0.0..=LARGEST_BOUND).contains(&most.value) =>
            {
                Ok(most.value as u32)
            }
            Some(_) => {
                let message = format!(
                    "the maximum length of a string must be an integer literal of at most \
                     {LARGEST_BOUND}"
                );
                self.context.error(it.span, message)
            }
        }
    }

    fn string_input(&mut self, name: &InputName, most: u32) -> Operand {
        self.bounded(format!("`{}` of at most {most} units", name.shown()));
        let name = self.name_value(name);
        let most = self.numeric(most.into());
        self.pure("js.string_input", vec![name, most], Type::Any)
    }

    fn name_value(&mut self, name: &InputName) -> Operand {
        match name {
            InputName::Literal(name) => self.text(name),
            InputName::Computed(name, _) => *name,
        }
    }

    /// Notes a bound of what is explored.
    fn bounded(&mut self, bound: String) {
        if !self.context.module.bounds.iter().any(|it| **it == *bound) {
            self.context.module.bounds.push(bound.into());
        }
    }

    /// An array: first an input for its length, then its elements, which are like an example.
    fn array_input(&mut self, name: &InputName, example: &Example, span: Span) -> Result<Operand> {
        let most = self.context.string_size.min(MAX_ELEMENTS);
        self.bounded(format!("`{}` of at most {most} elements", name.shown()));
        let length = self.extended(name, ".length", span)?;
        let length = self.selecting_input(&length);
        let result = self.ssa.temporary(Type::Any);
        let blocks: Vec<_> = (0..=most).map(|_| self.ssa.block()).collect();
        let end = self.ssa.block();
        self.ssa.switch(length, &blocks);
        for (count, block) in blocks.into_iter().enumerate() {
            self.ssa.enter(block);
            let mut elements = Vec::with_capacity(count);
            for at in 0..count {
                let element = self.extended(name, &format!("[{at}]"), span)?;
                elements.push(self.input_like(&element, example, span)?);
            }
            let array = self.pure("js.array", elements, Type::Any);
            self.ssa.set(result, array);
            self.ssa.jump(end);
        }
        self.ssa.enter(end);
        Ok(self.ssa.get(result))
    }

    /// Any primitive value: first an input for its type, then one of that type. If the call also
    /// stands for objects, there is a path for them, which ends.
    fn any_input(
        &mut self,
        name: &InputName,
        most: u32,
        may_be_object: bool,
        span: Span,
    ) -> Result<Operand> {
        let kind = self.extended(name, ".type", span)?;
        let kind = self.selecting_input(&kind);
        let mut undefined = |this: &mut Self| this.undefined();
        let mut null = |this: &mut Self| {
            let null = this.ssa.builder.constant(Const::Unit(Unit::Null));
            this.any(null)
        };
        let mut boolean = |this: &mut Self| this.scalar_input(name, Scalar::Boolean);
        let mut integer = |this: &mut Self| this.scalar_input(name, Scalar::Integer);
        let mut number = |this: &mut Self| this.scalar_input(name, Scalar::Number);
        let mut string = |this: &mut Self| this.string_input(name, most);
        let mut object = |this: &mut Self| this.unsupported(span, "an input that is an object");
        let ways: &mut [&mut dyn FnMut(&mut Self) -> Operand] = &mut [
            &mut undefined,
            &mut null,
            &mut boolean,
            &mut integer,
            &mut number,
            &mut string,
            &mut object,
        ];
        let count = ways.len() - usize::from(!may_be_object);
        self.one_of(kind, Type::Any, &mut ways[..count], None)
    }

    /// An element of a list: the input is its index.
    fn choice_input(&mut self, it: &CallExpression) -> Result<Operand> {
        let (name, values) = self.name_of_input(it)?;
        let Some(list) = values.get(1).copied() else {
            return self
                .context
                .error(it.span, "a list to choose from is missing");
        };
        self.at(it.span);
        let index = self.scalar_input(&name, Scalar::Integer);
        let zero = self.numeric(0.0);
        let length = self.text("length");
        let length = self.throwing("js.get", vec![list, length])?;
        for (operator, bound) in [
            (BinaryOperator::GreaterEqualThan, zero),
            (BinaryOperator::LessThan, length),
        ] {
            self.assume_compared(operator, index, bound, it.span)?;
        }
        self.throwing("js.get", vec![list, index])
    }

    /// An input with the type of an example, one of the arguments: any primitive value if there is
    /// none.
    fn example_input(
        &mut self,
        it: &CallExpression,
        name: &InputName,
        position: usize,
        values: &[Operand],
    ) -> Result<Operand> {
        let expression = it.arguments.get(position).and_then(Argument::as_expression);
        let example = match (Example::of(expression), values.get(position)) {
            (Some(example), _) => example,
            (None, Some(computed)) => Example::Computed(*computed),
            (None, None) => Example::Any,
        };
        self.at(it.span);
        self.input_like(name, &example, it.span)
    }

    /// An input with the type of an example.
    fn input_like(&mut self, name: &InputName, example: &Example, span: Span) -> Result<Operand> {
        let size = self.context.string_size;
        Ok(match example {
            Example::Any => self.any_input(name, size, false, span)?,
            Example::Integer => self.scalar_input(name, Scalar::Integer),
            Example::Number => self.scalar_input(name, Scalar::Number),
            Example::Boolean => self.scalar_input(name, Scalar::Boolean),
            Example::Text => self.string_input(name, size),
            Example::Computed(value) => {
                self.bounded(format!("`{}` of at most {size} units", name.shown()));
                let (name, size) = (self.name_value(name), self.numeric(size.into()));
                self.pure("js.input_like", vec![name, *value, size], Type::Any)
            }
            Example::List(element) => self.array_input(name, element, span)?,
        })
    }
}

/// The name of an input.
enum InputName {
    /// One that is known while lowering.
    Literal(String),
    /// The value of an expression, and its text.
    Computed(Operand, String),
}

impl InputName {
    /// As the user sees it in bounds.
    fn shown(&self) -> &str {
        let (InputName::Literal(shown) | InputName::Computed(_, shown)) = self;
        shown
    }
}

/// The type of an input; `js.scalar_input` gets its number.
#[derive(Clone, Copy)]
enum Scalar {
    Boolean,
    Integer,
    Number,
    Byte,
}

impl Scalar {
    fn ty(self) -> Type {
        match self {
            Scalar::Boolean => Type::Bool,
            Scalar::Integer => Type::Bits(32),
            Scalar::Number => DOUBLE,
            Scalar::Byte => Type::Bits(8),
        }
    }
}

/// What an example stands for.
enum Example {
    Any,
    /// The type of a value that is known at run time.
    Computed(Operand),
    Integer,
    Number,
    Boolean,
    Text,
    /// An array with elements of one type.
    List(Box<Example>),
}

impl Example {
    /// The meaning of an expression, which may be missing.
    fn of(expression: Option<&Expression>) -> Option<Example> {
        let expression = match expression {
            Some(Expression::UnaryExpression(it))
                if it.operator == UnaryOperator::UnaryNegation =>
            {
                Some(&it.argument)
            }
            other => other,
        };
        Some(match expression {
            None => Example::Any,
            Some(Expression::NumericLiteral(it))
                if it.value.fract() == 0.0 && it.value <= f64::from(i32::MAX) =>
            {
                Example::Integer
            }
            Some(Expression::NumericLiteral(_)) => Example::Number,
            Some(Expression::BooleanLiteral(_)) => Example::Boolean,
            Some(Expression::StringLiteral(_)) => Example::Text,
            Some(Expression::ArrayExpression(it)) => match it.elements.first() {
                None => Example::List(Box::new(Example::Any)),
                Some(first) => Example::List(Box::new(Example::of(Some(first.as_expression()?))?)),
            },
            Some(_) => return None,
        })
    }
}
