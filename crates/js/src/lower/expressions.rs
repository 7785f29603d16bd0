//! Expressions.

use super::Result;
use super::control::Exit;
use super::function::FunctionLowerer;
use oxc_ast::ast::{
    Argument, ArrayExpression, ArrayExpressionElement, CallExpression, Expression,
    IdentifierReference, NewExpression, ObjectExpression, ObjectPropertyKind, PropertyKey,
    PropertyKind, TemplateLiteral,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{Const, FloatKind, Operand, Type, Unit};

/// The elements of an array literal or the arguments of a call: values, or an array as soon as the
/// number of values is not known.
#[derive(Default)]
struct List {
    values: Vec<Operand>,
    array: Option<Operand>,
}

impl<'a> FunctionLowerer<'_, 'a> {
    pub fn expression(&mut self, expression: &Expression) -> Result<Operand> {
        let span = expression.span();
        self.at(span);
        match expression {
            Expression::BooleanLiteral(it) => {
                let value = self.ssa.builder.constant(Const::Bool(it.value));
                Ok(self.any(value))
            }
            Expression::NullLiteral(_) => Ok(self.ssa.builder.constant(Const::Unit(Unit::Null))),
            Expression::NumericLiteral(it) => Ok(self.numeric(it.value)),
            Expression::StringLiteral(it) if it.lone_surrogates => self
                .context
                .unsupported(span, "an unpaired surrogate in a literal"),
            Expression::StringLiteral(it) => Ok(self.text(&it.value)),
            Expression::TemplateLiteral(it) => self.template(it),
            Expression::Identifier(it) => self.identifier(it),
            Expression::ArrayExpression(it) => self.array(it),
            Expression::ArrowFunctionExpression(it) => self.arrow(it, ""),
            Expression::AssignmentExpression(it) => self.assignment(it),
            Expression::BinaryExpression(it) => self.binary(it),
            Expression::CallExpression(it) => self.call(it),
            Expression::ConditionalExpression(it) => {
                let (then, otherwise) = (self.ssa.block(), self.ssa.block());
                let end = self.ssa.block();
                let result = self.ssa.temporary(Type::Any);
                self.condition(&it.test, then, otherwise)?;
                for (block, value) in [(then, &it.consequent), (otherwise, &it.alternate)] {
                    self.ssa.enter(block);
                    let value = self.expression(value)?;
                    self.ssa.set(result, value);
                    self.ssa.jump(end);
                }
                self.ssa.enter(end);
                Ok(self.ssa.get(result))
            }
            Expression::FunctionExpression(it) => {
                let name = it.id.as_ref().map_or("", |ident| ident.name.as_str());
                self.function(it, name)
            }
            Expression::LogicalExpression(it) => self.logical(it),
            Expression::NewExpression(it) => self.new_expression(it),
            Expression::ObjectExpression(it) => self.object(it),
            Expression::ParenthesizedExpression(it) => self.expression(&it.expression),
            Expression::SequenceExpression(it) => {
                let mut value = self.undefined();
                for expression in &it.expressions {
                    value = self.expression(expression)?;
                }
                Ok(value)
            }
            Expression::StaticMemberExpression(it) if !it.optional => {
                let object = self.expression(&it.object)?;
                let key = self.text(&it.property.name);
                self.at(span);
                self.throwing("js.get", vec![object, key])
            }
            Expression::ComputedMemberExpression(it) if !it.optional => {
                let object = self.expression(&it.object)?;
                let key = self.expression(&it.expression)?;
                self.at(span);
                self.throwing("js.get", vec![object, key])
            }
            Expression::ThisExpression(_) => Ok(self.this()),
            Expression::UnaryExpression(it) => self.unary(it),
            Expression::UpdateExpression(it) => self.update(it),
            Expression::RegExpLiteral(_) => self.context.unsupported(span, "a regular expression"),
            Expression::ClassExpression(_) => self.context.unsupported(span, "a class"),
            Expression::BigIntLiteral(_) => self.context.unsupported(span, "a BigInt"),
            Expression::ChainExpression(_) => self.context.unsupported(span, "`?.`"),
            Expression::TaggedTemplateExpression(_) => {
                self.context.unsupported(span, "a tagged template")
            }
            _ => self.context.unsupported(span, "this expression"),
        }
    }

    /// A number: a 32-bit integer if it is integral, in range and not -0.
    pub fn numeric(&mut self, value: f64) -> Operand {
        let integer = value as i32;
        let constant = match f64::from(integer).to_bits() == value.to_bits() {
            true => Const::Bits {
                width: 32,
                value: u128::from(integer as u32),
            },
            false => Const::Float(FloatKind::F64, u128::from(value.to_bits())),
        };
        let constant = self.ssa.builder.constant(constant);
        self.any(constant)
    }

    fn template(&mut self, template: &TemplateLiteral) -> Result<Operand> {
        let cooked = |at: usize| template.quasis[at].value.cooked.as_ref();
        if template
            .quasis
            .iter()
            .any(|it| it.lone_surrogates || it.value.cooked.is_none())
        {
            let what = "an unpaired surrogate in a literal";
            return self.context.unsupported(template.span, what);
        }
        let mut text = self.text(cooked(0).map_or("", |it| it.as_str()));
        for (at, expression) in template.expressions.iter().enumerate() {
            let value = self.expression(expression)?;
            self.at(template.span);
            let value = self.throwing("js.to_string", vec![value])?;
            let rest = self.text(cooked(at + 1).map_or("", |it| it.as_str()));
            for part in [value, rest] {
                let plus = oxc_syntax::operator::BinaryOperator::Addition;
                text = self.binary_values(plus, text, part, template.span)?;
            }
        }
        Ok(text)
    }

    /// The variable that a name refers to; `None` for a global.
    pub fn symbol_of(&self, ident: &IdentifierReference) -> Option<SymbolId> {
        let reference = ident.reference_id.get()?;
        self.context.scoping.get_reference(reference).symbol_id()
    }

    fn identifier(&mut self, ident: &IdentifierReference) -> Result<Operand> {
        let name = ident.name.as_str();
        if let Some(symbol) = self.symbol_of(ident) {
            let value = self.read(symbol);
            self.require_value(symbol, value, name);
            return Ok(value);
        }
        match name {
            "undefined" => Ok(self.undefined()),
            "NaN" => Ok(self.numeric(f64::NAN)),
            "Infinity" => Ok(self.numeric(f64::INFINITY)),
            "arguments" | "eval" | "require" | "module" | "exports" => {
                self.context.unsupported(ident.span, &format!("`{name}`"))
            }
            "sheaf" | "J$" => {
                let what = format!("`{name}` outside of calls of its functions");
                self.context.unsupported(ident.span, &what)
            }
            _ => {
                let name = self.text(name);
                self.throwing("js.get_global", vec![name])
            }
        }
    }

    /// Throws if a variable is not initialized yet.
    pub fn require_value(&mut self, symbol: SymbolId, value: Operand, name: &str) {
        if !self.is_lexical(symbol) {
            return;
        }
        let empty = self.is_empty(value);
        let (early, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.branch(empty, early, end);
        self.ssa.enter(early);
        let message = self.text(&format!("Cannot access '{name}' before initialization"));
        let error = self.pure("js.reference_error", vec![message], Type::Any);
        self.leave(Exit::Throw, Some(error));
        self.ssa.enter(end);
    }

    fn array(&mut self, array: &ArrayExpression) -> Result<Operand> {
        let mut list = List::default();
        for element in &array.elements {
            match element {
                ArrayExpressionElement::SpreadElement(it) => {
                    self.spread(&mut list, &it.argument, it.span)?;
                }
                ArrayExpressionElement::Elision(_) => {
                    let hole = self.ssa.builder.constant(Const::Unit(Unit::Empty));
                    self.append(&mut list, hole)?;
                }
                element => {
                    let value =
                        self.expression(element.as_expression().expect("the only other"))?;
                    self.append(&mut list, value)?;
                }
            }
        }
        Ok(self.array_of(list))
    }

    /// Adds a value to a list.
    fn append(&mut self, list: &mut List, value: Operand) -> Result<()> {
        match list.array {
            Some(array) => {
                self.pure("js.append", vec![array, value], Type::Any);
            }
            None => list.values.push(value),
        }
        Ok(())
    }

    /// Adds the elements of a value to a list.
    fn spread(&mut self, list: &mut List, argument: &Expression, span: Span) -> Result<()> {
        let value = self.expression(argument)?;
        self.at(span);
        let array = self.array_of(std::mem::take(list));
        list.array = Some(self.library_call("append", vec![array, value])?);
        Ok(())
    }

    fn array_of(&mut self, list: List) -> Operand {
        match list.array {
            Some(array) => array,
            None => self.pure("js.array", list.values, Type::Any),
        }
    }

    fn object(&mut self, object: &ObjectExpression) -> Result<Operand> {
        let result = self.pure("js.object", Vec::new(), Type::Any);
        for property in &object.properties {
            let property = match property {
                ObjectPropertyKind::ObjectProperty(property) => property,
                ObjectPropertyKind::SpreadProperty(it) => {
                    let value = self.expression(&it.argument)?;
                    self.at(it.span);
                    self.library_call("copy", vec![result, value])?;
                    continue;
                }
            };
            if property.kind != PropertyKind::Init {
                return self.context.unsupported(property.span, "an accessor");
            }
            let (key, name) = self.property_key(&property.key, property.span)?;
            if name == "__proto__" {
                return self.context.unsupported(property.span, "`__proto__`");
            }
            let value = self.named(&property.value, &name)?;
            self.at(property.span);
            self.throwing("js.define", vec![result, key, value])?;
        }
        Ok(result)
    }

    /// The key of a property, and its name if it is a literal.
    pub fn property_key(&mut self, key: &PropertyKey, span: Span) -> Result<(Operand, String)> {
        match key {
            PropertyKey::StaticIdentifier(it) => Ok((self.text(&it.name), it.name.to_string())),
            PropertyKey::StringLiteral(it) if !it.lone_surrogates => {
                Ok((self.text(&it.value), it.value.to_string()))
            }
            PropertyKey::PrivateIdentifier(_) => self.context.unsupported(span, "a private name"),
            key => {
                let expression = key.as_expression().expect("the only other kind");
                let key = self.expression(expression)?;
                Ok((key, String::new()))
            }
        }
    }

    /// The arguments of a call.
    pub fn arguments(&mut self, arguments: &[Argument]) -> Result<Vec<Operand>> {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            let Some(expression) = argument.as_expression() else {
                return self.context.unsupported(argument.span(), "`...`");
            };
            values.push(self.expression(expression)?);
        }
        Ok(values)
    }

    fn call(&mut self, it: &CallExpression) -> Result<Operand> {
        if it.optional {
            return self.context.unsupported(it.span, "`?.`");
        }
        if let Some(result) = self.harness_call(it)? {
            return Ok(result);
        }
        let (callee, this) = match it.callee.without_parentheses() {
            Expression::StaticMemberExpression(member) if !member.optional => {
                let object = self.expression(&member.object)?;
                let key = self.text(&member.property.name);
                self.at(member.span);
                (self.throwing("js.get", vec![object, key])?, object)
            }
            Expression::ComputedMemberExpression(member) if !member.optional => {
                let object = self.expression(&member.object)?;
                let key = self.expression(&member.expression)?;
                self.at(member.span);
                (self.throwing("js.get", vec![object, key])?, object)
            }
            callee => (self.expression(callee)?, self.undefined()),
        };
        let text = self.source_text(it.callee.span());
        let name = self.text(&text);
        let list = self.argument_list(&it.arguments)?;
        self.at(it.span);
        self.call_with(vec![name, callee, this], list)
    }

    /// A call of a value with a list of arguments; `args` are the name, the function and `this`.
    fn call_with(&mut self, mut args: Vec<Operand>, list: List) -> Result<Operand> {
        let Some(array) = list.array else {
            args.extend(list.values);
            return self.throwing("js.call", args);
        };
        let key = self.text("length");
        let length = self.throwing("js.get", vec![array, key])?;
        args.extend([array, length]);
        self.throwing("js.apply", args)
    }

    /// The arguments of a call that may contain `...`.
    fn argument_list(&mut self, arguments: &[Argument]) -> Result<List> {
        let mut list = List::default();
        for argument in arguments {
            match argument {
                Argument::SpreadElement(it) => self.spread(&mut list, &it.argument, it.span)?,
                argument => {
                    let value =
                        self.expression(argument.as_expression().expect("the only other"))?;
                    self.append(&mut list, value)?;
                }
            }
        }
        Ok(list)
    }

    pub fn source_text(&self, span: Span) -> String {
        self.context.source[span.start as usize..span.end as usize].to_string()
    }

    fn new_expression(&mut self, it: &NewExpression) -> Result<Operand> {
        let callee = self.expression(&it.callee)?;
        let list = self.argument_list(&it.arguments)?;
        let text = self.source_text(it.callee.span());
        let name = self.text(&text);
        self.at(it.span);
        let object = self.throwing("js.create", vec![name, callee])?;
        let result = self.call_with(vec![name, callee, object], list)?;
        Ok(self.pure("js.created", vec![object, result], Type::Any))
    }
}
