//! The variables that have different values at a control-flow join: the parameters of SSA blocks.
//!
//! The language has no jumps, so two walks over the tree suffice: the first summarizes what each
//! statement reads before it writes (`uses`), always writes (`kills`) and may write (`writes`); the
//! second computes live variables backwards.

use crate::ast::{Expr, ExprKind, Function, Stmt, StmtKind};
use crate::check::{Symbol, Symbols};
use std::collections::{BTreeSet, HashMap};

/// A set of variables, by index in the function's scope.
type Set = BTreeSet<usize>;

/// The joins of a function.
#[derive(Default)]
pub struct Flow {
    joins: HashMap<*const Stmt, Vec<usize>>,
}

impl Flow {
    /// For an `if`: the variables that it may change and that are read after it. For a `while`:
    /// those that its body may change and that are read in the loop or after it, before they are
    /// written again. In ascending order.
    pub fn join(&self, stmt: &Stmt) -> Vec<usize> {
        self.joins
            .get(&std::ptr::from_ref(stmt))
            .cloned()
            .unwrap_or_default()
    }
}

/// Finds the joins of a function. Statements are identified by their addresses, so the tree must
/// not move.
pub fn analyse(symbols: &Symbols<'_>, position: usize, function: &Function) -> Flow {
    let mut analysis = Analysis {
        symbols,
        function: position,
        summaries: HashMap::new(),
        flow: Flow::default(),
    };
    analysis.sum_body(&function.body);
    let mut live = Set::new();
    analysis.read(&function.result.value, &mut live);
    analysis.live_body(&function.body, &mut live);
    analysis.flow
}

/// The effect of a list of statements on variables.
#[derive(Clone, Default)]
struct Summary {
    uses: Set,
    kills: Set,
    writes: Set,
}

impl Summary {
    /// The effect of this followed by another.
    fn then(&mut self, next: Summary) {
        self.uses.extend(next.uses.difference(&self.kills));
        self.kills.extend(next.kills);
        self.writes.extend(next.writes);
    }
}

struct Analysis<'a> {
    symbols: &'a Symbols<'a>,
    function: usize,
    /// For each `if` and `while`: what may be written in it, and what a loop reads first.
    summaries: HashMap<*const Stmt, Summary>,
    flow: Flow,
}

