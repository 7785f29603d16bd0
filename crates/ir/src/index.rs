//! Typed indices and the arenas they index.

use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A dense `u32` index into one kind of arena.
pub trait Idx: Copy + Eq + Ord + std::hash::Hash {
    /// The index with this position. Panics above `u32::MAX`, which no module reaches.
    fn new(position: usize) -> Self;
    /// The position in the arena.
    fn index(self) -> usize;
}

/// Declares a typed index.
#[macro_export]
macro_rules! define_index {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(
            Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug,
            serde::Serialize, serde::Deserialize,
        )]
        pub struct $name(pub u32);
        impl $crate::index::Idx for $name {
            #[inline]
            fn new(position: usize) -> Self {
                $name(u32::try_from(position).expect("an arena holds fewer than 2^32 entries"))
            }
            #[inline]
            fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

/// A vector indexed by a typed index.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct IndexVec<I, T> {
    items: Vec<T>,
    marker: PhantomData<I>,
}

impl<I, T> Default for IndexVec<I, T> {
    fn default() -> Self {
        IndexVec {
            items: Vec::new(),
            marker: PhantomData,
        }
    }
}

impl<I: Idx, T> IndexVec<I, T> {
    /// An empty arena.
    pub fn new() -> Self {
        Self::default()
    }
    /// Appends an item and returns its index.
    pub fn push(&mut self, item: T) -> I {
        let id = I::new(self.items.len());
        self.items.push(item);
        id
    }
    /// The number of items.
    pub fn len(&self) -> usize {
        self.items.len()
    }
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }
    /// The item, or `None` beyond the end.
    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }
    /// The items in order.
    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }
    /// The items in order, writable.
    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }
    /// All indices in order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + ExactSizeIterator + use<I, T> {
        (0..self.items.len()).map(I::new)
    }
    /// Indices and items in order.
    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> + ExactSizeIterator {
        self.items
            .iter()
            .enumerate()
            .map(|(position, item)| (I::new(position), item))
    }
    /// The underlying slice.
    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I: Idx, T> Index<I> for IndexVec<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Idx, T> IndexMut<I> for IndexVec<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Idx, T> FromIterator<T> for IndexVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(items: It) -> Self {
        IndexVec {
            items: items.into_iter().collect(),
            marker: PhantomData,
        }
    }
}
