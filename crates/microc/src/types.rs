//! A simple inference of types over the whole program, blind to the order of statements: enough to keep numbers in integer
//! registers.
//!
//! What is read from arrays, records and through pointers has no known type; neither have the parameters and results of
//! functions that are used as values.

use crate::ast::{Expr, ExprKind, Program, Stmt, StmtKind};
use crate::check::{Symbol, Symbols};

/// What is known of the values of a variable, parameter or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// It never has a value.
    Never,
    /// A number.
    Int,
    /// An array, a record, a pointer, a function or null.
    Reference,
    /// Nothing is known.
    Any,
}

impl Kind {
    /// The least kind that covers both.
    pub fn join(self, other: Kind) -> Kind {
        match (self, other) {
            (Kind::Never, kind) | (kind, Kind::Never) => kind,
            (a, b) if a == b => a,
            _ => Kind::Any,
        }
    }
}

/// The kinds of a program's variables and results.
#[derive(Debug)]
pub struct Kinds {
    /// For each function, the kinds of its parameters and then variables.
    pub variables: Vec<Vec<Kind>>,
    /// For each function, the kind of its result.
    pub results: Vec<Kind>,
}

/// Infers the kinds of a program; `entry` is the function, if any, whose result is made a number whatever it returns.
pub fn infer(program: &Program, symbols: &Symbols<'_>, entry: Option<usize>) -> Kinds {
    let variables = program
        .functions
        .iter()
        .enumerate()
        .map(|(position, function)| {
            let mut kinds = vec![Kind::Never; symbols.scopes[position].variables.len()];
            if symbols.escapes[position] {
                kinds[..function.params.len()].fill(Kind::Any);
            } else if position == symbols.main {
                kinds[..function.params.len()].fill(Kind::Int);
            }
            kinds
        });
    let results = symbols
        .escapes
        .iter()
        .enumerate()
        .map(|(position, escapes)| {
            if *escapes {
                Kind::Any
            } else if entry == Some(position) {
                Kind::Int
            } else {
                Kind::Never
            }
        });
    let kinds = Kinds {
        variables: variables.collect(),
        results: results.collect(),
    };
    let mut inference = Inference {
        program,
        symbols,
        entry,
        kinds,
        changed: true,
    };
    while inference.changed {
        inference.changed = false;
        inference.pass();
    }
    inference.kinds
}

struct Inference<'a> {
    program: &'a Program,
    symbols: &'a Symbols<'a>,
    entry: Option<usize>,
    kinds: Kinds,
    changed: bool,
}

impl Inference<'_> {
    fn pass(&mut self) {
        let program = self.program;
        for (position, function) in program.functions.iter().enumerate() {
            self.body(position, &function.body);
            let kind = self.expr(position, &function.result.value);
            if self.entry != Some(position) {
                let joined = self.kinds.results[position].join(kind);
                self.changed |= joined != self.kinds.results[position];
                self.kinds.results[position] = joined;
            }
        }
    }

    fn assign(&mut self, function: usize, variable: usize, kind: Kind) {
        let slot = &mut self.kinds.variables[function][variable];
        let joined = slot.join(kind);
        self.changed |= joined != *slot;
        *slot = joined;
    }

    fn body(&mut self, function: usize, body: &[Stmt]) {
        for stmt in body {
            self.stmt(function, stmt);
        }
    }

    fn stmt(&mut self, function: usize, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Output { value } => {
                self.expr(function, value);
            }
            StmtKind::Assign { target, value } => {
                let kind = self.expr(function, value);
                let variable = match &target.kind {
                    ExprKind::Name { name } => self.symbols.resolve(function, name),
                    _ => None,
                };
                match variable {
                    Some(Symbol::Variable(variable)) => self.assign(function, variable, kind),
                    _ => {
                        self.expr(function, target);
                    }
                }
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.expr(function, condition);
                self.body(function, then);
                self.body(function, otherwise);
            }
            StmtKind::While { condition, body } => {
                self.expr(function, condition);
                self.body(function, body);
            }
            StmtKind::Block { body } => self.body(function, body),
        }
    }

    /// The kind of an expression; passes the kinds of arguments on to the parameters of the functions it calls.
    fn expr(&mut self, function: usize, expr: &Expr) -> Kind {
        if let ExprKind::Call { callee, args } = &expr.kind {
            return self.call(function, callee, args);
        }
        expr.children(|child| {
            self.expr(function, child);
        });
        match &expr.kind {
            ExprKind::Number { .. }
            | ExprKind::Input
            | ExprKind::Not { .. }
            | ExprKind::Binary { .. } => Kind::Int,
            ExprKind::Null
            | ExprKind::Ref { .. }
            | ExprKind::Alloc { .. }
            | ExprKind::Array { .. }
            | ExprKind::Record { .. } => Kind::Reference,
            ExprKind::Name { name } => match self.symbols.resolve(function, name) {
                Some(Symbol::Variable(variable)) => self.variable(function, variable),
                _ => Kind::Reference,
            },
            ExprKind::Deref { .. }
            | ExprKind::Index { .. }
            | ExprKind::Field { .. }
            | ExprKind::Call { .. } => Kind::Any,
        }
    }

    fn variable(&self, function: usize, variable: usize) -> Kind {
        if self.symbols.scopes[function].address_taken[variable] {
            Kind::Any
        } else {
            self.kinds.variables[function][variable]
        }
    }

    fn call(&mut self, function: usize, callee: &Expr, args: &[Expr]) -> Kind {
        let target = match &callee.kind {
            ExprKind::Name { name } => self.symbols.resolve(function, name),
            _ => None,
        };
        let Some(Symbol::Function(target)) = target else {
            self.expr(function, callee);
            for arg in args {
                self.expr(function, arg);
            }
            return Kind::Any;
        };
        for (position, arg) in args.iter().enumerate() {
            let kind = self.expr(function, arg);
            self.assign(target, position, kind);
        }
        self.kinds.results[target]
    }
}
