//! Bitcode in native objects: a section that linkers concatenate over all objects of a program; and
//! another section with the compile command of the source, for recompilation with sanitizers.
//!
//! Each compilation contributes one record: a magic number, the length of the bitcode as 8 bytes,
//! the bitcode. A linked program therefore contains a sequence of records, of exactly the objects
//! (and archive members) that were linked.

use crate::compile::Unit;
use object::elf::{DF_1_PIE, DT_FLAGS_1, DT_NEEDED, DT_RPATH, DT_RUNPATH};
use object::read::archive::ArchiveFile;
use object::read::elf::ElfFile64;
use object::{
    LittleEndian, Object, ObjectKind, ObjectSection, ObjectSymbol, ObjectSymbolTable,
    RelocationTarget,
};
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// Name of the section with bitcode.
pub const SECTION: &str = ".sheaf.bitcode";

/// Name of the section with sources.
pub const SOURCES: &str = ".sheaf.sources";

/// Start of a record.
const MAGIC: &[u8; 8] = b"SHEAF-BC";

/// The error for a native file of another compiler.
const NO_BITCODE: &str = "has no bitcode in it; build it with `sheaf cc` as the compiler";

/// Start of an ELF file.
const ELF: &[u8; 4] = b"\x7fELF";

/// Starts of archives: with their members in them, and with their names only.
const ARCHIVES: [&[u8; 8]; 2] = [b"!<arch>\n", b"!<thin>\n"];

/// Whether a file is a native object, program or shared library.
pub fn is_native(bytes: &[u8]) -> bool {
    bytes.starts_with(ELF)
}

/// Whether a file is an archive of objects.
pub fn is_archive(bytes: &[u8]) -> bool {
    ARCHIVES.iter().any(|start| bytes.starts_with(*start))
}

/// A record for the section.
pub fn record(bitcode: &[u8]) -> Vec<u8> {
    let length = bitcode.len() as u64;
    [MAGIC, &length.to_le_bytes()[..], bitcode].concat()
}

/// The modules in a native object or program.
///
/// # Errors
/// When the file is malformed or has no bitcode; the text is one line.
pub fn modules(file: &[u8]) -> Result<Vec<Vec<u8>>, String> {
    records(file, SECTION)
}

/// A source, and how it was compiled.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// Directory and flags, without those that are added for bitcode.
    pub unit: Unit,
}

impl Source {
    /// The content of its record.
    pub fn to_bytes(&self) -> Vec<u8> {
        let paths = [&self.path, &self.unit.directory];
        let paths = paths.map(|path| path.to_string_lossy().into_owned());
        let words: Vec<String> = paths.into_iter().chain(self.unit.flags.clone()).collect();
        words.join("\0").into_bytes()
    }

    fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let text = String::from_utf8(bytes.to_vec()).ok()?;
        let mut words = text.split('\0').map(str::to_string);
        Some(Source {
            path: words.next()?.into(),
            unit: Unit {
                directory: words.next()?.into(),
                flags: words.collect(),
            },
        })
    }
}

