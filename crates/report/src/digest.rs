//! Digests of contents.

use sha2::{Digest, Sha256};

/// SHA-256 in hexadecimal digits.
pub(crate) fn sha256(content: impl AsRef<[u8]>) -> String {
    let digest = Sha256::digest(content);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
