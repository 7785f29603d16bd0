//! The variables that the declarations of a program make, and which declarations exclude each other
//! (ECMA-262, 14.2.1, 14.12.1, 14.15.1, 15.1.1, 15.2.1, 16.1.1, 16.2.1.1 and B.3).

use super::declarations::{Declaration, Kind};
use super::{EarlyError, Scopes, redeclaration};
use oxc_semantic::Scoping;
use oxc_span::Span;
use oxc_str::Ident;
use oxc_syntax::node::NodeId;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};
use rustc_hash::{FxHashMap, FxHashSet};

/// The variables of a program.
#[derive(Default)]
pub struct Bound {
    pub scopes: Scopes,
    pub parameters: FxHashSet<SymbolId>,
    /// The variables in which function expressions see themselves, by their scopes. A parameter or
    /// variable of that name hides one, but lists of parameters still see it behind the body.
    pub names: FxHashMap<ScopeId, SymbolId>,
    /// The variables that declared names mean, where they are not what the resolver says.
    pub meant: FxHashMap<NodeId, SymbolId>,
}

/// Makes the variables of a program.
///
/// # Errors
/// Reports a name that is declared twice where it must not be.
pub fn bind(
    declarations: &[Declaration],
    scoping: &mut Scoping,
    is_module: bool,
) -> Result<Bound, EarlyError> {
    let mut binder = Binder {
        scoping,
        is_module,
        bindings: Vec::new(),
        known: FxHashMap::default(),
        taken: FxHashSet::default(),
        bound: Bound::default(),
    };
    // What a `var` or a copied function passes must be known before.
    for it in declarations {
        if !matches!(it.kind, Kind::Var | Kind::NameOfFunction) {
            binder.declare(it)?;
        }
    }
    for it in declarations.iter().filter(|it| it.kind == Kind::Var) {
        binder.declare_var(it)?;
    }
    for it in declarations {
        if let Kind::Function { scope, .. } = it.kind {
            binder.copy(it, scope);
        }
    }
    for it in declarations
        .iter()
        .filter(|it| it.kind == Kind::NameOfFunction)
    {
        binder.name_function(it);
    }
    binder.apply();
    Ok(binder.bound)
}

/// Which other declarations of its scope may have the name of one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// A `var`, or a function among the statements of a function or script.
    Variable,
    Lexical,
    /// A plain function in a block of sloppy code.
    BlockFunction,
    Parameter,
    Catch {
        is_simple: bool,
    },
}

/// A variable.
struct Binding<'a> {
    name: Ident<'a>,
    scope: ScopeId,
    symbol: SymbolId,
    sort: Sort,
    flags: SymbolFlags,
    /// The offset of its first declaration.
    offset: u32,
}

struct Binder<'a, 's> {
    scoping: &'s mut Scoping,
    is_module: bool,
    bindings: Vec<Binding<'a>>,
    /// The index of a variable.
    known: FxHashMap<(ScopeId, Ident<'a>), usize>,
    /// Symbols of the resolver that are variables.
    taken: FxHashSet<SymbolId>,
    bound: Bound,
}

impl<'a> Binder<'a, '_> {
    fn sort(&self, it: &Declaration) -> Sort {
        let flags = self.scoping.scope_flags(it.scope);
        match it.kind {
            Kind::Var => Sort::Variable,
            Kind::Parameter { .. } => Sort::Parameter,
            Kind::Catch { is_simple } => Sort::Catch { is_simple },
            Kind::Function { is_plain, .. } => match flags.is_var() {
                true if self.is_module && flags.is_top() => Sort::Lexical,
                true => Sort::Variable,
                false if is_plain && !flags.is_strict_mode() => Sort::BlockFunction,
                false => Sort::Lexical,
            },
            _ => Sort::Lexical,
        }
    }