/// The sources of a native object or program, without duplicates.
///
/// # Errors
/// As [`modules`].
pub fn sources(file: &[u8]) -> Result<Vec<Source>, String> {
    let mut sources = Vec::new();
    for record in records(file, SOURCES)? {
        let source = Source::from_bytes(&record).ok_or("its list of sources is damaged")?;
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    Ok(sources)
}

/// The records of a section.
fn records(file: &[u8], section: &str) -> Result<Vec<Vec<u8>>, String> {
    let file: ElfFile64<LittleEndian> = ElfFile64::parse(file)
        .map_err(|error| format!("not a native program of this kind of machine: {error}"))?;
    let section = file.section_by_name(section).ok_or(NO_BITCODE)?;
    let mut rest = section
        .data()
        .map_err(|error| format!("its bitcode cannot be read: {error}"))?;
    let mut found = Vec::new();
    while !rest.is_empty() {
        let (content, behind) = split(rest).ok_or("its bitcode is damaged")?;
        found.push(content.to_vec());
        rest = behind;
    }
    Ok(found)
}

/// The results of `read` for each archive member with bitcode. `folder` is the directory of the
/// archive; a thin one names files relative to it.
///
/// # Errors
/// When the file is malformed or no member has bitcode; the text is one line.
pub fn members<T>(
    file: &[u8],
    folder: &Path,
    read: impl Fn(&[u8]) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let damaged = |error: object::Error| format!("not an archive of objects: {error}");
    let archive = ArchiveFile::parse(file).map_err(damaged)?;
    let mut members = Vec::new();
    for member in archive.members() {
        let member = member.map_err(damaged)?;
        let found = if archive.is_thin() {
            let name = String::from_utf8_lossy(member.name()).into_owned();
            let content = std::fs::read(folder.join(&name));
            read(&content.map_err(|error| format!("its member `{name}`: {error}"))?)
        } else {
            read(member.data(file).map_err(damaged)?)
        };
        // Other members, such as assembly, are unmodelled.
        members.extend(found);
    }
    match members.is_empty() {
        true => Err(NO_BITCODE.to_string()),
        false => Ok(members),
    }
}

/// The dynamic section of a program or a shared library, as far as it matters.
#[derive(Default)]
pub struct Dynamic {
    /// Names of the libraries that it needs, in order.
    pub needed: Vec<String>,
    /// Search paths for them, separated by colons.
    pub folders: Vec<String>,
    /// Names that it defines for others.
    pub exported: HashSet<String>,
    /// Names that it uses and that the system's loader looks up: not those that it defines for
    /// itself first, by their visibility or an option of the linker (`-Bsymbolic`).
    pub looked_up: HashSet<String>,
    /// Whether it is a library, not a program.
    pub is_library: bool,
}

/// Reads the dynamic section; empty for other files.
pub fn dynamic(file: &[u8]) -> Dynamic {
    let mut found = Dynamic::default();
    let Ok(elf) = ElfFile64::<LittleEndian>::parse(file) else {
        return found;
    };
    let table = elf.elf_section_table();
    let Ok(table) = table.dynamic_table(LittleEndian, file) else {
        return found;
    };
    let mut is_program = elf.kind() != ObjectKind::Dynamic;
    for entry in table.iter() {
        let list = match entry.tag {
            DT_NEEDED => &mut found.needed,
            DT_RPATH | DT_RUNPATH => &mut found.folders,
            DT_FLAGS_1 => {
                is_program |= entry.val & DF_1_PIE.0 != 0;
                continue;
            }
            _ => continue,
        };
        if let Ok(text) = table.string(entry) {
            list.push(String::from_utf8_lossy(text).into_owned());
        }
    }
    found.is_library = !is_program;
    let defined = elf.dynamic_symbols().filter(ObjectSymbol::is_definition);
    let names = defined.filter_map(|symbol| symbol.name().ok().map(ToString::to_string));
    found.exported = names.collect();
    let relocations = elf.dynamic_relocations().into_iter().flatten();
    let symbols = relocations.filter_map(|(_, relocation)| match relocation.target() {
        RelocationTarget::Symbol(index) => elf.dynamic_symbol_table()?.symbol_by_index(index).ok(),
        _ => None,
    });
    let names = symbols.filter_map(|symbol| symbol.name().ok().map(ToString::to_string));
    found.looked_up = names.collect();
    found
}

/// Names that an object file of any machine defines for others.
pub fn defined(file: &[u8]) -> HashSet<String> {
    let Ok(object) = object::File::parse(file) else {
        return HashSet::new();
    };
    let defined = object
        .symbols()
        .filter(|symbol| symbol.is_definition() && symbol.is_global());
    let names = defined.filter_map(|symbol| symbol.name().ok().map(ToString::to_string));
    names.collect()
}

/// The content of the first record, and the rest.
fn split(section: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = section.strip_prefix(MAGIC)?;
    let (length, rest) = rest.split_first_chunk::<8>()?;
    rest.split_at_checked(usize::try_from(u64::from_le_bytes(*length)).ok()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_follow_one_another() {
        let section = [record(b"one"), record(b""), record(b"three")].concat();
        let (first, rest) = split(&section).unwrap();
        let (second, rest) = split(rest).unwrap();
        let (third, rest) = split(rest).unwrap();
        assert_eq!(
            (first, second, third, rest),
            (&b"one"[..], &b""[..], &b"three"[..], &b""[..])
        );
    }

    #[test]
    fn sources_are_read_again() {
        let source = Source {
            path: "/src/a b.c".into(),
            unit: Unit {
                directory: "/build".into(),
                flags: ["-DX=\"1\"", "-I", "inc"].map(String::from).to_vec(),
            },
        };
        assert_eq!(Source::from_bytes(&source.to_bytes()), Some(source));
        assert_eq!(Source::from_bytes(b"one part"), None);
        assert_eq!(Source::from_bytes(b"\xff\0"), None);
    }

    #[test]
    fn damage_is_no_panic() {
        let whole = record(b"bitcode");
        for end in 0..whole.len() {
            assert_eq!(split(&whole[..end]), None);
        }
        let mut long = whole.clone();
        long[8..16].fill(0xff);
        assert_eq!(split(&long), None);
        assert!(modules(b"\x7fELF").is_err());
        assert!(modules(b"").is_err());
        let folder = Path::new("/");
        for archive in [&b"!<arch>\n"[..], b"!<arch>\nx", b"!<thin>\nmember"] {
            assert!(is_archive(archive) && members(archive, folder, modules).is_err());
        }
        assert!(dynamic(b"\x7fELF").needed.is_empty());
        assert!(defined(b"\x7fELF").is_empty());
    }
}
