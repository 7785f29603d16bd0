//! Destructuring: patterns that bind variables.

use super::Result;
use super::control::{Exit, Scope};
use super::function::FunctionLowerer;
use crate::link::Binding;
use oxc_ast::ast::{ArrayPattern, BindingPattern, Expression, ObjectPattern};
use oxc_span::Span;
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{Operand, Type};

/// Where the value that a pattern takes apart comes from, for messages of errors.
pub enum Origin {
    /// An expression: what is shown for it, and the message if the value cannot be iterated.
    Source {
        shown: String,
        not_iterable: Option<String>,
    },
    /// A value that is not in the source.
    Value,
    /// A larger pattern.
    Part,
}

impl Origin {
    /// What a declaration without an initializer takes apart, by the name of its statement.
    pub fn statement(name: &str) -> Origin {
        Origin::Source {
            shown: name.to_string(),
            not_iterable: Some(format!("{name} is not iterable")),
        }
    }
}

impl FunctionLowerer<'_, '_> {
    /// An expression that is taken apart, and whether it is named if it cannot be iterated.
    pub fn origin(&self, expression: &Expression, is_named: bool) -> Origin {
        match self.context.is_library {
            true => Origin::Value,
            false => Origin::Source {
                shown: self.shown(expression),
                not_iterable: is_named.then(|| self.not_iterable(expression)),
            },
        }
    }

    /// What a declaration takes apart: members are not named if they cannot be iterated.
    pub fn origin_of_declaration(&self, init: &Expression) -> Origin {
        let is_member = matches!(
            init.without_parentheses(),
            Expression::StaticMemberExpression(_) | Expression::ComputedMemberExpression(_)
        );
        self.origin(init, !is_member)
    }

    /// Initializes the variables of a pattern with a value.
    pub fn bind(
        &mut self,
        pattern: &BindingPattern,
        value: Operand,
        origin: &Origin,
    ) -> Result<()> {
        match pattern {
            BindingPattern::BindingIdentifier(ident) => {
                let symbol = ident.symbol_id.get().expect("a symbol");
                match self.with_object_of_variable(symbol)? {
                    Some(object) => {
                        let outside = |this: &mut Self| this.write(symbol, value);
                        self.set_in(object, &ident.name, value, outside)
                    }
                    None => self.write(symbol, value),
                }
            }
            BindingPattern::ObjectPattern(object) => self.bind_object(object, value, origin),
            BindingPattern::ArrayPattern(array) => self.bind_array(array, value, origin),
            BindingPattern::AssignmentPattern(it) => {
                let value = self.default(value, &it.right, &it.left)?;
                self.bind(&it.left, value, origin)
            }
        }
    }

    /// Throws if a value is undefined or null, which has no properties. `key` is the first one that
    /// is taken.
    pub fn require_object(
        &mut self,
        value: Operand,
        key: Option<&str>,
        origin: &Origin,
    ) -> Result<()> {
        let key = match key {
            Some(key) => self.text(key),
            None => self.undefined(),
        };
        let source = match origin {
            Origin::Source { shown, .. } => self.text(shown),
            Origin::Value => self.undefined(),
            Origin::Part => self.text(""),
        };
        self.throwing("js.require_object", vec![value, source, key])
            .map(drop)
    }

    fn bind_object(
        &mut self,
        object: &ObjectPattern,
        value: Operand,
        origin: &Origin,
    ) -> Result<()> {
        self.at(object.span);
        let key = object.properties.first().filter(|it| !it.computed);
        let key = key.and_then(|it| it.key.static_name());
        self.require_object(value, key.as_deref(), origin)?;
        let mut keys = Vec::new();
        for property in &object.properties {
            let (key, name) = self.property_key(&property.key, property.span)?;
            let key = self.key(key, &name)?;
            keys.push(key);
            self.at(property.span);
            let has_default = matches!(property.value, BindingPattern::AssignmentPattern(_));
            let member = self.taken_member(value, key, has_default)?;
            self.bind(&property.value, member, &Origin::Part)?;
        }
        if let Some(rest) = &object.rest {
            let keys = self.pure("js.array", keys, Type::Any);
            let others = self.library_call("restOf", vec![value, keys])?;
            self.bind(&rest.argument, others, &Origin::Part)?;
        }
        Ok(())
    }

    /// Binds elements by index.
    fn bind_array(&mut self, array: &ArrayPattern, value: Operand, origin: &Origin) -> Result<()> {
        self.at(array.span);
        let is_private = |it: &BindingPattern| match it {
            BindingPattern::BindingIdentifier(it) => {
                it.symbol_id.get().is_some_and(|it| self.is_private(it))
            }
            _ => false,
        };
        if array.elements.iter().flatten().all(is_private)
            && array.rest.is_none()
            && !self.is_guarded()
        {
            let list = self.taken(value, array.elements.len(), origin)?;
            for (at, element) in array.elements.iter().enumerate() {
                self.at(array.span);
                let value = self.next_element(list, at)?;
                if let Some(pattern) = element {
                    self.bind(pattern, value, &Origin::Part)?;
                }
            }
            return Ok(());
        }
        self.element_by_element(value, array.span, origin, |this, source| {
            for (at, element) in array.elements.iter().enumerate() {
                this.at(array.span);
                let value = this.next_element(source, at)?;
                if let Some(pattern) = element {
                    this.bind(pattern, value, &Origin::Part)?;
                }
            }
            if let Some(rest) = &array.rest {
                let value = this.other_elements(source, array.elements.len())?;
                this.bind(&rest.argument, value, &Origin::Part)?;
            }
            Ok(())
        })
    }

