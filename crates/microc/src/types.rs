//! A flow-insensitive type inference over the whole program: enough to keep numbers in integer
//! registers.
//!
//! Values read from arrays, records and through pointers have no known type; neither have the
//! parameters and results of functions that are used as values.

use crate::ast::{Expr, ExprKind, Function, Program, Stmt, StmtKind};
use crate::check::{Symbol, Symbols};

/// The inferred kind of the values of a variable, parameter or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// No value.
    Never,
    /// A number.
    Int,
    /// An array, a record, a pointer, a function or null.
    Reference,
    /// Any value.
    Any,
}

impl Kind {
    /// The least upper bound of two kinds.
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

/// Infers the kinds of a program; the result of `entry`, if given, is always a number.
pub fn infer(program: &Program, symbols: &Symbols<'_>, entry: Option<usize>) -> Kinds {
    let slots = Slots::new(symbols);
    let mut collector = Collector {
        symbols,
        slots,
        flows: Vec::new(),
    };
    for (position, function) in program.functions.iter().enumerate() {
        let result = collector.slots.result(position);
        if symbols.escapes[position] {
            collector.outside(position, function, Kind::Any);
            collector.flow(Source::Kind(Kind::Any), result);
        } else if position == symbols.entry {
            collector.outside(position, function, Kind::Int);
        }
        collector.body(position, &function.body);
        let mut value = collector.expr(position, &function.result.value);
        if entry == Some(position) {
            value = Source::Kind(Kind::Int);
        }
        collector.flow(value, result);
    }
    let kinds = propagate(collector.slots.count, &collector.flows);
    collector.slots.kinds(&kinds)
}

/// The source of a value.
#[derive(Clone, Copy)]
enum Source {
    /// A computation that yields values of a kind.
    Kind(Kind),
    /// A variable or the result of a function.
    Slot(usize),
}

/// Indices of variables and results: each function's variables, then its result.
struct Slots {
    starts: Vec<usize>,
    count: usize,
}

impl Slots {
    fn new(symbols: &Symbols<'_>) -> Self {
        let mut starts = Vec::new();
        let mut count = 0;
        for scope in &symbols.scopes {
            starts.push(count);
            count += scope.variables.len() + 1;
        }
        Slots { starts, count }
    }

    fn variable(&self, function: usize, variable: usize) -> usize {
        self.starts[function] + variable
    }

    fn result(&self, function: usize) -> usize {
        self.starts.get(function + 1).copied().unwrap_or(self.count) - 1
    }

    /// The kinds of all slots, by function.
    fn kinds(&self, kinds: &[Kind]) -> Kinds {
        let functions = 0..self.starts.len();
        Kinds {
            variables: functions
                .clone()
                .map(|function| kinds[self.starts[function]..self.result(function)].to_vec())
                .collect(),
            results: functions
                .map(|function| kinds[self.result(function)])
                .collect(),
        }
    }
}

/// The least kinds of slots that cover all values flowing into them.
fn propagate(count: usize, flows: &[(Source, usize)]) -> Vec<Kind> {
    let mut kinds = vec![Kind::Never; count];
    let mut targets: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut pending: Vec<(Kind, usize)> = Vec::new();
    for (source, target) in flows {
        match source {
            Source::Kind(kind) => pending.push((*kind, *target)),
            Source::Slot(slot) => targets[*slot].push(*target),
        }
    }
    while let Some((kind, slot)) = pending.pop() {
        let joined = kinds[slot].join(kind);
        if joined != kinds[slot] {
            kinds[slot] = joined;
            pending.extend(targets[slot].iter().map(|target| (joined, *target)));
        }
    }
    kinds
}

/// Collects the flows into variables and results.
struct Collector<'a> {
    symbols: &'a Symbols<'a>,
    slots: Slots,
    flows: Vec<(Source, usize)>,
}

