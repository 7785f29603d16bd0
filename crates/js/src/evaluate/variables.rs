//! The variables of evaluated texts, and variables that are properties of the global object.

use super::{Direct, Evaluated};
use crate::scopes::Scopes;
use oxc_ast::ast::{
    Argument, ArrowFunctionExpression, BindingPattern, CallExpression, Class, Expression,
    FormalParameters, Function, IdentifierReference, Program, StaticMemberExpression,
    ThisExpression,
};
use oxc_ast_visit::Visit;
use oxc_ast_visit::walk::{
    walk_arrow_function_expression, walk_call_expression, walk_class, walk_formal_parameters,
    walk_function, walk_static_member_expression,
};
use oxc_semantic::Scoping;
use oxc_syntax::reference::ReferenceId;
use oxc_syntax::scope::{ScopeFlags, ScopeId};
use oxc_syntax::symbol::{SymbolFlags, SymbolId};
use std::collections::{HashMap, HashSet};

/// Names that a script cannot have as ordinary global variables: the lowering knows them.
const KNOWN: &[&str] = &[
    "sheaf",
    "J$",
    "S$",
    "require",
    "module",
    "exports",
    "__filename",
    "__dirname",
    "arguments",
    "eval",
    "undefined",
    "NaN",
    "Infinity",
];

/// Resolves the variables that direct calls of `eval` declare. `at_root` says whether variables of
/// the script itself are global.
pub fn resolve(
    evaluated: &mut Evaluated,
    program: &Program,
    scoping: &mut Scoping,
    known: &Scopes,
    at_root: bool,
) {
    let mut bodies = Bodies {
        evaluated,
        found: Vec::new(),
        next: None,
        lists: Vec::new(),
        in_lists: HashMap::new(),
        apart: HashSet::new(),
    };
    bodies.visit_program(program);
    let (found, in_lists, apart) = (bodies.found, bodies.in_lists, bodies.apart);
    let scopes: HashSet<ScopeId> = found.iter().map(|it| it.scope).collect();
    // Variables of texts in lists of parameters, which those of a body with their name hide.
    let mut of_lists = HashSet::new();
    for Body {
        call,
        scope: body,
        lists,
    } in found
    {
        if scoping.scope_flags(body).is_strict_mode() {
            continue;
        }
        let declared = Declared {
            scoping,
            known,
            body,
            bodies: &scopes,
            lists: &lists,
            in_lists: &in_lists,
            apart: &apart,
            of_lists: &of_lists,
            at_root,
        };
        let variables = scoping.get_bindings(body).values();
        let mut variables: Vec<SymbolId> = variables.copied().collect();
        variables.sort_unstable();
        variables.retain(|symbol| is_variable(scoping.symbol_flags(*symbol)));
        let meanings: Result<Vec<(SymbolId, Meaning)>, Direct> = variables
            .iter()
            .map(|symbol| Ok((*symbol, declared.meaning(*symbol)?)))
            .collect();
        let meanings = match meanings {
            Ok(meanings) => meanings,
            Err(why) => {
                evaluated.refused.insert(call, why);
                continue;
            }
        };
        for (symbol, meaning) in meanings {
            match meaning {
                Meaning::Own => {
                    evaluated.deletable.insert(symbol);
                }
                Meaning::Variable(outer) => {
                    evaluated.aliases.insert(symbol, outer);
                    let outer = evaluated.variable(outer);
                    if evaluated.late.contains(&outer) {
                        evaluated.creates.entry(body).or_default().push(outer);
                    }
                }
                Meaning::Late(function) => {
                    if lists.contains(&function) {
                        of_lists.insert(symbol);
                    }
                    scoping.move_binding_by_symbol_id(body, function, symbol);
                    evaluated.late.insert(symbol);
                    evaluated.deletable.insert(symbol);
                    evaluated.creates.entry(body).or_default().push(symbol);
                }
                Meaning::Global => {
                    evaluated.globals.insert(symbol, true);
                }
            }
        }
    }
}

const UNKNOWN: Direct = Direct::Unsupported("a variable that `eval` declares");

/// Whether a variable is one of a `var` or a function.
fn is_variable(flags: SymbolFlags) -> bool {
    flags.intersects(SymbolFlags::FunctionScopedVariable | SymbolFlags::Function)
        && !flags.contains(SymbolFlags::FunctionExpression)
}

/// What a variable that a text declares is.
enum Meaning {
    /// A variable that nothing else can see.
    Own,
    /// One that the program declares.
    Variable(SymbolId),
    /// One that a function has as soon as the text has run.
    Late(ScopeId),
    /// A property of the global object.
    Global,
}

