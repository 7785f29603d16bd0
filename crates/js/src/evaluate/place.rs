//! What a text of `eval` may contain because of its place (ECMA-262, 19.2.1.1).

use super::Direct;
use crate::scopes;
use oxc_allocator::Allocator;
use oxc_ast::ast::{Function, IdentifierReference, Program};
use oxc_ast_visit::Visit;
use oxc_parser::Parser;
use oxc_span::SourceType;
use oxc_syntax::scope::ScopeFlags;

/// The innermost function around a call of `eval` that is no arrow function.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Around {
    /// There is none.
    #[default]
    Nothing,
    /// One without `super`.
    Function,
    Method,
    /// The constructor of a class that extends another.
    Derived,
    /// The initializer of a field.
    Field,
    /// A static block, where texts with `super`, `new.target` or `arguments` are not supported.
    StaticBlock,
}

/// Checks the syntax of a text at a place. `names` are the private names of enclosing classes.
pub fn check(text: &str, strict: bool, around: Around, names: &[String]) -> Result<(), Direct> {
    let head = if strict { "'use strict';" } else { "" };
    let alone = errors_of(&format!("{head}{text}"), |program| {
        let mut uses = Arguments(false);
        uses.visit_program(program);
        uses.0
    });
    let message = match alone {
        Ok(uses_arguments) => {
            return match around {
                Around::Field if uses_arguments => Err(Direct::SyntaxError(
                    "'arguments' is not allowed in class field initializer or static \
                     initialization block"
                        .to_string(),
                )),
                Around::StaticBlock if uses_arguments => Err(UNSUPPORTED),
                _ => Ok(()),
            };
        }
        Err(Wrong::Grammar(message)) => return Err(Direct::SyntaxError(message)),
        Err(Wrong::Place(message)) => message,
    };
    if around == Around::StaticBlock {
        return Err(UNSUPPORTED);
    }
    match errors_of(&within(text, head, around, names), |_| ()) {
        Ok(()) => Ok(()),
        Err(_) => Err(Direct::SyntaxError(message)),
    }
}

const UNSUPPORTED: Direct =
    Direct::Unsupported("`super`, `new.target` or `arguments` in a text of `eval`");

/// A script that has a text at a place of this kind.
fn within(text: &str, head: &str, around: Around, names: &[String]) -> String {
    let body = format!("{{\n{head}{text}\n}}");
    let member = match around {
        Around::Nothing | Around::StaticBlock => format!("[(() => {body})]() {{ }}"),
        Around::Function => format!("m() {{ (function () {body}); }}"),
        Around::Method => format!("m() {body}"),
        Around::Derived => format!("constructor() {body}"),
        Around::Field => format!("x = (() => {body})"),
    };
    let in_class = !names.is_empty() || matches!(around, Around::Derived | Around::Field);
    match in_class {
        true => {
            let names: String = names.iter().map(|name| format!("#{name}; ")).collect();
            format!("(class extends Object {{ {names}{member} }})")
        }
        false => format!("({{ {member} }})"),
    }
}

/// Why a text is no script.
enum Wrong {
    /// Wherever it is.
    Grammar(String),
    /// Because of its place, perhaps.
    Place(String),
}

/// What `of` finds in a script, or its first error.
fn errors_of<T>(script: &str, of: impl FnOnce(&Program) -> T) -> Result<T, Wrong> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, script, SourceType::script()).parse();
    if let Some(error) = parsed.diagnostics.errors().next() {
        let message = error.message.to_string();
        return Err(match message.starts_with("Unexpected new.target") {
            true => Wrong::Place(message),
            false => Wrong::Grammar(message),
        });
    }
    let mut program = parsed.program;
    match scopes::resolve(&allocator, &mut program) {
        Ok(_) => Ok(of(&program)),
        Err(error) => Err(Wrong::Place(error.message)),
    }
}

/// Whether a text uses the `arguments` of the function around it.
struct Arguments(bool);

impl<'a> Visit<'a> for Arguments {
    fn visit_function(&mut self, _: &Function<'a>, _: ScopeFlags) {}

    fn visit_identifier_reference(&mut self, it: &IdentifierReference<'a>) {
        self.0 |= it.name == "arguments";
    }
}
