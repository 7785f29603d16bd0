//! Tests of the lowering, by the textual form of the result.

use crate::load_text;
use crate::parser::{MAX_HEIGHT, MAX_NESTING};

/// The textual form of a function of a program, without locations.
fn func(text: &str, name: &str) -> String {
    let module = load_text("t.uc", text).unwrap();
    assert_eq!(sheaf_ir::verify::verify(&module), Ok(()));
    let printed = sheaf_ir::text::print(&module);
    let heads = ["func", "func library"].map(|word| format!("{word} @{name}("));
    let start = heads.iter().find_map(|head| printed.find(head)).unwrap();
    let end = start + printed[start..].find("\n}").unwrap();
    let lines = printed[start..end]
        .lines()
        .map(|line| line.split(" !0").next().unwrap_or(line));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn variables_are_registers() {
    let text = "main() { var i, n, s; n = input; i = 0; s = 0;
        while (i < n) { s = s + i; i = i + 1; } return s; }";
    let expected = "\
func @main() -> int
block0:
  %n: int = input \"n\"
  jump block1(int 0, int 0)
block1(%i.1: int, %s.2: int):
  %3: bool = slt %i.1, %n
  br %3, block2, block3
block2 body:
  %s.4: int = add %s.2, %i.1
  %i.5: int = add %i.1, int 1
  jump block1(%i.5, %s.4)
block3:
  ret %s.2
";
    assert_eq!(func(text, "main").replace(" {\n", "\n"), expected);
}

#[test]
fn variables_with_an_address_are_memory() {
    let main = func(
        "main() { var x, p; p = &x; *p = 1; x = x + *p; return x; }",
        "main",
    );
    assert!(
        main.contains("%p: ptr = record {\"*\": uninitialized any}"),
        "{main}"
    );
    assert_eq!(main.matches("load_field %p").count(), 3, "{main}");
    assert_eq!(main.matches("store_field %p").count(), 2, "{main}");
}

#[test]
fn reads_before_assignments_are_checked_once() {
    let never = func("main() { var x; return x + x; }", "main");
    assert_eq!(
        never.matches("check false, uninitialized").count(),
        1,
        "{never}"
    );
    let maybe = func(
        "main() { var x; if (input) x = 1; output x; return x; }",
        "main",
    );
    assert_eq!(
        maybe.matches("check %\"x is set\", uninitialized").count(),
        1,
        "{maybe}"
    );
    let always = func(
        "main() { var x; if (input) x = 1; else x = 2; return x; }",
        "main",
    );
    assert!(!always.contains("check"), "{always}");
    let looped = func(
        "main() { var x; while (input) { x = 1; output x; } return 0; }",
        "main",
    );
    assert!(
        !looped.contains("check") && !looped.contains("is set"),
        "{looped}"
    );
}

#[test]
fn numbers_have_known_types_where_it_is_sure() {
    let text = "f(a) { return a + 1; } g(a) { return a; } main() { var h; h = g; return f(h(2)); }";
    assert!(
        func(text, "f").contains("func @f(%a: any) -> int"),
        "{}",
        func(text, "f")
    );
    assert!(func(text, "g").contains("func @g(%a: any) -> any"));
    assert!(func(text, "main").contains("call_value @g("));
    let recursive = "f(n) { var r; if (n) r = n * f(n - 1); else r = 1; return r; }
        main() { return f(input); }";
    assert!(func(recursive, "f").contains("func @f(%n: int) -> int"));
    assert!(!func(recursive, "f").contains("any"));
}

#[test]
fn a_wrong_type_is_cast_where_it_is_used() {
    let main = func("main() { var p; p = alloc 1; return p + 1; }", "main");
    assert!(
        main.contains("to_any %p") && main.contains(": int = from_any"),
        "{main}"
    );
    let main = func("main() { return *5; }", "main");
    assert!(main.contains(": ptr = from_any"), "{main}");
    // A variable that was used as a number has the type `int` from then on.
    let main = func(
        "main() { var a, x; a = [1]; x = a[0]; return x + x; }",
        "main",
    );
    assert_eq!(main.matches("from_any").count(), 1, "{main}");
}

#[test]
fn conditions_do_not_branch_within() {
    let main = func(
        "main() { if (input && !(input == 1) || 0) output 1; return 0; }",
        "main",
    );
    assert_eq!(main.matches("br ").count(), 1, "{main}");
    assert_eq!(main.matches("= input").count(), 2, "{main}");
}

#[test]
fn a_start_function_gives_main_its_arguments() {
    let text = "main(a, b) { return a / b; }";
    let module = load_text("t.uc", text).unwrap();
    let entry = module.entry.unwrap();
    assert_eq!(&*module.funcs[entry].name, "sheaf.start");
    assert!(!module.funcs[entry].user);
    let start = func(text, "sheaf.start");
    assert!(
        start.contains("input \"a\"") && start.contains("input \"b\""),
        "{start}"
    );
    assert!(func(text, "main").contains("(%a: int, %b: int) -> int"));
    let escaping = "main() { var m; m = main; return 0; }";
    assert!(func(escaping, "sheaf.start").contains("from_any"));
}

#[test]
fn places_are_those_of_the_source() {
    let module = load_text(
        "t.uc",
        "main() {\n  var x;\n  x =\n    1 / input;\n  return x;\n}",
    );
    let module = module.unwrap();
    let insts = &module.funcs[module.entry.unwrap()].blocks.as_slice()[0].insts;
    let places: Vec<String> = insts.iter().map(|inst| module.describe(inst.loc)).collect();
    assert_eq!(places, ["t.uc:4:9", "t.uc:4:7"]);
}

#[test]
fn the_deepest_programs_that_parse_can_be_lowered() {
    let chain = format!(
        "main() {{ return 1{}; }}",
        " + 1".repeat(MAX_HEIGHT as usize - 1)
    );
    let calls = format!(
        "main() {{ return main{}; }}",
        "()".repeat(MAX_HEIGHT as usize - 1)
    );
    let brackets = MAX_NESTING as usize - 1;
    let nested = format!(
        "main() {{ return {}1{}; }}",
        "!(".repeat(brackets / 2),
        ")".repeat(brackets / 2)
    );
    let blocks = format!(
        "main() {{ {} output 1; return 0; }}",
        "if (input)".repeat(brackets - 1)
    );
    for text in [chain, calls, nested, blocks] {
        let program = crate::parser::parse(&text).unwrap();
        let module = crate::load_program("deep.uc", &program).unwrap();
        assert_eq!(sheaf_ir::verify::verify(&module), Ok(()));
        assert!(
            serde_json::to_string(&program)
                .unwrap()
                .contains("\"kind\"")
        );
        assert!(!crate::print::program(&program).is_empty());
        assert_eq!(program.clone(), program);
    }
}
