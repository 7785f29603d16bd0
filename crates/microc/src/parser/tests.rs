//! Tests of the parser: shapes of trees, error messages, hostile input.

use super::{MAX_HEIGHT, MAX_NESTING, parse};
use crate::print;

fn expr(text: &str) -> String {
    let program = parse(&format!("main() {{ return {text}; }}")).unwrap();
    print::expr(&program.functions[0].result.value)
}

fn error(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn operators_group_as_the_grammar_says() {
    assert_eq!(expr("(a + (b * c)) - d"), "a + b * c - d");
    assert_eq!(expr("a - (b - c)"), "a - (b - c)");
    assert_eq!(expr("(a && b) || (c && d)"), "a && b || (c && d)");
    assert_eq!(expr("a < b == (c < d)"), "a < b == c < d");
    assert_eq!(expr("(*p)[0]"), "(*p)[0]");
    assert_eq!(expr("*(p[0])"), "*p[0]");
    assert_eq!(expr("! a == b"), "!a == b");
    assert_eq!(expr("(!a) == b"), "(!a) == b");
    assert_eq!(expr("alloc (1 + 2)"), "alloc 1 + 2");
    assert_eq!(expr("a - -1"), "a - -1");
    assert_eq!(expr("a-1"), "a - 1");
    assert_eq!(expr("{x: 1, y: [1, 2]}.y[0]"), "({x: 1, y: [1, 2]}).y[0]");
    assert_eq!(expr("f(1)(2).x"), "f(1)(2).x");
}

#[test]
fn bodies_without_braces_are_lists_of_one() {
    let with = parse("main() { if (1) { output 1; } else { while (0) { output 2; } } return 0; }");
    let without = parse("main() { if (1) output 1; else while (0) output 2; return 0; }");
    assert_eq!(with.unwrap(), without.unwrap());
}

#[test]
fn errors_name_the_place_and_what_was_expected() {
    assert_eq!(
        error("main() { return 1 }"),
        "1:19: expected ';' after the result, found '}'"
    );
    assert_eq!(
        error("main() {\n  output 1;\n}"),
        "3:1: expected a statement or the 'return' that ends every function, found '}'"
    );
    assert_eq!(
        error("main( {"),
        "1:7: expected the name of a parameter, found '{'"
    );
    assert_eq!(
        error("while() { return 1; }"),
        "1:1: expected the name of a function, but 'while' is a reserved word"
    );
    assert_eq!(
        error("main() { f(1); return 0; }"),
        "1:14: expected '=' after the expression (a statement is an assignment, 'if', 'while', \
         'output' or a block), found ';'"
    );
    assert_eq!(
        error("main() { f(1) = 2; return 0; }"),
        "1:10: cannot assign to this: expected a variable, an element, a field or what a pointer \
         points to"
    );
    assert_eq!(
        error("main() { x = 1; var x; return 0; }"),
        "1:17: 'var' comes before the first statement of a function"
    );
    assert_eq!(
        error("main() { if (1) { return 1; } return 0; }"),
        "1:19: 'return' is the last statement of a function only"
    );
    assert_eq!(
        error("main() { return -x; }"),
        "1:18: expected a number after '-' (write 0 - x for the negation of x), found 'x'"
    );
    assert_eq!(
        error("main() { return 0; } }"),
        "1:22: expected the name of a function, found '}'"
    );
    assert_eq!(
        error("main() { if (1) {"),
        "1:18: expected a statement or '}', found the end of the file"
    );
}

#[test]
fn a_megabyte_of_brackets_is_an_error() {
    for bracket in [
        "(", "[", "{", "!", "*", "alloc ", "-", "&", "if(1)", "{x:", "f(",
    ] {
        let text = format!("main() {{ x = {}", bracket.repeat(1 << 20));
        assert!(parse(&text).is_err(), "{bracket}");
    }
    let blocks = format!("main() {}", "{".repeat(1 << 20));
    assert!(error(&blocks).contains(&format!("nested more than {MAX_NESTING} levels")));
    assert!(error(&"(".repeat(1 << 20)).contains("expected the name of a function"));
}

#[test]
fn chains_are_limited_in_height() {
    for (start, link) in [("1", "+1"), ("a", "[0]"), ("a", ".f"), ("a", "()")] {
        let text = format!(
            "main() {{ return {start}{}; }}",
            link.repeat(MAX_HEIGHT as usize + 1)
        );
        assert!(error(&text).contains("operations deep"), "{link}");
        let text = format!(
            "main() {{ return {start}{}; }}",
            link.repeat(MAX_HEIGHT as usize - 1)
        );
        assert!(parse(&text).is_ok(), "{link}");
    }
}

#[test]
fn integers_have_any_size() {
    let digits = "7".repeat(10_000);
    assert_eq!(expr(&digits), digits);
    assert_eq!(expr(&format!("-{digits}")), format!("-{digits}"));
}
