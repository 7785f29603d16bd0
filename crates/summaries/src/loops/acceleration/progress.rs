//! Machine integers that change by a step in each iteration, and whether they wrap around.

use crate::loops::arithmetic::{self, number, small};
use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use sheaf_term::{Pool, Sort, Term};

/// A machine integer with a constant step, as a number that does not wrap around.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Progress {
    pub(super) variable: Term,
    pub(super) step: Term,
    pub(super) is_signed: bool,
}

/// The minimum and the maximum of a type.
pub(super) fn bounds(width: u32, is_signed: bool) -> (BigInt, BigInt) {
    match is_signed {
        true => {
            let half = BigInt::one() << (width - 1);
            (-&half, half - 1)
        }
        false => (BigInt::zero(), (BigInt::one() << width) - 1),
    }
}

impl Progress {
    /// The condition that the variable does not wrap around within `rounds + more` iterations.
    pub(super) fn stays(&self, pool: &mut Pool, rounds: Term, more: i64) -> Term {
        let width = pool.width(self.variable);
        let (least, most) = bounds(width, self.is_signed);
        let constant = arithmetic::value(pool, self.step);
        if pool.sort(rounds) == Sort::Int {
            return self.stays_as_integer(pool, rounds, more, (least, most));
        }
        let step_bits = match &constant {
            Some(step) => step.bits() as u32,
            None => width,
        };
        let wide = width.max(pool.width(rounds) + 1 + step_bits) + 2;
        let start = match self.is_signed {
            true => pool.sext(self.variable, wide),
            false => pool.zext(self.variable, wide),
        };
        let step = match (&constant, self.is_signed) {
            (Some(_), _) | (None, true) => pool.sext(self.step, wide),
            (None, false) => pool.zext(self.step, wide),
        };
        let rounds = pool.zext(rounds, wide);
        let more = small(pool, rounds, more);
        let rounds = pool.add(rounds, more);
        let distance = pool.mul(rounds, step);
        let end = pool.add(start, distance);
        let limits = [least, most].map(|limit| number(pool, Sort::Bits(wide), &limit));
        let [Some(least), Some(most)] = limits else {
            return Term::FALSE;
        };
        let (above, below) = (pool.sle(least, end), pool.sle(end, most));
        match constant.and_then(|step| step.signum().to_i32()) {
            Some(1) => below,
            Some(-1) => above,
            _ => pool.and(above, below),
        }
    }

    /// As [`Progress::stays`], for integer counters.
    fn stays_as_integer(
        &self,
        pool: &mut Pool,
        rounds: Term,
        more: i64,
        (least, most): (BigInt, BigInt),
    ) -> Term {
        let is_constant = pool.is_const(self.step);
        let start = match self.is_signed {
            true => pool.signed_bits_to_int(self.variable),
            false => pool.bits_to_int(self.variable),
        };
        let step = match is_constant || self.is_signed {
            true => pool.signed_bits_to_int(self.step),
            false => pool.bits_to_int(self.step),
        };
        let more = pool.int(more.into());
        let rounds = pool.int_add(rounds, more);
        let distance = pool.int_mul(rounds, step);
        let end = pool.int_add(start, distance);
        let (least, most) = (pool.int(least), pool.int(most));
        let (above, below) = (pool.int_le(least, end), pool.int_le(end, most));
        pool.and(above, below)
    }
}
