//! Functions: parameters, hoisting, boxes of captured variables, closures.

use super::control::Scope;
use super::ssa::{Ssa, Variable};
use super::{Context, Result};
use oxc_ast::ast::{
    ArrowFunctionBody, ArrowFunctionExpression, BindingPattern, Declaration, FormalParameters,
    Function, Program, Statement,
};
use oxc_span::Span;
use oxc_syntax::scope::ScopeId;
use oxc_syntax::symbol::{SymbolFlags, SymbolId};
use sheaf_ir::{Call, Callee, CastOp, Const, FuncId, Op, Operand, Terminator, Type, Unit};

/// Lowers one function.
pub(crate) struct FunctionLowerer<'c, 'a> {
    pub context: &'c mut Context<'a>,
    pub ssa: Ssa,
    /// The scopes that enclose the current statement, outermost first.
    pub scopes: Vec<Scope>,
    /// Labels of the next statement.
    pub labels: Vec<String>,
    /// The scope of the function itself.
    scope: ScopeId,
    /// Captured variables of other functions, in the order of the closure's list of boxes.
    captures: Vec<SymbolId>,
    /// The list of boxes, and `this`.
    boxes: Operand,
    this: Operand,
    /// Whether `this` may be undefined.
    pub strict: bool,
    pub arrow: bool,
}

/// The source of a function.
struct Source<'s, 'a> {
    name: String,
    scope: ScopeId,
    params: Option<&'s FormalParameters<'a>>,
    body: &'s [Statement<'a>],
    /// The body of an arrow function that is an expression.
    result: Option<&'s oxc_ast::ast::Expression<'a>>,
    span: Span,
    arrow: bool,
    /// The variable in which a function expression sees itself.
    itself: Option<SymbolId>,
}

/// Lowers the statements of a script as a function without parameters.
pub(super) fn lower_script(context: &mut Context, program: &Program) -> Result<FuncId> {
    let scope = program.scope_id.get().expect("a scope");
    let source = Source {
        name: SCRIPT.to_string(),
        scope,
        params: None,
        body: &program.body,
        result: None,
        span: program.span,
        arrow: false,
        itself: None,
    };
    let (id, captures) = lower_source(context, source)?;
    debug_assert!(captures.is_empty());
    Ok(id)
}

fn lower_source(context: &mut Context, source: Source) -> Result<(FuncId, Vec<SymbolId>)> {
    let id = context.reserve();
    let mut ssa = Ssa::new(&unique(context, &source, id));
    let callee = Operand::Local(ssa.builder.param(Type::Any, None));
    let this = Operand::Local(ssa.builder.param(Type::Any, Some("this")));
    let loc = context.loc(source.span);
    ssa.builder.func_mut().loc = Some(loc);
    ssa.builder.loc = Some(loc);
    ssa.builder.func_mut().user = !context.is_library;
    let strict = context.scoping.scope_flags(source.scope).is_strict_mode();
    let mut lowerer = FunctionLowerer {
        context,
        ssa,
        scopes: Vec::new(),
        labels: Vec::new(),
        scope: source.scope,
        captures: Vec::new(),
        boxes: callee,
        this,
        strict,
        arrow: source.arrow,
    };
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
    if source.arrow {
        lowerer.this = lowerer.pure("js.this_of", vec![callee], Type::Any);
    }
    lowerer.declare(source.scope)?;
    if let Some(symbol) = source.itself {
        lowerer.write(symbol, callee);
    }
    for (pattern, initializer, value) in params {
        let value = match initializer {
            Some(initializer) => lowerer.default(value, initializer, pattern)?,
            None => value,
        };
        lowerer.bind(pattern, value)?;
    }
    lowerer.hoist(source.body)?;
    lowerer.statements(source.body)?;
    if !lowerer.ssa.ended() {
        let value = match source.result {
            Some(result) => lowerer.expression(result)?,
            None => lowerer.undefined(),
        };
        lowerer.ssa.terminate(Terminator::Return(Some(value)));
    }
    let (func, captures) = (lowerer.ssa.builder.finish(), lowerer.captures);
    context.finish(id, func);
    Ok((id, captures))
}

/// The name of the function that holds the statements of a script.
const SCRIPT: &str = "script";

