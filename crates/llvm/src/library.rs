//! Libraries of the project: archives, of which a program includes the needed members, and the
//! shared libraries that a program was linked with, if they carry bitcode.

use crate::LoadError;
use crate::embed;
use crate::ll::Module;
use crate::symbols::{Symbols, defined, undefined};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A shared library.
pub struct Shared {
    /// Its file.
    pub path: PathBuf,
    /// The name by which others need it.
    pub name: String,
    /// The names of the libraries that it needs.
    pub needed: Vec<String>,
    /// Its bitcode.
    pub modules: Vec<Vec<u8>>,
    /// Names that it defines for others.
    pub exported: HashSet<String>,
    /// Names that it uses and that an earlier file may define.
    pub looked_up: HashSet<String>,
}

/// The shared libraries with bitcode that a native program needs, in the search order of the
/// system's loader. They are searched in the program's run path, in `LD_LIBRARY_PATH`, and beside
/// the program.
pub fn shared(program: &Path, content: &[u8]) -> Vec<Shared> {
    let mut found: Vec<Shared> = Vec::new();
    let mut asked = HashSet::new();
    let mut waiting = vec![(program.to_path_buf(), embed::dynamic(content))];
    while !waiting.is_empty() {
        for (user, dynamic) in std::mem::take(&mut waiting) {
            let folders = folders(&user, program, &dynamic.folders);
            for name in &dynamic.needed {
                let Some(path) = locate(name, &folders).filter(|_| asked.insert(name.clone()))
                else {
                    continue;
                };
                let content = fs::read(&path).unwrap_or_default();
                if let Ok(modules) = embed::modules(&content) {
                    let dynamic = embed::dynamic(&content);
                    found.push(Shared {
                        path: path.clone(),
                        name: name.clone(),
                        needed: dynamic.needed.clone(),
                        modules,
                        exported: dynamic.exported.clone(),
                        looked_up: dynamic.looked_up.clone(),
                    });
                    waiting.push((path, dynamic));
                }
            }
        }
    }
    found
}

/// The positions of libraries, which are in the order of the search, in the order in which the
/// system's loader starts them: after those that they need, and the last found first.
pub(crate) fn starts(libraries: &[&Shared]) -> Vec<usize> {
    fn visit(at: usize, libraries: &[&Shared], order: &mut Vec<usize>, seen: &mut HashSet<usize>) {
        if !seen.insert(at) {
            return;
        }
        for name in &libraries[at].needed {
            let needed = libraries.iter().position(|library| library.name == *name);
            if let Some(needed) = needed {
                visit(needed, libraries, order, seen);
            }
        }
        order.push(at);
    }
    let (mut order, mut seen) = (Vec::new(), HashSet::new());
    for at in (0..libraries.len()).rev() {
        visit(at, libraries, &mut order, &mut seen);
    }
    order
}

/// The search path for the libraries of `user`.
fn folders(user: &Path, program: &Path, lists: &[String]) -> Vec<PathBuf> {
    let beside = |file: &Path| match file.parent() {
        Some(folder) if folder.as_os_str().is_empty() => PathBuf::from("."),
        folder => folder.unwrap_or(Path::new("/")).to_path_buf(),
    };
    let origin = beside(user).display().to_string();
    let of_environment = std::env::var("LD_LIBRARY_PATH").ok();
    let lists: Vec<String> = lists.iter().cloned().chain(of_environment).collect();
    let named = lists.iter().flat_map(|list| list.split(':'));
    let expand = |folder: &str| {
        let folder = folder.replace("${ORIGIN}", "$ORIGIN");
        PathBuf::from(folder.replace("$ORIGIN", &origin))
    };
    named.map(expand).chain([beside(program)]).collect()
}

fn locate(name: &str, folders: &[PathBuf]) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    let mut paths = folders.iter().map(|folder| folder.join(name));
    paths.find(|path| path.is_file())
}

/// Renames symbols that a shared library defines for itself and that other files define too, so
/// that each file uses its own: those that it does not export, and those that it exports, does not
/// look up, and that an earlier file defines.
pub(crate) fn keep_apart(program: &[Module], libraries: &[(&Shared, Vec<Module>)]) {
    let mut definers: BTreeMap<String, usize> = BTreeMap::new();
    let files = libraries.iter().map(|(_, modules)| modules.as_slice());
    for modules in files.chain([program]) {
        let names: HashSet<String> = modules.iter().flat_map(|module| defined(*module)).collect();
        for name in names {
            *definers.entry(name).or_default() += 1;
        }
    }
    let names = program.iter().flat_map(|module| defined(*module));
    let mut earlier: HashSet<String> = names.collect();
    for (library, modules) in libraries {
        let file = library.path.file_name().unwrap_or_default();
        let is_own = |name: &String| match library.exported.contains(name) {
            true => earlier.contains(name) && !library.looked_up.contains(name),
            false => definers.get(name).is_some_and(|count| *count > 1),
        };
        let all: HashSet<String> = modules.iter().flat_map(|it| defined(*it)).collect();
        let own: HashSet<String> = all.iter().filter(|name| is_own(name)).cloned().collect();
        earlier.extend(
            all.into_iter()
                .filter(|name| library.exported.contains(name)),
        );
        for value in modules.iter().flat_map(|module| module.symbols()) {
            let name = value.name();
            if own.contains(&name) {
                value.rename(&format!("{name}@{}", file.to_string_lossy()));
            }
        }
    }
}

/// Adds the archive members that define what the program uses and nothing defines yet, like a
/// linker; the entry is used, too.
///
/// # Errors
/// Two definitions of one name.
pub(crate) fn add_members(
    symbols: &mut Symbols,
    modules: &mut Vec<Module>,
    mut members: Vec<(String, Module)>,
    entry: &str,
) -> Result<(), LoadError> {
    let has_entry = |module: &Module| {
        let functions = module.functions().into_iter();
        functions
            .filter(|it| !it.is_declaration())
            .any(|it| it.name() == entry)
    };
    let mut wanted: HashSet<String> = modules
        .iter()
        .flat_map(|module| undefined(*module))
        .collect();
    let mut entered = modules.iter().any(has_entry);
    loop {
        wanted.retain(|name| symbols.user(name).is_none());
        let wants = |(_, module): &(String, Module)| {
            !entered && has_entry(module) || defined(*module).any(|name| wanted.contains(&name))
        };
        let Some(position) = members.iter().position(wants) else {
            if modules.is_empty() {
                // There is no entry; the caller can report the available functions.
                modules.extend(members.into_iter().map(|(_, module)| module));
            }
            return Ok(());
        };
        let (place, module) = members.remove(position);
        entered |= has_entry(&module);
        wanted.extend(undefined(module));
        symbols.add_user(module, &place)?;
        modules.push(module);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn library(name: &str, needed: &[&str]) -> Shared {
        Shared {
            path: name.into(),
            name: name.to_string(),
            needed: needed.iter().map(ToString::to_string).collect(),
            modules: Vec::new(),
            exported: HashSet::new(),
            looked_up: HashSet::new(),
        }
    }

    #[test]
    fn libraries_start_after_what_they_need() {
        let order = |all: &[Shared]| starts(&all.iter().collect::<Vec<_>>());
        assert_eq!(order(&[library("a", &[]), library("b", &[])]), [1, 0]);
        assert_eq!(order(&[library("a", &["b"]), library("b", &[])]), [1, 0]);
        assert_eq!(order(&[library("a", &[]), library("b", &["a"])]), [0, 1]);
        // A circle.
        assert_eq!(order(&[library("a", &["b"]), library("b", &["a"])]), [0, 1]);
    }
}
