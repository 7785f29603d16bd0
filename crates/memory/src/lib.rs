//! Memory: a persistent heap of objects, each of which is bytes, an array of cells, or a record.
//!
//! [`Heap`] maps object identifiers to objects; objects are shared between states until one writes
//! to them. [`Bytes`] holds what C calls an object representation: concrete bytes, and over them
//! whole symbolic values and pointers.

use imbl::GenericVector;
use imbl::shared_ptr::RcK;

mod apart;
mod bytes;
mod changes;
mod chunks;
mod heap;
mod join;
mod layout;
mod life;
pub mod registers;
mod scalars;
mod size;
mod table;
pub mod value;

pub use bytes::{
    Bytes, Change, Part, is_memory_name, memory_part, memory_word, uninitialized_part,
    uninitialized_word,
};
pub use changes::HeapChanges;
pub use heap::{Content, Heap, Object, Storage, Unexplored};
pub use join::Renaming;
pub use layout::{FIRST_ADDRESS, Layout, Width};
pub use life::Life;
pub use scalars::Scalars;
pub use size::Size;
pub use table::{Guards, Table, split_empty};

/// A vector whose copies share parts. A state belongs to one thread, so no counter is atomic.
type Vector<T> = GenericVector<T, RcK>;
