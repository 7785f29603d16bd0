//! The pool: storage of terms, hash-consing, and properties of terms.

use std::cell::RefCell;

use hashbrown::HashTable;
use num_bigint::{BigInt, BigUint};
use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use crate::cancel;
use crate::chosen::Choosing;
use crate::constant::Constant;
use crate::diagram::Diagrams;
use crate::facts;
use crate::interval::Interval;
use crate::node::{Entry, Node, Symbol, SymbolInfo, SymbolKind, Term, flag, hash, spread};
use crate::op::Op;
use crate::rewrite::Leaves;
use crate::sort::{PackedSort, Sort, SortTable};
use crate::summaries::Summaries;
use crate::symbols::SymbolSets;
use crate::uninitialized::Uninitialized;
use crate::vector::BitVector;

/// The terms of one worker. Terms live as long as the pool.
pub struct Pool {
    pub(crate) nodes: Vec<Node>,
    /// Values that a term of a small sort can have, from its structure alone; one for each node.
    pub(crate) intervals: Vec<Interval>,
    table: HashTable<Entry>,
    pub(crate) sorts: SortTable,
    /// Bit-vector constants of more than 64 bits.
    vectors: Vec<BitVector>,
    vector_terms: FxHashMap<BitVector, Term>,
    integers: Vec<BigInt>,
    integer_terms: FxHashMap<BigInt, Term>,
    symbols: Vec<SymbolInfo>,
    /// Symbols of inputs by name, sort and position.
    inputs: FxHashMap<(String, PackedSort, usize), Term>,
    /// Symbols of uninitialized memory.
    pub(crate) uninitialized: Uninitialized,
    /// The symbols of other runs.
    twins: FxHashMap<Symbol, Term>,
    pub(crate) symbol_sets: RefCell<SymbolSets>,
    pub(crate) chosen: Choosing,
    /// Limit and statistics of guarded unions.
    pub summaries: Summaries,
    /// The current nesting of rewrite rules.
    pub(crate) rewrite_depth: u32,
    /// Choices between constants, and operators on them.
    pub(crate) leaves: Leaves,
    /// Guards as decision diagrams, while they are in use.
    pub(crate) diagrams: Option<Box<Diagrams>>,
    pub(crate) guard_overflows: u64,
    /// How often each rewrite rule applied.
    #[cfg(test)]
    pub(crate) rule_hits: FxHashMap<&'static str, u64>,
}

impl Default for Pool {
    fn default() -> Pool {
        Pool::new()
    }
}

impl Pool {
    /// A pool that holds false and true.
    pub fn new() -> Pool {
        let mut pool = Pool {
            nodes: Vec::new(),
            intervals: Vec::new(),
            table: HashTable::new(),
            sorts: SortTable::new(),
            vectors: Vec::new(),
            vector_terms: FxHashMap::default(),
            integers: Vec::new(),
            integer_terms: FxHashMap::default(),
            symbols: Vec::new(),
            inputs: FxHashMap::default(),
            uninitialized: Uninitialized::default(),
            twins: FxHashMap::default(),
            symbol_sets: RefCell::default(),
            chosen: Choosing::default(),
            summaries: Summaries::default(),
            rewrite_depth: 0,
            leaves: Leaves::default(),
            diagrams: None,
            guard_overflows: 0,
            #[cfg(test)]
            rule_hits: FxHashMap::default(),
        };
        for payload in [0, 1] {
            pool.insert(Op::BoolConst, [Term(0); 3], payload, PackedSort::BOOL);
        }
        pool
    }

    // Storage

    #[inline]
    pub(crate) fn node(&self, term: Term) -> &Node {
        &self.nodes[term.index()]
    }

    /// The existing node with these parts.
    #[inline]
    pub(crate) fn find(&self, op: Op, args: [Term; 3], payload: u64) -> Option<Term> {
        cancel::steps(1);
        let nodes = &self.nodes;
        let hash = hash(op, args, payload);
        let same = |entry: &Entry| {
            entry.hash == hash && {
                let node = &nodes[entry.term.index()];
                node.op == op && node.args == args && node.payload == payload
            }
        };
        self.table.find(spread(hash), same).map(|entry| entry.term)
    }

