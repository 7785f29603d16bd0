//! Texts that become functions of the global scope: by `Function`, or by `eval` under another name.
//!
//! A program finds them by their text, so more of them do no harm: a variable that is an argument of
//! `Function` may be any text that is assigned to one of this name.

use super::constant;
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    Argument, AssignmentExpression, AssignmentTarget, BinaryExpression, BindingPattern,
    CallExpression, Expression, IdentifierReference, NewExpression, ObjectPropertyKind, Program,
    Statement, StaticMemberExpression, VariableDeclarator,
};
use oxc_ast_visit::Visit;
use oxc_ast_visit::walk::{
    walk_assignment_expression, walk_binary_expression, walk_call_expression, walk_new_expression,
    walk_static_member_expression, walk_variable_declarator,
};
use oxc_parser::Parser;
use oxc_span::{SourceType, Span};
use oxc_syntax::operator::{AssignmentOperator, BinaryOperator, UnaryOperator};
use std::collections::HashMap;

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
    let mut assigned = Assigned::default();
    assigned.visit_program(program);
    let mut texts = Texts {
        assigned,
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
    assigned: Assigned,
    calls: Vec<Call>,
    /// Whether `eval` and `Function` are used otherwise than by calling them by their name.
    uses: [bool; 2],
}

impl Texts {
    fn call(&mut self, callee: &Expression, mut arguments: &[Argument], span: Span) {
        let name = match callee {
            Expression::Identifier(it) => it.name.to_string(),
            Expression::StaticMemberExpression(it)
                if it.property.name == "call" && it.object.is_specific_id("Function") =>
            {
                arguments = arguments.get(1..).unwrap_or_default();
                "Function".to_string()
            }
            _ => String::new(),
        };
        let mut all = vec![Vec::new()];
        for argument in arguments {
            let values = match argument.as_expression() {
                Some(value) if name == "Function" => self.assigned.values(value),
                Some(value) => constant(value).into_iter().collect(),
                None => Vec::new(),
            };
            all = pairs(&all, &values, |list: &Vec<String>, value| {
                list.iter().chain([value]).cloned().collect()
            });
        }
        for values in all {
            let name = name.clone();
            self.calls.push(Call { name, values, span });
        }
    }
}

/// The most texts that an expression or a list of arguments is taken for.
const MAX_VALUES: usize = 32;

/// What a function makes of each of some values and each of others.
fn pairs<A, B, C>(some: &[A], others: &[B], of: impl Fn(&A, &B) -> C) -> Vec<C> {
    let all = some
        .iter()
        .flat_map(|it| others.iter().map(move |other| (it, other)));
    all.map(|(a, b)| of(a, b)).take(MAX_VALUES).collect()
}

/// The texts that are assigned to variables, by their names.
#[derive(Default)]
struct Assigned(HashMap<String, Vec<String>>);

impl Assigned {
    /// Texts that an expression may become where it is converted to one.
    fn values(&self, expression: &Expression) -> Vec<String> {
        let one = |text: &str| vec![text.to_string()];
        if let Some(text) = constant(expression) {
            return vec![text];
        }
        match expression.without_parentheses() {
            Expression::NullLiteral(_) => one("null"),
            Expression::BooleanLiteral(it) => one(if it.value { "true" } else { "false" }),
            Expression::NumericLiteral(it) if it.value.fract() == 0.0 && it.value < 1e15 => {
                vec![it.value.to_string()]
            }
            Expression::UnaryExpression(it) if it.operator == UnaryOperator::Void => {
                one("undefined")
            }
            Expression::Identifier(it) if it.name == "undefined" => one("undefined"),
            Expression::Identifier(it) => self.0.get(it.name.as_str()).cloned().unwrap_or_default(),
            Expression::ConditionalExpression(it) => {
                let mut values = self.values(&it.consequent);
                values.extend(self.values(&it.alternate));
                values
            }
            Expression::BinaryExpression(it) if it.operator == BinaryOperator::Addition => {
                let (left, right) = (self.values(&it.left), self.values(&it.right));
                pairs(&left, &right, |left, right| format!("{left}{right}"))
            }
            Expression::ObjectExpression(it) => {
                let members = it.properties.iter();
                let members = members.filter_map(ObjectPropertyKind::as_property);
                let mut members = members.filter(|it| it.key.is_specific_static_name("toString"));
                members
                    .next()
                    .map_or(Vec::new(), |it| self.returned(&it.value))
            }
            _ => Vec::new(),
        }
    }

    /// Texts that a function may return.
    fn returned(&self, function: &Expression) -> Vec<String> {
        let Expression::FunctionExpression(function) = function else {
            return Vec::new();
        };
        let statements = function.body.iter().flat_map(|body| &body.statements);
        let returned = statements.filter_map(|it| match it {
            Statement::ReturnStatement(it) => it.argument.as_ref(),
            _ => None,
        });
        returned.flat_map(|it| self.values(it)).collect()
    }

    fn add(&mut self, name: &str, value: &Expression) {
        let values = self.values(value);
        let known = self.0.entry(name.to_string()).or_default();
        known.extend(values);
        known.sort_unstable();
        known.dedup();
        known.truncate(MAX_VALUES);
    }
}

impl<'a> Visit<'a> for Assigned {
    fn visit_variable_declarator(&mut self, it: &VariableDeclarator<'a>) {
        if let (BindingPattern::BindingIdentifier(ident), Some(init)) = (&it.id, &it.init) {
            self.add(&ident.name, init);
        }
        walk_variable_declarator(self, it);
    }

    fn visit_assignment_expression(&mut self, it: &AssignmentExpression<'a>) {
        if let AssignmentTarget::AssignmentTargetIdentifier(ident) = &it.left
            && it.operator == AssignmentOperator::Assign
        {
            self.add(&ident.name, &it.right);
        }
        walk_assignment_expression(self, it);
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