/// Makes the names of functions distinct; only the program's script keeps its name.
fn unique(context: &Context, source: &Source, id: FuncId) -> String {
    let is_script = source.params.is_none();
    match is_script && !context.is_library {
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
    pub fn this(&mut self) -> Operand {
        match self.strict || self.arrow {
            true => self.this,
            false => self.pure("js.sloppy_this", vec![self.this], Type::Any),
        }
    }

    /// Creates the variables of a scope: `var`s are undefined, others uninitialized.
    pub fn declare(&mut self, scope: ScopeId) -> Result<()> {
        let bindings = self.context.scoping.get_bindings(scope);
        let mut symbols: Vec<SymbolId> = bindings.values().copied().collect();
        symbols.sort_unstable();
        for symbol in symbols {
            // Created with the exception.
            let flags = self.context.scoping.symbol_flags(symbol);
            if flags.intersects(SymbolFlags::CatchVariable) {
                continue;
            }
            let unit = match self.is_lexical(symbol) {
                true => Unit::Empty,
                false => Unit::Undefined,
            };
            let value = self.ssa.builder.constant(Const::Unit(unit));
            self.create(symbol, value);
        }
        Ok(())
    }

    /// Whether a variable is uninitialized before its declaration is executed.
    pub fn is_lexical(&self, symbol: SymbolId) -> bool {
        let flags = self.context.scoping.symbol_flags(symbol);
        flags.intersects(SymbolFlags::BlockScopedVariable)
            && !flags.intersects(SymbolFlags::Function | SymbolFlags::CatchVariable)
    }

    /// Creates a new instance of a variable with a value.
    pub fn create(&mut self, symbol: SymbolId, value: Operand) {
        let variable = Variable::Symbol(symbol);
        if self.context.captured.contains(symbol) {
            self.ssa.is_box(variable);
            let place = self.ssa.push(Op::NewCells(Box::new([value])), Type::Ptr);
            self.ssa.set(variable, place);
        } else {
            self.ssa.set(variable, value);
        }
    }

    /// The box of a captured variable.
    fn place(&mut self, symbol: SymbolId) -> Operand {
        let scoping = self.context.scoping;
        let home = super::capture::function_of(scoping, scoping.symbol_scope_id(symbol));
        if home == self.scope {
            return self.ssa.get(Variable::Symbol(symbol));
        }
        let known = self.captures.iter().position(|it| *it == symbol);
        let at = known.unwrap_or_else(|| {
            self.captures.push(symbol);
            self.captures.len() - 1
        });
        let index = self.ssa.builder.bits(32, at as u128);
        self.ssa.push(Op::LoadCell(self.boxes, index), Type::Ptr)
    }

    /// The value of a variable, `Empty` if it is uninitialized.
    pub fn read(&mut self, symbol: SymbolId) -> Operand {
        if !self.context.captured.contains(symbol) {
            return self.ssa.get(Variable::Symbol(symbol));
        }
        let place = self.place(symbol);
        let zero = self.ssa.builder.bits(32, 0);
        self.ssa.push(Op::LoadCell(place, zero), Type::Any)
    }

    /// Sets a variable.
    pub fn write(&mut self, symbol: SymbolId, value: Operand) {
        if !self.context.captured.contains(symbol) {
            return self.ssa.set(Variable::Symbol(symbol), value);
        }
        let row = self.place(symbol);
        let index = self.ssa.builder.bits(32, 0);
        self.ssa.push_void(Op::StoreCell { row, index, value });
    }

    /// Creates the functions that are declared in a list of statements.
    pub fn hoist(&mut self, statements: &[Statement]) -> Result<()> {
        for statement in statements {
            if let Some(Declaration::FunctionDeclaration(function)) = statement.as_declaration() {
                let ident = function.id.as_ref().expect("a declaration has a name");
                let symbol = ident.symbol_id.get().expect("a symbol");
                let value = self.function(function, &ident.name)?;
                self.write(symbol, value);
            }
        }
        Ok(())
    }

    /// A closure of a function.
    pub fn function(&mut self, function: &Function, name: &str) -> Result<Operand> {
        if function.generator || function.r#async {
            return self
                .context
                .unsupported(function.span, "a generator or async function");
        }
        let Some(body) = &function.body else {
            return self
                .context
                .unsupported(function.span, "a function without a body");
        };
        let scope = function.scope_id.get().expect("a scope");
        let source = Source {
            name: name.to_string(),
            scope,
            params: Some(&function.params),
            body: &body.statements,
            result: None,
            span: function.span,
            arrow: false,
            itself: function
                .id
                .as_ref()
                .filter(|_| function.is_expression())
                .and_then(|ident| ident.symbol_id.get()),
        };
        self.closure(source)
    }

    /// A closure of an arrow function.
    pub fn arrow(&mut self, function: &ArrowFunctionExpression, name: &str) -> Result<Operand> {
        if function.r#async {
            return self.context.unsupported(function.span, "an async function");
        }
        let scope = function.scope_id.get().expect("a scope");
        let (body, result) = match &function.body {
            ArrowFunctionBody::FunctionBody(body) => (&body.statements[..], None),
            body => (&[][..], body.as_expression()),
        };
        let source = Source {
            name: name.to_string(),
            scope,
            params: Some(&function.params),
            body,
            result,
            span: function.span,
            arrow: true,
            itself: None,
        };
        self.closure(source)
    }

    fn closure(&mut self, source: Source) -> Result<Operand> {
        let (name, arrow, params) = (source.name.clone(), source.arrow, source.params);
        let length = params.map_or(0, |params| {
            let required = params
                .items
                .iter()
                .take_while(|it| it.initializer.is_none());
            required.count()
        });
        let (id, captures) = lower_source(self.context, source)?;
        let mut boxes = Vec::with_capacity(captures.len());
        for symbol in captures {
            boxes.push(self.place(symbol));
        }
        let boxes = self.ssa.push(Op::NewCells(boxes.into()), Type::Ptr);
        let func = self.ssa.builder.constant(Const::Func(id));
        let name = self.text(&name);
        let length = self.ssa.builder.bits(32, length as u128);
        let rest = params.filter(|params| params.rest.is_some());
        let rest = rest.map_or(u32::MAX, |params| params.items.len() as u32);
        let rest = self.ssa.builder.bits(32, u128::from(rest));
        let mut args = vec![func, boxes, name, length, rest];
        if arrow {
            args.push(self.this());
        }
        Ok(self.pure("js.closure", args, Type::Any))
    }
}
