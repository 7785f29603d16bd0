//! Random trees of every form that the grammar has print, parse and lower.

mod support;

use sheaf_microc::{load_program, parser, print};
use support::trees::random_tree;

#[test]
fn trees_print_parse_and_lower() {
    for seed in 0..5000 {
        let tree = random_tree(seed);
        let text = print::program(&tree);
        let parsed = parser::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(parsed, tree, "{text}");
        let module = load_program("tree.uc", &parsed).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let problems = sheaf_ir::verify::verify(&module);
        assert!(problems.is_ok(), "{text}\n{problems:?}");
    }
}
