//! Integer types of C and their conversions in operators (C11, 6.3.1).

/// An integer type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Int {
    /// As C spells it.
    pub name: &'static str,
    /// Its width in bits.
    pub width: u32,
    /// Whether it has negative values.
    pub signed: bool,
}

const fn int(name: &'static str, width: u32, signed: bool) -> Int {
    Int {
        name,
        width,
        signed,
    }
}

/// The types of variables.
pub const INTS: [Int; 8] = [
    int("int8_t", 8, true),
    int("uint8_t", 8, false),
    int("int16_t", 16, true),
    int("uint16_t", 16, false),
    I32,
    U32,
    I64,
    U64,
];

/// The type of the characters of strings.
pub const CHAR: Int = int("char", 8, true);
/// The type with two values.
pub const BOOL: Int = int("_Bool", 1, false);
/// `int`.
pub const I32: Int = int("int32_t", 32, true);
/// `unsigned int`.
pub const U32: Int = int("uint32_t", 32, false);
/// `long`.
pub const I64: Int = int("int64_t", 64, true);
/// `unsigned long`.
pub const U64: Int = int("uint64_t", 64, false);

/// An expression: its source, in parentheses where needed, and its type before promotion.
#[derive(Clone, Debug)]
pub struct Expr {
    /// The source.
    pub text: String,
    /// The type.
    pub ty: Int,
}

impl Int {
    /// The type after integer promotion.
    pub fn promoted(self) -> Int {
        if self.width < 32 { I32 } else { self }
    }

    /// The common type of two operands.
    pub fn common(self, other: Int) -> Int {
        let (a, b) = (self.promoted(), other.promoted());
        match a.width.cmp(&b.width) {
            std::cmp::Ordering::Less => b,
            std::cmp::Ordering::Greater => a,
            std::cmp::Ordering::Equal if a.signed => b,
            std::cmp::Ordering::Equal => a,
        }
    }

    /// The unsigned type of the same width.
    pub fn unsigned(self) -> Int {
        INTS.into_iter()
            .find(|other| other.width == self.width && !other.signed)
            .unwrap_or(U64)
    }

    /// The number of bits that a value may need, with the sign.
    pub fn bits(self) -> u32 {
        self.width + u32::from(!self.signed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operands_meet_as_in_c() {
        assert_eq!(INTS[1].common(INTS[0]), I32);
        assert_eq!(I32.common(U32), U32);
        assert_eq!(U32.common(I64), I64);
        assert_eq!(U64.common(I64), U64);
        assert_eq!(I64.unsigned(), U64);
    }
}
