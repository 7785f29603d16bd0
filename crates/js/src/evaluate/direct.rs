//! Direct calls of `eval` with a constant text.

use super::place::{Around, check};
use super::{Direct, Evaluated, constant};
use crate::error::SourceLocation;
use crate::{modules, place_of};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, CallExpression, Class, Expression, Function, IdentifierReference, MethodDefinition,
    MethodDefinitionKind, ObjectProperty, Program, PropertyDefinition, PropertyKey, PropertyKind,
    Statement, StaticBlock,
};
use oxc_ast_visit::VisitMut;
use oxc_ast_visit::walk_mut::{walk_call_expression, walk_class, walk_function, walk_static_block};
use oxc_parser::Parser;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{SourceType, Span};
use oxc_syntax::scope::ScopeFlags;

/// How deeply texts may evaluate texts.
const MAX_DEPTH: usize = 16;

/// Adds what direct calls of `eval` run to a resolved script, which must be resolved again, and to
/// its source.
pub fn splice<'a>(
    allocator: &'a Allocator,
    program: &mut Program<'a>,
    scoping: &Scoping,
) -> Evaluated {
    let mut source = program.source_text.to_string();
    let mut evaluated = Evaluated::default();
    // A variable of this name would have to be told from the function.
    if scoping.symbol_names().any(|name| name == "eval") {
        return evaluated;
    }
    let mut splicer = Splicer {
        allocator,
        scoping,
        source: &mut source,
        evaluated: &mut evaluated,
        place: None,
        strict: false,
        depth: 0,
        around: Around::default(),
        next: None,
        derives: false,
        names: Vec::new(),
    };
    splicer.visit_program(program);
    program.source_text = modules::kept(allocator, &source);
    evaluated
}

struct Splicer<'a, 's> {
    allocator: &'a Allocator,
    scoping: &'s Scoping,
    /// The source of the script, and behind it those of its texts.
    source: &'s mut String,
    evaluated: &'s mut Evaluated,
    /// Where the outermost call is, if a text is visited.
    place: Option<SourceLocation>,
    /// Whether that call is in strict code.
    strict: bool,
    depth: usize,
    around: Around,
    /// What the next function is to what is in it, if it is no ordinary one.
    next: Option<Around>,
    /// Whether the enclosing class extends another.
    derives: bool,
    /// The private names of the enclosing classes.
    names: Vec<String>,
}

impl<'a> VisitMut<'a> for Splicer<'a, '_> {
    fn visit_function(&mut self, it: &mut Function<'a>, flags: ScopeFlags) {
        let around = self.next.take().unwrap_or(Around::Function);
        self.inside(around, |this| walk_function(this, it, flags));
    }

    fn visit_object_property(&mut self, it: &mut ObjectProperty<'a>) {
        self.visit_property_key(&mut it.key);
        if it.method || it.kind != PropertyKind::Init {
            self.next = Some(Around::Method);
        }
        self.visit_expression(&mut it.value);
    }

    fn visit_class(&mut self, it: &mut Class<'a>) {
        let outer = self.derives;
        let known = self.names.len();
        for element in &it.body.body {
            if let Some(PropertyKey::PrivateIdentifier(name)) = element.property_key()
                && !self.names.iter().any(|it| **it == *name.name)
            {
                self.names.push(name.name.to_string());
            }
        }
        self.derives = it.heritage.is_some();
        walk_class(self, it);
        self.names.truncate(known);
        self.derives = outer;
    }

    fn visit_method_definition(&mut self, it: &mut MethodDefinition<'a>) {
        self.visit_property_key(&mut it.key);
        let is_constructor = it.kind == MethodDefinitionKind::Constructor;
        self.next = Some(match is_constructor && self.derives {
            true => Around::Derived,
            false => Around::Method,
        });
        self.visit_function(&mut it.value, ScopeFlags::Function);
    }

    fn visit_property_definition(&mut self, it: &mut PropertyDefinition<'a>) {
        self.visit_property_key(&mut it.key);
        if let Some(value) = &mut it.value {
            self.inside(Around::Field, |this| this.visit_expression(value));
        }
    }

