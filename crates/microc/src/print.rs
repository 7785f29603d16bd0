//! Prints a syntax tree as source code that parses to the same tree.

use crate::ast::{Expr, ExprKind, Function, Ident, Program, Stmt, StmtKind};
use std::fmt::Write;

/// Precedence of a whole expression.
const WHOLE: u8 = 0;
/// Precedence of the operand of `*`, above all binary operations.
const UNARY: u8 = 6;
/// Precedence of the operand of an index, a field access or a call.
const POSTFIX: u8 = 7;

/// A program as source code.
pub fn program(program: &Program) -> String {
    let functions: Vec<String> = program.functions.iter().map(function).collect();
    functions.join("\n")
}

/// An expression as source code.
pub fn expr(expr: &Expr) -> String {
    let mut out = String::new();
    write_expr(&mut out, expr, WHOLE);
    out
}

fn function(function: &Function) -> String {
    let mut out = format!("{}({}) {{\n", function.name.name, names(&function.params));
    if !function.vars.is_empty() {
        out.push_str(&format!("  var {};\n", names(&function.vars)));
    }
    write_body(&mut out, &function.body, 1);
    out.push_str(&format!("  return {};\n}}\n", expr(&function.result.value)));
    out
}

fn names(idents: &[Ident]) -> String {
    let names: Vec<&str> = idents.iter().map(|ident| ident.name.as_str()).collect();
    names.join(", ")
}

fn write_body(out: &mut String, body: &[Stmt], depth: usize) {
    for stmt in body {
        write_stmt(out, stmt, depth);
    }
}

fn write_stmt(out: &mut String, stmt: &Stmt, depth: usize) {
    let indent = "  ".repeat(depth);
    out.push_str(&indent);
    match &stmt.kind {
        StmtKind::Output { value } => out.push_str(&format!("output {};\n", expr(value))),
        StmtKind::Assign { target, value } => {
            out.push_str(&format!("{} = {};\n", expr(target), expr(value)));
        }
        StmtKind::If {
            condition,
            then,
            otherwise,
        } => {
            out.push_str(&format!("if ({}) {{\n", expr(condition)));
            write_body(out, then, depth + 1);
            if !otherwise.is_empty() {
                out.push_str(&format!("{indent}}} else {{\n"));
                write_body(out, otherwise, depth + 1);
            }
            out.push_str(&format!("{indent}}}\n"));
        }
        StmtKind::While { condition, body } => {
            out.push_str(&format!("while ({}) {{\n", expr(condition)));
            write_body(out, body, depth + 1);
            out.push_str(&format!("{indent}}}\n"));
        }
        StmtKind::Block { body } => {
            out.push_str("{\n");
            write_body(out, body, depth + 1);
            out.push_str(&format!("{indent}}}\n"));
        }
    }
}

/// Writes an expression, in parentheses if its precedence is below `level`.
fn write_expr(out: &mut String, expr: &Expr, level: u8) {
    let parentheses = own_level(expr) < level;
    if parentheses {
        out.push('(');
    }
    write_bare(out, expr);
    if parentheses {
        out.push(')');
    }
}

/// The precedence of an expression. The operands of `!` and `alloc` extend to the end of the
/// enclosing expression, and a record at the start of a statement would be parsed as a block.
fn own_level(expr: &Expr) -> u8 {
    match &expr.kind {
        ExprKind::Not { .. } | ExprKind::Alloc { .. } => WHOLE,
        ExprKind::Binary { op, .. } => op.precedence(),
        ExprKind::Deref { .. } | ExprKind::Ref { .. } | ExprKind::Record { .. } => UNARY,
        _ => POSTFIX,
    }
}

fn write_bare(out: &mut String, expr: &Expr) {
    match &expr.kind {
        ExprKind::Number { value } => out.push_str(&value.to_string()),
        ExprKind::Name { name } => out.push_str(name),
        ExprKind::Input => out.push_str("input"),
        ExprKind::Null => out.push_str("null"),
        ExprKind::Not { operand } => {
            out.push('!');
            write_expr(out, operand, WHOLE);
        }
        ExprKind::Deref { operand } => {
            out.push('*');
            write_expr(out, operand, UNARY);
        }
        ExprKind::Ref { name } => {
            out.push('&');
            out.push_str(name);
        }
        ExprKind::Alloc { operand } => {
            out.push_str("alloc ");
            write_expr(out, operand, WHOLE);
        }
        ExprKind::Binary { op, left, right } => {
            write_expr(out, left, op.precedence());
            let _ = write!(out, " {} ", op.symbol());
            write_expr(out, right, op.precedence() + 1);
        }
        ExprKind::Index { array, index } => {
            write_expr(out, array, POSTFIX);
            out.push('[');
            write_expr(out, index, WHOLE);
            out.push(']');
        }
        ExprKind::Field { record, field } => {
            write_expr(out, record, POSTFIX);
            out.push('.');
            out.push_str(field);
        }
        ExprKind::Call { callee, args } => {
            write_expr(out, callee, POSTFIX);
            write_list(out, "(", args, ")");
        }
        ExprKind::Array { elements } => write_list(out, "[", elements, "]"),
        ExprKind::Record { fields } => {
            out.push('{');
            for (position, field) in fields.iter().enumerate() {
                out.push_str(if position == 0 { "" } else { ", " });
                let _ = write!(out, "{}: ", field.name.name);
                write_expr(out, &field.value, WHOLE);
            }
            out.push('}');
        }
    }
}

fn write_list(out: &mut String, open: &str, items: &[Expr], close: &str) {
    out.push_str(open);
    for (position, item) in items.iter().enumerate() {
        out.push_str(if position == 0 { "" } else { ", " });
        write_expr(out, item, WHOLE);
    }
    out.push_str(close);
}
