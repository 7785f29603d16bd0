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
    /// Its bitcode.
    pub modules: Vec<Vec<u8>>,
    /// Names that it defines for others.
    pub exported: HashSet<String>,
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
                    let exported = dynamic.exported.clone();
                    waiting.push((path.clone(), dynamic));
                    found.push(Shared {
                        path,
                        modules,
                        exported,
                    });
                }
            }
        }
    }
    found
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

/// Renames symbols that a shared library defines but does not export and that other files define
/// too, so that each file uses its own.
pub(crate) fn keep_apart(program: &[Module], libraries: &[(&Shared, Vec<Module>)]) {
    let mut definers: BTreeMap<String, usize> = BTreeMap::new();
    let files = libraries.iter().map(|(_, modules)| modules.as_slice());
    for modules in files.chain([program]) {
        let names: HashSet<String> = modules.iter().flat_map(|module| defined(*module)).collect();
        for name in names {
            *definers.entry(name).or_default() += 1;
        }
    }
    for (library, modules) in libraries {
        let file = library.path.file_name().unwrap_or_default();
        let own: HashSet<String> = modules
            .iter()
            .flat_map(|module| defined(*module))
            .filter(|name| definers.get(name).is_some_and(|count| *count > 1))
            .filter(|name| !library.exported.contains(name))
            .collect();
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
