//! Circular intervals of bit-vector values of at most 64 bits.
//!
//! An interval runs upwards from `low` to `high` and may wrap at 2^width, so that one form carries
//! both unsigned and signed bounds. The domain is that of wrapped intervals (Navas, Schachte,
//! Søndergaard and Stuckey, "Signedness-agnostic program analysis", APLAS 2012).

/// The values `low`, `low + 1`, ... `high` modulo 2^width. The width is kept by the owner.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct Interval {
    pub(crate) low: u64,
    pub(crate) high: u64,
}

/// The largest value of `width` bits, for widths from 1 to 64.
#[inline]
pub(crate) fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

/// Extends the sign of a value of `width` bits.
#[inline]
fn extend(value: u64, width: u32) -> i64 {
    ((value << (64 - width)) as i64) >> (64 - width)
}

impl Interval {
    /// All values of `width` bits.
    #[inline]
    pub(crate) fn full(width: u32) -> Interval {
        Interval {
            low: 0,
            high: ones(width),
        }
    }

    /// From `low` to `high`, unsigned and not wrapping.
    #[inline]
    pub(crate) fn new(low: u64, high: u64) -> Interval {
        debug_assert!(low <= high);
        Interval { low, high }
    }

    /// From `low` to `high` as two's complement of `width` bits.
    #[inline]
    pub(crate) fn from_signed(low: i64, high: i64, width: u32) -> Interval {
        debug_assert!(low <= high);
        let result = Interval {
            low: low as u64 & ones(width),
            high: high as u64 & ones(width),
        };
        result.canonical(width)
    }

    /// All representations of the full set become one.
    fn canonical(self, width: u32) -> Interval {
        let full = self.high.wrapping_add(1) & ones(width) == self.low;
        if full { Interval::full(width) } else { self }
    }

    /// The number of values minus one.
    #[inline]
    pub(crate) fn span(self, width: u32) -> u64 {
        self.high.wrapping_sub(self.low) & ones(width)
    }

    /// True if `value` is among the values.
    #[inline]
    pub(crate) fn contains(self, value: u64, width: u32) -> bool {
        value.wrapping_sub(self.low) & ones(width) <= self.span(width)
    }

    /// The least and the greatest value, unsigned.
    #[inline]
    pub(crate) fn unsigned(self, width: u32) -> (u64, u64) {
        if self.low <= self.high {
            (self.low, self.high)
        } else {
            (0, ones(width))
        }
    }

    /// The least and the greatest value as two's complement.
    #[inline]
    pub(crate) fn signed(self, width: u32) -> (i64, i64) {
        let (low, high) = (extend(self.low, width), extend(self.high, width));
        if low <= high {
            (low, high)
        } else {
            (
                extend(ones(width) ^ (ones(width) >> 1), width),
                (ones(width) >> 1) as i64,
            )
        }
    }

    /// True if the two have no value in common.
    #[inline]
    pub(crate) fn disjoint(self, other: Interval, width: u32) -> bool {
        !self.contains(other.low, width) && !other.contains(self.low, width)
    }

    /// Sums of a value of each.
    pub(crate) fn add(self, other: Interval, width: u32) -> Interval {
        match self.span(width).checked_add(other.span(width)) {
            Some(span) if span < ones(width) => {
                let low = self.low.wrapping_add(other.low) & ones(width);
                Interval {
                    low,
                    high: low.wrapping_add(span) & ones(width),
                }
            }
            _ => Interval::full(width),
        }
    }

    /// Two's complements of the values.
    pub(crate) fn neg(self, width: u32) -> Interval {
        if self == Interval::full(width) {
            return self;
        }
        Interval {
            low: self.high.wrapping_neg() & ones(width),
            high: self.low.wrapping_neg() & ones(width),
        }
    }

    /// Inverted values.
    pub(crate) fn complement(self, width: u32) -> Interval {
        Interval {
            low: !self.high & ones(width),
            high: !self.low & ones(width),
        }
        .canonical(width)
    }

