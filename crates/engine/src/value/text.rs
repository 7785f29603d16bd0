//! Strings.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A string of 16-bit units. Surrogates need not be paired.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Text(Box<[u16]>);

impl Text {
    /// The units.
    pub fn units(&self) -> &[u16] {
        &self.0
    }
}

impl From<&[u16]> for Text {
    fn from(units: &[u16]) -> Text {
        Text(units.into())
    }
}

impl From<Vec<u16>> for Text {
    fn from(units: Vec<u16>) -> Text {
        Text(units.into())
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text(text.encode_utf16().collect())
    }
}

/// The text for display. Unpaired surrogates are replaced.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf16_lossy(&self.0))
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}
