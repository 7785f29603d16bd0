//! Files that are not programs: each gives one clear error, and nothing panics.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use sheaf_microc::generate::{Parameters, program};
use sheaf_microc::{load, load_entry, load_text, print};
use std::path::Path;

/// The message for a file with this content; the file's name is shown as `F`.
fn message(content: &[u8]) -> String {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), content).unwrap();
    let error = load(file.path()).unwrap_err().to_string();
    error.replace(&file.path().display().to_string(), "F")
}

#[test]
fn files_that_are_no_programs() {
    assert_eq!(message(b""), "F:1:1: the program has no function 'main'");
    assert_eq!(
        message(b"// nothing\n"),
        "F:1:1: the program has no function 'main'"
    );
    assert_eq!(
        message(b"main() {\n  \xff\xfe }"),
        "F:2:3: not a text file: invalid UTF-8"
    );
    assert_eq!(
        message(b"\x7fELF\0\0"),
        "F:1:1: unexpected character with code 127"
    );
    let missing = load(Path::new("/nonexistent/a.uc"))
        .unwrap_err()
        .to_string();
    assert!(
        missing.starts_with("/nonexistent/a.uc: cannot read the file: "),
        "{missing}"
    );
    let folder = load(Path::new("/")).unwrap_err().to_string();
    assert!(folder.starts_with("/: cannot read the file: "), "{folder}");
}

#[test]
fn a_very_long_integer_is_read() {
    let digits = "123456789".repeat(1200);
    let module = load_text(
        "long.uc",
        &format!("main() {{ return {digits} - {digits}; }}"),
    );
    assert_eq!(sheaf_ir::verify::verify(&module.unwrap()), Ok(()));
}

#[test]
fn damaged_programs_do_not_panic() {
    let mut rng = SmallRng::seed_from_u64(1);
    let pieces = [
        "(", ")", "{", "}", "[", "]", ";", "*", "&x", "!", "alloc", "return", "-", "\u{20ac}",
    ];
    for seed in 0..2000 {
        let mut text = print::program(&program(&Parameters::default(), seed));
        for _ in 0..rng.random_range(1..4) {
            let mut start = rng.random_range(0..text.len());
            let mut end = (start + rng.random_range(0..12)).min(text.len());
            while !text.is_char_boundary(start) {
                start -= 1;
            }
            while !text.is_char_boundary(end) {
                end += 1;
            }
            text.replace_range(start..end, pieces[rng.random_range(0..pieces.len())]);
        }
        match load_text("damaged.uc", &text) {
            Ok(module) => assert_eq!(sheaf_ir::verify::verify(&module), Ok(()), "{text}"),
            Err(error) => assert!(error.place.line > 0, "{error}"),
        }
    }
}

#[test]
fn a_program_may_start_with_any_function() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), "half(n) { return 1 / n; }").unwrap();
    assert!(
        load(file.path())
            .unwrap_err()
            .message
            .contains("no function 'main'")
    );
    let module = load_entry(file.path(), "half").unwrap();
    let entry = &module.funcs[module.entry.unwrap()];
    assert_eq!((&*entry.name, entry.params.len()), ("sheaf.start", 0));
    let error = load_entry(file.path(), "whole").unwrap_err();
    assert!(error.message.contains("no function 'whole'"));
}
