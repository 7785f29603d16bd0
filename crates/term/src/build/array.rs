//! Builders of arrays.

use super::NONE;
use crate::node::Term;
use crate::op::Op;
use crate::pool::Pool;

impl Pool {
    /// The array with indices of `index_width` bits that holds `element`, a bit-vector, everywhere.
    pub fn const_array(&mut self, index_width: u32, element: Term) -> Term {
        self.make(Op::ConstArray, [element, NONE, NONE], index_width.into())
    }

    /// The element of an array at an index.
    pub fn select(&mut self, array: Term, index: Term) -> Term {
        self.make(Op::Select, [array, index, NONE], 0)
    }

    /// An array with the element at one index replaced.
    pub fn store(&mut self, array: Term, index: Term, element: Term) -> Term {
        self.make(Op::Store, [array, index, element], 0)
    }
}
