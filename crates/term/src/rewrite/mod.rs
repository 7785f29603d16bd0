//! Rewrite rules that the builders apply, as tables of named functions.

use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

/// Applies the first rule of the operator that matches.
pub(crate) fn apply(_pool: &mut Pool, _op: Op, _args: [Term; 3], _payload: u64) -> Option<Term> {
    None
}
