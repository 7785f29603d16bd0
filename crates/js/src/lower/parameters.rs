//! The variables of parameters (ECMA-262, 10.2.11). Those of a list with default values or patterns
//! exist before they have values, and the body has variables of its own.

use super::Result;
use super::function::FunctionLowerer;
use super::hidden::Hidden;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{Const, Unit};

impl FunctionLowerer<'_, '_> {
    /// Gives a variable `arguments` that the body declares the object of that name.
    pub fn declare_arguments(&mut self, scope: Option<ScopeId>) -> Result<()> {
        let (Some(object), Some(symbol)) = (self.arguments_object, self.own_arguments(scope))
        else {
            return Ok(());
        };
        self.write(symbol, object)
    }

    /// Puts the object `arguments` into a box if code assigns to the name.
    pub fn box_arguments(&mut self) {
        let scoping = self.context.scoping;
        let Some(object) = self.arguments_object else {
            return;
        };
        let unresolved = scoping.root_unresolved_references().get("arguments");
        let same = scoping
            .symbol_ids()
            .filter(|it| scoping.symbol_name(*it) == "arguments");
        let resolved = same.flat_map(|it| scoping.get_resolved_reference_ids(it));
        let mut all = resolved.chain(unresolved.into_iter().flatten());
        if all.any(|it| scoping.get_reference(*it).is_write()) {
            self.hide(Hidden::Arguments, vec![object]);
        }
    }

    /// The variable `arguments` of the body.
    fn own_arguments(&self, scope: Option<ScopeId>) -> Option<SymbolId> {
        let symbol = self
            .context
            .scoping
            .get_binding(scope?, "arguments".into())?;
        let is_parameter = self.parameters.contains(&symbol);
        (!is_parameter && !self.is_lexical(symbol)).then_some(symbol)
    }

    /// Whether a function between a scope and that of a variable `arguments` has its own object of
    /// that name.
    pub fn hides_arguments(&self, scope: ScopeId, symbol: SymbolId) -> bool {
        let scoping = self.context.scoping;
        let home = scoping.symbol_scope_id(symbol);
        let mut inner = scoping.scope_ancestors(scope).take_while(|it| *it != home);
        inner.any(|scope| {
            let flags = scoping.scope_flags(scope);
            flags.is_function() && !flags.is_arrow()
        })
    }

    /// Begins a list of parameters that have no values yet.
    pub fn empty_parameters(&mut self) -> Result<()> {
        for symbol in self.parameters.clone() {
            let empty = self.ssa.builder.constant(Const::Unit(Unit::Empty));
            self.write(symbol, empty)?;
            self.context.open_parameters.insert(symbol);
        }
        Ok(())
    }

    /// Ends a list of parameters. A variable of the body with the name of a parameter is another
    /// one, which functions in the list do not see.
    pub fn leave_parameters(&mut self, scope: Option<ScopeId>) -> Result<()> {
        let redeclared = &self.context.variables.redeclared;
        let mut again: Vec<SymbolId> = self.own_arguments(scope).into_iter().collect();
        for symbol in self.parameters.clone() {
            self.context.open_parameters.remove(&symbol);
            if redeclared.contains(&symbol) {
                again.push(symbol);
            }
        }
        for symbol in again {
            if self.context.captured.contains(symbol) {
                let value = self.read(symbol);
                self.create(symbol, value)?;
            }
        }
        Ok(())
    }
}