    /// Products of a value of each, exact only where neither the unsigned nor the signed product
    /// overflows.
    pub(crate) fn mul(self, other: Interval, width: u32) -> Interval {
        let ((a, b), (c, d)) = (self.unsigned(width), other.unsigned(width));
        let high = u128::from(b) * u128::from(d);
        if high <= u128::from(ones(width)) {
            return Interval::new(a * c, high as u64);
        }
        let ((a, b), (c, d)) = (self.signed(width), other.signed(width));
        let products = [(a, c), (a, d), (b, c), (b, d)].map(|(x, y)| i128::from(x) * i128::from(y));
        let low = products.into_iter().fold(i128::MAX, i128::min);
        let high = products.into_iter().fold(i128::MIN, i128::max);
        let (least, greatest) = Interval::full(width).signed(width);
        if i128::from(least) <= low && high <= i128::from(greatest) {
            Interval::from_signed(low as i64, high as i64, width)
        } else {
            Interval::full(width)
        }
    }

    /// An interval that holds the values of both: the smaller of the two ways round.
    pub(crate) fn join(self, other: Interval, width: u32) -> Interval {
        let full = Interval::full(width);
        if self == full || other == full {
            return full;
        }
        let holds = |outer: Interval, inner: Interval| {
            let offset = inner.low.wrapping_sub(outer.low) & ones(width);
            let end = offset.checked_add(inner.span(width));
            end.is_some_and(|end| end <= outer.span(width))
        };
        if holds(self, other) {
            return self;
        }
        if holds(other, self) {
            return other;
        }
        let candidates = [
            Interval {
                low: self.low,
                high: other.high,
            },
            Interval {
                low: other.low,
                high: self.high,
            },
        ];
        let best = candidates
            .into_iter()
            .filter(|candidate| holds(*candidate, self) && holds(*candidate, other))
            .min_by_key(|candidate| candidate.span(width));
        best.map_or(full, |best| best.canonical(width))
    }

    /// The low `to` bits of the values, which have `from` bits.
    pub(crate) fn truncate(self, from: u32, to: u32) -> Interval {
        if self.span(from) >= ones(to) {
            return Interval::full(to);
        }
        Interval {
            low: self.low & ones(to),
            high: self.high & ones(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All intervals of `width` bits.
    fn all(width: u32) -> Vec<Interval> {
        let values = 0..=ones(width);
        let pairs = values
            .clone()
            .flat_map(|low| values.clone().map(move |high| Interval { low, high }));
        pairs
            .filter(|interval| *interval == interval.canonical(width))
            .collect()
    }

    fn members(interval: Interval, width: u32) -> Vec<u64> {
        (0..=ones(width))
            .filter(|&value| interval.contains(value, width))
            .collect()
    }

    #[test]
    fn operations_hold_every_result() {
        let width = 3;
        for a in all(width) {
            let (low, high) = a.unsigned(width);
            let (least, greatest) = a.signed(width);
            for x in members(a, width) {
                assert!(low <= x && x <= high);
                assert!(least <= extend(x, width) && extend(x, width) <= greatest);
                assert!(a.neg(width).contains(x.wrapping_neg() & 7, width));
                assert!(a.complement(width).contains(!x & 7, width));
                assert!(a.truncate(3, 2).contains(x & 3, 2));
            }
            for b in all(width) {
                let common = members(a, width).iter().any(|x| b.contains(*x, width));
                assert_eq!(a.disjoint(b, width), !common, "{a:?} {b:?}");
                let joined = a.join(b, width);
                for x in members(a, width) {
                    assert!(joined.contains(x, width), "{a:?} {b:?} {joined:?}");
                    for y in members(b, width) {
                        assert!(joined.contains(y, width), "{a:?} {b:?} {joined:?}");
                        assert!(a.add(b, width).contains(x.wrapping_add(y) & 7, width));
                        assert!(a.mul(b, width).contains(x.wrapping_mul(y) & 7, width));
                    }
                }
            }
        }
    }
}
