//! Construction of terms: ordering arguments, constant folding, lookup, rewriting, and finally a
//! new node.

mod array;
mod bits;
mod bool;
pub(crate) mod float;
mod int;

use smallvec::SmallVec;

use crate::constant::Constant;
use crate::node::Term;
use crate::op::{Op, Small};
use crate::pool::Pool;
use crate::rewrite;
use crate::sort::{PackedSort, Sort};

/// Placeholder for unused arguments of operators with fewer than three.
pub(crate) const NONE: Term = Term(0);

impl Pool {
    /// The term of an operator, its arguments and its payload, simplified.
    ///
    /// An existing node is already known to be irreducible, so the lookup precedes the rules.
    pub(crate) fn make(&mut self, op: Op, mut args: [Term; 3], payload: u64) -> Term {
        let info = op.info();
        if info.commutative && self.out_of_order(args[0], args[1]) {
            args.swap(0, 1);
        }
        let arguments = &args[..info.arity];
        if arguments.iter().all(|&arg| self.is_const(arg)) {
            let sort = self.sort_of(op, arguments, payload);
            if let Some(term) = self.fold(op, arguments, payload, sort) {
                return term;
            }
        }
        if let Some(term) = self.find(op, args, payload) {
            return term;
        }
        let sort = self.sort_of(op, arguments, payload);
        if let Some(term) = rewrite::apply(self, op, args, payload) {
            debug_assert_eq!(
                self.node(term).sort,
                sort,
                "a rewrite rule of {op:?} changed the sort"
            );
            return term;
        }
        let (node, interval) = self.prepare(op, args, payload, sort);
        // The structure may leave a single value.
        let width = sort.width();
        if width > 0 && u32::from(node.zeros) == width {
            return self.bits(width, 0);
        }
        if interval.low == interval.high && (1..=64).contains(&width) {
            return self.bits(width, interval.low.into());
        }
        self.push(node, interval)
    }

    /// Orders commutative arguments by creation, constants last.
    #[inline]
    fn out_of_order(&self, a: Term, b: Term) -> bool {
        match (self.is_const(a), self.is_const(b)) {
            (true, false) => true,
            (false, true) => false,
            _ => a > b,
        }
    }

    /// The sort of a new node. Panics if the arguments do not fit the operator.
    fn sort_of(&mut self, op: Op, args: &[Term], payload: u64) -> PackedSort {
        let first = self.node(args[0]).sort;
        let uniform = args.iter().all(|&arg| self.node(arg).sort == first);
        match op {
            // The sort rules of the most frequent operators, on packed sorts.
            Op::Add | Op::Sub | Op::BitAnd | Op::BitOr | Op::BitXor
                if uniform && first.width() > 0 =>
            {
                return first;
            }
            Op::Eq | Op::Ult | Op::Slt if uniform && first.width() > 0 => return PackedSort::BOOL,
            Op::And | Op::Or | Op::Not | Op::Ite if uniform && first == PackedSort::BOOL => {
                return first;
            }
            _ => {}
        }
        let sorts: SmallVec<[Sort; 3]> = args.iter().map(|&arg| self.sort(arg)).collect();
        match (op.info().sort)(&sorts, payload) {
            Some(sort) => self.sorts.pack(sort),
            None => panic!("{op:?} with payload {payload:#x} does not take {sorts:?}"),
        }
    }

    /// The value of an operator on constants; `None` if it is not a constant term, as for arrays.
    fn fold(&mut self, op: Op, args: &[Term], payload: u64, sort: PackedSort) -> Option<Term> {
        let nodes = &self.nodes;
        if sort.is_small() && args.iter().all(|&arg| nodes[arg.index()].sort.is_small()) {
            let value = |position: usize| {
                args.get(position)
                    .map_or(0, |&arg| nodes[arg.index()].payload)
            };
            let width = |position: usize| {
                args.get(position)
                    .map_or(0, |&arg| nodes[arg.index()].sort.width())
            };
            let values = [value(0), value(1), value(2)];
            let small = Small {
                args: values,
                width: width(0),
                second: width(1),
                payload,
            };
            let result = (op.info().small)(&small);
            return Some(self.small(sort, result));
        }
        let values: Option<SmallVec<[Constant; 3]>> =
            args.iter().map(|&arg| self.as_constant(arg)).collect();
        match (op.info().large)(&values?, payload)? {
            Constant::Array(_) => None,
            value => self.constant(&value),
        }
    }

    /// The constant of a small sort with the given value.
    fn small(&mut self, sort: PackedSort, value: u64) -> Term {
        if sort == PackedSort::BOOL {
            self.bool(value == 1)
        } else {
            self.bits(sort.width(), value.into())
        }
    }

    /// The term with the operator of `term` and other arguments of the same sorts, simplified.
    pub fn with_args(&mut self, term: Term, args: &[Term]) -> Term {
        let node = *self.node(term);
        if args.is_empty() {
            return term;
        }
        debug_assert!(
            self.args(term)
                .iter()
                .map(|arg| self.sort(*arg))
                .eq(args.iter().map(|arg| self.sort(*arg))),
            "the arguments of {:?} have other sorts",
            node.op
        );
        let mut places = [NONE; 3];
        places[..args.len()].copy_from_slice(args);
        self.make(node.op, places, node.payload)
    }
}
