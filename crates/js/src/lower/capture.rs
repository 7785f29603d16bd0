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
    /// The variables of class declarations whose code reads them: it has a binding of its own.
    read_by_class: HashSet<SymbolId>,
}

impl Captured {
    /// Finds the captured variables of a program.
    pub fn new(program: &Program, scoping: &Scoping) -> Captured {
        let mut classes = Classes(Vec::new());
        classes.visit_program(program);
        let reads_itself = |(scope, symbol): &(ScopeId, Option<SymbolId>)| {
            let symbol = symbol.filter(|it| scoping.symbol_scope_id(*it) != *scope)?;
            let mut references = scoping.get_resolved_references(symbol);
            let is_inside = |at| scoping.scope_ancestors(at).any(|it| it == *scope);
            let is_read = references.any(|it| it.is_read() && is_inside(it.scope_id()));
            is_read.then_some(symbol)
        };
        let mut captured = Captured {
            symbols: HashSet::new(),
            read_by_class: classes.0.iter().filter_map(reads_itself).collect(),
            classes: classes.0.into_iter().map(|(scope, _)| scope).collect(),
        };
        let is_captured = |symbol: &SymbolId| {
            let home = captured.home(scoping, *symbol);
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

    /// Whether a variable is that of a class declaration whose code reads it.
    pub fn is_read_by_class(&self, symbol: SymbolId) -> bool {
        self.read_by_class.contains(&symbol)
    }

    /// Keeps a variable in a box although no other function uses it by its name.
    pub fn insert(&mut self, symbol: SymbolId) {
        self.symbols.insert(symbol);
    }

    /// The scope of the function that has a variable. That of a class expression's name is around
    /// the class.
    fn home(&self, scoping: &Scoping, symbol: SymbolId) -> ScopeId {
        let scope = scoping.symbol_scope_id(symbol);
        let outer = scoping.scope_parent_id(scope);
        let outer = outer.filter(|_| self.classes.contains(&scope));
        self.function_of(scoping, outer.unwrap_or(scope))
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

/// Collects the scopes of classes, with the variables of their names.
struct Classes(Vec<(ScopeId, Option<SymbolId>)>);

impl<'a> Visit<'a> for Classes {
    fn visit_class(&mut self, class: &Class<'a>) {
        let symbol = class.id.as_ref().and_then(|id| id.symbol_id.get());
        self.0
            .extend(class.scope_id.get().map(|scope| (scope, symbol)));
        walk_class(self, class);
    }
}
