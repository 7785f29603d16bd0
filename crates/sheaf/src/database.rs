//! Compilation databases (`compile_commands.json`): the compile command of each source of a build.
//!
//! The format is clang's: <https://clang.llvm.org/docs/JSONCompilationDatabase.html>.

use crate::error::{UserError, describe_io};
use serde_json::Value;
use sheaf_llvm::cc::source_flags;
use sheaf_llvm::compile::Unit;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// The sources of a build.
#[derive(Debug)]
pub struct Database {
    path: PathBuf,
    /// The number of each entry, from 1, and the entry.
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    number: usize,
    file: PathBuf,
    unit: Unit,
    compiler: String,
}

impl Database {
    /// Reads a database.
    ///
    /// # Errors
    /// When it cannot be read, is not JSON, or an entry is incomplete.
    pub fn read(path: &Path) -> Result<Self, UserError> {
        let error = |message: String| UserError::new(path.display(), message);
        let text = std::fs::read(path).map_err(|it| error(describe_io(&it)))?;
        let json: Value = serde_json::from_slice(&text)
            .map_err(|it| error(format!("not a compilation database: {it}")))?;
        let Value::Array(list) = json else {
            return Err(error(
                "not a compilation database: not a list of commands".to_string(),
            ));
        };
        let entries = list.iter().enumerate().map(|(position, entry)| {
            Entry::read(position + 1, entry)
                .map_err(|message| error(format!("entry {}: {message}", position + 1)))
        });
        let entries: Vec<Entry> = entries.collect::<Result<_, _>>()?;
        if entries.is_empty() {
            return Err(error("has no entries".to_string()));
        }
        Ok(Database {
            path: path.to_path_buf(),
            entries,
        })
    }

    /// The files to load and their compile commands: the named files, or all sources if none is
    /// named. A file without an entry that is not a source (bitcode, an object) is used as it is.
    ///
    /// # Errors
    /// When a source has no entry, does not exist, or is not compiled by a C compiler.
    pub fn select(
        &self,
        named: &[PathBuf],
    ) -> Result<(Vec<PathBuf>, BTreeMap<PathBuf, Unit>), UserError> {
        let mut files = Vec::new();
        let mut units = BTreeMap::new();
        let mut add = |entry: &Entry| -> Result<(), UserError> {
            entry.check().map_err(|message| {
                UserError::new(
                    self.path.display(),
                    format!("entry {}: {message}", entry.number),
                )
            })?;
            if !files.contains(&entry.file) {
                files.push(entry.file.clone());
            }
            units.insert(entry.file.clone(), entry.unit.clone());
            Ok(())
        };
        if named.is_empty() {
            self.entries.iter().try_for_each(add)?;
            return Ok((files, units));
        }
        let mut others = Vec::new();
        for file in named {
            let same = |entry: &&Entry| is_same_file(&entry.file, file);
            match self.entries.iter().find(same) {
                Some(entry) => add(entry)?,
                None if file.extension().is_some_and(|it| it == "c") => {
                    let message = format!("has no entry for `{}`", file.display());
                    return Err(UserError::new(self.path.display(), message));
                }
                None => others.push(file.clone()),
            }
        }
        files.extend(others);
        Ok((files, units))
    }
}

impl Entry {
    fn read(number: usize, entry: &Value) -> Result<Self, String> {
        let text = |name: &str| {
            let value = entry.get(name).and_then(Value::as_str);
            value.ok_or_else(|| format!("has no string `{name}`"))
        };
        let directory = PathBuf::from(text("directory")?);
        let words: Vec<String> = match (entry.get("arguments"), entry.get("command")) {
            (Some(Value::Array(words)), _) => {
                let words = words.iter().map(|word| word.as_str().map(str::to_string));
                words
                    .collect::<Option<_>>()
                    .ok_or("its `arguments` are not all strings")?
            }
            (None, Some(Value::String(line))) => {
                shlex::split(line).ok_or("its `command` has an unterminated quote")?
            }
            _ => return Err("has neither `arguments` nor a `command`".to_string()),
        };
        let (compiler, rest) = split_compiler(&words).ok_or("its command is empty")?;
        let rest: Vec<OsString> = rest.iter().map(OsString::from).collect();
        let flags = source_flags(&rest).into_iter();
        Ok(Entry {
            number,
            file: directory.join(text("file")?),
            unit: Unit {
                directory,
                flags: flags
                    .map(|flag| flag.to_string_lossy().into_owned())
                    .collect(),
            },
            compiler: compiler.to_string(),
        })
    }

