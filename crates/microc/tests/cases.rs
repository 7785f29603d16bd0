//! The programs of `tests/cases/microc`: they load, print, and lower to representations that keep
//! the invariants.

use sheaf_microc::{load, load_program, parse_file, parser, print};
use std::path::{Path, PathBuf};

fn cases() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/cases/microc");
    let entries = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let mut cases: Vec<PathBuf> = entries
        .filter(|path| path.extension().is_some_and(|end| end == "uc"))
        .collect();
    cases.sort();
    cases
}

#[test]
fn cases_load_and_round_trip() {
    let cases = cases();
    assert!(cases.len() >= 20, "{} cases", cases.len());
    for path in cases {
        let module = load(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(
            sheaf_ir::verify::verify(&module),
            Ok(()),
            "{}",
            path.display()
        );
        let text = sheaf_ir::text::print(&module);
        assert_eq!(
            sheaf_ir::text::check_round_trip(&text),
            Ok(true),
            "{}",
            path.display()
        );
        let tree = parse_file(&path).unwrap();
        let printed = print::program(&tree);
        let again = parser::parse(&printed).unwrap_or_else(|error| panic!("{error}\n{printed}"));
        assert_eq!(again, tree, "{printed}");
        assert!(load_program("printed.uc", &again).is_ok());
    }
}
