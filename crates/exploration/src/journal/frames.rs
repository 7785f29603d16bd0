//! Frames: the records of a file that is only appended to, each with its length and checksums.
//!
//! A process that is killed, or a full disk, leaves at most the beginning of a last frame, which is
//! ignored. Anything else that does not fit is damage.

use super::Unusable;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::io;

/// Bytes before each record: its length, a checksum of the length, and one of the record.
const HEAD: usize = 12;

/// Appends a record to the bytes of a file.
///
/// # Errors
/// When the record is longer than 4 GiB.
pub fn append(bytes: &mut Vec<u8>, record: &impl Serialize) -> io::Result<()> {
    let record = postcard::to_stdvec(record).map_err(io::Error::other)?;
    let length = u32::try_from(record.len()).map_err(io::Error::other)?;
    let length = length.to_le_bytes();
    bytes.extend_from_slice(&length);
    bytes.extend_from_slice(&crc32fast::hash(&length).to_le_bytes());
    bytes.extend_from_slice(&crc32fast::hash(&record).to_le_bytes());
    bytes.extend_from_slice(&record);
    Ok(())
}

/// The records of a file, without a torn last one.
///
/// # Errors
/// When the bytes are not what was written.
pub fn read<T: DeserializeOwned>(mut bytes: &[u8]) -> Result<Vec<T>, Unusable> {
    let damaged = |what: &str| Unusable::Damaged(what.to_string());
    let mut records = Vec::new();
    while bytes.len() >= HEAD {
        let (head, rest) = bytes.split_at(HEAD);
        let number =
            |at: usize| u32::from_le_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        if crc32fast::hash(&head[..4]) != number(4) {
            return Err(damaged("the length of a record has changed"));
        }
        let Some((record, rest)) = rest.split_at_checked(number(0) as usize) else {
            break;
        };
        if crc32fast::hash(record) != number(8) {
            return Err(damaged("a record has changed"));
        }
        let record = postcard::from_bytes(record);
        records.push(record.map_err(|error| damaged(&error.to_string()))?);
        bytes = rest;
    }
    Ok(records)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written() -> Vec<u8> {
        let mut bytes = Vec::new();
        for record in ["one", "", "three"] {
            append(&mut bytes, &record.to_string()).unwrap();
        }
        bytes
    }

    #[test]
    fn a_torn_last_record_is_ignored() {
        let bytes = written();
        let all: Vec<String> = read(&bytes).unwrap();
        assert_eq!(all, ["one", "", "three"]);
        for length in 0..bytes.len() {
            let some: Vec<String> = read(&bytes[..length]).unwrap();
            assert!(some.len() < 3 && some[..] == all[..some.len()], "{length}");
        }
    }

    #[test]
    fn any_other_change_is_damage() {
        let bytes = written();
        for position in 0..bytes.len() {
            for bit in 0..8 {
                let mut bytes = bytes.clone();
                bytes[position] ^= 1 << bit;
                let changed: Result<Vec<String>, _> = read(&bytes);
                assert!(changed.is_err(), "byte {position}, bit {bit}");
            }
        }
    }
}