    fn check(&self) -> Result<(), String> {
        if !is_c_compiler(&self.compiler) {
            return Err(format!(
                "unknown compiler `{}`; expected a C compiler",
                self.compiler
            ));
        }
        if !self.unit.directory.is_dir() {
            return Err(format!(
                "the directory `{}` does not exist",
                self.unit.directory.display()
            ));
        }
        if !self.file.is_file() {
            return Err(format!(
                "the source `{}` does not exist",
                self.file.display()
            ));
        }
        match self.file.extension().and_then(|it| it.to_str()) {
            Some("c" | "i") => Ok(()),
            _ => Err(format!("`{}` is not a C source", self.file.display())),
        }
    }
}

/// The compiler of a command and its arguments; compiler wrappers are skipped.
fn split_compiler(words: &[String]) -> Option<(&str, &[String])> {
    let (first, rest) = words.split_first()?;
    match (file_name(first), rest) {
        ("ccache" | "distcc" | "sccache", [_, ..]) => split_compiler(rest),
        ("sheaf", [cc, rest @ ..]) if cc == "cc" => Some(("cc", rest)),
        _ => Some((first, rest)),
    }
}

fn file_name(word: &str) -> &str {
    word.rsplit('/').next().unwrap_or(word)
}

/// Whether a program name is that of a C compiler: `cc`, `gcc`, `clang`, with an optional target
/// prefix or version suffix.
fn is_c_compiler(word: &str) -> bool {
    let name = file_name(word);
    let is_version = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    let base = match name.rsplit_once('-') {
        Some((base, version)) if is_version(version) => base,
        _ => name,
    };
    let base = base.rsplit('-').next().unwrap_or(base);
    ["cc", "gcc", "clang", "tcc", "icc", "icx", "c89", "c99"].contains(&base)
}

fn is_same_file(left: &Path, right: &Path) -> bool {
    match (left.canonicalize(), right.canonicalize()) {
        (Ok(left), Ok(right)) => left == right,
        _ => left == right,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_are_known_by_name() {
        for name in [
            "cc",
            "/usr/bin/gcc-12",
            "clang",
            "clang-19",
            "x86_64-linux-gnu-gcc",
            "x86_64-linux-gnu-gcc-12",
        ] {
            assert!(is_c_compiler(name), "{name}");
        }
        for name in ["rustc", "g++", "clang++-19", "", "ld"] {
            assert!(!is_c_compiler(name), "{name}");
        }
        let words = ["ccache", "/opt/sheaf", "cc", "-c", "a.c"].map(String::from);
        let (compiler, rest) = split_compiler(&words).unwrap();
        assert_eq!((compiler, rest), ("cc", &words[3..]));
    }

    #[test]
    fn what_lies_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("compile_commands.json");
        std::fs::write(folder.path().join("a.c"), "int x;").unwrap();
        let directory = folder.path().display().to_string();
        let entry = |file: &str, command: &str| {
            serde_json::json!([{"directory": directory, "file": file, "command": command}])
                .to_string()
        };
        for (text, expected) in [
            ("{".to_string(), "not a compilation database"),
            ("{}".to_string(), "not a list"),
            ("[]".to_string(), "no entries"),
            ("[{}]".to_string(), "entry 1: has no string `directory`"),
            (
                "[{\"directory\": \"/\", \"file\": \"a.c\"}]".to_string(),
                "neither",
            ),
            (entry("b.c", "cc -c b.c"), "b.c` does not exist"),
            (entry("a.c", "rustc a.c"), "unknown compiler `rustc`"),
            (entry("a.c", "cc 'a.c"), "unterminated quote"),
        ] {
            std::fs::write(&path, &text).unwrap();
            let outcome = Database::read(&path).and_then(|database| database.select(&[]));
            let message = outcome.unwrap_err().to_string();
            assert!(message.contains(expected), "{text}: {message}");
        }
        std::fs::write(&path, entry("a.c", "cc -DX='1 2' -O2 -o a.o -c a.c")).unwrap();
        let (files, units) = Database::read(&path).unwrap().select(&[]).unwrap();
        assert_eq!(files, [folder.path().join("a.c")]);
        assert_eq!(units[&files[0]].flags, ["-DX=1 2", "-O2"]);
    }
}
