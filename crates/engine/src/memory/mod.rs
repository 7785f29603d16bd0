//! Memory: a persistent heap of objects, each a row of bytes, a row of cells or a record.
//!
//! [`Heap`] maps object identifiers to objects; objects are shared between states until one writes to them. [`Bytes`] holds what C
//! calls an object representation: concrete bytes, and over them whole symbolic values and pointers.

mod array;
mod bytes;
mod choice;
mod heap;
mod join;
mod life;
mod size;
mod symbolic;
#[cfg(test)]
mod tests;

pub use bytes::Bytes;
pub use heap::{
    Content, FIRST_ADDRESS, Heap, Layout, Object, Storage, function_address, function_at,
};
pub use join::Renaming;
pub use life::Life;
pub use size::Size;