    fn visit_static_block(&mut self, it: &mut StaticBlock<'a>) {
        self.inside(Around::StaticBlock, |this| walk_static_block(this, it));
    }

    fn visit_call_expression(&mut self, it: &mut CallExpression<'a>) {
        walk_call_expression(self, it);
        let Expression::Identifier(callee) = &it.callee else {
            return;
        };
        let first = it.arguments.first().and_then(Argument::as_expression);
        let (true, Some(text)) = (callee.name == "eval", first.and_then(constant)) else {
            return;
        };
        let strict = self.strict || self.is_strict(callee);
        let place = self
            .place
            .unwrap_or_else(|| place_of(self.source, it.span.start));
        let spliced = match self.depth < MAX_DEPTH {
            true => self.body(&text, strict, place),
            false => Err(Direct::Unsupported("deeply nested calls of `eval`")),
        };
        let direct = match spliced {
            Ok(body) => {
                it.arguments.push(Argument::from(body));
                Direct::Body
            }
            Err(direct) => direct,
        };
        self.evaluated.calls.insert(it.span.start, direct);
    }
}

impl<'a> Splicer<'a, '_> {
    /// Visits what is in a function.
    fn inside(&mut self, around: Around, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.around, around);
        visit(self);
        self.around = outer;
    }

    fn is_strict(&self, ident: &IdentifierReference) -> bool {
        ident.reference_id.get().is_some_and(|reference| {
            let scope = self.scoping.get_reference(reference).scope_id();
            self.scoping.scope_flags(scope).is_strict_mode()
        })
    }

    /// The arrow function that runs a text.
    fn body(
        &mut self,
        text: &str,
        strict: bool,
        place: SourceLocation,
    ) -> Result<Expression<'a>, Direct> {
        check(text, strict, self.around, &self.names)?;
        let unsupported = || Direct::Unsupported("this text of `eval`");
        // The parser wants a function around `new.target`.
        let wrapped = format!("(function(){{(()=>{{{text}\n}})}})");
        let wrapped = modules::kept(self.allocator, &wrapped);
        let parsed = Parser::new(self.allocator, wrapped, SourceType::script()).parse();
        if parsed.diagnostics.has_errors() {
            return Err(unsupported());
        }
        let mut program = parsed.program;
        let scoping = SemanticBuilder::new().build(&program);
        let scoping = scoping.semantic.into_scoping();
        if scoping.symbol_names().any(|name| name == "eval") {
            return Err(Direct::Unsupported("a variable `eval` in a text of `eval`"));
        }
        let start = self.source.len() as u32;
        self.source.push_str(wrapped);
        self.evaluated.places.push((start, place));
        Shift(start).visit_program(&mut program);
        let mut body = arrow_in(program).ok_or_else(unsupported)?;
        let mut inner = Splicer {
            allocator: self.allocator,
            scoping: &scoping,
            source: self.source,
            evaluated: self.evaluated,
            place: Some(place),
            strict,
            depth: self.depth + 1,
            around: self.around,
            next: None,
            derives: false,
            names: self.names.clone(),
        };
        inner.visit_expression(&mut body);
        Ok(body)
    }
}

/// The arrow function in the function of a program.
fn arrow_in<'a>(mut program: Program<'a>) -> Option<Expression<'a>> {
    let Some(Statement::ExpressionStatement(outer)) = program.body.pop() else {
        return None;
    };
    let mut outer = outer.unbox().expression;
    let Expression::FunctionExpression(function) = outer.without_parentheses_mut() else {
        return None;
    };
    match function.body.as_mut()?.statements.pop() {
        Some(Statement::ExpressionStatement(it)) => Some(it.unbox().expression),
        _ => None,
    }
}

/// Moves a tree to where its source has been put.
struct Shift(u32);

impl VisitMut<'_> for Shift {
    fn visit_span(&mut self, it: &mut Span) {
        it.start += self.0;
        it.end += self.0;
    }
}
