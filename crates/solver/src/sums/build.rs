//! Converts terms to sums, bottom-up.

use std::rc::Rc;

use sheaf_term::{Op, Pool, Sort, Term};
use smallvec::SmallVec;

use super::addends::{Addends, addends};
use super::sum::{Bit, Sum};
use super::{MADE, Sums};

impl Sums {
    /// The sum of a bit-vector of at most 64 bits.
    pub(super) fn sum(&mut self, pool: &Pool, root: Term) -> Rc<Sum> {
        let mut stack = vec![root];
        while let Some(&term) = stack.last() {
            if self.known.contains_key(&term) {
                stack.pop();
                continue;
            }
            let is_known = |part| self.known.contains_key(&part);
            let addends = addends(pool, &mut self.counts, term, is_known)
                .unwrap_or_else(|| Addends::of(term));
            let before = stack.len();
            for (addend, _) in &addends.parts {
                let needed = needed(pool, term, *addend);
                stack.extend(needed.into_iter().filter(|part| !is_known(*part)));
            }
            let mut made = addends.parts.len();
            if stack.len() == before {
                let sum = self.combine(pool, term, addends);
                let length = sum.length() + 1;
                made += length;
                self.parts += length;
                self.known.insert(term, Rc::new(sum));
                stack.pop();
            }
            if self.made + made > MADE {
                return Rc::new(Sum::of_bits(root, 0, pool.width(root)));
            }
            self.made += made;
        }
        self.known[&root].clone()
    }

    /// The sum of a term, given that of everything that is [`needed`] for its addends.
    fn combine(&self, pool: &Pool, term: Term, addends: Addends) -> Sum {
        let width = pool.width(term);
        let itself = || Sum::of_bits(term, 0, width);
        let mut constant = addends.constant as u64;
        let mut parts = Vec::new();
        for (addend, factor) in addends.parts {
            let factor = factor as u64;
            let sum = match pool.sort(addend) {
                Sort::Bool => self.condition(pool, addend, width),
                _ if addend == term => {
                    return self.linear(pool, term, width).unwrap_or_else(itself);
                }
                _ => (*self.known[&addend]).clone(),
            };
            constant = constant.wrapping_add(sum.base().wrapping_mul(factor));
            let scaled = |&(bit, own): &(Bit, u64)| (bit, own.wrapping_mul(factor));
            parts.extend(sum.parts().iter().map(scaled));
        }
        Sum::of_parts(width, constant, parts).unwrap_or_else(itself)
    }

    /// The result of an operator other than addition on sums; `None` if it is not a sum of the same
    /// bits.
    fn linear(&self, pool: &Pool, term: Term, width: u32) -> Option<Sum> {
        let args = pool.args(term);
        let of = |position: usize| self.known.get(&args[position]).map(|sum| &**sum);
        match pool.op(term) {
            Op::Lshr => match of(1)?.as_constant()? {
                0 => Some(of(0)?.clone()),
                distance if distance < u64::from(width) => {
                    of(0)?.upper(distance as u32)?.zext(width)
                }
                _ => Some(Sum::constant(width, 0)),
            },
            Op::Ashr => match of(1)?.as_constant()? {
                0 => Some(of(0)?.clone()),
                distance if distance < u64::from(width) => {
                    of(0)?.upper(distance as u32)?.sext(width)
                }
                _ => None,
            },
            Op::BitAnd => match (of(0)?.as_constant(), of(1)?.as_constant()) {
                (Some(mask), _) => of(1)?.mask(mask),
                (_, Some(mask)) => of(0)?.mask(mask),
                _ => None,
            },
            Op::BitOr => or(of(0)?, of(1)?),
            Op::BitXor => xor(of(0)?, of(1)?),
            Op::Concat => of(0)?.above(of(1)?),
            Op::Extract => {
                let (high, low) = pool.extract_bounds(term);
                match of(0) {
                    Some(sum) => sum.extract(high, low),
                    None => Some(Sum::of_bits(args[0], low, width)),
                }
            }
            Op::Zext => of(0)?.zext(width),
            Op::Sext => of(0)?.sext(width),
            Op::Ite => {
                let difference = of(1)?.sub(of(2)?)?.as_constant()?;
                self.condition(pool, args[0], width)
                    .scale(difference)
                    .add(of(2)?)
            }
            _ => None,
        }
    }

