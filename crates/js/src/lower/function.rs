//! Functions: parameters, hoisting, closures.

use super::control::{Exit, Scope};
use super::coroutine::{self, Coroutine, Suspends};
use super::hidden::{Around, Capture, DerivedThis, Hidden};
use super::patterns::Origin;
use super::ssa::{Ssa, Variable};
use super::{Context, FunctionText, Result, ScriptKind};
use crate::abi::shape;
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, BindingPattern, Class, Declaration, Directive,
    ExportDefaultDeclarationKind, Expression, FormalParameters, Function, Program, Statement,
};
use oxc_span::Span;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::SymbolId;
use sheaf_ir::{BlockId, Call, Callee, CastOp, Const, Func, FuncId, Op, Operand, Type, Unit};
use std::collections::{HashMap, HashSet};

/// Lowers one function.
pub(crate) struct FunctionLowerer<'c, 'a> {
    pub context: &'c mut Context<'a>,
    pub ssa: Ssa,
    /// The scopes that enclose the current statement, outermost first.
    pub scopes: Vec<Scope>,
    /// Labels of the next statement.
    pub labels: Vec<String>,
    /// The scope of the function itself, if it has one.
    pub scope: Option<ScopeId>,
    /// Captured variables of other functions, in the order of the closure's list of boxes.
    pub captures: Vec<Capture>,
    /// The boxes of its own hidden variables.
    pub hidden: HashMap<Hidden, Operand>,
    pub role: Role,
    /// What it is to the functions in it.
    pub around: Around,
    /// The function itself, the list of its boxes, and `this`.
    pub callee: Operand,
    pub boxes: Operand,
    this: Operand,
    /// `this` where it is that of the constructor of a derived class.
    pub derived_this: Option<DerivedThis>,
    /// `new.target` and `arguments`, if the function uses them.
    pub target: Option<Operand>,
    pub arguments_object: Option<Operand>,
    /// Where a chain with `?.` ends, and its value.
    pub chain: Option<(BlockId, Variable)>,
    /// Scopes of classes that are being evaluated: their variables belong to this function.
    pub class_scopes: Vec<ScopeId>,
    /// Whether `this` may be undefined.
    pub strict: bool,
    /// The variables that its parameters bind.
    pub parameters: Vec<SymbolId>,
    /// Variables whose declaration has been lowered: what follows it in the text finds a value.
    pub declared: HashSet<SymbolId>,
    /// The suspensions of a function that has some.
    pub coroutine: Option<Coroutine>,
    /// The value of the last statement, where that counts.
    pub completion: Option<Variable>,
}

/// What kind of function it is.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Script,
    Plain,
    Arrow,
    /// A method, getter or setter.
    Method,
    /// The constructor of a class.
    Class {
        derived: bool,
        fields: bool,
    },
}

/// What the body of a function is.
#[derive(Clone, Copy)]
pub(super) enum Body<'s, 'a> {
    Statements(&'s [Statement<'a>]),
    Expression(&'s Expression<'a>),
    /// That of a class without a constructor.
    DefaultConstructor,
    /// The initializers of the fields of a class, or the static ones.
    Fields {
        class: &'s Class<'a>,
        is_static: bool,
    },
}

/// The source of a function.
pub(super) struct Source<'s, 'a> {
    pub name: String,
    /// Its scope, if it has one of its own.
    pub scope: Option<ScopeId>,
    pub params: Option<&'s FormalParameters<'a>>,
    pub body: Body<'s, 'a>,
    pub span: Span,
    /// What it shows as its source.
    pub shown: Span,
    pub role: Role,
    /// The variable in which a function expression sees itself.
    pub itself: Option<SymbolId>,
    pub suspends: Option<Suspends>,
    /// Of an evaluated text, whose value is that of its last statement: its directives.
    pub evaluates: Option<&'s [Directive<'a>]>,
}

