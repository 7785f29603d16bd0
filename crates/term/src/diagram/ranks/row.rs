//! A row of numbers, each with the bits of its code.

use std::cmp::Ordering;

use rustc_hash::FxHashMap;

use super::super::graph::{Edge, Full, Graph};
use super::super::variables::Variables;
use crate::comparison::Reading;
use crate::node::Term;
use crate::pool::Pool;

/// The maximum number of numbers in a row. Comparisons of further numbers are variables.
const MAX_NUMBERS: usize = 16;

/// Numbers that are compared in one reading, in the order of their first comparison.
#[derive(Clone)]
pub(super) struct Row {
    pub(super) reading: Reading,
    pub(super) numbers: Vec<Number>,
    /// The bits by their meanings, and by the negations of these.
    bits: FxHashMap<Term, Bit>,
}

/// A bit of a code.
#[derive(Copy, Clone)]
struct Bit {
    /// The position of the number.
    number: usize,
    /// The position of the bit, the lowest first.
    bit: usize,
    /// The value of the bit that is meant.
    is_set: bool,
}

/// A number with its code.
#[derive(Clone)]
pub(super) struct Number {
    pub(super) term: Term,
    /// The condition that a number before it has the same value.
    repeated: Term,
    /// The bits of the code, the highest first, as variables with their meanings.
    pub(super) bits: Vec<(u32, Term)>,
}

impl Row {
    pub(super) fn new(reading: Reading) -> Row {
        Row {
            reading,
            numbers: Vec::new(),
            bits: FxHashMap::default(),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.numbers.len()
    }

    /// The terms of the numbers.
    pub(super) fn terms(&self) -> impl Iterator<Item = Term> {
        self.numbers.iter().map(|number| number.term)
    }

    /// Whether there is room for `count` more numbers.
    pub(super) fn has_room(&self, count: usize) -> bool {
        self.numbers.len() + count <= MAX_NUMBERS
    }

    pub(super) fn position(&self, term: Term) -> Option<usize> {
        self.terms().position(|it| it == term)
    }

    pub(super) fn positions(&self, terms: [Term; 2]) -> Option<[usize; 2]> {
        let [a, b] = terms.map(|term| self.position(term));
        Some([a?, b?])
    }

    /// Assigns a code to a number that has none, if there is room.
    pub(super) fn add(&mut self, pool: &mut Pool, variables: &mut Variables, term: Term) {
        if self.position(term).is_some() || !self.has_room(1) {
            return;
        }
        let most = 2 * self.numbers.len();
        let width = (usize::BITS - most.leading_zeros()) as usize;
        let mut repeated = Term::FALSE;
        let mut smaller = vec![Term::FALSE; width.saturating_sub(1)];
        for other in &self.numbers {
            let equal = pool.eq(other.term, term);
            repeated = pool.or(repeated, equal);
            let less = match self.reading {
                Reading::Signed(_) => pool.slt(other.term, term),
                Reading::Unsigned(_) => pool.ult(other.term, term),
                Reading::Integer => pool.int_lt(other.term, term),
            };
            let new = pool.not(other.repeated);
            let counts = pool.and(new, less);
            count(pool, &mut smaller, counts);
        }
        let meanings = std::iter::once(repeated).chain(smaller).take(width);
        let meanings: Vec<Term> = meanings.collect();
        let number = self.numbers.len();
        for (bit, meaning) in meanings.iter().enumerate() {
            for (term, is_set) in [(*meaning, true), (pool.not(*meaning), false)] {
                let meant = Bit {
                    number,
                    bit,
                    is_set,
                };
                self.bits.insert(term, meant);
            }
        }
        let bits = meanings.into_iter().rev();
        let bits = bits
            .map(|meaning| (variables.define(meaning), meaning))
            .collect();
        self.numbers.push(Number {
            term,
            repeated,
            bits,
        });
    }

    /// Whether a term is the meaning of a bit of a code, or the negation of one.
    pub(super) fn is_bit(&self, term: Term) -> bool {
        self.bits.contains_key(&term)
    }

    /// The function of such a term.
    pub(super) fn bit(&self, graph: &mut Graph, term: Term) -> Option<Result<Edge, Full>> {
        let meant = self.bits.get(&term)?;
        let holds = |code: usize| match (code >> meant.bit & 1 == 1) == meant.is_set {
            true => Edge::TRUE,
            false => Edge::FALSE,
        };
        Some(self.by_code(graph, meant.number, holds))
    }

    /// The condition that the first of two numbers, given by their positions, is less than, equal
    /// to, or greater than the second, as `wanted` says.
    pub(super) fn compare(
        &self,
        graph: &mut Graph,
        [first, second]: [usize; 2],
        wanted: Ordering,
    ) -> Result<Edge, Full> {
        let outcome = |rank: usize, code: usize| match rank.cmp(&(code / 2)) {
            // The second number is inserted at this rank, or has the value with this rank.
            Ordering::Equal if code.is_multiple_of(2) => Ordering::Greater,
            order => order,
        };
        // The remaining function after each number, by the rank that the first number has then.
        let mut rest = Vec::with_capacity(second);
        for rank in 0..second {
            let holds = |code| match outcome(rank, code) == wanted {
                true => Edge::TRUE,
                false => Edge::FALSE,
            };
            rest.push(self.by_code(graph, second, holds)?);
        }
        for between in (first + 1..second).rev() {
            let mut before = Vec::with_capacity(between);
            for rank in 0..between {
                let after = |code| rest[shifted(rank, code)];
                before.push(self.by_code(graph, between, after)?);
            }
            rest = before;
        }
        self.by_code(graph, first, |code| rest[code / 2])
    }

    /// The function that has these values for the codes of a number.
    fn by_code(
        &self,
        graph: &mut Graph,
        position: usize,
        function: impl Fn(usize) -> Edge,
    ) -> Result<Edge, Full> {
        let bits = &self.numbers[position].bits;
        let codes = 0..1 << bits.len();
        let mut table: Vec<Edge> = codes.map(|code| function(valid(code, position))).collect();
        for (var, _) in bits.iter().rev() {
            let halves = table.chunks(2);
            table = halves
                .map(|pair| graph.make(*var, pair[1], pair[0]))
                .collect::<Result<_, _>>()?;
        }
        Ok(table[0])
    }
}

/// The code of a bit pattern. Patterns above the greatest code stand for the greatest code.
pub(super) fn valid(code: usize, position: usize) -> usize {
    code.min(2 * position)
}

/// The rank of a number after a number with this code was inserted.
pub(super) fn shifted(rank: usize, code: usize) -> usize {
    rank + usize::from(code.is_multiple_of(2) && code / 2 <= rank)
}

/// Adds a condition, as 0 or 1, to a binary number with the lowest bit first.
fn count(pool: &mut Pool, bits: &mut [Term], one: Term) {
    let mut carry = one;
    for bit in bits {
        let sum = pool.xor(*bit, carry);
        carry = pool.and(*bit, carry);
        *bit = sum;
    }
}
