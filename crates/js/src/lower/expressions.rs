//! Expressions.

use super::control::{CHOICE, Exit};
use super::function::{FunctionLowerer, Role};
use super::modules::{absolute, folder_of};
use super::{Result, ScriptKind};
use crate::modules::{Required, required_name};
use oxc_ast::ast::{
    Argument, ArrayExpression, ArrayExpressionElement, CallExpression, Expression,
    IdentifierReference, NewExpression, ObjectExpression, ObjectProperty, ObjectPropertyKind,
    PropertyKey, PropertyKind, TaggedTemplateExpression, TemplateLiteral,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{Const, FloatKind, Operand, Type, Unit};

/// The elements of an array literal or the arguments of a call: values, or an array as soon as the
/// number of values is not known.
#[derive(Default)]
pub struct List {
    pub values: Vec<Operand>,
    pub array: Option<Operand>,
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
            Expression::StringLiteral(it) if it.lone_surrogates => {
                let units = Const::Str(units_of(&it.value).into());
                let text = self.ssa.builder.constant(units);
                Ok(self.any(text))
            }
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
                self.condition(&it.test, it.test.span(), CHOICE, [then, otherwise])?;
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
            Expression::StaticMemberExpression(_) | Expression::ComputedMemberExpression(_) => {
                Ok(self.member(expression)?.0)
            }
            Expression::PrivateFieldExpression(_) => Ok(self.member(expression)?.0),
            Expression::PrivateInExpression(it) => {
                let key = self.private(&it.left)?;
                let object = self.expression(&it.right)?;
                self.at(span);
                let name = self.text(&it.left.name);
                self.throwing("js.private_in", vec![object, key, name])
            }
            Expression::ChainExpression(it) => self.chain(&it.expression),
            Expression::NewTarget(_) => Ok(self.new_target(span)),
            Expression::ClassExpression(it) => self.class(it, ""),
            Expression::TaggedTemplateExpression(it) => self.tagged_template(it),
            Expression::ThisExpression(_) => self.this(),
            Expression::YieldExpression(it) => self.yield_expression(it),
            Expression::AwaitExpression(it) => {
                let value = self.expression(&it.argument)?;
                self.at(span);
                Ok(self.awaited(value, span))
            }
            Expression::UnaryExpression(it) => self.unary(it),
            Expression::UpdateExpression(it) => self.update(it),
            Expression::RegExpLiteral(it) => {
                let flags = it.regex.flags.to_string();
                let (pattern, flags) = (self.text(&it.regex.pattern.text), self.text(&flags));
                self.library_call("regexp", vec![pattern, flags])
            }
            Expression::BigIntLiteral(it) => match it.value.parse() {
                Ok(value) => {
                    let constant = self.ssa.builder.constant(Const::Int(value));
                    Ok(self.any(constant))
                }
                Err(_) => Ok(self.unsupported(span, "this BigInt")),
            },
            Expression::ImportExpression(it) => self.import_expression(it),
            Expression::ImportMeta(_) => self.import_meta(),
            _ => Ok(self.unsupported(span, "this expression")),
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
            return Ok(self.unsupported(template.span, what));
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
        let reference = self.context.scoping.get_reference(reference);
        let symbol = reference.symbol_id()?;
        if ident.name == "arguments" && self.hides_arguments(reference.scope_id(), symbol) {
            return None;
        }
        let (evaluated, symbol) = (
            self.context.evaluated,
            self.context.evaluated.variable(symbol),
        );
        (!evaluated.globals.contains_key(&symbol)).then_some(symbol)
    }

    fn identifier(&mut self, ident: &IdentifierReference) -> Result<Operand> {
        Ok(self.identifier_and_object(ident)?.0)
    }

    /// The value of a name, and the object of a `with` statement that has it, or undefined.
    pub fn identifier_and_object(
        &mut self,
        ident: &IdentifierReference,
    ) -> Result<(Operand, Operand)> {
        let object = self.with_object(ident)?;
        if let Some(symbol) = self.late_variable(ident) {
            let value = match object {
                Some(_) => self.unsupported(ident.span, LATE_IN_WITH),
                None => self.late_value(symbol, |this| this.variable_or_global(ident))?,
            };
            return Ok((value, self.undefined()));
        }
        match object {
            Some(object) => {
                let outside = |this: &mut Self| this.variable_or_global(ident);
                Ok((self.value_in(object, &ident.name, outside)?, object))
            }
            None => Ok((self.variable_or_global(ident)?, self.undefined())),
        }
    }

    /// The value of a name, `with` statements apart.
    pub fn variable_or_global(&mut self, ident: &IdentifierReference) -> Result<Operand> {
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
            "arguments" => self.arguments_value(ident.span),
            "module" | "exports" | "__filename" | "__dirname" => self.of_module(ident),
            "require" if self.context.kind != ScriptKind::Evaluated => {
                Ok(self.unsupported(ident.span, "`require`"))
            }
            "sheaf" | "J$" => {
                let what = format!("`{name}` outside of calls of its functions");
                Ok(self.unsupported(ident.span, &what))
            }
            // What a program assigns to these names does not change the library.
            _ if self.context.is_library && name.ends_with("Error") => {
                let name = self.text(name);
                self.throwing("js.built_in", vec![name])
            }
            _ => {
                let name = self.text(name);
                self.throwing("js.get_global", vec![name])
            }
        }
    }

    /// Whether a variable may be read here before it is initialized.
    pub fn may_lack_value(&self, symbol: SymbolId) -> bool {
        self.is_lexical(symbol) && !self.declared.contains(&symbol)
    }

    /// Throws if a variable is not initialized yet.
    pub fn require_value(&mut self, symbol: SymbolId, value: Operand, name: &str) {
        if !self.may_lack_value(symbol) {
            return;
        }
        let empty = self.is_empty(value);
        let (early, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.branch_within(empty, early, end);
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
                    let message = self.not_iterable(&it.argument);
                    self.spread(&mut list, &it.argument, it.span, "append", Some(message))?;
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

    /// Adds the elements of a value to a list by a function of the library, which gets a text for
    /// the message if there are none.
    fn spread(
        &mut self,
        list: &mut List,
        argument: &Expression,
        span: Span,
        append: &str,
        text: Option<String>,
    ) -> Result<()> {
        let value = self.expression(argument)?;
        self.at(span);
        let array = self.array_of(std::mem::take(list));
        let mut args = vec![array, value];
        args.extend(text.map(|text| self.text(&text)));
        list.array = Some(self.library_call(append, args)?);
        Ok(())
    }

    pub fn array_of(&mut self, list: List) -> Operand {
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
            let (key, name) = self.property_key(&property.key, property.span)?;
            let key = match property.computed {
                true => self.key(key, &name)?,
                false => key,
            };
            if property.kind != PropertyKind::Init {
                self.literal_accessor(property, result, key, &name)?;
                continue;
            }
            let plain = !property.computed && !property.shorthand && !property.method;
            if name == "__proto__" && plain {
                let value = self.expression(&property.value)?;
                self.library_call("literalPrototype", vec![result, value])?;
                continue;
            }
            let value = match &property.value {
                Expression::FunctionExpression(it) if property.method => {
                    let method = self.function_in_role(it, &name, Role::Method, property.span)?;
                    self.method_of_literal(method, it.span, result);
                    method
                }
                value => self.named(value, &name)?,
            };
            self.at(property.span);
            if name.is_empty() && is_anonymous(&property.value) {
                let prefix = self.text("");
                self.pure("js.name_function", vec![value, key, prefix], Type::Any);
            }
            self.throwing("js.define", vec![result, key, value])?;
        }
        Ok(result)
    }

    /// Gives a method of a literal what `super` needs.
    fn method_of_literal(&mut self, method: Operand, span: Span, object: Operand) {
        if self.context.mentions(span, "super") {
            self.set_home(method, object);
        }
    }

    fn literal_accessor(
        &mut self,
        property: &ObjectProperty,
        object: Operand,
        key: Operand,
        name: &str,
    ) -> Result<()> {
        let is_setter = property.kind == PropertyKind::Set;
        let prefix = if is_setter { "set " } else { "get " };
        let Expression::FunctionExpression(function) = &property.value else {
            self.unsupported(property.span, "this accessor");
            return Ok(());
        };
        let full = format!("{prefix}{name}");
        let closure = self.function_in_role(function, &full, Role::Method, property.span)?;
        self.method_of_literal(closure, function.span, object);
        self.at(property.span);
        if name.is_empty() {
            let prefix = self.text(prefix);
            self.pure("js.name_function", vec![closure, key, prefix], Type::Any);
        }
        // Enumerable and configurable.
        let attributes = self.ssa.builder.bits(32, 6);
        let is_setter = self.ssa.builder.constant(Const::Bool(is_setter));
        let args = vec![object, key, attributes, closure, is_setter];
        self.throwing("js.add_accessor", args).map(drop)
    }

    /// A computed key as a string, symbol or number: it is converted once.
    pub fn key(&mut self, key: Operand, name: &str) -> Result<Operand> {
        match name.is_empty() {
            true => self.throwing("js.to_key", vec![key]),
            false => Ok(key),
        }
    }

    /// The key of a property, and its name if it is a literal.
    pub fn property_key(&mut self, key: &PropertyKey, span: Span) -> Result<(Operand, String)> {
        match key {
            PropertyKey::NumericLiteral(it) => {
                let key = self.numeric(it.value);
                Ok((key, number_name(it.value)))
            }
            PropertyKey::StaticIdentifier(it) => Ok((self.text(&it.name), it.name.to_string())),
            PropertyKey::StringLiteral(it) if !it.lone_surrogates => {
                Ok((self.text(&it.value), it.value.to_string()))
            }
            PropertyKey::PrivateIdentifier(_) => {
                Ok((self.unsupported(span, "a private name"), String::new()))
            }
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
                let value = self.unsupported(argument.span(), "`...`");
                values.push(value);
                continue;
            };
            values.push(self.expression(expression)?);
        }
        Ok(values)
    }

    pub fn call(&mut self, it: &CallExpression) -> Result<Operand> {
        if let Some(result) = self.harness_call(it)? {
            return Ok(result);
        }
        if matches!(it.callee, Expression::Super(_)) {
            return self.super_call(it);
        }
        if let Expression::Identifier(ident) = &it.callee
            && ident.name == "eval"
            && self.symbol_of(ident).is_none()
        {
            return self.direct_eval(it, ident);
        }
        if let Some(result) = self.required(it)? {
            return Ok(result);
        }
        let (callee, this) = self.member(&it.callee)?;
        self.stop_if_nothing(it.optional, callee);
        let text = self.shown(&it.callee);
        let name = self.text(&text);
        let list = self.argument_list(&it.arguments)?;
        match &it.callee {
            Expression::StaticMemberExpression(member) => {
                self.at_member(it.span, member.property.span);
            }
            _ => self.at(it.span),
        }
        self.call_with(vec![name, callee, this], list)
    }

    /// A name that each module has for itself.
    fn of_module(&mut self, ident: &IdentifierReference) -> Result<Operand> {
        let ScriptKind::Module(number) = self.context.kind else {
            let name = self.text(&ident.name);
            return self.throwing("js.get_global", vec![name]);
        };
        let path = absolute(&self.context.file_name);
        let number = self.numeric(f64::from(number));
        match ident.name.as_str() {
            "module" => self.library_call("moduleObject", vec![number]),
            "exports" => self.library_call("moduleExports", vec![number]),
            "__filename" => Ok(self.text(&path)),
            _ => Ok(self.text(&folder_of(&path))),
        }
    }

    /// A call of `require`, if it is one.
    fn required(&mut self, it: &CallExpression) -> Result<Option<Operand>> {
        match &it.callee {
            Expression::Identifier(ident)
                if ident.name == "require"
                    && self.symbol_of(ident).is_none()
                    && self.context.kind != ScriptKind::Evaluated => {}
            _ => return Ok(None),
        }
        self.at(it.span);
        if matches!(self.context.kind, ScriptKind::EsModule(_)) {
            let what = self.text("`require` in an ES module");
            return self.throwing("js.unmodelled", vec![what]).map(Some);
        }
        let Some(name) = required_name(it) else {
            let what = self.text("`require` of a name that is computed");
            return self.throwing("js.unmodelled", vec![what]).map(Some);
        };
        self.require_module(name).map(Some)
    }

    /// What a CommonJS module exports.
    pub fn require_module(&mut self, name: &str) -> Result<Operand> {
        match self.context.required.get(name) {
            Some(Required::Module(number)) => {
                let number = self.numeric(f64::from(*number));
                self.library_call("requireModule", vec![number])
            }
            Some(Required::BuiltIn) => {
                let name = self.text(name);
                self.library_call("nodeModule", vec![name])
            }
            _ => {
                let name = self.text(name);
                self.library_call("missingModule", vec![name])
            }
        }
    }

    fn tagged_template(&mut self, it: &TaggedTemplateExpression) -> Result<Operand> {
        let (callee, this) = self.member(&it.tag)?;
        let site = self.context.private_count;
        self.context.private_count += 1;
        let (mut cooked, mut raw) = (Vec::new(), Vec::new());
        for quasi in &it.quasi.quasis {
            if quasi.lone_surrogates {
                let what = "an unpaired surrogate in a literal";
                return Ok(self.unsupported(it.span, what));
            }
            let value = match &quasi.value.cooked {
                Some(cooked) => self.text(cooked),
                None => self.undefined(),
            };
            cooked.push(value);
            raw.push(self.text(&quasi.value.raw));
        }
        let cooked = self.pure("js.array", cooked, Type::Any);
        let raw = self.pure("js.array", raw, Type::Any);
        let site = self.numeric(f64::from(site));
        self.at(it.span);
        let strings = self.library_call("templateObject", vec![site, cooked, raw])?;
        let mut list = List {
            values: vec![strings],
            ..List::default()
        };
        for expression in &it.quasi.expressions {
            let value = self.expression(expression)?;
            self.append(&mut list, value)?;
        }
        let text = self.shown(&it.tag);
        let name = self.text(&text);
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
    pub fn argument_list(&mut self, arguments: &[Argument]) -> Result<List> {
        let mut list = List::default();
        for (at, argument) in arguments.iter().enumerate() {
            match argument {
                Argument::SpreadElement(it) if at + 1 == arguments.len() => {
                    let shown = self.shown(&it.argument);
                    self.spread(&mut list, &it.argument, it.span, "appendLast", Some(shown))?;
                }
                Argument::SpreadElement(it) => {
                    self.spread(&mut list, &it.argument, it.span, "append", None)?;
                }
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
        let text = self.shown(&it.callee);
        let name = self.text(&text);
        self.at(it.span);
        self.construct(name, callee, callee, list)
    }

    /// Calls a constructor, with a text for the user and `new.target`.
    pub fn construct(
        &mut self,
        name: Operand,
        callee: Operand,
        target: Operand,
        list: List,
    ) -> Result<Operand> {
        let object = self.throwing("js.create", vec![name, callee, target])?;
        let mut args = vec![name, callee, object, target];
        let result = match list.array {
            None => {
                args.extend(list.values);
                self.throwing("js.construct", args)?
            }
            Some(array) => {
                let key = self.text("length");
                let length = self.throwing("js.get", vec![array, key])?;
                args.extend([array, length]);
                self.throwing("js.construct_apply", args)?
            }
        };
        Ok(self.pure("js.created", vec![object, result], Type::Any))
    }
}

/// Why a name is not supported.
pub const LATE_IN_WITH: &str = "a variable that `eval` declares, in `with`";

/// Whether an expression is a function or class without a name.
pub fn is_anonymous(expression: &Expression) -> bool {
    match expression {
        Expression::FunctionExpression(it) => it.id.is_none(),
        Expression::ArrowFunctionExpression(_) => true,
        Expression::ClassExpression(it) => it.id.is_none(),
        Expression::ParenthesizedExpression(it) => is_anonymous(&it.expression),
        _ => false,
    }
}

/// The name of a function whose key is a number that is an integer.
fn number_name(value: f64) -> String {
    match value.fract() == 0.0 && value.abs() < 1e21 {
        true => format!("{value}"),
        false => String::new(),
    }
}

/// The units of a literal with surrogates without partner, which the parser writes as U+FFFD and
/// four hexadecimal digits.
fn units_of(escaped: &str) -> Vec<u16> {
    let mut parts = escaped.split('\u{fffd}');
    let mut units: Vec<u16> = parts.next().unwrap_or_default().encode_utf16().collect();
    for part in parts {
        let (digits, rest) = part.split_at_checked(4).unwrap_or((part, ""));
        units.push(u16::from_str_radix(digits, 16).unwrap_or(0xfffd));
        units.extend(rest.encode_utf16());
    }
    units
}