    /// Adds a leaf that is known not to exist.
    fn insert(&mut self, op: Op, args: [Term; 3], payload: u64, sort: PackedSort) -> Term {
        let (node, interval) = self.prepare(op, args, payload, sort);
        self.push(node, interval)
    }

    /// A node with its structural facts.
    #[inline]
    pub(crate) fn prepare(
        &self,
        op: Op,
        args: [Term; 3],
        payload: u64,
        sort: PackedSort,
    ) -> (Node, Interval) {
        let mut node = Node {
            op,
            flags: 0,
            zeros: 0,
            sort,
            args,
            payload,
        };
        node.flags = facts::flags(self, &node);
        node.zeros = facts::trailing_zeros(self, &node);
        let interval = facts::interval(self, &node);
        (node, interval)
    }

    /// Adds a node that is known not to exist.
    pub(crate) fn push(&mut self, node: Node, interval: Interval) -> Term {
        let term = Term(u32::try_from(self.nodes.len()).expect("fewer than 2^32 terms"));
        self.nodes.push(node);
        self.intervals.push(interval);
        let hash = hash(node.op, node.args, node.payload);
        self.table
            .insert_unique(spread(hash), Entry { hash, term }, |entry| {
                spread(entry.hash)
            });
        term
    }

    /// Makes the pool ready for use after an operation was cancelled, see [`cancel`].
    pub fn recover(&mut self) {
        self.rewrite_depth = 0;
        self.uninitialized.recover();
    }

    // Leaves

    /// A truth value.
    #[inline]
    pub fn bool(&self, value: bool) -> Term {
        Term(u32::from(value))
    }

    /// The bit-vector of `width` bits whose unsigned value is `value` modulo 2^width.
    #[inline]
    pub fn bits(&mut self, width: u32, value: u128) -> Term {
        if width > 64 {
            return self.vector(BitVector::new(width, value));
        }
        let sort = PackedSort::bits(width);
        let payload = value as u64 & (u64::MAX >> (64 - width));
        // The width distinguishes constants with equal values; it is stored as the first argument.
        let args = [Term(width), Term(0), Term(0)];
        match self.find(Op::BitsConst, args, payload) {
            Some(term) => term,
            None => self.insert(Op::BitsConst, args, payload, sort),
        }
    }

    /// The bit-vector of `width` bits whose unsigned value is `value` modulo 2^width.
    pub fn bits_big(&mut self, width: u32, value: &BigUint) -> Term {
        self.vector(BitVector::from_big(width, value))
    }

    /// The term of a bit-vector value.
    pub fn vector(&mut self, value: BitVector) -> Term {
        let width = value.width();
        if let (true, Some(small)) = (width <= 64, value.to_u128()) {
            return self.bits(width, small);
        }
        if let Some(&term) = self.vector_terms.get(&value) {
            return term;
        }
        let payload = self.vectors.len() as u64;
        self.vectors.push(value.clone());
        let args = [Term(width), Term(0), Term(0)];
        let term = self.insert(Op::BitsConst, args, payload, PackedSort::bits(width));
        self.vector_terms.insert(value, term);
        term
    }

    /// An integer.
    pub fn int(&mut self, value: BigInt) -> Term {
        if let Some(&term) = self.integer_terms.get(&value) {
            return term;
        }
        let payload = self.integers.len() as u64;
        self.integers.push(value.clone());
        let sort = self.sorts.pack(Sort::Int);
        let term = self.insert(Op::IntConst, [Term(0); 3], payload, sort);
        self.integer_terms.insert(value, term);
        term
    }

