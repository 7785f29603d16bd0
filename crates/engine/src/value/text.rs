//! Strings.

use std::fmt;

/// A string: 16-bit units, in which surrogates need not be paired.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
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

/// As text for people: surrogates without partner are replaced.
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
