//! Joins of two byte contents.

use super::Bytes;
use super::differences::differences;
use crate::Scalars;
use crate::value::{ObjectId, Value};
use sheaf_term::{Term, cancel};

/// Bytes that are compared in about the time of creating a term.
const BYTES_PER_STEP: usize = 64;

impl Bytes {
    /// The content that is `then` where the condition holds and `otherwise` where it does not; both
    /// have the same size.
    pub fn ite(scalars: &mut Scalars, condition: Term, then: &Bytes, otherwise: &Bytes) -> Bytes {
        let (mut a, mut b) = (then.clone(), otherwise.clone());
        Bytes::keep_alike(&mut a, &mut b);
        cancel::steps((a.kept() / BYTES_PER_STEP) as u32);
        if a.origin != b.origin {
            a.forget_origin(scalars);
            b.forget_origin(scalars);
        }
        if a.rest_differs(&b) || a.array.is_some() || b.array.is_some() {
            let (x, y) = (a.make_array(scalars), b.make_array(scalars));
            a.array = Some(scalars.pool.ite(condition, x, y));
            return a;
        }
        let mut joined = a.clone();
        for piece in differences(&a, &b) {
            let (offset, bytes) = (piece.start, piece.len());
            a.ensure_written(scalars, offset, bytes);
            b.ensure_written(scalars, offset, bytes);
            let x = a.read(scalars, offset, bytes);
            let y = b.read(scalars, offset, bytes);
            let (x, y) = (as_like(&x, &y), as_like(&y, &x));
            let value = Value::ite(scalars.pool, condition, &x, &y);
            joined.write(scalars, offset, bytes, value);
        }
        joined
    }
}

/// Converts a word to an address if the other value is a pointer or function, so that a null
/// pointer that was written as zeros becomes a pointer.
fn as_like(value: &Value, other: &Value) -> Value {
    let pointers = other.members().any(|(_, it)| {
        matches!(
            it,
            Value::Ptr { .. } | Value::SymPtr { .. } | Value::Func(_)
        )
    });
    match value {
        Value::Bits {
            width: 32 | 64,
            bits,
        } if pointers => Value::Ptr {
            object: ObjectId::NONE,
            offset: *bits,
        },
        value => value.clone(),
    }
}
