//! Parses numbers as C's `strtod` does, correctly rounded at any length.

use super::{FloatKind, Rounded, infinity, is_infinite, layout, round};
use num_bigint::BigUint;
use num_traits::{ToPrimitive, Zero};

/// A number parsed from the start of a string.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scanned {
    /// The number; zero if there is none.
    pub bits: u128,
    /// Bytes read, leading white space included; 0 if there is no number.
    pub length: usize,
    /// Whether the value is too large or too small for the format (C's `ERANGE`).
    pub out_of_range: bool,
}

/// Parses white space, a sign, and a decimal or hexadecimal number, `inf`, `infinity`, `nan` or
/// `nan(...)`, ignoring case.
pub fn scan(kind: FloatKind, text: &[u8]) -> Scanned {
    let mut reader = Reader { text, at: 0 };
    reader.skip(|byte| matches!(byte, b' ' | b'\t'..=b'\r'));
    let negative = reader.eat_any(b"+-") == Some(b'-');
    let read = match reader.special(kind) {
        Some(bits) => Some(Rounded {
            bits,
            inexact: false,
            tiny: false,
        }),
        None => reader.number(kind),
    };
    let Some(Rounded {
        bits,
        inexact,
        tiny,
    }) = read
    else {
        return Scanned {
            bits: 0,
            length: 0,
            out_of_range: false,
        };
    };
    let out_of_range = inexact && (is_infinite(kind, bits) || tiny);
    let sign = if negative { layout(kind).sign_bit() } else { 0 };
    Scanned {
        bits: bits | sign,
        length: reader.at,
        out_of_range,
    }
}

/// Significant digits that are kept; of the digits after them, rounding needs only whether all are
/// zero. The midpoints between adjacent numbers of any format have fewer digits.
const MAX_DIGITS: usize = 12_000;

/// Decimal exponents beyond which every number overflows or underflows in every format.
const FAR: i64 = 20_000;

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
}

/// Digits with the exponent of the last one.
struct Digits {
    /// Without leading zeros; values, not characters.
    digits: Vec<u8>,
    /// The number of digits by which the point is right of the last digit.
    places: i64,
    /// Whether a dropped digit is not zero.
    sticky: bool,
}

impl Reader<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn skip(&mut self, accept: impl Fn(u8) -> bool) {
        while self.peek().is_some_and(&accept) {
            self.at += 1;
        }
    }

    fn eat_any(&mut self, set: &[u8]) -> Option<u8> {
        let found = self.peek().filter(|byte| set.contains(byte))?;
        self.at += 1;
        Some(found)
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.text[self.at..]
            .get(..word.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(word.as_bytes()));
        self.at += if found { word.len() } else { 0 };
        found
    }

    fn special(&mut self, kind: FloatKind) -> Option<u128> {
        if self.eat_word("inf") {
            self.eat_word("inity");
            return Some(infinity(kind, false));
        }
        if !self.eat_word("nan") {
            return None;
        }
        let name = self.at;
        if self.eat_any(b"(").is_some() {
            self.skip(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
            if self.eat_any(b")").is_none() {
                self.at = name;
            }
        }
        Some(infinity(kind, false) | layout(kind).quiet_bit())
    }

    fn number(&mut self, kind: FloatKind) -> Option<Rounded> {
        let start = self.at;
        if self.eat_word("0x") {
            if let Some(digits) = self.digits(16) {
                return Some(self.hexadecimal(kind, digits));
            }
            self.at = start;
        }
        let digits = self.digits(10)?;
        Some(self.decimal(kind, digits))
    }

    /// Digits with at most one point; `None`, with nothing consumed, if there is no digit.
    fn digits(&mut self, radix: u32) -> Option<Digits> {
        let start = self.at;
        let mut found = Digits {
            digits: Vec::new(),
            places: 0,
            sticky: false,
        };
        let (mut any, mut point) = (false, false);
        while let Some(byte) = self.peek() {
            match char::from(byte).to_digit(radix) {
                Some(digit) => {
                    any = true;
                    found.push(digit as u8, point);
                }
                None if byte == b'.' && !point => point = true,
                None => break,
            }
            self.at += 1;
        }
        if !any {
            self.at = start;
        }
        any.then_some(found)
    }

    /// An exponent introduced by one of these letters; nothing is consumed if there are no digits.
    /// Saturates far beyond the range of every format.
    fn exponent(&mut self, letters: &[u8]) -> i64 {
        let start = self.at;
        let mut value = 0i64;
        if self.eat_any(letters).is_some() {
            let negative = self.eat_any(b"+-") == Some(b'-');
            let digits = self.at;
            while let Some(digit) = self.peek().and_then(|byte| char::from(byte).to_digit(10)) {
                value = (value * 10 + i64::from(digit)).min(1 << 50);
                self.at += 1;
            }
            if self.at == digits {
                self.at = start;
            }
            value = if negative { -value } else { value };
        }
        value
    }

    fn hexadecimal(&mut self, kind: FloatKind, found: Digits) -> Rounded {
        let exponent = self.exponent(b"pP").saturating_add(found.places * 4);
        // 31 digits are 121 to 124 bits.
        let (kept, cut) = found.digits.split_at(found.digits.len().min(31));
        let significand = kept
            .iter()
            .fold(0u128, |value, digit| value << 4 | u128::from(*digit));
        let sticky = found.sticky || cut.iter().any(|digit| *digit != 0);
        let exponent = exponent
            .saturating_add(4 * cut.len() as i64)
            .clamp(-1 << 24, 1 << 24);
        round(kind, false, significand, exponent as i32, sticky)
    }

    fn decimal(&mut self, kind: FloatKind, mut found: Digits) -> Rounded {
        let mut places = self.exponent(b"eE").saturating_add(found.places);
        if found.digits.is_empty() {
            return Rounded {
                bits: 0,
                inexact: false,
                tiny: true,
            };
        }
        let size = places.saturating_add(found.digits.len() as i64);
        if !(-FAR..=FAR).contains(&size) {
            let exponent = if size > 0 { 1 << 24 } else { -1 << 24 };
            return round(kind, false, 1, exponent, false);
        }
        if found.sticky {
            found.digits.push(1);
            places -= 1;
        }
        let value = BigUint::from_radix_be(&found.digits, 10).unwrap_or_default();
        let power = BigUint::from(10u32).pow(places.unsigned_abs() as u32);
        match places {
            0.. => quotient(kind, value * power, &BigUint::from(1u32)),
            _ => quotient(kind, value, &power),
        }
    }
}

impl Digits {
    fn push(&mut self, digit: u8, behind_point: bool) {
        if self.digits.is_empty() && digit == 0 {
            self.places -= i64::from(behind_point);
        } else if self.digits.len() < MAX_DIGITS {
            self.digits.push(digit);
            self.places -= i64::from(behind_point);
        } else {
            self.sticky |= digit != 0;
            self.places += i64::from(!behind_point);
        }
    }
}

/// The number nearest to a quotient of integers.
fn quotient(kind: FloatKind, numerator: BigUint, denominator: &BigUint) -> Rounded {
    // 120 to 121 bits of the quotient: every format needs at least two fewer.
    let shift = 120 - (numerator.bits() as i64 - denominator.bits() as i64);
    let (numerator, denominator) = match shift {
        0.. => (numerator << shift, denominator.clone()),
        _ => (numerator, denominator << shift.unsigned_abs()),
    };
    let whole = &numerator / &denominator;
    let sticky = !(numerator - &whole * denominator).is_zero();
    round(
        kind,
        false,
        whole.to_u128().unwrap_or(u128::MAX),
        -shift as i32,
        sticky,
    )
}
