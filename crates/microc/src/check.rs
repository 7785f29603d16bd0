//! Resolves names and rejects programs that cannot run: unknown and duplicate names, a missing
//! `main`, calls with the wrong number of arguments, assignments to functions.
//!
//! Types are not checked here: the thesis leaves that to another analysis (section 2.4), and the
//! engine reports a value of the wrong type as `type-error` where it is used.

use crate::ast::{Expr, ExprKind, Function, Ident, Program, Stmt, StmtKind};
use crate::error::{Error, SourceLocation};
use std::collections::HashMap;

/// What a name refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symbol {
    /// A parameter or variable, by its index among the function's parameters and then variables.
    Variable(usize),
    /// A function, by its index in the program.
    Function(usize),
}

/// The variables of a function.
#[derive(Debug)]
pub struct Scope<'a> {
    /// Parameters, then variables.
    pub variables: Vec<&'a Ident>,
    /// Which of them have their address taken with `&`.
    pub address_taken: Vec<bool>,
    /// Whether all variables are in memory, under their names, so that each has a value at every
    /// point.
    pub keeps_variables: bool,
    indices: HashMap<&'a str, usize>,
}

/// The names of a well-formed program.
#[derive(Debug)]
pub struct Symbols<'a> {
    /// One scope per function, in order.
    pub scopes: Vec<Scope<'a>>,
    /// Which functions are used as values.
    pub escapes: Vec<bool>,
    /// The index of the entry function.
    pub entry: usize,
    functions: HashMap<&'a str, usize>,
}

impl Symbols<'_> {
    /// What a name refers to in a function; variables hide functions.
    pub fn resolve(&self, function: usize, name: &str) -> Option<Symbol> {
        let variable = self.scopes[function]
            .indices
            .get(name)
            .copied()
            .map(Symbol::Variable);
        variable.or_else(|| self.functions.get(name).copied().map(Symbol::Function))
    }
}

/// Checks a program whose entry is `main` and collects its names.
///
/// # Errors
/// Reports the first violation of a rule.
pub fn check(program: &Program) -> Result<Symbols<'_>, Error> {
    check_from(program, "main")
}

/// Checks a program whose entry is the given function.
///
/// # Errors
/// As for [`check`].
pub fn check_from<'a>(program: &'a Program, entry: &str) -> Result<Symbols<'a>, Error> {
    let names = program.functions.iter().map(|function| &function.name);
    let functions = distinct(names, "function")?;
    let Some(entry) = functions.get(entry).copied() else {
        let place = SourceLocation { line: 1, column: 1 };
        return Err(Error::new(
            place,
            format!("the program has no function '{entry}'"),
        ));
    };
    let scopes = program
        .functions
        .iter()
        .map(scope)
        .collect::<Result<Vec<_>, _>>()?;
    let escapes = vec![false; program.functions.len()];
    let mut checker = Checker {
        program,
        function: 0,
        symbols: Symbols {
            scopes,
            escapes,
            entry,
            functions,
        },
    };
    for (position, function) in program.functions.iter().enumerate() {
        checker.function = position;
        checker.body(&function.body)?;
        checker.expr(&function.result.value)?;
    }
    Ok(checker.symbols)
}

/// Indices of names that must differ.
fn distinct<'a>(
    idents: impl Iterator<Item = &'a Ident>,
    what: &str,
) -> Result<HashMap<&'a str, usize>, Error> {
    let mut positions: HashMap<&str, usize> = HashMap::new();
    for (position, ident) in idents.enumerate() {
        if positions.insert(&ident.name, position).is_some() {
            let message = format!("there is another {what} with the name '{}'", ident.name);
            return Err(Error::new(ident.place, message));
        }
    }
    Ok(positions)
}

fn scope(function: &Function) -> Result<Scope<'_>, Error> {
    let variables: Vec<&Ident> = function.params.iter().chain(&function.vars).collect();
    let indices = distinct(variables.iter().copied(), "variable or parameter")?;
    Ok(Scope {
        address_taken: vec![false; variables.len()],
        keeps_variables: false,
        variables,
        indices,
    })
}

struct Checker<'a> {
    program: &'a Program,
    function: usize,
    symbols: Symbols<'a>,
}

