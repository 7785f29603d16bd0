//! Which variable each name of a program means (ECMA-262, 8.2, 14.2, 14.15, 16.1 and B.3.2).
//!
//! The resolver of `oxc` finds the scopes, but joins variables that ECMA-262 keeps apart: a
//! function in a block of sloppy code and the variable of the enclosing function that it is copied
//! to, or a `var` and the parameter of a `catch` around it. It also refuses some programs that are
//! valid. So the declarations are collected ([`declarations`]), their variables are made again and
//! conflicts reported ([`bindings`]), and the references are resolved again ([`references`]).

mod bindings;
mod branches;
mod declarations;
mod references;

use oxc_allocator::Allocator;
use oxc_ast::ast::Program;
use oxc_diagnostics::OxcDiagnostic;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use rustc_hash::{FxHashMap, FxHashSet};

/// What is known about variables besides what [`Scoping`] says.
#[derive(Default)]
pub struct Scopes {
    /// Functions that are declared in blocks, by their scope, and the variables that get their
    /// values when the declarations are evaluated.
    pub copies: FxHashMap<ScopeId, SymbolId>,
    /// Variables that exist only for such copies.
    pub implied: FxHashSet<SymbolId>,
    /// The parameters whose name the body of their function declares again.
    pub redeclared: FxHashSet<SymbolId>,
}

/// An error that is reported before a program runs.
pub struct EarlyError {
    pub offset: u32,
    pub message: String,
}

/// Resolves the names of a program. Functions that are branches of `if` get a block around them.
///
/// # Errors
/// Reports an early error.
pub fn resolve<'a>(
    allocator: &'a Allocator,
    program: &mut Program<'a>,
) -> Result<(Scoping, Scopes), EarlyError> {
    let built = SemanticBuilder::new()
        .with_check_syntax_error(true)
        .build(program);
    let mut errors = built.diagnostics.errors();
    if let Some(error) = errors.find(|error| !is_redeclaration(error)) {
        let label = error.labels.first();
        return Err(EarlyError {
            offset: label.map_or(0, |label| label.offset()),
            message: error.message.to_string(),
        });
    }
    let mut scoping = built.semantic.into_scoping();
    if branches::wrap(allocator, program) {
        let built = SemanticBuilder::new().build(program);
        scoping = built.semantic.into_scoping();
    }
    let declarations = declarations::declarations_of(program);
    let is_module = program.source_type.is_module();
    let bound = bindings::bind(&declarations, &mut scoping, is_module)?;
    references::resolve(program, &mut scoping, &bound);
    Ok((scoping, bound.scopes))
}

/// The message for a name that is declared twice.
fn redeclaration(name: &str) -> String {
    format!("Identifier `{name}` has already been declared")
}

/// Whether an error of the resolver says that a variable is declared twice, which [`bindings`]
/// decides. It has the same message for private names and for `__proto__` in literals of objects.
fn is_redeclaration(error: &OxcDiagnostic) -> bool {
    let name = error.message.split('`').nth(1).unwrap_or_default();
    let is_other = name.starts_with('#') || name == "__proto__";
    !is_other && error.message == redeclaration(name)
}
