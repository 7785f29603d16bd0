//! What the names mean that a program uses (ECMA-262, 9.4.2). Lists of parameters do not see the
//! variables of the body (10.2.11), although both have one scope.

use super::bindings::Bound;
use oxc_ast::ast::{ArrowFunctionExpression, BindingIdentifier, FormalParameters, Function};
use oxc_ast::ast::{IdentifierReference, Program};
use oxc_ast_visit::Visit;
use oxc_ast_visit::walk::{walk_arrow_function_expression, walk_formal_parameters, walk_function};
use oxc_semantic::Scoping;
use oxc_str::Ident;
use oxc_syntax::reference::{Reference, ReferenceId};
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;

/// Resolves the references of a program again, and notes the variables of its declarations.
pub fn resolve(program: &Program, scoping: &mut Scoping, bound: &Bound) {
    let mut references = References {
        scoping,
        bound,
        next: None,
        lists: Vec::new(),
        found: Vec::new(),
    };
    references.visit_program(program);
    let found = references.found;
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
            None => scoping.delete_root_unresolved_reference(name, id),
        }
        match meant {
            Some(meant) => {
                new.set_symbol_id(meant);
                scoping.add_resolved_reference(meant, id);
            }
            None => scoping.add_root_unresolved_reference(name, id),
        }
        *scoping.get_reference_mut(id) = new;
    }
}

/// A reference, the variable that it was resolved to, and that which it means.
struct Wrong<'a> {
    id: ReferenceId,
    name: Ident<'a>,
    symbol: Option<SymbolId>,
    meant: Option<SymbolId>,
}

struct References<'a, 's> {
    scoping: &'s Scoping,
    bound: &'s Bound,
    /// The scope of the function whose list of parameters comes next.
    next: Option<ScopeId>,
    /// The functions whose lists enclose what is visited.
    lists: Vec<ScopeId>,
    found: Vec<Wrong<'a>>,
}

impl References<'_, '_> {
    /// The variable of a scope that a name means here.
    fn binding(&self, scope: ScopeId, name: Ident) -> Option<SymbolId> {
        let found = self.scoping.get_binding(scope, name);
        if !self.lists.contains(&scope) {
            return found;
        }
        let itself = self.bound.names.get(&scope).copied();
        let itself = itself.filter(|it| self.scoping.symbol_name(*it) == name.as_str());
        found
            .filter(|it| self.bound.parameters.contains(it))
            .or(itself)
    }
}

impl<'a> Visit<'a> for References<'a, '_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        self.next = it.scope_id.get();
        walk_function(self, it, flags);
    }

    fn visit_arrow_function_expression(&mut self, it: &ArrowFunctionExpression<'a>) {
        self.next = it.scope_id.get();
        walk_arrow_function_expression(self, it);
    }

    fn visit_formal_parameters(&mut self, it: &FormalParameters<'a>) {
        let known = self.lists.len();
        self.lists.extend(self.next.take());
        walk_formal_parameters(self, it);
        self.lists.truncate(known);
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if let Some(meant) = self.bound.meant.get(&it.node_id.get()) {
            it.symbol_id.set(Some(*meant));
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        let Some(id) = it.reference_id.get() else {
            return;
        };
        let reference = self.scoping.get_reference(id);
        let symbol = reference.symbol_id();
        let mut scopes = self.scoping.scope_ancestors(reference.scope_id());
        let meant = scopes.find_map(|scope| self.binding(scope, it.name));
        if meant != symbol {
            self.found.push(Wrong {
                id,
                name: it.name,
                symbol,
                meant,
            });
        }
    }
}
