//! The files of a program that are watched, and what they contain.

use crate::args::CheckArgs;
use crate::database::Database;
use crate::load::{Request, load_module};
use sheaf_llvm::included;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

/// Paths of files, as the user would name them.
#[derive(Default)]
pub struct Files(BTreeSet<PathBuf>);

/// A digest of each file that can be read.
pub type Digests = BTreeMap<PathBuf, u64>;

/// Contents at a time.
pub struct Snapshot(Digests);

impl Files {
    /// The files of a program: those of the command line, what C sources include, and what
    /// JavaScript requires. What `before` has is kept where a file cannot be read for now.
    pub fn of(args: &CheckArgs, before: &Files) -> Files {
        let program = &args.program;
        let mut files = BTreeSet::from_iter(program.files.iter().cloned());
        files.extend(program.build.clone());
        let request = Request::from(program);
        let further = match request.is_js() {
            true => required(request),
            false => sources(&request),
        };
        match further {
            Some(further) => files.extend(further),
            None => files.extend(before.0.iter().cloned()),
        }
        Files(files)
    }

    /// Their number.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// The folders that they are in.
    pub fn folders(&self) -> BTreeSet<PathBuf> {
        let folder = |path: &PathBuf| match path.parent() {
            Some(folder) if folder != Path::new("") => folder.to_path_buf(),
            _ => PathBuf::from("."),
        };
        self.0.iter().map(folder).collect()
    }

    /// What they contain now.
    pub fn snapshot(&self) -> Snapshot {
        let digest = |path: &PathBuf| {
            let mut hasher = DefaultHasher::new();
            std::fs::read(path).ok()?.hash(&mut hasher);
            Some((path.clone(), hasher.finish()))
        };
        Snapshot(self.0.iter().filter_map(digest).collect())
    }
}

impl Snapshot {
    /// What differs between two times, for people; `None` if nothing does.
    pub fn difference(before: &Snapshot, now: &Snapshot) -> Option<String> {
        let all = before.0.keys().chain(now.0.keys());
        let changed: BTreeSet<&PathBuf> = all
            .filter(|path| before.0.get(*path) != now.0.get(*path))
            .collect();
        let first = changed.first()?.display();
        Some(match changed.len() - 1 {
            0 => format!("{first} has changed"),
            more => format!("{first} and {more} more have changed"),
        })
    }
}

/// C sources and what they include; `None` if that is not known.
fn sources(request: &Request) -> Option<BTreeSet<PathBuf>> {
    let (files, units) = match &request.build {
        Some(build) => Database::read(build).ok()?.select(&request.files).ok()?,
        None => (request.files.clone(), BTreeMap::new()),
    };
    let is_source = |file: &&PathBuf| file.extension().is_some_and(|it| it == "c");
    let mut found = BTreeSet::new();
    for file in files.iter().filter(is_source) {
        let all = included(file, &request.flags, units.get(file)).ok()?;
        if all.is_empty() {
            return None;
        }
        found.extend(all);
    }
    Some(found)
}

/// The files that a JavaScript program requires; `None` if it cannot be loaded.
fn required(mut request: Request) -> Option<BTreeSet<PathBuf>> {
    let module = load_module(&mut request, &mut Vec::new()).ok()?;
    let names = module.files.iter().map(|name| PathBuf::from(&**name));
    Some(names.filter(|path| path.is_file()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn snapshot(rows: &[(&str, u64)]) -> Snapshot {
        let rows = rows
            .iter()
            .map(|(name, digest)| (PathBuf::from(name), *digest));
        Snapshot(rows.collect())
    }

    #[test]
    fn differences_are_named() {
        let before = snapshot(&[("a.c", 1), ("a.h", 1)]);
        let difference = |rows: &[(&str, u64)]| Snapshot::difference(&before, &snapshot(rows));
        assert_eq!(difference(&[("a.c", 1), ("a.h", 1)]), None);
        let one = difference(&[("a.c", 1), ("a.h", 2)]);
        assert_eq!(one.as_deref(), Some("a.h has changed"));
        let gone = difference(&[("a.c", 2), ("b.h", 2)]);
        assert_eq!(gone.as_deref(), Some("a.c and 2 more have changed"));
    }
}
