//! The abstract domain of the interval link: unsigned and signed bounds of one bit-vector, kept
//! together.
//!
//! A [`Range`] stands for the values that satisfy both pairs of bounds. Each pair tightens the
//! other, so a value known to lie between -3 and 5 and to be unsigned-greater than 10 is known to
//! lie between -3 and -1. An interval of the circle of values (one that may wrap around zero)
//! converts to whichever pair can express it: that is how sums, differences and negations keep
//! their precision in both readings.

/// The widest bit-vector that has a range; wider terms are unbounded.
pub const MAX_WIDTH: u32 = 128;

/// Bounds of a bit-vector of a width that the caller knows (at most [`MAX_WIDTH`]). Booleans are
/// one bit wide.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Range {
    /// Smallest value, read unsigned.
    pub ulo: u128,
    /// Largest value, read unsigned.
    pub uhi: u128,
    /// Smallest value, read signed.
    pub slo: i128,
    /// Largest value, read signed.
    pub shi: i128,
}

/// The largest unsigned value of a width.
pub fn ones(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}

/// The bit pattern of a signed value in a width.
pub fn to_unsigned(width: u32, value: i128) -> u128 {
    value as u128 & ones(width)
}

/// The signed reading of a bit pattern of a width.
pub fn to_signed(width: u32, value: u128) -> i128 {
    let unused = 128 - width;
    ((value << unused) as i128) >> unused
}

/// The smallest signed value of a width.
pub fn signed_min(width: u32) -> i128 {
    i128::MIN >> (128 - width)
}

/// The largest signed value of a width.
pub fn signed_max(width: u32) -> i128 {
    i128::MAX >> (128 - width)
}

impl Range {
    /// Every value of the width.
    pub fn full(width: u32) -> Range {
        Range {
            ulo: 0,
            uhi: ones(width),
            slo: signed_min(width),
            shi: signed_max(width),
        }
    }

    /// Exactly one value.
    pub fn constant(width: u32, value: u128) -> Range {
        let signed = to_signed(width, value);
        Range {
            ulo: value,
            uhi: value,
            slo: signed,
            shi: signed,
        }
    }

    /// A truth value as one bit.
    pub fn truth(value: bool) -> Range {
        Range::constant(1, value as u128)
    }

    /// Whether a value lies within both pairs of bounds.
    pub fn contains(&self, width: u32, value: u128) -> bool {
        let signed = to_signed(width, value);
        self.ulo <= value && value <= self.uhi && self.slo <= signed && signed <= self.shi
    }

    /// The values between two unsigned bounds; `None` if there are none.
    pub fn unsigned(width: u32, lo: u128, hi: u128) -> Option<Range> {
        Range {
            ulo: lo,
            uhi: hi,
            ..Range::full(width)
        }
        .tightened(width)
    }

    /// The values between two signed bounds; `None` if there are none.
    pub fn signed(width: u32, lo: i128, hi: i128) -> Option<Range> {
        Range {
            slo: lo,
            shi: hi,
            ..Range::full(width)
        }
        .tightened(width)
    }

    /// The values met when counting up from `lo` to `hi`, past zero if `lo > hi`.
    pub fn circular(width: u32, lo: u128, hi: u128) -> Range {
        let mut range = Range::full(width);
        if lo <= hi {
            (range.ulo, range.uhi) = (lo, hi);
        }
        let (slo, shi) = (to_signed(width, lo), to_signed(width, hi));
        if slo <= shi {
            (range.slo, range.shi) = (slo, shi);
        }
        range.tightened(width).unwrap_or(Range::full(width))
    }

    /// The only value of the range, if it has only one.
    pub fn as_constant(&self) -> Option<u128> {
        (self.ulo == self.uhi).then_some(self.ulo)
    }

    /// The truth value, for a one-bit range that has only one.
    pub fn as_truth(&self) -> Option<bool> {
        self.as_constant().map(|bit| bit == 1)
    }

    /// The values in both ranges; `None` if there are none.
    pub fn meet(&self, width: u32, other: &Range) -> Option<Range> {
        Range {
            ulo: self.ulo.max(other.ulo),
            uhi: self.uhi.min(other.uhi),
            slo: self.slo.max(other.slo),
            shi: self.shi.min(other.shi),
        }
        .tightened(width)
    }