    /// The term of a value; an array becomes stores on a constant array. None for a string: no
    /// operator has strings yet.
    pub fn constant(&mut self, value: &Constant) -> Option<Term> {
        match value {
            Constant::Bool(value) => Some(self.bool(*value)),
            Constant::Bits(value) => Some(self.vector(value.clone())),
            Constant::Int(value) => Some(self.int(value.clone())),
            Constant::Array(array) => {
                let default = self.vector(array.default().clone());
                let mut term = self.const_array(array.index_width(), default);
                for (index, element) in array.entries() {
                    let index = self.bits_big(array.index_width(), index);
                    let element = self.vector(element.clone());
                    term = self.store(term, index, element);
                }
                Some(term)
            }
            Constant::Str(_) => None,
        }
    }

    /// A fresh symbol. Names need not be distinct.
    pub fn symbol(&mut self, name: &str, sort: Sort, kind: SymbolKind) -> Term {
        cancel::steps(1);
        let payload = self.symbols.len() as u64;
        let packed = self.sorts.pack(sort);
        let term = Term(self.nodes.len() as u32);
        self.symbols.push(SymbolInfo {
            name: name.to_string(),
            sort,
            kind,
            term,
        });
        self.insert(Op::Symbol, [Term(0); 3], payload, packed)
    }

    /// The symbol of the input with this name and sort that a program reads after `position`
    /// others. It is the same on all paths, which never occur in one query, so that what the solver
    /// learns on one path can be used on others.
    pub fn input(&mut self, name: &str, sort: Sort, position: usize) -> Term {
        let key = (name.to_string(), self.sorts.pack(sort), position);
        if let Some(term) = self.inputs.get(&key) {
            return *term;
        }
        let term = self.symbol(name, sort, SymbolKind::Input);
        self.inputs.insert(key, term);
        term
    }

    /// The symbol that stands for the same unknown in another run. It is always the same one, so
    /// that terms of other runs are made once.
    pub fn twin(&mut self, symbol: Symbol) -> Term {
        if let Some(term) = self.twins.get(&symbol) {
            return *term;
        }
        let SymbolInfo {
            name, sort, kind, ..
        } = self.symbol_info(symbol).clone();
        let term = self.symbol(&name, sort, kind);
        self.twins.insert(symbol, term);
        term
    }

    // Questions

    /// The number of terms.
    #[inline]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// False: a pool always holds the two truth values.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The number of symbols.
    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    /// The sort of a term.
    #[inline]
    pub fn sort(&self, term: Term) -> Sort {
        self.sorts.unpack(self.node(term).sort)
    }

    /// The operator of a term.
    #[inline]
    pub fn op(&self, term: Term) -> Op {
        self.node(term).op
    }

    /// The arguments of a term.
    #[inline]
    pub fn args(&self, term: Term) -> &[Term] {
        let node = self.node(term);
        &node.args[..node.op.info().arity]
    }

    /// The width of a bit-vector term, 0 for any other sort.
    #[inline]
    pub fn width(&self, term: Term) -> u32 {
        self.node(term).sort.width()
    }

    /// The highest and the lowest bit that an [`Op::Extract`] takes; (0, 0) for any other term.
    pub fn extract_bounds(&self, term: Term) -> (u32, u32) {
        let node = self.node(term);
        if node.op == Op::Extract {
            ((node.payload >> 32) as u32, node.payload as u32)
        } else {
            (0, 0)
        }
    }

    /// Properties of a symbol.
    pub fn symbol_info(&self, symbol: Symbol) -> &SymbolInfo {
        &self.symbols[symbol.index()]
    }

    /// The term that is the symbol.
    pub fn symbol_term(&self, symbol: Symbol) -> Term {
        self.symbols[symbol.index()].term
    }

    /// The symbol that the term is, if it is one.
    #[inline]
    pub fn as_symbol(&self, term: Term) -> Option<Symbol> {
        let node = self.node(term);
        (node.op == Op::Symbol).then_some(Symbol(node.payload as u32))
    }

    /// True for a constant truth value, bit-vector or integer.
    #[inline]
    pub fn is_const(&self, term: Term) -> bool {
        self.node(term).op <= Op::IntConst
    }

