//! Saves programs with disagreements, below `target/differential`.

use super::Disagreement;
use std::io;
use std::path::{Path, PathBuf};

/// The folder for saved programs.
pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/differential")
}

/// Writes a program as `NAME`, with its disagreements in comments above it; returns the path.
///
/// # Errors
/// If the folder or the file cannot be written.
pub fn save(name: &str, text: &str, found: &[Disagreement]) -> io::Result<PathBuf> {
    let folder = folder();
    std::fs::create_dir_all(&folder)?;
    let path = folder.join(name);
    let mut content = String::new();
    for disagreement in found {
        let line = format!("{}: {}", disagreement.question, disagreement.detail);
        for line in line.lines() {
            content.push_str("// ");
            content.push_str(line);
            content.push('\n');
        }
    }
    content.push_str(text);
    std::fs::write(&path, content)?;
    Ok(path)
}
