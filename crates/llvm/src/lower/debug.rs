//! Source locations.

use super::Lowering;
use crate::ll::{File, SourceLocation, Value};
use rustc_hash::FxHashMap;
use sheaf_ir::{FileId, Loc, LocId, Module};
use std::path::Path;

/// The files and locations so far, without duplicates.
pub(super) struct Places {
    /// The current directory: files in it are shown with relative names.
    here: String,
    by_file: FxHashMap<File, FileId>,
    by_name: FxHashMap<String, FileId>,
    by_place: FxHashMap<SourceLocation, Option<LocId>>,
    by_loc: FxHashMap<Loc, LocId>,
}

impl Places {
    pub(super) fn new() -> Self {
        let here = std::env::current_dir().unwrap_or_default();
        Places {
            here: here.display().to_string(),
            by_file: FxHashMap::default(),
            by_name: FxHashMap::default(),
            by_place: FxHashMap::default(),
            by_loc: FxHashMap::default(),
        }
    }

    fn file(&mut self, module: &mut Module, file: File) -> FileId {
        if let Some(id) = self.by_file.get(&file) {
            return *id;
        }
        let (directory, name) = file.names();
        let name = if directory == self.here || directory.is_empty() || name.starts_with('<') {
            name
        } else {
            // An absolute name stays as it is.
            Path::new(&directory).join(name).display().to_string()
        };
        let id = *self
            .by_name
            .entry(name)
            .or_insert_with_key(|name| module.files.push(name.as_str().into()));
        self.by_file.insert(file, id);
        id
    }

    fn loc(&mut self, module: &mut Module, loc: Loc) -> LocId {
        *self
            .by_loc
            .entry(loc)
            .or_insert_with(|| module.locs.push(loc))
    }
}

impl Lowering<'_> {
    /// The location of an instruction; `None` without debug information or line.
    pub(super) fn place(&mut self, inst: Value) -> Option<LocId> {
        let place = inst.place()?;
        if let Some(known) = self.places.by_place.get(&place) {
            return *known;
        }
        let (line, column) = place.position();
        let id = place.file().filter(|_| line > 0).map(|file| {
            let file = self.places.file(&mut self.module, file);
            self.places
                .loc(&mut self.module, Loc { file, line, column })
        });
        self.places.by_place.insert(place, id);
        id
    }

    /// The location of a function's definition.
    pub(super) fn function_place(&mut self, function: Value) -> Option<LocId> {
        let (file, line) = function.function_place()?;
        let file = self.places.file(&mut self.module, file);
        let loc = Loc {
            file,
            line,
            column: 0,
        };
        Some(self.places.loc(&mut self.module, loc))
    }
}
