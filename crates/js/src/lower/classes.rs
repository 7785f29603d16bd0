//! Classes: constructors, methods, fields, private names and `super`.
//!
//! A class is the closure of its constructor. Its fields are initialized by a function of their
//! own, which the constructor of a base class calls first and that of a derived class after
//! `super()`. A private name of a class that is evaluated once is a number; the properties of that
//! name have it as a 16-bit key. A private method is kept in the prototype under the next number
//! and copied to each object. Other classes make new keys when they are evaluated.

use super::Result;
use super::control::Scope;
use super::expressions::{List, is_anonymous};
use super::function::{Body, FunctionLowerer, Role, Source};
use super::hidden::Hidden;
use oxc_ast::ast::{
    CallExpression, Class, ClassElement, Expression, MethodDefinition, MethodDefinitionKind,
    PrivateIdentifier, PropertyKey,
};
use oxc_span::Span;
use sheaf_ir::{Const, Operand, Type, Unit};
use std::collections::HashMap;

/// Attributes of methods: writable and configurable.
const METHOD: u128 = 5;
/// Attributes of accessors: configurable.
const ACCESSOR: u128 = 4;

/// Whether a class element is initialized with each object.
fn is_per_object(element: &ClassElement) -> bool {
    match element {
        ClassElement::PropertyDefinition(it) => !it.r#static,
        ClassElement::MethodDefinition(it) => {
            !it.r#static && matches!(it.key, PropertyKey::PrivateIdentifier(_))
        }
        _ => false,
    }
}

/// Whether a class element is evaluated once, after the class exists.
fn is_evaluated_once(element: &ClassElement) -> bool {
    match element {
        ClassElement::PropertyDefinition(it) => it.r#static,
        ClassElement::StaticBlock(_) => true,
        _ => false,
    }
}

impl FunctionLowerer<'_, '_> {
    /// The value of a class; an anonymous one gets the given name.
    pub fn class(&mut self, class: &Class, name: &str) -> Result<Operand> {
        if !class.decorators.is_empty() {
            return Ok(self.unsupported(class.span, "a decorator"));
        }
        let scope = class.scope_id.get().expect("a scope");
        let strict = std::mem::replace(&mut self.strict, true);
        self.class_scopes.push(scope);
        self.declare(scope)?;
        self.declare_private_names(class);
        let known = self.context.class_names.len();
        let symbol = class.id.as_ref().and_then(|id| id.symbol_id.get());
        self.context.class_names.extend(symbol);
        let result = self.class_value(class, name);
        self.context.class_names.truncate(known);
        self.context.private_names.pop();
        self.class_scopes.pop();
        self.strict = strict;
        result
    }

    fn declare_private_names(&mut self, class: &Class) {
        let mut names = HashMap::new();
        for element in &class.body.body {
            let Some(PropertyKey::PrivateIdentifier(name)) = element.property_key() else {
                continue;
            };
            let next = self.context.private_count;
            let number = *names.entry(name.name.to_string()).or_insert(next);
            if number == next {
                self.context.private_count += 2;
            }
        }
        let in_loop = |scope: &Scope| matches!(scope, Scope::Loop { .. });
        if self.role != Role::Script || self.scopes.iter().any(in_loop) {
            let mut numbers: Vec<u32> = names.values().copied().collect();
            numbers.sort_unstable();
            for number in numbers {
                let key = self.pure("js.private_name", Vec::new(), Type::Any);
                let kept = self.pure("js.private_name", Vec::new(), Type::Any);
                self.hide(Hidden::Private(number), vec![key, kept]);
            }
            self.context.fresh_names.extend(names.values());
        }
        self.context.private_names.push(names);
    }

    /// The key of a private name, or that under which a prototype keeps a method.
    fn private_key(&mut self, number: u32, is_kept: bool) -> Operand {
        let (hidden, kept) = (Hidden::Private(number), u32::from(is_kept));
        match self.context.fresh_names.contains(&number) {
            true => self.hidden_value(hidden, kept),
            false => self.ssa.builder.bits(16, u128::from(number + kept)),
        }
    }