    /// A boolean as a number, 0 or 1.
    fn condition(&self, pool: &Pool, truth: Term, width: u32) -> Sum {
        let itself = Bit {
            term: truth,
            position: 0,
        };
        match self.tested(pool, truth) {
            Some((bit, true)) => Sum::of_bit(bit, width),
            Some((bit, false)) => Sum::of_bit(bit, width).scale(u64::MAX).plus(1),
            None => Sum::of_bit(itself, width),
        }
    }

    /// The single bit that a comparison depends on, and its value for which the comparison is true:
    /// an equality of sums that differ by that bit, or a test of the sign. The sums of both sides
    /// must be known.
    pub(super) fn tested(&self, pool: &Pool, truth: Term) -> Option<(Bit, bool)> {
        let [a, b] = compared(pool, truth)?;
        let (a, b) = (self.known.get(a)?, self.known.get(b)?);
        match pool.op(truth) {
            Op::Eq => a.sub(b)?.zero_where(),
            _ if b.as_constant() == Some(0) => a.negative_where(),
            _ => None,
        }
    }
}

/// The sides of an equality or a signed comparison of bit-vectors that can be sums.
pub(super) fn compared(pool: &Pool, truth: Term) -> Option<&[Term; 2]> {
    let sides = matches!(pool.op(truth), Op::Eq | Op::Slt).then(|| pool.args(truth))?;
    width(pool, sides[0])?;
    sides.try_into().ok()
}

/// The bit-vectors whose sums are needed for an addend of a term: its own, those on both sides of a
/// condition, and the arguments of a term that is no sum.
fn needed(pool: &Pool, term: Term, addend: Term) -> SmallVec<[Term; 4]> {
    let sides = |truth| compared(pool, truth).map_or(&[][..], |sides| sides);
    let args = pool.args(addend);
    let all: SmallVec<[Term; 4]> = match pool.op(addend) {
        _ if pool.sort(addend) == Sort::Bool => sides(addend).into(),
        _ if addend != term => SmallVec::from_slice(&[addend]),
        Op::Lshr
        | Op::Ashr
        | Op::BitAnd
        | Op::BitOr
        | Op::BitXor
        | Op::Concat
        | Op::Extract
        | Op::Zext
        | Op::Sext => args.into(),
        Op::Ite => args[1..].iter().chain(sides(args[0])).copied().collect(),
        _ => SmallVec::new(),
    };
    all.into_iter()
        .filter(|&part| width(pool, part).is_some())
        .collect()
}

/// The width of a bit-vector that can be a sum.
pub(super) fn width(pool: &Pool, term: Term) -> Option<u32> {
    match pool.sort(term) {
        Sort::Bits(width @ 1..=64) => Some(width),
        _ => None,
    }
}

fn or(a: &Sum, b: &Sum) -> Option<Sum> {
    match (a.as_constant(), b.as_constant()) {
        (_, Some(ones)) => a.mask(!ones)?.add(b),
        (Some(ones), _) => b.mask(!ones)?.add(a),
        _ => a.join(b),
    }
}

fn xor(a: &Sum, b: &Sum) -> Option<Sum> {
    match (a.as_constant(), b.as_constant()) {
        (_, Some(flipped)) => a.mask(!flipped)?.add(b)?.sub(&a.mask(flipped)?),
        (Some(flipped), _) => b.mask(!flipped)?.add(a)?.sub(&b.mask(flipped)?),
        _ => a.join(b),
    }
}
