//! `--entry` for JavaScript: a statement that calls a function with inputs as its arguments. It is
//! executed at the end of the file, so that the function may be exported or not.
//!
//! The types of the parameters are given, or they are those of a JSDoc comment.

use crate::error::{Error, SourceLocation};
use oxc_allocator::Allocator;
use oxc_ast::ast::{
    ArrowFunctionExpression, AssignmentExpression, BindingIdentifier, BindingPattern, Expression,
    FormalParameters, Function, ObjectPropertyKind, Program, ReturnStatement, Statement,
};
use oxc_ast_visit::Visit;
use oxc_parser::{ParseOptions, Parser};
use oxc_span::{GetSpan, SourceType, Span};
use oxc_syntax::scope::ScopeFlags;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// How a script is entered.
pub struct Entry {
    /// The expression for the function.
    pub callee: String,
    /// The statement that calls it.
    pub call: String,
}

/// The call of a function of a script with inputs as its arguments: `entry` is its name, or what it is exported as,
/// perhaps with dots. `types` are the types of its parameters, separated by commas: `string`,
/// `string:LENGTH`, `integer`, `number`, `boolean`, `value`, `undefined` or `null`, or several with
/// `|` between them.
///
/// # Errors
/// When the text is no script, a type is unknown, or there are no types.
pub fn entry_call(
    file: &str,
    text: &str,
    entry: &str,
    types: Option<&str>,
) -> Result<Entry, Error> {
    let error = |message: String| Error {
        file: file.to_string(),
        place: SourceLocation { line: 1, column: 1 },
        message,
    };
    let allocator = Allocator::default();
    let options = ParseOptions {
        allow_return_outside_function: true,
        ..ParseOptions::default()
    };
    let parser = Parser::new(&allocator, text, SourceType::script());
    let parsed = parser.with_options(options).parse();
    if parsed.module_record.has_module_syntax {
        let message = "an ES module has no entries: write a harness that imports it";
        return Err(error(message.to_string()));
    }
    if let Some(problem) = parsed.diagnostics.errors().next() {
        return Err(crate::syntax_error(file, text, problem));
    }
    let mut obstacles = Obstacles::default();
    obstacles.visit_program(&parsed.program);
    if let Some(obstacle) = obstacles.0 {
        return Err(error(format!(
            "{obstacle}: write a harness that calls `{entry}`"
        )));
    }
    let functions = Functions::of(&parsed.program);
    let (path, callee) = functions.find(entry).ok_or_else(|| {
        error(format!(
            "there is no function `{entry}`, and the file exports nothing"
        ))
    })?;
    let names = callee.map_or_else(Vec::new, |callee| callee.names.clone());
    let types: Vec<String> = match types {
        Some(types) => types.split(',').map(str::to_string).collect(),
        None => documented(text, callee, &names).map_err(|missing| {
            let named = "name them with --types";
            error(match missing {
                Some(name) => {
                    format!("the type of the parameter `{name}` of `{entry}` is not known: {named}")
                }
                None => format!("the parameters of `{entry}` are not known: {named}"),
            })
        })?,
    };
    let mut arguments = Vec::with_capacity(types.len());
    for (at, ty) in types.iter().enumerate() {
        let name = names.get(at).filter(|name| !name.is_empty()).cloned();
        let name = name.unwrap_or_else(|| format!("argument {}", at + 1));
        let argument = argument(&name, ty.trim());
        arguments.push(argument.map_err(|ty| {
            error(format!(
                "`{ty}` is no type of a parameter: string, string:LENGTH, integer, number, \
                 boolean, value, undefined, null, or several with | between them"
            ))
        })?);
    }
    let call = format!(";{path}({});", arguments.join(", "));
    Ok(Entry { callee: path, call })
}

