//! Nodes of the term graph, and the handles to them.

use crate::op::Op;
use crate::sort::{PackedSort, Sort};

/// A handle to a term of a [`Pool`](crate::Pool). Within one pool, handles are equal exactly if the
/// terms are.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Term(pub(crate) u32);

impl Term {
    /// The constant false, in every pool.
    pub const FALSE: Term = Term(0);
    /// The constant true, in every pool.
    pub const TRUE: Term = Term(1);

    /// The number of the term. Arguments have smaller numbers than the terms that they occur in.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A symbol of a pool: an unknown that a model gives a value. Numbered from 0 in the order of
/// creation.
#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub(crate) u32);

impl Symbol {
    /// The symbol with this number.
    #[inline]
    pub fn from_index(index: usize) -> Symbol {
        Symbol(index as u32)
    }

    /// The number of the symbol.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place in the memory of the analysed program.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub struct MemoryPlace {
    /// The number of objects that were created before this one.
    pub object: u32,
    /// In bytes.
    pub offset: u64,
}

/// The meaning of a symbol in the analysed program.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub enum SymbolKind {
    /// A value that the program's environment chooses.
    Input,
    /// The content of uninitialized memory, at this place if it is known.
    Indeterminate(Option<MemoryPlace>),
    /// A part of a value that the platform chooses, such as an address.
    Chosen {
        /// The whole value, as we chose it.
        value: u64,
        /// The position of the part's lowest bit.
        shift: u32,
    },
}

impl SymbolKind {
    /// Whether it is the content of uninitialized memory.
    pub fn is_indeterminate(self) -> bool {
        matches!(self, SymbolKind::Indeterminate(_))
    }
}

/// Properties of a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymbolInfo {
    /// The display name. Several symbols may share one.
    pub name: String,
    /// The sort of its values.
    pub sort: Sort,
    /// Its meaning.
    pub kind: SymbolKind,
    /// The term that is this symbol.
    pub(crate) term: Term,
}

/// One-bit facts about a node.
pub(crate) mod flag {
    /// An indeterminate symbol occurs in the term.
    pub(crate) const INDETERMINATE: u8 = 1;
    /// The term has a part of sort `Int`.
    pub(crate) const INTEGER: u8 = 2;
    /// The term has a part of an array sort.
    pub(crate) const ARRAY: u8 = 4;
    /// A symbol occurs in the term.
    pub(crate) const SYMBOLIC: u8 = 8;
    /// The term has a floating-point operator in it.
    pub(crate) const FLOAT: u8 = 16;
    /// The term is a constant, or a choice between such terms.
    pub(crate) const CONSTANT_LEAVES: u8 = 32;
    /// A symbol for a choice of the platform occurs in the term.
    pub(crate) const CHOSEN: u8 = 64;
}

/// One term. Unused arguments are `Term(0)`.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Node {
    pub(crate) op: Op,
    pub(crate) flags: u8,
    /// Low bits known to be zero, at most `u16::MAX`.
    pub(crate) zeros: u16,
    pub(crate) sort: PackedSort,
    pub(crate) args: [Term; 3],
    /// The value of a constant of at most 64 bits; the position of any other constant, or of a
    /// symbol, in its table; `high << 32 | low` of an extraction; the width that an operator's
    /// result or index has.
    pub(crate) payload: u64,
}

const _: () = assert!(std::mem::size_of::<Node>() == 32);

/// Mixes the parts that identify a node.
#[inline]
pub(crate) fn hash(op: Op, args: [Term; 3], payload: u64) -> u32 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let first = (u64::from(args[0].0) | u64::from(args[1].0) << 32).wrapping_mul(K);
    let second = (u64::from(args[2].0) | (op as u64) << 32) ^ first.rotate_left(29);
    let third =
        (second.wrapping_mul(K) ^ payload.rotate_left(17)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    (third >> 32) as u32
}

/// An entry of the hash table of nodes. It stores the hash, so that growing the table, and most
/// failing comparisons, need not access nodes.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) hash: u32,
    pub(crate) term: Term,
}

/// Spreads a hash over the bits that the table looks at.
#[inline]
pub(crate) fn spread(hash: u32) -> u64 {
    u64::from(hash)
        .wrapping_mul(0x9e37_79b9_7f4a_7c15)
        .rotate_left(32)
}