    /// The least range that holds both.
    pub fn join(&self, other: &Range) -> Range {
        Range {
            ulo: self.ulo.min(other.ulo),
            uhi: self.uhi.max(other.uhi),
            slo: self.slo.min(other.slo),
            shi: self.shi.max(other.shi),
        }
    }

    /// Whether no value can be in both.
    pub fn disjoint(&self, width: u32, other: &Range) -> bool {
        self.meet(width, other).is_none()
    }

    /// Whether every value of `self` is in `other`.
    pub fn within(&self, other: &Range) -> bool {
        self.ulo >= other.ulo
            && self.uhi <= other.uhi
            && self.slo >= other.slo
            && self.shi <= other.shi
    }

    /// Lets each pair of bounds tighten the other; `None` if they contradict.
    pub fn tightened(mut self, width: u32) -> Option<Range> {
        // Two rounds: the first may move a bound of one reading past the hole that the other
        // reading leaves.
        for _ in 0..2 {
            if self.ulo > self.uhi || self.slo > self.shi {
                return None;
            }
            self.tighten_unsigned(width);
            if self.ulo > self.uhi {
                return None;
            }
            self.tighten_signed(width);
        }
        (self.ulo <= self.uhi && self.slo <= self.shi).then_some(self)
    }

    /// Moves the unsigned bounds to values that the signed bounds allow.
    fn tighten_unsigned(&mut self, width: u32) {
        let (from, to) = (to_unsigned(width, self.slo), to_unsigned(width, self.shi));
        if from <= to {
            self.ulo = self.ulo.max(from);
            self.uhi = self.uhi.min(to);
        } else {
            // Allowed are 0..=to and from..=ones.
            if self.ulo > to {
                self.ulo = self.ulo.max(from);
            }
            if self.uhi < from {
                self.uhi = self.uhi.min(to);
            }
        }
    }

    /// Moves the signed bounds to values that the unsigned bounds allow.
    fn tighten_signed(&mut self, width: u32) {
        let (from, to) = (to_signed(width, self.ulo), to_signed(width, self.uhi));
        if from <= to {
            self.slo = self.slo.max(from);
            self.shi = self.shi.min(to);
        } else {
            // Allowed are min..=to and from..=max.
            if self.slo > to {
                self.slo = self.slo.max(from);
            }
            if self.shi < from {
                self.shi = self.shi.min(to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readings_tighten_each_other() {
        let signed = Range::signed(8, -3, 5).unwrap();
        let above = Range::unsigned(8, 11, 255).unwrap();
        let both = signed.meet(8, &above).unwrap();
        assert_eq!((both.ulo, both.uhi, both.slo, both.shi), (253, 255, -3, -1));
    }

    #[test]
    fn contradictions_are_empty() {
        assert_eq!(Range::unsigned(8, 4, 3), None);
        let negative = Range::signed(8, -128, -1).unwrap();
        assert!(negative.disjoint(8, &Range::unsigned(8, 0, 127).unwrap()));
    }

    #[test]
    fn tightening_never_loses_a_value() {
        // Exhaustive over all pairs of bounds of three-bit values.
        for ulo in 0..8u128 {
            for uhi in 0..8u128 {
                for slo in -4..4i128 {
                    for shi in -4..4i128 {
                        let given = Range { ulo, uhi, slo, shi };
                        let tight = given.tightened(3);
                        for value in 0..8u128 {
                            let signed = to_signed(3, value);
                            let inside = |r: &Range| {
                                r.ulo <= value
                                    && value <= r.uhi
                                    && r.slo <= signed
                                    && signed <= r.shi
                            };
                            assert_eq!(
                                inside(&given),
                                tight.as_ref().is_some_and(inside),
                                "{given:?} {value}"
                            );
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn circular_intervals_hold_what_they_count() {
        for lo in 0..8u128 {
            for hi in 0..8u128 {
                let range = Range::circular(3, lo, hi);
                let mut value = lo;
                loop {
                    let signed = to_signed(3, value);
                    assert!(
                        range.ulo <= value
                            && value <= range.uhi
                            && range.slo <= signed
                            && signed <= range.shi
                    );
                    if value == hi {
                        break;
                    }
                    value = (value + 1) % 8;
                }
            }
        }
    }
}
