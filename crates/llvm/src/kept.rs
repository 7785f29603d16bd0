//! Compiled sources in a file, so that processes that explore the same program compile it once.
//!
//! The file has a digest of the rest and then, for each source, the length of its bitcode and the
//! bitcode. It says nothing of the sources and flags: who compares programs compares modules.

use crate::compile::Compiled;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// The size of a number in the file, in bytes.
const WORD: usize = size_of::<u64>();

/// So many compiled sources; `None` if the file does not exist, is damaged, or has others.
pub(crate) fn read(file: &Path, count: usize) -> Option<Vec<Compiled>> {
    let content = fs::read(file).ok()?;
    let (sum, mut rest) = content.split_at_checked(WORD)?;
    if sum != digest(rest) {
        return None;
    }
    let mut compiled = Vec::new();
    while !rest.is_empty() {
        let (length, bytes) = rest.split_at_checked(WORD)?;
        let length = u64::from_le_bytes(length.try_into().ok()?);
        let (bitcode, others) = bytes.split_at_checked(usize::try_from(length).ok()?)?;
        compiled.push(Compiled {
            bitcode: bitcode.to_vec(),
            warnings: String::new(),
        });
        rest = others;
    }
    (compiled.len() == count).then_some(compiled)
}

/// Writes compiled sources to a file, which appears complete or not at all.
///
/// # Errors
/// When it cannot be written.
pub(crate) fn write(file: &Path, compiled: &[Compiled]) -> io::Result<()> {
    let mut content = Vec::new();
    for Compiled { bitcode, .. } in compiled {
        content.extend((bitcode.len() as u64).to_le_bytes());
        content.extend(bitcode);
    }
    let folder = file.parent().filter(|it| !it.as_os_str().is_empty());
    let mut partial = NamedTempFile::new_in(folder.unwrap_or(Path::new(".")))?;
    partial.write_all(&digest(&content))?;
    partial.write_all(&content)?;
    partial.persist(file)?;
    Ok(())
}

fn digest(bytes: &[u8]) -> [u8; WORD] {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish().to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bitcode: &[u8]) -> Compiled {
        Compiled {
            bitcode: bitcode.to_vec(),
            warnings: String::new(),
        }
    }

    #[test]
    fn what_was_kept_is_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("program.kept");
        write(&file, &[of(b"first"), of(b"")]).unwrap();
        let read_back = read(&file, 2).unwrap();
        let bitcodes: Vec<_> = read_back.iter().map(|it| it.bitcode.as_slice()).collect();
        assert_eq!(bitcodes, [b"first".as_slice(), b""]);
    }

    #[test]
    fn what_is_damaged_or_of_others_is_not_read() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("program.kept");
        assert!(read(&file, 1).is_none());
        write(&file, &[of(b"first")]).unwrap();
        assert!(read(&file, 2).is_none());
        let good = fs::read(&file).unwrap();
        for length in 0..good.len() {
            fs::write(&file, &good[..length]).unwrap();
            assert!(read(&file, 1).is_none(), "{length}");
        }
        for position in 0..good.len() {
            let mut bad = good.clone();
            bad[position] ^= 1;
            fs::write(&file, &bad).unwrap();
            assert!(read(&file, 1).is_none(), "{position}");
        }
    }
}
