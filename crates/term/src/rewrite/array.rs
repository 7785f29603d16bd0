//! Rules for arrays.

use super::{Call, Rule, rules};
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;
use crate::vector::BitVector;

pub(super) static SELECT: &[Rule] = rules![select_const_array, select_store];
pub(super) static STORE: &[Rule] = rules![store_selected, store_default, store_twice];

/// `const(x)[i] => x`
fn select_const_array(p: &mut Pool, call: Call) -> Option<Term> {
    p.unary(call.a, Op::ConstArray)
}

/// `store(a, i, x)[i] => x`, `store(a, i, x)[j] => a[j]` where `i` and `j` must differ
fn select_store(p: &mut Pool, call: Call) -> Option<Term> {
    let mut array = call.a;
    while p.op(array) == Op::Store {
        let [below, index, element] = p.node(array).args;
        if index == call.b {
            return Some(element);
        }
        if !must_differ(p, index, call.b) {
            break;
        }
        array = below;
    }
    if array == call.a {
        None
    } else {
        Some(p.select(array, call.b))
    }
}

/// True if two indices differ whatever the symbols are, as far as their form shows.
fn must_differ(p: &Pool, i: Term, j: Term) -> bool {
    if p.is_const(i) && p.is_const(j) {
        return i != j;
    }
    let base = |term| {
        p.with_const(term, Op::Add)
            .map_or((term, None), |(x, k)| (x, p.as_vector(k)))
    };
    let ((x, k), (y, l)) = (base(i), base(j));
    if x == y {
        let offset = |k: Option<BitVector>| k.filter(|k| !k.is_zero());
        return offset(k) != offset(l);
    }
    let sort = p.node(i).sort;
    sort.is_small() && p.intervals[i.index()].disjoint(p.intervals[j.index()], sort.width())
}

/// `store(a, i, a[i]) => a`
fn store_selected(p: &mut Pool, call: Call) -> Option<Term> {
    (p.binary(call.c, Op::Select) == Some((call.a, call.b))).then_some(call.a)
}

/// `store(const(x), i, x) => const(x)`
fn store_default(p: &mut Pool, call: Call) -> Option<Term> {
    (p.unary(call.a, Op::ConstArray) == Some(call.c)).then_some(call.a)
}

/// `store(store(a, i, x), i, y) => store(a, i, y)`
fn store_twice(p: &mut Pool, call: Call) -> Option<Term> {
    let (below, _) = p
        .binary(call.a, Op::Store)
        .filter(|pair| pair.1 == call.b)?;
    Some(p.store(below, call.b, call.c))
}