impl Analysis<'_> {
    fn sum_body(&mut self, body: &[Stmt]) -> Summary {
        let mut summary = Summary::default();
        for stmt in body {
            let next = self.sum(stmt);
            summary.then(next);
        }
        summary
    }

    fn sum(&mut self, stmt: &Stmt) -> Summary {
        let mut summary = Summary::default();
        match &stmt.kind {
            StmtKind::Output { value } => self.read(value, &mut summary.uses),
            StmtKind::Assign { target, value } => {
                self.read(value, &mut summary.uses);
                match self.written(target) {
                    Some(variable) => {
                        summary.kills.insert(variable);
                        summary.writes.insert(variable);
                    }
                    None => self.read(target, &mut summary.uses),
                }
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.read(condition, &mut summary.uses);
                let (then, otherwise) = (self.sum_body(then), self.sum_body(otherwise));
                summary
                    .kills
                    .extend(then.kills.intersection(&otherwise.kills));
                for branch in [then, otherwise] {
                    summary.uses.extend(branch.uses);
                    summary.writes.extend(branch.writes);
                }
                self.summaries.insert(stmt, summary.clone());
            }
            StmtKind::While { condition, body } => {
                self.read(condition, &mut summary.uses);
                let body = self.sum_body(body);
                summary.uses.extend(body.uses);
                summary.writes.extend(body.writes);
                self.summaries.insert(stmt, summary.clone());
            }
            StmtKind::Block { body } => summary = self.sum_body(body),
        }
        summary
    }

    /// The variable that an assignment to this target writes, if it is a plain variable.
    fn written(&self, target: &Expr) -> Option<usize> {
        match &target.kind {
            ExprKind::Name { name } => match self.symbols.resolve(self.function, name) {
                Some(Symbol::Variable(variable)) => Some(variable),
                _ => None,
            },
            _ => None,
        }
    }

    /// Adds the variables that an expression reads.
    fn read(&self, expr: &Expr, into: &mut Set) {
        into.extend(self.written(expr));
        expr.children(|child| self.read(child, into));
    }

    /// Walks statements backwards; `live` holds the variables live after them, and is updated to
    /// those live before them.
    fn live_body(&mut self, body: &[Stmt], live: &mut Set) {
        for stmt in body.iter().rev() {
            self.live(stmt, live);
        }
    }

    fn live(&mut self, stmt: &Stmt, live: &mut Set) {
        match &stmt.kind {
            StmtKind::Output { value } => self.read(value, live),
            StmtKind::Assign { target, value } => {
                match self.written(target) {
                    Some(variable) => {
                        live.remove(&variable);
                    }
                    None => self.read(target, live),
                }
                self.read(value, live);
            }
            StmtKind::If {
                condition,
                then,
                otherwise,
            } => {
                self.record(stmt, live);
                let mut other = live.clone();
                self.live_body(then, live);
                self.live_body(otherwise, &mut other);
                live.append(&mut other);
                self.read(condition, live);
            }
            StmtKind::While { body, .. } => {
                // What the loop reads before writing it is live at its header, in every iteration.
                if let Some(summary) = self.summaries.get(&std::ptr::from_ref(stmt)) {
                    live.extend(&summary.uses);
                }
                self.record(stmt, live);
                let mut end = live.clone();
                self.live_body(body, &mut end);
            }
            StmtKind::Block { body } => self.live_body(body, live),
        }
    }

    fn record(&mut self, stmt: &Stmt, live: &Set) {
        if let Some(summary) = self.summaries.get(&std::ptr::from_ref(stmt)) {
            let join = summary.writes.intersection(live).copied().collect();
            self.flow.joins.insert(stmt, join);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{check::check, parser::parse};

    /// The joins of the `if`s and `while`s of `main`, in order, as variable names.
    fn joins(text: &str) -> Vec<String> {
        let program = parse(text).unwrap();
        let symbols = check(&program).unwrap();
        let main = &program.functions[symbols.entry];
        let flow = analyse(&symbols, symbols.entry, main);
        let mut found = Vec::new();
        collect(&main.body, &mut |stmt| {
            let names = flow.join(stmt);
            let names = names
                .iter()
                .map(|v| symbols.scopes[symbols.entry].variables[*v].name.as_str());
            found.push(names.collect::<Vec<_>>().join(" "));
        });
        found
    }

    fn collect(body: &[Stmt], visit: &mut impl FnMut(&Stmt)) {
        for stmt in body {
            match &stmt.kind {
                StmtKind::If {
                    then, otherwise, ..
                } => {
                    visit(stmt);
                    collect(then, visit);
                    collect(otherwise, visit);
                }
                StmtKind::While { body, .. } => {
                    visit(stmt);
                    collect(body, visit);
                }
                StmtKind::Block { body } => collect(body, visit),
                _ => {}
            }
        }
    }

    #[test]
    fn only_live_changed_variables_join() {
        let text = "main() { var a, b, c; a = input; b = 1; c = 2;
            if (a) { b = 3; c = 4; } else { b = 5; }
            while (a < b) { c = a; a = a + c; }
            return b; }";
        assert_eq!(joins(text), ["b", "a"]);
    }

    #[test]
    fn nested_loops_carry_what_later_rounds_read() {
        let text = "main() { var i, j, s, t; i = 0; s = 0; t = 0;
            while (i < 3) { j = 0; while (j < i) { s = s + t; j = j + 1; t = j; } i = i + 1; }
            return s; }";
        assert_eq!(joins(text), ["i s t", "j s t"]);
    }
}