    /// The number of a private name.
    fn private_number(&self, name: &PrivateIdentifier) -> Result<u32> {
        let mut classes = self.context.private_names.iter().rev();
        match classes.find_map(|names| names.get(name.name.as_str())) {
            Some(number) => Ok(*number),
            None => self.context.error(name.span, "an unknown private name"),
        }
    }

    /// The key of a private name.
    pub fn private(&mut self, name: &PrivateIdentifier) -> Result<Operand> {
        let number = self.private_number(name)?;
        Ok(self.private_key(number, false))
    }

    fn class_value(&mut self, class: &Class, name: &str) -> Result<Operand> {
        let name = class.id.as_ref().map_or(name, |id| id.name.as_str());
        let parent = match &class.heritage {
            Some(heritage) => self.expression(&heritage.expression)?,
            None => self.ssa.builder.constant(Const::Unit(Unit::Empty)),
        };
        self.at(class.span);
        let prototype = self.library_call("classPrototype", vec![parent])?;
        let elements = &class.body.body;
        let role = Role::Class {
            derived: class.heritage.is_some(),
            fields: elements.iter().any(is_per_object),
        };
        let methods = || {
            elements.iter().filter_map(|element| match element {
                ClassElement::MethodDefinition(it) => Some(it),
                _ => None,
            })
        };
        let is_constructor = |it: &&oxc_allocator::Box<MethodDefinition>| {
            it.kind == MethodDefinitionKind::Constructor
        };
        let constructor = match methods().find(is_constructor) {
            Some(method) => self.function_in_role(&method.value, name, role, class.span)?,
            None => self.part(class, name, Body::DefaultConstructor, role)?,
        };
        self.library_call("classSetup", vec![constructor, prototype, parent])?;
        self.set_home(constructor, prototype);
        for element in elements {
            match element {
                ClassElement::MethodDefinition(it) if !is_constructor(&it) => {
                    self.method_definition(it, constructor, prototype)?;
                }
                ClassElement::PropertyDefinition(it) if it.computed => {
                    let (key, _) = self.property_key(&it.key, it.span)?;
                    let key = self.key(key, "")?;
                    self.hide(Hidden::FieldKey(it.span.start), vec![key]);
                }
                _ => {}
            }
        }
        if elements.iter().any(is_per_object) {
            let body = Body::Fields {
                class,
                is_static: false,
            };
            let fields = self.part(class, "fields", body, Role::Method)?;
            self.set_home(fields, prototype);
            let slot = self.text("fields");
            self.pure("js.set_slot", vec![constructor, slot, fields], Type::Any);
        }
        if let Some(symbol) = class.id.as_ref().and_then(|id| id.symbol_id.get()) {
            self.write(symbol, constructor)?;
        }
        if elements.iter().any(is_evaluated_once) {
            let body = Body::Fields {
                class,
                is_static: true,
            };
            let fields = self.part(class, "static fields", body, Role::Method)?;
            self.set_home(fields, constructor);
            let name = self.text("static fields");
            self.throwing("js.call", vec![name, fields, constructor])?;
        }
        Ok(constructor)
    }

    /// A function of a class that the program does not write as one.
    fn part(&mut self, class: &Class, name: &str, body: Body, role: Role) -> Result<Operand> {
        let source = Source {
            name: name.to_string(),
            scope: None,
            params: None,
            body,
            span: class.span,
            shown: class.span,
            role,
            itself: None,
            suspends: None,
            evaluates: None,
        };
        self.closure(source)
    }

    /// Sets the object on whose prototype `super` of a method looks members up.
    pub fn set_home(&mut self, method: Operand, home: Operand) {
        let slot = self.text("home");
        self.pure("js.set_slot", vec![method, slot, home], Type::Any);
    }

