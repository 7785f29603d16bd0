//! Converts terms to sums, bottom-up.

use std::rc::Rc;

use sheaf_term::{Op, Pool, Sort, Term};
use smallvec::SmallVec;

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
            let before = stack.len();
            let open = |arg: &Term| !self.known.contains_key(arg);
            stack.extend(parts(pool, term).iter().copied().filter(open));
            if stack.len() == before {
                let sum = self.combine(pool, term);
                let length = sum.length() + 1;
                if self.made + length > MADE {
                    return Rc::new(Sum::of_bits(root, 0, pool.width(root)));
                }
                self.made += length;
                self.parts += length;
                self.known.insert(term, Rc::new(sum));
                stack.pop();
            }
        }
        self.known[&root].clone()
    }

    /// The sum of a term whose arguments' sums are known.
    fn combine(&self, pool: &Pool, term: Term) -> Sum {
        let width = pool.width(term);
        if let Some(value) = pool.as_bits(term) {
            return Sum::constant(width, value as u64);
        }
        let linear = self.linear(pool, term, width);
        linear.unwrap_or_else(|| Sum::of_bits(term, 0, width))
    }

    /// The result of an operator on sums; `None` if it is not a sum of the same bits.
    fn linear(&self, pool: &Pool, term: Term, width: u32) -> Option<Sum> {
        let args = pool.args(term);
        let of = |position: usize| self.known.get(&args[position]).map(|sum| &**sum);
        match pool.op(term) {
            Op::Add => of(0)?.add(of(1)?),
            Op::Sub => of(0)?.sub(of(1)?),
            Op::Neg => Some(of(0)?.scale(u64::MAX)),
            Op::Complement => Some(of(0)?.scale(u64::MAX).plus(u64::MAX)),
            Op::Mul => match (of(0)?.as_constant(), of(1)?.as_constant()) {
                (Some(factor), _) => Some(of(1)?.scale(factor)),
                (_, Some(factor)) => Some(of(0)?.scale(factor)),
                _ => None,
            },
            Op::Shl => match of(1)?.as_constant()? {
                distance if distance < u64::from(width) => Some(of(0)?.scale(1 << distance)),
                _ => Some(Sum::constant(width, 0)),
            },
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

/// The bit-vectors on whose sums the sum of a term depends.
fn parts(pool: &Pool, term: Term) -> SmallVec<[Term; 3]> {
    let args = pool.args(term);
    let own = match pool.op(term) {
        Op::Add
        | Op::Sub
        | Op::Neg
        | Op::Complement
        | Op::Mul
        | Op::Shl
        | Op::Lshr
        | Op::Ashr
        | Op::BitAnd
        | Op::BitOr
        | Op::BitXor
        | Op::Concat
        | Op::Extract
        | Op::Zext
        | Op::Sext => args,
        Op::Ite => &args[1..],
        _ => &[],
    };
    let tested = (pool.op(term) == Op::Ite).then(|| compared(pool, args[0]));
    let tested = tested.flatten().map_or(&[][..], |sides| sides);
    let all = own.iter().chain(tested).copied();
    all.filter(|&part| width(pool, part).is_some()).collect()
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
