//! Assignments.

use super::control::Exit;
use super::expressions::LATE_IN_WITH;
use super::function::FunctionLowerer;
use super::hidden::Hidden;
use super::patterns::Origin;
use super::{Result, ScriptKind};
use oxc_ast::ast::{
    ArrayAssignmentTarget, AssignmentExpression, AssignmentTarget, AssignmentTargetMaybeDefault,
    AssignmentTargetPattern, AssignmentTargetProperty, ComputedMemberExpression, Expression,
    IdentifierReference, ObjectAssignmentTarget, SimpleAssignmentTarget, StaticMemberExpression,
    UpdateExpression,
};
use oxc_span::{GetSpan, Span};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, LogicalOperator};
use oxc_syntax::symbol::{SymbolFlags, SymbolId};
use sheaf_ir::{Const, Operand, Type};

/// The target of an assignment.
enum Place {
    Variable(SymbolId, String),
    Global(String),
    Property(Operand, Operand),
    /// The `arguments` of the function.
    Arguments,
    /// The variable `exports` of a module.
    Exports,
    /// `this` and the key of a property of `super`.
    Super(Operand, Operand),
    /// An object, the key of a private name, and that name.
    Private(Operand, Operand, Operand),
    /// A variable that the object of a `with` statement may have: that object or undefined.
    With {
        object: Operand,
        name: String,
        outside: Box<Place>,
    },
    /// A variable that a text of `eval` may have created: its value or `Empty`.
    Late {
        value: Operand,
        symbol: SymbolId,
        name: String,
        outside: Box<Place>,
    },
    /// What is not supported: the path has ended.
    Value(Operand),
}

impl FunctionLowerer<'_, '_> {
    pub fn assignment(&mut self, it: &AssignmentExpression) -> Result<Operand> {
        if let Some(pattern) = it.left.as_assignment_target_pattern() {
            let value = self.expression(&it.right)?;
            let origin = self.origin(&it.right, false);
            self.assign_pattern(pattern, value, &origin)?;
            return Ok(value);
        }
        let mut place = self.target(&it.left)?;
        if let AssignmentTarget::ComputedMemberExpression(member) = &it.left
            && it.operator != AssignmentOperator::Assign
        {
            self.convert_key(&mut place, member)?;
        }
        if let Some(operator) = it.operator.to_logical_operator() {
            return self.logical_assignment(it, operator, &place);
        }
        let value = match it.operator.to_binary_operator() {
            None => self.value_for(&place, it)?,
            Some(binary) => {
                let old = self.load(&place, it.span)?;
                let right = self.expression(&it.right)?;
                self.at(it.span);
                self.binary_values(binary, old, right, it.span)?
            }
        };
        self.at(it.span);
        self.store(&place, value)?;
        Ok(value)
    }

