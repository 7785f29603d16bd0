//! The declarations of a program, in the order of its text.

use oxc_ast::ast::{
    BindingIdentifier, BindingPattern, CatchParameter, Class, FormalParameterKind,
    FormalParameters, Function, ImportDefaultSpecifier, ImportNamespaceSpecifier, ImportSpecifier,
    Program, VariableDeclaration, VariableDeclarationKind,
};
use oxc_ast_visit::Visit;
use oxc_ast_visit::walk::{
    walk_catch_parameter, walk_class, walk_formal_parameters, walk_function,
    walk_variable_declaration,
};
use oxc_str::Ident;
use oxc_syntax::node::NodeId;
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::SymbolId;
use std::cell::Cell;

/// A name that is declared.
pub struct Declaration<'a> {
    pub name: Ident<'a>,
    pub node: NodeId,
    pub offset: u32,
    /// The scope that it is written in: that of the function for its parameters, and that of the
    /// function or class for the name of an expression.
    pub scope: ScopeId,
    pub kind: Kind,
    /// The variable that the resolver has for it.
    pub resolved: SymbolId,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Var,
    Let,
    Const,
    Class,
    Import,
    /// A declared function with its scope. A plain one is neither a generator nor async.
    Function {
        scope: ScopeId,
        is_plain: bool,
    },
    /// A parameter, and whether no other one of the list may have its name even in sloppy code.
    Parameter {
        is_unique: bool,
    },
    /// A variable of the parameter of a `catch`, and whether the parameter is a name.
    Catch {
        is_simple: bool,
    },
    /// The name of an expression, which only it sees.
    NameOfFunction,
    NameOfClass,
}

/// The declarations of a program.
pub fn declarations_of<'a>(program: &Program<'a>) -> Vec<Declaration<'a>> {
    let mut declarations = Declarations {
        scopes: Vec::new(),
        found: Vec::new(),
    };
    declarations.visit_program(program);
    declarations.found
}

struct Declarations<'a> {
    /// The scopes around what is visited, innermost last.
    scopes: Vec<ScopeId>,
    found: Vec<Declaration<'a>>,
}

impl<'a> Declarations<'a> {
    fn add_in(&mut self, scope: Option<ScopeId>, ident: &BindingIdentifier<'a>, kind: Kind) {
        self.found.push(Declaration {
            name: ident.name,
            node: ident.node_id.get(),
            offset: ident.span.start,
            scope: scope.expect("a scope"),
            kind,
            resolved: ident.symbol_id.get().expect("a symbol"),
        });
    }

    fn add(&mut self, ident: &BindingIdentifier<'a>, kind: Kind) {
        self.add_in(self.scopes.last().copied(), ident, kind);
    }

    fn add_pattern(&mut self, pattern: &BindingPattern<'a>, kind: Kind) {
        for ident in pattern.get_binding_identifiers() {
            self.add(ident, kind);
        }
    }
}

impl<'a> Visit<'a> for Declarations<'a> {
    fn enter_scope(&mut self, _: ScopeFlags, scope: &Cell<Option<ScopeId>>) {
        self.scopes.push(scope.get().expect("a scope"));
    }

    fn leave_scope(&mut self) {
        self.scopes.pop();
    }

    fn visit_variable_declaration(&mut self, it: &VariableDeclaration<'a>) {
        let kind = match it.kind {
            VariableDeclarationKind::Var => Kind::Var,
            VariableDeclarationKind::Let => Kind::Let,
            _ => Kind::Const,
        };
        for declarator in &it.declarations {
            self.add_pattern(&declarator.id, kind);
        }
        walk_variable_declaration(self, it);
    }

    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        if let Some(ident) = &it.id {
            let scope = it.scope_id.get();
            match it.is_expression() {
                true => self.add_in(scope, ident, Kind::NameOfFunction),
                false => {
                    let kind = Kind::Function {
                        scope: scope.expect("a scope"),
                        is_plain: !it.generator && !it.r#async,
                    };
                    self.add(ident, kind);
                }
            }
        }
        walk_function(self, it, flags);
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        if let Some(ident) = &it.id {
            match it.is_expression() {
                true => self.add_in(it.scope_id.get(), ident, Kind::NameOfClass),
                false => self.add(ident, Kind::Class),
            }
        }
        walk_class(self, it);
    }

    fn visit_formal_parameters(&mut self, it: &FormalParameters<'a>) {
        let mut items = it.items.iter();
        let is_name = |pattern: &BindingPattern| pattern.is_binding_identifier();
        let is_simple = items.all(|it| it.initializer.is_none() && is_name(&it.pattern));
        let is_list = it.kind == FormalParameterKind::FormalParameter;
        let is_unique = !is_list || !is_simple || it.rest.is_some();
        let kind = Kind::Parameter { is_unique };
        for item in &it.items {
            self.add_pattern(&item.pattern, kind);
        }
        if let Some(rest) = &it.rest {
            self.add_pattern(&rest.rest.argument, kind);
        }
        walk_formal_parameters(self, it);
    }

    fn visit_catch_parameter(&mut self, it: &CatchParameter<'a>) {
        let is_simple = it.pattern.is_binding_identifier();
        self.add_pattern(&it.pattern, Kind::Catch { is_simple });
        walk_catch_parameter(self, it);
    }

    fn visit_import_specifier(&mut self, it: &ImportSpecifier<'a>) {
        self.add(&it.local, Kind::Import);
    }

    fn visit_import_default_specifier(&mut self, it: &ImportDefaultSpecifier<'a>) {
        self.add(&it.local, Kind::Import);
    }

    fn visit_import_namespace_specifier(&mut self, it: &ImportNamespaceSpecifier<'a>) {
        self.add(&it.local, Kind::Import);
    }
}
