//! Bit-vectors as sums of bits.

use sheaf_term::{Pool, Sort, Term, cancel};
use smallvec::SmallVec;

use super::exclusive;

sheaf_tuning::constants! {
    /// Maximum number of parts of a sum. A value with a longer sum is represented by its own bits.
    PARTS: usize = 1024, 1 => 4096, "parts";
}

/// One bit of a term: the bit at `position` of a bit-vector, or a boolean as 0 or 1.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Bit {
    /// The term, a bit-vector or a boolean.
    pub term: Term,
    /// The bit, from the low end.
    pub position: u32,
}

/// `constant + coefficient · bit + ...` modulo `2^width`. Equal sums are equal values; two values
/// whose sums differ may still be equal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sum {
    width: u32,
    constant: u64,
    /// Bits in ascending order, with coefficients that are not 0 modulo `2^width`.
    parts: SmallVec<[(Bit, u64); 8]>,
}

/// All bits of a width of 1 to 64.
pub(super) fn ones(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

impl Sum {
    /// A number, of a width of 1 to 64.
    pub fn constant(width: u32, value: u64) -> Sum {
        Sum {
            width,
            constant: value & ones(width),
            parts: SmallVec::new(),
        }
    }

    /// Bits of a bit-vector, 1 to 64 from `low` on, as the sum of these.
    pub fn of_bits(term: Term, low: u32, width: u32) -> Sum {
        let bit = |position| {
            let bit = Bit {
                term,
                position: low + position,
            };
            (bit, 1u64 << position)
        };
        Sum {
            width,
            constant: 0,
            parts: (0..width).map(bit).collect(),
        }
    }

    /// One bit, 0 or 1, at a width.
    pub fn of_bit(bit: Bit, width: u32) -> Sum {
        Sum {
            width,
            constant: 0,
            parts: SmallVec::from_slice(&[(bit, 1)]),
        }
    }

    /// The sum of these parts, in any order and any number of times each, if there are not too
    /// many.
    pub fn of_parts(width: u32, constant: u64, mut parts: Vec<(Bit, u64)>) -> Option<Sum> {
        parts.sort_unstable_by_key(|part| part.0);
        cancel::steps((parts.len() / PARTS_PER_STEP) as u32);
        parts.dedup_by(|more, kept| {
            let is_same = more.0 == kept.0;
            kept.1 = kept.1.wrapping_add(more.1 * u64::from(is_same));
            is_same
        });
        let in_width = parts
            .into_iter()
            .map(|(bit, factor)| (bit, factor & ones(width)));
        let parts: SmallVec<_> = in_width.filter(|part| part.1 != 0).collect();
        (parts.len() <= PARTS.get()).then_some(Sum {
            width,
            constant: constant & ones(width),
            parts,
        })
    }

    /// The bits with their coefficients.
    pub fn parts(&self) -> &[(Bit, u64)] {
        &self.parts
    }

    /// The value where no bit is set.
    pub fn base(&self) -> u64 {
        self.constant
    }

    /// The number of bits that it depends on.
    pub fn length(&self) -> usize {
        self.parts.len()
    }

    /// The value, if it does not depend on any bit.
    pub fn as_constant(&self) -> Option<u64> {
        self.parts.is_empty().then_some(self.constant)
    }

    /// The single bit that the value depends on, and the value of that bit for which the sum is 0.
    pub fn zero_where(&self) -> Option<(Bit, bool)> {
        match self.parts[..] {
            [(bit, _)] if self.constant == 0 => Some((bit, false)),
            [(bit, factor)] if factor.wrapping_add(self.constant) & ones(self.width) == 0 => {
                Some((bit, true))
            }
            _ => None,
        }
    }

    /// The single bit that the sign depends on, and the value of that bit for which it is negative.
    pub fn negative_where(&self) -> Option<(Bit, bool)> {
        let (bit, zero) = self.upper(self.width - 1)?.zero_where()?;
        Some((bit, !zero))
    }

    /// The maximum of the sum, without the modulus.
    fn most(&self) -> u128 {
        let parts = self.parts.iter().map(|&(_, factor)| u128::from(factor));
        u128::from(self.constant) + parts.sum::<u128>()
    }

    /// The minimum and maximum of the sum, if it never reaches the modulus.
    pub fn range(&self) -> Option<(u64, u64)> {
        let most = self.most();
        (most <= u128::from(ones(self.width))).then_some((self.constant, most as u64))
    }

    /// The minimum and maximum of the difference of two values as numbers, if neither sum wraps.
    pub fn difference(&self, pool: &Pool, other: &Sum) -> Option<(i128, i128)> {
        self.range()?;
        other.range()?;
        let constant = i128::from(self.constant) - i128::from(other.constant);
        let mut parts: SmallVec<[_; 16]> = SmallVec::new();
        for_each_pair(self, other, |bit, own, others| {
            let condition = (pool.sort(bit.term) == Sort::Bool).then_some(bit.term);
            parts.push((condition, i128::from(own) - i128::from(others)));
        });
        let (least, greatest) = exclusive::bounds(pool, parts.into_iter());
        Some((constant + least, constant + greatest))
    }

    /// Whether all values are congruent to a nonzero constant modulo a power of two, and thus
    /// nonzero.
    pub fn never_zero(&self) -> bool {
        let common = self.parts.iter().fold(0, |any, part| any | part.1);
        self.constant != 0 && self.constant.trailing_zeros() < common.trailing_zeros()
    }

    /// The sum after replacing bits by known values.
    pub fn assign(&self, mut known: impl FnMut(Bit) -> Option<bool>) -> Sum {
        let mut constant = self.constant;
        let mut parts = SmallVec::new();
        for &(bit, factor) in &self.parts {
            match known(bit) {
                Some(value) => constant = constant.wrapping_add(factor * u64::from(value)),
                None => parts.push((bit, factor)),
            }
        }
        Sum {
            width: self.width,
            constant: constant & ones(self.width),
            parts,
        }
    }

    /// Maps every coefficient, at a new width.
    fn map(&self, width: u32, change: impl Fn(u64) -> u64) -> Sum {
        let change = |factor| change(factor) & ones(width);
        let parts = self
            .parts
            .iter()
            .map(|&(bit, factor)| (bit, change(factor)));
        Sum {
            width,
            constant: change(self.constant),
            parts: parts.filter(|&(_, factor)| factor != 0).collect(),
        }
    }

    /// `self * factor`
    pub fn scale(&self, factor: u64) -> Sum {
        self.map(self.width, |own| own.wrapping_mul(factor))
    }

    /// `self + number`
    pub fn plus(&self, number: u64) -> Sum {
        let constant = self.constant.wrapping_add(number) & ones(self.width);
        Sum {
            constant,
            ..self.clone()
        }
    }

    /// `self + other`, of the same width, if it is not too long.
    pub fn add(&self, other: &Sum) -> Option<Sum> {
        debug_assert_eq!(self.width, other.width);
        let mut parts = SmallVec::new();
        for_each_pair(self, other, |bit, own, others| {
            let factor = own.wrapping_add(others) & ones(self.width);
            if factor != 0 {
                parts.push((bit, factor));
            }
        });
        (parts.len() <= PARTS.get()).then_some(Sum {
            width: self.width,
            constant: self.constant.wrapping_add(other.constant) & ones(self.width),
            parts,
        })
    }

    /// `self - other`, of the same width, if it is not too long.
    pub fn sub(&self, other: &Sum) -> Option<Sum> {
        self.add(&other.scale(u64::MAX))
    }

    /// The low bits. Always possible: the modulus of the narrow sum divides that of the wide one.
    pub fn truncate(&self, width: u32) -> Sum {
        self.map(width, |factor| factor)
    }

    /// The bits from `low` on, if no carry crosses from below. Then wrapping at the width is a
    /// multiple of the new modulus.
    pub fn upper(&self, low: u32) -> Option<Sum> {
        if low == 0 {
            return Some(self.clone());
        }
        let lower = self.truncate(low);
        lower.range()?;
        Some(self.map(self.width - low, |factor| factor >> low))
    }

    /// Bits `high` down to `low`.
    pub fn extract(&self, high: u32, low: u32) -> Option<Sum> {
        Some(self.upper(low)?.truncate(high + 1 - low))
    }

    /// The same number at a greater width, if it never wraps.
    pub fn zext(&self, width: u32) -> Option<Sum> {
        self.range()?;
        Some(self.map(width, |factor| factor))
    }

    /// The same signed number at a greater width, if the top bit is 0, or a single bit without a
    /// carry into it.
    pub fn sext(&self, width: u32) -> Option<Sum> {
        let top = 1 << (self.width - 1);
        let low = self.map(self.width, |factor| factor & !top);
        if low.most() >= u128::from(top) {
            return None;
        }
        let heads = self.parts.iter().filter(|(_, factor)| factor & top != 0);
        if heads.count() + usize::from(self.constant & top != 0) > 1 {
            return None;
        }
        let extend = |factor: u64| {
            if factor & top != 0 {
                factor.wrapping_sub(top).wrapping_sub(top)
            } else {
                factor
            }
        };
        Some(self.map(width, extend))
    }

    /// Bits that may be 1: those of the parts if they are disjoint, else all bits from the lowest
    /// up to the maximum of the sum.
    fn may(&self) -> u64 {
        let parts = self.parts.iter().map(|part| part.1);
        let (any, shared) = parts.fold((self.constant, 0), |(any, shared), factor| {
            (any | factor, shared | any & factor)
        });
        if shared == 0 {
            return any;
        }
        let upper = match self.range() {
            Some((_, most)) => u64::MAX >> most.leading_zeros(),
            None => ones(self.width),
        };
        upper & u64::MAX << any.trailing_zeros()
    }

    /// Whether the value is not negative as a signed number.
    pub fn is_positive(&self) -> bool {
        let limit = 1 << (self.width - 1);
        self.range().is_some_and(|(_, most)| most < limit)
    }

    /// `self & mask`, run by run of the mask.
    pub fn mask(&self, mut mask: u64) -> Option<Sum> {
        let mut result = Sum::constant(self.width, 0);
        mask &= self.may();
        while mask != 0 {
            let low = mask.trailing_zeros();
            let length = (mask >> low).trailing_ones();
            let field = self.extract(low + length - 1, low)?;
            let field = if length == self.width {
                field
            } else {
                field.zext(self.width)?
            };
            result = result.add(&field.scale(1 << low))?;
            mask &= !(ones(length) << low);
        }
        Some(result)
    }

    /// The bits of `self` above those of `low`, together at most 64.
    pub fn above(&self, low: &Sum) -> Option<Sum> {
        let width = self.width + low.width;
        self.map(width, |factor| factor << low.width)
            .add(&low.zext(width)?)
    }

    /// `self | other` or `self ^ other`, if no bit can be 1 in both.
    pub fn join(&self, other: &Sum) -> Option<Sum> {
        if self.may() & other.may() != 0 {
            return None;
        }
        self.add(other)
    }
}

/// Parts that are visited in the time of a step of [`cancel::steps`].
const PARTS_PER_STEP: usize = 16;

/// Calls `visit` with each bit of either sum, in ascending order, and its coefficients, 0 where it
/// does not occur.
fn for_each_pair(a: &Sum, b: &Sum, mut visit: impl FnMut(Bit, u64, u64)) {
    let (mut left, mut right) = (&a.parts[..], &b.parts[..]);
    let is_ascending = |parts: &[(Bit, u64)]| parts.is_sorted_by(|a, b| a.0 < b.0);
    debug_assert!(is_ascending(left) && is_ascending(right));
    cancel::steps(((left.len() + right.len()) / PARTS_PER_STEP) as u32);
    loop {
        let first = left.first().map(|part| part.0);
        let bit = match (first, right.first().map(|part| part.0)) {
            (Some(a), Some(b)) => a.min(b),
            (a, b) => match a.or(b) {
                Some(bit) => bit,
                None => return,
            },
        };
        let take = |parts: &mut &[(Bit, u64)]| match parts.split_first() {
            Some((&(own, factor), rest)) if own == bit => {
                *parts = rest;
                factor
            }
            _ => 0,
        };
        let (own, others) = (take(&mut left), take(&mut right));
        visit(bit, own, others);
    }
}