    fn method_definition(
        &mut self,
        method: &MethodDefinition,
        constructor: Operand,
        prototype: Operand,
    ) -> Result<()> {
        let home = if method.r#static {
            constructor
        } else {
            prototype
        };
        let prefix = match method.kind {
            MethodDefinitionKind::Get => "get ",
            MethodDefinitionKind::Set => "set ",
            _ => "",
        };
        let (key, name, is_private) = match &method.key {
            PropertyKey::PrivateIdentifier(private) => {
                let number = self.private_number(private)?;
                let key = self.private_key(number, !method.r#static);
                (key, format!("#{}", private.name), true)
            }
            key => {
                let (key, name) = self.property_key(key, method.span)?;
                (self.key(key, &name)?, name, false)
            }
        };
        let full = format!("{prefix}{name}");
        let mut shown = method.span;
        if method.r#static {
            let text = &self.context.source[shown.start as usize..shown.end as usize];
            let rest = text.strip_prefix("static").unwrap_or(text);
            shown.start = shown.end - without_comments(rest).len() as u32;
        }
        let closure = self.function_in_role(&method.value, &full, Role::Method, shown)?;
        self.set_home(closure, home);
        if name.is_empty() {
            let prefix = self.text(prefix);
            self.pure("js.name_function", vec![closure, key, prefix], Type::Any);
        }
        self.at(method.span);
        if method.computed && method.r#static {
            self.library_call("staticKey", vec![key])?;
        }
        let is_setter = method.kind == MethodDefinitionKind::Set;
        if matches!(
            method.kind,
            MethodDefinitionKind::Get | MethodDefinitionKind::Set
        ) {
            let attributes = self.ssa.builder.bits(32, ACCESSOR);
            let is_setter = self.ssa.builder.constant(Const::Bool(is_setter));
            let args = vec![home, key, attributes, closure, is_setter];
            let function = if is_private {
                "js.private_accessor"
            } else {
                "js.add_accessor"
            };
            self.throwing(function, args)?;
        } else {
            let attributes = self
                .ssa
                .builder
                .bits(32, if is_private { 0 } else { METHOD });
            let args = vec![home, key, attributes, closure];
            let function = if is_private {
                "js.private_method"
            } else {
                "js.put_property"
            };
            self.throwing(function, args)?;
        }
        Ok(())
    }

    /// The body of the function that initializes fields.
    pub fn field_initializers(&mut self, class: &Class, is_static: bool) -> Result<()> {
        let this = self.this()?;
        let elements = &class.body.body;
        if !is_static {
            let home = self.home();
            let name = class.id.as_ref().map_or("anonymous", |id| &id.name);
            let whose = self.text(&format!("private methods of class {name}"));
            // A getter and a setter are one.
            let mut copied = Vec::new();
            for element in elements.iter().filter(|it| is_per_object(it)) {
                if let ClassElement::MethodDefinition(method) = element
                    && let PropertyKey::PrivateIdentifier(name) = &method.key
                    && !copied.contains(&name.name)
                {
                    copied.push(name.name);
                    let number = self.private_number(name)?;
                    let key = self.private_key(number, false);
                    let kept = self.private_key(number, true);
                    self.throwing("js.private_copy", vec![this, key, home, kept, whose])?;
                }
            }
        }
        for element in elements {
            match element {
                ClassElement::PropertyDefinition(it) if it.r#static == is_static => {
                    self.field(&it.key, it.computed, it.value.as_ref(), it.span)?;
                }
                ClassElement::StaticBlock(block) if is_static => {
                    let scope = block.scope_id.get().expect("a scope");
                    self.class_scopes.push(scope);
                    self.declare(scope)?;
                    self.hoist(&block.body)?;
                    self.statements(&block.body)?;
                    self.class_scopes.pop();
                }
                ClassElement::AccessorProperty(it) => {
                    self.unsupported(it.span, "`accessor`");
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn field(
        &mut self,
        key: &PropertyKey,
        computed: bool,
        value_of_field: Option<&Expression>,
        span: Span,
    ) -> Result<()> {
        let this = self.this()?;
        let (key, name, function) = match key {
            _ if computed => {
                let key = self.hidden_value(Hidden::FieldKey(span.start), 0);
                (key, String::new(), "js.define_field")
            }
            PropertyKey::PrivateIdentifier(private) => {
                let key = self.private(private)?;
                (key, format!("#{}", private.name), "js.private_add")
            }
            key => {
                let (key, name) = self.property_key(key, span)?;
                (key, name, "js.define_field")
            }
        };
        let value = match value_of_field {
            Some(value) => self.named(value, &name)?,
            None => self.undefined(),
        };
        self.at(span);
        if computed && value_of_field.is_some_and(is_anonymous) {
            let prefix = self.text("");
            self.pure("js.name_function", vec![value, key, prefix], Type::Any);
        }
        let mut args = vec![this, key, value];
        if function == "js.private_add" {
            args.push(self.text(&name));
        }
        self.throwing(function, args)?;
        Ok(())
    }

    /// Initializes the fields of an object, if the class that is running has any.
    pub fn initialize_fields(&mut self, this: Operand, fields: bool) -> Result<()> {
        if fields {
            let (name, slot) = (self.text("fields"), self.text("fields"));
            let class = self.method();
            let function = self.pure("js.slot", vec![class, slot], Type::Any);
            self.throwing("js.call", vec![name, function, this])?;
        }
        Ok(())
    }

    /// `super(...)`
    pub fn super_call(&mut self, it: &CallExpression) -> Result<Operand> {
        let constructor = self.method();
        let parent = self.pure("js.prototype_of", vec![constructor], Type::Any);
        let list = self.argument_list(&it.arguments)?;
        self.at(it.span);
        self.call_parent(parent, list, it.span)
    }

    /// What the constructor does that a derived class has from the start.
    pub fn default_super_call(&mut self, span: Span) -> Result<()> {
        let parent = self.pure("js.prototype_of", vec![self.callee], Type::Any);
        let list = List {
            array: self.arguments_object,
            ..List::default()
        };
        self.call_parent(parent, list, span).map(drop)
    }

    fn call_parent(&mut self, parent: Operand, list: List, span: Span) -> Result<Operand> {
        let Some(place) = self.derived_this else {
            return Ok(self.unsupported(span, "`super()` here"));
        };
        let target = self.new_target(span);
        let name = self.text("super");
        let this = self.construct(name, parent, target, list)?;
        let before = self.derived_this_value(place);
        let empty = self.is_empty(before);
        let bound = self.negated(empty);
        self.throw_if(
            bound,
            "js.reference_error",
            "Super constructor may only be called once",
        );
        self.set_derived_this(place, this);
        let fields = self.around.fields;
        self.initialize_fields(this, fields)?;
        Ok(this)
    }

    /// The object on whose prototype `super` looks members up.
    pub fn home(&mut self) -> Operand {
        let slot = self.text("home");
        self.pure("js.slot", vec![self.callee, slot], Type::Any)
    }

    /// `super[key]`
    pub fn super_member(&mut self, key: Operand) -> Result<Operand> {
        let this = self.this()?;
        let home = self.home();
        let start = self.pure("js.prototype_of", vec![home], Type::Any);
        self.throwing("js.get_from", vec![this, key, start])
    }
}

/// A text without the comments at its beginning.
fn without_comments(text: &str) -> &str {
    let text = text.trim_start();
    let rest = match text.get(..2) {
        Some("/*") => text.find("*/").map(|end| &text[end + 2..]),
        Some("//") => text
            .find(['\n', '\r', '\u{2028}', '\u{2029}'])
            .map(|end| &text[end..]),
        _ => None,
    };
    rest.map_or(text, without_comments)
}
