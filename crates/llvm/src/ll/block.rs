//! Basic blocks.

use super::{Value, ValueKind};
use llvm_sys::core::{
    LLVMBasicBlockAsValue, LLVMGetBasicBlockName, LLVMGetBasicBlockParent,
    LLVMGetBasicBlockTerminator, LLVMGetFirstInstruction, LLVMGetNextInstruction,
};
use llvm_sys::prelude::LLVMBasicBlockRef;
use std::ffi::CStr;

/// A block of a function; owned by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BasicBlock(LLVMBasicBlockRef);

impl BasicBlock {
    pub(super) fn new(raw: LLVMBasicBlockRef) -> Self {
        BasicBlock(raw)
    }

    /// Its name, empty if it has none.
    pub(crate) fn name(self) -> String {
        let name = unsafe { LLVMGetBasicBlockName(self.0) };
        if name.is_null() {
            return String::new();
        }
        // SAFETY: LLVM gives a string with a zero at its end.
        unsafe { CStr::from_ptr(name) }
            .to_string_lossy()
            .into_owned()
    }

    /// Whether its address is used anywhere.
    pub(crate) fn has_address(self) -> bool {
        let value = Value::new(unsafe { LLVMBasicBlockAsValue(self.0) });
        value
            .users()
            .any(|user| user.kind() == ValueKind::LLVMBlockAddressValueKind)
    }

    /// Its instructions, the terminator last.
    pub(crate) fn instructions(self) -> impl Iterator<Item = Value> {
        // SAFETY: the block is valid, here and below.
        let mut raw = unsafe { LLVMGetFirstInstruction(self.0) };
        std::iter::from_fn(move || {
            if raw.is_null() {
                return None;
            }
            let value = Value::new(raw);
            raw = unsafe { LLVMGetNextInstruction(raw) };
            Some(value)
        })
    }

    /// The function that it is in.
    pub(crate) fn function(self) -> Value {
        Value::new(unsafe { LLVMGetBasicBlockParent(self.0) })
    }

    /// Its last instruction; a verified module has one in every block.
    pub(crate) fn terminator(self) -> Value {
        Value::new(unsafe { LLVMGetBasicBlockTerminator(self.0) })
    }
}