/// Lowers the statements of a script as a function without parameters.
pub(super) fn lower_script(context: &mut Context, program: &Program) -> Result<FuncId> {
    let source = Source {
        name: crate::abi::SCRIPT.to_string(),
        scope: program.scope_id.get(),
        params: None,
        body: Body::Statements(&program.body),
        span: program.span,
        shown: program.span,
        role: Role::Script,
        itself: None,
        suspends: match context.kind {
            ScriptKind::EsModule(_) => Some(Suspends::Module),
            _ => None,
        },
        evaluates: (context.kind == ScriptKind::Evaluated).then_some(&program.directives[..]),
    };
    let lowered = lower_source(context, source, HashSet::new())?;
    debug_assert!(lowered.captures.is_empty());
    Ok(lowered.id)
}

/// A lowered function.
struct Lowered {
    id: FuncId,
    captures: Vec<Capture>,
    /// Its [`shape`].
    flags: u64,
    strict: bool,
}

/// Lowers a function. `declared` are the variables around it that are initialized wherever it is
/// created.
fn lower_source(
    context: &mut Context,
    source: Source,
    declared: HashSet<SymbolId>,
) -> Result<Lowered> {
    use Suspends::{Async, AsyncGenerator, Generator};
    let id = context.reserve();
    let name = unique(context, &source, id);
    let mut ssa = Ssa::new(&name);
    let callee = Operand::Local(ssa.builder.param(Type::Any, None));
    let this = Operand::Local(ssa.builder.param(Type::Any, Some("this")));
    let loc = context.loc(source.span);
    ssa.builder.func_mut().loc = Some(loc);
    ssa.builder.loc = Some(loc);
    ssa.builder.func_mut().user = !context.is_library;
    let strict = match source.scope {
        Some(scope) => context.scoping.scope_flags(scope).is_strict_mode(),
        // Code of classes.
        None => true,
    };
    let mentions = |word: &str| context.mentions(source.span, word);
    let (arrow, is_class) = (
        source.role == Role::Arrow,
        matches!(source.role, Role::Class { .. }),
    );
    let own = !arrow && source.role != Role::Script;
    let uses_target = own && (is_class || mentions("target"));
    let uses_this = mentions("this") || mentions("super");
    let has_arrows = mentions("=>");
    let is_default = matches!(source.body, Body::DefaultConstructor);
    let uses_arguments = is_default || own && mentions("arguments");
    let (derived, fields) = match source.role {
        Role::Class { derived, fields } => (derived, fields),
        _ => (false, false),
    };
    let mut flags = 0;
    for (flag, is_set) in [
        (shape::TARGET, uses_target),
        (shape::ARGUMENTS, uses_arguments),
        (
            shape::METHOD,
            matches!(source.role, Role::Arrow | Role::Method) || source.suspends.is_some(),
        ),
        (
            shape::GENERATOR,
            matches!(source.suspends, Some(Generator | AsyncGenerator)),
        ),
        (
            shape::ASYNC,
            matches!(source.suspends, Some(Async | AsyncGenerator)),
        ),
        (shape::CLASS, is_class),
        (shape::DERIVED, derived),
    ] {
        flags |= if is_set { flag } else { 0 };
    }
    let around = Around::of(source.role, context.around);
    let outer = std::mem::replace(&mut context.around, around);
    let arrow_in_derived = arrow && around.derived && uses_this;
    let mut lowerer = FunctionLowerer {
        context,
        ssa,
        scopes: Vec::new(),
        labels: Vec::new(),
        scope: source.scope,
        captures: Vec::new(),
        hidden: HashMap::new(),
        role: source.role,
        around,
        callee,
        boxes: callee,
        this,
        derived_this: None,
        target: None,
        arguments_object: None,
        chain: None,
        class_scopes: Vec::new(),
        strict,
        parameters: source.params.map_or(Vec::new(), bound_by),
        declared,
        coroutine: None,
        completion: None,
    };
    let hidden = |lowerer: &mut FunctionLowerer, is_used: bool| {
        is_used.then(|| Operand::Local(lowerer.ssa.builder.param(Type::Any, None)))
    };
    lowerer.target = hidden(&mut lowerer, uses_target);
    lowerer.arguments_object = hidden(&mut lowerer, uses_arguments);
    let mut params = Vec::new();
    for param in source.params.map_or(&[][..], |params| &params.items[..]) {
        params.push((
            &param.pattern,
            param.initializer.as_deref(),
            lowerer.parameter(&param.pattern),
        ));
    }
    if let Some(rest) = source.params.and_then(|params| params.rest.as_ref()) {
        let pattern = &rest.rest.argument;
        params.push((pattern, None, lowerer.parameter(pattern)));
    }
    lowerer.boxes = lowerer.pure("js.boxes", vec![callee], Type::Ptr);
    if matches!(lowerer.context.kind, ScriptKind::EsModule(_)) && source.role == Role::Script {
        lowerer.this = lowerer.undefined();
    } else if arrow {
        lowerer.this = lowerer.pure("js.this_of", vec![callee], Type::Any);
    } else if uses_this && (!strict || source.role == Role::Script) {
        lowerer.this = lowerer.throwing("js.sloppy_this", vec![this])?;
    }
    let simple = source.params.is_none_or(is_simple);
    let has_expressions = source.params.is_some_and(has_expressions);
    if strict || !simple {
        flags |= shape::STRICT;
    }
    let mapped = uses_arguments && !strict && simple;
    if mapped {
        // Elements of `arguments` and parameters are the same variables.
        for symbol in params.iter().filter_map(|(pattern, ..)| symbol_of(pattern)) {
            lowerer.context.captured.insert(symbol);
        }
    }
    if let Some(suspends) = source.suspends {
        lowerer.start_coroutine(suspends);
    }
    // An exception in a default value rejects the promise.
    lowerer.begin(Async);
    if let Some(scope) = source.scope {
        lowerer.declare(scope)?;
        lowerer.create_late(scope)?;
    }
    if let Some(symbol) = source.itself {
        lowerer.create(symbol, callee)?;
    }
    lowerer.box_arguments();
    lowerer.declare_arguments(source.scope)?;
    if derived {
        let empty = lowerer.ssa.builder.constant(Const::Unit(Unit::Empty));
        lowerer.derived_this = Some(match has_arrows {
            true => {
                lowerer.hide(Hidden::This, vec![empty]);
                DerivedThis::Box
            }
            false => {
                let variable = lowerer.ssa.temporary(Type::Any);
                lowerer.ssa.set(variable, empty);
                DerivedThis::Variable(variable)
            }
        });
    } else if arrow_in_derived {
        lowerer.derived_this = Some(DerivedThis::Box);
    } else if is_class {
        lowerer.initialize_fields(this, fields)?;
    }
    if has_expressions {
        lowerer.empty_parameters()?;
    }
    for (at, (pattern, initializer, value)) in params.iter().enumerate() {
        let value = match initializer {
            Some(initializer) => lowerer.default(*value, initializer, pattern)?,
            None => *value,
        };
        lowerer.bind(pattern, value, &Origin::Value)?;
        lowerer.note_declared(pattern);
        // Of parameters with one name, the last one is the variable.
        let symbol = symbol_of(pattern).filter(|symbol| {
            let mut later = params[at + 1..].iter();
            mapped && later.all(|(other, ..)| symbol_of(other) != Some(*symbol))
        });
        if let Some(symbol) = symbol {
            let place = lowerer.place(symbol);
            let (index, object) = (
                lowerer.ssa.builder.bits(32, at as u128),
                lowerer.arguments_object.expect("it is used"),
            );
            lowerer.pure("js.map_argument", vec![object, index, place], Type::Any);
        }
    }
    if has_expressions {
        lowerer.leave_parameters(source.scope)?;
    }
    lowerer.begin(Generator);
    lowerer.begin(AsyncGenerator);
    let value = match source.body {
        Body::Statements(statements) => {
            if let Some(directives) = source.evaluates {
                lowerer.start_completion(directives);
            }
            lowerer.hoist(statements)?;
            lowerer.begin(Suspends::Module);
            lowerer.import_built_ins()?;
            lowerer.statements(statements)?;
            match lowerer.completion {
                Some(completion) if !lowerer.ssa.ended() => lowerer.ssa.get(completion),
                _ => lowerer.undefined(),
            }
        }
        Body::Expression(result) => lowerer.expression(result)?,
        Body::DefaultConstructor => {
            if derived {
                lowerer.default_super_call(source.span)?;
            }
            lowerer.undefined()
        }
        Body::Fields { class, is_static } => {
            lowerer.field_initializers(class, is_static)?;
            lowerer.undefined()
        }
    };
    if !lowerer.ssa.ended() {
        lowerer.leave(Exit::Return, Some(value));
    }
    let (func, captures) = (lowerer.ssa.finish(), lowerer.captures);
    let coroutine = lowerer.coroutine;
    context.around = outer;
    match coroutine {
        Some(coroutine) => finish_coroutine(context, id, func, &coroutine, &source.name),
        None => context.finish(id, func),
    }
    Ok(Lowered {
        id,
        captures,
        flags,
        strict,
    })
}

