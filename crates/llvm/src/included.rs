//! The files that a C source includes, as the preprocessor finds them.

use crate::LoadError;
use crate::compile::{Compiler, DEFAULTS, Unit};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A source and the files that it includes with these flags, without those of the system. A file
/// that is not there is named, too. The list is empty if the preprocessor gives up.
///
/// # Errors
/// No clang 19.
pub fn included(
    source: &Path,
    flags: &[String],
    unit: Option<&Unit>,
) -> Result<Vec<PathBuf>, LoadError> {
    let compiler = Compiler::find()?;
    let mut command = Command::new(compiler.program());
    let mut source = source.to_path_buf();
    if let Some(unit) = unit {
        source = std::path::absolute(&source).unwrap_or(source);
        command.current_dir(&unit.directory).args(&unit.flags);
    }
    command.args(DEFAULTS).args(flags).args(["-MM", "-MG"]);
    command.arg("-isystem").arg(compiler.headers());
    command.arg("--").arg(source);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    let answer = command
        .output()
        .map_err(|error| LoadError::new("clang", format!("cannot be run: {error}")))?;
    let rule = String::from_utf8_lossy(&answer.stdout);
    let directory = unit.map_or(Path::new(""), |unit| &unit.directory);
    let paths = prerequisites(&rule).into_iter();
    Ok(paths.map(|path| directory.join(path)).collect())
}

/// The names behind the colon of a rule for make, in which spaces and `#` follow a backslash, and
/// `$` is doubled.
fn prerequisites(rule: &str) -> Vec<String> {
    let names = rule.split_once(": ").map_or("", |(_, names)| names);
    let names = names.replace("\\\n", " ");
    let mut found = vec![String::new()];
    let mut letters = names.chars().peekable();
    while let Some(letter) = letters.next() {
        let name = found.last_mut().expect("it is never empty");
        match (letter, letters.peek()) {
            ('\\', Some(&next @ (' ' | '#'))) | ('$', Some(&next @ '$')) => {
                name.push(next);
                letters.next();
            }
            (letter, _) if letter.is_whitespace() => found.push(String::new()),
            (letter, _) => name.push(letter),
        }
    }
    found.retain(|name| !name.is_empty());
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read() {
        let rule = "a.o: a.c inc/b.h \\\n  my\\ file.h \\\n  c\\#.h d$$.h\n";
        let expected = ["a.c", "inc/b.h", "my file.h", "c#.h", "d$.h"];
        assert_eq!(prerequisites(rule), expected);
        assert!(prerequisites("").is_empty());
    }

    #[test]
    fn files_are_those_of_the_preprocessor() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let source =
            "#include <stdio.h>\n#include \"a.h\"\n#ifdef MORE\n#include \"b.h\"\n#endif\n";
        std::fs::write(path("a.c"), source).unwrap();
        std::fs::write(path("a.h"), "#pragma once\n").unwrap();
        let plain = included(&path("a.c"), &[], None).unwrap();
        assert_eq!(plain, [path("a.c"), path("a.h")]);
        let more = included(&path("a.c"), &["-DMORE".to_string()], None).unwrap();
        assert!(more.contains(&PathBuf::from("b.h")), "{more:?}");
        let unit = Unit {
            directory: folder.path().to_path_buf(),
            flags: vec!["-DMORE".to_string()],
        };
        let more = included(&path("a.c"), &[], Some(&unit)).unwrap();
        assert!(more.contains(&path("b.h")), "{more:?}");
    }
}