    /// `a &&= b`, `a ||= b` and `a ??= b`
    fn logical_assignment(
        &mut self,
        it: &AssignmentExpression,
        operator: LogicalOperator,
        place: &Place,
    ) -> Result<Operand> {
        let old = self.load(place, it.span)?;
        let result = self.ssa.temporary(Type::Any);
        let (other, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.set(result, old);
        self.at(self.between(it.left.span(), it.right.span(), it.operator.as_str()));
        self.short_circuit(operator, old, [other, end]);
        self.ssa.enter(other);
        let value = self.value_for(place, it)?;
        self.at(it.span);
        self.store(place, value)?;
        self.ssa.set(result, value);
        self.ssa.jump(end);
        self.ssa.enter(end);
        Ok(self.ssa.get(result))
    }

    /// The value that is assigned: an anonymous function gets the name of a variable, unless that
    /// is in parentheses.
    fn value_for(&mut self, place: &Place, it: &AssignmentExpression) -> Result<Operand> {
        match place {
            Place::Variable(_, name)
            | Place::Global(name)
            | Place::With { name, .. }
            | Place::Late { name, .. }
                if it.left.span().start == it.span.start =>
            {
                self.named(&it.right, name)
            }
            _ => self.expression(&it.right),
        }
    }

    /// Converts the key of a member that is read and written, once.
    fn convert_key(&mut self, place: &mut Place, member: &ComputedMemberExpression) -> Result<()> {
        if member.expression.is_literal() {
            return Ok(());
        }
        self.at(member.span);
        match place {
            Place::Property(object, key) => {
                *key = self.throwing("js.to_key", vec![*key, *object])?;
            }
            Place::Super(_, key) => *key = self.throwing("js.to_key", vec![*key])?,
            _ => {}
        }
        Ok(())
    }

    /// Assigns the parts of a value to the targets of a pattern.
    fn assign_pattern(
        &mut self,
        pattern: &AssignmentTargetPattern,
        value: Operand,
        origin: &Origin,
    ) -> Result<()> {
        match pattern {
            AssignmentTargetPattern::ArrayAssignmentTarget(array) => {
                self.assign_array(array, value, origin)
            }
            AssignmentTargetPattern::ObjectAssignmentTarget(object) => {
                self.assign_object(object, value, origin)
            }
        }
    }

    fn assign_array(
        &mut self,
        array: &ArrayAssignmentTarget,
        value: Operand,
        origin: &Origin,
    ) -> Result<()> {
        self.at(array.span);
        let mut elements = array.elements.iter().flatten();
        let rest = array.rest.as_ref().map(|rest| &rest.target);
        let in_with = !self.context.withs.is_empty();
        if elements.all(|it| self.is_private_target(it))
            && rest.is_none()
            && !in_with
            && !self.is_guarded()
        {
            let list = self.taken(value, array.elements.len(), origin)?;
            for (at, element) in array.elements.iter().enumerate() {
                let value = self.next_element(list, at)?;
                if let Some(element) = element {
                    self.assign_or_default(element, |_| Ok(value))?;
                }
            }
            return Ok(());
        }
        self.element_by_element(value, array.span, origin, |this, source| {
            for (at, element) in array.elements.iter().enumerate() {
                let next = |this: &mut Self| this.next_element(source, at);
                match element {
                    Some(element) => this.assign_or_default(element, next)?,
                    None => next(this).map(drop)?,
                }
            }
            match rest {
                Some(target) => this.assign_with(target, |this| {
                    this.other_elements(source, array.elements.len())
                }),
                None => Ok(()),
            }
        })
    }

    /// Whether an element of a pattern is a variable without a default value, which no other code
    /// sees and which can be set.
    fn is_private_target(&self, target: &AssignmentTargetMaybeDefault) -> bool {
        let target = target.as_assignment_target();
        let Some(AssignmentTarget::AssignmentTargetIdentifier(ident)) = target else {
            return false;
        };
        self.late_variable(ident).is_none()
            && self.symbol_of(ident).is_some_and(|symbol| {
                let flags = self.context.scoping.symbol_flags(symbol);
                let fixed = SymbolFlags::ConstVariable | SymbolFlags::FunctionExpression;
                self.is_private(symbol)
                    && !flags.intersects(fixed)
                    && !self.context.class_names.contains(&symbol)
                    && !self.may_lack_value(symbol)
            })
    }

    fn assign_object(
        &mut self,
        object: &ObjectAssignmentTarget,
        value: Operand,
        origin: &Origin,
    ) -> Result<()> {
        self.at(object.span);
        let key = match object.properties.first() {
            Some(AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(it)) => {
                Some(it.binding.name.to_string())
            }
            Some(AssignmentTargetProperty::AssignmentTargetPropertyProperty(it))
                if !it.computed =>
            {
                it.name.static_name().map(|name| name.to_string())
            }
            _ => None,
        };
        self.require_object(value, key.as_deref(), origin)?;
        let mut keys = Vec::new();
        for property in &object.properties {
            match property {
                AssignmentTargetProperty::AssignmentTargetPropertyIdentifier(it) => {
                    let key = self.text(&it.binding.name);
                    keys.push(key);
                    self.at(it.span);
                    let place = self.variable(&it.binding)?;
                    let mut member = self.taken_member(value, key, it.init.is_some())?;
                    if let Some(initializer) = &it.init {
                        member = self.or_default(member, initializer, &it.binding.name)?;
                    }
                    self.store(&place, member)?;
                }
                AssignmentTargetProperty::AssignmentTargetPropertyProperty(it) => {
                    let (key, name) = self.property_key(&it.name, it.span)?;
                    let key = self.key(key, &name)?;
                    keys.push(key);
                    self.at(it.span);
                    let has_default = matches!(
                        it.binding,
                        AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(_)
                    );
                    self.assign_or_default(&it.binding, |this| {
                        this.taken_member(value, key, has_default)
                    })?;
                }
            }
        }
        if let Some(rest) = &object.rest {
            let keys = self.pure("js.array", keys, Type::Any);
            self.assign_with(&rest.target, |this| {
                this.library_call("restOf", vec![value, keys])
            })?;
        }
        Ok(())
    }

    /// Assigns what `value` computes, or the value of an initializer.
    fn assign_or_default(
        &mut self,
        target: &AssignmentTargetMaybeDefault,
        value: impl FnOnce(&mut Self) -> Result<Operand>,
    ) -> Result<()> {
        match target {
            AssignmentTargetMaybeDefault::AssignmentTargetWithDefault(it) => {
                let name = match &it.binding {
                    AssignmentTarget::AssignmentTargetIdentifier(ident)
                        if ident.span.start == it.span.start =>
                    {
                        ident.name.as_str()
                    }
                    _ => "",
                };
                self.assign_with(&it.binding, |this| {
                    let value = value(this)?;
                    this.or_default(value, &it.init, name)
                })
            }
            target => {
                let target = target.as_assignment_target().expect("the only other");
                self.assign_with(target, value)
            }
        }
    }

    /// Assigns what `value` computes, after the parts of the target are evaluated.
    fn assign_with(
        &mut self,
        target: &AssignmentTarget,
        value: impl FnOnce(&mut Self) -> Result<Operand>,
    ) -> Result<()> {
        if let Some(pattern) = target.as_assignment_target_pattern() {
            let value = value(self)?;
            return self.assign_pattern(pattern, value, &Origin::Part);
        }
        let place = self.target(target)?;
        let value = value(self)?;
        self.at(target.span());
        self.store(&place, value)
    }

    /// Assigns a value to a target.
    pub fn assign(&mut self, target: &AssignmentTarget, value: Operand) -> Result<()> {
        self.assign_with(target, |_| Ok(value))
    }

    fn target(&mut self, target: &AssignmentTarget) -> Result<Place> {
        Ok(match target {
            AssignmentTarget::AssignmentTargetIdentifier(ident) => self.variable(ident)?,
            AssignmentTarget::PrivateFieldExpression(member) => {
                let object = self.expression(&member.object)?;
                let (key, name) = (self.private(&member.field)?, self.text(&member.field.name));
                Place::Private(object, key, name)
            }
            AssignmentTarget::StaticMemberExpression(member) => self.static_place(member)?,
            AssignmentTarget::ComputedMemberExpression(member) => self.computed_place(member)?,
            other => Place::Value(self.unsupported(other.span(), "this target")),
        })
    }

    fn static_place(&mut self, member: &StaticMemberExpression) -> Result<Place> {
        if let Expression::Super(_) = member.object {
            let this = self.this()?;
            return Ok(Place::Super(this, self.text(&member.property.name)));
        }
        let object = self.expression(&member.object)?;
        Ok(Place::Property(object, self.text(&member.property.name)))
    }

    fn computed_place(&mut self, member: &ComputedMemberExpression) -> Result<Place> {
        if let Expression::Super(_) = member.object {
            let this = self.this()?;
            return Ok(Place::Super(this, self.expression(&member.expression)?));
        }
        let object = self.expression(&member.object)?;
        Ok(Place::Property(
            object,
            self.expression(&member.expression)?,
        ))
    }

    pub fn update(&mut self, it: &UpdateExpression) -> Result<Operand> {
        let mut place = match &it.argument {
            SimpleAssignmentTarget::AssignmentTargetIdentifier(ident) => self.variable(ident)?,
            SimpleAssignmentTarget::PrivateFieldExpression(member) => {
                let object = self.expression(&member.object)?;
                let (key, name) = (self.private(&member.field)?, self.text(&member.field.name));
                Place::Private(object, key, name)
            }
            SimpleAssignmentTarget::StaticMemberExpression(member) => self.static_place(member)?,
            SimpleAssignmentTarget::ComputedMemberExpression(member) => {
                self.computed_place(member)?
            }
            other => Place::Value(self.unsupported(other.span(), "this target")),
        };
        if let SimpleAssignmentTarget::ComputedMemberExpression(member) = &it.argument {
            self.convert_key(&mut place, member)?;
        }
        let value = self.load(&place, it.span)?;
        self.at(it.span);
        let is_implicit = self.undefined();
        let old = self.throwing("js.to_number", vec![value, is_implicit])?;
        let one = match self.context.has_big {
            true => self.pure("js.one_like", vec![old], Type::Any),
            false => self.numeric(1.0),
        };
        let operator = match it.operator {
            oxc_syntax::operator::UpdateOperator::Increment => BinaryOperator::Addition,
            oxc_syntax::operator::UpdateOperator::Decrement => BinaryOperator::Subtraction,
        };
        let new = self.binary_values(operator, old, one, it.span)?;
        self.store(&place, new)?;
        Ok(if it.prefix { new } else { old })
    }

    fn variable(&mut self, ident: &IdentifierReference) -> Result<Place> {
        let object = self.with_object(ident)?;
        let outside = self.variable_outside(ident)?;
        if let Some(symbol) = self.late_variable(ident) {
            return Ok(match object {
                Some(_) => Place::Value(self.unsupported(ident.span, LATE_IN_WITH)),
                None => Place::Late {
                    value: self.read(symbol),
                    symbol,
                    name: ident.name.to_string(),
                    outside: Box::new(outside),
                },
            });
        }
        Ok(match object {
            Some(object) => Place::With {
                object,
                name: ident.name.to_string(),
                outside: Box::new(outside),
            },
            None => outside,
        })
    }

    /// What a name means, `with` statements apart.
    fn variable_outside(&mut self, ident: &IdentifierReference) -> Result<Place> {
        let name = ident.name.to_string();
        Ok(match self.symbol_of(ident) {
            Some(symbol) => Place::Variable(symbol, name),
            None if name == "exports" && matches!(self.context.kind, ScriptKind::Module(_)) => {
                Place::Exports
            }
            None if name == "arguments" && self.has_arguments() => Place::Arguments,
            None if matches!(&*name, "sheaf" | "J$") => {
                let what = format!("assigning to `{name}`");
                Place::Value(self.unsupported(ident.span, &what))
            }
            None => Place::Global(name),
        })
    }

    /// The number of the current module, as a value.
    fn module_number(&mut self) -> Operand {
        match self.context.kind {
            ScriptKind::Module(number) => self.numeric(f64::from(number)),
            _ => self.undefined(),
        }
    }

    fn load(&mut self, place: &Place, span: Span) -> Result<Operand> {
        self.at(span);
        match place {
            Place::Variable(symbol, name) => {
                let value = self.read(*symbol);
                self.require_value(*symbol, value, name);
                Ok(value)
            }
            Place::Global(name) => {
                let name = self.text(name);
                self.throwing("js.get_global", vec![name])
            }
            Place::Property(object, key) => self.throwing("js.get", vec![*object, *key]),
            Place::Super(_, key) => self.super_member(*key),
            Place::Arguments => self.arguments_value(span),
            Place::Exports => {
                let number = self.module_number();
                self.library_call("moduleExports", vec![number])
            }
            Place::Private(object, key, name) => {
                self.throwing("js.private_get", vec![*object, *key, *name])
            }
            Place::With {
                object,
                name,
                outside,
            } => self.value_in(*object, name, |this| this.load(outside, span)),
            Place::Late {
                symbol, outside, ..
            } => self.late_value(*symbol, |this| this.load(outside, span)),
            Place::Value(value) => Ok(*value),
        }
    }

    fn store(&mut self, place: &Place, value: Operand) -> Result<()> {
        match place {
            Place::Variable(symbol, name) => {
                if self.may_lack_value(*symbol) {
                    let old = self.read(*symbol);
                    self.require_value(*symbol, old, name);
                }
                let flags = self.context.scoping.symbol_flags(*symbol);
                let is_itself = flags.contains(SymbolFlags::FunctionExpression);
                if flags.is_const_variable()
                    || flags.contains(SymbolFlags::Import)
                    || self.context.class_names.contains(symbol)
                    || is_itself && self.strict
                {
                    let message = self.text("Assignment to constant variable.");
                    let error = self.pure("js.type_error", vec![message], Type::Any);
                    self.leave(Exit::Throw, Some(error));
                } else if self.context.captured.is_read_by_class(*symbol) {
                    // The code of the class would still read the class.
                    let what = self.text("assigning to the name of a class that its code uses");
                    self.throwing("js.unmodelled", vec![what])?;
                } else if !is_itself {
                    self.write(*symbol, value)?;
                }
                Ok(())
            }
            Place::Global(name) => {
                let name = self.text(name);
                let function = if self.strict {
                    "js.assign_global"
                } else {
                    "js.set_global"
                };
                self.throwing(function, vec![name, value]).map(drop)
            }
            Place::Property(object, key) => {
                let function = if self.strict { "js.set" } else { "js.put" };
                self.throwing(function, vec![*object, *key, value])
                    .map(drop)
            }
            Place::Super(this, key) => {
                let (home, strict) = (self.home(), self.strict);
                let strict = self.ssa.builder.constant(Const::Bool(strict));
                let strict = self.any(strict);
                let args = vec![*this, *key, value, home, strict];
                self.library_call("superSet", args).map(drop)
            }
            Place::Arguments => {
                self.set_hidden(Hidden::Arguments, value);
                Ok(())
            }
            Place::Exports => {
                let number = self.module_number();
                self.library_call("setExports", vec![number, value])
                    .map(drop)
            }
            Place::Private(object, key, name) => self
                .throwing("js.private_set", vec![*object, *key, *name, value])
                .map(drop),
            Place::With {
                object,
                name,
                outside,
            } => self.set_in(*object, name, value, |this| this.store(outside, value)),
            Place::Late {
                value: before,
                symbol,
                outside,
                ..
            } => {
                let missing = self.is_empty(*before);
                let inside = |this: &mut Self| this.write(*symbol, value);
                self.unless(missing, inside, |this| this.store(outside, value))
            }
            Place::Value(_) => Ok(()),
        }
    }

    fn delete_super(&mut self) -> Result<Operand> {
        self.this()?;
        let message = self.text("Unsupported reference to 'super'");
        let error = self.pure("js.reference_error", vec![message], Type::Any);
        self.leave(Exit::Throw, Some(error));
        Ok(self.undefined())
    }

    fn delete_variable(&mut self, ident: &IdentifierReference) -> Result<Operand> {
        let known = self.symbol_of(ident);
        let is_own = known.is_some_and(|it| self.context.evaluated.deletable.contains(&it));
        if is_own || self.late_variable(ident).is_some() {
            let what = "deleting a variable that `eval` declares";
            return Ok(self.unsupported(ident.span, what));
        }
        let outside = |this: &mut Self| match this.symbol_of(ident) {
            Some(_) => {
                let deleted = this.ssa.builder.constant(Const::Bool(false));
                Ok(this.any(deleted))
            }
            None => {
                let name = this.text(&ident.name);
                this.throwing("js.delete_global", vec![name])
            }
        };
        let Some(object) = self.with_object(ident)? else {
            return outside(self);
        };
        let nothing = self.is_nothing(object);
        let inside = |this: &mut Self| {
            let name = this.text(&ident.name);
            this.throwing("js.delete_if_possible", vec![object, name])
        };
        self.value_unless(nothing, inside, outside)
    }

    pub fn delete(&mut self, argument: &Expression, span: Span) -> Result<Operand> {
        let (object, key) = match argument.without_parentheses() {
            Expression::StaticMemberExpression(it) if matches!(it.object, Expression::Super(_)) => {
                return self.delete_super();
            }
            Expression::ComputedMemberExpression(it)
                if matches!(it.object, Expression::Super(_)) =>
            {
                self.this()?;
                self.expression(&it.expression)?;
                return self.delete_super();
            }
            Expression::StaticMemberExpression(member) if !member.optional => {
                let object = self.expression(&member.object)?;
                (object, self.text(&member.property.name))
            }
            Expression::ComputedMemberExpression(member) if !member.optional => {
                let object = self.expression(&member.object)?;
                (object, self.expression(&member.expression)?)
            }
            Expression::ChainExpression(_) => {
                return Ok(self.unsupported(span, "deleting the end of a chain"));
            }
            Expression::Identifier(ident) => return self.delete_variable(ident),
            other => {
                self.expression(other)?;
                let deleted = self.ssa.builder.constant(Const::Bool(true));
                return Ok(self.any(deleted));
            }
        };
        self.at(span);
        let function = match self.strict {
            true => "js.delete",
            false => "js.delete_if_possible",
        };
        self.throwing(function, vec![object, key])
    }
}
