//! The element types of objects.

use crate::types::FloatKind;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// The element type of an object, as far as known. It determines how inputs in the object are named
/// and displayed; it never affects behaviour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Element {
    /// Integers of this many bytes: 1, 2, 4, 8 or 16.
    Integer(u32),
    /// Floats.
    Float(FloatKind),
}

impl Element {
    /// Element type of an untyped object.
    pub const BYTE: Element = Element::Integer(1);

    /// The distance between two elements in bytes.
    #[inline]
    pub fn bytes(self) -> u32 {
        match self {
            Element::Integer(bytes) => bytes,
            // Of the 16 bytes of an element, the last six are padding.
            Element::Float(FloatKind::F80) => 16,
            Element::Float(kind) => kind.width() / 8,
        }
    }
}

/// The inverse of [`Display`](fmt::Display).
impl FromStr for Element {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match (text.parse(), FloatKind::from_word(text)) {
            (Ok(bytes @ (1 | 2 | 4 | 8 | 16)), _) => Ok(Element::Integer(bytes)),
            (_, Some(kind)) => Ok(Element::Float(kind)),
            _ => Err(()),
        }
    }
}

/// As in the text form: `4`, `f32`.
impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Element::Integer(bytes) => write!(f, "{bytes}"),
            Element::Float(kind) => f.write_str(kind.word()),
        }
    }
}
