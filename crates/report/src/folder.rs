//! The output folder: `DIR/run-N` for each run, with test cases, the outcome and the coverage;
//! `DIR/latest` points at the newest.
//!
//! The folder of a run is created after the program is loaded, so that bad input leaves nothing
//! behind, and before the exploration, so that an unwritable folder is reported at once. Each file
//! appears complete or not at all.

use crate::case::Case;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The folder of one run.
#[derive(Debug)]
pub struct RunFolder {
    path: PathBuf,
    paths: u64,
    findings: u64,
}

impl RunFolder {
    /// Creates the folder of a new run below `parent`, which is created if it does not exist.
    ///
    /// # Errors
    /// When it cannot be made or written to.
    pub fn create(parent: &Path) -> io::Result<RunFolder> {
        fs::create_dir_all(parent)?;
        let link = parent.join("latest");
        if fs::symlink_metadata(&link).is_ok_and(|existing| !existing.is_symlink()) {
            let message = "`latest` is there and is not a symbolic link";
            return Err(io::Error::new(ErrorKind::AlreadyExists, message));
        }
        let mut number = highest(parent, "run-")? + 1;
        let path = loop {
            let path = parent.join(format!("run-{number}"));
            match fs::create_dir(&path) {
                // Another process created it first.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                outcome => break outcome.map(|()| path)?,
            }
        };
        point_latest(&link, &path)?;
        Ok(RunFolder {
            path,
            paths: 0,
            findings: 0,
        })
    }

    /// The folder of a run that is resumed. Findings are to be added again, in their order;
    /// further paths get further numbers.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn reopen(path: &Path) -> io::Result<RunFolder> {
        Ok(RunFolder {
            path: path.to_path_buf(),
            paths: highest(path, "path-")?,
            findings: 0,
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the next completed path as `path-N.json` and `path-N.ktest`.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn add_path(&mut self, case: &Case) -> io::Result<PathBuf> {
        self.paths += 1;
        self.write_case(&format!("path-{}", self.paths), case)
    }

    /// Writes the next finding as `finding-N.json` and `finding-N.ktest`, and returns the path of
    /// the former.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn add_finding(&mut self, case: &Case) -> io::Result<PathBuf> {
        self.findings += 1;
        self.write_case(&format!("finding-{}", self.findings), case)
    }

    /// Writes a test case as `NAME.json` and `NAME.ktest`, and returns the path of the former.
    ///
    /// # Errors
    /// When the files cannot be written.
    pub fn write_case(&self, name: &str, case: &Case) -> io::Result<PathBuf> {
        write_file(&self.path.join(format!("{name}.ktest")), &case.to_ktest())?;
        let path = self.path.join(format!("{name}.json"));
        write_file(&path, case.to_json().as_bytes())?;
        Ok(path)
    }

    /// Writes a file of the run, such as `run.json`; parent folders are created.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> io::Result<()> {
        let path = self.path.join(name);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent)?;
        }
        write_file(&path, content.as_ref())
    }
}

/// Writes a temporary file and renames it, so that no reader sees a partial file.
fn write_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    let partial = PathBuf::from(name);
    let mut file = fs::File::create(&partial)?;
    let written = file
        .write_all(content)
        .and_then(|()| fs::rename(&partial, path));
    if written.is_err() {
        // The first error is the one to report.
        let _ = fs::remove_file(&partial);
    }
    written
}

/// The highest number after a prefix, before any extension, of the names in a folder; 0 if there is
/// none.
fn highest(folder: &Path, prefix: &str) -> io::Result<u64> {
    let mut highest = 0;
    for entry in fs::read_dir(folder)? {
        let name = PathBuf::from(entry?.file_name());
        let stem = name.file_stem().and_then(|stem| stem.to_str());
        let number = stem.and_then(|stem| stem.strip_prefix(prefix)?.parse().ok());
        highest = highest.max(number.unwrap_or(0));
    }
    Ok(highest)
}

/// Redirects the link to the run's folder atomically.
fn point_latest(link: &Path, run: &Path) -> io::Result<()> {
    let target = run.file_name().unwrap_or_default();
    let partial = run.join(".latest");
    std::os::unix::fs::symlink(target, &partial)?;
    fs::rename(&partial, link)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::case::{self, ProgramRef};
    use sheaf_engine::outcome::Inputs;

    fn empty_case() -> Case {
        let program = ProgramRef {
            files: vec!["a.c".into()],
            ..ProgramRef::default()
        };
        Case {
            program,
            settings: None,
            inputs: Inputs::default(),
            by_name: false,
            expected: None,
        }
    }

    #[test]
    fn runs_are_numbered_and_latest_follows() {
        let parent = tempfile::tempdir().unwrap();
        let first = RunFolder::create(&parent.path().join("out")).unwrap();
        let second = RunFolder::create(&parent.path().join("out")).unwrap();
        assert!(first.path().ends_with("run-1"));
        assert!(second.path().ends_with("run-2"));
        let latest = fs::read_link(parent.path().join("out/latest")).unwrap();
        assert_eq!(latest, Path::new("run-2"));
    }

    #[test]
    fn cases_are_written_in_both_formats() {
        let parent = tempfile::tempdir().unwrap();
        let mut run = RunFolder::create(parent.path()).unwrap();
        run.add_path(&empty_case()).unwrap();
        let json = run.add_finding(&empty_case()).unwrap();
        run.write("run.json", "{}").unwrap();
        assert_eq!(case::read(&json).unwrap().program, empty_case().program);
        assert!(case::read(&json.with_extension("ktest")).is_ok());
        let mut names: Vec<_> = fs::read_dir(run.path())
            .unwrap()
            .map(|it| it.unwrap().file_name())
            .collect();
        names.sort();
        assert_eq!(
            names,
            [
                "finding-1.json",
                "finding-1.ktest",
                "path-1.json",
                "path-1.ktest",
                "run.json"
            ]
        );
    }

    #[test]
    fn a_file_is_no_folder() {
        let parent = tempfile::tempdir().unwrap();
        let file = parent.path().join("file");
        fs::write(&file, "").unwrap();
        assert!(RunFolder::create(&file).is_err());
        fs::create_dir(parent.path().join("latest")).unwrap();
        assert!(RunFolder::create(parent.path()).is_err());
        assert!(!parent.path().join("run-1").exists());
    }
}
