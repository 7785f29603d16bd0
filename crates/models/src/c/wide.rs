//! Divisions of integers of more than 128 bits, and their shifts by any distance. The lowering
//! represents such integers as limbs of 64 bits, the lowest first, and checks the operands.

use super::Row;
use super::arguments::{argument, number};
use super::behaviour::PURE;
use sheaf_execution::{Effect, Machine, Value};

use sheaf_term::{BitVector, Pool, Term};
use std::rc::Rc;

/// Bits of a limb.
const LIMB: u32 = 64;

pub const TABLE: &[Row] = &[("__sheaf_wide", wide, PURE)];

/// An operation on bit-vectors of one width: of constants and of terms.
struct Operation {
    of_vectors: fn(&BitVector, &BitVector) -> BitVector,
    of_terms: fn(&mut Pool, Term, Term) -> Term,
}

/// In the order of `WideOperation` of the lowering.
const OPERATIONS: [Operation; 7] = [
    Operation {
        of_vectors: BitVector::udiv,
        of_terms: Pool::udiv,
    },
    Operation {
        of_vectors: BitVector::sdiv,
        of_terms: Pool::sdiv,
    },
    Operation {
        of_vectors: BitVector::urem,
        of_terms: Pool::urem,
    },
    Operation {
        of_vectors: BitVector::srem,
        of_terms: Pool::srem,
    },
    Operation {
        of_vectors: BitVector::shl,
        of_terms: Pool::shl,
    },
    Operation {
        of_vectors: BitVector::lshr,
        of_terms: Pool::lshr,
    },
    Operation {
        of_vectors: BitVector::ashr,
        of_terms: Pool::ashr,
    },
];

/// `limbs __sheaf_wide(int operation, limbs a, limbs b)`, where limbs are passed one by one.
fn wide(machine: &mut Machine, args: &[Value]) -> Effect {
    computed(machine, args).unwrap_or_else(|effect| effect)
}

fn computed(machine: &mut Machine, args: &[Value]) -> Result<Effect, Effect> {
    let operation = usize::try_from(number(args, 0)?).unwrap_or(usize::MAX);
    let Some(operation) = OPERATIONS.get(operation) else {
        return Err(Effect::NeedConcrete(0));
    };
    let limbs = args.len().saturating_sub(1) / 2;
    for limb in &args[1..] {
        machine.require_defined(limb, "an operation depends on uninitialized memory");
    }
    let operands = [1, 1 + limbs].map(|start| &args[start..start + limbs]);
    let result = match operands.map(vector) {
        [Some(a), Some(b)] => split_vector(&(operation.of_vectors)(&a, &b)),
        _ => {
            let [a, b] = operands;
            let (a, b) = (term(machine, a, 1)?, term(machine, b, 1 + limbs)?);
            let result = (operation.of_terms)(machine.pool, a, b);
            split_term(machine.pool, result, limbs as u32)
        }
    };
    Ok(Effect::Return(Some(Value::Tuple(Rc::new(result)))))
}

/// The bit-vector of concrete limbs.
fn vector(limbs: &[Value]) -> Option<BitVector> {
    let mut limbs = limbs.iter().map(|limb| {
        let value = limb.as_u64()?;
        Some(BitVector::new(LIMB, value.into()))
    });
    let first = limbs.next()??;
    limbs.try_fold(first, |low, high| Some(high?.concat(&low)))
}

/// The term of limbs, of which the first is the argument at `position`.
fn term(machine: &mut Machine, limbs: &[Value], position: usize) -> Result<Term, Effect> {
    let mut joined = None;
    for index in 0..limbs.len() {
        let limb = argument(limbs, index).fold(machine.pool);
        let limb = limb.ok_or(Effect::NeedConcrete(position + index))?;
        joined = Some(match joined {
            None => limb,
            Some(low) => machine.pool.concat(limb, low),
        });
    }
    joined.ok_or(Effect::NeedConcrete(position))
}

fn split_vector(vector: &BitVector) -> Vec<Value> {
    let limbs = 0..vector.width() / LIMB;
    limbs
        .map(|limb| vector.extract(limb * LIMB + LIMB - 1, limb * LIMB))
        .map(|limb| Value::bits(LIMB, limb.to_u128().unwrap_or(0)))
        .collect()
}

fn split_term(pool: &mut Pool, term: Term, limbs: u32) -> Vec<Value> {
    let mut values = Vec::new();
    for limb in 0..limbs {
        let limb = pool.extract(term, limb * LIMB + LIMB - 1, limb * LIMB);
        values.push(Value::from_term(pool, limb));
    }
    values
}
