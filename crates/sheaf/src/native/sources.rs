//! The sources of a program, to compile them again: C files as they are named, as a compilation database says, or as `sheaf cc` compiled them.

use crate::database::Database;
use crate::load::Request;
use sheaf_llvm::compile::Unit;
use sheaf_llvm::embed::{self, Source};
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The sources of a program, each once.
///
/// # Errors
/// When a file is neither C, nor bitcode that was C, nor made by `sheaf cc`, or a source is no longer there; the text is one line.
pub fn sources(request: &Request) -> Result<Vec<Source>, String> {
    let (files, units) = match &request.build {
        Some(build) => Database::read(build)
            .and_then(|database| database.select(&request.files))
            .map_err(|error| error.to_string())?,
        None => (request.files.clone(), BTreeMap::new()),
    };
    let mut all = Vec::new();
    for file in &files {
        for source in sources_of(file, &units)? {
            if !source.path.is_file() {
                return Err(format!(
                    "its source `{}` is not there",
                    source.path.display()
                ));
            }
            if !all.contains(&source) {
                all.push(source);
            }
        }
    }
    Ok(all)
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
            match embed::is_native(&bytes) {
                true => {
                    embed::sources(&bytes).map_err(|error| format!("{}: {error}", file.display()))
                }
                false => Err("only C programs run natively".to_string()),
            }
        }
    }
}
