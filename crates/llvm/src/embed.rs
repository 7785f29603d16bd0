//! Bitcode in native objects: a section of its own, which linkers join over all objects of a program.
//!
//! Each compilation contributes one record: a magic number, the length of the bitcode as 8 bytes, the bitcode. A linker that joins the
//! sections of a program therefore leaves a row of records, of exactly the objects (and members of archives) that it took.

use object::read::elf::ElfFile64;
use object::{LittleEndian, Object, ObjectSection};

/// Name of the section.
pub const SECTION: &str = ".sheaf.bitcode";

/// Start of a record.
const MAGIC: &[u8; 8] = b"SHEAF-BC";

/// Start of an ELF file.
const ELF: &[u8; 4] = b"\x7fELF";

/// Whether a file is a native object or program.
pub fn is_native(bytes: &[u8]) -> bool {
    bytes.starts_with(ELF)
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
    let file: ElfFile64<LittleEndian> = ElfFile64::parse(file)
        .map_err(|error| format!("not a native program of this kind of machine: {error}"))?;
    let section = file
        .section_by_name(SECTION)
        .ok_or("has no bitcode in it; build it with `sheaf cc` as the compiler")?;
    let mut rest = section
        .data()
        .map_err(|error| format!("its bitcode cannot be read: {error}"))?;
    let mut modules = Vec::new();
    while !rest.is_empty() {
        let (bitcode, behind) = split(rest).ok_or("its bitcode is damaged")?;
        modules.push(bitcode.to_vec());
        rest = behind;
    }
    Ok(modules)
}

/// The bitcode of the first record, and what comes behind it.
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
    }
}
