//! Types.

use super::message;
use llvm_sys::core::{
    LLVMCountParamTypes, LLVMCountStructElementTypes, LLVMFunctionType, LLVMGetArrayLength2,
    LLVMGetElementType, LLVMGetIntTypeWidth, LLVMGetParamTypes, LLVMGetReturnType,
    LLVMGetStructName, LLVMGetTypeContext, LLVMGetTypeKind, LLVMGetVectorSize,
    LLVMIntTypeInContext, LLVMIsFunctionVarArg, LLVMPrintTypeToString, LLVMStructGetTypeAtIndex,
};
use llvm_sys::prelude::LLVMTypeRef;
use std::ffi::CStr;
use std::ptr;

pub(crate) use llvm_sys::LLVMTypeKind as TyKind;

/// A type; owned by its context.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Ty(LLVMTypeRef);

impl Ty {
    pub(super) fn new(raw: LLVMTypeRef) -> Self {
        Ty(raw)
    }

    pub(super) fn raw(self) -> LLVMTypeRef {
        self.0
    }

    pub(crate) fn kind(self) -> TyKind {
        // SAFETY: the type is valid, here and below.
        unsafe { LLVMGetTypeKind(self.0) }
    }

    /// Whether this is a vector of a fixed number of lanes.
    pub(crate) fn is_vector(self) -> bool {
        self.kind() == TyKind::LLVMVectorTypeKind
    }

    /// Whether this is `void`.
    pub(crate) fn is_void(self) -> bool {
        self.kind() == TyKind::LLVMVoidTypeKind
    }

    /// Width of an integer type.
    pub(crate) fn width(self) -> u32 {
        unsafe { LLVMGetIntTypeWidth(self.0) }
    }

    /// The element of an array or a vector.
    pub(crate) fn element(self) -> Ty {
        Ty(unsafe { LLVMGetElementType(self.0) })
    }

    /// Number of elements of an array or a vector, of fields of a structure.
    pub(crate) fn count(self) -> u64 {
        match self.kind() {
            TyKind::LLVMArrayTypeKind => unsafe { LLVMGetArrayLength2(self.0) },
            TyKind::LLVMVectorTypeKind => u64::from(unsafe { LLVMGetVectorSize(self.0) }),
            TyKind::LLVMStructTypeKind => u64::from(unsafe { LLVMCountStructElementTypes(self.0) }),
            _ => 0,
        }
    }

    /// The name of a structure; empty if it has none.
    pub(crate) fn struct_name(self) -> String {
        let name = unsafe { LLVMGetStructName(self.0) };
        if name.is_null() {
            return String::new();
        }
        // SAFETY: LLVM gives a string with a zero at its end.
        unsafe { CStr::from_ptr(name) }
            .to_string_lossy()
            .into_owned()
    }

    /// A field of a structure, or the element of an array or a vector.
    pub(crate) fn member(self, index: u32) -> Ty {
        match self.kind() {
            TyKind::LLVMStructTypeKind => Ty(unsafe { LLVMStructGetTypeAtIndex(self.0, index) }),
            _ => self.element(),
        }
    }

    /// Result of a function type.
    pub(crate) fn result(self) -> Ty {
        Ty(unsafe { LLVMGetReturnType(self.0) })
    }

    /// Parameters of a function type.
    pub(crate) fn params(self) -> Vec<Ty> {
        let count = unsafe { LLVMCountParamTypes(self.0) };
        let mut all = vec![ptr::null_mut(); count as usize];
        // SAFETY: there is room for all.
        unsafe { LLVMGetParamTypes(self.0, all.as_mut_ptr()) };
        all.into_iter().map(Ty).collect()
    }

    /// Whether a function type takes further arguments.
    pub(crate) fn is_variadic(self) -> bool {
        unsafe { LLVMIsFunctionVarArg(self.0) != 0 }
    }

    /// The integer type of this width in the same context.
    pub(crate) fn int(self, width: u32) -> Ty {
        Ty(unsafe { LLVMIntTypeInContext(LLVMGetTypeContext(self.0), width) })
    }

    /// The type of functions without parameters that yield this type.
    pub(super) fn function_of_none(self) -> Ty {
        Ty(unsafe { LLVMFunctionType(self.0, ptr::null_mut(), 0, 0) })
    }

    /// The type as LLVM writes it.
    pub(crate) fn text(self) -> String {
        message(unsafe { LLVMPrintTypeToString(self.0) })
    }
}
