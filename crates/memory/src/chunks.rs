//! A vector in chunks that copies share until one of them writes.
//!
//! An element is found by three pointers, which is what accesses of objects cost. A copy costs one
//! reference; the first write to it copies the references to all chunks, and one chunk.

use smallvec::SmallVec;
use std::ops::Index;
use std::rc::Rc;

/// The elements of a chunk.
const CHUNK: usize = 64;

type Chunk<T> = SmallVec<[T; CHUNK]>;

/// A value for writing; copied first if it is shared. Nothing refers to it weakly, so that there is
/// less to look at than in [`Rc::make_mut`].
#[inline(always)]
pub(super) fn own<T: Clone>(shared: &mut Rc<T>) -> &mut T {
    if Rc::get_mut(shared).is_none() {
        copy(shared);
    }
    Rc::get_mut(shared).expect("a copy is not shared")
}

#[cold]
#[inline(never)]
fn copy<T: Clone>(shared: &mut Rc<T>) {
    *shared = Rc::new(T::clone(shared));
}

/// A vector that grows, whose copies share chunks.
#[derive(Clone)]
pub struct Chunks<T> {
    /// All chunks but the last are full.
    chunks: Rc<Vec<Rc<Chunk<T>>>>,
    len: usize,
}

impl<T: Clone> Chunks<T> {
    /// A vector of one element.
    pub fn unit(value: T) -> Self {
        let mut chunks = Chunks {
            chunks: Rc::default(),
            len: 0,
        };
        chunks.push_back(value);
        chunks
    }

    /// The number of elements.
    #[inline(always)]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The element at a position, if there is one.
    #[inline(always)]
    pub fn get(&self, at: usize) -> Option<&T> {
        self.chunks.get(at / CHUNK)?.get(at % CHUNK)
    }

    /// The element at a position, which must exist, for writing.
    #[inline(always)]
    pub fn get_mut(&mut self, at: usize) -> &mut T {
        let chunk = &mut own(&mut self.chunks)[at / CHUNK];
        &mut own(chunk)[at % CHUNK]
    }

    /// Replaces the element at a position, which must exist.
    pub fn set(&mut self, at: usize, value: T) {
        *self.get_mut(at) = value;
    }

    /// Adds an element at the end.
    pub fn push_back(&mut self, value: T) {
        let chunks = Rc::make_mut(&mut self.chunks);
        match chunks.last_mut() {
            Some(last) if last.len() < CHUNK => Rc::make_mut(last).push(value),
            _ => {
                let mut chunk = Chunk::new();
                chunk.push(value);
                chunks.push(Rc::new(chunk));
            }
        }
        self.len += 1;
        debug_assert_eq!(self.chunks.len(), self.len.div_ceil(CHUNK));
    }

    /// All elements in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> {
        self.chunks.iter().flat_map(|chunk| chunk.iter())
    }

    /// The pairs of elements of two vectors at the same positions, with these, as far as both go.
    /// Chunks that both share are left out.
    pub fn pairs<'a>(
        &'a self,
        other: &'a Chunks<T>,
    ) -> impl DoubleEndedIterator<Item = (usize, &'a T, &'a T)> {
        let chunks = match Rc::ptr_eq(&self.chunks, &other.chunks) {
            true => &[],
            false => &self.chunks[..],
        };
        let both = chunks.iter().zip(other.chunks.iter()).enumerate();
        let differing = both.filter(|(_, (a, b))| !Rc::ptr_eq(a, b));
        differing.flat_map(|(chunk, (a, b))| {
            let elements = a.iter().zip(b.iter()).enumerate();
            elements.map(move |(at, (a, b))| (chunk * CHUNK + at, a, b))
        })
    }
}

impl<T: Clone> Index<usize> for Chunks<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, at: usize) -> &T {
        &self.chunks[at / CHUNK][at % CHUNK]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::rngs::SmallRng;
    use rand::{Rng, SeedableRng};

    #[test]
    fn copies_are_independent() {
        let mut rng = SmallRng::seed_from_u64(5);
        let mut copies = vec![(Chunks::unit(0), vec![0])];
        for round in 1..3000 {
            let chosen = rng.random_range(0..copies.len());
            if round % 100 == 0 {
                let copy = copies[chosen].clone();
                copies.push(copy);
            }
            let (chunks, expected) = &mut copies[chosen];
            let at = rng.random_range(0..expected.len());
            match rng.random_range(0..3) {
                0 => {
                    chunks.set(at, round);
                    expected[at] = round;
                }
                _ => {
                    chunks.push_back(round);
                    expected.push(round);
                }
            }
        }
        for (chunks, expected) in &copies {
            assert!(chunks.iter().eq(expected));
            assert!(chunks.iter().rev().eq(expected.iter().rev()));
            assert_eq!(chunks.len(), expected.len());
            assert_eq!(chunks.get(expected.len()), None);
            for (other, values) in &copies {
                let differ = |(_, a, b): &(usize, &i32, &i32)| a != b;
                let found: Vec<_> = chunks.pairs(other).filter(differ).collect();
                let pairs = expected.iter().zip(values).enumerate();
                let all: Vec<_> = pairs
                    .map(|(at, (a, b))| (at, a, b))
                    .filter(differ)
                    .collect();
                assert_eq!(found, all);
            }
        }
    }
}
