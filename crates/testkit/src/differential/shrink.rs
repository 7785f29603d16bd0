//! Shrinks a microc program while a predicate holds: deletes functions and statements, replaces a
//! statement by its body, and an expression by an operand or a number.

use sheaf_microc::ast::{Expr, ExprKind, Program, Stmt, StmtKind};
use sheaf_microc::check::check;
use std::time::{Duration, Instant};

/// The smallest program found within the time that satisfies `holds`, as the given one does. All
/// programs tried pass the checks.
pub fn shrink(
    program: &Program,
    time: Duration,
    mut holds: impl FnMut(&Program) -> bool,
) -> Program {
    let start = Instant::now();
    let mut best = program.clone();
    // From large steps to small ones, until none applies.
    loop {
        let before = best.clone();
        for kind in [Step::Function, Step::Stmt, Step::Unwrap, Step::Expr] {
            let mut position = 0;
            while start.elapsed() < time {
                let mut smaller = best.clone();
                if !apply(&mut smaller, kind, position) {
                    break;
                }
                if smaller != best && check(&smaller).is_ok() && holds(&smaller) {
                    best = smaller;
                } else {
                    position += 1;
                }
            }
        }
        drop_unused_variables(&mut best, &mut holds);
        if best == before || start.elapsed() >= time {
            return best;
        }
    }
}

/// A kind of simplification at one position.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Function,
    Stmt,
    Unwrap,
    Expr,
}

/// Applies a step at a position; returns false past the last position.
fn apply(program: &mut Program, step: Step, mut position: usize) -> bool {
    match step {
        Step::Function => {
            if position < program.functions.len() {
                program.functions.remove(position);
                return true;
            }
            false
        }
        Step::Stmt | Step::Unwrap => {
            let mut functions = program.functions.iter_mut();
            functions.any(|function| in_body(&mut function.body, step, &mut position))
        }
        Step::Expr => program.functions.iter_mut().any(|function| {
            function
                .body
                .iter_mut()
                .any(|stmt| in_stmt(stmt, &mut position))
                || in_expr(&mut function.result.value, &mut position)
        }),
    }
}

fn in_body(body: &mut Vec<Stmt>, step: Step, position: &mut usize) -> bool {
    let mut index = 0;
    while index < body.len() {
        let parts = match (&body[index].kind, step) {
            (StmtKind::Output { .. } | StmtKind::Assign { .. }, Step::Unwrap) => 0,
            (StmtKind::If { .. }, Step::Unwrap) => 2,
            _ => 1,
        };
        if *position < parts {
            let stmt = body.remove(index);
            if step == Step::Unwrap {
                let inner = match stmt.kind {
                    StmtKind::If { then, .. } if *position == 0 => then,
                    StmtKind::If { otherwise, .. } => otherwise,
                    StmtKind::While { body, .. } | StmtKind::Block { body } => body,
                    StmtKind::Output { .. } | StmtKind::Assign { .. } => Vec::new(),
                };
                body.splice(index..index, inner);
            }
            return true;
        }
        *position -= parts;
        let done = match &mut body[index].kind {
            StmtKind::If {
                then, otherwise, ..
            } => in_body(then, step, position) || in_body(otherwise, step, position),
            StmtKind::While { body, .. } | StmtKind::Block { body } => {
                in_body(body, step, position)
            }
            StmtKind::Output { .. } | StmtKind::Assign { .. } => false,
        };
        if done {
            return true;
        }
        index += 1;
    }
    false
}

fn in_stmt(stmt: &mut Stmt, position: &mut usize) -> bool {
    match &mut stmt.kind {
        StmtKind::Output { value } => in_expr(value, position),
        StmtKind::Assign { target, value } => {
            in_expr(value, position) || children(target, position)
        }
        StmtKind::If {
            condition,
            then,
            otherwise,
        } => {
            in_expr(condition, position)
                || then.iter_mut().any(|stmt| in_stmt(stmt, position))
                || otherwise.iter_mut().any(|stmt| in_stmt(stmt, position))
        }
        StmtKind::While { condition, body } => {
            in_expr(condition, position) || body.iter_mut().any(|stmt| in_stmt(stmt, position))
        }
        StmtKind::Block { body } => body.iter_mut().any(|stmt| in_stmt(stmt, position)),
    }
}

/// Replaces an expression by a smaller one: zero, one, or an operand.
fn in_expr(expr: &mut Expr, position: &mut usize) -> bool {
    let mut smaller: Vec<Expr> = Vec::new();
    if !matches!(expr.kind, ExprKind::Number { .. }) {
        expr.children(|child| smaller.push(child.clone()));
        for number in [0, 1] {
            let value = number.into();
            smaller.push(Expr::synthetic(ExprKind::Number { value }));
        }
    }
    if *position < smaller.len() {
        *expr = smaller.swap_remove(*position);
        return true;
    }
    *position -= smaller.len();
    children(expr, position)
}

fn children(expr: &mut Expr, position: &mut usize) -> bool {
    match &mut expr.kind {
        ExprKind::Number { .. }
        | ExprKind::Name { .. }
        | ExprKind::Input
        | ExprKind::Null
        | ExprKind::Ref { .. } => false,
        ExprKind::Not { operand } | ExprKind::Deref { operand } | ExprKind::Alloc { operand } => {
            in_expr(operand, position)
        }
        ExprKind::Binary { left, right, .. } => in_expr(left, position) || in_expr(right, position),
        ExprKind::Index { array, index } => in_expr(array, position) || in_expr(index, position),
        ExprKind::Field { record, .. } => in_expr(record, position),
        ExprKind::Call { callee, args } => {
            in_expr(callee, position) || args.iter_mut().any(|arg| in_expr(arg, position))
        }
        ExprKind::Array { elements } => elements.iter_mut().any(|it| in_expr(it, position)),
        ExprKind::Record { fields } => fields
            .iter_mut()
            .any(|field| in_expr(&mut field.value, position)),
    }
}

/// Drops declarations of unused variables, one at a time.
fn drop_unused_variables(best: &mut Program, holds: &mut impl FnMut(&Program) -> bool) {
    for function in 0..best.functions.len() {
        for variable in (0..best.functions[function].vars.len()).rev() {
            let mut smaller = best.clone();
            smaller.functions[function].vars.remove(variable);
            if check(&smaller).is_ok() && holds(&smaller) {
                *best = smaller;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_microc::{parser, print};

    /// The number of asterisks in a program.
    fn products(program: &Program) -> usize {
        print::program(program).matches('*').count()
    }

    #[test]
    fn only_what_matters_is_left() {
        let text = "f(a) { var b; b = a + 1; return b; }\n\
                    main() { var x, y, z; x = input; y = f(x); while (x < 10) { if (y == 3) { output x; } else { z = x * y + 2; } \
                    x = x + 1; } return x; }";
        let program = parser::parse(text).unwrap();
        assert_eq!(products(&program), 1);
        let time = Duration::from_secs(10);
        let small = shrink(&program, time, |program| products(program) == 1);
        let text = print::program(&small);
        assert_eq!(small.functions.len(), 1, "{text}");
        assert!(text.lines().count() <= 5, "{text}");
        assert!(check(&small).is_ok(), "{text}");
    }

    #[test]
    fn what_cannot_be_smaller_stays() {
        let program = parser::parse("main() { return 0; }").unwrap();
        let small = shrink(&program, Duration::from_secs(1), |_| true);
        assert_eq!(small, program);
    }
}
