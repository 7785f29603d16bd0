//! Strings.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::rc::Rc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// A string of 16-bit units. Surrogates need not be paired.
///
/// Besides, it has what makes it faster to find as the key of a table; this is no part of its
/// value.
#[derive(Default)]
pub struct Text {
    units: Box<[u16]>,
    /// The program of which it is a constant, or 0. Equal constants of a program are one object.
    program: u32,
    /// Where it was found as a key the last time.
    position: AtomicU32,
}

impl Text {
    /// In UTF-16.
    pub fn units(&self) -> &[u16] {
        &self.units
    }

    /// A constant of a program with this number. The program must have no other one that is equal.
    pub fn constant(units: &[u16], program: u32) -> Text {
        Text {
            program,
            ..Text::from(units)
        }
    }

    /// Whether two strings that are different objects are certainly not equal.
    #[inline(always)]
    pub fn are_other_constants(&self, other: &Text) -> bool {
        self.program != 0 && self.program == other.program
    }

    /// Where it was found as a key the last time.
    #[inline(always)]
    pub fn last_position(&self) -> usize {
        self.position.load(Relaxed) as usize
    }

    /// Remembers where it was found as a key.
    #[inline(always)]
    pub fn found_at(&self, position: usize) {
        self.position.store(position as u32, Relaxed);
    }

    /// A string of one unit. Those of frequent units are shared.
    pub fn of_unit(unit: u16) -> Rc<Text> {
        thread_local! {
            static FREQUENT: Box<[Rc<Text>]> = (0..FREQUENT_UNITS)
                .map(|unit| Rc::new(Text::from(&[unit][..])))
                .collect();
        }
        match unit {
            0..FREQUENT_UNITS => FREQUENT.with(|texts| texts[usize::from(unit)].clone()),
            _ => Rc::new(Text::from(&[unit][..])),
        }
    }
}

/// Units below this are frequent.
const FREQUENT_UNITS: u16 = 256;

/// A copy is another object, and so no constant.
impl Clone for Text {
    fn clone(&self) -> Text {
        Text::from(&*self.units)
    }
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Text) -> bool {
        self.units == other.units
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Text) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Text) -> Ordering {
        self.units.cmp(&other.units)
    }
}

impl Hash for Text {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.units.hash(state);
    }
}

impl Serialize for Text {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.units.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Text {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Text, D::Error> {
        Vec::deserialize(deserializer).map(|units: Vec<u16>| Text::from(units))
    }
}

impl From<&[u16]> for Text {
    fn from(units: &[u16]) -> Text {
        Text {
            units: units.into(),
            ..Text::default()
        }
    }
}

impl From<Vec<u16>> for Text {
    fn from(units: Vec<u16>) -> Text {
        Text {
            units: units.into(),
            ..Text::default()
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Text {
        Text::from(text.encode_utf16().collect::<Vec<u16>>())
    }
}

/// The text for display. Unpaired surrogates are replaced.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&String::from_utf16_lossy(&self.units))
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.to_string())
    }
}