impl Checker<'_> {
    fn body(&mut self, body: &[Stmt]) -> Result<(), Error> {
        body.iter().try_for_each(|stmt| self.stmt(stmt))
    }

    fn stmt(&mut self, stmt: &Stmt) -> Result<(), Error> {
        match &stmt.kind {
            StmtKind::Output { value } => self.expr(value),
            StmtKind::Assign { target, value } => {
                self.expr(value)?;
                self.target(target)
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(condition)?;
                self.body(then)?;
                self.body(otherwise)
            }
            StmtKind::While { condition, body } => {
                self.expr(condition)?;
                self.body(body)
            }
            StmtKind::Block { body } => self.body(body),
        }
    }

    fn target(&mut self, target: &Expr) -> Result<(), Error> {
        let ExprKind::Name { name } = &target.kind else {
            return self.expr(target);
        };
        match self.resolve(name, target.place)? {
            Symbol::Variable(_) => Ok(()),
            Symbol::Function(_) => {
                let message = format!("cannot assign to the function '{name}'");
                Err(Error::new(target.place, message))
            }
        }
    }

    fn expr(&mut self, expr: &Expr) -> Result<(), Error> {
        match &expr.kind {
            ExprKind::Name { name } => {
                if let Symbol::Function(function) = self.resolve(name, expr.place)? {
                    self.symbols.escapes[function] = true;
                }
                Ok(())
            }
            ExprKind::Ref { name } => match self.resolve(name, expr.place)? {
                Symbol::Variable(variable) => {
                    self.symbols.scopes[self.function].address_taken[variable] = true;
                    Ok(())
                }
                Symbol::Function(_) => {
                    let message = format!("'{name}' is a function: it has no address to take");
                    Err(Error::new(expr.place, message))
                }
            },
            ExprKind::Call { callee, args } => {
                self.callee(callee, args, expr.place)?;
                args.iter().try_for_each(|arg| self.expr(arg))
            }
            ExprKind::Record { fields } => {
                distinct(fields.iter().map(|field| &field.name), "field")?;
                for field in fields {
                    if let ExprKind::Record { .. } = field.value.kind {
                        let message =
                            "a record cannot hold a record (it can hold a pointer to one)";
                        return Err(Error::new(field.value.place, message));
                    }
                    self.expr(&field.value)?;
                }
                Ok(())
            }
            _ => {
                let mut result = Ok(());
                expr.children(|child| {
                    if result.is_ok() {
                        result = self.expr(child);
                    }
                });
                result
            }
        }
    }

    /// Checks a callee; the number of arguments is checked if it is a function's name.
    fn callee(&mut self, callee: &Expr, args: &[Expr], place: SourceLocation) -> Result<(), Error> {
        let ExprKind::Name { name } = &callee.kind else {
            return self.expr(callee);
        };
        let Symbol::Function(function) = self.resolve(name, callee.place)? else {
            return Ok(());
        };
        let expected = self.program.functions[function].params.len();
        if args.len() != expected {
            let plural = if expected == 1 { "" } else { "s" };
            let message = format!(
                "the function '{name}' takes {expected} argument{plural}, but {} {} given",
                args.len(),
                if args.len() == 1 { "is" } else { "are" }
            );
            return Err(Error::new(place, message));
        }
        Ok(())
    }

    fn resolve(&self, name: &str, place: SourceLocation) -> Result<Symbol, Error> {
        self.symbols.resolve(self.function, name).ok_or_else(|| {
            let message = format!("there is no variable, parameter or function '{name}'");
            Error::new(place, message)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parser::parse;

    fn error(text: &str) -> String {
        let program = parse(text).unwrap();
        check(&program).unwrap_err().to_string()
    }

    #[test]
    fn names_must_exist_and_differ() {
        assert_eq!(error(""), "1:1: the program has no function 'main'");
        assert_eq!(
            error("main() {\n  return y;\n}"),
            "2:10: there is no variable, parameter or function 'y'"
        );
        assert_eq!(
            error("f() { return 0; } f() { return 1; } main() { return 0; }"),
            "1:19: there is another function with the name 'f'"
        );
        assert_eq!(
            error("main(a) { var b, a; return 0; }"),
            "1:18: there is another variable or parameter with the name 'a'"
        );
        assert_eq!(
            error("main() { return {x: 1, x: 2}.x; }"),
            "1:24: there is another field with the name 'x'"
        );
    }

    #[test]
    fn functions_are_not_variables() {
        assert_eq!(
            error("f() { return 0; } main() { f = 1; return 0; }"),
            "1:28: cannot assign to the function 'f'"
        );
        assert!(error("main() { return *&main; }").contains("no address"));
        let hidden = parse("f() { return 0; } main() { var f; f = 1; return f; }").unwrap();
        assert!(!check(&hidden).unwrap().escapes[0]);
    }

    #[test]
    fn arguments_are_counted_in_direct_calls_only() {
        assert_eq!(
            error("f(a) { return a; } main() { return f(1, 2); }"),
            "1:36: the function 'f' takes 1 argument, but 2 are given"
        );
        assert_eq!(
            error("main(a) { return main(); }"),
            "1:18: the function 'main' takes 1 argument, but 0 are given"
        );
        let indirect = parse("f(a) { return a; } main() { var g; g = f; return g(1, 2); }");
        assert!(check(&indirect.unwrap()).unwrap().escapes[0]);
    }

    #[test]
    fn records_do_not_nest() {
        assert!(error("main() { return {x: {y: 1}}.x; }").contains("cannot hold a record"));
    }
}
