//! Direct calls of `eval` with a constant text.

use super::{Direct, Evaluated, constant};
use crate::error::SourceLocation;
use crate::{modules, place_of};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, CallExpression, Expression, FormalParameters, IdentifierReference, Program, Statement,
};
use oxc_ast_visit::VisitMut;
use oxc_ast_visit::walk_mut::{walk_call_expression, walk_formal_parameters};
use oxc_parser::Parser;
use oxc_semantic::{Scoping, SemanticBuilder};
use oxc_span::{SourceType, Span};

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
        parameters: 0,
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
    /// How many lists of parameters enclose what is visited.
    parameters: usize,
}

impl<'a> VisitMut<'a> for Splicer<'a, '_> {
    fn visit_formal_parameters(&mut self, it: &mut FormalParameters<'a>) {
        self.parameters += 1;
        walk_formal_parameters(self, it);
        self.parameters -= 1;
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
        check(text, strict)?;
        let unsupported = || Direct::Unsupported("this text of `eval`");
        let wrapped = modules::kept(self.allocator, &format!("(()=>{{{text}\n}})"));
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
        if self.parameters > 0 && !strict && has_variables(&program, &scoping) {
            return Err(Direct::Unsupported("variables of `eval` in parameters"));
        }
        let start = self.source.len() as u32;
        self.source.push_str(wrapped);
        self.evaluated.places.push((start, place));
        Shift(start).visit_program(&mut program);
        let mut inner = Splicer {
            allocator: self.allocator,
            scoping: &scoping,
            source: self.source,
            evaluated: self.evaluated,
            place: Some(place),
            strict,
            depth: self.depth + 1,
            parameters: self.parameters,
        };
        inner.visit_program(&mut program);
        match program.body.pop() {
            Some(Statement::ExpressionStatement(it)) => Ok(it.unbox().expression),
            _ => Err(unsupported()),
        }
    }
}

/// Whether the arrow function around a text has variables.
fn has_variables(program: &Program, scoping: &Scoping) -> bool {
    let root = program.scope_id.get();
    scoping.symbol_ids().any(|symbol| {
        let scope = scoping.symbol_scope_id(symbol);
        scoping.scope_parent_id(scope) == root
    })
}

/// Checks the syntax of a text by itself.
fn check(text: &str, strict: bool) -> Result<(), Direct> {
    let allocator = Allocator::default();
    let head = if strict { "'use strict';" } else { "" };
    let script = format!("{head}{text}");
    let parsed = Parser::new(&allocator, &script, SourceType::script()).parse();
    let mut error = parsed.diagnostics.errors().next().cloned();
    if error.is_none() {
        let semantic = SemanticBuilder::new()
            .with_check_syntax_error(true)
            .build(&parsed.program);
        error = semantic.diagnostics.errors().next().cloned();
    }
    match error {
        None => Ok(()),
        // Whether they are allowed depends on the place.
        Some(_) if text.contains("super") || text.contains("new.target") => Err(
            Direct::Unsupported("`super` or `new.target` in a text of `eval`"),
        ),
        Some(error) if error.message.starts_with("Private identifier") => {
            Err(Direct::Unsupported("private names in a text of `eval`"))
        }
        Some(error) => Err(Direct::SyntaxError(error.message.to_string())),
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