impl Collector<'_> {
    fn flow(&mut self, source: Source, slot: usize) {
        self.flows.push((source, slot));
    }

    /// The parameters of a function receive values of a kind from outside.
    fn outside(&mut self, position: usize, function: &Function, kind: Kind) {
        for param in 0..function.params.len() {
            let slot = self.slots.variable(position, param);
            self.flow(Source::Kind(kind), slot);
        }
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
                let source = self.expr(function, value);
                match self.named(function, target) {
                    Some(Symbol::Variable(variable)) => {
                        let slot = self.slots.variable(function, variable);
                        self.flow(source, slot);
                    }
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

    /// What an expression refers to, if it is a name.
    fn named(&self, function: usize, expr: &Expr) -> Option<Symbol> {
        match &expr.kind {
            ExprKind::Name { name } => self.symbols.resolve(function, name),
            _ => None,
        }
    }

    /// The source of an expression's value; arguments flow to the parameters of the called
    /// functions.
    fn expr(&mut self, function: usize, expr: &Expr) -> Source {
        if let ExprKind::Call { callee, args } = &expr.kind {
            return self.call(function, callee, args);
        }
        expr.children(|child| {
            self.expr(function, child);
        });
        Source::Kind(match &expr.kind {
            ExprKind::Number { .. }
            | ExprKind::Input
            | ExprKind::Not { .. }
            | ExprKind::Binary { .. } => Kind::Int,
            ExprKind::Null
            | ExprKind::Ref { .. }
            | ExprKind::Alloc { .. }
            | ExprKind::Array { .. }
            | ExprKind::Record { .. } => Kind::Reference,
            ExprKind::Name { .. } => match self.named(function, expr) {
                Some(Symbol::Variable(variable)) => return self.variable(function, variable),
                _ => Kind::Reference,
            },
            ExprKind::Deref { .. }
            | ExprKind::Index { .. }
            | ExprKind::Field { .. }
            | ExprKind::Call { .. } => Kind::Any,
        })
    }

    fn variable(&self, function: usize, variable: usize) -> Source {
        if self.symbols.scopes[function].address_taken[variable] {
            Source::Kind(Kind::Any)
        } else {
            Source::Slot(self.slots.variable(function, variable))
        }
    }

    fn call(&mut self, function: usize, callee: &Expr, args: &[Expr]) -> Source {
        let Some(Symbol::Function(target)) = self.named(function, callee) else {
            self.expr(function, callee);
            for arg in args {
                self.expr(function, arg);
            }
            return Source::Kind(Kind::Any);
        };
        for (position, arg) in args.iter().enumerate() {
            let source = self.expr(function, arg);
            let slot = self.slots.variable(target, position);
            self.flow(source, slot);
        }
        Source::Slot(self.slots.result(target))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check::check, parser::parse};

    /// The kinds of the variables and the result of a program's first function.
    fn kinds(text: &str) -> (Vec<Kind>, Kind) {
        let program = parse(text).unwrap();
        let symbols = check(&program).unwrap();
        let kinds = infer(&program, &symbols, Some(symbols.entry));
        (kinds.variables[0].clone(), kinds.results[0])
    }

    #[test]
    fn kinds_flow_through_variables_and_calls() {
        let text = "f(n, a) { var r; r = n; return f(r, a); } main() { return f(1, [2]); }";
        assert_eq!(
            kinds(text),
            (vec![Kind::Int, Kind::Reference, Kind::Int], Kind::Never)
        );
        let text = "f(n) { var r; r = n + 1; r = null; return n; } main() { return f(input); }";
        assert_eq!(kinds(text), (vec![Kind::Int, Kind::Any], Kind::Int));
    }

    #[test]
    fn functions_as_values_know_nothing() {
        let text = "f(n) { return 1; } main() { var g; g = f; return f(1); }";
        assert_eq!(kinds(text), (vec![Kind::Any], Kind::Any));
        assert_eq!(
            kinds("main(n) { var p; p = &n; return n; }").0,
            [Kind::Int, Kind::Reference]
        );
    }
}