struct Declared<'s> {
    scoping: &'s Scoping,
    known: &'s Scopes,
    /// The scope of the text.
    body: ScopeId,
    /// The scopes of all texts.
    bodies: &'s HashSet<ScopeId>,
    /// The functions in whose lists of parameters the text is.
    lists: &'s [ScopeId],
    /// References in such lists, and these functions.
    in_lists: &'s HashMap<ReferenceId, Vec<ScopeId>>,
    apart: &'s HashSet<SymbolId>,
    of_lists: &'s HashSet<SymbolId>,
    at_root: bool,
}

impl Declared<'_> {
    /// What a variable is.
    ///
    /// # Errors
    /// A text that cannot run, or that is not supported.
    fn meaning(&self, symbol: SymbolId) -> Result<Meaning, Direct> {
        let (scoping, name) = (self.scoping, self.scoping.symbol_ident(symbol));
        if KNOWN.contains(&name.as_str()) {
            return Err(UNKNOWN);
        }
        let mut in_with = false;
        for scope in scoping.scope_ancestors(self.body).skip(1) {
            let flags = scoping.scope_flags(scope);
            in_with |= flags.is_with();
            let is_root = scoping.scope_parent_id(scope).is_none();
            if let Some(outer) = scoping.get_binding(scope, name) {
                let (is_var, kind) = (flags.is_var() || is_root, scoping.symbol_flags(outer));
                let lexical = SymbolFlags::BlockScopedVariable | SymbolFlags::Class;
                let others = SymbolFlags::Function | SymbolFlags::CatchVariable;
                // What a text in the list declares is neither a parameter nor one of the body.
                return match is_var && is_variable(kind) {
                    _ if self.lists.contains(&scope) => Err(UNKNOWN),
                    _ if self.of_lists.contains(&outer) => Err(UNKNOWN),
                    _ if self.apart.contains(&outer) => Err(UNKNOWN),
                    true => Ok(Meaning::Variable(outer)),
                    // A function in a block is not copied past such a variable (B.3.2.3).
                    false if self.known.implied.contains(&symbol) => Err(UNKNOWN),
                    false if kind.intersects(lexical) && !kind.intersects(others) => {
                        let message = format!("Identifier '{name}' has already been declared");
                        Err(Direct::SyntaxError(message))
                    }
                    false => Err(UNKNOWN),
                };
            }
            // A text in a text: the variable belongs to what is around both.
            let is_text = self.bodies.contains(&scope) && !flags.is_strict_mode();
            if is_root && self.at_root {
                return Ok(Meaning::Global);
            }
            if (flags.is_var() || is_root) && !is_text {
                // The object of a `with` is asked for it first, as if the function had it.
                let uses = self.uses(scope, symbol);
                let lists_of = |it: &ReferenceId| self.in_lists.get(it);
                let in_list = |it| lists_of(it).is_some_and(|lists| lists.contains(&scope));
                return match uses.is_empty() {
                    _ if in_with => Err(UNKNOWN),
                    _ if !self.lists.contains(&scope) && uses.iter().any(in_list) => Err(UNKNOWN),
                    true => Ok(Meaning::Own),
                    false => Ok(Meaning::Late(scope)),
                };
            }
        }
        Err(UNKNOWN)
    }

    /// Where a function uses the name of a variable of a text outside of it.
    fn uses(&self, function: ScopeId, symbol: SymbolId) -> Vec<ReferenceId> {
        let (scoping, name) = (self.scoping, self.scoping.symbol_name(symbol));
        let is_outside = |scope: ScopeId| {
            let mut scopes = scoping.scope_ancestors(scope);
            let nearest = scopes.find(|scope| *scope == function || *scope == self.body);
            nearest == Some(function)
        };
        let same = scoping
            .symbol_ids()
            .filter(|it| scoping.symbol_name(*it) == name);
        let resolved = same.flat_map(|it| scoping.get_resolved_reference_ids(it));
        let unresolved = scoping.root_unresolved_references().get(name);
        let all = resolved.chain(unresolved.into_iter().flatten());
        let outside = all.filter(|it| is_outside(scoping.get_reference(**it).scope_id()));
        outside.copied().collect()
    }
}

