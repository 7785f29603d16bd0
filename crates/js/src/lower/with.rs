//! `with`: the names in it may be properties of its object (ECMA-262, 9.1.1.2 and 14.11).
//!
//! Which `with` statements enclose a name is known, so only these objects are asked for it, and
//! then the variable is the one that the name would mean without them.

use super::Result;
use super::function::FunctionLowerer;
use super::hidden::Hidden;
use oxc_ast::ast::{IdentifierReference, WithStatement};
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};
use sheaf_ir::{Const, Operand, Type};

impl FunctionLowerer<'_, '_> {
    pub fn with_statement(&mut self, it: &WithStatement) -> Result<()> {
        let value = self.expression(&it.object)?;
        self.at(it.span);
        let object = self.library_call("toObject", vec![value])?;
        let scope = it.scope_id.get().expect("a scope");
        self.hide(Hidden::With(scope), vec![object]);
        self.context.withs.push(scope);
        self.statement(&it.body)?;
        self.context.withs.pop();
        self.hidden.remove(&Hidden::With(scope));
        Ok(())
    }

    /// The enclosing `with` statements, innermost first, that are asked for a variable before the
    /// scope that has it. Without such a scope, it is global.
    fn withs_before(&self, home: Option<ScopeId>) -> Vec<ScopeId> {
        let scoping = self.context.scoping;
        let is_inside = |with: &ScopeId| match home {
            Some(home) => scoping.scope_ancestors(*with).any(|it| it == home),
            None => true,
        };
        let withs = self.context.withs.iter().rev().copied();
        withs.filter(is_inside).collect()
    }

    /// The scope of a variable; `None` if it is a property of the global object.
    fn home_of(&self, symbol: SymbolId) -> Option<ScopeId> {
        let symbol = self.context.evaluated.variable(symbol);
        let is_global = self.context.evaluated.globals.contains_key(&symbol);
        (!is_global).then(|| self.context.scoping.symbol_scope_id(symbol))
    }

    fn withs_of(&self, ident: &IdentifierReference) -> Vec<ScopeId> {
        if self.context.withs.is_empty() {
            return Vec::new();
        }
        let home = match self.symbol_of(ident) {
            Some(symbol) => self.home_of(symbol),
            None if ident.name == "arguments" => self.home_of_arguments(ident),
            None => None,
        };
        self.withs_before(home)
    }

    /// The function whose `arguments` a name means.
    fn home_of_arguments(&self, ident: &IdentifierReference) -> Option<ScopeId> {
        let scoping = self.context.scoping;
        let reference = scoping.get_reference(ident.reference_id.get()?);
        let mut scopes = scoping.scope_ancestors(reference.scope_id());
        scopes.find(|scope| {
            let flags = scoping.scope_flags(*scope);
            flags.is_function() && !flags.is_arrow()
        })
    }

    /// The object of a `with` statement that has a variable, or undefined. `None` if there is no
    /// such statement.
    pub fn with_object(&mut self, ident: &IdentifierReference) -> Result<Option<Operand>> {
        let withs = self.withs_of(ident);
        self.object_among(&withs, &ident.name)
    }

    /// The same for a variable that a `var` initializes.
    pub fn with_object_of_variable(&mut self, symbol: SymbolId) -> Result<Option<Operand>> {
        if !self.may_be_in_with(symbol) {
            return Ok(None);
        }
        let withs = self.withs_before(self.home_of(symbol));
        let name = self.context.scoping.symbol_name(symbol);
        self.object_among(&withs, name)
    }

    /// Whether a `with` statement is asked for a variable that a declaration initializes.
    pub fn may_be_in_with(&self, symbol: SymbolId) -> bool {
        let flags = self.context.scoping.symbol_flags(symbol);
        !self.context.withs.is_empty()
            && flags.contains(SymbolFlags::FunctionScopedVariable)
            && !self.withs_before(self.home_of(symbol)).is_empty()
    }

    fn object_among(&mut self, withs: &[ScopeId], name: &str) -> Result<Option<Operand>> {
        if withs.is_empty() {
            return Ok(None);
        }
        let mut args = vec![self.text(name)];
        for with in withs {
            args.push(self.hidden_value(Hidden::With(*with), 0));
        }
        self.library_call("withObject", args).map(Some)
    }

    /// The value of a variable in the object that has it, or what `outside` computes.
    pub fn value_in(
        &mut self,
        object: Operand,
        name: &str,
        outside: impl FnOnce(&mut Self) -> Result<Operand>,
    ) -> Result<Operand> {
        let nothing = self.is_nothing(object);
        let inside = |this: &mut Self| {
            let (name, strict) = (this.text(name), this.is_strict());
            this.library_call("withValue", vec![object, name, strict])
        };
        self.value_unless(nothing, inside, outside)
    }

    /// Sets a variable in the object that has it, or where `outside` does so.
    pub fn set_in(
        &mut self,
        object: Operand,
        name: &str,
        value: Operand,
        outside: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        self.either(
            object,
            |this| {
                let name = this.text(name);
                if !this.strict {
                    return this.throwing("js.put", vec![object, name, value]).map(drop);
                }
                let strict = this.is_strict();
                this.library_call("withHas", vec![object, name, strict])?;
                this.throwing("js.set", vec![object, name, value]).map(drop)
            },
            outside,
        )
    }

    /// Continues with one of two ways, by whether there is an object.
    pub fn either(
        &mut self,
        object: Operand,
        inside: impl FnOnce(&mut Self) -> Result<()>,
        outside: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let nothing = self.is_nothing(object);
        self.unless(nothing, inside, outside)
    }

    /// Whether there is no object.
    pub fn is_nothing(&mut self, object: Operand) -> Operand {
        self.pure("js.is_nothing", vec![object], Type::Bool)
    }

    fn is_strict(&mut self) -> Operand {
        let strict = self.ssa.builder.constant(Const::Bool(self.strict));
        self.any(strict)
    }
}
