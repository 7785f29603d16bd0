//! References in lists of parameters (ECMA-262, 10.2.11): they do not see the variables of the
//! body.
//!
//! The resolver has one scope for both, and resolves such a reference before it has met what is
//! declared later: a variable of the body, of a block around the function, or a global.

use oxc_ast::ast::{ArrowFunctionExpression, FormalParameters, Function, IdentifierReference};
use oxc_ast::ast::{BindingPattern, Program};
use oxc_ast_visit::Visit;
use oxc_ast_visit::walk::{walk_arrow_function_expression, walk_formal_parameters, walk_function};
use oxc_semantic::Scoping;
use oxc_syntax::reference::{Reference, ReferenceId};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::{SymbolFlags, SymbolId};

/// Resolves the references in lists of parameters again.
pub fn resolve_parameters(program: &Program, scoping: &mut Scoping) {
    let mut lists = Lists {
        scoping,
        next: None,
        open: Vec::new(),
        found: Vec::new(),
    };
    lists.visit_program(program);
    let found = lists.found;
    for Wrong {
        id,
        name,
        symbol,
        meant,
    } in found
    {
        let old = scoping.get_reference(id);
        let mut new = Reference::new(old.node_id(), old.scope_id(), old.flags());
        match symbol {
            Some(symbol) => scoping.delete_resolved_reference(symbol, id),
            None => scoping.delete_root_unresolved_reference(name.as_str().into(), id),
        }
        match meant {
            Some(meant) => {
                new.set_symbol_id(meant);
                scoping.add_resolved_reference(meant, id);
            }
            None => scoping.add_root_unresolved_reference(name.as_str().into(), id),
        }
        *scoping.get_reference_mut(id) = new;
    }
}

/// The list of parameters of a function: its scope, and the variables that it binds.
struct List {
    scope: ScopeId,
    variables: Vec<SymbolId>,
}

/// A reference, the variable that it was resolved to, and that which it means.
struct Wrong {
    id: ReferenceId,
    name: String,
    symbol: Option<SymbolId>,
    meant: Option<SymbolId>,
}

struct Lists<'s> {
    scoping: &'s Scoping,
    /// The scope of the function whose list comes next.
    next: Option<ScopeId>,
    /// The lists that enclose what is visited.
    open: Vec<List>,
    found: Vec<Wrong>,
}

impl Lists<'_> {
    /// Whether a variable is one of a body in front of which a reference is.
    fn is_of_body(&self, symbol: SymbolId) -> bool {
        let scope = self.scoping.symbol_scope_id(symbol);
        let flags = self.scoping.symbol_flags(symbol);
        let mut lists = self.open.iter().filter(|it| it.scope == scope);
        lists.any(|it| !it.variables.contains(&symbol))
            && !flags.contains(SymbolFlags::FunctionExpression)
    }
}

impl<'a> Visit<'a> for Lists<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.next = it.scope_id.get();
        walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.next = it.scope_id.get();
        walk_arrow_function_expression(self, it);
    }

    fn visit_formal_parameters(&mut self, it: &FormalParameters<'a>) {
        let Some(scope) = self.next.take() else {
            return walk_formal_parameters(self, it);
        };
        let rest = it.rest.iter().map(|rest| &rest.rest.argument);
        let patterns = it.items.iter().map(|item| &item.pattern).chain(rest);
        let idents = patterns.flat_map(BindingPattern::get_binding_identifiers);
        let variables = idents.filter_map(|ident| ident.symbol_id.get()).collect();
        self.open.push(List { scope, variables });
        walk_formal_parameters(self, it);
        self.open.pop();
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let Some(id) = it.reference_id.get().filter(|_| !self.open.is_empty()) else {
            return;
        };
        let reference = self.scoping.get_reference(id);
        let symbol = reference.symbol_id();
        let mut scopes = self.scoping.scope_ancestors(reference.scope_id());
        let meant = scopes.find_map(|scope| {
            let found = self.scoping.get_binding(scope, it.name)?;
            (!self.is_of_body(found)).then_some(found)
        });
        if meant == symbol {
            return;
        }
        self.found.push(Wrong {
            id,
            name: it.name.to_string(),
            symbol,
            meant,
        });
    }
}
