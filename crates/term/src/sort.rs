//! Sorts of terms, and their packed form inside a node.

use std::fmt;

/// The sort of a term. Widths are in bits and at least 1.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Sort {
    /// Truth values.
    Bool,
    /// Bit-vectors of the given width, at least 1 and below 2^31.
    Bits(u32),
    /// Mathematical integers.
    Int,
    /// IEEE 754 numbers with the given number of exponent bits and of significand bits (hidden bit
    /// included).
    Float {
        /// Bits of the exponent.
        exponent: u32,
        /// Bits of the significand, the hidden one included.
        significand: u32,
    },
    /// Total functions from bit-vectors to bit-vectors.
    Array {
        /// Width of an index.
        index: u32,
        /// Width of an element.
        element: u32,
    },
    /// Strings of Unicode code points.
    Str,
}

impl fmt::Display for Sort {
    /// The sort as SMT-LIB writes it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Sort::Bool => write!(f, "Bool"),
            Sort::Bits(width) => write!(f, "(_ BitVec {width})"),
            Sort::Int => write!(f, "Int"),
            Sort::Float {
                exponent,
                significand,
            } => write!(f, "(_ FloatingPoint {exponent} {significand})"),
            Sort::Array { index, element } => {
                write!(f, "(Array (_ BitVec {index}) (_ BitVec {element}))")
            }
            Sort::Str => write!(f, "String"),
        }
    }
}

/// A sort in four bytes: a bit-vector's width, or the position of any other sort in the table of
/// its pool.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PackedSort(u32);

/// Set in a packed sort that is a table position.
const TABLE: u32 = 1 << 31;

impl PackedSort {
    /// `Sort::Bool`.
    pub(crate) const BOOL: PackedSort = PackedSort(TABLE);

    /// `Sort::Bits(width)`. Panics if the width is 0 or 2^31 or more.
    #[inline]
    pub(crate) fn bits(width: u32) -> PackedSort {
        assert!(
            width.wrapping_sub(1) < TABLE - 1,
            "a bit-vector of {width} bits"
        );
        PackedSort(width)
    }

    /// The width of a bit-vector sort, 0 for any other.
    #[inline]
    pub(crate) fn width(self) -> u32 {
        if self.0 & TABLE == 0 { self.0 } else { 0 }
    }

    /// True for `Bool` and for bit-vectors of at most 64 bits, whose values fit a machine word.
    #[inline]
    pub(crate) fn is_small(self) -> bool {
        self.0 <= 64 || self == PackedSort::BOOL
    }
}

/// The sorts of a pool that are not bit-vectors.
pub(crate) struct SortTable {
    sorts: Vec<Sort>,
}

impl SortTable {
    pub(crate) fn new() -> SortTable {
        SortTable {
            sorts: vec![Sort::Bool, Sort::Int, Sort::Str],
        }
    }

    /// The packed form of `sort`.
    pub(crate) fn pack(&mut self, sort: Sort) -> PackedSort {
        if let Sort::Bits(width) = sort {
            return PackedSort::bits(width);
        }
        let position = self
            .sorts
            .iter()
            .position(|&known| known == sort)
            .unwrap_or_else(|| {
                self.sorts.push(sort);
                self.sorts.len() - 1
            });
        PackedSort(TABLE | position as u32)
    }

    /// The sort that `packed` stands for.
    #[inline]
    pub(crate) fn unpack(&self, packed: PackedSort) -> Sort {
        if packed.0 & TABLE == 0 {
            Sort::Bits(packed.0)
        } else {
            self.sorts[(packed.0 & !TABLE) as usize]
        }
    }
}
