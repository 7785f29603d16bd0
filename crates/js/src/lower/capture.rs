//! Captured variables: those used by functions other than the one that declares them.

use oxc_ast::ast::{Class, Program};
use oxc_ast_visit::Visit;
use oxc_ast_visit::walk::walk_class;
use oxc_semantic::Scoping;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use std::collections::HashSet;

/// The captured variables.
pub struct Captured {
    symbols: HashSet<SymbolId>,
    /// The scopes of classes: initializers of fields are functions in them.
    classes: HashSet<ScopeId>,
}

impl Captured {
    /// Finds the captured variables of a program.
    pub fn new(program: &Program, scoping: &Scoping) -> Captured {
        let mut classes = Classes(HashSet::new());
        classes.visit_program(program);
        let mut captured = Captured {
            symbols: HashSet::new(),
            classes: classes.0,
        };
        let is_captured = |symbol: &SymbolId| {
            let home = captured.function_of(scoping, scoping.symbol_scope_id(*symbol));
            let mut references = scoping.get_resolved_references(*symbol);
            references.any(|reference| captured.function_of(scoping, reference.scope_id()) != home)
        };
        captured.symbols = scoping.symbol_ids().filter(is_captured).collect();
        captured
    }

    /// Whether a variable is captured.
    pub fn contains(&self, symbol: SymbolId) -> bool {
        self.symbols.contains(&symbol)
    }

    /// Keeps a variable in a box although no other function uses it by its name.
    pub fn insert(&mut self, symbol: SymbolId) {
        self.symbols.insert(symbol);
    }

    /// The function scope that contains a scope.
    pub fn function_of(&self, scoping: &Scoping, scope: ScopeId) -> ScopeId {
        let mut scopes = scoping.scope_ancestors(scope);
        let is_function = |scope: &ScopeId| {
            let flags = scoping.scope_flags(*scope);
            flags.is_function()
                || flags.is_class_static_block()
                || self.classes.contains(scope)
                || scoping.scope_parent_id(*scope).is_none()
        };
        scopes.find(is_function).unwrap_or(scope)
    }
}

/// Collects the scopes of classes.
struct Classes(HashSet<ScopeId>);

impl<'a> Visit<'a> for Classes {
    fn visit_class(&mut self, class: &Class<'a>) {
        self.0.extend(class.scope_id.get());
        walk_class(self, class);
    }
}