    /// Whether no code but that of this function sees a variable.
    pub fn is_private(&self, symbol: SymbolId) -> bool {
        let symbol = self.context.evaluated.variable(symbol);
        !self.context.evaluated.globals.contains_key(&symbol)
            && !self.context.captured.contains(symbol)
            && !self.context.shared.contains_key(&Binding::Symbol(symbol))
    }

    /// The elements that a pattern takes from a value, as an array, where nothing happens between
    /// them that an iterator could see. The library takes them from arrays, whatever the program
    /// has made of iteration.
    pub fn taken(&mut self, value: Operand, count: usize, origin: &Origin) -> Result<Operand> {
        if self.context.is_library {
            return Ok(value);
        }
        let count = self.numeric(count as f64);
        let message = self.message_of(origin);
        self.library_call("take", vec![value, count, message])
    }

    /// The message for a value that cannot be iterated, undefined for the usual one.
    pub fn message_of(&mut self, origin: &Origin) -> Operand {
        match origin {
            Origin::Source {
                not_iterable: Some(message),
                ..
            } => self.text(message),
            _ => self.undefined(),
        }
    }

    /// A member that a pattern takes; it may be missing if there is a default.
    pub fn taken_member(
        &mut self,
        object: Operand,
        key: Operand,
        may_be_missing: bool,
    ) -> Result<Operand> {
        let mut args = vec![object, key];
        if may_be_missing {
            args.push(self.undefined());
        }
        self.throwing("js.get", args)
    }

    /// Runs `body`, which takes elements from an array or iterator one by one. The iterator is
    /// closed if it has not ended.
    pub fn element_by_element(
        &mut self,
        value: Operand,
        span: Span,
        origin: &Origin,
        body: impl FnOnce(&mut Self, Operand) -> Result<()>,
    ) -> Result<()> {
        let message = self.message_of(origin);
        let source = self.library_call("iteration", vec![value, message])?;
        let finally = self.new_finally(None);
        self.scopes.push(Scope::Finally(finally));
        body(self, source)?;
        let Some(Scope::Finally(finally)) = self.scopes.pop() else {
            unreachable!("scopes nest");
        };
        self.at(span);
        let (close, end) = (self.ssa.block(), self.ssa.block());
        let is_array = self.pure("js.is_array", vec![source], Type::Bool);
        self.ssa.branch_within(is_array, end, close);
        self.ssa.enter(close);
        self.library_call("closeRest", vec![source])?;
        self.ssa.jump(end);
        self.ssa.enter(finally.block);
        self.take_exits(finally, None, |this, exit| {
            let close = match exit {
                Exit::Throw => "closeRestQuietly",
                _ => "closeRest",
            };
            this.library_call(close, vec![source]).map(drop)
        })?;
        self.ssa.enter(end);
        Ok(())
    }

    /// The element at a position of an array, or the next one of an iterator; undefined at its end.
    pub fn next_element(&mut self, source: Operand, at: usize) -> Result<Operand> {
        let at = self.numeric(at as f64);
        let value = self.throwing("js.step", vec![source, at])?;
        let result = self.ssa.temporary(Type::Any);
        self.ssa.set(result, value);
        let (missing, end) = (self.ssa.block(), self.ssa.block());
        let empty = self.is_empty(value);
        self.ssa.branch_within(empty, missing, end);
        self.ssa.enter(missing);
        let undefined = self.undefined();
        self.ssa.set(result, undefined);
        self.ssa.jump(end);
        self.ssa.enter(end);
        Ok(self.ssa.get(result))
    }

    /// The elements of an array from a position on, or what is left of an iterator.
    pub fn other_elements(&mut self, source: Operand, from: usize) -> Result<Operand> {
        let from = self.numeric(from as f64);
        self.library_call("rest", vec![source, from])
    }

    /// A value, or that of the initializer if it is undefined.
    pub fn default(
        &mut self,
        value: Operand,
        initializer: &Expression,
        pattern: &BindingPattern,
    ) -> Result<Operand> {
        let name = match pattern {
            BindingPattern::BindingIdentifier(ident) => ident.name.as_str(),
            _ => "",
        };
        self.or_default(value, initializer, name)
    }

    /// A value, or that of the initializer, which gets a name, if it is undefined.
    pub fn or_default(
        &mut self,
        value: Operand,
        initializer: &Expression,
        name: &str,
    ) -> Result<Operand> {
        let result = self.ssa.temporary(Type::Any);
        self.ssa.set(result, value);
        let undefined = self.undefined();
        let missing = self.strictly_equal(value, undefined)?;
        let (then, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.branch(missing, then, end);
        self.ssa.enter(then);
        let value = self.named(initializer, name)?;
        self.ssa.set(result, value);
        self.ssa.jump(end);
        self.ssa.enter(end);
        Ok(self.ssa.get(result))
    }

    /// A call of a function of the library.
    pub fn library_call(&mut self, function: &str, args: Vec<Operand>) -> Result<Operand> {
        let name = self.text(function);
        let callee = self.pure("js.library", vec![name], Type::Any);
        let mut all = vec![name, callee, self.undefined()];
        all.extend(args);
        self.throwing("js.call", all)
    }
}
