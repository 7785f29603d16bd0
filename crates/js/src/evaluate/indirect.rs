//! Texts that become functions of the global scope: by `Function`, or by `eval` under another name.

use super::constant;
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, BinaryExpression, CallExpression, Expression, IdentifierReference, NewExpression,
    Program, StaticMemberExpression,
};
use oxc_ast_visit::Visit;
use oxc_ast_visit::walk::{
    walk_binary_expression, walk_call_expression, walk_new_expression,
    walk_static_member_expression,
};
use oxc_parser::Parser;
use oxc_span::{SourceType, Span};
use oxc_syntax::operator::BinaryOperator;

/// A text that may be evaluated in the global scope.
pub struct Text {
    /// Under what the program finds it.
    pub key: String,
    /// The script whose value is that of the text, or the message of a `SyntaxError`.
    pub script: Result<String, String>,
    /// Where it is written.
    pub offset: u32,
}

/// The texts of a script.
pub fn texts_of(program: &Program) -> Vec<Text> {
    let mut texts = Texts {
        calls: Vec::new(),
        uses: [false; 2],
    };
    texts.visit_program(program);
    let [eval, function] = texts.uses;
    let mut found = Vec::new();
    for Call { name, values, span } in texts.calls {
        let offset = span.start;
        if function || name == "Function" {
            found.push(function_text(&values, offset));
        }
        if let (true, Some(text)) = (eval && name != "eval", values.first()) {
            found.push(Text {
                key: format!("eval {text}"),
                script: Ok(text.clone()),
                offset,
            });
        }
    }
    found
}

/// The function that `Function` makes of the names of parameters and a body.
fn function_text(values: &[String], offset: u32) -> Text {
    let (body, parameters) = match values.split_last() {
        Some((body, parameters)) => (body.as_str(), parameters.join(",")),
        None => ("", String::new()),
    };
    // The parts must be well-formed by themselves.
    let parts = [
        format!("(function anonymous({parameters}\n) {{\n}})"),
        format!("(function anonymous(\n) {{\n{body}\n}})"),
    ];
    let script = format!("(function anonymous({parameters}\n) {{\n{body}\n}})");
    let allocator = Allocator::default();
    let error = parts.iter().find_map(|part| {
        let parsed = Parser::new(&allocator, part, SourceType::script()).parse();
        let error = parsed.diagnostics.errors().next()?;
        Some(error.message.to_string())
    });
    Text {
        key: format!("Function {parameters}\n{body}"),
        script: error.map_or(Ok(script), Err),
        offset,
    }
}

/// A call with constant texts as its arguments.
struct Call {
    /// The name of what is called, if it is one.
    name: String,
    values: Vec<String>,
    span: Span,
}

struct Texts {
    calls: Vec<Call>,
    /// Whether `eval` and `Function` are used otherwise than by calling them by their name.
    uses: [bool; 2],
}

impl Texts {
    fn call(&mut self, callee: &Expression, arguments: &[Argument], span: Span) {
        let values: Option<Vec<String>> = arguments
            .iter()
            .map(|it| it.as_expression().and_then(constant))
            .collect();
        let name = match callee {
            Expression::Identifier(it) => it.name.to_string(),
            _ => String::new(),
        };
        if let Some(values) = values {
            self.calls.push(Call { name, values, span });
        }
    }
}

impl<'a> Visit<'a> for Texts {
    fn visit_call_expression(&mut self, it: &CallExpression<'a>) {
        self.call(&it.callee, &it.arguments, it.span);
        match &it.callee {
            Expression::Identifier(ident) if is_evaluator(ident) => {
                self.visit_arguments(&it.arguments);
            }
            _ => walk_call_expression(self, it),
        }
    }

    fn visit_new_expression(&mut self, it: &NewExpression<'a>) {
        self.call(&it.callee, &it.arguments, it.span);
        match &it.callee {
            Expression::Identifier(ident) if is_evaluator(ident) => {
                self.visit_arguments(&it.arguments);
            }
            _ => walk_new_expression(self, it),
        }
    }

    fn visit_static_member_expression(&mut self, it: &StaticMemberExpression<'a>) {
        self.uses[0] |= it.property.name == "eval";
        match &it.object {
            Expression::Identifier(ident)
                if ident.name == "Function" && it.property.name == "prototype" => {}
            _ => walk_static_member_expression(self, it),
        }
    }

    fn visit_binary_expression(&mut self, it: &BinaryExpression<'a>) {
        match &it.right {
            Expression::Identifier(ident)
                if ident.name == "Function" && it.operator == BinaryOperator::Instanceof =>
            {
                self.visit_expression(&it.left);
            }
            _ => walk_binary_expression(self, it),
        }
    }

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.uses[0] |= it.name == "eval";
        self.uses[1] |= it.name == "Function";
    }
}

fn is_evaluator(ident: &IdentifierReference) -> bool {
    matches!(ident.name.as_str(), "eval" | "Function")
}