/// Finds the scopes of the arrow functions of texts, and the offsets of the calls.
struct Bodies<'s> {
    evaluated: &'s Evaluated,
    found: Vec<Body>,
    /// The scope of the function whose list of parameters comes next.
    next: Option<ScopeId>,
    /// The functions whose lists enclose what is visited.
    lists: Vec<ScopeId>,
    in_lists: HashMap<ReferenceId, Vec<ScopeId>>,
    /// Parameters in lists with expressions: the variables of a body, and those that a text in it
    /// declares, are others of the same name (ECMA-262, 10.2.11, step 28).
    apart: HashSet<SymbolId>,
}

/// Whether a list of parameters has an expression in it.
struct HasExpression(bool);

impl<'a> Visit<'a> for HasExpression {
    fn visit_expression(&mut self, _: &Expression<'a>) {
        self.0 = true;
    }
}

/// The arrow function of a text.
struct Body {
    /// The offset of the call.
    call: u32,
    scope: ScopeId,
    /// The functions in whose lists of parameters it is.
    lists: Vec<ScopeId>,
}

impl<'a> Visit<'a> for Bodies<'_> {
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
        let mut expressions = HasExpression(false);
        walk_formal_parameters(&mut expressions, it);
        if expressions.0 {
            let rest = it.rest.iter().map(|rest| &rest.rest.argument);
            let patterns = it.items.iter().map(|item| &item.pattern).chain(rest);
            let names = patterns.flat_map(BindingPattern::get_binding_identifiers);
            let symbols = names.filter_map(|name| name.symbol_id.get());
            self.apart.extend(symbols);
        }
        walk_formal_parameters(self, it);
        self.lists.truncate(known);
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        if let Some(id) = it.reference_id.get().filter(|_| !self.lists.is_empty()) {
            self.in_lists.insert(id, self.lists.clone());
        }
    }

    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        if let Expression::Identifier(callee) = &it.callee
            && callee.name == "eval"
            && let (Some(Direct::Body), Some(body)) = (
                self.evaluated.calls.get(&it.span.start),
                it.arguments.last().and_then(Argument::as_expression),
            )
            && let Expression::ArrowFunctionExpression(body) = body.without_parentheses()
            && let Some(scope) = body.scope_id.get()
        {
            self.found.push(Body {
                call: it.span.start,
                scope,
                lists: self.lists.clone(),
            });
        }
        walk_call_expression(self, it);
    }
}

/// The variables and functions of a script that must be properties of the global object, because
/// the program can see them there. Others are cheaper as variables. `all` if other code than the
/// script may do so.
pub fn global_variables(program: &Program, scoping: &Scoping, all: bool) -> Vec<SymbolId> {
    let mut uses = Uses {
        scoping,
        functions: 0,
        strict_functions: 0,
        all,
        names: HashSet::new(),
    };
    if !all {
        uses.visit_program(program);
    }
    let root = program.scope_id.get();
    let bindings = root.into_iter().flat_map(|it| scoping.get_bindings(it));
    bindings
        .filter(|(name, symbol)| {
            is_variable(scoping.symbol_flags(**symbol))
                && !KNOWN.contains(&name.as_str())
                && (uses.all || uses.names.contains(name.as_str()))
        })
        .map(|(_, symbol)| *symbol)
        .collect()
}

/// How a script uses the global object.
struct Uses<'s> {
    scoping: &'s Scoping,
    /// How many functions with a `this` of their own enclose what is visited.
    functions: usize,
    /// How many of them, or of classes, are strict.
    strict_functions: usize,
    /// Whether every global variable may be used.
    all: bool,
    /// Those that are used by their name.
    names: HashSet<String>,
}

impl<'a> Visit<'a> for Uses<'_> {
    fn visit_function(&mut self, it: &Function<'a>, flags: ScopeFlags) {
        let scope = it.scope_id.get();
        let strict = scope.is_some_and(|it| self.scoping.scope_flags(it).is_strict_mode());
        self.functions += 1;
        self.strict_functions += usize::from(strict);
        walk_function(self, it, flags);
        self.strict_functions -= usize::from(strict);
        self.functions -= 1;
    }

    fn visit_class(&mut self, it: &Class<'a>) {
        self.functions += 1;
        self.strict_functions += 1;
        walk_class(self, it);
        self.strict_functions -= 1;
        self.functions -= 1;
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        match it.object {
            Expression::ThisExpression(_) => {
                self.names.insert(it.property.name.to_string());
            }
            _ => walk_static_member_expression(self, it),
        }
    }

    fn visit_this_expression(&mut self, _: &ThisExpression) {
        // In strict functions, `this` is the global object only if that is used elsewhere.
        self.all |= self.functions == 0 || self.strict_functions == 0;
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.all |= matches!(it.name.as_str(), "globalThis" | "global");
    }
}