/// Finishes the two functions of one that suspends.
fn finish_coroutine(
    context: &mut Context,
    id: FuncId,
    func: Func,
    coroutine: &Coroutine,
    name: &str,
) {
    let resume = context.reserve();
    let names = coroutine::Names {
        create: context.name(crate::abi::COROUTINE),
        resume,
        resume_name: format!("{name}#{}", resume.0),
    };
    let (first, second) = coroutine::split(func, coroutine, &names);
    context.finish(id, first);
    context.finish(resume, second);
}

/// The variables that parameters bind.
fn bound_by(params: &FormalParameters) -> Vec<SymbolId> {
    let rest = params.rest.iter().map(|rest| &rest.rest.argument);
    let patterns = params.items.iter().map(|item| &item.pattern).chain(rest);
    let idents = patterns.flat_map(|pattern| pattern.get_binding_identifiers());
    idents.filter_map(|ident| ident.symbol_id.get()).collect()
}

/// The variable of a parameter that is a name.
fn symbol_of(pattern: &BindingPattern) -> Option<SymbolId> {
    match pattern {
        BindingPattern::BindingIdentifier(ident) => ident.symbol_id.get(),
        _ => None,
    }
}

/// Whether all parameters are names without default values.
fn is_simple(params: &FormalParameters) -> bool {
    let plain = |pattern: &BindingPattern| matches!(pattern, BindingPattern::BindingIdentifier(_));
    params.rest.is_none()
        && params
            .items
            .iter()
            .all(|it| it.initializer.is_none() && plain(&it.pattern))
}

