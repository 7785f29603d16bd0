//! A thin layer over LLVM's C interface: copyable handles with methods, so that the rest of the
//! crate needs no `unsafe`.
//!
//! A handle is valid as long as its [`Context`]; nothing outside this crate holds one, and every
//! function here that creates handles borrows the context or starts from a handle. A method states
//! the kinds of values that it supports; the callers check the kind first, since LLVM does not.

mod block;
mod context;
mod debug;
mod instruction;
mod layout;
mod module;
mod source_type;
mod ty;
mod value;

pub(crate) use block::BasicBlock;
pub(crate) use context::Context;
pub(crate) use debug::{File, Scope, SourceLocation};
pub(crate) use layout::Layout;
pub(crate) use module::Module;
pub(crate) use source_type::{Member, Shape, SourceType};
pub(crate) use ty::{Ty, TyKind};
pub(crate) use value::{Value, ValueKind};

use std::ffi::{CStr, c_char};

/// A string that LLVM owns.
fn text(start: *const c_char, length: usize) -> String {
    if start.is_null() {
        return String::new();
    }
    // SAFETY: LLVM gives the start and the length of one of its own strings.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// A message whose ownership LLVM transfers; it is freed.
fn message(raw: *mut c_char) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: LLVM's messages are zero-terminated and ours to free.
    unsafe {
        let text = CStr::from_ptr(raw).to_string_lossy().into_owned();
        llvm_sys::core::LLVMDisposeMessage(raw);
        text
    }
}
