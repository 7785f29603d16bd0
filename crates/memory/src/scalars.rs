//! Conversion of values to scalars, for accesses to parts of them.

use super::Layout;
use crate::value::{ObjectId, Value};
use sheaf_term::{Pool, Sort, Term};

/// The term pool, and the addresses that pointers are converted to.
pub struct Scalars<'a> {
    /// The term pool.
    pub pool: &'a mut Pool,
    /// The addresses of objects.
    pub layout: &'a Layout,
    /// The object that is accessed, if it is one of the program: its uninitialized bytes are told
    /// from others.
    pub object: Option<ObjectId>,
}

impl<'a> Scalars<'a> {
    /// For an object that need not be told from others.
    pub fn new(pool: &'a mut Pool, layout: &'a Layout) -> Self {
        Scalars {
            pool,
            layout,
            object: None,
        }
    }
}

impl Scalars<'_> {
    /// A stored value as a term of `8 * bytes` bits; pointers as their addresses.
    pub(super) fn term(&mut self, value: &Value, bytes: usize) -> Term {
        let term = match value.to_term(self.pool) {
            Some(term) => term,
            None => {
                let address = self.layout.address(self.pool, value);
                let width = (8 * bytes as u32).min(self.pool.width(address));
                self.pool.extract(address, width - 1, 0)
            }
        };
        debug_assert_eq!(self.pool.sort(term), Sort::Bits(8 * bytes as u32));
        term
    }

    /// Some bytes of a stored value of `whole` bytes, as a term.
    pub(super) fn part(&mut self, value: &Value, whole: usize, from: usize, bytes: usize) -> Term {
        let term = self.term(value, whole);
        self.pool
            .extract(term, (from + bytes) as u32 * 8 - 1, from as u32 * 8)
    }
}