/// Whether code may run while parameters get their values.
fn has_expressions(params: &FormalParameters) -> bool {
    let plain = |pattern: &BindingPattern| matches!(pattern, BindingPattern::BindingIdentifier(_));
    let rest = params.rest.as_ref().map(|rest| &rest.rest.argument);
    let mut items = params.items.iter();
    rest.is_some_and(|it| !plain(it))
        || items.any(|it| it.initializer.is_some() || !plain(&it.pattern))
}

/// Makes the names of functions distinct; only the program's script keeps its name.
fn unique(context: &Context, source: &Source, id: FuncId) -> String {
    let is_script = source.role == Role::Script;
    let is_program = matches!(
        context.kind,
        ScriptKind::Plain | ScriptKind::Module(0) | ScriptKind::EsModule(0)
    );
    match is_script && is_program {
        true => source.name.clone(),
        false => format!("{}#{}", source.name, id.0),
    }
}

impl<'a> FunctionLowerer<'_, 'a> {
    /// A new parameter of the function.
    fn parameter(&mut self, pattern: &BindingPattern) -> Operand {
        let name = match pattern {
            BindingPattern::BindingIdentifier(ident) => Some(ident.name.as_str()),
            _ => None,
        };
        Operand::Local(self.ssa.builder.param(Type::Any, name))
    }

    pub fn at(&mut self, span: Span) {
        let loc = self.context.loc(span);
        self.ssa.builder.loc = Some(loc);
    }

    pub fn undefined(&mut self) -> Operand {
        self.ssa.builder.constant(Const::Unit(Unit::Undefined))
    }

    pub fn text(&mut self, text: &str) -> Operand {
        let constant = Const::Str(text.encode_utf16().collect());
        let text = self.ssa.builder.constant(constant);
        self.any(text)
    }

    /// Converts a value to the type `Any`.
    pub fn any(&mut self, value: Operand) -> Operand {
        match self.ssa.builder.func().type_of(value) {
            Type::Any => value,
            _ => self.ssa.push(Op::Cast(CastOp::ToAny, value), Type::Any),
        }
    }

    /// Ends the path with a reason where an unsupported construct is reached.
    pub fn unsupported(&mut self, span: Span, what: &str) -> Operand {
        self.at(span);
        let what = self.text(what);
        self.pure("js.unmodelled", vec![what], Type::Any)
    }

    /// A call of an intrinsic that never throws.
    pub fn pure(&mut self, name: &str, args: Vec<Operand>, ty: Type) -> Operand {
        let callee = Callee::Intrinsic(self.context.name(name));
        let call = Call {
            callee,
            args: args.into(),
            catches: false,
        };
        self.ssa.push(Op::Call(Box::new(call)), ty)
    }

    /// `this` as the program observes it.
    pub fn this(&mut self) -> Result<Operand> {
        let Some(this) = self.derived_this else {
            return Ok(self.this);
        };
        let this = self.derived_this_value(this);
        let empty = self.is_empty(this);
        self.throw_if(empty, "js.reference_error", super::exceptions::NO_SUPER);
        Ok(this)
    }

    /// Throws an error if a condition holds.
    pub fn throw_if(&mut self, condition: Operand, error: &str, message: &str) {
        let (then, end) = (self.ssa.block(), self.ssa.block());
        self.ssa.branch_within(condition, then, end);
        self.ssa.enter(then);
        let message = self.text(message);
        let error = self.pure(error, vec![message], Type::Any);
        self.leave(Exit::Throw, Some(error));
        self.ssa.enter(end);
    }

    /// Creates the functions that are declared in a list of statements.
    pub fn hoist(&mut self, statements: &[Statement]) -> Result<()> {
        for statement in statements {
            let mut statement = statement;
            while let Statement::LabeledStatement(labelled) = statement {
                statement = &labelled.body;
            }
            let function = match statement {
                Statement::ExportDefaultDeclaration(it) => match &it.declaration {
                    ExportDefaultDeclarationKind::FunctionDeclaration(it) => it,
                    _ => continue,
                },
                Statement::ExportDeclaration(it) => match &it.declaration {
                    Declaration::FunctionDeclaration(it) => it,
                    _ => continue,
                },
                Statement::FunctionDeclaration(it) => it,
                _ => continue,
            };
            let name = function
                .id
                .as_ref()
                .map_or("default", |id| id.name.as_str());
            let value = self.function(function, name)?;
            match function.id.as_ref().and_then(|id| id.symbol_id.get()) {
                Some(symbol) => self.define_function(symbol, value)?,
                None => self.write_default(value),
            }
        }
        Ok(())
    }

    /// A closure of a function.
    pub fn function(&mut self, function: &Function, name: &str) -> Result<Operand> {
        self.function_in_role(function, name, Role::Plain, function.span)
    }

    /// A closure of a function that may be a method or a constructor, and what it shows as its
    /// source.
    pub fn function_in_role(
        &mut self,
        function: &Function,
        name: &str,
        role: Role,
        shown: Span,
    ) -> Result<Operand> {
        let Some(body) = &function.body else {
            return Ok(self.unsupported(function.span, "a function without a body"));
        };
        let source = Source {
            name: name.to_string(),
            scope: function.scope_id.get(),
            params: Some(&function.params),
            body: Body::Statements(&body.statements),
            span: function.span,
            shown,
            role,
            itself: function
                .id
                .as_ref()
                .filter(|_| function.is_expression())
                .and_then(|ident| ident.symbol_id.get()),
            suspends: Suspends::of(function),
            evaluates: None,
        };
        self.closure(source)
    }

    /// A closure of an arrow function.
    pub fn arrow(&mut self, function: &ArrowFunctionExpression, name: &str) -> Result<Operand> {
        self.arrow_or_text(function, name, false)
    }

    /// A closure of an arrow function, or of one that has the statements of an evaluated text.
    pub fn arrow_or_text(
        &mut self,
        function: &ArrowFunctionExpression,
        name: &str,
        is_text: bool,
    ) -> Result<Operand> {
        let directives = match &function.body {
            ArrowFunctionBody::FunctionBody(body) => &body.directives[..],
            _ => &[],
        };
        let body = match &function.body {
            ArrowFunctionBody::FunctionBody(body) => Body::Statements(&body.statements[..]),
            body => Body::Expression(body.as_expression().expect("the only other kind")),
        };
        let source = Source {
            name: name.to_string(),
            scope: function.scope_id.get(),
            params: Some(&function.params),
            body,
            span: function.span,
            shown: function.span,
            role: Role::Arrow,
            itself: None,
            suspends: function.r#async.then_some(Suspends::Async),
            evaluates: is_text.then_some(directives),
        };
        self.closure(source)
    }

    pub(super) fn closure(&mut self, source: Source) -> Result<Operand> {
        let (name, params, role) = (source.name.clone(), source.params, source.role);
        let span = source.span;
        let length = params.map_or(0, |params| {
            let required = params
                .items
                .iter()
                .take_while(|it| it.initializer.is_none());
            required.count()
        });
        let (shown, is_text) = (source.shown, source.evaluates.is_some());
        let lowered = lower_source(self.context, source, self.declared.clone())?;
        if !self.context.is_library {
            self.context.texts.push(FunctionText {
                id: lowered.id,
                span: shown,
                is_strict: lowered.strict && !is_text,
            });
        }
        let mut boxes = Vec::with_capacity(lowered.captures.len());
        for capture in lowered.captures {
            boxes.push(self.box_of(capture));
        }
        let boxes = self.ssa.push(Op::NewCells(boxes.into()), Type::Ptr);
        let func = self.ssa.builder.constant(Const::Func(lowered.id));
        let name = self.text(&name);
        let length = self.ssa.builder.bits(32, length as u128);
        let rest = params.filter(|params| params.rest.is_some());
        let rest = rest.map_or(shape::NO_REST, |params| params.items.len() as u64);
        // The attributes of `arguments` are told apart only where there is one.
        let flags = match lowered.flags & shape::ARGUMENTS {
            0 => lowered.flags & !shape::STRICT,
            _ => lowered.flags,
        };
        let shape = self.ssa.builder.bits(32, u128::from(flags | rest));
        let mut args = vec![func, boxes, name, length, shape];
        let uses_super = role == Role::Arrow && self.context.mentions(span, "super");
        if role == Role::Arrow {
            args.push(match self.derived_this {
                // It is in a box.
                Some(_) => self.undefined(),
                None => self.this,
            });
        }
        let closure = self.pure("js.closure", args, Type::Any);
        if uses_super {
            self.pure("js.share_home", vec![closure, self.callee], Type::Any);
        }
        Ok(closure)
    }
}