/// Why a statement at the end of the file would not call a function with inputs.
#[derive(Default)]
struct Obstacles(Option<&'static str>);

impl<'a> Visit<'a> for Obstacles {
    fn visit_return_statement(&mut self, _: &ReturnStatement<'a>) {
        self.0 = Some("the file returns before its end");
    }

    fn visit_binding_identifier(&mut self, it: &BindingIdentifier<'a>) {
        if it.name == "sheaf" {
            self.0 = Some("the file has a variable `sheaf`, so inputs have no name");
        }
    }

    // What is within a function concerns calls of it only.
    fn visit_function(&mut self, it: &Function<'a>, _: ScopeFlags) {
        if let Some(name) = it.id.as_ref().filter(|_| it.is_declaration()) {
            self.visit_binding_identifier(name);
        }
    }

    fn visit_arrow_function_expression(&mut self, _: &ArrowFunctionExpression<'a>) {}
}

/// The expression for an argument of a type: one of several kinds of inputs.
fn argument(name: &str, ty: &str) -> Result<String, String> {
    let alternatives: Vec<&str> = ty.split('|').map(str::trim).collect();
    let inputs: Result<Vec<String>, String> = alternatives
        .iter()
        .map(|ty| input(name, ty).ok_or_else(|| (*ty).to_string()))
        .collect();
    let inputs = inputs?;
    let [first, rest @ ..] = &inputs[..] else {
        return Err(ty.to_string());
    };
    if rest.is_empty() {
        return Ok(first.clone());
    }
    let mut chosen = String::new();
    for (at, input) in inputs[..rest.len()].iter().enumerate() {
        // Writing to a string cannot fail.
        let _ = write!(chosen, "kind === {at} ? {input} : ");
    }
    let kind = quoted(&format!("{name}.kind"));
    Ok(format!(
        "(kind => {chosen}{})(sheaf.integer({kind}, 0, {}))",
        inputs[rest.len()],
        rest.len()
    ))
}

/// The expression for an input of one type.
fn input(name: &str, ty: &str) -> Option<String> {
    let name = quoted(name);
    let (ty, length) = match ty.split_once(':') {
        Some((ty @ ("string" | "value"), length)) => (ty, Some(length.parse::<u32>().ok()?)),
        Some(_) => return None,
        None => (ty, None),
    };
    let length = length.map_or_else(String::new, |length| format!(", {length}"));
    match ty {
        "undefined" | "null" => Some(ty.to_string()),
        "string" | "integer" | "number" | "boolean" | "value" => {
            Some(format!("sheaf.{ty}({name}{length})"))
        }
        _ => None,
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A function of a file.
struct Callee {
    /// Its own name.
    name: Option<String>,
    /// The names of its parameters, empty for patterns.
    names: Vec<String>,
    /// The statement that defines it.
    statement: Span,
}

/// What the statements of a file define.
#[derive(Default)]
struct Functions {
    /// Functions by the expression that they are assigned to: `f`, `module.exports.f`.
    by_path: HashMap<String, Callee>,
    /// What is another name for what.
    aliases: HashMap<String, String>,
    /// The variables and functions of the file.
    declared: HashSet<String>,
    uses_module: bool,
}

impl Functions {
    fn of(program: &Program) -> Functions {
        let mut functions = Functions::default();
        let source = program.source_text;
        functions.uses_module = source.contains("exports");
        for statement in &program.body {
            functions.statement(statement, source);
        }
        functions
    }

    fn statement(&mut self, statement: &Statement, source: &str) {
        let span = statement.span();
        match statement {
            Statement::FunctionDeclaration(function) => {
                if let Some(ident) = &function.id {
                    let name = ident.name.to_string();
                    self.declared.insert(name.clone());
                    self.add(&name, Some(&name), &function.params, span);
                }
            }
            Statement::ClassDeclaration(class) => {
                let name = class.id.as_ref().map(|ident| ident.name.to_string());
                self.declared.extend(name);
            }
            Statement::VariableDeclaration(declaration) => {
                for declarator in &declaration.declarations {
                    let BindingPattern::BindingIdentifier(ident) = &declarator.id else {
                        continue;
                    };
                    self.declared.insert(ident.name.to_string());
                    if let Some(value) = &declarator.init {
                        self.define(&ident.name, value, span, source);
                    }
                }
            }
            Statement::ExpressionStatement(it) => {
                if let Expression::AssignmentExpression(it) = &it.expression {
                    self.assignment(it, span, source);
                }
            }
            _ => {}
        }
    }

    fn assignment(&mut self, it: &AssignmentExpression, statement: Span, source: &str) {
        let path = text_of(it.left.span(), source).to_string();
        self.define(&path, &it.right, statement, source);
    }

    /// Notes that an expression is assigned to a path.
    fn define(&mut self, path: &str, value: &Expression, statement: Span, source: &str) {
        match value.without_parentheses() {
            Expression::FunctionExpression(it) => {
                let name = it.id.as_ref().map(|ident| ident.name.as_str());
                self.add(path, name, &it.params, statement);
            }
            Expression::ArrowFunctionExpression(it) => self.add(path, None, &it.params, statement),
            Expression::AssignmentExpression(it) => {
                let inner = text_of(it.left.span(), source).to_string();
                self.assignment(it, statement, source);
                self.aliases.insert(path.to_string(), inner);
            }
            Expression::ObjectExpression(it) => {
                for property in &it.properties {
                    if let ObjectPropertyKind::ObjectProperty(property) = property
                        && let Some(name) = property.key.static_name()
                    {
                        let path = format!("{path}.{name}");
                        self.define(&path, &property.value, property.span, source);
                    }
                }
            }
            value @ (Expression::Identifier(_) | Expression::StaticMemberExpression(_)) => {
                let other = text_of(value.span(), source).to_string();
                self.aliases.insert(path.to_string(), other);
            }
            _ => {}
        }
    }

    fn add(&mut self, path: &str, name: Option<&str>, params: &FormalParameters, statement: Span) {
        let params = params.items.iter().map(|param| match &param.pattern {
            BindingPattern::BindingIdentifier(ident) => ident.name.to_string(),
            _ => String::new(),
        });
        let callee = Callee {
            name: name.map(str::to_string),
            names: params.collect(),
            statement,
        };
        self.by_path.insert(path.to_string(), callee);
    }

    /// The expression for a function, and what is known about it. `None` if it cannot exist.
    fn find(&self, entry: &str) -> Option<(String, Option<&Callee>)> {
        let first = entry.split('.').next().unwrap_or(entry);
        if self.declared.contains(first) || matches!(first, "module" | "exports") {
            return Some((entry.to_string(), self.known(entry)));
        }
        let main = self.known("module.exports");
        if let Some(callee) = main.filter(|callee| callee.name.as_deref() == Some(entry)) {
            return Some(("module.exports".to_string(), Some(callee)));
        }
        let exported = format!("module.exports.{entry}");
        let known = self.known(&exported);
        let known = known.or_else(|| self.known(&format!("exports.{entry}")));
        self.uses_module.then_some((exported, known))
    }

    /// The function at a path, through other names of it.
    fn known(&self, path: &str) -> Option<&Callee> {
        let mut path = path.to_string();
        // Names may be assigned in a circle.
        for _ in 0..=self.aliases.len() {
            if let Some(callee) = self.by_path.get(&path) {
                return Some(callee);
            }
            path = self.aliases.get(&path).cloned().or_else(|| {
                let (object, member) = path.rsplit_once('.')?;
                Some(format!("{}.{member}", self.aliases.get(object)?))
            })?;
        }
        None
    }
}

fn text_of(span: Span, source: &str) -> &str {
    &source[span.start as usize..span.end as usize]
}

/// The types of parameters that the comment before a function gives; the error is the name of the
/// parameter without a type, if the parameters are known.
fn documented(
    text: &str,
    callee: Option<&Callee>,
    names: &[String],
) -> Result<Vec<String>, Option<String>> {
    let Some(callee) = callee else {
        return Err(None);
    };
    let comment = comment_before(text, callee.statement);
    let documented = comment.map_or_else(HashMap::new, parameters);
    let ty = |(at, name): (usize, &String)| {
        let found = documented.get(name).and_then(|ty| js_type(ty));
        found.ok_or_else(|| match name.is_empty() {
            true => Some(format!("{}", at + 1)),
            false => Some(name.clone()),
        })
    };
    names.iter().enumerate().map(ty).collect()
}

/// The block comment that ends before a statement.
fn comment_before(text: &str, statement: Span) -> Option<&str> {
    let before = text[..statement.start as usize].trim_end();
    let before = before.strip_suffix("*/")?;
    let start = before.rfind("/**")?;
    Some(&before[start..])
}

/// The types in a comment by the names of parameters: `@param {TYPE} name`.
fn parameters(comment: &str) -> HashMap<String, String> {
    let mut found = HashMap::new();
    for rest in comment.split("@param").skip(1) {
        let Some((ty, rest)) = rest
            .trim_start()
            .strip_prefix('{')
            .and_then(|rest| rest.split_once('}'))
        else {
            continue;
        };
        let word = rest.split_whitespace().next().unwrap_or_default();
        let optional = word.strip_prefix('[');
        let name = optional.unwrap_or(word);
        let name = name.split(['=', ']', ',']).next().unwrap_or_default();
        let ty = match optional {
            Some(_) => format!("{ty}|undefined"),
            None => ty.to_string(),
        };
        found.insert(name.to_string(), ty);
    }
    found
}

/// A type of a comment in the words of `--types`; `None` if it is not that of a primitive value.
fn js_type(ty: &str) -> Option<String> {
    let (ty, optional) = match ty.trim().strip_suffix('=') {
        Some(ty) => (ty, true),
        None => (ty, false),
    };
    let ty = ty.replace(['(', ')', '!'], "");
    let words = ty.split('|').chain(optional.then_some("undefined"));
    let mut all = Vec::new();
    for word in words {
        let word = word.trim();
        let (word, nullable) = match word.strip_prefix('?') {
            Some(word) if !word.is_empty() => (word, true),
            _ => (word, false),
        };
        all.push(match word {
            "string" | "String" => "string",
            "number" | "Number" => "number",
            "integer" | "int" => "integer",
            "boolean" | "bool" | "Boolean" => "boolean",
            "*" | "?" | "any" | "mixed" => "value",
            "undefined" | "void" => "undefined",
            "null" => "null",
            _ => return None,
        });
        all.extend(nullable.then_some("null"));
    }
    Some(all.join("|"))
}

#[cfg(test)]
mod tests {
    use super::entry_call;

    fn call(text: &str, entry: &str, types: Option<&str>) -> String {
        let found = entry_call("a.js", text, entry, types);
        found.map_or_else(|error| error.message, |entry| entry.call)
    }

    #[test]
    fn functions_are_found_by_their_names() {
        let types = Some("integer");
        for (text, entry, expected) in [
            ("function f(a) {}", "f", ";f(sheaf.integer(\"a\"));"),
            ("const f = (a) => a", "f", ";f(sheaf.integer(\"a\"));"),
            (
                "exports.f = function (b) {}",
                "f",
                ";module.exports.f(sheaf.integer(\"b\"));",
            ),
            (
                "module.exports = function f(b) {}",
                "f",
                ";module.exports(sheaf.integer(\"b\"));",
            ),
            (
                "module.exports = exports = {f(b) {}, g: 1}",
                "f",
                ";module.exports.f(sheaf.integer(\"b\"));",
            ),
            (
                "function g(c) {}\nmodule.exports = {f: g}",
                "f",
                ";module.exports.f(sheaf.integer(\"c\"));",
            ),
            (
                "module.exports = require('./b')",
                "f",
                ";module.exports.f(sheaf.integer(\"argument 1\"));",
            ),
            (
                "var Lib = {}; Lib.f = function ({x}) {}",
                "Lib.f",
                ";Lib.f(sheaf.integer(\"argument 1\"));",
            ),
            (
                "a = 1",
                "f",
                "there is no function `f`, and the file exports nothing",
            ),
        ] {
            assert_eq!(call(text, entry, types), expected, "{text}");
        }
    }

    #[test]
    fn circles_of_names_end() {
        let text = "a.f = b.f; b.f = a.f; exports = a;";
        assert_eq!(call(text, "f", Some("null")), ";module.exports.f(null);");
    }

    #[test]
    fn types_are_given_or_documented() {
        let text = "/** Does.\n * @param {string} s  a text\n * @param {?number} [n=2]\n */\nfunction f(s, n) {}";
        let expected = ";f(sheaf.string(\"s\"), (kind => kind === 0 ? sheaf.number(\"n\") : \
                        kind === 1 ? null : undefined)(sheaf.integer(\"n.kind\", 0, 2)));";
        assert_eq!(call(text, "f", None), expected);
        let given = call(text, "f", Some("string:12, value:3,boolean"));
        assert_eq!(
            given,
            ";f(sheaf.string(\"s\", 12), sheaf.value(\"n\", 3), sheaf.boolean(\"argument 3\"));"
        );
        assert!(call("export function f() {}", "f", Some("null")).contains("imports it"));
        for types in ["", "text", "integer:3", "string:", "string||null"] {
            assert!(
                call(text, "f", Some(types)).contains("is no type"),
                "{types}"
            );
        }
        let of = |comment: &str| call(&format!("{comment}\nfunction f(s) {{}}"), "f", None);
        assert!(of("").contains("the parameter `s` of `f` is not known"));
        assert!(of("/** @param {Foo} s */").contains("`s` of `f`"));
        assert!(of("/** @param {string s */").contains("`s` of `f`"));
        assert_eq!(
            of("/** @param {(string|number)=} s */")
                .matches("sheaf.")
                .count(),
            3
        );
    }
}
