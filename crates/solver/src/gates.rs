//! The size of the circuits that a backend builds for terms.

use rustc_hash::FxHashSet;
use sheaf_term::{Op, Pool, Term};

sheaf_tuning::constants! {
    /// Queries with fewer gates are not worth an attempt without a backend, which takes about a
    /// millisecond for them.
    pub FEWEST: u64 = 1 << 13, 1 => 1 << 17, "gates";
}

/// The size of the circuit of some constraints.
pub struct Circuit {
    /// About how many gates it has.
    pub gates: u64,
    /// The number of terms.
    pub terms: usize,
}

/// The circuit of constraints, if they are made of at most so many terms.
pub fn circuit(pool: &Pool, constraints: &[Term], most: usize) -> Option<Circuit> {
    let mut seen = FxHashSet::default();
    let mut stack = constraints.to_vec();
    let mut sum = 0;
    while let Some(term) = stack.pop() {
        if seen.insert(term) {
            sum += gates(pool, term);
            stack.extend_from_slice(pool.args(term));
        }
        if seen.len() > most {
            return None;
        }
    }
    Some(Circuit {
        gates: sum,
        terms: seen.len(),
    })
}

/// Gates of a full adder. A comparison takes as many for each bit.
const ADDER: u64 = 8;
/// Gates that choose one of two bits.
const CHOICE: u64 = 3;
/// Bits that a floating-point operation works on, in relation to its format: it aligns the numbers
/// and rounds the result.
const FLOAT_STEPS: u64 = 16;

/// About how many gates the circuit of one operation has, without those of its arguments.
pub fn gates(pool: &Pool, term: Term) -> u64 {
    let arg = pool.args(term).first().map_or(0, |arg| pool.width(*arg));
    let width = u64::from(arg.max(pool.width(term)));
    let stages = u64::from(width.max(1).ilog2()) + 1;
    match pool.op(term) {
        Op::Add | Op::Sub | Op::Neg | Op::Ult | Op::Slt => width * ADDER,
        Op::Mul => width * width * ADDER,
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => 2 * width * width * ADDER,
        Op::Shl | Op::Lshr | Op::Ashr => width * stages * CHOICE,
        Op::FAdd | Op::FSub | Op::FRound | Op::FToF | Op::SToF | Op::UToF | Op::FToS | Op::FToU => {
            width * FLOAT_STEPS * ADDER
        }
        Op::FRem => 4 * width * width * ADDER,
        Op::FMul | Op::FDiv | Op::FFma | Op::FSqrt => 2 * width * width * ADDER,
        Op::BoolConst
        | Op::BitsConst
        | Op::Symbol
        | Op::Concat
        | Op::Extract
        | Op::Zext
        | Op::Sext => 0,
        _ => width * CHOICE + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sheaf_term::{Sort, SymbolKind};

    #[test]
    fn products_are_larger_than_sums_and_grow_faster() {
        let mut pool = Pool::new();
        let mut sizes = |width| {
            let mut symbol = || pool.symbol("x", Sort::Bits(width), SymbolKind::Input);
            let (a, b) = (symbol(), symbol());
            let (sum, product) = (pool.add(a, b), pool.mul(a, b));
            (gates(&pool, sum), gates(&pool, product))
        };
        let ((sum, product), (wide_sum, wide_product)) = (sizes(8), sizes(32));
        assert!(sum < product && wide_sum < wide_product);
        assert!(wide_product / product > wide_sum / sum);
    }
}
