//! Sizes, alignments and offsets.

use super::Ty;
use llvm_sys::core::LLVMTypeIsSized;
use llvm_sys::target::{
    LLVMABIAlignmentOfType, LLVMABISizeOfType, LLVMByteOrder, LLVMByteOrdering,
    LLVMOffsetOfElement, LLVMPointerSize, LLVMSizeOfTypeInBits, LLVMTargetDataRef,
};

/// The data layout of a module; owned by the module.
#[derive(Clone, Copy)]
pub(crate) struct Layout(LLVMTargetDataRef);

impl Layout {
    pub(super) fn new(raw: LLVMTargetDataRef) -> Self {
        Layout(raw)
    }

    /// Size of a pointer in bytes.
    pub(crate) fn pointer_bytes(self) -> u64 {
        // SAFETY: the layout is valid, here and below.
        u64::from(unsafe { LLVMPointerSize(self.0) })
    }

    /// Whether the least significant byte comes first.
    pub(crate) fn is_little_endian(self) -> bool {
        let order = unsafe { LLVMByteOrder(self.0) };
        matches!(order, LLVMByteOrdering::LLVMLittleEndian)
    }

    /// Distance between array elements of the type in bytes; 0 for an unsized type.
    pub(crate) fn size(self, ty: Ty) -> u64 {
        // SAFETY: LLVM computes sizes of sized types only.
        unsafe {
            if LLVMTypeIsSized(ty.raw()) == 0 {
                return 0;
            }
            LLVMABISizeOfType(self.0, ty.raw())
        }
    }

    /// Width of a value of a sized type in bits, without trailing padding.
    pub(crate) fn bits(self, ty: Ty) -> u64 {
        // SAFETY: as above.
        unsafe { LLVMSizeOfTypeInBits(self.0, ty.raw()) }
    }

    /// ABI alignment in bytes; 1 for an unsized type.
    pub(crate) fn align(self, ty: Ty) -> u32 {
        // SAFETY: as above.
        unsafe {
            if LLVMTypeIsSized(ty.raw()) == 0 {
                return 1;
            }
            LLVMABIAlignmentOfType(self.0, ty.raw()).max(1)
        }
    }

    /// Offset of a field of a structure in bytes.
    pub(crate) fn offset(self, ty: Ty, field: u32) -> u64 {
        // SAFETY: the caller passes a structure and one of its fields.
        unsafe { LLVMOffsetOfElement(self.0, ty.raw(), field) }
    }
}
