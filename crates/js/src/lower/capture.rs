//! Captured variables: those used by functions other than the one that declares them.

use oxc_semantic::Scoping;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use std::collections::HashSet;

/// The captured variables.
pub struct Captured(HashSet<SymbolId>);

impl Captured {
    /// Finds the captured variables of a program.
    pub fn new(scoping: &Scoping) -> Captured {
        let is_captured = |symbol: &SymbolId| {
            let home = function_of(scoping, scoping.symbol_scope_id(*symbol));
            let mut references = scoping.get_resolved_references(*symbol);
            references.any(|reference| function_of(scoping, reference.scope_id()) != home)
        };
        Captured(scoping.symbol_ids().filter(is_captured).collect())
    }

    /// Whether a variable is captured.
    pub fn contains(&self, symbol: SymbolId) -> bool {
        self.0.contains(&symbol)
    }
}

/// The function scope that contains a scope.
pub fn function_of(scoping: &Scoping, scope: ScopeId) -> ScopeId {
    let mut scopes = scoping.scope_ancestors(scope);
    let is_function = |scope: &ScopeId| {
        let flags = scoping.scope_flags(*scope);
        flags.is_function() || scoping.scope_parent_id(*scope).is_none()
    };
    scopes.find(is_function).unwrap_or(scope)
}
