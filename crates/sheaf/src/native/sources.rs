//! The sources of a program, for recompilation: the named C files, those of a compilation database,
//! or those that `sheaf cc` compiled.

use crate::database::Database;
use crate::load::Request;
use sheaf_llvm::compile::Unit;
use sheaf_llvm::embed::{self, Source};
use sheaf_llvm::library;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The sources of a program, without duplicates.
#[derive(Default)]
pub struct Sources {
    /// Sources that always belong to the program.
    pub program: Vec<Source>,
    /// Sources of archive members, of which the linker selects the needed ones.
    pub members: Vec<Source>,
}

/// The sources of a program.
///
/// # Errors
/// When a file is neither C, nor bitcode compiled from C, nor built by `sheaf cc`, or a source no
/// longer exists; the message is one line.
pub fn sources(request: &Request) -> Result<Sources, String> {
    let (files, units) = match &request.build {
        Some(build) => Database::read(build)
            .and_then(|database| database.select(&request.files))
            .map_err(|error| error.to_string())?,
        None => (request.files.clone(), BTreeMap::new()),
    };
    let mut all = Sources::default();
    for file in &files {
        let list = match is_archive(file) {
            true => &mut all.members,
            false => &mut all.program,
        };
        for source in sources_of(file, &units)? {
            if !source.path.is_file() {
                return Err(format!(
                    "its source `{}` does not exist",
                    source.path.display()
                ));
            }
            if !list.contains(&source) {
                list.push(source);
            }
        }
    }
    Ok(all)
}

fn is_archive(file: &Path) -> bool {
    fs::read(file).is_ok_and(|bytes| embed::is_archive(&bytes))
}

fn sources_of(file: &Path, units: &BTreeMap<PathBuf, Unit>) -> Result<Vec<Source>, String> {
    let named = |unit: Unit| {
        let path = file.to_path_buf();
        vec![Source { path, unit }]
    };
    let unreadable = |error: io::Error| format!("{}: {error}", file.display());
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("c" | "i" | "bc" | "ll") => {
            let here = || {
                std::env::current_dir().map(|directory| Unit {
                    directory,
                    flags: Vec::new(),
                })
            };
            let unit = units.get(file).cloned().map_or_else(here, Ok);
            unit.map(named).map_err(unreadable)
        }
        _ => {
            let bytes = fs::read(file).map_err(unreadable)?;
            of_native(file, &bytes).map_err(|error| format!("{}: {error}", file.display()))
        }
    }
}

/// The sources of an object, an archive, or a program with its shared libraries.
fn of_native(file: &Path, bytes: &[u8]) -> Result<Vec<Source>, String> {
    if embed::is_archive(bytes) {
        let folder = file.parent().unwrap_or(Path::new(""));
        return Ok(embed::members(bytes, folder, embed::sources)?.concat());
    }
    if !embed::is_native(bytes) {
        return Err("only C and JavaScript programs run natively".to_string());
    }
    let mut sources = embed::sources(bytes)?;
    for library in library::shared(file, bytes) {
        let content = fs::read(&library.path).map_err(|error| error.to_string())?;
        sources.extend(embed::sources(&content)?);
    }
    Ok(sources)
}
