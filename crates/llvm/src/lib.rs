//! The front end for C: sources through clang to LLVM bitcode, bitcode to the program
//! representation.
//!
//! [`load`] is the whole interface: it compiles `.c` files ([`compile`]), reads `.bc` and `.ll`
//! files with LLVM's own reader, resolves symbols like a linker, promotes locals to values, and
//! lowers everything that the entry reaches. An instruction that cannot be expressed becomes a call
//! of a function named after it, so that the load succeeds and only paths that reach it are
//! incomplete.

pub mod builtins;
pub mod cc;
mod checks;
pub mod compile;
pub mod embed;
pub mod environment;
mod error;
mod included;
mod kept;
pub mod library;
mod linking;
mod ll;
mod load;
mod lower;
mod part;
mod passes;
mod platform;
mod scopes;
mod symbols;
pub mod target;
mod trial;
mod undeclared;

pub use environment::Environment;
pub use error::LoadError;
pub use included::included;
pub use load::{LoadOptions, fuzz, load, load_with_warnings};
pub use lower::{Callback, Elements, Pointers, Shapes, split_entry};
pub use part::Part;
pub use scopes::{SCOPE_BEGIN, SCOPE_DECLARED, SCOPE_END, SCOPE_RESUME, SCOPE_SHARED};
pub use undeclared::{Undeclared, harness_functions, is_input};