    fn get(&self, scope: ScopeId, name: Ident<'a>) -> Option<&Binding<'a>> {
        self.known.get(&(scope, name)).map(|at| &self.bindings[*at])
    }

    /// Declares a name in the scope that it is written in.
    fn declare(&mut self, it: &Declaration<'a>) -> Result<(), EarlyError> {
        let sort = self.sort(it);
        let flags = self.scoping.scope_flags(it.scope);
        if matches!(sort, Sort::Lexical | Sort::BlockFunction) && !flags.is_var() {
            // The block of a `catch` must not declare its parameter again.
            let outer = self.scoping.scope_parent_id(it.scope);
            if let Some(parameter) = outer.and_then(|scope| self.get(scope, it.name))
                && matches!(parameter.sort, Sort::Catch { .. })
                && it.kind != Kind::NameOfClass
            {
                return Err(conflict(it, parameter));
            }
        }
        self.declare_in(it.scope, it, sort)
    }

    /// Declares a `var`, which belongs to a function or script (ECMA-262, 8.2.6). It is an error if
    /// a block that it passes declares its name; the parameter of a `catch` may have it (B.3.4),
    /// and is then what the `var` initializes.
    fn declare_var(&mut self, it: &Declaration<'a>) -> Result<(), EarlyError> {
        let (passed, home) = self.way_out(it.scope);
        let mut parameter = None;
        for scope in passed {
            match self.get(scope, it.name) {
                Some(found) if found.sort == (Sort::Catch { is_simple: true }) => {
                    parameter.get_or_insert(found.symbol);
                }
                Some(found) => return Err(conflict(it, found)),
                None => {}
            }
        }
        self.declare_in(home, it, Sort::Variable)?;
        if let Some(parameter) = parameter {
            self.bound.meant.insert(it.node, parameter);
        }
        Ok(())
    }

    /// The scopes that a `var` passes, and that of the function or script which has it.
    fn way_out(&self, scope: ScopeId) -> (Vec<ScopeId>, ScopeId) {
        let is_home = |it: &ScopeId| {
            let flags = self.scoping.scope_flags(*it);
            flags.is_var() || self.scoping.scope_parent_id(*it).is_none()
        };
        let mut passed = Vec::new();
        for scope in self.scoping.scope_ancestors(scope) {
            if is_home(&scope) {
                return (passed, scope);
            }
            passed.push(scope);
        }
        unreachable!("the root has no parent")
    }

    fn declare_in(
        &mut self,
        scope: ScopeId,
        it: &Declaration<'a>,
        sort: Sort,
    ) -> Result<(), EarlyError> {
        let flags = flags_of(it.kind);
        let Some(at) = self.known.get(&(scope, it.name)).copied() else {
            let symbol = self.symbol(it, flags, scope);
            self.add(it, symbol, scope, sort, flags);
            if sort == Sort::Parameter {
                self.bound.parameters.insert(symbol);
            }
            self.mean(it, symbol);
            return Ok(());
        };
        let is_strict = self.scoping.scope_flags(scope).is_strict_mode();
        let known = &mut self.bindings[at];
        let may_share = match (known.sort, sort) {
            (Sort::Variable, Sort::Variable) | (Sort::BlockFunction, Sort::BlockFunction) => true,
            (Sort::Parameter, Sort::Variable) => {
                self.bound.scopes.redeclared.insert(known.symbol);
                true
            }
            (Sort::Parameter, Sort::Parameter) => {
                !is_strict && it.kind == (Kind::Parameter { is_unique: false })
            }
            _ => false,
        };
        if !may_share {
            return Err(conflict(it, known));
        }
        known.flags |= flags;
        self.mean(it, self.bindings[at].symbol);
        Ok(())
    }

    /// The symbol of a new variable: that of the resolver, unless another variable has it.
    fn symbol(&mut self, it: &Declaration, flags: SymbolFlags, scope: ScopeId) -> SymbolId {
        match self.taken.insert(it.resolved) {
            true => it.resolved,
            false => self.new_symbol(it, flags, scope),
        }
    }

    fn new_symbol(&mut self, it: &Declaration, flags: SymbolFlags, scope: ScopeId) -> SymbolId {
        let span = Span::new(it.offset, it.offset + it.name.len() as u32);
        self.scoping
            .create_symbol(span, it.name, flags, scope, it.node)
    }

    fn add(
        &mut self,
        it: &Declaration<'a>,
        symbol: SymbolId,
        scope: ScopeId,
        sort: Sort,
        flags: SymbolFlags,
    ) {
        self.known.insert((scope, it.name), self.bindings.len());
        self.bindings.push(Binding {
            name: it.name,
            scope,
            symbol,
            sort,
            flags,
            offset: it.offset,
        });
    }

    /// Notes which variable a declared name means.
    fn mean(&mut self, it: &Declaration, symbol: SymbolId) {
        if symbol != it.resolved {
            self.bound.meant.insert(it.node, symbol);
        }
    }

    /// Finds the variable that a function in a block is copied to (ECMA-262, B.3.2): one that a
    /// `var` at this place would declare, if it were no error and no parameter, as which the object
    /// `arguments` counts.
    fn copy(&mut self, it: &Declaration<'a>, function: ScopeId) {
        if self.sort(it) != Sort::BlockFunction {
            return;
        }
        let (passed, home) = self.way_out(it.scope);
        let flags = self.scoping.scope_flags(home);
        if it.name == "arguments" && flags.is_function() && !flags.is_arrow() {
            return;
        }
        let is_free = |scope: &ScopeId| {
            let found = self.get(*scope, it.name);
            found.is_none_or(|it| it.sort == Sort::Catch { is_simple: true })
        };
        if !passed[1..].iter().all(is_free) {
            return;
        }
        let symbol = match self.get(home, it.name) {
            Some(found) if found.sort == Sort::Variable => found.symbol,
            Some(_) => return,
            None => {
                let flags = SymbolFlags::FunctionScopedVariable;
                let symbol = self.new_symbol(it, flags, home);
                self.add(it, symbol, home, Sort::Variable, flags);
                self.bound.scopes.implied.insert(symbol);
                symbol
            }
        };
        self.bound.scopes.copies.insert(function, symbol);
    }

    /// Binds the name of a function expression in the scope of the function, unless a parameter or
    /// variable hides it there.
    fn name_function(&mut self, it: &Declaration<'a>) {
        let flags = flags_of(it.kind);
        let symbol = self.symbol(it, flags, it.scope);
        self.bound.names.insert(it.scope, symbol);
        self.mean(it, symbol);
        match self.known.contains_key(&(it.scope, it.name)) {
            true => self.set(symbol, it.scope, flags),
            false => self.add(it, symbol, it.scope, Sort::Variable, flags),
        }
    }

    fn set(&mut self, symbol: SymbolId, scope: ScopeId, flags: SymbolFlags) {
        self.scoping.set_symbol_scope_id(symbol, scope);
        *self.scoping.symbol_flags_mut(symbol) = flags;
    }

    /// Puts the variables into the scopes.
    fn apply(&mut self) {
        let mut wrong = Vec::new();
        for (scope, names) in self.scoping.iter_bindings() {
            for (name, symbol) in names {
                let known = self.known.get(&(scope, *name));
                if known.is_none_or(|at| self.bindings[*at].symbol != *symbol) {
                    wrong.push((scope, name.to_string()));
                }
            }
        }
        for (scope, name) in wrong {
            self.scoping.remove_binding(scope, name.as_str().into());
        }
        for at in 0..self.bindings.len() {
            let Binding {
                name,
                scope,
                symbol,
                flags,
                ..
            } = self.bindings[at];
            self.set(symbol, scope, flags);
            if self.scoping.get_binding(scope, name) != Some(symbol) {
                self.scoping.add_binding(scope, name, symbol);
            }
        }
    }
}

fn flags_of(kind: Kind) -> SymbolFlags {
    match kind {
        Kind::Var | Kind::Parameter { .. } => SymbolFlags::FunctionScopedVariable,
        Kind::Let => SymbolFlags::BlockScopedVariable,
        Kind::Const => SymbolFlags::BlockScopedVariable | SymbolFlags::ConstVariable,
        Kind::Class | Kind::NameOfClass => SymbolFlags::Class,
        Kind::Import => SymbolFlags::Import,
        Kind::Function { .. } => SymbolFlags::Function,
        Kind::NameOfFunction => SymbolFlags::Function | SymbolFlags::FunctionExpression,
        Kind::Catch { is_simple: true } => {
            SymbolFlags::FunctionScopedVariable | SymbolFlags::CatchVariable
        }
        Kind::Catch { is_simple: false } => {
            SymbolFlags::BlockScopedVariable | SymbolFlags::CatchVariable
        }
    }
}

/// The error for a declaration that excludes another, at the later one.
fn conflict(it: &Declaration, known: &Binding) -> EarlyError {
    EarlyError {
        offset: it.offset.max(known.offset),
        message: redeclaration(&it.name),
    }
}