    /// The truth value of a constant.
    #[inline]
    pub fn as_bool(&self, term: Term) -> Option<bool> {
        (term.0 <= 1).then_some(term == Term::TRUE)
    }

    /// The unsigned value of a bit-vector constant of at most 128 bits.
    #[inline]
    pub fn as_bits(&self, term: Term) -> Option<u128> {
        let node = self.node(term);
        match node.op {
            Op::BitsConst if node.sort.is_small() => Some(u128::from(node.payload)),
            Op::BitsConst => self.vectors[node.payload as usize].to_u128(),
            _ => None,
        }
    }

    /// The value of a bit-vector constant.
    pub fn as_vector(&self, term: Term) -> Option<BitVector> {
        let node = self.node(term);
        match node.op {
            Op::BitsConst if node.sort.is_small() => {
                Some(BitVector::new(node.sort.width(), node.payload.into()))
            }
            Op::BitsConst => Some(self.vectors[node.payload as usize].clone()),
            _ => None,
        }
    }

    /// The value of an integer constant.
    pub fn as_int(&self, term: Term) -> Option<&BigInt> {
        let node = self.node(term);
        (node.op == Op::IntConst).then(|| &self.integers[node.payload as usize])
    }

    /// The value of a constant truth value, bit-vector or integer.
    pub fn as_constant(&self, term: Term) -> Option<Constant> {
        match self.op(term) {
            Op::BoolConst => Some(Constant::Bool(term == Term::TRUE)),
            Op::BitsConst => self.as_vector(term).map(Constant::Bits),
            Op::IntConst => self.as_int(term).cloned().map(Constant::Int),
            _ => None,
        }
    }

    /// The bit-vector constant of more than 64 bits at a position of the table.
    pub(crate) fn vector_at(&self, position: u64) -> &BitVector {
        &self.vectors[position as usize]
    }

    /// The unsigned value of a bit-vector constant of any width, if it is at most `u32::MAX`.
    pub(crate) fn as_u32(&self, term: Term) -> Option<u32> {
        match self.as_bits(term) {
            Some(value) => value.to_u32(),
            None => self.as_vector(term)?.to_big().to_u32(),
        }
    }

    /// True if the term has a part that is the content of uninitialized memory.
    #[inline]
    pub fn has_indeterminate(&self, term: Term) -> bool {
        self.node(term).flags & flag::INDETERMINATE != 0
    }

    /// True if the term has a part of sort `Int`.
    #[inline]
    pub fn has_integer(&self, term: Term) -> bool {
        self.node(term).flags & flag::INTEGER != 0
    }

    /// True if the term has a floating-point operator in it.
    #[inline]
    pub fn has_float(&self, term: Term) -> bool {
        self.node(term).flags & flag::FLOAT != 0
    }

    /// True if the term has a part of an array sort.
    #[inline]
    pub fn has_array(&self, term: Term) -> bool {
        self.node(term).flags & flag::ARRAY != 0
    }

    /// True if the term has a symbol in it.
    #[inline]
    pub fn has_symbol(&self, term: Term) -> bool {
        self.node(term).flags & flag::SYMBOLIC != 0
    }

    /// Bytes that the pool holds, roughly.
    pub fn memory(&self) -> usize {
        let node = size_of::<Node>() + size_of::<Interval>();
        let guards = self
            .diagrams
            .as_ref()
            .map_or(0, |diagrams| diagrams.memory());
        self.nodes.capacity() * node + self.table.allocation_size() + guards
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_input_is_one_symbol_on_all_paths() {
        let mut pool = Pool::new();
        let first = pool.input("x", Sort::Bits(8), 0);
        assert_eq!(pool.input("x", Sort::Bits(8), 0), first);
        assert_ne!(pool.input("x", Sort::Bits(8), 1), first);
        assert_ne!(pool.input("y", Sort::Bits(8), 0), first);
        assert_ne!(pool.input("x", Sort::Bits(16), 0), first);
        assert_ne!(pool.symbol("x", Sort::Bits(8), SymbolKind::Input), first);
    }
}
