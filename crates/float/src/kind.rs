//! The floating-point formats.

use serde::{Deserialize, Serialize};

/// The format of a floating-point value; values are stored as bit patterns.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum FloatKind {
    /// IEEE binary16.
    F16,
    /// IEEE binary32.
    F32,
    /// IEEE binary64.
    F64,
    /// The x87 format with an explicit integer bit.
    F80,
    /// IEEE binary128.
    F128,
}

impl FloatKind {
    /// All formats, in the order of their widths.
    pub const ALL: [FloatKind; 5] = [
        FloatKind::F16,
        FloatKind::F32,
        FloatKind::F64,
        FloatKind::F80,
        FloatKind::F128,
    ];

    /// The name in the textual form.
    pub fn word(self) -> &'static str {
        match self {
            FloatKind::F16 => "f16",
            FloatKind::F32 => "f32",
            FloatKind::F64 => "f64",
            FloatKind::F80 => "f80",
            FloatKind::F128 => "f128",
        }
    }

    /// The format with a name in the textual form.
    pub fn from_word(word: &str) -> Option<FloatKind> {
        FloatKind::ALL.into_iter().find(|kind| kind.word() == word)
    }

    /// Width of the bit pattern in bits.
    #[inline]
    pub fn width(self) -> u32 {
        match self {
            FloatKind::F16 => 16,
            FloatKind::F32 => 32,
            FloatKind::F64 => 64,
            FloatKind::F80 => 80,
            FloatKind::F128 => 128,
        }
    }

    /// Bits of the exponent.
    #[inline]
    pub fn exponent_bits(self) -> u32 {
        match self {
            FloatKind::F16 => 5,
            FloatKind::F32 => 8,
            FloatKind::F64 => 11,
            FloatKind::F80 | FloatKind::F128 => 15,
        }
    }

    /// Bits of the significand, the integer bit included, stored or not.
    #[inline]
    pub fn precision(self) -> u32 {
        match self {
            FloatKind::F16 => 11,
            FloatKind::F32 => 24,
            FloatKind::F64 => 53,
            FloatKind::F80 => 64,
            FloatKind::F128 => 113,
        }
    }
}
